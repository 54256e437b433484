//! `compare-errors`: examples of ops in which a type, a token or a number is another one, or types and
//! attributes with odd parameters, and the reports and outputs of both programs.

mod builtin;

use std::collections::BTreeMap;
use std::error::Error;
use std::process::{Command, Stdio};

use terrace::tools::help::op_examples;
use terrace_progen::numbers::Numbers;

use crate::args::Args;

/// The separator of the parts of a file.
const SEPARATOR: &str = "\n// -----\n";

/// The largest number of examples that one process reads.
const BATCH: usize = 100;

/// The file that messages name.
const FILE: &str = "target/compare-errors.mlir";

const TYPES: &[&str] = &[
    "i32",
    "f32",
    "index",
    "()",
    "() -> ()",
    "(i32) -> i32",
    "!transform.any_op",
    "!transform.any_value",
    "!transform.param<i64>",
    "memref<4xf32>",
    "memref<*xf32>",
    "tensor<4xf32>",
    "tensor<?xi1>",
    "vector<4xf32>",
    "vector<[4]xi32>",
    "!llvm.ptr",
    "!pdl.operation",
    "!shape.shape",
    "none",
    "!llvm.void",
    "complex<f32>",
    "tuple<>",
    "i1",
    "!llvm.struct<(i32)>",
    "!quant.any<i8>",
    "!pdl.range<value>",
    "vector<f32>",
];

const TOKENS: &[&str] = &[
    "",
    "0",
    "-1",
    "\"x\"",
    "@f",
    "[",
    "]",
    "{}",
    "%q",
    "9999999999999999999",
    "true",
    "1.5",
    "affine_map<() -> ()>",
];

const NUMBERS: &[&str] = &["-1", "0", "1", "2", "7", "100000", "-9223372036854775808", "9223372036854775807"];

/// The output of a program for one example: errors, with lines from the example's first, columns and messages, and the
/// text that it prints for those that have numbers.
#[derive(Clone, Default, PartialEq)]
struct Reported {
    errors: Vec<(usize, String, String)>,
    printed: Option<String>,
}

/// Compares; whether all errors are the same.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args =
        Args::parse(rest, &["--cand", "--peer", "--programs", "--seed", "--show", "--only"], &["--builtin"])?;
    let cand = args.value("--cand").unwrap_or("target/debug/terrace-opt");
    let peer = args.value("--peer").unwrap_or("mlir-opt-22");
    let count: usize = args.value("--programs").unwrap_or("2000").parse()?;
    let show: usize = args.value("--show").unwrap_or("20").parse()?;
    let only = args.value("--only").unwrap_or("");
    let mut numbers = Numbers::new(args.value("--seed").unwrap_or("1").parse()?);
    // The dialect of Ripple is not upstream's.
    let examples: Vec<(&str, &str)> =
        op_examples().filter(|(name, _)| !name.starts_with("ripple.") && name.contains(only)).collect();
    let mut programs: Vec<(&str, String)> = Vec::new();
    for number in 0..count {
        programs.push(match args.flag("--builtin") {
            true => ("builtin", builtin::program(&mut numbers, number)),
            false => {
                let (name, text) = *numbers.pick(&examples);
                (name, change(text, &mut numbers))
            }
        });
    }
    let (mut same, mut crashes) = (0, 0);
    let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for batch in programs.chunks(BATCH) {
        let theirs = match run(peer, batch)? {
            Some(reported) => reported.into_iter().map(Some).collect(),
            // One of them crashes the process: run each separately.
            None => batch
                .iter()
                .map(|program| {
                    let one = run(peer, std::slice::from_ref(program))?;
                    Ok(one.and_then(|mut one| one.pop()))
                })
                .collect::<Result<Vec<_>, Box<dyn Error>>>()?,
        };
        let ours = run(cand, batch)?.ok_or_else(|| format!("{cand} ends without an exit code"))?;
        for (((name, text), theirs), ours) in batch.iter().zip(theirs).zip(ours) {
            match theirs {
                None => crashes += 1,
                Some(theirs) if theirs == ours => same += 1,
                Some(theirs) => {
                    let [their, our] = [&theirs, &ours].map(|reported| match &reported.printed {
                        Some(printed) if reported.errors.is_empty() => printed.clone(),
                        _ => format!("{:?}", reported.errors),
                    });
                    let shown = format!("[{name}]\n{text}\n  theirs: {their}\n  ours: {our}");
                    causes.entry(cause(&theirs, &ours)).or_default().push(shown);
                }
            }
        }
    }
    println!("{count} programs: the same is reported of {same}, {peer} crashes on {crashes}");
    let mut causes: Vec<(String, Vec<String>)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
    for (cause, all) in causes.iter().take(show) {
        println!("{} x {cause}\n{}\n", all.len(), all[0]);
    }
    Ok(causes.is_empty())
}

