//! The common parts of ops on tiles: a tile, and its number after tile allocation.

use terrace_dialects_vector::types::as_vector;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, Context, OpRef, Type, TypeData, ValueRef, VectorType};

use crate::constraints::{TILE, is_tile_element};

/// The number of the first tile that is in memory; those before are in registers.
pub const IN_MEMORY_TILE_ID_BASE: i64 = 16;

/// The attribute with the ID of the tile that is allocated to an op.
pub const TILE_ID: &str = "tile_id";

/// The least number of bits of a vector in streaming mode.
pub const MIN_STREAMING_VECTOR_BITS: i64 = 128;

/// The kinds of tiles, those of fewest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TileType {
    /// The tile of bytes.
    Byte,
    /// Two tiles of 16 bits.
    Half,
    /// Four tiles of 32 bits.
    Word,
    /// Eight tiles of 64 bits.
    Double,
    /// Sixteen tiles of 128 bits.
    Quad,
}

impl TileType {
    /// The kind of tile of a type; `None` if it is not the type of a tile.
    pub fn of(cx: &Context, ty: Type) -> Option<Self> {
        if !is_tile_type(cx, ty) {
            return None;
        }
        Some(match ty.element_type(cx)?.bit_width(cx)? {
            8 => TileType::Byte,
            16 => TileType::Half,
            32 => TileType::Word,
            64 => TileType::Double,
            _ => TileType::Quad,
        })
    }
}

/// Whether an element may be in a tile of any kind.
pub fn is_valid_tile_element(cx: &Context, ty: Type) -> bool {
    is_tile_element(cx, ty) || ty.is_float(cx) && ty.bit_width(cx) == Some(128)
}

/// The number of elements of a slice at a scale of one; `None` if they cannot be in a tile.
pub fn slice_length(cx: &Context, element: Type) -> Option<i64> {
    let bits = is_valid_tile_element(cx, element).then(|| element.bit_width(cx)).flatten()?;
    Some(MIN_STREAMING_VECTOR_BITS / i64::from(bits))
}

/// Whether a type is one of a tile, `f128` included.
pub fn is_tile_type(cx: &Context, ty: Type) -> bool {
    as_vector(cx, ty).is_some_and(|vector| {
        vector.scalable == [true, true]
            && slice_length(cx, vector.element).is_some_and(|side| vector.shape == [side, side])
    })
}

/// Whether a type consists of several tiles.
pub fn is_multiple_of_tile(cx: &Context, ty: Type) -> bool {
    as_vector(cx, ty).is_some_and(|vector| {
        vector.scalable == [true, true]
            && slice_length(cx, vector.element).is_some_and(|side| {
                vector.shape.iter().any(|&extent| extent > side)
                    && vector.shape.iter().all(|&extent| extent % side == 0)
            })
    })
}

/// The type of a tile of these elements; `None` if there is none.
pub fn tile_type_of(cx: &Context, element: Type) -> Option<Type> {
    let side = slice_length(cx, element)?;
    Some(VectorType::get_scalable(cx, &[side, side], &[true, true], element))
}

/// Implemented by ops that use tiles.
pub trait TileOp: Send + Sync {
    /// Returns the type of the tile that the op uses.
    fn tile_type(&self, op: OpRef<'_>) -> Type;
}

/// The tile is the result.
pub(super) struct ResultTile;

impl TileOp for ResultTile {
    fn tile_type(&self, op: OpRef<'_>) -> Type {
        op.single_result().ty()
    }
}

/// The tile is the only operand of such a type.
pub(super) struct OperandTile;

impl TileOp for OperandTile {
    fn tile_type(&self, op: OpRef<'_>) -> Type {
        let cx = op.cx();
        op.operands().map(ValueRef::ty).find(|&ty| (TILE.pred)(cx, ty)).unwrap_or(Type::NONE)
    }
}

/// Returns the number of an op's tile; `None` before tiles are allocated.
pub fn tile_id(op: OpRef<'_>) -> Option<i64> {
    let attr = op.attr(TILE_ID)?;
    matches!(attr.data(op.cx()), terrace_ir::AttrData::Integer { .. }).then(|| attr.as_i64(op.cx())).flatten()
}

/// Whether the tile of an op is spilled to memory.
pub fn is_in_memory_tile(op: OpRef<'_>) -> bool {
    tile_id(op).is_some_and(|id| id >= IN_MEMORY_TILE_ID_BASE)
}

/// Verifies the number of an op's tile.
pub(super) fn verify_tile_id(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let ty = op.attr(TILE_ID).and_then(|attr| match attr.data(cx) {
        terrace_ir::AttrData::Integer { ty, .. } => Some(*ty),
        _ => None,
    });
    match ty {
        Some(ty) if ty != Type::I32 => Err(op_error(op, "tile ID should be a 32-bit signless integer")),
        _ => Ok(()),
    }
}

/// Whether a type is a buffer of two dimensions.
pub(super) fn is_matrix(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { shape, .. } if shape.len() == 2)
}
