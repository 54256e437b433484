//! Verification of the dialect's attributes on an op.

use terrace_ir::attrs::NamedAttr;
use terrace_ir::data_layout::{
    DataLayoutDialectInterface, DataLayoutEntry, DataLayoutOpInterface, DataLayoutSpecInterface,
    LayoutProperty, conflicting_op, verify_spec,
};
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, CheckResult, Context, Diag, OpRef};

use super::attrs::{DATA_LAYOUT_SPEC, MAP, TARGET_SYSTEM_SPEC, entries, entry_key, entry_value};

/// Names of layout properties whose values are not verified.
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
    if name == "dlti.dl_spec" && op.interface::<dyn DataLayoutOpInterface>().is_some() {
        return verify_layout(op, value);
    }
    Ok(())
}

/// Entries are good, and named ones do not contradict those of ops around.
fn verify_layout(op: OpRef<'_>, spec: Attr) -> CheckResult {
    let entries = Spec.entries(op.cx(), spec);
    // An error about entries names its place, not the op.
    verify_spec(op.cx(), &entries).map_err(|message| Diag::error(op.loc(), message))?;
    match conflicting_op(op) {
        None => Ok(()),
        Some(outer) => {
            let diag = plain_error(op, "data layout does not combine with layouts of enclosing ops");
            Err(diag.note(outer.loc(), "enclosing op with data layout"))
        }
    }
}

/// The layout of an attribute `#dlti.dl_spec`.
pub(super) struct Spec;

impl DataLayoutSpecInterface for Spec {
    fn entries(&self, cx: &Context, spec: Attr) -> Vec<DataLayoutEntry> {
        let of = |&attr: &Attr| {
            Some(DataLayoutEntry { key: entry_key(cx, attr)?, value: entry_value(cx, attr)?, attr })
        };
        entries(cx, spec).unwrap_or(&[]).iter().filter_map(of).collect()
    }

    fn identifier(&self, property: LayoutProperty) -> &'static str {
        match property {
            LayoutProperty::Endianness => "dlti.endianness",
            LayoutProperty::DefaultMemorySpace => "dlti.default_memory_space",
            LayoutProperty::AllocaMemorySpace => "dlti.alloca_memory_space",
            LayoutProperty::ProgramMemorySpace => "dlti.program_memory_space",
            LayoutProperty::GlobalMemorySpace => "dlti.global_memory_space",
            LayoutProperty::ManglingMode => "dlti.mangling_mode",
            LayoutProperty::StackAlignment => "dlti.stack_alignment",
            LayoutProperty::FunctionPointerAlignment => "dlti.function_pointer_alignment",
            LayoutProperty::LegalIntWidths => "dlti.legal_int_widths",
        }
    }
}

/// The entries with names of this dialect.
pub(super) struct NamedEntries;

impl DataLayoutDialectInterface for NamedEntries {
    fn verify_entry(&self, cx: &Context, name: &str, value: Attr) -> Result<(), String> {
        if name == "dlti.endianness" {
            return match value.as_str(cx) {
                Some("big" | "little") => Ok(()),
                _ => Err(format!("'{name}' data layout entry is expected to be either 'big' or 'little'")),
            };
        }
        match KNOWN.contains(&name) {
            true => Ok(()),
            false => Err(format!("unknown data layout entry name: {name}")),
        }
    }
}
