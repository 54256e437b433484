//! The dialect arith.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use terrace_dialects_core::arith::{
    AddFOp, AddIOp, AddUIExtendedOp, AndIOp, BitcastOp, CeilDivSIOp, CeilDivUIOp, CmpFOp, CmpIOp, ConstantOp,
    DivFOp, DivSIOp, DivUIOp, ExtFOp, ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp, FloorDivSIOp, IndexCastOp,
    IndexCastUIOp, IntegerOverflowFlags, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp,
    MinUIOp, MinimumFOp, MulFOp, MulIOp, MulSIExtendedOp, MulUIExtendedOp, NegFOp, OrIOp, RemFOp, RemSIOp,
    RemUIOp, RoundingMode, SIToFPOp, ScalingExtFOp, ScalingTruncFOp, SelectOp, ShLIOp, ShRSIOp, ShRUIOp,
    SubFOp, SubIOp, TruncFOp, TruncIOp, UIToFPOp, XOrIOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, AttrData, Blob, Context, OpKind, OpRef, Type, ValueRef};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};

use super::elementwise::{
    binary_slots, elementwise, elementwise_marked, first_mark, float, integer, operand_scalar, poison_flags,
    result_scalar, scalar_of, set_float, set_integer, unary_slots,
};
use super::moves::element_of;
use crate::fault::Fault;
use crate::float_ops::{FloatOp, Zeros, exact};
use crate::inst::Inst;
use crate::int_ops::{EXACT, IntOp, NSW, NUW, narrow, wide};
use crate::layout::Scalar;
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};
use crate::object::{Array, Constant, VALUE};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "arith", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (ConstantOp::DEF, &constant),
    (AddIOp::DEF, &FlaggedIntBinary(IntOp::Add, |op| overflow_bits(AddIOp::view_of(op).overflow_flags()))),
    (SubIOp::DEF, &FlaggedIntBinary(IntOp::Sub, |op| overflow_bits(SubIOp::view_of(op).overflow_flags()))),
    (MulIOp::DEF, &FlaggedIntBinary(IntOp::Mul, |op| overflow_bits(MulIOp::view_of(op).overflow_flags()))),
    (AndIOp::DEF, &IntBinary(IntOp::And)),
    (OrIOp::DEF, &IntBinary(IntOp::Or)),
    (XOrIOp::DEF, &IntBinary(IntOp::Xor)),
    (ShLIOp::DEF, &FlaggedIntBinary(IntOp::Shl, |op| overflow_bits(ShLIOp::view_of(op).overflow_flags()))),
    (ShRSIOp::DEF, &FlaggedIntBinary(IntOp::ShrS, |op| exact_bits(ShRSIOp::view_of(op).is_exact()))),
    (ShRUIOp::DEF, &FlaggedIntBinary(IntOp::ShrU, |op| exact_bits(ShRUIOp::view_of(op).is_exact()))),
    (DivSIOp::DEF, &FlaggedIntBinary(IntOp::DivS, |op| exact_bits(DivSIOp::view_of(op).is_exact()))),
    (DivUIOp::DEF, &FlaggedIntBinary(IntOp::DivU, |op| exact_bits(DivUIOp::view_of(op).is_exact()))),
    (CeilDivSIOp::DEF, &IntBinary(IntOp::CeilDivS)),
    (CeilDivUIOp::DEF, &IntBinary(IntOp::CeilDivU)),
    (FloorDivSIOp::DEF, &IntBinary(IntOp::FloorDivS)),
    (RemSIOp::DEF, &IntBinary(IntOp::RemS)),
    (RemUIOp::DEF, &IntBinary(IntOp::RemU)),
    (MaxSIOp::DEF, &IntBinary(IntOp::MaxS)),
    (MaxUIOp::DEF, &IntBinary(IntOp::MaxU)),
    (MinSIOp::DEF, &IntBinary(IntOp::MinS)),
    (MinUIOp::DEF, &IntBinary(IntOp::MinU)),
    (AddUIExtendedOp::DEF, &Extended(IntOp::Add, IntOp::AddCarry)),
    (MulSIExtendedOp::DEF, &Extended(IntOp::Mul, IntOp::MulHighS)),
    (MulUIExtendedOp::DEF, &Extended(IntOp::Mul, IntOp::MulHighU)),
    (AddFOp::DEF, &FloatBinary(FloatOp::Add)),
    (SubFOp::DEF, &FloatBinary(FloatOp::Sub)),
    (MulFOp::DEF, &FloatBinary(FloatOp::Mul)),
    (DivFOp::DEF, &FloatBinary(FloatOp::Div)),
    (RemFOp::DEF, &FloatBinary(FloatOp::Rem)),
    (MaximumFOp::DEF, &FloatBinary(FloatOp::Maximum)),
    (MinimumFOp::DEF, &FloatBinary(FloatOp::Minimum)),
    (MaxNumFOp::DEF, &FloatBinary(FloatOp::MaxNum(Zeros::Ordered))),
    (MinNumFOp::DEF, &FloatBinary(FloatOp::MinNum(Zeros::Ordered))),
    (NegFOp::DEF, &negate),
    (CmpIOp::DEF, &compare_integers),
    (CmpFOp::DEF, &compare_floats),
    (SelectOp::DEF, &select),
    (ExtUIOp::DEF, &Convert(extend_unsigned)),
    (ExtSIOp::DEF, &Convert(extend_signed)),
    (TruncIOp::DEF, &truncate),
    (IndexCastOp::DEF, &Convert(extend_signed)),
    (IndexCastUIOp::DEF, &Convert(extend_unsigned)),
    (BitcastOp::DEF, &bitcast),
    (ExtFOp::DEF, &ConvertFloat(|_| None)),
    (TruncFOp::DEF, &ConvertFloat(|op| TruncFOp::view_of(op).roundingmode())),
    (ScalingExtFOp::DEF, &scaling_extend),
    (ScalingTruncFOp::DEF, &scaling_truncate),
    (SIToFPOp::DEF, &FromInteger(true)),
    (UIToFPOp::DEF, &FromInteger(false)),
    (FPToSIOp::DEF, &ToInteger(true)),
    (FPToUIOp::DEF, &ToInteger(false)),
];

