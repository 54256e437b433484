//! `sccp`: values that are always the same constant become that constant, calls and branches considered.

use terrace_analysis::{Constant, DataFlowSolver, ValueStates};
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
        let mut solver = DataFlowSolver::new(ir.op(op));
        solver.load_baseline();
        solver.run();
        let found = solver.finish().take_value_states::<Constant>();
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

/// Replaces constants in regions and nested regions.
fn rewrite(rw: &mut Rewriter<'_>, found: &ValueStates<Constant>, regions: &[Region]) {
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
                rw.erase_op(op);
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
    found: &ValueStates<Constant>,
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
            let new = rw.body().single_result(constant);
            // A constant op stands for itself.
            if Some(constant) != owner {
                rw.replace_all_uses_with(value, new);
            }
            Some(constant) != owner
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, parse_source};
    use terrace_diag::SourceMap;
    use terrace_ir::Context;

    use terrace_analysis::{Constant, ConstantPropagation, DataFlowSolver, IntegerRange, IntegerRanges};

    /// The comparison is decided by the range of the remainder, the sum by the constant that the dead branch would spoil.
    const INPUT: &str = "func.func @f(%a: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %c8 = arith.constant 8 : i32
      %r = arith.remui %a, %c8 : i32
      %small = arith.cmpi ult, %r, %c8 : i32
      cf.cond_br %small, ^bb2(%c1 : i32), ^bb1
    ^bb1:
      cf.br ^bb2(%a : i32)
    ^bb2(%x: i32):
      %y = arith.addi %x, %c8 : i32
      return %y : i32
    }";

    #[test]
    fn analyses_that_run_together_find_more_than_each_alone() {
        let cx = Arc::new(Context::new(terrace_dialects_core::DIALECTS));
        let mut sources = SourceMap::new();
        let buffer = sources.add("input.mlir", INPUT.to_owned()).expect("the text is small");
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let ir = output.ir.expect("the text is well-formed");
        let root = ir.root().expect("a module");
        let function = root.single_region().entry().and_then(|block| block.first()).expect("a function");
        let sum = function.single_region().blocks().nth(2).and_then(|block| block.first()).expect("a sum");
        let is_constant = |with_ranges: bool| {
            let mut solver = DataFlowSolver::new(root);
            solver.load(ConstantPropagation);
            if with_ranges {
                solver.load(IntegerRanges);
            }
            solver.run();
            let dead = function.single_region().blocks().nth(1).expect("a block");
            let known = matches!(solver.value_state::<Constant>(sum.single_result()), Constant::Known(..));
            assert_eq!(known, !solver.executable().is_executable(dead));
            if with_ranges {
                let range = solver.value_state::<IntegerRange>(sum.single_result()).range.clone();
                assert!(range.is_some_and(|range| range.constant_value().is_some()));
            }
            known
        };
        assert_eq!((is_constant(false), is_constant(true)), (false, true));
    }
}
