//! Structured ops with more loops: an op takes the expanded dimensions of an operand, so that no reshape separates it
//! from the next op.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::{Loops, make_generic, make_transpose, tensor_types};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::named_elementwise::{CopyOp, FillOp};
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{Structured, as_structured, has_tensor_semantics};
use terrace_dialects_linalg::transpose_broadcast::TransposeOp;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{indices, split, value_of};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape, reshape_source};
use terrace_dialects_mem::tensor::{ExpandShapeOp, with_shape};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};
use terrace_passes_shared::reshapes::{create_collapse, create_expand, is_expandable_to, part_of};
use terrace_rewrite::motion::{Dominance, move_value_definitions};

/// Whether a structured op can take the loops of a reshaped operand, if all other operands can be expanded alike.
pub(super) fn is_expandable(op: OpRef<'_>, operand: usize) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    let maps = structured.indexing_maps(op);
    has_tensor_semantics(op)
        && maps.iter().all(|map| map.is_projected_permutation(false))
        && maps.get(operand).is_some_and(|map| map.num_results() > 0)
}

/// The loops that an op's loops become: for each, the new ones, and their extents.
struct Expansion {
    loops: Vec<Vec<u32>>,
    extents: Vec<Vec<OpFoldResult>>,
    count: u32,
}

/// The extents that each loop of an op is expanded to by an operand of this shape; `None` if an operand that it
/// indexes cannot be expanded so.
fn static_extents(
    op: OpRef<'_>,
    operand: usize,
    groups: &[Vec<i64>],
    shape: &[i64],
) -> Option<Vec<Vec<i64>>> {
    let (cx, maps) = (op.cx(), as_structured(op)?.indexing_maps(op));
    let mut extents: Vec<Vec<i64>> = vec![Vec::new(); maps.first()?.num_dims as usize];
    for (result, group) in maps[operand].results.iter().zip(groups) {
        extents[result.as_dim()? as usize] = part_of(shape, group)?.to_vec();
    }
    let shape_of = |at: usize| op.operand(at).ty().shape_or_scalar(cx);
    let is_expanded: Vec<bool> = extents.iter().map(|list| !list.is_empty()).collect();
    for (at, map) in maps.iter().enumerate() {
        for (result, &extent) in map.results.iter().zip(shape_of(at)) {
            let dim = result.as_dim()? as usize;
            if !is_expanded[dim] && extents[dim].is_empty() {
                extents[dim].push(extent);
            }
        }
    }
    let fits = |at: usize| {
        let mut dims = maps[at].results.iter().filter_map(AffineExpr::as_dim).zip(shape_of(at));
        dims.all(|(dim, &extent)| is_expandable_to(extent, &extents[dim as usize]))
    };
    ((0..maps.len()).all(|at| at == operand || fits(at)) && !groups.is_empty()).then_some(extents)
}

