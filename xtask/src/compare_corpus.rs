//! `compare-corpus DIR`: the files of other projects through the pass lists that these projects use, beside mlir-opt.
//!
//! The pass lists of a file are those of its RUN lines and of the makefile beside it, as far as mlir-opt knows the passes,
//! the plain round trip, and canonicalization. Outputs are compared byte for byte, differences are sorted by their
//! reasons; those that `--record FILE` has a sentence for are counted apart.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::args::Args;

/// Files that are larger are left out.
const LARGEST: u64 = 2 << 20;

/// A file and a list of flags that it is used with.
struct Case {
    file: PathBuf,
    flags: Vec<String>,
}

/// The output of a program.
struct Output {
    text: String,
    errors: String,
    /// The exit code; `None` where a signal ended it.
    code: Option<i32>,
    late: bool,
}

impl Output {
    fn succeeds(&self) -> bool {
        self.code == Some(0)
    }

    /// The first error, with numbers and names left out, so that equal reasons are equal texts.
    fn reason(&self) -> String {
        let line = self.errors.lines().find(|line| line.contains("error:") || line.contains("ommand line"));
        let text = line.or_else(|| self.errors.lines().next()).map_or("", |line| line);
        let text = text.split_once("error:").map_or(text, |(_, text)| text).trim();
        let mut out = String::new();
        if text.starts_with("operation being parsed with an unregistered dialect") {
            // The line after it shows the op.
            let quoted = self.errors.lines().nth(1).and_then(|line| line.split('"').nth(1));
            return format!("{} is not registered", quoted.map_or("an op", |name| name));
        }
        for c in text.chars().take(120) {
            match c {
                '0'..='9' if out.ends_with('N') => {}
                '0'..='9' => out.push('N'),
                _ => out.push(c),
            }
        }
        out
    }
}

/// The outcome of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Same,
    BothRefuse,
    /// mlir-opt does not know a pass, or refuses what is taken here.
    OnlyHere,
    OnlyThere,
    Differs,
    Crash,
    Hang,
}

/// Compares; whether there is no crash, no hang and no difference without a sentence.
///
/// # Errors
///
/// If the directory cannot be read, or a program cannot be run.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--cand", "--peer", "--show", "--record", "--seconds"], &[])?;
    let cand = args.value("--cand").unwrap_or("target/debug/terrace-opt");
    let peer = args.value("--peer").unwrap_or("mlir-opt-22");
    let show: usize = args.value("--show").unwrap_or("3").parse()?;
    let limit = Duration::from_secs(args.value("--seconds").unwrap_or("30").parse()?);
    let [directory] = args.rest.as_slice() else { return Err("compare-corpus takes a directory".into()) };
    let root = fs::canonicalize(directory)?;
    let record = args.value("--record").map(read_record).transpose()?.unwrap_or_default();
    let cases = cases(&root)?;
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<(Outcome, String), Vec<String>> = BTreeMap::new();
    let mut recorded = 0;
    for case in &cases {
        let theirs = run(peer, &[], case, limit)?;
        let ours = run(cand, &["--match-upstream"], case, limit)?;
        let (outcome, reason) = judge(&ours, &theirs);
        let name = format!("{} {}", case.file.strip_prefix(&root)?.display(), case.flags.join(" "));
        let explains = |part: &str| name.contains(part) || reason.contains(part);
        if outcome >= Outcome::OnlyThere && record.iter().any(|(part, _)| explains(part)) {
            recorded += 1;
            continue;
        }
        *counts.entry(outcome).or_default() += 1;
        if outcome >= Outcome::OnlyThere {
            reasons.entry((outcome, reason)).or_default().push(name);
        }
    }
    println!("{} cases of {} files", cases.len(), files_of(&cases));
    for (outcome, count) in &counts {
        println!("{count:6} {outcome:?}");
    }
    println!("{recorded:6} with a sentence in the record");
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by_key(|((outcome, _), names)| (*outcome, std::cmp::Reverse(names.len())));
    for ((outcome, reason), names) in sorted {
        println!("\n{:4} {outcome:?}: {reason}", names.len());
        names.iter().take(show).for_each(|name| println!("       {name}"));
    }
    Ok(reasons.is_empty())
}

fn files_of(cases: &[Case]) -> usize {
    let mut files: Vec<&Path> = cases.iter().map(|case| case.file.as_path()).collect();
    files.dedup();
    files.len()
}

/// The record: lines `part of a name or reason: sentence`.
fn read_record(path: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let parsed = lines.map(|line| line.split_once(": ").map(|(part, why)| (part.to_owned(), why.to_owned())));
    parsed
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| format!("{path}: a line is `part of a name or reason: sentence`").into())
}

/// All cases below a directory, sorted by file.
fn cases(root: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let (mut out, mut pending) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(directory) = pending.pop() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(&directory)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        let makefile = entries
            .iter()
            .find(|path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("makefile")));
        let recipes = makefile.map(fs::read_to_string).transpose()?.unwrap_or_default();
        for path in &entries {
            if path.is_dir() && !path.is_symlink() {
                pending.push(path.clone());
            }
            let is_small = || path.metadata().is_ok_and(|data| data.len() <= LARGEST);
            if path.extension().is_some_and(|extension| extension == "mlir") && is_small() {
                out.extend(cases_of(path, &recipes));
            }
        }
    }
    out.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(out)
}

