//! The regions of memrefs that a range of ops accesses.

use terrace_affine::Linear;
use terrace_dialects_mem::affine::{AffineForOp, AffineLoadOp, AffineStoreOp};
use terrace_dialects_mem::layout::memref;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef};

use crate::dependence::counters_of;
use crate::flat::{Flat, factor};
use crate::loop_normalize::trip_count;
use crate::region::{Region, RegionOptions};

/// Ops of a block from the first one up to one that is after the last one.
#[derive(Clone, Copy)]
pub(super) struct Range {
    /// The first op.
    pub(super) begin: Op,
    /// The op after the last one.
    pub(super) end: Op,
}

/// The region of a memref.
pub(super) struct Accessed<'a> {
    /// The region.
    pub(super) region: Region<'a>,
    /// An access.
    pub(super) op: OpRef<'a>,
    /// Whether the elements of the region, or those of which it is the bounding box, are all accessed by one op, whenever
    /// the range runs.
    pub(super) is_complete: bool,
    /// Whether the region is the bounding box of what each op accesses, and that is all of it.
    pub(super) is_box: bool,
}

/// The regions that are read, and those that are written.
#[derive(Default)]
pub(super) struct Regions<'a> {
    /// Those that are read.
    pub(super) read: Vec<Accessed<'a>>,
    /// Those that are written.
    pub(super) written: Vec<Accessed<'a>>,
}

impl Range {
    /// The ops of the range.
    pub(super) fn ops<'a>(&self, rw: &'a Rewriter<'_>) -> Vec<OpRef<'a>> {
        let mut found = Vec::new();
        let mut next = Some(rw.op(self.begin));
        while let Some(op) = next.filter(|op| op.id() != self.end) {
            found.push(op);
            next = op.next();
        }
        found
    }

    /// The regions of memrefs in a memory space; `None` if one has an unknown size.
    pub(super) fn regions<'a>(
        &self,
        rw: &'a Rewriter<'_>,
        space: i64,
        only: Option<Value>,
    ) -> Option<Regions<'a>> {
        let depth = counters_of(rw.op(self.begin)).len();
        let mut found = Regions::default();
        for root in self.ops(rw) {
            for op in std::iter::once(root).chain(root.nested_ops()) {
                let Some((buffer, is_write)) = accessed(op) else { continue };
                let is_wanted = only.is_none_or(|only| only == buffer.id()) && is_in_space(buffer, space);
                if !is_wanted || is_defined_inside(buffer, op, root) {
                    continue;
                }
                let options = RegionOptions { has_extents: false, ..RegionOptions::at_depth(depth) };
                let region = Region::of(rw, op, options, None);
                let is_complete =
                    region.as_ref().is_some_and(|region| region.is_exact) && runs_always(op, root);
                let region = region.or_else(|| whole(buffer, op, depth))?;
                let is_box = is_box(&region.system);
                let mut accessed = Accessed { region, op, is_complete, is_box };
                let in_read = unite(&mut found.read, &mut accessed, depth)?;
                let in_written = unite(&mut found.written, &mut accessed, depth)?;
                match is_write {
                    true if !in_written => found.written.push(accessed),
                    false if !in_read => found.read.push(accessed),
                    _ => {}
                }
            }
        }
        Some(found)
    }
}

/// The memref of a load or store, and whether it is written.
pub(super) fn accessed(op: OpRef<'_>) -> Option<(ValueRef<'_>, bool)> {
    let read = op.cast::<AffineLoadOp>().map(|load| (load.memref(), false));
    read.or_else(|| Some((op.cast::<AffineStoreOp>()?.memref(), true)))
}

/// Whether a memref is in a memory space, or in one that is no number.
fn is_in_space(buffer: ValueRef<'_>, space: i64) -> bool {
    let cx = buffer.cx();
    let own = memref(cx, buffer.ty()).and_then(|buffer| buffer.space);
    own.and_then(|own| own.as_i64(cx)).is_none_or(|own| own == space)
}

/// Whether a memref is defined in an op of the range.
fn is_defined_inside(buffer: ValueRef<'_>, op: OpRef<'_>, root: OpRef<'_>) -> bool {
    let block = buffer.defining_op().and_then(|op| op.block()).or_else(|| buffer.owner_block());
    let region = block.and_then(|block| block.region());
    let _ = op;
    root.block().and_then(|block| block.region()).is_none_or(|own| {
        region.is_none_or(|region| {
            region != own && region.parent_op().is_some_and(|parent| root.is_ancestor(parent))
        })
    })
}

/// Whether an op runs whenever an op around it does, but for the loops whose induction variables it may depend on: these
/// have at least one iteration.
fn runs_always(op: OpRef<'_>, root: OpRef<'_>) -> bool {
    let mut inner = op;
    while inner != root {
        let Some(parent) = inner.parent_op() else { return false };
        let runs =
            parent.cast::<AffineForOp>().is_some_and(|view| trip_count(view).is_some_and(|count| count > 0));
        if !runs {
            return false;
        }
        inner = parent;
    }
    true
}

/// All of a memref; `None` if its size is dynamic.
fn whole<'a>(buffer: ValueRef<'a>, op: OpRef<'a>, depth: usize) -> Option<Region<'a>> {
    let sizes = memref(buffer.cx(), buffer.ty())?.shape;
    if sizes.contains(&DYNAMIC) {
        return None;
    }
    let outer: Vec<ValueRef<'a>> = counters_of(op).into_iter().take(depth).collect();
    let mut system = Flat::new(&vec![buffer; sizes.len()], &outer);
    let dims: Vec<usize> = system.dims.iter().map(|var| var.id).collect();
    for (&size, variable) in sizes.iter().zip(dims) {
        system.add_extent(variable, Some(size));
    }
    Some(Region { memref: buffer, system, is_exact: false })
}

/// Extends the region of the same memref in a list, if there is one, and sets the other one to it. `None` if neither has a
/// known size.
fn unite<'a>(all: &mut [Accessed<'a>], own: &mut Accessed<'a>, depth: usize) -> Option<bool> {
    let Some(known) = all.iter_mut().find(|other| other.region.memref == own.region.memref) else {
        return Some(false);
    };
    let mut is_same = known.region.system.has_same_rows(&own.region.system);
    if known.region.unite(&own.region).is_none() {
        known.region = whole(own.region.memref, own.op, depth)?;
        is_same = false;
    }
    known.is_complete &= is_same;
    own.is_complete &= is_same;
    // The union of a region that is no box with itself is one.
    known.is_box &= own.is_box;
    own.is_box = known.is_box;
    own.region = known.region.clone();
    Some(true)
}

/// Whether the dimensions of a region are bounded independently of each other.
fn is_box(system: &Flat<'_>) -> bool {
    let of_one = |row: &Linear| system.dims.iter().filter(|var| factor(row, var.id) != 0).count() <= 1;
    let is_unit = |row: &Linear| system.dims.iter().all(|var| factor(row, var.id).abs() <= 1);
    system.inequalities.iter().chain(&system.equalities).all(|row| of_one(row) && is_unit(row))
}
