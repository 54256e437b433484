//! `expand-strided-metadata`: views of buffers as one `memref.reinterpret_cast`, with the arithmetic on offsets, sizes
//! and strides in the open.

use terrace_affine::AffineExpr;
use terrace_conversion::ConversionPatterns;
use terrace_dialects_mem::index_values::{index_constant, indices, value_of};
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::memref;
use terrace_dialects_mem::memref::*;
use terrace_dialects_mem::reshape_patterns::groups_of;
use terrace_dialects_mem::slices::{mixed, slice};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use terrace_dialects_mem::affine::make::{apply_expr, composed_apply};
use terrace_passes_shared::linearize::extract_strided_metadata;

/// The pass.
pub static EXPAND_STRIDED_METADATA: PassDef = PassDef {
    name: "expand-strided-metadata",
    class: "ExpandStridedMetadataPass",
    doc: "Expand memref operations into easier to analyze constructs",
    make: |_| Ok(Pass::Body(Box::new(ExpandStridedMetadata))),
    ..EMPTY_PASS
};

struct ExpandStridedMetadata;

impl BodyPass for ExpandStridedMetadata {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        // Static metadata of the buffer's type is used first.
        let def = ExtractStridedMetadataOp::DEF;
        for &(name, rewrite) in def.canonicalize {
            // The op stays and is looked at again.
            let again = move |rw: &mut Rewriter<'_>, op: Op| {
                rewrite(rw, op)?;
                rw.notify_op_modified(op);
                Some(())
            };
            patterns.add_action(rw.cx(), name, Root::Op(def.name), 2, Box::new(again));
        }
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// The patterns of the pass.
pub static PATTERNS: [Pattern; 5] = [
    pattern!("SubviewFolder", memref::SubViewOp, |rw, op| cast_instead(rw, op.into())),
    pattern!("ReshapeFolder", memref::ExpandShapeOp, |rw, op| cast_instead(rw, op.into())),
    pattern!("ReshapeFolder", memref::CollapseShapeOp, |rw, op| cast_instead(rw, op.into())),
    pattern!("ExtractStridedMetadataFolder", memref::ExtractStridedMetadataOp, fold_metadata),
    pattern!(
        "RewriteExtractAlignedPointerAsIndexOfViewLikeOp",
        memref::ExtractAlignedPointerAsIndexOp,
        pointer_of_view
    ),
];

/// The base, offset, sizes and strides of a view.
pub(super) struct Metadata {
    pub(super) base: Value,
    pub(super) offset: OpFoldResult,
    pub(super) sizes: Vec<OpFoldResult>,
    pub(super) strides: Vec<OpFoldResult>,
}

/// Known strides and offset of a buffer's type, with values of its metadata where they are not known; and its sizes.
struct Source {
    base: Value,
    offset: OpFoldResult,
    /// As they come at run time.
    sizes: Vec<Value>,
    strides: Vec<OpFoldResult>,
    run_time_strides: Vec<Value>,
}

