//! The common parts of structured ops: maps, iterators, destinations, and a region with the computation.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::indexing::verify_indexing_maps;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, EffectKind, Speculatability};
use terrace_ir::{Attr, CheckResult, Context, OpRef, Type, TypeData};

/// The attribute that keeps the maps of an op that computes them.
pub const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// Loops over the elements of its operands.
pub trait Structured: Send + Sync {
    /// The indexing map of each operand.
    fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap>;
    /// Whether each loop is parallel.
    fn parallel(&self, op: OpRef<'_>) -> Vec<bool>;
    /// The destinations: number of the first operand, and how many.
    fn destinations(&self, op: OpRef<'_>) -> (usize, usize);
    /// Whether the op is a convolution or a pooling by its name.
    fn is_named_convolution(&self) -> bool {
        false
    }
    /// Whether the computation reads the initial elements of the destination with this operand index.
    fn reads_destination(&self, op: OpRef<'_>, operand: usize) -> bool {
        is_element_used(op, operand)
    }
}

/// Whether the computation uses the element of an operand.
pub fn is_element_used(op: OpRef<'_>, operand: usize) -> bool {
    let block = op.single_region().entry();
    block.and_then(|block| block.args().nth(operand)).is_some_and(|arg| !arg.is_unused())
}

/// Whether elements of a destination may be kept: those that no iteration writes, or all where no iteration runs.
pub fn keeps_elements(op: OpRef<'_>, operand: usize) -> bool {
    overwrites(op, operand).is_none_or(|all| !all)
}

fn overwrites(op: OpRef<'_>, operand: usize) -> Option<bool> {
    let structured = as_structured(op)?;
    let maps = structured.indexing_maps(op);
    let shape_of = |operand: usize| op.operand(operand).ty().shape(op.cx());
    let (map, shape) = (maps.get(operand)?, shape_of(operand)?);
    let mut loops: Vec<u32> = map.results.iter().filter_map(|result| result.as_dim()).collect();
    let is_only_place = |(result, &extent): (&AffineExpr, &i64)| {
        result.as_dim().is_some() || extent == 1 && result.as_constant() == Some(0)
    };
    let all_places = map.results.iter().zip(shape).all(is_only_place);
    let count = loops.len();
    loops.sort_unstable();
    loops.dedup();
    if !all_places || loops.len() != count {
        return Some(false);
    }
    // The other loops run at least once.
    let runs = |dim: u32| {
        maps.iter().enumerate().any(|(operand, map)| {
            map.results
                .iter()
                .zip(shape_of(operand).into_iter().flatten())
                .any(|(result, &extent)| result.as_dim() == Some(dim) && extent > 0)
        })
    };
    Some((0..map.num_dims).all(|dim| loops.binary_search(&dim).is_ok() || runs(dim)))
}

/// The op as one that loops; `None` for another op.
pub fn as_structured(op: OpRef<'_>) -> Option<&'static dyn Structured> {
    op.interface::<dyn Structured>()
}

/// Operands and a destination for each slot; the destinations are the second.
pub fn second_slot(op: OpRef<'_>) -> (usize, usize) {
    op.operand_range(1)
}

/// The type that the computation sees of an operand.
pub fn element_or_self(cx: &Context, ty: Type) -> Type {
    match ty.data(cx) {
        TypeData::MemRef { element, .. } | TypeData::RankedTensor { element, .. } => *element,
        _ => ty,
    }
}

/// The rank of the first destination.
pub fn result_rank(op: OpRef<'_>) -> usize {
    let first = as_structured(op).map_or(0, |s| s.destinations(op).0);
    if first >= op.num_operands() {
        return 0;
    }
    op.operand(first).ty().shape(op.cx()).map_or(0, <[i64]>::len)
}

/// The maps of an inherent attribute `indexing_maps`.
pub fn maps_of_attr(op: OpRef<'_>) -> Vec<AffineMap> {
    let maps = op.inherent_attr("indexing_maps").unwrap_or(Attr::NULL);
    if maps.is_null() { Vec::new() } else { terrace_dialects_core::indexing::indexing_maps(op.cx(), maps) }
}

/// Whether all operands that are not scalars are tensors, and there is one.
pub fn has_tensor_semantics(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let types = op.operand_types();
    types.iter().any(|ty| ty.is_tensor(cx)) && !types.iter().any(|ty| ty.is_memref(cx))
}

/// Whether all operands that are not scalars are buffers, and there is one.
pub fn has_buffer_semantics(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let types = op.operand_types();
    types.iter().any(|ty| ty.is_memref(cx)) && !types.iter().any(|ty| ty.is_tensor(cx))
}

/// The static trip count of each loop: the extent of the first operand dimension that it indexes, `DYNAMIC` if that
/// is dynamic.
pub fn static_loops(op: OpRef<'_>, maps: &[AffineMap]) -> Vec<i64> {
    let mut extents = vec![None; maps.first().map_or(0, |map| map.num_dims as usize)];
    for (operand, map) in op.operands().zip(maps) {
        let shape = operand.ty().shape_or_scalar(op.cx());
        for (&extent, result) in shape.iter().zip(&map.results) {
            if let Some(dim) = result.as_dim() {
                extents[dim as usize].get_or_insert(extent);
            }
        }
    }
    extents.into_iter().map(|extent| extent.unwrap_or(terrace_ir::DYNAMIC)).collect()
}

/// Buffers are read, destinations are written.
pub fn structured_effects(op: OpRef<'_>, out: &mut Vec<Effect>) {
    let Some(structured) = as_structured(op) else { return };
    let (first, count) = structured.destinations(op);
    for (i, operand) in op.operands().enumerate() {
        if !matches!(operand.ty().data(op.cx()), TypeData::MemRef { .. }) {
            continue;
        }
        let written = (first..first + count).contains(&i);
        if !written || structured.reads_destination(op, i) {
            out.push(Effect::new(EffectKind::Read, Some(operand.id())));
        }
        if written {
            out.push(Effect::new(EffectKind::Write, Some(operand.id())));
        }
    }
}

/// Ops on tensors may be executed early where the computation may be.
pub fn structured_speculatability(op: OpRef<'_>) -> Speculatability {
    if has_tensor_semantics(op) { Speculatability::Recursive } else { Speculatability::No }
}

/// Implements the interfaces of a type that is [`Structured`].
macro_rules! structured_interfaces {
    ($($ty:ty),* $(,)?) => {
        $(
            impl terrace_ir::interfaces::DestinationStyleOp for $ty {
                fn inits(&self, op: terrace_ir::OpRef<'_>) -> (usize, usize) {
                    $crate::structured::Structured::destinations(self, op)
                }
            }
            impl terrace_ir::effects::MemoryEffects for $ty {
                fn effects(&self, op: terrace_ir::OpRef<'_>, out: &mut Vec<terrace_ir::effects::Effect>) {
                    $crate::structured::structured_effects(op, out);
                }
            }
            impl terrace_ir::effects::ConditionallySpeculatable for $ty {
                fn speculatability(&self, op: terrace_ir::OpRef<'_>) -> terrace_ir::effects::Speculatability {
                    $crate::structured::structured_speculatability(op)
                }
            }
        )*
    };
}
pub(crate) use structured_interfaces;

/// Verifies that the maps match the operands, and the body their element types.
///
/// # Errors
///
/// The first violated rule of structured ops.
pub fn verify_structured(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| Err(op_error(op, message));
    let Some(structured) = as_structured(op) else { return Ok(()) };
    if op.num_operands() > 0 && !has_tensor_semantics(op) && !has_buffer_semantics(op) {
        return fail("expected to have pure tensor or buffer semantics".to_string());
    }
    let maps = structured.indexing_maps(op);
    let types = op.operand_types();
    let shapes: Vec<&[i64]> = types.iter().map(|ty| ty.shape_or_scalar(cx)).collect();
    verify_indexing_maps(op, &maps, &shapes)?;
    let loops = structured.parallel(op).len();
    if let Some(i) = maps.iter().position(|map| map.num_dims as usize != loops) {
        return fail(format!(
            "expected indexing_map #{i} to have {loops} dim(s) to match the number of loops"
        ));
    }
    if op.num_regions() != 1 || !op.single_region().has_one_block() {
        return fail("expects to have 1 region with 1 block".to_string());
    }
    let args = op.single_region().entry().map_or(Vec::new(), |block| block.arg_types());
    if args.len() != types.len() {
        return fail(
            "expected as many non-induction variable region arguments as the number of input/output operands"
                .to_string(),
        );
    }
    for (i, (&arg, &ty)) in args.iter().zip(&types).enumerate() {
        let element = element_or_self(cx, ty);
        if arg != element {
            let [arg, element] = [arg, element].map(|ty| cx.type_text(ty));
            return fail(format!(
                "expected type of bb argument #{i} ('{arg}') to match element or self type of the corresponding \
                 operand ('{element}')"
            ));
        }
    }
    Ok(())
}
