//! Reductions in two steps: partial results along a new parallel loop, and an op that combines them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::match_reduction;
use terrace_dialects_core::arith::{self, reductions::neutral_element};
use terrace_dialects_linalg::builders::{Loops, make_fill, make_generic};
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp};
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics, static_loops};
use terrace_dialects_mem::bufferization::create_alloc_tensor;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::split;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::memref::causes::SPLIT_REDUCTION;
use terrace_dialects_mem::tensor::with_shape;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpFoldResult, Region, Rewriter, Type, Value};
use terrace_passes_shared::reshapes::create_expand;
use terrace_rewrite::walk::nested_post_order;
use terrace_support::options;

options! {
    /// The options of a split.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct SplitReductionOptions {
        /// The number of partial results, or of the elements that each one combines when the reduction is scaled. More
        /// than one.
        pub factor: i64,
        /// The dimension of the partial results that runs along the new loop.
        pub index: usize,
        /// Whether elements next to each other belong to different partial results.
        pub inner_parallel: bool,
        /// Whether partial results are allocated by `bufferization.alloc_tensor` instead of `tensor.empty`.
        pub use_alloc: bool,
    }
}

/// The ops of a split reduction.
#[derive(Clone, Copy, Debug)]
pub struct SplitReduction {
    /// The tensor of partial results.
    pub init_or_alloc: Op,
    /// The op that fills it with the neutral element.
    pub fill: Op,
    /// The op that computes partial results.
    pub split: Op,
    /// The op that combines them.
    pub combine: Op,
}

/// An op with one result, which a statement of its computation combines.
struct Reduction {
    maps: Vec<AffineMap>,
    parallel: Vec<bool>,
    /// The loops that reduce.
    dims: Vec<usize>,
    /// The static extent of the first of these.
    extent: i64,
    inputs: Vec<Value>,
    init: Value,
    combiner: Op,
    neutral: Attr,
    region: Region,
    loc: Loc,
}

