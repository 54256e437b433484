//! Dependences between memory accesses at affine subscripts.
//!
//! A dependence at depth `d` is a pair of iterations in which two accesses touch the same element: the iterations of
//! the outer `d - 1` loops around both are the same, and that of loop `d` is earlier for the source than for the
//! destination. Beyond the loops that are around both, source and destination run in the same iteration of these, and
//! the source comes first. The constraints on such pairs are linear, and their emptiness is decided by elimination:
//! the absence of a dependence is a proof, a dependence may be one that never occurs.
//!
//! Upstream compares the subscripts of equal memrefs alone. Here, memrefs may alias by other names, views may differ
//! from one iteration to the next, vectors cover several elements, and the condition of an `affine.if` does not hold
//! in its `else`; `--match-upstream` ignores all of these.

mod access;
pub(crate) mod system;

pub(crate) use access::may_refer_to_memory;
pub use access::{MemRefAccess, Storage, storage, without_casts};

use terrace_affine::{Constraints, Linear};
use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineParallelOp};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Diag, Loc, OpRef, RegionRef, ValueRef};

use system::{Counter, Iteration, System, counters_around, ops_around};

/// The differences of one loop's induction variable between the destination and the source of a dependence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Component {
    /// The least difference, if there is one.
    pub lower: Option<i64>,
    /// The greatest difference, if there is one.
    pub upper: Option<i64>,
}

/// The result of a dependence test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// There is no dependence.
    None,
    /// The accesses cannot be compared, for this reason.
    Unknown(&'static str),
    /// There may be a dependence, with the differences for each loop around both.
    Between(Vec<Component>),
}

impl Dependence {
    /// Whether the absence of a dependence is not proved.
    pub fn is_possible(&self) -> bool {
        *self != Dependence::None
    }
}

/// The number of induction variables of affine loops around an op.
pub fn nesting_depth(op: OpRef<'_>) -> usize {
    counters_around(op).len()
}

/// The induction variables of affine loops around an op, the outermost first.
pub(crate) fn counters_of(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    counters_around(op).into_iter().map(|(_, counter)| counter).collect()
}

/// The number of induction variables of affine loops around both ops.
pub fn num_common_loops(lhs: OpRef<'_>, rhs: OpRef<'_>) -> usize {
    common_counters(lhs, rhs).len()
}

fn common_counters<'a>(lhs: OpRef<'a>, rhs: OpRef<'a>) -> Vec<Counter<'a>> {
    let counters = counters_around(lhs).into_iter().zip(counters_around(rhs));
    counters.take_while(|(a, b)| a == b).map(|(counter, _)| counter).collect()
}

/// The innermost region around an op that is not of an affine loop or `affine.if`.
fn analysis_scope(op: OpRef<'_>) -> Option<RegionRef<'_>> {
    let mut region = op.block()?.region()?;
    while let Some(parent) = region.parent_op()
        && (parent.isa::<AffineForOp>() || parent.isa::<AffineParallelOp>() || parent.isa::<AffineIfOp>())
    {
        region = parent.block()?.region()?;
    }
    Some(region)
}

/// The ops that two ops are in, or are, in the innermost block around both, in one affine scope.
pub fn ancestors_in_common_block<'a>(lhs: OpRef<'a>, rhs: OpRef<'a>) -> Option<(OpRef<'a>, OpRef<'a>)> {
    let ops = |op: OpRef<'a>| {
        let mut ops = ops_around(op);
        ops.push(op);
        ops
    };
    let (lhs, rhs) = (ops(lhs), ops(rhs));
    lhs.into_iter().zip(rhs).take_while(|(a, b)| a.block() == b.block()).last()
}

/// Whether the source runs before the destination in one iteration of all loops around both.
pub(crate) fn runs_before(source: OpRef<'_>, destination: OpRef<'_>) -> bool {
    let ops = ancestors_in_common_block(source, destination);
    ops.is_none_or(|(first, second)| match first == second {
        // Blocks of one op run in any order, but for the branches of a conditional.
        true => source != destination && !first.isa::<AffineIfOp>() && !first.cx().matches_upstream(),
        false => first.body().is_before(first.id(), second.id()),
    })
}

/// Whether the memory of an access may be another one in each iteration of the loop at the given depth: `None` where
/// it is the same one, whether it is allocated in the iteration otherwise.
fn varies_at(memref: ValueRef<'_>, common: &[Counter<'_>], depth: usize) -> Option<bool> {
    let (around, _) = common.get(depth.checked_sub(1)?)?;
    let block = memref.owner_block().or_else(|| memref.defining_op()?.block())?;
    let is_inside = block.region()?.parent_op().is_some_and(|parent| around.is_ancestor(parent));
    is_inside.then(|| {
        memref.defining_op().and_then(own_effects).is_some_and(|effects| {
            effects
                .iter()
                .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(memref.id()))
        })
    })
}

