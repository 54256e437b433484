//! Scripts, from the tools.

use std::path::{Path, PathBuf};

use terrace::tools::{Io, run, setup};

fn example() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/transform/fc_relu.mlir");
    std::fs::read_to_string(path).expect("the example is there")
}

/// Runs a program; returns what it prints, its results first.
fn run_program(text: &str, args: &[&str]) -> String {
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
    let code = run::run(&args, io, &setup());
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("it prints UTF-8")
}

#[test]
fn the_example_computes_the_same_when_it_is_transformed() {
    // Smaller matrices: what is tiled, and how, stays the same.
    let text = example().replace("512", "64");
    let plain = run_program(&text, &["-"]);
    assert!(plain.trim().ends_with(": f64") && plain.lines().count() == 1, "{plain}");
    assert_eq!(run_program(&text, &["-", "--transform-interpreter"]), plain);
    let twice = run_program(&text, &["-", "--transform-interpreter", "--bufferize"]);
    assert_eq!(twice, format!("{plain}the same as before bufferization\n"));
    assert_eq!(run_program(&text, &["-", "--bufferize"]), twice);
}

#[test]
fn the_script_of_the_example_leaves_calls_of_the_kernel() {
    let mut ir = terrace::parse(&terrace::context(), &example()).unwrap();
    terrace::run_passes(&mut ir, "builtin.module(transform-interpreter,canonicalize,cse)").unwrap();
    let text = terrace::print(&ir);
    let layer = &text[text.find("func.func @fc_relu").unwrap()..];
    let layer = &layer[..layer.find("return").unwrap()];
    let count = |what: &str| layer.matches(what).count();
    assert_eq!(["scf.forall (", "@microkernel", "linalg.elementwise "].map(count), [2, 1, 1], "{layer}");
}
