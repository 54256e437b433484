//! `one-shot-bufferize`: replaces tensors by buffers, with as few copies as the analysis permits.
//!
//! Entry: ops on tensors that implement the bufferization interface; other ops are an error unless `allow-unknown-ops`
//! is set. Exit: no ops on tensors except for those that are excluded by options, with casts between tensor and buffer
//! at their boundaries and, without `bufferize-function-boundaries`, at those of functions. Allocations have no
//! deallocations. With `test-analysis-only`, annotated ops on tensors. On error the module is left partially
//! transformed.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_ir::{Diag, Ir, Loc, OpHandle, OpKind, OpRef, TraitSet};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_pass::{option_enum, pass_options};

use super::bodies::{Counted, Env, analyze_and_work, bufferize};
use super::explained::explain_one_shot_bufferize;
use super::module::run_one_shot_module_bufferize;
use super::plan::without_inner_tables;
use crate::analysis::Analysis;
use crate::annotate::Annotations;
use crate::bodies::bodies_of;
use crate::functions::Functions;
use crate::globals::Globals;
use crate::options::{BufferizationOptions, Heuristic, LayoutMap, MemorySpace};
use crate::state::State;
use crate::tensor_copy_insertion::insert_tensor_copies;

option_enum! {
    /// The order in which the analysis visits ops.
    pub enum HeuristicName {
        /// Bottom-up.
        BottomUp = "bottom-up",
        /// Top-down.
        TopDown = "top-down",
        /// Bottom-up from the terminators, along use-def chains.
        BottomUpFromTerminators = "bottom-up-from-terminators",
        /// A random order, determined by the seed.
        Fuzzer = "fuzzer",
        /// The order with the fewest copies.
        FewestCopies = "fewest-copies",
    }
}

pass_options! {
    /// The options of the pass.
    pub struct OneShotBufferizeOptions {
        /// Allows returning/yielding new allocations from a loop.
        allow_return_allocs_from_loops("allow-return-allocs-from-loops"): bool = "false",
        /// Allows unknown (not bufferizable) ops in the input IR.
        allow_unknown_ops("allow-unknown-ops"): bool = "false",
        /// Test only: Analyze ops in random order with a given seed (fuzzer)
        analysis_fuzzer_seed("analysis-fuzzer-seed"): u32 = "0",
        /// Heuristic that control the IR traversal during analysis
        analysis_heuristic("analysis-heuristic"): HeuristicName = "bottom-up",
        /// Bufferize function boundaries (experimental).
        bufferize_function_boundaries("bufferize-function-boundaries"): bool = "false",
        /// Account for parallel regions in RaW analysis.
        check_parallel_regions("check-parallel-regions"): bool = "true",
        /// Account for writes that upstream misses: to tensors of other blocks or unknown ops, and to unread
        /// buffers in parallel loops. On by default, unless upstream is matched (--match-upstream).
        strict_analysis("strict-analysis"): Option<bool> = "unset",
        /// Skip the analysis. Make a buffer copy on every write.
        copy_before_write("copy-before-write"): bool = "false",
        /// Restrict bufferization to ops from these dialects.
        dialect_filter("dialect-filter"): Vec<String> = "",
        /// Test only: Annotate tensor IR with alias sets
        dump_alias_sets("dump-alias-sets"): bool = "false",
        /// Skip analysis of functions with these symbol names.Set copyBeforeWrite to true when bufferizing them.
        no_analysis_func_filter("no-analysis-func-filter"): Vec<String> = "",
        /// Controls layout maps when bufferizing function signatures.
        function_boundary_type_conversion("function-boundary-type-conversion"): LayoutMap = "infer-layout-map",
        /// The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used
        /// otherwise.
        must_infer_memory_space("must-infer-memory-space"): bool = "false",
        /// Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option
        use_encoding_for_memory_space("use-encoding-for-memory-space"): bool = "false",
        /// Test only: Only run inplaceability analysis and annotate IR
        test_analysis_only("test-analysis-only"): bool = "false",
        /// Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.
        print_conflicts("print-conflicts"): bool = "false",
        /// Emit a remark with the cause of each copy and allocation.
        explain("explain"): Option<bool> = "unset",
        /// With explain: a pipeline that runs afterwards on a copy, whose allocations and copies are
        /// explained too.
        explain_after("explain-after"): Option<String> = "unset",
        /// With explain: name the aliases of copied buffers.
        explain_aliases("explain-aliases"): Option<bool> = "unset",
        /// Controls layout maps for non-inferrable memref types.
        unknown_type_conversion("unknown-type-conversion"): LayoutMap = "fully-dynamic-layout-map",
        /// Sets the alignment of newly allocated buffers.
        buffer_alignment("buffer-alignment"): u64 = "64",
    }
}

