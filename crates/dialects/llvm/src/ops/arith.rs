//! Arithmetic, comparisons and selection.

use terrace_dialects_builtin::divisors::may_divide_by;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AttrKind, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective};
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::interfaces::SelectLike;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, AttrData, Context, OpKind, OpRef, OptionalAttr, Type, TypeData, ValueRef};
use terrace_macros::op;

use super::fold::{fold_icmp, fold_or, fold_shl, known_divisor};
use crate::attrs::*;
use crate::constraints::*;
use crate::enums::{FCmpPredicate, ICmpPredicate, IntegerOverflowFlags};
use crate::types::{is_compatible_type, is_compatible_vector};
use terrace_dialects_builtin::infer::first_operand;

/// `overflow<nsw, nuw>`, or nothing.
pub(super) static OVERFLOW: CustomDirective =
    CustomDirective { name: "Overflow", parse: parse_overflow, print: print_overflow };

fn prop_of(args: &[CustomArg]) -> usize {
    let prop =
        |arg: &CustomArg| if let CustomArg::Prop(slot) = arg { Some(usize::from(*slot)) } else { None };
    args.iter().find_map(prop).expect("the directive names a property")
}

fn parse_overflow(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    if !p.optional_token("overflow") {
        return Ok(false);
    }
    p.token("<")?;
    let flags = p.enum_keyword(IntegerOverflowFlags::DEF)?;
    p.token(">")?;
    let flags = IntegerOverflowFlags::from_int(flags).expect("keywords were read");
    state.props[prop_of(args)] = enum_attr(p.cx(), flags);
    Ok(true)
}

fn print_overflow(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let flags =
        op.prop(prop_of(args)).and_then(|attr| OverflowKind::value(op.cx(), attr)).unwrap_or_default();
    let mut text = String::new();
    IntegerOverflowFlags::DEF.write(flags.to_int(), &mut text);
    p.text(&format!("overflow<{text}>"));
}

macro_rules! integer_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal [$($tr:ident),*] ($($extra:tt)*);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, SameOperandsAndResultType, InferTypes, NoMemoryEffect, Pure $(, $tr)*), infer = first_operand, $($extra)*
             format = "$lhs `,` $rhs attr-dict `:` type($res)")]
        pub struct $marker {
            lhs: Operand<INT_OR_VECTOR>,
            rhs: Operand<INT_OR_VECTOR>,
            res: Res<INT_OR_VECTOR>,
        }
    )*};
}

integer_ops! {
    /// The unsigned remainder.
    URemOp = "llvm.urem" [MayBeUndefined] (interfaces(dyn ConditionallySpeculatable),);
    /// The signed remainder.
    SRemOp = "llvm.srem" [MayBeUndefined] (interfaces(dyn ConditionallySpeculatable),);
    /// Bitwise and.
    AndOp = "llvm.and" [] ();
    /// Bitwise exclusive or.
    XOrOp = "llvm.xor" [] ();
}

macro_rules! overflow_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal [$($tr:ident),*] ($($extra:tt)*);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, SameOperandsAndResultType, InferTypes, NoMemoryEffect, $($tr,)* Pure), infer = first_operand, customs(&OVERFLOW), $($extra)*
             format = "$lhs `,` $rhs (custom<Overflow>($overflowFlags)^)? attr-dict `:` type($res)")]
        pub struct $marker {
            lhs: Operand<INT_OR_VECTOR>,
            rhs: Operand<INT_OR_VECTOR>,
            overflowFlags: DefaultProp<OverflowKind, no_overflow>,
            res: Res<INT_OR_VECTOR>,
        }
    )*};
}

overflow_ops! {
    /// Addition.
    AddOp = "llvm.add" [Commutative] ();
    /// Subtraction.
    SubOp = "llvm.sub" [] ();
    /// Multiplication.
    MulOp = "llvm.mul" [Commutative] ();
    /// Shift to the left.
    ShlOp = "llvm.shl" [] (fold = fold_shl,);
}

macro_rules! exact_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal [$($tr:ident),*] ($($extra:tt)*);)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, SameOperandsAndResultType, InferTypes, NoMemoryEffect $(, $tr)*), infer = first_operand, $($extra)*
             format = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)")]
        pub struct $marker {
            lhs: Operand<INT_OR_VECTOR>,
            rhs: Operand<INT_OR_VECTOR>,
            isExact: OptProp<UnitAttr>,
            res: Res<INT_OR_VECTOR>,
        }
    )*};
}

