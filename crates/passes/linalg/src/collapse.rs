//! Structured ops with fewer loops: groups of loops that every operand runs through in the same order are one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{DivSIOp, RemSIOp};
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{as_structured, has_buffer_semantics, maps_of_attr};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{self as buffers, is_guaranteed_collapsible};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, InsertPoint, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};
use terrace_passes_shared::reshapes::{collapsed_like, create_collapse, create_expand};
use terrace_rewrite::PatternSet;
use terrace_rewrite::walk::nested_post_order;

/// A structured op with fewer loops.
#[derive(Clone, Debug)]
pub struct CollapsedLoops {
    /// The op.
    pub op: Op,
    /// The replacements of the results of the op that it was, in their shapes.
    pub results: Vec<Value>,
}

/// Whether each operand either runs through all loops of a sequence, one after the other and innermost last, or
/// through none of them. The maps are projected permutations.
#[must_use]
pub fn preserves_sequence(maps: &[AffineMap], sequence: &[u32]) -> bool {
    maps.iter().all(|map| {
        let dims: Vec<Option<u32>> = map.results.iter().map(AffineExpr::as_dim).collect();
        let is_part = |dim: &Option<u32>| dim.is_some_and(|dim| sequence.contains(&dim));
        match dims.iter().position(is_part) {
            None => true,
            Some(at) => dims
                .get(at..at + sequence.len())
                .is_some_and(|part| part.iter().zip(sequence).all(|(dim, of)| *dim == Some(*of))),
        }
    })
}

/// The loops of an op in groups, each of which becomes one loop.
struct Collapsing {
    groups: Vec<Vec<u32>>,
    /// For each loop, the number of its group, and whether it is the first there.
    places: Vec<(u32, bool)>,
}

impl Collapsing {
    /// The groups that are given and the other loops, ordered by their first loops. `None` if a loop does not
    /// exist or is in two groups.
    fn of(loops: usize, groups: &[Vec<u32>]) -> Option<Self> {
        let mut is_grouped = vec![false; loops];
        for &dim in groups.iter().flatten() {
            if std::mem::replace(is_grouped.get_mut(dim as usize)?, true) {
                return None;
            }
        }
        let others = (0..loops as u32).filter(|&dim| !is_grouped[dim as usize]).map(|dim| vec![dim]);
        let given = groups.iter().filter(|group| !group.is_empty()).cloned();
        let mut groups: Vec<Vec<u32>> = given.chain(others).collect();
        groups.sort_by_key(|group| group[0]);
        let mut places = vec![(0, false); loops];
        for (number, group) in groups.iter().enumerate() {
            for (at, &dim) in group.iter().enumerate() {
                places[dim as usize] = (number as u32, at == 0);
            }
        }
        Some(Self { groups, places })
    }

    /// The dimensions of an operand with this map that become one each.
    fn operand_groups(&self, map: &AffineMap) -> Vec<Vec<i64>> {
        let mut groups: Vec<Vec<i64>> = Vec::new();
        let dims = map.results.iter().filter_map(AffineExpr::as_dim);
        for (at, dim) in dims.enumerate() {
            match groups.last_mut() {
                Some(last) if !self.places[dim as usize].1 => last.push(at as i64),
                _ => groups.push(vec![at as i64]),
            }
        }
        groups
    }

    fn map(&self, map: &AffineMap) -> AffineMap {
        let dims = map.results.iter().filter_map(AffineExpr::as_dim).map(|dim| self.places[dim as usize]);
        let results = dims.filter(|(_, is_first)| *is_first).map(|(group, _)| AffineExpr::dim(group));
        AffineMap::new(self.groups.len() as u32, 0, results.collect())
    }

    /// Computes the numbers of the loops that were, at the insertion point in the computation.
    fn numbers(&self, rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], loc: Loc) -> Vec<Value> {
        let mut numbers = vec![None; sizes.len()];
        for (at, group) in self.groups.iter().enumerate() {
            let dim = rw.cx().int_attr(Type::I64, at as i64);
            let mut rest = rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc));
            for &dim in group[1..].iter().rev() {
                let size = value_of(rw, sizes[dim as usize], loc);
                numbers[dim as usize] =
                    Some(rw.build_or_fold_value(RemSIOp::of(rest, size).result(Type::INDEX).loc(loc)));
                rest = rw.build_or_fold_value(DivSIOp::of(rest, size).result(Type::INDEX).loc(loc));
            }
            numbers[group[0] as usize] = Some(rest);
        }
        numbers.into_iter().flatten().collect()
    }
}

