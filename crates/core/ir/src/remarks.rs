//! Optimization remarks: whether and why something was optimized, for people and for tools that collect them. Without a
//! filter that wants them, the overhead is one load.

use std::fmt;
use std::sync::OnceLock;

use crate::context::Context;
use crate::context_slot;
use crate::diag::Diag;
use crate::loc::Loc;

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
    fn new(kind: RemarkKind, category: &str, name: &str) -> Self {
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

    /// Adds an argument.
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

    /// Adds the argument `Reason`.
    #[must_use]
    pub fn reason(self, text: impl fmt::Display) -> Self {
        self.arg("Reason", text)
    }

    /// Adds the argument `Suggestion`: what the user may change.
    #[must_use]
    pub fn suggestion(self, text: impl fmt::Display) -> Self {
        self.arg("Suggestion", text)
    }

    /// Returns the kind.
    pub fn kind(&self) -> RemarkKind {
        self.kind
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { "<unknown remark name>" } else { &self.name }
    }

    /// Returns the name of the function that it is about.
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

/// Selects remarks by kind and category.
pub type RemarkFilter = Box<dyn Fn(RemarkKind, &str) -> bool + Send + Sync>;

#[derive(Default)]
struct Filter(OnceLock<RemarkFilter>);

context_slot!(Filter);

impl Context {
    /// Sets which optimization remarks are emitted; without a filter, none is. Only the first call has an effect.
    pub fn set_remark_filter(&self, filter: RemarkFilter) {
        let _ = self.slot::<Filter>().0.set(filter);
    }

    /// Whether optimization remarks of a kind and category are emitted.
    pub fn wants_remark(&self, kind: RemarkKind, category: &str) -> bool {
        self.slot::<Filter>().0.get().is_some_and(|filter| filter(kind, category))
    }

    /// Returns an optimization remark as a diagnostic, with the arguments that `fill` adds; `None` if it is not emitted, in which
    /// case `fill` is not called. Passes report it, patterns [defer](Self::defer) it.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrace_ir::remarks::RemarkKind;
    /// use terrace_ir::{Context, Loc};
    ///
    /// let cx = Context::new(&[]);
    /// let unroll = |cx: &Context| {
    ///     cx.optimization_remark(Loc::UNKNOWN, RemarkKind::Missed, "Unroll", "loop", |remark| {
    ///         remark.reason("too large").arg("TripCount", 1000)
    ///     })
    /// };
    /// assert!(unroll(&cx).is_none());
    /// cx.set_remark_filter(Box::new(|kind, category| kind == RemarkKind::Missed && category == "Unroll"));
    /// let text = unroll(&cx).expect("it is wanted").message;
    /// assert_eq!(text, "[Missed] loop | Category:Unroll | Reason=\"too large\", TripCount=1000");
    /// ```
    pub fn optimization_remark(
        &self,
        loc: Loc,
        kind: RemarkKind,
        category: &str,
        name: &str,
        fill: impl FnOnce(OptimizationRemark) -> OptimizationRemark,
    ) -> Option<Box<Diag>> {
        if !self.wants_remark(kind, category) {
            return None;
        }
        let remark = fill(OptimizationRemark::new(kind, category, name));
        let mut diag = Diag::remark(loc, remark.to_string());
        diag.optimization = Some(Box::new(remark));
        Some(diag)
    }
}
