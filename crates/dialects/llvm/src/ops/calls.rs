//! Calls, direct and indirect, with and without a place to unwind to.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attr_kind::{
    ArrayAttr, DenseI32ArrayAttr, DictArrayAttr, FlatSymbolRefAttr, StrAttr, UnitAttr,
};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::interfaces::{BranchOp, CallLike, Callee, SuccessorOperands, SymbolUser};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, AttrData, CheckResult, Loc, OpKind, OpRef, Type, Value, ValueRef};
use terrace_macros::op;

use super::bundles::{Bundles, parse_bundles, print_bundles, verify_bundles};
use super::call_verify::{verify_call_symbol, verify_var_callee};
use super::control::{print_target, verify_weights};
use super::globals::{keyword_of, set_enum_param};
use crate::attrs::*;
use crate::constraints::*;
use crate::enums::{CConv, TailCallKind};
use crate::types::VoidType;

/// Calls a function, which a symbol names or the first operand points to.
#[op("llvm.call", traits(AttrSizedOperandSegments), asm = (parse_call, print_call),
     syntax = "($CConv)? ($TailCallKind)? ($callee | <pointer>) `(` $callee_operands `)` (`vararg` `(` $var_callee_type \
               `)`)? (`[` <operand bundles> `]`)? attr-dict `:` (<type of pointer> `,`)? functional-type($callee_operands, \
               $result)",
     verify = verify_bundles, interfaces(dyn CallLike, dyn SymbolUser))]
pub struct CallOp {
    var_callee_type: OptProp<FunctionTypeKind>,
    callee: OptProp<FlatSymbolRefAttr>,
    callee_operands: VarOperand<LLVM_TYPE>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    CConv: DefaultProp<CConvKind, c_cconv>,
    TailCallKind: DefaultProp<TailCallKindKind, no_tail_call>,
    memory_effects: OptProp<MemoryEffectsKind>,
    convergent: OptProp<UnitAttr>,
    no_unwind: OptProp<UnitAttr>,
    will_return: OptProp<UnitAttr>,
    op_bundle_operands: VarVarOperand<LLVM_TYPE, "op_bundle_sizes">,
    op_bundle_sizes: Prop<DenseI32ArrayAttr>,
    op_bundle_tags: OptProp<ArrayAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    no_inline: OptProp<UnitAttr>,
    always_inline: OptProp<UnitAttr>,
    inline_hint: OptProp<UnitAttr>,
    access_groups: OptProp<AccessGroupArrayKind>,
    alias_scopes: OptProp<AliasScopeArrayKind>,
    noalias_scopes: OptProp<AliasScopeArrayKind>,
    tbaa: OptProp<TbaaTagArrayKind>,
    result: OptRes<LLVM_TYPE>,
}

/// Calls a function and branches to one of two blocks, depending on whether it returns or unwinds.
#[op("llvm.invoke", traits(AttrSizedOperandSegments, Check(verify_weights), Terminator),
     asm = (parse_invoke, print_invoke),
     syntax = "($CConv)? ($callee | <pointer>) `(` $callee_operands `)` `to` $normalDest `unwind` $unwindDest (`vararg` \
               `(` $var_callee_type `)`)? (`[` <operand bundles> `]`)? attr-dict `:` (<type of pointer> `,`)? \
               functional-type($callee_operands, $result)",
     verify = verify_invoke, interfaces(dyn CallLike, dyn BranchOp))]
pub struct InvokeOp {
    var_callee_type: OptProp<FunctionTypeKind>,
    callee: OptProp<FlatSymbolRefAttr>,
    callee_operands: VarOperand<LLVM_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    normalDestOperands: VarOperand<LLVM_TYPE>,
    unwindDestOperands: VarOperand<LLVM_TYPE>,
    branch_weights: OptProp<DenseI32ArrayAttr>,
    CConv: DefaultProp<CConvKind, c_cconv>,
    op_bundle_operands: VarVarOperand<LLVM_TYPE, "op_bundle_sizes">,
    op_bundle_sizes: Prop<DenseI32ArrayAttr>,
    op_bundle_tags: OptProp<ArrayAttr>,
    result: OptRes<LLVM_TYPE>,
    normalDest: Succ,
    unwindDest: Succ,
}

