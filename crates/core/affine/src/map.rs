//! Affine maps.

use crate::expr::AffineExpr;
use std::fmt;

/// A function from dimensions and symbols to results, each an affine expression.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// The number of dimensions.
    pub num_dims: u32,
    /// The number of symbols.
    pub num_symbols: u32,
    /// The results, over no more dimensions and symbols than the map has.
    pub results: Vec<AffineExpr>,
}

impl AffineMap {
    /// The map with the given results.
    pub fn new(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap { num_dims, num_symbols, results }
    }

    /// The map from nothing to nothing.
    pub fn empty() -> AffineMap {
        AffineMap::new(0, 0, vec![])
    }

    /// The identity on `n` dimensions.
    pub fn identity(n: u32) -> AffineMap {
        AffineMap::new(n, 0, (0..n).map(AffineExpr::dim).collect())
    }

    /// The identity on the last `results` of `dims` dimensions; on all of them where there are fewer.
    pub fn minor_identity(dims: u32, results: u32) -> AffineMap {
        AffineMap::new(dims, 0, (dims.saturating_sub(results)..dims).map(AffineExpr::dim).collect())
    }

    /// The map from nothing to one constant.
    pub fn constant(value: i64) -> AffineMap {
        AffineMap::new(0, 0, vec![AffineExpr::constant(value)])
    }

    /// The map from nothing to one symbol.
    pub fn symbol_identity() -> AffineMap {
        AffineMap::new(0, 1, vec![AffineExpr::symbol(0)])
    }

    /// The map whose result `i` is the dimension `permutation[i]`, over as many dimensions as it needs.
    pub fn permutation(permutation: &[u32]) -> AffineMap {
        let dims = permutation.iter().max().map_or(0, |&max| max.saturating_add(1));
        AffineMap::new(dims, 0, permutation.iter().map(|&dim| AffineExpr::dim(dim)).collect())
    }

    /// The number of results.
    pub fn num_results(&self) -> usize {
        self.results.len()
    }

    /// The number of dimensions and symbols.
    pub fn num_inputs(&self) -> u32 {
        self.num_dims + self.num_symbols
    }

    /// Whether the map has neither inputs nor results.
    pub fn is_empty(&self) -> bool {
        self.num_inputs() == 0 && self.results.is_empty()
    }

    /// Whether the results are the dimensions in order; symbols may exist.
    pub fn is_identity(&self) -> bool {
        self.num_dims as usize == self.num_results() && self.are_dims_from(0)
    }

    /// Whether the map is the identity on its last dimensions, and has no symbols.
    pub fn is_minor_identity(&self) -> bool {
        match (self.num_dims as usize).checked_sub(self.num_results()) {
            Some(start) => self.num_symbols == 0 && self.are_dims_from(start),
            None => false,
        }
    }

    fn are_dims_from(&self, start: usize) -> bool {
        self.results
            .iter()
            .zip(start..)
            .all(|(result, dim)| result.as_dim().is_some_and(|at| at as usize == dim))
    }

    /// The results that are zero in a minor identity with broadcast dimensions; `None` for any other map.
    pub fn minor_identity_broadcast_dims(&self) -> Option<Vec<usize>> {
        let start = (self.num_dims as usize).checked_sub(self.num_results())?;
        let mut broadcast = vec![];
        for (i, result) in self.results.iter().enumerate() {
            match (result.as_constant(), result.as_dim()) {
                (Some(0), _) => broadcast.push(i),
                (_, Some(dim)) if dim as usize == start + i => {}
                _ => return None,
            }
        }
        Some(broadcast)
    }

    /// Whether the map has one result, a constant.
    pub fn is_single_constant(&self) -> bool {
        self.single_constant().is_some()
    }

    /// The only result, where it is a constant.
    pub fn single_constant(&self) -> Option<i64> {
        if let [result] = self.results.as_slice() { result.as_constant() } else { None }
    }

    /// The results, where all are constants.
    pub fn constant_results(&self) -> Option<Vec<i64>> {
        self.results.iter().map(AffineExpr::as_constant).collect()
    }

