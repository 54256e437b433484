//! Integer ranges of the results of ops, given those of their operands.

use terrace_support::apint::ApInt;
use terrace_support::int_range::IntRange;

use crate::context::Context;
use crate::ids::Value;
use crate::ir::{OpRef, ValueRef};
use crate::types::{DYNAMIC, Type};

/// Infers the ranges of an op's results and of the arguments of its regions.
pub trait InferIntRange: Send + Sync {
    /// Calls `set` with values of the op and their ranges. `operands` has the range of each operand, `None`
    /// if it is not initialized yet.
    fn infer(&self, op: OpRef<'_>, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange));
}

/// Implements [`InferIntRange`] for kinds of ops whose one result has the range that a function returns for an op and
/// the ranges of its operands, all of which are known.
#[macro_export]
macro_rules! infer_int_range {
    ($($op:ty = $infer:expr;)*) => {
        $(
            impl $crate::int_range::InferIntRange for $op {
                fn infer(
                    &self,
                    op: $crate::OpRef<'_>,
                    operands: &[Option<$crate::int_range::Range>],
                    set: &mut dyn FnMut($crate::Value, $crate::int_range::Range),
                ) {
                    $crate::int_range::infer_result(op, operands, set, $infer);
                }
            }
        )*
    };
}

/// An interval of integers.
pub use terrace_support::int_range::IntRange as Range;

/// Sets the range of an op's first result, if those of all operands are known and `infer` returns one.
pub fn infer_result(
    op: OpRef<'_>,
    operands: &[Option<IntRange>],
    set: &mut dyn FnMut(Value, IntRange),
    infer: impl Fn(OpRef<'_>, &[IntRange]) -> Option<IntRange>,
) {
    let Some(known) = operands.iter().cloned().collect::<Option<Vec<IntRange>>>() else { return };
    if let Some(range) = infer(op, &known) {
        set(op.result(0).id(), range);
    }
}

/// The bit width of a value's integer ranges: 64 for `index`, 0 for types other than integers and containers
/// of integers.
pub fn storage_width(cx: &Context, ty: Type) -> u32 {
    match ty.element_type_or_self(cx) {
        element if element.is_int_or_index(cx) => element.integer_width(cx),
        _ => 0,
    }
}

/// Every integer that a value can be.
pub fn full_range(value: ValueRef<'_>) -> IntRange {
    IntRange::full(storage_width(value.cx(), value.ty()))
}

/// Infers the range of an extent: the union over the dimensions that the index may select, a dynamic one being any
/// extent.
pub fn infer_extent(op: OpRef<'_>, shaped: Type, dimension: Option<&IntRange>) -> IntRange {
    let cx = op.cx();
    let width = storage_width(cx, op.result(0).ty());
    let any = || IntRange::signed(ApInt::zero(width), ApInt::signed_max(width));
    let Some(shape) = shaped.shape(cx) else { return any() };
    let (mut first, mut last) = (0, shape.len() as i64 - 1);
    if let Some(range) = dimension {
        first = first.max(range.smin().to_i64().unwrap_or(i64::MIN));
        last = last.min(range.smax().to_i64().unwrap_or(i64::MAX));
    }
    let extents = (first..=last).filter_map(|i| shape.get(usize::try_from(i).ok()?));
    let ranges = extents.map(|&extent| match extent {
        DYNAMIC => any(),
        extent => IntRange::constant(ApInt::from_i64(width, extent)),
    });
    ranges.reduce(|a, b| a.union(&b)).unwrap_or_else(any)
}
