//! Functions, calls and returns.

mod builder;

mod inline;

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{
    DictArrayAttr, FlatSymbolRefAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr, UnitAttr,
};
use terrace_ir::constraints::{ANY_TYPE, FUNCTION};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, op_error};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::{CallLike, Callable, Callee, FunctionOp, RegionBranchTerminator, SymbolUser};
use terrace_ir::symbols::{SymbolTables, nearest_symbol};
use terrace_ir::traits::Predicate;
use terrace_ir::{Attr, CheckResult, Context, Diag, OpKind, OpName, OpRef, RegionRef, Rewriter, Type, Value};
use terrace_macros::op;

pub use builder::NewFunction;

use terrace_dialects_builtin::function::{
    BUILTIN_FUNCTION, parse_function, print_function, verify_call, verify_function,
};

/// The dialect of functions.
pub static FUNC: DialectDef = DialectDef {
    name: "func",
    doc: "Functions, direct and indirect calls, and returns.",
    ops: &[CallIndirectOp::DEF, CallOp::DEF, ConstantOp::DEF, FuncOp::DEF, ReturnOp::DEF],
    depends: &["cf"],
    interfaces: &[
        &(&materialize as &dyn DialectFoldInterface),
        &(&inline::FuncInliner as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// Returns the constant op for an attribute.
fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let fits = attr.as_flat_symbol_ref(cx).is_some() && ty.function(cx).is_some();
    fits.then(|| (cx.op_name(ConstantOp::DEF.name), vec![attr]))
}

/// Calls the function that a value holds.
#[op("func.call_indirect",
     traits(Predicate(&INPUTS_MATCH), Predicate(&RESULTS_MATCH)),
     asm = (parse_call_indirect, print_call_indirect),
     syntax = "$callee `(` $callee_operands `)` attr-dict `:` functional-type($callee_operands, $results)",
     interfaces(dyn CallLike),
     canonicalize(call_known_function))]
pub struct CallIndirectOp {
    callee: Operand<FUNCTION>,
    callee_operands: VarOperand<ANY_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    results: VarRes<ANY_TYPE>,
}

static INPUTS_MATCH: Predicate = Predicate {
    summary: "callee input types match argument types",
    holds: |op| callee_type(op).is_some_and(|(inputs, _)| op.operand_types()[1..] == *inputs),
};

static RESULTS_MATCH: Predicate = Predicate {
    summary: "callee result types match result types",
    holds: |op| callee_type(op).is_some_and(|(_, results)| op.result_types() == results),
};

/// A call of a known function is a direct call.
fn call_known_function(rw: &mut Rewriter<'_>, op: CallIndirectOp) -> Option<()> {
    let view = op.view(rw);
    let callee = constant_value(view.callee())?;
    callee.as_flat_symbol_ref(rw.cx())?;
    let operands: Vec<Value> = view.callee_operands().map(|v| v.id()).collect();
    let (results, loc) = (view.0.result_types(), view.0.loc());
    rw.replace(op, CallOp::of(&operands).loc(loc).callee_attr(callee).results(&results));
    Some(())
}

fn callee_type(op: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    CallIndirectOp::view_of(op).callee().ty().function(op.cx())
}

fn parse_call_indirect(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let callee = p.operand()?;
    p.token("(")?;
    let operands_loc = p.loc();
    let operands = p.operand_list(Delimiter::None)?;
    p.token(")")?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let type_loc = p.loc();
    let ty = p.ty()?;
    let Some((inputs, results)) = ty.function(p.cx()).map(|(i, r)| (i.to_vec(), r.to_vec())) else {
        let text = p.cx().type_text(ty);
        let message =
            format!("invalid kind of type specified: expected builtin.function, but found '{text}'");
        return Err(p.error(type_loc, message));
    };
    state.results.extend_from_slice(&results);
    let callee: Value = p.resolve(callee, ty)?;
    state.operands.push(callee);
    let operands = p.resolve_all(&operands, &inputs, operands_loc)?;
    state.operands.extend_from_slice(&operands);
    Ok(())
}

fn print_call_indirect(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = CallIndirectOp::view_of(op);
    p.text(" ");
    p.value(view.callee());
    p.text("(");
    p.values(&mut view.callee_operands());
    p.text(")");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(view.callee().ty());
}

/// Calls the function that a symbol names.
#[op("func.call", traits(MemRefsNormalizable),
     format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
     interfaces(dyn SymbolUser, dyn CallLike))]
pub struct CallOp {
    callee: Prop<FlatSymbolRefAttr>,
    operands: VarOperand<ANY_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    no_inline: OptProp<UnitAttr>,
    _results: VarRes<ANY_TYPE>,
}

impl CallLike for CallOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }

    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        (0, op.num_operands())
    }
}

impl CallLike for CallIndirectOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        Some(Callee::Value(CallIndirectOp::view_of(op).callee()))
    }

    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        (1, op.num_operands() - 1)
    }
}

