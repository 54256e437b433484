//! The dialect scf.

mod forall;

use forall::{Forall, InParallel};
use terrace_dialects_core::scf::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, WhileOp, YieldOp,
};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::layout::memory_space;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Diag, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef, op_match};

use super::cf::{aliasing_branch_operands, block_argument_type, bufferize_block_signature};
use crate::buffers::{
    BufferTypes, bufferized_type, bufferized_value, cast_buffer, fully_dynamic_buffer_type, rebuild,
    retype_arguments,
};
use crate::explain::errors::with_reason_for_yield;
use crate::interface::{
    AliasingOperand, AliasingOperands, AliasingValue, AliasingValues, BufferRelation, BufferizableOp,
    BufferizeCx, Bufferized, Operand, aliasing_operand_at, equivalent,
};
use crate::models::alias_sets::AliasSets;
use crate::provenance::Cause;
use crate::search::only_reads;
use crate::state::State;
use crate::tensor_copy_insertion::{allocate_tensor_for_shaped_value, resolve_operand_conflicts};

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "scf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (ConditionOp::DEF, &Condition),
    (ExecuteRegionOp::DEF, &ExecuteRegion),
    (ForOp::DEF, &For),
    (ForallOp::DEF, &Forall),
    (InParallelOp::DEF, &InParallel),
    (IfOp::DEF, &Branches),
    (IndexSwitchOp::DEF, &Branches),
    (WhileOp::DEF, &While),
    (YieldOp::DEF, &Yield),
];

/// The operands with this number of the terminators of an op's regions.
fn yielded<'a>(op: OpRef<'a>, number: usize) -> impl Iterator<Item = Operand<'a>> {
    let terminators = op.regions().filter_map(|region| region.entry()?.last());
    terminators.filter(move |end| number < end.num_operands()).map(move |op| Operand { op, index: number })
}

/// The result types of an op once it is bufferized.
fn result_types(rw: &Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Result<Vec<Type>, Box<Diag>> {
    let results: Vec<Value> = rw.body().results(op).collect();
    results.into_iter().map(|value| bufferized_type(rw, value, cx)).collect()
}

/// The type of a value's buffer, or its own if it is one already.
fn type_of(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    if value.ty().is_memref(value.cx()) { Ok(value.ty()) } else { types.of(value) }
}

/// `scf.if` and `scf.index_switch`: one of the regions runs.
struct Branches;

impl BufferizableOp for Branches {
    never_written!(read: false);

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        let Some(op) = value.defining_op() else { return AliasingOperands::new() };
        let alias =
            |operand| AliasingOperand { operand, relation: BufferRelation::Equivalent, is_definite: false };
        // The default case of a switch is its first region, and comes last.
        let mut all: AliasingOperands<'a> = yielded(op, value.index() as usize).map(alias).collect();
        if op.isa::<IndexSwitchOp>() && !all.is_empty() {
            all.rotate_left(1);
        }
        all
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let Some(op) = value.defining_op() else { return Ok(value.ty()) };
        let cx = value.cx();
        let mut found: Option<Type> = None;
        for operand in yielded(op, value.index() as usize) {
            let ty = type_of(operand.value(), types)?;
            found = Some(match found {
                None => ty,
                Some(before) if before == ty => ty,
                Some(before) if memory_space(cx, before) != memory_space(cx, ty) => {
                    let kind = if op.isa::<IfOp>() { "then/else branches" } else { "switch cases" };
                    return Err(plain_error(op, format!("inconsistent memory space on {kind}")));
                }
                Some(before) => fully_dynamic_buffer_type(cx, value.ty(), memory_space(cx, before)),
            });
        }
        Ok(found.unwrap_or(value.ty()))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let types = result_types(rw, op, cx)?;
        let operands: Vec<Value> = rw.body().operands(op).collect();
        rebuild(rw, op, &operands, &types, false);
        Ok(())
    }
}

struct ExecuteRegion;

/// The only yield of a region.
fn unique_yield<'a>(op: OpRef<'a>) -> Option<OpRef<'a>> {
    let ends =
        op.single_region().blocks().filter_map(|block| block.last()).filter(|end| end.isa::<YieldOp>());
    let mut ends = ends.collect::<Vec<_>>();
    if ends.len() == 1 { ends.pop() } else { None }
}

impl BufferizableOp for ExecuteRegion {
    never_written!(read: false);

