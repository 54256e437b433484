//! The pipeline of the options, run on one part of the input.

mod actions;
mod counters;
mod printing;
mod reproducer;
mod statistics;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use terrace_asm::PrintOptions;
use terrace_inspect::json::json;
use terrace_inspect::page::page;
use terrace_inspect::stages::Stages;
use terrace_ir::diag::Severity;
use terrace_ir::resources::ResourceValue;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Diag, Ir, Loc, OpHandle};
use terrace_pass::pipeline::{PassNode, PipelineError};
use terrace_pass::timing::{Layout, Timing};
use terrace_pass::{Failed, Instrument, Manager, ManagerOptions, OpPipeline, Registry};

use crate::chunk::Session;
use crate::cl::config::{OptConfig, PassManagerConfig, TimingDisplay, TimingFormat};
use crate::cl::{DynamicKind, DynamicOptions};
use crate::report::Reporter;

pub use counters::Counters;
pub use statistics::Statistics;

use actions::{Actions, EXECUTION};
use printing::IrPrinting;
use reproducer::Reproducer;

/// The reports at the end of a run.
#[derive(Default)]
pub struct Reports {
    /// `--mlir-timing`
    pub timing: Option<Timing>,
    /// `--mlir-pass-statistics`
    pub statistics: Option<Statistics>,
    /// `--ir-html` and `--ir-json`
    pub stages: Option<Stages>,
    /// `--log-actions-to` and `--profile-actions-to`
    pub actions: Option<Actions>,
    /// The text that passes printed to the output so far.
    pub printed: String,
}

impl Reports {
    /// Creates the requested reports.
    pub fn new(config: &OptConfig) -> Self {
        let passes = &config.pass_manager;
        let shows_stages = !config.ir_html.is_empty() || !config.ir_json.is_empty();
        Self {
            stages: shows_stages.then(|| Stages::new(!config.ir_html.is_empty())),
            timing: passes.timing.then(|| Timing::new(!config.disable_threading)),
            statistics: passes.statistics.then(|| Statistics::new(passes.statistics_display)),
            actions: Actions::new(&config.actions),
            printed: String::new(),
        }
    }

    /// The files at the end of a run, with their contents: the name is `-` for the output stream.
    pub fn files<'c>(&mut self, config: &'c OptConfig) -> Vec<(&'c str, Vec<u8>)> {
        let mut files = Vec::new();
        if let Some(stages) = self.stages.take() {
            let forms: [(_, fn(&Stages) -> String); 2] = [(&config.ir_html, page), (&config.ir_json, json)];
            let wanted = forms.iter().filter(|(name, _)| !name.is_empty());
            files.extend(wanted.map(|(name, form)| (name.as_str(), form(&stages).into_bytes())));
        }
        if let Some(actions) = self.actions.take() {
            files.push((&*config.actions.log_to, actions.log.clone().into_bytes()));
            files.push((&*config.actions.profile_to, actions.take_trace().into_bytes()));
        }
        files.retain(|(name, _)| !name.is_empty());
        files
    }

    /// The text for the error stream.
    pub fn finish(self, config: &PassManagerConfig) -> String {
        let layout = match config.timing_display {
            TimingDisplay::List => Layout::List,
            TimingDisplay::Tree => Layout::Tree,
        };
        let json = config.timing_format == TimingFormat::Json;
        let mut text = self.statistics.map_or(String::new(), Statistics::into_text);
        text.push_str(&self.timing.map_or(String::new(), |timing| timing.report(layout, json)));
        text
    }

    /// Runs a closure as a separate span.
    pub fn span<R>(&mut self, name: &str, work: impl FnOnce() -> R) -> R {
        if let Some(timing) = &mut self.timing {
            timing.enter(name, 0);
        }
        let result = work();
        if let Some(timing) = &mut self.timing {
            timing.leave(None);
        }
        result
    }
}

/// The flags of passes and pipelines.
pub struct PassFlags<'a>(pub &'a Registry);

