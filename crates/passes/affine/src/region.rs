//! The regions of memrefs that accesses cover, as constraints on subscripts.

use terrace_affine::{AffineExpr, Linear};
use terrace_dialects_mem::affine::loop_ranges::loop_of;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::layout::memref;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Context, OpRef, Rewriter, Type, TypeData, ValueRef};

use crate::dependence::{MemRefAccess, counters_of};
use crate::flat::{Flat, parallel_of};
use crate::fusion::slice::Slice;

/// A region of a memref.
#[derive(Clone)]
pub(crate) struct Region<'a> {
    /// The memref.
    pub(crate) memref: ValueRef<'a>,
    /// The constraints: the subscripts are the dimensions, induction variables of outer loops are symbols.
    pub(crate) system: Flat<'a>,
    /// Whether it is known that all elements of the region are accessed.
    pub(crate) is_exact: bool,
}

/// The extents of a box around a region, and its first subscripts as functions of the symbols.
pub(crate) struct Shape {
    /// The extents.
    pub(crate) sizes: Vec<i64>,
    /// The first subscripts.
    pub(crate) offsets: Vec<AffineExpr>,
}

impl Shape {
    /// The number of elements; `None` if it is too large.
    pub(crate) fn num_elements(&self) -> Option<i64> {
        self.sizes.iter().try_fold(1i64, |count, &size| count.checked_mul(size))
    }
}

/// The kind of a region.
#[derive(Clone, Copy)]
pub(crate) struct RegionOptions {
    /// The number of outer loops on whose iterations the region depends.
    pub(crate) depth: usize,
    /// Whether quotients are projected out.
    pub(crate) drops_locals: bool,
    /// Whether the static extents of the memref bound the region.
    pub(crate) has_extents: bool,
}

impl RegionOptions {
    /// A region for the iterations of a number of loops.
    pub(crate) fn at_depth(depth: usize) -> Self {
        Self { depth, drops_locals: true, has_extents: true }
    }
}

impl<'a> Region<'a> {
    /// The region of an access; `None` if it is not linear. A slice replaces bounds of the loops around it.
    pub(crate) fn of(
        rw: &'a Rewriter<'_>,
        op: OpRef<'a>,
        options: RegionOptions,
        slice: Option<&Slice>,
    ) -> Option<Self> {
        let outer: Vec<ValueRef<'a>> = counters_of(op).into_iter().take(options.depth).collect();
        Self::with_outer(rw, op, options, slice, &outer)
    }

