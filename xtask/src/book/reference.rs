//! Pages of the book that are generated from tables: dialects, passes, commands, and the deviations by section.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use terrace::ir::def::DialectDef;
use terrace::tools::{Setup, help};

use super::Pages;

/// The page of the commands and their flags.
pub(crate) const COMMANDS: &str = "docs/reference/commands.md";

/// The summary of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The commands whose help is a section of [`COMMANDS`].
const NAMES: [&str; 11] = [
    "opt",
    "run",
    "explain",
    "transform",
    "reduce",
    "compile",
    "translate",
    "bytecode",
    "ripple-cc",
    "completion",
    "man",
];

/// Returns the generated pages; that of the commands without its texts, which the program prints.
pub(crate) fn pages(written: &Pages) -> Pages {
    let setup = terrace::tools::setup();
    let mut pages = Pages::new();
    pages.insert("docs/reference/dialects.md".to_owned(), dialects(&setup));
    for dialect in &setup.dialects {
        let ops: Vec<&str> = setup.ops_of(dialect).map(|op| op.name).collect();
        let page = dialect_page(&setup, dialect.name, dialect.doc, &ops);
        pages.insert(format!("docs/reference/dialects/{}.md", dialect.name), page);
    }
    pages.insert("docs/reference/passes.md".to_owned(), passes(&setup));
    pages.insert(COMMANDS.to_owned(), "# Commands and flags\n".to_owned());
    if let Some(summary) = written.get(SUMMARY) {
        pages.insert(SUMMARY.to_owned(), with_dialects(summary, &setup));
    }
    let deviations = written.get("docs/reference/deviations.md").map_or("", String::as_str);
    pages.insert("docs/reference/deviations-table.md".to_owned(), deviations_table(deviations));
    pages
}

/// The dialects by name.
fn sorted(setup: &Setup) -> Vec<&'static DialectDef> {
    let mut dialects = setup.dialects.clone();
    dialects.sort_unstable_by_key(|dialect| dialect.name);
    dialects
}

/// The summary with a page for each dialect.
fn with_dialects(summary: &str, setup: &Setup) -> String {
    let all = "- [Dialects](reference/dialects.md)\n";
    let mut lines = all.to_owned();
    for dialect in sorted(setup) {
        let _ = writeln!(lines, "  - [{0}](reference/dialects/{0}.md)", dialect.name);
    }
    summary.replace(all, &lines)
}

