//! The dialect memref.

use crate::lower::Row;

/// How the ops are lowered.
pub static ROWS: &[Row] = &[];
