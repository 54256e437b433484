//! Creation of vector transfers, also under masks.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::ub;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::{memref, tensor};
use terrace_dialects_vector::types::{mask_of, vector};
use terrace_dialects_vector::{CreateMaskOp, MaskOp, TransferReadOp, TransferWriteOp, YieldOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, Context, DYNAMIC, Loc, Op, Rewriter, Type, Value};

/// An array of flags.
pub fn flags_attr(cx: &Context, flags: &[bool]) -> Attr {
    let flags: Vec<Attr> = flags.iter().map(|&flag| cx.bool_attr(flag)).collect();
    cx.array_attr(&flags)
}

/// The map by which the last dimensions of a tensor or buffer are transferred.
pub fn minor_map(rw: &Rewriter<'_>, base: Value, rank: usize) -> AffineMap {
    let base_rank = rw.value(base).ty().shape(rw.cx()).map_or(0, <[i64]>::len);
    AffineMap::minor_identity(base_rank as u32, rank.min(base_rank) as u32)
}

/// The parts of a `vector.transfer_read`.
pub struct Read<'a> {
    /// The tensor or buffer.
    pub base: Value,
    /// The indices at which the vector starts.
    pub indices: &'a [Value],
    /// The padding value; poison if `None`.
    pub padding: Option<Value>,
    /// The mask: elements without its bit are not read.
    pub mask: Option<Value>,
    /// The permutation map.
    pub map: AffineMap,
    /// For each dimension of the vector, whether it is in bounds.
    pub in_bounds: &'a [bool],
    /// The type of the vector.
    pub ty: Type,
}

