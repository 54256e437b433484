//! The element types of accumulations, and the arrangement of their tiles.

use terrace_ir::{Context, Signedness, Type};
use terrace_support::apfloat::FloatKind;
use terrace_target::OuterProduct;

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

    /// The type that the factors are extended from, with its number of elements in 128 bits.
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

    /// The outer product instruction for tiles; `None` if there is none.
    pub(super) fn outer_product(self) -> Option<OuterProduct> {
        Some(match self {
            Self::F32 => OuterProduct::F32,
            Self::F64 => OuterProduct::F64,
            Self::Half { format: FloatKind::BF16 } => OuterProduct::BF16,
            Self::Half { .. } => OuterProduct::F16,
            Self::I8 { signed } => OuterProduct::I8 { signed },
            Self::I16 { signed } => OuterProduct::I16 { signed },
            Self::Integers { .. } => return None,
        })
    }
}

/// The arrangement of the tiles of an element size, in rows and columns of tiles, for a block of this size: one with
/// few passes for vectors of 512 bits, and for those of other lengths.
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
