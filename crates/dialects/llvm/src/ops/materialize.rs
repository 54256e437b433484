//! Ops that hold constants.

use terrace_ir::{Attr, Context, OpKind, OpName, Type};

use super::addresses::AddressOfOp;
use super::constants::{ConstantOp, PoisonOp, UndefOp, ZeroOp};
use crate::attrs::*;
use crate::types::address_space;

/// The op that holds a constant.
pub(crate) fn materialize(cx: &Context, value: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    if value.as_flat_symbol_ref(cx).is_some() {
        return address_space(cx, ty).map(|_| (cx.op_name(AddressOfOp::DEF.name), vec![value]));
    }
    for (is_one, name) in [
        (value.isa::<UndefAttr>(cx), UndefOp::DEF.name),
        (value.isa::<PoisonAttr>(cx), PoisonOp::DEF.name),
        (value.isa::<ZeroAttr>(cx), ZeroOp::DEF.name),
    ] {
        if is_one {
            return Some((cx.op_name(name), Vec::new()));
        }
    }
    ConstantOp::is_buildable_with(cx, value, ty).then(|| (cx.op_name(ConstantOp::DEF.name), vec![value]))
}
