//! Constraints on operands and results, with upstream's descriptions.

use terrace_ir::constraints::VECTOR_KIND;
use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::{Context, Type};

use crate::types::*;

fn is_int(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx)
}

fn is_ptr(cx: &Context, ty: Type) -> bool {
    ty.isa::<PointerType>(cx)
}

/// Whether a type is a vector of LLVM whose elements satisfy `pred`.
fn is_vector_of(cx: &Context, ty: Type, pred: fn(&Context, Type) -> bool) -> bool {
    is_compatible_vector(cx, ty) && ty.element_type(cx).is_some_and(|element| pred(cx, element))
}

/// Whether a type satisfies `pred`, or is a vector of LLVM whose elements do.
fn is_or_vector_of(cx: &Context, ty: Type, pred: fn(&Context, Type) -> bool) -> bool {
    pred(cx, ty) || is_vector_of(cx, ty, pred)
}

static POINTER_KIND: TypeKind = TypeKind { name: "llvm.ptr", pred: is_ptr };

macro_rules! constraints {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $pred:expr) $(.$more:ident($arg:expr))*;)*) => {
        $($(#[$meta])* pub static $name: TypeConstraint = TypeConstraint::new($summary, $pred)$(.$more($arg))*;)*
    };
}

constraints! {
    /// A type of LLVM.
    LLVM_TYPE("LLVM dialect-compatible type", is_compatible_outer_type);
    /// A type of LLVM that values may have.
    PRIMITIVE("primitive LLVM type", is_primitive);
    /// A pointer.
    POINTER("LLVM pointer type", is_ptr).of_kind(&POINTER_KIND).of_def(PointerType::DEF);
    /// A pointer, or a vector of pointers.
    POINTER_OR_VECTOR("LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
                      |cx, ty| is_or_vector_of(cx, ty, is_ptr));
    /// A vector of pointers.
    POINTER_VECTOR("LLVM dialect-compatible vector of LLVM pointer type", |cx, ty| is_vector_of(cx, ty, is_ptr))
        .of_kind(&VECTOR_KIND);
    /// A structure.
    STRUCT("LLVM structure type", is_struct);
    /// A structure or an array.
    AGGREGATE("LLVM aggregate type", is_aggregate);
    /// Neither a structure nor an array.
    NON_AGGREGATE("LLVM-compatible non-aggregate type",
                  |cx, ty| is_compatible_outer_type(cx, ty) && !is_aggregate(cx, ty));
    /// Types that can be loaded and stored.
    LOADABLE("LLVM type with size", is_loadable_type);
    /// A signless integer.
    INT("signless integer", is_int).of_kind(&terrace_ir::constraints::INTEGER_KIND);
    /// A signless integer or a vector of them.
    INT_OR_VECTOR("signless integer or LLVM dialect-compatible vector of signless integer",
                  |cx, ty| is_or_vector_of(cx, ty, is_int));
    /// A vector of signless integers.
    INT_VECTOR("LLVM dialect-compatible vector of signless integer", |cx, ty| is_vector_of(cx, ty, is_int))
        .of_kind(&VECTOR_KIND);
    /// An integer or a vector of them.
    ANY_INT_OR_VECTOR("integer or LLVM dialect-compatible vector of integer",
                      |cx, ty| is_or_vector_of(cx, ty, |cx, ty| ty.is_integer(cx)));
    /// `i8`.
    I8("8-bit signless integer", |_, ty| ty == Type::I8).of_kind(&terrace_ir::constraints::INTEGER_KIND);
    /// `i1` or a vector of it.
    BOOL_OR_VECTOR("1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
                   |cx, ty| is_or_vector_of(cx, ty, |_, ty| ty == Type::I1));
    /// A vector of `i1`.
    MASK("LLVM dialect-compatible vector of 1-bit signless integer",
         |cx, ty| is_vector_of(cx, ty, |_, ty| ty == Type::I1)).of_kind(&VECTOR_KIND);
    /// A floating-point type of LLVM.
    FLOAT("floating point LLVM type", is_compatible_float);
    /// A floating-point type of LLVM, or a vector of one.
    FLOAT_OR_VECTOR(
        "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
        |cx, ty| is_or_vector_of(cx, ty, is_compatible_float));
    /// A floating-point type of any kind.
    ANY_FLOAT("floating-point", |cx, ty| ty.is_float(cx) || ty.isa::<PpcFp128Type>(cx));
    /// A vector of floating-point numbers.
    FLOAT_VECTOR("LLVM dialect-compatible vector of floating-point",
                 |cx, ty| is_vector_of(cx, ty, |cx, ty| ty.is_float(cx))).of_kind(&VECTOR_KIND);
    /// A vector.
    VECTOR("LLVM dialect-compatible vector type", is_compatible_vector).of_kind(&VECTOR_KIND);
    /// The operand types of integer comparisons.
    INT_OR_POINTER_OR_VECTOR(
        "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or \
         LLVM dialect-compatible vector of LLVM pointer type",
        |cx, ty| is_or_vector_of(cx, ty, is_int) || is_or_vector_of(cx, ty, is_ptr));
    /// The operand types of `cmpxchg`.
    INT_OR_POINTER("signless integer or LLVM pointer type", |cx, ty| is_int(cx, ty) || is_ptr(cx, ty));
    /// The operand types of `atomicrmw`.
    ATOMIC(
        "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length \
         vector type",
        |cx, ty| is_compatible_float(cx, ty) || is_ptr(cx, ty) || is_int(cx, ty)
            || ty.is_vector(cx) && !is_scalable_vector(cx, ty));
}

/// A pointer into the default address space.
pub static DEFAULT_POINTER: TypeConstraint = TypeConstraint::only(
    "LLVM pointer in address space 0",
    |cx, ty| address_space(cx, ty) == Some(0),
    PointerType::default_space,
);
/// A token.
pub static TOKEN: TypeConstraint =
    TypeConstraint::only("LLVM token type", |cx, ty| ty.isa::<TokenType>(cx), |cx| TokenType::get(cx).into());
