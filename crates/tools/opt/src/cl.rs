//! The command line: LLVM's rules for reading it, and mlir-opt's options.
//!
//! - [`option`]: the declarations of options;
//! - [`parser`]: LLVM's rules, with its error texts, over any table of declarations;
//! - [`config`]: the settings of mlir-opt's options;
//! - [`table`]: mlir-opt's options themselves;
//! - [`help`]: the page that `--help` prints.
//!
//! Flags named after passes are not in the table: a [`DynamicOptions`] lists them, and their order is kept.

pub mod config;
pub mod help;
pub mod option;
pub mod parser;
pub mod table;

pub use config::OptConfig;
pub use option::{Category, Choice, OptionDef, OptionKind};
pub use parser::{DynamicKind, DynamicOptions, NoDynamicOptions, ParseOutcome, PassFlag, parse};

/// Parses an mlir-opt command line: the program's name and its arguments.
///
/// `header` opens the help page, `version` answers `--version`.
pub fn parse_opt(
    argv0: &str,
    args: &[String],
    dynamic: &dyn DynamicOptions,
    header: &str,
    version: &str,
) -> ParseOutcome<OptConfig> {
    parse(argv0, args, table::OPTIONS.iter().collect(), dynamic, help::Texts { header, version })
}

/// Parses an mlir-translate command line, as [`parse_opt`].
pub fn parse_translate(
    argv0: &str,
    args: &[String],
    dynamic: &dyn DynamicOptions,
    header: &str,
    version: &str,
) -> ParseOutcome<OptConfig> {
    let options = table::OPTIONS.iter().filter(|option| !option.only_opt).collect();
    parse(argv0, args, options, dynamic, help::Texts { header, version })
}

/// An option as help, completion and manuals show it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The name with its dashes.
    pub name: String,
    /// The placeholder of the value with its joint, `=<filename>` or `[=<marker>]`; empty for none.
    pub value: String,
    /// The description.
    pub doc: &'static str,
    /// Whether the value may be the next argument.
    pub requires_value: bool,
    /// Whether the value is the name of a file.
    pub is_file: bool,
    /// Whether the value is a list of names of passes, or a pipeline of them.
    pub is_passes: bool,
    /// The values to choose from with their descriptions.
    pub choices: Vec<(&'static str, &'static str)>,
    /// Whether only `--help-hidden` lists it.
    pub hidden: bool,
    /// The heading.
    pub category: Category,
}

/// Returns the options of the table, those of translation alone or those of mlir-opt, in order of their names.
pub fn described(translation: bool) -> Vec<Described> {
    let options = table::OPTIONS.iter().filter(|option| !(translation && option.only_opt));
    let mut all: Vec<Described> = options.map(described_option).collect();
    all.sort_by(|one, other| one.name.trim_start_matches('-').cmp(other.name.trim_start_matches('-')));
    all
}

fn described_option(option: &'static OptionDef<OptConfig>) -> Described {
    let meant = match option.kind {
        OptionKind::Alias(name) => table::OPTIONS.iter().find(|option| option.name == name).unwrap_or(option),
        _ => option,
    };
    let choices = meant.kind.choices().iter().filter(|choice| !choice.name.is_empty());
    Described {
        name: parser::dashed(option.name),
        value: meant.kind.value_hint(),
        doc: meant.help,
        requires_value: meant.kind.value_rule() == option::ValueRule::Required,
        is_file: matches!(
            meant.kind,
            OptionKind::Text("filename" | "directory", _) | OptionKind::OptionalText("filename", _)
        ),
        is_passes: matches!(meant.kind, OptionKind::PassNames(_)) || meant.name == "pass-pipeline",
        choices: choices.map(|choice| (choice.name, choice.help)).collect(),
        hidden: option.hidden,
        category: option.category,
    }
}

#[cfg(test)]
mod tests;
