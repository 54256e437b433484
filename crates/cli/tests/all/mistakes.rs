//! Names of files and wrong command lines, over the table of the flags of all commands: names that are not text, `-` for
//! the streams, and the exit codes of `terrace_opt::exit`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use terrace::tools::{Flag, FlagValue, Page, commands, described, setup};

const PROGRAM: &str = "func.func @main() -> tensor<2xi32> {\n  %c = arith.constant dense<3> : tensor<2xi32>\n  return %c : tensor<2xi32>\n}\n";

/// A payload with its script.
const SCRIPT: &str = "module attributes {transform.with_named_sequence} {\n  transform.named_sequence @__transform_main(%r: !transform.any_op) {\n    transform.yield\n  }\n}\n";

/// A program that uses Ripple.
const C: &str = "#include <ripple.h>\nvoid f(float *x) {\n  ripple_block_t b = ripple_set_block_shape(0, 8);\n  x[ripple_id(b, 0)] = 1;\n}\n";

/// An empty directory for a test, with files to read.
fn directory(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    for (name, text) in [
        ("a.mlir", PROGRAM),
        ("script.mlir", SCRIPT),
        ("a.c", C),
        ("bad.mlir", "func.func }{"),
        ("bad.c", "}{"),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
    let made = terrace(&dir, ["opt", "a.mlir", "--emit-bytecode", "-o", "a.mlirbc"], "");
    assert_eq!(made, (Some(0), Vec::new(), String::new()));
    dir
}

/// The exit code and the streams of a command in a directory.
fn terrace(
    dir: &Path,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    stdin: impl AsRef<[u8]>,
) -> (Option<i32>, Vec<u8>, String) {
    run(env!("CARGO_BIN_EXE_terrace"), dir, args, stdin)
}

fn run(
    program: &str,
    dir: &Path,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    stdin: impl AsRef<[u8]>,
) -> (Option<i32>, Vec<u8>, String) {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have ended.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_ref());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The arguments of a command that is right, and succeeds; `None` for those that read no file.
fn right(page: &Page) -> Option<Vec<&'static str>> {
    Some(match page.name {
        "bytecode" => vec!["bytecode", "a.mlirbc"],
        "compile" => vec!["compile", "a.mlir", "-o", "out.ll"],
        "explain" | "opt" | "run" => vec![page.name, "a.mlir"],
        "reduce" => vec!["reduce", "a.mlir", "--prints=constant", "--quiet"],
        "ripple-cc" | "ripple-c++" => vec![page.name, "-c", "a.c", "-o", "out.o"],
        "transform" => vec!["transform", "script.mlir"],
        "translate" => vec!["translate", "--import-llvm", "a.ll"],
        "completion" | "help" | "lsp" | "man" | "serve" | "version" | "workbench" => return None,
        other => panic!("the command {other} has no call here"),
    })
}

fn is_clang(page: &Page) -> bool {
    page.name.starts_with("ripple")
}

/// Whether there is a clang for the commands that need one.
fn has_clang(dir: &Path) -> bool {
    terrace(dir, ["compile", "--runtime", "-o", "clang.o"], "").0 == Some(0)
}

/// The commands that can be called here.
fn pages(dir: &Path) -> Vec<Page> {
    let has_clang = has_clang(dir);
    commands::pages(&setup()).into_iter().filter(|page| has_clang || !is_clang(page)).collect()
}

