//! A page that shows the IR after each pass, side by side. A click on a value shows it in every column, and what
//! it was replaced by.
//!
//! The page is one file without references to others.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_asm::{Marked, PrintOptions, What, print_ir_marked};
use terrace_ir::{Ir, ValueHandle};

/// One part of the input on its way through the passes.
#[derive(Default)]
struct Section {
    columns: Vec<Column>,
    /// By the numbers of values: what replaced them in the end.
    replaced: BTreeMap<usize, usize>,
    numbers: FxHashMap<ValueHandle, usize>,
}

/// The IR at one moment.
struct Column {
    title: String,
    html: String,
    text: String,
    /// Passes that ran then and changed nothing.
    idle: Vec<String>,
}

/// A page that grows with each pass.
#[derive(Default)]
pub struct Page {
    sections: Vec<Section>,
}

impl Page {
    /// Begins a part of the input; its IR is what was read.
    pub fn begin(&mut self, ir: &Ir, options: &PrintOptions) {
        self.sections.push(Section::default());
        self.show("input", ir, options);
    }

    /// The IR after a pass, or whatever the title says.
    pub fn show(&mut self, title: &str, ir: &Ir, options: &PrintOptions) {
        let Some(section) = self.sections.last_mut() else { return };
        let marked = print_ir_marked(ir, options);
        if let Some(last) = section.columns.last_mut().filter(|last| last.text == marked.text) {
            return last.idle.push(title.to_owned());
        }
        let known: FxHashSet<&str> = section
            .columns
            .last()
            .map_or(FxHashSet::default(), |last| last.text.lines().map(str::trim).collect());
        let compare = !section.columns.is_empty();
        let changed = |line: &str| compare && !known.contains(line.trim());
        let html = body(&marked, &mut section.numbers, changed);
        section.columns.push(Column { title: title.to_owned(), html, text: marked.text, idle: Vec::new() });
        section.follow(ir);
    }

    /// The page.
    pub fn finish(self) -> String {
        let mut out = String::from(HEAD);
        for (number, section) in self.sections.iter().enumerate() {
            if self.sections.len() > 1 {
                // Nothing can go wrong when writing to a string.
                let _ = writeln!(out, "<h2>Part {}</h2>", number + 1);
            }
            let replaced: Vec<String> =
                section.replaced.iter().map(|(a, b)| format!("\"{a}\":{b}")).collect();
            let _ = writeln!(out, "<div class=\"row\" data-replaced='{{{}}}'>", replaced.join(","));
            for column in &section.columns {
                let _ = write!(out, "<div class=\"col\"><h3>{}</h3>", escape(&column.title));
                if !column.idle.is_empty() {
                    let _ = write!(out, "<p>no change: {}</p>", escape(&column.idle.join(", ")));
                }
                let _ = writeln!(out, "<pre>{}</pre></div>", column.html);
            }
            out.push_str("</div>\n");
        }
        out.push_str(TAIL);
        out
    }
}

impl Section {
    /// Looks up what became of the values that were shown.
    fn follow(&mut self, ir: &Ir) {
        let mut known: Vec<(ValueHandle, usize)> =
            self.numbers.iter().map(|(value, number)| (*value, *number)).collect();
        known.sort_unstable_by_key(|(_, number)| *number);
        for (value, number) in known {
            let replacement = ir.find_body(value.body).and_then(|body| body.replacement(value.value));
            if let Some(new) = replacement {
                let next = self.numbers.len();
                let new = *self.numbers.entry(ValueHandle { value: new, ..value }).or_insert(next);
                self.replaced.insert(number, new);
            }
        }
    }
}

/// The text with values that can be clicked, and the lines that are new marked.
fn body(
    marked: &Marked,
    numbers: &mut FxHashMap<ValueHandle, usize>,
    changed: impl Fn(&str) -> bool,
) -> String {
    let mut out = String::with_capacity(3 * marked.text.len());
    let mut marks = marked.marks.iter().filter_map(|mark| match mark.what {
        What::Value(value) => Some((mark.range.clone(), value)),
        What::Op(_) => None,
    });
    let mut next = marks.next();
    let mut start = 0;
    for line in marked.text.split_inclusive('\n') {
        let end = start + line.len();
        let new = changed(line);
        if new {
            out.push_str("<ins>");
        }
        let mut at = start;
        while let Some((range, value)) = next.take_if(|(range, _)| range.start < end) {
            out.push_str(&escape(&marked.text[at..range.start]));
            let count = numbers.len();
            let number = *numbers.entry(value).or_insert(count);
            // Nothing can go wrong when writing to a string.
            let _ = write!(out, "<b data-v={number}>{}</b>", escape(&marked.text[range.clone()]));
            at = range.end;
            next = marks.next();
        }
        out.push_str(&escape(&marked.text[at..end]));
        if new {
            out.push_str("</ins>");
        }
        start = end;
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HEAD: &str = "<!doctype html>
<meta charset=\"utf-8\">
<title>IR after each pass</title>
<style>
body { font: 13px system-ui, sans-serif; margin: 1em; }
.row { display: flex; gap: 1em; overflow-x: auto; }
.col { flex: 0 0 auto; border: 1px solid #ccc; border-radius: 4px; padding: 0 .6em; max-width: 60em; }
.col p { color: #777; }
h3 { position: sticky; top: 0; background: #fff; margin: 0; padding: .5em 0; }
pre { overflow-x: auto; }
ins { background: #eef6e8; text-decoration: none; }
b { font-weight: normal; color: #1a56a8; cursor: pointer; }
b.same { background: #ffe08a; }
b.became { background: #ffc9b8; }
</style>
<p>Click a value: the same value is yellow in every column, what it was replaced by or stands for is red.
Lines on green ground are new.</p>
";

const TAIL: &str = "<script>
'use strict';
for (const row of document.querySelectorAll('.row')) {
  const replaced = JSON.parse(row.dataset.replaced);
  const places = new Map();
  for (const b of row.querySelectorAll('b')) {
    if (!places.has(b.dataset.v)) places.set(b.dataset.v, []);
    places.get(b.dataset.v).push(b);
  }
  const before = new Map();
  for (const [from, to] of Object.entries(replaced)) {
    if (!before.has(String(to))) before.set(String(to), []);
    before.get(String(to)).push(from);
  }
  row.addEventListener('click', event => {
    for (const b of row.querySelectorAll('.same, .became')) b.classList.remove('same', 'became');
    const start = event.target.dataset.v;
    if (start === undefined) return;
    const seen = new Set([start]);
    const pending = [start];
    while (pending.length > 0) {
      const v = pending.pop();
      for (const b of places.get(v) ?? []) b.classList.add(v === start ? 'same' : 'became');
      for (const w of [...(v in replaced ? [String(replaced[v])] : []), ...(before.get(v) ?? [])]) {
        if (!seen.has(w)) { seen.add(w); pending.push(w); }
      }
    }
  });
}
</script>
";

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escape("tensor<2xi32> & more"), "tensor&lt;2xi32&gt; &amp; more");
    }
}
