//! The ops: blocks, what is computed across their elements, and marks for the analysis of shapes.
//!
//! The types of values are those of one element: shapes are implicit. What is constant about an op, such as the dimension of an
//! index, need not be so yet where the op is created: [`crate::analysis`] checks it, no verifier.
//!
//! Ops that are carried out across elements have no declared effects. The elements that are active are a matter of control, and
//! what an op does wrong is an error whether its result is used or not: generic passes neither move nor merge nor erase them.

use terrace_dialects_builtin::constraints::{ANY_FLOAT, ANY_SIGNLESS_INT_OR_INDEX};
use terrace_dialects_llvm::types::address_space;
use terrace_dialects_ptr::ptr::types::PTR_LIKE;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, FUNCTION, I64};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::{CheckResult, Context, Folded, OpKind, OpRef, Type, TypeData, ValueRef};
use terrace_macros::op;

use super::interface::{BlockRule, RippleOpInterface, ShapeRule};
use crate::shape::MAX_DIMS;

fn is_number(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx) || ty.is_float(cx)
}

fn is_address(cx: &Context, ty: Type) -> bool {
    (PTR_LIKE.pred)(cx, ty) || address_space(cx, ty).is_some()
}

fn is_element(cx: &Context, ty: Type) -> bool {
    is_number(cx, ty) || is_address(cx, ty)
}

/// Addresses, by which blocks are named, too.
pub static ADDRESS: TypeConstraint = TypeConstraint::new("pointer-like type", is_address);

fn is_function(cx: &Context, ty: Type) -> bool {
    (FUNCTION.pred)(cx, ty) || address_space(cx, ty).is_some()
}

/// Index functions of shuffles: functions, or their addresses in the dialect llvm.
pub static INDEX_FUNCTION: TypeConstraint =
    TypeConstraint::new("function type or LLVM pointer type", is_function);

/// Numbers: signless integers and floating-point numbers.
pub static NUMBER: TypeConstraint = TypeConstraint::new("signless integer or floating-point", is_number);

/// Values of elements: numbers and addresses.
pub static ELEMENT: TypeConstraint =
    TypeConstraint::new("signless integer, floating-point or pointer-like type", is_element);

/// A value that an expression of the source chooses by control flow, such as `c ? a : b`.
///
/// The operand is an argument of a block; the result has, besides the argument's shape, those of the branches that
/// decide which value the argument has.
#[op("ripple.expression", interfaces(dyn RippleOpInterface = ShapeRule::Expression), traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = terrace_dialects_builtin::infer::first_operand,
     format = "$value attr-dict `:` type($value)")]
pub struct ExpressionOp {
    value: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

/// A value that a variable is assigned where the op stands, and passed on from its block to where other ways meet.
///
/// A scalar variable that is assigned under a condition with a shape is assigned if the condition holds for any element:
/// where ways meet, what is assigned on them takes precedence over what the variable was before.
#[op("ripple.assigned", traits(Lanewise, Pure, SameOperandsAndResultType, InferTypes), infer = terrace_dialects_builtin::infer::first_operand,
     format = "$value attr-dict `:` type($value)")]
pub struct AssignedOp {
    value: Operand<ANY_TYPE>,
    result: Res<ANY_TYPE>,
}

/// A block of processing elements: the kind of elements, and their number in each dimension.
#[op("ripple.setshape", interfaces(dyn RippleOpInterface = BlockRule::SetShape), verify = verify_set_shape,
     format = "$peid `[` $sizes attr-dict `:` type($sizes) `]` `:` type($peid) `->` type($block)")]
pub struct SetShapeOp {
    peid: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    sizes: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    block: Res<ADDRESS>,
}

/// The number of elements of a block in a dimension.
///
/// Ripple's proposal writes it in two ways: `(%b : ptr) [%d : i32] -> i32`, which is printed, and `%b [%d : i32 to i32] : ptr`.
#[op("ripple.getsize", interfaces(dyn RippleOpInterface = BlockRule::Size), fold = fold_get_size,
     asm = (parse_get_size, print_get_size),
     syntax = "`(` $block `:` type($block) `)` `[` $dim attr-dict `:` type($dim) `]` `->` type($result)")]
pub struct GetSizeOp {
    block: Operand<ADDRESS>,
    dim: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}

