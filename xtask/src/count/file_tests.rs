//! Figures of the file tests: how many say what they check.

use std::error::Error;
use std::path::Path;

use super::Figures;

/// The figures by their names.
///
/// # Errors
///
/// If a test cannot be read.
pub(super) fn figures(root: &Path) -> Result<Figures, Box<dyn Error>> {
    let mut texts = Vec::new();
    read(&root.join("tests"), &mut texts)?;
    let mut figures = Figures::default();
    let without = texts.iter().filter(|text| {
        text.contains("-opt %s")
            && text.contains("CHECK")
            && !text.contains("-LABEL")
            && !text.contains("expected-")
    });
    figures.insert("file tests: of passes, with checks and no label".to_owned(), without.count() as u64);
    let is_short = |name: &&str| name.len() <= 2;
    let named = texts.iter().flat_map(|text| functions(text));
    figures.insert(
        "file tests: functions named by 1 or 2 letters".to_owned(),
        named.filter(is_short).count() as u64,
    );
    Ok(figures)
}

/// The names of the functions of a test.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.split("func @").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

fn read(directory: &Path, texts: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, texts)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            texts.push(String::from_utf8_lossy(&std::fs::read(&path)?).into_owned());
        }
    }
    Ok(())
}
