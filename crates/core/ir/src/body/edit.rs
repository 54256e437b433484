//! Insertion, modification and erasure in a body.

use terrace_support::entity::{Entity, PackedOption};

use super::{BigCounts, Body, OpData, STRIDE, UseData, flags};
use crate::attrs::Attr;
use crate::ids::{Block, Op, Use, Value};
use crate::loc::Loc;
use crate::types::Type;

/// The minimum gap between the order numbers of ops after a local renumbering.
const MIN_STEP: u64 = 4;

impl Body {
    /// Counts an edit of the control flow if an op has successors, or so much of anything that it may.
    #[inline]
    fn note_branch(&mut self, op: Op) {
        let data = &self.ops[op.index()];
        let is_branch = data.n_successors != 0 || data.flags & flags::BIG != 0;
        self.control_flow_edits += u64::from(is_branch);
    }

    /// Appends an op to a block.
    #[inline]
    pub(crate) fn append_op(&mut self, block: Block, op: Op) {
        self.note_branch(op);
        let last = self.blocks[block.index()].last;
        let order = match last.get() {
            Some(last) => {
                let data = &mut self.ops[last.index()];
                data.next = op.into();
                data.order.saturating_add(STRIDE)
            }
            None => {
                self.blocks[block.index()].first = op.into();
                STRIDE
            }
        };
        let data = &mut self.ops[op.index()];
        data.block = block.into();
        data.prev = last;
        data.next = PackedOption::NONE;
        data.order = order;
        self.blocks[block.index()].last = op.into();
        if order == u32::MAX {
            self.number(op, op, 1);
        }
    }

    /// Inserts an op before another.
    pub(crate) fn insert_before(&mut self, op: Op, before: Op) {
        let Some(block) = self.block_of(before) else { return };
        self.note_branch(op);
        let prev = self.op(before).prev;
        let data = &mut self.ops[op.index()];
        data.block = block.into();
        data.prev = prev;
        data.next = before.into();
        self.ops[before.index()].prev = op.into();
        match prev.get() {
            Some(prev) => self.ops[prev.index()].next = op.into(),
            None => self.blocks[block.index()].first = op.into(),
        }
        self.number(op, op, 1);
    }

    /// Moves the ops of `from`, beginning with `first`, before `before` or to the end of `to`.
    pub(crate) fn splice_ops(&mut self, from: Block, first: Op, to: Block, before: Option<Op>) {
        debug_assert!(from != to && self.block_of(first) == Some(from));
        let last = self.last_op(from).expect("a block with ops has a last one");
        self.note_branch(last);
        let ahead = self.op(first).prev;
        self.blocks[from.index()].last = ahead;
        match ahead.get() {
            Some(prev) => self.ops[prev.index()].next = PackedOption::NONE,
            None => self.blocks[from.index()].first = PackedOption::NONE,
        }
        let prev = before.map_or(self.blocks[to.index()].last, |op| self.op(op).prev);
        match prev.get() {
            Some(prev) => self.ops[prev.index()].next = first.into(),
            None => self.blocks[to.index()].first = first.into(),
        }
        match before {
            Some(before) => self.ops[before.index()].prev = last.into(),
            None => self.blocks[to.index()].last = last.into(),
        }
        self.ops[first.index()].prev = prev;
        self.ops[last.index()].next = before.into();
        let (mut at, mut count) = (Some(first), 0);
        while let Some(op) = at {
            self.ops[op.index()].block = to.into();
            count += 1;
            at = if op == last { None } else { self.next_op(op) };
        }
        self.number(first, last, count);
    }

