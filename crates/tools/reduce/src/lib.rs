//! Internal to Terrace; no promise of stability. Shrinks IR for as long as a test stays true.
//!
//! The method is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
//! 2002), over the entities of the IR: [`steps`] lists the possible reductions, [`Reducer`] tries larger
//! parts before smaller ones. Text that cannot be read as IR is reduced by its lines.

#![forbid(unsafe_code)]

pub mod steps;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::SourceMap;
use terrace_ir::def::DialectDef;
use terrace_ir::extension::DialectExtension;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Ir};
use terrace_rewrite::walk::walk;

use steps::{ReductionStep, STEPS};

/// The result of a reduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReductionOutcome {
    /// The smallest text for which the test is true.
    pub text: String,
    /// The number of runs of the interestingness test.
    pub tries: usize,
    /// The number of ops before and after, where the text is IR.
    pub ops: Option<(usize, usize)>,
}

/// The reason why nothing was reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The test is not true for the input.
    NotInteresting,
}

/// Reduces texts.
pub struct Reducer<'a> {
    /// The dialects that are known.
    pub dialects: &'a [&'static DialectDef],
    /// The extensions of the dialects.
    pub extensions: &'a [&'static DialectExtension],
    /// The maximum number of runs of the interestingness test.
    pub max_tries: usize,
    /// Called for each smaller text found, with the number of tries so far and the remaining bytes.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// A search in progress.
struct Search<'a, 'b> {
    reducer: &'a mut Reducer<'b>,
    test: &'a mut dyn FnMut(&str) -> bool,
    text: String,
    tries: usize,
    tried: FxHashSet<String>,
}

impl Reducer<'_> {
    /// Finds a small text for which `test` is true, given that it is true for `input`.
    pub fn reduce(
        mut self,
        input: &str,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> Result<ReductionOutcome, Refusal> {
        if !test(input) {
            return Err(Refusal::NotInteresting);
        }
        let before = self.read(input).map(|ir| count_ops(&ir));
        let tried = FxHashSet::from_iter([input.to_owned()]);
        let mut search = Search { reducer: &mut self, test, text: input.to_owned(), tries: 1, tried };
        // Steps work on printed IR, without other contents of the input.
        let printed = search.reducer.read(input).map(|ir| print(&ir));
        match &printed {
            Some(printed) if *printed == input || search.offer(printed.clone()) => search.by_steps(),
            _ => search.by_lines(),
        }
        let Search { text, tries, .. } = search;
        let after = self.read(&text).map(|ir| count_ops(&ir));
        Ok(ReductionOutcome { text, tries, ops: before.zip(after) })
    }

    /// The IR of a text that is valid.
    fn read(&self, text: &str) -> Option<Ir> {
        let mut sources = SourceMap::new();
        let buffer = sources.add("-", text.to_owned()).ok()?;
        let cx = Context::with_extensions(self.dialects, self.extensions);
        cx.set_allow_unregistered(true);
        let output = parse_source(&Arc::new(cx), &Arc::new(sources), buffer, None, ParseOptions::default());
        let ir = output.ir?;
        is_valid(&ir).then_some(ir)
    }
}

impl Search<'_, '_> {
    /// Whether more tries are allowed.
    fn goes_on(&self) -> bool {
        self.tries < self.reducer.max_tries
    }

    /// Accepts a text if the test is true for it.
    fn offer(&mut self, text: String) -> bool {
        if !self.goes_on() || !self.tried.insert(text.clone()) {
            return false;
        }
        self.tries += 1;
        let good = (self.test)(&text);
        if good {
            (self.reducer.progress)(self.tries, text.len());
            self.text = text;
        }
        good
    }

    /// All steps, until none of them gets any further.
    fn by_steps(&mut self) {
        loop {
            let before = self.text.clone();
            for step in STEPS {
                self.by_step(step);
            }
            if self.text == before || !self.goes_on() {
                return;
            }
        }
    }

