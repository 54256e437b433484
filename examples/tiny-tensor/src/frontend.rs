//! The frontend: the text of a program becomes functions of the dialect.
//!
//! ```text
//! fn layer(x: 2x3, w: 3x4, b: 2x4) -> 2x4 = relu(x @ w + b)
//! ```

use terrace::dialects::func;
use terrace::prelude::*;

use crate::dialect::{AddOp, MatmulOp, MulOp, ReluOp, TransposeOp, matrix, product_type, transposed_type};

/// Returns the IR of a program.
///
/// # Errors
/// The message about the first error, with its line and column.
pub fn compile(cx: &Arc<Context>, file: &str, text: &str) -> Result<Ir, String> {
    let mut ir = ModuleOp::create_ir(cx);
    let mut symbols = SymbolTable::new(ir.root().ok_or("no module")?);
    let mut parser = Parser { cx, file, text, at: 0 };
    parser.skip_space();
    while parser.at < text.len() {
        parser.function(&mut ir, &mut symbols)?;
    }
    terrace::verify(&ir).map_err(|errors| errors.to_string())?;
    Ok(ir)
}

/// Reads a text; each method starts and ends at a token.
struct Parser<'a> {
    cx: &'a Context,
    file: &'a str,
    text: &'a str,
    at: usize,
}

/// The values that an expression may name.
type Names<'a> = std::collections::HashMap<&'a str, Value>;

impl<'a> Parser<'a> {
    /// `fn name(x: 2x3, ..) -> 2x3 = expression`
    fn function(&mut self, ir: &mut Ir, symbols: &mut SymbolTable) -> Result<(), String> {
        self.expect("fn")?;
        let (loc, name) = (self.loc(), self.name()?);
        self.expect("(")?;
        let (mut names, mut inputs) = (Vec::new(), Vec::new());
        while !self.eat(")") {
            names.push(self.name()?);
            self.expect(":")?;
            inputs.push(self.shape()?);
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        self.expect("->")?;
        let results = [self.shape()?];
        self.expect("=")?;
        let function = NewFunction { name, inputs: &inputs, results: &results, private: false, loc };
        let created = function.create(ir, symbols, |rw, args| {
            let names = names.into_iter().zip(args.iter().copied()).collect();
            let value = self.sum(rw, &names)?;
            rw.build(func::ReturnOp::of(&[value]).loc(loc));
            Ok(())
        });
        created.map_or(Ok(()), |(_, result)| result)
    }

    /// `a + b`
    fn sum(&mut self, rw: &mut Rewriter<'_>, names: &Names<'a>) -> Result<Value, String> {
        let mut value = self.product(rw, names)?;
        loop {
            let loc = self.loc();
            if !self.eat("+") {
                return Ok(value);
            }
            let (ty, rhs) = (rw.value(value).ty(), self.product(rw, names)?);
            value = rw.build_value(AddOp::of(value, rhs).result(ty).loc(loc));
        }
    }

    /// `a * b`, element by element, and `a @ b`, the product of matrices
    fn product(&mut self, rw: &mut Rewriter<'_>, names: &Names<'a>) -> Result<Value, String> {
        let mut value = self.factor(rw, names)?;
        loop {
            let (loc, at) = (self.loc(), self.at);
            if self.eat("*") {
                let (ty, rhs) = (rw.value(value).ty(), self.factor(rw, names)?);
                value = rw.build_value(MulOp::of(value, rhs).result(ty).loc(loc));
            } else if self.eat("@") {
                let rhs = self.factor(rw, names)?;
                let (a, b) = (rw.value(value).ty(), rw.value(rhs).ty());
                let ty = product_type(self.cx, a, b).map_err(|message| self.error(at, &message))?;
                value = rw.build_value(MatmulOp::of(value, rhs).result(ty).loc(loc));
            } else {
                return Ok(value);
            }
        }
    }

    /// `x`, `(a)`, `relu(a)` and `t(a)`, the transpose
    fn factor(&mut self, rw: &mut Rewriter<'_>, names: &Names<'a>) -> Result<Value, String> {
        if self.eat("(") {
            return self.rest_of_parentheses(rw, names);
        }
        let (loc, at, name) = (self.loc(), self.at, self.name()?);
        if !self.eat("(") {
            return names.get(name).copied().ok_or_else(|| self.error(at, &format!("unknown name '{name}'")));
        }
        let input = self.rest_of_parentheses(rw, names)?;
        let ty = rw.value(input).ty();
        match name {
            "relu" => Ok(rw.build_value(ReluOp::of(input).result(ty).loc(loc))),
            "t" => {
                let ty = transposed_type(self.cx, ty).map_err(|message| self.error(at, &message))?;
                Ok(rw.build_value(TransposeOp::of(input).result(ty).loc(loc)))
            }
            _ => Err(self.error(at, &format!("unknown function '{name}'"))),
        }
    }

    fn rest_of_parentheses(&mut self, rw: &mut Rewriter<'_>, names: &Names<'a>) -> Result<Value, String> {
        let value = self.sum(rw, names)?;
        self.expect(")")?;
        Ok(value)
    }

    /// `2x3`
    fn shape(&mut self) -> Result<Type, String> {
        let (at, word) = (self.at, self.word());
        let extents = word.split_once('x').and_then(|(rows, columns)| {
            Some([rows.parse().ok()?, columns.parse().ok()?])
                .filter(|extents: &[i64; 2]| extents.iter().all(|&extent| extent > 0))
        });
        extents
            .map(|extents| matrix(self.cx, extents))
            .ok_or_else(|| self.error(at, "expected a shape like 2x3"))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let (at, word) = (self.at, self.word());
        match word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => Ok(word),
            false => Err(self.error(at, "expected a name")),
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        self.at += word.len();
        self.skip_space();
        word
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
            self.skip_space();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        let at = self.at;
        if self.eat(token) { Ok(()) } else { Err(self.error(at, &format!("expected '{token}'"))) }
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn line_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        (before.matches('\n').count() + 1, at - before.rfind('\n').map_or(0, |end| end + 1) + 1)
    }

    fn loc(&self) -> Loc {
        let (line, column) = self.line_column(self.at);
        Loc::from_attr(self.cx.file_loc(self.cx.str(self.file), line as u32, column as u32))
    }

    fn error(&self, at: usize, message: &str) -> String {
        let (line, column) = self.line_column(at);
        format!("{}:{line}:{column}: error: {message}", self.file)
    }
}
