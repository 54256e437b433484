//! Chapter 3: a type of handles that takes calls alone, and an op that replaces payload.

use terrace::ir::{body::OpSpec, interfaces::CallLike};
use terrace::prelude::*;
use terrace::transform::prelude::*;

/// The ops and types that the chapter adds to the dialect.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[ChangeCallTargetOp::DEF, CallToOp::DEF],
    types: &[CallOpInterfaceType::DEF],
    ..EMPTY_EXTENSION
};

/// A handle to ops that call something.
#[type_def("transform.my.call_op_interface", format = "", interfaces(dyn TransformHandleTypeInterface = Calls))]
pub struct CallOpInterfaceType {}

/// Takes ops that call something.
struct Calls;

impl TransformHandleTypeInterface for Calls {
    fn check_payload(&self, _: &Context, _: Type, loc: Loc, payload: &[OpRef<'_>]) -> TransformResult {
        match payload.iter().find(|op| op.interface::<dyn CallLike>().is_none()) {
            None => Ok(()),
            Some(op) => {
                let error = Diag::error(loc, "expected the payload operation to implement CallOpInterface");
                Err(TransformFailure::silenceable(error).note(op.loc(), "offending operation"))
            }
        }
    }
}

/// Such a handle, as an operand.
static CALL_HANDLE: TypeConstraint =
    TypeConstraint::new("handle to ops that call something", |cx, ty| ty.isa::<CallOpInterfaceType>(cx));

/// Lets calls call another function. Succeeds if all of the payload are calls, `func.call`.
#[op("transform.my.change_call_target",
     interfaces(dyn TransformOpInterface = Each(ChangeCallTargetOp::MODEL), dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$call `,` $new_target attr-dict `:` type($call)")]
pub struct ChangeCallTargetOp {
    call: Operand<TRANSFORM_HANDLE>,
    new_target: Prop<StrAttr>,
}

impl TransformEachOp for ChangeCallTargetOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let cx = op.cx();
        let callee = cx.flat_symbol_ref(cx.str(ChangeCallTargetOp::view_of(op).new_target()));
        state.rewrite(target.body, |rw| rw.set_attr(target.op, "callee", callee));
        Ok(Vec::new())
    }

    // For other payload the op fails before it gets here.
    fn target_name(&self) -> Option<&'static str> {
        Some("func.call")
    }
}

/// Replaces calls by `"my.mm4"` with the arguments and the results of the call.
#[op("transform.my.call_to_op",
     interfaces(dyn TransformOpInterface = Each(CallToOp::MODEL), dyn MemoryEffects),
     format = "$call attr-dict `:` functional-type(operands, results)")]
pub struct CallToOp {
    call: Operand<CALL_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for CallToOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let call = state.op(target);
        let Some(interface) = call.interface::<dyn CallLike>() else {
            let failure = TransformFailure::at(op, "failed to rewrite call to operation");
            return Err(failure.note(call.loc(), "offending call"));
        };
        let (first, count) = interface.arguments(call);
        let arguments: Vec<Value> = call.operands().skip(first).take(count).map(|value| value.id()).collect();
        let (results, loc) = (call.result_types(), call.loc());
        let new = state.rewrite(target.body, |rw| {
            rw.set_insertion_point_before(target.op);
            let new = rw.create_op(&OpSpec {
                name: op.cx().op_name("my.mm4"),
                operands: &arguments,
                results: &results,
                props: &[],
                attrs: Attr::EMPTY_DICT,
                successors: &[],
                loc,
            });
            rw.replace_op_with(target.op, new);
            new
        });
        Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: new }])])
    }
}

impl MemoryEffects for CallToOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        // The call is gone afterwards: its handle must not be used any more.
        consumes_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}
