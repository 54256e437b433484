//! `RUN:` lines, and the commands of this program in them.

use std::ops::Range;

use terrace_opt::Setup;

/// A `RUN:` line with those that continue it.
#[derive(Debug)]
pub(crate) struct RunLine {
    /// The bytes after `RUN:`, to the end of the last line.
    pub(crate) range: Range<usize>,
    /// The words of its commands, which are separated by `|`, `&&` and `;`.
    pub(crate) commands: Vec<Vec<String>>,
}

/// The `RUN:` lines of a text.
pub(crate) fn run_lines(text: &str) -> Vec<RunLine> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    // The line after one that goes on.
    let mut next = None;
    for (run, _) in text.match_indices("RUN:") {
        let start = text[..run].rfind('\n').map_or(0, |newline| newline + 1);
        if !is_comment(&text[start..run]) {
            continue;
        }
        let line_end = run + text[run..].find('\n').unwrap_or(text.len() - run);
        let command = text[run + 4..line_end].trim_end();
        let end = run + 4 + command.len();
        let continues = next == Some(start);
        let (command, goes_on) = match command.strip_suffix('\\') {
            Some(command) => (command, true),
            None => (command, false),
        };
        match found.last_mut() {
            Some((range, text)) if continues => {
                range.end = end;
                text.push_str(command);
            }
            _ => found.push((run + 4..end, command.to_owned())),
        }
        next = goes_on.then_some(line_end + 1);
    }
    let line = |(range, text): (Range<usize>, String)| RunLine { range, commands: commands(&text) };
    found.into_iter().map(line).collect()
}

fn is_comment(before: &str) -> bool {
    let before = before.trim();
    !before.is_empty() && before.chars().all(|c| matches!(c, '/' | ';' | '#'))
}

/// The words of a line as a shell has them, by command.
fn commands(line: &str) -> Vec<Vec<String>> {
    let (mut all, mut words, mut word) = (Vec::new(), Vec::new(), None::<String>);
    let mut quote = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | ';' | '&') if c != '&' || chars.peek() == Some(&'&') => {
                chars.next_if_eq(&c);
                words.extend(word.take());
                all.push(std::mem::take(&mut words));
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    all.push(words);
    all
}

/// Flags after which the driver reads and verifies, and does nothing else.
const PLAIN_FLAGS: [&str; 6] = [
    "allow-unregistered-dialect",
    "split-input-file",
    "verify-diagnostics",
    "mlir-print-op-generic",
    "mlir-print-debuginfo",
    "mlir-print-local-scope",
];

/// The name of a flag without its dashes and its value.
fn flag_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix('-')?.trim_start_matches('-');
    Some(name.split('=').next().unwrap_or(name))
}

impl RunLine {
    /// Whether it has the flag of this name.
    pub(crate) fn has_flag(&self, name: &str) -> bool {
        self.commands.iter().flatten().any(|word| flag_name(word) == Some(name))
    }

    /// Whether its commands only read and verify.
    pub(crate) fn only_reads(&self, setup: &Setup) -> bool {
        let flags = self.commands.iter().filter(|words| arguments(words, setup).is_some()).flatten();
        let mut names = flags.filter_map(|word| flag_name(word));
        names.all(|name| name.is_empty() || PLAIN_FLAGS.contains(&name))
    }

    /// The arguments with which this program runs the commands up to the first one of another program: each reads what the
    /// one before has written, the first one the text of the file. `dir` is the directory of the file.
    ///
    /// # Errors
    /// If the first command is of another program, or a temporary file is written.
    pub(crate) fn stages(&self, setup: &Setup, dir: &str) -> Result<Vec<Vec<String>>, String> {
        let mut stages: Vec<Vec<String>> = Vec::new();
        for words in &self.commands {
            let Some(args) = arguments(words, setup) else { break };
            let mut stage: Vec<String> = Vec::new();
            for word in args {
                match word.as_str() {
                    "%s" => stage.push("-".to_owned()),
                    // The text is the standard input.
                    "<" | "2>&1" => {}
                    word if word.contains("%t") || word.contains('>') => {
                        return Err(format!("'{word}' writes a file, which is not done from an editor"));
                    }
                    word => stage.push(word.replace("%S", dir).replace("%p", dir)),
                }
            }
            let output = stage.iter().position(|word| word == "-o").and_then(|at| stage.get(at + 1));
            if let Some(file) = output.filter(|file| *file != "-") {
                return Err(format!("'-o {file}' writes a file, which is not done from an editor"));
            }
            stages.push(stage);
        }
        match stages.is_empty() {
            true => Err(match self.commands.first().and_then(|words| words.first()) {
                Some(program) => format!("the RUN line calls '{program}', which is not this program"),
                None => "the RUN line is empty".to_owned(),
            }),
            false => Ok(stages),
        }
    }
}

/// The arguments of a command of this program; `None` for another one.
fn arguments(words: &[String], setup: &Setup) -> Option<Vec<String>> {
    let start = words.iter().position(|word| !matches!(word.as_str(), "not" | "--crash"))?;
    let (program, rest) = (words.get(start)?, &words[start + 1..]);
    let own = |end: &str| program == &format!("{}{end}", setup.name);
    let command = match program.as_str() {
        "mlir-opt" => Some("opt"),
        "mlir-translate" => Some("translate"),
        _ if own("-opt") => Some("opt"),
        _ if own("-translate") => Some("translate"),
        _ if own("") => None,
        _ => return None,
    };
    Some(command.map(str::to_owned).into_iter().chain(rest.iter().cloned()).collect())
}