fn cases_of(path: &Path, recipes: &str) -> Vec<Case> {
    let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let mut lists: Vec<Vec<String>> = vec![Vec::new(), vec!["--canonicalize".to_owned(), "--cse".to_owned()]];
    if text.contains("\n// -----") {
        lists.iter_mut().for_each(|list| list.push("--split-input-file".to_owned()));
    }
    let run_lines = joined(text.lines().filter_map(|line| line.split_once("RUN:").map(|(_, line)| line)));
    lists.extend(run_lines.iter().filter_map(|line| flags(line, "%s")));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    lists.extend(joined(recipes.lines()).iter().filter_map(|line| flags(line, &name)));
    let mut seen: Vec<Vec<String>> = Vec::new();
    for list in lists {
        if !seen.contains(&list) {
            seen.push(list);
        }
    }
    seen.into_iter().map(|flags| Case { file: path.to_path_buf(), flags }).collect()
}

/// Lines, with those that end with a backslash joined to the next.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (mut out, mut open) = (Vec::<String>::new(), false);
    for line in lines {
        let (text, goes_on) = match line.trim_end().strip_suffix('\\') {
            Some(text) => (text, true),
            None => (line.trim_end(), false),
        };
        match out.last_mut().filter(|_| open) {
            Some(last) => {
                last.push(' ');
                last.push_str(text);
            }
            None => out.push(text.to_owned()),
        }
        open = goes_on;
    }
    out
}

/// The flags of the first program of a command that is an optimizer and reads `input`; `None` if there is none.
fn flags(command: &str, input: &str) -> Option<Vec<String>> {
    let mut words = split_words(command).into_iter();
    let is_optimizer = |word: &str| {
        let word = word.trim_start_matches(['@', '-']).trim_matches(['$', '{', '}', '(', ')']);
        word.ends_with("-opt") || word.ends_with("_OPT")
    };
    words.by_ref().find(|word| is_optimizer(word))?;
    let mut out = Vec::new();
    let mut reads = false;
    for word in words {
        match word.as_str() {
            "|" | ">" | "2>&1" | "&&" | "-o" | "<" => break,
            _ if word == input || word.rsplit('/').next() == Some(input) => reads = true,
            _ if word.contains(['%', '$']) => return None,
            _ => out.push(word),
        }
    }
    reads.then_some(out)
}

/// The words of a command, without their quotes.
fn split_words(command: &str) -> Vec<String> {
    let (mut out, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => (quote, begun) = (Some(c), true),
            (None, '|') => {
                if begun {
                    out.push(std::mem::take(&mut word));
                }
                out.push("|".to_owned());
                begun = false;
            }
            (None, _) if c.is_whitespace() => {
                if begun {
                    out.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        out.push(word);
    }
    out
}

fn run(program: &str, own: &[&str], case: &Case, limit: Duration) -> Result<Output, Box<dyn Error>> {
    let mut child = Command::new(program)
        .args(own)
        .args(&case.flags)
        .arg(&case.file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let read = |mut stream: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = std::io::Read::read_to_end(&mut stream, &mut bytes);
            read.map(|_| String::from_utf8_lossy(&bytes).into_owned())
        })
    };
    let (Some(out), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(format!("{program}: no output").into());
    };
    let (out, errors) = (read(Box::new(out)), read(Box::new(errors)));
    let start = Instant::now();
    let mut late = false;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                late = true;
                child.kill()?;
                break child.wait()?;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |reader: std::thread::JoinHandle<std::io::Result<String>>| {
        reader.join().map_err(|_| "a reader ended early")?.map_err(|error| error.to_string())
    };
    Ok(Output { text: text(out)?, errors: text(errors)?, code: status.code(), late })
}

/// The outcome, and what it is sorted by.
fn judge(ours: &Output, theirs: &Output) -> (Outcome, String) {
    if ours.late {
        return if theirs.late {
            (Outcome::BothRefuse, String::new())
        } else {
            (Outcome::Hang, String::new())
        };
    }
    if ours.code.is_none_or(|code| code > 2) || ours.errors.contains("panicked at") {
        return (Outcome::Crash, ours.reason());
    }
    match (ours.succeeds(), theirs.succeeds()) {
        (true, true) if ours.text == theirs.text => (Outcome::Same, String::new()),
        (true, true) => (Outcome::Differs, first_difference(&ours.text, &theirs.text)),
        (false, false) => (Outcome::BothRefuse, String::new()),
        (true, false) => (Outcome::OnlyHere, theirs.reason()),
        (false, true) => (Outcome::OnlyThere, ours.reason()),
    }
}

/// The ops of the first lines that differ.
fn first_difference(ours: &str, theirs: &str) -> String {
    let differing = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
    let Some((a, b)) = differing else { return "one is longer".to_owned() };
    let op = |line: &str| {
        let words = line.split_whitespace();
        let named = words.into_iter().find(|word| word.contains('.') && !word.starts_with(['%', '#', '!']));
        named.map_or_else(|| line.trim().chars().take(30).collect(), str::to_owned)
    };
    format!("{} here, {} there", op(a), op(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_those_of_the_optimizer() {
        let line = "buddy-opt %s -a='x y' --b=\"c d\" | mlir-runner -e main";
        assert_eq!(flags(line, "%s"), Some(vec!["-a=x y".to_owned(), "--b=c d".to_owned()]));
        assert_eq!(flags("@${MLIR_OPT} ./x.mlir -a \t -b -o log.mlir", "x.mlir").map(|f| f.len()), Some(2));
        assert_eq!(flags("mlir-opt %t -a", "%s"), None);
        assert_eq!(flags("FileCheck %s", "%s"), None);
    }

    #[test]
    fn lines_with_backslashes_are_joined() {
        assert_eq!(joined(["a \\", "b", "c"].into_iter()), ["a  b", "c"]);
    }
}
