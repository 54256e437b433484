//! Accesses of parallel iterations to the same element.
//!
//! Each iteration has a unique, increasing number, and refers to its enclosing iteration. Two iterations run
//! at the same time if the outermost ones in which they differ belong to the same loop. For each accessed
//! element, the last writer and up to two concurrent readers are recorded, so that a write is concurrent with
//! one of these if it is concurrent with any reader.

use rustc_hash::FxHashMap;
use terrace_ir::Loc;

use crate::fault::{Fault, Outcome};

/// The kind of an access to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementAccess {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is read and written as one.
    Atomic,
}

/// An iteration of a loop.
#[derive(Clone, Copy)]
struct Iteration {
    /// The number of the iteration around it; 0 where there is none.
    around: u32,
    /// The number of the loop: that of its first iteration.
    of: u32,
    depth: u32,
}

/// The origin of an access: an iteration, and the index of the op's location.
#[derive(Clone, Copy, Default)]
struct Who {
    iteration: u32,
    loc: u32,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    wrote: Who,
    read: [Who; 2],
    /// Whether the write was an atomic read-modify-write.
    atomic: bool,
}

/// The parallel iterations in progress, and their accesses.
#[derive(Default)]
pub struct Races {
    /// Loops that are open: the number of the loop and of the iteration around it.
    open: Vec<(u32, u32)>,
    current: u32,
    /// The number of the first iteration in `iterations`: those before belong to loops that have ended.
    first: u32,
    iterations: Vec<Iteration>,
    /// For each allocation, by its handle, the states of its elements; empty before the first access.
    cells: Vec<Vec<Cell>>,
    /// The iterations that inserted the elements of shared tensors, above 32 bits of the location.
    owners: FxHashMap<u64, Vec<u64>>,
    locs: Vec<Loc>,
    numbers: FxHashMap<Loc, u32>,
    /// The location looked up last, and its index.
    last: Option<(Loc, u32)>,
}

/// Iterations that are remembered; further ones are not watched.
const MAX_ITERATIONS: u32 = 1 << 28;

impl Races {
    /// Whether there are parallel iterations.
    #[inline]
    pub fn is_active(&self) -> bool {
        !self.open.is_empty()
    }

    /// Begins a loop.
    pub fn begin(&mut self) {
        self.open.push((0, self.current));
    }

    /// Begins the next iteration of the innermost loop.
    pub fn next(&mut self) {
        if self.first == 0 {
            self.first = 1;
        }
        let number = self.first.saturating_add(self.iterations.len() as u32);
        if self.iterations.len() as u32 >= MAX_ITERATIONS || number == u32::MAX {
            self.current = 0;
            return;
        }
        let depth = self.open.len() as u32;
        let Some((of, around)) = self.open.last_mut() else { return };
        if *of == 0 {
            *of = number;
        }
        self.iterations.push(Iteration { around: *around, of: *of, depth });
        self.current = number;
    }

    /// Ends the innermost loop.
    pub fn end(&mut self) {
        let around = self.open.pop().map_or(0, |(_, around)| around);
        self.current = around;
        if self.open.is_empty() {
            // Earlier accesses have lower numbers, which are ignored from here on.
            self.first = self.first.saturating_add(self.iterations.len() as u32);
            self.iterations.clear();
        }
    }

    /// The number of the current iteration; 0 if there is none.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// Resets the insertions into a shared tensor.
    pub fn begin_shared(&mut self, tensor: u64, count: usize) {
        self.owners.insert(tensor, vec![0; count]);
    }

    /// Ends insertions into a shared tensor.
    pub fn end_shared(&mut self, tensor: u64) {
        self.owners.remove(&tensor);
    }