fn source(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Option<Source> {
    let (cx, ty) = (rw.cx(), rw.body().value_type(value));
    let (strides, offset) = memref(cx, ty)?.strides_and_offset(cx)?;
    let op = extract_strided_metadata(rw, value, loc)?;
    let results: Vec<Value> = rw.body().results(op).collect();
    let (sizes, run_time) = results[2..].split_at(strides.len());
    let either = |known: i64, value: Value| match known {
        DYNAMIC => OpFoldResult::Value(value),
        _ => OpFoldResult::Static(known),
    };
    Some(Source {
        base: results[0],
        offset: either(offset, results[1]),
        sizes: sizes.to_vec(),
        strides: strides.iter().zip(run_time).map(|(&known, &value)| either(known, value)).collect(),
        run_time_strides: run_time.to_vec(),
    })
}

/// Computes the metadata of a view's result.
fn metadata(rw: &mut Rewriter<'_>, view: Op) -> Option<Metadata> {
    let op = rw.op(view);
    if op.isa::<SubViewOp>() {
        return subview_metadata(rw, view);
    }
    if op.isa::<ExpandShapeOp>() || op.isa::<CollapseShapeOp>() {
        return reshape_metadata(rw, view);
    }
    None
}

fn subview_metadata(rw: &mut Rewriter<'_>, view: Op) -> Option<Metadata> {
    let (cx, view) = (rw.cx(), SubViewOp::view_of(rw.op(view)));
    let (loc, buffer, ty) = (view.0.loc(), view.source().id(), view.result().ty());
    let [offsets, sizes, steps] = [0, 1, 2].map(|which| indices(&mixed(view.0, which)));
    let from = memref(cx, view.source().ty())?;
    let dropped = dropped_dims(cx, &from, &memref(cx, ty)?, &slice(view.0).sizes)?;
    let from = source(rw, buffer, loc)?;
    let symbol = AffineExpr::symbol;
    let (mut expr, mut values) = (symbol(0), vec![from.offset]);
    let mut strides = Vec::with_capacity(steps.len());
    for ((&step, &stride), &offset) in steps.iter().zip(&from.strides).zip(&offsets) {
        strides.push(apply_expr(rw, symbol(0) * symbol(1), &[step, stride], loc));
        let at = values.len() as u32;
        expr = expr + symbol(at) * symbol(at + 1);
        values.extend([offset, stride]);
    }
    // All values keep their symbols, even if the expression was simplified.
    let map = terrace_affine::AffineMap::new(0, values.len() as u32, vec![expr]);
    let offset = composed_apply(rw, &map, &values, loc);
    let kept = |list: Vec<OpFoldResult>| -> Vec<OpFoldResult> {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(index, _)| index).collect()
    };
    Some(Metadata { base: from.base, offset, sizes: kept(sizes), strides: kept(strides) })
}

fn reshape_metadata(rw: &mut Rewriter<'_>, view: Op) -> Option<Metadata> {
    let (cx, op) = (rw.cx(), rw.op(view));
    let (loc, buffer, ty) = (op.loc(), op.view_source()?, op.single_result().ty());
    let (groups, expands) = (groups_of(op), op.isa::<ExpandShapeOp>());
    let (shape, from_shape, buffer) = (ty.shape(cx)?, buffer.ty().shape(cx)?, buffer.id());
    let from = source(rw, buffer, loc)?;
    if from.strides.is_empty() {
        let ones = vec![OpFoldResult::Static(1); shape.len()];
        return Some(Metadata { base: from.base, offset: from.offset, sizes: ones.clone(), strides: ones });
    }
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (i, group) in groups.iter().enumerate() {
        if expands {
            let extents: Vec<i64> = group.iter().map(|&dim| shape[dim as usize]).collect();
            sizes.extend(expanded_sizes(rw, loc, &extents, from.sizes[i]));
            strides.extend(expanded_strides(rw, loc, &extents, from.sizes[i], from.strides[i]));
        } else {
            let dims: Vec<usize> = group.iter().map(|&dim| dim as usize).collect();
            sizes.push(collapsed_size(rw, loc, shape[i], &dims, from_shape, &from.sizes));
            let inner = dims.iter().rfind(|&&dim| from_shape[dim] != 1);
            strides.push(match inner {
                Some(&dim) => from.strides[dim],
                None => unit_stride(rw, ty, i, &dims, &from)?,
            });
        }
    }
    Some(Metadata { base: from.base, offset: from.offset, sizes, strides })
}

/// The extents of a group, the one that is not known from the size of the whole.
fn expanded_sizes(rw: &mut Rewriter<'_>, loc: Loc, extents: &[i64], whole: Value) -> Vec<OpFoldResult> {
    let known: i64 = extents.iter().filter(|&&extent| extent != DYNAMIC).product();
    let mut size = |extent: &i64| match *extent {
        DYNAMIC => {
            let expr = AffineExpr::floor_div(AffineExpr::symbol(0), AffineExpr::constant(known));
            apply_expr(rw, expr, &[OpFoldResult::Value(whole)], loc)
        }
        extent => OpFoldResult::Static(extent),
    };
    extents.iter().map(&mut size).collect()
}

