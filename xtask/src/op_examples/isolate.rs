//! An op out of a larger program: with functions' arguments for its operands, or with the ops around it.

use std::collections::HashSet;
use std::fmt::Write;

use terrace::ir::{OpRef, TraitSet};
use terrace_asm::{Marked, PrintOptions, What, print_op_marked};
use terrace_opt::Setup;

use super::accepted;

/// The attribute of a handle that a script reads.
const READONLY: &str = " {transform.readonly}";

/// The attribute of a handle that a script consumes.
const CONSUMED: &str = " {transform.consumed}";

/// A converter of types for patterns of conversions.
const CONVERTER: &str =
    "with type_converter {\ntransform.apply_conversion_patterns.memref.memref_to_llvm_type_converter\n} ";

/// The largest number of ops around the op of an example.
const LEVELS: usize = 8;

/// Prints an op without aliases.
pub(super) fn print(op: OpRef<'_>) -> Marked {
    print_op_marked(op, &PrintOptions::default().local_scope(true).parallel(false))
}

/// The number of bytes by which an example may be longer if it has operands, where the op may have some, or no
/// discardable attributes.
const EMPTY: usize = 100;

/// Returns an example of the op that costs less than `limit` bytes, with its cost, or `None`.
pub(super) fn example(setup: &Setup, op: OpRef<'_>, limit: usize) -> Option<(usize, String)> {
    let name = op.name_text();
    let takes = op.def().is_some_and(|def| !def.operands.is_empty());
    let bare = takes && op.operands().len() == 0;
    let noted = std::iter::once(op)
        .chain(op.nested_ops())
        .any(|op| op.attrs().as_dict(op.cx()).is_some_and(|list| !list.is_empty()));
    let more = EMPTY * (usize::from(bare) + usize::from(noted));
    let mut level = op;
    for _ in 0..LEVELS {
        let printed = print(level);
        if printed.text.len() + more >= limit {
            return None;
        }
        for text in around(level, &printed) {
            if let Some(text) = accepted(setup, name, &text) {
                return (text.len() + more < limit).then(|| (text.len() + more, text));
            }
        }
        level = level.parent_op()?;
    }
    None
}

/// The texts of functions that hold the op.
fn around(op: OpRef<'_>, printed: &Marked) -> Vec<String> {
    let top = op.parent_op().is_none_or(|parent| parent.name_text() == "builtin.module");
    if top && (op.has_trait(TraitSet::Symbol) || op.has_trait(TraitSet::IsolatedFromAbove)) {
        return vec![printed.text.clone()];
    }
    if op.has_trait(TraitSet::Terminator) || op.successors().next().is_some() {
        return Vec::new();
    }
    // Values from outside, in the order of their uses, and the text with names that arguments may have.
    let inside: HashSet<_> = std::iter::once(op).chain(op.nested_ops()).map(|op| op.handle()).collect();
    let (mut free, mut body, mut end) = (Vec::new(), String::new(), 0);
    let values = std::iter::once(op).chain(op.nested_ops()).flat_map(|op| op.operands());
    let all: Vec<_> = values.map(|value| (value.handle(), value)).collect();
    for mark in &printed.marks {
        let What::Value(handle) = mark.what else { continue };
        if mark.range.start < end {
            continue;
        }
        body.push_str(&printed.text[end..mark.range.start]);
        let name = printed.text[mark.range.clone()].replace('#', "_");
        end = mark.range.end;
        let outer = all.iter().find(|(used, _)| *used == handle).filter(|(_, value)| {
            let owner = value.defining_op().or_else(|| value.parent_region()?.parent_op());
            // Results of the op and arguments of its regions are inside.
            owner.is_none_or(|owner| !inside.contains(&owner.handle()))
        });
        match outer {
            Some((_, value)) => {
                if !free.iter().any(|(known, _)| *known == name) {
                    free.push((name.clone(), value.ty()));
                }
                body.push_str(&name);
            }
            None => body.push_str(&printed.text[mark.range.clone()]),
        }
    }
    body.push_str(&printed.text[end..]);
    let free: Vec<(String, String)> =
        free.into_iter().map(|(name, ty)| (name, op.cx().type_text(ty))).collect();
    wrap(op.name_text(), &free, &body)
}

/// The texts of functions whose arguments are the values `free`, names and types, and whose body holds the op `body`.
pub(super) fn wrap(name: &str, free: &[(String, String)], body: &str) -> Vec<String> {
    let arguments = |attribute: &str| {
        let mut text = String::new();
        for (place, (name, ty)) in free.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            let _ = write!(text, "{separator}{name}: {ty}{attribute}");
        }
        text
    };
    match name.split('.').next() {
        Some("transform") => {
            let held = name.strip_prefix("transform.").and_then(|rest| rest.split_once('.'));
            let holder = held.map(|(holder, _)| holder).filter(|holder| holder.starts_with("apply_"));
            let bodies = match holder.filter(|_| free.is_empty()) {
                Some(holder) => ["", CONVERTER].map(|converter| {
                    format!("transform.{holder} to %target {{\n{body}\n}} {converter}: !transform.any_op")
                }),
                None => [body.to_owned(), body.to_owned()],
            };
            let target = if holder.is_some() && free.is_empty() { "%target: !transform.any_op" } else { "" };
            let with = |body: &String, effect: &str| {
                let held = if target.is_empty() { arguments(effect) } else { format!("{target}{effect}") };
                format!(
                    "module attributes {{transform.with_named_sequence}} {{\ntransform.named_sequence \
                     @example({held}) {{\n{body}\ntransform.yield\n}}\n}}"
                )
            };
            bodies.iter().flat_map(|body| [READONLY, CONSUMED].map(|effect| with(body, effect))).collect()
        }
        Some("llvm") => vec![format!("llvm.func @example({}) {{\n{body}\nllvm.return\n}}", arguments(""))],
        _ => vec![format!("func.func @example({}) {{\n{body}\nreturn\n}}", arguments(""))],
    }
}
