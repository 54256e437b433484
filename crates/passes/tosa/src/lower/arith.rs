//! `tosa-to-arith`: constants, and scaled integers as integer arithmetic.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::{
    CmpIPredicate, ConstantOp, ExtSIOp, ExtUIOp, MulSIExtendedOp, ShLIOp, ShRSIOp, ShRUIOp, TruncIOp,
};
use terrace_dialects_tosa::attrs::RoundingMode;
use terrace_dialects_tosa::conversions::ApplyScaleOp;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::elements::Numbers;
use terrace_ir::{Context, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apint::ApInt;

pass_options! {
    /// The ops that are lowered.
    pub struct ArithOptions {
        /// Whether to include the lowering for tosa.apply_rescale to arith
        include_apply_rescale("include-apply-rescale"): bool = "false",
        /// Whether to prioritize lowering to 32-bit operations
        use_32_bit("use-32-bit"): bool = "false",
    }
}

/// The pass.
pub static TOSA_TO_ARITH: PassDef = PassDef {
    name: "tosa-to-arith",
    class: "TosaToArithPass",
    doc: "Lower TOSA to the Arith dialect",
    options: ArithOptions::DEFS,
    make: |options| {
        let options: ArithOptions = options.into();
        Ok(ConversionPass::partial(move |cx| conversion(cx, &options)))
    },
    ..EMPTY_PASS
};

fn conversion(cx: &Context, options: &ArithOptions) -> Conversion {
    let mut target = ConversionTarget::new().illegal::<ConstOp>(cx).legal_dialects(&["arith"]);
    let mut patterns = ConversionPatterns::new();
    patterns.add::<ConstOp>(cx, "ConstOpConverter", |rw, op| {
        let view = op.view(rw);
        let (values, ty) = (view.values_attr(), view.output().ty());
        // Numbers of a quantized type are no constants of arith.
        if values.ty(rw.cx()) != Some(ty) {
            return None;
        }
        rw.replace(op, ConstantOp::of().value_attr(values).result(ty));
        Some(())
    });
    if options.include_apply_rescale {
        target = target.illegal::<ApplyScaleOp>(cx);
        patterns.add_with_benefit::<ApplyScaleOp>(cx, "ApplyScaleGenericOpConverter", 100, |rw, op| {
            lower_scale(rw, op, scale_in_64_bits)
        });
        if options.use_32_bit {
            patterns.add_with_benefit::<ApplyScaleOp>(cx, "ApplyScale32BitOpConverter", 200, |rw, op| {
                let width = op.view(rw).value().ty().element_type_or_self(rw.cx()).number_width(rw.cx());
                if width <= 32 { lower_scale(rw, op, scale_in_32_bits) } else { None }
            });
        }
    }
    Conversion { target, patterns }
}

/// The operands of a scale, and types of its shape.
struct Scale {
    value: Value,
    multiplier: Value,
    shift: Value,
    double_round: bool,
    i32: Type,
    i64: Type,
}

fn lower_scale(
    rw: &mut ConversionRewriter<'_>,
    op: ApplyScaleOp,
    lower: fn(&mut Make<'_, '_>, &Scale) -> Value,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let double_round = match view.rounding_mode() {
        RoundingMode::SingleRound => false,
        RoundingMode::DoubleRound => true,
        RoundingMode::InexactRound => return None,
    };
    let ty = view.output().ty();
    // There are no constants of dynamic shapes.
    if ty.is_shaped(cx) && !ty.has_static_shape(cx) {
        return None;
    }
    let like = |element: Type| if ty.is_shaped(cx) { ty.with_element(cx, element) } else { Some(element) };
    let scale = Scale {
        value: view.value().id(),
        multiplier: view.multiplier().id(),
        shift: view.shift().id(),
        double_round,
        i32: like(Type::I32)?,
        i64: like(Type::I64)?,
    };
    let loc = view.0.loc();
    let mut make = Make { arith: Arith::new(rw, loc) };
    let result = lower(&mut make, &scale);
    let result = make.resized(result, ty);
    rw.replace_op(op, &[result]);
    Some(())
}

/// Creates arithmetic on values of any shape.
struct Make<'b, 'r> {
    arith: Arith<'b, 'r>,
}

impl Make<'_, '_> {
    fn int(&mut self, number: i64, ty: Type) -> Value {
        let cx = self.arith.rw.cx();
        let value = ApInt::from_i64(ty.element_type_or_self(cx).number_width(cx), number);
        match Numbers::Splat(value).to_attr(cx, ty) {
            Some(attr) => self.arith.constant(attr, ty),
            None => self.arith.int(number, ty),
        }
    }

    /// The number, sign-extended or truncated to a type.
    fn resized(&mut self, value: Value, ty: Type) -> Value {
        let cx = self.arith.rw.cx();
        let width = |ty: Type| ty.element_type_or_self(cx).number_width(cx);
        match width(self.arith.ty(value)).cmp(&width(ty)) {
            std::cmp::Ordering::Less => self.arith.cast::<ExtSIOp>(value, ty),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.arith.cast::<TruncIOp>(value, ty),
        }
    }
}

/// (value * multiplier + 2^(shift - 1)) >> shift. A double rounding adds 2^30 with the sign of the value before, for shifts over 31.
fn scale_in_64_bits(make: &mut Make<'_, '_>, scale: &Scale) -> Value {
    let ty = make.arith.ty(scale.value);
    let (zero, one, thirty_one) = (make.int(0, ty), make.int(1, scale.i64), make.int(31, scale.i32));
    let shift32 = make.arith.cast::<ExtUIOp>(scale.shift, scale.i32);
    let value = make.resized(scale.value, scale.i64);
    let multiplier = make.resized(scale.multiplier, scale.i64);
    let mut product = make.arith.mul(value, multiplier);

    let shift = make.arith.cast::<ExtUIOp>(shift32, scale.i64);
    let round = make.arith.binary::<ShLIOp>(one, shift);
    let round = make.arith.binary::<ShRUIOp>(round, one);
    product = make.arith.add(product, round);

    if scale.double_round {
        let (up, down) = (make.int(1 << 30, scale.i64), make.int(-(1 << 30), scale.i64));
        let is_positive = make.arith.compare(CmpIPredicate::Sge, scale.value, zero);
        let round = make.arith.select(is_positive, up, down);
        let rounded = make.arith.add(round, product);
        let is_far = make.arith.compare(CmpIPredicate::Sgt, shift32, thirty_one);
        product = make.arith.select(is_far, rounded, product);
    }
    make.arith.binary::<ShRSIOp>(product, shift)
}

/// The same on the two halves of the product.
fn scale_in_32_bits(make: &mut Make<'_, '_>, scale: &Scale) -> Value {
    let (value, multiplier) =
        (make.resized(scale.value, scale.i32), make.resized(scale.multiplier, scale.i32));
    let shift = make.arith.cast::<ExtUIOp>(scale.shift, scale.i32);
    let [zero, one, two, thirty, thirty_two] = [0, 1, 2, 30, 32].map(|number| make.int(number, scale.i32));
    let product = MulSIExtendedOp::of(value, multiplier).low(scale.i32).high(scale.i32).loc(make.arith.loc);
    let product = make.arith.rw.build(product);
    let halves: Vec<Value> = make.arith.rw.body().results(product).collect();
    let (mut low, mut high) = (halves[0], halves[1]);

    // The shift of the upper half: to the left by what is missing to 32 bits, or to the right by what is over.
    let is_far = make.arith.compare(CmpIPredicate::Sge, shift, thirty_two);
    let rounds_high = make.arith.compare(CmpIPredicate::Sgt, shift, thirty_two);
    let (left, right) = (make.arith.sub(thirty_two, shift), make.arith.sub(shift, thirty_two));
    let left = make.arith.select(is_far, zero, left);
    let right = make.arith.select(is_far, right, zero);

    if scale.double_round {
        let minus_one = make.int(-1, scale.i32);
        let is_positive = make.arith.compare(CmpIPredicate::Sge, value, zero);
        let round = make.arith.select(is_positive, one, minus_one);
        let round = make.arith.select(is_far, round, zero);
        let upper_bits = make.arith.binary::<ShRUIOp>(low, thirty);
        let rounded = make.arith.add(upper_bits, round);
        let carry = make.arith.binary::<ShRSIOp>(rounded, two);
        let round = make.arith.binary::<ShLIOp>(round, thirty);
        low = make.arith.add(low, round);
        high = make.arith.add(high, carry);
    }

    let before = make.arith.sub(shift, one);
    let round = make.arith.binary::<ShLIOp>(one, before);
    let round = make.arith.select(rounds_high, zero, round);
    let rounded = make.arith.add(low, round);
    let carries = make.arith.compare(CmpIPredicate::Ugt, low, rounded);
    let carry = make.arith.cast::<ExtUIOp>(carries, scale.i32);
    high = make.arith.add(high, carry);

    let before = make.arith.sub(right, one);
    let round = make.arith.binary::<ShLIOp>(one, before);
    let round = make.arith.select(rounds_high, round, zero);
    high = make.arith.add(high, round);

    high = make.arith.binary::<ShLIOp>(high, left);
    high = make.arith.binary::<ShRSIOp>(high, right);
    low = make.arith.binary::<ShRUIOp>(rounded, shift);
    low = make.arith.select(is_far, zero, low);
    make.arith.add(low, high)
}
