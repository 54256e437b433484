//! Tasks, their groups, and functions that return before their results are there.

use std::ops::Range;

use terrace_dialects_builtin::function::{
    BUILTIN_FUNCTION, BuiltinFunction, parse_function, print_function, verify_call, verify_function,
};
use terrace_ir::asm::{Argument, Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictArrayAttr, FlatSymbolRefAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::interfaces::{
    CallLike, Callable, Callee, FunctionOp, RegionBranchOp, RegionBranchTerminator, RegionPoint, SymbolUser,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{CheckResult, Op, OpKind, OpRef, Rewriter, Type, ValueRef};
use terrace_macros::op;

use super::types::*;

/// Adds a task to a group; returns its number there.
#[op("async.add_to_group", traits(InferTypes), format = "$operand `,` $group `:` type($operand) attr-dict")]
pub struct AddToGroupOp {
    operand: Operand<VALUE_OR_TOKEN>,
    group: Operand<GROUP>,
    rank: Res<INDEX>,
}

/// Waits for all tasks of a group.
#[op("async.await_all", format = "$operand attr-dict")]
pub struct AwaitAllOp {
    operand: Operand<GROUP>,
}

/// A new group for a number of tasks.
#[op(
    "async.create_group",
    traits(Pure, InferTypes),
    canonicalize(unused_group),
    format = "$size `:` type($result) attr-dict"
)]
pub struct CreateGroupOp {
    size: Operand<INDEX>,
    result: Res<GROUP>,
}

/// A group to which nothing is added need not be awaited.
fn unused_group(rw: &mut Rewriter<'_>, op: CreateGroupOp) -> Option<()> {
    let users: Vec<OpRef<'_>> = op.view(rw).result().uses().map(|(user, _)| user).collect();
    if !users.iter().all(|user| user.isa::<AwaitAllOp>()) {
        return None;
    }
    let users: Vec<Op> = users.into_iter().map(|user| user.id()).collect();
    for user in users {
        rw.erase_op(user);
    }
    rw.erase_op(op);
    Some(())
}

/// Waits for a task; returns the value that it computed.
#[op("async.await", customs(&AWAIT_RESULT_TYPE), verify = verify_await,
     format = "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict")]
pub struct AwaitOp {
    operand: Operand<VALUE_OR_TOKEN>,
    result: OptRes<ANY_TYPE>,
}

/// The type of what is awaited, from which that of the result follows.
static AWAIT_RESULT_TYPE: CustomDirective =
    CustomDirective { name: "AwaitResultType", parse: parse_awaited, print: print_awaited };

fn parse_awaited(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let &[CustomArg::OperandType(operand), CustomArg::ResultType(result)] = args else { return Ok(false) };
    let ty = p.ty()?;
    state.slots.operand_types[operand as usize].push(ty);
    state.slots.result_types[result as usize].extend(awaited(p.cx(), ty));
    Ok(true)
}

fn print_awaited(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    p.ty(AwaitOp::view_of(op).operand().ty());
}

fn verify_await(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AwaitOp::view_of(op));
    match (awaited(cx, view.operand().ty()), view.result().map(|result| result.ty())) {
        (None, Some(_)) => Err(op_error(op, "awaiting on a token must have empty result")),
        (Some(value), result) if result != Some(value) => {
            let found = result.map_or("<<NULL TYPE>>".to_owned(), |ty| format!("'{}'", cx.type_text(ty)));
            let value = cx.type_text(value);
            Err(op_error(op, format!("result type {found} does not match async value type '{value}'")))
        }
        _ => Ok(()),
    }
}

/// Runs a body as a task after others; in the body, values that tasks computed are there.
#[op("async.execute",
     traits(SingleBlockImplicitTerminator("async.yield"), AttrSizedOperandSegments, AutomaticAllocationScope,
            RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp), asm = (parse_execute, print_execute), verify_regions = verify_execute,
     syntax = "(`[` $dependencies `]`)? (`(` $bodyOperands `as` <argument> `:` type($bodyOperands) `)`)? (`->` \
               type($bodyResults))? (`attributes` attr-dict)? $bodyRegion")]
pub struct ExecuteOp {
    dependencies: VarOperand<TOKEN>,
    bodyOperands: VarOperand<VALUE_OR_TOKEN>,
    token: Res<TOKEN>,
    bodyResults: VarRes<VALUE>,
    bodyRegion: Region<Sized<1>>,
}

/// The operand slot of the values that the body reads.
const BODY_OPERANDS: usize = 1;

impl RegionBranchOp for ExecuteOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        let view = ExecuteOp::view_of(op);
        match target {
            RegionPoint::Parent => view.body_results().collect(),
            RegionPoint::Region(_) => {
                view.body_region().entry().into_iter().flat_map(|entry| entry.args()).collect()
            }
        }
    }

    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        let (start, len) = op.operand_range(BODY_OPERANDS);
        start..start + len
    }

    fn types_compatible(&self, _from: Type, _to: Type) -> bool {
        // A value is unwrapped on entry and wrapped on exit; the verifiers of both ops compare them.
        true
    }
}

