//! Convolutions.

use crate::named::{Body, NO_ATTRS, named_ops, windows};

named_ops! {
    /// Convolution in one dimension.
    Conv1DOp = "linalg.conv_1d", Convolution, NO_ATTRS, 2, "pr", &["0+1", "1", "0"], Body::MulAdd;
    /// Convolution in two dimensions.
    Conv2DOp = "linalg.conv_2d", Convolution, NO_ATTRS, 2, "pprr", &["0+2 1+3", "2 3", "0 1"], Body::MulAdd;
    /// Convolution in three dimensions.
    Conv3DOp = "linalg.conv_3d", Convolution, NO_ATTRS, 2, "ppprrr", &["0+3 1+4 2+5", "3 4 5", "0 1 2"], Body::MulAdd;
    /// Convolution in one dimension, input nwc, filter wcf.
    Conv1DNwcWcfOp = "linalg.conv_1d_nwc_wcf", Convolution, windows::ONE, 2, "ppprr", &["0 1*s0+3*d0 4", "3 4 2", "0 1 2"], Body::MulAdd;
    /// Convolution in one dimension, input ncw, filter fcw.
    Conv1DNcwFcwOp = "linalg.conv_1d_ncw_fcw", Convolution, windows::ONE, 2, "ppprr", &["0 3 2*s0+4*d0", "1 3 4", "0 1 2"], Body::MulAdd;
    /// Convolution in two dimensions, input nhwc, filter hwcf.
    Conv2DNhwcHwcfOp = "linalg.conv_2d_nhwc_hwcf", Convolution, windows::TWO, 2, "pppprrr", &["0 1*s0+4*d0 2*s1+5*d1 6", "4 5 6 3", "0 1 2 3"], Body::MulAdd;
    /// Convolution in two dimensions, input nhwc, filter fhwc.
    Conv2DNhwcFhwcOp = "linalg.conv_2d_nhwc_fhwc", Convolution, windows::TWO, 2, "pppprrr", &["0 1*s0+4*d0 2*s1+5*d1 6", "3 4 5 6", "0 1 2 3"], Body::MulAdd;
    /// Convolution in two dimensions, input nhwc, filter hwcf, with zero points.
    Conv2DNhwcHwcfQOp = "linalg.conv_2d_nhwc_hwcf_q", Convolution, windows::TWO, 4, "pppprrr", &["0 1*s0+4*d0 2*s1+5*d1 6", "4 5 6 3", "", "", "0 1 2 3"], Body::MulAddZeroPoints;
    /// Convolution in two dimensions, input nhwc, filter fhwc, with zero points.
    Conv2DNhwcFhwcQOp = "linalg.conv_2d_nhwc_fhwc_q", Convolution, windows::TWO, 4, "pppprrr", &["0 1*s0+4*d0 2*s1+5*d1 6", "3 4 5 6", "", "", "0 1 2 3"], Body::MulAddZeroPoints;
    /// Convolution in two dimensions, input nchw, filter fchw, with zero points.
    Conv2DNchwFchwQOp = "linalg.conv_2d_nchw_fchw_q", Convolution, windows::TWO, 4, "pppprrr", &["0 4 2*s0+5*d0 3*s1+6*d1", "1 4 5 6", "", "", "0 1 2 3"], Body::MulAddZeroPoints;
    /// Convolution in two dimensions, input nchw, filter fchw.
    Conv2DNchwFchwOp = "linalg.conv_2d_nchw_fchw", Convolution, windows::TWO, 2, "pppprrr", &["0 4 2*s0+5*d0 3*s1+6*d1", "1 4 5 6", "0 1 2 3"], Body::MulAdd;
    /// Convolution in two dimensions, input ngchw, filter fgchw.
    Conv2DNgchwFgchwOp = "linalg.conv_2d_ngchw_fgchw", Convolution, windows::TWO, 2, "ppppprrr", &["0 1 5 3*s0+6*d0 4*s1+7*d1", "2 1 5 6 7", "0 1 2 3 4"], Body::MulAdd;
    /// Convolution in two dimensions, input ngchw, filter gfchw.
    Conv2DNgchwGfchwOp = "linalg.conv_2d_ngchw_gfchw", Convolution, windows::TWO, 2, "ppppprrr", &["0 1 5 3*s0+6*d0 4*s1+7*d1", "1 2 5 6 7", "0 1 2 3 4"], Body::MulAdd;
    /// Convolution in two dimensions, input nhwgc, filter gfhwc.
    Conv2DNhwgcGfhwcOp = "linalg.conv_2d_nhwgc_gfhwc", Convolution, windows::TWO, 2, "ppppprrr", &["0 1*s0+5*d0 2*s1+6*d1 3 7", "3 4 5 6 7", "0 1 2 3 4"], Body::MulAdd;
    /// Convolution in two dimensions, input nhwgc, filter gfhwc, with zero points.
    Conv2DNhwgcGfhwcQOp = "linalg.conv_2d_nhwgc_gfhwc_q", Convolution, windows::TWO, 4, "ppppprrr", &["0 1*s0+5*d0 2*s1+6*d1 3 7", "3 4 5 6 7", "", "", "0 1 2 3 4"], Body::MulAddZeroPoints;
    /// Convolution in two dimensions, input ngchw, filter gfchw, with zero points.
    Conv2DNgchwGfchwQOp = "linalg.conv_2d_ngchw_gfchw_q", Convolution, windows::TWO, 4, "ppppprrr", &["0 1 5 3*s0+6*d0 4*s1+7*d1", "1 2 5 6 7", "", "", "0 1 2 3 4"], Body::MulAddZeroPoints;
    /// Convolution in three dimensions, input ndhwc, filter dhwcf.
    Conv3DNdhwcDhwcfOp = "linalg.conv_3d_ndhwc_dhwcf", Convolution, windows::THREE, 2, "ppppprrrr", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 8", "5 6 7 8 4", "0 1 2 3 4"], Body::MulAdd;
    /// Convolution in three dimensions, input ndhwc, filter dhwcf, with zero points.
    Conv3DNdhwcDhwcfQOp = "linalg.conv_3d_ndhwc_dhwcf_q", Convolution, windows::THREE, 4, "ppppprrrr", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 8", "5 6 7 8 4", "", "", "0 1 2 3 4"], Body::MulAddZeroPoints;
    /// Convolution in three dimensions, input ncdhw, filter fcdhw.
    Conv3DNcdhwFcdhwOp = "linalg.conv_3d_ncdhw_fcdhw", Convolution, windows::THREE, 2, "ppppprrrr", &["0 5 2*s0+6*d0 3*s1+7*d1 4*s2+8*d2", "1 5 6 7 8", "0 1 2 3 4"], Body::MulAdd;
    /// Depthwise convolution in one dimension, input nwc, filter wc.
    DepthwiseConv1DNwcWcOp = "linalg.depthwise_conv_1d_nwc_wc", Convolution, windows::ONE, 2, "pppr", &["0 1*s0+3*d0 2", "3 2", "0 1 2"], Body::MulAdd;
    /// Depthwise convolution in one dimension, input ncw, filter cw.
    DepthwiseConv1DNcwCwOp = "linalg.depthwise_conv_1d_ncw_cw", Convolution, windows::ONE, 2, "pppr", &["0 2 1*s0+3*d0", "2 3", "0 2 1"], Body::MulAdd;
    /// Depthwise convolution in one dimension, input nwc, filter wcm.
    DepthwiseConv1DNwcWcmOp = "linalg.depthwise_conv_1d_nwc_wcm", Convolution, windows::ONE, 2, "ppppr", &["0 1*s0+4*d0 2", "4 2 3", "0 1 2 3"], Body::MulAdd;
    /// Depthwise convolution in two dimensions, input nhwc, filter hwc.
    DepthwiseConv2DNhwcHwcOp = "linalg.depthwise_conv_2d_nhwc_hwc", Convolution, windows::TWO, 2, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5 3", "0 1 2 3"], Body::MulAdd;
    /// Depthwise convolution in two dimensions, input nchw, filter chw.
    DepthwiseConv2DNchwChwOp = "linalg.depthwise_conv_2d_nchw_chw", Convolution, windows::TWO, 2, "pppprr", &["0 3 1*s0+4*d0 2*s1+5*d1", "3 4 5", "0 3 1 2"], Body::MulAdd;
    /// Depthwise convolution in two dimensions, input nhwc, filter hwc, with zero points.
    DepthwiseConv2DNhwcHwcQOp = "linalg.depthwise_conv_2d_nhwc_hwc_q", Convolution, windows::TWO, 4, "pppprr", &["0 1*s0+4*d0 2*s1+5*d1 3", "4 5 3", "", "", "0 1 2 3"], Body::MulAddZeroPoints;
    /// Depthwise convolution in two dimensions, input nhwc, filter hwcm.
    DepthwiseConv2DNhwcHwcmOp = "linalg.depthwise_conv_2d_nhwc_hwcm", Convolution, windows::TWO, 2, "ppppprr", &["0 1*s0+5*d0 2*s1+6*d1 3", "5 6 3 4", "0 1 2 3 4"], Body::MulAdd;
    /// Depthwise convolution in two dimensions, input nhwc, filter hwcm, with zero points.
    DepthwiseConv2DNhwcHwcmQOp = "linalg.depthwise_conv_2d_nhwc_hwcm_q", Convolution, windows::TWO, 4, "ppppprr", &["0 1*s0+5*d0 2*s1+6*d1 3", "5 6 3 4", "", "", "0 1 2 3 4"], Body::MulAddZeroPoints;
    /// Depthwise convolution in three dimensions, input ndhwc, filter dhwc.
    DepthwiseConv3DNdhwcDhwcOp = "linalg.depthwise_conv_3d_ndhwc_dhwc", Convolution, windows::THREE, 2, "pppprrrp", &["0 1*s0+4*d0 2*s1+5*d1 3*s2+6*d2 7", "4 5 6 7", "0 1 2 3 7"], Body::MulAdd;
    /// Depthwise convolution in three dimensions, input ncdhw, filter cdhw.
    DepthwiseConv3DNcdhwCdhwOp = "linalg.depthwise_conv_3d_ncdhw_cdhw", Convolution, windows::THREE, 2, "pppprrrp", &["0 7 1*s0+4*d0 2*s1+5*d1 3*s2+6*d2", "7 4 5 6", "0 7 1 2 3"], Body::MulAdd;
    /// Depthwise convolution in three dimensions, input ndhwc, filter dhwcm.
    DepthwiseConv3DNdhwcDhwcmOp = "linalg.depthwise_conv_3d_ndhwc_dhwcm", Convolution, windows::THREE, 2, "ppppprrrp", &["0 1*s0+5*d0 2*s1+6*d1 3*s2+7*d2 8", "5 6 7 8 4", "0 1 2 3 8 4"], Body::MulAdd;
}
