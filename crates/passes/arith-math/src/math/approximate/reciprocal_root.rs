//! The reciprocal of the square root by an instruction of AVX, whose result a step of Newton's method improves.

use terrace_dialects_core::arith::{CmpFPredicate, ConstantOp, OrIOp};
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::x86::RsqrtOp;
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::{Loc, Op, Rewriter, Value, VectorType};

use super::{Approximated, SINGLE, approximate};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::expressions::Num;
use terrace_passes_shared::vector_ops::{extract, insert, shape_cast};

/// The elements that the instruction takes.
const WIDTH: i64 = 8;

/// Approximates `math.rsqrt` of vectors whose last extent is a multiple of eight.
pub(super) fn rsqrt_by_avx(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let own = vector(rw.cx(), rw.op(op).single_result().ty());
    let is_whole = own.shape.last().is_some_and(|extent| extent % WIDTH == 0);
    if !is_whole || own.is_scalable() || own.num_elements() > MAX_EXPANDED_ELEMENTS as i64 {
        return rw.notify_match_failure(op, "unsupported operand type");
    }
    approximate(rw, op, SINGLE, rsqrt)
}

/// `y * (1.5 - y * (0.5 * x) * y)` for an estimate `y`, which is the result itself for infinities and
/// subnormal numbers.
fn rsqrt<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let infinity = a.of_bits(f32::INFINITY.to_bits());
    let [three_halves, minus_half] = a.constants([1.5, -0.5]);
    let least = a.of_bits(f32::MIN_POSITIVE.to_bits());
    let minus_half_operand = operand * minus_half;
    let is_small = operand.cmpf(CmpFPredicate::Olt, least);
    let is_infinite = operand.cmpf(CmpFPredicate::Oeq, infinity);
    let is_special = is_small.int_binary::<OrIOp>(is_infinite);
    let estimate = a.emitter.with_rewriter(|rw, loc| estimate(rw, operand.value(), loc));
    let estimate = a.emitter.num(estimate);
    let inner = minus_half_operand * estimate;
    let improved = estimate * estimate.fma(inner, three_halves);
    is_special.select(estimate, improved)
}

/// The instruction on each row of eight elements.
fn estimate(rw: &mut Rewriter<'_>, operand: Value, loc: Loc) -> Value {
    let cx = rw.cx();
    let ty = rw.value(operand).ty();
    let own = vector(cx, ty);
    let row = VectorType::get(cx, &[WIDTH], own.element);
    let instruction =
        |rw: &mut Rewriter<'_>, value: Value| rw.build_value(RsqrtOp::of(value).b(row).loc(loc));
    if own.shape == [WIDTH] {
        return instruction(rw, operand);
    }
    let (mut outer, mut rows, mut rows_ty) = (own.shape.to_vec(), operand, ty);
    let rows_in_last = outer.pop().unwrap_or(WIDTH) / WIDTH;
    if rows_in_last > 1 {
        outer.push(rows_in_last);
        let shape = [&outer[..], &[WIDTH]].concat();
        rows_ty = VectorType::get(cx, &shape, own.element);
        rows = shape_cast(rw, rows, rows_ty, loc);
    }
    let place = |mut at: i64| {
        let mut place = vec![0; outer.len()];
        for (index, &extent) in place.iter_mut().zip(&outer).rev() {
            (*index, at) = (at % extent, at / extent);
        }
        place
    };
    let count: i64 = outer.iter().product();
    let estimates: Vec<Value> = (0..count)
        .map(|at| {
            let taken = extract(rw, rows, &place(at), loc);
            instruction(rw, taken)
        })
        .collect();
    let Some(zero) = zero_attr(cx, rows_ty) else { return operand };
    let mut result = rw.build_value(ConstantOp::of().value_attr(zero).result(rows_ty).loc(loc));
    for (at, estimate) in estimates.into_iter().enumerate() {
        result = insert(rw, estimate, result, &place(at as i64), loc);
    }
    shape_cast(rw, result, ty, loc)
}
