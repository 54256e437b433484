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

/// Words of accesses and calls that are carried out element by element.
const POOR: [&str; 5] = [
    "a gather of",
    "a scatter of",
    "a loop over",
    "elements with a branch for each",
    "is carried out for each element",
];
/// Words of several accesses, and of those of a part of the elements.
const FAIR: [&str; 4] = ["masked", " loads of", " stores of", "active"];

impl Told {
    /// Whether it is about an access of a local variable, which may be in registers.
    pub(super) fn is_local(&self) -> bool {
        self.message.ends_with("; a local variable")
    }

    /// The quality of the code that it is about.
    pub(super) fn grade(&self) -> Grade {
        let has = |words: &[&str]| words.iter().any(|word| self.message.contains(word));
        match () {
            () if has(&POOR) => Grade::Poor,
            () if self.severity != "remark" || has(&FAIR) => Grade::Fair,
            () => Grade::Good,
        }
    }
}
