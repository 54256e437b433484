//! Attributes of functions, calls, arguments and results.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ModRefInfo;
use terrace_ir::{Attr, Context, Type, TypeData};

use crate::attribute_names::{Form, KNOWN, float_classes, place};
use crate::names::write_quoted;
use crate::types::Types;

/// Whether LLVM has an attribute of a name that is no string, and takes a number with it.
pub(super) fn takes_number(name: &str) -> Option<bool> {
    let is_number = |form| matches!(form, Form::Number | Form::Other);
    place(name).map(|place| is_number(KNOWN[place].1) && name != "initializes")
}

/// An attribute with a number, which in groups is written with an equals sign.
pub(super) fn number_text(name: &str, number: u64, in_group: bool) -> String {
    match name {
        "align" if in_group => format!("align={number}"),
        "align" => format!("align {number}"),
        "alignstack" if in_group => format!("alignstack={number}"),
        "nofpclass" => format!("nofpclass({})", float_classes(number)),
        "allocsize" => match number as u32 {
            u32::MAX => format!("allocsize({})", number >> 32),
            second => format!("allocsize({},{second})", number >> 32),
        },
        "allockind" => format!("allockind(\"{}\")", crate::attribute_names::allocation_kinds(number)),
        "captures" => captures_text(number),
        "memory" => memory_of_number(number),
        "uwtable" if number == 2 => "uwtable".to_string(),
        "uwtable" => "uwtable(sync)".to_string(),
        "vscale_range" => format!("vscale_range({},{})", number >> 32, number as u32),
        _ => format!("{name}({number})"),
    }
}

/// The text of `captures` for LLVM's encoding: four bits for the result, and four for all other captures.
fn captures_text(number: u64) -> String {
    let components = |bits: u64| {
        let address = ["", "address_is_null", "address", "address"][(bits & 3) as usize];
        let provenance = ["", "read_provenance", "provenance", "provenance"][(bits >> 2 & 3) as usize];
        match (address, provenance) {
            ("", "") => "none".to_string(),
            (one, "") | ("", one) => one.to_string(),
            (address, provenance) => format!("{address}, {provenance}"),
        }
    };
    let (result, other) = (number & 15, number >> 4 & 15);
    match (components(result), components(other)) {
        (_, other) if result == number >> 4 & 15 => format!("captures({other})"),
        (result, _) if other == 0 => format!("captures(ret: {result})"),
        (result, other) => format!("captures({other}, ret: {result})"),
    }
}

/// The text of `memory` for LLVM's encoding: two bits for each kind of memory.
fn memory_of_number(number: u64) -> String {
    let info = |kind: u64| match number >> (2 * kind) & 3 {
        0 => ModRefInfo::NoModRef,
        1 => ModRefInfo::Ref,
        2 => ModRefInfo::Mod,
        _ => ModRefInfo::ModRef,
    };
    memory_text(info(3), [info(0), info(1), info(2), info(4), info(5)])
}

/// The text of `memory`: the effect on memory in general, on that of arguments, inaccessible memory, `errno`, and two
/// target memories.
pub(super) fn memory_text(other: ModRefInfo, places: [ModRefInfo; 5]) -> String {
    let word = |info: ModRefInfo| match info {
        ModRefInfo::NoModRef => "none",
        ModRefInfo::Ref => "read",
        ModRefInfo::Mod => "write",
        ModRefInfo::ModRef => "readwrite",
    };
    let mut parts = Vec::new();
    if other != ModRefInfo::NoModRef || places.iter().all(|&info| info == other) {
        parts.push(word(other).to_string());
    }
    for (place, info) in
        ["argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"].into_iter().zip(places)
    {
        if info != other {
            parts.push(format!("{place}: {}", word(info)));
        }
    }
    format!("memory({})", parts.join(", "))
}

/// Attributes of one function, call, argument or result.
#[derive(Default, Clone)]
pub(super) struct AttributeSet {
    /// By their place in [`KNOWN`]: what is written.
    known: BTreeMap<usize, String>,
    strings: BTreeMap<String, String>,
}

