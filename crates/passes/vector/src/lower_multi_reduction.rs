//! `vector.multi_reduction` as reductions of vectors of two dimensions, and these as ops on rows.

use terrace_dialects_vector::MultiDimReductionOp;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::vector_ops::{
    broadcast, combine, create_multi_reduction, create_reduction, extract, insert, masked, root_and_mask,
    shape_cast, transpose, zeros,
};

/// Lowers reductions to those along the last dimension.
pub static LOWER_TO_INNER_REDUCTION: &[Pattern] = &[
    Pattern::new("InnerOuterDimReductionConversion", MultiDimReductionOp::DEF.name, |rw, op| {
        transpose_reduced(rw, op, true)
    }),
    Pattern::new("ReduceMultiDimReductionRank", MultiDimReductionOp::DEF.name, |rw, op| {
        reduce_rank(rw, op, true)
    }),
    pattern!("TwoDimMultiReductionToReduction", MultiDimReductionOp, reduce_rows),
    pattern!("OneDimMultiReductionToTwoDim", MultiDimReductionOp, |rw, op| with_parallel_dimension(
        rw,
        op.into()
    )),
];

/// Lowers reductions to those along the first dimension.
pub static LOWER_TO_INNER_PARALLEL: &[Pattern] = &[
    Pattern::new("InnerOuterDimReductionConversion", MultiDimReductionOp::DEF.name, |rw, op| {
        transpose_reduced(rw, op, false)
    }),
    Pattern::new("ReduceMultiDimReductionRank", MultiDimReductionOp::DEF.name, |rw, op| {
        reduce_rank(rw, op, false)
    }),
    pattern!("TwoDimMultiReductionToElementWise", MultiDimReductionOp, combine_rows),
    pattern!("OneDimMultiReductionToTwoDim", MultiDimReductionOp, |rw, op| with_parallel_dimension(
        rw,
        op.into()
    )),
];

/// The components of a reduction.
struct Reduction {
    source: Value,
    acc: Value,
    ty: Type,
    kind: CombiningKind,
    /// The dimensions that are kept, and those that are reduced.
    parallel: Vec<i64>,
    reduced: Vec<i64>,
    shape: Vec<i64>,
    scalable: Vec<bool>,
    element: Type,
    loc: Loc,
}

impl Reduction {
    fn of(rw: &Rewriter<'_>, op: Op) -> Self {
        let view = MultiDimReductionOp::view_of(rw.op(op));
        let own = vector(rw.cx(), view.source().ty());
        let reduced = view.reduction_dims().to_vec();
        Self {
            source: view.source().id(),
            acc: view.acc().id(),
            ty: view.dest().ty(),
            kind: view.kind(),
            parallel: (0..own.rank() as i64).filter(|dim| !reduced.contains(dim)).collect(),
            reduced,
            shape: own.shape.to_vec(),
            scalable: own.scalable.to_vec(),
            element: own.element,
            loc: view.0.loc(),
        }
    }

    /// Whether the kept dimensions are the first ones, or the last ones.
    fn is_in_order(&self, inner: bool) -> bool {
        let start = if inner { 0 } else { self.reduced.len() as i64 };
        self.parallel.iter().copied().eq(start..start + self.parallel.len() as i64)
    }
}

/// Transposes the source so that the reduced dimensions are next to each other at one end.
fn transpose_reduced(rw: &mut Rewriter<'_>, op: Op, inner: bool) -> Option<()> {
    let reduction = Reduction::of(rw, op);
    if reduction.parallel.is_empty() || reduction.is_in_order(inner) {
        return None;
    }
    let (rank, count) = (reduction.shape.len() as i64, reduction.reduced.len() as i64);
    let (order, dims): (Vec<i64>, Vec<i64>) = match inner {
        true => ([&reduction.parallel[..], &reduction.reduced].concat(), (rank - count..rank).collect()),
        false => ([&reduction.reduced[..], &reduction.parallel].concat(), (0..count).collect()),
    };
    let (root, mask) = root_and_mask(rw, op);
    let mask = mask.map(|mask| transpose(rw, mask, &order, reduction.loc));
    let source = transpose(rw, reduction.source, &order, reduction.loc);
    let new = create_multi_reduction(rw, reduction.kind, source, reduction.acc, &dims, reduction.loc);
    let value = masked(rw, new, mask);
    rw.replace_op(root, &[value]);
    Some(())
}

