//! Passes that show what analyses find, one file each, by upstream's names.
//!
//! What is absent: nothing here is for users; the driver for tests adds these passes to those that users get.

#![forbid(unsafe_code)]

mod reflect_bounds;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&reflect_bounds::INT_RANGE_OPTIMIZATIONS];
