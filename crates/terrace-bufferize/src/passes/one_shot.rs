//! `one-shot-bufferize`.

use std::rc::Rc;

use terrace_asm::{PrintOptions, ValueNames};
use terrace_dialects_core::builtin::ModuleOp;
use terrace_ir::{BodyId, Diag, Ir, Loc, OpHandle, OpKind, OpRef, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OptionDef, OptionKind, Pass, PassDef, PassRun};

use super::module::run_one_shot_module_bufferize;
use crate::analysis::{Analysis, OneShotDecisions, Statistics};
use crate::annotate::Annotations;
use crate::conflicts::view;
use crate::copies::insert_tensor_copies;
use crate::driver::bufferize_body;
use crate::explain::explain;
use crate::functions::Functions;
use crate::globals::Globals;
use crate::interface::{BufferizeCx, Models};
use crate::models::models;
use crate::options::{Heuristic, LayoutMap, MemorySpace, Options};
use crate::state::{AlwaysCopy, State};

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
            other => return Err(format!("there is no analysis heuristic '{other}'")),
        };
        let (must_infer, encoding) =
            (options.bool("must-infer-memory-space"), options.bool("use-encoding-for-memory-space"));
        let pass = OneShotBufferize {
            both_spaces: must_infer && encoding,
            options: Options {
                allow_return_allocs_from_loops: options.bool("allow-return-allocs-from-loops"),
                allow_unknown_ops: options.bool("allow-unknown-ops"),
                heuristic,
                bufferize_function_boundaries: options.bool("bufferize-function-boundaries"),
                check_parallel_regions: options.bool("check-parallel-regions"),
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
                buffer_alignment: options.int("buffer-alignment") as u64,
            },
        };
        Ok(Pass::Ir(Box::new(pass)))
    },
    ..EMPTY_PASS
};

struct OneShotBufferize {
    options: Options,
    both_spaces: bool,
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
        let models = models(ir.cx());
        let outcome = match self.options.bufferize_function_boundaries {
            true => run_one_shot_module_bufferize(ir, op, &self.options, &models),
            false => run_one_shot_bufferize(ir, op, &self.options, &models, &Functions::default()),
        };
        match outcome {
            Ok(counted) => {
                counted.remarks.into_iter().for_each(|remark| run.report(remark));
                run.count(0, counted.allocations);
                run.count(1, counted.statistics.in_place);
                run.count(2, counted.statistics.out_of_place);
                Ok(())
            }
            Err(diag) => run.fail(diag),
        }
    }
}

/// What was counted.
#[derive(Default, Debug)]
pub struct Counted {
    /// What there is to say about it.
    pub remarks: Vec<Box<Diag>>,
    /// Allocations that were made.
    pub allocations: u64,
    /// Decisions.
    pub statistics: Statistics,
}

/// The bodies of an op and of what is in it, those outside first.
pub fn bodies_of(op: OpRef<'_>) -> Vec<BodyId> {
    let mut bodies = Vec::new();
    let mut open: Vec<BodyId> = op.inner_body().into_iter().collect();
    while let Some(id) = open.pop() {
        bodies.push(id);
        let body = op.ir().body(id);
        let inner: Vec<BodyId> = body.live_ops().filter_map(|op| body.inner(op)).collect();
        open.extend(inner.into_iter().rev());
    }
    bodies
}

/// Analyzes all bodies of an op, each by itself, and copies what is not in place, still as tensors.
///
/// # Errors
///
/// What cannot be in place and cannot be copied.
pub fn insert_copies(ir: &mut Ir, op: OpHandle, options: &Options, models: &Models) -> Result<(), Box<Diag>> {
    let (functions, mut counted, mut conflicts) = (Functions::default(), Counted::default(), (0, 0));
    for body in bodies_of(ir.op(op)) {
        analyze_and_copy(ir, body, options, models, &functions, &mut counted, &mut conflicts)?;
    }
    Ok(())
}

/// Analyzes and bufferizes all bodies of an op, each by itself: functions keep their signatures.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn run_one_shot_bufferize(
    ir: &mut Ir,
    op: OpHandle,
    options: &Options,
    models: &Models,
    functions: &Functions,
) -> Result<Counted, Box<Diag>> {
    let bodies = bodies_of(ir.op(op));
    let mut counted = Counted::default();
    let mut conflicts = (0, 0);
    if !options.copy_before_write {
        for &body in &bodies {
            analyze_and_copy(ir, body, options, models, functions, &mut counted, &mut conflicts)?;
        }
        if options.test_analysis_only {
            return Ok(counted);
        }
    }
    let globals = Globals::default();
    for &body in &bodies {
        counted.allocations += ir.rewrite(body, |rw| bufferize(rw, options, models, functions, &globals))?;
    }
    globals.make(ir);
    Ok(counted)
}

/// Analyzes a body, and copies what is not in place or writes down what was decided.
pub fn analyze_and_copy(
    ir: &mut Ir,
    body: BodyId,
    options: &Options,
    models: &Models,
    functions: &Functions,
    counted: &mut Counted,
    conflicts: &mut (u64, u64),
) -> Result<(), Box<Diag>> {
    let Some(first) = ir.body(body).live_ops().next() else { return Ok(()) };
    let decisions = Rc::new(OneShotDecisions::new(ir.body(body)));
    let state = State::new(options, models, functions, decisions.clone());
    let mut annotations = {
        let any = OpRef::in_body(ir, ir.body(body), body, first);
        let analysis = Analysis::run(&state, decisions, any)?;
        counted.statistics.in_place += analysis.statistics.in_place;
        counted.statistics.out_of_place += analysis.statistics.out_of_place;
        if options.explain {
            counted.remarks.extend(explain(&state, &analysis, any));
        }
        let mut annotations = Annotations::default();
        if options.test_analysis_only {
            let ops: Vec<OpRef<'_>> = analysis.ops().collect();
            if options.print_conflicts {
                annotations.conflicts(any, &analysis.reasons, conflicts);
            }
            annotations.in_place(&ops, |operand| state.is_in_place(operand));
            if options.dump_alias_sets {
                let print = PrintOptions::default();
                let mut names = ValueNames::new(any.ir(), &print);
                annotations.aliases(&ops, &analysis, |value| names.name(view(any, value)));
                if let Some(function) = ir.body(body).parent().map(|parent| ir.op(parent)) {
                    annotations.argument_aliases(function, &analysis, |value| names.name(view(any, value)));
                }
            }
        }
        annotations
    };
    let outside = std::mem::take(&mut annotations.outside);
    let around = ir.body(body).parent();
    ir.rewrite(body, |rw| {
        annotations.write(rw);
        if options.test_analysis_only {
            return Ok(());
        }
        state.reset();
        insert_tensor_copies(rw, &state)
    })?;
    if let Some(around) = around {
        ir.rewrite(around.body, |rw| {
            outside.into_iter().for_each(|(name, attr)| rw.set_attr(around.op, &name, attr));
        });
    }
    Ok(())
}

/// Bufferizes a body whose copies were made, or makes all that may be needed first; constants become `globals`, to be made
/// afterwards.
pub fn bufferize(
    rw: &mut Rewriter<'_>,
    options: &Options,
    models: &Models,
    functions: &Functions,
    globals: &Globals,
) -> Result<u64, Box<Diag>> {
    let state = State::new(options, models, functions, Rc::new(AlwaysCopy)).with_globals(globals);
    if options.copy_before_write {
        insert_tensor_copies(rw, &state)?;
    }
    bufferize_body(rw, &BufferizeCx { options, state: &state })
}
