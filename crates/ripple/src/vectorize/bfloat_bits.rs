//! Vectors of bfloat held as vectors of 16-bit integers, for x86.
//!
//! LLVM's code generator for x86 splits vectors until they fit its registers, and fails at some operations on what is
//! left of a vector of bfloat ([`terrace_target::Quirk::BfloatVectorsSplit`]). Those of their bits it has. So no vector
//! of bfloat is left but between a conversion, or the call of a function that takes or returns one, and a bitcast.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::{
    MaskedCompressstoreOp, MaskedExpandloadOp, MaskedGatherOp, MaskedLoadOp, MaskedScatterOp, MaskedStoreOp,
    VectorExtractOp, VectorInsertOp,
};
use terrace_dialects_llvm::ops::{
    BitcastOp, BrOp, CallOp, CondBrOp, ConstantOp, ExtractElementOp, FNegOp, FPExtOp, FreezeOp,
    InsertElementOp, LoadOp, PoisonOp, ReturnOp, SelectOp, ShlOp, ShuffleVectorOp, StoreOp, SwitchOp,
    UndefOp, XOrOp, ZExtOp, ZeroOp,
};
use terrace_ir::attrs::AttrData;
use terrace_ir::elements::int_elements;
use terrace_ir::{Attr, Context, Loc, Op, OpRef, Region, Rewriter, Signedness, TraitSet, Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_support::apint::ApInt;

use crate::functions::callee_of;
use crate::vectors::number;

/// A part of the names of specialized functions; no name of a program's contains it.
pub(super) const SPECIALIZATION: &str = "ripple.specialization.";

/// The type of vectors of bits in place of one of vectors of bfloat; `None` for other types.
pub(super) fn bits_of_bfloat(cx: &Context, ty: Type) -> Option<Type> {
    let is_bfloat = ty.element_type(cx)?.float_kind(cx) == Some(FloatKind::BF16);
    ty.with_element(cx, integer(cx, 16)).filter(|_| is_bfloat)
}

fn integer(cx: &Context, width: u32) -> Type {
    cx.integer(width, Signedness::Signless)
}

/// Holds the vectors of bfloat in a region of a function as vectors of bits. `is_specialized` says whether its
/// arguments and its result are held so, too.
pub(super) fn hold_bfloat_as_bits(rw: &mut Rewriter<'_>, region: Region, is_specialized: bool) {
    let cx = rw.cx();
    let blocks: Vec<_> = rw.body().blocks_of(region).collect();
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| rw.body().ops_of(block).collect::<Vec<_>>()).collect();
    let moving: FxHashSet<Op> =
        ops.iter().copied().filter(|&op| moves_elements(rw.op(op), is_specialized)).collect();
    let args = blocks.iter().skip(usize::from(!is_specialized)).flat_map(|&block| rw.body().args(block));
    let results = ops.iter().filter(|op| moving.contains(op)).flat_map(|&op| rw.body().results(op));
    let values: Vec<Value> = args.chain(results).collect();
    // Ops that compute with bfloat vectors, and the numbers of these operands.
    let computing: Vec<(Op, Vec<usize>)> = ops
        .iter()
        .filter(|op| !moving.contains(op))
        .map(|&op| (op, bfloat_operands(rw.op(op))))
        .filter(|(_, places)| !places.is_empty())
        .collect();
    for value in values {
        if let Some(bits) = bits_of_bfloat(cx, rw.body().value_type(value)) {
            rw.set_type(value, bits);
        }
    }
    for op in ops.into_iter().filter(|op| moving.contains(op)) {
        rw.set_insertion_point_before(op);
        move_bits(rw, op);
    }
    for (op, places) in computing {
        rw.set_insertion_point_before(op);
        compute_with_bits(rw, op, &places);
    }
}

fn bfloat_operands(op: OpRef<'_>) -> Vec<usize> {
    let is_bfloat = |ty: Type| bits_of_bfloat(op.cx(), ty).is_some();
    op.operands().enumerate().filter(|(_, operand)| is_bfloat(operand.ty())).map(|(place, _)| place).collect()
}

/// Whether an op does the same to bits of elements as to elements.
fn moves_elements(op: OpRef<'_>, is_specialized: bool) -> bool {
    if op.isa::<CallOp>() {
        return callee_of(op).is_some_and(|name| name.text(op.cx()).contains(SPECIALIZATION));
    }
    if op.isa::<ConstantOp>() {
        return dense_bits(op).is_some();
    }
    op.isa::<BitcastOp>()
        || op.isa::<LoadOp>()
        || op.isa::<StoreOp>()
        || op.isa::<SelectOp>()
        || op.isa::<ShuffleVectorOp>()
        || op.isa::<InsertElementOp>()
        || op.isa::<ExtractElementOp>()
        || op.isa::<VectorInsertOp>()
        || op.isa::<VectorExtractOp>()
        || op.isa::<MaskedLoadOp>()
        || op.isa::<MaskedStoreOp>()
        || op.isa::<MaskedGatherOp>()
        || op.isa::<MaskedScatterOp>()
        || op.isa::<MaskedExpandloadOp>()
        || op.isa::<MaskedCompressstoreOp>()
        || op.isa::<PoisonOp>()
        || op.isa::<UndefOp>()
        || op.isa::<ZeroOp>()
        || op.isa::<FreezeOp>()
        || op.isa::<FNegOp>()
        || op.isa::<BrOp>()
        || op.isa::<CondBrOp>()
        || op.isa::<SwitchOp>()
        || is_specialized && op.isa::<ReturnOp>()
}

