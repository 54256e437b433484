//! The memory of a program: allocations, each with the state of the sanitizer.

use terrace_ir::Loc;

use crate::budget::{self, Held};
use crate::fault::{Fault, Outcome};
use crate::races::{ElementAccess, Races};

/// The lifetime of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// By a `dealloc`; a leak without it.
    Heap,
    /// By an op of the allocator of this name; a leak without it.
    Own(&'static str),
    /// With the function that made it.
    Stack,
    /// Never.
    Static,
}

impl Lifetime {
    /// Whether the program ends it.
    pub fn is_explicit(self) -> bool {
        matches!(self, Lifetime::Heap | Lifetime::Own(_))
    }
}

/// A piece of memory.
pub struct Allocation {
    bytes: Vec<u8>,
    held: Option<Held>,
    /// A bit for each unit that was written; none when all were.
    written: Option<Box<[u64]>>,
    /// Bytes for each bit of `written`.
    unit: usize,
    /// The lifetime.
    pub lifetime: Lifetime,
    /// Whether writing is forbidden.
    pub constant: bool,
    /// The byte that its first element is at.
    pub start: u64,
    /// The location of the allocating op.
    pub made: Loc,
    /// The location of the deallocation.
    pub freed: Option<Loc>,
}

/// The saved contents of a part of an allocation.
pub struct Saved {
    at: usize,
    bytes: Vec<u8>,
    written: Option<Box<[u64]>>,
}

/// All allocations that a program has made.
pub struct Heap {
    allocations: Vec<Allocation>,
    /// The allocations on the stack, the oldest first.
    stack: Vec<u64>,
    /// Bytes in use.
    pub live: u64,
    /// Most bytes in use at once.
    pub peak: u64,
    /// Bytes allocated over time.
    pub total: u64,
    /// Allocations over time.
    pub count: u64,
    /// Bytes copied from allocation to allocation.
    pub copied: u64,
    /// The location of the current instruction, while accesses are checked for races.
    pub here: Loc,
    /// The parallel iterations in progress.
    races: Option<Box<Races>>,
    /// Whether written bytes are not tracked: all are initialized to zero.
    pub unchecked: bool,
}

impl Default for Heap {
    fn default() -> Self {
        Self {
            allocations: Vec::new(),
            stack: Vec::new(),
            live: 0,
            peak: 0,
            total: 0,
            count: 0,
            copied: 0,
            here: Loc::UNKNOWN,
            races: None,
            unchecked: false,
        }
    }
}

impl Heap {
    /// Allocates this number of bytes, whose elements of `unit` bytes are unwritten.
    ///
    /// # Errors
    ///
    /// If memory is exhausted.
    pub fn allocate(&mut self, bytes: u64, unit: usize, lifetime: Lifetime, made: Loc) -> Outcome<u64> {
        budget::check(bytes)?;
        let mut data = Vec::new();
        if data.try_reserve_exact(bytes as usize).is_err() {
            return Err(Fault::new(format!("out of memory: the system has no {bytes} bytes")));
        }
        data.resize(bytes as usize, 0);
        let units = (bytes as usize).div_ceil(unit.max(1));
        let written = (!self.unchecked).then(|| vec![0; units.div_ceil(64)].into());
        Ok(self.add(data, written, unit, lifetime, made))
    }

    fn add(
        &mut self,
        data: Vec<u8>,
        written: Option<Box<[u64]>>,
        unit: usize,
        lifetime: Lifetime,
        made: Loc,
    ) -> u64 {
        let bytes = data.len() as u64;
        self.live += bytes;
        self.total += bytes;
        self.count += 1;
        self.peak = self.peak.max(self.live);
        let handle = self.allocations.len() as u64;
        self.allocations.push(Allocation {
            bytes: data,
            written,
            held: Some(Held::new(bytes)),
            unit: unit.max(1),
            lifetime,
            constant: false,
            start: 0,
            made,
            freed: None,
        });
        if lifetime == Lifetime::Stack {
            self.stack.push(handle);
        }
        handle
    }

