//! The dialect ub: values and control flow without defined behaviour.

use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{AttrConstraint, AttrDef, AttrSyntax, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, OpKind};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{Attr, Context, OpName, Type};
use terrace_macros::op;

/// The dialect.
pub static UB: DialectDef = DialectDef {
    name: "ub",
    doc: "Values and control flow without defined behaviour.",
    ops: &[PoisonOp::DEF, UnreachableOp::DEF],
    attrs: &[&POISON],
    interfaces: &[
        &(&materialize as &dyn DialectFoldInterface),
        &(&crate::inline::Freely as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// Returns the constant op for an attribute.
fn materialize(cx: &Context, attr: Attr, _ty: Type) -> Option<(OpName, Vec<Attr>)> {
    crate::fold::is_poison(cx, attr).then(|| (cx.op_name(PoisonOp::DEF.name), vec![attr]))
}

/// `#ub.poison`: the whole value is poison.
pub static POISON: AttrDef = AttrDef { name: "ub.poison", doc: "The whole value is poison.", ..EMPTY_PARAMS };

/// An attribute that says what of a value is poison.
pub static POISON_ATTR: AttrConstraint = AttrConstraint {
    summary: "PoisonAttrInterface instance",
    pred: |cx, a| cx.attr_params(a, &POISON).is_some(),
    syntax: AttrSyntax::Any,
};

/// `#ub.poison`.
pub fn poison_attr(cx: &Context) -> Attr {
    cx.dialect_attr(&POISON, &[]).unwrap_or(Attr::NULL)
}

/// A constant whose use, other than passing it on, is undefined behaviour.
#[op("ub.poison", traits(ConstantLike, Pure), format = "attr-dict (`<` $value^ `>`)? `:` type($result)",
     fold = |op, _| op.prop(0).into())]
pub struct PoisonOp {
    value: DefaultProp<POISON_ATTR, poison_attr>,
    result: Res<ANY_TYPE>,
}

/// A place that control never reaches; reaching it is undefined behaviour.
#[op("ub.unreachable", traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}
