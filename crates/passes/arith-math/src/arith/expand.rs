//! `arith-expand`: ops that machines lack become several that they have.

use std::ops::{Deref, DerefMut};

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::fold::int_attr;
use terrace_dialects_core::arith::CmpFPredicate;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::arith::FastMathFlags;
use terrace_dialects_core::arith::*;
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, BinaryOpView, Context, Op, OpKind, OpRef, Signedness, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::{ApFloat, FloatKind};

pass_options! {
    /// The options of the pass.
    struct ArithExpandOptions {
        /// Enable the BF16 expansion patterns
        include_bf16("include-bf16"): bool = "false",
        /// Enable the F8E8M0 expansion patterns
        include_f8e8m0("include-f8e8m0"): bool = "false",
        /// Enable the F4E2M1 expansion patterns
        include_f4e2m1("include-f4e2m1"): bool = "false",
    }
}

/// The pass.
pub static ARITH_EXPAND: PassDef = PassDef {
    name: "arith-expand",
    class: "ArithExpandOpsPass",
    doc: "Legalize Arith ops to be convertible to LLVM.",
    options: ArithExpandOptions::DEFS,
    make: |options| {
        let options = ArithExpandOptions::from(options);
        let expand = Expand {
            bf16: options.include_bf16,
            f8e8m0: options.include_f8e8m0,
            f4e2m1: options.include_f4e2m1,
        };
        Ok(ConversionPass::partial(move |cx| expand.conversion(cx)))
    },
    ..EMPTY_PASS
};

/// The float formats whose conversions are expanded to integer arithmetic.
#[derive(Clone, Copy)]
struct Expand {
    bf16: bool,
    f8e8m0: bool,
    f4e2m1: bool,
}

/// The format of a value's elements.
fn format(op: OpRef<'_>, result: bool) -> Option<FloatKind> {
    let ty = if result { op.single_result().ty() } else { op.single_operand().ty() };
    ty.element_type_or_self(op.cx()).float_kind(op.cx())
}

/// An expansion of one kind of op; `None` if it does not apply.
type Expansion = fn(&mut Build<'_, '_>, Op) -> Option<Value>;

/// The ops that are expanded whatever their types.
static EXPANSIONS: &[(&str, Expansion)] = &[
    (CeilDivSIOp::DEF.name, ceil_div_s),
    (CeilDivUIOp::DEF.name, ceil_div_u),
    (FloorDivSIOp::DEF.name, floor_div_s),
    (MaxSIOp::DEF.name, |b, op| b.pick_int(CmpIPredicate::Sgt, op)),
    (MaxUIOp::DEF.name, |b, op| b.pick_int(CmpIPredicate::Ugt, op)),
    (MinSIOp::DEF.name, |b, op| b.pick_int(CmpIPredicate::Slt, op)),
    (MinUIOp::DEF.name, |b, op| b.pick_int(CmpIPredicate::Ult, op)),
    (MaximumFOp::DEF.name, |b, op| b.pick_float(CmpFPredicate::Ugt, op, 1)),
    (MinimumFOp::DEF.name, |b, op| b.pick_float(CmpFPredicate::Ult, op, 1)),
    (MaxNumFOp::DEF.name, |b, op| b.pick_float(CmpFPredicate::Ugt, op, 0)),
    (MinNumFOp::DEF.name, |b, op| b.pick_float(CmpFPredicate::Ult, op, 0)),
    (ScalingExtFOp::DEF.name, scaling_ext),
    (ScalingTruncFOp::DEF.name, scaling_trunc),
];

