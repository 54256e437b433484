//! Candidates for the word at the end of a command line.

use std::path::Path;

use terrace_opt::Setup;
use terrace_opt::cl::{Described, described};
use terrace_opt::page::{Also, Flag, FlagValue, Page};
use terrace_pass::options::{OptionDef, OptionKind};

use super::super::programs::{OPT, TRANSLATE, stand_in};
use super::super::translate::TRANSLATIONS;

/// A word that may stand at the end of a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The whole word.
    pub text: String,
    /// A description; may be empty.
    pub doc: String,
    /// Whether the word is complete, so that a blank may follow.
    pub ends: bool,
}

/// The tool whose command lines are completed.
#[derive(Clone, Copy)]
pub struct Tool<'a> {
    /// Its passes, dialects and ops.
    pub setup: &'a Setup,
    /// The pages of its commands.
    pub pages: &'a [Page],
    /// The directory in which names of files start.
    pub cwd: &'a Path,
}

/// The word that is completed: what stands before the part that is looked up, and that part.
#[derive(Clone, Copy)]
struct Typed<'a> {
    before: &'a str,
    part: &'a str,
}

impl<'a> Typed<'a> {
    /// The word, of which the part after byte `at` is looked up.
    fn split(word: &'a str, at: usize) -> Self {
        let (before, part) = word.split_at(at);
        Self { before, part }
    }

    /// Moves the start of the part.
    fn skip(self, word: &'a str, bytes: usize) -> Self {
        Self::split(word, self.before.len() + bytes)
    }
}

/// The candidates that begin with what is typed.
struct Found<'a> {
    typed: Typed<'a>,
    all: Vec<Candidate>,
}

impl<'a> Found<'a> {
    fn new(typed: Typed<'a>) -> Self {
        Self { typed, all: Vec::new() }
    }

    fn put(&mut self, text: &str, doc: &str, ends: bool) {
        if text.starts_with(self.typed.part) {
            let text = format!("{}{text}", self.typed.before);
            self.all.push(Candidate { text, doc: doc.to_owned(), ends });
        }
    }

    fn put_all<'b>(&mut self, texts: impl IntoIterator<Item = &'b str>) {
        texts.into_iter().for_each(|text| self.put(text, "", true));
    }
}

/// Returns what may be in place of the last of the words, which follow the name of the program, in the order of the tables.
pub fn candidates(program: &str, words: &[String], tool: &Tool<'_>) -> Vec<Candidate> {
    let Tool { setup, pages, cwd } = *tool;
    let Some((word, before)) = words.split_last() else { return Vec::new() };
    let scope = |page, before| Scope { page, before, word, setup, cwd };
    match stand_in(program, setup.name) {
        Some("opt") => return scope(OPT, before).complete(),
        Some("translate") => return scope(TRANSLATE, before).complete(),
        _ => {}
    }
    let mut found = Found::new(Typed::split(word, 0));
    let Some((command, before)) = before.split_first() else {
        pages.iter().for_each(|page| found.put(page.name, page.doc, true));
        if word.starts_with('-') {
            found.put_all(["--help", "--version"]);
        }
        return found.all;
    };
    match command.as_str() {
        "help" | "man" if !word.starts_with('-') => {
            if command == "man" && before.last().is_some_and(|arg| arg == "--dir") {
                return files(word, Typed::split(word, 0), cwd);
            }
            pages.iter().for_each(|page| found.put(page.name, page.doc, true));
            if command == "help" {
                topics(&mut found, setup);
            }
            found.all
        }
        "completion" if !word.starts_with('-') => {
            found.put_all(super::SHELLS);
            found.all
        }
        name => match pages.iter().copied().find(|page| page.name == name) {
            Some(page) => scope(page, before).complete(),
            None => Vec::new(),
        },
    }
}

/// Adds passes, pipelines, dialects and ops.
fn topics(found: &mut Found<'_>, setup: &Setup) {
    setup.registry.passes().iter().for_each(|pass| found.put(pass.name, pass.doc, true));
    setup.registry.pipelines().iter().for_each(|pipeline| found.put(pipeline.name, pipeline.doc, true));
    setup.dialects.iter().for_each(|dialect| found.put(dialect.name, dialect.doc, true));
    // All ops at once are too many to read.
    if found.typed.part.contains('.') {
        setup.ops().for_each(|op| found.put(op.name, op.doc, true));
    }
}

