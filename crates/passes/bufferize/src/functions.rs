//! Summaries of called functions: `FuncAnalysisState`.

use rustc_hash::FxHashMap;
use terrace_ir::{OpHandle, OpRef, Type};

/// The progress of the analysis of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Analyzed {
    /// The function is not analyzed; its calls are treated conservatively.
    #[default]
    NotAnalyzed,
    /// The function is being analyzed.
    InProgress,
    /// The analysis is complete.
    Analyzed,
}

/// The summary of a function for the analysis of its callers.
#[derive(Clone, Default, Debug)]
pub struct FunctionInfo {
    /// The progress of its analysis.
    pub analyzed: Analyzed,
    /// For each result, the argument that it is equivalent to.
    pub equivalent_args: Vec<Option<usize>>,
    /// For each argument, the results that may alias it.
    pub aliasing_results: Vec<Vec<usize>>,
    /// For each result, whether its buffer may be read-only, such as that of a constant.
    pub read_only_results: Vec<bool>,
    /// Pairs of results that may have one buffer.
    pub aliasing_pairs: Vec<(usize, usize)>,
    /// For each argument, whether it is read.
    pub read_args: Vec<bool>,
    /// For each argument, whether it is written.
    pub written_args: Vec<bool>,
    /// The types of its arguments and results once it is bufferized.
    pub buffer_types: Option<(Vec<Type>, Vec<Type>)>,
    /// Whether there is a body.
    pub has_body: bool,
}

/// The summaries of the analyzed functions, and the callee of each call.
#[derive(Default, Debug)]
pub struct Functions {
    known: FxHashMap<OpHandle, FunctionInfo>,
    callees: FxHashMap<OpHandle, OpHandle>,
}

impl Functions {
    /// Notes which function a call calls.
    pub fn resolve(&mut self, call: OpHandle, function: OpHandle) {
        self.callees.insert(call, function);
    }

    /// The summary of a function.
    pub fn info(&self, function: OpHandle) -> Option<&FunctionInfo> {
        self.known.get(&function)
    }

    /// The summary of a function, mutable; created if there is none.
    pub fn info_mut(&mut self, function: OpHandle) -> &mut FunctionInfo {
        self.known.entry(function).or_default()
    }

    /// The function that a call calls; `None` if that is not known.
    pub fn callee(&self, call: OpRef<'_>) -> Option<OpHandle> {
        self.callees.get(&call.handle()).copied()
    }

    /// The summary of the callee of a call.
    pub fn of_call(&self, call: OpRef<'_>) -> Option<&FunctionInfo> {
        self.info(self.callee(call)?)
    }
}
