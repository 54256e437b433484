//! Runs a conversion as a pass: on the body of an op and on those of all isolated ops below.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::rewriter::Listener;
use terrace_ir::{Body, BodyId, Context, Ir, OpHandle, Rewriter};
use terrace_pass::{Failed, IrPass, Pass, PassOptions, PassRun};

use crate::config::ConversionConfig;
use crate::driver::{Conversion, ConversionResult, apply_entered, legalizable};
use crate::log::Log;
use crate::state::State;
use crate::target::ConversionTarget;

/// Converts the body of `op` and all bodies below, level by level, those of one level in parallel unless patterns change
/// several bodies; in that case `op` itself too, if there are patterns for it and it is not legal. Returns the ops that stay although they are not known to be legal.
///
/// # Errors
///
/// If an op of a body is not legalized. The diagnostics are in source order, up to the first such body.
pub fn apply_conversion(
    ir: &mut Ir,
    op: OpHandle,
    conversion: &Conversion,
    config: ConversionConfig,
    run: &mut PassRun<'_>,
) -> Result<Vec<OpHandle>, Failed> {
    apply_logged(ir, op, conversion, config, run, None)
}

/// [`apply_conversion`], whose edits a listener is notified of once all ops are legal: in the order in which patterns
/// requested them, each replacement with the modifications of users and the erasure that follow from it; then of the
/// materializations of casts. The bodies are converted one after the other.
///
/// # Errors
///
/// Those of that; then the listener is not notified.
pub fn apply_conversion_with_listener(
    ir: &mut Ir,
    op: OpHandle,
    conversion: &Conversion,
    config: ConversionConfig,
    run: &mut PassRun<'_>,
    listener: &mut dyn Listener,
) -> Result<Vec<OpHandle>, Failed> {
    let log = Log::default();
    let left = apply_logged(ir, op, conversion, config, run, Some(&log))?;
    log.notify(ir, listener);
    Ok(left)
}

fn apply_logged(
    ir: &mut Ir,
    op: OpHandle,
    conversion: &Conversion,
    config: ConversionConfig,
    run: &mut PassRun<'_>,
    log: Option<&Log>,
) -> Result<Vec<OpHandle>, Failed> {
    let order: FxHashMap<BodyId, usize> = bodies_in_order(ir, op).into_iter().zip(0..).collect();
    let first: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
    let cx = ir.cx().clone();
    let name = "apply-conversion";
    let executed = cx.execute_action(
        name,
        || name.to_owned(),
        || match conversion.patterns.is_across_bodies() || log.is_some() {
            true => convert_in_turn(ir, op, first, conversion, config, log),
            false => convert_by_levels(ir, first, conversion, config, run.parallel),
        },
    );
    let Some(mut results) = executed else { return Ok(Vec::new()) };
    // Those that were not there come last.
    results.sort_by_key(|(id, _)| order.get(id).copied().unwrap_or(usize::MAX));
    let mut unlegalized = Vec::new();
    for (body, result) in results {
        unlegalized.extend(result.unlegalized.into_iter().map(|op| OpHandle { body, op }));
        run.diags.extend(result.diags);
        if !result.converted {
            return Err(Failed);
        }
    }
    Ok(unlegalized)
}

/// The bodies in a body, each with whether the op that has it is recursively legal.
fn inner_bodies<'a>(
    ir: &'a Ir,
    id: BodyId,
    target: &'a ConversionTarget,
) -> impl Iterator<Item = (BodyId, bool)> + 'a {
    let is_legal = move |op| target.is_legal(ir.op(OpHandle { body: id, op })) == Some(true);
    let body = ir.find_body(id);
    body.into_iter()
        .flat_map(move |body| body.live_ops().filter_map(move |op| Some((body.inner(op)?, is_legal(op)))))
}

fn convert_by_levels(
    ir: &mut Ir,
    mut level: Vec<BodyId>,
    conversion: &Conversion,
    config: ConversionConfig,
    parallel: bool,
) -> Vec<(BodyId, ConversionResult)> {
    let work = |rw: &mut Rewriter<'_>| {
        apply_entered(rw, conversion, State::new(config), &mut FxHashMap::default(), None)
    };
    let mut all = Vec::new();
    while !level.is_empty() {
        let results: Vec<ConversionResult> = match parallel && level.len() > 1 {
            true => ir.par_rewrite(&level, work),
            false => level.iter().map(|&id| ir.rewrite(id, work)).collect(),
        };
        all.extend(level.iter().copied().zip(results));
        let inner = level.iter().flat_map(|&id| inner_bodies(ir, id, &conversion.target));
        level = inner.filter(|&(_, is_legal)| !is_legal).map(|(id, _)| id).collect();
    }
    all
}

/// The maximum number of times a body is converted again after ops were inserted from other bodies.
const MAX_REPETITIONS: usize = 10;

