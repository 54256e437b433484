//! Ops on tensors that become buffers, and on where buffers are.

use terrace_bufferize::options::{BufferizationOptions, LayoutMap};
use terrace_bufferize::passes::bodies::Env;
use terrace_bufferize::passes::empty_tensors::{
    allocate_empty, eliminate_empty_tensors_in, eliminate_linalg_anchored_in,
};
use terrace_bufferize::passes::one_shot::run_one_shot;
use terrace_deallocation::hoisting::hoist_out_of_loops;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_mem::tensor::EmptyOp;
use terrace_ir::attr_kind::{BoolAttr, StrAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, CheckResult, Context, Diag, Ir, OpHandle, OpKind, OpRef, attr_kinds, enums};
use terrace_macros::op;
use terrace_transform::effects::{FunctionalStyle, ReadsHandlesModifiesPayload};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::walk::post_order;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use crate::types::{ALLOC_TENSOR_HANDLE, EMPTY_HANDLE};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        BufferLoopHoistingOp::DEF,
        OneShotBufferizeOp::DEF,
        EliminateEmptyTensorsOp::DEF,
        EliminateLinalgOpAnchoredEmptyTensorsOp::DEF,
        EmptyTensorToAllocTensorOp::DEF,
    ],
    ..EMPTY_EXTENSION
};

enums! {
    /// The layouts of buffers at the boundaries of functions.
    pub enum LayoutMapOption("::mlir::bufferization::LayoutMapOption", 32) {
        InferLayoutMap = 0 => "InferLayoutMap",
        IdentityLayoutMap = 1 => "IdentityLayoutMap",
        FullyDynamicLayoutMap = 2 => "FullyDynamicLayoutMap",
    }
}

attr_kinds! {
    /// A layout.
    pub LayoutMapOptionAttr("option for map layout") -> LayoutMapOption { stored_as_integer }
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

fn yes(cx: &Context) -> Attr {
    cx.bool_attr(true)
}

fn memref_copy(cx: &Context) -> Attr {
    cx.string_attr("memref.copy")
}

/// Moves allocations out of loops.
#[op("transform.bufferization.buffer_loop_hoisting",
     interfaces(dyn TransformOpInterface = Each(BufferLoopHoistingOp::MODEL), dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` type($target)")]
pub struct BufferLoopHoistingOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformEachOp for BufferLoopHoistingOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        if state.op(target).inner_body().is_none() {
            let message = "hoisting of buffers in ops that are not isolated from above is not supported";
            return Err(state.definite_at(op, message));
        }
        let ops = post_order(state.ir, target);
        let bodies: Vec<_> = ops.into_iter().filter_map(|op| state.op(op).inner_body()).collect();
        for body in bodies {
            state.rewrite(body, hoist_out_of_loops);
        }
        Ok(Vec::new())
    }
}

/// Bufferizes modules or functions.
#[op("transform.bufferization.one_shot_bufferize",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle), verify = verify_one_shot,
     format = "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` \
               functional-type($target, results)")]
pub struct OneShotBufferizeOp {
    target: Operand<TRANSFORM_HANDLE>,
    function_boundary_type_conversion: OptProp<LayoutMapOptionAttr>,
    allow_return_allocs_from_loops: DefaultProp<BoolAttr, no>,
    allow_unknown_ops: DefaultProp<BoolAttr, no>,
    bufferize_function_boundaries: DefaultProp<BoolAttr, no>,
    dump_alias_sets: DefaultProp<BoolAttr, no>,
    test_analysis_only: DefaultProp<BoolAttr, no>,
    print_conflicts: DefaultProp<BoolAttr, no>,
    check_parallel_regions: DefaultProp<BoolAttr, yes>,
    memcpy_op: DefaultProp<StrAttr, memref_copy>,
    transformed: Res<TRANSFORM_HANDLE>,
}

fn verify_one_shot(op: OpRef<'_>) -> CheckResult {
    let view = OneShotBufferizeOp::view_of(op);
    let fail = |message: &str| Err(op_error(op, message));
    if !matches!(view.memcpy_op(), "memref.copy" | "linalg.copy") {
        return fail("unsupported memcpy op");
    }
    if view.print_conflicts() && !view.test_analysis_only() {
        return fail("'print_conflicts' requires 'test_analysis_only'");
    }
    if view.dump_alias_sets() && !view.test_analysis_only() {
        return fail("'dump_alias_sets' requires 'test_analysis_only'");
    }
    Ok(())
}

impl OneShotBufferizeOpView<'_> {
    fn options(self) -> BufferizationOptions {
        let layout = match self.function_boundary_type_conversion() {
            Some(LayoutMapOption::IdentityLayoutMap) => LayoutMap::Identity,
            Some(LayoutMapOption::FullyDynamicLayoutMap) => LayoutMap::FullyDynamic,
            Some(LayoutMapOption::InferLayoutMap) | None => LayoutMap::Infer,
        };
        BufferizationOptions::of_context(self.0.cx())
            .allow_return_allocs_from_loops(self.allow_return_allocs_from_loops())
            .allow_unknown_ops(self.allow_unknown_ops())
            .bufferize_function_boundaries(self.bufferize_function_boundaries())
            .dump_alias_sets(self.dump_alias_sets())
            .test_analysis_only(self.test_analysis_only())
            .print_conflicts(self.print_conflicts())
            .check_parallel_regions(self.check_parallel_regions())
            .function_boundary_type_conversion(layout)
    }
}

impl TransformOpInterface for OneShotBufferizeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = OneShotBufferizeOp::view_of(op);
        if view.memcpy_op() != "memref.copy" {
            return Err(state.definite_at(op, "bufferization with 'linalg.copy' is not supported"));
        }
        let options = view.options();
        let targets = state.payload_ops(view.target());
        for &target in &targets {
            let payload = state.op(target);
            let is_module = payload.isa::<ModuleOp>();
            if !is_module && payload.interface::<dyn FunctionOp>().is_none() {
                return Err(TransformFailure::at(op, "expected module or function target"));
            }
            if options.bufferize_function_boundaries && !is_module {
                return Err(TransformFailure::at(op, "expected module target"));
            }
            let env = Env { options: &options, parallel: state.manager.options.parallel, provenance: None };
            if let Err(error) = run_one_shot(state.ir, target, env) {
                state.report(error);
                return Err(TransformFailure::at(op, "bufferization failed"));
            }
        }
        results.set(0, targets);
        Ok(())
    }
}

