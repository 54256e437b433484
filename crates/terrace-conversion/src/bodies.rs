//! Runs a conversion as a pass: on the body of an op and on those of all isolated ops below.

use terrace_ir::{BodyId, CheckResult, Context, Ir, OpHandle, Rewriter};
use terrace_pass::{Failed, IrPass, Options, Pass, PassRun};

use crate::driver::{Conversion, apply_full, apply_partial};

/// Does what a pass does to one body.
pub trait Convert: Send + Sync {
    /// Changes one body; what is around it can be read.
    fn convert(&self, rw: &mut Rewriter<'_>) -> CheckResult;
}

impl<F: Fn(&mut Rewriter<'_>) -> CheckResult + Send + Sync> Convert for F {
    fn convert(&self, rw: &mut Rewriter<'_>) -> CheckResult {
        self(rw)
    }
}

/// Changes the body of `op` and all bodies below, level by level and those of one level at once. Of what goes
/// wrong, what comes first in the text is reported.
pub fn for_each_body(
    ir: &mut Ir,
    op: OpHandle,
    run: &mut PassRun<'_>,
    work: &dyn Convert,
) -> Result<(), Failed> {
    let order = bodies_in_order(ir, op);
    let mut errors = Vec::new();
    let mut level: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
    while !level.is_empty() {
        let results: Vec<CheckResult> = if run.parallel && level.len() > 1 {
            ir.par_bodies_mut(&level, |ir, id, body| work.convert(&mut Rewriter::new(ir, body, id)))
        } else {
            level.iter().map(|&id| ir.rewrite(id, |rw| work.convert(rw))).collect()
        };
        errors.extend(level.iter().zip(results).filter_map(|(&id, result)| Some((id, result.err()?))));
        let ir = &*ir;
        let inner = |&id: &BodyId| {
            let body = ir.body(id);
            body.live_ops().filter_map(move |op| body.inner(op))
        };
        level = level.iter().flat_map(inner).collect();
    }
    let at = |id: BodyId| order.iter().position(|&other| other == id);
    match errors.into_iter().min_by_key(|(id, _)| at(*id)) {
        Some((_, diag)) => run.fail(diag),
        None => Ok(()),
    }
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
