//! `compare-passes`: chunks of tests, each with an extent, type, constant, attribute, operand, op or flag changed, through
//! the passes of their RUN lines and through each other pass, beside mlir-opt.
//!
//! A source is a chunk of a file with the flags of a RUN line. One process reads all mutants with the same flags,
//! between `// -----`; where a program ends early or takes too long, the batch is cut in halves. A mutant follows from
//! the files, the seed and its number alone. Differences are sorted by their class, the error or the ops that differ,
//! and the passes; the shortest mutant of each is shown.

mod batch;
mod mutate;
mod sources;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use terrace_progen::numbers::Numbers;

use crate::args::Args;
use crate::compare_corpus::lists::Known;
use batch::{Class, Programs, Verdict};
use sources::Source;

/// Mutants with the same flags, which one process reads.
struct Batch {
    flags: Vec<String>,
    /// The directory that the flags refer to.
    file: PathBuf,
    texts: Vec<String>,
}

/// The options of a campaign.
struct Campaign {
    seed: u64,
    /// The number of lists of flags, of mutants of each of their chunks, and of chunks for each pass.
    lists: usize,
    mutants: usize,
    chunks: usize,
}

/// Compares; whether there is no difference.
///
/// # Errors
///
/// If a file cannot be read, or a program cannot be run.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let valued = [
        "--cand",
        "--peer",
        "--seed",
        "--lists",
        "--mutants",
        "--chunks",
        "--show",
        "--only",
        "--out",
        "--seconds",
        "--jobs",
        "--pass",
    ];
    let args = Args::parse(rest, &valued, &["--unchanged"])?;
    let programs = Programs {
        cand: fs::canonicalize(args.value("--cand").unwrap_or("target/debug/terrace-test-opt"))?
            .display()
            .to_string(),
        peer: args.value("--peer").unwrap_or("mlir-opt-22").to_owned(),
        limit: Duration::from_secs(args.value("--seconds").unwrap_or("20").parse()?),
    };
    let campaign = Campaign {
        seed: args.value("--seed").unwrap_or("1").parse()?,
        lists: args.value("--lists").unwrap_or("400").parse()?,
        mutants: if args.flag("--unchanged") { 0 } else { args.value("--mutants").unwrap_or("3").parse()? },
        chunks: args.value("--chunks").unwrap_or("60").parse()?,
    };
    let (theirs, ours) = (Known::of(&programs.peer)?, Known::of(&programs.cand)?);
    let paths: Vec<PathBuf> = args.rest.iter().map(PathBuf::from).collect();
    let paths = if paths.is_empty() { vec![PathBuf::from("tests")] } else { paths };
    let sources = sources::sources(&paths, &theirs, &ours, args.value("--only").unwrap_or(""))?;
    let passes = sources::passes(&programs.peer, &ours, args.value("--only").unwrap_or(""))?;
    println!("{} lists of flags, {} passes", sources.len(), passes.len());
    let batches = match args.value("--pass") {
        Some(pass) => campaign.batches_of_pass(&sources, pass),
        None => campaign.batches(&sources, &passes),
    };
    let verdicts = judge_all(&programs, &batches, args.value("--jobs").unwrap_or("1").parse()?)?;
    let show: usize = args.value("--show").unwrap_or("1").parse()?;
    Ok(report(&batches, &verdicts, show, args.value("--out").map(Path::new))?)
}

impl Campaign {
    /// Each chunk, or its mutants, with one pass or pipeline alone.
    fn batches_of_pass(&self, sources: &[Source], pass: &str) -> Vec<Batch> {
        let mut numbers = Numbers::new(self.seed);
        let mut batches: Vec<Batch> = Vec::new();
        for source in sources {
            if batches.last().is_some_and(|last| last.file == source.file) {
                continue;
            }
            let chunks = source.chunks.iter();
            let texts: Vec<String> = match self.mutants {
                0 => chunks.cloned().collect(),
                count => chunks
                    .flat_map(|chunk| {
                        (0..count).map(|_| mutate::text(chunk, &mut numbers)).collect::<Vec<_>>()
                    })
                    .collect(),
            };
            let flags = vec![format!("--{pass}"), "--allow-unregistered-dialect".to_owned()];
            batches.push(Batch { flags, file: source.file.clone(), texts });
        }
        batches
    }

