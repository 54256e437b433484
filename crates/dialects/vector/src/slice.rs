//! Taking and setting boxes of elements.

use terrace_ir::attr_kind::I64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::traits::Predicate;
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;

use crate::attrs::integers;
use crate::canonicalize_slice as patterns;
use crate::constraints::{ANY_NON0_VECTOR, LIKE_OPERAND, like_first};
use crate::fold;
use crate::types::{vector, vector_type};

static LIKE_FIRST: Predicate = like_first("operand #0 and result have same element type");

/// A vector with a box of elements replaced.
#[op("vector.insert_strided_slice",
     traits(Pure, Predicate(&LIKE_FIRST), AllTypesMatch(&["dest", "result"])), verify = verify_insert,
     fold = fold::insert_strided_slice,
     canonicalize(insert_splat: patterns::insert_splat, insert_of_extract: patterns::insert_of_extract,
                  insert_constant: patterns::insert_constant),
     format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)")]
pub struct InsertStridedSliceOp {
    valueToStore: Operand<ANY_NON0_VECTOR>,
    dest: Operand<ANY_NON0_VECTOR>,
    offsets: Prop<I64ArrayAttr>,
    strides: Prop<I64ArrayAttr>,
    result: Res<ANY_NON0_VECTOR>,
}

/// A box of elements.
#[op("vector.extract_strided_slice", traits(Pure, Predicate(&LIKE_OPERAND)), verify = verify_extract,
     fold = fold::extract_strided_slice,
     canonicalize(extract_of_create_mask: patterns::extract_of_create_mask,
                  extract_of_constant_mask: patterns::extract_of_constant_mask,
                  extract_of_broadcast: patterns::extract_of_broadcast,
                  extract_splat: patterns::extract_splat,
                  extract_contiguous: patterns::extract_contiguous),
     format = "$source attr-dict `:` type($source) `to` type(results)")]
pub struct ExtractStridedSliceOp {
    source: Operand<ANY_NON0_VECTOR>,
    offsets: Prop<I64ArrayAttr>,
    sizes: Prop<I64ArrayAttr>,
    strides: Prop<I64ArrayAttr>,
    _result: Res<ANY_NON0_VECTOR>,
}

/// No number is below `min` or at or above its limit.
fn within(
    op: OpRef<'_>,
    name: &str,
    numbers: &[i64],
    min: i64,
    limits: impl Iterator<Item = i64>,
) -> CheckResult {
    for (i, (&number, limit)) in numbers.iter().zip(limits).enumerate() {
        if number < min || number >= limit {
            return Err(op_error(
                op,
                format!("expected {name} dimension {i} to be confined to [{min}, {limit})"),
            ));
        }
    }
    Ok(())
}

/// All strides are one.
fn unit(op: OpRef<'_>, strides: &[i64]) -> CheckResult {
    if strides.iter().any(|&stride| stride != 1) {
        return Err(op_error(op, "expected strides to be confined to [1, 2)"));
    }
    Ok(())
}

/// No sum of an offset and a size is above the extent.
fn sums(op: OpRef<'_>, offsets: &[i64], sizes: &[i64], shape: &[i64], name: &str) -> CheckResult {
    for (i, ((&offset, &size), &extent)) in offsets.iter().zip(sizes).zip(shape).enumerate() {
        if !(0..=extent).contains(&offset.wrapping_add(size)) {
            let limit = extent.wrapping_add(1);
            return Err(op_error(
                op,
                format!("expected sum(offsets, {name}) dimension {i} to be confined to [1, {limit})"),
            ));
        }
    }
    Ok(())
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), InsertStridedSliceOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let (part, whole) = (vector(cx, view.value_to_store().ty()), vector(cx, view.dest().ty()));
    let (offsets, strides) = (integers(cx, view.offsets_attr()), integers(cx, view.strides_attr()));
    if offsets.len() != whole.rank() {
        return fail("expected offsets of same size as destination vector rank");
    }
    if strides.len() != part.rank() {
        return fail("expected strides of same size as source vector rank");
    }
    let Some(lead) = whole.rank().checked_sub(part.rank()) else {
        return fail("expected source rank to be no greater than destination rank");
    };
    let mut sizes = vec![0; lead];
    sizes.extend(part.shape);
    within(op, "offsets", &offsets, 0, whole.shape.iter().copied())?;
    unit(op, &strides)?;
    sums(op, &offsets, &sizes, whole.shape, "source vector shape")?;
    for i in 0..part.rank() {
        let at = lead + i;
        if part.scalable[i] != whole.scalable[at] {
            return fail(&format!("mismatching scalable flags (at source vector idx={i})"));
        }
        if part.scalable[i] && part.shape[i] != whole.shape[at] {
            return fail(&base_size(i, part.shape[i], whole.shape[at]));
        }
    }
    Ok(())
}

fn base_size(i: usize, size: i64, base: i64) -> String {
    format!(
        "expected size at idx={i} to match the corresponding base size from the input vector ({size} vs {base})"
    )
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExtractStridedSliceOp::view_of(op));
    let source = vector(cx, view.source().ty());
    let [offsets, sizes, strides] =
        [view.offsets_attr(), view.sizes_attr(), view.strides_attr()].map(|attr| integers(cx, attr));
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return Err(op_error(op, "expected offsets, sizes and strides attributes of same size"));
    }
    if offsets.len() > source.rank() {
        return Err(op_error(op, "expected offsets attribute of rank no greater than vector rank"));
    }
    within(op, "offsets", &offsets, 0, source.shape.iter().copied())?;
    within(op, "sizes", &sizes, 1, source.shape.iter().map(|extent| extent.wrapping_add(1)))?;
    unit(op, &strides)?;
    sums(op, &offsets, &sizes, source.shape, "sizes")?;
    let mut shape = sizes.clone();
    shape.extend(&source.shape[sizes.len()..]);
    let expected = vector_type(cx, &shape, source.scalable, source.element);
    if op.single_result().ty() != expected {
        return Err(op_error(op, format!("expected result type to be '{}'", cx.type_text(expected))));
    }
    for (i, &size) in sizes.iter().enumerate() {
        if source.scalable[i] && source.shape[i] != size {
            return Err(op_error(op, base_size(i, size, source.shape[i])));
        }
    }
    Ok(())
}
