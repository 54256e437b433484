//! `buffer-hoisting` and `buffer-loop-hoisting`: hoist allocations, as far as their operands and loops permit.
//!
//! Entry: a bufferized function without deallocations. Exit: the same ops; allocations are in blocks that dominate
//! their former ones, or outside of loops.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::{Block, Body, InsertPoint, Op, OpKind, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::allocations::{
    allocations, hoisting, is_control_flow, is_loop, is_sequential_loop, movable_stack_allocations,
};
use crate::blocks::{Blocks, defining_block, parent};
use crate::components::components;
use crate::flow::{BufferViewFlow, is_buffer_type};

/// The pass that moves allocations to blocks that dominate theirs.
pub static BUFFER_HOISTING: PassDef = PassDef {
    name: "buffer-hoisting",
    class: "BufferHoistingPass",
    doc: "Optimizes placement of allocation operations by moving them into common dominators and out of nested regions",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Hoist::ToDominators))),
    ..EMPTY_PASS
};

/// The pass that moves allocations out of loops.
pub static BUFFER_LOOP_HOISTING: PassDef = PassDef {
    name: "buffer-loop-hoisting",
    class: "BufferLoopHoistingPass",
    doc: "Optimizes placement of allocation operations by moving them out of loop nests",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Hoist::OutOfLoops))),
    ..EMPTY_PASS
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hoist {
    ToDominators,
    OutOfLoops,
}

impl BodyPass for Hoist {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        hoist(rw, *self);
        Ok(())
    }
}

/// Moves the allocations of a body out of loops.
pub fn hoist_out_of_loops(rw: &mut Rewriter<'_>) {
    hoist(rw, Hoist::OutOfLoops);
}

fn hoist(rw: &mut Rewriter<'_>, how: Hoist) {
    let heap = allocations(rw).into_iter().map(|allocation| allocation.op);
    let stack = movable_stack_allocations(rw);
    let wanted = |&op: &Op| {
        let far = hoisting(rw.op(op));
        if how == Hoist::ToDominators { far.blocks } else { far.loops }
    };
    let ops: Vec<Op> = heap.chain(stack).filter(wanted).collect();
    if ops.is_empty() {
        return;
    }
    let blocks = Blocks::new(rw.body());
    let dominators = common_dominators(rw, &blocks);
    for op in ops {
        let Some(own) = rw.body().block_of(op) else { continue };
        let needed = dependency(rw.body(), &blocks, op);
        let used = dominators[rw.body().single_result(op).as_u32() as usize];
        let to = match how {
            Hoist::ToDominators => {
                let bound = match (used, needed) {
                    (Some(used), Some(needed)) if blocks.properly_dominates(rw.body(), used, needed) => {
                        Some(needed)
                    }
                    (used, _) => used,
                };
                place(rw, &blocks, own, bound, how, None)
            }
            Hoist::OutOfLoops => place(rw, &blocks, own, needed, how, used),
        };
        if to == own {
            continue;
        }
        let point = match blocks.ancestor_in(rw.body(), to, op).or_else(|| rw.body().last_op(to)) {
            Some(at) => InsertPoint::Before(at),
            None => InsertPoint::End(to),
        };
        rw.move_op(op, point);
    }
}

/// The innermost block that all operands of an op need.
fn dependency(body: &Body, blocks: &Blocks, op: Op) -> Option<Block> {
    let mut found: Option<Block> = None;
    for block in body.operands(op).filter_map(|operand| defining_block(body, operand)) {
        if found.is_none_or(|found| blocks.dominates(body, found, block)) {
            found = Some(block);
        }
    }
    found
}

/// The block to which an allocation in `own` can move, no further than `bound`.
fn place(
    rw: &Rewriter<'_>,
    blocks: &Blocks,
    own: Block,
    bound: Option<Block>,
    how: Hoist,
    used: Option<Block>,
) -> Block {
    let body = rw.body();
    let (mut at, mut placed) = (own, own);
    while bound.is_none_or(|bound| blocks.properly_dominates(body, bound, at)) {
        if let Some(dominator) = blocks.immediate_dominator(body, at) {
            at = dominator;
            if how == Hoist::ToDominators {
                placed = at;
            }
            continue;
        }
        let around = body.region_of(at).and_then(|region| body.region_parent(region)).map(|op| rw.op(op));
        let (Some(op), Some(outer)) = (around, parent(body, at)) else { break };
        let entry = body.region_of(at).and_then(|region| body.entry(region)) == Some(at);
        let legal = match how {
            Hoist::ToDominators => !is_loop(op),
            // Where an alias is needed before the loop, the buffer goes around in it.
            Hoist::OutOfLoops => {
                is_sequential_loop(op) && !used.is_none_or(|used| blocks.dominates(body, used, outer))
            }
        };
        if !entry || !is_control_flow(op) || !legal {
            break;
        }
        at = outer;
        placed = at;
    }
    placed
}

/// For each buffer, the closest block that dominates it, its aliases, and all uses of these.
fn common_dominators(rw: &Rewriter<'_>, blocks: &Blocks) -> Vec<Option<Block>> {
    let body = rw.body();
    let flow = BufferViewFlow::new(body.top_regions().iter().map(|&region| rw.region(region)));
    let mut found: Vec<Option<Block>> = vec![None; body.num_values()];
    let wanted = |value: Value| is_buffer_type(rw.cx(), body.value_type(value));
    components(
        body.num_values(),
        wanted,
        |value| flow.targets(value),
        |members| {
            let mut common: Option<Block> = None;
            let mut last = None;
            let mut add = |block: Block| {
                if last != Some(block) {
                    last = Some(block);
                    common = match common {
                        Some(common) => blocks.common_dominator(body, common, block).or(Some(common)),
                        None => Some(block),
                    };
                }
            };
            for &value in members {
                defining_block(body, value).into_iter().for_each(&mut add);
                body.uses(value).filter_map(|used| body.block_of(body.use_owner(used))).for_each(&mut add);
                flow.targets(value).iter().filter_map(|to| found[to.as_u32() as usize]).for_each(&mut add);
            }
            for value in members {
                found[value.as_u32() as usize] = common;
            }
        },
    );
    found
}