    /// Creates an allocation that holds these bytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    pub fn allocate_filled(&mut self, bytes: Vec<u8>, lifetime: Lifetime, made: Loc) -> Outcome<u64> {
        budget::check(bytes.len() as u64)?;
        Ok(self.add(bytes, None, 1, lifetime, made))
    }

    /// Forbids writing to an allocation.
    pub fn make_constant(&mut self, handle: u64) {
        if let Some(allocation) = self.allocations.get_mut(handle as usize) {
            allocation.constant = true;
        }
    }

    /// Sets the byte of an allocation that its first element is at.
    pub fn set_start(&mut self, handle: u64, byte: u64) {
        if let Some(allocation) = self.allocations.get_mut(handle as usize) {
            allocation.start = byte;
        }
    }

    /// The allocation of a handle.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn allocation(&self, handle: u64) -> Outcome<&Allocation> {
        self.allocations.get(handle as usize).ok_or_else(|| Fault::new("access through an invalid memref"))
    }

    /// Frees an allocation on the heap at `loc`.
    ///
    /// # Errors
    ///
    /// If it was freed before, or is not on the heap.
    pub fn free(&mut self, handle: u64, loc: Loc) -> Outcome {
        self.free_of(Lifetime::Heap, handle, loc)
    }

    /// Frees an allocation of a lifetime at `loc`.
    ///
    /// # Errors
    ///
    /// If it was freed before, or is of another lifetime.
    pub fn free_of(&mut self, lifetime: Lifetime, handle: u64, loc: Loc) -> Outcome {
        let made = self.allocation(handle)?.made;
        let allocation = &mut self.allocations[handle as usize];
        if let Some(freed) = allocation.freed {
            return Err(Fault::new("double free").note(freed, "freed here").note(made, "allocated here"));
        }
        if allocation.lifetime != lifetime {
            let message = match (lifetime, allocation.lifetime) {
                (Lifetime::Heap, Lifetime::Own(name)) => {
                    format!("dealloc of memory of the allocator '{name}'")
                }
                (Lifetime::Own(name), _) => {
                    format!("the allocator '{name}' frees memory that it did not allocate")
                }
                _ => "dealloc of memory that is not on the heap".to_owned(),
            };
            return Err(Fault::new(message).note(made, "allocated here"));
        }
        self.release(handle, loc);
        Ok(())
    }

    fn release(&mut self, handle: u64, loc: Loc) {
        let allocation = &mut self.allocations[handle as usize];
        self.live -= allocation.bytes.len() as u64;
        allocation.bytes = Vec::new();
        allocation.held = None;
        allocation.written = None;
        allocation.freed = Some(loc);
    }

    /// Returns the number of allocations on the stack.
    pub fn stack_depth(&self) -> usize {
        self.stack.len()
    }

    /// Ends the allocations on the stack that came after the first `depth`.
    pub fn unwind(&mut self, depth: usize, loc: Loc) {
        while self.stack.len() > depth {
            if let Some(handle) = self.stack.pop() {
                self.release(handle, loc);
            }
        }
    }

    /// Transfers ownership of an allocation on the heap; the new owner frees it.
    pub fn give_away(&mut self, handle: u64) {
        if let Some(allocation) = self.allocations.get_mut(handle as usize)
            && allocation.lifetime == Lifetime::Heap
        {
            allocation.lifetime = Lifetime::Static;
        }
    }

    /// The place of each allocation that the program has to free, and of its deallocation, if there was one.
    pub fn lifetimes(&self) -> impl Iterator<Item = (Loc, Option<Loc>)> {
        self.allocations.iter().filter(|a| a.lifetime.is_explicit()).map(|a| (a.made, a.freed))
    }

    /// The allocations that the program had to free and did not, the oldest first.
    pub fn leaks(&self) -> impl Iterator<Item = (Loc, usize)> {
        let leaked = |a: &&Allocation| a.lifetime.is_explicit() && a.freed.is_none();
        self.allocations.iter().filter(leaked).map(|a| (a.made, a.bytes.len()))
    }

    /// Returns the error for an invalid access to `size` bytes at byte `at`.
    #[cold]
    fn refusal(&self, handle: u64, at: u64, size: usize, what: &str) -> Fault {
        let allocation = match self.allocation(handle) {
            Ok(allocation) => allocation,
            Err(fault) => return fault,
        };
        let fault = match allocation.freed {
            Some(freed) => {
                let way = if allocation.lifetime == Lifetime::Stack { "returned" } else { "freed" };
                Fault::new(format!("{what} after free")).note(freed, format!("{way} here"))
            }
            None => {
                let (end, length) = (at.wrapping_add(size as u64), allocation.bytes.len());
                Fault::new(format!("{what} outside of the allocation: bytes {at} to {end} of {length}"))
            }
        };
        fault.note(allocation.made, "allocated here")
    }

    /// Whether there are parallel iterations.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.races.as_ref().is_some_and(|races| races.is_active())
    }

    /// The parallel iterations.
    pub fn races(&mut self) -> &mut Races {
        self.races.get_or_insert_default()
    }

    /// Reports an access that is one of two by parallel iterations, where one of them writes.
    ///
    /// # Errors
    ///
    /// The access that does not go with another one.
    pub fn watch(&mut self, handle: u64, at: u64, size: usize, access: ElementAccess) -> Outcome {
        let Some(races) = self.races.as_mut().filter(|races| races.is_active()) else { return Ok(()) };
        let Some(allocation) = self.allocations.get(handle as usize) else { return Ok(()) };
        if (at as usize).checked_add(size).is_none_or(|end| end > allocation.bytes.len()) {
            return Ok(());
        }
        let units = allocation.units(at as usize, size);
        let count = allocation.bytes.len().div_ceil(allocation.unit);
        let found = races.access(handle, count, units, access, self.here);
        found.map_err(|fault| fault.note(allocation.made, "allocated here"))
    }

    /// The `size` bytes from byte `at` on, all of which must have been written.
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive, were not all written, or another iteration writes them.
    pub fn read(&mut self, handle: u64, at: u64, size: usize) -> Outcome<&[u8]> {
        self.watch(handle, at, size, ElementAccess::Read)?;
        self.read_unwatched(handle, at, size)
    }

    /// The `size` bytes from byte `at` on, to be overwritten.
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive and not constant, or another iteration accesses them.
    pub fn write(&mut self, handle: u64, at: u64, size: usize) -> Outcome<&mut [u8]> {
        self.watch(handle, at, size, ElementAccess::Write)?;
        self.write_unwatched(handle, at, size)
    }

    /// The same as [`read`](Self::read), without a look at parallel iterations.
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive, or were not all written.
    #[inline]
    pub fn read_unwatched(&self, handle: u64, at: u64, size: usize) -> Outcome<&[u8]> {
        let found = self.allocations.get(handle as usize);
        let Some((allocation, bytes)) =
            found.and_then(|a| Some((a, a.bytes.get(at as usize..(at as usize).checked_add(size)?)?)))
        else {
            return Err(self.refusal(handle, at, size, "read"));
        };
        if allocation.written.is_some() && !allocation.is_written(at as usize, size) {
            return Err(
                Fault::new("read of memory that was not written").note(allocation.made, "allocated here")
            );
        }
        Ok(bytes)
    }

    /// The same as [`write`](Self::write), without a look at parallel iterations.
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive and not constant.
    #[inline]
    pub fn write_unwatched(&mut self, handle: u64, at: u64, size: usize) -> Outcome<&mut [u8]> {
        let end = (at as usize).checked_add(size);
        let fits = |a: &&mut Allocation| end.is_some_and(|end| end <= a.bytes.len()) && !a.constant;
        // Looked up twice, since a refusal needs the whole heap.
        if self.allocations.get_mut(handle as usize).as_ref().is_none_or(|a| !fits(a)) {
            if let Some(a) = self.allocations.get(handle as usize)
                && a.constant
            {
                return Err(Fault::new("write to constant memory").note(a.made, "defined here"));
            }
            return Err(self.refusal(handle, at, size, "write"));
        }
        let allocation = &mut self.allocations[handle as usize];
        if allocation.written.is_some() {
            allocation.mark(at as usize, size, true);
        }
        Ok(&mut allocation.bytes[at as usize..at as usize + size])
    }

    /// The bytes as [`read`](Self::read) returns them; `None` if not all of them were written.
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive, or another iteration writes them.
    pub fn read_if_written(&mut self, handle: u64, at: u64, size: usize) -> Outcome<Option<&[u8]>> {
        let fits = |a: &Allocation| (at as usize).checked_add(size).is_some_and(|end| end <= a.bytes.len());
        if self.allocations.get(handle as usize).is_some_and(fits) && !self.is_written(handle, at, size) {
            self.watch(handle, at, size, ElementAccess::Read)?;
            return Ok(None);
        }
        self.read(handle, at, size).map(Some)
    }

    /// The allocation of a handle, to be changed; `None` if it is not alive or not to be written.
    pub fn allocation_mut(&mut self, handle: u64) -> Option<&mut Allocation> {
        self.allocations.get_mut(handle as usize).filter(|a| a.freed.is_none() && !a.constant)
    }

    /// Saves the contents of a range of bytes, to be [restored](Self::restore).
    ///
    /// # Errors
    ///
    /// If they are not in an allocation that is alive.
    pub fn save(&self, handle: u64, at: usize, size: usize) -> Outcome<Saved> {
        let allocation = self.allocation(handle)?;
        let bytes = at.checked_add(size).and_then(|end| allocation.bytes.get(at..end));
        let bytes = bytes.ok_or_else(|| self.refusal(handle, at as u64, size, "read"))?;
        Ok(Saved { at, bytes: bytes.to_vec(), written: allocation.written.clone() })
    }

    /// Restores the saved contents of an allocation.
    pub fn restore(&mut self, handle: u64, saved: Saved) {
        if let Some(allocation) = self.allocation_mut(handle) {
            allocation.bytes[saved.at..saved.at + saved.bytes.len()].copy_from_slice(&saved.bytes);
            allocation.written = saved.written;
        }
    }

    /// Marks bytes as uninitialized.
    ///
    /// # Errors
    ///
    /// If they may not be [written](Self::write).
    pub fn forget(&mut self, handle: u64, at: u64, size: usize) -> Outcome {
        self.write(handle, at, size)?;
        let allocation = &mut self.allocations[handle as usize];
        if allocation.written.is_none() {
            let units = allocation.bytes.len().div_ceil(allocation.unit);
            allocation.written = Some(vec![u64::MAX; units.div_ceil(64)].into());
        }
        allocation.mark(at as usize, size, false);
        Ok(())
    }

    /// Whether all of these bytes were written; false where they cannot be read at all.
    pub fn is_written(&self, handle: u64, at: u64, size: usize) -> bool {
        self.allocation(handle).is_ok_and(|a| a.written.is_none() || a.is_written(at as usize, size))
    }
}

