//! Vectorization of the region of a structured op.

use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::reductions::match_reduction;
use terrace_dialects_core::{arith, func};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor;
use terrace_dialects_vector::attrs::{CombiningKind, CombiningKindAttr};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{
    BroadcastOp, ExtractOp, MaskOp, MultiDimReductionOp, StepOp, TransferReadOp, TransferWriteOp, TransposeOp,
};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, OpKind, OpRef, Rewriter, TraitSet, Type, Value, VectorType};

use super::state::VectorizationState;
use terrace_passes_shared::affine_arithmetic::expand_map;
use terrace_passes_shared::transfers::{Read, create_read, create_write, flags_attr};

/// The ops that combine, and the kinds of combination that they are.
static COMBINERS: [(&str, CombiningKind); 15] = [
    (arith::AddIOp::DEF.name, CombiningKind::Add),
    (arith::AddFOp::DEF.name, CombiningKind::Add),
    (arith::AndIOp::DEF.name, CombiningKind::And),
    (arith::MaxSIOp::DEF.name, CombiningKind::Maxsi),
    (arith::MaxUIOp::DEF.name, CombiningKind::Maxui),
    (arith::MaximumFOp::DEF.name, CombiningKind::Maximumf),
    (arith::MaxNumFOp::DEF.name, CombiningKind::Maxnumf),
    (arith::MinSIOp::DEF.name, CombiningKind::Minsi),
    (arith::MinUIOp::DEF.name, CombiningKind::Minui),
    (arith::MinimumFOp::DEF.name, CombiningKind::Minimumf),
    (arith::MinNumFOp::DEF.name, CombiningKind::Minnumf),
    (arith::MulIOp::DEF.name, CombiningKind::Mul),
    (arith::MulFOp::DEF.name, CombiningKind::Mul),
    (arith::OrIOp::DEF.name, CombiningKind::Or),
    (arith::XOrIOp::DEF.name, CombiningKind::Xor),
];

/// The kind of combination that an op is; `None` for other ops.
pub(super) fn combining_kind(op: OpRef<'_>) -> Option<CombiningKind> {
    COMBINERS.iter().find(|(name, _)| *name == op.name_text()).map(|(_, kind)| *kind)
}