fn convert_in_turn(
    ir: &mut Ir,
    root: OpHandle,
    first: Vec<BodyId>,
    conversion: &Conversion,
    config: ConversionConfig,
    log: Option<&Log>,
) -> Vec<(BodyId, ConversionResult)> {
    let new_state = |id| State::logged(config, id, log);
    let mut all: Vec<(BodyId, ConversionResult)> = Vec::new();
    // The place of each body's result.
    let mut places: FxHashMap<BodyId, usize> = FxHashMap::default();
    let mut entered: FxHashMap<BodyId, State> = FxHashMap::default();
    // How many edits there were when each body was converted.
    let mut settled: Vec<(BodyId, u64)> = Vec::new();
    // Those of recursively legal ops: what patterns of other bodies began in them is finished.
    let mut kept: FxHashSet<BodyId> = FxHashSet::default();
    let mut reached: FxHashSet<BodyId> = first.iter().copied().collect();
    let mut pending: VecDeque<BodyId> = first.into();
    let known = conversion.patterns.has_pattern_for(ir.op(root));
    if known && conversion.target.is_legal(ir.op(root)).is_none() {
        let result = ir.rewrite_across(root.body, |rw| {
            apply_entered(rw, conversion, new_state(root.body), &mut entered, Some(root.op))
        });
        pending.extend(entered.keys().copied().filter(|&inner| reached.insert(inner)));
        let is_converted = result.converted;
        all.push((root.body, result));
        if !is_converted {
            return all;
        }
    }
    for _ in 0..MAX_REPETITIONS {
        while let Some(id) = pending.pop_front() {
            if ir.find_body(id).is_none() {
                continue;
            }
            let mut state = entered.remove(&id).unwrap_or_else(|| new_state(id));
            state.is_legal = kept.contains(&id);
            let is_legal = state.is_legal;
            let mut result =
                ir.rewrite_across(id, |rw| apply_entered(rw, conversion, state, &mut entered, None));
            settled.push((id, ir.find_body(id).map_or(0, Body::num_edits)));
            for (inner, is_recursively_legal) in inner_bodies(ir, id, &conversion.target) {
                if is_legal || is_recursively_legal {
                    kept.insert(inner);
                }
                if reached.insert(inner) {
                    pending.push_back(inner);
                }
            }
            match places.get(&id) {
                // The ops that were left before are among those that are left now.
                Some(&place) => {
                    let known = &mut all[place].1;
                    known.diags.append(&mut result.diags);
                    known.converted &= result.converted;
                    known.unlegalized = result.unlegalized;
                }
                None => {
                    places.insert(id, all.len());
                    all.push((id, result));
                }
            }
        }
        let (changed, same): (Vec<_>, Vec<_>) = std::mem::take(&mut settled)
            .into_iter()
            .partition(|&(id, edits)| ir.find_body(id).is_some_and(|body| body.num_edits() != edits));
        settled = same;
        if changed.is_empty() {
            break;
        }
        pending.extend(changed.into_iter().map(|(id, _)| id));
    }
    all
}

/// Returns the ops from `op` on that a partial conversion would leave legal, outer ones first. The IR is unchanged: a
/// copy is converted.
pub fn analyze(ir: &Ir, op: OpHandle, conversion: &Conversion) -> Vec<OpHandle> {
    let mut found = Vec::new();
    let root = ir.op(op);
    let legal = conversion.target.is_legal(root);
    found.extend(legal.map(|_| op));
    let mut whole = conversion.patterns.is_across_bodies().then(|| ir.clone());
    let mut pending: Vec<BodyId> = root.inner_body().into_iter().filter(|_| legal != Some(true)).collect();
    while let Some(id) = pending.pop() {
        let ops = match &mut whole {
            Some(copy) => copy.rewrite_across(id, |rw| legalizable(rw, conversion)),
            None => {
                let mut copy = ir.body(id).clone();
                legalizable(&mut Rewriter::new(ir, &mut copy, id), conversion)
            }
        };
        found.extend(ops.into_iter().map(|op| OpHandle { body: id, op }));
        let start = pending.len();
        let body = ir.body(id);
        let inner = body
            .live_ops()
            .filter(|&op| conversion.target.is_legal(ir.op(OpHandle { body: id, op })) != Some(true));
        pending.extend(inner.filter_map(|op| body.inner(op)));
        pending[start..].reverse();
    }
    found
}

/// The bodies below an op, in the order of the text.
fn bodies_in_order(ir: &Ir, op: OpHandle) -> Vec<BodyId> {
    let mut out = Vec::new();
    let mut pending = vec![ir.op(op)];
    while let Some(op) = pending.pop() {
        out.extend(op.inner_body());
        let start = pending.len();
        pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        pending[start..].reverse();
    }
    out
}

/// A pass that is a conversion.
pub struct ConversionPass {
    /// Creates the conversion.
    pub make: Box<dyn Fn(&Context) -> Conversion + Send + Sync>,
    /// The conversion mode, and when ops are folded.
    pub config: ConversionConfig,
}

impl ConversionPass {
    /// A pass that is a partial conversion.
    pub fn partial(make: impl Fn(&Context) -> Conversion + Send + Sync + 'static) -> Pass {
        Pass::Ir(Box::new(ConversionPass { make: Box::new(make), config: ConversionConfig::partial() }))
    }

    /// A pass that is a partial conversion with options that do not matter.
    ///
    /// # Errors
    ///
    /// Never: the signature is that of constructors that read options.
    pub fn plain(_options: &PassOptions, make: fn(&Context) -> Conversion) -> Result<Pass, String> {
        Ok(Self::partial(make))
    }
}

impl IrPass for ConversionPass {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let conversion = (self.make)(ir.cx());
        apply_conversion(ir, op, &conversion, self.config, run).map(|_| ())
    }
}