/// Computes tensors directly in the slices of other tensors that they are inserted into.
#[op("transform.bufferization.eliminate_empty_tensors",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` type($target)")]
pub struct EliminateEmptyTensorsOp {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Eliminates empty tensors in each target with a function that analyzes it.
fn eliminate_in(
    state: &mut TransformState<'_>,
    targets: Vec<OpHandle>,
    eliminate: fn(&mut Ir, OpHandle, Env<'_>) -> Result<(), Box<Diag>>,
) -> TransformResult {
    let options = BufferizationOptions::of_context(state.cx()).allow_return_allocs_from_loops(true);
    for target in targets {
        let loc = state.op(target).loc();
        let env = Env { options: &options, parallel: state.manager.options.parallel, provenance: None };
        if let Err(error) = eliminate(state.ir, target, env) {
            state.report(error);
            return Err(TransformFailure::silenceable(Diag::error(loc, "failed to analyze op")));
        }
    }
    Ok(())
}

impl TransformOpInterface for EliminateEmptyTensorsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let targets = state.payload_ops(EliminateEmptyTensorsOp::view_of(op).target());
        eliminate_in(state, targets, eliminate_empty_tensors_in)
    }
}

/// Computes structured ops in their destinations instead of in `tensor.empty` operands.
#[op("transform.structured.eliminate_empty_tensors",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` type($target)")]
pub struct EliminateLinalgOpAnchoredEmptyTensorsOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for EliminateLinalgOpAnchoredEmptyTensorsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let targets = state.payload_ops(EliminateLinalgOpAnchoredEmptyTensorsOp::view_of(op).target());
        eliminate_in(state, targets, eliminate_linalg_anchored_in)
    }
}

/// Replaces `tensor.empty` by `bufferization.alloc_tensor`.
#[op("transform.bufferization.empty_tensor_to_alloc_tensor",
     interfaces(dyn TransformOpInterface = Each(EmptyTensorToAllocTensorOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct EmptyTensorToAllocTensorOp {
    target: Operand<EMPTY_HANDLE>,
    transformed: Res<ALLOC_TENSOR_HANDLE>,
}

impl TransformEachOp for EmptyTensorToAllocTensorOp {
    fn apply_to_one(&self, _op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let made = state.rewrite(target.body, |rw| {
            let tensor = allocate_empty(rw, EmptyOp::assume(target.op));
            rw.value(tensor).defining_op().map(OpRef::handle)
        });
        Ok(vec![Mapping::Ops(made.into_iter().collect())])
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(EmptyOp::DEF.name)
    }
}
