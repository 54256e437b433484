//! The positions of the properties of a file. The size of each precedes it, so that a position is known when
//! the previous ones have been skipped.

use std::cell::{Cell, RefCell};

use super::cursor::{Cursor, Outcome};
use super::file::Span;

/// The offsets of the properties skipped so far.
#[derive(Default)]
pub(crate) struct PropertyTable {
    count: u64,
    /// The offset and the size of each.
    starts: RefCell<Vec<u32>>,
    /// The span not yet skipped.
    rest: Cell<Span>,
}

impl PropertyTable {
    /// Reads the number of properties of a section, and nothing else.
    pub(crate) fn new(mut section: Cursor<'_>) -> Outcome<Self> {
        if section.is_empty() {
            return Ok(Self::default());
        }
        let count = section.varint()?;
        Ok(Self { count, starts: RefCell::default(), rest: Cell::new(section.span()) })
    }

    /// Passes over all properties; `file` is the whole file.
    ///
    /// # Errors
    ///
    /// If they do not fill the section.
    pub(crate) fn read_all(&self, file: &[u8]) -> Outcome<()> {
        // As much as the file could hold, and no more than it claims.
        let room = self.count.min(self.rest.get().range().len() as u64 / 2);
        self.starts.borrow_mut().reserve(room as usize);
        let rest = self.pass_over(file, self.count)?;
        match rest.is_empty() {
            true => Ok(()),
            false => Err(rest.error("Broken properties section: didn't exhaust the offsets table")),
        }
    }

    /// Skips the first `count` properties; returns the rest.
    fn pass_over<'f>(&self, file: &'f [u8], count: u64) -> Outcome<Cursor<'f>> {
        let range = self.rest.get().range();
        let mut rest = Cursor::new(&file[range.clone()], range.start);
        let mut starts = self.starts.borrow_mut();
        while (starts.len() as u64) < count {
            let start = rest.offset() as u32;
            let size = rest.varint()?;
            rest.take(size)?;
            starts.push(start);
            self.rest.set(rest.span());
        }
        Ok(rest)
    }

    /// Returns the number of properties that the file claims; exact after [`Self::read_all`].
    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns properties by their number; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If some before them are not well-formed.
    pub(crate) fn get(&self, file: &[u8], number: u64) -> Outcome<Option<Span>> {
        if number >= self.count {
            return Ok(None);
        }
        if number >= self.starts.borrow().len() as u64 {
            self.pass_over(file, number + 1)?;
        }
        let start = self.starts.borrow()[number as usize] as usize;
        let mut rest = Cursor::new(&file[start..], start);
        let size = rest.varint()?;
        Ok(Some(rest.part(size)?.span()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_before_all_are_passed_over() {
        // A byte before the section, three properties in it, the last one cut short.
        let file = [0, 3 << 1 | 1, 1 << 1 | 1, 7, 2 << 1 | 1, 8, 9, 2 << 1 | 1, 5];
        let table = PropertyTable::new(Cursor::new(&file[1..], 1)).expect("a count");
        let range = |number| table.get(&file, number).map(|span| span.map(Span::range));
        assert_eq!((range(1), range(0), range(3)), (Ok(Some(5..7)), Ok(Some(3..4)), Ok(None)));
        let error = range(2).unwrap_err();
        assert_eq!((error.offset, Err(error)), (8, table.read_all(&file)));
        assert_eq!(range(1), Ok(Some(5..7)));
    }
}
