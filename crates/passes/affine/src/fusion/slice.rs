//! Slices of loop nests: bounds of the loops of one nest in terms of the iteration of another one, so that all that the
//! iteration depends on is run, or all that depends on it.

use std::collections::BTreeMap;

use terrace_affine::{AffineExpr, AffineMap, Linear};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::identifiers::Identifiers;
use terrace_dialects_mem::affine::loop_ranges::loop_of;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_ir::{Block, Op, Rewriter, Value, ValueRef, View};

use super::accesses::{affine_read, common_loops, loop_views_around, loops_around};
use crate::dependence::{MemRefAccess, nesting_depth};
use crate::flat::slice::SliceBounds;
use crate::flat::{Flat, Side};
use crate::loop_normalize::trip_count;
use crate::nests::loops_in;
use crate::parallelize::{is_parallel, is_parallel_reduction};

/// A slice.
#[derive(Clone)]
pub(crate) struct Slice {
    /// The induction variables of the loops of the sliced nest, with those around both nests, the outermost first.
    pub(crate) ivs: Vec<Value>,
    /// The bounds of each, as maps of the operands; the loop's own bounds where there are none.
    pub(crate) bounds: Vec<SliceBounds>,
    /// The operands of all bounds.
    pub(crate) operands: Vec<Value>,
    /// The block that the slice is inserted in.
    pub(crate) block: Block,
    /// Whether it is inserted at the start of that block, otherwise before the terminator.
    pub(crate) is_backward: bool,
}

/// The reason why there is no slice.
pub(crate) enum NoSlice {
    /// A constraint is not linear, or accesses are not in common loops.
    Unsupported,
    /// The slice would run iterations that the nest does not.
    Incorrect(Box<Slice>),
}

impl Slice {
    /// A bound with its operands.
    pub(crate) fn bound<'a>(&self, rw: &'a Rewriter<'_>, at: usize, upper: bool) -> Option<ValueMap<'a>> {
        let map = self.bounds.get(at)?[usize::from(upper)].clone()?;
        Some(ValueMap::new(map, self.operands.iter().map(|&value| rw.value(value))))
    }

    /// Whether a loop runs as it is: without bounds, or with its own constant ones.
    pub(crate) fn is_whole(&self, at: usize, view: View<'_, AffineForOp>) -> bool {
        let own = [view.constant_lower_bound(), view.constant_upper_bound()];
        let is_own = |(bound, own): (&Option<AffineMap>, Option<i64>)| {
            let Some(map) = bound else { return true };
            own.is_some() && matches!(&map.results[..], [only] if only.as_constant() == own)
        };
        self.bounds.get(at).is_some_and(|bounds| bounds.iter().zip(own).all(is_own))
    }

    /// Whether a loop is sliced to one iteration.
    pub(super) fn is_single(&self, at: usize) -> bool {
        self.equality(at).is_some()
    }

    /// The expression that the loop is sliced to one iteration of.
    fn equality(&self, at: usize) -> Option<&AffineExpr> {
        let [Some(lower), Some(upper)] = self.bounds.get(at)? else { return None };
        let ([lower], [upper]) = (&lower.results[..], &upper.results[..]) else { return None };
        (lower.clone() + AffineExpr::constant(1) == *upper).then_some(lower)
    }

    /// The constraints of the slice: on the induction variables as dimensions, and the operands as symbols.
    fn constraints<'a>(&self, rw: &'a Rewriter<'_>) -> Option<Flat<'a>> {
        let values = |values: &[Value]| values.iter().map(|&value| rw.value(value)).collect::<Vec<_>>();
        let (ivs, operands) = (values(&self.ivs), values(&self.operands));
        let mut system = Flat::new(&ivs, &operands);
        for &operand in &operands {
            let variable = system.variable_of(operand)?;
            if is_symbol(operand) {
                system.add_constant_of(operand, variable);
            } else if let Some(view) = loop_of(operand) {
                system.add_loop(view, variable)?;
            }
        }
        self.add_to(rw, &mut system)?;
        Some(system)
    }

