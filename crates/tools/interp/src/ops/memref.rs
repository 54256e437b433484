//! The dialect memref.
//!
//! A ranked memref is held in slots: see [`crate::memref`]. One without a rank is an array of the same numbers.

pub(in crate::ops) mod access;
mod buffer;
mod views;

pub(in crate::ops) use access::nothing;
pub(in crate::ops) use buffer::Buffer;
use terrace_dialects_mem::layout::memref as memref_of;
use terrace_dialects_mem::memref::{
    AllocOp, AllocaOp, AllocaScopeOp, AllocaScopeReturnOp, AssumeAlignmentOp, AtomicRMWOp, AtomicYieldOp,
    CastOp, CollapseShapeOp, CopyOp, DeallocOp, DimOp, DistinctObjectsOp, ExpandShapeOp,
    ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, GenericAtomicRMWOp, GetGlobalOp, GlobalOp,
    LoadOp, MemorySpaceCastOp, PrefetchOp, RankOp, ReallocOp, ReinterpretCastOp, ReshapeOp, StoreOp,
    SubViewOp, TransposeOp, ViewOp,
};
pub(in crate::ops) use views::{groups, unranked, values};

use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{DYNAMIC, Loc, OpFoldResultRef, OpKind, OpRef, Type, ValueRef, View};

use crate::fault::{Fault, Outcome};
use crate::heap::Lifetime;
use crate::inst::Reg;
use crate::layout::Element;
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace};
use crate::memref::{Descriptor, row_major};
use crate::program::{Env, Global};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "memref", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AllocOp::DEF, &alloc),
    (AllocaOp::DEF, &alloca),
    (AllocaScopeOp::DEF, &alloca_scope),
    (AllocaScopeReturnOp::DEF, &leave),
    (DeallocOp::DEF, &dealloc),
    (GetGlobalOp::DEF, &get_global),
    (LoadOp::DEF, &access::load),
    (StoreOp::DEF, &access::store),
    (CopyOp::DEF, &access::copy),
    (AtomicRMWOp::DEF, &access::atomic_rmw),
    (GenericAtomicRMWOp::DEF, &access::generic_atomic_rmw),
    (AtomicYieldOp::DEF, &leave),
    (PrefetchOp::DEF, &access::nothing),
    (ReallocOp::DEF, &realloc),
    (RankOp::DEF, &views::rank),
    (ViewOp::DEF, &views::view),
    (ReshapeOp::DEF, &views::reshape),
    (ExtractAlignedPointerAsIndexOp::DEF, &views::pointer),
    (DistinctObjectsOp::DEF, &views::same),
    (AssumeAlignmentOp::DEF, &views::assume_alignment),
    (DimOp::DEF, &views::dim),
    (CastOp::DEF, &views::cast),
    (MemorySpaceCastOp::DEF, &views::memory_space_cast),
    (SubViewOp::DEF, &views::subview),
    (ReinterpretCastOp::DEF, &views::reinterpret_cast),
    (ExtractStridedMetadataOp::DEF, &views::extract_strided_metadata),
    (TransposeOp::DEF, &views::transpose),
    (CollapseShapeOp::DEF, &views::collapse_shape),
    (ExpandShapeOp::DEF, &views::expand_shape),
];

/// A number that is known, or the slot that holds it.
#[derive(Clone, Copy)]
pub(in crate::ops) enum Number {
    Known(u64),
    Slot(Reg),
}

impl Number {
    /// The slot that holds it.
    pub(in crate::ops) fn slot(self, lw: &mut Lowering<'_>) -> Reg {
        match self {
            Number::Known(value) => lw.constant(value),
            Number::Slot(reg) => reg,
        }
    }

    fn get(self, env: &Env<'_>) -> u64 {
        match self {
            Number::Known(value) => value,
            Number::Slot(reg) => env.slots[reg as usize],
        }
    }
}

