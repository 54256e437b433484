//! Fusion of reshapes into structured ops and pads: by expansion, where these take the dimensions of the larger shape,
//! and by collapsing, where they take those of the smaller one.

use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::structured::{Structured, as_structured, has_tensor_semantics};
use terrace_dialects_mem::reshape_patterns::groups_of;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, PadOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpRef, Rewriter, pattern};

use crate::collapse::{collapse_loops, preserves_sequence};
use crate::expansion::{expand_loops, is_expandable};
use crate::pad_reshape::{collapse_of_pad, expand_of_pad, pad_of_collapse, pad_of_expand};

/// The choice of the reshapes that are fused.
pub trait FusionControl: 'static {
    /// Whether the op that computes an operand and the consumer are fused. One of both is a reshape.
    fn allows(consumer: OpRef<'_>, operand: usize) -> bool;
}

/// Fuses all reshapes.
pub struct FuseAll;

impl FusionControl for FuseAll {
    fn allows(_consumer: OpRef<'_>, _operand: usize) -> bool {
        true
    }
}

/// Fuses reshapes where the op that computes the operand has no other use.
pub struct FuseSingleUse;

impl FusionControl for FuseSingleUse {
    fn allows(consumer: OpRef<'_>, operand: usize) -> bool {
        let producer = consumer.operand(operand).defining_op();
        producer.is_some_and(|op| op.results().flat_map(|result| result.uses()).take(2).count() == 1)
    }
}

/// The patterns that fuse reshapes by expansion.
pub fn fold_reshapes_by_expansion<C: FusionControl>() -> Vec<Pattern> {
    vec![
        pattern!("FoldReshapeWithGenericOpByExpansion", ExpandShapeOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            expand_producer(rw, op)
        }),
        pattern!("FoldPadWithProducerReshapeOpByExpansion", PadOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            pad_of_collapse(rw, op)
        }),
        pattern!("FoldReshapeWithProducerPadOpByExpansion", ExpandShapeOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            expand_of_pad(rw, op)
        }),
        Pattern::having(
            "FoldWithProducerReshapeOpByExpansion",
            |info| info.interface::<dyn Structured>().is_some(),
            |rw, op| expand_consumer(rw, op, C::allows),
        ),
    ]
}

/// The patterns that fuse reshapes by collapsing.
pub fn fold_reshapes_by_collapsing<C: FusionControl>() -> Vec<Pattern> {
    vec![
        pattern!("FoldWithProducerReshapeOpByCollapsing", GenericOp, |rw, op| {
            collapse_consumer(rw, op.into(), C::allows)
        }),
        pattern!("FoldPadWithProducerReshapeOpByCollapsing", PadOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            pad_of_expand(rw, op)
        }),
        pattern!("FoldReshapeWithProducerPadOpByCollapsing", CollapseShapeOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            collapse_of_pad(rw, op)
        }),
        pattern!("FoldReshapeWithGenericOpByCollapsing", CollapseShapeOp, |rw, op| {
            check_allowed::<C>(rw, op.into())?;
            collapse_producer(rw, op)
        }),
    ]
}

/// `None` if the first operand of an op is not computed by an op, or by one that must not be fused with it.
fn check_allowed<C: FusionControl>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    rw.op(op).operands().next()?.defining_op()?;
    match C::allows(rw.op(op), 0) {
        true => Some(()),
        false => rw.notify_match_failure(op, "fusion blocked by control function"),
    }
}

/// Computes an expanded result of a structured op directly.
fn expand_producer(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let source = op.view(rw).src();
    let producer = source.defining_op()?;
    let (first, _) = as_structured(producer)?.destinations(producer);
    let (number, producer) = (source.index() as usize, producer.id());
    let Some(results) = expand_loops(rw, producer, first + number, op.into()) else {
        return rw.notify_match_failure(op, "failed preconditions of fusion with producer generic op");
    };
    let result = *results.get(number)?;
    let collapsed = rw.value(result).defined_by::<CollapseShapeOp>();
    let replacement = collapsed.map_or(result, |collapse| collapse.src().id());
    rw.replace_op(op, &[replacement]);
    rw.replace_op(producer, &results);
    Some(())
}

