//! Proofs that a fusion keeps the program the same.
//!
//! An execution of a fused nest is a pair of an iteration of the destination and one of the source that is in its slice.
//! The source may run an iteration several times, or not at all. What has to hold, for the accesses of one element:
//!
//! - the source runs all it runs before what depends on it in the destination, or after it in the case of a slice of the
//!   later nest;
//! - accesses of the source run in their order, also where iterations run again;
//! - what is read was run before: in the slice of the same iteration;
//! - ops that the nests move across do not access the same memory;
//! - a source that is erased runs completely, unless nothing else reads what it writes;
//! - private memory is read by the fused nest alone, where the same iteration wrote it.

mod moves;
mod order;
pub(super) mod privacy;

use terrace_affine::Linear;
use terrace_dialects_mem::affine::{AffineForOp, AffineYieldOp};
use terrace_ir::dominance::ancestor_in;
use terrace_ir::effects::{EffectKind, is_memory_effect_free, own_effects};
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef, View};

use super::accesses::loop_views_around;
use super::slice::Slice;
use crate::dependence::system::{Iteration, System};
use crate::dependence::{MemRefAccess, Obstacle, Storage, equal_subscripts, may_refer_to_memory, storage};

/// A fusion that is to be applied.
pub(super) struct FusionPlan<'p> {
    /// The nest that is sliced.
    pub(super) source: AffineForOp,
    /// The nest that the slice will be in.
    pub(super) destination: AffineForOp,
    /// The slice.
    pub(super) slice: &'p Slice,
    /// The op before which the fused nest will be.
    pub(super) place: Op,
    /// The memrefs whose accesses in the fused nest become private.
    pub(super) private: Vec<Value>,
    /// The depth of the slice, relative to the loops around both nests.
    pub(super) depth: usize,
    /// Whether the source is erased.
    pub(super) is_removed: bool,
}

/// A group of rules, which tests leave out to see that generated programs show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Slices run iterations of the source alone, and do not cut what loops carry.
    Slices,
    /// The source keeps its order with the destination.
    Order,
    /// The iterations of the source keep their order.
    SourceOrder,
    /// The nests may be moved across the ops between them.
    Moves,
    /// A source that is erased runs completely, or unseen.
    Removal,
    /// Private memory is read where it was written, by the fused nest.
    Privacy,
}

/// The first rule that a fusion may violate, other than those left out.
pub(super) fn fusion_obstacle<'a>(
    rw: &'a Rewriter<'_>,
    plan: &FusionPlan<'_>,
    without: Option<Rule>,
) -> Option<Obstacle<'a>> {
    let check = match Check::of(rw, plan) {
        Ok(check) => check,
        Err(obstacle) => return Some(obstacle),
    };
    let rules = [Rule::Slices, Rule::Order, Rule::SourceOrder, Rule::Moves, Rule::Removal, Rule::Privacy];
    let mut rules = rules.into_iter().filter(|&rule| Some(rule) != without);
    rules.find_map(|rule| check.test(rule).err())
}

/// The accesses of a fusion.
struct Check<'a, 'r, 'p> {
    rw: &'a Rewriter<'r>,
    plan: &'p FusionPlan<'p>,
    /// The induction variables of the loops around both nests.
    outer: Vec<ValueRef<'a>>,
    /// The loops of the destination that are around the slice.
    around: Vec<(View<'a, AffineForOp>, ValueRef<'a>)>,
    source: Vec<MemRefAccess<'a>>,
    destination: Vec<MemRefAccess<'a>>,
}

/// A system with the iterations in it.
struct Executions<'a> {
    system: System<'a>,
    /// The iteration of the loops around both nests, which all others share.
    shared: Iteration,
}

type Checked<'a> = Result<(), Obstacle<'a>>;

/// The obstacle that is an op.
fn at_op<'a>(op: OpRef<'a>, rule: &'static str) -> Obstacle<'a> {
    Obstacle { rule, source: op, destination: None }
}

