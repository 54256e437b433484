//! `linalg-inline-scalar-operands`: operands of which all iterations see one element go into the computation.

use terrace_dialects_linalg::builders::{Loops, make_generic};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor::ExtractOp;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, Rewriter, TypeData, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static INLINE_SCALAR_OPERANDS: PassDef = PassDef {
    name: "linalg-inline-scalar-operands",
    class: "LinalgInlineScalarOperandsPass",
    doc: "Inline scalar operands into linalg generic ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

static PATTERNS: &[Pattern] =
    &[pattern!("inline_scalars", GenericOp, |rw, op| inline_scalars(rw, op.into()))];

fn inline_scalars(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if !has_tensor_semantics(view) {
        return None;
    }
    let structured = as_structured(view)?;
    let (first, _) = structured.destinations(view);
    let (maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let fixed: Vec<Option<Vec<i64>>> = maps.iter().take(first).map(|map| map.constant_results()).collect();
    if fixed.iter().all(Option::is_none) {
        return None;
    }
    let kept: Vec<usize> =
        (0..operands.len()).filter(|&i| fixed.get(i).is_none_or(Option::is_none)).collect();
    let kept_maps: Vec<_> = kept.iter().map(|&i| maps[i].clone()).collect();
    let inputs: Vec<Value> = kept.iter().filter(|&&i| i < first).map(|&i| operands[i]).collect();
    let (loc, types, old) = (view.loc(), view.result_types(), view.single_region().id());
    let region = rw.new_region();
    rw.clone_region(old, region, &mut IrMapping::new())?;
    let loops = Loops { inputs: &inputs, outputs: &operands[first..], maps: &kept_maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    let block = rw.body().entry(region)?;
    rw.set_insertion_point_to_start(block);
    for (i, places) in fixed.into_iter().enumerate().rev() {
        let Some(places) = places else { continue };
        let mut value = operands[i];
        let indices: Vec<Value> = places.into_iter().map(|place| index_constant(rw, place, loc)).collect();
        if let TypeData::RankedTensor { element, .. } = rw.value(value).ty().data(cx) {
            value = rw.build_value(ExtractOp::of(value, &indices).result(*element).loc(loc));
        }
        let arg = rw.body().arg(block, i);
        rw.replace_all_uses_with(arg, value);
        rw.erase_argument(block, i);
    }
    rw.replace_op_with(op, made);
    Some(())
}
