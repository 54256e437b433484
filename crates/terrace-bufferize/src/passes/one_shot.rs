//! `one-shot-bufferize`.

use terrace_dialects_core::builtin::ModuleOp;
use terrace_ir::{Diag, Ir, Loc, OpHandle, OpKind, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OptionDef, OptionKind, Pass, PassDef, PassRun};

use super::bodies::{Counted, Env, analyze_and_copy, bodies_of, bufferize};
use super::explained::explain_one_shot_bufferize;
use super::module::run_one_shot_module_bufferize;
use crate::analysis::Analysis;
use crate::annotate::Annotations;
use crate::functions::Functions;
use crate::globals::Globals;
use crate::options::{Heuristic, LayoutMap, MemorySpace, Options};
use crate::state::State;

const fn option(name: &'static str, doc: &'static str, kind: OptionKind, default: &'static str) -> OptionDef {
    OptionDef { name, doc, kind, default }
}

const fn flag(name: &'static str, doc: &'static str) -> OptionDef {
    option(name, doc, OptionKind::Bool, "false")
}

const LAYOUT_MAPS: OptionKind =
    OptionKind::Choice(&["infer-layout-map", "identity-layout-map", "fully-dynamic-layout-map"]);

/// The options of the pass.
pub static OPTIONS: &[OptionDef] = &[
    flag("allow-return-allocs-from-loops", "Allows returning/yielding new allocations from a loop."),
    flag("allow-unknown-ops", "Allows unknown (not bufferizable) ops in the input IR."),
    option(
        "analysis-fuzzer-seed",
        "Test only: Analyze ops in random order with a given seed (fuzzer)",
        OptionKind::Int(0, u32::MAX as i64),
        "0",
    ),
    option(
        "analysis-heuristic",
        "Heuristic that control the IR traversal during analysis",
        OptionKind::Text,
        "bottom-up",
    ),
    flag("bufferize-function-boundaries", "Bufferize function boundaries (experimental)."),
    option(
        "check-parallel-regions",
        "Account for parallel regions in RaW analysis.",
        OptionKind::Bool,
        "true",
    ),
    option(
        "strict-analysis",
        "Account for writes that upstream overlooks: to what another block or an unknown op was given, and those of \
         parallel loops that nobody reads. On, unless upstream is matched (--match-upstream).",
        OptionKind::OptionalBool,
        "unset",
    ),
    flag("copy-before-write", "Skip the analysis. Make a buffer copy on every write."),
    option("dialect-filter", "Restrict bufferization to ops from these dialects.", OptionKind::List, ""),
    flag("dump-alias-sets", "Test only: Annotate tensor IR with alias sets"),
    option(
        "no-analysis-func-filter",
        "Skip analysis of functions with these symbol names.Set copyBeforeWrite to true when bufferizing them.",
        OptionKind::List,
        "",
    ),
    option(
        "function-boundary-type-conversion",
        "Controls layout maps when bufferizing function signatures.",
        LAYOUT_MAPS,
        "infer-layout-map",
    ),
    flag(
        "must-infer-memory-space",
        "The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used \
         otherwise.",
    ),
    flag(
        "use-encoding-for-memory-space",
        "Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option",
    ),
    flag("test-analysis-only", "Test only: Only run inplaceability analysis and annotate IR"),
    flag("print-conflicts", "Test only: Annotate IR with RaW conflicts. Requires test-analysis-only."),
    flag("explain", "Say of each copy and each allocation what forced it."),
    option(
        "explain-after",
        "With that, passes that run after on a copy: what they allocate and copy is explained too.",
        OptionKind::Text,
        "",
    ),
    flag("explain-aliases", "With that, name what shares the buffer of what is copied."),
    option(
        "unknown-type-conversion",
        "Controls layout maps for non-inferrable memref types.",
        LAYOUT_MAPS,
        "fully-dynamic-layout-map",
    ),
    option(
        "buffer-alignment",
        "Sets the alignment of newly allocated buffers.",
        OptionKind::Int(0, i64::MAX),
        "64",
    ),
];