    fn supports_unstructured_control_flow(&self) -> bool {
        true
    }

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn verify_analysis(&self, op: OpRef<'_>, _state: &State<'_>) -> Bufferized {
        match unique_yield(op) {
            Some(_) => Ok(()),
            None => Err(op_error(op, "op without unique scf.yield is not supported")),
        }
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        let Some(op) = value.defining_op() else { return aliasing_branch_operands(value) };
        let found = unique_yield(op).map(|end| AliasingOperand {
            operand: Operand { op: end, index: value.index() as usize },
            relation: BufferRelation::Equivalent,
            is_definite: true,
        });
        found.into_iter().collect()
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        block_argument_type(value, types)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = rw.op(op);
        let Some(end) = unique_yield(view) else {
            return Err(op_error(view, "op without unique scf.yield is not supported"));
        };
        let types = end.operand_types();
        let blocks: Vec<_> = view.single_region().blocks().map(|block| block.id()).collect();
        let new = {
            let operands: Vec<Value> = Vec::new();
            rebuild(rw, op, &operands, &types, false)
        };
        debug_assert!(rw.op(new).isa::<ExecuteRegionOp>());
        blocks.into_iter().try_for_each(|block| bufferize_block_signature(rw, block, cx))
    }
}

struct For;

/// Returns the init operand, the region argument and the yielded operand of the loop-carried value with this index.
fn carried<'a>(op: OpRef<'a>, number: usize) -> Option<(ValueRef<'a>, ValueRef<'a>, Operand<'a>)> {
    let block = ForOp::view_of(op).region().entry()?;
    let end = block.last()?;
    let init = op.operand(FIRST_INIT + number);
    Some((init, block.args().nth(1 + number)?, Operand { op: end, index: number }))
}

/// The bounds and the step come first.
const FIRST_INIT: usize = 3;

impl For {
    /// Equivalent if the yielded buffer is that of the region argument.
    fn relation(op: OpRef<'_>, number: usize, state: &State<'_>) -> BufferRelation {
        let same = carried(op, number).is_some_and(|(_, arg, end)| state.are_equivalent(arg, end.value()));
        if same { BufferRelation::Equivalent } else { BufferRelation::Unknown }
    }
}

/// The buffer type of an iteration argument: the common type of the initial and the yielded value.
fn carried_type(
    op: OpRef<'_>,
    arg: ValueRef<'_>,
    init: ValueRef<'_>,
    yielded: ValueRef<'_>,
    types: &mut BufferTypes<'_>,
) -> Result<Type, Box<Diag>> {
    let cx = op.cx();
    let first = type_of(init, types)?;
    types.assume(arg, first);
    // The type was asked for on the way to itself.
    if types.times_open(arg) >= 2 {
        return Ok(first);
    }
    let next = type_of(yielded, types)?;
    if first == next {
        return Ok(next);
    }
    if memory_space(cx, first) != memory_space(cx, next) {
        return Err(op_error(op, "init_arg and yielded value bufferize to inconsistent memory spaces"));
    }
    Ok(fully_dynamic_buffer_type(cx, arg.ty(), memory_space(cx, next)))
}

/// The error for a loop that yields a buffer other than that of `arg`.
fn not_equivalent(passed: Operand<'_>, arg: ValueRef<'_>, what: &str, state: &State<'_>) -> Box<Diag> {
    let message = format!("{what} is not equivalent to the corresponding iter bbArg");
    let found = plain_error(passed.op, message);
    if state.options.explain { with_reason_for_yield(found, passed, arg) } else { found }
}