impl Expand {
    /// The expansion of an op that is to go; `None` for an op that may stay.
    fn expansion(&self, op: OpRef<'_>) -> Option<Expansion> {
        use FloatKind::{BF16, F4E2M1FN, F8E8M0FNU, F32};
        let name = op.name_text();
        if let Some((_, expansion)) = EXPANSIONS.iter().find(|(known, _)| *known == name) {
            return Some(*expansion);
        }
        let (extends, cuts) = (op.isa::<ExtFOp>(), op.isa::<TruncFOp>());
        if !extends && !cuts {
            return None;
        }
        let (wide, narrow) = (format(op, extends), format(op, cuts));
        let found: Expansion = match narrow? {
            BF16 if self.bf16 && wide == Some(F32) => {
                if extends {
                    ext_bf16
                } else {
                    trunc_bf16
                }
            }
            F8E8M0FNU if self.f8e8m0 => {
                if extends {
                    ext_f8e8m0
                } else {
                    trunc_f8e8m0
                }
            }
            F4E2M1FN if self.f4e2m1 => {
                if extends {
                    ext_f4e2m1
                } else {
                    trunc_f4e2m1
                }
            }
            _ => return None,
        };
        Some(found)
    }

    fn conversion(self, cx: &Context) -> Conversion {
        let mut target = ConversionTarget::new().legal_dialects(&["arith", "vector"]);
        let mut patterns = ConversionPatterns::new();
        let names = EXPANSIONS.iter().map(|(name, _)| *name);
        for name in names.chain([ExtFOp::DEF.name, TruncFOp::DEF.name]) {
            target = target.dynamic_op(cx, name, move |op| self.expansion(op).is_none());
            patterns.add_named(cx, (name, "ArithExpansion"), move |rw, op| {
                let expansion = self.expansion(rw.op(op))?;
                expand(rw, op, expansion)
            });
        }
        Conversion { target, patterns }
    }
}

/// Replaces an op by what its expansion creates before it.
fn expand(rw: &mut ConversionRewriter<'_>, op: Op, expansion: Expansion) -> Option<()> {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let value = expansion(&mut Build(Arith::new(rw, loc)), op)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// Adds the patterns that compute rounding divisions of integers by `arith.divsi` and `arith.divui`.
pub fn populate_ceil_floor_div_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    add_expansion::<CeilDivSIOp>(cx, patterns, "CeilDivSIOpConverter", ceil_div_s);
    add_expansion::<CeilDivUIOp>(cx, patterns, "CeilDivUIOpConverter", ceil_div_u);
    add_expansion::<FloorDivSIOp>(cx, patterns, "FloorDivSIOpConverter", floor_div_s);
}

fn add_expansion<K: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    name: &'static str,
    expansion: Expansion,
) {
    patterns.add_with_benefit::<K>(cx, name, 1, move |rw, op| expand(rw, op.into(), expansion));
}

/// Creates the ops of an expansion.
struct Build<'b, 'r>(Arith<'b, 'r>);

impl<'b, 'r> Deref for Build<'b, 'r> {
    type Target = Arith<'b, 'r>;

    fn deref(&self) -> &Arith<'b, 'r> {
        &self.0
    }
}

impl DerefMut for Build<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Build<'_, '_> {
    /// The operand of a conversion.
    fn source(&self, op: Op) -> Value {
        self.0.rw.op(op).single_operand().id()
    }

    /// The operands of an op on two numbers.
    fn operands(&self, op: Op) -> (Value, Value) {
        let (lhs, rhs) = BinaryOpView(self.0.rw.op(op)).operands();
        (lhs.id(), rhs.id())
    }

    fn result_type(&self, op: Op) -> Type {
        self.0.rw.op(op).single_result().ty()
    }

    /// Integers of a width in the shape of a type.
    fn ints(&self, like: Type, width: u32) -> Type {
        let element = self.0.rw.cx().integer(width, Signedness::Signless);
        like.with_element(self.0.rw.cx(), element).unwrap_or(element)
    }

    /// Floats of a format in the shape of a type.
    fn floats(&self, like: Type, kind: FloatKind) -> Type {
        let element = self.0.rw.cx().float(kind);
        like.with_element(self.0.rw.cx(), element).unwrap_or(element)
    }

    fn int(&mut self, ty: Type, value: i64) -> Option<Value> {
        let attr = int_attr(self.0.rw.cx(), ty, value)?;
        Some(self.constant(attr, ty))
    }

    fn float(&mut self, ty: Type, value: f64) -> Option<Value> {
        let kind = ty.element_type_or_self(self.0.rw.cx()).float_kind(self.0.rw.cx())?;
        let attr = Numbers::Scalar(ApFloat::from_f64(kind, value)).to_attr(self.0.rw.cx(), ty)?;
        Some(self.constant(attr, ty))
    }

