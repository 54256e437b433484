//! Aliases: names for types and attributes in the printed text.
//!
//! Candidates are visited in the order in which they would be printed. Then names are assigned in the order
//! of depth (an alias may use only those before it), types before attributes, and name.

use std::borrow::Cow;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::alias_names::{Names, UniqueNames};
use super::{AttrWriter, Elide, identifier, printed_layout};
use crate::attrs::{Attr, AttrData, LocData};
use crate::context::Context;
use crate::context_slot;
use crate::dialect_interfaces::{AliasResult, OpAsmDialectInterface};
use crate::ir::Ir;
use crate::loc::Loc;
use crate::strings::Str;
use crate::types::{Type, TypeData};
use crate::view::OpRef;

/// A type or an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// An attribute.
    Attr(Attr),
    /// A type.
    Type(Type),
}

/// Aliases of opaque types and attributes.
///
/// Their dialect is not registered, so their default aliases are unknown, and their text may use other aliases. The
/// aliases in the file are kept: text that uses an alias reads back only with its definition.
#[derive(Debug, Default)]
pub struct OpaqueAliases {
    /// True if any of the following is non-empty.
    any: AtomicBool,
    names: RwLock<FxHashMap<Symbol, String>>,
    refs: RwLock<FxHashMap<Symbol, Vec<(String, Symbol)>>>,
}

context_slot!(OpaqueAliases);

impl Context {
    /// Returns the aliases of uninterpreted types and attributes, and those they use.
    pub fn opaque_aliases(&self) -> &OpaqueAliases {
        self.slot()
    }
}

impl OpaqueAliases {
    /// Notes that the file calls `symbol` so.
    pub fn note_name(&self, symbol: Symbol, name: &str) {
        self.any.store(true, Ordering::Release);
        let mut names = self.names.write().unwrap_or_else(|e| e.into_inner());
        names.entry(symbol).or_insert_with(|| name.to_string());
    }

    /// Notes the aliases that the text of `symbol` uses, each with its prefix.
    pub fn note_refs(&self, symbol: Symbol, refs: Vec<(String, Symbol)>) {
        if !refs.is_empty() {
            self.any.store(true, Ordering::Release);
            self.refs.write().unwrap_or_else(|e| e.into_inner()).insert(symbol, refs);
        }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        !self.any.load(Ordering::Acquire)
    }

    /// The aliases that the text of `symbol` uses.
    pub fn refs(&self, symbol: Symbol) -> Vec<(String, Symbol)> {
        self.refs.read().unwrap_or_else(|e| e.into_inner()).get(&symbol).cloned().unwrap_or_default()
    }

    /// Returns the name without the number that makes it unique.
    fn name(&self, symbol: Symbol) -> Option<String> {
        let names = self.names.read().unwrap_or_else(|e| e.into_inner());
        let name = names.get(&symbol)?;
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let base = if base.is_empty() { name } else { base };
        Some(base.to_string())
    }
}

/// The end of an alias's name that starts at `at`.
pub fn alias_end(text: &[u8], at: usize) -> usize {
    let is_name = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-');
    at + text[at..].iter().take_while(|c| is_name(c)).count()
}

#[derive(Debug)]
struct Entry {
    symbol: Symbol,
    /// The number of its name in [`Names`].
    name: Option<u32>,
    depth: u32,
    deferred: bool,
    /// Start and end in [`AliasCollector::below`].
    children: (u32, u32),
}

/// Visits what could have an alias.
#[derive(Debug, Default)]
pub struct AliasCollector {
    entries: Vec<Entry>,
    /// Children of all entries, contiguous for each entry.
    below: Vec<u32>,
    /// The value being visited may be defined at the end of the file.
    deferred: bool,
    children: Vec<u32>,
    max_depth: u32,
    /// The state of attributes and types, by handle. Most contain no alias, and are skipped at once.
    attrs: Vec<State>,
    types: Vec<State>,
    names: Names,
    locations: FxHashMap<Loc, Attr>,
}

