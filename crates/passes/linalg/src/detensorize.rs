//! `linalg-detensorize`: computations on tensors of one element, and the block arguments between them, become scalar.
//!
//! By default, those that lead to the conditions and operands of branches; with `aggressive-mode`, all.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::cf;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_mem::tensor::{ExtractOp, FromElementsOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{
    Block, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Region, Rewriter, Type, TypeData, Value, ValueRef,
};
use terrace_pass::options::{OptionDef, OptionKind};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::across::apply_greedily_below;
use terrace_rewrite::walk::body_pre_order;
use terrace_rewrite::{GreedyOptions, PatternSet};

/// The pass.
pub static LINALG_DETENSORIZE: PassDef = PassDef {
    name: "linalg-detensorize",
    class: "LinalgDetensorizePass",
    doc: "Compute with scalars instead of tensors of one element",
    requires: Some(FUNCTION),
    options: &[OptionDef {
        name: "aggressive-mode",
        doc: "Change all that can be, also what no branch needs",
        kind: OptionKind::Bool,
        default: "false",
    }],
    make: |options| Ok(Pass::Ir(Box::new(Detensorize { aggressive: options.bool("aggressive-mode") }))),
    ..EMPTY_PASS
};

struct Detensorize {
    aggressive: bool,
}

/// The ops and block arguments that become scalar.
#[derive(Default)]
struct Component {
    ops: FxHashSet<Op>,
    args: FxHashSet<Value>,
}

impl IrPass for Detensorize {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(body) = ir.op(op).inner_body() else { return Ok(()) };
        ir.rewrite(body, |rw| {
            let Some(region) = rw.body().top_regions().first().copied() else { return };
            let component = match self.aggressive {
                true => all(rw, region),
                false => of_branches(rw, region),
            };
            Scalars::default().convert(rw, region, &component);
        });
        // Elements of tensors that were made of them are folded.
        apply_greedily_below(ir, op, &PatternSet::new(), &GreedyOptions::bottom_up(), run)?;
        Ok(())
    }
}

/// Returns the type of the element of a tensor of rank 0; `None` for another type.
fn scalar_type(rw: &Rewriter<'_>, ty: Type) -> Option<Type> {
    match ty.data(rw.cx()) {
        TypeData::RankedTensor { shape, element, .. } if shape.is_empty() => Some(*element),
        _ => None,
    }
}

fn is_scalar(rw: &Rewriter<'_>, op: Op) -> bool {
    let view = rw.op(op);
    view.isa::<GenericOp>() && view.operands().all(|operand| scalar_type(rw, operand.ty()).is_some())
}

/// All that can become scalar.
fn all(rw: &Rewriter<'_>, region: Region) -> Component {
    let ops = body_pre_order(rw.body()).into_iter().filter(|&op| is_scalar(rw, op)).collect();
    let args =
        rw.body().blocks_of(region).skip(1).flat_map(|block| rw.body().args(block).collect::<Vec<_>>());
    Component { ops, args: args.collect() }
}

/// Returns the operands that branches pass to an argument of a block, each with the number of the operand; `None` if what ends
/// a predecessor is no branch.
fn passed(
    rw: &Rewriter<'_>,
    predecessors: &Predecessors,
    block: Block,
    index: usize,
) -> Option<Vec<(Op, usize)>> {
    let mut found = Vec::new();
    for &(end, successor) in predecessors.get(&block).into_iter().flatten() {
        let view = rw.op(end);
        let operands = view.interface::<dyn BranchOp>()?.successor_operands(view, successor);
        // The first arguments may be made by the branch itself.
        if let Some(at) = index.checked_sub(operands.produced).filter(|at| *at < operands.len) {
            found.push((end, operands.start + at));
        }
    }
    Some(found)
}

/// The branches to each block, with the number of the successor.
type Predecessors = FxHashMap<Block, Vec<(Op, usize)>>;

fn predecessors(rw: &Rewriter<'_>) -> Predecessors {
    let mut found = Predecessors::default();
    for op in body_pre_order(rw.body()) {
        for (successor, block) in rw.op(op).successors().enumerate() {
            found.entry(block.id()).or_default().push((op, successor));
        }
    }
    found
}

/// Returns the ops and arguments that lead to the conditions and operands of branches, and those that follow from them.
fn of_branches(rw: &Rewriter<'_>, region: Region) -> Component {
    let predecessors = predecessors(rw);
    let entry = rw.body().entry(region);
    let mut work: Vec<Value> = Vec::new();
    for op in body_pre_order(rw.body()) {
        let view = rw.op(op);
        if view.isa::<cf::CondBrOp>() || view.isa::<cf::BrOp>() {
            work.extend(view.operands().map(|operand| operand.id()));
        }
    }
    let (mut component, mut seen) = (Component::default(), FxHashSet::default());
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        follow(rw, value, &mut work);
        let view = rw.value(value);
        let Some(op) = view.defining_op() else {
            let Some(block) =
                view.owner_block().map(|block| block.id()).filter(|block| Some(*block) != entry)
            else {
                continue;
            };
            component.args.insert(value);
            let Some(operands) = passed(rw, &predecessors, block, view.index() as usize) else {
                return Component::default();
            };
            work.extend(operands.iter().filter_map(|&(end, at)| rw.body().operands(end).nth(at)));
            continue;
        };
        match op.cast::<GenericOp>() {
            Some(generic) if is_scalar(rw, op.id()) => {
                component.ops.insert(op.id());
                work.extend(generic.inputs().map(|input| input.id()));
            }
            Some(_) => {}
            None if op.isa::<FromElementsOp>() => {}
            None => {
                if op.results().all(|result| is_number(rw, result.ty())) {
                    work.extend(op.operands().map(|operand| operand.id()));
                }
            }
        }
    }
    keep_scalars(rw, &predecessors, &mut component);
    component
}

