//! Ops on structured ops: finding them, and putting them into loops.
//!
//! The map: [`find`] looks for ops; [`tile`] puts them into loops over tiles; [`sizes`] are lists of numbers, parameters and
//! handles.

pub mod find;
pub mod fuse;
pub mod sizes;
pub mod tile;

use terrace_ir::OpKind;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};

/// What this module adds to the dialect.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        find::MatchOp::DEF,
        tile::TileUsingForOp::DEF,
        tile::TileUsingForallOp::DEF,
        fuse::FuseOp::DEF,
        fuse::FuseIntoContainingOp::DEF,
    ],
    ..EMPTY_EXTENSION
};
