//! The common parts of ops that run one of their regions once, or choose between two.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::interfaces::RegionPoint;
use terrace_ir::{InsertPoint, Op, OpRef, Region, RegionRef, Rewriter, Value, ValueRef};

/// The results if the target is the parent op; otherwise `inputs` of the region.
pub fn results_or<'a>(
    op: OpRef<'a>,
    target: RegionPoint,
    inputs: impl FnOnce(usize) -> Vec<ValueRef<'a>>,
) -> Vec<ValueRef<'a>> {
    match target {
        RegionPoint::Parent => op.results().collect(),
        RegionPoint::Region(i) => inputs(i),
    }
}

/// A view of an op that runs its first region or its second one.
#[derive(Clone, Copy)]
struct RegionIfView<'a>(OpRef<'a>);

impl<'a> RegionIfView<'a> {
    fn then_region(self) -> RegionRef<'a> {
        self.0.region(0)
    }

    fn else_region(self) -> RegionRef<'a> {
        self.0.region(1)
    }
}

/// The successors of `point` in an op that runs either of two regions, of which the second may be empty.
pub fn successors(op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
    match point {
        RegionPoint::Region(_) => vec![RegionPoint::Parent],
        RegionPoint::Parent if RegionIfView(op).else_region().is_empty() => {
            vec![RegionPoint::Region(0), RegionPoint::Parent]
        }
        RegionPoint::Parent => vec![RegionPoint::Region(0), RegionPoint::Region(1)],
    }
}

/// `-> (i32) { ... } else { ... } {attributes}`; types, the second region and attributes may be left out.
///
/// # Errors
///
/// If the text is not that of two regions.
pub fn parse_regions(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    let region = p.region(state, &[], false)?;
    p.ensure_terminator(state, region);
    if p.optional_token("else") {
        let region = p.region(state, &[], false)?;
        p.ensure_terminator(state, region);
    } else {
        p.new_region(state);
    }
    p.optional_attr_dict(state)
}

/// Prints the two regions as they are parsed; terminators are printed unless they are implicit: an op without
/// results omits them.
pub fn print_regions(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (view, yields) = (RegionIfView(op), op.num_results() > 0);
    p.region(view.then_region(), false, yields);
    if !view.else_region().is_empty() {
        p.text(" else ");
        p.region(view.else_region(), false, yields);
    }
}

/// Replaces an op by the contents of one of its single-block regions, whose arguments become `args`. The
/// terminator must yield the op's results.
pub fn replace_by_region(rw: &mut Rewriter<'_>, op: Op, region: Region, args: &[Value]) -> Option<()> {
    let block = rw.body().entry(region)?;
    let end = rw.body().last_op(block)?;
    // What ends in something else, as in `ub.unreachable`, returns nothing.
    if rw.op(end).num_operands() != rw.op(op).num_results() {
        return None;
    }
    rw.inline_block(block, InsertPoint::Before(op), args);
    let results: Vec<Value> = rw.body().operands(end).collect();
    rw.replace_op(op, &results);
    rw.erase_op(end);
    Some(())
}