fn is_number(rw: &Rewriter<'_>, ty: Type) -> bool {
    ty.is_integer(rw.cx()) || ty.is_float(rw.cx())
}

/// Adds what a value becomes: arguments that the end of its block passes it to, and results of its users.
fn follow(rw: &Rewriter<'_>, value: Value, work: &mut Vec<Value>) {
    for (user, operand) in rw.value(value).uses() {
        work.extend(user.results().map(|result| result.id()));
        let Some(branch) = user.interface::<dyn BranchOp>() else { continue };
        for (successor, block) in user.successors().enumerate() {
            let operands = branch.successor_operands(user, successor);
            let at = operand.checked_sub(operands.start).filter(|at| *at < operands.len);
            work.extend(at.and_then(|at| rw.body().args(block.id()).nth(operands.produced + at)));
        }
    }
}

/// Leaves out arguments to which the result of an op that stays is passed.
fn keep_scalars(rw: &Rewriter<'_>, predecessors: &Predecessors, component: &mut Component) {
    let stays = |op: OpRef<'_>| op.isa::<GenericOp>() && !component.ops.contains(&op.id());
    let is_kept = |arg: &Value| {
        let view = rw.value(*arg);
        let block = view.owner_block().map(|block| block.id());
        let operands = block.and_then(|block| passed(rw, predecessors, block, view.index() as usize));
        let values = operands.into_iter().flatten().filter_map(|(end, at)| rw.op(end).operands().nth(at));
        !values.into_iter().filter_map(ValueRef::defining_op).any(stays)
    };
    let args = component.args.iter().copied().filter(is_kept).collect();
    component.args = args;
}

/// Goes to the first place where a value can be used.
fn set_insertion_point_after(rw: &mut Rewriter<'_>, value: Value) {
    let view = rw.value(value);
    match (view.defining_op().map(|op| op.id()), view.owner_block().map(|block| block.id())) {
        (Some(op), _) => rw.set_insertion_point(InsertPoint::after(rw.body(), op)),
        (None, Some(block)) => rw.set_insertion_point_to_start(block),
        (None, None) => {}
    }
}

/// The elements of tensors of rank 0 that were asked for.
#[derive(Default)]
struct Scalars(FxHashMap<Value, Value>);

impl Scalars {
    fn convert(&mut self, rw: &mut Rewriter<'_>, region: Region, component: &Component) {
        let predecessors = predecessors(rw);
        let order = body_pre_order(rw.body());
        let mut operands: FxHashSet<(Op, usize)> = FxHashSet::default();
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        for block in blocks {
            for (index, arg) in rw.body().args(block).collect::<Vec<_>>().into_iter().enumerate() {
                if component.args.contains(&arg) && self.convert_argument(rw, block, arg).is_some() {
                    operands.extend(passed(rw, &predecessors, block, index).into_iter().flatten());
                }
            }
        }
        for op in order {
            if component.ops.contains(&op) {
                self.inline(rw, op);
                continue;
            }
            let passed: Vec<Value> = rw.body().operands(op).collect();
            for (at, operand) in
                passed.into_iter().enumerate().filter(|(at, _)| operands.contains(&(op, *at)))
            {
                let element = self.element(rw, operand);
                rw.set_operand(op, at, element);
            }
        }
    }

    /// Makes an argument scalar; others see a tensor of it.
    fn convert_argument(&mut self, rw: &mut Rewriter<'_>, block: Block, arg: Value) -> Option<()> {
        let ty = rw.body().value_type(arg);
        let element = scalar_type(rw, ty)?;
        let loc = rw.value(arg).loc();
        rw.set_type(arg, element);
        rw.set_insertion_point_to_start(block);
        let tensor = rw.build_value(FromElementsOp::of(&[arg]).result(ty).loc(loc));
        let wrapping = rw.value(tensor).defining_op()?.id();
        rw.replace_all_uses_except(arg, tensor, wrapping);
        self.0.insert(tensor, arg);
        Some(())
    }

    /// The element of a tensor, which is extracted once, after its definition.
    fn element(&mut self, rw: &mut Rewriter<'_>, tensor: Value) -> Value {
        if let Some(&known) = self.0.get(&tensor) {
            return known;
        }
        let view = rw.value(tensor);
        let (loc, ty) = (view.loc(), view.ty());
        let Some(element) = scalar_type(rw, ty) else { return tensor };
        set_insertion_point_after(rw, tensor);
        let element = rw.build_value(ExtractOp::of(tensor, &[]).result(element).loc(loc));
        self.0.insert(tensor, element);
        element
    }

    /// Puts the body of an op in its place.
    fn inline(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let (operands, results) = (rw.body().operands(op).collect::<Vec<_>>(), rw.op(op).result_types());
        let elements: Vec<Value> = operands.into_iter().map(|operand| self.element(rw, operand)).collect();
        let loc: Loc = rw.op(op).loc();
        let block = rw.op(op).single_region().entry()?.id();
        let end = rw.block(block).last()?.id();
        rw.inline_block(block, InsertPoint::Before(op), &elements);
        let yielded: Vec<Value> = rw.body().operands(end).collect();
        rw.erase_op(end);
        let mut tensors = Vec::new();
        for (&value, &ty) in yielded.iter().zip(&results) {
            set_insertion_point_after(rw, value);
            let tensor = rw.build_value(FromElementsOp::of(&[value]).result(ty).loc(loc));
            self.0.insert(tensor, value);
            tensors.push(tensor);
        }
        rw.replace_op(op, &tensors);
        Some(())
    }
}