fn parse_execute(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let token: Type = TokenType::get(p.cx()).into();
    let tokens = p.operand_list(Delimiter::OptionalSquare)?;
    let mut segments = [tokens.len(), 0];
    for operand in tokens {
        state.operands.push(p.resolve(operand, token)?);
    }
    let mut arguments: Vec<Argument> = Vec::new();
    if p.optional_token("(") && !p.optional_token(")") {
        loop {
            let operand = p.operand()?;
            p.token("as")?;
            let mut argument = p.argument(false, false)?;
            p.token(":")?;
            let loc = p.loc();
            let ty = p.ty()?;
            let Some(value) = awaited(p.cx(), ty) else {
                return Err(p.error(loc, "expected an async value type".to_string()));
            };
            argument.ty = value;
            arguments.push(argument);
            state.operands.push(p.resolve(operand, ty)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    segments[1] = arguments.len();
    state.results.push(token);
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    p.optional_attr_dict_with_keyword(state)?;
    let region = p.region(state, &arguments, false)?;
    p.ensure_terminator(state, region);
    state.set_operand_segments(p.cx(), &segments);
    Ok(())
}

fn print_execute(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ExecuteOp::view_of(op);
    if view.dependencies().next().is_some() {
        p.text(" [");
        p.values(&mut view.dependencies());
        p.text("]");
    }
    let args = view.body_region().entry().into_iter().flat_map(|entry| entry.args());
    for (i, (operand, arg)) in view.body_operands().zip(args).enumerate() {
        p.text(if i == 0 { " (" } else { ", " });
        p.value(operand);
        p.text(" as ");
        p.value(arg);
        p.text(": ");
        p.ty(operand.ty());
    }
    if view.body_operands().next().is_some() {
        p.text(")");
    }
    let types: Vec<Type> = view.body_results().map(|result| result.ty()).collect();
    p.optional_arrow_types(&types);
    p.attr_dict_with_keyword(op, &["operandSegmentSizes"]);
    p.text(" ");
    p.region(view.body_region(), false, true);
}

fn verify_execute(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExecuteOp::view_of(op));
    let Some(entry) = view.body_region().entry() else { return Ok(()) };
    let unwrapped = view.body_operands().map(|operand| awaited(cx, operand.ty()));
    if !unwrapped.eq(entry.args().map(|arg| Some(arg.ty()))) {
        let what = "async body region argument types do not match the execute operation arguments types";
        return Err(op_error(op, what));
    }
    let wrapped = view.body_results().map(|result| awaited(cx, result.ty()));
    let end = entry.last();
    if end.is_some_and(|end| !wrapped.eq(end.operands().map(|value| Some(value.ty())))) {
        return Err(op_error(op, "the types of its results do not match those that its body yields"));
    }
    Ok(())
}

/// Returns values from the body of a task.
#[op("async.yield", traits(HasParent(&["async.execute"]), Pure, Terminator, ReturnLike),
     interfaces(dyn RegionBranchTerminator), format = "($operands^ `:` type($operands))? attr-dict")]
pub struct YieldOp {
    operands: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for YieldOp {}

/// A function that returns at once; its results are values that it computes as a task.
#[op("async.func", traits(IsolatedFromAbove, Symbol), asm = (parse_func, print_func), default_dialect = "async",
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func, interfaces(dyn FunctionOp = BuiltinFunction, dyn Callable = BuiltinFunction))]
pub struct FuncOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    sym_visibility: OptProp<StrAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    body: Region,
}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &BuiltinFunction, &BUILTIN_FUNCTION);
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    verify_function(op, &BuiltinFunction)?;
    let results = BuiltinFunction.result_types(op);
    if results.is_empty() {
        return Err(op_error(op, "result is expected to be at least of size 1, but got 0"));
    }
    for (i, &ty) in results.iter().enumerate() {
        if !is_token(cx, ty) && awaited(cx, ty).is_none() {
            let ty = cx.type_text(ty);
            let what = format!("result type must be async value type or async token type, but got '{ty}'");
            return Err(op_error(op, what));
        }
        if is_token(cx, ty) && i != 0 {
            let what = format!(
                " results' (optional) async token type is expected to appear as the 1st return value, but got {}",
                i + 1
            );
            return Err(op_error(op, what));
        }
    }
    Ok(())
}

/// Calls an asynchronous function.
#[op("async.call", interfaces(dyn CallLike, dyn SymbolUser),
     format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)")]
pub struct CallOp {
    callee: Prop<FlatSymbolRefAttr>,
    operands: VarOperand<ANY_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    _results: VarRes<VALUE_OR_TOKEN>,
}

impl CallLike for CallOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }

    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        (0, op.num_operands())
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let callee = CallOp::view_of(op).callee_attr();
        let function = tables.lookup_nearest(op, callee).and_then(|function| function.cast::<FuncOp>());
        let Some(function) = function else {
            let name = callee.as_flat_symbol_ref(op.cx()).map_or("", |name| name.text(op.cx()));
            return Err(op_error(op, format!("'{name}' does not reference a valid async function")));
        };
        let (inputs, results) = function.function_type();
        verify_call(op, inputs, results)
    }
}

/// Returns values from an asynchronous function.
#[op("async.return", traits(Pure, HasParent(&["async.func"]), ReturnLike, Terminator), verify = verify_return,
     interfaces(dyn RegionBranchTerminator), format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct ReturnOp {
    operands: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for ReturnOp {}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let Some(function) = op.parent_op() else { return Ok(()) };
    let results = BuiltinFunction.result_types(function);
    let token = usize::from(results.first().is_some_and(|&ty| is_token(cx, ty)));
    let values = results[token..].iter().map(|&ty| awaited(cx, ty));
    match values.eq(op.operands().map(|operand| Some(operand.ty()))) {
        true => Ok(()),
        false => Err(op_error(op, "operand types do not match the types returned from the parent FuncOp")),
    }
}
