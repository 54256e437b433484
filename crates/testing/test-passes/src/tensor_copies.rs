//! `test-tensor-copy-insertion`: the part of bufferization that copies what cannot be in place.

use terrace_bufferize::options::{BufferizationOptions, MemorySpace};
use terrace_bufferize::passes::bodies::Env;
use terrace_bufferize::passes::module::insert_copies_in_module;
use terrace_bufferize::passes::one_shot::insert_copies;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct TestTensorCopyInsertionOptions {
        /// Allows returning/yielding new allocations from a loop.
        allow_return_allocs_from_loops("allow-return-allocs-from-loops"): bool = "false",
        /// Bufferize function boundaries.
        bufferize_function_boundaries("bufferize-function-boundaries"): bool = "false",
        /// The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used
        /// otherwise.
        must_infer_memory_space("must-infer-memory-space"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_TENSOR_COPY_INSERTION: PassDef = PassDef {
    name: "test-tensor-copy-insertion",
    class: "(anonymous namespace)::TestTensorCopyInsertionPass",
    doc: "Module pass to test Tensor Copy Insertion",
    anchor: Some("builtin.module"),
    options: TestTensorCopyInsertionOptions::DEFS,
    make: |options| {
        let options = TestTensorCopyInsertionOptions::from(options);
        let must_infer = options.must_infer_memory_space;
        let options = BufferizationOptions::default()
            .allow_return_allocs_from_loops(options.allow_return_allocs_from_loops)
            .bufferize_function_boundaries(options.bufferize_function_boundaries)
            .memory_space(if must_infer { MemorySpace::MustInfer } else { MemorySpace::Default });
        Ok(Pass::Ir(Box::new(TensorCopyInsertion { options })))
    },
    ..EMPTY_PASS
};

struct TensorCopyInsertion {
    options: BufferizationOptions,
}

impl IrPass for TensorCopyInsertion {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let strict_analysis = BufferizationOptions::of_context(ir.cx()).strict_analysis;
        let options = self.options.clone().strict_analysis(strict_analysis);
        let env = Env { options: &options, parallel: run.parallel, provenance: None };
        let done = match self.options.bufferize_function_boundaries {
            true => insert_copies_in_module(ir, op, env),
            false => insert_copies(ir, op, env),
        };
        done.or_else(|diag| run.fail(diag))
    }
}
