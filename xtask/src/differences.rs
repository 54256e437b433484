//! Classification of differences between the deallocations of mlir-opt and of Terrace.
//!
//! One error of mlir-opt explains nearly all known differences: it queries its liveness analysis for results
//! of ops that it has replaced, which are not found, so that such a buffer may be freed before another block
//! uses it. An option of the pass reproduces this error; if the output then equals mlir-opt's, byte for byte,
//! the difference is of this class. The result of the error in mlir-opt depends on freed memory: some outputs
//! change from run to run, or it crashes.
//!
//! The other one is harmless: mlir-opt canonicalizes the functions of a module together, so that one goes
//! through another round where another one still changes. The outputs for such a program agree if it is
//! canonicalized before.
//!
//! Both outputs are run to decide whether a difference matters. Deallocation does not depend on conditions,
//! so they are enumerated: each comparison of floats is replaced by one that always or never holds.

use terrace_check::{Bench, Start};
use terrace_deallocation::ownership::FORGETFUL_DEALLOCATION;
use terrace_pass::Registry;

/// The number of choices of the conditions where outputs differ, and for all other outputs.
const RUNS: u64 = 48;
const FEW_RUNS: u64 = 8;

/// A judge of outputs that differ.
pub(crate) struct Judge {
    bench: Bench,
    forgetful: Bench,
}

/// A program on which outputs differ.
pub(crate) struct Case<'a> {
    pub(crate) program: &'a str,
    pub(crate) passes: &'a [&'static str],
    /// The output from here; empty if the program is refused.
    pub(crate) ours: &'a str,
    /// The output of mlir-opt; empty if it refuses the program.
    pub(crate) theirs: &'a str,
}

/// The class of a difference.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// mlir-opt's error in liveness is observable in a run of its output.
    ForgetsAndFails(String),
    /// mlir-opt's error in liveness is not observable in any run.
    Forgets,
    /// mlir-opt canonicalizes a function once more.
    Rounds,
    /// The output of mlir-opt differs between runs.
    Unsteady,
    /// The output from here fails when it is run.
    WrongHere(String),
    /// Nothing explains it, but mlir-opt's output fails when it is run.
    Fails(String),
    /// Nothing explains it.
    Unknown,
}

impl Class {
    /// Whether it needs inspection.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Class::WrongHere(_) | Class::Fails(_) | Class::Unknown)
    }

    /// A description of the class.
    pub(crate) fn text(&self) -> String {
        match self {
            Class::ForgetsAndFails(what) => format!("mlir-opt forgets what is live, when run: {what}"),
            Class::Forgets => "mlir-opt forgets what is live, not seen in any run".to_owned(),
            Class::Rounds => "mlir-opt canonicalizes once more where another function changes".to_owned(),
            Class::Unsteady => "mlir-opt dies, or prints something else, when it is asked again".to_owned(),
            Class::WrongHere(what) => format!("NOT EXPLAINED, the output from here, when run: {what}"),
            Class::Fails(what) => format!("NOT EXPLAINED, mlir-opt's output, when run: {what}"),
            Class::Unknown => "NOT EXPLAINED".to_owned(),
        }
    }
}

impl Judge {
    pub(crate) fn new() -> Self {
        let users = terrace::passes::registry();
        let passes = users.passes().into_iter().chain([&FORGETFUL_DEALLOCATION]);
        let forgetful = Bench::new(Registry::new(passes, users.pipelines()));
        Self { bench: Bench::default(), forgetful }
    }

    /// Classifies a difference; `again` reruns mlir-opt on this program alone.
    pub(crate) fn class(&self, case: &Case<'_>, again: impl FnOnce() -> Option<String>) -> Class {
        if let Some(what) = self.failure(case.ours, RUNS) {
            return Class::WrongHere(what);
        }
        let theirs = self.failure(case.theirs, RUNS);
        let passes = case.passes.join(" ");
        let is_theirs = |bench: &Bench, before: &str| {
            let text = bench.printed(case.program, format!("{before}{passes}").as_str());
            text.is_ok_and(|text| text.trim() == case.theirs)
        };
        const ROUND: &str = "--canonicalize ";
        if is_theirs(&self.forgetful, "")
            || !is_theirs(&self.bench, ROUND) && is_theirs(&self.forgetful, ROUND)
        {
            return theirs.map_or(Class::Forgets, Class::ForgetsAndFails);
        }
        if theirs.is_none() && is_theirs(&self.bench, ROUND) {
            return Class::Rounds;
        }
        if again().is_none_or(|text| text != case.theirs) {
            return Class::Unsteady;
        }
        theirs.map_or(Class::Unknown, Class::Fails)
    }

    /// The defect of an output from here, if the checker reports one or a few runs show one.
    pub(crate) fn report(&self, output: &str) -> Option<String> {
        let checked = self.bench.printed(output, "--verify-deallocation").err();
        checked.or_else(|| self.failure(output, FEW_RUNS))
    }

    /// The failure of an output when it is run with some choice of conditions, if one fails.
    fn failure(&self, output: &str, runs: u64) -> Option<String> {
        let fails = |choice| match self.bench.start(&chosen(output, choice), false) {
            Start::Bad(message) => Some(message),
            _ => None,
        };
        (0..runs).filter(|_| !output.is_empty()).find_map(fails)
    }
}

/// A program in which comparisons of floats are replaced by constants according to the bits of a number;
/// unchanged with 0.
fn chosen(text: &str, choice: u64) -> String {
    const COMPARISON: &str = "arith.cmpf ";
    let mut parts = text.split(COMPARISON);
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut bits = choice.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for part in parts {
        out.push_str(COMPARISON);
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        // No float here is not a number.
        let always = match choice {
            0 => None,
            1 => Some("ord"),
            2 => Some("uno"),
            _ => Some(if bits & 1 == 0 { "ord" } else { "uno" }),
        };
        match (always, part.split_once(',')) {
            (Some(always), Some((_, operands))) => {
                out.push_str(always);
                out.push(',');
                out.push_str(operands);
            }
            _ => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn conditions_are_chosen() {
        let text = "%0 = arith.cmpf olt, %a, %b : f32\n%1 = arith.cmpf une, %0, %b : f32\n";
        assert_eq!(chosen(text, 0), text);
        assert_eq!(chosen(text, 1), text.replace("olt", "ord").replace("une", "ord"));
        assert_eq!(chosen(text, 2), text.replace("olt", "uno").replace("une", "uno"));
        let all: std::collections::BTreeSet<String> = (3..20).map(|choice| chosen(text, choice)).collect();
        assert_eq!(all.len(), 4);
    }
}
