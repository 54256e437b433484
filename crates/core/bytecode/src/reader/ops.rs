//! Decodes the IR section: ops, blocks and regions, with their references as indices.
//!
//! Regions are kept on an explicit stack, so that any nesting depth is supported. No allocation has a size
//! that the file claims, only sizes of data that it contains.

use super::cursor::{Cursor, Outcome};
use crate::encoding::{ELIDE_UNKNOWN_LOCATIONS, LAZY_LOADING, SectionKind, USE_LIST_ORDERS, mask};

/// The order of the uses of one of some values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseListOrder {
    /// The number of the value among them.
    pub(crate) value: u64,
    /// Whether the integers are pairs of a use and its place, not the places of all uses.
    pub(crate) pairs: bool,
    /// The index of its first integer among those of all.
    start: usize,
    len: usize,
}

/// Orders of uses.
#[derive(Default, Debug)]
pub(crate) struct UseListOrders {
    list: Vec<UseListOrder>,
    integers: Vec<u32>,
}

impl UseListOrders {
    fn clear(&mut self) {
        self.list.clear();
        self.integers.clear();
    }

    /// Returns the orders, and the integers of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (UseListOrder, &[u32])> {
        self.list.iter().map(|order| (*order, &self.integers[order.start..order.start + order.len]))
    }
}

/// An op, by numbers. Locations, attributes and so on are those of the file's tables.
#[derive(Default, Debug)]
pub(crate) struct RawOp {
    /// The offset of its start in the file.
    pub(crate) start: usize,
    pub(crate) name: u64,
    pub(crate) loc: u64,
    pub(crate) attrs: Option<u64>,
    pub(crate) properties: Option<u64>,
    pub(crate) results: Vec<u64>,
    pub(crate) operands: Vec<u64>,
    pub(crate) successors: Vec<u64>,
    pub(crate) orders: UseListOrders,
    pub(crate) regions: usize,
    /// Whether the regions use no values from outside, and count theirs from zero.
    pub(crate) isolated: bool,
}

/// A block's arguments, by numbers: types, and locations that are known.
#[derive(Default, Debug)]
pub(crate) struct RawBlock {
    pub(crate) args: Vec<(u64, Option<u64>)>,
    pub(crate) orders: UseListOrders,
}

/// The decision whether the regions of an op are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    Regions,
    /// Skipped if they are a separate section, otherwise read.
    UnlessLazy,
    /// Neither the regions nor anything after them is read.
    Stop,
}

