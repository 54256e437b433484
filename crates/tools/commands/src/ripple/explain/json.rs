//! The report for programs: an object a line.

use serde_json::{Value, json};

use super::report::{LinePart, Report};

/// Returns a line for each region of the assembly, and for each line of the source in one.
pub(super) fn as_json(report: &Report) -> String {
    let mut out = String::new();
    for (file, lines) in &report.files {
        for part in report.regions(lines) {
            let estimate = report.estimate(&part);
            let mut value = of_part(report, &part);
            value["kind"] = json!("code");
            value["simulated"] = json!(estimate.simulated.map(rounded));
            value["unit"] = json!(estimate.unit);
            value["estimated_by"] = json!(report.programs[part.program].estimates.source);
            out.push_str(&format!("{value}\n"));
        }
        for advice in report.advice_of(file) {
            out.push_str(&format!("{}\n", json!({ "kind": "advice", "file": file, "message": advice })));
        }
        for (line, of_line) in lines {
            for part in &of_line.parts {
                let mut value = of_part(report, part);
                value["kind"] = json!("line");
                value["file"] = json!(file);
                value["line"] = json!(line);
                let texts: Vec<&str> = report.instructions(part).map(|inst| inst.text.as_str()).collect();
                value["assembly"] = json!(texts);
                out.push_str(&format!("{value}\n"));
            }
        }
    }
    out
}

fn of_part(report: &Report, part: &LinePart) -> Value {
    let region = report.region(part);
    json!({
        "function": region.function,
        "loop": region.loop_place.as_ref().map(|place| place.line),
        "depth": region.depth,
        "remainder": region.is_remainder,
        "cycles": rounded(part.cycles),
    })
}

/// A number with two digits after the point.
fn rounded(cycles: f64) -> f64 {
    (cycles * 100.0).round() / 100.0
}
