//! Reading, verifying and printing IR, each in one call.

use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_ir::verify::VerifyOptions;
use terrace_ir::{Context, Ir};

use crate::errors::Errors;

/// The name of the source in locations.
pub const NAME: &str = "<input>";

/// Reads and verifies the contents of a file: text or bytecode, distinguished by the first bytes.
///
/// # Errors
/// If the file is not well-formed, or the IR is invalid.
pub fn read(cx: &Arc<Context>, bytes: &[u8]) -> Result<Ir, Errors> {
    let mut sources = SourceMap::new();
    let buffer =
        sources.add(NAME, bytes.to_vec()).map_err(|error| Errors::without_location(error.to_string()))?;
    let sources = Arc::new(sources);
    let output = read_source(cx, &sources, buffer, None, ParseOptions::default());
    let ir = output.ir.ok_or_else(|| Errors::of_diags(&sources, cx, None, &output.diags))?;
    verify(&ir)?;
    Ok(ir)
}

/// Verifies a module and all that is in it.
///
/// # Errors
/// If an op is not valid.
pub fn verify(ir: &Ir) -> Result<(), Errors> {
    let Some(root) = ir.root() else { return Ok(()) };
    terrace_ir::verify::verify(root, VerifyOptions::default())
        .map_err(|diags| Errors::of_diags(&ir.sources, ir.cx(), Some(ir), &diags))
}

/// Returns the text of a module.
pub fn print(ir: &Ir) -> String {
    let mut text = Vec::new();
    // A list of bytes takes all that is written.
    let _ = print_ir(ir, &PrintOptions::default(), &mut text);
    // As in files of the command, an empty line ends the text.
    format!("{}\n", String::from_utf8_lossy(&text).trim_end())
}
