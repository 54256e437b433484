//! Processing of one part of the input: parse, verify, transform, print.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{BytecodeWriterConfig, WriteError, WriteLosses, read_source, write_bytecode};
use terrace_diag::BufferId;
use terrace_ir::resources::ResourceValue;
use terrace_ir::rewriter::IrListener;
use terrace_ir::verify::{VerifyOptions, verify, verify_with_warnings};
use terrace_ir::{Context, Diag, Ir};

use crate::cl::{OptConfig, PassFlag};
use crate::definitions::define_dialects;
use crate::match_failures::MatchFailures;
use crate::passes::{self, Counters, Reports};
use crate::remarks;
use crate::report::Reporter;
use crate::roundtrip::verify_roundtrip;
use crate::setup::Setup;
use crate::translate::{Direction, ExportFn, ImportSource, Imported, Translation, Wanted};

/// Inputs below this size are not worth starting threads for.
const PARALLEL_FROM: usize = 1 << 16;

/// The state shared by all chunks of a run.
pub struct Session<'a> {
    /// The parsed options.
    pub config: &'a OptConfig,
    /// The pass flags.
    pub passes: &'a [PassFlag],
    /// The translation whose output replaces the IR.
    pub translation: Option<&'a Wanted<'a>>,
    /// The dialects, passes and pipelines.
    pub setup: &'a Setup,
    /// The input.
    pub buffer: BufferId,
    /// The program's name in messages.
    pub program: &'a str,
    /// The directory that relative paths are relative to.
    pub cwd: &'a Path,
}

