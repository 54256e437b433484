//! Inference of types from others when an op is parsed in its assembly format, and the first tokens of its
//! attributes, evaluated at compile time.

pub use terrace_format::check::Token as FormatToken;

use crate::def::{AttrConstraint, AttrSyntax, OpTable};
use crate::property::Property;
use crate::traits::{Trait, TypesMatch};

/// The operands and results of an op whose types are known when it is read in its assembly format, as masks of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownTypes {
    /// A bit for each operand slot.
    pub operands: u64,
    /// A bit for each result slot.
    pub results: u64,
}

impl KnownTypes {
    /// The types that are written, those that constraints determine, and those that follow from them by traits or by
    /// the op's inference of result types. There are at most 64 slots of a kind.
    pub const fn of(def: &OpTable<'_>, written_operands: u64, written_results: u64) -> Self {
        let mut known = KnownTypes { operands: written_operands, results: written_results };
        let mut i = 0;
        while i < def.operands.len() {
            known.operands |= (def.operands[i].constraint.build.is_some() as u64) << i;
            i += 1;
        }
        i = 0;
        while i < def.results.len() {
            known.results |= (def.results[i].constraint.build.is_some() as u64) << i;
            i += 1;
        }
        // One round finds what follows directly, another one what follows from that.
        let mut round = 0;
        while round < 3 {
            i = 0;
            while i < def.traits.len() {
                known = known.by_trait(def, &def.traits[i]);
                i += 1;
            }
            round += 1;
        }
        if def.infer.is_some() {
            known.results = u64::MAX;
        }
        known
    }

    const fn by_trait(self, def: &OpTable<'_>, rule: &Trait) -> Self {
        let (all_operands, all_results) = (mask(def.operands.len()), mask(def.results.len()));
        match rule {
            Trait::AllTypesMatch(names) => {
                let (mut group, mut i) = (KnownTypes { operands: 0, results: 0 }, 0);
                let mut any = false;
                while i < names.len() {
                    let slot = slot_of(def, names[i]);
                    any |= self.has(def, names[i], slot);
                    group = KnownTypes {
                        operands: group.operands | slot.operands,
                        results: group.results | slot.results,
                    };
                    i += 1;
                }
                if any { self.with(group) } else { self }
            }
            Trait::SameTypeOperands if self.operands & all_operands != 0 => {
                self.with(KnownTypes { operands: all_operands, results: 0 })
            }
            Trait::SameOperandsAndResultType
                if self.operands & all_operands != 0 || self.results & all_results != 0 =>
            {
                self.with(KnownTypes { operands: all_operands, results: all_results })
            }
            Trait::TypesMatchWith(TypesMatch { from, to, .. }) if self.has(def, from, slot_of(def, from)) => {
                self.with(slot_of(def, to))
            }
            _ => self,
        }
    }

    const fn with(self, more: Self) -> Self {
        KnownTypes { operands: self.operands | more.operands, results: self.results | more.results }
    }

    /// Whether the type of a named slot is known. An attribute knows its own.
    const fn has(self, def: &OpTable<'_>, name: &str, slot: Self) -> bool {
        let value = slot.operands != 0 || slot.results != 0;
        self.operands & slot.operands != 0
            || self.results & slot.results != 0
            || (!value && has_prop(def, name))
    }
}