fn parse_get_size(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let in_parentheses = p.optional_token("(");
    let block = p.operand()?;
    let mut block_type = None;
    if in_parentheses {
        p.token(":")?;
        block_type = Some(p.ty()?);
        p.token(")")?;
    }
    p.token("[")?;
    let dim = p.operand()?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let dim_type = p.ty()?;
    let (block_type, result) = match block_type {
        Some(ty) => {
            p.token("]")?;
            p.token("->")?;
            (ty, p.ty()?)
        }
        None => {
            if p.optional_keyword_of(&["to"]).is_none() {
                let loc = p.loc();
                return Err(p.error(loc, "expected 'to'".to_owned()));
            }
            let result = p.ty()?;
            p.token("]")?;
            p.token(":")?;
            (p.ty()?, result)
        }
    };
    state.operands.push(p.resolve(block, block_type)?);
    state.operands.push(p.resolve(dim, dim_type)?);
    state.results.push(result);
    Ok(())
}

fn print_get_size(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = GetSizeOp::view_of(op);
    p.text("(");
    p.value(view.block());
    p.text(" : ");
    p.ty(view.block().ty());
    p.text(") [");
    p.value(view.dim());
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(view.dim().ty());
    p.text("] -> ");
    p.ty(view.result().ty());
}

/// The index of an element of a block in a dimension.
#[op("ripple.index", interfaces(dyn RippleOpInterface = BlockRule::Index),
     format = "`(` $block `:` type($block) `)` `[` $dim attr-dict `:` type($dim) `]` `->` type($result)")]
pub struct IndexOp {
    block: Operand<ADDRESS>,
    dim: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}

/// A value with the dimensions of a block that a mask names.
#[op("ripple.broadcast", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Broadcast),
     format = "`(` $block `:` type($block) `)` `[` $dims `,` $value attr-dict `:` type($value) `]` `->` type($result)")]
pub struct BroadcastOp {
    block: Operand<ADDRESS>,
    dims: Operand<I64>,
    value: Operand<NUMBER>,
    result: Res<NUMBER>,
}

/// An address with the dimensions of a block that a mask names.
#[op("ripple.broadcast.ptr", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Broadcast),
     format = "`(` $block `:` type($block) `)` `[` $dims `,` $value attr-dict `:` type($value) `]` `->` type($result)")]
pub struct BroadcastPtrOp {
    block: Operand<ADDRESS>,
    dims: Operand<I64>,
    value: Operand<ADDRESS>,
    result: Res<ADDRESS>,
}

/// The elements with an index in each dimension; -1 keeps all of a dimension.
#[op("ripple.slice", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Slice), verify = verify_slice,
     format = "`[` $value attr-dict `:` type($value) (`,` $indices^)? `]` `->` type($result)")]
pub struct SliceOp {
    value: Operand<ELEMENT>,
    indices: VarOperand<I64>,
    result: Res<ELEMENT>,
}

/// Elements in another order: result element `k` of `n` is element `function(k, n)`.
#[op("ripple.shuffle", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Shuffle), verify = verify_shuffle,
     format = "`[` $value attr-dict `:` type($value) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct ShuffleOp {
    value: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

/// Elements in another order, by the name that the original's proposal has for it.
#[op("ripple.ishuffle", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Shuffle), verify = verify_shuffle,
     format = "`[` $value attr-dict `:` type($value) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct IShuffleOp {
    value: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

/// Elements of two values: result element `k` of `n` is element `function(k, n)` of both, one after the other.
#[op("ripple.shuffle.pair", traits(AllTypesMatch(&["first", "second", "result"])), interfaces(dyn RippleOpInterface = BlockRule::Shuffle), verify = verify_shuffle,
     format = "`[` $first attr-dict `:` type($first) `,` $second `:` type($second) `,` $function `:` type($function) `]` `->` type($result)")]
pub struct ShufflePairOp {
    first: Operand<ELEMENT>,
    second: Operand<ELEMENT>,
    function: Operand<INDEX_FUNCTION>,
    result: Res<ELEMENT>,
}

/// Values beside each other in the outermost dimension of a block.
#[op("ripple.stack", interfaces(dyn RippleOpInterface = BlockRule::Stack), verify = verify_stack,
     format = "`(` $block `:` type($block) `)` `[` $values attr-dict `:` type($values) `]` `->` type($result)")]
pub struct StackOp {
    block: Operand<ADDRESS>,
    values: VarOperand<NUMBER>,
    result: Res<NUMBER>,
}

/// The same bytes as a value of another type in the shape of a block.
#[op(
    "ripple.reinterp",
    interfaces(dyn RippleOpInterface = BlockRule::Reinterpretation),
    format = "`(` $block `:` type($block) `)` `[` $value attr-dict `:` type($value) `]` `->` type($result)"
)]
pub struct ReinterpOp {
    block: Operand<ADDRESS>,
    value: Operand<NUMBER>,
    result: Res<NUMBER>,
}

