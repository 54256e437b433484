//! The interfaces that an op, a type, an attribute or a dialect implements.

use std::any::{Any, TypeId, type_name};
use std::hash::BuildHasher;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

/// An interface implementation of any interface: a `&'static dyn Trait`.
pub trait InterfaceImpl: Any + Send + Sync {
    /// Returns the path of the trait.
    fn path(&self) -> &'static str;
}

impl<I: ?Sized + Send + Sync + 'static> InterfaceImpl for &'static I {
    fn path(&self) -> &'static str {
        type_name::<I>()
    }
}

/// An interface implementation: a `&'static dyn Trait`.
pub type InterfaceEntry = &'static dyn InterfaceImpl;

impl dyn InterfaceImpl {
    /// Returns the type of the `&'static dyn Trait`.
    pub fn interface(&self) -> TypeId {
        let any: &dyn Any = self;
        any.type_id()
    }

    /// Returns the implementation if it is one of the interface `I`, or `None`.
    #[inline]
    pub fn downcast<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        let any: &dyn Any = self;
        any.downcast_ref::<&'static I>().copied()
    }

    /// Returns whether the implementation is one of the interface `I`.
    pub fn is<I: ?Sized + 'static>(&self) -> bool {
        self.downcast::<I>().is_some()
    }
}

/// The implementations of interfaces for one op, type, attribute or dialect: those of its definition, then those that
/// extensions attach. A look-up that misses costs one test of a bit for most interfaces, with extensions or without.
#[derive(Default)]
pub struct InterfaceMap {
    own: &'static [InterfaceEntry],
    /// A mark of each interface in `own`.
    own_marks: u64,
    /// The same for the interfaces that extensions attach to anything of the same kind in the dialect.
    extension_marks: u64,
    attachments: Option<Box<Attachments>>,
}

/// Returns the bit of an interface in a filter; interfaces share bits.
#[inline]
fn mark_of(interface: TypeId) -> u64 {
    1 << (FxBuildHasher.hash_one(interface) & 63)
}

fn marks_of(interfaces: impl Iterator<Item = TypeId>) -> u64 {
    interfaces.fold(0, |marks, interface| marks | mark_of(interface))
}

impl InterfaceMap {
    /// Returns the interfaces of a definition, with what extensions attach by name.
    pub(crate) fn new(own: &'static [InterfaceEntry], attachments: Option<Attachments>) -> Self {
        Self {
            own,
            own_marks: marks_of(own.iter().map(|&entry| entry.interface())),
            extension_marks: attachments
                .as_ref()
                .map_or(0, |all| marks_of(all.source.interfaces().into_iter())),
            attachments: attachments.map(Box::new),
        }
    }

    /// Returns the implementation of interface `I` (a `dyn Trait`), or `None`.
    ///
    /// # Panics
    ///
    /// If extensions attach two, which [`crate::extension::check`] finds.
    #[inline]
    pub fn get<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        let mark = mark_of(TypeId::of::<&'static I>());
        if self.own_marks & mark != 0
            && let Some(found) = find(self.own)
        {
            return Some(found);
        }
        if self.extension_marks & mark == 0 {
            return None;
        }
        self.attachments.as_ref()?.find()
    }

    /// Returns the names of all interfaces, sorted: the last part of the paths of their traits.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let attached = self.attachments.as_ref().map(|attachments| attachments.all());
        let all = self.own.iter().copied().chain(attached.into_iter().flatten());
        let mut names: Vec<&str> =
            all.map(|entry| entry.path().rsplit("::").next().unwrap_or_default()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns whether the definition itself implements an interface.
    pub(crate) fn is_own(&self, interface: TypeId) -> bool {
        self.own.iter().any(|&entry| entry.interface() == interface)
    }

    /// Returns whether extensions attach interface `I` to anything of the same kind in the dialect; may err with yes.
    pub(crate) fn may_be_extended<I: ?Sized + 'static>(&self) -> bool {
        self.extension_marks & mark_of(TypeId::of::<&'static I>()) != 0
    }

    /// Returns what extensions attach, or `None` if the dialect has none.
    pub(crate) fn attachments(&self) -> Option<&Attachments> {
        self.attachments.as_deref()
    }

    /// Returns what extensions attach, to be changed, or `None` if the dialect has none.
    pub(crate) fn attachments_mut(&mut self) -> Option<&mut Attachments> {
        self.attachments.as_deref_mut()
    }
}

/// Returns the implementation of an interface among some, or `None`.
fn find<I: ?Sized + 'static>(entries: &[InterfaceEntry]) -> Option<&'static I> {
    entries.iter().find_map(|&entry| entry.downcast())
}

/// An implementation, with the interface that it is for.
pub(crate) type Attached = (TypeId, InterfaceEntry);

/// The source of the interfaces that are attached to one op, type, attribute or dialect.
pub(crate) trait AttachmentSource: Send + Sync {
    /// Returns the interfaces that are attached to anything of the same kind in the dialect.
    fn interfaces(&self) -> Vec<TypeId>;

    /// Returns the implementations that are attached by name.
    fn by_name(&self) -> Vec<Attached>;
}

/// The interfaces that extensions attach to one op, type, attribute or dialect. Implementations by name are looked up
/// on first use.
pub(crate) struct Attachments {
    name: Box<str>,
    source: Box<dyn AttachmentSource>,
    by_name: OnceLock<Box<[Attached]>>,
    by_predicate: Box<[Attached]>,
}

impl Attachments {
    /// Creates the attachments of a source to the entity of this name.
    pub(crate) fn new(name: &str, source: Box<dyn AttachmentSource>) -> Self {
        Self { name: name.into(), source, by_name: OnceLock::new(), by_predicate: Box::default() }
    }

    /// Returns the implementations that are attached by predicate.
    pub(crate) fn by_predicate(&self) -> &[Attached] {
        &self.by_predicate
    }

    /// Sets the implementations that are attached by predicate.
    pub(crate) fn set_by_predicate(&mut self, by_predicate: Box<[Attached]>) {
        self.by_predicate = by_predicate;
    }

    /// Returns the implementations that are attached by name.
    pub(crate) fn by_name(&self) -> &[Attached] {
        self.by_name.get_or_init(|| self.source.by_name().into())
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
        assert!(of_it.next().is_none(), "{}", implemented_twice(type_name::<I>(), &self.name));
        find(&[*entry])
    }
}

/// Returns the message for an interface that is implemented twice for one entity.
pub(crate) fn implemented_twice(interface: &str, name: &str) -> String {
    format!("'{name}' has two implementations of the interface '{interface}'")
}
