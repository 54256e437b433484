//! Programs of the dialect tosa: chains of ops on tensors of up to four dimensions, quantized ones among them.
//!
//! The generator knows the range of each tensor, so that nothing overflows. Floats are multiples of a power of two as
//! long as sums of them are: then sums are exact, and a lowering may order them in any way. Those that are not take part
//! in ops that round once.
//!
//! Inputs are constants, or come from functions that passes do not see through.

mod blocks;
mod elements;
mod extents;
mod fourier;
mod moves;
mod quantized;
mod reductions;
mod regions;
mod variables;
mod windows;

use std::fmt::{self, Write};

use crate::numbers::Numbers;

/// The elements of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Elem {
    /// Integers of this width; truth values have one bit.
    Int(u32),
    F64,
    F32,
    F16,
    BF16,
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(width) => write!(f, "i{width}"),
            Self::F64 => f.write_str("f64"),
            Self::F32 => f.write_str("f32"),
            Self::F16 => f.write_str("f16"),
            Self::BF16 => f.write_str("bf16"),
        }
    }
}

impl Elem {
    const BOOL: Self = Self::Int(1);
    const I32: Self = Self::Int(32);

    fn is_float(self) -> bool {
        !matches!(self, Self::Int(_))
    }

    /// The binary digits of a float. Those of `f64` may be narrowed.
    fn digits(self) -> i32 {
        match self {
            Self::F64 | Self::F32 => 24,
            Self::F16 => 11,
            Self::BF16 => 8,
            Self::Int(_) => 64,
        }
    }

    /// The limits of integers. Those of 64 bits may be narrowed to 32.
    fn limits(self) -> (i64, i64) {
        match self {
            Self::Int(64) => Self::I32.limits(),
            Self::Int(1) => (0, 1),
            Self::Int(width) => (i64::MIN >> (64 - width), i64::MAX >> (64 - width)),
            _ => (0, 0),
        }
    }
}

/// The numbers that a tensor may have.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Range {
    /// Integers between these.
    Ints(i64, i64),
    /// Multiples of two to the power of the negated number of digits, of at most this magnitude.
    Exact { bound: f64, digits: i32 },
    /// Floats, NaN perhaps among them.
    Any { nan: bool },
}