    /// All mutants, in batches with the same flags.
    fn batches(&self, sources: &[Source], passes: &[String]) -> Vec<Batch> {
        let mut numbers = Numbers::new(self.seed);
        let mut order: Vec<usize> = (0..sources.len()).collect();
        numbers.shuffle(&mut order);
        let mut batches = Vec::new();
        for &index in order.iter().take(self.lists) {
            let source = &sources[index];
            let mut texts = Vec::new();
            for chunk in &source.chunks {
                if self.mutants == 0 {
                    texts.push(chunk.clone());
                }
                texts.extend((0..self.mutants).map(|_| mutate::text(chunk, &mut numbers)));
            }
            let flags = match self.mutants > 0 && numbers.percent(20) {
                true => mutate::flags(&source.flags, &mut numbers),
                false => source.flags.clone(),
            };
            batches.push(Batch { flags, file: source.file.clone(), texts });
        }
        let chunks: Vec<(&Source, &String)> = sources
            .iter()
            .flat_map(|source| source.chunks.iter().map(move |chunk| (source, chunk)))
            .collect();
        for pass in passes.iter().filter(|_| self.chunks > 0 && !chunks.is_empty()) {
            let texts = (0..self.chunks).map(|_| {
                let (_, chunk) = *numbers.pick(&chunks);
                if numbers.percent(50) { chunk.clone() } else { mutate::text(chunk, &mut numbers) }
            });
            let flags = vec![format!("--{pass}"), "--allow-unregistered-dialect".to_owned()];
            batches.push(Batch { flags, file: chunks[0].0.file.clone(), texts: texts.collect() });
        }
        batches
    }
}

/// The verdicts of all batches, in their order.
fn judge_all(
    programs: &Programs,
    batches: &[Batch],
    jobs: usize,
) -> Result<Vec<Vec<Verdict>>, Box<dyn Error>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || -> Result<(), String> {
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(batch) = batches.get(index)
        {
            let verdicts = batch::judge(programs, batch).map_err(|error| error.to_string())?;
            done.lock().map_err(|error| error.to_string())?.insert(index, verdicts);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker ended early".to_owned())?)
    })?;
    Ok(done.into_inner()?.into_values().collect())
}

/// Prints the counts and the shortest mutant of each difference, all of them to files in `out`; whether there is none.
fn report(
    batches: &[Batch],
    verdicts: &[Vec<Verdict>],
    show: usize,
    out: Option<&Path>,
) -> std::io::Result<bool> {
    let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<(Class, &str), Vec<(&Batch, &str)>> = BTreeMap::new();
    for (batch, verdicts) in batches.iter().zip(verdicts) {
        for (text, verdict) in batch.texts.iter().zip(verdicts) {
            *counts.entry(verdict.class).or_default() += 1;
            if verdict.class.is_difference() {
                reasons.entry((verdict.class, &verdict.reason)).or_default().push((batch, text));
            }
        }
    }
    let compared: usize =
        counts.iter().filter(|(class, _)| **class != Class::PeerFails).map(|(_, count)| count).sum();
    let same: usize = counts.iter().filter(|(class, _)| class.is_same()).map(|(_, count)| count).sum();
    println!("{compared} compared, the same: {:.2} %", 100.0 * same as f64 / compared.max(1) as f64);
    for (class, count) in &counts {
        println!("{count:6} {class:?}");
    }
    let mut sorted: Vec<_> = reasons.into_iter().collect();
    sorted.sort_by_key(|((class, _), found)| (*class, std::cmp::Reverse(found.len())));
    if let Some(out) = out {
        fs::create_dir_all(out)?;
    }
    for (number, ((class, reason), mut found)) in sorted.iter().cloned().enumerate() {
        found.sort_by_key(|(_, text)| text.len());
        println!("{:4} {class:?} #{number}: {reason}", found.len());
        for (at, (batch, text)) in found.iter().take(show).enumerate() {
            let flags: Vec<String> = batch.flags.iter().map(|flag| format!("'{flag}'")).collect();
            let text = format!("// RUN: {}\n{text}\n", flags.join(" "));
            match out {
                Some(out) => fs::write(out.join(format!("{number}-{at}.mlir")), text)?,
                None => println!("{text}"),
            }
        }
    }
    Ok(sorted.is_empty())
}
