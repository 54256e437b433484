//! Specifications of data layouts in LLVM's words.

use std::fmt::Write;

use terrace_dialects_llvm::types::{PointerType, address_space};
use terrace_dialects_ptr::dlti::FUNCTION_POINTER_ALIGNMENT;
use terrace_ir::data_layout::{DataLayout, DataLayoutOpInterface, DataLayoutSpecInterface};
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, Context, OpRef, Signedness, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use super::Result;

/// The data layout string of a module; empty if the module has no specification.
///
/// # Errors
///
/// If an entry has no equivalent in LLVM.
pub(super) fn data_layout(module: OpRef<'_>) -> Result<String> {
    let cx = module.cx();
    if let Some(text) = module.discardable_attr("llvm.data_layout").and_then(|text| text.as_str(cx)) {
        return Ok(text.to_string());
    }
    let Some(attr) =
        module.interface::<dyn DataLayoutOpInterface>().and_then(|module_op| module_op.spec(module))
    else {
        return Ok(String::new());
    };
    let Some(spec) = cx.attr_interface::<dyn DataLayoutSpecInterface>(attr) else { return Ok(String::new()) };
    let layout = DataLayout::of(module);
    let mut parts: Vec<String> = Vec::new();
    let entries = spec.entries(cx, attr);
    for entry in &entries {
        let Some(key) = entry.key.as_str(cx) else { continue };
        match named_part(cx, key, entry.value) {
            Some(part) => parts.extend(Some(part).filter(|part| !part.is_empty())),
            None => return Err(plain_error(module, format!("unsupported data layout key \"{key}\""))),
        }
    }
    for ty in entries.iter().filter_map(|entry| entry.key.as_type(cx)) {
        match type_part(cx, &layout, ty) {
            Ok(part) => parts.extend(Some(part).filter(|part| !part.is_empty())),
            Err(message) => return Err(plain_error(module, message)),
        }
    }
    Ok(parts.join("-"))
}

/// The data layout text for a named entry; empty for the default, `None` if LLVM has no such entry or value.
fn named_part(cx: &Context, key: &str, value: Attr) -> Option<String> {
    let number = || value.as_u64(cx).or_else(|| value.as_i64(cx).map(|value| value as u64));
    let unless_zero = |letter: char| {
        number().map(|number| match number {
            0 => String::new(),
            number => format!("{letter}{number}"),
        })
    };
    Some(match key {
        "dlti.endianness" => if value.as_str(cx) == Some("little") { "e" } else { "E" }.to_string(),
        "dlti.mangling_mode" => match value.as_str(cx)? {
            "" => String::new(),
            mode => format!("m:{mode}"),
        },
        "dlti.program_memory_space" => unless_zero('P')?,
        "dlti.global_memory_space" => unless_zero('G')?,
        "dlti.alloca_memory_space" => unless_zero('A')?,
        "dlti.stack_alignment" => unless_zero('S')?,
        "dlti.legal_int_widths" => {
            let widths: Vec<String> = value.as_i32_array(cx)?.iter().map(i32::to_string).collect();
            format!("n{}", widths.join(":"))
        }
        "dlti.function_pointer_alignment" => {
            let &[alignment, dependent] = cx.attr_params(value, &FUNCTION_POINTER_ALIGNMENT)? else {
                return None;
            };
            let letter = if dependent == Attr::TRUE { 'n' } else { 'i' };
            format!("F{letter}{}", alignment.as_u64(cx)?)
        }
        _ => return None,
    })
}

/// The data layout text for a type's entry; empty for `index`.
fn type_part(cx: &Context, layout: &DataLayout, ty: Type) -> std::result::Result<String, String> {
    let mut out = String::new();
    match ty.data(cx) {
        TypeData::Index => return Ok(out),
        TypeData::Integer { signedness: Signedness::Signless, .. } => out.push('i'),
        TypeData::Integer { .. } => {
            return Err(format!("unsupported data layout for non-signless integer '{}'", cx.type_text(ty)));
        }
        TypeData::Float(
            FloatKind::F16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128,
        ) => {
            out.push('f');
        }
        _ if ty.isa::<PointerType>(cx) => {
            let _ = write!(out, "p{}:", address_space(cx, ty).expect("a pointer has an address space"));
        }
        _ => return Err(format!("unsupported type in data layout: '{}'", cx.type_text(ty))),
    }
    let missing = |_| format!("unsupported type in data layout: '{}'", cx.type_text(ty));
    let size = layout.type_size_in_bits(cx, ty).map_err(missing)?.minimum;
    let abi = layout.abi_alignment(cx, ty).map_err(missing)? * 8;
    let preferred = layout.preferred_alignment(cx, ty).map_err(missing)? * 8;
    let _ = write!(out, "{size}:{abi}");
    if let Some(index) = layout.index_bitwidth(cx, ty).filter(|_| ty.isa::<PointerType>(cx)) {
        let _ = write!(out, ":{preferred}:{index}");
    } else if preferred != abi {
        let _ = write!(out, ":{preferred}");
    }
    Ok(out)
}
