//! Internal to Terrace; no promise of stability. An interpreter of IR that detects undefined behavior.
//!
//! # How
//!
//! A function is compiled once, when it is first reached, to a list of [instructions](inst::Inst) over the
//! registers of its frame; the [`machine`] does not access the IR afterwards. Executing an instruction needs
//! no look-up or allocation.
//!
//! - **Numbers** are held in slots of 64 bits, as their bits with zeros above; wider integers and floats, and complex
//!   numbers, in several slots. A result is rounded, or wrapped, to its type by each instruction.
//! - **Memory** is a [heap](mod@heap) of allocations, each with its origin, whether it is live and which
//!   elements are initialized. A memref is a handle of an allocation, an offset, sizes and strides, in slots;
//!   an access checks its indices against the sizes, and the element against the allocation.
//! - **Vectors and tensors** are [arrays](object::Array) in separate registers. They are copied on write; an
//!   op that is the last use of an array modifies it in place.
//! - **Control** is jumps. Loops of `scf` and branches of `cf` become the same few instructions, and block
//!   operands are copied in parallel. Frames of calls are in a vector.
//! - **Poison** is tracked exactly: once an op creates it, the machine continues in a slower loop that tracks
//!   for each register whether it is poison, with its origin, and reports uses with undefined behavior
//!   ([`shadow`]). Arrays track it for each element, in either loop.
//! - **Parallel iterations** run sequentially, and their accesses are checked for conflicts: this is the
//!   third loop, which the machine uses only within such iterations ([`races`]).
//!
//! An op is lowered by its dialect's implementation of [`lower::Interpret`]: on the op's definition or in an
//! [extension](ops), which appends instructions or a native function over slots. An op without one, or one
//! that is unsupported, stops the program with a message only when it is executed.
//! `docs/build/interpret-your-op.md` has an example.
//!
//! # The map
//!
//! | Module | Contents |
//! |---|---|
//! | [`inst`], [`program`] | compiled programs |
//! | [`lower`], [`ops`] | the lowering of ops to instructions: the interface, and the extensions of the dialects |
//! | [`machine`], [`shadow`] | the interpreter loops, and the tracking of poison |
//! | [`kernel`] | batched execution of loops over elements |
//! | [`mod@heap`], [`memref`], [`object`], [`layout`] | memory, accesses to it, arrays, and the representation of types |
//! | [`view`] | strided views, for ops that only move elements |
//! | [`races`] | accesses of parallel iterations |
//! | [`int_ops`], [`float_ops`] | arithmetic |
//! | [`budget`] | the limit on the memory of a run |
//! | [`fault`] | run-time faults |
//! | [`value`], [`text`] | values outside of the machine, in textual form |

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