/// Calls an intrinsic of LLVM by its name.
#[op("llvm.call_intrinsic", traits(AttrSizedOperandSegments),
     asm = (parse_call_intrinsic, print_call_intrinsic),
     syntax = "$intrin `(` $args `)` (`[` <operand bundles> `]`)? attr-dict `:` functional-type($args, $results)",
     verify = verify_call_intrinsic)]
pub struct CallIntrinsicOp {
    intrin: Prop<StrAttr>,
    args: VarOperand<LLVM_TYPE>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    op_bundle_operands: VarVarOperand<LLVM_TYPE, "op_bundle_sizes">,
    op_bundle_sizes: Prop<DenseI32ArrayAttr>,
    op_bundle_tags: OptProp<ArrayAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    results: OptRes<LLVM_TYPE>,
}

/// Calls inline assembly.
#[op("llvm.inline_asm", interfaces(dyn MemoryEffects), verify = verify_inline_asm,
     format = "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? \
               (`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? \
               (`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands `:` \
               functional-type(operands, results)")]
pub struct InlineAsmOp {
    operands: VarOperand<LLVM_TYPE>,
    asm_string: Prop<StrAttr>,
    constraints: Prop<StrAttr>,
    has_side_effects: OptProp<UnitAttr>,
    is_align_stack: OptProp<UnitAttr>,
    tail_call_kind: DefaultProp<TailCallKindKind, no_tail_call>,
    asm_dialect: OptProp<AsmDialectKind>,
    operand_attrs: OptProp<ArrayAttr>,
    res: OptRes<LLVM_TYPE>,
}

impl MemoryEffects for InlineAsmOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        if InlineAsmOp::view_of(op).has_side_effects() {
            out.push(Effect::new(EffectKind::Write, None));
            out.push(Effect::new(EffectKind::Read, None));
        }
    }
}

fn verify_inline_asm(op: OpRef<'_>) -> CheckResult {
    if InlineAsmOp::view_of(op).tail_call_kind() == TailCallKind::MustTail {
        return Err(op_error(op, "tail call kind 'musttail' is not supported by this operation"));
    }
    Ok(())
}

/// Catches the exception of an unwinding call; the first op of the unwind destination of an `llvm.invoke`.
#[op("llvm.landingpad", asm = (parse_landingpad, print_landingpad),
     syntax = "(`cleanup`)? (`(` (`catch` | `filter`) <value> `:` <type> `)`)* attr-dict `:` type($res)",
     verify = super::call_verify::verify_landingpad)]
pub struct LandingpadOp {
    cleanup: OptProp<UnitAttr>,
    _operands: VarOperand<LLVM_TYPE>,
    res: Res<LLVM_TYPE>,
}

/// The next of the arguments that a function has besides its parameters.
#[op("llvm.va_arg", format = "$arg attr-dict `:` functional-type($arg, $res)")]
pub struct VaArgOp {
    arg: Operand<POINTER>,
    res: Res<LLVM_TYPE>,
}

impl CallOp {
    /// A call of the function that a symbol names, a flat one. Without `result`, nothing is returned.
    pub fn of_symbol<'a>(
        loc: Loc,
        callee: Attr,
        arguments: &[Value],
        result: Option<Type>,
    ) -> CallOpBuilder<'a> {
        let call = Self::of().callee_attr(callee).callee_operands(arguments).op_bundle_operands(&[]).loc(loc);
        match result {
            Some(ty) => call.result(ty),
            None => call,
        }
    }

    /// A call of the function that a pointer points to. Without `result`, nothing is returned.
    pub fn of_pointer<'a>(
        loc: Loc,
        callee: Value,
        arguments: &[Value],
        result: Option<Type>,
    ) -> CallOpBuilder<'a> {
        let operands = [&[callee], arguments].concat();
        let call = Self::of().callee_operands(&operands).op_bundle_operands(&[]).loc(loc);
        match result {
            Some(ty) => call.result(ty),
            None => call,
        }
    }
}

