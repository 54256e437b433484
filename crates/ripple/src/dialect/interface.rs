//! The interface by which ops have a rule for the shapes of their results.

/// The rule by which an op's results have a shape, and what is checked of it: [`crate::analysis`] applies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShapeRule {
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

/// Implemented by ops about the elements of a block: they declare one, ask for an element's place in it, move values
/// across elements, or mark a loop that is distributed over them.
pub(crate) trait AcrossElements: Send + Sync {}

/// An op about the elements of a block.
pub(crate) struct Across;

impl AcrossElements for Across {}
