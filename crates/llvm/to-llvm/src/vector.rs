//! `convert-vector-to-llvm`: vectors of one dimension as those of LLVM, those of several as arrays of them.
//!
//! The map: [`prepare`] lowers ops of several dimensions to those of rows, within the dialect vector; [`matrix`] makes
//! intrinsics on matrices of contractions and transpositions; the rest converts op by op: `memory`, `reduction`, `element`,
//! `shape` and `print`, [`arm_sve`] and [`x86`] ops of those dialects, [`arm_contract`] products of matrices for Arm; [`transpose_avx2`] transposes registers; [`mod@pass`] has the pass.

pub mod arm_contract;
pub mod arm_sve;
mod element;
pub mod matrix;
mod memory;
pub mod pass;
pub mod prepare;
mod print;
mod reduction;
mod shape;
pub mod transpose_avx2;
pub mod x86;

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns};
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_vector::*;
use terrace_ir::build::OperationState;
use terrace_ir::{Context, Op, OpKind, Type, Value};
use terrace_passes_vector::lower_transfer::{create_load, create_store};
use terrace_support::options;

use crate::print::StringTables;
use terrace_llvm_common::build::{Build, replace_with};
use terrace_llvm_common::converter::LlvmTypeConverter;

options! {
    /// The options for lowering vector ops.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct VectorLoweringOptions {
        /// Sums and products of floating-point numbers may be computed in any order.
        pub reassociate_reductions: bool,
        /// Numbers of elements have 32 bits where they are compared, not 64.
        pub narrow_indices: bool,
        /// Accesses are aligned as vectors are, not as their elements.
        pub vector_alignment: bool,
    }
}

/// The state that the patterns share.
struct Lowering {
    converter: Arc<LlvmTypeConverter>,
    options: VectorLoweringOptions,
    /// The names of strings that are printed.
    strings: StringTables,
}

impl Lowering {
    fn convert(&self, cx: &Context, ty: Type) -> Option<Type> {
        self.converter.convert(cx, ty)
    }
}

/// Creates what replaces an op before it, given the values for its operands; returns the values for its results.
type Convert = fn(&mut Build<'_, '_>, Op, &Adaptor, &Lowering) -> Option<Vec<Value>>;

/// Adds the patterns that `convert-to-llvm` has.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    populate_patterns_with(cx, patterns, converter, VectorLoweringOptions::default());
}