/// The numbers of a list that is partly known.
pub(in crate::ops) fn numbers(lw: &mut Lowering<'_>, list: Vec<OpFoldResultRef<'_>>) -> Lowered<Vec<Number>> {
    list.into_iter()
        .map(|entry| match entry {
            OpFoldResultRef::Static(value) => Ok(Number::Known(value as u64)),
            OpFoldResultRef::Value(value) => lw.slot(value).map(Number::Slot),
        })
        .collect()
}

/// The element of a memref type and its rank.
fn parts(lw: &Lowering<'_>, ty: Type) -> Lowered<(Element, usize)> {
    let memref = memref_of(lw.cx, ty).ok_or("a memref with a rank is expected")?;
    Ok((lw.element(memref.element)?, memref.shape.len()))
}

/// Writes a memref to slots.
fn set(env: &mut Env<'_>, first: Reg, handle: u64, offset: u64, sizes: &[u64], strides: &[u64]) {
    let first = first as usize;
    let rank = sizes.len();
    (env.slots[first], env.slots[first + 1]) = (handle, offset);
    env.slots[first + 2..first + 2 + rank].copy_from_slice(sizes);
    env.slots[first + 2 + rank..first + 2 + 2 * rank].copy_from_slice(strides);
}

/// Strides and offset of a type that a new buffer can have: those known, or those of row-major order.
fn layout(lw: &Lowering<'_>, ty: Type) -> Lowered<Option<(Vec<u64>, u64)>> {
    let memref = memref_of(lw.cx, ty).ok_or("a memref with a rank is expected")?;
    if memref.has_identity_layout(lw.cx) {
        return Ok(None);
    }
    match memref.strides_and_offset(lw.cx) {
        Some((strides, offset)) if offset >= 0 && strides.iter().all(|&stride| stride >= 0) => {
            Ok(Some((strides.iter().map(|&stride| stride as u64).collect(), offset as u64)))
        }
        // Dynamic strides may be row-major if the static ones are.
        Some((strides, offset)) if may_be_row_major(&strides, offset) => Ok(None),
        _ => Err(format!("a buffer of type {} is not supported by the interpreter", lw.cx.type_text(ty))),
    }
}

/// Whether a row-major buffer of any sizes can have these strides and this offset.
fn may_be_row_major(strides: &[i64], offset: i64) -> bool {
    let last = strides.len().saturating_sub(1);
    let fits = |(i, &stride): (usize, &i64)| stride < 0 || i == last && stride == 1;
    offset <= 0 && strides.iter().enumerate().all(fits)
}

/// Reports an access at a byte of an allocation that violates the op's alignment; allocations themselves are aligned.
pub(in crate::ops) fn check_alignment(env: &Env<'_>, handle: u64, at: u64, alignment: u64) -> Outcome {
    if at.is_multiple_of(alignment) {
        return Ok(());
    }
    let fault = Fault::new(format!("byte {at} of an allocation is not aligned to {alignment}"));
    Err(fault.note(env.heap.allocation(handle)?.made, "allocated here"))
}

fn alloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AllocOp::view_of(op);
    allocate(lw, op, view.memref(), view.dynamic_sizes(), Lifetime::Heap)
}

fn alloca(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AllocaOp::view_of(op);
    allocate(lw, op, view.memref(), view.dynamic_sizes(), Lifetime::Stack)
}

/// Appends: `result` is a new buffer, whose sizes that its type does not have are `dynamic`.
///
/// # Errors
///
/// If a size is missing, or the buffer cannot be held.
pub fn allocate<'a>(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    result: ValueRef<'_>,
    mut dynamic: impl Iterator<Item = ValueRef<'a>>,
    lifetime: Lifetime,
) -> Lowered {
    let mut sizes = Vec::new();
    for &extent in crate::ops::moves::shape_of(lw, result.ty())? {
        sizes.push(match extent {
            DYNAMIC => Number::Slot(lw.slot(dynamic.next().ok_or("a size is missing")?)?),
            extent => Number::Known(extent as u64),
        });
    }
    let allocate = allocate_like(lw, result, op.loc(), lifetime)?;
    lw.native(op, true, move |env| {
        let sizes: Vec<u64> = sizes.iter().map(|size| size.get(env)).collect();
        allocate(env, &sizes)
    })
}

