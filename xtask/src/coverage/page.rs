//! The page of the record: tables of what is there, and lists of what is not, with reasons.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use terrace::tools::page::wrapped;

use super::facts::{Absence, Kind, Record};

/// The page, from the root of the repository.
pub(crate) const PAGE: &str = "docs/reference/coverage.md";

/// Things of upstream's and how many of them are there.
#[derive(Clone, Copy, Default)]
struct Count {
    there: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, is_there: bool) {
        self.there += usize::from(is_there);
        self.all += 1;
    }

    fn text(self) -> String {
        match self.all {
            0 => String::new(),
            all if all == self.there => all.to_string(),
            all => format!("{} of {all}", self.there),
        }
    }
}

/// The columns of the table of dialects; aspects that are interfaces are in the last.
const COLUMNS: [&str; 9] =
    ["op", "type", "attribute", "format", "verifier", "folder", "canonicalization", "run", "interfaces"];

/// Returns the dialect of an op, a type or an attribute.
fn dialect(kind: Kind, name: &str) -> Option<&str> {
    matches!(kind, Kind::Op | Kind::Type | Kind::Attr).then(|| name.split('.').next()).flatten()
}

/// The counts by dialect and column.
fn counts(record: &Record) -> BTreeMap<&str, [Count; 9]> {
    let mut counts: BTreeMap<&str, [Count; 9]> = BTreeMap::new();
    let mut add = |kind: Kind, name, aspect: Option<&str>, is_there| {
        let Some(dialect) = dialect(kind, name) else { return };
        let word = aspect.unwrap_or(kind.word());
        let column = COLUMNS.iter().position(|column| *column == word).unwrap_or(COLUMNS.len() - 1);
        counts.entry(dialect).or_default()[column].add(is_there);
    };
    let absent = record.absent.iter().flat_map(|(_, absences)| absences).chain(&record.open);
    for ((kind, name), aspects) in &record.there.0 {
        add(*kind, name, None, true);
        aspects.iter().for_each(|aspect| add(*kind, name, Some(aspect), true));
    }
    for Absence { kind, name, aspect } in absent {
        add(*kind, name, aspect.as_deref(), false);
    }
    counts
}

/// Counts the things of a kind for which `is_counted` holds.
fn total(record: &Record, kind: Kind, is_counted: &dyn Fn(&str) -> bool) -> Count {
    let mut count = Count::default();
    for (found, name) in record.there.0.keys() {
        if *found == kind && is_counted(name) {
            count.add(true);
        }
    }
    let absent = record.absent.iter().flat_map(|(_, absences)| absences).chain(&record.open);
    for absence in absent.filter(|absence| absence.aspect.is_none()) {
        if absence.kind == kind && is_counted(&absence.name) {
            count.add(false);
        }
    }
    count
}

/// Returns the text of the page.
pub(crate) fn text(record: &Record) -> String {
    let mut out = String::from(
        "# Coverage\n\nThe definitions of MLIR 22.1.8, and what of them is there: `cargo xtask coverage` counts, and \
         writes this page\nand `coverage.json`.\n\n## Dialects\n\nA number alone means all of them. *Runs* is about \
         ops of `transform`: the others are read and written, and fail\nwhen they are applied. *Interfaces* counts \
         each interface of each op.\n\n| Dialect | Ops | Types | Attributes | Formats | Verifiers | Folders | \
         Canonicalized | Runs | Interfaces |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let counts = counts(record);
    let is_absent = |counts: &[Count; 9]| counts[..3].iter().all(|count| count.there == 0);
    for (dialect, counts) in counts.iter().filter(|(_, counts)| !is_absent(counts)) {
        let cells: Vec<String> = counts.iter().map(|count| count.text()).collect();
        let _ = writeln!(out, "| `{dialect}` | {} |", cells.join(" | "));
    }
    let absent: Vec<String> = counts
        .iter()
        .filter(|(_, counts)| is_absent(counts))
        .map(|(dialect, counts)| format!("`{dialect}` ({})", counts[0].all))
        .collect();
    let absent = format!("Absent dialects, with the number of their ops: {}.", absent.join(", "));
    let _ = writeln!(out, "\n{}", wrapped("", &absent, 0));
    out.push_str("## Passes and flags\n\n| Of upstream | There |\n|---|---|\n");
    let is_test = |name: &str| name.starts_with("test-") || name.ends_with("-test");
    let rows: [(&str, Kind, &dyn Fn(&str) -> bool); 6] = [
        ("passes", Kind::Pass, &|name| !is_test(name)),
        ("passes for tests", Kind::Pass, &is_test),
        ("pipelines", Kind::Pipeline, &|_| true),
        ("enums", Kind::Enum, &|_| true),
        ("flags of `mlir-opt`", Kind::OptFlag, &|_| true),
        ("flags of `mlir-translate`", Kind::TranslateFlag, &|_| true),
    ];
    for (title, kind, is_counted) in rows {
        let _ = writeln!(out, "| {title} | {} |", total(record, kind, is_counted).text());
    }
    out.push_str("\n## Why something stays absent\n\nThe number of things, by patterns of their names.\n\n");
    for (reason, what) in record.absent.iter().filter(|(_, what)| !what.is_empty()) {
        let of: Vec<String> = reason.of.iter().take(3).map(|pattern| format!("`{pattern}`")).collect();
        let more = if reason.of.len() > of.len() { ", .." } else { "" };
        out.push_str(&wrapped(
            &format!("- {}: ", what.len()),
            &format!("{}{more}. {}", of.join(", "), reason.why),
            2,
        ));
    }
    out.push_str("\n## Not there yet\n\n");
    let whole = String::new();
    let mut groups: BTreeMap<(Kind, &str), Vec<&str>> = BTreeMap::new();
    for Absence { kind, name, aspect } in &record.open {
        // Of ops, one aspect of many; of others, all aspects of one.
        let (group, item) = match aspect {
            Some(aspect) if *kind == Kind::Op => (aspect, name),
            Some(aspect) => (name, aspect),
            None => (&whole, name),
        };
        groups.entry((*kind, group)).or_default().push(item);
    }
    for ((kind, group), names) in groups {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let title =
            if group.is_empty() { kind.word().to_owned() } else { format!("{} {group}", kind.word()) };
        out.push_str(&wrapped(&format!("- {title}: "), &names.join(", "), 2));
    }
    out
}

/// The words of README before which the number of passes stands.
const README_WORDS: &str = " passes of `mlir-opt`";

/// Returns README with the number of passes; `None` if it does not say it.
pub(crate) fn in_readme(record: &Record, readme: &str) -> Option<String> {
    let is_for_users = |name: &str| !name.starts_with("test-") && !name.ends_with("-test");
    let passes = total(record, Kind::Pass, &is_for_users).text();
    let (before, after) = readme.split_once(README_WORDS)?;
    let start = before.rfind(", ")? + 2;
    Some(format!("{}{passes}{README_WORDS}{after}", &before[..start]))
}

#[cfg(test)]
mod tests {
    use super::super::{RECORD, recorded, root};
    use super::*;

    #[test]
    fn the_page_and_readme_have_the_counts_of_the_record() {
        let record = recorded().expect("the record reads");
        assert_eq!(record.text(), std::fs::read_to_string(root().join(RECORD)).expect("the record"));
        assert_eq!(text(&record), std::fs::read_to_string(root().join(PAGE)).expect("the page"));
        let readme = std::fs::read_to_string(root().join("README.md")).expect("README");
        assert_eq!(in_readme(&record, &readme).as_deref(), Some(readme.as_str()));
    }
}
