//! Memory that accumulators are loaded from right before the loop, and stored to right after it.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::*;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Op, Value};

use super::linear::{Slice, is_plain};
use super::recognize::{Destination, Function, OuterProduct};
use crate::dialect::{ExpressionOp, is_ripple};
use crate::levels::predecessors;

impl Function<'_> {
    /// The address that the accumulator's initial value was loaded from, if that memory is not written in between.
    pub(super) fn initial_address(&self, product: &OuterProduct) -> Option<(Value, Slice)> {
        let body = self.body;
        let terrace_ir::ValueDef::Result(op) = body.value_def(product.initial) else { return None };
        let view = self.view(op);
        let load = view.cast::<LoadOp>().filter(|&load| is_plain(load))?;
        // The load is in the preheader, or in a block whose only successor leads there.
        let block = body.block_of(op)?;
        let mut at = body.block_of(product.entry.0)?;
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        loop {
            let ops = body.ops_of(at);
            let after: Vec<Op> = match at == block {
                true => ops.skip_while(|&other| other != op).skip(1).collect(),
                false => ops.collect(),
            };
            let is_silent = after.into_iter().all(|op| {
                let view = self.view(op);
                view.has_trait(TraitSet::Pure)
                    || view.isa::<LoadOp>()
                    || view.isa::<ExpressionOp>()
                    || view.isa::<AssumeOp>()
                    || is_ripple(view)
                    || view.has_trait(TraitSet::DebugInfo)
            });
            if !is_silent || !seen.insert(at) {
                return None;
            }
            if at == block {
                break;
            }
            let [(branch, _)] = predecessors(body, at)[..] else { return None };
            if !self.view(branch).isa::<BrOp>() {
                return None;
            }
            at = body.block_of(branch)?;
        }
        let address = load.addr();
        let [(row, _), (column, _)] = product.dims;
        let none = FxHashSet::default();
        let elements = self.elements(&none, &none);
        let is_whole = self.shape(address).dims().collect::<Vec<_>>() == [column, row];
        let growth = elements.growth(address, column)?;
        let slice = elements.slice(address)?;
        let is_row = growth.step == product.accumulation.bytes();
        (is_whole && is_row && !slice.loads && slice.spilled.is_empty()).then(|| (address.id(), slice))
    }

    /// The store of the accumulator right after the loop, if it is stored unchanged.
    pub(super) fn destination(
        &self,
        product: &OuterProduct,
        inside: &FxHashSet<Block>,
    ) -> Option<Destination> {
        let mut uses = product.results.iter().flat_map(|&value| self.body.uses(value)).filter(|&used| {
            self.body.block_of(self.body.use_owner(used)).is_none_or(|block| !inside.contains(&block))
        });
        let (used, None) = (uses.next()?, uses.next()) else { return None };
        let op = self.body.use_owner(used);
        let view = self.view(op);
        let store = view.cast::<StoreOp>()?;
        let is_plain =
            !store.volatile_() && store.ordering() == terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic;
        if !is_plain || !product.results.contains(&store.value().id()) {
            return None;
        }
        // No side effects are between the loop and the store.
        let mut late: FxHashSet<Block> = FxHashSet::default();
        let mut at = self.body.successors(product.exit.0).nth(product.exit.1)?;
        loop {
            if predecessors(self.body, at).len() != 1 || !late.insert(at) {
                return None;
            }
            for other in self.body.ops_of(at) {
                if other == op {
                    break;
                }
                let view = self.view(other);
                if !(view.has_trait(TraitSet::Pure)
                    || view.isa::<ExpressionOp>()
                    || is_ripple(view)
                    || view.has_trait(TraitSet::DebugInfo))
                {
                    return None;
                }
            }
            if self.body.block_of(op) == Some(at) {
                break;
            }
            let branch = self.body.last_op(at).filter(|&op| self.view(op).isa::<BrOp>())?;
            at = self.body.successors(branch).next()?;
        }
        let address = store.addr();
        let [(row, _), (column, _)] = product.dims;
        let shape = self.shape(address);
        if shape.dims().collect::<Vec<_>>() != [column, row] {
            return None;
        }
        let elements = self.elements(inside, &late);
        let slice = elements.slice(address)?;
        let size = product.accumulation.bytes();
        let is_row = elements.growth(address, column).is_some_and(|growth| growth.step == size);
        if !is_row || slice.loads || !slice.spilled.is_empty() {
            return None;
        }
        Some(Destination { op, address: address.id(), slice })
    }
}
