//! Slices of collapsed tensors as loops over slices of the tensors before the collapse.

use terrace_affine::AffineExpr;
use terrace_dialects_core::scf::YieldOp;
use terrace_dialects_mem::affine::AffineDelinearizeIndexOp;
use terrace_dialects_mem::affine::make::{make_apply, map_of_expr};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, indices, known_index, split, value_of};
use terrace_dialects_mem::make_slices::{empty, extract_slice_as, insert_slice, parallel_insert_slice};
use terrace_dialects_mem::reshape_patterns::groups_of;
use terrace_dialects_mem::slices::mixed_lists;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExtractSliceOp, collapsed_type, with_shape};
use terrace_ir::pattern::Root;
use terrace_ir::tiling::Tile;
use terrace_ir::{Context, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};
use terrace_passes_shared::reshapes::create_collapse;
use terrace_rewrite::PatternSet;

use crate::tile::loops::{make_for, make_forall};

/// Adds the pattern that takes slices before a `tensor.collapse_shape`, in `scf.forall` loops or in `scf.for` loops over the
/// dimensions that are both collapsed and sliced.
pub fn add_slice_of_collapse(set: &mut PatternSet, cx: &Context, uses_forall: bool) {
    let rewrite = move |rw: &mut Rewriter<'_>, op: Op| rewrite(rw, ExtractSliceOp::assume(op), uses_forall);
    let root = Root::Op(ExtractSliceOp::DEF.name);
    set.add_action(cx, "RewriteExtractSliceFromCollapseShape", root, 1, Box::new(rewrite));
}

/// For each group of several dimensions of which one has not extent one, that dimension; the others are dropped by a slice.
fn single_dims(groups: &[Vec<i64>], shape: &[i64]) -> Vec<Option<i64>> {
    let single = |group: &Vec<i64>| {
        let mut dims = group.iter().copied().filter(|&dim| shape[dim as usize] != 1);
        let first = dims.next().filter(|_| group.len() > 1)?;
        dims.next().is_none().then_some(first)
    };
    groups.iter().map(single).collect()
}

/// The source of a collapse without the dimensions that a slice drops, and the groups that are left to collapse.
fn without_units(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    single: &[Option<i64>],
    loc: Loc,
) -> Option<(Value, Vec<Vec<i64>>)> {
    let (cx, ty) = (rw.cx(), rw.value(source).ty());
    let shape = ty.shape(cx)?;
    let (mut kept, mut left): (Vec<i64>, Vec<Vec<i64>>) = (Vec::new(), Vec::new());
    for (group, single) in groups.iter().zip(single) {
        let first = kept.len() as i64;
        match single {
            Some(dim) => kept.push(shape[*dim as usize]),
            None => kept.extend(group.iter().map(|&dim| shape[dim as usize])),
        }
        left.push((first..kept.len() as i64).collect());
    }
    let to = with_shape(cx, ty, &kept);
    let whole = Tile { offsets: vec![OpFoldResult::Static(0); shape.len()], sizes: extents(rw, source, loc) };
    let slice = extract_slice_as(rw, source, &whole, to, loc);
    Some((rw.body().single_result(slice), left))
}

/// A slice of a collapsed tensor.
struct SliceOfCollapse {
    source: Value,
    groups: Vec<Vec<i64>>,
    /// The offsets, sizes and strides of the slice.
    lists: [Vec<OpFoldResult>; 3],
    /// The extents of the tensor before the collapse.
    extents: Vec<OpFoldResult>,
    /// Whether each dimension is both collapsed and sliced.
    is_looped: Vec<bool>,
    loc: Loc,
}

impl SliceOfCollapse {
    /// The part of the tensor before the collapse for iterations, collapsed, and its place in the slice.
    fn part(&self, rw: &mut Rewriter<'_>, iterations: &[Value]) -> Option<(Value, Tile)> {
        let (cx, one, zero) = (rw.cx(), OpFoldResult::Static(1), OpFoldResult::Static(0));
        let mut lists: [Vec<OpFoldResult>; 3] = Default::default();
        let mut place = Tile { offsets: Vec::new(), sizes: Vec::new() };
        let [offsets, sizes, strides] = &self.lists;
        let mut push = |offset, size, stride| {
            for (list, index) in lists.iter_mut().zip([offset, size, stride]) {
                list.push(index);
            }
        };
        let mut iterations = iterations.iter();
        for (dim, group) in self.groups.iter().enumerate() {
            if self.is_looped[dim] {
                let &iteration = iterations.next()?;
                let indices = self.indices(rw, dim, iteration);
                indices.into_iter().for_each(|index| push(OpFoldResult::Value(index), one, one));
                place.offsets.push(OpFoldResult::Value(iteration));
                place.sizes.push(one);
                continue;
            }
            match group.len() {
                1 => push(offsets[dim], sizes[dim], strides[dim]),
                _ => group.iter().for_each(|&dim| push(zero, self.extents[dim as usize], one)),
            }
            place.offsets.push(zero);
            place.sizes.push(sizes[dim]);
        }
        let ty = with_shape(cx, rw.value(self.source).ty(), &split(&lists[1]).1);
        let slice =
            terrace_dialects_mem::make_slices::extract_slice_of(rw, self.source, &lists, ty, self.loc);
        let part = rw.body().single_result(slice);
        let to = collapsed_type(cx, ty, &self.groups);
        Some((create_collapse(rw, part, &self.groups, to, self.loc), place))
    }

