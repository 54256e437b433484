//! Analyses that are computed once, and kept until edits that matter to them.
//!
//! A [`RegionAnalysis`], such as a dominator tree, is kept by the body of the region; an [`OpAnalysis`], such as a call graph, by
//! the IR. Each says which edits it survives: a body counts edits, those of the control flow apart, and what was computed holds
//! as long as the count that the analysis depends on is the same. Passes ask for an analysis wherever they need it; a pass
//! that keeps one true by itself says so ([`Rewriter::preserving`]).

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::ids::{BodyId, OpHandle, Region};
use crate::ir::{Ir, OpRef};
use crate::rewriter::Rewriter;
use crate::symbols::SymbolTables;

/// Edit counts of a body, by the kind of edit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EditCounts {
    /// All edits.
    pub all: u64,
    /// Edits of the control flow: blocks and branches that come, go, move or get other successors.
    pub control_flow: u64,
}

/// An analysis of the blocks of a region, cached with its body.
pub trait RegionAnalysis: Send + Sync + Sized + 'static {
    /// Computes it.
    fn compute(body: &Body, region: Region) -> Self;

    /// Returns the count that it depends on: what was computed holds as long as that is the same.
    fn depends_on(edits: EditCounts) -> u64;
}

/// An analysis of an op and everything nested in it.
pub trait OpAnalysis: Send + Sync + Sized + 'static {
    /// Computes it.
    fn compute(op: OpRef<'_>) -> Self;

    /// Returns the count of each body that it depends on: what was computed holds as long as those of all bodies are the same.
    fn depends_on(edits: EditCounts) -> u64 {
        edits.all
    }
}

type Computed = Arc<dyn Any + Send + Sync>;

/// The results of one analysis.
struct Results<K> {
    /// The count on which they depend.
    stamp: u64,
    by_key: FxHashMap<K, Computed>,
    /// The number of computations.
    computations: u64,
}

/// The results of analyses, by type. A copy is empty.
struct Cache<K> {
    results: OnceLock<Box<Mutex<FxHashMap<TypeId, Results<K>>>>>,
}

impl<K> Default for Cache<K> {
    fn default() -> Self {
        Self { results: OnceLock::new() }
    }
}

impl<K: std::hash::Hash + Eq + Copy> Cache<K> {
    fn lock(&self) -> MutexGuard<'_, FxHashMap<TypeId, Results<K>>> {
        self.results.get_or_init(Box::default).lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get<A: Send + Sync + 'static>(&self, key: K, stamp: u64, compute: impl FnOnce() -> A) -> Arc<A> {
        let known = self
            .lock()
            .get(&TypeId::of::<A>())
            .filter(|results| results.stamp == stamp)
            .and_then(|results| Arc::clone(results.by_key.get(&key)?).downcast::<A>().ok());
        if let Some(known) = known {
            return known;
        }
        // Computed without the lock, since it may ask for others.
        let computed = Arc::new(compute());
        let mut all = self.lock();
        let results = all.entry(TypeId::of::<A>()).or_insert_with(|| Results {
            stamp,
            by_key: FxHashMap::default(),
            computations: 0,
        });
        if results.stamp != stamp {
            results.stamp = stamp;
            results.by_key.clear();
        }
        results.computations += 1;
        results.by_key.insert(key, computed.clone());
        computed
    }

    fn restamp(&self, analysis: TypeId, from: u64, to: u64) {
        if let Some(results) = self.lock().get_mut(&analysis).filter(|results| results.stamp == from) {
            results.stamp = to;
        }
    }

    fn computations(&self, analysis: TypeId) -> u64 {
        self.lock().get(&analysis).map_or(0, |results| results.computations)
    }
}

/// The analyses of a body.
#[derive(Default)]
pub(crate) struct BodyAnalyses(Cache<Region>);

impl Clone for BodyAnalyses {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The analyses of an IR.
#[derive(Default)]
pub(crate) struct IrAnalyses {
    cache: Cache<OpHandle>,
    /// The symbols of tables, which follow edits by themselves.
    pub(crate) symbol_tables: Arc<SymbolTables>,
}

impl Clone for IrAnalyses {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for IrAnalyses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IrAnalyses").finish_non_exhaustive()
    }
}

impl Body {
    /// Returns the edit counts of the body.
    pub fn edit_counts(&self) -> EditCounts {
        EditCounts { all: self.edits, control_flow: self.control_flow_edits }
    }

