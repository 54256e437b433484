//! Collects diagnostics by the lines of their files.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::Value;

use super::super::super::explain_page::text_of;
use super::remarks::Told;
use super::report::{Line, Lines};

/// Remarks and warnings by files and lines; errors are printed.
pub(super) fn collect(reported: &[u8], stderr: &mut dyn Write) -> BTreeMap<String, Lines> {
    let mut files: BTreeMap<String, Lines> = BTreeMap::new();
    for line in String::from_utf8_lossy(reported).lines() {
        let Ok(diag) = serde_json::from_str::<Value>(line) else {
            let _ = writeln!(stderr, "{line}");
            continue;
        };
        let at = &diag["location"];
        let text = |value: &Value| text_of(value).to_owned();
        let (file, message) = (text(&at["file"]), text(&diag["message"]));
        let number = |value: &Value| value.as_u64().unwrap_or(1);
        let (line, column) = (number(&at["start"]["line"]), number(&at["start"]["column"]));
        let severity = text(&diag["severity"]);
        if severity == "error" {
            let _ = writeln!(stderr, "{file}:{line}:{column}: error: {message}");
            continue;
        }
        let message = message.strip_suffix(" [ripple-access]").unwrap_or(&message).to_owned();
        let is_remainder = text_of(&diag["trace"]).contains("discriminator = 1");
        let lines = files.entry(file).or_default();
        let of_line: &mut Line = lines.entry(line).or_default();
        of_line.told.insert(Told { is_remainder, column, severity, message });
    }
    files
}

/// Returns the numbers of accesses and calls of each grade.
pub(super) fn summary(lines: &Lines) -> String {
    let counted = |is_remainder: bool| {
        let mut counts = [0; 3];
        let told = lines.values().flat_map(|line| &line.told);
        for told in told.filter(|told| told.is_remainder == is_remainder && !told.is_local()) {
            counts[told.grade() as usize] += 1;
        }
        counts
    };
    let [good, fair, poor] = counted(false);
    let mut text = format!(
        "{good} by one vector access, {fair} by several, under masks or with a warning, {poor} element by element"
    );
    if counted(true) != [0; 3] {
        let [good, fair, poor] = counted(true);
        text.push_str(&format!(" (in remainders: {good}, {fair}, {poor})"));
    }
    text
}
