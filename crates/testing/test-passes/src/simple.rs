//! Passes that do nothing, fail, or leave invalid IR: for tests of a pass manager.

use terrace_dialects_test::attributes::AnyAttrOfI32StrOp;
use terrace_dialects_test::calls::CallOp;
use terrace_ir::body::OpSpec;
use terrace_ir::{Attr, Diag, Ir, Loc, OpHandle, OpKind, Rewriter};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{
    BodyPass, Failed, IrPass, OpPipeline, OptionDef, OptionKind, Pass, PassDef, PassRun, PipelineDef,
    Registry, option_enum, pass_options,
};

/// Does nothing to modules.
pub(crate) static TEST_MODULE_PASS: PassDef = PassDef {
    name: "test-module-pass",
    class: "(anonymous namespace)::TestModulePass",
    doc: "Test a module pass in the pass manager",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Nothing))),
    ..EMPTY_PASS
};

/// Does nothing to functions.
pub(crate) static TEST_FUNCTION_PASS: PassDef = PassDef {
    name: "test-function-pass",
    class: "(anonymous namespace)::TestFunctionPass",
    doc: "Test a function pass in the pass manager",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Ir(Box::new(Nothing))),
    ..EMPTY_PASS
};

/// Reports the functions that it runs on.
pub(crate) static TEST_INTERFACE_PASS: PassDef = PassDef {
    name: "test-interface-pass",
    class: "(anonymous namespace)::TestInterfacePass",
    doc: "Test an interface pass (running on FunctionOpInterface) in the pass manager",
    requires: Some(FUNCTION),
    make: |_| Ok(Pass::Ir(Box::new(ReportOp))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct TestPassFailureOptions {
        /// Generate a diagnostic message
        gen_diagnostics("gen-diagnostics"): bool = "false",
    }
}

/// Fails, with an error on demand.
pub(crate) static TEST_PASS_FAILURE: PassDef = PassDef {
    name: "test-pass-failure",
    class: "(anonymous namespace)::TestFailurePass",
    doc: "Test a pass in the pass manager that always fails",
    options: TestPassFailureOptions::DEFS,
    make: |options| {
        let options = TestPassFailureOptions::from(options);
        Ok(Pass::Ir(Box::new(Failure(options.gen_diagnostics))))
    },
    ..EMPTY_PASS
};

/// Panics.
pub(crate) static TEST_PASS_CRASH: PassDef = PassDef {
    name: "test-pass-crash",
    class: "(anonymous namespace)::TestCrashRecoveryPass",
    doc: "Test a pass in the pass manager that always crashes",
    make: |_| Ok(Pass::Ir(Box::new(Crash))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct TestPassCreateInvalidIrOptions {
        /// Trigger a pass failure
        signal_pass_failure("signal-pass-failure"): bool = "false",
        /// Emit invalid IR
        emit_invalid_ir("emit-invalid-ir"): bool = "true",
    }
}

/// Adds an op that is not valid.
pub(crate) static TEST_PASS_CREATE_INVALID_IR: PassDef = PassDef {
    name: "test-pass-create-invalid-ir",
    class: "(anonymous namespace)::TestInvalidIRPass",
    doc: "Test pass that adds an invalid operation in a function body",
    requires: Some(FUNCTION),
    options: TestPassCreateInvalidIrOptions::DEFS,
    make: |options| {
        let options = TestPassCreateInvalidIrOptions::from(options);
        Ok(Pass::Body(Box::new(InvalidIr {
            fail: options.signal_pass_failure,
            emit: options.emit_invalid_ir,
        })))
    },
    ..EMPTY_PASS
};

/// Adds an op that makes the op around the function invalid.
pub(crate) static TEST_PASS_INVALID_PARENT: PassDef = PassDef {
    name: "test-pass-invalid-parent",
    class: "(anonymous namespace)::TestInvalidParentPass",
    doc: "Test a pass in the pass manager that makes the parent operation invalid",
    requires: Some(FUNCTION),
    make: |_| Ok(Pass::Body(Box::new(InvalidParent))),
    ..EMPTY_PASS
};

option_enum! {
    /// An example of an enum.
    enum ExampleEnum {
        Zero = "zero",
        One = "one",
        Two = "two",
    }
}

pass_options! {
    /// The options of the pass.
    struct TestOptions {
        /// Example list option
        _list("list"): Vec<i32> = "",
        /// Example string list option
        _string_list("string-list"): Vec<String> = "",
        /// Example string option
        _string("string"): String = "",
        /// Example enum option
        _enum("enum"): ExampleEnum = "zero",
    }
}

/// Does nothing with its options.
pub(crate) static TEST_OPTIONS_PASS: PassDef = PassDef {
    name: "test-options-pass",
    class: "(anonymous namespace)::TestOptionsPass",
    doc: "Test options parsing capabilities",
    anchor: Some("func.func"),
    options: TestOptions::DEFS,
    make: |_| Ok(Pass::Ir(Box::new(Nothing))),
    ..EMPTY_PASS
};

const GROUPS: OptionDef = OptionDef {
    name: "list",
    doc: "Example list of PassPipelineOptions option",
    kind: OptionKind::Groups(TestOptions::DEFS),
    default: "",
};

/// Does nothing with its groups of options.
pub(crate) static TEST_OPTIONS_SUPER_PASS: PassDef = PassDef {
    name: "test-options-super-pass",
    class: "(anonymous namespace)::TestOptionsSuperPass",
    doc: "Test options of options parsing capabilities",
    anchor: Some("func.func"),
    options: &[GROUPS],
    make: |_| Ok(Pass::Ir(Box::new(Nothing))),
    ..EMPTY_PASS
};

/// A pass without options that pipelines with options add.
macro_rules! subset_passes {
    ($($id:ident = $name:literal, $class:literal, $letter:literal;)*) => {$(
        #[doc = concat!("Does nothing, as the subset ", $letter, " of a pipeline's passes.")]
        pub(crate) static $id: PassDef = PassDef {
            name: $name,
            class: $class,
            doc: concat!("Test superset options parsing capabilities - subset ", $letter),
            anchor: Some("func.func"),
            make: |_| Ok(Pass::Ir(Box::new(Nothing))),
            ..EMPTY_PASS
        };
    )*};
}

subset_passes! {
    TEST_OPTIONS_PASS_A = "test-options-pass-a", "(anonymous namespace)::TestOptionsPassA", "A";
    TEST_OPTIONS_PASS_B = "test-options-pass-b", "(anonymous namespace)::TestOptionsPassB", "B";
}

/// Counts ops, twice.
pub(crate) static TEST_STATS_PASS: PassDef = PassDef {
    name: "test-stats-pass",
    class: "(anonymous namespace)::TestStatisticPass",
    doc: "Test pass statistics",
    statistics: &[
        ("num-ops2", "Number of operations counted one more time"),
        ("num-ops", "Number of operations counted"),
    ],
    make: |_| Ok(Pass::Ir(Box::new(CountOps))),
    ..EMPTY_PASS
};

/// Fails on IR with an op whose name has `op_crash` in it, as a pass with a fault would: for tests of reducers.
pub(crate) static TEST_MLIR_REDUCER: PassDef = PassDef {
    name: "test-mlir-reducer",
    class: "(anonymous namespace)::TestReducer",
    doc: "Tests MLIR Reduce tool by generating failures",
    make: |_| Ok(Pass::Ir(Box::new(FailOnCrash))),
    ..EMPTY_PASS
};

struct FailOnCrash;

impl IrPass for FailOnCrash {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if ir.op(op).nested_ops().any(|op| op.info().name.text(op.cx()).contains("op_crash")) {
            run.text.push_str("MLIR Reducer Test generated failure: Found \"crashOp\" operation\n");
            return Err(Failed);
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

struct CountOps;

impl IrPass for CountOps {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let count = 1 + ir.op(op).nested_ops().count() as u64;
        run.count(0, count);
        run.count(1, count);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Pipelines that tests of a pass manager add by name.
pub(crate) static PIPELINES: &[&PipelineDef] = &[
    &PipelineDef {
        name: "test-pm-nested-pipeline",
        doc: "Test a nested pipeline in the pass manager",
        options: &[],
        build: |pipeline, registry, _| nest(pipeline, registry, NESTED),
    },
    &PipelineDef {
        name: "test-textual-pm-nested-pipeline",
        doc: "Test a nested pipeline in the pass manager",
        options: &[],
        build: |pipeline, registry, _| nest(pipeline, registry, "test-pm-nested-pipeline"),
    },
    &PipelineDef {
        name: "test-options-pass-pipeline",
        doc: "Parses options using pass pipeline registration",
        options: TestOptions::DEFS,
        build: |pipeline, registry, options| {
            nest(pipeline, registry, &format!("func.func(test-options-pass{{{}}})", options.to_text()))
        },
    },
    &PipelineDef {
        name: "test-options-super-pass-pipeline",
        doc: "Parses options of PassPipelineOptions using pass pipeline registration",
        options: &[OptionDef { name: "super-list", ..GROUPS }],
        build: |pipeline, registry, options| {
            let list = options.list("super-list").join(",");
            nest(pipeline, registry, &format!("func.func(test-options-super-pass{{list={{{list}}}}})"))
        },
    },
    &PipelineDef {
        name: "test-composite-fixed-point-pass",
        doc: "Test composite pass",
        options: &[],
        build: |pipeline, registry, _| {
            let composite = "composite-fixed-point-pass{name=TestCompositePass pipeline=canonicalize,cse}";
            nest(pipeline, registry, composite)
        },
    },
    &PipelineDef {
        name: "test-options-super-set-ab-pipeline",
        doc: "Parses options of PassPipelineOptions using pass pipeline registration",
        options: SuperSetOptions::DEFS,
        build: |pipeline, registry, _| {
            nest(pipeline, registry, "func.func(test-options-pass-a),func.func(test-options-pass-b)")
        },
    },
];

pass_options! {
    /// The options of the pipeline.
    struct SuperSetOptions {
        /// Example boolean option
        _foo("foo"): bool = "false",
        /// Example boolean option
        _bar("bar"): bool = "false",
    }
}

const NESTED: &str =
    "builtin.module(test-module-pass,func.func(test-function-pass)),func.func(test-function-pass)";

fn nest(pipeline: &mut OpPipeline, registry: &Registry, text: &str) -> Result<(), String> {
    pipeline.parse_into(text, registry).map_err(|error| error.message())
}

struct Nothing;

impl IrPass for Nothing {
    fn run(&self, _ir: &mut Ir, _op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        Ok(())
    }
}

struct ReportOp;

impl IrPass for ReportOp {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut diag = Diag::remark(ir.op(op).loc(), "Executing interface pass on operation");
        diag.op = Some(op);
        run.report(diag);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

struct Crash;

impl IrPass for Crash {
    fn run(&self, _ir: &mut Ir, _op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        panic!("test-pass-crash always does");
    }
}

struct Failure(bool);

impl IrPass for Failure {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.0 {
            run.report(Diag::error(ir.op(op).loc(), "illegal operation"));
        }
        Err(Failed)
    }
}

/// Inserts an op without operands and results at the start of the body.
fn add_at_start(rw: &mut Rewriter<'_>, name: &str, props: &[Attr], loc: Loc) {
    let region = rw.body().top_regions().first().copied();
    let Some(entry) = region.and_then(|region| rw.body().entry(region)) else { return };
    rw.set_insertion_point_to_start(entry);
    let name = rw.cx().op_name(name);
    rw.create_op(&OpSpec {
        name,
        operands: &[],
        results: &[],
        props,
        attrs: Attr::EMPTY_DICT,
        successors: &[],
        loc,
    });
}

struct InvalidIr {
    fail: bool,
    emit: bool,
}

impl BodyPass for InvalidIr {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.emit {
            add_at_start(rw, AnyAttrOfI32StrOp::DEF.name, &[Attr::NULL], Loc::UNKNOWN);
        }
        if self.fail { Err(Failed) } else { Ok(()) }
    }
}

struct InvalidParent;

impl BodyPass for InvalidParent {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let loc = rw.body().parent().map_or(Loc::UNKNOWN, |parent| rw.ir().op(parent).loc());
        let cx = rw.cx();
        let callee = cx.flat_symbol_ref(cx.str("some_unknown_func"));
        add_at_start(rw, CallOp::DEF.name, &[callee], loc);
        Ok(())
    }
}
