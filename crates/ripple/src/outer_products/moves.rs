//! Values that are computed along one dimension and reshaped to another.
//!
//! A library of outer products computes columns along dimension 0 and reshapes them; it takes a slice for each of
//! several elements of a row. The ops that compute such a value from memory and indices are recreated with indices of
//! the other dimension, so that the reshapes are dead.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::IntegerOverflowFlags;
use terrace_dialects_llvm::intrinsics::FMulAddOp;
use terrace_dialects_llvm::ops::{FMulOp, FPExtOp, LoadOp, MulOp, SExtOp, ZExtOp};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, Ir, Op, OpHandle, OpRef, Rewriter, Value, ValueRef, op_match};
use terrace_target::target_of;

use super::Analyses;
use super::linear::{Elements, Slice, elements_of};
use crate::analysis::Shapes;
use crate::constants::constant_integer;
use crate::constructs::{ReinterpOp, SliceOp};
use crate::dialect::{ExpressionOp, IndexOp, is_ripple};
use crate::functions::ops_of;
use crate::parallel_loops::build::Build;
use crate::shape::{MAX_DIMS, Shape};

/// A value that is reshaped to another dimension.
struct Move {
    /// The reshape or the slice.
    op: Op,
    /// The chain of reshapes and slices, last ones first.
    links: Vec<Op>,
    /// The one-dimensional source of the chain, and its slice.
    value: Value,
    slice: Slice,
    /// The dimension of the result, and a block that has it.
    dim: usize,
    block: Value,
    /// The index in the source as a factor times the index in the result, plus an offset.
    scale: i64,
    offset: i64,
}

/// The origin of the elements of a one-dimensional value.
struct Source<'a> {
    value: ValueRef<'a>,
    links: Vec<Op>,
    block: ValueRef<'a>,
    scale: i64,
    offset: i64,
}

/// Recreates values that are reshaped to another dimension in that dimension.
pub(super) fn compute_in_dimension_of_use(ir: &mut Ir, module: OpHandle, functions: &[OpHandle]) {
    let reshapes = |ir: &Ir, function: OpHandle| ops_of(ir.op(function)).any(|op| op.isa::<ReinterpOp>());
    let functions: Vec<OpHandle> =
        functions.iter().copied().filter(|&function| reshapes(ir, function)).collect();
    if functions.is_empty() {
        return;
    }
    let analyses = Analyses::of(ir, module, &functions);
    let specialized = analyses.specialized.clone();
    let found: Vec<(OpHandle, Vec<Move>)> = analyses
        .without_errors()
        .filter(|(function, _)| !specialized.contains(function))
        .map(|(function, known)| (function, moves_of(ir.op(function), &known.shapes)))
        .collect();
    for (function, moves) in found {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            // Operands of a moved reshape are recreated; the old ops are kept if they have other uses.
            let mut before: Vec<Op> = Vec::new();
            for moved in &moves {
                carry_out(rw, moved);
                before.extend(moved.links.iter().chain(&moved.slice.ops));
            }
            let moved: FxHashSet<Op> = moves.iter().map(|moved| moved.op).collect();
            let mut seen: FxHashSet<Op> = FxHashSet::default();
            before.retain(|op| !moved.contains(op) && seen.insert(*op));
            erase_unused(rw, before);
        });
    }
}

fn moves_of(function: OpRef<'_>, shapes: &Shapes) -> Vec<Move> {
    let layout = DataLayout::of(function);
    let body = function.region(0).body();
    let takes_slices = target_of(function).reads_slices();
    let mut moves = Vec::new();
    for op in ops_of(function).filter(|&op| is_link(op)) {
        let result = op.single_result();
        let Some(dim) = only_dim(shapes.of(result.id())) else { continue };
        let Some(source) = source_of(op, shapes) else { continue };
        let from = shapes.of(source.value.id());
        let Some(old_dim) = only_dim(from) else { continue };
        let is_same = source.scale == 1 && from.elements() == shapes.of(result.id()).elements();
        let is_taken = if is_same { old_dim != dim } else { takes_slices && feeds_product(result) };
        if !is_taken {
            continue;
        }
        let Some(block) = op.block().map(|block| block.id()) else { continue };
        // Loads in this block read the same values as at the reshape.
        let (here, none) = (FxHashSet::from_iter([block]), FxHashSet::default());
        let elements = Elements { shapes, layout: &layout, inside: &here, late: &none };
        let Some(slice) = elements.slice(source.value) else { continue };
        if slice.spilled.is_empty() && is_unchanged(body, function, &slice, op.id()) {
            moves.push(Move {
                op: op.id(),
                links: source.links,
                value: source.value.id(),
                slice,
                dim,
                block: source.block.id(),
                scale: source.scale,
                offset: source.offset,
            });
        }
    }
    moves
}

/// Whether an op is a reshape or a slice.
fn is_link(op: OpRef<'_>) -> bool {
    op.isa::<ReinterpOp>() || op.isa::<SliceOp>()
}

