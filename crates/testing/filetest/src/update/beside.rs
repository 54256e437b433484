//! Checks next to the functions that they check.

use std::collections::HashMap;
use std::fmt::Write;

/// The start of the line that names a program which prints the same.
const CONFIRMED: &str = "// CONFIRMED: mlir-opt prints the same.";

/// The ends of directives in generated lines.
const DIRECTIVES: &[&str] =
    &["CHECK:", "CHECK-NEXT:", "CHECK-LABEL:", "CHECK-SAME:", "CHECK-EMPTY:", "CHECK{LITERAL}:"];

/// The line that a function begins with.
struct Head {
    /// With `@`.
    name: String,
    /// The key that identifies the line: a part of it without names of values or aliases.
    label: String,
    /// The rest of the line after the label.
    rest: String,
}

/// A function in an output, and the lines outside of functions before it.
struct Function {
    head: Head,
    /// From the line with its name to its closing brace.
    lines: Vec<String>,
    before: Vec<String>,
}

/// The place of the checks in a test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckPlace {
    BeforeEachFunction,
    AtTheEnd,
}

/// A test's source without generated checks.
pub(super) fn without_checks(source: &str) -> String {
    let mut text: String =
        source.lines().filter(|line| !is_generated(line)).flat_map(|line| [line, "\n"]).collect();
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

/// The test's source with generated checks for the output, which replace the previous ones. Marks the
/// functions that are the same in `confirmed`; without it, marks of functions whose checks stay the same are
/// kept.
pub(super) fn with_checks(source: &str, output: &str, confirmed: Option<&str>, place: CheckPlace) -> String {
    let (functions, rest) = split(output);
    let confirmed = confirmed.map(|output| split(output).0);
    let mut names = Names::default();
    let mut blocks: Vec<(String, String)> = Vec::new();
    for function in &functions {
        let text = checks(function, &mut names);
        let same = |other: &Function| other.head.name == function.head.name && other.lines == function.lines;
        let is_confirmed = match &confirmed {
            Some(functions) => functions.iter().any(same),
            None => source.contains(&format!("{CONFIRMED}\n{text}")),
        };
        let mark = if is_confirmed { format!("{CONFIRMED}\n") } else { String::new() };
        blocks.push((function.head.name.clone(), format!("{mark}{text}")));
    }
    let mut updated = String::new();
    for line in without_checks(source).lines() {
        if let Some(head) = head(line).filter(|_| place == CheckPlace::BeforeEachFunction)
            && let Some(at) = blocks.iter().position(|(known, _)| *known == head.name)
        {
            // FileCheck takes checks in the order of the output: those of functions that come first go with this one.
            for (_, text) in blocks.drain(..=at) {
                updated += &text;
            }
        }
        updated += line;
        updated.push('\n');
    }
    for (_, text) in blocks {
        let _ = write!(updated, "\n{text}");
    }
    let rest = stretch(&rest, &mut names);
    if !rest.is_empty() {
        let _ = write!(updated, "\n{rest}");
    }
    updated
}

fn is_generated(line: &str) -> bool {
    let Some(text) = line.trim_start().strip_prefix("// ") else { return false };
    DIRECTIVES.iter().any(|directive| text.starts_with(directive)) || line.trim_start() == CONFIRMED
}

/// The head of a function that begins in a line: of MLIR in custom or generic form, or of LLVM IR.
fn head(line: &str) -> Option<Head> {
    let line = line.trim();
    if line.starts_with('"') {
        let (_, name) = line.split_once("sym_name = \"")?;
        let (name, rest) = name.split_once('"')?;
        if !line.ends_with('{') {
            return None;
        }
        // A label has no captures: aliases before the name are not checked.
        let end = line.len() - rest.len();
        let label =
            if line[..end].contains('#') { format!("sym_name = \"{name}\"") } else { line[..end].to_owned() };
        return Some(Head { name: format!("@{name}"), label, rest: rest.to_owned() });
    }
    let keyword = line.split(' ').next()?;
    let is_function = keyword.ends_with(".func") || ["define", "transform.named_sequence"].contains(&keyword);
    let start = line.find('@').filter(|_| is_function)?;
    let end = line[start..].find('(')? + start;
    if line[..end].contains(['%', '#']) {
        return None;
    }
    let [label, rest] = [&line[..=end], &line[end + 1..]].map(str::to_owned);
    Some(Head { name: line[start..end].to_owned(), label, rest })
}

/// The functions of an output, and the lines after the last one.
fn split(output: &str) -> (Vec<Function>, Vec<String>) {
    let (mut functions, mut before) = (Vec::new(), Vec::new());
    let mut lines = output.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(head) = head(line) else {
            before.push(line.to_owned());
            continue;
        };
        let mut function = vec![line.to_owned()];
        if line.ends_with('{') {
            let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
            for line in lines.by_ref() {
                function.push(line.to_owned());
                if line.starts_with(&end) {
                    break;
                }
            }
        }
        functions.push(Function { head, lines: function, before: std::mem::take(&mut before) });
    }
    (functions, before)
}

