//! The models of `examples/models`: each is interpreted as `tosa`, and lowered, bufferized, transformed by its script and
//! compiled, with the same results.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::Failed;
use terrace::tools::native::toolchain::clang;
use terrace_filetest::harness::{self, Test, find_program};

/// The flags that lower a model to linalg on tensors.
const LOWER: [&str; 5] = [
    "--tosa-to-scf",
    "--tosa-to-linalg-pipeline",
    "--tosa-to-arith=include-apply-rescale=true",
    "--tosa-to-tensor",
    "--canonicalize",
];

/// The largest difference of floats, relative to the largest of them.
const TOLERANCE: f32 = 1e-5;

/// A model, and what `terrace explain` counts when it is lowered, before and after its advice is taken.
struct Model {
    name: &'static str,
    advice: &'static [&'static str],
    copies: [&'static str; 2],
}

const MODELS: [Model; 5] = [
    Model {
        name: "cnn",
        advice: &["--convert-tensor-to-linalg", "--eliminate-empty-tensors"],
        copies: ["3 copies (61440 bytes)", "1 copy (12288 bytes)"],
    },
    Model {
        name: "cnn_i8",
        advice: &["--convert-tensor-to-linalg", "--eliminate-empty-tensors"],
        copies: ["3 copies (15360 bytes)", "1 copy (3072 bytes)"],
    },
    Model { name: "transformer", advice: &[], copies: ["nothing is copied"; 2] },
    Model { name: "transformer_i8", advice: &[], copies: ["nothing is copied"; 2] },
    Model {
        name: "denoiser",
        advice: &["--convert-tensor-to-linalg", "--eliminate-empty-tensors"],
        copies: ["8 copies (59400 bytes)", "6 copies (32776 bytes)"],
    },
];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models").canonicalize().expect("the examples")
}

/// Runs a command; a failure shows what it printed.
fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

/// A directory with all models and their inputs.
fn make(name: &str) -> Result<PathBuf, Failed> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models").join(name);
    let _ = fs::remove_dir_all(&dir);
    run(Command::new("python3").arg("-B").arg(examples().join("make.py")).arg(&dir))?;
    Ok(dir)
}

fn terrace(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_terrace"));
    command.current_dir(dir);
    command
}

/// The header and the data of an `.npy` file.
fn load(path: &Path) -> Result<(Vec<u8>, Vec<u8>), Failed> {
    let mut bytes = fs::read(path)?;
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let data = bytes.split_off(10 + length);
    Ok((bytes, data))
}

/// Compares results: integers are equal, and floats almost.
fn compare(expected: &Path, actual: &Path) -> Result<(), Failed> {
    let ((header, expected), (other, data)) = (load(expected)?, load(actual)?);
    if header != other {
        return Err(format!("{}: the types differ", actual.display()).into());
    }
    if String::from_utf8_lossy(&header).contains("<f4") {
        let floats = |bytes: &[u8]| -> Vec<f32> {
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
        };
        let (expected, data) = (floats(&expected), floats(&data));
        let largest = expected.iter().fold(0_f32, |all, one| all.max(one.abs()));
        let difference = expected.iter().zip(&data).map(|(a, b)| (a - b).abs());
        let is_near = difference.clone().all(|one| one <= TOLERANCE * largest);
        let distinct = expected.iter().any(|one| *one != expected[0]);
        if is_near && distinct {
            return Ok(());
        }
        let difference = difference.fold(0_f32, f32::max);
        return Err(format!("{}: {difference} of {largest}", actual.display()).into());
    }
    if expected == data { Ok(()) } else { Err(format!("{}: bytes differ", actual.display()).into()) }
}

/// Writes the lowered model, the one of its script, and the result of the model itself.
fn prepare(model: &Model, dir: &Path) -> Result<Vec<String>, Failed> {
    let name = model.name;
    let lowered = format!("{name}.lowered.mlir");
    run(terrace(dir).arg("opt").arg(format!("{name}.mlir")).args(LOWER).args(["-o", &lowered]))?;
    let script = examples().join(format!("{name}.transform.mlir"));
    let tiled = format!("{name}.tiled.mlir");
    run(terrace(dir)
        .args(["opt", &lowered, "--linalg-fuse-elementwise-ops"])
        .arg(format!("--transform-preload-library=transform-library-paths={}", script.display()))
        .args(["--transform-interpreter", "--canonicalize", "--cse", "-o", &tiled]))?;
    let text = fs::read_to_string(dir.join(&tiled))?;
    for part in ["scf.forall", "vector.transfer_read", "vector.transfer_write"] {
        if !text.contains(part) {
            return Err(format!("{tiled}: no {part}").into());
        }
    }
    execute(dir, &format!("{name}.mlir"), name, "expected.npy", &[])?;
    Ok(vec![lowered, tiled])
}

/// Runs a program on the input of a model.
fn execute(dir: &Path, program: &str, model: &str, result: &str, flags: &[&str]) -> Result<String, Failed> {
    let (input, output) = (format!("--arg={model}.npy"), format!("--result={result}"));
    run(terrace(dir).args(["run", program, &input, &output]).args(flags))
}

