//! Queries of types, and the types that are created most.

use terrace_support::apfloat::FloatKind;

use super::{DYNAMIC, Signedness, Type, TypeData};
use crate::context::Context;

/// The width of constants of `index`, in bits.
const INDEX_WIDTH: u32 = 64;

impl Type {
    /// Returns the data of the type.
    #[inline]
    pub fn data(self, cx: &Context) -> &TypeData {
        cx.type_data(self)
    }

    /// `iN`, `siN` or `uiN` of any width.
    pub fn is_integer(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Integer { .. })
    }

    /// `iN`.
    pub fn is_signless_integer(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Integer { signedness: Signedness::Signless, .. })
    }

    /// `index`, or an integer of any kind.
    pub fn is_int_or_index(self, cx: &Context) -> bool {
        self == Type::INDEX || self.is_integer(cx)
    }

    /// A floating-point type of any kind.
    pub fn is_float(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Float(_))
    }

    /// The format of a floating-point type.
    pub fn float_kind(self, cx: &Context) -> Option<FloatKind> {
        match self.data(cx) {
            TypeData::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The width in bits of an integer or floating-point type.
    pub fn bit_width(self, cx: &Context) -> Option<u32> {
        match self.data(cx) {
            TypeData::Integer { width, .. } => Some(*width),
            TypeData::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }

    /// The width in bits of an integer, or of the constants of `index`, for types that are known to be one.
    ///
    /// # Panics
    ///
    /// If the type is none of these.
    pub fn integer_width(self, cx: &Context) -> u32 {
        match self.data(cx) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Index => INDEX_WIDTH,
            _ => panic!("'{}' is no integer", cx.type_text(self)),
        }
    }

    /// The width in bits of an integer, a float, or the constants of `index`, for types that are known to be one.
    ///
    /// # Panics
    ///
    /// If the type is none of these.
    pub fn number_width(self, cx: &Context) -> u32 {
        match self.data(cx) {
            TypeData::Float(kind) => kind.width(),
            _ => self.integer_width(cx),
        }
    }

    /// The element type of a vector, tensor or memref.
    pub fn element_type(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            TypeData::Vector { element, .. }
            | TypeData::RankedTensor { element, .. }
            | TypeData::UnrankedTensor(element)
            | TypeData::MemRef { element, .. }
            | TypeData::UnrankedMemRef { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The element type of a shaped type, the type itself otherwise.
    pub fn element_type_or_self(self, cx: &Context) -> Type {
        self.element_type(cx).unwrap_or(self)
    }

    /// The shape of a ranked vector, tensor or memref.
    pub fn shape(self, cx: &Context) -> Option<&[i64]> {
        match self.data(cx) {
            TypeData::Vector { shape, .. }
            | TypeData::RankedTensor { shape, .. }
            | TypeData::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The shape of a ranked vector, tensor or memref, for types that are known to be one.
    ///
    /// # Panics
    ///
    /// If the type has no rank.
    pub fn ranked_shape(self, cx: &Context) -> &[i64] {
        self.shape(cx).unwrap_or_else(|| panic!("'{}' has no rank", cx.type_text(self)))
    }

    /// The shape of a ranked type; a scalar has no dimensions.
    pub fn shape_or_scalar(self, cx: &Context) -> &[i64] {
        self.shape(cx).unwrap_or(&[])
    }

    /// Whether it is a vector, tensor or memref, ranked or not.
    pub fn is_shaped(self, cx: &Context) -> bool {
        self.element_type(cx).is_some()
    }

    /// `vector<...>`.
    pub fn is_vector(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Vector { .. })
    }

    /// A ranked or unranked tensor.
    pub fn is_tensor(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_))
    }

    /// A ranked or unranked memref.
    pub fn is_memref(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. })
    }

    /// Inputs and results of a function type.
    pub fn function(self, cx: &Context) -> Option<(&[Type], &[Type])> {
        match self.data(cx) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// Whether every extent of a shaped type is known.
    pub fn has_static_shape(self, cx: &Context) -> bool {
        self.shape(cx).is_some_and(|s| s.iter().all(|&d| d != DYNAMIC))
    }

    /// The number of elements of a statically shaped type; none on overflow or where unknown.
    pub fn num_elements(self, cx: &Context) -> Option<i64> {
        self.shape(cx)?.iter().try_fold(1i64, |n, &d| if d == DYNAMIC { None } else { n.checked_mul(d) })
    }

    /// The same shaped type over another element type. `None` for types without elements, and for those that cannot have
    /// such elements.
    pub fn with_element(self, cx: &Context, element: Type) -> Option<Type> {
        let mut data = self.data(cx).clone();
        match &mut data {
            TypeData::Vector { element: e, .. }
            | TypeData::RankedTensor { element: e, .. }
            | TypeData::UnrankedTensor(e)
            | TypeData::MemRef { element: e, .. }
            | TypeData::UnrankedMemRef { element: e, .. } => *e = element,
            _ => return None,
        }
        cx.ty_checked(data).ok()
    }

    /// `i1` with the shape of this type, as a comparison's result has.
    pub fn i1_same_shape(self, cx: &Context) -> Type {
        match self.data(cx) {
            TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. } => Type::I1,
            _ => self.with_element(cx, Type::I1).unwrap_or(Type::I1),
        }
    }
}

impl Context {
    /// `iN`, `siN` or `uiN`.
    pub fn integer(&self, width: u32, signedness: Signedness) -> Type {
        match (width, signedness) {
            (1, Signedness::Signless) => Type::I1,
            (8, Signedness::Signless) => Type::I8,
            (16, Signedness::Signless) => Type::I16,
            (32, Signedness::Signless) => Type::I32,
            (64, Signedness::Signless) => Type::I64,
            _ => self.ty(TypeData::Integer { width, signedness }),
        }
    }

    /// A floating-point type.
    pub fn float(&self, kind: FloatKind) -> Type {
        self.ty(TypeData::Float(kind))
    }

    /// A function type.
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }
}
