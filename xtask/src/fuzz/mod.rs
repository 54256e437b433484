//! `fuzz`: mutated files, with the stable compiler.
//!
//! The targets below `fuzz/` are guided by coverage and need a nightly compiler; this needs nothing. It works
//! on the file tests, which together cover most of the syntax: it changes bytes, words and lines, and puts
//! pieces of one file into another.
//!
//! - [`damage`]: inputs; each is determined by the seed and its number;
//! - [`judge`]: the invariants of an input;
//! - [`passes`]: the passes that run on inputs;
//! - [`worker`]: processes that judge inputs, within bounds of memory and time, and the report when one dies;
//! - [`findings`]: one entry for each kind and place, with its smallest input.

mod damage;
mod findings;
mod judge;
mod passes;
mod worker;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use terrace::tools::progress::Progress;

use crate::args::Args;
use damage::Corpus;
use findings::Findings;
use judge::Judge;
use worker::Work;

const OPTIONS: &[&str] =
    &["--seconds", "--inputs", "--seed", "--threads", "--memory", "--out", "--show", "--only", "--worker"];

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let parsed = Args::parse(args, OPTIONS, &[])?;
    let number = |name: &str| parsed.value(name).map(str::parse::<u64>).transpose();
    let (seconds, inputs) = (number("--seconds")?, number("--inputs")?);
    let seed = number("--seed")?.unwrap_or(1);
    let mut files: Vec<PathBuf> = Vec::new();
    for path in parsed.rest.iter().map(PathBuf::from) {
        if path.is_dir() { damage::collect(&path, &mut files)? } else { files.push(path) }
    }
    if files.is_empty() {
        damage::collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests"), &mut files)?;
    }
    let corpus = Corpus::read(&files)?;
    if corpus.is_empty() {
        return Err("there is nothing to damage".into());
    }
    if let Some(shown) = number("--show")? {
        use std::io::Write as _;
        std::io::stdout().write_all(&corpus.input(seed, shown))?;
        return Ok(true);
    }
    if let Some(only) = number("--only")? {
        return Ok(judge_one(&corpus.input(seed, only)));
    }
    if let Some(range) = parsed.value("--worker") {
        worker::work(&corpus, seed, range)?;
        return Ok(true);
    }
    let end = match (seconds, inputs) {
        (None, Some(_)) => None,
        (seconds, _) => Some(Instant::now() + Duration::from_secs(seconds.unwrap_or(60))),
    };
    let threads = number("--threads")?.unwrap_or(1).max(1);
    let memory = number("--memory")?.unwrap_or(4096);
    let out = PathBuf::from(parsed.value("--out").unwrap_or("target/fuzz"));
    let findings = Mutex::new(Findings::new(out));
    let shown = Progress::new("inputs", inputs);
    let work = Work { seed, corpus: &corpus, args, memory, end, findings: &findings, shown: &shown };
    let counts = std::thread::scope(|scope| {
        let all = inputs.unwrap_or(u64::MAX);
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                scope.spawn({
                    let work = &work;
                    move || work.run(first, threads, all)
                })
            })
            .collect();
        let join =
            |worker: std::thread::ScopedJoinHandle<'_, _>| worker.join().expect("watching does not panic");
        workers.into_iter().map(join).collect::<Result<Vec<_>, std::io::Error>>()
    })?;
    let (judged, accepted) = counts.iter().fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    shown.clear();
    let findings = findings.into_inner()?;
    print!("{}", findings.summary());
    println!("{judged} inputs with seed {seed}, {accepted} of them accepted; {} findings", findings.len());
    Ok(findings.len() == 0)
}

/// Judges one input in this process, and prints the finding.
fn judge_one(input: &[u8]) -> bool {
    match Judge::new(&mut |args| println!("{args}")).judge(input) {
        Ok(accepted) => {
            println!("nothing found; the input is {}", if accepted { "accepted" } else { "refused" });
            true
        }
        Err(finding) => {
            println!(
                "---- {}\n{}\n---- input\n{}\n----",
                finding.key,
                finding.log,
                String::from_utf8_lossy(input)
            );
            false
        }
    }
}
