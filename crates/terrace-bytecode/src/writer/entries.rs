//! Attributes and types.

use terrace_ir::{AttrData, TypeData};

use super::emitter::Emitter;
use super::{EntryWriter, Writer};
use crate::encoding::SectionKind;

impl Writer<'_> {
    /// Writes the sections of attributes and types: the sizes, and the encodings.
    pub(super) fn write_entries(&mut self, file: &mut Emitter) {
        let mut entries = Emitter::default();
        let mut offsets = Emitter::default();
        let Self { numbering, strings, .. } = self;
        let numbering = &*numbering;
        let cx = numbering.ir.cx();
        offsets.varint(numbering.attrs.len() as u64);
        offsets.varint(numbering.types.len() as u64);
        let config = numbering.config;
        let interface = |dialect: u32| numbering.dialects[dialect as usize].interface;
        let mut end = 0;
        numbering.attrs.for_each_group(|dialect, attrs| {
            offsets.varint(u64::from(dialect));
            offsets.varint(attrs.len() as u64);
            for &attr in attrs {
                let mut writer = EntryWriter { numbering, strings, out: &mut entries };
                let opaque = matches!(attr.data(cx), AttrData::Opaque { .. });
                let encoded = !opaque
                    && (config.attribute_callbacks.iter().any(|write| write(attr, &mut None, &mut writer))
                        || interface(dialect).is_some_and(|own| own.write_attribute(attr, &mut writer)));
                if !encoded {
                    entries.bytes.extend_from_slice(cx.attr_text(attr).as_bytes());
                    entries.bytes.push(0);
                }
                offsets.varint_with_flag((entries.len() - end) as u64, encoded);
                end = entries.len();
            }
        });
        numbering.types.for_each_group(|dialect, types| {
            offsets.varint(u64::from(dialect));
            offsets.varint(types.len() as u64);
            for &ty in types {
                let mut writer = EntryWriter { numbering, strings, out: &mut entries };
                let by_text = matches!(ty.data(cx), TypeData::Opaque { .. } | TypeData::Identified { .. });
                let encoded = !by_text
                    && (config.type_callbacks.iter().any(|write| write(ty, &mut None, &mut writer))
                        || interface(dialect).is_some_and(|own| own.write_type(ty, &mut writer)));
                if !encoded {
                    entries.bytes.extend_from_slice(cx.type_text(ty).as_bytes());
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
