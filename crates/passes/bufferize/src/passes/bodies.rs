//! Bufferization of one body, or of many in parallel: analysis, insertion of copies, and rewriting.

use std::rc::Rc;

use terrace_asm::{PrintOptions, ValueNames};
use terrace_ir::{BodyId, Diag, Ir, OpRef, Rewriter, Value};

use crate::analysis::{Analysis, OneShotDecisions, Statistics};
use crate::annotate::{Annotations, set_discardable_attrs};
use crate::buffers::ArgumentTypes;
use crate::conflicts::view;
use crate::driver::bufferize_body_with;
use crate::explain::conflicts::explain;
use crate::functions::Functions;
use crate::globals::Globals;
use crate::interface::{BufferizeCx, Bufferized};
use crate::options::BufferizationOptions;
use crate::provenance::{Provenance, Provenances};
use crate::refusal::{Refusal, chain_errors};
use crate::state::{AlwaysCopyAnalysis, RequiredInPlaceOnly, State};
use crate::tensor_copy_insertion::insert_tensor_copies;

/// The results of a bufferization, and its counters.
#[derive(Default, Debug)]
pub struct Counted {
    /// The remarks to report.
    pub remarks: Vec<Box<Diag>>,
    /// The number of created allocations.
    pub allocations: u64,
    /// Decisions.
    pub statistics: Statistics,
    /// Conflicts, and values that are not writable, that were named in the IR.
    named: (u64, u64),
}

/// The settings for the analysis of bodies.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The options.
    pub options: &'a BufferizationOptions,
    /// Whether bodies are processed in parallel.
    pub parallel: bool,
    /// The recorder of causes; `None` if explanations are not requested.
    pub provenance: Option<&'a Provenances>,
}

impl<'a> Env<'a> {
    /// The recorder of causes for one body.
    fn provenance_of(self, body: BodyId) -> Option<&'a Provenance> {
        self.provenance?.of(body)
    }
}

/// The results of the analysis of one body.
struct Analyzed<R> {
    decisions: OneShotDecisions,
    notes: Annotations,
    remarks: Vec<Box<Diag>>,
    statistics: Statistics,
    found: R,
}

/// A query that is run on the analysis of each body.
pub type Ask<'a, R> = &'a (
        dyn for<'s> Fn(OpRef<'_>, &State<'s>, &Analysis<'_, 's, '_>, &mut Annotations) -> Result<R, Box<Diag>>
            + Sync
    );

