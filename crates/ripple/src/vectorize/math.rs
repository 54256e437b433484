//! Calls of functions of math on vectors.

use terrace_dialects_llvm::intrinsics::{LrintOp, RoundOp};
use terrace_dialects_llvm::ops::{CallOp, FPToSIOp, FPTruncOp, FreezeOp};
use terrace_ir::Value;
use terrace_support::apfloat::FloatKind;
use terrace_target::Bfloat;

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::math::{
    Conversion, MathFunction, MathRequest, MathTarget, conversion_of, math_function, moved_by_half,
};

impl Emitter<'_, '_> {
    /// The function of math on vectors that stands for an op, if there is one and its result has a shape.
    pub(super) fn math_function(&self, original: &Original) -> Option<MathFunction> {
        let &(result, _) = original.results.first()?;
        if self.calls.math.is_none() || self.shapes.of(result).is_scalar() {
            return None;
        }
        let has_instruction = |function: &MathFunction| function.is_rounding() && self.target.rounds_floats();
        math_function(self.rw.op(original.op)).filter(|function| !has_instruction(function))
    }

    /// Returns the conversion of an op that rounds floats to integers, if its result has a shape.
    pub(super) fn conversion(&self, original: &Original) -> Option<Conversion> {
        let &(result, _) = original.results.first()?;
        if self.calls.math.is_none() || self.shapes.of(result).is_scalar() {
            return None;
        }
        conversion_of(self.rw.op(original.op))
    }

    /// Rounds floats to integers.
    pub(super) fn convert_rounded(&mut self, original: &Original, conversion: Conversion) {
        let (&[(result, ty)], &[operand]) = (&original.results[..], &original.operands[..]) else { return };
        let shape = self.shapes.of(result);
        let (whole, loc) = (self.shaped(ty, shape), self.loc);
        let lanes = self.lanes(operand).in_shape(shape);
        let value = self.vector_of(&lanes);
        let value = match conversion {
            Conversion::Current => self.rw.build_value(LrintOp::of(value).loc(loc).res(whole)),
            Conversion::AwayFromZero => {
                let floats = self.type_of(value);
                let rounded = match self.target.rounds_floats() {
                    true => self.rw.build_value(RoundOp::of(value).loc(loc).res(floats)),
                    false => moved_by_half(self.rw, value, loc),
                };
                // What no integer is may become any, but not a different one wherever it is used.
                let value = self.unary::<FPToSIOp>(rounded, whole);
                self.unary::<FreezeOp>(value, whole)
            }
        };
        self.set(result, Lanes::opaque(value, ty, shape));
    }

    /// Calls a function of math on pieces that fit a register; the last one is filled up with elements again.
    pub(super) fn math_call(&mut self, original: &Original, function: MathFunction) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let count = shape.elements();
        let target = MathTarget::new(self.target, self.key);
        let lanes = target.lanes(function, count);
        let request = MathRequest { function, lanes, target };
        let Some(math) = &mut self.calls.math else { unreachable!("{function:?} is a call") };
        let name = math(request);
        let element = self.cx().float(function.kind());
        let (wide, piece) = (self.vector(element, count), self.vector(element, lanes));
        let mut operands: Vec<Value> = Vec::new();
        for &operand in &original.operands {
            let whole = self.lanes(operand).in_shape(shape);
            let whole = self.vector_of(&whole);
            operands.push(if ty == element { whole } else { self.extended(whole, shape, wide) });
        }
        let mut pieces = Vec::new();
        for start in (0..count).step_by(lanes) {
            let indices: Vec<usize> = (start..start + lanes).map(|at| at % count).collect();
            let arguments: Vec<Value> =
                operands.iter().map(|&operand| self.pick(operand, &indices)).collect();
            let call = CallOp::of()
                .loc(self.loc)
                .callee_attr(self.cx().flat_symbol_ref(self.cx().str(&name)))
                .callee_operands(&arguments)
                .op_bundle_operands(&[])
                .result(piece);
            let made = self.rw.build(call);
            let value = self.rw.body().single_result(made);
            let kept: Vec<usize> = (0..lanes.min(count - start)).collect();
            pieces.push(if kept.len() == lanes { value } else { self.pick_vector(value, &kept) });
        }
        let value = self.concatenate(pieces);
        let whole = self.shaped(ty, shape);
        let value = match ty.float_kind(self.cx()) {
            _ if ty == element => value,
            Some(FloatKind::BF16) if self.target.bfloat() != Bfloat::Computed => {
                self.narrow_to_bfloat(value, shape, whole)
            }
            _ => self.unary::<FPTruncOp>(value, whole),
        };
        self.set(result, Lanes::opaque(value, ty, shape));
    }
}
