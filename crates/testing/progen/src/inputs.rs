//! Inputs for benches and gates: deterministic functions of their arguments.

use std::fmt::Write as _;

/// A kind of input.
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// The description of its contents.
    pub about: &'static str,
    /// The number of ops, or of elements of a constant, in comparisons with `mlir-opt`.
    pub ops: usize,
    /// Options that a tool needs to read it.
    pub flags: &'static [&'static str],
    generate: fn(usize, &mut String),
}

impl Family {
    /// Generates an input of about `ops` ops.
    pub fn text(&self, ops: usize) -> String {
        let mut text = String::new();
        (self.generate)(ops, &mut text);
        text
    }
}

/// The kind of input of that name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

const UNREGISTERED: &[&str] = &["--allow-unregistered-dialect"];

/// Every kind of input.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "empty",
        about: "nothing: the start of the tool",
        ops: 0,
        flags: &[],
        generate: |_, _| {},
    },
    Family {
        name: "chain",
        about: "one function, each op using the one before",
        ops: 200_000,
        flags: &[],
        generate: chain,
    },
    Family {
        name: "functions",
        about: "many small functions with branches and calls",
        ops: 200_000,
        flags: &[],
        generate: functions,
    },
    Family {
        name: "loops",
        about: "loops and conditions in one another",
        ops: 200_000,
        flags: &[],
        generate: loops,
    },
    Family {
        name: "generic",
        about: "unregistered ops in the generic form, with a few attributes",
        ops: 100_000,
        flags: UNREGISTERED,
        generate: generic,
    },
    Family {
        name: "attributes",
        about: "unregistered ops with large dictionaries",
        ops: 20_000,
        flags: UNREGISTERED,
        generate: attributes,
    },
    Family {
        name: "decimal",
        about: "one large constant in decimal",
        ops: 500_000,
        flags: &[],
        generate: decimal,
    },
    Family {
        name: "hex",
        about: "one large constant in hexadecimal",
        ops: 2_000_000,
        flags: &[],
        generate: hex,
    },
    Family { name: "nest", about: "regions in regions", ops: 2_000, flags: UNREGISTERED, generate: nest },
];

/// A sequence of numbers that looks random and is always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

// Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => { let _ = writeln!($out, $($arg)*); };
}

fn chain(ops: usize, out: &mut String) {
    let mut numbers = Numbers(1);
    line!(out, "func.func @chain(%a: i32, %b: i32) -> i32 {{\n  %0 = arith.addi %a, %b : i32");
    for index in 1..ops.max(2) {
        let name = ["addi", "muli", "subi", "xori"][numbers.below(4) as usize];
        let other =
            if numbers.below(2) == 0 { "%a".to_owned() } else { format!("%{}", numbers.below(index as u64)) };
        line!(out, "  %{index} = arith.{name} %{}, {other} : i32", index - 1);
    }
    line!(out, "  return %{} : i32\n}}", ops.max(2) - 1);
}

fn functions(ops: usize, out: &mut String) {
    let mut numbers = Numbers(2);
    for index in 0..(ops / 9).max(1) {
        let callee = if index == 0 { 0 } else { numbers.below(index as u64) };
        line!(out, "func.func @f{index}(%x: index, %y: f32) -> f32 {{");
        line!(out, "  %c = arith.constant {} : index", numbers.below(1000));
        line!(out, "  %s = arith.addi %x, %c : index");
        line!(out, "  %d = arith.constant {}.5 : f32", numbers.below(1000));
        line!(out, "  %m = arith.mulf %y, %d : f32");
        line!(out, "  %p = arith.cmpi slt, %s, %c : index");
        line!(out, "  cf.cond_br %p, ^bb1(%m : f32), ^bb2\n^bb1(%v: f32):\n  return %v : f32\n^bb2:");
        line!(out, "  %r = call @f{callee}(%s, %m) : (index, f32) -> f32\n  return %r : f32\n}}");
    }
}

