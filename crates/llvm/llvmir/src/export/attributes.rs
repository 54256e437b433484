//! Attributes of functions, calls, arguments and results.

use std::collections::BTreeMap;

use terrace_ir::{Attr, AttrData, OptionalAttr, TypeData};
use terrace_llvm_ir::attribute_names::{Form, KNOWN, place};
use terrace_llvm_ir::model::{self, Attribute, AttributeValue, Module};

use super::Exporter;

/// Whether LLVM has an attribute of a name that is no string, and takes a number with it.
pub(super) fn takes_number(name: &str) -> Option<bool> {
    let is_number = |form| matches!(form, Form::Number | Form::Other);
    place(name).map(|place| is_number(KNOWN[place].1) && name != "initializes")
}

/// Attributes of one function, call, argument or result.
#[derive(Default, Clone)]
pub(super) struct AttributeSet {
    /// By their place in [`KNOWN`].
    known: BTreeMap<usize, Attribute>,
    strings: BTreeMap<Vec<u8>, Attribute>,
}

impl AttributeSet {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.strings.is_empty()
    }

    /// The attributes in LLVM's order.
    pub(super) fn into_list(self) -> Vec<Attribute> {
        self.known.into_values().chain(self.strings.into_values()).collect()
    }

    /// The set of an argument or a result.
    pub(super) fn into_items(self) -> model::AttributeSet {
        model::AttributeSet { items: self.into_list(), groups: Vec::new() }
    }

    /// Adds an attribute.
    pub(super) fn add(&mut self, module: &mut Module, name: &str, value: AttributeValue) {
        let attribute = Attribute { name: module.str(name), value };
        match place(name) {
            Some(place) => {
                self.known.insert(place, attribute);
            }
            None => self.string(module, name, ""),
        }
    }

    /// Adds a flag.
    pub(super) fn flag(&mut self, module: &mut Module, name: &str) {
        self.add(module, name, AttributeValue::Flag);
    }

    /// Adds an attribute with words in parentheses.
    pub(super) fn words(&mut self, module: &mut Module, name: &str, words: &str) {
        let words = module.str(words);
        self.add(module, name, AttributeValue::Words(words));
    }

    /// Adds an attribute with a number.
    pub(super) fn number(&mut self, module: &mut Module, name: &str, number: u64) {
        self.add(module, name, AttributeValue::Number(number));
    }

    /// Adds an attribute that is a string.
    pub(super) fn string(&mut self, module: &mut Module, name: &str, value: &str) {
        let value = AttributeValue::Text(module.str(value));
        let attribute = Attribute { name: module.str(name), value };
        self.strings.insert(name.as_bytes().to_vec(), attribute);
    }

    /// Adds existing attributes.
    pub(super) fn extend(&mut self, module: &Module, attributes: &[Attribute]) {
        for attribute in attributes {
            let name = module.bytes(attribute.name);
            let known = std::str::from_utf8(name).ok().and_then(place);
            match known.filter(|_| !matches!(attribute.value, AttributeValue::Text(_))) {
                Some(place) => {
                    self.known.insert(place, attribute.clone());
                }
                None => {
                    self.strings.insert(name.to_vec(), attribute.clone());
                }
            }
        }
    }

    /// Adds attributes that a text has between blanks: `nounwind memory(none)`.
    pub(super) fn parse(&mut self, module: &mut Module, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find([' ', '(']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            rest = match after.strip_prefix('(').and_then(|after| after.split_once(')')) {
                Some((words, after)) => {
                    self.words(module, name, words);
                    after
                }
                None => {
                    self.flag(module, name);
                    after
                }
            }
            .trim_start();
        }
    }
}

impl Exporter<'_> {
    /// Adds an attribute of an argument or a result by name, which may begin with `llvm.`. Others are
    /// dropped.
    pub(super) fn parameter(&mut self, set: &mut AttributeSet, name: &str, value: Attr) {
        let cx = self.cx;
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        match name {
            "nocapture" => return set.words(&mut self.module, "captures", "none"),
            "range" => return self.range(set, value),
            "kept" => return self.kept_group(set, value),
            _ => {}
        }
        let Some(place) = place(name) else { return };
        match KNOWN[place].1 {
            Form::Type => {
                if let Some(ty) = value.as_type(cx) {
                    let value = AttributeValue::Type(self.ty(ty));
                    set.add(&mut self.module, name, value);
                }
            }
            Form::Number => {
                let number = value.as_u64(cx).or_else(|| value.as_i64(cx).map(|number| number as u64));
                if let Some(number) = number {
                    set.number(&mut self.module, name, number);
                }
            }
            Form::Flag => set.flag(&mut self.module, name),
            Form::Range | Form::Other => {}
        }
    }

    fn range(&mut self, set: &mut AttributeSet, value: Attr) {
        let AttrData::Dialect { params, .. } = value.data(self.cx) else { return };
        let bounds: Vec<_> = params.iter().filter_map(|param| param.as_integer(self.cx)).collect();
        if let [(low, ty), (high, _)] = bounds[..]
            && let TypeData::Integer { .. } = ty.data(self.cx)
        {
            let value = AttributeValue::Range(low.clone(), high.clone());
            set.add(&mut self.module, "range", value);
        }
    }

    /// The attributes of an argument or a result in a list of dictionaries.
    pub(super) fn parameter_attributes(&mut self, dicts: Option<Attr>, index: usize) -> AttributeSet {
        let cx = self.cx;
        let mut set = AttributeSet::default();
        let dict = dicts.and_then(|dicts| dicts.as_array(cx)).and_then(|dicts| dicts.get(index));
        for &(name, value) in dict.optional_entries(cx) {
            self.parameter(&mut set, name.text(cx), value);
        }
        set
    }

    /// The set that refers to the group of some attributes; empty if there are none.
    pub(super) fn group(&mut self, set: AttributeSet) -> model::AttributeSet {
        let groups = match set.is_empty() {
            true => Vec::new(),
            false => vec![self.module.attribute_group(set.into_list())],
        };
        model::AttributeSet { items: Vec::new(), groups }
    }
}
