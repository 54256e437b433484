//! The table of attributes and types.

use crate::reader::{Outcome, Reader, index};

/// An attribute or type: its text, or what is wrong with that, which matters only where the entry is used.
/// None if the dialect encodes it in its own way.
type Entry<'a> = Option<Outcome<&'a [u8]>>;

/// The attributes and types of a file, not yet decoded.
pub(crate) struct Entries<'a> {
    attributes: Vec<Entry<'a>>,
    types: Vec<Entry<'a>>,
}

/// A kind of attribute that a place asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Location,
    Dictionary,
}

impl<'a> Entries<'a> {
    /// Cuts the data into entries by the sizes in the offset section, where they are grouped by dialect.
    pub(crate) fn read(mut data: Reader<'a>, mut offsets: Reader<'a>, dialects: usize) -> Outcome<Self> {
        let counts = [("Attribute", offsets.number()?), ("Type", offsets.number()?)];
        let [attributes, types] = counts.map(|(what, count)| {
            let mut entries: Vec<Entry<'a>> = Vec::new();
            while (entries.len() as u64) < count {
                index(offsets.number()?, dialects, "dialect")?;
                for _ in 0..offsets.number()? {
                    let (size, custom) = offsets.number_and_flag()?;
                    let Ok(bytes) = data.take(size) else {
                        return Err("Attribute or Type entry offset points past the end of section".into());
                    };
                    entries.push((!custom).then(|| text(bytes, what)));
                }
            }
            Ok::<_, String>(entries)
        });
        let entries = Self { attributes: attributes?, types: types? };
        if !offsets.is_empty() {
            return Err("unexpected trailing data in the Attribute/Type offset section".into());
        }
        Ok(entries)
    }

    /// Reads the number of an attribute, which must be of this kind.
    pub(crate) fn attribute(&self, reader: &mut Reader<'_>, kind: Kind) -> Outcome<()> {
        let entry = &self.attributes[index(reader.number()?, self.attributes.len(), "Attribute")?];
        let Some(text) = entry else { return Ok(()) };
        let text = text.as_ref().map_err(Clone::clone)?;
        let (start, class) = match kind {
            Kind::Location => ("loc(", "LocationAttr"),
            Kind::Dictionary => ("{", "DictionaryAttr"),
        };
        if text.starts_with(start.as_bytes()) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(text);
        Err(format!("expected attribute of type: mlir::{class}, but got: {text}"))
    }

    /// Checks the number of a type.
    pub(crate) fn check_type(&self, number: u64) -> Outcome<()> {
        match &self.types[index(number, self.types.len(), "Type")?] {
            Some(Err(message)) => Err(message.clone()),
            _ => Ok(()),
        }
    }
}

fn text<'a>(bytes: &'a [u8], what: &str) -> Outcome<&'a [u8]> {
    let mut data = Reader::new(bytes);
    let text = data.text()?;
    if !data.is_empty() {
        return Err(format!("unexpected trailing bytes after {what} entry"));
    }
    Ok(text)
}
