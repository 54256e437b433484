//! Slices of operands of `linalg.generic` as slices of its result.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::structured::{Structured, as_structured, is_element_used};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{indices, known_index, split};
use terrace_dialects_mem::make_slices::{empty, extract_slice_as};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, slice};
use terrace_dialects_mem::tensor::{ExtractSliceOp, padded_type};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::Tile;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpRef, Rewriter, Value};

use super::{ControlPropagation, gathers, is_defined_everywhere};
use crate::pad::make_pad;

/// The part of the iterations of a loop that an op executes, of those that it will.
#[derive(Clone, Copy)]
struct PartialLoop {
    offset: OpFoldResult,
    /// The number of iterations before and after the part: before and together.
    size: OpFoldResult,
    whole: i64,
}

impl PartialLoop {
    /// The number of iterations after the part.
    fn after(self, rw: &mut Rewriter<'_>, loc: Loc) -> OpFoldResult {
        let map = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
        let rest = composed_apply(rw, &map, &[OpFoldResult::Static(self.whole), self.offset], loc);
        composed_apply(rw, &map, &[rest, self.size], loc)
    }
}

/// The first operand that is a slice and may be moved.
fn sliced_operand<'a>(
    op: OpRef<'a>,
    inputs: usize,
    control: &ControlPropagation,
) -> Option<(usize, terrace_dialects_mem::tensor::ExtractSliceOpView<'a>)> {
    let slice = |(at, value): (usize, terrace_ir::ValueRef<'a>)| {
        Some((at, value.defining_op()?.cast::<ExtractSliceOp>()?))
    };
    op.operands().take(inputs).enumerate().filter_map(slice).find(|(at, _)| control(op, *at))
}

/// For each loop, the part that the slice of an operand leaves of it. `None` if that is not the same for all operands.
fn partial_loops(
    rw: &Rewriter<'_>,
    maps: &[AffineMap],
    operand: usize,
    part: OpRef<'_>,
    whole: &[i64],
) -> Option<Vec<Option<PartialLoop>>> {
    let map = &maps[operand];
    let (offsets, sizes) = (indices(&mixed_offsets(part)), indices(&mixed_sizes(part)));
    let mut loops = vec![None; map.num_dims as usize];
    for (at, expr) in map.results.iter().enumerate() {
        let is_whole = known_index(rw, offsets[at]) == Some(0)
            && known_index(rw, sizes[at]) == Some(whole[at])
            && whole[at] != DYNAMIC;
        if is_whole {
            continue;
        }
        let of_loop = loops.get_mut(expr.as_dim()? as usize)?;
        if whole[at] == DYNAMIC || of_loop.is_some() {
            return None;
        }
        *of_loop = Some(PartialLoop { offset: offsets[at], size: sizes[at], whole: whole[at] });
    }
    let is_partial = |dim: u32| loops[dim as usize].is_some();
    let is_plain = |expr: &AffineExpr| {
        expr.as_dim().is_some()
            || !(0..map.num_dims).any(|dim| is_partial(dim) && expr.is_function_of_dim(dim))
    };
    let others = maps.iter().enumerate().filter(|(at, _)| *at != operand);
    others.flat_map(|(_, map)| &map.results).all(is_plain).then_some(loops)
}

/// The borders around an operand that has the elements of the parts.
fn borders(
    rw: &mut Rewriter<'_>,
    map: &AffineMap,
    loops: &[Option<PartialLoop>],
    loc: Loc,
) -> [Vec<OpFoldResult>; 2] {
    let none = OpFoldResult::Static(0);
    let mut lists = [vec![none; map.results.len()], vec![none; map.results.len()]];
    for (at, expr) in map.results.iter().enumerate() {
        if let Some(part) = expr.as_dim().and_then(|dim| loops[dim as usize]) {
            lists[0][at] = part.offset;
            lists[1][at] = part.after(rw, loc);
        }
    }
    lists
}

/// An operand with poison around it.
fn pad_with_poison(
    rw: &mut Rewriter<'_>,
    operand: Value,
    lists: &[Vec<OpFoldResult>; 2],
    loc: Loc,
) -> Option<Value> {
    let ty = rw.value(operand).ty();
    let padded = padded_type(rw.cx(), ty, &split(&lists[0]).1, &split(&lists[1]).1)?;
    let poison = rw.build_value(PoisonOp::of().result(ty.element_type(rw.cx())?).loc(loc));
    let pad = make_pad(rw, operand, lists, (poison, false), padded, loc)?;
    Some(rw.body().single_result(pad))
}