/// Adds the patterns that turn ops of vector into ops of the dialect llvm.
pub fn populate_patterns_with(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    options: VectorLoweringOptions,
) {
    macro_rules! add {
        ($($op:ty, $name:literal, $convert:expr;)*) => {$({
            let convert: Convert = $convert;
            let lowering =
        Lowering { converter: Arc::clone(converter), options, strings: StringTables::default() };
            patterns.add_with_type_converter::<$op>(cx, $name, &converter.types, move |rw, op, adaptor| {
                replace_with(rw, op.into(), lowering.converter.index, |build| convert(build, op.into(), adaptor, &lowering))
            });
        })*};
    }
    add! {
        ReductionOp, "VectorReductionOpConversion", reduction::reduction;
        LoadOp, "VectorLoadStoreConversion<LoadOp>", memory::load;
        MaskedLoadOp, "VectorLoadStoreConversion<MaskedLoadOp>", memory::masked_load;
        StoreOp, "VectorLoadStoreConversion<StoreOp>", memory::store;
        MaskedStoreOp, "VectorLoadStoreConversion<MaskedStoreOp>", memory::masked_store;
        GatherOp, "VectorGatherOpConversion", memory::gather;
        ScatterOp, "VectorScatterOpConversion", memory::scatter;
        BitCastOp, "VectorBitCastOpConversion", shape::bitcast;
        ShuffleOp, "VectorShuffleOpConversion", shape::shuffle;
        ExtractOp, "VectorExtractOpConversion", element::extract;
        FMAOp, "VectorFMAOp1DConversion", fma;
        InsertOp, "VectorInsertOpConversion", element::insert;
        TypeCastOp, "VectorTypeCastOpConversion", memory::type_cast;
        VectorScaleOp, "VectorScaleOpConversion", scale;
        ExpandLoadOp, "VectorExpandLoadOpConversion", memory::expand_load;
        CompressStoreOp, "VectorCompressStoreOpConversion", memory::compress_store;
        BroadcastOp, "VectorBroadcastScalarToLowRankLowering", shape::broadcast_to_row;
        BroadcastOp, "VectorBroadcastScalarToNdLowering", shape::broadcast_to_rows;
        ScalableInsertOp, "VectorScalableInsertOpLowering", element::scalable_insert;
        ScalableExtractOp, "VectorScalableExtractOpLowering", element::scalable_extract;
        MaskOp, "MaskedReductionOpConversion", reduction::masked_reduction;
        InterleaveOp, "VectorInterleaveOpLowering", shape::interleave;
        DeinterleaveOp, "VectorDeinterleaveOpLowering", shape::deinterleave;
        FromElementsOp, "VectorFromElementsLowering", element::from_elements;
        StepOp, "VectorScalableStepOpLowering", shape::step;
    }
    patterns.add_with_type_converter::<ToElementsOp>(
        cx,
        "VectorToElementsLowering",
        &converter.types,
        element::to_elements(converter.index),
    );
    let lowering = Lowering { converter: Arc::clone(converter), options, strings: StringTables::default() };
    patterns.add_with_type_converter::<PrintOp>(
        cx,
        "VectorPrintOpConversion",
        &converter.types,
        move |rw, op, adaptor| print::print(rw, op, adaptor, &lowering),
    );
    let index = converter.index;
    patterns.add_with_benefit::<CreateMaskOp>(cx, "VectorCreateMaskOpConversion", 1, move |rw, op| {
        replace_with(rw, op.into(), index, |build| {
            shape::create_mask(build, op.into(), options.narrow_indices)
        })
    });
    patterns.across_bodies();
}

/// Adds the patterns that turn transfers into loads and stores.
pub fn populate_transfer_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    patterns.add_with_benefit::<TransferReadOp>(cx, "TransferReadToVectorLoadLowering", 1, |rw, op| {
        rw.set_insertion_point_before(op);
        let value = create_load(rw, op, usize::MAX)?;
        rw.replace_op(op, &[value]);
        Some(())
    });
    patterns.add_with_benefit::<TransferWriteOp>(cx, "TransferWriteToVectorStoreLowering", 1, |rw, op| {
        rw.set_insertion_point_before(op);
        create_store(rw, op, usize::MAX)?;
        rw.erase_op(op);
        Some(())
    });
}

/// The number of dimensions of a vector.
fn rank(cx: &Context, ty: Type) -> usize {
    types::vector(cx, ty).rank()
}

fn fma(build: &mut Build<'_, '_>, op: Op, adaptor: &Adaptor, _: &Lowering) -> Option<Vec<Value>> {
    let cx = build.cx();
    if rank(cx, build.rw.op(op).single_result().ty()) > 1 {
        return None;
    }
    let [a, b, c] = crate::one_to_one::operands(adaptor)?;
    Some(vec![build.rw.build_value(intr::FMulAddOp::of(a, b, c).loc(build.loc))])
}

fn scale(build: &mut Build<'_, '_>, op: Op, _: &Adaptor, lowering: &Lowering) -> Option<Vec<Value>> {
    let ty = lowering.convert(build.cx(), build.rw.op(op).single_result().ty())?;
    let discardable = build.rw.op(op).attrs();
    let made = build.rw.build(intr::VscaleOp::of().res(ty).loc(build.loc));
    build.rw.set_attrs(made, discardable);
    Some(build.rw.body().results(made).collect())
}

/// An op with one result of kind `K`.
fn create<K: OpKind>(build: &mut Build<'_, '_>, operands: &[Value], ty: Type) -> Vec<Value> {
    vec![
        build.rw.build_value(
            OperationState::positional::<K>(operands, &[]).with_results(&[ty]).with_loc(build.loc),
        ),
    ]
}
