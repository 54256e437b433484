//! Remarks as a bitstream, as LLVM's tools for remarks read them: blocks of records in fields of bits, the strings in one table.

use rustc_hash::FxHashMap;
use terrace_ir::remarks::RemarkKind;

use crate::written_remark::WrittenRemark;

/// The blocks: descriptions of records, what holds for the file, and one for each remark.
const BLOCK_INFO: u64 = 0;
const META: u64 = 8;
const REMARK: u64 = 9;

/// The records that describe others.
const SET_BLOCK: u64 = 1;
const BLOCK_NAME: u64 = 2;
const SET_RECORD_NAME: u64 = 3;

/// The abbreviations that each block has.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREVIATION: u64 = 2;
const UNABBREVIATED: u64 = 3;

/// A field of a record.
#[derive(Clone, Copy)]
enum Field {
    /// A number of that many bits.
    Fixed(u32),
    /// A number in groups of that many bits, of which one says whether there are more.
    Variable(u32),
    /// Bytes.
    Blob,
}

/// A kind of record: its code, its name and its fields.
type RecordDef = (u64, &'static str, &'static [Field]);

use Field::{Blob, Fixed, Variable};

/// The records about the file: version and kind of the container, version of remarks, strings.
const META_RECORDS: &[RecordDef] = &[
    (1, "Container info", &[Fixed(32), Fixed(2)]),
    (2, "Remark version", &[Fixed(32)]),
    (3, "String table", &[Blob]),
];

/// The records about a remark; those for hotness and for arguments with a location are declared, but not used.
const REMARK_RECORDS: &[RecordDef] = &[
    (5, "Remark header", &[Fixed(3), Variable(6), Variable(6), Variable(8)]),
    (6, "Remark debug location", &[Variable(7), Fixed(32), Fixed(32)]),
    (7, "Remark hotness", &[Variable(8)]),
    (8, "Argument with debug location", &[Variable(7), Variable(7), Variable(7), Fixed(32), Fixed(32)]),
    (9, "Argument", &[Variable(7), Variable(7)]),
];

/// Returns the file: empty without a remark.
pub(crate) fn bytes(remarks: &[WrittenRemark]) -> Vec<u8> {
    if remarks.is_empty() {
        return Vec::new();
    }
    let mut out = Bits::default();
    out.bytes.extend(b"RMRK");
    out.block(BLOCK_INFO, 2, |out| {
        out.describe(META, "Meta", META_RECORDS);
        out.describe(REMARK, "Remark", REMARK_RECORDS);
    });
    out.block(META, 3, |out| {
        // A file of its own that has both remarks and strings.
        out.record(META_RECORDS, 0, &[1, 1]);
        out.record(META_RECORDS, 1, &[0]);
    });
    let mut strings = Strings::default();
    for remark in remarks {
        out.block(REMARK, 4, |out| write_remark(out, remark, &mut strings));
    }
    out.block(META, 3, |out| {
        out.abbreviation(2);
        out.blob(&strings.bytes);
    });
    out.bytes
}

fn write_remark(out: &mut Bits, written: &WrittenRemark, strings: &mut Strings) {
    let remark = &written.remark;
    let kind = match remark.kind() {
        RemarkKind::Passed => 1,
        RemarkKind::Missed => 2,
        RemarkKind::Analysis => 3,
        RemarkKind::Failure => 6,
    };
    let [name, category, function] =
        [remark.name(), &*remark.full_category(), remark.function_name()].map(|text| strings.number(text));
    out.record(REMARK_RECORDS, 0, &[kind, name, category, function]);
    let (file, line, column) = written.place();
    out.record(REMARK_RECORDS, 1, &[strings.number(file), line.into(), column.into()]);
    for (key, value) in remark.args() {
        let pair = [key, value].map(|text| strings.number(text));
        out.record(REMARK_RECORDS, 4, &pair);
    }
}

/// The strings of the file, numbered as they are first met.
#[derive(Default)]
struct Strings {
    numbers: FxHashMap<String, u64>,
    /// The strings, each with a zero byte after it.
    bytes: Vec<u8>,
}

impl Strings {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.numbers.len() as u64;
        self.bytes.extend(text.bytes().chain([0]));
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

/// A writer of bits, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// Bits that do not yet fill a word.
    pending: u64,
    /// The number of those bits.
    count: u32,
    /// The number of bits of an abbreviation in the block, of which the file itself has 2.
    width: Option<u32>,
}

