//! The ranges of the offset, sizes and strides of strided buffers, and the interface of the ops that infer them.

use std::fmt;

use terrace_ir::int_range::Range;
use terrace_ir::{Context, DYNAMIC, OpRef, Type, Value, ValueRef};
use terrace_support::apint::ApInt;

use crate::layout::memref;

/// The ranges of the offsets, sizes and strides of a buffer. A value that is no ranked buffer has none of each, a ranked
/// one has one offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridedMetadataRange {
    /// The range of the offset.
    pub offsets: Vec<Range>,
    /// The ranges of the sizes.
    pub sizes: Vec<Range>,
    /// The ranges of the strides.
    pub strides: Vec<Range>,
}

impl StridedMetadataRange {
    /// Returns what a type determines; `width` is that of the type `index`.
    pub fn of_type(cx: &Context, ty: Type, width: u32) -> Self {
        let Some(buffer) = memref(cx, ty) else {
            return Self { offsets: Vec::new(), sizes: Vec::new(), strides: Vec::new() };
        };
        let range = |number: i64| match number {
            DYNAMIC => Range::full(width),
            number => Range::constant(ApInt::from_i64(width, number)),
        };
        let all = |numbers: &[i64]| numbers.iter().map(|&number| range(number)).collect::<Vec<_>>();
        let rank = buffer.shape.len();
        match buffer.strides_and_offset(cx) {
            Some((strides, offset)) => {
                Self { offsets: vec![range(offset)], sizes: all(buffer.shape), strides: all(&strides) }
            }
            None => {
                let any = |count: usize| vec![Range::full(width); count];
                Self { offsets: any(1), sizes: any(rank), strides: any(rank) }
            }
        }
    }

    /// Returns the ranges that contain those of both; `None` if they have different ranks.
    pub fn union(&self, other: &Self) -> Option<Self> {
        let both = |one: &[Range], other: &[Range]| {
            (one.len() == other.len()).then(|| one.iter().zip(other).map(|(a, b)| a.union(b)).collect())
        };
        Some(Self {
            offsets: both(&self.offsets, &other.offsets)?,
            sizes: both(&self.sizes, &other.sizes)?,
            strides: both(&self.strides, &other.strides)?,
        })
    }
}

impl fmt::Display for StridedMetadataRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |ranges: &[Range]| {
            ranges.iter().map(|range| format!("{{{range}}}")).collect::<Vec<_>>().join(", ")
        };
        let (offsets, sizes, strides) = (list(&self.offsets), list(&self.sizes), list(&self.strides));
        write!(f, "strided_metadata<offset = [{offsets}], sizes = [{sizes}], strides = [{strides}]>")
    }
}

/// The inputs of an inference of ranges.
pub struct MetadataInput<'i> {
    /// The ranges of the operands; `None` while nothing has reached an operand.
    pub operands: &'i [Option<StridedMetadataRange>],
    /// The integer range of a value; `None` while nothing has reached it.
    pub int_range: &'i dyn Fn(ValueRef<'_>) -> Option<Range>,
    /// The width of the type `index`.
    pub index_width: u32,
}

/// Infers the ranges of the strided metadata of an op's results.
pub trait InferStridedMetadata: Send + Sync {
    /// Calls `set` with results of the op and their ranges, unless what they depend on is not known yet.
    fn infer(
        &self,
        op: OpRef<'_>,
        input: &MetadataInput<'_>,
        set: &mut dyn FnMut(Value, StridedMetadataRange),
    );
}
