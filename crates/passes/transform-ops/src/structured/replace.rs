//! `transform.structured.replace`: replaces payload ops by copies of an op of the script.

use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{CheckResult, InsertPoint, OpHandle, OpKind, OpRef, TraitSet, Value};
use terrace_macros::op;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

use super::semi_function_type::SEMI_FUNCTION_TYPE;

/// Replaces ops by copies of another op.
#[op("transform.structured.replace", customs(&SEMI_FUNCTION_TYPE),
     traits(IsolatedFromAbove, GraphRegions, NoTerminator, SingleBlock),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle), verify_regions = verify_replace,
     format = "$target attr-dict-with-keyword regions `:` \
               custom<SemiFunctionType>(type($target), type($replacement), \"false\")")]
pub struct ReplaceOp {
    target: Operand<TRANSFORM_HANDLE>,
    replacement: Res<TRANSFORM_HANDLE>,
    bodyRegion: Region<Sized<1>>,
}

fn fail(op: OpRef<'_>, message: &str) -> CheckResult {
    Err(op_error(op, message))
}

fn verify_replace(op: OpRef<'_>) -> CheckResult {
    let Some(block) = ReplaceOp::view_of(op).body_region().entry() else {
        return fail(op, "expected one block");
    };
    let mut ops = block.ops();
    let (Some(pattern), None) = (ops.next(), ops.next()) else {
        return fail(op, "expected one operation in block");
    };
    if pattern.num_operands() > 0 {
        return fail(pattern, "expected replacement without operands");
    }
    match !pattern.has_trait(TraitSet::IsolatedFromAbove) && pattern.num_regions() > 0 {
        true => fail(pattern, "expect op that is isolated from above"),
        false => Ok(()),
    }
}

impl TransformOpInterface for ReplaceOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = ReplaceOp::view_of(op);
        let Some(pattern) = view.body_region().entry().and_then(|block| block.first()) else { return Ok(()) };
        let targets = state.payload_ops(view.target());
        for &target in &targets {
            let payload = state.op(target);
            let message = if payload.num_operands() > 0 {
                "expected target without operands"
            } else if payload.num_regions() > 0 && !payload.has_trait(TraitSet::IsolatedFromAbove) {
                "expected target that is isolated from above"
            } else if payload.result_types() != pattern.result_types() {
                "expected target with as many results, and of the same types, as the replacement"
            } else {
                continue;
            };
            return Err(state.definite_at(op, message));
        }
        let mut made: Vec<OpHandle> = Vec::new();
        for target in targets {
            if op.is_ancestor(state.op(target)) {
                continue;
            }
            let point = (target.body, InsertPoint::Before(target.op));
            let copy = state.ir.clone_op_from(state.script(), pattern.handle(), point);
            state.rewrite(target.body, |rw| {
                let values: Vec<Value> = rw.body().results(copy.op).collect();
                rw.replace_op(target.op, &values);
            });
            made.push(copy);
        }
        results.set(0, made);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
