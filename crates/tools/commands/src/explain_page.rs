//! The page of `terrace explain --html`: the source with highlighted operands, next to the remarks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

/// The roles that are highlighted in the source, with their labels.
const LIT: [(&str, &str); 5] = [
    ("about", "what is copied, allocated or refused"),
    ("definition", "the definition"),
    ("write", "the write that comes between"),
    ("read", "the read"),
    ("alias", "what shares the buffer"),
];

/// The text of a string; empty for an absent field of a diagnostic.
pub(crate) fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A part of a line, in bytes.
type Part = (u64, usize, usize);

/// The highlighted parts, of all remarks.
struct Marks<'a> {
    name: &'a str,
    lines: Vec<&'a str>,
    numbers: BTreeMap<Part, usize>,
}

impl Marks<'_> {
    /// The number of the mark that a diagnostic or note points at; `None` if it points out of the file.
    fn of(&mut self, diag: &Value) -> Option<(u64, usize)> {
        let at = &diag["location"];
        if at["file"].as_str() != Some(self.name) {
            return None;
        }
        let place = |of: &Value| Some((of["line"].as_u64()?, usize::try_from(of["column"].as_u64()?).ok()?));
        let ((line, column), (last, end)) = (place(&at["start"])?, place(&at["end"])?);
        let text = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?;
        let start = column.saturating_sub(1);
        let end = match last == line && end > column {
            true => end - 1,
            // A bare position means the word there.
            false => start + word(text.get(start..)?),
        };
        if start >= end || text.get(start..end).is_none() {
            return None;
        }
        let next = self.numbers.len();
        Some((line, *self.numbers.entry((line, start, end)).or_insert(next)))
    }
}

/// The length of the word at the start of a text, with a sign before it.
fn word(text: &str) -> usize {
    let sign = usize::from(text.starts_with(['%', '@', '^', '#', '!', '"']));
    sign + text[sign..]
        .find(|c: char| !c.is_ascii_alphanumeric() && !"_.$-".contains(c))
        .unwrap_or(text.len() - sign)
}

/// The page for the diagnostics of a file.
pub(crate) fn page(name: &str, source: &str, diags: &[Value]) -> String {
    let mut marks = Marks { name, lines: source.lines().collect(), numbers: BTreeMap::new() };
    let (mut remarks, mut sections) = (Vec::new(), String::new());
    for (number, diag) in diags.iter().enumerate() {
        let (lit, section) = section(number, diag, &mut marks);
        remarks.push(lit);
        sections.push_str(&section);
    }
    if diags.is_empty() {
        sections.push_str("<p>Nothing is copied and nothing is allocated.</p>\n");
    }
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(out, "{HEAD}<title>{0}</title></head><body><h1>{0}</h1>", escape(name));
    out.push_str("<p class=\"legend\">");
    for (role, text) in LIT {
        let _ = write!(out, "<span class=\"key {role}\">{text}</span> ");
    }
    out.push_str("<span class=\"key edit\">an edit that helps</span> ");
    out.push_str("</p>\n<main><pre>");
    source_lines(&marks, &mut out);
    let _ = write!(out, "</pre><div id=\"said\">\n{sections}");
    // A script ends at the first "</", even in a string.
    let data = Value::Array(remarks).to_string().replace("</", "<\\/");
    let _ = writeln!(out, "</div></main><script>const lit={data};{SCRIPT}</script></body></html>");
    out
}

/// The remark with an index: the marks that it highlights, and its text.
fn section(number: usize, diag: &Value, marks: &mut Marks<'_>) -> (Value, String) {
    let (mut lit, mut out) = (Vec::new(), String::new());
    let severity = text_of(&diag["severity"]);
    let about = marks.of(diag);
    lit.extend(about.map(|(_, mark)| json!([mark, "about"])));
    let message = escape(text_of(&diag["message"]));
    let _ = writeln!(
        out,
        "<section tabindex=\"0\" data-n=\"{number}\" class=\"{severity}\"><p>{}{message}</p><ul>",
        link(about)
    );
    let mut aliases = Vec::new();
    for note in diag["notes"].as_array().into_iter().flatten() {
        let (at, role) = (marks.of(note), note["role"].as_str().unwrap_or("rule"));
        if LIT.iter().any(|(known, _)| *known == role) {
            lit.extend(at.map(|(_, mark)| json!([mark, role])));
        }
        if role == "alias"
            && at.is_some()
            && note["message"].as_str().is_some_and(|text| text.starts_with("shares"))
        {
            aliases.extend(at.map(|(line, _)| line));
            continue;
        }
        let message = escape(text_of(&note["message"]));
        let _ = writeln!(out, "<li class=\"{}\">{}{message}</li>", escape(role), link(at));
    }
    if !aliases.is_empty() {
        aliases.sort_unstable();
        aliases.dedup();
        let aliases: Vec<String> =
            aliases.iter().map(|line| format!("<a href=\"#l{line}\">{line}</a>")).collect();
        let _ = writeln!(
            out,
            "<li class=\"alias\">the buffer is shared by what lines {} define</li>",
            aliases.join(", ")
        );
    }
    out.push_str("</ul></section>\n");
    (Value::Array(lit), out)
}

