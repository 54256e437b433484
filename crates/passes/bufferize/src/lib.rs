//! Internal to Terrace; no promise of stability. One-Shot Bufferize: tensors become memrefs, in place where that is
//! safe.
//!
//! # How
//!
//! First the body of a function is [analyzed](analysis): for each tensor operand, one after the other, it is
//! decided whether it bufferizes in place or is copied. Then the out-of-place operands are
//! [copied](tensor_copy_insertion), still as tensors, so that every operand's buffer may be used directly;
//! then each op is [rewritten](driver).
//!
//! An op describes its use of buffers by an [interface](interface::BufferizableOp): in its own definition, or
//! in an [extension](models) of its dialect.
//!
//! # The map
//!
//! | Module | What it holds |
//! |---|---|
//! | [`interface`] | what ops tell, and the ready answers of ops with destinations |
//! | [`options`] | what can be asked for |
//! | [`state`] | what is known of the tensors of a body: answers of ops, searches against the flow of data |
//! | [`functions`] | what is known of functions that are called |
//! | [`happens_before`] | which op runs before which |
//! | [`conflicts`] | when a read and a write of one buffer are a conflict |
//! | [`analysis`], [`decisions`], [`interval_index`], [`mersenne`] | the decisions, and what they are found with |
//! | [`refusal`] | errors of the analysis |
//! | `regions` | regions that run several times |
//! | [`search`] | orders of decisions, tried for the one that copies the least |
//! | [`annotate`] | decisions as attributes |
//! | [`provenance`], [`explain`] | why each allocation and each copy is made, recorded and in words |
//! | [`advice`] | edits that are tried before they are offered |
//! | [`tensor_copy_insertion`] | copies of what is not in place |
//! | [`globals`] | globals that constants become |
//! | [`buffers`], [`driver`] | types of buffers, and the rewriting |
//! | [`empty_tensor_elimination`] | empty tensors that become parts of others |
//! | [`models`] | what the ops of the dialects tell |
//! | [`passes`] | the passes |

#![forbid(unsafe_code)]

pub mod advice;
pub mod analysis;
pub mod annotate;
pub mod bodies;
pub mod buffers;
pub mod conflicts;
pub mod decisions;
pub mod driver;
pub mod empty_tensor_elimination;
pub mod explain;
pub mod functions;
pub mod globals;
pub mod happens_before;
pub mod interface;
pub mod interval_index;
pub mod intervals;
pub mod linalg_anchored_elimination;
mod lowered_before;
pub mod mersenne;
pub mod models;
pub mod operands;
pub mod options;
pub mod passes;
mod paths;
pub mod provenance;
pub mod refusal;
mod regions;
pub mod search;
pub mod state;
pub mod tensor_copy_insertion;

pub use models::EXTENSIONS;
pub use passes::PASSES;
