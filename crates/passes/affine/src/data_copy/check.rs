//! Proofs that copies keep the program the same: nothing else accesses the memory meanwhile, and copies stay in bounds.

use terrace_affine::Linear;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::loop_ranges::loop_of;
use terrace_dialects_mem::layout::memref;
use terrace_ir::effects::{EffectKind, effects_outside_regions, is_memory_effect_free};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Op, OpRef, Rewriter, ValueRef};

use super::regions::{Accessed, Range, accessed};
use crate::dependence::{MemRefAccess, Obstacle, Storage, may_refer_to_memory, storage};
use crate::flat::Flat;
use crate::loop_normalize::trip_count;
use crate::region::Shape;

/// The loop that a copy can leave, and what is known of its region.
pub(super) struct Judgement {
    /// The loop around the range that the buffer is copied before and after.
    pub(super) hoisted: Option<Op>,
    /// Whether all elements of the buffer are written before it is copied out.
    pub(super) is_overwritten: bool,
    /// Whether the region needs the extents of the memref as bounds.
    pub(super) is_clamped: bool,
}

/// The judgement on the copy of a region.
///
/// # Errors
///
/// The rule that it may violate.
pub(super) fn judge<'a>(
    rw: &'a Rewriter<'_>,
    range: Range,
    copied: &Accessed<'a>,
    is_written: bool,
    transfer: Option<&Shape>,
) -> Result<Judgement, Obstacle<'a>> {
    let matches_upstream = rw.cx().matches_upstream();
    let buffer = copied.region.memref;
    let inside = range.ops(rw);
    let conflict = |op: OpRef<'a>, is_inside: bool| {
        let all = std::iter::once(op).chain(op.nested_ops());
        all.into_iter().find(|&op| conflicts(op, buffer, is_written, is_inside))
    };
    if !matches_upstream {
        for &op in &inside {
            if let Some(other) = conflict(op, true) {
                let rule = "another op may access the memory that is copied";
                return Err(Obstacle { rule, source: copied.op, destination: Some(other) });
            }
        }
    }
    let mut hoisted = None;
    let mut runs = true;
    for around in rw.op(range.begin).ancestors() {
        let Some(view) = around.cast::<AffineForOp>() else { break };
        let is_varying = copied
            .region
            .system
            .symbols
            .iter()
            .any(|var| view.region().entry().and_then(|block| block.args().next()) == Some(var.value));
        let innermost = hoisted.unwrap_or(around);
        let others = view.region().entry().into_iter().flat_map(|block| block.ops());
        let mut others = others.filter(|&op| match hoisted {
            None => !inside.contains(&op),
            Some(inner) => op != inner,
        });
        let is_disturbed = !matches_upstream && others.any(|op| conflict(op, false).is_some());
        if is_varying
            || !is_defined_outside(buffer, around)
            || is_disturbed
            || innermost.body_id() != around.body_id()
        {
            break;
        }
        runs &= trip_count(view).is_some_and(|count| count > 0);
        hoisted = Some(around);
    }
    let hoisted = hoisted.map(|op| op.id());
    let is_complete = copied.is_complete && runs;
    let is_clamped = !matches_upstream && !is_in_bounds(copied, is_complete)?;
    if let Some(shape) = transfer.filter(|_| !matches_upstream) {
        is_transfer_in_bounds(copied, shape)?;
    }
    Ok(Judgement { hoisted, is_overwritten: is_complete && copied.is_box, is_clamped })
}

/// The first op of a range before which a region is known and its memref defined. A range that begins with an access may
/// have later definitions in it.
///
/// # Errors
///
/// The memref is accessed before that.
pub(super) fn first_place<'a>(
    rw: &'a Rewriter<'_>,
    range: Range,
    copied: &Accessed<'a>,
) -> Result<Op, Obstacle<'a>> {
    let inside = range.ops(rw);
    let buffer = copied.region.memref;
    let symbols = copied.region.system.symbols.iter().map(|var| var.value);
    let defines = |op: &OpRef<'_>| {
        let is_result = |value: ValueRef<'_>| value.defining_op() == Some(*op);
        is_result(buffer) || symbols.clone().any(is_result)
    };
    let Some(last) = inside.iter().rposition(defines) else { return Ok(range.begin) };
    let accesses = |op: &OpRef<'a>| {
        let mut all = std::iter::once(*op).chain(op.nested_ops());
        all.find(|&op| accessed(op).is_some_and(|(memref, _)| memref == buffer))
    };
    match inside[..=last].iter().find_map(accesses) {
        None => Ok(inside.get(last + 1).map_or(range.end, |op| op.id())),
        Some(access) => {
            let rule = "an access is before the definition of a subscript of the copied region";
            Err(Obstacle { rule, source: access, destination: Some(inside[last]) })
        }
    }
}

