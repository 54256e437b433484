//! Ops that state, change and show what integers lie between.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::IntegerAttr;
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::int_range::{InferIntRange, Range, storage_width};
use terrace_ir::{OpKind, OpRef, Type, Value, infer_int_range};
use terrace_macros::op;
use terrace_support::apint::ApInt;
use terrace_support::int_range::{NoWrap, infer_add};

static INTEGERS: TypeConstraint =
    TypeConstraint::new("integer or index or vector of integer or index values", |cx, ty| {
        (ty.is_vector(cx) || !ty.is_shaped(cx)) && ty.element_type_or_self(cx).is_int_or_index(cx)
    });

/// A value between the bounds that are given.
#[op("test.with_bounds", traits(NoMemoryEffect), interfaces(dyn InferIntRange),
     format = "attr-dict `:` type($fakeVal)")]
pub struct WithBoundsOp {
    umin: Prop<IntegerAttr>,
    umax: Prop<IntegerAttr>,
    smin: Prop<IntegerAttr>,
    smax: Prop<IntegerAttr>,
    fakeVal: Res<INTEGERS>,
}

/// A region with an argument between the bounds that are given.
#[op("test.with_bounds_region", traits(SingleBlock, NoTerminator), interfaces(dyn InferIntRange),
     asm = (parse_region, print_region),
     syntax = "attr-dict <argument> $region")]
pub struct WithBoundsRegionOp {
    umin: Prop<IntegerAttr>,
    umax: Prop<IntegerAttr>,
    smin: Prop<IntegerAttr>,
    smax: Prop<IntegerAttr>,
    region: Region<Sized<1>>,
}

/// The value and one.
#[op("test.increment", traits(NoMemoryEffect, AllTypesMatch(&["value", "result"])), interfaces(dyn InferIntRange),
     format = "attr-dict $value `:` type($result)")]
pub struct IncrementOp {
    value: Operand<INTEGERS>,
    result: Res<INTEGERS>,
}

/// Returns its operand, and has the operand's integer range as attributes.
#[op("test.reflect_bounds", traits(AllTypesMatch(&["value", "result"])), interfaces(dyn InferIntRange),
     format = "attr-dict $value `:` type($value)")]
pub struct ReflectBoundsOp {
    value: Operand<INTEGERS>,
    umin: OptProp<IntegerAttr>,
    umax: OptProp<IntegerAttr>,
    smin: OptProp<IntegerAttr>,
    smax: OptProp<IntegerAttr>,
    result: Res<INTEGERS>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 4] =
    [IncrementOp::DEF, ReflectBoundsOp::DEF, WithBoundsOp::DEF, WithBoundsRegionOp::DEF];

fn parse_region(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.optional_attr_dict(state)?;
    let argument = p.argument(true, false)?;
    p.region(state, &[argument], false)?;
    Ok(())
}

fn print_region(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.attr_dict(op, &[]);
    p.text(" ");
    let region = WithBoundsRegionOp::view_of(op).region();
    if let Some(argument) = region.entry().and_then(|block| block.args().next()) {
        p.argument(argument, true);
    }
    p.text(" ");
    p.region(region, false, true);
}

/// The bounds in an op's attributes, in the width of a type.
fn bounds(op: OpRef<'_>, ty: Type) -> Option<Range> {
    let width = storage_width(op.cx(), ty);
    let bound = |slot: usize, signed: bool| {
        let (value, _) = op.prop(slot)?.as_integer(op.cx())?;
        Some(if signed {
            value.sext(width.max(value.width())).trunc(width)
        } else {
            value.zext_or_trunc(width)
        })
    };
    Some(Range::new(bound(0, false)?, bound(1, false)?, bound(2, true)?, bound(3, true)?))
}

infer_int_range! {
    WithBoundsOp = |op, _| bounds(op, op.single_result().ty());
    IncrementOp = |_, r| {
        let one = Range::constant(ApInt::new(r[0].width(), 1));
        Some(infer_add(&r[0], &one, NoWrap::default()))
    };
    ReflectBoundsOp = |_, r| r.first().cloned();
}

impl InferIntRange for WithBoundsRegionOp {
    fn infer(&self, op: OpRef<'_>, _operands: &[Option<Range>], set: &mut dyn FnMut(Value, Range)) {
        let argument = WithBoundsRegionOp::view_of(op).region().entry().and_then(|block| block.args().next());
        if let Some(argument) = argument
            && let Some(range) = bounds(op, argument.ty())
        {
            set(argument.id(), range);
        }
    }
}
