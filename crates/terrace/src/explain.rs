//! `terrace explain`: why bufferization copies and allocates, as text, for programs, or as a page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use terrace_bufferize::explain::Role;
use terrace_opt::Io;

use crate::commands::show;
use crate::{setup, start};

const HELP: &str = "\
terrace explain: says why bufferization copies and allocates

Usage: terrace explain FILE [options] [flags of terrace opt]

Options:
  --options=TEXT  options of one-shot-bufferize (bufferize-function-boundaries)
  --html=PATH     writes a page to click through instead: one file that needs nothing else

For each tensor that One-Shot Bufferize copies: what was defined, overwritten and read where, the rule that decided, and
an edit that would help where one is easy to see; for each new allocation, why it is one; for what cannot be bufferized,
why not. Passes among the flags come first. --diagnostic-format=json prints the same for programs.

Example: terrace explain examples/stencil.mlir
";

/// Bufferizes, and shows why, not what came of it.
pub fn main(argv0: &str, args: &[String]) -> ExitCode {
    if args.is_empty() || args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(HELP);
    }
    let (mut options, mut html, mut rest) = ("bufferize-function-boundaries", None, Vec::new());
    for arg in args {
        if let Some(text) = arg.strip_prefix("--options=") {
            options = text;
        } else if let Some(path) = arg.strip_prefix("--html=") {
            html = Some(path);
        } else if arg.starts_with("-h") || arg.starts_with("--h") || arg == "--options" {
            // The driver takes what begins with -h for a wish for its own help.
            let name = arg.split('=').next().unwrap_or(arg);
            match name {
                "--html" => eprintln!("error: --html needs a value: --html=PATH"),
                "--options" => eprintln!("error: --options needs a value: --options=TEXT"),
                _ => eprintln!("error: there is no option '{name}'; see terrace explain --help"),
            }
            return ExitCode::FAILURE;
        } else {
            rest.push(arg.clone());
        }
    }
    let argv0 = format!("{argv0} explain");
    rest.extend(["-o".to_owned(), if cfg!(windows) { "NUL" } else { "/dev/null" }.to_owned()]);
    if let Some(path) = html {
        rest.push("--diagnostic-format=json".to_owned());
        rest.push(format!("--one-shot-bufferize={options} explain explain-aliases"));
        return match write_page(&argv0, &rest, Path::new(path)) {
            Ok(code) => code,
            Err(error) => {
                eprintln!("error: cannot write '{path}': {error}");
                ExitCode::FAILURE
            }
        };
    }
    if !rest.iter().any(|arg| arg.starts_with("--diagnostic-format")) {
        rest.push("--diagnostic-format=rich".to_owned());
    }
    rest.push(format!("--one-shot-bufferize={options} explain"));
    start::opt(&argv0, &rest, &setup())
}

