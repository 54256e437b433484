//! Records what happens while a script runs.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_asm::{PrintOptions, What, print_ir_marked, print_op_marked};
use terrace_ir::diag::Severity;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::symbols::symbol_name_of;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, Diag, Ir, Loc, OpHandle, OpRef, ValueHandle, ValueRef};
use terrace_opt::resolve::resolve;
use terrace_transform::effects::{PAYLOAD_IR, is_handle_consumed};
use terrace_transform::interfaces::NearestMatchOpInterface;
use terrace_transform::observe::{MatcherOutcome, Observer, PayloadChange};
use terrace_transform::ops::verify::WITH_NAMED_SEQUENCE;
use terrace_transform::{Mapping, TransformFailure, TransformResult, TransformState};

use super::trace::{
    Ending, Handle, HandleChange, LateUse, Match, Message, NearMiss, NoMatch, Object, ScriptOp, SourcePlace,
    Trace, TraceStep, Try,
};

/// A page shows the payload after each step as long as all of its texts have no more bytes than this.
const MOST_TEXT: usize = 1 << 25;

/// The identity of an object of the trace.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Op(OpHandle),
    Value(ValueHandle),
    Param(Attr),
}

/// A matcher that is being tried.
struct OpenTry {
    /// `None` on an op of the script, which is of no interest.
    number: Option<usize>,
    /// The number of its ops entered and not yet left.
    depth: usize,
    inner: Vec<(usize, Message)>,
}

/// Writes a [`Trace`].
pub(super) struct Recorder {
    trace: Arc<Mutex<Trace>>,
    /// Whether the texts of the payload are kept.
    keeps_texts: bool,
    open: Vec<usize>,
    trying: Option<OpenTry>,
    objects: FxHashMap<Key, usize>,
    ops: FxHashMap<OpHandle, usize>,
    handles: FxHashMap<ValueHandle, usize>,
    lost: FxHashMap<ValueHandle, LateUse>,
    /// Handles that changed in the open step, with their previous payload.
    changed: Vec<(ValueHandle, Vec<usize>)>,
    seen: FxHashSet<ValueHandle>,
    reported: usize,
    /// The bytes of payload that were printed for the page.
    printed: usize,
}

impl Recorder {
    /// A recorder of a trace.
    pub(super) fn new(trace: Arc<Mutex<Trace>>, keeps_texts: bool) -> Self {
        Self {
            trace,
            keeps_texts,
            open: Vec::new(),
            trying: None,
            objects: FxHashMap::default(),
            ops: FxHashMap::default(),
            handles: FxHashMap::default(),
            lost: FxHashMap::default(),
            changed: Vec::new(),
            seen: FxHashSet::default(),
            reported: 0,
            printed: 0,
        }
    }