/// Replaces a type, token or number in a text.
fn change(text: &str, numbers: &mut Numbers) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "._$@%!#-".contains(c);
    // Words with the brackets that follow them, and single characters.
    let mut tokens: Vec<(usize, usize)> = Vec::new();
    let mut at = text.find('\n').map_or(0, |end| end + 1);
    while let Some(c) = text[at..].chars().next() {
        let word = text[at..].find(|c| !is_word(c)).map_or(text.len(), |len| at + len);
        let end = if word > at { word } else { at + c.len_utf8() };
        if !c.is_whitespace() {
            tokens.push((at, end));
        }
        at = end;
    }
    let is_type = |&&(from, to): &&(usize, usize)| {
        let word = &text[from..to];
        let has_digits = word.len() > 1 && word[1..].chars().all(|c| c.is_ascii_digit());
        let is_scalar = has_digits && (word.starts_with('i') || word.starts_with('f'));
        word == "index" || is_scalar || word.starts_with('!') || text[to..].starts_with('<')
    };
    let is_number = |&&(from, to): &&(usize, usize)| text[from..to].parse::<i64>().is_ok();
    let (types, counts): (Vec<_>, Vec<_>) =
        (tokens.iter().filter(is_type).collect(), tokens.iter().filter(is_number).collect());
    let (place, new) = match numbers.below(10) {
        0..7 if !types.is_empty() => (**numbers.pick(&types), TYPES),
        7 if !counts.is_empty() => (**numbers.pick(&counts), NUMBERS),
        _ if !tokens.is_empty() => (*numbers.pick(&tokens), TOKENS),
        _ => return text.to_owned(),
    };
    let (from, mut to) = place;
    if new == TYPES && text[to..].starts_with('<') {
        to = closing(text, to).unwrap_or(to);
    }
    format!("{}{}{}", &text[..from], numbers.pick(new), &text[to..])
}

/// The position of the closing angle bracket for an opening one.
fn closing(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    for (place, c) in text[at..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' if !text[..at + place].ends_with('-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + place + 1);
        }
    }
    None
}

/// Runs a program on texts, and returns its reports of each; `None` if it crashes.
fn run(program: &str, texts: &[(&str, String)]) -> Result<Option<Vec<Reported>>, Box<dyn Error>> {
    let (mut source, mut starts, mut line) = (String::new(), Vec::new(), 1);
    for (_, text) in texts {
        starts.push(line);
        source.push_str(text);
        source.push_str(SEPARATOR);
        line += text.matches('\n').count() + SEPARATOR.matches('\n').count();
    }
    std::fs::write(FILE, source)?;
    let numbered = texts.iter().any(|(name, _)| *name == "builtin");
    let output = Command::new(program)
        .args(["--split-input-file", FILE])
        .args(numbered.then_some("--allow-unregistered-dialect"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Ok(None);
    }
    let mut reported = vec![Reported::default(); texts.len()];
    // Numbers go up in a file.
    let number =
        |text: &str| text.rsplit("id = ").next()?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    let first: usize = texts.first().filter(|_| numbered).and_then(|(_, text)| number(text)).unwrap_or(0);
    for printed in String::from_utf8_lossy(&output.stdout).split("// -----").filter(|_| numbered) {
        let place = number(printed).and_then(|number: usize| number.checked_sub(first));
        if let Some(reported) = place.and_then(|place| reported.get_mut(place)) {
            reported.printed = Some(printed.trim().to_owned());
        }
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let Some(rest) = line.strip_prefix(FILE).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let mut parts = rest.splitn(3, ':');
        let (Some(line), Some(column), Some(message)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        // The dialects are not the same.
        let (Ok(line), false) = (line.parse::<usize>(), message.contains("Available dialects")) else {
            continue;
        };
        let part = starts.partition_point(|start| *start <= line).saturating_sub(1);
        reported[part].errors.push((line - starts[part], column.to_owned(), message.trim().to_owned()));
    }
    Ok(Some(reported))
}

/// The kind of a difference: the first report that differs, without names and numbers.
fn cause(theirs: &Reported, ours: &Reported) -> String {
    let message = |reported: &Reported, at: usize| {
        reported.errors.get(at).map_or("nothing", |(_, _, text)| text).to_owned()
    };
    let plain = |text: String| -> String {
        let parts = text.split(['\'', '"']).step_by(2);
        let parts: Vec<String> = parts.map(|part| part.replace(|c: char| c.is_ascii_digit(), "")).collect();
        parts.join("#")
    };
    if theirs.errors == ours.errors {
        return "what is printed".to_owned();
    }
    let first = theirs.errors.iter().zip(&ours.errors).take_while(|(theirs, ours)| theirs == ours).count();
    let (theirs, ours) = (plain(message(theirs, first)), plain(message(ours, first)));
    match theirs == ours {
        true => format!("other place or names: {theirs}"),
        false => format!("theirs: {theirs}; ours: {ours}"),
    }
}
