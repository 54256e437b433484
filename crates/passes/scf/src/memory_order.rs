//! Memory dependences between iterations that are fused or overlapped: accesses of an earlier iteration must
//! still precede conflicting ones of a later iteration.
//!
//! Two accesses are dependent if at least one writes and both may be to the same element. Elements are
//! compared by indices that are linear in the induction variables: each dimension either disproves the
//! dependence or determines its distance in iterations of a loop. The distances form the direction vectors of
//! Allen and Kennedy ("Automatic translation of FORTRAN programs to vector form", 1987). Distinct function
//! arguments are assumed not to alias, as in the passes on `affine`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_affine::BinaryOp;
use terrace_analysis::alias::{Alias, alias, underlying};
use terrace_dialects_core::arith::{AddIOp, MulIOp, SubIOp};
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::memref;
use terrace_dialects_vector as vector;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::effects::{Effect, EffectKind, own_effects};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BinaryOpView, Loc, Op, OpKind, OpRef, Value, ValueRef, op_match};

/// An op of an earlier iteration, and one of a later iteration that would come before it.
pub struct Reordered {
    /// The access of the earlier iteration.
    pub earlier: Loc,
    /// The access of the later one.
    pub later: Loc,
}

/// A sum of variables and values, each with a factor.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Form {
    terms: BTreeMap<Value, i64>,
    constant: i64,
}

impl Form {
    fn add(mut self, other: &Form, factor: i64) -> Option<Form> {
        for (&value, &by) in &other.terms {
            let sum = self.terms.entry(value).or_insert(0);
            *sum = sum.checked_add(by.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, by| *by != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }
}

/// The place of an op: its run, or loop, among those of each block from the joined loop on, with the loop.
type Path = Vec<(usize, Option<Op>)>;

/// An access of an op to memory.
struct OrderedAccess<'a> {
    op: OpRef<'a>,
    writes: bool,
    /// The buffer; `None` if it may be any.
    buffer: Option<ValueRef<'a>>,
    /// The index in each dimension in which all that is accessed has one; `None` for another dimension.
    places: Vec<Option<Form>>,
    path: Path,
}

/// The number of sums that are looked through for one index.
const MOST_SUMS: usize = 64;
/// The number of accesses that are compared with each other.
const MOST_ACCESSES: usize = 1000;

/// The number of iterations between two accesses, and of iterations of inner loops, where that is known.
type Dependence = (Option<i64>, FxHashMap<Op, i64>);

/// The relation of two buffers.
#[derive(Clone, Copy)]
enum Relation {
    /// They share no memory.
    Apart,
    /// They may share memory in one iteration, which allocates it.
    OneIteration,
    /// They are one buffer in all iterations.
    Same,
    /// Unknown.
    Unknown,
}

struct Loops<'a> {
    joined: OpRef<'a>,
    /// The variables, with their steps, of the joined loop and of those in it; `None` for a step that is not known.
    steps: FxHashMap<Value, Option<i64>>,
    /// The relations of pairs of buffers.
    relations: RefCell<FxHashMap<(Value, Value), Relation>>,
}

impl<'a> Loops<'a> {
    fn new(joined: OpRef<'a>) -> Self {
        Self { joined, steps: FxHashMap::default(), relations: RefCell::default() }
    }
}

/// The first pair of accesses that joining `factor` iterations at a time would, or might, reorder. Those of a loop with very
/// many accesses are not compared.
pub fn first_reordered(op: OpRef<'_>, factor: u64) -> Option<Reordered> {
    if factor < 2 {
        return None;
    }
    let mut loops = Loops::new(op);
    let mut accesses = Vec::new();
    loops.collect(op, &Vec::new(), &mut accesses);
    // Repeated accesses in one run are compared once.
    let mut seen = FxHashSet::default();
    accesses.retain(|access| {
        let OrderedAccess { writes, buffer, places, path, .. } = access;
        seen.insert((*writes, buffer.map(|buffer| buffer.id()), places.clone(), path.clone()))
    });
    if let [first, .., last] = &accesses[..]
        && accesses.len() > MOST_ACCESSES
    {
        return Some(Reordered { earlier: first.op.loc(), later: last.op.loc() });
    }
    for (i, a) in accesses.iter().enumerate() {
        for b in &accesses[i..] {
            for (earlier, later) in [(a, b), (b, a)] {
                if loops.is_reordered(earlier, later, factor) {
                    return Some(Reordered { earlier: earlier.op.loc(), later: later.op.loc() });
                }
            }
        }
    }
    None
}

