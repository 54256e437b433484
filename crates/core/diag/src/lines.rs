//! Line numbers of a text, found as far into it as they are asked for.

use std::sync::OnceLock;

/// The lines of a text that the caller has. Calls of one index get the same text.
pub(crate) struct LineIndex {
    /// The number of the first line.
    first: u32,
    /// Each part of the text of this many bytes, known from the first one on up to some part.
    blocks: Box<[OnceLock<Block>]>,
}

/// The number of bytes that are looked at together.
const BLOCK: usize = 1 << 20;

struct Block {
    /// The line of its first byte, and the offset at which that begins.
    line: u32,
    start: usize,
    /// Offsets of newlines in the block.
    newlines: Box<[u32]>,
}

impl Block {
    /// The line of the byte after the block, and the offset at which it begins.
    fn end(&self) -> (u32, usize) {
        let start = self.newlines.last().map_or(self.start, |&newline| newline as usize + 1);
        (self.line + self.newlines.len() as u32, start)
    }
}

impl LineIndex {
    /// Of a text of `len` bytes, no more than 32 bits address, that begins with this line.
    pub(crate) fn new(len: usize, first: u32) -> Self {
        LineIndex { first, blocks: (0..=len / BLOCK).map(|_| OnceLock::new()).collect() }
    }

    fn block(&self, bytes: &[u8], index: usize) -> &Block {
        if let Some(block) = self.blocks[index].get() {
            return block;
        }
        let known = self.blocks[..index].iter().rposition(|block| block.get().is_some());
        let mut block = known.and_then(|known| self.blocks[known].get());
        for at in known.map_or(0, |known| known + 1)..=index {
            let (line, start) = block.map_or((self.first, 0), Block::end);
            block = Some(self.blocks[at].get_or_init(|| {
                let from = at * BLOCK;
                let text = &bytes[from..bytes.len().min(from + BLOCK)];
                let newlines =
                    memchr::memchr_iter(b'\n', text).map(|offset| (from + offset) as u32).collect();
                Block { line, start, newlines }
            }));
        }
        block.expect("the blocks up to the index")
    }

    /// The line of an offset, which may be the end, and the offset at which it begins.
    pub(crate) fn line_at(&self, bytes: &[u8], offset: usize) -> (u32, usize) {
        let block = self.block(bytes, offset / BLOCK);
        let before = block.newlines.partition_point(|&newline| (newline as usize) < offset);
        let start = before.checked_sub(1).map_or(block.start, |last| block.newlines[last] as usize + 1);
        (block.line + before as u32, start)
    }

    /// The offset at which a line begins; `None` if there is no such line.
    pub(crate) fn start_of(&self, bytes: &[u8], line: u32) -> Option<usize> {
        let lines = line.checked_sub(self.first)?;
        if lines == 0 {
            return Some(0);
        }
        let passed = |block: &OnceLock<Block>| block.get().is_some_and(|block| block.end().0 < line);
        (self.blocks.partition_point(passed)..self.blocks.len()).find_map(|index| {
            let block = self.block(bytes, index);
            let newline = line.checked_sub(block.line + 1)?;
            block.newlines.get(newline as usize).map(|&newline| newline as usize + 1)
        })
    }

    /// The number of the last line.
    pub(crate) fn last_line(&self, bytes: &[u8]) -> u32 {
        self.block(bytes, self.blocks.len() - 1).end().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_whole_text_in_any_order_of_questions() {
        // Lines around the ends of blocks, and one that is longer than a block.
        let mut text = vec![b'x'; 5 * BLOCK];
        let newlines = [0, 1, 77, BLOCK - 1, BLOCK, 2 * BLOCK - 2, 4 * BLOCK + 5, 5 * BLOCK - 1];
        newlines.iter().for_each(|&at| text[at] = b'\n');
        let starts: Vec<usize> = std::iter::once(0).chain(newlines.iter().map(|at| at + 1)).collect();
        let first = 40;
        let check = |index: &LineIndex, offset: usize| {
            let line = starts.partition_point(|&start| start <= offset) - 1;
            assert_eq!(index.line_at(&text, offset), (first + line as u32, starts[line]), "{offset}");
        };
        let offsets = || newlines.iter().flat_map(|&at| [at, at + 1]);
        let forward = LineIndex::new(text.len(), first);
        offsets().for_each(|offset| check(&forward, offset));
        for offset in offsets() {
            check(&LineIndex::new(text.len(), first), offset);
        }
        for (line, &start) in (first..).zip(&starts) {
            assert_eq!(LineIndex::new(text.len(), first).start_of(&text, line), Some(start));
            assert_eq!(forward.start_of(&text, line), Some(start));
        }
        let last = first + newlines.len() as u32;
        assert_eq!(LineIndex::new(text.len(), first).last_line(&text), last);
        for line in [0, first - 1, last + 1, u32::MAX] {
            assert_eq!(forward.start_of(&text, line), None);
        }
    }

    #[test]
    fn a_question_reads_no_further_than_its_line() {
        let text = vec![b'\n'; 3 * BLOCK];
        let index = LineIndex::new(text.len(), 1);
        assert_eq!(index.line_at(&text, 5), (6, 5));
        assert_eq!(index.start_of(&text, 10), Some(9));
        assert!(index.blocks[1].get().is_none());
        assert_eq!(index.start_of(&text, BLOCK as u32 + 2), Some(BLOCK + 1));
        assert!(index.blocks[1].get().is_some() && index.blocks[2].get().is_none());
    }
}
