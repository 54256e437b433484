//! Ops on vectors of several dimensions as ops on rows: interleaving, casts of bits, broadcasts and masks.

use terrace_dialects_builtin::ub;
use terrace_dialects_core::arith;
use terrace_dialects_vector::types::{Vector, as_vector, vector};
use terrace_dialects_vector::{
    BitCastOp, BroadcastOp, ConstantMaskOp, CreateMaskOp, DeinterleaveOp, InterleaveOp, ShuffleOp,
};
use terrace_ir::elements::{MAX_EXPANDED_ELEMENTS, int_elements};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Rewriter, Type, Value, VectorType, pattern};
use terrace_support::apint::ApInt;

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::vector_ops::{broadcast, extract, insert, zeros};

/// Lowers interleaving to that of rows.
pub static LOWER_INTERLEAVE: &[Pattern] = &[
    pattern!("UnrollInterleaveOp", InterleaveOp, unroll_interleave),
    pattern!("UnrollDeinterleaveOp", DeinterleaveOp, unroll_deinterleave),
];

/// Interleaves by shuffles.
pub static INTERLEAVE_TO_SHUFFLE: &[Pattern] =
    &[pattern!("InterleaveToShuffle", InterleaveOp, interleave_to_shuffle)];

/// Lowers casts of bits to those of rows.
pub static LOWER_BITCAST: &[Pattern] = &[pattern!("UnrollBitCastOp", BitCastOp, unroll_bitcast)];

/// Lowers broadcasts to insertions.
pub static LOWER_BROADCAST: &[Pattern] = &[pattern!("BroadcastOpLowering", BroadcastOp, lower_broadcast)];

/// Lowers masks of several dimensions to selections of rows, and constant ones.
pub static LOWER_MASKS: &[Pattern] = &[
    pattern!("CreateMaskOpLowering", CreateMaskOp, lower_create_mask),
    pattern!("ConstantMaskOpLowering", ConstantMaskOp, lower_constant_mask),
];

/// A vector type without its first dimensions.
fn row_of(cx: &Context, own: &Vector<'_>, count: usize) -> Type {
    VectorType::get_scalable(cx, &own.shape[count..], &own.scalable[count..], own.element)
}

/// The places of the rows of a vector, up to the first scalable dimension; `None` where it is a row, or cannot be unrolled.
fn rows_of(own: &Vector<'_>) -> Option<Vec<Vec<i64>>> {
    let outer = own.rank().checked_sub(1)?;
    let count = own.scalable[..outer].iter().position(|&scalable| scalable).unwrap_or(outer);
    if count == 0 {
        return None;
    }
    let rows = own.shape[..count].iter().try_fold(1_i64, |rows, &extent| rows.checked_mul(extent))?;
    if rows > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    let mut places = vec![Vec::new()];
    for &extent in &own.shape[..count] {
        let longer =
            |place: &Vec<i64>| (0..extent).map(|at| [place.as_slice(), &[at]].concat()).collect::<Vec<_>>();
        places = places.iter().flat_map(longer).collect();
    }
    Some(places)
}

