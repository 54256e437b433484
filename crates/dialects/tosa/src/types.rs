//! Types, and the constraints on operands and results.

use terrace_dialects_shape::quant::types::{self as quant, AnyQuantizedType, UniformQuantizedType};
use terrace_ir::constraints::{RANKED_TENSOR_KIND, TENSOR_KIND};
use terrace_ir::def::TypeConstraint;
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, DYNAMIC, Signedness, Type, TypeData};
use terrace_macros::type_def;
use terrace_support::apfloat::FloatKind;

/// `!tosa.shape<4>`: the extents of a tensor of this rank.
#[type_def("tosa.shape", class = "shapeType", format = "`<` $rank `>`", verify = verify_shape)]
pub struct ShapeType {
    rank: i32,
}

/// `!tosa.mxint8`: an integer of eight bits in units of 1/64, as OCP-MX defines it.
#[type_def("tosa.mxint8", class = "mxint8Type", format = "")]
pub struct MxInt8Type {}

fn verify_shape(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match i32::value(cx, params[0]) {
        Some(rank) if rank < 0 => Err(format!("invalid rank (must be >= 0): {rank}")),
        _ => Ok(()),
    }
}

/// Returns the rank of a `!tosa.shape`; `None` for another type.
pub fn shape_rank(cx: &Context, ty: Type) -> Option<usize> {
    usize::try_from(ty.dyn_cast::<ShapeType>(cx)?.rank(cx)).ok()
}

/// Returns the type in which the elements of a type, or a scalar type, are stored: for quantized types, their
/// storage, without sign where it is signed.
pub fn storage_element(cx: &Context, ty: Type) -> Type {
    let element = ty.element_type_or_self(cx);
    match quant::storage_type(cx, element) {
        Some(storage) => quantized_storage(cx, element, storage),
        None => element,
    }
}

/// Returns the integer that holds what is stored for a quantized type: of its width, unsigned where the storage is.
fn quantized_storage(cx: &Context, element: Type, storage: Type) -> Type {
    let uniform = element.dyn_cast::<UniformQuantizedType>(cx).map(|ty| ty.flags(cx));
    let flags = uniform.or_else(|| Some(element.dyn_cast::<AnyQuantizedType>(cx)?.flags(cx)));
    match flags {
        Some(flags) if flags & quant::SIGNED == 0 => {
            cx.integer(storage.integer_width(cx), Signedness::Unsigned)
        }
        _ => storage,
    }
}

/// Returns whether a type is an integer of a width, whatever its signedness.
pub fn is_integer_of(cx: &Context, ty: Type, width: u32) -> bool {
    ty.is_integer(cx) && ty.bit_width(cx) == Some(width)
}

/// Returns whether a type is an integer, unsigned or without sign.
pub fn is_int(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Integer { signedness: Signedness::Signless | Signedness::Unsigned, .. })
}

fn is_quantized_int(cx: &Context, ty: Type) -> bool {
    let width = quant::storage_type(cx, ty).and_then(|storage| storage.bit_width(cx));
    matches!(width, Some(4 | 8 | 16 | 32))
}

fn is_int_or_float(cx: &Context, ty: Type) -> bool {
    is_int(cx, ty) || ty.is_float(cx)
}

/// Returns whether a type is a number as elements of tensors are.
pub fn is_number(cx: &Context, ty: Type) -> bool {
    is_int_or_float(cx, ty) || is_quantized_int(cx, ty) || ty.isa::<MxInt8Type>(cx)
}

fn is_mxfp(cx: &Context, ty: Type) -> bool {
    use FloatKind::*;
    ty.isa::<MxInt8Type>(cx)
        || matches!(ty.float_kind(cx), Some(F8E4M3FN | F8E5M2 | F4E2M1FN | F6E2M3FN | F6E3M2FN))
}

fn is_mxfp_scale(cx: &Context, ty: Type) -> bool {
    ty.float_kind(cx) == Some(FloatKind::F8E8M0FNU)
}

/// Returns whether a type is a tensor of such elements, with a shape that `fits` if it is ranked.
fn is_tensor_of(
    cx: &Context,
    ty: Type,
    element_is: fn(&Context, Type) -> bool,
    fits: impl FnOnce(&[i64]) -> bool,
) -> bool {
    match ty.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => fits(shape) && element_is(cx, *element),
        TypeData::UnrankedTensor(element) => element_is(cx, *element),
        _ => false,
    }
}

