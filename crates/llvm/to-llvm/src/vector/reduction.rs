//! Reductions, also under a mask.

use terrace_conversion::Adaptor;
use terrace_dialects_core::arith;
use terrace_dialects_llvm::attrs::FastmathFlagsAttr;
use terrace_dialects_llvm::enums::{FastmathFlags, ICmpPredicate};
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::is_compatible_type;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{MaskOp, ReductionOp, VectorScaleOp};
use terrace_ir::build::OperationState;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{Attr, AttrData, Op, OpKind, Type, Value};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::Lowering;
use crate::one_to_one::fastmath_flags;
use terrace_llvm_common::build::Build;

/// The number with which a combination changes nothing.
#[derive(Clone, Copy)]
enum Neutral {
    Zero,
    One,
    AllOnes,
    SignedMin,
    SignedMax,
    UnsignedMax,
    /// Not a number, of this sign.
    Nan(bool),
}

impl Neutral {
    /// The number as a constant of a type.
    fn create(self, build: &mut Build<'_, '_>, ty: Type) -> Option<Value> {
        let cx = build.cx();
        let value = match (ty.float_kind(cx), ty.bit_width(cx)?) {
            (Some(kind), _) => {
                let number = match self {
                    Self::Zero => ApFloat::zero(kind, false),
                    Self::One => ApFloat::from_f64(kind, 1.0),
                    Self::Nan(negative) => ApFloat::nan(kind, negative),
                    _ => return None,
                };
                cx.float_attr(ty, number)
            }
            (None, width) => {
                let number = match self {
                    Self::Zero => ApInt::zero(width),
                    Self::One => ApInt::new(width, 1),
                    Self::AllOnes | Self::UnsignedMax => ApInt::all_ones(width),
                    Self::SignedMin => ApInt::signed_min(width),
                    Self::SignedMax => ApInt::signed_max(width),
                    Self::Nan(_) => return None,
                };
                cx.attr(AttrData::Integer { ty, value: number })
            }
        };
        Some(build.constant(value, ty))
    }
}

/// The parts of a reduction.
#[derive(Clone, Copy)]
struct Reduction {
    /// The vector.
    input: Value,
    /// The accumulator.
    acc: Option<Value>,
    /// The type of the result.
    ty: Type,
}

impl Reduction {
    /// All elements of an integer vector in one, and then, with an op on integers, with what there was.
    fn combined<R: OpKind, S: OpKind>(self, build: &mut Build<'_, '_>) -> Value {
        let result = build.unary::<R>(self.input, self.ty);
        match self.acc {
            Some(acc) => build.binary::<S>(acc, result),
            None => result,
        }
    }

    /// The element of an integer vector, or what there was, that a comparison chooses.
    fn chosen<R: OpKind>(self, build: &mut Build<'_, '_>, predicate: ICmpPredicate) -> Value {
        let (cx, loc) = (build.cx(), build.loc);
        let result = build.unary::<R>(self.input, self.ty);
        let Some(acc) = self.acc else { return result };
        let predicate = enum_attr(cx, predicate);
        let choice = build
            .rw
            .build_value(llvm::ICmpOp::of(acc, result).predicate_attr(predicate).res(Type::I1).loc(loc));
        build.rw.build_value(llvm::SelectOp::of(choice, acc, result).res(self.ty).loc(loc))
    }

    /// The least or greatest element of a vector of floating-point numbers, and what there was.
    fn extreme<R: OpKind, S: OpKind>(self, build: &mut Build<'_, '_>, flags: Attr) -> Value {
        let state = OperationState::unary::<R>(self.input).with_attr("fastmathFlags", flags);
        let result = build.rw.build_value(state.with_results(&[self.ty]).with_loc(build.loc));
        match self.acc {
            Some(acc) => build.binary::<S>(result, acc),
            None => result,
        }
    }

    /// The accumulator, or the neutral element of the reduction.
    fn start(self, build: &mut Build<'_, '_>, neutral: Neutral) -> Option<Value> {
        match self.acc {
            Some(acc) => Some(acc),
            None => neutral.create(build, self.ty),
        }
    }

