//! Internal to Terrace; no promise of stability. The properties of the targets of LLVM.
//!
//! A [`Target`] answers every question on registers, masked accesses, instructions for bytes and products, tiles and costs,
//! for the function that it was made for ([`target_of`]). An architecture is a file: [`aarch64`], [`hexagon`], [`riscv`],
//! [`x86`]; [`generic`] answers for all others. [`features`] are the sets of features, with the implications among them
//! ([`x86_processors`] has x86's), [`layouts`] the data layouts, [`quirks`] the faults of LLVM that are worked around, [`key`]
//! the attributes of a function that decide which code it may contain.
//!
//! No other crate names an intrinsic of a target, or a feature.

#![forbid(unsafe_code)]

pub mod aarch64;
mod architecture;
mod costs;
mod detect;
pub mod features;
pub mod generic;
pub mod hexagon;
pub mod key;
pub mod layouts;
pub mod quirks;
pub mod riscv;
mod target;
pub mod x86;
pub mod x86_processors;

use architecture::Architecture;

pub use costs::Costs;
pub use detect::{target_of, target_of_machine};
pub use key::TargetKey;
pub use quirks::Quirk;
pub use target::{
    AccumulatorRegisters, Averages, Bfloat, BytePick, Compression, DotProduct, HalfPacking, Machine,
    OuterProduct, ScalableVectors, SumOfTerms, Target,
};

/// The architectures that have a file of their own.
static ARCHITECTURES: &[&Architecture] =
    &[&aarch64::ARCHITECTURE, &hexagon::ARCHITECTURE, &riscv::ARCHITECTURE, &x86::ARCHITECTURE];
