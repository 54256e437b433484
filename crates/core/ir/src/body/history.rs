//! The names of values in the source, and the replacements of values.
//!
//! A body records neither unless it is enabled, at the cost of an entry for each.

use rustc_hash::FxHashMap;

use super::{Body, ValueDef};
use crate::ids::Value;
use crate::strings::Str;

#[derive(Clone, Default)]
pub(super) struct History {
    names: FxHashMap<Value, Str>,
    replaced: FxHashMap<Value, Value>,
}

impl Body {
    /// From now on, remembers which values are replaced by which.
    pub(crate) fn keep_history(&mut self) {
        self.history.get_or_insert_default();
    }

    /// Whether any value may have a name.
    #[inline]
    pub fn has_value_names(&self) -> bool {
        self.history.as_ref().is_some_and(|history| !history.names.is_empty())
    }

    /// The name of the value, without the percent sign; results in a group share that of the first one.
    pub fn value_name(&self, value: Value) -> Option<Str> {
        self.history.as_ref()?.names.get(&value).copied()
    }

    /// Sets the name of a value; the printer makes it unique.
    pub(crate) fn set_value_name(&mut self, value: Value, name: Str) {
        self.history.get_or_insert_default().names.insert(value, name);
    }

    /// Sets the name of a value's copy, which may be in another body.
    pub(crate) fn copy_value_name(&mut self, name: Option<Str>, copy: Value) {
        if let Some(name) = name {
            self.set_value_name(copy, name);
        }
    }

    /// Returns the replacement of the value, if it was recorded.
    pub fn replacement(&self, value: Value) -> Option<Value> {
        self.history.as_ref()?.replaced.get(&value).copied()
    }

    /// Remembers that a value is about to be replaced; a new one without name and users inherits the name.
    #[inline]
    pub(crate) fn note_replaced(&mut self, old: Value, new: Value) {
        if self.history.is_some() {
            self.remember_replaced(old, new);
        }
    }

    #[cold]
    fn remember_replaced(&mut self, old: Value, new: Value) {
        // A result without a name may be one of a group that has one.
        let grouped = match self.value_def(new) {
            ValueDef::Result(op) => self.results(op).any(|result| self.value_name(result).is_some()),
            _ => false,
        };
        let fresh = !grouped && self.first_use(new).is_none();
        let Some(history) = &mut self.history else { return };
        history.replaced.insert(old, new);
        if let Some(&name) = history.names.get(&old).filter(|_| fresh) {
            history.names.entry(new).or_insert(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Body;
    use crate::ids::Value;
    use crate::strings::Str;

    #[test]
    fn what_replaces_a_value_inherits_its_name() {
        let mut body = Body::new(None);
        let region = body.new_region();
        let block = body.new_block();
        body.append_block(region, block);
        let types = [(crate::types::Type::INDEX, crate::loc::Loc::UNKNOWN); 2];
        let first = body.add_args(block, types.into_iter());
        let second = Value::from_u32(first.as_u32() + 1);
        body.note_replaced(first, second);
        assert_eq!((body.replacement(first), body.value_name(second)), (None, None));
        body.set_value_name(first, Str::SYM_NAME);
        body.note_replaced(first, second);
        assert_eq!((body.replacement(first), body.value_name(second)), (Some(second), Some(Str::SYM_NAME)));
    }
}
