//! Reproducers: the IR before a pipeline, and the pipeline, in one file that `--run-reproducer` runs.

use terrace_asm::print_ir;
use terrace_ir::{Context, Diag, Ir, Loc, OpHandle};
use terrace_pass::pipeline::PassNode;
use terrace_pass::{ManagerOptions, OpPipeline};

use crate::chunk::Session;
use crate::output::write_file;
use crate::report::Reporter;

/// The reproducer to be written on a failure.
pub(super) struct Reproducer<'a> {
    session: &'a Session<'a>,
    settings: ManagerOptions,
    /// The location of errors: the pipeline's op, or the op of the running pass.
    loc: Loc,
    /// The pipeline's op.
    root: Loc,
    path: &'a str,
    text: Vec<u8>,
    /// Passes on ops that began and did not succeed.
    running: Vec<(OpHandle, String)>,
    /// Written only where the pipeline fails.
    on_failure: bool,
    /// Holds the pass that runs alone, and the IR before it.
    local: bool,
}

impl<'a> Reproducer<'a> {
    /// Records the IR before a pipeline.
    pub(super) fn new(
        session: &'a Session<'a>,
        ir: &Ir,
        pipeline: &OpPipeline,
        settings: ManagerOptions,
        path: &'a str,
        on_failure: bool,
    ) -> Self {
        let local = on_failure && session.config.pass_manager.local_reproducer;
        let loc = ir.root().map_or(Loc::UNKNOWN, |root| root.loc());
        let mut new = Self {
            session,
            settings,
            loc,
            root: loc,
            path,
            text: Vec::new(),
            running: Vec::new(),
            on_failure,
            local,
        };
        if !local {
            new.record(ir, &pipeline.to_reproducer_text());
        }
        new
    }

    fn record(&mut self, ir: &Ir, pipeline: &str) {
        self.text.clear();
        // Writing to memory does not fail.
        let _ = print_ir(ir, &self.session.print_options(), &mut self.text);
        let escaped = pipeline.replace('\\', "\\\\").replace('"', "\\22");
        self.text.extend(
            format!(
                "{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n      pipeline: \"{escaped}\",\n      \
                 disable_threading: {},\n      verify_each: {}\n    }}\n  }}\n#-}}\n",
                !self.settings.parallel, self.settings.verify_each
            )
            .into_bytes(),
        );
    }

    /// Whether passes must run one after the other, so that it is known which one fails.
    pub(super) fn watches(&self) -> bool {
        self.on_failure
    }

    /// A pass begins on an op.
    pub(super) fn before(&mut self, ir: &Ir, pass: &PassNode, op: OpHandle) {
        let view = ir.op(op);
        let mut text = format!("`{}` on '{}' operation", pass.def.class, view.name_text());
        if let Some(name) = view.symbol_name() {
            text.push_str(&format!(": @{}", name.text(ir.cx())));
        }
        self.running.push((op, text));
        if self.local {
            self.loc = view.loc();
            let (mut pipeline, mut at) = (pass.to_text(), Some(view));
            while let Some(op) = at {
                pipeline = format!("{}({pipeline})", op.name_text());
                at = op.parent_op();
            }
            self.record(ir, &pipeline);
        }
    }

    /// A pass has ended on an op.
    pub(super) fn after(&mut self, op: OpHandle, failed: bool) {
        if !failed {
            self.running.retain(|(running, _)| *running != op);
        }
    }

    /// Writes the file; `-` is the output stream, to which what is printed goes. If the pipeline failed, reports so, and
    /// where the file is.
    pub(super) fn write(
        mut self,
        cx: &Context,
        reporter: &mut Reporter<'_>,
        printed: &mut String,
        crashed: bool,
    ) {
        // After a crash upstream is about the whole.
        if crashed {
            self.loc = self.root;
        }
        let mut diag =
            Diag::error(self.loc, "Failures have been detected while processing an MLIR pass pipeline");
        let mut stream = Vec::new();
        let written = write_file(self.path, &self.text, &mut stream, self.session.cwd);
        printed.push_str(&String::from_utf8_lossy(&stream));
        match written {
            Ok(()) if self.on_failure => {
                let names: Vec<&str> = self.running.iter().map(|(_, text)| &**text).collect();
                let names = names.join(", ");
                let names = if self.local { names } else { format!("[{names}]") };
                let text = format!(
                    "Pipeline failed while executing {names}: reproducer generated at `{}`",
                    self.path
                );
                diag = diag.note(self.loc, text);
                reporter.diag(cx, None, &diag);
            }
            Ok(()) => {}
            Err(message) => {
                diag = diag.note(self.loc, message);
                reporter.diag(cx, None, &diag);
            }
        }
    }
}