    /// Returns an analysis of a region of the body, which is computed unless a result is there that still holds.
    pub fn analysis<A: RegionAnalysis>(&self, region: Region) -> Arc<A> {
        self.analyses.0.get(region, A::depends_on(self.edit_counts()), || A::compute(self, region))
    }

    /// Provides the result of an analysis of a region of the body, for those that cannot be computed from the body alone. It holds
    /// until the next edit that the analysis depends on.
    pub fn provide_analysis<A: RegionAnalysis>(&self, region: Region, result: A) {
        self.analyses.0.get(region, A::depends_on(self.edit_counts()), || result);
    }

    /// Returns how often an analysis of a region of this body was computed.
    pub fn num_computations<A: RegionAnalysis>(&self) -> u64 {
        self.analyses.0.computations(TypeId::of::<A>())
    }
}

impl Ir {
    /// Returns an analysis of an op with all below it, which is computed unless a result is there that still holds. Linear in
    /// the number of bodies if it does.
    pub fn analysis<A: OpAnalysis>(&self, op: OpHandle) -> Arc<A> {
        let mut stamp = 0u64;
        for id in (0..self.num_bodies() as u32).map(BodyId::from_u32) {
            let count = self.find_body(id).map_or(u64::MAX, |body| A::depends_on(body.edit_counts()));
            stamp = (stamp.rotate_left(5) ^ count).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        self.analyses.cache.get(op, stamp, || A::compute(self.op(op)))
    }

    /// Returns how often an analysis of an op was computed.
    pub fn num_computations<A: OpAnalysis>(&self) -> u64 {
        self.analyses.cache.computations(TypeId::of::<A>())
    }
}

impl Rewriter<'_> {
    /// Runs `work`, which keeps what `A` computed true although it edits what that depends on: results that held before hold
    /// after it.
    pub fn preserving<A: RegionAnalysis, R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = A::depends_on(self.body().edit_counts());
        let result = work(self);
        let after = A::depends_on(self.body().edit_counts());
        self.body().analyses.0.restamp(TypeId::of::<A>(), before, after);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::attrs::Attr;
    use crate::body::OpSpec;
    use crate::context::Context;
    use crate::dominance::DomTree;
    use crate::ids::{Block, Op};
    use crate::ir::Ir;
    use crate::loc::Loc;
    use crate::rewriter::Rewriter;

    fn branch(rw: &mut Rewriter<'_>, from: Block, to: &[Block]) -> Op {
        rw.set_insertion_point_to_end(from);
        let name = rw.cx().op_name("test.branch");
        let attrs = Attr::EMPTY_DICT;
        rw.create_op(&OpSpec {
            name,
            operands: &[],
            results: &[],
            props: &[],
            attrs,
            successors: to,
            loc: Loc::UNKNOWN,
        })
    }

    #[test]
    fn dominance_is_computed_again_only_if_the_control_flow_changes() {
        let mut ir = Ir::new(Arc::new(Context::new(&[])), Default::default());
        ir.rewrite(Ir::ROOT, |rw| {
            let region = rw.body().top_regions()[0];
            let entry = rw.body().entry(region).expect("the outermost block");
            let (left, right) = (rw.create_block(region, &[]), rw.create_block(region, &[]));
            let end = branch(rw, entry, &[left, left]);
            let asked = |rw: &Rewriter<'_>| {
                let tree = rw.body().analysis::<DomTree>(region);
                (tree.is_reachable(right), rw.body().num_computations::<DomTree>())
            };
            assert_eq!(asked(rw), (false, 1));
            assert_eq!(asked(rw), (false, 1));
            // An op without successors, an attribute and a move do not matter.
            let op = branch(rw, left, &[]);
            rw.set_attr(op, "a", Attr::UNIT);
            rw.move_op(op, crate::rewriter::InsertPoint::End(right));
            assert_eq!(asked(rw), (false, 1));
            rw.set_successor(end, 1, right);
            assert_eq!(asked(rw), (true, 2));
            // A block that is split off on the only edge to one keeps what dominates what, says who does it.
            let tree = rw.body().analysis::<DomTree>(region);
            rw.preserving::<DomTree, _>(|rw| rw.move_block(right, region));
            assert!(Arc::ptr_eq(&tree, &rw.body().analysis::<DomTree>(region)));
            rw.erase_op(end);
            assert_eq!(asked(rw), (false, 3));
        });
    }
}