impl Session<'_> {
    /// A context according to the options; `None` if the dialects of a file could not be defined, which was
    /// reported.
    pub fn new_context(&self, reporter: &mut Reporter<'_>) -> Option<Arc<Context>> {
        let cx = self.setup.new_context();
        cx.set_allow_unregistered(self.config.allow_unregistered_dialect);
        cx.set_match_upstream(self.config.match_upstream);
        cx.set_records_causes(self.config.record_buffer_causes);
        cx.set_forbids_files(self.config.forbid_files);
        cx.set_debug_types(self.config.debug_only.clone());
        // An error was reported before the input was read.
        if let Ok(Some(filter)) = remarks::filter(&self.config.remarks) {
            cx.set_remark_filter(filter);
        }
        let cx = Arc::new(cx);
        let defined = self.config.irdl_file.is_empty() || define_dialects(self, &cx, reporter);
        defined.then_some(cx)
    }

    /// The options of the printer.
    pub fn print_options(&self) -> PrintOptions {
        print_options(self.config)
    }

    /// Reads, verifies, transforms and prints one part of the input, which may be the last; false if it failed.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn process(
        &self,
        range: Range<usize>,
        is_last: bool,
        reporter: &mut Reporter<'_>,
        reports: &mut Reports,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let Some(cx) = self.new_context(reporter) else { return Ok(false) };
        let parallel = !self.config.disable_threading && range.len() >= PARALLEL_FROM;
        if let Some(wanted) = self.translation
            && let Direction::Import(import) = wanted.translation.direction
        {
            return self.import(&cx, (import, wanted), range, reporter, reports, out);
        }
        let sources = reporter.sources().clone();
        let options = ParseOptions::default()
            .implicit_module(!self.config.no_implicit_module)
            .parallel(!self.config.disable_threading)
            .keep_names(self.config.keep_names);
        reporter.enter_stage("parse");
        let output = reports.span("Parser", || read_source(&cx, &sources, self.buffer, Some(range), options));
        for diag in &output.diags {
            reporter.diag(&cx, output.ir.as_ref(), diag);
        }
        let Some(mut ir) = output.ir else { return Ok(false) };
        reporter.enter_stage("verify");
        let options = VerifyOptions::default().parallel(parallel);
        let valid = match ir.root().map(|root| verify_with_warnings(root, options)) {
            None => return Ok(false),
            Some(Ok(warnings)) => {
                warnings.iter().for_each(|diag| reporter.diag(&cx, Some(&ir), diag));
                true
            }
            Some(Err(_)) if !self.config.verify.on_parsing => false,
            Some(Err(errors)) => {
                errors.iter().for_each(|diag| reporter.diag(&cx, Some(&ir), diag));
                return Ok(false);
            }
        };
        if self.config.verify.roundtrip && !verify_roundtrip(&ir, self, reporter)? {
            return Ok(false);
        }
        let external = output.external.into_iter().filter(|(group, _, _)| group == "mlir_reproducer");
        let recorded = external.map(|(_, key, value)| (key, value));
        let passed = self.run_passes(&mut ir, recorded, reporter, reports);
        // Output of passes is for the output stream, even if the IR is written to a file.
        if self.config.output == "-" {
            out.write_all(std::mem::take(&mut reports.printed).as_bytes())?;
        }
        if !passed {
            return Ok(false);
        }
        if let Some(Wanted {
            translation: Translation { direction: Direction::Export { export, .. }, .. },
            ..
        }) = self.translation
        {
            return self.export(*export, &ir, reporter, out);
        }
        if self.config.bytecode.emit {
            let written = reports.span("Output", || self.write_bytecode(&ir, reporter, out));
            self.leave(ir, is_last);
            return written;
        }
        if self.config.bytecode.version.is_some() {
            reporter.error("bytecode version while not emitting bytecode");
            return Ok(false);
        }
        if let Some(root) = ir.root().filter(|_| ir.origin.is_some()) {
            let message = "the file has parts of dialects that are not registered, which the text does not hold: only bytecode does";
            reporter.diag(ir.cx(), Some(&ir), &Diag::warning(root.loc(), message));
        }
        let mut options = self.print_options().parallel(parallel);
        let changed = !self.passes.is_empty() || self.config.pass_manager.pipeline.is_some();
        let is_valid = |ir: &Ir| match changed && !(valid && self.config.verify.each) {
            true => ir
                .root()
                .is_some_and(|root| verify(root, VerifyOptions::default().parallel(parallel)).is_ok()),
            false => valid,
        };
        // Custom forms may rely on verified invariants.
        options.generic |= !options.assume_verified && !is_valid(&ir);
        reports.span("Output", || print_ir(&ir, &options, out))?;
        self.leave(ir, is_last);
        Ok(true)
    }

    /// Runs the pipeline on the IR, and reports what its instruments found; false if it failed.
    fn run_passes(
        &self,
        ir: &mut Ir,
        recorded: impl Iterator<Item = (String, ResourceValue)>,
        reporter: &mut Reporter<'_>,
        reports: &mut Reports,
    ) -> bool {
        let cx = Arc::clone(ir.cx());
        let failures = self.config.print_match_failures.then(|| Arc::new(MatchFailures::default()));
        ir.set_listener(failures.clone().map(|failures| failures as Arc<dyn IrListener>));
        let counters = Counters::parse(&self.config.actions).ok().flatten().map(Arc::new);
        if let Some(counters) = &counters {
            cx.observe_actions(counters.clone());
        }
        let passed = passes::run(self, ir, recorded, reporter, reports);
        ir.set_listener(None);
        for remark in failures.iter().flat_map(|failures| failures.remarks(&cx)) {
            reporter.diag(&cx, Some(ir), &remark);
        }
        reporter.release_remarks();
        if let Some(counters) = counters.filter(|_| self.config.actions.print_debug_counters) {
            reporter.say(&counters.text());
        }
        passed
    }

    /// Frees an IR, unless it is the last and the process exits.
    fn leave(&self, ir: Ir, is_last: bool) {
        if is_last && self.setup.exits_after_run && !self.config.in_batch {
            std::mem::forget(ir);
        }
    }

    /// Writes the IR as bytecode; false, after a report, if the options cannot be met.
    fn write_bytecode(&self, ir: &Ir, reporter: &mut Reporter<'_>, out: &mut dyn Write) -> io::Result<bool> {
        let Some(root) = ir.root() else { return Ok(false) };
        let options = &self.config.bytecode;
        let mut config = BytecodeWriterConfig::default().elide_resource_data(options.elide_resources);
        if let Some(version) = options.version {
            config.version = Some(version);
        }
        if !options.producer.is_empty() {
            config.producer.clone_from(&options.producer);
        }
        match write_bytecode(ir, root, &config, out) {
            Ok(WriteLosses { location_ranges: 0 }) => Ok(true),
            Ok(WriteLosses { location_ranges: count }) => {
                let version = config.version.unwrap_or_default();
                let plural = if count == 1 { "" } else { "s" };
                let message = format!(
                    "bytecode version {version} has no ranges: {count} location{plural} lost the end"
                );
                reporter.diag(ir.cx(), Some(ir), &Diag::warning(root.loc(), message));
                Ok(true)
            }
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => {
                reporter.diag(ir.cx(), Some(ir), &Diag::error(root.loc(), error.to_string()));
                Ok(false)
            }
        }
    }
}

