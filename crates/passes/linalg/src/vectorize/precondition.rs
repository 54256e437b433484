//! Preconditions of vectorization.

use terrace_dialects_linalg::classify::is_elementwise;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::map_reduce::ReduceOp;
use terrace_dialects_linalg::matmul::{BatchMatmulOp, MatmulOp};
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::structured::{as_structured, static_loops};
use terrace_dialects_mem::index_values::known_mixed;
use terrace_dialects_mem::tensor::{ExtractOp, InsertSliceOp, PadOp, constant_padding_value};
use terrace_ir::fold::constant_value;
use terrace_ir::{DYNAMIC, OpKind, OpRef, Type};

use super::VectorizeOptions;
use super::convolution::can_vectorize_convolution;
use super::generic::{combiner, combining_kind};
use super::relayout::filled_with;
use terrace_dialects_linalg::classify::is_named_contraction;

/// Returns whether an op can be vectorized with these options.
pub fn can_vectorize(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    if options.scalable.contains(&true) && !may_be_scalable(op, options) {
        return false;
    }
    if op.isa::<PadOp>() {
        return can_vectorize_pad(op, options);
    }
    if op.isa::<PackOp>() {
        return can_vectorize_pack(op, options);
    }
    if op.isa::<UnPackOp>() {
        return can_vectorize_unpack(op, options);
    }
    if let Some(insert) = op.cast::<InsertSliceOp>() {
        let (cx, source) = (op.cx(), insert.source().ty());
        let Some(shape) = source.shape(cx) else { return false };
        // The padding of out-of-bounds reads must be known.
        let is_in_bounds = !options.sizes.is_empty() || !shape.contains(&DYNAMIC);
        let sizes = &options.sizes;
        if !sizes.is_empty() && (sizes.len() != shape.len() || sizes.iter().any(|&size| size <= 0)) {
            return false;
        }
        return is_element(op, source.element_type_or_self(cx))
            && (is_in_bounds || filled_with(insert.dest()).is_some());
    }
    as_structured(op).is_some() && can_vectorize_structured(op, options)
}

/// Whether a vector of these extents covers a space of these, with a mask.
fn may_be_masked(space: &[i64], sizes: &[i64]) -> bool {
    space.len() == sizes.len()
        && sizes.iter().all(|&size| size > 0)
        && space.iter().zip(sizes).all(|(&extent, &size)| extent == DYNAMIC || extent <= size)
}

/// Whether vectors can have elements of a type.
fn is_element(op: OpRef<'_>, ty: Type) -> bool {
    let cx = op.cx();
    ty.is_int_or_index(cx) || ty.is_float(cx)
}

fn can_vectorize_pad(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    let view = PadOp::view_of(op);
    let Some(shape) = view.result().ty().shape(op.cx()) else { return false };
    // Lower borders would shift elements to the right.
    let stays = |(low, &extent)| known_mixed(low) == Some(0) || extent == 1;
    constant_padding_value(op).is_some()
        && may_be_masked(shape, &options.sizes)
        && view.mixed_low().into_iter().zip(shape).all(stays)
}

fn can_vectorize_pack(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    let (cx, view) = (op.cx(), PackOp::view_of(op));
    if view.padding_value().is_some_and(|value| constant_value(value).is_none()) {
        return false;
    }
    let (Some(from), Some(to)) = (view.source().ty().shape(cx), view.dest().ty().shape(cx)) else {
        return false;
    };
    let is_static = !from.contains(&DYNAMIC) && !to.contains(&DYNAMIC);
    let covers = match options.sizes.is_empty() {
        true => is_static,
        false => may_be_masked(to, &options.sizes),
    };
    covers && !view.static_inner_tiles().to_vec().contains(&DYNAMIC)
}

fn can_vectorize_unpack(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    let (cx, view) = (op.cx(), terrace_dialects_linalg::pack_unpack::UnPackOp::view_of(op));
    let (Some(from), Some(to)) = (view.source().ty().shape(cx), view.dest().ty().shape(cx)) else {
        return false;
    };
    match options.sizes.is_empty() {
        true => !from.contains(&DYNAMIC) && !to.contains(&DYNAMIC),
        false => may_be_masked(from, &options.sizes),
    }
}

