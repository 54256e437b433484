//! Outlining of an op or a region into a new function, which is called in its place.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_core::scf::{ExecuteRegionOp, YieldOp};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Block, BodyId, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Type, Value, ValueRef};
use terrace_rewrite::walk::nested_post_order;

use super::build::is_inside;

/// The result of outlining an op.
#[derive(Clone, Copy, Debug)]
pub struct Outlined {
    /// The function.
    pub function: OpHandle,
    /// Its call.
    pub call: OpHandle,
}

/// The values used by ops and in their regions that are defined outside of `scope`, in the order of their
/// uses.
fn used_values_defined_above<'a>(scope: Op, ops: impl Iterator<Item = OpRef<'a>>) -> Vec<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut values: Vec<Value> = Vec::new();
    let mut add = |user: OpRef<'_>| {
        for operand in user.operands().filter(|operand| !is_inside(*operand, scope)) {
            if seen.insert(operand.id()) {
                values.push(operand.id());
            }
        }
    };
    for op in ops {
        for inner in nested_post_order(op.body(), op.id()) {
            add(OpRef::in_body(op.ir(), op.body(), op.body_id(), inner));
        }
        add(op);
    }
    values
}

/// A new function whose arguments are the captured values of its future ops.
struct EmptyFunction {
    function: OpHandle,
    body: BodyId,
    block: Block,
    /// The mapping from values outside of the function to those in it.
    map: IrMapping,
}

/// Creates a function in `table`, before the function that an op is in, under `name` or a unique name derived
/// from it; index constants are cloned to its entry. Returns `None`, without modifications, if the op is not
/// in a function that is in the table.
fn create_function(
    ir: &mut Ir,
    op: OpHandle,
    (captures, results): (&[Value], &[Type]),
    name: &str,
    table: &mut SymbolTable,
) -> Option<EmptyFunction> {
    let view = ir.op(op);
    let loc = view.loc();
    let mut around = view.ancestors();
    let function = around.find(|op| op.interface::<dyn FunctionOp>().is_some())?;
    let point = (function.body_id() == table_body(ir, table)?).then(|| InsertPoint::Before(function.id()));
    let value = |value: Value| ValueRef::in_body(ir, view.body(), op.body, value);
    let (inputs, locs): (Vec<Type>, Vec<_>) =
        captures.iter().map(|&captured| (value(captured).ty(), value(captured).loc())).unzip();
    let is_index_constant = |captured: Value| {
        let def = value(captured).defining_op().filter(|def| def.isa::<ConstantOp>());
        def.filter(|_| value(captured).ty() == Type::INDEX).map(OpRef::handle)
    };
    let constants: Vec<Option<OpHandle>> =
        captures.iter().map(|&captured| is_index_constant(captured)).collect();
    let outlined = table.insert(ir, name, point, |rw, name| {
        let ty = rw.cx().type_attr(rw.cx().function_type(&inputs, results));
        rw.build(FuncOp::of().loc(loc).sym_name_attr(name).function_type_attr(ty)).into()
    })?;
    let (body, regions) = ir.add_inner_body(outlined, 1);
    let region = *regions.first()?;
    let args: Vec<(Type, Loc)> = inputs.iter().copied().zip(locs).collect();
    let (block, args) = ir.rewrite(body, |rw| {
        let block = rw.create_block(region, &args);
        (block, rw.body().args(block).collect::<Vec<Value>>())
    });
    // Constants are copied to the start, the last one first.
    let mut map = IrMapping::new();
    let mut first = InsertPoint::End(block);
    for ((&captured, &arg), constant) in captures.iter().zip(&args).zip(&constants) {
        match constant {
            None => map.map(captured, arg),
            Some(constant) => {
                let copy = ir.clone_op(*constant, (body, first), &mut IrMapping::new());
                let value = ir.op(copy).results().next().map_or(arg, |result| result.id());
                map.map(captured, value);
                first = InsertPoint::Before(copy.op);
            }
        }
    }
    Some(EmptyFunction { function: outlined, body, block, map })
}

/// Ends a function.
fn finish(ir: &mut Ir, function: &EmptyFunction, values: &[Value], loc: Loc) {
    ir.rewrite(function.body, |rw| {
        rw.set_insertion_point_to_end(function.block);
        rw.build(ReturnOp::of(values).loc(loc));
    });
}

