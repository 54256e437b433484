//! Ops on definitions of dialects.

use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{CheckResult, OpKind, OpRef, RegionRef};
use terrace_irdl::definitions::{AttributeOp, DialectOp, OperationOp, TypeOp};
use terrace_irdl::load::op_checks;
use terrace_macros::op;
use terrace_transform::effects::{only_reads_handle, only_reads_payload, produces_handle};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::walk::post_order;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[CollectMatchingOp::DEF], ..EMPTY_EXTENSION };

/// Collects the payload ops that satisfy the definition of the only op of a dialect, with any name.
#[op("transform.irdl.collect_matching", traits(SymbolTable, NoTerminator),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects), verify = verify,
     format = "`in` $root `:` functional-type(operands, results) attr-dict-with-keyword regions")]
pub struct CollectMatchingOp {
    root: Operand<TRANSFORM_HANDLE>,
    body: Region<Sized<1>>,
    matched: Res<TRANSFORM_HANDLE>,
}

fn body_of(region: RegionRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    region.entry().into_iter().flat_map(|block| block.ops())
}

/// The definition of the op that is looked for.
fn operation(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let dialect = body_of(CollectMatchingOp::view_of(op).body()).find_map(|op| op.cast::<DialectOp>())?;
    body_of(dialect.body()).find(|op| op.isa::<OperationOp>())
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let fail = |message: &str| Err(op_error(op, message));
    let mut ops = body_of(CollectMatchingOp::view_of(op).body());
    let (Some(first), None) = (ops.next(), ops.next()) else {
        return fail("expects a single operation in the body");
    };
    let Some(dialect) = first.cast::<DialectOp>() else {
        return fail(&format!("expects the body operation to be {}", DialectOp::DEF.name));
    };
    if body_of(dialect.body()).filter(|op| op.isa::<OperationOp>()).count() != 1 {
        return fail("expects IRDL to contain exactly one operation");
    }
    if body_of(dialect.body()).any(|op| op.isa::<TypeOp>() || op.isa::<AttributeOp>()) {
        return fail("IRDL types and attributes are not yet supported");
    }
    Ok(())
}

impl MemoryEffects for CollectMatchingOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

impl TransformOpInterface for CollectMatchingOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let Some(operation) = operation(op) else { return Ok(()) };
        let checks = match op_checks(operation) {
            Ok((_, checks)) => checks,
            Err(diag) => return Err(state.definite_at(op, diag.message)),
        };
        let mut matched = Vec::new();
        for root in state.payload_ops(CollectMatchingOp::view_of(op).root()) {
            let candidates = post_order(state.ir, root).into_iter();
            matched.extend(candidates.filter(|&candidate| checks.check(state.ir.op(candidate)).is_ok()));
        }
        results.set(0, matched);
        Ok(())
    }
}
