//! Affine maps applied to values: composition with the ops that compute these values, and their canonical form.
//!
//! A map's results may be constraints of a set as well: sets are composed and canonicalized as maps are.

use std::collections::{HashMap, HashSet};

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, IntegerSet};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{DYNAMIC, Diag, OpKind, OpRef, Value, ValueRef};

use super::apply::map_of;
use super::identifiers::OwnIdentifiers;
use super::{AffineApplyOp, AffineDelinearizeIndexOp};
use crate::slices::numbers;

/// An affine map with the operands of its dimensions and symbols.
#[derive(Clone, PartialEq)]
pub struct ValueMap<'a> {
    /// The map.
    pub map: AffineMap,
    /// One value for each input of the map.
    pub operands: Vec<ValueRef<'a>>,
}

/// An input of a map that is being composed; `None` if it was replaced and does not occur any more.
type Input<'a> = Option<ValueRef<'a>>;

impl<'a> ValueMap<'a> {
    /// A map and its operands.
    pub fn new(map: AffineMap, operands: impl IntoIterator<Item = ValueRef<'a>>) -> Self {
        Self { map, operands: operands.into_iter().collect() }
    }

    /// The constraints of a set as the results of a map, and for each whether it is an equality.
    pub fn of_set(set: &IntegerSet, operands: impl IntoIterator<Item = ValueRef<'a>>) -> (Self, Vec<bool>) {
        let (results, equalities) = set.constraints.iter().cloned().unzip();
        (Self::new(AffineMap::new(set.num_dims, set.num_symbols, results), operands), equalities)
    }

    /// The set whose constraints the results are.
    pub fn to_set(&self, equalities: &[bool]) -> IntegerSet {
        let constraints = self.map.results.iter().cloned().zip(equalities.iter().copied());
        IntegerSet::new(self.map.num_dims, self.map.num_symbols, constraints.collect())
    }

    /// The handles of the operands.
    pub fn values(&self) -> Vec<Value> {
        self.operands.iter().map(|value| value.id()).collect()
    }

    /// Whether an operand is computed by an `affine.apply`.
    pub fn has_applies(&self) -> bool {
        self.operands.iter().any(|value| value.defining_op().is_some_and(|op| op.isa::<AffineApplyOp>()))
    }

    /// Converts dimensions to symbols where valid, and invalid symbols to dimensions; substitutes constants,
    /// merges duplicate operands, and drops unused ones.
    pub fn canonicalize(&mut self) {
        if self.operands.is_empty() {
            return;
        }
        let mut identifiers = OwnIdentifiers::default();
        self.promote_symbols(&mut identifiers);
        self.demote_dims(&mut identifiers);
        self.unique();
    }

    fn promote_symbols(&mut self, identifiers: &mut OwnIdentifiers<'a>) {
        let (dims, symbols) = self.operands.split_at(self.map.num_dims as usize);
        let (mut kept, mut promoted) = (Vec::new(), Vec::new());
        let replacement = dims.iter().map(|&value| {
            if identifiers.is_symbol(value) {
                promoted.push(value);
                AffineExpr::symbol(self.map.num_symbols + promoted.len() as u32 - 1)
            } else {
                kept.push(value);
                AffineExpr::dim(kept.len() as u32 - 1)
            }
        });
        let replacement: Vec<AffineExpr> = replacement.collect();
        let (num_dims, num_symbols) = (kept.len() as u32, (symbols.len() + promoted.len()) as u32);
        self.map = self.map.replace_dims_and_symbols(&replacement, &[], num_dims, num_symbols);
        self.operands = [kept, symbols.to_vec(), promoted].concat();
    }

    fn demote_dims(&mut self, identifiers: &mut OwnIdentifiers<'a>) {
        let (dims, symbols) = self.operands.split_at(self.map.num_dims as usize);
        let (mut dims, mut kept) = (dims.to_vec(), Vec::new());
        let replacement = symbols.iter().map(|&value| {
            if identifiers.is_dim(value) && !identifiers.is_symbol(value) {
                dims.push(value);
                AffineExpr::dim(dims.len() as u32 - 1)
            } else {
                kept.push(value);
                AffineExpr::symbol(kept.len() as u32 - 1)
            }
        });
        let replacement: Vec<AffineExpr> = replacement.collect();
        let (num_dims, num_symbols) = (dims.len() as u32, kept.len() as u32);
        self.map = self.map.replace_dims_and_symbols(&[], &replacement, num_dims, num_symbols);
        self.operands = [dims, kept].concat();
    }

