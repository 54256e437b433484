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
use terrace_passes_shared::reshapes::create_collapse;
use terrace_support::apint::ApInt;

use super::make::Make;
use super::replace_with_cast;

/// The greatest shift of a product of 64 bits. More shift all of it away.
const MAX_SHIFT: i64 = 63;

/// A parameter of the scale.
enum Parameter {
    /// One that is known, and the same for all elements.
    Known(Value),
    /// A tensor with one element, or one for each channel.
    Tensor(Value),
}

/// What is computed of each element.
struct Rescale {
    /// Those of the input and the result, if they are known.
    zero_points: [Option<i64>; 2],
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
    let zero_points = zeros.map(|(zero, is_unsigned)| zero_point(zero, !is_unsigned));
    let zeros = zeros.map(|(zero, _)| zero.id());
    let factors = [view.multiplier(), view.shift()];
    let [mut multipliers, mut shifts] = factors.map(constant_ints);
    let factors = factors.map(|factor| factor.id());
    let shape = ty.shape(cx)?;
    let rank = shape.len();
    if view.input().ty().shape(cx)?.len() != rank {
        return None;
    }
    if let (Some(multipliers), Some(shifts)) = (&mut multipliers, &mut shifts) {
        let both = multipliers.iter_mut().zip(shifts);
        both.filter(|(_, shift)| **shift > MAX_SHIFT).for_each(|both| (*both.0, *both.1) = (0, 0));
    }
    if shifts.as_ref().is_some_and(|shifts| shifts.iter().all(|&shift| shift <= 31)) {
        rounding = RoundingMode::SingleRound;
    }
    let rescale = Rescale { zero_points, are_unsigned, rounding, types };
    let mut make = Make { rw, loc };
    let sizes = make.sizes_like(input, shape);
    let multiplier = make.parameter(factors[0], multipliers.as_deref(), Type::I32)?;
    let shift = make.parameter(factors[1], shifts.as_deref(), Type::I8)?;
    let (mut inputs, mut maps) = (vec![input], vec![AffineMap::identity(rank as u32)]);
    let mut add = |make: &Make<'_, '_>, tensor: Value| {
        let dims = match make.ty(tensor).shape(cx)?.len() {
            0 => vec![],
            _ => vec![AffineExpr::dim(u32::try_from(rank.checked_sub(1)?).ok()?)],
        };
        inputs.push(tensor);
        maps.push(AffineMap::new(rank as u32, 0, dims));
        Some(())
    };
    for parameter in [&multiplier, &shift] {
        if let Parameter::Tensor(tensor) = *parameter {
            add(&make, tensor)?;
        }
    }
    for (zero, known) in zeros.into_iter().zip(zero_points) {
        if known.is_none() {
            let zero = make.scalar(zero)?;
            add(&make, zero)?;
        }
    }
    let init = make.empty(ty, &sizes);
    maps.push(AffineMap::identity(rank as u32));
    let parallel = vec![true; rank];
    let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
    let result = make.generic(&loops, |make, args| {
        let mut args = args.iter().copied();
        let value = args.next()?;
        let mut number = |parameter: &Parameter| match *parameter {
            Parameter::Known(value) => Some(value),
            Parameter::Tensor(_) => args.next(),
        };
        let scale = (number(&multiplier)?, number(&shift)?);
        let zeros = zero_points.map(|known| if known.is_none() { args.next() } else { None });
        rescale.compute(&mut Arith::new(make.rw, make.loc), value, scale, zeros)
    })?;
    replace_with_cast(rw, op, result, ty, loc)
}

impl Make<'_, '_> {
    /// The multipliers or shifts: a constant if they are known, a scalar if it is one that is not.
    fn parameter(&mut self, value: Value, known: Option<&[i64]>, ty: Type) -> Option<Parameter> {
        let cx = self.rw.cx();
        let Some(numbers) = known else {
            return match self.ty(value).shape(cx)? {
                [1] => Some(Parameter::Tensor(self.scalar(value)?)),
                _ => Some(Parameter::Tensor(value)),
            };
        };
        if let &[number] = numbers {
            return Some(Parameter::Known(self.constant(cx.int_attr(ty, number))?));
        }
        let numbers: Vec<ApInt> =
            numbers.iter().map(|&number| ApInt::from_i64(ty.number_width(cx), number)).collect();
        let tensor = RankedTensorType::get(cx, &[numbers.len() as i64], ty);
        let values: Attr = Numbers::List(numbers).to_attr(cx, tensor)?;
        Some(Parameter::Tensor(self.constant(values)?))
    }

    /// A tensor of one element without its dimension.
    fn scalar(&mut self, value: Value) -> Option<Value> {
        let (cx, own_ty) = (self.rw.cx(), self.ty(value));
        let ty = RankedTensorType::get(cx, &[], own_ty.element_type(cx)?);
        (own_ty.shape(cx)? == [1]).then(|| create_collapse(self.rw, value, &[], ty, self.loc))
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

    /// A zero point in the type in which it is added.
    fn zero_point(&self, make: &mut Arith<'_, '_>, at: usize, arg: Option<Value>, ty: Type) -> Option<Value> {
        if let Some(number) = self.zero_points[at] {
            return Some(make.int(number, ty));
        }
        let cx = make.rw.cx();
        let own_ty = make.ty(arg?);
        let value = signless(make, arg?, own_ty)?;
        if make.ty(value).number_width(cx) >= ty.number_width(cx) {
            return Some(value);
        }
        // To upstream, a zero point that is not known has the signedness of its type alone.
        let is_unsigned = match int_of(cx, own_ty)?.1 {
            Signedness::Signless => self.are_unsigned[at] && !cx.matches_upstream(),
            signedness => signedness == Signedness::Unsigned,
        };
        Some(match is_unsigned {
            true => make.cast::<ExtUIOp>(value, ty),
            false => make.cast::<ExtSIOp>(value, ty),
        })
    }

    fn compute(
        &self,
        make: &mut Arith<'_, '_>,
        value: Value,
        (multiplier, shift): (Value, Value),
        zeros: [Option<Value>; 2],
    ) -> Option<Value> {
        let cx = make.rw.cx();
        let (width, _) = int_of(cx, self.types[0])?;
        let wide = cx.integer(width.max(32), Signedness::Signless);
        let input_zero = self.zero_point(make, 0, zeros[0], wide)?;
        let output_zero = self.zero_point(make, 1, zeros[1], Type::I32)?;
        let mut value = signless(make, value, self.types[0])?;
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

/// The integer without signedness.
fn signless(make: &mut Arith<'_, '_>, value: Value, ty: Type) -> Option<Value> {
    let (width, signedness) = int_of(make.rw.cx(), ty)?;
    let signless = make.rw.cx().integer(width, Signedness::Signless);
    Some(if signedness == Signedness::Unsigned { reinterpreted(make, value, signless) } else { value })
}

/// The integer with another signedness.
fn reinterpreted(make: &mut Arith<'_, '_>, value: Value, ty: Type) -> Value {
    let cast = make.rw.build(UnrealizedConversionCastOp::of(&[value]).outputs(&[ty]).loc(make.loc));
    make.rw.body().single_result(cast)
}
