//! The diagnostics about the accesses and the calls of a program.

/// The quality of an access's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Grade {
    /// By vector accesses.
    Good,
    /// By more than one, under masks, or with a warning.
    Fair,
    /// By element extraction and insertion.
    Poor,
}

impl Grade {
    /// The name of the grade on pages.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Fair => "fair",
            Self::Poor => "poor",
        }
    }
}

/// A diagnostic at a location.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Told {
    /// Whether it is about the remainder of an annotated loop.
    pub(super) is_remainder: bool,
    pub(super) column: u64,
    pub(super) severity: String,
    pub(super) message: String,
}

impl Told {
    /// Whether it is about an access of a local variable, which may be in registers.
    pub(super) fn is_local(&self) -> bool {
        self.message.ends_with("; a local variable")
    }

    /// The quality of the code that it is about.
    pub(super) fn grade(&self) -> Grade {
        let has = |words: &[&str]| words.iter().any(|word| self.message.contains(word));
        match () {
            () if has(&["a gather of", "a scatter of", "a loop over", "is carried out for each element"]) => {
                Grade::Poor
            }
            () if self.severity != "remark" || has(&["masked", " loads of", " stores of"]) => Grade::Fair,
            () => Grade::Good,
        }
    }
}
