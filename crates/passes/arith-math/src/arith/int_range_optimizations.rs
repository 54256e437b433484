//! `int-range-optimizations`: replaces values with a single-element range by constants, and folds redundant
//! remainders.

use terrace_analysis::int_ranges::integer_constant;
use terrace_dialects_core::arith::{RemSIOp, RemUIOp, constant};
use terrace_ir::effects::is_trivially_dead;
use terrace_ir::fold::constant_value;
use terrace_ir::matchers::m_scalar_int;
use terrace_ir::pattern::Root;
use terrace_ir::{BinaryOpView, InsertPoint, Ir, Op, OpHandle, OpKind, Region, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily_below};

use super::ranges::{Ranges, rewrite_bodies};

/// The pass.
pub static INT_RANGE_OPTIMIZATIONS: PassDef = PassDef {
    name: "int-range-optimizations",
    class: "ArithIntRangeOpts",
    doc: "Simplify operations by integer ranges",
    make: |_| Ok(Pass::Ir(Box::new(IntRangeOptimizations))),
    ..EMPTY_PASS
};

struct IntRangeOptimizations;

impl IrPass for IntRangeOptimizations {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ranges = Ranges::of(ir.op(op));
        // The arguments of an isolated op's regions belong to its body; no pattern sees them as the op's.
        rewrite_bodies(ir, op, |rw| {
            let regions = rw.body().top_regions().to_vec();
            replace_arguments(rw, &ranges, &regions);
        });
        let mut patterns = PatternSet::new();
        let cx = ir.cx().clone();
        let known = ranges.clone();
        patterns.add_action(
            &cx,
            "materialize-known-constants",
            Root::Any,
            1,
            Box::new(move |rw, op| materialize(rw, op, &known)),
        );
        for (name, signed) in [(RemSIOp::DEF.name, true), (RemUIOp::DEF.name, false)] {
            let known = ranges.clone();
            patterns.add_action(
                &cx,
                "delete-trivial-remainder",
                Root::Op(name),
                1,
                Box::new(move |rw, op| delete_remainder(rw, op, &known, signed)),
            );
        }
        let options = GreedyOptions::bottom_up();
        apply_greedily_below(ir, op, &patterns, &options, run).map(|_| ())
    }
}

fn materialize(rw: &mut Rewriter<'_>, op: Op, ranges: &Ranges) -> Option<()> {
    let view = rw.op(op);
    if view.num_results() == 1 && constant_value(view.single_result()).is_some() {
        return None;
    }
    let wanted = |value: terrace_ir::ValueRef<'_>| {
        !value.is_unused() && ranges.get(value).is_some_and(|range| range.constant_value().is_some())
    };
    let own_regions = view.inner_body().is_none();
    let args = || view.regions().flat_map(|r| r.blocks()).flat_map(|b| b.args()).any(wanted);
    if !(view.results().any(wanted) || own_regions && args()) {
        return None;
    }
    let results: Vec<Value> = rw.body().results(op).collect();
    let mut all = !results.is_empty();
    for result in results {
        rw.set_insertion_point_before(op);
        all &= replace_by_constant(rw, ranges, result).is_some() || rw.value(result).is_unused();
    }
    if all && is_trivially_dead(rw.op(op)) {
        rw.erase_op(op);
        return Some(());
    }
    if own_regions {
        let regions: Vec<Region> = rw.body().regions(op).collect();
        replace_arguments(rw, ranges, &regions);
    }
    Some(())
}

/// Replaces arguments of blocks that can only be one integer.
fn replace_arguments(rw: &mut Rewriter<'_>, ranges: &Ranges, regions: &[Region]) {
    let blocks: Vec<_> = regions.iter().flat_map(|&r| rw.body().blocks_of(r)).collect();
    for block in blocks {
        rw.set_insertion_point(InsertPoint::start(rw.body(), block));
        let args: Vec<Value> = rw.body().args(block).collect();
        for arg in args {
            replace_by_constant(rw, ranges, arg);
        }
    }
}

/// Replaces a value that can only be one integer by a constant at the insertion point.
fn replace_by_constant(rw: &mut Rewriter<'_>, ranges: &Ranges, value: Value) -> Option<()> {
    let view = rw.value(value);
    if view.is_unused() {
        return None;
    }
    let range = ranges.get(view)?;
    let (cx, ty, loc) = (rw.cx(), view.ty(), view.loc());
    let attr = integer_constant(cx, ty, range.constant_value()?)?;
    let owner = match view.defining_op() {
        Some(op) => Some(op),
        None => view.owner_block().and_then(|b| b.region()).and_then(|r| r.parent_op()),
    };
    let own = owner.map(|op| op.name());
    let made = own.and_then(|name| rw.constant_of(name, attr, ty, loc));
    let made = made.or_else(|| rw.materialize_constant(&constant::materialize, attr, ty, loc))?;
    let new = rw.body().single_result(made);
    ranges.copy(rw, value, new);
    rw.replace_all_uses_with(value, new);
    Some(())
}

/// A remainder whose dividend is always smaller than the divisor is the dividend.
fn delete_remainder(rw: &mut Rewriter<'_>, op: Op, ranges: &Ranges, signed: bool) -> Option<()> {
    let (dividend, divisor) = BinaryOpView(rw.op(op)).operands();
    let divisor = m_scalar_int(divisor)?;
    let modulus = divisor.to_i64().filter(|&modulus| modulus > 0)?;
    let range = ranges.get(dividend)?;
    let (min, max) = if signed { (range.smin(), range.smax()) } else { (range.umin(), range.umax()) };
    let below = |value: &terrace_support::apint::ApInt| {
        !value.is_negative() && value.to_u64().is_some_and(|value| value < modulus as u64)
    };
    if !below(min) || !below(max) || !min.ule(max) {
        return None;
    }
    let dividend = dividend.id();
    rw.replace_op(op, &[dividend]);
    Some(())
}