impl BufferizableOp for For {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        let op = operand.op;
        let view = ForOp::view_of(op);
        let bounds = m_scalar_i64(view.lower_bound()).zip(m_scalar_i64(view.upper_bound()));
        // Without an iteration the result is what comes in.
        if bounds.is_none_or(|(lower, upper)| upper <= lower) {
            return true;
        }
        let number = operand.index.checked_sub(FIRST_INIT);
        number.and_then(|number| carried(op, number)).is_none_or(|(_, arg, _)| state.is_value_read(arg))
    }

    /// Upstream always assumes that loop-carried buffers are written. The search for fewer copies analyzes
    /// the loop body.
    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        let carried = operand.index.checked_sub(FIRST_INIT).and_then(|number| carried(operand.op, number));
        !carried.is_some_and(|(_, arg, _)| only_reads(arg, state))
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, state: &State<'_>) -> AliasingValues<'a> {
        let op = operand.op;
        let Some(number) = operand.index.checked_sub(FIRST_INIT).filter(|&n| n < op.num_results()) else {
            return AliasingValues::new();
        };
        let relation = For::relation(op, number, state);
        let is_definite = relation == BufferRelation::Equivalent;
        smallvec::smallvec![AliasingValue { value: op.result(number), relation, is_definite }]
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, state: &State<'_>) -> AliasingOperands<'a> {
        aliasing_operand_at(value, FIRST_INIT + value.index() as usize, state)
    }

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn verify_analysis(&self, op: OpRef<'_>, state: &State<'_>) -> Bufferized {
        if state.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        for (i, result) in op.results().enumerate() {
            if result.ty().is_tensor_like(op.cx())
                && For::relation(op, i, state) != BufferRelation::Equivalent
                && let Some((_, arg, end)) = carried(op, i)
            {
                return Err(not_equivalent(end, arg, &format!("Yield operand #{i}"), state));
            }
        }
        Ok(())
    }

    fn resolve_conflicts(&self, rw: &mut Rewriter<'_>, op: Op, state: &State<'_>) -> Bufferized {
        resolve_operand_conflicts(rw, op, state)?;
        if state.options.copy_before_write {
            return Ok(());
        }
        let Some(end) =
            ForOp::view_of(rw.op(op)).region().entry().and_then(|block| block.last()).map(|end| end.id())
        else {
            return Ok(());
        };
        let mut sets = AliasSets::new(state);
        for number in 0..rw.op(op).num_results() {
            let view = rw.op(op);
            let Some((init, arg, last)) = carried(view, number) else { continue };
            let mut can_stay = || {
                sets.stays_inside(last.value(), ForOp::view_of(view).region(), arg)
                    && !(sets.may_be_read_only(last.value())
                        && (sets.is_written(arg) || sets.is_written(view.result(number))))
            };
            if !init.ty().is_tensor_like(view.cx()) || can_stay() {
                continue;
            }
            let (value, loc) = (last.value().id(), last.op.loc());
            rw.set_insertion_point_before(end);
            let cause = Cause::Carried(end, number);
            let copy = allocate_tensor_for_shaped_value(rw, loc, value, true, state, cause)?;
            rw.set_operand(end, number, copy);
        }
        Ok(())
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let Some(op) = crate::interface::owner(value) else { return Ok(value.ty()) };
        let number = value.index() as usize;
        if value.defining_op().is_some() {
            let Some((_, arg, _)) = carried(op, number) else { return Ok(value.ty()) };
            return type_of(arg, types);
        }
        match number.checked_sub(1).and_then(|number| carried(op, number)) {
            Some((init, arg, end)) => carried_type(op, arg, init, end.value(), types),
            None => Ok(value.ty()),
        }
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        debug_assert!(rw.op(op).isa::<ForOp>());
        let types = result_types(rw, op, cx)?;
        let given: Vec<Value> = rw.body().operands(op).collect();
        let mut operands = given[..FIRST_INIT].to_vec();
        for &value in &given[FIRST_INIT..] {
            operands.push(bufferized_value(rw, value, cx)?);
        }
        rw.set_insertion_point_before(op);
        for (operand, &ty) in operands[FIRST_INIT..].iter_mut().zip(&types) {
            if ty.is_memref(rw.cx()) {
                *operand = cast_buffer(rw, op, *operand, ty)?;
            }
        }
        let Some(block) = ForOp::view_of(rw.op(op)).region().entry() else { return Ok(()) };
        let (block, induction) = (block.id(), block.arg_types()[..1].to_vec());
        retype_arguments(rw, block, &[&induction[..], &types].concat());
        rebuild(rw, op, &operands, &types, true);
        Ok(())
    }
}

struct While;

/// The regions of a loop with a condition, each with its block and its terminator.
fn parts<'a>(op: OpRef<'a>) -> Option<[(terrace_ir::BlockRef<'a>, OpRef<'a>); 2]> {
    let part = |region: terrace_ir::RegionRef<'a>| {
        let block = region.entry()?;
        Some((block, block.last()?))
    };
    let view = WhileOp::view_of(op);
    Some([part(view.before())?, part(view.after())?])
}

impl While {
    fn relation(op: OpRef<'_>, number: usize, state: &State<'_>) -> BufferRelation {
        let same = || {
            let [(before, condition), (after, end)] = parts(op)?;
            let arg = before.args().nth(number)?;
            if arg.ty() != op.result(number).ty() || number >= end.num_operands() {
                return None;
            }
            // The condition itself comes first.
            let passed = condition.operand(1 + number);
            let same = state.are_equivalent(arg, passed)
                && state.are_equivalent(after.args().nth(number)?, end.operand(number));
            Some(same)
        };
        if same() == Some(true) { BufferRelation::Equivalent } else { BufferRelation::Unknown }
    }
}

