//! Programs on buffers that allocate and never free, for passes that insert deallocations: CFGs, including
//! irreducible loops, loops and conditionals of scf that carry buffers, calls, and aliases by views, casts
//! and selections. They can be run; their results depend on the contents of buffers. Some have ops of the
//! dialect `test` as well: a custom allocator, branches, region control flow, and a loop, which passes access
//! through their interfaces only.

use std::fmt::Write;

use crate::numbers::Numbers;

/// The types that buffers have; each has four elements; the second type is dynamic.
const TYPES: [&str; 2] = ["memref<4xf32>", "memref<?xf32>"];

/// The values in scope.
#[derive(Clone)]
struct Scope {
    /// By the number of their type.
    buffers: [Vec<String>; 2],
    floats: Vec<String>,
}

struct Writer<'n> {
    numbers: &'n mut Numbers,
    text: String,
    scope: Scope,
    next: usize,
    depth: usize,
    /// Functions that may be called.
    callees: usize,
    /// Whether ops may be of the dialect `test`.
    own_ops: bool,
    /// Whether the function takes its buffers from the pool, except for a few: forwarded buffers must not be
    /// of several allocators.
    pool: bool,
}

/// The program of a seed; its graphs have circles, and it has ops of the dialect `test`, only if that is wanted.
pub fn program(seed: u64, circles: bool, own_ops: bool) -> String {
    let mut numbers = Numbers::new(seed);
    let mut text = String::new();
    let functions = 1 + numbers.below(3);
    for i in 0..functions {
        let mut writer = Writer {
            numbers: &mut numbers,
            text: String::new(),
            scope: Scope { buffers: [Vec::new(), vec!["%m".to_owned()]], floats: vec!["%x".to_owned()] },
            next: 0,
            depth: 1,
            callees: i,
            own_ops,
            pool: false,
        };
        writer.function(i, circles);
        text.push_str(&writer.text);
    }
    text.push_str("func.func @main() -> f32 {\n");
    for i in [0, 1, 4] {
        let _ = writeln!(text, "  %c{i} = arith.constant {i} : index");
    }
    let start = 1 + numbers.below(9);
    let _ = writeln!(text, "  %x0 = arith.constant {start}.5 : f32");
    for i in 0..functions {
        let j = i + 1;
        // A write to one and a read of the other shows whether a function returns its argument or a copy.
        let _ = writeln!(
            text,
            "  %a{i} = memref.alloc(%c4) : memref<?xf32>\n  linalg.fill ins(%x{i} : f32) outs(%a{i} : memref<?xf32>)\n  \
             %r{i}:2 = call @f{i}(%a{i}, %x{i}) : (memref<?xf32>, f32) -> (memref<?xf32>, f32)\n  \
             memref.store %r{i}#1, %a{i}[%c1] : memref<?xf32>\n  %k{i} = memref.load %r{i}#0[%c0] : memref<?xf32>\n  \
             %l{i} = memref.load %r{i}#0[%c1] : memref<?xf32>\n  %s{i} = arith.addf %k{i}, %l{i} : f32\n  \
             %x{j} = arith.addf %s{i}, %r{i}#1 : f32"
        );
    }
    let _ = writeln!(text, "  return %x{functions} : f32\n}}");
    text
}

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth));
    }

    fn buffer(&mut self, ty: usize) -> String {
        let list = &self.scope.buffers[ty];
        if list.is_empty() {
            return self.alloc(ty);
        }
        // Newer ones are more likely.
        let back = self.numbers.below(list.len()).min(self.numbers.below(list.len()));
        self.scope.buffers[ty][self.scope.buffers[ty].len() - 1 - back].clone()
    }

    fn float(&mut self) -> String {
        let at = self.numbers.below(self.scope.floats.len());
        self.scope.floats[at].clone()
    }

    fn index(&mut self) -> String {
        format!("%c{}", self.numbers.below(4))
    }

    fn ty(&mut self) -> usize {
        self.numbers.below(2)
    }

    fn define(&mut self, ty: usize, value: &str) {
        self.scope.buffers[ty].push(value.to_owned());
    }

    fn alloc(&mut self, ty: usize) -> String {
        let (value, filled) = (self.fresh(), self.float());
        let size = if ty == 0 { "" } else { "%c4" };
        let alloc = match self.takes_from_pool() {
            true => format!("test.pool_alloc({size})"),
            false if ty == 0 && self.own() => "test.plain_alloc".to_owned(),
            false => format!("memref.alloc({size})"),
        };
        self.line(&format!("{value} = {alloc} : {}", TYPES[ty]));
        self.line(&format!("linalg.fill ins({filled} : f32) outs({value} : {})", TYPES[ty]));
        self.define(ty, &value);
        value
    }

    /// Whether the next op is of the dialect `test`, where there is a choice.
    fn own(&mut self) -> bool {
        self.own_ops && self.numbers.percent(50)
    }

    /// Whether the next buffer is from the pool.
    fn takes_from_pool(&mut self) -> bool {
        self.own_ops && self.pool != self.numbers.percent(2)
    }

    fn condition(&mut self) -> String {
        let (value, a, b) = (self.fresh(), self.float(), self.float());
        let what = *self.numbers.pick(&["olt", "oge", "une"]);
        self.line(&format!("{value} = arith.cmpf {what}, {a}, {b} : f32"));
        value
    }

    /// A whole function: one block, or a graph of them.
    fn function(&mut self, number: usize, circles: bool) {
        self.pool = self.own_ops && self.numbers.percent(70);
        let visibility = if self.numbers.percent(60) { "private " } else { "" };
        let _ = writeln!(
            self.text,
            "func.func {visibility}@f{number}(%m: memref<?xf32>, %x: f32) -> (memref<?xf32>, f32) {{"
        );
        for i in 0..5 {
            self.line(&format!("%c{i} = arith.constant {i} : index"));
        }
        self.statements(2);
        if circles || self.numbers.percent(60) {
            self.graph(circles);
        } else {
            self.statements(4);
        }
        let (buffer, float) = (self.buffer(1), self.float());
        self.line(&format!("return {buffer}, {float} : memref<?xf32>, f32"));
        self.text.push_str("}\n");
    }

    /// Generates the blocks after the entry, the last of which ends the function. Back edges consume fuel.
    fn graph(&mut self, circles: bool) {
        let blocks = 2 + self.numbers.below(4);
        let signature =
            |i: usize| format!("(%g{i}: index, %p{i}: memref<?xf32>, %q{i}: memref<4xf32>, %y{i}: f32)");
        let outside = self.scope.clone();
        self.branch(0, blocks, circles);
        for block in 1..=blocks {
            self.scope = outside.clone();
            let _ = writeln!(self.text, "^b{block}{}:", signature(block));
            self.define(1, &format!("%p{block}"));
            self.define(0, &format!("%q{block}"));
            self.scope.floats.push(format!("%y{block}"));
            let count = self.numbers.below(3);
            self.statements(count);
            if block < blocks {
                self.branch(block, blocks, circles);
            }
        }
    }

    /// The end of a block: to one ahead, or to any other while there is fuel.
    fn branch(&mut self, block: usize, blocks: usize, circles: bool) {
        let fuel = match block {
            0 => "%c4".to_owned(),
            _ => {
                let left = self.fresh();
                self.line(&format!("{left} = arith.subi %g{block}, %c1 : index"));
                left
            }
        };
        let pass = |writer: &mut Self| {
            let (p, q, y) = (writer.buffer(1), writer.buffer(0), writer.float());
            format!("({fuel}, {p}, {q}, {y} : index, memref<?xf32>, memref<4xf32>, f32)")
        };
        let ahead = |writer: &mut Self| block + 1 + writer.numbers.below(blocks - block);
        if self.numbers.percent(20) {
            let (to, passed) = (ahead(self), pass(self));
            let goto = if self.own() { "test.goto" } else { "cf.br" };
            return self.line(&format!("{goto} ^b{to}{passed}"));
        }
        let mut condition = self.condition();
        let mut other = ahead(self);
        if circles && block > 0 && self.numbers.percent(60) {
            other = 1 + self.numbers.below(blocks);
            let (some, both) = (self.fresh(), self.fresh());
            self.line(&format!("{some} = arith.cmpi sgt, {fuel}, %c0 : index"));
            self.line(&format!("{both} = arith.andi {some}, {condition} : i1"));
            condition = both;
        }
        let (to, first, second) = (ahead(self), pass(self), pass(self));
        let goto = if self.own() { "test.goto_if" } else { "cf.cond_br" };
        self.line(&format!("{goto} {condition}, ^b{other}{first}, ^b{to}{second}"));
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.numbers.below(if self.depth < 4 { 16 } else { 10 }) {
            0 | 1 => {
                let ty = self.ty();
                self.alloc(ty);
            }
            2 => {
                let (ty, at) = (self.ty(), self.index());
                let (buffer, value) = (self.buffer(ty), self.float());
                self.line(&format!("memref.store {value}, {buffer}[{at}] : {}", TYPES[ty]));
            }
            3 | 4 => {
                let (ty, at) = (self.ty(), self.index());
                let (buffer, other) = (self.buffer(ty), self.float());
                let (value, sum) = (self.fresh(), self.fresh());
                self.line(&format!("{value} = memref.load {buffer}[{at}] : {}", TYPES[ty]));
                self.line(&format!("{sum} = arith.addf {value}, {other} : f32"));
                self.scope.floats.push(sum);
            }
            5 => {
                let from = self.ty();
                let (buffer, value) = (self.buffer(from), self.fresh());
                let (old, new) = (TYPES[from], TYPES[1 - from]);
                self.line(&format!("{value} = memref.cast {buffer} : {old} to {new}"));
                self.define(1 - from, &value);
            }
            6 => {
                let (buffer, view, value) = (self.buffer(0), self.fresh(), self.fresh());
                let at = self.numbers.below(3);
                let ty = format!("memref<2xf32, strided<[1], offset: {at}>>");
                self.line(&format!("{view} = memref.subview {buffer}[{at}] [2] [1] : memref<4xf32> to {ty}"));
                self.line(&format!("{value} = memref.load {view}[%c1] : {ty}"));
                self.scope.floats.push(value);
            }
            7 | 8 => {
                let ty = self.ty();
                let (condition, a, b) = (self.condition(), self.buffer(ty), self.buffer(ty));
                let value = self.fresh();
                self.line(&format!("{value} = arith.select {condition}, {a}, {b} : {}", TYPES[ty]));
                self.define(ty, &value);
            }
            9 if self.takes_from_pool() => {
                let ty = self.ty();
                let (source, value) = (self.buffer(ty), self.fresh());
                self.line(&format!("{value} = test.pool_clone {source} : {}", TYPES[ty]));
                self.define(ty, &value);
            }
            9 => {
                let ty = self.ty();
                let (a, b) = (self.buffer(ty), self.buffer(ty));
                self.line(&format!("memref.copy {a}, {b} : {0} to {0}", TYPES[ty]));
            }
            10 | 11 if self.own() => self.choose_region(),
            10 | 11 => self.if_(),
            12 | 13 if self.own() => self.repeat(),
            12 | 13 => self.for_(),
            14 => self.while_(),
            _ => self.call(),
        }
    }

    /// Statements in a region that yield a buffer of a type.
    fn region(&mut self, count: usize, ty: usize) -> String {
        self.depth += 1;
        self.statements(count);
        self.buffer(ty)
    }

    /// Ends a region, and the scope of its definitions.
    fn end(&mut self, line: &str, before: &Scope) {
        self.line(line);
        self.depth -= 1;
        self.scope = before.clone();
    }

    fn if_(&mut self) {
        let (ty, condition, value) = (self.ty(), self.condition(), self.fresh());
        let before = self.scope.clone();
        self.line(&format!("{value} = scf.if {condition} -> ({}) {{", TYPES[ty]));
        for branch in 0..2 {
            let count = self.numbers.below(3);
            let given = self.region(count, ty);
            self.end(&format!("scf.yield {given} : {}", TYPES[ty]), &before);
            self.line(if branch == 0 { "} else {" } else { "}" });
        }
        self.define(ty, &value);
    }

    /// A buffer through one of two regions and a third one.
    fn choose_region(&mut self) {
        let (ty, condition, value) = (self.ty(), self.condition(), self.fresh());
        let (start, t) = (self.buffer(ty), TYPES[ty]);
        let before = self.scope.clone();
        self.line(&format!("{value} = \"test.choose_region\"({condition}, {start}) ({{"));
        let end = format!("}}) : (i1, {t}) -> {t}");
        for next in ["}, {", "}, {", &end] {
            let argument = self.fresh();
            self.line(&format!("^bb0({argument}: {t}):"));
            self.define(ty, &argument);
            let count = self.numbers.below(3);
            let given = self.region(count, ty);
            self.end(&format!("test.region_if_yield {given} : {t}"), &before);
            self.line(next);
        }
        self.define(ty, &value);
    }

    /// A loop of the dialect `test`.
    fn repeat(&mut self) {
        let (ty, value, carried) = (self.ty(), self.fresh(), self.fresh());
        let (start, times, t) = (self.buffer(ty), self.numbers.below(4), TYPES[ty]);
        let before = self.scope.clone();
        self.line(&format!("{value} = \"test.repeat\"(%c{times}, {start}) ({{"));
        self.line(&format!("^bb0({carried}: {t}):"));
        self.define(ty, &carried);
        let count = 1 + self.numbers.below(2);
        let given = self.region(count, ty);
        self.end(&format!("test.region_if_yield {given} : {t}"), &before);
        self.line(&format!("}}) : (index, {t}) -> {t}"));
        self.define(ty, &value);
    }

    fn for_(&mut self) {
        let (ty, value, carried, at) = (self.ty(), self.fresh(), self.fresh(), self.fresh());
        let (start, steps) = (self.buffer(ty), self.numbers.below(4));
        let before = self.scope.clone();
        self.line(&format!(
            "{value} = scf.for {at} = %c0 to %c{steps} step %c1 iter_args({carried} = {start}) -> ({}) {{",
            TYPES[ty]
        ));
        self.define(ty, &carried);
        let count = 1 + self.numbers.below(2);
        let given = self.region(count, ty);
        self.end(&format!("scf.yield {given} : {}", TYPES[ty]), &before);
        self.line("}");
        self.define(ty, &value);
    }

    fn while_(&mut self) {
        let (ty, value, start) = (self.ty(), self.fresh(), self.buffer(1));
        let (t, before) = (TYPES[ty], self.scope.clone());
        let start = if ty == 1 { start } else { self.buffer(0) };
        let [b, i, less, c, j, next] = std::array::from_fn(|_| self.fresh());
        self.line(&format!(
            "{value}:2 = scf.while ({b} = {start}, {i} = %c0) : ({t}, index) -> ({t}, index) {{"
        ));
        self.depth += 1;
        self.line(&format!("{less} = arith.cmpi ult, {i}, %c2 : index"));
        self.line(&format!("scf.condition({less}) {b}, {i} : {t}, index"));
        self.depth -= 1;
        self.line("} do {");
        self.line(&format!("^bb0({c}: {t}, {j}: index):"));
        self.define(ty, &c);
        let given = self.region(1, ty);
        self.line(&format!("{next} = arith.addi {j}, %c1 : index"));
        self.end(&format!("scf.yield {given}, {next} : {t}, index"), &before);
        self.line("}");
        self.define(ty, &format!("{value}#0"));
    }

    fn call(&mut self) {
        if self.callees == 0 {
            return;
        }
        let callee = self.numbers.below(self.callees);
        let (buffer, float, value) = (self.buffer(1), self.float(), self.fresh());
        self.line(&format!(
            "{value}:2 = func.call @f{callee}({buffer}, {float}) : (memref<?xf32>, f32) -> (memref<?xf32>, f32)"
        ));
        self.scope.floats.push(format!("{value}#1"));
        if !self.takes_from_pool() {
            return self.define(1, &format!("{value}#0"));
        }
        let copy = self.fresh();
        self.line(&format!("{copy} = test.pool_clone {value}#0 : memref<?xf32>"));
        self.define(1, &copy);
    }
}
