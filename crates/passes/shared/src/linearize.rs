//! Accesses of buffers with several dimensions as accesses of one, in units of elements that are as wide or wider.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::{composed_apply, composed_max};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::ExtractStridedMetadataOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, Rewriter, Type, Value};

use crate::build::make_inferred;
use terrace_dialects_mem::affine::make::apply_expr;

/// Creates an `memref.extract_strided_metadata` of a buffer.
pub fn extract_strided_metadata(rw: &mut Rewriter<'_>, source: Value, loc: Loc) -> Option<Op> {
    make_inferred::<ExtractStridedMetadataOp>(rw, &[source], &[], loc)
}

/// The offset, sizes and strides of a buffer; static where its type is.
pub struct Strided {
    /// The offset of the first element.
    pub offset: OpFoldResult,
    /// The size of each dimension.
    pub sizes: Vec<OpFoldResult>,
    /// The stride of each dimension.
    pub strides: Vec<OpFoldResult>,
}

/// The layout of a buffer, from a `memref.extract_strided_metadata` that is made; `None` if it is not strided.
pub fn strided(rw: &mut Rewriter<'_>, buffer: Value, loc: Loc) -> Option<Strided> {
    let (cx, ty) = (rw.cx(), rw.body().value_type(buffer));
    let buffer_ty = memref(cx, ty)?;
    let (strides, offset) = buffer_ty.strides_and_offset(cx)?;
    let op = extract_strided_metadata(rw, buffer, loc)?;
    let results: Vec<Value> = rw.body().results(op).collect();
    let (size_values, stride_values) = results[2..].split_at(strides.len());
    let mixed = |known: &[i64], values: &[Value]| -> Vec<OpFoldResult> {
        known.iter().zip(values).map(|(&known, &value)| either(known, value)).collect()
    };
    Some(Strided {
        offset: either(offset, results[1]),
        sizes: mixed(buffer_ty.shape, size_values),
        strides: mixed(&strides, stride_values),
    })
}

fn either(known: i64, value: Value) -> OpFoldResult {
    match known {
        DYNAMIC => OpFoldResult::Value(value),
        known => OpFoldResult::Static(known),
    }
}

/// An access in units of `scale` elements.
pub struct Linearized {
    /// The unit in which it begins.
    pub index: OpFoldResult,
    /// The size of the buffer in units.
    pub size: OpFoldResult,
    /// The unit in which the buffer begins.
    pub offset: OpFoldResult,
    /// The element of the unit with which the access begins.
    pub within: OpFoldResult,
}

/// An access at indices, all zero if there are none, of a buffer with a layout; `None` if there are not as many as
/// dimensions.
pub fn linearized(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    scale: i64,
    layout: &Strided,
    indices: &[OpFoldResult],
) -> Option<Linearized> {
    let rank = layout.sizes.len();
    let symbol = |at: usize| AffineExpr::symbol(at as u32);
    let zeros = vec![OpFoldResult::Static(0); rank];
    let indices = if indices.is_empty() { &zeros[..] } else { indices };
    if indices.len() != rank || layout.strides.len() != rank {
        return None;
    }
    let place =
        (0..rank).fold(AffineExpr::constant(0), |sum, dim| sum + symbol(2 * dim) * symbol(2 * dim + 1));
    let operands: Vec<OpFoldResult> =
        indices.iter().zip(&layout.strides).flat_map(|(&index, &stride)| [index, stride]).collect();
    let scaled = |expr: AffineExpr| AffineExpr::floor_div(expr, AffineExpr::constant(scale));
    let symbols = 2 * rank as u32;
    let index = composed_apply(rw, &AffineMap::new(0, symbols, vec![scaled(place.clone())]), &operands, loc);
    let products = (0..rank).map(|dim| scaled(symbol(2 * dim) * symbol(2 * dim + 1))).collect();
    let extents: Vec<OpFoldResult> =
        layout.strides.iter().zip(&layout.sizes).flat_map(|(&stride, &size)| [stride, size]).collect();
    let size = composed_max(rw, &AffineMap::new(0, symbols, products), &extents, loc);
    let offset = apply_expr(rw, scaled(AffineExpr::symbol(0)), &[layout.offset], loc);
    let rest = AffineExpr::modulo(place, AffineExpr::constant(scale));
    let within = composed_apply(rw, &AffineMap::new(0, symbols, vec![rest]), &operands, loc);
    Some(Linearized { index, size, offset, within })
}

/// The strides of a buffer with these sizes whose elements are next to each other.
pub fn suffix_products(rw: &mut Rewriter<'_>, loc: Loc, sizes: &[OpFoldResult]) -> Vec<OpFoldResult> {
    let mut strides = vec![OpFoldResult::Static(1); sizes.len()];
    for dim in (1..sizes.len()).rev() {
        let product = AffineExpr::symbol(0) * AffineExpr::symbol(1);
        let map = AffineMap::new(0, 2, vec![product]);
        strides[dim - 1] = composed_apply(rw, &map, &[strides[dim], sizes[dim]], loc);
    }
    strides
}

/// The values of indices, static where they are constants.
pub fn as_indices(rw: &Rewriter<'_>, values: &[Value]) -> Vec<OpFoldResult> {
    let index = |&value: &Value| match m_scalar_i64(rw.value(value)) {
        Some(number) => OpFoldResult::Static(number),
        None => OpFoldResult::Value(value),
    };
    values.iter().map(index).collect()
}

/// The width of the elements of a buffer; `None` for elements that are neither integers nor floats.
pub fn element_bits(rw: &Rewriter<'_>, ty: Type) -> Option<i64> {
    let element = memref(rw.cx(), ty)?.element;
    element.bit_width(rw.cx()).filter(|&bits| bits > 0).map(i64::from)
}
