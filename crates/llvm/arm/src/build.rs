//! Loops over the slices of a tile, and passes that apply patterns.

use std::sync::OnceLock;

use terrace_dialects_core::arith::{ConstantOp, MulIOp};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_vector::VectorScaleOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, Rewriter, Type, Value};
use terrace_pass::{BodyPass, Failed, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// An `index` at the insertion point.
pub fn index(rw: &mut Rewriter<'_>, number: i64, loc: Loc) -> Value {
    let attr = rw.cx().int_attr(Type::INDEX, number);
    rw.build_value(ConstantOp::of().value_attr(attr).result(Type::INDEX).loc(loc))
}

/// A value that is a multiple of the run-time scale.
pub fn scaled(rw: &mut Rewriter<'_>, number: Value, loc: Loc) -> Value {
    let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    rw.build_value(MulIOp::of(number, scale).result(Type::INDEX).loc(loc))
}

/// A loop over the slices of a tile at the insertion point, which carries the tile: `make` returns the next tile for the
/// number of a slice and the tile so far.
pub fn loop_over_slices(
    rw: &mut Rewriter<'_>,
    tile: Value,
    loc: Loc,
    make: impl FnOnce(&mut Rewriter<'_>, Value, Value) -> Option<Value>,
) -> Option<Op> {
    let ty = rw.body().value_type(tile);
    let step = index(rw, 1, loc);
    let slices = *vector(rw.cx(), ty).shape.first()?;
    let slices = index(rw, slices, loc);
    let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let first = index(rw, 0, loc);
    let count = rw.build_value(MulIOp::of(slices, scale).result(Type::INDEX).loc(loc));
    for_loop(rw, [first, count, step], &[tile], loc, |rw, slice, carried| {
        Some(vec![make(rw, slice, *carried.first()?)?])
    })
}

/// A pass that applies patterns until none matches, as most of this crate's do.
pub(crate) struct Greedy {
    patterns: &'static [Pattern],
    set: OnceLock<PatternSet>,
}

impl Greedy {
    pub(crate) const fn new(patterns: &'static [Pattern]) -> Self {
        Self { patterns, set: OnceLock::new() }
    }
}

impl BodyPass for Greedy {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            set.add_all(cx, self.patterns);
            set
        });
        apply_greedily(rw, set, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