fn has_reduction(op: OpRef<'_>) -> bool {
    let reduces = || as_structured(op).is_some_and(|structured| structured.parallel(op).contains(&false));
    op.isa::<ReduceOp>() || (op.isa::<GenericOp>() && reduces())
}

/// Whether each destination that is not one element for each iteration is combined with what iterations add.
fn can_reduce(op: OpRef<'_>) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    if !structured.parallel(op).contains(&false) {
        return false;
    }
    let (maps, (first, count)) = (structured.indexing_maps(op), structured.destinations(op));
    (0..count).all(|result| {
        maps[first + result].is_permutation()
            || combiner(op, result).is_some_and(|combiner| combining_kind(combiner).is_some())
    })
}

fn can_vectorize_structured(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    let (cx, maps) = (op.cx(), structured.indexing_maps(op));
    let shapes = || op.operands().map(|value| value.ty().shape_or_scalar(cx));
    if shapes().any(|shape| shape.contains(&0)) {
        return false;
    }
    if !options.sizes.is_empty() && !may_be_masked(&static_loops(op, &maps), &options.sizes) {
        return false;
    }
    let is_dynamic = shapes().any(|shape| shape.contains(&DYNAMIC));
    let is_convolution = structured.is_named_convolution();
    if is_convolution && !can_vectorize_convolution(op, options) {
        return false;
    }
    if is_dynamic && has_reduction(op) {
        if !can_reduce(op) {
            return false;
        }
    } else if is_dynamic
        && !is_elementwise(op)
        && !op.isa::<GenericOp>()
        && !op.isa::<CopyOp>()
        && !is_named_contraction(op)
        && !is_convolution
    {
        return false;
    }
    let Some(block) = op.single_region().entry() else { return false };
    let supported = |inner: OpRef<'_>| {
        if inner.isa::<ExtractOp>() && may_extract(inner, options) {
            return true;
        }
        inner.operands().all(|value| is_element(inner, value.ty()))
            && inner.results().all(|value| is_element(inner, value.ty()))
    };
    if !block.ops().all(supported) {
        return false;
    }
    if is_elementwise(op) || is_convolution {
        return true;
    }
    maps.iter().all(|map| map.is_projected_permutation(true)) && can_reduce(op)
}

fn may_extract(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    (op.num_operands() == 2 || options.vectorize_nd_extract)
        && op.results().all(|value| is_element(op, value.ty()))
}

/// Whether the scalable ones among the sizes are where scalable vectors are supported: the last parallel loop that runs more
/// than once, the last two of them, or the last loop where that reduces.
fn may_be_scalable(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    let count = options.scalable.iter().filter(|&&scalable| scalable).count();
    let Some(structured) = as_structured(op) else { return op.isa::<UnPackOp>() };
    let parallel = structured.parallel(op);
    if count > 2 || parallel.len() != options.scalable.len() {
        return false;
    }
    let Some(last) = options.scalable.iter().rposition(|&scalable| scalable) else { return true };
    let inner_parallel = (last + 1..parallel.len()).any(|dim| parallel[dim] && options.sizes[dim] != 1);
    if parallel[last] {
        if inner_parallel {
            return false;
        }
    } else if last + 1 != parallel.len() || op.isa::<MatmulOp>() {
        return false;
    }
    if count == 2 && (!parallel[last] || last == 0 || !options.scalable[last - 1] || !parallel[last - 1]) {
        return false;
    }
    const OTHERS: [&str; 4] =
        ["linalg.depthwise_conv_1d_nwc_wc", "linalg.matvec", "linalg.mmt4d", "linalg.batch_mmt4d"];
    is_elementwise(op)
        || op.isa::<MatmulOp>()
        || op.isa::<BatchMatmulOp>()
        || OTHERS.contains(&op.name_text())
        || has_reduction(op)
}
