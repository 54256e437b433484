//! Definitions of ops, types and attributes, and the interfaces that these implement.

use std::sync::atomic::Ordering;

use super::Registry;
use crate::attrs::{Attr, AttrData};
use crate::builtin_rows::{attr_row, type_row};
use crate::context::Context;
use crate::def::{AttrDef, AttrDefId, OpDef, TypeDef};
use crate::extension::{Extended, attachments};
use crate::ids::OpName;
use crate::interface_map::InterfaceMap;
use crate::strings::Str;
use crate::types::{Type, TypeData};

/// The distance of consecutive definitions, in bytes.
const SPACING: usize = size_of::<OpDef>();

impl Context {
    /// The op name of a definition; loads its dialect.
    #[inline]
    pub fn op_name_of(&self, def: &'static OpDef) -> OpName {
        let place = self.defined_names.place(std::ptr::from_ref(def).addr() / SPACING);
        if let Some(known) = place.load(Ordering::Relaxed).checked_sub(1) {
            let name = OpName::from_u32(known);
            if self.op_info(name).is(def) {
                return name;
            }
        }
        let name = self.op_name(def.name);
        place.store(name.as_u32() + 1, Ordering::Relaxed);
        name
    }

    /// Returns the id of an attribute definition, whose dialect is loaded if need be; `None` if it is not registered.
    pub fn attr_def_id(&self, def: &'static AttrDef) -> Option<AttrDefId> {
        let place = self.defined_attrs.place(std::ptr::from_ref(def).addr() / size_of::<AttrDef>());
        let is = |&id: &AttrDefId| self.attr_def(id).is(def);
        if let Some(known) = place.load(Ordering::Relaxed).checked_sub(1).map(AttrDefId::from_u32).filter(is)
        {
            return Some(known);
        }
        let (prefix, mnemonic) = def.name.split_once('.')?;
        let id = self.dialect(prefix)?.attr_def(mnemonic).filter(is)?;
        place.store(id.as_u32() + 1, Ordering::Relaxed);
        Some(id)
    }

    /// The parameters of an attribute of this definition.
    pub fn attr_params(&self, attr: Attr, def: &'static AttrDef) -> Option<&[Attr]> {
        match self.attr_data(attr) {
            AttrData::Dialect { def: id, params } if self.attr_def(*id).is(def) => Some(params),
            _ => None,
        }
    }

    /// The parameters of a type of this definition.
    pub fn type_params(&self, ty: Type, def: &'static TypeDef) -> Option<&[Attr]> {
        match self.type_data(ty) {
            TypeData::Dialect { def: id, params } if self.type_def(*id).is(def) => Some(params),
            _ => None,
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by an attribute, or `None`.
    pub fn attr_interface<I: ?Sized + 'static>(&self, attr: Attr) -> Option<&'static I> {
        let data = self.attr_data(attr);
        match data {
            AttrData::Dialect { def, .. } => self.attr_def(*def).interfaces.get(),
            AttrData::Opaque { dialect, data, .. } if !self.slot::<Registry>().unregistered.is_empty() => {
                self.opaque_interface(Extended::Attrs, *dialect, *data)
            }
            _ => self.builtin_attrs[attr_row(data)?].get(),
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by a type, or `None`.
    pub fn type_interface<I: ?Sized + 'static>(&self, ty: Type) -> Option<&'static I> {
        let data = self.type_data(ty);
        match data {
            TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
                self.type_def(*def).interfaces.get()
            }
            TypeData::Opaque { dialect, data } if !self.slot::<Registry>().unregistered.is_empty() => {
                self.opaque_interface(Extended::Types, *dialect, *data)
            }
            _ => self.builtin_types[type_row(data)?].get(),
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`) by a dialect, or `None`. The dialect is loaded if need
    /// be; one that is not registered has what extensions implement for it.
    pub fn dialect_interface<I: ?Sized + 'static>(&self, namespace: &str) -> Option<&'static I> {
        match self.dialect(namespace) {
            Some(dialect) => dialect.interface(),
            None => self.slot::<Registry>().unregistered.get(namespace)?.1.get(),
        }
    }

    /// Returns what extensions of a dialect that is not registered implement for a type or attribute by the name that its
    /// text starts with, or `None`.
    fn opaque_interface<I: ?Sized + 'static>(
        &self,
        of: Extended,
        dialect: Str,
        data: Str,
    ) -> Option<&'static I> {
        let dialect = dialect.text(self);
        let (extensions, _) = self.slot::<Registry>().unregistered.get(dialect)?;
        let data = data.bytes(self);
        let mnemonic = data.split(|&byte| byte == b'<').next().unwrap_or(data);
        let name = format!("{dialect}.{}", String::from_utf8_lossy(mnemonic));
        InterfaceMap::new(&[], attachments(of, &name, Some(extensions))).get()
    }
}