/// The slots of a number that an attribute holds.
pub fn number_of(lw: &Lowering<'_>, attr: Attr) -> Option<Vec<u64>> {
    match attr.data(lw.cx) {
        AttrData::Integer { ty, value } => {
            let width = lw.element(*ty).ok()?.scalar.bits();
            let value = if value.width() > width { value.trunc(width) } else { value.sext(width) };
            Some(value.words().to_vec())
        }
        _ => {
            let value = attr.as_float(lw.cx)?;
            let mut slots = vec![0; Scalar::Float(value.kind()).slots() as usize];
            set_float(value, &mut slots);
            Some(slots)
        }
    }
}

/// The shaped type and the bytes of a dense constant, and whether these are one element for the whole shape.
fn dense_of(cx: &Context, attr: Attr) -> Lowered<(Type, Blob, bool)> {
    match attr.data(cx) {
        AttrData::DenseElements { ty, data, splat } => Ok((*ty, data.clone(), *splat)),
        AttrData::DenseResource { ty, key } => {
            let key = key.text(cx);
            let (_, data) =
                cx.resources.builtin_blob(key).ok_or_else(|| format!("the resource '{key}' has no data"))?;
            // Files disagree on the layout of numbers that fill no bytes.
            let bits = ty
                .element_type(cx)
                .and_then(|element| if element == Type::INDEX { Some(64) } else { element.bit_width(cx) });
            let bytes = bits.filter(|bits| bits % 8 == 0).map(|bits| u64::from(bits / 8));
            let Some(bytes) = bytes else {
                return Err(
                    "a resource of elements of this type is not supported by the interpreter".to_owned()
                );
            };
            let size = ty.num_elements(cx).and_then(|count| count.unsigned_abs().checked_mul(bytes));
            let size = size.ok_or("a constant whose elements are too many")?;
            if size != data.len() as u64 {
                return Err(format!("the resource '{key}' has {} bytes, and its type {size}", data.len()));
            }
            Ok((*ty, data, false))
        }
        _ => Err("a constant of this kind is not supported by the interpreter".to_owned()),
    }
}

