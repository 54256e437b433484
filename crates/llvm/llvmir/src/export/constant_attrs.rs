//! Constants that attributes are.

use std::rc::Rc;

use terrace_dialects_llvm::attrs::{PoisonAttr, UndefAttr, ZeroAttr};
use terrace_dialects_llvm::types::StructRef;
use terrace_ir::{Attr, AttrData, Context, Type, TypeData};

use super::symbol_text;
use crate::constants::{Const, ConstKind, element_count, element_type};

/// The constant of a type that an attribute is.
///
/// # Errors
///
/// If the attribute is none: says why.
pub(super) fn constant(cx: &Context, attr: Attr, ty: Type) -> Result<Const, String> {
    if attr.is_null() || attr.isa::<UndefAttr>(cx) {
        return Ok(Const::new(ty, ConstKind::Undef));
    }
    if attr.isa::<PoisonAttr>(cx) {
        return Ok(Const::new(ty, ConstKind::Poison));
    }
    if attr.isa::<ZeroAttr>(cx) {
        return Ok(Const::zero(ty));
    }
    match attr.data(cx) {
        AttrData::Integer { value, .. } => Ok(integer(cx, value, ty)),
        AttrData::Float { .. } => {
            let value = attr.as_float(cx).ok_or("floating-point constant has no value")?;
            let is_number = ty.element_type_or_self(cx).is_float(cx);
            let scalar = match ty.element_type_or_self(cx).is_integer(cx) {
                true => terrace_support::apint::ApInt::from_u128(value.kind().width(), value.bits()),
                false if is_number => return Ok(spread(cx, ty, ConstKind::Float(value))),
                false => return Err("FloatAttr does not match expected type of the constant".to_string()),
            };
            Ok(integer(cx, &scalar, ty))
        }
        AttrData::SymbolRef { root, .. } => {
            Ok(Const::new(ty, ConstKind::Symbol(symbol_text(root.bytes(cx)))))
        }
        AttrData::String { value, .. } => Ok(Const::new(ty, ConstKind::Numbers(value.bytes(cx).into()))),
        AttrData::Array(items) => array(cx, items, ty),
        AttrData::DenseElements { ty: from, data, splat: is_splat } => {
            check_elements(cx, *from, ty, *is_splat)?;
            match is_splat {
                true => splat(cx, data, ty),
                false => Ok(numbers(cx, data, ty)),
            }
        }
        AttrData::DenseString { values, .. } => {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.bytes(cx).iter().copied()).collect();
            Ok(numbers(cx, &bytes, ty))
        }
        AttrData::DenseResource { ty: from, key } => {
            let number = innermost(cx, ty).bit_width(cx);
            if number.is_none_or(|bits| bits % 8 != 0) {
                return Err("no known conversion for innermost element type".to_string());
            }
            let Some((_, blob)) = cx.resources.builtin_blob(key.text(cx)) else {
                return Err("resource does not exist".to_string());
            };
            if !from.is_tensor(cx) && !from.is_vector(cx) {
                return Err("unsupported dense_resource type".to_string());
            }
            let bits = from.element_type_or_self(cx).bit_width(cx).unwrap_or(0);
            if number != Some(bits) {
                return Err("no known conversion for innermost element type".to_string());
            }
            let count = from.num_elements(cx).unwrap_or(0).unsigned_abs();
            if blob.len() as u64 != count.saturating_mul(u64::from(bits / 8)) {
                return Err("raw data size does not match element type size".to_string());
            }
            Ok(numbers(cx, &blob, ty))
        }
        _ => Err("unsupported constant value".to_string()),
    }
}

/// Checks that the elements of a dense constant are those of nested arrays, of a vector, or of structures in arrays if they are
/// complex.
fn check_elements(cx: &Context, from: Type, ty: Type, is_splat: bool) -> Result<(), String> {
    let (mut inner, mut count) = (ty, 1u64);
    while StructRef::of(cx, inner).is_none()
        && let Some(element) = element_type(cx, inner, 0)
    {
        count = count.saturating_mul(element_count(cx, inner).unwrap_or(1));
        inner = element;
    }
    let element = from.element_type_or_self(cx);
    let is_same = |from: Type, to: Type| match (from.float_kind(cx), to.float_kind(cx)) {
        (Some(from), Some(to)) if from != to => {
            Err("FloatAttr does not match expected type of the constant".to_string())
        }
        _ => Ok(()),
    };
    match (element.data(cx), StructRef::of(cx, inner)) {
        (TypeData::Complex(part), Some(structure)) if inner != ty && structure.len() == 2 => {
            structure.elements().try_for_each(|field| is_same(*part, field))?;
        }
        (_, Some(_)) => return Err("expected an array attribute for a struct constant".to_string()),
        (TypeData::Complex(_), None) => return Err("unsupported constant value".to_string()),
        (_, None) => is_same(element, inner)?,
    }
    match from.num_elements(cx).map(i64::unsigned_abs) {
        Some(given) if !is_splat && given != count => {
            Err(format!("constant has {given} elements, but its type has {count}"))
        }
        _ => Ok(()),
    }
}

