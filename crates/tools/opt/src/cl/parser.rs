//! LLVM's rules for reading a command line, with its error texts.
//!
//! One or two dashes are the same. A value follows `=`, or is the next argument if the option cannot do without. The
//! first `--` ends the options; `-` is a positional argument. Errors do not stop the reading: all of them are
//! reported.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::help;
use super::option::{Choice, OptionDef, OptionKind, ValueRule};
use crate::exit;
use terrace_support::spelling::{edit_distance, nearest};

/// The kind of a flag that is not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DynamicKind {
    /// A registered pass.
    Pass,
    /// A registered pipeline of passes.
    Pipeline,
}

/// The flags that come from registries: every pass and pipeline is one, with an optional value that holds its options.
pub trait DynamicOptions {
    /// Returns the kind of the flag of this name, if there is one.
    fn kind(&self, name: &str) -> Option<DynamicKind>;

    /// Visits every flag with its one-line description, in the order in which help lists them.
    fn for_each(&self, visit: &mut dyn FnMut(&str, DynamicKind, &str));

    /// Returns the names and descriptions of the options in the flag's value, for the help page.
    fn options(&self, _name: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns a hint for an unknown name, if there is one beyond a similar spelling.
    fn hint(&self, _name: &str) -> Option<String> {
        None
    }
}

/// No flags beyond the table.
pub struct NoDynamicOptions;

impl DynamicOptions for NoDynamicOptions {
    fn kind(&self, _name: &str) -> Option<DynamicKind> {
        None
    }

    fn for_each(&self, _visit: &mut dyn FnMut(&str, DynamicKind, &str)) {}
}

/// One occurrence of a pass flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassFlag {
    /// The name of the pass or pipeline.
    pub name: String,
    /// The kind: a pass or a pipeline.
    pub kind: DynamicKind,
    /// The text after `=`, not yet interpreted; empty without one.
    pub options: String,
}

/// The result of parsing a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseOutcome<C> {
    /// To run.
    Run {
        /// The options of the table.
        config: C,
        /// The pass flags in order of occurrence.
        passes: Vec<PassFlag>,
        /// The positional argument, if there is one.
        input: Option<String>,
    },
    /// To print something and end, because of an error or of `--help`.
    Exit {
        /// The exit code.
        code: u8,
        /// Text for the output stream.
        stdout: String,
        /// Text for the error stream.
        stderr: String,
    },
}

/// Reads the arguments that follow the program's name; at most one may be positional.
pub fn parse<C: Default>(
    argv0: &str,
    args: &[String],
    options: Vec<&'static OptionDef<C>>,
    dynamic: &dyn DynamicOptions,
    texts: help::Texts<'_>,
) -> ParseOutcome<C> {
    let program = argv0.rsplit('/').next().unwrap_or(argv0);
    let mut parser = Parser {
        program,
        argv0,
        by_name: options.iter().map(|&option| (option.name, option)).collect(),
        options,
        dynamic,
        texts,
        config: C::default(),
        passes: Vec::new(),
        positional: Vec::new(),
        stdout: None,
        stderr: String::new(),
    };
    parser.run(args);
    let Parser { config, passes, positional, stdout, stderr, .. } = parser;
    match stdout {
        Some(stdout) => ParseOutcome::Exit { code: 0, stdout, stderr },
        None if !stderr.is_empty() => {
            ParseOutcome::Exit { code: exit::WRONG_COMMAND_LINE, stdout: String::new(), stderr }
        }
        None => ParseOutcome::Run { config, passes, input: positional.into_iter().next() },
    }
}

struct Parser<'a, C: 'static> {
    program: &'a str,
    argv0: &'a str,
    options: Vec<&'static OptionDef<C>>,
    by_name: FxHashMap<&'static str, &'static OptionDef<C>>,
    dynamic: &'a dyn DynamicOptions,
    texts: help::Texts<'a>,
    config: C,
    passes: Vec<PassFlag>,
    positional: Vec<String>,
    /// Set by an option that prints and ends.
    stdout: Option<String>,
    stderr: String,
}

/// The referent of a name on the command line.
enum Target<C: 'static> {
    Option(&'static OptionDef<C>),
    Dynamic(DynamicKind),
}

impl<C> Clone for Target<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Target<C> {}

impl<C> Target<C> {
    fn value_rule(self) -> ValueRule {
        match self {
            Target::Option(option) => option.kind.value_rule(),
            Target::Dynamic(_) => ValueRule::Optional,
        }
    }
}

