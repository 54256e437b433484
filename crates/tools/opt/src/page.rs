//! Pages of commands: what `--help` prints, the shell completes and the manual has, as one table.

use std::fmt::Write as _;

/// The longest line of a page.
pub const WIDTH: usize = 120;

/// The description of a command.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for the list of commands.
    pub doc: &'static str,
    /// The arguments after the name, one line for each way to call the command.
    pub usage: &'static [&'static str],
    /// The flags under their headings.
    pub sections: &'static [Section],
    /// Paragraphs after the flags, separated by empty lines.
    pub notes: &'static str,
    /// The arguments of examples, after the name.
    pub examples: &'static [&'static str],
    /// Further flags that the command takes.
    pub also: Also,
}

/// Flags under a heading.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// The flags.
    pub flags: &'static [Flag],
}

/// A flag of a command.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// The name with its dashes.
    pub name: &'static str,
    /// The value.
    pub value: FlagValue,
    /// The description, a sentence or more on one line.
    pub doc: &'static str,
}

/// The value of a flag: `--flag=VALUE` or `--flag VALUE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagValue {
    /// None.
    None,
    /// A text or number, with the name that it has on the page.
    Text(&'static str),
    /// The name of a file that is read, with the name that it has on the page; `-` is the standard input, or refused.
    Input(&'static str),
    /// The name of a file that is written, with the name that it has on the page; `-` is the standard output.
    Output(&'static str),
    /// The name of a program or a directory, with the name that it has on the page.
    File(&'static str),
    /// One of these names.
    Choice(&'static [&'static str]),
    /// One of these names, or none: it follows `=` if it is given.
    OptionalChoice(&'static [&'static str]),
    /// A pipeline of passes without an anchor.
    Passes(&'static str),
    /// The options of a pass: its name, and the name that the value has on the page.
    PassOptions(&'static str, &'static str),
}

/// Flags that a command takes in addition to those of its page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Also {
    /// None.
    Nothing,
    /// Those of `opt`, passes among them.
    Opt,
    /// Those of `opt`, after `--`.
    OptAfterDashes,
    /// Those of `translate`.
    Translate,
    /// Those of clang.
    Clang,
}

impl Flag {
    /// A flag without a value.
    pub const fn switch(name: &'static str, doc: &'static str) -> Self {
        Self { name, value: FlagValue::None, doc }
    }

    /// A flag with a value, which the page calls `value`.
    pub const fn text(name: &'static str, value: &'static str, doc: &'static str) -> Self {
        Self { name, value: FlagValue::Text(value), doc }
    }

    /// A flag with the name of a file that is read, which the page calls `value`.
    pub const fn input(name: &'static str, value: &'static str, doc: &'static str) -> Self {
        Self { name, value: FlagValue::Input(value), doc }
    }

    /// A flag with the name of a file that is written, which the page calls `value`.
    pub const fn output(name: &'static str, value: &'static str, doc: &'static str) -> Self {
        Self { name, value: FlagValue::Output(value), doc }
    }

    /// A flag with the name of a program or a directory, which the page calls `value`.
    pub const fn file(name: &'static str, value: &'static str, doc: &'static str) -> Self {
        Self { name, value: FlagValue::File(value), doc }
    }

    /// A flag with one of several values.
    pub const fn choice(name: &'static str, choices: &'static [&'static str], doc: &'static str) -> Self {
        Self { name, value: FlagValue::Choice(choices), doc }
    }

    /// Whether the flag cannot do without a value, so that it may be the next argument.
    pub fn requires_value(&self) -> bool {
        !matches!(self.value, FlagValue::None | FlagValue::OptionalChoice(_))
    }

    /// Whether the flag may have a value.
    pub fn takes_value(&self) -> bool {
        self.value != FlagValue::None
    }

    /// Returns the values to choose from, if they are fixed.
    pub fn choices(&self) -> Option<&'static [&'static str]> {
        match self.value {
            FlagValue::Choice(names) | FlagValue::OptionalChoice(names) => Some(names),
            _ => None,
        }
    }

    /// Returns the flag with its value as pages show it: `--entry=NAME`, `-o FILE`, `--trace[=text|json]`.
    pub fn usage(&self) -> String {
        let joint = if self.name.len() > 2 { "=" } else { " " };
        let name = self.name;
        match self.value {
            FlagValue::None => name.to_owned(),
            FlagValue::Text(value)
            | FlagValue::Input(value)
            | FlagValue::Output(value)
            | FlagValue::File(value)
            | FlagValue::Passes(value)
            | FlagValue::PassOptions(_, value) => format!("{name}{joint}{value}"),
            FlagValue::Choice(names) => format!("{name}{joint}{}", names.join("|")),
            FlagValue::OptionalChoice(names) => format!("{name}[={}]", names.join("|")),
        }
    }
}

impl Page {
    /// A page without flags, notes and examples.
    pub const fn new(name: &'static str, doc: &'static str, usage: &'static [&'static str]) -> Self {
        Self { name, doc, usage, sections: &[], notes: "", examples: &[], also: Also::Nothing }
    }

    /// Returns the page with flags under a heading.
    #[must_use]
    pub const fn sections(mut self, sections: &'static [Section]) -> Self {
        self.sections = sections;
        self
    }

    /// Returns the flags under all headings.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        self.sections.iter().flat_map(|section| section.flags)
    }

    /// Returns the flag of a name.
    pub fn flag(&self, name: &str) -> Option<&'static Flag> {
        self.flags().find(|flag| flag.name == name)
    }

    /// Returns the text of the page for a tool of this name, with lines of at most [`WIDTH`] columns; `adapt` puts the tool's
    /// name into texts.
    pub fn text(&self, tool: &str, adapt: &dyn Fn(&str) -> String) -> String {
        let name = self.name;
        let mut out = wrapped(&format!("{tool} {name}: "), &adapt(self.doc), 4);
        out.push('\n');
        for (i, usage) in self.usage.iter().enumerate() {
            let start = if i == 0 { "Usage:" } else { "      " };
            let _ = writeln!(out, "{}", format!("{start} {tool} {name} {}", adapt(usage)).trim_end());
        }
        for section in self.sections {
            let _ = writeln!(out, "\n{}:", section.title);
            rows(&mut out, section.flags.iter().map(|flag| (flag.usage(), adapt(flag.doc))));
        }
        for paragraph in self.notes.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            let _ = write!(out, "\n{}", wrapped("", &adapt(paragraph), 0));
        }
        for (i, example) in self.examples.iter().enumerate() {
            let start = if i == 0 { "\nExample:" } else { "        " };
            let _ = writeln!(out, "{start} {tool} {name} {example}");
        }
        out
    }
}