/// The type with these groups of dimensions collapsed; `None` if the layout of a buffer does not allow it.
fn type_of(cx: &Context, ty: Type, groups: &[Vec<i64>]) -> Option<Type> {
    match memref(cx, ty) {
        None => Some(collapsed_like(cx, ty, groups)),
        Some(buffer) if is_guaranteed_collapsible(cx, &buffer, groups) => {
            buffers::collapsed_type(cx, &buffer, groups)
        }
        Some(_) => None,
    }
}

fn collapse_operand(rw: &mut Rewriter<'_>, value: Value, groups: &[Vec<i64>], loc: Loc) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    if groups.iter().all(|group| group.len() == 1) {
        return Some(value);
    }
    let to = type_of(cx, ty, groups)?;
    if !ty.is_memref(cx) {
        return Some(create_collapse(rw, value, groups, to, loc));
    }
    let groups = Some(groups_attr(cx, groups));
    Some(rw.build_value(buffers::CollapseShapeOp::of(value).reassociation_attr(groups).result(to).loc(loc)))
}

/// The extent of each loop, as the first operand that determines it has it. As upstream's ranges of loops, the
/// extents of all operands are there before one is chosen.
pub(crate) fn loop_sizes(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<OpFoldResult>> {
    let (view, loc) = (rw.op(op), rw.body().loc(op));
    let maps = as_structured(view)?.indexing_maps(view);
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let mut sizes = vec![None; maps.first()?.num_dims as usize];
    for (operand, map) in operands.into_iter().zip(&maps) {
        for (size, result) in extents(rw, operand, loc).into_iter().zip(&map.results) {
            if let Some(dim) = result.as_dim() {
                sizes[dim as usize].get_or_insert(size);
            }
        }
    }
    sizes.into_iter().collect()
}

/// Whether an op can be copied with collapsed operands: it has no maps of its own, and runs through all operands
/// that are no scalars in the same order.
fn follows_operands(op: OpRef<'_>, maps: &[AffineMap]) -> bool {
    maps_of_attr(op).is_empty() && maps.iter().all(|map| map.num_results() == 0 || map.is_identity())
}

/// Creates a structured op at the insertion point that computes the same in fewer loops: each group is one. `None`,
/// without modifications, if a loop is in two groups, no group has two loops, loops of a group differ in kind, an
/// operand does not run through a group in its order, or a buffer has a layout that does not permit it. The op
/// loses its computation, and is left for the caller to replace.
pub fn collapse_loops(rw: &mut Rewriter<'_>, op: Op, groups: &[Vec<u32>]) -> Option<CollapsedLoops> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let is_generic = view.isa::<GenericOp>();
    let differs = |group: &Vec<u32>| {
        group.iter().any(|&dim| parallel.get(dim as usize) != parallel.get(group[0] as usize))
    };
    if groups.iter().all(|group| group.len() < 2)
        || groups.iter().any(|group| differs(group) || !preserves_sequence(&maps, group))
        || maps.iter().any(|map| !map.is_projected_permutation(false))
        || rw.holds_isolated(op)
        || !is_generic && !follows_operands(view, &maps)
    {
        return None;
    }
    let collapsing = Collapsing::of(parallel.len(), groups)?;
    let operand_groups: Vec<Vec<Vec<i64>>> = maps.iter().map(|map| collapsing.operand_groups(map)).collect();
    let types = view.operand_types();
    for (&ty, groups) in
        types.iter().zip(&operand_groups).filter(|(_, groups)| groups.iter().any(|group| group.len() > 1))
    {
        type_of(cx, ty, groups)?;
    }
    let (first, count) = structured.destinations(view);
    let (loc, result_types, buffers_only) = (view.loc(), view.result_types(), has_buffer_semantics(view));
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let sizes = loop_sizes(rw, op)?;
    let mut collapsed = Vec::with_capacity(operands.len());
    for (&operand, groups) in operands.iter().zip(&operand_groups) {
        collapsed.push(collapse_operand(rw, operand, groups, loc)?);
    }
    let types = match buffers_only {
        true => Vec::new(),
        false => tensor_types(rw, &collapsed[first..first + count]),
    };
    let made = match is_generic {
        false => copy_with(rw, op, &collapsed, &types)?,
        true => {
            let maps: Vec<AffineMap> = maps.iter().map(|map| collapsing.map(map)).collect();
            let parallel: Vec<bool> =
                collapsing.groups.iter().map(|group| parallel[group[0] as usize]).collect();
            let (inputs, outputs) = collapsed.split_at(first);
            move_generic(
                rw,
                GenericOp::assume(op),
                &Loops { inputs, outputs, maps: &maps, parallel: &parallel },
                &types,
            )?
        }
    };
    replace_indices(rw, made, &collapsing, &sizes)?;
    let mut results = Vec::with_capacity(result_types.len());
    let made_results: Vec<Value> = rw.body().results(made).collect();
    for (i, (result, ty)) in made_results.into_iter().zip(result_types).enumerate() {
        if rw.value(result).ty() == ty {
            results.push(result);
            continue;
        }
        let dims = maps[first + i].results.iter().filter_map(AffineExpr::as_dim);
        let shape: Vec<OpFoldResult> = dims.map(|dim| sizes[dim as usize]).collect();
        results.push(create_expand(rw, result, &operand_groups[first + i], &shape, ty, loc));
    }
    Some(CollapsedLoops { op: made, results })
}

/// Adds patterns that collapse these groups of loops of generic ops and copies that have them.
pub fn add_collapse_dimensions(set: &mut PatternSet, cx: &Context, groups: &[Vec<u32>]) {
    for name in [GenericOp::DEF.name, CopyOp::DEF.name] {
        let groups = groups.to_vec();
        let collapse = move |rw: &mut Rewriter<'_>, op: Op| {
            let collapsed = collapse_loops(rw, op, &groups)?;
            rw.replace_op(op, &collapsed.results);
            Some(())
        };
        set.add_action(cx, "CollapseLinalgDimensions", Root::Op(name), 1, Box::new(collapse));
    }
}

