//! Passes that rewrite `tensor.empty` before bufferization: `eliminate-empty-tensors` and
//! `empty-tensor-to-alloc-tensor`.
//!
//! Entry: ops on tensors. Exit of the former: the same ops; empty tensors whose contents are inserted into another
//! tensor are slices of that one, as far as the analysis permits. Exit of the latter: no `tensor.empty`.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_mem::bufferization::create_alloc_tensor;
use terrace_dialects_mem::memref::causes::EMPTY_TENSOR;
use terrace_dialects_mem::tensor::EmptyOp;
use terrace_ir::{Diag, Ir, Op, OpHandle, OpKind, OpRef, Rewriter, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::bodies::{Counted, Env, analyze_and_work};
use super::module::eliminate_empty_tensors_in_module;
use crate::analysis::Analysis;
use crate::annotate::Annotations;
use crate::bodies::bodies_of;
use crate::empty_tensor_elimination::eliminate_empty_tensors;
use crate::functions::Functions;
use crate::linalg_anchored_elimination::eliminate_linalg_anchored_empty_tensors;
use crate::options::BufferizationOptions;
use crate::state::State;

/// Computes tensors directly in the slices that they are inserted into.
pub static ELIMINATE_EMPTY_TENSORS: PassDef = PassDef {
    name: "eliminate-empty-tensors",
    class: "EmptyTensorEliminationPass",
    doc: "Try to eliminate all tensor.empty ops.",
    make: |_| Ok(Pass::Ir(Box::new(EliminateEmptyTensors))),
    ..EMPTY_PASS
};

/// Replaces empty tensors by `alloc_tensor` ops.
pub static EMPTY_TENSOR_TO_ALLOC_TENSOR: PassDef = PassDef {
    name: "empty-tensor-to-alloc-tensor",
    class: "EmptyTensorToAllocTensorPass",
    doc: "Replace all empty ops by alloc_tensor ops.",
    make: |_| Ok(Pass::Body(Box::new(EmptyTensorToAllocTensor))),
    ..EMPTY_PASS
};

struct EmptyTensorToAllocTensor;

impl BodyPass for EmptyTensorToAllocTensor {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), &pattern!("allocate", EmptyOp, |rw, op| allocate(rw, op.into())));
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

fn allocate(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    allocate_empty(rw, EmptyOp::assume(op));
    Some(())
}

/// Replaces a `tensor.empty` by a `bufferization.alloc_tensor`, whose result it returns.
pub fn allocate_empty(rw: &mut Rewriter<'_>, op: EmptyOp) -> Value {
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let sizes: Vec<Value> = view.dynamic_sizes().map(|value| value.id()).collect();
    rw.set_insertion_point_before(op);
    let tensor = create_alloc_tensor(rw, &sizes, ty, loc, &EMPTY_TENSOR);
    rw.replace_op(op, &[tensor]);
    tensor
}

struct EliminateEmptyTensors;

impl IrPass for EliminateEmptyTensors {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let is_module = ir.op(op).isa::<ModuleOp>();
        let options = BufferizationOptions {
            allow_return_allocs_from_loops: true,
            bufferize_function_boundaries: is_module,
            ..BufferizationOptions::of_context(ir.cx())
        };
        let env = Env { options: &options, parallel: run.parallel, provenance: None };
        let outcome = match is_module {
            true => eliminate_empty_tensors_in_module(ir, op, env),
            false => eliminate_empty_tensors_in(ir, op, env),
        };
        outcome.or_else(|diag| run.fail(diag))
    }
}

/// Processes the bodies of an op with the results of a separate analysis of each.
fn analyze_each(
    ir: &mut Ir,
    op: OpHandle,
    env: Env<'_>,
    work: fn(&mut Rewriter<'_>, &State<'_>),
) -> Result<(), Box<Diag>> {
    let bodies = bodies_of(ir.op(op));
    let nothing = |_: OpRef<'_>, _: &State<'_>, _: &Analysis<'_, '_, '_>, _: &mut Annotations| Ok(());
    let work = |rw: &mut Rewriter<'_>, state: &State<'_>| {
        work(rw, state);
        Ok(())
    };
    let (functions, mut counted) = (Functions::default(), Counted::default());
    analyze_and_work(ir, &bodies, env, &functions, &mut counted, &nothing, &work)?;
    Ok(())
}

/// Analyzes each body of an op separately, and replaces empty tensors by slices of others.
///
/// # Errors
///
/// The first op that the analysis does not support.
pub fn eliminate_empty_tensors_in(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    analyze_each(ir, op, env, eliminate_empty_tensors)
}

/// Analyzes each body of an op separately, and replaces empty tensors that flow into inputs of structured ops by
/// outputs of these ops.
///
/// # Errors
///
/// The first op that the analysis does not support.
pub fn eliminate_linalg_anchored_in(ir: &mut Ir, op: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    analyze_each(ir, op, env, eliminate_linalg_anchored_empty_tensors)
}
