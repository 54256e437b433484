//! Internal to Terrace; no promise of stability. Ops of the dialect tosa in the interpreter, as the specification (TOSA
//! 1.0, and the draft of 1.1 for the ops that are newer) defines them.
//!
//! # Numbers
//!
//! Integers are computed as the pseudo-code does, bit by bit. Floats are rounded to their type after each operation;
//! sums are in the accumulator's type and in the order of the pseudo-code. Functions such as `exp` are those of the
//! dialect math. Zeros are ordered where a minimum or maximum has zeros of both signs, and the negated zero is the
//! other one: the specification admits either.
//!
//! Each requirement of values (`REQUIRE`) is checked; where it does not hold, the result is unpredictable, which is
//! reported at the op. Each demand on graphs (`ERROR_IF`) is checked by verifiers and by
//! the pass `tosa-validate`, and here for extents that types leave open.
//!
//! Elementwise ops, ops that move elements and reductions propagate poison by element. The results of other ops are
//! poison as a whole.
//!
//! # The map
//!
//! | Module | Contents |
//! |---|---|
//! | [`number`] | the numbers of tensors, and their rounding and limits |
//! | [`operands`] | ops as functions of arrays |
//! | [`elementwise`], [`functions`] | the walker over broadcast elements, and the table of functions of numbers |
//! | [`scale`], [`conversions`], [`blocks`] | scaled integers, casts, numbers with shared scales |
//! | [`lanes`] | reductions along an axis |
//! | [`windows`], [`convolutions`], [`pooling`], [`products`] | the walker over windows, and the ops that use it; products of matrices |
//! | [`layout`], [`lookup`], [`resize`] | ops that move or look up elements; images of other sizes |
//! | [`fourier`] | Fourier transforms |
//! | [`shapes`], [`state`], [`control_flow`] | shapes as values, constants and variables, regions |

#![forbid(unsafe_code)]

mod blocks;
mod control_flow;
mod conversions;
mod convolutions;
mod elementwise;
mod fourier;
mod functions;
mod lanes;
mod layout;
mod lookup;
pub mod number;
mod operands;
mod pooling;
mod products;
mod resize;
pub mod scale;
mod shapes;
mod state;
pub mod windows;

use terrace_interp::lower::Interpret;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels};

/// The [`Interpret`] models of the dialect's ops.
pub static EXTENSIONS: &[&DialectExtension] = &[&EXTENSION];

static EXTENSION: DialectExtension = DialectExtension {
    dialect: "tosa",
    interfaces: &[
        &ExternalModels::<dyn Interpret>(blocks::MODELS),
        &ExternalModels::<dyn Interpret>(control_flow::MODELS),
        &ExternalModels::<dyn Interpret>(conversions::MODELS),
        &ExternalModels::<dyn Interpret>(convolutions::MODELS),
        &ExternalModels::<dyn Interpret>(fourier::MODELS),
        &ExternalModels::<dyn Interpret>(functions::MODELS),
        &ExternalModels::<dyn Interpret>(lanes::MODELS),
        &ExternalModels::<dyn Interpret>(layout::MODELS),
        &ExternalModels::<dyn Interpret>(lookup::MODELS),
        &ExternalModels::<dyn Interpret>(pooling::MODELS),
        &ExternalModels::<dyn Interpret>(products::MODELS),
        &ExternalModels::<dyn Interpret>(resize::MODELS),
        &ExternalModels::<dyn Interpret>(shapes::MODELS),
        &ExternalModels::<dyn Interpret>(state::MODELS),
    ],
    ..EMPTY_EXTENSION
};