impl Reduction {
    /// The reduction of an op on tensors whose computation does not depend on the numbers of iterations, or why it is
    /// none that can be split.
    fn of(rw: &Rewriter<'_>, op: Op) -> Result<Self, &'static str> {
        let view = rw.op(op);
        let structured = as_structured(view).ok_or("expected a structured op")?;
        let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
        let (first, count) = structured.destinations(view);
        let dims: Vec<usize> = (0..parallel.len()).filter(|&dim| !parallel[dim]).collect();
        let &first_dim = dims.first().ok_or("needs at least 1 reduction dimension")?;
        if !has_tensor_semantics(view) || count != 1 {
            return Err("More than one output in split reduction");
        }
        let is_dim = |map: &AffineMap| map.results.iter().all(|result| result.as_dim().is_some());
        let counts = nested_post_order(rw.body(), op).into_iter().any(|inner| rw.op(inner).isa::<IndexOp>());
        if !is_dim(&maps[first]) || counts || rw.holds_isolated(op) {
            return Err("expected an output along loops, and no computation with numbers of iterations");
        }
        let block = view.single_region().entry().ok_or("Cannot match the reduction pattern")?;
        let args: Vec<_> = block.args().skip(first).collect();
        let combiner = match_reduction(&args, 0).ok_or("Cannot match the reduction pattern")?;
        let neutral = neutral_element(combiner).ok_or("Unknown identity value for the reduction")?;
        let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
        Ok(Self {
            extent: static_loops(view, &maps)[first_dim],
            dims,
            inputs: operands[..first].to_vec(),
            init: operands[first],
            combiner: combiner.id(),
            neutral,
            region: view.single_region().id(),
            loc: view.loc(),
            maps,
            parallel,
        })
    }

    /// The number of iterations of each of `factor` parts of the first loop that reduces.
    fn part(&self, factor: i64) -> Option<i64> {
        let divides = factor > 1 && self.extent != DYNAMIC && self.extent % factor == 0;
        divides.then(|| self.extent / factor)
    }

    /// A tensor of partial results, filled with the neutral element, whose dimension `index` has this extent.
    fn partial(
        &self,
        rw: &mut Rewriter<'_>,
        options: &SplitReductionOptions,
        extent: i64,
    ) -> Option<(Op, Op)> {
        let ty = rw.value(self.init).ty();
        let mut sizes = extents(rw, self.init, self.loc);
        sizes.insert(options.index, OpFoldResult::Static(extent));
        let element = ty.element_type(rw.cx())?;
        let tensor = if options.use_alloc {
            let (values, shape) = split(&sizes);
            let ty = with_shape(rw.cx(), ty, &shape);
            create_alloc_tensor(rw, &values, ty, self.loc, &SPLIT_REDUCTION)
        } else {
            empty(rw, &sizes, element, self.loc)
        };
        let neutral = arith::ConstantOp::of().value_attr(self.neutral).result(element).loc(self.loc);
        let neutral = rw.build_value(neutral);
        let fill = make_fill(rw, neutral, tensor, self.loc)?;
        Some((rw.value(tensor).defining_op()?.id(), fill))
    }

    /// The map of the partial results: that of the result, with dimension `index` along loop `dim`.
    fn partial_map(&self, moved: &dyn Fn(u32) -> u32, index: usize, dim: usize) -> AffineMap {
        let map = &self.maps[self.inputs.len()];
        let mut results: Vec<AffineExpr> = map
            .results
            .iter()
            .filter_map(AffineExpr::as_dim)
            .map(|dim| AffineExpr::dim(moved(dim)))
            .collect();
        results.insert(index, AffineExpr::dim(dim as u32));
        AffineMap::new(map.num_dims + 1, 0, results)
    }

    /// The op that combines partial results along dimension `index` with the initial values, and replaces the op.
    fn combine(&self, rw: &mut Rewriter<'_>, op: Op, partial: Value, index: usize) -> Option<Op> {
        let (cx, ty) = (rw.cx(), rw.value(self.init).ty());
        let (rank, element) = (ty.shape(cx)?.len() as u32 + 1, ty.element_type(cx)?);
        let mut maps = vec![AffineMap::identity(rank); 2];
        maps[1] = maps[1].drop_results(&[index]);
        let parallel: Vec<bool> = (0..rank as usize).map(|dim| dim != index).collect();
        let region = rw.new_region();
        let block = rw.create_block(region, &[(element, self.loc); 2]);
        let args: Vec<Value> = rw.body().args(block).collect();
        let loops = Loops { inputs: &[partial], outputs: &[self.init], maps: &maps, parallel: &parallel };
        let made = make_generic(rw, &loops, &[ty], region, self.loc);
        rw.set_insertion_point_to_end(block);
        let combiner = rw.clone_op(self.combiner, &mut IrMapping::new())?;
        rw.set_operands(combiner, &args);
        let value = rw.body().single_result(combiner);
        rw.build(YieldOp::of(&[value]).loc(self.loc));
        rw.replace_op_with(op, made);
        Some(made)
    }
}

/// Splits the only loop of an op that reduces, so that `factor` partial results are computed in parallel. The dimensions of
/// inputs along the loop are split by reshapes.
///
/// # Errors
///
/// Returns the reason why the op cannot be split; nothing is changed then.
pub fn split_reduction(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &SplitReductionOptions,
) -> Result<SplitReduction, &'static str> {
    if options.factor <= 1 {
        return Err("split ratio needs to be greater than 1");
    }
    let reduction = Reduction::of(rw, op)?;
    let &[dim] = &reduction.dims[..] else { return Err("needs a single reduction dimension") };
    let Some(part) = reduction.part(options.factor) else {
        return Err("Reduction dimension not divisible by split ratio");
    };
    let is_tensor = |&value: &Value| rw.value(value).ty().is_tensor(rw.cx());
    let along_dims = |(value, map): (&Value, &AffineMap)| {
        !is_tensor(value) || map.results.iter().all(|result| result.as_dim().is_some())
    };
    if !reduction.inputs.iter().zip(&reduction.maps).all(along_dims) {
        return Err("expected inputs along loops");
    }
    if options.index > reduction.maps[reduction.inputs.len()].num_results() {
        return Err("Insert dimension position too large compared to intermediate tensor size");
    }
    let new = if options.inner_parallel { dim + 1 } else { options.index };
    rw.set_insertion_point_before(op);
    split_loop(rw, op, &reduction, options, (dim, new, part)).ok_or("cannot create the ops")
}

