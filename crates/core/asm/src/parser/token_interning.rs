//! Pieces of the source as keys of tables: hashed and compared a word at a time.

use hashbrown::HashTable;
use terrace_ir::{Attr, AttrData, Context, NamedAttr, OptionalAttr, Str, Type};

/// Up to eight bytes of the source as a number.
#[inline]
pub(crate) fn word(src: &[u8], at: usize, len: usize) -> u64 {
    debug_assert!(0 < len && len <= 8);
    if let Some(bytes) = src.get(at..at + 8) {
        let bytes: [u8; 8] = bytes.try_into().expect("it has eight bytes");
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

/// A cache entry: position and length of a text (length zero: empty), its key, and its meaning.
type Long<T> = (u32, u32, u32, T);

/// A direct-mapped cache of the meanings of texts longer than a word.
///
/// An entry has two possible slots; a newer one evicts an older one. On frequent evictions the cache grows,
/// up to a size that still fits the processor's cache.
#[derive(Clone)]
pub(crate) struct LongTexts<T> {
    slots: Vec<Long<T>>,
    /// The number of evictions since the cache last grew.
    lost: usize,
}

impl<T> Default for LongTexts<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), lost: 0 }
    }
}

impl<T: Copy> LongTexts<T> {
    /// The length of the prefix that a key may depend on, in bytes.
    const KEYED: usize = 256;
    /// The longest text that is kept.
    const LONGEST: usize = 1 << 16;
    const FEWEST: usize = 128;
    const MOST: usize = 1 << 14;

    /// The key of the text at this position: a hash of the text up to its first closing bracket, or of its
    /// beginning. `None` at the end of the source.
    #[inline]
    pub(crate) fn key(src: &[u8], start: u32, close: u8) -> Option<u32> {
        let text = &src[start as usize..];
        let text = &text[..text.len().min(Self::KEYED)];
        // The head of an arrow closes nothing.
        let closes = |&at: &usize| at == 0 || text[at - 1] != b'-';
        let len = memchr::memchr_iter(close, text)
            .find(closes)
            .or((text.len() == Self::KEYED).then_some(text.len()))?;
        Some(hash_text(src, (start, len as u32)))
    }

    /// Returns the cached meaning of the text at `start`, and where the text ends.
    #[inline]
    pub(crate) fn find(&self, src: &[u8], start: u32, key: u32) -> Option<(T, u32)> {
        let at = key as usize & self.slots.len().wrapping_sub(1);
        let text = &src[start as usize..];
        let same = |&&(known, len, other, _): &&Long<T>| {
            other == key && len > 0 && text.starts_with(&src[known as usize..(known + len) as usize])
        };
        let found = self.slots.get(at).filter(same).or_else(|| self.slots.get(at ^ 1).filter(same))?;
        Some((found.3, start + found.1))
    }

    /// Records the meaning of a text, which must not depend on the following text.
    pub(crate) fn insert(&mut self, src: &[u8], start: u32, end: u32, key: u32, meaning: T) {
        let len = end - start;
        if len as usize > Self::LONGEST || end as usize > src.len() {
            return;
        }
        if self.slots.is_empty() || self.lost > self.slots.len() / 2 && self.slots.len() < Self::MOST {
            let more = (4 * self.slots.len()).clamp(Self::FEWEST, Self::MOST);
            let before = std::mem::replace(&mut self.slots, vec![(0, 0, 0, meaning); more]);
            for entry in before.into_iter().filter(|entry| entry.1 > 0) {
                self.put(entry);
            }
            self.lost = 0;
        }
        self.put((start, len, key, meaning));
    }

    fn put(&mut self, entry: Long<T>) {
        let at = entry.2 as usize & (self.slots.len() - 1);
        let older = std::mem::replace(&mut self.slots[at], entry);
        if older.1 > 0 {
            let oldest = std::mem::replace(&mut self.slots[at ^ 1], older);
            self.lost += usize::from(oldest.1 > 0);
        }
    }

    /// Clears the cache.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Attributes of small integers, by type and value; a newer one takes an older one's place.
#[derive(Clone, Default)]
pub(crate) struct Integers {
    /// Empty until there is one.
    slots: Vec<(Type, u64, Attr)>,
}

impl Integers {
    const SLOTS: usize = 1024;

    #[inline]
    fn slot(ty: Type, value: u64) -> usize {
        (value as usize).wrapping_add(37 * ty.as_u32() as usize) % Self::SLOTS
    }

