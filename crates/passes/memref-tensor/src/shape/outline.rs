//! `outline-shape-computation`: computations of shapes become functions of the dialect shape.
//!
//! A computation is what is used by the shape operand of `shape.with_shape` alone. Values keep no trace of it: the functions
//! are private, for passes that look for them.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func;
use terrace_dialects_mem::tensor;
use terrace_dialects_shape::shape::*;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{
    BodyId, InsertPoint, Ir, Loc, Op, OpHandle, OpKind, OpRef, RankedTensorType, Rewriter, Type, TypeData,
    Value, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::across::apply_greedily_below;
use terrace_rewrite::walk::{body_post_order, post_order};
use terrace_rewrite::{GreedyOptions, PatternSet};

/// The pass.
pub static OUTLINE_SHAPE_COMPUTATION: PassDef = PassDef {
    name: "outline-shape-computation",
    class: "OutlineShapeComputationPass",
    doc: "Move computations of shapes to functions of the dialect shape",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(Outline))),
    ..EMPTY_PASS
};

struct Outline;

static DIMENSIONS: [Pattern; 1] = [Pattern::new("TensorDimOpRewriter", tensor::DimOp::DEF.name, |rw, op| {
    let view = tensor::DimOp::view_of(rw.op(op));
    let (loc, source, index, ty) = (view.0.loc(), view.source().id(), view.index().id(), view.result().ty());
    rw.set_insertion_point_before(op);
    let rank =
        rw.body().value_type(source).shape(rw.cx()).map_or(terrace_ir::DYNAMIC, |shape| shape.len() as i64);
    let shape = RankedTensorType::get(rw.cx(), &[rank], Type::INDEX);
    let shape = rw.build_value(ShapeOfOp::of(source).result(shape).loc(loc));
    rw.replace(op, GetExtentOp::of(shape, index).extent(ty));
    Some(())
})];

impl IrPass for Outline {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut table = SymbolTable::new(ir.op(op));
        let mut patterns = PatternSet::new();
        patterns.add_all(ir.cx(), &DIMENSIONS);
        let functions = post_order(ir, op).into_iter().filter(|op| ir.op(*op).isa::<func::FuncOp>());
        for function in functions.collect::<Vec<_>>() {
            apply_greedily_below(ir, function, &patterns, &GreedyOptions::bottom_up(), run)?;
            outline(ir, function, &mut table);
            // Folds, and erases what is not used any more.
            apply_greedily_below(ir, function, &PatternSet::new(), &GreedyOptions::bottom_up(), run)?;
        }
        Ok(())
    }
}

/// The ops of a function that lead to the shape operands of `shape.with_shape` alone.
fn used_by_shapes_alone(ir: &Ir, body: BodyId, order: &[Op]) -> FxHashSet<Op> {
    let mut found: FxHashSet<Op> = FxHashSet::default();
    // Users come after what they use, unless blocks are in another order: those stay.
    for &op in order.iter().rev() {
        let view = OpRef::in_body(ir, ir.body(body), body, op);
        if view.isa::<WithOp>() {
            continue;
        }
        let mut uses = view.results().flat_map(ValueRef::uses).peekable();
        let is_for_shapes = |(user, operand): (OpRef<'_>, usize)| match user.isa::<WithOp>() {
            true => operand == 1,
            false => found.contains(&user.id()),
        };
        if uses.peek().is_some() && uses.all(is_for_shapes) {
            found.insert(op);
        }
    }
    found
}

/// The computation of a shape: its ops in the order of the function, and the values that they need.
struct Cluster {
    ops: Vec<Op>,
    inputs: Vec<Value>,
}

fn cluster(ir: &Ir, body: BodyId, order: &[Op], movable: &FxHashSet<Op>, shape: Value) -> Cluster {
    let value = |value: Value| ValueRef::in_body(ir, ir.body(body), body, value);
    let definition = |operand: Value| value(operand).defining_op().map(|op| op.id());
    let mut queue: VecDeque<Op> = definition(shape).into_iter().collect();
    let mut found = FxHashSet::default();
    while let Some(op) = queue.pop_front() {
        if movable.contains(&op) && found.insert(op) {
            let view = OpRef::in_body(ir, ir.body(body), body, op);
            queue.extend(view.operands().filter_map(|operand| operand.defining_op()).map(|op| op.id()));
        }
    }
    let ops: Vec<Op> = order.iter().copied().filter(|op| found.contains(op)).collect();
    let mut inputs = Vec::new();
    for &op in &ops {
        for operand in OpRef::in_body(ir, ir.body(body), body, op).operands() {
            let is_inside = operand.defining_op().is_some_and(|op| found.contains(&op.id()));
            if !is_inside && !inputs.contains(&operand.id()) {
                inputs.push(operand.id());
            }
        }
    }
    // A shape that nothing here computes is what its function takes.
    if ops.is_empty() {
        inputs.push(shape);
    }
    Cluster { ops, inputs }
}

