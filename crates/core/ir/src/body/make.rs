//! Creation of regions, blocks, arguments and ops.

use terrace_support::entity::{Entity, PackedOption};

use super::{BigCounts, BlockData, Body, Def, NO_DEF, OpData, OpSpec, RegionData, UseData, ValueData, flags};
use crate::attrs::Attr;
use crate::ids::{Block, BodyId, Op, Region, Use, Value};
use crate::loc::Loc;
use crate::types::Type;

impl Body {
    /// A region that no op owns yet.
    pub(crate) fn new_region(&mut self) -> Region {
        let region = Region::from_index(self.regions.len());
        self.regions.push(RegionData {
            first: PackedOption::NONE,
            last: PackedOption::NONE,
            parent: PackedOption::NONE,
            number: 0,
        });
        region
    }

    /// A region of the body's own op.
    pub(crate) fn new_top_region(&mut self) -> Region {
        let region = self.new_region();
        self.adopt_top_region(region);
        region
    }

    /// Adds a region to the op of the body.
    pub(crate) fn adopt_top_region(&mut self, region: Region) {
        self.regions[region.index()].number = self.top.len() as u32;
        self.top.push(region);
    }

    /// A block that is in no region yet.
    pub(crate) fn new_block(&mut self) -> Block {
        let block = Block::from_index(self.blocks.len());
        self.blocks.push(BlockData {
            first: PackedOption::NONE,
            last: PackedOption::NONE,
            args: 0,
            packed_args: 0,
            arg_locs: 0,
            region: PackedOption::NONE,
            prev: PackedOption::NONE,
            next: PackedOption::NONE,
            first_pred: PackedOption::NONE,
        });
        block
    }

    /// Appends a block to a region.
    pub(crate) fn append_block(&mut self, region: Region, block: Block) {
        debug_assert!(self.region_of(block).is_none());
        self.control_flow_edits += 1;
        let last = self.regions[region.index()].last;
        let data = &mut self.blocks[block.index()];
        data.region = region.into();
        data.prev = last;
        data.next = PackedOption::NONE;
        match last.get() {
            Some(last) => self.blocks[last.index()].next = block.into(),
            None => self.regions[region.index()].first = block.into(),
        }
        self.regions[region.index()].last = block.into();
    }

    /// Detaches a block from its region; its ops stay in it.
    pub(crate) fn unlink_block(&mut self, block: Block) {
        let BlockData { prev, next, region, .. } = self.blocks[block.index()].clone();
        let Some(region) = region.get() else { return };
        self.control_flow_edits += 1;
        match prev.get() {
            Some(p) => self.blocks[p.index()].next = next,
            None => self.regions[region.index()].first = next,
        }
        match next.get() {
            Some(n) => self.blocks[n.index()].prev = prev,
            None => self.regions[region.index()].last = prev,
        }
        let data = &mut self.blocks[block.index()];
        data.region = PackedOption::NONE;
        data.prev = PackedOption::NONE;
        data.next = PackedOption::NONE;
    }

    /// Adds arguments to a block; returns the first of the new ones.
    pub(crate) fn add_args(
        &mut self,
        block: Block,
        args: impl ExactSizeIterator<Item = (Type, Loc)>,
    ) -> Value {
        let data = &self.blocks[block.index()];
        let (n_old, n_new) = (data.n_args(), args.len());
        let first = Value::from_index(self.values.len());
        if n_old == 0 {
            let (start, locs) = (self.values.len() as u32, self.arg_locs.len() as u32);
            let data = &mut self.blocks[block.index()];
            data.arg_locs = locs;
            data.set_args(start, 0, false);
        } else if !data.listed()
            && (data.args as usize + n_old != self.values.len()
                || data.arg_locs as usize + n_old != self.arg_locs.len())
        {
            // The run cannot grow in place, and values keep their handles: list them.
            let old: Vec<u32> = self.args(block).map(Value::as_u32).collect();
            self.list_args(block, &old, n_old + n_new);
        } else if data.listed() && n_old + n_new > n_old.next_power_of_two() {
            let start = data.args as usize;
            let old = self.lists[start..start + n_old].to_vec();
            self.list_args(block, &old, n_old + n_new);
        }
        let data = &self.blocks[block.index()];
        let (start, locs, listed) = (data.args as usize, data.arg_locs as usize, data.listed());
        for (i, (ty, loc)) in args.enumerate() {
            if listed {
                self.lists[start + n_old + i] = self.values.len() as u32;
                self.arg_locs[locs + n_old + i] = loc;
            } else {
                self.arg_locs.push(loc);
            }
            self.values.push(ValueData {
                ty,
                first_use: PackedOption::NONE,
                def: Def::block(block),
                index: (n_old + i) as u32,
            });
        }
        self.blocks[block.index()].set_args(start as u32, n_old + n_new, listed);
        first
    }

