//! Constraints on operands and results, with upstream's descriptions.

use terrace_dialects_vector::types::{Vector, as_vector};
use terrace_ir::constraints::VECTOR_KIND;
use terrace_ir::def::TypeConstraint;
use terrace_ir::{Context, Type};

fn is_vector(cx: &Context, ty: Type, pred: impl Fn(&Vector<'_>) -> bool) -> bool {
    as_vector(cx, ty).is_some_and(|vector| pred(&vector))
}

/// Whether a type is a vector of one of these numbers of elements in all, of elements that satisfy `element`.
fn is_fixed(cx: &Context, ty: Type, lengths: &[i64], element: fn(&Context, Type) -> bool) -> bool {
    is_vector(cx, ty, |v| !v.is_scalable() && lengths.contains(&v.num_elements()) && element(cx, v.element))
}

/// Whether a type is a vector with a scalable extent, of one of these numbers of elements at a scale of one.
fn is_scalable(cx: &Context, ty: Type, lengths: &[i64], element: fn(&Context, Type) -> bool) -> bool {
    is_vector(cx, ty, |v| v.is_scalable() && lengths.contains(&v.num_elements()) && element(cx, v.element))
}

/// Whether a type is a vector of one dimension of this length, scalable or not.
fn is_length(cx: &Context, ty: Type, length: i64, scalable: bool, element: Type) -> bool {
    is_vector(cx, ty, |v| v.shape == [length] && v.is_scalable() == scalable && v.element == element)
}

/// Whether a type is the square scalable vector of `length` elements a side.
fn is_tile_of(cx: &Context, ty: Type, length: i64, element: Type) -> bool {
    is_vector(cx, ty, |v| v.shape == [length, length] && v.scalable == [true, true] && v.element == element)
}

/// Whether only the last extent of a vector is scalable, and is one of these.
fn is_trailing(cx: &Context, ty: Type, lengths: &[i64]) -> bool {
    is_vector(cx, ty, |v| {
        let Some((last, front)) = v.scalable.split_last() else { return false };
        *last && !front.contains(&true) && lengths.contains(&v.minor()) && v.element == Type::I1
    })
}

/// Whether a type is a vector that fills a register of scalable length, with elements of up to 64 bits.
fn is_register(cx: &Context, ty: Type) -> bool {
    let lengths: &[(i64, &[Type])] = &[
        (2, &[Type::I64, Type::F64]),
        (4, &[Type::I32, Type::F32]),
        (8, &[Type::I16, Type::F16, Type::BF16]),
        (16, &[Type::I8]),
    ];
    is_vector(cx, ty, |v| {
        v.is_scalable() && lengths.iter().any(|(n, of)| v.shape == [*n] && of.contains(&v.element))
    })
}

fn is_i8_to_i64(_cx: &Context, ty: Type) -> bool {
    [Type::I8, Type::I16, Type::I32, Type::I64].contains(&ty)
}

/// Whether a type may be the element of a tile: an integer of 8 to 128 bits, or a float of 16 to 64.
pub fn is_tile_element(cx: &Context, ty: Type) -> bool {
    is_i8_to_i64(cx, ty)
        || ty == Type::F16
        || ty == Type::BF16
        || ty == Type::F32
        || ty == Type::F64
        || ty.is_signless_integer(cx) && ty.bit_width(cx) == Some(128)
}

/// Whether a type is one that [`TILE`] takes.
fn is_tile(cx: &Context, ty: Type) -> bool {
    is_vector(cx, ty, |v| {
        is_tile_element(cx, v.element)
            && v.element.bit_width(cx).is_some_and(|bits| {
                let side = 128 / i64::from(bits);
                v.shape == [side, side] && v.scalable == [true, true]
            })
    })
}

macro_rules! vectors {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $pred:expr);)*) => {
        $($(#[$meta])* pub static $name: TypeConstraint =
            TypeConstraint::new($summary, $pred).of_kind(&VECTOR_KIND);)*
    };
}

