//! `check-folds`: expressions of a few ops are run with all inputs before and after passes.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace::tools::progress::Progress;
use terrace_check::Bench;
use terrace_check::folds::{Family, check, expression};

use crate::args::Args;

/// The passes and the ops that they are for.
const SUBJECTS: &[(&str, &[Family])] = &[
    ("--canonicalize", &[Family::Narrow, Family::Wide, Family::Index]),
    ("--sccp --canonicalize --cse", &[Family::Narrow, Family::Index]),
    ("--int-range-optimizations", &[Family::Narrow, Family::Wide, Family::Index]),
    ("--int-range-optimizations --canonicalize", &[Family::Narrow, Family::Index]),
    ("--arith-unsigned-when-equivalent", &[Family::Narrow]),
    ("--arith-int-range-narrowing=int-bitwidths-supported=1,2,3", &[Family::Narrow]),
    ("--arith-int-range-narrowing=int-bitwidths-supported=8,16,32", &[Family::Wide]),
    ("--arith-expand", &[Family::Narrow, Family::Wide]),
];

pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--expressions", "--seed", "--subject", "--show"], &["--match-upstream"])?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (count, seed, show) = (number("--expressions", 20_000)?, number("--seed", 0)?, number("--show", 5)?);
    let matches = args.flag("--match-upstream");
    let bench = Bench::default();
    std::panic::set_hook(Box::new(|_| {}));
    let mut clean = true;
    let given: Vec<(&str, &[Family])> = match args.value("--subject") {
        Some(flags) => vec![(flags, &[Family::Narrow, Family::Wide, Family::Index])],
        None => SUBJECTS.to_vec(),
    };
    let all = given.iter().map(|(_, families)| families.len() as u64).sum::<u64>();
    let progress = Progress::new("expressions", Some(all * count));
    for (flags, families) in given {
        for &family in families {
            let found = AtomicUsize::new(0);
            let work = |i: u64| {
                progress.add(1);
                let expression = expression(family, seed.wrapping_add(i));
                if let Some(message) = check(&bench, &expression, flags, matches)
                    && (found.fetch_add(1, Ordering::Relaxed) as u64) < show
                {
                    println!("{flags} {family:?} {}: {message}\n{}", seed.wrapping_add(i), expression.text);
                }
            };
            let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let work = &work;
                    scope.spawn(move || (thread..count).step_by(threads as usize).for_each(work));
                }
            });
            let wrong = found.into_inner();
            progress.clear();
            println!("{flags} {family:?}: {count} expressions, {wrong} wrong");
            clean &= wrong == 0;
        }
    }
    Ok(clean)
}
