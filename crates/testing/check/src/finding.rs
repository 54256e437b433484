//! A failure, reduced to a small file.

use terrace_progen::kind;
use terrace_reduce::Reducer;

use crate::judge::{Bench, Problem, Start, Verdict};
use crate::subjects::Subject;

/// A program that a subject does something wrong with.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of the program; for a program of a corpus its name.
    pub kind: String,
    /// The seed of the program.
    pub seed: u64,
    /// The subject.
    pub subject: Subject,
    /// The problem.
    pub problem: Problem,
    /// The same in words.
    pub message: String,
    /// The program.
    pub text: String,
}

/// Returns the message without digits, by which findings are grouped; empty for different results.
fn words(problem: Problem, message: &str) -> String {
    match problem {
        Problem::Different => String::new(),
        _ => message.chars().filter(|c| !c.is_ascii_digit()).collect(),
    }
}

impl Finding {
    /// Whether another one has the same problem with the same pass, and but for numbers in the same words.
    pub fn looks_like(&self, other: &Finding) -> bool {
        let first = |finding: &Finding| match finding.subject.passes().next() {
            Some((name, _)) if finding.subject.passes().count() == 1 => name.to_owned(),
            _ => "a pipeline".to_owned(),
        };
        let words = |finding: &Finding| words(finding.problem, &finding.message);
        self.problem == other.problem && first(self) == first(other) && words(self) == words(other)
    }

    /// Reduces the program for as long as the same is wrong, asking so often at most.
    pub fn reduce(mut self, bench: &Bench, max_tries: usize) -> Finding {
        let (subject, problem) = (&self.subject, self.problem);
        let mut last = self.message.clone();
        let wanted = words(problem, &last);
        let leaks = kind(&self.kind).is_some_and(|kind| kind.leaks);
        let mut test = |text: &str| match bench.start(text, leaks) {
            Start::Good(program) => {
                match bench.judge(&program, subject, matches!(problem, Problem::Threads | Problem::Unheard)) {
                    Verdict::Wrong(found, message)
                        if found == problem && words(found, &message) == wanted =>
                    {
                        last = message;
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        let reducer = Reducer {
            dialects: bench.dialects(),
            extensions: bench.extensions(),
            max_tries,
            progress: &mut |_, _| {},
        };
        if let Ok(outcome) = reducer.reduce(&self.text, &mut test) {
            self.text = outcome.text;
            self.message = last;
        }
        self
    }

    /// The file: how it is shown, and the program.
    pub fn file(&self) -> String {
        let flags = self.subject.quoted();
        let command = match self.problem {
            Problem::Panic | Problem::Failure | Problem::Threads | Problem::Unheard => {
                format!("terrace opt FILE {flags}")
            }
            _ => format!("terrace run FILE; terrace run FILE {flags}"),
        };
        format!(
            "// {command}\n// {:?}: {}\n// Program {} of kind {}.\n\n{}",
            self.problem,
            self.message.replace('\n', " "),
            self.seed,
            self.kind,
            self.text
        )
    }

    /// A name for the file.
    pub fn name(&self) -> String {
        let first = self.subject.passes().next().map_or("none", |(name, _)| name);
        format!("{first}-{}-{}-{:?}.mlir", self.kind, self.seed, self.problem).to_lowercase()
    }
}
