//! Values that cannot have a shape: vectors of C, and what inline assembly takes.

use terrace_dialects_llvm::ops::{AtomicCmpXchgOp, CallIntrinsicOp, StoreOp};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_ir::{OpRef, ValueRef};

use super::{CallPlan, FunctionAnalysis};
use crate::diagnostics::Tag;
use crate::dialect::ParallelOp;
use crate::op_kinds::intrinsic_of;
use crate::vectorize::members::position_of;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Reports inline assembly with operands that have a shape.
    pub(super) fn check_assembly(&mut self, op: OpRef<'a>) {
        let shaped = op.operands().map(|operand| self.shapes.of(operand.id()));
        let Some(shape) = shaped.into_iter().find(|shape| !shape.is_scalar()) else { return };
        let message = format!(
            "inline assembly takes a value of shape {shape}, but is for one element; take one with 'ripple_slice', \
             or call a function of a library"
        );
        self.report(Tag::Type, op, message);
    }

    /// Reports an op with regions in a function that uses blocks: what is in them is neither analysed nor vectorized.
    pub(super) fn check_regions(&mut self, op: OpRef<'a>) {
        if self.shapes.is_scalar() && self.shapes.blocks.is_empty() {
            return;
        }
        let pass = if op.isa::<ParallelOp>() { "ripple-expand-parallel" } else { "convert-scf-to-cf" };
        let message = format!("a loop with a region, where branches are needed; use '--{pass}' before");
        self.report(Tag::LoopForm, op, message);
    }

    /// Reports an op whose result is a vector of C with a shape, and the first of those that hand it on.
    pub(super) fn check_types(&mut self, op: OpRef<'a>) {
        let cx = op.cx();
        let is_vector = |value: ValueRef<'_>| value.ty().is_vector(cx);
        let is_whole = |value: ValueRef<'_>| {
            let ty = value.ty();
            ty.is_vector(cx) || StructRef::of(cx, ty).is_some() || ty.dyn_cast::<ArrayType>(cx).is_some()
        };
        if self.is_by_member(op) {
            return;
        }
        let has_shape = |value: ValueRef<'_>| !self.shapes.of(value.id()).is_scalar();
        let whole: Vec<ValueRef<'a>> =
            op.operands().filter(|&operand| is_whole(operand) && has_shape(operand)).collect();
        let taken = whole
            .iter()
            .copied()
            .find(|operand| operand.defining_op().is_some_and(|op| self.is_by_member(op)));
        // What control chooses has a shape that nothing before has.
        let mut chooses = self.conditions.get(&op.id()).into_iter().flat_map(|conditions| conditions.iter());
        let is_chosen = chooses.any(|&condition| !self.shapes.of(condition).is_scalar());
        if taken.is_none() && !whole.is_empty() && !is_chosen {
            return;
        }
        let stored = op.cast::<StoreOp>().filter(|store| has_shape((*store).addr()));
        let value = match (taken, stored) {
            (Some(value), _) => Some((value, self.shapes.of(value.id()))),
            (None, Some(store)) => Some((store.value(), self.shapes.of(store.addr().id()))),
            (None, None) => op.results().next().map(|result| (result, self.shapes.of(result.id()))),
        };
        let Some((value, shape)) = value.filter(|&(value, shape)| is_whole(value) && !shape.is_scalar())
        else {
            return;
        };
        if !is_vector(value) {
            let message = format!(
                "a structure of type '{}' cannot have shape {shape} as a whole: pass a pointer to it, or its members",
                cx.type_text(value.ty())
            );
            self.report(Tag::Type, op, message);
            return;
        }
        let message = format!(
            "a value of type '{}' cannot have shape {shape}: it is a vector of C; give the block a dimension for its elements",
            cx.type_text(value.ty())
        );
        self.report(Tag::Type, op, message);
    }

    /// Whether an op handles structures member by member: it puts members in or takes them out, or is carried out for each element.
    fn is_by_member(&self, op: OpRef<'_>) -> bool {
        position_of(op).is_some()
            || op.isa::<AtomicCmpXchgOp>()
            || (intrinsic_of(op).is_some() || op.isa::<CallIntrinsicOp>())
                && op.results().all(|result| StructRef::of(op.cx(), result.ty()).is_some())
            || matches!(self.shapes.calls.get(&op.id()), Some(CallPlan::Sequential))
    }
}
