//! Ops that request bounds of index values and extents.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::int_of_type;
use terrace_ir::attr_kind::{AffineMapAttr, I64Attr, StrAttr, UnitAttr};
use terrace_ir::attr_kinds;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::OpDef;
use terrace_ir::value_bounds::{BoundSet, Quantity, ValueBounds};
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, Type, op_error, value_bounds};
use terrace_macros::op;

attr_kinds! {
    /// An `index` integer that is written with its type.
    pub TypedIndexAttr("index attribute") -> i64 {
        value: |cx, attr| int_of_type(cx, attr, Type::INDEX),
        attr: |cx, value| cx.int_attr(Type::INDEX, value),
    }
}

fn equal(cx: &Context) -> Attr {
    cx.string_attr("EQ")
}

/// Requests a bound of an index value, or of an extent of a shaped value.
#[op("test.reify_bound", traits(Pure), verify = verify_reify)]
pub struct ReifyBoundOp {
    var: Operand<ANY_TYPE>,
    dim: OptProp<I64Attr>,
    r#type: DefaultProp<StrAttr, equal>,
    constant: OptProp<UnitAttr>,
    scalable: OptProp<UnitAttr>,
    vscale_min: OptProp<I64Attr>,
    vscale_max: OptProp<I64Attr>,
    result: Res<INDEX>,
}

/// Requests a comparison of two index values, or of the results of maps on several.
#[op("test.compare")]
pub struct CompareOp {
    var_operands: VarOperand<INDEX>,
    cmp: DefaultProp<StrAttr, equal>,
    lhs_map: OptProp<AffineMapAttr>,
    rhs_map: OptProp<AffineMapAttr>,
    compose: OptProp<UnitAttr>,
}

/// An index value between two numbers, both inclusive.
#[op("test.value_with_bounds", interfaces(dyn ValueBounds), asm = (parse_bounds, print_bounds),
     syntax = "attr-dict")]
pub struct ValueWithBoundsOp {
    min: Prop<TypedIndexAttr>,
    max: Prop<TypedIndexAttr>,
    result: Res<INDEX>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 3] = [CompareOp::DEF, ReifyBoundOp::DEF, ValueWithBoundsOp::DEF];

fn verify_reify(op: OpRef<'_>) -> CheckResult {
    let view = ReifyBoundOp::view_of(op);
    let (ty, dim) = (view.var().ty(), view.dim_attr().and_then(|dim| dim.as_i64(op.cx())));
    let message = match (ty.is_shaped(op.cx()), dim) {
        (true, None) => "expected 'dim' attribute for shaped type variable",
        (false, Some(_)) if ty == Type::INDEX => "unexpected 'dim' attribute for index variable",
        (false, _) if ty != Type::INDEX => "expected index-typed variable or shape type variable",
        _ => return Ok(()),
    };
    Err(op_error(op, message))
}

fn parse_bounds(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.optional_attr_dict(state)?;
    state.results.push(Type::INDEX);
    Ok(())
}

fn print_bounds(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.attr_dict(op, &[]);
}

/// Not less than the one number and not greater than the other.
fn bounds<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let view = ValueWithBoundsOp::view_of(op);
    let number = |attr: Attr| attr.as_i64(op.cx()).map(terrace_affine::AffineExpr::constant);
    if let (Some(least), Some(most)) = (number(view.min_attr()), number(view.max_attr())) {
        set.at_least(result, least);
        set.at_most(result, most);
    }
}

value_bounds! {
    index ValueWithBoundsOp = bounds;
}
