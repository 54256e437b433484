//! Inputs for benches: the same arguments give the same bytes.

use std::fmt::Write as _;

/// A kind of input.
pub(crate) struct Family {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) about: &'static str,
    /// How many ops it is given by default.
    pub(crate) ops: usize,
    /// Options that both tools need to read it.
    pub(crate) flags: &'static [&'static str],
    /// Appends about so many ops.
    pub(crate) generate: fn(usize, &mut String),
}

/// Every kind of input.
pub(crate) const FAMILIES: &[Family] = &[
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
        name: "generic",
        about: "unregistered ops in the generic form, with attributes",
        ops: 100_000,
        flags: &["--allow-unregistered-dialect"],
        generate: generic,
    },
    Family {
        name: "dense",
        about: "one large constant in decimal",
        ops: 500_000,
        flags: &[],
        generate: dense,
    },
    Family {
        name: "nest",
        about: "regions in regions",
        ops: 2_000,
        flags: &["--allow-unregistered-dialect"],
        generate: nest,
    },
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

fn dense(elements: usize, out: &mut String) {
    let mut numbers = Numbers(4);
    let _ = write!(out, "func.func @dense() {{\n  %0 = arith.constant dense<[");
    for index in 0..elements.max(1) {
        let _ = write!(out, "{}{}", if index == 0 { "" } else { ", " }, numbers.below(100_000));
    }
    line!(out, "]> : tensor<{}xi32>\n  return\n}}", elements.max(1));
}

fn nest(depth: usize, out: &mut String) {
    for _ in 0..depth {
        line!(out, "\"gen.nest\"() ({{");
    }
    for _ in 0..depth {
        line!(out, "}}) : () -> ()");
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILIES;

    #[test]
    fn inputs_are_deterministic() {
        for family in FAMILIES {
            let text = |ops| {
                let mut text = String::new();
                (family.generate)(ops, &mut text);
                text
            };
            assert_eq!(text(100), text(100), "{}", family.name);
            assert!(family.ops == 0 || text(200).len() > text(100).len(), "{}", family.name);
        }
    }
}