/// The combiner of a reduction, by the index of its destination.
pub(super) fn combiner(op: OpRef<'_>, result: usize) -> Option<OpRef<'_>> {
    let (first, _) = as_structured(op)?.destinations(op);
    let args: Vec<_> = op.single_region().entry()?.args().skip(first).collect();
    match_reduction(&args, result)
}

/// Writes `affine.apply` in the region of an op as arithmetic.
pub(super) fn expand_applies(rw: &mut Rewriter<'_>, op: Op) {
    let Some(block) = rw.op(op).single_region().entry() else { return };
    let applies: Vec<Op> = block.ops().filter(|op| op.isa::<AffineApplyOp>()).map(|op| op.id()).collect();
    let point = rw.insertion_point();
    for apply in applies {
        rw.set_insertion_point_before(apply);
        let view = AffineApplyOp::view_of(rw.op(apply));
        let (map, loc) = (view.map().clone(), view.0.loc());
        let operands: Vec<Value> = view.0.operands().map(|value| value.id()).collect();
        let values = expand_map(rw, loc, &map, &operands);
        rw.replace_op(apply, &values);
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
}

/// The map of the used dimensions, by which transfers access the operand.
fn transfer_map(map: &AffineMap) -> Option<AffineMap> {
    map.compress_unused_dims().inverse_permutation()
}

/// The map by which a vector over the iteration space is read from an operand: broadcast along loops that it does not
/// depend on.
fn broadcasting_map(map: &AffineMap) -> AffineMap {
    let mut results = vec![AffineExpr::constant(0); map.num_dims as usize];
    for (at, expr) in map.results.iter().enumerate() {
        if let Some(dim) = expr.as_dim() {
            results[dim as usize] = AffineExpr::dim(at as u32);
        }
    }
    AffineMap::new(map.num_results() as u32, 0, results)
}

/// Whether a vector or element can be broadcast to a vector.
pub(super) fn is_broadcastable(rw: &Rewriter<'_>, from: Type, to: Type) -> bool {
    let (cx, to) = (rw.cx(), vector(rw.cx(), to));
    let Some(from) = as_vector(cx, from) else {
        return from == to.element && from.shape(cx).is_none();
    };
    if from.element != to.element || from.rank() > to.rank() {
        return false;
    }
    let lead = to.rank() - from.rank();
    (0..from.rank()).all(|at| {
        let (own, own_scalable) = (from.shape[at], from.scalable[at]);
        (own == 1 && !own_scalable) || (own == to.shape[lead + at] && own_scalable == to.scalable[lead + at])
    })
}

/// A value broadcast to a vector type, where that is possible; else the value.
pub(super) fn broadcast_if_needed(
    rw: &mut Rewriter<'_>,
    value: Value,
    ty: Type,
    loc: terrace_ir::Loc,
) -> Value {
    let own = rw.value(value).ty();
    if vector(rw.cx(), ty).rank() == 0 || !is_broadcastable(rw, own, ty) {
        return value;
    }
    rw.build_or_fold_value(BroadcastOp::of(value).vector(ty).loc(loc))
}

/// The state of the vectorization of an op's region.
pub(super) struct Body<'s> {
    pub(super) op: Op,
    pub(super) state: &'s mut VectorizationState,
    /// The vectorized values of values of the region.
    pub(super) values: FxHashMap<Value, Value>,
    /// Number of the first destination.
    first: usize,
    outputs: Vec<Value>,
    parallel: Vec<bool>,
}

/// The vector for a value of the region; values from outside map to themselves.
pub(super) fn mapped(values: &FxHashMap<Value, Value>, value: Value) -> Value {
    values.get(&value).copied().unwrap_or(value)
}

/// Marks a masked transfer as being in bounds: it is, where the mask is set.
fn set_in_bounds(rw: &mut Rewriter<'_>, masked: Op, transfer: Op, rank: usize) {
    if rw.op(masked).isa::<MaskOp>() {
        let flags = flags_attr(rw.cx(), &vec![true; rank]);
        rw.set_attr(transfer, "in_bounds", flags);
    }
}

/// Vectorizes an op by its region, before the op; returns its results.
pub(super) fn vectorize_generic(
    rw: &mut Rewriter<'_>,
    op: Op,
    state: &mut VectorizationState,
) -> Option<Vec<Value>> {
    let view = rw.op(op);
    let structured = as_structured(view)?;
    let ((first, count), parallel) = (structured.destinations(view), structured.parallel(view));
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let block = view.single_region().entry()?;
    let args: Vec<Value> = block.args().map(|arg| arg.id()).collect();
    let ops: Vec<Op> = block.ops().map(|op| op.id()).collect();
    if count == 0 {
        return None;
    }
    let mut body = Body {
        op,
        state,
        values: FxHashMap::default(),
        first,
        outputs: operands[first..first + count].to_vec(),
        parallel,
    };
    let zero = index_constant(rw, 0, body.state.loc);
    for (at, (&operand, &arg)) in operands.iter().zip(&args).enumerate() {
        if rw.value(operand).ty().shape(rw.cx()).is_none()
            || as_vector(rw.cx(), rw.value(operand).ty()).is_some()
        {
            body.values.insert(arg, operand);
            continue;
        }
        let value = body.read_operand(rw, at, operand, zero)?;
        body.values.insert(arg, value);
        body.values.insert(operand, value);
    }
    let mut results = Vec::new();
    for inner in ops {
        if rw.op(inner).isa::<YieldOp>() {
            let values: Vec<Value> = rw.op(inner).operands().map(|value| value.id()).collect();
            for (at, value) in values.into_iter().enumerate() {
                let value = mapped(&body.values, value);
                let write = body.write_result(rw, at, value)?;
                results.extend(rw.body().results(write).next());
            }
            continue;
        }
        let made = body.vectorize_op(rw, inner)?;
        let made = body.state.mask_operation(rw, made, None);
        let (olds, news): (Vec<Value>, Vec<Value>) =
            (rw.body().results(inner).collect(), rw.body().results(made).collect());
        body.values.extend(olds.into_iter().zip(news));
    }
    Some(results)
}

impl Body<'_> {
    /// Reads an operand: inputs over the whole iteration space, destinations over the loops that they depend on.
    fn read_operand(
        &mut self,
        rw: &mut Rewriter<'_>,
        at: usize,
        operand: Value,
        zero: Value,
    ) -> Option<Value> {
        let map = self.state.maps.get(at)?.clone();
        let (loc, ty) = (self.state.loc, rw.value(operand).ty());
        let element = ty.element_type_or_self(rw.cx());
        let (read_map, ty) = if at < self.first {
            (broadcasting_map(&map), self.state.whole_vector(rw, element))
        } else {
            let read_map = transfer_map(&map)?;
            let ty = self.state.vector_of(rw, element, &read_map.compose(&map));
            (read_map, ty)
        };
        let rank = vector(rw.cx(), ty).rank();
        let (indices, in_bounds) = (vec![zero; map.num_results()], vec![false; rank]);
        let read = Read {
            base: operand,
            indices: &indices,
            padding: None,
            mask: None,
            map: read_map,
            in_bounds: &in_bounds,
            ty,
        };
        let read = create_read(rw, &read, loc);
        let masked = self.state.mask_operation(rw, read, Some(&map));
        set_in_bounds(rw, masked, TransferReadOp::view_of(rw.op(read)).0.id(), rank);
        let value = rw.body().single_result(masked);
        if rank > 0 {
            return Some(value);
        }
        let place = rw.cx().i64_array(&[]);
        Some(rw.build_value(ExtractOp::of(value).loc(loc).static_position_attr(place).result(element)))
    }

    /// Writes a result into its destination.
    fn write_result(&mut self, rw: &mut Rewriter<'_>, at: usize, value: Value) -> Option<Op> {
        let dest = *self.outputs.get(at)?;
        let map = self.state.maps.get(self.first + at)?.clone();
        let loc = rw.value(value).loc();
        let used: Vec<AffineExpr> =
            (0..map.num_dims).map(AffineExpr::dim).filter(|dim| map.results.contains(dim)).collect();
        let selected = AffineMap::new(map.num_dims, 0, used);
        let element = rw.value(dest).ty().element_type_or_self(rw.cx());
        let ty = self.state.vector_of(rw, element, &selected);
        let rank = vector(rw.cx(), ty).rank();
        let zero = index_constant(rw, 0, loc);
        let (value, write_map) = if rank > 0 {
            let write_map = transfer_map(&map)?;
            (broadcast_if_needed(rw, value, ty, loc), write_map)
        } else {
            let is_vector = as_vector(rw.cx(), rw.value(value).ty()).is_some();
            let value =
                if is_vector { value } else { rw.build_value(BroadcastOp::of(value).vector(ty).loc(loc)) };
            (value, AffineMap::new(map.num_results() as u32, 0, Vec::new()))
        };
        if rw.value(value).ty() != ty {
            return None;
        }
        let indices = vec![zero; map.num_results()];
        let write = create_write(rw, value, dest, &indices, &write_map, &vec![false; rank], loc);
        let masked = self.state.mask_operation(rw, write, Some(&map));
        set_in_bounds(rw, masked, TransferWriteOp::view_of(rw.op(write)).0.id(), rank);
        Some(masked)
    }

    /// Vectorizes an op of the region, at the insertion point.
    fn vectorize_op(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
        let view = rw.op(op);
        if let Some(index) = view.cast::<IndexOp>() {
            let dim = index.dim() as usize;
            return Some(self.index_vector(rw, op, dim));
        }
        if view.isa::<tensor::ExtractOp>() {
            return self.vectorize_extract(rw, op);
        }
        if view.isa::<arith::ConstantOp>() || view.isa::<func::ConstantOp>() {
            return rw.clone_op(op, &mut IrMapping::new());
        }
        if !view.has_trait(TraitSet::Elementwise) {
            return None;
        }
        match self.reduce_if_needed(rw, op) {
            Some(made) => Some(made),
            None => self.vectorize_elementwise(rw, op),
        }
    }

    /// The numbers of the iterations of a loop.
    fn index_vector(&mut self, rw: &mut Rewriter<'_>, op: Op, dim: usize) -> Op {
        let (cx, loc) = (rw.cx(), rw.body().loc(op));
        let rank = self.state.shape.len();
        let own =
            VectorType::get_scalable(cx, &[self.state.shape[dim]], &[self.state.scalable[dim]], Type::INDEX);
        let step = rw.build(StepOp::of().result(own).loc(loc));
        if dim + 1 == rank {
            return step.into();
        }
        let mut order: Vec<u32> = (0..rank as u32).collect();
        order.swap(dim, rank - 1);
        let ty = self.state.vector_of(rw, Type::INDEX, &AffineMap::permutation(&order));
        let step = rw.body().single_result(step);
        let broadcast = rw.build_value(BroadcastOp::of(step).vector(ty).loc(loc));
        let order: Vec<i64> = order.into_iter().map(i64::from).collect();
        let (order, ty) = (cx.i64_array(&order), self.state.whole_vector(rw, Type::INDEX));
        rw.build(TransposeOp::of(broadcast).permutation_attr(order).result(ty).loc(loc)).into()
    }

    /// The reduction that an op is, where its operands have different extents.
    fn reduce_if_needed(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
        let view = rw.op(op);
        let args: Vec<Value> = rw.op(self.op).single_region().entry()?.args().map(|arg| arg.id()).collect();
        let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
        let carried = |value: &Value| {
            let at = args.iter().position(|arg| arg == value)?.checked_sub(self.first)?;
            let combiner = combiner(rw.op(self.op), at)?;
            let added = combiner.operands().map(|operand| operand.id()).find(|operand| operand != value)?;
            Some((added, *value))
        };
        let (added, initial) = operands.iter().find_map(carried)?;
        let (added, initial) = (mapped(&self.values, added), mapped(&self.values, initial));
        let (cx, loc, kind) = (rw.cx(), view.loc(), combining_kind(view)?);
        let shape = as_vector(cx, rw.value(added).ty())?.shape;
        let initial_ty = rw.value(initial).ty();
        if as_vector(cx, initial_ty).is_some_and(|initial| initial.shape == shape) {
            return None;
        }
        let dims: Vec<i64> =
            (0..self.parallel.len()).filter(|&dim| !self.parallel[dim]).map(|dim| dim as i64).collect();
        Some(
            rw.build(
                MultiDimReductionOp::of(added, initial)
                    .kind_attr(CombiningKindAttr::attr(cx, kind))
                    .reduction_dims_attr(cx.i64_array(&dims))
                    .dest(initial_ty)
                    .loc(loc),
            )
            .into(),
        )
    }

    /// An op on vectors of the greatest rank among its operands.
    fn vectorize_elementwise(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
        let (cx, view) = (rw.cx(), rw.op(op));
        let (loc, results) = (view.loc(), view.result_types());
        let operands: Vec<Value> = view.operands().map(|value| mapped(&self.values, value.id())).collect();
        let mut largest = None;
        for &operand in &operands {
            let ty = rw.value(operand).ty();
            let rank = as_vector(cx, ty).map(|vector| vector.rank());
            if rank.is_some_and(|rank| largest.is_none_or(|largest| vector(cx, largest).rank() < rank)) {
                largest = Some(ty);
            }
        }
        let Some(largest) = largest else { return copy_with(rw, op, &operands, &results) };
        let mut broadcast = Vec::with_capacity(operands.len());
        for operand in operands {
            let element = rw.value(operand).ty().element_type_or_self(cx);
            let ty = vector(cx, largest).with_element(cx, element);
            broadcast.push(broadcast_if_needed(rw, operand, ty, loc));
        }
        let types: Vec<Type> = results.iter().map(|&ty| vector(cx, largest).with_element(cx, ty)).collect();
        copy_with(rw, op, &broadcast, &types)
    }
}
