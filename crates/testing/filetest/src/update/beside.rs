//! Checks beside the functions they are about.

use std::collections::HashMap;
use std::fmt::Write;

/// The start of the line that names a program which prints the same.
const CONFIRMED: &str = "// CONFIRMED: mlir-opt prints the same.";

/// A function in an output, and the lines outside of functions before it.
struct Function {
    name: String,
    /// From the line with its name to its closing brace.
    lines: Vec<String>,
    before: Vec<String>,
}

/// The test's source with generated checks before each function that is in the output. Checks that were there are
/// dropped. Marks the functions that are the same in `confirmed`; without it, marks of functions whose checks stay the
/// same are kept.
pub(super) fn checks_beside(source: &str, output: &str, confirmed: Option<&str>) -> String {
    let (functions, rest) = split(output);
    let confirmed = confirmed.map(|output| split(output).0);
    let mut names = Names::default();
    let mut blocks: Vec<(String, String)> = Vec::new();
    for function in &functions {
        let text = checks(function, &mut names);
        let same = |other: &Function| other.name == function.name && other.lines == function.lines;
        let is_confirmed = match &confirmed {
            Some(functions) => functions.iter().any(same),
            None => source.contains(&format!("{CONFIRMED}\n{text}")),
        };
        let mark = if is_confirmed { format!("{CONFIRMED}\n") } else { String::new() };
        blocks.push((function.name.clone(), format!("{mark}{text}")));
    }
    let mut updated = String::new();
    for line in source.lines().filter(|line| !is_generated(line)) {
        if let Some(name) = function_name(line)
            && let Some(at) = blocks.iter().position(|(known, _)| *known == name)
        {
            // FileCheck takes checks in the order of the output: those of functions that come first go with this one.
            for (_, text) in blocks.drain(..=at) {
                updated += &text;
            }
        }
        updated += line;
        updated.push('\n');
    }
    while updated.ends_with("\n\n") {
        updated.pop();
    }
    for (_, text) in blocks {
        let _ = write!(updated, "\n{text}");
    }
    for line in rest {
        let _ = writeln!(updated, "// CHECK:{}", names.pattern(&line));
    }
    updated
}

fn is_generated(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("// CHECK") || line == CONFIRMED
}

/// The name of a function that begins in a line.
fn function_name(line: &str) -> Option<String> {
    let line = line.trim_start();
    let rest = line.strip_prefix("func.func ").or_else(|| line.strip_prefix("llvm.func "))?;
    let start = rest.find('@')?;
    let end = rest[start..].find('(')? + start;
    Some(rest[start..end].to_owned())
}

/// The functions of an output, and the lines after the last one that mean something.
fn split(output: &str) -> (Vec<Function>, Vec<String>) {
    let (mut functions, mut before) = (Vec::new(), Vec::new());
    let mut lines = output.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(name) = function_name(line) else {
            let structure = ["", "}", "module {", "// -----"].contains(&line.trim());
            if !structure {
                before.push(line.to_owned());
            }
            continue;
        };
        let mut function = vec![line.to_owned()];
        if line.ends_with('{') {
            let indent = line.len() - line.trim_start().len();
            let end = format!("{}}}", &line[..indent]);
            for line in lines.by_ref() {
                function.push(line.to_owned());
                if line == end {
                    break;
                }
            }
        }
        functions.push(Function { name, lines: function, before: std::mem::take(&mut before) });
    }
    (functions, before)
}

fn checks(function: &Function, names: &mut Names) -> String {
    let mut text = String::new();
    for line in &function.before {
        let _ = writeln!(text, "// CHECK:{}", names.pattern(line));
    }
    // Names of values are the function's own.
    names.values.clear();
    let head = &function.lines[0];
    let at = head.find('(').unwrap_or(head.len());
    let _ = writeln!(text, "// CHECK-LABEL: {}(", head[..at].trim_start());
    let _ = writeln!(text, "// CHECK-SAME:{}", names.pattern(head.get(at + 1..).unwrap_or_default()));
    for line in &function.lines[1..] {
        match line.is_empty() {
            true => text += "// CHECK-EMPTY:\n",
            false => {
                let _ = writeln!(text, "// CHECK-NEXT:{}", names.pattern(line));
            }
        }
    }
    text
}

/// The captures so far: of values in the function, and of aliases in the output.
#[derive(Default)]
struct Names {
    values: HashMap<String, String>,
    aliases: HashMap<String, String>,
}

impl Names {
    /// A line as a pattern, after a space: the first use of a name captures it, the others refer to that.
    fn pattern(&mut self, line: &str) -> String {
        let (mut out, mut rest) = (String::from(" "), line.trim_start());
        while let Some(at) = rest.find(['%', '#', '[', '{', '"']) {
            out += &rest[..at];
            rest = &rest[at..];
            if rest.starts_with('"') {
                // Strings are taken literally.
                let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                out += &escaped(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            if rest.starts_with("[[") || rest.starts_with("{{") {
                out += &escaped(&rest[..2]);
                rest = &rest[2..];
                continue;
            }
            let (sigil, after) = rest.split_at(1);
            let end =
                after.find(|c: char| !c.is_ascii_alphanumeric() && !"_$".contains(c)).unwrap_or(after.len());
            let name = &after[..end];
            let known = match sigil {
                "%" if !name.is_empty() => &mut self.values,
                // A number after a sign is a result of several, and a dialect's attribute has a point.
                "#" if name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && !after[end..].starts_with(['.', '<']) =>
                {
                    &mut self.aliases
                }
                _ => {
                    out += sigil;
                    rest = after;
                    continue;
                }
            };
            let _ = match known.get(name) {
                Some(variable) => write!(out, "{sigil}[[{variable}]]"),
                None => {
                    let variable = variable_of(name);
                    let done = write!(out, "{sigil}[[{variable}:.*]]");
                    known.insert(name.to_owned(), variable);
                    done
                }
            };
            rest = &after[end..];
        }
        out + rest
    }
}

/// `%0` is `V0`, `%arg0` `ARG0`.
fn variable_of(name: &str) -> String {
    let upper: String = name.chars().map(|c| if c == '$' { '_' } else { c.to_ascii_uppercase() }).collect();
    if upper.starts_with(|c: char| c.is_ascii_digit()) { format!("V{upper}") } else { upper }
}

/// Text that FileCheck takes literally.
fn escaped(text: &str) -> String {
    let mut out = text.replace("{{", "\u{0}").replace("[[", "{{\\[\\[}}");
    out = out.replace('\u{0}', "{{[{][{]}}");
    out
}
