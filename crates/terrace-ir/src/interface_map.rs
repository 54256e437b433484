//! The interfaces that an op, a type, an attribute or a dialect implements.

use std::any::{Any, TypeId};
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::extension::Attachments;

/// An interface implementation: a `&'static dyn Trait` as an `Any`.
pub type InterfaceEntry = &'static (dyn Any + Send + Sync);

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

/// One bit that stands for an interface, and for some others.
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
            own_marks: marks_of(own.iter().map(|&entry| entry.type_id())),
            extension_marks: attachments.as_ref().map_or(0, |all| marks_of(all.interfaces())),
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

    /// Returns whether the definition itself implements an interface.
    pub(crate) fn is_own(&self, interface: TypeId) -> bool {
        self.own.iter().any(|entry| entry.type_id() == interface)
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
pub(crate) fn find<I: ?Sized + 'static>(entries: &[InterfaceEntry]) -> Option<&'static I> {
    entries.iter().find_map(|entry| entry.downcast_ref::<&'static I>().copied())
}
