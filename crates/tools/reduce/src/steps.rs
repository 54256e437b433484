//! The reductions of IR. A step that results in invalid IR is discarded as a whole, so steps need not be
//! conservative.

use terrace_dialects_builtin::ub;
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_core::{arith, cf};
use terrace_ir::dialect_interfaces::DialectFoldInterface;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::symbols::symbol_refs_of_op;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Attr, AttrData, Block, Context, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Rewriter, Str, Type, TypeData,
    Value,
};
use terrace_rewrite::walk::walk;
use terrace_support::apint::ApInt;

/// A candidate for removal: an op, and a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The op.
    pub op: OpHandle,
    /// The number of the part.
    pub part: usize,
}

/// A kind of reduction.
pub struct ReductionStep {
    /// The name of the entities it removes.
    pub name: &'static str,
    /// Returns the candidates for removal, in order.
    pub targets: fn(&Ir) -> Vec<Target>,
    /// Removes one target. If its op was erased with another target, nothing happens.
    pub apply: fn(&mut Ir, Target),
}

/// All steps, those first that take away most.
pub static STEPS: &[ReductionStep] = &[
    ReductionStep { name: "bodies of functions", targets: bodies, apply: drop_body },
    ReductionStep { name: "ops", targets: ops, apply: drop_op },
    ReductionStep { name: "ops with their users", targets: used_ops, apply: drop_with_users },
    ReductionStep { name: "branches", targets: branches, apply: straighten },
    ReductionStep { name: "unreachable blocks", targets: blocks, apply: drop_blocks },
    ReductionStep { name: "borders of blocks", targets: joints, apply: join },
    ReductionStep { name: "results of functions", targets: results, apply: drop_result },
    ReductionStep { name: "arguments of functions", targets: arguments, apply: drop_argument },
    ReductionStep { name: "attributes", targets: attributes, apply: drop_attributes },
];

/// Returns the ops nested in the outermost one, each with the number of candidates that `parts` returns.
fn collect(ir: &Ir, parts: impl Fn(OpRef<'_>) -> usize) -> Vec<Target> {
    let mut out = Vec::new();
    let Some(root) = ir.root() else { return out };
    walk(root, |op| {
        if op != root {
            out.extend((0..parts(op)).map(|part| Target { op: op.handle(), part }));
        }
    });
    out
}

/// The op of a target; `None` if it was erased.
fn alive(ir: &Ir, target: Target) -> Option<OpRef<'_>> {
    let body = ir.find_body(target.op.body)?;
    body.block_of(target.op.op)?;
    Some(ir.op(target.op))
}

fn bodies(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| usize::from(op.cast::<FuncOp>().is_some_and(|function| !function.is_declaration())))
}

fn drop_body(ir: &mut Ir, target: Target) {
    let Some(op) = alive(ir, target) else { return };
    let (Some(inner), visibility) = (op.inner_body(), prop_slot(op, "sym_visibility")) else { return };
    let private = op.cx().string_attr("private");
    let isolated: Vec<OpHandle> = {
        let body = ir.body(inner);
        let ops = body.live_ops().filter(|&op| body.inner(op).is_some());
        ops.map(|op| OpHandle { body: inner, op }).collect()
    };
    // Isolated ops inside have separate bodies, which are erased first.
    for op in isolated {
        if ir.find_body(op.body).is_some_and(|body| body.block_of(op.op).is_some()) {
            ir.rewrite(op.body, |rw| detach(rw, op.op));
            ir.erase_op(op);
        }
    }
    ir.rewrite(inner, |rw| {
        let regions: Vec<_> = rw.body().top_regions().to_vec();
        let blocks: Vec<Block> = regions.into_iter().flat_map(|r| rw.body().blocks_of(r)).collect();
        rw.erase_blocks(&blocks);
    });
    if let Some(slot) = visibility {
        ir.rewrite(target.op.body, |rw| rw.set_prop(target.op.op, slot, private));
    }
}

fn prop_slot(op: OpRef<'_>, name: &str) -> Option<usize> {
    op.info().prop_names.iter().position(|known| known.text(op.cx()) == name)
}

fn ops(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| usize::from(!(op.is_registered() && op.has_trait(TraitSet::Terminator))))
}

fn drop_op(ir: &mut Ir, target: Target) {
    if alive(ir, target).is_none() {
        return;
    }
    let free = ir.rewrite(target.op.body, |rw| detach(rw, target.op.op));
    if free {
        ir.erase_op(target.op);
    }
}

/// Ops whose results are used by ops without results alone, as a buffer is that is filled and freed: one without the other
/// is another fault.
fn used_ops(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| usize::from(op.results().any(|result| !result.is_unused()) && users(op).is_some()))
}

