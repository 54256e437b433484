//! `test-tensor-copy-insertion`: the part of bufferization that copies what cannot be in place.

use terrace_bufferize::options::{MemorySpace, Options};
use terrace_bufferize::passes::bodies::Env;
use terrace_bufferize::passes::module::insert_copies_in_module;
use terrace_bufferize::passes::one_shot::insert_copies;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OptionDef, OptionKind, Pass, PassDef, PassRun};

const fn flag(name: &'static str, doc: &'static str) -> OptionDef {
    OptionDef { name, doc, kind: OptionKind::Bool, default: "false" }
}

/// The pass.
pub(crate) static TEST_TENSOR_COPY_INSERTION: PassDef = PassDef {
    name: "test-tensor-copy-insertion",
    class: "TestTensorCopyInsertionPass",
    doc: "Module pass to test Tensor Copy Insertion",
    anchor: Some("builtin.module"),
    options: &[
        flag("allow-return-allocs-from-loops", "Allows returning/yielding new allocations from a loop."),
        flag("bufferize-function-boundaries", "Bufferize function boundaries."),
        flag(
            "must-infer-memory-space",
            "The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is \
             used otherwise.",
        ),
    ],
    make: |options| {
        let must_infer = options.bool("must-infer-memory-space");
        let options = Options {
            allow_return_allocs_from_loops: options.bool("allow-return-allocs-from-loops"),
            bufferize_function_boundaries: options.bool("bufferize-function-boundaries"),
            memory_space: if must_infer { MemorySpace::MustInfer } else { MemorySpace::Default },
            ..Options::default()
        };
        Ok(Pass::Ir(Box::new(TensorCopyInsertion { options })))
    },
    ..EMPTY_PASS
};

struct TensorCopyInsertion {
    options: Options,
}

impl IrPass for TensorCopyInsertion {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let strict_analysis = Options::of_context(ir.cx()).strict_analysis;
        let options = Options { strict_analysis, ..self.options.clone() };
        let env = Env { options: &options, parallel: run.parallel, provenance: None };
        let done = match self.options.bufferize_function_boundaries {
            true => insert_copies_in_module(ir, op, env),
            false => insert_copies(ir, op, env),
        };
        done.or_else(|diag| run.fail(diag))
    }
}
