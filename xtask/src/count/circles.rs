//! Files that import each other: strongly connected components of the imports within a crate.
//!
//! A path names the module in whose file its item is defined; re-exports by `pub use` are resolved to their
//! origin. Declarations of modules are no imports.

use std::collections::{BTreeMap, BTreeSet};

use terrace_support::graph::components_of;

use super::sources::Source;

/// A circle of two files or more.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Circle {
    /// The files, as numbers of sources.
    pub(super) files: Vec<usize>,
    /// Pairs of them, of which the first imports the second.
    pub(super) imports: Vec<(usize, usize)>,
}

/// The circles, the largest first.
pub(super) fn circles(sources: &[Source]) -> Vec<Circle> {
    let mut crates: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, source) in sources.iter().enumerate() {
        crates.entry(&source.krate).or_default().push(i);
    }
    let mut circles = Vec::new();
    for files in crates.values() {
        let graph = imports(sources, files);
        let components = components_of(graph.keys().copied(), |file| graph[&file].iter().copied());
        for mut files in components.into_iter().filter(|files| files.len() > 1) {
            files.sort_unstable();
            let within = |file: &usize| {
                let targets = graph[file].iter().filter(|target| files.contains(target));
                targets.map(|&target| (*file, target)).collect::<Vec<_>>()
            };
            circles.push(Circle { imports: files.iter().flat_map(within).collect(), files });
        }
    }
    circles.sort_by_key(|circle| (std::cmp::Reverse(circle.files.len()), circle.files[0]));
    circles
}

/// A module: its file, the items that are defined in it, and the paths that it passes on.
struct Module {
    file: usize,
    items: BTreeSet<String>,
    passed_on: Vec<Vec<String>>,
}

/// The files that each file of a crate imports from.
fn imports(sources: &[Source], files: &[usize]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut modules: BTreeMap<&[String], Module> = BTreeMap::new();
    for &file in files {
        let source = &sources[file];
        let (paths, _) = paths(source);
        modules.insert(&source.module, Module { file, items: items(source), passed_on: paths });
    }
    files
        .iter()
        .map(|&file| {
            let (_, imported) = paths(&sources[file]);
            let found = imported.iter().filter_map(|path| target(&modules, path, 0));
            (file, found.filter(|&target| target != file).collect())
        })
        .collect()
}

/// The largest number of re-exports that are followed for an item.
const MOST_STEPS: usize = 8;

/// The file with the definition that a path refers to.
fn target(modules: &BTreeMap<&[String], Module>, path: &[String], steps: usize) -> Option<usize> {
    let length = (0..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]))?;
    let (module, rest) = (&modules[&path[..length]], &path[length..]);
    let Some(item) = rest.first().filter(|item| !module.items.contains(*item)) else {
        return Some(module.file);
    };
    if steps < MOST_STEPS {
        for other in &module.passed_on {
            let Some((last, start)) = other.split_last() else { continue };
            let named = if last == "*" { start.to_vec() } else { other.clone() };
            if last != "*" && last != item {
                continue;
            }
            let whole: Vec<String> = if last == "*" {
                [named, rest.to_vec()].concat()
            } else {
                [named, rest[1..].to_vec()].concat()
            };
            // A path that leads back to the module does not define the item.
            if let Some(found) = target(modules, &whole, steps + 1).filter(|&found| found != module.file) {
                let defines = modules.values().any(|other| other.file == found && other.items.contains(item));
                if last != "*" || defines {
                    return Some(found);
                }
            }
        }
    }
    Some(module.file)
}

/// The names of items that are defined in a file, at any depth.
fn items(source: &Source) -> BTreeSet<String> {
    const KINDS: [&str; 9] =
        ["fn", "struct", "enum", "trait", "type", "static", "const", "union", "macro_rules!"];
    let mut found = BTreeSet::new();
    for (_, line) in source.code() {
        let words = line.split(|c: char| c.is_whitespace() || matches!(c, '(' | '<' | ':' | '{' | ';' | '='));
        // Modifiers come before the kind.
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(8).collect();
        let item = words.windows(2).find(|pair| KINDS.contains(&pair[0])).map(|pair| pair[1]);
        if let Some(item) = item {
            found.insert(item.to_owned());
            // The views that `#[op]` makes.
            found.insert(format!("{item}View"));
        }
    }
    found
}

