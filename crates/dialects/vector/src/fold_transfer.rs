//! Folding of transfers.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::fold::is_poison;
use terrace_dialects_mem::memref::fold_casts;
use terrace_dialects_mem::tensor::foldable_cast_source;
use terrace_ir::fold::constant_value;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, Change, DYNAMIC, Folded, OpKind, OpRef, TypeData, ValueRef};

use crate::attrs::bool_attrs;
use crate::elements::{Elements, splat_of};
use crate::mask::known_mask;
use crate::transfer::{Transfer, TransferReadOp, TransferWriteOp};
use crate::types::vector;

impl<'a> Transfer<'a> {
    /// The buffer or tensor that is accessed.
    pub(crate) fn base(&self) -> ValueRef<'a> {
        match self.op.cast::<TransferReadOp>() {
            Some(read) => read.base(),
            None => TransferWriteOp::view_of(self.op).base(),
        }
    }

    /// The indices of the access.
    pub(crate) fn index_values(&self) -> Vec<ValueRef<'a>> {
        match self.op.cast::<TransferReadOp>() {
            Some(read) => read.indices().collect(),
            None => TransferWriteOp::view_of(self.op).indices().collect(),
        }
    }

    /// The mask, where there is one.
    pub(crate) fn mask_value(&self) -> Option<ValueRef<'a>> {
        self.mask.and_then(|_| self.op.operands().last())
    }

    /// Whether some dimension may run out of bounds.
    pub(crate) fn may_leave(&self) -> bool {
        self.in_bounds().contains(&false)
    }

    fn shape(&self) -> &'a [i64] {
        vector(self.op.cx(), self.vector).shape
    }

    /// The number of accessed elements along each dimension of the buffer.
    pub(crate) fn chunk(&self) -> Vec<i64> {
        let map = self.permutation_map();
        let mut sizes = vec![1; map.num_dims as usize];
        for (result, &extent) in map.results.iter().zip(self.shape()) {
            if let Some(size) = result.as_dim().and_then(|dim| sizes.get_mut(dim as usize)) {
                *size = extent;
            }
        }
        sizes
    }

    fn is_tensor(&self) -> bool {
        matches!(self.shaped.data(self.op.cx()), TypeData::RankedTensor { .. })
    }
}

/// Whether two transfers surely move different elements of the same tensor.
pub(crate) fn disjoint(a: &Transfer<'_>, b: &Transfer<'_>) -> bool {
    if a.vector != b.vector {
        return false;
    }
    let lead = a.indices.saturating_sub(a.permutation_map().num_results());
    let pairs = a.index_values().into_iter().zip(b.index_values());
    pairs.enumerate().any(|(i, (x, y))| {
        let (Some(x), Some(y)) = (m_scalar_i64(x), m_scalar_i64(y)) else { return false };
        match i.checked_sub(lead).and_then(|dim| a.shape().get(dim)) {
            Some(&extent) => x.abs_diff(y) >= extent as u64,
            None => x != y,
        }
    })
}

fn same_place(a: &Transfer<'_>, b: &Transfer<'_>) -> bool {
    a.index_values() == b.index_values() && a.vector == b.vector && a.permutation_map() == b.permutation_map()
}

/// Whether a masked read of a splat, with the same value as its padding, returns that value.
fn reads_padding(write: &Transfer<'_>, read: &Transfer<'_>) -> bool {
    let Some(mask) = read.mask_value() else { return false };
    if write.mask_value().is_some_and(|written| written != mask) {
        return false;
    }
    let cx = read.op.cx();
    let found = || {
        let written = constant_value(TransferWriteOp::view_of(write.op).value_to_store())?;
        let padding = constant_value(TransferReadOp::view_of(read.op).padding())?;
        let same = splat_of(cx, padding, written.ty(cx)?)?;
        Some(Elements::of(cx, written)?.is_splat() && same == written)
    };
    found().unwrap_or(false)
}

/// The vector of an earlier write to exactly the elements that are read; disjoint writes in between are skipped.
fn written_before<'a>(read: &Transfer<'a>) -> Option<ValueRef<'a>> {
    if !read.is_tensor() {
        return None;
    }
    let writer = |value: ValueRef<'a>| value.defined_by::<TransferWriteOp>();
    let mut next = writer(read.base());
    while let Some(op) = next {
        let write = Transfer::of(op.0)?;
        let unmasked = write.mask.is_none() && read.mask.is_none();
        if !write.may_leave() && same_place(&write, read) && (unmasked || reads_padding(&write, read)) {
            return Some(op.value_to_store());
        }
        if !disjoint(&write, read) {
            return None;
        }
        next = writer(write.base());
    }
    None
}

