//! The values that patterns capture and use.

use super::numeric::Format;
use std::collections::BTreeMap;

/// A numeric variable: its format is fixed by its first definition, its value changes with each match.
#[derive(Clone, Debug)]
pub(super) struct NumericVariable {
    pub(super) format: Format,
    pub(super) value: Option<i128>,
    /// The text that was matched.
    pub(super) text: Vec<u8>,
}

/// All variables of a run. A name that starts with `$` is global.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) strings: BTreeMap<String, Vec<u8>>,
    pub(super) numbers: BTreeMap<String, NumericVariable>,
}

impl Variables {
    /// Clears all but the global variables.
    pub(super) fn clear_locals(&mut self) {
        self.strings.retain(|name, _| name.starts_with('$'));
        for (_, number) in self.numbers.iter_mut().filter(|(name, _)| !name.starts_with('$')) {
            number.value = None;
            number.text.clear();
        }
    }
}
