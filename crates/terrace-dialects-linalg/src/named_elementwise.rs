//! Ops that work element by element, whatever the rank.

use crate::named::{Body, CAST, NO_ATTRS, named_ops};

named_ops! {
    /// The elements, converted.
    CopyOp = "linalg.copy", Plain, CAST, 1, "", &[], Body::Cast;
    /// The exponential of each element.
    ExpOp = "linalg.exp", Plain, NO_ATTRS, 1, "", &[], Body::Unary("exp");
    /// The natural logarithm of each element.
    LogOp = "linalg.log", Plain, NO_ATTRS, 1, "", &[], Body::Unary("log");
    /// The absolute value of each element.
    AbsOp = "linalg.abs", Plain, NO_ATTRS, 1, "", &[], Body::Unary("abs");
    /// Each element rounded up.
    CeilOp = "linalg.ceil", Plain, NO_ATTRS, 1, "", &[], Body::Unary("ceil");
    /// Each element rounded down.
    FloorOp = "linalg.floor", Plain, NO_ATTRS, 1, "", &[], Body::Unary("floor");
    /// Each element negated.
    NegFOp = "linalg.negf", Plain, NO_ATTRS, 1, "", &[], Body::Unary("negf");
    /// The reciprocal of each element.
    ReciprocalOp = "linalg.reciprocal", Plain, NO_ATTRS, 1, "", &[], Body::Unary("reciprocal");
    /// Each element rounded to the nearest integer.
    RoundOp = "linalg.round", Plain, NO_ATTRS, 1, "", &[], Body::Unary("round");
    /// The square root of each element.
    SqrtOp = "linalg.sqrt", Plain, NO_ATTRS, 1, "", &[], Body::Unary("sqrt");
    /// The reciprocal of the square root of each element.
    RsqrtOp = "linalg.rsqrt", Plain, NO_ATTRS, 1, "", &[], Body::Unary("rsqrt");
    /// The square of each element.
    SquareOp = "linalg.square", Plain, NO_ATTRS, 1, "", &[], Body::Unary("square");
    /// The hyperbolic tangent of each element.
    TanhOp = "linalg.tanh", Plain, NO_ATTRS, 1, "", &[], Body::Unary("tanh");
    /// The error function of each element.
    ErfOp = "linalg.erf", Plain, NO_ATTRS, 1, "", &[], Body::Unary("erf");
    /// The sums of elements.
    AddOp = "linalg.add", Plain, NO_ATTRS, 2, "", &[], Body::Binary("add");
    /// The differences of elements.
    SubOp = "linalg.sub", Plain, NO_ATTRS, 2, "", &[], Body::Binary("sub");
    /// The products of elements.
    MulOp = "linalg.mul", Plain, NO_ATTRS, 2, "", &[], Body::Binary("mul");
    /// The quotients of elements.
    DivOp = "linalg.div", Plain, NO_ATTRS, 2, "", &[], Body::Binary("div");
    /// The unsigned quotients of elements.
    DivUnsignedOp = "linalg.div_unsigned", Plain, NO_ATTRS, 2, "", &[], Body::Binary("div_unsigned");
    /// The greater of two elements.
    MaxOp = "linalg.max", Plain, NO_ATTRS, 2, "", &[], Body::Binary("max_signed");
    /// The lesser of two elements.
    MinOp = "linalg.min", Plain, NO_ATTRS, 2, "", &[], Body::Binary("min_signed");
    /// Elements to the power of others.
    PowFOp = "linalg.powf", Plain, NO_ATTRS, 2, "", &[], Body::Binary("powf");
    /// Elements of one tensor or another.
    SelectOp = "linalg.select", Plain, NO_ATTRS, 3, "", &[], Body::Select;
    /// The same value everywhere.
    FillOp = "linalg.fill", Fill, NO_ATTRS, 1, "", &[], Body::First;
}
