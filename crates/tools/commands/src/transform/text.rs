//! The trace as text.

use std::fmt::Write;

use super::trace::{Ending, HandleChange, Match, Message, Trace, TraceStep, Try, shown};

/// Refusals of one matcher that are shown one by one; the others are counted.
const MOST_REFUSALS: usize = 4;

/// Returns the text of a trace.
pub(super) fn text(trace: &Trace) -> String {
    let mut out = String::new();
    let mut tries: Vec<Vec<&Try>> = vec![Vec::new(); trace.steps.len()];
    trace.tries.iter().for_each(|tried| tries[tried.step].push(tried));
    for (number, tries) in tries.iter().enumerate() {
        // Nothing can go wrong when writing to a string.
        let _ = write_step(trace, number, tries, &mut out);
    }
    out
}

fn write_step(trace: &Trace, number: usize, tries: &[&Try], out: &mut String) -> std::fmt::Result {
    let step = &trace.steps[number];
    let op = &trace.ops[step.op];
    let indent = "  ".repeat(step.depth);
    writeln!(out, "{indent}step {}: {} ({})", number + 1, op.text, shown(op.place.as_ref()))?;
    let indent = format!("{indent}    ");
    for (change, what) in step
        .operands
        .iter()
        .map(|change| (change, "takes"))
        .chain(step.results.iter().map(|change| (change, "returns")))
        .chain(step.followed.iter().map(|change| (change, "changes")))
    {
        if step.late_uses.iter().all(|late| late.handle != change.handle) {
            write_handle(trace, change, what, &indent, out)?;
        }
    }
    write_tries(trace, tries, &indent, out)?;
    write_changes(trace, step, &indent, out)?;
    if let Some(near) = &step.near_miss {
        match near.object {
            Some(object) => writeln!(
                out,
                "{indent}nothing matched; the nearest miss is {}: {}",
                trace.object(object),
                near.reason
            )?,
            None => writeln!(out, "{indent}nothing matched: {}", near.reason)?,
        }
    }
    for (handle, operand) in &step.invalidated {
        let name = &trace.handles[*handle].name;
        writeln!(out, "{indent}{name} must not be used any more: operand #{operand} is used up")?;
    }
    for message in &step.messages {
        write_message(message, &indent, out)?;
    }
    for line in step.late_uses.iter().flat_map(|late| trace.late_use(late)) {
        writeln!(out, "{indent}{line}")?;
    }
    if step.ending != Ending::Success {
        writeln!(out, "{indent}{}", step.ending.text())?;
    }
    Ok(())
}

fn write_handle(
    trace: &Trace,
    change: &HandleChange,
    what: &str,
    indent: &str,
    out: &mut String,
) -> std::fmt::Result {
    let name = &trace.handles[change.handle].name;
    let before = change.before.as_deref().map(|before| trace.shown_objects(before));
    match (&before, &change.after) {
        (None, after) => {
            let after = after.as_deref().unwrap_or_default();
            let empty = if after.is_empty() { " (empty)" } else { "" };
            writeln!(out, "{indent}{what} {name} = {}{empty}", trace.shown_objects(after))
        }
        (Some(before), None) => writeln!(out, "{indent}{what} {name} = {before}, and uses it up"),
        (Some(before), Some(after)) if change.before.as_ref() == Some(after) => {
            writeln!(out, "{indent}{what} {name} = {before}")
        }
        (Some(before), Some(after)) => {
            writeln!(out, "{indent}{what} {name} = {before}; now {}", trace.shown_objects(after))
        }
    }
}

fn write_message(message: &Message, indent: &str, out: &mut String) -> std::fmt::Result {
    let at = |place: &Option<super::trace::SourcePlace>| {
        place.as_ref().map_or(String::new(), |place| format!(" ({})", shown(Some(place))))
    };
    writeln!(out, "{indent}{}: {}{}", message.severity, message.text, at(&message.place))?;
    for (note, place) in &message.notes {
        writeln!(out, "{indent}  note: {note}{}", at(place))?;
    }
    Ok(())
}

fn write_tries(trace: &Trace, tries: &[&Try], indent: &str, out: &mut String) -> std::fmt::Result {
    let mut matchers: Vec<&str> = tries.iter().map(|tried| tried.matcher.as_str()).collect();
    matchers.sort_unstable();
    matchers.dedup();
    for matcher in matchers {
        let mut refusals = 0;
        for tried in tries.iter().filter(|tried| tried.matcher == matcher) {
            let candidate = trace.object(tried.candidate);
            match &tried.outcome {
                Match::Matched => writeln!(out, "{indent}@{matcher} matches {candidate}")?,
                Match::Failed => writeln!(out, "{indent}@{matcher} fails on {candidate}")?,
                Match::Refused { op, message, inner } => {
                    // That the name is another one is no news.
                    let of_interest = tried.met > 0 || !inner.is_empty();
                    refusals += usize::from(!of_interest);
                    if !of_interest && refusals > MOST_REFUSALS {
                        continue;
                    }
                    let op = &trace.ops[*op];
                    let why = message.as_ref().map_or("", |message| message.text.as_str());
                    writeln!(
                        out,
                        "{indent}@{matcher} refuses {candidate} at {} ({}): {why}",
                        op.text,
                        shown(op.place.as_ref())
                    )?;
                    for (op, message) in inner {
                        let op = &trace.ops[*op];
                        writeln!(
                            out,
                            "{indent}  {} ({}): {}",
                            op.text,
                            shown(op.place.as_ref()),
                            message.text
                        )?;
                    }
                }
            }
        }
        if refusals > MOST_REFUSALS {
            writeln!(out, "{indent}@{matcher} refuses {} more by its first op", refusals - MOST_REFUSALS)?;
        }
    }
    Ok(())
}

fn write_changes(trace: &Trace, step: &TraceStep, indent: &str, out: &mut String) -> std::fmt::Result {
    for (old, new) in &step.replaced {
        writeln!(out, "{indent}replaces {} by {}", trace.object(*old), trace.shown_objects(new))?;
    }
    for (what, objects) in [("creates", &step.created), ("changes", &step.modified), ("erases", &step.erased)]
    {
        if !objects.is_empty() {
            writeln!(out, "{indent}{what} {}", trace.shown_objects(objects))?;
        }
    }
    for miss in &step.no_match {
        let pattern = miss.pattern.unwrap_or("a pattern");
        writeln!(out, "{indent}{pattern} does not match {}: {}", trace.object(miss.object), miss.reason)?;
    }
    Ok(())
}