impl DynamicOptions for PassFlags<'_> {
    fn kind(&self, name: &str) -> Option<DynamicKind> {
        let pass = self.0.pass(name).map(|_| DynamicKind::Pass);
        pass.or_else(|| self.0.pipeline(name).map(|_| DynamicKind::Pipeline))
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str)) {
        self.0.passes().iter().for_each(|pass| visit(pass.name, DynamicKind::Pass, pass.doc));
        self.0.pipelines().iter().for_each(|p| visit(p.name, DynamicKind::Pipeline, p.doc));
    }

    fn options(&self, name: &str) -> Vec<(String, String)> {
        let pass = self.0.pass(name).map(|pass| pass.options);
        let options = pass.or_else(|| self.0.pipeline(name).map(|pipeline| pipeline.options));
        options.into_iter().flatten().map(terrace_pass::options::OptionDef::help).collect()
    }

    fn hint(&self, name: &str) -> Option<String> {
        self.0.lacks(name).then(|| self.0.hint(name)).flatten()
    }
}

/// The text of `--list-passes`.
pub fn list(registry: &Registry) -> String {
    let mut out = String::from("Passes:\n");
    for pass in registry.passes() {
        out.push_str(&format!("  --{:<40} - {}\n", pass.name, pass.doc));
        for option in pass.options {
            out.push_str(&format!("    --{:<38} - {}\n", option.name, option.doc));
        }
    }
    if !registry.pipelines().is_empty() {
        out.push_str("Pass Pipelines:\n");
        for pipeline in registry.pipelines() {
            out.push_str(&format!("  --{:<40} - {}\n", pipeline.name, pipeline.doc));
        }
    }
    out
}

/// Builds the pipeline and runs it; false if that failed, which was reported.
pub fn run(
    session: &Session<'_>,
    ir: &mut Ir,
    recorded: impl Iterator<Item = (String, ResourceValue)>,
    reporter: &mut Reporter<'_>,
    reports: &mut Reports,
) -> bool {
    let Some(root) = ir.root().map(|root| root.handle()) else { return false };
    let (cx, config) = (Arc::clone(ir.cx()), &session.config.pass_manager);
    let Some((pipeline, settings)) = build(session, ir, recorded, reporter) else { return false };
    if config.dump_pipeline {
        reporter.say(&pipeline.dump());
    }
    if config.print_module_scope && IrPrinting::wanted(config) && settings.parallel {
        reporter.error(
            "IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.\n",
        );
        return false;
    }
    if config.local_reproducer && config.crash_reproducer.is_some() && settings.parallel {
        reporter.diag(
            ir.cx(),
            None,
            &Diag::error(
                Loc::UNKNOWN,
                "Local crash reproduction may not be used without disabling mutli-threading first.",
            ),
        );
        return false;
    }
    let mut reproducer = (config.crash_reproducer.as_deref().map(|path| (path, true)))
        .or_else(|| Some((&*config.generate_reproducer, false)).filter(|(path, _)| !path.is_empty()))
        .map(|(path, on_failure)| Reproducer::new(session, ir, &pipeline, settings, path, on_failure));
    let manager = Manager {
        registry: &session.setup.registry,
        options: settings,
        print: session.print_options(),
        cwd: session.cwd,
    };
    if let Some(stages) = &mut reports.stages {
        ir.keep_history();
        stages.begin(ir, &session.print_options());
    }
    let mut watch = Watch {
        stages: reports.stages.take().map(|stages| StagesWatch {
            stages,
            options: session.print_options(),
            ran: None,
            errors: Vec::new(),
        }),
        reports: &mut *reports,
        reporter,
        printing: IrPrinting::new(session, &pipeline),
        reproducer: reproducer.as_mut().filter(|reproducer| reproducer.watches()),
        counts: session.config.actions.counts(),
    };
    if config.run_reproducer {
        ir.external.retain(|(group, _, _)| group != "mlir_reproducer");
    }
    let watched_by_tests = watch.reporter.verifies();
    // A pass that panics is reproduced, too.
    let ended = catch_unwind(AssertUnwindSafe(|| manager.run(ir, &pipeline, root, &mut watch)));
    let stages = watch.stages.take();
    if let Some(reproducer) = reproducer.filter(|kept| !kept.watches() || !matches!(ended, Ok(Ok(())))) {
        reproducer.write(&cx, reporter, &mut reports.printed, ended.is_err());
    }
    if let Some(actions) = reports.actions.as_mut().filter(|_| session.config.actions.log_to == "-") {
        reports.printed.push_str(&std::mem::take(&mut actions.log));
    }
    // Upstream's trace is in the output, with the IR.
    let upstream = ir.cx().matches_upstream() && session.config.actions.profile_to == "-";
    if let Some(actions) = reports.actions.as_ref().filter(|_| upstream) {
        reports.printed.push_str(&actions.take_trace());
    }
    // If diagnostics are verified, the one about the reproducer stands for the panic.
    let stands = config.crash_reproducer.is_some() && watched_by_tests;
    let result = ended.unwrap_or_else(|panic| if stands { Err(Failed) } else { resume_unwind(panic) });
    reports.stages = stages.map(|stages| stages.finish(ir));
    if let Some(statistics) = &mut reports.statistics {
        statistics.finish(&pipeline);
    }
    result == Ok(())
}

