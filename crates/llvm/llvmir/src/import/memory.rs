//! Variables on the stack, accesses to memory, and blocks whose addresses are taken.

use terrace_dialects_llvm::attrs::BlockTagAttr;
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Block, Context, Loc, Op, Rewriter, Type, Value as IrValue};

use super::Importer;
use super::body::Shape;
use crate::opcodes::rmw_op;
use terrace_llvm_ir::model::{BlockId, Flags, GlobalId, Inst, InstKind, Ordering};

/// The number of cached alignment attributes.
pub(super) const ALIGNMENTS: usize = 8;

fn order(order: Option<&str>) -> AtomicOrdering {
    order.and_then(AtomicOrdering::from_keyword).unwrap_or(AtomicOrdering::NotAtomic)
}

/// The order of an access that is atomic; the default of ops is that it is not.
fn atomic_order(cx: &Context, order: Option<&str>) -> Option<Attr> {
    order.and_then(AtomicOrdering::from_keyword).map(|order| enum_attr(cx, order))
}

impl<'m> Importer<'m> {
    fn alignment(&mut self, bytes: u64) -> Attr {
        let place = &mut self.alignments[bytes.trailing_zeros() as usize % ALIGNMENTS];
        match place {
            Some((known, attr)) if *known == bytes => *attr,
            _ => place.insert((bytes, self.cx.int_attr(Type::I64, bytes as i64))).1,
        }
    }

    fn scope_attr(&self, ordering: Ordering) -> Option<Attr> {
        ordering.scope.map(|scope| self.cx.str_attr(self.str(scope)))
    }

    /// Creates an op that has to do with memory; `None` where it has no equal.
    pub(super) fn memory_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        (shape, inst): (&Shape<'_>, &Inst),
        values: &[IrValue],
        loc: Loc,
    ) -> Option<Op> {
        let types = &self.module.types;
        let operand_type = |index: usize| self.module.value_type(shape.body, shape.operands(inst)[index]);
        let (cx, is_volatile) = (self.cx, inst.flags.contains(Flags::VOLATILE));
        Some(match (&inst.kind, values) {
            (InstKind::Alloca { ty, align }, &[count]) => {
                let align = align.unwrap_or_else(|| self.layout.preferred_alignment(types, *ty));
                rw.build(
                    AllocaOp::of(count)
                        .loc(loc)
                        .alignment_attr(self.alignment(align))
                        .elem_type(self.ty(*ty))
                        .inalloca(inst.flags.contains(Flags::INALLOCA))
                        .res(self.ty(inst.ty)),
                )
                .into()
            }
            (InstKind::Load { align, ordering }, &[address]) => {
                let align = align.unwrap_or_else(|| self.layout.abi_alignment(types, inst.ty));
                rw.build(
                    LoadOp::of(address)
                        .loc(loc)
                        .alignment_attr(self.alignment(align))
                        .volatile_(is_volatile)
                        .ordering_attr(atomic_order(cx, ordering.order))
                        .syncscope_attr(self.scope_attr(*ordering))
                        .res(self.ty(inst.ty)),
                )
                .into()
            }
            (InstKind::Store { align, ordering }, &[value, address]) => {
                let ty = operand_type(0);
                let align = align.unwrap_or_else(|| self.layout.abi_alignment(types, ty));
                rw.build(
                    StoreOp::of(value, address)
                        .loc(loc)
                        .alignment_attr(self.alignment(align))
                        .volatile_(is_volatile)
                        .ordering_attr(atomic_order(cx, ordering.order))
                        .syncscope_attr(self.scope_attr(*ordering)),
                )
                .into()
            }
            (InstKind::Fence(ordering), _) => rw
                .build(
                    FenceOp::of()
                        .loc(loc)
                        .ordering(order(ordering.order))
                        .syncscope_attr(self.scope_attr(*ordering)),
                )
                .into(),
            (InstKind::CmpXchg { success, failure, align }, &[pointer, expected, value]) => {
                let ty = operand_type(2);
                let align = align.unwrap_or_else(|| self.layout.store_size(types, ty).next_power_of_two());
                rw.build(
                    AtomicCmpXchgOp::of(pointer, expected, value)
                        .loc(loc)
                        .success_ordering(order(success.order))
                        .failure_ordering(order(Some(failure)))
                        .syncscope_attr(self.scope_attr(*success))
                        .alignment_attr(self.alignment(align))
                        .weak(inst.flags.contains(Flags::WEAK))
                        .volatile_(is_volatile)
                        .res(self.ty(inst.ty)),
                )
                .into()
            }
            (InstKind::AtomicRmw { op, ordering, align }, &[pointer, value]) => {
                let align =
                    align.unwrap_or_else(|| self.layout.store_size(types, inst.ty).next_power_of_two());
                let kind = rmw_op(&self.lossy(*op));
                rw.build(
                    AtomicRMWOp::of(pointer, value)
                        .loc(loc)
                        .bin_op(kind?)
                        .ordering(order(ordering.order))
                        .syncscope_attr(self.scope_attr(*ordering))
                        .alignment_attr(self.alignment(align))
                        .volatile_(is_volatile)
                        .res(self.ty(inst.ty)),
                )
                .into()
            }
            _ => return None,
        })
    }

    /// The blocks of a function whose addresses are taken.
    pub(super) fn taken_blocks(&self, function: GlobalId) -> &'m [BlockId] {
        self.module.addresses.get(&function).map_or(&[], |blocks| &blocks[..])
    }

    /// Creates the op that a block is known by.
    pub(super) fn block_tag(&mut self, rw: &mut Rewriter<'_>, block: Block, id: BlockId, loc: Loc) {
        let tag = BlockTagAttr::get(self.cx, id.0);
        rw.set_insertion_point_to_start(block);
        rw.build(BlockTagOp::of().loc(loc).tag_attr(Attr::from(tag)));
    }
}
