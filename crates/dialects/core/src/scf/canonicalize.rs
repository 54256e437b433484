//! Canonicalization of loops and region-selecting ops: the common parts of the patterns, and the patterns of
//! `scf.for`, `scf.execute_region` and `scf.index_switch`.

use crate::scf::ForOpView;
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::matchers::m_scalar_int;
use terrace_ir::{Block, Body, Loc, Op, OpFoldResultRef, OpKind, OpRef, Region, Rewriter, Type, Value};

use super::trip_count::trip_count;
use super::{ExecuteRegionOp, ForOp, IndexSwitchOp, YieldOp};
use crate::cf::BrOp;
pub(super) use crate::region_if::replace_by_region;

/// The terminator of a region of one block.
pub(super) fn terminator(body: &Body, region: Region) -> Option<Op> {
    body.last_op(body.last_block(region)?)
}

/// The operands of a region's terminator.
pub(super) fn yielded(body: &Body, region: Region) -> Vec<Value> {
    terminator(body, region).map_or(Vec::new(), |op| body.operands(op).collect())
}

/// Whether a region holds no op but a terminator.
pub(super) fn is_only_terminator(body: &Body, region: Region) -> bool {
    body.last_block(region).is_some_and(|block| body.first_op(block) == body.last_op(block))
}

/// Ends a block with a yield of these values.
pub(super) fn add_yield(rw: &mut Rewriter<'_>, block: Block, values: &[Value], loc: Loc) -> Op {
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(values).loc(loc)).into()
}

/// Sets the operands of a region's terminator.
pub(super) fn replace_yield(rw: &mut Rewriter<'_>, region: Region, values: &[Value]) -> Option<()> {
    let old = terminator(rw.body(), region)?;
    let loc = rw.body().loc(old);
    rw.replace(old, YieldOp::of(values).loc(loc));
    Some(())
}

/// The types of values.
pub(super) fn types_of(body: &Body, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| body.value_type(value)).collect()
}

// scf.for.

impl ForOpView<'_> {
    /// Returns how often the loop runs, where that is known.
    pub fn constant_trip_count(self) -> Option<u64> {
        let [lower, upper, step] =
            [self.lower_bound(), self.upper_bound(), self.step()].map(OpFoldResultRef::Value);
        trip_count(lower, upper, step, !self.unsigned_cmp())
    }
}

/// Replaces a single-iteration loop by its body, and a zero-iteration loop by its initial values; `None`,
/// without modifications, if the trip count may be another.
pub fn promote_if_one_iteration(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    match view.constant_trip_count()? {
        0 => {
            let inits: Vec<Value> = view.init_args().map(|value| value.id()).collect();
            rw.replace_op(op, &inits);
            return Some(());
        }
        1 => {}
        _ => return None,
    }
    let args: Vec<Value> =
        std::iter::once(view.lower_bound()).chain(view.init_args()).map(|value| value.id()).collect();
    let region = view.region().id();
    replace_by_region(rw, op.into(), region, &args)
}

/// Erases a zero-iteration loop, promotes a single-iteration loop, and replaces a loop that only yields
/// loop-invariant values by these.
pub(super) fn simplify_trivial_loop(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    let region = view.region().id();
    match view.constant_trip_count()? {
        0 | 1 => promote_if_one_iteration(rw, op)?,
        _ => {
            let values = yielded(rw.body(), region);
            let block = rw.body().entry(region)?;
            let args: Vec<Value> = rw.body().args(block).collect();
            if !is_only_terminator(rw.body(), region) || values.iter().any(|value| args.contains(value)) {
                return None;
            }
            rw.replace_op(op, &values);
        }
    }
    Some(())
}

impl ConditionallySpeculatable for ForOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        // Any other step may go past the upper bound and on for ever.
        match m_scalar_int(ForOp::view_of(op).step()) {
            Some(step) if step.is_one() => Speculatability::Recursive,
            _ => Speculatability::No,
        }
    }
}

// scf.execute_region.

/// A region of one block takes the op's place.
pub(super) fn inline_single_block(rw: &mut Rewriter<'_>, op: ExecuteRegionOp) -> Option<()> {
    let view = op.view(rw);
    let region = view.region();
    if !region.has_one_block() || view.no_inline() {
        return None;
    }
    let region = region.id();
    replace_by_region(rw, op.into(), region, &[])
}

/// Blocks take the op's place where the region around may have several.
pub(super) fn inline_blocks(rw: &mut Rewriter<'_>, op: ExecuteRegionOp) -> Option<()> {
    let view = op.view(rw);
    let parent = view.0.parent_op()?;
    let several = parent.isa::<ExecuteRegionOp>() || parent.interface::<dyn FunctionOp>().is_some();
    if view.no_inline() || !several {
        return None;
    }
    let (region, loc) = (view.region().id(), view.0.loc());
    let first = rw.body().entry(region)?;
    let before = rw.body().block_of(op)?;
    let after = rw.split_block(op.into());
    rw.set_insertion_point_to_end(before);
    rw.build(BrOp::of(&[]).loc(loc).dest(first));
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    for block in blocks {
        let Some(end) = rw.body().last_op(block).filter(|&end| rw.op(end).isa::<YieldOp>()) else { continue };
        let (values, loc) = (rw.body().operands(end).collect::<Vec<Value>>(), rw.body().loc(end));
        rw.set_insertion_point_before(end);
        rw.build(BrOp::of(&values).loc(loc).dest(after));
        rw.erase_op(end);
    }
    rw.inline_region_before(region, after);
    let results: Vec<(Type, Loc)> = rw.op(op).results().map(|r| (r.ty(), r.loc())).collect();
    let args: Vec<Value> = results.into_iter().map(|(ty, loc)| rw.add_argument(after, ty, loc)).collect();
    rw.replace_op(op, &args);
    Some(())
}

// scf.index_switch.

/// A switch on a known number is one of its regions.
pub(super) fn fold_constant_case(rw: &mut Rewriter<'_>, op: IndexSwitchOp) -> Option<()> {
    let view = op.view(rw);
    let number = m_scalar_int(view.arg())?.to_i64()?;
    let cases = view.cases().to_vec();
    let case = cases.iter().position(|&case| case == number);
    let region = case.and_then(|case| view.case_regions().nth(case)).unwrap_or(view.default_region()).id();
    replace_by_region(rw, op.into(), region, &[])
}