/// The value of a constant vector of bfloat, as one of bits.
fn dense_bits(op: OpRef<'_>) -> Option<Attr> {
    let cx = op.cx();
    let constant = op.cast::<ConstantOp>()?;
    let AttrData::DenseElements { ty, data, splat } = constant.value_attr().data(cx) else {
        return None;
    };
    let bits = bits_of_bfloat(cx, *ty)?;
    let numbers: Vec<ApInt> = data
        .chunks_exact(2)
        .map(|bytes| ApInt::new(16, u64::from(u16::from_le_bytes([bytes[0], bytes[1]]))))
        .collect();
    int_elements(cx, bits, if *splat { &numbers[..1] } else { &numbers })
}

/// Completes an op that moves elements, whose results are vectors of bits now.
fn move_bits(rw: &mut Rewriter<'_>, op: Op) {
    let (cx, view) = (rw.cx(), rw.op(op));
    let loc = view.loc();
    if let Some(bits) = dense_bits(view) {
        rw.set_attr(op, "value", bits);
        return;
    }
    if let Some(cast) = view.cast::<BitcastOp>() {
        let (from, to) = (cast.arg(), cast.res());
        if from.ty() == to.ty() {
            let from = from.id();
            rw.replace_op(op, &[from]);
        }
        return;
    }
    if let Some(negation) = view.cast::<FNegOp>() {
        let (bits, ty) = (negation.operand().id(), negation.res().ty());
        if ty.element_type(cx) == Some(integer(cx, 16)) {
            let bits = held_bits(rw, bits, loc);
            let sign = number(rw, 0x8000, ty, loc);
            let value = rw.build_value(XOrOp::of(bits, sign).res(ty).loc(loc));
            rw.replace_op(op, &[value]);
        }
        return;
    }
    let is_vector_moved = |value: Value, rw: &Rewriter<'_>| {
        let element = rw.body().value_type(value).element_type(cx);
        element.is_some_and(|element| element == integer(cx, 16))
    };
    // Other ops yield elements unchanged.
    let operands: Vec<Value> = rw.op(op).operands().map(|operand| operand.id()).collect();
    for (index, &operand) in operands.iter().enumerate() {
        let bits = held_bits(rw, operand, loc);
        if bits != operand {
            rw.set_operand(op, index, bits);
        }
    }
    let is_bfloat =
        |value: Value, rw: &Rewriter<'_>| rw.body().value_type(value).float_kind(cx) == Some(FloatKind::BF16);
    if rw.op(op).isa::<InsertElementOp>() && is_bfloat(operands[1], rw) {
        let cast = bitcast(rw, operands[1], integer(cx, 16), loc);
        rw.set_operand(op, 1, cast);
    }
    if rw.op(op).isa::<ExtractElementOp>() {
        let result = rw.body().single_result(op);
        let element = rw.body().value_type(result);
        if is_bfloat(result, rw) && is_vector_moved(rw.body().operand(op, 0), rw) {
            rw.set_type(result, integer(cx, 16));
            rw.set_insertion_point_after(op);
            let cast = BitcastOp::of(result).loc(loc).res(element);
            let cast = rw.build(cast);
            let number = rw.body().single_result(cast);
            rw.replace_all_uses_except(result, number, cast.into());
        }
    }
}

/// A value, as bits if it is a vector of bfloat.
fn held_bits(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Value {
    match bits_of_bfloat(rw.cx(), rw.body().value_type(value)) {
        Some(bits) => bitcast(rw, value, bits, loc),
        None => value,
    }
}

/// Computes from vectors of bits what an op computes from vectors of bfloat, which are at some places of its operands.
fn compute_with_bits(rw: &mut Rewriter<'_>, op: Op, places: &[usize]) {
    let (cx, view) = (rw.cx(), rw.op(op));
    let loc = view.loc();
    // Debuggers are told what a variable is by its type.
    if view.has_trait(TraitSet::DebugInfo) {
        return;
    }
    if let Some(extension) = view.cast::<FPExtOp>() {
        let (bits, result) = (extension.arg().id(), extension.res().ty());
        let wide = result.with_element(cx, integer(cx, 32)).unwrap_or(result);
        let floats = result.with_element(cx, Type::F32).unwrap_or(result);
        let bits = held_bits(rw, bits, loc);
        let value = extend_bits(rw, bits, [wide, floats], loc);
        let value = match floats == result {
            true => value,
            false => rw.build_value(FPExtOp::of(value).res(result).loc(loc)),
        };
        rw.replace_op(op, &[value]);
        return;
    }
    let bfloat = cx.float(FloatKind::BF16);
    for &place in places {
        let operand = rw.body().operand(op, place);
        let ty = rw.body().value_type(operand);
        if bits_of_bfloat(cx, ty).is_none() {
            let cast = bitcast(rw, operand, ty.with_element(cx, bfloat).unwrap_or(ty), loc);
            rw.set_operand(op, place, cast);
        }
    }
}

/// The numbers of `float` whose upper halves are the bits.
fn extend_bits(rw: &mut Rewriter<'_>, bits: Value, [wide, floats]: [Type; 2], loc: Loc) -> Value {
    let extended = rw.build_value(ZExtOp::of(bits).res(wide).loc(loc));
    let sixteen = number(rw, 16, wide, loc);
    let shifted = rw.build_value(ShlOp::of(extended, sixteen).res(wide).loc(loc));
    bitcast(rw, shifted, floats, loc)
}

fn bitcast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(BitcastOp::of(value).loc(loc).res(ty))
}
