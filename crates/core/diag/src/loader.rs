//! Text of files that locations name and the run has no buffer of.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::{Buffer, SourceMap};

/// Finds the text after a location's file name: a buffer of the run, else a file on disk.
#[derive(Debug, Default)]
pub struct FileLoader {
    disk: bool,
    loaded: SourceMap,
    large: FxHashMap<String, LargeFile>,
    missing: FxHashSet<String>,
}

/// Of a file with more bytes, only the lines that are asked for are kept in memory.
const LARGE: u64 = 1 << 20;

impl FileLoader {
    /// A loader that opens files it has no buffer for, relative to the current directory.
    pub fn from_disk() -> Self {
        FileLoader { disk: true, ..Self::default() }
    }

    /// A loader that knows the buffers of the run alone.
    pub fn buffers_only() -> Self {
        Self::default()
    }

    /// The buffer after a name, loaded at most once.
    pub fn lookup<'a>(&'a mut self, sources: &'a SourceMap, name: &str) -> Option<&'a Buffer> {
        if let Some(id) = sources.find(name) {
            return Some(sources.buffer(id));
        }
        if self.loaded.find(name).is_none() {
            self.open(name)?;
            // A name whose file was deleted since is missing from now on.
            let loaded = std::fs::read(name).ok().and_then(|bytes| self.loaded.add(name, bytes).ok());
            if loaded.is_none() {
                self.missing.insert(name.to_owned());
            }
        }
        self.loaded.find(name).map(|id| self.loaded.buffer(id))
    }

    /// A buffer after a name that has at least these lines, as far as the file has them; numbers of lines and columns are
    /// those of the file, offsets need not be.
    pub fn lookup_lines<'a>(
        &'a mut self,
        sources: &'a SourceMap,
        name: &str,
        lines: RangeInclusive<u32>,
    ) -> Option<&'a Buffer> {
        if sources.find(name).is_some() || self.loaded.find(name).is_some() {
            return self.lookup(sources, name);
        }
        if !self.large.contains_key(name) {
            let (file, len) = self.open(name)?;
            if len <= LARGE {
                return self.lookup(sources, name);
            }
            self.large.insert(name.to_owned(), LargeFile::new(file));
        }
        let large = self.large.get_mut(name)?;
        // A file that cannot be read any more has no lines.
        large.load(name, lines).ok()?;
        large.window.as_ref().map(|(_, buffer)| buffer)
    }

    /// Opens a file and returns its length; remembers which names are of no file.
    fn open(&mut self, name: &str) -> Option<(File, u64)> {
        if !self.disk || self.missing.contains(name) {
            return None;
        }
        // Names come from the input: a device or a pipe must not block the tool.
        let known = std::fs::metadata(name).ok().filter(std::fs::Metadata::is_file);
        let opened = known.and_then(|known| Some((File::open(name).ok()?, known.len())));
        if opened.is_none() {
            self.missing.insert(name.to_owned());
        }
        opened
    }
}

/// A file of which some lines are in memory. It is read rather than mapped, since the run itself, or another program, may
/// write to it meanwhile.
#[derive(Debug)]
struct LargeFile {
    file: File,
    /// For each block from the first one on, as far as was asked for: the number of newlines up to its end.
    newlines: Vec<u64>,
    /// Whether these blocks are all.
    complete: bool,
    /// The last lines that were asked for, and their text.
    window: Option<(RangeInclusive<u32>, Buffer)>,
}

/// The number of bytes that are read at once.
const BLOCK: usize = 1 << 16;

impl LargeFile {
    fn new(file: File) -> Self {
        LargeFile { file, newlines: Vec::new(), complete: false, window: None }
    }

    /// Loads lines into the window, unless it has them; it is empty if there is none of them.
    fn load(&mut self, name: &str, lines: RangeInclusive<u32>) -> io::Result<()> {
        let (first, last) = (*lines.start().max(&1), *lines.end());
        if self.window.as_ref().is_some_and(|(has, _)| *has.start() <= first && last <= *has.end()) {
            return Ok(());
        }
        self.window = None;
        let mut block = vec![0; BLOCK];
        self.count_newlines(u64::from(last), &mut block)?;
        let (skipped, wanted) = (u64::from(first) - 1, u64::from(last));
        // The first block after which as many newlines were met as are before the first line.
        let at = self.newlines.partition_point(|&met| met < skipped);
        let mut met = at.checked_sub(1).map_or(0, |before| self.newlines[before]);
        self.file.seek(SeekFrom::Start((at * BLOCK) as u64))?;
        let mut text = Vec::new();
        loop {
            let len = fill(&mut self.file, &mut block)?;
            let mut rest = &block[..len];
            while met < skipped
                && let Some(newline) = memchr::memchr(b'\n', rest)
            {
                met += 1;
                rest = &rest[newline + 1..];
            }
            if met >= skipped && met < wanted {
                let left = wanted - met;
                let end = memchr::memchr_iter(b'\n', rest).inspect(|_| met += 1).nth((left - 1) as usize);
                text.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            }
            if len < BLOCK || met >= wanted {
                break;
            }
        }
        if met >= skipped && u32::try_from(text.len()).is_ok() {
            self.window = Some((first..=last, Buffer::new(name.into(), text, 0, first)));
        }
        Ok(())
    }

