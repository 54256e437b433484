//! The licenses of the crates that are linked into the programs.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use serde_json::Value;

use crate::package::{metadata, text};

/// The page of all licenses: the crates with their licenses, then each text once, with the crates that have it.
fn page(metadata: &Value) -> Result<String, Box<dyn Error>> {
    let packages: BTreeMap<&str, &Value> =
        members(&metadata["packages"]).map(|package| (text(package, "id"), package)).collect();
    let linked = linked(metadata, &packages);
    let mut out =
        "The programs of Terrace contain these crates, in source form at https://crates.io/.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in linked {
        let package = packages[id];
        // The workspace's own crates have no source.
        if package["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", text(package, "name"), text(package, "version"));
        let license = text(package, "license");
        if license.is_empty() {
            return Err(format!("{name} names no license").into());
        }
        out += &format!("- {name}: {license}\n");
        let dir = Path::new(text(package, "manifest_path")).parent().unwrap_or(Path::new(""));
        let files = license_files(dir)?;
        if files.is_empty() {
            out += "  (the crate has no file with the text)\n";
        }
        for file in files {
            let contents = String::from_utf8_lossy(&std::fs::read(&file)?).replace("\r\n", "\n");
            texts.entry(contents.trim_end().to_owned()).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (mut names, text) in texts {
        names.dedup();
        out += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join(", "));
    }
    Ok(out)
}

/// The page for the programs of a target.
pub(super) fn text_for(target: &str) -> Result<String, Box<dyn Error>> {
    page(&metadata(&["--locked", "--filter-platform", target])?)
}

fn members(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The ids of what the programs are linked from, sorted: not what only runs while they are built.
fn linked<'a>(metadata: &'a Value, packages: &BTreeMap<&'a str, &'a Value>) -> BTreeSet<&'a str> {
    let nodes: BTreeMap<&str, &Value> =
        members(&metadata["resolve"]["nodes"]).map(|node| (text(node, "id"), node)).collect();
    let program = |id: &&str| matches!(text(packages[id], "name"), "terrace-cli" | "terrace-filetest");
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = nodes.keys().copied().filter(program).collect();
    while let Some(id) = open.pop() {
        let at_build = |target: &Value| members(&target["kind"]).any(|kind| kind == "proc-macro");
        if members(&packages[id]["targets"]).any(at_build) || !found.insert(id) {
            continue;
        }
        for dependency in members(&nodes[id]["deps"]) {
            if members(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null()) {
                open.push(text(dependency, "pkg"));
            }
        }
    }
    found
}

/// The files of a crate that have the text of its license.
fn license_files(dir: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().to_ascii_uppercase();
        if path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|start| name.starts_with(start))
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
