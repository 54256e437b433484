//! `test-memref-dependence-check`: the dependences between all pairs of affine loads and stores.

use terrace_dialects_mem::affine::{AffineLoadOp, AffineStoreOp};
use terrace_ir::def::plain_error;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_affine::dependence::{Component, Dependence, MemRefAccess, dependence, num_common_loops};
use terrace_rewrite::walk::post_order;

use crate::legalize::remark;

/// The pass.
pub(crate) static TEST_MEMREF_DEPENDENCE_CHECK: PassDef = PassDef {
    name: "test-memref-dependence-check",
    class: "(anonymous namespace)::TestMemRefDependenceCheck",
    doc: "Checks dependences between all pairs of memref accesses.",
    make: |_| Ok(Pass::Ir(Box::new(DependenceCheck))),
    ..EMPTY_PASS
};

struct DependenceCheck;

/// The differences of induction variables for each loop; a word where no loop is around both accesses, or where the
/// dependence is inside of one iteration of all of them.
fn describe(components: &[Component], is_within: bool) -> String {
    if components.is_empty() || is_within {
        return "true".to_owned();
    }
    let text = |component: &Component| {
        let lower = component.lower.map_or("-inf".to_owned(), |lower| lower.to_string());
        let upper = component.upper.map_or("+inf".to_owned(), |upper| upper.to_string());
        format!("[{lower}, {upper}]")
    };
    components.iter().map(text).collect()
}

impl IrPass for DependenceCheck {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ir = &*ir;
        let ops = post_order(ir, root).into_iter().map(|handle| ir.op(handle));
        let ops = ops.filter(|op| op.isa::<AffineLoadOp>() || op.isa::<AffineStoreOp>());
        let accesses: Vec<MemRefAccess<'_>> = ops.filter_map(MemRefAccess::of).collect();
        for (i, source) in accesses.iter().enumerate() {
            for (j, destination) in accesses.iter().enumerate() {
                let common = num_common_loops(source.op, destination.op);
                for depth in 1..=common + 1 {
                    let found = match dependence(source, destination, depth, false) {
                        Dependence::None => "false".to_owned(),
                        Dependence::Unknown(_) => {
                            run.report(plain_error(source.op, "dependence check failed"));
                            continue;
                        }
                        Dependence::Between(components) => describe(&components, depth > common),
                    };
                    let message = format!("dependence from {i} to {j} at depth {depth} = {found}");
                    run.report(remark(source.op, message));
                }
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
