//! What the manifests of the workspace promise, and how its sources are written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory of the workspace") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The directories of the crates, each with the name of its package, sorted by name.
fn crates() -> Vec<(String, PathBuf)> {
    fn find(dir: &Path, out: &mut Vec<(String, PathBuf)>) {
        if let Ok(manifest) = std::fs::read_to_string(dir.join("Cargo.toml")) {
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            out.push((name.expect("a manifest has the name of its package").to_owned(), dir.to_owned()));
            return;
        }
        for entry in std::fs::read_dir(dir).expect("a directory of the workspace") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                find(&path, out);
            }
        }
    }
    let mut found = Vec::new();
    find(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
    found.sort();
    assert!(found.len() > 40);
    found
}

/// The sources in `part` (`src`, or all) of the crate `terrace-name`.
fn sources_of(name: &str, part: &str) -> Vec<PathBuf> {
    let name = format!("terrace-{name}");
    let (_, dir) =
        crates().into_iter().find(|(package, _)| *package == name).expect("the crate is in the workspace");
    let mut files = Vec::new();
    sources(&dir.join(part), &mut files);
    assert!(!files.is_empty(), "{name}");
    files
}

/// A library whose harness is switched off (`test = false`) must have no tests inside, for nobody would run them; one
/// without tests inside must have it switched off, for it would be built twice. The same goes for examples in
/// documentation.
#[test]
fn harnesses_are_built_where_there_are_tests() {
    for (_, dir) in crates() {
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
    }
}

/// Each program of tests is linked with all that it uses, which takes longer than to compile it.
#[test]
fn tests_of_a_package_are_one_program() {
    for (_, dir) in crates() {
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a manifest");
        let Ok(entries) = std::fs::read_dir(dir.join("tests")) else { continue };
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let programs = paths.filter(|path| {
            path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file()
        });
        let with_own_harness = manifest.matches("harness = false").count();
        assert!(programs.count() - with_own_harness <= 1, "{}", dir.display());
    }
}

