//! The dialect sparse_tensor: its ops are analyzed, but only the sparsifier rewrites them.

use terrace_dialects_shape::sparse_tensor::encoding::ConvertOp;
use terrace_dialects_shape::sparse_tensor::ops::{LoadOp, NewOp};
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Op, OpKind, Rewriter, ValueRef};

use super::uniform::Uniform;
use crate::interface::{BufferRelation, BufferizableOp, BufferizeCx, Bufferized};
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "sparse_tensor", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (ConvertOp::DEF, &Uniform::allocating(refuse)),
    (LoadOp::DEF, &Uniform::viewing(BufferRelation::Equivalent, refuse)),
    (NewOp::DEF, &New),
];

fn refuse(rw: &mut Rewriter<'_>, op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
    Err(plain_error(rw.op(op), "sparse_tensor ops must be bufferized with the sparsifier"))
}

/// `sparse_tensor.new`: it allocates, and its contents are not a write that others could conflict with.
struct New;

impl BufferizableOp for New {
    never_written!(read: true);

    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    fn result_bufferizes_to_memory_write(&self, _result: ValueRef<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        refuse(rw, op, cx)
    }
}