/// The ops that use the results of an op, each once; `None` if one has results or is a terminator.
fn users(op: OpRef<'_>) -> Option<Vec<Op>> {
    let mut users = Vec::new();
    for (user, _) in op.results().flat_map(|result| result.uses()) {
        if user.num_results() > 0 || !user.is_registered() || user.has_trait(TraitSet::Terminator) {
            return None;
        }
        users.push(user.id());
    }
    users.sort_unstable();
    users.dedup();
    Some(users)
}

fn drop_with_users(ir: &mut Ir, target: Target) {
    let Some(users) = alive(ir, target).and_then(users) else { return };
    let body = target.op.body;
    // A user may be nested in another one.
    for op in users.into_iter().chain([target.op.op]).map(|op| OpHandle { body, op }) {
        if alive(ir, Target { op, part: 0 }).is_some() {
            ir.erase_op(op);
        }
    }
}

/// Replaces the results of an op by other values; false where that cannot be.
fn detach(rw: &mut Rewriter<'_>, op: Op) -> bool {
    let used: Vec<Value> =
        rw.body().results(op).filter(|&result| rw.body().first_use(result).is_some()).collect();
    for result in used {
        let ty = rw.body().value_type(result);
        let operand = rw.body().operands(op).find(|&value| rw.body().value_type(value) == ty);
        let other = match operand {
            Some(value) if value != result => Some(value),
            _ => {
                rw.set_insertion_point_before(op);
                stand_in(rw, ty)
            }
        };
        let Some(other) = other else { return false };
        rw.replace_all_uses_with(result, other);
    }
    true
}

/// A value of any type: poison, or zero where poison is not known.
fn stand_in(rw: &mut Rewriter<'_>, ty: Type) -> Option<Value> {
    let cx = rw.cx();
    let ub = cx.dialect_interface::<dyn DialectFoldInterface>(ub::UB.name);
    let poison =
        ub.and_then(|fold| rw.materialize_constant(fold, ub::poison_attr(rw.cx()), ty, Loc::UNKNOWN));
    let op = match poison {
        Some(op) => op,
        None => rw.materialize_constant(&arith::constant::materialize, zero(cx, ty)?, ty, Loc::UNKNOWN)?,
    };
    Some(rw.body().single_result(op))
}

fn zero(cx: &Context, ty: Type) -> Option<Attr> {
    let data = match ty.data(cx) {
        TypeData::Integer { width, .. } => AttrData::Integer { ty, value: ApInt::zero(*width) },
        TypeData::Index => AttrData::Integer { ty, value: ApInt::zero(64) },
        TypeData::Float(_) => AttrData::Float { ty, bits: [0, 0] },
        _ => return None,
    };
    Some(cx.attr(data))
}

fn branches(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| if op.num_successors() > 1 { op.num_successors() } else { 0 })
}

/// Replaces a branch by one to a single successor; unreachable blocks are erased.
fn straighten(ir: &mut Ir, target: Target) {
    let Some(op) = alive(ir, target).filter(|op| op.num_successors() > 1) else { return };
    let Some(branch) = op.interface::<dyn BranchOp>() else { return };
    let passed = branch.successor_operands(op, target.part);
    if passed.produced > 0 {
        return;
    }
    let values: Vec<Value> = op.operands().skip(passed.start).take(passed.len).map(|v| v.id()).collect();
    let Some(block) = op.successors().nth(target.part).map(|block| block.id()) else { return };
    let (loc, parent) = (op.loc(), op.parent_op().map(|parent| Target { op: parent.handle(), part: 0 }));
    ir.rewrite(target.op.body, |rw| {
        rw.set_insertion_point_before(target.op.op);
        rw.build(cf::BrOp::of(&values).loc(loc).dest(block));
        rw.erase_op(target.op.op);
    });
    if let Some(parent) = parent {
        drop_blocks(ir, parent);
    }
}

/// The block whose only predecessor is an op, and its operands.
fn only_way(op: OpRef<'_>) -> Option<(Block, Vec<Value>)> {
    let mut successors = op.successors();
    let (Some(next), None) = (successors.next(), successors.next()) else { return None };
    let body = op.body();
    let alone = body.preds(next.id()).nth(1).is_none() && next.region()?.entry() != Some(next);
    let branch = op.cast::<cf::BrOp>().filter(|_| alone && op.block() != Some(next))?;
    Some((next.id(), branch.0.operands().map(|value| value.id()).collect()))
}

fn joints(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| usize::from(only_way(op).is_some()))
}

/// Merges the successor of a branch into the block of the branch.
fn join(ir: &mut Ir, target: Target) {
    let Some((next, values)) = alive(ir, target).and_then(only_way) else { return };
    ir.rewrite(target.op.body, |rw| {
        rw.inline_block(next, InsertPoint::Before(target.op.op), &values);
        rw.erase_op(target.op.op);
    });
}

