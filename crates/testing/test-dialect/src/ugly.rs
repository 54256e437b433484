//! An attribute without a short form.

use terrace_ir::def::{AttrDef, EMPTY_PARAMS, ParamDef, ParamKind};

/// Keywords around a value; it has no short form.
pub(crate) static UGLY: AttrDef = AttrDef {
    name: "test.attr_ugly",
    class: "TestAttrUgly",
    params: &[ParamDef { name: "attr", kind: ParamKind::Attr, optional: false, default: None }],
    format: Some("`begin` $attr `end`"),
    ..EMPTY_PARAMS
};