/// A tensor.
#[derive(Clone, Debug)]
struct Value {
    name: String,
    shape: Vec<i64>,
    /// Whether its type leaves each extent open.
    open: Vec<bool>,
    elem: Elem,
    range: Range,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Value {
    /// Its type.
    fn ty(&self) -> String {
        let extent =
            |(&extent, &open): (&i64, &bool)| if open { "?x".to_owned() } else { format!("{extent}x") };
        let extents: String = self.shape.iter().zip(&self.open).map(extent).collect();
        format!("tensor<{extents}{}>", self.elem)
    }

    fn rank(&self) -> usize {
        self.shape.len()
    }

    fn count(&self) -> i64 {
        self.shape.iter().product()
    }

    /// The limits of its integers.
    fn ints(&self) -> (i64, i64) {
        match self.range {
            Range::Ints(low, high) => (low, high),
            _ => self.elem.limits(),
        }
    }

    /// The magnitude and the digits of its floats, if their sums are exact.
    fn exact(&self) -> Option<(f64, i32)> {
        match self.range {
            Range::Exact { bound, digits } => Some((bound, digits)),
            _ => None,
        }
    }

    fn may_be_nan(&self) -> bool {
        matches!(self.range, Range::Any { nan: true })
    }
}

/// A statement: `None` if there is nothing that it applies to.
type Statement = fn(&mut Writer) -> Option<()>;

/// The statements, each with its relative frequency.
const STATEMENTS: &[(usize, Statement)] = &[
    (6, Writer::input),
    (10, elements::arithmetic),
    (9, elements::bits),
    (6, elements::shift),
    (6, elements::comparison),
    (5, elements::selection),
    (6, elements::clamp),
    (20, elements::function),
    (4, elements::product),
    (4, elements::negation),
    (8, quantized::rescale),
    (6, quantized::cast),
    (2, quantized::table),
    (14, reductions::reduce),
    (3, reductions::argmax),
    (8, moves::transpose),
    (6, moves::reshape),
    (4, moves::reverse),
    (6, moves::slice),
    (6, moves::pad),
    (5, moves::concat),
    (3, moves::tile),
    (2, moves::identity),
    (3, moves::lookup),
    (6, windows::convolution),
    (3, windows::volume),
    (3, windows::transposed),
    (4, windows::pooling),
    (4, windows::matmul),
    (3, windows::resize),
    (3, regions::condition),
    (3, regions::repetition),
    (2, fourier::transform),
    (18, variables::access),
    (8, blocks::scaled),
];

/// The text so far, and what is in scope.
struct Writer {
    n: Numbers,
    functions: String,
    body: String,
    values: Vec<Value>,
    next: usize,
    depth: usize,
    /// In how many of a hundred tensors an extent may be open.
    open: usize,
    /// Whether there are numbers of 64 bits, which passes narrow.
    wide: bool,
    has_variables: bool,
    /// Whether shapes are computed, which lowerings refuse.
    computes_shapes: bool,
    /// Whether there are numbers whose blocks share a scale, which lowerings refuse.
    has_blocks: bool,
    /// The variables, with what they hold.
    variables: Vec<Value>,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut numbers = Numbers::new(seed ^ 0x7054);
    let open = if numbers.percent(25) { 40 } else { 0 };
    let wide = numbers.percent(10);
    let (has_variables, computes_shapes) = (numbers.percent(10), numbers.percent(12));
    let has_blocks = !wide && numbers.percent(4);
    let mut w = Writer {
        n: numbers,
        functions: String::new(),
        body: String::new(),
        values: Vec::new(),
        next: 0,
        depth: 1,
        open,
        wide,
        has_variables,
        computes_shapes,
        has_blocks,
        variables: Vec::new(),
    };
    for _ in 0..2 {
        w.input();
    }
    let count = 6 + w.n.below(20);
    w.statements(count);
    let mut results: Vec<Value> = w.values.iter().rev().take(4).cloned().collect();
    for _ in 0..3 {
        let at = w.n.below(w.values.len());
        results.push(w.values[at].clone());
    }
    let types: Vec<String> = results.iter().map(Value::ty).collect();
    let names: Vec<&str> = results.iter().map(|value| &*value.name).collect();
    let (types, names) = (types.join(", "), names.join(", "));
    format!("{}func.func @main() -> ({types}) {{\n{}  return {names} : {types}\n}}\n", w.functions, w.body)
}

impl Writer {
    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.n.begin_statement();
            let (_, statement) = STATEMENTS[self.n.weighted(STATEMENTS.iter().map(|(weight, _)| *weight))];
            statement(self);
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "{}{text}", "  ".repeat(self.depth));
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// Writes an op that defines a tensor: of the text, `=` and what follows up to the types.
    fn def(&mut self, shape: &[i64], elem: Elem, range: Range, operands: &[&Value], text: &str) -> Value {
        let shape = shape.to_vec();
        let is_open = operands.iter().any(|value| value.open.contains(&true));
        let often = if is_open { self.open } else { 0 };
        let open = shape.iter().map(|_| often > 0 && self.n.percent(often)).collect();
        self.def_with(Value { name: String::new(), shape, open, elem, range }, operands, text)
    }

    /// Writes an op that defines a value of this type and range.
    fn def_with(&mut self, mut value: Value, operands: &[&Value], text: &str) -> Value {
        value.name = self.fresh();
        let types: Vec<String> = operands.iter().map(|operand| operand.ty()).collect();
        self.line(&format!("{value} = {text} : ({}) -> {}", types.join(", "), value.ty()));
        self.values.push(value.clone());
        value
    }