impl AttributeSet {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.strings.is_empty()
    }

    /// Adds a flag.
    pub(super) fn flag(&mut self, name: &str) {
        self.text(name, name.to_string());
    }

    /// Adds an attribute as it is written.
    pub(super) fn text(&mut self, name: &str, text: String) {
        match place(name) {
            Some(place) => {
                self.known.insert(place, text);
            }
            None => self.string(name, ""),
        }
    }

    /// Adds an attribute with a number, which in groups is written with an equals sign.
    pub(super) fn number(&mut self, name: &str, number: u64, in_group: bool) {
        self.text(name, number_text(name, number, in_group));
    }

    /// Adds attributes of a list that an import kept: texts, and pairs of strings.
    pub(super) fn written(&mut self, cx: &Context, list: Attr) {
        for &attribute in list.as_array(cx).unwrap_or_default() {
            if let Some(text) = attribute.as_str(cx) {
                let end = text.find(['(', ' ', '=']).unwrap_or(text.len());
                self.text(&text[..end], text.to_string());
            } else if let Some([name, value]) = attribute.as_array(cx)
                && let (Some(name), Some(value)) = (name.as_str(cx), value.as_str(cx))
            {
                self.string(name, value);
            }
        }
    }

    /// Adds an attribute that is a string.
    pub(super) fn string(&mut self, name: &str, value: &str) {
        self.strings.insert(name.to_string(), value.to_string());
    }

    /// Adds what an argument or a result has under a name, which may begin with `llvm.`. Others are left out.
    pub(super) fn parameter(&mut self, cx: &Context, types: &mut Types, name: &str, value: Attr) {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if name == "nocapture" {
            return self.text("captures", "captures(none)".to_string());
        }
        if name == "range" {
            return self.range(cx, value);
        }
        if name == "kept" {
            return self.written(cx, value);
        }
        let Some(place) = place(name) else { return };
        match KNOWN[place].1 {
            Form::Type => {
                let mut text = format!("{name}(");
                types.write(cx, &mut text, value.as_type(cx).unwrap_or(Type::NONE));
                text.push(')');
                self.known.insert(place, text);
            }
            Form::Number => {
                let number = value.as_u64(cx).or_else(|| value.as_i64(cx).map(|number| number as u64));
                self.number(name, number.unwrap_or_default(), false);
            }
            Form::Flag => {
                self.known.insert(place, name.to_string());
            }
            Form::Range | Form::Other => {}
        }
    }

    fn range(&mut self, cx: &Context, value: Attr) {
        let params = match value.data(cx) {
            terrace_ir::AttrData::Dialect { params, .. } => params,
            _ => return,
        };
        let bounds: Vec<_> = params.iter().filter_map(|param| param.as_integer(cx)).collect();
        let [(low, ty), (high, _)] = bounds[..] else { return };
        if let TypeData::Integer { width, .. } = ty.data(cx) {
            let mut text = format!("range(i{width} ");
            low.write_signed(&mut text);
            text.push_str(", ");
            high.write_signed(&mut text);
            text.push(')');
            self.text("range", text);
        }
    }

    /// Appends the attributes that are no strings.
    pub(super) fn write_known(&self, out: &mut String) {
        for (index, text) in self.known.values().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            out.push_str(text);
        }
    }

    /// Appends them as the comment before a function has them.
    pub(super) fn write_comment(&self, out: &mut String) {
        let start = out.len();
        self.write_known(out);
        // Only in groups a number follows an equals sign.
        while let Some(at) = out[start..].find('=') {
            let at = start + at;
            let end = out[at..].find(' ').map_or(out.len(), |end| at + end);
            let number = out[at + 1..end].to_string();
            let text =
                if out[..at].ends_with("alignstack") { format!("({number})") } else { format!(" {number}") };
            out.replace_range(at..end, &text);
        }
    }

    /// Appends all attributes.
    pub(super) fn write(&self, out: &mut String) {
        self.write_known(out);
        for (index, (name, value)) in self.strings.iter().enumerate() {
            if index > 0 || !self.known.is_empty() {
                out.push(' ');
            }
            write_quoted(out, name.as_bytes());
            if !value.is_empty() {
                out.push('=');
                write_quoted(out, value.as_bytes());
            }
        }
    }

    /// Whether there are attributes that are no strings.
    pub(super) fn has_known(&self) -> bool {
        !self.known.is_empty()
    }
}

/// The groups of attributes of a module.
#[derive(Default)]
pub(super) struct Groups {
    numbers: FxHashMap<String, usize>,
    texts: Vec<String>,
}

impl Groups {
    /// The number of the group of some attributes.
    pub(super) fn number(&mut self, set: &AttributeSet) -> usize {
        let mut text = String::new();
        set.write(&mut text);
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        self.texts.push(text.clone());
        self.numbers.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }

    /// Appends all groups.
    pub(super) fn write(&self, out: &mut String) {
        if !self.texts.is_empty() {
            out.push('\n');
        }
        for (number, text) in self.texts.iter().enumerate() {
            let _ = writeln!(out, "attributes #{number} = {{ {text} }}");
        }
    }
}