    /// Adds the bounds of the loops whose induction variables are in a system.
    pub(crate) fn add_to<'a>(&self, rw: &'a Rewriter<'_>, system: &mut Flat<'a>) -> Option<()> {
        for (at, &iv) in self.ivs.iter().enumerate() {
            let Some(variable) = system.variable_of(rw.value(iv)) else { continue };
            if self.equality(at).is_some() {
                system.add_bound(Side::Equal, variable, &self.bound(rw, at, false)?)?;
                continue;
            }
            let has_results = |map: &ValueMap<'_>| map.map.num_results() > 0;
            let bounds = [false, true].map(|upper| self.bound(rw, at, upper).filter(has_results));
            match bounds {
                [Some(lower), Some(upper)] => {
                    system.add_bound(Side::Lower, variable, &lower)?;
                    system.add_bound(Side::Upper, variable, &upper)?;
                }
                _ => system.add_loop(loop_of(rw.value(iv))?, variable)?,
            }
        }
        Some(())
    }

    /// The constraints of the nest's own loops.
    fn source_constraints<'a>(&self, rw: &'a Rewriter<'_>) -> Option<Flat<'a>> {
        let ivs: Vec<ValueRef<'a>> = self.ivs.iter().map(|&iv| rw.value(iv)).collect();
        let mut system = Flat::new(&ivs, &[]);
        for &iv in &ivs {
            let variable = system.variable_of(iv)?;
            system.add_loop(loop_of(iv)?, variable)?;
        }
        Some(system)
    }

    /// Whether each loop is sliced to one iteration that is the one of another loop with the same constant bounds: `None`
    /// if it is no such slice, and false if the bounds differ.
    fn is_one_to_one(&self, rw: &Rewriter<'_>) -> Option<bool> {
        for (at, &iv) in self.ivs.iter().enumerate() {
            let position = self.equality(at)?.as_dim()?;
            let other = loop_of(rw.value(*self.operands.get(position as usize)?))?;
            let own = loop_of(rw.value(iv))?;
            let bounds = |view: View<'_, AffineForOp>| {
                Some((view.constant_lower_bound()?, view.constant_upper_bound()?))
            };
            if bounds(own)? != bounds(other)? || own.constant_step() != other.constant_step() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the slice runs no iterations but those of the nest; `None` if this is not known.
    fn is_valid(&self, rw: &Rewriter<'_>) -> Option<bool> {
        if self.is_one_to_one(rw) == Some(true) {
            return Some(true);
        }
        let source = self.source_constraints(rw)?;
        if !source.symbols.is_empty() || !source.locals.is_empty() {
            return None;
        }
        let slice = self.constraints(rw)?;
        Some(is_subset(&slice, &source, self.ivs.len()))
    }

    /// Whether the slices of all iterations together are all iterations of the nest; `None` if this is not known.
    pub(crate) fn is_maximal(&self, rw: &Rewriter<'_>) -> Option<bool> {
        if let Some(is_one_to_one) = self.is_one_to_one(rw) {
            return Some(is_one_to_one);
        }
        let source = self.source_constraints(rw)?;
        let counters = self.operands.iter().map(|&value| rw.value(value));
        let counters: Vec<ValueRef<'_>> = counters.filter(|&value| loop_of(value).is_some()).collect();
        // Dimensions are compared by their positions; what is no equality has no loop yet.
        if counters.len() > self.ivs.len() {
            return None;
        }
        let ivs: Vec<ValueRef<'_>> = self.ivs.iter().map(|&iv| rw.value(iv)).collect();
        let dims: Vec<ValueRef<'_>> =
            counters.iter().copied().chain(ivs[counters.len()..].iter().copied()).collect();
        let mut slice = Flat::new(&dims, &[]);
        for at in 0..self.ivs.len() {
            match self.equality(at).filter(|expr| expr.as_constant().is_none()) {
                Some(expr) => {
                    let view = loop_of(rw.value(*self.operands.get(expr.as_dim()? as usize)?))?;
                    let variable = slice.variable_of(view.region().entry()?.args().next()?)?;
                    slice.add_loop(view, variable)?;
                }
                None => {
                    let variable = slice.dims.get(at)?.id;
                    for (side, upper) in [(Side::Lower, false), (Side::Upper, true)] {
                        if let Some(bound) = self.bound(rw, at, upper) {
                            slice.add_bound(side, variable, &bound)?;
                        }
                    }
                }
            }
        }
        if slice.dims.len() != source.dims.len() {
            return None;
        }
        Some(is_subset(&source, &slice, self.ivs.len()))
    }
}

