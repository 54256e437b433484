//! Traversal without recursion: visiting, substitution, evaluation.

use crate::build::{ceil_quotient, floor_quotient};
use crate::expr::{AffineExpr, BinaryOp, ExprKind};

impl AffineExpr {
    /// Computes a value bottom up: `leaf` for constants, dimensions and symbols, `combine` for operators,
    /// whose operands are visited from left to right. Stops at the first `None`.
    pub fn fold<'a, T>(
        &'a self,
        mut leaf: impl FnMut(&'a AffineExpr) -> Option<T>,
        mut combine: impl FnMut(&'a AffineExpr, BinaryOp, T, T) -> Option<T>,
    ) -> Option<T> {
        enum WalkStep<'a> {
            Visit(&'a AffineExpr),
            Combine(&'a AffineExpr, BinaryOp),
        }
        let mut steps = vec![WalkStep::Visit(self)];
        let mut values = vec![];
        while let Some(step) = steps.pop() {
            let value = match step {
                WalkStep::Visit(expr) => {
                    let Some((op, lhs, rhs)) = expr.as_binary() else {
                        values.push(leaf(expr)?);
                        continue;
                    };
                    steps.extend([WalkStep::Combine(expr, op), WalkStep::Visit(rhs), WalkStep::Visit(lhs)]);
                    continue;
                }
                WalkStep::Combine(expr, op) => {
                    let (rhs, lhs) = (values.pop()?, values.pop()?);
                    combine(expr, op, lhs, rhs)?
                }
            };
            values.push(value);
        }
        values.pop()
    }

    /// Visits every expression of the tree, operands before their operator.
    pub fn walk<'a>(&'a self, mut visit: impl FnMut(&'a AffineExpr)) {
        let visit = std::cell::RefCell::new(&mut visit);
        self.fold(
            |expr| {
                visit.borrow_mut()(expr);
                Some(())
            },
            |expr, _, (), ()| {
                visit.borrow_mut()(expr);
                Some(())
            },
        );
    }

    /// Whether any leaf of the tree satisfies a condition.
    fn any_leaf(&self, condition: impl Fn(&AffineExpr) -> bool) -> bool {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match expr.as_binary() {
                Some((_, lhs, rhs)) => open.extend([rhs, lhs]),
                None if condition(expr) => return true,
                None => {}
            }
        }
        false
    }

    /// Whether the dimension at a position occurs.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.any_leaf(|leaf| leaf.as_dim() == Some(position))
    }

