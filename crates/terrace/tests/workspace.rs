//! What the manifests of the workspace promise.

use std::path::{Path, PathBuf};

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory of the workspace") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// A library whose harness is switched off (`test = false`) must have no tests inside, for nobody would run them; one
/// without tests inside must have it switched off, for it would be built twice. The same goes for examples in
/// documentation.
#[test]
fn harnesses_are_built_where_there_are_tests() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the directory of crates");
    let mut seen = 0;
    for entry in std::fs::read_dir(crates).expect("the directory of crates") {
        let dir = entry.expect("a crate").path();
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a manifest");
        let mut files = Vec::new();
        sources(&dir.join("src"), &mut files);
        let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a source file");
        let lines: Vec<String> = files
            .iter()
            .flat_map(|path| read(path).lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
            .collect();
        let has_tests = lines.iter().any(|line| matches!(line.as_str(), "#[test]" | "proptest! {"));
        let is_example = |line: &String| {
            let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            text.is_some_and(|text| text.trim_start().starts_with("```"))
                || line.contains("doc = include_str!")
        };
        let has_examples = lines.iter().any(is_example);
        assert_eq!(manifest.contains("\ntest = false\n"), !has_tests, "{}", dir.display());
        assert_eq!(manifest.contains("\ndoctest = false\n"), !has_examples, "{}", dir.display());
        seen += 1;
    }
    assert!(seen > 20);
}