impl Slice {
    /// Whether it is proved that the slices of all iterations together are all iterations of the nest.
    pub(super) fn covers_all(&self, rw: &Rewriter<'_>) -> Option<bool> {
        let source = self.source_constraints(rw)?;
        let mut slice = self.constraints(rw)?;
        let others = slice.dims.split_off(self.ivs.len());
        slice.symbols.extend(others);
        let counters = slice.symbols.iter().filter(|var| loop_of(var.value).is_some());
        let counters: Vec<_> = counters.copied().collect();
        // The start of a step must be known.
        let has_step = |value: ValueRef<'_>| {
            loop_of(value)
                .is_some_and(|view| view.constant_step() != 1 && view.constant_lower_bound().is_none())
        };
        let ivs = self.ivs.iter().map(|&iv| rw.value(iv));
        if counters.iter().any(|var| has_step(var.value)) || ivs.into_iter().any(has_step) {
            return None;
        }
        let variables: Vec<usize> =
            counters.iter().map(|var| var.id).chain(slice.locals.iter().copied()).collect();
        if !slice.is_exactly_projected(&variables) {
            return None;
        }
        slice.project_out(&variables)?;
        Some(is_subset(&source, &slice, self.ivs.len()))
    }

    /// Subscripts in the sliced nest where each loop runs one iteration, in terms of the iteration of the other nest;
    /// `None` if one runs several.
    pub(super) fn substituted<'a>(&self, rw: &'a Rewriter<'_>, map: &ValueMap<'a>) -> Option<ValueMap<'a>> {
        let (num_dims, num_symbols) = (map.map.num_dims, map.map.num_symbols);
        let own = self.bounds.iter().find_map(|bounds| bounds[0].as_ref())?;
        let replaced = |at: usize, value: ValueRef<'a>| match self.ivs.iter().position(|&iv| iv == value.id())
        {
            Some(at) => Some(self.equality(at)?.shift_dims(num_dims, 0).shift_symbols(num_symbols, 0)),
            None if at < num_dims as usize => Some(AffineExpr::dim(at as u32)),
            None => Some(AffineExpr::symbol(at as u32 - num_dims)),
        };
        let replaced: Option<Vec<AffineExpr>> =
            map.operands.iter().enumerate().map(|(at, &value)| replaced(at, value)).collect();
        let replaced = replaced?;
        let (dims, symbols) = replaced.split_at_checked(num_dims as usize)?;
        let new = map.map.replace_dims_and_symbols(
            dims,
            symbols,
            num_dims + own.num_dims,
            num_symbols + own.num_symbols,
        );
        let operands: Vec<ValueRef<'a>> = self.operands.iter().map(|&value| rw.value(value)).collect();
        let (own_dims, own_symbols) = operands.split_at_checked(own.num_dims as usize)?;
        let (old_dims, old_symbols) = map.operands.split_at_checked(num_dims as usize)?;
        Some(ValueMap::new(new, [old_dims, own_dims, old_symbols, own_symbols].concat()))
    }
}

/// Whether all points of the first `count` dimensions of a system are in another one, compared by position.
fn is_subset(inner: &Flat<'_>, outer: &Flat<'_>, count: usize) -> bool {
    let constraints = inner.constraints();
    let renumbered = |row: &Linear| -> Option<Linear> {
        let mut new = Linear { constant: row.constant, ..Linear::default() };
        for (&variable, &factor) in &row.terms {
            let at = outer.dims.iter().position(|var| var.id == variable).filter(|&at| at < count)?;
            new.terms.insert(inner.dims.get(at)?.id, factor);
        }
        Some(new)
    };
    let holds = |row: &Linear| renumbered(row).is_some_and(|row| constraints.implies(&row));
    outer.inequalities.iter().all(holds)
        && outer.equalities.iter().all(|row| holds(row) && row.times(-1).is_some_and(|row| holds(&row)))
}

/// Whether a value is a symbol where it is defined.
fn is_symbol(value: ValueRef<'_>) -> bool {
    let owner = value.defining_op().or_else(|| value.owner_block()?.first());
    owner.is_some_and(|op| Identifiers::around(op).is_symbol(value))
}

