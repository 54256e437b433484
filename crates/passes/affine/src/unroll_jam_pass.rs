//! `affine-loop-unroll-jam`: several iterations of the first loop of a function become one.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{OpKind, Rewriter};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

use crate::unroll_jam::{jam_obstacle, unroll_jam_by_factor};

pass_options! {
    /// The options of the pass.
    struct AffineLoopUnrollAndJamOptions {
        /// Use this unroll jam factor for all loops (default 4)
        unroll_jam_factor("unroll-jam-factor"): u32 = "4",
    }
}

/// The pass.
pub static AFFINE_LOOP_UNROLL_JAM: PassDef = PassDef {
    name: "affine-loop-unroll-jam",
    class: "AffineLoopUnrollAndJam",
    doc: "Unroll and jam affine loops",
    requires: Some(FUNCTION),
    options: AffineLoopUnrollAndJamOptions::DEFS,
    make: |options| match AffineLoopUnrollAndJamOptions::from(options).unroll_jam_factor {
        0 => Err("'unroll-jam-factor' must be positive".to_owned()),
        factor => Ok(Pass::Body(Box::new(LoopUnrollAndJam { factor: factor.into() }))),
    },
    ..EMPTY_PASS
};

struct LoopUnrollAndJam {
    factor: u64,
}

impl BodyPass for LoopUnrollAndJam {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let body = rw.body();
        let entry = body.top_regions().first().and_then(|&region| body.entry(region));
        let first = entry.and_then(|block| body.ops_of(block).next());
        let Some(op) = first.filter(|&op| rw.op(op).isa::<AffineForOp>()) else { return Ok(()) };
        let view = AffineForOp::view_of(rw.op(op));
        let obstacle = if rw.cx().matches_upstream() { None } else { jam_obstacle(view, self.factor) };
        if let Some(obstacle) = obstacle {
            run.report(obstacle.to_remark(view.0.loc(), "loop is not unrolled and jammed"));
            return Ok(());
        }
        unroll_jam_by_factor(rw, AffineForOp::assume(op), self.factor);
        Ok(())
    }
}
