//! Data layouts by the kind of object files.

/// The layouts for ELF, Mach-O and COFF.
pub(crate) struct Layouts(pub(crate) &'static str, pub(crate) &'static str, pub(crate) &'static str);

/// One layout for all kinds of object files.
pub(crate) const fn one(layout: &'static str) -> Layouts {
    Layouts(layout, layout, layout)
}
