//! Patterns, and the rewrites that they end with.

use terrace_ir::attr_kind::{StrAttr, SymbolNameAttr};
use terrace_ir::def::op_error;
use terrace_ir::symbols::verify_symbol;
use terrace_ir::{CheckResult, OpKind, OpRef, Type, View, int_attr_kinds};
use terrace_macros::op;

use crate::matching::OperationOp;
use crate::types::{ANY_PDL, OPERATION_TYPE};
use crate::verify::{connects, disconnected};

int_attr_kinds! {
    /// A benefit.
    pub BenefitAttr("16-bit signless integer attribute whose value is non-negative", Type::I16, |value| value >= 0);
}

/// A pattern: ops that describe the matched entities, and the rewrite.
#[op("pdl.pattern", traits(IsolatedFromAbove, SingleBlock), default_dialect = "pdl", verify = verify_name,
     verify_regions = verify_pattern,
     format = "($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $bodyRegion")]
#[allow(non_snake_case)]
pub struct PatternOp {
    benefit: Prop<BenefitAttr>,
    sym_name: OptProp<SymbolNameAttr>,
    bodyRegion: Region<Sized<1>>,
}

impl<'a> PatternOpView<'a> {
    /// Returns the rewrite that the pattern ends with; `None` before the op is verified.
    pub fn rewriter(self) -> Option<View<'a, RewriteOp>> {
        let end = self.body_region().entry()?.last()?;
        end.cast::<RewriteOp>()
    }
}

/// A pattern that has a name is a symbol.
fn verify_name(op: OpRef<'_>) -> CheckResult {
    match op.symbol_name() {
        Some(_) => verify_symbol(op),
        None => Ok(()),
    }
}

fn verify_pattern(op: OpRef<'_>) -> CheckResult {
    let view = PatternOp::view_of(op);
    let Some(block) = view.body_region().entry() else { return Ok(()) };
    if view.rewriter().is_none() {
        let error = op_error(op, "expected body to terminate with `pdl.rewrite`");
        return Err(match block.last() {
            Some(last) => error.note(last.loc(), "see terminator defined here"),
            None => error,
        });
    }
    // Inner ops come before the ones they are in.
    let mut pending: Vec<OpRef<'_>> = block.ops().collect();
    pending.reverse();
    while let Some(inner) = pending.pop() {
        if inner.name_text().split('.').next() != Some("pdl") {
            return Err(op_error(op, "expected only `pdl` operations within the pattern body")
                .note(inner.loc(), "see non-`pdl` operation defined here"));
        }
        let start = pending.len();
        pending.extend(inner.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
        pending[start..].reverse();
    }
    if !block.ops().any(|op| op.isa::<OperationOp>()) {
        return Err(op_error(op, "the pattern must contain at least one `pdl.operation`"));
    }
    if let Some(alone) = disconnected(block.ops().filter(|op| connects(*op))) {
        return Err(op_error(op, "the operations must form a connected component")
            .note(alone.loc(), "see a disconnected value / operation here"));
    }
    Ok(())
}

/// Terminates a pattern with the rewrite of the matched ops: the ops in its region, or a native function.
#[op("pdl.rewrite",
     traits(AttrSizedOperandSegments, Terminator, HasParent(&["pdl.pattern"]), NoTerminator, NoRegionArguments, SingleBlock),
     default_dialect = "pdl", verify_regions = verify_rewrite,
     format = "($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)? ($bodyRegion^)? \
               attr-dict-with-keyword")]
#[allow(non_snake_case)]
pub struct RewriteOp {
    root: OptOperand<OPERATION_TYPE>,
    name: OptProp<StrAttr>,
    externalArgs: VarOperand<ANY_PDL>,
    bodyRegion: Region,
}

fn verify_rewrite(op: OpRef<'_>) -> CheckResult {
    let view = RewriteOp::view_of(op);
    let fail = |message: &str| Err(op_error(op, message));
    if view.name().is_some() {
        return match view.body_region().is_empty() {
            true => Ok(()),
            false => fail("expected rewrite region to be empty when rewrite is external"),
        };
    }
    if view.body_region().is_empty() {
        return fail("expected rewrite region to be non-empty if external name is not specified");
    }
    if view.external_args().len() > 0 {
        return fail("expected no external arguments when the rewrite is specified inline");
    }
    Ok(())
}