/// A `linalg.generic` at the insertion point that takes the computation of another.
fn move_generic(rw: &mut Rewriter<'_>, op: GenericOp, loops: &Loops<'_>, types: &[Type]) -> Option<Op> {
    let (region, loc) = (op.view(rw).region().id(), op.view(rw).0.loc());
    let block = rw.region(region).entry()?.id();
    let args: Vec<(Type, Loc)> = rw.block(block).args().map(|arg| (arg.ty(), arg.loc())).collect();
    let fresh = rw.new_region();
    let new_block = rw.create_block(fresh, &args);
    let args: Vec<Value> = rw.body().args(new_block).collect();
    rw.inline_block(block, InsertPoint::End(new_block), &args);
    Some(make_generic(rw, loops, types, fresh, loc))
}

/// Computes the numbers of the loops that were from those of the loops there are.
fn replace_indices(
    rw: &mut Rewriter<'_>,
    op: Op,
    collapsing: &Collapsing,
    sizes: &[OpFoldResult],
) -> Option<()> {
    let inner = nested_post_order(rw.body(), op);
    let indices: Vec<Op> = inner.into_iter().filter(|&inner| rw.op(inner).isa::<IndexOp>()).collect();
    if indices.is_empty() {
        return Some(());
    }
    let (point, loc) = (rw.insertion_point(), rw.body().loc(op));
    let block = rw.op(op).regions().next()?.entry()?.id();
    rw.set_insertion_point_to_start(block);
    let numbers = collapsing.numbers(rw, sizes, loc);
    for index in indices {
        let dim = usize::try_from(IndexOp::view_of(rw.op(index)).dim()).ok()?;
        rw.replace_op(index, &[*numbers.get(dim)?]);
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    Some(())
}
