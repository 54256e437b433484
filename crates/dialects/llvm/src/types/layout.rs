//! The data layout of pointers, arrays and structures.

use terrace_ir::data_layout::{
    DataLayout, DataLayoutEntry, DataLayoutTypeInterface, MissingDataLayout, TypeSize,
};
use terrace_ir::elements::int_values;
use terrace_ir::{Attr, Context, Type};

use super::{ArrayType, PointerType, StructRef, address_space};

const BITS_IN_BYTE: u64 = 8;

/// The layout of pointers.
pub(super) struct PointerLayout;
/// The layout of arrays.
pub(super) struct ArrayLayout;
/// The layout of structures.
pub(super) struct StructLayout;

type Sized<T> = Result<T, MissingDataLayout>;

/// The numbers of an entry: a dense constant of `i64`.
fn numbers(cx: &Context, entry: Attr) -> Vec<u64> {
    int_values(cx, entry).into_iter().flatten().map(|n| n.to_u64().unwrap_or(u64::MAX)).collect()
}

/// The components of a data layout entry for pointers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PointerEntry {
    Size,
    Abi,
    Preferred,
    Index,
}

/// A component of the data layout entry of a pointer type; `None` without an entry, unless the address space is the
/// default one. Sizes are in bits, alignments in bytes.
fn pointer_entry(cx: &Context, ty: Type, entries: &[DataLayoutEntry], wanted: PointerEntry) -> Option<u64> {
    let space = address_space(cx, ty)?;
    let of_space = |entry: &&DataLayoutEntry| {
        entry.key.as_type(cx).and_then(|key| address_space(cx, key)) == Some(space)
    };
    let is_size = matches!(wanted, PointerEntry::Size | PointerEntry::Index);
    if let Some(entry) = entries.iter().find(of_space) {
        let numbers = numbers(cx, entry.value);
        // Without a width of indices, that is the size.
        let value = numbers.get(wanted as usize).or_else(|| numbers.first()).copied()?;
        return Some(if is_size { value } else { value / BITS_IN_BYTE });
    }
    (space == 0).then_some(if is_size { 64 } else { 8 })
}

impl DataLayoutTypeInterface for PointerLayout {
    fn size_in_bits(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Sized<TypeSize> {
        match pointer_entry(cx, ty, entries, PointerEntry::Size) {
            Some(size) => Ok(TypeSize::fixed(size)),
            None => layout.type_size_in_bits(cx, PointerType::default_space(cx)),
        }
    }

    fn abi_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        match pointer_entry(cx, ty, entries, PointerEntry::Abi) {
            Some(alignment) => Ok(alignment),
            None => layout.abi_alignment(cx, PointerType::default_space(cx)),
        }
    }

    fn preferred_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        match pointer_entry(cx, ty, entries, PointerEntry::Preferred) {
            Some(alignment) => Ok(alignment),
            None => layout.preferred_alignment(cx, PointerType::default_space(cx)),
        }
    }

    fn index_bitwidth(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Option<u64> {
        pointer_entry(cx, ty, entries, PointerEntry::Index)
            .or_else(|| layout.index_bitwidth(cx, PointerType::default_space(cx)))
    }

    fn verify_entries(&self, cx: &Context, entries: &[DataLayoutEntry]) -> Result<(), String> {
        for entry in entries {
            let Some(key) = entry.key.as_type(cx) else { continue };
            let key = || cx.type_text(key);
            let values = int_values(cx, entry.value).filter(|values| matches!(values.len(), 3 | 4));
            if values.is_none() {
                return Err(format!(
                    "expected layout attribute for '{}' to be a dense integer elements attribute with 3 or 4 elements",
                    key()
                ));
            }
            if entry.value.ty(cx).and_then(|ty| ty.element_type(cx)) != Some(Type::I64) {
                return Err(format!("expected i64 parameters for '{}'", key()));
            }
            let numbers = numbers(cx, entry.value);
            if numbers[PointerEntry::Abi as usize] > numbers[PointerEntry::Preferred as usize] {
                return Err(TOO_SMALL.to_string());
            }
        }
        Ok(())
    }
}

