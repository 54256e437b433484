//! Splits local structures and arrays into their members, each a local of its own, so that each may have a shape.
//!
//! A local is split if its address is only used to access members, to copy it as a whole or in parts, or to fill it with one
//! byte: copies become those of members. Copies from and to other memory are copies of members then, too, padding included.
//! Vectors that cover several members, as calling conventions have them, are taken apart.
//!
//! Unlike upstream's SROA, which works on slots of one type, members are byte ranges, so that types of accesses may
//! differ from those of the allocation.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, MemcpyOp, MemmoveOp, MemsetOp};
use terrace_dialects_llvm::ops::{
    AllocaOp, ConstantOp, ExtractElementOp, GEPOp, GepIndex, InsertElementOp, LoadOp, PoisonOp, StoreOp,
    ZeroOp,
};
use terrace_dialects_llvm::types::{ArrayType, StructRef, address_space};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Context, Op, OpRef, Rewriter, Signedness, Type, Value, ValueRef, op_match};

use crate::addresses::{field_offset, offset_of, stride};
use crate::evaluate::integer_of_constant;
use crate::pieces::{Piece, bits, join_pieces, take_piece};
use crate::results;

/// The largest number of members that a local is split into.
const MAX_MEMBERS: usize = 256;
/// The number of bytes after which there is no local that is split.
const FAR: i64 = 1 << 32;
/// The largest size, in bytes, of an array for each element that is filled.
const MAX_FILLED: i64 = 2048;

/// A member of a local: where it begins, its size and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Member {
    at: i64,
    size: i64,
    ty: Type,
}

/// A use of the address of a local.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// A load or store, at a number of bytes.
    Access(Op, i64),
    /// A copy of which it is the destination (operand 0) or the source (operand 1), or a fill.
    Copied(Op, usize, i64),
    /// A debug intrinsic.
    Debug(Op),
}

struct Local {
    op: Op,
    members: Vec<Member>,
    uses: Vec<Use>,
    /// Ops that compute addresses of members, uses last.
    addresses: Vec<Op>,
}

/// The locals that a copy is from and to, by their numbers, and where in them: the destination, and the source.
type Sides = [Option<(usize, i64)>; 2];

/// Splits the locals of a function for which `wanted` returns true; returns whether there were any.
pub(crate) fn split_locals(
    rw: &mut Rewriter<'_>,
    layout: &DataLayout,
    wanted: impl Fn(OpRef<'_>) -> bool,
) -> bool {
    let is_wanted = |op: OpRef<'_>| op.isa::<AllocaOp>() && wanted(op);
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| is_wanted(rw.op(op))).collect();
    let mut locals: Vec<Local> = ops.iter().filter_map(|&op| local_of(rw.op(op), layout)).collect();
    refine_members(rw, &mut locals, layout);
    let copies = loop {
        let copies = copies_of(&locals);
        let fits: Vec<bool> =
            locals.iter().map(|local| is_splittable(rw, &locals, local, &copies, layout)).collect();
        if fits.iter().all(|&fits| fits) {
            break copies;
        }
        let mut fits = fits.into_iter();
        locals.retain(|_| fits.next() == Some(true));
    };
    if locals.is_empty() {
        return false;
    }
    let slots: Vec<FxHashMap<i64, Value>> = locals.iter().map(|local| allocate(rw, local)).collect();
    let mut copied: Vec<Op> = Vec::new();
    for (local, slots) in locals.iter().zip(&slots) {
        for used in &local.uses {
            match *used {
                Use::Access(op, at) => access(rw, local, slots, op, at, layout),
                Use::Copied(op, ..) => copied.push(op),
                Use::Debug(op) => rw.erase_op(op),
            }
        }
    }
    let mut done: FxHashSet<Op> = FxHashSet::default();
    copied.retain(|&op| done.insert(op));
    for op in copied {
        copy(rw, &locals, &slots, op, copies[&op]);
        rw.erase_op(op);
    }
    for (local, slots) in locals.iter().zip(&slots) {
        local.addresses.iter().rev().for_each(|&address| rw.erase_op(address));
        rw.erase_op(local.op);
        // Members that nobody accesses, such as what is between others.
        for slot in local.members.iter().map(|member| slots[&member.at]) {
            let unused = rw.value(slot).defining_op().filter(|op| op.single_result().is_unused());
            if let Some(op) = unused.map(|op| op.id()) {
                rw.erase_op(op);
            }
        }
    }
    true
}

