//! `tosa.rescale`: integers about zero points, multiplied by fractions.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::ConversionRewriter;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::arith::{ExtSIOp, ExtUIOp, MaxSIOp, MinSIOp, TruncIOp};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_tosa::attrs::RoundingMode;
use terrace_dialects_tosa::conversions::{ApplyScaleOp, RescaleOp};
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::elements::{Numbers, int_values};
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, Context, RankedTensorType, Signedness, Type, TypeData, Value, ValueRef};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apint::ApInt;

use super::make::Make;
use super::replace_with_cast;

/// The greatest shift of a product of 64 bits. More shift all of it away.
const MAX_SHIFT: i64 = 63;

/// A number for all channels, or one for each.
enum PerChannel {
    Same(Value),
    /// A tensor.
    Each(Value),
}

/// What is computed of each element.
struct Rescale {
    zero_points: [i64; 2],
    are_unsigned: [bool; 2],
    rounding: RoundingMode,
    /// The types of elements of the input and the result, with their signedness.
    types: [Type; 2],
}

/// The width and signedness of an integer.
fn int_of(cx: &Context, ty: Type) -> Option<(u32, Signedness)> {
    match *ty.data(cx) {
        TypeData::Integer { width: width @ 1..=64, signedness } => Some((width, signedness)),
        _ => None,
    }
}

/// The integers of a constant.
fn constant_ints(value: ValueRef<'_>) -> Option<Vec<i64>> {
    int_values(value.cx(), constant_value(value)?)?.iter().map(ApInt::to_i64).collect()
}

/// Lowers `tosa.rescale` to a loop over elements with a scale.
pub(super) fn lower(rw: &mut ConversionRewriter<'_>, op: RescaleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input().id(), view.output().ty());
    let types = [view.input().ty(), ty].map(|ty| ty.element_type_or_self(cx));
    let mut rounding = view.rounding_mode();
    if rounding == RoundingMode::DoubleRound && !view.scale32() {
        return rw.notify_match_failure(op, "tosa.rescale requires scale32 for double_round to be true");
    }
    if rounding == RoundingMode::InexactRound {
        let reason = "tosa.rescale with rounding mode 'INEXACT_ROUND' is not currently supported";
        return rw.notify_match_failure(op, reason);
    }
    let widths = types.map(|ty| int_of(cx, ty).map(|(width, _)| width));
    let [Some(_), Some(..=32)] = widths else {
        return rw.notify_match_failure(op, "only integers, and results of at most 32 bits, are supported");
    };
    let are_unsigned = [view.input_unsigned(), view.output_unsigned()];
    let zeros = [(view.input_zp(), are_unsigned[0]), (view.output_zp(), are_unsigned[1])];
    let zeros = zeros.map(|(zero, is_unsigned)| zero_point(zero, !is_unsigned));
    let [Some(input_zero), Some(output_zero)] = zeros else {
        return rw.notify_match_failure(op, "zero points cannot be statically determined");
    };
    let (Some(mut multipliers), Some(mut shifts)) =
        (constant_ints(view.multiplier()), constant_ints(view.shift()))
    else {
        return rw.notify_match_failure(op, "tosa.rescale requires constant multipliers and shifts");
    };
    let shape = ty.shape(cx)?;
    let rank = shape.len();
    if multipliers.len() != shifts.len() || view.input().ty().shape(cx)?.len() != rank {
        return None;
    }
    for (multiplier, shift) in multipliers.iter_mut().zip(&mut shifts).filter(|(_, shift)| **shift > MAX_SHIFT)
    {
        (*multiplier, *shift) = (0, 0);
    }
    if !shifts.iter().any(|&shift| shift > 31) {
        rounding = RoundingMode::SingleRound;
    }
    let rescale = Rescale { zero_points: [input_zero, output_zero], are_unsigned, rounding, types };
    let mut make = Make { rw, loc };
    let sizes = make.sizes_like(input, shape);
    let multiplier = make.per_channel(&multipliers, Type::I32)?;
    let shift = make.per_channel(&shifts, Type::I8)?;
    let init = make.empty(ty, &sizes);
    let channel = AffineMap::new(rank as u32, 0, vec![AffineExpr::dim(rank.saturating_sub(1) as u32)]);
    let (mut inputs, mut maps) = (vec![input], vec![AffineMap::identity(rank as u32)]);
    for each in [&multiplier, &shift] {
        if let PerChannel::Each(values) = *each {
            inputs.push(values);
            maps.push(channel.clone());
        }
    }
    maps.push(AffineMap::identity(rank as u32));
    let parallel = vec![true; rank];
    let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
    let result = make.generic(&loops, |make, args| {
        let mut args = args.iter().copied();
        let value = args.next()?;
        let mut number = |number: &PerChannel| match *number {
            PerChannel::Same(value) => Some(value),
            PerChannel::Each(_) => args.next(),
        };
        let (multiplier, shift) = (number(&multiplier)?, number(&shift)?);
        rescale.compute(&mut Arith::new(make.rw, make.loc), value, multiplier, shift)
    })?;
    replace_with_cast(rw, op, result, ty, loc);
    Some(())
}