/// The slice that is moved through an op.
struct Sinking<'a> {
    op: Op,
    structured: &'a dyn Structured,
    maps: Vec<AffineMap>,
    loops: Vec<Option<PartialLoop>>,
    operand: usize,
    inputs: usize,
    source: Value,
    loc: Loc,
}

impl Sinking<'_> {
    /// The inputs of the op on all elements: the source of the slice, and the others with poison around them. The slice is
    /// padded, too, if it leaves out a part of a reduction.
    fn padded_inputs(&self, rw: &mut Rewriter<'_>, pads_slice: bool) -> Option<Vec<Value>> {
        let operands: Vec<Value> = rw.op(self.op).operands().map(|value| value.id()).collect();
        let mut inputs = Vec::with_capacity(self.inputs);
        for (at, &operand) in operands.iter().enumerate().take(self.inputs) {
            if at == self.operand && !pads_slice {
                inputs.push(self.source);
            } else if self.maps[at].results.is_empty() {
                inputs.push(operand);
            } else {
                let lists = borders(rw, &self.maps[at], &self.loops, self.loc);
                inputs.push(pad_with_poison(rw, operand, &lists, self.loc)?);
            }
        }
        Some(inputs)
    }

    /// The op on all elements, and the slice of its result.
    fn sink(&self, rw: &mut Rewriter<'_>, pads_slice: bool) -> Option<()> {
        let (cx, loc) = (rw.cx(), self.loc);
        let inputs = self.padded_inputs(rw, pads_slice)?;
        let view = rw.op(self.op);
        let (init, result_ty, attrs) =
            (view.operand(self.inputs).id(), view.single_result().ty(), view.attrs());
        let (is_used, parallel) = (is_element_used(view, self.inputs), self.structured.parallel(view));
        let map = &self.maps[self.inputs];
        let lists = borders(rw, map, &self.loops, loc);
        let part = extents(rw, init, loc);
        let dest = match is_used {
            true => pad_with_poison(rw, init, &lists, loc)?,
            false => {
                let whole = |(&size, expr): (&OpFoldResult, &AffineExpr)| {
                    let part = expr.as_dim().and_then(|dim| self.loops[dim as usize]);
                    part.map_or(size, |part| OpFoldResult::Static(part.whole))
                };
                let sizes: Vec<OpFoldResult> = part.iter().zip(&map.results).map(whole).collect();
                empty(rw, &sizes, result_ty.element_type(cx)?, loc)
            }
        };
        let (from, to) = (rw.op(self.op).single_region().id(), rw.new_region());
        rw.clone_region(from, to, &mut IrMapping::new())?;
        let types = tensor_types(rw, &[dest]);
        let loops = Loops { inputs: &inputs, outputs: &[dest], maps: &self.maps, parallel: &parallel };
        let made = make_generic(rw, &loops, &types, to, loc);
        rw.set_attrs(made, attrs);
        let result = rw.body().single_result(made);
        let tile = Tile { offsets: lists[0].clone(), sizes: part };
        let slice = extract_slice_as(rw, result, &tile, result_ty, loc);
        rw.replace_op_with(self.op, slice);
        Some(())
    }
}

/// Computes an op on all elements of the tensor that an operand is a slice of, and takes the slice of the result.
pub(super) fn generic_of_slice(rw: &mut Rewriter<'_>, op: Op, control: &ControlPropagation) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    if view.num_results() != 1 || gathers(view) {
        return rw.notify_match_failure(op, "it has several results, or depends on the place of elements");
    }
    let inputs = structured.destinations(view).0;
    let (operand, part) = sliced_operand(view, inputs, control)?;
    let (shape, whole) = (part.result().ty().shape(cx)?, part.source().ty().shape(cx)?);
    if shape.len() != whole.len() || slice(part.0).strides.iter().any(|&stride| stride != 1) {
        return rw.notify_match_failure(op, "the slice has strides, or drops dimensions");
    }
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let loops = partial_loops(rw, &maps, operand, part.0, whole)?;
    let pads_slice = loops.iter().zip(&parallel).any(|(part, parallel)| part.is_some() && !parallel);
    if !cx.matches_upstream() {
        if pads_slice {
            return rw.notify_match_failure(op, "a reduction would read the padding");
        }
        if !is_defined_everywhere(view) {
            return rw.notify_match_failure(op, "the computation is not defined for the padding");
        }
    }
    let (source, loc) = (part.source().id(), view.loc());
    let sinking = Sinking { op, structured, maps, loops, operand, inputs, source, loc };
    sinking.sink(rw, pads_slice)
}