/// The locals on both sides of copies.
fn copies_of(locals: &[Local]) -> FxHashMap<Op, Sides> {
    let mut copies: FxHashMap<Op, Sides> = FxHashMap::default();
    for (number, local) in locals.iter().enumerate() {
        for used in &local.uses {
            if let Use::Copied(op, place, at) = *used {
                copies.entry(op).or_default()[place] = Some((number, at));
            }
        }
    }
    copies
}

/// The members of so many elements of a type with everything between them, as bytes.
fn members_of(cx: &Context, layout: &DataLayout, ty: Type, count: i64) -> Option<Vec<Member>> {
    let mut found = Vec::new();
    let size = stride(cx, layout, ty)?;
    let count = (1..=MAX_MEMBERS as i64).contains(&count).then_some(count)?;
    (0..count).try_for_each(|number| flatten(cx, layout, ty, number * size, &mut found))?;
    let end = count * size;
    let mut all = Vec::new();
    let mut at = 0;
    let byte = cx.integer(8, Signedness::Signless);
    let whole = Member { at: end, size: 0, ty };
    for member in found.into_iter().chain([whole]) {
        while at < member.at {
            all.push(Member { at, size: 1, ty: byte });
            at += 1;
        }
        if member.size > 0 {
            all.push(member);
            at = member.at + member.size;
        }
        if all.len() > MAX_MEMBERS {
            return None;
        }
    }
    Some(all)
}

fn flatten(cx: &Context, layout: &DataLayout, ty: Type, at: i64, found: &mut Vec<Member>) -> Option<()> {
    if found.len() > MAX_MEMBERS {
        return None;
    }
    if let Some(fields) = StructRef::of(cx, ty) {
        for (number, field) in fields.elements().enumerate() {
            flatten(cx, layout, field, at + field_offset(cx, layout, fields, number)?, found)?;
        }
        return Some(());
    }
    if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let element = array.element_type(cx);
        let size = stride(cx, layout, element)?;
        let count =
            i64::try_from(array.num_elements(cx)).ok().filter(|&count| count <= MAX_MEMBERS as i64)?;
        return (0..count).try_for_each(|number| flatten(cx, layout, element, at + number * size, found));
    }
    if let Some(element) = ty.element_type(cx) {
        // Vectors, as calling conventions have them in the place of small structures, without a gap between elements.
        let size = |ty| layout.type_size(cx, ty).ok().filter(|size| !size.scalable);
        let (whole, part) = (size(ty)?.minimum, size(element)?.minimum);
        if part == 0 || whole % part != 0 || stride(cx, layout, element)? != part as i64 {
            return None;
        }
        return (0..(whole / part) as i64)
            .try_for_each(|number| flatten(cx, layout, element, at + number * part as i64, found));
    }
    if !is_single(cx, ty) {
        return None;
    }
    let size = i64::try_from(layout.type_size(cx, ty).ok().filter(|size| !size.scalable)?.minimum).ok()?;
    if ty.is_integer(cx) && !(size as u64).is_power_of_two() {
        add_integers(cx, at, at + size, found);
    } else {
        found.push(Member { at, size, ty });
    }
    Some(())
}

/// Adds integers for the bytes from one up to another one, of sizes that are powers of two, each where members of its size may be.
fn add_integers(cx: &Context, from: i64, to: i64, found: &mut Vec<Member>) {
    let mut at = from;
    while at < to {
        let room = 1 << (to - at).ilog2();
        let size = if at == 0 { room } else { room.min(1 << at.trailing_zeros()) }.min(16);
        found.push(Member { at, size, ty: bits(cx, 8 * size) });
        at += size;
    }
}

fn is_single(cx: &Context, ty: Type) -> bool {
    ty.is_integer(cx) && ty.bit_width(cx).is_some_and(|width| width % 8 == 0)
        || ty.is_float(cx)
        || address_space(cx, ty).is_some()
}

