//! Descriptors of patterns that have options.

use terrace_dialects_mem::memref::AllocOp;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::attr_kind::{BoolAttr, I64Attr, UnitAttr};
use terrace_ir::def::OpDef;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::pattern::Root;
use terrace_ir::{Attr, Context, Op, OpKind, OpRef, Rewriter, Type, attr_kinds, enums};
use terrace_macros::op;
use terrace_passes_linalg::add_fold_empty;
use terrace_passes_linalg::decompose_pack::FOLD_RELAYOUT_OF_EMPTY;
use terrace_passes_memref_tensor::memref::alloc_to_alloca::alloc_to_alloca;
use terrace_passes_memref_tensor::tensor::rewrite_as_constant::add_rewrite_as_constant;
use terrace_passes_vector::lower_contract::{CONTRACT, ContractLowering, lower_contract};
use terrace_passes_vector::lower_multi_reduction::{LOWER_TO_INNER_PARALLEL, LOWER_TO_INNER_REDUCTION};
use terrace_passes_vector::lower_transfer::{lower_read, lower_write};
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::PatternDescriptorOpInterface;

use terrace_passes_vector::split_transfers::{Split, split_transfer};
use terrace_passes_vector::to_scf::{TransferToScfOptions, add_transfer_to_scf};

use super::Patterns;

enums! {
    /// The lowering of reductions of several dimensions.
    pub enum VectorMultiReductionLowering("::mlir::vector::VectorMultiReductionLowering", 32) {
        InnerParallel = 0 => "innerparallel",
        InnerReduction = 1 => "innerreduction",
    }

    /// The lowering of vector contractions.
    pub enum VectorContractLowering("::mlir::vector::VectorContractLowering", 32) {
        Dot = 0 => "dot",
        LLVMIntr = 1 => "llvmintr",
        OuterProduct = 2 => "outerproduct",
        ParallelArith = 3 => "parallelarith",
    }

    /// The method of splitting transfers into in-bounds and other transfers.
    pub enum VectorTransferSplit("::mlir::vector::VectorTransferSplit", 32) {
        None = 0 => "none",
        VectorTransfer = 1 => "vector-transfer",
        LinalgCopy = 2 => "linalg-copy",
        ForceInBounds = 3 => "force-in-bounds",
    }
}

attr_kinds! {
    /// A lowering of reductions.
    pub VectorMultiReductionLoweringAttr("control the lowering of `vector.multi_reduction`.")
        -> VectorMultiReductionLowering { stored_as_integer }
    /// A lowering of contractions.
    pub VectorContractLoweringAttr("control the lowering of `vector.contract` operations.") -> VectorContractLowering {
        stored_as_integer
    }
    /// A strategy to split transfers.
    pub VectorTransferSplitAttr(
        "control the splitting of `vector.transfer` operations into in-bounds and out-of-bounds variants."
    ) -> VectorTransferSplit { stored_as_integer }
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 1)
}

fn outer_product(cx: &Context) -> Attr {
    enum_attr(cx, VectorContractLowering::OuterProduct)
}

fn inner_parallel(cx: &Context) -> Attr {
    enum_attr(cx, VectorMultiReductionLowering::InnerParallel)
}

fn linalg_copy(cx: &Context) -> Attr {
    enum_attr(cx, VectorTransferSplit::LinalgCopy)
}

/// The descriptors.
pub(super) static OPS: &[&OpDef] = &[
    ApplyLowerContractionPatternsOp::DEF,
    ApplyLowerMultiReductionPatternsOp::DEF,
    ApplyLowerTransferPatternsOp::DEF,
    ApplySplitTransferFullPartialPatternsOp::DEF,
    ApplyTransferToScfPatternsOp::DEF,
    ApplyFoldPackUnpackIntoEmptyPatternsOp::DEF,
    ApplyAllocToAllocaOp::DEF,
    ApplyFoldTensorEmptyPatternsOp::DEF,
    ApplyRewriteTensorOpsAsConstantPatternsOp::DEF,
];

/// The patterns that lower contractions.
#[op("transform.apply_patterns.vector.lower_contraction",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict")]
pub struct ApplyLowerContractionPatternsOp {
    lowering_strategy: DefaultProp<VectorContractLoweringAttr, outer_product>,
}

impl PatternDescriptorOpInterface for ApplyLowerContractionPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let lowering = match ApplyLowerContractionPatternsOp::view_of(op).lowering_strategy() {
            VectorContractLowering::Dot => ContractLowering::Dot,
            VectorContractLowering::OuterProduct => ContractLowering::OuterProduct,
            VectorContractLowering::LLVMIntr => ContractLowering::Unrolled,
            VectorContractLowering::ParallelArith => ContractLowering::ParallelArith,
        };
        let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| lower_contract(rw, op, lowering));
        patterns.add_action(op.cx(), "ContractionOpLowering", Root::Op(CONTRACT), 1, action);
        Ok(())
    }
}

/// The patterns that lower reductions.
#[op("transform.apply_patterns.vector.lower_multi_reduction",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict")]
pub struct ApplyLowerMultiReductionPatternsOp {
    lowering_strategy: DefaultProp<VectorMultiReductionLoweringAttr, inner_parallel>,
}

impl PatternDescriptorOpInterface for ApplyLowerMultiReductionPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let lowering = match ApplyLowerMultiReductionPatternsOp::view_of(op).lowering_strategy() {
            VectorMultiReductionLowering::InnerParallel => LOWER_TO_INNER_PARALLEL,
            VectorMultiReductionLowering::InnerReduction => LOWER_TO_INNER_REDUCTION,
        };
        patterns.add_all(op.cx(), lowering);
        Ok(())
    }
}

