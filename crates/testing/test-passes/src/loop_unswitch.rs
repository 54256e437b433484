//! `test-affine-loop-unswitch`: moves each `affine.if` out of loops that it does not depend on.

use terrace_dialects_mem::affine::AffineIfOp;
use terrace_ir::{OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_affine::unswitch::hoist_affine_if;
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub(crate) static TEST_AFFINE_LOOP_UNSWITCH: PassDef = PassDef {
    name: "test-affine-loop-unswitch",
    class: "(anonymous namespace)::TestAffineLoopUnswitching",
    doc: "Tests affine loop unswitching / if/else hoisting",
    make: |_| Ok(Pass::Body(Box::new(LoopUnswitch))),
    ..EMPTY_PASS
};

/// The maximum number of conditions that are moved.
const MOST: usize = 5;

struct LoopUnswitch;

impl BodyPass for LoopUnswitch {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        for _ in 0..MOST {
            let ops = body_post_order(rw.body()).into_iter();
            let moved = ops.into_iter().any(|op| {
                !rw.body().is_erased(op)
                    && rw.op(op).isa::<AffineIfOp>()
                    && hoist_affine_if(rw, AffineIfOp::assume(op)).is_some()
            });
            if !moved {
                break;
            }
        }
        Ok(())
    }
}
