//! Runs IR, and watches it while it runs.
//!
//! # How
//!
//! A function is compiled once, when it is called from what is run, into a list of [instructions](inst::Inst) over the
//! registers of its frame; the [`machine`] then never looks at the IR again. Nothing is looked up or allocated
//! for an instruction.
//!
//! - **Numbers** are held in slots of 64 bits, as their bits with zeros above; wider integers and floats, and complex
//!   numbers, in several slots. A result is rounded, or wrapped, to its type by each instruction.
//! - **Memory** is a [heap](mod@heap) of allocations, each with where it was made, whether it is alive and which elements
//!   were written. A memref is a handle of an allocation, an offset, sizes and strides, in slots; an access checks its
//!   indices against the sizes, and the element against the allocation.
//! - **Vectors and tensors** are [arrays](object::Array) in registers of their own. They are shared until one is changed;
//!   an op that is the last one to use an array changes it in place.
//! - **Control** is jumps. Loops of `scf` and branches of `cf` become the same few instructions, and values that go
//!   along are copied all at once. Calls keep their frames in a vector.
//! - **Poison** is followed, not guessed: where an op makes it, the machine goes on in a slower loop that knows for each
//!   register whether it is poison and where that came from, and reports a use that has no meaning ([`shadow`]). An array
//!   knows it of each element by itself, in either loop.
//! - **Parallel iterations** run one after the other, and what two of them access is compared: that is the third loop,
//!   in which the machine is only while there are such iterations ([`races`]).
//!
//! An op is lowered by its dialect's implementation of [`lower::Interpret`]: on the op's definition or in an [extension](ops), that appends
//! instructions or a native function over slots. What has none, or what it does not know, stops the program with a
//! message where it is reached, and only there. `docs/interpret-your-op.md` shows how it is done.
//!
//! # The map
//!
//! | Module | What it holds |
//! |---|---|
//! | [`inst`], [`program`] | what programs are compiled to |
//! | [`lower`], [`ops`] | from ops to instructions: the interface, and the extensions of the dialects |
//! | [`machine`], [`shadow`] | the loops that run a program, and what they know of poison |
//! | [`kernel`] | loops over elements, many iterations at once |
//! | [`mod@heap`], [`memref`], [`object`], [`layout`] | memory, accesses to it, arrays, and how types are held |
//! | [`view`] | strided views: what ops that only move elements are made of |
//! | [`races`] | accesses of parallel iterations |
//! | [`int_ops`], [`float_ops`] | what arithmetic returns |
//! | [`budget`] | how many bytes a run may hold |
//! | [`fault`] | what goes wrong |
//! | [`value`], [`text`] | values outside of the machine, as users write and read them |

#![forbid(unsafe_code)]

pub mod budget;
pub mod fault;
pub mod float_ops;
pub mod heap;
pub mod inst;
pub mod int_ops;
pub mod kernel;
pub mod layout;
pub mod lower;
pub mod machine;
pub mod memref;
pub mod object;
pub mod ops;
pub mod program;
pub mod races;
pub mod shadow;
pub mod text;
pub mod value;
pub mod view;

pub use lower::{Interpret, compile, compile_with_zeros};
pub use machine::{Limits, Machine};
pub use ops::EXTENSIONS;
pub use value::Value;

/// The page that shows how, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/interpret-your-op.md")]
pub mod cookbook {}
