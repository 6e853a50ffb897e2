//! Matrices, as far as ratings need them: the inverse of a small matrix. A library for it
//! would be many times larger than all statistics here.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub(super) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The product of a matrix and a column.
pub(super) fn times(matrix: &Matrix, column: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(column).map(|(a, b)| a * b).sum();
    matrix.iter().map(dot).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan. Such a matrix
/// needs no exchange of rows.
pub(super) fn inverse(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    let mut inverse = zeros(size);
    for (index, row) in inverse.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot].recip();
        for entry in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *entry *= scale;
        }
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * pivot_row[column];
                inverse[row][column] -= factor * pivot_inverse[column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_by_hand() {
        let found = inverse(vec![vec![2.0, 1.0], vec![1.0, 3.0]]);
        let expected = [[0.6, -0.2], [-0.2, 0.4]];
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_product_with_the_inverse() {
        let mut matrix = zeros(12);
        for (i, row) in (0_u32..).zip(&mut matrix) {
            for (j, entry) in (0_u32..).zip(row) {
                *entry = if i == j {
                    20.0
                } else {
                    f64::from(1 + i + j).recip()
                };
            }
        }
        let column: Vec<f64> = (0..12).map(|i| f64::from(i) - 3.0).collect();
        let back = times(&inverse(matrix.clone()), &times(&matrix, &column));
        for (found, expected) in back.iter().zip(&column) {
            assert!((found - expected).abs() < 1e-9);
        }
    }
}
