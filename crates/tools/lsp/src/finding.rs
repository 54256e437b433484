//! Reports of bufferization.

use std::sync::{Arc, Mutex};

use serde_json::Value as Json;

/// The reports of bufferization on a text, once they were asked for.
pub(crate) type Findings = Arc<Mutex<Option<Arc<Vec<Finding>>>>>;

/// A report of bufferization.
pub(crate) struct Finding {
    /// The number of its line, from zero.
    pub(crate) line: usize,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
    pub(crate) help: Vec<String>,
}

impl Finding {
    /// The report that a line of JSON is; `None` without a place.
    pub(crate) fn of(report: &Json) -> Option<Self> {
        let line = report["location"]["start"]["line"].as_u64()?.checked_sub(1)? as usize;
        let notes = report["notes"].as_array().into_iter().flatten().filter_map(|note| {
            let text = note["message"].as_str()?;
            let other =
                note["location"]["start"]["line"].as_u64().filter(|other| *other as usize != line + 1);
            Some(other.map_or(text.to_owned(), |other| format!("line {other}: {text}")))
        });
        let help = report["help"].as_array().into_iter().flatten();
        Some(Self {
            line,
            message: report["message"].as_str()?.to_owned(),
            notes: notes.collect(),
            help: help.filter_map(|help| help.as_str().map(str::to_owned)).collect(),
        })
    }

    /// Whether it names a value.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        let is_end = |c: char| !(c.is_alphanumeric() || "_$.-".contains(c));
        let has = |text: &String| {
            let mut all = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
            all.any(|rest| rest.is_empty() || rest.starts_with(is_end))
        };
        has(&self.message) || self.notes.iter().any(has)
    }

    /// The report with its notes, as a list.
    pub(crate) fn text(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("\n- {note}"));
        let help = self.help.iter().map(|help| format!("\n- help: {help}"));
        std::iter::once(self.message.clone()).chain(notes).chain(help).collect()
    }
}