impl Expansion {
    /// The expansion by an operand whose dimensions are expanded in groups.
    fn of(
        rw: &mut Rewriter<'_>,
        op: Op,
        operand: usize,
        groups: &[Vec<i64>],
        shape: &[OpFoldResult],
    ) -> Option<Self> {
        let structured = as_structured(rw.op(op))?;
        let (maps, loc) = (structured.indexing_maps(rw.op(op)), rw.body().loc(op));
        let num_loops = structured.parallel(rw.op(op)).len();
        let mut extents: Vec<Vec<OpFoldResult>> = vec![Vec::new(); num_loops];
        for (result, group) in maps[operand].results.iter().zip(groups) {
            extents[result.as_dim()? as usize] = part_of(shape, group)?.to_vec();
        }
        for (dim, list) in extents.iter_mut().enumerate().filter(|(_, list)| list.is_empty()) {
            let place =
                maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(dim as u32)?)));
            let (of, at) = place?;
            let value = rw.op(op).operand(of).id();
            list.push(extent(rw, value, at, loc));
        }
        let (mut loops, mut count) = (Vec::new(), 0);
        for list in &extents {
            let next = count + list.len() as u32;
            loops.push((count..next).collect());
            count = next;
        }
        Some(Self { loops, extents, count })
    }

    fn dims<'e>(&'e self, map: &'e AffineMap) -> impl Iterator<Item = usize> + 'e {
        map.results.iter().filter_map(|result| result.as_dim()).map(|dim| dim as usize)
    }

    fn map(&self, map: &AffineMap) -> AffineMap {
        let dims = self.dims(map).flat_map(|dim| self.loops[dim].iter().copied());
        AffineMap::new(self.count, map.num_symbols, dims.map(AffineExpr::dim).collect())
    }

    fn shape(&self, map: &AffineMap) -> Vec<OpFoldResult> {
        self.dims(map).flat_map(|dim| self.extents[dim].iter().copied()).collect()
    }

    /// The operand with this map in the shape that the expanded op takes it in.
    fn operand(&self, rw: &mut Rewriter<'_>, value: Value, map: &AffineMap, loc: Loc) -> Value {
        let ty = rw.value(value).ty();
        if !ty.is_tensor(rw.cx()) {
            return value;
        }
        let shape = self.shape(map);
        let to = with_shape(rw.cx(), ty, &split(&shape).1);
        match to == ty {
            true => value,
            false => create_expand(rw, value, &self.groups(map), &shape, to, loc),
        }
    }

    /// The groups of dimensions of an operand with this map that were one.
    fn groups(&self, map: &AffineMap) -> Vec<Vec<i64>> {
        let mut next = 0;
        self.dims(map)
            .map(|dim| {
                let first = next;
                next += self.loops[dim].len() as i64;
                (first..next).collect()
            })
            .collect()
    }
}

/// Creates a structured op before one on tensors that computes the same in more loops: those of an operand are split
/// as a `tensor.expand_shape` of it, or the `tensor.collapse_shape` that it is a result of, has its dimensions.
/// Returns the replacements of the results, in their shapes; the op is left for the caller to replace. `None`,
/// without modifications, if an operand cannot be expanded alike.
pub fn expand_loops(rw: &mut Rewriter<'_>, op: Op, operand: usize, reshape: Op) -> Option<Vec<Value>> {
    let view = rw.op(reshape);
    let (expands, groups) = (view.isa::<ExpandShapeOp>(), groups_of(view));
    let (source, result) = (reshape_source(view)?, view.single_result());
    let expanded_shape =
        if expands { split(&indices(&output_shape(view))).1 } else { source.ty().shape(rw.cx())?.to_vec() };
    if !is_expandable(rw.op(op), operand) || result.ty().shape(rw.cx()).is_none() {
        return None;
    }
    static_extents(rw.op(op), operand, &groups, &expanded_shape)?;
    let (source, loc) = (source.id(), rw.body().loc(op));
    let shape = if expands {
        let shape = indices(&output_shape(rw.op(reshape)));
        move_value_definitions(rw, &split(&shape).0, op, &mut Dominance::default()).ok()?;
        rw.set_insertion_point_before(op);
        shape
    } else {
        rw.set_insertion_point_before(op);
        extents(rw, source, loc)
    };
    let expansion = Expansion::of(rw, op, operand, &groups, &shape)?;
    let structured: &'static dyn Structured = as_structured(rw.op(op))?;
    let (maps, parallel) = (structured.indexing_maps(rw.op(op)), structured.parallel(rw.op(op)));
    let (first, count) = structured.destinations(rw.op(op));
    let operands: Vec<Value> = rw.op(op).operands().map(|value| value.id()).collect();
    let mut new = Vec::with_capacity(operands.len());
    for (at, &value) in operands.iter().enumerate().take(first + count) {
        new.push(match at == operand && !expands {
            true => source,
            false => expansion.operand(rw, value, &maps[at], loc),
        });
    }
    let types = tensor_types(rw, &new[first..]);
    let made =
        expanded_op(rw, TransposeOp::assume(op), &expansion, (&new, first), (&maps, &parallel), &types)?;
    rw.set_insertion_point_after(made);
    let old: Vec<Type> = rw.op(op).result_types();
    let mut results = Vec::with_capacity(old.len());
    for (i, ty) in old.into_iter().enumerate() {
        let result = rw.body().result(made, i);
        results.push(match rw.value(result).ty() == ty {
            true => result,
            false => create_collapse(rw, result, &expansion.groups(&maps[first + i]), ty, loc),
        });
    }
    Some(results)
}