    /// Writes a constant that is a parameter, and no value for other ops.
    fn constant(&mut self, ty: &str, values: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = \"tosa.const\"() <{{values = dense<{values}> : {ty}}}> : () -> {ty}"));
        name
    }

    /// Writes a constant of one element.
    fn parameter(&mut self, elem: Elem, value: i64) -> Value {
        let text = if elem.is_float() { format!("{value}.0") } else { value.to_string() };
        let name = self.constant(&format!("tensor<1x{elem}>"), &text);
        Value { name, shape: vec![1], open: vec![false], elem, range: Range::Ints(value, value) }
    }

    /// Writes a shape, or ops that compute it; returns its name and its type.
    fn shape(&mut self, extents: &[i64]) -> (String, String) {
        if self.computes_shapes && extents.iter().all(|&extent| extent >= 0) && !extents.is_empty() {
            match self.n.below(3) {
                0 => return extents::computed(self, extents),
                1 => return extents::concatenated(self, extents),
                _ => (),
            }
        }
        self.constant_shape(extents)
    }

    /// Writes a constant shape; returns its name and its type.
    fn constant_shape(&mut self, extents: &[i64]) -> (String, String) {
        let (name, rank) = (self.fresh(), extents.len());
        let list = if rank == 0 { String::new() } else { format!("{extents:?}") };
        let ty = format!("!tosa.shape<{rank}>");
        self.line(&format!(
            "{name} = tosa.const_shape {{values = dense<{list}> : tensor<{rank}xindex>}} : () -> {ty}"
        ));
        (name, ty)
    }

    /// One of the last values for which something holds.
    fn find(&mut self, holds: impl Fn(&Value) -> bool) -> Option<Value> {
        let fitting: Vec<usize> = (0..self.values.len()).filter(|&at| holds(&self.values[at])).collect();
        let recent = &fitting[fitting.len().saturating_sub(4)..];
        let list = if self.n.percent(70) { recent } else { &fitting };
        (!list.is_empty()).then(|| self.values[*self.n.pick(list)].clone())
    }

    /// A shape of this rank, of few elements.
    fn extents(&mut self, rank: usize) -> Vec<i64> {
        (0..rank).map(|_| if self.n.percent(30) { 1 } else { self.n.within(1, 4) }).collect()
    }

    fn elem(&mut self) -> Elem {
        if self.wide && self.n.percent(60) {
            return *self.n.pick(&[Elem::Int(64), Elem::F64]);
        }
        *self.n.pick(&[
            Elem::Int(8),
            Elem::Int(8),
            Elem::Int(16),
            Elem::I32,
            Elem::I32,
            Elem::F32,
            Elem::F32,
            Elem::F16,
            Elem::BF16,
            Elem::BOOL,
        ])
    }

    fn input(&mut self) -> Option<()> {
        let (rank, elem) = (1 + self.n.below(4), self.elem());
        let shape = self.extents(rank);
        self.input_of(&shape, elem);
        Some(())
    }

    /// A tensor that is given.
    fn input_of(&mut self, shape: &[i64], elem: Elem) -> Value {
        let range = match elem {
            Elem::Int(1) => Range::Ints(0, 1),
            Elem::Int(width) => {
                let (low, high) = elem.limits();
                match self.n.below(3) {
                    0 => Range::Ints(low, high),
                    1 if width > 8 => Range::Ints(-1000, 1000),
                    _ => Range::Ints(-20, 20),
                }
            }
            _ if elem != Elem::F64 && self.n.percent(15) => Range::Any { nan: true },
            _ => Range::Exact { bound: 8.0, digits: 1 },
        };
        self.input_in(shape, elem, range)
    }

    /// A tensor that is given, with numbers in a range.
    fn input_in(&mut self, shape: &[i64], elem: Elem, range: Range) -> Value {
        let is_constant = self.n.percent(40);
        let is_splat = self.n.percent(if is_constant { 50 } else { 20 });
        let values = self.dense(shape, range, is_splat);
        let open = vec![false; shape.len()];
        let mut value = Value { name: self.fresh(), shape: shape.to_vec(), open, elem, range };
        let ty = value.ty();
        let constant = format!("\"tosa.const\"() <{{values = dense<{values}> : {ty}}}> : () -> {ty}");
        if is_constant {
            self.line(&format!("{value} = {constant}"));
        } else {
            let function = format!("@{}", &value.name[1..]);
            let open: Vec<bool> = shape.iter().map(|_| self.open > 0 && self.n.percent(self.open)).collect();
            let open = Value { open, ..value.clone() };
            let cast = if open.ty() == ty {
                "  return %0".to_owned()
            } else {
                format!("  %1 = tensor.cast %0 : {ty} to {}\n  return %1", open.ty())
            };
            let ty = open.ty();
            let _ = write!(
                self.functions,
                "func.func private {function}() -> {ty} {{\n  %0 = {constant}\n{cast} : {ty}\n}}\n"
            );
            self.line(&format!("{value} = func.call {function}() : () -> {ty}"));
            value = open;
        }
        self.values.push(value.clone());
        value
    }

    /// The elements of a tensor, or the one that all are.
    fn dense(&mut self, shape: &[i64], range: Range, is_splat: bool) -> String {
        let literals: i64 = if is_splat { 1 } else { shape.iter().product() };
        let list: Vec<String> = (0..literals).map(|_| self.literal(range)).collect();
        nested(if is_splat { &[] } else { shape }, &mut list.into_iter())
    }

    fn literal(&mut self, range: Range) -> String {
        match range {
            Range::Ints(0, 1) => self.n.within(0, 1).to_string(),
            Range::Ints(low, high) => match self.n.below(8) {
                0 => low.to_string(),
                1 => high.to_string(),
                2 if low <= 0 && high >= 0 => "0".to_owned(),
                _ => self.n.within(low, high).to_string(),
            },
            Range::Exact { bound, digits } => {
                let unit = 2f64.powi(digits);
                let most = (bound * unit) as i64;
                format!("{:?}", self.n.within(-most, most) as f64 / unit)
            }
            Range::Any { nan } => match self.n.below(10) {
                0 if nan => "0x7FC0".to_owned(),
                1 => "0.0".to_owned(),
                2 => "-0.0".to_owned(),
                _ => format!("{:?}", self.n.within(-1000, 1000) as f64 / 64.0),
            },
        }
    }

    /// A tensor that can be broadcast with another one, of its elements.
    fn partner(&mut self, value: &Value) -> Value {
        let fits = |other: &Value| {
            other.elem == value.elem
                && other.rank() == value.rank()
                && other.shape.iter().zip(&value.shape).all(|(&a, &b)| a == b || a == 1 || b == 1)
        };
        if self.n.percent(50)
            && let Some(found) = self.find(fits)
        {
            return found;
        }
        if self.n.percent(20) {
            return self.neutral(value);
        }
        let shape: Vec<i64> = value
            .shape
            .iter()
            .map(|&extent| match self.n.below(5) {
                0 => 1,
                1 if extent == 1 => self.n.within(1, 3),
                _ => extent,
            })
            .collect();
        self.input_of(&shape, value.elem)
    }
}

