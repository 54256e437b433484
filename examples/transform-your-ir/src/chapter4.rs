//! Chapter 4: a matcher that tries what is in its region.

use terrace::prelude::*;
use terrace::transform::prelude::*;

/// The op that the chapter adds to the dialect.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[HasOperandSatisfyingOp::DEF], ..EMPTY_EXTENSION };

/// Succeed if any of the operands matches all nested criteria.
///
/// The ops of the region are tried on each operand of the payload op, which is the argument of the region, until all of
/// them succeed. The results are the number of that operand, then what the region yields.
#[op("transform.match.my.has_operand_satisfying", traits(SingleBlockImplicitTerminator("transform.yield")),
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = verify_has_operand_satisfying,
     format = "$op `:` functional-type($op, results) attr-dict-with-keyword $body")]
pub struct HasOperandSatisfyingOp {
    op: Operand<TRANSFORM_HANDLE>,
    position: Res<TRANSFORM_PARAM>,
    results: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    body: Region<Sized<1>>,
}

fn verify_has_operand_satisfying(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), HasOperandSatisfyingOp::view_of(op));
    let Some(block) = view.body().entry() else { return Ok(()) };
    let arguments = block.arg_types();
    if !matches!(arguments[..], [ty] if (TRANSFORM_VALUE_HANDLE.pred)(cx, ty)) {
        return Err(op_error(op, "expects the body to have one value handle argument"));
    }
    let Some(end) = block.terminator() else { return Ok(()) };
    let (yielded, results) = (end.operand_types(), view.results().map(|result| result.ty()));
    if !results.eq(yielded.iter().copied()) {
        return Err(op_error(op, "expects the body to yield what the results after the first one are")
            .note(end.loc(), "terminator"));
    }
    for inner in block.ops().filter(|inner| inner.id() != end.id()) {
        if inner.interface::<dyn MatchOpInterface>().is_none() {
            let error = op_error(op, "expects the body to contain match ops");
            return Err(error.note(inner.loc(), "op without interface"));
        }
    }
    Ok(())
}

impl TransformOpInterface for HasOperandSatisfyingOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = HasOperandSatisfyingOp::view_of(op);
        let &[payload] = state.payload_ops(view.op()).as_slice() else {
            return Err(TransformFailure::at(op, "expected single payload"));
        };
        let operands: Vec<_> = state.op(payload).operands().map(ValueRef::handle).collect();
        for (number, operand) in operands.into_iter().enumerate() {
            // What the values of the region stand for is forgotten when the region is left.
            let outcome: TransformResult<TransformResults> = state.in_region_scope(|state| {
                state.map_block_arguments(view.body(), vec![Mapping::Values(vec![operand])])?;
                let mut yielded = TransformResults::new(view.results().len());
                state.apply_sequence(view.body(), FailurePropagationMode::Propagate, &mut yielded)?;
                Ok(yielded)
            });
            match outcome {
                Ok(yielded) => {
                    results.set_params(0, vec![op.cx().int_attr(Type::I32, number as i64)]);
                    for (i, mapping) in yielded.into_mappings().into_iter().enumerate() {
                        mapping.into_iter().for_each(|mapping| results.set_mapped(i + 1, mapping));
                    }
                    return Ok(());
                }
                // This operand does not do; the next one may.
                Err(failure) if failure.is_silenceable() => {
                    state.debug_matcher(|_| {
                        format!("failed to match operand #{number}: {}", failure.message())
                    });
                }
                Err(definite) => return Err(definite),
            }
        }
        Err(TransformFailure::at(op, "none of the operands satisfied the conditions"))
    }
}