/// The elements of a dense constant, or of the resource that it names.
///
/// # Errors
///
/// If it is no dense constant, its elements are not supported, or the resource has no data or another size.
pub fn constant_of(lw: &Lowering<'_>, attr: Attr) -> Lowered<Constant> {
    let (ty, data, splat) = dense_of(lw.cx, attr)?;
    let (shape, element) = ty.shape(lw.cx).zip(ty.element_type(lw.cx)).ok_or("a constant has a shape")?;
    let element = lw.element(element)?;
    let shape: Vec<u64> = shape.iter().map(|&extent| extent.max(0) as u64).collect();
    // In the attribute each number takes as few bytes as it can, and an index takes 8.
    let stored = |scalar: Scalar| (scalar.bits() as usize).div_ceil(8);
    let index = ty.element_type(lw.cx) == Some(Type::INDEX);
    let from = if index { 8 } else { stored(element.scalar) };
    let to = element.bytes() / element.parts as usize;
    let bytes = if from == to {
        data
    } else {
        let mut bytes = Vec::with_capacity(data.len() / from * element.bytes());
        for number in data.chunks_exact(from) {
            bytes.extend_from_slice(&number[..from.min(to)]);
            bytes.resize(bytes.len() + to.saturating_sub(from), 0);
        }
        Blob::from(bytes)
    };
    let all = Constant::new(element, shape, bytes, splat);
    all.ok_or_else(|| "a constant whose elements are not all there, or are too many".to_owned())
}

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstantOp::view_of(op);
    let value = view.value();
    if let Some(slots) = number_of(lw, value) {
        let first = lw.constants(&slots);
        lw.alias(view.result(), ValuePlace::Slots(first, slots.len() as u32));
        return Ok(());
    }
    let constant = constant_of(lw, value)?;
    let reg = lw.object(view.result())?;
    // The array is shared by all holders.
    let shared: RefCell<Weak<Array>> = RefCell::default();
    lw.native(op, false, move |env| {
        let alive = shared.borrow().upgrade();
        let array = match alive {
            Some(array) => array,
            None => Rc::new(constant.array()?),
        };
        *shared.borrow_mut() = Rc::downgrade(&array);
        env.objects[reg as usize] = Some(array);
        Ok(())
    })
}

/// The bits of instructions for the overflow flags of an op.
fn overflow_bits(flags: IntegerOverflowFlags) -> u8 {
    let mut bits = 0;
    for (from, to) in [(IntegerOverflowFlags::NSW, NSW), (IntegerOverflowFlags::NUW, NUW)] {
        if flags.contains(from) {
            bits |= to;
        }
    }
    bits
}

/// The bits of instructions for whether an op is exact.
fn exact_bits(is_exact: bool) -> u8 {
    if is_exact { EXACT } else { 0 }
}

/// An op on two integers without flags.
pub struct IntBinary(pub IntOp);

impl Interpret for IntBinary {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        int_binary(lw, op, self.0, 0)
    }
}

/// An op on two integers, and its flags as the bits of instructions.
struct FlaggedIntBinary(IntOp, fn(OpRef<'_>) -> u8);

impl Interpret for FlaggedIntBinary {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        int_binary(lw, op, self.0, (self.1)(op))
    }
}

fn int_binary(lw: &mut Lowering<'_>, op: OpRef<'_>, code: IntOp, flags: u8) -> Lowered {
    let (scalar, alone) = operand_scalar(lw, op)?;
    let bits = scalar.bits();
    if alone && (1..=64).contains(&bits) {
        let (d, a, b) = binary_slots(lw, op)?;
        let w = bits as u8;
        lw.emit(match code {
            IntOp::Add if flags == 0 => Inst::Add { w, d, a, b },
            IntOp::Sub if flags == 0 => Inst::Sub { w, d, a, b },
            IntOp::Mul if flags == 0 => Inst::Mul { w, d, a, b },
            IntOp::And => Inst::And { d, a, b },
            IntOp::Or => Inst::Or { d, a, b },
            IntOp::Xor => Inst::Xor { d, a, b },
            _ => Inst::Int { op: code, w, flags, d, a, b },
        });
        return Ok(());
    }
    use IntOp::*;
    let divides = matches!(code, DivS | DivU | CeilDivS | CeilDivU | FloorDivS | RemS | RemU);
    let mark = move |slots: &[u64], marks: &[u32]| match marks {
        [_, divisor] if divides && *divisor != VALUE => Err(Fault::new("division by a poison value")),
        _ => first_mark(slots, marks),
    };
    elementwise_marked(lw, op, mark, move |args, out| evaluate(code, bits, flags, args, out))
}

pub(super) fn evaluate(
    code: IntOp,
    bits: u32,
    flags: u8,
    args: &[u64],
    out: &mut [u64],
) -> Result<(), Fault> {
    match bits {
        0 => out[0] = 0,
        1..=64 => out[0] = narrow(code, args[0], args[1], bits as u8, flags)?,
        _ => {
            let (a, b) = args.split_at(args.len() / 2);
            set_integer(&wide(code, &integer(bits, a), &integer(bits, b), flags)?, out);
        }
    }
    Ok(())
}

/// An op on two integers with two results.
struct Extended(IntOp, IntOp);

impl Interpret for Extended {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (first, second) = (self.0, self.1);
        let bits = operand_scalar(lw, op)?.0.bits();
        elementwise(lw, op, move |args, out| {
            let (low, high) = out.split_at_mut(bits.div_ceil(64).max(1) as usize);
            evaluate(first, bits, 0, args, low)?;
            evaluate(second, bits, 0, args, high)
        })
    }
}

