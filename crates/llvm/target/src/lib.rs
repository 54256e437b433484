//! The properties of the targets of LLVM.
//!
//! A [`Target`] answers every question on registers, masked accesses, instructions for bytes and products, tiles and costs,
//! for the function that it was made for ([`target_of`]); [`x86`], [`aarch64`] and [`hexagon`] answer for their
//! architectures, [`generic`] for all others. [`features`] are the sets of features, with the implications among them
//! ([`x86_processors`] has x86's), [`layouts`] the data layouts, [`quirks`] the faults of LLVM that are worked around, [`key`]
//! the attributes of a function that decide which code it may contain.
//!
//! No other crate names an intrinsic of a target, or a feature.

#![forbid(unsafe_code)]

pub mod aarch64;
mod architectures;
pub mod features;
pub mod generic;
pub mod hexagon;
pub mod key;
pub mod layouts;
mod object_files;
pub mod quirks;
mod target;
pub mod x86;
pub mod x86_processors;

pub use architectures::target_of;
pub use key::TargetKey;
pub use quirks::Quirk;
pub use target::{AccumulatorRegisters, Bfloat, BytePick, OuterProduct, ScalableVectors, SumOfTerms, Target};
