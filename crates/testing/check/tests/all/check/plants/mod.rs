//! Passes with a bug each, of kinds that passes have had. They are here alone: no tool knows them.

mod affine;
pub(crate) mod bufferization;
pub(crate) mod fusion;

use affine::{forwards_into_loops, reads_before_fills, shifts_by_width};
use terrace_dialects_core::arith::{AddIOp, IntegerOverflowFlags, MaxSIOp, MinSIOp, MinimumFOp};
use terrace_dialects_core::scf::{ForOp, IfOp};
use terrace_dialects_mem::memref::DeallocOp;
use terrace_dialects_mem::tensor::InsertOp;
use terrace_ir::build::OperationState;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{BinaryOpView, InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, Value, ValueDef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// A planted bug, applied to one op; returns whether it changed the op.
type Bug = fn(&mut Rewriter<'_>, Op, bool) -> bool;

struct Plant {
    bug: Bug,
    /// Whether it is done once in a body.
    once: bool,
}

impl BodyPass for Plant {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            if !rw.body().is_erased(op) && (self.bug)(rw, op, run.parallel) && self.once {
                break;
            }
        }
        Ok(())
    }
}

macro_rules! plants {
    ($($name:literal, $kinds:expr, $once:literal, $bug:ident;)*) => {
        /// The plants, each with the kinds of programs it is looked for in.
        pub(crate) static PLANTS: &[(PassDef, &[&str])] = &[$((
            PassDef {
                name: $name,
                class: "Plant",
                doc: "A bug.",
                make: |_| Ok(Pass::Body(Box::new(Plant { bug: $bug, once: $once }))),
                ..EMPTY_PASS
            },
            $kinds,
        ),)* (TELLS_NOBODY, &["scalars"])];
    };
}

plants! {
    "plant-wrong-fold-subi", &["scalars"], false, wrong_fold_subi;
    "plant-min-for-max", &["scalars"], false, min_for_max;
    "plant-minimum-for-maximum", &["scalars"], false, minimum_for_maximum;
    "plant-adds-nsw", &["scalars"], false, adds_nsw;
    "plant-skip-copy", &["memory"], false, skip_copy;
    "plant-missing-dealloc", &["memory"], true, missing_dealloc;
    "plant-double-dealloc", &["memory"], true, double_dealloc;
    "plant-use-after-free", &["memory"], true, use_after_free;
    "plant-drops-fill", &["buffers"], false, drops_fill;
    "plant-cse-ignores-writes", &["memory", "affine"], false, cse_ignores_writes;
    "plant-mem2reg-forgets-store", &["memory", "branches"], false, forgets_store;
    "plant-licm-hoists-store", &["loops", "memory"], false, hoists_store;
    "plant-hoists-division", &["loops", "scalars"], false, hoists_division;
    "plant-dce-removes-call", &["scalars"], false, removes_call;
    "plant-inline-swaps-args", &["scalars"], false, swaps_arguments;
    "plant-sccp-assumes-true", &["loops", "branches"], false, assumes_true;
    "plant-loop-bound-off-by-one", &["loops"], false, off_by_one;
    "plant-forgets-iter-arg", &["loops"], false, forgets_iter_arg;
    "plant-swaps-branch-operands", &["branches"], false, swaps_branch_operands;
    "plant-slice-from-start", &["tensors"], false, slice_from_start;
    "plant-drops-reduction", &["linalg"], false, drops_reduction;
    "plant-use-before-definition", &["scalars"], true, use_before_definition;
    "plant-forwards-into-loops", &["buffer-rules"], false, forwards_into_loops;
    "plant-reads-before-fills", &["buffer-rules"], false, reads_before_fills;
    "plant-shifts-by-width", &["scalars"], false, shifts_by_width;
    "plant-panics", &["scalars"], true, panics;
    "plant-looks-at-threads", &["scalars"], true, looks_at_threads;
}

fn is(view: OpRef<'_>, names: &[&str]) -> bool {
    names.contains(&view.name_text())
}

fn swap(rw: &mut Rewriter<'_>, op: Op, i: usize, j: usize) -> bool {
    let view = rw.op(op);
    let (a, b) = (view.operand(i).id(), view.operand(j).id());
    rw.set_operand(op, i, b);
    rw.set_operand(op, j, a);
    a != b
}

