//! Ops with custom deallocation.

use rustc_hash::FxHashMap;
use terrace_dialects_core::arith::{AndIOp, SelectOp, XOrIOp};
use terrace_dialects_core::cf::CondBrOp;
use terrace_dialects_core::scf::{InParallelOp, ReduceReturnOp};
use terrace_dialects_gpu::gpu::TerminatorOp;
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, CheckResult, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_passes_shared::arithmetic::Arith;

use super::state::{DeallocationState, Ownership, is_buffer, make_bool, make_dealloc};

/// An op with custom deallocation of the buffers of its block, or custom ownership of its results.
pub trait BufferDeallocationOp: Send + Sync {
    /// Processes the op when ownership is propagated to it.
    ///
    /// # Errors
    ///
    /// If ownership cannot be followed through the op.
    fn process(&self, rw: &mut Rewriter<'_>, op: Op, state: &mut DeallocationState) -> CheckResult;

    /// Creates the ownership value of a result; `None` if it is unknown.
    fn owner_of(&self, _rw: &mut Rewriter<'_>, _op: Op, _state: &DeallocationState) -> Option<Value> {
        None
    }
}

/// The external models of the interface, for ops that do not use the default implementation.
pub static EXTENSIONS: &[&DialectExtension] = &[
    &DialectExtension {
        dialect: "arith",
        interfaces: &[&ExternalModels::<dyn BufferDeallocationOp>(&[(SelectOp::DEF, &Select)])],
        ..EMPTY_EXTENSION
    },
    &DialectExtension {
        dialect: "cf",
        interfaces: &[&ExternalModels::<dyn BufferDeallocationOp>(&[(
            CondBrOp::DEF,
            &ConditionalBranch { condition: |op| CondBrOp::view_of(op).condition() },
        )])],
        ..EMPTY_EXTENSION
    },
    &DialectExtension {
        dialect: "gpu",
        interfaces: &[&ExternalModels::<dyn BufferDeallocationOp>(&[(TerminatorOp::DEF, &GpuTerminator)])],
        ..EMPTY_EXTENSION
    },
    &DialectExtension {
        dialect: "scf",
        interfaces: &[&ExternalModels::<dyn BufferDeallocationOp>(&[
            (InParallelOp::DEF, &InParallel),
            (ReduceReturnOp::DEF, &ReduceReturn),
        ])],
        ..EMPTY_EXTENSION
    },
];

/// A branch to one of two blocks, as `cf.cond_br`: each successor's buffers are freed under its condition,
/// including those that only the other one retains.
pub struct ConditionalBranch {
    /// Returns the condition, of type `i1`, of the branch to the first successor.
    pub condition: for<'a> fn(OpRef<'a>) -> ValueRef<'a>,
}

impl ConditionalBranch {
    /// Frees, before the branch, the buffers that one successor does not need; returns the ownership values
    /// of the retained ones, in order.
    fn free_for(
        rw: &mut Rewriter<'_>,
        op: Op,
        index: usize,
        (memrefs, conditions): (&[Value], &[Value]),
        state: &mut DeallocationState,
    ) -> Vec<(Value, Value)> {
        let (view, loc) = (rw.op(op), rw.body().loc(op));
        let Some((branch, block)) = view.interface::<dyn BranchOp>().zip(rw.body().block_of(op)) else {
            return Vec::new();
        };
        let passed = branch.successor_operands(view, index);
        let mut operands: Vec<Value> =
            (passed.start..passed.start + passed.len).map(|at| rw.body().operand(op, at)).collect();
        let target: Option<Block> = rw.body().successors(op).nth(index);
        let retained = state.to_retain(rw, target, &operands);
        let owners = make_dealloc(rw, memrefs, conditions, &retained, loc);
        let count = operands.iter().filter(|&&value| is_buffer(rw, value)).count();
        state.set_retained(rw, block, &retained, &owners, count);
        let owned: Vec<(Value, Value)> = retained.into_iter().zip(owners).collect();
        // A buffer that is retained twice is owned as its last entry says.
        let last: FxHashMap<Value, Value> = owned.iter().copied().collect();
        let added: Vec<Value> = operands.iter().filter_map(|operand| last.get(operand).copied()).collect();
        operands.extend(added);
        rw.set_successor_operands(op, index, &operands);
        owned
    }
}