    /// All elements in order, beginning with what there was.
    fn in_order<R: OpKind>(self, build: &mut Build<'_, '_>, neutral: Neutral, flags: Attr) -> Option<Value> {
        let start = self.start(build, neutral)?;
        let state = OperationState::binary::<R>(start, self.input).with_attr("fastmathFlags", flags);
        Some(build.rw.build_value(state.with_results(&[self.ty]).with_loc(build.loc)))
    }

    /// All elements that a mask chooses.
    fn masked<R: OpKind>(self, build: &mut Build<'_, '_>, neutral: Neutral, mask: Value) -> Option<Value> {
        let start = self.start(build, neutral)?;
        let length = vector_length(build, self.input);
        Some(
            build.rw.build_value(
                OperationState::positional::<R>(&[start, self.input, mask, length], &[])
                    .with_results(&[self.ty])
                    .with_loc(build.loc),
            ),
        )
    }

    /// The least or greatest element that a mask chooses: others are a number that neither is.
    fn masked_extreme<R: OpKind, S: OpKind>(
        mut self,
        build: &mut Build<'_, '_>,
        other: ApFloat,
        mask: Value,
        flags: Attr,
    ) -> Option<Value> {
        let (cx, loc, ty) = (build.cx(), build.loc, build.rw.body().value_type(self.input));
        let others = splat_of(cx, cx.float_attr(self.ty, other), ty)?;
        let others = build.constant(others, ty);
        self.input = build.rw.build_value(llvm::SelectOp::of(mask, self.input, others).res(ty).loc(loc));
        Some(self.extreme::<R, S>(build, flags))
    }
}

/// The number of elements of a vector of one dimension, in 32 bits.
fn vector_length(build: &mut Build<'_, '_>, value: Value) -> Value {
    let (cx, loc) = (build.cx(), build.loc);
    let own = vector(cx, build.rw.body().value_type(value));
    let count = build.integer(own.minor(), Type::I32);
    if !own.is_scalable() {
        return count;
    }
    let scale = build.rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let scale = build.rw.build_value(arith::IndexCastOp::of(scale).out(Type::I32).loc(loc));
    build.rw.build_value(arith::MulIOp::of(count, scale).result(Type::I32).loc(loc))
}

pub(super) fn reduction(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    use CombiningKind as Kind;
    let (cx, view) = (build.cx(), ReductionOp::view_of(build.rw.op(op)));
    let (kind, element, flags) = (view.kind(), view.dest().ty(), fastmath_flags(view.fastmath()));
    let ty = lowering.convert(cx, element)?;
    let operands = adaptor.flat();
    let (&input, rest) = operands.split_first()?;
    let all = Reduction { input, acc: rest.first().copied(), ty };
    if element.is_int_or_index(cx) {
        return Some(vec![match kind {
            Kind::Add => all.combined::<intr::VectorReduceAddOp, llvm::AddOp>(build),
            Kind::Mul => all.combined::<intr::VectorReduceMulOp, llvm::MulOp>(build),
            Kind::And => all.combined::<intr::VectorReduceAndOp, llvm::AndOp>(build),
            Kind::Or => all.combined::<intr::VectorReduceOrOp, llvm::OrOp>(build),
            Kind::Xor => all.combined::<intr::VectorReduceXorOp, llvm::XOrOp>(build),
            Kind::Minui => all.chosen::<intr::VectorReduceUminOp>(build, ICmpPredicate::Ule),
            Kind::Minsi => all.chosen::<intr::VectorReduceSminOp>(build, ICmpPredicate::Sle),
            Kind::Maxui => all.chosen::<intr::VectorReduceUmaxOp>(build, ICmpPredicate::Uge),
            Kind::Maxsi => all.chosen::<intr::VectorReduceSmaxOp>(build, ICmpPredicate::Sge),
            _ => return None,
        }]);
    }
    if !ty.is_float(cx) {
        return None;
    }
    let reassociated = match lowering.options.reassociate_reductions {
        true => FastmathFlags::REASSOC,
        false => FastmathFlags::NONE,
    };
    let flags: Attr = FastmathFlagsAttr::get(cx, flags | reassociated).into();
    Some(vec![match kind {
        Kind::Add => all.in_order::<intr::VectorReduceFaddOp>(build, Neutral::Zero, flags)?,
        Kind::Mul => all.in_order::<intr::VectorReduceFmulOp>(build, Neutral::One, flags)?,
        Kind::Minimumf => all.extreme::<intr::VectorReduceFminimumOp, intr::MinimumOp>(build, flags),
        Kind::Maximumf => all.extreme::<intr::VectorReduceFmaximumOp, intr::MaximumOp>(build, flags),
        Kind::Minnumf => all.extreme::<intr::VectorReduceFminOp, intr::MinNumOp>(build, flags),
        Kind::Maxnumf => all.extreme::<intr::VectorReduceFmaxOp, intr::MaxNumOp>(build, flags),
        _ => return None,
    }])
}