/// The first pair of accesses that may be reordered by a schedule of the ops of a loop: each op with its
/// stage, in iterations after the first. Loops with very many accesses are not analyzed.
pub fn first_overtaken(op: OpRef<'_>, schedule: &[(Op, usize)]) -> Option<Reordered> {
    let mut loops = Loops::new(op);
    let view = ForOp::view_of(op);
    let variable = view.region().entry().and_then(|block| block.args().next())?;
    loops.steps.insert(variable.id(), m_scalar_i64(view.step()));
    let (mut accesses, mut whens) = (Vec::new(), Vec::new());
    let times: FxHashMap<Op, (usize, usize)> =
        schedule.iter().enumerate().map(|(at, &(op, stage))| (op, (stage, at))).collect();
    for (place, inner) in view.region().entry()?.ops().enumerate() {
        let Some(&time) = times.get(&inner.id()) else { continue };
        loops.collect_run(inner, &Vec::new(), &mut accesses);
        whens.resize(accesses.len(), (place, time));
    }
    if let [first, .., last] = &accesses[..]
        && accesses.len() > MOST_ACCESSES
    {
        return Some(Reordered { earlier: first.op.loc(), later: last.op.loc() });
    }
    for (a, &(a_place, (a_stage, a_at))) in accesses.iter().zip(&whens) {
        for (b, &(b_place, (b_stage, b_at))) in accesses.iter().zip(&whens) {
            // An op in a later stage overtakes less.
            let overtakes = |later: usize| (later.saturating_add(b_stage), b_at) < (a_stage, a_at);
            let first = usize::from(a_place >= b_place);
            if !overtakes(first) {
                continue;
            }
            let Some((ahead, _)) = loops.dependence(a, b) else { continue };
            let is_possible =
                |ahead: i64| usize::try_from(ahead).is_ok_and(|ahead| ahead >= first && overtakes(ahead));
            if ahead.is_none_or(is_possible) {
                return Some(Reordered { earlier: a.op.loc(), later: b.op.loc() });
            }
        }
    }
    None
}

impl<'a> Loops<'a> {
    /// Collects the accesses in a loop.
    fn collect(&mut self, op: OpRef<'a>, path: &Path, out: &mut Vec<OrderedAccess<'a>>) {
        let view = ForOp::view_of(op);
        let Some(block) = view.region().entry() else { return };
        if let Some(variable) = block.args().next() {
            self.steps.insert(variable.id(), m_scalar_i64(view.step()));
        }
        let (mut at, mut in_run) = (0, false);
        for inner in block.ops() {
            let is_loop = inner.isa::<ForOp>();
            at += usize::from(is_loop || !in_run);
            in_run = !is_loop;
            let mut path = path.clone();
            path.push((at, is_loop.then(|| inner.id())));
            match is_loop {
                true => self.collect(inner, &path, out),
                false => self.collect_run(inner, &path, out),
            }
        }
    }