vectors! {
    /// A vector of 2, 4 or 8 integers that are multiplied to wider ones.
    NEON_NARROW(
        "vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2",
        |cx, ty| is_fixed(cx, ty, &[8, 4, 2], |_, ty| [Type::I8, Type::I16, Type::I32].contains(&ty)));
    /// A vector of 2, 4 or 8 products of integers.
    NEON_WIDE(
        "vector of 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of length 8/4/2",
        |cx, ty| is_fixed(cx, ty, &[8, 4, 2], |_, ty| [Type::I16, Type::I32, Type::I64].contains(&ty)));
    /// The sums of dot products.
    NEON_SUMS("vector of 32-bit signless integer values of length 4/2",
              |cx, ty| is_fixed(cx, ty, &[4, 2], |_, ty| ty == Type::I32));
    /// The operand types of dot products.
    NEON_BYTES("vector of 8-bit signless integer values of length 16/8",
               |cx, ty| is_fixed(cx, ty, &[16, 8], |_, ty| ty == Type::I8));
    /// `vector<4xf32>`.
    NEON_4_F32("a vector with length 4 of 32-bit float values", |cx, ty| is_length(cx, ty, 4, false, Type::F32));
    /// `vector<8xbf16>`.
    NEON_8_BF16("a vector with length 8 of bfloat16 type values", |cx, ty| is_length(cx, ty, 8, false, Type::BF16));
    /// `vector<4xi32>`.
    NEON_4_I32("a vector with length 4 of 32-bit signless integer values",
               |cx, ty| is_length(cx, ty, 4, false, Type::I32));
    /// `vector<16xi8>`.
    NEON_16_I8("a vector with length 16 of 8-bit signless integer values",
               |cx, ty| is_length(cx, ty, 16, false, Type::I8));

    /// A vector of any elements, with a scalable extent.
    SCALABLE("scalable vector of any type values", |cx, ty| is_vector(cx, ty, |v| v.is_scalable()));
    /// A vector of any elements of rank one, whose extent is scalable.
    SCALABLE_RANK_1(" of ranks 1", |cx, ty| is_vector(cx, ty, |v| v.scalable == [true]));
    /// A mask with a scalable extent.
    SCALABLE_MASK("scalable vector of 1-bit signless integer values",
                  |cx, ty| is_vector(cx, ty, |v| v.is_scalable() && v.element == Type::I1));
    /// Floats with a scalable extent.
    SCALABLE_FLOATS("scalable vector of floating-point values",
                    |cx, ty| is_vector(cx, ty, |v| v.is_scalable() && v.element.is_float(cx)));
    /// Integers with a scalable extent.
    SCALABLE_INTS(
        "scalable vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or \
         64-bit signless integer values",
        |cx, ty| is_vector(cx, ty, |v| v.is_scalable() && is_i8_to_i64(cx, v.element)));
    /// The sums of dot products of scalable vectors.
    SVE_SUMS("scalable vector of 32-bit signless integer or 64-bit signless integer values of length 4/2",
             |cx, ty| is_scalable(cx, ty, &[4, 2], |_, ty| [Type::I32, Type::I64].contains(&ty)));
    /// The operand types of scalable dot products.
    SVE_FACTORS("scalable vector of 8-bit signless integer or 16-bit signless integer values of length 16/8",
                |cx, ty| is_scalable(cx, ty, &[16, 8], |_, ty| [Type::I8, Type::I16].contains(&ty)));
    /// Four `i32` and their multiples.
    SVE_4_I32("scalable vector of 32-bit signless integer values of length 4",
              |cx, ty| is_scalable(cx, ty, &[4], |_, ty| ty == Type::I32));
    /// Sixteen `i8` and their multiples.
    SVE_16_I8("scalable vector of 8-bit signless integer values of length 16",
              |cx, ty| is_scalable(cx, ty, &[16], |_, ty| ty == Type::I8));
    /// Four `f32` and their multiples.
    SVE_4_F32("scalable vector of 32-bit float values of length 4",
              |cx, ty| is_scalable(cx, ty, &[4], |_, ty| ty == Type::F32));
    /// Eight `bf16` and their multiples.
    SVE_8_BF16("scalable vector of bfloat16 type values of length 8",
               |cx, ty| is_scalable(cx, ty, &[8], |_, ty| ty == Type::BF16));
    /// A predicate of all lanes of a byte.
    SVBOOL("vector<[16]xi1>", |cx, ty| is_length(cx, ty, 16, true, Type::I1));
    /// A predicate.
    PREDICATE("vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>", is_predicate);
    /// Predicates of all lanes of a byte.
    SVBOOL_MASK("trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16}",
                |cx, ty| is_trailing(cx, ty, &[16]));
    /// Predicates.
    PREDICATE_MASK(
        "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16, 8, 4, 2, 1}",
        |cx, ty| is_trailing(cx, ty, &[16, 8, 4, 2, 1]));

    /// A tile of the matrix register.
    TILE("a vector type that fits into a SME tile", is_tile);
    /// A slice of a tile.
    SLICE("a vector type that matches the size of a SVE vector",
          |cx, ty| is_vector(cx, ty, |v| {
              v.scalable == [true] && [16, 8, 4, 2, 1].contains(&v.shape[0]) && is_tile_element(cx, v.element)
          }));
    /// The predicate of a slice.
    SLICE_PREDICATE("a vector type that matches the size of a SVE predicate", is_predicate);
    /// The predicate of a factor of an outer product.
    MOP_PREDICATE("a vector type that is a supported predicate for the SME MOP instructions",
                  |cx, ty| is_scalable(cx, ty, &[16, 8, 4, 2], |_, ty| ty == Type::I1));
    /// A factor of an outer product.
    MOP_VECTOR("a vector type that is a supported input for the SME MOP instructions",
               |cx, ty| is_scalable(cx, ty, &[16, 8, 4, 2], |_, ty| {
                   [Type::I8, Type::I16, Type::BF16, Type::F16, Type::F32, Type::F64].contains(&ty)
               }));
}

