//! What this dialect's attributes must keep to on an op.

use terrace_ir::attrs::NamedAttr;
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, CheckResult, OpRef};

use super::attrs::{DATA_LAYOUT_SPEC, MAP, TARGET_SYSTEM_SPEC, entries, entry_key, entry_value};

/// Names of properties of a layout whose values are not looked at.
const KNOWN: &[&str] = &[
    "dlti.default_memory_space",
    "dlti.alloca_memory_space",
    "dlti.program_memory_space",
    "dlti.global_memory_space",
    "dlti.stack_alignment",
    "dlti.function_pointer_alignment",
    "dlti.legal_int_widths",
    "dlti.mangling_mode",
];

pub(super) fn verify_op_attr(op: OpRef<'_>, (name, value): NamedAttr) -> CheckResult {
    let cx = op.cx();
    let name = name.text(cx);
    let def = match name {
        "dlti.dl_spec" => &DATA_LAYOUT_SPEC,
        "dlti.target_system_spec" => &TARGET_SYSTEM_SPEC,
        "dlti.map" => &MAP,
        _ => return Err(plain_error(op, format!("attribute '{name}' not supported by dialect"))),
    };
    if cx.attr_params(value, def).is_none() {
        return Err(plain_error(op, format!("'{name}' is expected to be a #{name} attribute")));
    }
    if name == "dlti.dl_spec" && op.name_text() == "builtin.module" {
        return verify_layout(op, value);
    }
    Ok(())
}

/// The names in a layout that are this dialect's are known, and have values of their kind.
fn verify_layout(op: OpRef<'_>, spec: Attr) -> CheckResult {
    let cx = op.cx();
    for &entry in entries(cx, spec).unwrap_or(&[]) {
        let key = entry_key(cx, entry).and_then(|key| key.as_str(cx));
        let Some(key) = key.filter(|key| key.starts_with("dlti.")) else { continue };
        if key == "dlti.endianness" {
            let value = entry_value(cx, entry).and_then(|value| value.as_str(cx));
            if !matches!(value, Some("big" | "little")) {
                let rule = "data layout entry is expected to be either 'big' or 'little'";
                return Err(layout_error(op, format!("'{key}' {rule}")));
            }
        } else if !KNOWN.contains(&key) {
            return Err(layout_error(op, format!("unknown data layout entry name: {key}")));
        }
    }
    Ok(())
}

/// An error about a layout names its place, not the op.
fn layout_error(op: OpRef<'_>, message: String) -> Box<terrace_ir::Diag> {
    terrace_ir::Diag::error(op.loc(), message)
}
