//! Functions, whose bodies are SSACFG or graph regions, and their terminators.

use terrace_dialects_builtin::function::{
    BUILTIN_FUNCTION, BuiltinFunction, parse_function, print_function, verify_function,
};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictArrayAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::interfaces::{Callable, FunctionOp, RegionBranchTerminator};
use terrace_ir::{CheckResult, OpRef};
use terrace_macros::op;

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &BuiltinFunction, &BUILTIN_FUNCTION);
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &BuiltinFunction)
}

/// A function whose ops run in order.
#[op("ml_program.func", traits(IsolatedFromAbove, Symbol), asm = (parse_func, print_func),
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func,
     interfaces(dyn FunctionOp = BuiltinFunction, dyn Callable = BuiltinFunction))]
pub struct FuncOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    sym_visibility: OptProp<StrAttr>,
    body: Region,
}

/// A function with a graph region as its body.
#[op("ml_program.subgraph", traits(GraphRegions, IsolatedFromAbove, SingleBlock, Symbol),
     asm = (parse_func, print_func),
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func,
     interfaces(dyn FunctionOp = BuiltinFunction, dyn Callable = BuiltinFunction))]
pub struct SubgraphOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    sym_visibility: OptProp<StrAttr>,
    body: Region,
}

/// Returns the results of a graph.
#[op("ml_program.output", traits(Pure, HasParent(&["ml_program.subgraph"]), ReturnLike, Terminator),
     interfaces(dyn RegionBranchTerminator), verify = verify_output,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct OutputOp {
    operands: VarOperand<ANY_TYPE>,
}

/// Returns from a function.
#[op("ml_program.return", traits(Pure, HasParent(&["ml_program.func"]), ReturnLike, Terminator),
     interfaces(dyn RegionBranchTerminator), verify = verify_return,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct ReturnOp {
    operands: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for OutputOp {}

impl RegionBranchTerminator for ReturnOp {}

fn verify_output(op: OpRef<'_>) -> CheckResult {
    verify_end(op, "outputs", "output")
}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    verify_end(op, "returns", "return")
}

/// Checks that the operands of a function's terminator match its result types.
fn verify_end(op: OpRef<'_>, gives: &str, given: &str) -> CheckResult {
    let cx = op.cx();
    let Some(function) = op.parent_op() else { return Ok(()) };
    let results = BuiltinFunction.result_types(function);
    let name = function.symbol_name().map_or("", |name| name.text(cx));
    if op.num_operands() != results.len() {
        let (has, wanted) = (op.num_operands(), results.len());
        return Err(op_error(
            op,
            format!("has {has} operands, but enclosing function (@{name}) {gives} {wanted}"),
        ));
    }
    for (i, (operand, &expected)) in op.operands().zip(&results).enumerate() {
        if operand.ty() != expected {
            let (has, wanted) = (cx.type_text(operand.ty()), cx.type_text(expected));
            return Err(plain_error(
                op,
                format!(
                    "type of {given} operand {i} ('{has}') doesn't match function result type ('{wanted}') in function \
                     @{name}"
                ),
            ));
        }
    }
    Ok(())
}
