//! Addresses as a base and numbers of bytes.

use terrace_dialects_llvm::ops::{GEPOp, GepIndexRef};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Context, OpRef, Type, ValueRef};

/// The offset that a `getelementptr` adds to its base.
pub(crate) struct Offset<'a> {
    /// A number of bytes.
    pub bytes: i64,
    /// Values, each with the number of bytes that it is multiplied by.
    pub terms: Vec<(ValueRef<'a>, i64)>,
}

/// The size of a type in memory, padding included.
pub(crate) fn stride(cx: &Context, layout: &DataLayout, ty: Type) -> Option<i64> {
    let size = layout.type_size(cx, ty).ok().filter(|size| !size.scalable)?.minimum;
    let alignment = layout.abi_alignment(cx, ty).ok()?.max(1);
    i64::try_from(size.next_multiple_of(alignment)).ok()
}

/// The offset of a field in a structure, in bytes.
pub(crate) fn field_offset(
    cx: &Context,
    layout: &DataLayout,
    fields: StructRef<'_>,
    index: usize,
) -> Option<i64> {
    let mut at = 0;
    for (number, field) in fields.elements().enumerate() {
        if !fields.is_packed {
            at = (at as u64).next_multiple_of(layout.abi_alignment(cx, field).ok()?.max(1)) as i64;
        }
        if number == index {
            return Some(at);
        }
        at += i64::try_from(layout.type_size(cx, field).ok()?.minimum).ok()?;
    }
    None
}

/// Returns what a `getelementptr` adds, or `None` for types without a fixed layout.
pub(crate) fn offset_of<'a>(op: OpRef<'a>, layout: &DataLayout) -> Option<Offset<'a>> {
    let (cx, view) = (op.cx(), op.cast::<GEPOp>()?);
    let mut ty = view.elem_type();
    let mut offset = Offset { bytes: 0, terms: Vec::new() };
    for (place, index) in view.indices().enumerate() {
        if place > 0 {
            if let Some(fields) = StructRef::of(cx, ty) {
                let GepIndexRef::Constant(number) = index else { return None };
                let number = usize::try_from(number).ok()?;
                offset.bytes += field_offset(cx, layout, fields, number)?;
                ty = fields.element(number)?;
                continue;
            }
            ty = match ty.dyn_cast::<ArrayType>(cx) {
                Some(array) => array.element_type(cx),
                None => ty.element_type(cx)?,
            };
        }
        let stride = stride(cx, layout, ty)?;
        match index {
            GepIndexRef::Constant(number) => {
                offset.bytes = offset.bytes.checked_add(stride.checked_mul(number.into())?)?
            }
            GepIndexRef::Value(value) => offset.terms.push((value, stride)),
        }
    }
    Some(offset)
}
