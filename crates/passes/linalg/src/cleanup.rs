//! Operands and results of generic ops that are not needed: patterns of the passes that fuse.

use terrace_affine::AffineMap;
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::builders::{Loops, make_generic};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::named_elementwise::FillOp;
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics, keeps_elements};
use terrace_dialects_mem::tensor::{EmptyOp, splat_element};
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    Attr, Block, Context, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value, ValueRef, pattern,
};

use super::fusion::bound_loops;
use super::sizes::empty_like;

/// Drops what generic ops do not need: destinations, filled inputs, constants, operands and results.
pub static CLEANUP: &[Pattern] = &[
    pattern!("use_filled_value", GenericOp, |rw, op| use_filled_value(rw, op.into())),
    pattern!("use_constant", GenericOp, |rw, op| use_constant(rw, op.into())),
    pattern!("forget_destination", GenericOp, |rw, op| forget_destination(rw, op.into())),
    pattern!("drop_operands", GenericOp, |rw, op| drop_operands(rw, op.into())),
    pattern!("drop_cycle", GenericOp, |rw, op| drop_cycle(rw, op.into())),
];

/// Erases operands and results of generic ops that are not used.
pub static ERASE_UNUSED: &[Pattern] = &[
    pattern!("DeduplicateAndRemoveDeadOperandsAndResults", GenericOp, |rw, op| drop_operands(rw, op.into())),
    pattern!("RemoveUnusedCycleInGenericOp", GenericOp, |rw, op| drop_cycle(rw, op.into())),
];

/// Erases inputs of generic ops that are not read, or read twice.
pub static ERASE_UNNECESSARY_INPUTS: &[Pattern] = &[
    Pattern::new("DeduplicateAndRemoveDeadOperandsAndResults", GenericOp::DEF.name, |rw, op| {
        drop_unneeded(rw, op, false)
    }),
    pattern!("FoldDuplicateInputBbArgs", GenericOp, read_last_twin),
];

fn first_destination(op: OpRef<'_>) -> usize {
    as_structured(op).map_or(0, |structured| structured.destinations(op).0)
}

fn args(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    op.single_region().entry().map_or(Vec::new(), |block| block.args().collect())
}

/// An element of a filled tensor is the value.
fn use_filled_value(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if !has_tensor_semantics(view) {
        return None;
    }
    let fill = |value: ValueRef<'_>| Some(value.defined_by::<FillOp>()?.inputs().next()?.id());
    let found: Vec<(Value, Value)> = view
        .operands()
        .zip(args(view))
        .take(first_destination(view))
        .filter(|(_, arg)| !arg.is_unused())
        .filter_map(|(value, arg)| Some((arg.id(), fill(value)?)))
        .collect();
    if found.is_empty() {
        return None;
    }
    for (arg, value) in found {
        rw.replace_all_uses_with(arg, value);
    }
    Some(())
}

/// The number that a value is in all its elements.
fn constant_of(value: ValueRef<'_>) -> Option<Attr> {
    let cx: &Context = value.cx();
    let attr = constant_value(value)?;
    if attr.as_integer(cx).is_some() || attr.as_float(cx).is_some() {
        return Some(attr);
    }
    let element = attr.ty(cx)?.element_type(cx)?;
    (element.is_integer(cx) || element.is_float(cx)).then(|| splat_element(cx, attr))?
}

/// An input that is one number everywhere is a constant.
fn use_constant(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if !has_tensor_semantics(view) {
        return None;
    }
    let structured = as_structured(view)?;
    let first = first_destination(view);
    let (at, attr) =
        view.operands().take(first).enumerate().find_map(|(i, value)| Some((i, constant_of(value)?)))?;
    let mut maps = structured.indexing_maps(view);
    let parallel = structured.parallel(view);
    maps.remove(at);
    if !bound_loops(&maps, parallel.len()) {
        return rw.notify_match_failure(op, "fused op loop bound computation failed");
    }
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let def = view.operand(at).defining_op()?.loc();
    operands.remove(at);
    let (types, loc, old) = (view.result_types(), view.loc(), view.single_region().id());
    let constant = rw.build_value(ConstantOp::of().value_attr(attr).result(attr.ty(cx)?).loc(def));
    let region = rw.new_region();
    let (inputs, outputs) = operands.split_at(first - 1);
    let loops = Loops { inputs, outputs, maps: &maps, parallel: &parallel };
    rw.clone_region(old, region, &mut IrMapping::new())?;
    let block = rw.body().entry(region)?;
    let made = make_generic(rw, &loops, &types, region, loc);
    let arg = rw.body().arg(block, at);
    rw.replace_all_uses_with(arg, constant);
    rw.erase_argument(block, at);
    rw.replace_op_with(op, made);
    Some(())
}

