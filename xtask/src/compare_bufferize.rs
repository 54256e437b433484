//! `compare-bufferize`: generated functions on tensors, analyzed and bufferized here and by mlir-opt.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::args::Args;

/// What is compared: a name, and passes.
const RUNS: [(&str, &[&str]); 8] = [
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
    ("empty tensors eliminated", &["--eliminate-empty-tensors"]),
    (
        "empty tensors eliminated, buffers",
        &[
            "--eliminate-empty-tensors",
            "--empty-tensor-to-alloc-tensor",
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
    std::fs::write(&file, texts.join("// -----\n"))?;
    let mut all = true;
    for (what, passes) in RUNS {
        let run = |program: &str| -> Result<Vec<String>, Box<dyn Error>> {
            let done = Command::new(program).arg(&file).arg("--split-input-file").args(passes).output()?;
            let text = String::from_utf8_lossy(&done.stdout).into_owned();
            Ok(text.split("// -----\n").map(|part| part.trim().to_owned()).collect())
        };
        let (ours, theirs) = (run(cand)?, run(peer)?);
        if theirs.len() < texts.len() {
            println!("{what}: not compared, since {peer} died at program {}", theirs.len().saturating_sub(1));
            continue;
        }
        if ours.len() != texts.len() {
            println!("{what}: {} of {} outputs", ours.len(), texts.len());
            all = false;
            continue;
        }
        let different: Vec<usize> = (0..texts.len()).filter(|&i| ours[i] != theirs[i]).collect();
        let empty = theirs.iter().filter(|text| text.is_empty()).count();
        println!("{what}: {} of {} equal, {empty} refused there", texts.len() - different.len(), texts.len());
        for &i in different.iter().take(show as usize) {
            println!("program {i}:\n{}{}", texts[i], difference(&ours[i], &theirs[i]));
        }
        all &= different.is_empty();
    }
    std::fs::remove_file(&file)?;
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