/// Appends lines of two columns; the right one is wrapped.
pub fn rows(out: &mut String, rows: impl Iterator<Item = (String, String)>) {
    /// The widest left column.
    const LEFT: usize = 36;
    let rows: Vec<(String, String)> = rows.collect();
    let fit = rows.iter().map(|(left, _)| left.chars().count() + 4).filter(|width| *width <= LEFT);
    let column = fit.max().unwrap_or(LEFT);
    for (left, right) in &rows {
        put_row(out, left, right, column);
    }
}

/// Appends a line of two columns, of which the right one starts at `column` and is wrapped.
pub fn put_row(out: &mut String, left: &str, right: &str, column: usize) {
    let start = format!("  {left}");
    if start.chars().count() + 2 <= column {
        out.push_str(&wrapped(&format!("{start:column$}"), right, column));
    } else {
        let _ = write!(out, "{}{}", wrapped("", &start, 4), wrapped(&" ".repeat(column), right, column));
    }
}

/// Returns `start` and the words of a text, with a line end; all lines after the first are indented, and none is longer than
/// [`WIDTH`] unless a word is.
pub fn wrapped(start: &str, text: &str, indent: usize) -> String {
    let mut line = start.to_owned();
    let (mut out, mut width, mut is_fresh) = (String::new(), start.chars().count(), true);
    // The blanks at the start of a text are kept.
    let (blanks, text) = text.split_at(text.len() - text.trim_start().len());
    line.push_str(blanks);
    width += blanks.len();
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if !is_fresh && width + 1 + len > WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
            (width, is_fresh) = (indent, true);
        }
        if !is_fresh {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += len;
        is_fresh = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page =
        Page::new("count", "Counts the ops of a file", &["FILE [options]"]).sections(&[Section {
            title: "Options",
            flags: &[
                Flag::text("--dialect", "NAME", "of this dialect alone"),
                Flag::choice("--by", &["name", "number"], "the order"),
                Flag::output("-o", "FILE", "where the result goes"),
            ],
        }]);

    #[test]
    fn pages_are_written_by_the_table() {
        let text = "my count: Counts the ops of a file\n\nUsage: my count FILE [options]\n\nOptions:\n\
                    \x20 --dialect=NAME    of this dialect alone\n\
                    \x20 --by=name|number  the order\n\
                    \x20 -o FILE           where the result goes\n";
        assert_eq!(PAGE.text("my", &str::to_owned), text);
    }

    #[test]
    fn long_texts_are_wrapped() {
        let text = wrapped("  --flag  ", &"word ".repeat(100), 10);
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("  ")), "{text}");
        assert_eq!(text.matches("word").count(), 100);
    }
}
