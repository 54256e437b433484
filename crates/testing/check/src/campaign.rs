//! Many programs and all subjects.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use terrace_ir::rule_counts::{RuleCounts, RuleKind};
use terrace_progen::numbers::Numbers;
use terrace_progen::{KINDS, ProgramKind, program};

use crate::coverage;
use crate::finding::Finding;
use crate::judge::{Bench, Start, Verdict};
use crate::subjects::{Subject, sequence};
use crate::variations::Variations;

/// A fuzzing campaign.
pub struct Campaign<'a> {
    /// The bench.
    pub bench: &'a Bench,
    /// The subjects.
    pub subjects: Vec<Subject>,
    /// The kinds of programs.
    pub kinds: Vec<&'static ProgramKind>,
    /// The first program.
    pub seed: u64,
    /// The number of programs.
    pub programs: u64,
    /// The number of programs, the last ones, that are variations of others, to which rules apply that are seldom seen.
    pub varied: u64,
    /// The number of pass sequences applied to each program.
    pub sequences: usize,
    /// The interval of programs that are run through each subject twice, the second time on several threads.
    pub again: u64,
    /// The number of threads.
    pub threads: usize,
    /// The number of findings after which the campaign ends.
    pub max_findings: usize,
    /// Longer than this, one program in one subject may not take.
    pub slow: Duration,
}

/// The counts of a subject.
#[derive(Clone, Default, Debug)]
pub struct Count {
    /// Programs it was given.
    pub runs: u64,
    /// Programs it changed.
    pub changed: u64,
    /// Programs it refused.
    pub refused: u64,
    /// Programs that could not be run after it.
    pub unrunnable: u64,
    /// The first reason.
    pub reason: Option<String>,
    /// Programs with known errors.
    pub known: u64,
    /// Findings.
    pub wrong: u64,
}

/// The results of a campaign.
#[derive(Default, Debug)]
pub struct Summary {
    /// By the flags of the subject; sequences are one.
    pub counts: BTreeMap<String, Count>,
    /// Programs that were used.
    pub programs: u64,
    /// Programs with an op that cannot be run, with the first reason.
    pub unsupported: (u64, Option<String>),
    /// Programs that are invalid before any pass: kind, seed, reason.
    pub bad: Vec<(String, u64, String)>,
    /// Findings, by program.
    pub findings: Vec<Finding>,
}

