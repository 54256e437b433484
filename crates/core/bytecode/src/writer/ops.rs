//! Ops, blocks and regions.

use terrace_ir::{Attr, BlockRef, OpRef};

use super::emitter::{Emitter, NestedEmitter, OpenSection, push_varint, push_varint_with_flag};
use super::{EntryWriter, Writer, numbering};
use crate::encoding::{
    ELIDE_UNKNOWN_LOCATIONS, LAZY_LOADING, NATIVE_PROPERTIES, SectionKind, USE_LIST_ORDERS, mask,
};
use crate::properties::{PropertyLayout, merged_attributes};

/// Returns whether one of the results of an op has more than one use.
#[inline]
fn has_several_uses(op: OpRef<'_>) -> bool {
    op.body().results(op.id()).any(|result| op.body().uses(result).nth(1).is_some())
}

/// An op whose regions are being written.
struct OpenOp<'a> {
    op: OpRef<'a>,
    /// The region that comes next.
    region: usize,
    /// The block that is being written, and the next op in it.
    block: Option<BlockRef<'a>>,
    next: Option<OpRef<'a>>,
    section: Option<OpenSection>,
}

impl<'a> Writer<'a> {
    /// Writes the section of ops: a block with `root`.
    pub(super) fn write_ops(&mut self, root: OpRef<'a>, file: &mut Emitter) {
        // Most ops take fewer bytes, and so much was freed before.
        let mut out = NestedEmitter::with_capacity(12 * self.numbering.num_ops as usize);
        push_varint_with_flag(&mut out.bytes, 1, false);
        let mut stack: Vec<OpenOp<'a>> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(op) = next.take() {
                stack.extend(self.write_op(op, &mut out));
            }
            let Some(open) = stack.last_mut() else { break };
            if let Some(op) = open.next {
                open.next = op.next();
                next = Some(op);
                continue;
            }
            let block = open.block.and_then(|block| {
                let after = block.body().next_block(block.id())?;
                Some(BlockRef::in_body(block.ir(), block.body(), block.body_id(), after))
            });
            if let Some(block) = block {
                (open.block, open.next) = (Some(block), block.first());
                self.write_block_header(block, &mut out.bytes);
            } else if open.region < open.op.num_regions() {
                let region = open.op.region(open.region);
                open.region += 1;
                open.block = region.entry();
                let Some(entry) = open.block else {
                    push_varint(&mut out.bytes, 0);
                    continue;
                };
                open.next = entry.first();
                push_varint(&mut out.bytes, region.blocks().count() as u64);
                push_varint(&mut out.bytes, self.numbering.region_values(region));
                self.write_block_header(entry, &mut out.bytes);
            } else if let Some(done) = stack.pop()
                && let Some(section) = done.section
            {
                out.end_section(SectionKind::Ir, &section);
            }
        }
        file.section(SectionKind::Ir, out.finish());
    }

    fn write_block_header(&mut self, block: BlockRef<'a>, out: &mut Vec<u8>) {
        let numbering = &mut self.numbering;
        let version = numbering.version;
        let args = block.args();
        push_varint_with_flag(out, numbering.block_ops(block), args.len() > 0);
        if args.len() == 0 {
            return;
        }
        push_varint(out, args.len() as u64);
        for (index, arg) in args.enumerate() {
            let ty = numbering.types.number(arg.ty());
            let loc = numbering.loc_key(block.body().arg_loc(block.id(), index));
            let written = version < ELIDE_UNKNOWN_LOCATIONS || loc != Attr::UNKNOWN_LOC.into();
            match version < ELIDE_UNKNOWN_LOCATIONS {
                true => push_varint(out, ty),
                false => push_varint_with_flag(out, ty, written),
            }
            if written {
                push_varint(out, numbering.attrs.number(loc));
            }
        }
        if version >= USE_LIST_ORDERS {
            let at = out.len();
            out.push(0);
            if self.write_use_list_orders(block.args(), out) {
                out[at] = mask::USE_LIST_ORDERS;
            }
        }
    }

    /// Writes an op up to its regions, which are returned if there are any.
    fn write_op(&mut self, op: OpRef<'a>, emitter: &mut NestedEmitter) -> Option<OpenOp<'a>> {
        let version = self.version();
        let native = version >= NATIVE_PROPERTIES;
        let loc = self.numbering.loc_key(op.loc());
        let numbering = &self.numbering;
        let layout = numbering.properties.known(op.name());
        let out = &mut emitter.bytes;
        push_varint(out, numbering.op_names.number(op.name()));
        let at = out.len();
        let mut present = 0;
        out.push(0);
        push_varint(out, numbering.attrs.number(loc));
        let attrs = if native { op.attrs() } else { merged_attributes(op) };
        if attrs != Attr::EMPTY_DICT {
            present |= mask::ATTRS;
            push_varint(out, numbering.attrs.number(attrs.into()));
        }
        if native && !matches!(layout, PropertyLayout::Absent) {
            let known = self.written_properties.get(op.name(), op.props());
            let number = known.or_else(|| {
                let own = &mut self.encoding;
                own.bytes.clear();
                let mut writer = EntryWriter { numbering, strings: &mut self.strings, out: own };
                if !layout.write(op, &mut writer) {
                    return None;
                }
                let number = self.properties.insert(&own.bytes);
                self.written_properties.set(op.name(), op.props(), number);
                Some(number)
            });
            if let Some(number) = number {
                present |= mask::PROPERTIES;
                push_varint(out, number);
            }
        }
        if op.num_results() > 0 {
            present |= mask::RESULTS;
            push_varint(out, op.num_results() as u64);
            let types = op.body().results(op.id()).map(|result| op.body().value_type(result));
            types.for_each(|ty| push_varint(out, numbering.types.number(ty)));
        }
        if op.num_operands() > 0 {
            present |= mask::OPERANDS;
            push_varint(out, op.num_operands() as u64);
            let values = numbering.values_of(op);
            for operand in op.body().operands(op.id()) {
                let Some(number) = numbering::value_number(values, operand) else {
                    let name = op.name_text();
                    let message = format!("an operand of '{name}' is not defined where it is used");
                    self.numbering.error.get_or_insert(message);
                    return None;
                };
                push_varint(out, number);
            }
        }
        if op.num_successors() > 0 {
            present |= mask::SUCCESSORS;
            push_varint(out, op.num_successors() as u64);
            op.successors().for_each(|block| push_varint(out, self.numbering.block(block)));
        }
        if version >= USE_LIST_ORDERS && has_several_uses(op) && self.write_use_list_orders(op.results(), out)
        {
            present |= mask::USE_LIST_ORDERS;
        }
        let regions = op.num_regions();
        if regions > 0 {
            present |= mask::REGIONS;
        }
        out[at] = present;
        if regions == 0 {
            return None;
        }
        let isolated = self.numbering.is_isolated(op);
        push_varint_with_flag(out, regions as u64, isolated);
        let section = (isolated && version >= LAZY_LOADING).then(|| emitter.begin_section());
        Some(OpenOp { op, region: 0, block: None, next: None, section })
    }
}
