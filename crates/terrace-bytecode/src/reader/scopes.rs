//! Values by number: those of the open regions of each isolated op.

use rustc_hash::FxHashMap;
use terrace_ir::Value;

use super::cursor::{Cursor, Outcome};

/// A value, and the number of the open body that it is in.
pub(super) type ScopedValue = (usize, Value);

/// The values that are defined right in an open region.
struct RegionValues {
    /// The numbers that they may have.
    first: u64,
    end: u64,
    values: Vec<ScopedValue>,
}

/// The values that the regions of an isolated op may use.
#[derive(Default)]
pub(super) struct Scope {
    open: Vec<RegionValues>,
    /// Values that were used before their definition.
    forward: FxHashMap<u64, ScopedValue>,
}

impl Scope {
    /// Begins a region with so many values.
    pub(super) fn begin_region(&mut self, count: u64) {
        let first = self.open.last().map_or(0, |region| region.end);
        self.open.push(RegionValues { first, end: first.saturating_add(count), values: Vec::new() });
    }

    /// Ends the region that was begun last; returns whether all values that were used in it are defined.
    pub(super) fn end_region(&mut self) -> bool {
        let first = self.open.pop().map_or(0, |region| region.first);
        let forward = self.forward.len();
        self.forward.retain(|&number, _| number < first);
        self.forward.len() == forward
    }

    /// Returns whether the innermost region may define values.
    pub(super) fn defines_values(&self) -> bool {
        self.open.last().is_some_and(|region| region.end > region.first)
    }

    /// Returns the value with a number; what is not defined yet is `None`, and kept by [`set_forward`](Self::set_forward).
    pub(super) fn value(&self, number: u64, cursor: &Cursor<'_>) -> Outcome<Option<ScopedValue>> {
        let end = self.open.last().map_or(0, |region| region.end);
        if number >= end {
            return Err(cursor.error(format!("invalid value index: {number}")));
        }
        let region = match self.open.last() {
            Some(last) if last.first <= number => last,
            _ => &self.open[self.open.partition_point(|region| region.first <= number) - 1],
        };
        let known = region.values.get((number - region.first) as usize);
        Ok(known.or_else(|| self.forward.get(&number)).copied())
    }

    /// Sets what is used in place of a value that is not defined yet.
    pub(super) fn set_forward(&mut self, number: u64, value: ScopedValue) {
        self.forward.insert(number, value);
    }

    /// Defines the next values of the innermost region; calls back with each that was used before, and what was used.
    pub(super) fn define(
        &mut self,
        values: impl ExactSizeIterator<Item = ScopedValue>,
        cursor: &Cursor<'_>,
        mut was_used: impl FnMut(ScopedValue, ScopedValue),
    ) -> Outcome<()> {
        let Some(region) = self.open.last_mut() else { return Ok(()) };
        let next = region.first + region.values.len() as u64;
        let end = next + values.len() as u64;
        if end > region.end {
            let last = region.end.wrapping_sub(1);
            return Err(cursor.error(format!(
                "value index range was outside of the expected range for the parent region, got [{next}, {end}), \
                 but the maximum index was {last}"
            )));
        }
        for (number, value) in (next..).zip(values) {
            if !self.forward.is_empty()
                && let Some(placeholder) = self.forward.remove(&number)
            {
                was_used(placeholder, value);
            }
            region.values.push(value);
        }
        Ok(())
    }
}