/// A destination that is fully overwritten and not read can be replaced by an empty one.
fn forget_destination(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let first = first_destination(view);
    let foreign = |value: ValueRef<'_>| {
        let plain = matches!(value.ty().data(cx), TypeData::RankedTensor { encoding: None, .. });
        plain && value.defined_by::<EmptyOp>().is_none()
    };
    let found: Vec<(usize, Value)> = view
        .operands()
        .zip(args(view))
        .enumerate()
        .skip(first)
        .filter(|(_, (value, arg))| arg.is_unused() && foreign(*value))
        .filter(|&(i, _)| cx.matches_upstream() || !keeps_elements(view, i))
        .map(|(i, (value, _))| (i, value.id()))
        .collect();
    if found.is_empty() {
        return None;
    }
    let loc = view.loc();
    for (i, value) in found {
        let ty = rw.value(value).ty();
        let empty = empty_like(rw, value, ty, loc);
        rw.set_operand(op, i, empty);
    }
    Some(())
}

/// The operands that stay, and for each operand the one that replaces it.
struct Kept {
    kept: Vec<bool>,
    same: Vec<(usize, usize)>,
}

/// Whether a result is unused, and its destination is not needed for the computation of another.
fn is_dead(op: OpRef<'_>, result: usize, arg: ValueRef<'_>) -> bool {
    if !op.result(result).is_unused() {
        return false;
    }
    let mut uses = arg.uses();
    match (uses.next(), uses.next()) {
        (None, _) => true,
        (Some((user, operand)), None) => user.isa::<YieldOp>() && operand == result,
        _ => false,
    }
}

fn needed(op: OpRef<'_>, maps: &[AffineMap], loops: usize, with_outputs: bool) -> Option<Kept> {
    let (first, args) = (first_destination(op), args(op));
    let end = op.single_region().entry()?.last()?;
    let mut kept = vec![true; maps.len()];
    let mut same: Vec<(usize, usize)> = Vec::new();
    let droppable = |kept: &[bool], at: usize| {
        let left = maps.iter().zip(kept).enumerate().filter(|&(i, (_, kept))| *kept && i != at);
        let left: Vec<AffineMap> = left.map(|(_, (map, _))| map.clone()).collect();
        bound_loops(&left, loops)
    };
    for i in 0..first {
        if args[i].is_unused() && droppable(&kept, i) {
            kept[i] = false;
            continue;
        }
        let twin = (0..i).find(|&j| kept[j] && op.operand(j) == op.operand(i) && maps[j] == maps[i]);
        if let Some(twin) = twin {
            kept[i] = false;
            same.push((i, twin));
        }
    }
    if !with_outputs || !has_tensor_semantics(op) {
        return Some(Kept { kept, same });
    }
    for i in first..maps.len() {
        if is_dead(op, i - first, args[i]) && droppable(&kept, i) {
            kept[i] = false;
            continue;
        }
        if !args[i].is_unused() {
            continue;
        }
        let alike = |j: usize| {
            op.operand(j) == op.operand(i)
                && maps[j] == maps[i]
                && end.operand(j - first) == end.operand(i - first)
        };
        if let Some(twin) = (first..i).find(|&j| kept[j] && alike(j)) {
            kept[i] = false;
            same.push((i, twin));
        }
    }
    Some(Kept { kept, same })
}

/// Inputs that are not read or read twice, and results that are not used or given twice, go.
fn drop_operands(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    drop_unneeded(rw, op, true)
}

