//! Options and names on a task's command line.

use std::error::Error;

/// A command line: options with a value, options without, and the rest.
pub(crate) struct Args {
    values: Vec<(&'static str, String)>,
    flags: Vec<&'static str>,
    /// The positional arguments.
    pub(crate) rest: Vec<String>,
}

impl Args {
    /// Reads `--name VALUE` and `--name=VALUE` for `valued`, `--name` for `flags`.
    pub(crate) fn parse(
        args: &[String],
        valued: &[&'static str],
        flags: &[&'static str],
    ) -> Result<Self, Box<dyn Error>> {
        let mut found = Args { values: Vec::new(), flags: Vec::new(), rest: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if !arg.starts_with("--") {
                found.rest.push(arg.clone());
                continue;
            }
            let (name, value) = match arg.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (arg.as_str(), None),
            };
            if let Some(name) = flags.iter().find(|flag| **flag == name) {
                found.flags.push(name);
            } else if let Some(option) = valued.iter().find(|option| **option == name) {
                let value = value.or_else(|| args.next().cloned());
                found.values.push((option, value.ok_or_else(|| format!("{name} needs a value"))?));
            } else {
                return Err(format!("unknown option {name}").into());
            }
        }
        Ok(found)
    }

    /// The last value of an option.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(found, _)| *found == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag is given.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.flags.contains(&name)
    }
}