    /// Whether the results are different dimensions, or zero where that is allowed, and the map has no symbols.
    pub fn is_projected_permutation(&self, allow_zero: bool) -> bool {
        if self.num_symbols > 0 || self.num_results() > self.num_dims as usize {
            return false;
        }
        let mut seen = vec![false; self.num_dims as usize];
        self.results.iter().all(|result| match (result.as_dim(), result.as_constant()) {
            (Some(dim), _) => seen.get_mut(dim as usize).is_some_and(|seen| !std::mem::replace(seen, true)),
            (None, Some(0)) => allow_zero,
            _ => false,
        })
    }

    /// Whether the results are the dimensions in some order, and the map has no symbols.
    pub fn is_permutation(&self) -> bool {
        self.num_dims as usize == self.num_results() && self.is_projected_permutation(false)
    }

    /// Whether every result is pure affine.
    pub fn is_pure_affine(&self) -> bool {
        self.results.iter().all(AffineExpr::is_pure_affine)
    }

    /// Whether the dimension at a position occurs in a result.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_dim(position))
    }

    /// Whether the symbol at a position occurs in a result.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_symbol(position))
    }

    /// The position of the first result that is the given dimension.
    pub fn result_position(&self, dim: u32) -> Option<usize> {
        self.results.iter().position(|result| result.as_dim() == Some(dim))
    }

    fn with_results(&self, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap::new(self.num_dims, self.num_symbols, results)
    }

    /// The map with the results at the given positions; positions out of range are left out.
    pub fn sub_map(&self, positions: &[usize]) -> AffineMap {
        self.with_results(positions.iter().filter_map(|&at| self.results.get(at).cloned()).collect())
    }

    /// The map with the last `n` results, or with all where there are fewer.
    pub fn minor_sub_map(&self, n: usize) -> AffineMap {
        self.with_results(self.results[self.results.len().saturating_sub(n)..].to_vec())
    }

    /// The map with the first `n` results, or with all where there are fewer.
    pub fn major_sub_map(&self, n: usize) -> AffineMap {
        self.with_results(self.results[..self.results.len().min(n)].to_vec())
    }

    /// The map without the results at the given positions.
    pub fn drop_results(&self, positions: &[usize]) -> AffineMap {
        let mut keep = vec![true; self.results.len()];
        positions.iter().for_each(|&at| keep.iter_mut().skip(at).take(1).for_each(|keep| *keep = false));
        let kept = self.results.iter().zip(keep).filter(|(_, keep)| *keep).map(|(result, _)| result.clone());
        self.with_results(kept.collect())
    }

    /// The map without the results that are zero.
    pub fn drop_zero_results(&self) -> AffineMap {
        self.with_results(
            self.results.iter().filter(|result| result.as_constant() != Some(0)).cloned().collect(),
        )
    }

    /// The map with dimensions and symbols replaced.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> AffineMap {
        let replaced = self.results.iter().map(|result| result.replace_dims_and_symbols(dims, symbols));
        AffineMap::new(num_dims, num_symbols, replaced.collect())
    }

    /// The map with a subexpression replaced.
    pub fn replace(&self, from: &AffineExpr, to: &AffineExpr, num_dims: u32, num_symbols: u32) -> AffineMap {
        AffineMap::new(
            num_dims,
            num_symbols,
            self.results.iter().map(|result| result.replace(from, to)).collect(),
        )
    }

    /// The map that applies `inner` first, whose results are this map's dimensions. This map's symbols come before those
    /// of `inner`. Panics where the numbers differ.
    pub fn compose(&self, inner: &AffineMap) -> AffineMap {
        assert_eq!(self.num_dims as usize, inner.num_results(), "composed maps do not fit");
        let dims: Vec<AffineExpr> =
            inner.results.iter().map(|result| result.shift_symbols(self.num_symbols, 0)).collect();
        self.replace_dims_and_symbols(&dims, &[], inner.num_dims, self.num_symbols + inner.num_symbols)
    }

    /// The values of the results; `None` where one has none.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|result| result.eval(dims, symbols)).collect()
    }

    /// The map with every result in its normal form.
    pub fn simplify(&self) -> AffineMap {
        self.with_results(
            self.results.iter().map(|result| result.simplify(self.num_dims, self.num_symbols)).collect(),
        )
    }

    /// The map from results to dimensions, where each dimension is some result; the first one counts.
    pub fn inverse_permutation(&self) -> Option<AffineMap> {
        if self.is_empty() {
            return Some(self.clone());
        }
        let mut found = vec![None; self.num_inputs() as usize];
        for (i, result) in self.results.iter().enumerate() {
            if let Some(slot) = result.as_dim().and_then(|dim| found.get_mut(dim as usize)) {
                slot.get_or_insert(i as u32);
            }
        }
        let results = found.into_iter().map(|at| at.map(AffineExpr::dim)).collect::<Option<Vec<_>>>()?;
        Some(AffineMap::new(self.num_results() as u32, 0, results))
    }

    /// The concatenation of maps over shared dimensions; the symbols of each map stay separate.
    pub fn concat(maps: &[AffineMap]) -> AffineMap {
        let num_dims = maps.iter().map(|map| map.num_dims).fold(0, Ord::max);
        let mut num_symbols = 0;
        let mut results = vec![];
        for map in maps {
            results.extend(map.results.iter().map(|result| result.shift_symbols(num_symbols, 0)));
            num_symbols += map.num_symbols;
        }
        AffineMap::new(num_dims, num_symbols, results)
    }

    /// Returns, for each dimension and each symbol, whether it is used.
    fn used_inputs(&self) -> (Vec<bool>, Vec<bool>) {
        let (mut dims, mut symbols) =
            (vec![false; self.num_dims as usize], vec![false; self.num_symbols as usize]);
        for result in &self.results {
            result.walk(|expr| {
                let slot = match (expr.as_dim(), expr.as_symbol()) {
                    (Some(dim), _) => dims.get_mut(dim as usize),
                    (_, Some(symbol)) => symbols.get_mut(symbol as usize),
                    _ => None,
                };
                slot.into_iter().for_each(|used| *used = true);
            });
        }
        (dims, symbols)
    }

    /// The dimensions that occur in no result, in order.
    pub fn unused_dims(&self) -> Vec<u32> {
        (0..).zip(self.used_inputs().0).filter(|(_, used)| !used).map(|(dim, _)| dim).collect()
    }

    /// The symbols that occur in no result, in order.
    pub fn unused_symbols(&self) -> Vec<u32> {
        (0..).zip(self.used_inputs().1).filter(|(_, used)| !used).map(|(symbol, _)| symbol).collect()
    }

    /// The map without the dimensions that do not occur.
    pub fn compress_unused_dims(&self) -> AffineMap {
        let (dims, count) = renumbering(&self.used_inputs().0, AffineExpr::dim);
        self.replace_dims_and_symbols(&dims, &[], count, self.num_symbols)
    }

    /// The map without the symbols that do not occur.
    pub fn compress_unused_symbols(&self) -> AffineMap {
        let (symbols, count) = renumbering(&self.used_inputs().1, AffineExpr::symbol);
        self.replace_dims_and_symbols(&[], &symbols, self.num_dims, count)
    }

    /// The map with zero for the given dimensions, which are removed and the others renumbered.
    pub fn project_dims(&self, projected: &[u32]) -> AffineMap {
        let mut kept = vec![true; self.num_dims as usize];
        projected
            .iter()
            .for_each(|&dim| kept.iter_mut().skip(dim as usize).take(1).for_each(|kept| *kept = false));
        let (dims, count) = renumbering(&kept, AffineExpr::dim);
        self.replace_dims_and_symbols(&dims, &[], count, self.num_symbols)
    }
}

/// Returns replacements that renumber the kept inputs and set the others to zero, and the number of kept inputs.
fn renumbering(kept: &[bool], input: impl Fn(u32) -> AffineExpr) -> (Vec<AffineExpr>, u32) {
    let mut count = 0;
    let replacement = |&kept: &bool| {
        if !kept {
            return AffineExpr::constant(0);
        }
        count += 1;
        input(count - 1)
    };
    let replacements = kept.iter().map(replacement).collect();
    (replacements, count)
}

impl fmt::Debug for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