impl BufferizableOp for While {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, state: &State<'_>) -> AliasingValues<'a> {
        let (op, number) = (operand.op, operand.index);
        if number >= op.num_results() || operand.value().ty() != op.result(number).ty() {
            return AliasingValues::new();
        }
        let relation = While::relation(op, number, state);
        let is_definite = relation == BufferRelation::Equivalent;
        smallvec::smallvec![AliasingValue { value: op.result(number), relation, is_definite }]
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, state: &State<'_>) -> AliasingOperands<'a> {
        aliasing_operand_at(value, value.index() as usize, state)
    }

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn verify_analysis(&self, op: OpRef<'_>, state: &State<'_>) -> Bufferized {
        if state.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        let Some([(before, condition), (after, end)]) = parts(op) else { return Ok(()) };
        let checks = [(before, condition, 1, "Condition arg"), (after, end, 0, "Yield operand")];
        for (block, end, first, what) in checks {
            for (i, value) in end.operands().skip(first).enumerate() {
                let same = || block.args().nth(i).is_some_and(|arg| state.are_equivalent(value, arg));
                if value.ty().is_tensor_like(op.cx()) && !same() {
                    let (operand, what) = (Operand { op: end, index: first + i }, format!("{what} #{i}"));
                    let arg = block.args().nth(i).unwrap_or(value);
                    return Err(not_equivalent(operand, arg, &what, state));
                }
            }
        }
        Ok(())
    }

    fn resolve_conflicts(&self, rw: &mut Rewriter<'_>, op: Op, state: &State<'_>) -> Bufferized {
        resolve_operand_conflicts(rw, op, state)?;
        if state.options.copy_before_write {
            return Ok(());
        }
        let Some([(before, condition), (after, end)]) = parts(rw.op(op)) else { return Ok(()) };
        let mut copied = Vec::new();
        for (i, value) in condition.operands().skip(1).enumerate() {
            if !value.ty().is_tensor_like(rw.cx()) {
                continue;
            }
            let same = |block: terrace_ir::BlockRef<'_>, value: ValueRef<'_>| {
                block
                    .args()
                    .nth(i)
                    .is_some_and(|arg| arg.ty().is_tensor_like(arg.cx()) && state.are_equivalent(arg, value))
            };
            let yields_same = i < end.num_operands() && same(after, end.operand(i));
            if !(same(before, value) && yields_same) {
                copied.push((i, value.id()));
            }
        }
        // What the next iteration writes is neither a constant nor a buffer from outside.
        let mut sets = AliasSets::new(state);
        let yielded: Vec<(usize, Value)> = end
            .operands()
            .enumerate()
            .zip(before.args())
            .filter(|((_, value), arg)| {
                value.ty().is_tensor_like(arg.cx())
                    && sets.is_written(*arg)
                    && (!sets.comes_from(*value, after) || sets.may_be_read_only(*value))
            })
            .map(|((i, value), _)| (i, value.id()))
            .collect();
        let (condition, loc) = (condition.id(), condition.loc());
        let (end, end_loc) = (end.id(), end.loc());
        for (i, value) in copied {
            rw.set_insertion_point_before(condition);
            let cause = Cause::Carried(condition, 1 + i);
            let copy = allocate_tensor_for_shaped_value(rw, loc, value, true, state, cause)?;
            rw.set_operand(condition, 1 + i, copy);
        }
        for (i, value) in yielded {
            rw.set_insertion_point_before(end);
            let cause = Cause::Carried(end, i);
            let copy = allocate_tensor_for_shaped_value(rw, end_loc, value, true, state, cause)?;
            rw.set_operand(end, i, copy);
        }
        Ok(())
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let Some(op) = crate::interface::owner(value) else { return Ok(value.ty()) };
        let Some([(before, condition), (_, end)]) = parts(op) else { return Ok(value.ty()) };
        let number = value.index() as usize;
        if value.owner_block() == Some(before) {
            if number >= end.num_operands() || number >= op.num_operands() {
                return Ok(value.ty());
            }
            return carried_type(op, value, op.operand(number), end.operand(number), types);
        }
        type_of(condition.operand(1 + number), types)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        debug_assert!(rw.op(op).isa::<WhileOp>());
        let Some([(before, _), (after, _)]) = parts(rw.op(op)) else { return Ok(()) };
        let blocks = [before.id(), after.id()];
        let args = blocks.map(|block| rw.body().args(block).collect::<Vec<_>>());
        let given: Vec<Value> = rw.body().operands(op).collect();
        let mut operands = Vec::new();
        for value in given {
            operands.push(bufferized_value(rw, value, cx)?);
        }
        let before: Vec<Type> =
            args[0].iter().map(|&arg| bufferized_type(rw, arg, cx)).collect::<Result<_, _>>()?;
        rw.set_insertion_point_before(op);
        for (operand, &ty) in operands.iter_mut().zip(&before) {
            if ty.is_memref(rw.cx()) {
                *operand = cast_buffer(rw, op, *operand, ty)?;
            }
        }
        let after: Vec<Type> =
            args[1].iter().map(|&arg| bufferized_type(rw, arg, cx)).collect::<Result<_, _>>()?;
        retype_arguments(rw, blocks[0], &before);
        retype_arguments(rw, blocks[1], &after);
        rebuild(rw, op, &operands, &after, false);
        Ok(())
    }
}

struct Condition;

impl BufferizableOp for Condition {
    never_written!(read: true);

