//! Pieces of the source as keys of tables: hashed and compared a word at a time.

use hashbrown::HashTable;

/// Up to eight bytes of the source as a number.
#[inline]
pub(crate) fn word(src: &[u8], at: usize, len: usize) -> u64 {
    debug_assert!(0 < len && len <= 8);
    if let Some(bytes) = src.get(at..at + 8) {
        let bytes: [u8; 8] = bytes.try_into().unwrap_or_default();
        return u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * len));
    }
    src[at..at + len].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A hash of the text that starts at a byte and has this length.
#[inline]
pub(crate) fn hash_text(src: &[u8], text: (u32, u32)) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let (mut at, mut left) = (text.0 as usize, text.1 as usize);
    let mut hash = u64::from(text.1);
    while left > 8 {
        hash = (hash.rotate_left(5) ^ word(src, at, 8)).wrapping_mul(K);
        at += 8;
        left -= 8;
    }
    if left > 0 {
        hash = (hash.rotate_left(5) ^ word(src, at, left)).wrapping_mul(K);
    }
    // The upper bytes of a word reach the upper bits alone; a second turn brings them to all that are kept.
    ((hash ^ hash >> 32).wrapping_mul(K) >> 32) as u32
}

/// Whether two texts are the same.
#[inline]
pub(crate) fn same_text(src: &[u8], a: (u32, u32), b: (u32, u32)) -> bool {
    if a.1 != b.1 {
        return false;
    }
    let (a_at, b_at, mut left) = (a.0 as usize, b.0 as usize, a.1 as usize);
    let mut done = 0;
    while left > 8 {
        if word(src, a_at + done, 8) != word(src, b_at + done, 8) {
            return false;
        }
        done += 8;
        left -= 8;
    }
    left == 0 || word(src, a_at + done, left) == word(src, b_at + done, left)
}

/// A table takes its tag from the top bits and its bucket from the low ones.
#[inline]
pub(crate) fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

/// How many long texts are kept.
const SLOTS: usize = 128;

/// Where some texts that are longer than a word were read, and what came of it.
#[derive(Clone)]
pub(crate) struct LongTexts<T> {
    /// Start, length and meaning, by what stands before the first closing bracket; a newer text takes an older
    /// one's place.
    slots: [Option<(u32, u32, T)>; SLOTS],
}

impl<T: Copy> Default for LongTexts<T> {
    fn default() -> Self {
        Self { slots: [None; SLOTS] }
    }
}

impl<T: Copy> LongTexts<T> {
    const LONGEST: usize = 256;

    fn slot(src: &[u8], start: u32) -> Option<usize> {
        let text = &src[start as usize..];
        let text = &text[..text.len().min(Self::LONGEST)];
        // The head of an arrow closes nothing.
        let closes = |&at: &usize| at == 0 || text[at - 1] != b'-';
        let len = memchr::memchr_iter(b'>', text).find(closes)?;
        Some(hash_text(src, (start, len as u32)) as usize % SLOTS)
    }

    /// What the text at this place was found to mean, and where it ends.
    #[inline]
    pub(crate) fn find(&self, src: &[u8], start: u32) -> Option<(T, u32)> {
        let (known, len, meaning) = self.slots[Self::slot(src, start)?]?;
        let text = &src[known as usize..(known + len) as usize];
        src[start as usize..].starts_with(text).then_some((meaning, start + len))
    }

    /// Keeps what a text means, which must not depend on what follows it.
    pub(crate) fn insert(&mut self, src: &[u8], start: u32, end: u32, meaning: T) {
        if (end - start) as usize <= Self::LONGEST
            && let Some(slot) = Self::slot(src, start)
        {
            self.slots[slot] = Some((start, end - start, meaning));
        }
    }
}

/// What texts of the source stand for.
#[derive(Clone)]
pub(crate) struct Words<T> {
    /// Start, length and meaning.
    table: HashTable<(u32, u32, T)>,
}

impl<T> Default for Words<T> {
    fn default() -> Self {
        Self { table: HashTable::new() }
    }
}

impl<T: Copy> Words<T> {
    /// What the text stands for.
    #[inline]
    pub(crate) fn get(&self, src: &[u8], text: (u32, u32)) -> Option<T> {
        let hash = spread(hash_text(src, text));
        self.table.find(hash, |&(start, len, _)| same_text(src, (start, len), text)).map(|entry| entry.2)
    }

    /// Lets a text that is new stand for something.
    pub(crate) fn insert(&mut self, src: &[u8], text: (u32, u32), meaning: T) {
        let rehash = |&(start, len, _): &(u32, u32, T)| spread(hash_text(src, (start, len)));
        self.table.insert_unique(spread(hash_text(src, text)), (text.0, text.1, meaning), rehash);
    }
}

#[cfg(test)]
mod tests {
    use super::{LongTexts, hash_text, same_text};

    #[test]
    fn long_texts_are_found_again_and_others_are_not() {
        let src = b"map<(a) -> (b)>, map<(a) -> (c)>, map<(a) -> (b)>";
        let mut texts = LongTexts::default();
        texts.insert(src, 0, 15, 1);
        assert_eq!(texts.find(src, 34), Some((1, 49)));
        assert_eq!(texts.find(src, 17), None);
        assert_eq!(texts.find(src, 49), None);
        texts.insert(src, 17, 32, 2);
        assert_eq!(texts.find(src, 17), Some((2, 32)));
    }

    #[test]
    fn words_are_cut_where_the_text_ends() {
        let src = b"%abcdefghij %abcdefghik %abcdefghij";
        let texts = [(0, 11), (12, 11), (24, 11)];
        let [first, other, again] = texts.map(|text| hash_text(src, text));
        assert_eq!(first, again);
        assert_ne!(first, other);
        assert!(same_text(src, texts[0], texts[2]));
        assert!(!same_text(src, texts[0], texts[1]));
        assert!(same_text(src, (0, 10), (12, 10)));
        assert!(!same_text(src, (0, 10), (12, 11)));
        assert!(same_text(src, (0, 0), (5, 0)));
        assert_eq!(hash_text(b"%ab", (0, 3)), hash_text(b"%ab.......", (0, 3)));
    }
}