    /// The indices before the collapse of an iteration along a dimension of the slice.
    fn indices(&self, rw: &mut Rewriter<'_>, dim: usize, iteration: Value) -> Vec<Value> {
        let [offsets, _, strides] = &self.lists;
        let expr = AffineExpr::symbol(0) + AffineExpr::dim(0) * AffineExpr::symbol(1);
        let operands = [OpFoldResult::Value(iteration), offsets[dim], strides[dim]];
        let index = make_apply(rw, self.loc, &map_of_expr(expr), &operands);
        let basis: Vec<OpFoldResult> =
            self.groups[dim].iter().map(|&dim| self.extents[dim as usize]).collect();
        let types = vec![Type::INDEX; basis.len()];
        let op = AffineDelinearizeIndexOp::of(index).mixed_basis(&basis).multi_index(&types);
        let op: Op = rw.build(op.loc(self.loc)).into();
        rw.body().results(op).collect()
    }

    /// The sizes of the loops.
    fn loop_sizes(&self) -> Vec<OpFoldResult> {
        let sizes = self.lists[1].iter().zip(&self.is_looped);
        sizes.filter(|(_, is_looped)| **is_looped).map(|(&size, _)| size).collect()
    }

    /// Nested `scf.for` loops that insert the parts into a destination; the result.
    fn loops(&self, rw: &mut Rewriter<'_>, dest: Value) -> Option<Value> {
        let loc = self.loc;
        let sizes: Vec<Value> = self.loop_sizes().into_iter().map(|size| value_of(rw, size, loc)).collect();
        let (zero, one) = (index_constant(rw, 0, loc), index_constant(rw, 1, loc));
        let (mut carried, mut iterations, mut outermost) = (dest, Vec::new(), None);
        let mut blocks = Vec::new();
        for size in sizes {
            let (op, block) = make_for(rw, [zero, size, one], &[carried], None, loc);
            outermost.get_or_insert(op);
            blocks.push((op, block));
            rw.set_insertion_point_to_end(block);
            let args: Vec<Value> = rw.body().args(block).collect();
            let &[iteration, argument] = &args[..] else { return None };
            iterations.push(iteration);
            carried = argument;
        }
        let (part, place) = self.part(rw, &iterations)?;
        let mut value = insert_slice(rw, part, carried, &place, loc);
        for (op, block) in blocks.into_iter().rev() {
            rw.set_insertion_point_to_end(block);
            rw.build(YieldOp::of(&[value]).loc(loc));
            value = rw.body().single_result(op);
        }
        Some(value)
    }

    /// An `scf.forall` that inserts the parts into a destination; the result.
    fn forall(&self, rw: &mut Rewriter<'_>, dest: Value) -> Option<Value> {
        let sizes = self.loop_sizes();
        let (lower, steps) =
            (vec![OpFoldResult::Static(0); sizes.len()], vec![OpFoldResult::Static(1); sizes.len()]);
        let (op, block, combining) = make_forall(rw, [&lower, &sizes, &steps], &[dest], None, self.loc);
        let args: Vec<Value> = rw.body().args(block).collect();
        let (iterations, outputs) = args.split_at(sizes.len());
        rw.set_insertion_point_to_start(block);
        let (part, place) = self.part(rw, iterations)?;
        rw.set_insertion_point_to_end(combining);
        parallel_insert_slice(rw, part, *outputs.first()?, &place, self.loc);
        Some(rw.body().single_result(op))
    }
}

fn rewrite(rw: &mut Rewriter<'_>, op: ExtractSliceOp, uses_forall: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(collapse) = view.source().defined_by::<CollapseShapeOp>() else {
        return rw.notify_match_failure(op, "producer is not a tensor.collapse_shape op");
    };
    let collapsed = view.source().ty().shape(cx)?;
    if view.result().ty().shape(cx)?.len() != collapsed.len() {
        return rw.notify_match_failure(op, "the slice drops dimensions");
    }
    let lists = mixed_lists(view.0).map(|list| indices(&list));
    let (mut source, mut groups) = (collapse.src().id(), groups_of(collapse.0));
    let (loc, collapse_loc, collapse) = (view.0.loc(), collapse.0.loc(), collapse.0.id());
    let element = view.source().ty().element_type(cx)?;
    let single = single_dims(&groups, rw.value(source).ty().shape(cx)?);
    if single.iter().any(Option::is_some) {
        rw.set_insertion_point_before(collapse);
        let to = rw.value(rw.body().single_result(collapse)).ty();
        (source, groups) = without_units(rw, source, &groups, &single, collapse_loc)?;
        if groups.iter().all(|group| group.len() == 1) {
            rw.replace_op(collapse, &[source]);
            return Some(());
        }
        let value = create_collapse(rw, source, &groups, to, collapse_loc);
        rw.replace_op(collapse, &[value]);
        rw.set_insertion_point_before(op);
    }
    let is_sliced = |dim: usize| {
        let [offset, size, stride] = [0, 1, 2].map(|which: usize| known_index(rw, lists[which][dim]));
        offset != Some(0) || stride != Some(1) || size.is_none() || size != Some(collapsed[dim])
    };
    let is_looped: Vec<bool> =
        groups.iter().enumerate().map(|(dim, group)| group.len() > 1 && is_sliced(dim)).collect();
    let dest = empty(rw, &lists[1], element, loc);
    let extents = extents(rw, source, collapse_loc);
    let slice = SliceOfCollapse { source, groups, lists, extents, is_looped, loc };
    let value = match uses_forall {
        true => slice.forall(rw, dest)?,
        false => slice.loops(rw, dest)?,
    };
    rw.replace_op(op, &[value]);
    Some(())
}