/// The pipeline, and how to run it.
fn build(
    session: &Session<'_>,
    ir: &Ir,
    recorded: impl Iterator<Item = (String, ResourceValue)>,
    reporter: &mut Reporter<'_>,
) -> Option<(OpPipeline, ManagerOptions)> {
    let config = &session.config.pass_manager;
    let mut settings = ManagerOptions::default()
        .verify_each(session.config.verify.each)
        .parallel(!session.config.disable_threading && !session.config.actions.counts())
        .shows_ops(reporter.shows_ops());
    let mut pipeline = OpPipeline::new(ir.root().map(|root| root.name_text()));
    pipeline.implicit_nesting = true;
    if config.run_reproducer {
        for (key, value) in recorded {
            match (&*key, &value) {
                ("pipeline", ResourceValue::String(text)) => {
                    match OpPipeline::parse(text, &session.setup.registry) {
                        Ok(found) => pipeline = found,
                        Err(error) => {
                            // Upstream writes this one past its diagnostics.
                            reporter.say(&error.message());
                            return None;
                        }
                    }
                }
                ("disable_threading", ResourceValue::Bool(true)) => settings.parallel = false,
                ("verify_each", ResourceValue::Bool(on)) => settings.verify_each = *on,
                _ => {}
            }
        }
    }
    match add_command_line(session, &mut pipeline) {
        Ok(()) => Some((pipeline, settings)),
        Err(error) => {
            reporter.error(&words(session, &error));
            None
        }
    }
}

/// Returns the message of an error in a pipeline, which starts as upstream's does where tests compare it.
fn words(session: &Session<'_>, error: &PipelineError) -> String {
    let message = error.message();
    match session.config.match_upstream && message.starts_with("no such option") {
        true => format!("<Pass-Options-Parser>: {message}"),
        false => message,
    }
}

/// Adds the passes of the command line: those of the text of a pipeline, which replaces what there is, or of the flags.
fn add_command_line(session: &Session<'_>, pipeline: &mut OpPipeline) -> Result<(), PipelineError> {
    let registry = &session.setup.registry;
    if let Some(text) = &session.config.pass_manager.pipeline {
        if !session.passes.is_empty() {
            let message = "'-pass-pipeline' option can't be used with individual pass options";
            return Err(PipelineError::Other(message.to_owned()));
        }
        *pipeline = OpPipeline::parse(text, registry)?;
    }
    session.passes.iter().try_for_each(|flag| pipeline.add_named(registry, &flag.name, &flag.options))
}

/// Checks the passes of the command line and their options, before the input is read; false after an error, which was
/// reported. Diagnostics that are verified are left to the run.
pub fn check(session: &Session<'_>, reporter: &mut Reporter<'_>) -> bool {
    if reporter.verifies() {
        return true;
    }
    let checked = add_command_line(session, &mut OpPipeline::new(None));
    if let Err(error) = &checked {
        reporter.error(&words(session, error));
    }
    checked.is_ok()
}

/// Reports diagnostics, prints IR, and records the failed pass.
struct Watch<'a, 'b, 'c> {
    reports: &'a mut Reports,
    reporter: &'a mut Reporter<'b>,
    printing: Option<IrPrinting<'c>>,
    reproducer: Option<&'a mut Reproducer<'c>>,
    stages: Option<StagesWatch>,
    /// Whether actions are counted, which is in sequence.
    counts: bool,
}

/// The IR after each pass: one stage for a pass, on however many ops it runs.
struct StagesWatch {
    stages: Stages,
    options: PrintOptions,
    /// The pass that ran last, whose stage is not added yet.
    ran: Option<RanPass>,
    /// Errors since the last pass began.
    errors: Vec<String>,
}

/// A pass whose stage is not added yet.
struct RanPass {
    /// The index of the pipeline's node.
    node: usize,
    title: String,
    /// The errors, if the pass failed.
    errors: Option<Vec<String>>,
}

