//! Ops, but for intrinsics.
//!
//! The map: [`arith`] has arithmetic, [`casts`] conversions, [`aggregates`] aggregate ops; [`memory`] and
//! [`gep`] memory and address ops; [`control`] branches, [`calls`] calls ([`bundles`] are operand bundles);
//! [`constants`], [`addresses`], [`globals`], [`function`] and [`module`] are module-level ops; `fold` folds
//! and `slots` promotes variables to SSA values.

pub mod addresses;
pub mod aggregates;
pub mod arith;
pub mod bundles;
mod call_verify;
pub mod calls;
pub mod casts;
mod constant_verify;
pub mod constants;
pub mod control;
mod fold;
pub mod function;
pub mod gep;
pub mod globals;
pub(crate) mod materialize;
pub mod memory;
pub mod module;
mod modules;
mod numbers;
pub(crate) mod slots;

pub use addresses::*;
pub use aggregates::*;
pub use arith::*;
pub use calls::*;
pub use casts::*;
pub use constants::*;
pub use control::*;
pub use function::*;
pub use gep::{DYNAMIC_INDEX, GepIndex, GepIndexRef};
pub use globals::*;
pub use memory::*;
pub use module::*;
pub use modules::{is_module, parent_module};

use terrace_ir::OpKind;
use terrace_ir::def::OpDef;

/// The ops, by name.
pub(crate) const OPS: &[&OpDef] = &[
    AddOp::DEF,
    AddrSpaceCastOp::DEF,
    AllocaOp::DEF,
    AndOp::DEF,
    AShrOp::DEF,
    AtomicRMWOp::DEF,
    BitcastOp::DEF,
    BlockAddressOp::DEF,
    BlockTagOp::DEF,
    BrOp::DEF,
    CallOp::DEF,
    CallIntrinsicOp::DEF,
    AtomicCmpXchgOp::DEF,
    ComdatOp::DEF,
    ComdatSelectorOp::DEF,
    CondBrOp::DEF,
    DSOLocalEquivalentOp::DEF,
    ExtractElementOp::DEF,
    ExtractValueOp::DEF,
    FAddOp::DEF,
    FCmpOp::DEF,
    FDivOp::DEF,
    FenceOp::DEF,
    FMulOp::DEF,
    FNegOp::DEF,
    FPExtOp::DEF,
    FPToSIOp::DEF,
    FPToUIOp::DEF,
    FPTruncOp::DEF,
    FreezeOp::DEF,
    FRemOp::DEF,
    FSubOp::DEF,
    LLVMFuncOp::DEF,
    GEPOp::DEF,
    ICmpOp::DEF,
    IndirectBrOp::DEF,
    InlineAsmOp::DEF,
    InsertElementOp::DEF,
    InsertValueOp::DEF,
    IntToPtrOp::DEF,
    InvokeOp::DEF,
    LandingpadOp::DEF,
    LinkerOptionsOp::DEF,
    LoadOp::DEF,
    LShrOp::DEF,
    AddressOfOp::DEF,
    AliasOp::DEF,
    ConstantOp::DEF,
    GlobalOp::DEF,
    GlobalCtorsOp::DEF,
    GlobalDtorsOp::DEF,
    IFuncOp::DEF,
    NoneTokenOp::DEF,
    PoisonOp::DEF,
    UndefOp::DEF,
    ZeroOp::DEF,
    ModuleFlagsOp::DEF,
    MulOp::DEF,
    OrOp::DEF,
    PtrToIntOp::DEF,
    ResumeOp::DEF,
    ReturnOp::DEF,
    SDivOp::DEF,
    SelectOp::DEF,
    SExtOp::DEF,
    ShlOp::DEF,
    ShuffleVectorOp::DEF,
    SIToFPOp::DEF,
    SRemOp::DEF,
    StoreOp::DEF,
    SubOp::DEF,
    SwitchOp::DEF,
    TruncOp::DEF,
    UDivOp::DEF,
    UIToFPOp::DEF,
    UnreachableOp::DEF,
    URemOp::DEF,
    VaArgOp::DEF,
    XOrOp::DEF,
    ZExtOp::DEF,
];
