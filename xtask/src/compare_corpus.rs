//! `compare-corpus DIR`: the files of other projects through the pass lists that these projects use, beside mlir-opt.
//!
//! The pass lists of a file are those of its RUN lines and of the makefile beside it, without the passes and options that
//! only the project's own optimizer knows, the plain round trip, and canonicalization. A file that `// -----` splits counts
//! by its chunks, so that one chunk that wants a dialect of the project does not hide the others. Outputs are compared
//! byte for byte, differences are sorted by their reasons; those that the record has a sentence for are counted apart,
//! by sentence. The record is `record.txt` beside this, or `--record FILE`.

pub(crate) mod lists;
pub(crate) mod outcome;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::args::Args;
use lists::{Case, Known};
use outcome::{Outcome, Output, Verdict};

/// The line between the chunks of a file.
pub(crate) const MARKER: &str = "// -----";

/// The programs, and how they are run.
struct Programs {
    cand: String,
    peer: String,
    limit: Duration,
}

/// Compares; whether there is no crash, no hang and no difference without a sentence.
///
/// # Errors
///
/// If the directory cannot be read, or a program cannot be run.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let valued = ["--cand", "--peer", "--show", "--record", "--seconds", "--jobs"];
    let args = Args::parse(rest, &valued, &[])?;
    let programs = Programs {
        cand: args.value("--cand").unwrap_or("target/debug/terrace-opt").to_owned(),
        peer: args.value("--peer").unwrap_or("mlir-opt-22").to_owned(),
        limit: Duration::from_secs(args.value("--seconds").unwrap_or("30").parse()?),
    };
    let show: usize = args.value("--show").unwrap_or("3").parse()?;
    let jobs: usize = args.value("--jobs").unwrap_or("1").parse()?;
    let [directory] = args.rest.as_slice() else { return Err("compare-corpus takes a directory".into()) };
    let root = fs::canonicalize(directory)?;
    let record = match args.value("--record") {
        Some(path) => {
            read_record(&fs::read_to_string(path)?).ok_or_else(|| format!("{path}: {RECORD_FORM}"))?
        }
        None => read_record(include_str!("compare_corpus/record.txt")).ok_or(RECORD_FORM)?,
    };
    let cases = lists::cases(&root, &Known::of(&programs.peer)?)?;
    let verdicts = judge_all(&programs, &cases, jobs)?;
    let mut tally = Tally::default();
    for (case, verdicts) in cases.iter().zip(verdicts) {
        let name = format!("{} {}", case.file.strip_prefix(&root)?.display(), case.flags.join(" "));
        for verdict in verdicts {
            tally.add(&name, verdict, &record);
        }
    }
    println!("{} command lines on {} files", cases.len(), files_of(&cases));
    Ok(tally.print(show))
}

/// Outcomes by their number, and by their reasons.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<Outcome, usize>,
    reasons: BTreeMap<(Outcome, String), Vec<String>>,
    recorded: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, name: &str, verdict: Verdict, record: &[(String, String)]) {
        let Verdict { outcome, reason, line } = verdict;
        let explains = |part: &str| name.contains(part) || reason.contains(part);
        let sentence = record.iter().find(|(part, _)| explains(part));
        if let Some((_, sentence)) = sentence.filter(|_| outcome >= Outcome::OnlyThere) {
            *self.recorded.entry(sentence.clone()).or_default() += 1;
            return;
        }
        *self.counts.entry(outcome).or_default() += 1;
        if outcome >= Outcome::BothRefuse {
            let place = if line > 1 { format!("{name} (chunk at line {line})") } else { name.to_owned() };
            self.reasons.entry((outcome, reason)).or_default().push(place);
        }
    }

    /// Prints all; whether nothing is left without a sentence.
    fn print(&self, show: usize) -> bool {
        let recorded: usize = self.recorded.values().sum();
        let all = self.counts.values().sum::<usize>() + recorded;
        println!("{all} chunks, one for each command line on a part of a file");
        for (outcome, count) in &self.counts {
            println!("{count:6} {outcome:?}");
        }
        println!("{recorded:6} with a sentence in the record");
        self.recorded.iter().for_each(|(sentence, count)| println!("{count:4} recorded: {sentence}"));
        let mut sorted: Vec<_> = self.reasons.iter().collect();
        sorted.sort_by_key(|((outcome, _), names)| (*outcome, std::cmp::Reverse(names.len())));
        for ((outcome, reason), names) in &sorted {
            let is_short = matches!(outcome, Outcome::BothRefuse | Outcome::OnlyHere);
            println!("{}{:4} {outcome:?}: {reason}", if is_short { "" } else { "\n" }, names.len());
            names.iter().take(if is_short { 0 } else { show }).for_each(|name| println!("       {name}"));
        }
        sorted.iter().all(|((outcome, _), _)| *outcome < Outcome::OnlyThere)
    }
}