    fn with<R>(&self, work: impl FnOnce(&mut Trace) -> R) -> R {
        work(&mut self.trace.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn number(&mut self, key: Key, object: impl FnOnce(&mut Self) -> Object) -> usize {
        if let Some(&number) = self.objects.get(&key) {
            return number;
        }
        let object = object(self);
        let number = self.with(|trace| {
            trace.objects.push(object);
            trace.objects.len() - 1
        });
        self.objects.insert(key, number);
        number
    }

    /// The number of an op of the payload, which may have been erased.
    fn op_number(&mut self, ir: &Ir, op: OpHandle) -> Option<usize> {
        if let Some(&number) = self.objects.get(&Key::Op(op)) {
            return Some(number);
        }
        ir.find_body(op.body)?;
        let view = ir.op(op);
        let symbol = symbol_name_of(view).map(|name| format!(" @{}", name.text(view.cx())));
        let name = format!("{}{}", view.name_text(), symbol.unwrap_or_default());
        let place = place_of(ir, view.loc());
        let number = self.number(Key::Op(op), |_| Object { kind: "op", name, place, op: None });
        self.with(|trace| trace.objects[number].op = Some(number));
        Some(number)
    }

    fn value_number(&mut self, state: &TransformState<'_>, value: ValueHandle) -> usize {
        let view = state.value(value);
        let owner = view.defining_op().or_else(|| view.owner_block()?.region()?.parent_op());
        let op = owner.and_then(|owner| self.op_number(state.ir, owner.handle()));
        let (kind, place) = match view.defining_op() {
            Some(_) => ("result", place_of(state.ir, view.loc())),
            None => ("argument", place_of(state.ir, view.loc())),
        };
        let owner = owner.map_or("", OpRef::name_text);
        let name = format!("{kind} {} of {owner}", view.index());
        self.number(Key::Value(value), |_| Object { kind: "value", name, place, op })
    }

    fn numbers(&mut self, state: &TransformState<'_>, mapping: Option<&Mapping>) -> Vec<usize> {
        match mapping {
            Some(Mapping::Ops(ops)) => ops.iter().filter_map(|&op| self.op_number(state.ir, op)).collect(),
            Some(Mapping::Values(values)) => {
                values.iter().map(|&value| self.value_number(state, value)).collect()
            }
            Some(Mapping::Params(params)) => params
                .iter()
                .map(|&param| {
                    let name = state.cx().attr_text(param);
                    self.number(Key::Param(param), |_| Object { kind: "param", name, place: None, op: None })
                })
                .collect(),
            None => Vec::new(),
        }
    }

    fn handle_number(&mut self, state: &TransformState<'_>, value: ValueRef<'_>) -> usize {
        if let Some(&number) = self.handles.get(&value.handle()) {
            return number;
        }
        let script = state.script();
        let handle = Handle { name: handle_name(value), place: place_of(script, value.loc()) };
        let number = self.with(|trace| {
            trace.handles.push(handle);
            trace.handles.len() - 1
        });
        self.handles.insert(value.handle(), number);
        number
    }

    /// The number of an op of the script. The first time, all of its sequence get theirs: the text is printed once.
    fn script_number(&mut self, script: &Ir, op: OpRef<'_>) -> usize {
        if let Some(&number) = self.ops.get(&op.handle()) {
            return number;
        }
        let around = op.self_and_ancestors();
        let outermost = around.filter(|op| op.name_text().starts_with("transform.")).last().unwrap_or(op);
        let marked = print_op_marked(outermost, &PrintOptions::default());
        let mut marks = marked
            .marks
            .iter()
            .filter_map(|mark| match mark.what {
                What::Op(op) => Some((mark.range.start, op)),
                What::Value(_) => None,
            })
            .peekable();
        while let Some((start, inner)) = marks.next() {
            let end = marks.peek().map_or(marked.text.len(), |(next, _)| *next);
            let view = script.op(inner);
            let modifies = own_effects(view).is_none_or(|effects| {
                effects.iter().any(|effect| effect.kind == EffectKind::Write && effect.resource == PAYLOAD_IR)
            });
            let op = ScriptOp {
                name: view.name_text().to_owned(),
                text: head(&marked.text[start..end]),
                place: place_of(script, view.loc()),
                modifies,
            };
            let number = self.with(|trace| {
                trace.ops.push(op);
                trace.ops.len() - 1
            });
            self.ops.entry(inner).or_insert(number);
        }
        let known = self.with(|trace| trace.ops.len());
        *self.ops.entry(op.handle()).or_insert(known.saturating_sub(1))
    }

    fn message(&self, ir: &Ir, diag: &Diag) -> Message {
        let severity = match diag.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        };
        let notes = diag.notes.iter().map(|(loc, text)| (text.clone(), place_of(ir, *loc))).collect();
        Message { severity, text: diag.message.clone(), place: place_of(ir, diag.loc), notes }
    }

    /// Returns the number of the current text of the payload; that of the last one if nothing changed.
    fn text(&mut self, ir: &Ir, changed: bool) -> usize {
        if !self.keeps_texts {
            return 0;
        }
        let known = self.with(|trace| trace.texts.len());
        if known > 0 && (!changed || self.printed > MOST_TEXT) {
            if changed {
                self.with(|trace| trace.shown_until = trace.shown_until.or(Some(trace.steps.len())));
            }
            return known - 1;
        }
        // The payload of a failed script may be invalid: custom forms rely on verified invariants.
        let quick = VerifyOptions::default().parallel(false);
        let invalid = ir.root().is_none_or(|root| verify(root, quick).is_err());
        let options = PrintOptions::default()
            .elide_elements_above(Some(16))
            .elide_resources_above(Some(64))
            .generic(invalid);
        let marked = print_ir_marked(ir, &options);
        let (mut ops, mut scripts) = (Vec::new(), Vec::new());
        let (mut line, mut read) = (0, 0);
        for mark in &marked.marks {
            let What::Op(op) = mark.what else { continue };
            line += marked.text[read..mark.range.start].matches('\n').count();
            read = mark.range.start;
            if ir.op(op).attr(WITH_NAMED_SEQUENCE).is_some() {
                scripts.push(line);
            }
            ops.push((line, op));
        }
        self.printed += marked.text.len();
        let lines = without_scripts(&marked.text, &scripts);
        let text: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
        let text = text.join("\n");
        let ops: Vec<(usize, usize)> = ops
            .into_iter()
            .filter_map(|(line, op)| {
                let shown = lines.binary_search_by_key(&line, |(number, _)| *number).ok()?;
                Some((shown, self.op_number(ir, op)?))
            })
            .collect();
        self.with(|trace| {
            if trace.texts.last().is_none_or(|(last, known)| *last != text || *known != ops) {
                trace.texts.push((text, ops));
            }
            trace.texts.len() - 1
        })
    }
}

/// The lines of a text with their numbers, but for the modules that hold scripts, which begin at these lines.
fn without_scripts<'t>(text: &'t str, scripts: &[usize]) -> Vec<(usize, &'t str)> {
    let mut shown = Vec::new();
    let mut end: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        match &end {
            Some(last) if line.trim_end() == last => end = None,
            Some(_) => {}
            // The root holds the payload as well.
            None if number > 0 && scripts.binary_search(&number).is_ok() && line.ends_with('{') => {
                let indent = line.len() - line.trim_start().len();
                end = Some(format!("{}}}", &line[..indent]));
            }
            None => shown.push((number, line)),
        }
    }
    shown
}