const fn mask(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The operand with a name, or else the result.
const fn slot_of(def: &OpTable<'_>, name: &str) -> KnownTypes {
    let mut i = 0;
    while i < def.operands.len() {
        if is_same(def.operands[i].name, name) {
            return KnownTypes { operands: 1 << i, results: 0 };
        }
        i += 1;
    }
    i = 0;
    while i < def.results.len() {
        if is_same(def.results[i].name, name) {
            return KnownTypes { operands: 0, results: 1 << i };
        }
        i += 1;
    }
    KnownTypes { operands: 0, results: 0 }
}

const fn has_prop(def: &OpTable<'_>, name: &str) -> bool {
    let mut i = 0;
    while i < def.props.len() {
        if is_same(def.props[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_same(one: &str, other: &str) -> bool {
    crate::param_syntax::is_same(one.as_bytes(), other.as_bytes())
}

/// The kind of attributes accepted by a constraint without a syntax, if it determines their syntax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// In square brackets.
    Array,
    /// `@name`.
    SymbolRef,
    /// In quotes.
    String,
    /// In braces.
    Dictionary,
    /// A value with its type, which is no dictionary.
    Value,
    /// By any syntax.
    Any,
}

impl Written {
    /// Derives the kind from the constraint's summary.
    pub const fn of(constraint: &AttrConstraint) -> Self {
        let summary = constraint.summary;
        if contains(summary, "array") && matches!(constraint.syntax, AttrSyntax::Any) {
            Written::Array
        } else if contains(summary, "symbol reference") {
            Written::SymbolRef
        } else if contains(summary, "string") {
            Written::String
        } else if contains(summary, "dictionary") {
            Written::Dictionary
        } else if contains(summary, "TypedAttr") {
            Written::Value
        } else {
            Written::Any
        }
    }
}

const fn contains(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let mut start = 0;
    while start + word.len() <= text.len() {
        let mut i = 0;
        while i < word.len() && text[start + i] == word[i] {
            i += 1;
        }
        if i == word.len() {
            return true;
        }
        start += 1;
    }
    false
}

impl AttrSyntax {
    /// Whether the values are flags that a format prints by printing the other elements of a group of this number. One
    /// that is no attribute is printed as a value where it is alone.
    pub const fn is_flag(&self, elements: usize) -> bool {
        match self {
            Self::Unit => true,
            Self::Property(Property::Unit) => elements > 1,
            _ => false,
        }
    }
}

/// Whether an inherent attribute, as a format prints it, may begin with a token.
pub const fn begins_with(def: &OpTable<'_>, slot: usize, token: FormatToken) -> bool {
    use FormatToken::{At, Brace, Exclamation, Hash, Less, Letter, Number, Paren, Square, String, Word};
    if slot >= def.props.len() {
        return false;
    }
    let constraint = def.props[slot].constraint;
    match constraint.syntax {
        AttrSyntax::Any => match Written::of(constraint) {
            Written::Array => matches!(token, Square),
            Written::SymbolRef => matches!(token, At),
            Written::String => matches!(token, String),
            Written::Dictionary => matches!(token, Brace),
            Written::Value => matches!(token, Hash | Letter | Number | String | Word),
            Written::Any => matches!(
                token,
                At | Brace | Exclamation | Hash | Letter | Number | Paren | Square | String | Word
            ),
        },
        AttrSyntax::Type => matches!(token, Exclamation | Letter | Paren | Word),
        AttrSyntax::Dialect(_) => matches!(token, Hash | Less),
        AttrSyntax::DenseArray(_) => matches!(token, Square),
        AttrSyntax::Typed(_) => match Written::of(constraint) {
            Written::String => matches!(token, String),
            _ => matches!(token, Hash | Letter | Number),
        },
        AttrSyntax::Property(property) => property_begins_with(property, token),
        AttrSyntax::Enum(_) => matches!(token, Letter),
        AttrSyntax::SymbolName => matches!(token, At),
        AttrSyntax::Unit => false,
    }
}

/// Whether a value that is no attribute may begin with a token.
const fn property_begins_with(property: &Property, token: FormatToken) -> bool {
    use FormatToken::{Letter, Number, Square, String};
    match property {
        Property::Int { .. } | Property::Bool => matches!(token, Letter | Number),
        Property::String => matches!(token, String),
        Property::Unit | Property::Wrapped(_) => matches!(token, Letter),
        Property::Array(_) | Property::IntArray { .. } => matches!(token, Square),
        Property::Optional(of) => matches!(token, Letter) || property_begins_with(of, token),
        Property::Confined(of, _) => property_begins_with(of, token),
    }
}

/// Whether an inherent attribute, as a format prints it, may go on with a token.
pub const fn goes_on_with(def: &OpTable<'_>, slot: usize, token: FormatToken) -> bool {
    if slot >= def.props.len() || !matches!(def.props[slot].constraint.syntax, AttrSyntax::Any) {
        return false;
    }
    let written = Written::of(def.props[slot].constraint);
    match token {
        FormatToken::Colon => matches!(written, Written::Any | Written::Value | Written::String),
        FormatToken::Less => matches!(written, Written::Any | Written::Value),
        _ => false,
    }
}
