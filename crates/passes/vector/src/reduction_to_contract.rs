//! Sums of products as `vector.contract`, whose maps take in broadcasts and transpositions of operands.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::maps_attr;
use terrace_dialects_vector::attrs::{CombiningKind, IteratorType, IteratorTypeAttr};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{BroadcastOp, ContractionOp, MultiDimReductionOp, TransposeOp};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, Context, Loc, Op, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{masked, root_and_mask, shape_cast};

/// Writes sums of products as contractions.
pub static REDUCTION_TO_CONTRACT: &[Pattern] = &[
    pattern!("MultiReduceToContract", MultiDimReductionOp, reduction_to_contract),
    pattern!("CombineContractBroadcastMask", ContractionOp, contract_of_broadcast),
    pattern!("CombineContractABTranspose", ContractionOp, contract_of_transpose),
    pattern!("CombineContractResultTranspose", TransposeOp, transpose_of_contract),
];

/// The parts of a `vector.contract`.
pub(crate) struct Contraction {
    /// The inputs and the accumulator.
    pub(crate) operands: [Value; 3],
    /// The maps of those.
    pub(crate) maps: Vec<AffineMap>,
    /// For each dimension, whether it is parallel.
    pub(crate) parallel: Vec<bool>,
    /// The combining kind.
    pub(crate) kind: CombiningKind,
    /// The location.
    pub(crate) loc: Loc,
}

/// An array of kinds of iterators.
pub(crate) fn iterators_attr(cx: &Context, parallel: &[bool]) -> Attr {
    let iterator = |&parallel: &bool| {
        let kind = if parallel { IteratorType::Parallel } else { IteratorType::Reduction };
        IteratorTypeAttr::attr(cx, kind)
    };
    let iterators: Vec<Attr> = parallel.iter().map(iterator).collect();
    cx.array_attr(&iterators)
}

impl Contraction {
    /// The accumulator.
    pub(crate) fn acc(&self) -> Value {
        let [.., acc] = self.operands;
        acc
    }

    /// An op as a contraction; `None` for another op.
    pub(crate) fn of(rw: &Rewriter<'_>, op: Op) -> Option<Self> {
        let (cx, view) = (rw.cx(), rw.op(op).cast::<ContractionOp>()?);
        let maps =
            view.indexing_maps().iter().map(|map| map.as_affine_map(cx).cloned()).collect::<Option<_>>()?;
        let parallel = view.iterator_types().iter().map(|kind| kind == IteratorType::Parallel).collect();
        Some(Self {
            operands: [view.lhs().id(), view.rhs().id(), view.acc().id()],
            maps,
            parallel,
            kind: view.kind(),
            loc: view.0.loc(),
        })
    }

    /// The op, at the insertion point.
    pub(crate) fn create(&self, rw: &mut Rewriter<'_>, ty: Type) -> Op {
        let cx = rw.cx();
        let [lhs, rhs, acc] = self.operands;
        let contract =
            ContractionOp::of(lhs, rhs, acc).indexing_maps_attr(maps_attr(cx, &self.maps)).kind(self.kind);
        let iterators = iterators_attr(cx, &self.parallel);
        rw.build(contract.iterator_types_attr(iterators).result(ty).loc(self.loc)).into()
    }
}

fn reduction_to_contract(rw: &mut Rewriter<'_>, op: MultiDimReductionOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, acc, ty, loc) = (view.source(), view.acc().id(), view.dest().ty(), view.0.loc());
    if view.kind() != CombiningKind::Add {
        return None;
    }
    let product = source.defining_op().filter(|op| ["arith.muli", "arith.mulf"].contains(&op.name_text()))?;
    let factors: Vec<Value> = product.operands().map(|value| value.id()).collect();
    let rank = as_vector(cx, source.ty())?.rank();
    let reduced = view.reduction_dims().to_vec();
    let parallel: Vec<bool> = (0..rank).map(|dim| !reduced.contains(&(dim as i64))).collect();
    let kept = (0..rank).filter(|&dim| parallel[dim]).map(|dim| AffineExpr::dim(dim as u32)).collect();
    let identity = AffineMap::identity(rank as u32);
    let maps = vec![identity.clone(), identity, AffineMap::new(rank as u32, 0, kept)];
    let contraction = Contraction {
        operands: [factors[0], factors[1], acc],
        maps,
        parallel,
        kind: CombiningKind::Add,
        loc,
    };
    let new = contraction.create(rw, ty);
    rw.replace_op_with(op, new);
    Some(())
}