/// Runs the driver and makes a page of what it reports; errors are printed too.
fn write_page(argv0: &str, args: &[String], path: &Path) -> std::io::Result<ExitCode> {
    let mut stderr = Vec::new();
    // The page shows what was read.
    let mut input = Vec::new();
    if args.iter().any(|arg| arg == "-") {
        std::io::stdin().lock().read_to_end(&mut input)?;
    }
    let io = Io {
        stdin: &mut &input[..],
        interactive: false,
        stdout: &mut std::io::stdout().lock(),
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let code = terrace_opt::run(argv0, args, io, &setup());
    let mut found = Vec::new();
    for line in String::from_utf8_lossy(&stderr).lines() {
        match serde_json::from_str::<Value>(line) {
            Ok(diag) if diag.is_object() => found.push(diag),
            _ => eprintln!("{line}"),
        }
    }
    for diag in found.iter().filter(|diag| diag["severity"] == "error") {
        let at = &diag["location"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (line, column) = (&at["start"]["line"], &at["start"]["column"]);
        match at["file"].as_str() {
            Some(file) => eprintln!("{file}:{line}:{column}: error: {}", text(&diag["message"])),
            None => eprintln!("error: {}", text(&diag["message"])),
        }
    }
    let named = found.iter().find_map(|diag| diag["location"]["file"].as_str());
    let name = named.or_else(|| args.iter().map(String::as_str).find(|arg| !arg.starts_with('-')));
    let source = match input.is_empty() {
        true => name.and_then(|name| std::fs::read(name).ok()).unwrap_or_default(),
        false => input,
    };
    let page = page(name.unwrap_or("input"), &String::from_utf8_lossy(&source), &found);
    std::fs::write(path, page)?;
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The page: the source on the left, what there is to say about it on the right.
fn page(name: &str, source: &str, diags: &[Value]) -> String {
    let line_of = |diag: &Value| {
        let at = &diag["location"];
        (at["file"].as_str() == Some(name)).then(|| at["start"]["line"].as_u64()).flatten()
    };
    let mut remarks = Vec::new();
    let mut by_line: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, diag) in diags.iter().enumerate() {
        let about = line_of(diag);
        if let Some(line) = about {
            by_line.entry(line).or_default().push(number);
        }
        let mut lit: Vec<Value> = about.map(|line| json!([line, "about"])).into_iter().collect();
        for note in diag["notes"].as_array().into_iter().flatten() {
            let role = Role::of(note["message"].as_str().unwrap_or_default());
            if let (Some(role), Some(line)) = (role, line_of(note)) {
                lit.push(json!([line, role.name()]));
            }
        }
        remarks.push(Value::Array(lit));
    }
    let mut out = String::new();
    // Nothing can go wrong when writing to a string.
    let _ = writeln!(out, "{HEAD}<title>{0}</title></head><body><h1>{0}</h1>", escape(name));
    out.push_str(LEGEND);
    out.push_str("<main><pre>");
    for (number, line) in (1..).zip(source.lines()) {
        let about = by_line.get(&number).map_or("", |numbers| {
            let is_error = numbers.iter().any(|&number| diags[number]["severity"] == "error");
            if is_error { " class=\"said error\"" } else { " class=\"said\"" }
        });
        let _ = write!(out, "<span id=\"l{number}\"{about}><i>{number}</i>{}</span>", escape(line));
    }
    out.push_str("</pre><div id=\"said\">\n");
    if diags.is_empty() {
        out.push_str("<p>Every tensor is bufferized in place, and nothing is allocated.</p>\n");
    }
    for (number, diag) in diags.iter().enumerate() {
        let severity = diag["severity"].as_str().unwrap_or_default();
        let at = line_of(diag).map_or(String::new(), |line| format!("<b>line {line}</b> "));
        let message = escape(diag["message"].as_str().unwrap_or_default());
        let _ = writeln!(
            out,
            "<section tabindex=\"0\" data-n=\"{number}\" class=\"{severity}\"><p>{at}{message}</p><ul>"
        );
        let mut aliases = Vec::new();
        for note in diag["notes"].as_array().into_iter().flatten() {
            let message = note["message"].as_str().unwrap_or_default();
            let role = Role::of(message);
            let line = line_of(note);
            if role == Some(Role::Alias) {
                aliases.extend(line);
                continue;
            }
            let class = role.map_or("rule", Role::name);
            let at = line.map_or(String::new(), |line| format!("<b>line {line}</b> "));
            let _ = writeln!(out, "<li class=\"{class}\">{at}{}</li>", escape(message));
        }
        if !aliases.is_empty() {
            aliases.sort_unstable();
            aliases.dedup();
            let aliases: Vec<String> = aliases.iter().map(u64::to_string).collect();
            let _ = writeln!(
                out,
                "<li class=\"alias\">the buffer is shared by what lines {} make</li>",
                aliases.join(", ")
            );
        }
        out.push_str("</ul></section>\n");
    }
    // A script ends at the first "</", wherever that stands.
    let data = Value::Array(remarks).to_string().replace("</", "<\\/");
    let _ = writeln!(out, "</div></main><script>const lit={data};{SCRIPT}</script></body></html>");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><style>
body{font:14px system-ui,sans-serif;margin:1em;color:#222;background:#fff}
main{display:flex;gap:1em;align-items:flex-start}
pre{flex:3;overflow:auto;margin:0;line-height:1.5}
pre span{display:block}pre i{color:#999;display:inline-block;width:4em;font-style:normal;user-select:none}
.said{text-decoration:underline dotted #c60;cursor:pointer}.error{text-decoration-color:#c00}
#said{flex:2;max-height:90vh;overflow:auto;position:sticky;top:1em}
section{border:1px solid #ccc;border-radius:4px;padding:.3em .7em;margin:0 0 .5em;cursor:pointer}
section p{margin:.2em 0}section ul{display:none;margin:.2em 0;padding-left:1.2em}
section.on ul{display:block}section.on{border-color:#444}section.error{border-color:#c00}
.alias{background:#eee}.definition{background:#cfe8cf}.write{background:#f6cccc}.read{background:#cfdcf6}.about{background:#fde2b3}
</style>";

const LEGEND: &str = "<p>Click a remark, or a line with dots under it: <span class=\"about\">what is copied or refused</span>, \
<span class=\"definition\">the definition</span>, <span class=\"write\">the write that comes between</span>, \
<span class=\"read\">the read</span>, <span class=\"alias\">what shares the buffer</span>.</p>\n";

const SCRIPT: &str = "
const order=['alias','definition','write','read','about'];
function choose(n){
  document.querySelectorAll('pre span').forEach(e=>e.classList.remove(...order));
  document.querySelectorAll('section').forEach(e=>e.classList.toggle('on',e.dataset.n==n));
  for(const role of order)for(const [line,r] of lit[n])if(r==role){
    const e=document.getElementById('l'+line);if(e){e.classList.remove(...order);e.classList.add(r);}}
}
document.querySelectorAll('section').forEach(e=>{
  const show=()=>{choose(e.dataset.n);const a=lit[e.dataset.n].find(x=>x[1]=='about');
    if(a)document.getElementById('l'+a[0])?.scrollIntoView({block:'nearest'});};
  e.onclick=show;e.onkeydown=k=>{if(k.key=='Enter')show();};});
document.querySelectorAll('.said').forEach(e=>e.onclick=()=>{
  const line=+e.id.slice(1);
  const all=lit.map((l,n)=>n).filter(n=>lit[n].some(x=>x[1]=='about'&&x[0]==line));
  const now=all.findIndex(n=>document.querySelector('section.on')?.dataset.n==n);
  const n=all[(now+1)%all.length];choose(n);
  document.querySelector(`section[data-n=\"${n}\"]`).scrollIntoView({block:'nearest'});});
";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::page;

    #[test]
    fn a_page_lights_up_definition_write_and_read() {
        let at = |line: u64| json!({"file": "a.mlir", "start": {"line": line, "column": 3}});
        let note = |line: u64, message: &str| json!({"location": at(line), "message": message});
        let diag = json!({
            "severity": "remark",
            "location": at(2),
            "message": "operand #1 of 'a<b' is copied",
            "notes": [
                note(1, "what is to be read is defined here, as result #0 of 'x'"),
                note(3, "it is read here, by operand #0 of 'y'"),
                note(1, "shares the buffer: result #0 of 'x'"),
                note(2, "rule: some </script> rule"),
            ],
        });
        let page = page("a.mlir", "one\ntwo <2>\nthree", &[diag]);
        assert!(
            page.contains(r#"const lit=[[[2,"about"],[1,"definition"],[3,"read"],[1,"alias"]]]"#),
            "{page}"
        );
        assert!(page.contains("<span id=\"l2\" class=\"said\"><i>2</i>two &lt;2&gt;</span>"), "{page}");
        assert!(page.contains("rule: some &lt;/script&gt; rule"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(!page.contains("http"), "nothing is loaded from elsewhere");
    }
}
