//! Dialects that a file defines: `--irdl-file`.

use std::io::empty;
use std::sync::Arc;

use terrace_asm::ParseOptions;
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_ir::Context;
use terrace_ir::verify::{VerifyOptions, verify};

use crate::chunk::Session;
use crate::driver::read_input;
use crate::report::Reporter;

/// Defines the dialects of the file that the options name in a context; false after an error, which was reported.
pub(crate) fn define_dialects(session: &Session<'_>, cx: &Arc<Context>, reporter: &mut Reporter<'_>) -> bool {
    let input = match read_input(&session.config.irdl_file, &mut empty(), session.cwd, true) {
        Ok(input) => input,
        Err(message) => {
            reporter.error(&message);
            return false;
        }
    };
    let mut sources = SourceMap::new();
    let buffer = match sources.add(input.name, input.bytes) {
        Ok(buffer) => buffer,
        Err(error) => {
            reporter.error(&error.to_string());
            return false;
        }
    };
    let sources = Arc::new(sources);
    reporter.within(Arc::clone(&sources), |reporter| {
        reporter.enter_stage("parse");
        let output = read_source(cx, &sources, buffer, None, ParseOptions::default());
        for diag in &output.diags {
            reporter.diag(cx, output.ir.as_ref(), diag);
        }
        let Some(ir) = output.ir else { return false };
        let Some(root) = ir.root() else { return false };
        reporter.enter_stage("verify");
        if let Err(errors) = verify(root, VerifyOptions::default().parallel(false)) {
            errors.iter().for_each(|diag| reporter.diag(cx, Some(&ir), diag));
            return false;
        }
        match (session.setup.define_dialects)(root) {
            Ok(()) => true,
            Err(diag) => {
                reporter.diag(cx, Some(&ir), &diag);
                false
            }
        }
    })
}
