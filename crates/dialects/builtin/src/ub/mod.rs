//! The dialect ub: values and control flow without defined behaviour.

use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{AttrDef, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, OpKind};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{Attr, Context, OpName, Type, attr_kinds};
use terrace_macros::op;

/// The dialect.
pub static UB: DialectDef = DialectDef {
    name: "ub",
    doc: "Values and control flow with undefined behavior.",
    ops: &[PoisonOp::DEF, UnreachableOp::DEF],
    attrs: &[&POISON],
    interfaces: &[
        &(&materialize as &dyn DialectFoldInterface),
        &(&crate::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// Returns the constant op for an attribute.
fn materialize(cx: &Context, attr: Attr, _ty: Type) -> Option<(OpName, Vec<Attr>)> {
    crate::fold::is_poison(cx, attr).then(|| (cx.op_name(PoisonOp::DEF.name), vec![attr]))
}

/// `#ub.poison`: the whole value is poison.
pub static POISON: AttrDef = AttrDef { name: "ub.poison", doc: "The whole value is poison.", ..EMPTY_PARAMS };

attr_kinds! {
    /// The value of a poison.
    pub PoisonAttr("PoisonAttrInterface instance") { accepts: |cx, attr| cx.attr_params(attr, &POISON).is_some() }
}

/// `#ub.poison`.
pub fn poison_attr(cx: &Context) -> Attr {
    cx.dialect_attr(&POISON, &[]).unwrap_or(Attr::NULL)
}

/// A constant whose use, other than passing it on, is undefined behaviour.
#[op("ub.poison", traits(ConstantLike, Pure), format = "attr-dict (`<` $value^ `>`)? `:` type($result)",
     fold = |op, _| PoisonOp::view_of(op).value_attr().opt().into())]
pub struct PoisonOp {
    value: DefaultProp<PoisonAttr, poison_attr>,
    result: Res<ANY_TYPE>,
}

/// A place that control never reaches; reaching it is undefined behaviour.
#[op("ub.unreachable", traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}