/// A number in a scalar, or in each element of a vector.
fn spread(cx: &Context, ty: Type, kind: ConstKind) -> Const {
    match ty.element_type(cx).filter(|_| ty.is_vector(cx)) {
        Some(element) => Const::new(ty, ConstKind::Splat(Const::new(element, kind))),
        None => Const::new(ty, kind),
    }
}

/// An integer as wide as its type.
fn integer(cx: &Context, value: &terrace_support::apint::ApInt, ty: Type) -> Const {
    let element = ty.element_type_or_self(cx);
    let width = element.bit_width(cx).unwrap_or(value.width());
    let value = if width < value.width() { value.trunc(width) } else { value.sext(width) };
    spread(cx, ty, ConstKind::Int(value))
}

fn array(cx: &Context, items: &[Attr], ty: Type) -> Result<Const, String> {
    let is_structure = StructRef::of(cx, ty).is_some();
    if element_count(cx, ty) != Some(items.len() as u64) {
        let what = if is_structure { "struct" } else { "array" };
        return Err(format!("{what} does not have as many elements as its constant"));
    }
    let elements = items
        .iter()
        .enumerate()
        .map(|(index, &item)| constant(cx, item, element_type(cx, ty, index).unwrap_or(Type::NONE)))
        .collect::<Result<_, _>>()?;
    Ok(Const::elements(cx, ty, elements))
}

/// The most elements of a constant whose elements are the same: LLVM IR has no shorter form for them.
const MOST_ELEMENTS: u64 = 1 << 28;

/// The number of scalars in nested arrays.
fn number_of_elements(cx: &Context, mut ty: Type) -> u64 {
    let mut count = 1u64;
    while let Some(element) = element_type(cx, ty, 0) {
        count = count.saturating_mul(element_count(cx, ty).unwrap_or(1));
        ty = element;
    }
    count
}

/// The innermost element of nested arrays.
fn innermost(cx: &Context, mut ty: Type) -> Type {
    while let Some(element) = element_type(cx, ty, 0) {
        ty = element;
    }
    ty
}

/// One number in all elements of nested arrays, or of a vector.
fn splat(cx: &Context, bytes: &[u8], ty: Type) -> Result<Const, String> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Const::zero(ty));
    }
    if number_of_elements(cx, ty) > MOST_ELEMENTS {
        return Err("constant has too many elements to be written one by one".to_string());
    }
    let is_vector = |ty: Type| ty.is_vector(cx);
    if is_vector(ty) {
        let element = ty.element_type(cx).unwrap_or(Type::NONE);
        return Ok(Const::new(ty, ConstKind::Splat(numbers(cx, bytes, element))));
    }
    if StructRef::of(cx, ty).is_some() {
        return Ok(numbers(cx, bytes, ty));
    }
    match element_type(cx, ty, 0) {
        Some(element) if matches!(element.bit_width(cx), Some(8)) => {
            let count = usize::try_from(element_count(cx, ty).unwrap_or(0))
                .map_err(|_| "constant is too large".to_string())?;
            Ok(Const::new(ty, ConstKind::Numbers(bytes.repeat(count).into())))
        }
        Some(element) => Ok(Const::new(ty, ConstKind::Splat(splat(cx, bytes, element)?))),
        None => Ok(numbers(cx, bytes, ty)),
    }
}

/// Numbers in nested arrays, in a vector, or one alone.
fn numbers(cx: &Context, bytes: &[u8], ty: Type) -> Const {
    if element_count(cx, ty).is_none() {
        let width = innermost(cx, ty).bit_width(cx).unwrap_or(8);
        let value = terrace_support::apint::ApInt::from_le_bytes(width, bytes);
        return match ty.float_kind(cx) {
            Some(kind) => {
                let value = terrace_support::apfloat::ApFloat::from_bits(kind, value.low_u128());
                Const::new(ty, ConstKind::Float(value))
            }
            None => Const::int(ty, value),
        };
    }
    Const::new(ty, ConstKind::Numbers(Rc::from(bytes)))
}