fn loops(ops: usize, out: &mut String) {
    const DEEP: usize = 8;
    // Each level has a loop and a condition, and between them 7 ops.
    for index in 0..(ops / (7 * DEEP)).max(1) {
        line!(out, "func.func @loops{index}(%from: index, %to: index, %by: index, %v0: i32) -> i32 {{");
        for deep in 0..DEEP {
            line!(
                out,
                "%r{deep} = scf.for %i{deep} = %from to %to step %by iter_args(%a{deep} = %v{deep}) -> (i32) {{\n\
                 %p{deep} = arith.cmpi slt, %i{deep}, %to : index\n\
                 %c{deep} = scf.if %p{deep} -> (i32) {{\n\
                 %v{} = arith.addi %a{deep}, %v{deep} : i32",
                deep + 1
            );
        }
        for deep in (0..DEEP).rev() {
            let inner = if deep + 1 == DEEP { format!("%v{DEEP}") } else { format!("%r{}", deep + 1) };
            line!(
                out,
                "scf.yield {inner} : i32\n}} else {{\nscf.yield %a{deep} : i32\n}}\nscf.yield %c{deep} : i32\n}}"
            );
        }
        line!(out, "return %r0 : i32\n}}");
    }
}

fn generic(ops: usize, out: &mut String) {
    let mut numbers = Numbers(3);
    line!(out, "%0 = \"gen.start\"() : () -> tensor<4x?xf32>");
    for index in 1..ops.max(2) {
        let (used, size, text) = (numbers.below(index as u64), numbers.below(64), numbers.below(16));
        line!(
            out,
            "%{index} = \"gen.op\"(%{used}) {{size = {size} : i64, name = \"n{text}\", on = [unit, {text} : i8]}} : \
             (tensor<4x?xf32>) -> tensor<4x?xf32>"
        );
    }
}

fn attributes(ops: usize, out: &mut String) {
    let mut numbers = Numbers(4);
    for index in 0..ops.max(1) {
        let mut number = |bound| numbers.below(bound);
        line!(
            out,
            "\"gen.op\"() <{{kind = {} : i32}}> {{axes = array<i64: {}, {}, {}>, \
             config = {{deep = {{list = [{} : i8, \"s{}\", @s{}::@inner]}}, \
             map = affine_map<(d0, d1)[s0] -> (d0 + s0 * {}, d1 floordiv {})>}}, \
             encoding = #gen.encoding<\"k{}\", [{}, {}]>, flag = true, name = \"node {index}\", number = {} : i64, \
             on, scale = {}.5 : f64, shape = [{}, {}, {}], type = memref<{}x{}xf32>}} : () -> ()",
            number(5),
            number(4),
            number(4),
            number(9),
            number(7),
            number(7),
            number(99),
            number(8) + 1,
            number(8) + 1,
            number(50),
            number(9),
            number(9),
            number(1 << 30),
            number(999),
            number(512),
            number(512),
            number(512),
            number(64) + 1,
            number(64) + 1,
        );
    }
}

fn decimal(elements: usize, out: &mut String) {
    let mut numbers = Numbers(5);
    let _ = write!(out, "func.func @decimal() {{\n  %0 = arith.constant dense<[");
    for index in 0..elements.max(1) {
        let _ = write!(out, "{}{}", if index == 0 { "" } else { ", " }, numbers.below(100_000));
    }
    line!(out, "]> : tensor<{}xi32>\n  return\n}}", elements.max(1));
}

fn hex(elements: usize, out: &mut String) {
    let mut numbers = Numbers(6);
    let _ = write!(out, "func.func @hex() {{\n  %0 = arith.constant dense<\"0x");
    for _ in 0..elements.max(1) {
        let _ = write!(out, "{:08X}", numbers.below(1 << 31));
    }
    line!(out, "\"> : tensor<{}xi32>\n  return\n}}", elements.max(1));
}

fn nest(depth: usize, out: &mut String) {
    for _ in 0..depth {
        line!(out, "\"gen.nest\"() ({{");
    }
    for _ in 0..depth {
        line!(out, "}}) : () -> ()");
    }
}