/// Whether an op, without those nested in it, may access memory that is copied otherwise than its copy.
fn conflicts(op: OpRef<'_>, buffer: ValueRef<'_>, is_written: bool, is_inside: bool) -> bool {
    if let Some(access) = MemRefAccess::of(op) {
        let is_redirected = is_inside && accessed(op).is_some_and(|(memref, _)| memref == buffer);
        return !is_redirected && (access.is_write || is_written) && may_share(access.memref, buffer);
    }
    if op.def().is_none() && op.regions().next().is_none() {
        return op.operands().any(may_refer_to_memory);
    }
    if is_memory_effect_free(op) {
        return false;
    }
    let Some(effects) = effects_outside_regions(op) else { return true };
    effects.iter().filter(|effect| effect.kind != EffectKind::Allocate).any(|effect| {
        let value = op.operands().find(|operand| Some(operand.id()) == effect.value);
        (is_written || effect.kind != EffectKind::Read) && value.is_none_or(|value| may_share(value, buffer))
    })
}

fn may_share(value: ValueRef<'_>, buffer: ValueRef<'_>) -> bool {
    storage(value, buffer) != Storage::Disjoint
}

/// Whether a memref is defined outside of a loop.
fn is_defined_outside(buffer: ValueRef<'_>, around: OpRef<'_>) -> bool {
    let definition = buffer.defining_op().or_else(|| buffer.owner_block()?.region()?.parent_op());
    definition.is_none_or(|definition| !around.is_ancestor(definition))
}

/// Whether a region is known to be in the bounds of its memref; an error if it cannot be bounded.
fn is_in_bounds<'a>(copied: &Accessed<'a>, is_complete: bool) -> Result<bool, Obstacle<'a>> {
    let buffer = copied.region.memref;
    let Some(buffer) = memref(buffer.cx(), buffer.ty()) else { return Ok(false) };
    let constraints = copied.region.system.constraints();
    let mut is_known = true;
    for (var, &size) in copied.region.system.dims.iter().zip(buffer.shape) {
        if size == DYNAMIC {
            if !is_complete {
                let rule = "the copied region may leave the bounds of the memref";
                return Err(Obstacle { rule, source: copied.op, destination: None });
            }
            continue;
        }
        let below = Linear::constant(size.saturating_sub(1)).plus(&Linear::variable(var.id), -1);
        is_known &= constraints.implies(&Linear::variable(var.id))
            && below.is_some_and(|below| constraints.implies(&below));
    }
    Ok(is_known)
}

/// The elements that a transfer moves are in the bounds of the memref, whatever the bounds of the region.
fn is_transfer_in_bounds<'a>(copied: &Accessed<'a>, shape: &Shape) -> Result<(), Obstacle<'a>> {
    let buffer = copied.region.memref;
    let sizes = memref(buffer.cx(), buffer.ty()).map_or(&[][..], |buffer| buffer.shape);
    // With the steps of the loops, which the region does not have.
    let symbols: Vec<ValueRef<'_>> = copied.region.system.symbols.iter().map(|var| var.value).collect();
    let mut system = Flat::new(&[], &symbols);
    for var in system.symbols.clone() {
        let added = match loop_of(var.value) {
            Some(view) => system.add_loop(view, var.id),
            None => {
                system.add_constant_of(var.value, var.id);
                Some(())
            }
        };
        if added.is_none() {
            break;
        }
    }
    for ((offset, &extent), &size) in shape.offsets.iter().zip(&shape.sizes).zip(sizes) {
        let sum = system.sum_of_symbols(offset);
        let is_known = sum.is_some_and(|sum| {
            let constraints = system.constraints();
            let rest = Linear::constant(size.saturating_sub(extent)).plus(&sum, -1);
            size != DYNAMIC
                && constraints.implies(&sum)
                && rest.is_some_and(|rest| constraints.implies(&rest))
        });
        if !is_known {
            let rule = "a transfer may leave the bounds of the memref";
            return Err(Obstacle { rule, source: copied.op, destination: None });
        }
    }
    Ok(())
}
