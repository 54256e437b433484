//! `arm-sve-legalize-vector-storage`: buffers of scalable vectors that can be in memory.
//!
//! Predicates of wide lanes have no representation in memory: buffers of them become buffers of byte
//! predicates, and stored and loaded values are converted. While patterns are applied, a marked cast is
//! between a new buffer and its uses.

use std::sync::{Arc, OnceLock};

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_dialects_arm::sve::{ConvertFromSvboolOp, ConvertToSvboolOp};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::memref::{
    AllocOp, AllocaOp, CollapseShapeOp, LoadOp, StoreOp, collapsed_type, is_guaranteed_collapsible,
};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_vector::transfer::{Transfer, minor_identity};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{MaskOp, ShapeCastOp, TransferReadOp, TypeCastOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    Attr, Context, DYNAMIC, Ir, Op, OpHandle, OpKind, Rewriter, Type, Value, ValueRef, VectorType, pattern,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily_below};

/// Legalizes buffers.
pub static ARM_SVE_LEGALIZE_VECTOR_STORAGE: PassDef = PassDef {
    name: "arm-sve-legalize-vector-storage",
    class: "LegalizeVectorStorage",
    doc: "Ensures stores of SVE vector types will be legal",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(LegalizeVectorStorage { set: OnceLock::new() }))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
pub static PATTERNS: &[Pattern] = &[
    pattern!("RelaxScalableVectorAllocaAlignment", AllocaOp, relax_alignment),
    pattern!("LegalizeSVEMaskAllocation<AllocaOp>", AllocaOp, |rw, op| widen_result(rw, op.into())),
    pattern!("LegalizeSVEMaskAllocation<AllocOp>", AllocOp, |rw, op| widen_result(rw, op.into())),
    pattern!("LegalizeSVEMaskTypeCastConversion", TypeCastOp, widen_type_cast),
    pattern!("LegalizeSVEMaskStoreConversion", StoreOp, store),
    pattern!("LegalizeSVEMaskLoadConversion", LoadOp, load),
    pattern!("LegalizeTransferRead", TransferReadOp, transfer_read),
];

/// The attribute of casts between buffers before and after.
const TAG: &str = "__arm_sve_legalize_vector_storage__";

struct LegalizeVectorStorage {
    set: OnceLock<PatternSet>,
}

impl IrPass for LegalizeVectorStorage {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            set.add_all(&cx, PATTERNS);
            set
        });
        apply_greedily_below(ir, op, set, &GreedyOptions::bottom_up(), run)?;
        // Casts that are left have uses that take no other buffer.
        let target = ConversionTarget::new()
            .dynamic::<UnrealizedConversionCastOp>(&cx, |cast| cast.discardable_attr(TAG).is_none());
        let conversion = Conversion { target, patterns: ConversionPatterns::new() };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

/// The vector with sixteen lanes instead, if it is a mask of fewer whose last extent alone is scalable.
fn svbool_of(cx: &Context, ty: Type) -> Option<Type> {
    let mask = as_vector(cx, ty)?;
    let (scalable, front) = mask.scalable.split_last()?;
    let (lanes, outer) = mask.shape.split_last()?;
    let is_mask = mask.element == Type::I1
        && *scalable
        && !front.contains(&true)
        && *lanes < 16
        && u64::try_from(*lanes).is_ok_and(u64::is_power_of_two);
    is_mask.then(|| VectorType::get_scalable(cx, &[outer, &[16]].concat(), mask.scalable, mask.element))
}

/// The buffer of such vectors instead.
fn widened_buffer(cx: &Context, ty: Type) -> Option<Type> {
    let buffer = memref(cx, ty)?;
    Some(MemRef { element: svbool_of(cx, buffer.element)?, ..buffer }.ty(cx))
}

/// The buffer that a marked cast is of.
fn legal_buffer(value: ValueRef<'_>) -> Option<Value> {
    let cast = value.defining_op()?;
    cast.discardable_attr(TAG)?;
    cast.isa::<UnrealizedConversionCastOp>().then(|| cast.operands().next().map(ValueRef::id))?
}

/// The backend aligns by the whole vector otherwise, for more than it supports.
fn relax_alignment(rw: &mut Rewriter<'_>, op: AllocaOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let element = as_vector(cx, memref(cx, view.memref().ty())?.element)?;
    if !element.is_scalable() || view.alignment().is_some() {
        return None;
    }
    let alignment = if element.element == Type::I1 { 2 } else { 16 };
    let slot = AllocaOp::DEF.props.iter().position(|prop| prop.name == "alignment")?;
    rw.set_prop(op, slot, cx.int_attr(Type::I64, alignment));
    Some(())
}

/// Replaces an op by a copy of it whose result has a wider type, and a marked cast.
fn replace_by_cast(rw: &mut Rewriter<'_>, op: Op, change: impl FnOnce(&mut Rewriter<'_>, Op)) -> Option<()> {
    let cx = rw.cx();
    let (ty, loc) = (rw.op(op).single_result().ty(), rw.body().loc(op));
    let wide = widened_buffer(cx, ty)?;
    rw.set_insertion_point_before(op);
    let copy = rw.clone_op(op, &mut IrMapping::new())?;
    change(rw, copy);
    let buffer = rw.op(copy).single_result().id();
    rw.set_type(buffer, wide);
    rw.set_insertion_point_after(copy);
    let cast = rw.build(UnrealizedConversionCastOp::of(&[buffer]).outputs(&[ty]).loc(loc));
    rw.set_attr(cast, TAG, Attr::UNIT);
    rw.replace_op_with(op, cast);
    Some(())
}

