//! Promotion: a structured op on parts of buffers works on copies of these parts, in buffers of their own.

use terrace_analysis::value_bounds::{BoundKind, ValueBoundsConstraintSet};
use terrace_dialects_core::arith::{self, MulIOp};
use terrace_dialects_core::complex::CreateOp;
use terrace_dialects_linalg::builders::{make_fill, make_named};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::structured::{
    as_structured, has_buffer_semantics, is_element_used, keeps_elements,
};
use terrace_dialects_mem::index_values::{index_constant, indices, value_of};
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::memref::causes::PROMOTED;
use terrace_dialects_mem::memref::{
    AllocSpec, DeallocOp, DimOp, SubViewOp, ViewOp, create_alloc, create_alloca, dropped_dims,
    infer_subview_type,
};
use terrace_dialects_mem::slices::{mixed_lists, slice, slice_of};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, TypeData, Value};
use terrace_passes_shared::arithmetic::zero_attr;

/// The buffers that parts are copied to.
pub trait PromotionBuffers {
    /// Creates a buffer for a part with this element type, at the insertion point or before it. `None` if it cannot.
    fn allocate(&self, rw: &mut Rewriter<'_>, part: SubViewOp, sizes: &[Value]) -> Option<Value>;
    /// Copies a buffer to another one, at the insertion point.
    fn copy(&self, rw: &mut Rewriter<'_>, source: Value, dest: Value, loc: Loc) -> Option<()>;
    /// Frees what [`PromotionBuffers::allocate`] created, at the insertion point.
    fn deallocate(&self, rw: &mut Rewriter<'_>, buffer: Value);
}

/// The operands that are promoted, and the parts of buffers that the op works on then.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct PromotionOptions {
    /// The indices of the operands, all if `None`.
    pub operands: Option<Vec<i64>>,
    /// For each operand, whether the op works on the whole buffer, which may be larger than the part.
    pub full_tile_buffers: Vec<bool>,
    /// The same for operands that are not in that list.
    pub full_tiles_by_default: bool,
    /// Whether buffers have the size of the part, not the upper bound of that size.
    pub original_subview_size: bool,
}

/// Buffers of bytes, each with a view of the type that the part has.
#[derive(Clone, Copy, Default)]
pub struct ByteBuffers {
    /// Whether they are on the stack.
    pub on_stack: bool,
    /// The memory space.
    pub memory_space: Option<Attr>,
    /// The alignment.
    pub alignment: Option<Attr>,
}

impl PromotionBuffers for ByteBuffers {
    fn allocate(&self, rw: &mut Rewriter<'_>, part: SubViewOp, sizes: &[Value]) -> Option<Value> {
        let (cx, view) = (rw.cx(), part.view(rw));
        let (loc, element) = (view.0.loc(), view.result().ty().element_type(cx)?);
        let width = DataLayout::of(view.0).type_size(cx, element).ok().filter(|size| !size.scalable)?;
        let width = i64::try_from(width.minimum).ok()?;
        let (zero, one) = (index_constant(rw, 0, loc), index_constant(rw, 1, loc));
        let mut count = one;
        for &size in sizes {
            count = rw.build_or_fold_value(MulIOp::of(count, size).result(Type::INDEX).loc(loc));
        }
        let (bytes, sizes_of_bytes) = match terrace_ir::matchers::m_scalar_i64(rw.value(count)) {
            Some(count) => (width.checked_mul(count)?, Vec::new()),
            None => {
                let width = index_constant(rw, width, loc);
                let bytes = rw.build_or_fold_value(MulIOp::of(width, count).result(Type::INDEX).loc(loc));
                (DYNAMIC, vec![bytes])
            }
        };
        let byte = cx.integer(8, terrace_ir::Signedness::Signless);
        let bytes = [bytes];
        let ty = MemRef { shape: &bytes, element: byte, layout: None, space: self.memory_space }.ty(cx);
        let spec = AllocSpec { alignment: self.alignment, ..AllocSpec::of_sizes(&sizes_of_bytes) };
        let buffer = match self.on_stack {
            true => create_alloca(rw, spec, ty, loc, &PROMOTED),
            false => create_alloc(rw, spec, ty, loc, &PROMOTED),
        };
        let shape = vec![DYNAMIC; sizes.len()];
        let ty = MemRef { shape: &shape, element, layout: None, space: self.memory_space }.ty(cx);
        Some(rw.build_or_fold_value(ViewOp::of(buffer, zero, sizes).result(ty).loc(loc)))
    }

    fn copy(&self, rw: &mut Rewriter<'_>, source: Value, dest: Value, loc: Loc) -> Option<()> {
        make_named(rw, CopyOp::DEF, &[source], &[dest], &[], loc)?;
        Some(())
    }

    fn deallocate(&self, rw: &mut Rewriter<'_>, buffer: Value) {
        if self.on_stack {
            return;
        }
        if let Some(view) = rw.value(buffer).defining_op().and_then(|op| op.cast::<ViewOp>()) {
            let (source, loc) = (view.source().id(), view.source().loc());
            rw.build(DeallocOp::of(source).loc(loc));
        }
    }
}

/// An operand that is promoted.
struct Promoted {
    operand: usize,
    part: SubViewOp,
    uses_all: bool,
    is_copied_in: bool,
}

/// A buffer, and the part of it that has the size of what is copied to it.
struct LocalView {
    full: Value,
    partial: Value,
}

/// Whether an op uses the elements of an operand, or keeps some of them, which are copied back with the others.
fn is_copied_in(op: OpRef<'_>, operand: usize, first_destination: usize) -> bool {
    let keeps = || operand >= first_destination && keeps_elements(op, operand);
    !op.isa::<GenericOp>() || is_element_used(op, operand) || !op.cx().matches_upstream() && keeps()
}

/// The operands of an op that are promoted.
fn promoted_operands(op: OpRef<'_>, first: usize, options: &PromotionOptions) -> Vec<Promoted> {
    let is_chosen = |operand: usize| {
        let chosen = options.operands.as_ref();
        chosen.is_none_or(|operands| operands.iter().any(|&chosen| usize::try_from(chosen) == Ok(operand)))
    };
    let promoted = |(operand, value): (usize, terrace_ir::ValueRef<'_>)| {
        let part = value.defining_op()?.cast::<SubViewOp>().filter(|_| is_chosen(operand))?;
        let part = SubViewOp::assume(part.0.id());
        let uses_all = options.full_tile_buffers.get(operand).copied();
        Some(Promoted {
            operand,
            part,
            uses_all: uses_all.unwrap_or(options.full_tiles_by_default),
            is_copied_in: is_copied_in(op, operand, first),
        })
    };
    op.operands().enumerate().filter_map(promoted).collect()
}

/// Whether each dimension of a part is left out of its type.
fn is_dropped(rw: &Rewriter<'_>, part: SubViewOp) -> Option<Vec<bool>> {
    let (cx, view) = (rw.cx(), part.view(rw));
    let (source, result) = (memref(cx, view.source().ty())?, memref(cx, view.result().ty())?);
    let known = slice(view.0);
    let whole = infer_subview_type(cx, &source, &known)?;
    dropped_dims(cx, &memref(cx, whole)?, &result, &known.sizes)
}

/// The sizes of a part as values; offsets and strides that are numbers become constants, too.
fn ranges(rw: &mut Rewriter<'_>, part: SubViewOp, loc: Loc) -> Vec<Value> {
    let [offsets, sizes, strides] = mixed_lists(part.view(rw).0).map(|list| indices(&list));
    let mut values = Vec::with_capacity(sizes.len());
    for ((&offset, &size), &stride) in offsets.iter().zip(&sizes).zip(&strides) {
        value_of(rw, offset, loc);
        values.push(value_of(rw, size, loc));
        value_of(rw, stride, loc);
    }
    values
}

/// The upper bound of a size, where it is known.
fn upper_bound(rw: &mut Rewriter<'_>, size: Value, loc: Loc) -> Value {
    let variable = Quantity::index(rw.value(size)).into();
    match ValueBoundsConstraintSet::compute_constant_bound(BoundKind::Upper, &variable) {
        Some(bound) => index_constant(rw, bound, loc),
        None => size,
    }
}

/// Creates a buffer for a part of another one, and the view of it that has the size of the part.
fn create_local_view(
    rw: &mut Rewriter<'_>,
    part: SubViewOp,
    original: bool,
    buffers: &dyn PromotionBuffers,
    loc: Loc,
) -> Option<LocalView> {
    let cx = rw.cx();
    let (dropped, value) = (is_dropped(rw, part)?, part.view(rw).result().id());
    let kept = ranges(rw, part, loc).into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
    let (mut sizes, mut partial) = (Vec::new(), Vec::new());
    for (dim, (size, _)) in kept.enumerate() {
        sizes.push(if original { size } else { upper_bound(rw, size, loc) });
        let number = index_constant(rw, dim as i64, loc);
        let size = rw.build_or_fold_value(DimOp::of(value, number).result(Type::INDEX).loc(loc));
        partial.push(OpFoldResult::Value(size));
    }
    let full = buffers.allocate(rw, part, &sizes)?;
    let (zero, one) = (OpFoldResult::Static(0), OpFoldResult::Static(1));
    let lists = [vec![zero; sizes.len()], partial, vec![one; sizes.len()]];
    let ty = infer_subview_type(cx, &memref(cx, rw.value(full).ty())?, &slice_of(&lists))?;
    let [offsets, sizes, strides] = lists;
    let part = SubViewOp::of(full).mixed_offsets(&offsets).mixed_sizes(&sizes).mixed_strides(&strides);
    let partial = rw.build_or_fold_value(part.result(ty).loc(loc));
    Some(LocalView { full, partial })
}

/// Sets all elements of a buffer to zero.
fn fill_with_zeros(rw: &mut Rewriter<'_>, buffer: Value, loc: Loc) -> Option<()> {
    let cx = rw.cx();
    let element = rw.value(buffer).ty().element_type(cx)?;
    let (scalar, is_complex) = match element.data(cx) {
        TypeData::Complex(part) => (*part, true),
        TypeData::Integer { .. } | TypeData::Float(_) => (element, false),
        _ => return None,
    };
    let zero = zero_attr(cx, scalar)?;
    let mut zero = rw.build_value(arith::ConstantOp::of().value_attr(zero).result(scalar).loc(loc));
    if is_complex {
        zero = rw.build_value(CreateOp::of(zero, zero).complex(element).loc(loc));
    }
    make_fill(rw, zero, buffer, loc)?;
    Some(())
}

/// Makes a structured op on buffers work on copies of those operands that are parts of buffers, in buffers of their own;
/// destinations are copied back after it. `None` if no operand is promoted, or one cannot be.
pub fn promote_subviews(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &PromotionOptions,
    buffers: &dyn PromotionBuffers,
) -> Option<()> {
    let view = rw.op(op);
    let structured = as_structured(view).filter(|_| has_buffer_semantics(view))?;
    let ((first, _), loc) = (structured.destinations(view), view.loc());
    let promoted = promoted_operands(view, first, options);
    if promoted.is_empty() {
        return rw.notify_match_failure(op, "no operand to promote is a subview");
    }
    rw.set_insertion_point_before(op);
    let mut views = Vec::with_capacity(promoted.len());
    for promoted in &promoted {
        let local = create_local_view(rw, promoted.part, options.original_subview_size, buffers, loc)?;
        if promoted.uses_all {
            fill_with_zeros(rw, local.full, loc)?;
        }
        views.push(local);
    }
    let parts: Vec<Value> =
        promoted.iter().map(|promoted| rw.op(op).operand(promoted.operand).id()).collect();
    for ((promoted, local), &part) in promoted.iter().zip(&views).zip(&parts) {
        if promoted.is_copied_in {
            buffers.copy(rw, part, local.partial, loc)?;
        }
    }
    for (promoted, local) in promoted.iter().zip(&views) {
        rw.set_operand(op, promoted.operand, if promoted.uses_all { local.full } else { local.partial });
    }
    rw.set_insertion_point_after(op);
    for ((promoted, local), &part) in promoted.iter().zip(&views).zip(&parts) {
        if promoted.operand >= first {
            buffers.copy(rw, local.partial, part, loc)?;
        }
    }
    views.iter().for_each(|local| buffers.deallocate(rw, local.full));
    Some(())
}
