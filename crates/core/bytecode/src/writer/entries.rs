//! Attributes and types.

use terrace_asm::FIRST_SHARED_DISTINCT;
use terrace_ir::print::{AttrWriter, DistinctNumbers, Elide};
use terrace_ir::{Attr, AttrData, Context, Type, TypeData};

use super::emitter::Emitter;
use super::pinned::Pinned;
use super::{EntryWriter, Writer};
use crate::builtin::{attributes, locations, types};
use crate::encoding::SectionKind;
use crate::reader::file::FileEntry;

impl Writer<'_> {
    /// Writes the sections of attributes and types: the sizes, and the encodings.
    pub(super) fn write_entries(&mut self, file: &mut Emitter) {
        let Self { numbering, strings, .. } = self;
        let numbering = &*numbering;
        // Most entries take fewer bytes, and sizes one or two.
        let count = numbering.attrs.len() + numbering.types.len();
        let mut entries = Emitter::with_capacity(8 * count);
        let mut offsets = Emitter::with_capacity(2 * count);
        let cx = numbering.ir.cx();
        offsets.varint(numbering.attrs.len() as u64);
        offsets.varint(numbering.types.len() as u64);
        let config = numbering.config;
        let interface = |dialect: u32| numbering.dialects[dialect as usize].interface;
        let is_builtin = |dialect: u32| &*numbering.dialects[dialect as usize].name == "builtin";
        let mut texts = AttrWriter::new(cx);
        texts.distinct = numbers_in_file(cx, numbering.pinned.as_ref());
        let mut end = 0;
        if let Some(pinned) = &numbering.pinned {
            let table = pinned.file.attributes.iter(pinned.file.bytes).zip(&pinned.origin.attributes);
            let anew = |entry: &FileEntry, attr: &Attr| numbering.encoded_anew_attr(entry, *attr);
            write_pinned(pinned, table, &mut offsets, &mut entries, |entry, attr, entries| {
                let Some(attr) = anew(entry, attr) else { return false };
                let mut writer = EntryWriter { numbering, strings, out: entries };
                interface(entry.dialect).is_some_and(|own| own.write_attribute(attr, &mut writer))
            });
            end = entries.len();
        }
        numbering.attrs.for_each_group(|dialect, attrs| {
            offsets.varint(u64::from(dialect));
            offsets.varint(attrs.len() as u64);
            let (own, builtin) = (interface(dialect), is_builtin(dialect));
            let mut last_file = None;
            for key in attrs {
                let attr = match key.get() {
                    Ok(attr) => attr,
                    Err(number) => {
                        if let Some(position) = numbering.positions.get(number) {
                            let name = match last_file {
                                Some((file, name)) if file == position.file => name,
                                _ => {
                                    let name =
                                        numbering.attrs.number(numbering.string_attr(position.file).into());
                                    last_file = Some((position.file, name));
                                    name
                                }
                            };
                            locations::write_position(name, position, &mut entries.bytes);
                        }
                        offsets.varint_with_flag((entries.len() - end) as u64, true);
                        end = entries.len();
                        continue;
                    }
                };
                let mut writer = EntryWriter { numbering, strings, out: &mut entries };
                let data = attr.data(cx);
                let encoded = !matches!(data, AttrData::Opaque { .. })
                    && (config.attribute_callbacks.iter().any(|write| write(attr, &mut None, &mut writer))
                        || match own {
                            Some(own) => own.write_attribute(attr, &mut writer),
                            None => builtin && attributes::write(data, &mut writer),
                        });
                if !encoded {
                    texts.out.clear();
                    if cx.matches_upstream() {
                        // There, each text counts its own.
                        texts = AttrWriter::new(cx);
                    }
                    texts.write_attr(attr, Elide::Never);
                    entries.bytes.extend_from_slice(texts.out.as_bytes());
                    entries.bytes.push(0);
                }
                offsets.varint_with_flag((entries.len() - end) as u64, encoded);
                end = entries.len();
            }
        });
        if let Some(pinned) = &numbering.pinned {
            let table = pinned.file.types.iter(pinned.file.bytes).zip(&pinned.origin.types);
            let anew = |entry: &FileEntry, ty: &Option<Type>| numbering.encoded_anew_type(entry, *ty);
            write_pinned(pinned, table, &mut offsets, &mut entries, |entry, ty, entries| {
                let Some(ty) = anew(entry, ty) else { return false };
                let mut writer = EntryWriter { numbering, strings, out: entries };
                interface(entry.dialect).is_some_and(|own| own.write_type(ty, &mut writer))
            });
            end = entries.len();
        }
        numbering.types.for_each_group(|dialect, types| {
            offsets.varint(u64::from(dialect));
            offsets.varint(types.len() as u64);
            let (own, builtin) = (interface(dialect), is_builtin(dialect));
            for ty in types {
                let mut writer = EntryWriter { numbering, strings, out: &mut entries };
                let data = ty.data(cx);
                let encoded = !matches!(data, TypeData::Opaque { .. } | TypeData::Identified { .. })
                    && (config.type_callbacks.iter().any(|write| write(ty, &mut None, &mut writer))
                        || match own {
                            Some(own) => own.write_type(ty, &mut writer),
                            None => builtin && types::write(data, &mut writer),
                        });
                if !encoded {
                    texts.out.clear();
                    if cx.matches_upstream() {
                        // There, each text counts its own.
                        texts = AttrWriter::new(cx);
                    }
                    texts.write_type(ty);
                    entries.bytes.extend_from_slice(texts.out.as_bytes());
                    entries.bytes.push(0);
                }
                offsets.varint_with_flag((entries.len() - end) as u64, encoded);
                end = entries.len();
            }
        });
        file.section(SectionKind::AttrTypeOffset, offsets);
        file.section(SectionKind::AttrType, entries);
    }
}

