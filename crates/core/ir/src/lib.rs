//! The IR: context, types, attributes, operations, regions, verifier.
//!
//! The map:
//! - [`context`] owns uniqued and registered entities, and in [`slots`] the state of its users; `registry`
//!   loads dialects, `registration` computes the data that is kept of their definitions. [`handles`] name
//!   uniqued entities, [`strings`], [`types`] and [`attrs`] are their data, [`sub_elements`] walks nested
//!   ones, `creation` verifies them when they are created.
//! - [`body`] is the arena of one isolated op, [`ir`] the whole IR with read-only views, [`loc`] locations,
//!   [`ids`] the handles.
//! - [`elements`] reads and creates dense integer constants, [`element_types`] checks the element types of
//!   vectors, tensors and memrefs.
//! - [`def`] holds definitions as data, [`traits`] their traits, [`constraints`] their type constraints,
//!   [`attr_kind`] and [`enum_attr`] the kinds of inherent attributes and their Rust values, [`infer`] and
//!   [`asm`] the arguments of their hooks, [`format_types`] the types that an assembly format may omit.
//! - [`extension`] adds ops and interfaces to dialects of other crates.
//! - [`interfaces`] are the traits that analyses and checks call ops through, [`memory_slots`] those for memory that
//!   can become values, [`subset`] those for parts of tensors, [`tiling`] those for ops computed tile by tile.
//! - [`build`] creates ops, [`rewriter`] modifies IR and notifies listeners, [`mod@pattern`] defines rewrite
//!   patterns.
//! - [`fold`] folds ops, [`effects`] queries their memory effects, [`int_range`] integer ranges of their
//!   results, [`mod@value_bounds`] symbolic bounds of them.
//! - [`bytecode`] has the dialects' interfaces for the serialized form.
//! - [`symbols`], [`dominance`] and [`verify`] check it. [`diag`] is for their diagnostics, [`remarks`] for those about
//!   optimizations.
//!
//! What is absent: no dialect is known here, and nothing here reads or writes text.

pub mod actions;
pub mod adaptor;
pub mod analysis;
pub mod asm;
pub mod attr_kind;
pub mod attrs;
pub mod base_def;
pub mod blob;
pub mod body;
pub mod build;
mod builtin_rows;
pub mod bytecode;
mod call_sites;
pub mod constraints;
pub mod context;
mod creation;
pub mod data_layout;
mod debug_types;
pub mod def;
mod deferred;
mod defined_names;
pub mod diag;
pub mod dialect;
pub mod dialect_interfaces;
pub mod dominance;
pub mod effects;
pub mod element_types;
pub mod elements;
pub mod encoded;
pub mod enum_attr;
pub mod extension;
mod families;
pub mod fold;
pub mod format_types;
pub mod function;
pub mod handles;
pub mod identified;
pub mod ids;
pub mod infer;
pub mod int_range;
pub mod interface_map;
pub mod interfaces;
pub mod ir;
pub mod loc;
mod mapped;
pub mod matchers;
pub mod memory_slots;
mod op_info;
mod op_views;
mod optional;
pub mod param_syntax;
pub mod params;
pub mod pattern;
pub mod positions;
pub mod print;
pub mod property;
mod registration;
mod registry;
pub mod remark_filter;
pub mod remarks;
pub mod resources;
pub mod rewriter;
pub mod rule_counts;
mod segments;
pub mod slots;
pub mod strings;
pub mod sub_elements;
pub mod subset;
pub mod symbol_table;
pub mod symbols;
pub mod tiling;
mod trait_set;
pub mod traits;
pub mod type_interfaces;
pub mod types;
pub mod value_bounds;
pub mod verify;
mod view;

pub use attrs::{Attr, AttrData, LocData, NamedAttr};
pub use blob::Blob;
pub use body::{Body, BodyBuilder, OpBuilder, OpSpec, ValueDef};
pub use context::Context;
pub use def::{OpDef, OpKind, OpTable, View, op_error};
pub use diag::{CheckResult, Diag};
pub use fold::{Change, FoldValue, Folded};
pub use ids::{Block, BodyId, Op, OpHandle, OpName, Region, Use, Value, ValueHandle};
pub use interfaces::{OpFoldResult, OpFoldResultRef};
pub use ir::{BlockRef, Ir, OpRef, RegionRef, ValueRef};
pub use loc::Loc;
pub use op_views::BinaryOpView;
pub use optional::OptionalAttr;
pub use rewriter::{InsertPoint, Rewriter};
pub use strings::Str;
pub use traits::{Trait, TraitSet};
pub use types::{
    ComplexType, DYNAMIC, MemRefType, RankedTensorType, Signedness, TupleType, Type, TypeData,
    UnrankedMemRefType, UnrankedTensorType, VectorType,
};
