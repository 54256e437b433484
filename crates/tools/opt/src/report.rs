//! Reporting of diagnostics to the error stream or the expectation matcher.

use std::io::Write;
use std::sync::Arc;

use terrace_asm::{PrintOptions, print_op_in_diagnostic};
use terrace_bytecode::is_bytecode;
use terrace_diag::upstream::print_message;
use terrace_diag::{
    Diagnostic, FileLoader, Location, RichRenderer, Severity, SourceMap, UpstreamRenderer, Verifier, json,
};
use terrace_ir::{Context, Diag, Ir, Loc, diag};
use terrace_support::file;

use crate::chunk::print_options;
use crate::cl::config::{DiagnosticConfig, DiagnosticFormat, OptConfig};
use crate::remarks::Remarks;
use crate::resolve::{Columns, resolve, resolve_with};
use crate::split::InputParts;

/// The sink of a run's diagnostics.
pub struct Reporter<'a> {
    sources: Arc<SourceMap>,
    config: DiagnosticConfig,
    print: PrintOptions,
    renderer: Renderer,
    verifier: Option<Verifier>,
    pending: Vec<u8>,
    /// The code of diagnostics that have none.
    stage: &'static str,
    /// The columns of sources that locations do not have.
    columns: Option<Box<Columns<'a>>>,
    /// Diagnostics held back to be sorted, while that is enabled.
    held: Option<Vec<Diagnostic>>,
    /// Optimization remarks.
    remarks: Remarks,
    stream: &'a mut dyn Write,
}

/// The length in bytes up to which source lines are shown as a whole, as they always are by mlir-opt: beyond it are texts
/// of large constants.
const LONGEST_LINE: usize = 1 << 16;

enum Renderer {
    Upstream(UpstreamRenderer),
    Rich(Box<RichRenderer>),
    Json,
}

impl<'a> Reporter<'a> {
    /// A reporter for the buffers of `sources`, according to the options; without `--color`, `color` selects
    /// colours.
    pub fn new(sources: Arc<SourceMap>, options: &OptConfig, color: bool, stream: &'a mut dyn Write) -> Self {
        let (config, print) = (options.diagnostics.clone(), print_options(options));
        let color = config.color.unwrap_or(color);
        let loader = if options.forbid_files { FileLoader::buffers_only } else { FileLoader::from_disk };
        let renderer = match config.format {
            DiagnosticFormat::Upstream => {
                let longest = (!options.match_upstream).then_some(LONGEST_LINE);
                let renderer = UpstreamRenderer::new(loader()).with_color(color);
                Renderer::Upstream(renderer.with_longest_line(longest))
            }
            DiagnosticFormat::Rich => Renderer::Rich(Box::new(RichRenderer::new(color, loader()))),
            DiagnosticFormat::Json => Renderer::Json,
        };
        let mut pending = Vec::new();
        // Expectations are scanned even without the flag that verifies them: mlir-opt reports unmet ones all
        // the same. Bytecode has no comments, and its constants are mostly not read.
        let expects = |bytes: &[u8]| !is_bytecode(bytes) && file::contains(bytes, b"expected-");
        let wanted = config.verify.is_some() || sources.buffers().any(|buffer| expects(buffer.bytes()));
        let verifier = wanted.then(|| {
            let level = config.verify.unwrap_or_default();
            Verifier::new(level, &sources, loader, &mut pending)
        });
        let mut reporter = Reporter {
            sources,
            config,
            print,
            renderer,
            verifier,
            pending,
            stage: "parse",
            columns: None,
            held: None,
            remarks: Remarks::new(&options.remarks),
            stream,
        };
        reporter.flush();
        reporter
    }

    /// Sets how columns of locations that are attributes become those of the source.
    pub fn set_columns(&mut self, columns: Box<Columns<'a>>) {
        self.columns = Some(columns);
    }

    fn resolve(&self, cx: &Context, sources: &SourceMap, loc: Loc) -> Location {
        match &self.columns {
            Some(columns) => resolve_with(cx, sources, loc, columns),
            None => resolve(cx, sources, loc),
        }
    }

