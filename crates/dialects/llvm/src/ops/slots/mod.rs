//! Stack variables as memory slots: the interfaces of ops that load from, store to and point into them.

mod access;
mod address;
mod bits;
mod copies;
mod markers;

pub(crate) use access::{Load, Store};
pub(crate) use address::{Gep, Transparent};
pub(crate) use copies::{Memcpy, Memset};
pub(crate) use markers::{DebugValue, Declare, Marker};

use terrace_ir::data_layout::DataLayout;
use terrace_ir::fold::constant_value;
use terrace_ir::memory_slots::{
    DestructurableAllocation, DestructurableSlot, MemorySlot, PromotableAllocation,
};
use terrace_ir::{Attr, Block, Context, Op, OpKind, OpRef, Rewriter, Type, Value, ValueDef};

use super::constants::UndefOp;
use super::memory::AllocaOp;
use crate::intrinsics::DbgDeclareOp;
use crate::types::{ArrayType, PointerType, StructRef};

/// The most elements that an array falls apart into.
const MOST_PARTS: u64 = 16;

/// The layout that holds at an op.
struct Layout<'a> {
    cx: &'a Context,
    layout: DataLayout,
}

impl<'a> Layout<'a> {
    fn of(op: OpRef<'a>) -> Self {
        Self { cx: op.cx(), layout: DataLayout::of(op) }
    }

    /// The layout at an op, without a borrow of the IR, which may change.
    fn at(rw: &Rewriter<'a>, op: Op) -> Self {
        Self { cx: rw.cx(), layout: DataLayout::of(rw.op(op)) }
    }

    /// The size of a type in bytes; more than there can be, for types without a layout.
    fn size(&self, ty: Type) -> u64 {
        self.layout.type_size(self.cx, ty).map_or(u64::MAX, |size| size.minimum)
    }

    fn bits(&self, ty: Type) -> u64 {
        self.layout.type_size_in_bits(self.cx, ty).map_or(u64::MAX, |size| size.minimum)
    }

    fn alignment(&self, ty: Type) -> u64 {
        self.layout.abi_alignment(self.cx, ty).unwrap_or(1).max(1)
    }
}

/// The index of a part.
fn index_attr(cx: &Context, index: usize) -> Attr {
    cx.int_attr(Type::I32, index as i64)
}

/// The parts of a structure or a short array; `None` if a type has none.
fn parts_of(cx: &Context, ty: Type) -> Option<Vec<(Attr, Type)>> {
    let types: Vec<Type> = match (StructRef::of(cx, ty), ty.dyn_cast::<ArrayType>(cx)) {
        (Some(body), _) => body.elements().collect(),
        (None, Some(array)) if array.num_elements(cx) <= MOST_PARTS => {
            vec![array.element_type(cx); array.num_elements(cx) as usize]
        }
        _ => return None,
    };
    Some(types.into_iter().enumerate().map(|(i, ty)| (index_attr(cx, i), ty)).collect())
}

/// An entry for an index.
fn part<T: Copy>(parts: &[(Attr, T)], index: Attr) -> Option<T> {
    parts.iter().find(|(at, _)| *at == index).map(|&(_, part)| part)
}

/// `llvm.alloca`.
pub(crate) struct Alloca;

impl PromotableAllocation for Alloca {
    fn promotable_slots(&self, op: OpRef<'_>) -> Vec<MemorySlot> {
        let view = AllocaOp::view_of(op);
        let block = op.block();
        let entry = block.and_then(|block| block.region()?.entry());
        match block == entry {
            true => vec![MemorySlot { ptr: view.res().id(), elem: view.elem_type() }],
            false => Vec::new(),
        }
    }

    fn default_value(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot) -> Value {
        let loc = rw.body().loc(op);
        rw.build_value(UndefOp::of().res(slot.elem).loc(loc))
    }

    fn block_arguments_added(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &MemorySlot,
        arguments: &[(Block, Value)],
    ) {
        let uses = AllocaOp::view_of(rw.op(op)).res().uses().map(|(user, _)| user);
        let declared: Vec<Op> = uses.filter(|user| user.isa::<DbgDeclareOp>()).map(|op| op.id()).collect();
        if declared.is_empty() {
            return;
        }
        for &(block, argument) in arguments {
            rw.set_insertion_point_to_start(block);
            for &declare in &declared {
                markers::create_debug_value(rw, declare, argument);
            }
        }
    }

    fn promotion_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &MemorySlot,
        default: Option<Value>,
    ) -> Option<Op> {
        let unused = default.map(|value| rw.value(value)).filter(|value| value.is_unused());
        if let Some(undef) = unused.and_then(|value| value.defining_op()).map(|op| op.id()) {
            rw.erase_op(undef);
        }
        rw.erase_op(op);
        None
    }
}

impl DestructurableAllocation for Alloca {
    fn destructurable_slots(&self, op: OpRef<'_>) -> Vec<DestructurableSlot> {
        let (cx, view) = (op.cx(), AllocaOp::view_of(op));
        let size = constant_value(view.array_size()).and_then(|size| size.as_integer(cx)?.0.to_u64());
        match parts_of(cx, view.elem_type()) {
            Some(parts) if size == Some(1) => {
                let slot = MemorySlot { ptr: view.res().id(), elem: view.elem_type() };
                vec![DestructurableSlot { slot, parts }]
            }
            _ => Vec::new(),
        }
    }

    fn destructure(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        used: &[Attr],
        allocations: &mut Vec<Op>,
    ) -> Vec<(Attr, MemorySlot)> {
        let (cx, loc) = (rw.cx(), rw.body().loc(op));
        let count = AllocaOp::view_of(rw.op(op)).array_size().id();
        rw.set_insertion_point_after(op);
        let allocate = |&index: &Attr| {
            let elem = part(&slot.parts, index)?;
            let ty = PointerType::default_space(cx);
            let alloca = AllocaOp::of(count).loc(loc).elem_type(elem).res(ty);
            let ptr = rw.build_value(alloca);
            if let ValueDef::Result(alloca) = rw.body().value_def(ptr) {
                allocations.push(alloca);
            }
            Some((index, MemorySlot { ptr, elem }))
        };
        used.iter().filter_map(allocate).collect()
    }

    fn destructuring_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
    ) -> Option<Op> {
        rw.erase_op(op);
        None
    }
}
