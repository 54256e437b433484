//! The report as a page: the source with its costs, next to what is reported of the lines, with their assembly.

use std::fmt::Write as _;

use super::super::super::explain_page::escape;
use super::classes::composition;
use super::collect::summary;
use super::remarks::Told;
use super::report::{Line, LinePart, Lines, Report, cycles_text};
use super::text::total;

/// Returns a self-contained page.
pub(super) fn as_page(report: &Report) -> String {
    let title = report.files.keys().next().map_or("Ripple", String::as_str);
    let mut out = format!("{HEAD}<title>{}</title></head><body>\n", escape(title));
    for (number, (file, lines)) in report.files.iter().enumerate() {
        file_section(report, number, (file, lines), &mut out);
    }
    let _ = writeln!(out, "<script>{SCRIPT}</script></body></html>");
    out
}

/// A file: totals, the source, and what is reported of lines.
fn file_section(report: &Report, number: usize, (file, lines): (&str, &Lines), out: &mut String) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "<h1>{}</h1>\n<p>{}</p>", escape(file), escape(&summary(lines)));
    out.push_str(LEGEND);
    let regions = report.regions(lines);
    if let Some(first) = regions.first() {
        let source = escape(&report.programs[first.program].estimates.source);
        let _ = writeln!(
            out,
            "<details class=\"totals\" open><summary>Cycles, estimated by {source}</summary><ul>"
        );
        for advice in report.advice_of(file) {
            let _ = writeln!(out, "<li class=\"advice\">{}</li>", escape(&advice));
        }
        for part in &regions {
            let unit = report.estimate(part).unit.as_deref();
            let unit = unit.map_or(String::new(), |unit| format!(" <i>busiest: {}</i>", escape(unit)));
            let anchor = report.region(part).loop_place.as_ref().map(|place| place.line);
            let text = escape(&total(report, &regions, part));
            let _ = match anchor {
                Some(line) => writeln!(out, "<li><a href=\"#l{number}-{line}\">{text}</a>{unit}</li>"),
                None => writeln!(out, "<li>{text}{unit}</li>"),
            };
        }
        out.push_str("</ul></details>\n");
    }
    let ordered = report.ordered(lines, true);
    let highest = ordered.first().map_or(0.0, |(_, line)| report.line_weight(line));
    out.push_str("<main><pre>");
    for (line, text) in (1..).zip(report.source(file)) {
        source_line(report, (number, line), lines.get(&line), highest, text, out);
    }
    out.push_str("</pre><div class=\"said\">\n");
    for (line, of_line) in ordered {
        line_section(report, (number, line), of_line, report.text(file, line), out);
    }
    out.push_str("</div></main>\n");
}

/// The class of a line: the worst grade of its accesses outside of remainders, if it has some there.
fn grade(line: &Line) -> &'static str {
    let worst = |is_remainder: bool| line.accesses(is_remainder).map(Told::grade).max();
    worst(false).or_else(|| worst(true)).map_or("none", |grade| grade.class())
}

/// A line of the source, with a bar that is as long as its share of the costs of the costliest line.
fn source_line(
    report: &Report,
    (file, number): (usize, u64),
    line: Option<&Line>,
    highest: f64,
    text: &str,
    out: &mut String,
) {
    let id = format!("l{file}-{number}");
    let text = escape(text);
    let _ = match line {
        None => {
            write!(out, "<span class=\"line\" id=\"{id}\"><i>{number}</i><i class=\"cost\"></i>{text}</span>")
        }
        Some(line) => {
            let share = if highest > 0.0 { 100.0 * report.line_weight(line) / highest } else { 0.0 };
            let cost = line.parts.first().map_or(String::new(), |part| cost_text(part.cycles));
            write!(
                out,
                "<span class=\"line {grade}\" id=\"{id}\" data-n=\"{file}-{number}\" style=\"--share:{share:.0}%\">\
                 <i>{number}</i><i class=\"cost\">{cost}</i><a href=\"#s{file}-{number}\">{text}</a></span>",
                grade = grade(line),
            )
        }
    };
}

/// A number of cycles in a column.
fn cost_text(cycles: f64) -> String {
    let text = cycles_text(cycles);
    text.trim_end_matches(" cycles").trim_end_matches(" cycle").replace("less than ", "&lt;")
}

/// The report about a line.
fn line_section(report: &Report, (file, number): (usize, u64), line: &Line, text: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<section id=\"s{file}-{number}\" data-n=\"{file}-{number}\" class=\"{}\"><h2><a href=\"#l{file}-{number}\">line {number}</a> \
         <code>{}</code></h2>",
        grade(line),
        escape(text.trim())
    );
    for is_remainder in [false, true] {
        if let Some(locals) = line.locals(is_remainder) {
            let _ = writeln!(out, "<p>{locals}</p>");
        }
        for told in line.accesses(is_remainder) {
            let rest = if is_remainder { "<i>remainder</i> " } else { "" };
            let _ =
                writeln!(out, "<p class=\"{}\">{rest}{}</p>", told.grade().class(), escape(&told.message));
        }
        let parts = line.parts.iter().filter(|part| report.region(part).is_remainder == is_remainder);
        parts.for_each(|part| assembly(report, part, out));
    }
    out.push_str("</section>\n");
}