fn interpreted(model: &Model) -> Result<(), Failed> {
    let dir = make(model.name)?;
    for program in prepare(model, &dir)? {
        let printed = execute(&dir, &program, model.name, "bufferized.npy", &["--bufferize"])?;
        if !printed.contains("the same as before bufferization") {
            return Err(printed.into());
        }
        compare(&dir.join("expected.npy"), &dir.join("bufferized.npy"))?;
    }
    for (flags, copies) in [&[], model.advice].into_iter().zip(model.copies) {
        let options = "--options=bufferize-function-boundaries allow-return-allocs-from-loops";
        let lowered = format!("{}.lowered.mlir", model.name);
        let report = run(terrace(&dir).args(["explain", &lowered, options]).args(flags))?;
        if !report.contains(&format!("remark: in all: {copies}")) {
            return Err(report.into());
        }
    }
    Ok(())
}

fn compiled(model: &Model) -> Result<(), Failed> {
    let dir = make(&format!("{}-native", model.name))?;
    for program in prepare(model, &dir)? {
        execute(&dir, &program, model.name, "native.npy", &["--native"])?;
        compare(&dir.join("expected.npy"), &dir.join("native.npy"))?;
    }
    Ok(())
}

/// The files of the folder, which pages use, are those that the script makes.
fn committed() -> Result<(), Failed> {
    let dir = make("committed")?;
    for file in ["cnn.mlir", "cnn.npy"] {
        if fs::read(dir.join(file))? != fs::read(examples().join(file))? {
            return Err(format!("{file} differs from what make.py writes").into());
        }
    }
    Ok(())
}

/// The elements of the large constant.
const LARGE: u32 = 1 << 18;

/// The element at an index: the index times an odd number, modulo 2^32.
fn element(index: u32) -> u32 {
    index.wrapping_mul(2_654_435_761)
}

/// A directory with `large.mlir`, whose function returns an element of a constant of a megabyte.
fn make_large(name: &str) -> Result<PathBuf, Failed> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models").join(name);
    fs::create_dir_all(&dir)?;
    let count = LARGE;
    let blob: String = (0..count).map(|i| format!("{:08X}", element(i).swap_bytes())).collect();
    let program = format!(
        "func.func @main(%i: index) -> i32 {{\n  %c = arith.constant dense_resource<large> : tensor<{count}xi32>\n  \
         %v = tensor.extract %c[%i] : tensor<{count}xi32>\n  return %v : i32\n}}\n\
         {{-# dialect_resources: {{ builtin: {{ large: \"0x04000000{blob}\" }} }} #-}}\n"
    );
    fs::write(dir.join("large.mlir"), program)?;
    Ok(dir)
}

/// Dumps and errors elide large constants, and outputs have them.
fn large_constant_in_dumps() -> Result<(), Failed> {
    let dir = make_large("dumps")?;
    let blob = (LARGE * 8) as usize;
    for (flags, is_whole) in [(&[][..], false), (&["--match-upstream"], true)] {
        let mut command = terrace(&dir);
        command.args(["opt", "large.mlir", "--canonicalize", "--mlir-print-ir-after-all"]).args(flags);
        let output = command.output()?;
        if !output.status.success() || output.stdout.len() < blob {
            return Err(format!("{command:?}: {}, {} bytes", output.status, output.stdout.len()).into());
        }
        if (output.stderr.len() > blob) != is_whole {
            return Err(format!("{command:?}: a dump of {} bytes", output.stderr.len()).into());
        }
    }
    // An error whose line has a large constant.
    let blob = "01".repeat(LARGE as usize);
    let line = format!("  %c, %d = arith.constant dense<\"0x{blob}\"> : tensor<{LARGE}xi8>");
    fs::write(dir.join("wrong.mlir"), format!("func.func @main() {{\n{line}\n  return\n}}\n"))?;
    let output = terrace(&dir).args(["opt", "wrong.mlir"]).output()?;
    let error = String::from_utf8_lossy(&output.stderr);
    if output.status.success() || error.len() > 1000 || !error.contains("wrong.mlir:2:3: error: ") {
        return Err(error.into());
    }
    Ok(())
}

/// A constant of a megabyte is a file that the assembler includes: the same elements, in programs and in libraries.
fn large_constant() -> Result<(), Failed> {
    let (dir, count) = (make_large("large")?, LARGE);
    for index in [0, 1, 77_777, count - 1] {
        let expected = format!("{} : i32\n", element(index).cast_signed());
        for flags in [&[][..], &["--native"][..]] {
            let argument = format!("--arg={index}");
            let printed = run(terrace(&dir).args(["run", "large.mlir", &argument]).args(flags))?;
            if printed != expected {
                return Err(format!("{index} {flags:?}: {printed:?} is not {expected:?}").into());
            }
        }
    }
    run(terrace(&dir).args(["compile", "large.mlir", "-o", "large.so"]))?;
    run(terrace(&dir).args(["compile", "large.mlir", "-o", "large.ll"]))?;
    // Text names no file.
    let text = fs::read_to_string(dir.join("large.ll"))?;
    let length = fs::metadata(dir.join("large.so"))?.len();
    if text.contains(".incbin") || length < u64::from(count) * 4 {
        return Err("the constant is not in the outputs".into());
    }
    Ok(())
}

fn main() -> ExitCode {
    let python = || find_program(&["python3"]).map(drop);
    let mut tests = vec![Test::new("committed files", committed).needs(python())];
    tests.push(Test::new("large constant in dumps", large_constant_in_dumps));
    tests.push(Test::new("large constant with clang", large_constant).needs(clang().map(drop)));
    for model in &MODELS {
        tests.push(Test::new(model.name, || interpreted(model)).needs(python()));
        let name = format!("{} with clang", model.name);
        tests.push(Test::new(&name, || compiled(model)).needs(python()).needs(clang().map(drop)));
    }
    harness::run(tests)
}