fn prop_slot(op: OpRef<'_>, name: &str) -> Option<usize> {
    op.def()?.props.iter().position(|prop| prop.name == name)
}

/// Marks dimensions that are statically in bounds as in bounds.
fn known_bounds(transfer: &Transfer<'_>) -> Option<Change> {
    let map = transfer.permutation_map();
    let (indices, shaped) = (transfer.index_values(), transfer.shaped.shape(transfer.op.cx())?);
    let old = transfer.in_bounds();
    let mut new = old.clone();
    let mut all = true;
    for (i, result) in map.results.iter().enumerate().filter(|(i, _)| !old[*i]) {
        let Some(dim) = result.as_dim().map(|dim| dim as usize) else { continue };
        let known = || {
            let extent = shaped[dim];
            let at = m_scalar_i64(indices[dim]).filter(|_| extent != DYNAMIC)?;
            Some(at.checked_add(transfer.shape()[i])? <= extent)
        };
        new[i] = known().unwrap_or(false);
        all &= new[i];
    }
    if all {
        let repeated = map.results.iter().enumerate().filter(|(_, result)| result.as_constant() == Some(0));
        repeated.for_each(|(i, _)| new[i] = true);
    }
    if new == old {
        return None;
    }
    let slot = prop_slot(transfer.op, "in_bounds")?;
    Some(Change::Prop(slot, bool_attrs(transfer.op.cx(), &new)))
}

/// Drops an all-true mask.
fn without_full_mask(transfer: &Transfer<'_>) -> Option<Folded> {
    let op = transfer.op;
    if known_mask(transfer.mask_value()?) != Some(true) {
        return None;
    }
    let mut operands: Vec<_> = op.operands().map(|value| value.id()).collect();
    operands.pop();
    let slot = prop_slot(op, "operandSegmentSizes")?;
    let mut sizes = op.prop(slot)?.as_i32_array(op.cx())?;
    *sizes.last_mut()? = 0;
    Some(Folded::Changed(vec![Change::Operands(operands), Change::Prop(slot, op.cx().i32_array(&sizes))]))
}

pub(crate) fn read(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let Some(transfer) = Transfer::of(op) else { return Folded::Unchanged };
    if let Some(value) = written_before(&transfer) {
        return value.into();
    }
    if let Some(change) = known_bounds(&transfer) {
        return change.into();
    }
    if let Some(folded) = without_full_mask(&transfer) {
        return folded;
    }
    let source = || foldable_cast_source(transfer.base()).map(|source| Change::Operand(0, source.id()));
    fold_casts(op, constants).or_else(|| source().into())
}

/// Whether a map is the identity on the last dimensions.
fn plain(map: &AffineMap) -> bool {
    map.num_results() > 0 && map.is_minor_identity()
}

/// Whether a read of a whole tensor is written over all of another one, so that the write's result is the first tensor.
fn copies_whole<'a>(read: &Transfer<'a>, write: &Transfer<'a>) -> bool {
    let (from, to) = (read.permutation_map(), write.permutation_map());
    let zero = |transfer: &Transfer<'_>| {
        transfer.index_values().into_iter().all(|index| m_scalar_i64(index) == Some(0))
    };
    // Padding takes the place of what a mask leaves out of the read, and what one leaves out of the write stays.
    let cx = write.op.cx();
    let pads = || {
        !constant_value(TransferReadOp::view_of(read.op).padding())
            .is_some_and(|padding| is_poison(cx, padding))
    };
    let skips = read.mask.is_some() && pads() || write.mask.is_some();
    plain(&from)
        && plain(&to)
        && (!skips || cx.matches_upstream())
        && from.num_results() == to.num_results()
        && !read.may_leave()
        && !write.may_leave()
        && read.shaped == write.shaped
        && read.vector == write.vector
        && write.shaped.shape(write.op.cx()) == Some(read.shape())
        && zero(read)
        && zero(write)
}

fn unchanged<'a>(write: &Transfer<'a>) -> Option<ValueRef<'a>> {
    let source = TransferWriteOp::view_of(write.op).value_to_store().defining_op()?;
    let read = Transfer::of(source).filter(|_| source.isa::<TransferReadOp>() && write.is_tensor())?;
    let back = read.base() == write.base()
        && same_place(&read, write)
        && read.mask.is_none()
        && write.mask.is_none();
    (copies_whole(&read, write) || back).then(|| read.base())
}

pub(crate) fn write(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let Some(transfer) = Transfer::of(op) else { return Folded::Unchanged };
    if let Some(value) = unchanged(&transfer) {
        return value.into();
    }
    if let Some(change) = known_bounds(&transfer) {
        return change.into();
    }
    if let Some(folded) = without_full_mask(&transfer) {
        return folded;
    }
    fold_casts(op, constants)
}
