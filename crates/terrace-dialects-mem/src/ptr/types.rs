//! Types and attributes, and what operands are declared with.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::constraints::is_signless_int_or_index;
use terrace_ir::data_layout::DataLayoutTypeInterface;
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef, ParamKind, TypeConstraint, TypeDef, TypeKind};
use terrace_ir::type_interfaces::{Marker, MemRefElementTypeInterface, VectorElementTypeInterface};
use terrace_ir::{Attr, AttrData, Context, Signedness, Type, TypeData};
use terrace_support::apint::ApInt;

use super::space::{Anything, MemorySpace};
use crate::layout::memory_space;

const fn param(name: &'static str, kind: ParamKind) -> ParamDef<'static> {
    ParamDef { name, kind, optional: false, default: None }
}

/// `!ptr.ptr<#ptr.generic_space>`: an address in a memory space.
pub static PTR_TYPE: TypeDef = TypeDef {
    name: "ptr.ptr",
    doc: "An address in a memory space.",
    params: &[param("memorySpace", ParamKind::Attr)],
    asm: Some((parse_ptr, print_attr)),
    interfaces: &[
        &(&Marker as &dyn VectorElementTypeInterface),
        &(&Marker as &dyn MemRefElementTypeInterface),
        &(&super::layout::PtrLayout as &dyn DataLayoutTypeInterface),
    ],
    ..EMPTY_PARAMS
};

/// `!ptr.ptr_metadata<memref<f32>>`: what a value of a type holds beside an address.
pub static PTR_METADATA_TYPE: TypeDef = TypeDef {
    name: "ptr.ptr_metadata",
    doc: "What a value of a type holds beside an address.",
    params: &[param("type", ParamKind::Type)],
    asm: Some((parse_metadata, print_attr)),
    ..EMPTY_PARAMS
};

/// `#ptr.generic_space`: the memory space in which everything is allowed.
pub static GENERIC_SPACE: AttrDef = AttrDef {
    name: "ptr.generic_space",
    doc: "The memory space in which everything is allowed.",
    format: Some(""),
    interfaces: &[&(&Anything as &'static dyn MemorySpace)],
    ..EMPTY_PARAMS
};

/// `#ptr.null : !ptr.ptr<...>`: the address of nothing.
pub static NULL: AttrDef = AttrDef {
    name: "ptr.null",
    doc: "The address of nothing.",
    params: &[param("type", ParamKind::Type)],
    asm: Some((|_, _| Ok(vec![Attr::NULL]), |_, _, _| {})),
    verify: Some(&verify_self_type),
    self_type: Some(0),
    typed: Some(|cx, params| params.first()?.as_type(cx)),
    ..EMPTY_PARAMS
};

/// `#ptr.address<4096> : !ptr.ptr<...>`: a known address, in bytes.
pub static ADDRESS: AttrDef = AttrDef {
    name: "ptr.address",
    doc: "A known address, in bytes.",
    params: &[param("type", ParamKind::Type), param("value", ParamKind::Int(64))],
    asm: Some((parse_address, print_address)),
    verify: Some(&verify_self_type),
    self_type: Some(0),
    typed: Some(|cx, params| params.first()?.as_type(cx)),
    ..EMPTY_PARAMS
};

fn no_index(cx: &Context) -> Attr {
    let ty = cx.integer(32, Signedness::Unsigned);
    cx.attr(AttrData::Integer { ty, value: ApInt::new(32, u64::from(u32::MAX)) })
}

/// `#ptr.spec<size = 64, abi = 64, preferred = 128, index = 64>`: how addresses are laid out, in bits.
pub static SPEC: AttrDef = AttrDef {
    name: "ptr.spec",
    doc: "How addresses are laid out, in bits.",
    params: &[
        param("size", ParamKind::UInt(32)),
        param("abi", ParamKind::UInt(32)),
        param("preferred", ParamKind::UInt(32)),
        ParamDef { name: "index", kind: ParamKind::UInt(32), optional: false, default: Some(no_index) },
    ],
    format: Some("`<` struct(params) `>`"),
    verify: Some(&verify_spec),
    ..EMPTY_PARAMS
};

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

/// Whether an attribute stands for a memory space, as far as can be told.
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
    matches!(ty.data(cx), TypeData::Dialect { .. }) && cx.type_params(ty, &PTR_TYPE).is_some()
}

/// The memory space of an address.
pub fn ptr_space(cx: &Context, ty: Type) -> Option<Attr> {
    cx.type_params(ty, &PTR_TYPE)?.first().copied()
}

/// Whether a type is an address or holds one.
pub fn is_ptr_like(cx: &Context, ty: Type) -> bool {
    ty.is_memref(cx) || is_ptr(cx, ty)
}

/// The memory space of what is or holds an address.
pub fn ptr_like_space(cx: &Context, ty: Type) -> Option<Attr> {
    ptr_space(cx, ty).or_else(|| memory_space(cx, ty))
}

/// What a value of a type holds beside an address; `None` if that is nothing.
pub fn metadata_type(cx: &Context, ty: Type) -> Option<Type> {
    let holds_more = is_ptr_like(cx, ty) && !is_ptr(cx, ty);
    if holds_more { cx.dialect_type(&PTR_METADATA_TYPE, &[cx.type_attr(ty)]) } else { None }
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
    TypeConstraint::new("pointer type", is_ptr).of_kind(&PTR_KIND).of_def(&PTR_TYPE);
/// What a value holds beside an address.
pub static METADATA: TypeConstraint = TypeConstraint::new("Pointer metadata type", |cx, ty| {
    matches!(ty.data(cx), TypeData::Dialect { .. }) && cx.type_params(ty, &PTR_METADATA_TYPE).is_some()
})
.of_def(&PTR_METADATA_TYPE);
/// What is or holds an address.
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
