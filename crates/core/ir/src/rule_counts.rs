//! Counts of applications of folds, patterns, conversions and bufferization models, by op: the coverage of a campaign
//! of generated programs. Counting is enabled per context; otherwise the overhead is one null check per application.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::context::Context;
use crate::context_slot;
use crate::ir::OpRef;
use crate::types::{Type, TypeData};

/// The kind of an applied rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum RuleKind {
    /// A fold of an op, by the op's name.
    Fold,
    /// A rewrite pattern.
    Pattern,
    /// A conversion pattern.
    Conversion,
    /// A bufferization model, by the op's name.
    Bufferization,
}

impl RuleKind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            RuleKind::Fold => "fold",
            RuleKind::Pattern => "pattern",
            RuleKind::Conversion => "conversion",
            RuleKind::Bufferization => "bufferization",
        }
    }
}

/// Numbers of applications: by kind and name of the rule, then by class of its root op.
pub type Applications = BTreeMap<(RuleKind, String), BTreeMap<String, u64>>;

/// The number of applications of each rule, by its kind, its name, and the class of its root op.
#[derive(Default, Debug)]
pub struct RuleCounts {
    counts: Mutex<Applications>,
}

impl RuleCounts {
    /// Adds one application.
    pub fn add(&self, kind: RuleKind, name: &str, class: String) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((kind, name.to_owned())).or_default().entry(class).or_default() += 1;
    }

    /// Adds the applications that were counted elsewhere.
    pub fn add_all(&self, applications: Applications) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for (rule, classes) in applications {
            let own = counts.entry(rule).or_default();
            for (class, count) in classes {
                *own.entry(class).or_default() += count;
            }
        }
    }

    /// The counts so far; they begin again at zero.
    pub fn take(&self) -> Applications {
        std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The counts of a context, if it counts.
#[derive(Default)]
struct Counted(OnceLock<Arc<RuleCounts>>);

context_slot!(Counted);

impl Context {
    /// Counts from now on which rules apply in this context.
    pub fn count_rules(&self, counts: Arc<RuleCounts>) {
        // A second set of counts would see a part only: the first stays.
        let _ = self.slot::<Counted>().0.set(counts);
        self.counts_rules.store(true, Ordering::Release);
    }

    /// Returns the counts if rules are counted.
    #[inline]
    fn rule_counts(&self) -> Option<&Arc<RuleCounts>> {
        if self.counts_rules.load(Ordering::Acquire) { self.slot::<Counted>().0.get() } else { None }
    }

    /// Notes that a rule applied to `op`, which is as it was before.
    #[inline]
    pub fn rule_applied(&self, kind: RuleKind, name: &str, op: OpRef<'_>) {
        if let Some(counts) = self.rule_counts() {
            counts.add(kind, name, class_of(op));
        }
    }

    /// Returns what counts the rules with the class of `op`, for rules after which the op is no more.
    #[inline]
    pub fn rule_class(&self, op: OpRef<'_>) -> Option<(Arc<RuleCounts>, String)> {
        self.rule_counts().map(|counts| (counts.clone(), class_of(op)))
    }
}

/// The class of an op: the type that it is about, without extents, and the keywords of its attributes that are flags.
fn class_of(op: OpRef<'_>) -> String {
    let cx = op.cx();
    let first = op.results().next().map(|result| result.ty());
    let mut class = match first.or_else(|| op.operands().next().map(|operand| operand.ty())) {
        Some(ty) => type_class(cx, ty),
        None => "none".to_owned(),
    };
    for flag in ["overflowFlags", "fastmath", "isExact"] {
        if let Some(attr) = op.inherent_attr(flag) {
            let text = cx.attr_text(attr);
            if !text.contains("<none>") {
                class.push(' ');
                class.push_str(&text);
            }
        }
    }
    class
}

fn type_class(cx: &Context, ty: Type) -> String {
    match (cx.type_data(ty), ty.element_type(cx)) {
        (TypeData::Vector { .. }, Some(element)) => format!("vector of {}", cx.type_text(element)),
        (TypeData::RankedTensor { .. }, Some(element)) => format!("tensor of {}", cx.type_text(element)),
        (TypeData::MemRef { .. }, Some(element)) => format!("memref of {}", cx.type_text(element)),
        _ => cx.type_text(ty).to_string(),
    }
}
