//! Elementwise ops on tensors or buffers of one dimension.

use terrace_affine::AffineMap;
use terrace_dialects_core::arith::{DivSIOp, RemSIOp};
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{as_structured, maps_of_attr};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{self as buffers, is_guaranteed_collapsible};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, collapsed_type};
use terrace_ir::{Attr, Context, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};
use terrace_rewrite::walk::nested_post_order;

/// All dimensions in one group.
fn single_group(rank: usize) -> Vec<Vec<i64>> {
    vec![(0..rank as i64).collect()]
}

/// The type of a tensor or buffer with all dimensions in one; `None` if the layout of a buffer does not allow it.
fn flat_type(cx: &Context, ty: Type, rank: usize) -> Option<Type> {
    let groups = single_group(rank);
    match memref(cx, ty) {
        None => Some(collapsed_type(cx, ty, &groups)),
        Some(buffer) if is_guaranteed_collapsible(cx, &buffer, &groups) => {
            buffers::collapsed_type(cx, &buffer, &groups)
        }
        Some(_) => None,
    }
}

fn flatten_operand(rw: &mut Rewriter<'_>, value: Value, rank: usize, loc: Loc) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    let groups: Option<Attr> = Some(groups_attr(cx, &single_group(rank)));
    let flat = flat_type(cx, ty, rank)?;
    Some(match ty.is_memref(cx) {
        true => rw.build_value(
            buffers::CollapseShapeOp::of(value).reassociation_attr(groups).result(flat).loc(loc),
        ),
        false => rw.build_value(CollapseShapeOp::of(value).reassociation_attr(groups).result(flat).loc(loc)),
    })
}

/// Computes the numbers of the loops that were from the number of the one loop there is.
fn replace_indices(rw: &mut Rewriter<'_>, op: Op, sizes: &[OpFoldResult], loc: Loc) -> Option<()> {
    let inner = nested_post_order(rw.body(), op);
    let indices: Vec<Op> = inner.into_iter().filter(|&inner| rw.op(inner).isa::<IndexOp>()).collect();
    if indices.is_empty() {
        return Some(());
    }
    let block = rw.op(op).regions().next()?.entry()?.id();
    rw.set_insertion_point_to_start(block);
    let zero = rw.cx().int_attr(Type::I64, 0);
    let mut rest = rw.build_value(IndexOp::of().dim_attr(zero).result(Type::INDEX).loc(loc));
    let mut numbers = vec![rest; sizes.len()];
    for (number, &size) in numbers.iter_mut().zip(sizes).skip(1).rev() {
        let size = value_of(rw, size, loc);
        *number = rw.build_or_fold_value(RemSIOp::of(rest, size).result(Type::INDEX).loc(loc));
        rest = rw.build_or_fold_value(DivSIOp::of(rest, size).result(Type::INDEX).loc(loc));
    }
    numbers[0] = rest;
    for index in indices {
        let dim = usize::try_from(IndexOp::view_of(rw.op(index)).dim()).ok()?;
        rw.replace_op(index, &[*numbers.get(dim)?]);
    }
    Some(())
}

/// Replaces an elementwise op of several loops, all of whose operands are scalars or have a dimension for
/// each loop in the same order, by one of a single loop, which is returned. `None`, without modifications,
/// for other ops, and for buffers whose layout does not permit it.
pub fn flatten_elementwise(rw: &mut Rewriter<'_>, op: GenericOp) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (maps, rank) = (structured.indexing_maps(view), structured.parallel(view).len());
    let (first_init, count) = structured.destinations(view);
    let whole = AffineMap::identity(rank as u32);
    if maps.iter().any(|map| *map != whole && map.num_results() != 0) || rw.holds_isolated(op.into()) {
        return None;
    }
    let types = view.operand_types();
    let flattens = |at: usize| maps[at] == whole;
    for (_, &ty) in types.iter().enumerate().filter(|(at, _)| flattens(*at)) {
        flat_type(cx, ty, rank)?;
    }
    let (loc, result_types) = (view.loc(), view.result_types());
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let is_generic = view.isa::<GenericOp>();
    // Explicit maps of a named op are those of the original loops.
    if !is_generic && !maps_of_attr(view).is_empty() {
        return None;
    }
    rw.set_insertion_point_before(op);
    // As upstream's ranges of loops, the extents of all operands are there before one is chosen.
    let shaped: Vec<Value> = (0..operands.len()).filter(|&at| flattens(at)).map(|at| operands[at]).collect();
    let all: Vec<Vec<OpFoldResult>> = shaped.into_iter().map(|operand| extents(rw, operand, loc)).collect();
    let sizes = all.into_iter().next()?;
    let mut flat = operands.clone();
    for (_, operand) in flat.iter_mut().enumerate().filter(|(at, _)| flattens(*at)) {
        *operand = flatten_operand(rw, *operand, rank, loc)?;
    }
    let (inputs, outputs) = (&flat[..first_init], &flat[first_init..first_init + count]);
    let types = tensor_types(rw, outputs);
    let made = match is_generic {
        false => copy_with(rw, op.into(), &flat, &types)?,
        true => {
            let reduced = |map: &AffineMap| match *map == whole {
                true => AffineMap::identity(1),
                false => AffineMap::new(1, 0, Vec::new()),
            };
            let maps: Vec<AffineMap> = maps.iter().map(reduced).collect();
            let region = op.view(rw).region().id();
            let block = rw.region(region).entry()?.id();
            let args: Vec<(Type, Loc)> = rw.block(block).args().map(|arg| (arg.ty(), arg.loc())).collect();
            let fresh = rw.new_region();
            let new_block = rw.create_block(fresh, &args);
            let args: Vec<Value> = rw.body().args(new_block).collect();
            rw.inline_block(block, terrace_ir::InsertPoint::End(new_block), &args);
            let loops = Loops { inputs, outputs, maps: &maps, parallel: &[true] };
            make_generic(rw, &loops, &types, fresh, loc)
        }
    };
    let point = rw.insertion_point();
    replace_indices(rw, made, &sizes, loc)?;
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    let results: Vec<Value> = rw.body().results(made).collect();
    let mut replacements = Vec::with_capacity(results.len());
    for (result, ty) in results.into_iter().zip(result_types) {
        let groups = groups_attr(cx, &single_group(rank));
        let expand = rw.build(
            ExpandShapeOp::of(result)
                .loc(loc)
                .mixed_output_shape(&sizes)
                .reassociation_attr(groups)
                .result(ty),
        );
        replacements.extend(rw.body().results(expand));
    }
    rw.replace_op(op, &replacements);
    Some(made)
}