/// `vector.transfer_read` at the insertion point.
pub fn create_read(rw: &mut Rewriter<'_>, read: &Read<'_>, loc: Loc) -> Op {
    let cx = rw.cx();
    let element = rw.value(read.base).ty().element_type_or_self(cx);
    let padding = read.padding.unwrap_or_else(|| rw.build_value(ub::PoisonOp::of().result(element).loc(loc)));
    let (map, in_bounds) = (cx.affine_map_attr(read.map.clone()), flags_attr(cx, read.in_bounds));
    rw.build(
        TransferReadOp::of(read.base, padding)
            .loc(loc)
            .indices(read.indices)
            .mask(read.mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .vector(read.ty),
    )
    .into()
}

/// `vector.transfer_write` at the insertion point.
pub fn create_write(
    rw: &mut Rewriter<'_>,
    value: Value,
    dest: Value,
    indices: &[Value],
    map: &AffineMap,
    in_bounds: &[bool],
    loc: Loc,
) -> Op {
    let cx = rw.cx();
    let ty = rw.value(dest).ty();
    let result = Some(ty).filter(|ty| ty.is_tensor(cx));
    let (map, in_bounds) = (cx.affine_map_attr(map.clone()), flags_attr(cx, in_bounds));
    rw.build(
        TransferWriteOp::of(value, dest)
            .loc(loc)
            .indices(indices)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .result(result),
    )
    .into()
}

/// Wraps an op in a `vector.mask`, whose results replace those of the op.
pub fn mask_op(rw: &mut Rewriter<'_>, op: Op, mask: Value) -> Op {
    let point = rw.insertion_point();
    let view = rw.op(op);
    let (loc, types, region) = (view.loc(), view.result_types(), rw.new_region());
    let block = rw.create_block(region, &[]);
    let results: Vec<Value> = rw.body().results(op).collect();
    let masked = rw.build(MaskOp::of(mask).loc(loc).results(&types).mask_region(region));
    rw.move_op(op, terrace_ir::InsertPoint::End(block));
    rw.set_insertion_point_to_end(block);
    let end = rw.build(YieldOp::of(&results).loc(loc));
    for (i, &result) in results.iter().enumerate() {
        let new = rw.body().result(masked, i);
        rw.replace_all_uses_except(result, new, end.into());
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    masked.into()
}

/// The extent of a tensor or buffer along a dimension as a value, a constant where it is known. The number of the dimension is
/// one in any case: it shows in the order of constants.
pub fn extent_value(rw: &mut Rewriter<'_>, base: Value, dim: usize, loc: Loc) -> Value {
    let number = index_constant(rw, dim as i64, loc);
    match rw.value(base).ty().is_memref(rw.cx()) {
        true => rw.build_or_fold_value(memref::DimOp::of(base, number).result(Type::INDEX).loc(loc)),
        false => rw.build_or_fold_value(tensor::DimOp::of(base, number).result(Type::INDEX).loc(loc)),
    }
}

/// The extents of a tensor or buffer as values, constants where they are known.
pub fn extent_values(rw: &mut Rewriter<'_>, base: Value, loc: Loc) -> Vec<Value> {
    let sizes = extents(rw, base, loc);
    sizes.into_iter().map(|size| value_of(rw, size, loc)).collect()
}

/// Reads a vector of a type from the start of a tensor or buffer; out-of-bounds elements are masked off, or,
/// if `bounds` is set, the transfer is not marked as in bounds.
pub fn read_or_masked_read(
    rw: &mut Rewriter<'_>,
    base: Value,
    ty: Type,
    padding: Option<Value>,
    bounds: bool,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let shape = vector(cx, ty).shape;
    let own = rw.value(base).ty().ranked_shape(cx).to_vec();
    let zero = index_constant(rw, 0, loc);
    let inside = |at: usize| !bounds || (own[at] == shape[at] && own[at] != DYNAMIC);
    let in_bounds: Vec<bool> = (0..shape.len()).map(inside).collect();
    let (indices, map) = (vec![zero; own.len()], minor_map(rw, base, shape.len()));
    let read = Read { base, indices: &indices, padding, mask: None, map, in_bounds: &in_bounds, ty };
    let read = create_read(rw, &read, loc);
    let masked = if bounds || own == shape {
        read
    } else {
        let sizes = extent_values(rw, base, loc);
        let mask = rw.build_value(CreateMaskOp::of(&sizes).result(mask_of(cx, ty)).loc(loc));
        mask_op(rw, read, mask)
    };
    rw.body().single_result(masked)
}

/// Whether a write at these places never leaves the destination.
fn is_inside(rw: &Rewriter<'_>, indices: &[Value], dest: &[i64], shape: &[i64]) -> bool {
    let skipped = dest.len() - shape.len();
    (0..shape.len()).all(|at| {
        let at_dest = at + skipped;
        let index = m_scalar_i64(rw.value(indices[at_dest]));
        dest[at_dest] != DYNAMIC
            && index.and_then(|index| index.checked_add(shape[at])).is_some_and(|end| end <= dest[at_dest])
    })
}

/// Writes a vector into a tensor or buffer, at its start if there are no indices; out-of-bounds elements are
/// masked off, or, if `bounds` is set, the transfer is not marked as in bounds.
pub fn write_or_masked_write(
    rw: &mut Rewriter<'_>,
    value: Value,
    dest: Value,
    indices: &[Value],
    bounds: bool,
    loc: Loc,
) -> Op {
    let cx = rw.cx();
    let ty = rw.value(value).ty();
    let shape = vector(cx, ty).shape;
    let own = rw.value(dest).ty().ranked_shape(cx).to_vec();
    let skipped = own.len() - shape.len();
    let mut indices = indices.to_vec();
    if indices.is_empty() {
        indices = vec![index_constant(rw, 0, loc); own.len()];
    }
    let inside = |at: usize| !bounds || (own[skipped + at] >= shape[at] && own[skipped + at] != DYNAMIC);
    let in_bounds: Vec<bool> = (0..shape.len()).map(inside).collect();
    let map = minor_map(rw, dest, shape.len());
    let write = create_write(rw, value, dest, &indices, &map, &in_bounds, loc);
    if bounds || own[skipped..] == *shape {
        return write;
    }
    let sizes = extents(rw, dest, loc);
    if is_inside(rw, &indices, &own, shape) {
        return write;
    }
    let sizes: Vec<Value> = sizes[skipped..].iter().map(|&size| value_of(rw, size, loc)).collect();
    let mask = rw.build_or_fold_value(CreateMaskOp::of(&sizes).result(mask_of(cx, ty)).loc(loc));
    mask_op(rw, write, mask)
}

/// Whether an op is under a `vector.mask`.
pub fn is_masked(op: terrace_ir::OpRef<'_>) -> bool {
    op.parent_op().is_some_and(|parent| parent.isa::<MaskOp>())
}
