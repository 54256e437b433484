//! Attributes of functions, calls, arguments and results.

use super::Printer;
use crate::attribute_names::number_text;
use crate::model::{Attribute, AttributeSet, AttributeValue, Module};
use crate::names::write_quoted;

/// Appends the text of an attribute, in a group or elsewhere.
pub fn write_attribute(module: &Module, out: &mut String, attribute: &Attribute, in_group: bool) {
    let name = module.bytes(attribute.name);
    if let AttributeValue::Text(value) = attribute.value {
        write_quoted(out, name);
        if !module.bytes(value).is_empty() {
            out.push('=');
            write_quoted(out, module.bytes(value));
        }
        return;
    }
    let name = String::from_utf8_lossy(name);
    if let AttributeValue::Number(number) = attribute.value {
        return out.push_str(&number_text(&name, number, in_group));
    }
    out.push_str(&name);
    match &attribute.value {
        AttributeValue::Flag | AttributeValue::Text(_) | AttributeValue::Number(_) => return,
        AttributeValue::Type(ty) => {
            out.push('(');
            out.push_str(&module.type_text(*ty));
        }
        AttributeValue::Range(low, high) => {
            out.push_str(&format!("(i{} ", low.width()));
            low.write_signed(out);
            out.push_str(", ");
            high.write_signed(out);
        }
        AttributeValue::Words(words) => {
            out.push('(');
            out.push_str(&String::from_utf8_lossy(module.bytes(*words)));
        }
    }
    out.push(')');
}

impl Printer<'_> {
    /// Writes attributes with spaces between them.
    pub(super) fn attributes(&mut self, attributes: &[Attribute], in_group: bool) {
        for (index, attribute) in attributes.iter().enumerate() {
            self.text(if index > 0 { " " } else { "" });
            write_attribute(self.module, &mut self.out, attribute, in_group);
        }
    }

    /// Writes the attributes of an argument or a result, which are not in groups.
    pub(super) fn parameter_attributes(&mut self, set: &AttributeSet) {
        self.attributes(&set.items, false);
    }

    /// Writes the groups of a function, a call or a variable, each after a space.
    pub(super) fn groups_of(&mut self, set: &AttributeSet) {
        for attribute in &set.items {
            self.text(" ");
            write_attribute(self.module, &mut self.out, attribute, false);
        }
        for &group in &set.groups {
            self.text(" #");
            self.number(u64::from(group));
        }
    }

    /// Writes the line before a function that names its attributes but for strings.
    pub(super) fn attributes_comment(&mut self, set: &AttributeSet) {
        let module = self.module;
        let of_groups = set.groups.iter().filter_map(|group| module.groups.get(group)).flatten();
        let known = of_groups
            .chain(&set.items)
            .filter(|attribute| !matches!(attribute.value, AttributeValue::Text(_)));
        let mut before = "; Function Attrs: ";
        for attribute in known {
            self.text(before);
            write_attribute(module, &mut self.out, attribute, false);
            before = " ";
        }
        self.text(if before == " " { "\n" } else { "" });
    }
}
