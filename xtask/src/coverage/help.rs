//! Passes, pipelines and flags, as `--help` of the drivers lists them.

use super::facts::{Facts, Kind};

/// Returns the name at the start of a line: `--name=<value> - Description`.
fn name_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("--").or_else(|| line.strip_prefix('-'))?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

/// Reads a page: passes and pipelines with options, and flags, as things of the kind `flag`, with values.
pub(crate) fn read(page: &str, flag: Kind) -> Facts {
    let mut facts = Facts::default();
    let (mut kind, mut thing, mut option) = (flag, String::new(), String::new());
    for line in page.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        match text {
            "Passes:" => kind = Kind::Pass,
            "Pass Pipelines:" => kind = Kind::Pipeline,
            _ if indent <= 2 => kind = flag,
            _ => {}
        }
        let is_value = text.starts_with('=');
        if is_value && !thing.is_empty() {
            let value = text.split_whitespace().next().unwrap_or_default();
            // Descriptions of the default value stand without a name.
            if value.len() > 1 {
                facts.thing(kind, &thing).insert(format!("{option}{value}"));
            }
            continue;
        }
        let Some(name) = name_of(text) else { continue };
        // Names of flags are at 2, those of passes and translations at 6, options of passes at 8.
        match indent {
            // A flag that is only named is not there, nor are its values.
            2 | 6 if text.contains("  Not supported") => thing.clear(),
            2 | 6 => {
                name.clone_into(&mut thing);
                option.clear();
                facts.thing(kind, name);
            }
            8 if kind != flag => {
                name.clone_into(&mut option);
                facts.thing(kind, &thing).insert(option.clone());
            }
            _ => {}
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_flags_with_values_and_passes_with_options() {
        let page = "OPTIONS:\n\nGeneral options:\n\n  --color=<value>  - When\n    =always  -   Always\n    =  -   As ever\n\
                    \x20 Compiler passes to run\n    Passes:\n      --cse  -   Removes\n        --level=<value> - How\n\
                    \x20   =low  -   Low\n    Pass Pipelines:\n      --all  -   All\n  --verify  - Verify\n      -  word\n\
                    \x20 --odd=<value>  Not supported yet\n    =value  x\n";
        let facts = read(page, Kind::OptFlag);
        let all: Vec<String> = facts
            .0
            .iter()
            .map(|((kind, name), aspects)| format!("{} {name} {aspects:?}", kind.word()))
            .collect();
        let expected = [
            "pass cse {\"level\", \"level=low\"}",
            "pipeline all {}",
            "mlir-opt color {\"=always\"}",
            "mlir-opt verify {}",
        ];
        assert_eq!(all, expected);
    }
}
