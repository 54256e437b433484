//! Products of matrices that take one of their inputs transposed.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::{make_named, make_transpose, maps_attr};
use terrace_dialects_linalg::matmul::{BatchMatmulOp, MatmulOp};
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::make_slices::empty_like;
use terrace_dialects_mem::tensor::DimOp;
use terrace_ir::{DYNAMIC, Op, OpDef, OpFoldResult, OpKind, Rewriter, Type, Value, op_match};

/// Transposes an input of a matrix product, and replaces the product by one that takes the transposed input,
/// which is returned. `None` for products with user-defined maps, for those on buffers, and for other ops.
pub fn transpose_matmul(rw: &mut Rewriter<'_>, op: Op, input: usize) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (def, batch): (&'static OpDef, usize) = op_match!(view, {
        MatmulOp => (MatmulOp::DEF, 0),
        BatchMatmulOp => (BatchMatmulOp::DEF, 1),
        _ => return None,
    });
    let slot = def.props.iter().position(|prop| prop.name == "indexing_maps")?;
    let mut maps: Vec<AffineMap> = as_structured(view)?.indexing_maps(view);
    if !has_tensor_semantics(view) || maps != usual_maps(batch) {
        return None;
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (inputs, outputs) = operands.split_at(as_structured(view)?.destinations(view).0);
    let (loc, source) = (view.loc(), *inputs.get(input)?);
    let ty = rw.value(source).ty();
    let shape = ty.shape(cx)?.to_vec();
    rw.set_insertion_point_before(op);
    // Extents are created in the order of the transposed tensor.
    let order: Vec<usize> = (0..batch).chain([batch + 1, batch]).collect();
    let mut sizes = Vec::with_capacity(order.len());
    for &dim in &order {
        sizes.push(match shape[dim] {
            DYNAMIC => {
                let number = index_constant(rw, dim as i64, loc);
                OpFoldResult::Value(rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(loc)))
            }
            known => OpFoldResult::Static(known),
        });
    }
    let empty = empty_like(rw, &sizes, ty, loc);
    let permutation: Vec<i64> = order.iter().map(|&dim| dim as i64).collect();
    let transposed = make_transpose(rw, source, empty, &permutation, loc);
    let mut inputs = inputs.to_vec();
    inputs[input] = rw.body().results(transposed).next()?;
    maps[input].results.swap(batch, batch + 1);
    let mut props = vec![None; slot + 1];
    props[slot] = Some(maps_attr(cx, &maps));
    let made = make_named(rw, def, &inputs, outputs, &props, loc)?;
    rw.replace_op_with(op, made);
    Some(made)
}

/// The maps of a product with `batch` batch dimensions.
pub(crate) fn usual_maps(batch: usize) -> Vec<AffineMap> {
    let first = batch as u32;
    let map = |dims: [u32; 2]| {
        let results = (0..first).chain(dims.map(|dim| first + dim)).map(AffineExpr::dim);
        AffineMap::new(first + 3, 0, results.collect())
    };
    vec![map([0, 2]), map([2, 1]), map([0, 1])]
}