/// The patterns that lower transfers.
#[op("transform.apply_patterns.vector.lower_transfer",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`max_transfer_rank` `=` $max_transfer_rank^)? attr-dict")]
pub struct ApplyLowerTransferPatternsOp {
    max_transfer_rank: DefaultProp<I64Attr, one>,
}

impl PatternDescriptorOpInterface for ApplyLowerTransferPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let max = usize::try_from(ApplyLowerTransferPatternsOp::view_of(op).max_transfer_rank())
            .unwrap_or(usize::MAX);
        let read = Box::new(move |rw: &mut Rewriter<'_>, op: Op| lower_read(rw, op, max));
        let root = Root::Op(TransferReadOp::DEF.name);
        patterns.add_action(op.cx(), "TransferReadToVectorLoadLowering", root, 1, read);
        let write = Box::new(move |rw: &mut Rewriter<'_>, op: Op| lower_write(rw, op, max));
        let root = Root::Op(TransferWriteOp::DEF.name);
        patterns.add_action(op.cx(), "TransferWriteToVectorStoreLowering", root, 1, write);
        Ok(())
    }
}

/// The patterns that split transfers.
#[op("transform.apply_patterns.vector.split_transfer_full_partial",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`split_transfer_strategy` `=` $split_transfer_strategy^)? attr-dict")]
pub struct ApplySplitTransferFullPartialPatternsOp {
    split_transfer_strategy: DefaultProp<VectorTransferSplitAttr, linalg_copy>,
}

impl PatternDescriptorOpInterface for ApplySplitTransferFullPartialPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let how = match ApplySplitTransferFullPartialPatternsOp::view_of(op).split_transfer_strategy() {
            VectorTransferSplit::None => return Ok(()),
            VectorTransferSplit::VectorTransfer => Split::VectorTransfer,
            VectorTransferSplit::LinalgCopy => Split::LinalgCopy,
            VectorTransferSplit::ForceInBounds => Split::ForceInBounds,
        };
        for root in [TransferReadOp::DEF.name, TransferWriteOp::DEF.name] {
            let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| split_transfer(rw, op, how));
            patterns.add_action(op.cx(), "VectorTransferFullPartialRewriter", Root::Op(root), 1, action);
        }
        Ok(())
    }
}

/// The patterns that convert transfers to loops.
#[op("transform.apply_patterns.vector.transfer_to_scf",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "oilist(`max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` $full_unroll) attr-dict")]
pub struct ApplyTransferToScfPatternsOp {
    max_transfer_rank: DefaultProp<I64Attr, one>,
    full_unroll: DefaultProp<BoolAttr, no>,
}

impl PatternDescriptorOpInterface for ApplyTransferToScfPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let view = ApplyTransferToScfPatternsOp::view_of(op);
        let options = TransferToScfOptions::default()
            .unroll(view.full_unroll())
            .target_rank(usize::try_from(view.max_transfer_rank()).unwrap_or(usize::MAX));
        add_transfer_to_scf(patterns, op.cx(), options);
        Ok(())
    }
}

/// The patterns that fold packing into empty tensors.
#[op("transform.apply_patterns.linalg.fold_pack_unpack_into_empty",
     interfaces(dyn PatternDescriptorOpInterface = Patterns(|| FOLD_RELAYOUT_OF_EMPTY.to_vec())), format = "attr-dict")]
pub struct ApplyFoldPackUnpackIntoEmptyPatternsOp {
    fold_single_use_only: DefaultProp<BoolAttr, no>,
}

/// The patterns that allocate on the stack.
#[op("transform.apply_patterns.memref.alloc_to_alloca",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`size_limit` `(` $size_limit^ `)`)? attr-dict")]
pub struct ApplyAllocToAllocaOp {
    size_limit: OptProp<I64Attr>,
}

impl PatternDescriptorOpInterface for ApplyAllocToAllocaOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        // Upstream takes zero for no limit.
        let limit = ApplyAllocToAllocaOp::view_of(op).size_limit().filter(|&limit| limit != 0);
        let limit = limit.map(|limit| limit as u64);
        let action =
            Box::new(move |rw: &mut Rewriter<'_>, op: Op| alloc_to_alloca(rw, AllocOp::assume(op), limit));
        patterns.add_action(op.cx(), "AllocToAllocaPattern", Root::Op(AllocOp::DEF.name), 1, action);
        Ok(())
    }
}

/// The patterns that fold empty tensors.
#[op("transform.apply_patterns.tensor.fold_tensor_empty",
     interfaces(dyn PatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyFoldTensorEmptyPatternsOp {
    fold_single_use_only: DefaultProp<BoolAttr, no>,
}

impl PatternDescriptorOpInterface for ApplyFoldTensorEmptyPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let single = ApplyFoldTensorEmptyPatternsOp::view_of(op).fold_single_use_only();
        add_fold_empty(patterns, op.cx(), single);
        Ok(())
    }
}

/// The patterns that compute tensors at compile time.
#[op("transform.apply_patterns.tensor.rewrite_as_constant",
     interfaces(dyn PatternDescriptorOpInterface),
     format = "(`aggressive` $aggressive^)? attr-dict")]
pub struct ApplyRewriteTensorOpsAsConstantPatternsOp {
    aggressive: OptProp<UnitAttr>,
}

impl PatternDescriptorOpInterface for ApplyRewriteTensorOpsAsConstantPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        let aggressive = ApplyRewriteTensorOpsAsConstantPatternsOp::view_of(op).aggressive();
        add_rewrite_as_constant(patterns, op.cx(), aggressive);
        Ok(())
    }
}
