//! The programs of `examples/ripple`: each one finds that its plain form and its form with Ripple have the same results,
//! and is in the table of the folder's page.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrace::tools::native::toolchain::clang;
use terrace::tools::process::Scratch;
use terrace::tools::ripple::Language;
use terrace_filetest::harness::{Test, find_program};

use crate::setup::compile;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ripple")
}

/// The names of the programs, in order.
fn programs() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned());
    let mut programs: Vec<String> =
        names.filter(|name| [".c", ".cpp"].iter().any(|ending| name.ends_with(ending))).collect();
    programs.sort();
    programs
}

/// The flags for any processor of this kind, and for those with vectors that the one at hand has.
fn levels() -> Vec<&'static [&'static str]> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        return vec![&[], &["-march=x86-64-v3"]];
    }
    vec![&[]]
}

/// Compiles a program, and runs its checks.
fn check(program: &str, flags: &[&str], runner: Option<&Path>) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let (source, output) = (folder().join(program), scratch.file("program"));
    let language = if program.ends_with(".cpp") { Language::Cxx } else { Language::C };
    let words = ["-O2", "-Wall", "-Wextra", "-Werror"].iter().chain(flags).map(|&word| word.to_owned());
    let paths = ["-o".to_owned(), output.display().to_string(), source.display().to_string()];
    let args: Vec<String> = words.chain(paths).chain(["-lm".to_owned()]).collect();
    let (code, _, said) = compile(&args, language);
    if code != 0 {
        return Err(format!("{program} does not compile with {flags:?}:\n{said}"));
    }
    let mut command = Command::new(runner.unwrap_or(&output));
    command.args(runner.map(|_| &output)).arg("--quick");
    let run = command.output().map_err(|error| error.to_string())?;
    match run.status.success() {
        true => Ok(()),
        false => Err(format!("{program} with {flags:?}: {}", String::from_utf8_lossy(&run.stderr))),
    }
}

/// Tests of each program for this processor, and for AArch64.
pub(crate) fn tests() -> impl Iterator<Item = Test> {
    let cross = find_program(&["aarch64-linux-gnu-g++"])
        .and_then(|_| find_program(&["ld.lld-22", "ld.lld"]))
        .and_then(|_| find_program(&["qemu-aarch64"]));
    programs().into_iter().flat_map(move |program| {
        let (here, there) = (program.clone(), program.clone());
        let qemu = cross.clone().unwrap_or_default();
        let native = move || Ok(levels().into_iter().try_for_each(|flags| check(&here, flags, None))?);
        let flags = &["--target=aarch64-linux-gnu", "-fuse-ld=lld", "-static"];
        let aarch64 = move || Ok(check(&there, flags, Some(&qemu))?);
        [
            Test::new(&format!("example_{program}"), native).needs(clang()),
            Test::new(&format!("example_{program}_on_aarch64"), aarch64).needs(clang()).needs(cross.clone()),
        ]
    })
}

/// The table of the page has each program, in order.
pub(crate) fn examples_are_listed() {
    let page = std::fs::read_to_string(folder().join("README.md")).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [`")?.split('`').next());
    assert_eq!(rows.map(str::to_owned).collect::<Vec<_>>(), programs());
}