    /// Collects the accesses of an op that is copied whole.
    fn collect_run(&self, op: OpRef<'a>, path: &Path, out: &mut Vec<OrderedAccess<'a>>) {
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            let recursive = op.has_trait(TraitSet::RecursiveMemoryEffects);
            if recursive {
                pending.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
            }
            let mut push = |writes, buffer: Option<ValueRef<'a>>| {
                let places = buffer.map_or_else(Vec::new, |buffer| self.places(op, buffer));
                out.push(OrderedAccess { op, writes, buffer, places, path: path.clone() });
            };
            match own_effects(op) {
                Some(effects) => {
                    for effect in effects.iter().filter(|effect| effect.kind != EffectKind::Allocate) {
                        let value = effect
                            .value
                            .map(|value| ValueRef::in_body(op.ir(), op.body(), op.body_id(), value));
                        push(effect.kind != EffectKind::Read, value);
                    }
                }
                None if recursive => {}
                None => push(true, None),
            }
        }
    }

    /// The places that an op accesses in a buffer, a dimension each; empty where they are not known.
    fn places(&self, op: OpRef<'a>, buffer: ValueRef<'a>) -> Vec<Option<Form>> {
        let (base, indices, accessed): (_, Vec<ValueRef<'a>>, _) = op_match!(op, {
            memref::LoadOp(load) => (load.memref(), load.indices().collect(), load.result()),
            memref::StoreOp(store) => (store.memref(), store.indices().collect(), store.value()),
            vector::LoadOp(load) => (load.base(), load.indices().collect(), load.result()),
            vector::StoreOp(store) => (store.base(), store.indices().collect(), store.value_to_store()),
            vector::TransferReadOp(read) => (read.base(), read.indices().collect(), read.vector()),
            vector::TransferWriteOp(write) => {
                (write.base(), write.indices().collect(), write.value_to_store())
            }
            _ => {
                return Vec::new();
            }
        });
        if base != buffer {
            return Vec::new();
        }
        let mut places: Vec<Option<Form>> = indices.into_iter().map(|index| self.form(index)).collect();
        if let Some(transfer) = Transfer::of(op) {
            for dim in transfer.permutation_map().results.iter().filter_map(|result| result.as_dim()) {
                if let Some(place) = places.get_mut(dim as usize) {
                    *place = None;
                }
            }
            return places;
        }
        let rank = as_vector(op.cx(), accessed.ty()).map_or(0, |vector| vector.rank());
        let first = places.len().saturating_sub(rank);
        places[first..].fill(None);
        places
    }

    /// An index as a sum of variables of the loops and of values from outside of them.
    fn form(&self, index: ValueRef<'_>) -> Option<Form> {
        let mut sum = Form::default();
        let mut pending = vec![(index, 1_i64)];
        let mut looked = 0;
        while let Some((value, factor)) = pending.pop() {
            looked += 1;
            if looked > MOST_SUMS {
                return None;
            }
            if let Some(number) = m_scalar_i64(value) {
                sum.constant = sum.constant.checked_add(number.checked_mul(factor)?)?;
                continue;
            }
            let one = Form { terms: BTreeMap::from([(value.id(), 1)]), constant: 0 };
            if self.steps.contains_key(&value.id()) || !super::build::is_inside(value, self.joined.id()) {
                sum = sum.add(&one, factor)?;
                continue;
            }
            let op = value.defining_op()?;
            if op.isa::<AffineApplyOp>() {
                let map = terrace_dialects_mem::affine::map_of(op)?;
                let [expr] = map.results.as_slice() else { return None };
                let operands: Vec<ValueRef<'_>> = op.operands().collect();
                let symbols = map.num_dims as usize;
                let mut exprs = vec![(expr, factor)];
                while let Some((expr, factor)) = exprs.pop() {
                    if let Some(number) = expr.as_constant() {
                        sum.constant = sum.constant.checked_add(number.checked_mul(factor)?)?;
                    } else if let Some(dim) = expr.as_dim() {
                        pending.push((*operands.get(dim as usize)?, factor));
                    } else if let Some(symbol) = expr.as_symbol() {
                        pending.push((*operands.get(symbols + symbol as usize)?, factor));
                    } else {
                        match expr.as_binary()? {
                            (BinaryOp::Add, lhs, rhs) => exprs.extend([(lhs, factor), (rhs, factor)]),
                            (BinaryOp::Mul, lhs, rhs) => {
                                exprs.push((lhs, factor.checked_mul(rhs.as_constant()?)?))
                            }
                            _ => return None,
                        }
                    }
                }
                continue;
            }
            let binary = BinaryOpView::of(op)?;
            let (lhs, rhs) = (binary.lhs(), binary.rhs());
            op_match!(op, {
                AddIOp(_) => {
                    pending.extend([(lhs, factor), (rhs, factor)]);
                }
                SubIOp(_) => {
                    pending.extend([(lhs, factor), (rhs, factor.checked_neg()?)]);
                }
                MulIOp(_) => {
                    let (value, by) = match (m_scalar_i64(lhs), m_scalar_i64(rhs)) {
                        (_, Some(by)) => (lhs, by),
                        (Some(by), _) => (rhs, by),
                        _ => return None,
                    };
                    pending.push((value, factor.checked_mul(by)?));
                }
                _ => {
                    return None;
                }
            })
        }
        Some(sum)
    }

    /// Whether an access of an iteration may be to the same place as one of a later iteration that joining puts before it.
    fn is_reordered(&self, earlier: &OrderedAccess<'_>, later: &OrderedAccess<'_>, factor: u64) -> bool {
        let possible = |ahead: i64| u64::try_from(ahead).is_ok_and(|ahead| ahead > 0 && ahead < factor);
        match self.dependence(earlier, later) {
            Some((ahead, distances)) => {
                ahead.is_none_or(possible) && !comes_first(&earlier.path, &later.path, &distances)
            }
            None => false,
        }
    }

    /// The numbers of iterations of the loop, and of those in it, between two accesses to one place, as far as that is known;
    /// `None` if there are no such accesses, or none of them writes.
    fn dependence(&self, earlier: &OrderedAccess<'_>, later: &OrderedAccess<'_>) -> Option<Dependence> {
        if !earlier.writes && !later.writes {
            return None;
        }
        let (Some(a), Some(b)) = (earlier.buffer, later.buffer) else { return Some(Dependence::default()) };
        let relation =
            *self.relations.borrow_mut().entry((a.id(), b.id())).or_insert_with(|| self.relation(a, b));
        match relation {
            Relation::Apart => None,
            Relation::OneIteration => Some((Some(0), FxHashMap::default())),
            Relation::Same => self.distances(earlier, later),
            Relation::Unknown => Some(Dependence::default()),
        }
    }

    /// The relation of the buffers of two accesses, perhaps of different iterations.
    fn relation(&self, a: ValueRef<'_>, b: ValueRef<'_>) -> Relation {
        if a != b && alias(a, b) == Alias::No {
            return Relation::Apart;
        }
        let is_inside = |value: ValueRef<'_>| super::build::is_inside(value, self.joined.id());
        if let ([from], [other]) = (&underlying(a)[..], &underlying(b)[..]) {
            if from == other && is_inside(*from) && is_allocated(*from) {
                return Relation::OneIteration;
            }
            if from != other && is_given(*from) && is_given(*other) {
                return Relation::Apart;
            }
        }
        // A view that is computed in the loop may be another one in each iteration.
        if a == b && !is_inside(a) { Relation::Same } else { Relation::Unknown }
    }

    /// The dependence of accesses to one buffer, by their indices.
    fn distances(&self, earlier: &OrderedAccess<'_>, later: &OrderedAccess<'_>) -> Option<Dependence> {
        let mut distances = FxHashMap::default();
        let mut ahead: Option<i64> = None;
        let joined = ForOp::view_of(self.joined);
        let variable =
            joined.region().entry().and_then(|block| block.args().next()).map(|value| value.id())?;
        for (a, b) in earlier.places.iter().zip(&later.places) {
            let (Some(a), Some(b)) = (a, b) else { continue };
            let by = |form: &Form, value: Value| form.terms.get(&value).copied().unwrap_or(0);
            let mut values: Vec<Value> = a.terms.keys().chain(b.terms.keys()).copied().collect();
            values.sort_unstable();
            values.dedup();
            if values.iter().any(|&value| by(a, value) != by(b, value)) {
                continue;
            }
            let varies: Vec<Value> =
                values.into_iter().filter(|value| self.steps.contains_key(value)).collect();
            let Some(difference) = a.constant.checked_sub(b.constant) else { continue };
            match varies[..] {
                [] if difference != 0 => return None,
                [only] => {
                    let Some(step) = self.steps[&only].and_then(|step| step.checked_mul(by(a, only))) else {
                        continue;
                    };
                    if step == 0 {
                        continue;
                    }
                    let Some(distance) = difference.checked_div(step) else { continue };
                    if difference % step != 0 {
                        return None;
                    }
                    let known = match only == variable {
                        true => ahead.replace(distance),
                        false => self
                            .common_loop(earlier, later, only)
                            .and_then(|op| distances.insert(op, distance)),
                    };
                    if known.is_some_and(|known| known != distance) {
                        return None;
                    }
                }
                _ => {}
            }
        }
        Some((ahead, distances))
    }

    /// The loop of a variable, if both accesses are in it.
    fn common_loop(&self, a: &OrderedAccess<'_>, b: &OrderedAccess<'_>, variable: Value) -> Option<Op> {
        let of_a = a.path.iter().filter_map(|(_, op)| *op);
        let mut common = of_a.filter(|op| b.path.iter().any(|(_, other)| *other == Some(*op)));
        common.find(|&op| {
            let op = OpRef::in_body(self.joined.ir(), self.joined.body(), self.joined.body_id(), op);
            let block = ForOp::view_of(op).region().entry();
            block.and_then(|block| block.args().next()).is_some_and(|value| value.id() == variable)
        })
    }
}

