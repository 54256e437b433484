//! Affine expressions, maps and integer sets.

use std::sync::Arc;

use terrace_affine::{AffineExpr, AffineMap, IntegerSet};
use terrace_ir::asm::{Operand, PResult};
use terrace_ir::{Attr, AttrData};

use super::Parser;
use crate::lexer::Kind;

/// What the identifiers of an expression stand for.
pub(crate) enum Ids<'s> {
    /// Names of dimensions and symbols.
    Named(Vec<(&'s [u8], AffineExpr)>),
    /// SSA values: operands of dimensions and of symbols, as they are met.
    Ssa { dims: Vec<Operand>, symbols: Vec<Operand> },
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
    /// What stands between `<` and `>` of `affine_map` or `affine_set`.
    pub(crate) fn affine_map_or_set(&mut self) -> PResult<Attr> {
        let mut named: Vec<(&'a [u8], AffineExpr)> = Vec::new();
        let (mut dims, mut symbols) = (0u32, 0u32);
        self.delimited((Kind::LParen, '('), (Kind::RParen, ')'), " in dimensional identifier list", |p| {
            p.affine_id(&mut named, AffineExpr::dim(dims))?;
            dims += 1;
            Ok(())
        })?;
        if self.at(Kind::LSquare) {
            self.delimited((Kind::LSquare, '['), (Kind::RSquare, ']'), " in symbol list", |p| {
                p.affine_id(&mut named, AffineExpr::symbol(symbols))?;
                symbols += 1;
                Ok(())
            })?;
        }
        let mut ids = Ids::Named(named);
        if self.eat(Kind::Arrow) {
            let mut results = Vec::new();
            self.delimited((Kind::LParen, '('), (Kind::RParen, ')'), " in affine map range", |p| {
                results.push(p.affine_expr(&mut ids)?);
                Ok(())
            })?;
            let map = AffineMap { num_dims: dims, num_symbols: symbols, results };
            return Ok(self.cx.affine_map_attr(map));
        }
        self.expect(Kind::Colon, "expected '->' or ':'")?;
        let mut constraints = Vec::new();
        self.delimited((Kind::LParen, '('), (Kind::RParen, ')'), " in integer set constraint list", |p| {
            constraints.push(p.affine_constraint(&mut ids)?);
            Ok(())
        })?;
        // No constraint is the one that always holds.
        if constraints.is_empty() {
            constraints.push((AffineExpr::constant(0), true));
        }
        let set = IntegerSet { num_dims: dims, num_symbols: symbols, constraints };
        Ok(self.cx.attr(AttrData::IntegerSet(Arc::new(set))))
    }

    fn affine_id(&mut self, named: &mut Vec<(&'a [u8], AffineExpr)>, expr: AffineExpr) -> PResult<()> {
        if !matches!(self.tok.kind, Kind::Bare | Kind::IntType) {
            return Err(self.wrong_token("expected bare identifier"));
        }
        let name = self.text();
        if named.iter().any(|(n, _)| *n == name) {
            let text = self.str_of(self.tok);
            return Err(self.error(format!("redefinition of identifier '{text}'")));
        }
        self.advance();
        named.push((name, expr));
        Ok(())
    }

    fn affine_constraint(&mut self, ids: &mut Ids<'a>) -> PResult<(AffineExpr, bool)> {
        let lhs = self.affine_expr(ids)?;
        let is_eq = if self.at(Kind::Greater) {
            self.advance();
            if !self.eat(Kind::Equal) {
                return Err(self.wrong_affine_constraint());
            }
            Some(false)
        } else if self.at(Kind::Less) {
            self.advance();
            if !self.eat(Kind::Equal) {
                return Err(self.wrong_affine_constraint());
            }
            None
        } else if self.at(Kind::Equal) {
            self.advance();
            if !self.eat(Kind::Equal) {
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
    pub(crate) fn affine_expr(&mut self, ids: &mut Ids<'a>) -> PResult<AffineExpr> {
        stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.affine_low(ids))
    }

    fn low_op(&self) -> Option<Op> {
        match self.tok.kind {
            Kind::Plus => Some(Op::Add),
            Kind::Minus => Some(Op::Sub),
            _ => None,
        }
    }

    fn high_op(&self) -> Option<Op> {
        match self.tok.kind {
            Kind::Star => Some(Op::Mul),
            Kind::Bare => match self.text() {
                b"floordiv" => Some(Op::FloorDiv),
                b"ceildiv" => Some(Op::CeilDiv),
                b"mod" => Some(Op::Mod),
                _ => None,
            },
            _ => None,
        }
    }

    fn affine_low(&mut self, ids: &mut Ids<'a>) -> PResult<AffineExpr> {
        let mut lhs = self.affine_high(ids, None)?;
        while let Some(op) = self.low_op() {
            let at = self.tok.start;
            self.advance();
            let rhs = self.affine_high(ids, Some(()))?;
            lhs = self.affine_apply(op, &lhs, &rhs, at)?;
        }
        Ok(lhs)
    }

    fn affine_high(&mut self, ids: &mut Ids<'a>, after_op: Option<()>) -> PResult<AffineExpr> {
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

    fn affine_operand(&mut self, ids: &mut Ids<'a>, after_op: Option<()>) -> PResult<AffineExpr> {
        match self.tok.kind {
            Kind::Bare if self.at_word("symbol") && matches!(ids, Ids::Ssa { .. }) => {
                self.advance();
                self.expect(Kind::LParen, "expected '(' at start of SSA symbol")?;
                let expr = self.affine_ssa(ids, true)?;
                self.expect(Kind::RParen, "expected ')' at end of SSA symbol")?;
                Ok(expr)
            }
            Kind::Bare | Kind::IntType => {
                let name = self.text();
                if let Ids::Named(named) = ids
                    && let Some((_, expr)) = named.iter().find(|(n, _)| *n == name)
                {
                    self.advance();
                    return Ok(expr.clone());
                }
                Err(self.wrong_token("use of undeclared identifier"))
            }
            Kind::Percent => self.affine_ssa(ids, false),
            Kind::Integer => {
                let value = self.u64_of(self.tok).and_then(|v| i64::try_from(v).ok());
                let Some(value) = value else { return Err(self.error("constant too large for index")) };
                self.advance();
                Ok(AffineExpr::constant(value))
            }
            Kind::LParen => {
                self.advance();
                if self.at(Kind::RParen) {
                    return Err(self.error("no expression inside parentheses"));
                }
                let expr = self.affine_expr(ids)?;
                self.expect(Kind::RParen, "expected ')'")?;
                Ok(expr)
            }
            Kind::Minus => {
                self.advance();
                match stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.affine_operand(ids, None))
                {
                    Ok(expr) => Ok(AffineExpr::mul(expr, AffineExpr::constant(-1))),
                    // What is wrong with the operand has been said; upstream adds this all the same.
                    Err(_) => Err(self.error("missing operand of negation")),
                }
            }
            Kind::Plus | Kind::Star => Err(self.affine_missing(after_op)),
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

    fn affine_ssa(&mut self, ids: &mut Ids<'a>, symbol: bool) -> PResult<AffineExpr> {
        let Ids::Ssa { .. } = ids else { return Err(self.wrong_token("unexpected ssa identifier")) };
        if !self.at(Kind::Percent) {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let operand = self.ssa_use(true)?;
        let Ids::Ssa { dims, symbols } = ids else { return Err(terrace_ir::asm::Failed) };
        let src = self.src;
        let same = |o: &Operand| {
            let text = |n: (u32, u32)| &src[n.0 as usize..(n.0 + n.1) as usize];
            text(o.name) == text(operand.name) && o.number == operand.number
        };
        if let Some(i) = dims.iter().position(same) {
            return Ok(AffineExpr::dim(i as u32));
        }
        if let Some(i) = symbols.iter().position(same) {
            return Ok(AffineExpr::symbol(i as u32));
        }
        if symbol {
            symbols.push(operand);
            return Ok(AffineExpr::symbol(symbols.len() as u32 - 1));
        }
        dims.push(operand);
        Ok(AffineExpr::dim(dims.len() as u32 - 1))
    }
}
