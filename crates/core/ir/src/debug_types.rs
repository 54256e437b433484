//! The parts of the program whose debug output is enabled.

use std::sync::OnceLock;

use crate::context::Context;
use crate::context_slot;

/// The names of the parts.
#[derive(Default)]
struct DebugTypes(OnceLock<Vec<String>>);

context_slot!(DebugTypes);

impl Context {
    /// Sets the components with debug output: `--debug-only`. Only the first call has an effect.
    pub fn set_debug_types(&self, types: Vec<String>) {
        let _ = self.slot::<DebugTypes>().0.set(types);
    }

    /// Whether debug output of a component is enabled.
    pub fn is_debug_type(&self, name: &str) -> bool {
        self.slot::<DebugTypes>().0.get().is_some_and(|types| types.iter().any(|known| known == name))
    }
}
