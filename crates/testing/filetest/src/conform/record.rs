//! The file that keeps the passing tests: `conformance.json`.

use super::Report;
use crate::lit::TestOutcome;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// The tests of one directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    /// The number of its counted tests.
    pub total: usize,
    /// The names of those that pass, relative to the directory.
    pub passing: BTreeSet<String>,
}

impl Directory {
    fn from_json(value: &Value) -> Option<Self> {
        let names = value["passing"].as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
        Some(Self {
            total: usize::try_from(value["total"].as_u64()?).ok()?,
            passing: names.collect::<Option<_>>()?,
        })
    }

    fn to_json(&self) -> String {
        format!("{{\"total\":{},\"passing\":{}}}", self.total, json!(self.passing))
    }
}

/// The passing tests by directory; written sorted, one directory a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The directories by path.
    pub directories: BTreeMap<String, Directory>,
}

/// The changes from one record to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regressions {
    /// Tests that passed before and do not now.
    pub lost: Vec<String>,
    /// Tests that pass now and did not before.
    pub won: Vec<String>,
}

fn split(test: &str) -> (&str, &str) {
    test.rsplit_once('/').unwrap_or((".", test))
}

impl Record {
    /// The record of a run.
    pub fn from_report(report: &Report) -> Self {
        let mut record = Self::default();
        for (test, outcome) in &report.counted {
            let (dir, name) = split(test);
            let entry = record.directories.entry(dir.to_owned()).or_default();
            entry.total += 1;
            if *outcome == TestOutcome::Pass {
                entry.passing.insert(name.to_owned());
            }
        }
        record
    }

    /// The number of passing tests and of all that count.
    pub fn counts(&self) -> (usize, usize) {
        self.directories
            .values()
            .fold((0, 0), |(passing, total), dir| (passing + dir.passing.len(), total + dir.total))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, is not JSON, or is not a record.
    pub fn read(path: &Path) -> io::Result<Self> {
        Self::from_json(&std::fs::read(path)?)
    }

    fn from_json(text: &[u8]) -> io::Result<Self> {
        let file: Value = serde_json::from_slice(text)?;
        let directories = file["directories"].as_object().map(|directories| {
            let entry = |(name, dir): (&String, &Value)| Some((name.clone(), Directory::from_json(dir)?));
            directories.iter().map(entry).collect::<Option<_>>()
        });
        match directories.flatten() {
            Some(directories) => Ok(Self { directories }),
            None => Err(io::Error::new(io::ErrorKind::InvalidData, "not a record of directories")),
        }
    }

    /// Writes a file; equal records have equal bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        std::fs::write(path, self.to_json()?)
    }

    /// The text of the file.
    ///
    /// # Errors
    ///
    /// If the record cannot be serialized.
    pub fn to_json(&self) -> io::Result<String> {
        let mut lines = Vec::new();
        for (name, dir) in &self.directories {
            lines.push(format!("  {}: {}", serde_json::to_string(name)?, dir.to_json()));
        }
        Ok(format!("{{\"directories\": {{\n{}\n}}}}\n", lines.join(",\n")))
    }

    fn passing(&self) -> BTreeSet<String> {
        let names = |(dir, entry): (&String, &Directory)| {
            let prefix = if dir == "." { String::new() } else { format!("{dir}/") };
            entry.passing.iter().map(|name| format!("{prefix}{name}")).collect::<Vec<_>>()
        };
        self.directories.iter().flat_map(names).collect()
    }

    /// Returns the changes since `earlier`. Tests for which `ran` is false are omitted, for partial runs.
    pub fn changes_since(&self, earlier: &Self, ran: impl Fn(&str) -> bool) -> Regressions {
        let (old, new) = (earlier.passing(), self.passing());
        let lost = old.difference(&new).filter(|test| ran(test)).cloned().collect();
        Regressions { lost, won: new.difference(&old).cloned().collect() }
    }

    /// Updates the record by a run of some of the tests; the others are unchanged.
    pub fn merge(&mut self, newer: &Report) {
        let update = Self::from_report(newer);
        for (name, dir) in update.directories {
            let entry = self.directories.entry(name.clone()).or_default();
            entry.total = entry.total.max(dir.total);
            for (test, outcome) in newer.counted.iter().filter(|(test, _)| split(test).0 == name) {
                let leaf = split(test).1;
                if *outcome == TestOutcome::Pass {
                    entry.passing.insert(leaf.to_owned());
                } else {
                    entry.passing.remove(leaf);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, Report};
    use crate::lit::TestOutcome;

    fn record(tests: &[(&str, bool)]) -> Record {
        let outcome = |good| if good { TestOutcome::Pass } else { TestOutcome::Fail(String::new()) };
        let counted = tests.iter().map(|&(name, good)| (name.to_owned(), outcome(good))).collect();
        Record::from_report(&Report { counted, not_counted: Vec::new() })
    }

    #[test]
    fn the_text_is_stable_and_reads_back() {
        let record =
            record(&[("IR/b.mlir", true), ("IR/a.mlir", true), ("IR/c.mlir", false), ("x.mlir", true)]);
        let text = record.to_json().unwrap();
        let expected = "{\"directories\": {\n  \".\": {\"total\":1,\"passing\":[\"x.mlir\"]},\n  \
                        \"IR\": {\"total\":3,\"passing\":[\"a.mlir\",\"b.mlir\"]}\n}}\n";
        assert_eq!(text, expected);
        assert_eq!(Record::from_json(text.as_bytes()).unwrap(), record);
        assert_eq!(record.counts(), (3, 4));
    }

    #[test]
    fn changes() {
        let old = record(&[("IR/a.mlir", true), ("IR/b.mlir", false), ("X/c.mlir", true)]);
        let new = record(&[("IR/a.mlir", false), ("IR/b.mlir", true)]);
        let changes = new.changes_since(&old, |test| test.starts_with("IR/"));
        assert_eq!((changes.lost, changes.won), (vec!["IR/a.mlir".to_owned()], vec!["IR/b.mlir".to_owned()]));
    }
}