/// The map of an input that is a broadcast, in place of that of its result; `None` if the contraction cannot take it in.
fn map_before_broadcast(
    rw: &Rewriter<'_>,
    operand: Value,
    map: &AffineMap,
    parallel: &[bool],
) -> Option<(Value, AffineMap)> {
    let cx = rw.cx();
    let broadcast = rw.value(operand).defining_op()?.cast::<BroadcastOp>()?;
    let (from, to) = (as_vector(cx, broadcast.source().ty())?, as_vector(cx, broadcast.vector().ty())?);
    let lead = to.rank() - from.rank();
    if lead == 0 || from.shape != &to.shape[lead..] {
        return None;
    }
    let reduces = |dim: usize| {
        let at = map.results[dim].as_dim().map_or(0, |dim| dim as usize);
        to.shape[dim] != 1 && !parallel[at]
    };
    if (0..lead).any(reduces) {
        return None;
    }
    let kept = AffineMap::new(map.num_dims, 0, map.results[lead..].to_vec());
    Some((broadcast.source().id(), kept))
}

fn contract_of_broadcast(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let ty = rw.op(op).single_result().ty();
    let mut contraction = Contraction::of(rw, op.into())?;
    let mut changed = false;
    for at in 0..2 {
        let found =
            map_before_broadcast(rw, contraction.operands[at], &contraction.maps[at], &contraction.parallel);
        if let Some((operand, map)) = found {
            (contraction.operands[at], contraction.maps[at]) = (operand, map);
            changed = true;
        }
    }
    if !changed {
        return None;
    }
    let unused = AffineMap::concat(&contraction.maps).unused_dims();
    let maps: Vec<AffineMap> = contraction.maps.iter().map(|map| map.project_dims(&unused)).collect();
    let kept = (0..contraction.parallel.len()).filter(|&dim| !unused.contains(&(dim as u32)));
    let parallel: Vec<bool> = kept.map(|dim| contraction.parallel[dim]).collect();
    let both =
        |dim: usize| !parallel[dim] && maps[..2].iter().all(|map| map.result_position(dim as u32).is_some());
    if !(0..parallel.len()).any(both) || !AffineMap::concat(&maps[..2]).unused_dims().is_empty() {
        return None;
    }
    let new = Contraction { maps, parallel, ..contraction };
    if unused.is_empty() || !is_masked(rw.op(op)) {
        let new = new.create(rw, ty);
        rw.replace_op_with(op, new);
        return Some(());
    }
    // A mask has the dimensions that are dropped, which broadcasts have added in front.
    let (cx, (root, mask)) = (rw.cx(), root_and_mask(rw, op.into()));
    let mask = mask?;
    let own = vector(cx, rw.value(mask).ty());
    if unused.iter().any(|&dim| own.shape.get(dim as usize) != Some(&1)) {
        return rw.notify_match_failure(op, "Cannont drop non-unit mask dim.");
    }
    let kept = unused.len();
    let mask_ty =
        VectorType::get_scalable(cx, own.shape.get(kept..)?, own.scalable.get(kept..)?, own.element);
    let loc = new.loc;
    let new = new.create(rw, ty);
    let mask = shape_cast(rw, mask, mask_ty, loc);
    let result = masked(rw, new, Some(mask));
    rw.replace_op(root, &[result]);
    Some(())
}

/// The map of a permutation.
fn permutation_map(order: &[i64]) -> AffineMap {
    let order: Vec<u32> = order.iter().map(|&dim| dim as u32).collect();
    AffineMap::permutation(&order)
}

fn contract_of_transpose(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    let ty = rw.op(op).single_result().ty();
    let mut contraction = Contraction::of(rw, op.into())?;
    let mut changed = false;
    for at in 0..2 {
        let maker = rw.value(contraction.operands[at]).defining_op();
        let Some(transpose) = maker.and_then(|op| op.cast::<TransposeOp>()) else { continue };
        let inverse = permutation_map(&transpose.permutation().to_vec()).inverse_permutation()?;
        contraction.maps[at] = inverse.compose(&contraction.maps[at]);
        contraction.operands[at] = transpose.vector().id();
        changed = true;
    }
    if !changed {
        return None;
    }
    let new = contraction.create(rw, ty);
    rw.replace_op_with(op, new);
    Some(())
}

fn transpose_of_contract(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let (ty, value) = (view.result().ty(), view.vector());
    if value.uses().count() != 1 {
        return None;
    }
    let contract = value.defining_op().filter(|op| op.isa::<ContractionOp>())?;
    let mut contraction = Contraction::of(rw, contract.id())?;
    let acc = rw.value(contraction.acc()).defining_op()?.cast::<TransposeOp>()?;
    let of_acc = permutation_map(&acc.permutation().to_vec());
    let of_result = permutation_map(&view.permutation().to_vec());
    if of_acc.inverse_permutation()? != of_result {
        return None;
    }
    let [lhs, rhs, _] = contraction.operands;
    contraction.operands = [lhs, rhs, acc.vector().id()];
    contraction.maps[2] = of_result.compose(&contraction.maps[2]);
    let new = contraction.create(rw, ty);
    rw.replace_op_with(op, new);
    Some(())
}