impl<C> Parser<'_, C> {
    fn run(&mut self, args: &[String]) {
        let mut rest = args.iter();
        let mut only_positional = false;
        while let Some(arg) = rest.next() {
            let dashed = arg.strip_prefix('-').filter(|name| !name.is_empty() && !only_positional);
            let Some(name) = dashed else {
                self.positional.push(arg.clone());
                continue;
            };
            if arg == "--" {
                only_positional = true;
                continue;
            }
            let name = name.strip_prefix('-').unwrap_or(name);
            let (key, value) = match name.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (name, None),
            };
            match self.lookup(key) {
                Some(target) => {
                    let mut value = value;
                    if target.value_rule() == ValueRule::Required && value.is_none() {
                        value = rest.next().map(String::as_str);
                    }
                    self.provide(key, target, value);
                }
                None => {
                    if let Some(name) = self.group(name) {
                        self.unknown(arg, name);
                    }
                }
            }
            if self.stdout.is_some() {
                return;
            }
        }
        if self.positional.len() > 1 {
            let Parser { program, argv0, .. } = self;
            let _ = write!(
                self.stderr,
                "{program}: Too many positional arguments specified!\n\
                 Can specify at most 1 positional arguments: See: {argv0} --help\n"
            );
        }
    }

    fn lookup(&self, name: &str) -> Option<Target<C>> {
        if let Some(&option) = self.by_name.get(name) {
            return Some(Target::Option(option));
        }
        self.dynamic.kind(name).map(Target::Dynamic)
    }

    /// Reads an argument as a group of one-letter options, which all are; returns what could not be read.
    fn group<'n>(&mut self, mut name: &'n str) -> Option<&'n str> {
        while let Some(first) = name.chars().next() {
            let (letter, rest) = name.split_at(first.len_utf8());
            let Some(&option) = self.by_name.get(letter) else { break };
            if rest.is_empty() {
                self.provide(letter, Target::Option(option), None);
                return None;
            }
            if option.kind.value_rule() == ValueRule::Required {
                self.error(letter, "may not occur within a group!");
                return Some(letter);
            }
            self.provide(letter, Target::Option(option), None);
            if self.stdout.is_some() {
                return None;
            }
            name = rest;
        }
        Some(name)
    }

    fn provide(&mut self, name: &str, target: Target<C>, value: Option<&str>) {
        match (target.value_rule(), value) {
            (ValueRule::Required, None) => return self.error(name, "requires a value!"),
            (ValueRule::Disallowed, Some(value)) => {
                return self.error(name, &format!("does not allow a value! '{value}' specified."));
            }
            _ => {}
        }
        let value = value.unwrap_or("");
        let stored = match target {
            Target::Dynamic(kind) => {
                self.passes.push(PassFlag { name: name.into(), kind, options: value.into() });
                Ok(())
            }
            Target::Option(option) => self.store(option, value),
        };
        if let Err(message) = stored {
            self.error(name, &message);
        }
    }

    fn store(&mut self, option: &'static OptionDef<C>, value: &str) -> Result<(), String> {
        let config = &mut self.config;
        match &option.kind {
            OptionKind::Bool(set) => set(config, parse_bool(value)?),
            OptionKind::Unsigned(set) => {
                let number = parse_integer(value).and_then(|number| u32::try_from(number).ok());
                // A sign is no part of an unsigned number, not even before zero.
                let number = number.filter(|_| !value.starts_with('-'));
                set(config, number.ok_or_else(|| format!("'{value}' value invalid for uint argument!"))?);
            }
            OptionKind::Long(set) => {
                let number = parse_integer(value).and_then(|number| i64::try_from(number).ok());
                set(config, number.ok_or_else(|| format!("'{value}' value invalid for long argument!"))?);
            }
            OptionKind::Decimal(set) => {
                let number = value.parse().ok().filter(|_| !value.starts_with('+'));
                let error = || format!("Invalid argument '{value}', only integer is supported.");
                set(config, number.ok_or_else(error)?);
            }
            OptionKind::Text(_, set) | OptionKind::OptionalText(_, set) => set(config, value),
            OptionKind::TextList(set) => value.split(',').for_each(|part| set(config, part)),
            OptionKind::Enum(choices) | OptionKind::OptionalEnum(choices) => {
                let choice = choices.iter().find(|choice| choice.name == value);
                (choice.ok_or_else(|| no_such_choice(value, choices))?.set)(config);
            }
            OptionKind::PassNames(set) => {
                for part in value.split(',') {
                    if self.dynamic.kind(part) != Some(DynamicKind::Pass) {
                        return Err(no_such_pass(part, self.dynamic));
                    }
                    set(config, part);
                }
            }
            OptionKind::Alias(name) => {
                if let Some(&option) = self.by_name.get(name) {
                    return self.store(option, value);
                }
            }
            OptionKind::Help => {
                self.stdout = Some(help::page(self.program, &self.options, self.dynamic, &self.texts, false))
            }
            OptionKind::HelpHidden => {
                self.stdout = Some(help::page(self.program, &self.options, self.dynamic, &self.texts, true));
            }
            OptionKind::Version => self.stdout = Some(format!("{}\n", self.texts.version)),
        }
        Ok(())
    }

    fn error(&mut self, name: &str, message: &str) {
        let _ = writeln!(self.stderr, "{}: for the {} option: {message}", self.program, dashed(name));
    }

    fn unknown(&mut self, arg: &str, name: &str) {
        let Parser { program, argv0, .. } = self;
        let _ =
            writeln!(self.stderr, "{program}: Unknown command line argument '{arg}'.  Try: '{argv0} --help'");
        if let Some(hint) = self.dynamic.hint(name.split('=').next().unwrap_or(name)) {
            let _ = writeln!(self.stderr, "{}: {hint}", self.program);
        } else if let Some(nearest) = self.nearest(name) {
            let _ = writeln!(self.stderr, "{}: Did you mean '{}'?", self.program, dashed(&nearest));
        }
    }

    /// The name with the least edit distance, the first of several, with the value that was given.
    fn nearest(&self, name: &str) -> Option<String> {
        if name.is_empty() {
            return None;
        }
        let (key, value) = name.split_once('=').unwrap_or((name, ""));
        let mut best: Option<(usize, String)> = None;
        let mut consider = |candidate: &str, takes_value: bool| {
            let typed = if takes_value { key } else { name };
            let limit = match &best {
                Some((0, _)) => return,
                Some((distance, _)) => distance - 1,
                None => usize::MAX,
            };
            if let Some(distance) = edit_distance(candidate.as_bytes(), typed.as_bytes(), limit) {
                let text = match value {
                    "" => candidate.to_owned(),
                    value if takes_value => format!("{candidate}={value}"),
                    _ => candidate.to_owned(),
                };
                best = Some((distance, text));
            }
        };
        for option in &self.options {
            consider(option.name, option.kind.value_rule() != ValueRule::Disallowed);
        }
        self.dynamic.for_each(&mut |name, _, _| consider(name, true));
        best.map(|(_, text)| text)
    }
}

