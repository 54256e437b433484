//! Attributes of functions, arguments and results as attributes of ops.

use std::rc::Rc;

use terrace_dialects_llvm::attrs::{ConstantRangeAttr, MemoryEffectsAttr};
use terrace_dialects_llvm::enums::ModRefInfo;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, AttrData, Loc, Signedness, Str, Type};

use super::Importer;
use terrace_llvm_ir::attribute_names::place;
use terrace_llvm_ir::model::{Attribute, AttributeSet, AttributeValue, Call};

/// The attributes of arguments and results that ops have, which are called `llvm.` and so on.
const PARAMETERS: &[(&str, &str)] = &[
    ("align", "llvm.align"),
    ("allocalign", "llvm.allocalign"),
    ("allocptr", "llvm.allocptr"),
    ("byval", "llvm.byval"),
    ("byref", "llvm.byref"),
    ("noundef", "llvm.noundef"),
    ("dereferenceable", "llvm.dereferenceable"),
    ("dereferenceable_or_null", "llvm.dereferenceable_or_null"),
    ("elementtype", "llvm.elementtype"),
    ("inalloca", "llvm.inalloca"),
    ("inreg", "llvm.inreg"),
    ("nest", "llvm.nest"),
    ("noalias", "llvm.noalias"),
    ("captures", "llvm.nocapture"),
    ("nocapture", "llvm.nocapture"),
    ("nofree", "llvm.nofree"),
    ("nonnull", "llvm.nonnull"),
    ("preallocated", "llvm.preallocated"),
    ("range", "llvm.range"),
    ("readonly", "llvm.readonly"),
    ("readnone", "llvm.readnone"),
    ("returned", "llvm.returned"),
    ("signext", "llvm.signext"),
    ("alignstack", "llvm.alignstack"),
    ("sret", "llvm.sret"),
    ("writeonly", "llvm.writeonly"),
    ("zeroext", "llvm.zeroext"),
];

/// The memory effects on each kind of memory, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Effects {
    other: u64,
    arguments: u64,
    inaccessible: u64,
    errno: u64,
    target: [u64; 2],
}

const ALL: Effects = Effects { other: 3, arguments: 3, inaccessible: 3, errno: 3, target: [3, 3] };

impl Effects {
    fn all(bits: u64) -> Self {
        Effects { other: bits, arguments: bits, inaccessible: bits, errno: bits, target: [bits; 2] }
    }

    fn and(self, with: Self) -> Self {
        Effects {
            other: self.other & with.other,
            arguments: self.arguments & with.arguments,
            inaccessible: self.inaccessible & with.inaccessible,
            errno: self.errno & with.errno,
            target: [self.target[0] & with.target[0], self.target[1] & with.target[1]],
        }
    }

    /// The number that LLVM has for them: two bits for each kind of memory.
    fn number(self) -> u64 {
        let [first, second] = self.target;
        let kinds = [self.arguments, self.inaccessible, self.errno, self.other, first, second];
        kinds.iter().rev().fold(0, |all, bits| all << 2 | bits)
    }

    /// Reads the arguments of `memory`.
    fn parse(words: &str) -> Self {
        let bits = |word: &str| match word.trim() {
            "none" => 0,
            "read" => 1,
            "write" => 2,
            _ => 3,
        };
        let mut effects = Effects::all(0);
        for part in words.split(',') {
            let Some((place, access)) = part.split_once(':') else {
                effects = Effects::all(bits(part));
                continue;
            };
            let access = bits(access);
            match place.trim() {
                "argmem" => effects.arguments = access,
                "inaccessiblemem" => effects.inaccessible = access,
                "errnomem" => effects.errno = access,
                "target_mem0" => effects.target[0] = access,
                "target_mem1" => effects.target[1] = access,
                _ => effects.other = access,
            }
        }
        effects
    }
}

