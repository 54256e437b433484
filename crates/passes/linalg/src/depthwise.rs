//! `simplify-depthwise-conv`: simplifies depthwise convolutions with a channel multiplier of one.

use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::named_convolution::{
    DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcQOp, DepthwiseConv2DNhwcHwcmOp,
    DepthwiseConv2DNhwcHwcmQOp,
};
use terrace_dialects_linalg::structured::{MEMOIZED, has_tensor_semantics};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, RankedTensorType, Rewriter, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static SIMPLIFY_DEPTHWISE_CONV: PassDef = PassDef {
    name: "simplify-depthwise-conv",
    class: "SimplifyDepthwiseConvPass",
    doc: "Simplify depthwise convolution.",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

static PATTERNS: &[Pattern] = &[
    pattern!("drop_multiplier", DepthwiseConv2DNhwcHwcmOp, |rw, op| drop_multiplier(rw, op.into())),
    pattern!("drop_multiplier_with_zero_points", DepthwiseConv2DNhwcHwcmQOp, |rw, op| drop_multiplier(
        rw,
        op.into()
    )),
];

fn collapse(rw: &mut Rewriter<'_>, value: Value, groups: &[Vec<i64>], op: Op) -> Option<Value> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let ty = rw.value(value).ty();
    let shape = ty.shape(cx)?.get(..groups.len())?;
    let ty = RankedTensorType::get(cx, shape, ty.element_type(cx)?);
    Some(rw.build_value(
        CollapseShapeOp::of(value).reassociation_attr(groups_attr(cx, groups)).result(ty).loc(loc),
    ))
}

fn drop_multiplier(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (&init, inputs) = operands.split_last()?;
    let kernel = rw.value(*inputs.get(1)?).ty();
    if !has_tensor_semantics(view) || kernel.shape(cx)?.get(3) != Some(&1) {
        return None;
    }
    let (quantized, ty, loc) = (inputs.len() == 4, view.single_result().ty(), view.loc());
    // The properties of both ops, in slot order: strides and dilations.
    let props = ["strides", "dilations"].map(|name| view.inherent_attr(name));
    let memoized = cx.str(MEMOIZED);
    let kept: Vec<_> =
        view.attrs().as_dict(cx)?.iter().copied().filter(|&(name, _)| name != memoized).collect();
    let mut inputs = inputs.to_vec();
    inputs[1] = collapse(rw, inputs[1], &[vec![0], vec![1], vec![2, 3]], op)?;
    let groups = [vec![0], vec![1], vec![2], vec![3, 4]];
    let init = collapse(rw, init, &groups, op)?;
    let def = if quantized { DepthwiseConv2DNhwcHwcQOp::DEF } else { DepthwiseConv2DNhwcHwcOp::DEF };
    let made = make_named(rw, def, &inputs, &[init], &props, loc)?;
    for (name, value) in kept {
        rw.set_attr(made, name.text(cx), value);
    }
    let (value, shape) = (rw.body().single_result(made), ty.shape(cx)?);
    rw.replace(
        op,
        ExpandShapeOp::of(value)
            .reassociation_attr(groups_attr(cx, &groups))
            .static_output_shape_attr(cx.i64_array(shape)),
    );
    Some(())
}