    /// The region of an access for given values of some induction variables.
    pub(crate) fn with_outer(
        rw: &'a Rewriter<'_>,
        op: OpRef<'a>,
        options: RegionOptions,
        slice: Option<&Slice>,
        outer: &[ValueRef<'a>],
    ) -> Option<Self> {
        let access = MemRefAccess::of(op)?;
        let (map, rank) = (&access.subscripts, access.subscripts.map.num_results());
        let mut region = Self { memref: access.memref, system: Flat::default(), is_exact: true };
        let counters = counters_of(op);
        if rank == 0 {
            region.system = Flat::new(&[], outer);
            return Some(region);
        }
        let (dims, symbols) = map.operands.split_at((map.map.num_dims as usize).min(map.operands.len()));
        let mut symbols = symbols.to_vec();
        for &value in slice.into_iter().flat_map(|slice| &slice.operands) {
            let value = rw.value(value);
            if !map.operands.contains(&value) && !symbols.contains(&value) {
                symbols.push(value);
            }
        }
        let mut system = Flat::new(dims, &symbols);
        for &value in dims.iter().chain(&symbols) {
            let variable = system.variable_of(value)?;
            if let Some(view) = loop_of(value) {
                system.add_loop(view, variable)?;
            } else if let Some(view) = parallel_of(value) {
                view.induction_vars().into_iter().try_for_each(|value| system.add_terminal(value))?;
                system.add_parallel(view)?;
            } else {
                system.add_constant_of(value, variable);
            }
        }
        if let Some(slice) = slice {
            slice.operands.iter().try_for_each(|&value| system.add_terminal(rw.value(value)))?;
            slice.add_to(rw, &mut system)?;
        }
        region.system = with_subscripts(system, map, access.memref)?;
        region.finish(&counters, outer, options)?;
        Some(region)
    }

    /// Projects out all loops but the outer ones, and adds the extents of the memref.
    fn finish(
        &mut self,
        counters: &[ValueRef<'a>],
        outer: &[ValueRef<'a>],
        options: RegionOptions,
    ) -> Option<()> {
        let system = &mut self.system;
        let is_inner = |value: ValueRef<'a>| {
            (counters.contains(&value) || loop_of(value).is_some() || parallel_of(value).is_some())
                && !outer.contains(&value)
        };
        let inner: Vec<usize> =
            system.symbols.iter().filter(|var| is_inner(var.value)).map(|var| var.id).collect();
        if options.drops_locals {
            let all: Vec<usize> = inner.iter().chain(&system.locals).copied().collect();
            self.is_exact = system.is_exactly_projected(&all);
        }
        for variable in inner {
            system.project_out(&[variable])?;
        }
        if options.drops_locals {
            let locals = system.locals.clone();
            system.project_out(&locals)?;
        }
        system.fold_constant_symbols()?;
        if options.has_extents {
            self.add_extents();
        }
        self.system.drop_trivial();
        Some(())
    }

    /// Adds the static extents of the memref as bounds.
    pub(crate) fn add_extents(&mut self) {
        let shape = memref(self.memref.cx(), self.memref.ty()).map(|buffer| buffer.shape);
        let dims: Vec<usize> = self.system.dims.iter().map(|var| var.id).collect();
        for (at, variable) in dims.into_iter().enumerate() {
            let size = shape.and_then(|shape| shape.get(at).copied()).filter(|&size| size != DYNAMIC);
            self.system.add_extent(variable, size);
        }
    }

    /// Extends the region to a box around it and another one of the same memref. `None`, with the region in any state, if
    /// there is none.
    pub(crate) fn unite(&mut self, other: &Region<'a>) -> Option<()> {
        let (own, mut others) = (&mut self.system, other.system.clone());
        if own.dims.len() != others.dims.len() || !own.locals.is_empty() || !others.locals.is_empty() {
            return None;
        }
        // Dimensions are compared by their positions.
        for (at, var) in others.dims.iter_mut().enumerate() {
            var.value = own.dims[at].value;
        }
        let (aligned, _) = own.align(&others);
        own.unite(&aligned)
    }

    /// The box with the least constant extents around the region.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let mut region = self.clone();
        region.add_extents();
        let sizes = memref(self.memref.cx(), self.memref.ty())?.shape;
        let mut shape = Shape { sizes: Vec::new(), offsets: Vec::new() };
        for (at, var) in self.system.dims.iter().enumerate() {
            let extent = region.system.constant_extent(var.id);
            let whole = || (*sizes.get(at)?).ne(&DYNAMIC).then(|| (sizes[at], AffineExpr::constant(0)));
            let (size, offset) = extent.map(|extent| (extent.size, extent.lower)).or_else(whole)?;
            shape.sizes.push(size);
            shape.offsets.push(offset);
        }
        Some(shape)
    }

    /// The size of the box in bytes; `None` if it is unknown.
    pub(crate) fn size_in_bytes(&self) -> Option<i64> {
        let cx = self.memref.cx();
        let buffer = memref(cx, self.memref.ty())?;
        // As upstream, other layouts have a size of zero.
        if !buffer.has_identity_layout(cx) {
            return Some(0);
        }
        self.shape()?.num_elements()?.checked_mul(element_size_in_bytes(cx, buffer.element)?)
    }
}

/// A system with the results of a map as the only dimensions; the others become symbols.
fn with_subscripts<'a>(mut system: Flat<'a>, map: &ValueMap<'a>, memref: ValueRef<'a>) -> Option<Flat<'a>> {
    let sums = system.sums(map)?;
    let others = std::mem::take(&mut system.dims);
    system.symbols.splice(0..0, others);
    for sum in sums {
        system.add_dim(memref);
        let variable = system.dims.last()?.id;
        system.equalities.push(Linear::variable(variable).plus(&sum, -1)?);
    }
    Some(system)
}

/// The size of an element; `None` for a type without one.
pub(crate) fn element_size_in_bytes(cx: &Context, ty: Type) -> Option<i64> {
    let (count, scalar) = match ty.data(cx) {
        TypeData::Vector { shape, element, .. } => {
            (shape.iter().try_fold(1i64, |count, &size| count.checked_mul(size))?, *element)
        }
        _ => (1, ty),
    };
    let bits = i64::from(scalar.bit_width(cx)?).checked_mul(count)?;
    Some((bits + 7) / 8)
}
