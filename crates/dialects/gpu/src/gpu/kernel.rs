//! Kernels: their functions, the modules and binaries that hold them, and their launches.

use terrace_dialects_builtin::function::{BuiltinFunction, parse_signature, print_signature, set_dicts};
use terrace_dialects_mem::layout::memref;
use terrace_ir::asm::{Argument, Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictArrayAttr, FunctionTypeAttr, SymbolNameAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::enum_attr::{EnumValue, enum_param};
use terrace_ir::interfaces::{Callable, FunctionOp, RegionBranchTerminator};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::attrs::*;

/// The attribute that marks kernels.
pub const KERNEL: &str = "gpu.kernel";
/// The attribute of modules whose functions launch kernels.
pub const CONTAINER_MODULE: &str = "gpu.container_module";
/// The number of arguments that are buffers of a block.
pub const WORKGROUP_ATTRIBUTIONS: &str = "workgroup_attributions";

/// A module of kernels, and the targets it is compiled for.
#[op(
    "gpu.module",
    traits(
        IsolatedFromAbove,
        NoRegionArguments,
        SymbolTable,
        Symbol,
        NoTerminator,
        SingleBlock,
        GraphRegions
    ),
    format = "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"
)]
pub struct GPUModuleOp {
    sym_name: Prop<SymbolNameAttr>,
    targets: OptProp<TargetArrayAttr>,
    offloadingHandler: OptProp<OffloadingTranslationAttr>,
    bodyRegion: Region<Sized<1>>,
}

/// Compiled kernels, an object for each target.
#[op("gpu.binary", traits(Symbol), customs(&OFFLOADING_HANDLER),
     format = "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects")]
pub struct BinaryOp {
    sym_name: Prop<SymbolNameAttr>,
    offloadingHandler: OptProp<OffloadingTranslationAttr>,
    objects: Prop<ObjectArrayAttr>,
}

/// `<#handler>`; without it the first object is selected.
static OFFLOADING_HANDLER: CustomDirective =
    CustomDirective { name: "OffloadingHandler", parse: parse_handler, print: print_handler };

fn handler_slot(args: &[CustomArg]) -> Option<usize> {
    args.iter().find_map(|arg| if let CustomArg::Prop(slot) = arg { Some(*slot as usize) } else { None })
}

fn parse_handler(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let Some(slot) = handler_slot(args) else { return Ok(false) };
    state.props[slot] = if p.optional_token("<") {
        let handler = p.attr(Type::NONE)?;
        p.token(">")?;
        handler
    } else {
        select_first(p.cx())
    };
    Ok(true)
}

fn print_handler(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let handler = handler_slot(args).and_then(|slot| op.prop(slot));
    if let Some(handler) = handler.filter(|&handler| handler != select_first(op.cx())) {
        p.text("<");
        p.attr(handler);
        p.text(">");
    }
}

/// The function interface of [`GPUFuncOp`].
struct Function;

impl FunctionOp for Function {
    // A body is checked for on its own.
    fn is_declared_without_body(&self) -> bool {
        false
    }
}

/// A function that runs on a device; the buffers of a block and of a thread are arguments of its body after its own.
#[op("gpu.func", traits(HasParent(&["gpu.module"]), AutomaticAllocationScope, IsolatedFromAbove, AffineScope, Symbol),
     asm = (parse_func, print_func),
     syntax = "<name> `(` <arguments> `)` (`->` <result types>)? (`workgroup` `(` <arguments> `)`)? (`private` `(` \
               <arguments> `)`)? (`kernel`)? (`attributes` attr-dict)? $body",
     verify = verify_func, interfaces(dyn FunctionOp = Function, dyn Callable = BuiltinFunction))]
pub struct GPUFuncOp {
    function_type: Prop<FunctionTypeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    workgroup_attrib_attrs: OptProp<DictArrayAttr>,
    private_attrib_attrs: OptProp<DictArrayAttr>,
    known_block_size: OptProp<DimSizesAttr>,
    known_grid_size: OptProp<DimSizesAttr>,
    known_cluster_size: OptProp<DimSizesAttr>,
    body: Region,
}

