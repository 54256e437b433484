//! The content of files.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
#[cfg(unix)]
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The bytes of a file: copied, or, of a large one, seen in place.
pub struct Content(Bytes);

enum Bytes {
    Read(Vec<u8>),
    #[cfg(unix)]
    Mapped(Arc<memmap2::Mmap>),
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Read(bytes) => bytes,
            #[cfg(unix)]
            Bytes::Mapped(map) => map,
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::Read(bytes))
    }
}

/// A file shorter than this is copied.
#[cfg(unix)]
const MAP_FROM: u64 = 1 << 20;

/// A file of at least this size is not loaded as a whole: large parts of it may be constants that are passed once.
#[cfg(unix)]
const SPARSE_FROM: u64 = 64 << 20;

/// The files that are seen in place.
#[cfg(unix)]
static MAPPED: Mutex<Vec<Weak<memmap2::Mmap>>> = Mutex::new(Vec::new());

#[cfg(unix)]
impl Bytes {
    fn mapped(map: memmap2::Mmap) -> Self {
        let map = Arc::new(map);
        let mut mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        mapped.retain(|map| map.strong_count() > 0);
        mapped.push(Arc::downgrade(&map));
        Self::Mapped(map)
    }
}

/// Releases the memory of mapped bytes; they are loaded again on the next access. Does nothing for other bytes.
pub fn release(bytes: &[u8]) {
    #[cfg(unix)]
    {
        let within = bytes.as_ptr_range();
        let mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        for map in mapped.iter().filter_map(Weak::upgrade) {
            let whole = map.as_ptr_range();
            if whole.start <= within.start && within.end <= whole.end {
                let offset = within.start as usize - whole.start as usize;
                let advice = memmap2::UncheckedAdvice::DontNeed;
                // SAFETY: there are no writes to the mapping, so that its pages have the bytes of the file
                // when they are loaded again. It stays mapped, since `map` owns it.
                let _ = unsafe { map.unchecked_advise_range(advice, offset, bytes.len()) };
            }
        }
    }
    let _ = bytes;
}

/// Returns whether the bytes contain a text, which is not empty. Mapped bytes do not stay in memory for it if they are many.
pub fn contains(bytes: &[u8], text: &[u8]) -> bool {
    const PART: usize = 16 << 20;
    let finder = memchr::memmem::Finder::new(text);
    (0..bytes.len()).step_by(PART).any(|start| {
        // What begins in the part may end after it.
        let part = &bytes[start..bytes.len().min(start + PART + text.len() - 1)];
        let found = finder.find(part).is_some();
        if part.len() >= PART {
            release(part);
        }
        found
    })
}

/// Reads a file. With `in_place`, which promises that the caller does not write to the file while it holds the
/// content, a large one is not copied: as for every tool that does so, no other program may cut it short.
///
/// # Errors
///
/// If the file cannot be read.
pub fn read(path: &Path, in_place: bool) -> io::Result<Content> {
    read_as(path, in_place, true)
}

/// Maps a file of which little is accessed, with the promise of [`read`]: pages that are not accessed are not loaded.
///
/// # Errors
///
/// If the file cannot be read.
pub fn read_sparsely(path: &Path) -> io::Result<Content> {
    read_as(path, true, false)
}

fn read_as(path: &Path, in_place: bool, populate: bool) -> io::Result<Content> {
    let mut file = File::open(path)?;
    let known = file.metadata()?;
    #[cfg(unix)]
    if in_place && known.is_file() && known.len() >= MAP_FROM {
        // SAFETY: the mapping is private and read only, and the caller has promised to leave the file alone.
        let map = unsafe {
            let mut options = memmap2::MmapOptions::new();
            if populate && known.len() < SPARSE_FROM { options.populate() } else { &mut options }.map(&file)
        };
        if let Ok(map) = map {
            return Ok(Content(Bytes::mapped(map)));
        }
    }
    let _ = (in_place, populate);
    let mut bytes = Vec::with_capacity(usize::try_from(known.len()).map_or(0, |len| len + 1));
    file.read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// Whether two paths lead to one file; true if unknown.
pub fn is_same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (Ok(a), Ok(b)) = (a.metadata(), b.metadata()) else { return false };
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (a, b);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_files_are_read_alike() -> io::Result<()> {
        let dir = std::env::temp_dir();
        for len in [0, 100, 3 << 20] {
            let path = dir.join(format!("terrace-content-{}-{len}", std::process::id()));
            let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            std::fs::write(&path, &bytes)?;
            let found = [true, false].map(|in_place| read(&path, in_place).map(|c| c.as_ref() == bytes));
            std::fs::remove_file(&path)?;
            for same in found {
                assert!(same?);
            }
        }
        assert!(read(&dir, true).is_err());
        Ok(())
    }

    #[test]
    fn texts_are_found_across_parts() {
        let mut bytes = vec![b'-'; 33 << 20];
        assert!(!contains(&bytes, b"ab") && !contains(&[], b"ab"));
        for at in [0, 100, (16 << 20) - 1, 16 << 20, (32 << 20) - 1, (33 << 20) - 2] {
            bytes[at..at + 2].copy_from_slice(b"ab");
            assert!(contains(&bytes, b"ab"), "{at}");
            assert!(!contains(&bytes, b"aba"));
            bytes[at..at + 2].fill(b'-');
        }
    }

    #[test]
    fn released_bytes_are_what_they_were() -> io::Result<()> {
        let path = std::env::temp_dir().join(format!("terrace-released-{}", std::process::id()));
        let bytes: Vec<u8> = (0..3 << 20).map(|i| (i % 251) as u8).collect();
        std::fs::write(&path, &bytes)?;
        let content = read(&path, true);
        std::fs::remove_file(&path)?;
        let content = content?;
        release(&content.as_ref()[100..2 << 20]);
        release(&bytes);
        assert!(content.as_ref() == bytes);
        Ok(())
    }
}
