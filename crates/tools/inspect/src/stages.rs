//! The IR after each pass, with the values that it shows and what became of them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_asm::{PrintOptions, What, print_ir_marked};
use terrace_ir::{Body, Ir, Value, ValueDef, ValueHandle};

/// The largest number of elements of a constant that pages show by default.
pub const MOST_ELEMENTS: i64 = 256;

/// The longest text of a resource that pages show by default.
pub const MOST_RESOURCE_TEXT: u64 = 1024;

/// The name of a value in a text.
pub(crate) struct ValueMark {
    /// The first byte, and the byte after the last.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of the value, the same in all stages of a part.
    pub(crate) number: usize,
}

/// The IR at one moment.
pub(crate) struct Stage {
    /// The pass that led to it.
    pub(crate) title: String,
    pub(crate) text: String,
    /// The names of values, by position.
    pub(crate) marks: Vec<ValueMark>,
    /// Passes that ran then and changed nothing.
    pub(crate) idle: Vec<String>,
    /// The errors, if the pass failed.
    pub(crate) errors: Option<Vec<String>>,
}

/// The states of one part of the input between the passes.
#[derive(Default)]
pub(crate) struct StagesOfPart {
    pub(crate) stages: Vec<Stage>,
    /// The values that took the place of others, by number; for one that came and went within a pass, the one that it was
    /// converted from.
    pub(crate) replaced: BTreeMap<usize, usize>,
    numbers: FxHashMap<ValueHandle, usize>,
}

/// The IR after each pass, by the parts of the input.
pub struct Stages {
    pub(crate) parts: Vec<StagesOfPart>,
    /// Whether large constants and resources are elided that the options do not elide.
    shortens: bool,
}

impl Stages {
    /// No parts yet. If `shortens`, constants above [`MOST_ELEMENTS`] and resources above [`MOST_RESOURCE_TEXT`] are elided
    /// where the options have no other limits.
    pub fn new(shortens: bool) -> Self {
        Self { parts: Vec::new(), shortens }
    }

    /// Begins a part of the input, given its parsed IR.
    pub fn begin(&mut self, ir: &Ir, options: &PrintOptions) {
        self.parts.push(StagesOfPart::default());
        self.show("input", None, ir, options);
    }

    /// Adds the IR after a pass, under a title; with `errors`, a pass that failed, and its diagnostics.
    pub fn show(&mut self, title: &str, errors: Option<Vec<String>>, ir: &Ir, options: &PrintOptions) {
        let Some(part) = self.parts.last_mut() else { return };
        let mut options = options.clone();
        if self.shortens {
            let elements = options.elide_elements_above.or(Some(MOST_ELEMENTS));
            let resources = options.elide_resources_above.or(Some(MOST_RESOURCE_TEXT));
            options = options.elide_elements_above(elements).elide_resources_above(resources);
        }
        let marked = print_ir_marked(ir, &options);
        if errors.is_none()
            && let Some(last) = part.stages.last_mut().filter(|last| last.text == marked.text)
        {
            return last.idle.push(title.to_owned());
        }
        let values = marked.marks.iter().filter_map(|mark| match mark.what {
            What::Value(value) => Some((mark.range.clone(), value)),
            What::Op(_) => None,
        });
        let numbers = &mut part.numbers;
        let marks = values.map(|(range, value)| {
            let next = numbers.len();
            let number = *numbers.entry(value).or_insert(next);
            ValueMark { start: range.start, end: range.end, number }
        });
        let marks = marks.collect();
        part.stages.push(Stage {
            title: title.to_owned(),
            text: marked.text,
            marks,
            idle: Vec::new(),
            errors,
        });
        part.follow(ir);
    }
}

impl StagesOfPart {
    /// Looks up what became of the values that were shown.
    fn follow(&mut self, ir: &Ir) {
        let mut pending: Vec<(ValueHandle, usize)> =
            self.numbers.iter().map(|(value, number)| (*value, *number)).collect();
        pending.sort_unstable_by_key(|(_, number)| std::cmp::Reverse(*number));
        // Values that came and went within a pass, as casts from buffers to tensors do.
        let mut passing: FxHashSet<usize> = FxHashSet::default();
        while let Some((value, number)) = pending.pop() {
            let Some(body) = ir.find_body(value.body) else { continue };
            let source = || converted_from(body, value.value).filter(|_| passing.contains(&number));
            let Some(new) = body.replacement(value.value).or_else(source) else { continue };
            let (new, next) = (ValueHandle { value: new, ..value }, self.numbers.len());
            let new_number = *self.numbers.entry(new).or_insert(next);
            if new_number == next {
                passing.insert(next);
                pending.push((new, next));
            }
            self.replaced.insert(number, new_number);
        }
    }
}

/// The operand of the erased op that converted it to a value of another type; `None` if the value is not from such an op.
fn converted_from(body: &Body, value: Value) -> Option<Value> {
    let ValueDef::Result(op) = body.value_def(value) else { return None };
    let [operand] = body.operands(op).collect::<Vec<_>>()[..] else { return None };
    let is_only = body.results(op).count() == 1;
    let is_cast = is_only && body.value_type(operand) != body.value_type(value);
    (is_cast && body.is_erased(op)).then_some(operand)
}
