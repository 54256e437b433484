//! Gathers and scatters of targets without instructions for them: loads and stores of single elements.
//!
//! Back ends write them out, too, but only after the addresses are vectors: each is taken from its register then. Here
//! addresses are computed apart where that takes no more than a value from a register for each.

use terrace_dialects_llvm::intrinsics::{MaskedGatherOp, MaskedScatterOp};
use terrace_dialects_llvm::ops::{
    AddOp, ConstantOp, ExtractElementOp, GEPOp, GepIndex, GepIndexRef, InsertElementOp, LoadOp, MulOp,
    PoisonOp, SExtOp, ShuffleVectorOp, StoreOp, ZExtOp,
};
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, Loc, Op, Rewriter, Signedness, Type, Value, ValueRef, View, op_match};
use terrace_support::apint::ApInt;
use terrace_target::Target;

use crate::evaluate::is_everywhere;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::lanes_of;

/// The most elements that are accessed one by one.
const MOST: usize = 64;

/// The largest depth to which an address is computed apart.
const MAX_DEPTH: u32 = 8;

/// A gather or a scatter of all elements is written out.
pub(super) fn write_out(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let (gather, scatter) = (view.cast::<MaskedGatherOp>(), view.cast::<MaskedScatterOp>());
    let (addresses, mask, vector) = match (&gather, &scatter) {
        (Some(gather), _) => (gather.ptrs(), gather.mask(), gather.res()),
        (None, Some(scatter)) => (scatter.ptrs(), scatter.mask(), scatter.value()),
        (None, None) => return None,
    };
    let element = vector.ty().element_type(view.cx())?;
    let bits = element.bit_width(view.cx()).filter(|bits| bits.is_multiple_of(8))?;
    let is_there = if gather.is_some() { target.gathers(bits) } else { target.scatters(bits) };
    let lanes = lanes_of(vector).filter(|&lanes| lanes <= MOST)?;
    if is_there || !is_everywhere(mask, -1) {
        return None;
    }
    let alignment = view.inherent_attr("alignment")?.as_i64(view.cx())?;
    let alignment = view.cx().int_attr(Type::I64, alignment.max(1));
    let (addresses, vector, whole, loc) = (addresses.id(), vector.id(), vector.ty(), view.loc());
    let is_load = gather.is_some();
    rw.set_insertion_point_before(op);
    let mut writer = Writer { rw, loc, alignment };
    if !is_load {
        for lane in 0..lanes {
            let to = writer.lane(addresses, lane, MAX_DEPTH);
            let value = writer.lane(vector, lane, 0);
            writer.rw.build(StoreOp::of(value, to).loc(loc).alignment_attr(writer.alignment));
        }
        rw.erase_op(op);
        return Some(());
    }
    let mut gathered = writer.rw.build_value(PoisonOp::of().loc(loc).res(whole));
    for lane in 0..lanes {
        let from = writer.lane(addresses, lane, MAX_DEPTH);
        let load = LoadOp::of(from).loc(loc).alignment_attr(writer.alignment).res(element);
        let value = writer.rw.build_value(load);
        let place = writer.number(lane as i64, Type::I64);
        gathered = writer.rw.build_value(InsertElementOp::of(gathered, value, place).loc(loc).res(whole));
    }
    rw.replace_op(op, &[gathered]);
    Some(())
}

/// Creates ops on single elements.
struct Writer<'w, 'r> {
    rw: &'w mut Rewriter<'r>,
    loc: Loc,
    alignment: Attr,
}

/// The value of an element.
enum Lane {
    Value(Value),
    Number(i64),
    /// The element of another vector.
    Of(Value, usize),
    Address(Value, Vec<GepIndex>, Type),
    Signed(Value),
    Unsigned(Value),
    Sum(Value, Value),
    Product(Value, Value),
}

