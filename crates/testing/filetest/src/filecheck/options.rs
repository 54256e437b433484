//! The options of a run, and their command line spelling.

use std::fmt;

/// FileCheck's options.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Directive prefixes; `CHECK` if empty.
    pub check_prefixes: Vec<String>,
    /// Prefixes that turn a directive into a comment; `COM` and `RUN` if empty.
    pub comment_prefixes: Vec<String>,
    /// Prefixes that the check text does not use are no error.
    pub allow_unused_prefixes: bool,
    /// Patterns that must not match between positive matches.
    pub implicit_check_not: Vec<String>,
    /// A positive match must cover a whole line.
    pub match_full_lines: bool,
    /// Runs of blanks are not folded into one space.
    pub strict_whitespace: bool,
    /// Letters match either case.
    pub ignore_case: bool,
    /// An empty input is no error.
    pub allow_empty: bool,
    /// Variables without `$` are cleared at each `-LABEL`.
    pub enable_var_scope: bool,
    /// Matches of a `-DAG` group may overlap.
    pub allow_deprecated_dag_overlap: bool,
    /// Definitions from `-D`: `VAR=VALUE`, or `#FMT,VAR=EXPR` for numbers.
    pub defines: Vec<String>,
    /// The file to check, instead of standard input.
    pub input_file: Option<String>,
}

/// A command line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError(pub String);

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The parsed command line.
#[derive(Clone, Debug, Default)]
pub struct ParsedArgs {
    /// The options.
    pub options: CheckOptions,
    /// The file with the directives.
    pub check_file: Option<String>,
}

impl CheckOptions {
    /// The directive prefixes in force.
    pub(crate) fn prefixes(&self) -> Vec<&str> {
        if self.check_prefixes.is_empty() {
            vec!["CHECK"]
        } else {
            self.check_prefixes.iter().map(String::as_str).collect()
        }
    }

    /// The comment prefixes in force.
    pub(crate) fn comments(&self) -> Vec<&str> {
        if self.comment_prefixes.is_empty() {
            vec!["COM", "RUN"]
        } else {
            self.comment_prefixes.iter().map(String::as_str).collect()
        }
    }

    pub(crate) fn input_name(&self) -> &str {
        match self.input_file.as_deref() {
            None | Some("-") => "<stdin>",
            Some(path) => path,
        }
    }

    /// Checks that the prefixes are words and distinct.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let mut seen: Vec<&str> = Vec::new();
        let lists = [("check", self.prefixes()), ("comment", self.comments())];
        for (kind, prefixes) in lists {
            for prefix in prefixes {
                if prefix.is_empty() {
                    return Err(format!("error: supplied {kind} prefix must not be the empty string"));
                }
                let word = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
                    && prefix.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
                if !word {
                    return Err(format!(
                        "error: supplied {kind} prefix must start with a letter and contain only alphanumeric \
                         characters, hyphens, and underscores: '{prefix}'"
                    ));
                }
                if seen.contains(&prefix) {
                    return Err(format!(
                        "error: supplied {kind} prefix must be unique among check and comment prefixes: '{prefix}'"
                    ));
                }
                seen.push(prefix);
            }
        }
        Ok(())
    }

    /// Reads a command line (without the program's name), after the words of `FILECHECK_OPTS`.
    ///
    /// # Errors
    ///
    /// If an option is unknown or lacks its value.
    pub fn parse_args<S: AsRef<str>>(environment: &str, args: &[S]) -> Result<ParsedArgs, OptionsError> {
        let words: Vec<&str> = environment.split_whitespace().chain(args.iter().map(AsRef::as_ref)).collect();
        let mut parsed = ParsedArgs::default();
        let mut rest = words.iter().copied();
        let mut only_files = false;
        while let Some(word) = rest.next() {
            if only_files || word == "-" || !word.starts_with('-') {
                if parsed.check_file.replace(word.to_owned()).is_some() {
                    return Err(OptionsError(format!(
                        "FileCheck: Too many positional arguments specified: '{word}'"
                    )));
                }
                continue;
            }
            if word == "--" {
                only_files = true;
                continue;
            }
            let body = word.strip_prefix("--").unwrap_or(&word[1..]);
            if let Some(define) = body.strip_prefix('D').filter(|_| !word.starts_with("--")) {
                let define = if define.is_empty() { rest.next().unwrap_or_default() } else { define };
                parsed.options.define(define)?;
                continue;
            }
            let (name, value) = match body.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (body, None),
            };
            parsed.options.set(word, name, value, &mut rest)?;
        }
        Ok(parsed)
    }

    fn define(&mut self, define: &str) -> Result<(), OptionsError> {
        let error = |text: &str| Err(OptionsError(format!("{text} in command-line definition '-D{define}'")));
        match define.split_once('=') {
            None => return error("missing equal sign"),
            Some(("" | "#", _)) => return error("missing variable name"),
            Some((name, _)) if !name.starts_with('#') => {
                // The value of a string variable is kept verbatim.
            }
            Some(_) => {}
        }
        self.defines.push(define.to_owned());
        Ok(())
    }

    fn set<'a>(
        &mut self,
        word: &str,
        name: &str,
        value: Option<&'a str>,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), OptionsError> {
        let flag = match value {
            None | Some("" | "true" | "TRUE" | "True" | "1") => true,
            Some(_) => false,
        };
        let mut argument = || {
            value
                .or_else(|| rest.next())
                .map(str::to_owned)
                .ok_or_else(|| OptionsError(format!("FileCheck: for the {word} option: requires a value!")))
        };
        let list = |text: String| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        match name {
            "check-prefix" => self.check_prefixes.push(argument()?),
            "check-prefixes" => self.check_prefixes.extend(list(argument()?)),
            "comment-prefixes" => self.comment_prefixes.extend(list(argument()?)),
            "implicit-check-not" => self.implicit_check_not.push(argument()?),
            "input-file" => self.input_file = Some(argument()?),
            "dump-input" | "dump-input-context" | "dump-input-filter" => drop(argument()?),
            "allow-unused-prefixes" => self.allow_unused_prefixes = flag,
            "match-full-lines" => self.match_full_lines = flag,
            "strict-whitespace" => self.strict_whitespace = flag,
            "ignore-case" => self.ignore_case = flag,
            "allow-empty" => self.allow_empty = flag,
            "enable-var-scope" => self.enable_var_scope = flag,
            "allow-deprecated-dag-overlap" => self.allow_deprecated_dag_overlap = flag,
            "v" | "vv" | "color" => {}
            _ => return Err(OptionsError(format!("FileCheck: Unknown command line argument '{word}'."))),
        }
        Ok(())
    }
}
