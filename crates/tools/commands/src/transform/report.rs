//! `--transform-report`: the matches and changes of each op of a script, and the reasons of those without
//! effect.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::trace::{Ending, Match, Trace, shown};

/// The totals of the applications of one op of the script.
#[derive(Default)]
struct Sum {
    applied: usize,
    failed: usize,
    tried: usize,
    matched: usize,
    returned: usize,
    created: usize,
    modified: usize,
    erased: usize,
    replaced: usize,
}

/// Returns the report.
pub(super) fn report(trace: &Trace) -> String {
    let mut sums: BTreeMap<usize, (Sum, Vec<usize>)> = BTreeMap::new();
    for (number, step) in trace.steps.iter().enumerate() {
        let (sum, steps) = sums.entry(step.op).or_default();
        steps.push(number);
        sum.applied += 1;
        sum.failed += usize::from(step.ending != Ending::Success);
        sum.returned +=
            step.results.iter().filter_map(|result| result.after.as_ref()).map(Vec::len).sum::<usize>();
        sum.created += step.created.len();
        sum.modified += step.modified.len();
        sum.erased += step.erased.len();
        sum.replaced += step.replaced.len();
    }
    for tried in &trace.tries {
        let (sum, _) = sums.entry(trace.steps[tried.step].op).or_default();
        sum.tried += 1;
        sum.matched += usize::from(matches!(tried.outcome, Match::Matched));
    }
    let mut out = String::new();
    let emptied = first_empty(trace);
    for (op, (sum, steps)) in &sums {
        // Nothing can go wrong when writing to a string.
        let _ = write_op(trace, *op, sum, steps, &emptied, &mut out);
    }
    out
}

fn write_op(
    trace: &Trace,
    op: usize,
    sum: &Sum,
    steps: &[usize],
    emptied: &[Option<usize>],
    out: &mut String,
) -> std::fmt::Result {
    let script = &trace.ops[op];
    writeln!(out, "{}: {}", shown(script.place.as_ref()), script.text)?;
    let mut said = Vec::new();
    if sum.applied > 1 {
        said.push(format!("applied {} times", sum.applied));
    }
    if sum.failed > 0 {
        said.push(format!("failed {}", times(sum.failed)));
    }
    if sum.tried > 0 {
        said.push(format!("matched {} of {} tries", sum.matched, sum.tried));
    }
    if sum.returned > 0 {
        said.push(format!("returned {}", sum.returned));
    }
    for (count, what) in [
        (sum.replaced, "replaced"),
        (sum.created, "created"),
        (sum.modified, "changed"),
        (sum.erased, "erased"),
    ] {
        if count > 0 {
            said.push(format!("{what} {count}"));
        }
    }
    let holds_others = steps.iter().any(|&step| is_around(trace, step));
    let changed_nothing = steps.iter().all(|&step| !trace.steps[step].changed());
    if script.modifies && changed_nothing && !holds_others {
        said.push("changed nothing".to_owned());
    }
    if !said.is_empty() {
        writeln!(out, "  {}", said.join(", "))?;
    }
    for &step in steps {
        let should_change = script.modifies && changed_nothing && !holds_others;
        for line in why_nothing(trace, step, should_change, emptied) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// Whether a step holds others.
fn is_around(trace: &Trace, step: usize) -> bool {
    trace.steps.get(step + 1).is_some_and(|next| next.depth > trace.steps[step].depth)
}

/// Explains a step without an effect: an empty handle, the nearest miss, patterns that did not match, a failure.
fn why_nothing(trace: &Trace, number: usize, should_change: bool, emptied: &[Option<usize>]) -> Vec<String> {
    let step = &trace.steps[number];
    let mut out = Vec::new();
    if let Some(near) = &step.near_miss {
        let met = match near.met {
            0 => String::new(),
            met => format!(" (it meets {met} before that)"),
        };
        out.push(match near.object {
            Some(object) => format!("nearest miss: {}: {}{met}", trace.object(object), near.reason),
            None => format!("nothing matched: {}", near.reason),
        });
    }
    if should_change {
        for operand in &step.operands {
            let is_late = step.late_uses.iter().any(|late| late.handle == operand.handle);
            if !is_late && operand.before.as_ref().is_some_and(Vec::is_empty) {
                let name = &trace.handles[operand.handle].name;
                out.push(match emptied[operand.handle].filter(|&from| from < number) {
                    Some(from) => format!("{name} is empty since step {}, {}", from + 1, origin(trace, from)),
                    None => format!("{name} is empty"),
                });
            }
        }
        if let Some(miss) = step.no_match.first() {
            let pattern = miss.pattern.unwrap_or("a pattern");
            let more = match step.no_match.len() {
                1 => String::new(),
                count => format!(" (and {} more)", count - 1),
            };
            out.push(format!(
                "{pattern} does not match {}: {}{more}",
                trace.object(miss.object),
                miss.reason
            ));
        }
    }
    if step.ending != Ending::Success && !is_around(trace, number) {
        out.extend(step.messages.iter().map(|message| format!("{}: {}", message.severity, message.text)));
        out.extend(step.late_uses.iter().flat_map(|late| trace.late_use(late)));
    }
    out
}

/// For each handle, the first step after which its payload was empty.
fn first_empty(trace: &Trace) -> Vec<Option<usize>> {
    let mut first = vec![None; trace.handles.len()];
    for (number, step) in trace.steps.iter().enumerate() {
        for change in step.results.iter().chain(&step.operands).chain(&step.followed) {
            if change.after.as_ref().is_some_and(Vec::is_empty) {
                first[change.handle].get_or_insert(number);
            }
        }
    }
    first
}

fn origin(trace: &Trace, step: usize) -> String {
    let op = &trace.ops[trace.steps[step].op];
    format!("{} ({})", op.name, shown(op.place.as_ref()))
}

/// Returns the error of each step that looks for payload and found nothing.
pub(super) fn empty_matches(trace: &Trace) -> Vec<String> {
    let mut out = Vec::new();
    for step in &trace.steps {
        let op = &trace.ops[step.op];
        let looks = op.name == "transform.structured.match" || step.near_miss.is_some();
        let empty = step.results.iter().any(|result| result.after.as_ref().is_some_and(Vec::is_empty))
            || step.near_miss.is_some();
        if looks && empty && step.ending == Ending::Success {
            let mut text = format!("{}: error: nothing matched: {}", shown(op.place.as_ref()), op.text);
            if let Some(near) = &step.near_miss {
                text += &match near.object {
                    Some(object) => {
                        format!("\n  the nearest miss is {}: {}", trace.object(object), near.reason)
                    }
                    None => format!("\n  {}", near.reason),
                };
            }
            out.push(text);
        }
    }
    out
}
