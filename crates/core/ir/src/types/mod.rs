//! Types: their data, and the handle.

mod builtin;
mod queries;

use std::sync::Arc;

use terrace_support::apfloat::FloatKind;

use crate::encoded::EncodedPart;
pub use crate::handles::Type;
use crate::handles::{Attr, Str, TypeDefId};
pub use builtin::{
    ComplexType, MemRefType, RankedTensorType, TupleType, UnrankedMemRefType, UnrankedTensorType, VectorType,
};

/// The signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`: the op decides.
    Signless,
    /// `siN`.
    Signed,
    /// `uiN`.
    Unsigned,
}

/// The extent of a dynamic dimension.
pub const DYNAMIC: i64 = i64::MIN;

/// The widest integer type upstream accepts.
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

/// The data of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `none`.
    None,
    /// `index`.
    Index,
    /// `i32`, `si8`, `ui4`.
    Integer {
        /// Number of bits, at most [`MAX_INTEGER_WIDTH`].
        width: u32,
        /// The signedness.
        signedness: Signedness,
    },
    /// `f32`, `bf16`, `f8E5M2`, ...
    Float(FloatKind),
    /// `complex<f32>`.
    Complex(Type),
    /// `(i32) -> f32`.
    Function {
        /// Parameter types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `tuple<i32, f32>`.
    Tuple(Box<[Type]>),
    /// `vector<4x[8]xf32>`.
    Vector {
        /// Extents, each at least 1.
        shape: Box<[i64]>,
        /// The scalable dimensions, which are multiplied by `vscale` at run time; as long as the shape.
        scalable: Box<[bool]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<4x?xf32, #enc>`.
    RankedTensor {
        /// Extents; [`DYNAMIC`] where unknown.
        shape: Box<[i64]>,
        /// Element type.
        element: Type,
        /// Encoding attribute.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<4x?xf32, strided<[?, 1]>, 3>`.
    MemRef {
        /// Extents; [`DYNAMIC`] where unknown.
        shape: Box<[i64]>,
        /// Element type.
        element: Type,
        /// Layout; absent for the identity.
        layout: Option<Attr>,
        /// Memory space; absent for the default.
        space: Option<Attr>,
    },
    /// `memref<*xf32, 3>`.
    UnrankedMemRef {
        /// Element type.
        element: Type,
        /// Memory space; absent for the default.
        space: Option<Attr>,
    },
    /// `graph<(i32) -> f32>`.
    Graph {
        /// Parameter types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `!dialect<"...">` of a dialect that is not loaded, or `!dialect.text`.
    Opaque {
        /// Dialect namespace.
        dialect: Str,
        /// The rest of the text, uninterpreted.
        data: Str,
    },
    /// A type of a bytecode file, in an encoding that nothing here reads.
    Encoded(Arc<EncodedPart>),
    /// A dialect type that is identified by its name: see [`crate::identified`].
    Identified {
        /// Its definition.
        def: TypeDefId,
        /// Its name.
        name: Str,
        /// The slot of its body in the context.
        slot: u32,
    },
    /// A type that a dialect defines.
    Dialect {
        /// Its definition.
        def: TypeDefId,
        /// Its parameters, in the definition's order; an absent optional one is [`Attr::NULL`].
        params: Box<[Attr]>,
    },
}

macro_rules! known_types {
    ($($name:ident = $data:expr),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // Named as the constants are.
        #[repr(u32)]
        enum Known { $($name),* }
        impl Type {
            $(#[doc = concat!("The type `", stringify!($name), "` (lower case).")]
              pub const $name: Type = Type::from_u32(Known::$name as u32);)*
        }
        pub(crate) fn known_types() -> Vec<TypeData> { vec![$($data),*] }
    };
}

const fn int(width: u32) -> TypeData {
    TypeData::Integer { width, signedness: Signedness::Signless }
}

known_types! {
    NONE = TypeData::None,
    INDEX = TypeData::Index,
    I1 = int(1),
    I8 = int(8),
    I16 = int(16),
    I32 = int(32),
    I64 = int(64),
    F16 = TypeData::Float(FloatKind::F16),
    BF16 = TypeData::Float(FloatKind::BF16),
    F32 = TypeData::Float(FloatKind::F32),
    F64 = TypeData::Float(FloatKind::F64),
}
