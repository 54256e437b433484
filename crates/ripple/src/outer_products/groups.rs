//! Groups of updates that one instruction executes.
//!
//! An instruction for numbers of 8 or 16 bits adds two or four products to each element. Consecutive updates form a
//! group. If the factors of a row or column are contiguous in memory, one load reads those of the whole group.

use terrace_dialects_llvm::enums::FastmathFlags;
use terrace_dialects_llvm::ops::LoadOp;
use terrace_ir::{Op, OpRef, Signedness, ValueRef, View};

use super::factors::Factor;
use super::linear::{Elements, is_plain};
use super::recognize::{Function, OuterProduct, fast_math_of, narrowed, rows_first};
use crate::addresses::stride;

/// Updates that one instruction executes.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The updates.
    pub updates: Vec<Op>,
    /// For rows and columns, the factors as one wide factor, if they are contiguous in memory.
    pub together: [Option<Factor>; 2],
}

impl<'a> Function<'a> {
    /// Groups the updates of a loop, each group under the last one of its updates.
    pub(super) fn group_updates(&self, product: &mut OuterProduct, elements: &Elements<'_>) {
        let per_instruction = product.accumulation.products();
        for &block in &product.blocks {
            let updates: Vec<Op> =
                self.body.ops_of(block).filter(|op| product.updates.contains_key(op)).collect();
            let may_be_together = updates.iter().all(|&op| self.may_reorder(self.view(op)));
            for updates in updates.chunks(if may_be_together { per_instruction } else { 1 }) {
                let Some(&last) = updates.last() else { continue };
                let together = match updates.len() == per_instruction && per_instruction > 1 {
                    true => [0, 1].map(|place| self.together(product, updates, place, elements)),
                    false => [None, None],
                };
                product.groups.insert(last, Group { updates: updates.to_vec(), together });
            }
        }
    }

    /// Whether products may be added to each other before the sum is added to the accumulator.
    fn may_reorder(&self, update: OpRef<'a>) -> bool {
        let is_integer = update.single_result().ty().is_integer(update.cx());
        is_integer || fast_math_of(update).contains(FastmathFlags::REASSOC)
    }

    /// The factors of some updates as one load, in elements of the accumulator's size.
    fn together(
        &self,
        product: &OuterProduct,
        updates: &[Op],
        place: usize,
        elements: &Elements<'_>,
    ) -> Option<Factor> {
        let loads: Vec<View<'a, LoadOp>> = updates
            .iter()
            .map(|&op| {
                let factors = self.update(self.view(op))?.factors;
                let factor: ValueRef<'a> = rows_first(self.shapes, factors, product.dims)[place];
                let load = narrowed(factor)?.defining_op()?;
                let is_inside = load.block().is_some_and(|block| product.inside.contains(&block.id()));
                load.cast::<LoadOp>().filter(|&load| is_inside && is_plain(load))
            })
            .collect::<Option<_>>()?;
        let &first = loads.first()?;
        let (address, cx) = (first.addr(), self.op.cx());
        let size = stride(cx, elements.layout, first.res().ty())?;
        let step = elements.growth(address, product.dims[place].0)?.step;
        let follow = loads
            .iter()
            .enumerate()
            .all(|(at, &load)| elements.distance(address, load.addr()) == Some(at as i64 * size));
        if !follow || step != product.accumulation.bytes() {
            return None;
        }
        let slice = elements.slice(address).filter(|slice| slice.spilled.is_empty())?;
        let alignment = first.alignment_attr().and_then(|attr| attr.as_i64(cx)).unwrap_or(1);
        let element = cx.integer(8 * step as u32, Signedness::Signless);
        Some(Factor::Load { address: address.id(), slice, element, alignment })
    }
}
