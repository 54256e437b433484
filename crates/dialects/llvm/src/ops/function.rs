//! Functions.

use rustc_hash::FxHashSet;
use terrace_dialects_builtin::function::{parse_signature, print_signature, set_dicts, verify_function};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{
    ArrayAttr, BoolAttr, DenseI32ArrayAttr, DictArrayAttr, FlatSymbolRefAttr, I32Attr, I64Attr, StrAttr,
    SymbolRefAttr, UnitAttr,
};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::interfaces::{Callable, FunctionOp};
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, RegionRef, Type, op_match};
use terrace_macros::op;

use super::addresses::BlockTagOp;
use super::calls::LandingpadOp;
use super::control::ResumeOp;
use super::globals::{parse_comdat, print_comdat, print_keyword, set_enum, set_enum_param, verify_comdat};
use crate::attrs::*;
use crate::enums::{CConv, Linkage, UnnamedAddr, Visibility};
use crate::types::*;

/// A function.
#[op("llvm.func", traits(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol), asm = (parse_func, print_func),
     syntax = "($linkage)? ($visibility_)? ($unnamed_addr)? ($CConv)? $sym_name `(` <arguments> `)` (`->` <result type>)? \
               (`vscale_range` $vscale_range)? (`comdat` `(` $comdat `)`)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func, verify_regions = verify_func_regions, interfaces(dyn FunctionOp, dyn Callable))]
pub struct LLVMFuncOp {
    sym_name: Prop<StrAttr>,
    sym_visibility: OptProp<StrAttr>,
    function_type: Prop<FunctionTypeKind>,
    linkage: DefaultProp<LinkageKind, external_linkage>,
    dso_local: OptProp<UnitAttr>,
    CConv: DefaultProp<CConvKind, c_cconv>,
    comdat: OptProp<SymbolRefAttr>,
    convergent: OptProp<UnitAttr>,
    personality: OptProp<FlatSymbolRefAttr>,
    garbageCollector: OptProp<StrAttr>,
    passthrough: OptProp<ArrayAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    function_entry_count: OptProp<I64Attr>,
    memory_effects: OptProp<MemoryEffectsKind>,
    visibility_: DefaultProp<VisibilityKind, default_visibility>,
    arm_streaming: OptProp<UnitAttr>,
    arm_locally_streaming: OptProp<UnitAttr>,
    arm_streaming_compatible: OptProp<UnitAttr>,
    arm_new_za: OptProp<UnitAttr>,
    arm_in_za: OptProp<UnitAttr>,
    arm_out_za: OptProp<UnitAttr>,
    arm_inout_za: OptProp<UnitAttr>,
    arm_preserves_za: OptProp<UnitAttr>,
    section: OptProp<StrAttr>,
    unnamed_addr: OptProp<UnnamedAddrKind>,
    alignment: OptProp<I64Attr>,
    vscale_range: OptProp<VScaleRangeKind>,
    frame_pointer: OptProp<FramePointerKindKind>,
    target_cpu: OptProp<StrAttr>,
    tune_cpu: OptProp<StrAttr>,
    reciprocal_estimates: OptProp<StrAttr>,
    prefer_vector_width: OptProp<StrAttr>,
    target_features: OptProp<TargetFeaturesKind>,
    no_infs_fp_math: OptProp<BoolAttr>,
    no_nans_fp_math: OptProp<BoolAttr>,
    no_signed_zeros_fp_math: OptProp<BoolAttr>,
    denormal_fp_math: OptProp<StrAttr>,
    denormal_fp_math_f32: OptProp<StrAttr>,
    fp_contract: OptProp<StrAttr>,
    instrument_function_entry: OptProp<StrAttr>,
    instrument_function_exit: OptProp<StrAttr>,
    no_inline: OptProp<UnitAttr>,
    always_inline: OptProp<UnitAttr>,
    inline_hint: OptProp<UnitAttr>,
    no_unwind: OptProp<UnitAttr>,
    will_return: OptProp<UnitAttr>,
    optimize_none: OptProp<UnitAttr>,
    vec_type_hint: OptProp<VecTypeHintKind>,
    work_group_size_hint: OptProp<DenseI32ArrayAttr>,
    reqd_work_group_size: OptProp<DenseI32ArrayAttr>,
    intel_reqd_sub_group_size: OptProp<I32Attr>,
    uwtable_kind: OptProp<UWTableKindKind>,
    body: Region,
}

