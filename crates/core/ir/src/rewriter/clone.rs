//! Cloning of ops with their regions.

use super::{Edit, Rewriter};
use crate::body::{Body, OpSpec};
use crate::context::FastMap;
use crate::ids::{Block, BodyId, Op, Region, Value};

/// A mapping from values and blocks to their copies.
#[derive(Default, Debug)]
pub struct IrMapping {
    values: FastMap<Value, Value>,
    blocks: FastMap<Block, Block>,
}

impl IrMapping {
    /// Creates an empty mapping.
    pub fn new() -> Self {
        Self::default()
    }

    /// The copy's value is `to` where the original's is `from`.
    pub fn map(&mut self, from: Value, to: Value) {
        self.values.insert(from, to);
    }

    /// The copy's block is `to` where the original's is `from`.
    pub fn map_block(&mut self, from: Block, to: Block) {
        self.blocks.insert(from, to);
    }

    /// Returns the copy of a value; the value itself if it is not mapped.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// Returns the copy of a value, if it is mapped.
    pub fn get(&self, value: Value) -> Option<Value> {
        self.values.get(&value).copied()
    }

    /// Returns the copy of a block; the block itself if it is not mapped.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

/// Copies one op without its regions' contents: the copy has as many empty regions and is in no block.
fn copy_shell(body: &mut Body, op: Op, map: &mut IrMapping) -> Op {
    let operands: Vec<Value> = body.operands(op).map(|v| map.value(v)).collect();
    let successors: Vec<Block> = body.successors(op).map(|b| map.block(b)).collect();
    let results: Vec<_> = body.results(op).map(|v| body.value_type(v)).collect();
    let props = body.props(op).to_vec();
    let copy = body.new_op(&OpSpec {
        name: body.name(op),
        operands: &operands,
        results: &results,
        props: &props,
        attrs: body.attrs(op),
        successors: &successors,
        loc: body.loc(op),
    });
    if body.opaque_props(op).is_some() {
        body.set_opaque_props(copy);
    }
    let n_regions = body.regions(op).len();
    let regions: Vec<Region> = (0..n_regions).map(|_| body.new_region()).collect();
    if !regions.is_empty() {
        body.set_regions(copy, &regions);
    }
    let pairs: Vec<_> = body.results(op).zip(body.results(copy)).collect();
    for (from, to) in pairs {
        map.map(from, to);
        body.copy_value_name(body.value_name(from), to);
    }
    copy
}

/// Copies an op of a body with its regions' contents; the copy is in no block. Returns it with the copies of isolated ops
/// and the bodies of the originals: these copies have no regions yet.
pub(crate) fn clone_op(body: &mut Body, op: Op, map: &mut IrMapping) -> (Op, Vec<(Op, BodyId)>) {
    let copy = copy_shell(body, op, map);
    let mut isolated: Vec<(Op, BodyId)> = body.inner(op).map(|inner| (copy, inner)).into_iter().collect();
    let mut pending = vec![(op, copy)];
    clone_contents(body, map, &mut pending, &mut isolated);
    (copy, isolated)
}

/// Copies the contents of the regions of ops to their copies.
fn clone_contents(
    body: &mut Body,
    map: &mut IrMapping,
    pending: &mut Vec<(Op, Op)>,
    isolated: &mut Vec<(Op, BodyId)>,
) {
    while let Some((op, copy)) = pending.pop() {
        if body.inner(op).is_some() {
            continue;
        }
        let regions: Vec<(Region, Region)> = body.regions(op).zip(body.regions(copy)).collect();
        for (from, to) in regions {
            clone_region_blocks(body, from, to, map, &[], pending, isolated);
        }
    }
}

/// Copies the blocks of a region. All blocks come first, so that branches and uses ahead of definitions find their copies.
/// The arguments in `bound` are mapped, and are not copied.
fn clone_region_blocks(
    body: &mut Body,
    from: Region,
    to: Region,
    map: &mut IrMapping,
    bound: &[Value],
    pending: &mut Vec<(Op, Op)>,
    isolated: &mut Vec<(Op, BodyId)>,
) {
    let blocks: Vec<Block> = body.blocks_of(from).collect();
    for &block in &blocks {
        let new = body.new_block();
        let copied = body.args(block).enumerate().filter(|(_, arg)| !bound.contains(arg));
        let args: Vec<_> = copied.map(|(i, v)| (v, body.value_type(v), body.arg_loc(block, i))).collect();
        body.add_args(new, args.iter().map(|&(_, ty, loc)| (ty, loc)));
        body.append_block(to, new);
        let pairs: Vec<_> = args.into_iter().map(|(arg, ..)| arg).zip(body.args(new)).collect();
        for (a, b) in pairs {
            map.map(a, b);
            body.copy_value_name(body.value_name(a), b);
        }
        map.map_block(block, new);
    }
    let mut copies = Vec::new();
    for &block in &blocks {
        let ops: Vec<Op> = body.ops_of(block).collect();
        let new = map.block(block);
        for op in ops {
            let copy = copy_shell(body, op, map);
            isolated.extend(body.inner(op).map(|inner| (copy, inner)));
            body.append_op(new, copy);
            copies.push((op, copy));
        }
    }
    // Operands that were copied before their definition was.
    for &(op, copy) in &copies {
        for (i, value) in body.operands(op).collect::<Vec<_>>().into_iter().enumerate() {
            let mapped = map.value(value);
            if body.operand(copy, i) != mapped {
                body.set_operand(copy, i, mapped);
            }
        }
    }
    pending.extend(copies.into_iter().filter(|&(op, _)| body.regions(op).len() > 0).rev());
}

/// Copies the names of values to their copies.
fn copy_names(src: &Body, values: impl Iterator<Item = Value>, dst: &mut Body, map: &IrMapping) {
    if src.has_value_names() {
        values.for_each(|value| dst.copy_value_name(src.value_name(value), map.value(value)));
    }
}

/// A copy from one body into another. Values of `src` that are used must be mapped or defined in the copied ops.
struct CopyBetween<'a> {
    src: &'a Body,
    dst: &'a mut Body,
    map: &'a mut IrMapping,
    /// The regions whose blocks are yet to be copied, with those that get them.
    pending: Vec<(Region, Region)>,
    /// Ops with operands that were not copied yet when they were copied, with their copies, which have no operands.
    late: Vec<(Op, Op)>,
    /// The copies of isolated ops, which have no regions yet, with the bodies of the originals.
    isolated: Vec<(Op, BodyId)>,
}