impl BufferDeallocationOp for ConditionalBranch {
    fn process(&self, rw: &mut Rewriter<'_>, op: Op, state: &mut DeallocationState) -> CheckResult {
        let (Some(block), loc) = (rw.body().block_of(op), rw.body().loc(op)) else { return Ok(()) };
        let condition = (self.condition)(rw.op(op)).id();
        rw.set_insertion_point_before(op);
        let (memrefs, conditions) = state.to_free(rw, block, loc)?;
        let yes: Vec<Value> =
            conditions.iter().map(|&owned| Arith::new(rw, loc).binary::<AndIOp>(owned, condition)).collect();
        let if_true = Self::free_for(rw, op, 0, (&memrefs, &yes), state);
        rw.set_insertion_point_before(op);
        let mut no = Vec::with_capacity(conditions.len());
        for &owned in &conditions {
            let constant = make_bool(rw, true, loc);
            let negated = Arith::new(rw, loc).binary::<XOrIOp>(constant, condition);
            no.push(Arith::new(rw, loc).binary::<AndIOp>(owned, negated));
        }
        let if_false = Self::free_for(rw, op, 1, (&memrefs, &no), state);
        // What goes both ways is owned as the way says that is taken.
        let last_true: FxHashMap<Value, Value> = if_true.into_iter().collect();
        let last_false: FxHashMap<Value, Value> = if_false.iter().copied().collect();
        let mut seen = FxHashMap::default();
        rw.set_insertion_point_before(op);
        for (buffer, _) in if_false {
            let Some((&a, &b)) = last_true.get(&buffer).zip(last_false.get(&buffer)) else { continue };
            if seen.insert(buffer, ()).is_none() {
                let owner = rw.build_value(SelectOp::of(condition, a, b).result(Type::I1).loc(loc));
                state.set(buffer, block, owner);
            }
        }
        Ok(())
    }
}

/// `arith.select` of buffers: its result is owned as the one that is chosen.
struct Select;

impl BufferDeallocationOp for Select {
    fn process(&self, _rw: &mut Rewriter<'_>, _op: Op, _state: &mut DeallocationState) -> CheckResult {
        Ok(())
    }

    fn owner_of(&self, rw: &mut Rewriter<'_>, op: Op, state: &DeallocationState) -> Option<Value> {
        let (block, loc) = (rw.body().block_of(op)?, rw.body().loc(op));
        let view = SelectOp::view_of(rw.op(op));
        let [condition, yes, no] =
            [view.condition(), view.true_value(), view.false_value()].map(|value| value.id());
        match (state.ownership(yes, block), state.ownership(no, block)) {
            (Ownership::Unique(yes), Ownership::Unique(no)) => {
                Some(rw.build_value(SelectOp::of(condition, yes, no).result(Type::I1).loc(loc)))
            }
            _ => None,
        }
    }
}

/// `scf.forall.in_parallel`, which passes nothing on once all is on buffers.
struct InParallel;

impl BufferDeallocationOp for InParallel {
    fn process(&self, rw: &mut Rewriter<'_>, op: Op, state: &mut DeallocationState) -> CheckResult {
        let view = rw.op(op);
        if view.single_region().entry().is_some_and(|block| block.first().is_some()) {
            return Err(plain_error(view, "only supported when nested region is empty"));
        }
        state.free_at_end(rw, op, &[]).map(|_| ())
    }
}

/// `gpu.terminator`, which passes nothing on.
struct GpuTerminator;

impl BufferDeallocationOp for GpuTerminator {
    fn process(&self, rw: &mut Rewriter<'_>, op: Op, state: &mut DeallocationState) -> CheckResult {
        state.free_at_end(rw, op, &[]).map(|_| ())
    }
}

/// `scf.reduce.return`, which passes on a number.
struct ReduceReturn;

impl BufferDeallocationOp for ReduceReturn {
    fn process(&self, rw: &mut Rewriter<'_>, op: Op, state: &mut DeallocationState) -> CheckResult {
        if is_buffer(rw, rw.op(op).single_operand().id()) {
            return Err(plain_error(rw.op(op), "only supported when operand is not a MemRef"));
        }
        state.free_at_end(rw, op, &[]).map(|_| ())
    }
}
