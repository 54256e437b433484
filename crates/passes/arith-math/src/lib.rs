//! Internal to Terrace; no promise of stability. Passes on the arithmetic dialects: [`arith`], [`math`] and
//! [`complex`].

#![forbid(unsafe_code)]

pub mod arith;
pub mod complex;
pub mod math;
