//! Reproducers: the IR before a pipeline, and the pipeline, in one file that `--run-reproducer` runs.

use std::path::PathBuf;

use terrace_asm::print_ir;
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::pipeline::PassNode;
use terrace_pass::{ManagerOptions, OpPipeline};

use crate::chunk::Session;
use crate::report::Reporter;

/// A pass that failed on an op.
pub(super) struct Culprit(String);

impl Culprit {
    pub(super) fn new(ir: &Ir, pass: &PassNode, op: OpHandle) -> Self {
        let view = ir.op(op);
        let mut text = format!("`{}` on '{}' operation", pass.def.class, view.name_text());
        if let Some(name) = view.symbol_name() {
            text.push_str(&format!(": @{}", name.text(ir.cx())));
        }
        Self(text)
    }
}

/// What to write if it comes to that.
pub(super) struct Reproducer {
    path: PathBuf,
    shown: String,
    text: Vec<u8>,
    /// Written only where the pipeline fails.
    pub(super) on_failure: bool,
}

impl Reproducer {
    pub(super) fn new(
        session: &Session<'_>,
        ir: &Ir,
        pipeline: &OpPipeline,
        settings: ManagerOptions,
        path: &str,
        on_failure: bool,
    ) -> Self {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = print_ir(ir, &session.print_options(), &mut text);
        let escaped = pipeline.to_text().replace('\\', "\\\\").replace('"', "\\22");
        text.extend(
            format!(
                "{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n      pipeline: \"{escaped}\",\n      \
                 disable_threading: {},\n      verify_each: {}\n    }}\n  }}\n#-}}\n",
                !settings.parallel, settings.verify_each
            )
            .into_bytes(),
        );
        Self { path: session.cwd.join(path), shown: path.to_owned(), text, on_failure }
    }

    /// Writes the file; if the pipeline failed, says so and where the file is.
    pub(super) fn write(
        &self,
        session: &Session<'_>,
        ir: &Ir,
        culprits: &[Culprit],
        reporter: &mut Reporter<'_>,
    ) {
        let loc = ir.root().map_or(terrace_ir::Loc::UNKNOWN, |root| root.loc());
        let mut diag = Diag::error(loc, "Failures have been detected while processing an MLIR pass pipeline");
        match std::fs::write(&self.path, &self.text) {
            Ok(()) if self.on_failure => {
                let names: Vec<&str> = culprits.iter().map(|c| &*c.0).collect();
                let names = match session.config.pass_manager.local_reproducer {
                    true => names.join(", "),
                    false => format!("[{}]", names.join(", ")),
                };
                let text = format!(
                    "Pipeline failed while executing {names}: reproducer generated at `{}`",
                    self.shown
                );
                diag = diag.note(loc, text);
                reporter.diag(ir.cx(), Some(ir), &diag);
            }
            Ok(()) => {}
            Err(error) => {
                diag = diag.note(loc, format!("cannot write the reproducer '{}': {error}", self.shown));
                reporter.diag(ir.cx(), Some(ir), &diag);
            }
        }
    }
}
