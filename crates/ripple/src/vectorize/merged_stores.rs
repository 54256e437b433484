//! Masked stores to one address that follow each other in a block.
//!
//! Stores of the branches of a condition to one address become a masked store for each branch, and a processor does not
//! forward the value of a masked store to a load. So a masked store that another one to its address follows is left to
//! that one, which stores what either would; a load in between that may read what the first one stores gets it from
//! there. What was read from an address before, and is not written since, is not read again.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::intrinsics::{MaskedLoadOp, MaskedStoreOp};
use terrace_dialects_llvm::ops::{AllocaOp, AndOp, CallOp, GEPOp, LoadOp, OrOp, SelectOp, ZeroOp};
use terrace_ir::{Block, Loc, Op, OpRef, Region, Rewriter, TraitSet, Value, ValueRef, op_match};

use super::pass_through::{is_constant_mask, negated};
use crate::functions::callee_of;
use crate::vectors::number;

/// The largest depth to which masks are compared.
const MAX_DEPTH: usize = 16;

/// Merges masked stores in the blocks of a region. Nothing else of the function points to what some of its parameters
/// point to.
pub(super) fn merge_stores(rw: &mut Rewriter<'_>, region: Region, unaliased: FxHashSet<Value>) {
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let mut merger =
        Merger { rw, unaliased, stores: Vec::new(), loads: Vec::new(), rests: FxHashMap::default() };
    for block in blocks {
        merger.stores.clear();
        merger.loads.clear();
        let ops: Vec<Op> = merger.rw.body().ops_of(block).collect();
        ops.into_iter().for_each(|op| merger.visit(op));
    }
}

/// A masked store that may be left to a later one.
struct Waiting {
    store: Op,
    address: Value,
    /// The loads from its address after it.
    loads: Vec<Op>,
}

/// A value that was read from an address.
struct Known {
    address: Value,
    value: Value,
    /// The mask under which it was read, if it was under one.
    mask: Option<Value>,
}

struct Merger<'m, 'r> {
    rw: &'m mut Rewriter<'r>,
    unaliased: FxHashSet<Value>,
    stores: Vec<Waiting>,
    loads: Vec<Known>,
    /// For a union of masks, the elements that a branch leaves for others.
    rests: FxHashMap<Value, Rest>,
}

/// The elements that some masks leave of another one, or of all.
#[derive(Clone, Copy)]
struct Rest {
    mask: Value,
    whole: Option<Value>,
}

impl Merger<'_, '_> {
    fn visit(&mut self, op: Op) {
        let view = self.rw.op(op);
        op_match!(view, {
            MaskedStoreOp(store) => {
                let address = store.data().id();
                self.visit_store(op, address);
            }
            MaskedLoadOp(load) => {
                let (address, mask) = (load.data().id(), load.mask().id());
                if !self.reuse(op, address, mask) {
                    self.visit_load(op, address, Some(mask));
                }
            }
            LoadOp(load) => {
                let is_plain = !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
                let address = load.addr().id();
                match is_plain {
                    true => self.visit_load(op, address, None),
                    false => self.forget(),
                }
            }
            _ => {
                if !is_apart_from_memory(view) {
                    self.forget();
                }
            }
        })
    }

    fn forget(&mut self) {
        self.stores.clear();
        self.loads.clear();
    }

    /// Replaces a load of what is known already.
    fn reuse(&mut self, op: Op, address: Value, mask: Value) -> bool {
        let ty = self.rw.body().value_type(self.rw.body().single_result(op));
        let known = self.loads.iter().find(|known| {
            known.address == address
                && self.rw.body().value_type(known.value) == ty
                && known.mask.is_none_or(|outer| implies(self.rw.value(mask), self.rw.value(outer)))
        });
        let Some(value) = known.map(|known| known.value) else { return false };
        let Some(other) = self.rw.op(op).cast::<MaskedLoadOp>().and_then(|view| view.pass_thru()) else {
            return false;
        };
        let (other, loc) = (other.id(), self.rw.body().loc(op));
        self.rw.set_insertion_point_before(op);
        let chosen = self.select(mask, value, other, loc);
        self.rw.replace_op(op, &[chosen]);
        true
    }

    fn visit_load(&mut self, op: Op, address: Value, mask: Option<Value>) {
        let value = self.rw.body().single_result(op);
        let mut stores = std::mem::take(&mut self.stores);
        stores.retain_mut(|waiting| {
            let takes_part =
                waiting.address == address && self.is_like(waiting.store, value) && mask.is_some();
            if takes_part {
                waiting.loads.push(op);
            }
            takes_part || self.are_apart(waiting.address, address)
        });
        self.stores = stores;
        self.loads.push(Known { address, value, mask });
    }