/// The paths that a file passes on by `pub use`, and those that it uses otherwise; all from the root of the crate.
fn paths(source: &Source) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let (mut passed_on, mut imported) = (Vec::new(), Vec::new());
    let code: Vec<&str> = source.code().map(|(_, line)| line).collect();
    let mut at = 0;
    while at < code.len() {
        let line = code[at];
        at += 1;
        let (is_public, rest) = match line.strip_prefix("pub").and_then(|rest| rest.split_once("use ")) {
            Some((between, rest)) if between.trim().is_empty() || between.trim_start().starts_with('(') => {
                (true, rest)
            }
            _ => (false, line.strip_prefix("use ").unwrap_or_default()),
        };
        if rest.is_empty() {
            inline_paths(source, line, &mut imported);
            continue;
        }
        let mut text = rest.to_owned();
        while !text.contains(';') && at < code.len() {
            text.push_str(code[at]);
            at += 1;
        }
        let mut found = Vec::new();
        expand(&[], text.trim_end_matches(';'), &mut found);
        let absolute = found.into_iter().filter_map(|path| absolute(source, path, is_public));
        if is_public { passed_on.extend(absolute) } else { imported.extend(absolute) }
    }
    (passed_on, imported)
}

/// Paths in a line of code that begin with `crate`, `super` or `self`.
fn inline_paths(source: &Source, line: &str, imported: &mut Vec<Vec<String>>) {
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in line.match_indices(start) {
            let is_start =
                !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$'));
            let end = line[at..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
            let text = &line[at..end.map_or(line.len(), |end| at + end)];
            if is_start {
                let path = text.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
                imported.extend(absolute(source, path, false));
            }
        }
    }
}

/// The paths of a `use` tree.
fn expand(prefix: &[String], text: &str, found: &mut Vec<Vec<String>>) {
    let text = text.trim();
    if let Some(open) = text.find('{') {
        let mut path = prefix.to_vec();
        path.extend(
            text[..open].split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned),
        );
        let inner = text[open + 1..].rsplit_once('}').map_or("", |(inner, _)| inner);
        let (mut depth, mut start) = (0, 0);
        for (i, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inner[start..i].trim().is_empty() {
                        expand(&path, &inner[start..i], found);
                    }
                    start = i + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let text = text.split(" as ").next().unwrap_or(text);
    let parts = text.split("::").map(str::trim).filter(|part| !part.is_empty() && *part != "self");
    let mut path = prefix.to_vec();
    let start = if text.starts_with("self::") { Some("self".to_owned()) } else { None };
    path.extend(start.into_iter().chain(parts.map(str::to_owned)));
    found.push(path);
}

/// A path from the root of the crate; `None` if it leads out of it.
fn absolute(source: &Source, path: Vec<String>, or_child: bool) -> Option<Vec<String>> {
    let mut base = source.module.clone();
    let mut rest = path.as_slice();
    match rest.first()?.as_str() {
        "crate" => {
            base.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        // The name of a child module, in a re-export.
        first if or_child && !first.starts_with("terrace") && first != "std" => {}
        _ => return None,
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn source(module: &str, text: &str) -> Source {
        let module = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Source { krate: "a".to_owned(), path: PathBuf::new(), module, text: text.to_owned() }
    }

    #[test]
    fn circles_are_found_through_what_modules_pass_on() {
        let sources = [
            source("", "pub mod shapes;\nuse crate::other::f;\n"),
            source(
                "shapes",
                "mod square;\n#[cfg(test)]\nmod tests;\nmod circle;\npub use square::*;\npub use circle::Circle;\n",
            ),
            source("shapes::square", "use crate::shapes::Circle;\npub struct Square;\n"),
            source("shapes::circle", "pub struct Circle(\n  super::Square,\n);\n"),
            source("other", "pub fn f() {}\n#[cfg(test)]\nuse crate::shapes::Square;\n"),
            source("last", "use crate::{other::{f}, shapes::Square};\npub(crate) fn g() {}\n"),
        ];
        assert_eq!(circles(&sources), [Circle { files: vec![2, 3], imports: vec![(2, 3), (3, 2)] }]);
    }
}