impl Session<'_> {
    fn export(
        &self,
        export: ExportFn,
        ir: &Ir,
        reporter: &mut Reporter<'_>,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let Some(root) = ir.root().map(|root| root.handle()) else { return Ok(false) };
        reporter.enter_stage("translate");
        match export(ir, root) {
            Ok(text) => out.write_all(text.as_bytes()).map(|()| true),
            Err(diag) => {
                let mut next = Some(&*diag);
                while let Some(diag) = next {
                    reporter.diag(ir.cx(), Some(ir), diag);
                    next = diag.next.as_deref();
                }
                Ok(false)
            }
        }
    }

    fn import(
        &self,
        cx: &Arc<Context>,
        (import, wanted): (ImportFn, &Wanted<'_>),
        range: Range<usize>,
        reporter: &mut Reporter<'_>,
        reports: &mut Reports,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let sources = reporter.sources().clone();
        let buffer = sources.buffer(self.buffer);
        reporter.enter_stage("translate");
        let source = ImportSource {
            cx,
            text: &buffer.bytes()[range.clone()],
            name: buffer.name(),
            start: buffer.pos(range.start).0,
            flags: &wanted.flags,
        };
        let imported = reports.span(wanted.translation.doc, || import(&source));
        for diag in &imported.diags {
            reporter.diag(cx, imported.ir.as_ref(), diag);
        }
        let Some(ir) = imported.ir else { return Ok(false) };
        reporter.enter_stage("verify");
        let parallel = !self.config.disable_threading && range.len() >= PARALLEL_FROM;
        let Some(root) = ir.root() else { return Ok(false) };
        if let Err(errors) = verify(root, VerifyOptions::default().parallel(parallel)) {
            errors.iter().for_each(|diag| reporter.diag(cx, Some(&ir), diag));
            return Ok(false);
        }
        if let Some(export) = wanted.then {
            return self.export(export, &ir, reporter, out);
        }
        if self.config.bytecode.emit {
            return reports.span("Output", || self.write_bytecode(&ir, reporter, out));
        }
        let options = self.print_options().parallel(parallel);
        // The module alone, without the empty line that passes leave after it.
        let mut out = WithoutLastLine { out, ends: false };
        reports.span("Output", || print_ir(&ir, &options, &mut out))?;
        Ok(true)
    }
}

/// Passes text on, but for the line end that it ends with.
struct WithoutLastLine<'a> {
    out: &'a mut dyn Write,
    /// Whether a line end waits for more text.
    ends: bool,
}

impl Write for WithoutLastLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if std::mem::take(&mut self.ends) {
            self.out.write_all(b"\n")?;
        }
        let text = bytes.strip_suffix(b"\n");
        self.ends = text.is_some();
        self.out.write_all(text.unwrap_or(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

type ImportFn = fn(&ImportSource<'_>) -> Imported;

/// The options of the printer.
pub fn print_options(config: &OptConfig) -> PrintOptions {
    let print = &config.print;
    PrintOptions::default()
        .generic(print.generic)
        .debuginfo(print.debug_info)
        .pretty_debuginfo(print.pretty_debug_info)
        .local_scope(print.local_scope)
        .skip_regions(print.skip_regions)
        .assume_verified(print.assume_verified)
        .value_users(print.value_users)
        .unique_ssa_ids(print.unique_ssa_ids)
        .nameloc_as_prefix(print.name_loc_as_prefix)
        .elide_elements_above(print.elide_elements_if_larger.map(i64::from))
        // -1 turns hexadecimal text off.
        .hex_above(Some(print.hex_elements_if_larger.unwrap_or(100)).filter(|&limit| limit >= 0))
        .elide_resources_above(print.elide_resources_if_larger.map(u64::from))
}
