//! The shapes of the results of ops of ripple, op by op.

use terrace_ir::{OpKind, OpRef, ValueRef};

use super::FunctionAnalysis;
use crate::diagnostics::Tag;
use crate::dialect::*;
use crate::shape::{MAX_DIMS, Shape};

impl<'a> FunctionAnalysis<'a, '_> {
    /// The shape of the results of an op of ripple, or `None` after an error.
    pub(super) fn shape_by(&mut self, rule: BlockRule, op: OpRef<'a>) -> Option<Shape> {
        match rule {
            BlockRule::SetShape => set_shape(op, self),
            BlockRule::Index => index(op, self),
            BlockRule::Size => size(op, self),
            BlockRule::Reduction => reduction(op, self),
            BlockRule::Broadcast => broadcast(op, self),
            BlockRule::Slice => slice(op, self),
            BlockRule::Shuffle => shuffle(op, self),
            BlockRule::Stack => self.stack_shape(op),
            BlockRule::Reinterpretation => self.reinterpreted_shape(op),
            BlockRule::Row => Some(self.row_shape(op)),
            BlockRule::FloatCast => Some(self.joined_operands(op)),
            BlockRule::Mark => Some(Shape::SCALAR),
        }
    }
}

fn set_shape<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    // A block that is wrong is one of scalars, so that this is the only error about it.
    let shape = analysis.block_shape(op).unwrap_or(Shape::SCALAR);
    analysis.bind(op.single_result(), shape, op);
    Some(Shape::SCALAR)
}

fn index<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let view = IndexOp::view_of(op);
    let block = analysis.block_operand(op, view.block())?;
    let dim = analysis.dimension(op, view.dim())?;
    Some(Shape::one_dim(dim, block.size(dim)))
}

fn size<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let view = GetSizeOp::view_of(op);
    analysis.block_operand(op, view.block())?;
    analysis.dimension(op, view.dim())?;
    Some(Shape::SCALAR)
}

fn reduction<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let reduced = Reduced::of(op)?;
    let dims = analysis.dimensions(op, reduced.dims)?;
    if dims.is_empty() && analysis.reports {
        analysis.warn_of_no_dimension(op);
    }
    Some(dims.into_iter().fold(analysis.of(reduced.value), |shape, dim| shape.with(dim, 1)))
}

fn broadcast<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let broadcast = Broadcast::of(op)?;
    let block = analysis.block_operand(op, broadcast.block)?;
    let dims = analysis.dimensions(op, broadcast.dims)?;
    let added = dims.into_iter().fold(Shape::SCALAR, |shape, dim| shape.with(dim, block.size(dim)));
    let value = analysis.of(broadcast.value);
    Some(analysis.join(op, [value, added]))
}

fn slice<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let view = SliceOp::view_of(op);
    let mut shape = analysis.of(view.value());
    let indices: Vec<ValueRef<'a>> = view.indices().take(MAX_DIMS).collect();
    for (dim, index) in indices.into_iter().enumerate() {
        let index = analysis.constant(op, index, "slice argument")?;
        if index >= i64::from(shape.size(dim)) || index < -1 {
            let message = format!(
                "slice index {index} is out of range: dimension {dim} of shape {shape} has size {}; -1 keeps the dimension",
                shape.size(dim)
            );
            analysis.report(Tag::SliceRange, op, message);
        }
        // One that is wrong picks an element, too, so that this is the only error about it.
        if index != -1 {
            shape = shape.with(dim, 1);
        }
    }
    Some(shape)
}

fn shuffle<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let shuffle = Shuffle::of(op)?;
    let first = analysis.of(shuffle.first);
    let second = shuffle.second.map_or(first, |second| analysis.of(second));
    let shape = analysis.join(op, [first, second]);
    if analysis.reports {
        analysis.evaluate_shuffle(op, &shuffle, shape);
    }
    Some(shape)
}
