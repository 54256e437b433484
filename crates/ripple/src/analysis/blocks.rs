//! The shapes of blocks, and of values in the shape of a block.

use terrace_ir::data_layout::DataLayout;
use terrace_ir::{OpKind, OpRef};

use super::FunctionAnalysis;
use crate::diagnostics::Tag;
use crate::dialect::{GetSizeOp, ReinterpOp, RowOp, SetShapeOp, Shuffle, StackOp};
use crate::functions::name_of;
use crate::shape::{MAX_DIMS, Shape};

/// The largest number of elements of a block: LLVM's shuffles have at most 65,535 elements, and take long to compile
/// for many.
const MAX_ELEMENTS: u32 = 1 << 15;

impl<'a> FunctionAnalysis<'a, '_> {
    /// The shape of a block that is declared.
    pub(super) fn block_shape(&mut self, op: OpRef<'a>) -> Option<Shape> {
        let declared = SetShapeOp::view_of(op);
        let pe = self.constant(op, declared.peid(), "kind of processing element")?;
        if pe != 0 {
            let message = format!(
                "processing elements of kind {pe} do not exist: only 0, the vector unit, does; pass RIPPLE_VECTOR_PE"
            );
            self.report(Tag::NotConstant, op, message);
        }
        let mut sizes = [1; MAX_DIMS];
        for (size, given) in sizes.iter_mut().zip(declared.sizes()) {
            // That of a block which is wrong itself is no other error.
            let source = given.defined_by::<GetSizeOp>().map(|source| source.block().id());
            if let Some(block) = source.filter(|&block| self.shapes.block(block).is_none()) {
                self.pending.depend(op.id(), block);
                return None;
            }
            let number = self.constant(op, given, "block size")?;
            let Some(number) =
                u32::try_from(number).ok().filter(|number| (1..=MAX_ELEMENTS).contains(number))
            else {
                let message = format!("block size {number} is out of range; sizes are 1 to {MAX_ELEMENTS}");
                self.report(Tag::NotConstant, op, message);
                return None;
            };
            *size = number;
        }
        let elements = sizes.iter().try_fold(1u32, |product, &size| product.checked_mul(size.max(1)));
        if elements.is_none_or(|elements| elements > MAX_ELEMENTS) {
            let message =
                format!("the block has more than {MAX_ELEMENTS} elements; loop over smaller blocks");
            self.report(Tag::NotConstant, op, message);
            return None;
        }
        Some(Shape::new(sizes))
    }

    /// Evaluates the index function of a shuffle for each element.
    pub(super) fn evaluate_shuffle(&mut self, op: OpRef<'a>, shuffle: &Shuffle<'a>, shape: Shape) {
        let count = shape.elements();
        let Some(function) = self.outer.evaluator.function(shuffle.function) else {
            self.report(
                Tag::ShuffleFn,
                op,
                "the index function of a shuffle is not a function that is known at compile time",
            );
            return;
        };
        let indices = match self.outer.evaluator.indices(function, count) {
            Ok(indices) => indices,
            Err(reason) => {
                self.report(
                    Tag::ShuffleFn,
                    op,
                    format_args!(
                        "the index function '{}' {reason}; it must be computable from its arguments and constants",
                        name_of(function)
                    ),
                );
                return;
            }
        };
        let limit = if shuffle.second.is_some() { 2 * count } else { count } as u64;
        if let Some((k, index)) = indices.iter().enumerate().find(|&(_, &index)| index >= limit) {
            let message = format!(
                "the index function '{}' returns {index} for element {k} of {count}, which is not below {limit}",
                name_of(function)
            );
            self.report(Tag::ShuffleRange, op, message);
            return;
        }
        self.shapes.shuffles.insert(op.id(), indices.iter().map(|&index| index as u32).collect());
    }

    /// The shape of a value whose bytes are taken for those of another type.
    pub(super) fn reinterpreted_shape(&mut self, op: OpRef<'a>) -> Option<Shape> {
        let view = ReinterpOp::view_of(op);
        let block = self.block_operand(op, view.block())?;
        let (value, result) = (view.value(), op.single_result());
        let shape = self.of(value);
        let layout = DataLayout::of(self.function);
        let bytes = |ty, shape: Shape| {
            layout.type_size(op.cx(), ty).map_or(0, |size| size.minimum) * shape.elements() as u64
        };
        let (from, to) = (bytes(value.ty(), shape), bytes(result.ty(), block));
        if from != to {
            let message = format!(
                "a value of shape {shape} with {from} bytes cannot be taken for one of shape {block} with {to} bytes; \
                 make the block as large as the value"
            );
            self.report(Tag::ReinterpSize, op, message);
        }
        Some(block)
    }

    /// The shape of the elements with one index in the outermost dimension.
    pub(super) fn row_shape(&mut self, op: OpRef<'a>) -> Shape {
        let view = RowOp::view_of(op);
        let (value, index) = (self.of(view.value()), self.of(view.index()));
        if !index.is_scalar() {
            let message = format!("the index of a row has shape {index}; make it the same for all elements");
            self.report(Tag::SliceRange, op, message);
        }
        value.dims().next_back().map_or(value, |outermost| value.with(outermost, 1))
    }

    /// The shape of values beside each other.
    pub(super) fn stack_shape(&mut self, op: OpRef<'a>) -> Option<Shape> {
        let view = StackOp::view_of(op);
        let block = self.block_operand(op, view.block())?;
        let outermost = block.dims().next_back().unwrap_or(0);
        let needed = block.size(outermost) as usize;
        if view.values().len() < needed {
            let message = format!(
                "a stack of shape {block} takes {needed} operands, not {}; its outermost dimension says how many",
                view.values().len()
            );
            self.report(Tag::StackCount, op, message);
            return None;
        }
        let part = block.with(outermost, 1);
        for operand in view.values().take(needed) {
            let shape = self.of(operand);
            if !shape.is_within(part) {
                let message = format!(
                    "an operand of a stack of shape {block} has shape {shape}, which does not fit {part}"
                );
                self.report(Tag::ShapeMismatch, op, message);
            }
        }
        Some(block)
    }
}
