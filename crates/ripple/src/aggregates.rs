//! Accesses to structures and arrays as a whole become accesses to their members.
//!
//! Calling conventions pass small structures as arrays of their members (AArch64) or as structures of two registers: callers load
//! those, callees that are inlined store them. Members may have shapes of their own, so nothing is moved as a whole.

use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::ops::{
    CallOp, ConstantOp, ExtractElementOp, ExtractValueOp, GEPOp, GepIndex, InsertElementOp, InsertValueOp,
    LoadOp, PoisonOp, StoreOp,
};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Attr, Context, Loc, Op, OpRef, Rewriter, Signedness, Type, Value, op_match};

use crate::addresses::{field_offset, stride};

/// The largest number of members that are accessed one by one.
const MAX_MEMBERS: usize = 64;

/// The largest size, in bytes, of a vector that replaces a structure or a part of one.
pub(crate) const MAX_VECTOR: u64 = 8;

/// A member of a structure or an array: its position, how many bytes it is after the beginning, and its type.
struct Leaf {
    position: Vec<i64>,
    at: i64,
    ty: Type,
}

/// The members of a structure or an array, and of those in it; `None` if it is neither, or they are many.
fn leaves_of(cx: &Context, layout: &DataLayout, ty: Type) -> Option<Vec<Leaf>> {
    if StructRef::of(cx, ty).is_none() && ty.dyn_cast::<ArrayType>(cx).is_none() {
        return None;
    }
    let mut leaves = Vec::new();
    add_leaves(cx, layout, (ty, 0), &mut Vec::new(), &mut leaves)?;
    Some(leaves)
}

fn add_leaves(
    cx: &Context,
    layout: &DataLayout,
    (ty, at): (Type, i64),
    position: &mut Vec<i64>,
    leaves: &mut Vec<Leaf>,
) -> Option<()> {
    let members: Vec<(Type, i64)> = if let Some(fields) = StructRef::of(cx, ty) {
        (fields.elements().enumerate())
            .map(|(number, field)| Some((field, at + field_offset(cx, layout, fields, number)?)))
            .collect::<Option<_>>()?
    } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let (element, count) = (array.element_type(cx), array.num_elements(cx));
        let size = stride(cx, layout, element)?;
        let count = i64::try_from(count).ok().filter(|&count| count <= MAX_MEMBERS as i64)?;
        (0..count).map(|number| (element, at + number * size)).collect()
    } else {
        leaves.push(Leaf { position: position.clone(), at, ty });
        return (leaves.len() <= MAX_MEMBERS).then_some(());
    };
    for (number, member) in members.into_iter().enumerate() {
        position.push(number as i64);
        add_leaves(cx, layout, member, position, leaves)?;
        position.pop();
    }
    Some(())
}

/// Accesses structures and arrays member by member in a function.
pub(crate) fn access_members(rw: &mut Rewriter<'_>, layout: &DataLayout) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for op in ops {
        let view = rw.op(op);
        op_match!(view, {
            LoadOp(load) => {
                let is_plain = !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
                let ty = load.res().ty();
                let Some(leaves) = leaves_of(rw.cx(), layout, ty).filter(|_| is_plain) else { continue };
                let (address, alignment) = (load.addr().id(), load.alignment());
                load_members(rw, op, (address, alignment), ty, &leaves);
            }
            StoreOp(store) => {
                let is_plain = !store.volatile_() && store.ordering() == AtomicOrdering::NotAtomic;
                let value = store.value();
                let leaves = leaves_of(rw.cx(), layout, value.ty()).filter(|_| is_plain);
                let Some(leaves) = leaves else { continue };
                let (address, alignment) = (store.addr().id(), store.alignment());
                let value = value.id();
                store_members(rw, op, (address, alignment), value, &leaves);
            }
            _ => {}
        })
    }
    access_elements(rw, layout);
    fold_parts(rw);
}

/// The elements of a vector that stands for a small structure of floating-point numbers: their type, number and size.
fn elements_of(cx: &Context, layout: &DataLayout, ty: Type) -> Option<(Type, i64, i64)> {
    let element = ty.element_type(cx).filter(|&element| element.is_float(cx) && ty.is_vector(cx))?;
    let size = layout.type_size(cx, ty).ok().filter(|size| !size.scalable && size.minimum <= MAX_VECTOR)?;
    let part = stride(cx, layout, element)?;
    Some((element, size.minimum as i64 / part, part))
}

/// Whether an op hands a vector on without computing with it.
fn hands_on(op: OpRef<'_>) -> bool {
    op.isa::<CallOp>()
        || op.isa::<InsertValueOp>()
        || op.isa::<ExtractValueOp>()
        || op.isa::<ExtractElementOp>()
        || op.isa::<InsertElementOp>()
        || op.isa::<LoadOp>()
        || op.isa::<StoreOp>()
        || op.interface::<dyn BranchOp>().is_some()
}