/// Text for Markdown: outside of code, characters with a meaning there are escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (part, piece) in text.split('`').enumerate() {
        if part > 0 {
            out.push('`');
        }
        for c in piece.chars() {
            if part % 2 == 0 && matches!(c, '<' | '>' | '*' | '_' | '[' | ']' | '|' | '#') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// A page of `terrace help` below a heading: prose, tables as text, and the example as IR.
fn section(out: &mut String, heading: &str, page: &str) {
    let _ = write!(out, "\n## {heading}\n\n");
    let page = page.split_once(": ").map_or(page, |(_, rest)| rest);
    let is_title = |line: &str| {
        line.ends_with(':') && line.starts_with(|c: char| c.is_ascii_uppercase())
            || ["Traits: ", "Interfaces: ", "Regions: ", "In a pipeline: "]
                .iter()
                .any(|title| line.starts_with(title))
    };
    let mut lines = page.lines().peekable();
    let mut prose = String::new();
    while let Some(line) = lines.next_if(|line| !is_title(line)) {
        let _ = writeln!(prose, "{}", escaped(line));
    }
    let _ = writeln!(out, "{}", prose.trim_end());
    let (mut text, mut example, mut in_example) = (String::new(), String::new(), false);
    for line in lines {
        if is_title(line) {
            in_example = line.starts_with("Example");
            if in_example {
                continue;
            }
        }
        let part = if in_example { &mut example } else { &mut text };
        let _ = writeln!(part, "{}", if in_example { line.strip_prefix("  ").unwrap_or(line) } else { line });
    }
    for (language, part) in [("text", text), ("mlir", example)] {
        if !part.trim().is_empty() {
            let _ = write!(out, "\n```{language}\n{}\n```\n", part.trim_end());
        }
    }
}

fn dialects(setup: &Setup) -> String {
    let mut out = "# Dialects\n\nEach page has the ops of a dialect, with their syntax and an example, as `terrace help` \
                   prints them.\n\n| Dialect | Ops | |\n|---|---|---|\n"
        .to_owned();
    for dialect in sorted(setup) {
        let (name, count) = (dialect.name, setup.ops_of(dialect).count());
        let _ = writeln!(out, "| [{name}](dialects/{name}.md) | {count} | {} |", escaped(dialect.doc));
    }
    out
}

fn dialect_page(setup: &Setup, name: &str, doc: &str, ops: &[&str]) -> String {
    let mut out = format!("# {name}\n\n{}\n", escaped(doc));
    for op in ops {
        if let Ok(page) = help::topic(op, setup) {
            section(&mut out, op, &page);
        }
    }
    out
}

fn passes(setup: &Setup) -> String {
    let mut out = "# Passes\n\nAll passes and pipelines with their options, as `terrace help` prints them.\n"
        .to_owned();
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let pipelines = setup.registry.pipelines().into_iter().map(|pipeline| pipeline.name);
    let mut names: Vec<&str> = passes.chain(pipelines).collect();
    names.sort_unstable();
    for name in names {
        if let Ok(page) = help::topic(name, setup) {
            section(&mut out, name, &page);
        }
    }
    out
}

/// The page of the commands, with what each prints for `--help`.
pub(crate) fn commands(root: &Path) -> Result<String, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = |args: &[&str]| -> Result<String, Box<dyn Error>> {
        let mut command = Command::new(&cargo);
        command.args(["run", "--quiet", "--package", "terrace-cli", "--bin", "terrace", "--"]);
        let output = command.args(args).current_dir(root).output()?;
        if !output.status.success() {
            return Err(format!("terrace {} fails: {}", args.join(" "), output.status).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    };
    let mut out = format!("# Commands and flags\n\n```text\n{}\n```\n", run(&["help"])?);
    for name in NAMES {
        let _ = write!(out, "\n## terrace {name}\n\n```text\n{}\n```\n", run(&[name, "--help"])?);
    }
    Ok(out)
}

/// The sections of the page of deviations, with the flags of their programs.
fn deviations_table(page: &str) -> String {
    let mut out =
        "# Table of deviations\n\nThe programs of [Deviations](deviations.md), each of which `mlir-opt` \
                   miscompiles or makes invalid.\n"
            .to_owned();
    let mut row: Option<(&str, Vec<&str>)> = None;
    let finish = |out: &mut String, row: &mut Option<(&str, Vec<&str>)>| {
        if let Some((title, flags)) = row.take().filter(|(_, flags)| !flags.is_empty()) {
            let anchor = super::links::anchor(title);
            let flags = flags.join("`, `").replace('|', "\\|");
            let _ = writeln!(out, "| [{title}](deviations.md#{anchor}) | `{flags}` |");
        }
    };
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            finish(&mut out, &mut row);
            let _ = write!(out, "\n## {title}\n\n| Program | Passes |\n|---|---|\n");
        } else if let Some(title) = line.strip_prefix("### ") {
            finish(&mut out, &mut row);
            row = Some((title, Vec::new()));
        } else if let (Some(flags), Some((_, row))) = (line.strip_prefix("```mlir -"), &mut row) {
            let flags = &line[line.len() - flags.len() - 1..];
            if !row.contains(&flags) {
                row.push(flags);
            }
        }
    }
    finish(&mut out, &mut row);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_and_pass_has_a_section() {
        let setup = terrace::tools::setup();
        let pages = pages(&Pages::new());
        let arith = &pages["docs/reference/dialects/arith.md"];
        assert!(arith.contains("\n## arith.addi\n\nAdds integers;"), "{arith}");
        assert!(arith.contains("```mlir\nfunc.func @example(%arg0: i8) {\n  %0 = arith.addi"), "{arith}");
        for op in setup.ops() {
            let dialect = op.name.split('.').next().unwrap_or_default();
            let page = &pages[&format!("docs/reference/dialects/{dialect}.md")];
            assert!(page.contains(&format!("\n## {}\n", op.name)), "{}", op.name);
        }
        let passes = &pages["docs/reference/passes.md"];
        for pass in setup.registry.passes() {
            assert!(passes.contains(&format!("\n## {}\n", pass.name)), "{}", pass.name);
        }
    }

    #[test]
    fn prose_is_escaped_outside_of_code() {
        assert_eq!(escaped("a<b> `c<d>` e_f"), "a\\<b\\> `c<d>` e\\_f");
    }

    #[test]
    fn deviations_are_a_table() {
        let page = "# D\n\n## Arithmetic\n\n### A sum\n\n```mlir --canonicalize\n```\n\n```mlir upstream\n```\n### None\n";
        let table = deviations_table(page);
        let row = "## Arithmetic\n\n| Program | Passes |\n|---|---|\n| [A sum](deviations.md#a-sum) | `--canonicalize` |\n";
        assert!(table.ends_with(row), "{table}");
    }
}
