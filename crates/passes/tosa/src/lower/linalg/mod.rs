//! The lowerings to linalg.
//!
//! The map: [`named`] is the pass to named ops, with [`convolutions`] and [`pooling`]; [`general`] is the pass for all other
//! ops. There, [`elementwise`] creates loops over elements, whose bodies are in the [`table`] and in [`casts`], created by
//! [`scalars`], and [`broadcast`] makes dynamic extents equal; [`rescale`] has the loops with scales of integers,
//! [`reductions`] reductions and `argmax`, [`layout`] lookups and copies, [`resize`] images of other sizes, and [`fourier`]
//! Fourier transforms. [`make`] creates ops of linalg for all of them, and [`types`] converts types.

mod broadcast;
mod casts;
mod convolutions;
mod elementwise;
mod fourier;
mod general;
mod layout;
mod make;
mod named;
mod pooling;
mod reductions;
mod rescale;
mod resize;
mod scalars;
mod table;
mod types;

pub use general::TOSA_TO_LINALG;
pub use named::{NamedOptions, TOSA_TO_LINALG_NAMED};