/// The op with more loops: of the same kind if that has fixed maps, generic otherwise.
fn expanded_op(
    rw: &mut Rewriter<'_>,
    op: TransposeOp,
    expansion: &Expansion,
    (operands, first): (&[Value], usize),
    (maps, parallel): (&[AffineMap], &[bool]),
    types: &[Type],
) -> Option<Op> {
    let loc = rw.body().loc(op);
    if rw.op(op).isa::<FillOp>() || rw.op(op).isa::<CopyOp>() {
        return copy_with(rw, op.into(), operands, types);
    }
    if rw.op(op).isa::<TransposeOp>() {
        let permutation = op.view(rw).permutation().to_vec();
        let groups = expansion.groups(maps.first()?);
        let dims: Vec<i64> = permutation
            .iter()
            .filter_map(|&dim| groups.get(usize::try_from(dim).ok()?))
            .flat_map(|group| group.iter().copied())
            .collect();
        let &[input, init] = operands else { return None };
        return Some(make_transpose(rw, input, init, &dims, loc));
    }
    let maps: Vec<AffineMap> = maps.iter().map(|map| expansion.map(map)).collect();
    let parallel: Vec<bool> = parallel
        .iter()
        .zip(&expansion.loops)
        .flat_map(|(&kind, loops)| loops.iter().map(move |_| kind))
        .collect();
    let (inputs, outputs) = operands.split_at(first);
    let (from, region) = (rw.op(op).single_region().id(), rw.new_region());
    rw.clone_region(from, region, &mut IrMapping::new())?;
    let made =
        make_generic(rw, &Loops { inputs, outputs, maps: &maps, parallel: &parallel }, types, region, loc);
    let block = rw.op(made).single_region().entry()?;
    let found: Vec<Op> = block.ops().filter(|op| op.isa::<IndexOp>()).map(OpRef::id).collect();
    for index in found {
        replace_index(rw, index, expansion)?;
    }
    rw.set_insertion_point_after(made);
    Some(made)
}

/// The number of an iteration of a loop is computed of those of the loops that it became.
fn replace_index(rw: &mut Rewriter<'_>, index: Op, expansion: &Expansion) -> Option<()> {
    let loc = rw.body().loc(index);
    let dim = usize::try_from(rw.op(index).cast::<IndexOp>()?.dim()).ok()?;
    let (loops, sizes) = (expansion.loops.get(dim)?, expansion.extents.get(dim)?);
    rw.set_insertion_point_before(index);
    let number = |rw: &mut Rewriter<'_>, dim: u32| {
        let dim = rw.cx().int_attr(Type::I64, i64::from(dim));
        rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc))
    };
    let (&first, rest) = loops.split_first()?;
    let inner: Vec<Value> = rest.iter().map(|&dim| number(rw, dim)).collect();
    let mut sum = OpFoldResult::Value(number(rw, first));
    let next = AffineExpr::dim(0) + AffineExpr::dim(1) * AffineExpr::symbol(0);
    let next = AffineMap::new(2, 1, vec![next]);
    for (value, &size) in inner.into_iter().zip(&sizes[1..]) {
        sum = composed_apply(rw, &next, &[OpFoldResult::Value(value), sum, size], loc);
    }
    let sum = value_of(rw, sum, loc);
    rw.replace_op(index, &[sum]);
    Some(())
}
