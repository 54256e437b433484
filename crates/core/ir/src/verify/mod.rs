//! The verifier.
//!
//! Order, as upstream's: an op is checked on entry (discardable attributes, table, traits, its own hook,
//! entry blocks), then its blocks in order, then the isolated ops it holds (in parallel), then its
//! region-level checks; dominance comes after all of that, per isolated op. Within an isolated op the first
//! error ends the checking; sibling isolated ops are all checked. The structure of all ops of a body is
//! checked before anything else, so that hooks may inspect any op of it.
//!
//! A body that was verified is not checked again before it, or a body around it, is edited: only the op that holds it is,
//! and uses of symbols are.

mod checks;
mod dominance;
mod memo;
mod op;
mod region_branch;
mod structure;
mod suggest;
mod traits;

pub use region_branch::{verify_destination_style, verify_loop_like, verify_region_branch};
pub use traits::{compatible_shapes, compatible_types};

use memo::Memo;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use terrace_support::options;
use terrace_support::spelling::nearest;

use crate::body::Body;
use crate::def::op_error;
use crate::diag::{Diag, Severity};
use crate::interfaces::RegionKinds;
use crate::ir::{BlockRef, OpRef, RegionRef};
use crate::op_info::OpInfo;
use crate::symbols::SymbolTables;
use crate::traits::TraitSet;
use structure::MalformedBodies;

options! {
    /// Options of the verifier.
    #[derive(Clone, Copy, Debug)]
    pub struct VerifyOptions {
        /// Check isolated ops on several cores.
        pub parallel: bool,
        /// Whether nested isolated ops are checked.
        pub recursive: bool,
    }
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { parallel: true, recursive: true }
    }
}

/// Checks an op and all it holds. The errors come in the order of the ops, with warnings among them.
///
/// # Errors
///
/// If anything is not valid.
pub fn verify(op: OpRef<'_>, options: VerifyOptions) -> Result<(), Vec<Box<Diag>>> {
    verify_with_warnings(op, options).map(drop)
}

/// Checks an op and all it holds, and returns the warnings.
///
/// # Errors
///
/// As [`verify`].
pub fn verify_with_warnings(op: OpRef<'_>, options: VerifyOptions) -> Result<Vec<Box<Diag>>, Vec<Box<Diag>>> {
    let tables = op.ir().symbol_tables();
    let mut errors = Vec::new();
    let mut memo = op.cx().take_memo();
    verify_op_and_below(op, &tables, options, &mut memo, &mut errors);
    op.cx().keep_memo(memo);
    if has_error(&errors) { Err(errors) } else { Ok(errors) }
}

