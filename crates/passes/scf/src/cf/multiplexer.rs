//! A block that several edges are redirected to, and that dispatches to their original targets.

use rustc_hash::FxHashMap;
use terrace_dialects_core::cf::SwitchOp;
use terrace_ir::elements::int_vector;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Loc, Op, Rewriter, Type, Value};
use terrace_support::apint::ApInt;

use super::lift::Constants;

/// A CFG edge: a block and the index of a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) from: Block,
    pub(super) index: usize,
}

impl Edge {
    /// The edges that leave a block, in order.
    pub(super) fn leaving(rw: &Rewriter<'_>, from: Block) -> Vec<Edge> {
        (0..successors(rw, from).len()).map(|index| Edge { from, index }).collect()
    }

    /// The edges that lead to a block, the last made first.
    pub(super) fn entering(rw: &Rewriter<'_>, to: Block) -> Vec<Edge> {
        let body = rw.body();
        let edge = |used| {
            let op = body.use_owner(used);
            let index = body.use_index(used) - body.operands(op).len();
            Some(Edge { from: body.block_of(op)?, index })
        };
        body.preds(to).filter_map(edge).collect()
    }

    pub(super) fn terminator(self, rw: &Rewriter<'_>) -> Op {
        rw.body().last_op(self.from).expect("a block with an edge has a terminator")
    }

    pub(super) fn to(self, rw: &Rewriter<'_>) -> Block {
        rw.body().successors(self.terminator(rw)).nth(self.index).expect("an edge has a successor")
    }

    pub(super) fn redirect(self, rw: &mut Rewriter<'_>, to: Block) {
        let op = self.terminator(rw);
        rw.set_successor(op, self.index, to);
    }

    /// The values that are passed along.
    pub(super) fn operands(self, rw: &Rewriter<'_>) -> Vec<Value> {
        let op = rw.op(self.terminator(rw));
        let branch = op.interface::<dyn BranchOp>().expect("only branches have edges");
        let passed = branch.successor_operands(op, self.index);
        (passed.start..passed.start + passed.len).map(|i| op.operand(i).id()).collect()
    }

    pub(super) fn set_operands(self, rw: &mut Rewriter<'_>, values: &[Value]) {
        let op = self.terminator(rw);
        rw.set_successor_operands(op, self.index, values);
    }

    pub(super) fn append_operands(self, rw: &mut Rewriter<'_>, values: &[Value]) {
        if !values.is_empty() {
            let all = [&self.operands(rw), values].concat();
            self.set_operands(rw, &all);
        }
    }
}

/// A block's successors.
pub(super) fn successors(rw: &Rewriter<'_>, block: Block) -> Vec<Block> {
    rw.body().last_op(block).map_or(Vec::new(), |op| rw.body().successors(op).collect())
}

/// Types and locations of a block's arguments.
pub(super) fn arguments_of(rw: &Rewriter<'_>, block: Block) -> Vec<(Type, Loc)> {
    let body = rw.body();
    body.args(block).enumerate().map(|(i, arg)| (body.value_type(arg), body.arg_loc(block, i))).collect()
}

/// Ends the block at the insertion point with a `cf.switch`.
pub(super) fn make_switch(
    rw: &mut Rewriter<'_>,
    flag: Value,
    cases: &[(u32, Block, Vec<Value>)],
    (default, default_operands): (Block, &[Value]),
    loc: Loc,
) {
    let cx = rw.cx();
    let numbers: Vec<ApInt> = cases.iter().map(|(number, ..)| ApInt::new(32, u64::from(*number))).collect();
    let numbers = int_vector(cx, Type::I32, &numbers);
    let blocks: Vec<Block> = cases.iter().map(|(_, block, _)| *block).collect();
    let operands: Vec<&[Value]> = cases.iter().map(|(.., values)| &values[..]).collect();
    rw.build(
        SwitchOp::of(flag)
            .loc(loc)
            .default_operands(default_operands)
            .case_operands(&operands)
            .case_values_attr(numbers)
            .default_destination(default)
            .case_destinations(&blocks),
    );
}

