//! Runs pipelines.
//!
//! A nested pipeline runs pass by pass on all its anchor ops, each pass on several ops in parallel; the ops
//! are independent of each other, so that the result is the same as op by op. If an instrument observes every
//! step, or threading is disabled, it runs op by op.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use terrace_support::options;

use terrace_ir::body::Body;
use terrace_ir::def::op_error;
use terrace_ir::print::PrintOptions;
use terrace_ir::traits::TraitSet;
use terrace_ir::verify::{VerifyOptions, verify_all};
use terrace_ir::{BodyId, Context, Diag, Ir, Loc, OpHandle, OpRef, Rewriter};

use crate::instrument::Instrument;
use crate::pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use crate::pipeline::{Anchored, Node, OpPipeline, PassNode, ScheduledStep};
use crate::registry::Registry;

options! {
    /// Options of a pass manager.
    #[derive(Clone, Copy, Debug)]
    pub struct ManagerOptions {
        /// Verify the IR that a pass modified.
        pub verify_each: bool,
        /// Process several ops in parallel.
        pub parallel: bool,
        /// Whether diagnostics will be shown with the ops that they are about.
        pub shows_ops: bool,
    }
}

impl Default for ManagerOptions {
    fn default() -> Self {
        Self { verify_each: true, parallel: true, shows_ops: false }
    }
}

/// Runs pipelines.
pub struct Manager<'a> {
    /// The registry for passes that run passes.
    pub registry: &'a Registry,
    /// The options.
    pub options: ManagerOptions,
    /// Options of passes that print IR.
    pub print: PrintOptions,
    /// The directory that relative paths of files in pass options are relative to.
    pub cwd: &'a Path,
}

/// The result of running passes on one body.
struct BodyResult {
    result: Result<(), Failed>,
    text: String,
    printed: String,
    diags: Vec<Box<Diag>>,
    edits: u64,
    counts: Vec<u64>,
    time: Duration,
    analyses: Times,
}