    fn extend(&mut self, ty: Type, value: Value, flags: Option<Attr>) -> Value {
        self.0.rw.build_value(ExtFOp::of(value).fastmath_attr(flags).out(ty).loc(self.0.loc))
    }

    fn cut(&mut self, ty: Type, value: Value, rounding: Option<Attr>, flags: Option<Attr>) -> Value {
        self.0.rw.build_value(
            TruncFOp::of(value).roundingmode_attr(rounding).fastmath_attr(flags).out(ty).loc(self.0.loc),
        )
    }

    /// One of two integers, by a comparison.
    fn pick_int(&mut self, predicate: CmpIPredicate, op: Op) -> Option<Value> {
        let (a, b) = self.operands(op);
        let compared = self.compare(predicate, a, b);
        Some(self.select(compared, a, b))
    }

    /// One of two floats, by a comparison; operand `other` where operand `tested` is NaN.
    fn pick_float(&mut self, predicate: CmpFPredicate, op: Op, tested: usize) -> Option<Value> {
        let (a, b) = self.operands(op);
        let compared = self.compare_floats(predicate, a, b);
        let mut picked = self.select(compared, a, b);
        if tested == 1 && !self.0.rw.cx().matches_upstream() {
            picked = self.pick_sign(op, a, b, picked);
        }
        let tested = if tested == 0 { a } else { b };
        let nan = self.compare_floats(CmpFPredicate::Uno, tested, tested);
        Some(self.select(nan, b, picked))
    }
}

impl Build<'_, '_> {
    /// Of equal floats, the one with the sign of the greater or lesser zero, unless the sign of zero is
    /// ignored; upstream takes the second one.
    fn pick_sign(&mut self, op: Op, a: Value, b: Value, picked: Value) -> Value {
        let (cx, view) = (self.0.rw.cx(), self.0.rw.op(op));
        let ignores_sign = fastmath_flags(view).is_some_and(|flags| flags.contains(FastMathFlags::NSZ));
        let (ty, is_maximum) = (view.single_result().ty(), view.isa::<MaximumFOp>());
        let Some(kind) = ty.element_type_or_self(cx).float_kind(cx).filter(|_| !ignores_sign) else {
            return picked;
        };
        let integer = cx.integer(kind.width(), Signedness::Signless);
        let bits = ty.with_element(cx, integer).unwrap_or(integer);
        let equal = self.compare_floats(CmpFPredicate::Oeq, a, b);
        let (a, b) = (self.cast::<BitcastOp>(a, bits), self.cast::<BitcastOp>(b, bits));
        let both = if is_maximum { self.binary::<AndIOp>(a, b) } else { self.binary::<OrIOp>(a, b) };
        let both = self.cast::<BitcastOp>(both, ty);
        self.select(equal, both, picked)
    }
}

fn ceil_div_u(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let ((lhs, rhs), ty) = (b.operands(op), b.result_type(op));
    let zero = b.int(ty, 0)?;
    let nothing = b.compare(CmpIPredicate::Eq, lhs, zero);
    let one = b.int(ty, 1)?;
    let less = b.binary::<SubIOp>(lhs, one);
    let quotient = b.binary::<DivUIOp>(less, rhs);
    let more = b.binary::<AddIOp>(quotient, one);
    Some(b.select(nothing, zero, more))
}

/// The quotient, whether there is a remainder, and how the signs of the operands compare.
fn division(
    b: &mut Build<'_, '_>,
    op: Op,
    zero: Option<Value>,
    signs: CmpIPredicate,
) -> Option<(Value, Value)> {
    let ((lhs, rhs), ty) = (b.operands(op), b.result_type(op));
    let quotient = b.binary::<DivSIOp>(lhs, rhs);
    let product = b.binary::<MulIOp>(quotient, rhs);
    let inexact = b.compare(CmpIPredicate::Ne, lhs, product);
    let zero = zero.or_else(|| b.int(ty, 0))?;
    let lhs_negative = b.compare(CmpIPredicate::Slt, lhs, zero);
    let rhs_negative = b.compare(CmpIPredicate::Slt, rhs, zero);
    let signs = b.compare(signs, lhs_negative, rhs_negative);
    Some((quotient, b.binary::<AndIOp>(inexact, signs)))
}

