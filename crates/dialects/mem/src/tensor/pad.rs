//! Adding borders.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::constraints::INDEX;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::fold::constant_value;
use terrace_ir::tiling::{ReifyShapes, TilingInterface};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{
    Attr, CheckResult, Context, DYNAMIC, Folded, OpKind, OpRef, RankedTensorType, Type, ValueRef,
};
use terrace_macros::op;

use super::canonicalize_pad::{
    pad_along_others, pad_constants, pad_of_cast, pad_of_pad, pad_then_cast, pad_with_nothing,
};
use crate::layout::{add_extents, rank};
use crate::slices::numbers;

/// A padded tensor, with low and high padding for each dimension, which a region computes from the indices.
#[op("tensor.pad", interfaces(dyn ValueBounds, dyn ReifyShapes, dyn TilingInterface), fold = fold_pad, canonicalize(pad_with_nothing, pad_of_cast, pad_then_cast, pad_along_others, pad_constants, pad_of_pad),
     traits(AttrSizedOperandSegments, Pure, SingleBlockImplicitTerminator("tensor.yield")),
     customs(&DYNAMIC_INDEX_LIST), verify = verify_pad, verify_regions = verify_body, names = "padded",
     format = "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) \
               `high` `` custom<DynamicIndexList>($high, $static_high) $region \
               attr-dict `:` type($source) `to` type($result)")]
pub struct PadOp {
    source: Operand<ANY_RANKED_TENSOR>,
    low: VarOperand<INDEX>,
    high: VarOperand<INDEX>,
    static_low: Prop<DenseI64ArrayAttr>,
    static_high: Prop<DenseI64ArrayAttr>,
    nofold: OptProp<UnitAttr>,
    result: Res<ANY_RANKED_TENSOR>,
    region: Region<Sized<1>>,
}

/// The type of a tensor with borders; `None` if the numbers of borders are not its rank.
pub fn padded_type(cx: &Context, source: Type, low: &[i64], high: &[i64]) -> Option<Type> {
    let shape = source.shape(cx)?;
    if low.len() != shape.len() || high.len() != shape.len() {
        return None;
    }
    let sum = |i: usize| add_extents(add_extents(shape[i], low[i]), high[i]);
    let sizes: Vec<i64> = (0..shape.len()).map(sum).collect();
    Some(RankedTensorType::get(cx, &sizes, source.element_type_or_self(cx)))
}

/// The value that borders are filled with, where it is the same everywhere.
pub fn constant_padding_value(pad: OpRef<'_>) -> Option<ValueRef<'_>> {
    let block = PadOp::view_of(pad).region().entry()?;
    let value = block.last()?.operands().next()?;
    let owner = value.owner_block().or_else(|| value.defining_op()?.block());
    let inside = owner.is_some_and(|owner| owner == block);
    (constant_value(value).is_some() || !inside).then_some(value)
}

fn verify_pad(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), PadOp::view_of(op));
    let (from, to) = (view.source().ty(), view.result().ty());
    let (from_text, to_text) = (cx.type_text(from), cx.type_text(to));
    let (low, high) = (numbers(cx, view.static_low_attr()), numbers(cx, view.static_high_attr()));
    // Upstream crashes when it prints an op whose lists and operands disagree.
    for (name, fixed, values) in [("low", &low, view.low().len()), ("high", &high, view.high().len())] {
        let dynamic = fixed.iter().filter(|&&n| n == DYNAMIC).count();
        if values != dynamic {
            return Err(plain_error(
                op,
                format!(
                    "expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' \
                     ({values} vs {dynamic})"
                ),
            ));
        }
    }
    let Some(expected) = padded_type(cx, from, &low, &high) else {
        return Err(plain_error(
            op,
            format!(
                "failed to infer expectedType from sourceType '{from_text}', specified resultType is '{to_text}'"
            ),
        ));
    };
    let (found, sizes) = (to.ranked_shape(cx), expected.ranked_shape(cx));
    let fits = |(&found, &size): (&i64, &i64)| found == size || size == DYNAMIC;
    if found.len() == sizes.len() && found.iter().zip(sizes).all(fits) {
        return Ok(());
    }
    let expected = cx.type_text(expected);
    Err(plain_error(op, format!("specified type '{to_text}' does not match the inferred type '{expected}'")))
}

fn verify_body(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), PadOp::view_of(op));
    let Some(block) = view.region().entry() else { return Ok(()) };
    let (ty, args) = (view.result().ty(), block.arg_types());
    let rank = rank(cx, ty);
    if args.len() != rank {
        return Err(plain_error(op, format!("expected the block to have {rank} arguments")));
    }
    if let Some(i) = args.iter().position(|&arg| arg != Type::INDEX) {
        return Err(op_error(op, format!("expected block argument {} to be an index", i + 1)));
    }
    let yielded = block.last().and_then(|last| last.operands().next()).map(|value| value.ty());
    if yielded != ty.element_type(cx) {
        return Err(op_error(op, "expected yield type to match shape element type"));
    }
    Ok(())
}

fn fold_pad(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = PadOp::view_of(op);
    let ty = view.result().ty();
    let same = ty.has_static_shape(op.cx()) && ty == view.source().ty() && !view.nofold();
    same.then(|| view.source()).into()
}
