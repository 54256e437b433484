//! Writes `{-# ... #-}`.

use terrace_ir::print::elements::write_hex;
use terrace_ir::print::write_keyword_or_string;

use super::Printer;

impl Printer<'_, '_> {
    /// The resources that were referred to, if there are any.
    pub(crate) fn file_metadata(&mut self) {
        let cx = self.ir.cx().clone();
        let mut entries: Vec<(String, String)> = Vec::new();
        for key in std::mem::take(&mut self.w.resources) {
            let name = key.text(&cx);
            let Some((align, blob)) = cx.resources.builtin_blob(name) else { continue };
            let mut text = String::from("\"0x");
            write_hex(&mut text, &align.to_le_bytes());
            write_hex(&mut text, &blob.0);
            text.push('"');
            if self.options.elide_resources_above.is_some_and(|limit| text.len() as u64 > limit) {
                continue;
            }
            entries.push((name.to_string(), text));
        }
        if entries.is_empty() {
            return;
        }
        let out = &mut self.w.out;
        out.push_str("\n{-#\n  dialect_resources: {\n    builtin: {");
        for (i, (key, text)) in entries.iter().enumerate() {
            out.push_str(if i == 0 { "\n      " } else { ",\n      " });
            write_keyword_or_string(out, key.as_bytes());
            out.push_str(": ");
            out.push_str(text);
        }
        out.push_str("\n    }\n  }\n#-}\n");
    }
}
