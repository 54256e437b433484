//! Greatest and average elements within windows.

use terrace_affine::AffineMap;
use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith::{
    CmpFPredicate, DivFOp, DivUIOp, ExtUIOp, IndexCastOp, MaxNumFOp, MaxSIOp, MaximumFOp, MinSIOp, SIToFPOp,
    ShLIOp, TruncFOp, TruncIOp,
};
use terrace_dialects_core::math::CountLeadingZerosOp;
use terrace_dialects_linalg::builders::{Loops, make_named};
use terrace_dialects_linalg::named_pooling::{PoolingNhwcMaxOp, PoolingNhwcMaxUnsignedOp, PoolingNhwcSumOp};
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_tosa::attrs::{NanPropagationMode, RoundingMode};
use terrace_dialects_tosa::conversions::ApplyScaleOp;
use terrace_dialects_tosa::convolutions::{AvgPool2dOp, MaxPool2dOp};
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::elements::int_vector;
use terrace_ir::{Attr, Context, DYNAMIC, OpKind, Signedness, Type, TypeData, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::make::{Make, Window, windows, zero_of};
use super::reductions::extreme;
use super::types::without_unsigned;

/// The least element, with which a window starts; `None` for elements without one. The greatest of elements that are all
/// ignored is NaN, where upstream's is the least float.
fn least(cx: &Context, element: Type, mode: NanPropagationMode) -> Option<Attr> {
    match element.data(cx) {
        &TypeData::Integer { width: width @ 1..=64, signedness } => {
            let signless = cx.integer(width, Signedness::Signless);
            match signedness {
                Signedness::Unsigned => Some(cx.int_attr(signless, 0)),
                Signedness::Signless => Some(cx.int_attr(signless, i64::MIN >> (64 - width))),
                Signedness::Signed => None,
            }
        }
        _ if [Type::F32, Type::F16, Type::BF16].contains(&element) => {
            let starts_with_nan = mode == NanPropagationMode::Ignore && !cx.matches_upstream();
            Some(cx.float_attr(
                element,
                match starts_with_nan {
                    true => ApFloat::nan(element.float_kind(cx)?, false),
                    false => extreme(cx, element, true)?,
                },
            ))
        }
        _ => None,
    }
}

/// The strides and dilations of windows without dilation.
fn steps(cx: &Context, windows: &[Window]) -> Option<[Option<Attr>; 2]> {
    let vector = |numbers: Vec<i64>| {
        let numbers: Vec<ApInt> = numbers.into_iter().map(|number| ApInt::from_i64(64, number)).collect();
        int_vector(cx, Type::I64, &numbers)
    };
    let strides = vector(windows.iter().map(|window| window.stride).collect())?;
    Some([Some(strides), Some(vector(vec![1; windows.len()])?)])
}

/// Lowers `tosa.max_pool2d`.
pub(super) fn lower_max(rw: &mut ConversionRewriter<'_>, op: MaxPool2dOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, own_ty, mode) = (view.0.loc(), view.output().ty(), view.nan_mode());
    let element = own_ty.element_type_or_self(cx);
    let ty = without_unsigned(cx, own_ty)?;
    let shape = ty.shape(cx)?.to_vec();
    let Some(least) = least(cx, element, mode) else {
        return rw.notify_match_failure(op, "unsupported initial value for tosa.max_pool2d");
    };
    let kernel = view.kernel().to_vec();
    let windows = windows(&view.pad().to_vec(), &view.stride().to_vec(), &vec![1; kernel.len()])?;
    view.input().ty().shape(cx)?;
    let input = adaptor.of(rw, op).input();
    let mut make = Make { rw, loc };
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
        let size = make.dim(input, dim);
        sizes.push(match windows.iter().zip(&kernel).find(|(window, _)| window.dim == dim) {
            Some((window, &kernel)) => {
                let kernel = make.index(kernel);
                make.count_places(size, kernel, window)
            }
            None => size,
        });
    }
    let input = make.padded(input, &windows, least)?;
    let start = make.constant(least)?;
    let init = make.empty(ty, &sizes);
    let filled = make.filled(start, init)?;
    let window = make.static_empty(&kernel, ty.element_type_or_self(cx));
    let is_unsigned = matches!(element.data(cx), TypeData::Integer { signedness: Signedness::Unsigned, .. });
    let def = if is_unsigned { PoolingNhwcMaxUnsignedOp::DEF } else { PoolingNhwcMaxOp::DEF };
    let pool = make_named(make.rw, def, &[input, window], &[filled], &steps(cx, &windows)?, loc)?;
    if mode == NanPropagationMode::Propagate || !element.is_float(cx) {
        rw.replace_op_with(op, pool);
        return Some(());
    }
    let maps = as_structured(make.rw.op(pool))?.indexing_maps(make.rw.op(pool));
    let parallel = [true, true, true, true, false, false];
    let loops = Loops { inputs: &[input, window], outputs: &[filled], maps: &maps, parallel: &parallel };
    let result = make.generic(&loops, |make, args| {
        let (element, greatest) = (*args.first()?, *args.last()?);
        let mut make = Arith::new(make.rw, make.loc);
        if !make.rw.cx().matches_upstream() {
            return Some(make.binary::<MaxNumFOp>(greatest, element));
        }
        let max = make.binary::<MaximumFOp>(greatest, element);
        let is_nan = make.compare_floats(CmpFPredicate::Uno, element, element);
        Some(make.select(is_nan, greatest, max))
    })?;
    rw.erase_op(pool);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The computation of an average from the sum of a window.
struct Average {
    /// The type of the sum.
    acc: Type,
    /// The type of the average.
    element: Type,
    zero_points: [i64; 2],
}

impl Average {
    /// Whether sums of this type become averages of that one, for inputs of a type.
    fn is_supported(&self, cx: &Context, input: Type) -> bool {
        let all = [input, self.acc, self.element];
        if all.iter().any(|&ty| zero_of(cx, ty).is_none()) {
            return false;
        }
        let is_narrower = self.element.number_width(cx) < self.acc.number_width(cx);
        let is_float = all.map(|ty| ty.is_float(cx));
        let is_int = self.acc == Type::I32 && is_float == [false; 3];
        (self.acc == self.element || is_narrower) && (is_int || is_float == [true; 3])
    }
}

/// Lowers `tosa.avg_pool2d`.
pub(super) fn lower_average(rw: &mut ConversionRewriter<'_>, op: AvgPool2dOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, acc) = (view.0.loc(), view.output().ty(), view.acc_type());
    let (input, input_ty, kernel) = (view.input().id(), view.input().ty(), view.kernel().to_vec());
    let zero_points = [zero_point(view.input_zp(), true)?, zero_point(view.output_zp(), true)?];
    let average = Average { acc, element: ty.element_type_or_self(cx), zero_points };
    if !average.is_supported(cx, input_ty.element_type_or_self(cx)) {
        return rw.notify_match_failure(op, "unsupported types of elements");
    }
    let (shape, input_shape) = (ty.shape(cx)?, input_ty.shape(cx)?);
    if [shape, input_shape].iter().any(|shape| shape.iter().skip(1).any(|&extent| extent == DYNAMIC)) {
        return rw.notify_match_failure(op, "only the batch may be dynamic");
    }
    let has_batch = shape.first() == Some(&DYNAMIC);
    let windows = windows(&view.pad().to_vec(), &view.stride().to_vec(), &vec![1; kernel.len()])?;
    let mut make = Make { rw, loc };
    let sizes: Vec<Value> = (0..usize::from(has_batch)).map(|dim| make.dim(input, dim)).collect();
    let input = make.padded(input, &windows, zero_of(cx, input_ty)?)?;
    let zero = make.constant(zero_of(cx, acc)?)?;
    let init = make.empty(ty.with_element(cx, acc)?, &sizes);
    let filled = make.filled(zero, init)?;
    let window = make.static_empty(&kernel, acc);
    let pool =
        make_named(make.rw, PoolingNhwcSumOp::DEF, &[input, window], &[filled], &steps(cx, &windows)?, loc)?;
    let sum = make.rw.body().single_result(pool);
    let dims = [make.dim(sum, 1), make.dim(sum, 2)];
    let one = make.index(1);
    let last = dims.map(|extent| Arith::new(make.rw, loc).sub(extent, one));
    let dest = make.empty(ty, &sizes);
    let spans: Vec<Span<'_>> = windows
        .iter()
        .zip(kernel)
        .zip(last)
        .map(|((window, kernel), last)| Span { window, kernel, last, one })
        .collect();
    let result = average.of_sums(&mut make, sum, dest, &spans)?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// A dimension along which a window moves.
struct Span<'a> {
    window: &'a Window,
    /// The extent of the window.
    kernel: i64,
    /// The last place of the window.
    last: Value,
    one: Value,
}

impl Span<'_> {
    /// The number of elements of the input in the window, at least one: those of the kernel that are not in the padding.
    fn covered(&self, make: &mut Make<'_, '_>, zero: Value) -> Value {
        let (loc, window) = (make.loc, self.window);
        let dim = make.rw.cx().int_attr(Type::I64, window.dim as i64);
        let (stride, mut covered) = (make.index(window.stride), make.index(self.kernel));
        let left = make.rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc));
        let mut make = Arith::new(make.rw, loc);
        let right = make.sub(self.last, left);
        let places = [left, right].map(|place| make.mul(place, stride));
        for (place, pad) in places.into_iter().zip(window.pad).filter(|(_, pad)| *pad != 0) {
            let pad = make.index(pad);
            let outside = make.sub(place, pad);
            let outside = make.binary::<MinSIOp>(outside, zero);
            covered = make.add(covered, outside);
        }
        make.binary::<MaxSIOp>(self.one, covered)
    }
}

