//! Tiles and their slices: created, copied, and moved to and from memory and vectors.

use terrace_dialects_mem::constraints::ANY_MEMREF;
use terrace_dialects_vector::constraints::ANY_NON0_VECTOR;
use terrace_dialects_vector::types::{as_vector, mask_of};
use terrace_ir::constraints::{ANY_TYPE, INDEX, MEMREF_KIND};
use terrace_ir::def::TypeConstraint;
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{Context, OpKind, Type, VectorType};
use terrace_macros::op;

use super::attrs::{TileSliceLayoutAttr, TypeSizeAttr, horizontal};
use super::tile::{OperandTile, ResultTile, TileOp, is_matrix, verify_tile_id};
use crate::constraints::*;

/// A memref of rank two.
static MATRIX: TypeConstraint =
    TypeConstraint::new("2D memref of any type values", is_matrix).of_kind(&MEMREF_KIND);

/// The vector without its first dimension.
pub fn slice_of(cx: &Context, tile: Type) -> Option<Type> {
    let vector = as_vector(cx, tile)?;
    Some(VectorType::get_scalable(cx, vector.shape.get(1..)?, vector.scalable.get(1..)?, vector.element))
}

/// `i1` in the shape of a vector; `None` for another type.
fn mask(cx: &Context, ty: Type) -> Option<Type> {
    as_vector(cx, ty).map(|_| mask_of(cx, ty))
}

fn slice_mask(cx: &Context, tile: Type) -> Option<Type> {
    mask(cx, slice_of(cx, tile)?)
}

/// A tile whose contents are undefined.
#[op("arm_sme.get_tile", traits(Check(verify_tile_id), Pure), interfaces(dyn TileOp = ResultTile),
     format = "attr-dict `:` type($tile)")]
pub struct GetTileOp {
    tile: Res<TILE>,
}

/// Copies a tile.
#[op("arm_sme.copy_tile", traits(Pure, Check(verify_tile_id), AllTypesMatch(&["tile", "result"])),
     interfaces(dyn TileOp = ResultTile), format = "$tile attr-dict `:` type($result)")]
pub struct CopyTileOp {
    tile: Operand<TILE>,
    result: Res<TILE>,
}

/// A tile of zeros.
#[op("arm_sme.zero", traits(Check(verify_tile_id), Pure), interfaces(dyn TileOp = ResultTile),
     format = "attr-dict `:` type($res)")]
pub struct ZeroOp {
    res: Res<TILE>,
}

static PADDING_IS_ELEMENT: TypesMatch =
    TypesMatch::new("padding type matches element type of result", "result", "padding", |cx, ty| {
        ty.element_type(cx)
    });
static RESULT_MASK: TypesMatch =
    TypesMatch::new("mask has i1 element type and same shape as result", "result", "mask", mask);
static STORED_MASK: TypesMatch =
    TypesMatch::new("mask has i1 element type and same shape as valueToStore", "valueToStore", "mask", mask);
static PADDED_AND_MASKED: Predicate = Predicate {
    summary: "both `padding` and `mask` should be provided or neither",
    holds: |op| {
        let view = TileLoadOp::view_of(op);
        view.padding().is_some() == view.mask().is_some()
    },
};

/// Reads a tile; masked-off elements are the padding.
#[op("arm_sme.tile_load",
     traits(Check(verify_tile_id), AttrSizedOperandSegments, AllElementTypesMatch(&["result", "base"]),
            TypesMatchWith(&PADDING_IS_ELEMENT), TypesMatchWith(&RESULT_MASK), Predicate(&PADDED_AND_MASKED)),
     effects(reads(EffectOn::Operand(0))), interfaces(dyn TileOp = ResultTile),
     format = "$base `[` $indices `]` (`,` $padding `,` $mask^)? (`layout` `` $layout^)? attr-dict `:` type($base) `,` \
               type($result)")]
pub struct TileLoadOp {
    base: Operand<MATRIX>,
    indices: VarOperand<INDEX>,
    padding: OptOperand<ANY_TYPE>,
    mask: OptOperand<ANY_NON0_VECTOR>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
    result: Res<TILE>,
}

/// Writes a tile where the mask is set.
#[op("arm_sme.tile_store",
     traits(Check(verify_tile_id), AttrSizedOperandSegments, AllElementTypesMatch(&["valueToStore", "base"]),
            TypesMatchWith(&STORED_MASK)),
     effects(writes(EffectOn::Operand(1))), interfaces(dyn TileOp = OperandTile),
     format = "$valueToStore `,` $base `[` $indices `]` (`,` $mask^)? (`layout` `` $layout^)? attr-dict `:` type($base) \
               `,` type($valueToStore)")]
