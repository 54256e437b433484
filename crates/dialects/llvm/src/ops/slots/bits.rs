//! Values that are loaded or stored with another type than that of the slot's contents.

use terrace_ir::data_layout::LayoutProperty;
use terrace_ir::{AttrData, Context, Loc, Rewriter, Type, TypeData, Value};
use terrace_support::apint::ApInt;

use super::Layout;
use crate::ops::arith::{AndOp, LShrOp, OrOp, ShlOp};
use crate::ops::casts::{AddrSpaceCastOp, BitcastOp, IntToPtrOp, PtrToIntOp, TruncOp, ZExtOp};
use crate::ops::constants::ConstantOp;
use crate::types::{ArrayType, PointerType, is_struct};

/// Whether values of a type can become integers.
fn is_convertible(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Vector { element, scalable, .. } => {
            !element.isa::<PointerType>(cx) && !scalable.contains(&true)
        }
        _ => !is_struct(cx, ty) && !ty.isa::<ArrayType>(cx),
    }
}

/// Whether values of a type can become values of another, which is no larger (`narrowing`), or no smaller.
pub(super) fn are_compatible(layout: &Layout<'_>, target: Type, source: Type, narrowing: bool) -> bool {
    let cx = layout.cx;
    if target == source {
        return true;
    }
    if !is_convertible(cx, target) || !is_convertible(cx, source) {
        return false;
    }
    let (to, from) = (layout.size(target), layout.size(source));
    if target.isa::<PointerType>(cx) && source.isa::<PointerType>(cx) {
        return to == from;
    }
    if narrowing { to <= from } else { to >= from }
}

/// Creates conversions of values.
pub(super) struct Converter<'a, 'b> {
    pub(super) rw: &'a mut Rewriter<'b>,
    pub(super) layout: Layout<'a>,
    pub(super) loc: Loc,
}

/// The integer type of this width in bits.
pub(super) fn integer_type(cx: &Context, bits: u64) -> Type {
    cx.integer(bits as u32, terrace_ir::Signedness::Signless)
}

impl Converter<'_, '_> {
    fn is_big_endian(&self) -> bool {
        let cx = self.layout.cx;
        let endianness = self.layout.layout.property(cx, LayoutProperty::Endianness);
        endianness.is_some_and(|attr| attr.as_str(cx) == Some("big"))
    }

    pub(super) fn constant(&mut self, ty: Type, value: ApInt) -> Value {
        let attr = self.layout.cx.attr(AttrData::Integer { ty, value });
        self.rw.build_value(ConstantOp::of().value_attr(attr).res(ty).loc(self.loc))
    }

    /// An integer as large as a value.
    fn convert_to_integer(&mut self, value: Value) -> Value {
        let (cx, ty) = (self.layout.cx, self.rw.value(value).ty());
        if ty.is_integer(cx) {
            return value;
        }
        let int = integer_type(cx, self.layout.bits(ty));
        match ty.isa::<PointerType>(cx) {
            true => self.rw.build_or_fold_value(PtrToIntOp::of(value).res(int).loc(self.loc)),
            false => self.rw.build_or_fold_value(BitcastOp::of(value).res(int).loc(self.loc)),
        }
    }

    /// An integer as another type of the same size.
    fn convert_integer(&mut self, value: Value, target: Type) -> Value {
        if self.rw.value(value).ty() == target {
            return value;
        }
        match target.isa::<PointerType>(self.layout.cx) {
            true => self.rw.build_or_fold_value(IntToPtrOp::of(value).res(target).loc(self.loc)),
            false => self.rw.build_or_fold_value(BitcastOp::of(value).res(target).loc(self.loc)),
        }
    }

    fn same_size(&mut self, value: Value, target: Type) -> Value {
        let (cx, ty) = (self.layout.cx, self.rw.value(value).ty());
        if ty == target {
            return value;
        }
        if ty.isa::<PointerType>(cx) && target.isa::<PointerType>(cx) {
            // By way of an integer, it would be lost what the pointer may point to.
            return self.rw.build_or_fold_value(AddrSpaceCastOp::of(value).res(target).loc(self.loc));
        }
        let int = self.convert_to_integer(value);
        self.convert_integer(int, target)
    }

    /// The value that a load of type `target` from the address of `source` reads.
    pub(super) fn extract(&mut self, source: Value, target: Type) -> Value {
        let (cx, ty) = (self.layout.cx, self.rw.value(source).ty());
        let (from, to) = (self.layout.bits(ty), self.layout.bits(target));
        if from == to {
            return self.same_size(source, target);
        }
        let mut value = self.convert_to_integer(source);
        if self.is_big_endian() {
            let int = self.rw.value(value).ty();
            let amount = self.constant(int, ApInt::new(from as u32, from - to));
            value = self.rw.build_or_fold_value(LShrOp::of(value, amount).res(int).loc(self.loc));
        }
        let value = self.rw.build_value(TruncOp::of(value).res(integer_type(cx, to)).loc(self.loc));
        self.convert_integer(value, target)
    }

    /// The value in a slot that holds `before` after a store of `value`.
    pub(super) fn insert(&mut self, value: Value, before: Value) -> Value {
        let (ty, slot) = (self.rw.value(value).ty(), self.rw.value(before).ty());
        let (from, to) = (self.layout.bits(ty), self.layout.bits(slot));
        if from == to {
            return self.same_size(value, slot);
        }
        let before = self.convert_to_integer(before);
        let value = self.convert_to_integer(value);
        let int = self.rw.value(before).ty();
        let mut value = self.rw.build_or_fold_value(ZExtOp::of(value).res(int).loc(self.loc));
        let mask = if self.is_big_endian() {
            let amount = self.constant(int, ApInt::new(to as u32, to - from));
            value = self.rw.build_or_fold_value(ShlOp::of(value, amount).res(int).loc(self.loc));
            ApInt::all_ones((to - from) as u32).zext_or_trunc(to as u32)
        } else {
            ApInt::all_ones(from as u32).zext_or_trunc(to as u32).not()
        };
        let mask = self.constant(int, mask);
        let kept = self.rw.build_or_fold_value(AndOp::of(before, mask).res(int).loc(self.loc));
        let both = self.rw.build_or_fold_value(OrOp::of(kept, value).res(int).loc(self.loc));
        self.convert_integer(both, slot)
    }
}
