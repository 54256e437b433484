//! Writes `{-# ... #-}`.

use std::convert::Infallible;

use terrace_ir::print::{write_keyword_or_string, write_quoted};
use terrace_ir::resources::ResourceValue;
use terrace_support::file;
use terrace_support::hex::push_upper;

use super::Printer;

impl Printer<'_, '_> {
    /// The resources that were referred to, if there are any.
    pub(crate) fn file_metadata(&mut self) {
        let cx = self.ir.cx().clone();
        let mut entries: Vec<(String, ResourceValue)> = Vec::new();
        for key in std::mem::take(&mut self.w.resources) {
            let name = key.text(&cx);
            let Some((align, blob)) = cx.resources.builtin_blob(name) else { continue };
            entries.push((name.to_string(), ResourceValue::Blob { align, data: blob }));
        }
        let limit = self.options.elide_resources_above.unwrap_or(u64::MAX);
        entries.retain(|(_, value)| text_len(value) <= limit);
        let mut groups: Vec<(&str, Vec<(String, ResourceValue)>)> = Vec::new();
        for (group, key, value) in self.ir.external.iter().filter(|(.., value)| text_len(value) <= limit) {
            match groups.iter_mut().find(|(name, _)| name == group) {
                Some((_, items)) => items.push((key.clone(), value.clone())),
                None => groups.push((group, vec![(key.clone(), value.clone())])),
            }
        }
        let mut sections = Vec::new();
        if !entries.is_empty() {
            sections.push(("dialect_resources", vec![("builtin", entries)]));
        }
        if !groups.is_empty() {
            sections.push(("external_resources", groups));
        }
        if sections.is_empty() {
            return;
        }
        self.w.out.push_str("\n{-#\n");
        for (i, (section, groups)) in sections.iter().enumerate() {
            let out = &mut self.w.out;
            out.push_str(if i == 0 { "  " } else { ",\n  " });
            out.push_str(section);
            out.push_str(": {\n");
            for (k, (group, items)) in groups.iter().enumerate() {
                let out = &mut self.w.out;
                out.push_str(if k == 0 { "    " } else { ",\n    " });
                write_keyword_or_string(out, group.as_bytes());
                out.push_str(": {");
                for (n, (key, value)) in items.iter().enumerate() {
                    let out = &mut self.w.out;
                    out.push_str(if n == 0 { "\n      " } else { ",\n      " });
                    write_keyword_or_string(out, key.as_bytes());
                    out.push_str(": ");
                    self.resource_value(value);
                }
                self.w.out.push_str("\n    }");
            }
            self.w.out.push_str("\n  }");
        }
        self.w.out.push_str("\n#-}\n");
    }

    fn resource_value(&mut self, value: &ResourceValue) {
        let out = &mut self.w.out;
        match value {
            ResourceValue::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            ResourceValue::String(text) => write_quoted(out, text.as_bytes()),
            ResourceValue::Blob { align, data } => {
                out.push_str("\"0x");
                push_upper(out, &align.to_le_bytes());
                // The text of a large blob is never in memory as a whole if it goes to a stream.
                match data.upper_digits() {
                    Some(digits) => self.hand_on_ascii(digits),
                    None => {
                        let Ok(()) = data.try_for_each_part(BLOB_PART, |part| {
                            push_upper(&mut self.w.out, part);
                            self.flush_if_large();
                            if part.len() == BLOB_PART {
                                file::release(part);
                            }
                            Ok::<(), Infallible>(())
                        });
                    }
                }
                self.w.out.push('"');
            }
        }
        self.flush_if_large();
    }
}

/// The number of bytes of a blob that are written at once.
const BLOB_PART: usize = 1 << 20;

/// Length of the value's text; that of a blob counts its digits and quotes.
fn text_len(value: &ResourceValue) -> u64 {
    match value {
        ResourceValue::Bool(value) => 5 - u64::from(*value),
        ResourceValue::String(text) => text.len() as u64 + 2,
        ResourceValue::Blob { data, .. } => 2 * (data.len() as u64 + 4) + 4,
    }
}