impl<'a> CallOpView<'a> {
    /// The arguments of the call, without the pointer of an indirect one.
    pub fn arguments(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone + use<'a> {
        self.callee_operands().skip(usize::from(self.callee_attr().is_none()))
    }
}

impl<'a> InvokeOpView<'a> {
    /// The arguments of the call, without the pointer of an indirect one.
    pub fn arguments(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone + use<'a> {
        self.callee_operands().skip(usize::from(self.callee_attr().is_none()))
    }
}

impl CallLike for CallOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        let view = CallOp::view_of(op);
        view.callee_attr().map(Callee::Symbol).or_else(|| view.callee_operands().next().map(Callee::Value))
    }

    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        let view = CallOp::view_of(op);
        (usize::from(view.callee_attr().is_none()), view.arguments().len())
    }
}

impl CallLike for InvokeOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        let view = InvokeOp::view_of(op);
        view.callee_attr().map(Callee::Symbol).or_else(|| view.callee_operands().next().map(Callee::Value))
    }

    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        let view = InvokeOp::view_of(op);
        (usize::from(view.callee_attr().is_none()), view.arguments().len())
    }
}

impl BranchOp for InvokeOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index + 1)
    }

    fn successor_for_operands(&self, _op: OpRef<'_>, _constants: &[Option<Attr>]) -> Option<usize> {
        None
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        verify_call_symbol(op, tables)
    }
}

fn verify_call_intrinsic(op: OpRef<'_>) -> CheckResult {
    if !CallIntrinsicOp::view_of(op).intrin().starts_with("llvm.") {
        return Err(op_error(op, "intrinsic name must start with 'llvm.'"));
    }
    verify_bundles(op)
}

fn verify_invoke(op: OpRef<'_>) -> CheckResult {
    let view = InvokeOp::view_of(op);
    let arguments: Vec<Type> = view.arguments().map(|argument| argument.ty()).collect();
    verify_var_callee(op, view.var_callee_type(), &arguments, view.result())?;
    match view.unwind_dest().first() {
        None => return Err(plain_error(op, "must have at least one operation in unwind destination")),
        Some(first) if !first.isa::<LandingpadOp>() => {
            let message = "first operation in unwind destination should be a llvm.landingpad operation";
            return Err(plain_error(op, message));
        }
        Some(_) => {}
    }
    verify_bundles(op)
}

/// The start of a call: its callee and arguments.
struct CallStart {
    is_direct: bool,
    operands: Vec<Operand>,
}

