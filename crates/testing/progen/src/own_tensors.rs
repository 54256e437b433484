//! Ops of the dialect `test` on tensors, which bufferization knows by their interfaces alone.

use crate::generator::Gen;
use crate::tensors::{any, tensor};
use crate::types::Ty;

/// Another element in its place.
pub(crate) fn set_element(g: &mut Gen<'_>) -> bool {
    let Some(to) = any(g, |_, _| true).filter(|_| g.has(&["test.set_element"])) else { return false };
    let value = g.scalar(to.ty.elem());
    let at = crate::memory::indices(g, &to.ty.shape());
    let (comma, count) = (if at.is_empty() { "" } else { ", " }, to.ty.shape().rank());
    let indices = vec![", index"; count].concat();
    g.def(
        to.ty.clone(),
        format!(
            "\"test.set_element\"({value}, {to}{comma}{at}) : ({}, {}{indices}) -> {}",
            value.ty, to.ty, to.ty
        ),
    );
    true
}

/// One of two tensors.
pub(crate) fn pick(g: &mut Gen<'_>) -> bool {
    let Some(first) = any(g, |_, _| true).filter(|_| g.has(&["test.pick"])) else { return false };
    let second = tensor(g, &first.ty);
    let Some(condition) = g.value(&Ty::FLAG) else { return false };
    let ty = first.ty.clone();
    g.def(ty.clone(), format!("\"test.pick\"({condition}, {first}, {second}) : (i1, {ty}, {ty}) -> {ty}"));
    true
}

/// The same elements in a separate buffer.
pub(crate) fn twin(g: &mut Gen<'_>) -> bool {
    let Some(from) = any(g, |_, _| true).filter(|_| g.has(&["test.twin"])) else { return false };
    let ty = from.ty.clone();
    g.def(ty.clone(), format!("\"test.twin\"({from}) : ({ty}) -> {ty}"));
    true
}