/// The local that an op allocates, if all uses of its address are known.
fn local_of(op: OpRef<'_>, layout: &DataLayout) -> Option<Local> {
    let alloca = op.cast::<AllocaOp>()?;
    let (cx, ty) = (op.cx(), alloca.elem_type());
    let count = alloca.array_size().defining_op().and_then(integer_of_constant)?;
    let members = members_of(cx, layout, ty, count)?;
    let mut local = Local { op: op.id(), members, uses: Vec::new(), addresses: Vec::new() };
    let mut pending = vec![(op.single_result(), 0)];
    while let Some((address, at)) = pending.pop() {
        for (user, index) in address.uses() {
            if user.isa::<GEPOp>() && index == 0 {
                let is_near = |bytes| (-FAR..=FAR).contains(&bytes);
                let offset = offset_of(user, layout);
                let offset = offset.filter(|offset| offset.terms.is_empty() && is_near(offset.bytes))?;
                local.addresses.push(user.id());
                pending.push((user.single_result(), at + offset.bytes));
            } else if is_plain_access(user, index) {
                access_size(user, layout)?;
                local.uses.push(Use::Access(user.id(), at));
            } else if copy_length(user).is_some() && index < 2 {
                local.uses.push(Use::Copied(user.id(), index, at));
            } else if user.isa::<DbgDeclareOp>() {
                local.uses.push(Use::Debug(user.id()));
            } else {
                return None;
            }
        }
    }
    // Slots that are accessed as a whole are not split.
    let is_split = local.members.len() > 1
        || !is_single(cx, ty)
        || local.uses.iter().any(|used| matches!(used, Use::Copied(..)));
    is_split.then_some(local)
}

/// The address of the object in which an address is.
pub(crate) fn object_of(mut address: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(gep) = address.defining_op().and_then(|op| op.cast::<GEPOp>()) {
        address = gep.base();
    }
    address
}

/// The local array in which an address is, if it may exist once for each element: all of its elements have one type, and
/// its address is used for nothing but to read and to write elements, and to fill all of it.
pub(crate) fn local_array_of(address: ValueRef<'_>) -> Option<OpRef<'_>> {
    let array = object_of(address).defining_op()?;
    let element = array_element(array)?;
    let mut pending = vec![array.single_result()];
    while let Some(address) = pending.pop() {
        for (user, index) in address.uses() {
            if user.isa::<GEPOp>() && index == 0 {
                pending.push(user.single_result());
                continue;
            }
            let is_whole = is_fill_of(user, array);
            if !(is_plain_access(user, index) && accessed_type(user) == element
                || is_whole
                || user.isa::<DbgDeclareOp>())
            {
                return None;
            }
        }
    }
    Some(array)
}

/// The type of the elements of the array that an op allocates.
pub(crate) fn array_element(op: OpRef<'_>) -> Option<Type> {
    let (alloca, cx) = (op.cast::<AllocaOp>()?, op.cx());
    if alloca.array_size().defining_op().and_then(integer_of_constant) != Some(1) {
        return None;
    }
    let mut ty = alloca.elem_type();
    ty.dyn_cast::<ArrayType>(cx)?;
    while let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        ty = array.element_type(cx);
    }
    is_single(cx, ty).then_some(ty)
}

/// Whether an op fills all of an array with zeros.
fn is_fill_of(op: OpRef<'_>, array: OpRef<'_>) -> bool {
    let layout = DataLayout::of(op);
    let Some(fill) = op.cast::<MemsetOp>() else { return false };
    let size = array.cast::<AllocaOp>().and_then(|array| stride(op.cx(), &layout, array.elem_type()));
    let mut start = fill.dst();
    while let Some(op) = start.defining_op()
        && let Some(gep) = op.cast::<GEPOp>()
        && offset_of(op, &layout).is_some_and(|offset| offset.bytes == 0 && offset.terms.is_empty())
    {
        start = gep.base();
    }
    start == array.single_result()
        && copy_length(op).is_some_and(|length| Some(length) == size && length <= MAX_FILLED)
}

/// Whether an op reads or writes at an operand, and nothing else.
fn is_plain_access(op: OpRef<'_>, index: usize) -> bool {
    if let Some(load) = op.cast::<LoadOp>() {
        return !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
    }
    op.cast::<StoreOp>().is_some_and(|store| {
        index == 1 && !store.volatile_() && store.ordering() == AtomicOrdering::NotAtomic
    })
}

/// The number of bytes that an op copies or fills, if it is constant.
fn copy_length(op: OpRef<'_>) -> Option<i64> {
    let (length, is_volatile) = op_match!(op, {
        MemcpyOp(copy) => (copy.len(), copy.is_volatile()),
        MemmoveOp(copy) => (copy.len(), copy.is_volatile()),
        _ => {
            let fill = op.cast::<MemsetOp>()?;
            // Only zeros are those of all types.
            fill.val().defining_op().and_then(integer_of_constant).filter(|&byte| byte == 0)?;
            (fill.len(), fill.is_volatile())
        }
    });
    let length = length.defining_op().and_then(integer_of_constant);
    length.filter(|length| !is_volatile && (0..=FAR).contains(length))
}