fn ceil_div_s(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let ty = b.result_type(op);
    let zero = b.int(ty, 0)?;
    let one = b.int(ty, 1)?;
    let (quotient, up) = division(b, op, Some(zero), CmpIPredicate::Eq)?;
    let more = b.binary::<AddIOp>(quotient, one);
    Some(b.select(up, more, quotient))
}

fn floor_div_s(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let (quotient, down) = division(b, op, None, CmpIPredicate::Ne)?;
    let ty = b.result_type(op);
    let minus_one = b.int(ty, -1)?;
    let less = b.binary::<AddIOp>(quotient, minus_one);
    Some(b.select(down, less, quotient))
}

fn ext_bf16(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let (value, ty) = (b.source(op), b.result_type(op));
    let (i16, i32) = (b.ints(ty, 16), b.ints(ty, 32));
    let bits = b.cast::<BitcastOp>(value, i16);
    let wide = b.cast::<ExtUIOp>(bits, i32);
    let sixteen = b.int(i32, 16)?;
    let shifted = b.binary::<ShLIOp>(wide, sixteen);
    Some(b.cast::<BitcastOp>(shifted, ty))
}

fn trunc_bf16(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    if TruncFOp::view_of(b.rw.op(op)).roundingmode_attr().is_some() {
        return None;
    }
    let (value, ty) = (b.source(op), b.result_type(op));
    let (i16, i32) = (b.ints(ty, 16), b.ints(ty, 32));
    let nan = b.compare_floats(CmpFPredicate::Une, value, value);
    let half = b.int(i32, 0x7fff)?;
    let nan_bits = b.int(i16, 0x7fc0)?;
    let sixteen = b.int(i32, 16)?;
    let one = b.int(i32, 1)?;
    let bits = b.cast::<BitcastOp>(value, i32);
    let high = b.binary::<ShRUIOp>(bits, sixteen);
    let last = b.binary::<AndIOp>(high, one);
    // To the nearest, and to even between two: half of the last bit, and the last bit itself.
    let bias = b.binary::<AddIOp>(last, half);
    let biased = b.binary::<AddIOp>(bits, bias);
    let shifted = b.binary::<ShRUIOp>(biased, sixteen);
    let narrow = b.cast::<TruncIOp>(shifted, i16);
    let picked = b.select(nan, nan_bits, narrow);
    Some(b.cast::<BitcastOp>(picked, ty))
}

fn ext_f8e8m0(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let (value, ty) = (b.source(op), b.result_type(op));
    let flags = ExtFOp::view_of(b.rw.op(op)).fastmath_attr();
    let (i8, i32, f32) = (b.ints(ty, 8), b.ints(ty, 32), b.floats(ty, FloatKind::F32));
    let bits = b.cast::<BitcastOp>(value, i8);
    let nan = b.int(i8, 0xff)?;
    let nan_bits = b.int(i32, 0xffff_ffff)?;
    let mantissa = b.int(i32, 23)?;
    let wide = b.cast::<ExtUIOp>(bits, i32);
    let shifted = b.binary::<ShLIOp>(wide, mantissa);
    let is_nan = b.compare(CmpIPredicate::Eq, bits, nan);
    let picked = b.select(is_nan, nan_bits, shifted);
    let single = b.cast::<BitcastOp>(picked, f32);
    let cx = b.rw.cx();
    Some(match ty.element_type_or_self(cx).bit_width(cx)? {
        0..32 => b.cut(ty, single, None, flags),
        32 => single,
        _ => b.extend(ty, single, flags),
    })
}

