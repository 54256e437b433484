//! Optimization remarks: whether and why something was optimized, for people and for tools that collect them.

use std::fmt;

/// The kind of an optimization remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Something was optimized.
    Passed,
    /// An optimization did not apply.
    Missed,
    /// An optimization was attempted and failed.
    Failure,
    /// Information that is neither good nor bad.
    Analysis,
}

impl RemarkKind {
    /// Returns the name that remarks are shown with.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "Passed",
            Self::Missed => "Missed",
            Self::Failure => "Failure",
            Self::Analysis => "Analysis",
        }
    }
}

/// An optimization remark: names to select it by, and arguments as keys and values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimizationRemark {
    kind: RemarkKind,
    name: String,
    category: String,
    subcategory: String,
    function: String,
    args: Vec<(String, String)>,
}

impl OptimizationRemark {
    /// A remark without arguments.
    pub(crate) fn new(kind: RemarkKind, category: &str, name: &str) -> Self {
        let empty = String::new();
        Self {
            kind,
            name: name.to_owned(),
            category: category.to_owned(),
            subcategory: empty.clone(),
            function: empty,
            args: Vec::new(),
        }
    }

    /// Sets the category within the category.
    #[must_use]
    pub fn subcategory(mut self, subcategory: impl Into<String>) -> Self {
        self.subcategory = subcategory.into();
        self
    }

    /// Sets the name of the function that it is about.
    #[must_use]
    pub fn function(mut self, function: impl Into<String>) -> Self {
        self.function = function.into();
        self
    }

    /// Adds an argument after those that were added before.
    #[must_use]
    pub fn arg(mut self, key: impl Into<String>, value: impl fmt::Display) -> Self {
        self.args.push((key.into(), value.to_string()));
        self
    }

    /// Adds the argument `Remark`: what happened.
    #[must_use]
    pub fn remark(self, text: impl fmt::Display) -> Self {
        self.arg("Remark", text)
    }

    /// Adds the argument `Reason`: why it happened, or did not.
    #[must_use]
    pub fn reason(self, text: impl fmt::Display) -> Self {
        self.arg("Reason", text)
    }

    /// Adds the argument `Suggestion`: what the user may change.
    #[must_use]
    pub fn suggestion(self, text: impl fmt::Display) -> Self {
        self.arg("Suggestion", text)
    }

    /// Returns whether something was optimized, or what else the remark says.
    pub fn kind(&self) -> RemarkKind {
        self.kind
    }

    /// Returns the name of this sort of remark; a placeholder if it has none.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { "<unknown remark name>" } else { &self.name }
    }

    /// Returns the name of the function that it is about; a placeholder if that is not known.
    pub fn function_name(&self) -> &str {
        if self.function.is_empty() { "<unknown function>" } else { &self.function }
    }

    /// Returns the category and the one within it, separated by a colon if there are both.
    pub fn full_category(&self) -> String {
        let names = [&*self.category, &*self.subcategory];
        names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(":")
    }

    /// Returns the arguments, in the order in which they were added.
    pub fn args(&self) -> &[(String, String)] {
        &self.args
    }
}

/// The text of the diagnostic: the arguments are sorted by their keys.
impl fmt::Display for OptimizationRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {} | ", self.kind.name(), self.name())?;
        let category = self.full_category();
        if !category.is_empty() {
            write!(f, "Category:{category} | ")?;
        }
        if !self.function.is_empty() {
            write!(f, "Function={} | ", self.function)?;
        }
        let mut sorted: Vec<&(String, String)> = self.args.iter().collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        for (at, (key, value)) in sorted.into_iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            match value.contains([' ', ',', '{', '}']) {
                true => write!(f, "{separator}{key}=\"{value}\"")?,
                false => write!(f, "{separator}{key}={value}")?,
            }
        }
        Ok(())
    }
}
