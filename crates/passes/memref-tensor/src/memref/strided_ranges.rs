//! The analysis of the ranges of the offsets, sizes and strides of buffers.

use terrace_analysis::{ForwardLattice, IntegerRange, IntegerRanges, Lattice, SparseForwardAnalysis};
use terrace_dialects_mem::strided_metadata::{InferStridedMetadata, MetadataInput, StridedMetadataRange};
use terrace_ir::int_range::storage_width;
use terrace_ir::{Attr, OpRef, Type, Value, ValueRef};

/// The number of times ranges may grow before they are widened to what the type determines: through loops and calls,
/// they could grow by one at a time.
const MAX_GROWTH: u32 = 64;

/// The lattice: the ranges of a buffer, with the integer range of the value, from which others are computed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StridedMetadataLattice {
    /// The integer range of the value.
    pub integer: IntegerRange,
    /// The ranges; `None` if nothing has reached the value yet.
    pub metadata: Option<StridedMetadataRange>,
    growth: u32,
}

/// The analysis: ops implement [`InferStridedMetadata`]; the results of others have what their types determine.
/// Integer ranges are computed along with it.
pub struct StridedMetadataRanges;

impl Lattice for StridedMetadataLattice {
    fn join(&mut self, other: &Self) -> bool {
        let changed = self.integer.join(&other.integer);
        let Some(new) = &other.metadata else { return changed };
        let joined = match &self.metadata {
            None => Some(new.clone()),
            Some(own) => own.union(new),
        };
        let grows = joined.is_some() && joined != self.metadata;
        if grows {
            self.metadata = joined;
        }
        changed || grows
    }
}

impl ForwardLattice for StridedMetadataLattice {
    fn is_uninitialized(&self) -> bool {
        self.integer.is_uninitialized() && self.metadata.is_none()
    }

    fn constant(&self) -> Option<Attr> {
        self.integer.constant()
    }
}

impl StridedMetadataRanges {
    fn of_type(value: ValueRef<'_>) -> Option<StridedMetadataRange> {
        let cx = value.cx();
        Some(StridedMetadataRange::of_type(cx, value.ty(), storage_width(cx, Type::INDEX)))
    }
}

impl SparseForwardAnalysis for StridedMetadataRanges {
    type Lattice = StridedMetadataLattice;

    fn entry_state(&self, value: ValueRef<'_>) -> StridedMetadataLattice {
        let integer = IntegerRanges.entry_state(value);
        StridedMetadataLattice { integer, metadata: Self::of_type(value), growth: 0 }
    }

    fn waits_for_operands(&self) -> bool {
        false
    }

    fn transfer(
        &self,
        op: OpRef<'_>,
        operands: &[StridedMetadataLattice],
        known: &dyn Fn(ValueRef<'_>) -> StridedMetadataLattice,
    ) -> Option<Vec<StridedMetadataLattice>> {
        let mut results: Vec<StridedMetadataLattice> =
            op.results().map(|result| self.entry_state(result)).collect();
        let integers: Vec<IntegerRange> = operands.iter().map(|operand| operand.integer.clone()).collect();
        let found = IntegerRanges.transfer(op, &integers, &|value| known(value).integer);
        for (result, integer) in results.iter_mut().zip(found.into_iter().flatten()) {
            result.integer = integer;
        }
        let Some(infers) = op.interface::<dyn InferStridedMetadata>() else { return Some(results) };
        let metadata: Vec<Option<StridedMetadataRange>> =
            operands.iter().map(|operand| operand.metadata.clone()).collect();
        results.iter_mut().for_each(|result| result.metadata = None);
        let of_operand = |value: ValueRef<'_>| {
            let at = op.operands().position(|operand| operand == value)?;
            integers.get(at)?.range.clone()
        };
        let input = MetadataInput {
            operands: &metadata,
            int_range: &of_operand,
            index_width: storage_width(op.cx(), Type::INDEX),
        };
        infers.infer(op, &input, &mut |value: Value, ranges| {
            if let Some(at) = op.results().position(|result| result.id() == value) {
                results[at].metadata = Some(ranges);
            }
        });
        Some(results)
    }

    fn join_computed(
        &self,
        value: ValueRef<'_>,
        element: &mut StridedMetadataLattice,
        new: &StridedMetadataLattice,
    ) -> bool {
        let before = element.metadata.is_some();
        let mut changed = IntegerRanges.join_computed(value, &mut element.integer, &new.integer);
        let rest = StridedMetadataLattice { metadata: new.metadata.clone(), ..Default::default() };
        if element.join(&rest) {
            changed = true;
            element.growth += u32::from(before);
            if element.growth > MAX_GROWTH {
                element.metadata = Self::of_type(value);
            }
        }
        changed
    }

    fn implicit_argument(
        &self,
        op: OpRef<'_>,
        arg: ValueRef<'_>,
        known: &dyn Fn(ValueRef<'_>) -> StridedMetadataLattice,
    ) -> StridedMetadataLattice {
        let integer = IntegerRanges.implicit_argument(op, arg, &|value| known(value).integer);
        StridedMetadataLattice { integer, metadata: Self::of_type(arg), growth: 0 }
    }
}
