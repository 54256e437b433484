//! The expression tree.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An affine expression over dimensions and symbols.
#[derive(Clone)]
pub struct AffineExpr(pub(crate) Repr);

#[derive(Clone)]
pub(crate) enum Repr {
    Constant(i64),
    Dim(u32),
    Symbol(u32),
    Binary(Arc<Node>),
}

/// An operator with its operands, and a summary of its subtree.
pub(crate) struct Node {
    op: BinaryOp,
    lhs: AffineExpr,
    rhs: AffineExpr,
    hash: u64,
    depth: u32,
    size: u32,
    symbolic: bool,
    pure: bool,
    divisor: i64,
}

/// An operator of affine expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The Euclidean remainder, defined for positive divisors.
    Mod,
    /// The quotient rounded down.
    FloorDiv,
    /// The quotient rounded up.
    CeilDiv,
}

/// The root node of an expression.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// An integer.
    Constant(i64),
    /// A dimension, by position.
    Dim(u32),
    /// A symbol, by position.
    Symbol(u32),
    /// An operator and its operands.
    Binary(BinaryOp, &'a AffineExpr, &'a AffineExpr),
}

impl AffineExpr {
    /// A constant.
    pub fn constant(value: i64) -> AffineExpr {
        AffineExpr(Repr::Constant(value))
    }

    /// The dimension at a position.
    pub fn dim(position: u32) -> AffineExpr {
        AffineExpr(Repr::Dim(position))
    }

    /// The symbol at a position.
    pub fn symbol(position: u32) -> AffineExpr {
        AffineExpr(Repr::Symbol(position))
    }

    /// Returns the root node of the expression.
    pub fn kind(&self) -> ExprKind<'_> {
        match &self.0 {
            Repr::Constant(value) => ExprKind::Constant(*value),
            Repr::Dim(position) => ExprKind::Dim(*position),
            Repr::Symbol(position) => ExprKind::Symbol(*position),
            Repr::Binary(node) => ExprKind::Binary(node.op, &node.lhs, &node.rhs),
        }
    }

    /// The value of a constant.
    pub fn as_constant(&self) -> Option<i64> {
        if let Repr::Constant(value) = self.0 { Some(value) } else { None }
    }

    /// The position of a dimension.
    pub fn as_dim(&self) -> Option<u32> {
        if let Repr::Dim(position) = self.0 { Some(position) } else { None }
    }

    /// The position of a symbol.
    pub fn as_symbol(&self) -> Option<u32> {
        if let Repr::Symbol(position) = self.0 { Some(position) } else { None }
    }

    /// The operator and operands of an operation.
    pub fn as_binary(&self) -> Option<(BinaryOp, &AffineExpr, &AffineExpr)> {
        if let Repr::Binary(node) = &self.0 { Some((node.op, &node.lhs, &node.rhs)) } else { None }
    }

    /// The operands, where the expression applies `op`.
    pub(crate) fn operands_of(&self, op: BinaryOp) -> Option<(&AffineExpr, &AffineExpr)> {
        self.as_binary().filter(|binary| binary.0 == op).map(|(_, lhs, rhs)| (lhs, rhs))
    }

    /// The left operand and the constant right one, where the expression applies `op` to such.
    pub(crate) fn constant_operand_of(&self, op: BinaryOp) -> Option<(&AffineExpr, i64)> {
        let (lhs, rhs) = self.operands_of(op)?;
        Some((lhs, rhs.as_constant()?))
    }

    /// Whether no dimension occurs.
    pub fn is_symbolic_or_constant(&self) -> bool {
        match &self.0 {
            Repr::Constant(_) | Repr::Symbol(_) => true,
            Repr::Dim(_) => false,
            Repr::Binary(node) => node.symbolic,
        }
    }

    /// Whether products have a constant operand and divisors are constant.
    pub fn is_pure_affine(&self) -> bool {
        if let Repr::Binary(node) = &self.0 { node.pure } else { true }
    }

    /// The greatest integer that is known to divide every value of the expression; zero for the constant zero.
    pub fn largest_known_divisor(&self) -> i64 {
        match &self.0 {
            Repr::Constant(value) => value.wrapping_abs(),
            Repr::Dim(_) | Repr::Symbol(_) => 1,
            Repr::Binary(node) => node.divisor,
        }
    }

    /// Whether every value of the expression is known to be a multiple of `factor`; false for the factor zero.
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        let divides = |value: i64| value.checked_rem(factor).is_some_and(|rest| rest == 0);
        match self.kind() {
            ExprKind::Constant(value) => divides(value),
            ExprKind::Dim(_) | ExprKind::Symbol(_) => factor == 1 || factor == -1,
            ExprKind::Binary(BinaryOp::Mul, lhs, rhs) => {
                let (lhs, rhs) = (lhs.largest_known_divisor(), rhs.largest_known_divisor());
                divides(lhs) || divides(rhs) || divides(lhs.wrapping_mul(rhs))
            }
            ExprKind::Binary(_, lhs, rhs) => {
                divides(gcd(lhs.largest_known_divisor(), rhs.largest_known_divisor()))
            }
        }
    }

    /// The number of operators on the longest path from the root to a leaf.
    pub fn depth(&self) -> u32 {
        if let Repr::Binary(node) = &self.0 { node.depth } else { 0 }
    }

    /// The number of leaves and operators of the tree; at most `u32::MAX`.
    pub fn size(&self) -> u32 {
        if let Repr::Binary(node) = &self.0 { node.size } else { 1 }
    }

    /// Creates an operation without simplification.
    pub(crate) fn raw(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let pure = lhs.is_pure_affine()
            && match op {
                BinaryOp::Add => rhs.is_pure_affine(),
                BinaryOp::Mul => {
                    rhs.is_pure_affine() && (lhs.as_constant().is_some() || rhs.as_constant().is_some())
                }
                _ => rhs.as_constant().is_some(),
            };
        let (l, r) = (lhs.largest_known_divisor(), rhs.largest_known_divisor());
        let divisor = match op {
            BinaryOp::Mul => l.wrapping_mul(r),
            BinaryOp::Add | BinaryOp::Mod => gcd(l, r),
            BinaryOp::FloorDiv | BinaryOp::CeilDiv => match rhs.as_constant() {
                Some(c) if c != 0 && l.wrapping_rem(c) == 0 => l.wrapping_div(c).wrapping_abs(),
                _ => 1,
            },
        };
        AffineExpr(Repr::Binary(Arc::new(Node {
            hash: mix(mix(op as u64 + 4, lhs.hash_code()), rhs.hash_code()),
            depth: 1 + lhs.depth().max(rhs.depth()),
            size: lhs.size().saturating_add(rhs.size()).saturating_add(1),
            symbolic: lhs.is_symbolic_or_constant() && rhs.is_symbolic_or_constant(),
            pure,
            divisor,
            op,
            lhs,
            rhs,
        })))
    }

    /// A hash of the tree's structure.
    fn hash_code(&self) -> u64 {
        match &self.0 {
            Repr::Constant(value) => mix(1, *value as u64),
            Repr::Dim(position) => mix(2, u64::from(*position)),
            Repr::Symbol(position) => mix(3, u64::from(*position)),
            Repr::Binary(node) => node.hash,
        }
    }
}

