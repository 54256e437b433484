//! Buffers of elements narrower than what memory is accessed by: buffers with one dimension of wider elements.

use std::sync::Arc;

use terrace_affine::AffineExpr;
use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter};
use terrace_dialects_core::arith::{
    self, AndIOp, AtomicRMWKind, BitcastOp, ExtUIOp, IndexCastOp, OrIOp, ShLIOp, ShRSIOp, TruncIOp, XOrIOp,
};
use terrace_dialects_mem::index_values::{indices, value_of};
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::causes::NARROW;
use terrace_dialects_mem::memref::*;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc, create_alloca};
use terrace_dialects_mem::slices::mixed;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Signedness, Type, TypeData,
    Value,
};
use terrace_support::apint::ApInt;

use super::strided_metadata::add_known_metadata;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_passes_shared::linearize::{
    Strided, as_indices, element_bits, linearized, strided, suffix_products,
};

/// Converts buffers of elements of fewer than `width` bits.
pub fn add_narrow_memref_conversion(converter: TypeConverter, width: u32) -> TypeConverter {
    converter.add_nested_conversion(move |types, ty| {
        let cx = types.cx;
        let from = memref(cx, ty)?;
        let bits = from.element.bit_width(cx).filter(|&bits| bits > 0 && bits < width)?;
        let signedness = match from.element.data(cx) {
            TypeData::Integer { signedness, .. } => *signedness,
            TypeData::Float(_) => Signedness::Signless,
            _ => return None,
        };
        let Some((strides, offset)) = from.strides_and_offset(cx) else { return Some(None) };
        if strides.last().is_some_and(|&stride| stride != 1) {
            return Some(None);
        }
        let layout = match offset {
            0 => None,
            DYNAMIC => Some(strided_layout(cx, DYNAMIC, &[1])),
            offset => {
                let offset = offset.checked_mul(i64::from(bits))?;
                if offset % i64::from(width) != 0 {
                    return None;
                }
                Some(strided_layout(cx, offset / i64::from(width), &[1]))
            }
        };
        let shape = linear_shape(from.shape, i64::from(width / bits));
        let element = cx.integer(width, signedness);
        Some(Some(vec![MemRef { shape: &shape, element, layout, space: from.space }.ty(cx)]))
    })
}

/// The shape of a buffer of wider elements.
fn linear_shape(shape: &[i64], scale: i64) -> Vec<i64> {
    if shape.is_empty() {
        return Vec::new();
    }
    if shape.contains(&DYNAMIC) {
        return vec![DYNAMIC];
    }
    let elements = shape.iter().fold(1i64, |product, &extent| product.wrapping_mul(extent));
    vec![elements.wrapping_add(scale - 1) / scale]
}

/// Adds the patterns on buffers. Stores are read-modify-write sequences, atomic ones if `atomic`.
pub fn populate_memref_narrow_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
    atomic: bool,
) {
    macro_rules! add {
        ($($op:ty, $name:literal, $convert:expr;)*) => {$(
            patterns.add_with_type_converter::<$op>(cx, $name, converter, $convert);
        )*};
    }
    add! {
        AllocOp, "ConvertMemRefAllocation<AllocOp>", |rw, op, adaptor| allocation(rw, op.into(), adaptor);
        AllocaOp, "ConvertMemRefAllocation<AllocaOp>", |rw, op, adaptor| allocation(rw, op.into(), adaptor);
        CopyOp, "ConvertMemRefCopy", copy;
        DeallocOp, "ConvertMemRefDealloc", |rw, op, adaptor| rw.replace_converted(op, adaptor);
        CollapseShapeOp, "ConvertMemRefCollapseShape", |rw, op, adaptor| reshape(rw, op.into(), adaptor);
        ExpandShapeOp, "ConvertMemRefExpandShape", |rw, op, adaptor| reshape(rw, op.into(), adaptor);
        LoadOp, "ConvertMemRefLoad", load;
        AssumeAlignmentOp, "ConvertMemRefAssumeAlignment", |rw, op, adaptor| rw.replace_converted(op, adaptor);
        MemorySpaceCastOp, "ConvertMemRefMemorySpaceCast", |rw, op, adaptor| rw.replace_converted(op, adaptor);
        SubViewOp, "ConvertMemRefSubview", subview;
        ReinterpretCastOp, "ConvertMemRefReinterpretCast", reinterpret_cast;
    }
    let stores =
        move |rw: &mut ConversionRewriter<'_>, op: StoreOp, adaptor: &Adaptor| store(rw, op, adaptor, atomic);
    patterns.add_with_type_converter::<StoreOp>(cx, "ConvertMemrefStore", converter, stores);
    add_known_metadata(cx, patterns);
}