    /// The buffers of the run.
    pub fn sources(&self) -> &Arc<SourceMap> {
        &self.sources
    }

    /// Whether diagnostics are verified against expectations.
    pub fn verifies(&self) -> bool {
        self.config.verify.is_some()
    }

    /// Reports what concerns other buffers than those of the run, which hold no expectations.
    pub(crate) fn within<R>(&mut self, sources: Arc<SourceMap>, report: impl FnOnce(&mut Self) -> R) -> R {
        let sources = std::mem::replace(&mut self.sources, sources);
        let (verifier, verify) = (self.verifier.take(), self.config.verify.take());
        let reported = report(self);
        (self.sources, self.verifier, self.config.verify) = (sources, verifier, verify);
        reported
    }

    /// Names the stage of the run, which is the code of diagnostics that have none.
    pub fn enter_stage(&mut self, stage: &'static str) {
        self.stage = stage;
    }

    /// Writes text to the error stream verbatim.
    pub fn say(&mut self, text: &str) {
        self.pending.extend_from_slice(text.as_bytes());
        self.flush();
    }

    /// Writes the warnings about split markers that were nearly met.
    pub fn near_misses(&mut self, parts: &InputParts) {
        let sources = self.sources.clone();
        for buffer in sources.buffers().take(1) {
            for &offset in &parts.near_misses {
                let message = "near miss with file split marker";
                print_message(buffer, offset, None, Severity::Warning, message, &mut self.pending);
            }
        }
        self.flush();
    }

    /// An error that belongs to no place.
    pub fn error(&mut self, message: &str) {
        self.emit(&Diagnostic::error(Location::unknown(), message));
    }

    /// Emits a diagnostic of the IR; `ir` is present once parsing has succeeded.
    pub fn diag(&mut self, cx: &Context, ir: Option<&Ir>, diag: &Diag) {
        let sources = ir.map_or(&self.sources, |ir| &ir.sources);
        let resolved = self.to_diagnostic(cx, sources, ir, diag);
        let shown = match &diag.optimization {
            Some(remark) => self.remarks.keep(remark, diag.loc, resolved),
            None => Some(resolved),
        };
        if let Some(resolved) = shown {
            self.emit(&resolved);
        }
    }

    /// Emits the optimization remarks that the policy has kept so far.
    pub fn release_remarks(&mut self) {
        for diagnostic in self.remarks.release() {
            self.emit(&diagnostic);
        }
    }

    /// Returns the file of optimization remarks with its content; `None` if they are shown as diagnostics.
    pub fn remark_file(&self) -> Option<(String, Vec<u8>)> {
        self.remarks.file()
    }

    /// Keeps diagnostics from here on until [`Self::release`].
    pub fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Emits deferred diagnostics in source order, files in order of appearance; duplicates at one location
    /// are dropped.
    pub fn release(&mut self) {
        let mut held = self.held.take().unwrap_or_default();
        let mut files: Vec<Arc<str>> = Vec::new();
        let mut place_of = |diagnostic: &Diagnostic| {
            let place = diagnostic.location.find_file()?;
            let file = files.iter().position(|file| *file == place.file).unwrap_or_else(|| {
                files.push(place.file.clone());
                files.len() - 1
            });
            Some((file, place.start_line, place.start_col))
        };
        held.sort_by_cached_key(&mut place_of);
        let mut seen = Vec::new();
        let mut last = None;
        for diagnostic in &held {
            let place = place_of(diagnostic);
            if place != last || place.is_none() {
                seen.clear();
            }
            last = place;
            if !seen.contains(&(diagnostic.severity, &diagnostic.message)) {
                seen.push((diagnostic.severity, &diagnostic.message));
                self.emit(diagnostic);
            }
        }
    }

