//! Writes `{-# ... #-}`.

use terrace_ir::print::elements::write_hex;
use terrace_ir::print::{write_keyword_or_string, write_quoted};
use terrace_ir::resources::ResourceValue;

use super::Printer;

impl Printer<'_, '_> {
    /// The resources that were referred to, if there are any.
    pub(crate) fn file_metadata(&mut self) {
        let cx = self.ir.cx().clone();
        let mut entries: Vec<(String, String)> = Vec::new();
        for key in std::mem::take(&mut self.w.resources) {
            let name = key.text(&cx);
            let Some((align, blob)) = cx.resources.builtin_blob(name) else { continue };
            let text = value_text(&ResourceValue::Blob { align, data: blob });
            if self.options.elide_resources_above.is_some_and(|limit| text.len() as u64 > limit) {
                continue;
            }
            entries.push((name.to_string(), text));
        }
        let elided =
            |text: &String| self.options.elide_resources_above.is_some_and(|l| text.len() as u64 > l);
        let mut groups: Vec<(&str, Vec<(String, String)>)> = Vec::new();
        for (group, key, value) in &self.ir.external {
            let text = value_text(value);
            if elided(&text) {
                continue;
            }
            match groups.iter_mut().find(|(name, _)| name == group) {
                Some((_, items)) => items.push((key.clone(), text)),
                None => groups.push((group, vec![(key.clone(), text)])),
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
        let out = &mut self.w.out;
        out.push_str("\n{-#\n");
        for (i, (section, groups)) in sections.iter().enumerate() {
            out.push_str(if i == 0 { "  " } else { ",\n  " });
            out.push_str(section);
            out.push_str(": {\n");
            for (k, (group, items)) in groups.iter().enumerate() {
                out.push_str(if k == 0 { "    " } else { ",\n    " });
                write_keyword_or_string(out, group.as_bytes());
                out.push_str(": {");
                for (n, (key, text)) in items.iter().enumerate() {
                    out.push_str(if n == 0 { "\n      " } else { ",\n      " });
                    write_keyword_or_string(out, key.as_bytes());
                    out.push_str(": ");
                    out.push_str(text);
                }
                out.push_str("\n    }");
            }
            out.push_str("\n  }");
        }
        out.push_str("\n#-}\n");
    }
}

fn value_text(value: &ResourceValue) -> String {
    match value {
        ResourceValue::Bool(value) => value.to_string(),
        ResourceValue::String(text) => {
            let mut out = String::new();
            write_quoted(&mut out, text.as_bytes());
            out
        }
        ResourceValue::Blob { align, data } => {
            let mut text = String::from("\"0x");
            write_hex(&mut text, &align.to_le_bytes());
            write_hex(&mut text, &data.0);
            text.push('"');
            text
        }
    }
}