/// The names of analyses, sorted, and how long they took.
type Times = Vec<(&'static str, Duration)>;

/// The times that were added to those of analyses before.
fn since(before: &Times, after: Times) -> Times {
    let known =
        |name: &str| before.iter().find(|(other, _)| *other == name).map_or(Duration::ZERO, |known| known.1);
    after
        .into_iter()
        .map(|(name, time)| (name, time - known(name)))
        .filter(|(_, time)| !time.is_zero())
        .collect()
}

/// Reports the times of the analyses in a pass, and of those that it asks for.
fn report_analyses(def: &PassDef, mut times: Times, watch: &mut dyn Instrument) {
    times.extend(def.analyses.iter().map(|&name| (name, Duration::ZERO)));
    times.iter().for_each(|&(name, time)| watch.analysis(name, time));
}

impl Manager<'_> {
    /// Runs a pipeline on the op it is for.
    ///
    /// # Errors
    ///
    /// If a pass fails: it was reported.
    pub fn run(
        &self,
        ir: &mut Ir,
        pipeline: &OpPipeline,
        op: OpHandle,
        watch: &mut dyn Instrument,
    ) -> Result<(), Failed> {
        let view = ir.op(op);
        let name = view.name_text();
        if let Some(anchor) = pipeline.anchor.as_deref()
            && anchor != name
        {
            let message = format!("can't run '{anchor}' pass manager on '{name}' op");
            let diag = Diag::error(view.loc(), message);
            watch.diag(ir, &diag);
            return Err(Failed);
        }
        if let Some(message) = misplaced(ir.cx(), pipeline) {
            watch.diag(ir, &Diag::error(Loc::UNKNOWN, message));
            return Err(Failed);
        }
        let schedule = Anchored::new(&Arc::clone(ir.cx()), pipeline);
        if self.run_on(ir, &schedule, vec![op], watch, &mut false) { Ok(()) } else { Err(Failed) }
    }

    /// Runs steps on ops; false if they failed on one of them. Sets `edited` where they changed anything.
    fn run_on(
        &self,
        ir: &mut Ir,
        anchored: &Anchored<'_>,
        mut ops: Vec<OpHandle>,
        watch: &mut dyn Instrument,
        edited: &mut bool,
    ) -> bool {
        let mut all_well = true;
        for (place, step) in anchored.steps.iter().enumerate() {
            if ops.is_empty() {
                break;
            }
            let failed = match step {
                ScheduledStep::Pass(pass) => self.run_pass(ir, (pass, place), &ops, watch, edited),
                ScheduledStep::Nested(nested) => self.run_nested(ir, (nested, place), &ops, watch, edited),
            };
            all_well &= failed.is_empty();
            ops.retain(|op| !failed.contains(op));
        }
        all_well
    }

    /// Runs nested pipelines on the ops in the regions of `ops`, and verifies `ops` except for the parts
    /// that are already verified; returns those of `ops` where one failed.
    fn run_nested(
        &self,
        ir: &mut Ir,
        (nested, place): (&[Anchored<'_>], usize),
        ops: &[OpHandle],
        watch: &mut dyn Instrument,
        edited: &mut bool,
    ) -> Vec<OpHandle> {
        let mut failed = Vec::new();
        let name = collection_name(nested);
        if self.options.parallel && !watch.in_sequence() {
            let mut inner: Vec<Vec<OpHandle>> = vec![Vec::new(); nested.len()];
            for &op in ops {
                children(ir.op(op), nested).for_each(|(at, op)| inner[at].push(op));
            }
            // Which of the outer ops is to blame does not matter much: none of them goes on.
            watch.enter(&name, place);
            let mut changed = false;
            for (at, inner) in inner.into_iter().enumerate().filter(|(_, inner)| !inner.is_empty()) {
                if !self.run_part(ir, nested, (at, inner), watch, &mut changed) {
                    failed = ops.to_vec();
                }
            }
            watch.leave(None);
            self.verify(ir, ops, &vec![changed; ops.len()], false, watch, &mut failed);
            *edited |= changed;
            return failed;
        }
        for &op in ops {
            if !watch.allows(ir, None, op) {
                continue;
            }
            let inner: Vec<(usize, OpHandle)> = children(ir.op(op), nested).collect();
            watch.enter(&name, place);
            let mut changed = false;
            let mut run = |(at, inner)| self.run_part(ir, nested, (at, vec![inner]), watch, &mut changed);
            if !inner.into_iter().all(&mut run) {
                failed.push(op);
            }
            watch.leave(None);
            self.verify(ir, &[op], &[changed], false, watch, &mut failed);
            *edited |= changed;
        }
        failed
    }

    /// Runs one of several nested pipelines on the ops that it is for; false if it failed.
    fn run_part(
        &self,
        ir: &mut Ir,
        nested: &[Anchored<'_>],
        (at, ops): (usize, Vec<OpHandle>),
        watch: &mut dyn Instrument,
        changed: &mut bool,
    ) -> bool {
        // A single pipeline is shown already.
        let has_parts = nested.len() > 1;
        if has_parts {
            watch.enter(&pipeline_name(&nested[at]), at);
        }
        let is_well = self.run_on(ir, &nested[at], ops, watch, changed);
        if has_parts {
            watch.leave(None);
        }
        is_well
    }

    /// Runs one pass on ops; returns those where it failed.
    fn run_pass(
        &self,
        ir: &mut Ir,
        (node, place): (&PassNode, usize),
        ops: &[OpHandle],
        watch: &mut dyn Instrument,
        edited: &mut bool,
    ) -> Vec<OpHandle> {
        let mut failed = Vec::new();
        for &op in ops {
            if let Some(diag) = refusal(ir.op(op), node.def) {
                watch.diag(ir, &diag);
                failed.push(op);
            }
        }
        let runs = |op: &OpHandle| !failed.contains(op) && watch.allows(ir, Some(node), *op);
        let ops: Vec<OpHandle> = ops.iter().copied().filter(runs).collect();
        let ops = &ops[..];
        match &*node.pass {
            Pass::Body(pass) => {
                ops.iter().for_each(|&op| watch.before(ir, node, op));
                let mut changed = vec![false; ops.len()];
                watch.enter(node.def.class, place);
                let user = self.run_body_pass(ir, node, &**pass, ops, watch, &mut failed, &mut changed);
                watch.leave(Some(user));
                ir.cx().take_deferred().iter().for_each(|diag| watch.diag(ir, diag));
                self.verify(ir, ops, &changed, true, watch, &mut failed);
                *edited |= changed.contains(&true);
                for (&op, &changed) in ops.iter().zip(&changed) {
                    watch.after(ir, node, op, failed.contains(&op), changed);
                }
            }
            Pass::Ir(pass) => {
                for &op in ops {
                    watch.before(ir, node, op);
                    watch.enter(node.def.class, place);
                    let timed = watch.is_timed().then(|| ir.analysis_times());
                    let mut run = PassRun::new(self);
                    run.dynamic = Some((op, &mut *watch));
                    let result = pass.run(ir, op, &mut run);
                    let PassRun { diags, text, printed, counts, .. } = run;
                    if let Some(before) = timed {
                        report_analyses(node.def, since(&before, ir.analysis_times()), watch);
                    }
                    watch.leave(None);
                    watch.counts(node, &counts);
                    diags.iter().for_each(|diag| watch.diag(ir, diag));
                    ir.cx().take_deferred().iter().for_each(|diag| watch.diag(ir, diag));
                    watch.say(&text);
                    watch.print(&printed);
                    if result.is_err() {
                        failed.push(op);
                    }
                    self.verify(ir, &[op], &[!pass.only_reads()], true, watch, &mut failed);
                    *edited |= !pass.only_reads();
                    watch.after(ir, node, op, failed.contains(&op), !pass.only_reads());
                }
            }
        }
        failed
    }

    /// Runs a pass on the bodies of ops, level by level: a body is never worked on together with one inside it.
    /// Returns the time that took over all threads.
    #[allow(clippy::too_many_arguments)]
    fn run_body_pass(
        &self,
        ir: &mut Ir,
        node: &PassNode,
        pass: &dyn BodyPass,
        ops: &[OpHandle],
        watch: &mut dyn Instrument,
        failed: &mut Vec<OpHandle>,
        changed: &mut [bool],
    ) -> Duration {
        let mut user = Duration::ZERO;
        let is_timed = watch.is_timed();
        let work = |rw: &mut Rewriter<'_>| {
            let start = Instant::now();
            let timed = is_timed.then(|| rw.body().analysis_times());
            let mut run = PassRun::new(self);
            let before = rw.num_edits();
            let result = pass.run(rw, &mut run);
            BodyResult {
                result,
                text: run.text,
                printed: run.printed,
                edits: rw.num_edits() - before,
                diags: run.diags,
                counts: run.counts,
                time: start.elapsed(),
                analyses: timed.map_or(Vec::new(), |before| since(&before, rw.body().analysis_times())),
            }
        };
        let mut level: Vec<(usize, BodyId)> =
            ops.iter().enumerate().filter_map(|(i, &op)| Some((i, ir.op(op).inner_body()?))).collect();
        while !level.is_empty() {
            let ids: Vec<BodyId> = level.iter().map(|&(_, id)| id).collect();
            let results = match self.options.parallel && ids.len() > 1 {
                true => ir.par_rewrite(&ids, work),
                false => ids.iter().map(|&id| ir.rewrite(id, work)).collect(),
            };
            for (&(at, _), result) in level.iter().zip(results) {
                result.diags.iter().for_each(|diag| watch.diag(ir, diag));
                watch.say(&result.text);
                watch.print(&result.printed);
                watch.counts(node, &result.counts);
                if is_timed {
                    report_analyses(node.def, result.analyses, watch);
                }
                user += result.time;
                changed[at] |= result.edits > 0;
                if result.result.is_err() && !failed.contains(&ops[at]) {
                    failed.push(ops[at]);
                }
            }
            level = level
                .iter()
                .flat_map(|&(at, id)| nested_bodies(ir.body(id)).map(move |id| (at, id)))
                .collect();
        }
        user
    }

    /// Verifies the modified ops, and the isolated ops nested in them if `recursive`.
    fn verify(
        &self,
        ir: &Ir,
        ops: &[OpHandle],
        changed: &[bool],
        recursive: bool,
        watch: &mut dyn Instrument,
        failed: &mut Vec<OpHandle>,
    ) {
        if !self.options.verify_each {
            return;
        }
        let wanted = |&(op, &changed): &(&OpHandle, &bool)| changed && !failed.contains(op);
        let wanted: Vec<OpHandle> = ops.iter().zip(changed).filter(wanted).map(|(&op, _)| op).collect();
        let views: Vec<OpRef<'_>> = wanted.iter().map(|&op| ir.op(op)).collect();
        let results =
            verify_all(&views, VerifyOptions::default().parallel(self.options.parallel).recursive(recursive));
        for (op, result) in wanted.into_iter().zip(results) {
            if let Err(errors) = result {
                errors.iter().for_each(|diag| watch.diag(ir, diag));
                failed.push(op);
            }
        }
    }
}

/// The bodies of the isolated ops of a body, in the order of the ops' handles.
fn nested_bodies(body: &Body) -> impl Iterator<Item = BodyId> + '_ {
    body.live_ops().filter_map(|op| body.inner(op))
}

/// The name by which reports of times show a nested pipeline.
fn pipeline_name(one: &Anchored<'_>) -> String {
    format!("'{}' Pipeline", one.anchor_text())
}

/// The name by which reports of times show nested pipelines that run together.
fn collection_name(nested: &[Anchored<'_>]) -> String {
    match nested {
        [one] => pipeline_name(one),
        _ => {
            let anchors: Vec<String> = nested.iter().map(|one| format!("'{}'", one.anchor_text())).collect();
            format!("Pipeline Collection : [{}]", anchors.join(", "))
        }
    }
}

/// The ops in the regions of `op` that a nested pipeline is for, each with the number of the first such.
fn children<'a>(op: OpRef<'a>, nested: &'a [Anchored<'_>]) -> impl Iterator<Item = (usize, OpHandle)> + 'a {
    let ops = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
    ops.filter_map(|op| Some((nested.iter().position(|one| one.is_for(op))?, op.handle())))
}

/// Returns the error if one of the pipeline's passes cannot run on ops of its anchor name.
fn misplaced(cx: &Context, pipeline: &OpPipeline) -> Option<String> {
    let name = pipeline.anchor.as_deref().and_then(|anchor| cx.registered_op(anchor));
    pipeline.nodes.iter().find_map(|node| match node {
        Node::Pass(pass) if name.is_none_or(|name| pass.def.fits_name(cx, name)) => None,
        Node::Pass(pass) => Some(format!(
            "unable to schedule pass '{}' on a PassManager intended to run on '{}'!",
            pass.def.class,
            pipeline.anchor_text()
        )),
        Node::Nested(nested) => misplaced(cx, nested),
    })
}

/// The error for an op that a pass cannot run on.
fn refusal(op: OpRef<'_>, def: &PassDef) -> Option<Box<Diag>> {
    if !op.is_registered() {
        return Some(op_error(op, "trying to schedule a pass on an unregistered operation"));
    }
    if !op.has_trait(TraitSet::IsolatedFromAbove) {
        return Some(op_error(
            op,
            "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'",
        ));
    }
    let message = || format!("trying to schedule pass '{}' on an unsupported operation", def.class);
    (!def.fits(op)).then(|| op_error(op, message()))
}