/// Collapses the reduced dimensions to one, and the others to one.
fn reduce_rank(rw: &mut Rewriter<'_>, op: Op, inner: bool) -> Option<()> {
    let (cx, reduction) = (rw.cx(), Reduction::of(rw, op));
    let (rank, loc) = (reduction.shape.len(), reduction.loc);
    if rank < 2 || reduction.scalable.iter().filter(|&&scalable| scalable).count() > 1 {
        return None;
    }
    let has = |list: &[i64], dim: usize| list.contains(&(dim as i64));
    if rank == 2 && has(&reduction.reduced, 0) != has(&reduction.reduced, 1) {
        return None;
    }
    if !reduction.is_in_order(inner) {
        return None;
    }
    // Upstream reshapes it to one of rows, and then drops the accumulator.
    if reduction.reduced.is_empty() && !cx.matches_upstream() {
        let (root, mask) = root_and_mask(rw, op);
        let value = combine(rw, reduction.kind, reduction.source, reduction.acc, mask, loc);
        rw.replace_op(root, &[value]);
        return Some(());
    }
    let extent =
        |dims: &[i64]| dims.iter().fold(1_i64, |all, &dim| all.saturating_mul(reduction.shape[dim as usize]));
    let scales = |dims: &[i64]| dims.iter().any(|&dim| reduction.scalable[dim as usize]);
    let mut groups: Vec<(&[i64], bool)> = Vec::new();
    if !reduction.parallel.is_empty() {
        groups.push((&reduction.parallel, false));
    }
    if !reduction.reduced.is_empty() {
        groups.push((&reduction.reduced, true));
    }
    if !inner {
        groups.reverse();
    }
    let shape: Vec<i64> = groups.iter().map(|(dims, _)| extent(dims)).collect();
    let scalable: Vec<bool> = groups.iter().map(|(dims, _)| scales(dims)).collect();
    let dims: Vec<i64> = (0..groups.len()).filter(|&at| groups[at].1).map(|at| at as i64).collect();
    let (root, mask) = root_and_mask(rw, op);
    let mask = mask.map(|mask| {
        let ty = VectorType::get_scalable(cx, &shape, &scalable, Type::I1);
        shape_cast(rw, mask, ty, loc)
    });
    let source = shape_cast(
        rw,
        reduction.source,
        VectorType::get_scalable(cx, &shape, &scalable, reduction.element),
        loc,
    );
    let mut acc = reduction.acc;
    if !reduction.parallel.is_empty() {
        let (extent, scales) = (extent(&reduction.parallel), scales(&reduction.parallel));
        acc = shape_cast(rw, acc, VectorType::get_scalable(cx, &[extent], &[scales], reduction.element), loc);
    }
    let new = create_multi_reduction(rw, reduction.kind, source, acc, &dims, loc);
    let mut value = masked(rw, new, mask);
    if !reduction.parallel.is_empty() {
        value = shape_cast(rw, value, reduction.ty, loc);
    }
    rw.replace_op(root, &[value]);
    Some(())
}

/// Combines the rows of a vector that is reduced along the first of two dimensions.
fn combine_rows(rw: &mut Rewriter<'_>, op: MultiDimReductionOp) -> Option<()> {
    let reduction = Reduction::of(rw, op.into());
    if reduction.shape.len() != 2 || reduction.reduced != [0] || reduction.scalable[0] {
        return None;
    }
    let (root, mask) = root_and_mask(rw, op.into());
    let mut value = reduction.acc;
    for at in 0..reduction.shape[0] {
        let row = extract(rw, reduction.source, &[at], reduction.loc);
        let mask = mask.map(|mask| extract(rw, mask, &[at], reduction.loc));
        value = combine(rw, reduction.kind, row, value, mask, reduction.loc);
    }
    rw.replace_op(root, &[value]);
    Some(())
}

/// Reduces each row of a vector that is reduced along the second of two dimensions.
fn reduce_rows(rw: &mut Rewriter<'_>, op: MultiDimReductionOp) -> Option<()> {
    let reduction = Reduction::of(rw, op.into());
    if reduction.shape.len() != 2 || reduction.reduced != [1] {
        return None;
    }
    // Upstream takes the rows of one scale for all.
    if reduction.scalable[0] && !rw.cx().matches_upstream() {
        return None;
    }
    let (root, mask) = root_and_mask(rw, op.into());
    let loc = reduction.loc;
    let mut result = zeros(rw, reduction.ty, loc)?;
    for at in 0..reduction.shape[0] {
        let row = extract(rw, reduction.source, &[at], loc);
        let acc = extract(rw, reduction.acc, &[at], loc);
        let new = create_reduction(rw, reduction.kind, row, Some(acc), loc);
        let mask = match mask {
            Some(mask) => {
                rw.set_insertion_point_before(new);
                let mask = extract(rw, mask, &[at], loc);
                rw.set_insertion_point_before(root);
                Some(mask)
            }
            None => None,
        };
        let value = masked(rw, new, mask);
        result = insert(rw, value, result, &[at], loc);
    }
    rw.replace_op(root, &[result]);
    Some(())
}

/// Adds a dimension that is kept to a vector of one dimension.
fn with_parallel_dimension(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, reduction) = (rw.cx(), Reduction::of(rw, op));
    if reduction.shape.len() != 1 || reduction.reduced.is_empty() {
        return None;
    }
    let (loc, element) = (reduction.loc, reduction.element);
    let (shape, scalable) = ([1, reduction.shape[0]], [false, reduction.scalable[0]]);
    let (root, mask) = root_and_mask(rw, op);
    let source =
        shape_cast(rw, reduction.source, VectorType::get_scalable(cx, &shape, &scalable, element), loc);
    let acc = broadcast(rw, reduction.acc, VectorType::get(cx, &[1], element), loc);
    let mask = mask.map(|mask| {
        let ty = VectorType::get_scalable(cx, &shape, &scalable, Type::I1);
        broadcast(rw, mask, ty, loc)
    });
    let new = create_multi_reduction(rw, reduction.kind, source, acc, &[1], loc);
    let value = masked(rw, new, mask);
    let value = extract(rw, value, &[0], loc);
    rw.replace_op(root, &[value]);
    Some(())
}
