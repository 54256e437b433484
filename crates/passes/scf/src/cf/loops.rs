//! Cycles of blocks become loops.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_analysis::loops::cycles;
use terrace_dialects_core::arith::TruncIOp;
use terrace_dialects_core::scf;
use terrace_ir::dominance::DomTree;
use terrace_ir::{Block, Body, Diag, Loc, Op, Rewriter, Type, Use, Value};

use super::lift::Lift;
use super::multiplexer::{Edge, Multiplexer, arguments_of, make_switch, successors};

/// The edges of a cycle.
struct CycleEdges {
    entering: Vec<Edge>,
    leaving: Vec<Edge>,
    /// Those from inside to where the cycle is entered.
    back: Vec<Edge>,
}

/// The blocks of a cycle, in order.
#[derive(Default)]
struct BlockSet {
    list: Vec<Block>,
    set: FxHashSet<Block>,
}

impl BlockSet {
    fn insert(&mut self, block: Block) {
        if self.set.insert(block) {
            self.list.push(block);
        }
    }

    fn contains(&self, block: Block) -> bool {
        self.set.contains(&block)
    }
}

fn edges(rw: &Rewriter<'_>, cycle: &BlockSet) -> CycleEdges {
    let mut edges = CycleEdges { entering: Vec::new(), leaving: Vec::new(), back: Vec::new() };
    let mut entries = FxHashSet::default();
    for &block in &cycle.list {
        for edge in Edge::entering(rw, block).into_iter().filter(|edge| !cycle.contains(edge.from)) {
            edges.entering.push(edge);
            entries.insert(block);
        }
        edges
            .leaving
            .extend(Edge::leaving(rw, block).into_iter().filter(|edge| !cycle.contains(edge.to(rw))));
    }
    for &block in &cycle.list {
        edges.back.extend(Edge::leaving(rw, block).into_iter().filter(|edge| entries.contains(&edge.to(rw))));
    }
    edges
}

/// The one latch of a loop, which either repeats it or leaves it.
struct Latch {
    block: Block,
    /// One to repeat, zero to leave.
    condition: Value,
    exit: Block,
}

/// Redirects edges to several blocks to one.
pub(super) fn single_entry(lift: &mut Lift<'_, '_>, edges: &[Edge], loc: Loc) -> Block {
    let targets: Vec<Block> = edges.iter().map(|edge| edge.to(lift.rw)).collect();
    let multiplexer = Multiplexer::new(lift.rw, &mut lift.constants, &targets, &[], loc);
    let edges = edges.iter().map(|&edge| (edge, Vec::new()));
    multiplexer.redirect(lift.rw, &mut lift.constants, edges);
    multiplexer.dispatch(lift.rw, &mut lift.constants, multiplexer.block, None, loc);
    multiplexer.block
}

fn terminator_loc(rw: &Rewriter<'_>, block: Block) -> Loc {
    rw.body().last_op(block).map_or(Loc::UNKNOWN, |op| rw.body().loc(op))
}

impl Lift<'_, '_> {
    /// Converts the cycles that are reachable from a block to loops; returns the entry blocks of their
    /// bodies.
    pub(super) fn cycles_to_loops(&mut self, entry: Block) -> Result<Vec<Block>, Box<Diag>> {
        let mut bodies = Vec::new();
        // As of the first query.
        let mut dominators: Option<Arc<DomTree>> = None;
        for found in cycles(self.rw.body(), entry) {
            let mut cycle = BlockSet::default();
            found.into_iter().for_each(|block| cycle.insert(block));
            let edges = edges(self.rw, &cycle);
            let mut header = edges.entering[0].to(self.rw);
            if edges.entering.len() > 1 {
                let all = [&edges.entering[..], &edges.back].concat();
                let loc = terminator_loc(self.rw, header);
                header = single_entry(self, &all, loc);
            }
            cycle.insert(header);
            let latch = self.single_latch(&edges)?;
            cycle.insert(latch.block);
            let carried = self.reduce(header, &latch, &cycle, &mut dominators);
            self.make_loop(header, &latch, &cycle, &carried);
            bodies.push(header);
        }
        Ok(bodies)
    }