    /// Notes that an iteration inserts an element into a shared tensor, and reports one that another iteration did.
    ///
    /// # Errors
    ///
    /// The conflicting access.
    pub fn insert(&mut self, tensor: u64, place: usize, iteration: u32, loc: Loc) -> Outcome {
        let number = self.number(loc);
        let Some(owner) = self.owners.get_mut(&tensor).and_then(|all| all.get_mut(place)) else {
            return Ok(());
        };
        let (other, other_loc) = ((*owner >> 32) as u32, *owner as u32);
        if other != 0 && other != iteration {
            let fault = Fault::new("parallel iterations insert into the same element of a tensor");
            return Err(fault.note(self.locs[other_loc as usize], "another iteration inserts here"));
        }
        *owner = u64::from(iteration) << 32 | u64::from(number);
        Ok(())
    }

    fn number(&mut self, loc: Loc) -> u32 {
        if let Some((_, number)) = self.last.filter(|&(last, _)| last == loc) {
            return number;
        }
        let next = self.locs.len() as u32;
        let number = *self.numbers.entry(loc).or_insert(next);
        if number == next {
            self.locs.push(loc);
        }
        self.last = Some((loc, number));
        number
    }

    fn at(&self, number: u32) -> Option<Iteration> {
        self.iterations.get(number.checked_sub(self.first)? as usize).copied()
    }

    /// Whether two iterations run at the same time.
    fn is_beside(&self, a: u32, b: u32) -> bool {
        if a == b || a < self.first || b < self.first {
            return false;
        }
        let (Some(mut x), Some(mut y)) = (self.at(a), self.at(b)) else { return false };
        let (mut a, mut b) = (a, b);
        while x.depth > y.depth || y.depth > x.depth {
            let (number, node) = if x.depth > y.depth { (&mut a, &mut x) } else { (&mut b, &mut y) };
            let Some(around) = self.at(node.around) else { return false };
            (*number, *node) = (node.around, around);
        }
        // One may be around the other: then they are one by now.
        if a == b {
            return false;
        }
        while x.around != y.around {
            let (Some(p), Some(q)) = (self.at(x.around), self.at(y.around)) else { return false };
            (x, y) = (p, q);
        }
        x.of == y.of
    }

    /// Records an access of the current iteration, and reports a conflict with another one.
    ///
    /// # Errors
    ///
    /// The conflicting access.
    pub fn access(
        &mut self,
        handle: u64,
        count: usize,
        units: std::ops::Range<usize>,
        access: ElementAccess,
        loc: Loc,
    ) -> Outcome {
        let me = self.current;
        if me == 0 {
            return Ok(());
        }
        let number = self.number(loc);
        let who = Who { iteration: me, loc: number };
        let at = handle as usize;
        if self.cells.len() <= at {
            self.cells.resize_with(at + 1, Vec::new);
        }
        if self.cells[at].len() < count {
            self.cells[at] = vec![Cell::default(); count];
        }
        for unit in units {
            let cell = self.cells[at][unit];
            // Accesses of the same iteration do not conflict, which is the common case.
            let others: &[Who] = match access {
                ElementAccess::Read => &[cell.wrote],
                ElementAccess::Atomic if cell.atomic => &cell.read,
                _ => &[cell.wrote, cell.read[0], cell.read[1]],
            };
            if let Some(other) = others.iter().find(|other| self.is_beside(other.iteration, me)) {
                return Err(self.race(cell, *other, access));
            }
            let beside_a_reader = access == ElementAccess::Read && self.is_beside(cell.read[0].iteration, me);
            let cell = &mut self.cells[at][unit];
            match access {
                ElementAccess::Read if beside_a_reader => cell.read[1] = who,
                ElementAccess::Read => cell.read[0] = who,
                _ => (cell.wrote, cell.atomic) = (who, access == ElementAccess::Atomic),
            }
        }
        Ok(())
    }

    #[cold]
    fn race(&self, cell: Cell, other: Who, access: ElementAccess) -> Fault {
        let wrote = other.iteration == cell.wrote.iteration && other.loc == cell.wrote.loc;
        let both = match (access, wrote) {
            (ElementAccess::Read, _) => "this iteration reads what another one writes",
            (_, true) => "this iteration writes what another one writes",
            _ => "this iteration writes what another one reads",
        };
        let fault = Fault::new(format!("data race between parallel iterations: {both}"));
        fault.note(self.locs[other.loc as usize], "the other access is here")
    }
}
