//! The code on pages is the code of packages that are built and tested.

use std::path::Path;

/// The blocks of a page but those for a shell, with the lines they begin on.
fn blocks(page: &str) -> Vec<(usize, String)> {
    let (mut blocks, mut open): (Vec<(usize, String)>, Option<bool>) = (Vec::new(), None);
    for (number, line) in (1..).zip(page.lines()) {
        match (open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(language != "sh");
                if language != "sh" {
                    blocks.push((number, String::new()));
                }
            }
            (Some(_), Some(_)) => open = None,
            (Some(true), None) => {
                if let Some((_, text)) = blocks.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Checks that all code of a page is from files of a directory; IR may be nested in a module there.
fn check_page(page: &str, directory: &str, files: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    let sources: Vec<String> = files.iter().map(|file| read(&format!("{directory}/{file}"))).collect();
    let blocks = blocks(&read(page));
    assert!(blocks.len() >= 4, "{page} has {} blocks", blocks.len());
    for (line, text) in blocks {
        // What is left out between two items is not shown.
        for part in text.split("\n\n").map(str::trim_end) {
            let nested: Vec<String> = part.lines().map(|line| format!("  {line}")).collect();
            let found = |source: &String| source.contains(part) || source.contains(&nested.join("\n"));
            assert!(sources.iter().any(found), "{page}:{line}: not in the sources:\n{part}");
        }
    }
}

#[test]
fn write_a_compiler_shows_the_code_of_its_package() {
    let files = [
        "src/dialect.rs",
        "src/extension.rs",
        "src/frontend.rs",
        "src/lowering.rs",
        "src/lib.rs",
        "src/main.rs",
        "tests/tiny.rs",
        "layer.tiny",
    ];
    check_page("docs/build/write-a-compiler.md", "examples/tiny-tensor", &files);
}

#[test]
fn other_pages_show_the_code_of_own_dialect() {
    let files = ["src/buffers.rs", "src/control_flow.rs", "tests/own/buffers.rs"];
    check_page("docs/build/free-your-buffers.md", "examples/own-dialect", &files);
    check_page(
        "docs/build/write-a-pass.md",
        "examples/own-dialect",
        &["src/passes.rs", "tests/own/passes.rs"],
    );
}

#[test]
fn extend_terrace_shows_the_code_of_terrace() {
    let files = [
        "crates/dialects/core/src/math/float.rs",
        "crates/dialects/core/src/math/integer.rs",
        "crates/dialects/core/src/math/mod.rs",
        "crates/llvm/target/src/riscv.rs",
        "crates/ripple/src/constructs/mod.rs",
        "crates/ripple/src/constructs/row.rs",
        "crates/llvm/target/tests/targets.rs",
        "tests/passes/canonicalize/math.mlir",
    ];
    check_page("docs/inside/extend-terrace.md", ".", &files);
}

/// The claim of the page: one dependency, few imports, and little code.
#[test]
fn the_package_of_the_page_is_small() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tiny-tensor");
    let read = |path: &str| std::fs::read_to_string(package.join(path)).expect(path);
    let manifest = read("Cargo.toml");
    let dependencies = manifest.split("[dependencies]\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    assert_eq!(dependencies, Some("terrace = { path = \"../../crates/terrace\", features = [\"tools\"] }"));
    let mut lines = 0;
    let files = [
        "src/dialect.rs",
        "src/lowering.rs",
        "src/lib.rs",
        "src/main.rs",
        "src/frontend.rs",
        "src/extension.rs",
    ];
    for file in files {
        let text = read(file);
        let uses = text.lines().filter(|line| line.starts_with("use ")).count();
        assert!(uses <= 3, "{file}: {uses} imports");
        if !matches!(file, "src/frontend.rs" | "src/extension.rs") {
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
            lines += text.lines().filter(is_code).count();
        }
    }
    assert!(lines <= 200, "{lines} lines of dialect, lowering and tool");
}

/// Pages for users name the library alone, and that for tests: what is inside may change.
#[test]
fn pages_for_users_name_no_internal_crate() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut found = Vec::new();
    for folder in ["start", "use", "build", "reference"] {
        for entry in std::fs::read_dir(docs.join(folder)).expect("the pages") {
            let path = entry.expect("a page").path();
            let text = std::fs::read_to_string(&path).expect("a page");
            for (number, line) in (1..).zip(text.lines()) {
                // A program and a library of its own, for tests.
                let line = line.replace("use terrace_filetest::", "");
                if line.contains("use terrace_") || line.contains("terrace_ir::") {
                    found.push(format!("{}:{number}: {line}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
