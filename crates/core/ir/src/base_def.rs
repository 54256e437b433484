//! By which definition a type or an attribute is made.

use crate::attrs::{Attr, AttrData};
use crate::builtin_rows::{BUILTIN_ATTR_NAMES, BUILTIN_TYPE_NAMES, attr_row, type_row};
use crate::context::Context;
use crate::handles::{AttrDefId, TypeDefId};
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

fn builtin_row(table: &[&str], name: &str) -> Option<u32> {
    table.iter().position(|&known| known == name).map(|row| row as u32)
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
        builtin_row(BUILTIN_TYPE_NAMES, name).map(TypeBase::Builtin).or_else(of_dialect)
    }

    /// Returns the definition of attributes with this name, as `builtin.integer`; `None` if there is none in a loaded
    /// dialect.
    pub fn attr_base_named(&self, name: &str) -> Option<AttrBase> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let of_dialect = || self.loaded_dialect(dialect)?.attr_def(mnemonic).map(AttrBase::Dialect);
        builtin_row(BUILTIN_ATTR_NAMES, name).map(AttrBase::Builtin).or_else(of_dialect)
    }

    /// Returns the full name of a definition of types.
    pub fn type_base_name(&self, base: TypeBase) -> &str {
        match base {
            TypeBase::Builtin(row) => BUILTIN_TYPE_NAMES[row as usize],
            TypeBase::Dialect(def) => self.type_def(def).def().name,
        }
    }

    /// Returns the full name of a definition of attributes.
    pub fn attr_base_name(&self, base: AttrBase) -> &str {
        match base {
            AttrBase::Builtin(row) => BUILTIN_ATTR_NAMES[row as usize],
            AttrBase::Dialect(def) => self.attr_def(def).def().name,
        }
    }
}
