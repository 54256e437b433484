//! Damaged inputs: each follows from a seed and its number.

use std::path::{Path, PathBuf};

/// Longer files are cut into windows of about this size.
const WINDOW: usize = 4096;
/// Text that means something at many places.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<{",
    "}>",
    "->",
    ":",
    "::",
    ",",
    "=",
    "=>",
    "-",
    "*",
    "%0",
    "%a",
    "#0",
    "^bb0",
    "@f",
    "#a",
    "!t",
    "\"",
    "\\",
    "//",
    "{-#",
    "#-}",
    "0",
    "-1",
    "0x",
    "0xFFFFFFFFFFFFFFFF",
    "1.0e999",
    "99999999999999999999",
    "18446744073709551615",
    "i1",
    "i0",
    "i32",
    "si8",
    "f32",
    "bf16",
    "index",
    "none",
    "tensor<",
    "vector<[4]x",
    "memref<?x",
    "tensor<*xf32>",
    "tuple<",
    "complex<",
    "() -> ()",
    "affine_map<(d0)[s0] -> (d0 floordiv 0)>",
    "affine_set<",
    "dense<",
    "dense<>",
    "sparse<",
    "dense_resource<",
    "array<i8",
    "strided<",
    "distinct[0]<",
    "loc(",
    "loc(unknown)",
    "callsite(",
    "fused<",
    "unit",
    "true",
    "\0",
    "\u{e9}",
    "builtin.module",
    "func.func",
    "return",
    "operandSegmentSizes",
    "sym_name",
    "\"t.a\"() ({",
];

/// Numbers at which something changes.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "64",
    "255",
    "65536",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "-1",
    "-9223372036854775808",
];

/// Numbers that look random and follow from a seed.
pub(super) struct Numbers(u64);

impl Numbers {
    /// The numbers of input `number` of a campaign; they follow from nothing else.
    pub(super) fn of_input(seed: u64, number: u64) -> Self {
        Numbers(Numbers(Numbers(seed).next() ^ number).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `bound`, which may be zero.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % (bound.max(1) as u64)) as usize
    }
}

pub(super) fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir" || extension == "mlirbc") {
            files.push(path);
        }
    }
    Ok(())
}

/// The parts of a test file between its split marks, without comments; long ones in windows of whole lines,
/// which end after a top-level entity unless that makes them much too long.
fn parts(text: Vec<u8>) -> Vec<Vec<u8>> {
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    let mut outside = true;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = line.trim_ascii_start();
        if start.starts_with(b"// -----") || (outside && part.len() > WINDOW / 4) || part.len() > WINDOW {
            parts.push(std::mem::take(&mut part));
        }
        outside = line.starts_with(b"}") || (outside && start.is_empty());
        if !start.starts_with(b"//") {
            part.extend_from_slice(line);
        }
    }
    parts.push(part);
    parts.retain(|part| !part.trim_ascii().is_empty());
    parts
}

/// The kind of a word: words with the same prefix can be exchanged, and the input often remains valid.
fn kind_of(text: &[u8], word: &std::ops::Range<usize>) -> Option<u8> {
    let first = *text.get(word.start)?;
    let before = word.start.checked_sub(1).map_or(b' ', |at| text[at]);
    match first {
        b'0'..=b'9' => Some(b'0'),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            Some(if matches!(before, b'%' | b'@' | b'^' | b'#' | b'!') { before } else { b'a' })
        }
        _ => None,
    }
}

/// A word of `text` of the same kind, tried a few times.
fn word_like(text: &[u8], word: &std::ops::Range<usize>, numbers: &mut Numbers) -> Option<Vec<u8>> {
    let kind = kind_of(text, word)?;
    if kind == b'0' && numbers.below(2) == 0 {
        return Some(NUMBERS[numbers.below(NUMBERS.len())].as_bytes().to_vec());
    }
    (0..20).find_map(|_| {
        let other = word_at(text, numbers.below(text.len()));
        (kind_of(text, &other) == Some(kind) && other != *word).then(|| text[other].to_vec())
    })
}

/// The bounds of the word, number or sign at a byte.
fn word_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let start = text[..at].iter().rposition(|&byte| !word(byte)).map_or(0, |i| i + 1);
    let len = text[at..].iter().position(|&byte| !word(byte)).unwrap_or(text.len() - at);
    start..(at + len.max(1)).min(text.len())
}

fn line_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
    let len = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len() - at, |i| i + 1);
    start..at + len
}

/// The inputs that are damaged.
#[derive(Default)]
pub(super) struct Corpus {
    /// Parts of text files.
    texts: Vec<Vec<u8>>,
    /// Bytecode files.
    bytecode: Vec<Vec<u8>>,
}

