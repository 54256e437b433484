//! The interface of LLVM IR importers, and the attribute for properties that the ops cannot represent.

use std::sync::Arc;

use terrace_ir::{Context, Diag, Ir};

/// The attribute with the parts of LLVM IR that an op has no attribute for: a dictionary of attachments, flags, call
/// attributes and properties of globals; for an argument, a list of attributes.
pub const KEPT: &str = "llvm.kept";

/// Reads LLVM IR: the crate that imports it adds the interface to the dialect llvm.
pub trait LlvmIrReaderDialectInterface: Send + Sync {
    /// Returns the module in the dialect llvm of LLVM IR as text. `name` is the file's.
    ///
    /// # Errors
    /// If the text is not well-formed or not supported: the reported diagnostics.
    fn read(&self, cx: &Arc<Context>, text: &[u8], name: &str) -> Result<Ir, Vec<Box<Diag>>>;
}
