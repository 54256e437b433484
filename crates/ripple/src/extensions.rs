//! The additions of this crate to dialects.

use terrace_ir::extension::DialectExtension;

/// The extensions of this crate.
pub static EXTENSIONS: &[&DialectExtension] = &[&crate::to_llvm::CONVERSION, &crate::dialect::rules::RULES];
