//! Making addresses, taking values apart into them, and computing with them.

use terrace_dialects_core::constraints::{ANY_SIGNLESS_INT_OR_INDEX, is_enum_case};
use terrace_ir::asm::enum_attr;
use terrace_ir::constraints::{TYPE_ATTR, TYPED_ATTR};
use terrace_ir::def::{AttrConstraint, AttrSyntax, EnumCase, EnumDef, plain_error};
use terrace_ir::infer::InferInput;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, CheckResult, Context, OpRef, Type};
use terrace_macros::op;

use super::fold::{fold_add, fold_from_ptr, fold_to_ptr};

use super::types::{
    INT_OR_LIST, METADATA, POINTER, PTR_LIKE, PTR_OR_LIST, is_ptr, metadata_type, ptr_like_space,
};

const fn case(name: &'static str, value: u64) -> EnumCase {
    EnumCase { name, value }
}

/// What an addition of an offset may rely on.
pub static PTR_ADD_FLAGS: EnumDef = EnumDef {
    name: "::mlir::ptr::PtrAddFlags",
    cases: &[case("none", 0), case("nusw", 1), case("nuw", 2), case("inbounds", 3)],
    separator: None,
    width: 32,
};

/// What a difference may rely on.
pub static PTR_DIFF_FLAGS: EnumDef = EnumDef {
    name: "::mlir::ptr::PtrDiffFlags",
    cases: &[case("none", 0), case("nuw", 1), case("nsw", 2)],
    separator: Some("|"),
    width: 8,
};

static ADD_FLAGS: AttrConstraint = AttrConstraint {
    summary: "Pointer add flags",
    pred: |cx, attr| is_enum_case(cx, attr, &PTR_ADD_FLAGS),
    syntax: AttrSyntax::Enum(&PTR_ADD_FLAGS),
};
static DIFF_FLAGS: AttrConstraint = AttrConstraint {
    summary: "Pointer difference flags",
    pred: |cx, attr| attr.as_u64(cx).is_some_and(|flags| flags <= 3),
    syntax: AttrSyntax::Enum(&PTR_DIFF_FLAGS),
};

fn no_add_flags(cx: &Context) -> Attr {
    enum_attr(cx, &PTR_ADD_FLAGS, 0)
}

fn no_diff_flags(cx: &Context) -> Attr {
    enum_attr(cx, &PTR_DIFF_FLAGS, 0)
}

/// A known address.
#[op("ptr.constant", fold = |op, _| op.prop(0).into(), traits(ConstantLike, Pure, AllTypesMatch(&["value", "result"])), format = "attr-dict $value")]
pub struct ConstantOp {
    value: Prop<TYPED_ATTR>,
    result: Res<POINTER>,
}

static METADATA_OF_RESULT: TypesMatch = TypesMatch::new("metadata type", "result", "metadata", metadata_type);
static METADATA_OF_PTR: TypesMatch = TypesMatch::new("metadata type", "ptr", "result", metadata_type);

/// A value from its address and what it holds beside it.
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

/// What a value holds beside its address.
#[op("ptr.get_metadata", traits(Pure, TypesMatchWith(&METADATA_OF_PTR)),
     format = "$ptr attr-dict `:` type($ptr)")]
pub struct GetMetadataOp {
    ptr: Operand<PTR_LIKE>,
    result: Res<METADATA>,
}

fn verify_same_space(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    if ptr_like_space(cx, op.operand(0).ty()) != ptr_like_space(cx, op.result(0).ty()) {
        return Err(plain_error(op, "expected the input and output to have the same memory space"));
    }
    Ok(())
}

fn verify_from(op: OpRef<'_>) -> CheckResult {
    if is_ptr(op.cx(), op.result(0).ty()) {
        return Err(plain_error(op, "the result type cannot be `!ptr.ptr`"));
    }
    verify_same_space(op)
}

fn verify_to(op: OpRef<'_>) -> CheckResult {
    if is_ptr(op.cx(), op.operand(0).ty()) {
        return Err(plain_error(op, "the input value cannot be of type `!ptr.ptr`"));
    }
    verify_same_space(op)
}

/// An address so many bytes behind another.
#[op("ptr.ptr_add", fold = fold_add, traits(Pure, InferTypes), infer = infer_add,
     format = "($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)")]
pub struct PtrAddOp {
    base: Operand<PTR_OR_LIST>,
    offset: Operand<INT_OR_LIST>,
    flags: DefaultProp<ADD_FLAGS, no_add_flags>,
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

/// How many bytes one address is behind another.
#[op("ptr.ptr_diff", traits(Pure, AllTypesMatch(&["lhs", "rhs"]), SameOperandsAndResultShape), verify = verify_diff,
     format = "($flags^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")]
pub struct PtrDiffOp {
    lhs: Operand<PTR_OR_LIST>,
    rhs: Operand<PTR_OR_LIST>,
    flags: DefaultProp<DIFF_FLAGS, no_diff_flags>,
    result: Res<INT_OR_LIST>,
}

fn verify_diff(op: OpRef<'_>) -> CheckResult {
    let (cx, from, to) = (op.cx(), op.operand(0).ty(), op.result(0).ty());
    if from.is_shaped(cx) && from.is_vector(cx) != to.is_vector(cx) {
        let rule =
            "expected the result to have the same container type as the operands when operands are shaped";
        return Err(plain_error(op, rule));
    }
    Ok(())
}

/// How many bytes one value of a type takes among others.
#[op("ptr.type_offset", traits(Pure), format = "$elementType attr-dict `:` type($result)")]
pub struct TypeOffsetOp {
    elementType: Prop<TYPE_ATTR>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}
