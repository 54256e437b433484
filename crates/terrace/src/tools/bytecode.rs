//! `terrace bytecode`: what is in a bytecode file.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use terrace_bytecode::{BytecodeStats, bytecode_stats, is_bytecode};
use terrace_opt::Io;
use terrace_support::file;

use super::commands::show;
use super::start;
use super::stdout::with_stdout;

const HELP: &str = "\
terrace bytecode: shows what is in a bytecode file

Usage: terrace bytecode --stats FILE

Options:
  --stats    sections and their sizes, dialects with versions, counts of ops, the largest attributes, resources

The dialects of the file need not be registered. To read or write such files: terrace opt FILE [--emit-bytecode]
";

/// How many ops and attributes are listed.
const LISTED: usize = 20;

/// Runs the command with the arguments after its name.
pub fn main(args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(HELP);
    }
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut std::io::empty(),
            interactive: false,
            color: start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        bytecode(args, io)
    })
}

/// Shows what is in a file, on any streams; the result is the exit code.
pub fn bytecode(args: &[String], io: Io<'_>) -> u8 {
    let files: Vec<&String> = args.iter().filter(|arg| *arg != "--stats").collect();
    let [path] = files[..] else {
        // There is nowhere left to complain to.
        let _ = io.stderr.write_all(HELP.as_bytes());
        return 2;
    };
    let written = match stats_page(path, &io.cwd.join(path)) {
        Ok(page) => io.stdout.write_all(page.as_bytes()).map(|()| 0),
        Err(message) => writeln!(io.stderr, "error: {message}").map(|()| 1),
    };
    written.unwrap_or(1)
}

fn stats_page(name: &str, path: &Path) -> Result<String, String> {
    let bytes =
        file::read(path, true).map_err(|error| format!("cannot open input file '{name}': {error}"))?;
    let bytes = bytes.as_ref();
    if !is_bytecode(bytes) {
        return Err(format!("'{name}' is no bytecode file"));
    }
    let stats = bytecode_stats(bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(page(&stats))
}

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

fn page(stats: &BytecodeStats) -> String {
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

/// Says how many things are not listed.
fn write_rest(count: usize, what: &str, out: &mut String) -> std::fmt::Result {
    match count.checked_sub(LISTED) {
        Some(more) if more > 0 => writeln!(out, "  and {more} more {what}"),
        _ => Ok(()),
    }
}