    /// Whether the symbol at a position occurs.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.any_leaf(|leaf| leaf.as_symbol() == Some(position))
    }

    /// One more than the largest positions of dimensions and symbols that occur.
    pub fn num_dims_and_symbols(&self) -> (u32, u32) {
        let (mut dims, mut symbols) = (0, 0);
        self.walk(|expr| match expr.kind() {
            ExprKind::Dim(position) => dims = dims.max(position.saturating_add(1)),
            ExprKind::Symbol(position) => symbols = symbols.max(position.saturating_add(1)),
            _ => {}
        });
        (dims, symbols)
    }

    /// The expression with leaves replaced and every operator above a replaced one applied again.
    fn rewrite_leaves(&self, replacement: impl Fn(&AffineExpr) -> Option<AffineExpr>) -> AffineExpr {
        let rewritten = self.fold(
            |leaf| Some(replacement(leaf).filter(|new| new != leaf)),
            |expr, op, lhs, rhs| {
                if lhs.is_none() && rhs.is_none() {
                    return Some(None);
                }
                let (_, old_lhs, old_rhs) = expr.as_binary()?;
                let lhs = lhs.unwrap_or_else(|| old_lhs.clone());
                let rhs = rhs.unwrap_or_else(|| old_rhs.clone());
                // As upstream, an operator with equal operands is not applied again.
                Some((lhs != *old_lhs || rhs != *old_rhs).then(|| AffineExpr::binary(op, lhs, rhs)))
            },
        );
        rewritten.flatten().unwrap_or_else(|| self.clone())
    }

    /// The expression with dimensions and symbols replaced by position; those without replacement stay.
    pub fn replace_dims_and_symbols(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        self.rewrite_leaves(|leaf| match leaf.kind() {
            ExprKind::Dim(position) => dims.get(position as usize).cloned(),
            ExprKind::Symbol(position) => symbols.get(position as usize).cloned(),
            _ => None,
        })
    }

    /// The expression with dimensions replaced by position.
    pub fn replace_dims(&self, dims: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(dims, &[])
    }

    /// The expression with symbols replaced by position.
    pub fn replace_symbols(&self, symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(&[], symbols)
    }

    /// The expression with the dimensions from `offset` on moved up by `shift`.
    pub fn shift_dims(&self, shift: u32, offset: u32) -> AffineExpr {
        self.rewrite_leaves(|leaf| {
            leaf.as_dim().filter(|&at| at >= offset).map(|at| AffineExpr::dim(at + shift))
        })
    }

    /// The expression with the symbols from `offset` on moved up by `shift`.
    pub fn shift_symbols(&self, shift: u32, offset: u32) -> AffineExpr {
        self.rewrite_leaves(|leaf| {
            leaf.as_symbol().filter(|&at| at >= offset).map(|at| AffineExpr::symbol(at + shift))
        })
    }

    /// The expression with every occurrence of a subexpression replaced, outermost first.
    pub fn replace(&self, from: &AffineExpr, to: &AffineExpr) -> AffineExpr {
        self.replace_where(|expr| (expr == from).then(|| to.clone()))
    }

    /// The expression with every subexpression replaced for which there is a replacement, outermost first.
    pub fn replace_where(&self, replacement: impl Fn(&AffineExpr) -> Option<AffineExpr>) -> AffineExpr {
        enum WalkStep<'a> {
            Visit(&'a AffineExpr),
            Combine(&'a AffineExpr, BinaryOp),
        }
        let mut steps = vec![WalkStep::Visit(self)];
        let mut values: Vec<AffineExpr> = vec![];
        while let Some(step) = steps.pop() {
            match step {
                WalkStep::Visit(expr) => match (replacement(expr), expr.as_binary()) {
                    (Some(new), _) => values.push(new),
                    (None, Some((op, lhs, rhs))) => {
                        steps.extend([
                            WalkStep::Combine(expr, op),
                            WalkStep::Visit(rhs),
                            WalkStep::Visit(lhs),
                        ]);
                    }
                    (None, None) => values.push(expr.clone()),
                },
                WalkStep::Combine(expr, op) => {
                    if let (Some(rhs), Some(lhs)) = (values.pop(), values.pop()) {
                        let same = expr.as_binary().is_some_and(|(_, l, r)| *l == lhs && *r == rhs);
                        values.push(if same { expr.clone() } else { AffineExpr::binary(op, lhs, rhs) });
                    }
                }
            }
        }
        values.pop().unwrap_or_else(|| self.clone())
    }

    /// The value for given dimensions and symbols; `None` on overflow, for an undefined quotient or remainder, and for a
    /// dimension or symbol without a value.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        self.fold(
            |leaf| match leaf.kind() {
                ExprKind::Constant(value) => Some(value),
                ExprKind::Dim(position) => dims.get(position as usize).copied(),
                ExprKind::Symbol(position) => symbols.get(position as usize).copied(),
                ExprKind::Binary(..) => None,
            },
            |_, op, lhs, rhs| apply(op, lhs, rhs),
        )
    }
}

/// Applies an operator to integers; `None` on overflow and where it is undefined.
fn apply(op: BinaryOp, lhs: i64, rhs: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => lhs.checked_add(rhs),
        BinaryOp::Mul => lhs.checked_mul(rhs),
        BinaryOp::Mod => (rhs >= 1).then(|| lhs.rem_euclid(rhs)),
        BinaryOp::FloorDiv => floor_quotient(lhs, rhs),
        BinaryOp::CeilDiv => ceil_quotient(lhs, rhs),
    }
}
