//! `--verify-roundtrip`: the printed form must parse to the same IR.

use std::io;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{BytecodeWriterConfig, read_source, write_bytecode};
use terrace_diag::SourceMap;
use terrace_ir::def::op_error;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Ir};

use crate::chunk::Session;
use crate::report::Reporter;

/// Writes the IR as text and as bytecode, reads each into a new context and compares the printed forms; false
/// if anything fails.
///
/// # Errors
///
/// If reports cannot be written.
pub fn verify_roundtrip(ir: &Ir, session: &Session<'_>, reporter: &mut Reporter<'_>) -> io::Result<bool> {
    let Some(root) = ir.root() else { return Ok(false) };
    let options = session.print_options().generic(true).debuginfo(true);
    let reference = text(ir, &options)?;
    let mut bytecode = Vec::new();
    if write_bytecode(ir, root, &BytecodeWriterConfig::default(), &mut bytecode).is_err() {
        reporter.diag(
            ir.cx(),
            Some(ir),
            &op_error(root, "failed to write bytecode, cannot verify round-trip.\n"),
        );
        return Ok(false);
    }
    for (form, written) in [("textual", reference.clone().into_bytes()), ("bytecode", bytecode)] {
        let Some(cx) = session.new_context(reporter) else { return Ok(false) };
        let Some(copy) = read_back(&cx, written, session, reporter) else {
            let message = format!("failed to parse {form} content back, cannot verify round-trip.\n");
            reporter.diag(ir.cx(), Some(ir), &op_error(root, message));
            return Ok(false);
        };
        let printed = text(&copy, &options)?;
        if reference != printed {
            let message = format!(
                "{form} roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n{}\n=====\n{}\n\
                 >>>>>roundtripped\n",
                reference.trim_end(),
                printed.trim_end()
            );
            reporter.diag(ir.cx(), Some(ir), &op_error(root, message));
            return Ok(false);
        }
    }
    Ok(true)
}

fn text(ir: &Ir, options: &PrintOptions) -> io::Result<String> {
    let mut bytes = Vec::new();
    print_ir(ir, options, &mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_back(
    cx: &Arc<Context>,
    written: Vec<u8>,
    session: &Session<'_>,
    reporter: &mut Reporter<'_>,
) -> Option<Ir> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("-", written).ok()?;
    let sources = Arc::new(sources);
    let output = read_source(cx, &sources, buffer, None, ParseOptions::default().implicit_module(false));
    for diag in &output.diags {
        reporter.diag(cx, output.ir.as_ref(), diag);
    }
    let ir = output.ir?;
    if session.config.verify.on_parsing {
        verify(ir.root()?, VerifyOptions::default().parallel(false)).ok()?;
    }
    Some(ir)
}
