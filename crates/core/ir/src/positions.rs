//! Positions in files that were read as a table: they are uniqued as attributes on demand.
//!
//! A bytecode file has a position for nearly each op. To unique them all would cost more than to read the ops.

use std::sync::{Arc, RwLock};

use crate::attrs::Attr;
use crate::context::Context;
use crate::context_slot;
use crate::loc::Loc;
use crate::strings::Str;

/// A line and column of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// The name of the file.
    pub file: Str,
    /// The line, from 1; 0 where there is none.
    pub line: u32,
    /// The column.
    pub col: u32,
}

impl FilePosition {
    /// Returns the location attribute.
    pub fn attr(self, cx: &Context) -> Attr {
        cx.file_loc(self.file, self.line, self.col)
    }
}

/// Positions with consecutive numbers in a context.
#[derive(Clone)]
pub struct PositionTable {
    /// The number of the first.
    pub first: u32,
    /// The positions.
    pub positions: Arc<Vec<FilePosition>>,
}

impl PositionTable {
    /// Returns a position by its number in the context; `None` if it is not in this table.
    #[inline]
    pub fn get(&self, number: u32) -> Option<FilePosition> {
        self.positions.get(number.checked_sub(self.first)? as usize).copied()
    }
}

/// The tables of a context, in the order of their numbers.
#[derive(Default)]
struct Positions(RwLock<Vec<PositionTable>>);

context_slot!(Positions);

impl Context {
    /// Adds a table of positions, which the context keeps. The location of each is [`Loc::position`] of its number. Returns
    /// `None`, and adds nothing, if there are more than a context can number.
    pub fn add_positions(&self, positions: Vec<FilePosition>) -> Option<PositionTable> {
        let mut tables = self.slot::<Positions>().0.write().unwrap_or_else(|e| e.into_inner());
        let first = tables.last().map_or(0, |last| last.first + last.positions.len() as u32);
        let end = u32::try_from(positions.len()).ok().and_then(|len| first.checked_add(len));
        end.filter(|&end| end <= Loc::MAX_POSITIONS)?;
        let table = PositionTable { first, positions: Arc::new(positions) };
        tables.push(table.clone());
        Some(table)
    }

    /// Returns the table that a number is in; `None` if no position has it.
    pub fn position_table(&self, number: u32) -> Option<PositionTable> {
        let tables = self.slot::<Positions>().0.read().unwrap_or_else(|e| e.into_inner());
        let at = tables.partition_point(|table| table.first <= number).checked_sub(1)?;
        tables[at].get(number).is_some().then(|| tables[at].clone())
    }

    /// Returns the position with a number.
    pub(crate) fn position(&self, number: u32) -> Option<FilePosition> {
        let tables = self.slot::<Positions>().0.read().unwrap_or_else(|e| e.into_inner());
        let at = tables.partition_point(|table| table.first <= number).checked_sub(1)?;
        tables[at].get(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_by_number_in_all_tables() {
        let cx = Context::new(&[]);
        let file = cx.str("f");
        let add = |lines: std::ops::Range<u32>| {
            cx.add_positions(lines.map(|line| FilePosition { file, line, col: 7 }).collect())
        };
        let [first, empty, last] = [add(1..4), add(0..0), add(10..12)].map(|table| table.expect("few"));
        assert_eq!([first.first, empty.first, last.first], [0, 3, 3]);
        let line = |number: u32| cx.position(number).map(|position| position.line);
        assert_eq!([0, 2, 3, 4, 5].map(line), [Some(1), Some(3), Some(10), Some(11), None]);
        let loc = Loc::position(last.first + 1);
        assert_eq!(loc.as_attr(&cx), Some(cx.file_loc(file, 11, 7)));
        assert_eq!((loc.as_position(), loc.as_call_site(), loc.as_source()), (Some(4), None, None));
    }
}
