//! Writes the parameters of dialect types and attributes by their declarative format.

use terrace_format::{Directive, Element, parse};

use super::{AttrWriter, Elide, write_escaped};
use crate::asm::AttrPrinter;
use crate::attrs::Attr;
use crate::context::DefInfo;
use crate::def::{EnumField, ParamDef, ParamKind};
use crate::param_syntax::is_list;

/// The compiled format of a type or attribute definition. A format that does not parse is empty; the macro
/// that makes definitions rejects those.
pub fn compiled(info: &DefInfo) -> &[Element] {
    let format = || info.def().format.map_or(Ok(Vec::new()), parse).unwrap_or_default();
    info.compiled.get_or_init::<Vec<Element>>(format)
}

pub(super) fn write_params(writer: &mut AttrWriter<'_>, info: &DefInfo, params: &[Attr]) {
    if let Some((_, print)) = info.def().asm {
        let cx = writer.cx;
        return print(writer, cx, params);
    }
    if info.def().format.is_none() {
        return;
    }
    let mut printer =
        ParamPrinter { writer, defs: info.def().params, params, space: true, punct: false, dry: false };
    printer.elements(compiled(info));
}

struct ParamPrinter<'a, 'w> {
    writer: &'a mut AttrWriter<'w>,
    defs: &'a [ParamDef<'a>],
    params: &'a [Attr],
    space: bool,
    punct: bool,
    /// Only follows the spacing: where a space stands does not depend on which optional group was taken.
    dry: bool,
}

impl ParamPrinter<'_, '_> {
    /// Whether an anchor is there. A list is if it has elements.
    fn is_present(&self, element: &Element) -> bool {
        match element {
            Element::Variable(name) => {
                self.find(name).is_some_and(|i| self.param_present(i) && !self.is_empty_list(i))
            }
            Element::Directive(Directive::Struct(args)) if !args.is_empty() => {
                args.iter().any(|a| self.is_present(a))
            }
            Element::Directive(Directive::Struct(_) | Directive::Params) => {
                (0..self.defs.len()).any(|i| self.param_present(i))
            }
            Element::Directive(Directive::Custom { args, .. }) => args.iter().any(|a| self.is_present(a)),
            Element::Directive(Directive::Qualified(inner)) => self.is_present(inner),
            _ => false,
        }
    }

    fn param_present(&self, i: usize) -> bool {
        let value = self.params[i];
        let def = &self.defs[i];
        if value.is_null() {
            return false;
        }
        if let Some(default) = def.default
            && default(self.writer.cx) == value
        {
            return false;
        }
        !(def.optional && self.is_empty_list(i))
    }

    /// Whether a list without a default value is empty.
    fn is_empty_list(&self, i: usize) -> bool {
        let items = self.params[i].opt().and_then(|value| value.as_array(self.writer.cx));
        self.defs[i].default.is_none() && is_list(&self.defs[i].kind) && items.is_some_and(<[Attr]>::is_empty)
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.defs.iter().position(|d| d.name == name)
    }

    fn lead(&mut self) {
        if (self.space || !self.punct) && !self.dry {
            self.writer.text(" ");
        }
        self.space = true;
        self.punct = false;
    }

