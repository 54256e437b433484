//! `check-passes`: programs are run before and after passes.

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use terrace::tools::progress::Progress;
use terrace_check::coverage::{coverage, wanted};
use terrace_check::{Bench, Campaign, Subject, Summary};

use crate::args::Args;
use crate::check_corpus;
use crate::check_native::Opinions;

const VALUES: &[&str] = &[
    "--programs",
    "--varied",
    "--seed",
    "--kind",
    "--subject",
    "--with",
    "--sequences",
    "--threads",
    "--out",
    "--max-findings",
    "--show",
    "--opt",
    "--peer",
    "--batch",
    "--corpus",
    "--interval",
    "--before",
];

/// The largest number of runs of the test of a finding while it is reduced.
const TRIES: usize = 4000;

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(
        args,
        VALUES,
        &["--no-reduce", "--coverage", "--native", "--refused", "--match-upstream"],
    )?;
    let mut bench = Bench::default();
    bench.match_upstream = args.flag("--match-upstream");
    if let Some(folder) = args.value("--corpus") {
        return check_corpus::check(&args, &bench, folder);
    }
    let mut campaign = Campaign::new(&bench);
    let number = |name: &str, usual: u64| args.value(name).map_or(Ok(usual), str::parse);
    campaign.programs = number("--programs", 2000)?;
    campaign.varied = number("--varied", 0)?;
    campaign.seed = number("--seed", 0)?;
    campaign.sequences = number("--sequences", 3)? as usize;
    campaign.max_findings = number("--max-findings", 100)? as usize;
    campaign.threads = threads(&args)?;
    campaign.slow = Duration::from_secs(60);
    if let Some(name) = args.value("--kind") {
        campaign.kinds = vec![terrace_progen::kind(name).ok_or("there is no such kind of programs")?];
    }
    if let Some(flags) = args.value("--subject") {
        let known = campaign.subjects.iter().find(|subject| subject.flags == flags);
        campaign.subjects = vec![known.cloned().unwrap_or_else(|| Subject::of(flags))];
        campaign.sequences = 0;
    }
    if let Some(text) = args.value("--with") {
        campaign.subjects.retain(|subject| subject.flags.contains(text));
        campaign.sequences = 0;
        let (kinds, subjects) = (&mut campaign.kinds, &campaign.subjects);
        kinds.retain(|kind| subjects.iter().any(|subject| subject.fits(kind.name)));
        if kinds.is_empty() {
            return Err("no pass or pipeline has that in its flags".into());
        }
    }
    if let Some(number) = args.value("--show") {
        print!("{}", campaign.program(number.parse()?).2);
        return Ok(true);
    }
    // A panic is a finding; the default hook would write it a second time.
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let progress = Progress::new("programs", Some(campaign.programs));
    let stuck = |what: &str| {
        println!("takes long: {what}");
        std::process::exit(1);
    };
    let summary = campaign.run(&stuck, &|done| progress.reach(done));
    progress.clear();
    let spent = start.elapsed().as_secs_f64();
    print!("{}", summary.table());
    for (flags, count) in &summary.counts {
        if let Some(reason) = &count.reason {
            println!("not run behind {flags}: {reason}");
        }
    }
    for (flags, _) in summary.counts.iter().filter(|(_, count)| count.changed == 0) {
        println!("never changed anything: {flags}");
    }
    let wanted = wanted(summary.programs);
    let rules = coverage(&bench);
    let rare = rules.iter().filter(|rule| rule.count < wanted);
    for rule in rare.clone() {
        let reason = rule.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        println!("applied {} times of {wanted}: {} {}{reason}", rule.count, rule.kind.name(), rule.name);
    }
    let known = rare.clone().filter(|rule| rule.reason.is_some()).count();
    println!(
        "{} of {} rules applied less than {wanted} times, {known} of them to ops that are not run",
        rare.count(),
        rules.len()
    );
    if args.flag("--coverage") {
        for rule in &rules {
            let classes = rule.classes.iter().map(|(class, count)| format!("{class}: {count}"));
            let classes = classes.collect::<Vec<_>>().join(", ");
            println!("{} {}: {} ({classes})", rule.kind.name(), rule.name, rule.count);
        }
    }
    let (left_out, reason) = &summary.unsupported;
    if let Some(reason) = reason {
        println!("{left_out} programs cannot be run: {reason}");
    }
    for (kind, seed, message) in summary.bad.iter().take(20) {
        println!("a program is wrong by itself: {kind} {seed}: {message}");
    }
    println!("{} programs, {} wrong, {spent:.1} s", summary.programs, summary.findings.len());
    let mut clean = summary.findings.is_empty() && summary.bad.is_empty();
    if args.flag("--native") {
        println!("as machine code:");
        clean &= Opinions::of(&args, 3)?.compare(&campaign)?.is_clean();
    }
    write_findings(&args, &bench, &summary)?;
    Ok(clean)
}

/// Reduces the findings, unless `--no-reduce` is given, and writes them to the folder `--out`.
pub(crate) fn write_findings(args: &Args, bench: &Bench, summary: &Summary) -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(args.value("--out").unwrap_or("target/check-passes"));
    if !summary.findings.is_empty() {
        std::fs::create_dir_all(&out)?;
    }
    for (finding, alike) in summary.distinct() {
        let finding = finding.clone();
        let finding = if args.flag("--no-reduce") { finding } else { finding.reduce(bench, TRIES) };
        let path = out.join(finding.name());
        std::fs::write(&path, finding.file())?;
        let (problem, flags) = (finding.problem, &finding.subject.flags);
        println!("{problem:?} {flags}: {} ({}, {alike} alike)", finding.message, path.display());
    }
    Ok(())
}

/// The number of threads of `--threads`, or else of the machine.
///
/// # Errors
///
/// The value is no number.
pub(crate) fn threads(args: &Args) -> Result<usize, Box<dyn Error>> {
    let all = || std::thread::available_parallelism().map_or(1, |n| n.get());
    Ok(args.value("--threads").map_or_else(|| Ok(all()), str::parse)?)
}
