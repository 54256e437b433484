//! Checks of the interfaces for control flow, loops and destinations.
//!
//! These checks come after the ops inside the regions were checked, so terminators are well formed.

use std::ops::Range;

use super::checks::RegionCheck;
use crate::def::op_error;
use crate::diag::{CheckResult, Diag};
use crate::interfaces::{DestinationStyleOp, LoopLike, RegionBranchOp, RegionPoint, terminator_operands};
use crate::ir::{OpRef, ValueRef};

/// Checks that counts and types match along each edge between the op and its regions.
pub fn verify_region_branch(op: OpRef<'_>, branch: &dyn RegionBranchOp) -> CheckResult {
    for target in branch.successors(op, RegionPoint::Parent) {
        edge(op, branch, None, target, branch.entry_successor_operands(op, target))?;
    }
    for (i, region) in op.regions().enumerate() {
        let mut successors = None;
        for block in region.blocks() {
            let Some(last) = block.last() else { continue };
            let targets = || branch.successors(op, RegionPoint::Region(i));
            for &target in successors.get_or_insert_with(targets).iter() {
                let Some(passed) = terminator_operands(last, target) else { break };
                edge(op, branch, Some(last), target, passed)?;
            }
        }
    }
    Ok(())
}

fn edge(
    op: OpRef<'_>,
    branch: &dyn RegionBranchOp,
    from: Option<OpRef<'_>>,
    target: RegionPoint,
    passed: Range<usize>,
) -> CheckResult {
    let fail = |what: String| -> Box<Diag> {
        let source = from.map_or("parent".to_string(), |t| format!("Operation {}", t.name_text()));
        let target = match target {
            RegionPoint::Parent => "parent".to_string(),
            RegionPoint::Region(i) => format!("Region #{i}"),
        };
        op_error(op, format!("along control flow edge from {source} to {target}: {what}"))
            .note(from.unwrap_or(op).loc(), "region branch point")
    };
    let source = from.unwrap_or(op);
    let inputs = branch.successor_inputs(op, target);
    if passed.len() != inputs.len() {
        return Err(fail(format!(
            "region branch point has {} operands, but region successor needs {} inputs",
            passed.len(),
            inputs.len()
        )));
    }
    let cx = op.cx();
    let passed = passed.map(|i| source.operand(i));
    for (i, (from, to)) in passed.zip(&inputs).enumerate() {
        if !branch.types_compatible(from.ty(), to.ty()) {
            return Err(fail(format!(
                "successor operand type #{i} '{}' should match successor input type #{i} '{}'",
                cx.type_text(from.ty()),
                cx.type_text(to.ty())
            )));
        }
    }
    Ok(())
}

/// Checks that the parts of each carried value match in number and type.
pub fn verify_loop_like(op: OpRef<'_>, looped: &dyn LoopLike) -> CheckResult {
    let cx = op.cx();
    let (start, inits) = looped.inits(op);
    let args = looped.iter_args(op);
    // Upstream counts what is left of the arguments after the induction variables without a sign.
    let entry = looped.regions(op).first().and_then(|r| r.entry()).map_or(0, |b| b.args().len());
    let first = looped.first_iter_arg(op);
    let count = if first > entry { (entry as u64).wrapping_sub(first as u64) } else { args.len() as u64 };
    let yielded = looped.yielded(op).unwrap_or_default();
    let results = looped.results(op);
    if inits as u64 != count {
        return Err(op_error(
            op,
            format!("different number of inits and region iter_args: {inits} != {count}"),
        ));
    }
    if !yielded.is_empty() && args.len() != yielded.len() {
        return Err(op_error(
            op,
            format!(
                "different number of region iter_args and yielded values: {} != {}",
                args.len(),
                yielded.len()
            ),
        ));
    }
    if let Some(results) = &results
        && results.len() != args.len()
    {
        return Err(op_error(
            op,
            format!(
                "different number of loop results and region iter_args: {} != {}",
                results.len(),
                args.len()
            ),
        ));
    }
    let differ = |i: usize, what: &str, a: ValueRef<'_>, b: ValueRef<'_>| {
        let (a, b) = (cx.type_text(a.ty()), cx.type_text(b.ty()));
        op_error(op, format!("{what} have different type: '{a}' != '{b}'").replace("{i}", &i.to_string()))
    };
    for (i, &arg) in args.iter().enumerate() {
        let init = op.operand(start + i);
        if init.ty() != arg.ty() {
            return Err(differ(i, "{i}-th init and {i}-th region iter_arg", init, arg));
        }
        if let Some(&yielded) = yielded.get(i)
            && arg.ty() != yielded.ty()
        {
            return Err(differ(i, "{i}-th region iter_arg and {i}-th yielded value", arg, yielded));
        }
    }
    for (&arg, &result) in args.iter().zip(results.iter().flatten()) {
        if arg.ty() != result.ty() {
            // The position is always 0, as in upstream's text.
            return Err(differ(0, "{i}-th region iter_arg and {i}-th loop result", arg, result));
        }
    }
    Ok(())
}

/// Checks that destinations are tensors or memrefs, and that each tensor has its result.
pub fn verify_destination_style(op: OpRef<'_>, style: &dyn DestinationStyleOp) -> CheckResult {
    let cx = op.cx();
    let (start, len) = style.inits(op);
    let mut tensors = Vec::new();
    for i in start..start + len {
        let ty = op.operand(i).ty();
        if ty.is_tensor(cx) {
            tensors.push(i);
        } else if !ty.is_memref(cx) {
            return Err(op_error(op, format!("expected that operand #{i} is a tensor or a memref")));
        }
    }
    let results = op.results().filter(|r| r.ty().is_tensor(cx)).count();
    if results != tensors.len() {
        return Err(op_error(
            op,
            format!(
                "expected the number of tensor results ({results}) to be equal to the number of output tensors \
                 ({})",
                tensors.len()
            ),
        ));
    }
    for i in tensors {
        let (operand, Some(result)) = (op.operand(i), op.results().nth(i - start)) else { continue };
        if operand.ty() != result.ty() {
            return Err(op_error(
                op,
                format!(
                    "expected type of operand #{i} ('{}') to match type of corresponding result ('{}')",
                    cx.type_text(operand.ty()),
                    cx.type_text(result.ty())
                ),
            ));
        }
    }
    Ok(())
}

/// Checks an op against the interfaces it implements itself, in the order in which it names them.
pub(super) fn verify_region_interfaces(op: OpRef<'_>, interfaces: &[RegionCheck]) -> CheckResult {
    interfaces.iter().try_for_each(|interface| match *interface {
        RegionCheck::Branch(branch) => verify_region_branch(op, branch),
        RegionCheck::Loop(looped) => verify_loop_like(op, looped),
        RegionCheck::Style(style) => verify_destination_style(op, style),
    })
}