pub struct TileStoreOp {
    valueToStore: Operand<TILE>,
    base: Operand<MATRIX>,
    indices: VarOperand<INDEX>,
    mask: OptOperand<ANY_NON0_VECTOR>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
}

static LOADED_SLICE_MASK: TypesMatch = TypesMatch::new(
    "`mask` has i1 element type and the shape is a slice of `result`",
    "result",
    "mask",
    slice_mask,
);
static STORED_SLICE_MASK: TypesMatch = TypesMatch::new(
    "`mask` has i1 element type and the shape is a slice of `tile`",
    "tile",
    "mask",
    slice_mask,
);

/// Reads a slice of a tile.
#[op("arm_sme.load_tile_slice",
     traits(Check(verify_tile_id), AllElementTypesMatch(&["tile", "base"]), AllTypesMatch(&["tile", "result"]),
            TypesMatchWith(&LOADED_SLICE_MASK)),
     effects(reads(EffectOn::Operand(0))), interfaces(dyn TileOp = ResultTile),
     format = "$base `[` $indices `]` `,` $mask `,` $tile `,` $tile_slice_index (`layout` `` $layout^)? attr-dict `:` \
               type($base) `,` type($mask) `,` type($result)")]
pub struct LoadTileSliceOp {
    base: Operand<ANY_MEMREF>,
    mask: Operand<SLICE_PREDICATE>,
    tile: Operand<TILE>,
    indices: VarOperand<INDEX>,
    tile_slice_index: Operand<INDEX>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
    result: Res<TILE>,
}

/// Writes a slice of a tile.
#[op("arm_sme.store_tile_slice",
     traits(Check(verify_tile_id), AllElementTypesMatch(&["tile", "base"]), TypesMatchWith(&STORED_SLICE_MASK)),
     effects(writes(EffectOn::Operand(3))), interfaces(dyn TileOp = OperandTile),
     format = "$tile `,` $tile_slice_index `,` $mask `,` $base `[` $indices `]` (`layout` `` $layout^)? attr-dict `:` \
               type($base) `,` type($mask) `,` type($tile)")]
pub struct StoreTileSliceOp {
    tile: Operand<TILE>,
    tile_slice_index: Operand<INDEX>,
    mask: Operand<SLICE_PREDICATE>,
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
}

static VECTOR_IS_SLICE: TypesMatch =
    TypesMatch::new("type of 'vector' matches type of 'tile' slice", "tile", "vector", slice_of);
static RESULT_IS_SLICE: TypesMatch =
    TypesMatch::new("type of 'result' matches type of 'tile' slice", "tile", "result", slice_of);

/// Sets a slice of a tile.
#[op("arm_sme.insert_tile_slice",
     traits(Check(verify_tile_id), Pure, AllTypesMatch(&["tile", "result"]), TypesMatchWith(&VECTOR_IS_SLICE)),
     interfaces(dyn TileOp = ResultTile),
     format = "$vector `,` $tile `[` $tile_slice_index `]` (`layout` `` $layout^)? attr-dict `:` type($vector) `into` \
               type($result)")]
pub struct InsertTileSliceOp {
    vector: Operand<SLICE>,
    tile: Operand<TILE>,
    tile_slice_index: Operand<INDEX>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
    result: Res<TILE>,
}

/// Extracts a slice of a tile.
#[op("arm_sme.extract_tile_slice", traits(Check(verify_tile_id), Pure, TypesMatchWith(&RESULT_IS_SLICE)),
     interfaces(dyn TileOp = OperandTile),
     format = "$tile `[` $tile_slice_index `]` (`layout` `` $layout^)? attr-dict `:` type($result) `from` type($tile)")]
pub struct ExtractTileSliceOp {
    tile: Operand<TILE>,
    tile_slice_index: Operand<INDEX>,
    layout: DefaultProp<TileSliceLayoutAttr, horizontal>,
    result: Res<SLICE>,
}

/// The number of elements of a size in a streaming vector, in any mode.
#[op("arm_sme.streaming_vl", traits(Pure), format = "$type_size attr-dict")]
pub struct StreamingVLOp {
    type_size: Prop<TypeSizeAttr>,
    _result: Res<INDEX>,
}
