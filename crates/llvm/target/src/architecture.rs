//! The table that describes an architecture.

use crate::features::FeatureTable;
use crate::target::{Machine, Target};

/// An architecture: a row of [`crate::ARCHITECTURES`].
pub(crate) struct Architecture {
    /// The beginnings of the first part of triples.
    pub(crate) prefixes: &'static [&'static str],
    /// The data layouts, each with the first parts of the triples that have it.
    pub(crate) layouts: &'static [(&'static [&'static str], Layouts)],
    /// The features that matter here.
    pub(crate) features: &'static FeatureTable,
    /// The features that tell the architecture where there is no triple; those that imply one of them do, too.
    pub(crate) telling: &'static [&'static str],
    /// Creates the target of a function.
    pub(crate) make: fn(&Machine<'_>) -> Box<dyn Target>,
}

impl Architecture {
    /// Whether it is the one that a triple begins with.
    pub(crate) fn is_named(&self, first: &str) -> bool {
        self.prefixes.iter().any(|prefix| first.starts_with(prefix))
    }
}

/// The layouts for ELF, Mach-O and COFF.
#[derive(Clone, Copy)]
pub(crate) struct Layouts(pub(crate) &'static str, pub(crate) &'static str, pub(crate) &'static str);

/// One layout for all kinds of object files.
pub(crate) const fn one(layout: &'static str) -> Layouts {
    Layouts(layout, layout, layout)
}