impl Average {
    /// The averages of sums, in a tensor like the destination.
    fn of_sums(
        &self,
        make: &mut Make<'_, '_>,
        sums: Value,
        dest: Value,
        spans: &[Span<'_>],
    ) -> Option<Value> {
        let maps = [AffineMap::identity(4), AffineMap::identity(4)];
        let loops = Loops { inputs: &[sums], outputs: &[dest], maps: &maps, parallel: &[true; 4] };
        make.generic(&loops, |make, args| {
            let zero = make.index(0);
            let covered: Vec<Value> = spans.iter().map(|span| span.covered(make, zero)).collect();
            let mut make = Arith::new(make.rw, make.loc);
            let count = make.mul(*covered.first()?, *covered.get(1)?);
            let count = make.cast::<IndexCastOp>(count, Type::I32);
            Some(self.of(&mut make, *args.first()?, count))
        })
    }

    fn of(&self, make: &mut Arith<'_, '_>, sum: Value, count: Value) -> Value {
        let cx = make.rw.cx();
        if !self.acc.is_float(cx) {
            return self.of_ints(make, sum, count);
        }
        let count = make.cast::<SIToFPOp>(count, self.acc);
        let average = make.binary_float::<DivFOp>(sum, count, None);
        match self.acc == self.element {
            true => average,
            false => make.cast::<TruncFOp>(average, self.element),
        }
    }

    /// The average as a product with 1 / count, in the greatest scale that fits.
    fn of_ints(&self, make: &mut Arith<'_, '_>, mut sum: Value, count: Value) -> Value {
        let [input_zero, output_zero] = self.zero_points;
        let (cx, i8) = (make.rw.cx(), make.rw.cx().integer(8, Signedness::Signless));
        if input_zero != 0 {
            let zero = make.int(input_zero, self.acc);
            let offset = make.mul(count, zero);
            sum = make.sub(sum, offset);
        }
        // The scale: the count's bits.
        let (one, bits) = (make.int(1, Type::I32), make.int(32, Type::I32));
        let less = make.sub(count, one);
        let zeros = make.cast::<CountLeadingZerosOp>(less, Type::I32);
        let scale = make.sub(bits, zeros);
        let scale64 = make.cast::<ExtUIOp>(scale, Type::I64);
        let numerator = make.int((1 << 30) + 1, Type::I64);
        let numerator = make.binary::<ShLIOp>(numerator, scale64);
        let count = make.cast::<ExtUIOp>(count, Type::I64);
        let multiplier = make.binary::<DivUIOp>(numerator, count);
        let multiplier = make.cast::<TruncIOp>(multiplier, Type::I32);
        let scale = make.cast::<TruncIOp>(scale, i8);
        let thirty = make.int(30, i8);
        let shift = make.add(scale, thirty);
        let rounding = RoundingMode::SingleRound.attr(cx);
        let scaled = ApplyScaleOp::of(sum, multiplier, shift).rounding_mode_attr(rounding);
        let mut scaled = make.rw.build_value(scaled.output(Type::I32).loc(make.loc));
        if output_zero != 0 {
            let zero = make.int(output_zero, Type::I32);
            scaled = make.add(scaled, zero);
        }
        let width = self.element.number_width(cx).clamp(1, 32);
        let (min, max) = (make.int(-1 << (width - 1), self.acc), make.int((1 << (width - 1)) - 1, self.acc));
        let clamped = make.binary::<MaxSIOp>(min, scaled);
        let clamped = make.binary::<MinSIOp>(max, clamped);
        if self.element == self.acc { clamped } else { make.cast::<TruncIOp>(clamped, self.element) }
    }
}
