//! The bytes that a run holds, and how many it may hold.
//!
//! Allocations and arrays are counted where they are made and dropped, on the thread that runs the program: one count
//! serves the heap, registers, constants and arguments, which no single owner holds.

use std::cell::Cell;

use crate::fault::{Fault, Outcome};

/// The most bytes that may be in use at once where no limit was given.
const DEFAULT_LIMIT: u64 = 1 << 32;

thread_local! {
    static LIVE: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(DEFAULT_LIMIT) };
}

/// Bytes that are in use for as long as this is alive. A clone is of as many bytes.
#[derive(Debug)]
pub struct Held(u64);

impl Held {
    /// Reserves `bytes` bytes, now in use.
    pub fn new(bytes: u64) -> Self {
        LIVE.set(LIVE.get().saturating_add(bytes));
        Self(bytes)
    }

    /// More bytes of the same owner.
    pub fn grow(&mut self, bytes: u64) {
        LIVE.set(LIVE.get().saturating_add(bytes));
        self.0 = self.0.saturating_add(bytes);
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        LIVE.set(LIVE.get().saturating_sub(self.0));
    }
}

/// Always equal: the memory held is not part of a value.
impl PartialEq for Held {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Held {}

/// Sets how many bytes runs on this thread may hold; `None` for the usual limit.
pub fn set_limit(limit: Option<u64>) {
    LIMIT.set(limit.unwrap_or(DEFAULT_LIMIT));
}

/// Checks that this number of bytes fits the budget in addition to those in use.
///
/// # Errors
///
/// If it does not.
pub fn check(bytes: u64) -> Outcome {
    let (live, limit) = (LIVE.get(), LIMIT.get());
    if live.saturating_add(bytes) <= limit {
        return Ok(());
    }
    Err(Fault::new(format!("out of memory: {bytes} bytes asked for, {live} of {limit} in use")))
}

/// Checks that no more bytes are in use than may be: copies are counted when they have been made.
///
/// # Errors
///
/// If more are.
pub fn check_live() -> Outcome {
    let (live, limit) = (LIVE.get(), LIMIT.get());
    if live <= limit {
        return Ok(());
    }
    Err(Fault::new(format!("out of memory: {live} bytes in use, {limit} allowed")))
}
