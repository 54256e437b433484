//! Internal to Terrace; no promise of stability. Passes that show IR: [`mod@print_ir`], [`snapshot`],
//! [`view_op_graph`]; and its [`stages`] between passes, as a [`mod@page`] and as [`mod@json`].

#![forbid(unsafe_code)]

pub mod json;
pub mod page;
pub mod print_ir;
pub mod snapshot;
pub mod stages;
pub mod view_op_graph;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] =
    &[&print_ir::PRINT_IR, &snapshot::SNAPSHOT_OP_LOCATIONS, &view_op_graph::VIEW_OP_GRAPH];
