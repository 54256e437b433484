//! Whether the lanes of a vectorized nest compute what its iterations do.
//!
//! The iterations of a vector run in step: each op runs for all lanes before the next one. That keeps a dependence
//! between iterations which are in one vector if its source is an earlier op than its destination, or a loop inside
//! carries it. Lanes beyond the last iteration run as well: they store nothing, and must not trap. Upstream requires
//! loops without dependences between iterations, but not that subscripts advance by one, that all lanes have the same
//! bounds in loops inside, or that lanes beyond the last iteration leave memory as it is.

use std::collections::HashSet;

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::{AffineForOp, AffineStoreOp, AffineYieldOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, DimOp};
use terrace_ir::effects::is_speculatable;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{DYNAMIC, OpRef, Value, ValueRef, View};

use crate::dependence::{
    Dependence, MemRefAccess, Obstacle, ancestors_in_common_block, dependence, nesting_depth,
    num_common_loops,
};
use crate::nests::induction_var;
use crate::tile::accesses_in;
use crate::unroll::has_rest;
use crate::vectorize_strategy::{Refusal, VectorizationStrategy};

/// A loop that is vectorized: its induction variable, its step, and its step as vectors.
struct Vectorized<'a> {
    view: View<'a, AffineForOp>,
    variable: ValueRef<'a>,
    factor: u64,
    /// `None` if it exceeds 64 bits.
    step: Option<i64>,
}

/// The reason why a nest must not be vectorized.
pub(crate) fn nest_refusal(root: View<'_, AffineForOp>, strategy: &VectorizationStrategy) -> Option<Refusal> {
    let accesses = match accesses_in(root.0) {
        Ok(accesses) => accesses,
        Err(obstacle) => return Some(obstacle.into()),
    };
    let loops = std::iter::once(root.0).chain(root.0.nested_ops());
    let vectorized = loops.filter_map(|op| {
        let (&dim, view) = (strategy.dims.get(&op.id())?, op.cast::<AffineForOp>()?);
        let size = *strategy.sizes.get(dim)?;
        let step = view.constant_step().checked_mul(size);
        Some(Vectorized { view, variable: induction_var(view)?, factor: u64::try_from(size).ok()?, step })
    });
    let vectorized: Vec<Vectorized<'_>> = vectorized.collect();
    order_obstacle(root.0, &accesses, &vectorized)
        .map(Refusal::from)
        .or_else(|| lanes_refusal(&accesses, &vectorized))
        .or_else(|| bounds_refusal(root.0, &vectorized))
}

/// A dependence that is reversed if the iterations of each vector run in step.
fn order_obstacle<'a>(
    root: OpRef<'a>,
    accesses: &[MemRefAccess<'a>],
    vectorized: &[Vectorized<'a>],
) -> Option<Obstacle<'a>> {
    let outer = nesting_depth(root);
    for source in accesses {
        for destination in accesses {
            for depth in outer + 1..=num_common_loops(source.op, destination.op) {
                match dependence(source, destination, depth, false) {
                    Dependence::None => {}
                    Dependence::Unknown(reason) => {
                        return Some(Obstacle::between(source, destination, reason));
                    }
                    Dependence::Between(components) => {
                        let lowers: Vec<Option<i64>> =
                            components[outer..].iter().map(|component| component.lower).collect();
                        if !keeps_order(source, destination, &lowers, vectorized) {
                            let rule = "a dependence between iterations of one vector would be reversed";
                            return Some(Obstacle::between(source, destination, rule));
                        }
                    }
                }
            }
        }
    }
    None
}

/// Whether a source still runs before a destination, for the least differences of the induction variables of the loops
/// around both, from the outermost of the nest on.
fn keeps_order<'a>(
    source: &MemRefAccess<'a>,
    destination: &MemRefAccess<'a>,
    lowers: &[Option<i64>],
    vectorized: &[Vectorized<'a>],
) -> bool {
    let around: Vec<OpRef<'a>> = source.op.ancestors().filter(|op| op.isa::<AffineForOp>()).collect();
    // The innermost of the loops around both come last in the differences, as far as these are in the nest.
    let common: Vec<OpRef<'a>> = around.into_iter().filter(|op| op.is_ancestor(destination.op)).collect();
    let in_nest = common.iter().take(lowers.len()).rev();
    for (op, lower) in in_nest.zip(lowers) {
        let Some(lower) = *lower else { return false };
        let step = vectorized.iter().find(|looped| looped.view.0 == *op).map(|looped| looped.step);
        let is_later = match step {
            Some(step) => step.is_some_and(|step| lower >= step),
            None => lower > 0,
        };
        if is_later {
            return true;
        }
        if lower < 0 {
            return false;
        }
    }
    ancestors_in_common_block(source.op, destination.op)
        .is_some_and(|(first, second)| first != second && first.body().is_before(first.id(), second.id()))
}

