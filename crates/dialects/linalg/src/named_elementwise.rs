//! Elementwise ops of any rank.

use crate::attrs::{BinaryFn, UnaryFn};
use crate::named::{Body, CAST, NO_ATTRS, named_ops};

named_ops! {
    /// The elements, converted.
    CopyOp = "linalg.copy", Plain, CAST, 1, "", &[], Body::Cast;
    /// The exponential of each element.
    ExpOp = "linalg.exp", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Exp);
    /// The natural logarithm of each element.
    LogOp = "linalg.log", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Log);
    /// The absolute value of each element.
    AbsOp = "linalg.abs", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Abs);
    /// Each element rounded up.
    CeilOp = "linalg.ceil", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Ceil);
    /// Each element rounded down.
    FloorOp = "linalg.floor", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Floor);
    /// Each element negated.
    NegFOp = "linalg.negf", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Negf);
    /// The reciprocal of each element.
    ReciprocalOp = "linalg.reciprocal", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Reciprocal);
    /// Each element rounded to the nearest integer.
    RoundOp = "linalg.round", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Round);
    /// The square root of each element.
    SqrtOp = "linalg.sqrt", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Sqrt);
    /// The reciprocal of the square root of each element.
    RsqrtOp = "linalg.rsqrt", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Rsqrt);
    /// The square of each element.
    SquareOp = "linalg.square", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Square);
    /// The hyperbolic tangent of each element.
    TanhOp = "linalg.tanh", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Tanh);
    /// The error function of each element.
    ErfOp = "linalg.erf", Plain, NO_ATTRS, 1, "", &[], Body::Unary(UnaryFn::Erf);
    /// The sums of elements.
    AddOp = "linalg.add", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::Add);
    /// The differences of elements.
    SubOp = "linalg.sub", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::Sub);
    /// The products of elements.
    MulOp = "linalg.mul", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::Mul);
    /// The quotients of elements.
    DivOp = "linalg.div", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::Div);
    /// The unsigned quotients of elements.
    DivUnsignedOp = "linalg.div_unsigned", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::DivUnsigned);
    /// The greater of two elements.
    MaxOp = "linalg.max", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::MaxSigned);
    /// The lesser of two elements.
    MinOp = "linalg.min", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::MinSigned);
    /// Elements to the power of others.
    PowFOp = "linalg.powf", Plain, NO_ATTRS, 2, "", &[], Body::Binary(BinaryFn::Powf);
    /// Elements of one tensor or another.
    SelectOp = "linalg.select", Plain, NO_ATTRS, 3, "", &[], Body::Select;
    /// Fills the destination with a scalar.
    FillOp = "linalg.fill", Fill, NO_ATTRS, 1, "", &[], Body::First;
}