/// `@callee(%args)` or `%pointer(%args)`.
fn parse_callee(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<CallStart> {
    let mut operands: Vec<Operand> = p.optional_operand()?.into_iter().collect();
    let is_direct = operands.is_empty();
    if is_direct {
        let loc = p.loc();
        let callee = p.attr(Type::NONE)?;
        if !matches!(callee.data(p.cx()), AttrData::SymbolRef { .. }) {
            return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
        }
        state.set_prop(p.cx(), "callee", callee);
    }
    operands.extend(p.operand_list(Delimiter::Paren)?);
    Ok(CallStart { is_direct, operands })
}

/// `vararg(type)`, or nothing.
fn parse_vararg(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    if !p.optional_token("vararg") {
        return Ok(());
    }
    p.token("(")?;
    let loc = p.loc();
    let ty = p.attr(Type::NONE)?;
    if ty.as_type(p.cx()).is_none() {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    state.set_prop(p.cx(), "var_callee_type", ty);
    p.token(")")
}

/// `: pointer-type, (types) -> types` with attributes; the callee's operands are resolved.
fn parse_signature(p: &mut dyn OpParser, state: &mut ParseState, start: &CallStart) -> PResult<()> {
    let loc = p.loc();
    p.token(":")?;
    let mut types = Vec::new();
    if !start.is_direct {
        types.push(p.ty()?);
        if !p.optional_token(",") {
            let message = "expected indirect call to have 2 trailing types";
            return Err(p.error(loc, message.to_string()));
        }
    }
    let signature = terrace_dialects_builtin::function::parse_call_signature(p);
    let Ok(((inputs, input_attrs), (results, result_attrs))) = signature else {
        let message = match start.is_direct {
            true => "expected direct call to have 1 trailing types",
            false => "expected trailing function type",
        };
        return Err(p.error(loc, message.to_string()));
    };
    if results.len() > 1 {
        return Err(p.error(loc, "expected function with 0 or 1 result".to_string()));
    }
    if results.first().is_some_and(|ty| ty.isa::<VoidType>(p.cx())) {
        return Err(p.error(loc, "expected a non-void result type".to_string()));
    }
    types.extend(inputs);
    let name_loc = p.name_loc();
    let values = p.resolve_all(&start.operands, &types, name_loc)?;
    state.operands.extend(values);
    state.results.extend(results);
    terrace_dialects_builtin::function::set_dicts(p, state, "arg_attrs", &input_attrs)?;
    terrace_dialects_builtin::function::set_dicts(p, state, "res_attrs", &result_attrs)
}

/// Prints the syntax of [`parse_signature`].
fn print_signature(p: &mut dyn OpPrinter, op: OpRef<'_>, pointer: Option<ValueRef<'_>>, arguments: &[Type]) {
    p.text(" : ");
    if let Some(pointer) = pointer {
        p.ty(pointer.ty());
        p.text(", ");
    }
    let results = op.result_types();
    terrace_dialects_builtin::function::print_signature(p, op, arguments, false, &results, None);
    if results.is_empty() {
        p.text(" -> ()");
    }
}

fn print_callee<'a>(
    p: &mut dyn OpPrinter,
    callee: Option<terrace_ir::Str>,
    operands: &mut dyn Iterator<Item = ValueRef<'a>>,
    cx: &terrace_ir::Context,
) {
    match callee {
        Some(callee) => p.symbol(callee.bytes(cx)),
        None => {
            if let Some(pointer) = operands.next() {
                p.value(pointer);
            }
        }
    }
    p.text("(");
    p.values(operands);
    p.text(")");
}

fn print_vararg(p: &mut dyn OpPrinter, ty: Option<Type>) {
    if let Some(ty) = ty {
        p.text(" vararg(");
        p.ty(ty);
        p.text(")");
    }
}

fn parse_call(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    set_enum_param::<CConv>(p, state, "CConv", CConvAttr::DEF);
    set_enum_param::<TailCallKind>(p, state, "TailCallKind", TailCallKindAttr::DEF);
    let start = parse_callee(p, state)?;
    parse_vararg(p, state)?;
    let bundles = parse_bundles(p, state)?;
    p.optional_attr_dict(state)?;
    parse_signature(p, state, &start)?;
    finish_bundles(p, state, &bundles, &[start.operands.len()])
}

/// Resolves the operands of bundles after all others, and stores the sizes of segments.
fn finish_bundles(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    bundles: &Bundles,
    before: &[usize],
) -> PResult<()> {
    let count = bundles.resolve(p, state)?;
    let sizes: Vec<usize> = before.iter().copied().chain([count]).collect();
    state.set_operand_segments(p.cx(), &sizes);
    Ok(())
}

fn print_call(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), CallOp::view_of(op));
    p.text(" ");
    if view.c_conv() != CConv::C {
        p.text(view.c_conv().keyword());
        p.text(" ");
    }
    if view.tail_call_kind() != TailCallKind::None {
        p.text(view.tail_call_kind().keyword());
        p.text(" ");
    }
    print_callee(p, view.callee(), &mut view.callee_operands(), cx);
    print_vararg(p, view.var_callee_type());
    print_bundles(p, op, " ", "");
    print_attrs(p, op);
    let pointer = view.callee_operands().next().filter(|_| view.callee().is_none());
    let arguments: Vec<Type> = view.arguments().map(|argument| argument.ty()).collect();
    print_signature(p, op, pointer, &arguments);
}

/// The attributes of calls that the syntax shows elsewhere.
const CALL_ELIDED: &[&str] = &[
    "callee",
    "TailCallKind",
    "var_callee_type",
    "CConv",
    "operandSegmentSizes",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
    "intrin",
];

fn print_attrs(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let is_default = super::arith::has_no_fastmath_flags(op);
    let elided: Vec<&str> =
        CALL_ELIDED.iter().copied().chain(is_default.then_some("fastmathFlags")).collect();
    p.attr_dict(op, &elided);
}