/// Checks several ops, each with all it holds, with symbol tables in common.
pub fn verify_all(ops: &[OpRef<'_>], options: VerifyOptions) -> Vec<Result<(), Vec<Box<Diag>>>> {
    let Some(first) = ops.first() else { return Vec::new() };
    let tables = first.ir().symbol_tables();
    let check = |memo: &mut Memo, op: &OpRef<'_>| {
        let mut errors = Vec::new();
        verify_op_and_below(*op, &tables, options, memo, &mut errors);
        if has_error(&errors) { Err(errors) } else { Ok(()) }
    };
    if options.parallel && ops.len() > 1 {
        ops.par_iter().with_min_len(8).map_init(Memo::default, check).collect()
    } else {
        let Some(cx) = ops.first().map(|op| op.cx()) else { return Vec::new() };
        let mut memo = cx.take_memo();
        let results = ops.iter().map(|op| check(&mut memo, op)).collect();
        cx.keep_memo(memo);
        results
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
    /// This op and those after it in its block.
    Ops(OpRef<'a>),
    /// With how many isolated ops were waiting when the op was entered.
    LeaveOp(OpRef<'a>, usize),
    EnterBlock(BlockRef<'a>),
    LeaveBlock(BlockRef<'a>),
}

fn verify_op_and_below(
    op: OpRef<'_>,
    tables: &SymbolTables,
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) {
    let malformed = MalformedBodies::find(op, options.recursive);
    if malformed.is_empty() && is_verified_around(op) {
        verify_edited(op, tables, options, memo, errors);
        return;
    }
    let valid = verify_isolated(op, tables, &malformed, options, memo, errors);
    if valid && !malformed.is_empty() {
        // The malformed ops are outside of this op.
        verify_isolated(op, tables, &MalformedBodies::default(), options, memo, errors);
    }
    if errors.is_empty() && options.recursive && op.ir().root() == Some(op) {
        op.body().set_verified();
    }
}

/// Whether the bodies that an op is in were verified and have not been edited since.
fn is_verified_around(op: OpRef<'_>) -> bool {
    let mut around = std::iter::successors(Some(op.body()), |body| op.ir().find_body(body.parent()?.body));
    around.all(Body::is_verified)
}

/// Checks an op, in bodies that are valid: what is below it where a body was edited since it was verified.
fn verify_edited(
    op: OpRef<'_>,
    tables: &SymbolTables,
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    let malformed = MalformedBodies::default();
    let Some(body) = contents(op).filter(|body| body.is_verified()) else {
        return verify_isolated(op, tables, &malformed, options, memo, errors);
    };
    let before = errors.len();
    if !enter_op(op, op.info(), &malformed, memo, errors) {
        return false;
    }
    let isolated = if options.recursive && holds_isolated(body) { isolated_below(op) } else { Vec::new() };
    // Ops around an edited body may look into it.
    let mut around: Vec<OpRef<'_>> = Vec::new();
    let mut seen = FxHashSet::default();
    for inner in &isolated {
        if contents(*inner).is_some_and(|body| !body.is_verified()) {
            let parents = std::iter::successors(inner.parent_op(), |parent| parent.parent_op());
            around.extend(parents.take_while(|&parent| parent != op && seen.insert(parent.id())));
        }
    }
    verify_siblings(&isolated, options, memo, errors, |inner, memo, errors| {
        verify_edited(inner, tables, options, memo, errors)
    });
    if has_error(&errors[before..]) {
        return false;
    }
    around.into_iter().chain([op]).all(|parent| {
        (parent == op || enter_op(parent, parent.info(), &malformed, memo, errors))
            && op::verify_regions(parent, tables, errors)
            && is_allowed(parent, errors)
    }) && !has_error(&errors[before..])
}

/// The body of an isolated op.
fn contents(op: OpRef<'_>) -> Option<&Body> {
    op.ir().find_body(op.inner_body()?)
}

/// Whether a body holds isolated ops.
fn holds_isolated(body: &Body) -> bool {
    body.live_ops().any(|op| body.inner(op).is_some())
}

/// The isolated ops in the regions of an op, but not those in them.
fn isolated_below(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut found = Vec::new();
    let mut stack: Vec<OpRef<'_>> = vec![op];
    while let Some(next) = stack.pop() {
        if next != op && next.inner_body().is_some() {
            found.push(next);
            continue;
        }
        let start = stack.len();
        let inside = next.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        stack.extend(inside.filter(|inner| inner.num_regions() > 0));
        stack[start..].reverse();
    }
    found
}

/// Checks ops that are isolated from each other; their errors come in the order of the ops.
fn verify_siblings<'a>(
    isolated: &[OpRef<'a>],
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
    check: impl Fn(OpRef<'a>, &mut Memo, &mut Vec<Box<Diag>>) -> bool + Sync,
) {
    if options.parallel && isolated.len() > 1 {
        let found: Vec<Vec<Box<Diag>>> = isolated
            .par_iter()
            .with_min_len(8)
            .map_init(Memo::default, |memo, op| {
                let mut errors = Vec::new();
                check(*op, memo, &mut errors);
                errors
            })
            .collect();
        errors.extend(found.into_iter().flatten());
    } else {
        for &inner in isolated {
            stacker::maybe_grow(64 << 10, 2 << 20, || check(inner, memo, errors));
        }
    }
}

fn verify_isolated(
    op: OpRef<'_>,
    tables: &SymbolTables,
    malformed: &MalformedBodies,
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
                let ok = enter_op(op, op.info(), malformed, memo, errors);
                if ok {
                    push_inside(op, isolated.len(), &mut stack);
                }
                ok
            }
            Step::EnterBlock(block) => {
                let ok = enter_block(block, &mut isolated, errors);
                if ok {
                    stack.push(Step::LeaveBlock(block));
                    stack.extend(block.first().map(Step::Ops));
                }
                ok
            }
            Step::Ops(first) => {
                let mut at = Some(first);
                let mut ok = true;
                while let Some(op) = at.filter(|_| ok) {
                    at = op.next();
                    let info = op.info();
                    if op.num_regions() == 0 {
                        // It has no regions: this common case needs no separate step.
                        ok = enter_op(op, info, malformed, memo, errors)
                            && leave_leaf(op, info, tables, malformed, errors);
                    } else if op.inner_body().is_none() {
                        ok = enter_op(op, info, malformed, memo, errors);
                        stack.extend(at.take().map(Step::Ops));
                        push_inside(op, isolated.len(), &mut stack);
                    }
                }
                ok
            }
            Step::LeaveBlock(block) => leave_block(block, errors),
            Step::LeaveOp(op, waiting) => {
                let inside = if isolated.len() > waiting { isolated.split_off(waiting) } else { Vec::new() };
                leave_op(op, inside, (tables, malformed), options, memo, errors)
            }
        };
        if !ok {
            return false;
        }
    }
    let inner = op.inner_body().unwrap_or(op.body_id());
    let is_sound = !malformed.contain(inner) && !malformed.contain(op.body_id());
    if is_sound && op.num_regions() > 0 && !dominance::verify_dominance(op, errors) {
        return false;
    }
    if errors.len() == before && options.recursive && malformed.is_empty() {
        // Warnings are told each time.
        contents(op).into_iter().for_each(Body::set_verified);
    }
    !has_error(&errors[before..])
}

/// Whether there are not warnings alone.
fn has_error(found: &[Box<Diag>]) -> bool {
    found.iter().any(|diag| diag.severity == Severity::Error)
}

/// Pushes the steps that check the blocks of an op and then leave it.
fn push_inside<'a>(op: OpRef<'a>, waiting: usize, stack: &mut Vec<Step<'a>>) {
    stack.push(Step::LeaveOp(op, waiting));
    let start = stack.len();
    for region in op.regions() {
        stack.extend(region.blocks().map(Step::EnterBlock));
    }
    stack[start..].reverse();
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

fn enter_op(
    op: OpRef<'_>,
    info: &OpInfo,
    malformed: &MalformedBodies,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    if malformed.contain(op.body_id()) {
        return fail(errors, structure::verify_structure(op));
    }
    if op.cx().has_invalid() && !fail(errors, op::verify_elements(op)) {
        return false;
    }
    let checks = info.checks();
    if memo.knows(op, checks) {
        let result = op::verify_known(op, info, checks, errors);
        return fail(errors, result);
    }
    let valid = check_op(op, info, errors);
    if !valid {
        memo.forget();
    }
    valid
}

fn check_op(op: OpRef<'_>, info: &OpInfo, errors: &mut Vec<Box<Diag>>) -> bool {
    let result = op::verify_op(op, info, errors);
    if !fail(errors, result) {
        return false;
    }
    if let Some(def) = info.def()
        && let Some(infer) = def.infer
        && let Err(found) = traits::verify_inferred(op, def, infer)
    {
        errors.extend(found);
        return false;
    }
    true
}

/// Checks the order of a block's ops, and finds the isolated ones, which are checked later; false after an error.
fn enter_block<'a>(block: BlockRef<'a>, isolated: &mut Vec<OpRef<'a>>, errors: &mut Vec<Box<Diag>>) -> bool {
    let Some(region) = block.region() else { return true };
    let Some(last) = block.last() else {
        if may_lack_terminator(region) {
            return true;
        }
        let loc = region.parent_op().map_or(crate::loc::Loc::UNKNOWN, |op| op.loc());
        let mut diag = Diag::error(loc, "empty block: expect at least a terminator");
        diag.help.extend(region.parent_op().and_then(suggest::terminators_of));
        errors.push(diag);
        return false;
    };
    for op in block.ops() {
        if op.num_successors() != 0 && op != last {
            let mut diag =
                Diag::error(op.loc(), "operation with block successors must terminate its parent block");
            diag.op = Some(op.handle());
            errors.push(diag);
            return false;
        }
        if op.num_regions() > 0 && op.inner_body().is_some() {
            isolated.push(op);
        }
    }
    true
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
        diag.help.extend(region.parent_op().and_then(suggest::terminators_of));
        errors.push(diag);
        return false;
    }
    true
}

fn leave_op(
    op: OpRef<'_>,
    isolated: Vec<OpRef<'_>>,
    (tables, malformed): (&SymbolTables, &MalformedBodies),
    options: VerifyOptions,
    memo: &mut Memo,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    // Without recursion it was done by a previous verification.
    if options.recursive {
        verify_siblings(&isolated, options, memo, errors, |inner, memo, errors| {
            verify_isolated(inner, tables, malformed, options, memo, errors)
        });
    }
    if has_error(errors) {
        return false;
    }
    malformed.contain(op.body_id()) || op::verify_regions(op, tables, errors) && is_allowed(op, errors)
}

/// Leaves an op without regions.
#[inline]
fn leave_leaf(
    op: OpRef<'_>,
    info: &OpInfo,
    tables: &SymbolTables,
    malformed: &MalformedBodies,
    errors: &mut Vec<Box<Diag>>,
) -> bool {
    if malformed.contain(op.body_id()) {
        return true;
    }
    if info.def().is_some() {
        return !info.checks().after_regions || op::verify_regions(op, tables, errors);
    }
    is_allowed(op, errors)
}

/// Checks that an unregistered op is allowed.
fn is_allowed(op: OpRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
    let info = op.info();
    if info.def().is_some() {
        return true;
    }
    let cx = op.cx();
    match &info.dialect {
        Some(dialect) if !dialect.def().allows_unknown_ops => {
            let mut diag = Diag::error(
                op.loc(),
                format!(
                    "unregistered operation '{}' found in dialect ('{}') that does not allow unknown operations",
                    op.name_text(),
                    dialect.namespace()
                ),
            );
            diag.op = Some(op.handle());
            let names = dialect.ops().map(|def| def.name);
            errors.push(diag.did_you_mean(nearest(op.name_text(), names)));
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
