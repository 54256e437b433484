//! Writes types and attributes. The text equals upstream's, byte for byte.

pub mod alias;
mod alias_names;
pub mod elements;
mod locations;
mod options;
pub mod params;
mod text;
mod types;
mod whole;

pub use options::PrintOptions;
pub use text::*;

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::asm::AttrPrinter;
use crate::attrs::{Attr, AttrData, LocData};
use crate::context::Context;
use crate::identified::CyclicTypes;
use crate::print::alias::{AliasCollector, AliasTable, Symbol};
use crate::strings::Str;
use crate::types::{DYNAMIC, Signedness, Type, TypeData};

/// The elision of the type after an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elide {
    /// Always.
    Never,
    /// Not where it is the default for such a literal (`i64`, `f64`).
    May,
    /// Never written.
    Must,
}

terrace_support::options! {
    /// Options of printing attributes.
    #[derive(Clone, Copy, Debug)]
    pub struct AttrOptions {
        /// Constants with more elements are left out; none leaves out nothing.
        pub elide_elements_above: Option<i64>,
        /// Constants with more elements are written in hexadecimal; none writes none so.
        pub hex_above: Option<i64>,
        /// Locations as a person would write them.
        pub pretty_locations: bool,
    }
}

impl Default for AttrOptions {
    fn default() -> Self {
        Self { elide_elements_above: None, hex_above: Some(100), pretty_locations: false }
    }
}

/// The numbers of distinct attributes in a text, or in several that are read together.
#[derive(Debug, Default)]
pub struct DistinctNumbers {
    numbers: FxHashMap<u64, u64>,
    next: u64,
}

impl DistinctNumbers {
    /// The least number that is not taken.
    pub fn starting_at(next: u64) -> Self {
        Self { next, ..Self::default() }
    }

    /// Sets the number of a distinct attribute.
    pub fn set(&mut self, cx: &Context, attr: Attr, number: u64) {
        if let AttrData::Distinct { id, .. } = attr.data(cx) {
            self.numbers.insert(*id, number);
        }
    }

    fn number(&mut self, id: u64) -> u64 {
        *self.numbers.entry(id).or_insert_with(|| {
            let number = self.next;
            self.next = number.wrapping_add(1);
            number
        })
    }
}

/// Writes types and attributes into a string.
pub struct AttrWriter<'a> {
    /// The context.
    pub cx: &'a Context,
    /// The text written so far.
    pub out: String,
    /// Options of printing attributes.
    pub options: AttrOptions,
    /// The aliases of types and attributes; `None` prints everything in full.
    pub aliases: Option<&'a AliasTable>,
    /// Collects what could have an alias, instead of using any.
    pub collect: Option<Box<AliasCollector>>,
    /// Keys of the resources that were referred to, in order of first use.
    pub resources: Vec<Str>,
    /// The numbers of distinct attributes; counted from zero as they are met, unless others are set.
    pub distinct: DistinctNumbers,
    /// Texts of composite types.
    type_texts: FxHashMap<Type, Box<str>>,
    /// The bytes of those that are long.
    long_texts: usize,
    /// Whether a part of a type is being written.
    in_type: bool,
    /// Texts of names of attributes, by their last bits; empty until one is written.
    names: Vec<(Str, Box<str>)>,
    /// Texts of affine maps.
    map_texts: FxHashMap<Attr, Box<str>>,
    /// Separates the lines of a location written for people.
    pub newline: &'static str,
    /// Whether a part of a location is being written.
    in_location: bool,
    /// The identified types whose bodies are being written.
    cyclic: CyclicTypes,
}

impl<'a> AttrWriter<'a> {
    /// A writer that starts with nothing written.
    pub fn new(cx: &'a Context) -> Self {
        Self {
            cx,
            out: String::new(),
            options: AttrOptions::default(),
            aliases: None,
            collect: None,
            resources: Vec::new(),
            distinct: DistinctNumbers::default(),
            type_texts: FxHashMap::default(),
            long_texts: 0,
            in_type: false,
            names: Vec::new(),
            map_texts: FxHashMap::default(),
            newline: "\n",
            in_location: false,
            cyclic: CyclicTypes::default(),
        }
    }