    /// Shows a diagnostic, or holds it against the expectations.
    pub fn emit(&mut self, diagnostic: &Diagnostic) {
        if let Some(held) = &mut self.held {
            held.push(diagnostic.clone());
            return;
        }
        let short;
        let mut diagnostic = diagnostic;
        if self.config.disable_notes && !self.verifies() && !diagnostic.notes.is_empty() {
            short = Diagnostic { notes: Vec::new(), ..diagnostic.clone() };
            diagnostic = &short;
        }
        let Reporter { sources, pending, renderer, .. } = self;
        match &mut self.verifier {
            Some(verifier) if self.config.verify.is_some() => verifier.process(sources, diagnostic, pending),
            _ if !self.config.verbosity.shows(diagnostic.severity) => {}
            _ => match renderer {
                Renderer::Upstream(renderer) => renderer.render(sources, diagnostic, pending),
                Renderer::Rich(renderer) => renderer.render(sources, diagnostic, pending),
                Renderer::Json => json::render(diagnostic, pending),
            },
        }
        self.flush();
    }

    /// Reports unmet expectations; false if they were to be verified and were not all met.
    pub fn finish(&mut self) -> bool {
        let Some(verifier) = &mut self.verifier else { return true };
        let ok = verifier.finish(&self.sources, &mut self.pending);
        let asked = self.config.verify.is_some();
        if asked {
            // mlir-opt's handler checks once more at its end, so expectations at unknown places show twice.
            verifier.finish(&self.sources, &mut self.pending);
        }
        self.flush();
        ok || !asked
    }

    /// Returns whether diagnostics are shown with the ops that they are about.
    pub fn shows_ops(&self) -> bool {
        self.config.print_op && !self.verifies()
    }

    fn to_diagnostic(&self, cx: &Context, sources: &SourceMap, ir: Option<&Ir>, diag: &Diag) -> Diagnostic {
        let severity = match diag.severity {
            diag::Severity::Error => Severity::Error,
            diag::Severity::Warning => Severity::Warning,
            diag::Severity::Remark => Severity::Remark,
        };
        let mut resolved =
            Diagnostic::new(severity, self.resolve(cx, sources, diag.loc), diag.message.clone());
        if let Some(text) = diag.op_text.as_ref().filter(|_| self.shows_ops()) {
            let loc = self.resolve(cx, sources, diag.loc);
            resolved.push_note(loc, format!("see current operation: {text}"));
        } else if let (Some(ir), Some(handle)) = (ir, diag.op) {
            let shows = self.shows_ops();
            if diag.appends_op || shows {
                let text = print_op_in_diagnostic(ir.op(handle), &self.print, severity == Severity::Error);
                if diag.appends_op {
                    resolved.message.push_str(&text);
                }
                if shows {
                    let loc = self.resolve(cx, sources, ir.op(handle).loc());
                    resolved.push_note(loc, format!("see current operation: {text}"));
                }
            }
        }
        // A remark is no failure of the stage.
        resolved.code = diag.code.or((severity != Severity::Remark).then_some(self.stage));
        resolved.help.clone_from(&diag.help);
        for (number, (loc, message)) in diag.notes.iter().enumerate() {
            let mut message = message.clone();
            for &(_, op) in diag.note_ops.iter().filter(|(note, _)| *note == number) {
                let text = ir.map(|ir| print_op_in_diagnostic(ir.op(op), &self.print, false));
                message.push_str(&text.unwrap_or_default());
            }
            resolved.push_note(self.resolve(cx, sources, *loc), message);
        }
        let first = resolved.notes.len() - diag.notes.len();
        if let Some(trace) = diag.trace.as_ref().filter(|_| self.config.print_stacktrace) {
            let loc = self.resolve(cx, sources, diag.loc);
            resolved.push_note(loc, format!("diagnostic emitted with trace:\n{trace}"));
        }
        for (note, key, property) in &diag.properties {
            let about = match note {
                Some(note) => resolved.notes.get_mut(first + note),
                None => Some(&mut resolved),
            };
            if let Some(about) = about {
                about.properties.push((key, property.clone()));
            }
        }
        resolved
    }

    fn flush(&mut self) {
        // There is nowhere left to complain to.
        let _ = self.stream.write_all(&self.pending);
        self.pending.clear();
    }
}
