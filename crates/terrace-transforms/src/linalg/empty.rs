//! Empty tensors under another shape, and parts of them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{Index, index_constant, indices, known, split, value_of};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape};
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, ranked_tensor,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Op, OpKind, Rewriter, Type, Value};

/// The patterns.
pub(super) static FOLD_EMPTY: &[Pattern] = &[
    Pattern::new("slice_of_empty", ExtractSliceOp::DEF.name, slice_of_empty),
    Pattern::new("expand_of_empty", ExpandShapeOp::DEF.name, reshape_of_empty),
    Pattern::new("collapse_of_empty", CollapseShapeOp::DEF.name, reshape_of_empty),
    Pattern::new("dim_of_loops", DimOp::DEF.name, dim_of_loops),
];

fn is_of_empty(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.op(op).operand(0).defining_op().is_some_and(|made| made.isa::<EmptyOp>())
}

fn slice_of_empty(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if !is_of_empty(rw, op) {
        return None;
    }
    let sizes: Vec<Value> = rw.op(op).operand_group(2).map(|size| size.id()).collect();
    rw.replace_as::<EmptyOp>(op, &sizes, &[]);
    Some(())
}

fn reshape_of_empty(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if !is_of_empty(rw, op) {
        return None;
    }
    let (cx, view) = (rw.cx(), rw.op(op));
    let (ty, source, loc) = (view.result(0).ty(), view.operand(0).id(), view.loc());
    let sizes = if view.isa::<ExpandShapeOp>() {
        indices(&output_shape(view))
    } else {
        let groups = groups_of(view);
        let shape = ty.shape(cx)?.to_vec();
        let mut sizes = Vec::with_capacity(shape.len());
        for (group, &extent) in groups.iter().zip(&shape) {
            if extent != DYNAMIC {
                sizes.push(Index::Known(extent));
                continue;
            }
            let mut factors = Vec::with_capacity(group.len());
            for &dim in group {
                let number = index_constant(rw, dim, loc);
                let size = rw.fold_or_make::<DimOp>(&[source, number], &[], Type::INDEX, loc);
                factors.push(Index::Value(size));
            }
            let symbols = (0..group.len() as u32).map(AffineExpr::symbol);
            let product = symbols.reduce(AffineExpr::mul)?;
            let map = AffineMap::new(0, group.len() as u32, vec![product]);
            let size = composed_apply(rw, &map, &factors, loc);
            sizes.push(Index::Value(value_of(rw, size, loc)));
        }
        sizes
    };
    let (values, fixed) = split(&sizes);
    let made = ranked_tensor(cx, &fixed, ty.element_type(cx)?, None);
    let mut value = rw.make_value::<EmptyOp>(&values, &[], made, loc);
    if made != ty {
        value = rw.make_value::<CastOp>(&[value], &[], ty, loc);
    }
    rw.replace(op, &[value]);
    Some(())
}

/// An extent of a result is that of the first operand along the same loop.
fn dim_of_loops(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let source = view.operand(0);
    let dim = usize::try_from(known(view.operand(1))?).ok()?;
    let maker = source.defining_op()?;
    let structured = as_structured(maker)?;
    let maps = structured.indexing_maps(maker);
    let (first, _) = structured.destinations(maker);
    let at = first + source.index() as usize;
    let of = maps.get(at)?.results.get(dim)?.as_dim()?;
    let found = maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(of)?)))?;
    let (operand, place) = if found.0 < first { found } else { (at, dim) };
    let value = maker.operand(operand);
    let (extent, value, loc) = (*value.ty().shape(cx)?.get(place)?, value.id(), view.loc());
    let number = if extent == DYNAMIC {
        let place = index_constant(rw, place as i64, loc);
        rw.fold_or_make::<DimOp>(&[value, place], &[], Type::INDEX, loc)
    } else {
        index_constant(rw, extent, loc)
    };
    rw.replace(op, &[number]);
    Some(())
}