/// The greatest common divisor of magnitudes.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}

/// Adds a word to a hash; multiplication by an odd constant and folding of the two halves of the product.
fn mix(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xd1b5_4a32_d192_ed03);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(state.rotate_left(23) ^ word)
}

impl PartialEq for AffineExpr {
    fn eq(&self, other: &AffineExpr) -> bool {
        let mut open = vec![];
        let mut pair = Some((self, other));
        while let Some((a, b)) = pair.or_else(|| open.pop()) {
            pair = None;
            match (&a.0, &b.0) {
                (Repr::Constant(a), Repr::Constant(b)) if a == b => {}
                (Repr::Dim(a), Repr::Dim(b)) | (Repr::Symbol(a), Repr::Symbol(b)) if a == b => {}
                (Repr::Binary(a), Repr::Binary(b)) if Arc::ptr_eq(a, b) => {}
                (Repr::Binary(a), Repr::Binary(b)) if a.hash == b.hash && a.op == b.op => {
                    open.push((&a.rhs, &b.rhs));
                    pair = Some((&a.lhs, &b.lhs));
                }
                _ => return false,
            }
        }
        true
    }
}

impl Eq for AffineExpr {}

impl Hash for AffineExpr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_code());
    }
}

impl fmt::Debug for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut open = vec![];
        let take = |node: &mut Node, open: &mut Vec<Arc<Node>>| {
            for operand in [&mut node.lhs, &mut node.rhs] {
                if let Repr::Binary(_) = operand.0
                    && let Repr::Binary(child) = std::mem::replace(&mut operand.0, Repr::Constant(0))
                {
                    open.push(child);
                }
            }
        };
        take(self, &mut open);
        while let Some(child) = open.pop() {
            if let Some(mut node) = Arc::into_inner(child) {
                take(&mut node, &mut open);
            }
        }
    }
}