/// The type that a buffer's is converted to; `None`, with a reason, if it is not.
fn converted_buffer(rw: &mut ConversionRewriter<'_>, op: Op, ty: Type) -> Option<Type> {
    let cx = rw.cx();
    match rw.converter()?.convert_to_one(cx, ty).filter(|&ty| memref(cx, ty).is_some()) {
        Some(ty) => Some(ty),
        None => {
            let reason = format!("failed to convert memref type: {}", cx.type_text(ty));
            rw.notify_match_failure(op, &reason)
        }
    }
}

/// The bit widths of the narrow and the wide elements. `None`, with a match failure, unless the narrow width divides
/// the wide one.
fn scale_of(rw: &mut ConversionRewriter<'_>, op: Op, from: Type, to: Type) -> Option<(i64, i64)> {
    let (narrow, wide) = (element_bits(rw, from)?, element_bits(rw, to)?);
    match wide % narrow {
        0 => Some((narrow, wide)),
        _ => rw.notify_match_failure(op, "only dstBits % srcBits == 0 supported"),
    }
}

fn allocation(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.single_result().ty());
    let on_stack = view.isa::<AllocaOp>();
    let (dynamic, symbols, alignment) = match view.cast::<AllocOp>() {
        Some(alloc) => (
            alloc.dynamic_sizes().map(|v| v.id()).collect::<Vec<Value>>(),
            alloc.symbol_operands().len(),
            alloc.alignment_attr(),
        ),
        None => {
            let alloca = AllocaOp::view_of(view);
            (
                alloca.dynamic_sizes().map(|v| v.id()).collect(),
                alloca.symbol_operands().len(),
                alloca.alignment_attr(),
            )
        }
    };
    let to = converted_buffer(rw, op, ty)?;
    let (narrow, wide) = (element_bits(rw, ty)?, element_bits(rw, to)?);
    let flat = adaptor.flat();
    let symbols = flat.get(flat.len() - symbols..)?;
    let shape = ty.shape(cx)?;
    let mut values = dynamic.into_iter();
    let sizes: Option<Vec<OpFoldResult>> = shape
        .iter()
        .map(|&extent| match extent {
            DYNAMIC => values.next().map(OpFoldResult::Value),
            extent => Some(OpFoldResult::Static(extent)),
        })
        .collect();
    let sizes = sizes?;
    rw.set_insertion_point_before(op);
    let mut linear_size = None;
    if !sizes.is_empty() {
        let strides = suffix_products(rw, loc, &sizes);
        let layout = Strided { offset: OpFoldResult::Static(0), sizes, strides };
        let whole = linearized(rw, loc, wide / narrow, &layout, &[])?;
        if !to.has_static_shape(cx) {
            linear_size = Some(value_of(rw, whole.size, loc));
        }
    }
    let linear_size: Vec<Value> = linear_size.into_iter().collect();
    let spec = AllocSpec { sizes: &linear_size, symbols, alignment };
    let new = match on_stack {
        true => create_alloca(rw, spec, to, loc, &NARROW),
        false => create_alloc(rw, spec, to, loc, &NARROW),
    };
    let new = rw.value(new).defining_op().map(|op| op.id())?;
    rw.replace_op_with(op, new);
    Some(())
}

