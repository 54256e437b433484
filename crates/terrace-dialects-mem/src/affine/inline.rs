//! What the dialect says about inlining.

use terrace_ir::effects::own_effects;
use terrace_ir::interfaces::{DialectInliner, ShapedDimOp};
use terrace_ir::{OpRef, RegionRef, TraitSet, ValueRef};

use super::{AffineForOp, AffineIfOp, AffineLoadOp, AffineParallelOp, AffineStoreOp};

/// Ops of the dialect go where their operands stay dimensions and symbols.
pub struct Inliner;

fn is_structure(op: OpRef<'_>) -> bool {
    op.isa::<AffineForOp>() || op.isa::<AffineIfOp>() || op.isa::<AffineParallelOp>()
}

/// Whether a subscript of an access in `src` is one wherever the access goes.
fn stays_valid(value: ValueRef<'_>, src: RegionRef<'_>) -> bool {
    let block = value.defining_op().map_or(value.owner_block(), |op| op.block());
    let inside = block.and_then(|block| block.region()) == Some(src);
    let is_fixed =
        |op: OpRef<'_>| op.has_trait(TraitSet::ConstantLike) || op.interface::<dyn ShapedDimOp>().is_some();
    !inside || value.defining_op().is_some_and(is_fixed)
}

impl DialectInliner for Inliner {
    fn allows_region(&self, dest: RegionRef<'_>, src: RegionRef<'_>, _clones: bool) -> bool {
        if !dest.parent_op().is_some_and(is_structure) || !src.has_one_block() {
            return false;
        }
        src.blocks().flat_map(|block| block.ops()).all(|op| {
            if own_effects(op).is_some_and(|effects| effects.is_empty()) {
                return true;
            }
            let indices = match (op.isa::<AffineLoadOp>(), op.isa::<AffineStoreOp>()) {
                (true, _) => 1,
                (_, true) => 2,
                _ => return false,
            };
            op.operands().skip(indices).all(|value| stays_valid(value, src))
        })
    }

    fn allows_op(&self, _op: OpRef<'_>, dest: RegionRef<'_>, _clones: bool) -> bool {
        dest.parent_op().is_some_and(|op| op.has_trait(TraitSet::AffineScope) || is_structure(op))
    }
}
