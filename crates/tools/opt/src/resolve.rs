//! Locations of the IR as locations of diagnostics.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_diag::{Location, Pos, SourceMap};
use terrace_ir::attrs::LocData;
use terrace_ir::{Attr, Context, Loc, Str};

/// The prefix of names in locations that passes use internally.
const INTERNAL: &[u8] = b"terrace.";

/// Resolves a location: a source position becomes file, line and column, an attribute the tree it holds.
///
/// Parts that are shared stay shared, and depth costs no stack.
pub fn resolve(cx: &Context, sources: &SourceMap, loc: Loc) -> Location {
    resolve_with(cx, sources, loc, &|_, _, column| column)
}

/// The column of a source, given its file, the line and the column that a location has.
pub type Columns<'a> = dyn Fn(&str, u32, u32) -> u32 + 'a;

/// The same, where columns of locations that are attributes are not those of the source.
pub fn resolve_with(cx: &Context, sources: &SourceMap, loc: Loc, columns: &Columns<'_>) -> Location {
    if let Some(position) = loc.as_source() {
        return match sources.line_column(Pos(position)) {
            Some((buffer, at)) => Location::file(sources.buffer(buffer).name().clone(), at.line, at.column),
            None => Location::unknown(),
        };
    }
    loc.as_attr(cx).map_or_else(Location::unknown, |attr| resolve_attr(cx, attr, columns))
}

fn resolve_attr(cx: &Context, root: Attr, columns: &Columns<'_>) -> Location {
    let mut done: FxHashMap<Attr, Location> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&attr) = stack.last() {
        if done.contains_key(&attr) {
            stack.pop();
            continue;
        }
        let data = attr.as_loc(cx).unwrap_or(&LocData::Unknown);
        let before = stack.len();
        stack.extend(children(data).into_iter().filter(|child| !done.contains_key(child)));
        if stack.len() > before {
            continue;
        }
        stack.pop();
        done.insert(attr, build(cx, data, &done, columns));
    }
    done.remove(&root).unwrap_or_default()
}

fn children(data: &LocData) -> Vec<Attr> {
    match data {
        LocData::Unknown | LocData::File { .. } => Vec::new(),
        LocData::Name { child, .. } => vec![*child],
        LocData::CallSite { callee, caller } => vec![*callee, *caller],
        LocData::Fused { locations, .. } => locations.to_vec(),
    }
}

fn build(cx: &Context, data: &LocData, done: &FxHashMap<Attr, Location>, columns: &Columns<'_>) -> Location {
    let of = |attr: &Attr| done.get(attr).cloned().unwrap_or_default();
    match data {
        LocData::Unknown => Location::unknown(),
        LocData::File { file, line, col, end_line, end_col } => {
            let file = text(cx, *file);
            let [from, to] =
                [(*line, *col), (*end_line, *end_col)].map(|(line, col)| (line, columns(&file, line, col)));
            Location::range(file, from, to)
        }
        // Locations that passes record internally are not shown.
        LocData::Name { name, child } if name.bytes(cx).starts_with(INTERNAL) => of(child),
        LocData::Name { name, child } => Location::name(text(cx, *name), of(child)),
        LocData::CallSite { callee, caller } => Location::call_site(of(callee), of(caller)),
        LocData::Fused { locations, metadata } => {
            let metadata = (*metadata != Attr::NULL).then(|| cx.attr_text(*metadata).into());
            Location::fused(metadata, locations.iter().map(of).collect())
        }
    }
}

fn text(cx: &Context, name: Str) -> Arc<str> {
    String::from_utf8_lossy(name.bytes(cx)).into()
}
