//! Creates ops of the dialect llvm at an insertion point.

use terrace_conversion::ConversionRewriter;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{
    ConstantOp, ExtractValueOp, GEPOp, InsertValueOp, LoadOp, PoisonOp, StoreOp, ZeroOp, type_at,
};
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Context, Loc, Op, OpKind, Rewriter, Type, Value};
use terrace_support::apint::ApInt;

/// The static index of a `getelementptr` that marks a dynamic index.
const DYNAMIC_INDEX: i32 = i32::MIN;

/// Creates ops at a location, where the rewriter's insertion point is.
pub struct Build<'b, 'r> {
    /// The rewriter.
    pub rw: &'b mut Rewriter<'r>,
    /// The location of the created ops.
    pub loc: Loc,
    /// The type that an index becomes.
    pub index: Type,
}

impl<'b, 'r> Build<'b, 'r> {
    /// A builder.
    pub fn new(rw: &'b mut Rewriter<'r>, loc: Loc, index: Type) -> Self {
        Self { rw, loc, index }
    }

    /// The context.
    pub fn cx(&self) -> &'r Context {
        self.rw.cx()
    }

    /// A constant.
    pub fn constant(&mut self, value: Attr, ty: Type) -> Value {
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(value).res(ty))
    }

    /// A constant integer of a type, or a number in all elements of a vector.
    pub fn integer(&mut self, number: i64, ty: Type) -> Value {
        let cx = self.cx();
        let value = match ty.element_type(cx) {
            Some(element) => {
                let width = element.bit_width(cx).expect("the elements of a vector of integers have a width");
                let bits = ApInt::from_i64(width, number);
                terrace_ir::elements::int_elements(cx, ty, &[bits]).expect("a splat has one element")
            }
            None => cx.int_attr(ty, number),
        };
        self.constant(value, ty)
    }

    /// An index, written as such: `llvm.mlir.constant(1 : index) : i64`.
    pub fn index(&mut self, number: i64) -> Value {
        let value = self.cx().int_attr(Type::INDEX, number);
        self.constant(value, self.index)
    }

    /// A poison value.
    pub fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().loc(self.loc).res(ty))
    }

    /// A zero, or the null pointer.
    pub fn zero(&mut self, ty: Type) -> Value {
        self.rw.build_value(ZeroOp::of().loc(self.loc).res(ty))
    }

    /// A part of a structure or an array.
    ///
    /// # Panics
    ///
    /// If there is no such part.
    pub fn extract(&mut self, container: Value, position: &[i64]) -> Value {
        let (cx, ty) = (self.cx(), self.rw.body().value_type(container));
        let ty = type_at(cx, ty, position.iter().copied()).expect("the part exists");
        self.rw.build_value(
            ExtractValueOp::of(container).loc(self.loc).position_attr(cx.i64_array(position)).res(ty),
        )
    }

    /// A structure or an array with another part.
    pub fn insert(&mut self, container: Value, value: Value, position: &[i64]) -> Value {
        let (cx, ty) = (self.cx(), self.rw.body().value_type(container));
        let insert = InsertValueOp::of(container, value).loc(self.loc).position_attr(cx.i64_array(position));
        self.rw.build_value(insert.res(ty))
    }

    /// The address of an element of a type, by numbers that are known or not.
    pub fn gep(
        &mut self,
        pointer: Type,
        element: Type,
        base: Value,
        indices: &[GepIndex],
        flags: GEPNoWrapFlags,
    ) -> Value {
        let constants: Vec<i32> = indices
            .iter()
            .map(|index| match *index {
                GepIndex::Known(number) => number,
                GepIndex::Value(_) => DYNAMIC_INDEX,
            })
            .collect();
        let values: Vec<Value> = indices
            .iter()
            .filter_map(|index| match *index {
                GepIndex::Known(_) => None,
                GepIndex::Value(value) => Some(value),
            })
            .collect();
        let gep = GEPOp::of(base, &values)
            .loc(self.loc)
            .raw_constant_indices_attr(self.cx().i32_array(&constants))
            .elem_type(element)
            .no_wrap_flags(flags)
            .res(pointer);
        self.rw.build_value(gep)
    }

    /// Loads from an address.
    pub fn load(&mut self, ty: Type, pointer: Value) -> Value {
        self.rw.build_value(LoadOp::of(pointer).loc(self.loc).res(ty))
    }

    /// Writes to an address.
    pub fn store(&mut self, value: Value, pointer: Value) {
        self.rw.build(StoreOp::of(value, pointer).loc(self.loc));
    }

    /// An op on two values of one type, without flags.
    pub fn binary<K: OpKind>(&mut self, lhs: Value, rhs: Value) -> Value {
        let ty = self.rw.body().value_type(lhs);
        self.rw.build_value(OperationState::binary::<K>(lhs, rhs).with_results(&[ty]).with_loc(self.loc))
    }

    /// A binary op with overflow flags.
    pub fn overflowing<K: OpKind>(&mut self, lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Value {
        let ty = self.rw.body().value_type(lhs);
        let flags = terrace_ir::enum_attr::enum_attr(self.cx(), flags);
        let state = OperationState::binary::<K>(lhs, rhs).with_attr("overflowFlags", flags);
        self.rw.build_value(state.with_results(&[ty]).with_loc(self.loc))
    }

    /// An op with one operand and one result.
    pub fn unary<K: OpKind>(&mut self, operand: Value, ty: Type) -> Value {
        self.rw.build_value(OperationState::unary::<K>(operand).with_results(&[ty]).with_loc(self.loc))
    }

    /// A cast that another conversion removes.
    pub fn cast(&mut self, value: Value, ty: Type) -> Value {
        self.rw.build_value(UnrealizedConversionCastOp::of(&[value]).outputs(&[ty]).loc(self.loc))
    }
}

/// Replaces an op by the values that `create` returns, which creates ops before it; leaves the op if it returns `None`.
pub fn replace_with(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    index: Type,
    create: impl FnOnce(&mut Build<'_, '_>) -> Option<Vec<Value>>,
) -> Option<()> {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let values = create(&mut Build::new(rw, loc, index))?;
    rw.replace_op(op, &values);
    Some(())
}

/// An index of a `getelementptr`.
#[derive(Clone, Copy, Debug)]
pub enum GepIndex {
    /// A number.
    Known(i32),
    /// The result of an op.
    Value(Value),
}