impl Callable for FuncOp {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(FuncOp::view_of(op).body()).filter(|region| !region.is_empty())
    }

    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        FuncOp::view_of(op).function_type().1.to_vec()
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let cx = op.cx();
        let callee = CallOp::view_of(op).callee_attr().opt();
        let Some((callee, name)) = callee.and_then(|c| Some((c, c.as_flat_symbol_ref(cx)?))) else {
            return Err(op_error(op, "requires a 'callee' symbol reference attribute"));
        };
        let function = tables.lookup_nearest(op, callee).and_then(|f| f.cast::<FuncOp>());
        let Some((inputs, results)) = function.map(|view| view.function_type()) else {
            let name = String::from_utf8_lossy(name.bytes(cx));
            let meant = nearest_symbol::<FuncOp>(op, &name);
            let message = format!("'{name}' does not reference a valid function");
            return Err(op_error(op, message).did_you_mean(meant));
        };
        verify_call(op, inputs, results)
    }
}

/// A function as a value.
#[op("func.constant",
     traits(ConstantLike, Pure, OpAsmInterface),
     format = "attr-dict $value `:` type(results)",
     names = name_constant, interfaces(dyn SymbolUser), fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into())]
pub struct ConstantOp {
    value: Prop<FlatSymbolRefAttr>,
    _result: Res<ANY_TYPE>,
}

fn name_constant(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    set(op.single_result().id(), "f");
}

impl SymbolUser for ConstantOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let (cx, view) = (op.cx(), ConstantOp::view_of(op));
        let Some(value) = view.value_attr().opt() else { return Ok(()) };
        let function = tables.lookup_nearest(op, value).and_then(|f| f.cast::<FuncOp>());
        let Some(function) = function else {
            let name = value.as_flat_symbol_ref(cx).map_or(&b""[..], |n| n.bytes(cx));
            let name = String::from_utf8_lossy(name);
            let meant = nearest_symbol::<FuncOp>(op, &name);
            return Err(op_error(op, format!("reference to undefined function '{name}'")).did_you_mean(meant));
        };
        if function.function_type_attr().as_type(cx) != Some(op.single_result().ty()) {
            return Err(op_error(op, "reference to function with mismatched type"));
        }
        Ok(())
    }
}

/// A function: a symbol with a type, and a body unless it is declared only.
#[op("func.func",
     traits(AffineScope, AutomaticAllocationScope, Symbol, IsolatedFromAbove, OpAsmInterface),
     asm = (parse_func, print_func),
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func, default_dialect = "func",
     interfaces(dyn FunctionOp, dyn Callable))]
pub struct FuncOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    sym_visibility: OptProp<StrAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    no_inline: OptProp<UnitAttr>,
    body: Region,
}

impl<'a> FuncOpView<'a> {
    /// Whether the function has no body.
    pub fn is_declaration(self) -> bool {
        self.body().is_empty()
    }

    /// The returns that end its blocks, in the order of the blocks.
    pub fn returns(self) -> Vec<OpRef<'a>> {
        let ends = self.body().blocks().filter_map(|block| block.last());
        ends.filter(|end| end.isa::<ReturnOp>()).collect()
    }
}

impl FunctionOp for FuncOp {}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &FuncOp::MODEL, &BUILTIN_FUNCTION);
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &FuncOp::MODEL)
}

/// Returns from a function.
#[op("func.return",
     traits(MemRefsNormalizable, Pure, HasParent(&["func.func"]), ReturnLike, Terminator),
     format = "attr-dict ($operands^ `:` type($operands))?",
     verify = verify_return, interfaces(dyn RegionBranchTerminator))]
pub struct ReturnOp {
    operands: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for ReturnOp {}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    let Some(function) = op.parent_op().and_then(|f| f.cast::<FuncOp>()) else { return Ok(()) };
    let (_, results) = function.function_type();
    let cx = op.cx();
    let name = || {
        let name: Attr = function.sym_name_attr();
        name.as_string(cx).map_or(String::new(), |n| String::from_utf8_lossy(n.bytes(cx)).into_owned())
    };
    if op.num_operands() != results.len() {
        let message = format!(
            "has {} operands, but enclosing function (@{}) returns {}",
            op.num_operands(),
            name(),
            results.len()
        );
        return Err(op_error(op, message));
    }
    for (i, (operand, &expected)) in op.operands().zip(results).enumerate() {
        if operand.ty() != expected {
            let message = format!(
                "type of return operand {i} ('{}') doesn't match function result type ('{}') in function @{}",
                cx.type_text(operand.ty()),
                cx.type_text(expected),
                name()
            );
            let mut diag = Diag::error(op.loc(), message);
            diag.op = Some(op.handle());
            return Err(diag);
        }
    }
    Ok(())
}