/// The state of a type or attribute: unvisited, printed without any alias, printed with one, or the index of its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State(u32);

impl State {
    const UNKNOWN: State = State(0);
    const PLAIN: State = State(1);
    const OTHER: State = State(2);
    /// The first entry's; the others follow.
    const ENTRY: u32 = 3;
}

/// The name that the alias of a type or attribute starts with, if it has one: the one its definition or the printer has for
/// it, unless a dialect has another.
fn alias_name(cx: &Context, symbol: Symbol) -> Option<Cow<'_, str>> {
    let mut name: Option<Cow<'_, str>> = match symbol {
        Symbol::Attr(attr) => match attr.data(cx) {
            AttrData::AffineMap(_) => Some("map".into()),
            AttrData::IntegerSet(_) => Some("set".into()),
            AttrData::Loc(_) => Some("loc".into()),
            AttrData::Distinct { attr, .. } if *attr != Attr::UNIT => Some("distinct".into()),
            AttrData::Dialect { def, .. } => cx.attr_def(*def).def().alias.map(Cow::Borrowed),
            AttrData::Opaque { dialect, .. } => return opaque_alias(cx, symbol, *dialect).map(Cow::Owned),
            _ => None,
        },
        Symbol::Type(ty) => match ty.data(cx) {
            TypeData::Tuple(types) if types.len() > 16 => Some("tuple".into()),
            TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
                cx.type_def(*def).def().alias.map(Cow::Borrowed)
            }
            TypeData::Opaque { dialect, .. } => return opaque_alias(cx, symbol, *dialect).map(Cow::Owned),
            _ => None,
        },
    };
    let dialects = if cx.has_alias_interfaces() { cx.alias_interfaces() } else { Vec::new() };
    for dialect in dialects {
        match offered_alias(cx, dialect, symbol, None) {
            AliasResult::NoAlias => {}
            AliasResult::OverridableAlias(offered) => name = Some(offered),
            AliasResult::FinalAlias(offered) => {
                name = Some(offered);
                break;
            }
        }
    }
    let name = name.filter(|name| !name.is_empty())?;
    let changed = match identifier(&name, b"$_-") {
        Cow::Borrowed(_) => None,
        Cow::Owned(changed) => Some(changed),
    };
    Some(changed.map_or(name, Cow::Owned))
}

fn offered_alias(
    cx: &Context,
    dialect: &dyn OpAsmDialectInterface,
    symbol: Symbol,
    written: Option<&str>,
) -> AliasResult {
    match symbol {
        Symbol::Attr(attr) => dialect.get_attr_alias(cx, attr, written),
        Symbol::Type(ty) => dialect.get_type_alias(cx, ty, written),
    }
}

/// The alias of a type or attribute that is not interpreted: only its own dialect is queried.
fn opaque_alias(cx: &Context, symbol: Symbol, dialect: Str) -> Option<String> {
    let dialect = cx.dialect_interface::<dyn OpAsmDialectInterface>(dialect.text(cx))?;
    match offered_alias(cx, dialect, symbol, cx.opaque_aliases().name(symbol).as_deref()) {
        AliasResult::NoAlias => None,
        AliasResult::OverridableAlias(name) | AliasResult::FinalAlias(name) => Some(name.into_owned()),
    }
}

/// Whether anything in the context could have an alias, so that a pass over the IR is worth its time.
pub fn may_have_aliases(cx: &Context) -> bool {
    cx.has_loc_attrs()
        || !cx.opaque_aliases().is_empty()
        || cx.has_alias_interfaces()
        || (0..cx.num_attrs()).any(|i| match Attr::from_u32(i).data(cx) {
            AttrData::AffineMap(_) | AttrData::IntegerSet(_) | AttrData::Distinct { .. } => true,
            AttrData::Dialect { def, .. } => cx.attr_def(*def).def().alias.is_some(),
            _ => false,
        })
        || (0..cx.num_types()).any(|i| match Type::from_u32(i).data(cx) {
            TypeData::Tuple(types) => types.len() > 16,
            TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
                cx.type_def(*def).def().alias.is_some()
            }
            _ => false,
        })
}

