//! Handles of sparse matrices, and their products.

#![allow(clippy::too_many_arguments, reason = "ops take all their operands")]

use terrace_dialects_mem::constraints::ANY_MEMREF;
use terrace_ir::attr_kind::TypeAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::enum_attr::enum_param_attr;
use terrace_ir::{Attr, Context};
use terrace_macros::op;

use super::async_deps::ASYNC_DEPENDENCIES;
use super::attrs::*;
use super::types::{ASYNC_TOKEN, DN_TENSOR, SP_MAT, SPGEMM_OP};

fn as_is(cx: &Context) -> Attr {
    enum_param_attr(cx, TransposeMode::NonTranspose, &MAT_TRANSPOSE_MODE)
}

/// Defines asynchronous ops: `marker = name, traits, fields, format`; dependencies and token come first and last.
macro_rules! async_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal ($($tr:ident),*) { $($field:ident: $kind:ident<$($arg:ident),*>,)* } $format:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits($($tr),*), customs(&ASYNC_DEPENDENCIES), format = $format)]
        #[allow(non_snake_case)]
        pub struct $marker {
            asyncDependencies: VarOperand<ASYNC_TOKEN>,
            $($field: $kind<$($arg),*>,)*
            asyncToken: OptRes<ASYNC_TOKEN>,
        }
    )*};
}

