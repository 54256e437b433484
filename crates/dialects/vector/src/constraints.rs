//! Type constraints of this dialect, in upstream's words, and rules about element types.

use terrace_ir::constraints::{SHAPED_KIND, VECTOR_KIND};
use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::traits::Predicate;
use terrace_ir::{Context, OpRef, Type, TypeData};

use crate::types::as_vector;

fn is_vector(cx: &Context, ty: Type, pred: impl Fn(crate::types::Vector<'_>) -> bool) -> bool {
    as_vector(cx, ty).is_some_and(pred)
}

macro_rules! type_constraints {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $kind:ident; $pred:expr);)*) => {
        $($(#[$meta])*
        pub static $name: TypeConstraint = TypeConstraint::new($summary, $pred).of_kind(&$kind);)*
    };
}

/// Any type, when it is read.
static ANY_KIND: TypeKind = TypeKind { name: "", pred: |_, _| true };

type_constraints! {
    /// A vector.
    ANY_VECTOR("vector of any type values", VECTOR_KIND; |cx, ty| ty.is_vector(cx));
    /// A vector of a rank that is not zero.
    ANY_NON0_VECTOR(
        "vector of any type values", VECTOR_KIND; |cx, ty| is_vector(cx, ty, |v| v.rank() > 0)
    );
    /// A vector whose extents are known.
    ANY_FIXED_VECTOR(
        "fixed-length vector of any type values", VECTOR_KIND; |cx, ty| is_vector(cx, ty, |v| !v.is_scalable())
    );
    /// A vector of rank one.
    VECTOR_RANK_1(" of ranks 1", VECTOR_KIND; |cx, ty| is_vector(cx, ty, |v| v.rank() == 1));
    /// A scalable vector of rank one.
    SCALABLE_VECTOR_RANK_1(
        " of ranks 1", VECTOR_KIND; |cx, ty| is_vector(cx, ty, |v| v.rank() == 1 && v.is_scalable())
    );
    /// A vector of floats.
    FLOAT_VECTOR(
        "vector of floating-point values", VECTOR_KIND; |cx, ty| is_vector(cx, ty, |v| v.element.is_float(cx))
    );
    /// A mask.
    MASK(
        "vector of 1-bit signless integer values", VECTOR_KIND;
        |cx, ty| is_vector(cx, ty, |v| v.element == Type::I1)
    );
    /// A mask of a rank that is not zero.
    NON0_MASK(
        "vector of 1-bit signless integer values", VECTOR_KIND;
        |cx, ty| is_vector(cx, ty, |v| v.rank() > 0 && v.element == Type::I1)
    );
    /// A mask of a rank that is not zero whose extents are known.
    FIXED_NON0_MASK(
        "fixed-length vector of 1-bit signless integer values", VECTOR_KIND;
        |cx, ty| is_vector(cx, ty, |v| v.rank() > 0 && !v.is_scalable() && v.element == Type::I1)
    );
    /// A vector of numbers of elements.
    INDEX_VECTOR(
        "vector of integer or index values", VECTOR_KIND;
        |cx, ty| is_vector(cx, ty, |v| v.rank() > 0 && v.element.is_int_or_index(cx))
    );
    /// A vector of `index` of rank one.
    INDEX_VECTOR_RANK_1(
        "vector of index values of ranks 1", VECTOR_KIND;
        |cx, ty| is_vector(cx, ty, |v| v.rank() == 1 && v.element == Type::INDEX)
    );
    /// A tensor or a memref.
    TENSOR_OR_MEMREF(
        "Tensor or MemRef of any type values", SHAPED_KIND;
        |cx, ty| ty.is_tensor(cx) || matches!(ty.data(cx), TypeData::MemRef { .. })
    );
    /// The operand types of `vector.print`.
    PRINTABLE(
        "", ANY_KIND; |cx, ty| ty.is_vector(cx) || ty.is_int_or_index(cx) || ty.is_float(cx)
    );
}

/// Whether the first result has the element type of an operand.
fn result_like(op: OpRef<'_>, operand: usize) -> bool {
    let cx = op.cx();
    op.single_result().ty().element_type_or_self(cx) == op.operand(operand).ty().element_type_or_self(cx)
}

/// The rule that the result has the element type of the first operand, in the words `summary`.
pub const fn like_first(summary: &'static str) -> Predicate {
    Predicate { summary, holds: |op| result_like(op, 0) }
}

/// The rule that the result has the element type of the second operand, in the words `summary`.
pub const fn like_second(summary: &'static str) -> Predicate {
    Predicate { summary, holds: |op| result_like(op, 1) }
}

/// The rule that the result has the element type of the third operand, in the words `summary`.
pub const fn like_third(summary: &'static str) -> Predicate {
    Predicate { summary, holds: |op| result_like(op, 2) }
}

/// The rule most ops with one source have.
pub static LIKE_OPERAND: Predicate = like_first("operand and result have same element type");
/// The rule of ops that call their first operand a source.
pub static LIKE_SOURCE: Predicate = like_first("source operand and result have same element type");