/// The strides of a group: products of the extents after, times the stride of the whole.
fn expanded_strides(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    extents: &[i64],
    whole: Value,
    stride: OpFoldResult,
) -> Vec<OpFoldResult> {
    let mut product = 1i64;
    let mut behind: Vec<i64> = extents
        .iter()
        .rev()
        .map(|&extent| {
            let stride = product;
            if extent != DYNAMIC {
                product = product.wrapping_mul(extent);
            }
            stride
        })
        .collect();
    behind.reverse();
    let unknown = extents.iter().position(|&extent| extent == DYNAMIC).unwrap_or(0);
    let (s0, s1) = (AffineExpr::symbol(0), AffineExpr::symbol(1));
    let mut one = |(i, &behind): (usize, &i64)| {
        let scaled = s0.clone() * AffineExpr::constant(behind);
        if i < unknown {
            let expr = AffineExpr::floor_div(scaled, AffineExpr::constant(product)) * s1.clone();
            let map = terrace_affine::AffineMap::new(0, 2, vec![expr]);
            return composed_apply(rw, &map, &[OpFoldResult::Value(whole), stride], loc);
        }
        apply_expr(rw, scaled, &[stride], loc)
    };
    behind.iter().enumerate().map(&mut one).collect()
}

/// The size of a group in one.
fn collapsed_size(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    size: i64,
    dims: &[usize],
    shape: &[i64],
    sizes: &[Value],
) -> OpFoldResult {
    if size != DYNAMIC {
        return OpFoldResult::Static(size);
    }
    let factors: Vec<OpFoldResult> = dims
        .iter()
        .map(|&dim| {
            if shape[dim] == DYNAMIC {
                OpFoldResult::Value(sizes[dim])
            } else {
                OpFoldResult::Static(shape[dim])
            }
        })
        .collect();
    let one = AffineExpr::constant(1);
    let product = (0..factors.len() as u32).fold(one, |product, at| product * AffineExpr::symbol(at));
    apply_expr(rw, product, &factors, loc)
}

/// The stride of a group in which every extent is one: arbitrary, but it must match the type.
fn unit_stride(
    rw: &Rewriter<'_>,
    ty: Type,
    group: usize,
    dims: &[usize],
    from: &Source,
) -> Option<OpFoldResult> {
    let (strides, _) = memref(rw.cx(), ty)?.strides_and_offset(rw.cx())?;
    if strides[group] != DYNAMIC {
        return Some(OpFoldResult::Static(strides[group]));
    }
    let dynamic = dims.iter().find(|&&dim| matches!(from.strides[dim], OpFoldResult::Value(_)))?;
    Some(OpFoldResult::Value(from.run_time_strides[*dynamic]))
}

/// The cast of a base to a view of it.
pub(super) fn reinterpret(rw: &mut Rewriter<'_>, metadata: &Metadata, ty: Type, loc: Loc) -> Op {
    rw.build(
        ReinterpretCastOp::of(metadata.base)
            .loc(loc)
            .mixed_offsets(&[metadata.offset])
            .mixed_sizes(&metadata.sizes)
            .mixed_strides(&metadata.strides)
            .result(ty),
    )
    .into()
}

/// A view is a cast of its base.
fn cast_instead(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    rw.set_insertion_point_before(op);
    let found = metadata(rw, op)?;
    let (ty, loc) = (rw.op(op).single_result().ty(), rw.body().loc(op));
    let cast = reinterpret(rw, &found, ty, loc);
    rw.replace_op_with(op, cast);
    Some(())
}

/// Values for the results of a `memref.extract_strided_metadata`; numbers become constants.
fn values_of(rw: &mut Rewriter<'_>, base: Value, rest: &[OpFoldResult], loc: Loc) -> Vec<Value> {
    let mut values = vec![base];
    values.extend(rest.iter().map(|&index| value_of(rw, index, loc)));
    values
}

/// Folds metadata that is statically known.
fn fold_metadata(rw: &mut Rewriter<'_>, op: memref::ExtractStridedMetadataOp) -> Option<()> {
    let values = known_metadata(rw, op.into())?;
    rw.replace_op(op, &values);
    Some(())
}

/// The ops whose results have known metadata, with the names of upstream's patterns.
static MAKERS: [(&str, &str); 10] = [
    (memref::AllocOp::DEF.name, "ExtractStridedMetadataOpAllocFolder<AllocOp>"),
    (memref::AllocaOp::DEF.name, "ExtractStridedMetadataOpAllocFolder<AllocaOp>"),
    (memref::CollapseShapeOp::DEF.name, "ExtractStridedMetadataOpCollapseShapeFolder"),
    (memref::ExpandShapeOp::DEF.name, "ExtractStridedMetadataOpExpandShapeFolder"),
    (memref::GetGlobalOp::DEF.name, "ExtractStridedMetadataOpGetGlobalFolder"),
    (memref::SubViewOp::DEF.name, "ExtractStridedMetadataOpSubviewFolder"),
    (memref::ReinterpretCastOp::DEF.name, "ExtractStridedMetadataOpReinterpretCastFolder"),
    (memref::MemorySpaceCastOp::DEF.name, "ExtractStridedMetadataOpMemorySpaceCastFolder"),
    (memref::AssumeAlignmentOp::DEF.name, "ExtractStridedMetadataOpAssumeAlignmentFolder"),
    (memref::ExtractStridedMetadataOp::DEF.name, "ExtractStridedMetadataOpExtractStridedMetadataFolder"),
];

