//! `check-native`: generated programs interpreted, and compiled to machine code; with `--peer`, also lowered by mlir-opt.

use std::error::Error;
use std::path::Path;

use terrace::tools::{Io, run};
use terrace_check::{Bench, Campaign};

use crate::args::Args;

/// What came of the programs.
#[derive(Default)]
struct Counts {
    same: u64,
    skipped: u64,
    refused: u64,
    wrong: u64,
    peer_same: u64,
    peer_refused: u64,
    peer_wrong: u64,
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args =
        Args::parse(rest, &["--programs", "--seed", "--kind", "--opt", "--show", "--peer"], &["--refused"])?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (programs, seed, show) = (number("--programs", 100)?, number("--seed", 0)?, number("--show", 3)?);
    let level = format!("--opt={}", args.value("--opt").unwrap_or("1"));
    let lower_with = args.value("--peer").map(|peer| format!("--lower-with={peer}"));
    let bench = Bench::default();
    let mut campaign = Campaign::new(&bench);
    if let Some(kind) = args.value("--kind") {
        let kind = terrace_progen::kinds::kind(kind).ok_or("there is no such kind")?;
        campaign.kinds = vec![kind];
    }
    let setup = terrace::tools::setup();
    let file = std::env::temp_dir().join(format!("terrace-check-native-{}.mlir", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    let (mut counts, mut shown) = (Counts::default(), 0);
    for index in 0..programs {
        let (kind, _, text) = campaign.program(seed.wrapping_add(index));
        std::fs::write(&file, &text)?;
        let ran = |flags: &[&str]| {
            let args: Vec<String> =
                [path.as_str(), "--full"].iter().chain(flags).map(|arg| (*arg).to_string()).collect();
            let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
            let io = Io {
                stdin: &mut std::io::empty(),
                interactive: false,
                color: false,
                stdout: &mut stdout,
                stderr: &mut stderr,
                cwd: Path::new(""),
            };
            let code = run::run(&args, io, &setup);
            (code, values(&String::from_utf8_lossy(&stdout)), String::from_utf8_lossy(&stderr).into_owned())
        };
        let (code, expected, _) = ran(&["--max-steps=10000000"]);
        if code != 0 {
            counts.skipped += 1;
            continue;
        }
        let (code, found, said) = ran(&["--native", &level, "--max-seconds=60"]);
        let is_refusal = code != 0 && !said.contains("the compiled program");
        if is_refusal {
            counts.refused += 1;
            if args.flag("--refused") {
                println!(
                    "program {} ({}): {}",
                    seed.wrapping_add(index),
                    kind.name,
                    said.lines().next().unwrap_or_default()
                );
            }
        } else if code == 0 && is_same(&text, &expected, &found) {
            counts.same += 1;
        } else {
            counts.wrong += 1;
            if shown < show {
                shown += 1;
                println!("program {} ({}): WRONG\n{text}", seed.wrapping_add(index), kind.name);
                println!("interpreted:\n{}\ncompiled:\n{}\n{said}", expected.join("\n"), found.join("\n"));
            }
        }
        // What is not lowered here is no question for a third opinion.
        let Some(peer) = lower_with.as_deref().filter(|_| !is_refusal) else { continue };
        let (code, found, said) = ran(&["--native", &level, "--max-seconds=60", peer]);
        if code != 0 && !said.contains("the compiled program") {
            counts.peer_refused += 1;
            if args.flag("--refused") {
                let why = said.lines().find(|line| line.contains("error")).unwrap_or_default();
                println!("program {} ({}): {peer}: {why}", seed.wrapping_add(index), kind.name);
            }
        } else if code == 0 && is_same(&text, &expected, &found) {
            counts.peer_same += 1;
        } else {
            counts.peer_wrong += 1;
            if shown < show {
                shown += 1;
                println!("program {} ({}): WRONG with {peer}\n{text}", seed.wrapping_add(index), kind.name);
                println!("interpreted:\n{}\ncompiled:\n{}\n{said}", expected.join("\n"), found.join("\n"));
            }
        }
    }
    let _ = std::fs::remove_file(&file);
    let Counts { same, skipped, refused, wrong, peer_same, peer_refused, peer_wrong } = counts;
    println!("{same} the same, {wrong} different; {refused} were not lowered, {skipped} were left out");
    if let Some(peer) = args.value("--peer") {
        println!(
            "lowered by {peer}: {peer_same} the same, {peer_wrong} different; {peer_refused} were not lowered"
        );
    }
    Ok(wrong == 0 && peer_wrong == 0 && same > 0)
}

/// Ops whose zeros may have either sign: by their definition, or since lowerings divide in ways of their own.
const ANY_ZERO: &[&str] = &["maxnumf", "minnumf", "complex.div"];

/// Whether a program computes the same twice.
fn is_same(program: &str, expected: &[String], found: &[String]) -> bool {
    let unsigned = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.replace("-0.000000e+00", "0.000000e+00")).collect()
    };
    expected == found
        || ANY_ZERO.iter().any(|name| program.contains(name)) && unsigned(expected) == unsigned(found)
}

/// The lines without the types of results, which bufferization changes; whatever is not a number is the same.
fn values(output: &str) -> Vec<String> {
    output.lines().map(|line| settled(line.rsplit_once(" : ").map_or(line, |(value, _)| value))).collect()
}

fn settled(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("0x") {
        let end =
            rest[at + 2..].find(|c: char| !c.is_ascii_hexdigit()).map_or(rest.len(), |end| at + 2 + end);
        let digits = &rest[at + 2..end];
        out.push_str(&rest[..at]);
        out.push_str(if is_nan(digits) { "nan" } else { &rest[at..end] });
        rest = &rest[end..];
    }
    out + rest
}

/// Whether the bits of a float are those of something that is not a number.
fn is_nan(digits: &str) -> bool {
    let Ok(bits) = u128::from_str_radix(digits, 16) else { return false };
    let (exponent, fraction) = match digits.len() {
        16 => (bits >> 52 & 0x7ff == 0x7ff, bits & ((1 << 52) - 1)),
        8 => (bits >> 23 & 0xff == 0xff, bits & 0x7f_ffff),
        // Of half a word, the two formats differ; both say so where the exponent of the larger one is full.
        4 => (bits >> 10 & 0x1f == 0x1f, bits & 0x3ff),
        _ => (false, 0),
    };
    exponent && fraction != 0
}