/// The pass.
pub static ONE_SHOT_BUFFERIZE: PassDef = PassDef {
    name: "one-shot-bufferize",
    class: "OneShotBufferizePass",
    doc: "One-Shot Bufferize",
    anchor: Some(ModuleOp::DEF.name),
    options: OneShotBufferizeOptions::DEFS,
    statistics: &[
        ("num-buffer-alloc", "Number of buffer allocations"),
        ("num-tensor-in-place", "Number of in-place tensor OpOperands"),
        ("num-tensor-out-of-place", "Number of out-of-place tensor OpOperands"),
    ],
    make: |options| {
        let read = OneShotBufferizeOptions::from(options);
        let pass = OneShotBufferize {
            both_spaces: read.must_infer_memory_space && read.use_encoding_for_memory_space,
            strict_analysis: read.strict_analysis,
            options: read_options(options),
        };
        Ok(Pass::Ir(Box::new(pass)))
    },
    ..EMPTY_PASS
};

/// The options of the pass as bufferization takes them.
pub fn read_options(options: &terrace_pass::PassOptions) -> BufferizationOptions {
    let options = OneShotBufferizeOptions::from(options);
    let heuristic = match options.analysis_heuristic {
        HeuristicName::TopDown => Heuristic::TopDown,
        HeuristicName::BottomUpFromTerminators => Heuristic::BottomUpFromTerminators,
        HeuristicName::Fuzzer => Heuristic::Fuzzer(u64::from(options.analysis_fuzzer_seed)),
        HeuristicName::BottomUp => Heuristic::BottomUp,
        HeuristicName::FewestCopies => Heuristic::FewestCopies,
    };
    let (must_infer, encoding) = (options.must_infer_memory_space, options.use_encoding_for_memory_space);
    BufferizationOptions {
        allow_return_allocs_from_loops: options.allow_return_allocs_from_loops,
        allow_unknown_ops: options.allow_unknown_ops,
        heuristic,
        bufferize_function_boundaries: options.bufferize_function_boundaries,
        check_parallel_regions: options.check_parallel_regions,
        strict_analysis: options.strict_analysis.unwrap_or(true),
        copy_before_write: options.copy_before_write,
        dialect_filter: options.dialect_filter,
        no_analysis_func_filter: options.no_analysis_func_filter,
        function_boundary_type_conversion: options.function_boundary_type_conversion,
        unknown_type_conversion: options.unknown_type_conversion,
        memory_space: match (must_infer, encoding) {
            (true, _) => MemorySpace::MustInfer,
            (_, true) => MemorySpace::Encoding,
            _ => MemorySpace::Default,
        },
        test_analysis_only: options.test_analysis_only,
        print_conflicts: options.print_conflicts,
        dump_alias_sets: options.dump_alias_sets,
        explain: options.explain.unwrap_or(false),
        explain_after: options.explain_after.unwrap_or_default(),
        explain_aliases: options.explain_aliases.unwrap_or(false),
        buffer_alignment: options.buffer_alignment,
        ..BufferizationOptions::default()
    }
}

struct OneShotBufferize {
    options: BufferizationOptions,
    both_spaces: bool,
    /// As given; else that of the context.
    strict_analysis: Option<bool>,
}

