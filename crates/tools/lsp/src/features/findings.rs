//! What bufferization reports of a file.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

use super::view::View;
use crate::jobs::Job;

/// What bufferization reports of a text, once it was asked.
pub(crate) type Findings = Arc<Mutex<Option<Arc<Vec<Finding>>>>>;

impl View<'_> {
    /// What bufferization reports of the text, as work for a thread: it is asked once for each text.
    pub(super) fn findings(&self) -> impl FnOnce(&Job) -> Result<Arc<Vec<Finding>>, String> + Send + 'static {
        let (text, known) = (self.text.text.clone(), self.findings.clone());
        move |job| {
            if let Some(known) = &*known.lock().unwrap_or_else(PoisonError::into_inner) {
                return Ok(known.clone());
            }
            let args = ["explain", "-", "--split-input-file", "--diagnostic-format=json", "-o", "-"];
            let args = args.map(str::to_owned);
            let output = job.run(&args, &text)?;
            if output.code != Some(0) {
                return Err(format!("it cannot be bufferized: {}", output.stderr));
            }
            let reports = output.stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
            let found: Arc<Vec<Finding>> =
                Arc::new(reports.filter_map(|report| Finding::of(&report)).collect());
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
            Ok(found)
        }
    }
}

/// A report of bufferization.
pub(crate) struct Finding {
    /// The number of its line, from zero.
    pub(super) line: usize,
    message: String,
    notes: Vec<String>,
    help: Vec<String>,
}

impl Finding {
    /// The report that a line of JSON is; `None` without a place.
    fn of(report: &Json) -> Option<Self> {
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
    pub(super) fn mentions(&self, name: &str) -> bool {
        let is_end = |c: char| !(c.is_alphanumeric() || "_$.-".contains(c));
        let has = |text: &String| {
            let mut all = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
            all.any(|rest| rest.is_empty() || rest.starts_with(is_end))
        };
        has(&self.message) || self.notes.iter().any(has)
    }

    /// The report with its notes, as a list.
    pub(super) fn text(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("\n- {note}"));
        let help = self.help.iter().map(|help| format!("\n- help: {help}"));
        std::iter::once(self.message.clone()).chain(notes).chain(help).collect()
    }
}
