//! A set of bytes, for bracket expressions.

/// A set of the 256 byte values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    pub(crate) fn remove(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] &= !(1 << (byte & 63));
    }

    pub(crate) fn insert_all(&mut self, bytes: impl IntoIterator<Item = u8>) {
        bytes.into_iter().for_each(|byte| self.insert(byte));
    }

    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    pub(crate) fn complement(&mut self) {
        self.0.iter_mut().for_each(|word| *word = !*word);
    }

    /// Adds the other case of every ASCII letter in the set.
    pub(crate) fn fold_case(&mut self) {
        for byte in b'a'..=b'z' {
            let upper = byte.to_ascii_uppercase();
            if self.contains(byte) || self.contains(upper) {
                self.insert(byte);
                self.insert(upper);
            }
        }
    }

    /// The maximal runs of members, ascending.
    pub(crate) fn ranges(&self) -> Vec<(u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for byte in (0..=255u8).filter(|&byte| self.contains(byte)) {
            match runs.last_mut() {
                Some((_, end)) if usize::from(*end) + 1 == usize::from(byte) => *end = byte,
                _ => runs.push((byte, byte)),
            }
        }
        runs
    }
}
