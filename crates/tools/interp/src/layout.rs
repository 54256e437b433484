//! The representation of values in registers and in memory.

use terrace_dialects_shape::ml_program::token::TokenType;
use terrace_dialects_shape::shape::{is_shape, is_size, is_witness};
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::FloatKind;

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer or index of this width, in bits.
    Int(u32),
    /// A float.
    Float(FloatKind),
}

/// The numbers that an element of a buffer may have.
const MAX_PARTS: u32 = 1 << 16;

/// The representation of a number or complex number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// The scalar, or the scalar of the real and imaginary parts.
    pub scalar: Scalar,
    /// The number of scalars: two for complex numbers.
    pub parts: u32,
}

/// The storage of a type's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repr {
    /// In this number of slots.
    Slots(u32),
    /// In an object register.
    Object,
}

impl Scalar {
    /// The number a type holds; `index` has `index_bits`.
    pub fn of(cx: &Context, ty: Type, index_bits: u32) -> Option<Scalar> {
        match ty.data(cx) {
            TypeData::Index => Some(Scalar::Int(index_bits)),
            TypeData::Integer { width, .. } => Some(Scalar::Int(*width)),
            TypeData::Float(kind) => Some(Scalar::Float(*kind)),
            // The extents of a shape, which is an array of them, are held as its sizes are.
            TypeData::Dialect { .. } if is_size(cx, ty) || is_shape(cx, ty) => Some(Scalar::Int(index_bits)),
            TypeData::Dialect { .. } if is_witness(cx, ty) || ty.isa::<TokenType>(cx) => Some(Scalar::Int(1)),
            _ => None,
        }
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(width) => width,
            Scalar::Float(kind) => kind.width(),
        }
    }

    /// The number of slots.
    pub fn slots(self) -> u32 {
        self.bits().div_ceil(64).max(1)
    }

    /// The bytes in memory for each slot.
    pub fn slot_bytes(self) -> usize {
        match self.bits() {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            _ => 8,
        }
    }
}

impl Element {
    /// The number, or complex one, that a type holds.
    pub fn of(cx: &Context, ty: Type, index_bits: u32) -> Option<Element> {
        match ty.data(cx) {
            TypeData::Complex(part) => {
                Scalar::of(cx, *part, index_bits).map(|scalar| Element { scalar, parts: 2 })
            }
            // An element of a buffer may be a vector.
            TypeData::Vector { shape, scalable, element } if !scalable.contains(&true) => {
                let one = Element::of(cx, *element, index_bits)?;
                let count =
                    shape.iter().try_fold(one.parts, |n, &extent| n.checked_mul(extent.try_into().ok()?))?;
                (count <= MAX_PARTS).then_some(Element { scalar: one.scalar, parts: count })
            }
            _ => Scalar::of(cx, ty, index_bits).map(|scalar| Element { scalar, parts: 1 }),
        }
    }

    /// The number of slots.
    pub fn slots(self) -> u32 {
        self.parts * self.scalar.slots()
    }

    /// The bytes it takes in memory.
    pub fn bytes(self) -> usize {
        self.slots() as usize * self.scalar.slot_bytes()
    }

    /// Reads it from memory into slots.
    pub fn read(self, bytes: &[u8], slots: &mut [u64]) {
        let size = self.scalar.slot_bytes();
        for (slot, part) in slots.iter_mut().zip(bytes.chunks_exact(size)) {
            let mut word = [0; 8];
            word[..size].copy_from_slice(part);
            *slot = u64::from_le_bytes(word);
        }
    }

    /// Writes it from slots to memory.
    pub fn write(self, slots: &[u64], bytes: &mut [u8]) {
        let size = self.scalar.slot_bytes();
        for (slot, part) in slots.iter().zip(bytes.chunks_exact_mut(size)) {
            part.copy_from_slice(&slot.to_le_bytes()[..size]);
        }
    }
}

/// Returns the storage of a type's values; `None` if the interpreter does not support the type.
pub fn repr(cx: &Context, ty: Type, index_bits: u32) -> Option<Repr> {
    match ty.data(cx) {
        TypeData::Function { .. } | TypeData::None => Some(Repr::Slots(1)),
        // A handle, an offset, sizes and strides.
        TypeData::MemRef { shape, .. } => {
            u32::try_from(shape.len()).ok()?.checked_mul(2).map(|n| Repr::Slots(n + 2))
        }
        TypeData::Vector { .. }
        | TypeData::RankedTensor { .. }
        | TypeData::UnrankedTensor { .. }
        | TypeData::UnrankedMemRef { .. } => Some(Repr::Object),
        TypeData::Dialect { .. } if is_shape(cx, ty) => Some(Repr::Object),
        _ => Element::of(cx, ty, index_bits).map(|element| Repr::Slots(element.slots())),
    }
}
