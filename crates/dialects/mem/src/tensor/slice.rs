//! Taking and setting parts of tensors.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_core::scf::InParallelOp;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::{DestinationStyleOp, ParallelCombiningOp};
use terrace_ir::subset::SubsetOp;
use terrace_ir::traits::TypesMatch;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_macros::op;

use super::canonicalize_slices::{
    extract_slice_constants, extract_slice_of_cast, insert_slice_cast_source, insert_slice_constants,
    insert_slice_of_cast,
};
use super::fold::{fold_extract_slice, fold_insert_slice};

use super::with_shape;
use crate::index_values::indices;
use crate::layout::rank;
use crate::slices::{
    Mismatch, OffsetSizeAndStride, check_rank_reduced, offset_size_and_stride, slice, verify_in_bounds,
    verify_lists,
};

/// A strided slice of a tensor, with an offset, a size and a stride for each dimension; unit dimensions may
/// be dropped.
#[op("tensor.extract_slice", fold = fold_extract_slice, canonicalize(extract_slice_constants, extract_slice_of_cast), traits(AttrSizedOperandSegments, Pure, Check(verify_lists)),
     interfaces(dyn SubsetOp, dyn ValueBounds, dyn OffsetSizeAndStride), customs(&DYNAMIC_INDEX_LIST), verify = verify_extract,
     names = "extracted_slice",
     format = "$source `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) \
               custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `to` type($result)")]
pub struct ExtractSliceOp {
    source: Operand<ANY_RANKED_TENSOR>,
    offsets: VarOperand<INDEX>,
    sizes: VarOperand<INDEX>,
    strides: VarOperand<INDEX>,
    static_offsets: Prop<DenseI64ArrayAttr>,
    static_sizes: Prop<DenseI64ArrayAttr>,
    static_strides: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

static SAME_AS_DEST: TypesMatch =
    TypesMatch::new("expected result type to match dest type", "dest", "result", |_, ty| Some(ty));

/// A tensor with some of its elements replaced by those of another.
#[op("tensor.insert_slice", fold = fold_insert_slice, canonicalize(insert_slice_constants, insert_slice_of_cast, insert_slice_cast_source),
     traits(AttrSizedOperandSegments, Pure, Check(verify_lists), TypesMatchWith(&SAME_AS_DEST)),
     interfaces(dyn SubsetOp, dyn OffsetSizeAndStride, dyn DestinationStyleOp), customs(&DYNAMIC_INDEX_LIST),
     verify = verify_insert, names = "inserted_slice",
     format = "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) \
               custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `into` type($dest)")]
pub struct InsertSliceOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Operand<ANY_RANKED_TENSOR>,
    offsets: VarOperand<INDEX>,
    sizes: VarOperand<INDEX>,
    strides: VarOperand<INDEX>,
    static_offsets: Prop<DenseI64ArrayAttr>,
    static_sizes: Prop<DenseI64ArrayAttr>,
    static_strides: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

impl DestinationStyleOp for InsertSliceOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

/// Inserts a slice into a tensor that all iterations of a parallel loop share.
#[op("tensor.parallel_insert_slice", canonicalize(insert_slice_constants, insert_slice_of_cast, insert_slice_cast_source), traits(AttrSizedOperandSegments, Check(verify_lists)),
     interfaces(dyn SubsetOp, dyn OffsetSizeAndStride, dyn ParallelCombiningOp), customs(&DYNAMIC_INDEX_LIST),
     verify = verify_parallel,
     format = "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) \
               custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `into` type($dest)")]
pub struct ParallelInsertSliceOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Operand<ANY_RANKED_TENSOR>,
    offsets: VarOperand<INDEX>,
    sizes: VarOperand<INDEX>,
    strides: VarOperand<INDEX>,
    static_offsets: Prop<DenseI64ArrayAttr>,
    static_sizes: Prop<DenseI64ArrayAttr>,
    static_strides: Prop<DenseI64ArrayAttr>,
}

impl ParallelCombiningOp for ParallelInsertSliceOp {
    fn updated_destinations(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
    fn combine_sequentially(&self, rw: &mut Rewriter<'_>, op: Op, dest: Value) -> Option<Value> {
        let view = ParallelInsertSliceOp::view_of(rw.op(op));
        let (source, loc) = (view.source().id(), view.0.loc());
        let [offsets, sizes, strides] =
            [view.mixed_offsets(), view.mixed_sizes(), view.mixed_strides()].map(|list| indices(&list));
        let ty = rw.value(dest).ty();
        Some(
            rw.build_value(
                InsertSliceOp::of(source, dest)
                    .loc(loc)
                    .mixed_offsets(&offsets)
                    .mixed_sizes(&sizes)
                    .mixed_strides(&strides)
                    .result(ty),
            ),
        )
    }
}

offset_size_and_stride! {
    ExtractSliceOp, ExtractSliceOpView: |view| [rank(view.0.cx(), view.source().ty()); 3];
    InsertSliceOp, InsertSliceOpView: |view| [rank(view.0.cx(), view.result().ty()); 3], 2;
    ParallelInsertSliceOp, ParallelInsertSliceOpView: |view| [rank(view.0.cx(), view.dest().ty()); 3], 2;
}

/// The part of `whole` that the op's lists describe has, perhaps without dimensions of extent one, the type `part`.
fn verify_part(op: OpRef<'_>, whole: Type, part: Type) -> CheckResult {
    let (cx, slice) = (op.cx(), slice(op));
    let expected = with_shape(cx, whole, &slice.sizes);
    let message = match check_rank_reduced(cx, expected, part) {
        Ok(()) => return verify_in_bounds(op, whole.ranked_shape(cx), &slice),
        Err(Mismatch::Rank) => "expected rank to be smaller or equal to the other rank. ".to_string(),
        Err(Mismatch::Element) => {
            format!("expected element type to be '{}'", cx.type_text(expected.element_type_or_self(cx)))
        }
        Err(_) => {
            let expected = cx.type_text(expected);
            format!("expected type to be '{expected}' or a rank-reduced version. (size mismatch) ")
        }
    };
    Err(plain_error(op, message))
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let view = ExtractSliceOp::view_of(op);
    verify_part(op, view.source().ty(), view.result().ty())
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let view = InsertSliceOp::view_of(op);
    verify_part(op, view.dest().ty(), view.source().ty())
}

fn verify_parallel(op: OpRef<'_>) -> CheckResult {
    let view = ParallelInsertSliceOp::view_of(op);
    if !op.parent_op().is_some_and(|parent| parent.isa::<InParallelOp>()) {
        return Err(plain_error(op, "expected InParallelOpInterface parent, got:"));
    }
    verify_part(op, view.dest().ty(), view.source().ty())
}
