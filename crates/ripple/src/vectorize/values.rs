//! The values of the original, and what is computed for them.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_ir::{Attr, Loc, Op, OpName, Type, Value};

use super::lanes::{Lanes, Mask};
use crate::shape::Shape;

/// The original of an op, without its uses.
pub(super) struct Original {
    pub op: Op,
    pub name: OpName,
    pub operands: Vec<Value>,
    pub results: Vec<(Value, Type)>,
    pub props: Vec<Attr>,
    pub attrs: Attr,
    pub loc: Loc,
}

/// A computation of a value, as a key of common subexpressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Computed {
    Integer(i64, Type),
    Binary(&'static str, Value, Value),
    /// An address a number of bytes after another one. What it was promised to be holds wherever it is used again.
    Address(Value, Value),
    /// A mask in memory, with a byte for each element.
    InMemory(Value),
    /// So many elements of a vector, from one on.
    Part(Value, usize, usize),
    /// An element of a vector, so many times.
    Repeated(Value, usize, usize),
    /// A mask of which LLVM does not know where it comes from, if that may be an index.
    Hidden(Value, bool),
}

/// The computation of a base or a stride.
#[derive(Clone, Copy, Debug)]
pub(super) enum Derived {
    Sum(Value, Value),
    Difference(Value, Value),
    Product(Value, Value),
    /// A value times a number.
    Scaled(Value, i64),
    /// A value of a wider type, in this one.
    Truncated(Value, Type),
    /// A value of one shape in a larger one.
    Broadcast(Value, Shape, Shape),
}

impl Derived {
    /// The values that it is computed from, as far as they are of its type.
    pub(super) fn parts(self) -> [Option<Value>; 2] {
        match self {
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => [Some(a), Some(b)],
            Self::Scaled(a, _) | Self::Broadcast(a, ..) => [Some(a), None],
            // The value before is of another type.
            Self::Truncated(..) => [None, None],
        }
    }
}

/// The forms of values as long as nothing wraps.
#[derive(Clone, Debug)]
pub(super) struct Unwrapped {
    /// The values.
    pub lanes: Lanes,
    /// Bits of which one is set if something wraps.
    pub wraps: Vec<Value>,
    /// The alternatives that elements choose otherwise, from inner choices to outer ones; `None` if they are not known.
    pub others: Option<Vec<Other>>,
    /// Elements which differ from the form although they choose the usual alternatives.
    pub strays: Vec<Mask>,
}

/// Another alternative than the usual one.
#[derive(Clone, Debug)]
pub(super) struct Other {
    /// The elements that choose it, unless they choose one that comes later.
    pub mask: Mask,
    /// Their values.
    pub lanes: Lanes,
}

impl Unwrapped {
    /// A form of which no other alternative is known.
    pub(super) fn new(lanes: Lanes, wraps: Vec<Value>) -> Self {
        Self { lanes, wraps, others: None, strays: Vec::new() }
    }
}

/// A comparison of an index with a scalar.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The predicate, with the index on its left.
    pub predicate: ICmpPredicate,
    /// The index: a scalar and numbers.
    pub index: Lanes,
    /// The bound.
    pub bound: Lanes,
    /// Bits of which one is set if the index is not that.
    pub wraps: Vec<Value>,
}

/// A member of a structure: where it is, its type, and its values.
pub(super) type Member = (Vec<i64>, Type, Lanes);

/// The replacements of the values of the original, and what is known of new values.
#[derive(Default)]
pub(super) struct Values {
    /// The replacements of the values of the original.
    pub lanes: FxHashMap<Value, Lanes>,
    /// The members of the structures of the original of which each element has one.
    pub members: FxHashMap<Value, Vec<Member>>,
    /// The values of the original of which only the sum over all elements matters.
    pub totals: FxHashSet<Value>,
    /// Such sums of what is written.
    pub added_in_total: FxHashSet<Value>,
    /// Values that are available in the block that is being written.
    pub computed: FxHashMap<Computed, Value>,
    /// The computations of bases and strides.
    pub derived: FxHashMap<Value, Derived>,
    /// Bases and strides in wider types, extended with their sign or without.
    pub widened: FxHashMap<(Value, Type, bool), Value>,
    /// Parts of indices in wider types, as they are, extended with their sign or without.
    pub extended: FxHashMap<(Value, Type, bool), Value>,
    /// The forms of values of the original as long as nothing wraps.
    pub unwrapped: FxHashMap<Value, Unwrapped>,
    /// The forms of new vectors as long as all elements choose the usual one of some alternatives.
    pub unclamped: FxHashMap<Value, Unwrapped>,
    /// The masks that compare an index with a scalar.
    pub comparisons: FxHashMap<Value, Comparison>,
    /// The vectors, of one length, that a vector consists of.
    pub parts: FxHashMap<Value, Vec<Value>>,
}