    /// Drops unused and duplicate operands; substitutes constants.
    fn unique(&mut self) {
        let (dims, symbols) = self.operands.split_at(self.map.num_dims as usize);
        let (mut used_dims, mut used_symbols) = (vec![true; dims.len()], vec![true; symbols.len()]);
        self.map.unused_dims().into_iter().for_each(|at| used_dims[at as usize] = false);
        self.map.unused_symbols().into_iter().for_each(|at| used_symbols[at as usize] = false);
        let zero = || AffineExpr::constant(0);
        let mut kept = Vec::new();
        let mut places: HashMap<Value, u32> = HashMap::new();
        let mut place = |value: ValueRef<'a>| {
            let next = places.len() as u32;
            *places.entry(value.id()).or_insert_with(|| {
                kept.push(value);
                next
            })
        };
        let dim = |(&value, used): (&ValueRef<'a>, bool)| match used {
            true => AffineExpr::dim(place(value)),
            false => zero(),
        };
        let dims: Vec<AffineExpr> = dims.iter().zip(used_dims).map(dim).collect();
        let num_dims = places.len() as u32;
        places = HashMap::new();
        let mut place = |value: ValueRef<'a>| {
            let next = places.len() as u32;
            *places.entry(value.id()).or_insert_with(|| {
                kept.push(value);
                next
            })
        };
        let symbol = |(&value, used): (&ValueRef<'a>, bool)| match (used, m_scalar_i64(value)) {
            (false, _) => zero(),
            (true, Some(constant)) => AffineExpr::constant(constant),
            (true, None) => AffineExpr::symbol(place(value)),
        };
        let symbols: Vec<AffineExpr> = symbols.iter().zip(used_symbols).map(symbol).collect();
        self.map = self.map.replace_dims_and_symbols(&dims, &symbols, num_dims, places.len() as u32);
        self.operands = kept;
    }

    /// Composes the map with the maps of the `affine.apply` ops that define operands, to a fixed point; then
    /// canonicalizes and simplifies.
    pub fn compose(&mut self) {
        if self.map.num_results() > 0 {
            let mut composition = Composition::new(self);
            composition.run();
            *self = composition.finish();
        }
        self.canonicalize();
        self.map = self.map.simplify();
    }

    /// The results of this map and of another, in this order.
    pub fn concat(&self, other: &ValueMap<'a>) -> ValueMap<'a> {
        let (num_dims, num_symbols) = (self.map.num_dims, self.map.num_symbols);
        let shifted = other
            .map
            .results
            .iter()
            .map(|result| result.shift_dims(num_dims, 0).shift_symbols(num_symbols, 0));
        let results = self.map.results.iter().cloned().chain(shifted).collect();
        let (dims, symbols) = self.operands.split_at(num_dims as usize);
        let (other_dims, other_symbols) = other.operands.split_at(other.map.num_dims as usize);
        let map = AffineMap::new(num_dims + other.map.num_dims, num_symbols + other.map.num_symbols, results);
        ValueMap::new(map, [dims, other_dims, symbols, other_symbols].concat())
    }

    /// The differences of the results and those of another map, in their simplest form; of as many as both have.
    pub fn minus(&self, other: &ValueMap<'a>) -> ValueMap<'a> {
        let mut new = self.concat(other);
        let (own, others) = new.map.results.split_at(self.map.results.len());
        let difference = |(lhs, rhs): (&AffineExpr, &AffineExpr)| lhs.clone() - rhs.clone();
        let results = own.iter().zip(others).map(difference).collect();
        new.map = AffineMap::new(new.map.num_dims, new.map.num_symbols, results);
        new.compose_fully();
        new.canonicalize();
        new.map = new.map.simplify();
        new
    }

    /// The map with its first result repeated `count` times.
    pub fn repeated(&self, count: usize) -> ValueMap<'a> {
        let results = self.map.results.iter().take(1).cycle().take(count).cloned().collect();
        let map = AffineMap::new(self.map.num_dims, self.map.num_symbols, results);
        ValueMap { map, operands: self.operands.clone() }
    }

    /// Composes until no operand is computed by an `affine.apply`, or none can be composed without making the map too large.
    pub fn compose_fully(&mut self) {
        while self.has_applies() {
            let before = self.clone();
            self.compose();
            if *self == before {
                break;
            }
        }
    }
}

/// The maximum number of leaves and operators of a map into which composition duplicates an expression. Without a
/// limit, a chain of ops that use the previous result twice would double the map with each op.
const LARGEST: u64 = 1 << 10;

/// The operand index of an expression.
pub(super) fn operand_at(map: &AffineMap, expr: &AffineExpr) -> Option<usize> {
    let symbol = expr.as_symbol().map(|at| map.num_dims as usize + at as usize);
    expr.as_dim().map(|at| at as usize).or(symbol)
}

