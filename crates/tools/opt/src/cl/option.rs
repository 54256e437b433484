//! The declaration of an option: a row of a table, with a function that stores its value.

/// One option of a table whose values end up in a `C`.
pub struct OptionDef<C: 'static> {
    /// The name, without dashes; a name of one letter is shown with one dash.
    pub name: &'static str,
    /// The kind of its value and the setting it stores to.
    pub kind: OptionKind<C>,
    /// One line for the help page.
    pub help: &'static str,
    /// The heading it is listed under.
    pub category: Category,
    /// Whether only `--help-hidden` lists it.
    pub hidden: bool,
    /// Whether tools that translate lack it.
    pub only_opt: bool,
}

/// The value of an option and the function that stores it; an option given twice is stored twice.
pub enum OptionKind<C: 'static> {
    /// `--x`, `--x=true`, `--x=0`.
    Bool(fn(&mut C, bool)),
    /// A number from 0, with LLVM's radix prefixes.
    Unsigned(fn(&mut C, u32)),
    /// A number, with LLVM's radix prefixes.
    Long(fn(&mut C, i64)),
    /// A number in base 10 alone.
    Decimal(fn(&mut C, i64)),
    /// A text, with the name it has in the help page.
    Text(&'static str, fn(&mut C, &str)),
    /// A text that may be missing, in which case it is empty.
    OptionalText(&'static str, fn(&mut C, &str)),
    /// Texts separated by commas.
    TextList(fn(&mut C, &str)),
    /// One of several names.
    Enum(&'static [Choice<C>]),
    /// One of several names, or none, in which case the empty name is chosen.
    OptionalEnum(&'static [Choice<C>]),
    /// Names of passes separated by commas.
    PassNames(fn(&mut C, &str)),
    /// An alias of an option.
    Alias(&'static str),
    /// Prints the options that are not hidden, and ends.
    Help,
    /// Prints all options, and ends.
    HelpHidden,
    /// Prints the version, and ends.
    Version,
}

/// One name of an enumeration.
pub struct Choice<C: 'static> {
    /// The name as written on the command line.
    pub name: &'static str,
    /// One line for the help page.
    pub help: &'static str,
    /// Stores the choice.
    pub set: fn(&mut C),
}

/// The headings of the help page, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// Input, output and what happens between them.
    General,
    /// Diagnostics and their verification.
    Diagnostics,
    /// Printing of the IR.
    Printing,
    /// Running and observing passes.
    Passes,
    /// Optimization remarks.
    Remarks,
    /// Help and version.
    Generic,
}

impl Category {
    /// Every category in order.
    pub const ALL: [Category; 6] = [
        Category::General,
        Category::Diagnostics,
        Category::Printing,
        Category::Passes,
        Category::Remarks,
        Category::Generic,
    ];

    /// The heading itself.
    pub fn title(self) -> &'static str {
        match self {
            Category::General => "General options",
            Category::Diagnostics => "Diagnostics",
            Category::Printing => "IR printing",
            Category::Passes => "Pass manager",
            Category::Remarks => "Remark options",
            Category::Generic => "Help and version",
        }
    }
}

/// The requirement of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueRule {
    /// `--x=v` or `--x`.
    Optional,
    /// `--x=v` or `--x v`.
    Required,
    /// `--x`.
    Disallowed,
}

impl<C> OptionKind<C> {
    pub(super) fn value_rule(&self) -> ValueRule {
        match self {
            OptionKind::Bool(_)
            | OptionKind::OptionalText(..)
            | OptionKind::OptionalEnum(_)
            | OptionKind::PassNames(_) => ValueRule::Optional,
            OptionKind::Unsigned(_)
            | OptionKind::Long(_)
            | OptionKind::Decimal(_)
            | OptionKind::Text(..)
            | OptionKind::TextList(_)
            | OptionKind::Enum(_)
            | OptionKind::Alias(_) => ValueRule::Required,
            OptionKind::Help | OptionKind::HelpHidden | OptionKind::Version => ValueRule::Disallowed,
        }
    }

    /// Returns the placeholder of the value, which the help page shows after the name.
    pub(super) fn value_hint(&self) -> String {
        match self {
            OptionKind::Bool(_)
            | OptionKind::Help
            | OptionKind::HelpHidden
            | OptionKind::Version
            | OptionKind::Alias(_) => String::new(),
            OptionKind::Unsigned(_) => "=<uint>".into(),
            OptionKind::Long(_) => "=<long>".into(),
            OptionKind::Decimal(_) => "=<int>".into(),
            OptionKind::Text(name, _) => format!("=<{name}>"),
            OptionKind::OptionalText(name, _) => format!("[=<{name}>]"),
            OptionKind::TextList(_) => "=<string>,..".into(),
            OptionKind::Enum(_) => "=<value>".into(),
            OptionKind::OptionalEnum(_) => "[=<value>]".into(),
            OptionKind::PassNames(_) => "=<pass>,..".into(),
        }
    }

    /// The names an enumeration offers.
    pub(super) fn choices(&self) -> &'static [Choice<C>] {
        match self {
            OptionKind::Enum(choices) | OptionKind::OptionalEnum(choices) => choices,
            _ => &[],
        }
    }
}
