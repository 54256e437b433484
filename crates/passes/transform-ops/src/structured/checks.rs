//! Checks of several verifiers of the ops, and a default that several have.

use terrace_ir::def::op_error;
use terrace_ir::{Attr, CheckResult, Context, OpRef};

pub(super) fn is_permutation(numbers: &[i64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..sorted.len() as i64)
}

pub(super) fn fail(op: OpRef<'_>, message: impl Into<String>) -> CheckResult {
    Err(op_error(op, message.into()))
}

pub(super) fn materialize(cx: &Context) -> Attr {
    cx.string_attr("bufferization.materialize_in_destination")
}
