//! The matrices of Winograd's algorithm for convolutions: `AT ((G g GT) * (BT d B)) A` is the convolution of a tile `d`
//! with a filter `g`, up to a factor.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::attrs::WinogradConv2DFmr;
use terrace_ir::elements::Numbers;
use terrace_ir::{Loc, RankedTensorType, Rewriter, Type, Value};
use terrace_support::apfloat::ApFloat;

/// A matrix of fractions with a common divisor.
pub struct Matrix {
    /// The numerators, by rows.
    pub rows: &'static [&'static [i32]],
    /// The common denominator.
    pub divisor: i32,
}

impl Matrix {
    /// The number of rows.
    pub fn num_rows(&self) -> i64 {
        self.rows.len() as i64
    }

    /// A constant at the insertion point, of floats, also of the transposed matrix.
    pub fn constant(
        &self,
        rw: &mut Rewriter<'_>,
        is_transposed: bool,
        element: Type,
        loc: Loc,
    ) -> Option<Value> {
        let (rows, columns) = (self.rows.len(), self.rows.first()?.len());
        let kind = element.float_kind(rw.cx())?;
        // As upstream's tables, of single precision.
        let number = |value: i32| {
            ApFloat::from_f64(kind, f64::from((f64::from(value) / f64::from(self.divisor)) as f32))
        };
        let (shape, numbers): ([usize; 2], Vec<ApFloat>) = match is_transposed {
            false => (
                [rows, columns],
                self.rows.iter().flat_map(|row| row.iter().map(|&value| number(value))).collect(),
            ),
            true => {
                let of_column = |column: usize| self.rows.iter().map(move |row| number(row[column]));
                ([columns, rows], (0..columns).flat_map(of_column).collect())
            }
        };
        let ty = RankedTensorType::get(rw.cx(), &shape.map(|extent| extent as i64), element);
        let value = Numbers::List(numbers).to_attr(rw.cx(), ty)?;
        Some(rw.build_value(ConstantOp::of().value_attr(value).result(ty).loc(loc)))
    }
}

/// Winograd's algorithm for tiles of `m` outputs and filters of `r` elements in each dimension.
pub struct Algorithm {
    /// The number of results of a tile, along a dimension.
    pub m: i64,
    /// The size of the filter, along a dimension.
    pub r: i64,
    /// The transformation of the filter.
    pub filter: Matrix,
    /// The transformation of a tile of the input.
    pub input: Matrix,
    /// The transformation of the product to a tile of the result.
    pub output: Matrix,
    /// The factor by which a result is to be multiplied for each dimension that is transformed.
    pub factor: i64,
}

impl Algorithm {
    /// The matrices of a size.
    pub fn of(fmr: WinogradConv2DFmr) -> &'static Self {
        match fmr {
            WinogradConv2DFmr::F23 => &F_2_3,
            WinogradConv2DFmr::F43 => &F_4_3,
            WinogradConv2DFmr::F25 => &F_2_5,
        }
    }

    /// The extent of a tile of the input.
    pub fn alpha(&self) -> i64 {
        self.m + self.r - 1
    }
}

/// Two results at a time by filters of size 3.
pub static F_2_3: Algorithm = Algorithm {
    m: 2,
    r: 3,
    filter: Matrix { rows: &[&[-2, 0, 0], &[1, -1, 1], &[1, 1, 1], &[0, 0, 2]], divisor: 2 },
    input: Matrix { rows: &[&[-1, 0, 1, 0], &[0, -1, 1, 0], &[0, 1, 1, 0], &[0, -1, 0, 1]], divisor: 1 },
    output: Matrix { rows: &[&[1, 1, 1, 0], &[0, -1, 1, 1]], divisor: 1 },
    factor: 1,
};

/// Four results at a time by filters of size 3.
pub static F_4_3: Algorithm = Algorithm {
    m: 4,
    r: 3,
    filter: Matrix {
        rows: &[&[12, 0, 0], &[-4, 4, -4], &[-4, -4, -4], &[1, -2, 4], &[1, 2, 4], &[0, 0, 12]],
        divisor: 12,
    },
    input: Matrix {
        rows: &[
            &[4, 0, -5, 0, 1, 0],
            &[0, 4, -4, -1, 1, 0],
            &[0, -4, -4, 1, 1, 0],
            &[0, 4, -2, -4, 2, 0],
            &[0, -4, -2, 4, 2, 0],
            &[0, 4, 0, -5, 0, 1],
        ],
        divisor: 16,
    },
    output: Matrix {
        rows: &[&[1, 2, 2, 1, 1, 0], &[0, -2, 2, -2, 2, 0], &[0, 2, 2, 4, 4, 0], &[0, -2, 2, -8, 8, 4]],
        divisor: 8,
    },
    factor: 32,
};

/// Two results at a time by filters of size 5.
pub static F_2_5: Algorithm = Algorithm {
    m: 2,
    r: 5,
    filter: Matrix {
        rows: &[
            &[60, 0, 0, 0, 0],
            &[10, -10, 10, -10, 10],
            &[-10, -10, -10, -10, -10],
            &[-16, 8, -4, 2, -1],
            &[1, 2, 4, 8, 16],
            &[0, 0, 0, 0, 60],
        ],
        divisor: 60,
    },
    input: Matrix {
        rows: &[
            &[2, 3, -4, -3, 2, 0],
            &[0, 2, 1, -5, 2, 0],
            &[0, -2, -5, -1, 2, 0],
            &[0, 4, -2, -4, 2, 0],
            &[0, -2, -4, 2, 4, 0],
            &[0, 2, 3, -4, -3, 2],
        ],
        divisor: 16,
    },
    output: Matrix { rows: &[&[1, 2, 2, 4, 2, 0], &[0, -2, 2, -2, 4, 1]], divisor: 2 },
    factor: 16,
};