fn has_no_zeros(shape: &[i64]) -> bool {
    !shape.contains(&0)
}

macro_rules! tensor_constraints {
    ($($(#[$doc:meta])* $name:ident($summary:expr, $element:expr, $fits:expr);)*) => {$(
        $(#[$doc])*
        pub static $name: TypeConstraint =
            TypeConstraint::new($summary, |cx, ty| is_tensor_of(cx, ty, $element, $fits)).of_kind(&TENSOR_KIND);
    )*};
}

const SCALAR_INT_OR_FLOAT: &str = "tosa-conformant unranked tensor of unsigned integer or signless integer or \
    floating-point values or tosa-conformant scalar tensor of unsigned integer or signless integer or floating-point \
    values";

tensor_constraints! {
    /// A tensor of numbers.
    TENSOR("tosa-conformant tensor of number values", is_number, has_no_zeros);
    /// A tensor of truth values.
    I1_TENSOR("tosa-conformant tensor of 1-bit signless integer values", |_, ty| ty == Type::I1, has_no_zeros);
    /// A tensor of floats.
    FLOAT_TENSOR("tosa-conformant tensor of floating-point values", |cx, ty| ty.is_float(cx), has_no_zeros);
    /// A tensor of integers of 32 or 64 bits.
    I32_OR_I64_TENSOR(
        "tosa-conformant tensor of 32-bit signless integer or 64-bit signless integer values",
        |_, ty| ty == Type::I32 || ty == Type::I64,
        has_no_zeros
    );
    /// A tensor of at least rank 1.
    TENSOR_AT_LEAST_1D("tosa-conformant tensor of at least rank 1", is_number, |shape| {
        has_no_zeros(shape) && !shape.is_empty()
    });
    /// A tensor of rank 1.
    TENSOR_1D("1-d tosa-conformant tensor", is_number, |shape| has_no_zeros(shape) && shape.len() == 1);
    /// A tensor of rank 3.
    TENSOR_3D("3-d tosa-conformant tensor", is_number, |shape| has_no_zeros(shape) && shape.len() == 3);
    /// A tensor of rank 4.
    TENSOR_4D("4-d tosa-conformant tensor", is_number, |shape| has_no_zeros(shape) && shape.len() == 4);
    /// A tensor of rank 5.
    TENSOR_5D("5-d tosa-conformant tensor", is_number, |shape| has_no_zeros(shape) && shape.len() == 5);
    /// Micro-scaled numbers in a tensor of at least rank 1.
    MXFP_DATA_AT_LEAST_1D("tosa-conformant tensor of at least rank 1", is_mxfp, |shape| {
        has_no_zeros(shape) && !shape.is_empty()
    });
    /// Scales of micro-scaled numbers in a tensor of at least rank 1.
    MXFP_SCALE_AT_LEAST_1D("tosa-conformant tensor of at least rank 1", is_mxfp_scale, |shape| {
        has_no_zeros(shape) && !shape.is_empty()
    });
    /// Micro-scaled numbers in a tensor of rank 3.
    MXFP_DATA_3D(
        "tosa-conformant unranked tensor of micro-scaling format number values or 3D tensor of micro-scaling format \
         number values",
        is_mxfp,
        |shape| has_no_zeros(shape) && shape.len() == 3
    );
    /// Scales of micro-scaled numbers in a tensor of rank 3.
    MXFP_SCALE_3D(
        "tosa-conformant unranked tensor of micro-scaling format scale number values or 3D tensor of micro-scaling \
         format scale number values",
        is_mxfp_scale,
        |shape| has_no_zeros(shape) && shape.len() == 3
    );
    /// A tensor of one integer or float.
    SCALAR_INT_OR_FLOAT_TENSOR(SCALAR_INT_OR_FLOAT, is_int_or_float, |shape| shape == [1]);
    /// A tensor of one integer of 8 bits.
    SCALAR_I8_TENSOR(
        "tosa-conformant unranked tensor of 8-bit signless integer values or tosa-conformant scalar tensor of 8-bit \
         signless integer values",
        |_, ty| ty == Type::I8,
        |shape| shape == [1]
    );
    /// A tensor of one integer of 32 bits.
    SCALAR_I32_TENSOR(
        "tosa-conformant unranked tensor of 32-bit signless integer values or tosa-conformant scalar tensor of 32-bit \
         signless integer values",
        |_, ty| ty == Type::I32,
        |shape| shape == [1]
    );
}

/// A tensor of one number.
pub static SCALAR_TENSOR: TypeConstraint = TypeConstraint::new(
    "tosa-conformant unranked tensor of unsigned integer or signless integer or floating-point values or \
     tosa-conformant scalar tensor of number values",
    |cx, ty| match ty.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => **shape == [1] && is_number(cx, *element),
        TypeData::UnrankedTensor(element) => is_int_or_float(cx, *element),
        _ => false,
    },
);

/// Indices in a tensor of rank 2.
pub static INDEX_TENSOR_2D: TypeConstraint = TypeConstraint::new(
    "tosa-conformant unranked tensor of number values or 2D tensor of 32-bit signless integer or 64-bit signless \
     integer values",
    |cx, ty| match ty.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => {
            shape.len() == 2 && has_no_zeros(shape) && (*element == Type::I32 || *element == Type::I64)
        }
        TypeData::UnrankedTensor(element) => is_number(cx, *element),
        _ => false,
    },
);