/// The name of a handle as the source has it; where it has a number there, the op that defines it.
fn handle_name(value: ValueRef<'_>) -> String {
    let body = value.ir().body(value.body_id());
    let named = |id| body.value_name(id).map(|name| name.text(value.cx()).to_owned());
    if let Some(name) = named(value.id()) {
        return format!("%{name}");
    }
    match value.defining_op() {
        Some(op) => match op.results().next().and_then(|first| named(first.id())) {
            Some(name) => format!("%{name}#{}", value.index()),
            None => format!("result {} of {}", value.index(), op.name_text()),
        },
        None => format!("argument {}", value.index()),
    }
}

/// The first lines of an op, up to its region, on one line.
fn head(text: &str) -> String {
    let mut words = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('}') || line.starts_with('^') {
            break;
        }
        words.push(line.strip_suffix(" {").unwrap_or(line));
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// Returns the position of a location; `None` if it is not in a file.
fn place_of(ir: &Ir, loc: Loc) -> Option<SourcePlace> {
    let location = resolve(ir.cx(), &ir.sources, loc);
    let at = location.find_file()?;
    Some(SourcePlace { file: at.file.to_string(), line: at.start_line, column: at.start_col })
}

impl Observer for Recorder {
    fn start(&mut self, state: &TransformState<'_>, _entry: OpRef<'_>) {
        self.reported = 0;
        self.text(state.ir, true);
    }

    fn enter(&mut self, state: &TransformState<'_>, op: OpRef<'_>) {
        let number = self.script_number(state.script(), op);
        if let Some(trying) = &mut self.trying {
            trying.depth += 1;
            return;
        }
        let mut operands = Vec::new();
        let mut late_uses = Vec::new();
        for operand in op.operands() {
            let handle = self.handle_number(state, operand);
            let before = Some(self.numbers(state, state.mapping(operand)));
            operands.push(HandleChange { handle, before, after: None });
            if let Some(lost) = self.lost.get(&operand.handle()) {
                late_uses.push(lost.clone());
            }
        }
        let shows = self.text(state.ir, false);
        let depth = self.open.len();
        let step = self.with(|trace| {
            trace.steps.push(TraceStep {
                op: number,
                depth,
                operands,
                results: Vec::new(),
                followed: Vec::new(),
                ending: Ending::Definite,
                messages: Vec::new(),
                created: Vec::new(),
                modified: Vec::new(),
                erased: Vec::new(),
                replaced: Vec::new(),
                no_match: Vec::new(),
                invalidated: Vec::new(),
                late_uses,
                near_miss: None,
                shows: (shows, shows),
            });
            trace.steps.len() - 1
        });
        self.open.push(step);
    }

    fn leave(&mut self, state: &TransformState<'_>, op: OpRef<'_>, outcome: &TransformResult) {
        if self.trying.is_some() {
            self.leave_tried(state, op, outcome);
            return;
        }
        let Some(number) = self.open.pop() else { return };
        let mut operands = Vec::new();
        for operand in op.operands() {
            let known = state.mapping(operand);
            let gone = known.is_none() && is_handle_consumed(op, operand.id());
            operands.push((!gone).then(|| self.numbers(state, known)));
        }
        let mut results = Vec::new();
        for result in op.results() {
            let after = Some(self.numbers(state, state.mapping(result)));
            results.push(HandleChange { handle: self.handle_number(state, result), before: None, after });
        }
        let mut followed = Vec::new();
        self.seen.clear();
        for (value, before) in std::mem::take(&mut self.changed) {
            let script = state.script();
            let view = ValueRef::in_body(script, script.body(value.body), value.body, value.value);
            let after = self.numbers(state, state.mapping(view));
            let is_operand = op.operands().any(|operand| operand == view);
            if after != before && !is_operand {
                let handle = self.handle_number(state, view);
                followed.push(HandleChange { handle, before: Some(before), after: Some(after) });
            }
        }
        let mut messages = Vec::new();
        let ending = match outcome {
            Ok(()) => Ending::Success,
            Err(TransformFailure::Definite) => Ending::Definite,
            Err(TransformFailure::Silenceable(errors)) => {
                messages.extend(errors.iter().map(|error| self.message(state.ir, error)));
                Ending::Silenceable
            }
        };
        let reported = state.reported();
        for diag in reported.iter().skip(self.reported) {
            messages.push(self.message(state.ir, diag));
        }
        self.reported = reported.len();
        let changed = self.with(|trace| trace.steps[number].changed());
        let shows = self.text(state.ir, changed);
        let finds_nothing = !results.is_empty()
            && op.results().zip(&results).any(|(_, result)| result.after.as_ref().is_some_and(Vec::is_empty));
        let mut near = self.nearest(number).filter(|_| ending == Ending::Success);
        if near.is_none() && finds_nothing && ending == Ending::Success {
            let finder = op.interface::<dyn NearestMatchOpInterface>();
            near =
                finder.and_then(|finder| finder.nearest_match(state, op)).map(|(candidate, reason, met)| {
                    NearMiss {
                        object: candidate.and_then(|candidate| self.op_number(state.ir, candidate)),
                        reason,
                        place: place_of(state.script(), op.loc()),
                        met,
                    }
                });
        }
        self.with(|trace| {
            let step = &mut trace.steps[number];
            for (change, after) in step.operands.iter_mut().zip(operands) {
                change.after = after;
            }
            if ending != Ending::Definite {
                step.late_uses.clear();
            }
            (step.results, step.followed, step.ending, step.near_miss) = (results, followed, ending, near);
            step.settle_changes();
            step.messages.extend(messages);
            step.shows.1 = shows;
        });
    }

    fn enter_matcher(&mut self, state: &TransformState<'_>, matcher: OpRef<'_>, candidate: OpHandle) {
        let Some(&step) = self.open.last() else { return };
        let name = symbol_name_of(matcher).map_or("", |name| name.text(matcher.cx())).to_owned();
        self.script_number(state.script(), matcher);
        let payload = state.op(candidate);
        if payload.name_text().starts_with("transform.") || payload.attr(WITH_NAMED_SEQUENCE).is_some() {
            self.trying = Some(OpenTry { number: None, depth: 0, inner: Vec::new() });
            return;
        }
        let Some(candidate) = self.op_number(state.ir, candidate) else { return };
        let tried = Try { step, matcher: name, candidate, met: 0, outcome: Match::Failed };
        let number = self.with(|trace| {
            trace.tries.push(tried);
            trace.tries.len() - 1
        });
        self.trying = Some(OpenTry { number: Some(number), depth: 0, inner: Vec::new() });
    }

    fn leave_matcher(&mut self, state: &TransformState<'_>, outcome: MatcherOutcome<'_>) {
        let Some(open) = self.trying.take() else { return };
        let Some(number) = open.number else { return };
        let outcome = match outcome {
            MatcherOutcome::Matched => Match::Matched,
            MatcherOutcome::Failed => Match::Failed,
            MatcherOutcome::Refused(op, errors) => {
                let op = self.script_number(state.script(), state.script().op(op));
                let message = errors.first().map(|error| self.message(state.ir, error));
                Match::Refused { op, message, inner: open.inner }
            }
        };
        self.with(|trace| trace.tries[number].outcome = outcome);
    }

    fn changed(&mut self, state: &TransformState<'_>, change: &PayloadChange) {
        let Some(&step) = self.open.last() else { return };
        let (PayloadChange::Replaced(op, _)
        | PayloadChange::Created(op)
        | PayloadChange::Modified(op)
        | PayloadChange::Erased(op)
        | PayloadChange::NoMatch(op, ..)) = change
        else {
            return;
        };
        if matches!(change, PayloadChange::Replaced(..) | PayloadChange::Erased(_)) {
            for &handle in state.handles_of_op(*op) {
                if self.seen.insert(handle) {
                    let script = state.script();
                    let view = ValueRef::in_body(script, script.body(handle.body), handle.body, handle.value);
                    let before = self.numbers(state, state.mapping(view));
                    self.changed.push((handle, before));
                }
            }
        }
        let Some(object) = self.op_number(state.ir, *op) else { return };
        let by: Vec<usize> = match change {
            PayloadChange::Replaced(_, by) => {
                by.iter().filter_map(|&by| self.op_number(state.ir, by)).collect()
            }
            _ => Vec::new(),
        };
        self.with(|trace| {
            let step = &mut trace.steps[step];
            match change {
                PayloadChange::Replaced(..) => step.replaced.push((object, by)),
                PayloadChange::Created(_) => step.created.push(object),
                PayloadChange::Modified(_) if step.modified.last() != Some(&object) => {
                    step.modified.push(object);
                }
                PayloadChange::Erased(_) => step.erased.push(object),
                PayloadChange::NoMatch(_, pattern, reason) => {
                    let miss = NoMatch { object, pattern: *pattern, reason: reason.clone() };
                    if step.no_match.last() != Some(&miss) {
                        step.no_match.push(miss);
                    }
                }
                _ => {}
            }
        });
    }

    fn invalidated(&mut self, state: &TransformState<'_>, handle: ValueHandle, operand: usize) {
        let Some(&step) = self.open.last() else { return };
        let script = state.script();
        let view = ValueRef::in_body(script, script.body(handle.body), handle.body, handle.value);
        let objects = self.numbers(state, state.mapping(view));
        let number = self.handle_number(state, view);
        self.lost.insert(handle, LateUse { handle: number, step, operand, objects });
        self.with(|trace| trace.steps[step].invalidated.push((number, operand)));
    }
}

impl Recorder {
    /// An op of a matcher was applied.
    fn leave_tried(&mut self, state: &TransformState<'_>, op: OpRef<'_>, outcome: &TransformResult) {
        let number = self.script_number(state.script(), op);
        let inner = match outcome {
            Err(TransformFailure::Silenceable(errors)) => {
                errors.first().map(|error| self.message(state.ir, error))
            }
            _ => None,
        };
        let Some(trying) = &mut self.trying else { return };
        trying.depth = trying.depth.saturating_sub(1);
        let Some(at) = trying.number else { return };
        if outcome.is_ok() {
            if trying.depth == 0 {
                trying.inner.clear();
            }
            self.with(|trace| trace.tries[at].met += 1);
        } else if trying.depth > 0
            && let Some(message) = inner
        {
            trying.inner.push((number, message));
        }
    }

    /// The try of a step that came furthest, if none matched.
    fn nearest(&self, step: usize) -> Option<NearMiss> {
        self.with(|trace| {
            let tries = || trace.tries.iter().rev().take_while(|tried| tried.step >= step);
            if tries().any(|tried| matches!(tried.outcome, Match::Matched)) {
                return None;
            }
            let furthest = tries().max_by_key(|tried| tried.met)?;
            let Match::Refused { op, message, .. } = &furthest.outcome else { return None };
            let op = &trace.ops[*op];
            let why = message.as_ref().map_or("", |message| message.text.as_str());
            // If all candidates fail the first condition, none is nearer than another.
            let is_near = furthest.met > 0;
            Some(NearMiss {
                object: is_near.then_some(furthest.candidate),
                reason: format!(
                    "@{} refuses {} at {}: {why}",
                    furthest.matcher,
                    if is_near { "it" } else { "all" },
                    op.text
                ),
                place: op.place.clone(),
                met: furthest.met,
            })
        })
    }
}