impl<'a> CopyBetween<'a> {
    fn new(src: &'a Body, dst: &'a mut Body, map: &'a mut IrMapping) -> Self {
        Self { src, dst, map, pending: Vec::new(), late: Vec::new(), isolated: Vec::new() }
    }

    /// Copies an op without the contents of its regions; the copy is in no block.
    fn op(&mut self, op: Op) -> Op {
        let Self { src, dst, map, .. } = self;
        let results: Vec<_> = src.results(op).map(|value| src.value_type(value)).collect();
        let successors: Vec<Block> = src.successors(op).map(|block| map.block(block)).collect();
        let known = src.operands(op).all(|value| map.values.contains_key(&value));
        let operands: Vec<Value> =
            if known { src.operands(op).map(|value| map.value(value)).collect() } else { Vec::new() };
        let copy = dst.new_op(&OpSpec {
            name: src.name(op),
            operands: &operands,
            results: &results,
            props: src.props(op),
            attrs: src.attrs(op),
            successors: &successors,
            loc: src.loc(op),
        });
        if src.opaque_props(op).is_some() {
            dst.set_opaque_props(copy);
        }
        src.results(op).zip(dst.results(copy)).for_each(|(from, to)| map.map(from, to));
        copy_names(src, src.results(op), dst, map);
        let regions: Vec<Region> = src.regions(op).map(|_| dst.new_region()).collect();
        if !regions.is_empty() {
            dst.set_regions(copy, &regions);
            self.pending.extend(src.regions(op).zip(regions));
        }
        self.isolated.extend(src.inner(op).map(|inner| (copy, inner)));
        self.late.extend((!known).then_some((op, copy)));
        copy
    }

    /// Copies the blocks of a region to the end of another. All blocks come first, so that branches find their copies.
    fn blocks(&mut self, from: Region, to: Region) {
        let src = self.src;
        for block in src.blocks_of(from) {
            let new = self.dst.new_block();
            let args = src.args(block).enumerate();
            let args: Vec<_> = args.map(|(i, arg)| (src.value_type(arg), src.arg_loc(block, i))).collect();
            self.dst.add_args(new, args.into_iter());
            self.dst.append_block(to, new);
            src.args(block).zip(self.dst.args(new)).for_each(|(from, to)| self.map.map(from, to));
            copy_names(src, src.args(block), self.dst, self.map);
            self.map.map_block(block, new);
        }
        for block in src.blocks_of(from) {
            for op in src.ops_of(block) {
                let copy = self.op(op);
                self.dst.append_op(self.map.block(block), copy);
            }
        }
    }

    /// Copies the contents of regions, and sets the missing operands. Returns the copies of isolated ops,
    /// which have no regions yet, with the bodies of the originals.
    fn finish(mut self) -> Vec<(Op, BodyId)> {
        while let Some((from, to)) = self.pending.pop() {
            self.blocks(from, to);
        }
        for (op, copy) in self.late {
            let operands: Vec<Value> = self.src.operands(op).map(|value| self.map.value(value)).collect();
            self.dst.set_operands(copy, &operands);
        }
        self.isolated
    }
}

/// Copies the blocks of a region of one body to the end of a region of another; see [`CopyBetween`].
pub(crate) fn copy_region_between(
    src: &Body,
    from: Region,
    dst: &mut Body,
    to: Region,
    map: &mut IrMapping,
) -> Vec<(Op, BodyId)> {
    let mut copy = CopyBetween::new(src, dst, map);
    copy.pending.push((from, to));
    copy.finish()
}