const TOO_SMALL: &str = "preferred alignment is expected to be at least as large as ABI alignment";

impl DataLayoutTypeInterface for ArrayLayout {
    fn size_in_bits(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        _entries: &[DataLayoutEntry],
    ) -> Sized<TypeSize> {
        let array = ty.dyn_cast::<ArrayType>(cx).ok_or(MissingDataLayout(ty))?;
        let element = array.element_type(cx);
        let size = layout.type_size(cx, element)?.minimum;
        let size = size.next_multiple_of(layout.abi_alignment(cx, element)?.max(1));
        Ok(TypeSize::fixed(size.wrapping_mul(array.num_elements(cx)).wrapping_mul(BITS_IN_BYTE)))
    }

    fn abi_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        _entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        let array = ty.dyn_cast::<ArrayType>(cx).ok_or(MissingDataLayout(ty))?;
        layout.abi_alignment(cx, array.element_type(cx))
    }

    fn preferred_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        _entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        let array = ty.dyn_cast::<ArrayType>(cx).ok_or(MissingDataLayout(ty))?;
        layout.preferred_alignment(cx, array.element_type(cx))
    }
}

/// The alignment of a structure: that of its most aligned element, or the entry at a place if that is more.
fn struct_alignment(
    cx: &Context,
    ty: Type,
    layout: &DataLayout,
    entries: &[DataLayoutEntry],
    place: usize,
) -> Sized<u64> {
    let body = StructRef::of(cx, ty).ok_or(MissingDataLayout(ty))?;
    if place == 0 && body.is_packed {
        return Ok(1);
    }
    let mut alignment = 1;
    for element in body.elements() {
        alignment = layout.abi_alignment(cx, element)?.max(alignment);
    }
    let entry = entries.iter().find(|entry| entry.key.as_type(cx).is_some());
    let entry = entry.and_then(|entry| {
        let numbers = numbers(cx, entry.value);
        numbers.get(place).or_else(|| numbers.first()).copied()
    });
    Ok(entry.map_or(alignment, |entry| (entry / BITS_IN_BYTE).max(alignment)))
}

impl DataLayoutTypeInterface for StructLayout {
    fn size_in_bits(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        _entries: &[DataLayoutEntry],
    ) -> Sized<TypeSize> {
        let body = StructRef::of(cx, ty).ok_or(MissingDataLayout(ty))?;
        let (mut size, mut alignment) = (0u64, 1);
        for element in body.elements() {
            let needed = if body.is_packed { 1 } else { layout.abi_alignment(cx, element)?.max(1) };
            size = size.next_multiple_of(needed).wrapping_add(layout.type_size(cx, element)?.minimum);
            alignment = needed.max(alignment);
        }
        Ok(TypeSize::fixed(size.next_multiple_of(alignment).wrapping_mul(BITS_IN_BYTE)))
    }

    fn abi_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        struct_alignment(cx, ty, layout, entries, 0)
    }

    fn preferred_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Sized<u64> {
        struct_alignment(cx, ty, layout, entries, 1)
    }

    fn verify_entries(&self, cx: &Context, entries: &[DataLayoutEntry]) -> Result<(), String> {
        for entry in entries {
            let Some(key) = entry.key.as_type(cx) else { continue };
            let text = || cx.type_text(key);
            if int_values(cx, entry.value).is_none_or(|values| !matches!(values.len(), 1 | 2)) {
                return Err(format!(
                    "expected layout attribute for '{}' to be a dense integer elements attribute of 1 or 2 elements",
                    text()
                ));
            }
            if entry.value.ty(cx).and_then(|ty| ty.element_type(cx)) != Some(Type::I64) {
                return Err(format!("expected i64 entries for '{}'", text()));
            }
            if StructRef::of(cx, key).is_some_and(|body| body.name.is_some() || !body.is_empty()) {
                return Err(format!("unexpected layout attribute for struct '{}'", text()));
            }
            if let [abi, preferred] = numbers(cx, entry.value)[..]
                && abi > preferred
            {
                return Err(TOO_SMALL.to_string());
            }
        }
        Ok(())
    }
}