/// The checks for lines outside of functions, of each part of a split output, without the braces and empty lines around
/// them. The line between parts is not checked: it would split the test, too.
fn stretch(lines: &[String], names: &mut Names) -> String {
    let means = |line: &String| !["", "}", "module {"].contains(&line.trim());
    let mut text = String::new();
    for part in lines.split(|line| line.trim() == "// -----") {
        let (Some(first), Some(last)) = (part.iter().position(means), part.iter().rposition(means)) else {
            continue;
        };
        for (index, line) in part[first..=last].iter().enumerate() {
            let _ = match (index, line.is_empty()) {
                (0, _) => writeln!(text, "// CHECK:{}", names.pattern(line)),
                (_, true) => writeln!(text, "// CHECK-EMPTY:"),
                (_, false) => writeln!(text, "// CHECK-NEXT:{}", names.pattern(line)),
            };
        }
    }
    text
}

fn checks(function: &Function, names: &mut Names) -> String {
    let mut text = stretch(&function.before, names);
    // Names of values are the function's own.
    names.values.clear();
    let _ = writeln!(text, "// CHECK-LABEL: {}", function.head.label);
    let _ = writeln!(text, "// CHECK-SAME:{}", names.pattern(&function.head.rest));
    for line in &function.lines[1..] {
        let _ = match line.is_empty() {
            true => writeln!(text, "// CHECK-EMPTY:"),
            false => writeln!(text, "// CHECK-NEXT:{}", names.pattern(line)),
        };
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
        if let Some((alias, _)) = rest.strip_prefix('#').and_then(|line| line.split_once(" = ")) {
            // A chunk defines its own.
            self.aliases.remove(alias);
        }
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
            let is_name = match sigil {
                "%" => !name.is_empty(),
                // A number after a sign is a result of several, and a dialect's attribute has a point.
                "#" => {
                    name.starts_with(|c: char| c.is_ascii_alphabetic())
                        && !after[end..].starts_with(['.', '<'])
                }
                _ => false,
            };
            if !is_name {
                out += sigil;
                rest = after;
                continue;
            }
            let known = if sigil == "%" { &self.values } else { &self.aliases };
            let _ = match known.get(name) {
                Some(variable) => write!(out, "{sigil}[[{variable}]]"),
                None => {
                    let variable = self.variable_for(name);
                    let done = write!(out, "{sigil}[[{variable}:.*]]");
                    let known = if sigil == "%" { &mut self.values } else { &mut self.aliases };
                    known.insert(name.to_owned(), variable);
                    done
                }
            };
            rest = &after[end..];
        }
        out + rest
    }

    /// The variable for a name: `%0` is `V0`, `%arg0` `ARG0`; `%v0` in a function with `%0` is `V0_`.
    fn variable_for(&self, name: &str) -> String {
        let upper: String =
            name.chars().map(|c| if c == '$' { '_' } else { c.to_ascii_uppercase() }).collect();
        let mut variable =
            if upper.starts_with(|c: char| c.is_ascii_digit()) { format!("V{upper}") } else { upper };
        while self.values.values().chain(self.aliases.values()).any(|taken| *taken == variable) {
            variable.push('_');
        }
        variable
    }
}

/// Text that FileCheck takes literally.
fn escaped(text: &str) -> String {
    let mut out = text.replace("{{", "\u{0}").replace("[[", "{{\\[\\[}}");
    out = out.replace('\u{0}', "{{[{][{]}}");
    out
}