pub(super) fn masked_reduction(
    build: &mut Build<'_, '_>,
    op: Op,
    _: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    use CombiningKind as Kind;
    let (cx, around) = (build.cx(), MaskOp::view_of(build.rw.op(op)));
    let view = around.mask_region().entry()?.first()?.cast::<ReductionOp>()?;
    let (mask, kind, element) = (around.mask().id(), view.kind(), view.dest().ty());
    let flags: Attr = FastmathFlagsAttr::get(cx, fastmath_flags(view.fastmath())).into();
    let (input, acc) = (view.vector(), view.acc());
    // These operands are not converted.
    let types = [input.ty()].into_iter().chain(acc.map(|acc| acc.ty()));
    if vector(cx, input.ty()).rank() != 1 || types.into_iter().any(|ty| !is_compatible_type(cx, ty)) {
        return None;
    }
    let ty = lowering.convert(cx, element)?;
    let all = Reduction { input: input.id(), acc: acc.map(|acc| acc.id()), ty };
    let is_int = ty.is_integer(cx);
    Some(vec![match kind {
        Kind::Add if is_int => all.masked::<intr::VPReduceAddOp>(build, Neutral::Zero, mask)?,
        Kind::Add => all.masked::<intr::VPReduceFAddOp>(build, Neutral::Zero, mask)?,
        Kind::Mul if is_int => all.masked::<intr::VPReduceMulOp>(build, Neutral::One, mask)?,
        Kind::Mul => all.masked::<intr::VPReduceFMulOp>(build, Neutral::One, mask)?,
        Kind::Minui => all.masked::<intr::VPReduceUMinOp>(build, Neutral::UnsignedMax, mask)?,
        Kind::Minsi => all.masked::<intr::VPReduceSMinOp>(build, Neutral::SignedMax, mask)?,
        Kind::Maxui => all.masked::<intr::VPReduceUMaxOp>(build, Neutral::Zero, mask)?,
        Kind::Maxsi => all.masked::<intr::VPReduceSMaxOp>(build, Neutral::SignedMin, mask)?,
        Kind::And => all.masked::<intr::VPReduceAndOp>(build, Neutral::AllOnes, mask)?,
        Kind::Or => all.masked::<intr::VPReduceOrOp>(build, Neutral::Zero, mask)?,
        Kind::Xor => all.masked::<intr::VPReduceXorOp>(build, Neutral::Zero, mask)?,
        Kind::Minnumf => all.masked::<intr::VPReduceFMinOp>(build, Neutral::Nan(true), mask)?,
        Kind::Maxnumf => all.masked::<intr::VPReduceFMaxOp>(build, Neutral::Nan(false), mask)?,
        Kind::Maximumf => {
            // Upstream takes the negative number that is nearest to zero.
            let other = ApFloat::smallest(ty.float_kind(cx)?, true);
            all.masked_extreme::<intr::VectorReduceFmaximumOp, intr::MaximumOp>(build, other, mask, flags)?
        }
        Kind::Minimumf => {
            let other = ApFloat::largest(ty.float_kind(cx)?, false);
            all.masked_extreme::<intr::VectorReduceFminimumOp, intr::MinimumOp>(build, other, mask, flags)?
        }
    }])
}
