//! Differences of two products, where both may be contracted: the product that is known later is fused.
//!
//! In `s = b * in - a * out`, where `out` comes from the iteration before, code generators compute `a * out`, and then
//! fuse `b * in`: the next iteration waits for two operations instead of one. So the fused operation is written here if
//! only the product that is subtracted depends on what blocks pass on. Sums are put in the order that has this effect.

use terrace_dialects_llvm::enums::FastmathFlags;
use terrace_dialects_llvm::intrinsics::FMAOp;
use terrace_dialects_llvm::ops::{FAddOp, FMulOp, FNegOp, FSubOp};
use terrace_ir::{Block, Op, Region, Rewriter, TraitSet, Type, Value, ValueRef};

/// The largest number of ops that are visited to see what a value depends on.
const MAX_OPS: usize = 32;

/// Chooses the products of a region that are fused.
pub(super) fn fuse_late_products(rw: &mut Rewriter<'_>, region: Region) {
    let blocks: Vec<Block> = rw.body().blocks_of(region).skip(1).collect();
    for block in blocks {
        let ops: Vec<Op> = rw.body().ops_of(block).collect();
        ops.into_iter().for_each(|op| fuse_late(rw, block, op));
    }
}

fn fuse_late(rw: &mut Rewriter<'_>, block: Block, op: Op) {
    let view = rw.op(op);
    let (lhs, rhs, flags) = match (view.cast::<FSubOp>(), view.cast::<FAddOp>()) {
        (Some(sub), _) => (sub.lhs(), sub.rhs(), sub.fastmath_flags()),
        (_, Some(add)) => (add.lhs(), add.rhs(), add.fastmath_flags()),
        _ => return,
    };
    let is_sub = view.isa::<FSubOp>();
    let element = lhs.ty().element_type(rw.cx());
    let is_vector = element.is_some_and(|ty| ty == Type::F32 || ty == Type::F64);
    let products = [lhs, rhs].map(|value| contracted_product(value, block));
    let ([Some(_), Some((factor, other))], true, true) =
        (products, is_vector, flags.contains(FastmathFlags::CONTRACT))
    else {
        return;
    };
    if is_late(lhs) || !is_late(rhs) {
        return;
    }
    let (lhs, rhs, ty, loc) = (lhs.id(), rhs.id(), lhs.ty(), view.loc());
    if !is_sub {
        rw.set_operand(op, 0, rhs);
        rw.set_operand(op, 1, lhs);
        return;
    }
    rw.set_insertion_point_before(op);
    let opposite = rw.build_value(FNegOp::of(factor).loc(loc).fastmath_flags(flags).res(ty));
    let fused = FMAOp::of(opposite, other, lhs).loc(loc).fastmath_flags(flags);
    let fused = rw.build_value(fused.res(ty));
    rw.replace_op(op, &[fused]);
}

/// The factors of a product of a block that is used once and may be contracted.
fn contracted_product(value: ValueRef<'_>, block: Block) -> Option<(Value, Value)> {
    let op = value.defining_op()?;
    let product = op.cast::<FMulOp>()?;
    let is_here = op.block().is_some_and(|at| at.id() == block) && value.uses().nth(1).is_none();
    let is_contracted = product.fastmath_flags().contains(FastmathFlags::CONTRACT);
    (is_here && is_contracted).then(|| (product.lhs().id(), product.rhs().id()))
}

/// Whether a vector is computed from one that blocks pass on.
fn is_late(value: ValueRef<'_>) -> bool {
    let mut pending = vec![value];
    for _ in 0..MAX_OPS {
        let Some(value) = pending.pop() else { return false };
        if value.ty().element_type(value.cx()).is_none() {
            continue;
        }
        match value.defining_op() {
            Some(op) if op.has_trait(TraitSet::Lanewise) => pending.extend(op.operands()),
            Some(_) => {}
            None => return true,
        }
    }
    false
}