/// The type that an access reads or writes.
fn accessed_type(op: OpRef<'_>) -> Type {
    match op.cast::<StoreOp>() {
        Some(store) => store.value().ty(),
        None => op.single_result().ty(),
    }
}

impl Local {
    /// The members from one byte up to another one, if both are borders of members.
    fn between(&self, from: i64, to: i64) -> Option<&[Member]> {
        let first = self.members.iter().position(|member| member.at == from)?;
        let count = self.members[first..].iter().take_while(|member| member.at + member.size <= to).count();
        let last = self.members[first..first + count].last()?;
        (last.at + last.size == to).then_some(&self.members[first..first + count])
    }

    /// The members that an access covers: one of its size, or several.
    fn accessed(&self, op: OpRef<'_>, at: i64, layout: &DataLayout) -> Option<&[Member]> {
        let members = self.between(at, at + access_size(op, layout)?)?;
        match element_size(op, layout) {
            // Each element of a vector is a member.
            Some(part) => members.iter().all(|member| member.size == part).then_some(members),
            // Pointers are not put together.
            None => {
                (members.len() == 1 || address_space(op.cx(), accessed_type(op)).is_none()).then_some(members)
            }
        }
    }

    /// Returns a member the type of what is copied to or from it, if that says more: pointers and floating-point numbers are no integers.
    fn prefer(&mut self, cx: &Context, wanted: Member) -> bool {
        let rank = |ty: Type| match () {
            () if address_space(cx, ty).is_some() => 2,
            () if ty.is_float(cx) => 1,
            () => 0,
        };
        let found =
            self.members.iter_mut().find(|member| member.at == wanted.at && member.size == wanted.size);
        let Some(member) = found.filter(|member| rank(member.ty) < rank(wanted.ty)) else { return false };
        member.ty = wanted.ty;
        true
    }

    /// Lets a member begin at a byte; returns whether one does now that did not. Pointers are not taken apart.
    fn cut(&mut self, cx: &Context, at: i64) -> bool {
        let found = self.members.iter().position(|member| member.at < at && at < member.at + member.size);
        let Some(index) = found.filter(|_| self.members.len() < MAX_MEMBERS) else { return false };
        let member = self.members[index];
        if address_space(cx, member.ty).is_some() {
            return false;
        }
        let mut parts = Vec::new();
        add_integers(cx, member.at, at, &mut parts);
        add_integers(cx, at, member.at + member.size, &mut parts);
        self.members.splice(index..=index, parts);
        true
    }
}

/// The number of bytes that an access to a number, a pointer, or a vector of these reads or writes.
fn access_size(op: OpRef<'_>, layout: &DataLayout) -> Option<i64> {
    let (cx, ty) = (op.cx(), accessed_type(op));
    if !is_single(cx, ty.element_type(cx).unwrap_or(ty)) {
        return None;
    }
    i64::try_from(layout.type_size(cx, ty).ok().filter(|size| !size.scalable)?.minimum).ok()
}

/// The size of the elements of the vector that an access reads or writes, if it does.
fn element_size(op: OpRef<'_>, layout: &DataLayout) -> Option<i64> {
    stride(op.cx(), layout, accessed_type(op).element_type(op.cx())?)
}