/// A map whose inputs are being replaced. New inputs are appended, so that existing ones keep their
/// positions.
struct Composition<'a> {
    map: AffineMap,
    dims: Vec<Input<'a>>,
    symbols: Vec<Input<'a>>,
}

impl<'a> Composition<'a> {
    fn new(map: &ValueMap<'a>) -> Self {
        let (dims, symbols) = map.operands.split_at(map.map.num_dims as usize);
        let inputs = |values: &[ValueRef<'a>]| values.iter().map(|&value| Some(value)).collect();
        Self { map: map.map.clone(), dims: inputs(dims), symbols: inputs(symbols) }
    }

    /// Replaces inputs, always the first that can be, dimensions before symbols.
    fn run(&mut self) {
        let (mut dim, mut symbol) = (0, 0);
        loop {
            let (is_dim, at) = match (dim < self.dims.len(), symbol < self.symbols.len()) {
                (true, _) => (true, dim),
                (false, true) => (false, symbol),
                (false, false) => return,
            };
            if self.replace_input(is_dim, at) {
                // A sum that was none before may now be one that an op takes apart.
                if self.dims.iter().chain(&self.symbols).any(|input| taken_apart_by(*input).is_some()) {
                    (dim, symbol) = (0, 0);
                }
            } else if is_dim {
                dim += 1;
            } else {
                symbol += 1;
            }
        }
    }

    fn replace_input(&mut self, is_dim: bool, at: usize) -> bool {
        let input = if is_dim { self.dims[at] } else { self.symbols[at] };
        let Some(value) = input else { return false };
        if let Some(op) = taken_apart_by(input) {
            return self.replace_inverse(op, value);
        }
        let Some(apply) = value.defining_op().filter(|op| op.isa::<AffineApplyOp>()) else { return false };
        let Some(map) = map_of(apply) else { return false };
        let mut inner = ValueMap::new(map.clone(), apply.operands());
        inner.canonicalize();
        let Some(result) = inner.map.results.first() else { return false };
        let replaced = if is_dim { AffineExpr::dim(at as u32) } else { AffineExpr::symbol(at as u32) };
        if self.is_too_large_with(value, result) {
            let message = format!(
                "'affine.apply' is not composed into its users: the map would have more than {LARGEST} operands and \
                 operators"
            );
            apply.cx().defer(Diag::remark(apply.loc(), message));
            return false;
        }
        let (num_dims, num_symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        let expr = result.shift_dims(num_dims, 0).shift_symbols(num_symbols, 0);
        let (dims, symbols) = inner.operands.split_at(inner.map.num_dims as usize);
        self.dims.extend(dims.iter().map(|&value| Some(value)));
        self.symbols.extend(symbols.iter().map(|&value| Some(value)));
        self.replace(|found| (*found == replaced).then(|| expr.clone()));
        *(if is_dim { &mut self.dims[at] } else { &mut self.symbols[at] }) = None;
        true
    }

    /// Whether the substitution of an expression for a value with several uses would exceed the maximum size
    /// of a map.
    fn is_too_large_with(&self, value: ValueRef<'a>, by: &AffineExpr) -> bool {
        let size: u64 = self.map.results.iter().map(|result| u64::from(result.size())).sum();
        // No expression occurs more often than there are leaves.
        if size.saturating_mul(u64::from(by.size())) <= LARGEST {
            return false;
        }
        let is_value = |inputs: &[Input<'a>], at: u32| inputs.get(at as usize) == Some(&Some(value));
        let mut count = 0u64;
        for result in &self.map.results {
            result.walk(|expr| {
                let dim = expr.as_dim().is_some_and(|at| is_value(&self.dims, at));
                let symbol = expr.as_symbol().is_some_and(|at| is_value(&self.symbols, at));
                count += u64::from(dim || symbol);
            });
        }
        count > 1 && count * u64::from(by.size()) + size > LARGEST
    }

    fn replace(&mut self, replacement: impl Fn(&AffineExpr) -> Option<AffineExpr>) {
        let results = self.map.results.iter().map(|result| result.replace_where(&replacement)).collect();
        self.map = AffineMap::new(self.dims.len() as u32, self.symbols.len() as u32, results);
    }

    /// Substitutes the index that `op` delinearizes for sums that linearize its results. `value` must be its
    /// last result, so that each sum is searched once.
    fn replace_inverse(&mut self, op: OpRef<'a>, value: ValueRef<'a>) -> bool {
        let view = AffineDelinearizeIndexOp::view_of(op);
        if view.dynamic_basis().len() > 0 || value.index() as usize + 1 != op.num_results() {
            return false;
        }
        let mut parts: Vec<Option<AffineExpr>> = vec![None; op.num_results()];
        let lists =
            [(&self.dims, AffineExpr::dim as fn(u32) -> AffineExpr), (&self.symbols, AffineExpr::symbol)];
        for (inputs, make) in lists {
            for (at, input) in inputs.iter().enumerate() {
                let Some(value) = input.filter(|v| v.defining_op().map(|def| def.id()) == Some(op.id()))
                else {
                    continue;
                };
                parts[value.index() as usize] = Some(make(at as u32));
            }
        }
        let Some(parts) = parts.into_iter().collect::<Option<Vec<AffineExpr>>>() else { return false };
        let is_dim = parts.iter().all(|part| part.as_dim().is_some());
        let mut stride = 1i64;
        let mut summands: HashSet<AffineExpr> = HashSet::new();
        let basis = numbers(op.cx(), view.static_basis_attr());
        for (part, &extent) in parts.iter().rev().zip(basis.iter().rev()) {
            debug_assert!(extent != DYNAMIC, "no extent is a value");
            summands.insert(part.clone() * AffineExpr::constant(stride));
            stride = stride.wrapping_mul(extent);
        }
        if parts.len() != basis.len() {
            summands.insert(parts[0].clone() * AffineExpr::constant(stride));
        }
        let whole = match is_dim {
            true => AffineExpr::dim(self.dims.len() as u32),
            false => AffineExpr::symbol(self.symbols.len() as u32),
        };
        let mut shorter = HashMap::new();
        self.map.results.iter().for_each(|result| shorten_sums(result, &summands, &whole, &mut shorter));
        if shorter.is_empty() {
            return false;
        }
        let inputs = if is_dim { &mut self.dims } else { &mut self.symbols };
        inputs.push(Some(view.linear_index()));
        self.replace(|found| shorter.get(found).cloned());
        for part in parts {
            if let Some(at) = part.as_dim().filter(|&at| !self.map.is_function_of_dim(at)) {
                self.dims[at as usize] = None;
            }
            if let Some(at) = part.as_symbol().filter(|&at| !self.map.is_function_of_symbol(at)) {
                self.symbols[at as usize] = None;
            }
        }
        true
    }

    /// The map of the inputs that are left.
    fn finish(self) -> ValueMap<'a> {
        let mut operands = Vec::new();
        let mut renumber = |inputs: &[Input<'a>], make: fn(u32) -> AffineExpr| {
            let mut next = 0;
            let number = |input: &Input<'a>| match input {
                Some(value) => {
                    operands.push(*value);
                    next += 1;
                    make(next - 1)
                }
                None => AffineExpr::constant(0),
            };
            let replacement: Vec<AffineExpr> = inputs.iter().map(number).collect();
            (replacement, next)
        };
        let (dims, num_dims) = renumber(&self.dims, AffineExpr::dim);
        let (symbols, num_symbols) = renumber(&self.symbols, AffineExpr::symbol);
        let map = self.map.replace_dims_and_symbols(&dims, &symbols, num_dims, num_symbols);
        ValueMap { map, operands }
    }
}

/// The op that takes an index apart and returns the input as a part of it.
fn taken_apart_by(input: Input<'_>) -> Option<OpRef<'_>> {
    input?.defining_op().filter(|op| op.isa::<AffineDelinearizeIndexOp>())
}

/// Finds sums in `expr` that have all of `summands` among theirs, and returns for each the sum of `whole` and the
/// others.
fn shorten_sums(
    expr: &AffineExpr,
    summands: &HashSet<AffineExpr>,
    whole: &AffineExpr,
    shorter: &mut HashMap<AffineExpr, AffineExpr>,
) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let Some((op, lhs, rhs)) = expr.as_binary() else { continue };
        if op != BinaryOp::Add {
            open.extend([lhs, rhs]);
            continue;
        }
        let (mut missing, mut others) = (summands.clone(), Vec::new());
        let mut term = Some((rhs, Some(lhs)));
        while let Some((summand, rest)) = term {
            if !missing.remove(summand) {
                others.push(summand);
                open.push(summand);
            }
            term = rest.map(|rest| match rest.as_binary() {
                Some((BinaryOp::Add, lhs, rhs)) => (rhs, Some(lhs)),
                _ => (rest, None),
            });
        }
        if missing.is_empty() {
            let sum = others.into_iter().rev().fold(whole.clone(), |sum, other| sum + other.clone());
            shorter.entry(expr.clone()).or_insert(sum);
        }
    }
}
