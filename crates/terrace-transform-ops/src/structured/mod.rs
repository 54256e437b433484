//! Ops on structured ops: finding them.

pub mod find;

use terrace_ir::OpKind;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};

/// What this module adds to the dialect.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[find::MatchOp::DEF], ..EMPTY_EXTENSION };