/// Creates the ops of a split of loop `dim`, where `new` is the number of the parallel loop, and `part` the number of
/// iterations that are left.
fn split_loop(
    rw: &mut Rewriter<'_>,
    op: Op,
    reduction: &Reduction,
    options: &SplitReductionOptions,
    (dim, new, part): (usize, usize, i64),
) -> Option<SplitReduction> {
    let moved = |dim: u32| if (dim as usize) < new { dim } else { dim + 1 };
    let (mut inputs, mut maps) = (Vec::new(), Vec::new());
    for (&input, map) in reduction.inputs.iter().zip(&reduction.maps) {
        let sizes = extents(rw, input, reduction.loc);
        let (mut shape, mut results, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        for (at, of) in map.results.iter().filter_map(AffineExpr::as_dim).enumerate() {
            let own = (AffineExpr::dim(moved(of)), sizes[at]);
            let both = [
                (AffineExpr::dim(new as u32), OpFoldResult::Static(options.factor)),
                (own.0.clone(), OpFoldResult::Static(part)),
            ];
            let first = shape.len() as i64;
            let dims = match (of as usize == dim, options.inner_parallel) {
                (false, _) => vec![own],
                (true, false) => both.to_vec(),
                (true, true) => both.into_iter().rev().collect(),
            };
            groups.push((first..first + dims.len() as i64).collect::<Vec<i64>>());
            for (result, size) in dims {
                results.push(result);
                shape.push(size);
            }
        }
        let ty = rw.value(input).ty();
        inputs.push(match shape.len() == sizes.len() {
            true => input,
            false => {
                let to = with_shape(rw.cx(), ty, &split(&shape).1);
                create_expand(rw, input, &groups, &shape, to, reduction.loc)
            }
        });
        maps.push(AffineMap::new(map.num_dims + 1, 0, results));
    }
    let (init_or_alloc, fill) = reduction.partial(rw, options, options.factor)?;
    maps.push(reduction.partial_map(&moved, options.index, new));
    let mut parallel = reduction.parallel.clone();
    parallel.insert(new, true);
    let filled = rw.body().single_result(fill);
    let ty = rw.value(filled).ty();
    let region = rw.new_region();
    rw.clone_region(reduction.region, region, &mut IrMapping::new())?;
    let loops = Loops { inputs: &inputs, outputs: &[filled], maps: &maps, parallel: &parallel };
    let split = make_generic(rw, &loops, &[ty], region, reduction.loc);
    let partial = rw.body().single_result(split);
    let combine = reduction.combine(rw, op, partial, options.index)?;
    Some(SplitReduction { init_or_alloc, fill, split, combine })
}

/// Splits the first loop of an op that reduces, so that each partial result combines `factor` elements next to each other.
/// Inputs stay as they are, and are accessed at multiples of the factor; an input of no elements has the extents of the two
/// loops.
///
/// # Errors
///
/// Returns the reason why the op cannot be split; nothing is changed then.
pub fn split_reduction_by_scaling(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &SplitReductionOptions,
) -> Result<SplitReduction, &'static str> {
    if options.inner_parallel {
        return Err("innerParallel not supported");
    }
    if options.factor <= 1 {
        return Err("split factor needs to be greater than 1");
    }
    let reduction = Reduction::of(rw, op)?;
    let first = reduction.inputs.len();
    let count =
        reduction.part(options.factor).filter(|_| options.index <= reduction.maps[first].num_results());
    let Some(count) = count else {
        return Err("first reduction dimension not divisible by split factor");
    };
    rw.set_insertion_point_before(op);
    scale_loop(rw, op, &reduction, options, count).ok_or("cannot create the ops")
}

fn scale_loop(
    rw: &mut Rewriter<'_>,
    op: Op,
    reduction: &Reduction,
    options: &SplitReductionOptions,
    count: i64,
) -> Option<SplitReduction> {
    let (dim, first, loc) = (reduction.dims[0], reduction.inputs.len(), reduction.loc);
    let loops = reduction.parallel.len() as u32;
    let (outer, inner) = (AffineExpr::dim(dim as u32), AffineExpr::dim(dim as u32 + 1));
    let moved = |of: u32| if of as usize <= dim { of } else { of + 1 };
    let scaled: Vec<AffineExpr> = (0..loops)
        .map(|of| match of as usize == dim {
            true => outer.clone() * AffineExpr::constant(options.factor) + inner.clone(),
            false => AffineExpr::dim(moved(of)),
        })
        .collect();
    let (init_or_alloc, fill) = reduction.partial(rw, options, count)?;
    let mut maps: Vec<AffineMap> = reduction.maps[..first]
        .iter()
        .map(|map| map.replace_dims_and_symbols(&scaled, &[], loops + 1, 0))
        .collect();
    maps.push(AffineMap::new(loops + 1, 0, vec![outer, inner]));
    maps.push(reduction.partial_map(&moved, options.index, dim));
    let sizes = [count, options.factor].map(OpFoldResult::Static);
    let flag = Type::I1;
    let mut inputs = reduction.inputs.clone();
    inputs.push(empty(rw, &sizes, flag, loc));
    let mut parallel = reduction.parallel.clone();
    parallel.insert(dim, true);
    let filled = rw.body().single_result(fill);
    let ty: Type = rw.value(filled).ty();
    let region = with_argument(rw, reduction.region, first, (flag, loc))?;
    let loops = Loops { inputs: &inputs, outputs: &[filled], maps: &maps, parallel: &parallel };
    let split = make_generic(rw, &loops, &[ty], region, loc);
    let partial = rw.body().single_result(split);
    let combine = reduction.combine(rw, op, partial, options.index)?;
    Some(SplitReduction { init_or_alloc, fill, split, combine })
}

/// A copy of a region of one block with one more argument.
fn with_argument(rw: &mut Rewriter<'_>, from: Region, at: usize, new: (Type, Loc)) -> Option<Region> {
    let point = rw.insertion_point()?;
    let block = rw.body().entry(from)?;
    let mut args: Vec<(Type, Loc)> = rw.block(block).args().map(|arg| (arg.ty(), arg.loc())).collect();
    args.insert(at, new);
    let region = rw.new_region();
    let copy = rw.create_block(region, &args);
    let mut map = IrMapping::new();
    let old: Vec<Value> = rw.body().args(block).collect();
    let fresh: Vec<Value> =
        rw.body().args(copy).enumerate().filter(|(i, _)| *i != at).map(|(_, arg)| arg).collect();
    old.into_iter().zip(fresh).for_each(|(arg, fresh)| map.map(arg, fresh));
    rw.set_insertion_point_to_end(copy);
    let ops: Vec<Op> = rw.body().ops_of(block).collect();
    for op in ops {
        rw.clone_op(op, &mut map)?;
    }
    rw.set_insertion_point(point);
    Some(region)
}
