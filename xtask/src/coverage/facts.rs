//! Facts about the definitions of either side, and the record of them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;

use serde_json::Value;

/// A kind of thing that is counted, in the order of the record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// An op; its aspects are a format, a verifier, a folder, canonicalization and interfaces.
    Op,
    /// A type, with interfaces.
    Type,
    /// An attribute, with interfaces.
    Attr,
    /// An enum, with its cases.
    Enum,
    /// A pass, with options.
    Pass,
    /// A pipeline, with options.
    Pipeline,
    /// A flag of mlir-opt, with its values.
    OptFlag,
    /// A flag of mlir-translate, with its values.
    TranslateFlag,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 8] = [
        Self::Op,
        Self::Type,
        Self::Attr,
        Self::Enum,
        Self::Pass,
        Self::Pipeline,
        Self::OptFlag,
        Self::TranslateFlag,
    ];

    /// The word for it in the record.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Op => "op",
            Self::Type => "type",
            Self::Attr => "attribute",
            Self::Enum => "enum",
            Self::Pass => "pass",
            Self::Pipeline => "pipeline",
            Self::OptFlag => "mlir-opt",
            Self::TranslateFlag => "mlir-translate",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The aspect of a transform op that does something when it is applied.
pub(crate) const RUN: &str = "run";

/// Things, each with its aspects.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Facts(pub(crate) BTreeMap<(Kind, String), BTreeSet<String>>);

impl Facts {
    /// Adds a thing, without aspects if it is new.
    pub(crate) fn thing(&mut self, kind: Kind, name: &str) -> &mut BTreeSet<String> {
        self.0.entry((kind, name.to_owned())).or_default()
    }

    /// Returns the aspects of a thing, or `None` if it is not there.
    pub(crate) fn get(&self, kind: Kind, name: &str) -> Option<&BTreeSet<String>> {
        self.0.get(&(kind, name.to_owned()))
    }

    /// Returns what is in both, and what is in `self` alone: as a whole, or some aspects.
    pub(crate) fn divide(&self, other: &Self) -> (Self, Vec<Absence>) {
        let (mut there, mut absent) = (Self::default(), Vec::new());
        for ((kind, name), aspects) in &self.0 {
            let Some(found) = other.get(*kind, name) else {
                absent.push(Absence { kind: *kind, name: name.clone(), aspect: None });
                continue;
            };
            there.thing(*kind, name).extend(aspects.intersection(found).cloned());
            absent.extend(aspects.difference(found).map(|aspect| Absence {
                kind: *kind,
                name: name.clone(),
                aspect: Some(aspect.clone()),
            }));
        }
        (there, absent)
    }
}

/// A thing, or an aspect of one that is there, that is absent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Absence {
    /// The kind of the thing.
    pub(crate) kind: Kind,
    /// Its name.
    pub(crate) name: String,
    /// The aspect, or `None` for all of it.
    pub(crate) aspect: Option<String>,
}

impl Absence {
    /// Returns the words for it: `op gpu.launch`, `op arith.addi: folder`.
    pub(crate) fn text(&self) -> String {
        let thing = format!("{} {}", self.kind.word(), self.name);
        self.aspect.as_ref().map_or_else(|| thing.clone(), |aspect| format!("{thing}: {aspect}"))
    }

    fn of_text(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(' ')?;
        let (name, aspect) = match rest.split_once(": ") {
            Some((name, aspect)) => (name, Some(aspect.to_owned())),
            None => (rest, None),
        };
        Some(Self { kind: Kind::of_word(kind)?, name: name.to_owned(), aspect })
    }
}

/// Why something stays absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reason {
    /// Patterns of the words for absences, in which `*` stands for any text.
    pub(crate) of: Vec<String>,
    /// A sentence.
    pub(crate) why: String,
}

/// Whether a text is like a pattern in which `*` stands for any text.
pub(crate) fn is_like(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            rest.is_empty() || ends.into_iter().any(|at| is_like(&text[at..], rest))
        }),
    }
}

