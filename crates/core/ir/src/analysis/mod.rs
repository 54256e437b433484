//! Analyses that are cached until an edit invalidates them.
//!
//! A [`RegionAnalysis`], such as a dominator tree, is cached in the body of the region; an [`OpAnalysis`],
//! such as a call graph, in the IR. Each declares the edits that it depends on: a body counts edits, with a
//! separate count for those of the control flow, and a result is valid as long as the count that the analysis
//! depends on is unchanged. Passes query an analysis wherever they need it; a pass that updates one marks it
//! as preserved ([`Rewriter::preserving`]).

mod cache;

use std::any::TypeId;
use std::sync::Arc;
use std::time::Duration;

pub use cache::EditCounts;
pub(crate) use cache::{BodyAnalyses, IrAnalyses};

use crate::body::Body;
use crate::ids::{BodyId, OpHandle, Region};
use crate::ir::{Ir, OpRef};
use crate::rewriter::Rewriter;

/// An analysis of the blocks of a region, cached with its body.
pub trait RegionAnalysis: Send + Sync + Sized + 'static {
    /// The name of its class, by which reports of times show it.
    const NAME: &'static str;

    /// Computes it.
    fn compute(body: &Body, region: Region) -> Self;

    /// Returns the count that it depends on: the result is valid as long as that is unchanged.
    fn depends_on(edits: EditCounts) -> u64;
}

/// An analysis of an op and everything nested in it.
pub trait OpAnalysis: Send + Sync + Sized + 'static {
    /// The name of its class, by which reports of times show it.
    const NAME: &'static str;

    /// Computes it.
    fn compute(op: OpRef<'_>) -> Self;

    /// Returns the count of each body that it depends on: the result is valid as long as those of all bodies
    /// are unchanged.
    fn depends_on(edits: EditCounts) -> u64 {
        edits.all
    }
}

impl Body {
    /// Returns the edit counts of the body.
    pub fn edit_counts(&self) -> EditCounts {
        EditCounts { all: self.edits, control_flow: self.control_flow_edits }
    }

    /// Returns an analysis of a region of the body, which is computed unless a result is there that still holds.
    pub fn analysis<A: RegionAnalysis>(&self, region: Region) -> Arc<A> {
        let stamp = A::depends_on(self.edit_counts());
        self.analyses.0.get(region, (A::NAME, stamp), || A::compute(self, region))
    }

    /// Provides the result of an analysis of a region of the body, for those that cannot be computed from the body alone. It holds
    /// until the next edit that the analysis depends on.
    pub fn provide_analysis<A: RegionAnalysis>(&self, region: Region, result: A) {
        self.analyses.0.get(region, (A::NAME, A::depends_on(self.edit_counts())), || result);
    }

    /// Returns the names of the analyses of regions of this body that were computed, sorted, and how long that took.
    pub fn analysis_times(&self) -> Vec<(&'static str, Duration)> {
        self.analyses.0.times()
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
        self.analyses.cache.get(op, (A::NAME, stamp), || A::compute(self.op(op)))
    }

    /// Returns the names of the analyses of ops that were computed, sorted, and how long that took.
    pub fn analysis_times(&self) -> Vec<(&'static str, Duration)> {
        self.analyses.cache.times()
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
            // Ops without successors, attributes and moves do not invalidate it.
            let op = branch(rw, left, &[]);
            rw.set_attr(op, "a", Attr::UNIT);
            rw.move_op(op, crate::rewriter::InsertPoint::End(right));
            assert_eq!(asked(rw), (false, 1));
            rw.set_successor(end, 1, right);
            assert_eq!(asked(rw), (true, 2));
            // The caller asserts that a block split off on the only edge to another preserves dominance.
            let tree = rw.body().analysis::<DomTree>(region);
            rw.preserving::<DomTree, _>(|rw| rw.move_block(right, region));
            assert!(Arc::ptr_eq(&tree, &rw.body().analysis::<DomTree>(region)));
            rw.erase_op(end);
            assert_eq!(asked(rw), (false, 3));
        });
    }
}