    /// The attribute, if it is interned.
    #[inline]
    pub(crate) fn find(&self, ty: Type, value: u64) -> Option<Attr> {
        let &(known, number, attr) = self.slots.get(Self::slot(ty, value))?;
        (known == ty && number == value && attr != Attr::NULL).then_some(attr)
    }

    /// Records an attribute.
    pub(crate) fn insert(&mut self, ty: Type, value: u64, attr: Attr) {
        if self.slots.is_empty() {
            self.slots = vec![(Type::NONE, 0, Attr::NULL); Self::SLOTS];
        }
        self.slots[Self::slot(ty, value)] = (ty, value, attr);
    }
}

/// The orders in which some lists of names are sorted; a newer one takes an older one's place.
#[derive(Clone, Default)]
pub(crate) struct Orders {
    slots: Vec<Option<(Box<[Str]>, Box<[u8]>)>>,
}

impl Orders {
    const SLOTS: usize = 64;

    /// A dictionary of these entries.
    pub(crate) fn dict(&mut self, cx: &Context, entries: &[NamedAttr]) -> Attr {
        match entries.len() {
            0 => return Attr::EMPTY_DICT,
            1 => return cx.attr(AttrData::Dict(entries.into())),
            2..=64 => {}
            _ => return cx.dict(entries.to_vec()),
        }
        let hash = entries
            .iter()
            .fold(0u32, |hash, entry| (hash.rotate_left(5) ^ entry.0.as_u32()).wrapping_mul(0x9E37_79B9));
        if self.slots.is_empty() {
            self.slots = vec![None; Self::SLOTS];
        }
        let slot = &mut self.slots[(hash >> 26) as usize];
        if let Some((names, order)) = slot
            && names.len() == entries.len()
            && names.iter().zip(entries).all(|(&name, entry)| name == entry.0)
        {
            let sorted = order.iter().map(|&at| entries[at as usize]).collect();
            return cx.attr(AttrData::Dict(sorted));
        }
        let dict = cx.dict(entries.to_vec());
        let sorted = dict.optional_entries(cx);
        // Two entries of one name are for the context to sort out.
        if sorted.len() == entries.len() {
            let place = |name| {
                let at = entries.iter().position(|entry| entry.0 == name);
                at.expect("a sorted dictionary has the names of its entries") as u8
            };
            let order = sorted.iter().map(|entry| place(entry.0)).collect();
            *slot = Some((entries.iter().map(|entry| entry.0).collect(), order));
        }
        dict
    }
}

/// A map from texts of the source to their meanings.
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
    /// Returns the meaning of the text.
    #[inline]
    pub(crate) fn get(&self, src: &[u8], text: (u32, u32)) -> Option<T> {
        let hash = spread(hash_text(src, text));
        self.table.find(hash, |&(start, len, _)| same_text(src, (start, len), text)).map(|entry| entry.2)
    }

    /// Adds the meaning of a new text.
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
        let key = |at| LongTexts::<u32>::key(src, at, b'>');
        let find = |texts: &LongTexts<u32>, at| key(at).and_then(|key| texts.find(src, at, key));
        texts.insert(src, 0, 15, key(0).unwrap_or(0), 1);
        assert_eq!(find(&texts, 34), Some((1, 49)));
        assert_eq!(find(&texts, 17), None);
        assert_eq!(find(&texts, 49), None);
        texts.insert(src, 17, 32, key(17).unwrap_or(0), 2);
        assert_eq!(find(&texts, 17), Some((2, 32)));
        texts.clear();
        assert_eq!(find(&texts, 17), None);
    }

    #[test]
    fn there_are_made_places_for_many_texts() {
        let src: String = (0..1000).map(|i| format!("<{i:4}>")).collect();
        let src = src.as_bytes();
        let mut texts = LongTexts::default();
        for turn in 0..4 {
            let mut found = 0;
            for i in 0..1000u32 {
                let key = LongTexts::<u32>::key(src, 6 * i, b'>').unwrap_or(0);
                match texts.find(src, 6 * i, key) {
                    Some(known) => {
                        assert_eq!(known, (i, 6 * i + 6));
                        found += 1;
                    }
                    None => texts.insert(src, 6 * i, 6 * i + 6, key, i),
                }
            }
            assert!(turn < 3 || found > 600, "{found}");
        }
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