    fn int(&mut self, value: i64) {
        write_i64(&mut self.out, value);
    }

    // ---- attributes -----------------------------------------------------------------------------

    /// Writes an attribute, under its alias if it has one.
    pub fn write_attr(&mut self, attr: Attr, elide: Elide) {
        if self.write_alias(attr, elide) {
            return;
        }
        if let AttrData::Array(_) | AttrData::Dict(_) | AttrData::Dialect { .. } | AttrData::Loc(_) =
            attr.data(self.cx)
        {
            return stacker::maybe_grow(64 << 10, 2 << 20, || self.write_attr_in_full(attr, elide));
        }
        self.write_attr_in_full(attr, elide);
    }

    /// Writes the alias of an attribute if it has one, or notes that it is written; whether it did.
    fn write_alias(&mut self, attr: Attr, elide: Elide) -> bool {
        if let Some(mut collect) = self.collect.take() {
            collect.visit_attr(self.cx, attr, elide);
            self.collect = Some(collect);
            return true;
        }
        let alias = self.aliases.and_then(|aliases| aliases.attr(attr));
        if let Some(alias) = alias {
            self.out.push_str(alias);
        }
        alias.is_some()
    }

    /// Writes an attribute, not using an alias for itself.
    pub fn write_attr_in_full(&mut self, attr: Attr, elide: Elide) {
        let cx = self.cx;
        match attr.data(cx) {
            AttrData::Null => self.out.push_str("<<NULL ATTRIBUTE>>"),
            AttrData::Unit => self.out.push_str("unit"),
            AttrData::Integer { ty, value } => {
                if *ty == Type::I1 {
                    return self.out.push_str(if value.is_zero() { "false" } else { "true" });
                }
                let unsigned =
                    matches!(ty.data(cx), TypeData::Integer { signedness: Signedness::Unsigned, .. });
                match (unsigned, value.to_i64(), value.to_u64()) {
                    (false, Some(v), _) => write_i64(&mut self.out, v),
                    (true, _, Some(v)) => write_u64(&mut self.out, v),
                    (true, ..) => value.write_unsigned(&mut self.out),
                    (false, ..) => value.write_signed(&mut self.out),
                }
                if elide == Elide::May && *ty == Type::I64 {
                    return;
                }
                self.type_suffix(*ty, elide);
            }
            AttrData::Float { ty, .. } => {
                let start = self.out.len();
                if let Some(value) = attr.as_float(cx) {
                    match cx.matches_upstream() {
                        true => value.write_mlir(&mut self.out),
                        false => value.write_mlir_exactly(&mut self.out),
                    }
                }
                if elide == Elide::May && *ty == Type::F64 && !self.out[start..].starts_with("0x") {
                    return;
                }
                self.type_suffix(*ty, elide);
            }
            AttrData::String { value, ty } => {
                write_quoted(&mut self.out, value.bytes(cx));
                self.type_suffix(*ty, elide);
            }
            AttrData::Array(items) => {
                self.out.push('[');
                for (i, &item) in items.iter().enumerate() {
                    self.comma(i);
                    self.write_attr(item, Elide::May);
                }
                self.out.push(']');
            }
            AttrData::Dict(items) => {
                self.out.push('{');
                for (i, &(name, value)) in items.iter().enumerate() {
                    self.comma(i);
                    self.named_attr(name, value);
                }
                self.out.push('}');
            }
            AttrData::Type(ty) => self.write_type(*ty),
            AttrData::SymbolRef { root, nested } => {
                write_symbol(&mut self.out, root.bytes(cx));
                for part in nested {
                    self.out.push_str("::");
                    write_symbol(&mut self.out, part.bytes(cx));
                }
            }
            AttrData::AffineMap(map) => {
                if let Some(text) = self.map_texts.get(&attr) {
                    return self.out.push_str(text);
                }
                let start = self.out.len();
                let _ = write!(self.out, "affine_map<{map}>");
                self.map_texts.insert(attr, self.out[start..].into());
            }
            AttrData::IntegerSet(set) => {
                let _ = write!(self.out, "affine_set<{set}>");
            }
            AttrData::DenseElements { ty, data, splat } => {
                self.dense(*ty, data, *splat);
                self.type_suffix(*ty, elide);
            }
            AttrData::DenseString { ty, values } => {
                self.dense_strings(*ty, values);
                self.type_suffix(*ty, elide);
            }
            AttrData::DenseArray { element, len, data } => self.dense_array(*element, *len, data),
            AttrData::DenseResource { ty, key } => {
                self.out.push_str("dense_resource<");
                self.resource_key(*key);
                self.out.push('>');
                self.type_suffix(*ty, elide);
            }
            AttrData::Sparse { ty, indices, values } => {
                self.sparse(*indices, *values);
                self.type_suffix(*ty, elide);
            }
            AttrData::Opaque { dialect, data, ty } => {
                let text = self.opaque_text(Symbol::Attr(attr), data.bytes(cx));
                self.dialect_symbol("#", dialect.text(cx), &text);
                self.type_suffix(*ty, elide);
            }
            AttrData::Encoded(part) => self.dialect_symbol("#", part.dialect.text(cx), &part.text()),
            AttrData::StridedLayout { offset, strides } => {
                self.out.push_str("strided<[");
                for (i, &stride) in strides.iter().enumerate() {
                    self.comma(i);
                    self.extent(stride);
                }
                self.out.push(']');
                if *offset != 0 {
                    self.out.push_str(", offset: ");
                    self.extent(*offset);
                }
                self.out.push('>');
            }
            AttrData::Distinct { id, attr } => {
                let number = self.distinct.number(*id);
                let _ = write!(self.out, "distinct[{number}]<");
                if *attr != Attr::UNIT {
                    self.write_attr(*attr, Elide::Never);
                }
                self.out.push('>');
            }
            AttrData::Loc(_) if self.options.pretty_locations => self.location(attr, true, true),
            AttrData::Loc(_) => {
                self.out.push_str("loc(");
                self.location(attr, true, false);
                self.out.push(')');
            }
            AttrData::Dialect { def, params } => {
                let info = cx.attr_def(*def);
                let text = self.captured(|w| params::write_params(w, info, params));
                let (dialect, name) = info.def().name.split_once('.').unwrap_or((info.def().name, ""));
                self.dialect_symbol("#", dialect, &(name.to_string() + &text));
                if let Some(ty) = attr.ty(cx) {
                    self.type_suffix(ty, elide);
                }
            }
        }
    }