/// Adds the patterns that replace known metadata. A pattern is not applied to the ops that it created, so
/// that each defining op has a separate one.
pub(crate) fn add_known_metadata(cx: &Context, patterns: &mut ConversionPatterns) {
    for (maker, name) in MAKERS {
        patterns.add_with_benefit::<ExtractStridedMetadataOp>(cx, name, 1, move |rw, op| {
            rw.op(op).single_operand().defining_op().filter(|found| found.name_text() == maker)?;
            let mut values = known_metadata(rw, op.into())?;
            // An unused base is replaced by the source.
            if values.first().copied() == rw.body().results(op).next() {
                values[0] = rw.op(op).single_operand().id();
            }
            rw.replace_op(op, &values);
            Some(())
        });
    }
}

/// The replacements for the results of a `memref.extract_strided_metadata`, from the op that defines its operand. For
/// an unused base, this may be the op's own result.
fn known_metadata(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Value>> {
    let view = rw.op(op);
    let loc = view.loc();
    let maker = view.single_operand().defining_op()?;
    let (maker_loc, id) = (maker.loc(), maker.id());
    rw.set_insertion_point_before(op);
    let maker = rw.op(id);
    if maker.isa::<AllocOp>() || maker.isa::<AllocaOp>() {
        return fold_allocated(rw, ExtractStridedMetadataOp::assume(op), id, loc);
    }
    if maker.isa::<GetGlobalOp>() {
        return fold_global(rw, op, id, loc);
    }
    if maker.isa::<ReinterpretCastOp>() {
        return fold_reinterpreted(rw, id, loc);
    }
    if maker.isa::<MemorySpaceCastOp>() {
        return fold_space_cast(rw, ExtractStridedMetadataOp::assume(op), id, loc);
    }
    if let Some(maker) = maker.cast::<AssumeAlignmentOp>() {
        let buffer = maker.memref().id();
        let new = extract_strided_metadata(rw, buffer, loc)?;
        return Some(rw.body().results(new).collect());
    }
    if let Some(maker) = maker.cast::<ExtractStridedMetadataOp>() {
        let base = maker.base_buffer().id();
        let zero = index_constant(rw, 0, loc);
        return Some(vec![base, zero]);
    }
    let found = metadata(rw, id)?;
    let rest: Vec<OpFoldResult> =
        [found.offset].into_iter().chain(found.sizes).chain(found.strides).collect();
    Some(values_of(rw, found.base, &rest, maker_loc))
}

fn has_identity_layout(op: OpRef<'_>) -> Option<bool> {
    Some(memref(op.cx(), op.single_result().ty())?.has_identity_layout(op.cx()))
}

/// The base of a whole buffer, as a buffer without dimensions.
fn flat_base(rw: &mut Rewriter<'_>, op: ExtractStridedMetadataOp, buffer: Value, loc: Loc) -> Value {
    let base = op.view(rw).base_buffer();
    let (ty, known) = (base.ty(), OpFoldResult::Static(0));
    if rw.body().value_type(buffer) == ty {
        return buffer;
    }
    let whole = Metadata { base: buffer, offset: known, sizes: Vec::new(), strides: Vec::new() };
    let cast = reinterpret(rw, &whole, ty, loc);
    rw.body().single_result(cast)
}

fn fold_allocated(
    rw: &mut Rewriter<'_>,
    op: ExtractStridedMetadataOp,
    maker: Op,
    loc: Loc,
) -> Option<Vec<Value>> {
    let view = rw.op(maker);
    if !has_identity_layout(view)? {
        return rw.notify_match_failure(maker, "alloc-like operations should have been normalized");
    }
    let buffer = view.single_result().id();
    let shape = view.single_result().ty().shape(view.cx())?;
    let sizes = match view.cast::<AllocOp>() {
        Some(alloc) => mixed_values(shape, alloc.dynamic_sizes()),
        None => mixed_values(shape, AllocaOp::view_of(view).dynamic_sizes()),
    };
    let sizes = (sizes.len() == shape.len()).then(|| indices(&sizes));
    let (sizes, old_base) = (sizes?, op.view(rw).base_buffer());
    let (old_base, base_unused) = (old_base.id(), old_base.is_unused());
    let rank = sizes.len();
    let mut strides = vec![OpFoldResult::Static(1); rank];
    let mut product = AffineExpr::constant(1);
    for i in (0..rank.saturating_sub(1)).rev() {
        product = product * AffineExpr::symbol((rank - 2 - i) as u32);
        strides[i] = apply_expr(rw, product.clone(), &sizes[i + 1..], loc);
    }
    // No op is created for an unused base.
    let base = if base_unused { old_base } else { flat_base(rw, op, buffer, loc) };
    let rest: Vec<OpFoldResult> = [OpFoldResult::Static(0)].into_iter().chain(sizes).chain(strides).collect();
    Some(values_of(rw, base, &rest, loc))
}

fn fold_global(rw: &mut Rewriter<'_>, op: Op, maker: Op, loc: Loc) -> Option<Vec<Value>> {
    let view = rw.op(maker);
    if !has_identity_layout(view)? {
        return rw.notify_match_failure(maker, "get-global operation result should have been normalized");
    }
    let (buffer, sizes) = (view.single_result().id(), view.single_result().ty().shape(rw.cx())?);
    let mut strides: Vec<i64> = sizes
        .iter()
        .rev()
        .scan(1i64, |product, &extent| {
            let stride = *product;
            *product = product.wrapping_mul(extent);
            Some(stride)
        })
        .collect();
    strides.reverse();
    let base = flat_base(rw, ExtractStridedMetadataOp::assume(op), buffer, loc);
    let rest: Vec<OpFoldResult> =
        [0].iter().chain(sizes).chain(&strides).map(|&number| OpFoldResult::Static(number)).collect();
    Some(values_of(rw, base, &rest, loc))
}

fn fold_reinterpreted(rw: &mut Rewriter<'_>, maker: Op, loc: Loc) -> Option<Vec<Value>> {
    let view = ReinterpretCastOp::view_of(rw.op(maker));
    let buffer = view.source().id();
    let [offsets, sizes, strides] = [0, 1, 2].map(|which| indices(&mixed(view.0, which)));
    let new = extract_strided_metadata(rw, buffer, loc)?;
    let base = ExtractStridedMetadataOp::view_of(rw.op(new)).base_buffer().id();
    let rest: Vec<OpFoldResult> = offsets.into_iter().take(1).chain(sizes).chain(strides).collect();
    Some(values_of(rw, base, &rest, loc))
}

fn fold_space_cast(
    rw: &mut Rewriter<'_>,
    op: ExtractStridedMetadataOp,
    maker: Op,
    loc: Loc,
) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), MemorySpaceCastOp::view_of(rw.op(maker)));
    let (buffer, space) = (view.source().id(), memref(cx, view.dest().ty())?.space);
    let old_base = op.view(rw).base_buffer();
    let (old_base, base_unused) = (old_base.id(), old_base.is_unused());
    let new = extract_strided_metadata(rw, buffer, loc)?;
    let mut values: Vec<Value> = rw.body().results(new).collect();
    values[0] = if base_unused {
        old_base
    } else {
        let ty = MemRef { space, ..memref(cx, rw.body().value_type(values[0]))? }.ty(cx);
        rw.build_value(MemorySpaceCastOp::of(values[0]).dest(ty).loc(loc))
    };
    Some(values)
}

/// The address of a view's base is that of its source's.
fn pointer_of_view(rw: &mut Rewriter<'_>, op: memref::ExtractAlignedPointerAsIndexOp) -> Option<()> {
    let maker = rw.op(op).single_operand().defining_op();
    let Some(maker) = maker.filter(|maker| maker.isa::<SubViewOp>() || maker.isa::<ReinterpretCastOp>())
    else {
        return rw.notify_match_failure(op, "not a ViewLike source");
    };
    let source = maker.view_source()?.id();
    rw.set_operand(op, 0, source);
    Some(())
}
