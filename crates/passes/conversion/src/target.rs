//! Conversion targets: the legal ops of a conversion.

use rustc_hash::FxHashMap;
use terrace_ir::{Context, OpKind, OpName, OpRef};

/// Whether an op is legal; `None` if another rule decides.
type Rule = Box<dyn Fn(OpRef<'_>) -> Option<bool> + Send + Sync>;

/// The legality of an op or a dialect.
enum Action {
    Legal,
    Illegal,
    Dynamic(Rule),
}

/// A conversion target: the legality of ops by op name, by dialect, and for all others.
#[derive(Default)]
pub struct ConversionTarget {
    ops: FxHashMap<OpName, Action>,
    /// The ops whose legality extends to the ops nested in them.
    recursive: FxHashMap<OpName, Option<Rule>>,
    dialects: FxHashMap<String, Action>,
    unknown: Option<Rule>,
}

impl ConversionTarget {
    /// A target without any legality.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ops of this kind are legal.
    pub fn legal<K: OpKind>(mut self, cx: &Context) -> Self {
        self.ops.insert(cx.op_name_of(K::DEF), Action::Legal);
        self
    }

    /// Ops of this kind are illegal.
    pub fn illegal<K: OpKind>(mut self, cx: &Context) -> Self {
        self.ops.insert(cx.op_name_of(K::DEF), Action::Illegal);
        self
    }

    /// Ops of these names are legal.
    pub fn legal_ops(mut self, cx: &Context, names: &[&str]) -> Self {
        self.ops.extend(names.iter().map(|name| (cx.op_name(name), Action::Legal)));
        self
    }

    /// Ops of these names are illegal.
    pub fn illegal_ops(mut self, cx: &Context, names: &[&str]) -> Self {
        self.ops.extend(names.iter().map(|name| (cx.op_name(name), Action::Illegal)));
        self
    }

    /// Ops of this kind are legal where the rule holds.
    pub fn dynamic<K: OpKind>(
        mut self,
        cx: &Context,
        rule: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let rule: Rule = Box::new(move |op| Some(rule(op)));
        self.ops.insert(cx.op_name_of(K::DEF), Action::Dynamic(rule));
        self
    }

    /// Marks ops of this kind recursively legal: if one is legal, so are all ops nested in it.
    pub fn mark_op_recursively_legal<K: OpKind>(mut self, cx: &Context) -> Self {
        self.recursive.insert(cx.op_name_of(K::DEF), None);
        self
    }

    /// Marks ops of this kind recursively legal where the rule holds.
    pub fn mark_op_recursively_legal_if<K: OpKind>(
        mut self,
        cx: &Context,
        rule: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.recursive.insert(cx.op_name_of(K::DEF), Some(Box::new(move |op| Some(rule(op)))));
        self
    }

    /// Ops of this name are legal where the rule holds.
    pub fn dynamic_op(
        mut self,
        cx: &Context,
        name: &str,
        rule: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let rule: Rule = Box::new(move |op| Some(rule(op)));
        self.ops.insert(cx.op_name(name), Action::Dynamic(rule));
        self
    }

    /// Marks the ops of these dialects legal, unless the op is marked itself.
    pub fn legal_dialects(mut self, names: &[&str]) -> Self {
        self.dialects.extend(names.iter().map(|name| ((*name).to_owned(), Action::Legal)));
        self
    }

    /// Marks the ops of these dialects illegal, unless the op is marked itself.
    pub fn illegal_dialects(mut self, names: &[&str]) -> Self {
        self.dialects.extend(names.iter().map(|name| ((*name).to_owned(), Action::Illegal)));
        self
    }

    /// Marks the ops of these dialects legal if the rule holds, unless the op is marked itself.
    pub fn dynamic_dialect(
        mut self,
        name: &'static str,
        rule: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.dialects.insert(name.to_owned(), Action::Dynamic(Box::new(move |op| Some(rule(op)))));
        self
    }

    /// Marks unmarked ops legal if the rule holds.
    pub fn mark_unknown_op_dynamically_legal(
        mut self,
        rule: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.unknown = Some(Box::new(move |op| Some(rule(op))));
        self
    }

    /// Returns whether an op is legal; `None` if no rule is about it.
    fn verdict(&self, op: OpRef<'_>) -> Option<bool> {
        let action = self.ops.get(&op.name()).or_else(|| {
            let dialect = op.name_text().split_once('.').map_or("", |(dialect, _)| dialect);
            self.dialects.get(dialect)
        });
        match action {
            Some(Action::Legal) => Some(true),
            Some(Action::Illegal) => Some(false),
            Some(Action::Dynamic(rule)) => rule(op),
            None => self.unknown.as_ref().and_then(|rule| rule(op)),
        }
    }

    /// Whether an op is known to be legal, and if so, whether it is recursively legal.
    pub fn is_legal(&self, op: OpRef<'_>) -> Option<bool> {
        if self.verdict(op) != Some(true) {
            return None;
        }
        let rule = self.recursive.get(&op.name());
        Some(rule.is_some_and(|rule| rule.as_ref().is_none_or(|rule| rule(op).unwrap_or(true))))
    }

    /// Whether an op is known to be illegal.
    pub fn is_illegal(&self, op: OpRef<'_>) -> bool {
        self.verdict(op) == Some(false)
    }
}
