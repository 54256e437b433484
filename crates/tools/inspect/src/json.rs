//! The IR after each pass for programs, as one line of JSON.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::stages::{Stage, Stages, StagesOfPart};

/// Returns `{"parts": [..]}`, one for each part of the input, each with its `stages` and with `replaced`.
///
/// A stage has the `title`, which is `input` or a pass, the `text`, the `idle` passes after it that changed nothing, and
/// the `errors` of a pass that failed, else `null`. Its `values` are a line for each of the text, with `column,length,number;`
/// for each name of a value; columns and lengths are in units of UTF-16, numbers are the same in all stages of a part.
/// `replaced` is `number,number;` for each value that another one has replaced. Those are texts since programs only read the
/// parts that they show.
pub fn json(stages: &Stages) -> String {
    let parts: Vec<Json> = stages.parts.iter().map(part).collect();
    json!({"parts": parts}).to_string()
}

fn part(part: &StagesOfPart) -> Json {
    let mut replaced = String::new();
    for (old, new) in &part.replaced {
        // Nothing can go wrong when writing to a string.
        let _ = write!(replaced, "{old},{new};");
    }
    let stages: Vec<Json> = part.stages.iter().map(stage).collect();
    json!({"stages": stages, "replaced": replaced})
}

fn stage(stage: &Stage) -> Json {
    json!({
        "title": stage.title,
        "text": stage.text,
        "idle": stage.idle,
        "errors": stage.errors,
        "values": values(stage),
    })
}

/// The names of values in a text, by lines.
fn values(stage: &Stage) -> String {
    let units = |text: &str| if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
    let mut out = String::new();
    let mut marks = stage.marks.iter().peekable();
    let mut start = 0;
    for line in stage.text.split_inclusive('\n') {
        let end = start + line.len();
        let (mut at, mut column) = (start, 0);
        while let Some(mark) = marks.next_if(|mark| mark.start < end) {
            column += units(&stage.text[at..mark.start]);
            let length = units(&stage.text[mark.start..mark.end]);
            // Nothing can go wrong when writing to a string.
            let _ = write!(out, "{column},{length},{};", mark.number);
            (at, column) = (mark.end, column + length);
        }
        out.push('\n');
        start = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::values;
    use crate::stages::{Stage, ValueMark};

    #[test]
    fn columns_are_in_units_of_utf_16() {
        let text = "%a \"é𝄞\" %b\n\n  %a\n".to_owned();
        let at = |name: &str, from: usize| from + text[from..].find(name).expect("a name");
        let (b, last) = (at("%b", 0), at("%a", 2));
        let mark = |start, number| ValueMark { start, end: start + 2, number };
        let marks = vec![mark(0, 0), mark(b, 12), mark(last, 0)];
        let stage = Stage { title: String::new(), text, marks, idle: Vec::new(), errors: None };
        // The second name follows a letter of one unit and one of two.
        assert_eq!(values(&stage), "0,2,0;9,2,12;\n\n2,2,0;\n");
    }
}
