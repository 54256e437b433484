//! Extraction, insertion and combination of vectors, shared by patterns that lower ops on vectors.

use terrace_dialects_core::arith;
use terrace_dialects_vector::attrs::{CombiningKind, CombiningKindAttr, i64_attrs};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{
    BroadcastOp, ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, MaskOp,
    MultiDimReductionOp, ReductionOp, ShapeCastOp, ShuffleOp, TransposeOp,
};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value, VectorType};

use crate::arithmetic::zero_attr;
use crate::transfers::{is_masked, mask_op};

/// The part of a vector at a place, or an element.
pub fn extract(rw: &mut Rewriter<'_>, value: Value, place: &[i64], loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let ty = match place.len() == own.rank() {
        true => own.element,
        false => {
            VectorType::get_scalable(cx, &own.shape[place.len()..], &own.scalable[place.len()..], own.element)
        }
    };
    let place = cx.i64_array(place);
    rw.build_value(ExtractOp::of(value).loc(loc).static_position_attr(place).result(ty))
}

/// A vector with another part at a place.
pub fn insert(rw: &mut Rewriter<'_>, value: Value, dest: Value, place: &[i64], loc: Loc) -> Value {
    let (ty, place) = (rw.value(dest).ty(), rw.cx().i64_array(place));
    rw.build_value(InsertOp::of(value, dest).loc(loc).static_position_attr(place).result(ty))
}

/// A vector with its dimensions in another order.
pub fn transpose(rw: &mut Rewriter<'_>, value: Value, order: &[i64], loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let shape: Vec<i64> = order.iter().map(|&dim| own.shape[dim as usize]).collect();
    let scalable: Vec<bool> = order.iter().map(|&dim| own.scalable[dim as usize]).collect();
    let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
    rw.build_value(TransposeOp::of(value).permutation_attr(cx.i64_array(order)).result(ty).loc(loc))
}

/// A vector in another shape.
pub fn shape_cast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(ShapeCastOp::of(value).result(ty).loc(loc))
}

/// Elements of two vectors of one dimension, which are numbered through both.
pub fn create_shuffle(rw: &mut Rewriter<'_>, [first, second]: [Value; 2], places: &[i64], loc: Loc) -> Value {
    let cx = rw.cx();
    let element = vector(cx, rw.value(first).ty()).element;
    let ty = VectorType::get(cx, &[places.len() as i64], element);
    rw.build_value(ShuffleOp::of(first, second).mask_attr(cx.i64_array(places)).vector(ty).loc(loc))
}

/// A slice of a vector with a stride of one, or the vector where that is all of it.
pub fn extract_slice(
    rw: &mut Rewriter<'_>,
    source: Value,
    offsets: &[i64],
    sizes: &[i64],
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(source).ty());
    let shape = [sizes, &own.shape[sizes.len()..]].concat();
    let ty = VectorType::get_scalable(cx, &shape, own.scalable, own.element);
    let [offsets, sizes, strides] = [offsets, sizes, &vec![1; sizes.len()]].map(|list| i64_attrs(cx, list));
    let slice =
        ExtractStridedSliceOp::of(source).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
    rw.build_or_fold_value(slice.result(ty).loc(loc))
}

/// A vector with a slice of stride one at offsets replaced, or the slice where that is all of it.
pub fn insert_slice(rw: &mut Rewriter<'_>, slice: Value, dest: Value, offsets: &[i64], loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(dest).ty());
    let strides = vec![1; vector(cx, rw.value(slice).ty()).rank()];
    rw.build_or_fold_value(
        InsertStridedSliceOp::of(slice, dest)
            .offsets_attr(i64_attrs(cx, offsets))
            .strides_attr(i64_attrs(cx, &strides))
            .result(ty)
            .loc(loc),
    )
}

/// A value broadcast to a vector.
pub fn broadcast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(BroadcastOp::of(value).vector(ty).loc(loc))
}