impl Writer<'_, '_> {
    fn number(&mut self, number: i64, ty: Type) -> Value {
        let value = self.rw.cx().int_attr(ty, number);
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(value).res(ty))
    }

    /// An element of a vector; a value that is no vector is each of its elements.
    fn lane(&mut self, vector: Value, lane: usize, depth: u32) -> Value {
        let view = self.rw.value(vector);
        let cx = view.cx();
        let Some(element) = view.ty().element_type(cx) else { return vector };
        let loc = self.loc;
        match lane_of(view, lane).filter(|_| depth > 0) {
            Some(Lane::Value(value)) => value,
            Some(Lane::Number(number)) => self.number(number, element),
            Some(Lane::Of(other, lane)) => self.lane(other, lane, depth - 1),
            Some(Lane::Address(base, indices, of)) => {
                let base = self.lane(base, lane, depth - 1);
                let indices: Vec<GepIndex> = indices
                    .into_iter()
                    .map(|index| match index {
                        GepIndex::Value(value) => self.lane(value, lane, depth - 1).into(),
                        constant => constant,
                    })
                    .collect();
                let address = GEPOp::of_indices(self.rw.cx(), loc, base, of, &indices);
                self.rw.build_value(address.res(element))
            }
            Some(Lane::Signed(value)) => {
                let value = self.lane(value, lane, depth - 1);
                self.rw.build_value(SExtOp::of(value).loc(loc).res(element))
            }
            Some(Lane::Unsigned(value)) => {
                let value = self.lane(value, lane, depth - 1);
                self.rw.build_value(ZExtOp::of(value).loc(loc).res(element))
            }
            Some(Lane::Sum(a, b)) => {
                let [a, b] = [a, b].map(|part| self.lane(part, lane, depth - 1));
                self.rw.build_value(AddOp::of(a, b).loc(loc).res(element))
            }
            Some(Lane::Product(a, b)) => {
                let [a, b] = [a, b].map(|part| self.lane(part, lane, depth - 1));
                self.rw.build_value(MulOp::of(a, b).loc(loc).res(element))
            }
            None => {
                let place = self.number(lane as i64, Type::I64);
                self.rw.build_value(ExtractElementOp::of(vector, place).loc(loc).res(element))
            }
        }
    }
}

/// The values that an element of a vector is computed from; `None` if it is to be taken from the vector.
fn lane_of(vector: ValueRef<'_>, lane: usize) -> Option<Lane> {
    if let Some(value) = splat_of(vector) {
        return Some(Lane::Value(value.id()));
    }
    // An op on numbers takes one element of one vector.
    let is_same = |value: ValueRef<'_>| splat_of(value).is_some() || is_constant(value);
    op_match!(vector.defining_op()?, {
        ConstantOp(constant) => {
            let cx = vector.cx();
            let numbers = Numbers::<ApInt>::of_attr(cx, constant.value_attr())?;
            let number = match &numbers {
                Numbers::Scalar(number) | Numbers::Splat(number) => Some(number),
                Numbers::List(list) => list.get(lane),
            };
            number?.to_i64().map(Lane::Number)
        }
        GEPOp(gep) => {
            let mut indices: Vec<GepIndex> = gep.indices().map(GepIndex::from).collect();
            let mut of = gep.elem_type();
            // LLVM makes vectors of products again, but not of indices.
            if let Some((index, size)) = scaled(gep) {
                (indices, of) = (vec![index.into()], vector.cx().integer(size * 8, Signedness::Signless));
            }
            Some(Lane::Address(gep.base().id(), indices, of))
        }
        SExtOp(cast) => Some(Lane::Signed(cast.arg().id())),
        ZExtOp(cast) => Some(Lane::Unsigned(cast.arg().id())),
        AddOp(add) => {
            (is_same(add.lhs()) || is_same(add.rhs())).then(|| Lane::Sum(add.lhs().id(), add.rhs().id()))
        }
        MulOp(mul) => {
            (is_same(mul.lhs()) || is_same(mul.rhs())).then(|| Lane::Product(mul.lhs().id(), mul.rhs().id()))
        }
        ShuffleVectorOp(shuffle) => {
            let at = usize::try_from(shuffle.mask().get(lane)?).ok()?;
            let first = lanes_of(shuffle.v1())?;
            match at.checked_sub(first) {
                None => Some(Lane::Of(shuffle.v1().id(), at)),
                Some(at) => Some(Lane::Of(shuffle.v2().id(), at)),
            }
        }
        _ => None,
    })
}

/// The number that an index of bytes is 2, 4 or 8 times, with that factor.
fn scaled(gep: View<'_, GEPOp>) -> Option<(Value, u32)> {
    let mut indices = gep.indices();
    let (Some(GepIndexRef::Value(index)), None) = (indices.next(), indices.next()) else { return None };
    let mul =
        index.defining_op().filter(|_| gep.elem_type().bit_width(index.cx()) == Some(8))?.cast::<MulOp>()?;
    let factor = |value: ValueRef<'_>| {
        let number = number_everywhere(splat_of(value).unwrap_or(value))?;
        [2, 4, 8].into_iter().find(|&size| number == i64::from(size))
    };
    let of = |index: ValueRef<'_>, other| Some((index.id(), factor(other)?));
    of(mul.lhs(), mul.rhs()).or_else(|| of(mul.rhs(), mul.lhs()))
}

fn is_constant(value: ValueRef<'_>) -> bool {
    number_everywhere(value).is_some() || value.defining_op().is_some_and(|op| op.isa::<ConstantOp>())
}
