//! `compare-runner`: programs run here and, compiled, by upstream's tools print the same.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args::Args;

/// The passes that lower the programs for `mlir-runner`.
const LOWERING: &str = "builtin.module(one-shot-bufferize{bufferize-function-boundaries},memref-expand,convert-linalg-to-affine-loops,func.func(lower-vector-mask,\
    lower-vector-multi-reduction,convert-vector-to-scf{full-unroll},affine-expand-index-ops),lower-affine,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-complex-to-standard,\
    func.func(convert-math-to-llvm),convert-math-to-libm,convert-vector-to-llvm{enable-x86vector=false},\
    convert-complex-to-llvm,finalize-memref-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,\
    convert-func-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts)";

/// The file tests whose prints are compared: programs that upstream's lowerings know.
const PROGRAMS: &[&str] = &["tests/run/affine.mlir", "tests/run/complex.mlir", "tests/run/printed.mlir"];

/// Compares; whether all programs that could be compared print the same.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--tools", "--cand"], &[])?;
    let tools = PathBuf::from(args.value("--tools").unwrap_or("/usr/lib/llvm-22"));
    let cand = args.value("--cand").unwrap_or("target/debug/terrace");
    let files = args.rest.clone();
    let (opt, runner) = (tools.join("bin/mlir-opt"), tools.join("bin/mlir-runner"));
    if !opt.exists() || !runner.exists() {
        println!("nothing compared: there is no mlir-runner in {}", tools.display());
        return Ok(true);
    }
    let libraries = ["libmlir_runner_utils.so", "libmlir_c_runner_utils.so"]
        .map(|name| tools.join("lib").join(name))
        .iter()
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>()
        .join(",");
    let files: Vec<String> =
        if files.is_empty() { PROGRAMS.iter().map(|&file| file.to_owned()).collect() } else { files };
    let mut all = true;
    for file in files {
        let ours = output(Command::new(cand).args(["run", &file]), None)?;
        let text = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
        let theirs = output(Command::new(&opt).arg(format!("--pass-pipeline={LOWERING}")), Some(&text))
            .and_then(|lowered| {
                let mut command = Command::new(&runner);
                command.args(["--entry-point-result=void", &format!("--shared-libs={libraries}")]);
                output(&mut command, Some(&lowered))
            });
        let verdict = match theirs {
            Err(error) => {
                all = false;
                format!("cannot be compiled: {error}")
            }
            Ok(theirs) if comparable(&ours) == comparable(&theirs) => {
                format!("{} lines, the same", comparable(&ours).len())
            }
            Ok(theirs) => {
                all = false;
                let (ours, theirs) = (comparable(&ours), comparable(&theirs));
                let at = (0..).find(|&i| ours.get(i) != theirs.get(i)).unwrap_or(0);
                format!("line {}: here {:?}, there {:?}", at + 1, ours.get(at), theirs.get(at))
            }
        };
        println!("{}: {verdict}", Path::new(&file).display());
    }
    Ok(all)
}

/// Runs a program, and returns its output.
fn output(command: &mut Command, input: Option<&[u8]>) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let fail = |error: std::io::Error| format!("{name}: {error}");
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut child =
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(fail)?;
    let feeder = child.stdin.take().zip(input.map(<[u8]>::to_vec)).map(|(mut stdin, input)| {
        // A failed program stops reading; its error is reported.
        std::thread::spawn(move || drop(stdin.write_all(&input)))
    });
    let done = child.wait_with_output().map_err(fail)?;
    if let Some(feeder) = feeder {
        feeder.join().map_err(|_| format!("{name}: its input could not be written"))?;
    }
    if done.status.success() {
        return Ok(done.stdout);
    }
    let said = String::from_utf8_lossy(&done.stderr);
    Err(format!("{name}: {}", said.lines().next().unwrap_or("it fails")))
}

/// The lines of an output, without addresses, which differ from run to run.
fn comparable(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let line = |line: &str| match line
        .split_once("base@ = ")
        .and_then(|(start, rest)| Some((start, rest.split_once(' ')?.1)))
    {
        Some((start, rest)) => format!("{start}{rest}").trim_end().to_owned(),
        None => line.trim_end().to_owned(),
    };
    text.lines().map(line).collect()
}
