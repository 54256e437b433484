//! `transform.loop.outline`.

use rustc_hash::FxHashMap;
use terrace_ir::attr_kind::StrAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::traits::TraitSet;
use terrace_ir::{OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_scf::outline::outline_op;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// Moves ops with a region to functions of their own, and calls those.
#[op("transform.loop.outline", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LoopOutlineOp {
    target: Operand<TRANSFORM_HANDLE>,
    func_name: Prop<StrAttr>,
    function: Res<TRANSFORM_HANDLE>,
    call: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for LoopOutlineOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = LoopOutlineOp::view_of(op);
        let mut tables: FxHashMap<OpHandle, SymbolTable> = FxHashMap::default();
        let (mut functions, mut calls) = (Vec::new(), Vec::new());
        for target in state.payload_ops(view.target()) {
            let payload = state.op(target);
            let loc = payload.loc();
            if payload.num_regions() != 1 {
                return Err(TransformFailure::at(op, "failed to outline").note(loc, "target op"));
            }
            let mut around = payload.self_and_ancestors();
            let table = around.find(|op| op.has_trait(TraitSet::SymbolTable));
            let outlined = table.map(|op| op.handle()).and_then(|at| {
                let table = tables.entry(at).or_insert_with(|| SymbolTable::new(state.ir.op(at)));
                outline_op(state.ir, target, view.func_name(), table)
            });
            let Some(outlined) = outlined else {
                let error = terrace_ir::Diag::error(op.loc(), format!("{} failed to apply", op.name_text()));
                return Err(state.definite(error.note(loc, "when applied to this op")));
            };
            functions.push(outlined.function);
            calls.push(outlined.call);
        }
        results.set(0, functions);
        results.set(1, calls);
        Ok(())
    }
}