/// Expands a structured op that uses a collapsed value, so that it uses the source.
fn expand_consumer(rw: &mut Rewriter<'_>, op: Op, control: fn(OpRef<'_>, usize) -> bool) -> Option<()> {
    let view = rw.op(op);
    let (first, _) = as_structured(view)?.destinations(view);
    let (operand, reshape) = (0..first).find_map(|operand| {
        let reshape = view.operand(operand).defined_by::<CollapseShapeOp>()?;
        (is_expandable(view, operand) && control(view, operand)).then_some((operand, reshape.0.id()))
    })?;
    let results = expand_loops(rw, op, operand, reshape)?;
    rw.replace_op(op, &results);
    Some(())
}

/// The groups of loops that can be one where an operand of `linalg.generic` has these groups of dimensions in one: such
/// that all operands run through them in this order, and that are parallel, or consecutive reductions.
fn collapsible_loops(op: OpRef<'_>, operand: usize, groups: &[Vec<i64>]) -> Option<Vec<Vec<u32>>> {
    let structured = as_structured(op)?;
    let (maps, parallel) = (structured.indexing_maps(op), structured.parallel(op));
    if !has_tensor_semantics(op) || maps.iter().any(|map| !map.is_projected_permutation(false)) {
        return None;
    }
    let reductions: Vec<u32> = (0..parallel.len() as u32).filter(|&dim| !parallel[dim as usize]).collect();
    let are_alike = |loops: &[u32]| match parallel[loops[0] as usize] {
        true => loops.iter().all(|&dim| parallel[dim as usize]),
        false => reductions.windows(loops.len()).any(|window| window == loops),
    };
    let results = &maps[operand].results;
    let loops_of = |group: &Vec<i64>| -> Option<Vec<u32>> {
        group.iter().map(|&dim| results.get(usize::try_from(dim).ok()?)?.as_dim()).collect()
    };
    let folded = groups.iter().filter(|group| group.len() > 1).map(loops_of).collect::<Option<Vec<_>>>()?;
    let loops: Vec<Vec<u32>> =
        folded.into_iter().filter(|loops| are_alike(loops) && preserves_sequence(&maps, loops)).collect();
    (!loops.is_empty()).then_some(loops)
}

/// Collapses a structured op that uses an expanded value, so that it uses the source.
fn collapse_consumer(rw: &mut Rewriter<'_>, op: Op, control: fn(OpRef<'_>, usize) -> bool) -> Option<()> {
    let view = rw.op(op);
    let loops = (0..view.num_operands()).find_map(|operand| {
        let reshape = view.operand(operand).defined_by::<ExpandShapeOp>()?;
        let loops = collapsible_loops(view, operand, &groups_of(reshape.0))?;
        control(view, operand).then_some(loops)
    })?;
    let collapsed = collapse_loops(rw, op, &loops)?;
    rw.replace_op(op, &collapsed.results);
    Some(())
}

/// Computes a collapsed result of a structured op in collapsed loops.
fn collapse_producer(rw: &mut Rewriter<'_>, op: CollapseShapeOp) -> Option<()> {
    let source = op.view(rw).src();
    let producer = source.defining_op().filter(|producer| producer.isa::<GenericOp>())?;
    let (first, _) = as_structured(producer)?.destinations(producer);
    let operand = first + source.index() as usize;
    let Some(loops) = collapsible_loops(producer, operand, &groups_of(op.view(rw).0)) else {
        return rw.notify_match_failure(op, "failed preconditions of fusion with producer generic op");
    };
    let producer = producer.id();
    // There may be uses of the producer between it and the reshape.
    rw.set_insertion_point_after(producer);
    let collapsed = collapse_loops(rw, producer, &loops)?;
    rw.replace_op(producer, &collapsed.results);
    Some(())
}
