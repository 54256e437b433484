//! Verification of the names in definitions.

use rustc_hash::FxHashMap;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{CheckResult, OpRef};

/// Checks a name that becomes a part of identifiers. `what` is the kind of entity in messages.
pub(crate) fn verify_name(op: OpRef<'_>, what: &str, name: &str) -> CheckResult {
    let fail = |message: String| Err(plain_error(op, message));
    if name.is_empty() {
        return fail(format!("name of {what} is empty"));
    }
    if name.starts_with('_') || name.contains("__") {
        return fail(format!("name of {what} should not contain leading or double underscores"));
    }
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return fail(format!("name of {what} should not contain uppercase letters"));
    }
    if name.bytes().any(|byte| !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')) {
        return fail(format!("name of {what} must contain only lowercase letters, digits and underscores"));
    }
    Ok(())
}

/// Checks the names of entities of one kind: each separately, and that they differ.
pub(crate) fn verify_names<'a>(
    op: OpRef<'_>,
    kind: &str,
    names: impl Iterator<Item = &'a str>,
) -> CheckResult {
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    for (i, name) in names.enumerate() {
        verify_name(op, &format!("{kind} #{i}"), name)?;
        if let Some(first) = seen.insert(name, i) {
            let message = format!("name of {kind} #{i} is a duplicate of the name of {kind} #{first}");
            return Err(op_error(op, message));
        }
    }
    Ok(())
}
