//! The lowering: ops of the dialect become structured ops of linalg, each with a destination.

use terrace::dialects::{linalg, tensor};
use terrace::prelude::*;

use crate::dialect::{AddOp, MatmulOp, MulOp, ReluOp, TransposeOp};

/// The pass.
pub static LOWER_TINY: PassDef = PassDef {
    name: "lower-tiny",
    class: "LowerTinyPass",
    doc: "Lower the dialect tiny to linalg",
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target =
        ConversionTarget::new().legal_dialects(&["arith", "tensor", "linalg"]).illegal_dialects(&["tiny"]);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<AddOp>(cx, "LowerAdd", |rw, op| {
            lower_elementwise(rw, op.into(), linalg::named_elementwise::AddOp::DEF)
        })
        .add::<MulOp>(cx, "LowerMul", |rw, op| {
            lower_elementwise(rw, op.into(), linalg::named_elementwise::MulOp::DEF)
        })
        .add::<ReluOp>(cx, "LowerRelu", |rw, op| {
            let zeros = filled(rw, op.into())?;
            let input = op.view(rw).input().id();
            replace_named(rw, op.into(), linalg::named_elementwise::MaxOp::DEF, &[input, zeros], None)
        })
        .add::<MatmulOp>(cx, "LowerMatmul", |rw, op| {
            let zeros = filled(rw, op.into())?;
            let operands = operands(rw, op.into());
            replace_named(rw, op.into(), linalg::matmul::MatmulOp::DEF, &operands, Some(zeros))
        })
        .add::<TransposeOp>(cx, "LowerTranspose", |rw, op| {
            let view = op.view(rw);
            let (input, loc, init) = (view.input().id(), view.0.loc(), empty(rw, op.into()));
            let transposed = linalg::builders::make_transpose(rw, input, init, &[1, 0], loc);
            rw.replace_op_with(op, transposed);
            Some(())
        });
    Conversion { target, patterns }
}

fn operands(rw: &ConversionRewriter<'_>, op: Op) -> Vec<Value> {
    rw.op(op).operands().map(|value| value.id()).collect()
}

fn lower_elementwise(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    named: &'static terrace_ir::OpDef,
) -> Option<()> {
    replace_named(rw, op, named, &operands(rw, op), None)
}

/// Replaces an op by a named op of linalg, with an empty destination if none is given.
fn replace_named(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    named: &'static terrace_ir::OpDef,
    inputs: &[Value],
    init: Option<Value>,
) -> Option<()> {
    let loc = rw.op(op).loc();
    let init = init.unwrap_or_else(|| empty(rw, op));
    let new = linalg::builders::make_named(rw, named, inputs, &[init], &[], loc)?;
    rw.replace_op_with(op, new);
    Some(())
}

/// Creates an empty tensor of the type of an op's result.
fn empty(rw: &mut ConversionRewriter<'_>, op: Op) -> Value {
    let (ty, loc) = (rw.op(op).single_result().ty(), rw.op(op).loc());
    rw.build_value(tensor::EmptyOp::of(&[]).result(ty).loc(loc))
}

/// Creates a tensor of zeros of the type of an op's result.
fn filled(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<Value> {
    let (init, loc) = (empty(rw, op), rw.op(op).loc());
    let zero = rw.constant(0.0f32);
    let fill = linalg::builders::make_fill(rw, zero, init, loc)?;
    Some(rw.op(fill).single_result().id())
}