/// The dependence of `destination` on `source` at a depth from 1 to one more than the number of loops around both. Two
/// reads depend on each other only if `with_reads`.
pub fn dependence<'a>(
    source: &MemRefAccess<'a>,
    destination: &MemRefAccess<'a>,
    depth: usize,
    with_reads: bool,
) -> Dependence {
    if !with_reads && !source.is_write && !destination.is_write {
        return Dependence::None;
    }
    let relation = storage(source.memref, destination.memref);
    if relation == Storage::Disjoint {
        return Dependence::None;
    }
    // Other ops with regions may run these in any order.
    if analysis_scope(source.op) != analysis_scope(destination.op)
        || ancestors_in_common_block(source.op, destination.op).is_none()
    {
        return Dependence::Unknown(
            "the accesses have no block in common but in other ops than affine loops",
        );
    }
    let common = common_counters(source.op, destination.op);
    if depth > common.len() && !with_reads && !runs_before(source.op, destination.op) {
        return Dependence::None;
    }
    let mut compares = relation == Storage::Same;
    if compares && !source.op.cx().matches_upstream() {
        match varies_at(without_casts(source.memref), &common, depth) {
            Some(true) => return Dependence::None,
            Some(false) => compares = false,
            None => {}
        }
    }
    let mut pair = Pair::new(source, destination);
    if compares && let Err(reason) = pair.add_equal_subscripts() {
        return Dependence::Unknown(reason);
    }
    pair.add_order(&common, depth);
    if pair.constraints().is_empty() {
        return Dependence::None;
    }
    if relation == Storage::Unknown {
        return Dependence::Unknown("the memrefs may alias");
    }
    if !compares {
        return Dependence::Unknown("the memref is another one in each iteration");
    }
    Dependence::Between(pair.components(&common))
}

/// Two iterations, one of the source and one of the destination.
struct Pair<'p, 'a> {
    system: System<'a>,
    accesses: [&'p MemRefAccess<'a>; 2],
    iterations: [Iteration; 2],
    /// The differences of subscripts, which are zero. They are added last and so substituted first, which keeps what
    /// quotients in them state about distances.
    differences: Vec<Linear>,
}

impl<'p, 'a> Pair<'p, 'a> {
    fn new(source: &'p MemRefAccess<'a>, destination: &'p MemRefAccess<'a>) -> Self {
        let mut pair = Self {
            system: System::around(source.op),
            accesses: [source, destination],
            iterations: [Iteration::default(), Iteration::default()],
            differences: Vec::new(),
        };
        for (access, iteration) in pair.accesses.iter().zip(&mut pair.iterations) {
            pair.system.add_domain(access.op, iteration);
        }
        pair
    }

