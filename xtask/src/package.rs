//! `package`: makes the packages of all crates that are published, and checks their contents.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::args::Args;

/// The directory of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Cargo, as it runs this task.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Returns the output of `cargo metadata` with more arguments.
pub(crate) fn metadata(args: &[&str]) -> Result<Value, Box<dyn Error>> {
    let output = cargo().args(["metadata", "--format-version=1"]).args(args).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The text of a member of a JSON object; empty for another value.
pub(crate) fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or("")
}

/// Makes the packages; returns whether each is complete. With `--verify`, each is also built from its package alone.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &[], &["--verify", "--offline"])?;
    let metadata = metadata(&["--no-deps"])?;
    let (mut published, mut others) = (Vec::new(), Vec::new());
    for package in metadata["packages"].as_array().into_iter().flatten() {
        // `publish = false` is a list without a registry.
        let list = if package["publish"].is_null() { &mut published } else { &mut others };
        list.push(format!("{}-{}", text(package, "name"), text(package, "version")));
    }
    let mut command = cargo();
    // The working tree is packaged as it is: whether it is clean matters when it is published.
    command.args(["package", "--workspace", "--quiet", "--allow-dirty"]);
    for other in &others {
        let name = other.rsplit_once('-').map_or(other.as_str(), |(name, _)| name);
        command.args(["--exclude", name]);
    }
    if !args.flag("--verify") {
        command.arg("--no-verify");
    }
    if args.flag("--offline") {
        command.arg("--offline");
    }
    if !command.status()?.success() {
        return Ok(false);
    }
    let dir = Path::new(text(&metadata, "target_directory")).join("package");
    let (mut complete, mut bytes) = (true, 0);
    for package in &published {
        let path = dir.join(format!("{package}.crate"));
        bytes += std::fs::metadata(&path)?.len();
        let files = files(&path)?;
        for problem in problems(package, &files) {
            println!("{package}: {problem}");
            complete = false;
        }
    }
    println!("{} packages, {} KiB in all", published.len(), bytes / 1024);
    Ok(complete)
}

/// Returns the files of a package by their paths.
fn files(package: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, Box<dyn Error>> {
    let mut archive = tar::Archive::new(GzDecoder::new(std::fs::File::open(package)?));
    let mut files = BTreeMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let mut contents = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut contents)?;
        // All are in one directory, named after the package.
        files.insert(path.components().skip(1).collect(), contents);
    }
    Ok(files)
}

/// Returns what is wrong with the files of a package.
fn problems(package: &str, files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let mut problems = Vec::new();
    for name in ["LICENSE", "README.md", "Cargo.toml"] {
        if !files.contains_key(Path::new(name)) {
            problems.push(format!("{name} is missing"));
        }
    }
    if files.get(Path::new("LICENSE")).is_none_or(|text| text.len() < 10_000) {
        problems.push("LICENSE is not the license's text".to_owned());
    }
    if package.starts_with("terrace-commands") && !files.keys().any(|path| path.ends_with("ripple.h")) {
        problems.push("the headers of Ripple are missing".to_owned());
    }
    for (path, text) in files.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "rs")) {
        let text = String::from_utf8_lossy(text);
        for included in included(&text) {
            let target = normalized(&path.parent().unwrap_or(Path::new("")).join(&included));
            if !target.is_some_and(|target| files.contains_key(&target)) {
                problems.push(format!("{} includes {included}, which is not a part of it", path.display()));
            }
        }
    }
    problems
}

/// The files that a source includes when it is compiled, as it names them; those of examples in documentation are not
/// read then.
fn included(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines: Vec<&str> = source.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let near = &lines[index.saturating_sub(2)..lines.len().min(index + 3)];
        if line.trim_start().starts_with("//") || near.iter().any(|line| line.contains("doctest")) {
            continue;
        }
        for start in ["include_str!(\"", "include_bytes!(\"", "include!(\"", "#[path = \""] {
            if let Some((_, rest)) = line.split_once(start)
                && let Some((path, _)) = rest.split_once('"')
            {
                found.push(path.to_owned());
            }
        }
    }
    found
}

/// The path without `..`; `None` if it leaves the directory it starts from.
fn normalized(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => out.push(name),
            Component::ParentDir if out.pop() => {}
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_reads_outside_of_itself_is_incomplete() {
        let file = |name: &str, text: &str| (PathBuf::from(name), text.as_bytes().to_vec());
        let license = format!("Apache License{}", " ".repeat(10_000));
        let mut files = BTreeMap::from([
            file("LICENSE", &license),
            file("README.md", ""),
            file("Cargo.toml", ""),
            file("data.txt", ""),
            file("src/a/b.rs", "const A: &str = include_str!(\"../../data.txt\");"),
            file("src/lib.rs", "#[doc = include_str!(\"../../page.md\")]\n#[cfg(doctest)]\nmod page {}"),
        ]);
        assert_eq!(problems("a-1.0.0", &files), [""; 0]);
        files.extend([file("src/a/b.rs", "const A: &str = include_str!(\"../../../data.txt\");")]);
        files.remove(Path::new("LICENSE"));
        let expected = [
            "LICENSE is missing",
            "LICENSE is not the license's text",
            "src/a/b.rs includes ../../../data.txt, which is not a part of it",
        ];
        assert_eq!(problems("a-1.0.0", &files), expected);
    }
}
