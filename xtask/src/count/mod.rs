//! `count`: figures of the source code that must not rise, compared with a record.

mod circles;
mod critical_path;
mod duplicates;
mod file_tests;
mod functions;
mod lines;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};

use self::circles::Circle;
use crate::args::Args;

/// The record, at the root of the repository.
const RECORD: &str = "benches/source-counts.json";

/// The crate whose build is waited for.
const LAST: &str = "terrace";

/// Figures by their names; none of them may rise.
type Figures = BTreeMap<String, u64>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Prints the figures next to the recorded ones; returns whether none has risen.
///
/// # Errors
///
/// If a source or the record cannot be read.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--beside"], &["--bless", "--list"])?;
    let (now, details) = figures(&root())?;
    if let Some(other) = args.value("--beside") {
        print_beside(&figures(Path::new(other))?.0, &now);
        return Ok(true);
    }
    let record = recorded()?;
    println!("{:>9} {:>9}", "recorded", "now");
    let mut good = true;
    for (name, value) in &now {
        let before = record.get(name);
        let risen = before.is_none_or(|before| value > before);
        let verdict = if risen { "  RISEN" } else { "" };
        println!("{:>9} {value:>9}  {name}{verdict}", before.map_or("-".to_owned(), u64::to_string));
        good &= !risen;
    }
    if args.flag("--list") {
        details.iter().for_each(|line| println!("{line}"));
    }
    if args.flag("--bless") {
        std::fs::write(root().join(RECORD), serde_json::to_string_pretty(&now)? + "\n")?;
        return Ok(true);
    }
    Ok(good)
}

/// Prints the figures of another tree next to these.
fn print_beside(other: &Figures, now: &Figures) {
    println!("{:>9} {:>9}", "other", "now");
    let names: BTreeSet<&String> = other.keys().chain(now.keys()).collect();
    for name in names {
        let text = |figures: &Figures| figures.get(name).map_or("-".to_owned(), u64::to_string);
        println!("{:>9} {:>9}  {name}", text(other), text(now));
    }
}

fn recorded() -> Result<Figures, Box<dyn Error>> {
    let path = root().join(RECORD);
    Ok(if path.exists() { serde_json::from_slice(&std::fs::read(path)?)? } else { Figures::default() })
}

/// The figures of a tree, and a line for each circle, each pair of duplicates and each crate of the critical path.
///
/// # Errors
///
/// If a file cannot be read, or if the crates of the workspace are not known.
fn figures(root: &Path) -> Result<(Figures, Vec<String>), Box<dyn Error>> {
    let sources = &sources::read(root)?[..];
    let (mut figures, mut details) = (Figures::default(), Vec::new());
    let mut largest: BTreeMap<&str, u64> = BTreeMap::new();
    let mut in_circles = 0;
    for Circle { files, imports } in circles::circles(sources) {
        let name = sources[files[0]].krate.as_str();
        let module = |file: usize| sources[file].module.join("::");
        let size = largest.entry(name).or_default();
        *size = (*size).max(files.len() as u64);
        in_circles += files.len() as u64;
        details.push(format!("circle of {} files in {name}", files.len()));
        details
            .extend(imports.iter().map(|&(from, to)| format!("  {} imports {}", module(from), module(to))));
    }
    figures.insert("circles: files that import each other".to_owned(), in_circles);
    for (name, size) in largest {
        figures.insert(format!("circles: largest of {name}, in files"), size);
    }
    let pairs = duplicates::pairs(sources);
    figures.insert(
        format!("duplicates: pairs of files with {} lines in common", duplicates::LEAST),
        pairs.len() as u64,
    );
    details.extend(pairs.into_iter().map(|pair| pair.describe(sources)));
    figures.extend(lines::figures(sources));
    figures.extend(functions::figures(sources));
    figures.extend(file_tests::figures(root)?);
    let crates: BTreeSet<&str> = sources.iter().map(|source| source.krate.as_str()).collect();
    figures.insert("crates".to_owned(), crates.len() as u64);
    // In thousands, so that not every line that is added to one of these crates is a rise.
    let chain = critical_path::critical_path(root, sources, LAST)?;
    figures.insert(format!("critical path of {LAST}, in 1,000 lines"), chain.lines().div_ceil(1000));
    details.push(format!("critical path of {LAST}: {} lines", chain.lines()));
    details.extend(chain.crates.iter().map(|(name, lines)| format!("  {lines:>7} {name}")));
    Ok((figures, details))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_figure_of_the_source_code_rises() {
        let now = figures(&root()).expect("the workspace can be read").0;
        let record = recorded().expect("the record can be read");
        let risen: Vec<String> = now
            .iter()
            .filter(|(name, value)| record.get(*name).is_none_or(|before| *value > before))
            .map(|(name, value)| format!("{name}: {value}, recorded {:?}", record.get(name)))
            .collect();
        assert!(risen.is_empty(), "{}\nif that is meant: cargo xtask count --bless", risen.join("\n"));
    }
}
