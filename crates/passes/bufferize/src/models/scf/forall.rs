//! `scf.forall`: iterations that insert into shared tensors.

use terrace_dialects_core::scf::ForallOp;
use terrace_dialects_mem::bufferization::ToTensorOp;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Diag, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

use crate::buffers::{BufferTypes, bufferized_value, replace_op_with_bufferized_values};
use crate::interface::{
    AliasingOperands, AliasingValues, BufferizableOp, BufferizeCx, Bufferized, Operand, aliasing_operand_at,
    equivalent,
};
use crate::state::State;

use super::type_of;

pub(super) struct Forall;

/// The number of an argument's output among the operands, and of the arguments that are no outputs.
fn outputs(op: OpRef<'_>) -> (usize, usize, usize) {
    let (first, count) = op.operand_range(OUTPUTS);
    let args = ForallOp::view_of(op).region().entry().map_or(0, |block| block.args().len());
    (first, count, args.saturating_sub(count))
}

/// The slot of the outputs.
const OUTPUTS: usize = 3;

impl BufferizableOp for Forall {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let (first, ..) = outputs(operand.op);
        let number = operand.index.checked_sub(first).filter(|&n| n < operand.op.num_results());
        number.map_or_else(AliasingValues::new, |number| equivalent(operand.op.result(number)))
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, state: &State<'_>) -> AliasingOperands<'a> {
        let first = value.defining_op().map_or(0, |op| outputs(op).0);
        aliasing_operand_at(value, first + value.index() as usize, state)
    }

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let Some(op) = crate::interface::owner(value) else { return Ok(value.ty()) };
        let (first, _, before) = outputs(op);
        let number = value.index() as usize;
        let number = if value.defining_op().is_some() { number } else { number.saturating_sub(before) };
        type_of(op.operand(first + number), types)
    }

    fn is_repetitive_region(&self, op: OpRef<'_>, _index: usize) -> bool {
        let known = |mixed: &terrace_ir::OpFoldResultRef<'_>| match mixed {
            terrace_ir::OpFoldResultRef::Static(number) => Some(*number),
            terrace_ir::OpFoldResultRef::Value(value) => m_scalar_i64(*value),
        };
        let Some(interface) = op.interface::<dyn LoopLike>() else { return true };
        let (lower, upper, steps) =
            (interface.lower_bounds(op), interface.upper_bounds(op), interface.steps(op));
        // One iteration is none too many.
        lower.iter().zip(&upper).zip(&steps).any(|((lower, upper), step)| {
            match (known(lower), known(upper), known(step)) {
                (Some(lower), Some(upper), Some(step)) => lower + step < upper,
                _ => true,
            }
        })
    }

    fn is_parallel_region(&self, op: OpRef<'_>, index: usize) -> bool {
        self.is_repetitive_region(op, index)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        debug_assert!(rw.op(op).isa::<ForallOp>());
        let (first, count, before) = outputs(rw.op(op));
        let mut buffers = Vec::new();
        for i in first..first + count {
            let value = rw.body().operand(op, i);
            buffers.push(bufferized_value(rw, value, cx)?);
        }
        let Some(block) = ForallOp::view_of(rw.op(op)).region().entry().map(|block| block.id()) else {
            return Ok(());
        };
        let loc = rw.op(op).loc();
        rw.set_insertion_point_to_start(block);
        for (i, &buffer) in buffers.iter().enumerate() {
            let arg = rw.body().arg(block, before + i);
            let ty = rw.value(arg).ty();
            let tensor = rw.build_value(ToTensorOp::of(buffer).result(ty).loc(loc));
            rw.replace_all_uses_with(arg, tensor);
        }
        let keep: Vec<bool> = (0..before + count).map(|at| at < before).collect();
        rw.keep_args(block, &keep);
        rw.set_insertion_point_before(op);
        rw.set_operand_group(op, OUTPUTS, &[]);
        let regions = rw.take_regions(op);
        let view = rw.op(op);
        let (name, props, attrs) = (view.name(), view.props().to_vec(), view.attrs());
        let operands: Vec<Value> = rw.body().operands(op).collect();
        let spec = terrace_ir::OpSpec {
            name,
            operands: &operands,
            results: &[],
            props: &props,
            attrs,
            successors: &[],
            loc,
        };
        rw.create_op_with_regions(&spec, &regions);
        replace_op_with_bufferized_values(rw, op, &buffers);
        Ok(())
    }
}

/// It has no tensor operands itself; the ops in its region write.
pub(super) struct InParallel;

impl BufferizableOp for InParallel {
    never_written!(read: false);

    fn bufferize(&self, _rw: &mut Rewriter<'_>, _op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        Ok(())
    }
}
