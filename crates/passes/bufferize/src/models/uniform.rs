//! The interface of ops that treat all of their tensors alike and write none of them: a table instead of code.

use terrace_ir::{Diag, Op, Rewriter, Type, ValueRef};

use crate::buffers::{BufferTypes, default_buffer_type};
use crate::interface::{
    AliasingValues, BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Operand, aliasing,
};
use crate::state::State;

/// Rewrites an op to work on buffers; the insertion point is before the op.
pub type BufferizeFn = fn(&mut Rewriter<'_>, Op, &BufferizeCx<'_>) -> Bufferized;
/// Computes the buffer type of a result.
pub type BufferTypeFn = fn(ValueRef<'_>, &mut BufferTypes<'_>) -> Result<Type, Box<Diag>>;

/// A model for ops that treat all tensors alike and write none of them.
pub struct Uniform {
    reads: bool,
    allocates: bool,
    alias: Option<BufferRelation>,
    buffer_type: BufferTypeFn,
    bufferize: BufferizeFn,
}

impl Uniform {
    /// An op that only queries the shapes of its tensors.
    pub const fn looking(bufferize: BufferizeFn) -> Self {
        Self { reads: false, allocates: false, alias: None, buffer_type: default_buffer_type, bufferize }
    }

    /// An op that reads its tensors.
    pub const fn reading(bufferize: BufferizeFn) -> Self {
        Self { reads: true, ..Self::looking(bufferize) }
    }

    /// An op whose results are new buffers, computed from tensors that it reads.
    pub const fn allocating(bufferize: BufferizeFn) -> Self {
        Self { allocates: true, ..Self::reading(bufferize) }
    }

    /// An op whose first result has the buffer of its tensor.
    pub const fn viewing(relation: BufferRelation, bufferize: BufferizeFn) -> Self {
        Self { alias: Some(relation), ..Self::looking(bufferize) }
    }

    /// The same op, which reads its tensors.
    pub const fn that_reads(self) -> Self {
        Self { reads: true, ..self }
    }

    /// The same op, with a function that infers the types of its buffers.
    pub const fn typed(self, buffer_type: BufferTypeFn) -> Self {
        Self { buffer_type, ..self }
    }
}

impl BufferizableOp for Uniform {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        self.allocates
    }

    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        self.reads
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        self.alias.map_or_else(AliasingValues::new, |relation| aliasing(operand.op.single_result(), relation))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        (self.bufferize)(rw, op, cx)
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        (self.buffer_type)(value, types)
    }
}
