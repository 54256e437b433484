//! Integers that cover several members of a structure.
//!
//! Calling conventions pass small structures as integers: `{ int a, b; }` is an `i64`, `{ unsigned char r, g, b, a; }` an `i32`, which are
//! stored to and loaded from copies of the structure. Such an access is put together of members, each of which may have a
//! shape of its own and is found again where the integer is taken apart.

use terrace_dialects_llvm::ops::{
    BitcastOp, ConstantOp, FreezeOp, IntToPtrOp, LShrOp, OrOp, PtrToIntOp, ShlOp, TruncOp, ZExtOp,
};
use terrace_dialects_llvm::types::address_space;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Context, Loc, Op, Rewriter, Signedness, Type, Value, ValueRef, op_match};

use crate::evaluate::integer_of_constant;
use crate::functions::erase_dead;

/// The largest depth to which integers are taken apart.
const MAX_DEPTH: usize = 64;

/// An integer type of so many bits.
pub(crate) fn bits(cx: &Context, width: i64) -> Type {
    cx.integer(u32::try_from(width).unwrap_or(64), Signedness::Signless)
}

/// A member that an integer covers: its value, and how many bits it is after the beginning.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The value of the member.
    pub value: Value,
    /// Its first bit.
    pub at: i64,
}

fn shift_by(rw: &mut Rewriter<'_>, number: i64, ty: Type, loc: Loc) -> Value {
    let cx = rw.cx();
    rw.build_value(ConstantOp::of().loc(loc).value_attr(cx.int_attr(ty, number)).res(ty))
}

/// The bits of a number or a pointer, as an integer.
fn to_bits(rw: &mut Rewriter<'_>, value: Value, width: i64, loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.body().value_type(value));
    let wanted = bits(cx, width);
    if ty == wanted {
        value
    } else if address_space(cx, ty).is_some() {
        rw.build_value(PtrToIntOp::of(value).loc(loc).res(wanted))
    } else {
        rw.build_value(BitcastOp::of(value).loc(loc).res(wanted))
    }
}

/// The number or pointer that an integer has the bits of.
fn of_bits(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    let cx = rw.cx();
    if rw.body().value_type(value) == ty {
        value
    } else if address_space(cx, ty).is_some() {
        rw.build_value(IntToPtrOp::of(value).loc(loc).res(ty))
    } else {
        rw.build_value(BitcastOp::of(value).loc(loc).res(ty))
    }
}

/// Puts a value of a type and so many bits together of members. One that was never written leaves the others as they are.
pub(crate) fn join_pieces(
    rw: &mut Rewriter<'_>,
    pieces: &[(Piece, i64)],
    ty: Type,
    width: i64,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let whole = bits(cx, width);
    let mut joined = None;
    for &(piece, size) in pieces {
        let part = to_bits(rw, piece.value, size, loc);
        let part = rw.build_value(FreezeOp::of(part).loc(loc).res(bits(cx, size)));
        let mut part = rw.build_value(ZExtOp::of(part).loc(loc).res(whole));
        if piece.at > 0 {
            let by = shift_by(rw, piece.at, whole, loc);
            part = rw.build_value(ShlOp::of(part, by).loc(loc).res(whole));
        }
        joined = Some(match joined {
            Some(joined) => rw.build_value(OrOp::of(joined, part).loc(loc).res(whole)),
            None => part,
        });
    }
    let joined = joined.unwrap_or_else(|| shift_by(rw, 0, whole, loc));
    of_bits(rw, joined, ty, loc)
}

/// Takes a member of a type out of a value of so many bits.
pub(crate) fn take_piece(
    rw: &mut Rewriter<'_>,
    (value, width): (Value, i64),
    (at, size): (i64, i64),
    ty: Type,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let mut part = to_bits(rw, value, width, loc);
    let whole = bits(cx, width);
    if at > 0 {
        let by = shift_by(rw, at, whole, loc);
        part = rw.build_value(LShrOp::of(part, by).loc(loc).res(whole));
    }
    let part = rw.build_value(TruncOp::of(part).loc(loc).res(bits(cx, size)));
    of_bits(rw, part, ty, loc)
}

fn width_of(cx: &Context, value: ValueRef<'_>) -> Option<i64> {
    value.ty().bit_width(cx).filter(|_| value.ty().is_integer(cx)).map(i64::from)
}

fn constant(value: ValueRef<'_>) -> Option<i64> {
    value.defining_op().and_then(integer_of_constant).filter(|number| (0..1 << 16).contains(number))
}

