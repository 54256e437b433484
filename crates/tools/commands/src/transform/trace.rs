//! The trace of a script's execution, as data: payload objects, handles, ops of the script and steps, each a
//! list whose entries others refer to by index.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

/// A place in a file; lines and columns start at 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SourcePlace {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// An object that is the payload of a handle, or that a matcher was tried on.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// `op`, `value` or `param`.
    pub(super) kind: &'static str,
    /// The name of an op, with its symbol; the role of a value in its op; the text of an attribute.
    pub(super) name: String,
    pub(super) place: Option<SourcePlace>,
    /// The op under which it is shown: the object itself, or the op that defines it.
    pub(super) op: Option<usize>,
}

/// A handle or a parameter of the script.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    pub(super) name: String,
    pub(super) place: Option<SourcePlace>,
}

/// An op of the script.
#[derive(Clone, Debug)]
pub(super) struct ScriptOp {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) place: Option<SourcePlace>,
    /// Whether it may change the payload.
    pub(super) modifies: bool,
}

/// A message, with its notes.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) severity: &'static str,
    pub(super) text: String,
    pub(super) place: Option<SourcePlace>,
    pub(super) notes: Vec<(String, Option<SourcePlace>)>,
}

/// The payload of a handle before and after a step.
#[derive(Clone, Debug)]
pub(super) struct HandleChange {
    pub(super) handle: usize,
    /// `None` if the step defines it.
    pub(super) before: Option<Vec<usize>>,
    /// `None` if the step used it up.
    pub(super) after: Option<Vec<usize>>,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Success,
    /// A failure that the enclosing op may suppress.
    Silenceable,
    /// A failure that ended the script.
    Definite,
}

impl Ending {
    pub(super) fn text(self) -> &'static str {
        match self {
            Ending::Success => "success",
            Ending::Silenceable => "silenceable failure",
            Ending::Definite => "definite failure",
        }
    }
}

/// A handle that was used after a step had used it up.
#[derive(Clone, Debug)]
pub(super) struct LateUse {
    pub(super) handle: usize,
    /// The step that used it up, and by which operand.
    pub(super) step: usize,
    pub(super) operand: usize,
    /// The payload of the handle before that step.
    pub(super) objects: Vec<usize>,
}

/// A pattern that did not match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoMatch {
    pub(super) object: usize,
    pub(super) pattern: Option<&'static str>,
    pub(super) reason: String,
}

/// One application of an op of the script.
#[derive(Clone, Debug)]
pub(super) struct TraceStep {
    pub(super) op: usize,
    /// The number of enclosing steps.
    pub(super) depth: usize,
    pub(super) operands: Vec<HandleChange>,
    pub(super) results: Vec<HandleChange>,
    /// Other handles whose payload changed.
    pub(super) followed: Vec<HandleChange>,
    pub(super) ending: Ending,
    /// The reason of a failure, and the diagnostics.
    pub(super) messages: Vec<Message>,
    pub(super) created: Vec<usize>,
    pub(super) modified: Vec<usize>,
    pub(super) erased: Vec<usize>,
    pub(super) replaced: Vec<(usize, Vec<usize>)>,
    pub(super) no_match: Vec<NoMatch>,
    /// Handles that must not be used afterwards, with the operand that made them invalid.
    pub(super) invalidated: Vec<(usize, usize)>,
    pub(super) late_uses: Vec<LateUse>,
    /// The nearest miss, if it found nothing.
    pub(super) near_miss: Option<NearMiss>,
    /// The texts of the payload before and after.
    pub(super) shows: (usize, usize),
}

impl TraceStep {
    /// Reduces the changes to their net effect: ops that were created and erased in the step are dropped.
    pub(super) fn settle_changes(&mut self) {
        let created: FxHashSet<usize> = self.created.iter().copied().collect();
        let erased: FxHashSet<usize> = self.erased.iter().copied().collect();
        let all = std::mem::take(&mut self.replaced);
        let by_old: FxHashMap<usize, &Vec<usize>> = all.iter().map(|(old, by)| (*old, by)).collect();
        for (old, by) in all.iter().filter(|(old, _)| !created.contains(old)) {
            let mut settled = Vec::new();
            for &new in by {
                let mut new = new;
                // A replacement that was itself replaced resolves to the final one.
                for _ in 0..all.len() {
                    match by_old.get(&new).and_then(|next| next.first()) {
                        Some(&next) if next != new => new = next,
                        _ => break,
                    }
                }
                settled.push(new);
            }
            self.replaced.push((*old, settled));
        }
        let mut seen = FxHashSet::default();
        self.created.retain(|op| !erased.contains(op) && seen.insert(*op));
        seen.clear();
        self.modified.retain(|op| !erased.contains(op) && !created.contains(op) && seen.insert(*op));
        seen.clear();
        self.erased.retain(|op| !created.contains(op) && seen.insert(*op));
    }

