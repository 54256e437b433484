//! `compare-bufferize`: generated functions on tensors, analyzed and bufferized here and by mlir-opt.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::args::Args;

/// What is compared: a name, and passes.
const RUNS: [(&str, &[&str]); 9] = [
    (
        "decisions",
        &[
            "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only",
        ],
    ),
    (
        "decisions top-down",
        &[
            "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only \
           analysis-heuristic=top-down",
        ],
    ),
    (
        "decisions without boundaries",
        &["--one-shot-bufferize=allow-return-allocs-from-loops test-analysis-only"],
    ),
    ("buffers", &["--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"]),
    ("buffers without loops' allocations", &["--one-shot-bufferize=bufferize-function-boundaries"]),
    ("copy before write", &["--one-shot-bufferize=bufferize-function-boundaries copy-before-write"]),
    ("empty tensors allocated", &["--empty-tensor-to-alloc-tensor"]),
    ("empty tensors eliminated", &["--eliminate-empty-tensors"]),
    (
        "empty tensors eliminated, buffers",
        &[
            "--eliminate-empty-tensors",
            "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
        ],
    ),
];

/// Compares; whether nothing differs.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--peer", "--cand", "--programs", "--seed", "--show"], &[])?;
    let peer = args.value("--peer").unwrap_or("/usr/lib/llvm-22/bin/mlir-opt");
    let cand = args.value("--cand").unwrap_or("target/debug/terrace-opt");
    let number = |name: &str, default: u64| args.value(name).map_or(Ok(default), str::parse);
    let (programs, seed, show) = (number("--programs", 1000)?, number("--seed", 1)?, number("--show", 3)?);
    if !Path::new(peer).exists() {
        println!("nothing compared: there is no {peer}");
        return Ok(true);
    }
    let texts: Vec<String> = (0..programs)
        .map(|i| terrace_progen::bufferization::functions(seed.wrapping_mul(1 << 32) + i))
        .collect();
    let file = std::env::temp_dir().join(format!("terrace-compare-{}.mlir", std::process::id()));
    let mut all = true;
    for (what, passes) in RUNS {
        let ours = outputs(cand, passes, &texts, &file)?;
        let theirs = outputs(peer, passes, &texts, &file)?;
        let died = |outputs: &[Option<String>]| outputs.iter().filter(|output| output.is_none()).count();
        let compared = texts.len() - died(&theirs);
        // Where the other one dies there is nothing to compare with.
        let different: Vec<usize> = (0..texts.len())
            .filter(|&i| ours[i].is_none() || theirs[i].is_some() && ours[i] != theirs[i])
            .collect();
        let refused = theirs.iter().flatten().filter(|text| text.is_empty()).count();
        println!(
            "{what}: {} of {compared} equal, {refused} refused there, {} died there, {} here",
            texts.len() - died(&theirs) - different.len(),
            died(&theirs),
            died(&ours)
        );
        for &i in different.iter().take(show as usize) {
            let text = |output: &Option<String>| output.clone().unwrap_or("(died)".to_owned());
            println!("program {i}:\n{}{}", texts[i], difference(&text(&ours[i]), &text(&theirs[i])));
        }
        all &= different.is_empty();
    }
    std::fs::remove_file(&file)?;
    Ok(all)
}

/// What a program makes of each text; nothing of those that it dies of.
fn outputs(
    program: &str,
    passes: &[&str],
    texts: &[String],
    file: &Path,
) -> Result<Vec<Option<String>>, Box<dyn Error>> {
    // None where the program was killed: then it has no exit code.
    let run = |texts: &[String]| -> Result<Option<Vec<String>>, Box<dyn Error>> {
        std::fs::write(file, texts.join("// -----\n"))?;
        // A program that dies need not say of what: that takes long.
        let mut command = Command::new(program);
        command.env("LLVM_DISABLE_SYMBOLIZATION", "1").arg(file).arg("--split-input-file").args(passes);
        let done = command.output()?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let parts: Vec<String> = text.split("// -----\n").map(|part| part.trim().to_owned()).collect();
        Ok((done.status.code().is_some() && parts.len() == texts.len()).then_some(parts))
    };
    let mut all: Vec<Option<String>> = Vec::with_capacity(texts.len());
    let mut pending: Vec<&[String]> = texts.chunks(100).rev().collect();
    while let Some(some) = pending.pop() {
        match run(some)? {
            Some(parts) => all.extend(parts.into_iter().map(Some)),
            None if some.len() == 1 => all.push(None),
            None => {
                let (first, rest) = some.split_at(some.len() / 2);
                pending.extend([rest, first]);
            }
        }
    }
    Ok(all)
}

/// The first lines that differ.
fn difference(ours: &str, theirs: &str) -> String {
    let (mut a, mut b) = (ours.lines(), theirs.lines());
    let mut out = String::new();
    loop {
        match (a.next(), b.next()) {
            (None, None) => return out,
            (x, y) if x == y => {}
            (x, y) => {
                let _ =
                    writeln!(out, "here:  {}\nthere: {}", x.unwrap_or("(nothing)"), y.unwrap_or("(nothing)"));
                return out;
            }
        }
    }
}
