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
        Slots::Fixed => Some(within(slot, 1, total)),
        Slots::One { variable, slots } => {
            let extra = (total + 1).saturating_sub(slots);
            let (start, len) = match slot.cmp(&variable) {
                Ordering::Less => (slot, 1),
                Ordering::Equal => (slot, extra),
                Ordering::Greater => (slot - 1 + extra, 1),
            };
            Some(within(start, len, total))
        }
        Slots::Several { .. } => None,
    }
}

/// Start and length of a segment, of values that there are.
#[inline]
fn within(start: usize, len: usize, total: usize) -> (usize, usize) {
    let start = start.min(total);
    (start, len.min(total - start))
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
        let (shape, total) = (self.info().operand_slots, self.num_operands());
        fixed_segment(shape, slot, total).unwrap_or_else(|| self.sized_segment(shape, slot, total, true))
    }

    /// Start and length of a result slot's values.
    #[inline]
    pub fn result_range(self, slot: usize) -> (usize, usize) {
        let (shape, total) = (self.info().result_slots, self.num_results());
        fixed_segment(shape, slot, total).unwrap_or_else(|| self.sized_segment(shape, slot, total, false))
    }

    /// Start and length of a slot where several slots are variable, from the sizes of the segments if the op has them.
    fn sized_segment(self, shape: Slots, slot: usize, total: usize, operands: bool) -> (usize, usize) {
        let Slots::Several { sizes, slots } = shape else { return (0, 0) };
        let sizes = match sizes {
            Some(sizes) => self.props().get(sizes).copied(),
            None => self.dynamic_sizes(operands),
        };
        let size = |chunk: &[u8; 4]| i32::from_le_bytes(*chunk).max(0) as usize;
        let (start, len) = match sizes.and_then(|sizes| sizes.i32_chunks(self.cx())) {
            Some(sizes) if sizes.len() == slots && slot < slots => {
                (sizes[..slot].iter().map(size).sum(), size(&sizes[slot]))
            }
            _ => self.even_segment(slots, slot, total, operands),
        };
        within(start, len, total)
    }

    /// The sizes of the segments of an op that is defined at run time.
    #[cold]
    fn dynamic_sizes(self, operands: bool) -> Option<Attr> {
        let name = if operands { "operandSegmentSizes" } else { "resultSegmentSizes" };
        self.def().filter(|def| def.dynamic).and_then(|_| self.discardable_attr(name))
    }

    /// Start and length of a slot if several variable slots share the values evenly (`SameVariadicOperandSize`).
    #[cold]
    fn even_segment(self, slots: usize, slot: usize, total: usize, operands: bool) -> (usize, usize) {
        let arity = |i: usize| {
            self.def().map_or(Arity::One, |def| match operands {
                true => def.operands[i].arity,
                false => def.results[i].arity,
            })
        };
        let variable = (0..slots).filter(|&i| arity(i) != Arity::One).count().max(1);
        let each = total.saturating_sub(slots - variable) / variable;
        let len = |i: usize| if arity(i) == Arity::One { 1 } else { each };
        let known = slot.min(slots);
        ((0..known).map(len).sum(), if slot < slots { len(slot) } else { 0 })
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
