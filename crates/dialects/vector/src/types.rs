//! Decomposition and construction of vector types.

use terrace_ir::{Context, Type, TypeData, VectorType};

/// The components of a vector type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vector<'a> {
    /// Extents.
    pub shape: &'a [i64],
    /// The dimensions that are multiplied by `vscale`.
    pub scalable: &'a [bool],
    /// Element type.
    pub element: Type,
}

/// A vector type taken apart; `None` for another type.
pub fn as_vector(cx: &Context, ty: Type) -> Option<Vector<'_>> {
    match ty.data(cx) {
        TypeData::Vector { shape, scalable, element } => Some(Vector { shape, scalable, element: *element }),
        _ => None,
    }
}

/// A vector type taken apart; one of rank zero for another type.
pub fn vector(cx: &Context, ty: Type) -> Vector<'_> {
    as_vector(cx, ty).unwrap_or(Vector { shape: &[], scalable: &[], element: ty })
}

impl<'a> Vector<'a> {
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether an extent is multiplied by the run-time scale.
    pub fn is_scalable(&self) -> bool {
        self.scalable.contains(&true)
    }

    /// The number of elements, those of one scale.
    pub fn num_elements(&self) -> i64 {
        self.shape.iter().fold(1, |count, &extent| count.wrapping_mul(extent))
    }

    /// The type of these extents over other elements.
    pub fn with_element(&self, cx: &Context, element: Type) -> Type {
        VectorType::get_scalable(cx, self.shape, self.scalable, element)
    }

    /// The last extent; one where there is none.
    pub fn minor(&self) -> i64 {
        self.shape.last().copied().unwrap_or(1)
    }
}

/// `i1` in the shape of a vector.
pub fn mask_of(cx: &Context, ty: Type) -> Type {
    vector(cx, ty).with_element(cx, Type::I1)
}

/// The width of a scalar in bits, as in memory; `None` if that depends on more than the type.
pub fn scalar_bits(cx: &Context, ty: Type) -> Option<i64> {
    match ty.data(cx) {
        TypeData::Index => Some(64),
        TypeData::Complex(element) => {
            scalar_bits(cx, *element).map(|bits| 2 * (bits as u64).next_multiple_of(8) as i64)
        }
        _ => ty.bit_width(cx).map(i64::from),
    }
}