impl StagesWatch {
    /// A pass starts, so that what ran before is done.
    fn before(&mut self, ir: &Ir, pass: &PassNode) {
        let node = std::ptr::from_ref(pass).addr();
        if let Some(ran) = self.ran.take_if(|ran| ran.node != node) {
            self.show(ran, ir);
        }
    }

    fn after(&mut self, pass: &PassNode, failed: bool) {
        let node = std::ptr::from_ref(pass).addr();
        let errors = std::mem::take(&mut self.errors);
        // On one op the pass may fail, on the next it may not.
        let earlier = self.ran.take().and_then(|ran| ran.errors);
        let errors = match (failed, earlier) {
            (true, earlier) => Some([earlier.unwrap_or_default(), errors].concat()),
            (false, earlier) => earlier,
        };
        let suffix = if errors.is_some() { " (failed)" } else { "" };
        self.ran = Some(RanPass { node, title: format!("{}{suffix}", pass.def.name), errors });
    }

    fn show(&mut self, ran: RanPass, ir: &Ir) {
        // The IR after a failed pass may be invalid, so that custom forms cannot be used.
        let quick = VerifyOptions::default().parallel(false);
        let invalid = || ir.root().is_none_or(|root| verify(root, quick).is_err());
        let generic = self.options.generic || ran.errors.is_some() && invalid();
        self.stages.show(&ran.title, ran.errors, ir, &self.options.clone().generic(generic));
    }

    fn finish(mut self, ir: &Ir) -> Stages {
        if let Some(ran) = self.ran.take() {
            self.show(ran, ir);
        }
        self.stages
    }
}

impl Instrument for Watch<'_, '_, '_> {
    fn diag(&mut self, ir: &Ir, diag: &Diag) {
        if let Some(stages) = self.stages.as_mut().filter(|_| diag.severity == Severity::Error) {
            stages.errors.push(diag.message.clone());
        }
        self.reporter.diag(ir.cx(), Some(ir), diag);
    }

    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.reporter.say(text);
        }
    }

    fn print(&mut self, text: &str) {
        self.reports.printed.push_str(text);
    }

    fn enter(&mut self, name: &str, place: usize) {
        if let Some(timing) = &mut self.reports.timing {
            timing.enter(name, place);
        }
    }

    fn leave(&mut self, user: Option<std::time::Duration>) {
        if let Some(timing) = &mut self.reports.timing {
            timing.leave(user);
        }
    }

    fn is_timed(&self) -> bool {
        self.reports.timing.is_some()
    }

    fn analysis(&mut self, name: &str, time: std::time::Duration) {
        if let Some(timing) = &mut self.reports.timing {
            timing.add(&format!("(A) {name}"), time);
        }
    }

    fn counts(&mut self, pass: &PassNode, counts: &[u64]) {
        if let Some(statistics) = &mut self.reports.statistics {
            statistics.count(pass, counts);
        }
    }

    fn allows(&mut self, ir: &Ir, _pass: Option<&PassNode>, _op: OpHandle) -> bool {
        ir.cx().action_observer().is_none_or(|observer| observer.allows(EXECUTION))
    }

    fn before(&mut self, ir: &Ir, pass: &PassNode, op: OpHandle) {
        self.reporter.enter_stage(pass.def.name);
        if let Some(actions) = &mut self.reports.actions {
            actions.before(ir, pass, op);
        }
        if let Some(reproducer) = &mut self.reproducer {
            reproducer.before(ir, pass, op);
        }
        if let Some(stages) = &mut self.stages {
            stages.before(ir, pass);
        }
        if let Some(printing) = &mut self.printing {
            printing.before(ir, pass, op, self.reporter);
        }
    }

    fn after(&mut self, ir: &Ir, pass: &PassNode, op: OpHandle, failed: bool, changed: bool) {
        if let Some(stages) = &mut self.stages {
            stages.after(pass, failed);
        }
        if let Some(printing) = &mut self.printing {
            printing.after(ir, pass, op, failed, changed, self.reporter);
        }
        if let Some(reproducer) = &mut self.reproducer {
            reproducer.after(op, failed);
        }
        if let Some(actions) = &mut self.reports.actions {
            actions.after();
        }
    }

    fn in_sequence(&self) -> bool {
        self.printing.is_some() || self.reproducer.is_some() || self.reports.actions.is_some() || self.counts
    }
}
