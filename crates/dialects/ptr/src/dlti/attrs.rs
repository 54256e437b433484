//! Entries, and the lists of them: layouts of data, descriptions of devices and systems, and maps.

use std::collections::HashSet;

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::data_layout::DataLayoutSpecInterface;
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef, ParamKind};
use terrace_ir::{Attr, Context, OptionalAttr, Type};

const fn param(name: &'static str, kind: ParamKind) -> ParamDef<'static> {
    ParamDef { name, kind, optional: false, default: None }
}

/// `#dlti.dl_entry<key, value>`; the key is a type or a string.
pub static DATA_LAYOUT_ENTRY: AttrDef = AttrDef {
    name: "dlti.dl_entry",
    doc: "A value for a type or a name.",
    params: &[param("key", ParamKind::Attr), param("value", ParamKind::Attr)],
    asm: Some((parse_entry, print_entry)),
    ..EMPTY_PARAMS
};

/// `#dlti.function_pointer_alignment<64, function_dependent = false>`.
pub static FUNCTION_POINTER_ALIGNMENT: AttrDef = AttrDef {
    name: "dlti.function_pointer_alignment",
    doc: "The alignment of function pointers, in bits.",
    params: &[param("alignment", ParamKind::UInt(64)), param("function_dependent", ParamKind::Bool)],
    format: Some("`<` $alignment `,` `function_dependent` `=` $function_dependent `>`"),
    ..EMPTY_PARAMS
};

macro_rules! lists {
    ($($(#[doc = $doc:tt])* $name:ident = $full:literal, $parse:ident, $verify:ident $(, $interface:expr)?;)*) => {
        $($(#[doc = $doc])*
        pub static $name: AttrDef = AttrDef {
            name: $full,
            doc: concat!($($doc),*),
            params: &[param("entries", ParamKind::Array(&ParamKind::Dialect(&DATA_LAYOUT_ENTRY)))],
            asm: Some(($parse, print_list)),
            verify: Some(&$verify),
            interfaces: &[$($interface)?],
            ..EMPTY_PARAMS
        };)*
    };
}

lists! {
    /// The layout of data: of types, and properties by name.
    DATA_LAYOUT_SPEC = "dlti.dl_spec", parse_open_list, verify_entries,
        &(&super::check::Spec as &dyn DataLayoutSpecInterface);
    /// Values by name or type.
    MAP = "dlti.map", parse_open_list, verify_entries;
    /// Properties of a device by name.
    TARGET_DEVICE_SPEC = "dlti.target_device_spec", parse_named_list, verify_device;
    /// Descriptions of devices by name.
    TARGET_SYSTEM_SPEC = "dlti.target_system_spec", parse_named_list, verify_system;
}

/// The key of an entry: a string, or a type as an attribute.
pub fn entry_key(cx: &Context, entry: Attr) -> Option<Attr> {
    cx.attr_params(entry, &DATA_LAYOUT_ENTRY)?.first().copied()
}

/// The value of an entry.
pub fn entry_value(cx: &Context, entry: Attr) -> Option<Attr> {
    cx.attr_params(entry, &DATA_LAYOUT_ENTRY)?.get(1).copied()
}

/// An attribute that answers queries, though it is no list of entries.
pub trait DltiQuery: Send + Sync {
    /// The value of a key, which is a string or a type as an attribute; `None` if there is no entry.
    fn query(&self, cx: &Context, attr: Attr, key: Attr) -> Option<Attr>;
}

/// Whether an attribute answers queries.
pub fn is_queryable(cx: &Context, attr: Attr) -> bool {
    entries(cx, attr).is_some() || cx.attr_interface::<dyn DltiQuery>(attr).is_some()
}

/// The value of a key in an attribute; `None` if there is no entry.
pub fn query(cx: &Context, attr: Attr, key: Attr) -> Option<Attr> {
    match entries(cx, attr) {
        Some(entries) => {
            let entry = entries.iter().find(|&&entry| entry_key(cx, entry) == Some(key))?;
            entry_value(cx, *entry)
        }
        None => cx.attr_interface::<dyn DltiQuery>(attr)?.query(cx, attr, key),
    }
}

/// The entries of a list of any kind; `None` for another attribute.
pub fn entries(cx: &Context, list: Attr) -> Option<&[Attr]> {
    let kinds = [&DATA_LAYOUT_SPEC, &MAP, &TARGET_DEVICE_SPEC, &TARGET_SYSTEM_SPEC];
    kinds.into_iter().find_map(|def| cx.attr_params(list, def))?.first()?.as_array(cx)
}

/// A key in the words of messages; no alias is used for it.
pub fn key_text(cx: &Context, key: Attr) -> String {
    match key.as_type(cx) {
        Some(ty) => cx.type_text(ty),
        None => cx.attr_text(key),
    }
}

fn string_key(p: &mut dyn OpParser) -> PResult<Option<Attr>> {
    let text = p.optional_string()?;
    Ok(text.map(|text| p.cx().str_attr(p.cx().str_from_bytes(&text))))
}

fn parse_entry(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let loc = p.loc();
    let key = match p.optional_type()? {
        Some(ty) => Some(p.cx().type_attr(ty)),
        None => string_key(p)?,
    };
    let Some(key) = key else {
        return Err(p.error(loc, "expected a type or a quoted string".to_string()));
    };
    p.token(",")?;
    let value = p.attr(Type::NONE)?;
    p.token(">")?;
    Ok(vec![key, value])
}

fn print_entry(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[key, value] = params else { return };
    p.text("<");
    p.text(&key_text(cx, key));
    p.text(", ");
    p.attr(value);
    p.text(">");
}

/// `key = value`, or an entry in full.
fn parse_pair(p: &mut dyn OpParser, types: bool) -> PResult<Attr> {
    let mut key = None;
    if types {
        key = p.optional_type()?.map(|ty| p.cx().type_attr(ty));
    }
    if key.is_none() {
        key = string_key(p)?;
    }
    if let Some(key) = key {
        p.token("=")?;
        let value = p.attr(Type::NONE)?;
        return Ok(p.cx().dialect_attr(&DATA_LAYOUT_ENTRY, &[key, value]).unwrap_or(Attr::NULL));
    }
    let loc = p.loc();
    let entry = p.attr(Type::NONE)?;
    if entry_key(p.cx(), entry).is_none() {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    Ok(entry)
}

fn parse_list(p: &mut dyn OpParser, types: bool, may_be_empty: bool) -> PResult<Vec<Attr>> {
    let loc = p.name_loc();
    let mut entries = Vec::new();
    p.token("<")?;
    if !p.optional_token(">") {
        loop {
            entries.push(parse_pair(p, types)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(">")?;
    }
    if entries.is_empty() && !may_be_empty {
        return Err(p.error(loc, "no DLTI entries provided".to_string()));
    }
    Ok(vec![p.cx().array_attr(&entries)])
}

fn parse_open_list(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    parse_list(p, true, true)
}

fn parse_named_list(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    parse_list(p, false, false)
}

fn print_list(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    p.text("<");
    for (i, &entry) in params.first().optional_elements(cx).iter().enumerate() {
        let (Some(key), Some(value)) = (entry_key(cx, entry), entry_value(cx, entry)) else { continue };
        if i > 0 {
            p.text(", ");
        }
        p.text(&key_text(cx, key));
        p.text(" = ");
        p.attr(value);
    }
    p.text(">");
}

fn listed<'a>(cx: &'a Context, params: &[Attr]) -> &'a [Attr] {
    params.first().optional_elements(cx)
}

/// Verifies that keys are not empty and unique, and types only if `types`.
fn verify_keys(cx: &Context, entries: &[Attr], types: bool) -> Result<(), String> {
    let mut known = HashSet::new();
    for &entry in entries {
        let Some(key) = entry_key(cx, entry) else { return Err("contained invalid DLTI entry".to_string()) };
        if !types && key.as_type(cx).is_some() {
            return Err("type as DLTI key is not allowed".to_string());
        }
        if key.as_str(cx) == Some("") {
            return Err("empty string as DLTI key is not allowed".to_string());
        }
        if !known.insert(key) {
            return Err(format!("repeated DLTI key: {}", key_text(cx, key)));
        }
    }
    Ok(())
}

fn verify_entries(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_keys(cx, listed(cx, params), true)
}

fn verify_device(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_keys(cx, listed(cx, params), false)
}

fn verify_system(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let mut known = HashSet::new();
    for &entry in listed(cx, params) {
        let (Some(key), Some(value)) = (entry_key(cx, entry), entry_value(cx, entry)) else { continue };
        if key.as_str(cx).is_none() {
            return Err("non-string key of DLTI system spec".to_string());
        }
        let Some(device) = cx.attr_params(value, &TARGET_DEVICE_SPEC) else {
            let key = cx.attr_text(key);
            return Err(format!("value associated with key {key} is not a DLTI device spec"));
        };
        verify_device(cx, device)?;
        if !known.insert(key) {
            let key = cx.attr_text(key);
            return Err(format!("repeated device ID in dlti.target_system_spec: {key}"));
        }
    }
    Ok(())
}
