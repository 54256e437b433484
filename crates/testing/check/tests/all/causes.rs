//! Passes create allocations and copies through functions that take a cause: no other code of the passes builds them.

use std::path::{Path, PathBuf};

/// The builders of allocations and copies that record no cause.
const BUILDERS: [&str; 5] =
    ["AllocOp::of(", "AllocaOp::of(", "AllocTensorOp::of(", "CloneOp::of(", "CopyOp::of("];

/// The crates with passes, patterns and models.
const CRATES: [&str; 17] = [
    "core/analysis",
    "passes/deallocation",
    "passes/bufferize",
    "passes/conversion",
    "dialects/linalg",
    "dialects/mem",
    "dialects/shape",
    "dialects/vector",
    "core/rewrite",
    "passes/affine",
    "passes/arith-math",
    "passes/generic",
    "passes/linalg",
    "passes/memref-tensor",
    "passes/scf",
    "passes/shared",
    "passes/vector",
];

/// The files that may: the functions that take a cause.
const ALLOWED: [&str; 5] = [
    "dialects/mem/src/bufferization/alloc.rs",
    "dialects/mem/src/memref/access.rs",
    "dialects/mem/src/memref/alloc.rs",
    "passes/bufferize/src/buffers.rs",
    "passes/bufferize/src/tensor_copy_insertion.rs",
];

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("sources can be read") {
        let path = entry.expect("sources can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn passes_build_allocations_and_copies_with_a_cause() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut wrong, mut allowed) = (Vec::new(), 0);
    for name in CRATES {
        let mut found = Vec::new();
        files(&crates.join(name).join("src"), &mut found);
        assert!(!found.is_empty(), "{name}");
        for path in found {
            let text = std::fs::read_to_string(&path).expect("sources can be read");
            let builds = |line: &&str| BUILDERS.iter().any(|builder| line.contains(builder));
            let lines: Vec<&str> = text.lines().filter(builds).map(str::trim).collect();
            let is_allowed = ALLOWED.iter().any(|file| path.ends_with(file));
            allowed += usize::from(is_allowed && !lines.is_empty());
            if !is_allowed {
                wrong.extend(lines.iter().map(|line| format!("{}: {line}", path.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "no cause is recorded here:\n{}", wrong.join("\n"));
    assert_eq!(allowed, ALLOWED.len(), "each function that takes a cause is in a file that is allowed");
}

#[test]
fn all_causes_are_listed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dialects/mem/src/memref/causes.rs");
    let text = std::fs::read_to_string(file).expect("sources can be read");
    let defined = text.matches(": BufferCause = ").count();
    assert_eq!(defined, terrace_dialects_mem::memref::causes::CAUSES.len());
}
