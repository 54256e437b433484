//! Functions on tensors that need buffers and copies for every reason there is: loops that swap, reshapes of strided
//! slices, branches, calls and recursion, constants, tensors that have no destination, memory spaces, and memrefs between.
//! They are to be bufferized, not to be run.

use std::fmt::Write;

use crate::numbers::Numbers;

/// The types of the tensors.
const TYPES: [&str; 4] = ["tensor<8xf32>", "tensor<4xf32>", "tensor<4x4xf32>", "tensor<?xf32>"];
const WHOLE: usize = 0;
const PART: usize = 1;
const SQUARE: usize = 2;
const DYNAMIC: usize = 3;

/// The parameters and results of each function.
const SIGNATURE: &str = "(tensor<8xf32>, tensor<8xf32>, tensor<4x4xf32>, tensor<?xf32>, f32, index, index, i1) -> (tensor<8xf32>, tensor<4xf32>)";

/// A function that is written.
struct Function<'n> {
    numbers: &'n mut Numbers,
    text: String,
    /// Values by the number of their type.
    tensors: [Vec<String>; 4],
    floats: Vec<String>,
    next: usize,
    depth: usize,
    /// Functions that may be called.
    callees: Vec<String>,
}

/// Generates functions that call others, or each other recursively; deterministic for a seed.
pub fn functions(seed: u64) -> String {
    let mut numbers = Numbers::new(seed ^ 0xC0_9135);
    let count = 1 + numbers.below(3);
    let circles = numbers.below(3) == 0;
    let mut text = String::new();
    for i in 0..count {
        let known = if circles { 0..count } else { 0..i };
        let mut function = Function {
            numbers: &mut numbers,
            text: String::new(),
            tensors: Default::default(),
            floats: vec!["%f".to_owned()],
            next: 0,
            depth: 0,
            callees: known.map(|i| format!("f{i}")).collect(),
        };
        function.whole(&format!("f{i}"));
        text.push_str(&function.text);
    }
    text
}

