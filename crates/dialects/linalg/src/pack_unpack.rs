//! Packing of tensors into tiled layouts, and unpacking.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::interfaces::{DestinationStyleOp, mixed_values};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::tiling::{ReifyShapes, TilingInterface};
use terrace_ir::traits::TypesMatch;
use terrace_ir::{
    Attr, CheckResult, Context, DYNAMIC, OpFoldResultRef, OpKind, OpRef, RankedTensorType, Type, ValueRef,
};
use terrace_macros::op;

use crate::canonicalize_relayout as patterns;

pub use crate::canonicalize_relayout::can_take_part;

static SAME_AS_DEST: TypesMatch =
    TypesMatch::new("result type matches type of dest", "dest", "result", |_, ty| Some(ty));

/// The order of dimensions as it is.
fn unchanged(cx: &Context) -> Attr {
    cx.i64_array(&[])
}

/// A tensor in tiled layout: tiled dimensions are split into the number of tiles and the position in a tile.
#[op("linalg.pack",
     traits(AttrSizedOperandSegments, NoMemoryEffect, TypesMatchWith(&SAME_AS_DEST)),
     interfaces(dyn DestinationStyleOp, dyn ConditionallySpeculatable, dyn ReifyShapes, dyn TilingInterface), customs(&DYNAMIC_INDEX_LIST),
     fold = patterns::fold_relayout, canonicalize(simplify_pack: patterns::simplify_pack),
     verify = verify_pack, names = "pack",
     format = "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? \
               (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` \
               custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict \
               `:` type($source) `->` type($dest)")]
pub struct PackOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Operand<ANY_RANKED_TENSOR>,
    padding_value: OptOperand<ANY_TYPE>,
    inner_tiles: VarOperand<INDEX>,
    outer_dims_perm: OptDefaultProp<DenseI64ArrayAttr, unchanged>,
    inner_dims_pos: Prop<DenseI64ArrayAttr>,
    static_inner_tiles: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// The tensor that a tiled tensor was packed from.
#[op("linalg.unpack",
     traits(NoMemoryEffect, TypesMatchWith(&SAME_AS_DEST)),
     interfaces(dyn DestinationStyleOp, dyn ConditionallySpeculatable, dyn ReifyShapes, dyn TilingInterface), customs(&DYNAMIC_INDEX_LIST),
     fold = patterns::fold_relayout, canonicalize(simplify_unpack: patterns::simplify_unpack),
     verify = verify_tiles, names = "unpack",
     format = "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos \
               `inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict \
               `:` type($source) `->` type($dest)")]
pub struct UnPackOp {
    source: Operand<ANY_RANKED_TENSOR>,
    dest: Operand<ANY_RANKED_TENSOR>,
    inner_tiles: VarOperand<INDEX>,
    outer_dims_perm: OptDefaultProp<DenseI64ArrayAttr, unchanged>,
    inner_dims_pos: Prop<DenseI64ArrayAttr>,
    static_inner_tiles: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// Either op taken apart.
pub(crate) struct Tiling<'a> {
    pub(crate) unpacked: Type,
    pub(crate) packed: Type,
    pub(crate) tiles: Vec<OpFoldResultRef<'a>>,
    pub(crate) fixed: Vec<i64>,
    pub(crate) inner: Vec<i64>,
    pub(crate) outer: Vec<i64>,
}

impl<'a> Tiling<'a> {
    pub(crate) fn of(op: OpRef<'a>) -> Self {
        macro_rules! tiling {
            ($view:ident, $unpacked:ident, $packed:ident) => {{
                let fixed = $view.static_inner_tiles().to_vec();
                Self {
                    unpacked: $view.$unpacked().ty(),
                    packed: $view.$packed().ty(),
                    tiles: mixed_values(&fixed, $view.inner_tiles()),
                    fixed,
                    inner: $view.inner_dims_pos().to_vec(),
                    outer: $view.outer_dims_perm().to_vec(),
                }
            }};
        }
        match op.cast::<PackOp>() {
            Some(pack) => tiling!(pack, source, dest),
            None => {
                let unpack = UnPackOp::view_of(op);
                tiling!(unpack, dest, source)
            }
        }
    }

