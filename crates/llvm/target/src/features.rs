//! Sets of features, closed under the implications among them.

use std::sync::OnceLock;

/// The number of words of a set.
pub const WORDS: usize = 4;

/// A bit for each feature of a table, the first one in the lowest bit of the first word.
type Bits = [u64; WORDS];

/// The features of an architecture, in order, each with those that it implies by itself.
#[derive(Debug)]
pub struct FeatureTable {
    rows: &'static [(&'static str, &'static [&'static str])],
    /// For each feature itself and all that it implies.
    closures: OnceLock<Vec<Bits>>,
}

impl FeatureTable {
    /// Creates a table; in a `static` this is checked as it is compiled.
    ///
    /// # Panics
    ///
    /// Panics if the names are not in order, if a feature is implied that has no row, or if a set has no room for so many.
    pub const fn new(rows: &'static [(&'static str, &'static [&'static str])]) -> Self {
        assert!(rows.len() <= 64 * WORDS, "a set has no room for so many features");
        let mut at = 0;
        while at < rows.len() {
            assert!(
                at == 0 || is_less(rows[at - 1].0, rows[at].0),
                "the features are not in the order of their names"
            );
            let (implied, mut other) = (rows[at].1, 0);
            while other < implied.len() {
                assert!(has_row(rows, implied[other]), "a feature is implied that has no row of its own");
                other += 1;
            }
            at += 1;
        }
        Self { rows, closures: OnceLock::new() }
    }

    /// The names of the features, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.rows.iter().map(|(name, _)| *name)
    }

    /// The number of a feature; `None` for a name that the table lacks.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.rows.binary_search_by_key(&name, |(known, _)| known).ok()
    }

    /// A feature and all that it implies.
    fn closure(&self, feature: usize) -> &Bits {
        &self.closures.get_or_init(|| (0..self.rows.len()).map(|at| self.closed(at)).collect())[feature]
    }

    fn closed(&self, feature: usize) -> Bits {
        let (mut bits, mut pending) = ([0; WORDS], vec![feature]);
        while let Some(at) = pending.pop() {
            if !has_bit(&bits, at) {
                bits[at / 64] |= 1 << (at % 64);
                pending.extend(self.rows[at].1.iter().filter_map(|name| self.position(name)));
            }
        }
        bits
    }
}

fn has_bit(bits: &Bits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// Whether a text is before another one in the order of bytes.
const fn is_less(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}

/// Whether a row has a name.
const fn has_row(rows: &[(&str, &[&str])], name: &str) -> bool {
    let (mut from, mut to) = (0, rows.len());
    while from < to {
        let middle = usize::midpoint(from, to);
        if is_less(rows[middle].0, name) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from < rows.len() && !is_less(name, rows[from].0)
}

/// The features that a function is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct FeatureSet {
    table: &'static FeatureTable,
    bits: Bits,
}

impl FeatureSet {
    /// The empty set.
    pub fn new(table: &'static FeatureTable) -> Self {
        Self::of_bits(table, [0; WORDS])
    }

    /// The set with a bit for each feature of the table, the first one in the lowest bit of the first word.
    pub fn of_bits(table: &'static FeatureTable, bits: [u64; WORDS]) -> Self {
        Self { table, bits }
    }

    /// The set that a list of LLVM's denotes: each name is preceded by `+` or `-`, and later ones are applied later. Names
    /// that the table lacks are ignored.
    pub fn parse<'t>(table: &'static FeatureTable, list: impl IntoIterator<Item = &'t str>) -> Self {
        let mut set = Self::new(table);
        for feature in list {
            if let Some(name) = feature.strip_prefix('+') {
                set.enable(name);
            } else if let Some(name) = feature.strip_prefix('-') {
                set.disable(name);
            }
        }
        set
    }

    /// Whether a feature is in the set.
    pub fn has(&self, name: &str) -> bool {
        let at = self.table.position(name);
        debug_assert!(at.is_some(), "the table lacks the feature '{name}'");
        at.is_some_and(|at| self.contains(at))
    }

    fn contains(&self, at: usize) -> bool {
        has_bit(&self.bits, at)
    }

    /// Adds a feature and those that it implies.
    pub fn enable(&mut self, name: &str) {
        let Some(at) = self.table.position(name) else { return };
        for (word, implied) in self.bits.iter_mut().zip(self.table.closure(at)) {
            *word |= implied;
        }
    }

    /// Removes a feature and those that imply it.
    pub fn disable(&mut self, name: &str) {
        // Nothing in a closed set implies what is not in it.
        let Some(removed) = self.table.position(name).filter(|&at| self.contains(at)) else { return };
        for at in 0..self.table.rows.len() {
            if self.contains(at) && has_bit(self.table.closure(at), removed) {
                self.bits[at / 64] &= !(1 << (at % 64));
            }
        }
    }

    /// The names of the features, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        (0..self.table.rows.len()).filter(|&at| self.contains(at)).map(|at| self.table.rows[at].0)
    }
}