/// A name with its dashes.
pub(super) fn dashed(name: &str) -> String {
    if name.chars().count() == 1 { format!("-{name}") } else { format!("--{name}") }
}

fn no_such_name(name: &str) -> String {
    format!("Cannot find option named '{name}'!")
}

/// The message for a value that is none of the choices, with the choices and the nearest one.
fn no_such_choice<C>(value: &str, choices: &[Choice<C>]) -> String {
    let names: Vec<&str> = choices.iter().map(|choice| choice.name).filter(|name| !name.is_empty()).collect();
    let meant = nearest(value, names.iter().copied());
    let meant = meant.map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
    format!("{}; it takes one of {}{meant}", no_such_name(value), names.join(", "))
}

/// The message for an unknown name of a pass, with the nearest one.
fn no_such_pass(name: &str, dynamic: &dyn DynamicOptions) -> String {
    let mut names = Vec::new();
    dynamic.for_each(&mut |name, kind, _| {
        if kind == DynamicKind::Pass {
            names.push(name.to_owned());
        }
    });
    let meant = nearest(name, names.iter().map(String::as_str));
    let meant = meant.map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
    format!("{}; it takes names of passes{meant}", no_such_name(name))
}

fn parse_bool(value: &str) -> Result<bool, String> {
    match value {
        "" | "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(format!("'{value}' is invalid value for boolean argument! Try 0 or 1")),
    }
}

/// A number with an optional minus and one of LLVM's radix prefixes: `0x`, `0b`, `0o`, or a leading zero for octal.
fn parse_integer(value: &str) -> Option<i128> {
    let (negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if let Some(digits) = lower.strip_prefix("0o") {
        (8, digits)
    } else if lower.len() > 1 && lower.starts_with('0') && lower.as_bytes()[1].is_ascii_digit() {
        (8, &lower[1..])
    } else {
        (10, &lower[..])
    };
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -number } else { number })
}
