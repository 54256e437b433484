//! The dialect linalg: loops over elements, which become the same loops over buffers.

use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_dialects_linalg::structured::{
    Structured, as_structured, has_buffer_semantics, has_tensor_semantics, keeps_elements,
};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_shape::sparse_tensor::sparse_tensor_encoding;
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModelWhere, ExternalModels, OpModel};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value};

use crate::buffers::{get_buffer, operand_buffer, replace_op_with_bufferized_values};
use crate::interface::{
    BufferizableOp, BufferizeCx, Bufferized, Destination, DestinationBufferizableOp, Operand, destination,
};
use crate::state::State;

/// The bufferization models of the dialect.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "linalg",
    interfaces: &[&ExternalModels(MODELS), &STRUCTURED],
    ..EMPTY_EXTENSION
};

static MODELS: &[OpModel<dyn BufferizableOp>] = &[(SoftmaxOp::DEF, &Destination(Softmax))];

static STRUCTURED: ExternalModelWhere<dyn BufferizableOp> =
    ExternalModelWhere { pred: |op| op.interface::<dyn Structured>().is_some(), model: &Destination(Loops) };

struct Loops;

impl DestinationBufferizableOp for Loops {
    /// An operand is read whose elements the computation uses, or keeps. Upstream does not see that some may be kept.
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        let (op, index) = (operand.op, operand.index);
        if destination(operand).is_some() {
            let used = as_structured(op).is_none_or(|structured| structured.reads_destination(op, index));
            return used || !op.cx().matches_upstream() && keeps_elements(op, index);
        }
        let element = op.single_region().entry().and_then(|block| block.args().nth(index));
        element.is_none_or(|element| !element.is_unused())
    }

    /// True if each iteration accesses the same element of both operands, and no other. A sparse operand is accessed by
    /// the levels of its storage.
    fn bufferizes_to_elementwise_access(
        &self,
        op: OpRef<'_>,
        operands: [usize; 2],
        _state: &State<'_>,
    ) -> bool {
        let Some(structured) = as_structured(op) else { return false };
        if op.operands().any(|value| sparse_tensor_encoding(op.cx(), value.ty()).is_some()) {
            return false;
        }
        if !structured.parallel(op).iter().all(|&parallel| parallel) {
            return false;
        }
        let maps = structured.indexing_maps(op);
        let has_shape = |operand: usize| op.operand(operand).ty().shape(op.cx()).is_some();
        let is_identity = |operand: usize| maps.get(operand).is_some_and(|map| map.is_identity());
        operands.into_iter().all(|operand| !has_shape(operand) || is_identity(operand))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        bufferize_destination_style(rw, op, cx)
    }
}

/// Creates the same op on buffers, with its region and attributes.
fn bufferize_destination_style(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let view = rw.op(op);
    if has_buffer_semantics(view) {
        return Ok(());
    }
    if !has_tensor_semantics(view) {
        return Err(plain_error(view, "op does not have pure tensor semantics"));
    }
    let (mut operands, mut outputs): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for index in 0..view.num_operands() {
        let view = rw.op(op);
        let is_output = destination(Operand { op: view, index }).is_some();
        let value = match view.operand(index).ty().is_tensor_like(rw.cx()) {
            true => operand_buffer(rw, op, index, cx)?,
            false => view.operand(index).id(),
        };
        operands.push(value);
        if is_output {
            outputs.push(value);
        }
    }
    let new = rw.with_results(op, &[]);
    rw.set_operands(new, &operands);
    replace_op_with_bufferized_values(rw, op, &outputs);
    Ok(())
}

struct Softmax;

impl DestinationBufferizableOp for Softmax {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 0
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = SoftmaxOp::view_of(rw.op(op));
        let (dimension, loc) = (view.dimension_attr(), view.0.loc());
        let (input, output) = (view.input().id(), view.output().id());
        let (input, output) = (get_buffer(rw, input, cx)?, get_buffer(rw, output, cx)?);
        rw.build(SoftmaxOp::of(input, output).dimension_attr(dimension).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[output]);
        Ok(())
    }
}