/// The pass.
pub static ONE_SHOT_BUFFERIZE: PassDef = PassDef {
    name: "one-shot-bufferize",
    class: "OneShotBufferizePass",
    doc: "One-Shot Bufferize",
    anchor: Some(ModuleOp::DEF.name),
    options: OPTIONS,
    statistics: &[
        ("num-buffer-alloc", "Number of buffer allocations"),
        ("num-tensor-in-place", "Number of in-place tensor OpOperands"),
        ("num-tensor-out-of-place", "Number of out-of-place tensor OpOperands"),
    ],
    make: |options| {
        let (must_infer, encoding) =
            (options.bool("must-infer-memory-space"), options.bool("use-encoding-for-memory-space"));
        let pass = OneShotBufferize {
            both_spaces: must_infer && encoding,
            strict_analysis: options.optional_bool("strict-analysis"),
            options: read_options(options)?,
        };
        Ok(Pass::Ir(Box::new(pass)))
    },
    ..EMPTY_PASS
};

/// The options of the pass as bufferization takes them.
///
/// # Errors
///
/// A heuristic that does not exist.
pub fn read_options(options: &terrace_pass::Options) -> Result<Options, String> {
    let layout = |name: &str| match options.text(name) {
        "identity-layout-map" => LayoutMap::Identity,
        "fully-dynamic-layout-map" => LayoutMap::FullyDynamic,
        _ => LayoutMap::Infer,
    };
    let heuristic = match options.text("analysis-heuristic") {
        "top-down" => Heuristic::TopDown,
        "bottom-up-from-terminators" => Heuristic::BottomUpFromTerminators,
        "fuzzer" => Heuristic::Fuzzer(options.int("analysis-fuzzer-seed") as u64),
        "bottom-up" => Heuristic::BottomUp,
        "fewest-copies" => Heuristic::FewestCopies,
        other => return Err(format!("there is no analysis heuristic '{other}'")),
    };
    let (must_infer, encoding) =
        (options.bool("must-infer-memory-space"), options.bool("use-encoding-for-memory-space"));
    Ok(Options {
        allow_return_allocs_from_loops: options.bool("allow-return-allocs-from-loops"),
        allow_unknown_ops: options.bool("allow-unknown-ops"),
        heuristic,
        bufferize_function_boundaries: options.bool("bufferize-function-boundaries"),
        check_parallel_regions: options.bool("check-parallel-regions"),
        strict_analysis: options.optional_bool("strict-analysis").unwrap_or(true),
        copy_before_write: options.bool("copy-before-write"),
        dialect_filter: options.list("dialect-filter").to_vec(),
        no_analysis_func_filter: options.list("no-analysis-func-filter").to_vec(),
        function_boundary_type_conversion: layout("function-boundary-type-conversion"),
        unknown_type_conversion: layout("unknown-type-conversion"),
        memory_space: match (must_infer, encoding) {
            (true, _) => MemorySpace::MustInfer,
            (_, true) => MemorySpace::Encoding,
            _ => MemorySpace::Default,
        },
        test_analysis_only: options.bool("test-analysis-only"),
        print_conflicts: options.bool("print-conflicts"),
        dump_alias_sets: options.bool("dump-alias-sets"),
        explain: options.bool("explain"),
        explain_after: options.text("explain-after").to_owned(),
        explain_aliases: options.bool("explain-aliases"),
        buffer_alignment: options.int("buffer-alignment") as u64,
        ..Options::default()
    })
}

struct OneShotBufferize {
    options: Options,
    both_spaces: bool,
    /// As given; else that of the context.
    strict_analysis: Option<bool>,
}

impl OneShotBufferize {
    /// What is wrong with the options, and whether that is told about the op that the pass runs on.
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
        let for_context = Options::of_context(ir.cx());
        let options = Options {
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

/// Analyzes and bufferizes what is in an op, with the boundaries of functions where that is asked for.
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

/// Analyzes all bodies of an op, each by itself, and copies what is not in place, still as tensors.
///
/// # Errors
///
/// What cannot be in place and cannot be copied.
pub fn insert_copies(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    let (functions, bodies) = (Functions::default(), bodies_of(ir.op(op)));
    let nothing = |_: OpRef<'_>, _: &State<'_>, _: &Analysis<'_, '_, '_>, _: &mut Annotations| Ok(());
    analyze_and_copy(ir, &bodies, env, &functions, &mut Counted::default(), &nothing)?;
    Ok(())
}

/// Analyzes and bufferizes all bodies of an op, each by itself: functions keep their signatures.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn run_one_shot_bufferize(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<Counted, Box<Diag>> {
    let (functions, bodies) = (Functions::default(), bodies_of(ir.op(op)));
    let mut counted = Counted::default();
    if !env.options.copy_before_write {
        let nothing = |_: OpRef<'_>, _: &State<'_>, _: &Analysis<'_, '_, '_>, _: &mut Annotations| Ok(());
        analyze_and_copy(ir, &bodies, env, &functions, &mut counted, &nothing)?;
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
