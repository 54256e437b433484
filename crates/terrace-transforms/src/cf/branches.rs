//! Branches become ops with a region for each successor.

use rustc_hash::FxHashSet;
use terrace_dialects_core::arith::IndexCastUIOp;
use terrace_dialects_core::{cf, scf};
use terrace_ir::def::op_error;
use terrace_ir::elements::int_values;
use terrace_ir::{Block, Diag, InsertPoint, Op, Region, Rewriter, Type, Value};

use super::lift::Lift;
use super::loops::single_entry;
use super::multiplexer::{Edge, arguments_of, successors};

/// What a branch divides the blocks behind it into.
struct Division {
    /// For each successor the blocks that only its edge leads to, from the top down.
    regions: Vec<Vec<Block>>,
    /// The edges to what comes together again.
    continuing: Vec<Edge>,
    /// Whether every region goes on there, and none ends.
    all_continue: bool,
    /// Whether no region goes on there.
    none_continues: bool,
}

impl Lift<'_, '_> {
    fn divide(&mut self, entry: Block) -> Division {
        let to = successors(self.rw, entry);
        let mut regions = vec![Vec::new(); to.len()];
        let mut inside: FxHashSet<Block> = FxHashSet::from_iter([entry]);
        for (list, &block) in regions.iter_mut().zip(&to) {
            let body = self.rw.body();
            let mut preds = body.preds(block).map(|used| body.block_of(body.use_owner(used)));
            if preds.next() == Some(Some(entry)) && preds.next().is_none() {
                drop(preds);
                *list = self.tree(block).below(block);
                inside.extend(list.iter().copied());
            }
        }
        let mut division = Division {
            regions: Vec::new(),
            continuing: Vec::new(),
            all_continue: true,
            none_continues: true,
        };
        for (edge, list) in Edge::leaving(self.rw, entry).into_iter().zip(&regions) {
            if list.is_empty() {
                division.continuing.push(edge);
                division.none_continues = false;
            }
            for &block in list {
                let leaving = Edge::leaving(self.rw, block);
                if leaving.is_empty() {
                    division.all_continue = false;
                    division.continuing.extend(Edge::entering(self.rw, block));
                }
                for edge in leaving.into_iter().filter(|edge| !inside.contains(&edge.to(self.rw))) {
                    division.continuing.push(edge);
                    division.none_continues = false;
                }
            }
        }
        division.regions = regions;
        division
    }

    /// Makes an op of the branch that a block without cycles behind it ends with; gives the blocks to go on with.
    pub(super) fn branches_to_regions(&mut self, entry: Block) -> Result<Vec<Block>, Box<Diag>> {
        let to = successors(self.rw, entry);
        match to[..] {
            [] => return Ok(Vec::new()),
            [only] => {
                let edge = Edge { from: entry, index: 0 };
                let (values, end) = (edge.operands(self.rw), edge.terminator(self.rw));
                self.rw.erase(end);
                self.rw.inline_block(only, InsertPoint::End(entry), &values);
                return Ok(vec![entry]);
            }
            _ => {}
        }
        let division = self.divide(entry);
        if division.none_continues {
            return Ok(to);
        }
        let mut targets: Vec<Block> = division.continuing.iter().map(|edge| edge.to(self.rw)).collect();
        targets.dedup();
        let mut continuation = targets[0];
        if targets.len() > 1 || !division.all_continue {
            let loc = self.rw.body().loc(division.continuing[0].terminator(self.rw));
            continuation = single_entry(self, &division.continuing, loc);
        }
        if !division.all_continue {
            // What ends the region is behind the new block now: look again.
            self.forget_tree(entry);
            return Ok(vec![entry]);
        }
        self.make_branch(entry, continuation, &division.regions)
    }

