//! The options of bufferization.

use terrace_ir::{Attr, Context, OpRef, Type, TypeData};
use terrace_support::options;

/// The order in which the analysis decides operands. Operands that are decided early are more likely to be in
/// place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Heuristic {
    /// Bottom-up.
    #[default]
    BottomUp,
    /// Top-down.
    TopDown,
    /// From the operands of terminators upwards, then the other ops bottom-up.
    BottomUpFromTerminators,
    /// A random order, determined by a seed.
    Fuzzer(u64),
    /// The order with the fewest copied bytes among those that a [search](crate::search) tries.
    FewestCopies,
}

terrace_pass::option_enum! {
    /// The layout of a memref type whose layout cannot be inferred.
    pub enum LayoutMap {
        /// The inferred layout, as precise as possible.
        Infer = "infer-layout-map",
        /// The identity layout.
        Identity = "identity-layout-map",
        /// A fully dynamic layout: any strides and offset.
        FullyDynamic = "fully-dynamic-layout-map",
    }
}

/// The default memory space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MemorySpace {
    /// The default space.
    #[default]
    Default,
    /// It must be inferred: an unknown memory space is an error.
    MustInfer,
    /// The encoding of the tensor.
    Encoding,
}

options! {
    /// The options of bufferization. The defaults are those of `one-shot-bufferize`.
    #[derive(Clone, Debug)]
    pub struct BufferizationOptions {
        /// Loops may return and yield new allocations.
        pub allow_return_allocs_from_loops: bool,
        /// Ops on tensors that cannot be bufferized may stay, with casts around them.
        pub allow_unknown_ops: bool,
        /// The order of the analysis.
        pub heuristic: Heuristic,
        /// Functions, calls and returns are bufferized too.
        pub bufferize_function_boundaries: bool,
        /// A buffer from outside of a parallel loop is not written in it.
        pub check_parallel_regions: bool,
        /// The analysis considers cases that upstream's misses: writes in a block to a tensor of another block
        /// that is read later; iterations of a parallel loop that all write to one unread buffer; aliases of
        /// `scf.index_switch` results and the values that its cases yield; and unknown ops whose results may
        /// alias their operands.
        pub strict_analysis: bool,
        /// Copies each buffer before it is written, without an analysis.
        pub copy_before_write: bool,
        /// Bufferizes only ops of these dialects; all ops if it is empty.
        pub dialect_filter: Vec<String>,
        /// Functions that are bufferized without an analysis.
        pub no_analysis_func_filter: Vec<String>,
        /// Layouts at the boundaries of functions.
        pub function_boundary_type_conversion: LayoutMap,
        /// Layouts that cannot be inferred.
        pub unknown_type_conversion: LayoutMap,
        /// Memory spaces that are not known.
        pub memory_space: MemorySpace,
        /// Only annotates the IR with the decisions.
        pub test_analysis_only: bool,
        /// Annotates conflicts as well.
        pub print_conflicts: bool,
        /// Annotates alias sets as well.
        pub dump_alias_sets: bool,
        /// Emits remarks with the causes of copies and allocations.
        pub explain: bool,
        /// A pipeline that runs afterwards on a copy: its allocations and copies are explained too.
        pub explain_after: String,
        /// Whether explanations name the aliases of the buffers too.
        pub explain_aliases: bool,
        /// Test only: instead of an analysis, whether each operand is in place that is written or has aliases, in the order of
        /// decisions; all others are.
        pub choices: Option<Vec<bool>>,
        /// The alignment of new buffers; 0 for none.
        pub buffer_alignment: u64,
    }
}

impl Default for BufferizationOptions {
    fn default() -> Self {
        Self {
            allow_return_allocs_from_loops: false,
            allow_unknown_ops: false,
            heuristic: Heuristic::BottomUp,
            bufferize_function_boundaries: false,
            check_parallel_regions: true,
            strict_analysis: true,
            copy_before_write: false,
            dialect_filter: Vec::new(),
            no_analysis_func_filter: Vec::new(),
            function_boundary_type_conversion: LayoutMap::Infer,
            unknown_type_conversion: LayoutMap::FullyDynamic,
            memory_space: MemorySpace::Default,
            test_analysis_only: false,
            print_conflicts: false,
            dump_alias_sets: false,
            explain: false,
            explain_after: String::new(),
            explain_aliases: false,
            choices: None,
            buffer_alignment: 64,
        }
    }
}

impl BufferizationOptions {
    /// The default options: in a context that matches upstream, the analysis has the omissions of upstream's.
    pub fn of_context(cx: &Context) -> Self {
        Self { strict_analysis: !cx.matches_upstream(), ..Self::default() }
    }

    /// The defaults, with the boundaries of functions bufferized too.
    pub fn default_for_functions() -> Self {
        Self { bufferize_function_boundaries: true, ..Self::default() }
    }

    /// Whether an op may be bufferized.
    pub fn is_op_allowed(&self, op: OpRef<'_>) -> bool {
        if self.bufferize_function_boundaries && self.dialect_filter.is_empty() {
            return true;
        }
        let name = op.name_text();
        let dialect = name.split_once('.').map_or(name, |(dialect, _)| dialect);
        if !self.bufferize_function_boundaries && dialect == "func" {
            return false;
        }
        self.dialect_filter.is_empty() || self.dialect_filter.iter().any(|allowed| allowed == dialect)
    }

    /// The memory space of a tensor without another specification; an error if it must be inferred.
    pub fn default_memory_space(&self, cx: &Context, tensor: Type) -> Option<Option<Attr>> {
        match self.memory_space {
            MemorySpace::Default => Some(None),
            MemorySpace::MustInfer => None,
            MemorySpace::Encoding => match tensor.data(cx) {
                TypeData::RankedTensor { encoding, .. } => Some(*encoding),
                _ => None,
            },
        }
    }
}
