//! Constants.

use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::def::op_error;
use terrace_ir::{Attr, CheckResult, Context, Folded, OpKind, OpRef, Type};
use terrace_macros::op;

use super::constant_verify::verify_constant;
use super::numbers::zero_attr;
use crate::attrs::*;
use crate::constraints::*;
use crate::types::{TargetExtType, is_compatible_type};

/// The `none` token.
#[op("llvm.mlir.none", traits(Pure), format = "attr-dict `:` type($res)")]
pub struct NoneTokenOp {
    res: Res<TOKEN>,
}

/// An undefined value.
#[op("llvm.mlir.undef", traits(Pure, ConstantLike), fold = |op, _| Folded::from(Attr::from(UndefAttr::get(op.cx()))),
     format = "attr-dict `:` type($res)")]
pub struct UndefOp {
    res: Res<LLVM_TYPE>,
}

/// A poison value.
#[op("llvm.mlir.poison", traits(Pure, ConstantLike), fold = |op, _| Folded::from(Attr::from(PoisonAttr::get(op.cx()))),
     format = "attr-dict `:` type($res)")]
pub struct PoisonOp {
    res: Res<LLVM_TYPE>,
}

/// A value whose bits are all zero.
#[op("llvm.mlir.zero", traits(Pure, ConstantLike), fold = fold_zero, verify = verify_zero,
     format = "attr-dict `:` type($res)")]
pub struct ZeroOp {
    res: Res<LLVM_TYPE>,
}

fn fold_zero(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    zero_attr(cx, ZeroOp::view_of(op).res().ty()).unwrap_or_else(|| ZeroAttr::get(cx).into()).into()
}

fn verify_zero(op: OpRef<'_>) -> CheckResult {
    let target = ZeroOp::view_of(op).res().ty().dyn_cast::<TargetExtType>(op.cx());
    if target.is_some_and(|target| !target.has_zero_initializer(op.cx())) {
        return Err(op_error(op, "target extension type does not support zero-initializer"));
    }
    Ok(())
}

/// A constant.
#[op("llvm.mlir.constant", traits(Pure, ConstantLike), fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into(),
     verify = verify_constant, format = "`(` $value `)` attr-dict `:` type($res)")]
pub struct ConstantOp {
    value: Prop<AnyAttr>,
    res: Res<LLVM_TYPE>,
}

impl ConstantOp {
    /// Whether there is a constant of this type with this value: an integer, a float or elements of the type.
    pub fn is_buildable_with(cx: &Context, value: Attr, ty: Type) -> bool {
        let is_number =
            value.as_integer(cx).is_some() || value.as_float(cx).is_some() || value.is_elements(cx);
        is_number && value.ty(cx) == Some(ty) && is_compatible_type(cx, ty)
    }
}
