//! The interface by which ops have a rule for the shapes of their results.

/// The rule by which an op's results have a shape, and what is checked of it: [`crate::analysis`] applies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShapeRule {
    /// That of a construct of Ripple.
    Block(BlockRule),
    /// The shape of the operands: the op is carried out for each element.
    Lanewise,
    /// The shape of the operands, which are compared: none may be a block.
    Comparison,
    /// The shape of the operands, which are an object that is written and one that is read.
    Copy,
    /// The shape of the operands, which must be one element.
    Assembly,
    /// The shape of the value, and of the conditions by which it is chosen.
    Expression,
    /// One element.
    Single,
    /// One element, unless values of a shape are stored there.
    Local,
    /// The shape of the address.
    Load,
    /// No result: a local variable gets the shape of what is stored.
    Store,
    /// The shape that the function returns for these arguments.
    Call,
    /// No result: the function returns the shape of the operands.
    Return,
    /// No result: arguments of blocks get the shapes of what is passed.
    Branch,
}

/// The rule of a construct of Ripple: an op that is about the elements of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockRule {
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
    /// The value's shape.
    FloatCast,
    /// One element: part of the annotation of a loop.
    Mark,
}

/// Implemented by ops that have a rule of their own; others are branches or lanewise.
pub(crate) trait RippleOpInterface: Send + Sync {
    /// Returns the rule for the shape of the results.
    fn shape_rule(&self) -> ShapeRule;
}

impl RippleOpInterface for ShapeRule {
    fn shape_rule(&self) -> ShapeRule {
        *self
    }
}

impl RippleOpInterface for BlockRule {
    fn shape_rule(&self) -> ShapeRule {
        ShapeRule::Block(*self)
    }
}
