//! Types, attributes, and constraints of operands.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::constraints::is_signless_int_or_index;
use terrace_ir::data_layout::DataLayoutTypeInterface;
use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::type_interfaces::{MemRefElementTypeInterface, VectorElementTypeInterface};
use terrace_ir::{Attr, AttrData, Context, Signedness, Type};
use terrace_macros::{attr_def, type_def};
use terrace_support::apint::ApInt;

use super::space::{Anything, MemorySpace};
use terrace_dialects_builtin::builtin::memory_space;

/// An address in a memory space.
#[type_def(
    "ptr.ptr",
    asm = (parse_ptr, print_attr),
    interfaces(dyn VectorElementTypeInterface, dyn MemRefElementTypeInterface,
               dyn DataLayoutTypeInterface = super::layout::PtrLayout)
)]
#[allow(non_snake_case)]
pub struct PtrType {
    memorySpace: Attr,
}

/// The type of the metadata of a pointer-like type.
#[type_def("ptr.ptr_metadata", asm = (parse_metadata, print_attr))]
pub struct PtrMetadataType {
    r#type: Type,
}

/// The memory space in which everything is allowed.
#[attr_def("ptr.generic_space", format = "", interfaces(dyn MemorySpace = Anything))]
pub struct GenericSpaceAttr {}

/// The address of nothing.
#[attr_def(
    "ptr.null",
    asm = (|_, _| Ok(vec![Attr::NULL]), |_, _, _| {}),
    verify = verify_self_type,
    self_type = 0,
    typed = |cx, params| params.first()?.as_type(cx)
)]
pub struct NullAttr {
    r#type: Type,
}

/// A known address, in bytes.
#[attr_def(
    "ptr.address",
    asm = (parse_address, print_address),
    verify = verify_self_type,
    self_type = 0,
    typed = |cx, params| params.first()?.as_type(cx)
)]
pub struct AddressAttr {
    r#type: Type,
    value: i64,
}

fn no_index(cx: &Context) -> Attr {
    let ty = cx.integer(32, Signedness::Unsigned);
    cx.attr(AttrData::Integer { ty, value: ApInt::new(32, u64::from(u32::MAX)) })
}

/// The data layout of pointers, in bits.
#[attr_def("ptr.spec", format = "`<` struct(params) `>`", verify = verify_spec)]
pub struct SpecAttr {
    size: u32,
    abi: u32,
    preferred: u32,
    index: DefaultParam<u32, no_index>,
}

fn verify_spec(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let number = |i: usize| params.get(i).and_then(|value| value.as_u64(cx)).unwrap_or(0);
    for (i, name) in ["size", "abi", "preferred", "index"].into_iter().enumerate() {
        if number(i) % 8 != 0 && !(i == 3 && number(i) == u64::from(u32::MAX)) {
            return Err(format!("{name} entry must be divisible by 8"));
        }
    }
    if number(1) > number(2) {
        return Err("preferred alignment is expected to be at least as large as ABI alignment".to_string());
    }
    Ok(())
}

/// Whether an attribute is a memory space, as far as known.
fn is_space(cx: &Context, attr: Attr) -> bool {
    cx.attr_interface::<dyn MemorySpace>(attr).is_some() || matches!(attr.data(cx), AttrData::Opaque { .. })
}

fn parse_ptr(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let loc = p.loc();
    let space = p.attr(Type::NONE)?;
    if !is_space(p.cx(), space) {
        let what = "parameter 'memorySpace' which is to be a `MemorySpaceAttrInterface`";
        let _ = p.error(loc, "invalid kind of attribute specified".to_string());
        let here = p.loc();
        return Err(p.error(here, format!("failed to parse Ptr_PtrType {what}")));
    }
    p.token(">")?;
    Ok(vec![space])
}

fn parse_metadata(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    let start = p.loc();
    p.token("<")?;
    let loc = p.loc();
    let ty = p.ty()?;
    if !is_ptr_like(p.cx(), ty) {
        let what = "parameter 'type' which is to be a `PtrLikeTypeInterface`";
        let _ = p.error(loc, "invalid kind of type specified".to_string());
        let here = p.loc();
        return Err(p.error(here, format!("failed to parse Ptr_PtrMetadata {what}")));
    }
    p.token(">")?;
    if is_ptr(p.cx(), ty) {
        return Err(p.error(start, "the ptr-like type has no metadata".to_string()));
    }
    Ok(vec![p.cx().type_attr(ty)])
}

fn print_attr(p: &mut dyn AttrPrinter, _cx: &Context, params: &[Attr]) {
    p.text("<");
    if let Some(&param) = params.first() {
        p.attr(param);
    }
    p.text(">");
}

