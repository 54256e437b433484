//! Resources of dialects and of others.

use terrace_ir::Blob;
use terrace_ir::dialect_interfaces::{DialectResources, OpAsmDialectInterface};
use terrace_ir::resources::ResourceValue;

use super::cursor::Outcome;
use super::file::{File, FileResource, error_at};
use super::state::State;
use crate::encoding::resource;

/// An entry that belongs to no dialect: group, key and value.
type External = (String, String, ResourceValue);

impl State<'_> {
    /// Reads all resources: those of dialects into the context, under free keys; returns the others.
    pub(crate) fn read_resources(&mut self) -> Outcome<Vec<External>> {
        let mut external = Vec::new();
        let (cx, file) = (self.cx, self.file);
        for group in &file.resources {
            let name = String::from_utf8_lossy(file.bytes(group.name)).into_owned();
            let Some(dialect) = group.dialect else {
                for entry in &group.resources {
                    let key = String::from_utf8_lossy(file.bytes(entry.key)).into_owned();
                    let value = self.resource(entry, &key)?;
                    external.push((name.clone(), key, value));
                }
                continue;
            };
            let start = file.cursor(group.name);
            if self.load_dialect(dialect, &start).is_err() {
                return Err(self.take_error(&start));
            }
            if name != "builtin" {
                if cx.dialect(&name).is_none() {
                    self.tables.keeps_parts = true;
                    self.tables.resources.extend(group.resources.iter().map(|_| None));
                    continue;
                }
                let asm = cx.dialect_interface::<dyn OpAsmDialectInterface>(&name);
                if asm.is_none_or(|asm| asm.resources() == DialectResources::None) {
                    return Err(error_at(group.name, format!("unexpected resources for dialect '{name}'")));
                }
            }
            for entry in &group.resources {
                let written = String::from_utf8_lossy(file.bytes(entry.key)).into_owned();
                let key = cx.resources.with_dialect(&name, |group| group.declare_new(&written));
                self.tables.symbols.set_resource_key(&name, &written, &key);
                self.tables.resources.push(Some(cx.str(&key)));
                // A key without data is declared.
                if !file.bytes(entry.data).is_empty() {
                    let value = self.resource(entry, &key)?;
                    cx.resources.with_dialect(&name, |group| group.set(&key, value));
                }
            }
        }
        Ok(external)
    }

    fn resource(&self, entry: &FileResource, key: &str) -> Outcome<ResourceValue> {
        resource_value(self.file, self.whole, entry, key)
    }
}

/// Reads the value of a resource, whose bytes stay a part of the file.
pub(crate) fn resource_value(
    file: &File<'_>,
    whole: &Blob,
    entry: &FileResource,
    key: &str,
) -> Outcome<ResourceValue> {
    let mut data = file.cursor(entry.data);
    let value = match entry.kind {
        resource::BLOB => {
            let align = data.varint()?;
            let size = data.varint()?;
            data.align(align.max(1))?;
            let Ok(align) = u32::try_from(align) else {
                return Err(data.error(format!("the alignment of '{key}' is too large: {align}")));
            };
            let start = data.offset();
            data.take(size)?;
            ResourceValue::Blob { align, data: whole.part(start..data.offset()) }
        }
        resource::BOOL => ResourceValue::Bool(data.byte()? != 0),
        resource::STRING => {
            let text = file.string(&mut data)?;
            ResourceValue::String(String::from_utf8_lossy(file.bytes(text)).into())
        }
        kind => return Err(data.error(format!("resource '{key}' is of an unknown kind: {kind}"))),
    };
    match data.is_empty() {
        true => Ok(value),
        false => Err(data.error(format!("unexpected trailing bytes in resource entry '{key}'"))),
    }
}
