//! The sources of the crates, without comments and tests.

use std::error::Error;
use std::path::{Path, PathBuf};

/// A source file of a crate.
pub(super) struct Source {
    /// The directory of the crate.
    pub(super) krate: String,
    /// The path from the root of the repository.
    pub(super) path: PathBuf,
    /// The path of the module in the crate; empty for its root.
    pub(super) module: Vec<String>,
    /// The text.
    pub(super) text: String,
}

impl Source {
    /// The lines of code with their numbers, which are counted from one: without comments, test files, and
    /// all lines from a `#[cfg(test)]` on that is not on the declaration of a module's file.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let is_file = |line: &str| line.starts_with("mod ") && line.ends_with(';');
        let mut pairs = lines.clone().zip(lines.skip(1).map(|(_, next)| next).chain([""]));
        let mut of_tests = false;
        std::iter::from_fn(move || {
            loop {
                let ((number, line), next) = pairs.next()?;
                let is_marker = line == "#[cfg(test)]";
                if is_marker && !is_file(next) {
                    return None;
                }
                let is_skipped = std::mem::replace(&mut of_tests, is_marker) || is_marker;
                if !is_skipped && !line.is_empty() && !line.starts_with("//") {
                    return Some((number, line));
                }
            }
        })
    }
}

/// The sources of all crates, sorted by path.
///
/// # Errors
///
/// If one cannot be read.
pub(super) fn read(root: &Path) -> Result<Vec<Source>, Box<dyn Error>> {
    let mut sources = Vec::new();
    crates(root, &root.join("crates"), &mut sources)?;
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(sources)
}

/// Reads the sources of the crates in `directory`, on any floor.
fn crates(root: &Path, directory: &Path, sources: &mut Vec<Source>) -> Result<(), Box<dyn Error>> {
    if let Ok(manifest) = std::fs::read_to_string(directory.join("Cargo.toml")) {
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or("a manifest has no name")?;
        let src = directory.join("src");
        return walk(root, name, &src, &src, sources);
    }
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            crates(root, &path, sources)?;
        }
    }
    Ok(())
}

fn walk(
    root: &Path,
    krate: &str,
    src: &Path,
    directory: &Path,
    sources: &mut Vec<Source>,
) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, krate, src, &path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let inside = path.strip_prefix(src)?.with_extension("");
            let mut module: Vec<String> =
                inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
                module.pop();
            }
            sources.push(Source {
                krate: krate.to_owned(),
                text: std::fs::read_to_string(&path)?,
                path: path.strip_prefix(root)?.to_path_buf(),
                module,
            });
        }
    }
    Ok(())
}
