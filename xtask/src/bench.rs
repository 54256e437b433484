//! `bench`: terrace-opt compared with mlir-opt on generated inputs, as ratios of one run.
//!
//! The two programs take turns, so that a machine that slows down slows both; a ratio is the median of the
//! ratios of neighbours. Outputs are compared first: a ratio between different outputs is meaningless. Both run on one
//! thread; the peak memory is that of whole processes, where GNU's `time` is installed.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use terrace::tools::process::Scratch;
use terrace_progen::inputs::{FAMILIES, Family};

use crate::args::Args;

/// The installed mlir-opt, in order of preference.
const PEERS: &[&str] = &["/usr/lib/llvm-22/bin/mlir-opt", "/usr/bin/mlir-opt-22"];

/// The modes of a run, each with its additional flags.
const MODES: &[(&str, &[&str])] =
    &[("read, verify, print", &[]), ("read, verify, print with locations", &["--mlir-print-debuginfo"])];

/// Passes on inputs, each after the name of the input.
const PASSES: &[(&str, &[&str])] = &[
    ("functions", &["--canonicalize"]),
    ("functions", &["--cse"]),
    ("functions", &["--sccp"]),
    ("chain", &["--canonicalize"]),
    ("chain", &["--cse"]),
    ("loops", &["--canonicalize"]),
    ("loops", &["--loop-invariant-code-motion"]),
    ("loops", &["--convert-scf-to-cf"]),
];

/// The flag of all runs.
const ONE_THREAD: &str = "--mlir-disable-threading";

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(args, &["--cand", "--peer", "--runs"], &[])?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let candidate = args.value("--cand").map_or_else(|| root.join("target/dist/terrace-opt"), PathBuf::from);
    let peer = args.value("--peer").map(PathBuf::from);
    let peer = peer.or_else(|| PEERS.iter().map(PathBuf::from).find(|path| path.is_file()));
    let peer = peer.ok_or("no mlir-opt: give --peer PROGRAM")?;
    if !candidate.is_file() {
        return Err(format!("{}: build it first (cargo build --profile dist)", candidate.display()).into());
    }
    let runs: usize = args.value("--runs").unwrap_or("5").parse()?;
    let work = Scratch::new()?;
    let chosen = |family: &&Family| args.rest.is_empty() || args.rest.iter().any(|name| name == family.name);
    println!(
        "{:10} {:36} {:>9} {:>10} {:>10} {:>7} {:>7}",
        "input", "work", "bytes", "terrace", "mlir-opt", "ratio", "memory"
    );
    let mut same = true;
    for family in FAMILIES.iter().filter(chosen) {
        let input = work.write(&format!("{}.mlir", family.name), family.text(family.ops))?;
        let passes = PASSES.iter().filter(|(name, _)| *name == family.name);
        for (work, flags) in MODES.iter().copied().chain(passes.map(|(_, flags)| (flags[0], *flags))) {
            let flags: Vec<&str> = family.flags.iter().chain(flags).chain([&ONE_THREAD]).copied().collect();
            same &= compare(family, work, &flags, &input, [&candidate, &peer], runs)?;
        }
    }
    for family in FAMILIES.iter().filter(chosen) {
        println!("{:10} {}", family.name, family.about);
    }
    Ok(same)
}

/// Runs both programs in turn and shows one line; false if their outputs differ.
fn compare(
    family: &Family,
    mode: &str,
    flags: &[&str],
    input: &Path,
    programs: [&Path; 2],
    runs: usize,
) -> Result<bool, Box<dyn Error>> {
    let size = std::fs::metadata(input)?.len();
    let outputs = programs.map(|program| Command::new(program).args(flags).arg(input).output());
    let [ours, theirs] = outputs;
    let (ours, theirs) = (ours?, theirs?);
    if !ours.status.success() || !theirs.status.success() || ours.stdout != theirs.stdout {
        let what = if ours.status.success() { "the outputs differ" } else { "terrace-opt failed" };
        println!("{:10} {mode:36} {size:>9} {what}", family.name);
        return Ok(false);
    }
    let mut times = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    for _ in 0..runs.max(1) {
        for (times, program) in times.iter_mut().zip(programs) {
            times.push(time(program, flags, input)?);
        }
        let [ours, theirs] = times.each_ref().map(|times| times[times.len() - 1].as_secs_f64());
        ratios.push(ours / theirs);
    }
    let [ours, theirs] =
        times.map(|times| median(&times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>()));
    println!(
        "{:10} {mode:36} {size:>9} {:>8.1}ms {:>8.1}ms {:>7.3} {:>7}",
        family.name,
        ours * 1e3,
        theirs * 1e3,
        median(&ratios),
        memory(programs, flags, input).map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"))
    );
    Ok(true)
}

fn time(program: &Path, flags: &[&str], input: &Path) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let status =
        Command::new(program).args(flags).arg(input).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(format!("{} failed", program.display()).into()) }
}

/// The ratio of the peak memory of two programs; `None` without GNU's `time`.
fn memory(programs: [&Path; 2], flags: &[&str], input: &Path) -> Option<f64> {
    let peak = |program: &Path| -> Option<f64> {
        let mut command = Command::new("/usr/bin/time");
        command.args(["-f", "%M"]).arg(program).args(flags).arg(input).stdout(Stdio::null());
        let said = command.output().ok()?.stderr;
        String::from_utf8(said).ok()?.lines().last()?.trim().parse().ok()
    };
    let [ours, theirs] = programs.map(peak);
    Some(ours? / theirs?)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