/// A link to the line that is pointed at.
fn link(at: Option<(u64, usize)>) -> String {
    at.map_or(String::new(), |(line, _)| format!("<a href=\"#l{line}\">line {line}</a> "))
}

/// The longest part of a line that is shown as a whole, in bytes.
const LONGEST: usize = 4096;

/// The lines of the source, cut where marks begin and end.
fn source_lines(marks: &Marks<'_>, out: &mut String) {
    let mut by_line: BTreeMap<u64, Vec<(usize, usize, usize)>> = BTreeMap::new();
    for (&(line, start, end), &mark) in &marks.numbers {
        by_line.entry(line).or_default().push((start, end, mark));
    }
    for (number, text) in (1..).zip(&marks.lines) {
        let _ = write!(out, "<span class=\"line\" id=\"l{number}\"><i>{number}</i>");
        let here = by_line.get(&number).map_or(&[][..], Vec::as_slice);
        let mut cuts: Vec<usize> =
            here.iter().flat_map(|&(start, end, _)| [start, end]).chain([0, text.len()]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let Some(piece) = text.get(pair[0]..pair[1]) else { continue };
            if piece.len() > LONGEST {
                // Elements and blobs of constants are no part of an explanation.
                let boundary = |at: usize| (0..=at).rev().find(|&at| piece.is_char_boundary(at)).unwrap_or(0);
                let (start, end) = (boundary(LONGEST / 2), boundary(piece.len() - LONGEST / 4));
                let (first, last) = (escape(&piece[..start]), escape(&piece[end..]));
                let _ = write!(out, "{first} … {} bytes … {last}", end - start);
                continue;
            }
            let over = here.iter().filter(|&&(start, end, _)| start <= pair[0] && pair[1] <= end);
            let over: Vec<String> = over.map(|(_, _, mark)| mark.to_string()).collect();
            match over.is_empty() {
                true => out.push_str(&escape(piece)),
                false => {
                    let _ = write!(out, "<b data-m=\"{}\">{}</b>", over.join(" "), escape(piece));
                }
            }
        }
        // A line is a block: a break as well would show an empty line.
        out.push_str("</span>");
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>
:root{color-scheme:light dark;--text:#222;--page:#fff;--line:#ccc;--weak:#888;--link:#0550ae;
--about:#fde2b3;--definition:#cfe8cf;--write:#f6cccc;--read:#cfdcf6;--alias:#e6e6e6;--edit:#e5d4f5;--error:#c00;--dots:#c60}
@media (prefers-color-scheme:dark){:root{--text:#ddd;--page:#181818;--line:#444;--weak:#888;--link:#79b8ff;
--about:#6b4a10;--definition:#1f5130;--write:#702a2a;--read:#28457a;--alias:#444;--edit:#54307a;--error:#f66;--dots:#e90}}
body{font:14px system-ui,sans-serif;margin:1em;color:var(--text);background:var(--page)}
h1{font-size:1.3em;overflow-wrap:anywhere}a{color:var(--link)}
main{display:flex;gap:1em;align-items:flex-start}
pre{flex:3;min-width:0;overflow:auto;max-height:88vh;margin:0;line-height:1.5}
.line{display:block;width:max-content;min-width:100%;height:1.5em}.line:target{outline:1px solid var(--dots)}
.line i{color:var(--weak);display:inline-block;width:4em;font-style:normal;user-select:none}
b{font-weight:inherit}b.said{text-decoration:underline dotted var(--dots);cursor:pointer}
#said{flex:2;min-width:0;max-height:88vh;overflow:auto}
section{border:1px solid var(--line);border-radius:4px;padding:.3em .7em;margin:0 0 .5em;cursor:pointer;overflow-wrap:anywhere}
section p{margin:.2em 0}section ul{display:none;margin:.2em 0;padding-left:1.2em}
section.on ul{display:block}section.on{border-color:var(--text)}section.error{border-color:var(--error)}
.key,li.edit,li.alias,li.definition,li.write,li.read{padding:0 .3em}
.about{background:var(--about)}li.definition,.key.definition{background:var(--definition)}li.write,.key.write{background:var(--write)}
li.read,.key.read{background:var(--read)}li.alias,.key.alias{background:var(--alias)}
li.edit,.key.edit{background:var(--edit)}
@media (max-width:60em){main{display:block}pre,#said{max-height:45vh;margin-bottom:1em}}
</style>";

const SCRIPT: &str = "
const pieces=[...document.querySelectorAll('b[data-m]')].map(e=>[e,e.dataset.m.split(' ').map(Number)]);
const aboutOf=pieces.map(([e,marks])=>lit.map((l,n)=>n).filter(n=>lit[n].some(([m,r])=>r=='about'&&marks.includes(m))));
function choose(n){
  document.querySelectorAll('section').forEach(e=>e.classList.toggle('on',e.dataset.n==n));
  for(const [e,marks] of pieces){
    const roles=[...new Set(lit[n].filter(([m])=>marks.includes(m)).map(([,r])=>r))];
    e.title=roles.join(', ');
    const part=100/roles.length;
    e.style.background=roles.length?'linear-gradient('+roles.map((r,i)=>`var(--${r}) ${i*part}% ${(i+1)*part}%`).join(',')+')':'';
  }
}
function show(n){choose(n);
  const m=lit[n].find(([,r])=>r=='about')?.[0];
  pieces.find(([,marks])=>marks.includes(m))?.[0].scrollIntoView({block:'nearest',inline:'nearest'});}
document.querySelectorAll('section').forEach(e=>{
  e.onclick=k=>{if(k.target.tagName!='A')show(e.dataset.n);};e.onkeydown=k=>{if(k.key=='Enter')show(e.dataset.n);};});
pieces.forEach(([e],i)=>{const all=aboutOf[i];if(!all.length)return;
  e.classList.add('said');
  e.onclick=()=>{
    const now=all.findIndex(n=>document.querySelector('section.on')?.dataset.n==n);
    const n=all[(now+1)%all.length];choose(n);
    document.querySelector(`section[data-n=\"${n}\"]`).scrollIntoView({block:'nearest'});};});
if(lit.length)show(0);
";

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::page;

    #[test]
    fn a_page_lights_operands_and_roles_that_meet() {
        let at = |line: u64, start: u64, end: u64| json!({"file": "a.mlir", "start": {"line": line, "column": start}, "end": {"line": line, "column": end}});
        let note = |location: Value, role: &str, message: &str| json!({"location": location, "message": message, "role": role});
        let diag = json!({
            "severity": "remark",
            "location": at(2, 5, 8),
            "message": "%t of 'a<b' is copied",
            "notes": [
                note(at(1, 1, 1), "definition", "%one is defined here"),
                note(at(2, 5, 8), "read", "it is read here"),
                note(at(1, 1, 1), "alias", "shares the buffer: %one"),
                note(at(2, 5, 8), "rule", "rule: some </script> rule"),
                note(at(2, 5, 8), "edit", "edit: move it"),
            ],
        });
        let page = page("a.mlir", "%one x\ntwo <2>\nthree", &[diag]);
        assert!(
            page.contains(r#"const lit=[[[0,"about"],[1,"definition"],[0,"read"],[1,"alias"]]]"#),
            "{page}"
        );
        assert!(page.contains("<i>1</i><b data-m=\"1\">%one</b> x</span>"), "{page}");
        assert!(page.contains("<i>2</i>two <b data-m=\"0\">&lt;2&gt;</b></span>"), "{page}");
        assert!(page.contains("<a href=\"#l2\">line 2</a> %t of"), "{page}");
        assert!(page.contains("lines <a href=\"#l1\">1</a> define"), "{page}");
        assert!(page.contains("rule: some &lt;/script&gt; rule"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
        // Each role that is told apart in text has a colour and a place in the legend.
        for role in ["about", "definition", "write", "read", "alias", "edit"] {
            assert!(page.contains(&format!("<span class=\"key {role}\">")), "{role}");
            assert!(
                page.contains(&format!(".key.{role}{{background:var(--{role})}}")) || role == "about",
                "{role}"
            );
        }
        assert!(page.contains("<li class=\"edit\">") && page.contains("li.edit,"), "{page}");
        assert!(!page.contains("http"), "nothing is loaded from elsewhere");
    }

    #[test]
    fn a_long_line_is_cut() {
        let line = format!("%c = \"{}é\" : end", "A".repeat(100_000));
        let page = page("a.mlir", &line, &[]);
        assert!(page.contains("<i>1</i>%c = &quot;AAA") && page.contains("AAé&quot; : end</span>"), "{page}");
        assert!(page.contains("A … 96943 bytes … A"), "{page}");
    }
}
