//! The loops that are to be vectorized, and the reasons why some are not.

use std::collections::BTreeMap;

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Diag, Op, OpRef, Rewriter};

use crate::dependence::Obstacle;

/// The loops of a nest to vectorize, and the vectors.
#[derive(Clone, Debug)]
pub struct VectorizationStrategy {
    /// The shape of the vectors.
    pub sizes: Vec<i64>,
    /// The dimension of the vectors for each loop to vectorize, the outermost loop of the nest among them.
    pub dims: BTreeMap<Op, usize>,
}

/// The reason why a loop is not vectorized.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The violated rule.
    pub rule: &'static str,
    source: Op,
    destination: Option<Op>,
}

impl Refusal {
    /// A rule that an op violates.
    pub(crate) fn at(op: OpRef<'_>, rule: &'static str) -> Self {
        Self { rule, source: op.id(), destination: None }
    }

    /// A remark at a loop that is not vectorized.
    pub fn to_remark(&self, rw: &Rewriter<'_>, looped: AffineForOp) -> Box<Diag> {
        let destination = self.destination.map(|op| rw.op(op));
        let obstacle = Obstacle { rule: self.rule, source: rw.op(self.source), destination };
        obstacle.to_remark(rw.op(looped).loc(), "loop is not vectorized")
    }
}

impl From<Obstacle<'_>> for Refusal {
    fn from(obstacle: Obstacle<'_>) -> Self {
        let destination = obstacle.destination.map(|op| op.id());
        Self { rule: obstacle.rule, source: obstacle.source.id(), destination }
    }
}
