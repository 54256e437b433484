//! Folds and patterns of arithmetic, on expressions of a few ops that are run with every input, or with extreme ones.
//!
//! An expression is a function whose integers have so few bits that all of its inputs can be tried, or whose
//! inputs are numbers at the ends of their types. Flags are set at random and divisors may be zero: inputs
//! with which the expression has undefined behavior, or returns poison, are skipped. For all others a pass
//! must preserve the results.

use std::fmt::Write;
use std::sync::Arc;

use terrace_interp::{Limits, Machine, Value, text};
use terrace_ir::{Context, Ir, OpRef, Type};
use terrace_progen::numbers::Numbers;

use crate::execute::{find_main, settle};
use crate::judge::Bench;

/// The number of sampled inputs of an expression that has more.
const SAMPLES: usize = 48;
/// Up to how many bits all inputs are tried.
const ALL_INPUTS: u32 = 9;

const FLAGS: [&str; 4] = ["", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"];
const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 8] = ["oeq", "ogt", "ole", "one", "ord", "ueq", "ult", "uno"];

/// The types of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Int(u32),
    Index,
    Float(u32),
}

impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ty::Int(width) => write!(f, "i{width}"),
            Ty::Index => f.write_str("index"),
            Ty::Float(width) => write!(f, "f{width}"),
        }
    }
}

/// The family of ops of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `arith` on integers of up to four bits.
    Narrow,
    /// `arith` on integers of many bits, `index` and floats.
    Wide,
    /// The dialect `index`, which must not depend on the width of an index.
    Index,
}

struct Gen {
    n: Numbers,
    family: Family,
    text: String,
    values: Vec<(String, Ty)>,
    next: usize,
    /// The flags that most ops have.
    usual: &'static str,
    /// Whether each op takes the result of the previous one, and mostly a constant.
    chain: bool,
}

impl Gen {
    fn width(&mut self) -> Ty {
        // Ops in a row are what patterns look for.
        if let Some((_, last)) = self.values.last().filter(|_| self.next > 0)
            && !matches!(last, Ty::Int(1))
        {
            let last = *last;
            if self.n.percent(60) {
                return last;
            }
        }
        match self.family {
            Family::Narrow => Ty::Int(*self.n.pick(&[1, 2, 3, 4, 4])),
            Family::Wide => match self.n.below(10) {
                0..=5 => Ty::Int(*self.n.pick(&[8, 16, 32, 64, 64, 128])),
                6 | 7 => Ty::Index,
                _ => Ty::Float(*self.n.pick(&[16, 32, 64])),
            },
            Family::Index => Ty::Index,
        }
    }

    fn define(&mut self, ty: Ty, op: &str) -> String {
        let name = format!("%{}", self.next);
        self.next += 1;
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  {name} = {op}");
        // Constants are no results to go on with.
        match op.contains(".constant ") {
            true => self.values.insert(0, (name.clone(), ty)),
            false => self.values.push((name.clone(), ty)),
        }
        name
    }

    /// A number near the ends of its type, or any.
    fn number(&mut self, width: u32) -> i128 {
        let (least, greatest) = (-1i128 << (width.min(127) - 1), !(-1i128 << (width.min(127) - 1)));
        match self.n.below(8) {
            0 => least,
            1 => greatest,
            2 => 0,
            3 => 1.min(greatest),
            4 => -1,
            5 => least + i128::from(self.n.below(3) as u32).min(greatest - least),
            6 => (1i128 << self.n.below(width.min(100) as usize)).min(greatest),
            _ => {
                (i128::from(self.n.draw()) << 64 | i128::from(self.n.draw())) % (greatest - least).max(1) / 2
            }
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let dialect = if self.family == Family::Index && ty == Ty::Index { "index" } else { "arith" };
        match ty {
            Ty::Int(1) => {
                let value = self.n.percent(50);
                self.define(ty, &format!("arith.constant {value}"))
            }
            Ty::Int(width) => {
                let value = self.number(width);
                self.define(ty, &format!("arith.constant {value} : {ty}"))
            }
            Ty::Index => {
                let width = *self.n.pick(&[4, 32, 33, 64]);
                let value = self.number(width);
                match dialect {
                    "index" => self.define(ty, &format!("index.constant {value}")),
                    _ => self.define(ty, &format!("arith.constant {value} : index")),
                }
            }
            Ty::Float(_) => {
                let value = *self.n.pick(&["0.0", "-0.0", "1.0", "-1.0", "0.5", "3.0", "65504.0"]);
                self.define(ty, &format!("arith.constant {value} : {ty}"))
            }
        }
    }

    /// A value of a type: a constant, or one of the last that were defined.
    fn value(&mut self, ty: Ty) -> String {
        if self.n.percent(42) {
            return self.constant(ty);
        }
        let all: Vec<String> =
            self.values.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
        match all.len() {
            0 => self.constant(ty),
            len => all[if self.n.percent(75) { len - 1 } else { self.n.below(len) }].clone(),
        }
    }

    /// The operands of an op.
    fn pair(&mut self, ty: Ty) -> (String, String) {
        let last =
            self.values.last().filter(|(_, own)| self.chain && *own == ty).map(|(name, _)| name.clone());
        let Some(last) = last else { return (self.value(ty), self.value(ty)) };
        let other = if self.n.percent(70) { self.constant(ty) } else { self.value(ty) };
        if self.n.percent(70) { (last, other) } else { (other, last) }
    }

    fn flags(&mut self) -> &'static str {
        if self.n.percent(75) { self.usual } else { self.n.pick::<&str>(&FLAGS) }
    }

