//! Ops on buffers.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, DeallocOp, GetGlobalOp, GlobalOp};
use terrace_dialects_mem::tensor::{EmptyOp, PadOp};
use terrace_ir::attr_kind::{I64Attr, UnitAttr};
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects, own_effects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Diag, Op, OpHandle, OpKind, OpRef, Value};
use terrace_macros::op;
use terrace_transform::effects::{
    FunctionalStyle, ReadsHandlesModifiesPayload, consumes_handle, modifies_payload, produces_handle,
};
use terrace_transform::ops::navigation::PositiveI64Attr;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::walk::post_order;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use terrace_passes_memref_tensor::memref::multi_buffer::{loop_around, multi_buffer};
use terrace_passes_memref_tensor::tensor::loop_independent::make_independent;
use terrace_passes_vector::transfer_flow::optimize_transfer_flow;

use crate::types::{ALLOC_HANDLE, ALLOCA_HANDLE};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        MemRefAllocaToGlobalOp::DEF,
        MemRefMultiBufferOp::DEF,
        MemRefEraseDeadAllocAndStoresOp::DEF,
        MemRefMakeLoopIndependentOp::DEF,
        TensorMakeLoopIndependentOp::DEF,
    ],
    ..EMPTY_EXTENSION
};

/// Replaces stack allocations by globals.
#[op("transform.memref.alloca_to_global", interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     format = "$alloca attr-dict `:` functional-type(operands, results)")]
#[allow(non_snake_case)]
pub struct MemRefAllocaToGlobalOp {
    alloca: Operand<ALLOCA_HANDLE>,
    getGlobal: Res<TRANSFORM_HANDLE>,
    global: Res<TRANSFORM_HANDLE>,
}

impl MemoryEffects for MemRefAllocaToGlobalOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        produces_handle(op.results(), out);
        consumes_handle(op.operands(), out);
        modifies_payload(out);
    }
}

impl TransformOpInterface for MemRefAllocaToGlobalOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (mut reads, mut globals) = (Vec::new(), Vec::new());
        for target in state.payload_ops(MemRefAllocaToGlobalOp::view_of(op).alloca()) {
            let payload = state.op(target);
            let (loc, types) = (payload.loc(), payload.result_types());
            let mut around = payload.self_and_ancestors();
            let table = around.find(|op| op.has_trait(TraitSet::SymbolTable)).map(SymbolTable::new);
            let (Some(mut table), &[ty]) = (table, types.as_slice()) else {
                return Err(state.definite_at(op, "expected alloca payload to be in symbol table"));
            };
            let global = table.insert(state.ir, "alloca", None, |rw, name| {
                let (visibility, ty) = (rw.cx().string_attr("private"), rw.cx().type_attr(ty));
                rw.build(
                    GlobalOp::of().loc(loc).sym_name_attr(name).sym_visibility_attr(visibility).type_attr(ty),
                )
                .into()
            });
            let name = global.and_then(|global| state.op(global).symbol_name());
            let (Some(global), Some(name)) = (global, name) else {
                return Err(state.definite_at(op, "expected alloca payload to be in symbol table"));
            };
            let read = state.rewrite(target.body, |rw| {
                rw.set_insertion_point_before(target.op);
                let name = rw.cx().flat_symbol_ref(name);
                let read = rw.build(GetGlobalOp::of().name_attr(name).result(ty).loc(loc));
                let values: Vec<Value> = rw.body().results(read).collect();
                rw.replace_op(target.op, &values);
                read
            });
            reads.push(OpHandle { body: target.body, op: read.into() });
            globals.push(global);
        }
        results.set(0, reads);
        results.set(1, globals);
        Ok(())
    }
}

/// Creates a separate buffer for each of several iterations.
#[op("transform.memref.multibuffer", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct MemRefMultiBufferOp {
    target: Operand<ALLOC_HANDLE>,
    factor: Prop<PositiveI64Attr>,
    skip_analysis: OptProp<UnitAttr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for MemRefMultiBufferOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MemRefMultiBufferOp::view_of(op);
        let mut made = Vec::new();
        for target in state.payload_ops(view.target()) {
            let payload = state.op(target);
            let loc = payload.loc();
            let users: Vec<OpRef<'_>> =
                payload.results().flat_map(|result| result.uses()).map(|(user, _)| user).collect();
            // What is used outside of loops is left as it is.
            if users.iter().any(|user| !user.isa::<DeallocOp>() && loop_around(*user).is_none()) {
                continue;
            }
            let (factor, skips) = (view.factor(), view.skip_analysis());
            let Some(new) = state.rewrite(target.body, |rw| multi_buffer(rw, target.op, factor, skips))
            else {
                let error = Diag::error(loc, "op failed to multibuffer");
                return Err(TransformFailure::silenceable(error));
            };
            made.push(OpHandle { body: target.body, op: new });
        }
        results.set(0, made);
        Ok(())
    }
}

