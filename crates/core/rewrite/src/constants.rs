//! Constant uniquing: one op per constant, at the start of the body.
//!
//! Known constants are kept by dialect, attribute and type. A constant that is found again is replaced by the
//! first one, which stands at the top of the entry block of its region.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use terrace_ir::dialect_interfaces::DialectFoldInterface;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Block, Body, InsertPoint, Loc, Op, OpRef, Region, Rewriter, Str, Type};

type Key = (Str, Attr, Type);

/// The constants of a body.
#[derive(Default)]
pub struct Constants {
    known: FxHashMap<(Region, Key), Op>,
    keys: FxHashMap<Op, SmallVec<[(Region, Key); 1]>>,
}

impl Constants {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a constant op: moves it to the top, or replaces it by an equal one. Returns false if the op was erased;
    /// true also for an op that is not a constant.
    pub fn insert_known(&mut self, rw: &mut Rewriter<'_>, op: Op) -> bool {
        let view = rw.op(op);
        let Some(attr) = constant_attr(view) else { return true };
        let Some(block) = rw.body().block_of(op) else { return true };
        // Already known: only its place may be wrong.
        if self.keys.contains_key(&op) {
            if !self.stands_high(rw.body(), op, block) {
                rw.move_op(op, InsertPoint::start(rw.body(), block));
                rw.set_loc(op, Loc::UNKNOWN);
            }
            return true;
        }
        let region = insertion_region(rw, block);
        let entry = rw.body().entry(region).expect("a region with an op has a block");
        let key = (region, (view.info().dialect_name(), attr, view.single_result().ty()));
        if let Some(&existing) = self.known.get(&key)
            && !rw.body().is_erased(existing)
        {
            let value = rw.body().single_result(existing);
            rw.replace_op(op, &[value]);
            // It comes from several places now, and from none in particular.
            rw.set_loc(existing, Loc::UNKNOWN);
            return false;
        }
        if block != entry {
            rw.move_op(op, InsertPoint::start(rw.body(), entry));
            rw.set_loc(op, Loc::UNKNOWN);
        } else if !self.stands_high(rw.body(), op, entry) {
            rw.move_op(op, InsertPoint::start(rw.body(), entry));
        }
        self.known.insert(key, op);
        self.keys.entry(op).or_default().push(key);
        true
    }

    /// The constant op of a dialect for an attribute, for use in a block; created at the start of the body on
    /// first use. `None` if the dialect has no such constant.
    pub fn get_or_create(
        &mut self,
        rw: &mut Rewriter<'_>,
        block: Block,
        dialect: Str,
        attr: Attr,
        ty: Type,
    ) -> Option<Op> {
        let region = insertion_region(rw, block);
        let key = (region, (dialect, attr, ty));
        if let Some(&existing) = self.known.get(&key)
            && !rw.body().is_erased(existing)
        {
            rw.set_loc(existing, Loc::UNKNOWN);
            return Some(existing);
        }
        let entry = rw.body().entry(region)?;
        let fold = rw.cx().dialect_interface::<dyn DialectFoldInterface>(dialect.text(rw.cx()))?;
        rw.set_insertion_point(InsertPoint::start(rw.body(), entry));
        let op = rw.materialize_constant(fold, attr, ty, Loc::UNKNOWN)?;
        // A constant may be of another dialect than asked for: it is known under both.
        let own = (region, (rw.op(op).info().dialect_name(), attr, ty));
        if own != key
            && let Some(&existing) = self.known.get(&own)
            && !rw.body().is_erased(existing)
        {
            rw.erase_op(op);
            self.known.insert(key, existing);
            self.keys.entry(existing).or_default().push(key);
            return Some(existing);
        }
        for key in [own, key] {
            self.known.insert(key, op);
            self.keys.entry(op).or_default().push(key);
        }
        Some(op)
    }

    /// Whether a constant is the first op of its block, or follows a known constant.
    fn stands_high(&self, body: &Body, op: Op, block: Block) -> bool {
        match body.prev_op(op) {
            None => body.first_op(block) == Some(op),
            Some(prev) => body.block_of(op) == Some(block) && self.keys.contains_key(&prev),
        }
    }

    /// Removes an op that is about to be erased.
    pub fn forget(&mut self, op: Op) {
        for key in self.keys.remove(&op).into_iter().flatten() {
            if self.known.get(&key) == Some(&op) {
                self.known.remove(&key);
            }
        }
    }

    /// Removes all constants.
    pub fn clear(&mut self) {
        self.known.clear();
        self.keys.clear();
    }
}

/// The value of a constant op.
pub fn constant_attr(op: OpRef<'_>) -> Option<Attr> {
    if !op.has_trait(TraitSet::ConstantLike) || op.num_results() != 1 {
        return None;
    }
    terrace_ir::fold::constant_value(op.single_result())
}

/// The region whose entry block holds the constants used in a block: the outermost one that does not leave an
/// op that is isolated or not registered, or that wants its constants inside.
fn insertion_region(rw: &Rewriter<'_>, block: Block) -> Region {
    let body = rw.body();
    let mut region = body.region_of(block).expect("a block stands in a region");
    while let Some(parent) = body.region_parent(region) {
        let view = rw.op(parent);
        let keeps = !view.is_registered()
            || view.has_trait(TraitSet::IsolatedFromAbove)
            || view
                .info()
                .dialect_interface::<dyn DialectFoldInterface>()
                .is_some_and(|dialect| dialect.should_materialize_into(rw.region(region)));
        match body.block_of(parent).and_then(|block| body.region_of(block)) {
            Some(outer) if !keeps => region = outer,
            _ => break,
        }
    }
    region
}