fn parse_invoke(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    set_enum_param::<CConv>(p, state, "CConv", CConvAttr::DEF);
    let start = parse_callee(p, state)?;
    p.token("to")?;
    let normal = parse_successor(p, state)?;
    p.token("unwind")?;
    let unwind = parse_successor(p, state)?;
    parse_vararg(p, state)?;
    let bundles = parse_bundles(p, state)?;
    p.optional_attr_dict(state)?;
    parse_signature(p, state, &start)?;
    // The operands of bundles were read first, but come last.
    let sizes = [start.operands.len(), normal.len(), unwind.len()];
    state.operands.extend(normal);
    state.operands.extend(unwind);
    finish_bundles(p, state, &bundles, &sizes)
}

/// `^block` or `^block(%a, %b : types)`: the operands.
fn parse_successor(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<Vec<terrace_ir::Value>> {
    let block = p.successor()?;
    state.successors.push(block);
    if !p.optional_token("(") {
        return Ok(Vec::new());
    }
    let loc = p.loc();
    let operands = p.operand_list(Delimiter::None)?;
    p.token(":")?;
    let types = p.type_list()?;
    p.token(")")?;
    p.resolve_all(&operands, &types, loc)
}

fn print_invoke(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), InvokeOp::view_of(op));
    p.text(" ");
    if view.c_conv() != CConv::C {
        p.text(view.c_conv().keyword());
        p.text(" ");
    }
    print_callee(p, view.callee(), &mut view.callee_operands(), cx);
    p.text(" to ");
    print_target(p, view.normal_dest(), &mut view.normal_dest_operands());
    p.text(" unwind ");
    print_target(p, view.unwind_dest(), &mut view.unwind_dest_operands());
    print_vararg(p, view.var_callee_type());
    print_bundles(p, op, " ", "");
    print_attrs(p, op);
    let pointer = view.callee_operands().next().filter(|_| view.callee().is_none());
    let arguments: Vec<Type> = view.arguments().map(|argument| argument.ty()).collect();
    print_signature(p, op, pointer, &arguments);
}

fn parse_call_intrinsic(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let loc = p.loc();
    let name = p.attr(Type::NONE)?;
    if name.as_str(p.cx()).is_none() {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    state.set_prop(p.cx(), "intrin", name);
    p.token("(")?;
    let operands = p.operand_list(Delimiter::None)?;
    p.token(")")?;
    let bundles = parse_bundles(p, state)?;
    p.optional_attr_dict(state)?;
    let start = CallStart { is_direct: true, operands };
    parse_signature(p, state, &start)?;
    finish_bundles(p, state, &bundles, &[start.operands.len()])
}

fn print_call_intrinsic(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = CallIntrinsicOp::view_of(op);
    p.text(" ");
    p.attr_without_type(view.intrin_attr());
    p.text("(");
    p.values(&mut view.args());
    p.text(")");
    print_bundles(p, op, " ", "");
    print_attrs(p, op);
    let arguments: Vec<Type> = view.args().map(|argument| argument.ty()).collect();
    print_signature(p, op, None, &arguments);
}

fn parse_landingpad(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    if p.optional_token("cleanup") {
        state.set_prop(p.cx(), "cleanup", Attr::UNIT);
    }
    while p.optional_token("(") && keyword_of(p, &["filter", "catch"]).is_some() {
        let operand = p.operand()?;
        p.token(":")?;
        let ty = p.ty()?;
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
        p.token(")")?;
    }
    // Upstream prints these, and does not read them.
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let ty = p.ty()?;
    state.results.push(ty);
    Ok(())
}

fn print_landingpad(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = LandingpadOp::view_of(op);
    p.text(if view.cleanup() { " cleanup " } else { " " });
    for clause in view.operands() {
        let is_filter = clause.ty().isa::<crate::types::ArrayType>(op.cx());
        p.text(if is_filter { "(filter " } else { "(catch " });
        p.value(clause);
        p.text(" : ");
        p.ty(clause.ty());
        p.text(") ");
    }
    p.attr_dict(op, &["cleanup"]);
    p.text(": ");
    p.ty(view.res().ty());
}
