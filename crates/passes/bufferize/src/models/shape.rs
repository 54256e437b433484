//! The dialect shape: regions that rest on a condition.

use terrace_dialects_mem::bufferization::ToTensorOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_shape::shape::{AssumingOp, AssumingYieldOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Op, OpKind, Region, Rewriter, Type, Value, ValueRef};

use super::vector::{passed_buffers, passed_on, yielded_to};
use crate::interface::{
    AliasingOperands, AliasingValues, BufferizableOp, BufferizeCx, Bufferized, Operand, failure,
};
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "shape", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] =
    &[(AssumingOp::DEF, &Assuming), (AssumingYieldOp::DEF, &AssumingYield)];

/// `shape.assuming`: its results are the yielded values of the region.
struct Assuming;

impl BufferizableOp for Assuming {
    never_written!(read: true);

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        yielded_to(value)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        let view = AssumingOp::view_of(rw.op(op));
        let Some(end) = view.do_region().entry().and_then(|block| block.last()) else {
            return Err(failure(view.0));
        };
        let (types, old): (Vec<Type>, Vec<Type>) = (end.operand_types(), view.0.result_types());
        let (witness, loc) = (view.witness().id(), view.0.loc());
        let regions: Vec<Region> = rw.take_regions(op);
        let new = rw.build(AssumingOp::of(witness).loc(loc).results(&types).do_region(regions[0]));
        rw.set_insertion_point_after(new);
        let results: Vec<Value> = rw.body().results(new).collect();
        let mut values = Vec::with_capacity(results.len());
        for (result, ty) in results.into_iter().zip(old) {
            values.push(match ty.is_tensor_like(rw.cx()) {
                true => rw.build_value(ToTensorOp::of(result).result(ty).loc(loc)),
                false => result,
            });
        }
        rw.replace_op(op, &values);
        Ok(())
    }
}

/// `shape.assuming_yield`.
struct AssumingYield;

impl BufferizableOp for AssumingYield {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        passed_on(operand)
    }

    fn must_bufferize_in_place(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let values = passed_buffers(rw, op, cx)?;
        rw.replace(op, AssumingYieldOp::of(&values));
        Ok(())
    }
}
