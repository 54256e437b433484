//! Kinds of regions, symbols, and a trait of one's own.

use terrace::dialects::constraints::ANY_TYPE;
use terrace::ir::attr_kind::SymbolNameAttr;
use terrace::prelude::*;

/// A region in which a value may be used before it is defined.
#[op("my.graph", traits(GraphRegions, SingleBlock, NoTerminator), format = "attr-dict-with-keyword $body")]
pub struct GraphOp {
    body: Region<Sized<1>>,
}

/// A named table of symbols, whose ops use nothing from outside.
#[op(
    "my.library",
    traits(IsolatedFromAbove, SymbolTable, Symbol, SingleBlock, NoTerminator),
    format = "$sym_name attr-dict-with-keyword $body"
)]
pub struct LibraryOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

/// A trait: the op has an even number of operands.
fn even_operands(op: OpRef<'_>) -> CheckResult {
    match op.num_operands() % 2 {
        0 => Ok(()),
        _ => Err(op_error(op, "requires an even number of operands")),
    }
}

/// Takes pairs of values.
#[op("my.pairs", traits(Check(even_operands)), format = "$args attr-dict `:` type($args)")]
pub struct PairsOp {
    args: VarOperand<ANY_TYPE>,
}
