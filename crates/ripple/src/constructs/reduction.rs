//! Reductions: the elements in some dimensions, combined.

use terrace_dialects_llvm::enums::FastmathFlags;
use terrace_dialects_llvm::intrinsics::*;
use terrace_dialects_llvm::ops::{AddOp, AndOp, FAddOp, FMulOp, FPTruncOp, MulOp, OrOp, XOrOp};
use terrace_ir::{Attr, OpKind, OpRef, Type, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_target::Bfloat;

use super::Construct;
use super::ballot::gathered_conditions;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::dialect::*;
use crate::intrinsics::{Fault, Intrinsic, IntrinsicCall, Lifted};
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Mask, Render, Rendered};

/// The construct.
pub(crate) struct ReductionConstruct;

impl Construct for ReductionConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[
        ("reduce.add", lift::<ReduceAddOp>),
        ("reduce.mul", lift::<ReduceMulOp>),
        ("reduce.and", lift::<ReduceAndOp>),
        ("reduce.or", lift::<ReduceOrOp>),
        ("reduce.xor", lift::<ReduceXorOp>),
        ("reduce.smax", lift::<ReduceMaxOp>),
        ("reduce.smin", lift::<ReduceMinOp>),
        ("reduce.umax", lift_unsigned::<ReduceMaxOp>),
        ("reduce.umin", lift_unsigned::<ReduceMinOp>),
        ("reduce.fadd", lift::<ReduceAddOp>),
        ("reduce.fmul", lift::<ReduceMulOp>),
        ("reduce.fmax", lift::<ReduceMaxOp>),
        ("reduce.fmin", lift::<ReduceMinOp>),
        ("reduce.fmaximum", lift::<ReduceMaximumOp>),
        ("reduce.fminimum", lift::<ReduceMinimumOp>),
    ];
}

impl InferShape for ReductionConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let reduced = Reduced::of(op)?;
        let dims = analysis.dimensions(op, reduced.dims)?;
        if dims.is_empty() && analysis.reports {
            analysis.warn_of_no_dimension(op);
        }
        Some(dims.into_iter().fold(analysis.of(reduced.value), |shape, dim| shape.with(dim, 1)))
    }
}

impl Render for ReductionConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let reduced = Reduced::of(emit.rw.op(at.op))?;
        let (value, kind) = (reduced.value.id(), reduced.kind);
        Some(Lanes::opaque(reduce(emit, value, kind, at.shape, at.mask), at.ty, at.shape))
    }
}

/// A call has the dimensions, as bits, and the value.
fn lift<K: OpKind>(call: &IntrinsicCall<'_, '_>) -> Lifted {
    call.with::<K>(2)
}

/// The same for unsigned integers.
fn lift_unsigned<K: OpKind>(call: &IntrinsicCall<'_, '_>) -> Lifted {
    match call.args.len() {
        2 => call.op_with::<K>(call.args, &[Some(Attr::UNIT)]),
        _ => Err(Fault::Operands),
    }
}

/// Combines the elements of a value in the dimensions that `shape` lacks.
fn reduce(
    emit: &mut Emitter<'_, '_>,
    value: Value,
    kind: Reduction,
    shape: Shape,
    mask: Option<&Mask>,
) -> Value {
    let lanes = emit.lanes(value);
    let (from, mut ty) = (lanes.shape, lanes.ty);
    let mut vector = emit.vector_of(&lanes);
    if from == shape {
        return vector;
    }
    // Element types without target arithmetic are reduced as `float`; the result is rounded.
    let chooses =
        matches!(kind, Reduction::FMax | Reduction::FMin | Reduction::FMaximum | Reduction::FMinimum);
    let is_rounded = match ty.float_kind(emit.cx()) {
        Some(FloatKind::BF16) => emit.target.bfloat() != Bfloat::Computed,
        // A choice is exact; back ends for x86 call a function for each.
        Some(FloatKind::F16) => chooses && !emit.target.chooses_halves(),
        _ => false,
    };
    if is_rounded {
        ty = Type::F32;
        let whole = emit.shaped(ty, from);
        vector = emit.extended(vector, from, whole);
    }
    let combined = combined_elements(emit, vector, ty, kind, (from, shape), mask);
    if !is_rounded {
        return combined;
    }
    let whole = emit.shaped(lanes.ty, shape);
    match lanes.ty.float_kind(emit.cx()) {
        Some(FloatKind::BF16) => emit.narrow_to_bfloat(combined, shape, whole),
        _ => emit.unary::<FPTruncOp>(combined, whole),
    }
}

