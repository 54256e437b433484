//! `tosa-arith-const-to-tosa-const`: constants of arith as constants of tosa.

use terrace_dialects_core::arith;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::types::is_number;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::pattern::Pattern;
use terrace_ir::{OpKind, Rewriter, TypeData};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub static TOSA_ARITH_CONST_TO_TOSA_CONST: PassDef = PassDef {
    name: "tosa-arith-const-to-tosa-const",
    class: "TosaArithConstantToTosaConstPass",
    doc: "Convert tensor arith.constant operations into tosa.const",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(ConvertConstants))),
    ..EMPTY_PASS
};

struct ConvertConstants;

static PATTERNS: [Pattern; 1] =
    [Pattern::new("ArithConstantToTosaConst", arith::ConstantOp::DEF.name, |rw, op| {
        let (cx, view) = (rw.cx(), arith::ConstantOp::view_of(rw.op(op)));
        let (ty, value) = (view.result().ty(), view.value_attr());
        let TypeData::RankedTensor { shape, element, .. } = ty.data(cx) else { return None };
        // tosa has no empty tensors.
        let is_tosa = is_number(cx, *element) && !shape.contains(&0) && ty.has_static_shape(cx);
        if !is_tosa || !value.is_elements(cx) || value.ty(cx) != Some(ty) {
            return None;
        }
        rw.replace(op, ConstOp::of().values(value).output(ty));
        Some(())
    })];

impl BodyPass for ConvertConstants {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