/// Copies an op of one body into another; the copy is in no block. See [`CopyBetween`].
pub(crate) fn copy_op_between(
    src: &Body,
    op: Op,
    dst: &mut Body,
    map: &mut IrMapping,
) -> (Op, Vec<(Op, BodyId)>) {
    let mut copying = CopyBetween::new(src, dst, map);
    let copy = copying.op(op);
    (copy, copying.finish())
}

impl Rewriter<'_> {
    /// Clones an op, with its regions, at the insertion point. `None`, without modifications, if the op holds
    /// isolated ops, whose contents are in other bodies: [`Ir::clone_op`](crate::Ir::clone_op) copies those.
    pub fn clone_op(&mut self, op: Op, map: &mut IrMapping) -> Option<Op> {
        if self.holds_isolated(op) {
            return None;
        }
        let (copy, _) = clone_op(self.body, op, map);
        self.insert(copy);
        self.note_nested(copy);
        Some(copy)
    }

    /// Copies the blocks of a region to the end of another; arguments that `map` has a value for are not copied. `None`,
    /// and no change, if they hold isolated ops.
    pub fn clone_region(&mut self, from: Region, to: Region, map: &mut IrMapping) -> Option<()> {
        let last = self.body.last_block(to);
        self.copy_region(from, to, map)?;
        self.note_blocks_after(to, last);
        Some(())
    }

    /// Copies the blocks of a region before a block that is in a region, like [`Rewriter::clone_region`].
    pub fn clone_region_before(&mut self, from: Region, before: Block, map: &mut IrMapping) -> Option<()> {
        let to = self.body.region_of(before)?;
        let last = self.body.last_block(to);
        self.copy_region(from, to, map)?;
        let blocks = std::iter::successors(last, |&block| self.body.next_block(block)).skip(1);
        let blocks: Vec<Block> = blocks.collect();
        for &block in &blocks {
            self.body.unlink_block(block);
            self.body.insert_block_before(block, before);
        }
        blocks.into_iter().for_each(|block| self.note_block(block));
        Some(())
    }

    fn copy_region(&mut self, from: Region, to: Region, map: &mut IrMapping) -> Option<()> {
        let ops: Vec<Op> = self.body.blocks_of(from).flat_map(|b| self.body.ops_of(b)).collect();
        if ops.iter().any(|&op| self.holds_isolated(op)) {
            return None;
        }
        let (mut pending, mut isolated) = (Vec::new(), Vec::new());
        let args = self.body.blocks_of(from).flat_map(|block| self.body.args(block));
        let bound: Vec<Value> = args.filter(|&arg| map.get(arg).is_some()).collect();
        clone_region_blocks(self.body, from, to, map, &bound, &mut pending, &mut isolated);
        clone_contents(self.body, map, &mut pending, &mut isolated);
        Some(())
    }

    /// Reports the blocks of a region after one of them, or all, with their contents.
    pub(crate) fn note_blocks_after(&mut self, region: Region, last: Option<Block>) {
        let mut at = match last {
            Some(last) => self.body.next_block(last),
            None => self.body.entry(region),
        };
        while let Some(block) = at {
            self.note_block(block);
            at = self.body.next_block(block);
        }
    }

    /// Reports a block with its contents.
    fn note_block(&mut self, block: Block) {
        self.note(Edit::BlockInserted(block));
        let mut next = self.body.first_op(block);
        while let Some(op) = next {
            self.note(Edit::Inserted(op));
            self.tell_of_contents(op);
            self.note_nested(op);
            next = self.body.next_op(op);
        }
    }

    /// Whether an op is isolated, or one in its regions is: then it cannot be copied within its body.
    pub fn holds_isolated(&self, op: Op) -> bool {
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            if self.body.inner(op).is_some() {
                return true;
            }
            pending.extend(
                self.body.regions(op).flat_map(|r| self.body.blocks_of(r)).flat_map(|b| self.body.ops_of(b)),
            );
        }
        false
    }

    /// Notifies the rewriter's listeners of all blocks and ops in an op's regions; the body's listener was notified before.
    fn note_nested(&mut self, op: Op) {
        if self.listener.is_none() || self.body.regions(op).len() == 0 {
            return;
        }
        let mut pending = vec![op];
        while let Some(at) = pending.pop() {
            if at != op {
                self.note_here(Edit::Inserted(at));
            }
            let blocks: Vec<Block> = self.body.regions(at).flat_map(|r| self.body.blocks_of(r)).collect();
            let start = pending.len();
            pending.extend(blocks.iter().flat_map(|&block| self.body.ops_of(block)));
            pending[start..].reverse();
            blocks.into_iter().for_each(|block| self.note_here(Edit::BlockInserted(block)));
        }
    }
}
