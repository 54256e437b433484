//! Flags of modules, and profiles among them.

#![allow(clippy::too_many_arguments, reason = "attributes are made of all their parameters")]

use terrace_ir::{Attr, Context};
use terrace_macros::attr_def;

use super::params::*;

/// A module flag: its behavior when modules are linked, its key and its value.
#[attr_def("llvm.mlir.module_flag", class = "ModuleFlagAttr", format = "`<` $behavior `,` $key `,` $value `>`",
           verify = verify_flag)]
pub struct ModuleFlagAttr {
    behavior: ModFlagBehaviorField,
    key: StringParam,
    value: AnyParam,
}

fn verify_flag(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let &[_, key, value] = params else { return Ok(()) };
    match key.as_str(cx) {
        Some("CG Profile") => {
            let entries = value.as_array(cx);
            let fits = entries.is_some_and(|entries| {
                entries.iter().all(|entry| entry.isa::<ModuleFlagCGProfileEntryAttr>(cx))
            });
            if fits {
                return Ok(());
            }
            Err("'CG Profile' key expects an array of '#llvm.cgprofile_entry'".to_string())
        }
        Some("ProfileSummary") => {
            if value.isa::<ModuleFlagProfileSummaryAttr>(cx) {
                return Ok(());
            }
            Err("'ProfileSummary' key expects a '#llvm.profile_summary' attribute".to_string())
        }
        key => {
            if value.as_integer(cx).is_some() || value.as_str(cx).is_some() {
                return Ok(());
            }
            let key = key.unwrap_or_default();
            Err(format!("only integer and string values are currently supported for unknown key '\"{key}\"'"))
        }
    }
}

/// The number of calls from one function to another.
#[attr_def("llvm.cgprofile_entry", class = "ModuleFlagCGProfileEntryAttr", format = "`<` struct(params) `>`")]
pub struct ModuleFlagCGProfileEntryAttr {
    from: Option<FlatSymbolParam>,
    to: Option<FlatSymbolParam>,
    count: u64,
}

/// The number of counters with at least a given count.
#[attr_def(
    "llvm.profile_summary_detailed",
    class = "ModuleFlagProfileSummaryDetailedAttr",
    format = "`<` struct(params) `>`"
)]
pub struct ModuleFlagProfileSummaryDetailedAttr {
    cut_off: u32,
    min_count: u64,
    num_counts: u32,
}

/// A summary of a profile.
#[attr_def("llvm.profile_summary", class = "ModuleFlagProfileSummaryAttr", format = "`<` struct(params) `>`")]
pub struct ModuleFlagProfileSummaryAttr {
    format: ProfileSummaryFormatKindField,
    total_count: u64,
    max_count: u64,
    max_internal_count: u64,
    max_function_count: u64,
    num_counts: u64,
    num_functions: u64,
    is_partial_profile: Option<u64>,
    partial_profile_ratio: Option<FloatParam>,
    detailed_summary: Vec<ModuleFlagProfileSummaryDetailedAttr>,
}