    /// Adds that both access the same element.
    fn add_equal_subscripts(&mut self) -> Result<(), &'static str> {
        let [first, second] = &mut self.iterations;
        self.differences = equal_subscripts(&mut self.system, self.accesses, [first, second])?;
        Ok(())
    }

    /// The difference of an induction variable between the iterations.
    fn distance(&mut self, counter: ValueRef<'a>) -> Linear {
        let [first, second] = &mut self.iterations;
        let (first, second) = (self.system.variable(counter, first), self.system.variable(counter, second));
        let mut distance = Linear::variable(second);
        distance.terms.insert(first, -1);
        distance
    }

    fn add_order(&mut self, common: &[Counter<'a>], depth: usize) {
        for (at, &(_, counter)) in common.iter().take(depth).enumerate() {
            let mut distance = self.distance(counter);
            if at + 1 == depth {
                distance.constant -= 1;
                self.system.constraints.add_not_negative(distance);
            } else {
                self.system.constraints.add_zero(distance);
            }
        }
    }

    /// All constraints.
    fn constraints(&self) -> Constraints {
        let mut all = self.system.constraints.clone();
        self.differences.iter().rev().for_each(|difference| all.add_zero(difference.clone()));
        all
    }

    fn components(mut self, common: &[Counter<'a>]) -> Vec<Component> {
        let mut found = Vec::with_capacity(common.len());
        for &(_, counter) in common {
            let mut distance = self.distance(counter);
            let variable = self.system.constraints.add_variable();
            distance.terms.insert(variable, -1);
            self.system.constraints.add_zero(distance);
            found.push(variable);
        }
        let constraints = self.constraints();
        let bound = |variable, upper| constraints.bound(variable, upper);
        found.iter().map(|&v| Component { lower: bound(v, false), upper: bound(v, true) }).collect()
    }
}

/// The differences of subscripts that are zero where two accesses, in their iterations, are of the same element.
pub(crate) fn equal_subscripts<'a>(
    system: &mut System<'a>,
    [source, destination]: [&MemRefAccess<'a>; 2],
    [first, second]: [&mut Iteration; 2],
) -> Result<Vec<Linear>, &'static str> {
    if source.extents.len() != destination.extents.len() {
        return Err("the memrefs have different ranks");
    }
    let sources = system.sums(&source.subscripts, first);
    let destinations = system.sums(&destination.subscripts, second);
    let is_exact = source.op.cx().matches_upstream();
    let mut differences = Vec::with_capacity(sources.len());
    for (at, (lhs, rhs)) in sources.into_iter().zip(destinations).enumerate() {
        let (Some(lhs), Some(rhs)) = (lhs, rhs) else { return Err("a subscript is not linear") };
        let mut difference = rhs.plus(&lhs, -1);
        for (access, sign) in [(source, -1), (destination, 1)] {
            let Some(extent) = access.extents[at] else { return Err("a vector has no constant length") };
            if extent > 1 && !is_exact {
                let lane = Linear::variable(system.constraints.add_variable());
                let rest = Linear::constant(extent - 1).plus(&lane, -1);
                rest.into_iter().for_each(|rest| system.constraints.add_not_negative(rest));
                difference = difference.and_then(|sum| sum.plus(&lane, sign));
                system.constraints.add_not_negative(lane);
            }
        }
        differences.push(difference.ok_or("a subscript is too large")?);
    }
    Ok(differences)
}

/// The reason why a transformation is not known to be legal.
#[derive(Clone)]
pub struct Obstacle<'a> {
    /// The violated rule.
    pub rule: &'static str,
    /// The op, or the source of the dependence.
    pub source: OpRef<'a>,
    /// The destination of the dependence.
    pub destination: Option<OpRef<'a>>,
}

impl<'a> Obstacle<'a> {
    /// An op whose side effects are not analyzed.
    pub fn effects(op: OpRef<'a>) -> Self {
        Self {
            rule: "an op in it may have side effects that are not affine accesses",
            source: op,
            destination: None,
        }
    }

    /// A dependence between accesses.
    pub fn between(source: &MemRefAccess<'a>, destination: &MemRefAccess<'a>, rule: &'static str) -> Self {
        Self { rule, source: source.op, destination: Some(destination.op) }
    }

    /// A remark at a loop with the rule, and notes at the accesses.
    pub fn to_remark(&self, loc: Loc, what: &str) -> Box<Diag> {
        let remark = Diag::remark(loc, format!("{what}: {}", self.rule));
        let remark = remark.note(
            self.source.loc(),
            match self.destination {
                Some(_) => "the source of the dependence",
                None => "the op",
            },
        );
        match self.destination {
            Some(op) => remark.note(op.loc(), "the destination of the dependence"),
            None => remark,
        }
    }
}

/// The first dependence that is carried by the loop at a depth.
pub fn carried_dependence<'a>(accesses: &[MemRefAccess<'a>], depth: usize) -> Option<Obstacle<'a>> {
    accesses.iter().find_map(|source| {
        accesses.iter().find_map(|destination| match dependence(source, destination, depth, false) {
            Dependence::None => None,
            Dependence::Unknown(reason) => Some(Obstacle::between(source, destination, reason)),
            Dependence::Between(_) => {
                Some(Obstacle::between(source, destination, "a dependence is carried by the loop"))
            }
        })
    })
}

impl MemRefAccess<'_> {
    /// The constant bounds of each subscript over all iterations of the loops around the access; `None` for those that
    /// have none.
    pub fn subscript_bounds(&self) -> Vec<Option<(i64, i64)>> {
        let mut system = System::around(self.op);
        let mut iteration = Iteration::default();
        system.add_domain(self.op, &mut iteration);
        let sums = system.sums(&self.subscripts, &mut iteration);
        let variables: Vec<Option<usize>> = sums
            .into_iter()
            .map(|sum| {
                let variable = system.constraints.add_variable();
                let difference = sum?.plus(&Linear::variable(variable), -1)?;
                system.constraints.add_zero(difference);
                Some(variable)
            })
            .collect();
        let bound = |variable, upper| system.constraints.bound(variable, upper);
        let both = |variable: Option<usize>| Some((bound(variable?, false)?, bound(variable?, true)?));
        variables.into_iter().map(both).collect()
    }
}