    /// Lists the arguments of a block, with a capacity of the next power of two after `count`. All lists have
    /// such a capacity, so that appending an argument is amortized constant time.
    fn list_args(&mut self, block: Block, args: &[u32], count: usize) {
        let room = count.next_power_of_two();
        let start = self.lists.len();
        self.lists.extend_from_slice(args);
        self.lists.resize(start + room, 0);
        let old = self.blocks[block.index()].arg_locs as usize;
        let locs = self.arg_locs.len();
        self.arg_locs.extend_from_within(old..old + args.len());
        self.arg_locs.resize(locs + room, Loc::UNKNOWN);
        let data = &mut self.blocks[block.index()];
        data.arg_locs = locs as u32;
        data.set_args(start as u32, args.len(), true);
    }

    /// Erases an argument without uses from a block; later ones are renumbered.
    pub(crate) fn erase_arg(&mut self, block: Block, index: usize) {
        let mut keep = vec![true; self.n_args(block)];
        keep[index] = false;
        self.keep_args(block, &keep);
    }

    /// Drops the arguments of a block that are not kept, which have no uses; the others move up.
    pub(crate) fn keep_args(&mut self, block: Block, keep: &[bool]) {
        let args: Vec<u32> = self.args(block).map(Value::as_u32).collect();
        let leading = keep.iter().take_while(|keep| **keep).count();
        let kept: Vec<u32> =
            args.iter().zip(keep).filter(|(_, keep)| **keep).map(|(&value, _)| value).collect();
        if kept.len() > leading && !self.blocks[block.index()].listed() {
            self.list_args(block, &args, args.len());
        }
        let data = &self.blocks[block.index()];
        let (start, locs, listed) = (data.args as usize, data.arg_locs as usize, data.listed());
        let mut at = leading;
        for (index, &value) in args.iter().enumerate().skip(leading) {
            if keep[index] {
                self.values[value as usize].index = at as u32;
                self.lists[start + at] = value;
                self.arg_locs[locs + at] = self.arg_locs[locs + index];
                at += 1;
            } else {
                debug_assert!(
                    self.values[value as usize].first_use.is_none(),
                    "a dropped argument is not used"
                );
            }
        }
        self.blocks[block.index()].set_args(start as u32, kept.len(), listed);
    }

    /// Inserts a block before another.
    pub(crate) fn insert_block_before(&mut self, block: Block, before: Block) {
        self.control_flow_edits += 1;
        debug_assert!(self.region_of(block).is_none());
        let BlockData { prev, region, .. } = self.blocks[before.index()].clone();
        let data = &mut self.blocks[block.index()];
        (data.prev, data.next, data.region) = (prev, before.into(), region);
        self.blocks[before.index()].prev = block.into();
        match prev.get() {
            Some(prev) => self.blocks[prev.index()].next = block.into(),
            None => {
                if let Some(region) = region.get() {
                    self.regions[region.index()].first = block.into();
                }
            }
        }
    }

    /// Sets the location of an argument.
    pub(crate) fn set_arg_loc(&mut self, block: Block, index: usize, loc: Loc) {
        let data = &self.blocks[block.index()];
        assert!(index < data.n_args());
        self.arg_locs[data.arg_locs as usize + index] = loc;
    }

    /// A value that nothing defines yet, for a name used before its definition.
    pub(crate) fn new_placeholder(&mut self, ty: Type) -> Value {
        let value = Value::from_index(self.values.len());
        self.values.push(ValueData { ty, first_use: PackedOption::NONE, def: Def(NO_DEF), index: 0 });
        value
    }

    /// Records that a placeholder represents a value of another body, which the verifier reports.
    pub(crate) fn set_uses_outside(&mut self) {
        self.uses_outside = true;
    }

    /// Whether a placeholder may represent a value of another body.
    pub fn uses_outside(&self) -> bool {
        self.uses_outside
    }