exact_ops! {
    /// The unsigned quotient.
    UDivOp = "llvm.udiv" [] (interfaces(dyn ConditionallySpeculatable),);
    /// The signed quotient.
    SDivOp = "llvm.sdiv" [] (interfaces(dyn ConditionallySpeculatable),);
    /// Shift to the right that fills with zeros.
    LShrOp = "llvm.lshr" [Pure] ();
    /// Shift to the right that fills with the sign.
    AShrOp = "llvm.ashr" [Pure] ();
}

/// Whether a divisor is known not to be zero; for signed division, nor -1.
fn is_safe_divisor(divisor: terrace_ir::ValueRef<'_>, signed: bool) -> bool {
    match known_divisor(divisor) {
        Some(values) => values.iter().all(|v| !(v.is_zero() || signed && v.is_all_ones())),
        None => may_divide_by(divisor, signed),
    }
}

/// The speculatability of a division.
fn quotient_speculatability(divisor: terrace_ir::ValueRef<'_>, signed: bool) -> Speculatability {
    if is_safe_divisor(divisor, signed) { Speculatability::Yes } else { Speculatability::No }
}

impl ConditionallySpeculatable for URemOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        Speculatability::where_defined(op, || is_safe_divisor(URemOp::view_of(op).rhs(), false))
    }
}

impl ConditionallySpeculatable for SRemOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        Speculatability::where_defined(op, || is_safe_divisor(SRemOp::view_of(op).rhs(), true))
    }
}

impl ConditionallySpeculatable for UDivOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        quotient_speculatability(UDivOp::view_of(op).rhs(), false)
    }
}

impl ConditionallySpeculatable for SDivOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        quotient_speculatability(SDivOp::view_of(op).rhs(), true)
    }
}

/// Bitwise or.
#[op("llvm.or", traits(Lanewise, SameOperandsAndResultType, InferTypes, NoMemoryEffect, Pure), infer = first_operand, fold = fold_or,
     format = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)")]
pub struct OrOp {
    lhs: Operand<INT_OR_VECTOR>,
    rhs: Operand<INT_OR_VECTOR>,
    isDisjoint: OptProp<UnitAttr>,
    res: Res<INT_OR_VECTOR>,
}

macro_rules! float_ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits(Lanewise, SameOperandsAndResultType, InferTypes, NoMemoryEffect, Pure), infer = first_operand,
             format = "$lhs `,` $rhs attr-dict `:` type($res)")]
        pub struct $marker {
            lhs: Operand<FLOAT_OR_VECTOR>,
            rhs: Operand<FLOAT_OR_VECTOR>,
            fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
            res: Res<FLOAT_OR_VECTOR>,
        }
    )*};
}

float_ops! {
    /// Addition of floating-point numbers.
    FAddOp = "llvm.fadd";
    /// Subtraction of floating-point numbers.
    FSubOp = "llvm.fsub";
    /// Multiplication of floating-point numbers.
    FMulOp = "llvm.fmul";
    /// Division of floating-point numbers.
    FDivOp = "llvm.fdiv";
    /// The remainder of floating-point numbers.
    FRemOp = "llvm.frem";
}

/// Negation of a floating-point number.
#[op("llvm.fneg", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand, format = "$operand attr-dict `:` type($res)")]
pub struct FNegOp {
    operand: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<FLOAT_OR_VECTOR>,
}

/// `i1`, or a vector of as many `i1` as the type has elements.
pub fn bool_of_shape(cx: &Context, ty: Type) -> Type {
    match ty.data(cx) {
        TypeData::Vector { .. } if is_compatible_vector(cx, ty) => {
            ty.with_element(cx, Type::I1).unwrap_or(Type::I1)
        }
        _ => Type::I1,
    }
}

static COMPARES: TypesMatch =
    TypesMatch::new("result type has i1 element type and same shape as operands", "lhs", "res", |cx, ty| {
        Some(bool_of_shape(cx, ty))
    });

/// Compares integers or pointers.
#[op("llvm.icmp", traits(Lanewise, Pure, SameTypeOperands, TypesMatchWith(&COMPARES)), asm = (parse_icmp, print_icmp),
     syntax = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)",
     fold = fold_icmp)]