    /// Writes the parameters of a dialect attribute, without its name.
    pub fn write_attr_stripped(&mut self, attr: Attr) {
        match attr.data(self.cx) {
            AttrData::Dialect { def, params } => {
                if self.collect.is_some() {
                    return self.write_attr(attr, Elide::Never);
                }
                if let Some(alias) = self.aliases.and_then(|a| a.attr(attr)) {
                    return self.out.push_str(alias);
                }
                let info = self.cx.attr_def(*def);
                params::write_params(self, info, params);
            }
            _ => self.write_attr(attr, Elide::Never),
        }
    }

    /// Writes a dialect type without its name, or its alias if it has one; any other type in full.
    pub fn write_type_stripped(&mut self, ty: Type) {
        if self.collect.is_some() {
            return self.write_type(ty);
        }
        match self.aliases.and_then(|a| a.ty(ty)) {
            Some(alias)
                if matches!(ty.data(self.cx), TypeData::Dialect { .. } | TypeData::Identified { .. }) =>
            {
                self.out.push_str(alias);
            }
            _ => self.write_type_params(ty),
        }
    }

    /// Writes the parameters of a dialect type, without its name and without an alias for the whole; any other type in
    /// full.
    pub fn write_type_params(&mut self, ty: Type) {
        match ty.data(self.cx) {
            TypeData::Dialect { def, params } => params::write_params(self, self.cx.type_def(*def), params),
            TypeData::Identified { def, .. } => self.identified(self.cx.type_def(*def).def(), ty),
            _ => self.write_type(ty),
        }
    }