/// The constraints on pairs of iterations in which two accesses are of the same element: the loops around the source and
/// then those around the destination are the dimensions. `Ok(None)` if there are none.
fn dependent_iterations<'a>(
    source: &MemRefAccess<'a>,
    destination: &MemRefAccess<'a>,
) -> Result<Option<Flat<'a>>, NoSlice> {
    let domain = |access: &MemRefAccess<'a>| -> Option<(Flat<'a>, Vec<Linear>)> {
        let loops = loop_views_around(access.op);
        let ivs =
            loops.iter().map(|view| view.region().entry()?.args().next()).collect::<Option<Vec<_>>>()?;
        let mut system = Flat::new(&ivs, &[]);
        for (&view, &iv) in loops.iter().zip(&ivs) {
            let variable = system.variable_of(iv)?;
            system.add_loop(view, variable)?;
        }
        let mut subscripts = access.subscripts.clone();
        subscripts.canonicalize();
        subscripts.operands.iter().try_for_each(|&value| system.add_terminal(value))?;
        let sums = system.sums(&subscripts)?;
        (system.dims.len() == ivs.len()).then_some((system, sums))
    };
    let (mut system, sources) = domain(source).ok_or(NoSlice::Unsupported)?;
    let (other, destinations) = domain(destination).ok_or(NoSlice::Unsupported)?;
    if sources.len() != destinations.len() {
        return Err(NoSlice::Unsupported);
    }
    let split = system.dims.len();
    let numbers = system.join(&other);
    for (lhs, rhs) in sources.iter().zip(&destinations) {
        let difference = numbers.renumbered(rhs).plus(lhs, -1).ok_or(NoSlice::Unsupported)?;
        system.equalities.push(difference);
    }
    let common = loops_around(source.op).into_iter().zip(loops_around(destination.op));
    for at in 0..common.take_while(|(a, b)| a == b).count() {
        let mut difference = Linear::variable(system.dims[split + at].id);
        difference.terms.insert(system.dims[at].id, -1);
        system.equalities.push(difference);
    }
    system.drop_local_equalities().ok_or(NoSlice::Unsupported)?;
    Ok((!system.constraints().is_empty()).then_some(system))
}

/// The slice for one pair of dependent accesses, in terms of the outer `depth` loops around the other access.
fn slice_of_pair(
    rw: &Rewriter<'_>,
    pair: (Op, Op),
    mut system: Flat<'_>,
    depth: usize,
    is_backward: bool,
) -> Option<Slice> {
    let (source, destination) = (loops_around(rw.op(pair.0)), loops_around(rw.op(pair.1)));
    let (offset, count) = if is_backward { (0, source.len()) } else { (depth, destination.len()) };
    let projected = if is_backward { source.len() + depth..system.dims.len() } else { depth..source.len() };
    let projected: Vec<usize> = system.dims.get(projected)?.iter().map(|var| var.id).collect();
    system.project_out(&projected)?;
    let bounds = system.slice_bounds(offset, count);
    let all = system.dims.iter().map(|var| var.value.id());
    let (mut ivs, mut operands) = (Vec::new(), Vec::new());
    for (at, value) in all.enumerate() {
        let list = if (offset..offset + count).contains(&at) { &mut ivs } else { &mut operands };
        list.push(value);
    }
    operands.extend(system.symbols.iter().map(|var| var.value.id()));
    let (sliced, into) = if is_backward { (source, destination) } else { (destination, source) };
    let block = into.get(depth.checked_sub(1)?)?.view(rw).region().entry()?.id();
    let mut slice = Slice { ivs, bounds, operands, block, is_backward };
    let sequential = match affine_read(rw.op(pair.0)) && affine_read(rw.op(pair.1)) {
        true => {
            loops_in(rw.op(*sliced.first()?)).into_iter().filter(|op| !is_parallel(op.view(rw))).collect()
        }
        false => Vec::new(),
    };
    for (at, &op) in sliced.iter().enumerate() {
        if !sequential.contains(&op) && rw.op(op).attr("slice_fusion_barrier").is_none() {
            continue;
        }
        let is_unit = || slice_trip_counts(rw, &slice).is_some_and(|counts| num_iterations(&counts) == 1);
        let keeps = is_parallel_reduction(op.view(rw))
            && depth >= sliced.len()
            && is_unit()
            && slice.is_maximal(rw) == Some(true);
        if !keeps {
            slice.bounds[at..].iter_mut().for_each(|bounds| *bounds = [None, None]);
            break;
        }
    }
    Some(slice)
}

