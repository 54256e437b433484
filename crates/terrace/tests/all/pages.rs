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
        "crates/llvm/target/tests/all/targets.rs",
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

/// The source files of a crate.
fn sources(directory: &Path, out: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory).expect("a directory").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(std::fs::read_to_string(&path).expect("a source file"));
        }
    }
}

/// The crates that define interfaces of ops, types, attributes and dialects for others to implement.
const INTERFACES: &[&str] = &[
    "crates/core/ir/src",
    "crates/passes/bufferize/src",
    "crates/passes/deallocation/src",
    "crates/passes/transform/src",
    "crates/tools/interp/src",
    "crates/llvm/interface/src",
];

/// Traits of Rust that are `Send + Sync`, too, but no interfaces.
const OTHERS: &[&str] = &[
    "ActionObserver",
    "ContextSlot",
    "InterfaceImpl",
    "IrListener",
    "NamedModels",
    "OpAnalysis",
    "RegionAnalysis",
];

/// Interfaces without an example on a page, each with a file that implements it.
const WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    ("BytecodeOpInterface", "crates/testing/test-dialect/src/versions.rs"),
    ("ConversionPatternDescriptorOpInterface", "crates/testing/test-dialect/src/transform_conversion.rs"),
    ("ConvertToLlvmPatternInterface", "crates/llvm/to-llvm/src/transform.rs"),
    ("DataLayoutDialectInterface", "crates/dialects/ptr/src/dlti/check.rs"),
    ("DataLayoutOpInterface", "crates/dialects/builtin/src/builtin/mod.rs"),
    ("DataLayoutSpecInterface", "crates/dialects/ptr/src/dlti/check.rs"),
    ("DestructurableAccessor", "crates/dialects/mem/src/memref/slots.rs"),
    ("DestructurableAllocation", "crates/dialects/mem/src/memref/slots.rs"),
    ("FindPayloadReplacementOpInterface", "crates/passes/transform/src/tracking.rs"),
    ("InParallelOpInterface", "crates/dialects/core/src/scf/forall.rs"),
    ("LocationLike", "crates/testing/test-dialect/src/params.rs"),
    ("MaskingOp", "crates/dialects/vector/src/mask.rs"),
    ("MlirReaderDialectInterface", "crates/core/bytecode/src/reader/mod.rs"),
    ("NearestMatchOpInterface", "crates/passes/transform-ops/src/structured/find.rs"),
    ("ParallelCombiningOp", "crates/dialects/mem/src/tensor/slice.rs"),
    ("PartialReductionOp", "crates/dialects/linalg/src/transpose_broadcast.rs"),
    ("PatternDescriptorOpInterface", "crates/testing/test-dialect/src/transform_ops.rs"),
    ("PromotableOp", "crates/dialects/llvm/src/ops/slots/address.rs"),
    ("ReifyShapes", "crates/dialects/mem/src/tensor/tiling.rs"),
    ("SafeMemorySlotAccess", "crates/dialects/llvm/src/ops/slots/address.rs"),
    ("SelectLike", "crates/dialects/core/src/arith/compare.rs"),
    ("ShapedDimOp", "crates/dialects/mem/src/tensor/element.rs"),
    ("ShapedTypeInterface", "crates/testing/test-dialect/src/shaped.rs"),
    ("SubsetOp", "crates/dialects/mem/src/subsets.rs"),
    ("TilingInterface", "crates/dialects/mem/src/tensor/tiling.rs"),
    ("TransformEachOp", "crates/testing/test-dialect/src/transform_ops.rs"),
    ("TransformHandleTypeInterface", "crates/testing/test-dialect/src/transform_ops.rs"),
    ("TransformParamTypeInterface", "crates/testing/test-dialect/src/transform_ops.rs"),
    ("TransformValueHandleTypeInterface", "crates/passes/transform/src/state.rs"),
    ("TypeConverterBuilderOpInterface", "crates/testing/test-dialect/src/transform_conversion.rs"),
    ("VerifiableTensorEncoding", "crates/dialects/shape/src/sparse_tensor/encoding.rs"),
];

/// Each trait and each interface is on the page that lists them, and in code of the pages that are tests.
#[test]
fn traits_and_interfaces_are_listed_and_have_an_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    let table = read("crates/core/ir/src/traits.rs");
    let rows =
        table.split("\ntraits! {\n").nth(1).and_then(|rest| rest.split("\n}\n").next()).expect("the table");
    let is_row = |line: &&str| line.starts_with("    ") && !line.trim_start().starts_with("///");
    let name_of = |line: &str| line.trim().chars().take_while(|c| c.is_alphanumeric()).collect::<String>();
    let mut names: Vec<String> = rows.lines().filter(is_row).map(name_of).collect();
    assert!(names.len() > 50, "{names:?}");
    let mut texts = Vec::new();
    INTERFACES.iter().for_each(|path| sources(&root.join(path), &mut texts));
    for line in texts.iter().flat_map(|text| text.lines()) {
        if let Some(rest) = line.strip_prefix("pub trait ")
            && rest.contains("Send + Sync")
            && !OTHERS.contains(&&*name_of(rest))
        {
            names.push(name_of(rest));
        }
    }
    assert!(names.len() > 90, "{names:?}");
    let page = read("docs/build/traits-and-interfaces.md");
    let mut code = String::new();
    for entry in std::fs::read_dir(root.join("docs/build")).expect("the pages").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a page");
        let blocks = text.split("\n```rust").skip(1);
        blocks.for_each(|block| code.push_str(block.split("\n```").next().unwrap_or_default()));
    }
    let words = |text: &str| -> std::collections::BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let (page, code) = (words(&page), words(&code));
    let mut missing = Vec::new();
    for name in &names {
        let is_excused = WITHOUT_EXAMPLE.iter().any(|(without, _)| without == name);
        if !page.contains(name) {
            missing.push(format!("{name} is not on docs/build/traits-and-interfaces.md"));
        }
        if code.contains(name) == is_excused {
            let what = if is_excused { "has an example: it need not be excused" } else { "has no example" };
            missing.push(format!("{name} {what}"));
        }
    }
    for (name, file) in WITHOUT_EXAMPLE {
        assert!(
            names.iter().any(|known| known == name) && words(&read(file)).contains(*name),
            "{name} in {file}"
        );
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