    /// Counts newlines until as many are found, or the file ends.
    fn count_newlines(&mut self, wanted: u64, block: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start((self.newlines.len() * BLOCK) as u64))?;
        while !self.complete && self.newlines.last().is_none_or(|&found| found < wanted) {
            let len = fill(&mut self.file, block)?;
            self.complete = len < BLOCK;
            let found = memchr::memchr_iter(b'\n', &block[..len]).count() as u64;
            self.newlines.push(self.newlines.last().unwrap_or(&0) + found);
        }
        Ok(())
    }
}

/// Reads until the block is full or the file ends.
fn fill(file: &mut File, block: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < block.len() {
        match file.read(&mut block[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_buffers_first_and_of_regular_files_then() {
        let mut map = SourceMap::new();
        map.add("a", b"x\n".to_vec()).unwrap();
        assert!(FileLoader::buffers_only().lookup(&map, "a").is_some());
        assert!(FileLoader::buffers_only().lookup(&map, "Cargo.toml").is_none());
        assert!(FileLoader::buffers_only().lookup_lines(&map, "Cargo.toml", 1..=1).is_none());
        assert!(FileLoader::from_disk().lookup(&map, "Cargo.toml").is_some());
        assert!(FileLoader::from_disk().lookup_lines(&map, "Cargo.toml", 1..=1).is_some());
        assert!(FileLoader::from_disk().lookup(&map, "src").is_none());
        assert!(FileLoader::from_disk().lookup_lines(&map, "src", 1..=1).is_none());
    }

    #[test]
    fn lines_of_large_files_are_those_of_the_whole_file() {
        // Lines around the ends of blocks and longer than a block, with and without a newline at the end.
        let mut text = vec![b'x'; (LARGE as usize) + 3 * BLOCK];
        for at in [0, 1, 7, BLOCK - 1, BLOCK, 2 * BLOCK - 2, 4 * BLOCK + 5, 9 * BLOCK, 9 * BLOCK + 1] {
            text[at] = b'\n';
        }
        text[8] = b'\r';
        for ends in [false, true] {
            if ends {
                *text.last_mut().unwrap() = b'\n';
            }
            let name = format!("terrace-lines-{}-{ends}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, &text).unwrap();
            let name = path.to_str().unwrap();
            let mut map = SourceMap::new();
            let whole = map.add("whole", text.clone()).unwrap();
            let (whole, none) = (map.buffer(whole), SourceMap::new());
            let lines = whole.line_count();
            let mut loader = FileLoader::from_disk();
            for (from, to) in [(4, 6), (1, 1), (2, 3), (9, 9), (5, 40), (lines, lines), (0, u32::MAX), (3, 8)]
            {
                let buffer = loader.lookup_lines(&none, name, from..=to).unwrap();
                for line in from..=to.min(lines + 1) {
                    for column in [1, 2, 3, 100, 1 << 17] {
                        let expected = whole.offset_of(line, column);
                        let found = buffer.offset_of(line, column);
                        assert_eq!(found.is_some(), expected.is_some(), "{line}:{column} of {from}..{to}");
                        let (Some(expected), Some(found)) = (expected, found) else { continue };
                        assert_eq!(buffer.line_column(found), whole.line_column(expected));
                        let (a, b) = (buffer.line_around(found), whole.line_around(expected));
                        assert!(buffer.bytes()[a] == whole.bytes()[b]);
                    }
                }
                assert!(buffer.line_count() >= to.min(lines) && buffer.line_count() <= lines);
            }
            let mut loader = FileLoader::from_disk();
            assert!(loader.lookup_lines(&none, name, lines + 1..=lines + 2).is_none());
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_line_at_the_start_is_read_without_the_rest() {
        let path = std::env::temp_dir().join(format!("terrace-start-{}", std::process::id()));
        std::fs::write(&path, vec![b'\n'; 2 << 20]).unwrap();
        let mut loader = FileLoader::from_disk();
        let name = path.to_str().unwrap();
        assert!(loader.lookup_lines(&SourceMap::new(), name, 3..=5).is_some());
        assert_eq!(loader.large[name].newlines.len(), 1);
        std::fs::remove_file(&path).unwrap();
    }
}
