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
use terrace_ir::{Attr, Context, RankedTensorType, Signedness, Type, TypeData, Value, ValueRef, View};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::reshapes::create_collapse;
use terrace_support::apint::ApInt;

use super::make::{Make, replace_with_cast};

/// The greatest shift of a product of 64 bits. More shift all of it away.
const MAX_SHIFT: i64 = 63;

/// The computation of an element.
struct Rescale {
    /// Those of the input and the result, if they are known.
    zero_points: [Option<i64>; 2],
    are_unsigned: [bool; 2],
    rounding: RoundingMode,
    /// The types of elements of the input and the result, with their signedness.
    types: [Type; 2],
}

/// The multipliers and the shifts, where they are known.
type Factors = [Option<Vec<i64>>; 2];

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

/// The factors; a shift of all bits is a product with zero.
fn factors_of(view: &View<'_, RescaleOp>) -> Factors {
    let mut factors = [view.multiplier(), view.shift()].map(constant_ints);
    if let [Some(multipliers), Some(shifts)] = &mut factors {
        let both = multipliers.iter_mut().zip(shifts);
        both.filter(|(_, shift)| **shift > MAX_SHIFT).for_each(|both| (*both.0, *both.1) = (0, 0));
    }
    factors
}

/// Lowers `tosa.rescale` to a loop over elements with a scale.
pub(super) fn lower(rw: &mut ConversionRewriter<'_>, op: RescaleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input().id(), view.output().ty());
    if view.input().ty().shape(cx)?.len() != ty.shape(cx)?.len() {
        return None;
    }
    let factors = factors_of(&view);
    let operands = [view.multiplier(), view.shift(), view.input_zp(), view.output_zp()];
    let operands = operands.map(|operand| operand.id());
    let rescale = match Rescale::of(cx, &view, &factors) {
        Ok(rescale) => rescale,
        Err(reason) => return rw.notify_match_failure(op, reason),
    };
    let result = rescale.loop_over(&mut Make { rw, loc }, input, ty, operands, &factors)?;
    replace_with_cast(rw, op, result, ty, loc)
}

impl Make<'_, '_> {
    /// The multipliers or shifts: a constant if they are known, and then a scalar if they are one. Otherwise a tensor, of rank
    /// zero if it is of one element.
    fn factor(&mut self, value: Value, known: Option<&[i64]>, ty: Type) -> Option<Value> {
        let cx = self.rw.cx();
        let Some(numbers) = known else {
            return if self.ty(value).shape(cx)? == [1] { self.scalar(value) } else { Some(value) };
        };
        if let &[number] = numbers {
            return self.constant(cx.int_attr(ty, number));
        }
        let width = ty.number_width(cx);
        let numbers: Vec<ApInt> = numbers.iter().map(|&number| ApInt::from_i64(width, number)).collect();
        let tensor = RankedTensorType::get(cx, &[numbers.len() as i64], ty);
        let values: Attr = Numbers::List(numbers).to_attr(cx, tensor)?;
        self.constant(values)
    }

    /// A tensor of one element without its dimension.
    fn scalar(&mut self, value: Value) -> Option<Value> {
        let (cx, own_ty) = (self.rw.cx(), self.ty(value));
        let ty = RankedTensorType::get(cx, &[], own_ty.element_type(cx)?);
        (own_ty.shape(cx)? == [1]).then(|| create_collapse(self.rw, value, &[], ty, self.loc))
    }
}

impl Rescale {
    /// The computation of an op; the reason if there is none.
    fn of(cx: &Context, view: &View<'_, RescaleOp>, factors: &Factors) -> Result<Self, &'static str> {
        let types = [view.input().ty(), view.output().ty()].map(|ty| ty.element_type_or_self(cx));
        let mut rounding = view.rounding_mode();
        if rounding == RoundingMode::DoubleRound && !view.scale32() {
            return Err("tosa.rescale requires scale32 for double_round to be true");
        }
        if rounding == RoundingMode::InexactRound {
            return Err("tosa.rescale with rounding mode 'INEXACT_ROUND' is not currently supported");
        }
        let [Some(_), Some(..=32)] = types.map(|ty| int_of(cx, ty).map(|(width, _)| width)) else {
            return Err("only integers, and results of at most 32 bits, are supported");
        };
        let are_unsigned = [view.input_unsigned(), view.output_unsigned()];
        let zeros = [(view.input_zp(), are_unsigned[0]), (view.output_zp(), are_unsigned[1])];
        let zero_points = zeros.map(|(zero, is_unsigned)| zero_point(zero, !is_unsigned));
        if factors[1].as_ref().is_some_and(|shifts| shifts.iter().all(|&shift| shift <= 31)) {
            rounding = RoundingMode::SingleRound;
        }
        Ok(Rescale { zero_points, are_unsigned, rounding, types })
    }

    /// The loop over elements, with the op's multiplier, shift and zero points.
    fn loop_over(
        &self,
        make: &mut Make<'_, '_>,
        input: Value,
        ty: Type,
        [multiplier, shift, input_zero, output_zero]: [Value; 4],
        [multipliers, shifts]: &Factors,
    ) -> Option<Value> {
        let cx = make.rw.cx();
        let shape = ty.shape(cx)?;
        let rank = shape.len() as u32;
        let sizes = make.sizes_like(input, shape);
        let multiplier = make.factor(multiplier, multipliers.as_deref(), Type::I32)?;
        let shift = make.factor(shift, shifts.as_deref(), Type::I8)?;
        let (mut inputs, mut maps) = (vec![input], vec![AffineMap::identity(rank)]);
        let are_tensors = [multiplier, shift].map(|factor| make.ty(factor).is_shaped(cx));
        inputs.extend(
            [multiplier, shift].into_iter().zip(are_tensors).filter_map(|(factor, is)| is.then_some(factor)),
        );
        for (zero, known) in [input_zero, output_zero].into_iter().zip(self.zero_points) {
            if known.is_none() {
                inputs.push(make.scalar(zero)?);
            }
        }
        for &tensor in &inputs[1..] {
            let dims = match make.ty(tensor).shape(cx)?.is_empty() {
                true => Vec::new(),
                false => vec![AffineExpr::dim(rank.checked_sub(1)?)],
            };
            maps.push(AffineMap::new(rank, 0, dims));
        }
        maps.push(AffineMap::identity(rank));
        let init = make.empty(RankedTensorType::get(cx, shape, self.types[1]), &sizes);
        let parallel = vec![true; shape.len()];
        let loops = Loops { inputs: &inputs, outputs: &[init], maps: &maps, parallel: &parallel };
        make.generic(&loops, |make, args| {
            let mut args = args.iter().copied();
            let value = args.next()?;
            let mut factor =
                |factor: Value, is_tensor: bool| if is_tensor { args.next() } else { Some(factor) };
            let scale = (factor(multiplier, are_tensors[0])?, factor(shift, are_tensors[1])?);
            let zeros = self.zero_points.map(|known| if known.is_none() { args.next() } else { None });
            self.compute(&mut Arith::new(make.rw, make.loc), value, scale, zeros)
        })
    }

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
