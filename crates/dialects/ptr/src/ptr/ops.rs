//! Making addresses, taking values apart into them, and computing with them.

use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_ir::attr_kind::{TypeAttr, TypedAttr};
use terrace_ir::def::plain_error;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::infer::InferInput;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type, ValueRef, attr_kinds, bit_enums, enums};
use terrace_macros::op;

use super::fold::{fold_add, fold_from_ptr, fold_to_ptr};

use super::types::{
    INT_OR_LIST, METADATA, POINTER, PTR_LIKE, PTR_OR_LIST, is_ptr, metadata_type, ptr_like_space,
};

enums! {
    /// The no-wrap guarantees of an address computation.
    pub enum PtrAddFlags("::mlir::ptr::PtrAddFlags", 32) {
        None = 0 => "none",
        Nusw = 1 => "nusw",
        Nuw = 2 => "nuw",
        Inbounds = 3 => "inbounds",
    }
}

bit_enums! {
    /// The no-wrap guarantees of an address difference.
    pub struct PtrDiffFlags("::mlir::ptr::PtrDiffFlags", 8, "|") {
        NONE = 0 => "none",
        NUW = 1 => "nuw",
        NSW = 2 => "nsw",
    }
}

attr_kinds! {
    /// The flags of an addition.
    pub PtrAddFlagsAttr("Pointer add flags") -> PtrAddFlags { native_enum }
    /// The flags of a difference.
    pub PtrDiffFlagsAttr("Pointer difference flags") -> PtrDiffFlags { native_enum }
}

fn no_add_flags(cx: &Context) -> Attr {
    enum_attr(cx, PtrAddFlags::None)
}

fn no_diff_flags(cx: &Context) -> Attr {
    enum_attr(cx, PtrDiffFlags::NONE)
}

/// A known address.
#[op("ptr.constant", fold = |op, _| ConstantOp::view_of(op).value_attr().into(), traits(ConstantLike, Pure, AllTypesMatch(&["value", "result"])), format = "attr-dict $value")]
pub struct ConstantOp {
    value: Prop<TypedAttr>,
    result: Res<POINTER>,
}

static METADATA_OF_RESULT: TypesMatch = TypesMatch::new("metadata type", "result", "metadata", metadata_type);
static METADATA_OF_PTR: TypesMatch = TypesMatch::new("metadata type", "ptr", "result", metadata_type);

/// Builds a pointer-like value from an address and metadata.
#[op("ptr.from_ptr", fold = fold_from_ptr, traits(Pure, TypesMatchWith(&METADATA_OF_RESULT)), verify = verify_from,
     format = "$ptr (`metadata` $metadata^)? attr-dict `:` type($ptr) `->` type($result)")]
pub struct FromPtrOp {
    ptr: Operand<POINTER>,
    metadata: OptOperand<METADATA>,
    result: Res<PTR_LIKE>,
}

/// The address of a value that holds one.
#[op("ptr.to_ptr", fold = fold_to_ptr, traits(Pure), verify = verify_to,
     format = "$ptr attr-dict `:` type($ptr) `->` type($result)")]
pub struct ToPtrOp {
    ptr: Operand<PTR_LIKE>,
    result: Res<POINTER>,
}

/// Returns the metadata of a pointer-like value: its contents except for the address.
#[op("ptr.get_metadata", traits(Pure, TypesMatchWith(&METADATA_OF_PTR)),
     format = "$ptr attr-dict `:` type($ptr)")]
pub struct GetMetadataOp {
    ptr: Operand<PTR_LIKE>,
    result: Res<METADATA>,
}

fn verify_same_space(op: OpRef<'_>, from: ValueRef<'_>, to: ValueRef<'_>) -> CheckResult {
    if ptr_like_space(op.cx(), from.ty()) != ptr_like_space(op.cx(), to.ty()) {
        return Err(plain_error(op, "expected the input and output to have the same memory space"));
    }
    Ok(())
}

fn verify_from(op: OpRef<'_>) -> CheckResult {
    let view = FromPtrOp::view_of(op);
    if is_ptr(op.cx(), view.result().ty()) {
        return Err(plain_error(op, "the result type cannot be `!ptr.ptr`"));
    }
    verify_same_space(op, view.ptr(), view.result())
}

fn verify_to(op: OpRef<'_>) -> CheckResult {
    let view = ToPtrOp::view_of(op);
    if is_ptr(op.cx(), view.ptr().ty()) {
        return Err(plain_error(op, "the input value cannot be of type `!ptr.ptr`"));
    }
    verify_same_space(op, view.ptr(), view.result())
}

/// Adds an offset in bytes to an address.
#[op("ptr.ptr_add", fold = fold_add, traits(Pure, ViewLike, InferTypes), infer = infer_add,
     format = "($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)")]
pub struct PtrAddOp {
    base: Operand<PTR_OR_LIST>,
    offset: Operand<INT_OR_LIST>,
    flags: DefaultProp<PtrAddFlagsAttr, no_add_flags>,
    result: Res<PTR_OR_LIST>,
}

fn infer_add(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let cx = input.cx;
    let &[base, offset] = input.operands else { return Err("expected two operands".to_string()) };
    if !offset.is_shaped(cx) {
        return Ok(vec![base]);
    }
    if !base.is_shaped(cx) {
        return Ok(offset.with_element(cx, base).into_iter().collect());
    }
    if offset.shape(cx) != base.shape(cx) {
        return Err("shapes of base and offset must match".to_string());
    }
    if offset.is_vector(cx) != base.is_vector(cx) {
        return Err("the shaped containers type must match".to_string());
    }
    Ok(vec![base])
}

/// The difference of two addresses, in bytes.
#[op("ptr.ptr_diff", traits(Pure, AllTypesMatch(&["lhs", "rhs"]), SameOperandsAndResultShape), verify = verify_diff,
     format = "($flags^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")]
pub struct PtrDiffOp {
    lhs: Operand<PTR_OR_LIST>,
    rhs: Operand<PTR_OR_LIST>,
    flags: DefaultProp<PtrDiffFlagsAttr, no_diff_flags>,
    result: Res<INT_OR_LIST>,
}

fn verify_diff(op: OpRef<'_>) -> CheckResult {
    let view = PtrDiffOp::view_of(op);
    let (cx, from, to) = (op.cx(), view.lhs().ty(), view.result().ty());
    if from.is_shaped(cx) && from.is_vector(cx) != to.is_vector(cx) {
        let rule =
            "expected the result to have the same container type as the operands when operands are shaped";
        return Err(plain_error(op, rule));
    }
    Ok(())
}

/// The distance between consecutive elements of a type in memory, in bytes.
#[op("ptr.type_offset", traits(Pure), format = "$elementType attr-dict `:` type($result)")]
pub struct TypeOffsetOp {
    elementType: Prop<TypeAttr>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}
