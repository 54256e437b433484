//! A type, an attribute, an enum, and an op that has all of them.

use terrace::dialects::constraints::ANY_TYPE;
use terrace::ir::dialect_interfaces::{AliasResult, OpAsmDialectInterface};
use terrace::prelude::*;

/// A box of so many things of one type.
#[type_def("my.box", format = "`<` $size `,` $element `>`", verify = verify_box, alias = "box")]
pub struct BoxType {
    size: i64,
    element: Type,
}

fn verify_box(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[0].as_i64(cx) {
        Some(1..) => Ok(()),
        _ => Err("a box holds at least one thing".to_owned()),
    }
}

/// A half-open range of integers.
#[attr_def("my.range", format = "`<` $low `,` $high `>`", verify = verify_range)]
pub struct RangeAttr {
    low: i64,
    high: i64,
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match (params[0].as_i64(cx), params[1].as_i64(cx)) {
        (Some(low), Some(high)) if low <= high => Ok(()),
        _ => Err("a range ends before it begins".to_owned()),
    }
}

attr_kinds! {
    /// A range as a property of an op, written without `#my.range`.
    pub RangeKind("range") {
        accepts: |cx, attr| attr.dyn_cast::<RangeAttr>(cx).is_some(),
        syntax: terrace::ir::def::AttrSyntax::Dialect(RangeAttr::DEF),
    }
}

enums! {
    /// The speed at which a box is opened.
    pub enum Mode("my::Mode", 32) {
        Fast = 0 => "fast",
        Slow = 1 => "slow",
    }
}

attr_kinds! {
    /// The mode as a property of an op, written as its keyword.
    pub ModeAttr("mode") -> Mode { stored_as_integer }
}

static ANY_BOX: TypeConstraint = TypeConstraint::new("box", |cx, ty| ty.isa::<BoxType>(cx));

/// Takes what is in a range out of a box.
#[op("my.open", traits(Pure), verify = verify_open,
     format = "$source `by` $range (`mode` $mode^)? attr-dict `:` type($source) `->` type($result)")]
pub struct OpenOp {
    source: Operand<ANY_BOX>,
    range: Prop<RangeKind>,
    mode: OptProp<ModeAttr>,
    result: Res<ANY_TYPE>,
}

fn verify_open(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), OpenOp::view_of(op));
    let Some(boxed) = view.source().ty().dyn_cast::<BoxType>(cx) else { return Ok(()) };
    match boxed.element(cx) == view.result().ty() {
        true => Ok(()),
        false => Err(op_error(op, "expects the type of what is in the box as its result")),
    }
}

/// Checks the attributes of the dialect on ops of any dialect: `my.no_conflict` is the only one.
pub fn verify_op_attr(op: OpRef<'_>, (name, value): terrace::ir::NamedAttr) -> CheckResult {
    match name.text(op.cx()) {
        "my.no_conflict" if value == Attr::UNIT => Ok(()),
        "my.no_conflict" => Err(op_error(op, "expects 'my.no_conflict' to be a unit attribute")),
        other => Err(op_error(op, format!("has '{other}', which is no attribute of the dialect"))),
    }
}

/// Aliases for attributes: a range is `#range` at the beginning of a file.
pub struct Aliases;

impl OpAsmDialectInterface for Aliases {
    fn get_attr_alias(&self, cx: &Context, attr: Attr, _written: Option<&str>) -> AliasResult {
        match attr.dyn_cast::<RangeAttr>(cx) {
            Some(_) => AliasResult::OverridableAlias("range".into()),
            None => AliasResult::NoAlias,
        }
    }
}
