//! Tiling of ops that implement `TilingInterface` with loops of `scf`.
//!
//! The map: [`tile_using_scf`] tiles an op, [`mod@loops`] creates the loops, [`reduction`] computes partial
//! reductions. [`fuse`] fuses producers into the loops, [`consumer`] consumers; [`yields`] adds results to
//! loops, [`to_loops`] lowers to scalar loops. [`containing`] fuses producers into any op around their uses.

pub mod consumer;
pub mod containing;
pub mod fuse;
pub mod loops;
pub mod reduction;
pub mod to_loops;
pub mod yields;

use terrace_affine::AffineExpr;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::index_values::known_index;
use terrace_ir::def::op_error;
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{IteratorType, PartialReduction, Range, Refusal, Tile, Tiled, TilingInterface};
use terrace_ir::{Attr, Diag, Loc, Op, OpFoldResult, Rewriter, Value};
use terrace_support::options;

use terrace_passes_shared::destinations::{destinations, tiling_of};

use reduction::Partial;

/// The kind of loops to create.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum LoopType {
    /// One `scf.for` in the other.
    #[default]
    For,
    /// One `scf.forall`.
    Forall,
}

/// The input of a callback that creates loops. Dimensions are in the order of the loops.
pub struct LoopSpace<'a> {
    /// The location of the loops.
    pub loc: Loc,
    /// The iteration domain.
    pub domain: &'a [Range],
    /// Sizes of tiles.
    pub sizes: &'a [OpFoldResult],
    /// The initial values of the loop-carried tensors.
    pub inits: &'a [Value],
}

/// Creates loops at the insertion point, the outermost first, and populates the innermost one with the body
/// function. If that fails, no op may remain.
pub type LoopsFn<'a> =
    dyn Fn(&mut Rewriter<'_>, &LoopSpace<'_>, &mut loops::BodyFn<'_>) -> Result<Vec<Op>, Refusal> + 'a;

/// Creates sizes at the insertion point, after the op that is tiled.
pub type SizesFn<'a> = dyn Fn(&mut Rewriter<'_>, Op) -> Vec<OpFoldResult> + 'a;

/// Sizes of tiles.
pub enum TileSizes<'a> {
    /// These.
    Given(Vec<OpFoldResult>),
    /// Computed by a callback.
    Computed(Box<SizesFn<'a>>),
}

impl Default for TileSizes<'_> {
    fn default() -> Self {
        TileSizes::Given(Vec::new())
    }
}

options! {
    /// The options of tiling.
    #[derive(Default)]
    pub struct TilingOptions<'a> {
        /// The tile size for each dimension of the iteration domain. Zero means not tiled, and is the size of dimensions
        /// after the last one.
        pub tile_sizes: Option<TileSizes<'a>>,
        /// The number of tiles along each dimension of an `scf.forall`. Without tile sizes, these are derived from it.
        /// Empty if only tile sizes are given.
        pub num_threads: Vec<OpFoldResult>,
        /// The dimension of each loop, from the outermost on; the rest follow in order. Empty for their order.
        pub interchange: Vec<usize>,
        /// The kind of loops to create.
        pub loop_type: LoopType,
        /// The function that creates custom loops.
        pub custom_loops: Option<Box<LoopsFn<'a>>>,
        /// The mapping attributes of the `scf.forall`, for each dimension.
        pub mapping: Vec<Attr>,
        /// The strategy for partial reductions; `None` if each tile accumulates into the result of the previous one.
        pub partial_reduction: Option<PartialReduction>,
        /// The dimensions that are reduced in parts.
        pub reduction_dims: Vec<usize>,
    }
}

/// The result of tiling.
#[derive(Clone, Debug, Default)]
pub struct TilingResult {
    /// The ops that compute tiles.
    pub tiled_ops: Vec<Op>,
    /// The initial values of the loops' results.
    pub initial_values: Vec<Value>,
    /// The loops, from the outermost on.
    pub loops: Vec<Op>,
    /// The replacements of the results of the op, which is not erased.
    pub replacements: Vec<Value>,
    /// The ops that take parts of operands.
    pub slices: Vec<Op>,
    /// The ops that put partial results together.
    pub merge_ops: Vec<Op>,
    /// The warnings to report.
    pub warnings: Vec<Box<Diag>>,
}

/// The diagnostic of a refusal, if any, and an error after it.
fn then(refusal: Refusal, error: Box<Diag>) -> Refusal {
    Some(match refusal {
        Some(first) => first.followed_by(error),
        None => error,
    })
}

/// Whether an index is known to be this number.
pub(super) fn is(rw: &Rewriter<'_>, index: OpFoldResult, number: i64) -> bool {
    known_index(rw, index) == Some(number)
}