    /// Uninterpreted text, with the aliases in it under their names of today.
    fn opaque_text<'t>(&self, symbol: Symbol, data: &'t [u8]) -> Cow<'t, str> {
        // The fast path for valid UTF-8.
        let text = std::str::from_utf8(data).map_or_else(|_| String::from_utf8_lossy(data), Cow::Borrowed);
        if self.cx.opaque_aliases().is_empty() {
            return text;
        }
        let refs = self.cx.opaque_aliases().refs(symbol);
        if refs.is_empty() {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(found) = text[at..].find(['#', '!']) {
            out.push_str(&text[at..at + found]);
            at += found;
            let end = alias::alias_end(text.as_bytes(), at + 1);
            let used = refs.iter().find(|(name, _)| *name == text[at..end]);
            let name = used.and_then(|(_, symbol)| {
                self.aliases.and_then(|a| match symbol {
                    Symbol::Attr(attr) => a.attr(*attr),
                    Symbol::Type(ty) => a.ty(*ty),
                })
            });
            match (name, used) {
                (Some(name), _) => out.push_str(name),
                // Without aliases, the attribute is printed in full.
                (None, Some((_, Symbol::Attr(attr)))) => out.push_str(&self.cx.attr_text(*attr)),
                (None, Some((_, Symbol::Type(ty)))) => out.push_str(&self.cx.type_text(*ty)),
                (None, None) => out.push_str(&text[at..end]),
            }
            at = end;
        }
        out.push_str(&text[at..]);
        Cow::Owned(out)
    }

    fn captured(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, before)
    }

    fn type_suffix(&mut self, ty: Type, elide: Elide) {
        if elide != Elide::Must && ty != Type::NONE {
            self.out.push_str(" : ");
            self.write_type(ty);
        }
    }

    pub(crate) fn comma(&mut self, i: usize) {
        if i > 0 {
            self.out.push_str(", ");
        }
    }

    fn extent(&mut self, extent: i64) {
        if extent == DYNAMIC { self.out.push('?') } else { self.int(extent) }
    }

    fn resource_key(&mut self, key: Str) {
        write_keyword_or_string(&mut self.out, key.bytes(self.cx));
        if !self.resources.contains(&key) {
            self.resources.push(key);
        }
    }

    /// Writes `name = value`, or `name` alone for a unit attribute.
    pub fn named_attr(&mut self, name: Str, value: Attr) {
        let written = self.names.len().checked_sub(1).map(|last| name.as_u32() as usize & last);
        match written.map(|at| &self.names[at]) {
            Some((known, text)) if *known == name => self.out.push_str(text),
            _ => self.new_name(name),
        }
        if value != Attr::UNIT {
            self.out.push_str(" = ");
            self.write_attr(value, Elide::Never);
        }
    }

    /// Writes the name of an attribute, and keeps its text in the place of another's.
    fn new_name(&mut self, name: Str) {
        const NAMES: usize = 256;
        let start = self.out.len();
        write_keyword_or_string(&mut self.out, name.bytes(self.cx));
        if self.names.is_empty() {
            self.names = vec![(Str::EMPTY, "\"\"".into()); NAMES];
        }
        self.names[name.as_u32() as usize % NAMES] = (name, self.out[start..].into());
    }

    /// `#dialect.name<...>` where the symbol is simple, `#dialect<...>` otherwise.
    fn dialect_symbol(&mut self, prefix: &str, dialect: &str, symbol: &str) {
        self.out.push_str(prefix);
        self.out.push_str(dialect);
        if is_pretty_symbol(symbol) {
            self.out.push('.');
            self.out.push_str(symbol);
        } else {
            self.out.push('<');
            self.out.push_str(symbol);
            self.out.push('>');
        }
    }

    /// Writes the contents of `loc(...)`: `unknown` for a location that shares its parts so that its text
    /// would have more than 2^26 bytes.
    pub fn location(&mut self, loc: Attr, top: bool, pretty: bool) {
        if let Some(mut collect) = self.collect.take() {
            collect.visit_loc(self.cx, loc);
            self.collect = Some(collect);
            return;
        }
        if !top && let Some(alias) = self.aliases.and_then(|a| a.attr(loc)) {
            return self.out.push_str(alias);
        }
        if !self.in_location && locations::is_too_long(self.cx, loc, self.aliases) {
            return self.out.push_str(if pretty { "[unknown]" } else { "unknown" });
        }
        let before = std::mem::replace(&mut self.in_location, true);
        stacker::maybe_grow(64 << 10, 2 << 20, || self.location_in_full(loc, pretty));
        self.in_location = before;
    }

    fn location_in_full(&mut self, loc: Attr, pretty: bool) {
        let cx = self.cx;
        let Some(data) = loc.as_loc(cx) else { return self.write_attr(loc, Elide::Never) };
        match data {
            LocData::Unknown => self.out.push_str(if pretty { "[unknown]" } else { "unknown" }),
            LocData::File { file, line, col, end_line, end_col } => {
                if pretty {
                    self.out.push_str(&String::from_utf8_lossy(file.bytes(cx)));
                } else {
                    write_quoted(&mut self.out, file.bytes(cx));
                }
                self.out.push(':');
                write_u64(&mut self.out, u64::from(*line));
                self.out.push(':');
                write_u64(&mut self.out, u64::from(*col));
                if line == end_line && col == end_col {
                    return;
                }
                let _ = match line == end_line {
                    true => write!(self.out, " to :{end_col}"),
                    false => write!(self.out, " to {end_line}:{end_col}"),
                };
            }
            LocData::Name { name, child } => {
                write_quoted(&mut self.out, name.bytes(cx));
                if *child != Attr::UNKNOWN_LOC {
                    self.out.push('(');
                    self.location(*child, false, pretty);
                    self.out.push(')');
                }
            }
            LocData::CallSite { callee, caller } => {
                if !pretty {
                    self.out.push_str("callsite(");
                }
                self.location(*callee, false, pretty);
                if pretty {
                    let on_one_line = matches!(callee.as_loc(cx), Some(LocData::Name { .. }))
                        && matches!(caller.as_loc(cx), Some(LocData::File { .. }));
                    if !on_one_line {
                        self.out.push_str(self.newline);
                    }
                }
                self.out.push_str(" at ");
                self.location(*caller, false, pretty);
                if !pretty {
                    self.out.push(')');
                }
            }
            LocData::Fused { locations, metadata } => {
                if !pretty {
                    self.out.push_str("fused");
                }
                if !metadata.is_null() {
                    self.out.push('<');
                    self.write_attr(*metadata, Elide::Never);
                    self.out.push('>');
                }
                self.out.push('[');
                for (i, &part) in locations.iter().enumerate() {
                    self.comma(i);
                    self.location(part, false, pretty);
                }
                self.out.push(']');
            }
        }
    }
}