/// Whether a type is a vector of rank one with a scalable extent of up to 16 bits.
pub fn is_predicate(cx: &Context, ty: Type) -> bool {
    is_vector(cx, ty, |v| {
        v.scalable == [true] && [16, 8, 4, 2, 1].contains(&v.shape[0]) && v.element == Type::I1
    })
}

/// A vector that fills a register of scalable length.
pub static REGISTER: TypeConstraint =
    TypeConstraint::new("an SVE vector with element size <= 64-bit", is_register);

/// Eight floats of 16 bits and their multiples.
pub static WAYS_8_FLOATS: TypeConstraint = TypeConstraint::new(
    " of ranks 1scalable vector of 16-bit float or bfloat16 type values of length 8",
    |cx, ty| is_length(cx, ty, 8, true, Type::F16) || is_length(cx, ty, 8, true, Type::BF16),
);
/// Eight `i16` and their multiples.
pub static WAYS_8_I16: TypeConstraint = TypeConstraint::new(
    " of ranks 1scalable vector of 16-bit signless integer values of length 8",
    |cx, ty| is_length(cx, ty, 8, true, Type::I16),
);
/// Sixteen `i8` or eight `i16`, and their multiples.
pub static WAYS_I8_OR_I16: TypeConstraint = TypeConstraint::new(
    " of ranks 1scalable vector of 8-bit signless integer values of length 16 or  of ranks 1scalable vector of \
     16-bit signless integer values of length 8",
    |cx, ty| is_length(cx, ty, 16, true, Type::I8) || is_length(cx, ty, 8, true, Type::I16),
);
/// A tile of `f32`.
pub static TILE_F32: TypeConstraint =
    TypeConstraint::new("vector<[4]x[4]xf32> of 32-bit float values", |cx, ty| {
        is_tile_of(cx, ty, 4, Type::F32)
    });
/// A tile of `i32`.
pub static TILE_I32: TypeConstraint =
    TypeConstraint::new("vector<[4]x[4]xi32> of 32-bit signless integer values", |cx, ty| {
        is_tile_of(cx, ty, 4, Type::I32)
    });
/// A tile of `i32` or `i64`.
pub static TILE_I32_OR_I64: TypeConstraint = TypeConstraint::new(
    "vector<[4]x[4]xi32> of 32-bit signless integer values or vector<[2]x[2]xi64> of 64-bit signless integer values",
    |cx, ty| is_tile_of(cx, ty, 4, Type::I32) || is_tile_of(cx, ty, 2, Type::I64),
);
