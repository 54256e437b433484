//! LLVM's FileCheck: directives in one text, which are matched against another.
//!
//! A check text is read once into check strings ([`directive`], [`pattern`]), each with the `-DAG` and `-NOT`
//! patterns that precede it; [`matching`] then walks the input, label by label. Patterns without `{{ }}` and
//! `[[ ]]` are plain substring searches; the others are POSIX expressions that are constructed when they are
//! matched, because they depend on the values of variables.

mod directive;
mod matching;
mod numeric;
mod options;
mod pattern;
mod source;
mod variables;

pub use options::{CheckOptions, OptionsError, ParsedArgs};
pub use source::{Failure, Note, Position, Severity};

use pattern::Context;
use source::Source;

/// A configured checker.
#[derive(Clone, Debug, Default)]
pub struct FileCheck {
    options: CheckOptions,
}

impl FileCheck {
    /// A checker with `options`.
    pub fn new(options: CheckOptions) -> Self {
        Self { options }
    }

    /// Checks `input` against the directives of `check_text`, named `check_name` in diagnostics.
    ///
    /// On failure the list is not empty; checking continues at the next `-LABEL` after a failure, so it may have
    /// several.
    ///
    /// # Errors
    ///
    /// The failures, at least one.
    pub fn run(&self, check_text: &[u8], check_name: &str, input: &[u8]) -> Result<(), Vec<Failure>> {
        let fail = |message: String| Err(vec![Failure::plain(message)]);
        if let Err(message) = self.options.validate() {
            return fail(message);
        }
        if input.is_empty() && !self.options.allow_empty {
            return fail(format!("FileCheck error: '{}' is empty.", self.options.input_name()));
        }
        let check = Source::canonicalize(check_name, check_text, self.options.strict_whitespace);
        let input = Source::canonicalize(self.options.input_name(), input, self.options.strict_whitespace);
        let mut cx = Context::new(&self.options);
        let strings = directive::read(&check, &self.options, &mut cx).map_err(|failure| vec![failure])?;
        let failures = matching::Checker::new(&self.options, &check, &input, cx).run(&strings);
        if failures.is_empty() { Ok(()) } else { Err(failures) }
    }
}
