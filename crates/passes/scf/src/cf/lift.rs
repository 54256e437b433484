//! `lift-cf-to-scf`: converts blocks and branches to loops and conditionals with regions.
//!
//! After Bahmann et al., "Perfect Reconstructability of Control Flow from Demand Dependence Graphs" (2015),
//! as upstream does it: first, blocks that leave the region are redirected to one exit block for each kind of
//! terminator. Then cycles become loops with a single entry and a single latch, whose bodies are lifted in
//! turn. The rest is acyclic: each branch becomes an op with a region for each successor, and a continuation
//! where they join.

use rustc_hash::FxHashMap;
use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_ir::def::op_error;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::{BranchOp, FunctionOp};
use terrace_ir::{
    Attr, Block, CheckResult, Diag, InsertPoint, Loc, Op, OpName, Region, Rewriter, Type, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use super::branches::Scope;
use super::multiplexer::make_switch;
use terrace_passes_shared::arithmetic::Arith;

/// The pass.
pub static LIFT_CF_TO_SCF: PassDef = PassDef {
    name: "lift-cf-to-scf",
    class: "LiftControlFlowToSCFPass",
    doc: "Lift ControlFlow dialect to SCF dialect",
    make: |_| Ok(Pass::Body(Box::new(LiftControlFlow))),
    ..EMPTY_PASS
};

struct LiftControlFlow;

impl BodyPass for LiftControlFlow {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(function) = rw.body().parent().map(|parent| rw.ir().op(parent)) else { return Ok(()) };
        if !function.isa::<FuncOp>() {
            return Ok(());
        }
        let mut regions: Vec<(Region, Loc)> = Vec::new();
        for op in terrace_rewrite::walk::body_post_order(rw.body()) {
            let loc = rw.body().loc(op);
            regions.extend(rw.body().regions(op).map(|region| (region, loc)));
        }
        regions.extend(rw.body().top_regions().iter().map(|&region| (region, function.loc())));
        for (region, loc) in regions {
            if let Err(diag) = lift(rw, region, loc) {
                return run.fail(diag);
            }
        }
        Ok(())
    }
}

/// Constants at the start of the region, each made once.
pub(super) struct Constants {
    entry: Block,
    loc: Loc,
    numbers: Vec<Option<Value>>,
    undefined: FxHashMap<Type, Value>,
}

impl Constants {
    /// A constant that selects a successor.
    pub(super) fn number(&mut self, rw: &mut Rewriter<'_>, number: usize) -> Value {
        if self.numbers.len() <= number {
            self.numbers.resize(number + 1, None);
        }
        *self.numbers[number].get_or_insert_with(|| {
            let saved = rw.insertion_point();
            rw.set_insertion_point_to_start(self.entry);
            let value = Arith::new(rw, self.loc).int(number as i64, Type::I32);
            restore(rw, saved);
            value
        })
    }

    /// An undefined value.
    pub(super) fn undefined(&mut self, rw: &mut Rewriter<'_>, ty: Type) -> Value {
        *self.undefined.entry(ty).or_insert_with(|| {
            let saved = rw.insertion_point();
            rw.set_insertion_point_to_start(self.entry);
            let value = rw.build_value(PoisonOp::of().result(ty).loc(self.loc));
            restore(rw, saved);
            value
        })
    }
}

fn restore(rw: &mut Rewriter<'_>, saved: Option<InsertPoint>) {
    if let Some(point) = saved {
        rw.set_insertion_point(point);
    }
}

/// The key of an op that ends a region; equivalent ops have the same key.
type Kind = (OpName, Vec<Attr>, Attr, Vec<Type>);

/// The lifting of one region.
pub(super) struct Lift<'b, 'r> {
    pub(super) rw: &'b mut Rewriter<'r>,
    pub(super) constants: Constants,
    region: Region,
    exits: FxHashMap<Kind, (Op, Block)>,
}

/// Lifts one region; `loc` is that of the op around it.
fn lift(rw: &mut Rewriter<'_>, region: Region, loc: Loc) -> CheckResult {
    let Some(entry) = rw.body().entry(region) else { return Ok(()) };
    if rw.body().next_block(entry).is_none() {
        return Ok(());
    }
    check(rw, region)?;
    let constants = Constants { entry, loc, numbers: Vec::new(), undefined: FxHashMap::default() };
    let mut lift = Lift { rw, constants, region, exits: FxHashMap::default() };
    let ends: Vec<Op> =
        lift.rw.body().blocks_of(region).filter_map(|block| lift.rw.body().last_op(block)).collect();
    for end in ends {
        if lift.rw.body().successors(end).len() == 0 {
            lift.combine_exit(end);
        }
    }
    // In an acyclic CFG, the successors of a branch are acyclic too.
    let mut pending: Vec<(Block, Option<Scope>)> = vec![(entry, None)];
    while let Some((block, scope)) = pending.pop() {
        let scope = match scope {
            Some(scope) => scope,
            None => {
                let loops = lift.cycles_to_loops(block)?;
                pending.extend(loops.into_iter().map(|block| (block, None)));
                Scope::new(lift.rw, lift.region_of(block))
            }
        };
        let next = lift.branches_to_regions(block, &scope)?;
        pending.extend(next.into_iter().map(|(block, scope)| (block, Some(scope))));
    }
    Ok(())
}

