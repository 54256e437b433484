//! Buffers that are overwritten in each iteration, made several: iterations may then overlap.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::index_values::{indices, value_of};
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::causes::MULTI_BUFFER;
use terrace_dialects_mem::memref::{
    AllocOp, AllocSpec, CopyOp, DeallocOp, SubViewOp, create_alloc, infer_rank_reduced_subview_type,
};
use terrace_dialects_mem::slices::{mixed_lists, slice_of};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Op, OpFoldResult, OpFoldResultRef, OpKind, OpRef, Rewriter, Value};
use terrace_rewrite::motion::Dominance;

/// The innermost loop around an op.
#[must_use]
pub fn loop_around(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let mut around = op.ancestors();
    around.find(|op| op.interface::<dyn LoopLike>().is_some())
}

/// The ops that use a buffer, the last use first.
fn users(rw: &Rewriter<'_>, alloc: Op) -> Vec<Op> {
    rw.op(alloc).results().flat_map(|result| result.uses()).map(|(user, _)| user.id()).collect()
}

/// The loop each of whose iterations begins with writing all of a buffer, or just uses it, if that is taken for granted.
fn candidate_loop(
    rw: &Rewriter<'_>,
    alloc: Op,
    skip_analysis: bool,
    dominance: &mut Dominance,
) -> Option<Op> {
    let users = users(rw, alloc);
    let is_dealloc = |user: Op| rw.op(user).isa::<DeallocOp>();
    for &user in &users {
        let Some(looped) = loop_around(rw.op(user)) else {
            if is_dealloc(user) {
                continue;
            }
            return None;
        };
        let mut others = users.iter().copied();
        let fits = if skip_analysis {
            others.all(|other| is_dealloc(other) || looped.is_proper_ancestor(rw.op(other)))
        } else {
            let overwrites = rw.op(user).isa::<CopyOp>()
                && CopyOp::view_of(rw.op(user)).target().defining_op().map(|op| op.id()) == Some(alloc);
            overwrites
                && others.all(|other| other == user || dominance.properly_dominates(rw, user, other, true))
        };
        if fits {
            return Some(looped.id());
        }
    }
    None
}

/// Replaces the uses of a buffer by another one; its subviews are recreated with the resulting types.
fn replace_and_propagate(rw: &mut Rewriter<'_>, old: Op, new: Value) -> Option<()> {
    let mut pending = vec![(old, new)];
    let mut dead = Vec::new();
    while let Some((old, new)) = pending.pop() {
        let mut kept = Vec::new();
        for user in users(rw, old) {
            let view = rw.op(user);
            let is_source = view.operands().next().and_then(|source| source.defining_op()).map(|op| op.id());
            if !view.isa::<SubViewOp>() || is_source != Some(old) {
                kept.push(user);
                continue;
            }
            let (cx, loc) = (rw.cx(), view.loc());
            let lists = mixed_lists(view).map(|list| indices(&list));
            let shape = view.results().next()?.ty().shape(cx)?.to_vec();
            let ty = infer_rank_reduced_subview_type(cx, rw.value(new).ty(), &slice_of(&lists), &shape)?;
            rw.set_insertion_point_before(user);
            let part = subview_as(rw, new, &lists, ty, loc);
            pending.push((user, part));
            dead.push(user);
        }
        let value = rw.body().results(old).next()?;
        rw.replace_uses_with_if(value, new, |_, user, _| kept.contains(&user));
    }
    dead.into_iter().rev().for_each(|op| rw.erase_op(op));
    Some(())
}

/// Replaces a `memref.alloc` by one of `factor` such buffers, of which each iteration of a loop uses the next
/// one. Returns the new op; `None`, without modifications, if there is no such loop. With `skip_analysis`,
/// each iteration is assumed to write before it reads.
pub fn multi_buffer(rw: &mut Rewriter<'_>, alloc: Op, factor: i64, skip_analysis: bool) -> Option<Op> {
    let cx = rw.cx();
    let mut dominance = Dominance::default();
    let looped = candidate_loop(rw, alloc, skip_analysis, &mut dominance)?;
    let view = rw.op(looped);
    let loops = view.interface::<dyn LoopLike>()?;
    let (variables, regions) = (loops.induction_vars(view), loops.regions(view));
    let (lower_bounds, steps) = (loops.lower_bounds(view), loops.steps(view));
    let ([variable], [region]) = (variables.as_slice(), regions.as_slice()) else { return None };
    let ([lower], [step]) = (lower_bounds.as_slice(), steps.as_slice()) else { return None };
    let (variable, block) = (variable.id(), region.entry()?.id());
    let [lower, step] = [*lower, *step].map(|bound: OpFoldResultRef<'_>| OpFoldResult::from(bound));
    if !dominance.properly_dominates(rw, alloc, looped, false) {
        return None;
    }
    let old = AllocOp::view_of(rw.op(alloc));
    let (ty, loc, attrs, alignment) = (old.memref().ty(), old.0.loc(), old.0.attrs(), old.alignment_attr());
    let buffer = memref(cx, ty)?;
    if buffer.num_dynamic() > 0 || old.symbol_operands().len() > 0 {
        return None;
    }
    let shape = buffer.shape.to_vec();
    let all: Vec<i64> = std::iter::once(factor).chain(shape.iter().copied()).collect();
    let all_ty = MemRef { shape: &all, layout: None, ..buffer }.ty(cx);
    let rank = all.len();
    rw.set_insertion_point_before(alloc);
    let spec = AllocSpec { alignment, ..AllocSpec::default() };
    let buffers = create_alloc(rw, spec, all_ty, loc, &MULTI_BUFFER);
    let made = rw.value(buffers).defining_op()?.id();
    rw.set_attrs(made, attrs);
    rw.set_insertion_point_to_start(block);
    let [lower, step] = [lower, step].map(|bound| OpFoldResult::Value(value_of(rw, bound, loc)));
    let [at, first, stride] = [0, 1, 2].map(AffineExpr::dim);
    let number = AffineExpr::floor_div(at - first, stride);
    let number = AffineExpr::modulo(number, AffineExpr::constant(factor));
    let number = make_apply(
        rw,
        loc,
        &AffineMap::new(3, 0, vec![number]),
        &[OpFoldResult::Value(variable), lower, step],
    );
    let mut offsets = vec![OpFoldResult::Static(0); rank];
    offsets[0] = OpFoldResult::Value(number);
    let sizes = std::iter::once(1).chain(shape.iter().copied()).map(OpFoldResult::Static).collect();
    let lists = [offsets, sizes, vec![OpFoldResult::Static(1); rank]];
    let part_ty = infer_rank_reduced_subview_type(cx, all_ty, &slice_of(&lists), &shape)?;
    let part = subview_as(rw, buffers, &lists, part_ty, loc);
    for user in users(rw, alloc) {
        if rw.op(user).isa::<DeallocOp>() {
            rw.replace(user, DeallocOp::of(buffers));
        }
    }
    replace_and_propagate(rw, alloc, part)?;
    rw.erase_op(alloc);
    Some(made)
}