/// The instructions of a part of a line, each with its share of the cycles.
fn assembly(report: &Report, part: &LinePart, out: &mut String) {
    let estimate = report.estimate(part);
    let _ = write!(
        out,
        "<details><summary>{} {}: {}</summary><pre class=\"asm\">",
        cycles_text(part.cycles),
        escape(&report.unit(report.region(part))),
        composition(report.instructions(part))
    );
    for (&at, instruction) in part.instructions.iter().zip(report.instructions(part)) {
        let share = estimate.shares[at];
        let spill = if instruction.is_spill { " class=\"spill\"" } else { "" };
        let text = instruction.text.replace('\t', " ");
        let _ = write!(out, "<span{spill}><i>{share:.2}</i>{}</span>", escape(&text));
    }
    out.push_str("</pre></details>\n");
}

/// The colours of lines.
const LEGEND: &str = "<p class=\"legend\"><span class=\"good\">one vector access</span> <span class=\"fair\">several, under a \
mask, or a warning</span> <span class=\"poor\">element by element</span> <span class=\"share\">share of the costliest \
line</span></p>\n";

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>
:root{color-scheme:light dark;--text:#222;--page:#fff;--line:#ccc;--weak:#888;--link:#0550ae;--bar:#0550ae2e;
--good:#cfe8cf;--fair:#fde2b3;--poor:#f6cccc;--none:#e6e6e6;--dots:#c60}
@media (prefers-color-scheme:dark){:root{--text:#ddd;--page:#181818;--line:#444;--weak:#888;--link:#79b8ff;--bar:#79b8ff40;
--good:#1f5130;--fair:#6b4a10;--poor:#702a2a;--none:#444;--dots:#e90}}
body{font:14px system-ui,sans-serif;margin:1em;color:var(--text);background:var(--page)}
h1{font-size:1.3em;overflow-wrap:anywhere}a{color:var(--link)}
.totals{margin:0 0 1em}.totals ul{margin:.3em 0;padding-left:1.4em;max-height:11em;overflow:auto}.totals i{color:var(--weak)}
summary{cursor:pointer}.legend span{padding:0 .4em;display:inline-block}.share{background:var(--bar)}
main{display:flex;gap:1em;align-items:flex-start;margin-bottom:1.5em}
main>pre{flex:3;min-width:0;overflow:auto;max-height:88vh;margin:0;line-height:1.5}
.line{display:block;width:max-content;min-width:100%;height:1.5em;background:linear-gradient(var(--bar),var(--bar)) 0/var(--share,0) 100% no-repeat}
.line a{color:inherit;text-decoration:none}.line[data-n]{cursor:pointer}
.line i{color:var(--weak);display:inline-block;width:2.6em;text-align:right;padding-right:.8em;font-style:normal;user-select:none}
.line i.cost{width:3em;color:var(--text)}
.line.on,.line:target{outline:1px solid var(--dots);outline-offset:-1px}
.good .cost,p.good,.legend .good{background:var(--good)}.fair .cost,p.fair,.legend .fair{background:var(--fair)}.poor .cost,p.poor,.legend .poor{background:var(--poor)}
.none .cost{background:var(--none)}
.said{flex:2;min-width:0;max-height:88vh;overflow:auto}
section{border:1px solid var(--line);border-radius:4px;padding:.3em .7em;margin:0 0 .5em;overflow-wrap:anywhere}
section.on,section:target{border-color:var(--dots)}
h2{font-size:1em;font-weight:normal;margin:.2em 0}section p{margin:.2em 0;padding:0 .3em}section i{color:var(--weak)}
.asm{overflow:auto;max-height:40vh;margin:.3em 0;line-height:1.35;border-left:2px solid var(--line)}
.asm span{display:block;width:max-content}.asm i{display:inline-block;width:3.5em;text-align:right;padding-right:1em;font-style:normal;user-select:none}
.advice{font-weight:600}.asm .spill{color:var(--dots)}
@media (max-width:60em){main{display:block}main>pre,.said{max-height:45vh;margin-bottom:1em}}
</style>";

const SCRIPT: &str = "
function choose(n){
  for(const e of document.querySelectorAll('[data-n]'))e.classList.toggle('on',e.dataset.n==n);
  const s=document.querySelector(`section[data-n=\"${n}\"]`),d=s&&s.querySelector('details');
  if(d)d.open=true;
  return s;
}
for(const e of document.querySelectorAll('.line[data-n]'))e.onclick=k=>{
  k.preventDefault();const s=choose(e.dataset.n);if(s)s.scrollIntoView({block:'nearest'});};
for(const e of document.querySelectorAll('section'))e.onclick=k=>{
  if(k.target.closest('summary,pre'))return;k.preventDefault();choose(e.dataset.n);
  document.getElementById('l'+e.dataset.n).scrollIntoView({block:'nearest',inline:'nearest'});};
const first=document.querySelector('section');
if(first){
  choose(first.dataset.n);
  const line=document.getElementById('l'+first.dataset.n),pre=line.parentElement;
  if(line.offsetTop-pre.offsetTop>pre.clientHeight-30)pre.scrollTop=line.offsetTop-pre.offsetTop-pre.clientHeight/2;
}
";
