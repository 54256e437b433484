//! Casts.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::memory_slots::PromotableOp;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::arith::OVERFLOW;
use super::fold::{fold_addrspacecast, fold_bitcast, fold_zext};
use super::slots::Transparent;
use crate::attrs::*;
use crate::constraints::*;
use crate::types::*;

macro_rules! casts {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $from:ident, $to:ident $([$($tr:ident),*])? ($($extra:tt)*);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure $($(, $tr)*)?), $($extra)* format = "$arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $marker {
            arg: Operand<$from>,
            res: Res<$to>,
        }
    )*};
}

casts! {
    /// Reinterprets the bits as another type.
    BitcastOp = "llvm.bitcast", NON_AGGREGATE, NON_AGGREGATE
        (fold = fold_bitcast, verify = verify_bitcast, interfaces(dyn PromotableOp = Transparent),);
    /// A pointer into another address space.
    AddrSpaceCastOp = "llvm.addrspacecast", POINTER_OR_VECTOR, POINTER_OR_VECTOR [ViewLike]
        (fold = fold_addrspacecast, interfaces(dyn PromotableOp = Transparent),);
    /// The number of an address.
    PtrToIntOp = "llvm.ptrtoint", POINTER_OR_VECTOR, INT_OR_VECTOR ();
    /// A wider integer of the same signed value.
    SExtOp = "llvm.sext", INT_OR_VECTOR, INT_OR_VECTOR (verify = verify_sext,);
    /// A signed integer as a floating-point number.
    SIToFPOp = "llvm.sitofp", INT_OR_VECTOR, FLOAT_OR_VECTOR ();
    /// A floating-point number as a signed integer.
    FPToSIOp = "llvm.fptosi", FLOAT_OR_VECTOR, INT_OR_VECTOR ();
    /// A floating-point number as an unsigned integer.
    FPToUIOp = "llvm.fptoui", FLOAT_OR_VECTOR, INT_OR_VECTOR ();
    /// A floating-point number of a wider type.
    FPExtOp = "llvm.fpext", FLOAT_OR_VECTOR, FLOAT_OR_VECTOR ();
    /// A floating-point number of a narrower type.
    FPTruncOp = "llvm.fptrunc", FLOAT_OR_VECTOR, FLOAT_OR_VECTOR ();
}

macro_rules! non_negative_casts {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal, $to:ident ($($extra:tt)*);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, Pure), $($extra)*
             format = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $marker {
            arg: Operand<INT_OR_VECTOR>,
            nonNeg: OptProp<UnitAttr>,
            res: Res<$to>,
        }
    )*};
}

non_negative_casts! {
    /// A wider integer of the same unsigned value.
    ZExtOp = "llvm.zext", INT_OR_VECTOR (fold = fold_zext, verify = verify_zext,);
    /// An unsigned integer as a floating-point number.
    UIToFPOp = "llvm.uitofp", FLOAT_OR_VECTOR ();
}

/// The lowest bits of an integer.
#[op("llvm.trunc", traits(Lanewise, Pure), customs(&OVERFLOW),
     format = "$arg (custom<Overflow>($overflowFlags)^)? attr-dict `:` type($arg) `to` type($res)")]
pub struct TruncOp {
    arg: Operand<INT_OR_VECTOR>,
    overflowFlags: DefaultProp<OverflowKind, no_overflow>,
    res: Res<INT_OR_VECTOR>,
}

/// The address with a number.
#[op(
    "llvm.inttoptr",
    traits(Lanewise, Pure, Check(super::memory::verify_dereferenceable)),
    format = "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)"
)]
pub struct IntToPtrOp {
    arg: Operand<INT_OR_VECTOR>,
    dereferenceable: OptProp<DereferenceableKind>,
    res: Res<POINTER_OR_VECTOR>,
}

fn verify_sext(op: OpRef<'_>) -> CheckResult {
    let view = SExtOp::view_of(op);
    verify_extension(op, view.arg(), view.res())
}

fn verify_zext(op: OpRef<'_>) -> CheckResult {
    let view = ZExtOp::view_of(op);
    verify_extension(op, view.arg(), view.res())
}

/// Scalars become scalars and vectors vectors of as many elements, which are wider.
fn verify_extension(op: OpRef<'_>, arg: ValueRef<'_>, result: ValueRef<'_>) -> CheckResult {
    let (cx, from, to) = (op.cx(), arg.ty(), result.ty());
    match (vector_element_count(cx, from), vector_element_count(cx, to)) {
        (Some(_), None) => {
            return Err(plain_error(op, "input type is a vector but output type is an integer"));
        }
        (None, Some(_)) => {
            return Err(plain_error(op, "input type is an integer but output type is a vector"));
        }
        (from, to) if from != to => {
            return Err(plain_error(op, "input and output vectors are of incompatible shape"));
        }
        _ => {}
    }
    let width = |ty: Type| ty.element_type_or_self(cx).bit_width(cx);
    if width(to) <= width(from) {
        let message =
            "integer width of the output type is smaller or equal to the integer width of the input type";
        return Err(plain_error(op, message));
    }
    Ok(())
}

fn verify_bitcast(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), BitcastOp::view_of(op));
    let (from, to) = (view.arg().ty(), view.res().ty());
    let spaces = [from, to].map(|ty| address_space(cx, ty.element_type_or_self(cx)));
    let message = match spaces {
        [None, None] => return Ok(()),
        [Some(from_space), Some(to_space)] => match (from.is_vector(cx), to.is_vector(cx)) {
            (false, true) => "cannot cast pointer to vector of pointers",
            (true, false) => "cannot cast vector of pointers to pointer",
            _ if from_space != to_space => {
                "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
            }
            _ => return Ok(()),
        },
        _ => "can only cast pointers from and to pointers",
    };
    Err(op_error(op, message))
}