fn is_ranked_1d(cx: &Context, ty: Type, elements: &[Type]) -> bool {
    match ty.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => shape.len() == 1 && elements.contains(element),
        _ => false,
    }
}

/// Multipliers of a rescaling.
pub static I16_OR_I32_1D: TypeConstraint = TypeConstraint::new(
    "1D tensor of 16-bit signless integer or 32-bit signless integer values",
    |cx, ty| is_ranked_1d(cx, ty, &[Type::I16, Type::I32]),
)
.of_kind(&RANKED_TENSOR_KIND);

/// Shifts of a rescaling.
pub static I8_1D: TypeConstraint =
    TypeConstraint::new("1D tensor of 8-bit signless integer values", |cx, ty| {
        is_ranked_1d(cx, ty, &[Type::I8])
    })
    .of_kind(&RANKED_TENSOR_KIND);

/// Returns whether a type is one of the elements, a vector of at least rank 1 of them, or a tensor.
fn is_like(cx: &Context, ty: Type, element_is: fn(&Context, Type) -> bool) -> bool {
    match ty.data(cx) {
        TypeData::Vector { shape, element, .. } => !shape.is_empty() && element_is(cx, *element),
        _ => element_is(cx, ty) || is_tensor_of(cx, ty, element_is, has_no_zeros),
    }
}

/// An integer, or a vector or tensor of integers.
pub static INT_LIKE: TypeConstraint =
    TypeConstraint::new("signless-integer-like", |cx, ty| is_like(cx, ty, is_int));
/// An integer of 8 bits, or a vector or tensor of them.
pub static I8_LIKE: TypeConstraint =
    TypeConstraint::new("signless-integer-8-bit-like", |cx, ty| is_like(cx, ty, |_, ty| ty == Type::I8));

/// A shape.
pub static SHAPE: TypeConstraint =
    TypeConstraint::new("Shape with static rank and Index element type", |cx, ty| ty.isa::<ShapeType>(cx))
        .of_def(ShapeType::DEF);
/// A shape of two extents.
pub static SHAPE_OF_2: TypeConstraint =
    TypeConstraint::new("Tosa shape type of rank 2", |cx, ty| shape_rank(cx, ty) == Some(2));
/// A shape of four extents.
pub static SHAPE_OF_4: TypeConstraint =
    TypeConstraint::new("Tosa shape type of rank 4", |cx, ty| shape_rank(cx, ty) == Some(4));

/// Returns the extent of a dimension of a tensor; [`DYNAMIC`] if it has no rank or no such dimension.
pub fn extent(shape: Option<&[i64]>, dim: usize) -> i64 {
    shape.and_then(|shape| shape.get(dim)).copied().unwrap_or(DYNAMIC)
}

/// Returns a number as a wide integer, so that sums and products of extents and attributes do not overflow; `None`
/// for a dynamic extent.
pub fn known(extent: i64) -> Option<i128> {
    (extent != DYNAMIC).then_some(i128::from(extent))
}
