//! Round trips of text through a module, byte for byte: of the output of LLVM's tools for C programs
//! (`tests/data`), and, if they are installed, of their output for every LLVM IR file of the repository.
//! `TERRACE_LLVM_IR` names a directory with more texts of LLVM's tools.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrace_llvm_ir::{Module, ParseOptions, parse, print};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn texts(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            texts(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            out.push(path);
        }
    }
    out.sort();
}

/// The module of a text.
///
/// # Errors
///
/// The place of the first error in a text that is no LLVM IR.
fn parsed(name: &str, text: &[u8]) -> Result<Module, String> {
    parse(text, ParseOptions::default()).map_err(|failure| {
        let line = text[..failure.offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("{name}:{line}: {}", failure.message)
    })
}

/// Compares a text of LLVM's tools with its printed form.
///
/// # Errors
///
/// The first line that differs.
fn check_same(name: &str, text: &str) -> Result<(), String> {
    let printed = print(&parsed(name, text.as_bytes())?);
    if printed == text {
        return Ok(());
    }
    let line = text.lines().zip(printed.lines()).position(|(from, to)| from != to);
    let line = line.unwrap_or(text.lines().count().min(printed.lines().count()));
    let (from, to) = (text.lines().nth(line), printed.lines().nth(line));
    let [from, to] = [from, to].map(|line| line.unwrap_or("(end)"));
    Err(format!("{name}:{}:\n  {from}\nbecomes\n  {to}", line + 1))
}

#[test]
fn texts_of_llvm_stay_the_same() {
    let mut files = Vec::new();
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"), &mut files);
    assert!(files.len() >= 8, "{}", files.len());
    if let Some(directory) = std::env::var_os("TERRACE_LLVM_IR") {
        texts(Path::new(&directory), &mut files);
    }
    let (mut bytes, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        bytes += text.len();
        wrong.extend(check_same(&file.display().to_string(), &text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bytes > 100_000, "{bytes}");
}

/// Printed text is a fixed point of reading and printing, and so is what LLVM prints of it.
#[test]
fn what_is_printed_stays_the_same() {
    let mut files = Vec::new();
    texts(&root().join("tests"), &mut files);
    assert!(files.len() >= 10, "{}", files.len());
    let (mut wrong, mut modules) = (Vec::new(), 0);
    for file in files {
        let name = file.display().to_string();
        let source = std::fs::read(&file).expect("a text");
        match parsed(&name, &source) {
            Ok(module) => {
                modules += 1;
                wrong.extend(check_same(&format!("{name}, printed"), &print(&module)).err());
            }
            Err(_) if ["invalid", "broken"].iter().any(|word| name.contains(word)) => continue,
            Err(why) => wrong.push(why),
        }
        let Ok(canonical) = Command::new("opt-22").arg("-S").arg(&file).output() else { continue };
        if canonical.status.success() {
            let text = String::from_utf8(canonical.stdout).expect("LLVM writes text");
            wrong.extend(check_same(&format!("{name}, by opt"), &text).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(modules >= 9, "{modules}");
}

/// The output of clang is read and printed unchanged, at every level of optimization.
#[test]
fn programs_stay_the_same() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut wrong = Vec::new();
    for program in ["control.c", "atomic.c", "exceptions.cc"] {
        for flags in ["-O0", "-O1 -g", "-O2", "-Os -g", "-O3 -fno-vectorize"] {
            let clang = Command::new("clang-22")
                .args(["-w", "-S", "-emit-llvm", "-o", "-"])
                .args(flags.split(' '))
                .arg(data.join(program))
                .output();
            let Ok(compiled) = clang.map(|done| done.stdout).map(String::from_utf8) else { return };
            let text = compiled.expect("LLVM writes text");
            assert!(text.len() > 1000, "clang compiles {program} with {flags}");
            wrong.extend(check_same(&format!("{program} {flags}"), &text).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