/// Creates a function for each shape in a function, after it, and forgets shapes of which only the value is used.
fn outline(ir: &mut Ir, function: OpHandle, table: &mut SymbolTable) {
    let Some(body) = ir.op(function).inner_body() else { return };
    let order = body_post_order(ir.body(body));
    let shaped: Vec<Op> = order
        .iter()
        .copied()
        .filter(|&op| OpRef::in_body(ir, ir.body(body), body, op).isa::<WithOp>())
        .collect();
    let movable = used_by_shapes_alone(ir, body, &order);
    let mut seen = FxHashSet::default();
    for &op in &shaped {
        let view = WithOp::view_of(OpRef::in_body(ir, ir.body(body), body, op));
        let (value, shape) = (view.operand(), view.shape().id());
        let is_ranked = matches!(value.ty().data(ir.cx()), TypeData::RankedTensor { .. });
        let loc = value.loc();
        if is_ranked && seen.insert(shape) {
            let cluster = cluster(ir, body, &order, &movable, shape);
            create_function(ir, function, (body, &cluster, shape), seen.len() - 1, loc, table);
        }
    }
    ir.rewrite(body, |rw| shaped.iter().for_each(|&op| forget_shape(rw, op)));
}

/// Creates the function of a computation, after the function that it is in.
fn create_function(
    ir: &mut Ir,
    after: OpHandle,
    (body, cluster, shape): (BodyId, &Cluster, Value),
    number: usize,
    loc: Loc,
    table: &mut SymbolTable,
) -> Option<()> {
    let value = |value: Value| ValueRef::in_body(ir, ir.body(body), body, value);
    let types: Vec<Type> = cluster.inputs.iter().map(|&input| value(input).ty()).collect();
    let args: Vec<(Type, Loc)> = types.iter().map(|&ty| (ty, loc)).collect();
    let result = value(shape).ty();
    let name = format!("shape_cal_{number}");
    let outlined =
        table.insert(ir, &name, Some(InsertPoint::after(ir.body(after.body), after.op)), |rw, name| {
            let ty = rw.cx().type_attr(rw.cx().function_type(&types, &[result]));
            let private = rw.cx().string_attr("private");
            let function = FuncOp::of().loc(loc).sym_name_attr(name).function_type_attr(ty);
            rw.build(function.sym_visibility_attr(private)).into()
        })?;
    let (inner, regions) = ir.add_inner_body(outlined, 1);
    let region = *regions.first()?;
    let mut map = IrMapping::new();
    let block = ir.rewrite(inner, |rw| {
        let block = rw.create_block(region, &args);
        let args: Vec<Value> = rw.body().args(block).collect();
        cluster.inputs.iter().zip(args).for_each(|(&input, arg)| map.map(input, arg));
        block
    });
    for &op in &cluster.ops {
        ir.clone_op(OpHandle { body, op }, (inner, InsertPoint::End(block)), &mut map);
    }
    let result = map.value(shape);
    ir.rewrite(inner, |rw| {
        rw.set_insertion_point_to_end(block);
        rw.build(ReturnOp::of(&[result]).loc(loc));
    });
    Some(())
}

/// Takes the value of a value with a shape from the value itself.
fn forget_shape(rw: &mut Rewriter<'_>, op: Op) {
    let view = WithOp::view_of(rw.op(op));
    let (value, ty) = (view.operand().id(), view.operand().ty());
    let users: Vec<OpRef<'_>> = view.result().uses().map(|(user, _)| user).collect();
    let users: Vec<(Op, Value, Type)> = users
        .into_iter()
        .filter(|user| user.isa::<ValueOfOp>())
        .map(|user| (user.id(), ValueOfOp::view_of(user).result()))
        .map(|(user, result)| (user, result.id(), result.ty()))
        .collect();
    for (user, result, result_ty) in users {
        match result_ty == ty {
            true => rw.replace_all_uses_with(result, value),
            false => rw.set_operand(user, 0, value),
        }
    }
}