/// The arguments with another file.
fn with_file(args: &[&str], file: &str) -> Vec<String> {
    let is_input = |arg: &str| arg.starts_with("a.") || arg == "script.mlir";
    args.iter().map(|arg| if is_input(arg) { file } else { arg }.to_owned()).collect()
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_text_are_refused_with_words() {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    let dir = directory("not_text");
    let name = OsStr::from_bytes(b"a\xff.mlir");
    fs::write(dir.join(name), PROGRAM).unwrap();
    let mut count = 0;
    let mut refused = |program: &str, args: Vec<OsString>| {
        count += 1;
        let (code, out, said) = run(program, &dir, &args, "");
        assert_eq!((code, out), (Some(2), Vec::new()), "{args:?}: {said}");
        assert!(said.starts_with("error: the argument \"") && said.contains("\\xFF"), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    };
    let joined = |flag: &str| OsString::from_vec([flag.as_bytes(), b"=", name.as_bytes()].concat());
    let terrace = env!("CARGO_BIN_EXE_terrace");
    for page in pages(&dir) {
        refused(terrace, vec![page.name.into(), name.into()]);
        for flag in page.flags() {
            refused(terrace, vec![page.name.into(), "a.mlir".into(), joined(flag.name)]);
            refused(terrace, vec![page.name.into(), "a.mlir".into(), flag.name.into(), name.into()]);
        }
    }
    for option in described(false) {
        refused(env!("CARGO_BIN_EXE_terrace-opt"), vec!["a.mlir".into(), joined(&option.name)]);
    }
    refused(env!("CARGO_BIN_EXE_terrace-translate"), vec![name.into()]);
    refused(terrace, vec![name.into()]);
    assert!(count > 100, "{count}");
    // What such a file contains can be had, and its directory may have any name.
    let inside = dir.join(OsStr::from_bytes(b"d\xff"));
    fs::create_dir(&inside).unwrap();
    fs::write(inside.join("b.mlir"), PROGRAM).unwrap();
    for args in
        [vec!["opt", "-"], vec!["run", "-"], vec!["opt", "b.mlir", "-o", "c.mlir"], vec!["explain", "b.mlir"]]
    {
        let (code, _, said) = run(terrace, &inside, &args, PROGRAM);
        assert_eq!((code, said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
#[cfg(unix)]
fn directories_for_temporary_files_that_are_not_text_are_refused_with_words() {
    use std::os::unix::ffi::OsStrExt as _;
    let dir = directory("not_text_temporary");
    let temporary = dir.join(OsStr::from_bytes(b"t\xff"));
    fs::create_dir(&temporary).unwrap();
    if !has_clang(&dir) {
        return;
    }
    for args in [
        vec!["reduce", "a.mlir", "--fails"],
        vec!["ripple-cc", "-c", "a.c"],
        vec!["run", "--native", "a.mlir"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrace"));
        let output = command.args(&args).current_dir(&dir).env("TMPDIR", &temporary).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("is not UTF-8"), "{args:?}: {said}");
    }
}

/// The arguments of a call that writes to a flag's file.
fn writes(page: &Page, flag: &Flag) -> Vec<String> {
    let value = "-";
    let args: Vec<&str> = match (page.name, flag.name) {
        ("bytecode", "-o") => vec!["bytecode", "--copy", "a.mlirbc"],
        ("compile", "--header") => vec!["compile", "a.mlir", "-o", "out.ll", "--llvm-request-c-wrappers"],
        ("compile", "-o") => vec!["compile", "a.mlir"],
        _ => right(page).expect("a command that writes a file reads one"),
    };
    let mut args: Vec<String> = args.into_iter().map(str::to_owned).collect();
    match flag.name.len() {
        2 => args.extend([flag.name.to_owned(), value.to_owned()]),
        _ => args.push(format!("{}={value}", flag.name)),
    }
    args
}

#[test]
fn a_dash_is_the_standard_output() {
    let dir = directory("dash_out");
    let mut count = 0;
    let written = |args: &[String]| {
        let (code, out, said) = terrace(&dir, args, "");
        assert_eq!(code, Some(0), "{args:?}: {said}");
        assert!(!out.is_empty(), "{args:?}: nothing is on standard output");
        assert!(!dir.join("-").exists(), "{args:?}: there is a file of the name -");
    };
    for page in pages(&dir) {
        for flag in page.flags().filter(|flag| matches!(flag.value, FlagValue::Output(_))) {
            count += 1;
            written(&writes(&page, flag));
        }
    }
    assert!(count > 6, "{count}");
    let texts = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
    for flag in ["--ir-html=-", "--mlir-generate-reproducer=-", "-o=-"] {
        written(&texts(&["opt", "a.mlir", "--cse", flag]));
    }
    fs::write(dir.join("empty.mlir"), "module {}").unwrap();
    written(&texts(&["translate", "--mlir-to-llvmir", "-o", "-", "empty.mlir"]));
    if has_clang(&dir) {
        written(&texts(&["compile", "a.mlir", "-o", "-", "--emit=asm"]));
        written(&texts(&["explain", "--ripple", "a.c", "--html", "-"]));
        written(&texts(&["explain", "--ripple", "a.c", "-o", "-"]));
    }
    fs::write(dir.join("buffer.mlir"), "func.func @main(%m: memref<2xi32>) { return }").unwrap();
    let (code, array, said) = terrace(&dir, ["run", "buffer.mlir", "--arg=1", "--arg-after=0:-"], "");
    assert_eq!((code, array.starts_with(b"\x93NUMPY")), (Some(0), true), "{said}");
    assert!(!dir.join("-").exists());
}

#[test]
fn reports_go_where_o_says() {
    let dir = directory("o");
    let calls: [&[&str]; 4] = [
        &["explain", "a.mlir"],
        &["explain", "a.mlir", "--diagnostic-format=json"],
        &["explain", "--ripple", "a.c"],
        &["transform", "script.mlir"],
    ];
    for args in calls.into_iter().filter(|args| !args.contains(&"--ripple") || has_clang(&dir)) {
        let (code, there, said) = terrace(&dir, args, "");
        assert_eq!(code, Some(0), "{args:?}: {said}");
        let (code, out, said) = terrace(&dir, [args, &["-o", "report"]].concat(), "");
        assert_eq!((code, out), (Some(0), Vec::new()), "{args:?}: {said}");
        assert_eq!(fs::read(dir.join("report")).unwrap(), there, "{args:?}");
        fs::remove_file(dir.join("report")).unwrap();
    }
    // Where nothing could go there, the flag is refused.
    for args in
        [vec!["run", "a.mlir", "-o", "report"], vec!["transform", "--check=script.mlir", "-o", "report"]]
    {
        let (code, out, said) = terrace(&dir, &args, "");
        assert_eq!((code, out), (Some(2), Vec::new()), "{args:?}: {said}");
        assert!(said.starts_with("error: -o is for "), "{args:?}: {said}");
    }
}

#[test]
fn a_dash_is_the_standard_input_or_refused() {
    let dir = directory("dash_in");
    let mut count = 0;
    for page in pages(&dir) {
        for flag in page.flags().filter(|flag| matches!(flag.value, FlagValue::Input(_))) {
            count += 1;
            let (args, stdin): (Vec<String>, Vec<u8>) = match (page.name, flag.name) {
                ("transform", "--check") => (vec!["transform".into(), "--check=-".into()], SCRIPT.into()),
                ("run", "--arg") => {
                    fs::write(
                        dir.join("id.mlir"),
                        "func.func @main(%t: tensor<2xi32>) -> tensor<2xi32> { return %t : tensor<2xi32> }",
                    )
                    .unwrap();
                    let (code, array, said) = terrace(&dir, ["run", "a.mlir", "--result=-"], "");
                    assert_eq!(code, Some(0), "{said}");
                    (vec!["run".into(), "id.mlir".into(), "--arg=-".into()], array)
                }
                _ => {
                    let mut args = with_file(
                        &right(&page).unwrap(),
                        if is_clang(&page) { "a.c" } else { "script.mlir" },
                    );
                    args.push(format!("{}=-", flag.name));
                    (args, Vec::new())
                }
            };
            let (code, _, said) = terrace(&dir, &args, &stdin);
            let refused = said.contains("'-', the standard input, is for the input alone");
            assert!(
                code == Some(0) && said.is_empty() || refused && code != Some(0),
                "{args:?}: {code:?} {said}"
            );
        }
        // The input itself.
        let Some(args) = right(&page) else { continue };
        let file = args.iter().copied().find(|arg| arg.starts_with("a.") || *arg == "script.mlir").unwrap();
        if file == "a.ll" {
            assert_eq!(terrace(&dir, ["compile", "a.mlir", "-o", "a.ll"], "").0, Some(0));
        }
        let mut other = with_file(&args, "-");
        if is_clang(&page) {
            other.insert(1, "-xc".to_owned());
        }
        let (code, _, said) = terrace(&dir, &other, fs::read(dir.join(file)).unwrap());
        assert_eq!((code, said.as_str()), (Some(0), ""), "{other:?}");
    }
    for args in [
        vec!["opt", "a.mlir", "--irdl-file=-"],
        vec!["run", "a.mlir", "--irdl-file=-"],
        vec!["run", "-", "--arg=-"],
    ] {
        let (code, _, said) = terrace(&dir, &args, "");
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains("'-', the standard input, is for"), "{args:?}: {said}");
    }
    assert!(count > 3, "{count}");
}

/// Checks that a call has an exit code, and says why in words, which are returned, without a panic and without an error that says nothing.
fn fails(dir: &Path, args: &[String], wanted: i32) -> String {
    let (code, out, said) = terrace(dir, args, "");
    assert_eq!(code, Some(wanted), "{args:?}: {said}{}", String::from_utf8_lossy(&out));
    assert!(!said.trim().is_empty() && !said.contains("panicked"), "{args:?}: {said}");
    let is_empty = |line: &str| line.trim_end().ends_with("error:");
    assert!(!said.lines().any(is_empty), "{args:?}: {said}");
    said
}

#[test]
fn inputs_that_are_missing_or_refused_have_the_code_1() {
    let dir = directory("refused");
    for page in pages(&dir) {
        let Some(args) = right(&page) else { continue };
        let bad = if is_clang(&page) { "bad.c" } else { "bad.mlir" };
        let missing = if is_clang(&page) { "missing.c" } else { "missing.mlir" };
        let mut args = args;
        if page.name == "reduce" {
            // Any text can be reduced: what is refused is one for which the test is not true.
            args = vec!["reduce", "a.mlir", "--prints=no such text", "--quiet"];
        }
        fails(&dir, &with_file(&args, bad), 1);
        fails(&dir, &with_file(&args, missing), 1);
        if !is_clang(&page) {
            // Of a name that is no source's, clang says that it is not used.
            fails(&dir, &with_file(&args, "."), 1);
        }
    }
    let files: [&[&str]; 5] = [
        &["transform", "a.mlir", "--script=missing.mlir"],
        &["opt", "a.mlir", "--irdl-file=missing.mlir"],
        &["opt", "a.mlir", "-o", "missing/out"],
        &["explain", "a.mlir", "--html=missing/out"],
        &["man", "--dir=a.mlir/x"],
    ];
    for args in files {
        fails(&dir, &args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>(), 1);
    }
}

#[test]
fn wrong_command_lines_have_the_code_2() {
    let dir = directory("misused");
    let mut count = 0;
    let mut wrong = |page: &Page, more: &[String]| {
        count += 1;
        let args = right(page).unwrap_or_else(|| vec![page.name]);
        let args: Vec<String> = args.into_iter().map(str::to_owned).chain(more.iter().cloned()).collect();
        // Its command line is that of clang, as are its exit codes.
        fails(&dir, &args, if is_clang(page) { 1 } else { 2 })
    };
    for page in pages(&dir) {
        wrong(&page, &["--no-such-flag".to_owned()]);
        for flag in page.flags() {
            let nonsense = match flag.value {
                FlagValue::Text("N") => Some("x"),
                FlagValue::Choice(_) | FlagValue::OptionalChoice(_) => Some("no-such-choice"),
                FlagValue::Passes(_) | FlagValue::PassOptions(..) => Some("no-such-pass"),
                _ => None,
            };
            if let Some(nonsense) = nonsense {
                wrong(&page, &[format!("{}={nonsense}", flag.name)]);
            }
            if flag.requires_value() {
                wrong(&page, &[flag.name.to_owned()]);
            }
        }
    }
    let opt = pages(&dir).into_iter().find(|page| page.name == "opt").unwrap();
    for option in described(false) {
        if !option.choices.is_empty() {
            let said = wrong(&opt, &[format!("{}=no-such-choice", option.name)]);
            assert!(option.choices.iter().all(|(name, _)| said.contains(name)), "{}: {said}", option.name);
        }
        if option.is_passes {
            wrong(&opt, &[format!("{}=no-such-pass", option.name)]);
        }
        if option.requires_value {
            wrong(&opt, std::slice::from_ref(&option.name));
        }
    }
    for name in ["opt", "run", "compile", "transform", "explain"] {
        let page = pages(&dir).into_iter().find(|page| page.name == name).unwrap();
        for flag in ["--canonicalize=no-such-option", "--pass-pipeline=builtin.module(no-such-pass)"] {
            wrong(&page, &[flag.to_owned()]);
        }
    }
    for page in pages(&dir) {
        // What has a meaning without arguments: the driver reads its input, others show or serve something.
        if !is_clang(&page) && !matches!(page.name, "opt" | "help" | "man" | "version" | "workbench") {
            fails(&dir, &[page.name.to_owned()], 2);
        }
    }
    for topic in ["no-such-command", "help", "man", "completion"].chunks(1) {
        let more: &[&str] = if topic == ["no-such-command"] { &[] } else { &["no-such-topic"] };
        let args: Vec<String> = topic.iter().chain(more).map(|&arg| arg.to_owned()).collect();
        fails(&dir, &args, 2);
    }
    assert!(count > 90, "{count}");
}

/// The output of `terrace help`, which succeeds.
fn help(topics: &[&str]) -> String {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (code, out, said) = terrace(&dir, [&["help"], topics].concat(), "");
    assert_eq!((code, said.as_str()), (Some(0), ""), "{topics:?}");
    String::from_utf8(out).unwrap()
}

#[test]
fn words_of_topics_are_found() {
    let setup = setup();
    // Each part of the name of an op, a pass or a pipeline finds it, in any case.
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let names: Vec<&str> = setup.ops().map(|op| op.name).chain(passes).collect();
    let mut words: Vec<&str> = names.iter().flat_map(|name| name.split(['.', '-', '_'])).collect();
    words.sort_unstable();
    words.dedup();
    let words: Vec<&str> = words.into_iter().filter(|word| word.len() > 2).step_by(23).collect();
    assert!(words.len() > 20, "{words:?}");
    for word in words {
        let (lower, upper) = (help(&[word]), help(&[&word.to_uppercase()]));
        assert_eq!(lower, upper, "{word}");
        if !lower.starts_with("No topic has the name") {
            continue;
        }
        for name in names.iter().filter(|name| name.contains(word)) {
            let is_row = |line: &str| {
                line.split_whitespace().next().is_some_and(|row| row.trim_start_matches('-') == *name)
            };
            assert!(lower.lines().any(is_row), "{word}: {name} is not in {lower}");
        }
    }
    assert!(help(&["arith.addi", "scf.if"]).contains("\n\nscf.if: "));
    assert!(help(&["arith.addi", "cse"]).contains("\n\n--cse: "));
    assert!(help(&["loop", "fusion"]).contains("--scf-parallel-loop-fusion"));
    assert!(help(&["canonicalization"]).contains("docs/build/patterns.md"));
    // Words that nothing has together are searched one by one.
    let apart = help(&["arith.addi", "fusion"]);
    assert!(apart.starts_with("arith.addi: ") && apart.contains("--scf-parallel-loop-fusion"), "{apart}");
}

#[test]
fn the_words_of_help_are_those_of_the_book() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/words.md");
    assert!(
        fs::read_to_string(book).unwrap() == terrace::tools::search::WORDS,
        "docs/reference/words.md was changed: copy it to crates/tools/commands/src/words.txt"
    );
}

#[test]
fn summaries_of_ops_are_whole_sentences() {
    let setup = setup();
    let mut count = 0;
    for dialect in &setup.dialects {
        let page = help(&[dialect.name]);
        let words: Vec<&str> = page.split_whitespace().collect();
        let page = words.join(" ");
        for op in setup.ops_of(dialect) {
            count += 1;
            let doc = op.doc.trim();
            let paragraph = doc.split_once("\n\n").map_or(doc, |(paragraph, _)| paragraph);
            let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            let summary = terrace::tools::help::first_sentence(op.doc);
            let rest = text.strip_prefix(&summary).unwrap_or_else(|| panic!("{}: {summary}", op.name));
            // The sentence is the whole text, or what follows its full stop begins another one.
            let ends = rest.is_empty() || rest == "." || rest.starts_with(". ");
            assert!(ends, "{}: {summary} .. {rest}", op.name);
            let balanced = summary.matches('`').count().is_multiple_of(2)
                && summary.matches('(').count() == summary.matches(')').count();
            assert!(
                balanced && !summary.is_empty() && !summary.ends_with([',', ':', ';']),
                "{}: {summary}",
                op.name
            );
            assert!(page.contains(&format!("{} {summary}", op.name)), "{}: {summary} is not shown", op.name);
        }
    }
    assert!(count > 700, "{count}");
}