impl Make<'_, '_> {
    /// The number, or a tensor of the numbers.
    fn per_channel(&mut self, numbers: &[i64], ty: Type) -> Option<PerChannel> {
        let cx = self.rw.cx();
        if let &[number] = numbers {
            return Some(PerChannel::Same(self.constant(cx.int_attr(ty, number))?));
        }
        let numbers: Vec<ApInt> =
            numbers.iter().map(|&number| ApInt::from_i64(ty.number_width(cx), number)).collect();
        let tensor = RankedTensorType::get(cx, &[numbers.len() as i64], ty);
        let values: Attr = Numbers::List(numbers).to_attr(cx, tensor)?;
        Some(PerChannel::Each(self.constant(values)?))
    }
}

impl Rescale {
    /// The number of bits of a result, and the bounds of its type.
    fn bounds(&self, cx: &Context) -> Option<(u32, [i64; 2])> {
        let (width, _) = int_of(cx, self.types[1])?;
        let bounds = match self.are_unsigned[1] {
            // Upstream's bound of 32 bits is -1.
            true if width == 32 => [0, if cx.matches_upstream() { -1 } else { i64::from(i32::MAX) }],
            true => [0, (1 << width) - 1],
            false => [i64::MIN >> (64 - width), i64::MAX >> (64 - width)],
        };
        Some((width, bounds))
    }

    fn compute(
        &self,
        make: &mut Arith<'_, '_>,
        mut value: Value,
        multiplier: Value,
        shift: Value,
    ) -> Option<Value> {
        let cx = make.rw.cx();
        let (width, signedness) = int_of(cx, self.types[0])?;
        let wide = cx.integer(width.max(32), Signedness::Signless);
        let [input_zero, output_zero] = self.zero_points;
        let (input_zero, output_zero) = (make.int(input_zero, wide), make.int(output_zero, Type::I32));
        if signedness == Signedness::Unsigned {
            value = reinterpreted(make, value, cx.integer(width, Signedness::Signless));
        }
        if width < 32 {
            value = match self.are_unsigned[0] {
                true => make.cast::<ExtUIOp>(value, Type::I32),
                false => make.cast::<ExtSIOp>(value, Type::I32),
            };
        }
        value = make.sub(value, input_zero);
        let scaled = ApplyScaleOp::of(value, multiplier, shift).rounding_mode_attr(self.rounding.attr(cx));
        value = make.rw.build_value(scaled.output(Type::I32).loc(make.loc));
        value = make.add(value, output_zero);
        let (width, [least, greatest]) = self.bounds(cx)?;
        let (least, greatest) = (make.int(least, Type::I32), make.int(greatest, Type::I32));
        value = make.binary::<MaxSIOp>(least, value);
        value = make.binary::<MinSIOp>(greatest, value);
        if width < 32 {
            value = make.cast::<TruncIOp>(value, cx.integer(width, Signedness::Signless));
        }
        let is_unsigned = int_of(cx, self.types[1])?.1 == Signedness::Unsigned;
        Some(if is_unsigned { reinterpreted(make, value, self.types[1]) } else { value })
    }
}

/// The integer with another signedness.
fn reinterpreted(make: &mut Arith<'_, '_>, value: Value, ty: Type) -> Value {
    let cast = make.rw.build(UnrealizedConversionCastOp::of(&[value]).outputs(&[ty]).loc(make.loc));
    make.rw.body().single_result(cast)
}