/// A file that no `mod` names is not compiled, which the compiler does not report.
#[test]
fn source_files_are_modules_of_their_parents() {
    let mut found = Vec::new();
    for (_, dir) in crates() {
        let root = dir.join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        for path in files {
            // The file of a module is `name.rs` or `name/mod.rs`.
            let module = if path.ends_with("mod.rs") { path.parent().expect("a directory") } else { &path };
            let name = module.file_stem().expect("a name").to_string_lossy();
            let directory = module.parent().expect("a directory");
            let is_top = directory == root;
            if is_top && ["lib", "main"].contains(&&*name) || directory == root.join("bin") {
                continue;
            }
            let parents = if is_top {
                vec![root.join("lib.rs"), root.join("main.rs")]
            } else {
                vec![directory.join("mod.rs"), directory.with_extension("rs")]
            };
            let is_declaration = |line: &str| {
                let declared = line.trim().strip_suffix(';').and_then(|line| line.rsplit_once("mod "));
                declared.is_some_and(|(before, declared)| !before.contains("//") && declared == name)
            };
            let is_reached = parents.iter().filter_map(|parent| std::fs::read_to_string(parent).ok());
            if !is_reached.into_iter().any(|text| text.lines().any(is_declaration)) {
                found.push(format!("{}: no `mod {name};` in {}", path.display(), parents[0].display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The floors of `crates/`, from the lowest.
const FLOORS: [&str; 9] =
    ["core", "dialects", "passes", "llvm", "ripple", "tools", "terrace", "cli", "testing"];

/// The dependencies of a crate are on its own floor or on lower ones; only its tests may need more.
#[test]
fn crates_depend_on_lower_floors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let floor = |dir: &Path| {
        let inside = dir.strip_prefix(&root).expect("the crate is in the directory of crates");
        let first = inside.iter().next().expect("a crate has a directory");
        FLOORS.iter().position(|floor| *floor == first).expect("a floor that is listed")
    };
    let floors: Vec<(String, usize)> = crates().into_iter().map(|(name, dir)| (name, floor(&dir))).collect();
    let mut edges = 0;
    for (name, dir) in crates() {
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a manifest");
        let needs = manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]"));
        for line in needs.unwrap_or_default().lines() {
            let needed = line.split(['.', ' ']).next().unwrap_or_default();
            let Some((_, below)) = floors.iter().find(|(package, _)| package == needed) else { continue };
            assert!(*below <= floor(&dir), "{name} is built of {needed}, which is on a higher floor");
            edges += 1;
        }
    }
    assert!(edges > 200, "{edges}");
}

/// Structs of options get more fields: those with public fields are `#[non_exhaustive]`, by themselves or through a macro
/// that adds it, for which `Default` or a constructor, and methods that set fields, make one.
#[test]
fn structs_of_options_can_grow() {
    let (mut found, mut seen) = (Vec::new(), 0);
    for (_, dir) in
        crates().into_iter().filter(|(_, dir)| !dir.parent().is_some_and(|floor| floor.ends_with("testing")))
    {
        let mut files = Vec::new();
        sources(&dir.join("src"), &mut files);
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (number, line) in lines.iter().enumerate() {
                let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {"))
                else {
                    continue;
                };
                let is_options = name.split('<').next().is_some_and(|name| name.ends_with("Options"));
                let mut fields = lines[number + 1..].iter().take_while(|line| **line != "}");
                // The fields of `pass_options!` are as public as the struct.
                if !is_options || !fields.any(|line| line.starts_with("pub ") || line.contains("(\"")) {
                    continue;
                }
                seen += 1;
                let before = || lines[..number].iter().rev();
                let mut attributes =
                    before().take_while(|line| line.starts_with("#[") || line.starts_with("///"));
                let is_open = attributes.any(|line| *line == "#[non_exhaustive]");
                let around = before().find(|line| !line.starts_with("#[") && !line.starts_with("///"));
                if !is_open && !around.is_some_and(|line| line.ends_with("options! {")) {
                    found.push(format!("{}:{}: {name} is not #[non_exhaustive]", path.display(), number + 1));
                }
            }
        }
    }
    assert!(seen > 15, "{seen}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The packages that `cargo tree` lists with `arguments`, each with its version and its features.
fn packages(arguments: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = std::process::Command::new(cargo)
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} [{f}]"])
        .args(arguments)
        .current_dir(root)
        .output()
        .expect("cargo runs the tests, so it is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).expect("names are text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// `cargo build` and `cargo test --workspace` must ask for the same features of what both use: a difference at the
/// bottom makes the second build everything anew.
#[test]
fn tests_share_what_the_program_builds() {
    let program = packages(&["--edges", "no-dev"]);
    let all = packages(&["--workspace"]);
    assert!(program.len() > 50, "{}", program.len());
    let anew: Vec<&String> = program.difference(&all).collect();
    assert!(anew.is_empty(), "with other features in tests: {anew:?}");
}

/// Crates that work for any dialect.
const GENERIC: &[&str] = &[
    "support",
    "diag",
    "affine",
    "format",
    "ir",
    "asm",
    "bytecode",
    "pass",
    "rewrite",
    "analysis",
    "conversion",
    "inspect",
    "opt",
];

/// Words of the language that are names of dialects too.
const WORDS: &[&str] =
    &["index", "memref", "tensor", "vector", "complex", "builtin", "shape", "test", "bufferization"];

/// The texts in quotes of a source file, but for comments and unit tests.
fn texts(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut texts = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        texts.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    texts
}

/// Generic crates are independent of dialects: none of their strings is the name of a dialect, or of an op, type or
/// attribute of one. The core itself has builtin types and the module.
#[test]
fn generic_crates_name_no_dialect() {
    let others = "acc amdgpu amx arm_neon arm_sme arm_sve async emitc gpu irdl llvm mpi nvgpu nvvm omp pdl pdl_interp quant \
                  rocdl shard smt sparse_tensor spirv tosa transform vcix wasmssa x86vector xegpu xevm";
    let mut dialects: Vec<&str> = others.split_whitespace().collect();
    dialects.extend(terrace::dialects::all().iter().map(|dialect| dialect.name));
    let mut found = Vec::new();
    for name in GENERIC {
        let mut files = sources_of(name, "src");
        files.retain(|path| !path.ends_with("tests.rs"));
        for path in files {
            for text in texts(&std::fs::read_to_string(&path).expect("a source file")) {
                let (prefix, rest) =
                    text.split_once('.').map_or((&*text, None), |(prefix, rest)| (prefix, Some(rest)));
                let is_name = rest
                    .is_none_or(|rest| rest.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c)));
                let is_word = rest.is_none() && WORDS.contains(&prefix) || prefix == "builtin";
                if dialects.contains(&prefix) && is_name && !is_word {
                    found.push(format!("{}: \"{text}\"", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Words that comments do not use, each with the term of the field.
const WORDS_TO_AVOID: &[(&str, &str)] = &[
    ("none where", "`None` if"),
    ("None where", "`None` if"),
    ("in front of", "before"),
    ("behind", "after"),
    ("stands in", "is in"),
    ("stand in", "are in"),
    ("lies in", "is in"),
    ("gives", "returns"),
    ("Gives", "Returns"),
    ("none if", "`None` if"),
    ("gives back", "returns"),
];

/// Prose as its words, between spaces, without code.
fn words_of(prose: &str) -> String {
    let prose: String = prose.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words: Vec<&str> = prose.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    format!(" {} ", words.join(" "))
}

/// The longest line of prose in a page, in characters. Tables and code may have longer ones.
const PAGE_WIDTH: usize = 120;

/// Pages use the field's words, and have lines that a terminal shows whole.
#[test]
fn pages_are_narrow_and_use_the_words_of_the_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md"), root.join("ARCHITECTURE.md")];
    for folder in ["", "start", "use", "build", "reference", "inside"] {
        let docs = std::fs::read_dir(root.join("docs").join(folder)).expect("the pages");
        pages.extend(docs.map(|entry| entry.expect("a page").path()));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 10);
    let mut found = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            }
            if is_code {
                continue;
            }
            let place = format!("{}:{}", page.display(), number + 1);
            if !line.starts_with('|') && line.chars().count() > PAGE_WIDTH {
                found.push(format!("{place}: more than {PAGE_WIDTH} characters"));
            }
            let prose = words_of(line);
            for (word, instead) in WORDS_TO_AVOID {
                if prose.contains(&format!(" {word} ")) {
                    found.push(format!("{place}: \"{word}\": say {instead}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// README is short, and the numbers in it are those of the records and of the page on performance.
#[test]
fn readme_says_what_is_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a page or a record");
    let (readme, performance) = (read("README.md"), read("docs/inside/performance.md"));
    assert!(readme.lines().count() <= 90, "README has {} lines", readme.lines().count());
    let conformance: serde_json::Value = serde_json::from_str(&read("conformance.json")).expect("a record");
    let directories = conformance["directories"].as_object().expect("directories");
    let counted: u64 = directories.values().filter_map(|directory| directory["total"].as_u64()).sum();
    let passing: usize =
        directories.values().filter_map(|each| Some(each["passing"].as_array()?.len())).sum();
    assert!(
        readme.contains(&format!("{passing} of upstream's {counted} tests pass")),
        "{passing} of {counted}"
    );
    assert!(performance.contains(&format!("| {passing} | {counted} |")), "{passing} of {counted}");
    let manifest = read("Cargo.toml");
    let compiler =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let compiler = compiler.expect("the oldest compiler");
    assert!(readme.contains(&format!("Rust {compiler}:")), "Rust {compiler}");
    // The numbers of a row are at its end; the page has all rows.
    let rows = readme.lines().filter(|line| line.starts_with('|') && line.ends_with("% |"));
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() >= 6);
    for row in rows {
        assert!(performance.contains(row), "'{row}' is not in docs/inside/performance.md");
    }
}

/// Comments use the field's words, and no source file has more than 700 lines.
#[test]
fn sources_are_short_and_use_the_words_of_the_field() {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for dir in ["crates", "xtask", "benches", "examples", "fuzz"] {
        sources(&root.join(dir), &mut files);
    }
    assert!(files.len() > 700);
    files.retain(|path| !path.ends_with("all/workspace.rs"));
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source file");
        if text.lines().count() > 700 {
            found.push(format!("{}: more than 700 lines", path.display()));
        }
        for (number, line) in text.lines().enumerate() {
            // A comment, and not a text that has two slashes.
            let Some((code, comment)) = line.split_once("//").filter(|(code, _)| !code.contains('"')) else {
                continue;
            };
            if code.ends_with(':') || comment.contains("CHECK") {
                continue;
            }
            let comment = words_of(comment);
            for (word, instead) in WORDS_TO_AVOID {
                if comment.contains(&format!(" {word} ")) {
                    found.push(format!("{}:{}: \"{word}\": say {instead}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Crates whose code may take operands, results, attributes and regions by number, and why; in all others it takes them by
/// name, through the views of ops.
const POSITIONAL: &[(&str, &str)] = &[
    ("terrace", "its tests build ops of any shape"),
    ("terrace-asm", "it reads and prints ops by their tables"),
    ("terrace-bytecode", "it reads and writes ops by their tables"),
    ("terrace-dialects-test", "its ops test what is generic"),
    ("terrace-ir", "it defines the access"),
    ("terrace-macros", "it writes the accessors"),
    ("terrace-ripple", "it is not ported yet"),
];

/// Lines of these crates that take one by its number or the text of its name, and why they may.
const POSITIONS: &[(&str, &str, &str)] = &[
    ("explain/causes.rs", "records.operand(op, 0)", "what is known of operands is kept by their numbers"),
    ("affine/apply.rs", "inherent_attr(\"map\")", "whichever op with a map it is"),
    ("affine/src/lower.rs", "inherent_attr(\"map\")", "whichever op with a map it is"),
    ("memref/fold_alias.rs", "inherent_attr(\"map\")", "whichever op with a map it is"),
    ("scf/canonicalize_parallel.rs", "operand_range(3)", "the place of the outputs is needed, not they"),
    ("arith/poison.rs", "inherent_attr(\"isExact\")", "whichever op on integers it is"),
    ("arith/attrs.rs", "inherent_attr(\"fastmath\")", "whichever op on floats it is"),
    ("arith/attrs.rs", "inherent_attr(\"overflowFlags\")", "whichever op on integers it is"),
    ("arith/integer.rs", "\"vector.vscale\"", "its dialect is above this one"),
    ("dialects/builtin/src/function.rs", "inherent_attr(", "whichever function it is"),
    ("dialects/core/src/region_if.rs", "self.0.region(", "a view of two ops of one shape"),
    ("func/mod.rs", "operand_types()[1..]", "those of the call, without the callee"),
    ("dialects/linalg/src/named.rs", "self.0.operand_group(", "a view of all named ops"),
    ("dialects/linalg/src/syntax.rs", "inherent_attr(\"indexing_maps\")", "whichever named op it is"),
    ("dialects/linalg/src/matmul.rs", "inherent_attr(\"indexing_maps\")", "whichever named op it is"),
    (
        "dialects/linalg/src/structured.rs",
        "inherent_attr(\"indexing_maps\")",
        "whichever structured op it is",
    ),
    (
        "dialects/linalg/src/structured.rs",
        "op.operand_range(1)",
        "the place of the outputs is needed, not they",
    ),
    (
        "dialects/vector/src/fold_element.rs",
        "inherent_attr(\"static_position\")",
        "of an extract or an insert",
    ),
    ("dialects/vector/src/transfer.rs", "inherent_attr(", "of a read or a write"),
    ("core/rewrite/src/inline.rs", "inherent_attr(\"arg_attrs\")", "whichever callable it is"),
    ("src/data_layout_query.rs", "name_text()", "an op that nobody defines"),
    ("src/vector_masks.rs", "name_text()", "an op that nobody defines"),
    ("testing/test-passes/src/alias.rs", "inherent_attr(\"arg_attrs\")", "whichever function it is"),
    ("ops/verify.rs", "inherent_attr(\"arg_attrs\")", "whichever function it is"),
    ("passes/transform/src/types.rs", "name_text() != name", "the name is a parameter of the type"),
    ("passes/library.rs", "inherent_attr(\"function_type\")", "whichever function it is"),
    ("ops/elementwise.rs", "inherent_attr(\"fastmath\")", "whichever op on floats it is"),
    ("memref/narrow_types.rs", "adaptor.operand(", "whichever reshape it is"),
    ("vector/src/linearize.rs", "inherent_attr(\"value\")", "whichever constant it is"),
    ("vector_legalization/decompose.rs", "inherent_attr(\"in_bounds\")", "of a read or a write"),
    ("commands/src/run.rs", "inherent_attr(\"function_type\")", "whichever function it is"),
    ("slots/copies.rs", "inherent_attr(", "whichever copy it is"),
    ("ops/control.rs", "inherent_attr(\"branch_weights\")", "whichever branch it is"),
    ("llvm/src/ops/arith.rs", "inherent_attr(\"fastmathFlags\")", "whichever op on floats it is"),
    ("ops/memory.rs", "inherent_attr(\"dereferenceable\")", "whichever load it is"),
    ("ops/bundles.rs", "inherent_attr(\"op_bundle_", "whichever call it is"),
    ("inline/aliases.rs", "inherent_attr(\"callee\")", "whichever call it is"),
    ("inline/mod.rs", "inherent_attr(\"personality\")", "whichever function it is"),
    ("export/intrinsics.rs", "inherent_attr(", "whichever intrinsic it is"),
    ("to-llvm/src/func.rs", "rw.op(op).inherent_attr(", "whichever call it is"),
    ("to-llvm/src/one_to_one.rs", "inherent_attr(", "whichever op it is"),
    ("to-llvm/src/export.rs", "inherent_attr(\"visibility_\")", "whichever global it is"),
];

/// Whether a line of code takes a part of an op by a number that is written there, or by the text of its name, or asks
/// for the text of an op's name to tell which op it is.
fn is_positional(line: &str) -> bool {
    let by_number = |getter: &str| {
        let calls = line.match_indices(getter).map(|(at, _)| &line[at + getter.len()..]);
        // The number is the last of the arguments.
        calls.filter_map(|rest| rest.split_once(')')).any(|(arguments, _)| {
            let last = arguments.rsplit(", ").next().unwrap_or(arguments);
            !arguments.contains('(') && !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let lists = ["operands", "results", "regions", "props", "operand_types", "result_types"];
    let indexed = |list: &&str| {
        line.split(&format!(".{list}()")).skip(1).any(|rest| {
            let index = rest.strip_prefix('[').or_else(|| rest.strip_prefix(".nth("));
            index.is_some_and(|index| index.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    let getters = [
        ".operand(",
        ".result(",
        ".region(",
        ".prop(",
        ".operand_group(",
        ".operand_range(",
        ".result_group(",
        ".result_range(",
    ];
    getters.into_iter().any(by_number)
        || lists.iter().any(indexed)
        || ["inherent_attr(\"", "name_text() == \"", "name_text() != \""]
            .iter()
            .any(|text| line.contains(text))
        || line.contains("match ") && line.contains(".name_text()")
}

#[test]
fn operands_and_results_have_names() {
    assert!(
        ["op.operand(0).ty()", "let [a, b] = [op.operands()[1], c];", "rw.body().result(op, 0)"]
            .into_iter()
            .all(is_positional)
    );
    assert!(
        !["op.operand(index)", "op.operands().nth(at)", "op.operand(FIRST_INIT + 1)", "view.source()"]
            .into_iter()
            .any(is_positional)
    );
    let (mut found, mut used) = (Vec::new(), vec![false; POSITIONS.len()]);
    assert!(POSITIONAL.iter().all(|(name, _)| crates().iter().any(|(package, _)| package == name)));
    for (name, dir) in crates() {
        if POSITIONAL.iter().any(|(package, _)| *package == name) {
            continue;
        }
        let mut files = Vec::new();
        sources(&dir, &mut files);
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
            for (number, line) in code.filter(|(_, line)| is_positional(line)) {
                let allowed =
                    |(file, part, _): &(&str, &str, &str)| path.ends_with(file) && line.contains(part);
                match POSITIONS.iter().position(allowed) {
                    Some(at) => used[at] = true,
                    None => found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim())),
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    for ((file, part, _), used) in POSITIONS.iter().zip(used) {
        assert!(used, "nothing in {file} is {part} any more");
    }
}

/// The crates that users depend on. All others that are published are internal to them.
const PUBLIC: [&str; 8] = [
    "terrace",
    "terrace-build",
    "terrace-bytecode",
    "terrace-cli",
    "terrace-filetest",
    "terrace-ir",
    "terrace-llvm-ir",
    "terrace-macros",
];

/// The first words of the description and the documentation of a crate that is published, but not for users.
const INTERNAL: &str = "Internal to Terrace; no promise of stability. ";

/// A registry refuses a package without a license or a description, and shows the rest to users.
#[test]
fn packages_have_what_a_registry_shows() {
    let mut found = BTreeSet::new();
    for (name, dir) in crates() {
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a manifest");
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        let value = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
            line.and_then(|line| line.strip_suffix('"')).unwrap_or_else(|| panic!("{name} has no {key}"))
        };
        for key in ["version", "rust-version", "license", "authors", "homepage", "repository", "keywords"] {
            assert!(manifest.contains(&format!("\n{key}.workspace = true\n")), "{name}: {key}");
        }
        let public = PUBLIC.contains(&name.as_str());
        if public {
            assert_eq!(value("documentation"), format!("https://docs.rs/{name}"));
            found.insert(name.clone());
        } else {
            assert!(manifest.contains("\ndocumentation.workspace = true\n"), "{name}");
            let docs = std::fs::read_to_string(dir.join("src/lib.rs")).expect("a library");
            assert!(docs.starts_with(&format!("//! {INTERNAL}")), "{name}");
        }
        assert_eq!(value("description").starts_with(INTERNAL), !public, "{name}");
        assert!(value("description").ends_with('.'), "{name}");
        let readme = std::fs::read_to_string(dir.join(value("readme"))).expect("a README");
        assert_eq!(readme.starts_with("# A part of Terrace\n"), !public, "{name}");
        let license = std::fs::read_to_string(dir.join("LICENSE")).expect("a license");
        assert!(license.contains("Apache License"), "{name}: git was told not to create symbolic links");
        // Tests read files of the workspace.
        assert_eq!(manifest.contains("\nexclude = [\"tests\"]\n"), dir.join("tests").is_dir(), "{name}");
    }
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), PUBLIC);
}

/// Internal crates move in lockstep, so each names the exact version of the others. What only tests depend on is no part
/// of a package: it is named by its path alone, as are crates that are not published.
#[test]
fn crates_depend_on_each_other_in_lockstep() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace's manifest");
    let version = workspace.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let version = format!("version = \"={}\"", version.expect("the workspace has a version"));
    for (name, dir) in crates() {
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a manifest");
        let published = !manifest.contains("\npublish = false\n");
        let entry = workspace.lines().find(|line| line.starts_with(&format!("{name} = {{ path = ")));
        if let Some(entry) = entry {
            assert_eq!(entry.contains(&version), published, "{entry}");
        } else {
            assert!(
                ["terrace-build", "terrace-cli", "xtask"].contains(&name.as_str()),
                "{name} is no dependency of the workspace"
            );
        }
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            } else if line.starts_with("terrace") {
                let is_path = line.contains("{ path = ") && !line.contains("version");
                assert_eq!(is_path, section == "[dev-dependencies]", "{name}: {line}");
            }
        }
    }
}

#[test]
fn passes_ask_for_the_files_that_they_read_and_write() {
    let mut found = Vec::new();
    for part in ["dialects", "llvm", "passes", "ripple", "tools/inspect"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part), &mut found);
    }
    let mut asking = 0;
    for path in found.iter().filter(|path| !path.iter().any(|part| part == "tests")) {
        let text = std::fs::read_to_string(path).expect("a source of the workspace");
        if text.contains("std::fs") {
            assert!(text.contains(".ask_for_file("), "{} does not ask", path.display());
            asking += 1;
        }
    }
    assert!(asking >= 4);
}