/// Zeros of a type.
pub fn zeros(rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> Option<Value> {
    let zero = zero_attr(rw.cx(), ty)?;
    Some(rw.build_value(arith::ConstantOp::of().value_attr(zero).result(ty).loc(loc)))
}

/// Returns the op to replace when an op is lowered, which is the `vector.mask` around it if it is masked, and the mask.
/// Sets the insertion point before that op.
pub fn root_and_mask(rw: &mut Rewriter<'_>, op: Op) -> (Op, Option<Value>) {
    let view = rw.op(op);
    let around = view.parent_op().filter(|_| is_masked(view));
    let (root, mask) =
        around.map_or((op, None), |around| (around.id(), Some(MaskOp::view_of(around).mask().id())));
    rw.set_insertion_point_before(root);
    (root, mask)
}

/// An op under a mask, where there is one; returns the result.
pub fn masked(rw: &mut Rewriter<'_>, op: Op, mask: Option<Value>) -> Value {
    let op = mask.map_or(op, |mask| mask_op(rw, op, mask));
    rw.body().single_result(op)
}

/// `vector.reduction` of a vector, with an optional accumulator.
pub fn create_reduction(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    value: Value,
    acc: Option<Value>,
    loc: Loc,
) -> Op {
    let (cx, ty) = (rw.cx(), vector(rw.cx(), rw.value(value).ty()).element);
    let kind = CombiningKindAttr::attr(cx, kind);
    rw.build(ReductionOp::of(value).loc(loc).acc(acc).kind_attr(kind).dest(ty)).into()
}

/// `vector.multi_reduction` of a vector along dimensions.
pub fn create_multi_reduction(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    value: Value,
    acc: Value,
    dims: &[i64],
    loc: Loc,
) -> Op {
    let (cx, ty) = (rw.cx(), rw.value(acc).ty());
    rw.build(
        MultiDimReductionOp::of(value, acc)
            .kind_attr(CombiningKindAttr::attr(cx, kind))
            .reduction_dims_attr(cx.i64_array(dims))
            .dest(ty)
            .loc(loc),
    )
    .into()
}

/// The combination of values, where a mask is set; else the second one.
pub fn combine(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    value: Value,
    acc: Value,
    mask: Option<Value>,
    loc: Loc,
) -> Value {
    use CombiningKind::{
        Add, And, Maximumf, Maxnumf, Maxsi, Maxui, Minimumf, Minnumf, Minsi, Minui, Mul, Or, Xor,
    };
    let ty = rw.value(acc).ty();
    let is_int = ty.element_type_or_self(rw.cx()).is_int_or_index(rw.cx());
    let combined = match (kind, is_int) {
        (Add, true) => rw.build_value(arith::AddIOp::of(value, acc).result(ty).loc(loc)),
        (Add, false) => rw.build_value(arith::AddFOp::of(value, acc).result(ty).loc(loc)),
        (Mul, true) => rw.build_value(arith::MulIOp::of(value, acc).result(ty).loc(loc)),
        (Mul, false) => rw.build_value(arith::MulFOp::of(value, acc).result(ty).loc(loc)),
        (And, _) => rw.build_value(arith::AndIOp::of(value, acc).result(ty).loc(loc)),
        (Or, _) => rw.build_value(arith::OrIOp::of(value, acc).result(ty).loc(loc)),
        (Xor, _) => rw.build_value(arith::XOrIOp::of(value, acc).result(ty).loc(loc)),
        (Maximumf, _) => rw.build_value(arith::MaximumFOp::of(value, acc).result(ty).loc(loc)),
        (Maxnumf, _) => rw.build_value(arith::MaxNumFOp::of(value, acc).result(ty).loc(loc)),
        (Minimumf, _) => rw.build_value(arith::MinimumFOp::of(value, acc).result(ty).loc(loc)),
        (Minnumf, _) => rw.build_value(arith::MinNumFOp::of(value, acc).result(ty).loc(loc)),
        (Maxsi, _) => rw.build_value(arith::MaxSIOp::of(value, acc).result(ty).loc(loc)),
        (Maxui, _) => rw.build_value(arith::MaxUIOp::of(value, acc).result(ty).loc(loc)),
        (Minsi, _) => rw.build_value(arith::MinSIOp::of(value, acc).result(ty).loc(loc)),
        (Minui, _) => rw.build_value(arith::MinUIOp::of(value, acc).result(ty).loc(loc)),
    };
    select_passthru(rw, mask, combined, acc, loc)
}

/// A value where a mask is set, another one elsewhere.
pub fn select_passthru(
    rw: &mut Rewriter<'_>,
    mask: Option<Value>,
    value: Value,
    passthru: Value,
    loc: Loc,
) -> Value {
    let ty = rw.value(value).ty();
    match mask {
        Some(mask) => rw.build_value(arith::SelectOp::of(mask, value, passthru).result(ty).loc(loc)),
        None => value,
    }
}

/// The product of vectors, combined with the accumulator, under a mask. `None` for a kind that the element
/// type does not support.
pub fn multiply_and_combine(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    [x, y]: [Value; 2],
    acc: Option<Value>,
    mask: Option<Value>,
    loc: Loc,
) -> Option<Value> {
    use CombiningKind::{
        Add, And, Maximumf, Maxnumf, Maxsi, Maxui, Minimumf, Minnumf, Minsi, Minui, Or, Xor,
    };
    let (cx, ty) = (rw.cx(), rw.value(x).ty());
    let product = if ty.element_type_or_self(cx).is_int_or_index(cx) {
        if matches!(kind, Minnumf | Maxnumf | Minimumf | Maximumf) {
            return None;
        }
        rw.build_value(arith::MulIOp::of(x, y).result(ty).loc(loc))
    } else {
        if matches!(kind, And | Or | Xor | Minui | Minsi | Maxui | Maxsi) {
            return None;
        }
        let vector_acc = acc.filter(|&acc| as_vector(cx, rw.value(acc).ty()).is_some());
        if let Some(acc) = vector_acc.filter(|_| kind == Add) {
            let sum = rw.build_value(terrace_dialects_vector::FMAOp::of(x, y, acc).result(ty).loc(loc));
            return Some(select_passthru(rw, mask, sum, acc, loc));
        }
        rw.build_value(arith::MulFOp::of(x, y).result(ty).loc(loc))
    };
    Some(match acc {
        Some(acc) => combine(rw, kind, product, acc, mask, loc),
        None => product,
    })
}