/// Checks that the region can be lifted.
fn check(rw: &Rewriter<'_>, region: Region) -> CheckResult {
    let body = rw.body();
    for block in body.blocks_of(region).skip(1) {
        if body.preds(block).next().is_none()
            && let Some(first) = body.first_op(block)
        {
            return Err(op_error(rw.op(first), "transformation does not support unreachable blocks"));
        }
    }
    let mut pending: Vec<(Op, bool)> =
        body.blocks_of(region).flat_map(|b| body.ops_of(b)).map(|op| (op, false)).collect();
    pending.reverse();
    while let Some((op, done)) = pending.pop() {
        if !done && body.regions(op).len() > 0 {
            pending.push((op, true));
            let start = pending.len();
            let inner = body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b));
            pending.extend(inner.map(|op| (op, false)));
            pending[start..].reverse();
            continue;
        }
        check_op(rw, op)?;
    }
    Ok(())
}

fn check_op(rw: &Rewriter<'_>, op: Op) -> CheckResult {
    let view = rw.op(op);
    if view.num_successors() == 0 {
        return Ok(());
    }
    let fail = |message: &str| Err(op_error(view, format!("transformation does not support {message}")));
    let Some(branch) = view.interface::<dyn BranchOp>() else {
        return fail("terminators with successors not implementing BranchOpInterface");
    };
    if !is_memory_effect_free(view) {
        return fail("terminators with side effects");
    }
    if (0..view.num_successors()).any(|i| branch.successor_operands(view, i).produced > 0) {
        return fail("operations with operation-produced successor operands");
    }
    Ok(())
}

impl Lift<'_, '_> {
    pub(super) fn region_of(&self, block: Block) -> Region {
        self.rw.body().region_of(block).expect("the block stands in a region")
    }

    /// Redirects a terminator that leaves the region to the unique block with that kind of terminator.
    pub(super) fn combine_exit(&mut self, end: Op) {
        let view = self.rw.op(end);
        let kind = (view.name(), view.props().to_vec(), view.attrs(), view.operand_types());
        let (loc, types) = (view.loc(), view.operand_types());
        let known = self.exits.get(&kind).copied();
        if known.is_some_and(|(first, _)| first == end) {
            return;
        }
        let exit = match known {
            Some((_, exit)) => exit,
            None => {
                let args: Vec<(Type, Loc)> = types.into_iter().map(|ty| (ty, loc)).collect();
                let exit = self.rw.create_block(self.region, &args);
                self.exits.insert(kind, (end, exit));
                exit
            }
        };
        let operands: Vec<Value> = self.rw.body().operands(end).collect();
        let flag = self.constants.number(self.rw, 0);
        self.rw.set_insertion_point_before(end);
        make_switch(self.rw, flag, &[], (exit, &operands), loc);
        if known.is_some() {
            self.rw.erase_op(end);
            return;
        }
        self.rw.move_op(end, InsertPoint::End(exit));
        let args: Vec<Value> = self.rw.body().args(exit).collect();
        self.rw.set_operands(end, &args);
    }

    /// Ends a block that is never reached.
    pub(super) fn make_unreachable(&mut self, block: Block, loc: Loc) -> Result<Op, Box<Diag>> {
        let parent = self.rw.region(self.region).parent_op();
        let is_top = self.rw.body().region_parent(self.region).is_none();
        let Some(function) = parent.filter(|parent| is_top && parent.isa::<FuncOp>()) else {
            let name = parent.map_or("", |parent| parent.name_text());
            return Err(Diag::error(loc, format!("Cannot create unreachable terminator for '{name}'")));
        };
        let types = function.interface::<dyn FunctionOp>().map_or(Vec::new(), |f| f.result_types(function));
        self.rw.set_insertion_point_to_end(block);
        let values: Vec<Value> =
            types.into_iter().map(|ty| self.rw.build_value(PoisonOp::of().result(ty).loc(loc))).collect();
        Ok(self.rw.build(ReturnOp::of(&values).loc(loc)).into())
    }
}
