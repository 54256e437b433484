//! Rows: the elements with an index, which need not be constant, in the outermost dimension. The value is written to
//! memory where it is computed.

use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_dialects_llvm::ops::{GEPOp, LoadOp, MulOp};
use terrace_ir::{OpKind, OpRef};
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::NUMBER;
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The elements with an index in the outermost dimension, which need not be constant.
#[op(
    "ripple.row",
    traits(AllTypesMatch(&["value", "result"])),
    format = "`[` $value attr-dict `:` type($value) `,` $index `:` type($index) `]` `->` type($result)"
)]
pub struct RowOp {
    value: Operand<NUMBER>,
    index: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<NUMBER>,
}

/// The construct.
pub(crate) struct RowConstruct;

impl Construct for RowConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("row", |call| call.with::<RowOp>(2))];
}

impl InferShape for RowConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = RowOp::view_of(op);
        let (value, index) = (analysis.of(view.value()), analysis.of(view.index()));
        if !index.is_scalar() {
            let message = format!("the index of a row has shape {index}; make it the same for all elements");
            analysis.report(Tag::SliceRange, op, message);
        }
        Some(value.dims().next_back().map_or(value, |outermost| value.with(outermost, 1)))
    }
}

impl Render for RowConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let row = RowOp::view_of(emit.rw.op(at.op));
        let (value, index) = (row.value().id(), row.index().id());
        let (lanes, shape) = (emit.lanes(value), at.shape);
        if lanes.shape == shape {
            return Some(lanes);
        }
        let (element, elements) = (lanes.ty, shape.elements() as i64);
        let vector = emit.vector_of(&lanes);
        let memory = emit.memory_of(vector);
        let index = emit.lanes(index);
        let index = emit.vector_of(&index);
        let ty = emit.type_of(index);
        let count = emit.integer(elements, ty);
        let first = emit.binary::<MulOp>(index, count);
        let pointer = emit.type_of(memory);
        let address = emit.rw.build_value(
            GEPOp::of_indices(emit.cx(), emit.loc, memory, element, &[first.into()]).res(pointer),
        );
        let size = crate::addresses::stride(emit.cx(), &emit.layout, element).unwrap_or(1);
        let alignment = emit.cx().int_attr(emit.i64_type(), size);
        let whole = emit.shaped(element, shape);
        let load = LoadOp::of(address).loc(emit.loc).alignment_attr(alignment).res(whole);
        let value = emit.rw.build_value(load);
        Some(Lanes::opaque(value, element, shape))
    }
}