    /// Whether a value is of the type that a store stores.
    fn is_like(&self, store: Op, value: Value) -> bool {
        let stored = self.rw.op(store).cast::<MaskedStoreOp>().map(|store| store.value().ty());
        stored == Some(self.rw.body().value_type(value))
    }

    fn visit_store(&mut self, op: Op, address: Value) {
        let mut known = std::mem::take(&mut self.loads);
        known.retain(|known| self.are_apart(known.address, address));
        self.loads = known;
        let mut stores = std::mem::take(&mut self.stores);
        let before = stores.iter().position(|waiting| waiting.address == address);
        let before = before.map(|at| stores.remove(at));
        stores.retain(|waiting| self.are_apart(waiting.address, address));
        self.stores = stores;
        if let Some(before) = before {
            self.merge(&before, op);
        }
        self.stores.push(Waiting { store: op, address, loads: Vec::new() });
    }

    /// Leaves a store to a later one.
    fn merge(&mut self, before: &Waiting, op: Op) {
        let parts = |op: OpRef<'_>| {
            let store = op.cast::<MaskedStoreOp>()?;
            Some((store.value().id(), store.mask().id()))
        };
        let (Some((first, first_mask)), Some((second, second_mask))) =
            (parts(self.rw.op(before.store)), parts(self.rw.op(op)))
        else {
            return;
        };
        let type_of = |value: Value| self.rw.body().value_type(value);
        let alignment = |op: Op| self.rw.op(op).inherent_attr("alignment");
        if type_of(first) != type_of(second)
            || type_of(first_mask) != type_of(second_mask)
            || alignment(before.store) != alignment(op)
        {
            return;
        }
        for &load in &before.loads {
            self.forward(load, first, first_mask);
        }
        let Some((second, second_mask)) = parts(self.rw.op(op)) else { return };
        let loc = self.rw.body().loc(op);
        self.rw.set_insertion_point_before(op);
        let (value, either) = self.joined([first, second], [first_mask, second_mask], loc);
        for (old, new) in [(second, value), (second_mask, either)] {
            let place = self.rw.op(op).operands().position(|operand| operand.id() == old);
            if let Some(place) = place {
                self.rw.set_operand(op, place, new);
            }
        }
        self.rw.erase_op(before.store);
    }

    /// A value of which each element of either of two masks is that of its mask, of the second one if it is in both; and their union.
    fn joined(&mut self, [first, second]: [Value; 2], masks: [Value; 2], loc: Loc) -> (Value, Value) {
        let ty = self.rw.body().value_type(masks[0]);
        let rest = self.rest(masks);
        // Of elements in neither nothing is stored: the condition of the branch that the second one is in, or is, decides.
        let value = self.select(rest.map_or(masks[1], |rest| rest.mask), second, first, loc);
        if let Some(rest) = rest.filter(|rest| rest.mask == masks[1]) {
            return (value, rest.whole.unwrap_or_else(|| number(self.rw, -1, ty, loc)));
        }
        let either = self.rw.build_value(OrOp::of(masks[0], masks[1]).res(ty).loc(loc));
        if let Some(rest) = rest {
            let (outer, inner) = (self.rw.value(rest.mask), part_of_mask(self.rw.value(masks[1])));
            let others = outer.uses().filter_map(|(user, _)| user.results().next());
            let other = inner.and_then(|(_, condition)| {
                let mut others = others.filter(|&other| {
                    let part = part_of_mask(other).filter(|(whole, _)| whole.id() == rest.mask);
                    part.is_some_and(|(_, of)| are_complements(of, condition))
                });
                Some(others.next()?.id())
            });
            if let Some(mask) = other {
                self.rests.insert(either, Rest { mask, ..rest });
            }
        }
        (value, either)
    }

    /// The elements that a mask leaves, if a second one is those or some of them.
    fn rest(&self, [first, second]: [Value; 2]) -> Option<Rest> {
        let (first, second) = (self.rw.value(first), self.rw.value(second));
        let outer = part_of_mask(second).map(|(whole, _)| whole);
        [Some(second), outer].into_iter().flatten().find_map(|rest| {
            if let Some(&known) = self.rests.get(&first.id()).filter(|known| known.mask == rest.id()) {
                return Some(known);
            }
            if are_complements(first, rest) {
                return Some(Rest { mask: rest.id(), whole: None });
            }
            let ((whole, a), (other, b)) = (part_of_mask(first)?, part_of_mask(rest)?);
            let is_rest = whole.id() == other.id() && are_complements(a, b);
            is_rest.then_some(Rest { mask: rest.id(), whole: Some(whole.id()) })
        })
    }

    /// Lets a load read what a store before it would have stored.
    fn forward(&mut self, load: Op, stored: Value, stored_mask: Value) {
        let Some(view) = self.rw.op(load).cast::<MaskedLoadOp>() else { return };
        let (mask, loaded) = (view.mask().id(), self.rw.body().single_result(load));
        if are_disjoint(self.rw.value(mask), self.rw.value(stored_mask), MAX_DEPTH) {
            return;
        }
        let (loc, ty) = (self.rw.body().loc(load), self.rw.body().value_type(mask));
        self.rw.set_insertion_point_after(load);
        let both = self.rw.build_value(AndOp::of(mask, stored_mask).res(ty).loc(loc));
        let chosen = self.select(both, stored, loaded, loc);
        if let Some(select) = self.rw.value(chosen).defining_op().map(|op| op.id()) {
            self.rw.replace_all_uses_except(loaded, chosen, select);
        }
    }

    fn select(&mut self, mask: Value, yes: Value, no: Value, loc: Loc) -> Value {
        let ty = self.rw.body().value_type(yes);
        let select = SelectOp::of(mask, yes, no).loc(loc);
        self.rw.build_value(select.res(ty))
    }

    /// Whether nothing is at both of two addresses.
    fn are_apart(&self, a: Value, b: Value) -> bool {
        let (Some(a), Some(b)) = (self.object_of(a), self.object_of(b)) else { return false };
        a != b && (self.is_known(a) || self.is_known(b))
    }

    fn is_known(&self, object: Value) -> bool {
        self.unaliased.contains(&object)
    }

    /// The parameter or local that an address is in.
    fn object_of(&self, address: Value) -> Option<Value> {
        let mut view = self.rw.value(address);
        while let Some(op) = view.defining_op() {
            match op.cast::<GEPOp>() {
                Some(gep) => view = gep.base(),
                None => return op.isa::<AllocaOp>().then(|| view.id()),
            }
        }
        self.is_known(view.id()).then(|| view.id())
    }
}

