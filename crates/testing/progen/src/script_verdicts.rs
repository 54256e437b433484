//! Scripts that a verifier may reject: sequences that include each other, perhaps in a cycle, arguments that
//! are annotated correctly or wrongly, handles that are consumed twice, callees whose arguments are not
//! annotated.
//!
//! The effects of a script are irrelevant here; the tests are of its acceptance, the inferred annotations of
//! its arguments, and the reports of uses after consumption.

use std::fmt::Write;

use crate::numbers::Numbers;

/// A sequence, with the number of its arguments, handles to ops all.
struct Sequence {
    arguments: usize,
    /// Whether it only matches, and yields its argument.
    matches: bool,
    is_declared: bool,
}

/// The marks of an argument, and how often out of 100.
const MARKS: [(&str, usize); 4] = [
    (" {transform.readonly}", 55),
    (" {transform.consumed}", 32),
    ("", 10),
    (" {transform.consumed, transform.readonly}", 3),
];

/// Ops that use a handle and return another one.
const NAVIGATION: [&str; 4] = [
    "transform.get_parent_op {h} {allow_empty_results} : (!transform.any_op) -> !transform.any_op",
    "transform.merge_handles {h}, {h} : !transform.any_op",
    "transform.structured.match ops{[\"func.func\"]} in {h} : (!transform.any_op) -> !transform.any_op",
    "transform.select \"func.func\" in {h} : (!transform.any_op) -> !transform.any_op",
];

/// Ops that consume a handle and return another one.
const CONSUMPTION: [&str; 3] = [
    "transform.structured.generalize {h} : (!transform.any_op) -> !transform.any_op",
    "transform.apply_registered_pass \"cse\" to {h} : (!transform.any_op) -> !transform.any_op",
    "transform.structured.interchange {h} : (!transform.any_op) -> !transform.any_op",
];

/// Ops that use a handle and return none.
const USES: [&str; 3] = [
    "transform.annotate {h} \"seen\" : !transform.any_op",
    "transform.apply_cse to {h} : !transform.any_op",
    "transform.debug.emit_remark_at {h}, \"here\" : !transform.any_op",
];

/// The script of a seed.
pub fn script(seed: u64) -> String {
    let mut n = Numbers::new(seed);
    // Sequences that come later are included, and one in three scripts does not care about that.
    let may_be_circular = n.percent(33);
    let sequences: Vec<Sequence> = (0..n.within(2, 5))
        .map(|i| Sequence {
            arguments: if i == 0 { 1 } else { n.within(1, 2) as usize },
            matches: i > 0 && n.percent(25),
            is_declared: i > 0 && n.percent(5),
        })
        .collect();
    let mut body =
        Body { n, sequences: &sequences, may_be_circular, text: String::new(), fresh: 0, kept: Vec::new() };
    body.text.push_str("module attributes {transform.with_named_sequence} {\n");
    for number in 0..sequences.len() {
        body.sequence(number);
    }
    body.text.push_str("  func.func private @payload()\n}\n");
    body.text
}

fn name(number: usize) -> String {
    if number == 0 { "__transform_main".to_owned() } else { format!("s{number}") }
}

struct Body<'a> {
    n: Numbers,
    sequences: &'a [Sequence],
    may_be_circular: bool,
    text: String,
    fresh: usize,
    /// The arguments of the current sequence that are not marked as consumed.
    kept: Vec<String>,
}

