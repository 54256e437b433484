//! `book`: builds the book of `docs/` with mdbook, with pages that are generated, after checking all links.

mod links;
mod reference;
mod words;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::Args;

/// The command that installs mdbook.
const INSTALL: &str = "cargo install mdbook --locked --no-default-features --features search";

/// The directory of the sources that mdbook reads: the pages of `docs/` and those that are generated.
const STAGE: &str = "target/book-source";

/// The directory of the book.
const BOOK: &str = "target/book";

/// Pages by their paths from the root of the repository, with `/` between the parts.
pub(crate) type Pages = BTreeMap<String, String>;

/// Checks the links of all pages and the index of words, and builds the book unless `--check` is given; returns whether
/// nothing is wrong.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--mdbook"], &["--check"])?;
    let root = root();
    let mut pages = pages(&root)?;
    pages.extend(reference::pages(&pages));
    let mut problems = links::broken(&root, &pages);
    problems.extend(words::missing(&pages).0);
    for line in &problems {
        println!("{line}");
    }
    if !problems.is_empty() {
        return Ok(false);
    }
    if args.flag("--check") {
        println!("{} pages, whose links all have targets", pages.len());
        return Ok(true);
    }
    pages.insert(reference::COMMANDS.to_owned(), reference::commands(&root)?);
    stage(&root, &pages)?;
    build(&root, args.value("--mdbook").unwrap_or("mdbook"))
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Reads the pages in the root and those below `docs/`. ARCHITECTURE is a page of the book as well.
fn pages(root: &Path) -> Result<Pages, Box<dyn Error>> {
    let mut pages = Pages::new();
    let mut directories = vec![String::new(), "docs/".to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(root.join(&directory))? {
            let entry = entry?;
            let path = format!("{directory}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                // Of the root, its files are pages alone.
                if !directory.is_empty() {
                    directories.push(path + "/");
                }
            } else if path.ends_with(".md") {
                pages.insert(path, fs::read_to_string(entry.path())?);
            }
        }
    }
    let architecture = links::moved(&pages["ARCHITECTURE.md"], "ARCHITECTURE.md", links::ARCHITECTURE);
    pages.insert(links::ARCHITECTURE.to_owned(), architecture);
    Ok(pages)
}

/// Writes the sources of the book: pages, whose links to sources lead to the repository, and pictures.
fn stage(root: &Path, pages: &Pages) -> Result<(), Box<dyn Error>> {
    let stage = root.join(STAGE);
    match fs::remove_dir_all(&stage) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let repository = repository(&fs::read_to_string(root.join("Cargo.toml"))?);
    for (path, text) in pages {
        let Some(inner) = path.strip_prefix("docs/") else { continue };
        let file = stage.join(inner);
        fs::create_dir_all(file.parent().unwrap_or(&stage))?;
        fs::write(file, links::outside(text, path, repository.as_deref()))?;
    }
    for file in ["book.toml", "mlir.js"] {
        fs::copy(root.join("docs").join(file), stage.join(file))?;
    }
    let pictures = root.join("docs/pictures");
    if pictures.is_dir() {
        fs::create_dir_all(stage.join("pictures"))?;
        for entry in fs::read_dir(pictures)? {
            let entry = entry?;
            fs::copy(entry.path(), stage.join("pictures").join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The address of the repository in the workspace's manifest.
fn repository(manifest: &str) -> Option<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = \""))?;
    Some(line.trim_end_matches('"').trim_end_matches('/').to_owned())
}

/// Runs mdbook on the staged sources.
fn build(root: &Path, program: &str) -> Result<bool, Box<dyn Error>> {
    let book = root.canonicalize()?.join(BOOK);
    let status =
        Command::new(program).arg("build").arg(root.join(STAGE)).arg("--dest-dir").arg(&book).status();
    match status {
        Ok(status) => {
            if status.success() {
                println!("the book is {}", book.join("index.html").display());
            }
            Ok(status.success())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("{program} is not installed: {INSTALL}; --check checks links without it").into())
        }
        Err(error) => Err(format!("{program} cannot be run: {error}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_links_of_all_pages_have_targets() {
        let root = root();
        let mut pages = pages(&root).unwrap();
        pages.extend(reference::pages(&pages));
        assert!(pages.len() > 15);
        let broken = links::broken(&root, &pages);
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    #[test]
    fn links_have_targets_where_no_page_is_generated() {
        let root = root();
        let (mut count, mut broken) = (0, Vec::new());
        for (path, text) in pages(&root).unwrap().iter().filter(|(path, _)| *path != links::ARCHITECTURE) {
            for link in links::links(text) {
                let file = link.target.split('#').next().unwrap_or_default();
                if file.is_empty() || file.contains(':') {
                    continue;
                }
                let Some(target) = links::resolve(path, file) else { continue };
                count += 1;
                if !root.join(&target).exists() {
                    broken.push(format!("{path}: {}", link.target));
                }
            }
        }
        assert!(count > 100, "{count} links");
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    #[test]
    fn the_words_of_mlir_lead_to_pages_that_have_them() {
        let (missing, count) = words::missing(&pages(&root()).unwrap());
        assert!(count > 70, "{count} words");
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }

    #[test]
    fn all_pages_are_in_the_summary() {
        let mut pages = pages(&root()).unwrap();
        pages.extend(reference::pages(&pages));
        let summary = &pages["docs/SUMMARY.md"];
        let linked: Vec<String> = links::links(summary).into_iter().map(|link| link.target).collect();
        for path in pages.keys().filter_map(|path| path.strip_prefix("docs/")) {
            assert!(
                path == "SUMMARY.md" || linked.iter().any(|link| link == path),
                "{path} is not in the summary"
            );
        }
    }

    #[test]
    fn a_missing_mdbook_is_an_error_that_tells_how_to_install_it() {
        let error = build(&root(), "no-such-mdbook").unwrap_err().to_string();
        assert!(error.starts_with("no-such-mdbook is not installed: cargo install mdbook"), "{error}");
    }

    #[test]
    fn the_repository_is_read_from_the_manifest() {
        let manifest = "[workspace.package]\nrepository = \"https://example.org/terrace/\"\n";
        assert_eq!(repository(manifest).as_deref(), Some("https://example.org/terrace"));
        assert_eq!(repository("[workspace]\n"), None);
    }
}