/// The number of the chunk of an annotated loop.
#[op(
    "ripple.parallel_idx",
    interfaces(dyn RippleOpInterface = BlockRule::Mark),
    format = "`(` $block `:` type($block) `)` `[` $dims attr-dict `:` type($dims) `]` `->` type($result)"
)]
pub struct ParallelIdxOp {
    block: Operand<ADDRESS>,
    dims: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}

/// The elements with an index in the outermost dimension, which need not be constant.
#[op(
    "ripple.row",
    traits(AllTypesMatch(&["value", "result"])),
    interfaces(dyn RippleOpInterface = BlockRule::Row),
    format = "`[` $value attr-dict `:` type($value) `,` $index `:` type($index) `]` `->` type($result)"
)]
pub struct RowOp {
    value: Operand<NUMBER>,
    index: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<NUMBER>,
}

/// A conversion between formats of floating-point numbers that optimizations do not see, in the original's internal form.
///
/// Nothing renders it: it is an error.
#[op(
    "ripple.float_cast",
    interfaces(dyn RippleOpInterface = BlockRule::FloatCast),
    format = "`[` $value attr-dict `:` type($value) `]` `->` type($result)"
)]
pub struct FloatCastOp {
    value: Operand<ANY_FLOAT>,
    result: Res<ANY_FLOAT>,
}

/// A size that grows with vectors: the operand for each 128 bits that those of the target have.
#[op("ripple.scalable", traits(Pure, SameOperandsAndResultType, InferTypes), infer = terrace_dialects_builtin::infer::first_operand,
     format = "$value attr-dict `:` type($value)")]
pub struct ScalableOp {
    value: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}

/// The integer that a constant of any dialect is.
fn constant(value: ValueRef<'_>) -> Option<i64> {
    let op = value.defining_op()?;
    op.inherent_attr("value")?.as_integer(op.cx())?.0.to_i64()
}

fn verify_set_shape(op: OpRef<'_>) -> CheckResult {
    let sizes = SetShapeOp::view_of(op).sizes();
    if sizes.len() == 0 || sizes.len() > MAX_DIMS {
        return Err(op_error(
            op,
            format_args!("has {} sizes; a block has 1 to {MAX_DIMS} dimensions", sizes.len()),
        ));
    }
    Ok(())
}

fn verify_slice(op: OpRef<'_>) -> CheckResult {
    let indices = SliceOp::view_of(op).indices();
    if indices.len() > MAX_DIMS {
        return Err(op_error(
            op,
            format_args!("has {} indices; a block has at most {MAX_DIMS} dimensions", indices.len()),
        ));
    }
    Ok(())
}

fn verify_shuffle(op: OpRef<'_>) -> CheckResult {
    let Some(function) = op.operands().next_back() else { return Ok(()) };
    let cx = op.cx();
    let is_index_function = match function.ty().data(cx) {
        TypeData::Function { inputs, results } => {
            inputs.len() == 2
                && results.len() == 1
                && inputs.iter().chain(results.iter()).all(|&ty| ty == inputs[0] && ty.is_int_or_index(cx))
        }
        _ => address_space(cx, function.ty()).is_some(),
    };
    match is_index_function {
        true => Ok(()),
        false => Err(op_error(
            op,
            "expects an index function: two integers of one type, and a result of that type",
        )),
    }
}

fn verify_stack(op: OpRef<'_>) -> CheckResult {
    let view = StackOp::view_of(op);
    match view.values().all(|value| value.ty() == view.result().ty()) {
        true if view.values().len() > 0 => Ok(()),
        true => Err(op_error(op, "expects at least one value")),
        false => Err(op_error(op, "expects values of the type of the result")),
    }
}

/// The size is known where the block and the dimension are.
fn fold_get_size(op: OpRef<'_>, _constants: &[Option<terrace_ir::Attr>]) -> Folded {
    let view = GetSizeOp::view_of(op);
    let (Some(shape), Some(dim)) = (view.block().defined_by::<SetShapeOp>(), constant(view.dim())) else {
        return Folded::Unchanged;
    };
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < MAX_DIMS) else { return Folded::Unchanged };
    let size = match shape.sizes().nth(dim) {
        Some(size) => constant(size).filter(|&size| size > 0),
        None => Some(1),
    };
    match size {
        Some(size) => op.cx().int_attr(view.result().ty(), size).into(),
        None => Folded::Unchanged,
    }
}