/// Items in the order of a permutation.
fn permuted<T: Clone>(items: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|&at| items[at].clone()).collect()
}

/// The permutation that undoes another.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &to)| inverse[to] = at);
    inverse
}

/// The order of all dimensions: those given, then the others; `None` if it is no permutation.
fn whole_order(order: &[usize], dims: usize) -> Option<Vec<usize>> {
    let mut order = order.to_vec();
    order.extend(order.len()..dims);
    order.truncate(dims);
    let mut seen = vec![false; dims];
    for &at in &order {
        if std::mem::replace(seen.get_mut(at)?, true) {
            return None;
        }
    }
    Some(order)
}

/// Sizes and numbers of tiles along each dimension; the latter only where they were given.
fn sizes_and_threads(
    rw: &mut Rewriter<'_>,
    op: Op,
    domain: &[Range],
    options: &TilingOptions<'_>,
) -> (Vec<OpFoldResult>, Vec<OpFoldResult>) {
    let padded = |mut list: Vec<OpFoldResult>| {
        list.resize(domain.len(), OpFoldResult::Static(0));
        list
    };
    let sizes = options.tile_sizes.as_ref().map(|sizes| match sizes {
        TileSizes::Given(sizes) => sizes.clone(),
        TileSizes::Computed(make) => make(rw, op),
    });
    if options.num_threads.is_empty() {
        return (padded(sizes.unwrap_or_default()), Vec::new());
    }
    let (threads, loc) = (padded(options.num_threads.clone()), rw.body().loc(op));
    if let Some(sizes) = sizes {
        return (padded(sizes), threads);
    }
    let [first, end, number] = [0, 1, 2].map(AffineExpr::symbol);
    let size = AffineExpr::ceil_div(end - first, number);
    let mut sizes = Vec::with_capacity(threads.len());
    for (range, &number) in domain.iter().zip(&threads) {
        sizes.push(if is(rw, number, 0) {
            OpFoldResult::Static(0)
        } else {
            apply_expr(rw, size.clone(), &[range.offset, range.size, number], loc)
        });
    }
    (sizes, threads)
}

/// Warns about tiles that are not independent iterations; fails if partial results are requested of a
/// dimension that is not a reduction.
fn check(
    rw: &Rewriter<'_>,
    op: Op,
    kinds: &[IteratorType],
    (sizes, threads): (&[OpFoldResult], &[OpFoldResult]),
    options: &TilingOptions<'_>,
) -> Result<Vec<Box<Diag>>, Refusal> {
    let (view, mut warnings, mut parallel) = (rw.op(op), Vec::new(), false);
    for (axis, (&kind, &size)) in kinds.iter().zip(sizes).enumerate() {
        parallel |= kind == IteratorType::Parallel && !is(rw, size, 0);
        if options.loop_type != LoopType::Forall || options.partial_reduction.is_some() {
            continue;
        }
        let (number, most) = match threads.get(axis) {
            Some(&threads) => (known_index(rw, threads), 1),
            None => (known_index(rw, size), 0),
        };
        if kind != IteratorType::Parallel && number.is_some_and(|number| number > most) {
            let message = format!("tiling is not thread safe at axis #{axis}");
            warnings.push(Diag::warning(view.loc(), message));
        }
    }
    if options.partial_reduction.is_some() && parallel {
        let message = "tiling parallel dimensions is not supported with partial reduction tiling strategies";
        return Err(Some(op_error(view, message)));
    }
    Ok(warnings)
}

/// A copy of an op at the insertion point that writes into other destinations, where it has such.
pub(super) fn copy_into(rw: &mut Rewriter<'_>, op: Op, inits: &[Value]) -> Option<Op> {
    let copy = rw.clone_op(op, &mut IrMapping::new())?;
    let view = rw.op(copy);
    if let Some(style) = view.interface::<dyn DestinationStyleOp>().filter(|_| !inits.is_empty()) {
        let (first, _) = style.inits(view);
        for (i, &init) in inits.iter().enumerate() {
            rw.set_operand(copy, first + i, init);
        }
    }
    Some(copy)
}

/// The input of the creation of the loop body.
struct Job<'a> {
    op: Op,
    tiling: &'static dyn TilingInterface,
    partial: Option<Partial<'a>>,
    /// The position of each dimension of the domain among the loops; `None` for the identity.
    order: Option<Vec<usize>>,
    untiled: bool,
}

