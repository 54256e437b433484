//! A check of what is written: calls pass vectors in the registers from which the callees read them.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::CallOp;
use terrace_ir::{Ir, OpHandle, OpRef};
use terrace_target::TargetKey;

use super::bfloat_bits::SPECIALIZATION;
use crate::faults::{Fault, is_planted};
use crate::functions::{callee_of, name_of, ops_of};
use crate::math::is_on_vectors;

/// The first call of a function that is written here, by the names of caller and callee, that passes vectors in other
/// registers than those of the callee's target; `None` if there is none.
pub(super) fn passed_otherwise(ir: &Ir, functions: &[OpHandle]) -> Option<(String, String)> {
    if is_planted(Fault::TargetsNotCompared) {
        return None;
    }
    let all = || functions.iter().map(|&function| ir.op(function));
    let is_written = |name: &str| is_on_vectors(name) || name.contains(SPECIALIZATION);
    let targets: FxHashMap<&str, TargetKey> = all()
        .map(|function| (name_of(function), TargetKey::of(function)))
        .filter(|(name, _)| is_written(name))
        .collect();
    let has_vectors = |op: OpRef<'_>| {
        let mut values = op.operands().chain(op.results());
        values.any(|value| value.ty().is_vector(op.cx()))
    };
    all().find_map(|function| {
        let own = TargetKey::of(function);
        let calls = ops_of(function).filter(|&op| op.isa::<CallOp>() && has_vectors(op));
        let mut callees = calls.filter_map(|op| Some(callee_of(op)?.text(op.cx())));
        let callee = callees.find(|callee| {
            targets.get(callee).is_some_and(|target| !own.passes_vectors_as(*target, ir.cx()))
        });
        callee.map(|callee| (name_of(function).to_owned(), callee.to_owned()))
    })
}
