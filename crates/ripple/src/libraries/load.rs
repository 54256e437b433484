//! Reads libraries from files: LLVM IR as text, or MLIR in the dialect llvm.

use std::path::Path;
use std::sync::Arc;

use terrace_dialects_llvm::reader::LlvmIrReaderDialectInterface;
use terrace_ir::diag::Severity;
use terrace_ir::dialect_interfaces::MlirReaderDialectInterface;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Diag, Ir, Loc, OpRef};

use super::Library;
use crate::diagnostics::{Tag, warning};

/// The first bytes of bitcode of LLVM.
const BITCODE: &[u8] = b"BC\xC0\xDE";

/// The target attributes of modules that libraries should share with the program.
const SHARED: [(&str, &str); 2] = [("llvm.target_triple", "triple"), ("dlti.dl_spec", "data layout")];

/// Reads libraries. Returns them with warnings about files that cannot be read, and functions that cannot be called.
pub fn load(
    paths: &[std::path::PathBuf],
    program: OpRef<'_>,
    cx: &Arc<Context>,
) -> (Library, Vec<Box<Diag>>) {
    let mut library = Library::default();
    let mut warnings = Vec::new();
    for path in paths {
        let name = path.display();
        let mut warn = |message: String| warnings.push(warning(Tag::LibName, Loc::UNKNOWN, message));
        let module = match read(cx, path) {
            Ok(module) => module,
            Err(message) => {
                warn(format!("library '{name}' cannot be read: {message}"));
                continue;
            }
        };
        for (attr, what) in SHARED {
            let own = program.discardable_attr(attr);
            let other = module.root().and_then(|root| root.discardable_attr(attr));
            if let (Some(own), Some(other)) = (own, other)
                && own != other
            {
                warn(format!("library '{name}' is compiled for another {what} than the program"));
            }
        }
        warnings.extend(library.add(module, &name.to_string()));
    }
    (library, warnings)
}

fn read(cx: &Arc<Context>, path: &Path) -> Result<Ir, String> {
    cx.ask_for_file(&path.display().to_string())?;
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if bytes.starts_with(BITCODE) {
        return Err("it is bitcode, which 'llvm-dis' turns into text".to_owned());
    }
    let is_mlir = bytes.starts_with(b"ML\xEFR") || path.extension().is_some_and(|ending| ending == "mlir");
    let name = path.display().to_string();
    let module = if is_mlir { read_mlir(cx, &name, bytes)? } else { read_llvm_ir(cx, &name, &bytes)? };
    let verified = module.root().map(|root| verify(root, VerifyOptions::default().parallel(false)));
    match verified {
        Some(Err(errors)) => Err(first_of(errors)),
        Some(Ok(_)) => Ok(module),
        None => Err("it has no module".to_owned()),
    }
}

fn first_of(diags: Vec<Box<Diag>>) -> String {
    let error = diags.into_iter().find(|diag| diag.severity == Severity::Error);
    error.map_or_else(|| "it is no module".to_owned(), |error| error.message.to_string())
}

fn read_llvm_ir(cx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Ir, String> {
    let reader = cx.dialect_interface::<dyn LlvmIrReaderDialectInterface>("llvm");
    let reader = reader.ok_or_else(|| "nothing here reads LLVM IR".to_owned())?;
    reader.read(cx, bytes, name).map_err(first_of)
}

fn read_mlir(cx: &Arc<Context>, name: &str, bytes: Vec<u8>) -> Result<Ir, String> {
    let reader = cx.dialect_interface::<dyn MlirReaderDialectInterface>("builtin");
    let reader = reader.ok_or_else(|| "nothing here reads MLIR".to_owned())?;
    reader.read(cx, bytes, name).map_err(first_of)
}
