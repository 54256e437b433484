//! Sources that do not use Ripple, which clang compiles right away.
//!
//! A source that does not name Ripple may include a header that does. clang tells what it read: if anything of that uses
//! Ripple, the result is thrown away, and the source is compiled in stages.

use std::path::Path;

use super::command_line::{Item, Source};
use super::dependencies;
use super::scan::find;
use super::stages::{Failed, Stages};

impl Stages<'_> {
    /// Compiles a source with clang alone; returns whether that was all there is to do. What clang says of one that is not
    /// compiled is left to the stages.
    ///
    /// # Errors
    ///
    /// If clang cannot be run, or files cannot be copied.
    pub fn plainly(
        &mut self,
        item: &Item,
        (source, number): (&Source, usize),
        output: &Path,
    ) -> Result<bool, Failed> {
        // Anything else that is written would be written twice, and what is compiled already is not read.
        let is_text_only = !self.line.flags().any(|flag| flag.contains("pch") || flag.contains("module"));
        let is_quiet =
            self.line.saves.is_none() && self.line.database.is_none() && !self.line.prints_commands;
        let tells_all = self.line.dependencies.kind.as_deref().is_none_or(|kind| kind == "-MD");
        let is_file = source.path != "-" && !source.preprocessed && self.explained.is_none();
        if !(is_text_only && is_quiet && tells_all && is_file) || self.mentions_ripple(source) {
            return Ok(false);
        }
        let mut command = self.command_alone(item, None, Some(output));
        let wanted = self.rules(&mut command, (source, number), output);
        let rules = match &wanted {
            Some((rules, _)) => rules.clone(),
            None => {
                let rules = self.scratch.file(&format!("{number}.d"));
                command.arg("-MD").arg("-MF").arg(&rules);
                rules
            }
        };
        let printed = self.output_of(&mut command)?;
        let read = std::fs::read_to_string(&rules).unwrap_or_default();
        if !printed.status.success() || read.is_empty() || self.names_ripple(&read) {
            return Ok(false);
        }
        let _ = self.stderr.write_all(&printed.stderr);
        let _ = self.stdout.write_all(&printed.stdout);
        if let Some((from, to)) = wanted {
            self.copy_dependencies(&from, &to)?;
        }
        Ok(true)
    }

    /// Whether any file of some rules names Ripple, as its headers do.
    fn names_ripple(&self, rules: &str) -> bool {
        let names = |file: &String| {
            let text = std::fs::read(self.path(file));
            text.is_ok_and(|text| find(&text, b"ripple").is_some())
        };
        dependencies::files(rules).iter().any(names)
    }
}
