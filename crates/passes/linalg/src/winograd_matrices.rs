//! The matrices of Winograd's algorithm for convolutions: `AT ((G g GT) * (BT d B)) A` is the convolution of a tile `d`
//! with a filter `g`, up to a factor.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::attrs::WinogradConv2DFmr;
use terrace_ir::elements::Numbers;
use terrace_ir::{Loc, RankedTensorType, Rewriter, Type, Value};
use terrace_support::apfloat::ApFloat;

/// A matrix of fractions with a common divisor.
pub(crate) struct Matrix {
    rows: &'static [&'static [i32]],
    divisor: i32,
}

impl Matrix {
    pub(crate) fn num_rows(&self) -> i64 {
        self.rows.len() as i64
    }

    /// A constant at the insertion point, of floats, also of the transposed matrix.
    pub(crate) fn constant(
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
pub(crate) struct Algorithm {
    pub(crate) m: i64,
    pub(crate) r: i64,
    pub(crate) filter: Matrix,
    pub(crate) input: Matrix,
    pub(crate) output: Matrix,
    /// The factor by which a result is to be multiplied for each dimension that is transformed.
    pub(crate) factor: i64,
}

impl Algorithm {
    pub(crate) fn of(fmr: WinogradConv2DFmr) -> &'static Self {
        match fmr {
            WinogradConv2DFmr::F23 => &F_2_3,
            WinogradConv2DFmr::F43 => &F_4_3,
            WinogradConv2DFmr::F25 => &F_2_5,
        }
    }

    /// The extent of a tile of the input.
    pub(crate) fn alpha(&self) -> i64 {
        self.m + self.r - 1
    }
}

static F_2_3: Algorithm = Algorithm {
    m: 2,
    r: 3,
    filter: Matrix { rows: &[&[-2, 0, 0], &[1, -1, 1], &[1, 1, 1], &[0, 0, 2]], divisor: 2 },
    input: Matrix { rows: &[&[-1, 0, 1, 0], &[0, -1, 1, 0], &[0, 1, 1, 0], &[0, -1, 0, 1]], divisor: 1 },
    output: Matrix { rows: &[&[1, 1, 1, 0], &[0, -1, 1, 1]], divisor: 1 },
    factor: 1,
};

static F_4_3: Algorithm = Algorithm {
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

static F_2_5: Algorithm = Algorithm {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn product(matrix: &Matrix, vector: &[i64]) -> Vec<i64> {
        let row = |row: &&[i32]| row.iter().zip(vector).map(|(&a, &b)| i64::from(a) * b).sum();
        matrix.rows.iter().map(row).collect()
    }

    #[test]
    fn the_matrices_compute_convolutions() {
        for algorithm in [&F_2_3, &F_4_3, &F_2_5] {
            let filter: Vec<i64> = (0..algorithm.r).map(|i| i * i - 3).collect();
            let tile: Vec<i64> = (0..algorithm.alpha()).map(|i| 7 - i * i * i).collect();
            let left = product(&algorithm.filter, &filter);
            let right = product(&algorithm.input, &tile);
            let both: Vec<i64> = left.iter().zip(&right).map(|(a, b)| a * b).collect();
            let divisor = [&algorithm.filter, &algorithm.input, &algorithm.output]
                .iter()
                .map(|matrix| i64::from(matrix.divisor))
                .product::<i64>();
            let outputs = product(&algorithm.output, &both);
            assert_eq!(outputs.len() as i64, algorithm.m);
            for (at, output) in outputs.iter().enumerate() {
                let expected: i64 = filter.iter().zip(&tile[at..]).map(|(a, b)| a * b).sum();
                assert_eq!(output * algorithm.factor, expected * divisor);
            }
        }
    }
}
