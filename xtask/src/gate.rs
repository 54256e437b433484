//! `gate`: the instructions that terrace-opt spends on an op, as a limit.
//!
//! Instructions are counted where time would be measured: a count is the same on a busy machine. The difference
//! between two sizes of an input leaves out the start, which the empty input returns.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use terrace::tools::process::Scratch;
use terrace_progen::inputs::{FAMILIES, Family};

use crate::args::Args;

/// The file of limits, at the root of the repository.
const RECORD: &str = "benches/instructions.json";
/// The largest increase of a count over the record, in percent.
const TOLERANCE: f64 = 5.0;
/// The sizes of each input.
const SIZES: [usize; 2] = [2_000, 6_000];

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(args, &["--cand"], &["--bless"])?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let chosen = |family: &&Family| args.rest.is_empty() || args.rest.iter().any(|name| name == family.name);
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("instructions: NOT COUNTED, valgrind is not installed");
        return Ok(true);
    }
    let program = match args.value("--cand") {
        Some(path) => PathBuf::from(path),
        None => built(&root)?,
    };
    let path = root.join(RECORD);
    let mut record: BTreeMap<String, f64> =
        if path.exists() { serde_json::from_slice(&std::fs::read(&path)?)? } else { BTreeMap::new() };
    let work = Scratch::new()?;
    println!("{:12} {:>12} {:>12} {:>8}", "input", "recorded", "now", "change");
    let mut good = true;
    for family in FAMILIES.iter().filter(chosen) {
        let now = per_op(&program, family, work.path())?;
        let (before, change) = match record.get(family.name) {
            Some(&before) => (format!("{before:.1}"), (now / before - 1.0) * 100.0),
            None => ("none".to_owned(), f64::INFINITY),
        };
        let verdict = if change > TOLERANCE { "  TOO MUCH" } else { "" };
        println!("{:12} {before:>12} {now:>12.1} {change:>+7.1}%{verdict}", family.name);
        good &= change <= TOLERANCE;
        record.insert(family.name.to_owned(), (now * 10.0).round() / 10.0);
    }
    if args.flag("--bless") {
        std::fs::write(&path, serde_json::to_string_pretty(&record)? + "\n")?;
        return Ok(true);
    }
    if !good {
        println!("more than {TOLERANCE} % above {RECORD}; if that is meant: cargo xtask gate --bless");
    }
    Ok(good)
}

/// The build of terrace-opt that is shipped, as the sources are now.
fn built(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["build", "--profile", "dist", "--package", "terrace-cli", "--bin", "terrace-opt"];
    if !Command::new(cargo).args(args).current_dir(root).status()?.success() {
        return Err("terrace-opt does not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("dist/terrace-opt"))
}

/// Instructions for each op; those of the whole run where there is none.
fn per_op(program: &Path, family: &Family, work: &Path) -> Result<f64, Box<dyn Error>> {
    if family.ops == 0 {
        return Ok(instructions(program, family, 0, work)? as f64);
    }
    let [small, large] = SIZES.map(|ops| instructions(program, family, ops, work));
    Ok((large? as f64 - small? as f64) / (SIZES[1] - SIZES[0]) as f64)
}

fn instructions(program: &Path, family: &Family, ops: usize, work: &Path) -> Result<u64, Box<dyn Error>> {
    let input = work.join("input.mlir");
    std::fs::write(&input, family.text(ops))?;
    // The size of the environment affects the start-up cost.
    let output = Command::new("valgrind")
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(family.flags)
        .args(["--mlir-disable-threading", "-o", "/dev/null"])
        .arg(&input)
        .stdout(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    // "==12345== Collected : 123456"
    let count = text.lines().find_map(|line| line.split_once("Collected :"));
    match count.and_then(|(_, count)| count.trim().parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("{}: {text}", family.name).into()),
    }
}
