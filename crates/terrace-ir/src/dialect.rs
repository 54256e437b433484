//! A dialect that a context has loaded.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::def::{AttrDef, AttrDefId, DialectDef, OpDef, TypeDef, TypeDefId};
use crate::extension::{Attachments, DialectExtension, Extended, Extensions};
use crate::interface_map::InterfaceMap;
use crate::pattern::Pattern;
use crate::strings::Str;

/// A loaded dialect: its definition with what its extensions add.
pub struct Dialect {
    /// Its namespace.
    pub name: Str,
    /// Its definition.
    pub def: &'static DialectDef,
    types: FxHashMap<&'static str, TypeDefId>,
    attrs: FxHashMap<&'static str, AttrDefId>,
    interfaces: InterfaceMap,
    /// Its extensions, if there are any.
    extensions: Option<Extensions>,
    /// Its ops and the dialects it needs are there too.
    pub(crate) ready: AtomicBool,
}

fn mnemonic(name: &'static str) -> &'static str {
    name.split_once('.').map_or(name, |(_, rest)| rest)
}

impl Dialect {
    pub(crate) fn new(name: Str, def: &'static DialectDef, extensions: Option<Extensions>) -> Self {
        let attachments = Attachments::new(Extended::Dialect, def.name, extensions.as_ref());
        Self {
            name,
            def,
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            interfaces: InterfaceMap::new(def.interfaces, attachments),
            extensions,
            ready: AtomicBool::new(false),
        }
    }

    /// Adds a type; false if there is one of the name.
    pub(crate) fn add_type(&mut self, name: &'static str, id: TypeDefId) -> bool {
        self.types.insert(mnemonic(name), id).is_none()
    }

    /// Adds an attribute; false if there is one of the name.
    pub(crate) fn add_attr(&mut self, name: &'static str, id: AttrDefId) -> bool {
        self.attrs.insert(mnemonic(name), id).is_none()
    }

    /// Returns the text of its namespace.
    pub fn namespace(&self) -> &str {
        self.def.name
    }

    /// Its ops, then those of its extensions.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> + use<> {
        let def = self.def;
        def.ops.iter().chain(self.added().flat_map(|extension| extension.ops)).copied()
    }

    /// Its types, then those of its extensions.
    pub fn type_defs(&self) -> impl Iterator<Item = &'static TypeDef> + use<> {
        let def = self.def;
        def.types.iter().chain(self.added().flat_map(|extension| extension.types)).copied()
    }

    /// Its attributes, then those of its extensions.
    pub fn attr_defs(&self) -> impl Iterator<Item = &'static AttrDef> + use<> {
        let def = self.def;
        def.attrs.iter().chain(self.added().flat_map(|extension| extension.attrs)).copied()
    }

    /// Its canonicalization patterns for more than one op, then those of its extensions.
    pub fn canonicalization(&self) -> impl Iterator<Item = &'static Pattern> + use<> {
        let def = self.def;
        def.canonicalize.iter().chain(self.added().flat_map(|extension| extension.canonicalize))
    }

    /// Its extensions.
    fn added(&self) -> impl Iterator<Item = &'static DialectExtension> + use<> {
        let all: Vec<_> = self.extensions.iter().flat_map(|all| all.iter().copied()).collect();
        all.into_iter()
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
