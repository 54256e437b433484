//! Tests of the module `winograd_matrices`.

use terrace_passes_linalg::winograd_matrices::*;

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
