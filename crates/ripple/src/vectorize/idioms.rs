//! Expressions of C that targets have one instruction for, in the form in which back ends look for them.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::AbsOp;
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, ICmpOp, ICmpOpView, LShrOp, MulOp, SExtOp, SelectOp, SubOp, TruncOp, TruncOpView, XOrOp,
    ZExtOp,
};
use terrace_ir::{OpKind, OpRef, Type, Value, ValueRef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::evaluate::{integer_of_constant, is_everywhere};

fn defined_by<'a, K: OpKind>(value: ValueRef<'a>) -> Option<OpRef<'a>> {
    value.defining_op().filter(|op| op.isa::<K>())
}

/// The operands of an op that defines a value.
fn operands_of<'a, K: OpKind>(value: ValueRef<'a>) -> Option<[ValueRef<'a>; 2]> {
    let op = defined_by::<K>(value)?;
    Some([op.operand(0), op.operand(1)])
}

fn is_number(value: ValueRef<'_>, number: i64) -> bool {
    value.defining_op().and_then(integer_of_constant) == Some(number)
}

/// The factors of a product of fractions of 15 bits, rounded: `(a * b + (1 << 14)) >> 15`, truncated to 16 bits.
fn rounded_product<'a>(
    truncation: OpRef<'a>,
    is_here: impl Fn(OpRef<'a>) -> bool,
) -> Option<[ValueRef<'a>; 2]> {
    let truncation = truncation.cast::<TruncOp>()?;
    let cx = truncation.0.cx();
    let shifted = TruncOpView::arg(truncation);
    let [sum, by] = operands_of::<AShrOp>(shifted).or_else(|| operands_of::<LShrOp>(shifted))?;
    let [product, half] = operands_of::<AddOp>(sum)?;
    let factors = operands_of::<MulOp>(product)?;
    let is_half = |ty: Type| ty.bit_width(cx) == Some(16);
    let fits = is_half(TruncOpView::res(truncation).ty())
        && shifted.ty().bit_width(cx) == Some(32)
        && is_number(by, 15)
        && is_number(half, 1 << 14);
    let [x, y] = factors
        .map(|factor| Some(defined_by::<SExtOp>(factor).filter(|&op| is_here(op))?.cast::<SExtOp>()?.arg()));
    let sources = [x?, y?];
    (fits && sources.iter().all(|source| is_half(source.ty()))).then_some(sources)
}

impl Emitter<'_, '_> {
    /// Renders an expression that back ends know in another form.
    pub(super) fn idiom(&mut self, original: &Original) -> Option<Lanes> {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        if shape.is_scalar() {
            return None;
        }
        let factors = rounded_product(self.rw.op(original.op), |op| self.is_here(op))?;
        let factors = factors.map(|factor| factor.id());
        let count = shape.elements();
        let (name, width) = self.target.rounded_product(count)?;
        if !count.is_multiple_of(width) {
            return None;
        }
        let [x, y] = factors.map(|factor| self.vector_in(factor, shape));
        let parts = (0..count / width)
            .map(|part| {
                let members: Vec<usize> = (part * width..(part + 1) * width).collect();
                let pair = [self.pick(x, &members), self.pick(y, &members)];
                self.intrinsic(name, &pair)
            })
            .collect();
        let value = self.concatenate_all(parts);
        Some(Lanes::opaque(value, ty, shape))
    }

    /// The value that a selection folds to whose other operand selects the same value for some of the elements that are
    /// wanted: `m ? (m && c ? x : y) : y` is the inner selection.
    pub(super) fn selected_within(&self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        let value = |value: Value| self.rw.value(value);
        let inner = value(no).defining_op()?.cast::<SelectOp>()?;
        let within = inner.condition().defining_op()?.cast::<SelectOp>()?;
        let [mask, ones] = operands_of::<XOrOp>(value(condition))?;
        let is_same = within.condition().id() == mask.id() && inner.false_value().id() == yes;
        (is_same && is_everywhere(within.false_value(), 0) && is_everywhere(ones, -1)).then_some(no)
    }

    /// The difference without a sign that a selection is: `a > b ? a - b : b - a`, of numbers that have no sign.
    pub(super) fn absolute_difference(&mut self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        let value = |value: Value| self.rw.value(value);
        let compare = value(condition).defining_op()?.cast::<ICmpOp>()?;
        let (mut a, mut b) = (ICmpOpView::lhs(compare), ICmpOpView::rhs(compare));
        match ICmpOpView::predicate(compare) {
            ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge => {}
            ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule => {
                std::mem::swap(&mut a, &mut b)
            }
            _ => return None,
        }
        // The same element is read, and extended, where it is compared and where it is subtracted.
        let source = |value: ValueRef<'_>| Some(value.defining_op()?.cast::<ZExtOp>()?.arg().id());
        let (from_a, from_b) = (source(a)?, source(b)?);
        let is = |value: ValueRef<'_>, from: Value, less: Value| {
            operands_of::<SubOp>(value)
                .is_some_and(|[x, y]| source(x) == Some(from) && source(y) == Some(less))
        };
        let (yes, no) = (value(yes), value(no));
        if a.ty() != yes.ty() || !is(yes, from_a, from_b) || !is(no, from_b, from_a) {
            return None;
        }
        let (difference, ty) = (yes.id(), yes.ty());
        let absolute = AbsOp::builder(self.cx(), self.loc).in_(difference).is_int_min_poison(false);
        Some(self.rw.build_value(absolute.res(ty)))
    }

    /// A value of the original as a vector of a shape.
    fn vector_in(&mut self, value: Value, shape: crate::shape::Shape) -> Value {
        let lanes = self.lanes(value).in_shape(shape);
        self.vector_of(&lanes)
    }
}
