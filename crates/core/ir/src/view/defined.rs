//! Views of ops by their definitions: kinds, slots and inherent attributes.

use std::cmp::Ordering;

use super::{OpRef, ValueRef};
use crate::attrs::Attr;
use crate::def::{Arity, OpKind, OpTable};
use crate::mapped::Mapped;
use crate::op_info::Slots;
use crate::strings::Str;

/// Start and length of a slot where at most one slot is variable; `None` if several are.
#[inline]
fn fixed_segment(shape: Slots, slot: usize, total: usize) -> Option<(usize, usize)> {
    match shape {
        Slots::Unknown => Some((0, 0)),
        Slots::Fixed => Some((slot, 1)),
        Slots::One { variable, slots } => {
            let extra = (total + 1).saturating_sub(slots);
            Some(match slot.cmp(&variable) {
                Ordering::Less => (slot, 1),
                Ordering::Equal => (slot, extra),
                Ordering::Greater => (slot - 1 + extra, 1),
            })
        }
        Slots::Several { .. } => None,
    }
}

impl<'a> OpRef<'a> {
    /// The definition of a registered op.
    #[inline]
    pub fn def(self) -> Option<&'a OpTable<'a>> {
        self.info().def()
    }

    /// Whether the op is of this kind.
    #[inline]
    pub fn isa<K: OpKind>(self) -> bool {
        self.info().is(K::DEF)
    }

    /// The typed view, if the op is of this kind.
    #[inline]
    pub fn cast<K: OpKind>(self) -> Option<K::View<'a>> {
        self.isa::<K>().then(|| K::View::from(self))
    }

    /// The inherent attribute of this name; `None` if it is absent.
    pub fn inherent_attr(self, name: &str) -> Option<Attr> {
        match self.def() {
            Some(def) => self.prop(def.props.iter().position(|p| p.name == name)?),
            None => {
                let name = self.cx().find_str(name)?;
                self.body.opaque_props(self.id)?.dict_get(self.cx(), name)
            }
        }
    }

    /// The attribute of this name, inherent or discardable.
    pub fn attr(self, name: &str) -> Option<Attr> {
        self.inherent_attr(name).or_else(|| self.discardable_attr(name))
    }

    /// Start and length of an operand slot's values.
    #[inline]
    pub fn operand_range(self, slot: usize) -> (usize, usize) {
        let (info, total) = (self.info(), self.num_operands());
        let (start, len) = fixed_segment(info.operand_slots, slot, total).unwrap_or_else(|| {
            let arity = |i: usize| info.def().map_or(Arity::One, |def| def.operands[i].arity);
            self.sized_segment(info.operand_slots, slot, total, arity, "operandSegmentSizes")
        });
        let start = start.min(total);
        (start, len.min(total - start))
    }

    /// Start and length of a result slot's values.
    #[inline]
    pub fn result_range(self, slot: usize) -> (usize, usize) {
        let (info, total) = (self.info(), self.num_results());
        let (start, len) = fixed_segment(info.result_slots, slot, total).unwrap_or_else(|| {
            let arity = |i: usize| info.def().map_or(Arity::One, |def| def.results[i].arity);
            self.sized_segment(info.result_slots, slot, total, arity, "resultSegmentSizes")
        });
        let start = start.min(total);
        (start, len.min(total - start))
    }

    /// Start and length of a slot where several slots are variable, from the sizes of the segments if the op has them.
    fn sized_segment(
        self,
        shape: Slots,
        slot: usize,
        total: usize,
        arity: impl Fn(usize) -> Arity,
        sizes_name: &str,
    ) -> (usize, usize) {
        let Slots::Several { sizes, slots } = shape else { return (0, 0) };
        let is_dynamic = || self.def().is_some_and(|def| def.dynamic);
        let sizes = match sizes {
            Some(sizes) => self.prop(sizes),
            None if is_dynamic() => self.discardable_attr(sizes_name),
            None => None,
        };
        let sizes = sizes.and_then(|sizes| sizes.i32_elements(self.cx()));
        match sizes.filter(|sizes| sizes.len() == slots && slot < slots) {
            Some(sizes) => {
                let (mut start, mut len) = (0, 0);
                for size in sizes.take(slot + 1) {
                    start += len;
                    len = size.max(0) as usize;
                }
                (start, len)
            }
            // Several variable slots without sizes share the values evenly (`SameVariadicOperandSize`).
            None => {
                let variable = (0..slots).filter(|&i| arity(i) != Arity::One).count().max(1);
                let each = total.saturating_sub(slots - variable) / variable;
                let len = |i: usize| if arity(i) == Arity::One { 1 } else { each };
                let known = slot.min(slots);
                ((0..known).map(len).sum(), if slot < slots { len(slot) } else { 0 })
            }
        }
    }

    /// The values of an operand slot.
    pub fn operand_group(self, slot: usize) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        let (start, len) = self.operand_range(slot);
        Mapped::new(start..start + len, move |i| self.operand(i))
    }

    /// The values of a result slot.
    pub fn result_group(self, slot: usize) -> impl ExactSizeIterator<Item = ValueRef<'a>> + Clone {
        let (start, len) = self.result_range(slot);
        Mapped::new(start..start + len, move |i| self.result(i))
    }

    /// The name of the symbol the op defines.
    pub fn symbol_name(self) -> Option<Str> {
        self.attr("sym_name")?.as_string(self.cx())
    }
}
