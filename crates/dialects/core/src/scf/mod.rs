//! The dialect scf: structured loops and branches.
//!
//! The map: [`for_loop`] and [`forall`] are counted loops, [`parallel`] is one with reductions,
//! [`while_loop`] one with a condition; [`branch`] has the ops that execute one of their regions;
//! [`terminators`] end regions. The `canonicalize*` modules hold their patterns.

pub mod branch;
pub mod build;
mod canonicalize;
mod canonicalize_if;
mod canonicalize_parallel;
mod canonicalize_while;
pub mod for_loop;
pub mod forall;
pub mod index_switch;
pub mod parallel;
pub mod terminators;
mod trip_count;
mod value_bounds;
pub mod while_loop;

pub use branch::*;
pub use canonicalize::promote_if_one_iteration;
pub use canonicalize_parallel::promote_forall_if_one_iteration;
pub use for_loop::*;
pub use forall::*;
pub use index_switch::*;
pub use parallel::*;
pub use terminators::*;
pub use while_loop::*;

use terrace_ir::asm::{Argument, OpParser, OpPrinter, Operand, PResult};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef, op_error};
use terrace_ir::diag::Diag;
use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_ir::{Attr, OpKind, Type};

use crate::region_if::results_or;

/// The dialect.
pub static SCF: DialectDef = DialectDef {
    name: "scf",
    doc: "Structured loops and branches.",
    ops: &[
        ConditionOp::DEF,
        ExecuteRegionOp::DEF,
        ForOp::DEF,
        ForallOp::DEF,
        IfOp::DEF,
        InParallelOp::DEF,
        IndexSwitchOp::DEF,
        ParallelOp::DEF,
        ReduceOp::DEF,
        ReduceReturnOp::DEF,
        WhileOp::DEF,
        YieldOp::DEF,
    ],
    depends: &["arith", "cf"],
    interfaces: &[&(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface)],
    ..EMPTY_DIALECT
};

/// A block argument that is written as a bare name.
pub fn bare_argument(operand: Operand, ty: Type) -> Argument {
    Argument { operand, ty, attrs: Attr::EMPTY_DICT, loc: operand.loc }
}

/// Parses `count` operands in parentheses.
fn operands_in_parens(p: &mut dyn OpParser, count: usize) -> PResult<Vec<Operand>> {
    let loc = p.loc();
    let operands = p.operand_list(terrace_ir::asm::Delimiter::Paren)?;
    if operands.len() != count {
        return Err(p.error(loc, format!("expected {count} operands")));
    }
    Ok(operands)
}

/// Prints `(%arg = %init, ...)` after `prefix`; nothing where nothing is carried.
pub fn print_assignments<'a>(
    p: &mut dyn OpPrinter,
    prefix: &str,
    args: impl Iterator<Item = ValueRef<'a>>,
    inits: impl ExactSizeIterator<Item = ValueRef<'a>>,
) {
    if inits.len() == 0 {
        return;
    }
    p.text(prefix);
    p.text("(");
    for (i, (arg, init)) in args.zip(inits).enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.value(arg);
        p.text(" = ");
        p.value(init);
    }
    p.text(")");
}

/// The arguments of a region's entry block, from the `skip`th on.
pub fn entry_args<'a>(region: RegionRef<'a>, skip: usize) -> Vec<ValueRef<'a>> {
    region.entry().map_or(Vec::new(), |block| block.args().skip(skip).collect())
}

/// The last op of a region's first block, which must be of this definition.
fn expect_terminator<'a>(
    op: OpRef<'a>,
    region: RegionRef<'a>,
    def: &'static OpDef,
    message: &str,
) -> Result<OpRef<'a>, Box<Diag>> {
    let last = region.entry().and_then(|block| block.last());
    match last {
        Some(last) if last.def().is_some_and(|d| std::ptr::eq(d, def)) => Ok(last),
        Some(last) => Err(op_error(op, message).note(last.loc(), "terminator here")),
        None => Err(op_error(op, message)),
    }
}