impl Job<'_> {
    /// Computes a tile from a copy of the op that writes into the loops' arguments; returns the parts of the results.
    fn body(
        &self,
        rw: &mut Rewriter<'_>,
        ivs: &[Value],
        tile: &Tile,
        args: &[Value],
        made: &mut Tiled,
    ) -> Result<Vec<(Value, Tile)>, Refusal> {
        let mut tile = tile.clone();
        if let Some(order) = &self.order {
            tile = Tile { offsets: permuted(&tile.offsets, order), sizes: permuted(&tile.sizes, order) };
        }
        let copy = copy_into(rw, self.op, args).ok_or(None)?;
        if self.untiled {
            let values: Vec<Value> = rw.body().results(copy).collect();
            *made = Tiled { ops: vec![copy], values: values.clone(), slices: Vec::new() };
            return Ok(values.into_iter().map(|value| (value, Tile::default())).collect());
        }
        let tiled = match &self.partial {
            None => self.tiling.tiled_implementation(rw, copy, &tile),
            Some(partial) => partial.tile(rw, copy, ivs, args, &tile),
        };
        let failed = |refusal| then(refusal, op_error(rw.op(self.op), "faild to tile operation"));
        let tiled = tiled.map_err(failed);
        rw.erase_op(copy);
        *made = tiled?;
        let mut parts = Vec::with_capacity(made.values.len());
        for (result, &value) in made.values.iter().enumerate() {
            let part = match &self.partial {
                None => self.tiling.result_tile_position(rw, self.op, result, &tile)?,
                Some(partial) => partial.position(rw, self.op, ivs, result, &tile)?,
            };
            parts.push((value, part));
        }
        Ok(parts)
    }
}

/// Tiles an op that implements `TilingInterface` with loops, which are created after it. The op stays; the
/// replacements of its results are returned.
///
/// # Errors
///
/// If the options contradict each other, or the op cannot be tiled with them.
pub fn tile_using_scf(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &TilingOptions<'_>,
) -> Result<TilingResult, Refusal> {
    if !options.num_threads.is_empty() && options.loop_type != LoopType::Forall {
        return Err(None);
    }
    let point = rw.insertion_point();
    let result = tile(rw, op, options);
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    result
}

fn tile(rw: &mut Rewriter<'_>, op: Op, options: &TilingOptions<'_>) -> Result<TilingResult, Refusal> {
    let tiling = tiling_of(rw, op)?;
    let loc: Loc = rw.body().loc(op);
    if !options.interchange.is_empty()
        && whole_order(&options.interchange, options.interchange.len()).is_none()
    {
        return Err(None);
    }
    rw.set_insertion_point_after(op);
    let mut domain = tiling.iteration_domain(rw, op)?;
    let (mut sizes, mut threads) = sizes_and_threads(rw, op, &domain, options);
    let kinds = tiling.loop_iterator_types(rw.op(op));
    let warnings = check(rw, op, &kinds, (&sizes, &threads), options)?;
    let reduced = options.reduction_dims.iter().copied();
    let reduced: Vec<usize> =
        reduced.filter(|&dim| sizes.get(dim).is_some_and(|&size| !is(rw, size, 0))).collect();
    let mut order = None;
    if !options.interchange.is_empty() {
        let whole = whole_order(&options.interchange, domain.len()).ok_or(None)?;
        domain = permuted(&domain, &whole);
        sizes = permuted(&sizes, &whole);
        if !threads.is_empty() {
            threads = permuted(&threads, &whole);
        }
        order = Some(inverse(&whole));
    }
    let partial = match options.partial_reduction {
        Some(strategy) => Some(Partial::of(rw, op, strategy, &reduced, &sizes, &threads)?),
        None => None,
    };
    let inits = match &partial {
        Some(partial) => partial.initial_tensors(rw, op, &domain)?,
        None => destinations(rw, op).ok_or(None)?,
    };
    let untiled = sizes.iter().all(|&size| is(rw, size, 0));
    let job = Job { op, tiling, partial, order, untiled };
    let mut made = Tiled::default();
    let nest = loops::Nest { loc, domain: &domain, sizes: &sizes, threads: &threads, options, inits: &inits };
    let loops = match untiled {
        true => job.body(rw, &[], &nest.whole(), &inits, &mut made).map(|_| Vec::new()),
        false => nest.make(rw, &mut |rw, ivs, tile, args| job.body(rw, ivs, tile, args, &mut made)),
    };
    let failed = |refusal| then(refusal, op_error(rw.op(op), "failed to generate tiling loops"));
    let loops = loops.map_err(failed)?;
    let mut result = TilingResult {
        tiled_ops: made.ops,
        initial_values: inits,
        slices: made.slices,
        warnings,
        replacements: made.values,
        ..TilingResult::default()
    };
    if let Some(&outermost) = loops.first() {
        result.replacements = rw.body().results(outermost).collect();
        if let Some(partial) = &job.partial {
            (result.merge_ops, result.replacements) = partial.merge(rw, op, &result.replacements)?;
        }
    }
    result.loops = loops;
    Ok(result)
}