    /// Numbers the `count` ops from `first` to `last` between their neighbours. If the gap is too small, neighbours on
    /// both sides are renumbered, twice as many at each step. The more ops are renumbered, the larger their gaps must
    /// be, which pays for later insertions between them: the amortized cost of an insertion is logarithmic in the
    /// length of the block.
    ///
    /// After Bender, Cole, Demaine, Farach-Colton and Zito, "Two Simplified Algorithms for Maintaining Order
    /// in a List", whose densities are bounded by level likewise.
    fn number(&mut self, mut first: Op, mut last: Op, mut count: u64) {
        let mut least = if count == 1 { 1 } else { MIN_STEP };
        loop {
            let low = self.op(first).prev.get().map_or(0, |p| u64::from(self.op(p).order));
            let high = match self.op(last).next.get() {
                Some(next) => u64::from(self.op(next).order),
                None => (low + (count + 1) * least.max(u64::from(STRIDE))).min(u64::from(u32::MAX)),
            };
            let step = (high - low) / (count + 1);
            let ends = self.op(first).prev.is_none() && self.op(last).next.is_none();
            if step >= least || (ends && step >= 1) {
                let (mut at, mut order) = (first, low);
                for _ in 0..count {
                    order += step;
                    self.ops[at.index()].order = order as u32;
                    at = self.next_op(at).unwrap_or(at);
                }
                return;
            }
            least = if least < MIN_STEP { MIN_STEP } else { least + least / 4 };
            for _ in 0..count.max(8) {
                if let Some(prev) = self.prev_op(first) {
                    first = prev;
                    count += 1;
                }
                if let Some(next) = self.next_op(last) {
                    last = next;
                    count += 1;
                }
            }
        }
    }

    /// Detaches an op from its block.
    pub(crate) fn unlink_op(&mut self, op: Op) {
        let OpData { prev, next, block, .. } = self.ops[op.index()].clone();
        let Some(block) = block.get() else { return };
        self.note_branch(op);
        match prev.get() {
            Some(p) => self.ops[p.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match next.get() {
            Some(n) => self.ops[n.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
        }
        let data = &mut self.ops[op.index()];
        data.block = PackedOption::NONE;
        data.prev = PackedOption::NONE;
        data.next = PackedOption::NONE;
    }

    /// Whether `a` stands before `b`; both are in one block.
    #[inline]
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        debug_assert_eq!(self.block_of(a), self.block_of(b));
        self.op(a).order < self.op(b).order
    }

    /// A number that grows from op to op along a block, until ops are put in between.
    #[inline]
    pub fn order(&self, op: Op) -> u32 {
        self.op(op).order
    }

    fn unlink_use(&mut self, used: Use, of_block: bool) {
        let UseData { target, next, prev, .. } = self.uses[used.index()].clone();
        match prev.get() {
            Some(p) => self.uses[p.index()].next = next,
            None if of_block => self.blocks[target as usize].first_pred = next,
            None => self.values[target as usize].first_use = next,
        }
        if let Some(n) = next.get() {
            self.uses[n.index()].prev = prev;
        }
    }

    fn link_use(&mut self, used: Use, target: u32, of_block: bool) {
        let slot = if of_block {
            &mut self.blocks[target as usize].first_pred
        } else {
            &mut self.values[target as usize].first_use
        };
        let head = std::mem::replace(slot, used.into());
        if let Some(head) = head.get() {
            self.uses[head.index()].prev = used.into();
        }
        let data = &mut self.uses[used.index()];
        data.target = target;
        data.prev = PackedOption::NONE;
        data.next = head;
    }

    /// Replaces an operand.
    pub(crate) fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        assert!(index < self.n_operands(op), "operand number out of range");
        let used = Use::from_u32(self.op(op).operands + index as u32);
        self.unlink_use(used, false);
        self.link_use(used, value.as_u32(), false);
    }

    /// Replaces a successor.
    pub(crate) fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        assert!(index < self.n_successors(op), "successor number out of range");
        self.control_flow_edits += 1;
        let used = Use::from_u32(self.op(op).operands + (self.n_operands(op) + index) as u32);
        self.unlink_use(used, true);
        self.link_use(used, block.as_u32(), true);
    }

