//! Empty tensors that are computed on and end as an input of a structured op: the computation is to happen in an output of that
//! op which it overwrites without reading it.

use terrace_dialects_linalg::structured::{as_structured, is_element_used, keeps_elements};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::tensor::EmptyOp;
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef};
use terrace_rewrite::motion::Dominance;
use terrace_rewrite::walk::body_post_order;

use crate::interface::Operand;
use crate::state::{State, TraversalConfig};

/// Computes inputs of structured ops in place of the empty outputs of these ops.
pub fn eliminate_linalg_anchored_empty_tensors(rw: &mut Rewriter<'_>, state: &State<'_>) {
    let mut dominance = Dominance::default();
    for op in body_post_order(rw.body()) {
        let inputs = match as_structured(rw.op(op)) {
            Some(structured) if structured.parallel(rw.op(op)).iter().all(|&parallel| parallel) => {
                structured.destinations(rw.op(op)).0
            }
            _ => continue,
        };
        for input in 0..inputs {
            if let Some((output, empties)) = find_output(rw, op, input, state, &mut dominance) {
                exchange(rw, op, [input, output], &empties);
                state.reset();
            }
        }
    }
}

/// The output that the computation of an input may write into, and the empty tensors that this begins with.
fn find_output(
    rw: &Rewriter<'_>,
    op: Op,
    input: usize,
    state: &State<'_>,
    dominance: &mut Dominance,
) -> Option<(usize, Vec<Value>)> {
    let view = rw.op(op);
    let operand = Operand { op: view, index: input };
    let ty = operand.value().ty();
    if !ty.is_tensor_like(rw.cx()) || ty.shape(rw.cx()).is_none() {
        return None;
    }
    let config = TraversalConfig {
        always_include_leaves: false,
        follow_equivalent_only: true,
        ..TraversalConfig::default()
    };
    let is_empty =
        |value: ValueRef<'_>| value.ty() == ty && value.defining_op().is_some_and(|op| op.isa::<EmptyOp>());
    let found = state.find_in_reverse_use_def_chain(operand, is_empty, config);
    let empties: Vec<Value> = found.into_iter().map(|value| value.id()).collect();
    let structured = as_structured(view).filter(|_| !empties.is_empty())?;
    let (maps, (first, count)) = (structured.indexing_maps(view), structured.destinations(view));
    let fits = |&output: &usize| {
        !is_element_used(view, output)
            && (view.cx().matches_upstream() || !keeps_elements(view, output))
            && Operand { op: view, index: output }.value().ty() == ty
            && maps.get(output) == maps.get(input)
    };
    let output = (first..first + count).find(fits)?;
    let value = Operand { op: view, index: output }.value().id();
    let makers = empties.iter().filter_map(|&empty| rw.value(empty).defining_op().map(OpRef::id));
    let mut dominated = makers.into_iter();
    dominated.all(|maker| dominance.is_in_scope(rw, value, maker)).then_some((output, empties))
}

/// Makes the input of the op its output, with an empty tensor as the new input.
fn exchange(rw: &mut Rewriter<'_>, op: Op, [input, output]: [usize; 2], empties: &[Value]) {
    let value = |rw: &Rewriter<'_>, index: usize| Operand { op: rw.op(op), index }.value().id();
    let output_value = value(rw, output);
    for &empty in empties {
        rw.replace_all_uses_with(empty, output_value);
    }
    let input_value = value(rw, input);
    rw.set_operand(op, output, input_value);
    if let Some(&empty) = empties.first() {
        rw.set_operand(op, input, empty);
    }
    let block = rw.op(op).regions().next().and_then(|region| region.entry()).map(|block| block.id());
    let args: Vec<Value> = block.map_or(Vec::new(), |block| rw.body().args(block).collect());
    if let (Some(&from), Some(&to)) = (args.get(input), args.get(output)) {
        rw.replace_all_uses_with(from, to);
    }
}