impl<'m> Importer<'m> {
    /// As [`Self::sorted`]; sets that consist of one group are cached.
    pub(super) fn sorted_once(&mut self, set: &AttributeSet) -> Rc<[Attribute]> {
        let group = match (&set.items[..], &set.groups[..]) {
            ([], &[group]) => group,
            _ => return self.sorted(set).into(),
        };
        if let Some(known) = self.sorted_groups.get(&group) {
            return Rc::clone(known);
        }
        let sorted: Rc<[Attribute]> = self.sorted(set).into();
        self.sorted_groups.insert(group, Rc::clone(&sorted));
        sorted
    }

    /// The attributes of a set with those of its groups, in LLVM's order; of several of one name, the last.
    pub(super) fn sorted(&self, set: &AttributeSet) -> Vec<Attribute> {
        let groups = set.groups.iter().filter_map(|group| self.module.groups.get(group));
        let mut all: Vec<Attribute> = groups.flatten().chain(&set.items).cloned().collect();
        let key = |attribute: &Attribute| {
            let name = self.module.bytes(attribute.name);
            let is_string = matches!(attribute.value, AttributeValue::Text(_));
            let known = std::str::from_utf8(name).ok().and_then(place).filter(|_| !is_string);
            (is_string, known.unwrap_or(usize::MAX), name.to_vec())
        };
        all.reverse();
        all.sort_by_cached_key(key);
        all.dedup_by(|later, first| key(later) == key(first));
        all
    }

    /// Attributes as a list of names, or names with values; `None` if there are none.
    pub(super) fn attribute_list(&mut self, set: &AttributeSet, skipped: &[&str]) -> Option<Attr> {
        if set.is_empty() { None } else { self.attribute_list_of(&self.sorted(set), skipped) }
    }

    pub(super) fn attribute_list_of(&mut self, attributes: &[Attribute], skipped: &[&str]) -> Option<Attr> {
        let cx = self.cx;
        let mut list = Vec::new();
        for attribute in attributes {
            let name = self.module.bytes(attribute.name);
            if skipped.iter().any(|skipped| skipped.as_bytes() == name) {
                continue;
            }
            // Those of memory are one attribute since LLVM 16.
            if matches!(name, b"memory" | b"readnone" | b"readonly" | b"writeonly") {
                if !skipped.contains(&"memory") {
                    let number = self.effects(std::slice::from_ref(attribute)).number();
                    list.push(
                        cx.array_attr(&[cx.string_attr("memory"), cx.string_attr(&number.to_string())]),
                    );
                }
                continue;
            }
            let key = cx.str_attr(self.str(attribute.name));
            let pair = |value: Attr| cx.array_attr(&[key, value]);
            list.push(match &attribute.value {
                AttributeValue::Text(text) if !self.module.bytes(*text).is_empty() => {
                    pair(cx.str_attr(self.str(*text)))
                }
                AttributeValue::Number(number) => pair(cx.string_attr(&number.to_string())),
                AttributeValue::Words(words) => pair(self.words_number(name, self.str(*words))),
                AttributeValue::Type(_) | AttributeValue::Range(..) => {
                    let name = String::from_utf8_lossy(name);
                    let message = format!("'{name}' attribute is invalid on current operation, skipping it");
                    self.warn(Loc::UNKNOWN, message);
                    continue;
                }
                _ => key,
            });
        }
        (!list.is_empty()).then(|| cx.array_attr(&list))
    }

    /// LLVM's encoding of the text in parentheses after an attribute's name.
    fn words_number(&self, name: &[u8], words: Str) -> Attr {
        let text = String::from_utf8_lossy(words.bytes(self.cx)).into_owned();
        match name {
            b"allockind" => {
                let bits = terrace_llvm_ir::attribute_names::allocation_bits(text.trim_matches('"'));
                self.cx.string_attr(&bits.to_string())
            }
            _ => self.cx.string_attr(&text),
        }
    }

