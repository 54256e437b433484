//! Dot products of the bytes, or the halves, of two integers of 32 bits: no program states them.
//!
//! [`crate::outer_products`] makes them of products of neighbors in memory, so that what is multiplied is read as
//! integers of 32 bits.

use terrace_dialects_llvm::ops::{AddOp, BitcastOp, MulOp, SExtOp, ZExtOp};
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::I32;
use terrace_ir::{OpKind, OpRef, Value};
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The sum of the products of the bytes of two integers of 32 bits, or of their halves (`words`), each with a sign or
/// without.
#[op("ripple.dot", format = "$first `,` $second attr-dict")]
pub struct DotOp {
    first: Operand<I32>,
    second: Operand<I32>,
    words: OptProp<UnitAttr>,
    first_is_signed: OptProp<UnitAttr>,
    second_is_signed: OptProp<UnitAttr>,
    result: Res<I32>,
}

/// The construct.
pub(crate) struct DotConstruct;

impl Construct for DotConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[];
}

impl InferShape for DotConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        Some(analysis.joined_operands(op))
    }
}

impl Render for DotConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let view = DotOp::view_of(emit.rw.op(at.op));
        let (bits, parts) = if view.words() { (16, 2) } else { (8, 4) };
        let factors =
            [(view.first().id(), view.first_is_signed()), (view.second().id(), view.second_is_signed())];
        let count = at.shape.elements();
        let narrow = emit.integer_type(bits);
        let (narrow, wide) = (emit.vector(narrow, count * parts), emit.vector(at.ty, count * parts));
        let [a, b] = factors.map(|(value, is_signed)| {
            let lanes = emit.lanes(value).in_shape(at.shape);
            let value = emit.vector_of(&lanes);
            let value = emit.unary::<BitcastOp>(value, narrow);
            match is_signed {
                true => emit.unary::<SExtOp>(value, wide),
                false => emit.unary::<ZExtOp>(value, wide),
            }
        });
        let products = emit.binary::<MulOp>(a, b);
        let sums: Vec<Value> = (0..parts)
            .map(|part| {
                let lanes: Vec<usize> = (0..count).map(|lane| lane * parts + part).collect();
                emit.pick(products, &lanes)
            })
            .collect();
        let sum = sums.into_iter().reduce(|sum, part| emit.binary::<AddOp>(sum, part))?;
        Some(Lanes::opaque(sum, at.ty, at.shape))
    }
}