    fn must_bufferize_in_place(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let Some(parent) = rw.op(op).parent_op() else { return Ok(()) };
        let after: Vec<Value> =
            parts(parent).map_or(Vec::new(), |[_, (after, _)]| after.args().map(|v| v.id()).collect());
        terminate(rw, op, 1, cx, |rw, number| match after.get(number) {
            Some(&arg) => bufferized_type(rw, arg, cx).map(Some),
            None => Ok(None),
        })
    }
}

/// Changes the operands of a terminator to buffers, cast to the required types.
fn terminate(
    rw: &mut Rewriter<'_>,
    op: Op,
    first: usize,
    cx: &BufferizeCx<'_>,
    wanted: impl Fn(&Rewriter<'_>, usize) -> Result<Option<Type>, Box<Diag>>,
) -> Bufferized {
    let given: Vec<Value> = rw.body().operands(op).collect();
    let mut operands = given[..first].to_vec();
    for (i, &value) in given[first..].iter().enumerate() {
        if !rw.value(value).ty().is_tensor_like(rw.cx()) {
            operands.push(value);
            continue;
        }
        let mut buffer = bufferized_value(rw, value, cx)?;
        if let Some(ty) = wanted(rw, i)?.filter(|ty| ty.is_memref(rw.cx())) {
            rw.set_insertion_point_before(op);
            buffer = cast_buffer(rw, op, buffer, ty)?;
        }
        operands.push(buffer);
    }
    rebuild(rw, op, &operands, &[], false);
    Ok(())
}

struct Yield;

impl BufferizableOp for Yield {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, state: &State<'_>) -> AliasingValues<'a> {
        let Some(parent) = operand.op.parent_op() else { return AliasingValues::new() };
        if operand.index >= parent.num_results() {
            return AliasingValues::new();
        }
        let value = parent.result(operand.index);
        // Upstream has no alias for the cases of a switch.
        if parent.isa::<IfOp>() || parent.isa::<IndexSwitchOp>() && state.options.strict_analysis {
            let relation = BufferRelation::Equivalent;
            return smallvec::smallvec![AliasingValue { value, relation, is_definite: false }];
        }
        if parent.isa::<ExecuteRegionOp>() { equivalent(value) } else { AliasingValues::new() }
    }

    fn must_bufferize_in_place(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let Some(parent) = rw.op(op).parent_op() else { return Ok(()) };
        let typed = parent.isa::<ForOp>() || parent.isa::<IfOp>() || parent.isa::<IndexSwitchOp>();
        let targets: Vec<Value> = if typed {
            parent.results().map(|value| value.id()).collect()
        } else {
            op_match!(parent, {
                WhileOp => {
                    let Some([(before, _), _]) = parts(parent) else {
                        unreachable!("a verified loop has no empty region")
                    };
                    before.args().map(|arg| arg.id()).collect()
                }
                ExecuteRegionOp => Vec::new(),
                _ => return Err(plain_error(rw.op(op), "unsupported scf::YieldOp parent")),
            })
        };
        terminate(rw, op, 0, cx, |rw, number| match targets.get(number) {
            Some(&value) => bufferized_type(rw, value, cx).map(Some),
            None => Ok(None),
        })
    }
}
