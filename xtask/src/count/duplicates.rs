//! Pairs of files with the same lines of code one after the other.

use std::collections::{BTreeSet, HashMap};

use super::sources::Source;

/// The least number of common lines of a pair.
pub(super) const LEAST: usize = 6;
/// Lines in more files than this are boilerplate.
const MOST_PLACES: usize = 8;

/// Two places with lines in common, by the numbers of the sources and the first lines.
pub(super) struct Pair {
    first: (usize, usize),
    second: (usize, usize),
}

impl Pair {
    pub(super) fn describe(&self, sources: &[Source]) -> String {
        let place = |(file, line): (usize, usize)| format!("{}:{line}", sources[file].path.display());
        format!("{} and {} have lines in common", place(self.first), place(self.second))
    }
}

/// Whether a line is insignificant: punctuation, an import, a declaration of a module or an attribute.
fn is_thin(line: &str) -> bool {
    !line.contains(|c: char| c.is_alphanumeric())
        || ["use ", "pub use ", "mod ", "pub mod ", "#[", "#!["].iter().any(|start| line.starts_with(start))
}

/// One pair for each two files, the first in each.
pub(super) fn pairs(sources: &[Source]) -> Vec<Pair> {
    let mut places: HashMap<[&str; LEAST], Vec<(usize, usize)>> = HashMap::new();
    for (file, source) in sources.iter().enumerate() {
        let mut in_use = false;
        let lines: Vec<(usize, &str)> = source
            .code()
            .filter(|(_, line)| {
                let starts = line.starts_with("use ") || line.starts_with("pub use ");
                let skipped = in_use || starts;
                in_use = skipped && !line.ends_with(';');
                !skipped && !is_thin(line)
            })
            .collect();
        for window in lines.windows(LEAST) {
            let key = std::array::from_fn(|i| window[i].1);
            places.entry(key).or_default().push((file, window[0].0));
        }
    }
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut shared: Vec<_> =
        places.into_values().filter(|places| (2..=MOST_PLACES).contains(&places.len())).collect();
    shared.sort_unstable();
    for places in shared {
        for (i, &first) in places.iter().enumerate() {
            for &second in &places[i + 1..] {
                if first.0 != second.0 && seen.insert((first.0, second.0)) {
                    found.push(Pair { first, second });
                }
            }
        }
    }
    found.sort_by_key(|pair| (pair.first, pair.second));
    found
}
