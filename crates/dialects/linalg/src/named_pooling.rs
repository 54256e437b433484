//! Reductions over windows.

use crate::attrs::BinaryFn;
use crate::named::{Body, named_ops, windows};

named_ops! {
    /// The sums of windows, input nhwc.
    PoolingNhwcSumOp = "linalg.pooling_nhwc_sum", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::Add);
    /// The sums of windows, input nchw.
    PoolingNchwSumOp = "linalg.pooling_nchw_sum", Convolution, windows::TWO, 2, "pppprr", &["0 1 2*s0+4*d0 3*s1+5*d1", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::Add);
    /// The greatest elements of windows, input nhwc.
    PoolingNhwcMaxOp = "linalg.pooling_nhwc_max", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::MaxSigned);
    /// The greatest elements of windows, input nhwc, unsigned.
    PoolingNhwcMaxUnsignedOp = "linalg.pooling_nhwc_max_unsigned", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::MaxUnsigned);
    /// The greatest elements of windows, input nchw.
    PoolingNchwMaxOp = "linalg.pooling_nchw_max", Convolution, windows::TWO, 2, "pppprr", &["0 1 2*s0+4*d0 3*s1+5*d1", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::MaxSigned);
    /// The least elements of windows, input nhwc.
    PoolingNhwcMinOp = "linalg.pooling_nhwc_min", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::MinSigned);
    /// The least elements of windows, input nhwc, unsigned.
    PoolingNhwcMinUnsignedOp = "linalg.pooling_nhwc_min_unsigned", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5", "0 1 2 3"], Body::Fold(BinaryFn::MinUnsigned);
    /// The sums of windows, input nwc.
    PoolingNwcSumOp = "linalg.pooling_nwc_sum", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3", "0 1 2"], Body::Fold(BinaryFn::Add);
    /// The sums of windows, input ncw.
    PoolingNcwSumOp = "linalg.pooling_ncw_sum", Convolution, windows::ONE, 2, "pppr", &["0 1 2*s0+3*d0", "3", "0 1 2"], Body::Fold(BinaryFn::Add);
    /// The greatest elements of windows, input nwc.
    PoolingNwcMaxOp = "linalg.pooling_nwc_max", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3", "0 1 2"], Body::Fold(BinaryFn::MaxSigned);
    /// The greatest elements of windows, input nwc, unsigned.
    PoolingNwcMaxUnsignedOp = "linalg.pooling_nwc_max_unsigned", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3", "0 1 2"], Body::Fold(BinaryFn::MaxUnsigned);
    /// The greatest elements of windows, input ncw.
    PoolingNcwMaxOp = "linalg.pooling_ncw_max", Convolution, windows::ONE, 2, "pppr", &["0 1 2*s0+3*d0", "3", "0 1 2"], Body::Fold(BinaryFn::MaxSigned);
    /// The least elements of windows, input nwc.
    PoolingNwcMinOp = "linalg.pooling_nwc_min", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3", "0 1 2"], Body::Fold(BinaryFn::MinSigned);
    /// The least elements of windows, input nwc, unsigned.
    PoolingNwcMinUnsignedOp = "linalg.pooling_nwc_min_unsigned", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3", "0 1 2"], Body::Fold(BinaryFn::MinUnsigned);
    /// The sums of windows, input ndhwc.
    PoolingNdhwcSumOp = "linalg.pooling_ndhwc_sum", Convolution, windows::THREE, 2, "ppppprrr", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 4", "5 6 7", "0 1 2 3 4"], Body::Fold(BinaryFn::Add);
    /// The greatest elements of windows, input ndhwc.
    PoolingNdhwcMaxOp = "linalg.pooling_ndhwc_max", Convolution, windows::THREE, 2, "ppppprrr", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 4", "5 6 7", "0 1 2 3 4"], Body::Fold(BinaryFn::MaxSigned);
    /// The least elements of windows, input ndhwc.
    PoolingNdhwcMinOp = "linalg.pooling_ndhwc_min", Convolution, windows::THREE, 2, "ppppprrr", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 4", "5 6 7", "0 1 2 3 4"], Body::Fold(BinaryFn::MinSigned);
}
