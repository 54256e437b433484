//! Extensions: ops, types, attributes and interface implementations that a crate adds to a dialect of another crate.
//!
//! A context merges the extensions that it is made with when it loads their dialect. Nothing is overridden: two definitions
//! of one name, or two implementations of an interface for one thing, are an error that [`check`] finds before anything
//! runs.

use std::any::{TypeId, type_name};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::builtin_defs::{BUILTIN_ATTRS, BUILTIN_TYPES};
use crate::context::{Context, OpInfo};
use crate::def::{AttrDef, DialectDef, DialectTable, OpDef, ParamsTable, TypeDef};
use crate::interface_map::{InterfaceEntry, find};
use crate::pattern::Pattern;

/// Definitions and interfaces that a crate adds to a dialect of another crate.
///
/// Types and attributes of the dialect `builtin` have upstream's names: `builtin.integer`, `builtin.f32`,
/// `builtin.memref`. In a context where the dialect is not registered, nothing is defined, but the interfaces of the
/// dialect are attached to its opaque types and attributes, and those of types to the opaque types whose text starts
/// with the type's name.
pub struct DialectExtension {
    /// The namespace of the dialect.
    pub dialect: &'static str,
    /// Ops, named `dialect.op`.
    pub ops: &'static [&'static OpDef],
    /// Types, named `dialect.type`.
    pub types: &'static [&'static TypeDef],
    /// Attributes, named `dialect.attribute`.
    pub attrs: &'static [&'static AttrDef],
    /// Interface implementations for ops of the dialect, those of its extensions included.
    pub interfaces: &'static [&'static dyn Models],
    /// Interface implementations for types of the dialect, those of its extensions included.
    pub type_interfaces: &'static [&'static dyn NamedModels],
    /// Interface implementations for attributes of the dialect, those of its extensions included.
    pub attr_interfaces: &'static [&'static dyn NamedModels],
    /// Interface implementations for the dialect itself.
    pub dialect_interfaces: &'static [InterfaceEntry],
    /// Canonicalization patterns besides those of the ops' definitions.
    pub canonicalize: &'static [Pattern],
}

/// An empty extension to fill in with struct update syntax.
pub const EMPTY_EXTENSION: DialectExtension = DialectExtension {
    dialect: "",
    ops: &[],
    types: &[],
    attrs: &[],
    interfaces: &[],
    type_interfaces: &[],
    attr_interfaces: &[],
    dialect_interfaces: &[],
    canonicalize: &[],
};

/// The definition of an op, and its implementation of interface `I` (a `dyn Trait`).
pub type OpModel<I> = (&'static OpDef, &'static I);

/// Implementations of one interface for the given ops.
pub struct ExternalModels<I: ?Sized + 'static>(pub &'static [OpModel<I>]);

/// The full name of a type, an attribute or an op, and its implementation of interface `I` (a `dyn Trait`).
pub type NamedModel<I> = (&'static str, &'static I);

/// Implementations of one interface for the types, attributes or ops with the given names: those that have no definition
/// in Rust, such as types of the dialect `builtin` and ops that are defined while the program runs.
pub struct ExternalModelsByName<I: ?Sized + 'static>(pub &'static [NamedModel<I>]);

/// An implementation of an interface for each op for which a predicate holds and that has none otherwise.
pub struct ExternalModelWhere<I: ?Sized + 'static> {
    /// Returns whether the op gets the implementation. It sees the op's definition and the interfaces it has, but for those
    /// that are attached by predicate.
    pub pred: fn(&OpInfo) -> bool,
    /// The implementation.
    pub model: &'static I,
}

/// Implementations of one interface by name: [`ExternalModels`] or [`ExternalModelsByName`].
pub trait NamedModels: Send + Sync {
    /// Returns the interface.
    fn interface(&self) -> InterfaceId;

