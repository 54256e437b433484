//! `terrace transform --check`: errors of a script that are found without a payload.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_ir::{Context, Diag, Ir, OpKind, OpRef, op_match};
use terrace_opt::Setup;
use terrace_opt::report::Reporter;
use terrace_transform::interfaces::MatchOpInterface;
use terrace_transform::ops::matchers::MatchOperationNameOp;
use terrace_transform::ops::matching::{CollectMatchingOp, ForeachMatchOp};
use terrace_transform::ops::sequence::NamedSequenceOp;
use terrace_transform::passes::check_uses::HandleConsumers;
use terrace_transform::passes::library::Library;
use terrace_transform::types::operation_name;
use terrace_transform::walk::pre_order;

/// Reports errors of a script that verifies; returns whether there are none.
pub(super) fn check(setup: &Setup, cx: &Arc<Context>, ir: &Ir, reporter: &mut Reporter<'_>) -> bool {
    let ops: Vec<&str> = setup.ops().map(|op| op.name).collect();
    let Some(root) = ir.root() else { return true };
    let mut found = Vec::new();
    let mut consumers = HandleConsumers::new(root);
    for op in pre_order(ir, root.handle()) {
        let op = ir.op(op);
        for operand in op.operands() {
            found.extend(consumers.misuses(op, operand));
        }
        found.extend(unmatchable(cx, op, &ops));
    }
    found.iter().for_each(|diag| reporter.diag(cx, Some(ir), diag));
    found.is_empty()
}

/// Matchers of an op that cannot match any payload.
fn unmatchable(cx: &Context, op: OpRef<'_>, ops: &[&str]) -> Vec<Box<Diag>> {
    let tables = op.ir().symbol_tables();
    let matchers = op_match!(op, {
        CollectMatchingOp(view) => vec![view.matcher_attr()],
        ForeachMatchOp(view) => view.matchers().attrs().to_vec(),
        _ => return Vec::new(),
    });
    let mut out: Vec<Box<Diag>> = Vec::new();
    for symbol in matchers {
        let matcher = tables.lookup_nearest(op, symbol).filter(|matcher| matcher.isa::<NamedSequenceOp>());
        let Some(matcher) = matcher else { continue };
        if let Some(diag) = never_matches(cx, matcher, ops) {
            out.push(diag.note(op.loc(), "used as a matcher here"));
        }
    }
    out
}

/// Returns a diagnostic if a matcher can never match; `None` if it may.
fn never_matches(cx: &Context, matcher: OpRef<'_>, ops: &[&str]) -> Option<Box<Diag>> {
    let block = NamedSequenceOp::view_of(matcher).body().entry()?;
    let end = block.terminator();
    let mut named: Vec<(terrace_ir::Value, FxHashSet<String>, OpRef<'_>)> = Vec::new();
    for op in block.ops().filter(|op| Some(op.id()) != end.map(|end| end.id())) {
        if op.interface::<dyn MatchOpInterface>().is_none() {
            let message = format!(
                "'{}' op cannot be part of a matcher: it does not implement MatchOpInterface",
                op.name_text()
            );
            return Some(Diag::error(op.loc(), message));
        }
        let Some(view) = op.cast::<MatchOperationNameOp>() else { continue };
        let names: FxHashSet<String> = view.op_names().iter().map(str::to_owned).collect();
        let handle = view.operand_handle();
        if names.is_empty() {
            return Some(Diag::error(op.loc(), "matches no op: there is no name"));
        }
        if let Some(name) = operation_name(cx, handle.ty())
            && !names.contains(&name)
        {
            let message = format!("matches no op: the type of its operand allows \"{name}\" alone");
            return Some(Diag::error(op.loc(), message).note(handle.loc(), "the operand is defined here"));
        }
        if let Some((.., earlier)) =
            named.iter().find(|(known, before, _)| *known == handle.id() && before.is_disjoint(&names))
        {
            let error = Diag::error(op.loc(), "matches no op: the name is another one already");
            return Some(error.note(earlier.loc(), "here"));
        }
        let is_unknown = |name: &&str| {
            let dialect = name.split_once('.').map_or(*name, |(dialect, _)| dialect);
            cx.registered_op(name).is_none() && cx.dialect(dialect).is_some()
        };
        if view.op_names().iter().all(|name| is_unknown(&name))
            && let Some(name) = view.op_names().iter().next()
        {
            let error = Diag::error(op.loc(), format!("matches no op: there is no op '{name}'"));
            let known = ops.iter().copied();
            return Some(error.did_you_mean(terrace_support::spelling::nearest(name, known)));
        }
        named.push((handle.id(), names, op));
    }
    None
}

/// Reports symbols of a script that clash with those of the library that was loaded; returns whether there are none.
pub(super) fn check_library(cx: &Arc<Context>, ir: &Ir, reporter: &mut Reporter<'_>) -> bool {
    let Err(error) = cx.slot::<Library>().add(ir.clone()) else { return true };
    reporter.diag(cx, Some(ir), &error);
    false
}
