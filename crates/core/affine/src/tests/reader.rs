//! A reader for the expressions in these tests, over `d0`, `s0` and so on.

use crate::{AffineExpr, BinaryOp};

/// Reads an expression, building it operator by operator as a parser does.
pub(super) fn read(text: &str) -> AffineExpr {
    let mut reader = Reader { rest: text };
    let expr = reader.sum();
    assert_eq!(reader.rest.trim(), "", "text after the expression");
    expr
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn number(&mut self) -> i64 {
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number.parse().unwrap()
    }

    fn sum(&mut self) -> AffineExpr {
        let mut sum = self.product();
        loop {
            sum = if self.eat("+") {
                sum + self.product()
            } else if self.eat("-") {
                sum - self.product()
            } else {
                return sum;
            };
        }
    }

    fn product(&mut self) -> AffineExpr {
        let operators = [
            ("*", BinaryOp::Mul),
            ("mod", BinaryOp::Mod),
            ("floordiv", BinaryOp::FloorDiv),
            ("ceildiv", BinaryOp::CeilDiv),
        ];
        let mut product = self.operand();
        while let Some((_, op)) = operators.iter().find(|(token, _)| self.eat(token)) {
            product = AffineExpr::binary(*op, product, self.operand());
        }
        product
    }

    fn operand(&mut self) -> AffineExpr {
        self.rest = self.rest.trim_start();
        if self.eat("(") {
            let expr = self.sum();
            assert!(self.eat(")"));
            expr
        } else if self.eat("-") {
            AffineExpr::constant(-1) * self.operand()
        } else if self.eat("d") {
            AffineExpr::dim(self.number() as u32)
        } else if self.eat("s") {
            AffineExpr::symbol(self.number() as u32)
        } else {
            AffineExpr::constant(self.number())
        }
    }
}
