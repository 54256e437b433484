//! The ops: blocks, what is computed across their elements, and marks for the analysis of shapes.
//!
//! The types of values are those of one element: shapes are implicit. What is constant about an op, such as the dimension of an
//! index, need not be so yet where the op is created: [`crate::analysis`] checks it, no verifier.
//!
//! Ops that are carried out across elements have no declared effects. The elements that are active are a matter of control, and
//! what an op does wrong is an error whether its result is used or not: generic passes neither move nor merge nor erase them.

use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_dialects_llvm::attrs::DILocalVariableKind;
use terrace_dialects_llvm::types::address_space;
use terrace_dialects_ptr::ptr::types::PTR_LIKE;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::{CheckResult, Context, Folded, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::interface::{RippleOpInterface, ShapeRule};
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

/// The value that a variable of the source has where the op stands, for a debugger.
#[op(
    "ripple.watch",
    traits(DebugInfo),
    format = "qualified($variable) `=` $value `:` type($value) attr-dict"
)]
pub struct WatchOp {
    value: Operand<ELEMENT>,
    variable: Prop<DILocalVariableKind>,
}

/// A block of processing elements: the kind of elements, and their number in each dimension.
#[op("ripple.setshape", verify = verify_set_shape,
     format = "$peid `[` $sizes attr-dict `:` type($sizes) `]` `:` type($peid) `->` type($block)")]
pub struct SetShapeOp {
    peid: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    sizes: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    block: Res<ADDRESS>,
}

/// The number of elements of a block in a dimension.
///
/// Ripple's proposal writes it in two ways: `(%b : ptr) [%d : i32] -> i32`, which is printed, and `%b [%d : i32 to i32] : ptr`.
#[op("ripple.getsize", fold = fold_get_size,
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
#[op(
    "ripple.index",
    format = "`(` $block `:` type($block) `)` `[` $dim attr-dict `:` type($dim) `]` `->` type($result)"
)]
pub struct IndexOp {
    block: Operand<ADDRESS>,
    dim: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
}

/// The number of the chunk of an annotated loop.
#[op(
    "ripple.parallel_idx",
    format = "`(` $block `:` type($block) `)` `[` $dims attr-dict `:` type($dims) `]` `->` type($result)"
)]
pub struct ParallelIdxOp {
    block: Operand<ADDRESS>,
    dims: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    result: Res<ANY_SIGNLESS_INT_OR_INDEX>,
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
