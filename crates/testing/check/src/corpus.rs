//! Programs of a folder: through all passes and pipelines for loops, and through all pairs of passes on loops.
//!
//! The results of the first pass are kept as text, so that a pair costs one pass. Outputs that are equal are run once.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use crate::campaign::Summary;
use crate::finding::Finding;
use crate::judge::{Bench, Program, Start, Verdict};
use crate::subjects::{self, Subject};

/// The name under which pairs of passes are counted.
pub const PAIRS: &str = "pairs of passes on loops";

/// Programs, and the passes and pipelines that they go through.
pub struct Corpus<'a> {
    /// The bench.
    pub bench: &'a Bench,
    /// The programs, with their names.
    pub programs: Vec<(String, String)>,
    /// The subjects that are applied alone.
    pub subjects: Vec<Subject>,
    /// The subjects that are applied one after the other.
    pub paired: Vec<Subject>,
    /// The interval of pairs that are applied; each program has others.
    pub interval: usize,
    /// The number of threads.
    pub threads: usize,
    /// Longer than this, one pass on one program may not take.
    pub slow: Duration,
}

/// The results for a corpus.
#[derive(Default, Debug)]
pub struct CorpusSummary {
    /// The counts and findings.
    pub summary: Summary,
    /// The number of programs that were run, before and after passes.
    pub executed: u64,
    /// The passes and programs that took long.
    pub slow: Vec<String>,
}

/// One program on its way through the subjects.
struct Walk<'a> {
    corpus: &'a Corpus<'a>,
    name: &'a str,
    program: Program,
    found: CorpusSummary,
    /// The outputs with the right behavior, with what was allowed: leaks, and copies of what was not written.
    right: FxHashSet<(bool, bool, String)>,
}

/// The programs of a folder, by name.
///
/// # Errors
///
/// Those of reading the folder and its files.
pub fn programs_of(folder: &Path) -> std::io::Result<Vec<(String, String)>> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "mlir")
            && let Some(name) = path.file_stem()
        {
            programs.push((name.to_string_lossy().into_owned(), std::fs::read_to_string(&path)?));
        }
    }
    programs.sort();
    Ok(programs)
}

impl<'a> Corpus<'a> {
    /// All subjects for loops, and all pairs of passes on loops.
    pub fn new(bench: &'a Bench, programs: Vec<(String, String)>) -> Self {
        let (subjects, paired) = (subjects::for_loops(), subjects::on_loops());
        Corpus { bench, programs, subjects, paired, interval: 1, threads: 1, slow: Duration::from_secs(10) }
    }

    /// Runs all; `begun` is called with the number of programs that were begun.
    pub fn run(&self, begun: &(dyn Fn(u64) + Sync)) -> CorpusSummary {
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let all = Mutex::new(CorpusSummary::default());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while let Some((name, text)) = self.programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        begun(done.fetch_add(1, Ordering::Relaxed));
                        let found = self.one(name, text);
                        if let Ok(mut all) = all.lock() {
                            all.add(found);
                        }
                    }
                });
            }
        });
        let mut all = all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.summary.findings.sort_by(|a, b| (&a.kind, &a.subject.flags).cmp(&(&b.kind, &b.subject.flags)));
        all.summary.bad.sort();
        all.slow.sort();
        all
    }

    /// One program through all subjects and pairs.
    fn one(&self, name: &str, text: &str) -> CorpusSummary {
        let mut found = CorpusSummary { executed: 1, ..CorpusSummary::default() };
        let program = match self.bench.start(text, false) {
            Start::Good(program) => program,
            Start::Bad(message) | Start::Unsupported(message) => {
                found.summary.bad.push((name.to_owned(), 0, message));
                return found;
            }
        };
        found.summary.programs = 1;
        let mut walk = Walk { corpus: self, name, program, found, right: FxHashSet::default() };
        let is_paired = |subject: &&Subject| self.paired.iter().any(|other| other.flags == subject.flags);
        for subject in self.subjects.iter().filter(|subject| !is_paired(subject)) {
            walk.apply(None, subject);
        }
        let firsts: Vec<_> = self.paired.iter().map(|subject| (subject, walk.apply(None, subject))).collect();
        let mut known = FxHashSet::default();
        let offset = name.bytes().map(usize::from).sum::<usize>();
        for (number, (first, output)) in firsts.iter().enumerate() {
            let Some(output) = output else { continue };
            if !known.insert(output) {
                continue;
            }
            let after = walk.program.after(output.clone(), first.leaks);
            for (at, second) in self.paired.iter().enumerate() {
                if (number * self.paired.len() + at + offset).is_multiple_of(self.interval) {
                    walk.apply(Some((first, &after)), second);
                }
            }
        }
        walk.found
    }
}

impl Walk<'_> {
    /// Applies a subject to the program, or to what another subject turned it into; returns the output if it is right and
    /// differs from the input.
    fn apply(&mut self, first: Option<(&Subject, &Program)>, subject: &Subject) -> Option<String> {
        let bench = self.corpus.bench;
        let whole = first.map_or_else(|| subject.clone(), |(first, _)| first.then(subject));
        let input = first.map_or(&self.program, |(_, after)| after);
        // The flags of both are permitted, and only those of the second are applied.
        let allowed = Subject { flags: subject.flags.clone(), known: subject.known, ..whole.clone() };
        let start = Instant::now();
        let output = bench.output(input, &allowed, first.is_none());
        let spent = start.elapsed();
        let key = |printed: &str| (allowed.leaks, allowed.reads_unwritten, printed.to_owned());
        let (verdict, output) = match output {
            Err(verdict) => (verdict, None),
            Ok((_, printed)) if printed == input.text || printed == self.program.printed() => {
                (Verdict::Same, None)
            }
            Ok((_, printed)) if self.right.contains(&key(&printed)) => (Verdict::Changed, Some(printed)),
            Ok((ir, printed)) => {
                self.found.executed += 1;
                let verdict = bench.behavior(input, &allowed, &ir);
                if verdict == Verdict::Changed {
                    self.right.insert(key(&printed));
                    (verdict, Some(printed))
                } else {
                    (verdict, None)
                }
            }
        };
        if spent > self.corpus.slow {
            self.found.slow.push(format!(
                "{}: {} takes {:.1} s",
                self.name,
                whole.flags,
                spent.as_secs_f64()
            ));
        }
        let name = first.map_or(subject.flags.as_str(), |_| PAIRS);
        let summary = &mut self.found.summary;
        summary.counts.entry(name.to_owned()).or_default().add(&verdict);
        if let Verdict::Wrong(problem, message) = verdict {
            let (kind, text) = (self.name.to_owned(), self.program.text.clone());
            summary.findings.push(Finding { kind, seed: 0, subject: whole, problem, message, text });
        }
        output
    }
}

impl CorpusSummary {
    fn add(&mut self, other: CorpusSummary) {
        self.summary.add(other.summary);
        self.executed += other.executed;
        self.slow.extend(other.slow);
    }
}
