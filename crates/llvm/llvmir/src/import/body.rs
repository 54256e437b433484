//! The body of a function: blocks in reverse post order, and what branches pass.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use terrace_ir::{Loc, Rewriter, Value as IrValue};

use super::{FunctionState, Importer, Result};
use crate::phi_notes::{PhiNote, PhiNotes};
use terrace_llvm_ir::model::{BlockId, Body, GlobalId, Inst, InstKind, Value};

/// From how many predecessors on those of a block are looked up in a map.
const MANY: usize = 16;

/// The new body, and analyses of its text.
pub(super) struct Shape<'m> {
    pub(super) body: &'m Body,
    /// For blocks with many predecessors: the place of each among the operands of `phi`.
    places: FxHashMap<BlockId, FxHashMap<BlockId, usize>>,
}

impl<'m> Shape<'m> {
    pub(super) fn new(body: &'m Body) -> Self {
        let mut places = FxHashMap::default();
        for (index, block) in body.blocks.iter().enumerate() {
            let first = body.insts.get(block.insts.start as usize);
            if let Some(Inst { kind: InstKind::Phi(incoming), .. }) = first
                && incoming.len() > MANY
            {
                let mut map = FxHashMap::default();
                for (place, &block) in incoming.iter().enumerate() {
                    map.entry(block).or_insert(place);
                }
                places.insert(BlockId(index as u32), map);
            }
        }
        Self { body, places }
    }