impl Corpus {
    /// Reads the files. Bytecode is in separate files, and in `printf` commands of tests.
    pub(super) fn read(files: &[PathBuf]) -> std::io::Result<Self> {
        let mut corpus = Corpus::default();
        for path in files {
            let bytes = std::fs::read(path)?;
            if bytes.starts_with(BYTECODE_MAGIC) {
                corpus.bytecode.push(bytes);
            } else {
                corpus.bytecode.extend(printed_bytecode(&bytes));
                corpus.texts.extend(parts(bytes));
            }
        }
        Ok(corpus)
    }

    /// Whether there is nothing to damage.
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.bytecode.is_empty()
    }

    /// The input with this number of the campaign with this seed.
    pub(super) fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut numbers = Numbers::of_input(seed, number);
        let bytecode = self.texts.is_empty() || numbers.below(BYTECODE_SHARE) == 0;
        if bytecode && !self.bytecode.is_empty() {
            damaged_bytecode(&self.bytecode, &mut numbers)
        } else {
            damaged_text(&self.texts, &mut numbers)
        }
    }
}

const BYTECODE_MAGIC: &[u8] = b"ML\xefR";
/// The interval of inputs that are bytecode, if there is any; all are if there is no text.
const BYTECODE_SHARE: usize = 16;

/// The bytecode that a test's RUN lines write with `printf`.
fn printed_bytecode(text: &[u8]) -> Vec<Vec<u8>> {
    let printed = String::from_utf8_lossy(text);
    let formats = printed.lines().filter_map(|line| line.split_once("RUN: printf '")?.1.split_once('\''));
    formats
        .map(|(format, _)| unescaped(format.as_bytes()))
        .filter(|b| b.starts_with(BYTECODE_MAGIC))
        .collect()
}

/// The bytes of a `printf` format with octal escapes.
fn unescaped(format: &[u8]) -> Vec<u8> {
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(&byte) = format.get(at) {
        let digits = format[at + 1..].iter().take(3).take_while(|digit| (b'0'..b'8').contains(digit)).count();
        if byte == b'\\' && digits > 0 {
            let value = format[at + 1..][..digits]
                .iter()
                .fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            bytes.push(value as u8);
            at += 1 + digits;
        } else {
            bytes.push(byte);
            at += 1;
        }
    }
    bytes
}

/// A bytecode file with a few bytes changed, and its first four left, without which it would be none.
fn damaged_bytecode(corpus: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = corpus[numbers.below(corpus.len())].clone();
    for _ in 0..=numbers.below(3) * numbers.below(4) {
        let fixed = BYTECODE_MAGIC.len();
        if bytes.len() <= fixed {
            break;
        }
        let at = fixed + numbers.below(bytes.len() - fixed);
        let end = (at + numbers.below(16)).min(bytes.len());
        match numbers.below(8) {
            0 => bytes[at] = numbers.below(256) as u8,
            1 => bytes[at] ^= 1 << numbers.below(8),
            2 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][numbers.below(7)],
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, numbers.below(256) as u8),
            5 => {
                // A number of nine bytes, as large as can be.
                drop(bytes.splice(at..at + 1, [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
            }
            6 => {
                let other = &corpus[numbers.below(corpus.len())];
                let from = numbers.below(other.len());
                let piece = &other[from..(from + numbers.below(32)).min(other.len())];
                drop(bytes.splice(at..end, piece.iter().copied()));
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn damaged_text(corpus: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut text = corpus[numbers.below(corpus.len())].clone();
    for _ in 0..=numbers.below(3) * numbers.below(4) {
        if text.is_empty() {
            break;
        }
        let at = numbers.below(text.len());
        let other = &corpus[numbers.below(corpus.len())];
        let from = numbers.below(other.len());
        let (word, line) = (word_at(&text, at), line_at(&text, at));
        let known = WORDS[numbers.below(WORDS.len())].as_bytes();
        match numbers.below(20) {
            0 => text[at] = numbers.below(256) as u8,
            1 => drop(text.remove(at)),
            2 => drop(text.drain(word)),
            3 => drop(text.splice(word, known.iter().copied())),
            4 => drop(text.splice(at..at, known.iter().copied())),
            5 => drop(text.splice(word, other[word_at(other, from)].iter().copied())),
            6 => drop(text.drain(line)),
            7 => {
                let again = text[line.clone()].to_vec();
                drop(text.splice(line.start..line.start, again));
            }
            8 => drop(text.splice(line.start..line.start, other[line_at(other, from)].iter().copied())),
            9 => {
                let end = (from + numbers.below(64)).min(other.len());
                drop(text.splice(at..at, other[from..end].iter().copied()));
            }
            10 => text.truncate(at),
            11..=18 => {
                if let Some(like) = word_like(&text, &word, numbers) {
                    drop(text.splice(word, like));
                }
            }
            _ => {
                // Two lines change places.
                let second = line_at(&text, numbers.below(text.len()));
                if line.end <= second.start {
                    let moved: Vec<u8> = text.drain(line.clone()).collect();
                    let to = second.end - moved.len();
                    drop(text.splice(to..to, moved));
                }
            }
        }
    }
    text
}
