//! Extensions: ops and interface implementations that a crate adds to a dialect of another crate.
//!
//! A context merges the extensions that it is made with when it loads their dialect. Nothing is overridden: two ops of one
//! name, or two implementations of an interface for one op, are an error that [`check`] finds before anything runs.

use std::any::{TypeId, type_name};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::{Context, InterfaceEntry, OpInfo};
use crate::def::{DialectDef, OpDef};
use crate::pattern::Pattern;

/// What a crate adds to a dialect of another crate.
pub struct DialectExtension {
    /// The namespace of the dialect. The extension has no effect in a context without it.
    pub dialect: &'static str,
    /// Ops, named `dialect.op`.
    pub ops: &'static [&'static OpDef],
    /// Interface implementations for ops of the dialect, those of its extensions included.
    pub interfaces: &'static [&'static dyn Models],
    /// Canonicalization patterns besides those of the ops' definitions.
    pub canonicalize: &'static [Pattern],
}

/// An empty extension to fill in with struct update syntax.
pub const EMPTY_EXTENSION: DialectExtension =
    DialectExtension { dialect: "", ops: &[], interfaces: &[], canonicalize: &[] };

/// The full name of an op, and its implementation of interface `I` (a `dyn Trait`).
pub type OpModel<I> = (&'static str, &'static I);

/// Implementations of one interface for the ops with the given names.
pub struct ExternalModels<I: ?Sized + 'static>(pub &'static [OpModel<I>]);

/// An implementation of an interface for each op for which a predicate holds and that has none otherwise.
pub struct ExternalModelWhere<I: ?Sized + 'static> {
    /// Returns whether the op gets the implementation. It sees the op's definition and the interfaces it has, but for those
    /// that are attached by predicate.
    pub pred: fn(&OpInfo) -> bool,
    /// The implementation.
    pub model: &'static I,
}

/// Implementations of one interface for ops: [`ExternalModels`] or [`ExternalModelWhere`].
pub trait Models: Send + Sync {
    /// Returns the interface.
    fn interface(&self) -> InterfaceId;