impl LLVMFuncOpView<'_> {
    /// Whether the function has no body.
    pub fn is_external(self) -> bool {
        self.body().is_empty()
    }

    /// The function's type taken apart; `None` if the op does not verify.
    pub fn signature(self) -> Option<FunctionType> {
        self.function_type().dyn_cast::<FunctionType>(self.0.cx())
    }

    /// Whether the function takes any number of arguments after its parameters.
    pub fn is_variadic(self) -> bool {
        self.signature().is_some_and(|ty| ty.var_arg(self.0.cx()))
    }
}

impl FunctionOp for LLVMFuncOp {
    fn is_declared_without_body(&self) -> bool {
        false
    }

    fn argument_types(&self, op: OpRef<'_>) -> Vec<Type> {
        LLVMFuncOp::view_of(op).signature().map_or(Vec::new(), |ty| ty.params(op.cx()))
    }

    fn result_types(&self, op: OpRef<'_>) -> Vec<Type> {
        let result = LLVMFuncOp::view_of(op).signature().map(|ty| ty.return_type(op.cx()));
        result.into_iter().filter(|ty| !ty.isa::<VoidType>(op.cx())).collect()
    }

    fn function_type(&self, cx: &Context, inputs: &[Type], results: &[Type]) -> Attr {
        cx.type_attr(function_type(cx, inputs, results.first().copied(), false))
    }
}

/// The function type of these parameters and this result, `void` if there is none.
pub fn function_type(cx: &Context, inputs: &[Type], result: Option<Type>, variadic: bool) -> Type {
    let result = result.unwrap_or_else(|| VoidType::get(cx).into());
    FunctionType::get(cx, result, inputs.to_vec(), variadic).into()
}

impl Callable for LLVMFuncOp {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(LLVMFuncOp::view_of(op).body()).filter(|region| !region.is_empty())
    }

    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        self.result_types(op)
    }
}

