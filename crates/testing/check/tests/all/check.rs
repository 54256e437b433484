//! A sample of `cargo xtask check-passes`, and a test that it finds planted errors.

mod plants;

use std::sync::Once;

use terrace_check::copies::Copies;
use terrace_check::coverage::Rule;
use terrace_check::finding::Finding;
use terrace_check::{Bench, Campaign, Problem, Start, Subject, Verdict};
use terrace_pass::{PassDef, Registry};
use terrace_progen::{KINDS, program, snippets};

/// The numbers of the programs from which a planted fusion is looked for: the first that show it, since looking from the
/// first program on takes a minute and a half.
const FIRST_NESTS: &[(&str, u64)] = &[
    ("plant-fuses-without-slices", 184),
    ("plant-fuses-without-order", 78),
    ("plant-fuses-without-source-order", 37),
    ("plant-fuses-without-moves", 1159),
    ("plant-fuses-without-removal", 111),
    ("plant-fuses-without-privacy", 689),
];

/// The maximum number of programs before a plant is found.
const PROGRAMS: u64 = 300;
/// The same for nests of loops.
const MOST_NESTS: u64 = 2000;
/// The maximum number of runs of a finding's test during its reduction.
const TRIES: usize = 600;
/// The maximum number of lines of a reduced finding.
const LINES: usize = 60;

/// Panics are findings; the default hook would write them.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.payload().downcast_ref::<&str>() != Some(&"a comparison") {
                usual(info);
            }
        }));
    });
}

#[test]
fn programs_are_deterministic_and_good() {
    let bench = Bench::default();
    for kind in KINDS {
        for seed in 1_000..1_006 {
            let text = program(kind, seed, &|op| bench.supports(op));
            assert_eq!(text, program(kind, seed, &|op| bench.supports(op)), "{} {seed}", kind.name);
            assert!(text.lines().count() > 10);
            if let Start::Bad(message) = bench.start(&text, kind.leaks) {
                panic!("{} {seed}: {message}\n{text}", kind.name);
            }
        }
    }
}

#[test]
fn passes_keep_what_programs_do() {
    // `TERRACE_PROGRAMS` is another number of programs.
    let programs = std::env::var("TERRACE_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(36);
    let bench = Bench::default();
    let mut campaign = Campaign::new(&bench);
    campaign.programs = programs;
    campaign.sequences = 1;
    campaign.threads = 2;
    let summary = campaign.run(&|what| panic!("takes long: {what}"), &|_| {});
    let shown: Vec<String> = summary.distinct().iter().map(|(finding, _)| finding.file()).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n----\n"));
    assert!(summary.bad.is_empty(), "{:?}", summary.bad);
    assert!(summary.programs * 4 >= programs * 3, "{}", summary.programs);
    let changed = summary.counts.values().filter(|count| count.changed > 0).count();
    assert!(changed * 10 > summary.counts.len() * 7, "{}", summary.table());
}

#[test]
fn returned_copies_are_expected_where_functions_return_them() {
    const TEXT: &str = "\
func.func @same(%m: memref<2xi32>) -> memref<2xi32> {
  return %m : memref<2xi32>
}
func.func private @hidden(%m: memref<2xi32>) -> memref<2xi32> {
  return %m : memref<2xi32>
}
func.func @main() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.alloc() : memref<2xi32>
  memref.store %one, %m[%c0] : memref<2xi32>
  %a = call @same(%m) : (memref<2xi32>) -> memref<2xi32>
  %b = call @hidden(%m) : (memref<2xi32>) -> memref<2xi32>
  memref.store %two, %m[%c0] : memref<2xi32>
  %x = memref.load %a[%c0] : memref<2xi32>
  %y = memref.load %b[%c0] : memref<2xi32>
  return %x, %y : i32, i32
}
";
    let bench = Bench::default();
    let Start::Good(program) = bench.start(TEXT, true) else { panic!("the program cannot be run") };
    let pipeline = |flags: &str, copies| Subject { copies, frees: true, ..Subject::of(flags) };
    let judge = |flags, copies| bench.judge(&program, &pipeline(flags, copies), false);
    const FREE: &str = "--buffer-deallocation-pipeline";
    const FREE_DYNAMIC: &str = "--buffer-deallocation-pipeline=private-function-dynamic-ownership=true";
    assert_eq!(judge(FREE, Some(Copies::All)), Verdict::Changed);
    assert_eq!(judge(FREE_DYNAMIC, Some(Copies::Public)), Verdict::Changed);
    let wrong =
        [(FREE, None), (FREE, Some(Copies::Public)), (FREE_DYNAMIC, None), (FREE_DYNAMIC, Some(Copies::All))];
    for (flags, copies) in wrong {
        let verdict = judge(flags, copies);
        assert!(matches!(verdict, Verdict::Wrong(Problem::Different, _)), "{flags} {copies:?}: {verdict:?}");
    }
}