impl AliasCollector {
    /// Visits an attribute that is about to be printed.
    pub fn visit_attr(&mut self, cx: &Context, attr: Attr, elide: Elide) {
        self.visit(cx, Symbol::Attr(attr), elide);
    }

    /// Visits a type that is about to be printed.
    pub fn visit_type(&mut self, cx: &Context, ty: Type) {
        self.visit(cx, Symbol::Type(ty), Elide::Never);
    }

    /// Visits a location inside a location or attribute.
    pub fn visit_loc(&mut self, cx: &Context, loc: Attr) {
        self.visit(cx, Symbol::Attr(loc), Elide::Never);
    }

    /// Returns the attribute of a location, which [`AliasTable::loc_attr`] returns later.
    pub fn loc_attr(&mut self, ir: &Ir, loc: Loc) -> Attr {
        match loc.as_source() {
            Some(_) => *self.locations.entry(loc).or_insert_with(|| ir.loc_attr(loc)),
            None => ir.loc_attr(loc),
        }
    }

    /// Visits an op's or argument's location, whose alias may be defined at the end of the file.
    pub fn visit_op_loc(&mut self, cx: &Context, loc: Attr) {
        let before = std::mem::replace(&mut self.deferred, true);
        self.visit(cx, Symbol::Attr(loc), Elide::Never);
        self.deferred = before;
    }

    fn visit(&mut self, cx: &Context, symbol: Symbol, elide: Elide) {
        let at = match self.state(cx, symbol) {
            State::PLAIN => return,
            State(at) if at >= State::ENTRY => {
                let at = at - State::ENTRY;
                if !self.deferred {
                    self.mark_not_deferred(at);
                }
                at
            }
            _ => self.enter(cx, symbol, elide),
        };
        self.children.push(at);
        self.max_depth = self.max_depth.max(self.entries[at as usize].depth);
    }

    /// Visits a value for the first time.
    fn enter(&mut self, cx: &Context, symbol: Symbol, elide: Elide) -> u32 {
        let at = self.entries.len();
        self.set_state(symbol, State(at as u32 + State::ENTRY));
        let name = alias_name(cx, symbol).map(|name| self.names.number(&name));
        let depth = u32::from(name.is_some());
        self.entries.push(Entry { symbol, name, depth, deferred: self.deferred, children: (0, 0) });
        let (first, max_depth) = (self.children.len(), std::mem::take(&mut self.max_depth));
        stacker::maybe_grow(64 << 10, 2 << 20, || self.visit_inside(cx, symbol, elide));
        let start = self.below.len();
        self.below.extend(self.children.drain(first..));
        self.entries[at].children = (start as u32, self.below.len() as u32);
        let inner = std::mem::replace(&mut self.max_depth, max_depth);
        if inner > 0 {
            self.entries[at].depth = inner + 1;
        }
        at as u32
    }

    fn set_state(&mut self, symbol: Symbol, state: State) {
        match symbol {
            Symbol::Attr(attr) => self.attrs[attr.as_u32() as usize] = state,
            Symbol::Type(ty) => self.types[ty.as_u32() as usize] = state,
        }
    }

    /// Whether the value is printed without any alias.
    #[inline]
    fn is_plain(&mut self, cx: &Context, symbol: Symbol) -> bool {
        self.state(cx, symbol) == State::PLAIN
    }

    /// Whether an op that has no regions is printed without any alias, for any syntax: none of its attributes
    /// and types contains one.
    pub fn is_plain_op(&mut self, cx: &Context, op: OpRef<'_>) -> bool {
        op.num_regions() == 0
            && op.props().iter().all(|&attr| attr.is_null() || self.is_plain(cx, Symbol::Attr(attr)))
            && (op.attrs() == Attr::EMPTY_DICT || self.is_plain(cx, Symbol::Attr(op.attrs())))
            && op.operands().all(|value| self.is_plain(cx, Symbol::Type(value.ty())))
            && op.results().all(|value| self.is_plain(cx, Symbol::Type(value.ty())))
            && cx.opaque_aliases().is_empty()
    }

