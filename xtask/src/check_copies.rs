//! `check-copies`: the number of bytes that One-Shot Analysis copies, compared with the minimum over all
//! choices.

use std::error::Error;

use terrace::tools::progress::Progress;
use terrace_check::Bench;
use terrace_check::in_place::{BufferizationOutcome, Heuristic, Trial, program};

use crate::args::Args;

/// The counts of all programs.
#[derive(Default)]
struct Counts {
    programs: u64,
    too_many: u64,
    refused: u64,
    wrong: u64,
    copied: u64,
    least: u64,
    above: u64,
    /// Programs on which upstream's decisions are right.
    upstream_right: u64,
    upstream_copied: u64,
    copied_there: u64,
}

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        rest,
        &["--programs", "--seed", "--choices", "--show", "--above"],
        &["--no-least", "--fewest-copies"],
    )?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (programs, seed, most) = (number("--programs", 200)?, number("--seed", 0)?, number("--choices", 8)?);
    let (show, limit) = (number("--show", 3)?, number("--above", 5)?);
    let heuristic = match args.flag("--fewest-copies") {
        true => Heuristic::FewestCopies,
        false => Heuristic::BottomUp,
    };
    let (bench, mut counts) = (Bench::default(), Counts::default());
    let mut shown = 0;
    let progress = Progress::new("programs", Some(programs));
    for i in 0..programs {
        progress.add(1);
        let trial = Trial::new(&bench, program(seed.wrapping_add(i)))
            .map_err(|error| format!("program {i}: {error}\n{}", program(seed.wrapping_add(i))))?;
        let (outcome, count) = trial.bufferized(true, heuristic);
        let copied = match outcome {
            BufferizationOutcome::Right(copied) => copied,
            BufferizationOutcome::Wrong => {
                counts.wrong += 1;
                println!("program {}: WRONG\n{}", seed.wrapping_add(i), trial.text());
                continue;
            }
            BufferizationOutcome::Refused => {
                counts.refused += 1;
                continue;
            }
        };
        if let (BufferizationOutcome::Right(upstream), _) = trial.bufferized(false, Heuristic::BottomUp) {
            counts.upstream_right += 1;
            counts.upstream_copied += upstream;
            counts.copied_there += copied;
            if copied > upstream && shown < show {
                shown += 1;
                println!(
                    "program {}: {copied} bytes, upstream {upstream}\n{}",
                    seed.wrapping_add(i),
                    trial.text()
                );
            }
        }
        counts.programs += 1;
        if args.flag("--no-least") {
            continue;
        }
        if count > most {
            counts.too_many += 1;
            continue;
        }
        let Some(least) = trial.least(count) else { continue };
        counts.copied += copied;
        counts.least += least;
        if copied * 100 > least * (100 + limit) {
            counts.above += 1;
            if shown < show {
                shown += 1;
                println!(
                    "program {}: {copied} bytes, where {least} do\n{}",
                    seed.wrapping_add(i),
                    trial.text()
                );
            }
        }
    }
    let Counts { copied, least, .. } = counts;
    println!(
        "{} programs, {} refused, {} wrong; where upstream is right ({}): {} bytes, upstream {}",
        counts.programs,
        counts.refused,
        counts.wrong,
        counts.upstream_right,
        counts.copied_there,
        counts.upstream_copied
    );
    println!(
        "all choices tried of {}: {copied} bytes, at least {least} ({:.3}); {} programs above",
        counts.programs - counts.too_many,
        copied as f64 / least.max(1) as f64,
        counts.above
    );
    Ok(counts.wrong == 0 && copied * 100 <= least * (100 + limit))
}