/// An access whose lanes are not adjacent, or an op that must not run in lanes beyond the last iteration.
fn lanes_refusal(accesses: &[MemRefAccess<'_>], vectorized: &[Vectorized<'_>]) -> Option<Refusal> {
    for looped in vectorized {
        let inside = accesses.iter().filter(|access| looped.view.0.is_ancestor(access.op));
        for access in inside {
            if !has_adjacent_lanes(access, looped) {
                let rule = "a subscript does not advance by one from one iteration to the next";
                return Some(Refusal::at(access.op, rule));
            }
        }
        if !has_rest(looped.view, looped.factor) {
            continue;
        }
        let may_trap = |op: &OpRef<'_>| {
            let is_control = op.isa::<AffineForOp>() || op.isa::<AffineYieldOp>();
            !is_control && MemRefAccess::of(*op).is_none() && !is_speculatable(*op)
        };
        if let Some(op) = looped.view.0.nested_ops().find(may_trap) {
            return Some(Refusal::at(op, "an op in it must not run beyond the last iteration"));
        }
    }
    None
}

/// Whether each subscript that varies with a loop is greater by one in the next iteration.
fn has_adjacent_lanes(access: &MemRefAccess<'_>, looped: &Vectorized<'_>) -> bool {
    let subscripts = &access.subscripts;
    if subscripts.has_applies() {
        return false;
    }
    let at = subscripts.operands.iter().position(|&value| value == looped.variable);
    let Some(at) = at.filter(|&at| at < subscripts.map.num_dims as usize) else { return at.is_none() };
    let map = &subscripts.map;
    let step = AffineExpr::constant(looped.view.constant_step());
    let next = |dim: u32| match dim as usize == at {
        true => AffineExpr::dim(dim) + step.clone(),
        false => AffineExpr::dim(dim),
    };
    let next: Vec<AffineExpr> = (0..map.num_dims).map(next).collect();
    let varying = map.results.iter().filter(|result| result.is_function_of_dim(at as u32));
    let differences = varying.map(|result| result.replace_dims(&next) - result.clone()).collect();
    let differences = AffineMap::new(map.num_dims, map.num_symbols, differences).simplify();
    differences.results.iter().all(|difference| difference.as_constant() == Some(1))
}

/// A loop inside of the nest whose bounds are not the same in all lanes.
fn bounds_refusal(root: OpRef<'_>, vectorized: &[Vectorized<'_>]) -> Option<Refusal> {
    let variables: Vec<Value> = vectorized.iter().map(|looped| looped.variable.id()).collect();
    let inner = root.nested_ops().filter_map(|op| op.cast::<AffineForOp>());
    let mut independent = HashSet::new();
    for view in inner {
        let bounds = view.lower_bound_operands().chain(view.upper_bound_operands());
        for bound in bounds {
            if depends_on(bound, &variables, root, &mut independent) {
                return Some(Refusal::at(view.0, "the bounds of a loop in it depend on the lane"));
            }
        }
    }
    None
}

/// Whether the computation of a value in `root` uses one of these; `independent` are values that are known not to.
fn depends_on(
    value: ValueRef<'_>,
    variables: &[Value],
    root: OpRef<'_>,
    independent: &mut HashSet<Value>,
) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if variables.contains(&value.id()) {
            return true;
        }
        if !independent.insert(value.id()) {
            continue;
        }
        if let Some(op) = value.defining_op().filter(|&op| root.is_proper_ancestor(op)) {
            pending.extend(op.operands());
        }
    }
    false
}

/// Whether the elements beyond the last iteration of a loop that is vectorized are out of bounds of the memref that is
/// stored to.
pub(crate) fn ends_with_memref(
    store: View<'_, AffineStoreOp>,
    looped: View<'_, AffineForOp>,
    dim: usize,
) -> bool {
    let (Some(access), Some(variable)) = (MemRefAccess::of(store.0), induction_var(looped)) else {
        return false;
    };
    let (Some([_, mut upper]), Some(subscript)) = (looped.bounds(), access.subscripts.map.results.get(dim))
    else {
        return false;
    };
    let at = access.subscripts.operands.iter().position(|&value| value == variable);
    let Some(at) = at.filter(|_| upper.map.num_results() == 1) else { return false };
    let offset = subscript.clone() - AffineExpr::dim(at as u32);
    let Some(offset) = offset.as_constant() else { return false };
    let Some(&extent) = memref(store.0.cx(), access.memref.ty()).and_then(|buffer| buffer.shape.get(dim))
    else {
        return false;
    };
    upper.canonicalize();
    let bound = upper.map.results.first().and_then(AffineExpr::as_constant);
    if let Some(bound) = bound {
        return extent != DYNAMIC && bound.checked_add(offset).is_some_and(|end| end >= extent);
    }
    let is_value = upper.map.is_identity() || upper.map == AffineMap::symbol_identity();
    offset == 0
        && extent == DYNAMIC
        && is_value
        && upper.operands.first().is_some_and(|&size| is_extent(size, access.memref, dim))
}

/// Whether a value is an extent of a memref.
fn is_extent(size: ValueRef<'_>, memref: ValueRef<'_>, dim: usize) -> bool {
    if let Some(view) = size.defined_by::<DimOp>() {
        return view.source() == memref && m_scalar_i64(view.index()) == i64::try_from(dim).ok();
    }
    let Some(buffer) = terrace_dialects_mem::layout::memref(memref.cx(), memref.ty()) else { return false };
    let before = buffer.shape.iter().take(dim).filter(|&&extent| extent == DYNAMIC).count();
    let sizes = memref
        .defined_by::<AllocOp>()
        .map(|view| view.dynamic_sizes().nth(before))
        .or_else(|| memref.defined_by::<AllocaOp>().map(|view| view.dynamic_sizes().nth(before)));
    sizes.flatten() == Some(size)
}
