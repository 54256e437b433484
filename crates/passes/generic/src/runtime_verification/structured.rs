//! The assertions for structured ops: the images of the loop bounds under the indexing maps are within the
//! operands.

use terrace_affine::AffineMap;
use terrace_dialects_core::index::{self, CmpOp, IndexCmpPredicate};
use terrace_dialects_core::scf;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::value_of;
use terrace_ir::build::OperationState;
use terrace_ir::tiling::TilingInterface;
use terrace_ir::{OpFoldResult, OpKind, Type, Value};

use super::Checks;

/// Asserts that each dimension of each operand has the size that the loops need, if there is an iteration at all.
pub(super) fn verify_loops(checks: &mut Checks<'_, '_>) -> Option<()> {
    let view = checks.view();
    let (maps, tiling) = (as_structured(view)?.indexing_maps(view), view.interface::<dyn TilingInterface>()?);
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let ranges = tiling.iteration_domain(checks.rw, checks.op).ok()?;
    checks.rw.set_insertion_point_before(checks.op);
    let (zero, one) = (checks.index(0), checks.index(1));
    let mut has_iterations: Option<Value> = None;
    for range in &ranges {
        let start = value_of(checks.rw, range.offset, checks.loc);
        let end = value_of(checks.rw, range.size, checks.loc);
        let runs = IndexCmpPredicate::Slt.attr(checks.rw.cx());
        let runs =
            checks.rw.build_value(CmpOp::of(start, end).pred_attr(runs).result(Type::I1).loc(checks.loc));
        has_iterations = Some(match has_iterations {
            None => runs,
            Some(others) => checks.rw.build_value(
                terrace_dialects_core::arith::AndIOp::of(others, runs).result(Type::I1).loc(checks.loc),
            ),
        });
    }
    // Without loops, operands have no dimensions.
    let Some(condition) = has_iterations else { return Some(()) };
    let (region, no_region) = (checks.rw.new_region(), checks.rw.new_region());
    let conditional = scf::IfOp::of(condition).loc(checks.loc).results(&[]);
    checks.rw.build(conditional.then_region(region).else_region(no_region));
    let block = checks.rw.create_block(region, &[]);
    checks.rw.set_insertion_point_to_end(block);
    let starts: Vec<OpFoldResult> = ranges.iter().map(|range| range.offset).collect();
    let ends: Vec<OpFoldResult> = ranges
        .iter()
        .map(|range| {
            let end = value_of(checks.rw, range.size, checks.loc);
            OpFoldResult::Value(checks.folded::<index::SubOp>(end, one))
        })
        .collect();
    for (number, (operand, map)) in operands.into_iter().zip(&maps).enumerate() {
        let firsts = checks.apply_each(map, &starts);
        let lasts = checks.apply_each(map, &ends);
        for (dim, (first, last)) in firsts.into_iter().zip(lasts).enumerate() {
            let first = value_of(checks.rw, first, checks.loc);
            let last = value_of(checks.rw, last, checks.loc);
            let place = format!("dimension #{dim} of input/output operand #{number}");
            // Maps may count backwards.
            let least = checks.folded::<index::MinSOp>(first, last);
            let is_inside = checks.folded_index_compare(IndexCmpPredicate::Sge, least, zero);
            checks.assert(is_inside, &format!("unexpected negative result on {place}"));
            let greatest = checks.folded::<index::MaxSOp>(first, last);
            let size = checks.folded::<index::AddOp>(greatest, one);
            let actual = checks.folded_size(operand, dim as i64);
            let predicate = match map.results[dim].as_dim() {
                Some(_) => IndexCmpPredicate::Eq,
                None => IndexCmpPredicate::Sle,
            };
            let fits = checks.folded_index_compare(predicate, size, actual);
            checks.assert(fits, &format!("{place} is incompatible with inferred dimension size"));
        }
    }
    checks.rw.set_insertion_point_to_end(block);
    checks.rw.build(scf::YieldOp::of(&[]).loc(checks.loc));
    Some(())
}

impl Checks<'_, '_> {
    fn folded<K: OpKind>(&mut self, lhs: Value, rhs: Value) -> Value {
        self.rw.build_or_fold_value(
            OperationState::binary::<K>(lhs, rhs).with_results(&[Type::INDEX]).with_loc(self.loc),
        )
    }

    fn folded_index_compare(&mut self, predicate: IndexCmpPredicate, lhs: Value, rhs: Value) -> Value {
        let predicate = predicate.attr(self.rw.cx());
        self.rw.build_or_fold_value(CmpOp::of(lhs, rhs).pred_attr(predicate).result(Type::I1).loc(self.loc))
    }

    /// The results of a map for indices.
    fn apply_each(&mut self, map: &AffineMap, indices: &[OpFoldResult]) -> Vec<OpFoldResult> {
        (0..map.num_results())
            .map(|result| composed_apply(self.rw, &map.sub_map(&[result]), indices, self.loc))
            .collect()
    }
}