/// A program by its number, kind and seed.
type Job = (u64, &'static ProgramKind, u64);

/// The rules that applied to a program.
type Applied = Vec<((RuleKind, String), u64)>;

/// The number of programs after which variations are chosen anew.
const ROUND: u64 = 250;

/// The name under which sequences of passes are counted.
pub const SEQUENCES: &str = "sequences of passes";

impl Count {
    /// Counts a verdict.
    pub(crate) fn add(&mut self, verdict: &Verdict) {
        self.runs += 1;
        match verdict {
            Verdict::Same => {}
            Verdict::Changed => self.changed += 1,
            Verdict::Refused => self.refused += 1,
            Verdict::Known => self.known += 1,
            Verdict::Unrunnable(message) => {
                self.unrunnable += 1;
                self.changed += 1;
                self.reason.get_or_insert_with(|| message.clone());
            }
            Verdict::Wrong(..) => self.wrong += 1,
        }
    }
}

impl Campaign<'_> {
    /// All kinds and subjects, a program of each kind in turn.
    pub fn new(bench: &Bench) -> Campaign<'_> {
        Campaign {
            bench,
            subjects: crate::subjects::all(),
            kinds: KINDS.iter().flat_map(|kind| std::iter::repeat_n(kind, kind.turns)).collect(),
            seed: 0,
            programs: 100,
            varied: 0,
            sequences: 2,
            again: 4,
            threads: 1,
            max_findings: 50,
            slow: Duration::from_secs(30),
        }
    }

    /// The kind and the seed of the program of a number.
    fn numbered(&self, number: u64) -> (&'static ProgramKind, u64) {
        let at = (number % self.kinds.len() as u64) as usize;
        let kind = self.kinds[at];
        let of_kind =
            |kinds: &[&ProgramKind]| kinds.iter().filter(|other| other.name == kind.name).count() as u64;
        let (turns, turn) = (of_kind(&self.kinds), of_kind(&self.kinds[..at]));
        (kind, number / self.kinds.len() as u64 * turns + turn)
    }

    /// The program of a number, with its kind and seed.
    pub fn program(&self, number: u64) -> (&'static ProgramKind, u64, String) {
        let (kind, seed) = self.numbered(number);
        (kind, seed, self.text(kind, seed))
    }

    fn text(&self, kind: &ProgramKind, seed: u64) -> String {
        program(kind, seed, &|op| self.bench.supports(op))
    }

    /// Runs the campaign; `stuck` is called with a program and a subject that exceed the time limit, `begun` now and then with
    /// the number of programs that were begun.
    pub fn run(&self, stuck: &(dyn Fn(&str) + Sync), begun: &dyn Fn(u64)) -> Summary {
        let plain = self.programs.saturating_sub(self.varied);
        let wanted = coverage::wanted(self.programs);
        let mut variations = Variations::default();
        let mut summary = Summary::default();
        let mut done = 0;
        while done < self.programs && summary.findings.len() < self.max_findings {
            let is_plain = done < plain;
            let most = (if is_plain { plain - done } else { self.programs - done }).min(ROUND);
            let chosen = if is_plain {
                Vec::new()
            } else {
                variations.choose(wanted, most as usize, &|kind, seed, varied| {
                    self.text(kind, seed) != self.text(kind, varied)
                })
            };
            // Once no rule is rare, programs go on by their numbers.
            let numbers = self.seed + done..self.seed + done + most;
            let jobs: Vec<Job> = match chosen.is_empty() {
                true => numbers.map(|number| (number, self.numbered(number))).map(flat).collect(),
                false => numbers.zip(chosen).map(flat).collect(),
            };
            for (job, (own, applied)) in jobs.iter().zip(self.batch(&jobs, done, stuck, begun)) {
                summary.add(own);
                if self.varied > 0 {
                    variations.add(job.1, job.2, applied.into_iter());
                }
            }
            done += jobs.len() as u64;
        }
        summary
            .findings
            .sort_by(|a, b| (a.seed, &a.kind, &a.subject.flags).cmp(&(b.seed, &b.kind, &b.subject.flags)));
        summary.bad.sort();
        summary
    }

    /// Some programs on several threads, `done` having been before: the results in the order of the programs, without those
    /// after too many findings.
    fn batch(
        &self,
        jobs: &[Job],
        done: u64,
        stuck: &(dyn Fn(&str) + Sync),
        begun: &dyn Fn(u64),
    ) -> Vec<(Summary, Applied)> {
        let results = Mutex::new((BTreeMap::new(), 0));
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let current: Vec<Mutex<Option<(Instant, String)>>> =
            (0..self.threads.max(1)).map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            let workers: Vec<_> = current
                .iter()
                .map(|current| {
                    let (next, over, results) = (&next, &over, &results);
                    scope.spawn(move || {
                        while !over.load(Ordering::Relaxed) {
                            let at = next.fetch_add(1, Ordering::Relaxed);
                            let Some(&job) = jobs.get(at) else { break };
                            let own = self.one(job, current);
                            let Ok(mut results) = results.lock() else { return };
                            results.1 += own.0.findings.len();
                            results.0.insert(at, own);
                            if results.1 >= self.max_findings {
                                over.store(true, Ordering::Relaxed);
                            }
                        }
                        if let Ok(mut current) = current.lock() {
                            *current = None;
                        }
                    })
                })
                .collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(5));
                begun(done + next.load(Ordering::Relaxed).min(jobs.len()) as u64);
                for entry in &current {
                    let late = entry.lock().ok().and_then(|entry| {
                        entry
                            .as_ref()
                            .filter(|(start, _)| start.elapsed() > self.slow)
                            .map(|(_, text)| text.clone())
                    });
                    late.iter().for_each(|text| stuck(text));
                }
            }
        });
        results.into_inner().unwrap_or_default().0.into_values().collect()
    }

    /// One program through all subjects.
    fn one(&self, job: Job, current: &Mutex<Option<(Instant, String)>>) -> (Summary, Applied) {
        let counts = Arc::new(RuleCounts::default());
        let summary = self.through_all(job, &counts, current);
        let counts = counts.take();
        let applied = match self.varied > 0 {
            true => counts.iter().map(|(rule, classes)| (rule.clone(), classes.values().sum())).collect(),
            false => Applied::new(),
        };
        self.bench.counts().add_all(counts);
        (summary, applied)
    }

    /// The same; rules are counted in `counts`.
    fn through_all(
        &self,
        (number, kind, seed): Job,
        counts: &Arc<RuleCounts>,
        current: &Mutex<Option<(Instant, String)>>,
    ) -> Summary {
        let mut summary = Summary::default();
        let text = self.text(kind, seed);
        let note = |what: &str| {
            if let Ok(mut current) = current.lock() {
                *current = Some((Instant::now(), format!("{} {seed}: {what}", kind.name)));
            }
        };
        note("the program");
        let program = match self.bench.start_counted(&text, kind.leaks, counts.clone()) {
            Start::Good(program) => program,
            Start::Unsupported(message) => {
                summary.unsupported = (1, Some(message));
                return summary;
            }
            Start::Bad(message) => {
                summary.bad.push((kind.name.to_owned(), seed, message));
                return summary;
            }
        };
        summary.programs = 1;
        let mut numbers = Numbers::new(number ^ 0x5EED);
        let sequences: Vec<Subject> =
            (0..self.sequences).map(|_| sequence(&self.subjects, kind.name, &mut numbers)).collect();
        let all = self.subjects.iter().filter(|subject| subject.fits(kind.name));
        for (subject, name) in
            all.map(|s| (s, s.flags.as_str())).chain(sequences.iter().map(|s| (s, SEQUENCES)))
        {
            note(&subject.flags);
            let verdict = self.bench.judge(&program, subject, number.is_multiple_of(self.again));
            summary.counts.entry(name.to_owned()).or_default().add(&verdict);
            if let Verdict::Wrong(problem, message) = verdict {
                let (subject, text) = (subject.clone(), text.clone());
                let kind = kind.name.to_owned();
                summary.findings.push(Finding { kind, seed, subject, problem, message, text });
            }
        }
        summary
    }
}

