//! `sccp`: values that are always the same constant become that constant, calls and branches considered.

use terrace_analysis::{Constant, ConstantPropagation, Solution, solve};
use terrace_ir::effects::would_be_trivially_dead;
use terrace_ir::ids::ValueHandle;
use terrace_ir::{Block, BodyId, Ir, Op, OpHandle, Region, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::constants::Constants;

/// The pass.
pub static SCCP: PassDef = PassDef {
    name: "sccp",
    class: "SCCP",
    doc: "Sparse Conditional Constant Propagation",
    make: |_| Ok(Pass::Ir(Box::new(Sccp))),
    ..EMPTY_PASS
};

struct Sccp;

impl IrPass for Sccp {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let found = solve(&ConstantPropagation, ir.op(op));
        let mut bodies: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
        while let Some(id) = bodies.pop() {
            ir.rewrite(id, |rw| {
                let regions = rw.body().top_regions().to_vec();
                rewrite(rw, &found, &regions);
            });
            let body = ir.body(id);
            bodies.extend(body.live_ops().filter_map(|op| body.inner(op)));
        }
        Ok(())
    }
}

/// Replaces what is constant in regions and those inside.
fn rewrite(rw: &mut Rewriter<'_>, found: &Solution<Constant>, regions: &[Region]) {
    let mut constants = Constants::new();
    let mut pending: Vec<Block> = Vec::new();
    let blocks = |rw: &Rewriter<'_>, regions: &[Region], pending: &mut Vec<Block>| {
        for &region in regions {
            let start = pending.len();
            pending.extend(rw.body().blocks_of(region));
            pending[start..].reverse();
        }
    };
    blocks(rw, regions, &mut pending);
    while let Some(block) = pending.pop() {
        let mut at = rw.body().first_op(block);
        while let Some(op) = at {
            at = rw.body().next_op(op);
            let results: Vec<Value> = rw.body().results(op).collect();
            let mut all = !results.is_empty();
            for result in results {
                all &= replace(rw, found, &mut constants, result, block, Some(op));
            }
            if all && would_be_trivially_dead(rw.op(op)) {
                rw.erase(op);
                continue;
            }
            let inner: Vec<Region> = rw.body().regions(op).collect();
            blocks(rw, &inner, &mut pending);
        }
        let args: Vec<Value> = rw.body().args(block).collect();
        for arg in args {
            replace(rw, found, &mut constants, arg, block, None);
        }
    }
}

/// Replaces a value by the constant that it is; whether it is one.
fn replace(
    rw: &mut Rewriter<'_>,
    found: &Solution<Constant>,
    constants: &mut Constants,
    value: Value,
    block: Block,
    owner: Option<Op>,
) -> bool {
    let Constant::Known(attr, dialect) = *found.get(ValueHandle { body: rw.body_id(), value }) else {
        return false;
    };
    let ty = rw.body().value_type(value);
    match constants.get_or_create(rw, block, dialect, attr, ty) {
        Some(constant) => {
            let new = rw.body().result(constant, 0);
            // A constant op stands for itself.
            if Some(constant) != owner {
                rw.replace_all_uses(value, new);
            }
            Some(constant) != owner
        }
        None => false,
    }
}