/// The arguments of a command.
struct Scope<'a> {
    page: Page,
    before: &'a [String],
    word: &'a str,
    setup: &'a Setup,
    cwd: &'a Path,
}

impl<'a> Scope<'a> {
    fn complete(&self) -> Vec<Candidate> {
        let word = self.word;
        let whole = Typed::split(word, 0);
        let ended = self.before.iter().any(|arg| arg == "--");
        let also = match self.page.also {
            Also::OptAfterDashes if ended => Also::Opt,
            Also::OptAfterDashes => Also::Nothing,
            _ if ended => return files(word, whole, self.cwd),
            also => also,
        };
        let own: Vec<&Flag> = self.page.flags().filter(|_| !ended).collect();
        let more = match also {
            Also::Opt => described(false),
            Also::Translate => described(true),
            _ => Vec::new(),
        };
        if let Some(last) = self.before.last().filter(|last| last.starts_with('-')) {
            if let Some(flag) = own.iter().find(|flag| flag.name == last && flag.requires_value()) {
                return self.value(flag.value, whole);
            }
            if let Some(option) = more.iter().find(|option| same(&option.name, last) && option.requires_value)
            {
                return self.option_value(option, whole);
            }
        }
        if !word.starts_with('-') {
            return files(word, whole, self.cwd);
        }
        let Some((name, _)) = word.split_once('=') else { return self.flags(&own, &more, also) };
        let typed = Typed::split(word, name.len() + 1);
        if let Some(flag) = own.iter().find(|flag| flag.name == name) {
            return self.value(flag.value, typed);
        }
        if let Some(option) = more.iter().find(|option| same(&option.name, name)) {
            return self.option_value(option, typed);
        }
        if also == Also::Opt {
            return self.options(self.options_of(name.trim_start_matches('-')), typed);
        }
        Vec::new()
    }

    /// The flags; those of opt with one dash where one is typed.
    fn flags(&self, own: &[&Flag], more: &[Described], also: Also) -> Vec<Candidate> {
        let mut found = Found::new(Typed::split(self.word, 0));
        for flag in own {
            let joint = flag.requires_value() && flag.name.len() > 2;
            found.put(&format!("{}{}", flag.name, if joint { "=" } else { "" }), flag.doc, !joint);
        }
        let one_dash = self.word.len() > 1 && !self.word.starts_with("--");
        let spelled = |name: &str| name[usize::from(one_dash && name.starts_with("--"))..].to_owned();
        for option in more.iter().filter(|option| !option.hidden) {
            let joint = option.requires_value && option.name.len() > 2;
            let end = if joint { "=" } else { "" };
            found.put(&format!("{}{end}", spelled(&option.name)), option.doc, !joint);
        }
        match also {
            Also::Opt => {
                let registry = &self.setup.registry;
                let passes = registry.passes().into_iter().map(|pass| (pass.name, pass.doc));
                let pipelines =
                    registry.pipelines().into_iter().map(|pipeline| (pipeline.name, pipeline.doc));
                passes
                    .chain(pipelines)
                    .for_each(|(name, doc)| found.put(&spelled(&format!("--{name}")), doc, true));
            }
            Also::Translate => {
                for translation in TRANSLATIONS {
                    found.put(&spelled(&format!("--{}", translation.name)), translation.doc, true);
                    for (name, doc) in translation.options {
                        found.put(&spelled(&format!("--{name}")), doc, true);
                    }
                }
            }
            _ if self.page.flag("--help").is_none() => {
                found.put("--help", "Shows the page of the command", true)
            }
            _ => {}
        }
        found.all
    }

    fn value(&self, value: FlagValue, typed: Typed<'a>) -> Vec<Candidate> {
        match value {
            FlagValue::None | FlagValue::Text(_) => Vec::new(),
            FlagValue::Input(_) | FlagValue::Output(_) | FlagValue::File(_) => {
                files(self.word, typed, self.cwd)
            }
            FlagValue::Choice(names) | FlagValue::OptionalChoice(names) => {
                let mut found = Found::new(typed);
                found.put_all(names.iter().copied());
                found.all
            }
            FlagValue::Passes(_) => self.pipeline(typed),
            FlagValue::PassOptions(pass, _) => self.options(self.options_of(pass), typed),
        }
    }