/// A block that replaces several: it has the arguments of all of them, and a discriminator that selects the
/// target.
pub(super) struct Multiplexer {
    pub(super) block: Block,
    /// The blocks, and where their arguments begin.
    targets: Vec<(Block, usize)>,
    numbers: FxHashMap<Block, usize>,
    discriminator: Option<Value>,
}

impl Multiplexer {
    /// Creates such a block after the first of `targets`, with arguments of these types at the end.
    pub(super) fn new(
        rw: &mut Rewriter<'_>,
        constants: &mut Constants,
        targets: &[Block],
        extra: &[Type],
        loc: Loc,
    ) -> Self {
        let block = rw.create_block_after(targets[0], &[]);
        let (mut places, mut numbers) = (Vec::new(), FxHashMap::default());
        for &target in targets {
            if numbers.contains_key(&target) {
                continue;
            }
            numbers.insert(target, places.len());
            places.push((target, rw.body().n_args(block)));
            for (ty, loc) in arguments_of(rw, target) {
                rw.add_argument(block, ty, loc);
            }
        }
        let discriminator = (places.len() > 1).then(|| {
            constants.number(rw, 0);
            rw.add_argument(block, Type::I32, loc)
        });
        for &ty in extra {
            rw.add_argument(block, ty, loc);
        }
        Self { block, targets: places, numbers, discriminator }
    }

    /// Redirects edges to the blocks to this one, each with its extra values.
    pub(super) fn redirect(
        &self,
        rw: &mut Rewriter<'_>,
        constants: &mut Constants,
        edges: impl Iterator<Item = (Edge, Vec<Value>)>,
    ) {
        let mut passed = Vec::new();
        for (edge, extra) in edges {
            let values = self.values(rw, constants, edge, &extra);
            edge.redirect(rw, self.block);
            passed.push((edge.terminator(rw), edge.index, values));
        }
        rw.set_passed(passed);
    }

    /// The operands that an edge to one of the multiplexed blocks passes when it is redirected to the multiplexer.
    fn values(
        &self,
        rw: &mut Rewriter<'_>,
        constants: &mut Constants,
        edge: Edge,
        extra: &[Value],
    ) -> Vec<Value> {
        let to = edge.to(rw);
        let number = self.numbers[&to];
        let start = self.targets[number].1;
        let own = edge.operands(rw);
        let args: Vec<Value> = rw.body().args(self.block).collect();
        let first_extra = args.len() - extra.len();
        let mut values = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            values.push(if (start..start + own.len()).contains(&i) {
                own[i - start]
            } else if Some(arg) == self.discriminator {
                constants.number(rw, number)
            } else if i >= first_extra {
                extra[i - first_extra]
            } else {
                let ty = rw.body().value_type(arg);
                constants.undefined(rw, ty)
            });
        }
        values
    }

    /// Ends `block`, which this one dominates, with a switch to the blocks but `excluded`.
    pub(super) fn dispatch(
        &self,
        rw: &mut Rewriter<'_>,
        constants: &mut Constants,
        block: Block,
        excluded: Option<Block>,
        loc: Loc,
    ) {
        let mut cases: Vec<(u32, Block, Vec<Value>)> = self
            .targets
            .iter()
            .enumerate()
            .filter(|(_, (target, _))| Some(*target) != excluded)
            .map(|(number, &(target, start))| {
                let count = rw.body().n_args(target);
                (number as u32, target, rw.body().args(self.block).skip(start).take(count).collect())
            })
            .collect();
        let flag = match self.discriminator {
            Some(flag) if cases.len() != 1 => flag,
            _ => constants.number(rw, 0),
        };
        let (_, default, operands) = cases.pop().expect("a block to go to");
        rw.set_insertion_point_to_end(block);
        make_switch(rw, flag, &cases, (default, &operands), loc);
    }
}
