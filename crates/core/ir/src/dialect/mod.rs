//! A dialect that a context has loaded.

mod contents;

use std::any::Any;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;
use terrace_support::held::HeldAs;

use crate::families::DialectTables;
use crate::handles::{AttrDefId, Str, TypeDefId};
use crate::interface_map::InterfaceMap;

/// A loaded dialect: its definition with what its extensions add.
pub struct Dialect {
    /// Its namespace.
    pub name: Str,
    namespace: Box<str>,
    def: HeldAs<DialectTables>,
    types: FxHashMap<Box<str>, TypeDefId>,
    attrs: FxHashMap<Box<str>, AttrDefId>,
    interfaces: InterfaceMap,
    /// Its extensions, if there are any.
    extensions: Option<Box<dyn Any + Send + Sync>>,
    /// Its ops and the dialects it needs are there too.
    pub(crate) ready: AtomicBool,
}

fn mnemonic(name: &str) -> Box<str> {
    name.split_once('.').map_or(name, |(_, rest)| rest).into()
}

impl Dialect {
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
        &self.namespace
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