impl Function<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth + 1));
    }

    /// A tensor of a type; an argument, or an empty one, where there is none yet.
    fn tensor(&mut self, ty: usize) -> String {
        if self.tensors[ty].is_empty() {
            self.define(PART, "tensor.empty() : tensor<4xf32>");
        }
        let list = &self.tensors[ty];
        let n = list.len();
        // Newer values are more likely.
        let back = self.numbers.below(n).min(self.numbers.below(n));
        self.tensors[ty][n - 1 - back].clone()
    }

    fn float(&mut self) -> String {
        let at = self.numbers.below(self.floats.len());
        self.floats[at].clone()
    }

    fn index(&mut self) -> &'static str {
        ["%i", "%j"][self.numbers.below(2)]
    }

    fn define(&mut self, ty: usize, op: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        self.tensors[ty].push(name.clone());
        name
    }

    fn scalar(&mut self, op: &str) {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        self.floats.push(name);
    }

    fn whole(&mut self, name: &str) {
        let writable = if self.numbers.below(4) == 0 { " {bufferization.writable = false}" } else { "" };
        let _ = writeln!(
            self.text,
            "func.func @{name}(%a: tensor<8xf32>{writable}, %b: tensor<8xf32>, %m: tensor<4x4xf32>, %d: tensor<?xf32>, \
             %f: f32, %i: index, %j: index, %c: i1) -> (tensor<8xf32>, tensor<4xf32>) {{"
        );
        self.line("%zero = arith.constant 0 : index");
        self.line("%one = arith.constant 1 : index");
        self.tensors = [vec!["%a", "%b"], vec![], vec!["%m"], vec!["%d"]]
            .map(|names: Vec<&str>| names.into_iter().map(str::to_owned).collect());
        for _ in 0..2 + self.numbers.below(7) {
            if self.numbers.below(8) == 0 { self.blocks() } else { self.statement() }
        }
        let (first, second) = (self.tensor(WHOLE), self.tensor(PART));
        self.line(&format!("return {first}, {second} : tensor<8xf32>, tensor<4xf32>"));
        self.text.push_str("}\n");
    }

    fn statement(&mut self) {
        let nested = self.depth < 2;
        match self.numbers.below(if nested { 26 } else { 17 }) {
            0 => self.collapse(),
            1 => self.reshape(),
            2 => self.new_tensor(),
            3 => self.constant(),
            4 => self.space(),
            5 => self.buffers(),
            6 => self.materialize(),
            7 => self.filled_part(),
            8 => self.call(),
            9 => self.select(),
            10 | 11 => self.insert(),
            12 => self.extract(),
            13 => self.elementwise(),
            14 => self.cast(),
            15 => self.slice(),
            16 => self.shared(),
            17 | 18 => self.swap(),
            19 => self.fill_loop(),
            20 => self.while_loop(),
            21 => self.branch(),
            22 => self.switch(),
            23 => self.parallel(),
            24 => self.execute(),
            _ => self.repeat(),
        }
    }

    fn insert(&mut self) {
        let ty = [WHOLE, PART, DYNAMIC][self.numbers.below(3)];
        let (tensor, float, index, shape) = (self.tensor(ty), self.float(), self.index(), TYPES[ty]);
        self.define(ty, &format!("tensor.insert {float} into {tensor}[{index}] : {shape}"));
    }

    fn extract(&mut self) {
        let ty = [WHOLE, PART, DYNAMIC][self.numbers.below(3)];
        let (tensor, index, shape) = (self.tensor(ty), self.index(), TYPES[ty]);
        self.scalar(&format!("tensor.extract {tensor}[{index}] : {shape}"));
    }

    fn slice(&mut self) {
        let tensor = self.tensor(WHOLE);
        let (offset, stride) = [("0", "1"), ("%i", "1"), ("0", "2"), ("4", "1")][self.numbers.below(4)];
        self.define(
            PART,
            &format!(
                "tensor.extract_slice {tensor}[{offset}] [4] [{stride}] : tensor<8xf32> to tensor<4xf32>"
            ),
        );
    }

    /// Dimensions of a slice that are put together.
    fn collapse(&mut self) {
        let (tensor, slice) = (self.tensor(SQUARE), self.fresh());
        let sizes = ["2, 2", "1, 4"][self.numbers.below(2)];
        let shape = sizes.replace(", ", "x");
        self.line(&format!("{slice} = tensor.extract_slice {tensor}[0, 0] [{sizes}] [1, 1] : tensor<4x4xf32> to tensor<{shape}xf32>"));
        self.define(
            PART,
            &format!("tensor.collapse_shape {slice} [[0, 1]] : tensor<{shape}xf32> into tensor<4xf32>"),
        );
    }

    fn reshape(&mut self) {
        let (tensor, shape, square) = (self.tensor(PART), self.fresh(), self.fresh());
        if self.numbers.below(2) == 0 {
            self.line(&format!("{shape} = arith.constant dense<2> : tensor<2xindex>"));
            self.line(&format!("{square} = tensor.reshape {tensor}({shape}) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>"));
        } else {
            self.line(&format!("{square} = tensor.expand_shape {tensor} [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>"));
        }
        self.define(
            PART,
            &format!("tensor.collapse_shape {square} [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>"),
        );
    }

    /// Tensors without a destination.
    fn new_tensor(&mut self) {
        let (float, part, other) = (self.float(), self.tensor(PART), self.tensor(PART));
        match self.numbers.below(6) {
            0 => self.define(
                WHOLE,
                &format!(
                    "tensor.concat dim(0) {part}, {other} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>"
                ),
            ),
            1 => {
                let name = self.fresh();
                self.line(&format!("{name} = tensor.pad {part} low[2] high[2] {{"));
                self.line("^bb0(%x: index):");
                self.line(&format!("  tensor.yield {float} : f32"));
                self.line("} : tensor<4xf32> to tensor<8xf32>");
                self.tensors[WHOLE].push(name.clone());
                name
            }
            2 => self.define(PART, &format!("tensor.from_elements {float}, %f, {float}, %f : tensor<4xf32>")),
            3 => self.define(WHOLE, &format!("tensor.splat {float} : tensor<8xf32>")),
            4 => {
                let name = self.fresh();
                self.line(&format!("{name} = tensor.generate %i {{"));
                self.line("^bb0(%x: index):");
                self.line(&format!("  tensor.yield {float} : f32"));
                self.line("} : tensor<?xf32>");
                self.tensors[DYNAMIC].push(name.clone());
                name
            }
            _ => self.define(DYNAMIC, "tensor.empty(%j) : tensor<?xf32>"),
        };
    }

    fn constant(&mut self) {
        let (ty, shape) = [(WHOLE, "8"), (PART, "4")][self.numbers.below(2)];
        let value = ["1.0", "2.5"][self.numbers.below(2)];
        self.define(ty, &format!("arith.constant dense<{value}> : tensor<{shape}xf32>"));
    }

    fn space(&mut self) {
        let (tensor, name, index) = (self.tensor(WHOLE), self.fresh(), self.index());
        match self.numbers.below(3) {
            0 => {
                self.line(&format!("{name} = bufferization.alloc_tensor() copy({tensor}) {{memory_space = 1 : i64}} : tensor<8xf32>"));
                self.scalar(&format!("tensor.extract {name}[{index}] : tensor<8xf32>"));
            }
            1 => {
                self.define(WHOLE, &format!("bufferization.alloc_tensor() copy({tensor}) : tensor<8xf32>"));
            }
            _ => {
                self.define(WHOLE, "bufferization.alloc_tensor() : tensor<8xf32>");
            }
        }
    }

    /// Memrefs between tensors.
    fn buffers(&mut self) {
        let (tensor, name, index) = (self.tensor(WHOLE), self.fresh(), self.index());
        match self.numbers.below(3) {
            0 => {
                let ty = ["memref<8xf32>", "memref<8xf32, strided<[?], offset: ?>>"][self.numbers.below(2)];
                self.line(&format!("{name} = bufferization.to_buffer {tensor} : tensor<8xf32> to {ty}"));
                self.scalar(&format!("memref.load {name}[{index}] : {ty}"));
            }
            1 => {
                self.line(&format!(
                    "{name} = bufferization.to_buffer {tensor} read_only : tensor<8xf32> to memref<8xf32>"
                ));
                self.scalar(&format!("memref.load {name}[{index}] : memref<8xf32>"));
            }
            _ => {
                self.line(&format!("{name} = memref.alloc() : memref<8xf32>"));
                self.line(&format!("memref.store %f, {name}[{index}] : memref<8xf32>"));
                let writable = ["", " writable"][self.numbers.below(2)];
                self.define(
                    WHOLE,
                    &format!(
                        "bufferization.to_tensor {name} restrict{writable} : memref<8xf32> to tensor<8xf32>"
                    ),
                );
            }
        }
    }

    fn materialize(&mut self) {
        let (from, to) = (self.tensor(WHOLE), self.tensor(WHOLE));
        self.define(WHOLE, &format!("bufferization.materialize_in_destination {from} in {to} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>"));
    }

    fn elementwise(&mut self) {
        let (from, to) = (self.tensor(WHOLE), self.tensor(WHOLE));
        self.define(
            WHOLE,
            &format!("linalg.exp ins({from} : tensor<8xf32>) outs({to} : tensor<8xf32>) -> tensor<8xf32>"),
        );
    }

    fn filled_part(&mut self) {
        let (into, float, part) = (self.tensor(WHOLE), self.float(), self.tensor(PART));
        let part = match self.numbers.below(2) {
            0 => part,
            _ => {
                let empty = self.define(PART, "tensor.empty() : tensor<4xf32>");
                self.define(
                    PART,
                    &format!("linalg.fill ins({float} : f32) outs({empty} : tensor<4xf32>) -> tensor<4xf32>"),
                )
            }
        };
        let offset = ["0", "%i", "4"][self.numbers.below(3)];
        self.define(
            WHOLE,
            &format!(
                "tensor.insert_slice {part} into {into}[{offset}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
            ),
        );
    }

    /// One empty tensor that is used twice.
    fn shared(&mut self) {
        let (empty, float) = (self.define(WHOLE, "tensor.empty() : tensor<8xf32>"), self.float());
        for value in ["%f".to_owned(), float] {
            self.define(
                WHOLE,
                &format!("linalg.fill ins({value} : f32) outs({empty} : tensor<8xf32>) -> tensor<8xf32>"),
            );
        }
    }

    fn call(&mut self) {
        let at = match self.callees.len() {
            0 => return self.insert(),
            n => self.numbers.below(n),
        };
        let (callee, name) = (self.callees[at].clone(), self.fresh());
        let [a, b, m, d] = [WHOLE, WHOLE, SQUARE, DYNAMIC].map(|ty| self.tensor(ty));
        let float = self.float();
        self.line(&format!(
            "{name}:2 = func.call @{callee}({a}, {b}, {m}, {d}, {float}, %j, %i, %c) : {SIGNATURE}"
        ));
        self.tensors[WHOLE].push(format!("{name}#0"));
        self.tensors[PART].push(format!("{name}#1"));
    }

    fn select(&mut self) {
        let (one, other) = (self.tensor(WHOLE), self.tensor(WHOLE));
        self.define(WHOLE, &format!("arith.select %c, {one}, {other} : tensor<8xf32>"));
    }

    fn cast(&mut self) {
        let tensor = self.tensor(WHOLE);
        self.define(DYNAMIC, &format!("tensor.cast {tensor} : tensor<8xf32> to tensor<?xf32>"));
    }

    /// Runs `inside` in a nested scope, whose values are removed afterwards.
    fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = (self.tensors.each_ref().map(Vec::len), self.floats.len());
        self.depth += 1;
        let found = inside(self);
        self.depth -= 1;
        for (list, n) in self.tensors.iter_mut().zip(before.0) {
            list.truncate(n);
        }
        self.floats.truncate(before.1);
        found
    }

    fn some(&mut self) {
        for _ in 0..self.numbers.below(3) {
            self.statement();
        }
    }

    /// A loop that may swap its iteration arguments.
    fn swap(&mut self) {
        let (one, other, name) = (self.tensor(WHOLE), self.tensor(WHOLE), self.fresh());
        let (x, y) = (format!("%x{}", self.next), format!("%y{}", self.next));
        let types = "tensor<8xf32>, tensor<8xf32>";
        self.line(&format!("{name}:2 = scf.for %k{} = %zero to %i step %one iter_args({x} = {one}, {y} = {other}) -> ({types}) {{", self.next));
        self.scoped(|f| {
            f.tensors[WHOLE].extend([x.clone(), y.clone()]);
            f.some();
            let (first, second) = match f.numbers.below(3) {
                0 => (y.clone(), x.clone()),
                1 => (f.tensor(WHOLE), x.clone()),
                _ => (f.tensor(WHOLE), f.tensor(WHOLE)),
            };
            f.line(&format!("scf.yield {first}, {second} : {types}"));
        });
        self.line("}");
        self.tensors[WHOLE].extend([format!("{name}#0"), format!("{name}#1")]);
    }

    /// A loop with a new tensor in each iteration.
    fn fill_loop(&mut self) {
        let (init, name, float) = (self.tensor(PART), self.fresh(), self.float());
        let x = format!("%x{}", self.next);
        self.line(&format!(
            "{name} = scf.for %k{} = %zero to %j step %one iter_args({x} = {init}) -> (tensor<4xf32>) {{",
            self.next
        ));
        self.scoped(|f| {
            f.tensors[PART].push(x);
            f.some();
            let empty = f.define(PART, "tensor.empty() : tensor<4xf32>");
            let filled = f.define(
                PART,
                &format!("linalg.fill ins({float} : f32) outs({empty} : tensor<4xf32>) -> tensor<4xf32>"),
            );
            f.line(&format!("scf.yield {filled} : tensor<4xf32>"));
        });
        self.line("}");
        self.tensors[PART].push(name);
    }

    fn repeat(&mut self) {
        let (init, name) = (self.tensor(WHOLE), self.fresh());
        let x = format!("%x{}", self.next);
        self.line(&format!(
            "{name} = scf.for %k{} = %zero to %j step %one iter_args({x} = {init}) -> (tensor<8xf32>) {{",
            self.next
        ));
        self.scoped(|f| {
            f.tensors[WHOLE].push(x.clone());
            f.some();
            let last = f.define(WHOLE, &format!("tensor.insert %f into {x}[%i] : tensor<8xf32>"));
            f.line(&format!("scf.yield {last} : tensor<8xf32>"));
        });
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    fn while_loop(&mut self) {
        let (init, name) = (self.tensor(WHOLE), self.fresh());
        let (x, y) = (format!("%x{}", self.next), format!("%y{}", self.next));
        self.line(&format!("{name} = scf.while ({x} = {init}) : (tensor<8xf32>) -> tensor<8xf32> {{"));
        self.scoped(|f| {
            f.tensors[WHOLE].push(x);
            f.some();
            let passed = f.tensor(WHOLE);
            f.line(&format!("scf.condition(%c) {passed} : tensor<8xf32>"));
        });
        self.line("} do {");
        self.line(&format!("^bb0({y}: tensor<8xf32>):"));
        self.scoped(|f| {
            f.tensors[WHOLE].push(y);
            f.some();
            let passed = f.tensor(WHOLE);
            f.line(&format!("scf.yield {passed} : tensor<8xf32>"));
        });
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    /// A region that yields a tensor.
    fn yielding(&mut self) {
        self.scoped(|f| {
            f.some();
            let last = f.tensor(WHOLE);
            f.line(&format!("scf.yield {last} : tensor<8xf32>"));
        });
    }

    fn branch(&mut self) {
        let name = self.fresh();
        self.line(&format!("{name} = scf.if %c -> (tensor<8xf32>) {{"));
        self.yielding();
        self.line("} else {");
        self.yielding();
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    fn switch(&mut self) {
        let name = self.fresh();
        self.line(&format!("{name} = scf.index_switch %i -> tensor<8xf32>"));
        self.line("case 1 {");
        self.yielding();
        self.line("}");
        self.line("default {");
        self.yielding();
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    fn execute(&mut self) {
        let name = self.fresh();
        self.line(&format!("{name} = scf.execute_region -> tensor<8xf32> {{"));
        self.yielding();
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    fn parallel(&mut self) {
        let (init, name) = (self.tensor(WHOLE), self.fresh());
        let (x, k) = (format!("%x{}", self.next), format!("%k{}", self.next));
        self.line(&format!(
            "{name} = scf.forall ({k}) in (2) shared_outs({x} = {init}) -> (tensor<8xf32>) {{"
        ));
        self.scoped(|f| {
            let part = f.define(PART, &format!("tensor.extract_slice {x}[{k}] [4] [1] : tensor<8xf32> to tensor<4xf32>"));
            f.some();
            let filled = match f.numbers.below(2) {
                0 => f.tensor(PART),
                _ => f.define(PART, &format!("linalg.fill ins(%f : f32) outs({part} : tensor<4xf32>) -> tensor<4xf32>")),
            };
            f.line("scf.forall.in_parallel {");
            f.line(&format!("  tensor.parallel_insert_slice {filled} into {x}[{k}] [4] [1] : tensor<4xf32> into tensor<8xf32>"));
            f.line("}");
        });
        self.line("}");
        self.tensors[WHOLE].push(name);
    }

    /// Blocks that meet again, or a loop of blocks.
    fn blocks(&mut self) {
        self.next += 1;
        let n = self.next;
        let (one, other) = (self.tensor(WHOLE), self.tensor(WHOLE));
        if self.numbers.below(2) == 0 {
            self.line(&format!("cf.cond_br %c, ^left{n}, ^right{n}"));
            for (label, value) in [("left", one), ("right", other)] {
                self.text.push_str(&format!("^{label}{n}:\n"));
                let passed = self.scoped(|f| {
                    f.tensors[WHOLE].push(value);
                    f.some();
                    f.tensor(WHOLE)
                });
                self.line(&format!("cf.br ^meet{n}({passed} : tensor<8xf32>)"));
            }
        } else {
            self.line(&format!("cf.br ^head{n}({one} : tensor<8xf32>)"));
            self.text.push_str(&format!("^head{n}(%h{n}: tensor<8xf32>):\n"));
            self.line(&format!("cf.cond_br %c, ^body{n}, ^meet{n}(%h{n} : tensor<8xf32>)"));
            self.text.push_str(&format!("^body{n}:\n"));
            let passed = self.scoped(|f| {
                f.tensors[WHOLE].push(format!("%h{n}"));
                f.some();
                f.tensor(WHOLE)
            });
            self.line(&format!("cf.br ^head{n}({passed} : tensor<8xf32>)"));
        }
        self.text.push_str(&format!("^meet{n}(%t{n}: tensor<8xf32>):\n"));
        self.tensors[WHOLE].push(format!("%t{n}"));
    }
}
