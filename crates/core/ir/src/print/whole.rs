//! The texts of types and attributes as a whole.

use super::{AttrWriter, Elide};
use crate::attrs::Attr;
use crate::context::Context;
use crate::types::Type;

impl Context {
    /// The type's text.
    pub fn type_text(&self, ty: Type) -> String {
        let mut writer = AttrWriter::new(self);
        writer.write_type(ty);
        writer.out
    }

    /// The attribute's text.
    pub fn attr_text(&self, attr: Attr) -> String {
        let mut writer = AttrWriter::new(self);
        writer.write_attr(attr, Elide::Never);
        writer.out
    }

    /// The types' texts in quotes, as messages list them: `'i32', 'f32'`.
    pub fn types_text(&self, types: &[Type]) -> String {
        types.iter().map(|&t| format!("'{}'", self.type_text(t))).collect::<Vec<_>>().join(", ")
    }
}