/// The accesses of a nest whose other ops have no effects, and no regions but loops.
fn plain_accesses<'a>(
    rw: &'a Rewriter<'_>,
    nest: AffineForOp,
) -> Result<Vec<MemRefAccess<'a>>, Obstacle<'a>> {
    let mut found = Vec::new();
    for op in rw.op(nest).nested_ops() {
        let access = MemRefAccess::of(op);
        let definition = access.as_ref().and_then(|access| access.memref.defining_op());
        if definition.is_some_and(|definition| rw.op(nest).is_ancestor(definition)) {
            return Err(at_op(op, "the memref of an access is defined inside of a nest"));
        }
        let is_loop = op.isa::<AffineForOp>() || op.isa::<AffineYieldOp>();
        let has_regions = op.regions().next().is_some();
        match access {
            Some(access) => found.push(access),
            None if is_loop => {}
            None if has_regions => return Err(at_op(op, "an op in a nest has regions and is no loop")),
            None if is_harmless(op) => {}
            None => return Err(Obstacle::effects(op)),
        }
    }
    Ok(found)
}

/// Whether an op does not access memory. As upstream, unregistered ops access what their operands are alone.
fn is_harmless(op: OpRef<'_>) -> bool {
    if op.def().is_none() {
        return op.regions().next().is_none() && !op.operands().any(may_refer_to_memory);
    }
    is_memory_effect_free(op)
}

