//! Resolution of dimensions of results as dimensions of operands.

use crate::tensor_sizes::{collapsed_size, size_of};
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{index_constant, indices, known_indices, value_of};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape};
use terrace_dialects_mem::slices::{mixed, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, ExtractSliceOp, PadOp};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{BinaryOpView, DYNAMIC, Op, OpFoldResult, OpRef, Rewriter, Type, op_match, pattern};

/// The patterns.
pub static RESOLVE_DIMS: &[Pattern] = &[
    pattern!("dim_of_maker", DimOp, |rw, op| dim_of_maker(rw, op.into())),
    pattern!("dim_of_loops", DimOp, |rw, op| dim_of_loops(rw, op.into())),
];

/// The size of a slice along a dimension of its result.
fn slice_size(op: OpRef<'_>, dim: usize) -> Option<OpFoldResult> {
    let shape = op.single_result().ty().shape(op.cx())?;
    let dropped = rank_reduction_mask(&slice(op).sizes, shape)?;
    let sizes = indices(&mixed(op, 1));
    let kept = sizes.into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
    kept.map(|(size, _)| size).nth(dim)
}

/// The constant index of the queried dimension, and the op that defines the tensor.
fn asked(op: OpRef<'_>) -> Option<(usize, OpRef<'_>)> {
    let (source, dim) = BinaryOpView(op).operands();
    Some((usize::try_from(m_scalar_i64(dim)?).ok()?, source.defining_op()?))
}

/// An extent of a reshaped tensor, of a part or of a tensor with borders.
fn dim_of_maker(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (dim, maker) = asked(view)?;
    if *BinaryOpView(view).lhs().ty().shape(cx)?.get(dim)? != DYNAMIC {
        return None;
    }
    let loc = maker.loc();
    let size = op_match!(maker, {
        ExpandShapeOp(_) => *indices(&output_shape(maker)).get(dim)?,
        ExtractSliceOp(_) => slice_size(maker, dim)?,
        CollapseShapeOp(collapse) => {
            let (source, group) = (collapse.src().id(), groups_of(maker).get(dim)?.clone());
            collapsed_size(rw, source, &group, loc)?
        }
        PadOp(pad) => {
            let low = *known_indices(&mixed_values(&pad.static_low().to_vec(), pad.low())).get(dim)?;
            let high = *known_indices(&mixed_values(&pad.static_high().to_vec(), pad.high())).get(dim)?;
            let source = pad.source().id();
            let source = size_of(rw, source, dim as i64, loc);
            let sum = AffineExpr::add(AffineExpr::dim(0), AffineExpr::dim(1));
            let map = AffineMap::new(3, 0, vec![AffineExpr::add(sum, AffineExpr::dim(2))]);
            composed_apply(rw, &map, &[OpFoldResult::Value(source), low, high], loc)
        }
        _ => {
            return None;
        }
    });
    let value = value_of(rw, size, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// An extent of a result is that of the first operand along the same loop.
fn dim_of_loops(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, _) = BinaryOpView(view).operands();
    let (dim, maker) = asked(view)?;
    let structured = as_structured(maker)?;
    let maps = structured.indexing_maps(maker);
    let (first, _) = structured.destinations(maker);
    let at = first + source.index() as usize;
    let result = maps.get(at)?.results.get(dim)?.clone();
    if let Some(number) = result.as_constant() {
        let loc = view.loc();
        let number = index_constant(rw, number, loc);
        rw.replace_op(op, &[number]);
        return Some(());
    }
    let of = result.as_dim()?;
    let found = maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(of)?)))?;
    let (operand, place) = if found.0 < first { found } else { (at, dim) };
    let value = maker.operand(operand);
    let (extent, value, loc) = (*value.ty().shape(cx)?.get(place)?, value.id(), view.loc());
    let number = if extent == DYNAMIC {
        let place = index_constant(rw, place as i64, loc);
        rw.build_or_fold_value(DimOp::of(value, place).result(Type::INDEX).loc(loc))
    } else {
        index_constant(rw, extent, loc)
    };
    rw.replace_op(op, &[number]);
    Some(())
}