#[test]
fn either_zero_is_allowed_of_maxnumf_and_no_other_op() {
    let text = |op: &str| {
        format!(
            "\
memref.global @zeros : memref<2xf32> = dense<[-0.0, 0.0]>
func.func @main() -> f32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @zeros : memref<2xf32>
  %a = memref.load %m[%c0] : memref<2xf32>
  %b = memref.load %m[%c1] : memref<2xf32>
  %r = {op} %b, %a : f32
  return %r : f32
}}
"
        )
    };
    let bench = Bench::default();
    let judge = |one: &str, flags: &str| {
        let Start::Good(program) = bench.start(&text(one), true) else { panic!("the program cannot be run") };
        bench.judge(&program, &Subject::of(flags), false)
    };
    assert_eq!(judge("arith.maxnumf", "--arith-expand"), Verdict::Changed);
    assert_eq!(judge("arith.minnumf", "--arith-expand"), Verdict::Changed);
    assert_eq!(judge("arith.maximumf", "--arith-expand"), Verdict::Changed);
    let users = terrace::passes::registry();
    let passes = users.passes().into_iter().chain(plants::PLANTS.iter().map(|(def, _)| def));
    let bench = Bench::new(Registry::new(passes, users.pipelines()));
    let Start::Good(program) = bench.start(&text("arith.maximumf"), true) else { panic!("cannot be run") };
    let verdict = bench.judge(&program, &Subject::of("--plant-minimum-for-maximum"), false);
    assert!(matches!(verdict, Verdict::Wrong(Problem::Different, _)), "{verdict:?}");
}

