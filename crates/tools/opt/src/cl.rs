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

#[cfg(test)]
mod tests;
