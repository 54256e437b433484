//! `check-passes --corpus`: the programs of a folder through all pairs of passes on loops.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use terrace::tools::progress::Progress;
use terrace_check::Bench;
use terrace_check::corpus::{Corpus, programs_of};

use crate::args::Args;
use crate::check_passes::{threads, write_findings};

/// Checks the programs of a folder.
pub(crate) fn check(args: &Args, bench: &Bench, folder: &str) -> Result<bool, Box<dyn Error>> {
    let mut programs = programs_of(Path::new(folder))?;
    if let Some(name) = args.value("--kind") {
        programs.retain(|(found, _)| found == name);
    }
    if let Some(flags) = args.value("--before") {
        for (name, text) in &mut programs {
            *text = bench.printed(text, flags).map_err(|message| format!("{name}: {message}"))?;
        }
    }
    let mut corpus = Corpus::new(bench, programs);
    corpus.threads = threads(args)?;
    corpus.interval = args.value("--interval").map_or(Ok(1), str::parse)?;
    if let Some(text) = args.value("--with") {
        corpus.subjects.retain(|subject| subject.flags.contains(text));
        corpus.paired.retain(|subject| subject.flags.contains(text));
    }
    std::panic::set_hook(Box::new(|_| {}));
    let (start, total) = (Instant::now(), corpus.programs.len() as u64);
    let progress = Progress::new("programs", Some(total));
    let found = corpus.run(&|done| progress.reach(done));
    progress.clear();
    let (summary, spent) = (&found.summary, start.elapsed().as_secs_f64());
    print!("{}", summary.table());
    for (flags, count) in &summary.counts {
        if let Some(reason) = &count.reason {
            println!("not run behind {flags}: {reason}");
        }
        if count.changed == 0 {
            println!("never changed anything: {flags}");
        }
    }
    for (name, _, message) in &summary.bad {
        println!("a program is wrong by itself: {name}: {message}");
    }
    for slow in &found.slow {
        println!("{slow}");
    }
    let runs: u64 = summary.counts.values().map(|count| count.runs).sum();
    println!(
        "{} programs, {runs} applications, {} executions, {} wrong, {spent:.1} s",
        summary.programs,
        found.executed,
        summary.findings.len()
    );
    write_findings(args, bench, summary)?;
    Ok(summary.programs > 0 && summary.findings.is_empty() && summary.bad.is_empty())
}