    /// Calls back with each implementation for the op of this name.
    fn for_name(&'static self, op: &str, found: &mut dyn FnMut(InterfaceEntry));

    /// Calls back with each op name that has an implementation.
    fn for_each_name(&self, found: &mut dyn FnMut(&'static str));

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

impl<I: ?Sized + Send + Sync + 'static> Models for ExternalModels<I> {
    fn interface(&self) -> InterfaceId {
        InterfaceId::of::<I>()
    }

    fn for_name(&'static self, op: &str, found: &mut dyn FnMut(InterfaceEntry)) {
        for (_, model) in self.0.iter().filter(|(name, _)| *name == op) {
            found(model);
        }
    }

    fn for_each_name(&self, found: &mut dyn FnMut(&'static str)) {
        self.0.iter().for_each(|(name, _)| found(name));
    }

    fn for_op(&'static self, _op: &OpInfo) -> Option<InterfaceEntry> {
        None
    }
}

impl<I: ?Sized + Send + Sync + 'static> Models for ExternalModelWhere<I> {
    fn interface(&self) -> InterfaceId {
        InterfaceId::of::<I>()
    }

    fn for_name(&'static self, _op: &str, _found: &mut dyn FnMut(InterfaceEntry)) {}

    fn for_each_name(&self, _found: &mut dyn FnMut(&'static str)) {}

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

/// An implementation, with the interface that it is for.
type Attached = (TypeId, InterfaceEntry);

/// What extensions attach to one op. Implementations by name are looked up when one is first asked for.
pub(crate) struct Attachments {
    op: &'static str,
    extensions: Extensions,
    by_name: OnceLock<Box<[Attached]>>,
    by_predicate: Box<[Attached]>,
}

impl Attachments {
    /// Returns what extensions attach to an op by name.
    pub(crate) fn new(op: &'static str, extensions: Extensions) -> Self {
        Self { op, extensions, by_name: OnceLock::new(), by_predicate: Box::default() }
    }

    /// Returns the interfaces of the models of a dialect, whether for this op or others.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = TypeId> {
        self.models().map(|models| models.interface().id)
    }

    /// Returns all implementations that predicates attach to `op`, which has those by name already.
    pub(crate) fn by_predicate(op: &OpInfo) -> Box<[Attached]> {
        let Some(attachments) = &op.attachments else { return Box::default() };
        let attached = attachments.models().filter_map(|models| {
            let entry = models.for_op(op)?;
            let id = models.interface().id;
            let has = op.def.is_some_and(|def| def.interfaces.iter().any(|own| own.type_id() == id))
                || attachments.by_name().iter().any(|(other, _)| *other == id);
            (!has).then_some((id, entry))
        });
        attached.collect()
    }

    /// The same attachments, with those by predicate.
    pub(crate) fn with(self, by_predicate: Box<[Attached]>) -> Self {
        Self { by_predicate, ..self }
    }

    fn models(&self) -> impl Iterator<Item = &'static dyn Models> {
        self.extensions.iter().flat_map(|extension| extension.interfaces).copied()
    }

    fn by_name(&self) -> &[Attached] {
        self.by_name.get_or_init(|| {
            let mut attached = Vec::new();
            for models in self.models() {
                let id = models.interface().id;
                models.for_name(self.op, &mut |entry| attached.push((id, entry)));
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
        assert!(of_it.next().is_none(), "{}", twice(type_name::<I>(), self.op));
        entry.downcast_ref::<&'static I>().copied()
    }
}

/// Returns the message for an interface that is implemented twice for an op.
fn twice(interface: &str, op: &str) -> String {
    format!("'{op}' has two implementations of the interface '{interface}'")
}

/// Returns the message for an op that is defined twice.
pub(crate) fn defined_twice(op: &str) -> String {
    format!("the op '{op}' is defined twice")
}

/// Checks that extensions agree with their dialects and with each other, so that each context with them works. Extensions
/// of other dialects than those given are skipped. Loads the dialects that are extended.
///
/// # Errors
///
/// A message for each op that is defined twice or belongs to another dialect, each implementation for an op that does not
/// exist, and each interface that is implemented twice for one op.
pub fn check(
    dialects: &[&'static DialectDef],
    extensions: &[&'static DialectExtension],
) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    let mut extended = Vec::new();
    for dialect in dialects {
        let Some(own) = of_dialect(extensions, dialect.name) else { continue };
        let mut ops: FxHashMap<&'static str, &'static OpDef> = FxHashMap::default();
        for &op in dialect.ops.iter().chain(own.iter().flat_map(|extension| extension.ops)) {
            if ops.insert(op.name, op).is_some() {
                errors.push(defined_twice(op.name));
            }
            if op.name.split_once('.').is_none_or(|(prefix, _)| prefix != dialect.name) {
                errors
                    .push(format!("the op '{}' does not belong to the dialect '{}'", op.name, dialect.name));
            }
        }
        let mut known: FxHashSet<(&'static str, TypeId)> = FxHashSet::default();
        for models in own.iter().flat_map(|extension| extension.interfaces) {
            let InterfaceId { id, name } = models.interface();
            models.for_each_name(&mut |op| match ops.get(op) {
                None => errors.push(format!("there is no op '{op}' to implement the interface '{name}' for")),
                Some(def) => {
                    let own = def.interfaces.iter().any(|entry| entry.type_id() == id);
                    if !known.insert((op, id)) || own {
                        errors.push(twice(name, op));
                    }
                }
            });
        }
        extended.push((own, ops));
    }
    if errors.is_empty() {
        check_predicates(&Context::with_extensions(dialects, extensions), &extended, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks that no op gets two implementations of an interface by predicate.
fn check_predicates(
    cx: &Context,
    extended: &[(Extensions, FxHashMap<&'static str, &'static OpDef>)],
    errors: &mut Vec<String>,
) {
    for (extensions, ops) in extended {
        let mut names: Vec<&str> = ops.keys().copied().collect();
        names.sort_unstable();
        for op in names {
            let attachments = cx.registered_op(op).and_then(|name| cx.op_info(name).attachments.as_ref());
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
