//! Fusion of the producer of a slice into the loops around its consumer: the part that is needed is computed where it is
//! used.

use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_dialects_linalg::tiling::clone_for_ranges;
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::{CastOp, ExtractSliceOp, collapsed_type};
use terrace_ir::{Op, Rewriter};
use terrace_passes_shared::reshapes::create_collapse;

/// Computes the slice that is an operand of a structured op from slices of the operands of the op that produces the sliced
/// tensor, before the consumer. Returns the clone of the producer, which stays as it is; `None`, without modifications,
/// if the operand is no slice with unit strides of a result of a structured op in another block.
pub fn fuse_producer_of_slice(rw: &mut Rewriter<'_>, consumer: Op, operand: usize) -> Option<Op> {
    let value = rw.op(consumer).operand(operand);
    let sliced = value.defining_op()?.cast::<ExtractSliceOp>()?;
    let source = sliced.source();
    let producer = source.defining_op()?;
    let structured = as_structured(producer).filter(|_| has_tensor_semantics(producer))?;
    if producer.block() == sliced.0.block() || slice(sliced.0).strides.iter().any(|&stride| stride != 1) {
        return None;
    }
    let result = source.index() as usize;
    let map =
        structured.indexing_maps(producer).into_iter().nth(structured.destinations(producer).0 + result)?;
    if !map.is_projected_permutation(false) {
        return None;
    }
    let [offsets, sizes] = [mixed_offsets(sliced.0), mixed_sizes(sliced.0)].map(|list| indices(&list));
    let mut ranges = vec![None; map.num_dims as usize];
    for (expr, (&offset, &size)) in map.results.iter().zip(offsets.iter().zip(&sizes)) {
        ranges[expr.as_dim()? as usize] = Some((offset, size));
    }
    let (ty, shape) = (value.ty(), slice(sliced.0).sizes);
    let dropped = rank_reduction_mask(&shape, ty.shape(rw.cx())?)?;
    let producer = producer.id();
    rw.set_insertion_point_before(consumer);
    let clone = clone_for_ranges(rw, producer, &ranges).ok()?;
    let loc = rw.op(clone).loc();
    let mut part = rw.op(clone).results().nth(result)?.id();
    if dropped.contains(&true) {
        let groups = groups_of_kept(&dropped);
        let to = collapsed_type(rw.cx(), rw.value(part).ty(), &groups);
        part = create_collapse(rw, part, &groups, to, loc);
    }
    if rw.value(part).ty() != ty {
        part = rw.build_value(CastOp::of(part).dest(ty).loc(loc));
    }
    rw.set_operand(consumer, operand, part);
    Some(clone)
}

/// Groups of dimensions, each of which has one that is kept: those that are dropped before it, and after the last one.
fn groups_of_kept(dropped: &[bool]) -> Vec<Vec<i64>> {
    let (mut groups, mut group) = (Vec::new(), Vec::new());
    for (dim, &dropped) in (0..).zip(dropped) {
        group.push(dim);
        if !dropped {
            groups.push(std::mem::take(&mut group));
        }
    }
    match groups.last_mut() {
        Some(last) => last.append(&mut group),
        // All become a tensor of rank zero.
        None => return Vec::new(),
    }
    groups
}