/// Inputs that are not read or read twice go, and with `with_outputs` results that are not used or given twice.
fn drop_unneeded(rw: &mut Rewriter<'_>, op: Op, with_outputs: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let first = first_destination(view);
    let Kept { kept, same } = needed(view, &maps, parallel.len(), with_outputs)?;
    if !kept.contains(&false) {
        return rw.notify_match_failure(op, "failed to dedup operands/remove dead results");
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let keep = |range: std::ops::Range<usize>| -> Vec<Value> {
        range.filter(|&i| kept[i]).map(|i| operands[i]).collect()
    };
    let (inputs, outputs) = (keep(0..first), keep(first..operands.len()));
    let maps: Vec<AffineMap> = maps.into_iter().zip(&kept).filter(|(_, k)| **k).map(|(map, _)| map).collect();
    let types: Vec<Type> =
        outputs.iter().map(|&value| rw.value(value).ty()).filter(|ty| ty.is_tensor(cx)).collect();
    let (attrs, loc) = (view.attrs(), view.loc());
    let named = ["doc", "library_call"].map(|name| (name, view.inherent_attr(name)));
    let region = *rw.take_regions(op).first()?;
    let block = rw.body().entry(region)?;
    drop_args(rw, block, &kept, &same, first)?;
    let loops = Loops { inputs: &inputs, outputs: &outputs, maps: &maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    rw.set_attrs(made, attrs);
    for (name, attr) in named {
        if let Some(attr) = attr {
            rw.set_attr(made, name, attr);
        }
    }
    let old: Vec<Value> = rw.body().results(op).collect();
    let number = |i: usize| kept[first..i].iter().filter(|kept| **kept).count();
    let values: Vec<Value> = old
        .iter()
        .enumerate()
        .map(|(i, &old)| {
            let at = first + i;
            let stands = same.iter().find(|(gone, _)| *gone == at).map_or(at, |&(_, twin)| twin);
            // Any value can replace an unused result.
            if kept[stands] { rw.body().result(made, number(stands)) } else { old }
        })
        .collect();
    rw.replace_op(op, &values);
    Some(())
}

/// Replaces the inputs that have the same operand and map as a later one by the last of these.
fn read_last_twin(rw: &mut Rewriter<'_>, op: GenericOp) -> Option<()> {
    let view = rw.op(op);
    let (maps, first, args) = (as_structured(view)?.indexing_maps(view), first_destination(view), args(view));
    let operands: Vec<ValueRef<'_>> = view.operands().collect();
    let alike = |i: usize, j: usize| operands[i] == operands[j] && maps[i] == maps[j];
    let twin = |&i: &usize| Some((i, (i + 1..operands.len()).rev().find(|&j| alike(i, j))?));
    let twins: Vec<(Value, Value)> = (0..first)
        .filter(|&i| !args[i].is_unused())
        .filter_map(|i| twin(&i))
        .map(|(i, j)| (args[i].id(), args[j].id()))
        .collect();
    if twins.is_empty() {
        return None;
    }
    for (from, to) in twins {
        rw.replace_all_uses_with(from, to);
    }
    rw.notify_op_modified(op);
    Some(())
}

/// Drops arguments of the payload block and operands of its terminator.
fn drop_args(
    rw: &mut Rewriter<'_>,
    block: Block,
    kept: &[bool],
    same: &[(usize, usize)],
    first: usize,
) -> Option<()> {
    let end = rw.body().last_op(block)?;
    let yielded: Vec<Value> = rw.body().operands(end).collect();
    let left: Vec<Value> =
        yielded.into_iter().zip(&kept[first..]).filter(|(_, kept)| **kept).map(|(value, _)| value).collect();
    rw.set_operands(end, &left);
    for &(gone, twin) in same {
        let (gone, twin) = (rw.body().arg(block, gone), rw.body().arg(block, twin));
        rw.replace_all_uses_with(gone, twin);
    }
    for i in (0..kept.len()).rev().filter(|&i| !kept[i]) {
        rw.erase_argument(block, i);
    }
    Some(())
}

/// Removes the computation of an unused result that only depends on its own destination.
fn drop_cycle(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if !has_tensor_semantics(view) {
        return None;
    }
    let first = first_destination(view);
    let cycle = |(result, arg): (ValueRef<'_>, &ValueRef<'_>)| {
        let mut uses = arg.uses();
        let (Some((user, _)), None) = (uses.next(), uses.next()) else { return None };
        if !result.is_unused() || user.num_results() != 1 {
            return None;
        }
        let mut uses = user.single_result().uses();
        let (Some((end, operand)), None) = (uses.next(), uses.next()) else { return None };
        let same = end.isa::<YieldOp>() && operand == result.index() as usize;
        same.then(|| (user.id(), arg.id()))
    };
    let args = args(view);
    let found: Vec<(Op, Value)> = view.results().zip(&args[first..]).filter_map(cycle).collect();
    if found.is_empty() {
        return None;
    }
    for (user, arg) in found {
        rw.replace_op(user, &[arg]);
    }
    rw.notify_op_modified(op);
    Some(())
}
