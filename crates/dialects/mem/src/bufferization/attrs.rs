//! The attributes of the dialect on ops and on function arguments.

use terrace_ir::attrs::NamedAttr;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{Effect, EffectKind, own_effects};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, AttrData, CheckResult, OpRef};

/// An attribute of allocating and freeing ops: the buffer is deallocated manually.
pub const MANUAL_DEALLOCATION: &str = "bufferization.manual_deallocation";
/// An argument attribute: whether the buffer is writable.
pub const WRITABLE: &str = "bufferization.writable";
/// An argument attribute: the access of the function to the argument's buffer.
pub const ACCESS: &str = "bufferization.access";
/// An argument attribute: the layout of the buffer.
pub const BUFFER_LAYOUT: &str = "bufferization.buffer_layout";

/// Returns whether an op allocates or frees memory; any op may that is not registered.
fn allocates_or_frees(op: OpRef<'_>) -> bool {
    let is_one = |effect: &Effect| matches!(effect.kind, EffectKind::Allocate | EffectKind::Free);
    !op.is_registered() || own_effects(op).is_some_and(|effects| effects.iter().any(is_one))
}

pub(super) fn verify_op_attr(op: OpRef<'_>, (name, _): NamedAttr) -> CheckResult {
    let name = name.text(op.cx());
    if name == MANUAL_DEALLOCATION {
        if allocates_or_frees(op) {
            return Ok(());
        }
        let rule = "can be used only on ops that have an allocation and/or free side effect";
        return Err(op_error(op, format!("attribute '{name}' {rule}")));
    }
    let rule = "not supported as an op attribute by the bufferization dialect";
    Err(plain_error(op, format!("attribute '\"{name}\"' {rule}")))
}

pub(super) fn verify_region_attr(
    op: OpRef<'_>,
    (name, value): NamedAttr,
    argument: bool,
    _index: u32,
) -> CheckResult {
    let cx = op.cx();
    let fail = |message: String| Err(plain_error(op, message));
    if !argument {
        return Ok(());
    }
    let name = name.text(cx);
    let (fits, kind) = match name {
        WRITABLE => (value == Attr::TRUE || value == Attr::FALSE, "a boolean attribute"),
        ACCESS => (value.as_str(cx).is_some(), "a string attribute"),
        BUFFER_LAYOUT => (
            matches!(value.data(cx), AttrData::AffineMap(_) | AttrData::StridedLayout { .. }),
            "a memref layout attribute",
        ),
        _ => {
            let rule = "not supported as a region arg attribute by the bufferization dialect";
            return fail(format!("attribute '{BUFFER_LAYOUT}' {rule}"));
        }
    };
    if !fits {
        return fail(format!("'{name}' is expected to be {kind}"));
    }
    if name == ACCESS && !matches!(value.as_str(cx), Some("none" | "read" | "write" | "read-write")) {
        return fail(format!("invalid value for '{name}'"));
    }
    if op.interface::<dyn FunctionOp>().is_none() {
        return fail(format!("expected '{name}' to be used on function-like operations"));
    }
    if name == WRITABLE && op.regions().next().is_none_or(|body| body.is_empty()) {
        return fail(format!("'{name}' is invalid on external functions"));
    }
    Ok(())
}