    fn make_branch(
        &mut self,
        entry: Block,
        continuation: Block,
        regions: &[Vec<Block>],
    ) -> Result<Vec<Block>, Box<Diag>> {
        let mut next = Vec::new();
        // Blocks without ops, and what they yield.
        let mut empty: Vec<(Block, Vec<Value>)> = Vec::new();
        let mut made: Vec<Region> = Vec::new();
        for (edge, blocks) in Edge::leaving(self.rw, entry).into_iter().zip(regions) {
            let region = self.rw.new_region();
            made.push(region);
            let values = edge.operands(self.rw);
            let Some(&first) = blocks.first() else {
                empty.push((self.rw.add_block(region, &[]), values));
                continue;
            };
            empty.extend(self.single_exit(blocks, continuation, region));
            let args: Vec<Value> = self.rw.body().args(first).collect();
            for (&arg, &value) in args.iter().zip(&values).rev() {
                self.rw.replace_all_uses(arg, value);
            }
            let keep: Vec<bool> = (0..args.len()).map(|at| at >= values.len()).collect();
            self.rw.keep_args(first, &keep);
            next.push(first);
        }
        let types: Vec<Type> = arguments_of(self.rw, continuation).into_iter().map(|(ty, _)| ty).collect();
        let end = self.rw.body().last_op(entry).expect("a block with successors has a terminator");
        self.rw.before(end);
        let op = make_structured(self.rw, end, &types, &made)?;
        let loc = self.rw.body().loc(op);
        self.rw.erase(end);
        for (block, values) in empty {
            self.rw.at_end(block);
            self.rw.make::<scf::YieldOp>(&values, &[], &[], loc);
        }
        for edge in Edge::entering(self.rw, continuation) {
            let (user, values) = (edge.terminator(self.rw), edge.operands(self.rw));
            let loc = self.rw.body().loc(user);
            self.rw.before(user);
            self.rw.make::<scf::YieldOp>(&values, &[], &[], loc);
            self.rw.erase(user);
        }
        let results: Vec<Value> = self.rw.body().results(op).collect();
        self.rw.inline_block(continuation, InsertPoint::End(entry), &results);
        next.push(entry);
        Ok(next)
    }

    /// Moves blocks into a region. Where several of their edges lead to the continuation, they get a block that only
    /// yields; that one is given.
    fn single_exit(
        &mut self,
        blocks: &[Block],
        continuation: Block,
        region: Region,
    ) -> Option<(Block, Vec<Value>)> {
        let edges = blocks.iter().flat_map(|&block| Edge::leaving(self.rw, block));
        let edges: Vec<Edge> = edges.filter(|edge| edge.to(self.rw) == continuation).collect();
        blocks.iter().for_each(|&block| self.rw.move_block(block, region));
        if edges.len() < 2 {
            return None;
        }
        let args = arguments_of(self.rw, continuation);
        let exit = self.rw.add_block(region, &args);
        edges.into_iter().for_each(|edge| edge.redirect(self.rw, exit));
        Some((exit, self.rw.body().args(exit).collect()))
    }
}

/// Makes the op with regions that a branch stands for, in front of it.
fn make_structured(
    rw: &mut Rewriter<'_>,
    end: Op,
    types: &[Type],
    regions: &[Region],
) -> Result<Op, Box<Diag>> {
    let (cx, view) = (rw.cx(), rw.op(end));
    let loc = view.loc();
    if view.isa::<cf::CondBrOp>() {
        let condition = view.operand(0).id();
        return Ok(
            rw.add(|cx, body| scf::IfOp::build(cx, body, condition, types, regions[0], regions[1], loc))
        );
    }
    let Some(switch) = view.cast::<cf::SwitchOp>() else {
        return Err(op_error(view, "Cannot convert unknown control flow op to structured control flow"));
    };
    let (flag, values) = (switch.flag().id(), switch.case_values().and_then(|values| int_values(cx, values)));
    let cases: Vec<i64> =
        values.unwrap_or_default().iter().map(|case| case.to_u64().unwrap_or(0) as i64).collect();
    let cases = cx.i64_array(&cases);
    let flag = rw.make_value::<IndexCastUIOp>(&[flag], &[], Type::INDEX, loc);
    Ok(rw.add(|cx, body| {
        scf::IndexSwitchOp::build(cx, body, flag, cases, types, regions[0], &regions[1..], loc)
    }))
}
