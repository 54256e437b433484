//! The page of `terrace bytecode` about the contents of a file.

use std::fmt::Write as _;

use terrace_bytecode::BytecodeStats;

/// The number of ops and attributes listed.
const LISTED: usize = 20;

/// The version of a dialect: its integers, if it consists of such.
fn version_text(bytes: &[u8]) -> String {
    let mut numbers = Vec::new();
    let mut rest = bytes;
    while let Some((&first, _)) = rest.split_first() {
        let extra = first.trailing_zeros() as usize;
        let Some(number) = rest.get(..=extra).filter(|_| extra < 8) else { return format!("{bytes:02x?}") };
        let raw = number.iter().rev().fold(0u64, |raw, &byte| raw << 8 | u64::from(byte));
        numbers.push((raw >> (extra + 1)).to_string());
        rest = &rest[extra + 1..];
    }
    numbers.join(".")
}

/// Returns the page about a file.
pub(super) fn page(stats: &BytecodeStats) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_page(stats, &mut out);
    out
}

fn write_page(stats: &BytecodeStats, out: &mut String) -> std::fmt::Result {
    let BytecodeStats { version, producer, size, .. } = stats;
    writeln!(out, "bytecode version {version}, {size} bytes, produced by {producer}\n")?;
    writeln!(out, "sections")?;
    for (kind, size) in &stats.sections {
        writeln!(out, "  {size:>12}  {}", kind.name())?;
    }
    writeln!(out, "\ndialects, with the number of ops, attributes and types")?;
    for dialect in &stats.dialects {
        let version =
            dialect.version.as_deref().map(|version| format!(", version {}", version_text(version)));
        let (attributes, types) = (dialect.attributes.0, dialect.types.0);
        let version = version.unwrap_or_default();
        writeln!(out, "  {:>12}  {attributes:>8}  {types:>8}  {}{version}", dialect.ops, dialect.name)?;
    }
    let total: u64 = stats.ops.iter().map(|op| op.count).sum();
    writeln!(out, "\nops: {total} in {} blocks", stats.blocks)?;
    for op in stats.ops.iter().take(LISTED) {
        let registered = if op.registered == Some(false) { ", not registered" } else { "" };
        writeln!(out, "  {:>12}  {}{registered}", op.count, op.name)?;
    }
    write_rest(stats.ops.len(), "names", out)?;
    writeln!(out, "\nattributes: {}; the largest, in bytes", stats.attributes.len())?;
    for attribute in stats.attributes.iter().take(LISTED) {
        let text = attribute.text.as_deref().unwrap_or("encoded");
        let cut: String = text.chars().take(60).collect();
        let more = if cut.len() < text.len() { ".." } else { "" };
        writeln!(
            out,
            "  {:>12}  #{} of {}: {cut}{more}",
            attribute.size, attribute.number, attribute.dialect
        )?;
    }
    write_rest(stats.attributes.len(), "attributes", out)?;
    writeln!(
        out,
        "\n{} types, {} strings, {} different properties, {} resources",
        stats.types,
        stats.strings,
        stats.properties,
        stats.resources.len()
    )?;
    for (group, key, size) in stats.resources.iter().take(LISTED) {
        writeln!(out, "  {size:>12}  {group}: {key}")?;
    }
    write_rest(stats.resources.len(), "resources", out)
}

/// Writes the number of entities not listed.
fn write_rest(count: usize, what: &str, out: &mut String) -> std::fmt::Result {
    match count.checked_sub(LISTED) {
        Some(more) if more > 0 => writeln!(out, "  and {more} more {what}"),
        _ => Ok(()),
    }
}
