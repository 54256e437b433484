//! The pass lists that a project's files are used with.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::MARKER;

/// Files that are larger are left out.
const LARGEST: u64 = 2 << 20;

/// A file and a list of flags that it is used with.
pub(crate) struct Case {
    pub(crate) file: PathBuf,
    pub(crate) flags: Vec<String>,
}

impl Case {
    /// Whether the chunks of the file are inputs of their own.
    pub(super) fn splits(&self) -> bool {
        self.flags.iter().any(|flag| name_of(flag) == "split-input-file")
    }

    /// Whether nothing is printed that tells one chunk from another.
    pub(super) fn is_silent(&self) -> bool {
        self.flags.iter().any(|flag| name_of(flag) == "verify-diagnostics")
    }
}

/// The name of a flag, without dashes and value.
pub(crate) fn name_of(flag: &str) -> &str {
    let flag = flag.trim_start_matches('-');
    flag.split_once('=').map_or(flag, |(name, _)| name)
}

/// The passes and options of mlir-opt.
pub(crate) struct Known(BTreeSet<String>);

impl Known {
    /// Reads the help of a program.
    pub(crate) fn of(program: &str) -> Result<Self, Box<dyn Error>> {
        let out = Command::new(program).arg("--help-hidden").output();
        let out = out.map_err(|error| format!("{program}: {error}"))?;
        Ok(Self::from_help(&String::from_utf8_lossy(&out.stdout)))
    }

    /// Options are indented by two, passes by six; options of passes by more.
    fn from_help(help: &str) -> Self {
        let names = help.lines().filter_map(|line| {
            let text = line.trim_start();
            let flag = text.strip_prefix("--").filter(|_| line.len() - text.len() <= 6)?;
            let end = flag.find(|c: char| c != '-' && c != '_' && !c.is_alphanumeric());
            Some(flag[..end.unwrap_or(flag.len())].to_owned())
        });
        Known(names.collect())
    }

    /// Whether it has a pass or an option.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The flags of a list that are known, pipelines with the passes that are.
    pub(crate) fn keep(&self, words: Vec<String>) -> Vec<String> {
        let mut words = words.into_iter();
        let mut out = Vec::new();
        while let Some(word) = words.next() {
            if !word.starts_with('-') {
                continue;
            }
            let name = name_of(&word);
            if name == "pass-pipeline" || name == "p" {
                let value = word.split_once('=').map(|(_, value)| value.to_owned());
                let Some(value) = value.or_else(|| words.next()) else { continue };
                let kept = self.keep_in(&value);
                if name == "p" && !kept.is_empty() {
                    // xDSL's pipelines have no anchor.
                    out.push(format!("--pass-pipeline=builtin.module({kept})"));
                } else if !kept.is_empty() {
                    out.push(format!("--pass-pipeline={kept}"));
                }
            } else if self.0.contains(name) {
                out.push(word);
            }
        }
        out
    }

    /// A pipeline without the passes that are not known, and without anchors that this leaves empty.
    fn keep_in(&self, pipeline: &str) -> String {
        let mut out = Vec::new();
        for element in elements(pipeline) {
            let end = element.find(['(', '{']).unwrap_or(element.len());
            let (name, rest) = element.split_at(end);
            match rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                Some(nested) => {
                    let nested = self.keep_in(nested);
                    if !nested.is_empty() {
                        out.push(format!("{name}({nested})"));
                    }
                }
                None if self.0.contains(name.trim()) => out.push(element),
                None => {}
            }
        }
        out.join(",")
    }
}

/// The elements of a pipeline, which commas separate outside of all brackets.
fn elements(pipeline: &str) -> Vec<String> {
    let (mut out, mut depth) = (vec![String::new()], 0_i32);
    for c in pipeline.chars() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            out.push(String::new());
        } else if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.into_iter().map(|element| element.trim().to_owned()).filter(|element| !element.is_empty()).collect()
}

/// All cases below a directory, sorted by file.
pub(super) fn cases(root: &Path, known: &Known) -> Result<Vec<Case>, Box<dyn Error>> {
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
                out.extend(cases_of(path, &recipes, known));
            }
        }
    }
    out.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(out)
}