impl Body<'_> {
    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("%h{}", self.fresh)
    }

    fn sequence(&mut self, number: usize) {
        let Sequence { arguments, matches, is_declared } = self.sequences[number];
        let mut handles = Vec::new();
        let mut signature = Vec::new();
        for _ in 0..arguments {
            let handle = self.fresh();
            let draw = self.n.below(100);
            let mut below = 0;
            let mark = MARKS.iter().find(|(_, often)| {
                below += often;
                draw < below
            });
            // A matcher that uses its argument up is refused for that alone.
            let mark =
                if matches && self.n.percent(90) { MARKS[0].0 } else { mark.map_or("", |(mark, _)| mark) };
            if !mark.contains("consumed") {
                self.kept.push(handle.clone());
            }
            signature.push(format!("{handle}: !transform.any_op{mark}"));
            handles.push(handle);
        }
        let results = if matches { " -> !transform.any_op" } else { "" };
        let visibility = if is_declared { "private " } else { "" };
        let head = format!(
            "  transform.named_sequence {visibility}@{}({}){results}",
            name(number),
            signature.join(", ")
        );
        self.text.push_str(&head);
        if is_declared {
            self.text.push('\n');
            return;
        }
        self.text.push_str(" {\n");
        let first = handles[0].clone();
        if matches {
            let _ = writeln!(
                self.text,
                "    transform.match.operation_name {first} [\"func.func\"] : !transform.any_op"
            );
            if self.n.percent(20) {
                let use_of = self.n.pick(&USES).replace("{h}", &first);
                let _ = writeln!(self.text, "    {use_of}");
            }
            let _ = writeln!(self.text, "    transform.yield {first} : !transform.any_op\n  }}");
            return;
        }
        let count = self.n.within(1, 5) as usize;
        self.statements(number, &mut handles, count, 2);
        self.text.push_str("    transform.yield\n  }\n");
    }

    fn statements(&mut self, sequence: usize, handles: &mut Vec<String>, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(sequence, handles, depth);
        }
    }

    fn statement(&mut self, sequence: usize, handles: &mut Vec<String>, depth: usize) {
        let handle = self.n.pick(handles).clone();
        // Handles that are not marked are mostly not consumed.
        let keeps = self.kept.contains(&handle) && self.n.percent(95);
        match self.n.below(12) {
            3..=4 | 9 | 11 if keeps => {}
            0..=2 => {
                let op = self.n.pick(&NAVIGATION).replace("{h}", &handle);
                self.define(&op, handles);
            }
            3..=4 => {
                let op = self.n.pick(&CONSUMPTION).replace("{h}", &handle);
                self.define(&op, handles);
                // Mostly the handle is not used again.
                if self.n.percent(85) && handles.len() > 1 {
                    handles.retain(|other| *other != handle);
                }
            }
            5..=6 => {
                let op = self.n.pick(&USES).replace("{h}", &handle);
                let _ = writeln!(self.text, "    {op}");
            }
            7..=8 => self.include(sequence, handles),
            9 => self.matching(sequence, &handle, handles),
            _ if depth > 0 => self.region(sequence, &handle, handles, depth),
            _ => {}
        }
    }

    fn define(&mut self, op: &str, handles: &mut Vec<String>) {
        let result = self.fresh();
        let _ = writeln!(self.text, "    {result} = {op}");
        handles.push(result);
    }

    /// The number of a sequence to run from another one; `None` if there is none.
    fn callee(&mut self, sequence: usize, matches: bool) -> Option<usize> {
        let first = if self.may_be_circular && self.n.percent(50) { 0 } else { sequence + 1 };
        let fits = |&other: &usize| self.sequences[other].matches == matches;
        let callees: Vec<usize> = (first..self.sequences.len()).filter(fits).collect();
        (!callees.is_empty()).then(|| *self.n.pick(&callees))
    }

    fn include(&mut self, sequence: usize, handles: &[String]) {
        let Some(callee) = self.callee(sequence, false) else { return };
        let passed: Vec<&str> =
            (0..self.sequences[callee].arguments).map(|_| self.n.pick(handles).as_str()).collect();
        let types = vec!["!transform.any_op"; passed.len()].join(", ");
        let _ = writeln!(
            self.text,
            "    transform.include @{} failures(propagate) ({}) : ({types}) -> ()",
            name(callee),
            passed.join(", ")
        );
    }

    fn matching(&mut self, sequence: usize, handle: &str, handles: &mut Vec<String>) {
        // mlir-opt does not look for circles of matchers and actions, and overflows its stack in them.
        let circular = std::mem::take(&mut self.may_be_circular);
        let callees = (self.callee(sequence, true), self.callee(sequence, false));
        self.may_be_circular = circular;
        let (Some(matcher), Some(action)) = callees else { return };
        let of_types = "(!transform.any_op) -> !transform.any_op";
        let (matcher, action) = (name(matcher), name(action));
        let op = match self.n.percent(50) {
            true => format!("transform.collect_matching @{matcher} in {handle} : {of_types}"),
            false => format!("transform.foreach_match in {handle} @{matcher} -> @{action} : {of_types}"),
        };
        self.define(&op, handles);
    }

    /// A sequence or a loop over handles, in whose region the handle has another name.
    fn region(&mut self, sequence: usize, handle: &str, handles: &[String], depth: usize) {
        let argument = self.fresh();
        let open = match self.n.below(3) {
            0 => format!("transform.sequence {handle} : !transform.any_op failures(propagate) {{"),
            1 => format!("transform.foreach {handle} : !transform.any_op {{"),
            _ if self.kept.iter().any(|kept| kept == handle) => return,
            _ => format!("transform.alternatives {handle} : !transform.any_op {{"),
        };
        // Other handles are not visible in isolated ops.
        let mut inner = if open.contains("alternatives") { Vec::new() } else { handles.to_vec() };
        let _ = writeln!(self.text, "    {open}\n    ^bb0({argument}: !transform.any_op):");
        inner.retain(|_| self.n.percent(50));
        inner.push(argument);
        let count = self.n.within(1, 2) as usize;
        self.statements(sequence, &mut inner, count, depth - 1);
        self.text.push_str("    }\n");
    }
}
