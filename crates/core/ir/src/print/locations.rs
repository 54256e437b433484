//! The length of the text of a location.

use rustc_hash::FxHashMap;

use super::alias::AliasTable;
use crate::attrs::LocData;
use crate::sub_elements::{Element, for_each_child};
use crate::{Attr, Context};

/// Longer texts are not written.
const MAX_BYTES: u64 = 1 << 26;
/// A location of so few parts, counted as often as they are written, is not looked at any closer.
const SMALL: usize = 1 << 10;

/// Whether the text of a location, in which aliases are used, is too long to be written.
pub(super) fn is_too_long(cx: &Context, loc: Attr, aliases: Option<&AliasTable>) -> bool {
    let is_leaf = |attr: Attr| {
        matches!(attr.as_loc(cx), None | Some(LocData::Unknown | LocData::File { .. }))
            || (attr != loc && aliases.is_some_and(|aliases| aliases.attr(attr).is_some()))
    };
    let parts = |attr: Attr, pending: &mut Vec<Attr>| {
        for_each_child(cx, Element::Attr(attr), |child| match child {
            Element::Attr(child) if !is_leaf(child) => pending.push(child),
            _ => {}
        });
    };
    if is_leaf(loc) {
        return false;
    }
    let (mut pending, mut count) = (vec![loc], 0);
    while let Some(attr) = pending.pop() {
        count += 1;
        if count > SMALL {
            return bytes(cx, loc, &parts) > MAX_BYTES;
        }
        parts(attr, &mut pending);
    }
    false
}

/// The bytes of a location's text, at least; each part is counted once and for all.
fn bytes(cx: &Context, root: Attr, parts: &dyn Fn(Attr, &mut Vec<Attr>)) -> u64 {
    let mut done: FxHashMap<Attr, u64> = FxHashMap::default();
    let (mut pending, mut inside) = (vec![root], Vec::new());
    while let Some(&attr) = pending.last() {
        if done.contains_key(&attr) {
            pending.pop();
            continue;
        }
        inside.clear();
        parts(attr, &mut inside);
        let before = pending.len();
        pending.extend(inside.iter().filter(|part| !done.contains_key(part)));
        if pending.len() > before {
            continue;
        }
        pending.pop();
        let own = match attr.as_loc(cx) {
            Some(LocData::Name { name, .. }) => name.bytes(cx).len() as u64 + 2,
            Some(LocData::Fused { locations, .. }) => locations.len() as u64 * 2,
            _ => 4,
        };
        let size = inside.iter().fold(own, |size, part| size.saturating_add(done[part]));
        done.insert(attr, size);
    }
    done.get(&root).copied().unwrap_or(0)
}
