//! Runs a conversion as a pass: on the body of an op and on those of all isolated ops below.

use rustc_hash::FxHashMap;
use terrace_ir::{BodyId, Context, Ir, OpHandle, Rewriter};
use terrace_pass::{Failed, IrPass, Options, Pass, PassRun};

use crate::driver::{Conversion, Outcome, apply_full, apply_partial, legalizable};

/// Does `work` to the body of `op` and all bodies below, level by level and those of one level at once. What is
/// reported is in the order of the text, up to the first body that failed.
pub fn for_each_body(
    ir: &mut Ir,
    op: OpHandle,
    run: &mut PassRun<'_>,
    work: &(dyn Fn(&mut Rewriter<'_>) -> Outcome + Sync),
) -> Result<(), Failed> {
    let order: FxHashMap<BodyId, usize> = bodies_in_order(ir, op).into_iter().zip(0..).collect();
    let mut outcomes = Vec::new();
    let mut level: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
    while !level.is_empty() {
        let results: Vec<Outcome> = if run.parallel && level.len() > 1 {
            ir.par_rewrite(&level, work)
        } else {
            level.iter().map(|&id| ir.rewrite(id, work)).collect()
        };
        outcomes.extend(level.iter().copied().zip(results));
        let ir = &*ir;
        let inner = |&id: &BodyId| {
            let body = ir.body(id);
            body.live_ops().filter_map(move |op| body.inner(op))
        };
        level = level.iter().flat_map(inner).collect();
    }
    outcomes.sort_by_key(|(id, _)| order.get(id).copied());
    for (_, outcome) in outcomes {
        run.diags.extend(outcome.diags);
        if !outcome.converted {
            return Err(Failed);
        }
    }
    Ok(())
}

/// The ops from `op` on that a partial conversion would leave legal, outer ones first. The IR stays as it is: each body is
/// converted in a copy.
pub fn analyze(ir: &Ir, op: OpHandle, conversion: &Conversion) -> Vec<OpHandle> {
    let mut found = Vec::new();
    let root = ir.op(op);
    let legal = conversion.target.is_legal(root);
    found.extend(legal.map(|_| op));
    let mut pending: Vec<BodyId> = root.inner_body().into_iter().filter(|_| legal != Some(true)).collect();
    while let Some(id) = pending.pop() {
        let mut copy = ir.body(id).clone();
        let ops = legalizable(&mut Rewriter::new(ir, &mut copy, id), conversion);
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
    /// Says what to convert, and how.
    pub make: Box<dyn Fn(&Context) -> Conversion + Send + Sync>,
    /// Whether anything may stay that is not known to be legal.
    pub full: bool,
}

impl ConversionPass {
    /// A pass that is a partial conversion.
    pub fn partial(make: impl Fn(&Context) -> Conversion + Send + Sync + 'static) -> Pass {
        Pass::Ir(Box::new(ConversionPass { make: Box::new(make), full: false }))
    }

    /// A pass that is a partial conversion with options that do not matter.
    pub fn plain(_options: &Options, make: fn(&Context) -> Conversion) -> Result<Pass, String> {
        Ok(Self::partial(make))
    }
}

impl IrPass for ConversionPass {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let conversion = (self.make)(ir.cx());
        for_each_body(ir, op, run, &|rw: &mut Rewriter<'_>| match self.full {
            true => apply_full(rw, &conversion),
            false => apply_partial(rw, &conversion),
        })
    }
}
