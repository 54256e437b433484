//! A page that shows the IR after each pass, side by side. A click on a value highlights it in every column,
//! with its replacements.
//!
//! The page is a single self-contained file.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_asm::{Marked, PrintOptions, What, print_ir_marked};
use terrace_ir::{Ir, ValueHandle};

/// The states of one part of the input between the passes.
#[derive(Default)]
struct Section {
    columns: Vec<Column>,
    /// Final replacements, by value number.
    replaced: BTreeMap<usize, usize>,
    numbers: FxHashMap<ValueHandle, usize>,
}

/// The IR at one moment.
struct Column {
    title: String,
    lines: Vec<Line>,
    text: String,
    /// Passes that ran then and changed nothing.
    idle: Vec<String>,
    /// The errors, if the pass failed.
    errors: Option<Vec<String>>,
}

/// A line of a column.
struct Line {
    html: String,
    /// Whether the column before has no such line.
    new: bool,
    /// Whether the next column has no such line.
    removed: bool,
}

/// The largest number of elements of a constant that a page shows by default.
pub const MOST_ELEMENTS: i64 = 256;

/// The longest text of a resource that a page shows by default.
pub const MOST_RESOURCE_TEXT: u64 = 1024;

/// A page that grows with each pass.
#[derive(Default)]
pub struct Page {
    sections: Vec<Section>,
}

impl Page {
    /// Begins a part of the input, given its parsed IR.
    pub fn begin(&mut self, ir: &Ir, options: &PrintOptions) {
        self.sections.push(Section::default());
        self.show("input", None, ir, options);
    }

    /// Adds the IR after a pass, under a title; with `errors`, a pass that failed, and its diagnostics. Large constants and
    /// resources are elided, those above [`MOST_ELEMENTS`] and [`MOST_RESOURCE_TEXT`] unless the options have other limits.
    pub fn show(&mut self, title: &str, errors: Option<Vec<String>>, ir: &Ir, options: &PrintOptions) {
        let Some(section) = self.sections.last_mut() else { return };
        let elements = options.elide_elements_above.or(Some(MOST_ELEMENTS));
        let resources = options.elide_resources_above.or(Some(MOST_RESOURCE_TEXT));
        let options = options.clone().elide_elements_above(elements).elide_resources_above(resources);
        let marked = print_ir_marked(ir, &options);
        if errors.is_none()
            && let Some(last) = section.columns.last_mut().filter(|last| last.text == marked.text)
        {
            return last.idle.push(title.to_owned());
        }
        let mut lines = lines(&marked, &mut section.numbers);
        if let Some(last) = section.columns.last_mut() {
            let set = |text: &'_ str| {
                text.lines().map(|line| line.trim().to_owned()).collect::<FxHashSet<String>>()
            };
            let (before, now) = (set(&last.text), set(&marked.text));
            for (line, text) in lines.iter_mut().zip(marked.text.lines()) {
                line.new = !before.contains(text.trim());
            }
            for (line, text) in last.lines.iter_mut().zip(last.text.lines()) {
                line.removed = !now.contains(text.trim());
            }
        }
        section.columns.push(Column {
            title: title.to_owned(),
            lines,
            text: marked.text,
            idle: Vec::new(),
            errors,
        });
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
            section.write(number, &mut out);
        }
        out.push_str(TAIL);
        out
    }
}