impl Writer {
    /// The value, or now and then a constant of its type, which folds.
    fn or_constant(&mut self, value: Value) -> Value {
        if self.n.percent(12) { self.neutral(&value) } else { value }
    }

    /// A tensor of truth values, now and then, of few of which others are made.
    fn truths(&mut self) -> Option<Value> {
        let rank = self.n.below(4);
        self.n.percent(25).then(|| {
            let shape = self.extents(rank);
            self.input_in(&shape, Elem::BOOL, Range::Ints(0, 1))
        })
    }

    /// A constant of zeros, ones or the like, which leave another number as it is or make it one of them.
    fn neutral(&mut self, value: &Value) -> Value {
        let number = *self.n.pick(&[0, 0, 1, 1, -1, 2]);
        let (low, high) = value.elem.limits();
        let number = if value.elem.is_float() { number } else { number.clamp(low, high) };
        let text = match value.elem.is_float() {
            true if number == 0 && self.n.percent(30) => "-0.0".to_owned(),
            true => format!("{number}.0"),
            false => number.to_string(),
        };
        let range = match value.elem.is_float() {
            true => Range::Exact { bound: 2.0, digits: 0 },
            false => Range::Ints(number, number),
        };
        let all_ones = self.n.percent(20);
        let shape: Vec<i64> = value.shape.iter().map(|&extent| if all_ones { 1 } else { extent }).collect();
        let open = vec![false; shape.len()];
        let mut made = Value { name: String::new(), shape, open, elem: value.elem, range };
        made.name = self.constant(&made.ty(), &text);
        self.values.push(made.clone());
        made
    }
}

/// The shape that two are broadcast to.
fn broadcast(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(&a, &b)| if a == 1 { b } else { a }).collect()
}

/// Literals as nested lists.
fn nested(shape: &[i64], rest: &mut impl Iterator<Item = String>) -> String {
    match shape {
        [] => rest.next().unwrap_or_else(|| "0".to_owned()),
        [extent, inner @ ..] => {
            let list: Vec<String> = (0..*extent).map(|_| nested(inner, rest)).collect();
            format!("[{}]", list.join(", "))
        }
    }
}

/// The range of floats of a type, if their sums are still exact; any otherwise.
fn exact(elem: Elem, bound: f64, digits: i32) -> Range {
    match bound * 2f64.powi(digits) <= 2f64.powi(elem.digits()) && bound < 6e4 && digits < 20 {
        true => Range::Exact { bound, digits },
        false => Range::Any { nan: false },
    }
}