    /// The memory effects of a list of attributes.
    fn effects(&self, attributes: &[Attribute]) -> Effects {
        let mut effects = ALL;
        for attribute in attributes {
            let said = match (self.module.bytes(attribute.name), &attribute.value) {
                (b"memory", AttributeValue::Words(words)) => {
                    Effects::parse(&String::from_utf8_lossy(self.module.bytes(*words)))
                }
                (b"readnone", _) => Effects::all(0),
                (b"readonly", _) => Effects::all(1),
                (b"writeonly", _) => Effects::all(2),
                _ => continue,
            };
            effects = effects.and(said);
        }
        effects
    }

    fn effects_attr(&self, effects: Effects) -> Option<Attr> {
        if effects == ALL {
            return None;
        }
        let info = |bits: u64| EnumValue::from_int(bits).unwrap_or(ModRefInfo::ModRef);
        let attr = MemoryEffectsAttr::get(
            self.cx,
            info(effects.other),
            info(effects.arguments),
            info(effects.inaccessible),
            info(effects.errno),
            info(effects.target[0]),
            info(effects.target[1]),
        );
        Some(attr.into())
    }

    /// The memory effects of a function's attributes; `None` if they are arbitrary.
    pub(super) fn memory_effects(&self, attributes: &[Attribute]) -> Option<Attr> {
        self.effects_attr(self.effects(attributes))
    }

    /// The effects of a call by its attributes and by those of its callee; `None` if any are possible.
    pub(super) fn call_effects(&mut self, call: &Call, attributes: &[Attribute]) -> Option<Attr> {
        let mut effects = self.effects(attributes);
        if let Some(callee) = self.callee(call) {
            let known = match self.callee_effects.get(&callee) {
                Some(&known) => known,
                None => {
                    let known = self.effects(&self.sorted(&self.module.global(callee).attributes));
                    self.callee_effects.insert(callee, known);
                    known
                }
            };
            // Bundles may read and write memory that the function does not access.
            if call.bundles.is_empty() {
                effects = effects.and(known);
            }
        }
        self.effects_attr(effects)
    }

    /// The dictionary of an argument or a result.
    pub(super) fn parameter_dict(&mut self, set: &AttributeSet) -> Attr {
        if set.is_empty() {
            return Attr::EMPTY_DICT;
        }
        // Most have one flag, such as `noundef`.
        let flag = match (&set.items[..], &set.groups[..]) {
            ([Attribute { name, value: AttributeValue::Flag }], []) => Some(*name),
            _ => None,
        };
        if let Some(&known) = flag.and_then(|flag| self.flag_dicts.get(&flag)) {
            return known;
        }
        let dict = self.new_parameter_dict(set);
        if let Some(flag) = flag {
            self.flag_dicts.insert(flag, dict);
        }
        dict
    }

    fn new_parameter_dict(&mut self, set: &AttributeSet) -> Attr {
        let cx = self.cx;
        let (mut entries, mut others) = (Vec::new(), Vec::new());
        for attribute in self.sorted(set) {
            let name = self.module.bytes(attribute.name);
            let Some((_, prop)) = PARAMETERS.iter().find(|(known, _)| known.as_bytes() == name) else {
                others.push(attribute);
                continue;
            };
            let value = match &attribute.value {
                AttributeValue::Flag => Attr::UNIT,
                AttributeValue::Number(number) => cx.int_attr(Type::I64, *number as i64),
                AttributeValue::Type(ty) => cx.type_attr(self.ty(*ty)),
                AttributeValue::Range(low, high) => {
                    let [low, high] = [low, high].map(|bound| {
                        let ty = cx.integer(bound.width(), Signedness::Signless);
                        cx.attr(AttrData::Integer { ty, value: bound.clone() })
                    });
                    ConstantRangeAttr::get(cx, low, high).into()
                }
                // Only `captures(none)` can be represented.
                AttributeValue::Words(words)
                    if name == b"captures" && self.module.bytes(*words) == b"none" =>
                {
                    Attr::UNIT
                }
                _ => {
                    others.push(attribute);
                    continue;
                }
            };
            entries.push((cx.str(prop), value));
        }
        entries.extend(self.kept_parameter_attributes(&others));
        cx.dict(entries)
    }
}