/// A function that allocates a buffer of given sizes and the type of a result, and stores it to that.
pub(in crate::ops) fn allocate_like(
    lw: &mut Lowering<'_>,
    result: ValueRef<'_>,
    loc: Loc,
    lifetime: Lifetime,
) -> Lowered<impl Fn(&mut Env<'_>, &[u64]) -> Outcome + use<>> {
    let ty = result.ty();
    let (element, _) = parts(lw, ty)?;
    let fixed = layout(lw, ty)?;
    let (d, bits) = (lw.slot(result)?, lw.index_bits());
    Ok(move |env: &mut Env<'_>, sizes: &[u64]| {
        let max = crate::int_ops::mask(bits as u8) >> 1;
        if let Some(size) = sizes.iter().find(|&&size| size > max) {
            let size = crate::int_ops::signed(*size, bits as u8);
            return Err(Fault::new(format!("allocation of a buffer of size {size}")));
        }
        let (strides, offset) = fixed.clone().unwrap_or_else(|| (row_major(sizes), 0));
        // One after the last element.
        let mut end = offset.checked_add(1);
        for (size, stride) in sizes.iter().zip(&strides) {
            let span = size.saturating_sub(1).checked_mul(*stride);
            end = end.zip(span).and_then(|(end, span)| end.checked_add(span));
        }
        if sizes.contains(&0) {
            end = Some(0);
        }
        let bytes = end.and_then(|end| end.checked_mul(element.bytes() as u64)).unwrap_or(u64::MAX);
        let handle = env.heap.allocate(bytes, element.bytes(), lifetime, loc)?;
        env.heap.set_start(handle, offset.wrapping_mul(element.bytes() as u64));
        set(env, d, handle, offset, sizes, &strides);
        Ok(())
    })
}

fn dealloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    free(lw, op, DeallocOp::view_of(op).memref(), Lifetime::Heap)
}

/// Appends: `memref`, which is all of an allocation of a lifetime, is freed.
///
/// # Errors
///
/// If it is not a buffer.
pub fn free(lw: &mut Lowering<'_>, op: OpRef<'_>, memref: ValueRef<'_>, lifetime: Lifetime) -> Lowered {
    let (place, loc) = (lw.place(memref)?, op.loc());
    let whole = Whole::of(lw, memref)?;
    lw.native(op, true, move |env| {
        let numbers = views::memref_numbers(env, place)?;
        whole.check(env, &numbers)?;
        env.heap.free_of(lifetime, numbers[0], loc)
    })
}

/// The operand of a cast, whose result is the same buffer.
fn cast_source(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let cast = op.cast::<CastOp>().map(|view| view.source());
    cast.or_else(|| op.cast::<MemorySpaceCastOp>().map(|view| view.source()))
}

/// The check of a freed memref: it must be a whole allocation, not a part of one.
struct Whole {
    /// Bytes of an element.
    unit: usize,
    /// Whether it is the result of an op that takes a part of a buffer.
    is_part: bool,
}

impl Whole {
    fn of(lw: &Lowering<'_>, value: ValueRef<'_>) -> Lowered<Self> {
        let unit = lw.element(value.ty().element_type_or_self(lw.cx))?.bytes();
        let mut source = value.defining_op();
        while let Some(cast) = source.and_then(cast_source) {
            source = cast.defining_op();
        }
        Ok(Self { unit, is_part: source.is_some_and(|op| op.isa::<SubViewOp>() || op.isa::<ViewOp>()) })
    }

    fn check(&self, env: &Env<'_>, numbers: &[u64]) -> Outcome {
        let memref = Descriptor::of(numbers, (numbers.len() - 2) / 2);
        let allocation = env.heap.allocation(memref.handle)?;
        let start = memref.offset.wrapping_mul(self.unit as u64);
        // The base of an allocation, of rank 0 and without an offset, is valid wherever its first element is.
        let is_base = memref.sizes.is_empty() && start == 0;
        let size = memref.sizes.iter().fold(self.unit as u64, |n, &size| n.wrapping_mul(size));
        let what = match allocation.freed {
            None if start != allocation.start && !is_base => {
                format!("which begins at byte {start} of it")
            }
            None if self.is_part && size < allocation.len() as u64 => {
                format!("{size} of its {} bytes", allocation.len())
            }
            _ => return Ok(()),
        };
        let fault = Fault::new(format!("dealloc of a part of an allocation, {what}"));
        Err(fault.note(allocation.made, "allocated here"))
    }
}

