//! Memory slots, several of one op.

use terrace_ir::body::OpSpec;
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::memory_slots::{MemorySlot, PromotableAllocation};
use terrace_ir::{Attr, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value};
use terrace_macros::op;

use crate::ConstantOp;

static I32_BUFFER: TypeConstraint =
    TypeConstraint::new("memref of 32-bit signless integer values", |cx, ty| match ty.data(cx) {
        TypeData::MemRef { element, .. } | TypeData::UnrankedMemRef { element, .. } => *element == Type::I32,
        _ => false,
    });

/// Any number of buffers on the stack.
#[op("test.multi_slot_alloca", interfaces(dyn PromotableAllocation),
     format = "attr-dict `:` functional-type(operands, results)")]
pub struct MultiSlotAllocaOp {
    results: VarRes<I32_BUFFER>,
}

/// A graph that sees nothing from around it.
#[op(
    "test.isolated_graph_region",
    traits(IsolatedFromAbove, GraphRegions),
    format = "attr-dict-with-keyword $region"
)]
pub struct IsolatedGraphRegionOp {
    region: Region,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 2] = [MultiSlotAllocaOp::DEF, IsolatedGraphRegionOp::DEF];

impl PromotableAllocation for MultiSlotAllocaOp {
    fn promotable_slots(&self, op: OpRef<'_>) -> Vec<MemorySlot> {
        let cx = op.cx();
        let single = op.results().filter(|result| result.ty().num_elements(cx) == Some(1));
        single
            .filter_map(|result| Some(MemorySlot { ptr: result.id(), elem: result.ty().element_type(cx)? }))
            .collect()
    }

    fn default_value(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot) -> Value {
        let (loc, value) = (rw.body().loc(op), rw.cx().int_attr(slot.elem, 42));
        rw.build_value(ConstantOp::of().value_attr(value).result(slot.elem).loc(loc))
    }

    fn promotion_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &MemorySlot,
        default: Option<Value>,
    ) -> Option<Op> {
        let unused = default.map(|value| rw.value(value)).filter(|value| value.is_unused());
        if let Some(constant) = unused.and_then(|value| value.defining_op()).map(|op| op.id()) {
            rw.erase_op(constant);
        }
        let left: Vec<Value> = rw.body().results(op).filter(|&result| result != slot.ptr).collect();
        if left.is_empty() {
            rw.erase_op(op);
            return None;
        }
        let types: Vec<Type> = left.iter().map(|&result| rw.body().value_type(result)).collect();
        let (name, loc) = (rw.body().name(op), rw.body().loc(op));
        rw.set_insertion_point_before(op);
        let attrs = Attr::EMPTY_DICT;
        let new = rw.create_op(&OpSpec {
            name,
            operands: &[],
            results: &types,
            props: &[],
            attrs,
            successors: &[],
            loc,
        });
        let values: Vec<Value> = rw.body().results(new).collect();
        left.into_iter().zip(values).for_each(|(old, new)| rw.replace_all_uses_with(old, new));
        rw.erase_op(op);
        Some(new)
    }
}
