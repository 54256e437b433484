//! Conversion of branches to ops with a region for each successor.
//!
//! The blocks that only one edge of a branch reaches are a subtree of the dominator tree, and remain one when
//! they are moved into a region. So one [`DominanceOrder`] is valid for all regions that result from a
//! region. Blocks are moved lazily: the first block of a new region immediately, every other block when it is
//! inlined after its predecessor. A block with edges from several regions stays the target of those in the
//! region with most of them, so that an edge is redirected a logarithmic number of times.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate, ConstantOp, IndexCastUIOp, SelectOp};
use terrace_dialects_core::{cf, scf};
use terrace_ir::def::op_error;
use terrace_ir::elements::int_values;
use terrace_ir::{AttrData, Block, Diag, InsertPoint, Loc, Op, Region, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apint::ApInt;

use super::lift::Lift;
use super::loops::single_entry;
use super::multiplexer::{Edge, arguments_of, successors};
use super::order::{DominanceOrder, EdgeList};

/// The bits of an index.
const INDEX_BITS: u32 = 64;

/// Blocks without cycles that are to become one block.
#[derive(Clone)]
pub(super) struct Scope {
    order: Rc<DominanceOrder>,
    /// The block that ends the region, where several edges lead to one, and these edges. The order does not have it.
    exit: Option<(Block, EdgeList)>,
}

impl Scope {
    /// The blocks of a region.
    pub(super) fn new(rw: &Rewriter<'_>, region: Region) -> Self {
        Self { order: Rc::new(DominanceOrder::new(rw, region)), exit: None }
    }
}

/// The blocks that are dominated by one edge of a branch, as a range of block numbers, and the edges that leave them.
struct BranchPart {
    blocks: Range<u32>,
    leaving: EdgeList,
}

impl Lift<'_, '_> {
    /// For each successor of a block what only this edge leads to.
    fn dominated_by_edges(&self, entry: Block, to: &[Block], scope: &Scope) -> Vec<Option<Range<u32>>> {
        let body = self.rw.body();
        let dominated = |&block: &Block| {
            let mut preds = body.preds(block).map(|used| body.block_of(body.use_owner(used)));
            let is_single = preds.next() == Some(Some(entry)) && preds.next().is_none();
            scope.order.dominated(block).filter(|_| is_single)
        };
        to.iter().map(dominated).collect()
    }

    /// If some of the blocks that one edge dominates end the region: redirects the edges that leave these blocks, and
    /// the edges to the blocks that end the region, to a single block. Returns whether there are edges that leave them.
    fn combine_exits_behind(&mut self, entry: Block, parts: &[Option<Range<u32>>], scope: &Scope) -> bool {
        let lists: Vec<&[Block]> = parts
            .iter()
            .map(|part| {
                part.as_ref().map_or(&[][..], |r| &scope.order.blocks[r.start as usize..r.end as usize])
            })
            .collect();
        let inside: FxHashSet<Block> =
            lists.iter().flat_map(|list| list.iter().copied()).chain([entry]).collect();
        let (mut continuing, mut continues) = (Vec::new(), false);
        for (edge, list) in Edge::leaving(self.rw, entry).into_iter().zip(lists) {
            if list.is_empty() {
                continuing.push(edge);
                continues = true;
            }
            for &block in list {
                let leaving = Edge::leaving(self.rw, block);
                if leaving.is_empty() {
                    continuing.extend(Edge::entering(self.rw, block));
                }
                for edge in leaving.into_iter().filter(|edge| !inside.contains(&edge.to(self.rw))) {
                    continuing.push(edge);
                    continues = true;
                }
            }
        }
        if continues {
            let loc = self.rw.body().loc(continuing[0].terminator(self.rw));
            single_entry(self, &continuing, loc);
        }
        continues
    }

    /// Replaces the terminator of a block, which reaches no cycles, by a structured op; returns the blocks to
    /// continue with.
    pub(super) fn branches_to_regions(
        &mut self,
        entry: Block,
        scope: &Scope,
    ) -> Result<Vec<(Block, Scope)>, Box<Diag>> {
        let to = successors(self.rw, entry);
        match to[..] {
            [] => return Ok(Vec::new()),
            [only] => {
                let edge = Edge { from: entry, index: 0 };
                let (values, end) = (edge.operands(self.rw), edge.terminator(self.rw));
                self.rw.erase_op(end);
                self.rw.inline_block(only, InsertPoint::End(entry), &values);
                return Ok(vec![(entry, scope.clone())]);
            }
            _ => {}
        }
        let dominated = self.dominated_by_edges(entry, &to, scope);
        if dominated.iter().flatten().any(|blocks| scope.order.has_exit(blocks)) {
            if !self.combine_exits_behind(entry, &dominated, scope) {
                return Ok(to.into_iter().map(|block| (block, scope.clone())).collect());
            }
            // The terminator of the region is now after the new block: look it up again.
            let region = self.region_of(entry);
            return Ok(vec![(entry, Scope::new(self.rw, region))]);
        }
        let (continuation, parts) = self.continuation(entry, &to, dominated, scope);
        self.make_branch(entry, continuation, parts, scope)
    }

    /// The block that all edges lead to which leave what only one edge leads to, and those that lead there directly.
    fn continuation(
        &mut self,
        entry: Block,
        to: &[Block],
        dominated: Vec<Option<Range<u32>>>,
        scope: &Scope,
    ) -> (Block, Vec<Option<BranchPart>>) {
        let mut targets: Vec<Block> = Vec::new();
        let mut note = |block| {
            if targets.last() != Some(&block) {
                targets.push(block);
            }
        };
        // The edges to other blocks of the scope, and those to its exit.
        let mut lists: Vec<Option<(Range<u32>, EdgeList, Option<EdgeList>)>> = Vec::new();
        for (&direct, blocks) in to.iter().zip(dominated) {
            let Some(blocks) = blocks else {
                note(direct);
                lists.push(None);
                continue;
            };
            let leaving = scope.order.leaving(blocks.start);
            leaving.as_slice().iter().for_each(|edge| note(edge.to));
            let to_exit = scope.exit.as_ref().map(|(block, edges)| (block, edges.within(&blocks)));
            let to_exit = to_exit.filter(|(_, edges)| !edges.as_slice().is_empty());
            if let Some((&block, _)) = to_exit {
                note(block);
            }
            lists.push(Some((blocks, leaving, to_exit.map(|(_, edges)| edges))));
        }
        let parts = lists.into_iter().map(|list| {
            list.map(|(blocks, leaving, to_exit)| {
                let leaving = match to_exit {
                    None => leaving,
                    Some(to_exit) if leaving.as_slice().is_empty() => to_exit,
                    Some(to_exit) => {
                        let mut all = [leaving.as_slice(), to_exit.as_slice()].concat();
                        all.sort_by_key(|edge| (edge.from, edge.index));
                        EdgeList::new(all)
                    }
                };
                BranchPart { blocks, leaving }
            })
        });
        let parts: Vec<Option<BranchPart>> = parts.collect();
        if let [only] = targets[..] {
            return (only, parts);
        }
        let mut continuing: Vec<Edge> = Vec::new();
        for (edge, part) in Edge::leaving(self.rw, entry).into_iter().zip(&parts) {
            match part {
                None => continuing.push(edge),
                Some(part) => {
                    continuing.extend(part.leaving.as_slice().iter().map(|edge| scope.order.edge(edge)));
                }
            }
        }
        let loc = self.rw.body().loc(continuing[0].terminator(self.rw));
        (single_entry(self, &continuing, loc), parts)
    }

    fn make_branch(
        &mut self,
        entry: Block,
        continuation: Block,
        parts: Vec<Option<BranchPart>>,
        scope: &Scope,
    ) -> Result<Vec<(Block, Scope)>, Box<Diag>> {
        let mut next = Vec::new();
        // Blocks without ops, and their yielded values.
        let mut empty: Vec<(Block, Vec<Value>)> = Vec::new();
        // Edges that alone leave their region.
        let mut alone: Vec<Edge> = Vec::new();
        let mut made: Vec<Region> = Vec::new();
        let count = |part: &Option<BranchPart>| part.as_ref().map_or(0, |part| part.leaving.as_slice().len());
        let most = parts.iter().map(count).fold(0, Ord::max);
        // The region whose edges stay as they are.
        let mut kept = (most > 1).then(|| parts.iter().position(|part| count(part) == most)).flatten();
        let keeps = kept.is_some();
        let args = arguments_of(self.rw, continuation);
        for (at, (edge, part)) in Edge::leaving(self.rw, entry).into_iter().zip(parts).enumerate() {
            let region = self.rw.new_region();
            made.push(region);
            let values = edge.operands(self.rw);
            let Some(BranchPart { blocks, leaving }) = part else {
                empty.push((self.rw.create_block(region, &[]), values));
                continue;
            };
            let first = scope.order.blocks[blocks.start as usize];
            self.rw.move_block(first, region);
            let edges = leaving.as_slice();
            let exit = if kept.take_if(|kept| *kept == at).is_some() {
                Some((continuation, leaving))
            } else if edges.len() > 1 {
                let exit = self.rw.create_block(region, &args);
                edges.iter().for_each(|edge| scope.order.edge(edge).redirect(self.rw, exit));
                empty.push((exit, self.rw.body().args(exit).collect()));
                Some((exit, leaving))
            } else {
                alone.extend(edges.iter().map(|edge| scope.order.edge(edge)));
                None
            };
            let args: Vec<Value> = self.rw.body().args(first).collect();
            for (&arg, &value) in args.iter().zip(&values).rev() {
                self.rw.replace_all_uses_with(arg, value);
            }
            let keep: Vec<bool> = (0..args.len()).map(|at| at >= values.len()).collect();
            self.rw.keep_args(first, &keep);
            next.push((first, Scope { order: scope.order.clone(), exit }));
        }
        let types: Vec<Type> = args.into_iter().map(|(ty, _)| ty).collect();
        let end = self.rw.body().last_op(entry).expect("a block with successors has a terminator");
        self.rw.set_insertion_point_before(end);
        let op = make_structured(self.rw, end, &types, &made)?;
        let loc = self.rw.body().loc(op);
        self.rw.erase_op(end);
        for (block, values) in empty {
            self.rw.set_insertion_point_to_end(block);
            self.rw.build(scf::YieldOp::of(&values).loc(loc));
        }
        for edge in alone {
            let (user, values) = (edge.terminator(self.rw), edge.operands(self.rw));
            let loc = self.rw.body().loc(user);
            self.rw.set_insertion_point_before(user);
            self.rw.build(scf::YieldOp::of(&values).loc(loc));
            self.rw.erase_op(user);
        }
        let results: Vec<Value> = self.rw.body().results(op).collect();
        if keeps {
            let args: Vec<Value> = self.rw.body().args(continuation).collect();
            args.iter().zip(&results).for_each(|(&arg, &result)| self.rw.replace_all_uses_with(arg, result));
            self.rw.move_ops(continuation, InsertPoint::End(entry));
            self.rw.set_insertion_point_to_end(continuation);
            self.rw.build(scf::YieldOp::of(&args).loc(loc));
        } else {
            self.rw.inline_block(continuation, InsertPoint::End(entry), &results);
        }
        next.push((entry, scope.clone()));
        Ok(next)
    }
}

/// Creates the structured op that replaces a branch, before it.
fn make_structured(
    rw: &mut Rewriter<'_>,
    end: Op,
    types: &[Type],
    regions: &[Region],
) -> Result<Op, Box<Diag>> {
    let (cx, view) = (rw.cx(), rw.op(end));
    let loc = view.loc();
    if let Some(branch) = view.cast::<cf::CondBrOp>() {
        let condition = branch.condition().id();
        return Ok(rw
            .build(
                scf::IfOp::of(condition)
                    .loc(loc)
                    .results(types)
                    .then_region(regions[0])
                    .else_region(regions[1]),
            )
            .into());
    }
    let Some(switch) = view.cast::<cf::SwitchOp>() else {
        return Err(op_error(view, "Cannot convert unknown control flow op to structured control flow"));
    };
    let (flag, flag_ty) = (switch.flag().id(), switch.flag().ty());
    // A switch without cases may have no values.
    let values = match switch.case_values_attr() {
        Some(values) => int_values(cx, values).expect("the case values of a switch are dense integers"),
        None => Vec::new(),
    };
    let is_wide = flag_ty.bit_width(cx).is_some_and(|width| width > INDEX_BITS);
    let (flag, cases) = if is_wide && !cx.matches_upstream() {
        (case_number(rw, flag, &values, loc), (0..values.len() as i64).collect())
    } else {
        let cases: Vec<i64> = values.iter().map(|case| case.low_u128() as i64).collect();
        (rw.build_value(IndexCastUIOp::of(flag).out(Type::INDEX).loc(loc)), cases)
    };
    let cases = cx.i64_array(&cases);
    Ok(rw
        .build(
            scf::IndexSwitchOp::of(flag)
                .loc(loc)
                .cases_attr(cases)
                .results(types)
                .default_region(regions[0])
                .case_regions(&regions[1..]),
        )
        .into())
}

/// Creates the number of the case that a flag selects; that after the last for the default. For flags that an index does
/// not hold.
fn case_number(rw: &mut Rewriter<'_>, flag: Value, cases: &[ApInt], loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(flag).ty());
    let mut number = Arith::new(rw, loc).int(cases.len() as i64, Type::INDEX);
    for (at, case) in cases.iter().enumerate().rev() {
        let value = cx.attr(AttrData::Integer { ty, value: case.clone() });
        let value = rw.build_value(ConstantOp::of().value_attr(value).result(ty).loc(loc));
        let is_case =
            rw.build_value(CmpIOp::of(flag, value).predicate(CmpIPredicate::Eq).result(Type::I1).loc(loc));
        let own = Arith::new(rw, loc).int(at as i64, Type::INDEX);
        number = rw.build_value(SelectOp::of(is_case, own, number).result(Type::INDEX).loc(loc));
    }
    number
}
