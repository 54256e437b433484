//! The interface of ops that are about the elements of a block.

/// The rule by which an op's results have a shape, which [`crate::analysis`] applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShapeRule {
    /// One element: the result is a block.
    SetShape,
    /// The dimension that is asked for.
    Index,
    /// One element: the size of a dimension.
    Size,
    /// The value's shape without dimensions.
    Reduction,
    /// The value's shape with dimensions of a block.
    Broadcast,
    /// The value's shape without dimensions that have an index.
    Slice,
    /// The shape of the values whose elements change places.
    Shuffle,
    /// The shape of a block, of which values are parts.
    Stack,
    /// The shape of a block with as many bytes as the value.
    Reinterpretation,
    /// The value's shape without the outermost dimension.
    Row,
    /// The shape of the operands.
    Lanewise,
    /// One element.
    Scalar,
}

/// Implemented by ops that are about the elements of a block.
pub(crate) trait RippleOpInterface: Send + Sync {
    /// Returns the rule for the shape of the results.
    fn shape_rule(&self) -> ShapeRule;
}

impl RippleOpInterface for ShapeRule {
    fn shape_rule(&self) -> ShapeRule {
        *self
    }
}
