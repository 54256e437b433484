//! `affine-expand-index-ops`: taking an index apart and putting one together as arithmetic.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::arith::{DivSIOp, FloorDivSIOp, MulIOp, RemSIOp};
use terrace_dialects_mem::affine;
use terrace_dialects_mem::affine::*;
use terrace_dialects_mem::index_values::{indices, mixed_slot};
use terrace_ir::OpKind;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::pattern::Pattern;
use terrace_ir::{OpFoldResult, OpRef, Rewriter, Value, ValueDef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use terrace_dialects_core::arith::IntegerOverflowFlags;
use terrace_passes_shared::arithmetic::Arith;

/// The pass.
pub static AFFINE_EXPAND_INDEX_OPS: PassDef = PassDef {
    name: "affine-expand-index-ops",
    class: "AffineExpandIndexOps",
    doc: "Lower affine operations operating on indices into more fundamental operations",
    make: |_| Ok(Pass::Body(Box::new(ExpandIndexOps))),
    ..EMPTY_PASS
};

struct ExpandIndexOps;

impl BodyPass for ExpandIndexOps {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(
            rw.cx(),
            &[
                Pattern::new(
                    "LowerDelinearizeIndexOps",
                    affine::AffineDelinearizeIndexOp::DEF.name,
                    |rw, op| {
                        let values = delinearize(rw, AffineDelinearizeIndexOp::assume(op))?;
                        rw.replace_op(op, &values);
                        Some(())
                    },
                ),
                Pattern::new("LowerLinearizeIndexOps", affine::AffineLinearizeIndexOp::DEF.name, |rw, op| {
                    let value = linearize(rw, AffineLinearizeIndexOp::assume(op))?;
                    rw.replace_op(op, &[value]);
                    Some(())
                }),
            ],
        );
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// The stride of each index but the last: the product of the extents after it.
fn strides(make: &mut Arith<'_, '_>, basis: &[OpFoldResult], flags: IntegerOverflowFlags) -> Vec<Value> {
    let (mut fixed, mut computed): (i64, Option<Value>) = (1, None);
    let mut out = Vec::with_capacity(basis.len());
    for &extent in basis.iter().rev() {
        match extent {
            OpFoldResult::Static(extent) => fixed = fixed.wrapping_mul(extent),
            OpFoldResult::Value(value) => {
                computed = Some(match computed {
                    Some(product) => make.flagged::<MulIOp>(product, value, flags),
                    None => value,
                });
            }
        }
        out.push(match computed {
            Some(product) if fixed == 1 => product,
            Some(product) => {
                let fixed = make.index(fixed);
                make.flagged::<MulIOp>(product, fixed, flags)
            }
            None => make.index(fixed),
        });
    }
    out.reverse();
    out
}

/// The extents without that of the outermost index, if there is one.
fn inner_basis(op: OpRef<'_>, fixed: terrace_ir::Attr, slot: usize, count: usize) -> Vec<OpFoldResult> {
    let mut basis = indices(&mixed_slot(op, fixed, slot));
    if basis.len() == count && !basis.is_empty() {
        basis.remove(0);
    }
    basis
}

/// Arithmetic for the results of an `affine.delinearize_index`, before it.
pub fn delinearize(rw: &mut Rewriter<'_>, op: AffineDelinearizeIndexOp) -> Option<Vec<Value>> {
    let view = op.view(rw);
    let (index, loc, count) = (view.linear_index().id(), view.0.loc(), view.0.num_results());
    if count == 1 {
        return Some(vec![index]);
    }
    let basis = inner_basis(view.0, view.static_basis_attr(), 1, count);
    rw.set_insertion_point_before(op);
    let mut make = Arith::new(rw, loc);
    let strides = strides(&mut make, &basis, IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW);
    let zero = make.index(0);
    let mut results = vec![make.binary::<FloorDivSIOp>(index, *strides.first()?)];
    let modulo = |make: &mut Arith<'_, '_>, stride: Value| {
        let rest = make.binary::<RemSIOp>(index, stride);
        let negative = make.compare(CmpIPredicate::Slt, rest, zero);
        let corrected =
            make.flagged::<terrace_dialects_core::arith::AddIOp>(rest, stride, IntegerOverflowFlags::NSW);
        make.select(negative, corrected, rest)
    };
    for pair in strides.windows(2) {
        let rest = modulo(&mut make, pair[0]);
        results.push(make.binary::<DivSIOp>(rest, pair[1]));
    }
    results.push(modulo(&mut make, *strides.last()?));
    Some(results)
}

/// Arithmetic for the result of an `affine.linearize_index`, before it.
pub fn linearize(rw: &mut Rewriter<'_>, op: AffineLinearizeIndexOp) -> Option<Value> {
    let view = op.view(rw);
    let loc = view.0.loc();
    let index: Vec<Value> = view.multi_index().map(|v| v.id()).collect();
    let disjoint = view.disjoint_attr() == terrace_ir::Attr::UNIT;
    let basis = inner_basis(view.0, view.static_basis_attr(), 1, index.len());
    let invariant: Vec<usize> = view.multi_index().map(|v| invariant_loops(view.0, v.id())).collect();
    rw.set_insertion_point_before(op);
    let mut make = Arith::new(rw, loc);
    let Some((&last, others)) = index.split_last() else { return Some(make.index(0)) };
    let strides = strides(
        &mut make,
        &basis,
        if disjoint {
            IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW
        } else {
            IntegerOverflowFlags::NSW
        },
    );
    let mut summands: Vec<Value> = others
        .iter()
        .zip(strides)
        .map(|(&i, stride)| make.flagged::<MulIOp>(i, stride, IntegerOverflowFlags::NSW))
        .collect();
    summands.push(last);
    // Summands that vary in fewer loops come first, so that partial sums can be hoisted out of the others.
    let mut order: Vec<usize> = (0..summands.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(invariant[i]));
    let sum = order.into_iter().map(|i| summands[i]);
    sum.reduce(|a, b| make.flagged::<terrace_dialects_core::arith::AddIOp>(a, b, IntegerOverflowFlags::NSW))
}

/// The number of loops around an op, from the innermost outwards, in which a value is invariant.
fn invariant_loops(op: OpRef<'_>, value: Value) -> usize {
    let body = op.body();
    let home = match body.value_def(value) {
        ValueDef::Result(op) => body.block_of(op),
        ValueDef::Argument(block) => Some(block),
        ValueDef::Placeholder => None,
    };
    let home = home.and_then(|block| body.region_of(block));
    let (mut count, mut region) = (0, op.block().and_then(|block| block.region()));
    while let Some(at) = region.filter(|at| Some(at.id()) != home) {
        let Some(parent) = at.parent_op().filter(|parent| parent.body_id() == op.body_id()) else { break };
        count += usize::from(parent.interface::<dyn LoopLike>().is_some());
        region = parent.block().and_then(|block| block.region());
    }
    count
}
