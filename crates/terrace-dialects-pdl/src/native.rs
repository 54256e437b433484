//! Functions that patterns call by name.

use terrace_ir::{Attr, Diag, Ir, OpHandle, Type, ValueHandle};

/// What an entity of a pattern is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdlValue {
    /// An attribute.
    Attr(Attr),
    /// An op.
    Op(OpHandle),
    /// A type.
    Type(Type),
    /// Types.
    Types(Vec<Type>),
    /// A value.
    Value(ValueHandle),
    /// Values.
    Values(Vec<ValueHandle>),
}

/// A native constraint: returns whether the arguments satisfy it. Diagnostics are handed to the last argument.
pub type NativeConstraint = fn(&Ir, &[PdlValue], &mut dyn FnMut(Box<Diag>)) -> bool;

/// An interface of dialects: native constraints that patterns may call.
pub trait NativeConstraints: Send + Sync {
    /// Returns the constraint of this name; `None` if the dialect has none.
    fn native_constraint(&self, name: &str) -> Option<NativeConstraint>;
}
