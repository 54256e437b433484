//! The dialect cf, and the common parts of blocks with several predecessors.

use rustc_hash::FxHashSet;
use terrace_dialects_core::cf::{BrOp, CondBrOp};
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_ir::def::op_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Body, Diag, Op, OpKind, Rewriter, Type, Value, ValueRef};

use crate::buffers::{
    BufferTypes, bufferized_type, cast_buffer, default_buffer_type, fully_dynamic_buffer_type,
    get_buffer_type, retype_argument,
};
use crate::interface::{
    AliasingOperand, AliasingOperands, AliasingValue, AliasingValues, BufferRelation, BufferizableOp,
    BufferizeCx, Bufferized, Operand, owner,
};
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "cf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[(BrOp::DEF, &Branch), (CondBrOp::DEF, &Branch)];

struct Branch;

impl BufferizableOp for Branch {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let op = operand.op;
        let Some(interface) = op.interface::<dyn BranchOp>() else { return AliasingValues::new() };
        let arguments = op.successors().enumerate().filter_map(|(i, block)| {
            let number = interface.successor_operands(op, i).arg_of(operand.index)?;
            block.args().nth(number)
        });
        let alias = |value| AliasingValue { value, relation: BufferRelation::Equivalent, is_definite: false };
        arguments.map(alias).collect()
    }

    /// Branches change together with the blocks that they go to.
    fn bufferize(&self, _rw: &mut Rewriter<'_>, _op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        Ok(())
    }
}

/// The ops that branch to a block, each once, the most recently created first.
fn branches_to(body: &Body, block: Block) -> Vec<Op> {
    let mut seen = FxHashSet::default();
    body.preds(block).map(|used| body.use_owner(used)).filter(|&op| seen.insert(op)).collect()
}

/// The operands that branches pass for a block argument.
pub fn caller_operands<'a>(arg: ValueRef<'a>) -> Vec<Operand<'a>> {
    let Some(block) = arg.owner_block() else { return Vec::new() };
    let mut found = Vec::new();
    for op in branches_to(arg.body(), block.id()) {
        let op = terrace_ir::OpRef::in_body(arg.ir(), arg.body(), arg.body_id(), op);
        let Some(interface) = op.interface::<dyn BranchOp>() else { continue };
        for (successor, _) in op.successors().enumerate().filter(|&(_, to)| to == block) {
            let passed = interface.successor_operands(op, successor);
            found.extend(passed.operand_for(arg.index() as usize).map(|index| Operand { op, index }));
        }
    }
    found
}

/// The operands whose buffer a block argument may have.
pub fn aliasing_branch_operands<'a>(arg: ValueRef<'a>) -> AliasingOperands<'a> {
    let alias =
        |operand| AliasingOperand { operand, relation: BufferRelation::Equivalent, is_definite: false };
    caller_operands(arg).into_iter().map(alias).collect()
}

/// The buffer type of a block argument: the common type of the forwarded operands.
///
/// # Errors
///
/// If the operands are in different memory spaces, or no type can be inferred.
pub fn block_argument_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    if value.defining_op().is_some() {
        return default_buffer_type(value, types);
    }
    let cx = value.cx();
    let fail = |message: &str| match owner(value) {
        Some(op) => op_error(op, message),
        None => Diag::error(value.loc(), message),
    };
    let mut found: Option<Type> = None;
    for operand in caller_operands(value) {
        let passed = operand.value();
        if types.is_unknown_yet(passed) {
            continue;
        }
        let ty = if passed.ty().is_memref(cx) { passed.ty() } else { types.of(passed)? };
        let Some(before) = found else {
            found = Some(ty);
            continue;
        };
        if before == ty {
            continue;
        }
        let space = terrace_dialects_mem::layout::memory_space(cx, before);
        if space != terrace_dialects_mem::layout::memory_space(cx, ty) {
            return Err(fail("incoming operands of block argument have inconsistent memory spaces"));
        }
        found = Some(fully_dynamic_buffer_type(cx, value.ty(), space));
    }
    found.ok_or_else(|| fail("could not infer buffer type of block argument"))
}

/// Converts the arguments of a block to buffers, and the operands of branches to it.
///
/// # Errors
///
/// If a branch to the block has no interface, or the type of a buffer cannot be inferred.
pub fn bufferize_block_signature(rw: &mut Rewriter<'_>, block: Block, cx: &BufferizeCx<'_>) -> Bufferized {
    let args: Vec<Value> = rw.body().args(block).collect();
    let types: Vec<Type> = args.iter().map(|&arg| bufferized_type(rw, arg, cx)).collect::<Result<_, _>>()?;
    // The tensor of each is made before those before it.
    rw.set_insertion_point_to_start(block);
    for (&arg, &ty) in args.iter().zip(&types).rev() {
        retype_argument(rw, arg, ty);
    }
    for branch in branches_to(rw.body(), block) {
        let view = rw.op(branch);
        let Some(interface) = view.interface::<dyn BranchOp>() else {
            let message =
                "cannot bufferize ops with block references that do not implement BranchOpInterface";
            return Err(op_error(view, message));
        };
        // A branch may go to the block in several cases.
        let cases: Vec<usize> =
            view.successors().enumerate().filter(|(_, to)| to.id() == block).map(|(case, _)| case).collect();
        for successor in cases {
            pass_buffers(rw, branch, interface, successor, &types, cx)?;
        }
    }
    Ok(())
}

/// Changes the operands of a branch for a successor to buffers of the given types.
fn pass_buffers(
    rw: &mut Rewriter<'_>,
    branch: Op,
    interface: &dyn BranchOp,
    successor: usize,
    types: &[Type],
    cx: &BufferizeCx<'_>,
) -> Bufferized {
    let passed = interface.successor_operands(rw.op(branch), successor);
    for (i, &ty) in types.iter().enumerate() {
        let Some(index) = passed.operand_for(i) else { continue };
        let value = rw.body().operand(branch, index);
        if rw.value(value).ty() == ty {
            continue;
        }
        let buffer_type = get_buffer_type(rw, value, cx)?;
        match rw.value(value).defining_op().map(|op| op.id()) {
            Some(op) => rw.set_insertion_point_after(op),
            None => {
                if let Some(block) = rw.value(value).owner_block().map(|block| block.id()) {
                    rw.set_insertion_point_to_start(block);
                }
            }
        }
        let loc = rw.value(value).loc();
        let buffer = rw.build_value(ToBufferOp::of(value).buffer(buffer_type).loc(loc));
        let buffer = cast_buffer(rw, branch, buffer, ty)?;
        rw.set_operand(branch, index, buffer);
    }
    Ok(())
}