pub struct ICmpOp {
    predicate: Prop<ICmpPredicateKind>,
    lhs: Operand<INT_OR_POINTER_OR_VECTOR>,
    rhs: Operand<INT_OR_POINTER_OR_VECTOR>,
    res: Res<BOOL_OR_VECTOR>,
}

/// Compares floating-point numbers.
#[op("llvm.fcmp", traits(Lanewise, Pure, SameTypeOperands, TypesMatchWith(&COMPARES)), asm = (parse_fcmp, print_fcmp),
     syntax = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)")]
pub struct FCmpOp {
    predicate: Prop<FCmpPredicateKind>,
    lhs: Operand<FLOAT_OR_VECTOR>,
    rhs: Operand<FLOAT_OR_VECTOR>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<BOOL_OR_VECTOR>,
}

fn parse_icmp(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_cmp::<ICmpPredicate>(p, state)
}

fn parse_fcmp(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_cmp::<FCmpPredicate>(p, state)
}

/// `"predicate" %lhs, %rhs attributes : type`.
fn parse_cmp<E: EnumValue>(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let predicate_loc = p.loc();
    let predicate: Attr = p.attr(Type::NONE)?;
    let AttrData::String { .. } = predicate.data(p.cx()) else {
        return Err(p.error(predicate_loc, "invalid kind of attribute specified".to_string()));
    };
    let lhs = p.operand()?;
    p.token(",")?;
    let rhs = p.operand()?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let type_loc = p.loc();
    let ty = p.ty()?;
    for operand in [lhs, rhs] {
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
    }
    let text = predicate.optional_text(p.cx()).to_string();
    let Some(value) = E::from_keyword(&text) else {
        let message = format!("'{text}' is an incorrect value of the 'predicate' attribute");
        return Err(p.error(predicate_loc, message));
    };
    state.set_prop(p.cx(), "predicate", enum_attr(p.cx(), value));
    if !is_compatible_type(p.cx(), ty) {
        return Err(p.error(type_loc, "expected LLVM dialect-compatible type".to_string()));
    }
    state.results.push(bool_of_shape(p.cx(), ty));
    Ok(())
}

fn print_icmp(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ICmpOp::view_of(op);
    print_cmp(p, op, view.predicate().keyword(), [view.lhs(), view.rhs()]);
}

fn print_fcmp(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = FCmpOp::view_of(op);
    print_cmp(p, op, view.predicate().keyword(), [view.lhs(), view.rhs()]);
}

fn print_cmp(p: &mut dyn OpPrinter, op: OpRef<'_>, keyword: &str, [lhs, rhs]: [terrace_ir::ValueRef<'_>; 2]) {
    p.text(&format!(" \"{keyword}\" "));
    p.values(&mut [lhs, rhs].into_iter());
    let elided = ["predicate", "fastmathFlags"];
    p.attr_dict(op, if has_no_fastmath_flags(op) { &elided } else { &elided[..1] });
    p.text(" : ");
    p.ty(lhs.ty());
}

/// Whether an op has flags for floating-point arithmetic, none of which is set.
pub(super) fn has_no_fastmath_flags(op: OpRef<'_>) -> bool {
    op.inherent_attr("fastmathFlags").is_some_and(|flags| flags == no_fastmath(op.cx()))
}

/// Selects one of two values, by a scalar or elementwise condition.
#[op("llvm.select", traits(Lanewise, Pure, AllTypesMatch(&["trueValue", "falseValue", "res"])),
     interfaces(dyn SelectLike),
     format = "operands attr-dict `:` type($condition) `,` type($res)")]
pub struct SelectOp {
    condition: Operand<BOOL_OR_VECTOR>,
    trueValue: Operand<LLVM_TYPE>,
    falseValue: Operand<LLVM_TYPE>,
    fastmathFlags: DefaultProp<FastmathKind, no_fastmath>,
    res: Res<LLVM_TYPE>,
}

impl SelectLike for SelectOp {
    fn choices<'a>(&self, op: OpRef<'a>) -> [ValueRef<'a>; 2] {
        let view = SelectOp::view_of(op);
        [view.true_value(), view.false_value()]
    }
}

/// A value that is neither undefined nor poison.
#[op("llvm.freeze", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = first_operand, format = "$val attr-dict `:` type($val)")]
pub struct FreezeOp {
    val: Operand<LLVM_TYPE>,
    res: Res<LLVM_TYPE>,
}