impl Reason {
    /// Whether it says why this is absent.
    pub(crate) fn covers(&self, absence: &Absence) -> bool {
        let text = absence.text();
        self.of.iter().any(|pattern| is_like(&text, pattern))
    }
}

/// The record: what of upstream's is there, what stays absent for which reason, and what else is absent.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The things of upstream's that both sides have.
    pub(crate) there: Facts,
    /// Why something stays absent, with what it holds for.
    pub(crate) absent: Vec<(Reason, Vec<Absence>)>,
    /// The absences without a reason.
    pub(crate) open: Vec<Absence>,
}

impl Record {
    /// Returns the record of these facts with these reasons, the first of which holds.
    pub(crate) fn new(theirs: &Facts, ours: &Facts, reasons: impl Iterator<Item = Reason>) -> Self {
        let (there, absences) = theirs.divide(ours);
        let mut absent: Vec<(Reason, Vec<Absence>)> = reasons.map(|reason| (reason, Vec::new())).collect();
        let mut open = Vec::new();
        for absence in absences {
            match absent.iter_mut().find(|(reason, _)| reason.covers(&absence)) {
                Some((_, covered)) => covered.push(absence),
                None => open.push(absence),
            }
        }
        Self { there, absent, open }
    }

    /// Reads the text of a record.
    pub(crate) fn of_text(text: &str) -> Result<Self, Box<dyn Error>> {
        let json: Value = serde_json::from_str(text)?;
        let texts = |value: &Value| -> Vec<String> {
            let all = value.as_array().into_iter().flatten();
            all.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let absences = |value: &Value| -> Result<Vec<Absence>, Box<dyn Error>> {
            let read =
                |text: String| Absence::of_text(&text).ok_or_else(|| format!("no thing: {text}").into());
            texts(value).into_iter().map(read).collect()
        };
        let mut record = Self::default();
        for (word, things) in json["there"].as_object().ok_or("the record has no \"there\"")? {
            let kind = Kind::of_word(word).ok_or_else(|| format!("no kind: {word}"))?;
            for (name, aspects) in things.as_object().into_iter().flatten() {
                record.there.thing(kind, name).extend(texts(aspects));
            }
        }
        for group in json["absent"].as_array().into_iter().flatten() {
            let why = group["why"].as_str().unwrap_or_default().to_owned();
            let reason = Reason { of: texts(&group["of"]), why };
            record.absent.push((reason, absences(&group["what"])?));
        }
        record.open = absences(&json["open"])?;
        Ok(record)
    }

    /// Returns the text: one line for each thing.
    pub(crate) fn text(&self) -> String {
        let mut out = String::from("{\n\"there\": {\n");
        let quoted = |text: &str| Value::from(text).to_string();
        let list = |items: &mut dyn Iterator<Item = String>, separator: &str| {
            items.map(|item| quoted(&item)).collect::<Vec<_>>().join(separator)
        };
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            let things = self.there.0.iter().filter(|((found, _), _)| *found == kind);
            let lines: Vec<String> = things
                .map(|((_, name), aspects)| {
                    format!("  {}: [{}]", quoted(name), list(&mut aspects.iter().cloned(), ", "))
                })
                .collect();
            let comma = if i == 0 { "" } else { ",\n" };
            let _ = write!(out, "{comma}{}: {{\n{}\n}}", quoted(kind.word()), lines.join(",\n"));
        }
        out.push_str("},\n\"absent\": [\n");
        let groups: Vec<String> = self
            .absent
            .iter()
            .map(|(reason, what)| {
                let of = list(&mut reason.of.iter().cloned(), ", ");
                let what = list(&mut what.iter().map(Absence::text), ",\n  ");
                format!("{{\"of\": [{of}],\n \"why\": {},\n \"what\": [{what}]}}", quoted(&reason.why))
            })
            .collect();
        let open = list(&mut self.open.iter().map(Absence::text), ",\n");
        let _ = write!(out, "{}\n],\n\"open\": [\n{open}\n]\n}}\n", groups.join(",\n"));
        out
    }
}