impl Section {
    fn write(&self, number: usize, out: &mut String) {
        // Nothing can go wrong when writing to a string.
        let _ = write!(out, "<section><nav>");
        for (at, column) in self.columns.iter().enumerate() {
            let class = if column.errors.is_some() { " class=\"failed\"" } else { "" };
            let _ = write!(out, "<a href=\"#c{number}-{at}\"{class}>{}</a> ", escape(&column.title));
        }
        for (name, chosen) in [("from", 0), ("to", self.columns.len().saturating_sub(1))] {
            let _ = write!(out, "<label>{name} <select class=\"{name}\">");
            for (at, column) in self.columns.iter().enumerate() {
                let selected = if at == chosen { " selected" } else { "" };
                let _ = write!(out, "<option value=\"{at}\"{selected}>{}</option>", escape(&column.title));
            }
            out.push_str("</select></label> ");
        }
        out.push_str(
            "<button class=\"two\">compare these two</button> <button class=\"all\">all</button></nav>\n",
        );
        let replaced: Vec<String> = self.replaced.iter().map(|(a, b)| format!("\"{a}\":{b}")).collect();
        let _ = writeln!(out, "<div class=\"row\" data-replaced='{{{}}}'>", replaced.join(","));
        for (at, column) in self.columns.iter().enumerate() {
            let class = if column.errors.is_some() { "col failed" } else { "col" };
            let title = escape(&column.title);
            let _ = write!(out, "<div class=\"{class}\" id=\"c{number}-{at}\"><h3>{title}</h3>");
            if !column.idle.is_empty() {
                let _ = write!(out, "<p>no change: {}</p>", escape(&column.idle.join(", ")));
            }
            for error in column.errors.iter().flatten() {
                let _ = write!(out, "<p class=\"error\">{}</p>", escape(error));
            }
            out.push_str("<pre>");
            for Line { html, new, removed } in &column.lines {
                match (new, removed) {
                    (false, false) => out.push_str(html),
                    (true, false) => out.extend(["<ins>", html, "</ins>"]),
                    (false, true) => out.extend(["<del>", html, "</del>"]),
                    (true, true) => out.extend(["<ins><del>", html, "</del></ins>"]),
                }
            }
            out.push_str("</pre></div>\n");
        }
        out.push_str("</div></section>\n");
    }

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

/// The lines of the text with values that can be clicked.
fn lines(marked: &Marked, numbers: &mut FxHashMap<ValueHandle, usize>) -> Vec<Line> {
    let mut marks = marked.marks.iter().filter_map(|mark| match mark.what {
        What::Value(value) => Some((mark.range.clone(), value)),
        What::Op(_) => None,
    });
    let mut next = marks.next();
    let (mut start, mut lines) = (0, Vec::new());
    for line in marked.text.split_inclusive('\n') {
        let end = start + line.len();
        let mut html = String::with_capacity(3 * line.len());
        let mut at = start;
        while let Some((range, value)) = next.take_if(|(range, _)| range.start < end) {
            html.push_str(&escape(&marked.text[at..range.start]));
            let count = numbers.len();
            let number = *numbers.entry(value).or_insert(count);
            // Nothing can go wrong when writing to a string.
            let _ = write!(html, "<b data-v={number}>{}</b>", escape(&marked.text[range.clone()]));
            at = range.end;
            next = marks.next();
        }
        html.push_str(&escape(&marked.text[at..end]));
        lines.push(Line { html: format!("<s>{html}</s>"), new: false, removed: false });
        start = end;
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><head><meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>IR after each pass</title>
<style>
:root { color-scheme: light dark; --line: #ccc; --dim: #777; --new: #e2f2d8; --gone: #fbe3de; --value: #1a56a8;
        --same: #ffe08a; --became: #ffc9b8; --bad: #b3261e; --ground: #fff; --ink: #222; }
@media (prefers-color-scheme: dark) {
  :root { --line: #444; --dim: #999; --new: #1f3a1a; --gone: #4a231d; --value: #8ab4f8; --same: #6b5600;
          --became: #7a3a28; --bad: #ff8a80; --ground: #1b1b1b; --ink: #ddd; }
}
body { font: 13px system-ui, sans-serif; margin: 1em; background: var(--ground); color: var(--ink); }
nav { display: flex; flex-wrap: wrap; gap: .3em .8em; align-items: center; margin: .6em 0; }
nav a { color: var(--value); }
nav a.failed, .failed h3, .error { color: var(--bad); }
.row { display: flex; gap: 1em; overflow-x: auto; }
.col { flex: 0 0 auto; border: 1px solid var(--line); border-radius: 4px; padding: 0 .6em; max-width: min(60em, 95vw); }
.row.pair .col { flex: 1 1 0; min-width: 0; }
.row.pair .col:not(.shown) { display: none; }
.col p { color: var(--dim); }
.col p.error { color: var(--bad); white-space: pre-wrap; }
h3 { position: sticky; top: 0; background: var(--ground); margin: 0; padding: .5em 0; }
pre { overflow-x: auto; }
s { text-decoration: none; }
ins, s.new { background: var(--new); text-decoration: none; }
del, s.gone { background: linear-gradient(90deg, var(--gone) 4em, transparent 12em); text-decoration: none; }
.row.pair ins, .row.pair del { background: none; }
b { font-weight: normal; color: var(--value); cursor: pointer; }
b.same { background: var(--same); }
b.became { background: var(--became); }
</style></head><body>
<p>Click a value: the same value is yellow in every column, what it was replaced by or stands for is red.
Lines on green ground are new, lines that begin on red ground are gone after the next pass.</p>
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
for (const section of document.querySelectorAll('section')) {
  const row = section.querySelector('.row');
  const columns = [...row.querySelectorAll('.col')];
  const lines = column => [...column.querySelectorAll('s')];
  const clear = () => {
    for (const s of row.querySelectorAll('s.new, s.gone')) s.classList.remove('new', 'gone');
    for (const column of columns) column.classList.remove('shown');
  };
  section.querySelector('.two').addEventListener('click', () => {
    clear();
    const [from, to] = ['from', 'to'].map(name => columns[section.querySelector('select.' + name).value]);
    const texts = column => new Set(lines(column).map(s => s.textContent.trim()));
    const [before, after] = [texts(from), texts(to)];
    for (const s of lines(to)) s.classList.toggle('new', !before.has(s.textContent.trim()));
    for (const s of lines(from)) s.classList.toggle('gone', !after.has(s.textContent.trim()));
    for (const column of [from, to]) column.classList.add('shown');
    row.classList.add('pair');
  });
  section.querySelector('.all').addEventListener('click', () => { clear(); row.classList.remove('pair'); });
}
</script></body></html>
";

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escape("tensor<2xi32> & more"), "tensor&lt;2xi32&gt; &amp; more");
    }
}