#[test]
fn snippets_are_good_programs() {
    let bench = Bench::default();
    let mut wrong = Vec::new();
    for (number, snippet) in snippets::all().enumerate() {
        for seed in 0..6 {
            let text = snippets::alone(number, seed);
            match bench.start(&text, false) {
                Start::Good(_) => {}
                Start::Bad(message) | Start::Unsupported(message) => {
                    wrong.push(format!("{message}: {snippet}"));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The first of a number of programs that shows a plant, reduced.
fn catch(bench: &Bench, subject: Subject, kinds: &[&str], programs: u64) -> Option<Finding> {
    let mut campaign = Campaign::new(bench);
    campaign.kinds.retain(|kind| kinds.contains(&kind.name));
    for number in 0..programs {
        let (kind, seed, text) = campaign.program(number);
        let Start::Good(program) = bench.start(&text, kind.leaks) else { continue };
        if let Verdict::Wrong(problem, message) = bench.judge(&program, &subject, true) {
            let kind = kind.name.to_owned();
            return Some(Finding { kind, seed, subject, problem, message, text }.reduce(bench, TRIES));
        }
    }
    None
}

/// The faults of mlir-opt that programs show, by a part of the subject's flags and the kind of programs; with the number of the
/// program from which they are looked for, near the first that shows it.
const FOLLOWED: &[(&str, &str, u64)] = &[
    ("--affine-super-vectorize=virtual-vector-size=4", "lanes", 0),
    ("--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3", "affine", 94),
    ("--affine-data-copy-generate", "nests", 0),
    ("--affine-loop-coalescing", "nests", 0),
    ("--affine-loop-fusion", "nests", 0),
    ("--affine-loop-tile=tile-size=2", "nests", 0),
    ("--affine-parallelize", "nests", 0),
    ("--lower-vector-multi-reduction", "vector-rules", 0),
    ("--remove-dead-values", "tensor-rules", 0),
    ("--scf-for-loop-peeling", "loops", 0),
    ("--scf-for-loop-peeling=peel-front=true", "memory", 0),
    ("--scf-for-to-while --test-scf-uplift-while-to-for", "loops", 0),
    ("--fold-memref-alias-ops", "views", 0),
    ("--linalg-specialize-generic-ops", "linalg", 0),
    ("--linalg-fuse-elementwise-ops", "linalg", 0),
    ("--one-shot-bufferize", "linalg", 174),
    ("--scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,3 no-min-max-bounds=true", "views", 0),
    ("--transform-interpreter", "scripts", 0),
    ("--canonicalize", "reshaped", 115),
    ("--canonicalize", "vector-rules", 153),
    ("--loop-invariant-code-motion", "loops", 0),
    ("--one-shot-bufferize", "reshaped", 1636),
    ("--symbol-privatize=exclude=main --symbol-dce", "tosa", 0),
    ("--tosa-infer-shapes", "tosa", 494),
    ("--pass-pipeline=builtin.module(func.func(tosa-to-linalg))", "tosa", 0),
];

/// The number of programs in which such a fault may stay unseen.
const FOLLOWED_PROGRAMS: u64 = 2000;

#[test]
fn faults_of_upstream_are_found_where_it_is_followed() {
    let mut bench = Bench::default();
    for &(flags, kind, start) in FOLLOWED {
        let mut first = |match_upstream: bool, programs: u64| {
            bench.match_upstream = match_upstream;
            let mut campaign = Campaign::new(&bench);
            campaign.kinds.retain(|known| known.name == kind);
            let subjects = campaign.subjects.iter().filter(|subject| subject.flags.starts_with(flags));
            let subject = subjects.min_by_key(|subject| subject.flags.len()).expect("there is one").clone();
            (start..programs).find(|&number| {
                let (kind, _, text) = campaign.program(number);
                let Start::Good(program) = bench.start(&text, kind.leaks) else { return false };
                matches!(bench.judge(&program, &subject, false), Verdict::Wrong(..))
            })
        };
        let found = first(true, FOLLOWED_PROGRAMS);
        let Some(number) = found else { panic!("{flags} is as right where mlir-opt is followed") };
        assert_eq!(first(false, number + 1), None, "{flags}");
    }
}

#[test]
fn programs_with_rare_rules_are_varied() {
    let kind = &terrace_progen::KINDS[0];
    let rule = |name: &str| (terrace_ir::rule_counts::RuleKind::Fold, name.to_owned());
    let mut variations = terrace_check::variations::Variations::default();
    variations.add(kind, 1, [(rule("common"), 50)].into_iter());
    variations.add(kind, 2, [(rule("common"), 50), (rule("rare"), 3)].into_iter());
    variations.add(kind, 3, [(rule("rarer"), 1)].into_iter());
    let chosen = variations.choose(5, 100, &|_, _, _| true);
    let of = |seed: u64| chosen.iter().filter(|(_, varied)| varied & 0xFF == seed).count();
    assert!(of(1) == 0 && of(2) > 0 && of(3) >= 4, "{} {}", of(2), of(3));
    let mut seeds: Vec<u64> = chosen.iter().map(|(_, seed)| *seed).collect();
    seeds.dedup();
    assert_eq!(seeds.len(), chosen.len());
    assert_eq!(variations.choose(5, 2, &|_, _, _| true).len(), 2);
    assert!(variations.choose(5, 100, &|_, seed, _| seed != 3).iter().all(|(_, varied)| varied & 0xFF == 2));
    variations.add(kind, 4, [(rule("rare"), 9), (rule("rarer"), 9)].into_iter());
    assert!(variations.choose(5, 100, &|_, _, _| true).is_empty());
}

#[test]
fn variations_apply_rare_rules_more_often_on_any_number_of_threads() {
    let run = |programs: u64, varied: u64, threads: usize| {
        let bench = Bench::default();
        let mut campaign = Campaign::new(&bench);
        campaign.kinds.retain(|kind| kind.name == "number-rules");
        campaign.subjects.retain(|subject| subject.flags == "--canonicalize");
        (campaign.programs, campaign.varied, campaign.threads) = (programs, varied, threads);
        campaign.sequences = 0;
        let summary = campaign.run(&|what| panic!("takes long: {what}"), &|_| {});
        assert!(summary.findings.is_empty() && summary.bad.is_empty() && summary.programs == programs);
        terrace_check::coverage::coverage(&bench)
    };
    let (plain, varied) = (run(40, 0, 1), run(120, 80, 1));
    assert_eq!(varied, run(120, 80, 2));
    let rare: Vec<_> = plain.iter().filter(|rule| (1..6).contains(&rule.count)).collect();
    let count = |rule: &&Rule| rule.count;
    let before: u64 = rare.iter().map(count).sum();
    let is_rare = |rule: &&Rule| rare.iter().any(|known| known.kind == rule.kind && known.name == rule.name);
    let after: u64 = varied.iter().filter(is_rare).map(|rule| count(&rule)).sum();
    // There are twice as many variations as other programs.
    assert!(before > 20 && 2 * (after - before) > 5 * before, "{before} {after}");
}

#[test]
fn rules_of_dialects_that_are_not_run_have_a_reason() {
    let bench = Bench::default();
    let rules = terrace_check::coverage::coverage(&bench);
    let reason = |name: &str| {
        let rule = rules.iter().find(|rule| rule.name == name).expect("there is such a rule");
        rule.reason.as_deref()
    };
    assert_eq!(reason("gpu.all_reduce"), Some("the interpreter runs no op of the dialect gpu"));
    assert_eq!(reason("arith.addi"), None);
    // Reasons are of dialects that no program can use.
    for rule in rules.iter().filter(|rule| rule.reason.is_some()) {
        assert_eq!(rule.count, 0, "{}", rule.name);
    }
}

/// A bench with passes that no tool has.
fn bench_with(more: impl Iterator<Item = &'static PassDef>) -> Bench {
    let users = terrace::passes::registry();
    Bench::new(Registry::new(users.passes().into_iter().chain(more), users.pipelines()))
}

#[test]
fn bodies_that_are_no_functions_and_are_not_analyzed_are_found() {
    let bench = bench_with(std::iter::once(&plants::bufferization::ANALYZES_FUNCTIONS_ALONE));
    let mut campaign = Campaign::new(&bench);
    campaign.kinds.retain(|kind| kind.name == "outside");
    let first = |flags: &str, programs: u64| {
        let subject = Subject { leaks: true, ..Subject::of(flags) };
        (0..programs).find(|&number| {
            let (kind, _, text) = campaign.program(number);
            let Start::Good(program) = bench.start(&text, kind.leaks) else { return false };
            matches!(bench.judge(&program, &subject, false), Verdict::Wrong(Problem::Different, _))
        })
    };
    let found = first("--plant-bufferize-unanalyzed", PROGRAMS).expect("it is found");
    let right = "--one-shot-bufferize=bufferize-function-boundaries=true allow-unknown-ops=true";
    assert_eq!(first(right, found + 1), None);
}

#[test]
fn tensors_that_are_left_are_found() {
    let bench = Bench::default();
    let program = "ml_program.func @main() {
  %x = arith.constant 1.0 : f32
  %i = arith.constant 2 : index
  %t = tensor.splat %x : tensor<4xf32>
  %y = tensor.extract %t[%i] : tensor<4xf32>
  vector.print %y : f32
  ml_program.return
}
";
    let Start::Good(program) = bench.start(program, false) else { panic!("it cannot be run") };
    let subject = |bufferizes| Subject { bufferizes, ..Subject::of("--cse") };
    assert_eq!(bench.judge(&program, &subject(false), false), Verdict::Same);
    let wrong = Verdict::Wrong(Problem::Leftover, "'tensor.splat' has a tensor".to_owned());
    assert_eq!(bench.judge(&program, &subject(true), false), wrong);
}

#[test]
fn fusions_that_break_a_rule_are_caught() {
    quiet();
    let bench = bench_with(plants::fusion::FUSIONS.iter().copied());
    for def in plants::fusion::FUSIONS {
        let mut subject = Subject::of(&format!("--{}", def.name));
        subject.leaks = true;
        let mut campaign = Campaign::new(&bench);
        campaign.kinds.retain(|kind| kind.name == "nests");
        let known = FIRST_NESTS.iter().find(|(name, _)| *name == def.name).map_or(0, |&(_, number)| number);
        let found = (known..MOST_NESTS).find(|&number| {
            let (kind, _, text) = campaign.program(number);
            let Start::Good(program) = bench.start(&text, kind.leaks) else { return false };
            matches!(bench.judge(&program, &subject, true), Verdict::Wrong(..))
        });
        assert!(found.is_some(), "{} is not caught", def.name);
    }
}

#[test]
fn planted_bugs_are_caught() {
    quiet();
    let bench = bench_with(plants::PLANTS.iter().map(|(def, _)| def));
    let mut problems = Vec::new();
    for (def, kinds) in plants::PLANTS {
        match catch(&bench, Subject::of(&format!("--{}", def.name)), kinds, PROGRAMS) {
            Some(finding) => {
                let lines = finding.text.lines().count();
                assert!(lines <= LINES, "{}: {lines} lines\n{}", def.name, finding.file());
                problems.push(finding.problem);
            }
            None => panic!("{} is not caught", def.name),
        }
    }
    assert!(plants::PLANTS.len() >= 20);
    problems.sort();
    problems.dedup();
    // Every kind of problem is there.
    use Problem::{Different, Failure, Leak, Panic, Threads, Undefined, Unheard};
    assert_eq!(problems, [Panic, Failure, Threads, Unheard, Different, Undefined, Leak]);
}