fn cases_of(path: &Path, recipes: &str, known: &Known) -> Vec<Case> {
    let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let mut lists: Vec<Vec<String>> = vec![Vec::new(), vec!["--canonicalize".to_owned(), "--cse".to_owned()]];
    if text.lines().any(|line| line.trim_end() == MARKER) {
        lists.iter_mut().for_each(|list| list.push("--split-input-file".to_owned()));
    }
    let directory = path.parent().map_or_else(String::new, |parent| parent.display().to_string());
    let place = |line: &str| line.replace("%S", &directory).replace("%p", &directory);
    let run_lines = joined(text.lines().filter_map(|line| line.split_once("RUN:").map(|(_, line)| line)));
    lists.extend(run_lines.iter().filter_map(|line| flags(&place(line), "%s")));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    lists.extend(joined(recipes.lines()).iter().filter_map(|line| flags(line, &name)));
    let mut seen: Vec<Vec<String>> = Vec::new();
    for list in lists {
        let mut list = known.keep(list);
        // The dialects of the project are unregistered here; its optimizer has them.
        if !list.iter().any(|flag| name_of(flag) == "allow-unregistered-dialect") {
            list.push("--allow-unregistered-dialect".to_owned());
        }
        if !seen.contains(&list) {
            seen.push(list);
        }
    }
    seen.into_iter().map(|flags| Case { file: path.to_path_buf(), flags }).collect()
}

/// Lines, with those that end with a backslash joined to the next.
pub(crate) fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
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

fn is_optimizer(word: &str) -> bool {
    let word = word.trim_start_matches(['@', '-']).trim_matches(['$', '{', '}', '(', ')']);
    word.ends_with("-opt") || word.ends_with("_OPT") || word.ends_with("-opt-22")
}

/// The flags of the programs of a command that are optimizers, of which the first reads `input` and each other one what
/// the one before it prints; `None` if there is none.
///
/// Flags that hold a substitution of lit are left out.
pub(crate) fn flags(command: &str, input: &str) -> Option<Vec<String>> {
    let words = split_words(command);
    let is_input = |word: &str| {
        let word = word.trim_start_matches('<');
        word == input || word.rsplit('/').next() == Some(input)
    };
    let mut out = Vec::new();
    let mut reads = false;
    for program in words.split(|word| word == "|") {
        let ends = |word: &String| matches!(word.as_str(), ">" | "2>&1" | "&&" | ";" | "-o");
        let Some(start) = program.iter().position(|word| is_optimizer(word)) else {
            if program.first().is_some_and(|word| word == "cat") && program.iter().any(|word| is_input(word))
            {
                reads = true;
                continue;
            }
            break;
        };
        let own = &program[start + 1..];
        let own = &own[..own.iter().position(ends).unwrap_or(own.len())];
        let reads_here = own.iter().any(|word| is_input(word));
        if reads_here == reads {
            break;
        }
        reads = true;
        out.extend(
            own.iter().filter(|word| !is_input(word) && !word.contains(['%', '$']) && *word != "<").cloned(),
        );
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
    fn input_that_is_redirected_and_optimizers_in_a_row_are_taken() {
        let a_and_b = Some(vec!["-a".to_owned(), "-b".to_owned()]);
        assert_eq!(flags("torch-mlir-opt <%s -a -b | FileCheck %s", "%s"), a_and_b);
        assert_eq!(flags("cat %s | heir-opt -a -b", "%s"), a_and_b);
        assert_eq!(flags("tpp-opt -a --lib=%lib %s | tpp-opt -b | FileCheck %s", "%s"), a_and_b);
    }

    #[test]
    fn passes_that_are_not_known_are_left_out() {
        let help = "  --split-input-file=<string> - x\n      --cse   - x\n        --deep - x\n      --canonicalize - x\n";
        let known = Known::from_help(help);
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(known.keep(words(&["-cse", "--own=1", "value", "--deep"])), ["-cse"]);
        let pipeline = "--pass-pipeline=builtin.module(own{a=1,2}, func.func(own,cse), func.func(own), canonicalize{x=a,b})";
        let kept = "--pass-pipeline=builtin.module(func.func(cse),canonicalize{x=a,b})";
        assert_eq!(known.keep(words(&[pipeline])), [kept]);
        assert_eq!(known.keep(words(&["-p", "own,cse"])), ["--pass-pipeline=builtin.module(cse)"]);
    }

    #[test]
    fn lines_with_backslashes_are_joined() {
        assert_eq!(joined(["a \\", "b", "c"].into_iter()), ["a  b", "c"]);
    }
}