/// Accesses vectors that stand for structures element by element in a function.
fn access_elements(rw: &mut Rewriter<'_>, layout: &DataLayout) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    let cx = rw.cx();
    for op in ops {
        let (view, loc) = (rw.op(op), rw.body().loc(op));
        let index = |rw: &mut Rewriter<'_>, number: i64| {
            let value = cx.int_attr(Type::I32, number);
            rw.build_value(ConstantOp::of().loc(loc).value_attr(value).res(Type::I32))
        };
        op_match!(view, {
            LoadOp(load) => {
                let is_plain = !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
                let ty = load.res().ty();
                let Some((element, count, size)) = elements_of(cx, layout, ty) else { continue };
                if !is_plain || !view.single_result().uses().all(|(user, _)| hands_on(user)) {
                    continue;
                }
                let (address, alignment) = (load.addr().id(), load.alignment());
                rw.set_insertion_point_before(op);
                let mut whole = rw.build_value(PoisonOp::of().loc(loc).res(ty));
                for number in 0..count {
                    let from = member_address(rw, address, number * size, loc);
                    let mut load = LoadOp::of(from).loc(loc);
                    if let Some(alignment) = member_alignment(cx, alignment, number * size) {
                        load = load.alignment_attr(alignment);
                    }
                    let value = rw.build_value(load.res(element));
                    let at = index(rw, number);
                    let insert = InsertElementOp::of(whole, value, at).loc(loc);
                    whole = rw.build_value(insert.res(ty));
                }
                rw.replace_op(op, &[whole]);
            }
            StoreOp(store) => {
                let is_plain = !store.volatile_() && store.ordering() == AtomicOrdering::NotAtomic;
                let value = store.value();
                let Some((element, count, size)) = elements_of(cx, layout, value.ty()) else { continue };
                if !is_plain || value.defining_op().is_some_and(|op| !hands_on(op)) {
                    continue;
                }
                let (address, alignment) = (store.addr().id(), store.alignment());
                let whole = value.id();
                rw.set_insertion_point_before(op);
                for number in 0..count {
                    let at = index(rw, number);
                    let part = ExtractElementOp::of(whole, at).loc(loc).res(element);
                    let part = rw.build_value(part);
                    let to = member_address(rw, address, number * size, loc);
                    let mut store = StoreOp::of(part, to).loc(loc);
                    if let Some(alignment) = member_alignment(cx, alignment, number * size) {
                        store = store.alignment_attr(alignment);
                    }
                    rw.build(store);
                }
                rw.erase_op(op);
            }
            _ => {}
        })
    }
}

fn load_members(
    rw: &mut Rewriter<'_>,
    op: Op,
    (address, alignment): (Value, Option<i64>),
    ty: Type,
    leaves: &[Leaf],
) {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let cx = rw.cx();
    let mut whole = rw.build_value(PoisonOp::of().loc(loc).res(ty));
    for leaf in leaves {
        let from = member_address(rw, address, leaf.at, loc);
        let mut load = LoadOp::of(from).loc(loc);
        if let Some(alignment) = member_alignment(cx, alignment, leaf.at) {
            load = load.alignment_attr(alignment);
        }
        let value = rw.build_value(load.res(leaf.ty));
        let insert = InsertValueOp::of(whole, value).loc(loc);
        whole = rw.build_value(insert.position_attr(cx.i64_array(&leaf.position)).res(ty));
    }
    rw.replace_op(op, &[whole]);
}

fn store_members(
    rw: &mut Rewriter<'_>,
    op: Op,
    (address, alignment): (Value, Option<i64>),
    value: Value,
    leaves: &[Leaf],
) {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let cx = rw.cx();
    for leaf in leaves {
        let part = ExtractValueOp::of(value).loc(loc).position_attr(cx.i64_array(&leaf.position));
        let part = rw.build_value(part.res(leaf.ty));
        let to = member_address(rw, address, leaf.at, loc);
        let mut store = StoreOp::of(part, to).loc(loc);
        if let Some(alignment) = member_alignment(cx, alignment, leaf.at) {
            store = store.alignment_attr(alignment);
        }
        rw.build(store);
    }
    rw.erase_op(op);
}

fn member_address(rw: &mut Rewriter<'_>, address: Value, at: i64, loc: Loc) -> Value {
    let Some(bytes) = i32::try_from(at).ok().filter(|&bytes| bytes != 0) else { return address };
    let cx = rw.cx();
    let (byte, ty) = (cx.integer(8, Signedness::Signless), rw.body().value_type(address));
    rw.build_value(GEPOp::of_indices(cx, loc, address, byte, &[GepIndex::Constant(bytes)]).res(ty))
}

/// The alignment of a member, from that of the whole.
fn member_alignment(cx: &Context, whole: Option<i64>, at: i64) -> Option<Attr> {
    let whole = whole.filter(|&whole| whole > 0)?;
    let own = if at == 0 { whole } else { whole.min(1 << at.trailing_zeros()) };
    Some(cx.int_attr(cx.integer(64, Signedness::Signless), own))
}

/// Replaces parts of what was put together by what they are, and erases what nothing uses.
fn fold_parts(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<ExtractValueOp>()).collect();
    for op in ops {
        let Some(extract) = rw.op(op).cast::<ExtractValueOp>() else { continue };
        let mut wanted: Vec<i64> = extract.position().iter().collect();
        let mut whole = extract.container();
        let found = loop {
            let Some(op) = whole.defining_op() else { break None };
            if let Some(outer) = op.cast::<ExtractValueOp>() {
                // A part of a part.
                wanted.splice(0..0, outer.position().iter());
                whole = outer.container();
                continue;
            }
            let Some(insert) = op.cast::<InsertValueOp>() else { break None };
            let position: Vec<i64> = insert.position().iter().collect();
            match () {
                () if position == wanted => break Some(insert.value().id()),
                () if wanted.starts_with(&position) => {
                    wanted.drain(..position.len());
                    whole = insert.value();
                }
                () if position.starts_with(&wanted) => break None,
                () => whole = insert.container(),
            }
        };
        if let Some(found) = found {
            rw.replace_op(op, &[found]);
        }
    }
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for &op in ops.iter().rev() {
        let view = rw.op(op);
        let is_part = view.isa::<InsertValueOp>() || view.isa::<PoisonOp>() || view.isa::<ExtractValueOp>();
        if is_part && view.results().all(|result| result.is_unused()) {
            rw.erase_op(op);
        }
    }
}
