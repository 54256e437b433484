//! The data layout of pointers: from the entry for their memory space, or for the default one.

use terrace_ir::data_layout::{
    DataLayout, DataLayoutEntry, DataLayoutTypeInterface, LayoutProperty, MissingDataLayout, TypeSize,
};
use terrace_ir::{Attr, Context, Type};

use super::types::{SpecAttr, ptr_space};

/// The layout of `!ptr.ptr<...>`.
pub(super) struct PtrLayout;

/// The numbers of a `#ptr.spec`, in bits.
#[derive(Clone, Copy)]
struct Spec {
    size: u64,
    abi: u64,
    preferred: u64,
    index: u64,
}

/// The data layout of pointers in the default memory space, unless specified.
const DEFAULT: Spec = Spec { size: 64, abi: 8, preferred: 8, index: 64 };

fn spec_of(cx: &Context, value: Attr) -> Option<Spec> {
    let spec = value.dyn_cast::<SpecAttr>(cx)?;
    let (size, index) = (spec.size(cx), spec.index(cx));
    let index = if index == u32::MAX { size } else { index };
    let [size, abi, preferred, index] = [size, spec.abi(cx), spec.preferred(cx), index].map(u64::from);
    Some(Spec { size, abi, preferred, index })
}

fn find(cx: &Context, ty: Type, layout: &DataLayout, entries: &[DataLayoutEntry]) -> Spec {
    let entry = |wanted: Attr| {
        let of_space = |entry: &&DataLayoutEntry| {
            entry.key.as_type(cx).and_then(|key| ptr_space(cx, key)) == Some(wanted)
        };
        entries.iter().find(of_space).and_then(|entry| spec_of(cx, entry.value))
    };
    let default = || entry(layout.property(cx, LayoutProperty::DefaultMemorySpace)?);
    ptr_space(cx, ty).and_then(entry).or_else(default).unwrap_or(DEFAULT)
}

impl DataLayoutTypeInterface for PtrLayout {
    fn size_in_bits(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<TypeSize, MissingDataLayout> {
        Ok(TypeSize::fixed(find(cx, ty, layout, entries).size))
    }

    fn abi_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout> {
        Ok(find(cx, ty, layout, entries).abi / 8)
    }

    fn preferred_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout> {
        Ok(find(cx, ty, layout, entries).preferred / 8)
    }

    fn index_bitwidth(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Option<u64> {
        Some(find(cx, ty, layout, entries).index)
    }

    fn verify_entries(&self, cx: &Context, entries: &[DataLayoutEntry]) -> Result<(), String> {
        match entries.iter().find(|entry| spec_of(cx, entry.value).is_none()) {
            None => Ok(()),
            Some(entry) => {
                let key = entry.key.as_type(cx).map_or(String::new(), |ty| cx.type_text(ty));
                Err(format!("expected layout attribute for '{key}' to be a #ptr.spec attribute"))
            }
        }
    }
}
