//! The tables of a file that parts of the IR are kept unread from: they come first and keep their indices,
//! since the references in unread parts are unknown.

use terrace_ir::encoded::BytecodeOrigin;
use terrace_ir::{Attr, Str, Type};

use super::numbering::{Numbering, NumberingWriter};
use super::positions::AttrKey;
use crate::reader::file::{File, FileEntry, Header};

/// A file whose tables are kept.
pub(crate) struct Pinned<'a> {
    pub(crate) origin: &'a BytecodeOrigin,
    pub(crate) file: File<'a>,
    pub(crate) header: Header,
}

/// A resource of a dialect in the file: the number of its group, its place there, and its key in the context.
pub(crate) type PinnedResource = (usize, usize, Option<Str>);

impl<'a> Pinned<'a> {
    /// Returns the tables of a file that was read.
    pub(crate) fn new(origin: &'a BytecodeOrigin) -> Option<Self> {
        let (header, rest) = Header::read(&origin.file).ok()?;
        let file = File::read(&origin.file, &header, rest).ok()?;
        Some(Self { origin, file, header })
    }

    /// Returns the resources of dialects, by number.
    pub(crate) fn resources(&self) -> impl Iterator<Item = PinnedResource> {
        let groups = self.file.resources.iter().enumerate().filter(|(_, group)| group.dialect.is_some());
        let places = groups.flat_map(|(at, group)| (0..group.resources.len()).map(move |place| (at, place)));
        places.zip(&self.origin.resources).map(|((group, place), &key)| (group, place, key))
    }
}

impl Numbering<'_> {
    /// Numbers the entries of the original file in their original order.
    pub(super) fn pin_tables(&mut self) {
        let Some(pinned) = self.pinned.take() else { return };
        let Pinned { origin, file, .. } = &pinned;
        for number in 0..file.dialects.len() {
            self.push_dialect(&file.dialect_name(number as u32));
        }
        for (entry, &name) in file.op_names.iter().zip(&origin.op_names) {
            self.op_names.pin(name, entry.dialect);
        }
        for (entry, &attr) in file.attributes.iter(file.bytes).zip(&origin.attributes) {
            self.attrs.pin(attr.opt().map(AttrKey::from), entry.dialect);
        }
        for (entry, &ty) in file.types.iter(file.bytes).zip(&origin.types) {
            self.types.pin(ty, entry.dialect);
        }
        for (number, (group, _, key)) in pinned.resources().enumerate() {
            if let (Some(key), Some(dialect)) = (key, file.resources[group].dialect) {
                self.pin_resource(dialect, key, number as u64);
            }
        }
        // What is written anew may refer to what the file did not have.
        for (entry, &attr) in file.attributes.iter(file.bytes).zip(&origin.attributes) {
            if let Some(attr) = self.encoded_anew_attr(&entry, attr) {
                let interface = self.dialects[entry.dialect as usize].interface;
                interface.map(|own| own.write_attribute(attr, &mut NumberingWriter { numbering: self }));
            }
        }
        for (entry, &ty) in file.types.iter(file.bytes).zip(&origin.types) {
            if let Some(ty) = self.encoded_anew_type(&entry, ty) {
                let interface = self.dialects[entry.dialect as usize].interface;
                interface.map(|own| own.write_type(ty, &mut NumberingWriter { numbering: self }));
            }
        }
        self.pinned = Some(pinned);
    }

    /// Returns the attribute of an entry that is written in the encoding of its dialect today, not as it was.
    pub(super) fn encoded_anew_attr(&self, entry: &FileEntry, attr: Attr) -> Option<Attr> {
        attr.opt().filter(|_| self.is_encoded_anew(entry))
    }

    /// Returns the type of an entry that is written in the encoding of its dialect today, not as it was.
    pub(super) fn encoded_anew_type(&self, entry: &FileEntry, ty: Option<Type>) -> Option<Type> {
        ty.filter(|_| self.is_encoded_anew(entry))
    }

    /// Those of `builtin` depend on no version, and stay.
    fn is_encoded_anew(&self, entry: &FileEntry) -> bool {
        entry.encoded && self.dialects[entry.dialect as usize].interface.is_some()
    }
}
