//! The filter of optimization remarks: without one that wants them, the overhead of a remark is one load.

use std::sync::OnceLock;

use crate::context::Context;
use crate::context_slot;
use crate::diag::Diag;
use crate::loc::Loc;
use crate::remarks::{OptimizationRemark, RemarkKind};

/// Selects remarks by kind and category.
pub type RemarkFilter = Box<dyn Fn(RemarkKind, &str) -> bool + Send + Sync>;

#[derive(Default)]
struct Filter(OnceLock<RemarkFilter>);

context_slot!(Filter);

impl Context {
    /// Sets which optimization remarks are emitted; without a filter, none is. Only the first call has an effect.
    pub fn set_remark_filter(&self, filter: RemarkFilter) {
        self.slot::<Filter>().0.get_or_init(|| filter);
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
