//! `vector.insert_strided_slice` and `vector.extract_strided_slice` as ops on rows, and those of rows as shuffles.

use terrace_dialects_core::arith;
use terrace_dialects_vector::attrs::{i64_attrs, integers};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{ExtractStridedSliceOp, InsertStridedSliceOp, ShuffleOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::vector_ops::{broadcast, extract, insert, zeros};

/// Lowers slices to shuffles of rows, and scalable ones to extractions and insertions.
pub static LOWER_STRIDED_SLICES: &[Pattern] = &[
    pattern!("DecomposeDifferentRankInsertStridedSlice", InsertStridedSliceOp, insert_lower_rank),
    pattern!("DecomposeNDExtractStridedSlice", ExtractStridedSliceOp, extract_rows),
    pattern!("ConvertSameRankInsertStridedSliceIntoShuffle", InsertStridedSliceOp, insert_same_rank),
    pattern!("Convert1DExtractStridedSliceIntoShuffle", ExtractStridedSliceOp, extract_row),
    Pattern::new(
        "Convert1DExtractStridedSliceIntoExtractInsertChain",
        ExtractStridedSliceOp::DEF.name,
        |rw, op| extract_elements(rw, op, true),
    ),
];

/// Lowers slices of one dimension to extractions and insertions.
pub static EXTRACT_ELEMENTS_OF_SLICES: &[Pattern] = &[Pattern::new(
    "Convert1DExtractStridedSliceIntoExtractInsertChain",
    ExtractStridedSliceOp::DEF.name,
    |rw, op| extract_elements(rw, op, false),
)];

fn insert_slice(
    rw: &mut Rewriter<'_>,
    value: Value,
    dest: Value,
    [offsets, strides]: [&[i64]; 2],
    loc: Loc,
) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(dest).ty());
    rw.build_value(
        InsertStridedSliceOp::of(value, dest)
            .offsets_attr(i64_attrs(cx, offsets))
            .strides_attr(i64_attrs(cx, strides))
            .result(ty)
            .loc(loc),
    )
}

