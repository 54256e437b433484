//! A region that the first lane of a warp runs.

use terrace_dialects_vector::types::as_vector;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::I64Attr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

/// Runs a region on the first lane of a warp; vectors that lanes hold parts of are whole in the region.
#[op("gpu.warp_execute_on_lane_0",
     traits(SingleBlockImplicitTerminator("gpu.yield"), RecursiveMemoryEffects), interfaces(dyn RegionBranchOp),
     asm = (parse, print), verify = verify,
     syntax = "`(` $laneid `)` `[` $warp_size `]` (`args` `(` $args `:` type($args) `)`)? (`->` type($results))? $warpRegion \
               attr-dict")]
pub struct WarpExecuteOnLane0Op {
    laneid: Operand<INDEX>,
    warp_size: Prop<I64Attr>,
    args: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    warpRegion: Region<Sized<1>>,
}

impl RegionBranchOp for WarpExecuteOnLane0Op {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }

    // A lane's part and the whole differ; the op's verifier compares them.
    fn types_compatible(&self, _from: Type, _to: Type) -> bool {
        true
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => Vec::new(),
        }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("(")?;
    let lane = p.operand()?;
    p.token(")")?;
    p.token("[")?;
    let size = p.integer()?;
    p.token("]")?;
    let size = p.cx().int_attr(Type::I64, size);
    state.set_prop(p.cx(), "warp_size", size);
    state.operands.push(p.resolve(lane, Type::INDEX)?);
    if p.optional_keyword_of(&["args"]).is_some() {
        p.token("(")?;
        let loc = p.loc();
        let operands = p.operand_list(Delimiter::None)?;
        p.token(":")?;
        let types = p.type_list()?;
        p.token(")")?;
        state.operands.extend(p.resolve_all(&operands, &types, loc)?);
    }
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    let region = p.region(state, &[], false)?;
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = WarpExecuteOnLane0Op::view_of(op);
    p.text("(");
    p.value(view.laneid());
    p.text(&format!(")[{}]", view.warp_size()));
    if view.args().next().is_some() {
        p.text(" args(");
        p.values(&mut view.args());
        p.text(" : ");
        p.types_of(&mut view.args());
        p.text(")");
    }
    if op.num_results() > 0 {
        p.text(" -> (");
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    p.region(view.warp_region(), true, op.num_results() > 0);
    p.attr_dict(op, &["warp_size"]);
}

/// Checks that a warp of this size holds `whole` where each lane holds `part`.
fn verify_distributed(op: OpRef<'_>, whole: Type, part: Type, warp_size: i64) -> CheckResult {
    let cx = op.cx();
    if whole == part {
        return Ok(());
    }
    let (Some(whole_vector), Some(part_vector)) = (as_vector(cx, whole), as_vector(cx, part)) else {
        return Err(op_error(op, "expected vector type for distributed operands."));
    };
    if whole_vector.shape.len() != part_vector.shape.len() || whole_vector.element != part_vector.element {
        return Err(op_error(op, "expected distributed vectors to have same rank and element type."));
    }
    let mut lanes: i64 = 1;
    for (i, (&all, &own)) in whole_vector.shape.iter().zip(part_vector.shape).enumerate() {
        if own == 0 || all % own != 0 {
            let what = format!(
                "expected expanded vector dimension #{i} ({all}) to be a multipler of the distributed vector dimension \
                 ({own})"
            );
            return Err(op_error(op, what));
        }
        lanes = lanes.saturating_mul(all / own);
    }
    if lanes != warp_size {
        let (whole, part) = (cx.type_text(whole), cx.type_text(part));
        let what = format!(
            "incompatible distribution dimensions from '{whole}' to '{part}' with warp size = {warp_size}"
        );
        return Err(op_error(op, what));
    }
    Ok(())
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let view = WarpExecuteOnLane0Op::view_of(op);
    let Some(entry) = view.warp_region().entry() else { return Ok(()) };
    if view.args().count() != entry.args().len() {
        return Err(op_error(op, "expected same number op arguments and block arguments."));
    }
    let Some(end) = entry.last() else { return Ok(()) };
    if end.num_operands() != op.num_results() {
        return Err(op_error(op, "expected same number of yield operands and return values."));
    }
    let size = view.warp_size();
    for (whole, part) in entry.args().zip(view.args()).chain(end.operands().zip(op.results())) {
        verify_distributed(op, whole.ty(), part.ty(), size)?;
    }
    Ok(())
}
