//! By which definition a type or an attribute is made.

use crate::attrs::{Attr, AttrData};
use crate::builtin_defs::{BUILTIN_ATTRS, BUILTIN_TYPES, attr_row, type_row};
use crate::context::Context;
use crate::def::{AttrDefId, TypeDefId};
use crate::types::{Type, TypeData};

/// The definition by which a type is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeBase {
    /// A type of the dialect `builtin`: a row of a table.
    Builtin(u32),
    /// A type of another dialect.
    Dialect(TypeDefId),
}

/// The definition by which an attribute is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrBase {
    /// An attribute of the dialect `builtin`: a row of a table.
    Builtin(u32),
    /// An attribute of another dialect.
    Dialect(AttrDefId),
}

fn builtin_row(table: &[crate::def::TypeDef], name: &str) -> Option<u32> {
    table.iter().position(|def| def.name == name).map(|row| row as u32)
}

impl Context {
    /// Returns the definition by which a type is made.
    pub fn type_base(&self, ty: Type) -> TypeBase {
        match ty.data(self) {
            TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => TypeBase::Dialect(*def),
            data => TypeBase::Builtin(type_row(data).unwrap_or(0) as u32),
        }
    }

    /// Returns the definition by which an attribute is made; `None` for the absent one.
    pub fn attr_base(&self, attr: Attr) -> Option<AttrBase> {
        match attr.data(self) {
            AttrData::Dialect { def, .. } => Some(AttrBase::Dialect(*def)),
            data => attr_row(data).map(|row| AttrBase::Builtin(row as u32)),
        }
    }

    /// Returns the definition of types with this name, as `builtin.integer`; `None` if there is none in a loaded dialect.
    pub fn type_base_named(&self, name: &str) -> Option<TypeBase> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let of_dialect = || self.loaded_dialect(dialect)?.type_def(mnemonic).map(TypeBase::Dialect);
        builtin_row(BUILTIN_TYPES, name).map(TypeBase::Builtin).or_else(of_dialect)
    }

    /// Returns the definition of attributes with this name, as `builtin.integer`; `None` if there is none in a loaded
    /// dialect.
    pub fn attr_base_named(&self, name: &str) -> Option<AttrBase> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let of_dialect = || self.loaded_dialect(dialect)?.attr_def(mnemonic).map(AttrBase::Dialect);
        builtin_row(BUILTIN_ATTRS, name).map(AttrBase::Builtin).or_else(of_dialect)
    }

    /// Returns the full name of a definition of types.
    pub fn type_base_name(&self, base: TypeBase) -> &str {
        match base {
            TypeBase::Builtin(row) => BUILTIN_TYPES[row as usize].name,
            TypeBase::Dialect(def) => self.type_def(def).def().name,
        }
    }

    /// Returns the full name of a definition of attributes.
    pub fn attr_base_name(&self, base: AttrBase) -> &str {
        match base {
            AttrBase::Builtin(row) => BUILTIN_ATTRS[row as usize].name,
            AttrBase::Dialect(def) => self.attr_def(def).def().name,
        }
    }
}