    /// Creates a detached op. Regions are added with [`Self::set_regions`] or [`Self::set_inner`].
    pub(crate) fn new_op(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = Op::from_index(self.ops.len());
        let operands = self.uses.len() as u32;
        for &value in spec.operands {
            let used = Use::from_index(self.uses.len());
            let head = std::mem::replace(&mut self.values[value.index()].first_use, used.into());
            if let Some(head) = head.get() {
                self.uses[head.index()].prev = used.into();
            }
            self.uses.push(UseData {
                target: value.as_u32(),
                owner: op,
                next: head,
                prev: PackedOption::NONE,
            });
        }
        for &block in spec.successors {
            let used = Use::from_index(self.uses.len());
            let head = std::mem::replace(&mut self.blocks[block.index()].first_pred, used.into());
            if let Some(head) = head.get() {
                self.uses[head.index()].prev = used.into();
            }
            self.uses.push(UseData {
                target: block.as_u32(),
                owner: op,
                next: head,
                prev: PackedOption::NONE,
            });
        }
        let results = self.values.len() as u32;
        for (i, &ty) in spec.results.iter().enumerate() {
            self.values.push(ValueData {
                ty,
                first_use: PackedOption::NONE,
                def: Def::op(op),
                index: i as u32,
            });
        }
        let props = self.props.len() as u32;
        self.props.extend_from_slice(spec.props);
        self.ops.push(OpData {
            name: spec.name,
            block: PackedOption::NONE,
            prev: PackedOption::NONE,
            next: PackedOption::NONE,
            order: 0,
            operands,
            results,
            props,
            attrs: spec.attrs,
            regions: 0,
            loc: spec.loc,
            n_operands: 0,
            n_results: 0,
            n_props: 0,
            n_regions: 0,
            n_successors: 0,
            flags: 0,
        });
        self.set_counts(
            op,
            BigCounts {
                operands: spec.operands.len() as u32,
                results: spec.results.len() as u32,
                props: spec.props.len() as u32,
                regions: 0,
                successors: spec.successors.len() as u32,
            },
        );
        op
    }

    #[inline]
    pub(super) fn set_counts(&mut self, op: Op, counts: BigCounts) {
        let data = &mut self.ops[op.index()];
        let fits = counts.operands <= u16::MAX as u32
            && counts.results <= u16::MAX as u32
            && counts.props <= u8::MAX as u32
            && counts.regions <= u8::MAX as u32
            && counts.successors <= u8::MAX as u32;
        if fits {
            if data.flags & flags::BIG != 0 {
                data.flags &= !flags::BIG;
                self.big.remove(&op);
            }
            data.n_operands = counts.operands as u16;
            data.n_results = counts.results as u16;
            data.n_props = counts.props as u8;
            data.n_regions = counts.regions as u8;
            data.n_successors = counts.successors as u8;
        } else {
            data.flags |= flags::BIG;
            self.big.insert(op, counts);
        }
    }

    pub(super) fn counts(&self, op: Op) -> BigCounts {
        BigCounts {
            operands: self.n_operands(op) as u32,
            results: self.n_results(op) as u32,
            props: self.n_props(op) as u32,
            regions: self.n_regions(op) as u32,
            successors: self.n_successors(op) as u32,
        }
    }

    /// Returns the op these regions, which no op owns yet.
    pub(crate) fn set_regions(&mut self, op: Op, regions: &[Region]) {
        self.ops[op.index()].regions = self.lists.len() as u32;
        for (number, &region) in regions.iter().enumerate() {
            let data = &mut self.regions[region.index()];
            (data.parent, data.number) = (op.into(), number as u32);
            self.lists.push(region.as_u32());
        }
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { regions: regions.len() as u32, ..counts });
    }

    /// Returns the op the top regions of another body.
    pub(crate) fn set_inner(&mut self, op: Op, body: BodyId, n_regions: usize) {
        let data = &mut self.ops[op.index()];
        data.regions = body.as_u32();
        data.flags |= flags::ISOLATED;
        let counts = self.counts(op);
        self.set_counts(op, BigCounts { regions: n_regions as u32, ..counts });
    }

    /// Sets the regions of an op to these, which no op owns yet, in place of those in a separate body.
    pub(crate) fn leave_inner(&mut self, op: Op, regions: &[Region]) {
        self.ops[op.index()].flags &= !flags::ISOLATED;
        self.set_regions(op, regions);
    }

    /// Marks the op's one property slot as a whole dictionary.
    pub(crate) fn set_opaque_props(&mut self, op: Op) {
        self.ops[op.index()].flags |= flags::OPAQUE_PROPS;
    }

    /// The dictionary of properties of an op without definition.
    pub fn opaque_props(&self, op: Op) -> Option<Attr> {
        (self.op(op).flags & flags::OPAQUE_PROPS != 0).then(|| self.props(op)[0])
    }
}