    /// Whether it changed the payload.
    pub(super) fn changed(&self) -> bool {
        !(self.created.is_empty()
            && self.modified.is_empty()
            && self.erased.is_empty()
            && self.replaced.is_empty())
    }
}

/// The payload op that satisfies the most of the match conditions, and the first one that it does not.
#[derive(Clone, Debug)]
pub(super) struct NearMiss {
    pub(super) object: Option<usize>,
    pub(super) reason: String,
    pub(super) place: Option<SourcePlace>,
    /// The number of conditions that it meets.
    pub(super) met: usize,
}

/// The result of a matcher on an op.
#[derive(Clone, Debug)]
pub(super) enum Match {
    Matched,
    /// The op of the script that did not match, the reason, and the nested mismatches.
    Refused {
        op: usize,
        message: Option<Message>,
        inner: Vec<(usize, Message)>,
    },
    Failed,
}

/// A matcher that was tried on an op of the payload.
#[derive(Clone, Debug)]
pub(super) struct Try {
    pub(super) step: usize,
    pub(super) matcher: String,
    pub(super) candidate: usize,
    /// The number of its ops that succeeded.
    pub(super) met: usize,
    pub(super) outcome: Match,
}

/// The events of an interpreter run.
#[derive(Default, Debug)]
pub(super) struct Trace {
    pub(super) objects: Vec<Object>,
    pub(super) handles: Vec<Handle>,
    pub(super) ops: Vec<ScriptOp>,
    pub(super) steps: Vec<TraceStep>,
    pub(super) tries: Vec<Try>,
    /// Texts of the payload, each with the line of every op in it; only if a page is written.
    pub(super) texts: Vec<(String, Vec<(usize, usize)>)>,
    /// The step after which the payload is not shown any more, as its texts are too long.
    pub(super) shown_until: Option<usize>,
}

fn place(at: Option<&SourcePlace>) -> Value {
    at.map_or(Value::Null, |at| json!({"file": at.file, "line": at.line, "column": at.column}))
}

fn message(message: &Message) -> Value {
    let notes: Vec<Value> = message
        .notes
        .iter()
        .map(|(text, at)| json!({"message": text, "location": place(at.as_ref())}))
        .collect();
    json!({"severity": message.severity, "message": message.text, "location": place(message.place.as_ref()), "notes": notes})
}

fn handle_changes(changes: &[HandleChange]) -> Vec<Value> {
    let one = |change: &HandleChange| json!({"handle": change.handle, "before": change.before, "after": change.after});
    changes.iter().map(one).collect()
}

fn step_value(step: &TraceStep) -> Value {
    let replaced: Vec<Value> =
        step.replaced.iter().map(|(old, new)| json!({"object": old, "by": new})).collect();
    let no_match: Vec<Value> = step
        .no_match
        .iter()
        .map(|miss| json!({"object": miss.object, "pattern": miss.pattern, "reason": miss.reason}))
        .collect();
    let invalidated: Vec<Value> = step
        .invalidated
        .iter()
        .map(|(handle, operand)| json!({"handle": handle, "operand": operand}))
        .collect();
    let late: Vec<Value> = step
        .late_uses
        .iter()
        .map(|late| {
            json!({"handle": late.handle, "step": late.step, "operand": late.operand, "objects": late.objects})
        })
        .collect();
    let near = step.near_miss.as_ref().map(|near| {
        json!({"object": near.object, "reason": near.reason, "location": place(near.place.as_ref()), "met": near.met})
    });
    json!({
        "op": step.op, "depth": step.depth, "outcome": step.ending.text(),
        "operands": handle_changes(&step.operands), "results": handle_changes(&step.results),
        "followed": handle_changes(&step.followed),
        "messages": step.messages.iter().map(message).collect::<Vec<_>>(),
        "created": step.created, "modified": step.modified, "erased": step.erased, "replaced": replaced,
        "no_match": no_match, "invalidated": invalidated, "late_uses": late, "near_miss": near,
        "shows": [step.shows.0, step.shows.1],
    })
}

