//! Resources of dialects and of others.

use terrace_ir::resources::ResourceValue;

use super::Writer;
use super::emitter::Emitter;
use super::pinned::Pinned;
use crate::encoding::{SectionKind, resource};
use crate::reader::resources::resource_value;

/// Key, kind and size of a resource.
type Declared<'k> = (&'k str, u8, usize);

impl Writer<'_> {
    /// Writes the sections of resources: keys, kinds and sizes, and the data.
    pub(super) fn write_resources(&mut self, file: &mut Emitter) {
        let (ir, elide) = (self.numbering.ir, self.numbering.config.elide_resource_data);
        let mut data = Emitter::default();
        let mut offsets = Emitter::default();
        let mut groups: Vec<(&str, Vec<(&str, &ResourceValue)>)> = Vec::new();
        for (group, key, value) in &ir.external {
            match groups.iter_mut().find(|(name, _)| name == group) {
                Some((_, entries)) => entries.push((key, value)),
                None => groups.push((group, vec![(key, value)])),
            }
        }
        offsets.varint(groups.len() as u64);
        for (name, entries) in groups {
            let mut declared: Vec<Declared<'_>> = Vec::new();
            for (key, value) in entries {
                let (kind, size) = self.write_resource(value, elide, &mut data);
                declared.push((key, kind, size));
            }
            let name = self.strings.insert(name.as_bytes());
            self.write_group(name, &declared, &mut offsets);
        }
        let cx = ir.cx();
        if let Some(pinned) = self.numbering.pinned.take() {
            self.write_pinned_resources(&pinned, elide, &mut data, &mut offsets);
            self.numbering.pinned = Some(pinned);
        }
        for number in 0..self.numbering.dialects.len() {
            let dialect = &self.numbering.dialects[number];
            let keys = dialect.resources.clone();
            let values: Vec<Option<ResourceValue>> = cx.resources.with_dialect(&dialect.name, |group| {
                keys.iter().map(|key| group.get(key.text(cx)).cloned()).collect()
            });
            let mut declared: Vec<Declared<'_>> = Vec::new();
            for (key, value) in keys.iter().zip(&values) {
                let (kind, size) = match value {
                    Some(value) => self.write_resource(value, elide, &mut data),
                    None => (resource::BLOB, 0),
                };
                declared.push((key.text(cx), kind, size));
            }
            if !declared.is_empty() {
                self.write_group(number as u64, &declared, &mut offsets);
            }
        }
        file.section(SectionKind::ResourceOffset, offsets);
        file.section(SectionKind::Resource, data);
    }

    /// Writes the resources of the file whose tables are kept: those of dialects that are registered as they are now.
    fn write_pinned_resources(
        &mut self,
        pinned: &Pinned<'_>,
        elide: bool,
        data: &mut Emitter,
        offsets: &mut Emitter,
    ) {
        let (cx, file) = (self.numbering.ir.cx(), &pinned.file);
        let mut keys = pinned.resources();
        for group in &file.resources {
            let Some(dialect) = group.dialect else { continue };
            let name = file.dialect_name(dialect);
            let mut declared: Vec<(String, u8, usize)> = Vec::new();
            for entry in &group.resources {
                let known = keys.next().and_then(|(_, _, key)| key);
                let written = String::from_utf8_lossy(file.bytes(entry.key)).into_owned();
                let key = known.map_or(written, |key| key.text(cx).to_owned());
                let value = match known {
                    Some(_) => cx.resources.with_dialect(&name, |group| group.get(&key).cloned()),
                    None if file.bytes(entry.data).is_empty() => None,
                    None => resource_value(file, &pinned.origin.file, entry, &key).ok(),
                };
                let (kind, size) = match value {
                    Some(value) => self.write_resource(&value, elide, data),
                    None => (entry.kind, 0),
                };
                declared.push((key, kind, size));
            }
            let declared: Vec<Declared<'_>> =
                declared.iter().map(|(key, kind, size)| (&**key, *kind, *size)).collect();
            self.write_group(u64::from(dialect), &declared, offsets);
        }
    }

    fn write_group(&mut self, name: u64, declared: &[Declared<'_>], offsets: &mut Emitter) {
        offsets.varint(name);
        offsets.varint(declared.len() as u64);
        for &(key, kind, size) in declared {
            offsets.varint(self.strings.insert(key.as_bytes()));
            offsets.varint(size as u64);
            offsets.bytes.push(kind);
        }
    }

    /// Writes the data of a resource; returns its kind and size.
    fn write_resource(&mut self, value: &ResourceValue, elide: bool, out: &mut Emitter) -> (u8, usize) {
        let start = out.len();
        let kind = match value {
            ResourceValue::Blob { .. } => resource::BLOB,
            ResourceValue::Bool(_) => resource::BOOL,
            ResourceValue::String(_) => resource::STRING,
        };
        match value {
            _ if elide => {}
            ResourceValue::Blob { align, data } => {
                out.varint(u64::from(*align));
                out.varint(data.len() as u64);
                out.align(*align as usize);
                out.blob(data);
            }
            ResourceValue::Bool(value) => out.bytes.push(u8::from(*value)),
            ResourceValue::String(text) => {
                let number = self.strings.insert(text.as_bytes());
                out.varint(number);
            }
        }
        (kind, out.len() - start)
    }
}
