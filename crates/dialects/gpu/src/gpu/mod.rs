//! The dialect gpu: kernels, their launches, and what their threads do.
//!
//! The map: [`kernel`] has functions and modules, [`launch`] and [`launch_func`] launches, [`ids`] the places of threads, [`memory`] buffers and waits,
//! [`group`] what threads do together, [`mma`] matrices of a subgroup, [`sparse`] handles of sparse matrices, [`warp`]
//! the region of a warp's first lane; [`attrs`] and [`types`] the attributes and types.

mod async_deps;
pub mod attrs;
pub mod group;
pub mod ids;
pub mod kernel;
pub mod launch;
pub mod launch_func;
pub mod memory;
pub mod mma;
pub mod sparse;
pub mod types;
pub mod warp;

pub use attrs::*;
pub use group::*;
pub use ids::*;
pub use kernel::*;
pub use launch::*;
pub use launch_func::*;
pub use memory::*;
pub use mma::*;
pub use sparse::*;
pub use types::*;
pub use warp::*;

use terrace_dialects_mem::memref::DimOp;
use terrace_ir::attrs::NamedAttr;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, op_error, plain_error};
use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, pattern};

/// The dialect.
pub static GPU: DialectDef = DialectDef {
    name: "gpu",
    doc: "Kernels of graphics processors: modules, functions, launches, and what their threads do.",
    ops: &[
        AllReduceOp::DEF,
        AllocOp::DEF,
        BarrierOp::DEF,
        BinaryOp::DEF,
        BlockDimOp::DEF,
        BlockIdOp::DEF,
        ClusterBlockIdOp::DEF,
        ClusterDimBlocksOp::DEF,
        ClusterDimOp::DEF,
        ClusterIdOp::DEF,
        Create2To4SpMatOp::DEF,
        CreateBsrOp::DEF,
        CreateCooAoSOp::DEF,
        CreateCooOp::DEF,
        CreateCscOp::DEF,
        CreateCsrOp::DEF,
        CreateDnTensorOp::DEF,
        DeallocOp::DEF,
        DestroyDnTensorOp::DEF,
        DestroySpMatOp::DEF,
        DynamicSharedMemoryOp::DEF,
        GPUFuncOp::DEF,
        GPUModuleOp::DEF,
        GlobalIdOp::DEF,
        GridDimOp::DEF,
        HostRegisterOp::DEF,
        HostUnregisterOp::DEF,
        LaneIdOp::DEF,
        LaunchFuncOp::DEF,
        LaunchOp::DEF,
        MemcpyOp::DEF,
        MemsetOp::DEF,
        NumSubgroupsOp::DEF,
        PrintfOp::DEF,
        ReturnOp::DEF,
        RotateOp::DEF,
        SDDMMBufferSizeOp::DEF,
        SDDMMOp::DEF,
        SetCsrPointersOp::DEF,
        SetDefaultDeviceOp::DEF,
        ShuffleOp::DEF,
        SpGEMMCopyOp::DEF,
        SpGEMMCreateDescrOp::DEF,
        SpGEMMDestroyDescrOp::DEF,
        SpGEMMWorkEstimationOrComputeOp::DEF,
        SpMMBufferSizeOp::DEF,
        SpMMOp::DEF,
        SpMVBufferSizeOp::DEF,
        SpMVOp::DEF,
        SpMatGetSizeOp::DEF,
        SubgroupBroadcastOp::DEF,
        SubgroupIdOp::DEF,
        SubgroupMmaComputeOp::DEF,
        SubgroupMmaConstantMatrixOp::DEF,
        SubgroupMmaElementwiseOp::DEF,
        SubgroupMmaExtractThreadLocalOp::DEF,
        SubgroupMmaInsertThreadLocalOp::DEF,
        SubgroupMmaLoadMatrixOp::DEF,
        SubgroupMmaStoreMatrixOp::DEF,
        SubgroupReduceOp::DEF,
        SubgroupSizeOp::DEF,
        TerminatorOp::DEF,
        ThreadIdOp::DEF,
        WaitOp::DEF,
        WarpExecuteOnLane0Op::DEF,
        YieldOp::DEF,
    ],
    types: &[
        AsyncTokenType::DEF,
        &MMA_MATRIX,
        SparseDnTensorHandleType::DEF,
        SparseSpGEMMOpHandleType::DEF,
        SparseSpMatHandleType::DEF,
    ],
    attrs: &[
        &ADDRESS_SPACE,
        &ALL_REDUCE_OP,
        &BLOCK,
        &BROADCAST,
        &DIM,
        &KERNEL_METADATA,
        &KERNEL_TABLE,
        &LANE,
        LoopDimMapAttr::DEF,
        &MASK,
        &MAT_TRANSPOSE_MODE,
        &MEMORY_SPACE,
        &MMA_ELEMENT_WISE,
        &OBJECT,
        &PRUNE_2TO4_SPMAT_FLAG,
        &SELECT_OBJECT,
        &SHUFFLE_MODE,
        &SPGEMM_KIND,
        &THREAD,
        &WARP,
        &WARPGROUP,
    ],
    depends: &["arith"],
    verify_op_attr: Some(verify_op_attr),
    interfaces: &[&(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface)],
    canonicalize: &[pattern!("dim_of_gpu_alloc", DimOp, memory::dim_of_alloc)],
    ..EMPTY_DIALECT
};

fn verify_op_attr(op: OpRef<'_>, (name, value): NamedAttr) -> CheckResult {
    let cx = op.cx();
    match name.text(cx) {
        name @ ("gpu.known_block_size" | "gpu.known_grid_size" | "gpu.known_cluster_size") => {
            match value.as_i32_array(cx) {
                None => Err(op_error(op, format!("{name} must be a dense i32 array"))),
                Some(sizes) if sizes.len() != 3 => {
                    Err(op_error(op, format!("{name} must contain exactly 3 elements")))
                }
                Some(_) => Ok(()),
            }
        }
        CONTAINER_MODULE if value != Attr::UNIT => Ok(()),
        CONTAINER_MODULE if op.isa::<terrace_dialects_builtin::builtin::ModuleOp>() => verify_container(op),
        CONTAINER_MODULE => Err(plain_error(
            op,
            "expected 'gpu.container_module' attribute to be attached to 'builtin.module'",
        )),
        _ => Ok(()),
    }
}