    /// The shape that the packed tensor has.
    fn packed_shape(&self, cx: &Context) -> Vec<i64> {
        let mut shape = self.unpacked.ranked_shape(cx).to_vec();
        for (&dim, &tile) in self.inner.iter().zip(&self.fixed) {
            let extent = &mut shape[dim as usize];
            *extent = match (*extent, tile) {
                (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
                (extent, tile) => extent.div_euclid(tile) + i64::from(extent.rem_euclid(tile) != 0),
            };
        }
        if !self.outer.is_empty() {
            shape = self.outer.iter().map(|&dim| shape[dim as usize]).collect();
        }
        shape.extend(&self.fixed);
        shape
    }
}

fn tile_int(tile: &OpFoldResultRef<'_>) -> Option<i64> {
    match tile {
        OpFoldResultRef::Static(tile) => Some(*tile),
        OpFoldResultRef::Value(value) => m_scalar_i64(*value),
    }
}

/// Whether these are different dimensions of a tensor of this rank.
fn are_dims(dims: &[i64], rank: usize) -> bool {
    let mut seen = vec![false; rank];
    dims.iter().all(|&dim| {
        let fresh = usize::try_from(dim).ok().and_then(|dim| seen.get_mut(dim));
        fresh.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

fn verify_tiles(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let fail = |message: &str| Err(plain_error(op, message));
    let tiling = Tiling::of(op);
    if tiling.tiles.iter().any(|tile| tile_int(tile) == Some(0)) {
        return fail("invalid zero tile factor");
    }
    let rank = tiling.unpacked.shape(cx).map_or(0, <[i64]>::len);
    if !are_dims(&tiling.inner, rank) {
        return fail("invalid inner_dims_pos vector");
    }
    if !are_dims(&tiling.outer, rank) {
        return fail("invalid outer_dims_perm vector");
    }
    if !tiling.outer.is_empty() && tiling.outer.len() != rank {
        return fail("outer_dims_perm must be a permutation or empty");
    }
    let count = tiling.tiles.len();
    if count > rank {
        return fail(
            "tiling factors must be less than or equal to the input rank for pack or output rank for unpack",
        );
    }
    if count != tiling.inner.len() || count != tiling.fixed.len() {
        return fail("tiling factors must equal the number of dimensions to tile");
    }
    let packed = tiling.packed.ranked_shape(cx);
    if rank + count != packed.len() {
        let (found, expected) = (packed.len(), rank + count);
        return fail(&format!(
            "packed rank != (unpacked rank + num tiling factors), got {found} != {expected}"
        ));
    }
    let matches = |(&extent, tile): (&i64, &OpFoldResultRef<'_>)| match tile {
        OpFoldResultRef::Static(tile) => extent == *tile,
        OpFoldResultRef::Value(_) => extent == DYNAMIC,
    };
    if !packed[rank..].iter().zip(&tiling.tiles).all(matches) {
        return fail(
            "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
        );
    }
    let expected = tiling.packed_shape(cx);
    let fits = |(&a, &b): (&i64, &i64)| a == b || a == DYNAMIC || b == DYNAMIC;
    if !expected.iter().zip(packed).all(fits) {
        let expected = RankedTensorType::get(cx, &expected, tiling.unpacked.element_type_or_self(cx));
        let [expected, found] = [expected, tiling.packed].map(|ty| cx.type_text(ty));
        return fail(&format!("expected '{expected}' for the packed domain value, got '{found}'"));
    }
    Ok(())
}

/// Whether some tile is known not to be full.
pub(crate) fn needs_padding(cx: &Context, tiling: &Tiling<'_>) -> bool {
    let shape = tiling.unpacked.ranked_shape(cx);
    let packed = tiling.packed.ranked_shape(cx);
    let mut counts = packed[..shape.len()].to_vec();
    for (i, &dim) in tiling.outer.iter().enumerate() {
        counts[dim as usize] = packed[i];
    }
    tiling.inner.iter().zip(&tiling.tiles).any(|(&dim, tile)| {
        let (extent, count) = (shape[dim as usize], counts[dim as usize]);
        let whole = |by: i64| by == 0 || extent.wrapping_rem(by) == 0;
        match tile_int(tile) {
            _ if extent == DYNAMIC => false,
            Some(tile) => !whole(tile),
            None => count != DYNAMIC && !whole(count),
        }
    })
}

fn verify_pack(op: OpRef<'_>) -> CheckResult {
    verify_tiles(op)?;
    let (cx, view) = (op.cx(), PackOp::view_of(op));
    let Some(padding) = view.padding_value() else {
        if needs_padding(cx, &Tiling::of(op)) {
            return Err(op_error(
                op,
                "invalid tile factor or output size provided. Only full tiles are supported when padding_value is \
                 not set",
            ));
        }
        return Ok(());
    };
    let element = view.source().ty().element_type_or_self(cx);
    if padding.ty() != element {
        let [element, found] = [element, padding.ty()].map(|ty| cx.type_text(ty));
        return Err(op_error(op, format!("expected padding_value has '{element}' but got: '{found}'")));
    }
    Ok(())
}

/// The op can be speculated if all tile sizes and packed extents are static.
fn all_known(op: OpRef<'_>) -> Speculatability {
    let (cx, tiling) = (op.cx(), Tiling::of(op));
    let packed = tiling.packed.ranked_shape(cx);
    let inner = packed.len().saturating_sub(tiling.tiles.len());
    let known = tiling
        .tiles
        .iter()
        .zip(&packed[inner..])
        .all(|(tile, &extent)| tile_int(tile).is_some() && extent != DYNAMIC);
    if known { Speculatability::Yes } else { Speculatability::No }
}

impl PackOp {
    /// The value that tiles which are not full are filled with.
    pub(crate) fn padding(op: OpRef<'_>) -> Option<ValueRef<'_>> {
        if op.isa::<PackOp>() { PackOp::view_of(op).padding_value() } else { None }
    }
}

impl DestinationStyleOp for PackOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

impl DestinationStyleOp for UnPackOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

impl ConditionallySpeculatable for PackOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        if PackOp::view_of(op).padding_value().is_some() { Speculatability::Yes } else { all_known(op) }
    }
}

impl ConditionallySpeculatable for UnPackOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        all_known(op)
    }
}
