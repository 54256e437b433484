//! Tiling of perfectly nested `affine.for`.

use terrace_affine::AffineExpr;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::effects::{EffectKind, effects_outside_regions, is_memory_effect_free};
use terrace_ir::{OpRef, Rewriter, Value, View};

use crate::dependence::{Component, Dependence, MemRefAccess, Obstacle, dependence, nesting_depth};
use crate::loop_normalize::trip_count;
use crate::nests::{Bound, NewLoop, create_loop, induction_var, replace_nest};
use crate::unroll::largest_divisor_of_trip_count;

/// The accesses in a loop, unless another op in it may have side effects; allocations have none that matter.
pub(crate) fn accesses_in(op: OpRef<'_>) -> Result<Vec<MemRefAccess<'_>>, Obstacle<'_>> {
    let mut accesses = Vec::new();
    for inner in op.nested_ops() {
        if let Some(access) = MemRefAccess::of(inner) {
            accesses.push(access);
        } else if !inner.cx().matches_upstream() && !has_no_effect_of_its_own(inner) {
            return Err(Obstacle::effects(inner));
        }
    }
    Ok(accesses)
}

/// Whether an op, without those nested in it, does nothing to memory but to allocate some.
fn has_no_effect_of_its_own(op: OpRef<'_>) -> bool {
    let effects = effects_outside_regions(op);
    effects.is_some_and(|effects| effects.iter().all(|effect| effect.kind == EffectKind::Allocate))
        || is_memory_effect_free(op)
}

/// The obstacle to the tiling of perfectly nested loops: all dependences that they carry must have no negative
/// difference in any of them.
pub fn tiling_obstacle<'a>(nest: &[View<'a, AffineForOp>]) -> Option<Obstacle<'a>> {
    let root = nest.first()?;
    let matches_upstream = root.0.cx().matches_upstream();
    // One loop alone runs its iterations in the same order.
    if nest.len() == 1 && !matches_upstream {
        return None;
    }
    let accesses = match accesses_in(root.0) {
        Ok(accesses) => accesses,
        Err(obstacle) => return Some(obstacle),
    };
    let outer = nesting_depth(root.0);
    let last = nest.len() + usize::from(matches_upstream);
    for depth in 1..=last {
        for source in &accesses {
            for destination in &accesses {
                match dependence(source, destination, outer + depth, false) {
                    Dependence::None => {}
                    Dependence::Unknown(reason) if !matches_upstream => {
                        return Some(Obstacle::between(source, destination, reason));
                    }
                    Dependence::Unknown(_) => {}
                    Dependence::Between(components) => {
                        let own = components.iter().skip(outer).take(nest.len());
                        if own.clone().any(|component| forbids_tiling(component, matches_upstream)) {
                            let rule = "a dependence may have a negative difference in a loop of the nest";
                            return Some(Obstacle::between(source, destination, rule));
                        }
                    }
                }
            }
        }
    }
    None
}

/// Whether the differences of a dependence are, or may be, against the order of tiles. Upstream takes only ranges that
/// are negative, and more than one number.
fn forbids_tiling(component: &Component, matches_upstream: bool) -> bool {
    match (component.lower, component.upper) {
        (Some(lower), Some(upper)) if matches_upstream => lower < upper && upper < 0,
        _ if matches_upstream => false,
        (lower, _) => lower.is_none_or(|lower| lower < 0),
    }
}

/// Whether perfectly nested loops have no results, and bounds that do not depend on each other's induction variables.
pub fn is_rectangular(nest: &[View<'_, AffineForOp>]) -> bool {
    let variables: Vec<_> = nest.iter().filter_map(|&view| induction_var(view)).collect();
    nest.iter().all(|view| {
        let mut bounds = view.lower_bound_operands().chain(view.upper_bound_operands());
        view.0.num_results() == 0 && !bounds.any(|operand| variables.contains(&operand))
    })
}

/// The bounds and the step of a loop to tile.
struct Tiled {
    bounds: [Bound; 2],
    step: i64,
    /// The step of the loop over tiles.
    tile_step: i64,
    /// The iterations of the loop inside of a tile.
    extent: Extent,
}

/// The iterations of a tile.
enum Extent {
    /// All tiles have this span.
    Whole(i64),
    /// The last tile may end before this span.
    Partial(i64),
}

/// Tiles a perfect nest of loops that is rectangular, and returns the loops inside of a tile. `None`, without
/// modifications, if a step would be too large, or the nest has no tile sizes.
pub fn tile(rw: &mut Rewriter<'_>, nest: &[AffineForOp], sizes: &[u64]) -> Option<Vec<NewLoop>> {
    let root = *nest.first()?;
    let tiled = nest.iter().zip(sizes).map(|(op, &size)| Tiled::new(op.view(rw), size));
    let tiled = tiled.collect::<Option<Vec<_>>>()?;
    let loc = root.view(rw).0.loc();
    rw.set_insertion_point_before(root);
    let outer: Vec<NewLoop> = tiled
        .iter()
        .map(|part| create_loop(rw, loc, [&part.bounds[0], &part.bounds[1]], part.tile_step))
        .collect();
    let mut inner: Vec<NewLoop> = Vec::with_capacity(outer.len());
    for (part, over) in tiled.iter().zip(&outer) {
        let upper = part.upper(over.variable);
        inner.push(create_loop(rw, loc, [&Bound::sum(over.variable, 0), &upper], part.step));
    }
    replace_nest(rw, nest, &inner)?;
    Some(inner)
}

impl Tiled {
    fn new(view: View<'_, AffineForOp>, size: u64) -> Option<Self> {
        let [lower, upper] = view.bounds()?;
        let (step, count) = (view.constant_step(), trip_count(view));
        let span = i64::try_from(size).ok()?.checked_mul(step)?;
        let extent = match count {
            Some(count) if count < size => Extent::Whole(i64::try_from(count).ok()?.checked_mul(step)?),
            _ if !largest_divisor_of_trip_count(view, count).is_multiple_of(size) => Extent::Partial(span),
            _ => Extent::Whole(span),
        };
        let bounds = [Bound::of(&lower), Bound::of(&upper)];
        Some(Self { bounds, step, tile_step: span, extent })
    }

    /// The upper bound of the loop inside of a tile that begins at `start`.
    fn upper(&self, start: Value) -> Bound {
        let (Extent::Whole(span) | Extent::Partial(span)) = self.extent;
        if let Extent::Whole(_) = self.extent {
            return Bound::sum(start, span);
        }
        let Bound { map, operands } = &self.bounds[1];
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let mut map = map.clone();
        map.results.insert(0, AffineExpr::dim(map.num_dims) + AffineExpr::constant(span));
        map.num_dims += 1;
        Bound { map, operands: [dims, &[start], symbols].concat() }
    }
}