/// The union of the slices for all pairs of dependent accesses, at a depth that counts the loops around both nests.
pub(crate) fn slice_union(
    rw: &Rewriter<'_>,
    accesses: [&[Op]; 2],
    depth: usize,
    is_backward: bool,
) -> Result<Slice, NoSlice> {
    let mut united: Option<Flat<'_>> = None;
    let mut pairs = Vec::new();
    for &a in accesses[0] {
        for &b in accesses[1] {
            let (Some(source), Some(destination)) = (MemRefAccess::of(rw.op(a)), MemRefAccess::of(rw.op(b)))
            else {
                continue;
            };
            if source.memref != destination.memref {
                continue;
            }
            if depth > nesting_depth(if is_backward { destination.op } else { source.op }) {
                return Err(NoSlice::Unsupported);
            }
            let Some(system) = dependent_iterations(&source, &destination)? else { continue };
            pairs.push((a, b));
            let slice = slice_of_pair(rw, (a, b), system, depth, is_backward).ok_or(NoSlice::Unsupported)?;
            let own = slice.constraints(rw).ok_or(NoSlice::Unsupported)?;
            let Some(all) = &mut united else {
                united = Some(own);
                continue;
            };
            unite(all, &own).ok_or(NoSlice::Unsupported)?;
        }
    }
    let mut system = united.ok_or(NoSlice::Unsupported)?;
    let around: Vec<Op> = pairs.iter().map(|&(a, b)| if is_backward { b } else { a }).collect();
    let loops = common_loops(rw, &around);
    let into = depth.checked_sub(1).and_then(|at| loops.get(at)).ok_or(NoSlice::Unsupported)?;
    let count = system.dims.len();
    system.turn_counters_into_dims();
    let bounds = system.slice_bounds(0, count);
    let values = system.dims.iter().chain(&system.symbols).map(|var| var.value.id());
    let mut ivs: Vec<Value> = values.collect();
    let operands = ivs.split_off(count);
    let block = into.view(rw).region().entry().ok_or(NoSlice::Unsupported)?.id();
    let slice = Slice { ivs, bounds, operands, block, is_backward };
    match slice.is_valid(rw) {
        Some(true) => Ok(slice),
        Some(false) => Err(NoSlice::Incorrect(Box::new(slice))),
        None => Err(NoSlice::Unsupported),
    }
}

fn unite<'a>(all: &mut Flat<'a>, own: &Flat<'a>) -> Option<()> {
    let (mut own, added) = all.align(own);
    for (system, missing) in [&mut *all, &mut own].into_iter().zip(added) {
        for variable in missing {
            let value = system.dims.iter().find(|var| var.id == variable)?.value;
            system.add_loop(loop_of(value)?, variable)?;
        }
    }
    if !all.locals.is_empty() || !own.locals.is_empty() {
        return None;
    }
    all.unite(&own)
}

/// The loop of an induction variable.
pub(super) fn loop_of_counter<'a>(rw: &'a Rewriter<'_>, counter: Value) -> Option<View<'a, AffineForOp>> {
    loop_of(rw.value(counter))
}

/// The constant trip counts of the loops of a slice; `None` if one is not constant.
pub(super) fn slice_trip_counts(rw: &Rewriter<'_>, slice: &Slice) -> Option<BTreeMap<Op, u64>> {
    let mut counts = BTreeMap::new();
    for (&iv, bounds) in slice.ivs.iter().zip(&slice.bounds) {
        let view = loop_of_counter(rw, iv)?;
        let count = match bounds {
            [Some(lower), Some(upper)] if lower.num_results() > 0 && upper.num_results() > 0 => {
                let ([lower], [upper], dims) = (&lower.results[..], &upper.results[..], lower.num_dims)
                else {
                    return None;
                };
                let span = upper.clone() - lower.clone();
                span.simplify(dims, bounds[0].as_ref()?.num_symbols).as_constant()? as u64
            }
            // As upstream, which does not divide by the step.
            _ => match view.constant_lower_bound().zip(view.constant_upper_bound()) {
                Some((lower, upper)) => upper.checked_sub(lower)? as u64,
                None => trip_count(view)?,
            },
        };
        counts.insert(view.0.id(), count);
    }
    Some(counts)
}

/// The number of iterations of all loops together.
pub(super) fn num_iterations(counts: &BTreeMap<Op, u64>) -> u64 {
    counts.values().fold(1u64, |product, &count| product.saturating_mul(count))
}
