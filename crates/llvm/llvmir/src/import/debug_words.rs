//! Keywords of debug information.

use terrace_dialects_llvm::attrs::dwarf::{CallingConvention, Encoding, Language, Operation, Tag};
use terrace_dialects_llvm::enums::DINameTableKind;
use terrace_ir::enum_attr::EnumValue;

/// The flags of LLVM, with the values that they have there, where the dialect has others or none.
const OTHER_FLAGS: [(&str, u64); 5] = [
    ("DIFlagMultipleInheritance", 2 << 16),
    ("DIFlagVirtualInheritance", 3 << 16),
    ("DIFlagNameIsSimplified", 1 << 30),
    ("DIFlagLargest", 1 << 30),
    ("DIFlagIndirectVirtualBase", 1 << 2 | 1 << 5),
];

/// The value of a flag of debug information, which may have bits that the dialect has no flag for.
pub(super) fn flag(word: &str) -> Option<u64> {
    let other = OTHER_FLAGS.iter().find(|(name, _)| *name == word).map(|&(_, value)| value);
    other.or_else(|| terrace_dialects_llvm::enums::DIFlags::DEF.value_of(word.strip_prefix("DIFlag")?))
}

/// The value of a flag of a subprogram.
pub(super) fn subprogram_flag(word: &str) -> Option<u64> {
    match word.strip_prefix("DISPFlag")? {
        "Zero" => Some(0),
        "Largest" => Some(1 << 11),
        word => terrace_dialects_llvm::enums::DISubprogramFlags::DEF.value_of(word),
    }
}

/// Checks a keyword by the name of its field, which is empty in an expression.
///
/// # Errors
///
/// The kind of keyword that was expected.
pub(super) fn check(field: &[u8], word: &[u8]) -> Result<(), &'static str> {
    let word = std::str::from_utf8(word).unwrap_or("");
    let (is_known, kind) = match field {
        b"" => (
            Operation::DEF.value_of(word).or_else(|| Encoding::DEF.value_of(word)).is_some(),
            if word.starts_with("DW_ATE_") { "DWARF attribute encoding" } else { "DWARF op" },
        ),
        b"tag" => (Tag::DEF.value_of(word).is_some(), "DWARF tag"),
        b"encoding" => (Encoding::DEF.value_of(word).is_some(), "DWARF type attribute encoding"),
        b"language" => (Language::DEF.value_of(word).is_some(), "DWARF language"),
        b"cc" => (CallingConvention::DEF.value_of(word).is_some(), "DWARF calling convention"),
        b"flags" => (flag(word).is_some(), "debug info flag"),
        b"spFlags" => (subprogram_flag(word).is_some(), "subprogram debug info flag"),
        b"emissionKind" => (
            matches!(word, "NoDebug" | "FullDebug" | "LineTablesOnly" | "DebugDirectivesOnly"),
            "emission kind",
        ),
        b"nameTableKind" => (DINameTableKind::from_keyword(word).is_some(), "name table kind"),
        _ => return Ok(()),
    };
    if is_known { Ok(()) } else { Err(kind) }
}