    fn option_value(&self, option: &Described, typed: Typed<'a>) -> Vec<Candidate> {
        let mut found = Found::new(typed);
        match () {
            () if option.is_file => return files(self.word, typed, self.cwd),
            () if option.is_passes => return self.pipeline(typed),
            () if !option.choices.is_empty() => {
                option.choices.iter().for_each(|(name, doc)| found.put(name, doc, true));
            }
            () if option.value.is_empty() => found.put_all(["true", "false"]),
            () => {}
        }
        found.all
    }

    fn options_of(&self, name: &str) -> &'static [OptionDef] {
        let registry = &self.setup.registry;
        let of_pipeline = || registry.pipeline(name).map(|pipeline| pipeline.options);
        registry.pass(name).map(|pass| pass.options).or_else(of_pipeline).unwrap_or(&[])
    }

    /// The options of a pass, `a=1 b={x,y}`, of which the last is completed.
    fn options(&self, options: &[OptionDef], typed: Typed<'a>) -> Vec<Candidate> {
        let start = typed.part.rfind([' ', '{']).map_or(0, |at| at + 1);
        let typed = typed.skip(self.word, start);
        match typed.part.split_once('=') {
            Some((name, _)) => {
                let mut found = Found::new(typed.skip(self.word, name.len() + 1));
                match options.iter().find(|option| option.name == name).map(|option| option.kind) {
                    Some(OptionKind::Choice(names)) => {
                        found.put_all(names.iter().copied().filter(|name| !name.is_empty()));
                    }
                    Some(OptionKind::Bool | OptionKind::OptionalBool) => found.put_all(["true", "false"]),
                    _ => {}
                }
                found.all
            }
            None => {
                let mut found = Found::new(typed);
                for option in options {
                    let is_switch = matches!(option.kind, OptionKind::Bool | OptionKind::OptionalBool);
                    let end = if is_switch { "" } else { "=" };
                    found.put(&format!("{}{end}", option.name), option.doc, is_switch);
                }
                found.all
            }
        }
    }

    /// A pipeline, `builtin.module(func.func(cse,canonicalize{top-down=false}))`, of which the last name or option is completed.
    fn pipeline(&self, typed: Typed<'a>) -> Vec<Candidate> {
        if let Some(open) = typed.part.rfind('{').filter(|open| !typed.part[*open..].contains('}')) {
            let name = &typed.part[..open];
            let name = &name[name.rfind(['(', ',']).map_or(0, |at| at + 1)..];
            let options = self.options_of(name.trim());
            return self.options(options, typed.skip(self.word, open + 1));
        }
        let start = typed.part.rfind(['(', ',', ' ']).map_or(0, |at| at + 1);
        let mut found = Found::new(typed.skip(self.word, start));
        let registry = &self.setup.registry;
        // More may follow: a closing parenthesis, options, or another pass.
        registry.passes().iter().for_each(|pass| found.put(pass.name, pass.doc, false));
        registry.pipelines().iter().for_each(|pipeline| found.put(pipeline.name, pipeline.doc, false));
        let mut anchors: Vec<&str> = registry.passes().iter().filter_map(|pass| pass.anchor).collect();
        anchors.extend(["any", "builtin.module"]);
        anchors.sort_unstable();
        anchors.dedup();
        anchors.iter().for_each(|anchor| found.put(&format!("{anchor}("), "passes on these ops", false));
        found.all
    }
}

/// Whether a name with its dashes is what was written, with one or two of them.
fn same(name: &str, written: &str) -> bool {
    name == written || (name.len() > 2 && name.strip_prefix('-') == Some(written))
}

/// The files whose names begin with what is typed; directories end in `/`.
fn files(word: &str, typed: Typed<'_>, cwd: &Path) -> Vec<Candidate> {
    let typed = typed.skip(word, typed.part.rfind('/').map_or(0, |at| at + 1));
    let dir = typed.before.rsplit_once('=').map_or(typed.before, |(_, dir)| dir);
    let place = match (dir.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => cwd.join(dir),
    };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let mut found = Found::new(typed);
    let mut names: Vec<(String, bool)> = entries
        .filter_map(Result::ok)
        // Other names are refused on the command line.
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path().is_dir())))
        .filter(|(name, _)| !name.starts_with('.') || typed.part.starts_with('.'))
        .collect();
    names.sort_unstable();
    for (name, is_dir) in names {
        found.put(&format!("{name}{}", if is_dir { "/" } else { "" }), "", !is_dir);
    }
    found.all
}
