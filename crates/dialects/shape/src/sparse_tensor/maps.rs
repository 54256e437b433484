//! Maps between the dimensions of a sparse tensor and the levels of its storage.

use std::collections::BTreeMap;

use terrace_affine::{AffineExpr, AffineMap, BinaryOp};

/// The levels that store a dimension.
#[derive(Default)]
struct Stored {
    /// The level that has the dimension itself, or the number of its block.
    level: Option<u32>,
    /// The length of a block, and the level that has the position in it.
    block: Option<(i64, Option<u32>)>,
}

/// Returns the levels that store each dimension, in the order of dimensions; `None` if a level is neither a
/// dimension, nor a dimension by a positive number, nor the rest of a division before it by the same number.
fn stored_dimensions(dim_to_lvl: &AffineMap) -> Option<BTreeMap<u32, Stored>> {
    let mut dims: BTreeMap<u32, Stored> = BTreeMap::new();
    for (level, expr) in (0..).zip(&dim_to_lvl.results) {
        if let Some(dim) = expr.as_dim() {
            let stored = dims.entry(dim).or_default();
            if stored.level.replace(level).is_some() {
                return None;
            }
            continue;
        }
        let (op, lhs, rhs) = expr.as_binary()?;
        let (dim, size) = (lhs.as_dim()?, rhs.as_constant().filter(|&size| size > 0)?);
        let stored = dims.entry(dim).or_default();
        match op {
            BinaryOp::FloorDiv if stored.level.is_none() => {
                *stored = Stored { level: Some(level), block: Some((size, None)) };
            }
            BinaryOp::Mod => match &mut stored.block {
                Some((block, inner)) if *block == size => {
                    inner.get_or_insert(level);
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(dims)
}

/// Whether some dimensions are stored as blocks, each as a level with its blocks and a later one with the positions in
/// a block, and the others as they are.
pub fn is_block_sparsity(dim_to_lvl: &AffineMap) -> bool {
    let is_block = |stored: &Stored| matches!(stored.block, Some((_, Some(_))));
    stored_dimensions(dim_to_lvl).is_some_and(|dims| dims.values().any(is_block))
}

/// Returns the lengths of blocks of the levels that are positions in blocks, and 0 for those that are dimensions.
pub fn block_sizes(dim_to_lvl: &AffineMap) -> Vec<i64> {
    let size = |expr: &AffineExpr| match expr.as_binary() {
        Some((BinaryOp::Mod, _, size)) => size.as_constant(),
        Some(_) => None,
        None => Some(0),
    };
    dim_to_lvl.results.iter().filter_map(size).collect()
}

/// Returns the map from levels to dimensions; `None` if the map has symbols, is no permutation and has no blocks, or
/// loses a part of a dimension.
pub fn infer_lvl_to_dim(dim_to_lvl: &AffineMap) -> Option<AffineMap> {
    if dim_to_lvl.num_symbols != 0 {
        return None;
    }
    if dim_to_lvl.is_permutation() {
        return dim_to_lvl.inverse_permutation();
    }
    if !is_block_sparsity(dim_to_lvl) {
        return None;
    }
    let dims = stored_dimensions(dim_to_lvl)?;
    let dimension = |dim: u32| {
        let stored = dims.get(&dim)?;
        let level = AffineExpr::dim(stored.level?);
        Some(match stored.block {
            None => level,
            Some((size, inner)) => {
                AffineExpr::add(AffineExpr::mul(level, AffineExpr::constant(size)), AffineExpr::dim(inner?))
            }
        })
    };
    let results = (0..dim_to_lvl.num_dims).map(dimension).collect::<Option<Vec<_>>>()?;
    Some(AffineMap::new(dim_to_lvl.results.len() as u32, 0, results))
}