/// Divides members so that accesses and copies begin and end where members do, and what is copied has the same members as what it is copied to.
fn refine_members(rw: &Rewriter<'_>, locals: &mut [Local], layout: &DataLayout) {
    let cx = rw.cx();
    for local in locals.iter_mut() {
        for used in local.uses.clone() {
            let (from, size, part) = match used {
                Use::Access(op, at) => {
                    let Some(size) = access_size(rw.op(op), layout) else { continue };
                    (at, size, element_size(rw.op(op), layout).unwrap_or(size))
                }
                Use::Copied(op, _, at) => {
                    let Some(size) = copy_length(rw.op(op)) else { continue };
                    (at, size, size)
                }
                Use::Debug(_) => continue,
            };
            let mut at = from;
            while part > 0 && at <= from + size {
                local.cut(cx, at);
                at += part;
            }
        }
    }
    let mut copies: Vec<(Op, Sides)> = copies_of(locals).into_iter().collect();
    copies.sort_by_key(|&(op, _)| op);
    loop {
        let mut changed = false;
        for &(op, sides) in &copies {
            let [Some(to), Some(from)] = sides else { continue };
            let Some(size) = copy_length(rw.op(op)) else { continue };
            for ((one, start), (other, begin)) in [(to, from), (from, to)] {
                let members: Vec<Member> = locals[one].members.clone();
                for member in members.iter().filter(|member| (start..start + size).contains(&member.at)) {
                    changed |= locals[other].cut(cx, member.at - start + begin);
                }
                for member in members.iter().filter(|member| (start..start + size).contains(&member.at)) {
                    changed |= locals[other].prefer(cx, Member { at: member.at - start + begin, ..*member });
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether accesses and copies are those of whole members, also of what is copied from and to.
fn is_splittable(
    rw: &Rewriter<'_>,
    locals: &[Local],
    local: &Local,
    copies: &FxHashMap<Op, Sides>,
    layout: &DataLayout,
) -> bool {
    let relative = |members: &[Member], start: i64| -> Vec<Member> {
        members.iter().map(|member| Member { at: member.at - start, ..*member }).collect()
    };
    local.uses.iter().all(|used| {
        let (op, place, at) = match *used {
            Use::Access(op, at) => return local.accessed(rw.op(op), at, layout).is_some(),
            Use::Copied(op, place, at) => (op, place, at),
            Use::Debug(_) => return true,
        };
        let Some(length) = copy_length(rw.op(op)).filter(|&length| length > 0) else { return false };
        let Some(members) = local.between(at, at + length) else { return false };
        match copies[&op][1 - place] {
            None => true,
            Some((other, from)) => {
                let others = locals[other].between(from, from + length);
                others.is_some_and(|others| relative(others, from) == relative(members, at))
            }
        }
    })
}

/// Allocates the members of a local; returns their addresses by where they begin.
fn allocate(rw: &mut Rewriter<'_>, local: &Local) -> FxHashMap<i64, Value> {
    rw.set_insertion_point_before(local.op);
    let view = rw.op(local.op);
    let (loc, is_part_of_result) = (view.loc(), results::is_result(view));
    let Some(alloca) = view.cast::<AllocaOp>() else { return FxHashMap::default() };
    let (count, ty) = (alloca.array_size().ty(), view.single_result().ty());
    let alignment = alloca.alignment_attr();
    let cx = rw.cx();
    let one = ConstantOp::of().loc(loc).value_attr(cx.int_attr(count, 1)).res(count);
    let one = rw.build_value(one);
    let mut slots = FxHashMap::default();
    for member in &local.members {
        let mut slot = AllocaOp::of(one).loc(loc).elem_type(member.ty);
        if let Some(alignment) = alignment {
            slot = slot.alignment_attr(alignment);
        }
        let slot = rw.build(slot.res(ty));
        if is_part_of_result {
            results::mark(rw, slot.into());
        }
        slots.insert(member.at, rw.body().single_result(slot));
    }
    slots
}

/// Makes an access one of members.
fn access(
    rw: &mut Rewriter<'_>,
    local: &Local,
    slots: &FxHashMap<i64, Value>,
    op: Op,
    at: i64,
    layout: &DataLayout,
) {
    let Some(members) = local.accessed(rw.op(op), at, layout) else { return };
    let is_store = rw.op(op).isa::<StoreOp>();
    if let [member] = members {
        rw.set_operand(op, usize::from(is_store), slots[&member.at]);
        return;
    }
    rw.set_insertion_point_before(op);
    if element_size(rw.op(op), layout).is_none() {
        access_joined(rw, members, slots, op, at);
        return;
    }
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let Some(part) = accessed_type(rw.op(op)).element_type(cx) else { return };
    if let Some(store) = rw.op(op).cast::<StoreOp>() {
        let whole = store.value().id();
        for (number, member) in members.iter().enumerate() {
            let index = index_of(rw, op, number);
            let element = ExtractElementOp::of(whole, index).loc(loc).res(part);
            let element = rw.build_value(element);
            rw.build(StoreOp::of(element, slots[&member.at]).loc(loc));
        }
        rw.erase_op(op);
        return;
    }
    let ty = rw.op(op).single_result().ty();
    let mut whole = rw.build_value(PoisonOp::of().loc(loc).res(ty));
    for (number, member) in members.iter().enumerate() {
        let index = index_of(rw, op, number);
        let element = rw.build_value(LoadOp::of(slots[&member.at]).loc(loc).res(part));
        let insert = InsertElementOp::of(whole, element, index).loc(loc).res(ty);
        whole = rw.build_value(insert);
    }
    rw.replace_op(op, &[whole]);
}

/// Makes an access to a number one of the members that it covers.
fn access_joined(rw: &mut Rewriter<'_>, members: &[Member], slots: &FxHashMap<i64, Value>, op: Op, at: i64) {
    let loc = rw.body().loc(op);
    let width = 8 * members.iter().map(|member| member.size).sum::<i64>();
    if let Some(store) = rw.op(op).cast::<StoreOp>() {
        let whole = store.value().id();
        for member in members {
            let place = (8 * (member.at - at), 8 * member.size);
            let value = take_piece(rw, (whole, width), place, member.ty, loc);
            rw.build(StoreOp::of(value, slots[&member.at]).loc(loc));
        }
        rw.erase_op(op);
        return;
    }
    let ty = rw.op(op).single_result().ty();
    let mut pieces = Vec::new();
    for member in members {
        let value = rw.build_value(LoadOp::of(slots[&member.at]).loc(loc).res(member.ty));
        pieces.push((Piece { value, at: 8 * (member.at - at) }, 8 * member.size));
    }
    let whole = join_pieces(rw, &pieces, ty, width, loc);
    rw.replace_op(op, &[whole]);
}

fn index_of(rw: &mut Rewriter<'_>, op: Op, number: usize) -> Value {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    rw.build_value(ConstantOp::of().loc(loc).value_attr(cx.int_attr(Type::I32, number as i64)).res(Type::I32))
}

/// Copies or fills members one by one: all are read before any is written.
fn copy(rw: &mut Rewriter<'_>, locals: &[Local], slots: &[FxHashMap<i64, Value>], op: Op, sides: Sides) {
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    let Some((number, start)) = sides[0].or(sides[1]) else { return };
    let Some(members) = copy_length(view).and_then(|length| locals[number].between(start, start + length))
    else {
        return;
    };
    let is_fill = view.isa::<MemsetOp>();
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let (cx, loc) = (rw.cx(), view.loc());
    let byte = cx.integer(8, Signedness::Signless);
    let address = |rw: &mut Rewriter<'_>, side: usize, offset: i64| match sides[side] {
        Some((number, start)) => slots[number][&(start + offset)],
        None => {
            let pointer = rw.body().value_type(operands[side]);
            let index = [GepIndex::Constant(i32::try_from(offset).unwrap_or_default())];
            rw.build_value(GEPOp::of_indices(cx, loc, operands[side], byte, &index).res(pointer))
        }
    };
    // Of other memory nothing is known but that bytes may be anywhere.
    let alignment = |side: usize| match sides[side] {
        Some(_) => None,
        None => Some(cx.int_attr(Type::I64, 1)),
    };
    let values: Vec<Value> = members
        .iter()
        .map(|member| {
            if is_fill {
                return rw.build_value(ZeroOp::of().loc(loc).res(member.ty));
            }
            let from = address(rw, 1, member.at - start);
            let mut load = LoadOp::of(from).loc(loc);
            if let Some(alignment) = alignment(1) {
                load = load.alignment_attr(alignment);
            }
            rw.build_value(load.res(member.ty))
        })
        .collect();
    for (member, value) in members.iter().zip(values) {
        let to = address(rw, 0, member.at - start);
        let mut store = StoreOp::of(value, to).loc(loc);
        if let Some(alignment) = alignment(0) {
            store = store.alignment_attr(alignment);
        }
        rw.build(store);
    }
}

/// Replaces elements of vectors by what was inserted there, and erases vectors that nobody uses then.
pub(crate) fn fold_elements(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for &op in &ops {
        let Some(extract) = rw.op(op).cast::<ExtractElementOp>() else { continue };
        let Some(number) = extract.position().defining_op().and_then(integer_of_constant) else { continue };
        let mut vector = extract.vector();
        let found = loop {
            let Some(insert) = vector.defining_op().and_then(|op| op.cast::<InsertElementOp>()) else {
                break None;
            };
            let place = insert.position().defining_op().and_then(integer_of_constant);
            match place {
                Some(place) if place == number => break Some(insert.value().id()),
                Some(_) => vector = insert.vector(),
                None => break None,
            }
        };
        if let Some(found) = found {
            rw.replace_op(op, &[found]);
        }
    }
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for &op in ops.iter().rev() {
        let view = rw.op(op);
        let is_part = view.isa::<InsertElementOp>() || view.isa::<PoisonOp>();
        if is_part && view.results().all(|result| result.is_unused()) {
            rw.erase_op(op);
        }
    }
}
