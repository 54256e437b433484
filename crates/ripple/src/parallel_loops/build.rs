//! Creates ops of the dialect llvm at an insertion point.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{
    AddOp, AllocaOp, AndOp, BrOp, CallIntrinsicOp, CondBrOp, ConstantOp, GEPOp, ICmpOp, LoadOp, MulOp, OrOp,
    PtrToIntOp, SExtOp, SelectOp, StoreOp, SubOp, TruncOp, UDivOp, URemOp, ZExtOp, ZeroOp,
};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{AttrData, Block, Context, Loc, Op, Rewriter, Signedness, Type, Value};
use terrace_support::apint::ApInt;

use crate::dialect::{GetSizeOp, IndexOp};
use crate::vectors::scalar_width;

/// Creates ops at a location.
pub(crate) struct Build<'b, 'r> {
    pub(crate) rw: &'b mut Rewriter<'r>,
    pub(crate) loc: Loc,
}

impl<'r> Build<'_, 'r> {
    pub(crate) fn cx(&self) -> &'r Context {
        self.rw.cx()
    }

    pub(crate) fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    /// The width of an integer.
    pub(crate) fn width(&self, value: Value) -> u32 {
        scalar_width(self.cx(), self.ty(value))
    }

    pub(crate) fn integer(&mut self, number: i64, ty: Type) -> Value {
        let value = self.cx().int_attr(ty, number);
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(value).res(ty))
    }

    /// A constant of any width.
    pub(crate) fn number(&mut self, value: ApInt, ty: Type) -> Value {
        let value = self.cx().attr(AttrData::Integer { ty, value });
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(value).res(ty))
    }

    pub(crate) fn add(&mut self, lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Value {
        self.rw.build_value(AddOp::of(lhs, rhs).loc(self.loc).overflow_flags(flags))
    }

    pub(crate) fn sub(&mut self, lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Value {
        self.rw.build_value(SubOp::of(lhs, rhs).loc(self.loc).overflow_flags(flags))
    }

    pub(crate) fn mul(&mut self, lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Value {
        self.rw.build_value(MulOp::of(lhs, rhs).loc(self.loc).overflow_flags(flags))
    }

    pub(crate) fn divide(&mut self, lhs: Value, rhs: Value) -> Value {
        self.rw.build_value(UDivOp::of(lhs, rhs).loc(self.loc))
    }

    pub(crate) fn remainder(&mut self, lhs: Value, rhs: Value) -> Value {
        self.rw.build_value(URemOp::of(lhs, rhs).loc(self.loc))
    }

    pub(crate) fn and(&mut self, lhs: Value, rhs: Value) -> Value {
        self.rw.build_value(AndOp::of(lhs, rhs).loc(self.loc))
    }

    pub(crate) fn or(&mut self, lhs: Value, rhs: Value) -> Value {
        self.rw.build_value(OrOp::of(lhs, rhs).loc(self.loc))
    }

    pub(crate) fn compare(&mut self, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
        let compare = ICmpOp::of(lhs, rhs).loc(self.loc).predicate(predicate).res(Type::I1);
        self.rw.build_value(compare)
    }

    pub(crate) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        let select = SelectOp::of(condition, yes, no).loc(self.loc).res(ty);
        self.rw.build_value(select)
    }

    /// The integer in another width: extended by its sign or by zeros, or its lowest bits.
    pub(crate) fn resize(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        self.resize_with(value, ty, signed, IntegerOverflowFlags::NONE)
    }

    /// As [`Self::resize`], with flags for a truncation.
    pub(crate) fn resize_with(
        &mut self,
        value: Value,
        ty: Type,
        signed: bool,
        flags: IntegerOverflowFlags,
    ) -> Value {
        let (cx, loc) = (self.cx(), self.loc);
        let (from, to) = (self.width(value), scalar_width(cx, ty));
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => {
                self.rw.build_value(TruncOp::of(value).loc(loc).overflow_flags(flags).res(ty))
            }
            std::cmp::Ordering::Less if signed => self.rw.build_value(SExtOp::of(value).loc(loc).res(ty)),
            std::cmp::Ordering::Less => self.rw.build_value(ZExtOp::of(value).loc(loc).res(ty)),
        }
    }

    pub(crate) fn address_number(&mut self, pointer: Value, ty: Type) -> Value {
        self.rw.build_value(PtrToIntOp::of(pointer).loc(self.loc).res(ty))
    }

    /// The number of bytes of a type, with padding.
    pub(crate) fn size_of(&mut self, element: Type, ty: Type) -> Value {
        let (cx, loc) = (self.cx(), self.loc);
        let pointer: Type = PointerType::get(cx, 0).into();
        let null = self.rw.build_value(ZeroOp::of().loc(loc).res(pointer));
        let end = self.rw.build_value(GEPOp::of_indices(cx, loc, null, element, &[1.into()]).res(pointer));
        self.address_number(end, ty)
    }

    /// The pointer a number of elements further on.
    pub(crate) fn offset(
        &mut self,
        base: Value,
        element: Type,
        index: Value,
        flags: GEPNoWrapFlags,
    ) -> Value {
        let ty = self.ty(base);
        let address = GEPOp::of_indices(self.cx(), self.loc, base, element, &[index.into()])
            .no_wrap_flags(flags)
            .res(ty);
        self.rw.build_value(address)
    }

    pub(crate) fn call(&mut self, name: &str, args: &[Value], result: Type) -> Value {
        let call = CallIntrinsicOp::of().loc(self.loc).intrin(name).args(args);
        let call = call.op_bundle_operands(&[]).results(result);
        let op = self.rw.build(call);
        self.rw.body().single_result(op)
    }

    /// The index of an element of a block in a dimension.
    pub(crate) fn index(&mut self, block: Value, dim: usize, ty: Type) -> Value {
        let dim = self.integer(dim as i64, ty);
        self.rw.build_value(IndexOp::of(block, dim).loc(self.loc).result(ty))
    }

    /// The size of a block in a dimension.
    pub(crate) fn block_size(&mut self, block: Value, dim: usize, ty: Type) -> Value {
        let dim = self.integer(dim as i64, ty);
        self.rw.build_value(GetSizeOp::of(block, dim).loc(self.loc).result(ty))
    }

    pub(crate) fn branch(&mut self, dest: Block, operands: &[Value]) -> Op {
        self.rw.build(BrOp::of(operands).loc(self.loc).dest(dest)).into()
    }

    pub(crate) fn branch_if(
        &mut self,
        condition: Value,
        yes: (Block, &[Value]),
        no: (Block, &[Value]),
    ) -> Op {
        let branch = CondBrOp::of(condition)
            .loc(self.loc)
            .true_dest_operands(yes.1)
            .false_dest_operands(no.1)
            .true_dest(yes.0)
            .false_dest(no.0);
        self.rw.build(branch).into()
    }

    /// A variable on the stack.
    pub(crate) fn slot(&mut self, element: Type) -> Value {
        let one = self.integer(1, Type::I32);
        let pointer: Type = PointerType::get(self.cx(), 0).into();
        self.rw.build_value(AllocaOp::of(one).loc(self.loc).elem_type(element).res(pointer))
    }

    pub(crate) fn load(&mut self, slot: Value, ty: Type) -> Value {
        self.rw.build_value(LoadOp::of(slot).loc(self.loc).res(ty))
    }

    pub(crate) fn store(&mut self, value: Value, slot: Value) {
        self.rw.build(StoreOp::of(value, slot).loc(self.loc));
    }

    /// The integer type of a width.
    pub(crate) fn integer_type(&self, width: u32) -> Type {
        self.cx().integer(width, Signedness::Signless)
    }
}
