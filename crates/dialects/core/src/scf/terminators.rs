//! The terminators of the dialect.

use std::ops::Range;

use terrace_ir::Attr;
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::interfaces::{RegionBranchTerminator, RegionPoint};
use terrace_ir::ir::OpRef;
use terrace_macros::op;

/// Terminates the first region of `scf.while`: continues with the second region if the condition is true,
/// exits the loop otherwise; forwards the other operands in both cases.
#[op("scf.condition", traits(HasParent(&["scf.while"]), Pure, Terminator),
     interfaces(dyn RegionBranchTerminator),
     format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?")]
pub struct ConditionOp {
    condition: Operand<I1>,
    args: VarOperand<ANY_TYPE>,
}

impl RegionBranchTerminator for ConditionOp {
    fn successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        1..op.num_operands()
    }

    fn successors(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Vec<RegionPoint>> {
        let goes_on = !terrace_ir::matchers::single_int(op.cx(), constants[0])?.is_zero();
        Some(vec![if goes_on { RegionPoint::Region(1) } else { RegionPoint::Parent }])
    }
}

/// Ends a region and passes its operands on: to the next iteration or to the op's results.
#[op("scf.yield",
     traits(Pure, ReturnLike, Terminator,
            HasParent(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"])),
     format = "attr-dict ($results^ `:` type($results))?")]
pub struct YieldOp {
    results: VarOperand<ANY_TYPE>,
}
