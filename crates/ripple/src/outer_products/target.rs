//! What the target has: which outer products, and the intrinsics that compute them.

use terrace_ir::{Context, OpRef, Signedness, Type};
use terrace_support::apfloat::FloatKind;

use crate::target::Processor;

/// The features of a function's target.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Whether there are tiles.
    pub sme: bool,
    /// Whether there are outer products of `double`.
    pub f64: bool,
    /// Whether there are outer products of 16-bit integers.
    pub i16: bool,
    /// The vector registers, if they are known.
    pub registers: Option<Registers>,
}

impl Features {
    /// The features that a function is compiled for.
    pub(super) fn of(function: OpRef<'_>) -> Self {
        let processor = Processor::of(function);
        let has = |feature: &str| processor.has(feature);
        let registers = match processor.vector_bytes() {
            64 => Some(Registers { bytes: 64, rows: 16, vectors: 1, most: 24 }),
            32 if has("avx2") => Some(Registers { bytes: 32, rows: 4, vectors: 2, most: 12 }),
            _ if has("sse2") => Some(Registers { bytes: 16, rows: 4, vectors: 2, most: 12 }),
            _ if has("neon") => Some(Registers { bytes: 16, rows: 8, vectors: 2, most: 24 }),
            _ => None,
        };
        Self { sme: has("sme") || has("sme2"), f64: has("sme-f64f64"), i16: has("sme-i16i64"), registers }
    }
}

impl Features {
    /// Whether elements that are not next to each other are read where they are used. Vectors of 512 bits are faster read as
    /// they are in memory, and taken apart.
    pub(super) fn takes_slices(&self) -> bool {
        self.sme || self.registers.is_some_and(|registers| registers.bytes < 64)
    }
}

/// The vector registers of a target, and what part of an accumulator they hold beside the factors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    /// The size of one.
    bytes: u32,
    /// The number of rows of a part.
    rows: u32,
    /// The number of vectors in a row of a part.
    vectors: u32,
    /// The largest number of vectors of an accumulator that is not divided into parts.
    most: u64,
}

impl Registers {
    /// The rows and columns of parts, if a block of so many rows and columns with elements of a size falls apart.
    pub(super) fn parts(self, bytes: i64, sizes: [u32; 2]) -> Option<[u32; 2]> {
        let lanes = self.bytes / u32::try_from(bytes).ok()?;
        let all = u64::from(sizes[0]) * u64::from(sizes[1].div_ceil(lanes));
        if all <= self.most {
            return None;
        }
        // Whole vectors, and enough rows to pay.
        let part = |size: u32, limit: u32, unit: u32| {
            (unit..=limit.min(size))
                .rev()
                .find(|part| size.is_multiple_of(*part) && part.is_multiple_of(unit))
        };
        let parts = [part(sizes[0], self.rows, 1)?, part(sizes[1], self.vectors * lanes, lanes)?];
        (parts[0] >= 4).then_some(parts)
    }
}

/// The element types that are multiplied and accumulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Accumulation {
    /// Products of `float`.
    F32,
    /// Products of `double`.
    F64,
    /// Products of integers of 32 or 64 bits, for which there are no tiles.
    Integers {
        /// The width.
        bits: u32,
    },
    /// Products of numbers of 16 bits, in `float`.
    Half {
        /// The format of the factors: `F16` or `BF16`.
        format: FloatKind,
    },
    /// Products of 8-bit integers, in 32 bits; whether those of rows and of columns are signed.
    I8 {
        /// For rows and columns.
        signed: [bool; 2],
    },
    /// Products of 16-bit integers, in 64 bits.
    I16 {
        /// For rows and columns.
        signed: [bool; 2],
    },
}

impl Accumulation {
    /// The size of an element of the accumulator.
    pub(super) fn bytes(self) -> i64 {
        match self {
            Self::F32 | Self::Half { .. } | Self::I8 { .. } => 4,
            Self::F64 | Self::I16 { .. } => 8,
            Self::Integers { bits } => i64::from(bits) / 8,
        }
    }

    /// The type of an element of the accumulator.
    pub(super) fn element(self, cx: &Context) -> Type {
        match self {
            Self::F32 | Self::Half { .. } => Type::F32,
            Self::F64 => Type::F64,
            Self::I8 { .. } => cx.integer(32, Signedness::Signless),
            Self::I16 { .. } => cx.integer(64, Signedness::Signless),
            Self::Integers { bits } => cx.integer(bits, Signedness::Signless),
        }
    }

    /// The type of which the factors are extended, with its number of elements in 128 bits.
    pub(super) fn narrow(self, cx: &Context) -> Option<(Type, i64)> {
        match self {
            Self::F32 | Self::F64 | Self::Integers { .. } => None,
            Self::Half { format } => Some((cx.float(format), 8)),
            Self::I8 { .. } => Some((cx.integer(8, Signedness::Signless), 16)),
            Self::I16 { .. } => Some((cx.integer(16, Signedness::Signless), 8)),
        }
    }

    /// The number of products that an instruction adds to each element.
    pub(super) fn products(self) -> usize {
        match self {
            Self::F32 | Self::F64 | Self::Integers { .. } => 1,
            Self::Half { .. } => 2,
            Self::I8 { .. } | Self::I16 { .. } => 4,
        }
    }

    /// The intrinsic that adds an outer product to a tile; `None` if there is none.
    pub(super) fn intrinsic(self) -> Option<String> {
        let prefix = |signed: [bool; 2]| match signed {
            [true, true] => "smopa",
            [false, false] => "umopa",
            [true, false] => "sumopa",
            [false, true] => "usmopa",
        };
        Some(match self {
            Self::F32 => "llvm.aarch64.sme.mopa.nxv4f32".to_owned(),
            Self::F64 => "llvm.aarch64.sme.mopa.nxv2f64".to_owned(),
            Self::Half { format } => {
                let ty = if format == FloatKind::BF16 { "bf16" } else { "f16" };
                format!("llvm.aarch64.sme.mopa.wide.nxv8{ty}")
            }
            Self::I8 { signed } => format!("llvm.aarch64.sme.{}.wide.nxv16i8", prefix(signed)),
            Self::I16 { signed } => format!("llvm.aarch64.sme.{}.wide.nxv8i16", prefix(signed)),
            Self::Integers { .. } => return None,
        })
    }
}

/// The letter of the accesses to rows and columns of tiles with elements of a size.
pub(super) fn letter(bytes: i64) -> char {
    match bytes {
        1 => 'b',
        2 => 'h',
        4 => 'w',
        _ => 'd',
    }
}

/// The arrangement of the tiles of an element size, as rows and columns, for a block of these rows and columns: vectors
/// of 512 bits take few passes, and those of other lengths, too.
pub(super) fn arrangement(bytes: i64, rows: u32, columns: u32) -> [i64; 2] {
    let (tiles, length) = (bytes, 64 / bytes);
    let passes =
        |size: u32, tiles: i64| i64::from(size).unsigned_abs().div_ceil((tiles * length).unsigned_abs());
    let mut best = [1, tiles];
    let mut least = u64::MAX;
    let mut across = 1;
    while across <= tiles {
        let each = [across, tiles / across];
        let count = passes(rows, each[0]) * passes(columns, each[1]);
        let is_even = (each[0] - each[1]).abs() < (best[0] - best[1]).abs();
        if count < least || count == least && is_even {
            (best, least) = (each, count);
        }
        across *= 2;
    }
    best
}