fn unroll_interleave(rw: &mut Rewriter<'_>, op: InterleaveOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (lhs, rhs, ty, loc) = (view.lhs().id(), view.rhs().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, ty);
    let places = rows_of(&own)?;
    let mut result = zeros(rw, ty, loc)?;
    for place in places {
        let (a, b) = (extract(rw, lhs, &place, loc), extract(rw, rhs, &place, loc));
        let row = rw.build_value(InterleaveOp::of(a, b).result(row_of(cx, &own, place.len())).loc(loc));
        result = insert(rw, row, result, &place, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn unroll_deinterleave(rw: &mut Rewriter<'_>, op: DeinterleaveOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.res1().ty(), view.0.loc());
    let own = vector(cx, ty);
    let places = rows_of(&own)?;
    let empty = zeros(rw, ty, loc)?;
    let (mut even, mut odd) = (empty, empty);
    for place in places {
        let row = extract(rw, source, &place, loc);
        let ty = row_of(cx, &own, place.len());
        let parts = rw.build(DeinterleaveOp::of(row).res1(ty).res2(ty).loc(loc));
        let [first, second] = [0, 1].map(|at| rw.body().result(parts, at));
        even = insert(rw, first, even, &place, loc);
        odd = insert(rw, second, odd, &place, loc);
    }
    rw.replace_op(op, &[even, odd]);
    Some(())
}

fn interleave_to_shuffle(rw: &mut Rewriter<'_>, op: InterleaveOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (lhs, rhs, ty, loc) = (view.lhs().id(), view.rhs().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, view.lhs().ty());
    if own.rank() != 1 || own.is_scalable() {
        return rw.notify_match_failure(op, "InterleaveOp can't be converted");
    }
    let count = own.shape[0];
    let places: Vec<i64> = (0..2 * count).map(|at| at / 2 + if at % 2 == 1 { count } else { 0 }).collect();
    let made = rw.build_value(ShuffleOp::of(lhs, rhs).mask_attr(cx.i64_array(&places)).vector(ty).loc(loc));
    rw.replace_op(op, &[made]);
    Some(())
}

fn unroll_bitcast(rw: &mut Rewriter<'_>, op: BitCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, ty);
    let places = rows_of(&own)?;
    let mut result = rw.build_value(ub::PoisonOp::of().result(ty).loc(loc));
    for place in places {
        let row = extract(rw, source, &place, loc);
        let row = rw.build_value(BitCastOp::of(row).result(row_of(cx, &own, place.len())).loc(loc));
        result = insert(rw, row, result, &place, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn lower_broadcast(rw: &mut Rewriter<'_>, op: BroadcastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.vector().ty(), view.0.loc());
    let (from, to) = (as_vector(cx, source.ty())?, vector(cx, ty));
    let source = source.id();
    if from.rank() <= 1 && to.rank() == 1 {
        let element = extract(rw, source, &vec![0; from.rank()], loc);
        let made = broadcast(rw, element, ty, loc);
        rw.replace_op(op, &[made]);
        return Some(());
    }
    if to.rank() == 0 {
        return None;
    }
    let rows = 0..to.shape[0];
    let row_ty = row_of(cx, &to, 1);
    let stretched = (0..to.rank()).find(|&dim| from.rank() == to.rank() && from.shape[dim] != to.shape[dim]);
    let same = if from.rank() < to.rank() {
        Some(broadcast(rw, source, row_ty, loc))
    } else {
        match stretched {
            None => {
                rw.replace_op(op, &[source]);
                return Some(());
            }
            Some(_) if to.scalable[0] && stretched != Some(0) => return None,
            _ => None,
        }
    };
    let mut result = rw.build_value(ub::PoisonOp::of().result(ty).loc(loc));
    let same = match (same, stretched) {
        (Some(same), _) => Some(same),
        (None, Some(0)) => {
            let row = extract(rw, source, &[0], loc);
            Some(broadcast(rw, row, row_ty, loc))
        }
        _ => None,
    };
    for at in rows {
        let row = match same {
            Some(row) => row,
            None => {
                let row = extract(rw, source, &[at], loc);
                broadcast(rw, row, row_ty, loc)
            }
        };
        result = insert(rw, row, result, &[at], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn lower_create_mask(rw: &mut Rewriter<'_>, op: CreateMaskOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (ty, loc) = (view.single_result().ty(), view.loc());
    let own = vector(cx, ty);
    if own.rank() <= 1 {
        return rw.notify_match_failure(op, "0-D and 1-D vectors are handled separately");
    }
    if own.scalable[0] {
        return rw.notify_match_failure(op, "Cannot unroll leading scalable dim in dstType");
    }
    let sizes: Vec<Value> = view.operands().map(|size| size.id()).collect();
    let row = row_of(cx, &own, 1);
    let set = rw.build_value(CreateMaskOp::of(&sizes[1..]).result(row).loc(loc));
    let unset = zeros(rw, row, loc)?;
    let mut result = zeros(rw, ty, loc)?;
    for at in 0..own.shape[0] {
        let mut make = Arith::new(rw, loc);
        let bound = make.index(at);
        let inside = make.compare(CmpIPredicate::Slt, bound, sizes[0]);
        let chosen = make.select(inside, set, unset);
        result = insert(rw, chosen, result, &[at], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn lower_constant_mask(rw: &mut Rewriter<'_>, op: ConstantMaskOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, sizes, loc) = (view.0.single_result().ty(), view.mask_dim_sizes().to_vec(), view.0.loc());
    let own = vector(cx, ty);
    let first = *sizes.first()?;
    if own.rank() <= 1 {
        let bit = |set: bool| ApInt::new(1, u64::from(set));
        let count = if own.rank() == 0 { 1 } else { own.shape[0] };
        let bits: Vec<ApInt> = match first == 0 || first == count {
            true => vec![bit(first != 0)],
            false => (0..count).map(|at| bit(at < first)).collect(),
        };
        let elements = int_elements(cx, ty, &bits)?;
        rw.replace(op, arith::ConstantOp::of().value_attr(elements));
        return Some(());
    }
    if own.scalable[0] {
        return rw.notify_match_failure(op, "Cannot unroll leading scalable dim in dstType");
    }
    let row = row_of(cx, &own, 1);
    let set = rw.build_value(
        ConstantMaskOp::of().mask_dim_sizes_attr(cx.i64_array(&sizes[1..])).result(row).loc(loc),
    );
    let mut result = zeros(rw, ty, loc)?;
    for at in 0..first {
        result = insert(rw, set, result, &[at], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
