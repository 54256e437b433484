//! Damaged input: whatever is cut out of a good file, the tool ends with IR or with an error that has a position.

use std::path::{Path, PathBuf};

use terrace_opt::Io;
use terrace_opt::exit::INTERNAL_ERROR;

fn opt(input: &[u8]) -> (i32, Vec<u8>, String) {
    let args = ["--allow-unregistered-dialect".to_owned()];
    let (mut stdin, mut stdout, mut stderr) = (input, Vec::new(), Vec::new());
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, &terrace_test_opt::setup());
    (code, stdout, String::from_utf8_lossy(&stderr).into_owned())
}

/// Good files: the example and the file tests of the language.
fn good_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("examples/hello.mlir")];
    for entry in std::fs::read_dir(root.join("tests/ir")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    // Those that expect errors are not good.
    files.retain(|path| !std::fs::read_to_string(path).unwrap().contains("expected-error"));
    files.sort();
    files
}

/// The text without its comments, in which damage is no news.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The number of places at which each file is damaged, unless `TERRACE_DAMAGES` is another; `cargo xtask fuzz` damages
/// them everywhere.
const PLACES: usize = 40;

/// Places in a text, over all of it.
fn places(text: &str) -> impl Iterator<Item = usize> {
    let count = std::env::var("TERRACE_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(PLACES);
    (0..text.len()).step_by(text.len().div_ceil(count).max(1))
}

#[track_caller]
fn check(path: &Path, what: &str, input: &[u8]) {
    let (code, stdout, stderr) = opt(input);
    let name = path.display();
    let shown = String::from_utf8_lossy(input);
    assert_ne!(code, INTERNAL_ERROR, "{name}: {what}: {stderr}\n{shown}");
    if code == 0 {
        let (again, _, errors) = opt(&stdout);
        let printed = String::from_utf8_lossy(&stdout);
        assert_eq!(again, 0, "{name}: {what}: what is printed does not read back: {errors}\n{printed}");
    } else {
        let located = stderr.lines().next().is_some_and(|line| line.starts_with("<stdin>:"));
        assert!(located, "{name}: {what}: no position: {stderr}\n{shown}");
    }
}

#[test]
fn good_files_are_good() {
    for path in good_files() {
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        let (code, _, stderr) = opt(text.as_bytes());
        assert_eq!(code, 0, "{}: {stderr}", path.display());
    }
}

#[test]
fn truncation() {
    for path in good_files() {
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        for end in places(&text) {
            check(&path, &format!("the first {end} bytes"), &text.as_bytes()[..end]);
        }
    }
}

#[test]
fn deletion() {
    for path in good_files() {
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        for at in places(&text) {
            let mut bytes = text.clone().into_bytes();
            bytes.remove(at);
            check(&path, &format!("without byte {at}"), &bytes);
        }
    }
}

#[test]
fn replacement() {
    // Bytes that mean much to the reader, put in place of each.
    const BYTES: &[u8] = b"\0\"{(<%#@!-\xff9";
    for path in good_files() {
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        for at in places(&text) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = BYTES[at % BYTES.len()];
            check(&path, &format!("with byte {at} replaced"), &bytes);
        }
    }
}
