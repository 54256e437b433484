//! Extensions: ops, types, attributes and interface implementations that a crate adds to a dialect of another crate.
//!
//! A context merges its extensions when it loads their dialect. Nothing is overridden: two definitions of one name, or
//! two implementations of an interface for one thing, are an error that [`check`] finds before anything runs.

mod check;
pub(crate) mod names;

use std::any::{TypeId, type_name};
use std::sync::Arc;

use crate::def::{AttrDef, OpDef, TypeDef};
use crate::interface_map::{Attached, AttachmentSource, Attachments, InterfaceEntry};
use crate::op_info::OpInfo;
use crate::pattern::Pattern;
pub use check::check;

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

    /// Calls back with each implementation for the entity of this name.
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

/// The models of extensions for one op, type, attribute or dialect, by its name.
struct ByName {
    of: Extended,
    name: Box<str>,
    extensions: Extensions,
}

impl AttachmentSource for ByName {
    fn interfaces(&self) -> Vec<TypeId> {
        let mut all = Vec::new();
        for extension in self.extensions.iter() {
            if self.of == Extended::Dialect {
                all.extend(extension.dialect_interfaces.iter().map(|&entry| entry.interface()));
            }
            self.of.for_each_models(extension, &mut |models| all.push(models.interface().id));
        }
        all
    }

    fn by_name(&self) -> Vec<Attached> {
        let mut attached = Vec::new();
        for extension in self.extensions.iter() {
            if self.of == Extended::Dialect {
                attached.extend(extension.dialect_interfaces.iter().map(|&entry| (entry.interface(), entry)));
            }
            self.of.for_each_models(extension, &mut |models| {
                let id = models.interface().id;
                models.for_name(&self.name, &mut |entry| attached.push((id, entry)));
            });
        }
        attached
    }
}

/// Returns what extensions of a dialect attach by name, or `None` if they attach nothing to its kind.
pub(crate) fn attachments(of: Extended, name: &str, extensions: Option<&Extensions>) -> Option<Attachments> {
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
    Some(Attachments::new(name, Box::new(ByName { of, name: name.into(), extensions })))
}

/// Returns all implementations that predicates attach to `op`, which has those by name already.
pub(crate) fn attached_by_predicate(op: &OpInfo, extensions: &Extensions) -> Box<[Attached]> {
    let Some(attachments) = op.interfaces.attachments() else { return Box::default() };
    let models = extensions.iter().flat_map(|extension| extension.interfaces);
    let attached = models.filter_map(|models| {
        let entry = models.for_op(op)?;
        let id = models.interface().id;
        let has = op.interfaces.is_own(id) || attachments.by_name().iter().any(|(other, _)| *other == id);
        (!has).then_some((id, entry))
    });
    attached.collect()
}

/// The namespace of the types and attributes that are part of the IR.
pub(crate) const BUILTIN: &str = "builtin";
