//! Operands and values with tensors, and the relations of their buffers.

use smallvec::SmallVec;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_ir::{Context, Op, OpRef, Type, ValueRef};

/// An operand of an op.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Operand<'a> {
    /// The op.
    pub op: OpRef<'a>,
    /// The number of the operand.
    pub index: usize,
}

/// The key of an operand in tables of one body: its op and its index.
pub type OperandKey = (Op, u32);

impl<'a> Operand<'a> {
    /// The value.
    pub fn value(self) -> ValueRef<'a> {
        self.op.operand(self.index)
    }

    /// Its key in tables of one body.
    pub fn key(self) -> OperandKey {
        (self.op.id(), self.index as u32)
    }
}

/// The operands of an op that are tensors.
pub fn tensor_operands<'a>(op: OpRef<'a>) -> impl Iterator<Item = Operand<'a>> {
    let is_tensor = move |i: &usize| op.operand(*i).ty().is_tensor_like(op.cx());
    (0..op.num_operands()).filter(is_tensor).map(move |index| Operand { op, index })
}

/// The uses of a value, the most recently created first.
pub fn uses<'a>(value: ValueRef<'a>) -> impl Iterator<Item = Operand<'a>> {
    value.uses().map(|(op, index)| Operand { op, index })
}

/// The relation between two buffers that alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferRelation {
    /// They overlap, perhaps.
    Unknown,
    /// They are the same buffer: same size, offset and strides.
    Equivalent,
}

/// A value whose buffer may be that of an operand.
#[derive(Clone, Copy)]
pub struct AliasingValue<'a> {
    /// The value.
    pub value: ValueRef<'a>,
    /// The relation between the buffers.
    pub relation: BufferRelation,
    /// Whether they alias for certain.
    pub is_definite: bool,
}

/// An operand whose buffer a value may have.
#[derive(Clone, Copy)]
pub struct AliasingOperand<'a> {
    /// The operand, of the op that the value belongs to or of an op in it.
    pub operand: Operand<'a>,
    /// The relation between the buffers.
    pub relation: BufferRelation,
    /// Whether they alias for certain.
    pub is_definite: bool,
}

/// Values that alias with an operand.
pub type AliasingValues<'a> = SmallVec<[AliasingValue<'a>; 1]>;
/// Operands that alias with a value.
pub type AliasingOperands<'a> = SmallVec<[AliasingOperand<'a>; 1]>;

/// A single equivalent value.
pub fn equivalent<'a>(value: ValueRef<'a>) -> AliasingValues<'a> {
    aliasing(value, BufferRelation::Equivalent)
}

/// A single value that definitely aliases.
pub fn aliasing<'a>(value: ValueRef<'a>, relation: BufferRelation) -> AliasingValues<'a> {
    smallvec::smallvec![AliasingValue { value, relation, is_definite: true }]
}

/// Whether an op has a tensor among its operands, its results, or the arguments of its blocks.
pub fn has_tensors(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let is_tensor = |value: ValueRef<'_>| value.ty().is_tensor_like(cx);
    op.operands().any(is_tensor)
        || op.results().any(is_tensor)
        || op.regions().any(|region| region.blocks().any(|block| block.args().any(is_tensor)))
}

/// Whether a type is a builtin tensor without a rank.
pub fn is_unranked_tensor(cx: &Context, ty: Type) -> bool {
    ty.is_tensor(cx) && ty.shape(cx).is_none()
}

/// The op that a value is a result of, or a block argument in.
pub fn owner<'a>(value: ValueRef<'a>) -> Option<OpRef<'a>> {
    match value.defining_op() {
        Some(op) => Some(op),
        None => value.owner_block()?.region()?.parent_op(),
    }
}