    /// Removes as many targets of a step as possible: runs of targets, each half as long as the previous
    /// ones.
    fn by_step(&mut self, step: &ReductionStep) {
        let Some(mut count) = self.reducer.read(&self.text).map(|ir| (step.targets)(&ir).len()) else {
            return;
        };
        let mut size = count;
        while size > 0 && self.goes_on() {
            // Backwards, so that uses are erased before definitions.
            let mut end = count;
            while end > 0 && self.goes_on() {
                let start = end.saturating_sub(size);
                let Some(mut ir) = self.reducer.read(&self.text) else { return };
                let targets = (step.targets)(&ir);
                let run = &targets[start.min(targets.len())..end.min(targets.len())];
                for &target in run.iter().rev() {
                    (step.apply)(&mut ir, target);
                }
                if is_valid(&ir) && self.offer(print(&ir)) {
                    count = self.reducer.read(&self.text).map_or(0, |ir| (step.targets)(&ir).len());
                }
                end = start.min(count);
            }
            size = if size > count { count } else { size / 2 };
        }
    }

    /// Removes lines.
    fn by_lines(&mut self) {
        let mut size = self.text.lines().count();
        while size > 0 && self.goes_on() {
            let mut start = 0;
            loop {
                let lines: Vec<&str> = self.text.split_inclusive('\n').collect();
                if start >= lines.len() || !self.goes_on() {
                    break;
                }
                let end = (start + size).min(lines.len());
                let text = [&lines[..start], &lines[end..]].concat().concat();
                if !self.offer(text) {
                    start = end;
                }
            }
            size /= 2;
        }
    }
}

fn is_valid(ir: &Ir) -> bool {
    ir.root().is_some_and(|root| verify(root, VerifyOptions::default().parallel(false)).is_ok())
}

fn count_ops(ir: &Ir) -> usize {
    let mut count = 0;
    ir.root().into_iter().for_each(|root| walk(root, |_| count += 1));
    count
}

fn print(ir: &Ir) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = print_ir(ir, &PrintOptions::default(), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Reducer, ReductionOutcome, Refusal};

    fn reduce(input: &str, test: &mut dyn FnMut(&str) -> bool) -> Result<ReductionOutcome, Refusal> {
        let dialects = terrace_dialects_core::DIALECTS;
        Reducer { dialects, extensions: &[], max_tries: 1000, progress: &mut |_, _| {} }.reduce(input, test)
    }

    const INPUT: &str = "
func.func @other(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}
func.func @f(%a: i32, %flag: i1, %unused: f32) -> (i32, f32) {
  %c = arith.constant {note} 3 : i32
  %0 = arith.addi %a, %c : i32
  %1 = func.call @other(%0) : (i32) -> i32
  cf.cond_br %flag, ^bb1(%1 : i32), ^bb2
^bb1(%x: i32):
  %2 = arith.divsi %x, %1 : i32
  %3 = arith.subi %2, %a : i32
  return %3, %unused : i32, f32
^bb2:
  return %a, %unused : i32, f32
}";

    #[test]
    fn one_op_is_left_of_two_functions() {
        let ReductionOutcome { text, tries, ops } =
            reduce(INPUT, &mut |text| text.contains("arith.divsi")).unwrap();
        assert_eq!(
            text,
            "module {\n  func.func @f() {\n    %0 = ub.poison : i32\n    %1 = arith.divsi %0, %0 : i32\n    return\n  }\n}\n\n"
        );
        assert_eq!(ops, Some((13, 5)));
        assert!(tries < 150, "{tries}");
    }

    #[test]
    fn what_is_no_ir_is_reduced_by_lines() {
        let text = "a\nb\n%% bad\nc\nd\n";
        let ReductionOutcome { text, ops, .. } = reduce(text, &mut |text| text.contains("bad")).unwrap();
        assert_eq!((&*text, ops), ("%% bad\n", None));
    }

    #[test]
    fn an_input_for_which_the_test_is_false_is_refused() {
        assert_eq!(reduce(INPUT, &mut |_| false), Err(Refusal::NotInteresting));
    }

    #[test]
    fn tries_are_limited() {
        let dialects = terrace_dialects_core::DIALECTS;
        let mut asked = 0;
        let reducer = Reducer { dialects, extensions: &[], max_tries: 7, progress: &mut |_, _| {} };
        let outcome = reducer.reduce(INPUT, &mut |text| {
            asked += 1;
            text.contains("arith.divsi")
        });
        assert_eq!(outcome.map(|outcome| outcome.tries), Ok(7));
        assert_eq!(asked, 7);
    }
}