    pub(super) fn insts(&self, block: BlockId) -> &'m [Inst] {
        self.body.insts_of(block)
    }

    pub(super) fn operands(&self, inst: &Inst) -> &'m [Value] {
        self.body.operands_of(inst)
    }

    /// The blocks that the last instruction of a block may go to.
    pub(super) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        self.insts(block).last().map_or(Vec::new(), |inst| inst.kind.successors())
    }

    /// Whether only one branch leads to a block; to one that is not in the text, there is one.
    pub(super) fn has_one_predecessor(&self, block: Option<BlockId>) -> bool {
        let Some(block) = block else { return true };
        let all = self.body.order.iter().flat_map(|&from| self.successors(from));
        all.filter(|&to| to == block).take(2).count() == 1
    }

    /// The blocks that control may reach, each after those that it must have passed.
    pub(super) fn reverse_post_order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.body.blocks.len()];
        self.body.order.first().map_or(Vec::new(), |&entry| self.order_from(entry, &mut seen))
    }

    /// The blocks that control never reaches, each with what only it leads to; empty if they have instructions that there are
    /// no ops for, or values that are used before they are computed, which is valid only there.
    fn unreachable(&self, reached: &[BlockId], params: usize) -> Vec<BlockId> {
        if reached.len() == self.body.order.len() {
            return Vec::new();
        }
        let mut seen = vec![false; self.body.blocks.len()];
        reached.iter().for_each(|block| seen[block.0 as usize] = true);
        let mut order = Vec::new();
        for &root in &self.body.order {
            if !seen[root.0 as usize] {
                order.extend(self.order_from(root, &mut seen));
            }
        }
        let mut known = vec![false; self.body.locals.len()];
        known.iter_mut().take(params).for_each(|known| *known = true);
        for inst in reached.iter().flat_map(|&block| self.insts(block)) {
            inst.result.iter().for_each(|result| known[result.0 as usize] = true);
        }
        let is_computed = |known: &[bool], value: &Value| match value {
            Value::Local(local) => known[local.0 as usize],
            Value::Const(_) | Value::Metadata(_) => true,
        };
        for &block in &order {
            for inst in self.insts(block) {
                let fits = match inst.kind {
                    ref kind if kind.is_without_op() => false,
                    InstKind::Phi(_) => true,
                    _ => self.operands(inst).iter().all(|value| is_computed(&known, value)),
                };
                if !fits {
                    return Vec::new();
                }
                inst.result.iter().for_each(|result| known[result.0 as usize] = true);
            }
            for to in self.successors(block) {
                if !self
                    .passed(block, to)
                    .iter()
                    .all(|value| value.is_some_and(|value| is_computed(&known, &value)))
                {
                    return Vec::new();
                }
            }
        }
        order
    }

    /// The blocks that control may reach from one of those that were not seen, each after those that it must have passed.
    fn order_from(&self, entry: BlockId, seen: &mut [bool]) -> Vec<BlockId> {
        let mut order = Vec::new();
        seen[entry.0 as usize] = true;
        let mut pending = vec![(entry, self.successors(entry), 0)];
        while let Some((block, successors, next)) = pending.last_mut() {
            match successors.get(*next).copied() {
                Some(successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor.0 as usize], true) {
                        let successors = self.successors(successor);
                        pending.push((successor, successors, 0));
                    }
                }
                None => {
                    order.push(*block);
                    pending.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// The incoming values of a block's `phi` instructions from a predecessor.
    pub(super) fn passed(&self, from: BlockId, to: BlockId) -> Vec<Option<Value>> {
        let mut passed = Vec::new();
        for inst in self.insts(to) {
            let InstKind::Phi(incoming) = &inst.kind else { break };
            let place = self.places.get(&to).and_then(|places| places.get(&from).copied());
            let place = place
                .filter(|&place| incoming.get(place) == Some(&from))
                .or_else(|| incoming.iter().position(|&block| block == from));
            passed.push(place.and_then(|place| self.operands(inst).get(place).copied()));
        }
        passed
    }
}

impl<'m> Importer<'m> {
    /// Creates the ops of a function's body, in a region with nothing in it.
    pub(super) fn body(
        &mut self,
        rw: &mut Rewriter<'_>,
        region: terrace_ir::Region,
        (id, body): (GlobalId, &Body),
        params: &[terrace_ir::Type],
        loc: Loc,
    ) -> Result {
        let shape = Shape::new(body);
        rw.reserve(body.insts.len(), body.operands.len());
        let mut order = shape.reverse_post_order();
        if self.keeps() {
            order.extend(shape.unreachable(&order, params.len()));
        }
        let mut reached = vec![false; body.blocks.len()];
        order.iter().for_each(|block| reached[block.0 as usize] = true);
        let mut blocks = vec![None; body.blocks.len()];
        let taken = self.taken_blocks(id);
        for (index, &id) in body.order.iter().enumerate() {
            if !reached[id.0 as usize] {
                if taken.contains(&id) {
                    let name = body.blocks[id.0 as usize].name;
                    let name = name.map(|name| String::from_utf8_lossy(self.module.bytes(name)).into_owned());
                    let message =
                        format!("unreachable block '{}' with address taken", name.unwrap_or_default());
                    return self.error(loc, message);
                }
                continue;
            }
            let args: Vec<_> =
                if index == 0 { params.iter().map(|&ty| (ty, loc)).collect() } else { Vec::new() };
            blocks[id.0 as usize] = Some(rw.create_block(region, &args));
        }
        let entry = order.first().and_then(|entry| blocks[entry.0 as usize]);
        let mut locals = vec![None; body.locals.len()];
        if let Some(entry) = entry {
            for (local, value) in locals.iter_mut().zip(rw.body().args(entry).collect::<Vec<_>>()) {
                *local = Some(value);
            }
        }
        self.local_types.clone_from(&body.locals);
        self.function = FunctionState { locals, blocks, constant_block: entry, ..FunctionState::default() };
        let mut records = Vec::new();
        for id in order {
            self.block(rw, &shape, id, &mut records)?;
            if taken.contains(&id)
                && let Some(block) = self.function.blocks[id.0 as usize]
            {
                self.block_tag(rw, block, id, loc);
            }
        }
        match self.keeps() {
            true => self.keep_predecessors(rw, &shape),
            false => self.order_predecessors(rw, &shape),
        }
        self.delayed_records(rw, &shape, records)?;
        if self.keeps() {
            let records = self.close_operands(rw, region);
            let notes = PhiNotes { records, ..self.phi_notes(&shape) };
            rw.body().provide_analysis(region, notes);
        }
        Ok(())
    }

    /// The parts of `phi` instructions that block arguments cannot represent.
    fn phi_notes(&mut self, shape: &Shape<'_>) -> PhiNotes {
        let mut by_block = FxHashMap::default();
        for &id in &shape.body.order {
            let Some(block) = self.function.blocks[id.0 as usize] else { continue };
            let phis = shape.insts(id).iter().take_while(|inst| matches!(inst.kind, InstKind::Phi(_)));
            let note = |inst: &Inst| PhiNote { flags: inst.flags, metadata: Vec::new() };
            let mut notes: Vec<PhiNote> = phis.map(note).collect();
            for (inst, note) in shape.insts(id).iter().zip(&mut notes) {
                let attached = inst.attachments.start as usize..inst.attachments.end as usize;
                for &(kind, node) in &shape.body.attachments[attached] {
                    if self.module.bytes(kind) != b"dbg" || self.is_inexact(node) {
                        let pair = [self.cx.str_attr(self.str(kind)), self.kept_node(node)];
                        note.metadata.push(self.cx.array_attr(&pair));
                    }
                }
            }
            if notes.iter().any(|note| !note.is_empty()) {
                by_block.insert(block, notes);
            }
        }
        PhiNotes { by_block, ..PhiNotes::default() }
    }

    fn block(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        id: BlockId,
        records: &mut Vec<super::records::Delayed<'m>>,
    ) -> Result {
        let Some(block) = self.function.blocks[id.0 as usize] else { return Ok(()) };
        self.function.current_block = Some(block);
        rw.set_insertion_point_to_end(block);
        for inst in shape.insts(id) {
            self.records_before(rw, shape, inst, records)?;
            rw.set_insertion_point_to_end(block);
            self.instruction(rw, shape, id, inst, records)?;
        }
        Ok(())
    }

    /// The value of an operand.
    pub(super) fn value(&mut self, rw: &mut Rewriter<'_>, value: Value) -> Result<IrValue> {
        match value {
            Value::Local(local) => match self.function.locals.get(local.0 as usize).copied().flatten() {
                Some(value) => Ok(value),
                None => self.error(Loc::UNKNOWN, "unhandled value: it is used before it is computed"),
            },
            Value::Const(constant) => self.constant(rw, constant),
            Value::Metadata(_) => self.error(Loc::UNKNOWN, "unhandled value: metadata"),
        }
    }

    /// The values of operands.
    pub(super) fn values(
        &mut self,
        rw: &mut Rewriter<'_>,
        values: &[Value],
    ) -> Result<SmallVec<[IrValue; 4]>> {
        values.iter().map(|&value| self.value(rw, value)).collect()
    }

    /// The values that a branch from a block to another one passes.
    pub(super) fn branch_values(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        from: BlockId,
        to: BlockId,
    ) -> Result<Vec<IrValue>> {
        let mut values = Vec::new();
        for value in shape.passed(from, to) {
            match value {
                Some(value) => values.push(self.value(rw, value)?),
                None => {
                    let at = shape.insts(to).first().map_or(0, |inst| inst.span.start as usize);
                    let place = self.place(at);
                    return self.error(
                        place,
                        "PHINode should have one entry for each predecessor of its parent basic block!",
                    );
                }
            }
        }
        Ok(values)
    }

    /// A block of the function.
    pub(super) fn target(&mut self, id: BlockId) -> Result<terrace_ir::Block> {
        match self.function.blocks.get(id.0 as usize).copied().flatten() {
            Some(block) => Ok(block),
            None => self.error(Loc::UNKNOWN, "unhandled block"),
        }
    }
}
