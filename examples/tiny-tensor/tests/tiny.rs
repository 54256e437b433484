//! The language from its text to what a program computes.

use std::path::Path;

use terrace::tools::{Io, opt, run};
use tiny_tensor::{frontend, setup};

const LAYER: &str = include_str!("../layer.tiny");

fn compile(text: &str) -> Result<String, String> {
    frontend::compile(&terrace::context_of(&setup()), "layer.tiny", text).map(|ir| terrace::print(&ir))
}

/// Runs a tool on a text; returns its exit code and what it writes.
fn tool(text: &str, args: &[&str], work: impl FnOnce(&[String], Io<'_>) -> i32) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let code = work(&args, io);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("tools write UTF-8");
    (code, text(stdout), text(stderr))
}

#[test]
fn expressions_become_ops() {
    let expected = "\
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tiny.matmul %arg0, %arg1 : tensor<2x3xf32>, tensor<3x2xf32>
    %1 = tiny.add %0, %arg2 : tensor<2x2xf32>
    %2 = tiny.relu %1 : tensor<2x2xf32>
    %3 = tiny.transpose %arg1 : tensor<3x2xf32>
    %4 = tiny.transpose %arg0 : tensor<2x3xf32>
    %5 = tiny.matmul %3, %4 : tensor<2x3xf32>, tensor<3x2xf32>
    %6 = tiny.add %2, %5 : tensor<2x2xf32>
    return %6 : tensor<2x2xf32>
  }
}
";
    assert_eq!(compile(LAYER).as_deref(), Ok(expected));
}

#[test]
fn canonicalization_shares_the_product() {
    let setup = setup();
    let cx = terrace::context_of(&setup);
    let mut ir = frontend::compile(&cx, "layer.tiny", LAYER).unwrap();
    terrace::run_passes_of(&setup, &mut ir, "builtin.module(canonicalize,cse)").unwrap();
    let text = terrace::print(&ir);
    assert_eq!(
        (text.matches("tiny.matmul").count(), text.matches("tiny.transpose").count()),
        (1, 1),
        "{text}"
    );
}

#[test]
fn errors_have_a_place_in_the_program() {
    let error = |text| compile(text).unwrap_err();
    assert_eq!(error("fn f(x: 2x3) -> 2x3 =\n  x + y"), "layer.tiny:2:7: error: unknown name 'y'");
    assert_eq!(
        error("fn f(x: 2x3) -> 2x3 =\n  x @ x"),
        "layer.tiny:2:5: error: no product of 'tensor<2x3xf32>', 'tensor<2x3xf32>'"
    );
    // What the frontend does not check, the verifier does.
    let message = "layer.tiny:2:5: error: 'tiny.add' op requires the same type for all operands and results";
    assert!(error("fn f(x: 2x3, y: 3x2) -> 2x3 =\n  x + y").starts_with(message));
}

#[test]
fn programs_run_before_and_after_bufferization() {
    let setup = setup();
    let args = ["-", "--canonicalize", "--cse", "--lower-tiny", "--bufferize"];
    let values = ["--arg=[[1, 2, 3], [4, 5, 6]]", "--arg=[[1, 0], [0, 1], [1, 0]]", "--arg=-5"];
    let args: Vec<&str> = args.into_iter().chain(values).collect();
    let (code, stdout, stderr) =
        tool(&compile(LAYER).unwrap(), &args, |args, io| run::run(args, io, &setup).into());
    let result = "[[4.000000e+00, 1.000000e+01], [7.000000e+00, 5.000000e+00]] : memref<2x2xf32>";
    // x @ w is [[4, 2], [10, 5]]: relu leaves one 5 of it, and its transpose is added.
    assert_eq!((code, stdout.lines().next()), (0, Some(result)), "{stdout}{stderr}");
    assert!(stdout.ends_with("the same as before bufferization\n"), "{stdout}");
}

#[test]
fn nothing_of_the_dialect_is_left_after_the_lowering() {
    let setup = setup();
    let lower = |args: &[String], io: Io<'_>| opt("tiny-tensor opt", args, io, &setup);
    let (code, stdout, stderr) = tool(&compile(LAYER).unwrap(), &["--lower-tiny"], lower);
    assert!(code == 0 && !stdout.contains("tiny.") && stdout.contains("linalg.matmul"), "{stdout}{stderr}");
}

/// Runs the program; returns its exit code and what it writes, output first.
fn program(args: &[&str]) -> (i32, String) {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_tiny-tensor")).args(args).output().unwrap();
    let text = [ran.stdout, ran.stderr].concat();
    (ran.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn the_tool_has_its_own_name_and_commands() {
    let own = concat!("tiny-tensor ", env!("CARGO_PKG_VERSION"));
    for args in [&["version"][..], &["run", "--version"], &["opt", "--version"]] {
        let (code, text) = program(args);
        assert!(code == 0 && text.starts_with(own), "{args:?}: {text}");
    }
    let commands = "help opt run explain reduce transform bytecode compile translate ripple-cc".split(' ');
    for command in commands {
        let (_, text) = program(&[command, "--help"]);
        let named = text.contains("tiny-tensor") || command == "compile";
        assert!(named && !text.to_lowercase().contains("terrace"), "{command}: {text}");
    }
    let (_, page) = program(&["help"]);
    assert!(page.contains("  compile     Print the IR of a program\n"), "{page}");
    assert_eq!(page.matches("\n  compile ").count(), 1, "{page}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/layer.tiny");
    assert!(program(&["compile", file]).1.contains("tiny.matmul"));
    let mistakes: [&[&str]; 5] =
        [&["copile"], &["run"], &["run", "--helpp"], &["explain", "--helpp"], &["reduce"]];
    for args in mistakes {
        let (code, text) = program(args);
        assert!(
            code != 0 && text.contains("tiny-tensor ") && !text.to_lowercase().contains("terrace"),
            "{args:?}: {text}"
        );
    }
}
