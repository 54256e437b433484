//! Constants that are added to a module, aggregates among them.

use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::constants::{Const, ConstKind, is_zero, number_size, zero_kind};
use crate::model::{ConstId, Module};
use crate::types::{Type, TypeKind, Types};

/// The value of a number in its bytes; `None` if the type is no number.
fn number_kind(types: &Types, ty: Type, bytes: &[u8]) -> Option<ConstKind> {
    match types.kind(ty) {
        TypeKind::Integer(width) => Some(ConstKind::Int(ApInt::from_le_bytes(*width, bytes))),
        TypeKind::Float(kind) => Some(ConstKind::Float(ApInt::from_le_bytes(kind.width(), bytes).low_u128())),
        _ => None,
    }
}

impl Module {
    /// The constant of a type and a value. The elements of a zero aggregate are interned as well.
    pub fn constant(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let is_zero = kind == ConstKind::Zero;
        let before = self.constants.count();
        let id = self.constants.add(Const { ty, kind });
        if is_zero && self.constants.count() > before {
            let elements: Vec<Type> = match self.types.structure(ty) {
                Some(structure) => structure.elements.to_vec(),
                None => self.types.element_type(ty, 0).into_iter().collect(),
            };
            for element in elements {
                self.zero(element);
            }
        }
        id
    }

    /// The kind of a constant.
    pub fn kind(&self, id: ConstId) -> &ConstKind {
        &self.constants.get(id).kind
    }

    /// The type of a constant.
    pub fn type_of(&self, id: ConstId) -> Type {
        self.constants.get(id).ty
    }

    /// The zero of a type; `None` if it has none.
    pub fn zero(&mut self, ty: Type) -> Option<ConstId> {
        let kind = zero_kind(&self.types, ty)?;
        Some(self.constant(ty, kind))
    }

    /// An integer, which is as wide as its type.
    pub fn int(&mut self, ty: Type, value: ApInt) -> ConstId {
        self.constant(ty, ConstKind::Int(value))
    }

    /// The floating-point number that a constant is.
    pub fn as_float(&self, id: ConstId) -> Option<ApFloat> {
        let constant = self.constants.get(id);
        match constant.kind {
            ConstKind::Float(bits) => Some(ApFloat::from_bits(self.types.float_kind(constant.ty)?, bits)),
            _ => None,
        }
    }

    /// An aggregate or a vector in LLVM's form: one word where all elements are the same in that.
    pub fn aggregate(&mut self, ty: Type, elements: Vec<ConstId>) -> ConstId {
        let all = |holds: fn(&ConstKind) -> bool| elements.iter().all(|&element| holds(self.kind(element)));
        let kind = if all(is_zero) {
            ConstKind::Zero
        } else if all(|kind| *kind == ConstKind::Poison) {
            ConstKind::Poison
        } else if all(|kind| *kind == ConstKind::Undef) {
            ConstKind::Undef
        } else {
            match self.numbers(ty, &elements) {
                Some(bytes) => ConstKind::Numbers(bytes),
                None => ConstKind::Elements(elements.into()),
            }
        };
        self.constant(ty, kind)
    }

    /// A vector whose elements are one constant.
    pub fn splat(&mut self, ty: Type, element: ConstId) -> ConstId {
        let Some((_, count, scalable)) = self.types.as_vector(ty) else { return element };
        if !scalable {
            return self.aggregate(ty, vec![element; count as usize]);
        }
        let kind = match self.kind(element) {
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            kind if is_zero(kind) => ConstKind::Zero,
            _ => ConstKind::Splat(element),
        };
        self.constant(ty, kind)
    }

    fn numbers(&self, ty: Type, elements: &[ConstId]) -> Option<Box<[u8]>> {
        let first = self.type_of(*elements.first()?);
        if self.types.is_structure(ty) {
            return None;
        }
        let size = number_size(&self.types, first)?;
        let mut bytes = Vec::with_capacity(elements.len() * size);
        for &element in elements {
            let bits = match self.kind(element) {
                ConstKind::Int(value) => value.low_u128(),
                ConstKind::Float(bits) => *bits,
                _ => return None,
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Some(bytes.into())
    }

    /// The array or vector of the numbers that bytes are, which are not all zero; `None` if its elements are not stored as bytes, or
    /// are not as many.
    pub fn numbers_of_bytes(&mut self, ty: Type, bytes: &[u8]) -> Option<ConstId> {
        if self.types.is_structure(ty) {
            return None;
        }
        let size = number_size(&self.types, self.types.element_type(ty, 0)?)?;
        let count = self.types.element_count(ty)?;
        let fits = count.checked_mul(size as u64) == Some(bytes.len() as u64);
        fits.then(|| self.constant(ty, ConstKind::Numbers(bytes.into())))
    }

    /// An element of an aggregate or a vector; `None` if it is unknown.
    pub fn element(&mut self, id: ConstId, index: u64) -> Option<ConstId> {
        let whole = self.type_of(id);
        let ty = self.types.element_type(whole, index)?;
        let index = usize::try_from(index).ok()?;
        match self.kind(id) {
            ConstKind::Zero => self.zero(ty),
            ConstKind::Undef => Some(self.constant(ty, ConstKind::Undef)),
            ConstKind::Poison => Some(self.constant(ty, ConstKind::Poison)),
            ConstKind::Elements(elements) => elements.get(index).copied(),
            ConstKind::Splat(element) => Some(*element),
            ConstKind::Numbers(bytes) => {
                let size = number_size(&self.types, ty)?;
                let kind = number_kind(&self.types, ty, bytes.get(index * size..(index + 1) * size)?)?;
                Some(self.constant(ty, kind))
            }
            _ => None,
        }
    }

    /// The mask that a constant is: numbers of elements, -1 where any will do.
    pub fn shuffle_mask(&self, id: ConstId) -> Option<Vec<i32>> {
        let constant = self.constants.get(id);
        let (_, count, _) = self.types.as_vector(constant.ty)?;
        match &constant.kind {
            ConstKind::Zero => Some(vec![0; count as usize]),
            ConstKind::Undef | ConstKind::Poison => Some(vec![-1; count as usize]),
            ConstKind::Numbers(bytes) => {
                Some(bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect())
            }
            ConstKind::Elements(elements) => elements
                .iter()
                .map(|&element| match self.kind(element) {
                    ConstKind::Int(value) => value.to_i64().and_then(|index| i32::try_from(index).ok()),
                    ConstKind::Undef | ConstKind::Poison => Some(-1),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }
}
