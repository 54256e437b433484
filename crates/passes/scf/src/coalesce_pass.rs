//! `affine-loop-coalescing`: nests of loops become one loop over all their iterations.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Body, Op, OpKind, Region, Rewriter, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::affine_coalesce::coalesce_perfectly_nested;
use crate::coalesce as scf;

/// The pass.
pub static AFFINE_LOOP_COALESCING: PassDef = PassDef {
    name: "affine-loop-coalescing",
    class: "LoopCoalescing",
    doc: "Coalesce nested loops with independent bounds into a single loop",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(LoopCoalescing))),
    ..EMPTY_PASS
};

struct LoopCoalescing;

/// The ops that are in regions themselves, the last one first.
fn ops_in(body: &Body, regions: &mut dyn Iterator<Item = Region>) -> Vec<Op> {
    let mut ops: Vec<Op> = regions.flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)).collect();
    ops.reverse();
    ops
}

impl BodyPass for LoopCoalescing {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        // Outer loops come first, and then their current contents.
        let mut pending = ops_in(rw.body(), &mut rw.body().top_regions().iter().copied());
        while let Some(op) = pending.pop() {
            if rw.body().is_erased(op) {
                continue;
            }
            op_match!(rw.op(op), {
                ForOp => {
                    scf::coalesce_perfectly_nested(rw, op);
                }
                AffineForOp => {
                    coalesce_perfectly_nested(rw, op);
                }
                _ => {}
            });
            if !rw.body().is_erased(op) {
                pending.extend(ops_in(rw.body(), &mut rw.body().regions(op)));
            }
        }
        Ok(())
    }
}
