//! Values by number: those of the open regions of each isolated op.

use rustc_hash::FxHashMap;
use terrace_ir::Value;

use super::cursor::{Cursor, Outcome};

/// A value, and the number of the open body that it is in.
pub(super) type ScopedValue = (usize, Value);

/// An open region.
struct OpenRegion {
    /// The numbers that its values may have.
    first: u64,
    end: u64,
    /// The open body that it is in.
    body: usize,
    /// The index of its first value among those of all regions; the values of the next region follow.
    start: usize,
}

/// The values that the regions of an isolated op may use.
#[derive(Default)]
pub(super) struct Scope {
    open: Vec<OpenRegion>,
    /// The values that are defined, of one region after the other.
    values: Vec<Value>,
    /// Values that were used before their definition.
    forward: FxHashMap<u64, ScopedValue>,
}

impl Scope {
    /// Begins a region with `count` values, in an open body.
    pub(super) fn begin_region(&mut self, count: u64, body: usize) {
        let first = self.open.last().map_or(0, |region| region.end);
        self.open.push(OpenRegion {
            first,
            end: first.saturating_add(count),
            body,
            start: self.values.len(),
        });
    }

    /// Ends the region that was begun last; returns whether all values that were used in it are defined.
    pub(super) fn end_region(&mut self) -> bool {
        let Some(region) = self.open.pop() else { return true };
        self.values.truncate(region.start);
        if self.forward.is_empty() {
            return true;
        }
        let forward = self.forward.len();
        self.forward.retain(|&number, _| number < region.first);
        self.forward.len() == forward
    }

    /// Returns whether the innermost region may define values.
    #[inline]
    pub(super) fn defines_values(&self) -> bool {
        self.open.last().is_some_and(|region| region.end > region.first)
    }

    /// Returns the value with an index; an undefined value is `None`, and recorded by
    /// [`set_forward`](Self::set_forward).
    #[inline]
    pub(super) fn value(&self, number: u64, cursor: &Cursor<'_>) -> Outcome<Option<ScopedValue>> {
        if let Some(last) = self.open.last()
            && last.first <= number
            && let Some(&value) = self.values[last.start..].get((number - last.first) as usize)
        {
            return Ok(Some((last.body, value)));
        }
        self.outer_value(number, cursor)
    }

    fn outer_value(&self, number: u64, cursor: &Cursor<'_>) -> Outcome<Option<ScopedValue>> {
        let end = self.open.last().map_or(0, |region| region.end);
        if number >= end {
            return Err(cursor.error(format!("invalid value index: {number}")));
        }
        let at = self.open.partition_point(|region| region.first <= number) - 1;
        let region = &self.open[at];
        let end = self.open.get(at + 1).map_or(self.values.len(), |next| next.start);
        let known = self.values[region.start..end].get((number - region.first) as usize);
        Ok(known.map(|&value| (region.body, value)).or_else(|| self.forward.get(&number).copied()))
    }

    /// Sets the placeholder of a value that is not defined yet.
    pub(super) fn set_forward(&mut self, number: u64, value: ScopedValue) {
        self.forward.insert(number, value);
    }

    /// Defines the next values of the innermost region, which have consecutive handles; calls back with each
    /// forward-referenced value, and its placeholder.
    #[inline]
    pub(super) fn define(
        &mut self,
        first: Value,
        count: usize,
        cursor: &Cursor<'_>,
        mut was_used: impl FnMut(ScopedValue, Value),
    ) -> Outcome<()> {
        let Some(region) = self.open.last() else { return Ok(()) };
        let next = region.first + (self.values.len() - region.start) as u64;
        let end = next + count as u64;
        if end > region.end {
            let last = region.end.wrapping_sub(1);
            return Err(cursor.error(format!(
                "value index range was outside of the expected range for the parent region, got [{next}, {end}), \
                 but the maximum index was {last}"
            )));
        }
        let values = (first.as_u32()..).take(count).map(Value::from_u32);
        if !self.forward.is_empty() {
            for (number, value) in (next..).zip(values.clone()) {
                if let Some(placeholder) = self.forward.remove(&number) {
                    was_used(placeholder, value);
                }
            }
        }
        self.values.extend(values);
        Ok(())
    }
}