/// Whether a value is memory that the op which it is a result of allocates.
fn is_allocated(value: ValueRef<'_>) -> bool {
    let is_own = |effect: &Effect| effect.kind == EffectKind::Allocate && effect.value == Some(value.id());
    value.defining_op().and_then(own_effects).is_some_and(|effects| effects.iter().any(is_own))
}

/// Whether a value is an argument of a function.
fn is_given(value: ValueRef<'_>) -> bool {
    let block = value.owner_block().filter(|_| value.defining_op().is_none());
    let region = block.and_then(|block| block.region());
    region.is_some_and(|region| region.entry() == block)
        && region
            .and_then(|region| region.parent_op())
            .is_some_and(|op| op.interface::<dyn FunctionOp>().is_some())
}

/// Whether `earlier` in one iteration precedes `later` in a later one after iterations are fused, given the
/// distances in iterations of inner loops.
fn comes_first(earlier: &Path, later: &Path, distances: &FxHashMap<Op, i64>) -> bool {
    for ((a, a_loop), (b, _)) in earlier.iter().zip(later) {
        if a != b {
            return a < b;
        }
        // Copies of a run are in the order of iterations.
        let Some(op) = a_loop else { return true };
        match distances.get(op) {
            Some(0) => {}
            Some(&distance) => return distance > 0,
            None => return false,
        }
    }
    true
}
