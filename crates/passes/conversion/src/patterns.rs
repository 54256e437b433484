//! Patterns of a conversion.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::smallvec;
use terrace_ir::adaptor::OperandGroups;
use terrace_ir::{Context, Op, OpKind, OpRef, Rewriter, Str, Value};

use crate::rewriter::ConversionRewriter;
use crate::state::Values;
use crate::types::TypeConverter;

/// Rewrites the op if it matches. Returns `None` if it does not, and then has changed nothing.
pub type ConvertFn = fn(&mut ConversionRewriter<'_>, Op) -> Option<()>;

/// Rewrites the op if it matches, given the converted values of its operands.
pub type ConvertWithFn = fn(&mut ConversionRewriter<'_>, Op, &Adaptor) -> Option<()>;

/// The converted values of an op's operands: one for each, or any number for 1:N conversions.
#[derive(Clone, Debug)]
pub struct Adaptor {
    operands: Vec<Values>,
    /// The converted values of operands that are converted one-to-one, computed on demand.
    single: OnceCell<Vec<Value>>,
}

impl Adaptor {
    pub(crate) fn new(operands: Vec<Values>) -> Self {
        Self { operands, single: OnceCell::new() }
    }

    /// Returns the converted value of an operand. Panics if there is not exactly one.
    pub fn operand(&self, index: usize) -> Value {
        let [value] = self.operands[index][..] else { panic!("operand #{index} is not one value") };
        value
    }

    /// The converted values of the operands of an op by their names.
    ///
    /// # Panics
    ///
    /// If an operand was not converted to one value.
    pub fn of<K: OpKind>(&self, rw: &Rewriter<'_>, op: K) -> K::Adaptor<'_, Value> {
        let view = rw.op(op);
        let all = self.single.get_or_init(|| (0..self.operands.len()).map(|i| self.operand(i)).collect());
        let slots = (0..K::DEF.operands.len()).map(|slot| view.operand_range(slot));
        OperandGroups::new(all, slots).into()
    }

    /// The same, with this value for an operand.
    pub fn with(&self, index: usize, value: Value) -> Self {
        let mut operands = self.operands.clone();
        operands[index] = smallvec![value];
        Self::new(operands)
    }

    /// Returns the converted values of an operand.
    pub fn values(&self, index: usize) -> &[Value] {
        &self.operands[index]
    }

    /// All values, one after the other.
    pub fn flat(&self) -> Vec<Value> {
        self.operands.iter().flatten().copied().collect()
    }

    /// The values of some operands: the number of the first, and how many.
    pub fn range(&self, (start, len): (usize, usize)) -> Vec<Value> {
        self.operands[start..start + len].iter().flatten().copied().collect()
    }
}

/// The rewrite of a pattern.
pub(crate) enum Action {
    Plain(Box<dyn Fn(&mut ConversionRewriter<'_>, Op) -> Option<()> + Send + Sync>),
    /// A pattern with remapped operands, each a single value if the flag is set.
    With(Box<dyn Fn(&mut ConversionRewriter<'_>, Op, &Adaptor) -> Option<()> + Send + Sync>, bool),
}

pub(crate) struct Entry {
    /// Its name, reported with the reason of a failed match.
    pub(crate) name: &'static str,
    pub(crate) benefit: u16,
    pub(crate) action: Action,
    pub(crate) converter: Option<Arc<TypeConverter>>,
    /// Whether it may be applied to ops that it created.
    pub(crate) recursive: bool,
}

/// The patterns of a conversion. Those of greater benefit are tried first, and of the same benefit those that
/// were added last: upstream's order.
#[derive(Default)]
pub struct ConversionPatterns {
    pub(crate) entries: Vec<Entry>,
    by_name: FxHashMap<Str, Vec<usize>>,
    /// Patterns for any op, which are also in the lists of names with specific patterns.
    any: Vec<usize>,
    across_bodies: bool,
}

impl ConversionPatterns {
    /// No patterns.
    pub fn new() -> Self {
        Self::default()
    }

    fn push<K: OpKind>(&mut self, cx: &Context, entry: Entry) {
        self.push_named(root(cx, K::DEF.name), entry);
    }

    fn push_named(&mut self, op: Str, entry: Entry) {
        let list = self.by_name.entry(op).or_insert_with(|| self.any.clone());
        insert(&self.entries, list, entry.benefit);
        self.entries.push(entry);
    }

    /// Adds a pattern for any op, which reads the original operands.
    pub fn add_match_any(&mut self, name: &'static str, convert: ConvertFn) -> &mut Self {
        let action = Action::Plain(Box::new(convert));
        self.push_any(Entry { name, benefit: 1, action, converter: None, recursive: false });
        self
    }

    /// Adds a pattern for any op, which takes the type-converted operands.
    pub fn add_match_any_with_type_converter(
        &mut self,
        name: &'static str,
        converter: &Arc<TypeConverter>,
        convert: ConvertWithFn,
    ) -> &mut Self {
        let action = Action::With(Box::new(convert), false);
        let converter = Some(Arc::clone(converter));
        self.push_any(Entry { name, benefit: 1, action, converter, recursive: false });
        self
    }

    fn push_any(&mut self, entry: Entry) {
        let lists = self.by_name.values_mut().chain([&mut self.any]);
        lists.for_each(|list| insert(&self.entries, list, entry.benefit));
        self.entries.push(entry);
    }

    /// Adds a pattern that reads the op's own operands.
    pub fn add<K: OpKind>(
        &mut self,
        cx: &Context,
        name: &'static str,
        convert: impl Fn(&mut ConversionRewriter<'_>, K) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_with_benefit::<K>(cx, name, 1, convert)
    }

    /// Adds a pattern of some benefit that reads the op's own operands.
    pub fn add_with_benefit<K: OpKind>(
        &mut self,
        cx: &Context,
        name: &'static str,
        benefit: u16,
        convert: impl Fn(&mut ConversionRewriter<'_>, K) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        let action = Action::Plain(Box::new(move |rw, op| convert(rw, K::assume(op))));
        self.push::<K>(cx, Entry { name, benefit, action, converter: None, recursive: false });
        self
    }

    /// Adds a pattern that takes the replacement of each operand, one value for each.
    pub fn add_with_adaptor<K: OpKind>(
        &mut self,
        cx: &Context,
        name: &'static str,
        convert: impl Fn(&mut ConversionRewriter<'_>, K, &Adaptor) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        let action = Action::With(Box::new(move |rw, op, adaptor| convert(rw, K::assume(op), adaptor)), true);
        self.push::<K>(cx, Entry { name, benefit: 1, action, converter: None, recursive: false });
        self
    }

    /// Adds a pattern that takes the type-converted operands, any number of values for each.
    pub fn add_with_type_converter<K: OpKind>(
        &mut self,
        cx: &Context,
        name: &'static str,
        converter: &Arc<TypeConverter>,
        convert: impl Fn(&mut ConversionRewriter<'_>, K, &Adaptor) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        let action =
            Action::With(Box::new(move |rw, op, adaptor| convert(rw, K::assume(op), adaptor)), false);
        let converter = Some(Arc::clone(converter));
        self.push::<K>(cx, Entry { name, benefit: 1, action, converter, recursive: false });
        self
    }

    /// Adds a pattern that converts the types of operands, results and block arguments, and nothing else.
    pub fn add_type_conversion<K: OpKind>(
        &mut self,
        cx: &Context,
        name: &'static str,
        converter: &Arc<TypeConverter>,
    ) -> &mut Self {
        self.add_with_type_converter::<K>(cx, name, converter, |rw, op, adaptor| {
            rw.replace_converted(op, adaptor)
        })
    }

    /// Adds a pattern for an op name that reads the op's own operands.
    pub fn add_named(
        &mut self,
        cx: &Context,
        (op, name): (&str, &'static str),
        convert: impl Fn(&mut ConversionRewriter<'_>, Op) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        let action = Action::Plain(Box::new(convert));
        self.push_named(root(cx, op), Entry { name, benefit: 1, action, converter: None, recursive: false });
        self
    }

    /// Adds a pattern for an op name that takes the replacements of each operand, any number of values.
    pub fn add_named_with_adaptor(
        &mut self,
        cx: &Context,
        (op, name): (&str, &'static str),
        convert: ConvertWithFn,
    ) -> &mut Self {
        let action = Action::With(Box::new(convert), false);
        self.push_named(root(cx, op), Entry { name, benefit: 1, action, converter: None, recursive: false });
        self
    }

    /// Adds a pattern for an op name, which takes the type-converted operands, any number of values for each.
    pub fn add_named_with_type_converter(
        &mut self,
        cx: &Context,
        (op, name): (&str, &'static str),
        converter: &Arc<TypeConverter>,
        convert: impl Fn(&mut ConversionRewriter<'_>, Op, &Adaptor) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        let action = Action::With(Box::new(convert), false);
        let converter = Some(Arc::clone(converter));
        self.push_named(root(cx, op), Entry { name, benefit: 1, action, converter, recursive: false });
        self
    }

    /// Allows the last added pattern to be applied to the ops it created.
    pub fn bounded_recursion(&mut self) -> &mut Self {
        if let Some(entry) = self.entries.last_mut() {
            entry.recursive = true;
        }
        self
    }

    /// Declares that patterns change other bodies ([`ConversionRewriter::enter`]): the bodies of the IR are then
    /// converted one after the other.
    pub fn across_bodies(&mut self) -> &mut Self {
        self.across_bodies = true;
        self
    }

    /// Whether patterns change other bodies than the one of the op that they match.
    pub fn is_across_bodies(&self) -> bool {
        self.across_bodies
    }

    /// Whether there is a pattern for ops of this name, rather than for any op.
    pub(crate) fn has_pattern_for(&self, op: OpRef<'_>) -> bool {
        self.by_name.contains_key(&op.info().name)
    }

    /// The numbers of the patterns to try on an op, in order.
    pub(crate) fn for_op(&self, op: OpRef<'_>) -> &[usize] {
        self.by_name.get(&op.info().name).unwrap_or(&self.any)
    }
}

/// The name of a pattern's root, whose dialect is loaded: patterns may create such ops.
fn root(cx: &Context, op: &str) -> Str {
    if let Some((dialect, _)) = op.split_once('.') {
        cx.dialect(dialect);
    }
    cx.str(op)
}

/// Inserts the next pattern into a list sorted by descending benefit.
fn insert(entries: &[Entry], list: &mut Vec<usize>, benefit: u16) {
    let place = list.partition_point(|&other| entries[other].benefit > benefit);
    list.insert(place, entries.len());
}
