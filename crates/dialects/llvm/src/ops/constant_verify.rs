//! Verification of the values of constants against their types.

use rustc_hash::FxHashSet;
use terrace_ir::def::op_error;
use terrace_ir::{Attr, AttrData, CheckResult, Context, OpKind, OpRef, Type, TypeData};

use super::constants::ConstantOp;
use crate::attrs::{UndefAttr, ZeroAttr};
use crate::types::{ArrayType, StructRef, TargetExtType};

fn fail(op: OpRef<'_>, message: impl std::fmt::Display) -> CheckResult {
    Err(op_error(op, message))
}

pub(super) fn verify_constant(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstantOp::view_of(op));
    let (value, ty) = (view.value_attr(), view.res().ty());
    if let Some(text) = value.as_string(cx) {
        let len = text.bytes(cx).len() as u64;
        let fits = ty
            .dyn_cast::<ArrayType>(cx)
            .is_some_and(|array| array.num_elements(cx) == len && array.element_type(cx) == Type::I8);
        if fits {
            return Ok(());
        }
        return fail(op, format!("expected array type of {len} i8 elements for the string constant"));
    }
    if let Some(body) = StructRef::of(cx, ty) {
        return verify_struct(op, value, body);
    }
    if ty.isa::<TargetExtType>(cx) {
        return fail(op, "does not support target extension type.");
    }
    match value.data(cx) {
        AttrData::Integer { .. } if ty.is_integer(cx) => Ok(()),
        AttrData::Integer { .. } => fail(op, "expected integer type"),
        AttrData::Float { ty: float, .. } => verify_float(op, *float, ty),
        AttrData::Array(items) => match ty.dyn_cast::<ArrayType>(cx) {
            Some(array) => verify_struct_array(op, array, items),
            None => fail(op, "expected array or struct type for array attribute"),
        },
        _ if value.is_elements(cx) => verify_elements(op, value, ty),
        _ => fail(op, "only supports integer, float, string or elements attributes"),
    }
}

fn verify_struct(op: OpRef<'_>, value: Attr, body: StructRef<'_>) -> CheckResult {
    let cx = op.cx();
    let Some(items) = value.as_array(cx) else {
        return fail(op, "expected array attribute for struct type");
    };
    if items.len() != body.len() {
        return fail(op, format!("expected array attribute of size {}", body.len()));
    }
    for (i, (item, ty)) in items.iter().zip(body.elements()).enumerate() {
        if !(ty.is_signless_integer(cx) || ty == Type::INDEX || ty.is_float(cx)) {
            return fail(op, "expected struct element types to be floating point type or integer type");
        }
        if !matches!(item.data(cx), AttrData::Integer { .. } | AttrData::Float { .. }) {
            return fail(op, "expected element of array attribute to be floating point or integer");
        }
        if item.ty(cx) != Some(ty) {
            return fail(op, format!("struct element at index {i} is of wrong type"));
        }
    }
    Ok(())
}

/// A float of one type as a constant of another: the same format, or an integer as wide, for floats that LLVM lacks.
fn verify_float(op: OpRef<'_>, float: Type, ty: Type) -> CheckResult {
    let cx = op.cx();
    if ty.is_float(cx) {
        if ty != float {
            return fail(op, "attribute and type have different float semantics");
        }
    } else if ty.is_integer(cx) {
        let width = float.number_width(cx);
        if ty.bit_width(cx) != Some(width) || !ty.is_signless_integer(cx) {
            return fail(op, format!("expected integer type of width {width}"));
        }
    }
    Ok(())
}

fn element_of(cx: &Context, ty: Type) -> Type {
    let mut ty = ty;
    while let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        ty = array.element_type(cx);
    }
    if ty.is_vector(cx) || ty.is_tensor(cx) { ty.element_type_or_self(cx) } else { ty }
}

/// The number of scalars in a type; `None` for scalable vectors.
fn scalar_count(cx: &Context, ty: Type) -> Option<u64> {
    let (mut ty, mut count) = (ty, 1u64);
    while let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        count = count.wrapping_mul(array.num_elements(cx));
        ty = array.element_type(cx);
    }
    match ty.data(cx) {
        TypeData::Vector { scalable, .. } if scalable.contains(&true) => None,
        TypeData::Vector { shape, .. } => Some(count.wrapping_mul(shape.iter().product::<i64>() as u64)),
        _ => Some(count),
    }
}

fn verify_elements(op: OpRef<'_>, value: Attr, ty: Type) -> CheckResult {
    let cx = op.cx();
    let Some(count) = scalar_count(cx, ty) else {
        return match value.data(cx) {
            AttrData::DenseElements { splat: true, .. } => Ok(()),
            _ => fail(op, "scalable vector type requires a splat attribute"),
        };
    };
    if !ty.is_vector(cx) && !ty.isa::<ArrayType>(cx) {
        return fail(op, "expected vector or array type");
    }
    let value_ty = value.ty(cx).unwrap_or(Type::NONE);
    let given = value_ty.num_elements(cx).unwrap_or(0) as u64;
    if count != given {
        let message = format!("type and attribute have a different number of elements: {count} vs. {given}");
        return fail(op, message);
    }
    let (from, to) = (element_of(cx, value_ty), element_of(cx, ty));
    if from.is_float(cx) {
        return verify_float(op, from, to);
    }
    if from.is_integer(cx) && !to.is_integer(cx) {
        return fail(op, "expected integer element type for integer elements attribute");
    }
    Ok(())
}

fn is_zero_or_undef(cx: &Context, attr: Attr) -> bool {
    attr.isa::<ZeroAttr>(cx) || attr.isa::<UndefAttr>(cx)
}

/// Verifies an array of structures, of any number of dimensions. Repeated elements are verified once.
fn verify_struct_array(op: OpRef<'_>, array: ArrayType, items: &[Attr]) -> CheckResult {
    let cx = op.cx();
    let mut pending = vec![(array, items, 0usize)];
    while let Some((array, items, dim)) = pending.pop() {
        if array.num_elements(cx) != items.len() as u64 {
            let message = format!(
                "array attribute size does not match array type size in dimension {dim}: {} vs. {}",
                items.len(),
                array.num_elements(cx)
            );
            return fail(op, message);
        }
        let mut seen = FxHashSet::default();
        let distinct = items.iter().enumerate().filter(|(_, item)| seen.insert(**item));
        let distinct = distinct.filter(|(_, item)| !is_zero_or_undef(cx, **item));
        if let Some(inner) = array.element_type(cx).dyn_cast::<ArrayType>(cx) {
            let before = pending.len();
            for (i, item) in distinct {
                let Some(items) = item.as_array(cx) else {
                    let message = format!(
                        "nested attribute for sub-array in dimension {dim} at index {i} must be a zero, or undef, or \
                         array attribute"
                    );
                    return fail(op, message);
                };
                pending.push((inner, items, dim + 1));
            }
            pending[before..].reverse();
            continue;
        }
        let Some(body) = StructRef::of(cx, array.element_type(cx)) else {
            return fail(op, "for array with an array attribute must have a struct element type");
        };
        for (i, item) in distinct {
            let Some(fields) = item.as_array(cx) else {
                let message = format!(
                    "nested attribute for struct element at index {i} must be a zero, or undef, or array attribute"
                );
                return fail(op, message);
            };
            if fields.len() != body.len() {
                let message = format!(
                    "nested array attribute size for struct element at index {i} must match struct size: {} vs. {}",
                    fields.len(),
                    body.len()
                );
                return fail(op, message);
            }
        }
    }
    Ok(())
}
