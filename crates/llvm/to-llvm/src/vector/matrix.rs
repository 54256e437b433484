//! Contractions and transpositions of matrices as intrinsics on matrices in flat vectors.

use terrace_dialects_core::arith;
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{ContractionOp, MaskOp, ShapeCastOp, TransposeOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, OpKind, OpRef, Rewriter, Type, Value, VectorType, pattern};

/// Contracts matrices by one intrinsic, where these are matrices.
pub static CONTRACT_TO_MATRIX_MULTIPLY: &[Pattern] =
    &[Pattern { benefit: 100, ..pattern!("ContractionOpToMatmulOpLowering", ContractionOp, contract) }];

/// Transposes matrices by one intrinsic.
pub static TRANSPOSE_TO_FLAT_TRANSPOSE: &[Pattern] =
    &[Pattern { benefit: 100, ..pattern!("TransposeOpToMatrixTransposeOpLowering", TransposeOp, transpose) }];

fn cast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(ShapeCastOp::of(value).result(ty).loc(loc))
}

/// A vector of all elements in one dimension.
fn flat(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let ty = VectorType::get(cx, &[own.num_elements()], own.element);
    cast(rw, value, ty, loc)
}

fn swapped(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let ty = VectorType::get_scalable(cx, &[own.shape[1], own.shape[0]], &[false; 2], own.element);
    rw.build_value(TransposeOp::of(value).permutation_attr(cx.i64_array(&[1, 0])).result(ty).loc(loc))
}

/// The dimension in each result of each map; `None` if a result is not a dimension.
fn dims_of_maps(op: OpRef<'_>) -> Option<Vec<Vec<u32>>> {
    let maps = ContractionOp::view_of(op).indexing_maps();
    maps.iter()
        .map(|map| map.as_affine_map(op.cx())?.results.iter().map(|expr| expr.as_dim()).collect())
        .collect()
}

/// Whether a matrix of two dimensions is transposed; `None` if it has other dimensions.
fn is_swapped(dims: &[u32], wanted: [u32; 2]) -> Option<bool> {
    match dims {
        [a, b] if [*a, *b] == wanted => Some(false),
        [a, b] if [*b, *a] == wanted => Some(true),
        _ => None,
    }
}

fn number(cx: &Context, number: i64) -> Option<terrace_ir::Attr> {
    Some(cx.int_attr(Type::I32, i64::from(i32::try_from(number).ok()?)))
}

fn contract(rw: &mut Rewriter<'_>, op: ContractionOp) -> Option<()> {
    use terrace_dialects_vector::attrs::IteratorType::{Parallel, Reduction};
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.0.parent_op().is_some_and(|parent| parent.isa::<MaskOp>()) {
        return None;
    }
    let iterators: Vec<_> = view.iterator_types().iter().collect();
    if iterators != [Parallel, Parallel, Reduction] {
        return None;
    }
    let ty = view.0.single_result().ty();
    let own = as_vector(cx, ty).filter(|own| !own.is_scalable())?;
    let element = vector(cx, view.lhs().ty()).element;
    if !(element.is_integer(cx) || element.is_float(cx)) || element != own.element {
        return None;
    }
    let maps = dims_of_maps(view.0)?;
    let [lhs_dims, rhs_dims, acc_dims] = maps.as_slice() else { return None };
    let (m, n, k) = (0, 1, 2);
    let swap = [is_swapped(lhs_dims, [m, k])?, is_swapped(rhs_dims, [k, n])?];
    let swap_result = is_swapped(acc_dims, [m, n])?;
    let (inputs, acc, loc) = ([view.lhs().id(), view.rhs().id()], view.acc().id(), view.0.loc());
    // Extents that no intrinsic has are left to others.
    let extents = inputs.map(|input| vector(cx, rw.value(input).ty()).shape.to_vec());
    extents.iter().flatten().try_for_each(|&extent| number(cx, extent).map(|_| ()))?;
    let mut matrices = inputs;
    for (matrix, swap) in matrices.iter_mut().zip(swap) {
        if swap {
            *matrix = swapped(rw, *matrix, loc);
        }
    }
    let [lhs, rhs] = matrices;
    let [rows, inner] = *vector(cx, rw.value(lhs).ty()).shape else { return None };
    let [_, columns] = *vector(cx, rw.value(rhs).ty()).shape else { return None };
    let [lhs, rhs] = [lhs, rhs].map(|matrix| flat(rw, matrix, loc));
    let product_ty = VectorType::get(cx, &[rows * columns], element);
    let product = rw.build_value(
        intr::MatrixMultiplyOp::of(lhs, rhs)
            .lhs_rows_attr(number(cx, rows))
            .lhs_columns_attr(number(cx, inner))
            .rhs_columns_attr(number(cx, columns))
            .res(product_ty)
            .loc(loc),
    );
    let mut product = cast(rw, product, VectorType::get(cx, &[rows, columns], element), loc);
    if swap_result {
        product = swapped(rw, product, loc);
    }
    let sum = match element.is_integer(cx) {
        true => rw.build_value(arith::AddIOp::of(acc, product).result(ty).loc(loc)),
        false => rw.build_value(arith::AddFOp::of(acc, product).result(ty).loc(loc)),
    };
    rw.replace_op(op, &[sum]);
    Some(())
}

fn transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector().id(), view.result().ty(), view.0.loc());
    let own = vector(cx, ty);
    if vector(cx, view.vector().ty()).is_scalable() {
        return rw.notify_match_failure(op, "This lowering does not support scalable vectors");
    }
    let &[rows, columns] = own.shape else { return None };
    if view.permutation().to_vec() != [1, 0] {
        return None;
    }
    let matrix = flat(rw, source, loc);
    let flat_ty = rw.value(matrix).ty();
    let transposed = rw.build_value(
        intr::MatrixTransposeOp::of(matrix)
            .rows_attr(number(cx, rows)?)
            .columns_attr(number(cx, columns)?)
            .res(flat_ty)
            .loc(loc),
    );
    let result = cast(rw, transposed, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}