/// A visitor of ops, blocks and regions in the order of the file. Cursors are at the end of the visited entity.
pub(crate) trait OpVisitor<'a> {
    /// An op, whose regions follow if there are any, and if they are to be read.
    fn op(&mut self, op: &RawOp, cursor: &Cursor<'a>) -> Outcome<Visit>;
    /// The regions of the last op, which are not read: a separate section.
    fn unread_regions(&mut self, _section: Cursor<'a>) {}
    /// Called at the start of a region of the last op, with the numbers of blocks and values; without blocks it is
    /// empty.
    fn begin_region(&mut self, blocks: usize, values: u64, cursor: &Cursor<'a>) -> Outcome<()>;
    /// The next block of the region begins.
    fn block(&mut self, block: &RawBlock, cursor: &Cursor<'a>) -> Outcome<()>;
    /// The region ends.
    fn end_region(&mut self) -> Outcome<()>;
    /// The last region of an op has ended.
    fn end_op(&mut self) -> Outcome<()>;
}

/// An op some of whose regions are still to be read.
struct OpenOp {
    /// The section that they are in: the number of a cursor.
    cursor: usize,
    /// Whether that section is theirs.
    own_section: bool,
    regions: usize,
    /// Whether a region has begun.
    inside: bool,
    /// The number of blocks of that region, then the numbers of blocks and ops that follow.
    blocks: usize,
    blocks_left: usize,
    ops_left: u64,
}

impl OpenOp {
    /// An op with `regions` regions in the section of a cursor.
    fn new(cursor: usize, regions: usize) -> Self {
        Self { cursor, own_section: false, regions, inside: false, blocks: 0, blocks_left: 0, ops_left: 0 }
    }
}

struct Walker<'w, 'a, V> {
    version: u64,
    visitor: &'w mut V,
    cursors: Vec<Cursor<'a>>,
    op: RawOp,
    block: RawBlock,
}

/// Visits a section of ops in a file of this version.
pub(crate) fn walk_ops<'a, V: OpVisitor<'a>>(
    section: Cursor<'a>,
    version: u64,
    visitor: &mut V,
) -> Outcome<()> {
    let mut walker =
        Walker { version, visitor, cursors: vec![section], op: RawOp::default(), block: RawBlock::default() };
    walker.visitor.begin_region(1, 0, &section)?;
    let ops_left = walker.read_block(0)?;
    walker.walk(OpenOp { inside: true, blocks: 1, blocks_left: 1, ops_left, ..OpenOp::new(0, 1) })
}

/// Visits the regions of an op that were skipped, and the end of the op.
pub(crate) fn walk_regions<'a, V: OpVisitor<'a>>(
    section: Cursor<'a>,
    version: u64,
    regions: usize,
    visitor: &mut V,
) -> Outcome<()> {
    let mut walker =
        Walker { version, visitor, cursors: vec![section], op: RawOp::default(), block: RawBlock::default() };
    walker.walk(OpenOp::new(0, regions))?;
    walker.visitor.end_op()
}

/// Visits one op of a block without arguments, which starts at `op`, as the only op of its block.
pub(crate) fn walk_op<'a, V: OpVisitor<'a>>(op: Cursor<'a>, version: u64, visitor: &mut V) -> Outcome<()> {
    let mut walker =
        Walker { version, visitor, cursors: vec![op], op: RawOp::default(), block: RawBlock::default() };
    walker.visitor.begin_region(1, 0, &op)?;
    walker.visitor.block(&walker.block, &op)?;
    walker.walk(OpenOp { inside: true, blocks: 1, blocks_left: 1, ops_left: 1, ..OpenOp::new(0, 1) })
}

enum ReadStep {
    Op,
    Into(OpenOp),
    Done,
    Stop,
}

impl<'a, V: OpVisitor<'a>> Walker<'_, 'a, V> {
    /// Visits the regions of an op.
    fn walk(&mut self, outermost: OpenOp) -> Outcome<()> {
        let mut stack = vec![outermost];
        while let Some(open) = stack.last_mut() {
            match self.step(open)? {
                ReadStep::Op => {}
                ReadStep::Stop => return Ok(()),
                ReadStep::Into(inner) => stack.push(inner),
                ReadStep::Done => {
                    if open.own_section {
                        self.cursors.pop();
                    }
                    stack.pop();
                    if !stack.is_empty() {
                        self.visitor.end_op()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads on in the innermost op's regions: up to the next op in them, or to their end.
    fn step(&mut self, open: &mut OpenOp) -> Outcome<ReadStep> {
        loop {
            if !open.inside {
                if open.regions == 0 {
                    return Ok(ReadStep::Done);
                }
                let cursor = &mut self.cursors[open.cursor];
                let blocks = cursor.count("blocks")?;
                let values = if blocks > 0 { cursor.varint()? } else { 0 };
                self.visitor.begin_region(blocks, values, cursor)?;
                if blocks == 0 {
                    self.visitor.end_region()?;
                    open.regions -= 1;
                    continue;
                }
                (open.inside, open.blocks, open.blocks_left) = (true, blocks, blocks);
                open.ops_left = self.read_block(open.cursor)?;
            }
            if open.ops_left > 0 {
                open.ops_left -= 1;
                return self.read_op(open);
            }
            open.blocks_left -= 1;
            if open.blocks_left > 0 {
                open.ops_left = self.read_block(open.cursor)?;
                continue;
            }
            self.visitor.end_region()?;
            open.inside = false;
            open.regions -= 1;
        }
    }

    /// Reads a block's header; returns how many ops it has.
    fn read_block(&mut self, at: usize) -> Outcome<u64> {
        let Self { version, visitor, cursors, block, .. } = self;
        let cursor = &mut cursors[at];
        block.args.clear();
        block.orders.clear();
        let (ops, has_args) = cursor.varint_with_flag()?;
        if has_args {
            for _ in 0..cursor.count("arguments")? {
                let (ty, has_loc) = match *version >= ELIDE_UNKNOWN_LOCATIONS {
                    true => cursor.varint_with_flag()?,
                    false => (cursor.varint()?, true),
                };
                let loc = if has_loc { Some(cursor.varint()?) } else { None };
                block.args.push((ty, loc));
            }
            if *version >= USE_LIST_ORDERS && cursor.byte()? != 0 {
                read_orders(cursor, block.args.len(), &mut block.orders)?;
            }
        }
        visitor.block(block, cursor)?;
        Ok(ops)
    }

    /// Reads an op up to its regions.
    fn read_op(&mut self, open: &OpenOp) -> Outcome<ReadStep> {
        let Self { version, visitor, cursors, op, .. } = self;
        // A copy: nobody reads on after an error.
        let mut cursor = cursors[open.cursor];
        op.start = cursor.offset();
        op.name = cursor.varint()?;
        let present = cursor.byte()?;
        op.loc = cursor.varint()?;
        op.attrs = if present & mask::ATTRS != 0 { Some(cursor.varint()?) } else { None };
        op.properties = if present & mask::PROPERTIES != 0 { Some(cursor.varint()?) } else { None };
        op.results.clear();
        if present & mask::RESULTS != 0 {
            read_numbers(&mut cursor, "results", &mut op.results)?;
        }
        op.operands.clear();
        if present & mask::OPERANDS != 0 {
            read_numbers(&mut cursor, "operands", &mut op.operands)?;
        }
        op.successors.clear();
        if present & mask::SUCCESSORS != 0 {
            for _ in 0..cursor.count("successors")? {
                let number = cursor.varint()?;
                cursor.index(number, open.blocks, "successor")?;
                op.successors.push(number);
            }
        }
        op.orders.clear();
        if *version >= USE_LIST_ORDERS && present & mask::USE_LIST_ORDERS != 0 {
            read_orders(&mut cursor, op.results.len(), &mut op.orders)?;
        }
        (op.regions, op.isolated) = (0, false);
        if present & mask::REGIONS != 0 {
            let (regions, isolated) = cursor.varint_with_flag()?;
            (op.regions, op.isolated) = (cursor.check_count(regions, "regions")?, isolated);
        }
        let visit = visitor.op(op, &cursor)?;
        if visit == Visit::Stop {
            return Ok(ReadStep::Stop);
        }
        if op.regions == 0 {
            cursors[open.cursor] = cursor;
            return Ok(ReadStep::Op);
        }
        let own_section = op.isolated && *version >= LAZY_LOADING;
        let mut inner = OpenOp { own_section, ..OpenOp::new(open.cursor, op.regions) };
        let inside = inner.own_section.then(|| cursor.section()).transpose()?;
        cursors[open.cursor] = cursor;
        if let Some((kind, section)) = inside {
            if kind != SectionKind::Ir {
                return Err(cursor.error("expected IR section for region"));
            }
            if visit == Visit::UnlessLazy {
                visitor.unread_regions(section);
                return Ok(ReadStep::Op);
            }
            inner.cursor = cursors.len();
            cursors.push(section);
        }
        Ok(ReadStep::Into(inner))
    }
}

/// Reads some numbers, and before them how many.
#[inline]
fn read_numbers(cursor: &mut Cursor<'_>, what: &str, numbers: &mut Vec<u64>) -> Outcome<()> {
    const FEW: usize = 16;
    let count = cursor.count(what)?;
    if count <= FEW {
        numbers.resize(count, 0);
        for number in numbers {
            *number = cursor.varint()?;
        }
        return Ok(());
    }
    for _ in 0..count {
        numbers.push(cursor.varint()?);
    }
    Ok(())
}

/// Reads the use-list orders of some of `values` values.
fn read_orders(cursor: &mut Cursor<'_>, values: usize, orders: &mut UseListOrders) -> Outcome<()> {
    let listed = if values > 1 { cursor.count("orders of uses")? } else { 1 };
    for _ in 0..listed {
        let value = if values > 1 { cursor.varint()? } else { 0 };
        let (count, pairs) = cursor.varint_with_flag()?;
        let count = cursor.check_count(count, "places of uses")?;
        let start = orders.integers.len();
        for _ in 0..count {
            orders.integers.push(u32::try_from(cursor.varint()?).unwrap_or(u32::MAX));
        }
        orders.list.push(UseListOrder { value, pairs, start, len: count });
    }
    Ok(())
}