    /// Returns the state of a type or attribute, computing it if unvisited.
    #[inline]
    fn state(&mut self, cx: &Context, symbol: Symbol) -> State {
        let known = match symbol {
            Symbol::Attr(attr) => self.attrs.get(attr.as_u32() as usize),
            Symbol::Type(ty) => self.types.get(ty.as_u32() as usize),
        };
        match known {
            Some(&known) if known != State::UNKNOWN => known,
            _ => self.find_state(cx, symbol),
        }
    }

    fn find_state(&mut self, cx: &Context, symbol: Symbol) -> State {
        match symbol {
            Symbol::Attr(_) => self.attrs.resize(cx.num_attrs() as usize, State::UNKNOWN),
            Symbol::Type(_) => self.types.resize(cx.num_types() as usize, State::UNKNOWN),
        }
        let plain = stacker::maybe_grow(64 << 10, 2 << 20, || self.find_plain(cx, symbol));
        let state = if plain { State::PLAIN } else { State::OTHER };
        self.set_state(symbol, state);
        state
    }

    fn find_plain(&mut self, cx: &Context, symbol: Symbol) -> bool {
        let plain_attr = |c: &mut Self, attr: Attr| attr.is_null() || c.is_plain(cx, Symbol::Attr(attr));
        let plain_type = |c: &mut Self, ty: Type| c.is_plain(cx, Symbol::Type(ty));
        if cx.has_alias_interfaces() && alias_name(cx, symbol).is_some() {
            return false;
        }
        match symbol {
            Symbol::Attr(attr) => match attr.data(cx) {
                AttrData::AffineMap(_) | AttrData::IntegerSet(_) | AttrData::Loc(_) => false,
                AttrData::Distinct { .. } => false,
                AttrData::Opaque { ty, .. } => cx.opaque_aliases().is_empty() && plain_type(self, *ty),
                AttrData::Array(items) => items.iter().all(|&a| plain_attr(self, a)),
                AttrData::Dict(items) => items.iter().all(|&(_, a)| plain_attr(self, a)),
                AttrData::Type(ty) => plain_type(self, *ty),
                AttrData::Dialect { def, params } => {
                    let info = cx.attr_def(*def);
                    info.def().alias.is_none()
                        && params.iter().all(|&a| plain_attr(self, a))
                        && attr.ty(cx).is_none_or(|ty| plain_type(self, ty))
                }
                _ => attr.ty(cx).is_none_or(|ty| plain_type(self, ty)),
            },
            Symbol::Type(ty) => match ty.data(cx) {
                TypeData::Integer { .. } | TypeData::Index | TypeData::None | TypeData::Float(_) => true,
                TypeData::Opaque { .. } => cx.opaque_aliases().is_empty(),
                TypeData::Encoded(_) => true,
                // Its body may have any, and may contain it.
                TypeData::Identified { .. } => false,
                TypeData::Complex(e) | TypeData::UnrankedTensor(e) | TypeData::Vector { element: e, .. } => {
                    plain_type(self, *e)
                }
                TypeData::Function { inputs, results } | TypeData::Graph { inputs, results } => {
                    inputs.iter().chain(results).all(|&t| plain_type(self, t))
                }
                TypeData::Tuple(types) => types.len() <= 16 && types.iter().all(|&t| plain_type(self, t)),
                TypeData::RankedTensor { element, encoding, .. } => {
                    plain_type(self, *element) && encoding.is_none_or(|a| plain_attr(self, a))
                }
                TypeData::MemRef { element, layout, space, .. } => {
                    plain_type(self, *element)
                        && [*layout, *space].into_iter().flatten().all(|a| plain_attr(self, a))
                }
                TypeData::UnrankedMemRef { element, space } => {
                    plain_type(self, *element) && space.is_none_or(|a| plain_attr(self, a))
                }
                TypeData::Dialect { def, params } => {
                    cx.type_def(*def).def().alias.is_none() && params.iter().all(|&a| plain_attr(self, a))
                }
            },
        }
    }