/// Whether some bits of a value are always 0.
fn is_zero(cx: &Context, value: ValueRef<'_>, at: i64, size: i64, depth: usize) -> bool {
    let Some(op) = value.defining_op().filter(|_| depth < MAX_DEPTH) else { return false };
    if size <= 0 {
        return true;
    }
    if let Some(both) = op.cast::<OrOp>() {
        return is_zero(cx, both.lhs(), at, size, depth + 1) && is_zero(cx, both.rhs(), at, size, depth + 1);
    }
    if let Some(shift) = op.cast::<ShlOp>() {
        let Some(by) = constant(shift.rhs()) else { return false };
        // The bits below are shifted in.
        let start = at.max(by);
        return is_zero(cx, shift.lhs(), start - by, at + size - start, depth + 1);
    }
    if let Some(extended) = op.cast::<ZExtOp>() {
        let Some(width) = width_of(cx, extended.arg()) else { return false };
        return at >= width || is_zero(cx, extended.arg(), at, size.min(width - at), depth + 1);
    }
    false
}

/// The smallest value found that has some bits of another one, and where it has them.
fn source_of<'a>(cx: &Context, value: ValueRef<'a>, at: i64, size: i64) -> Option<(ValueRef<'a>, i64)> {
    let (mut value, mut at) = (value, at);
    for _ in 0..MAX_DEPTH {
        let width = width_of(cx, value)?;
        let Some(op) = value.defining_op() else { break };
        let next = if let Some(frozen) = op.cast::<FreezeOp>() {
            Some((frozen.val(), at))
        } else if at == 0 && width == size {
            None
        } else {
            op_match!(op, {
                OrOp(both) => {
                    let (a, b) = (both.lhs(), both.rhs());
                    match () {
                        () if is_zero(cx, a, at, size, 0) => Some((b, at)),
                        () if is_zero(cx, b, at, size, 0) => Some((a, at)),
                        () => None,
                    }
                }
                ShlOp(shift) => {
                    let by = constant(shift.rhs()).filter(|&by| by <= at);
                    by.map(|by| (shift.lhs(), at - by))
                }
                LShrOp(shift) => {
                    let by = constant(shift.rhs()).filter(|&by| at + by + size <= width);
                    by.map(|by| (shift.lhs(), at + by))
                }
                ZExtOp(extended) => {
                    let inner = extended.arg();
                    (at + size <= width_of(cx, inner)?).then_some((inner, at))
                }
                _ => op.cast::<TruncOp>().map(|narrowed| (narrowed.arg(), at)),
            })
        };
        let Some(found) = next else { break };
        (value, at) = found;
    }
    Some((value, at))
}

/// Whether an integer was put together of others, or is a part of such.
fn is_joined(value: ValueRef<'_>) -> bool {
    let Some(op) = value.defining_op() else { return false };
    match op.cast::<LShrOp>() {
        Some(shift) => shift.lhs().defining_op().is_some_and(|op| op.isa::<OrOp>()),
        None => {
            op.isa::<OrOp>()
                || op.isa::<FreezeOp>()
                || op.isa::<ZExtOp>() && op.operand(0).defining_op().is_some_and(|op| op.isa::<FreezeOp>())
        }
    }
}

/// Replaces what is taken out of integers by what was put there, and erases what nothing uses then.
pub(crate) fn fold_pieces(rw: &mut Rewriter<'_>, layout: &DataLayout) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    let mut any = false;
    for op in ops {
        let (view, cx) = (rw.op(op), rw.cx());
        let found = op_match!(view, {
            TruncOp(narrowed) => {
                let Some(size) = width_of(cx, view.single_result()) else { continue };
                let whole = narrowed.arg();
                // Other integers are none of this matter.
                if !is_joined(whole) {
                    continue;
                }
                let Some((source, at)) = source_of(cx, whole, 0, size) else { continue };
                let (Some(width), source, loc) = (width_of(cx, source), source.id(), view.loc()) else {
                    continue;
                };
                if width != size && width >= width_of(cx, whole).unwrap_or(0) {
                    continue;
                }
                let ty = view.single_result().ty();
                if width != size {
                    rw.set_insertion_point_before(op);
                    let part = take_piece(rw, (source, width), (at, size), ty, loc);
                    rw.replace_op(op, &[part]);
                    any = true;
                    continue;
                }
                Some(rw.value(source))
            }
            IntToPtrOp(pointer) => {
                // A smaller number lacks bits of the address.
                let size = |ty| layout.type_size(cx, ty).map_or(0, |size| size.minimum);
                let is_whole = size(pointer.arg().ty()) >= size(view.single_result().ty());
                let inner = pointer.arg().defined_by::<PtrToIntOp>().map(|view| view.arg());
                inner.filter(|inner| is_whole && inner.ty() == view.single_result().ty())
            }
            BitcastOp(cast) => {
                let inner = cast.arg().defining_op().and_then(|op| op.cast::<BitcastOp>());
                inner.map(|view| view.arg()).filter(|inner| inner.ty() == view.single_result().ty())
            }
            _ => None,
        });
        if let Some(found) = found.map(|found| found.id()) {
            rw.replace_op(op, &[found]);
            any = true;
        }
    }
    if any {
        erase_dead(rw);
    }
}