impl Bits {
    /// Writes the low `width` bits of a number, at most 32.
    fn fixed(&mut self, value: u64, width: u32) {
        self.pending |= value << self.count;
        self.count += width;
        if self.count >= 32 {
            self.bytes.extend((self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    fn variable(&mut self, mut value: u64, width: u32) {
        let more = 1u64 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    fn align(&mut self) {
        if self.count > 0 {
            self.fixed(0, 32 - self.count);
        }
    }

    fn abbreviation_id(&mut self, id: u64) {
        self.fixed(id, self.width.unwrap_or(2));
    }

    /// Starts a record of the block's abbreviation with a number.
    fn abbreviation(&mut self, number: u64) {
        self.abbreviation_id(4 + number);
    }

    /// Writes a block, in which abbreviations have that many bits.
    fn block(&mut self, id: u64, width: u32, write: impl FnOnce(&mut Self)) {
        self.abbreviation_id(ENTER_SUBBLOCK);
        self.variable(id, 8);
        self.variable(width.into(), 4);
        self.align();
        let start = self.bytes.len();
        self.bytes.extend([0; 4]);
        let outer = self.width.replace(width);
        write(self);
        self.abbreviation_id(END_BLOCK);
        self.align();
        self.width = outer;
        let words = (self.bytes.len() - start) / 4 - 1;
        self.bytes[start..start + 4].copy_from_slice(&(words as u32).to_le_bytes());
    }

    /// Writes a record whose fields are not described anywhere.
    fn unabbreviated(&mut self, code: u64, fields: impl ExactSizeIterator<Item = u64>) {
        self.abbreviation_id(UNABBREVIATED);
        self.variable(code, 6);
        self.variable(fields.len() as u64, 6);
        fields.for_each(|field| self.variable(field, 6));
    }

    /// Describes the records of a block.
    fn describe(&mut self, block: u64, name: &str, records: &[RecordDef]) {
        let text = |text: &str| text.bytes().map(u64::from).collect::<Vec<_>>();
        self.unabbreviated(SET_BLOCK, [block].into_iter());
        self.unabbreviated(BLOCK_NAME, text(name).into_iter());
        for (at, (code, name, fields)) in records.iter().enumerate() {
            self.unabbreviated(SET_RECORD_NAME, [vec![*code], text(name)].concat().into_iter());
            if at == 0 {
                // As LLVM, which sets the block once more where it defines the first abbreviation.
                self.unabbreviated(SET_BLOCK, [block].into_iter());
            }
            self.define(*code, fields);
        }
    }

    /// Defines the abbreviation of a record: its code is not written, its fields are.
    fn define(&mut self, code: u64, fields: &[Field]) {
        self.abbreviation_id(DEFINE_ABBREVIATION);
        self.variable(1 + fields.len() as u64, 5);
        self.fixed(1, 1);
        self.variable(code, 8);
        for field in fields {
            let (encoding, width) = match *field {
                Fixed(width) => (1, Some(width)),
                Variable(width) => (2, Some(width)),
                Blob => (5, None),
            };
            self.fixed(0, 1);
            self.fixed(encoding, 3);
            if let Some(width) = width {
                self.variable(width.into(), 5);
            }
        }
    }

    /// Writes a record by its number among those of the block.
    fn record(&mut self, records: &[RecordDef], number: usize, values: &[u64]) {
        self.abbreviation(number as u64);
        for (field, &value) in records[number].2.iter().zip(values) {
            match *field {
                Fixed(width) => self.fixed(value, width),
                Variable(width) => self.variable(value, width),
                Blob => {}
            }
        }
    }

    fn blob(&mut self, bytes: &[u8]) {
        self.variable(bytes.len() as u64, 6);
        self.align();
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

#[cfg(test)]
mod tests {
    use terrace_diag::Location;
    use terrace_ir::{Context, Loc};

    use super::*;

    /// The file that mlir-opt writes for the remark.
    const EXPECTED: &[&str] = &[
        "524d524b01080000450000000701b240b44239d043383c3cc128bc833bd04338a4833b94833c80413ab88339bcc341803806",
        "0814221e1e4116caa11dc2411ed6010ceca11ce4611ed2e11ddc415140a078688659a00779480777380730a0877010077628",
        "07c5013d0892054316caa11dc2411ed6e1c12964a11cda211ce4611dc0001dca211cc8a11ce4e120482c0b64902143e8c132",
        "64a11cda211ce4611dc0801cca411ceae11cc0801dde611cc2811ed2e11ddc41d2808e4021503c3c872c94433b84833cac03",
        "18a0c33bd0833b94c33ccc83e201a1870e09057938877a68877270077a00837b48077a40073020877210877a380730608777",
        "188770a08774780777d044a043878e4021503c244928c8c339d4433b94833bd08363021d3a00210c0000030000000c000000",
        "a8000000000000002510000004000000342010a8410000004000000000120a00210c00001a00000006070000746573742d72",
        "656d61726b0063617465676f72792d322d616e616c79736973003c756e6b6e6f776e2066756e6374696f6e3e00662e6d6c69",
        "720052656d61726b00546869732069732061207465737420616e616c797369732072656d61726b0000000000",
    ];

    #[test]
    fn a_remark_has_the_bytes_of_upstream() {
        let cx = Context::new(&[]);
        cx.set_remark_filter(Box::new(|_, _| true));
        let kind = RemarkKind::Analysis;
        let diag =
            cx.optimization_remark(Loc::UNKNOWN, kind, "category-2-analysis", "test-remark", |remark| {
                remark.remark("This is a test analysis remark")
            });
        let remark = diag.and_then(|diag| diag.optimization).expect("all remarks are wanted");
        let location = Location::file("f.mlir", 1, 1);
        let written: String = bytes(&[WrittenRemark { remark: *remark, location }])
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(written, EXPECTED.concat());
        assert!(bytes(&[]).is_empty());
    }
}