/// An op on two floats.
pub struct FloatBinary(pub FloatOp);

/// The kind of a float.
///
/// # Errors
///
/// If it is none.
pub fn float_kind(scalar: Scalar) -> Lowered<FloatKind> {
    match scalar {
        Scalar::Float(kind) => Ok(kind),
        Scalar::Int(_) => Err("a float is expected".to_owned()),
    }
}

impl Interpret for FloatBinary {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let code = self.0.with_zeros(lw.program.zeros);
        let (scalar, alone) = operand_scalar(lw, op)?;
        let kind = float_kind(scalar)?;
        if alone && kind.width() <= 64 && poison_flags(op).is_empty() {
            let (d, a, b) = binary_slots(lw, op)?;
            lw.emit(match (code, kind) {
                (FloatOp::Add, FloatKind::F32) => Inst::AddF32 { d, a, b },
                (FloatOp::Sub, FloatKind::F32) => Inst::SubF32 { d, a, b },
                (FloatOp::Mul, FloatKind::F32) => Inst::MulF32 { d, a, b },
                (FloatOp::Add, FloatKind::F64) => Inst::AddF64 { d, a, b },
                (FloatOp::Sub, FloatKind::F64) => Inst::SubF64 { d, a, b },
                (FloatOp::Mul, FloatKind::F64) => Inst::MulF64 { d, a, b },
                _ => Inst::Float { op: code, kind, d, a, b },
            });
            return Ok(());
        }
        elementwise(lw, op, move |args, out| {
            let (a, b) = args.split_at(args.len() / 2);
            set_float(exact(code, float(kind, a), float(kind, b)), out);
            Ok(())
        })
    }
}

fn negate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    elementwise(lw, op, move |args, out| {
        set_float(float(kind, args).neg(), out);
        Ok(())
    })
}

fn compare_integers(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let predicate = CmpIOp::view_of(op).predicate();
    let (scalar, alone) = operand_scalar(lw, op)?;
    let bits = scalar.bits();
    if alone && (1..=64).contains(&bits) {
        let (d, a, b) = binary_slots(lw, op)?;
        lw.emit(Inst::Compare { predicate, w: bits as u8, d, a, b });
        return Ok(());
    }
    elementwise(lw, op, move |args, out| {
        let (a, b) = args.split_at(args.len() / 2);
        out[0] = u64::from(predicate.holds(&integer(bits, a), &integer(bits, b)));
        Ok(())
    })
}

fn compare_floats(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let predicate = CmpFOp::view_of(op).predicate();
    let (scalar, alone) = operand_scalar(lw, op)?;
    let kind = float_kind(scalar)?;
    if alone && kind.width() <= 64 && poison_flags(op).is_empty() {
        let (d, a, b) = binary_slots(lw, op)?;
        lw.emit(Inst::CompareFloat { predicate, kind, d, a, b });
        return Ok(());
    }
    elementwise(lw, op, move |args, out| {
        let (a, b) = args.split_at(args.len() / 2);
        out[0] = u64::from(predicate.holds(float(kind, a), float(kind, b)));
        Ok(())
    })
}

fn select(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = SelectOp::view_of(op);
    select_one(lw, op, (view.condition(), view.true_value(), view.false_value()), view.result())
}