    /// Calls back with each implementation for what has this name.
    fn for_name(&'static self, name: &str, found: &mut dyn FnMut(InterfaceEntry));

    /// Calls back with each name that has an implementation.
    fn for_each_name(&self, found: &mut dyn FnMut(&'static str));
}

/// Implementations of one interface for ops: [`ExternalModels`], [`ExternalModelsByName`] or [`ExternalModelWhere`].
pub trait Models: NamedModels {
    /// Returns the implementation that is attached by predicate if the op gets it, or `None`.
    fn for_op(&'static self, op: &OpInfo) -> Option<InterfaceEntry>;
}

/// An interface.
#[derive(Clone, Copy)]
pub struct InterfaceId {
    /// The type of `&'static dyn Trait`.
    pub id: TypeId,
    /// The path of the trait, for messages.
    pub name: &'static str,
}

impl InterfaceId {
    /// Returns the interface `I` (a `dyn Trait`).
    pub fn of<I: ?Sized + 'static>() -> Self {
        Self { id: TypeId::of::<&'static I>(), name: type_name::<I>() }
    }
}

impl<I: ?Sized + Send + Sync + 'static> NamedModels for ExternalModels<I> {
    fn interface(&self) -> InterfaceId {
        InterfaceId::of::<I>()
    }

    fn for_name(&'static self, name: &str, found: &mut dyn FnMut(InterfaceEntry)) {
        for (_, model) in self.0.iter().filter(|(def, _)| def.name == name) {
            found(model);
        }
    }

    fn for_each_name(&self, found: &mut dyn FnMut(&'static str)) {
        self.0.iter().for_each(|(def, _)| found(def.name));
    }
}

impl<I: ?Sized + Send + Sync + 'static> Models for ExternalModels<I> {
    fn for_op(&'static self, _op: &OpInfo) -> Option<InterfaceEntry> {
        None
    }
}

impl<I: ?Sized + Send + Sync + 'static> NamedModels for ExternalModelsByName<I> {
    fn interface(&self) -> InterfaceId {
        InterfaceId::of::<I>()
    }

    fn for_name(&'static self, name: &str, found: &mut dyn FnMut(InterfaceEntry)) {
        for (_, model) in self.0.iter().filter(|(named, _)| *named == name) {
            found(model);
        }
    }

    fn for_each_name(&self, found: &mut dyn FnMut(&'static str)) {
        self.0.iter().for_each(|(name, _)| found(name));
    }
}

impl<I: ?Sized + Send + Sync + 'static> Models for ExternalModelsByName<I> {
    fn for_op(&'static self, _op: &OpInfo) -> Option<InterfaceEntry> {
        None
    }
}

impl<I: ?Sized + Send + Sync + 'static> NamedModels for ExternalModelWhere<I> {
    fn interface(&self) -> InterfaceId {
        InterfaceId::of::<I>()
    }

    fn for_name(&'static self, _name: &str, _found: &mut dyn FnMut(InterfaceEntry)) {}

    fn for_each_name(&self, _found: &mut dyn FnMut(&'static str)) {}
}

impl<I: ?Sized + Send + Sync + 'static> Models for ExternalModelWhere<I> {
    fn for_op(&'static self, op: &OpInfo) -> Option<InterfaceEntry> {
        (self.pred)(op).then_some(&self.model)
    }
}

/// The extensions of one dialect.
pub(crate) type Extensions = Arc<[&'static DialectExtension]>;

/// Returns the extensions of a dialect, or `None` if there is none.
pub(crate) fn of_dialect(all: &[&'static DialectExtension], dialect: &str) -> Option<Extensions> {
    let mut own = all.iter().copied().filter(|extension| extension.dialect == dialect).peekable();
    own.peek()?;
    Some(own.collect())
}

/// The kind of entity that interfaces are attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extended {
    Ops,
    Types,
    Attrs,
    Dialect,
}

impl Extended {
    fn noun(self) -> &'static str {
        match self {
            Extended::Ops => "op",
            Extended::Types => "type",
            Extended::Attrs => "attribute",
            Extended::Dialect => "dialect",
        }
    }

    /// Calls back with the implementations by name of an extension.
    fn for_each_models(
        self,
        extension: &'static DialectExtension,
        found: &mut dyn FnMut(&'static dyn NamedModels),
    ) {
        match self {
            Extended::Ops => extension.interfaces.iter().for_each(|&models| found(models)),
            Extended::Types => extension.type_interfaces.iter().for_each(|&models| found(models)),
            Extended::Attrs => extension.attr_interfaces.iter().for_each(|&models| found(models)),
            Extended::Dialect => {}
        }
    }
}

/// An implementation, with the interface that it is for.
type Attached = (TypeId, InterfaceEntry);

/// The interfaces that extensions attach to one op, type, attribute or dialect. Implementations by name are looked up
/// on first use.
pub(crate) struct Attachments {
    of: Extended,
    name: Box<str>,
    extensions: Extensions,
    by_name: OnceLock<Box<[Attached]>>,
    by_predicate: Box<[Attached]>,
}

impl Attachments {
    /// Returns what extensions of a dialect attach by name, or `None` if they attach nothing to its kind.
    pub(crate) fn new(of: Extended, name: &str, extensions: Option<&Extensions>) -> Option<Self> {
        let extensions = Arc::clone(extensions?);
        let none = |extension: &&DialectExtension| match of {
            Extended::Ops => extension.interfaces.is_empty(),
            Extended::Types => extension.type_interfaces.is_empty(),
            Extended::Attrs => extension.attr_interfaces.is_empty(),
            Extended::Dialect => extension.dialect_interfaces.is_empty(),
        };
        if extensions.iter().all(none) {
            return None;
        }
        Some(Self {
            of,
            name: name.into(),
            extensions,
            by_name: OnceLock::new(),
            by_predicate: Box::default(),
        })
    }

    /// Returns the interfaces that are attached to anything of the same kind in the dialect.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = TypeId> {
        let mut all = Vec::new();
        for extension in self.extensions.iter() {
            if self.of == Extended::Dialect {
                all.extend(extension.dialect_interfaces.iter().map(|&entry| entry.interface()));
            }
            self.of.for_each_models(extension, &mut |models| all.push(models.interface().id));
        }
        all.into_iter()
    }

    /// Returns all implementations that predicates attach to `op`, which has those by name already.
    pub(crate) fn by_predicate(op: &OpInfo) -> Box<[Attached]> {
        let Some(attachments) = op.interfaces.attachments() else { return Box::default() };
        let models = attachments.extensions.iter().flat_map(|extension| extension.interfaces);
        let attached = models.filter_map(|models| {
            let entry = models.for_op(op)?;
            let id = models.interface().id;
            let has = op.interfaces.is_own(id) || attachments.by_name().iter().any(|(other, _)| *other == id);
            (!has).then_some((id, entry))
        });
        attached.collect()
    }

    /// Sets the implementations that are attached by predicate.
    pub(crate) fn set_by_predicate(&mut self, by_predicate: Box<[Attached]>) {
        self.by_predicate = by_predicate;
    }

    fn by_name(&self) -> &[Attached] {
        self.by_name.get_or_init(|| {
            let mut attached = Vec::new();
            for extension in self.extensions.iter() {
                if self.of == Extended::Dialect {
                    attached
                        .extend(extension.dialect_interfaces.iter().map(|&entry| (entry.interface(), entry)));
                }
                self.of.for_each_models(extension, &mut |models| {
                    let id = models.interface().id;
                    models.for_name(&self.name, &mut |entry| attached.push((id, entry)));
                });
            }
            attached.into()
        })
    }

    /// Returns all implementations.
    pub(crate) fn all(&self) -> impl Iterator<Item = InterfaceEntry> {
        self.by_name().iter().chain(&self.by_predicate).map(|(_, entry)| *entry)
    }

    /// Returns the implementation of an interface, or `None`.
    ///
    /// # Panics
    ///
    /// If there are two.
    pub(crate) fn find<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        let wanted = TypeId::of::<&'static I>();
        let mut of_it = self.by_name().iter().chain(&self.by_predicate).filter(|(id, _)| *id == wanted);
        let (_, entry) = of_it.next()?;
        assert!(of_it.next().is_none(), "{}", twice(type_name::<I>(), &self.name));
        find(&[*entry])
    }
}

/// Returns the message for an interface that is implemented twice for one thing.
fn twice(interface: &str, name: &str) -> String {
    format!("'{name}' has two implementations of the interface '{interface}'")
}

/// Returns the message for an op, a type or an attribute that is defined twice.
pub(crate) fn defined_twice(noun: &str, name: &str) -> String {
    format!("the {noun} '{name}' is defined twice")
}

/// The names of one kind of thing in a dialect, and the interfaces of their own.
type Named<'d> = FxHashMap<&'d str, &'static [InterfaceEntry]>;

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
fn all_names<'d>(
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
    let builtin_types = BUILTIN_TYPES.iter().filter(|_| is_builtin).map(|def| (def.name, def.interfaces));
    let types =
        dialect.types.iter().map(|def| named(def)).chain(added_types.map(|def| (def.name, def.interfaces)));
    let added_attrs = added.iter().flat_map(|extension| extension.attrs);
    let builtin_attrs = BUILTIN_ATTRS.iter().filter(|_| is_builtin).map(|def| (def.name, def.interfaces));
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

/// Reports implementations for what does not exist, and interfaces that are implemented twice.
fn check_models(of: Extended, extensions: &Extensions, named: &Named<'_>, errors: &mut Vec<String>) {
    let (mut known, noun) = (FxHashSet::<(&'static str, TypeId)>::default(), of.noun());
    for extension in extensions.iter() {
        of.for_each_models(extension, &mut |models| {
            let InterfaceId { id, name: interface } = models.interface();
            models.for_each_name(&mut |name| match named.get(name) {
                None => {
                    let message =
                        format!("there is no {noun} '{name}' to implement the interface '{interface}' for");
                    errors.push(message);
                }
                Some(own) => {
                    if !known.insert((name, id)) || own.iter().any(|&entry| entry.interface() == id) {
                        errors.push(twice(interface, name));
                    }
                }
            });
        });
    }
}

/// Reports interfaces that are implemented twice for a dialect.
fn check_dialect(dialect: &'static DialectDef, extensions: &Extensions, errors: &mut Vec<String>) {
    let added = extensions.iter().flat_map(|extension| extension.dialect_interfaces);
    let mut known = FxHashSet::default();
    for &entry in dialect.interfaces.iter().chain(added) {
        if !known.insert(entry.interface()) {
            errors.push(format!("the dialect '{}' has two implementations of an interface", dialect.name));
        }
    }
}

/// Checks that extensions agree with their dialects and with each other, so that each context with them works. Extensions
/// of other dialects than those given are skipped. Loads the dialects that are extended.
///
/// # Errors
///
/// A message for each op, type and attribute that is defined twice or belongs to another dialect, each implementation for
/// what does not exist, and each interface that is implemented twice for one thing.
pub fn check(
    dialects: &[&'static DialectDef],
    extensions: &[&'static DialectExtension],
) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    let mut extended = Vec::new();
    for dialect in dialects {
        let Some(own) = of_dialect(extensions, dialect.name) else { continue };
        let [ops, types, attrs] = all_names(dialect, Some(&own), &mut errors);
        let all = [(Extended::Ops, &ops), (Extended::Types, &types), (Extended::Attrs, &attrs)];
        for (of, named) in all {
            check_models(of, &own, named, &mut errors);
        }
        check_dialect(dialect, &own, &mut errors);
        extended.push((own, ops));
    }
    if errors.is_empty() {
        check_predicates(&Context::with_extensions(dialects, extensions), &extended, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The namespace of the types and attributes that are part of the IR.
pub(crate) const BUILTIN: &str = "builtin";

/// Checks that no op gets two implementations of an interface by predicate.
fn check_predicates(cx: &Context, extended: &[(Extensions, Named<'static>)], errors: &mut Vec<String>) {
    for (extensions, ops) in extended {
        let mut names: Vec<&str> = ops.keys().copied().collect();
        names.sort_unstable();
        for op in names {
            let info = cx.registered_op(op).map(|name| cx.op_info(name));
            let attachments = info.and_then(|info| info.interfaces.attachments());
            let mut known = FxHashSet::default();
            for (id, _) in attachments.into_iter().flat_map(|attachments| &attachments.by_predicate) {
                if !known.insert(*id) {
                    let models = extensions.iter().flat_map(|extension| extension.interfaces);
                    let name = models.map(|models| models.interface()).find(|interface| interface.id == *id);
                    errors.push(twice(name.map_or("", |interface| interface.name), op));
                }
            }
        }
    }
}