fn combined_elements(
    emit: &mut Emitter<'_, '_>,
    mut vector: Value,
    ty: Type,
    kind: Reduction,
    (from, shape): (Shape, Shape),
    mask: Option<&Mask>,
) -> Value {
    if let Some(active) = emit.mask_vector(mask, from) {
        let neutral = neutral(emit, kind, ty);
        let neutral = emit.splat(neutral, from.elements());
        vector = emit.select(active, vector, neutral);
    }
    if let Some(words) = gathered_conditions(emit, vector, kind, ty, (from, shape)) {
        return words;
    }
    // Back ends for x86 combine elements one after the other where these may be NaN.
    let chooses =
        matches!(kind, Reduction::FMax | Reduction::FMin | Reduction::FMaximum | Reduction::FMinimum);
    let by_halves = chooses && !emit.target.reduces_choices();
    if shape.is_scalar() && !by_halves {
        return reduce_all(emit, vector, kind, ty);
    }
    let mut at = from;
    for dim in from.without(shape).dims().collect::<Vec<_>>().into_iter().rev() {
        while at.size(dim) > 1 {
            let size = at.size(dim);
            let half = size / 2;
            let rest = at.with(dim, half);
            let first = range_of(emit, vector, at, rest, dim, 0);
            let second = range_of(emit, vector, at, rest, dim, half as usize);
            let mut sum = combine(emit, kind, first, second);
            if size % 2 == 1 {
                let single = at.with(dim, 1);
                let last = emit.slice_of(vector, at, single, dim, size as usize - 1);
                if half == 1 {
                    sum = combine(emit, kind, sum, last);
                } else {
                    let head = emit.slice_of(sum, rest, single, dim, 0);
                    let head = combine(emit, kind, head, last);
                    sum = replace_slice(emit, sum, rest, head, single, dim);
                }
            }
            vector = sum;
            at = rest;
        }
    }
    vector
}

/// The elements whose index in a dimension begins at `start`, as many as `rest` has.
fn range_of(
    emit: &mut Emitter<'_, '_>,
    value: Value,
    shape: Shape,
    rest: Shape,
    dim: usize,
    start: usize,
) -> Value {
    let picked: Vec<usize> = (0..rest.elements())
        .map(|flat| {
            let mut at = rest.coordinates(flat);
            at[dim] += start;
            shape.flat(&at)
        })
        .collect();
    emit.pick(value, &picked)
}

/// A value whose elements with index 0 in a dimension are others.
fn replace_slice(
    emit: &mut Emitter<'_, '_>,
    value: Value,
    shape: Shape,
    slice: Value,
    rest: Shape,
    dim: usize,
) -> Value {
    let spread = emit.broadcast(slice, rest, shape);
    let count = shape.elements();
    let indices: Vec<i32> = (0..count)
        .map(|flat| if shape.coordinates(flat)[dim] == 0 { (count + flat) as i32 } else { flat as i32 })
        .collect();
    emit.shuffle([value, spread], &indices)
}

