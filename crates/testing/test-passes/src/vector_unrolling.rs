//! Passes that unroll ops on vectors.

use terrace_dialects_core::arith::{AddFOp, CmpFOp, SelectOp};
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{
    BroadcastOp, ConstantMaskOp, ContractionOp, CreateMaskOp, ExtractStridedSliceOp, FMAOp, GatherOp,
    InsertStridedSliceOp, LoadOp, MultiDimReductionOp, ReductionOp, ShapeCastOp, StepOp, StoreOp,
    TransferReadOp, TransferWriteOp, TransposeOp,
};
use terrace_ir::{OpRef, Type, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{OptionDef, OptionKind, PassDef};
use terrace_passes_vector::simplify::vector_to_vector_canonicalization;
use terrace_passes_vector::unroll::{UnrollOptions, add_unroll};

use crate::vector_patterns::Patterns;

/// Options that unroll transfers to the slices that are taken of them, or that they are put together of.
pub(crate) fn of_slices() -> UnrollOptions {
    UnrollOptions::new(|op| {
        if op.isa::<AddFOp>() || op.isa::<SelectOp>() || op.isa::<CmpFOp>() {
            return Some(vec![2, 2]);
        }
        if op.isa::<ContractionOp>() {
            return Some(vec![2, 2, 2]);
        }
        let cx = op.cx();
        if let Some(read) = op.cast::<TransferReadOp>() {
            let mut slices = read.vector().uses().map(|(user, _)| {
                user.cast::<ExtractStridedSliceOp>().map(|slice| slice.0.single_result().ty())
            });
            let first = slices.next()??;
            return slices.all(|slice| slice == Some(first)).then(|| vector(cx, first).shape.to_vec());
        }
        let write = op.cast::<TransferWriteOp>()?;
        let slice = write.value_to_store().defined_by::<InsertStridedSliceOp>()?;
        Some(vector(cx, slice.value_to_store().ty()).shape.to_vec())
    })
}

/// Returns the number of dimensions of a contraction; `None` for another op.
fn num_iterators(op: OpRef<'_>) -> Option<usize> {
    op.cast::<ContractionOp>().map(|contraction: View<'_, ContractionOp>| contraction.iterator_types().len())
}

/// Four elements along each dimension of a contraction, and in the last one two, or four of 16 bits.
fn shape_by_type(op: OpRef<'_>) -> Option<Vec<i64>> {
    let cx = op.cx();
    let contraction = op.cast::<ContractionOp>()?;
    let element = vector(cx, contraction.lhs().ty()).element;
    let last = if element == Type::F16 { 4 } else { 2 };
    let mut shape = vec![4; contraction.iterator_types().len()];
    *shape.last_mut()? = last;
    Some(shape)
}

/// Two rows of four elements, or half of one row of 32.
fn shape_of_cast(op: OpRef<'_>) -> Option<Vec<i64>> {
    let cast = op.cast::<ShapeCastOp>()?;
    let row = vector(op.cx(), cast.result().ty()).shape == [1, 32];
    Some(if row { vec![1, 16] } else { vec![2, 4] })
}

/// Unrolls ops that compute.
pub(crate) static TEST_VECTOR_UNROLLING: PassDef = PassDef {
    name: "test-vector-unrolling-patterns",
    class: "(anonymous namespace)::TestVectorUnrollingPatterns",
    doc: "Test lowering patterns to unroll contract ops in the vector dialect",
    options: &[
        OptionDef {
            name: "unroll-based-on-type",
            doc: "Set the unroll factor based on type of the operation",
            kind: OptionKind::Bool,
            default: "false",
        },
        OptionDef {
            name: "unroll-order",
            doc: "set the unroll order",
            kind: OptionKind::IntList(i64::MIN, i64::MAX),
            default: "",
        },
    ],
    anchor: Some("func.func"),
    make: |read| {
        let by_type = read.bool("unroll-based-on-type");
        let order = read.ints("unroll-order");
        Patterns::pass(move |set, cx| {
            let pairs = |op: OpRef<'_>| {
                let is_unrolled = op.isa::<AddFOp>()
                    || op.isa::<FMAOp>()
                    || op.isa::<MultiDimReductionOp>()
                    || op.isa::<BroadcastOp>()
                    || op.isa::<LoadOp>()
                    || op.isa::<StoreOp>();
                is_unrolled.then(|| vec![2, 2])
            };
            add_unroll(set, cx, UnrollOptions::new(pairs));
            add_unroll(set, cx, UnrollOptions::new(|op| op.isa::<ReductionOp>().then(|| vec![2])));
            add_unroll(set, cx, UnrollOptions::new(|op| op.isa::<TransposeOp>().then(|| vec![1, 3, 4, 2])));
            add_unroll(set, cx, UnrollOptions::new(|op| op.isa::<StepOp>().then(|| vec![8])));
            add_unroll(set, cx, UnrollOptions::new(shape_of_cast));
            let masks = |op: OpRef<'_>| op.isa::<CreateMaskOp>() || op.isa::<ConstantMaskOp>();
            add_unroll(set, cx, UnrollOptions::new(move |op| masks(op).then(|| vec![8, 8])));
            let contractions = match by_type {
                true => {
                    let order: Vec<usize> =
                        order.iter().map(|&dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
                    UnrollOptions::new(shape_by_type).order(Box::new(move |_| Some(order.clone())))
                }
                false => UnrollOptions::new(|op| num_iterators(op).map(|count| vec![2; count])),
            };
            add_unroll(set, cx, contractions);
            vector_to_vector_canonicalization().for_each(|pattern| set.add(cx, &pattern));
        })
    },
    ..EMPTY_PASS
};

/// Unrolls transfers.
pub(crate) static TEST_VECTOR_TRANSFER_UNROLLING: PassDef = PassDef {
    name: "test-vector-transfer-unrolling-patterns",
    class: "(anonymous namespace)::TestVectorTransferUnrollingPatterns",
    doc: "Test lowering patterns to unroll transfer ops in the vector dialect",
    options: &[OptionDef {
        name: "reverse-unroll-order",
        doc: "reverse the order of unrolling of vector transfer operations",
        kind: OptionKind::Bool,
        default: "false",
    }],
    anchor: Some("func.func"),
    make: |read| {
        let reverses = read.bool("reverse-unroll-order");
        Patterns::pass(move |set, cx| {
            let pairs = |op: OpRef<'_>| {
                let is_unrolled =
                    op.isa::<TransferReadOp>() || op.isa::<TransferWriteOp>() || op.isa::<GatherOp>();
                is_unrolled.then(|| vec![2, 2])
            };
            let order = move |op: OpRef<'_>| {
                let ty = match op.cast::<TransferWriteOp>() {
                    Some(write) => write.value_to_store().ty(),
                    None => op.single_result().ty(),
                };
                reverses.then(|| (0..vector(op.cx(), ty).rank()).rev().collect())
            };
            let options = UnrollOptions::new(pairs).order(Box::new(order));
            add_unroll(set, cx, options);
            vector_to_vector_canonicalization().for_each(|pattern| set.add(cx, &pattern));
        })
    },
    ..EMPTY_PASS
};
