//! The names in a dialect and its extensions.

use rustc_hash::FxHashMap;

use super::{BUILTIN, DialectExtension, Extended, Extensions};
use crate::builtin_rows::{BUILTIN_ATTR_NAMES, BUILTIN_TYPE_NAMES};
use crate::def::{DialectTable, ParamsTable};
use crate::interface_map::InterfaceEntry;

/// Returns the message for an op, a type or an attribute that is defined twice.
pub(crate) fn defined_twice(noun: &str, name: &str) -> String {
    format!("the {noun} '{name}' is defined twice")
}

/// The names of one kind of entity in a dialect, with their interfaces.
pub(super) type Named<'d> = FxHashMap<&'d str, &'static [InterfaceEntry]>;

/// Collects the names of definitions, and reports those that are defined twice or belong elsewhere.
fn names_of<'d>(
    of: Extended,
    dialect: &str,
    defs: impl Iterator<Item = (&'d str, &'static [InterfaceEntry])>,
    errors: &mut Vec<String>,
) -> Named<'d> {
    let (mut named, noun) = (Named::default(), of.noun());
    for (name, interfaces) in defs {
        if named.insert(name, interfaces).is_some() {
            errors.push(defined_twice(noun, name));
        }
        if name.split_once('.').is_none_or(|(prefix, _)| prefix != dialect) {
            errors.push(format!("the {noun} '{name}' does not belong to the dialect '{dialect}'"));
        }
    }
    named
}

/// Collects the names of the ops, types and attributes of a dialect and its extensions, and reports those that are defined
/// twice or belong elsewhere.
pub(super) fn all_names<'d>(
    dialect: &'d DialectTable<'d>,
    extensions: Option<&Extensions>,
    errors: &mut Vec<String>,
) -> [Named<'d>; 3] {
    let added: &[&'static DialectExtension] = extensions.map_or(&[], |own| own);
    let is_builtin = dialect.name == BUILTIN;
    let ops = dialect.ops.iter().map(|op| (op.name, op.interfaces));
    let ops = ops.chain(added.iter().flat_map(|extension| extension.ops).map(|op| (op.name, op.interfaces)));
    let named = |def: &ParamsTable<'d>| (def.name, def.interfaces);
    let added_types = added.iter().flat_map(|extension| extension.types);
    let builtin = |names: &'static [&'static str]| {
        let no_interfaces: &'static [InterfaceEntry] = &[];
        names.iter().filter(move |_| is_builtin).map(move |&name| (name, no_interfaces))
    };
    let builtin_types = builtin(BUILTIN_TYPE_NAMES);
    let types =
        dialect.types.iter().map(|def| named(def)).chain(added_types.map(|def| (def.name, def.interfaces)));
    let added_attrs = added.iter().flat_map(|extension| extension.attrs);
    let builtin_attrs = builtin(BUILTIN_ATTR_NAMES);
    let attrs =
        dialect.attrs.iter().map(|def| named(def)).chain(added_attrs.map(|def| (def.name, def.interfaces)));
    [
        names_of(Extended::Ops, dialect.name, ops, errors),
        names_of(Extended::Types, dialect.name, types.chain(builtin_types), errors),
        names_of(Extended::Attrs, dialect.name, attrs.chain(builtin_attrs), errors),
    ]
}

/// Checks a dialect that is defined while the program runs, with its extensions.
///
/// # Errors
///
/// A message for the first name that is defined twice or belongs elsewhere, or the first format that is not well-formed.
pub(crate) fn check_dialect_table(
    dialect: &DialectTable<'_>,
    extensions: Option<&Extensions>,
) -> Result<(), String> {
    let mut errors = Vec::new();
    all_names(dialect, extensions, &mut errors);
    let ops = dialect.ops.iter().filter_map(|op| Some((op.name, op.format?)));
    let params = dialect.types.iter().chain(dialect.attrs).filter_map(|def| Some((def.name, def.format?)));
    for (name, format) in ops.chain(params) {
        if let Err(error) = terrace_format::parse(format) {
            errors.push(format!("the format of '{name}' is not well-formed: {error}"));
        }
    }
    errors.into_iter().next().map_or(Ok(()), Err)
}