impl OneShotBufferize {
    /// Returns the error of an invalid combination of options, and whether it is reported at the op that the pass runs
    /// on.
    fn invalid(&self) -> Option<(&'static str, bool)> {
        let options = &self.options;
        let found = if self.both_spaces {
            (
                "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in one-shot-bufferize",
                true,
            )
        } else if options.unknown_type_conversion == LayoutMap::Infer {
            ("Invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'", false)
        } else if options.copy_before_write && options.test_analysis_only {
            ("Invalid option: 'copy-before-write' cannot be used with 'test-analysis-only'", false)
        } else if options.print_conflicts && !options.test_analysis_only {
            ("Invalid option: 'print-conflicts' requires 'test-analysis-only'", false)
        } else if options.dump_alias_sets && !options.test_analysis_only {
            ("Invalid option: 'dump-alias-sets' requires 'test-analysis-only'", false)
        } else if !options.bufferize_function_boundaries && !options.no_analysis_func_filter.is_empty() {
            ("Invalid option: 'no-analysis-func-filter' requires 'bufferize-function-boundaries'", false)
        } else {
            return None;
        };
        Some(found)
    }
}

impl IrPass for OneShotBufferize {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if let Some((message, about_op)) = self.invalid() {
            let loc = if about_op { ir.op(op).loc() } else { Loc::UNKNOWN };
            return run.fail(Diag::error(loc, message));
        }
        let for_context = BufferizationOptions::of_context(ir.cx());
        let options = BufferizationOptions {
            strict_analysis: self.strict_analysis.unwrap_or(for_context.strict_analysis),
            ..self.options.clone()
        };
        let outcome = if options.explain {
            let explained = explain_one_shot_bufferize(ir, op, &options, run.parallel, run.manager);
            explained.remarks.into_iter().for_each(|remark| run.report(remark));
            explained.outcome
        } else {
            let env = Env { options: &options, parallel: run.parallel, provenance: None };
            run_one_shot(ir, op, env)
        };
        match outcome {
            Ok(counted) => {
                run.count(0, counted.allocations);
                run.count(1, counted.statistics.in_place);
                run.count(2, counted.statistics.out_of_place);
                Ok(())
            }
            Err(diag) => run.fail(diag),
        }
    }
}

/// Analyzes and bufferizes the regions of an op, with function boundaries if requested.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn run_one_shot(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<Counted, Box<Diag>> {
    match env.options.bufferize_function_boundaries {
        true => run_one_shot_module_bufferize(ir, op, env),
        false => run_one_shot_bufferize(ir, op, env),
    }
}

/// Analyzes each body of an op separately, and inserts tensor copies of operands that are out of place.
///
/// # Errors
///
/// The first operand that can neither be in place nor be copied.
pub fn insert_copies(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    copy_separately(ir, op, env, &Functions::default(), &mut Counted::default())
}

/// The same, with what is known about functions, and counters. With `--match-upstream`, ops that are in a symbol table in
/// `op` get no copies.
fn copy_separately(
    ir: &mut Ir,
    op: OpHandle,
    env: Env<'_>,
    functions: &Functions,
    counted: &mut Counted,
) -> Result<(), Box<Diag>> {
    let bodies = bodies_of(ir.op(op));
    let skips = ir.cx().matches_upstream() && ir.op(op).has_trait(TraitSet::SymbolTable);
    let copied = skips.then(|| without_inner_tables(ir.op(op)));
    let nothing = |_: OpRef<'_>, _: &State<'_>, _: &Analysis<'_, '_, '_>, _: &mut Annotations| Ok(());
    analyze_and_work(ir, &bodies, env, functions, counted, &nothing, &|rw, state| match copied
        .as_ref()
        .is_none_or(|copied| copied.contains(&rw.body_id()))
    {
        true => insert_tensor_copies(rw, state),
        false => Ok(()),
    })?;
    Ok(())
}

/// Analyzes and bufferizes all bodies of an op separately: functions keep their signatures.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn run_one_shot_bufferize(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<Counted, Box<Diag>> {
    let (functions, bodies) = (Functions::default(), bodies_of(ir.op(op)));
    let mut counted = Counted::default();
    if !env.options.copy_before_write {
        copy_separately(ir, op, env, &functions, &mut counted)?;
        if env.options.test_analysis_only {
            return Ok(counted);
        }
    }
    let mut globals = Globals::default();
    for &body in &bodies {
        globals.collect(ir, body, env.options);
    }
    let given = vec![((), env.options); bodies.len()];
    counted.allocations += bufferize(ir, &bodies, env, &functions, &globals, given, |_, _, ()| Ok(()))?;
    globals.make(ir);
    Ok(counted)
}