/// The type after an attribute must be an address.
fn verify_self_type(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().and_then(|ty| ty.as_type(cx)) {
        Some(ty) if is_ptr(cx, ty) => Ok(()),
        _ => Err("invalid kind of type specified".to_string()),
    }
}

fn parse_address(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let value = p.integer()?;
    p.token(">")?;
    Ok(vec![Attr::NULL, p.cx().int_attr(Type::I64, value)])
}

fn print_address(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let value = params.get(1).and_then(|value| value.as_i64(cx)).unwrap_or(0);
    p.text(&format!("<{value}>"));
}

/// Whether a type is an address.
pub fn is_ptr(cx: &Context, ty: Type) -> bool {
    ty.isa::<PtrType>(cx)
}

/// The memory space of an address.
pub fn ptr_space(cx: &Context, ty: Type) -> Option<Attr> {
    Some(ty.dyn_cast::<PtrType>(cx)?.memory_space(cx))
}

/// Whether a type is an address or holds one.
pub fn is_ptr_like(cx: &Context, ty: Type) -> bool {
    ty.is_memref(cx) || is_ptr(cx, ty)
}

/// The memory space of a pointer or pointer-like type.
pub fn ptr_like_space(cx: &Context, ty: Type) -> Option<Attr> {
    ptr_space(cx, ty).or_else(|| memory_space(cx, ty))
}

/// The metadata type of a pointer-like type; `None` if it holds nothing besides the address.
pub fn metadata_type(cx: &Context, ty: Type) -> Option<Type> {
    let holds_more = is_ptr_like(cx, ty) && !is_ptr(cx, ty);
    holds_more.then(|| PtrMetadataType::get(cx, ty).into())
}

static PTR_KIND: TypeKind = TypeKind { name: "ptr.ptr", pred: is_ptr };
static PTR_LIKE_KIND: TypeKind = TypeKind { name: "", pred: is_ptr_like };
static SHAPED_KIND: TypeKind = TypeKind { name: "", pred: |cx, ty| ty.is_shaped(cx) };

/// Whether a type is a vector or ranked tensor, of rank one where `flat`, whose elements satisfy `pred`.
fn is_list(cx: &Context, ty: Type, flat: bool, pred: fn(&Context, Type) -> bool) -> bool {
    (ty.is_vector(cx) || ty.is_tensor(cx))
        && ty.shape(cx).is_some_and(|shape| !flat || shape.len() == 1)
        && pred(cx, ty.element_type_or_self(cx))
}

/// An address.
pub static POINTER: TypeConstraint =
    TypeConstraint::new("pointer type", is_ptr).of_kind(&PTR_KIND).of_def(PtrType::DEF);
/// Pointer metadata types.
pub static METADATA: TypeConstraint =
    TypeConstraint::new("Pointer metadata type", |cx, ty| ty.isa::<PtrMetadataType>(cx))
        .of_def(PtrMetadataType::DEF);
/// Pointers, and types with a pointer in them.
pub static PTR_LIKE: TypeConstraint =
    TypeConstraint::new("PtrLikeTypeInterface instance", is_ptr_like).of_kind(&PTR_LIKE_KIND);
/// Addresses in a row.
pub static PTR_LIST: TypeConstraint =
    TypeConstraint::new("A shaped type with value semantics and rank. of pointer type values", |cx, ty| {
        is_list(cx, ty, true, is_ptr)
    })
    .of_kind(&SHAPED_KIND);
/// Conditions in a row.
pub static MASK: TypeConstraint = TypeConstraint::new(
    "A shaped type with value semantics and rank. of 1-bit signless integer values",
    |cx, ty| is_list(cx, ty, true, |_, element| element == Type::I1),
)
.of_kind(&SHAPED_KIND);
/// Values in a row.
pub static LIST: TypeConstraint =
    TypeConstraint::new("A shaped type with value semantics and rank. of any type values", |cx, ty| {
        is_list(cx, ty, true, |_, _| true)
    })
    .of_kind(&SHAPED_KIND);
/// An address, or several.
pub static PTR_OR_LIST: TypeConstraint = TypeConstraint::new(
    "A shaped type with value semantics and rank. of pointer type values or pointer type",
    |cx, ty| is_ptr(cx, ty) || is_list(cx, ty, false, is_ptr),
);
/// A number, or several.
pub static INT_OR_LIST: TypeConstraint = TypeConstraint::new(
    "A shaped type with value semantics and rank. of signless integer or index values or signless integer or index",
    |cx, ty| is_signless_int_or_index(cx, ty) || is_list(cx, ty, false, is_signless_int_or_index),
);
