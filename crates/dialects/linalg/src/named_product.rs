//! Products of matrices and vectors, and random numbers.

use crate::named::{Body, NO_ATTRS, named_ops};

named_ops! {
    /// The product of matrices with zero points.
    QuantizedMatmulOp = "linalg.quantized_matmul", Plain, NO_ATTRS, 4, "ppr", &["0 2", "2 1", "", "", "0 1"], Body::MulAddZeroPoints;
    /// The product of tiled matrices, the second transposed.
    Mmt4DOp = "linalg.mmt4d", Contraction, NO_ATTRS, 2, "pprppr", &["0 2 3 5", "1 2 4 5", "0 1 3 4"], Body::MulAdd;
    /// The products of batches of tiled matrices, the second transposed.
    BatchMmt4DOp = "linalg.batch_mmt4d", Contraction, NO_ATTRS, 2, "ppprppr", &["0 1 3 4 6", "0 2 3 5 6", "0 1 2 4 5"], Body::MulAdd;
    /// The products of batches of matrices with zero points.
    QuantizedBatchMatmulOp = "linalg.quantized_batch_matmul", Plain, NO_ATTRS, 4, "pppr", &["0 1 3", "0 3 2", "", "", "0 1 2"], Body::MulAddZeroPoints;
    /// The product of a matrix and a vector.
    MatvecOp = "linalg.matvec", Contraction, NO_ATTRS, 2, "pr", &["0 1", "1", "0"], Body::MulAdd;
    /// The product of a vector and a matrix.
    VecmatOp = "linalg.vecmat", Contraction, NO_ATTRS, 2, "pr", &["1", "1 0", "0"], Body::MulAdd;
    /// The products of batches of matrices and vectors.
    BatchMatvecOp = "linalg.batch_matvec", Contraction, NO_ATTRS, 2, "ppr", &["0 1 2", "0 2", "0 1"], Body::MulAdd;
    /// The products of batches of vectors and matrices.
    BatchVecmatOp = "linalg.batch_vecmat", Contraction, NO_ATTRS, 2, "ppr", &["0 2", "0 2 1", "0 1"], Body::MulAdd;
    /// The inner product of two vectors.
    DotOp = "linalg.dot", Contraction, NO_ATTRS, 2, "r", &["0", "0", ""], Body::MulAdd;
    /// Pseudo-random numbers.
    FillRng2DOp = "linalg.fill_rng_2d", Plain, NO_ATTRS, 3, "pp", &["", "", "", "0 1"], Body::Random;
}
