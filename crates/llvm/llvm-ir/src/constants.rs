//! Constants, each of which is there once.

use rustc_hash::FxHashMap;
use terrace_support::apfloat::FloatKind;
use terrace_support::apint::ApInt;

use crate::ids::{ConstId, GlobalId};
use crate::opcodes::{Flags, Opcode};
use crate::strings::Str;
use crate::types::{Type, TypeKind, Types};

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Const {
    /// The type.
    pub ty: Type,
    /// The value.
    pub kind: ConstKind,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    /// An integer.
    Int(ApInt),
    /// A floating-point number, by its bits.
    Float(u128),
    /// The null pointer.
    Null,
    /// All elements of an aggregate or a vector are zero; the zero of a target extension type.
    Zero,
    /// Any value.
    Undef,
    /// The result of what must not be.
    Poison,
    /// `none` of a token.
    None,
    /// The elements of an array or a vector of integers of 8, 16, 32 or 64 bits, or of such floating-point numbers, little endian.
    Numbers(Box<[u8]>),
    /// The elements of another aggregate or vector.
    Elements(Box<[ConstId]>),
    /// The same in every element of a scalable vector.
    Splat(ConstId),
    /// The address of a global.
    Global(GlobalId),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(GlobalId),
    /// `no_cfi @f`
    NoCfi(GlobalId),
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstId]>),
    /// The address of a block: a block of the function by its number among those whose addresses are taken.
    BlockAddress(GlobalId, u32),
    /// An expression.
    Expression(Expression),
}

/// A constant expression: an instruction on constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expression {
    /// The instruction.
    pub opcode: ExpressionCode,
    /// Its operands.
    pub operands: Box<[ConstId]>,
    /// Its flags.
    pub flags: Flags,
}

/// The operation of a constant expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExpressionCode {
    /// An op on two numbers.
    Binary(Opcode),
    /// A cast.
    Cast(Opcode),
    /// An address in an object of a type, and the bounds of the part of it that the address stays in, as they are written.
    Gep(Type, Option<Str>),
    /// An element of a vector.
    ExtractElement,
    /// A vector with another element.
    InsertElement,
    /// Elements of two vectors.
    ShuffleVector(Box<[i32]>),
}

/// The constants of a module, each of which is there once.
#[derive(Default)]
pub struct Constants {
    data: Vec<Const>,
    ids: FxHashMap<Const, ConstId>,
}

impl Constants {
    /// The constant.
    pub fn get(&self, id: ConstId) -> &Const {
        &self.data[id.0 as usize]
    }

    /// The number of constants.
    pub fn count(&self) -> usize {
        self.data.len()
    }

    /// The id of a constant; `None` if it is not interned.
    pub fn find(&self, constant: &Const) -> Option<ConstId> {
        self.ids.get(constant).copied()
    }

    /// The number of a constant.
    pub fn add(&mut self, constant: Const) -> ConstId {
        if let Some(&id) = self.ids.get(&constant) {
            return id;
        }
        let id = ConstId(self.data.len() as u32);
        self.data.push(constant.clone());
        self.ids.insert(constant, id);
        id
    }

    /// The integer that a constant is.
    pub fn as_int(&self, id: ConstId) -> Option<&ApInt> {
        match &self.get(id).kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }
}

/// Whether all bits of a constant are zero.
pub fn is_zero(kind: &ConstKind) -> bool {
    match kind {
        ConstKind::Zero | ConstKind::Null => true,
        ConstKind::Int(value) => value.is_zero(),
        ConstKind::Float(bits) => *bits == 0,
        _ => false,
    }
}

/// The zero of a type; `None` if it has none.
pub fn zero_kind(types: &Types, ty: Type) -> Option<ConstKind> {
    Some(match types.kind(ty) {
        TypeKind::Integer(width) => ConstKind::Int(ApInt::zero(*width)),
        TypeKind::Float(_) | TypeKind::PpcFp128 => ConstKind::Float(0),
        TypeKind::Pointer(_) => ConstKind::Null,
        TypeKind::Vector { .. } | TypeKind::Array { .. } | TypeKind::Target { .. } => ConstKind::Zero,
        TypeKind::Structure(_) | TypeKind::Named(_) => ConstKind::Zero,
        TypeKind::Token => ConstKind::None,
        _ => return None,
    })
}

/// The number of bytes of an element, for element types whose arrays and vectors are stored as bytes.
pub fn number_size(types: &Types, ty: Type) -> Option<usize> {
    match types.kind(ty) {
        TypeKind::Integer(8) => Some(1),
        TypeKind::Integer(16) | TypeKind::Float(FloatKind::F16 | FloatKind::BF16) => Some(2),
        TypeKind::Integer(32) | TypeKind::Float(FloatKind::F32) => Some(4),
        TypeKind::Integer(64) | TypeKind::Float(FloatKind::F64) => Some(8),
        _ => None,
    }
}