/// The numbers of distinct attributes, which are the same in all texts of the file, so that an attribute
/// remains one even if several entries contain it. Unread texts keep their original numbers.
fn numbers_in_file(cx: &Context, pinned: Option<&Pinned<'_>>) -> DistinctNumbers {
    let Some(pinned) = pinned else { return DistinctNumbers::starting_at(FIRST_SHARED_DISTINCT) };
    const MARK: &[u8] = b"distinct[";
    let number = |at: usize| -> Option<u64> {
        let digits = pinned.file.bytes.get(at + MARK.len()..)?;
        let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
        std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
    };
    let taken = memchr::memmem::find_iter(pinned.file.bytes, MARK).filter_map(number).max();
    let next = taken.and_then(|taken| taken.checked_add(1)).unwrap_or(0);
    let mut numbers = DistinctNumbers::starting_at(next.max(FIRST_SHARED_DISTINCT));
    for &(number, attr) in &pinned.origin.distinct {
        numbers.set(cx, attr, number);
    }
    numbers
}

/// Writes entries of the file whose tables are kept: each unchanged, unless `encode` encodes it again.
fn write_pinned<'f, T: 'f>(
    pinned: &Pinned<'_>,
    table: impl Iterator<Item = (FileEntry, &'f T)>,
    offsets: &mut Emitter,
    entries: &mut Emitter,
    mut encode: impl FnMut(&FileEntry, &T, &mut Emitter) -> bool,
) {
    let table: Vec<(FileEntry, &T)> = table.collect();
    for run in table.chunk_by(|(a, _), (b, _)| a.dialect == b.dialect) {
        offsets.varint(u64::from(run[0].0.dialect));
        offsets.varint(run.len() as u64);
        for (entry, value) in run {
            let start = entries.len();
            if !encode(entry, value, entries) {
                entries.blob(&pinned.origin.file.part(entry.data.range()));
            }
            offsets.varint_with_flag((entries.len() - start) as u64, entry.encoded);
        }
    }
}
