//! The inliner interface of the dialect.

use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::effects::own_effects;
use terrace_ir::interfaces::ShapedDimOp;
use terrace_ir::{OpRef, RegionRef, TraitSet, ValueRef};

use super::apply::{first_index, map_of};
use super::identifiers::Identifiers;
use super::{
    AffineForOp, AffineIfOp, AffineLoadOp, AffineParallelOp, AffineStoreOp, AffineVectorLoadOp,
    AffineVectorStoreOp,
};

/// Ops of the dialect go where their operands stay dimensions and symbols.
pub struct Inliner;

fn is_structure(op: OpRef<'_>) -> bool {
    op.isa::<AffineForOp>() || op.isa::<AffineIfOp>() || op.isa::<AffineParallelOp>()
}

fn is_access(op: OpRef<'_>) -> bool {
    op.isa::<AffineLoadOp>()
        || op.isa::<AffineStoreOp>()
        || op.isa::<AffineVectorLoadOp>()
        || op.isa::<AffineVectorStoreOp>()
}

/// The destination of a region that is inlined, to check that indices remain valid there.
struct Destination<'a> {
    src: RegionRef<'a>,
    /// The replacements of the region's arguments.
    values: &'a [ValueRef<'a>],
    identifiers: Identifiers<'a>,
}

impl<'a> Destination<'a> {
    /// Whether a valid index remains valid. An index that is not defined in the region itself is inlined with
    /// it, and is checked separately.
    fn keeps(&mut self, index: ValueRef<'a>, is_dim: bool) -> bool {
        let block = index.defining_op().map_or(index.owner_block(), |op| op.block());
        let region = block.and_then(|block| block.region());
        if region.map(|region| (region.body_id(), region.id())) != Some((self.src.body_id(), self.src.id())) {
            return true;
        }
        match index.defining_op() {
            Some(op) => op.has_trait(TraitSet::ConstantLike) || op.interface::<dyn ShapedDimOp>().is_some(),
            None => match self.values.get(index.index() as usize) {
                Some(&value) if is_dim => self.identifiers.is_dim(value),
                Some(&value) => self.identifiers.is_symbol(value),
                None => false,
            },
        }
    }
}

impl DialectInlinerInterface for Inliner {
    fn allows_region(
        &self,
        dest: RegionRef<'_>,
        src: RegionRef<'_>,
        values: &[ValueRef<'_>],
        _clones: bool,
    ) -> bool {
        if !dest.parent_op().is_some_and(is_structure) || !src.has_one_block() {
            return false;
        }
        let mut place = Destination { src, values, identifiers: Identifiers::of(Some(dest)) };
        src.blocks().flat_map(|block| block.ops()).all(|op| {
            if own_effects(op).is_some_and(|effects| effects.is_empty()) {
                return true;
            }
            let (true, Some(map)) = (is_access(op), map_of(op)) else { return false };
            let dims = map.num_dims as usize;
            op.operands().skip(first_index(op)).enumerate().all(|(i, index)| place.keeps(index, i < dims))
        })
    }

    fn allows_op(&self, _op: OpRef<'_>, dest: RegionRef<'_>, _clones: bool) -> bool {
        dest.parent_op().is_some_and(|op| op.has_trait(TraitSet::AffineScope) || is_structure(op))
    }
}