fn combine(emit: &mut Emitter<'_, '_>, kind: Reduction, a: Value, b: Value) -> Value {
    let ty = emit.type_of(a);
    match kind {
        Reduction::Add => emit.binary::<AddOp>(a, b),
        Reduction::Mul => emit.binary::<MulOp>(a, b),
        Reduction::And => emit.binary::<AndOp>(a, b),
        Reduction::Or => emit.binary::<OrOp>(a, b),
        Reduction::Xor => emit.binary::<XOrOp>(a, b),
        Reduction::SMax => emit.rw.build_value(SMaxOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::SMin => emit.rw.build_value(SMinOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::UMax => emit.rw.build_value(UMaxOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::UMin => emit.rw.build_value(UMinOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::FAdd => emit.binary::<FAddOp>(a, b),
        Reduction::FMul => emit.binary::<FMulOp>(a, b),
        Reduction::FMax => emit.rw.build_value(MaxNumOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::FMin => emit.rw.build_value(MinNumOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::FMaximum => emit.rw.build_value(MaximumOp::of(a, b).res(ty).loc(emit.loc)),
        Reduction::FMinimum => emit.rw.build_value(MinimumOp::of(a, b).res(ty).loc(emit.loc)),
    }
}

fn reduce_all(emit: &mut Emitter<'_, '_>, vector: Value, kind: Reduction, ty: Type) -> Value {
    match kind {
        Reduction::Add => emit.unary::<VectorReduceAddOp>(vector, ty),
        Reduction::Mul => emit.unary::<VectorReduceMulOp>(vector, ty),
        Reduction::And => emit.unary::<VectorReduceAndOp>(vector, ty),
        Reduction::Or => emit.unary::<VectorReduceOrOp>(vector, ty),
        Reduction::Xor => emit.unary::<VectorReduceXorOp>(vector, ty),
        Reduction::SMax => emit.unary::<VectorReduceSmaxOp>(vector, ty),
        Reduction::SMin => emit.unary::<VectorReduceSminOp>(vector, ty),
        Reduction::UMax => emit.unary::<VectorReduceUmaxOp>(vector, ty),
        Reduction::UMin => emit.unary::<VectorReduceUminOp>(vector, ty),
        Reduction::FAdd => {
            let start = neutral(emit, kind, ty);
            let op = VectorReduceFaddOp::of(start, vector).loc(emit.loc);
            emit.rw.build_value(op.fastmath_flags(FastmathFlags::REASSOC).res(ty))
        }
        Reduction::FMul => {
            let start = neutral(emit, kind, ty);
            let op = VectorReduceFmulOp::of(start, vector).loc(emit.loc);
            emit.rw.build_value(op.fastmath_flags(FastmathFlags::REASSOC).res(ty))
        }
        Reduction::FMax => emit.unary::<VectorReduceFmaxOp>(vector, ty),
        Reduction::FMin => emit.unary::<VectorReduceFminOp>(vector, ty),
        Reduction::FMaximum => emit.unary::<VectorReduceFmaximumOp>(vector, ty),
        Reduction::FMinimum => emit.unary::<VectorReduceFminimumOp>(vector, ty),
    }
}

/// The value that changes nothing in a combination.
fn neutral(emit: &mut Emitter<'_, '_>, kind: Reduction, ty: Type) -> Value {
    let width = ty.bit_width(emit.cx()).unwrap_or(64);
    let number = match kind {
        Reduction::Add | Reduction::Or | Reduction::Xor | Reduction::UMax => 0,
        Reduction::Mul => 1,
        Reduction::And | Reduction::UMin => -1,
        Reduction::SMax => i64::MIN >> (64 - width.min(64)),
        Reduction::SMin => i64::MAX >> (64 - width.min(64)),
        _ => return neutral_float(emit, kind, ty),
    };
    emit.integer(number, ty)
}

fn neutral_float(emit: &mut Emitter<'_, '_>, kind: Reduction, ty: Type) -> Value {
    let number = match kind {
        Reduction::FAdd => -0.0,
        Reduction::FMul => 1.0,
        Reduction::FMaximum => f64::NEG_INFINITY,
        Reduction::FMinimum => f64::INFINITY,
        _ => f64::NAN,
    };
    let cx = emit.cx();
    let value = match ty.float_kind(cx) {
        Some(format) => cx.float_attr(ty, ApFloat::from_f64(format, number)),
        None => terrace_ir::Attr::UNIT,
    };
    emit.constant(value, ty)
}
