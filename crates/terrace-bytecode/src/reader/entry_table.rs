//! The attributes or types of a file: where each is. Sizes are in the file, and added up when an entry is looked for, from the
//! nearest of some whose places are kept.

use super::cursor::{Cursor, Outcome};
use super::file::{FileEntry, Span};

/// Of so many entries of a group, the place of one is kept.
const STRIDE: usize = 8;

/// Entries of one dialect, one after the other.
struct EntryGroup {
    first: usize,
    dialect: u32,
    /// The first of its places.
    place: usize,
}

/// Where in the file the size of an entry is, and its data.
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
        while (table.len as u64) < count {
            let (dialect, len) = group(offsets)?;
            table.groups.push(EntryGroup { first: table.len, dialect, place: table.places.len() });
            for at in 0..len {
                if at as usize % STRIDE == 0 {
                    table
                        .places
                        .push(EntryPlace { size: offsets.offset() as u32, data: data.offset() as u32 });
                }
                let (size, encoded) = offsets.varint_with_flag()?;
                if size > data.remaining() as u64 {
                    return Err(
                        offsets.error("Attribute or Type entry offset points past the end of section")
                    );
                }
                let bytes = data.take(size)?;
                if encoded && wanted.is_some_and(|wanted| wanted == bytes) {
                    found(table.len);
                }
                table.len += 1;
            }
        }
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
        let place = &self.places[group.place + before / STRIDE];
        let mut sizes = Cursor::new(&file[place.size as usize..], place.size as usize);
        let mut start = place.data;
        // All were read once.
        let mut next = || sizes.varint_with_flag().unwrap_or_default();
        for _ in 0..before % STRIDE {
            start += next().0 as u32;
        }
        let (size, encoded) = next();
        FileEntry { dialect: group.dialect, encoded, data: Span::new(start, size as u32) }
    }

    /// Returns all entries in order.
    pub(crate) fn iter<'t>(&'t self, file: &'t [u8]) -> impl Iterator<Item = FileEntry> + 't {
        (0..self.len).map(|number| self.get(file, number))
    }
}
