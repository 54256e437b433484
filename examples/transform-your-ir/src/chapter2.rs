//! Chapter 2: an op that changes payload in place.

use terrace::prelude::*;
use terrace::transform::prelude::*;

/// The ops that the chapter adds to the dialect.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[ChangeCallTargetOp::DEF], ..EMPTY_EXTENSION };

/// Lets calls call another function. Succeeds if all of the payload are calls, `func.call`.
#[op("transform.my.change_call_target",
     interfaces(dyn TransformOpInterface = Each(ChangeCallTargetOp::MODEL), dyn MemoryEffects),
     format = "$call `,` $new_target attr-dict `:` type($call)")]
pub struct ChangeCallTargetOp {
    call: Operand<TRANSFORM_HANDLE>,
    new_target: Prop<StrAttr>,
}

impl TransformEachOp for ChangeCallTargetOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (cx, payload) = (op.cx(), state.op(target));
        if !payload.isa::<terrace::dialects::func::CallOp>() {
            let failure = TransformFailure::at(op, "only applies to func.call payloads");
            return Err(failure.note(payload.loc(), "offending payload"));
        }
        let callee = cx.flat_symbol_ref(cx.str(ChangeCallTargetOp::view_of(op).new_target()));
        state.rewrite(target.body, |rw| rw.set_attr(target.op, "callee", callee));
        Ok(Vec::new())
    }
}

impl MemoryEffects for ChangeCallTargetOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        // The call stays where it is, and so the handle stays good: it is read, not consumed.
        only_reads_handle(op.operands(), out);
        modifies_payload(out);
    }
}
