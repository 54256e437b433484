//! Strides and offsets of memory layouts.

use crate::expr::{AffineExpr, BinaryOp};
use crate::map::AffineMap;

/// The stride, offset or size that is only known when the program runs.
pub const DYNAMIC: i64 = i64::MIN;

/// The layout of a dense row-major buffer as one expression over its dimensions. A size that is not positive makes the
/// strides of the dimensions before it symbols.
pub fn canonical_strided_layout(shape: &[i64]) -> AffineExpr {
    let mut sum = None;
    let mut symbols = 0;
    // The stride of the next dimension, while it is known.
    let mut running = Some(1i64);
    for (dim, &size) in shape.iter().enumerate().rev() {
        let stride = running.map_or_else(
            || {
                symbols += 1;
                AffineExpr::symbol(symbols - 1)
            },
            AffineExpr::constant,
        );
        let term = AffineExpr::dim(dim as u32) * stride;
        sum = Some(match sum {
            None => term,
            Some(sum) => sum + term,
        });
        running = if size > 0 { running.map(|stride| stride.wrapping_mul(size)) } else { None };
    }
    match sum {
        None => AffineExpr::constant(0),
        Some(sum) => sum.simplify(shape.len() as u32, symbols),
    }
}

/// The strides of [`canonical_strided_layout`], [`DYNAMIC`] where that has a symbol.
pub fn canonical_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![DYNAMIC; shape.len()];
    let mut running = Some(1i64);
    for (stride, &size) in strides.iter_mut().zip(shape).rev() {
        *stride = running.unwrap_or(DYNAMIC);
        running = running.filter(|_| size > 0).map(|stride| stride.wrapping_mul(size));
    }
    strides
}

/// The strides and the offset of a layout map for a shape, `DYNAMIC` where they are not constant; `None` where the
/// layout is not strided.
pub fn strides_and_offset(map: &AffineMap, shape: &[i64]) -> Option<(Vec<i64>, i64)> {
    let fixed = |expr: &AffineExpr| expr.as_constant().unwrap_or(DYNAMIC);
    if map.is_identity() {
        return Some((canonical_strides(shape), 0));
    }
    let [result] = map.results.as_slice() else {
        return None;
    };
    let simplify = |expr: &AffineExpr| expr.simplify(map.num_dims, map.num_symbols);
    let (strides, offset) = extract(&simplify(result), shape.len())?;
    Some((strides.iter().map(|stride| fixed(&simplify(stride))).collect(), fixed(&simplify(&offset))))
}

/// The factors of each dimension, and the rest; `None` if there is a quotient or remainder.
fn extract(layout: &AffineExpr, rank: usize) -> Option<(Vec<AffineExpr>, AffineExpr)> {
    let mut strides = vec![AffineExpr::constant(0); rank];
    let mut offset = AffineExpr::constant(0);
    let mut open = vec![(layout, AffineExpr::constant(1))];
    while let Some((expr, factor)) = open.pop() {
        let (op, lhs, rhs) = match (expr.as_binary(), expr.as_dim()) {
            (Some(binary), _) => binary,
            (None, Some(dim)) => {
                let stride = strides.get_mut(dim as usize)?;
                *stride = stride.clone() + factor;
                continue;
            }
            (None, None) => {
                offset = offset + expr.clone() * factor;
                continue;
            }
        };
        match op {
            BinaryOp::Add => open.extend([(rhs, factor.clone()), (lhs, factor)]),
            BinaryOp::Mul => match lhs.as_dim() {
                Some(dim) => {
                    let stride = strides.get_mut(dim as usize)?;
                    *stride = stride.clone() + rhs.clone() * factor;
                }
                None if lhs.is_symbolic_or_constant() => open.push((rhs, factor * lhs.clone())),
                None => open.push((lhs, factor * rhs.clone())),
            },
            BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => return None,
        }
    }
    Some((strides, offset))
}

impl AffineMap {
    /// The map of a strided layout, where each dynamic offset or stride is a symbol: `(d0, d1)[s0, s1] -> (s0 + d0 * s1 +
    /// d1)`, in canonical form.
    pub fn from_strided(offset: i64, strides: &[i64]) -> AffineMap {
        let mut symbols = 0;
        let mut operand = |value: i64| {
            if value != DYNAMIC {
                return AffineExpr::constant(value);
            }
            symbols += 1;
            AffineExpr::symbol(symbols - 1)
        };
        let mut sum = operand(offset);
        for (dim, &stride) in strides.iter().enumerate() {
            sum = sum + AffineExpr::dim(dim as u32) * operand(stride);
        }
        AffineMap::new(strides.len() as u32, symbols, vec![sum])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_strides_are_those_of_the_layout() {
        let sizes = [DYNAMIC, 0, 1, 2, 3, 1 << 21, 1 << 31, i64::MAX];
        for rank in 0..4 {
            for choice in 0..sizes.len().pow(rank) {
                let size = |dim: u32| sizes[choice / sizes.len().pow(dim) % sizes.len()];
                let shape: Vec<i64> = (0..rank).map(size).collect();
                let (strides, offset) = extract(&canonical_strided_layout(&shape), shape.len()).unwrap();
                let fixed = |expr: &AffineExpr| expr.as_constant().unwrap_or(DYNAMIC);
                assert_eq!(
                    canonical_strides(&shape),
                    strides.iter().map(fixed).collect::<Vec<_>>(),
                    "{shape:?}"
                );
                assert_eq!(fixed(&offset), 0);
            }
        }
    }
}