    fn elements(&mut self, elements: &[Element]) {
        for element in elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Literal(text) => {
                let first = text.as_bytes().first().copied().unwrap_or(b' ');
                let before = if text.len() != 1 && text != "->" {
                    true
                } else if self.punct {
                    !matches!(first, b'>' | b')' | b'}' | b']' | b',')
                } else {
                    !matches!(first, b'<' | b'>' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',')
                };
                if !self.dry {
                    if self.space && before {
                        self.writer.text(" ");
                    }
                    self.writer.text(text);
                }
                self.space = text.len() != 1 || !matches!(first, b'<' | b'(' | b'{' | b'[');
                self.punct = first != b'_' && !first.is_ascii_alphabetic();
            }
            Element::Space => {
                if !self.dry {
                    self.writer.text(" ");
                }
                self.space = false;
                self.punct = false;
            }
            Element::NoSpace => {
                self.space = false;
                self.punct = true;
            }
            Element::Newline => {
                if !self.dry {
                    self.writer.text("\n");
                }
            }
            Element::Variable(name) => {
                if let Some(i) = self.find(name) {
                    self.lead();
                    if !self.dry && !self.params[i].is_null() {
                        self.param(&self.defs[i].kind, self.params[i]);
                    }
                }
            }
            Element::Optional(group) => {
                let anchor =
                    if group.inverted { &group.otherwise[group.anchor] } else { &group.then[group.anchor] };
                let take_then = self.is_present(anchor) != group.inverted;
                // Spaces depend on what is written before them, even if that is the other branch: the one with the anchor
                // comes first.
                let mut branches = [(&group.then, take_then), (&group.otherwise, !take_then)];
                if group.inverted {
                    branches.reverse();
                }
                for (elements, taken) in branches {
                    let inner = self.dry || !taken;
                    let dry = std::mem::replace(&mut self.dry, inner);
                    self.elements(elements);
                    self.dry = dry;
                }
            }
            Element::OiList(_) => {}
            Element::Directive(directive) => match directive {
                Directive::Params => {
                    self.lead();
                    let mut first = true;
                    for i in 0..self.defs.len() {
                        if self.params[i].is_null() {
                            continue;
                        }
                        if self.dry {
                            break;
                        }
                        if !first {
                            self.writer.text(", ");
                        }
                        first = false;
                        self.param(&self.defs[i].kind, self.params[i]);
                    }
                }
                Directive::Struct(args) => {
                    self.lead();
                    let all: Vec<usize> = if args.is_empty() {
                        (0..self.defs.len()).collect()
                    } else {
                        args.iter()
                            .filter_map(|a| match a {
                                Element::Variable(name) => self.find(name),
                                Element::Directive(Directive::Qualified(inner)) => match &**inner {
                                    Element::Variable(name) => self.find(name),
                                    _ => None,
                                },
                                _ => None,
                            })
                            .collect()
                    };
                    let mut first = true;
                    for i in all {
                        if !self.param_present(i) {
                            continue;
                        }
                        if self.dry {
                            break;
                        }
                        if !first {
                            self.writer.text(", ");
                        }
                        first = false;
                        self.writer.text(self.defs[i].name);
                        self.writer.text(" = ");
                        self.param(&self.defs[i].kind, self.params[i]);
                    }
                }
                Directive::Qualified(inner) => {
                    if let Element::Variable(name) = &**inner
                        && let Some(i) = self.find(name)
                    {
                        self.lead();
                        if !self.dry {
                            self.writer.attr(self.params[i]);
                        }
                    }
                }
                _ => {}
            },
        }
    }

    fn param(&mut self, kind: &ParamKind, value: Attr) {
        let cx = self.writer.cx;
        match kind {
            ParamKind::Type | ParamKind::TypeOf(_) => {
                if let Some(ty) = value.as_type(cx) {
                    self.writer.ty(ty);
                }
            }
            // Only where the definition is known before reading can its name be left out.
            ParamKind::Attr | ParamKind::AttrWhere(..) => self.writer.attr(value),
            ParamKind::AffineMap => {
                if let Some(map) = value.as_affine_map(cx) {
                    self.writer.text(&map.to_string());
                }
            }
            ParamKind::Dialect(_) | ParamKind::Recursive(_) => self.writer.write_attr_stripped(value),
            ParamKind::Int(_) | ParamKind::UInt(_) | ParamKind::Bool | ParamKind::Float => {
                self.writer.write_attr(value, Elide::Must);
            }
            ParamKind::Str => {
                if let Some(text) = value.as_string(cx) {
                    self.writer.text("\"");
                    write_escaped(&mut self.writer.out, text.bytes(cx));
                    self.writer.text("\"");
                }
            }
            ParamKind::Keyword => {
                if let Some(text) = value.as_string(cx) {
                    self.writer.keyword_or_string(text.bytes(cx));
                }
            }
            ParamKind::Custom(asm) => (asm.print)(self.writer, cx, value),
            ParamKind::Enum(def) => {
                let mut text = String::new();
                def.write(value.u64_value(cx), &mut text);
                // What begins with a digit is no keyword.
                let quote = if text.starts_with(|first: char| first.is_ascii_digit()) { "\"" } else { "" };
                [quote, &text, quote].into_iter().for_each(|part| self.writer.text(part));
            }
            ParamKind::EnumField(field) => self.enum_field(field, value.u64_value(cx)),
            ParamKind::Bracketed(inner) => {
                self.writer.text("[");
                self.param(inner, value);
                self.writer.text("]");
            }
            ParamKind::Array(inner) => {
                for (i, &item) in value.as_array(cx).unwrap_or(&[]).iter().enumerate() {
                    self.writer.comma(i);
                    self.param(inner, item);
                }
            }
        }
    }

    /// An enumerator, in quotes where it would not be read as one keyword.
    fn enum_field(&mut self, field: &EnumField, value: u64) {
        let mut text = String::new();
        field.def.write(value, &mut text);
        let is_keyword = |name: &str| name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        let bare = match field.def.cases.iter().find(|case| case.value == value) {
            Some(case) => is_keyword(case.name),
            None => !field.quoted,
        };
        let quote = if bare { "" } else { "\"" };
        [quote, &text, quote].into_iter().for_each(|part| self.writer.text(part));
    }
}
