//! The kernels of PolyBench through passes on loops, and through a sample of all pairs of them: a sample of `cargo xtask
//! check-passes --corpus tests/run/polybench`.

use std::path::Path;

use terrace_check::corpus::{Corpus, PAIRS, programs_of};
use terrace_check::{Bench, Problem, Subject};

/// The number of kernels, of which every third is taken unless `TERRACE_KERNELS` is set.
const KERNELS: usize = 30;
/// The interval of pairs that are applied: all take minutes.
const INTERVAL: usize = 50;

fn kernels() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/run/polybench");
    programs_of(&folder).expect("there are programs")
}

#[test]
fn passes_on_loops_keep_what_kernels_do() {
    let bench = Bench::default();
    let kernels = kernels();
    assert_eq!(kernels.len(), KERNELS);
    let step = if std::env::var_os("TERRACE_KERNELS").is_some() { 1 } else { 3 };
    let kernels: Vec<_> = kernels.into_iter().step_by(step).collect();
    let mut corpus = Corpus::new(&bench, kernels);
    corpus.subjects.clear();
    corpus.interval = INTERVAL;
    corpus.threads = 2;
    let found = corpus.run(&|_| {});
    let summary = &found.summary;
    assert!(summary.bad.is_empty(), "{:?}", summary.bad);
    let shown: Vec<String> = summary.distinct().iter().map(|(finding, _)| finding.file()).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n----\n"));
    assert_eq!(summary.programs, corpus.programs.len() as u64);
    let pairs = summary.counts.get(PAIRS).expect("there are pairs");
    assert!(pairs.runs > 100 && pairs.changed * 3 > pairs.runs, "{}", summary.table());
    // What cannot apply to affine loops is applied to what other passes lower them to.
    let changing = summary.counts.values().filter(|count| count.changed > 0).count();
    assert!(changing * 3 > corpus.paired.len() * 2, "{}", summary.table());
}

#[test]
fn wrong_kernels_and_passes_that_fail_on_them_are_found() {
    let bench = Bench::default();
    let (name, text) = kernels().into_iter().find(|(name, _)| name == "gemm").expect("there is gemm");
    let (first, second) = ("--lower-affine", "--no-such-pass");
    let broken = text.replace("memref.dealloc %A", "memref.dealloc %B");
    assert_ne!(broken, text);
    let mut corpus = Corpus::new(&bench, vec![(name, text), ("broken".to_owned(), broken)]);
    corpus.subjects.clear();
    corpus.paired = vec![Subject::of(first), Subject::of(second)];
    let found = corpus.run(&|_| {});
    assert_eq!(found.summary.bad.len(), 1, "{:?}", found.summary.bad);
    let wrong: Vec<_> =
        found.summary.findings.iter().map(|f| (f.subject.flags.as_str(), f.problem)).collect();
    let pair = format!("{first} {second}");
    assert_eq!(wrong, [(pair.as_str(), Problem::Failure), (second, Problem::Failure)]);
}
