//! Loops that order or multiply integers of 64 bits, which targets without instructions for vectors of them do faster
//! one by one.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{AShrOp, CondBrOp, GEPOp, ICmpOp, LoadOp, MulOp, StoreOp};
use terrace_ir::{Block, OpRef, Rewriter, Type, Value, ValueRef};

use super::marks::{number, source};
use super::totals::Total;

/// Work of a loop on integers of 64 bits that is faster one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WideWork {
    /// It orders them.
    Orders,
    /// It multiplies or shifts them, or stores them under several conditions.
    Computes,
}

/// Whether a loop orders, multiplies or shifts integers of 64 bits that it loads or combines, or stores elements of as many
/// bits under several conditions.
pub(super) fn wide_work(
    rw: &Rewriter<'_>,
    header: Block,
    blocks: &[Block],
    totals: &[Total],
) -> Option<WideWork> {
    let inside: FxHashSet<Block> = blocks.iter().copied().filter(|&block| block != header).collect();
    let wide = wide_numbers(rw, blocks, totals);
    let is_wide = |value: ValueRef<'_>| wide.contains(&value.id());
    let all = || blocks.iter().flat_map(|&block| rw.block(block).ops());
    let orders = |op: OpRef<'_>| {
        op.cast::<ICmpOp>().is_some_and(|compare| {
            let is_equality = matches!(compare.predicate(), ICmpPredicate::Eq | ICmpPredicate::Ne);
            // A sign is in the upper half.
            let is_sign = matches!(number(source(compare.rhs())), Some(0 | -1));
            !is_equality && !is_sign && (is_wide(compare.lhs()) || is_wide(compare.rhs()))
        })
    };
    let computes = |op: OpRef<'_>| (op.isa::<MulOp>() || op.isa::<AShrOp>()) && op.operands().all(is_wide);
    if all().any(computes) || all().filter(|&op| is_conditional_store(rw, &inside, op)).count() > 1 {
        return Some(WideWork::Computes);
    }
    all().any(orders).then_some(WideWork::Orders)
}

/// The integers of 64 bits that are loaded, or computed from such.
fn wide_numbers(rw: &Rewriter<'_>, blocks: &[Block], totals: &[Total]) -> FxHashSet<Value> {
    let mut wide: FxHashSet<Value> = FxHashSet::default();
    let mut pending: Vec<Value> = totals.iter().flat_map(|total| total.values.iter().copied()).collect();
    let loads = blocks.iter().flat_map(|&block| rw.block(block).ops()).filter(|op| op.isa::<LoadOp>());
    pending.extend(loads.map(|load| load.single_result().id()));
    while let Some(value) = pending.pop() {
        let view = rw.value(value);
        if view.ty() != Type::I64 || !wide.insert(value) {
            continue;
        }
        let users = view.uses().map(|(user, _)| user).filter(|user| !user.isa::<GEPOp>());
        pending.extend(users.flat_map(|user| user.results()).map(|result| result.id()));
    }
    wide
}

/// Whether an op stores 64 bits in a block that one of two ways from some others leads to.
fn is_conditional_store(rw: &Rewriter<'_>, blocks: &FxHashSet<Block>, op: OpRef<'_>) -> bool {
    let Some(store) = op.cast::<StoreOp>() else { return false };
    let ty = store.value().ty();
    let is_chosen = op.block().is_some_and(|block| {
        let body = rw.body();
        let mut ways = body.preds(block.id()).map(|used| body.use_owner(used));
        ways.next().is_some_and(|branch| {
            let from = body.block_of(branch).is_some_and(|from| blocks.contains(&from));
            from && rw.op(branch).isa::<CondBrOp>()
        })
    });
    (ty == Type::I64 || ty == Type::F64) && is_chosen
}