/// Moves an op with one region into a new function in `table`, before the function that it is in, under
/// `name` or a unique name derived from it. It is replaced by the call, in an `scf.execute_region`. Returns
/// `None`, without modifications, if it is not in a function that is in the table.
pub fn outline_op(ir: &mut Ir, op: OpHandle, name: &str, table: &mut SymbolTable) -> Option<Outlined> {
    let view = ir.op(op);
    let (loc, results) = (view.loc(), view.result_types());
    let captures = used_values_defined_above(op.op, std::iter::once(view));
    let mut function = create_function(ir, op, (&captures, &results), name, table)?;
    let copy = ir.clone_op(op, (function.body, InsertPoint::End(function.block)), &mut function.map);
    let values: Vec<Value> = ir.op(copy).results().map(|result| result.id()).collect();
    finish(ir, &function, &values, loc);
    let call = call_in_place(ir, op, function.function, &captures)?;
    Some(Outlined { function: function.function, call })
}

/// Moves the body of a region, which has one block without arguments, into a new function in `table`, before
/// the function that it is in, under `name` or a unique name derived from it; it is replaced by the call.
/// Returns `None`, without modifications, if there is no such region, or it is not in a function that is in
/// the table.
pub fn outline_region(
    ir: &mut Ir,
    op: OpHandle,
    region: usize,
    name: &str,
    table: &mut SymbolTable,
) -> Option<Outlined> {
    let view = ir.op(op);
    let loc = view.loc();
    let region = view.regions().nth(region)?;
    let block = region.entry().filter(|block| region.blocks().count() == 1 && block.args().len() == 0)?;
    let terminator = block.terminator()?;
    let captures = used_values_defined_above(op.op, block.ops());
    let results: Vec<Type> = terminator.operands().map(|value| value.ty()).collect();
    let yielded: Vec<Value> = terminator.operands().map(|value| value.id()).collect();
    let end = terminator.handle();
    let ops: Vec<OpHandle> = block.ops().map(OpRef::handle).filter(|&op| op != end).collect();
    let mut function = create_function(ir, op, (&captures, &results), name, table)?;
    for &inner in &ops {
        ir.clone_op(inner, (function.body, InsertPoint::End(function.block)), &mut function.map);
    }
    let values: Vec<Value> = yielded.iter().map(|&value| function.map.value(value)).collect();
    finish(ir, &function, &values, loc);
    let callee = ir.op(function.function).symbol_name()?;
    let call = ir.rewrite(op.body, |rw| {
        rw.set_insertion_point_before(end.op);
        let callee = rw.cx().flat_symbol_ref(callee);
        let call = rw.build(CallOp::of(&captures).loc(loc).callee_attr(callee).results(&results));
        let values: Vec<Value> = rw.body().results(call).collect();
        rw.set_operands(end.op, &values);
        call
    });
    ops.into_iter().rev().for_each(|inner| ir.erase_op(inner));
    Some(Outlined { function: function.function, call: OpHandle { body: op.body, op: call.into() } })
}

fn table_body(ir: &Ir, table: &SymbolTable) -> Option<BodyId> {
    ir.op(table.op()).inner_body()
}

/// Replaces an op by the call of the function that has become of it.
fn call_in_place(ir: &mut Ir, op: OpHandle, function: OpHandle, captures: &[Value]) -> Option<OpHandle> {
    let callee = ir.op(function).symbol_name()?;
    let (loc, results) = (ir.op(op).loc(), ir.op(op).result_types());
    let call = ir.rewrite(op.body, |rw| {
        let callee = rw.cx().flat_symbol_ref(callee);
        rw.set_insertion_point_before(op.op);
        let region = rw.new_region();
        let execute = rw.build(ExecuteRegionOp::of().loc(loc).results(&results).region(region));
        let block = rw.create_block(region, &[]);
        rw.set_insertion_point_to_end(block);
        let call = rw.build(CallOp::of(captures).loc(loc).callee_attr(callee).results(&results));
        let values: Vec<Value> = rw.body().results(call).collect();
        rw.build(YieldOp::of(&values).loc(loc));
        let values: Vec<Value> = rw.body().results(execute).collect();
        for (result, value) in rw.body().results(op.op).collect::<Vec<_>>().into_iter().zip(values) {
            rw.replace_all_uses_with(result, value);
        }
        call
    });
    ir.erase_op(op);
    Some(OpHandle { body: op.body, op: call.into() })
}
