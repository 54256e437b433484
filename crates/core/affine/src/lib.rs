//! Internal to Terrace; no promise of stability. Affine expressions, affine maps and integer sets.
//!
//! An expression is an immutable tree that is cheap to clone. It is brought into a canonical form when it is built, so
//! that equal text prints equally, and it answers questions about its whole tree at once: every node caches its hash and
//! a summary of its operands. Nothing here recurses over the depth of an expression without a bound, because an
//! expression can be as deep as its source text is long.
//!
//! - `expr`: the tree, its equality and hash.
//! - `build`: the canonical form of each operator.
//! - `walk`: traversal, substitution, evaluation; `bounds`: bounds of a value, given bounds of its inputs.
//! - `print`: text as upstream prints it.
//! - `simplify`: the normal form as a sum of products; `semi` handles symbolic divisors.
//! - `constraints`: emptiness of systems of linear constraints, and the bounds that follow from them;
//!   `project`: bounds in terms of other variables.
//! - `map`, `set`, `strided`: maps, sets, and the strides of memory layouts.

#![forbid(unsafe_code)]

mod bounds;
mod build;
mod constraints;
mod expr;
mod map;
mod print;
mod project;
mod semi;
mod set;
mod simplify;
mod strided;
mod walk;

#[cfg(test)]
mod tests;

pub use bounds::Bounds;
pub use constraints::{Constraints, Linear};
pub use expr::{AffineExpr, BinaryOp, ExprKind};
pub use map::AffineMap;
pub use project::VariableBounds;
pub use set::IntegerSet;
pub use strided::{DYNAMIC, canonical_strided_layout, canonical_strides, strides_and_offset};