    /// Replaces all operands, whose number may change.
    pub(crate) fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let (start, n) = (self.op(op).operands, self.n_operands(op));
        if n == operands.len() {
            for (i, &value) in operands.iter().enumerate() {
                if self.operand(op, i) != value {
                    self.set_operand(op, i, value);
                }
            }
            return;
        }
        let n_successors = self.n_successors(op);
        for i in 0..n as u32 {
            self.unlink_use(Use::from_u32(start + i), false);
        }
        self.ops[op.index()].operands = self.uses.len() as u32;
        let blank =
            |target| UseData { target, owner: op, next: PackedOption::NONE, prev: PackedOption::NONE };
        for &value in operands {
            let used = Use::from_index(self.uses.len());
            self.uses.push(blank(value.as_u32()));
            self.link_use(used, value.as_u32(), false);
        }
        // Uses of blocks keep their places in the blocks' lists.
        for i in 0..n_successors {
            let old = &self.uses[start as usize + n + i];
            let (target, next, prev) = (old.target, old.next, old.prev);
            let used = Use::from_index(self.uses.len());
            self.uses.push(UseData { target, owner: op, next, prev });
            match prev.get() {
                Some(prev) => self.uses[prev.index()].next = used.into(),
                None => self.blocks[target as usize].first_pred = used.into(),
            }
            if let Some(next) = next.get() {
                self.uses[next.index()].prev = used.into();
            }
        }
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { operands: operands.len() as u32, ..counts });
    }

    /// Replaces all uses of `old` by `new`.
    pub(crate) fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        while let Some(used) = self.first_use(old) {
            self.unlink_use(used, false);
            self.link_use(used, new.as_u32(), false);
        }
    }

    /// Reorders the uses of a value; `uses` has all of them.
    pub(crate) fn set_use_order(&mut self, value: Value, uses: &[Use]) {
        debug_assert_eq!(self.uses(value).count(), uses.len(), "all uses are ordered");
        self.values[value.index()].first_use = uses.first().copied().into();
        for (at, used) in uses.iter().enumerate() {
            let prev = at.checked_sub(1).map(|at| uses[at]).into();
            let next = uses.get(at + 1).copied().into();
            let data = &mut self.uses[used.index()];
            (data.prev, data.next) = (prev, next);
        }
    }

    /// Changes a value's type.
    pub(crate) fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value.index()].ty = ty;
    }

    /// Sets an inherent attribute slot.
    pub(crate) fn set_prop(&mut self, op: Op, index: usize, attr: Attr) {
        assert!(index < self.n_props(op), "property number out of range");
        let start = self.op(op).props as usize;
        self.props[start + index] = attr;
    }

    /// Sets the discardable attributes, a dictionary.
    pub(crate) fn set_attrs(&mut self, op: Op, attrs: Attr) {
        self.ops[op.index()].attrs = attrs;
    }

    /// Sets the op's location.
    pub(crate) fn set_loc(&mut self, op: Op, loc: Loc) {
        self.ops[op.index()].loc = loc;
    }

    /// Drops all uses of an op: values and blocks. Its operands cannot be read any more.
    pub(crate) fn drop_references(&mut self, op: Op) {
        self.note_branch(op);
        let (start, n, s) = (self.op(op).operands, self.n_operands(op) as u32, self.n_successors(op) as u32);
        for i in 0..n {
            self.unlink_use(Use::from_u32(start + i), false);
        }
        for i in n..n + s {
            self.unlink_use(Use::from_u32(start + i), true);
        }
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { operands: 0, successors: 0, ..counts });
    }

    /// Erases an op whose regions are empty, or have no values that are used outside. The record stays as a
    /// tombstone: an erased op can still be read, and its handle is not reused.
    pub(crate) fn erase_single_op(&mut self, op: Op) {
        self.unlink_op(op);
        let (start, n, s) = (self.op(op).operands, self.n_operands(op) as u32, self.n_successors(op) as u32);
        for i in 0..n {
            self.unlink_use(Use::from_u32(start + i), false);
        }
        for i in n..n + s {
            self.unlink_use(Use::from_u32(start + i), true);
        }
        self.ops[op.index()].flags |= flags::ERASED;
    }
}