/// Whether an op neither reads nor writes memory, and always goes on.
fn is_apart_from_memory(op: OpRef<'_>) -> bool {
    let is_math = || {
        let has_pointers = op.operands().any(|operand| operand.ty().element_type(op.cx()).is_none());
        op.isa::<CallOp>()
            && !has_pointers
            && callee_of(op).is_some_and(|name| crate::math::is_on_vectors(name.text(op.cx())))
    };
    op.has_trait(TraitSet::Pure) || is_math()
}

/// The masks that hold for all elements of a mask, each with whether it is set or not.
fn conditions(mask: ValueRef<'_>) -> Vec<(Value, bool)> {
    let mut found = vec![(mask.id(), true)];
    let mut pending = vec![mask];
    while let Some(mask) = pending.pop().filter(|_| found.len() < MAX_DEPTH * 2) {
        if let Some(of) = negated(mask) {
            found.push((of.id(), false));
        }
        let Some(op) = mask.defining_op() else { continue };
        let both = part_of_mask(mask)
            .map(|(whole, condition)| [whole, condition])
            .or_else(|| op.cast::<AndOp>().map(|and| [and.lhs(), and.rhs()]));
        for part in both.into_iter().flatten() {
            found.push((part.id(), true));
            pending.push(part);
        }
    }
    found
}

/// The mask of which a mask is the part with a condition, and that.
fn part_of_mask(mask: ValueRef<'_>) -> Option<(ValueRef<'_>, ValueRef<'_>)> {
    let select = mask.defining_op()?.cast::<SelectOp>()?;
    let other = select.false_value();
    let is_none = is_constant_mask(other, false) || other.defining_op().is_some_and(|op| op.isa::<ZeroOp>());
    is_none.then(|| (select.condition(), select.true_value()))
}

/// Whether each element is in one of two masks, and none in both.
fn are_complements(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let is_negated = |a: ValueRef<'_>, b: ValueRef<'_>| negated(a).is_some_and(|of| of.id() == b.id());
    is_negated(a, b) || is_negated(b, a)
}

/// Whether the elements of a mask are all in another one.
fn implies(mask: ValueRef<'_>, other: ValueRef<'_>) -> bool {
    conditions(mask).contains(&(other.id(), true))
}

/// Whether no element is in both of two masks.
fn are_disjoint(a: ValueRef<'_>, b: ValueRef<'_>, depth: usize) -> bool {
    if let Some(either) = b.defining_op().filter(|op| depth > 0 && op.isa::<OrOp>()) {
        return either.operands().all(|part| are_disjoint(a, part, depth - 1));
    }
    let (first, second) = (conditions(a), conditions(b));
    first.iter().any(|&(condition, holds)| second.contains(&(condition, !holds)))
}
