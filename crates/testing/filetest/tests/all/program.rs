//! The program `terrace-filetest`, and its README.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory with tests, which is removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let dir =
            std::env::temp_dir().join(format!("terrace-filetest-program-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        for (file, text) in files {
            let path = dir.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(dir)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrace-filetest"));
        command.args(args).current_dir(&self.0).env_remove("FILECHECK_OPTS").output().unwrap()
    }

    /// Runs the program, and returns its exit code and its output, errors last.
    fn outcome(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lines of the block of the README that starts with `first`.
fn block(first: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let lines = readme.lines().skip_while(|line| *line != first).take_while(|line| *line != "```");
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    assert!(!lines.is_empty(), "{first}");
    lines
}

#[test]
fn the_example_of_the_readme_runs() {
    let test = block("// RUN: grep -v // %s | sorter | FileCheck %s").join("\n");
    let dir = Scratch::new("readme", &[("tests/sort.txt", &test)]);
    let session = block("$ terrace-filetest tests --suffix .txt --tool sorter=/usr/bin/sort -v");
    let [command, expected @ ..] = session.as_slice() else { panic!("{session:?}") };
    let args: Vec<&str> = command.split(' ').skip(2).collect();
    let (code, text) = dir.outcome(&args);
    assert_eq!((code, text.lines().map(str::to_owned).collect::<Vec<_>>()), (Some(0), expected.to_vec()));
}

#[test]
fn the_help_of_the_readme_is_that_of_the_program() {
    let dir = Scratch::new("help", &[("a", "")]);
    let (code, text) = dir.outcome(&["--help"]);
    assert_eq!(code, Some(0));
    assert_eq!(text.lines().map(str::to_owned).collect::<Vec<_>>(), block(text.lines().next().unwrap()));
}

#[test]
fn outcomes_are_counted_and_decide_the_exit_code() {
    let files = [
        ("t/good.mlir", "// RUN: tool %s | FileCheck %s\n// CHECK: one\none\n"),
        ("t/sub/bad.mlir", "// RUN: cat %s | FileCheck %s\n// CHECK: t{{wo}}\n"),
        ("t/gated.mlir", "// REQUIRES: gpu\n// RUN: echo %where | grep there\n"),
        ("t/none.mlir", "no command\n"),
        ("t/other.td", "// RUN: false\n"),
    ];
    let dir = Scratch::new("outcomes", &files);
    let (code, text) = dir.outcome(&["t", "--tool=tool=cat", "-v"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("PASS: t/good.mlir\n"), "{text}");
    assert!(text.contains("UNSUPPORTED: t/gated.mlir\n  Test requires the following"), "{text}");
    assert!(text.contains("---- t/sub/bad.mlir: FAIL ----\nRUN: at line 1: cat "), "{text}");
    assert!(text.ends_with("FAIL 1, PASS 1, UNSUPPORTED 1\n"), "{text}");

    let with_gpu = ["t/gated.mlir", "--feature", "gpu", "--define", "%where=there"];
    assert_eq!(dir.outcome(&with_gpu), (Some(0), "PASS 1\n".to_owned()));
    assert_eq!(
        dir.outcome(&["t", "--list", "--filter", "*d.mlir"]).1,
        "t/gated.mlir\nt/good.mlir\nt/sub/bad.mlir\n"
    );
    assert_eq!(dir.outcome(&["t", "--suffix=.td"]).0, Some(1));
}

#[test]
fn tests_see_the_path_and_variables_of_the_command_line() {
    let files = [
        ("t/a.mlir", "// RUN: mine %s > %t && grep two %t && env | grep MINE=2\n"),
        ("bin/mine", "#!/bin/sh\necho two\n"),
    ];
    let dir = Scratch::new("path", &files);
    let chmod = Command::new("chmod").arg("+x").arg(dir.0.join("bin/mine")).status().unwrap();
    assert!(chmod.success());
    let args = ["t", "--path", "bin", "--env", "MINE=2", "--work", "kept", "--timeout=60", "-j", "1"];
    assert_eq!(dir.outcome(&args), (Some(0), "PASS 1\n".to_owned()));
    assert_eq!(std::fs::read_to_string(dir.0.join("kept/0/Output/a.mlir.tmp")).unwrap(), "two\n");
}

#[test]
fn wrong_command_lines_are_told_from_failures() {
    let dir = Scratch::new("usage", &[("t/a.mlir", "// RUN: true\n")]);
    for (args, message) in [
        (vec![], "no directory is given; --help shows the usage"),
        (vec!["gone"], "gone: No such file or directory (os error 2)"),
        (vec!["t", "--jbos=2"], "unknown option --jbos=2; --help lists the options"),
        (vec!["t", "--jobs", "two"], "--jobs needs a number, not `two`"),
        (vec!["t", "--tool", "cat"], "--tool needs NAME=TEXT, not `cat`"),
        (vec!["t", "--work"], "--work needs a value"),
        (vec!["t", "--filter=b"], "no file has a RUN: line, a suffix of --suffix and a text of --filter"),
    ] {
        assert_eq!(dir.outcome(&args), (Some(2), format!("terrace-filetest: {message}\n")));
    }
}

#[test]
fn filecheck_is_a_program() {
    let dir = Scratch::new("filecheck", &[("checks", "CHECK: b\n"), ("input", "a\nb\n"), ("other", "a\n")]);
    assert_eq!(dir.outcome(&["filecheck", "checks", "--input-file=input"]), (Some(0), String::new()));
    let missing = "terrace-filetest filecheck: no CHECK-FILE is given\n".to_owned();
    assert_eq!(dir.outcome(&["filecheck"]), (Some(2), missing));
    let (code, text) = dir.outcome(&["filecheck", "checks", "--input-file=other"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("checks:1:8: error: CHECK: expected string not found in input"), "{text}");
}