fn trunc_f8e8m0(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let rounding = TruncFOp::view_of(b.rw.op(op)).roundingmode_attr();
    if rounding.is_some() {
        return None;
    }
    let (mut value, ty) = (b.source(op), b.result_type(op));
    let flags = TruncFOp::view_of(b.rw.op(op)).fastmath_attr();
    let (i8, i32, f32) = (b.ints(ty, 8), b.ints(ty, 32), b.floats(ty, FloatKind::F32));
    let cx = b.rw.cx();
    match b.ty(value).element_type_or_self(cx).bit_width(cx)? {
        0..32 => value = b.extend(f32, value, flags),
        32 => {}
        _ => value = b.cut(f32, value, rounding, flags),
    }
    let bits = b.cast::<BitcastOp>(value, i32);
    let mantissa = b.int(i32, 23)?;
    let exponent = b.binary::<ShRUIOp>(bits, mantissa);
    let narrow = b.cast::<TruncIOp>(exponent, i8);
    Some(b.cast::<BitcastOp>(narrow, ty))
}

fn ext_f4e2m1(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let (value, ty) = (b.source(op), b.result_type(op));
    let (i4, i32, f32) = (b.ints(ty, 4), b.ints(ty, 32), b.floats(ty, FloatKind::F32));
    let bits = b.cast::<BitcastOp>(value, i4);
    let [zero, one, two, four, seven] = [0, 1, 2, 4, 7].map(|value| b.int(i4, value));
    let (zero, one, two, four, seven) = (zero?, one?, two?, four?, seven?);
    let magnitude = b.binary::<AndIOp>(bits, seven);
    // The mantissa; one half has none in the wider format.
    let place = b.int(i32, 0x14)?;
    let shifted = b.binary::<ShLIOp>(magnitude, two);
    let half = b.compare(CmpIPredicate::Eq, magnitude, one);
    let mantissa = b.select(half, zero, shifted);
    let mantissa = b.cast::<ExtUIOp>(mantissa, i32);
    let mantissa = b.binary::<ShLIOp>(mantissa, place);
    // The exponent has three values.
    let none = b.int(i32, 0)?;
    let high = b.int(i32, 0x4000_0000)?;
    let low = b.int(i32, 0x3f00_0000)?;
    let large = b.compare(CmpIPredicate::Uge, magnitude, four);
    let exponent = b.select(large, high, low);
    let nothing = b.compare(CmpIPredicate::Eq, magnitude, zero);
    let exponent = b.select(nothing, none, exponent);
    let sign = b.int(i32, 0x8000_0000)?;
    let eight = b.int(i4, 8)?;
    let negative = b.compare(CmpIPredicate::Uge, bits, eight);
    let sign = b.select(negative, sign, none);
    let magnitude = b.binary::<AddIOp>(mantissa, exponent);
    let all = b.binary::<AddIOp>(magnitude, sign);
    let single = b.cast::<BitcastOp>(all, f32);
    let is_single = ty.element_type_or_self(b.rw.cx()) == Type::F32;
    Some(if is_single { single } else { b.cut(ty, single, None, None) })
}