fn realloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReallocOp::view_of(op);
    let (source, ty) = (view.source(), view.result().ty());
    let (from, element, loc) = (Buffer::of(lw, source)?, parts(lw, ty)?.0, op.loc());
    let size = match (view.dynamic_result_size(), ty.shape(lw.cx)) {
        (Some(size), _) => Number::Slot(lw.slot(size)?),
        (None, Some(&[size])) if size != DYNAMIC => Number::Known(size as u64),
        _ => return Err("a size is missing".to_owned()),
    };
    let (place, d) = (lw.place(source)?, lw.slot(view.result())?);
    let whole = Whole::of(lw, source)?;
    lw.native(op, true, move |env| {
        let (size, unit) = (size.get(env), element.bytes());
        let old_numbers = views::memref_numbers(env, place)?;
        whole.check(env, &old_numbers)?;
        let old = from.read(env)?;
        let bytes = size.saturating_mul(unit as u64);
        let handle = env.heap.allocate(bytes, unit, Lifetime::Heap, loc)?;
        for i in 0..old.len().min(size as usize) {
            if old.mark(i) == crate::object::VALUE {
                let target = env.heap.write(handle, (i * unit) as u64, unit)?;
                target.copy_from_slice(&old.bytes[i * unit..(i + 1) * unit]);
            }
        }
        env.heap.free(old_numbers[0], loc)?;
        set(env, d, handle, 0, &[size], &[1]);
        Ok(())
    })
}

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn alloca_scope(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AllocaScopeOp::view_of(op);
    let targets = lw.places(view.results())?;
    let (end, depth, loc) = (lw.label(), lw.new_slots(1), op.loc());
    lw.action(move |env| {
        env.slots[depth as usize] = env.heap.stack_depth() as u64;
        Ok(())
    });
    lw.region(view.body_region(), Exit { targets, label: end });
    lw.bind(end);
    lw.action(move |env| {
        env.heap.unwind(env.slots[depth as usize] as usize, loc);
        Ok(())
    });
    Ok(())
}

/// The number of a global, whose handle it is.
fn global_number(lw: &mut Lowering<'_>, global: View<'_, GlobalOp>, ty: Type) -> Lowered<u64> {
    let element = parts(lw, ty)?.0;
    let value = global.initial_value().ok_or("a global that is defined elsewhere")?;
    let count = ty.num_elements(lw.cx).ok_or("a global whose size is not known")?;
    let bytes = match value.data(lw.cx) {
        terrace_ir::AttrData::Unit => None,
        _ => Some(super::arith::constant_of(lw, value)?),
    };
    let constant = global.constant();
    let size = (count.max(0) as u64).saturating_mul(element.bytes() as u64);
    let global = global.0;
    Ok(lw.global(global, Global { bytes, size, unit: element.bytes(), constant, loc: global.loc() }))
}

fn get_global(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GetGlobalOp::view_of(op);
    let global = lw.symbol(op, view.name_attr()).and_then(|global| global.cast::<GlobalOp>());
    let global = global.ok_or("an unknown global")?;
    let ty = view.result().ty();
    if layout(lw, ty)?.is_some() {
        return Err("a global with a layout is not supported by the interpreter".to_owned());
    }
    let number = global_number(lw, global, ty)?;
    let sizes: Vec<u64> = crate::ops::moves::shape_of(lw, ty)?.iter().map(|&extent| extent as u64).collect();
    let slots = [vec![number, 0], sizes.clone(), row_major(&sizes)].concat();
    let first = lw.constants(&slots);
    lw.alias(view.result(), ValuePlace::Slots(first, slots.len() as u32));
    Ok(())
}
