//! Affine expressions, maps and integer sets.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, AffineMap, IntegerSet};
use terrace_ir::asm::{AffineNames, Operand, PResult};
use terrace_ir::{Attr, AttrData};

use super::Parser;
use crate::lexer::TokenKind;

/// The identifiers of an expression, with their dimensions and symbols.
pub(crate) enum Ids<'s, 'n> {
    /// Names of dimensions and symbols.
    Named(Names<&'s [u8]>),
    /// Names that a format of a dialect bound, with their expressions.
    Bound(&'n AffineNames),
    /// SSA values: operands of dimensions and of symbols, in order of occurrence, and the kind of each.
    Ssa { dims: Vec<Operand>, symbols: Vec<Operand>, known: Names<(&'s [u8], u32)> },
}

impl Ids<'_, '_> {
    /// SSA values, of which none was met.
    pub(crate) fn of_ssa_values() -> Self {
        Ids::Ssa { dims: Vec::new(), symbols: Vec::new(), known: Names::default() }
    }
}

/// Names with their meanings: a list, with an index if it is long.
pub(crate) struct Names<N> {
    list: Vec<(N, AffineExpr)>,
    index: FxHashMap<N, u32>,
}

impl<N> Default for Names<N> {
    fn default() -> Self {
        Self { list: Vec::new(), index: FxHashMap::default() }
    }
}

impl<N: Copy + Eq + Hash> Names<N> {
    /// Up to how many names are looked through.
    const FEW: usize = 16;

    fn get(&self, name: N) -> Option<&AffineExpr> {
        if self.list.len() <= Self::FEW {
            return self.list.iter().find(|(known, _)| *known == name).map(|(_, expr)| expr);
        }
        self.index.get(&name).map(|&at| &self.list[at as usize].1)
    }

    fn push(&mut self, name: N, expr: AffineExpr) {
        self.list.push((name, expr));
        if self.list.len() > Self::FEW {
            let from = self.index.len();
            let new = self.list.iter().enumerate().skip(from);
            self.index.extend(new.map(|(at, &(name, _))| (name, at as u32)));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Add,
    Sub,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

impl<'a> Parser<'a> {
    /// Parses the body of `affine_map` or `affine_set`, between `<` and `>`.
    pub(crate) fn affine_map_or_set(&mut self) -> PResult<Attr> {
        let mut named = Names::default();
        let (mut dims, mut symbols) = (0u32, 0u32);
        self.delimited(
            (TokenKind::LParen, '('),
            (TokenKind::RParen, ')'),
            " in dimensional identifier list",
            |p| {
                p.affine_id(&mut named, AffineExpr::dim(dims))?;
                dims += 1;
                Ok(())
            },
        )?;
        if self.at(TokenKind::LSquare) {
            self.delimited((TokenKind::LSquare, '['), (TokenKind::RSquare, ']'), " in symbol list", |p| {
                p.affine_id(&mut named, AffineExpr::symbol(symbols))?;
                symbols += 1;
                Ok(())
            })?;
        }
        let mut ids = Ids::Named(named);
        if self.eat(TokenKind::Arrow) {
            let mut results = Vec::new();
            self.delimited(
                (TokenKind::LParen, '('),
                (TokenKind::RParen, ')'),
                " in affine map range",
                |p| {
                    results.push(p.affine_expr(&mut ids)?);
                    Ok(())
                },
            )?;
            let map = AffineMap { num_dims: dims, num_symbols: symbols, results };
            return Ok(self.cx.affine_map_attr(map));
        }
        self.expect(TokenKind::Colon, "expected '->' or ':'")?;
        let mut constraints = Vec::new();
        self.delimited(
            (TokenKind::LParen, '('),
            (TokenKind::RParen, ')'),
            " in integer set constraint list",
            |p| {
                constraints.push(p.affine_constraint(&mut ids)?);
                Ok(())
            },
        )?;
        // No constraint is the one that always holds.
        if constraints.is_empty() {
            constraints.push((AffineExpr::constant(0), true));
        }
        let set = IntegerSet { num_dims: dims, num_symbols: symbols, constraints };
        Ok(self.cx.attr(AttrData::IntegerSet(Arc::new(set))))
    }

    fn affine_id(&mut self, named: &mut Names<&'a [u8]>, expr: AffineExpr) -> PResult<()> {
        if !matches!(self.tok.kind, TokenKind::Bare | TokenKind::IntType) {
            return Err(self.wrong_token("expected bare identifier"));
        }
        let name = self.text();
        if named.get(name).is_some() {
            let text = self.str_of(self.tok);
            return Err(self.error(format!("redefinition of identifier '{text}'")));
        }
        self.advance();
        named.push(name, expr);
        Ok(())
    }

    fn affine_constraint(&mut self, ids: &mut Ids<'a, '_>) -> PResult<(AffineExpr, bool)> {
        let lhs = self.affine_expr(ids)?;
        let is_eq = if self.at(TokenKind::Greater) {
            self.advance();
            if !self.eat(TokenKind::Equal) {
                return Err(self.wrong_affine_constraint());
            }
            Some(false)
        } else if self.at(TokenKind::Less) {
            self.advance();
            if !self.eat(TokenKind::Equal) {
                return Err(self.wrong_affine_constraint());
            }
            None
        } else if self.at(TokenKind::Equal) {
            self.advance();
            if !self.eat(TokenKind::Equal) {
                return Err(self.wrong_affine_constraint());
            }
            Some(true)
        } else {
            return Err(self.wrong_affine_constraint());
        };
        let rhs = self.affine_expr(ids)?;
        Ok(match is_eq {
            Some(is_eq) => (AffineExpr::sub(lhs, rhs), is_eq),
            None => (AffineExpr::sub(rhs, lhs), false),
        })
    }

    fn wrong_affine_constraint(&mut self) -> terrace_ir::asm::Failed {
        self.error("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
    }

    /// An affine expression.
    pub(crate) fn affine_expr(&mut self, ids: &mut Ids<'a, '_>) -> PResult<AffineExpr> {
        stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.affine_low(ids))
    }

    fn low_op(&self) -> Option<Op> {
        match self.tok.kind {
            TokenKind::Plus => Some(Op::Add),
            TokenKind::Minus => Some(Op::Sub),
            _ => None,
        }
    }

    fn high_op(&self) -> Option<Op> {
        match self.tok.kind {
            TokenKind::Star => Some(Op::Mul),
            TokenKind::Bare => match self.text() {
                b"floordiv" => Some(Op::FloorDiv),
                b"ceildiv" => Some(Op::CeilDiv),
                b"mod" => Some(Op::Mod),
                _ => None,
            },
            _ => None,
        }
    }

    fn affine_low(&mut self, ids: &mut Ids<'a, '_>) -> PResult<AffineExpr> {
        let mut lhs = self.affine_high(ids, None)?;
        while let Some(op) = self.low_op() {
            let at = self.tok.start;
            self.advance();
            let rhs = self.affine_high(ids, Some(()))?;
            lhs = self.affine_apply(op, &lhs, &rhs, at)?;
        }
        Ok(lhs)
    }

    fn affine_high(&mut self, ids: &mut Ids<'a, '_>, after_op: Option<()>) -> PResult<AffineExpr> {
        let mut lhs = self.affine_operand(ids, after_op)?;
        while let Some(op) = self.high_op() {
            let at = self.tok.start;
            self.advance();
            let rhs = self.affine_operand(ids, Some(()))?;
            lhs = self.affine_apply(op, &lhs, &rhs, at)?;
        }
        Ok(lhs)
    }

    fn affine_apply(&mut self, op: Op, lhs: &AffineExpr, rhs: &AffineExpr, at: u32) -> PResult<AffineExpr> {
        let right = rhs.is_symbolic_or_constant();
        let need =
            |what: &str| format!("non-affine expression: {what} has to be either a constant or symbolic");
        Ok(match op {
            Op::Add => AffineExpr::add(lhs.clone(), rhs.clone()),
            Op::Sub => AffineExpr::sub(lhs.clone(), rhs.clone()),
            Op::Mul if !lhs.is_symbolic_or_constant() && !right => {
                return Err(self.error_at(
                    at,
                    "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
                ));
            }
            Op::Mul => AffineExpr::mul(lhs.clone(), rhs.clone()),
            Op::FloorDiv if !right => return Err(self.error_at(at, need("right operand of floordiv"))),
            Op::FloorDiv => AffineExpr::floor_div(lhs.clone(), rhs.clone()),
            Op::CeilDiv if !right => return Err(self.error_at(at, need("right operand of ceildiv"))),
            Op::CeilDiv => AffineExpr::ceil_div(lhs.clone(), rhs.clone()),
            Op::Mod if !right => return Err(self.error_at(at, need("right operand of mod"))),
            Op::Mod => AffineExpr::modulo(lhs.clone(), rhs.clone()),
        })
    }

    fn affine_operand(&mut self, ids: &mut Ids<'a, '_>, after_op: Option<()>) -> PResult<AffineExpr> {
        match self.tok.kind {
            TokenKind::Bare if self.at_word("symbol") && matches!(ids, Ids::Ssa { .. }) => {
                self.advance();
                self.expect(TokenKind::LParen, "expected '(' at start of SSA symbol")?;
                let expr = self.affine_ssa(ids, true)?;
                self.expect(TokenKind::RParen, "expected ')' at end of SSA symbol")?;
                Ok(expr)
            }
            TokenKind::Bare | TokenKind::IntType => {
                let name = self.text();
                let bound = match ids {
                    Ids::Named(named) => named.get(name),
                    Ids::Bound(names) => std::str::from_utf8(name).ok().and_then(|name| names.get(name)),
                    Ids::Ssa { .. } => None,
                };
                let Some(expr) = bound.cloned() else {
                    return Err(self.wrong_token("use of undeclared identifier"));
                };
                self.advance();
                Ok(expr)
            }
            TokenKind::Percent => self.affine_ssa(ids, false),
            TokenKind::Integer => {
                let value = self.u64_of(self.tok).and_then(|v| i64::try_from(v).ok());
                let Some(value) = value else { return Err(self.error("constant too large for index")) };
                self.advance();
                Ok(AffineExpr::constant(value))
            }
            TokenKind::LParen => {
                self.advance();
                if self.at(TokenKind::RParen) {
                    return Err(self.error("no expression inside parentheses"));
                }
                let expr = self.affine_expr(ids)?;
                self.expect(TokenKind::RParen, "expected ')'")?;
                Ok(expr)
            }
            TokenKind::Minus => {
                self.advance();
                // The least number is printed so, and has no positive counterpart.
                if self.at(TokenKind::Integer) && self.u64_of(self.tok) == Some(i64::MIN.unsigned_abs()) {
                    self.advance();
                    return Ok(AffineExpr::constant(i64::MIN));
                }
                match stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.affine_operand(ids, None))
                {
                    Ok(expr) => Ok(AffineExpr::mul(expr, AffineExpr::constant(-1))),
                    // What is wrong with the operand has been said; upstream adds this all the same.
                    Err(_) => Err(self.error("missing operand of negation")),
                }
            }
            TokenKind::Plus | TokenKind::Star => Err(self.affine_missing(after_op)),
            _ => Err(match after_op {
                Some(()) => self.error("missing right operand of binary operator"),
                None => self.error("expected affine expression"),
            }),
        }
    }

    fn affine_missing(&mut self, after_op: Option<()>) -> terrace_ir::asm::Failed {
        self.error(match after_op {
            Some(()) => "missing right operand of binary operator",
            None => "missing left operand of binary operator",
        })
    }

    fn affine_ssa(&mut self, ids: &mut Ids<'a, '_>, symbol: bool) -> PResult<AffineExpr> {
        let Ids::Ssa { .. } = ids else { return Err(self.wrong_token("unexpected ssa identifier")) };
        if !self.at(TokenKind::Percent) {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let operand = self.ssa_use(true)?;
        let Ids::Ssa { dims, symbols, known } = ids else { return Err(terrace_ir::asm::Failed) };
        let (start, len) = operand.name;
        let name = (&self.src[start as usize..(start + len) as usize], operand.number);
        if let Some(expr) = known.get(name) {
            return Ok(expr.clone());
        }
        let (list, make): (_, fn(u32) -> AffineExpr) =
            if symbol { (symbols, AffineExpr::symbol) } else { (dims, AffineExpr::dim) };
        let expr = make(list.len() as u32);
        list.push(operand);
        known.push(name, expr.clone());
        Ok(expr)
    }
}