    fn mark_not_deferred(&mut self, at: u32) {
        if !self.entries[at as usize].deferred {
            return;
        }
        let mut pending = vec![at];
        while let Some(at) = pending.pop() {
            let entry = &mut self.entries[at as usize];
            if std::mem::replace(&mut entry.deferred, false) {
                pending.extend_from_slice(&self.below[entry.children.0 as usize..entry.children.1 as usize]);
            }
        }
    }

    /// Visits the elements of a value, in the order in which they would be printed.
    fn visit_inside(&mut self, cx: &Context, symbol: Symbol, elide: Elide) {
        if !cx.opaque_aliases().is_empty() {
            for (_, used) in cx.opaque_aliases().refs(symbol) {
                self.visit(cx, used, Elide::Never);
            }
        }
        match symbol {
            Symbol::Type(ty) => self.visit_inside_type(cx, ty),
            Symbol::Attr(attr) => self.visit_inside_attr(cx, attr, elide),
        }
    }

    fn visit_inside_type(&mut self, cx: &Context, ty: Type) {
        let mut attrs: [Option<Attr>; 2] = [None, None];
        match ty.data(cx) {
            TypeData::Integer { .. } | TypeData::Index | TypeData::None | TypeData::Float(_) => {}
            TypeData::Opaque { .. } | TypeData::Encoded(_) => {}
            TypeData::Complex(element) | TypeData::UnrankedTensor(element) => self.visit_type(cx, *element),
            TypeData::Function { inputs, results } | TypeData::Graph { inputs, results } => {
                for &ty in inputs.iter().chain(results) {
                    self.visit_type(cx, ty);
                }
            }
            TypeData::Tuple(types) => {
                for &ty in types {
                    self.visit_type(cx, ty);
                }
            }
            TypeData::Vector { element, .. } => self.visit_type(cx, *element),
            TypeData::RankedTensor { element, encoding, .. } => {
                self.visit_type(cx, *element);
                attrs = [*encoding, None];
            }
            TypeData::MemRef { element, layout, space, .. } => {
                self.visit_type(cx, *element);
                attrs = [printed_layout(cx, *layout), *space];
            }
            TypeData::UnrankedMemRef { element, space } => {
                self.visit_type(cx, *element);
                attrs = [*space, None];
            }
            TypeData::Dialect { .. } | TypeData::Identified { .. } => {
                self.visit_by_writing(cx, |w| w.write_type_in_full(ty));
            }
        }
        for attr in attrs.into_iter().flatten() {
            self.visit_attr(cx, attr, Elide::May);
        }
    }

    fn visit_inside_attr(&mut self, cx: &Context, attr: Attr, elide: Elide) {
        match attr.data(cx) {
            AttrData::Array(items) => {
                for &item in items {
                    self.visit_attr(cx, item, Elide::May);
                }
            }
            AttrData::Dict(items) => {
                for &(_, item) in items {
                    self.visit_attr(cx, item, Elide::Never);
                }
            }
            AttrData::Type(ty) => self.visit_type(cx, *ty),
            AttrData::DenseArray { element, .. } => self.visit_type(cx, *element),
            AttrData::Distinct { attr, .. } => self.visit_attr(cx, *attr, Elide::Never),
            AttrData::Loc(loc) => match loc {
                LocData::Unknown | LocData::File { .. } => {}
                LocData::Name { child, .. } => {
                    if *child != Attr::UNKNOWN_LOC {
                        self.visit_loc(cx, *child);
                    }
                }
                LocData::CallSite { callee, caller } => {
                    self.visit_loc(cx, *callee);
                    self.visit_loc(cx, *caller);
                }
                LocData::Fused { locations, metadata } => {
                    if !metadata.is_null() {
                        self.visit_attr(cx, *metadata, Elide::Never);
                    }
                    for &part in locations {
                        self.visit_loc(cx, part);
                    }
                }
            },
            AttrData::Dialect { .. } => self.visit_by_writing(cx, |w| w.write_attr_in_full(attr, elide)),
            _ => {
                // Constants of a default type do not print it.
                let implied = matches!((elide, attr.ty(cx)), (Elide::May, Some(Type::I64 | Type::F64)));
                if let Some(ty) = attr.ty(cx)
                    && elide != Elide::Must
                    && !implied
                    && ty != Type::NONE
                    && ty != Type::I1
                {
                    self.visit_type(cx, ty);
                }
            }
        }
    }