    fn statement(&mut self) {
        if self.family == Family::Index {
            return self.index_statement();
        }
        match self.width() {
            Ty::Float(width) => self.float_statement(width),
            ty => self.integer_statement(ty),
        }
    }

    fn integer_statement(&mut self, ty: Ty) {
        let (a, b) = self.pair(ty);
        match self.n.below(16) {
            0..=4 => {
                let op = *self.n.pick(&["addi", "subi", "addi", "subi", "muli", "shli"]);
                let flags = self.flags();
                self.define(ty, &format!("arith.{op} {a}, {b}{flags} : {ty}"));
            }
            5 => {
                let op = *self.n.pick(&["shrsi", "shrui", "divsi", "divui"]);
                let exact = if self.n.percent(30) { " exact" } else { "" };
                self.define(ty, &format!("arith.{op} {a}, {b}{exact} : {ty}"));
            }
            6 => {
                let op = *self.n.pick(&["ceildivsi", "ceildivui", "floordivsi", "remsi", "remui"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            7 => {
                let op = *self.n.pick(&["andi", "ori", "xori"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            8 => {
                let op = *self.n.pick(&["maxsi", "maxui", "minsi", "minui"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            9 | 10 => {
                let predicate = *self.n.pick(&PREDICATES);
                self.define(Ty::Int(1), &format!("arith.cmpi {predicate}, {a}, {b} : {ty}"));
            }
            11 => {
                let condition = self.value(Ty::Int(1));
                self.define(ty, &format!("arith.select {condition}, {a}, {b} : {ty}"));
            }
            12 => self.extended(ty, &a, &b),
            _ => self.integer_cast(ty, &a),
        }
    }

    fn extended(&mut self, ty: Ty, a: &str, b: &str) {
        let (op, second) = match self.n.below(3) {
            0 => ("addui_extended", Ty::Int(1)),
            1 => ("mulsi_extended", ty),
            _ => ("mului_extended", ty),
        };
        let both = if op == "addui_extended" { format!("{ty}, i1") } else { ty.to_string() };
        let name = format!("%{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "  {name}:2 = arith.{op} {a}, {b} : {both}");
        if self.n.percent(60) {
            self.values.push((format!("{name}#1"), second));
        }
        self.values.push((format!("{name}#0"), ty));
    }

    fn integer_cast(&mut self, ty: Ty, a: &str) {
        let to = self.width();
        match (ty, to) {
            (Ty::Int(from), Ty::Int(width)) if width > from => {
                let op = *self.n.pick(&["extsi", "extui"]);
                self.define(to, &format!("arith.{op} {a} : {ty} to {to}"));
            }
            (Ty::Int(from), Ty::Int(width)) if width < from => {
                let flags = self.flags();
                self.define(to, &format!("arith.trunci {a}{flags} : {ty} to {to}"));
            }
            (Ty::Int(_), Ty::Index) | (Ty::Index, Ty::Int(_)) => {
                let op = *self.n.pick(&["index_cast", "index_castui"]);
                self.define(to, &format!("arith.{op} {a} : {ty} to {to}"));
            }
            (Ty::Int(_), Ty::Float(_)) => {
                let op = *self.n.pick(&["sitofp", "uitofp"]);
                self.define(to, &format!("arith.{op} {a} : {ty} to {to}"));
            }
            _ => {}
        }
    }

    fn float_statement(&mut self, width: u32) {
        let ty = Ty::Float(width);
        let (a, b) = self.pair(ty);
        match self.n.below(6) {
            0 | 1 => {
                // Not `maxnumf` and `minnumf`, which may return a zero of either sign.
                let op = *self.n.pick(&["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "remf"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            2 => {
                self.define(ty, &format!("arith.negf {a} : {ty}"));
            }
            3 => {
                let predicate = *self.n.pick(&FLOAT_PREDICATES);
                self.define(Ty::Int(1), &format!("arith.cmpf {predicate}, {a}, {b} : {ty}"));
            }
            _ => match self.width() {
                to @ Ty::Float(other) if other > width => {
                    self.define(to, &format!("arith.extf {a} : {ty} to {to}"));
                }
                to @ Ty::Float(other) if other < width => {
                    self.define(to, &format!("arith.truncf {a} : {ty} to {to}"));
                }
                to @ Ty::Int(_) => {
                    let op = *self.n.pick(&["fptosi", "fptoui"]);
                    self.define(to, &format!("arith.{op} {a} : {ty} to {to}"));
                }
                _ => {}
            },
        }
    }

    fn index_statement(&mut self) {
        const OPS: [&str; 20] = [
            "add",
            "add",
            "sub",
            "sub",
            "mul",
            "divs",
            "divu",
            "ceildivs",
            "ceildivu",
            "floordivs",
            "rems",
            "remu",
            "maxs",
            "maxu",
            "mins",
            "minu",
            "shl",
            "and",
            "or",
            "xor",
        ];
        let ty = Ty::Index;
        let (a, b) = self.pair(ty);
        match self.n.below(10) {
            0..=5 => {
                let op = *self.n.pick(&OPS);
                self.define(ty, &format!("index.{op} {a}, {b}"));
            }
            6 => {
                let op = *self.n.pick(&["shrs", "shru"]);
                self.define(ty, &format!("index.{op} {a}, {b}"));
            }
            7 | 8 => {
                let predicate = *self.n.pick(&PREDICATES);
                self.define(Ty::Int(1), &format!("index.cmp {predicate}({a}, {b})"));
            }
            _ => {
                let (op, to) = (*self.n.pick(&["casts", "castu"]), Ty::Int(*self.n.pick(&[8, 32, 64])));
                let cast = self.define(to, &format!("index.{op} {a} : index to {to}"));
                if self.n.percent(60) {
                    self.define(ty, &format!("index.{op} {cast} : {to} to index"));
                }
            }
        }
    }
}

/// An expression: a function `main` and the inputs to try.
pub struct Expression {
    /// The text.
    pub text: String,
    /// Each input is a list of arguments in text.
    pub inputs: Vec<Vec<String>>,
    /// The widths of an index to run with.
    pub index_bits: &'static [u32],
}

/// The expression of a family and a seed.
pub fn expression(family: Family, seed: u64) -> Expression {
    let mut g = Gen {
        n: Numbers::new(seed),
        family,
        text: String::new(),
        values: Vec::new(),
        next: 0,
        usual: "",
        chain: false,
    };
    g.usual = *g.n.pick(&FLAGS);
    g.chain = g.n.percent(60);
    let count = 1 + g.n.below(3);
    let args: Vec<Ty> = (0..count).map(|_| g.width()).collect();
    for (i, &ty) in args.iter().enumerate() {
        g.values.push((format!("%a{i}"), ty));
    }
    for _ in 0..1 + g.n.below(6) {
        g.statement();
    }
    let results: Vec<(String, Ty)> = g.values.iter().rev().take(1 + g.n.below(2)).cloned().collect();
    let list = |items: Vec<String>| items.join(", ");
    let params = list(args.iter().enumerate().map(|(i, ty)| format!("%a{i}: {ty}")).collect());
    let types = list(results.iter().map(|(_, ty)| ty.to_string()).collect());
    let names = list(results.iter().map(|(name, _)| name.clone()).collect());
    let text =
        format!("func.func @main({params}) -> ({types}) {{\n{}  return {names} : {types}\n}}\n", g.text);
    let inputs = inputs(&mut g, &args);
    let index_bits: &[u32] = if family == Family::Index { &[64, 32] } else { &[64] };
    Expression { text, inputs, index_bits }
}

fn inputs(g: &mut Gen, args: &[Ty]) -> Vec<Vec<String>> {
    let widths: Option<Vec<u32>> = args
        .iter()
        .map(|ty| match ty {
            Ty::Int(width) if *width <= 4 => Some(*width),
            _ => None,
        })
        .collect();
    if let Some(widths) = widths.filter(|widths| widths.iter().sum::<u32>() <= ALL_INPUTS) {
        let total: u32 = widths.iter().sum();
        return (0..1u64 << total)
            .map(|mut bits| {
                let mut list = Vec::with_capacity(widths.len());
                for &width in &widths {
                    let value = bits & ((1 << width) - 1);
                    bits >>= width;
                    let signed = (value << (64 - width)) as i64 >> (64 - width);
                    list.push(if width == 1 { (value == 1).to_string() } else { signed.to_string() });
                }
                list
            })
            .collect();
    }
    let one = |g: &mut Gen, ty: Ty| match ty {
        Ty::Int(1) => g.n.percent(50).to_string(),
        Ty::Int(width) => g.number(width).to_string(),
        Ty::Index => {
            let width = if g.n.percent(40) { 64 } else { 32 };
            g.number(width).to_string()
        }
        Ty::Float(_) => (*g.n.pick(&["0.0", "-0.0", "1.0", "-2.5", "3.0", "65504.0", "0.0001"])).to_owned(),
    };
    (0..SAMPLES).map(|_| args.iter().map(|&ty| one(g, ty)).collect()).collect()
}

/// Returns the results of a function for inputs as text, or `None` if its behavior is undefined.
fn outcomes(ir: &Ir, inputs: &[Vec<String>], index_bits: u32) -> Option<Vec<Option<String>>> {
    let entry: OpRef<'_> = find_main(ir)?;
    let program = terrace_interp::compile(entry, index_bits);
    let types: Vec<Type> = program.functions[0].inputs.to_vec();
    let cx: &Context = ir.cx();
    let run = |input: &Vec<String>| -> Option<String> {
        let values =
            types.iter().zip(input).map(|(&ty, number)| text::parse(cx, ty, index_bits, number).ok());
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        let mut printed = Vec::new();
        let limits = Limits { steps: 10_000, ..Limits::default() };
        let mut machine = Machine::new(&program, limits, &mut printed);
        let given = machine.call(cx, &values).ok()?;
        let mut out = String::new();
        for (&ty, mut value) in program.functions[0].outputs.iter().zip(given.results) {
            settle(&mut value);
            out.push_str(&text::value(cx, ty, &value));
        }
        Some(out)
    };
    Some(inputs.iter().map(run).collect())
}

/// Returns a message if a pass fails on an expression or miscompiles it.
pub fn check(bench: &Bench, expression: &Expression, flags: &str, match_upstream: bool) -> Option<String> {
    let cx = || {
        let cx = Arc::new(bench.new_context());
        cx.set_match_upstream(match_upstream);
        cx
    };
    let before = match bench.parse(&expression.text, &cx()) {
        Ok(ir) => ir,
        Err(message) => return Some(format!("the expression is not valid: {message}")),
    };
    let after = match bench.transformed(&expression.text, &cx(), flags) {
        Ok(ir) => ir,
        Err(message) => return Some(format!("the pass fails: {message}")),
    };
    for &bits in expression.index_bits {
        let old = outcomes(&before, &expression.inputs, bits)?;
        let Some(new) = outcomes(&after, &expression.inputs, bits) else { continue };
        for ((input, old), new) in expression.inputs.iter().zip(old).zip(new) {
            if let Some(old) = old
                && new.as_ref() != Some(&old)
            {
                let new = new.unwrap_or_else(|| "undefined".to_owned());
                return Some(format!(
                    "for ({}), an index of {bits} bits: was {}, is {}",
                    input.join(", "),
                    old.trim(),
                    new.trim()
                ));
            }
        }
    }
    None
}
