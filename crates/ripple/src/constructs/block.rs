//! Blocks of processing elements, the sizes of their dimensions, and the indices of elements.

use terrace_ir::{OpKind, OpRef};

use super::{Construct, constant_number};
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::{GetSizeOp, IndexOp, SetShapeOp};
use crate::intrinsics::Intrinsic;
use crate::shape::{MAX_DIMS, Shape};
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The largest number of elements of a block: LLVM's shuffles have at most 65,535 elements, and take long to compile
/// for many.
const MAX_ELEMENTS: u32 = 1 << 15;

/// The construct.
pub(crate) struct BlockConstruct;

impl Construct for BlockConstruct {
    const INTRINSICS: &'static [Intrinsic] =
        &[("block.setshape", |call| call.without_trailing::<SetShapeOp>(2, 1))];
}

impl InferShape for BlockConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        // A block that is wrong is one of scalars, so that this is the only error about it.
        let shape = declared_shape(op, analysis).unwrap_or(Shape::SCALAR);
        analysis.bind(op.single_result(), shape, op);
        Some(Shape::SCALAR)
    }
}

impl Render for BlockConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        Some(Lanes::opaque(emit.zero(at.ty), at.ty, at.shape))
    }
}

/// The shape of a block that is declared, or `None` after an error.
fn declared_shape<'a>(op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
    let declared = SetShapeOp::view_of(op);
    let pe = analysis.constant(op, declared.peid(), "kind of processing element")?;
    if pe != 0 {
        let message = format!(
            "processing elements of kind {pe} do not exist: only 0, the vector unit, does; pass RIPPLE_VECTOR_PE"
        );
        analysis.report(Tag::NotConstant, op, message);
    }
    let mut sizes = [1; MAX_DIMS];
    for (size, given) in sizes.iter_mut().zip(declared.sizes()) {
        // That of a block which is wrong itanalysis is no other error.
        let source = given.defined_by::<GetSizeOp>().map(|source| source.block().id());
        if let Some(block) = source.filter(|&block| analysis.shapes.block(block).is_none()) {
            analysis.pending.depend(op.id(), block);
            return None;
        }
        let number = analysis.constant(op, given, "block size")?;
        let Some(number) = u32::try_from(number).ok().filter(|number| (1..=MAX_ELEMENTS).contains(number))
        else {
            let message = format!("block size {number} is out of range; sizes are 1 to {MAX_ELEMENTS}");
            analysis.report(Tag::NotConstant, op, message);
            return None;
        };
        *size = number;
    }
    let elements = sizes.iter().try_fold(1u32, |product, &size| product.checked_mul(size.max(1)));
    if elements.is_none_or(|elements| elements > MAX_ELEMENTS) {
        let message = format!("the block has more than {MAX_ELEMENTS} elements; loop over smaller blocks");
        analysis.report(Tag::NotConstant, op, message);
        return None;
    }
    Some(Shape::new(sizes))
}

/// The index of an element.
pub(crate) struct IndexConstruct;

impl Construct for IndexConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("block.index", |call| call.with::<IndexOp>(2))];
}

impl InferShape for IndexConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = IndexOp::view_of(op);
        let block = analysis.block_operand(op, view.block())?;
        let dim = analysis.dimension(op, view.dim())?;
        Some(Shape::one_dim(dim, block.size(dim)))
    }
}

impl Render for IndexConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let dim = IndexOp::view_of(emit.rw.op(at.op)).dim().id();
        let dim = constant_number(emit, dim) as usize;
        let numbers: Vec<i64> =
            (0..at.shape.elements()).map(|flat| at.shape.coordinates(flat)[dim] as i64).collect();
        let anchor = emit.anchor();
        Some(Lanes::constants(numbers, at.ty, at.shape, anchor))
    }
}

/// The size of a dimension.
pub(crate) struct SizeConstruct;

impl Construct for SizeConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("block.getsize", |call| call.with::<GetSizeOp>(2))];
}

impl InferShape for SizeConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = GetSizeOp::view_of(op);
        analysis.block_operand(op, view.block())?;
        analysis.dimension(op, view.dim())?;
        Some(Shape::SCALAR)
    }
}

impl Render for SizeConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let query = GetSizeOp::view_of(emit.rw.op(at.op));
        let (block, dim) = (query.block().id(), query.dim().id());
        let dim = constant_number(emit, dim) as usize;
        let size = emit.shapes.block(block).map_or(1, |block| block.size(dim));
        let anchor = emit.anchor();
        Some(Lanes::constants(vec![i64::from(size)], at.ty, at.shape, anchor))
    }
}