    /// Redirects all back edges and exit edges of a loop to one latch.
    fn single_latch(&mut self, edges: &CycleEdges) -> Result<Latch, Box<Diag>> {
        let loc = terminator_loc(self.rw, edges.back[0].from);
        let targets: Vec<Block> =
            edges.back.iter().chain(&edges.leaving).map(|edge| edge.to(self.rw)).collect();
        self.constants.number(self.rw, 0);
        let multiplexer = Multiplexer::new(self.rw, &mut self.constants, &targets, &[Type::I32], loc);
        let block = multiplexer.block;
        let exit = self.rw.create_block_after(block, &[]);
        let header = edges.back[0].to(self.rw);
        for (list, repeat) in [(&edges.back, 1), (&edges.leaving, 0)] {
            if !list.is_empty() {
                let repeat = self.constants.number(self.rw, repeat);
                let edges = list.iter().map(|&edge| (edge, vec![repeat]));
                multiplexer.redirect(self.rw, &mut self.constants, edges);
            }
        }
        let args: Vec<Value> = self.rw.body().args(block).collect();
        let condition = args[args.len() - 1];
        let passed = &args[..self.rw.body().n_args(header)];
        self.rw.set_insertion_point_to_end(block);
        make_switch(self.rw, condition, &[(0, exit, Vec::new())], (header, passed), loc);
        if edges.leaving.is_empty() {
            let end = self.make_unreachable(exit, loc)?;
            self.combine_exit(end);
        } else {
            multiplexer.dispatch(self.rw, &mut self.constants, exit, Some(header), loc);
        }
        Ok(Latch { block, condition, exit })
    }

    /// Passes all values that are used after a loop through its latch; returns the operands of the back edge.
    fn reduce(
        &mut self,
        header: Block,
        latch: &Latch,
        cycle: &BlockSet,
        dominators: &mut Option<Arc<DomTree>>,
    ) -> Vec<Value> {
        let to = successors(self.rw, latch.block);
        let (repeat, leave) = if to[0] == header { (0, 1) } else { (1, 0) };
        let [repeat, leave] = [repeat, leave].map(|index| Edge { from: latch.block, index });
        let mut carried = repeat.operands(self.rw);
        for &value in &carried {
            let (ty, loc) = (self.rw.body().value_type(value), self.rw.value(value).loc());
            let arg = self.rw.add_argument(latch.exit, ty, loc);
            self.replace_outside(value, header, cycle, |_| arg);
        }
        leave.append_operands(self.rw, &carried);

        let entering = Edge::entering(self.rw, latch.block);
        let mut passed: Vec<Vec<Value>> = vec![Vec::new(); entering.len()];
        let mut added: Vec<Value> = Vec::new();
        let args_of = |rw: &Rewriter<'_>, block: Block| -> Vec<Value> { rw.body().args(block).collect() };
        let (latch_args, header_args) = (args_of(self.rw, latch.block), args_of(self.rw, header));
        for &block in &cycle.list {
            let values = if block == latch.block {
                latch_args.clone()
            } else if block == header {
                header_args.clone()
            } else {
                args_of(self.rw, block)
            };
            let body = self.rw.body();
            let results = body.ops_of(block).flat_map(|op| body.results(op));
            let values: Vec<Value> = values.into_iter().chain(results).collect();
            let mut dominated: Option<Vec<bool>> = None;
            for value in values {
                if !self.is_used_outside(value, header, cycle) {
                    continue;
                }
                let (ty, loc) = (self.rw.body().value_type(value), self.rw.value(value).loc());
                let exit_arg = self.rw.add_argument(latch.exit, ty, loc);
                self.rw.add_argument(header, ty, loc);
                let mut argument = value;
                if block != latch.block {
                    if dominated.is_none() {
                        let region = self.region_of(block);
                        let tree = dominators.get_or_insert_with(|| self.rw.body().analysis(region));
                        dominated =
                            Some(entering.iter().map(|edge| tree.dominates(block, edge.from)).collect());
                    }
                    let dominated = dominated.as_deref().unwrap_or(&[]);
                    if dominated.contains(&false) {
                        argument = self.rw.add_argument(latch.block, ty, loc);
                        for (list, &dominated) in passed.iter_mut().zip(dominated) {
                            list.push(match dominated {
                                true => value,
                                false => self.constants.undefined(self.rw, ty),
                            });
                        }
                    }
                }
                added.push(argument);
                self.replace_outside(value, header, cycle, |_| exit_arg);
            }
        }
        for (edge, values) in entering.iter().zip(&passed) {
            edge.append_operands(self.rw, values);
        }
        for edge in Edge::leaving(self.rw, latch.block) {
            edge.append_operands(self.rw, &added);
        }
        carried.extend(added);

        for edge in Edge::entering(self.rw, header).into_iter().filter(|edge| edge.from != latch.block) {
            let have = edge.operands(self.rw).len();
            let missing: Vec<Type> =
                self.rw.body().args(header).skip(have).map(|arg| self.rw.body().value_type(arg)).collect();
            let values: Vec<Value> =
                missing.into_iter().map(|ty| self.constants.undefined(self.rw, ty)).collect();
            edge.append_operands(self.rw, &values);
        }
        carried
    }

