//! The rules of ops of the dialect llvm.

use terrace_dialects_llvm::intrinsics::{MemcpyInlineOp, MemcpyOp, MemmoveOp, MemsetInlineOp, MemsetOp};
use terrace_dialects_llvm::ops::{
    AllocaOp, CallOp, ConstantOp, ICmpOp, InlineAsmOp, LoadOp, PtrToIntOp, ReturnOp, StoreOp,
};
use terrace_ir::OpKind;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};

use super::interface::{RippleOpInterface, ShapeRule};

/// The rules of the dialect llvm.
pub(crate) static RULES: DialectExtension =
    DialectExtension { dialect: "llvm", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn RippleOpInterface>] = &[
    (AllocaOp::DEF, &ShapeRule::Local),
    (CallOp::DEF, &ShapeRule::Call),
    (ConstantOp::DEF, &ShapeRule::Single),
    (ICmpOp::DEF, &ShapeRule::Comparison),
    (InlineAsmOp::DEF, &ShapeRule::Assembly),
    (LoadOp::DEF, &ShapeRule::Load),
    (MemcpyOp::DEF, &ShapeRule::Copy),
    (MemcpyInlineOp::DEF, &ShapeRule::Copy),
    (MemmoveOp::DEF, &ShapeRule::Copy),
    (MemsetOp::DEF, &ShapeRule::Copy),
    (MemsetInlineOp::DEF, &ShapeRule::Copy),
    (PtrToIntOp::DEF, &ShapeRule::Comparison),
    (ReturnOp::DEF, &ShapeRule::Return),
    (StoreOp::DEF, &ShapeRule::Store),
];
