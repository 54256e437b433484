//! Figures of single lines.

use std::collections::BTreeSet;
use std::path::Path;

use super::Figures;
use super::sources::Source;

/// A test of whether a line is code of a kind.
type Test = fn(&str) -> bool;

/// The figures that count lines of code.
const CODE: [(&str, Test); 13] = [
    ("positions: operands[N]", |line| indexed(line, "operands[")),
    ("positions: ops created from slices", |line| {
        let calls = ["create::<", "create_value::<", "create_or_fold::<", "replace_op_with_new::<"];
        line.contains("OperationState::positional::<") || calls.iter().any(|call| line.contains(call))
    }),
    ("names: name_text()", |line| line.contains("name_text()")),
    ("names: arms of `else if op.isa` or `cast`", |line| {
        line.contains("else if") && (line.contains(".isa::<") || line.contains(".cast::<"))
    }),
    ("defaults: unwrap_or_default()", |line| line.contains("unwrap_or_default()")),
    ("defaults: unwrap_or(0)", |line| line.contains("unwrap_or(0)")),
    ("defaults: bit_width(..).unwrap_or(N)", |line| {
        line.split_once("bit_width(").is_some_and(|(_, rest)| rest.contains(".unwrap_or("))
    }),
    ("defaults: shape(..).unwrap_or(..)", |line| {
        line.split_once(".shape(").is_some_and(|(_, rest)| rest.contains(".unwrap_or"))
    }),
    ("defaults: unwrap_or(Attr::UNIT)", |line| line.contains("unwrap_or(Attr::UNIT)")),
    // Errors of writes to a string or to the terminal cannot be reported.
    ("defaults: let _ = of a call", |line| {
        let is_write = ["write!(", "writeln!(", "write_all(", "write_fmt(", "flush("];
        line.starts_with("let _ = ") && line.contains('(') && !is_write.iter().any(|call| line.contains(call))
    }),
    ("names: structs and enums of one of 8 words", |line| {
        let words = ["Step", "Kind", "Place", "Access", "Part", "Options", "Parts", "Outcome"];
        let mut after =
            line.split_whitespace().skip_while(|&word| word != "struct" && word != "enum").skip(1);
        let named = after.next().map(|name| name.split(['<', '(', ';']).next().unwrap_or(name));
        named.is_some_and(|name| words.contains(&name))
    }),
    ("panics: .unwrap()", |line| line.contains(".unwrap()")),
    ("panics: .expect(", |line| line.contains(".expect(")),
];

/// Words with which a doc does not begin.
const STARTS: [&str; 5] = ["What ", "How ", "Where ", "Which ", "Whether "];

fn indexed(line: &str, list: &str) -> bool {
    line.match_indices(list).any(|(at, _)| {
        let rest = &line[at + list.len()..];
        rest.split_once(']')
            .is_some_and(|(index, _)| !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// The figures by their names.
pub(super) fn figures(sources: &[Source]) -> Figures {
    let mut figures = Figures::default();
    let code: Vec<&str> = sources.iter().flat_map(Source::code).map(|(_, line)| line).collect();
    for (name, test) in CODE {
        let count = code.iter().filter(|line| test(line)).count();
        figures.insert(name.to_owned(), count as u64);
    }
    let mut docs_with = [0; STARTS.len()];
    for source in sources {
        count_docs(source, &mut docs_with);
    }
    for (start, count) in STARTS.into_iter().zip(docs_with) {
        figures.insert(format!("docs: items whose doc begins with {}", start.trim()), count);
    }
    let long = sources.iter().filter(|source| source.text.lines().count() > 600).count();
    figures.insert("files: above 600 lines".to_owned(), long as u64);
    let is_flat = |source: &&Source| source.path.ends_with("mod.rs");
    let folders: BTreeSet<&Path> = sources.iter().filter_map(|source| source.path.parent()).collect();
    let has_folder = |source: &&Source| {
        !source.module.is_empty() && folders.contains(source.path.with_extension("").as_path())
    };
    let rarer = sources.iter().filter(is_flat).count().min(sources.iter().filter(has_folder).count());
    figures.insert("files: the rarer of mod.rs and a file beside its folder".to_owned(), rarer as u64);
    figures
}

/// Adds the number of docs of a file that begin with each text of `STARTS`. Docs of functions that return a
/// truth value may begin with "Whether".
fn count_docs(source: &Source, counts: &mut [u64; STARTS.len()]) {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let is_truth = |i: usize| {
        let item = lines[i..].iter().find(|line| !line.starts_with("///") && !line.starts_with("#["));
        item.is_some_and(|item| item.contains("bool") || item.ends_with('('))
    };
    let mut in_doc = false;
    for (i, line) in lines.iter().enumerate() {
        let begins = !std::mem::replace(&mut in_doc, line.starts_with("///"));
        let Some(doc) = line.strip_prefix("/// ").filter(|_| begins) else { continue };
        for (start, count) in STARTS.into_iter().zip(&mut *counts) {
            *count += u64::from(doc.starts_with(start) && (start != "Whether " || !is_truth(i)));
        }
    }
}
