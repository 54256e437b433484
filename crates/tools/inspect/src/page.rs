//! A page that shows the IR after each pass, side by side. A click on a value highlights it in every column,
//! with its replacements.
//!
//! The page is a single self-contained file.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::stages::{Stage, Stages, StagesOfPart};

/// Returns the page.
pub fn page(stages: &Stages) -> String {
    let mut out = String::from(HEAD);
    for (number, part) in stages.parts.iter().enumerate() {
        if stages.parts.len() > 1 {
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(out, "<h2>StagesOfPart {}</h2>", number + 1);
        }
        write_part(part, number, &mut out);
    }
    out.push_str(TAIL);
    out
}

fn write_part(part: &StagesOfPart, number: usize, out: &mut String) {
    // Nothing can go wrong when writing to a string.
    let _ = write!(out, "<section><nav>");
    for (at, stage) in part.stages.iter().enumerate() {
        let class = if stage.errors.is_some() { " class=\"failed\"" } else { "" };
        let _ = write!(out, "<a href=\"#c{number}-{at}\"{class}>{}</a> ", escape(&stage.title));
    }
    for (name, chosen) in [("from", 0), ("to", part.stages.len().saturating_sub(1))] {
        let _ = write!(out, "<label>{name} <select class=\"{name}\">");
        for (at, stage) in part.stages.iter().enumerate() {
            let selected = if at == chosen { " selected" } else { "" };
            let _ = write!(out, "<option value=\"{at}\"{selected}>{}</option>", escape(&stage.title));
        }
        out.push_str("</select></label> ");
    }
    out.push_str(
        "<button class=\"two\">compare these two</button> <button class=\"all\">all</button></nav>\n",
    );
    let replaced: Vec<String> = part.replaced.iter().map(|(a, b)| format!("\"{a}\":{b}")).collect();
    let _ = writeln!(out, "<div class=\"row\" data-replaced='{{{}}}'>", replaced.join(","));
    let sets: Vec<FxHashSet<&str>> =
        part.stages.iter().map(|stage| stage.text.lines().map(str::trim).collect()).collect();
    for (at, stage) in part.stages.iter().enumerate() {
        let class = if stage.errors.is_some() { "col failed" } else { "col" };
        let title = escape(&stage.title);
        let _ = write!(out, "<div class=\"{class}\" id=\"c{number}-{at}\"><h3>{title}</h3>");
        if !stage.idle.is_empty() {
            let _ = write!(out, "<p>no change: {}</p>", escape(&stage.idle.join(", ")));
        }
        for error in stage.errors.iter().flatten() {
            let _ = write!(out, "<p class=\"error\">{}</p>", escape(error));
        }
        out.push_str("<pre>");
        let (before, after) = (at.checked_sub(1).map(|before| &sets[before]), sets.get(at + 1));
        write_lines(stage, before, after, out);
        out.push_str("</pre></div>\n");
    }
    out.push_str("</div></section>\n");
}

/// Writes the lines of a stage with values that can be clicked; those that the stage before or after lacks are marked.
fn write_lines(
    stage: &Stage,
    before: Option<&FxHashSet<&str>>,
    after: Option<&FxHashSet<&str>>,
    out: &mut String,
) {
    let mut marks = stage.marks.iter();
    let mut next = marks.next();
    let mut start = 0;
    for line in stage.text.split_inclusive('\n') {
        let end = start + line.len();
        let mut html = String::with_capacity(3 * line.len());
        let mut at = start;
        while let Some(mark) = next.take_if(|mark| mark.start < end) {
            html.push_str(&escape(&stage.text[at..mark.start]));
            // Nothing can go wrong when writing to a string.
            let _ =
                write!(html, "<b data-v={}>{}</b>", mark.number, escape(&stage.text[mark.start..mark.end]));
            at = mark.end;
            next = marks.next();
        }
        html.push_str(&escape(&stage.text[at..end]));
        let lacks = |set: Option<&FxHashSet<&str>>| set.is_some_and(|set| !set.contains(line.trim()));
        let (open, close) = match (lacks(before), lacks(after)) {
            (false, false) => ("", ""),
            (true, false) => ("<ins>", "</ins>"),
            (false, true) => ("<del>", "</del>"),
            (true, true) => ("<ins><del>", "</del></ins>"),
        };
        let _ = write!(out, "{open}<s>{html}</s>{close}");
        start = end;
    }
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
