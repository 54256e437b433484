//! Why `transform.structured.match` found nothing: the op of the payload that meets most of its conditions.

use terrace_ir::{OpHandle, OpRef, View};
use terrace_support::spelling::nearest;
use terrace_transform::TransformState;
use terrace_transform::interfaces::NearestMatchOpInterface;
use terrace_transform::walk::post_order;

use super::find::MatchOp;

impl NearestMatchOpInterface for MatchOp {
    fn nearest_match(
        &self,
        state: &TransformState<'_>,
        op: OpRef<'_>,
    ) -> Option<(Option<OpHandle>, String, usize)> {
        let view = op.cast::<MatchOp>()?;
        let &[root] = state.payload_ops(view.target()).as_slice() else { return None };
        let mut best: Option<(OpHandle, String, usize)> = None;
        let mut most = (0, false);
        let mut names = Vec::new();
        for candidate in post_order(state.ir, root) {
            let payload = state.op(candidate);
            names.push(payload.name_text());
            let Some((reason, met)) = first_unmet(view, payload) else { continue };
            // Another value of an attribute is nearer than none.
            let rank = (met, reason.starts_with("attribute"));
            if met > 0 && rank > most {
                most = rank;
                best = Some((candidate, reason, met));
            }
        }
        if let Some((candidate, reason, met)) = best {
            return Some((Some(candidate), reason, met));
        }
        let wanted: Vec<&str> = view.ops()?.iter().collect();
        names.sort_unstable();
        names.dedup();
        let meant = wanted.iter().find_map(|wanted| nearest(wanted, names.iter().copied()));
        let reason = match meant {
            Some(meant) => format!("no op is named {}; there is {meant}", wanted.join(" or ")),
            None => format!("no op is named {}", wanted.join(" or ")),
        };
        Some((None, reason, 0))
    }
}

/// The first condition that an op does not meet, and how many come before it.
fn first_unmet(view: View<'_, MatchOp>, payload: OpRef<'_>) -> Option<(String, usize)> {
    let cx = payload.cx();
    let mut met = 0;
    if let Some(names) = view.ops() {
        if !names.iter().any(|name| name == payload.name_text()) {
            return Some(("wrong operation name".to_owned(), met));
        }
        met += 1;
    }
    for (name, value) in view.op_attrs().into_iter().flatten() {
        let name = name.text(cx);
        match payload.attr(name) {
            Some(found) if found == *value => met += 1,
            Some(found) => {
                let (wanted, found) = (cx.attr_text(*value), cx.attr_text(found));
                return Some((format!("attribute '{name}' is {found}, not {wanted}"), met));
            }
            None => return Some((format!("there is no attribute '{name}'"), met)),
        }
    }
    if let Some(ty) = view.filter_result_type() {
        if payload.result_types() != [ty] {
            let found = cx.types_text(&payload.result_types());
            return Some((format!("the result types are ({found}), not ({})", cx.type_text(ty)), met));
        }
        met += 1;
    }
    if let Some(types) = view.filter_operand_types() {
        let types: Vec<_> = types.iter().collect();
        let found = payload.operand_types();
        let fits = match types.as_slice() {
            [ty] => found.iter().all(|found| found == ty),
            types => found == types,
        };
        if !fits {
            let (found, wanted) = (cx.types_text(&found), cx.types_text(&types));
            return Some((format!("the operand types are ({found}), not ({wanted})"), met));
        }
        met += 1;
    }
    view.interface().map(|_| ("it does not have the interface".to_owned(), met))
}
