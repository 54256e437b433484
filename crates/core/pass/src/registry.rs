//! Passes and pipelines by name.

use rustc_hash::FxHashMap;
use terrace_support::spelling::nearest;

use crate::options::{OptionDef, PassOptions};
use crate::pass::PassDef;
use crate::pipeline::OpPipeline;

/// The definition of a registered pipeline.
pub struct PipelineDef {
    /// The name in pipelines and on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// The options.
    pub options: &'static [OptionDef],
    /// Appends its passes. An error describes invalid options.
    pub build: fn(&mut OpPipeline, &Registry, &PassOptions) -> Result<(), String>,
}

/// The passes and pipelines of mlir-opt 22.1.8 without those for tests, one a line, sorted.
const UPSTREAM: &str = include_str!("upstream_passes.txt");

/// All registered passes and pipelines.
#[derive(Default)]
pub struct Registry {
    passes: FxHashMap<&'static str, &'static PassDef>,
    pipelines: FxHashMap<&'static str, &'static PipelineDef>,
}

impl Registry {
    /// Creates a registry. A later definition replaces an earlier one of the same name.
    pub fn new(
        passes: impl IntoIterator<Item = &'static PassDef>,
        pipelines: impl IntoIterator<Item = &'static PipelineDef>,
    ) -> Self {
        Self {
            passes: passes.into_iter().map(|pass| (pass.name, pass)).collect(),
            pipelines: pipelines.into_iter().map(|pipeline| (pipeline.name, pipeline)).collect(),
        }
    }

    /// The pass of this name.
    pub fn pass(&self, name: &str) -> Option<&'static PassDef> {
        self.passes.get(name).copied()
    }

    /// The pipeline of this name.
    pub fn pipeline(&self, name: &str) -> Option<&'static PipelineDef> {
        self.pipelines.get(name).copied()
    }

    /// All passes, sorted by name.
    pub fn passes(&self) -> Vec<&'static PassDef> {
        let mut all: Vec<_> = self.passes.values().copied().collect();
        all.sort_unstable_by_key(|pass| pass.name);
        all
    }

    /// All pipelines, sorted by name.
    pub fn pipelines(&self) -> Vec<&'static PipelineDef> {
        let mut all: Vec<_> = self.pipelines.values().copied().collect();
        all.sort_unstable_by_key(|pipeline| pipeline.name);
        all
    }

    /// Whether mlir-opt has a pass or pipeline of this name that is not registered here.
    pub fn lacks(&self, name: &str) -> bool {
        self.pass(name).is_none() && self.pipeline(name).is_none() && UPSTREAM.lines().any(|has| has == name)
    }

    /// Returns a hint for an unknown name of a pass or pipeline: that mlir-opt has it, or the nearest known
    /// name; `None` if there is none.
    pub fn hint(&self, name: &str) -> Option<String> {
        if self.lacks(name) {
            return Some(format!("'{name}' is in mlir-opt 22, but is not implemented here yet"));
        }
        let passes = self.passes().into_iter().map(|pass| pass.name);
        let names = passes.chain(self.pipelines().into_iter().map(|pipeline| pipeline.name));
        Some(format!("did you mean '{}'?", nearest(name, names)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_tell_unimplemented_from_misspelled() {
        static CSE: PassDef = PassDef { name: "cse", ..crate::pass::EMPTY_PASS };
        let registry = Registry::new([&CSE], []);
        assert_eq!(registry.hint("csee").as_deref(), Some("did you mean 'cse'?"));
        let missing = registry.hint("convert-vector-to-llvm").expect("upstream has it");
        assert_eq!(missing, "'convert-vector-to-llvm' is in mlir-opt 22, but is not implemented here yet");
        assert_eq!(registry.hint("frobnicate"), None);
        assert!(UPSTREAM.lines().is_sorted());
    }
}