/// Reads `keyword(%a : type {attrs}, ..)`, if it is there, and appends the arguments.
pub(super) fn parse_attributions(
    p: &mut dyn OpParser,
    keyword: &str,
    attrs: bool,
    out: &mut Vec<Argument>,
) -> PResult<()> {
    if p.optional_keyword_of(&[keyword]).is_some() {
        out.extend(p.argument_list(Delimiter::Paren, true, attrs)?);
    }
    Ok(())
}

pub(super) fn print_attributions(
    p: &mut dyn OpPrinter,
    keyword: &str,
    args: &[ValueRef<'_>],
    attrs: &[Attr],
) {
    if args.is_empty() {
        return;
    }
    p.text(&format!(" {keyword}("));
    for (i, &arg) in args.iter().enumerate() {
        p.text(if i == 0 { "" } else { ", " });
        p.value(arg);
        p.text(" : ");
        p.ty(arg.ty());
        p.plain_attr_dict(attrs.get(i).copied().unwrap_or(Attr::EMPTY_DICT));
    }
    p.text(")");
}

/// The arguments of the body; none without a block.
pub(super) fn entry_args(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    op.single_region().entry().into_iter().flat_map(|block| block.args()).collect()
}

/// The number of the body's arguments that are buffers of the block, as the op declares it.
pub(super) fn num_shared(op: OpRef<'_>) -> u64 {
    op.attr(WORKGROUP_ATTRIBUTIONS).and_then(|attr| attr.as_u64(op.cx())).map_or(0, |count| count)
}

/// The arguments of the body for buffers of the block and of the thread, after the first `skip`.
pub(super) fn attributions<'a>(op: OpRef<'a>, skip: usize) -> (Vec<ValueRef<'a>>, Vec<ValueRef<'a>>) {
    let args = entry_args(op);
    let (start, shared) = (skip.min(args.len()), usize::try_from(num_shared(op)).unwrap_or(usize::MAX));
    let middle = start.saturating_add(shared).min(args.len());
    (args[start..middle].to_vec(), args[middle..].to_vec())
}

fn verify_space(op: OpRef<'_>, buffers: &[ValueRef<'_>], expected: AddressSpace) -> CheckResult {
    let cx = op.cx();
    for buffer in buffers {
        let Some(ty) = memref(cx, buffer.ty()) else {
            return Err(op_error(op, "expected memref type in attribution"));
        };
        // A number is a space that was lowered already.
        let space = ty.space.and_then(|space| enum_param::<AddressSpace>(cx, space, &ADDRESS_SPACE));
        if space.is_some_and(|space| space != expected) {
            let keyword = expected.keyword();
            return Err(op_error(op, format!("expected memory space {keyword} in attribution")));
        }
    }
    Ok(())
}

pub(super) fn verify_attributions(op: OpRef<'_>, skip: usize) -> CheckResult {
    let (shared, own) = attributions(op, skip);
    verify_space(op, &shared, AddressSpace::Workgroup)?;
    verify_space(op, &own, AddressSpace::Private)
}

pub(super) fn add_attr(p: &mut dyn OpParser, state: &mut ParseState, name: &str, value: Attr) {
    let name = p.cx().str(name);
    state.attrs.push((name, value));
}