    fn visit_by_writing(&mut self, cx: &Context, write: impl FnOnce(&mut AttrWriter<'_>)) {
        let mut writer = AttrWriter::new(cx);
        writer.collect = Some(Box::new(std::mem::take(self)));
        write(&mut writer);
        if let Some(collect) = writer.collect {
            *self = *collect;
        }
    }

    /// Names the visited entities.
    pub fn finish(self) -> AliasTable {
        let ranks = self.names.ranks();
        let named = self.entries.iter().filter_map(|entry| Some((entry, entry.name?)));
        let mut named: Vec<(&Entry, u32)> = named.collect();
        named.sort_by_key(|&(entry, name)| {
            (entry.depth, matches!(entry.symbol, Symbol::Attr(_)), ranks[name as usize])
        });
        let mut names = UniqueNames::new(&self.names);
        let mut table = AliasTable { locations: self.locations, ..AliasTable::default() };
        for (entry, name) in named {
            let prefix = if matches!(entry.symbol, Symbol::Type(_)) { '!' } else { '#' };
            let text = names.unique(prefix, name as usize);
            table.note(entry.symbol);
            table.aliases.push(Alias { symbol: entry.symbol, text, deferred: entry.deferred });
        }
        table
    }
}

/// An alias and the attribute or type it replaces.
#[derive(Debug)]
pub struct Alias {
    /// The aliased type or attribute.
    pub symbol: Symbol,
    /// The name with its prefix, as in `#map1`.
    pub text: String,
    /// Whether it is defined at the end of the file.
    pub deferred: bool,
}

/// Aliases by their attributes and types, in the order of their definitions.
#[derive(Debug, Default)]
pub struct AliasTable {
    aliases: Vec<Alias>,
    /// By handle, one more than the place of its alias; zero, or no entry, if there is none.
    attrs: Vec<u32>,
    types: Vec<u32>,
    locations: FxHashMap<Loc, Attr>,
}

impl AliasTable {
    /// Notes that the next alias is that of a symbol.
    fn note(&mut self, symbol: Symbol) {
        let (places, at) = match symbol {
            Symbol::Attr(attr) => (&mut self.attrs, attr.as_u32() as usize),
            Symbol::Type(ty) => (&mut self.types, ty.as_u32() as usize),
        };
        if places.len() <= at {
            places.resize(at + 1, 0);
        }
        places[at] = self.aliases.len() as u32 + 1;
    }

    #[inline]
    fn text(&self, places: &[u32], at: u32) -> Option<&str> {
        let place = places.get(at as usize)?.checked_sub(1)?;
        Some(&self.aliases[place as usize].text)
    }

    /// The alias of an attribute.
    #[inline]
    pub fn attr(&self, attr: Attr) -> Option<&str> {
        self.text(&self.attrs, attr.as_u32())
    }

    /// The alias of a type.
    #[inline]
    pub fn ty(&self, ty: Type) -> Option<&str> {
        self.text(&self.types, ty.as_u32())
    }

    /// The attribute of a location, if it was looked up while aliases were collected.
    #[inline]
    pub fn loc_attr(&self, loc: Loc) -> Option<Attr> {
        self.locations.get(&loc).copied()
    }

    /// All of them, in the order of their definitions.
    pub fn iter(&self) -> impl Iterator<Item = &Alias> {
        self.aliases.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.aliases.is_empty()
    }
}
