//! `check-explain`: compares the remarks of `explain` on generated programs with their outputs.

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use terrace::tools::progress::Progress;
use terrace_check::Bench;
use terrace_check::explanations::{AROUND, Counts, OPTION_SETS, check, programs, ways};

use crate::args::Args;

/// The number of findings that are printed.
const SHOWN: usize = 5;

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(args, &["--programs", "--seed", "--threads", "--show"], &[])?;
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    let (count, seed) = (number("--programs", 5000)?, number("--seed", 0)?);
    let threads = number("--threads", std::thread::available_parallelism().map_or(1, |n| n.get() as u64))?;
    let bench = Bench::default();
    if let Some(number) = args.value("--show") {
        print!("{}", programs(&bench, number.parse()?));
        return Ok(true);
    }
    let (next, total, wrong) = (AtomicU64::new(seed), Mutex::new(Counts::default()), Mutex::new(Vec::new()));
    let progress = Progress::new("programs", Some(count));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= seed + count {
                        break;
                    }
                    progress.add(1);
                    let text = programs(&bench, number);
                    for way in ways(number) {
                        match check(&bench, &text, way) {
                            Ok(counts) => total.lock().expect("counting does not panic").add(counts),
                            Err(message) => {
                                let mut wrong = wrong.lock().expect("listing does not panic");
                                wrong.push((number, format!("{way:?}"), message));
                            }
                        }
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner()?;
    wrong.sort();
    for (number, way, message) in wrong.iter().take(SHOWN) {
        println!("program {number}, {way}: {message}");
    }
    let Counts { programs, refused, remarks, allocations, copies, edits, edits_run, freed } =
        total.into_inner()?;
    println!(
        "{count} programs with {} sets of options, by themselves and with one of {} sets of passes around: {programs} \
         bufferized, {refused} refused",
        OPTION_SETS.len(),
        AROUND.len()
    );
    println!("{remarks} remarks for {allocations} allocations and {copies} copies");
    println!("{freed} allocations at run time were freed as told");
    println!("{edits} edits offered and applied, {edits_run} of them run; {} wrong", wrong.len());
    Ok(wrong.is_empty())
}