/// The rewrite that is run on a body after its analysis.
pub type Work<'a> = &'a (dyn for<'s> Fn(&mut Rewriter<'_>, &State<'s>) -> Bufferized + Sync);

/// Analyzes bodies, and runs `work` on each, which copies out-of-place operands, still as tensors, or annotates the
/// decisions. `ask` is called with an op of each body and its analysis; its results are returned in the order of the
/// bodies, `None` for those without ops.
///
/// # Errors
///
/// The error of the first body in which an operand cannot be in place, or that `work` fails on. Other bodies
/// may have been modified.
pub fn analyze_and_work<R: Send>(
    ir: &mut Ir,
    bodies: &[BodyId],
    env: Env<'_>,
    functions: &Functions,
    counted: &mut Counted,
    ask: Ask<'_, R>,
    then: Work<'_>,
) -> Result<Vec<Option<R>>, Box<Diag>> {
    let Env { options, parallel, .. } = env;
    let parallel = parallel && is_worth_it(ir, bodies);
    let analyzed = ir.par_bodies(bodies, parallel, |ir, id| {
        let body = ir.body(id);
        let Some(first) = body.live_ops().next() else { return Ok(None) };
        analyze(env, functions, OpRef::in_body(ir, body, id, first), ask).map(Some)
    });
    let analyzed = all_or_refused(analyzed, options)?;
    let (mut found, mut work) = (Vec::with_capacity(bodies.len()), Vec::with_capacity(bodies.len()));
    for analyzed in analyzed {
        let Some(mut analyzed) = analyzed else {
            found.push(None);
            work.push(None);
            continue;
        };
        counted.remarks.append(&mut analyzed.remarks);
        counted.statistics.choices += analyzed.statistics.choices;
        counted.statistics.in_place += analyzed.statistics.in_place;
        counted.statistics.out_of_place += analyzed.statistics.out_of_place;
        analyzed.notes.number_from(&mut counted.named);
        found.push(Some(analyzed.found));
        work.push(Some((analyzed.decisions, analyzed.notes)));
    }
    if options.test_analysis_only {
        for (&id, work) in bodies.iter().zip(work) {
            let Some((_, mut notes)) = work else { continue };
            let outside = std::mem::take(&mut notes.outside);
            ir.rewrite(id, |rw| notes.write(rw));
            if let Some(around) = ir.body(id).parent() {
                ir.rewrite(around.body, |rw| set_discardable_attrs(rw, around.op, outside));
            }
        }
        return Ok(found);
    }
    let work = work.into_iter().map(|work| work.map(|(decisions, _)| decisions)).collect();
    rewrite_bodies(ir, bodies, parallel, work, |rw, decisions| {
        let Some(decisions) = decisions else { return Ok(()) };
        let state = State::new(options, functions, Rc::new(decisions));
        then(rw, &state.with_provenance(env.provenance_of(rw.body_id())))
    })?;
    Ok(found)
}

/// Processes bodies that are not analyzed: only the operands that must be in place are.
///
/// # Errors
///
/// The error of the first body that `work` fails on. Other bodies may have been modified.
pub(super) fn work_unanalyzed(
    ir: &mut Ir,
    bodies: &[BodyId],
    env: Env<'_>,
    functions: &Functions,
    work: Work<'_>,
) -> Bufferized {
    let given = vec![(); bodies.len()];
    rewrite_bodies(ir, bodies, env.parallel, given, |rw, ()| {
        let state = State::new(env.options, functions, Rc::new(RequiredInPlaceOnly));
        work(rw, &state.with_provenance(env.provenance_of(rw.body_id())))
    })?;
    Ok(())
}

/// Collects the results of all bodies. The error is that of the first failed body; without function
/// boundaries, rejected decisions are reported for all bodies.
fn all_or_refused<T>(
    outcomes: Vec<Result<T, Refusal>>,
    options: &BufferizationOptions,
) -> Result<Vec<T>, Box<Diag>> {
    let (mut all, mut disagreements) = (Vec::with_capacity(outcomes.len()), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(found) => all.push(found),
            Err(Refusal { diag, decided }) if decided && !options.bufferize_function_boundaries => {
                disagreements.push(diag);
            }
            Err(refusal) => return Err(refusal.diag),
        }
    }
    match chain_errors(disagreements) {
        Some(diag) => Err(diag),
        None => Ok(all),
    }
}

/// Analyzes the body that `any`, one of its ops, is in.
fn analyze<R>(
    env: Env<'_>,
    functions: &Functions,
    any: OpRef<'_>,
    ask: Ask<'_, R>,
) -> Result<Analyzed<R>, Refusal> {
    let Env { options, .. } = env;
    let decisions = Rc::new(OneShotDecisions::new(any.body()));
    let mut notes = Annotations::default();
    let (statistics, remarks, found) = {
        let state = State::new(options, functions, decisions.clone())
            .with_provenance(env.provenance_of(any.body_id()));
        let analysis = Analysis::run(&state, decisions.clone(), any)?;
        let remarks = if options.explain { explain(&state, &analysis, any) } else { Vec::new() };
        let found = ask(any, &state, &analysis, &mut notes)?;
        if options.test_analysis_only {
            annotate(&state, &analysis, any, &mut notes);
        }
        (analysis.statistics, remarks, found)
    };
    let decisions = Rc::into_inner(decisions).expect("the analysis that shared the decisions has ended");
    Ok(Analyzed { decisions, notes, remarks, statistics, found })
}

