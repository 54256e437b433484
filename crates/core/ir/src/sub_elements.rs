//! Walks over nested attributes and types, each visited once.
//!
//! Attributes and types are uniqued, so that they form a DAG: expanded to a tree, it may be exponentially
//! larger. Traversals use [`SubElements`] or [`AttrReplacer`].

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attrs::LocData;
use crate::{Attr, AttrData, Context, Type, TypeData};

/// An attribute or a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Element {
    /// An attribute, which may be a location.
    Attr(Attr),
    /// A type.
    Type(Type),
}

/// Calls back with the direct children of an attribute or type, in textual order.
pub fn for_each_child(cx: &Context, element: Element, mut found: impl FnMut(Element)) {
    let mut attrs = |attrs: &mut dyn Iterator<Item = Attr>| {
        attrs.filter(|attr| !attr.is_null()).for_each(|attr| found(Element::Attr(attr)));
    };
    match element {
        Element::Attr(attr) => match attr.data(cx) {
            AttrData::Array(items) => attrs(&mut items.iter().copied()),
            AttrData::Dict(entries) => attrs(&mut entries.iter().map(|&(_, value)| value)),
            AttrData::Dialect { params, .. } => attrs(&mut params.iter().copied()),
            AttrData::Distinct { attr, .. } => attrs(&mut std::iter::once(*attr)),
            AttrData::Type(ty) => found(Element::Type(*ty)),
            AttrData::Loc(loc) => attrs(&mut loc_children(loc)),
            _ => attr.ty(cx).into_iter().for_each(|ty| found(Element::Type(ty))),
        },
        Element::Type(ty) => match ty.data(cx) {
            TypeData::Complex(element)
            | TypeData::Vector { element, .. }
            | TypeData::UnrankedTensor(element) => found(Element::Type(*element)),
            TypeData::Function { inputs, results } | TypeData::Graph { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| found(Element::Type(ty)));
            }
            TypeData::Tuple(types) => types.iter().for_each(|&ty| found(Element::Type(ty))),
            TypeData::RankedTensor { element, encoding, .. } => {
                found(Element::Type(*element));
                encoding.iter().for_each(|&attr| found(Element::Attr(attr)));
            }
            TypeData::MemRef { element, layout, space, .. } => {
                found(Element::Type(*element));
                layout.iter().chain(space).for_each(|&attr| found(Element::Attr(attr)));
            }
            TypeData::UnrankedMemRef { element, space } => {
                found(Element::Type(*element));
                space.iter().for_each(|&attr| found(Element::Attr(attr)));
            }
            TypeData::Dialect { params, .. } => attrs(&mut params.iter().copied()),
            TypeData::Integer { .. } | TypeData::Index | TypeData::None | TypeData::Float(_) => {}
            // The body of an identified type is not part of its identity.
            TypeData::Opaque { .. } | TypeData::Encoded(_) | TypeData::Identified { .. } => {}
        },
    }
}

fn loc_children(loc: &LocData) -> impl Iterator<Item = Attr> {
    let (pair, parts): ([Attr; 2], &[Attr]) = match loc {
        LocData::Unknown | LocData::File { .. } => ([Attr::NULL; 2], &[]),
        LocData::Name { child, .. } => ([*child, Attr::NULL], &[]),
        LocData::CallSite { callee, caller } => ([*callee, *caller], &[]),
        LocData::Fused { locations, metadata } => ([*metadata, Attr::NULL], locations),
    };
    pair.into_iter().chain(parts.iter().copied())
}

/// The location with replaced attributes; `None` if it has none.
fn with_children(loc: &LocData, new: impl Fn(&Attr) -> Attr) -> Option<LocData> {
    Some(match loc {
        LocData::Unknown | LocData::File { .. } => return None,
        LocData::Name { name, child } => LocData::Name { name: *name, child: new(child) },
        LocData::CallSite { callee, caller } => {
            LocData::CallSite { callee: new(callee), caller: new(caller) }
        }
        LocData::Fused { locations, metadata } => {
            LocData::Fused { locations: locations.iter().map(&new).collect(), metadata: new(metadata) }
        }
    })
}

/// A walk through attributes and types, outermost first, that visits each once, as upstream's does.
#[derive(Default)]
pub struct SubElements {
    seen: FxHashSet<Element>,
}

impl SubElements {
    /// Calls back with an element and all nested ones, except those that this walk has visited already. The
    /// walk skips the children of an element for which the callback returns false.
    pub fn walk(&mut self, cx: &Context, root: Element, mut visit: impl FnMut(Element) -> bool) {
        let mut pending = vec![root];
        while let Some(element) = pending.pop() {
            if self.seen.insert(element) && visit(element) {
                let start = pending.len();
                for_each_child(cx, element, |child| pending.push(child));
                pending[start..].reverse();
            }
        }
    }
}

/// Replaces attributes within arrays, dictionaries, dialect attributes, distinct attributes and locations; each is looked
/// at once, so that a distinct attribute becomes one other.
pub struct AttrReplacer<'a> {
    cx: &'a Context,
    done: FxHashMap<Attr, Attr>,
}

impl<'a> AttrReplacer<'a> {
    /// A replacer that puts the second of each pair in the place of the first.
    pub fn new(cx: &'a Context, changes: impl IntoIterator<Item = (Attr, Attr)>) -> Self {
        Self { cx, done: changes.into_iter().collect() }
    }

    /// Returns the attribute with the replacements applied.
    ///
    /// # Errors
    ///
    /// The error of a dialect attribute's verifier for its new parameters.
    pub fn replace(&mut self, root: Attr) -> Result<Attr, String> {
        let mut pending = vec![root];
        while let Some(&attr) = pending.last() {
            if self.done.contains_key(&attr) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let cx = self.cx;
            let has_children = matches!(
                attr.data(cx),
                AttrData::Array(_)
                    | AttrData::Dict(_)
                    | AttrData::Dialect { .. }
                    | AttrData::Distinct { .. }
                    | AttrData::Loc(_)
            );
            if has_children {
                for_each_child(cx, Element::Attr(attr), |child| match child {
                    Element::Attr(child) if !self.done.contains_key(&child) => pending.push(child),
                    _ => {}
                });
            }
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let new = |item: &Attr| self.done.get(item).copied().unwrap_or(*item);
            let made = match attr.data(cx) {
                AttrData::Array(items) => cx.array_attr(&items.iter().map(new).collect::<Vec<_>>()),
                AttrData::Dict(entries) => {
                    cx.dict(entries.iter().map(|(name, value)| (*name, new(value))).collect())
                }
                AttrData::Dialect { def, params } => cx.attr_checked(AttrData::Dialect {
                    def: *def,
                    params: params.iter().map(new).collect(),
                })?,
                AttrData::Distinct { attr: of, .. } if new(of) != *of => cx.fresh_distinct(new(of)),
                AttrData::Loc(loc) => match with_children(loc, new) {
                    Some(loc) => cx.loc_attr(loc),
                    None => attr,
                },
                _ => attr,
            };
            self.done.insert(attr, made);
        }
        Ok(self.done.get(&root).copied().unwrap_or(root))
    }
}