impl AttrPrinter for AttrWriter<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }
    fn attr(&mut self, attr: Attr) {
        self.write_attr(attr, Elide::Never);
    }
    fn alias(&mut self, attr: Attr) -> bool {
        self.write_alias(attr, Elide::Never)
    }
    fn attr_without_type(&mut self, attr: Attr) {
        self.write_attr(attr, Elide::Must);
    }
    fn attr_stripped(&mut self, attr: Attr) {
        self.write_attr_stripped(attr);
    }
    fn ty(&mut self, ty: Type) {
        self.write_type(ty);
    }
    fn start_cyclic(&mut self, ty: Type) -> bool {
        AttrWriter::start_cyclic(self, ty)
    }
    fn end_cyclic(&mut self) {
        AttrWriter::end_cyclic(self);
    }
    fn ty_params(&mut self, ty: Type) {
        self.write_type_params(ty);
    }
    fn quoted(&mut self, bytes: &[u8]) {
        write_quoted(&mut self.out, bytes);
    }
    fn symbol(&mut self, name: &[u8]) {
        write_symbol(&mut self.out, name);
    }
    fn keyword_or_string(&mut self, text: &[u8]) {
        write_keyword_or_string(&mut self.out, text);
    }
}

/// The layout that is printed of a memref: an identity map with symbols is one to upstream, but not printed.
fn printed_layout(cx: &Context, layout: Option<Attr>) -> Option<Attr> {
    layout.filter(|layout| !layout.as_affine_map(cx).is_some_and(|map| map.is_identity()))
}
