//! `gpu-decompose-memrefs`: accesses in launches as accesses of buffers without dimensions, whose offset is computed.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_gpu::gpu::launch::LaunchOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply};
use terrace_dialects_mem::index_values::{indices, split};
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::{LoadOp, ReinterpretCastOp, StoreOp, SubViewOp, dropped_dims};
use terrace_dialects_mem::slices::{mixed_lists, slice};
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpRef, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_shared::linearize::extract_strided_metadata;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub static GPU_DECOMPOSE_MEMREFS: PassDef = PassDef {
    name: "gpu-decompose-memrefs",
    class: "GpuDecomposeMemrefsPass",
    doc: "Decomposes memref index computation into explicit ops.",
    make: |_| Ok(Pass::Body(Box::new(DecomposeMemrefs))),
    ..EMPTY_PASS
};

struct DecomposeMemrefs;

impl BodyPass for DecomposeMemrefs {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), DECOMPOSE_MEMREFS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run).map(|_| ())
    }
}

/// Computes the offsets of accesses and subviews in launches.
pub static DECOMPOSE_MEMREFS: &[Pattern] = &[
    pattern!("FlattenLoad", LoadOp, flatten_load),
    pattern!("FlattenStore", StoreOp, flatten_store),
    pattern!("FlattenSubview", SubViewOp, flatten_subview),
];

/// Why an access of a buffer stays as it is; `None` if it does not.
fn refusal(op: OpRef<'_>, buffer: Type) -> Option<&'static str> {
    let cx = op.cx();
    if !op.ancestors().any(|around| around.isa::<LaunchOp>()) {
        return Some("not inside gpu.launch");
    }
    let buffer = memref(cx, buffer)?;
    if buffer.shape.is_empty() {
        return Some("nothing to do");
    }
    buffer.strides_and_offset(cx).is_none().then_some("unsupported layout")
}

/// The first element of a part of a buffer.
struct Flat {
    base: Value,
    offset: OpFoldResult,
    strides: Vec<OpFoldResult>,
}

/// The place of offsets in a buffer, and its strides times those of the part.
fn flatten(
    rw: &mut Rewriter<'_>,
    buffer: Value,
    offsets: &[OpFoldResult],
    steps: &[OpFoldResult],
    loc: Loc,
) -> Option<Flat> {
    let (cx, view) = (rw.cx(), rw.value(buffer));
    let (known, known_offset) = memref(cx, view.ty())?.strides_and_offset(cx)?;
    let def = view.defining_op().map(|def| def.id());
    let block = view.owner_block().map(|block| block.id());
    let point = rw.insertion_point()?;
    match (def, block) {
        (Some(def), _) => rw.set_insertion_point_after(def),
        (None, Some(block)) => rw.set_insertion_point_to_start(block),
        (None, None) => return None,
    }
    let metadata = extract_strided_metadata(rw, buffer, loc)?;
    rw.set_insertion_point(point);
    let results: Vec<Value> = rw.body().results(metadata).collect();
    let either = |known: i64, value: Value| match known {
        DYNAMIC => OpFoldResult::Value(value),
        known => OpFoldResult::Static(known),
    };
    let own: Vec<OpFoldResult> =
        known.iter().zip(&results[2 + known.len()..]).map(|(&known, &value)| either(known, value)).collect();
    let symbol = AffineExpr::symbol;
    let product = |rw: &mut Rewriter<'_>, (&step, &stride): (&OpFoldResult, &OpFoldResult)| {
        apply_expr(rw, symbol(0) * symbol(1), &[step, stride], loc)
    };
    let strides = steps.iter().zip(&own).map(|pair| product(rw, pair)).collect();
    let (mut expr, mut values) = (symbol(0), vec![either(known_offset, results[1])]);
    for (&offset, &stride) in offsets.iter().zip(&own) {
        let at = values.len() as u32;
        expr = expr + symbol(at) * symbol(at + 1);
        values.extend([offset, stride]);
    }
    let map = AffineMap::new(0, values.len() as u32, vec![expr]);
    let offset = composed_apply(rw, &map, &values, loc);
    Some(Flat { base: results[0], offset, strides })
}

/// The element of a buffer at indices as a buffer without dimensions.
fn element_at(rw: &mut Rewriter<'_>, buffer: Value, indices: &[Value], loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let offsets: Vec<OpFoldResult> = indices
        .iter()
        .map(|&index| terrace_dialects_mem::index_values::known_index(rw, OpFoldResult::Value(index)))
        .zip(indices)
        .map(|(known, &index)| known.map_or(OpFoldResult::Value(index), OpFoldResult::Static))
        .collect();
    let flat = flatten(rw, buffer, &offsets, &[], loc)?;
    let from = memref(cx, rw.value(buffer).ty())?;
    let fixed = split(&[flat.offset]).1;
    let layout = Some(strided_layout(cx, *fixed.first()?, &[]));
    let ty = MemRef { shape: &[], layout, ..from }.ty(cx);
    let cast = ReinterpretCastOp::of(flat.base).mixed_offsets(&[flat.offset]);
    Some(rw.build_value(cast.mixed_sizes(&[]).mixed_strides(&[]).result(ty).loc(loc)))
}

fn flatten_load(rw: &mut Rewriter<'_>, op: LoadOp) -> Option<()> {
    let view = op.view(rw);
    if let Some(reason) = refusal(view.0, view.memref().ty()) {
        return rw.notify_match_failure(op, reason);
    }
    let (buffer, loc) = (view.memref().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let element = element_at(rw, buffer, &indices, loc)?;
    rw.replace(op, LoadOp::of(element, &[]));
    Some(())
}

fn flatten_store(rw: &mut Rewriter<'_>, op: StoreOp) -> Option<()> {
    let view = op.view(rw);
    if let Some(reason) = refusal(view.0, view.memref().ty()) {
        return rw.notify_match_failure(op, reason);
    }
    let (value, buffer, loc) = (view.value().id(), view.memref().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let element = element_at(rw, buffer, &indices, loc)?;
    rw.replace(op, StoreOp::of(value, element, &[]));
    Some(())
}

fn flatten_subview(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if let Some(reason) = refusal(view.0, view.source().ty()) {
        return rw.notify_match_failure(op, reason);
    }
    let [offsets, sizes, steps] = mixed_lists(view.0).map(|list| indices(&list));
    let (from, ty, loc) = (view.source(), view.result().ty(), view.0.loc());
    let dropped = dropped_dims(cx, &memref(cx, from.ty())?, &memref(cx, ty)?, &slice(view.0).sizes)?;
    let from = from.id();
    let flat = flatten(rw, from, &offsets, &steps, loc)?;
    let kept = |list: &[OpFoldResult]| -> Vec<OpFoldResult> {
        list.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(&index, _)| index).collect()
    };
    let cast = ReinterpretCastOp::of(flat.base).mixed_offsets(&[flat.offset]);
    let cast = cast.mixed_sizes(&kept(&sizes)).mixed_strides(&kept(&flat.strides)).result(ty);
    let new: Op = rw.build(cast.loc(loc)).into();
    rw.replace_op_with(op, new);
    Some(())
}
