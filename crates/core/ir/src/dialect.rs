//! A dialect that a context has loaded.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;
use terrace_support::held::Held;

use crate::def::{
    AttrDefId, DialectTable, DialectTables, OpTable, OpTables, ParamsTable, ParamsTables, TypeDefId,
};
use crate::extension::{Attachments, DialectExtension, Extended, Extensions};
use crate::interface_map::InterfaceMap;
use crate::pattern::Pattern;
use crate::strings::Str;

/// A loaded dialect: its definition with what its extensions add.
pub struct Dialect {
    /// Its namespace.
    pub name: Str,
    def: Held<DialectTables>,
    types: FxHashMap<Box<str>, TypeDefId>,
    attrs: FxHashMap<Box<str>, AttrDefId>,
    interfaces: InterfaceMap,
    /// Its extensions, if there are any.
    extensions: Option<Extensions>,
    /// Its ops and the dialects it needs are there too.
    pub(crate) ready: AtomicBool,
}

fn mnemonic(name: &str) -> Box<str> {
    name.split_once('.').map_or(name, |(_, rest)| rest).into()
}

impl Dialect {
    pub(crate) fn new(name: Str, held: Held<DialectTables>, extensions: Option<Extensions>) -> Self {
        let def = held.get();
        let attachments = Attachments::new(Extended::Dialect, def.name, extensions.as_ref());
        Self {
            name,
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            interfaces: InterfaceMap::new(def.interfaces, attachments),
            extensions,
            ready: AtomicBool::new(false),
            def: held,
        }
    }

    /// Returns its definition.
    #[inline]
    pub fn def(&self) -> &DialectTable<'_> {
        self.def.get()
    }

    /// Adds a type; false if there is one of the name.
    pub(crate) fn add_type(&mut self, name: &str, id: TypeDefId) -> bool {
        self.types.insert(mnemonic(name), id).is_none()
    }

    /// Adds an attribute; false if there is one of the name.
    pub(crate) fn add_attr(&mut self, name: &str, id: AttrDefId) -> bool {
        self.attrs.insert(mnemonic(name), id).is_none()
    }

    /// Returns the text of its namespace.
    pub fn namespace(&self) -> &str {
        self.def().name
    }

    /// Its ops, then those of its extensions.
    pub fn ops(&self) -> impl Iterator<Item = &OpTable<'_>> {
        let own = self.def().ops.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.ops).map(|&op| op as &OpTable<'_>))
    }

    /// Its types, then those of its extensions.
    pub fn type_defs(&self) -> impl Iterator<Item = &ParamsTable<'_>> {
        let own = self.def().types.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.types).map(|&def| def as &ParamsTable<'_>))
    }

    /// Its attributes, then those of its extensions.
    pub fn attr_defs(&self) -> impl Iterator<Item = &ParamsTable<'_>> {
        let own = self.def().attrs.iter().copied();
        own.chain(self.added().flat_map(|extension| extension.attrs).map(|&def| def as &ParamsTable<'_>))
    }

    /// The definitions of its ops, types and attributes, to be kept.
    pub(crate) fn held(&self) -> (Vec<Held<OpTables>>, Vec<Held<ParamsTables>>, Vec<Held<ParamsTables>>) {
        let count = self.def().ops.len();
        let mut ops: Vec<Held<OpTables>> = (0..count).map(|at| self.def.map(|def| def.ops[at])).collect();
        ops.extend(self.added().flat_map(|extension| extension.ops).map(|&op| Held::from(op)));
        let count = self.def().types.len();
        let mut types: Vec<Held<ParamsTables>> =
            (0..count).map(|at| self.def.map(|def| def.types[at])).collect();
        types.extend(self.added().flat_map(|extension| extension.types).map(|&def| Held::from(def)));
        let count = self.def().attrs.len();
        let mut attrs: Vec<Held<ParamsTables>> =
            (0..count).map(|at| self.def.map(|def| def.attrs[at])).collect();
        attrs.extend(self.added().flat_map(|extension| extension.attrs).map(|&def| Held::from(def)));
        (ops, types, attrs)
    }

    /// Its canonicalization patterns for more than one op, then those of its extensions.
    pub fn canonicalization(&self) -> impl Iterator<Item = &'static Pattern> {
        let added = self.added().flat_map(|extension| extension.canonicalize);
        self.def().canonicalize.iter().chain(added)
    }

    /// Its extensions.
    fn added(&self) -> impl Iterator<Item = &'static DialectExtension> {
        self.extensions.iter().flat_map(|all| all.iter().copied())
    }

    pub(crate) fn extensions(&self) -> Option<&Extensions> {
        self.extensions.as_ref()
    }

    /// Returns its implementation of interface `I` (a `dyn Trait`), or `None`.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.interfaces.get()
    }

    /// The type with this mnemonic.
    pub fn type_def(&self, mnemonic: &str) -> Option<TypeDefId> {
        self.types.get(mnemonic).copied()
    }

    /// The attribute with this mnemonic.
    pub fn attr_def(&self, mnemonic: &str) -> Option<AttrDefId> {
        self.attrs.get(mnemonic).copied()
    }
}
