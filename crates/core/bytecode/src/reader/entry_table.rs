//! The positions of the attributes or types of a file. The file has sizes, which are summed when an entry is
//! looked up, from the nearest recorded position.

use std::cell::Cell;

use super::cursor::{Cursor, Outcome};
use super::file::{FileEntry, Span};

/// The position of every `STRIDE`th entry of a group is kept.
const STRIDE: usize = 64;
/// The number of one-byte sizes that are summed together.
const WORD: usize = 8;

/// Entries of one dialect, one after the other.
struct EntryGroup {
    first: usize,
    dialect: u32,
    /// The first of its places.
    place: usize,
}

/// The offsets of an entry's size and data in the file.
struct EntryPlace {
    size: u32,
    data: u32,
}

/// The entries of a table.
#[derive(Default)]
pub(crate) struct EntryTable {
    len: usize,
    groups: Vec<EntryGroup>,
    places: Vec<EntryPlace>,
    /// The entry after the one that was looked for last: its number, and where its size and its data are.
    next: Cell<(usize, u32, u32)>,
}

/// A byte of one at each place.
const ONES: u64 = 0x0101_0101_0101_0101;

const PAST_END: &str = "Attribute or Type entry offset points past the end of section";

/// Returns the sum of the bytes.
#[inline]
fn sum_of_bytes(bytes: u64) -> u64 {
    const LOW: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (bytes & LOW) + (bytes >> 8 & LOW);
    // They add up in the highest sixteen bits.
    pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// Returns the sum of sizes of a byte each, in the order of the file.
#[inline]
fn sum_of_sizes(sizes: u64) -> usize {
    sum_of_bytes(sizes >> 2 & (0x3f * ONES)) as usize
}

/// An encoding that is looked for.
struct Wanted<'w> {
    encoding: &'w [u8],
    /// Its encoded size, if that takes a byte, as most do.
    size: Option<u8>,
    /// A byte of it for each of a word.
    sizes: u64,
    /// Its first bytes, and a mask of as many.
    start: u64,
    mask: u64,
}

impl<'w> Wanted<'w> {
    fn new(encoding: &'w [u8]) -> Self {
        let size = u8::try_from((encoding.len() as u64) << 2 | 0b11).ok();
        let (mut start, mut mask) = ([0; WORD], [0; WORD]);
        for (at, &byte) in encoding.iter().take(WORD).enumerate() {
            (start[at], mask[at]) = (byte, 0xff);
        }
        let sizes = u64::from(size.unwrap_or(0)) * ONES;
        Self { encoding, size, sizes, start: u64::from_le_bytes(start), mask: u64::from_le_bytes(mask) }
    }

    /// Calls back with each entry of these sizes that is the encoding.
    #[inline]
    fn find_in(&self, sizes: u64, bytes: &[u8], mut found: impl FnMut(usize)) {
        let mut alike = zero_bytes(sizes ^ self.sizes);
        while alike != 0 {
            let nth = alike.trailing_zeros() / 8;
            let before = sizes & !(u64::MAX << (8 * nth));
            // The lowest byte is zero, those after it may seem to be.
            let start = sum_of_sizes(before);
            let len = ((sizes >> (8 * nth) & 0xff) >> 2) as usize;
            if len == self.encoding.len() && self.is(&bytes[start..], len) {
                found(nth as usize);
            }
            alike &= alike - 1;
        }
    }

    #[inline]
    fn is(&self, bytes: &[u8], len: usize) -> bool {
        match bytes.first_chunk() {
            Some(&word) if (u64::from_le_bytes(word) ^ self.start) & self.mask != 0 => false,
            _ => &bytes[..len] == self.encoding,
        }
    }
}

/// Returns the highest bit of each byte that is zero; of a byte after such a one, it may be set as well.
#[inline]
fn zero_bytes(bytes: u64) -> u64 {
    bytes.wrapping_sub(ONES) & !bytes & (0x80 * ONES)
}

