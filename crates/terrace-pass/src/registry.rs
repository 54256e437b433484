//! Passes and pipelines by name.

use rustc_hash::FxHashMap;

use crate::options::{OptionDef, Options};
use crate::pass::PassDef;
use crate::pipeline::OpPipeline;

/// A pipeline as it is registered.
pub struct PipelineDef {
    /// The name in pipelines and on the command line.
    pub name: &'static str,
    /// One line about it.
    pub doc: &'static str,
    /// What it can be told.
    pub options: &'static [OptionDef],
    /// Appends its passes; the error says what is wrong with the options.
    pub build: fn(&mut OpPipeline, &Registry, &Options) -> Result<(), String>,
}

/// All passes and pipelines there are.
#[derive(Default)]
pub struct Registry {
    passes: FxHashMap<&'static str, &'static PassDef>,
    pipelines: FxHashMap<&'static str, &'static PipelineDef>,
}

impl Registry {
    /// A registry of these. A later definition takes the place of an earlier one of the same name.
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
}