/// Annotates the decisions, as the options require.
fn annotate(state: &State<'_>, analysis: &Analysis<'_, '_, '_>, any: OpRef<'_>, notes: &mut Annotations) {
    let ops: Vec<OpRef<'_>> = analysis.ops().collect();
    if state.options.print_conflicts {
        notes.conflicts(any, analysis);
    }
    notes.in_place(&ops, |operand| state.is_in_place(operand));
    if state.options.dump_alias_sets {
        let print = PrintOptions::default();
        let mut names = ValueNames::new(any.ir(), &print);
        let mut name = |value: Value| names.name(view(any, value));
        notes.aliases(&ops, analysis, &mut name);
        if let Some(function) = any.body().parent().map(|parent| any.ir().op(parent)) {
            notes.argument_aliases(function, analysis, name);
        }
    }
}

/// Whether bodies have enough in them to share them among threads: those are waited for longer than for a few ops.
fn is_worth_it(ir: &Ir, bodies: &[BodyId]) -> bool {
    const FEW: usize = 4000;
    bodies.len() > 1 && bodies.iter().map(|&id| ir.body(id).num_ops()).sum::<usize>() >= FEW
}

/// Runs `work` on bodies, each with its part of `given`, in parallel if enabled. A body nested in another one
/// is processed after it.
///
/// # Errors
///
/// The error of the first failed body.
fn rewrite_bodies<T: Send, R: Send>(
    ir: &mut Ir,
    bodies: &[BodyId],
    parallel: bool,
    given: Vec<T>,
    work: impl Fn(&mut Rewriter<'_>, T) -> Result<R, Box<Diag>> + Sync,
) -> Result<Vec<R>, Box<Diag>> {
    if !parallel || !is_worth_it(ir, bodies) {
        return bodies.iter().zip(given).map(|(&id, given)| ir.rewrite(id, |rw| work(rw, given))).collect();
    }
    let mut levels: Vec<Vec<usize>> = Vec::new();
    let mut level_of = rustc_hash::FxHashMap::default();
    for (i, &id) in bodies.iter().enumerate() {
        let around = ir.body(id).parent().and_then(|parent| level_of.get(&parent.body));
        let level = around.map_or(0, |level: &usize| level + 1);
        level_of.insert(id, level);
        if levels.len() <= level {
            levels.resize_with(level + 1, Vec::new);
        }
        levels[level].push(i);
    }
    let mut given: Vec<Option<T>> = given.into_iter().map(Some).collect();
    let mut results: Vec<Option<Result<R, Box<Diag>>>> = bodies.iter().map(|_| None).collect();
    for level in levels {
        let ids: Vec<(BodyId, Option<T>)> = level.iter().map(|&i| (bodies[i], given[i].take())).collect();
        let done = ir.par_rewrite_with(ids, |rw, given| given.map(|given| work(rw, given)));
        for (i, done) in level.into_iter().zip(done) {
            results[i] = done;
        }
    }
    results.into_iter().flatten().collect()
}

/// Bufferizes bodies with inserted copies, or inserts all copies that may be needed first; constants become
/// `globals`, which must have been requested. `finish` is called with each body and its part of `given`,
/// before canceling casts are removed. Returns the number of created allocations.
///
/// # Errors
///
/// The error of the first body with an op that cannot be bufferized. Other bodies may have been modified.
pub fn bufferize<T: Send>(
    ir: &mut Ir,
    bodies: &[BodyId],
    env: Env<'_>,
    functions: &Functions,
    globals: &Globals,
    given: Vec<(T, &BufferizationOptions)>,
    finish: impl Fn(&mut Rewriter<'_>, &BufferizeCx<'_>, T) -> Bufferized + Sync,
) -> Result<u64, Box<Diag>> {
    let allocations = rewrite_bodies(ir, bodies, env.parallel, given, |rw, (given, options)| {
        let state = State::new(options, functions, Rc::new(AlwaysCopyAnalysis))
            .with_globals(globals)
            .with_provenance(env.provenance_of(rw.body_id()));
        if options.copy_before_write {
            insert_tensor_copies(rw, &state)?;
        }
        let arguments = ArgumentTypes::default();
        let cx = BufferizeCx { options, state: &state, arguments: Some(&arguments) };
        bufferize_body_with(rw, &cx, |rw, cx| finish(rw, cx, given))
    })?;
    Ok(allocations.into_iter().sum())
}
