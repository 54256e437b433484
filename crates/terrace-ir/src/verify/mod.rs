//! The verifier.
//!
//! Order, as upstream's: an op is checked on entry (discardable attributes, table, traits, its own hook,
//! entry blocks), then its blocks in order, then the isolated ops it holds (in parallel), then its
//! region-level checks; dominance comes after all of that, per isolated op. Within an isolated op the
//! first error ends the checking; isolated ops beside each other are all checked.

mod dominance;
mod memo;
mod op;
mod region_branch;
mod traits;

pub use region_branch::{verify_destination_style, verify_loop_like, verify_region_branch};
pub use traits::{compatible_shapes, compatible_types};

use memo::Memo;
use rayon::prelude::*;

use crate::def::op_error;
use crate::diag::Diag;
use crate::interfaces::RegionKinds;
use crate::ir::{BlockRef, OpRef, RegionRef};
use crate::symbols::SymbolTables;
use crate::traits::TraitSet;

/// How to verify.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// Check isolated ops on several cores.
    pub parallel: bool,
    /// Check what is in isolated ops below the op.
    pub recursive: bool,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { parallel: true, recursive: true }
    }
}

/// Checks an op and all it holds. The errors come in the order of the ops.
pub fn verify(op: OpRef<'_>, options: VerifyOptions) -> Result<(), Vec<Box<Diag>>> {
    let tables = SymbolTables::new();
    let mut errors = Vec::new();
    verify_isolated(op, &tables, options, &mut Memo::default(), &mut errors);
    if errors.iter().any(|d| d.severity == crate::diag::Severity::Error) { Err(errors) } else { Ok(()) }
}

/// Checks several ops, each with all it holds, with symbol tables in common.
pub fn verify_all(ops: &[OpRef<'_>], options: VerifyOptions) -> Vec<Result<(), Vec<Box<Diag>>>> {
    let tables = SymbolTables::new();
    let check = |memo: &mut Memo, op: &OpRef<'_>| {
        let mut errors = Vec::new();
        verify_isolated(*op, &tables, options, memo, &mut errors);
        if errors.iter().any(|d| d.severity == crate::diag::Severity::Error) { Err(errors) } else { Ok(()) }
    };
    if options.parallel && ops.len() > 1 {
        ops.par_iter().with_min_len(8).map_init(Memo::default, check).collect()
    } else {
        let mut memo = Memo::default();
        ops.iter().map(|op| check(&mut memo, op)).collect()
    }
}

/// Whether the `index`th region of an op is a graph: order in its block does not matter.
pub fn is_graph_region(op: OpRef<'_>, index: usize) -> bool {
    if op.has_trait(TraitSet::GraphRegions) {
        return true;
    }
    op.interface::<dyn RegionKinds>().is_some_and(|kinds| kinds.is_graph(op, index))
}