/// The verdicts of all cases, in their order.
fn judge_all(programs: &Programs, cases: &[Case], jobs: usize) -> Result<Vec<Vec<Verdict>>, Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), String> {
        let mut own = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(case) = cases.get(index)
        {
            own.push((index, compare(programs, case).map_err(|error| error.to_string())?));
        }
        done.lock().map_err(|error| error.to_string())?.extend(own);
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker ended early".to_owned())?)
    })?;
    let mut done = done.into_inner().map_err(|_| "a worker ended early")?;
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, verdicts)| verdicts).collect())
}

/// The verdicts of the chunks of a case.
fn compare(programs: &Programs, case: &Case) -> Result<Vec<Verdict>, Box<dyn Error>> {
    let (ours, theirs) = run_both(programs, case, &case.file)?;
    let text = fs::read(&case.file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())?;
    let chunks = chunk_lines(&text);
    if !case.splits() || chunks.len() < 2 || (case.is_silent() && ours.code == theirs.code) {
        return Ok(vec![outcome::judge(&ours, &theirs)]);
    }
    if !case.is_silent()
        && let Some(verdicts) = outcome::judge_chunks(&ours, &theirs, &chunks)
    {
        return Ok(verdicts);
    }
    // One of the programs ended early, or printed nothing that tells the chunks apart: each chunk is a file of its own.
    let directory = std::env::temp_dir().join(format!("terrace-corpus-{}", std::process::id()));
    fs::create_dir_all(&directory)?;
    let thread = format!("{:?}.mlir", std::thread::current().id()).replace(['(', ')'], "-");
    let file = directory.join(thread);
    let lines: Vec<&str> = text.lines().collect();
    let mut verdicts = Vec::new();
    for (index, first) in chunks.iter().enumerate() {
        let end = chunks.get(index + 1).map_or(lines.len() + 1, |next| next - 1);
        let body = lines.get(first - 1..end - 1).unwrap_or(&[]).join("\n");
        fs::write(&file, format!("{}{body}\n", "\n".repeat(first - 1)))?;
        let (ours, theirs) = run_both(programs, case, &file)?;
        verdicts.push(Verdict { line: *first, ..outcome::judge(&ours, &theirs) });
    }
    fs::remove_file(&file)?;
    Ok(verdicts)
}

/// The number of the first line of each chunk, from one.
fn chunk_lines(text: &str) -> Vec<usize> {
    let markers = text.lines().enumerate().filter(|(_, line)| line.trim_end() == MARKER);
    std::iter::once(1).chain(markers.map(|(index, _)| index + 2)).collect()
}

fn files_of(cases: &[Case]) -> usize {
    let mut files: Vec<&Path> = cases.iter().map(|case| case.file.as_path()).collect();
    files.dedup();
    files.len()
}

/// The form of a record.
const RECORD_FORM: &str = "a line of a record is `part of a name or reason: sentence`";

/// The lines of a record.
fn read_record(text: &str) -> Option<Vec<(String, String)>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").map(|(part, why)| (part.to_owned(), why.to_owned()))).collect()
}

fn run_both(programs: &Programs, case: &Case, file: &Path) -> Result<(Output, Output), Box<dyn Error>> {
    let theirs = run(&programs.peer, &[], case, file, programs.limit)?;
    Ok((run(&programs.cand, &["--match-upstream"], case, file, programs.limit)?, theirs))
}

pub(crate) fn run(
    program: &str,
    own: &[&str],
    case: &Case,
    file: &Path,
    limit: Duration,
) -> Result<Output, Box<dyn Error>> {
    let directory: Option<PathBuf> = case.file.parent().map(Path::to_path_buf);
    let mut child = Command::new(program)
        .args(own)
        .args(&case.flags)
        .arg(file)
        .current_dir(directory.as_deref().unwrap_or(Path::new(".")))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let read = |mut stream: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = std::io::Read::read_to_end(&mut stream, &mut bytes);
            read.map(|_| String::from_utf8_lossy(&bytes).into_owned())
        })
    };
    let (Some(out), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(format!("{program}: no output").into());
    };
    let (out, errors) = (read(Box::new(out)), read(Box::new(errors)));
    let start = Instant::now();
    let mut late = false;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                late = true;
                child.kill()?;
                break child.wait()?;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |reader: std::thread::JoinHandle<std::io::Result<String>>| {
        reader.join().map_err(|_| "a reader ended early")?.map_err(|error| error.to_string())
    };
    Ok(Output { text: text(out)?, errors: text(errors)?, code: status.code(), late })
}