fn wrong_fold_subi(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    is(rw.op(op), &["arith.subi"]) && swap(rw, op, 0, 1)
}

fn min_for_max(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let Some(max) = rw.op(op).cast::<MaxSIOp>() else { return false };
    let (a, b) = (max.lhs().id(), max.rhs().id());
    rw.replace(op, MinSIOp::of(a, b));
    true
}

fn minimum_for_maximum(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let wanted = is(view, &["arith.maximumf"]);
    if wanted {
        let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
        rw.replace(op, OperationState::positional::<MinimumFOp>(&operands, &[]));
    }
    wanted
}

fn adds_nsw(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let wanted = is(rw.op(op), &["arith.addi", "arith.muli"]);
    if wanted {
        let flags = IntegerOverflowFlags::NSW.attr(rw.cx());
        rw.set_prop(op, 0, flags);
    }
    wanted
}

fn erase_if(rw: &mut Rewriter<'_>, op: Op, wanted: bool) -> bool {
    if wanted {
        rw.erase_op(op);
    }
    wanted
}

fn skip_copy(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let wanted = is(rw.op(op), &["memref.copy"]);
    erase_if(rw, op, wanted)
}

fn missing_dealloc(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let wanted = is(rw.op(op), &["memref.dealloc"]);
    erase_if(rw, op, wanted)
}

fn double_dealloc(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    if !is(rw.op(op), &["memref.dealloc"]) {
        return false;
    }
    rw.set_insertion_point(InsertPoint::Before(op));
    rw.clone_op(op, &mut IrMapping::new());
    true
}

fn use_after_free(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let Some(dealloc) = view.cast::<DeallocOp>() else { return false };
    let Some(made) = dealloc.memref().defining_op().filter(|made| made.block() == view.block()) else {
        return false;
    };
    let point = InsertPoint::after(rw.body(), made.id());
    rw.move_op(op, point);
    true
}

fn drops_fill(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let wanted = is(view, &["linalg.fill"]) && view.num_results() == 0;
    erase_if(rw, op, wanted)
}

fn cse_ignores_writes(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let Some(block) = view.block().filter(|_| is(view, &["memref.load"])) else { return false };
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let same = |other: &OpRef<'_>| {
        is(*other, &["memref.load"]) && other.operands().map(|value| value.id()).eq(operands.iter().copied())
    };
    let Some(first) = block.ops().find(same).filter(|first| first.id() != op) else { return false };
    let value = first.single_result().id();
    rw.replace_op(op, &[value]);
    true
}

fn forgets_store(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let wanted = is(view, &["memref.store"])
        && view.num_operands() == 2
        && view.parent_op().is_some_and(|parent| !is(parent, &["func.func"]));
    erase_if(rw, op, wanted)
}

/// Whether all operands of an op are defined outside of the enclosing op.
fn from_outside(view: OpRef<'_>, around: OpRef<'_>) -> bool {
    view.operands().all(|operand| {
        let block = match operand.def() {
            ValueDef::Result(_) => operand.defining_op().and_then(OpRef::block),
            _ => operand.owner_block(),
        };
        block == around.block()
    })
}

fn hoist(rw: &mut Rewriter<'_>, op: Op, names: &[&str], parents: &[&str]) -> bool {
    let view = rw.op(op);
    let Some(around) = view.parent_op().filter(|around| is(view, names) && is(*around, parents)) else {
        return false;
    };
    if !from_outside(view, around) {
        return false;
    }
    let around = around.id();
    rw.move_op(op, InsertPoint::Before(around));
    true
}

fn hoists_store(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    hoist(rw, op, &["memref.store"], &["scf.for", "scf.if"])
}

fn hoists_division(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    hoist(rw, op, &["arith.divsi", "arith.divui", "arith.remsi", "arith.remui"], &["scf.if", "scf.for"])
}

fn removes_call(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let wanted = is(view, &["func.call"]) && view.results().all(|result| result.is_unused());
    erase_if(rw, op, wanted)
}