/// Lowers an op whose result is the second of the values if the first one is true, and the third one otherwise. An
/// elementwise selection takes its operands in this order.
///
/// # Errors
///
/// If values of a type are not supported.
pub fn select_one(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (condition, if_true, if_false): (ValueRef<'_>, ValueRef<'_>, ValueRef<'_>),
    result: ValueRef<'_>,
) -> Lowered {
    if condition.ty().is_shaped(lw.cx) {
        // Poison in the unselected value is ignored.
        let mark = |args: &[u64], marks: &[u32]| match marks[0] {
            VALUE => Ok(marks[if args[0] != 0 { 1 } else { 2 }]),
            mark => Ok(mark),
        };
        return elementwise_marked(lw, op, mark, |args, out| {
            let n = out.len();
            out.copy_from_slice(if args[0] != 0 { &args[1..1 + n] } else { &args[1 + n..] });
            Ok(())
        });
    }
    let condition_slot = lw.slot(condition)?;
    let (result, a, b) = (lw.place(result)?, lw.place(if_true)?, lw.place(if_false)?);
    match (result, a, b) {
        (ValuePlace::Slots(d, n), ValuePlace::Slots(a, _), ValuePlace::Slots(b, _)) => {
            for i in 0..n {
                lw.emit(Inst::Copy { d: d + i, a: condition_slot });
                lw.emit(Inst::Select { d: d + i, a: a + i, b: b + i });
            }
        }
        _ => {
            // Lowered to control flow, so that poison in the unselected value is ignored.
            let (other, end) = (lw.label(), lw.label());
            lw.jump_unless(condition, other)?;
            lw.pass(op, [if_true].into_iter(), &[result])?;
            lw.jump(end);
            lw.bind(other);
            lw.pass(op, [if_false].into_iter(), &[result])?;
            lw.bind(end);
        }
    }
    Ok(())
}

/// A conversion between integers, by source and destination widths.
pub struct Convert(pub fn(u32, u32, &[u64], &mut [u64]));

impl Interpret for Convert {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let run = self.0;
        let (scalar, alone) = operand_scalar(lw, op)?;
        let from = scalar.bits();
        let to = result_scalar(lw, op)?.bits();
        if alone && (1..=64).contains(&from) && (1..=64).contains(&to) {
            let (d, a) = unary_slots(lw, op)?;
            let signed = std::ptr::fn_addr_eq(run, extend_signed as fn(u32, u32, &[u64], &mut [u64]));
            lw.emit(if to > from && signed {
                Inst::SignExtend { w: from as u8, to: to as u8, d, a }
            } else {
                Inst::Truncate { w: from.min(to) as u8, d, a }
            });
            return Ok(());
        }
        elementwise(lw, op, move |args, out| {
            run(from, to, args, out);
            Ok(())
        })
    }
}

/// Truncates, or extends with zeros.
pub fn extend_unsigned(from: u32, to: u32, args: &[u64], out: &mut [u64]) {
    set_integer(&integer(from, args).zext_or_trunc(to), out);
}

/// Truncates, or extends with the sign.
pub fn extend_signed(from: u32, to: u32, args: &[u64], out: &mut [u64]) {
    let value = integer(from, args);
    set_integer(&if to > from { value.sext(to) } else { value.trunc(to) }, out);
}

fn truncate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let flags = overflow_bits(TruncIOp::view_of(op).overflow_flags());
    if flags == 0 {
        return Convert(extend_unsigned).lower(lw, op);
    }
    let from = operand_scalar(lw, op)?.0.bits();
    let to = result_scalar(lw, op)?.bits();
    elementwise(lw, op, move |args, out| {
        let value = integer(from, args);
        let result = value.trunc(to);
        if flags & NSW != 0 && result.sext(from) != value {
            return Err(Fault::Poison("signed overflow in an op with nsw"));
        }
        if flags & NUW != 0 && result.zext_or_trunc(from) != value {
            return Err(Fault::Poison("unsigned overflow in an op with nuw"));
        }
        set_integer(&result, out);
        Ok(())
    })
}

/// The bits of one element as another one of as many bits; those of a complex number begin with the real part's.
pub(super) fn bitcast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (Some(source), Some(result)) = (op.operands().next(), op.results().next()) else {
        return Err("a bitcast of a value is expected".to_owned());
    };
    let (from, to) = (element_of(lw, source.ty())?, element_of(lw, result.ty())?);
    let (narrow, wide) = (from.scalar.bits(), to.scalar.bits());
    if u64::from(narrow) * u64::from(from.parts) != u64::from(wide) * u64::from(to.parts) {
        return Err(
            "a bitcast between types of different sizes is not supported by the interpreter".to_owned()
        );
    }
    if from.parts == to.parts {
        return copy_slots(lw, op);
    }
    elementwise(lw, op, move |args, out| {
        out.fill(0);
        for bit in 0..narrow * from.parts {
            let (part, place) = (bit / narrow, bit % narrow);
            let slot = args[(part * from.scalar.slots() + place / 64) as usize];
            let (part, at) = (bit / wide, bit % wide);
            out[(part * to.scalar.slots() + at / 64) as usize] |= (slot >> (place % 64) & 1) << (at % 64);
        }
        Ok(())
    })
}

