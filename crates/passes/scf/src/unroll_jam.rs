//! Unrolls a loop and joins the copies of the loops inside: each inner loop works for several iterations of the outer one.

use terrace_dialects_core::arith::{AddIOp, MulIOp};
use terrace_dialects_core::scf::{ForOp, promote_if_one_iteration};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, OpKind, Rewriter, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::nested_post_order;

use super::build::is_inside;
use super::unroll::set_controls;

/// Whether no bound of an inner loop is computed in the loop.
fn has_invariant_inner_bounds(rw: &Rewriter<'_>, op: Op) -> bool {
    nested_post_order(rw.body(), op).into_iter().filter_map(|inner| rw.op(inner).cast::<ForOp>()).all(
        |inner| {
            let bounds = [inner.lower_bound(), inner.upper_bound(), inner.step()];
            bounds.into_iter().all(|bound| !is_inside(bound, op))
        },
    )
}

/// The ops of the blocks in a loop, in runs between the loops in it.
fn gather_sub_blocks(rw: &Rewriter<'_>, op: Op) -> Vec<Vec<Op>> {
    let mut all = Vec::new();
    // Loops to be entered come after the ops that are before them.
    enum BlockStep {
        Enter(Op),
        Block(Block),
        Run(Vec<Op>),
    }
    let mut pending = vec![BlockStep::Enter(op)];
    while let Some(step) = pending.pop() {
        let start = pending.len();
        match step {
            BlockStep::Run(run) => all.push(run),
            BlockStep::Enter(op) => {
                let blocks = rw.op(op).regions().flat_map(|region| region.blocks());
                pending.extend(blocks.map(|block| BlockStep::Block(block.id())));
            }
            BlockStep::Block(block) => {
                let end = rw.body().last_op(block);
                let mut run = Vec::new();
                for op in rw.body().ops_of(block).filter(|&op| Some(op) != end) {
                    if !rw.op(op).isa::<ForOp>() {
                        run.push(op);
                        continue;
                    }
                    if !run.is_empty() {
                        pending.push(BlockStep::Run(std::mem::take(&mut run)));
                    }
                    pending.push(BlockStep::Enter(op));
                }
                if !run.is_empty() {
                    pending.push(BlockStep::Run(run));
                }
            }
        }
        pending[start..].reverse();
    }
    all
}

/// Replaces a loop by one with `factor` copies of the iteration arguments; maps each argument to its copies.
fn carry_copies(rw: &mut Rewriter<'_>, op: ForOp, factor: usize, maps: &mut [IrMapping]) -> Option<Op> {
    let view = op.view(rw);
    let block = view.region().entry()?;
    let inits: Vec<Value> = view.init_args().map(|value| value.id()).collect();
    let yielded: Vec<Value> = block.last()?.operands().map(|value| value.id()).collect();
    let count = inits.len();
    let mut new = op;
    for _ in 1..factor {
        for (&init, &value) in inits.iter().zip(&yielded) {
            new = ForOp::assume(rw.replace_with_additional_yields(new.into(), init, value)?);
        }
    }
    let view = ForOp::view_of(rw.op(new));
    let args: Vec<Value> = view.region().entry()?.args().skip(1).map(|value| value.id()).collect();
    let results: Vec<Value> = rw.body().results(new).collect();
    for i in 1..factor {
        for j in 0..count {
            maps[i - 1].map(args[j], args[i * count + j]);
            maps[i - 1].map(results[j], results[i * count + j]);
        }
    }
    Some(new.into())
}

/// Unrolls an `scf.for` without results whose number of iterations is known and a multiple of a factor above zero, and joins
/// the inner loops. Returns `None`, without modifications, for another loop.
pub fn unroll_and_jam_by_factor(rw: &mut Rewriter<'_>, op: Op, factor: u64) -> Option<()> {
    if factor == 1 {
        return Some(());
    }
    let view = ForOp::view_of(rw.op(op));
    if !has_invariant_inner_bounds(rw, op) || view.0.num_results() > 0 || rw.holds_isolated(op) {
        return None;
    }
    let count = view.constant_trip_count()?;
    let factor = if factor > count { count } else { factor };
    if factor == 0 || count % factor != 0 {
        return None;
    }
    let by = m_scalar_i64(view.step())?;
    let block = view.region().entry()?;
    if block.first() == block.last() {
        return Some(());
    }
    let sub_blocks = gather_sub_blocks(rw, op);
    let factor = usize::try_from(factor).ok()?;
    // The loop itself is the last.
    let nested = nested_post_order(rw.body(), op).into_iter().chain([op]);
    let inner: Vec<Op> = nested.filter(|&inner| rw.op(inner).isa::<ForOp>()).collect();
    let mut maps: Vec<IrMapping> = (1..factor).map(|_| IrMapping::new()).collect();
    let mut loops = Vec::new();
    for inner in inner {
        loops.push(carry_copies(rw, ForOp::assume(inner), factor, &mut maps)?);
    }
    let op = *loops.last()?;
    let view = ForOp::view_of(rw.op(op));
    let (loc, ty) = (view.0.loc(), view.step().ty());
    let [lower, upper, step] = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
    let variable = view.region().entry()?.args().next()?.id();
    rw.set_insertion_point_before(op);
    let number = Arith::new(rw, loc).int(factor as i64, ty);
    let new_step = rw.build_or_fold_value(MulIOp::of(step, number).result(ty).loc(loc));
    set_controls(rw, ForOp::assume(op), [lower, upper, new_step]);
    for i in (1..factor).rev() {
        for run in &sub_blocks {
            let &last = run.last()?;
            rw.set_insertion_point_after(last);
            if !rw.value(variable).is_unused() {
                let offset = Arith::new(rw, loc).int(by.wrapping_mul(i as i64), ty);
                let copy = rw.build_or_fold_value(AddIOp::of(variable, offset).result(ty).loc(loc));
                maps[i - 1].map(variable, copy);
            }
            for &op in run {
                rw.clone_op(op, &mut maps[i - 1])?;
            }
        }
        for &looped in &loops {
            fix_copies(rw, ForOp::assume(looped), (i, factor), &maps[i - 1])?;
        }
    }
    promote_if_one_iteration(rw, ForOp::assume(op));
    Some(())
}

/// Sets the `i`th copies of the yielded values.
fn fix_copies(rw: &mut Rewriter<'_>, op: ForOp, (i, factor): (usize, usize), map: &IrMapping) -> Option<()> {
    let view = op.view(rw);
    let end = view.region().entry()?.last()?.id();
    let mut inits: Vec<Value> = view.init_args().map(|value| value.id()).collect();
    let controls = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
    let mut yielded: Vec<Value> = rw.body().operands(end).collect();
    for values in [&mut inits, &mut yielded] {
        let count = values.len() / factor;
        for j in 0..count {
            values[i * count + j] = map.value(values[j]);
        }
    }
    rw.set_operands(op, &[controls.as_slice(), &inits].concat());
    rw.set_operands(end, &yielded);
    Some(())
}
