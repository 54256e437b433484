//! The extents of results in terms of the operands of their ops: `ReifyRankedShapedTypeOpInterface`.

use crate::softmax::SoftmaxOp;
use crate::structured::as_structured;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply, make_apply};
use terrace_dialects_mem::bufferization::{AllocTensorOp, MaterializeInDestinationOp};
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{index_constant, indices, value_of};
use terrace_dialects_mem::reassociation::groups;
use terrace_dialects_mem::reshape_patterns::output_shape;
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, GenerateOp, InsertSliceOp,
    SplatOp,
};
use terrace_ir::subset::SubsetOp;
use terrace_ir::tiling::ReifyShapes;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Op, OpFoldResult, OpFoldResultRef, OpRef, Rewriter, Type, Value, ValueRef};

/// The extents of all results of an op, as [`reified_shape`] returns those of one.
pub fn reified_shapes(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
    let view = rw.op(op);
    if let Some(interface) = view.interface::<dyn ReifyShapes>() {
        return interface.reify_shapes(rw, op);
    }
    if as_structured(view).is_some() {
        return of_loops(rw, op);
    }
    let results: Vec<Value> = view.results().map(|value| value.id()).collect();
    let mut shapes = Vec::with_capacity(results.len());
    for result in results {
        shapes.push(reified_shape(rw, result)?);
    }
    Some(shapes)
}

/// The extents of a result, with ops created at the insertion point for dynamic ones; `None` if the op does
/// not support it.
pub fn reified_shape(rw: &mut Rewriter<'_>, value: Value) -> Option<Vec<OpFoldResult>> {
    let view = rw.value(value);
    let (op, result) = (view.defining_op()?, view.index() as usize);
    let (shape, loc) = (view.ty().shape(rw.cx())?.to_vec(), op.loc());
    if let Some(interface) = op.interface::<dyn ReifyShapes>() {
        let op = op.id();
        return interface.reify_shapes(rw, op)?.into_iter().nth(result);
    }
    if as_structured(op).is_some() {
        let op = op.id();
        return of_loops(rw, op)?.into_iter().nth(result);
    }
    if let Some(splat) = op.cast::<SplatOp>() {
        return with_sizes(&shape, splat.dynamic_sizes().map(|size| size.id()));
    }
    if let Some(empty) = op.cast::<EmptyOp>() {
        return with_sizes(&shape, empty.dynamic_sizes().map(|size| size.id()));
    }
    if let Some(generate) = op.cast::<GenerateOp>() {
        return with_sizes(&shape, generate.dynamic_extents().map(|size| size.id()));
    }
    if let Some(alloc) = op.cast::<AllocTensorOp>() {
        let Some(copied) = alloc.copy().map(|copied| copied.id()) else {
            return with_sizes(&shape, alloc.dynamic_sizes().map(|size| size.id()));
        };
        return Some(like(rw, &shape, copied, loc, false));
    }
    if op.isa::<ExtractSliceOp>() {
        return of_slice(op, &shape);
    }
    if op.isa::<ExpandShapeOp>() {
        return Some(indices(&output_shape(op)));
    }
    if let Some(collapse) = op.cast::<CollapseShapeOp>() {
        let (source, groups) = (collapse.src().id(), groups(rw.cx(), collapse.reassociation_attr()));
        return Some(of_collapsed(rw, source, &shape, &groups, loc));
    }
    let dest = op.cast::<InsertSliceOp>().map(|insert| insert.dest());
    if let Some(dest) = dest.or_else(|| op.cast::<MaterializeInDestinationOp>().map(|view| view.dest())) {
        let dest = dest.id();
        return Some(extents(rw, dest, loc));
    }
    if let Some(softmax) = op.cast::<SoftmaxOp>() {
        let input = softmax.input().id();
        return Some(like(rw, &shape, input, loc, true));
    }
    if op.isa::<ConcatOp>() {
        let op = op.id();
        return of_concat(rw, op, &shape);
    }
    None
}

/// A shape with values for its dynamic extents.
fn with_sizes(shape: &[i64], mut sizes: impl Iterator<Item = Value>) -> Option<Vec<OpFoldResult>> {
    let known = |&extent: &i64| match extent {
        DYNAMIC => sizes.next().map(OpFoldResult::Value),
        extent => Some(OpFoldResult::Static(extent)),
    };
    shape.iter().map(known).collect()
}

/// A shape with dynamic extents queried from another tensor.
fn like(
    rw: &mut Rewriter<'_>,
    shape: &[i64],
    other: Value,
    loc: terrace_ir::Loc,
    folds: bool,
) -> Vec<OpFoldResult> {
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &known) in shape.iter().enumerate() {
        sizes.push(match (known, folds) {
            (DYNAMIC, true) => {
                let size = extent(rw, other, dim, loc);
                OpFoldResult::Value(value_of(rw, size, loc))
            }
            (DYNAMIC, false) => {
                let number = index_constant(rw, dim as i64, loc);
                OpFoldResult::Value(rw.build_value(DimOp::of(other, number).result(Type::INDEX).loc(loc)))
            }
            (known, _) => OpFoldResult::Static(known),
        });
    }
    sizes
}