fn copy(rw: &mut ConversionRewriter<'_>, op: CopyOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let layouts = [view.source(), view.target()].map(|buffer| memref(cx, buffer.ty()));
    if let [Some(source), Some(target)] = layouts
        && source.layout_map(cx) != target.layout_map(cx)
    {
        return rw.notify_match_failure(
            op,
            "memref.copy emulation with distinct layouts is currently unimplemented",
        );
    }
    rw.replace_converted(op, adaptor)
}

/// A buffer in another shape is the same buffer with one dimension.
fn reshape(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let source = adaptor.operand(0);
    let ty = rw.body().value_type(source);
    memref(rw.cx(), ty).filter(|ty| ty.shape.len() == 1)?;
    rw.replace_op(op, &[source]);
    Some(())
}

/// The number of an element of a buffer.
fn element_index(
    rw: &mut Rewriter<'_>,
    buffer: Value,
    at: &[OpFoldResult],
    loc: Loc,
) -> Option<OpFoldResult> {
    let layout = strided(rw, buffer, loc)?;
    Some(linearized(rw, loc, 1, &layout, at)?.index)
}

fn load(rw: &mut ConversionRewriter<'_>, op: LoadOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, old_ty, element) = (view.0.loc(), view.memref().ty(), view.result().ty());
    let old_buffer = view.memref().id();
    let buffer = adaptor.of(rw, op).memref();
    let ty = rw.body().value_type(buffer);
    let widths = scale_of(rw, op.into(), old_ty, ty)?;
    let wide = memref(cx, ty)?.element;
    let result_ty = rw.converter()?.convert_to_one(cx, element)?;
    let at: Vec<Value> = adaptor.flat()[1..].to_vec();
    rw.set_insertion_point_before(op);
    let mut bits = None;
    if memref(cx, ty)?.shape.is_empty() {
        bits = Some(rw.build_value(LoadOp::of(buffer, &[]).result(wide).loc(loc)));
    }
    let bits = match bits {
        Some(bits) => bits,
        None => {
            let at = as_indices(rw, &at);
            let element = element_index(rw, old_buffer, &at, loc)?;
            let unit = unit_of(rw, element, widths, loc);
            let loaded = rw.build_value(LoadOp::of(buffer, &[unit]).loc(loc).result(wide));
            let shift = shift_of(rw, element, widths, loc);
            rw.build_value(ShRSIOp::of(loaded, shift).result(wide).loc(loc))
        }
    };
    let int_ty = match result_ty.is_integer(cx) {
        true => result_ty,
        false => cx.integer(result_ty.bit_width(cx)?, Signedness::Signless),
    };
    let mut result = if int_ty == wide {
        let mask = low_bits(rw, wide, widths.0, loc)?;
        rw.build_value(AndIOp::of(bits, mask).result(wide).loc(loc))
    } else {
        rw.build_value(TruncIOp::of(bits).out(int_ty).loc(loc))
    };
    if int_ty != result_ty {
        result = rw.build_value(BitcastOp::of(result).out(result_ty).loc(loc));
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// The wide element that holds a narrow one.
fn unit_of(rw: &mut Rewriter<'_>, element: OpFoldResult, (narrow, wide): (i64, i64), loc: Loc) -> Value {
    let scale = AffineExpr::constant(wide / narrow);
    let unit = apply_expr(rw, AffineExpr::floor_div(AffineExpr::symbol(0), scale), &[element], loc);
    value_of(rw, unit, loc)
}

/// By how many bits a narrow element is shifted in the wide one.
fn shift_of(rw: &mut Rewriter<'_>, element: OpFoldResult, (narrow, wide): (i64, i64), loc: Loc) -> Value {
    let scale = AffineExpr::constant(wide / narrow);
    let expr = AffineExpr::modulo(AffineExpr::symbol(0), scale) * AffineExpr::constant(narrow);
    let shift = apply_expr(rw, expr, &[element], loc);
    let shift = value_of(rw, shift, loc);
    let ty = rw.cx().integer(wide as u32, Signedness::Signless);
    rw.build_value(IndexCastOp::of(shift).out(ty).loc(loc))
}

fn number(rw: &mut Rewriter<'_>, ty: Type, number: ApInt, loc: Loc) -> Value {
    let attr = rw.cx().attr(AttrData::Integer { ty, value: number });
    rw.build_value(arith::ConstantOp::of().value_attr(attr).result(ty).loc(loc))
}

/// Ones in the low bits of a type.
fn low_bits(rw: &mut Rewriter<'_>, ty: Type, bits: i64, loc: Loc) -> Option<Value> {
    let width = ty.bit_width(rw.cx())?;
    let ones = ApInt::all_ones(width).lshr_by(width.checked_sub(bits as u32)?);
    Some(number(rw, ty, ones, loc))
}

fn store(rw: &mut ConversionRewriter<'_>, op: StoreOp, adaptor: &Adaptor, atomic: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, old_ty, old_buffer) = (view.0.loc(), view.memref().ty(), view.memref().id());
    let (mut value, buffer) = (adaptor.of(rw, op).value(), adaptor.of(rw, op).memref());
    let ty = rw.body().value_type(buffer);
    let widths = scale_of(rw, op.into(), old_ty, ty)?;
    let wide = cx.integer(widths.1 as u32, Signedness::Signless);
    let at: Vec<Value> = adaptor.flat()[2..].to_vec();
    rw.set_insertion_point_before(op);
    let value_ty = rw.body().value_type(value);
    if !value_ty.is_integer(cx) {
        let bits = cx.integer(value_ty.bit_width(cx)?, Signedness::Signless);
        value = rw.build_value(BitcastOp::of(value).out(bits).loc(loc));
    }
    let extended = rw.build_value(ExtUIOp::of(value).out(wide).loc(loc));
    if memref(cx, ty)?.shape.is_empty() {
        if atomic {
            let kind: Attr = enum_attr(cx, AtomicRMWKind::Assign);
            let assign = AtomicRMWOp::of(extended, buffer, &[]).loc(loc).kind_attr(kind);
            rw.build(assign.result(wide));
        } else {
            rw.build(StoreOp::of(extended, buffer, &[]).loc(loc));
        }
        rw.erase_op(op);
        return Some(());
    }
    let at = as_indices(rw, &at);
    let element = element_index(rw, old_buffer, &at, loc)?;
    let unit = unit_of(rw, element, widths, loc);
    let shift = shift_of(rw, element, widths, loc);
    let mask = low_bits(rw, wide, widths.0, loc)?;
    let inverse = rw.build_value(ShLIOp::of(mask, shift).result(wide).loc(loc));
    let ones = number(rw, wide, ApInt::all_ones(widths.1 as u32), loc);
    let mask = rw.build_value(XOrIOp::of(inverse, ones).result(wide).loc(loc));
    let aligned = rw.build_value(ShLIOp::of(extended, shift).result(wide).loc(loc));
    if atomic {
        for (kind, value) in [(AtomicRMWKind::Andi, mask), (AtomicRMWKind::Ori, aligned)] {
            let kind: Attr = enum_attr(cx, kind);
            rw.build(AtomicRMWOp::of(value, buffer, &[unit]).loc(loc).kind_attr(kind).result(wide));
        }
    } else {
        let before = rw.build_value(LoadOp::of(buffer, &[unit]).loc(loc).result(wide));
        let cleared = rw.build_value(AndIOp::of(before, mask).result(wide).loc(loc));
        let merged = rw.build_value(OrIOp::of(cleared, aligned).result(wide).loc(loc));
        rw.build(StoreOp::of(merged, buffer, &[unit]).loc(loc));
    }
    rw.erase_op(op);
    Some(())
}

/// Whether the elements of a buffer of static shape are next to each other, in order.
fn is_contiguous(cx: &Context, ty: &MemRef<'_>) -> bool {
    let Some((strides, _)) = ty.strides_and_offset(cx) else { return false };
    if ty.shape.contains(&DYNAMIC) {
        return false;
    }
    let mut running = 1i64;
    let mut outer = strides.len();
    while outer > 0 && strides[outer - 1] == running {
        running = running.wrapping_mul(ty.shape[outer - 1]);
        outer -= 1;
    }
    ty.shape[..outer].iter().all(|&extent| extent == 1)
}

fn subview(rw: &mut ConversionRewriter<'_>, op: SubViewOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, from, source) = (view.0.loc(), view.result().ty(), view.source().id());
    let [static_offsets, static_sizes, static_strides] =
        [view.static_offsets().to_vec(), view.static_sizes().to_vec(), view.static_strides().to_vec()];
    let sizes = indices(&mixed(view.0, 1));
    let to = converted_buffer(rw, op.into(), from)?;
    let (narrow, wide) = scale_of(rw, op.into(), from, to)?;
    if static_strides.iter().any(|&stride| stride != 1) {
        return rw.notify_match_failure(op, "stride != 1 is not supported");
    }
    if !is_contiguous(cx, &memref(cx, from)?) {
        return rw.notify_match_failure(op, "the result memref type is not contiguous");
    }
    if static_sizes.contains(&DYNAMIC) || static_offsets.last() == Some(&DYNAMIC) {
        return rw.notify_match_failure(op, "dynamic size or offset is not supported");
    }
    let mut values = adaptor.flat().into_iter().skip(1);
    let offsets: Option<Vec<OpFoldResult>> = static_offsets
        .iter()
        .map(|&offset| match offset {
            DYNAMIC => values.next().map(OpFoldResult::Value),
            offset => Some(OpFoldResult::Static(offset)),
        })
        .collect();
    rw.set_insertion_point_before(op);
    let layout = strided(rw, source, loc)?;
    let stride = *layout.strides.last()?;
    let layout = Strided { sizes, ..layout };
    let part = linearized(rw, loc, wide / narrow, &layout, &offsets?)?;
    let source = adaptor.of(rw, op).source();
    let new = rw.build(
        SubViewOp::of(source)
            .loc(loc)
            .mixed_offsets(&[part.index])
            .mixed_sizes(&[part.size])
            .mixed_strides(&[stride])
            .result(to),
    );
    rw.replace_op_with(op, new);
    Some(())
}

fn reinterpret_cast(rw: &mut ConversionRewriter<'_>, op: ReinterpretCastOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, from) = (view.0.loc(), view.result().ty());
    let [offsets, sizes, strides] =
        [view.static_offsets().to_vec(), view.static_sizes().to_vec(), view.static_strides().to_vec()];
    let to = converted_buffer(rw, op.into(), from)?;
    if memref(cx, from)?.shape.len() > 1 {
        return rw.notify_match_failure(op, "subview with rank > 1 is not supported");
    }
    let (narrow, wide) = scale_of(rw, op.into(), from, to)?;
    if strides.iter().any(|&stride| stride != 1) {
        return rw.notify_match_failure(op, "stride != 1 is not supported");
    }
    let offset = *offsets.first()?;
    if sizes.contains(&DYNAMIC) || offset == DYNAMIC {
        return rw.notify_match_failure(op, "dynamic size or offset is not supported");
    }
    let scale = wide / narrow;
    if offset % scale != 0 {
        return rw.notify_match_failure(op, "offset not multiple of elementsPerByte is not supported");
    }
    let fixed = |list: Vec<i64>| list.into_iter().map(OpFoldResult::Static).collect::<Vec<OpFoldResult>>();
    let sizes = sizes.iter().take(1).map(|&size| (size + scale - 1).div_euclid(scale)).collect();
    rw.set_insertion_point_before(op);
    let source = adaptor.of(rw, op).source();
    let new = rw.build(
        ReinterpretCastOp::of(source)
            .loc(loc)
            .mixed_offsets(&[OpFoldResult::Static(offset / scale)])
            .mixed_sizes(&fixed(sizes))
            .mixed_strides(&fixed(strides))
            .result(to),
    );
    rw.replace_op_with(op, new);
    Some(())
}