/// Erases allocations that are never read, with the stores to them.
#[op("transform.memref.erase_dead_alloc_and_stores",
     interfaces(dyn TransformOpInterface = EraseDeadAllocs, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct MemRefEraseDeadAllocAndStoresOp {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Erases in each target; losing a handle is a failure.
struct EraseDeadAllocs;

impl TransformOpInterface for EraseDeadAllocs {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        Each(MemRefEraseDeadAllocAndStoresOp::MODEL).apply(op, state, results)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// The users of a buffer and of views of it, those of views first; `None` if one of them may read it.
fn users_that_do_not_read(op: OpRef<'_>) -> Option<Vec<Op>> {
    let mut users = Vec::new();
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        for (user, _) in op.results().flat_map(|result| result.uses()) {
            let effects = own_effects(user);
            let reads =
                effects.is_none_or(|effects| effects.iter().any(|effect| effect.kind == EffectKind::Read));
            let only_writes = user.num_results() == 0 && user.num_regions() == 0 && !reads;
            if user.has_trait(TraitSet::Terminator) {
                return None;
            }
            if user.has_trait(TraitSet::ViewLike) {
                pending.push(user);
            } else if !user.isa::<DeallocOp>() && !only_writes {
                return None;
            }
            users.push(user.id());
        }
    }
    users.reverse();
    Some(users)
}

impl TransformEachOp for MemRefEraseDeadAllocAndStoresOp {
    fn apply_to_one(&self, _op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        if payload.inner_body().is_none() {
            state.rewrite(target.body, |rw| optimize_transfer_flow(rw, Some(target.op)));
        }
        let payload = state.op(target);
        let inner = std::iter::once(payload).chain(payload.nested_ops()).filter_map(|op| op.inner_body());
        for body in inner.collect::<Vec<_>>() {
            state.rewrite(body, |rw| optimize_transfer_flow(rw, None));
        }
        for candidate in post_order(state.ir, target) {
            let payload = state.op(candidate);
            if !payload.isa::<AllocOp>() && !payload.isa::<AllocaOp>() {
                continue;
            }
            let Some(users) = users_that_do_not_read(state.op(candidate)) else { continue };
            state.rewrite(candidate.body, |rw| {
                for user in users {
                    // An op may use a buffer more than once.
                    if !rw.body().is_erased(user) {
                        rw.erase_op(user);
                    }
                }
                rw.erase_op(candidate.op);
            });
        }
        Ok(Vec::new())
    }
}

/// The bounds of sizes of a buffer that do not depend on loops around it.
#[op("transform.memref.make_loop_independent",
     interfaces(dyn TransformOpInterface = Independent, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, $transformed)")]
pub struct MemRefMakeLoopIndependentOp {
    target: Operand<TRANSFORM_HANDLE>,
    num_loops: Prop<I64Attr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

/// The bounds of sizes of a tensor that do not depend on loops around it.
#[op("transform.tensor.make_loop_independent",
     interfaces(dyn TransformOpInterface = Each(TensorMakeLoopIndependentOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, $transformed)")]
pub struct TensorMakeLoopIndependentOp {
    target: Operand<TRANSFORM_HANDLE>,
    num_loops: Prop<I64Attr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for TensorMakeLoopIndependentOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        let loc = payload.loc();
        let failure = |message: String| {
            TransformFailure::silenceable(Diag::error(op.loc(), message).note(loc, "target op"))
        };
        let mut around = payload.ancestors();
        let mut ivs: Vec<Value> = Vec::new();
        for number in 0..TensorMakeLoopIndependentOp::view_of(op).num_loops() {
            let variable = around.find_map(|op| op.cast::<ForOp>()?.region().entry()?.args().next());
            let Some(variable) = variable else {
                return Err(failure(format!("could not find {number}-th enclosing loop")));
            };
            ivs.push(variable.id());
        }
        if !payload.isa::<PadOp>() && !payload.isa::<EmptyOp>() {
            return Err(failure("unsupported target op".to_string()));
        }
        match state.rewrite(target.body, |rw| make_independent(rw, target.op, &ivs)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => Err(failure("could not make target op loop-independent".to_string())),
        }
    }
}

/// Ops whose transformation does not exist.
struct Independent;

impl TransformOpInterface for Independent {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        Err(state.definite_at(op, format!("'{}' is not supported: sizes are not bounded", op.name_text())))
    }
}