fn try_value(tried: &Try) -> Value {
    let (outcome, op, why, inner) = match &tried.outcome {
        Match::Matched => ("matched", Value::Null, Value::Null, Vec::new()),
        Match::Failed => ("failed", Value::Null, Value::Null, Vec::new()),
        Match::Refused { op, message: why, inner } => (
            "refused",
            json!(op),
            why.as_ref().map_or(Value::Null, message),
            inner.iter().map(|(op, why)| json!({"op": op, "message": message(why)})).collect(),
        ),
    };
    json!({
        "step": tried.step, "matcher": tried.matcher, "candidate": tried.candidate, "met": tried.met,
        "outcome": outcome, "op": op, "message": why, "inner": inner,
    })
}

impl Trace {
    /// The trace for programs. With the texts of the payload, as the page shows them.
    pub(super) fn to_json(&self, with_texts: bool) -> Value {
        let objects: Vec<Value> = self
            .objects
            .iter()
            .map(|object| {
                json!({"kind": object.kind, "name": object.name, "location": place(object.place.as_ref()), "op": object.op})
            })
            .collect();
        let handles: Vec<Value> = self
            .handles
            .iter()
            .map(|handle| json!({"name": handle.name, "location": place(handle.place.as_ref())}))
            .collect();
        let ops: Vec<Value> = self
            .ops
            .iter()
            .map(|op| json!({"name": op.name, "text": op.text, "location": place(op.place.as_ref())}))
            .collect();
        let mut all = json!({
            "objects": objects, "handles": handles, "ops": ops,
            "steps": self.steps.iter().map(step_value).collect::<Vec<_>>(),
            "tries": self.tries.iter().map(try_value).collect::<Vec<_>>(),
        });
        if with_texts {
            let texts: Vec<Value> =
                self.texts.iter().map(|(text, ops)| json!({"text": text, "ops": ops})).collect();
            all["texts"] = Value::Array(texts);
            all["shown_until"] = json!(self.shown_until);
        }
        all
    }

    /// An object as texts show it: its name and its place.
    pub(super) fn object(&self, number: usize) -> String {
        let object = &self.objects[number];
        match &object.place {
            Some(at) => format!("{} ({})", object.name, shown(Some(at))),
            None => object.name.clone(),
        }
    }

    /// Several objects, cut short where there are many.
    pub(super) fn shown_objects(&self, numbers: &[usize]) -> String {
        const MOST: usize = 8;
        if numbers.is_empty() {
            return "nothing".to_owned();
        }
        let shown: Vec<String> = numbers.iter().take(MOST).map(|&number| self.object(number)).collect();
        match numbers.len() > MOST {
            true => format!("{} and {} more", shown.join(", "), numbers.len() - MOST),
            false => shown.join(", "),
        }
    }

    /// Describes the step that consumed a handle used afterwards, and the changes of the handle's payload.
    pub(super) fn late_use(&self, late: &LateUse) -> Vec<String> {
        let by = &self.ops[self.steps[late.step].op];
        let mut lines = vec![format!(
            "{} was used up by step {}, as operand #{} of {} ({})",
            self.handles[late.handle].name,
            late.step + 1,
            late.operand,
            by.name,
            shown(by.place.as_ref())
        )];
        for &object in &late.objects {
            let became = self.became(object, late.step).unwrap_or_else(|| "is still there".to_owned());
            lines.push(format!("  {} {became}", self.object(object)));
        }
        lines
    }

    /// Describes the recorded change of an object in the steps after `from`.
    fn became(&self, object: usize, from: usize) -> Option<String> {
        for step in self.steps.iter().skip(from) {
            if let Some((_, by)) = step.replaced.iter().find(|(old, _)| *old == object) {
                return Some(match by.is_empty() {
                    true => "was replaced by values that no op defines".to_owned(),
                    false => format!("was replaced by {}", self.shown_objects(by)),
                });
            }
            if step.erased.contains(&object) {
                return Some("was erased".to_owned());
            }
        }
        None
    }
}

/// A place as texts show it.
pub(super) fn shown(at: Option<&SourcePlace>) -> String {
    match at {
        None => "at an unknown place".to_owned(),
        // A whole file.
        Some(at) if at.line == 0 => at.file.clone(),
        Some(at) => format!("{}:{}:{}", at.file, at.line, at.column),
    }
}
