//! `resolve-shaped-type-result-dims` and its sibling for ranked types: dimensions of results are resolved to
//! dimensions of operands.

use terrace_affine::AffineMap;
use terrace_dialects_core::scf::ForallOp;
use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::memref;
use terrace_dialects_mem::reshape_patterns::output_shape;
use terrace_dialects_mem::tensor::{DimOp, EmptyOp, GenerateOp, InsertSliceOp, PadOp, SplatOp};
use terrace_ir::interfaces::{LoopLike, mixed_values};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::ReifyShapes;
use terrace_ir::{BinaryOpView, Op, OpFoldResult, OpKind, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::pass_options;
use terrace_pass::{Pass, PassDef, PassOptions};

use terrace_passes_shared::greedy::Greedy;
use terrace_passes_shared::resolve_dims::RESOLVE_DIMS;

pass_options! {
    /// The options of the pass.
    struct ResolveDimsOptions {
        /// Throw an error when pattern rewriter hits iteration limit
        error_on_pattern_iteration_limit("error-on-pattern-iteration-limit"): bool = "true",
    }
}

static PATTERNS: &[Pattern] = &[
    pattern!("dim_of_alike", DimOp, |rw, op| dim_of_alike(rw, op.into())),
    pattern!("dim_of_sized", DimOp, |rw, op| dim_of_sized(rw, op.into())),
    pattern!("dim_of_computed", DimOp, |rw, op| dim_of_computed(rw, op.into())),
    pattern!("dim_of_shared", DimOp, |rw, op| dim_of_shared(rw, op.into())),
    pattern!("dim_of_reified", DimOp, |rw, op| dim_of_reified(rw, op.into())),
    pattern!("dim_of_view", memref::DimOp, |rw, op| dim_of_view(rw, op.into())),
];

/// The patterns.
pub fn patterns() -> Vec<Pattern> {
    RESOLVE_DIMS.iter().chain(PATTERNS).cloned().collect()
}

fn make(options: &PassOptions) -> Result<Pass, String> {
    match ResolveDimsOptions::from(options).error_on_pattern_iteration_limit {
        true => Ok(Pass::Body(Box::new(Greedy::new(&patterns())))),
        false => Err("patterns that do not terminate are always an error here".to_owned()),
    }
}

/// The pass for all shaped types.
pub static RESOLVE_SHAPED_DIMS: PassDef = PassDef {
    name: "resolve-shaped-type-result-dims",
    class: "ResolveShapedTypeResultDimsPass",
    doc: "Resolve memref.dim of result values",
    options: ResolveDimsOptions::DEFS,
    make,
    ..EMPTY_PASS
};

/// The pass for ranked types.
pub static RESOLVE_RANKED_DIMS: PassDef = PassDef {
    name: "resolve-ranked-shaped-type-result-dims",
    class: "ResolveRankedShapeTypeResultDimsPass",
    doc: "Resolve memref.dim of result values of ranked shape type",
    options: ResolveDimsOptions::DEFS,
    make,
    ..EMPTY_PASS
};

/// An extent of a tensor with a part written is that of the destination, one of a softmax that of its input.
fn dim_of_alike(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (source, dim) = BinaryOpView(rw.op(op)).operands();
    let (maker, dim) = (source.defining_op()?, m_scalar_i64(dim)?);
    let alike = match maker.cast::<InsertSliceOp>() {
        Some(insert) => insert.dest(),
        None => maker.cast::<SoftmaxOp>()?.input(),
    };
    let (alike, loc) = (alike.id(), maker.loc());
    let dim = index_constant(rw, dim, loc);
    let extent = rw.build_or_fold_value(DimOp::of(alike, dim).result(Type::INDEX).loc(loc));
    rw.replace_op(op, &[extent]);
    Some(())
}

/// An extent of a result whose op computes its extents.
fn dim_of_reified(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let ((source, dim), loc) = (BinaryOpView(view).operands(), view.loc());
    let (dim, result) = (usize::try_from(m_scalar_i64(dim)?).ok()?, source.index() as usize);
    let maker = source.defining_op().filter(|maker| !maker.isa::<PadOp>())?;
    let (interface, maker) = (maker.interface::<dyn ReifyShapes>()?, maker.id());
    let size = *interface.reify_shapes(rw, maker)?.get(result)?.get(dim)?;
    let value = value_of(rw, size, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// An extent of an expanded buffer is the one that it is given, one of an aligned buffer that of the buffer.
fn dim_of_view(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let ((source, dim), loc) = (BinaryOpView(view).operands(), view.loc());
    let dim = usize::try_from(m_scalar_i64(dim)?).ok()?;
    let size = if let Some(expand) = source.defined_by::<memref::ExpandShapeOp>() {
        (*output_shape(expand.0).get(dim)?).into()
    } else {
        let aligned = source.defined_by::<memref::AssumeAlignmentOp>()?;
        let (buffer, loc) = (aligned.memref().id(), aligned.0.loc());
        extent(rw, buffer, dim, loc)
    };
    let value = value_of(rw, size, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// An extent of a tensor that is made with sizes.
fn dim_of_sized(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, dim) = BinaryOpView(view).operands();
    let dim = usize::try_from(m_scalar_i64(dim)?).ok()?;
    let shape = source.ty().shape(cx)?;
    let sizes = if let Some(empty) = source.defined_by::<EmptyOp>() {
        mixed_values(shape, empty.dynamic_sizes())
    } else if let Some(generate) = source.defined_by::<GenerateOp>() {
        mixed_values(shape, generate.dynamic_extents())
    } else {
        mixed_values(shape, source.defined_by::<SplatOp>()?.dynamic_sizes())
    };
    let (size, loc) = ((*sizes.get(dim)?).into(), view.loc());
    let value = value_of(rw, size, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// An extent of a result that is accessed by a sum of loops, in terms of how often these run.
fn dim_of_computed(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (source, dim) = BinaryOpView(view).operands();
    let maker = source.defining_op()?;
    let dim = usize::try_from(m_scalar_i64(dim)?).ok()?;
    let structured = as_structured(maker)?;
    let maps = structured.indexing_maps(maker);
    let result = maps.get(structured.destinations(maker).0 + source.index() as usize)?;
    let expr = result.results.get(dim).filter(|expr| expr.as_binary().is_some())?.clone();
    let (num_dims, loc) = (result.num_dims, view.loc());
    let mut places = Vec::with_capacity(num_dims as usize);
    for at in 0..num_dims {
        let place = maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(at)?)));
        places.push(if expr.is_function_of_dim(at) { Some(place?) } else { None });
    }
    let operands: Vec<Value> = maker.operands().map(|operand| operand.id()).collect();
    let mut ranges = Vec::with_capacity(places.len());
    for place in places {
        ranges.push(match place {
            Some((operand, at)) => {
                let at = index_constant(rw, at as i64, loc);
                OpFoldResult::Value(
                    rw.build_or_fold_value(
                        DimOp::of(*operands.get(operand)?, at).result(Type::INDEX).loc(loc),
                    ),
                )
            }
            None => OpFoldResult::Static(0),
        });
    }
    let map = AffineMap::new(num_dims, 0, vec![expr]);
    let extent = composed_apply(rw, &map, &ranges, loc);
    let value = value_of(rw, extent, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Replaces a dimension of a shared output of a parallel loop by that of its init.
fn dim_of_shared(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (source, _) = BinaryOpView(rw.op(op)).operands();
    let looped = source.owner_block()?.region()?.parent_op()?;
    if !looped.isa::<ForallOp>() {
        return None;
    }
    let shared = LoopLike::iter_args(&ForallOp::MODEL, looped).into_iter().position(|arg| arg == source)?;
    let init = looped.operand(LoopLike::inits(&ForallOp::MODEL, looped).0 + shared).id();
    rw.set_operand(op, 0, init);
    Some(())
}