fn widen_result(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    replace_by_cast(rw, op, |_, _| ())
}

fn widen_type_cast(rw: &mut Rewriter<'_>, op: TypeCastOp) -> Option<()> {
    let view = op.view(rw);
    widened_buffer(rw.cx(), view.result().ty())?;
    let buffer = legal_buffer(view.memref())?;
    replace_by_cast(rw, op.into(), |rw, copy| rw.set_operand(copy, 0, buffer))
}

fn store(rw: &mut Rewriter<'_>, op: StoreOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (stored, loc) = (view.value(), view.0.loc());
    let ty = svbool_of(cx, stored.ty())?;
    let buffer = legal_buffer(view.memref())?;
    let stored = stored.id();
    rw.set_insertion_point_before(op);
    let converted = rw.build_value(ConvertToSvboolOp::of(stored).result(ty).loc(loc));
    let copy = rw.clone_op(op.into(), &mut IrMapping::new())?;
    rw.set_operand(copy, 0, converted);
    rw.set_operand(copy, 1, buffer);
    rw.erase_op(op);
    Some(())
}

fn load(rw: &mut Rewriter<'_>, op: LoadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let wide = svbool_of(cx, ty)?;
    let buffer = legal_buffer(view.memref())?;
    rw.set_insertion_point_before(op);
    let copy = rw.clone_op(op.into(), &mut IrMapping::new())?;
    rw.set_operand(copy, 0, buffer);
    let loaded = rw.op(copy).single_result().id();
    rw.set_type(loaded, wide);
    rw.set_insertion_point_after(copy);
    let converted = rw.build_value(ConvertFromSvboolOp::of(loaded).result(ty).loc(loc));
    rw.replace_op(op, &[converted]);
    Some(())
}

/// The number of last dimensions of a buffer that adjoin.
fn contiguous_dims(cx: &Context, buffer: &MemRef<'_>) -> usize {
    let rank = buffer.shape.len();
    if buffer.has_identity_layout(cx) {
        return rank;
    }
    let Some((strides, _)) = buffer.strides_and_offset(cx) else { return 0 };
    let mut product: i64 = 1;
    for at in (0..rank).rev() {
        let extent = buffer.shape[at];
        if extent == 1 {
            continue;
        }
        if strides[at] != product {
            return rank - at - 1;
        }
        if extent == DYNAMIC {
            return rank - at;
        }
        product = product.wrapping_mul(extent);
    }
    rank
}

/// Reads a vector with a scalable extent that is not its last as one whose last extent is scalable.
fn transfer_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let transfer = Transfer::of(view.0)?;
    let (own, loc) = (vector(cx, transfer.vector), view.0.loc());
    if transfer.mask.is_some() || view.0.parent_op().is_some_and(|around| around.isa::<MaskOp>()) {
        return rw.notify_match_failure(op, "masked transfers not-supported");
    }
    if !transfer.permutation_map().is_minor_identity() {
        return rw.notify_match_failure(op, "non-identity permutation");
    }
    if own.rank() < 2 || own.scalable.iter().filter(|&&scalable| scalable).count() != 1 {
        return rw.notify_match_failure(op, "wrong dimensions");
    }
    let first = own.scalable.iter().position(|&scalable| scalable)?;
    let count = own.rank() - first;
    if count < 2 {
        return rw.notify_match_failure(op, "scalable dimension is trailing");
    }
    let buffer = match memref(cx, transfer.shaped) {
        Some(buffer) if contiguous_dims(cx, &buffer) >= count => buffer,
        _ => return rw.notify_match_failure(op, "non-contiguous memref dimensions to collapse"),
    };
    let rank = buffer.shape.len();
    if !buffer.shape[rank + 1 - count..].iter().eq(&own.shape[first + 1..]) {
        return rw.notify_match_failure(op, "memref and vector dimensions do not match");
    }
    let in_bounds = transfer.in_bounds();
    if in_bounds.get(first + 1..)?.contains(&false) {
        return rw.notify_match_failure(op, "out-of-bounds transfer from a dimension to collapse");
    }
    let kept = rank + 1 - count;
    let mut groups: Vec<Vec<i64>> = (0..kept as i64).map(|dim| vec![dim]).collect();
    groups.last_mut()?.extend(kept as i64..rank as i64);
    if !is_guaranteed_collapsible(cx, &buffer, &groups) {
        return None;
    }
    let (base, padding) = (view.base().id(), view.padding().id());
    let indices: Vec<Value> = view.indices().map(ValueRef::id).take(kept).collect();
    let collapsed = collapsed_type(cx, &buffer, &groups)?;
    let mut shape = own.shape[..=first].to_vec();
    shape[first] = own.shape[first..].iter().fold(1, |all, &extent| all.wrapping_mul(extent));
    let row = VectorType::get_scalable(cx, &shape, &own.scalable[..=first], own.element);
    let map = minor_identity(cx, collapsed, row)?;
    let flags: Vec<Attr> = in_bounds[..=first].iter().map(|&flag| cx.bool_attr(flag)).collect();
    rw.set_insertion_point_before(op);
    let base = rw.build_value(
        CollapseShapeOp::of(base).reassociation_attr(groups_attr(cx, &groups)).result(collapsed).loc(loc),
    );
    let read = TransferReadOp::of(base, padding).loc(loc).indices(&indices);
    let read = read.permutation_map_attr(cx.affine_map_attr(map)).in_bounds_attr(cx.array_attr(&flags));
    let read = rw.build_value(read.vector(row));
    rw.replace(op, ShapeCastOp::of(read));
    Some(())
}