/// Appends the copies that concatenate the operands to the result.
pub(super) fn copy_slots(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    elementwise(lw, op, |args, out| {
        out.copy_from_slice(args);
        Ok(())
    })
}

/// Returns the source and destination scalars of a conversion.
fn conversion(lw: &Lowering<'_>, op: OpRef<'_>) -> Lowered<(Scalar, Scalar)> {
    let to = result_scalar(lw, op)?;
    Ok((operand_scalar(lw, op)?.0, to))
}

/// Returns the rounding of an op's rounding mode; without one the default.
fn rounding(mode: Option<RoundingMode>) -> Rounding {
    match mode.unwrap_or_default() {
        RoundingMode::ToNearestEven => Rounding::NearestEven,
        RoundingMode::Downward => Rounding::TowardNegative,
        RoundingMode::Upward => Rounding::TowardPositive,
        RoundingMode::TowardZero => Rounding::TowardZero,
        RoundingMode::ToNearestAway => Rounding::NearestAway,
    }
}

/// Appends a conversion with a factor, which `scale` is: a function of the value, the factor as a power of two, and the
/// kind of the result.
fn scaled(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    scale: ValueRef<'_>,
    run: impl Fn(ApFloat, ApFloat, FloatKind) -> ApFloat + 'static,
) -> Lowered {
    let (from, to) = conversion(lw, op)?;
    let (from, to) = (float_kind(from)?, float_kind(to)?);
    let scale = float_kind(scalar_of(lw, scale)?)?;
    let n = Scalar::Float(from).slots() as usize;
    elementwise(lw, op, move |args, out| {
        let (value, factor) = (float(from, args), float(scale, &args[n..]));
        set_float(run(value, nearest(factor, FloatKind::F8E8M0FNU), to), out);
        Ok(())
    })
}

/// A float as the nearest one of a kind.
fn nearest(value: ApFloat, kind: FloatKind) -> ApFloat {
    value.convert(kind, Rounding::NearestEven).0
}

fn scaling_extend(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    scaled(lw, op, ScalingExtFOp::view_of(op).scale(), |value, factor, to| {
        exact(FloatOp::Mul, nearest(value, to), nearest(factor, to))
    })
}

fn scaling_truncate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ScalingTruncFOp::view_of(op);
    let rounding = rounding(view.roundingmode());
    scaled(lw, op, view.scale(), move |value, factor, to| {
        exact(FloatOp::Div, value, nearest(factor, value.kind())).convert(to, rounding).0
    })
}

/// A conversion among floats, with the rounding mode of the op.
struct ConvertFloat(fn(OpRef<'_>) -> Option<RoundingMode>);

impl Interpret for ConvertFloat {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (from, to) = conversion(lw, op)?;
        let (from, to) = (float_kind(from)?, float_kind(to)?);
        let rounding = rounding((self.0)(op));
        elementwise(lw, op, move |args, out| {
            match (from, to) {
                (FloatKind::F32, FloatKind::F64) => {
                    out[0] = f64::from(f32::from_bits(args[0] as u32)).to_bits();
                }
                _ => set_float(float(from, args).convert(to, rounding).0, out),
            }
            Ok(())
        })
    }
}

/// From integers, signed or not, to floats.
struct FromInteger(bool);

impl Interpret for FromInteger {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let signed = self.0;
        let (from, to) = conversion(lw, op)?;
        let (bits, kind) = (from.bits(), float_kind(to)?);
        elementwise(lw, op, move |args, out| {
            let value = integer(bits, args);
            set_float(ApFloat::from_int(kind, &value, signed, Rounding::NearestEven).0, out);
            Ok(())
        })
    }
}

/// From floats to integers, signed or not.
struct ToInteger(bool);

impl Interpret for ToInteger {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let signed = self.0;
        let (from, to) = conversion(lw, op)?;
        let (kind, bits) = (float_kind(from)?, to.bits());
        elementwise(lw, op, move |args, out| {
            let (value, status) = float(kind, args).to_int(bits, signed, Rounding::TowardZero);
            if status.contains(terrace_support::apfloat::Status::INVALID) {
                return Err(Fault::Poison("a float that does not fit into the integer it is converted to"));
            }
            set_integer(&value, out);
            Ok(())
        })
    }
}
