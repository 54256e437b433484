//! Values that cannot have a shape: vectors of C, and what inline assembly takes.

use terrace_dialects_llvm::ops::{InlineAsmOp, StoreOp, StoreOpView};
use terrace_ir::{OpRef, ValueRef};

use super::FunctionAnalysis;
use crate::diagnostics::Tag;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Reports an op whose result is a vector of C with a shape, the first of those that hand it on, and inline assembly with operands that
    /// have one.
    pub(super) fn check_types(&mut self, op: OpRef<'a>) {
        let cx = op.cx();
        let is_vector = |value: ValueRef<'_>| value.ty().is_vector(cx);
        if op.isa::<InlineAsmOp>() {
            let shaped = op.operands().map(|operand| self.shapes.of(operand.id()));
            let Some(shape) = shaped.into_iter().find(|shape| !shape.is_scalar()) else { return };
            let message = format!(
                "inline assembly takes a value of shape {shape}, but is for one element; take one with 'ripple_slice', \
                 or call a function of a library"
            );
            self.report(Tag::Type, op, message);
            return;
        }
        let has_shape = |value: ValueRef<'_>| !self.shapes.of(value.id()).is_scalar();
        if op.operands().any(|operand| is_vector(operand) && has_shape(operand)) {
            return;
        }
        let stored = op.cast::<StoreOp>().filter(|store| has_shape(StoreOpView::addr(*store)));
        let value = match stored {
            Some(store) => Some((StoreOpView::value(store), self.shapes.of(StoreOpView::addr(store).id()))),
            None => op.results().next().map(|result| (result, self.shapes.of(result.id()))),
        };
        let Some((value, shape)) = value.filter(|&(value, shape)| is_vector(value) && !shape.is_scalar())
        else {
            return;
        };
        let message = format!(
            "a value of type '{}' cannot have shape {shape}: it is a vector of C; give the block a dimension for its elements",
            cx.type_text(value.ty())
        );
        self.report(Tag::Type, op, message);
    }
}
