//! The renderer for programs: one JSON object a line.

use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, Property};
use crate::location::{Location, LocationKind};

/// Appends a diagnostic as one line of JSON.
///
/// Keys: `severity`, `code` (if any), `message`, `location` (the range it points at: `file`, `start`, `end`, each a
/// `{line, column}`; null if unknown), `name` (of an outermost named location), `trace` (the whole tree as text, if it
/// is more than a range), `notes` (objects of the same form), `help`, and the diagnostic's properties.
pub fn render(diagnostic: &Diagnostic, out: &mut Vec<u8>) {
    out.extend_from_slice(to_value(diagnostic).to_string().as_bytes());
    out.push(b'\n');
}

fn to_value(diagnostic: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("severity".into(), diagnostic.severity.as_str().into());
    if let Some(code) = diagnostic.code {
        object.insert("code".into(), code.into());
    }
    object.insert("message".into(), diagnostic.message.as_str().into());
    add_location(&mut object, &diagnostic.location);
    if !diagnostic.notes.is_empty() {
        object.insert("notes".into(), diagnostic.notes.iter().map(to_value).collect());
    }
    if !diagnostic.help.is_empty() {
        object.insert("help".into(), diagnostic.help.clone().into());
    }
    for (key, property) in &diagnostic.properties {
        let value = match property {
            Property::Text(text) => text.as_str().into(),
            Property::Number(number) => (*number).into(),
            Property::Numbers(numbers) => numbers.clone().into(),
            Property::Null => Value::Null,
        };
        object.insert((*key).into(), value);
    }
    Value::Object(object)
}

fn add_location(object: &mut Map<String, Value>, location: &Location) {
    let range = location.find_file().map_or(Value::Null, |file| {
        json!({
            "file": &*file.file,
            "start": { "line": file.start_line, "column": file.start_col },
            "end": { "line": file.end_line, "column": file.end_col },
        })
    });
    object.insert("location".into(), range);
    match location.kind() {
        LocationKind::Unknown | LocationKind::FileLineCol(_) => return,
        LocationKind::Name { name, .. } => {
            object.insert("name".into(), (&**name).into());
        }
        _ => {}
    }
    object.insert("trace".into(), location.to_string().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_a_line() {
        let diag = Diagnostic::error(Location::range("a", (1, 2), (3, 4)), "bad \"x\"\n")
            .code("E1")
            .note(Location::name("n", Location::unknown()), "why")
            .help("fix it");
        let mut diag = diag;
        diag.properties.push(("bytes", Property::Number(8)));
        diag.properties.push(("copies", Property::Numbers(vec![1, 2])));
        let mut out = Vec::new();
        render(&diag, &mut out);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.matches('\n').count(), 1);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            value,
            json!({
                "severity": "error", "code": "E1", "message": "bad \"x\"\n",
                "location": {
                    "file": "a", "start": { "line": 1, "column": 2 }, "end": { "line": 3, "column": 4 }
                },
                "notes": [{
                    "severity": "note", "message": "why", "location": null, "name": "n", "trace": "loc(\"n\")"
                }],
                "help": ["fix it"], "bytes": 8, "copies": [1, 2],
            })
        );
    }
}
