//! Ops that write to memory before or after control enters a region or a callee.

use std::ops::Range;

use terrace_ir::attr_kind::{BoolAttr, DictArrayAttr, SymbolRefAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::effects::{EffectOn, writes};
use terrace_ir::interfaces::{CallLike, Callee, RegionBranchOp, RegionPoint};
use terrace_ir::{Attr, OpKind, OpRef, TypeData, ValueRef};
use terrace_macros::op;

static MEMREF: TypeConstraint =
    TypeConstraint::new("memref of any type values", |cx, ty| matches!(ty.data(cx), TypeData::MemRef { .. }));

/// Writes before or after its region runs once.
#[op("test.store_with_a_region", interfaces(dyn RegionBranchOp), effects(writes(EffectOn::Operand(0))),
     format = "$address attr-dict-with-keyword $body `:` type($address)")]
pub struct StoreWithARegionOp {
    address: Operand<MEMREF>,
    store_before_region: Prop<BoolAttr>,
    body: Region,
}

/// Writes before or after its region runs any number of times.
#[op("test.store_with_a_loop_region", interfaces(dyn RegionBranchOp), effects(writes(EffectOn::Operand(0))),
     format = "$address attr-dict-with-keyword $body `:` type($address)")]
pub struct StoreWithALoopRegionOp {
    address: Operand<MEMREF>,
    store_before_region: Prop<BoolAttr>,
    body: Region,
}

/// Ends such a region.
#[op(
    "test.store_with_a_region_terminator",
    traits(ReturnLike, Terminator, NoMemoryEffect),
    format = "attr-dict"
)]
pub struct StoreWithARegionTerminatorOp {}

/// A call that writes before or after it.
#[op("test.call_and_store", interfaces(dyn CallLike), effects(writes(EffectOn::Operand(0))),
     format = "$callee `(` $callee_operands `)` `,` $address attr-dict `:` functional-type(operands, results)")]
pub struct CallAndStoreOp {
    callee: Prop<SymbolRefAttr>,
    address: Operand<MEMREF>,
    callee_operands: VarOperand<ANY_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    store_before_call: Prop<BoolAttr>,
    results: VarRes<ANY_TYPE>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 4] = [
    StoreWithARegionOp::DEF,
    StoreWithALoopRegionOp::DEF,
    StoreWithARegionTerminatorOp::DEF,
    CallAndStoreOp::DEF,
];

/// Whether such an op writes before control enters its region or callee.
pub fn stores_before(op: OpRef<'_>) -> bool {
    let flag = op.inherent_attr("store_before_region").or_else(|| op.inherent_attr("store_before_call"));
    flag == Some(Attr::TRUE)
}

fn no_operands() -> Range<usize> {
    0..0
}

impl RegionBranchOp for StoreWithARegionOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }

    fn successor_inputs<'a>(&self, _op: OpRef<'a>, _target: RegionPoint) -> Vec<ValueRef<'a>> {
        Vec::new()
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        no_operands()
    }
}

impl RegionBranchOp for StoreWithALoopRegionOp {
    fn successors(&self, _op: OpRef<'_>, _point: RegionPoint) -> Vec<RegionPoint> {
        vec![RegionPoint::Region(0), RegionPoint::Parent]
    }

    fn successor_inputs<'a>(&self, _op: OpRef<'a>, _target: RegionPoint) -> Vec<ValueRef<'a>> {
        Vec::new()
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        no_operands()
    }
}

impl CallLike for CallAndStoreOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallAndStoreOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(1)
    }
}