/// Reads the head of a group: its dialect, and how many entries it has.
type GroupHead<'f> = &'f dyn Fn(&mut Cursor<'_>) -> Outcome<(u32, u64)>;

impl EntryTable {
    /// Reads the sizes of `count` entries, whose data follow each other from `data` on. Calls `found` with the number of
    /// each entry that is encoded as `wanted`.
    pub(crate) fn read(
        count: u64,
        offsets: &mut Cursor<'_>,
        data: &mut Cursor<'_>,
        group: GroupHead<'_>,
        wanted: Option<&[u8]>,
        mut found: impl FnMut(usize),
    ) -> Outcome<Self> {
        let mut table = Self::default();
        let all = data.rest();
        let (base, mut start) = (data.offset(), 0);
        let wanted = wanted.map(Wanted::new);
        while (table.len as u64) < count {
            let (dialect, len) = group(offsets)?;
            table.groups.push(EntryGroup { first: table.len, dialect, place: table.places.len() });
            let mut at = 0;
            while at < len {
                table.places.push(EntryPlace { size: offsets.offset() as u32, data: (base + start) as u32 });
                let mut left = (len - at).min(STRIDE as u64) as usize;
                at += left as u64;
                while left > 0 {
                    if wanted.as_ref().is_none_or(|wanted| wanted.size.is_some()) {
                        let words = offsets.rest().chunks_exact(WORD).take(left / WORD);
                        let mut passed = 0;
                        for word in words.map_while(|word| word.first_chunk().copied()) {
                            let sizes = u64::from_le_bytes(word);
                            let end = start + sum_of_sizes(sizes);
                            if sizes & ONES != ONES || end > all.len() {
                                break;
                            }
                            if let Some(wanted) = &wanted {
                                let nth = table.len + passed;
                                wanted.find_in(sizes, &all[start..end], |at| found(nth + at));
                            }
                            start = end;
                            passed += WORD;
                        }
                        offsets.take(passed as u64)?;
                        table.len += passed;
                        left -= passed;
                        if left == 0 {
                            break;
                        }
                    }
                    let (size, encoded) = offsets.varint_with_flag()?;
                    let Some(bytes) =
                        usize::try_from(size).ok().and_then(|size| all.get(start..)?.get(..size))
                    else {
                        return Err(offsets.error(PAST_END));
                    };
                    if encoded && wanted.as_ref().is_some_and(|wanted| wanted.encoding == bytes) {
                        found(table.len);
                    }
                    start += bytes.len();
                    table.len += 1;
                    left -= 1;
                }
            }
        }
        data.take(start as u64)?;
        if table.len as u64 > count {
            return Err(offsets.error("a group has more attributes or types than there are"));
        }
        Ok(table)
    }

    /// Returns how many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns an entry; `file` is the whole file.
    pub(crate) fn get(&self, file: &[u8], number: usize) -> FileEntry {
        let group = match &self.groups[..] {
            [only] => only,
            groups => &groups[groups.partition_point(|group| group.first <= number) - 1],
        };
        let before = number - group.first;
        let (next, next_size, next_data) = self.next.get();
        let place = &self.places[group.place + before / STRIDE];
        let (mut at, mut start, mut skipped) = match next == number && before > 0 {
            true => (next_size as usize, next_data, 0),
            false => (place.size as usize, place.data, before % STRIDE),
        };
        while skipped >= WORD
            && let Some(&sizes) = file[at..].first_chunk()
            && let sizes = u64::from_le_bytes(sizes)
            && sizes & ONES == ONES
        {
            start += sum_of_sizes(sizes) as u32;
            (at, skipped) = (at + WORD, skipped - WORD);
        }
        let mut size_at = || {
            if let Some(&byte) = file.get(at).filter(|&&byte| byte & 1 != 0) {
                at += 1;
                return (u64::from(byte >> 2), byte & 2 != 0);
            }
            let mut size = Cursor::new(&file[at..], at);
            let read = size.varint_with_flag().expect("the sizes of all entries were read before");
            at = size.offset();
            read
        };
        for _ in 0..skipped {
            start += size_at().0 as u32;
        }
        let (size, encoded) = size_at();
        self.next.set((number + 1, at as u32, start + size as u32));
        FileEntry { dialect: group.dialect, encoded, data: Span::new(start, size as u32) }
    }

    /// Calls back with the number of each entry in an encoding of a dialect, a cursor where it begins and the position where
    /// it ends, in order, until that is false; `file` is the whole file.
    #[inline]
    pub(crate) fn for_each_encoded<'f>(
        &self,
        file: &'f [u8],
        dialect: u32,
        mut each: impl FnMut(usize, Cursor<'f>, usize) -> bool,
    ) {
        for (at, group) in self.groups.iter().enumerate().filter(|(_, group)| group.dialect == dialect) {
            let end = self.groups.get(at + 1).map_or(self.len, |next| next.first);
            let Some(place) = self.places.get(group.place).filter(|_| end > group.first) else { continue };
            let mut sizes = Cursor::new(&file[place.size as usize..], place.size as usize);
            let mut start = place.data as usize;
            for number in group.first..end {
                // All were read once.
                let Ok((size, encoded)) = sizes.varint_with_flag() else { return };
                let end = start + size as usize;
                if encoded && !each(number, Cursor::new(&file[start..], start), end) {
                    return;
                }
                start = end;
            }
        }
    }

    /// Returns all entries in order.
    pub(crate) fn iter<'t>(&'t self, file: &'t [u8]) -> impl Iterator<Item = FileEntry> + 't {
        (0..self.len).map(|number| self.get(file, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::emitter::push_varint;

    #[test]
    fn entries_of_all_sizes_are_where_they_are() {
        let sizes: Vec<u64> =
            (0..1000u64).map(|at| at * at % 67 + if at % 41 == 0 { 300 } else { 0 }).collect();
        let mut file = Vec::new();
        for (group, sizes) in sizes.chunks(333).enumerate() {
            push_varint(&mut file, group as u64);
            push_varint(&mut file, sizes.len() as u64);
            for (at, &size) in sizes.iter().enumerate() {
                push_varint(&mut file, size << 1 | u64::from(at % 3 != 0));
            }
        }
        let head = file.len();
        let mut starts = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            starts.push(file.len());
            file.extend(std::iter::repeat_n(at as u8, size as usize));
        }
        let group = |cursor: &mut Cursor<'_>| Ok((cursor.varint()? as u32, cursor.varint()?));
        for wanted in [None, Some(vec![77u8; sizes[77] as usize])] {
            let mut found = Vec::new();
            let table = EntryTable::read(
                1000,
                &mut Cursor::new(&file[..head], 0),
                &mut Cursor::new(&file[head..], head),
                &group,
                wanted.as_deref(),
                |number| found.push(number),
            )
            .expect("the table is right");
            // In order, backwards and here and there.
            for at in (0..1000).chain((0..1000).rev()).chain((0..1000).map(|at| at * 37 % 1000)) {
                let entry = table.get(&file, at);
                let start = starts[at];
                assert_eq!(
                    (entry.data.range(), entry.dialect),
                    (start..start + sizes[at] as usize, at as u32 / 333)
                );
            }
            let same = |at: &usize| wanted.as_deref() == Some(&file[starts[*at]..][..sizes[*at] as usize]);
            let encoded = |at: &usize| !(at % 333).is_multiple_of(3);
            assert_eq!(found, (0..1000).filter(|at| same(at) && encoded(at)).collect::<Vec<_>>());
        }
    }
}
