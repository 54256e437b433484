//! The places of ops and values in printed text: over the sources of the file tests, and generated programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrace_asm::{PrintOptions, What, print_ir_marked};
use terrace_check::Bench;
use terrace_progen::{KINDS, program};

/// Appends the sources below a directory, in order.
fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|ending| ending == "mlir") => found.push(path),
            false => {}
        }
    }
}

/// Asserts that each mark of a text is where the name is, in order; returns the number of names.
fn check(bench: &Bench, text: &str) -> usize {
    let cx = Arc::new(bench.new_context());
    cx.set_allow_unregistered(true);
    let Ok(ir) = bench.parse(text, &cx) else { return 0 };
    let mut count = 0;
    for options in [PrintOptions::default(), PrintOptions::default().generic(true)] {
        let marked = print_ir_marked(&ir, &options);
        let mut last = 0;
        for mark in &marked.marks {
            let (start, end) = (mark.range.start, mark.range.end);
            assert!(last <= start, "{mark:?} is before {last} of\n{}", marked.text);
            last = end;
            let What::Value(value) = mark.what else { continue };
            let name = marked.text.get(start..end).unwrap_or("");
            assert!(name.starts_with('%'), "{value:?} is '{name}' in\n{}", marked.text);
            count += 1;
        }
        // No other names are in a text without strings and comments.
        if !marked.text.contains(['"', '/']) {
            let names = marked.marks.iter().filter(|mark| matches!(mark.what, What::Value(_))).count();
            assert_eq!(names, marked.text.matches('%').count(), "{}", marked.text);
        }
    }
    count
}

#[test]
fn marks_are_where_the_names_are() {
    let bench = Bench::default();
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests"), &mut files);
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let mut of_files = 0;
    for text in texts {
        of_files += text.split("// -----").map(|chunk| check(&bench, chunk)).sum::<usize>();
    }
    assert!(of_files > 50_000, "{of_files}");
    let programs = KINDS.iter().flat_map(|kind| (0..4).map(move |seed| program(kind, seed, &|_| true)));
    let of_programs: usize = programs.map(|text| check(&bench, &text)).sum();
    assert!(of_programs > 5_000, "{of_programs}");
}