fn of_slice(op: OpRef<'_>, shape: &[i64]) -> Option<Vec<OpFoldResult>> {
    let sizes = op.interface::<dyn SubsetOp>()?.slice(op)?.sizes;
    // From the last on, a one goes unless the shape has one there. A value is no one, whatever it is known to be.
    let mut left = shape;
    let mut kept: Vec<OpFoldResult> = Vec::with_capacity(shape.len());
    for size in sizes.into_iter().rev() {
        let Some((last, before)) = left.split_last() else { break };
        if !matches!(size, OpFoldResultRef::Static(1)) || *last == 1 {
            kept.push(size.into());
            left = before;
        }
    }
    kept.reverse();
    (kept.len() == shape.len()).then_some(kept)
}

/// Products of the collapsed extents.
fn of_collapsed(
    rw: &mut Rewriter<'_>,
    source: Value,
    shape: &[i64],
    groups: &[Vec<i64>],
    loc: terrace_ir::Loc,
) -> Vec<OpFoldResult> {
    let mut sizes = Vec::with_capacity(shape.len());
    for (&known, group) in shape.iter().zip(groups) {
        if known != DYNAMIC {
            sizes.push(OpFoldResult::Static(known));
            continue;
        }
        let mut factors = Vec::with_capacity(group.len());
        for &dim in group {
            let number = index_constant(rw, dim, loc);
            let size = rw.build_or_fold_value(DimOp::of(source, number).result(Type::INDEX).loc(loc));
            factors.push(OpFoldResult::Value(size));
        }
        let symbols = (0..factors.len() as u32).map(AffineExpr::symbol);
        let product = symbols.reduce(|a, b| a * b).unwrap_or_else(|| AffineExpr::constant(1));
        let map = AffineMap::new(0, factors.len() as u32, vec![product]);
        sizes.push(OpFoldResult::Value(make_apply(rw, loc, &map, &factors)));
    }
    sizes
}

/// The sum of extents along the concatenated dimension; elsewhere, those of the first input, or static ones
/// of others.
fn of_concat(rw: &mut Rewriter<'_>, op: Op, shape: &[i64]) -> Option<Vec<OpFoldResult>> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let dim = usize::try_from(view.cast::<ConcatOp>()?.dim()).ok()?;
    let (inputs, loc): (Vec<Value>, _) = (view.operands().map(|value| value.id()).collect(), view.loc());
    let known_of = |dim: usize, rw: &Rewriter<'_>| {
        let of = |value: ValueRef<'_>| value.ty().shape(cx).and_then(|shape| shape.get(dim).copied());
        inputs.iter().filter_map(|&input| of(rw.value(input))).find(|&extent| extent != DYNAMIC)
    };
    let &first = inputs.first()?;
    let mut sizes = vec![OpFoldResult::Static(0); shape.len()];
    for (at, &known) in shape.iter().enumerate().filter(|(at, _)| *at != dim) {
        sizes[at] = if known != DYNAMIC {
            OpFoldResult::Static(known)
        } else if let Some(known) = known_of(at, rw) {
            OpFoldResult::Value(index_constant(rw, known, loc))
        } else {
            let loc = rw.value(first).loc();
            let number = index_constant(rw, at as i64, loc);
            OpFoldResult::Value(rw.build_value(DimOp::of(first, number).result(Type::INDEX).loc(loc)))
        };
    }
    sizes[dim] = OpFoldResult::Static(*shape.get(dim)?);
    if shape[dim] == DYNAMIC {
        let mut parts = Vec::with_capacity(inputs.len());
        for &input in &inputs {
            let loc = rw.value(input).loc();
            let number = index_constant(rw, dim as i64, loc);
            parts.push(OpFoldResult::Value(
                rw.build_or_fold_value(DimOp::of(input, number).result(Type::INDEX).loc(loc)),
            ));
        }
        let dims = (0..parts.len() as u32).map(AffineExpr::dim);
        let sum = dims.reduce(|a, b| a + b)?;
        let size = apply_expr(rw, sum, &parts, loc);
        sizes[dim] = OpFoldResult::Value(value_of(rw, size, loc));
    }
    Some(sizes)
}

/// The shapes of the destinations, as inferred by the maps of a structured op from the shapes of the other
/// operands.
fn of_loops(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (structured, loc) = (as_structured(view)?, view.loc());
    let maps = structured.indexing_maps(view);
    let (first, count) = structured.destinations(view);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let loops = AffineMap::concat(&maps).inverse_permutation()?;
    let outputs = AffineMap::concat(&maps[first..first + count]);
    let from = maps[..first].iter().map(AffineMap::num_results).sum::<usize>() as u32;
    let of_outputs = from..from + outputs.num_results() as u32;
    let map = outputs.compose(&loops);
    let mut all = Vec::new();
    for &operand in &operands {
        all.extend(extents(rw, operand, loc));
    }
    let mut told = Vec::with_capacity(map.num_results());
    for at in 0..map.num_results() {
        told.push(composed_apply(rw, &map.sub_map(&[at]), &all, loc));
    }
    let mut shapes = Vec::with_capacity(count);
    let mut at = 0;
    for &output in &operands[first..first + count] {
        let shape = rw.value(output).ty().shape(cx)?.to_vec();
        let mut sizes = Vec::with_capacity(shape.len());
        for (dim, &known) in shape.iter().enumerate() {
            let position = at;
            at += 1;
            if known != DYNAMIC {
                sizes.push(OpFoldResult::Static(known));
                continue;
            }
            // What only the destinations themselves tell is asked of this one.
            let circular = of_outputs.clone().any(|output| map.results[position].is_function_of_dim(output));
            let size = if circular { extent(rw, output, dim, loc) } else { told[position] };
            sizes.push(OpFoldResult::Value(value_of(rw, size, loc)));
        }
        shapes.push(sizes);
    }
    Some(shapes)
}