fn blocks(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| usize::from(op.regions().any(|region| region.blocks().nth(1).is_some())))
}

/// Erases the blocks that control does not reach from the entries of an op's regions.
fn drop_blocks(ir: &mut Ir, target: Target) {
    let Some(op) = alive(ir, target) else { return };
    let mut gone = Vec::new();
    for region in op.regions() {
        let Some(entry) = region.entry() else { continue };
        let mut reached = rustc_hash::FxHashSet::from_iter([entry.id()]);
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            let last = block.last().into_iter().flat_map(|op| op.successors());
            pending.extend(last.filter(|next| reached.insert(next.id())));
        }
        gone.extend(region.blocks().filter(|block| !reached.contains(&block.id())).map(|block| block.id()));
    }
    let body = op.inner_body().unwrap_or(target.op.body);
    if !gone.is_empty() {
        ir.rewrite(body, |rw| rw.erase_blocks(&gone));
    }
}

/// Whether a function's type can be changed, which requires that it has no uses.
fn is_free(op: OpRef<'_>) -> bool {
    let Some(name) = op.symbol_name() else { return false };
    let Some(root) = op.ir().root() else { return false };
    let mut referred = false;
    walk(root, |user| {
        referred |= symbol_refs_of_op(user).iter().any(|symbol| {
            symbol.as_symbol_ref(op.cx()).is_some_and(|(root, nested)| root == name || nested.contains(&name))
        });
    });
    !referred
}

fn arguments(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| match op.cast::<FuncOp>() {
        Some(function) if !function.is_declaration() && is_free(op) => function.function_type().0.len(),
        _ => 0,
    })
}

/// Removes an argument of a function; its uses are replaced by an arbitrary value.
fn drop_argument(ir: &mut Ir, target: Target) {
    let Some(function) = alive(ir, target).and_then(|op| op.cast::<FuncOp>()) else { return };
    let (inputs, _) = function.function_type();
    let (Some(inner), Some(entry)) = (function.0.inner_body(), function.body().entry()) else { return };
    let (part, entry) = (target.part, entry.id());
    if part >= inputs.len() {
        return;
    }
    let keep: Vec<bool> = (0..inputs.len()).map(|at| at != part).collect();
    let done = ir.rewrite(inner, |rw| {
        let arg = rw.body().arg(entry, part);
        if rw.body().first_use(arg).is_some() {
            rw.set_insertion_point_to_start(entry);
            let ty = rw.body().value_type(arg);
            let Some(other) = stand_in(rw, ty) else { return false };
            rw.replace_all_uses_with(arg, other);
        }
        true
    });
    if done {
        ir.keep_arguments(target.op, &keep);
    }
}

fn results(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| match op.cast::<FuncOp>() {
        Some(function) if !function.is_declaration() && is_free(op) => function.function_type().1.len(),
        _ => 0,
    })
}

/// Removes a result from a function.
fn drop_result(ir: &mut Ir, target: Target) {
    let Some(function) = alive(ir, target).and_then(|op| op.cast::<FuncOp>()) else { return };
    let (_, results) = function.function_type();
    let (Some(inner), part) = (function.0.inner_body(), target.part) else { return };
    if part >= results.len() {
        return;
    }
    let keep: Vec<bool> = (0..results.len()).map(|at| at != part).collect();
    let returns: Vec<Op> = ir.body(inner).live_ops().collect();
    ir.rewrite(inner, |rw| {
        for op in returns {
            let stands = rw.body().block_of(op).is_some();
            if stands && rw.op(op).isa::<ReturnOp>() && part < rw.op(op).num_operands() {
                let operands: Vec<Value> = rw.body().operands(op).collect();
                rw.set_operands(op, &without(&operands, part));
            }
        }
    });
    ir.keep_results(target.op, &keep);
}

fn without<T: Copy>(items: &[T], part: usize) -> Vec<T> {
    items.iter().enumerate().filter(|(i, _)| *i != part).map(|(_, &item)| item).collect()
}

fn attributes(ir: &Ir) -> Vec<Target> {
    collect(ir, |op| op.attrs().as_dict(op.cx()).map_or(0, <[(Str, Attr)]>::len))
}

fn drop_attributes(ir: &mut Ir, target: Target) {
    let Some(op) = alive(ir, target) else { return };
    let Some(entries) = op.attrs().as_dict(op.cx()).filter(|entries| target.part < entries.len()) else {
        return;
    };
    let attrs = op.cx().dict(without(entries, target.part));
    ir.rewrite(target.op.body, |rw| rw.set_attrs(target.op.op, attrs));
}
