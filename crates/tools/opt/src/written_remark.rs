//! A remark for a file, with its place.

use terrace_diag::{FileLineCol, Location};
use terrace_ir::remarks::OptimizationRemark;

/// A remark for a file.
pub(crate) struct WrittenRemark {
    pub(crate) remark: OptimizationRemark,
    pub(crate) location: Location,
}

impl WrittenRemark {
    /// Returns the file, the line and the column.
    pub(crate) fn place(&self) -> (&str, u32, u32) {
        match self.location.find_file() {
            Some(FileLineCol { file, start_line, start_col, .. }) => (file, *start_line, *start_col),
            None => ("<unknown file>", 0, 0),
        }
    }
}
