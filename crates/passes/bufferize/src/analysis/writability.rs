//! Values that keep an operand out of place because their buffers are read-only.

use terrace_ir::{Value, ValueRef};

use super::Analysis;
use crate::conflicts::view;
use crate::interface::Operand;

impl<'b> Analysis<'_, '_, 'b> {
    /// Whether a value may have a buffer that must not be written, other than that of a value that is excepted.
    pub fn may_be_read_only(&self, value: Value, except: impl Fn(ValueRef<'b>) -> bool) -> bool {
        let class = self.class(value);
        let mut members = Vec::new();
        if self.sets[class].read_only {
            members.extend(self.decisions.members.borrow().of(class));
        }
        let mut members = members.into_iter().map(|member| view(self.body, member));
        members.any(|member| self.state.is_read_only(member) && !except(member))
    }

    /// A value that must not be written, where the classes of an operand and its aliases hold a write.
    pub(super) fn writes_read_only(
        &self,
        operand: Operand<'b>,
        classes: &[usize],
        writes: bool,
    ) -> Option<Value> {
        let mut sets = classes.iter().map(|&class| &self.sets[class]);
        if !writes && sets.all(|set| set.writes.is_empty()) {
            return None;
        }
        let class = *classes.iter().find(|&&class| self.sets[class].read_only)?;
        let not_writable = |value: &Value| !self.state.is_writable(view(self.body, *value));
        let first = operand.value().id();
        if not_writable(&first) {
            return Some(first);
        }
        self.decisions.members.borrow().of(class).find(not_writable)
    }

    /// The non-writable values that share a buffer with an operand or its aliases. In a strict analysis, the
    /// results of an unknown op may alias all of its operands; then only an operand and its aliases are
    /// returned, if one of them is not writable.
    pub(super) fn not_writable_values(&self, operand: Operand<'b>, classes: &[usize]) -> Vec<Value> {
        let not_writable = |value: &Value| !self.state.is_writable(view(self.body, *value));
        if self.state.options.strict_analysis {
            let aliases = self.state.aliasing_values(operand);
            let own = aliases.iter().map(|alias| alias.value.id());
            let own: Vec<Value> =
                [operand.value().id()].into_iter().chain(own).filter(not_writable).collect();
            if !own.is_empty() {
                return own;
            }
        }
        let members = self.decisions.members.borrow();
        classes.iter().flat_map(|&class| members.of(class)).filter(not_writable).collect()
    }
}