enum Step<'a> {
    EnterOp(OpRef<'a>),
    /// With how many isolated ops were waiting when the op was entered.
    LeaveOp(OpRef<'a>, usize),
    EnterBlock(BlockRef<'a>),
    LeaveBlock(BlockRef<'a>),
}

fn verify_isolated(
    op: OpRef<'_>,
    tables: &SymbolTables,
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    let before = errors.len();
    let mut isolated = Vec::new();
    let mut stack = vec![Step::EnterOp(op)];
    while let Some(step) = stack.pop() {
        let ok = match step {
            Step::EnterOp(op) => {
                let ok = enter_op(op, memo, errors);
                if ok {
                    stack.push(Step::LeaveOp(op, isolated.len()));
                    let start = stack.len();
                    for region in op.regions() {
                        stack.extend(region.blocks().map(Step::EnterBlock));
                    }
                    stack[start..].reverse();
                }
                ok
            }
            Step::EnterBlock(block) => match enter_block(block, &mut isolated, errors) {
                Some(nested) => {
                    stack.push(Step::LeaveBlock(block));
                    let start = stack.len();
                    let mut here = block.ops().filter(|o| o.num_regions() == 0 || o.inner_body().is_none());
                    if nested {
                        stack.extend(here.map(Step::EnterOp));
                        stack[start..].reverse();
                        true
                    } else {
                        // Nothing is below the plain ops: the common case needs no steps of its own.
                        here.all(|o| enter_op(o, memo, errors) && leave_leaf(o, errors))
                    }
                }
                None => false,
            },
            Step::LeaveBlock(block) => leave_block(block, errors),
            Step::LeaveOp(op, waiting) => {
                let inside = isolated.split_off(waiting);
                leave_op(op, inside, tables, options, memo, errors)
            }
        };
        if !ok {
            return false;
        }
    }
    if op.num_regions() > 0 && !dominance::verify_dominance(op, errors) {
        return false;
    }
    errors.len() == before
}

fn fail(errors: &mut Vec<Box<Diag>>, result: crate::diag::CheckResult) -> bool {
    match result {
        Ok(()) => true,
        Err(diag) => {
            let mut next = Some(diag);
            while let Some(mut diag) = next {
                next = diag.next.take();
                errors.push(diag);
            }
            false
        }
    }
}

fn enter_op(op: OpRef<'_>, memo: &mut Memo, errors: &mut Vec<Box<Diag>>) -> bool {
    if memo.knows(op, op.info()) {
        return fail(errors, op::verify_hook(op));
    }
    let valid = check_op(op, errors);
    if !valid {
        memo.forget(op);
    }
    valid
}

fn check_op(op: OpRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
    if !fail(errors, op::verify_op(op)) {
        return false;
    }
    if let Some(def) = op.def()
        && let Some(infer) = def.infer
        && let Err(found) = traits::verify_inferred(op, def, infer)
    {
        errors.extend(found);
        return false;
    }
    true
}

/// Checks the order of a block's ops, and finds the isolated ones, which are checked later. Whether any other op
/// has regions; none after an error.
fn enter_block<'a>(
    block: BlockRef<'a>,
    isolated: &mut Vec<OpRef<'a>>,
    errors: &mut Vec<Box<Diag>>,
) -> Option<bool> {
    let Some(region) = block.region() else { return Some(false) };
    let Some(last) = block.last() else {
        if may_lack_terminator(region) {
            return Some(false);
        }
        let loc = region.parent_op().map_or(crate::loc::Loc::UNKNOWN, |op| op.loc());
        errors.push(Diag::error(loc, "empty block: expect at least a terminator"));
        return None;
    };
    let mut nested = false;
    for op in block.ops() {
        if op.num_successors() != 0 && op != last {
            let mut diag =
                Diag::error(op.loc(), "operation with block successors must terminate its parent block");
            diag.op = Some(op.handle());
            errors.push(diag);
            return None;
        }
        if op.num_regions() > 0 {
            match op.inner_body() {
                Some(_) => isolated.push(op),
                None => nested = true,
            }
        }
    }
    Some(nested)
}

fn may_lack_terminator(region: RegionRef<'_>) -> bool {
    region.has_one_block() && region.parent_op().is_none_or(|op| op.might_have_trait(TraitSet::NoTerminator))
}

fn leave_block(block: BlockRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
    let (Some(last), Some(region)) = (block.last(), block.region()) else { return true };
    if last.successors().any(|s| s.region() != Some(region)) {
        errors.push(op_error(last, "branching to block of a different region"));
        return false;
    }
    if !may_lack_terminator(region) && !last.might_have_trait(TraitSet::Terminator) {
        let mut diag = Diag::error(last.loc(), "block with no terminator, has ");
        diag.op = Some(last.handle());
        diag.appends_op = true;
        errors.push(diag);
        return false;
    }
    true
}

fn leave_op(
    op: OpRef<'_>,
    isolated: Vec<OpRef<'_>>,
    tables: &SymbolTables,
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    if !options.recursive {
        // Somebody did that before.
    } else if options.parallel && isolated.len() > 1 {
        let found: Vec<Vec<Box<Diag>>> = isolated
            .par_iter()
            .with_min_len(8)
            .map_init(Memo::default, |memo, o| {
                let mut errors = Vec::new();
                verify_isolated(*o, tables, options, memo, &mut errors);
                errors
            })
            .collect();
        errors.extend(found.into_iter().flatten());
    } else {
        for inner in isolated {
            stacker::maybe_grow(64 << 10, 2 << 20, || verify_isolated(inner, tables, options, memo, errors));
        }
    }
    if errors.iter().any(|d| d.severity == crate::diag::Severity::Error) {
        return false;
    }
    if !op::verify_regions(op, tables, errors) {
        return false;
    }
    leave_leaf(op, errors)
}

/// An op nobody defined must be allowed.
fn leave_leaf(op: OpRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
    let info = op.info();
    if info.def.is_some() {
        return true;
    }
    let cx = op.cx();
    match info.dialect {
        Some(dialect) if !dialect.allows_unknown_ops => {
            let mut diag = Diag::error(
                op.loc(),
                format!(
                    "unregistered operation '{}' found in dialect ('{}') that does not allow unknown operations",
                    op.name_text(),
                    dialect.name
                ),
            );
            diag.op = Some(op.handle());
            errors.push(diag);
            false
        }
        None if !cx.allows_unregistered() => {
            errors.push(op_error(
                op,
                "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() \
                 on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
            ));
            false
        }
        _ => true,
    }
}