fn flat((number, (kind, seed)): (u64, (&'static ProgramKind, u64))) -> Job {
    (number, kind, seed)
}

impl Summary {
    pub(crate) fn add(&mut self, other: Summary) {
        self.programs += other.programs;
        self.unsupported.0 += other.unsupported.0;
        self.unsupported.1 = self.unsupported.1.take().or(other.unsupported.1);
        self.bad.extend(other.bad);
        self.findings.extend(other.findings);
        for (name, count) in other.counts {
            let own = self.counts.entry(name).or_default();
            own.runs += count.runs;
            own.changed += count.changed;
            own.refused += count.refused;
            own.unrunnable += count.unrunnable;
            own.known += count.known;
            own.wrong += count.wrong;
            own.reason = own.reason.take().or(count.reason);
        }
    }

    /// The distinct findings: those of a pipeline only if none of its passes has one about the same program;
    /// of similar ones the first, with their number.
    pub fn distinct(&self) -> Vec<(&Finding, usize)> {
        let mut alone: BTreeMap<(&str, u64), Vec<&str>> = BTreeMap::new();
        for finding in self.findings.iter().filter(|finding| finding.subject.passes().count() == 1) {
            alone.entry((&finding.kind, finding.seed)).or_default().push(&finding.subject.flags);
        }
        let explained = |finding: &Finding| {
            let known = alone.get(&(finding.kind.as_str(), finding.seed));
            finding.subject.passes().count() > 1
                && known.is_some_and(|list| {
                    finding
                        .subject
                        .passes()
                        .any(|(name, _)| list.iter().any(|flags| flags[2..].split('=').next() == Some(name)))
                })
        };
        let mut found: Vec<(&Finding, usize)> = Vec::new();
        for finding in self.findings.iter().filter(|finding| !explained(finding)) {
            match found.iter_mut().find(|(first, _)| first.looks_like(finding)) {
                Some((_, count)) => *count += 1,
                None => found.push((finding, 1)),
            }
        }
        found
    }

    /// Returns the counts as a table.
    pub fn table(&self) -> String {
        let mut out = format!(
            "{:>8} {:>8} {:>8} {:>8} {:>6} {:>6}  subject\n",
            "runs", "changed", "refused", "not run", "known", "wrong"
        );
        for (name, count) in &self.counts {
            let Count { runs, changed, refused, unrunnable, known, wrong, .. } = count;
            out.push_str(&format!(
                "{runs:>8} {changed:>8} {refused:>8} {unrunnable:>8} {known:>6} {wrong:>6}  {name}\n"
            ));
        }
        out
    }
}
