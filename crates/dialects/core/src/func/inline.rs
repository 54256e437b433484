//! The inlining of calls.

use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::{Block, InsertPoint, Op, OpKind, OpRef, RegionRef, Rewriter, Value, ValueRef};

use super::{CallOp, FuncOp, ReturnOp};
use crate::cf::BrOp;

/// An inliner interface: calls are inlined unless the call or the function forbids it.
pub(super) struct FuncInliner;

impl DialectInlinerInterface for FuncInliner {
    fn allows_call(&self, call: OpRef<'_>, callable: OpRef<'_>, _clones: bool) -> bool {
        !call.cast::<CallOp>().is_some_and(|call| call.no_inline())
            && !callable.cast::<FuncOp>().is_some_and(|function| function.no_inline())
    }

    fn allows_region(&self, _: RegionRef<'_>, _: RegionRef<'_>, _: &[ValueRef<'_>], _clones: bool) -> bool {
        true
    }

    fn allows_op(&self, _op: OpRef<'_>, _dest: RegionRef<'_>, _clones: bool) -> bool {
        true
    }

    fn branch_on(&self, rw: &mut Rewriter<'_>, terminator: Op, dest: Block) {
        if rw.op(terminator).name_text() != ReturnOp::DEF.name {
            return;
        }
        let values: Vec<Value> = rw.body().operands(terminator).collect();
        let loc = rw.body().loc(terminator);
        rw.set_insertion_point(InsertPoint::Before(terminator));
        rw.build(BrOp::of(&values).loc(loc).dest(dest));
        rw.erase_op(terminator);
    }
}