fn trunc_f4e2m1(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let (mut value, ty) = (b.source(op), b.result_type(op));
    let (i4, i8, i32, f32) = (b.ints(ty, 4), b.ints(ty, 8), b.ints(ty, 32), b.floats(ty, FloatKind::F32));
    if b.ty(value).element_type_or_self(b.rw.cx()) != Type::F32 {
        value = b.extend(f32, value, None);
    }
    let one = b.int(i4, 1)?;
    let three = b.int(i4, 3)?;
    let first_place = b.int(i32, 22)?;
    let zero_exponent = b.int(i8, 0)?;
    let minus_one_exponent = b.int(i8, 0xff)?;
    let zero = b.int(i32, 0)?;
    // Clamped to the range of the format.
    let highest = b.float(f32, 6.0)?;
    let lowest = b.float(f32, -6.0)?;
    let clamped = b.binary::<MinNumFOp>(highest, value);
    let clamped = b.binary::<MaxNumFOp>(lowest, clamped);
    let bits = b.cast::<BitcastOp>(clamped, i32);
    let sign_place = b.int(i32, 31)?;
    let sign = b.binary::<ShRUIOp>(bits, sign_place);
    let sign = b.cast::<TruncIOp>(sign, i4);
    let mut out = b.binary::<ShLIOp>(sign, three);
    // The exponent, with the bias of the narrow format.
    let bias = b.int(i32, 0x7e)?;
    let mantissa_width = b.int(i32, 23)?;
    let exponent = b.binary::<ShRUIOp>(bits, mantissa_width);
    let exponent = b.binary::<SubIOp>(exponent, bias);
    let narrow = b.cast::<TruncIOp>(exponent, i4);
    let narrow = b.binary::<ShLIOp>(narrow, one);
    out = b.binary::<AddIOp>(out, narrow);
    // The first bit of the mantissa.
    let first = b.int(i32, 0x40_0000)?;
    let first = b.binary::<AndIOp>(bits, first);
    let first = b.binary::<ShRUIOp>(first, first_place);
    let first = b.cast::<TruncIOp>(first, i4);
    out = b.binary::<AddIOp>(out, first);
    // Subnormal numbers.
    let mantissa = b.int(i32, 0x7f_ffff)?;
    let exponent = b.cast::<TruncIOp>(exponent, i8);
    let subnormal = b.compare(CmpIPredicate::Sle, exponent, zero_exponent);
    let minus_one = b.compare(CmpIPredicate::Eq, exponent, minus_one_exponent);
    let mantissa = b.binary::<AndIOp>(bits, mantissa);
    let some = b.compare(CmpIPredicate::Ugt, mantissa, zero);
    let to_half = b.binary::<AndIOp>(minus_one, some);
    let at_zero = b.compare(CmpIPredicate::Eq, exponent, zero_exponent);
    let subnormal_bits = b.int(i4, 0xf)?;
    let half_bits = b.int(i4, 0)?;
    let small = b.select(subnormal, subnormal_bits, out);
    let small = b.select(to_half, half_bits, small);
    out = b.select(at_zero, out, small);
    // Rounding, by the bits that go.
    let rest = b.int(i32, 0x3f_ffff)?;
    let middle = b.int(i32, 0x20_0000)?;
    let rest = b.binary::<AndIOp>(bits, rest);
    let up = b.compare(CmpIPredicate::Uge, rest, middle);
    let up = b.binary::<OrIOp>(up, subnormal);
    let rounded = b.binary::<AddIOp>(out, one);
    out = b.select(up, rounded, out);
    Some(b.cast::<BitcastOp>(out, ty))
}

/// The scale in its format; `None` if it is in another narrow one.
fn scale(b: &mut Build<'_, '_>, value: Value, flags: Option<Attr>) -> Option<Value> {
    let (cx, ty) = (b.rw.cx(), b.ty(value));
    let element = ty.element_type_or_self(cx);
    if element.bit_width(cx)? >= 16 {
        let narrow = b.floats(ty, FloatKind::F8E8M0FNU);
        return Some(b.cut(narrow, value, None, flags));
    }
    (element.float_kind(cx) == Some(FloatKind::F8E8M0FNU)).then_some(value)
}

fn scaling_ext(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let view = ScalingExtFOp::view_of(b.rw.op(op));
    let (value, scaled_by, ty) = (view.in_().id(), view.scale().id(), view.out().ty());
    let flags = view.fastmath_attr();
    let scale = scale(b, scaled_by, flags)?;
    let scale = b.extend(ty, scale, flags);
    let value = b.extend(ty, value, flags);
    Some(b.binary_float::<MulFOp>(value, scale, flags))
}

fn scaling_trunc(b: &mut Build<'_, '_>, op: Op) -> Option<Value> {
    let view = ScalingTruncFOp::view_of(b.rw.op(op));
    let (value, scaled_by, ty) = (view.in_().id(), view.scale().id(), view.out().ty());
    let (rounding, flags) = (view.roundingmode_attr(), view.fastmath_attr());
    let scale = scale(b, scaled_by, flags)?;
    let wide = b.ty(value);
    let scale = b.extend(wide, scale, flags);
    let scaled = b.binary_float::<DivFOp>(value, scale, flags);
    Some(b.cut(ty, scaled, rounding, flags))
}