impl Allocation {
    /// The size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn units(&self, at: usize, size: usize) -> std::ops::Range<usize> {
        at / self.unit..(at + size).div_ceil(self.unit)
    }

    /// Returns the contents.
    pub fn contents(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the contents for modification; modified bytes must be [marked](Self::mark_written).
    pub fn contents_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Whether all of these bytes were written.
    #[inline]
    pub fn is_written(&self, at: usize, size: usize) -> bool {
        let Some(written) = &self.written else { return true };
        words(self.units(at, size))
            .all(|(word, mask)| written.get(word).is_some_and(|found| found & mask == mask))
    }

    /// Notes that these bytes were written.
    #[inline]
    pub fn mark_written(&mut self, at: usize, size: usize) {
        self.mark(at, size, true);
    }

    #[inline]
    fn mark(&mut self, at: usize, size: usize, set: bool) {
        let units = self.units(at, size);
        let Some(written) = &mut self.written else { return };
        for (word, mask) in words(units) {
            let Some(word) = written.get_mut(word) else { return };
            *word = if set { *word | mask } else { *word & !mask };
        }
    }
}

/// The words of a set of bits that a range has bits in, with those bits.
#[inline]
pub fn words(bits: std::ops::Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let mut at = bits.start;
    std::iter::from_fn(move || {
        let n = bits.end.checked_sub(at).filter(|&n| n > 0)?.min(64 - at % 64);
        let found = (at / 64, (u64::MAX >> (64 - n)) << (at % 64));
        at += n;
        Some(found)
    })
}