async_ops! {
    /// A handle of a dense tensor over a buffer.
    CreateDnTensorOp = "gpu.create_dn_tensor" (AttrSizedOperandSegments) {
        memref: Operand<ANY_MEMREF>, dims: VarOperand<INDEX>, dnTensor: Res<DN_TENSOR>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref `,` $dims attr-dict `:` type($dims) `into` \
       type($memref)";
    /// Destroys a handle of a dense tensor.
    DestroyDnTensorOp = "gpu.destroy_dn_tensor" () { dnTensor: Operand<DN_TENSOR>, }
        "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnTensor attr-dict";
    /// A handle of a matrix by coordinates.
    CreateCooOp = "gpu.create_coo" () {
        rows: Operand<INDEX>, cols: Operand<INDEX>, nnz: Operand<INDEX>, rowIdxs: Operand<ANY_MEMREF>,
        colIdxs: Operand<ANY_MEMREF>, values: Operand<ANY_MEMREF>, spmat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs \
       `,` $values attr-dict `:` type($rowIdxs) `,` type($colIdxs) `,` type($values)";
    /// A handle of a matrix by pairs of coordinates.
    CreateCooAoSOp = "gpu.create_coo_aos" () {
        rows: Operand<INDEX>, cols: Operand<INDEX>, nnz: Operand<INDEX>, idxs: Operand<ANY_MEMREF>,
        values: Operand<ANY_MEMREF>, spmat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $idxs `,` $values \
       attr-dict `:` type($idxs) `,` type($values)";
    /// A handle of a matrix by compressed rows.
    CreateCsrOp = "gpu.create_csr" () {
        rows: Operand<INDEX>, cols: Operand<INDEX>, nnz: Operand<INDEX>, rowPos: Operand<ANY_MEMREF>,
        colIdxs: Operand<ANY_MEMREF>, values: Operand<ANY_MEMREF>, spmat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs \
       `,` $values attr-dict `:` type($rowPos) `,` type($colIdxs) `,` type($values)";
    /// A handle of a matrix by compressed columns.
    CreateCscOp = "gpu.create_csc" () {
        rows: Operand<INDEX>, cols: Operand<INDEX>, nnz: Operand<INDEX>, colPos: Operand<ANY_MEMREF>,
        rowIdxs: Operand<ANY_MEMREF>, values: Operand<ANY_MEMREF>, spmat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs \
       `,` $values attr-dict `:` type($colPos) `,` type($rowIdxs) `,` type($values)";
    /// A handle of a matrix by compressed rows of blocks.
    CreateBsrOp = "gpu.create_bsr" () {
        brows: Operand<INDEX>, bcols: Operand<INDEX>, bnnz: Operand<INDEX>, rBlockSize: Operand<INDEX>,
        cBlockSize: Operand<INDEX>, bRowPos: Operand<ANY_MEMREF>, bColIdxs: Operand<ANY_MEMREF>,
        values: Operand<ANY_MEMREF>, spmat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` \
       $cBlockSize `,` $bRowPos `,` $bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)";
    /// A handle of a matrix in which two of four elements are zero.
    Create2To4SpMatOp = "gpu.create_2to4_spmat" () {
        rows: Operand<INDEX>, cols: Operand<INDEX>, pruneFlag: DefaultProp<Prune2To4SpMatFlagAttr, prune_and_check>,
        memref: Operand<ANY_MEMREF>, spMat: Res<SP_MAT>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) `{` $pruneFlag `}` $rows `,` $cols `,` $memref \
       attr-dict `:` type($memref)";
    /// Destroys a handle of a sparse matrix.
    DestroySpMatOp = "gpu.destroy_sp_mat" () { spmat: Operand<SP_MAT>, }
        "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat attr-dict";
    /// The size of the buffer that a product with a vector needs.
    SpMVBufferSizeOp = "gpu.spmv_buffer_size" () {
        modeA: DefaultProp<TransposeModeAttr, as_is>, spmatA: Operand<SP_MAT>, dnX: Operand<DN_TENSOR>,
        dnY: Operand<DN_TENSOR>, computeType: Prop<TypeAttr>, bufferSz: Res<INDEX>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY \
       attr-dict `into` $computeType";
    /// Multiplies a sparse matrix and a vector.
    SpMVOp = "gpu.spmv" () {
        modeA: DefaultProp<TransposeModeAttr, as_is>, spmatA: Operand<SP_MAT>, dnX: Operand<DN_TENSOR>,
        dnY: Operand<DN_TENSOR>, computeType: Prop<TypeAttr>, buffer: Operand<ANY_MEMREF>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` \
       $buffer attr-dict `:` type($buffer) `into` $computeType";
    /// The sizes of the buffers that a product with a matrix needs.
    SpMMBufferSizeOp = "gpu.spmm_buffer_size" (AttrSizedResultSegments) {
        modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        spmatA: Operand<SP_MAT>, dnmatB: Operand<DN_TENSOR>, dnmatC: Operand<DN_TENSOR>, computeType: Prop<TypeAttr>,
        bufferSzs: VarRes<INDEX>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ \
       `}`)? `,` $dnmatC attr-dict `:` type($bufferSzs) `into` $computeType";
    /// Multiplies a sparse and a dense matrix.
    SpMMOp = "gpu.spmm" (AttrSizedOperandSegments) {
        modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        spmatA: Operand<SP_MAT>, dnmatB: Operand<DN_TENSOR>, dnmatC: Operand<DN_TENSOR>, computeType: Prop<TypeAttr>,
        buffers: VarOperand<ANY_MEMREF>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ \
       `}`)? `,` $dnmatC `,` $buffers attr-dict `:` type($buffers) `into` $computeType";
    /// The size of the buffer that a sampled product needs.
    SDDMMBufferSizeOp = "gpu.sddmm_buffer_size" () {
        modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        dnmatA: Operand<DN_TENSOR>, dnmatB: Operand<DN_TENSOR>, spmatC: Operand<SP_MAT>, computeType: Prop<TypeAttr>,
        bufferSz: Res<INDEX>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ \
       `}`)? `,` $spmatC attr-dict `into` $computeType";
    /// Multiplies dense matrices where a sparse one has elements.
    SDDMMOp = "gpu.sddmm" () {
        modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        dnmatA: Operand<DN_TENSOR>, dnmatB: Operand<DN_TENSOR>, spmatC: Operand<SP_MAT>, computeType: Prop<TypeAttr>,
        buffer: Operand<ANY_MEMREF>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ \
       `}`)? `,` $spmatC `,` $buffer attr-dict `:` type($buffer) `into` $computeType";
    /// A product of sparse matrices.
    SpGEMMCreateDescrOp = "gpu.spgemm_create_descr" () { desc: Res<SPGEMM_OP>, }
        "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict";
    /// Destroys a product of sparse matrices.
    SpGEMMDestroyDescrOp = "gpu.spgemm_destroy_descr" () { desc: Operand<SPGEMM_OP>, }
        "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $desc attr-dict";
    /// Estimates or computes a product of sparse matrices.
    SpGEMMWorkEstimationOrComputeOp = "gpu.spgemm_work_estimation_or_compute" () {
        desc: Operand<SPGEMM_OP>, modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        spmatA: Operand<SP_MAT>, spmatB: Operand<SP_MAT>, spmatC: Operand<SP_MAT>, computeType: Prop<TypeAttr>,
        bufferSz: Operand<INDEX>, buffer: Operand<ANY_MEMREF>, kind: Prop<SpGEMMKindAttr>, bufferSzNew: Res<INDEX>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) `{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB \
       (`{` $modeB^ `}`)? `,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)";
    /// Copies a product into its matrix.
    SpGEMMCopyOp = "gpu.spgemm_copy" () {
        desc: Operand<SPGEMM_OP>, modeA: DefaultProp<TransposeModeAttr, as_is>, modeB: DefaultProp<TransposeModeAttr, as_is>,
        spmatA: Operand<SP_MAT>, spmatB: Operand<SP_MAT>, spmatC: Operand<SP_MAT>, computeType: Prop<TypeAttr>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ \
       `}`)? `,` $spmatC `,` $desc attr-dict `:` $computeType";
    /// The sizes of a sparse matrix.
    SpMatGetSizeOp = "gpu.spmat_get_size" () {
        spmat: Operand<SP_MAT>, rows: Res<INDEX>, cols: Res<INDEX>, nnz: Res<INDEX>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat attr-dict";
    /// Sets the buffers of a matrix by compressed rows.
    SetCsrPointersOp = "gpu.set_csr_pointers" () {
        spmat: Operand<SP_MAT>, positions: Operand<ANY_MEMREF>, coordinates: Operand<ANY_MEMREF>,
        values: Operand<ANY_MEMREF>,
    } "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat `,` $positions `,` $coordinates `,` $values \
       attr-dict `:` type($positions) `,` type($coordinates) `,` type($values)";
}

fn prune_and_check(cx: &Context) -> Attr {
    enum_param_attr(cx, Prune2To4SpMatFlag::PruneAndCheck, &PRUNE_2TO4_SPMAT_FLAG)
}
