//! The common parts of ops on slices: offsets, sizes and strides, each static or dynamic, and rank-reduced types.

use terrace_dialects_builtin::index_list::verify_index_list;
use terrace_ir::def::plain_error;

use crate::index_values::{indices, known_mixed, split};
use terrace_ir::{
    Attr, CheckResult, Context, DYNAMIC, OpFoldResult, OpFoldResultRef, OpRef, OptionalAttr, Type,
};

/// An op that has offsets, sizes and strides.
pub trait OffsetSizeAndStride: Send + Sync {
    /// The maximum numbers of offsets, sizes and strides.
    fn max_ranks(&self, op: OpRef<'_>) -> [usize; 3];
    /// The static offsets, sizes and strides; [`DYNAMIC`] where a value stands.
    fn static_lists(&self, op: OpRef<'_>) -> [Attr; 3];
    /// The operand slot of the offsets; those of sizes and strides follow.
    fn offsets_slot(&self) -> usize {
        1
    }
}

/// Implements [`OffsetSizeAndStride`] for ops, each with the value whose rank is that of its lists.
macro_rules! offset_size_and_stride {
    ($($op:ident, $view:ident: |$it:ident| $ranks:expr $(, $slot:literal)?;)*) => {
        $(
            impl $crate::slices::OffsetSizeAndStride for $op {
                fn max_ranks(&self, op: terrace_ir::OpRef<'_>) -> [usize; 3] {
                    let $it = $view(op);
                    $ranks
                }
                fn static_lists(&self, op: terrace_ir::OpRef<'_>) -> [terrace_ir::Attr; 3] {
                    let view = $view(op);
                    [view.static_offsets_attr(), view.static_sizes_attr(), view.static_strides_attr()]
                }
                $(
                    fn offsets_slot(&self) -> usize {
                        $slot
                    }
                )?
            }
        )*
    };
}
pub(crate) use offset_size_and_stride;

/// Three lists of an op: offsets, sizes and strides.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The offsets; [`DYNAMIC`] for an operand.
    pub offsets: Vec<i64>,
    /// Its extents.
    pub sizes: Vec<i64>,
    /// Its steps.
    pub strides: Vec<i64>,
}

fn static_lists(op: OpRef<'_>, slices: &dyn OffsetSizeAndStride) -> [Vec<i64>; 3] {
    slices.static_lists(op).map(|attr| numbers(op.cx(), attr))
}

/// The static parts of the op's lists.
pub fn slice(op: OpRef<'_>) -> Slice {
    let slices = op.interface::<dyn OffsetSizeAndStride>();
    let [offsets, sizes, strides] = slices.map_or_else(Default::default, |slices| static_lists(op, slices));
    Slice { offsets, sizes, strides }
}

/// The offsets of an op, values where they are not known.
pub fn mixed_offsets(op: OpRef<'_>) -> Vec<OpFoldResultRef<'_>> {
    mixed(op, 0)
}

/// The sizes of an op, values where they are not known.
pub fn mixed_sizes(op: OpRef<'_>) -> Vec<OpFoldResultRef<'_>> {
    mixed(op, 1)
}

/// The strides of an op, values where they are not known.
pub fn mixed_strides(op: OpRef<'_>) -> Vec<OpFoldResultRef<'_>> {
    mixed(op, 2)
}

/// The offsets, sizes and strides of an op, values where they are not known.
pub fn mixed_lists(op: OpRef<'_>) -> [Vec<OpFoldResultRef<'_>>; 3] {
    [0, 1, 2].map(|which| mixed(op, which))
}

/// Whether the slice of an op is all of a container of this shape.
pub fn is_whole(op: OpRef<'_>, shape: &[i64]) -> bool {
    let all =
        |list: Vec<OpFoldResultRef<'_>>, number: i64| list.iter().all(|&m| known_mixed(m) == Some(number));
    all(mixed_offsets(op), 0)
        && all(mixed_strides(op), 1)
        && mixed_sizes(op).iter().zip(shape).all(|(&size, &extent)| known_mixed(size) == Some(extent))
}

/// The offsets (0), sizes (1) or strides (2) of an op, values where they are not known.
pub fn mixed<'a>(op: OpRef<'a>, which: usize) -> Vec<OpFoldResultRef<'a>> {
    let Some(slices) = op.interface::<dyn OffsetSizeAndStride>() else { return Vec::new() };
    let Some(fixed) = slices.static_lists(op)[which].i64_elements(op.cx()) else { return Vec::new() };
    let mut out = Vec::with_capacity(fixed.len());
    let mut values = op.operand_group(slices.offsets_slot() + which);
    for number in fixed {
        match number {
            DYNAMIC => out.extend(values.next().map(OpFoldResultRef::Value)),
            number => out.push(OpFoldResultRef::Static(number)),
        }
    }
    out
}

/// Verifies that the lists have the number of entries that the op requires, one value for each dynamic entry,
/// and no negative entries.
///
/// # Errors
///
/// The first mismatching list.
pub fn verify_lists(op: OpRef<'_>) -> CheckResult {
    let Some(slices) = op.interface::<dyn OffsetSizeAndStride>() else { return Ok(()) };
    let fixed = static_lists(op, slices);
    let first = slices.offsets_slot();
    let values = [0, 1, 2].map(|which| op.operand_range(first + which).1);
    for which in [1, 2, 0] {
        let dynamic = fixed[which].iter().filter(|&&n| n == DYNAMIC).count();
        if values[which] != dynamic {
            let name = ["offsets", "sizes", "strides"][which];
            return Err(plain_error(
                op,
                format!(
                    "expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' \
                     ({} vs {dynamic})",
                    values[which]
                ),
            ));
        }
    }
    let ranks = slices.max_ranks(op);
    let [offsets, sizes, strides] = [0, 1, 2].map(|which| fixed[which].len());
    let mismatch = |a: &str, b: &str, n: usize, m: usize| {
        let message = format!(
            "expected mixed {a} rank to match mixed {b} rank ({n} vs {m}) so the rank of the result type is \
             well-formed."
        );
        Err(plain_error(op, message))
    };
    if !(offsets == 1 && ranks[0] == 1) && offsets != sizes {
        return mismatch("offsets", "sizes", offsets, sizes);
    }
    if sizes != strides {
        return mismatch("sizes", "strides", sizes, strides);
    }
    for (which, name) in ["offset", "size", "stride"].into_iter().enumerate() {
        verify_index_list(op, name, ranks[which], &fixed[which], values[which])?;
    }
    for (which, name) in ["offsets", "sizes"].into_iter().enumerate() {
        if let Some(n) = fixed[which].iter().find(|&&n| n < 0 && n != DYNAMIC) {
            return Err(plain_error(op, format!("expected {name} to be non-negative, but got {n}")));
        }
    }
    Ok(())
}

/// The slice lies within a container of this shape, as far as that is known.
///
/// # Errors
///
/// The first dimension along which it is not.
pub fn verify_in_bounds(op: OpRef<'_>, shape: &[i64], slice: &Slice) -> CheckResult {
    for (i, &extent) in shape.iter().enumerate() {
        let (offset, size, stride) = (slice.offsets[i], slice.sizes[i], slice.strides[i]);
        if extent == DYNAMIC || offset == DYNAMIC {
            continue;
        }
        if offset >= extent {
            return Err(plain_error(op, format!("offset {i} is out-of-bounds: {offset} >= {extent}")));
        }
        if size == DYNAMIC || stride == DYNAMIC {
            continue;
        }
        let last = offset.wrapping_add(size.wrapping_sub(1).wrapping_mul(stride));
        if last >= extent {
            let message = format!("slice along dimension {i} runs out-of-bounds: {last} >= {extent}");
            return Err(plain_error(op, message));
        }
    }
    Ok(())
}

/// The dimensions of `original` that `reduced` drops, all of extent one; `None` if `reduced` is not a rank reduction of
/// `original`.
pub fn rank_reduction_mask(original: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut rest = reduced;
    let mut mask = Vec::with_capacity(original.len());
    for &extent in original {
        let kept = rest.first() == Some(&extent);
        if kept {
            rest = &rest[1..];
        } else if extent != 1 {
            return None;
        }
        mask.push(!kept);
    }
    rest.is_empty().then_some(mask)
}

/// The reason why a type is not the result type of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// Its rank is above the source's.
    Rank,
    /// An extent differs.
    Sizes,
    /// The element type differs.
    Element,
    /// The memory space differs.
    Space,
    /// The layout differs.
    Layout,
}

/// Checks that `reduced` is `original`, or a rank reduction of it.
///
/// # Errors
///
/// The first mismatch if `reduced` is neither.
pub fn check_rank_reduced(cx: &Context, original: Type, reduced: Type) -> Result<(), Mismatch> {
    if original == reduced {
        return Ok(());
    }
    let shape = |ty: Type| ty.ranked_shape(cx);
    if shape(reduced).len() > shape(original).len() {
        return Err(Mismatch::Rank);
    }
    if rank_reduction_mask(shape(original), shape(reduced)).is_none() {
        return Err(Mismatch::Sizes);
    }
    if original.element_type(cx) != reduced.element_type(cx) {
        return Err(Mismatch::Element);
    }
    Ok(())
}

/// An `array<i64: ...>` as numbers.
pub fn numbers(cx: &Context, attr: Attr) -> Vec<i64> {
    attr.optional_i64s(cx)
}

/// The offsets, sizes and strides of an op with constants in place of values: of the first of the three lists where
/// there are any. `None` if there are none, or where the slice then is known not to are in its container.
pub fn fold_known(op: OpRef<'_>, shape: &[i64]) -> Option<[Vec<OpFoldResult>; 3]> {
    let given = mixed_lists(op);
    let mut lists = given.each_ref().map(|list| indices(list));
    let mut folded = false;
    for (which, (list, given)) in lists.iter_mut().zip(&given).enumerate() {
        for (index, &mixed) in list.iter_mut().zip(given) {
            if let (OpFoldResult::Value(_), Some(number)) = (*index, known_mixed(mixed))
                && if which == 2 { number != 0 } else { number >= 0 }
            {
                *index = OpFoldResult::Static(number);
                folded = true;
            }
        }
        if folded {
            break;
        }
    }
    (folded && verify_in_bounds(op, shape, &slice_of(&lists)).is_ok()).then_some(lists)
}

/// The slice with the static offsets, sizes and strides that [`fold_known`] found.
pub fn slice_of(lists: &[Vec<OpFoldResult>; 3]) -> Slice {
    let [offsets, sizes, strides] = [0, 1, 2].map(|which| split(&lists[which]).1);
    Slice { offsets, sizes, strides }
}