impl<'a, 'r, 'p> Check<'a, 'r, 'p> {
    fn of(rw: &'a Rewriter<'r>, plan: &'p FusionPlan<'p>) -> Result<Self, Obstacle<'a>> {
        let destination = rw.op(plan.destination);
        let counter =
            |view: View<'a, AffineForOp>| view.region().entry().and_then(|block| block.args().next());
        let outer: Vec<ValueRef<'a>> =
            loop_views_around(destination).into_iter().filter_map(counter).collect();
        let inside = rw.body().ops_of(plan.slice.block).next().map(|op| rw.op(op));
        let loops = inside.into_iter().flat_map(loop_views_around);
        let around: Vec<_> = loops.filter_map(|view| Some((view, counter(view)?))).collect();
        let around = around.into_iter().skip(outer.len()).collect();
        if rw.op(plan.source).results().any(|result| !result.is_unused()) {
            return Err(at_op(rw.op(plan.source), "the results of a nest are used"));
        }
        Ok(Self {
            rw,
            plan,
            outer,
            around,
            source: plain_accesses(rw, plan.source)?,
            destination: plain_accesses(rw, plan.destination)?,
        })
    }

    fn test(&self, rule: Rule) -> Checked<'a> {
        match rule {
            Rule::Slices => self.slices(),
            Rule::Order => self.order(),
            Rule::SourceOrder => self.source_order(),
            Rule::Moves => self.moves(),
            Rule::Removal => self.removal(),
            Rule::Privacy => self.privacy(),
        }
    }

    fn is_private(&self, access: &MemRefAccess<'_>) -> bool {
        self.plan.private.contains(&access.memref.id())
    }

    /// A system without constraints but those on the loops around both nests.
    fn executions(&self) -> Executions<'a> {
        let op = self.rw.op(self.plan.source);
        let (mut system, mut shared) = (System::around(op), Iteration::default());
        self.outer.iter().for_each(|&value| _ = system.variable(value, &mut shared));
        system.add_domain(op, &mut shared);
        Executions { system, shared }
    }

    /// The loops of the source that are sliced: positions in the slice, around an op.
    fn sliced(&self, op: OpRef<'a>) -> impl Iterator<Item = (usize, View<'a, AffineForOp>, ValueRef<'a>)> {
        let ivs = self.plan.slice.ivs.iter().enumerate().map(|(at, &iv)| (at, self.rw.value(iv)));
        ivs.filter_map(move |(at, iv)| {
            let view = super::slice::loop_of_counter(self.rw, iv.id())?;
            (!self.outer.contains(&iv) && view.0.is_proper_ancestor(op)).then_some((at, view, iv))
        })
    }

    /// The sums that are not negative in a slice, on the loops of the source around an op; `None` if a bound is not
    /// linear.
    fn slice_sums(
        &self,
        in_all: &mut Executions<'a>,
        op: OpRef<'a>,
        source: &mut Iteration,
        destination: &mut Iteration,
    ) -> Option<Vec<Linear>> {
        let system = &mut in_all.system;
        let mut found = Vec::new();
        for (at, _, iv) in self.sliced(op) {
            let counter = Linear::variable(system.variable(iv, source));
            for upper in [false, true] {
                let Some(mut bound) = self.plan.slice.bound(self.rw, at, upper) else { continue };
                bound.compose_fully();
                for sum in system.sums(&bound, destination) {
                    found.push(match upper {
                        true => sum?.plus(&counter, -1)?.plus(&Linear::constant(1), -1)?,
                        false => counter.plus(&sum?, -1)?,
                    });
                }
            }
        }
        Some(found)
    }

    /// Adds an execution of an access of the source, and returns its iterations.
    fn add_execution(&self, all: &mut Executions<'a>, access: &MemRefAccess<'a>) -> Option<[Iteration; 2]> {
        let mut source = all.shared.sharing(&self.outer);
        let mut destination = all.shared.sharing(&self.outer);
        all.system.add_domain(access.op, &mut source);
        self.add_destination(all, &mut destination);
        let sums = self.slice_sums(all, access.op, &mut source, &mut destination)?;
        sums.into_iter().for_each(|sum| all.system.constraints.add_not_negative(sum));
        Some([source, destination])
    }

    /// Adds that the loops around the slice run an iteration.
    fn add_destination(&self, all: &mut Executions<'a>, iteration: &mut Iteration) {
        let first = self.rw.body().ops_of(self.plan.slice.block).next();
        if let Some(op) = first {
            all.system.add_domain(self.rw.op(op), iteration);
        }
    }

    /// Adds that one iteration of the loops around the slice is later than another one, at one of these loops.
    fn add_later(&self, all: &mut Executions<'a>, later: &mut Iteration, earlier: &mut Iteration, at: usize) {
        for (depth, &(_, counter)) in self.around.iter().enumerate().take(at + 1) {
            let mut difference = Linear::variable(all.system.variable(counter, later));
            difference.terms.insert(all.system.variable(counter, earlier), -1);
            if depth == at {
                difference.constant -= 1;
                all.system.constraints.add_not_negative(difference);
            } else {
                all.system.constraints.add_zero(difference);
            }
        }
    }

    /// Adds that iterations of the first loops around the slice are the same.
    fn add_same(
        &self,
        all: &mut Executions<'a>,
        first: &mut Iteration,
        second: &mut Iteration,
        count: usize,
    ) {
        for &(_, counter) in self.around.iter().take(count) {
            let mut difference = Linear::variable(all.system.variable(counter, first));
            difference.terms.insert(all.system.variable(counter, second), -1);
            all.system.constraints.add_zero(difference);
        }
    }

    /// Adds that two accesses are of the same element; returns false if they never are, and an error if they cannot be
    /// compared.
    fn add_equal_elements(
        &self,
        all: &mut Executions<'a>,
        accesses: [&MemRefAccess<'a>; 2],
        iterations: [&mut Iteration; 2],
    ) -> Result<bool, Obstacle<'a>> {
        let rule = match storage(accesses[0].memref, accesses[1].memref) {
            Storage::Disjoint => return Ok(false),
            Storage::Unknown => "the memrefs may alias",
            Storage::Same => match equal_subscripts(&mut all.system, accesses, iterations) {
                Ok(differences) => {
                    differences.into_iter().rev().for_each(|sum| all.system.constraints.add_zero(sum));
                    return Ok(true);
                }
                Err(rule) => rule,
            },
        };
        Err(Obstacle::between(accesses[0], accesses[1], rule))
    }

    /// Slices run iterations of the source alone, and do not cut what loops carry.
    fn slices(&self) -> Checked<'a> {
        let root = self.rw.op(self.plan.source);
        let not_linear = || at_op(root, "a bound of the slice is not linear");
        for &iv in &self.plan.slice.ivs {
            let Some(view) = super::slice::loop_of_counter(self.rw, iv) else { return Err(not_linear()) };
            let inner = view.region().entry().and_then(|block| block.first());
            let Some(inner) = inner.filter(|_| root.is_ancestor(view.0)) else { continue };
            let at = self.plan.slice.ivs.iter().position(|&other| other == iv);
            if at.is_none_or(|at| self.plan.slice.is_whole(at, view)) {
                continue;
            }
            if view.inits().len() > 0 {
                return Err(at_op(view.0, "a sliced loop carries values"));
            }
            let mut all = self.executions();
            let mut source = all.shared.sharing(&self.outer);
            let mut destination = all.shared.sharing(&self.outer);
            self.add_destination(&mut all, &mut destination);
            let sums = self.slice_sums(&mut all, inner, &mut source, &mut destination);
            sums.ok_or_else(not_linear)?
                .into_iter()
                .for_each(|sum| all.system.constraints.add_not_negative(sum));
            self.add_outer_sliced_domain(&mut all, view, &mut source);
            if !self.is_within(&mut all, view, &mut source).ok_or_else(not_linear)? {
                return Err(at_op(view.0, "the slice may run other iterations than the loop"));
            }
        }
        Ok(())
    }

    /// Adds the bounds of the loops of the source that are around another one of these.
    fn add_outer_sliced_domain(
        &self,
        all: &mut Executions<'a>,
        view: View<'a, AffineForOp>,
        iteration: &mut Iteration,
    ) {
        all.system.add_domain(view.0, iteration);
    }

    /// Whether the iterations of a loop in a system are all within its bounds and steps.
    fn is_within(
        &self,
        all: &mut Executions<'a>,
        view: View<'a, AffineForOp>,
        iteration: &mut Iteration,
    ) -> Option<bool> {
        let counter = view.region().entry()?.args().next()?;
        let counter = Linear::variable(all.system.variable(counter, iteration));
        let [mut lower, mut upper] = view.bounds()?;
        lower.compose_fully();
        upper.compose_fully();
        let lower = all.system.sums(&lower, iteration).into_iter().collect::<Option<Vec<_>>>()?;
        let upper = all.system.sums(&upper, iteration).into_iter().collect::<Option<Vec<_>>>()?;
        for sum in &lower {
            if !all.system.constraints.implies(&counter.plus(sum, -1)?) {
                return Some(false);
            }
        }
        for sum in &upper {
            let below = sum.plus(&counter, -1)?.plus(&Linear::constant(1), -1)?;
            if !all.system.constraints.implies(&below) {
                return Some(false);
            }
        }
        let step = view.constant_step();
        if step == 1 {
            return Some(true);
        }
        // One iteration that is a multiple of the step from the start, and no other one.
        let ([start], at) =
            (&lower[..], self.plan.slice.ivs.iter().position(|&iv| Some(iv) == counter_of(view))?)
        else {
            return Some(false);
        };
        let [Some(first), Some(last)] = &self.plan.slice.bounds[at] else { return Some(false) };
        let ([first], [last]) = (&first.results[..], &last.results[..]) else { return Some(false) };
        let is_single = first.clone() + terrace_affine::AffineExpr::constant(1) == *last;
        let offset = counter.plus(start, -1)?;
        let quotient = Linear::variable(all.system.constraints.add_variable());
        let rest = offset.plus(&quotient, -i128::from(step))?;
        let mut system = all.system.constraints.clone();
        system.add_not_negative(rest.plus(&Linear::constant(1), -1)?);
        system.add_not_negative(Linear::constant(step - 1).plus(&rest, -1)?);
        Some(is_single && system.is_empty())
    }

    /// The number of loops around the slice that are around an op, too, and whether the op is before the slice in their
    /// innermost block.
    fn position(&self, op: OpRef<'a>) -> (usize, bool) {
        let count = self.around.iter().take_while(|(view, _)| view.0.is_proper_ancestor(op)).count();
        let is_before = match self.around.get(count) {
            None => !self.plan.slice.is_backward,
            Some((next, _)) => {
                let region = next.0.block().and_then(|block| block.region());
                let own = region.and_then(|region| ancestor_in(self.rw.body(), region.id(), op.id()));
                own.is_some_and(|own| self.rw.body().is_before(own, next.0.id()))
            }
        };
        (count, is_before)
    }

    /// Whether the slices together are known to be all of the source.
    fn runs_all(&self) -> bool {
        self.plan.slice.covers_all(self.rw) == Some(true)
    }
}

fn counter_of(view: View<'_, AffineForOp>) -> Option<Value> {
    view.region().entry()?.args().next().map(|value| value.id())
}

/// Whether an op does nothing but free memory.
fn is_free(op: OpRef<'_>) -> bool {
    own_effects(op).is_some_and(|effects| {
        effects.iter().count() > 0 && effects.iter().all(|effect| effect.kind == EffectKind::Free)
    })
}