fn insert_lower_rank(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    let (from, to) = (vector(cx, value.ty()), vector(cx, dest.ty()));
    let outer = to.rank().checked_sub(from.rank()).filter(|&outer| outer > 0)?;
    let (value, dest) = (value.id(), dest.id());
    let (offsets, strides) = (integers(cx, view.offsets_attr()), integers(cx, view.strides_attr()));
    let (place, offsets) = offsets.split_at_checked(outer)?;
    let row = extract(rw, dest, place, loc);
    let row = insert_slice(rw, value, row, [offsets, &strides], loc);
    let result = insert(rw, row, dest, place, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn shuffle(rw: &mut Rewriter<'_>, [a, b]: [Value; 2], places: &[i64], ty: Type, loc: Loc) -> Value {
    let places = rw.cx().i64_array(places);
    rw.build_value(ShuffleOp::of(a, b).mask_attr(places).vector(ty).loc(loc))
}

/// The numbers from an offset on that a slice of one dimension has.
fn numbers(offset: i64, size: i64, stride: i64) -> Option<Vec<i64>> {
    let size = usize::try_from(size).ok().filter(|&size| size <= MAX_EXPANDED_ELEMENTS)?;
    Some((0..size as i64).map(|at| offset + at * stride).collect())
}

fn insert_same_rank(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    let (ty, same) = (dest.ty(), value.ty() == dest.ty());
    let (from, to) = (vector(cx, value.ty()), vector(cx, ty));
    let (value, dest) = (value.id(), dest.id());
    if from.rank() != to.rank() || (from.is_scalable() || to.is_scalable()) && from.rank() == 1 {
        return None;
    }
    if same {
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let (offsets, strides) = (integers(cx, view.offsets_attr()), integers(cx, view.strides_attr()));
    let (&offset, offsets) = offsets.split_first()?;
    let (&stride, strides) = strides.split_first()?;
    let taken = numbers(offset, from.shape[0], stride)?;
    if from.rank() == 1 {
        let count = to.shape[0];
        numbers(0, count, 1)?;
        let widened: Vec<i64> = (0..count).map(|at| if at < from.shape[0] { at } else { 0 }).collect();
        let widened = shuffle(rw, [value, value], &widened, ty, loc);
        let mut places: Vec<i64> = (count..2 * count).collect();
        for (at, &place) in (0..).zip(&taken) {
            places[place as usize] = at;
        }
        let result = shuffle(rw, [widened, dest], &places, ty, loc);
        rw.replace_op(op, &[result]);
        return Some(());
    }
    let mut result = dest;
    for (at, &place) in (0..).zip(&taken) {
        let row = extract(rw, value, &[at], loc);
        let own = extract(rw, dest, &[place], loc);
        let row = insert_slice(rw, row, own, [offsets, strides], loc);
        result = insert(rw, row, result, &[place], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// A strided slice of the leading dimensions of a vector.
struct Slice {
    source: Value,
    ty: Type,
    offsets: Vec<i64>,
    sizes: Vec<i64>,
    strides: Vec<i64>,
    is_scalable: bool,
    loc: Loc,
}

impl Slice {
    fn of(rw: &Rewriter<'_>, op: Op) -> Self {
        let (cx, view) = (rw.cx(), ExtractStridedSliceOp::view_of(rw.op(op)));
        let (source, ty) = (view.source(), view.0.single_result().ty());
        Self {
            source: source.id(),
            ty,
            offsets: integers(cx, view.offsets_attr()),
            sizes: integers(cx, view.sizes_attr()),
            strides: integers(cx, view.strides_attr()),
            is_scalable: vector(cx, source.ty()).is_scalable() || vector(cx, ty).is_scalable(),
            loc: view.0.loc(),
        }
    }

    /// The numbers that it takes along the first dimension.
    fn taken(&self) -> Option<Vec<i64>> {
        numbers(*self.offsets.first()?, *self.sizes.first()?, *self.strides.first()?)
    }
}

fn extract_row(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let slice = Slice::of(rw, op.into());
    if slice.is_scalable || slice.offsets.len() != 1 {
        return None;
    }
    let taken = slice.taken()?;
    let result = shuffle(rw, [slice.source; 2], &taken, slice.ty, slice.loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn extract_elements(rw: &mut Rewriter<'_>, op: Op, only_scalable: bool) -> Option<()> {
    let slice = Slice::of(rw, op);
    if only_scalable && !slice.is_scalable || slice.offsets.len() != 1 {
        return None;
    }
    let taken = slice.taken()?;
    let parts: Vec<Value> = taken.iter().map(|&at| extract(rw, slice.source, &[at], slice.loc)).collect();
    let mut result = zeros(rw, slice.ty, slice.loc)?;
    for (at, part) in (0..).zip(parts) {
        result = insert(rw, part, result, &[at], slice.loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn extract_rows(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, slice) = (rw.cx(), Slice::of(rw, op.into()));
    if slice.offsets.len() == 1 {
        return None;
    }
    let (loc, taken, own) = (slice.loc, slice.taken()?, as_vector(cx, slice.ty)?);
    let zero = zero_attr(cx, own.element)?;
    let zero = rw.build_value(arith::ConstantOp::of().value_attr(zero).result(own.element).loc(loc));
    let mut result = broadcast(rw, zero, slice.ty, loc);
    let row_ty = VectorType::get_scalable(cx, &own.shape[1..], &own.scalable[1..], own.element);
    let [offsets, sizes, strides] =
        [&slice.offsets, &slice.sizes, &slice.strides].map(|list| i64_attrs(cx, &list[1..]));
    for (at, &place) in (0..).zip(&taken) {
        let row = extract(rw, slice.source, &[place], loc);
        let part =
            ExtractStridedSliceOp::of(row).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
        let part = rw.build_value(part.result(row_ty).loc(loc));
        result = insert(rw, part, result, &[at], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