fn only_dim(shape: Shape) -> Option<usize> {
    let mut dims = shape.dims();
    dims.next().filter(|_| dims.next().is_none())
}

/// Follows reshapes and slices to their source, in the flat order of the reshapes.
fn source_of<'a>(op: OpRef<'a>, shapes: &Shapes) -> Option<Source<'a>> {
    let ty = op.single_result().ty();
    let (mut at, mut links) = (op, Vec::new());
    let (mut scale, mut offset, mut block) = (1_i64, 0_i64, None);
    loop {
        let value = op_match!(at, {
            ReinterpOp(view) => {
                // A preceding slice is of this block.
                block.get_or_insert(view.block());
                view.value()
            }
            SliceOp(view) => {
                let whole = shapes.of(view.value().id());
                let (mut stride, mut kept, mut fixed) = (1_i64, None, 0_i64);
                let indices: Vec<ValueRef<'a>> = view.indices().collect();
                for dim in 0..MAX_DIMS {
                    // Dimensions without an index are kept.
                    let index = match indices.get(dim) {
                        Some(&index) => constant_integer(index, shapes)?,
                        None => -1,
                    };
                    match index {
                        0.. => fixed += index * stride,
                        _ if whole.size(dim) == 1 => {}
                        _ if kept.is_some() => return None,
                        _ => kept = Some(stride),
                    }
                    stride *= i64::from(whole.size(dim));
                }
                let step = kept?;
                (scale, offset) = (scale * step, offset * step + fixed);
                view.value()
            }
            _ => return None,
        });
        if value.ty() != ty {
            return None;
        }
        match value.defining_op().filter(|&op| is_link(op)) {
            Some(link) => {
                links.push(link.id());
                at = link;
            }
            None => return Some(Source { value, links, block: block?, scale, offset }),
        }
    }
}

/// Whether all uses of a value, extended or not, are products.
fn feeds_product(value: ValueRef<'_>) -> bool {
    let is_product = |op: OpRef<'_>| op.isa::<MulOp>() || op.isa::<FMulOp>() || op.isa::<FMulAddOp>();
    let extends = |op: OpRef<'_>| op.isa::<SExtOp>() || op.isa::<ZExtOp>() || op.isa::<FPExtOp>();
    value.uses().all(|(user, _)| {
        is_product(user) || extends(user) && user.single_result().uses().all(|(user, _)| is_product(user))
    })
}

/// Whether memory is not written between the loads of a slice and a later op of their block.
fn is_unchanged(body: &Body, function: OpRef<'_>, slice: &Slice, op: Op) -> bool {
    let view = |op: Op| OpRef::in_body(function.ir(), body, function.region(0).body_id(), op);
    let Some(first) = slice.ops.iter().copied().find(|&op| view(op).isa::<LoadOp>()) else { return true };
    let Some(block) = body.block_of(op) else { return false };
    let mut between = body.ops_of(block).skip_while(|&other| other != first).take_while(|&other| other != op);
    between.all(|other| {
        let other = view(other);
        other.has_trait(TraitSet::Pure)
            || other.isa::<LoadOp>()
            || other.isa::<ExpressionOp>()
            || is_ripple(other)
    })
}

/// Recreates the value with the indices of the other dimension.
fn carry_out(rw: &mut Rewriter<'_>, moved: &Move) {
    let mut map = IrMapping::new();
    let loc = rw.body().loc(moved.op);
    rw.set_insertion_point_before(moved.op);
    for &op in &moved.slice.ops {
        let view = rw.op(op);
        if view.isa::<IndexOp>() {
            let (result, ty) = (view.single_result().id(), view.single_result().ty());
            let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
            let mut build = Build { rw: &mut *rw, loc };
            let mut index = build.index(moved.block, moved.dim, ty);
            if moved.scale != 1 {
                let scale = build.integer(moved.scale, ty);
                index = build.mul(index, scale, both);
            }
            if moved.offset != 0 {
                let offset = build.integer(moved.offset, ty);
                index = build.add(index, offset, both);
            }
            map.map(result, index);
        } else if is_ripple(view) {
            let operand = elements_of(view).next().map(|operand: ValueRef<'_>| operand.id());
            let result: Value = view.single_result().id();
            if let Some(operand) = operand {
                let new = map.value(operand);
                map.map(result, new);
            }
        } else {
            rw.clone_op(op, &mut map).expect("an op of the dialect llvm holds no isolated ops");
        }
    }
    let new = map.value(moved.value);
    rw.replace_op(moved.op, &[new]);
}

/// Erases those of some ops that are dead.
fn erase_unused(rw: &mut Rewriter<'_>, mut ops: Vec<Op>) {
    loop {
        let (unused, left): (Vec<Op>, Vec<Op>) =
            ops.iter().partition(|&&op| rw.op(op).results().all(|result| result.is_unused()));
        if unused.is_empty() {
            return;
        }
        unused.into_iter().for_each(|op| rw.erase_op(op));
        ops = left;
    }
}