/// Why there is no such function type.
fn check_signature(cx: &Context, inputs: &[Type], results: &[Type]) -> Result<(), String> {
    if results.len() > 1 {
        return Err("expected zero or one function result".to_string());
    }
    if inputs.iter().any(|&ty| !is_compatible_type(cx, ty)) {
        return Err("expected LLVM type for function arguments".to_string());
    }
    match results.first() {
        Some(&ty) if !is_compatible_type(cx, ty) => {
            Err(format!("expected LLVM type for function results'{}'", cx.type_text(ty)))
        }
        _ => Ok(()),
    }
}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    set_enum_param::<Linkage>(p, state, "linkage", LinkageAttr::DEF);
    set_enum::<Visibility>(p, state, "visibility_");
    set_enum::<UnnamedAddr>(p, state, "unnamed_addr");
    set_enum_param::<CConv>(p, state, "CConv", CConvAttr::DEF);
    let signature_loc = p.loc();
    let name = p.symbol_name()?;
    state.set_prop(p.cx(), "sym_name", name);
    let signature = parse_signature(p, true)?;
    let inputs: Vec<Type> = signature.arguments.iter().map(|argument| argument.ty).collect();
    if let Err(message) = check_signature(p.cx(), &inputs, &signature.results) {
        return Err(p.error(signature_loc, format!("failed to construct function type: {message}")));
    }
    let ty = function_type(p.cx(), &inputs, signature.results.first().copied(), signature.variadic);
    let ty = p.cx().type_attr(ty);
    state.set_prop(p.cx(), "function_type", ty);
    if p.optional_token("vscale_range") {
        p.token("(")?;
        let min = p.integer()?;
        p.token(",")?;
        let max = p.integer()?;
        p.token(")")?;
        let [min, max] = [min, max].map(|bound| p.cx().int_attr(Type::I32, bound));
        state.set_prop(p.cx(), "vscale_range", VScaleRangeAttr::get(p.cx(), min, max).into());
    }
    parse_comdat(p, state)?;
    p.optional_attr_dict_with_keyword(state)?;
    let attrs: Vec<Attr> = signature.arguments.iter().map(|argument| argument.attrs).collect();
    set_dicts(p, state, "arg_attrs", &attrs)?;
    set_dicts(p, state, "res_attrs", &signature.result_attrs)?;
    let named = signature.arguments.first().is_none_or(|argument| argument.operand.name.1 > 0);
    let arguments = if named { &signature.arguments[..] } else { &[] };
    if p.optional_region(state, arguments, false)?.is_none() {
        p.new_region(state);
    }
    Ok(())
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), LLVMFuncOp::view_of(op));
    p.text(" ");
    if view.linkage() != Linkage::External {
        print_keyword(p, view.linkage().keyword());
    }
    print_keyword(p, view.visibility_().keyword());
    print_keyword(p, view.unnamed_addr().map_or("", UnnamedAddr::keyword));
    if view.c_conv() != CConv::C {
        print_keyword(p, view.c_conv().keyword());
    }
    p.symbol(view.sym_name().as_bytes());
    let (inputs, results) = (LLVMFuncOp::MODEL.argument_types(op), LLVMFuncOp::MODEL.result_types(op));
    print_signature(p, op, &inputs, view.is_variadic(), &results, Some(view.body()));
    if let Some(range) = view.vscale_range().and_then(|range| range.dyn_cast::<VScaleRangeAttr>(cx)) {
        let [min, max] = [range.min_range(cx), range.max_range(cx)].map(|n| n.as_i64(cx).unwrap_or(0));
        p.text(&format!(" vscale_range({min}, {max})"));
    }
    print_comdat(p, view.comdat_attr());
    let elided = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "linkage",
        "CConv",
        "visibility_",
        "comdat",
        "unnamed_addr",
        "vscale_range",
    ];
    p.attr_dict_with_keyword(op, &elided);
    if !view.body().is_empty() {
        p.text(" ");
        p.region(view.body(), false, true);
    }
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &LLVMFuncOp::MODEL)?;
    let view = LLVMFuncOp::view_of(op);
    if view.linkage() == Linkage::Common {
        return Err(op_error(op, "functions cannot have 'common' linkage"));
    }
    verify_comdat(op, view.comdat_attr())?;
    if view.is_external() {
        if !matches!(view.linkage(), Linkage::External | Linkage::ExternWeak) {
            let message = "external functions must have 'external' or 'extern_weak' linkage";
            return Err(op_error(op, message));
        }
        return Ok(());
    }
    if view.no_inline() && view.always_inline() {
        return Err(plain_error(op, "no_inline and always_inline attributes are incompatible"));
    }
    if view.optimize_none() && !view.no_inline() {
        return Err(op_error(op, "with optimize_none must also be no_inline"));
    }
    verify_body(op)
}

/// Verifies that all landing pads and resumes have the same type, and that block tags are unique.
fn verify_body(op: OpRef<'_>) -> CheckResult {
    let mut unwound: Option<Type> = None;
    let mut tags: FxHashSet<Attr> = FxHashSet::default();
    let mut duplicate = None;
    for inner in op.nested_ops() {
        let (ty, message) = op_match!(inner, {
            LandingpadOp(pad) => {
                (pad.res().ty(), "'llvm.landingpad' should have a consistent result type inside a function")
            }
            ResumeOp(resume) => {
                (resume.value().ty(), "'llvm.resume' should have a consistent input type inside a function")
            }
            _ => {
                if let Some(tag) = inner.cast::<BlockTagOp>()
                    && !tags.insert(tag.tag_attr())
                    && duplicate.is_none()
                {
                    duplicate = Some(tag);
                }
                continue;
            }
        });
        if *unwound.get_or_insert(ty) != ty {
            return Err(plain_error(op, message));
        }
    }
    match duplicate {
        None => Ok(()),
        Some(tag) => {
            let id = tag.tag().dyn_cast::<BlockTagAttr>(op.cx()).map_or(0, |tag| tag.id(op.cx()));
            Err(plain_error(tag.0, format!("duplicate block tag '{id}' in the same function: ")))
        }
    }
}

fn verify_func_regions(op: OpRef<'_>) -> CheckResult {
    let Some(entry) = LLVMFuncOp::view_of(op).body().entry() else { return Ok(()) };
    let foreign = entry.args().position(|arg| !is_compatible_type(op.cx(), arg.ty()));
    match foreign {
        Some(i) => Err(op_error(op, format!("entry block argument #{i} is not of LLVM type"))),
        None => Ok(()),
    }
}
