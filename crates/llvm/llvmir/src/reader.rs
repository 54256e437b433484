//! The reader of LLVM IR that the dialect llvm has for others.

use std::sync::Arc;

use terrace_dialects_llvm::reader::LlvmIrReaderDialectInterface;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Context, Diag, Ir};

use crate::import::{ImportOptions, Imported, import};

/// The extensions of this crate: the reader of LLVM IR.
pub static EXTENSIONS: &[&DialectExtension] = &[&READER];

static READER: DialectExtension = DialectExtension {
    dialect: "llvm",
    dialect_interfaces: &[&(&Reader as &dyn LlvmIrReaderDialectInterface)],
    ..EMPTY_EXTENSION
};

struct Reader;

impl LlvmIrReaderDialectInterface for Reader {
    fn read(&self, cx: &Arc<Context>, text: &[u8], name: &str) -> Result<Ir, Vec<Box<Diag>>> {
        let Imported { ir, diags } = import(cx, text, name, 0, ImportOptions::default());
        ir.ok_or(diags)
    }
}
