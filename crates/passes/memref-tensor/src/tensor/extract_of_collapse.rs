//! Elements of collapsed tensors as elements of their sources.

use terrace_dialects_mem::affine::AffineDelinearizeIndexOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::reshape_patterns::groups_of;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExtractOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, OpFoldResult, Rewriter, Type, Value, pattern};

use terrace_passes_shared::reshapes::part_of;

/// Extracts elements before shapes are collapsed.
pub static FOLD_EXTRACT_FROM_COLLAPSE_SHAPE: &[Pattern] =
    &[pattern!("ExtractFromCollapseShape", ExtractOp, extract_from_source)];

fn extract_from_source(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let collapse = view.tensor().defined_by::<CollapseShapeOp>()?;
    let shape = collapse.src().ty().shape(cx)?;
    if shape.contains(&DYNAMIC) {
        return None;
    }
    let (groups, source) = (groups_of(collapse.0), collapse.src().id());
    let (loc, ty) = (view.0.loc(), view.result().ty());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let mut places = Vec::with_capacity(shape.len());
    for (&index, group) in indices.iter().zip(&groups) {
        if group.len() == 1 {
            places.push(index);
            continue;
        }
        let basis: Vec<OpFoldResult> =
            part_of(shape, group)?.iter().copied().map(OpFoldResult::Static).collect();
        let types = vec![Type::INDEX; basis.len()];
        let op =
            rw.build(AffineDelinearizeIndexOp::of(index).loc(loc).mixed_basis(&basis).multi_index(&types));
        places.extend(rw.body().results(op));
    }
    if groups.is_empty() {
        let zero = index_constant(rw, 0, loc);
        places.resize(shape.len(), zero);
    }
    let element = rw.build_value(ExtractOp::of(source, &places).result(ty).loc(loc));
    rw.replace_op(op, &[element]);
    Some(())
}
