//! Encodings of tensors, and how a tensor becomes one of another type.

use terrace_ir::{Context, Loc, Rewriter, Type, Value};

use super::{CastOp, cast_compatible, encoding};

/// Converts tensors from and to an encoding that stands for a storage of its own.
pub trait EncodingConversion: Send + Sync {
    /// Whether tensors of a type can be converted to another; one of the two has the encoding.
    fn can_convert(&self, cx: &Context, from: Type, to: Type) -> bool;

    /// Creates the op that converts a value; `can_convert` holds.
    fn convert(&self, rw: &mut Rewriter<'_>, value: Value, to: Type, loc: Loc) -> Value;
}

fn conversion(cx: &Context, from: Type, to: Type) -> Option<&'static dyn EncodingConversion> {
    let encodings = [from, to].into_iter().filter_map(|ty| encoding(cx, ty));
    encodings.filter_map(|attr| cx.attr_interface::<dyn EncodingConversion>(attr)).next()
}

/// Whether [`change_type`] has an op for tensors of these types.
pub fn can_change_type(cx: &Context, from: Type, to: Type) -> bool {
    from == to
        || match conversion(cx, from, to) {
            Some(conversion) => conversion.can_convert(cx, from, to),
            None => cast_compatible(cx, &[from], &[to]),
        }
}

/// Returns the tensor as one of another type: itself, its cast, or its conversion between encodings.
pub fn change_type(rw: &mut Rewriter<'_>, value: Value, to: Type, loc: Loc) -> Value {
    let from = rw.value(value).ty();
    if from == to {
        return value;
    }
    match conversion(rw.cx(), from, to) {
        Some(conversion) => conversion.convert(rw, value, to, loc),
        None => rw.build_value(CastOp::of(value).dest(to).loc(loc)),
    }
}