    fn is_used_outside(&self, value: Value, header: Block, cycle: &BlockSet) -> bool {
        let body = self.rw.body();
        body.uses(value).any(|used| is_outside(body, used, header, cycle))
    }

    fn replace_outside(
        &mut self,
        value: Value,
        header: Block,
        cycle: &BlockSet,
        with: impl FnOnce(&mut Rewriter<'_>) -> Value,
    ) {
        let body = self.rw.body();
        let uses: Vec<(Op, usize)> = body
            .uses(value)
            .filter(|&used| is_outside(body, used, header, cycle))
            .map(|used| (body.use_owner(used), body.use_index(used)))
            .collect();
        if uses.is_empty() {
            return;
        }
        let new = with(self.rw);
        for (op, index) in uses {
            self.rw.set_operand(op, index, new);
        }
    }

    /// Replaces a loop by an `scf.while`.
    fn make_loop(&mut self, header: Block, latch: &Latch, cycle: &BlockSet, carried: &[Value]) {
        let args = arguments_of(self.rw, header);
        let types: Vec<Type> = args.iter().map(|&(ty, _)| ty).collect();
        let parent = self.rw.create_block_before(header, &args);
        let before = self.rw.new_region();
        self.rw.move_block(header, before);
        for &block in cycle.list.iter().filter(|&&block| block != latch.block && block != header) {
            self.rw.move_block(block, before);
        }
        self.rw.move_block(latch.block, before);
        let end = self.rw.body().last_op(latch.block).expect("a latch ends with a branch");
        let loc = self.rw.body().loc(end);
        self.rw.erase_op(end);

        let after = self.rw.new_region();
        let after_args: Vec<(Type, Loc)> = types.iter().map(|&ty| (ty, loc)).collect();
        let after_block = self.rw.create_block(after, &after_args);
        let inits: Vec<Value> = self.rw.body().args(parent).collect();
        self.rw.set_insertion_point_to_end(parent);
        let looped =
            self.rw.build(scf::WhileOp::of(&inits).loc(loc).results(&types).before(before).after(after));
        self.rw.set_insertion_point_to_end(latch.block);
        let condition = self.rw.build_value(TruncIOp::of(latch.condition).out(Type::I1).loc(loc));
        self.rw.build(scf::ConditionOp::of(condition, carried).loc(loc));
        self.rw.set_insertion_point_to_end(after_block);
        let values: Vec<Value> = self.rw.body().args(after_block).collect();
        self.rw.build(scf::YieldOp::of(&values).loc(loc));

        self.rw.replace_block_uses(header, parent);
        let results: Vec<Value> = self.rw.body().results(looped).collect();
        self.rw.inline_block(latch.exit, terrace_ir::InsertPoint::End(parent), &results);
    }
}

/// Whether a use is neither in a block of the cycle nor inside an op there.
fn is_outside(body: &Body, used: Use, header: Block, cycle: &BlockSet) -> bool {
    let region = body.region_of(header);
    let mut block = body.block_of(body.use_owner(used));
    while let Some(at) = block.filter(|&at| body.region_of(at) != region) {
        block = body.region_of(at).and_then(|r| body.region_parent(r)).and_then(|op| body.block_of(op));
    }
    block.is_none_or(|block| !cycle.contains(block))
}