fn set_attribution_attrs(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    prop: &str,
    args: &[Argument],
) -> PResult<()> {
    let dicts: Vec<Attr> = args.iter().map(|arg| arg.attrs).collect();
    set_dicts(p, state, prop, &dicts)
}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let name = p.symbol_name()?;
    add_attr(p, state, "sym_name", name);
    let loc = p.loc();
    let signature = parse_signature(p, false)?;
    let mut arguments = signature.arguments;
    if arguments.first().is_some_and(|argument| argument.operand.name.1 == 0) {
        return Err(p.error(loc, "gpu.func requires named arguments".to_string()));
    }
    let inputs: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
    let cx = p.cx();
    state.set_prop(cx, "function_type", cx.type_attr(cx.function_type(&inputs, &signature.results)));
    let dicts: Vec<Attr> = arguments.iter().map(|argument| argument.attrs).collect();
    set_dicts(p, state, "arg_attrs", &dicts)?;
    set_dicts(p, state, "res_attrs", &signature.result_attrs)?;
    parse_attributions(p, "workgroup", true, &mut arguments)?;
    let shared = arguments.len() - inputs.len();
    let count = p.cx().int_attr(Type::I64, shared as i64);
    add_attr(p, state, WORKGROUP_ATTRIBUTIONS, count);
    set_attribution_attrs(p, state, "workgroup_attrib_attrs", &arguments[inputs.len()..])?;
    parse_attributions(p, "private", true, &mut arguments)?;
    set_attribution_attrs(p, state, "private_attrib_attrs", &arguments[inputs.len() + shared..])?;
    if p.optional_keyword_of(&["kernel"]).is_some() {
        add_attr(p, state, KERNEL, Attr::UNIT);
    }
    p.optional_attr_dict_with_keyword(state)?;
    p.region(state, &arguments, false)?;
    Ok(())
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), GPUFuncOp::view_of(op));
    p.text(" ");
    if let Some(name) = op.symbol_name() {
        p.symbol(name.bytes(cx));
    }
    let (inputs, results) = (Function.argument_types(op), Function.result_types(op));
    print_signature(p, op, &inputs, false, &results, Some(op.single_region()));
    let (shared, own) = attributions(op, inputs.len());
    let dicts = |attr: Option<Attr>| attr.and_then(|attr| attr.as_array(cx)).map_or(&[][..], |dicts| dicts);
    print_attributions(p, "workgroup", &shared, dicts(view.workgroup_attrib_attrs_attr()));
    print_attributions(p, "private", &own, dicts(view.private_attrib_attrs_attr()));
    if is_kernel(op) {
        p.text(" kernel");
    }
    let elided = [
        WORKGROUP_ATTRIBUTIONS,
        KERNEL,
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "workgroup_attrib_attrs",
        "private_attrib_attrs",
    ];
    p.attr_dict_with_keyword(op, &elided);
    p.text(" ");
    p.region(op.single_region(), false, true);
}

/// Whether an op is marked as a kernel.
pub fn is_kernel(op: OpRef<'_>) -> bool {
    op.attr(KERNEL) == Some(Attr::UNIT)
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    if is_kernel(op) && !Function.result_types(op).is_empty() {
        return Err(op_error(op, "expected void return type for kernel function"));
    }
    let Some(entry) = op.single_region().entry() else {
        return Err(op_error(op, "expected body with at least one block"));
    };
    let inputs = Function.argument_types(op);
    let needed = (inputs.len() as u64).saturating_add(num_shared(op));
    if (entry.args().len() as u64) < needed {
        return Err(op_error(op, format!("expected at least {needed} arguments to body region")));
    }
    for (i, (arg, &ty)) in entry.args().zip(&inputs).enumerate() {
        if arg.ty() != ty {
            let (expected, found) = (cx.type_text(ty), cx.type_text(arg.ty()));
            let what =
                format!("expected body region argument #{i} to be of type '{expected}', got '{found}'");
            return Err(op_error(op, what));
        }
    }
    verify_attributions(op, inputs.len())
}

/// Returns from a function.
#[op("gpu.return", traits(HasParent(&["gpu.func"]), Pure, Terminator), verify = verify_return,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct ReturnOp {
    operands: VarOperand<ANY_TYPE>,
}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    let Some(function) = op.parent_op() else { return Ok(()) };
    let results = Function.result_types(function);
    if results.len() != op.num_operands() {
        let diag = op_error(op, format!("expected {} result operands", results.len()));
        return Err(diag.note(function.loc(), "return type declared here"));
    }
    for (i, (operand, &ty)) in op.operands().zip(&results).enumerate() {
        if operand.ty() != ty {
            let found = op.cx().type_text(operand.ty());
            return Err(op_error(op, format!("unexpected type `'{found}'' for operand #{i}")));
        }
    }
    Ok(())
}

/// Ends the body of a launch.
#[op("gpu.terminator", traits(HasParent(&["gpu.launch"]), Pure, Terminator), format = "attr-dict")]
pub struct TerminatorOp {}

/// Returns values from a region.
#[op("gpu.yield", traits(Pure, ReturnLike, Terminator), interfaces(dyn RegionBranchTerminator),
     format = "attr-dict ($values^ `:` type($values))?")]
pub struct YieldOp {
    values: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for YieldOp {}
