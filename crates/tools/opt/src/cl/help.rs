//! The page that `--help` prints.

use std::fmt::Write;

use super::option::{Category, OptionDef, OptionKind};
use super::parser::{DynamicKind, DynamicOptions, dashed};
use crate::page::wrapped;

/// The texts of a tool that its options do not carry.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The description of the tool, at the head of the help page.
    pub header: &'a str,
    /// The output of `--version`.
    pub version: &'a str,
}

/// The column at which descriptions start, if the option leaves room.
const COLUMN: usize = 44;

/// Renders the help page, with or without hidden options.
pub fn page<C>(
    program: &str,
    options: &[&'static OptionDef<C>],
    dynamic: &dyn DynamicOptions,
    texts: &Texts<'_>,
    hidden: bool,
) -> String {
    let mut out = String::new();
    for (i, line) in texts.header.lines().enumerate() {
        out.push_str(&wrapped(if i == 0 { "OVERVIEW: " } else { "" }, line, 4));
    }
    let _ = write!(out, "USAGE: {program} [options] <input file>\n\nOPTIONS:\n");
    for category in Category::ALL {
        let mut listed: Vec<_> = options
            .iter()
            .copied()
            .filter(|option| option.category == category && (hidden || !option.hidden))
            .collect();
        if listed.is_empty() {
            continue;
        }
        listed.sort_by_key(|option| option.name);
        let _ = writeln!(out, "\n{}:\n", category.title());
        for option in listed {
            let name = dashed(option.name);
            let text = match option.kind {
                OptionKind::Alias(target) => format!("Alias for {}", dashed(target)),
                _ => option.help.to_owned(),
            };
            row(&mut out, &format!("  {name}{}", option.kind.value_hint()), &text);
            for choice in option.kind.choices().iter().filter(|choice| !choice.name.is_empty()) {
                row(&mut out, &format!("    ={}", choice.name), &format!("  {}", choice.help));
            }
        }
    }
    for (kind, title) in [(DynamicKind::Pass, "Passes"), (DynamicKind::Pipeline, "Pass pipelines")] {
        let mut first = true;
        dynamic.for_each(&mut |name, found, text| {
            if found == kind {
                if std::mem::take(&mut first) {
                    let _ = writeln!(out, "\n{title}:\n");
                }
                let options = dynamic.options(name);
                let takes = if options.is_empty() { "" } else { "[=<options>]" };
                row(&mut out, &format!("  {}{takes}", dashed(name)), text);
                for (option, text) in &options {
                    row(&mut out, &format!("    {option}"), &format!("  {text}"));
                }
            }
        });
    }
    out
}

fn row(out: &mut String, left: &str, text: &str) {
    if text.is_empty() {
        let _ = writeln!(out, "{left}");
        return;
    }
    // Texts of choices and of options of passes are indented further.
    let column = COLUMN + 1 + text.len() - text.trim_start().len();
    if left.len() < COLUMN {
        out.push_str(&wrapped(&format!("{left:column$}"), text.trim_start(), column));
    } else {
        let _ = write!(out, "{left}\n{}", wrapped(&" ".repeat(column), text.trim_start(), column));
    }
}
