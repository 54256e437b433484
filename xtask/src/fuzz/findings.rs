//! Findings: one entry for each kind and place.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A defect that an input shows.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// The key of the defect: if possible, the same for all inputs that show it.
    pub(super) key: String,
    /// The arguments, the output and the messages.
    pub(super) log: String,
}

/// All findings with one key.
struct Entry {
    count: u64,
    number: u64,
    input: Vec<u8>,
    file: PathBuf,
}

/// The findings of a campaign, and the directory that shows them.
pub(super) struct Findings {
    out: PathBuf,
    entries: BTreeMap<String, Entry>,
}

impl Findings {
    /// No findings yet; the directory is made with the first.
    pub(super) fn new(out: PathBuf) -> Self {
        Findings { out, entries: BTreeMap::new() }
    }

    /// The number of different findings.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Counts a finding, and writes its input if it is the smallest so far; the first of those of one size is kept.
    pub(super) fn add(&mut self, number: u64, input: Vec<u8>, finding: Finding) -> std::io::Result<()> {
        let file = self.out.join(file_name(&finding.key));
        if !self.entries.contains_key(&finding.key) {
            println!("input {number}: {}", finding.key);
        }
        let size = (input.len(), number);
        let entry = self.entries.entry(finding.key.clone());
        let entry = entry.or_insert_with(|| Entry { count: 0, number, input: input.clone(), file });
        entry.count += 1;
        if entry.count == 1 || size < (entry.input.len(), entry.number) {
            (entry.number, entry.input) = (number, input);
            std::fs::create_dir_all(&self.out)?;
            std::fs::write(entry.file.with_extension("mlir"), &entry.input)?;
            let log = format!("input {number}: {}\n{}", finding.key, finding.log);
            std::fs::write(entry.file.with_extension("log"), log)?;
        }
        Ok(())
    }

    /// A line for each finding, the commonest first.
    pub(super) fn summary(&self) -> String {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.count));
        let line = |(key, entry): (&String, &Entry)| {
            let file = entry.file.with_extension("mlir");
            format!("{} times: {key}\n    input {} in {}\n", entry.count, entry.number, file.display())
        };
        entries.into_iter().map(line).collect()
    }
}

/// A file name that is derived from the key.
fn file_name(key: &str) -> String {
    let words = key.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("-");
    name.truncate(80);
    // Keys with the same prefix are distinguished.
    let hash = key.bytes().fold(5381u32, |hash, byte| hash.wrapping_mul(33) ^ u32::from(byte));
    format!("{name}-{hash:08x}")
}

/// A message without quoted text, numbers and names of values, so that it is the same for all inputs.
pub(super) fn without_names(message: &str) -> String {
    let outside = message.split(['\'', '"', '`']).step_by(2).collect::<String>();
    let words = outside.split_whitespace().filter(|word| !word.contains(['%', '@', '#', '!', '<']));
    words.collect::<Vec<_>>().join(" ").replace(|c: char| c.is_ascii_digit(), "")
}