fn swaps_arguments(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    // The counter of a recursion is not swapped: non-termination would only be found by the time limit.
    let fits = is(view, &["func.call"])
        && matches!(view.operand_types()[..], [first, second, _, ..] if first == second);
    fits && swap(rw, op, 0, 1)
}

fn assumes_true(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let Some(branch) = rw.op(op).cast::<IfOp>() else { return false };
    let (ty, loc) = (branch.condition().ty(), branch.0.loc());
    rw.set_insertion_point_before(op);
    let truth = rw.cx().bool_attr(true);
    let Some(made) =
        rw.materialize_constant(&terrace_dialects_core::arith::constant::materialize, truth, ty, loc)
    else {
        return false;
    };
    let value = rw.body().single_result(made);
    rw.set_operand(op, 0, value);
    true
}

fn off_by_one(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let Some(view) = rw.op(op).cast::<ForOp>() else { return false };
    let (upper, step, loc) = (view.upper_bound(), view.step().id(), view.0.loc());
    let (upper, ty) = (upper.id(), upper.ty());
    rw.set_insertion_point_before(op);
    let more = rw.build_value(AddIOp::of(upper, step).result(ty).loc(loc));
    rw.set_operand(op, 1, more);
    true
}

fn forgets_iter_arg(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op).cast::<ForOp>().filter(|view| view.init_args().len() > 0);
    let Some(block) = view.and_then(|view| view.region().entry()) else { return false };
    let (Some(arg), Some(last)) = (block.args().nth(1), block.last()) else { return false };
    let (arg, last) = (arg.id(), last.id());
    rw.set_operand(last, 0, arg);
    true
}

fn swaps_branch_operands(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let n = view.num_operands();
    // The counters of loops come first.
    is(view, &["cf.br"])
        && n > 2
        && view.operand(n - 1).ty() == view.operand(n - 2).ty()
        && swap(rw, op, n - 1, n - 2)
}

fn slice_from_start(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let Some(insert) = rw.op(op).cast::<InsertOp>() else { return false };
    let to = insert.dest().id();
    rw.replace_op(op, &[to]);
    true
}

fn drops_reduction(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    if !is(view, &["linalg.yield"]) {
        return false;
    }
    let Some(arg) = view.block().and_then(|block| block.args().next()) else { return false };
    let fits = view.operands().next().is_some_and(|value| arg.ty() == value.ty());
    let arg = arg.id();
    if fits {
        rw.set_operand(op, 0, arg);
    }
    fits
}

fn use_before_definition(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let Some(made) = view.operands().next().and_then(|value| value.defining_op()) else { return false };
    if made.block() != view.block() || !is(view, &["arith.addi", "arith.subi", "arith.cmpi"]) {
        return false;
    }
    let made = made.id();
    rw.move_op(op, InsertPoint::Before(made));
    true
}

fn panics(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    assert!(!is(rw.op(op), &["arith.cmpi"]), "a comparison");
    false
}

fn looks_at_threads(rw: &mut Rewriter<'_>, op: Op, parallel: bool) -> bool {
    parallel && is(rw.op(op), &["arith.addi", "arith.xori"]) && swap(rw, op, 0, 1)
}

/// Removes the listener before a change, which is the only way to avoid its notification.
const TELLS_NOBODY: PassDef = PassDef {
    name: "plant-tells-nobody",
    class: "Plant",
    doc: "A bug.",
    make: |_| Ok(Pass::Ir(Box::new(TellsNobody))),
    ..EMPTY_PASS
};

struct TellsNobody;

impl IrPass for TellsNobody {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        ir.set_listener(None);
        let mut level: Vec<_> = ir.op(op).inner_body().into_iter().collect();
        while let Some(id) = level.pop() {
            ir.rewrite(id, |rw| {
                for op in body_post_order(rw.body()) {
                    if is(rw.op(op), &["arith.addi", "arith.muli"]) {
                        let view = BinaryOpView(rw.op(op));
                        let (ty, loc) = (view.0.single_result().ty(), view.0.loc());
                        let value = view.lhs().id();
                        rw.set_insertion_point_before(op);
                        rw.build(AddIOp::of(value, value).result(ty).loc(loc));
                    }
                }
            });
            level.extend(ir.body(id).live_ops().filter_map(|op| ir.body(id).inner(op)));
        }
        Ok(())
    }
}
