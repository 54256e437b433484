//! `transform.dlti.query`: queries of target properties.

use terrace_dialects_ptr::dlti::{self, is_queryable, key_text};
use terrace_ir::attr_kind::ArrayAttr;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Attr, AttrData, Diag, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::{only_reads_handle, only_reads_payload, produces_handle};
use terrace_transform::types::{TRANSFORM_HANDLE, TRANSFORM_PARAM};
use terrace_transform::{Each, EachResult, Mapping, TransformEachOp, TransformOpInterface, TransformState};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[QueryOp::DEF], ..EMPTY_EXTENSION };

/// Looks up keys, each in the result of the previous one, in the nearest target description around a payload
/// op.
#[op("transform.dlti.query", interfaces(dyn TransformOpInterface = Each(QueryOp::MODEL), dyn MemoryEffects),
     format = "$keys `at` $target attr-dict `:` functional-type(operands, results)")]
pub struct QueryOp {
    target: Operand<TRANSFORM_HANDLE>,
    keys: Prop<ArrayAttr>,
    associated_attr: Res<TRANSFORM_PARAM>,
}

impl MemoryEffects for QueryOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

/// The first description among the attributes of an op or those around it, and its op.
fn closest_queryable(op: OpRef<'_>) -> Option<(Attr, OpRef<'_>)> {
    let cx = op.cx();
    op.self_and_ancestors().find_map(|op| {
        let attached: &[(_, Attr)] = match op.attrs().data(cx) {
            AttrData::Dict(attrs) => attrs,
            _ => &[],
        };
        let mut all = op.props().iter().copied().chain(attached.iter().map(|&(_, attr)| attr));
        all.find(|attr| !attr.is_null() && is_queryable(cx, *attr)).map(|attr| (attr, op))
    })
}

/// The attribute that keys lead to, from an op; or the error.
fn query(op: OpRef<'_>, keys: &[Attr]) -> Result<Attr, Box<Diag>> {
    let cx = op.cx();
    let fail = || {
        let mut error = Diag::error(op.loc(), "target op of failed DLTI query");
        error.op = Some(op.handle());
        error
    };
    if keys.is_empty() {
        return Err(fail().note(op.loc(), "no keys provided to attempt query with"));
    }
    let Some((mut at, holder)) = closest_queryable(op) else {
        return Err(fail().note(op.loc(), "no DLTI-queryable attrs on target op or any of its ancestors"));
    };
    for (i, &key) in keys.iter().enumerate() {
        if !is_queryable(cx, at) {
            let prior: Vec<String> = keys[..i].iter().map(|&key| key_text(cx, key)).collect();
            let message =
                format!("got non-DLTI-queryable attribute upon looking up keys [{}] at op", prior.join(","));
            return Err(fail().note(holder.loc(), message));
        }
        let Some(found) = dlti::query(cx, at, key) else {
            let message =
                format!("key {} has no DLTI-mapping per attr: {}", key_text(cx, key), cx.attr_text(at));
            return Err(fail().note(holder.loc(), message));
        };
        at = found;
    }
    Ok(at)
}

impl TransformEachOp for QueryOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (cx, keys) = (op.cx(), QueryOp::view_of(op).keys());
        let is_key = |key: &Attr| key.as_string(cx).is_some() || key.as_type(cx).is_some();
        if !keys.iter().all(is_key) {
            let message =
                "'transform.dlti.query' keys of wrong type: only StringAttr and TypeAttr are allowed";
            return Err(state.definite_at(op, message));
        }
        match query(state.op(target), keys) {
            Ok(found) => Ok(vec![Mapping::Params(vec![found])]),
            Err(error) => {
                state.report(error);
                Err(state.definite_at(op, "'transform.dlti.query' op failed to apply"))
            }
        }
    }
}
