//! Handles of the entities of a body. They are local to their body; [`OpHandle`] and [`ValueHandle`] cross bodies.

use terrace_support::entity;

entity! {
    /// An operation in its body.
    pub struct Op, "op"
}
entity! {
    /// A value: a result or a block argument.
    pub struct Value, "v"
}
entity! {
    /// A use of a value as an operand, or of a block as a successor.
    pub struct Use, "u"
}
entity! {
    /// A block.
    pub struct Block, "bb"
}
entity! {
    /// A region.
    pub struct Region, "r"
}
entity! {
    /// A body: the arena of one op that is isolated from above.
    pub struct BodyId, "body"
}
entity! {
    /// An operation's name within a context.
    pub struct OpName, "opname"
}

/// An op anywhere in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpHandle {
    /// The body it lives in.
    pub body: BodyId,
    /// The op there.
    pub op: Op,
}

/// A value anywhere in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueHandle {
    /// The body it lives in.
    pub body: BodyId,
    /// The value there.
    pub value: Value,
}
