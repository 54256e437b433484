//! Functions on tensors for the analysis of bufferization: inserts, slices, linalg, loops, branches and blocks that use
//! tensors over and over, so that some of them must be copied. They are to be bufferized, not to be run.

use std::fmt::Write;

use crate::numbers::Numbers;

/// The types that tensors have: whole ones and slices of them.
const TYPES: [&str; 3] = ["tensor<8xf32>", "tensor<4xf32>", "tensor<?xf32>"];

/// A function that is written.
struct Function<'n> {
    numbers: &'n mut Numbers,
    text: String,
    /// Values by the number of their type.
    tensors: [Vec<String>; 3],
    floats: Vec<String>,
    indices: Vec<String>,
    next: usize,
    depth: usize,
    blocks: usize,
    /// Functions that may be called, which take a tensor and a float and return a tensor.
    callees: Vec<String>,
}

/// Generates functions, some of which call others; deterministic for a seed.
pub fn functions(seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let mut text = String::new();
    let mut callees = Vec::new();
    for i in 0..1 + numbers.below(3) {
        let name = format!("f{i}");
        let last = i > 0 && numbers.below(3) == 0;
        let mut function = Function {
            numbers: &mut numbers,
            text: String::new(),
            tensors: Default::default(),
            floats: vec!["%f".to_owned()],
            indices: vec!["%i".to_owned(), "%j".to_owned()],
            next: 0,
            depth: 0,
            blocks: 0,
            callees: callees.clone(),
        };
        function.whole(&name, last);
        text.push_str(&function.text);
        callees.push(name);
    }
    text
}

impl Function<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.text, "{indent}{line}");
    }

    fn tensor(&mut self, ty: usize) -> Option<String> {
        let list = &self.tensors[ty];
        if list.is_empty() {
            return None;
        }
        // Newer values are more likely, to form chains.
        let back = self.numbers.below(list.len()).min(self.numbers.below(list.len()));
        Some(self.tensors[ty][self.tensors[ty].len() - 1 - back].clone())
    }

    fn float(&mut self) -> String {
        let at = self.numbers.below(self.floats.len());
        self.floats[at].clone()
    }

    fn index(&mut self) -> String {
        let at = self.numbers.below(self.indices.len());
        self.indices[at].clone()
    }

    /// A new tensor by an op on others.
    fn define(&mut self, ty: usize, op: &str) {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        self.tensors[ty].push(name);
    }

    fn whole(&mut self, name: &str, two: bool) {
        let results = if two { "(tensor<8xf32>, tensor<8xf32>, f32)" } else { "(tensor<8xf32>, f32)" };
        let writable = if self.numbers.below(5) == 0 { " {bufferization.writable = false}" } else { "" };
        let _ = writeln!(
            self.text,
            "func.func @{name}(%a: tensor<8xf32>{writable}, %b: tensor<8xf32>, %d: tensor<?xf32>, %f: f32, %i: index, \
             %j: index, %c: i1) -> {results} {{"
        );
        self.line("%zero = arith.constant 0 : index");
        self.line("%one = arith.constant 1 : index");
        self.tensors = [vec!["%a".to_owned(), "%b".to_owned()], Vec::new(), vec!["%d".to_owned()]];
        for _ in 0..3 + self.numbers.below(8) {
            match self.numbers.below(12) {
                0 => self.blocks(),
                1 => self.block_loop(),
                2 => self.computed_part(),
                _ => self.statement(),
            }
        }
        let first = self.tensor(0).expect("a function has a tensor");
        let float = self.float();
        if two {
            let second = self.tensor(0).expect("a function has a tensor");
            self.line(&format!("return {first}, {second}, {float} : tensor<8xf32>, tensor<8xf32>, f32"));
        } else {
            self.line(&format!("return {first}, {float} : tensor<8xf32>, f32"));
        }
        self.text.push_str("}\n");
    }

    fn statement(&mut self) {
        let ty = [0, 0, 0, 1, 2][self.numbers.below(5)];
        let Some(tensor) = self.tensor(ty) else { return self.slice() };
        let shape = TYPES[ty];
        match self.numbers.below(if self.depth < 2 { 15 } else { 10 }) {
            0 | 1 => {
                let (float, index) = (self.float(), self.index());
                self.define(ty, &format!("tensor.insert {float} into {tensor}[{index}] : {shape}"));
            }
            2 | 3 => {
                let (index, name) = (self.index(), self.fresh());
                self.line(&format!("{name} = tensor.extract {tensor}[{index}] : {shape}"));
                self.floats.push(name);
            }
            4 => self.slice(),
            5 => self.unslice(),
            6 => {
                let float = self.float();
                self.define(
                    ty,
                    &format!("linalg.fill ins({float} : f32) outs({tensor} : {shape}) -> {shape}"),
                );
            }
            7 | 8 => self.elementwise(ty, &tensor),
            9 => {
                if ty == 2 {
                    let index = self.index();
                    self.define(2, &format!("tensor.empty({index}) : tensor<?xf32>"));
                } else {
                    self.define(ty, &format!("tensor.empty() : {shape}"));
                }
            }
            10 | 11 => self.repeat(),
            12 => self.branch(),
            13 => self.parallel(),
            _ => self.call(),
        }
    }

    /// A part of a tensor.
    fn slice(&mut self) {
        let Some(from) = self.tensor(0) else { return };
        let offset = ["0", "4", "%i", "2"][self.numbers.below(4)];
        self.define(
            1,
            &format!("tensor.extract_slice {from}[{offset}] [4] [1] : tensor<8xf32> to tensor<4xf32>"),
        );
    }

    /// A tensor with a part replaced.
    fn unslice(&mut self) {
        let (Some(part), Some(into)) = (self.tensor(1), self.tensor(0)) else { return self.slice() };
        let offset = ["0", "4", "%i", "2"][self.numbers.below(4)];
        self.define(
            0,
            &format!(
                "tensor.insert_slice {part} into {into}[{offset}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
            ),
        );
    }

    fn elementwise(&mut self, ty: usize, out: &str) {
        let Some(other) = self.tensor(ty) else { return };
        let shape = TYPES[ty];
        let body = if self.numbers.below(3) == 0 { "%x" } else { "%s" };
        let name = self.fresh();
        self.line(&format!(
            "{name} = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], \
             iterator_types = [\"parallel\"]}} ins({other} : {shape}) outs({out} : {shape}) {{"
        ));
        self.line("^bb0(%x: f32, %y: f32):");
        self.line("  %s = arith.addf %x, %y : f32");
        self.line(&format!("  linalg.yield {body} : f32"));
        self.line(&format!("}} -> {shape}"));
        self.tensors[ty].push(name);
    }

    /// Runs `inside` in a nested scope, whose values are removed afterwards.
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        let before = (self.tensors.each_ref().map(Vec::len), self.floats.len(), self.indices.len());
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        for (list, n) in self.tensors.iter_mut().zip(before.0) {
            list.truncate(n);
        }
        self.floats.truncate(before.1);
        self.indices.truncate(before.2);
    }

    fn repeat(&mut self) {
        let Some(init) = self.tensor(0) else { return };
        let (name, arg, variable) = (self.fresh(), self.fresh(), self.fresh());
        let upper = self.index();
        self.line(&format!(
            "{name} = scf.for {variable} = %zero to {upper} step %one iter_args({arg} = {init}) -> (tensor<8xf32>) {{"
        ));
        self.scoped(|f| {
            f.tensors[0].push(arg.clone());
            f.indices.push(variable);
            for _ in 0..1 + f.numbers.below(4) {
                f.statement();
            }
            let yielded = f.tensor(0).unwrap_or(arg);
            f.line(&format!("scf.yield {yielded} : tensor<8xf32>"));
        });
        self.line("}");
        self.tensors[0].push(name);
    }

    fn branch(&mut self) {
        let name = self.fresh();
        self.line(&format!("{name} = scf.if %c -> (tensor<8xf32>) {{"));
        for end in ["} else {", "}"] {
            self.scoped(|f| {
                for _ in 0..f.numbers.below(4) {
                    f.statement();
                }
                let yielded = f.tensor(0).expect("a function has a tensor");
                f.line(&format!("scf.yield {yielded} : tensor<8xf32>"));
            });
            self.line(end);
        }
        self.tensors[0].push(name);
    }

    /// Generates statements; returns a tensor to yield.
    fn statements(&mut self, most: usize) -> String {
        for _ in 0..self.numbers.below(most + 1) {
            self.statement();
        }
        self.tensor(0).expect("a function has a tensor")
    }

    /// A block that begins, with a tensor that it takes.
    fn begin_block(&mut self, block: usize) -> String {
        let arg = self.fresh();
        let _ = writeln!(self.text, "^bb{block}({arg}: tensor<8xf32>):");
        arg
    }

    /// Two blocks of which one runs, and one after both.
    fn blocks(&mut self) {
        let first = self.blocks + 1;
        self.blocks += 3;
        let (Some(a), Some(b)) = (self.tensor(0), self.tensor(0)) else { return };
        let (yes, no, end) = (first, first + 1, first + 2);
        self.line(&format!("cf.cond_br %c, ^bb{yes}({a} : tensor<8xf32>), ^bb{no}({b} : tensor<8xf32>)"));
        for block in [yes, no] {
            self.scoped(|f| {
                let arg = f.begin_block(block);
                f.tensors[0].push(arg);
                let given = f.statements(2);
                f.line(&format!("cf.br ^bb{end}({given} : tensor<8xf32>)"));
            });
        }
        let arg = self.begin_block(end);
        self.tensors[0].push(arg);
    }

    /// A block that runs several times.
    fn block_loop(&mut self) {
        let (again, end) = (self.blocks + 1, self.blocks + 2);
        self.blocks += 2;
        let Some(init) = self.tensor(0) else { return };
        self.line(&format!("cf.br ^bb{again}({init} : tensor<8xf32>)"));
        self.scoped(|f| {
            let arg = f.begin_block(again);
            f.tensors[0].push(arg);
            let given = f.statements(3);
            let last = f.tensor(0).expect("a function has a tensor");
            f.line(&format!(
                "cf.cond_br %c, ^bb{again}({given} : tensor<8xf32>), ^bb{end}({last} : tensor<8xf32>)"
            ));
        });
        let arg = self.begin_block(end);
        self.tensors[0].push(arg);
    }

    /// A new tensor that is computed on, and becomes a part or all of another one.
    fn computed_part(&mut self) {
        let ty = self.numbers.below(2);
        let shape = TYPES[ty];
        self.define(ty, &format!("tensor.empty() : {shape}"));
        for _ in 0..1 + self.numbers.below(2) {
            let Some(tensor) = self.tensors[ty].last().cloned() else { return };
            if self.numbers.below(2) == 0 {
                let float = self.float();
                self.define(
                    ty,
                    &format!("linalg.fill ins({float} : f32) outs({tensor} : {shape}) -> {shape}"),
                );
            } else {
                self.elementwise(ty, &tensor);
            }
        }
        let Some(computed) = self.tensors[ty].last().cloned() else { return };
        let Some(into) = self.tensor(0) else { return };
        match (ty, self.numbers.below(2)) {
            (0, 0) => self.define(
                0,
                &format!("linalg.copy ins({computed} : {shape}) outs({into} : {shape}) -> {shape}"),
            ),
            (0, _) => self.define(
                0,
                &format!(
                    "bufferization.materialize_in_destination {computed} in {into} : ({shape}, {shape}) -> {shape}"
                ),
            ),
            _ => {
                let offset = self.fresh();
                self.line(&format!("{offset} = arith.addi %i, %one : index"));
                self.define(
                    0,
                    &format!(
                        "tensor.insert_slice {computed} into {into}[{offset}] [4] [1] : tensor<4xf32> into tensor<8xf32>"
                    ),
                );
            }
        }
    }

    fn parallel(&mut self) {
        let Some(out) = self.tensor(0) else { return };
        let (name, arg, variable) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!(
            "{name} = scf.forall ({variable}) = (0) to (8) step (4) shared_outs({arg} = {out}) -> (tensor<8xf32>) {{"
        ));
        self.scoped(|f| {
            let part = f.fresh();
            f.line(&format!(
                "{part} = tensor.extract_slice {arg}[{variable}] [4] [1] : tensor<8xf32> to tensor<4xf32>"
            ));
            f.tensors[1].push(part);
            let depth = std::mem::replace(&mut f.depth, 2);
            for _ in 0..1 + f.numbers.below(3) {
                f.statement();
            }
            f.depth = depth;
            let part = f.tensor(1).expect("a function has a tensor");
            f.line("scf.forall.in_parallel {");
            f.line(&format!(
                "  tensor.parallel_insert_slice {part} into {arg}[{variable}] [4] [1] : tensor<4xf32> into \
                 tensor<8xf32>"
            ));
            f.line("}");
        });
        self.line("}");
        self.tensors[0].push(name);
    }

    fn call(&mut self) {
        // Only functions with two results: the first is a tensor.
        let (Some(a), Some(b), Some(d)) = (self.tensor(0), self.tensor(0), self.tensor(2)) else { return };
        if self.callees.is_empty() {
            return;
        }
        let callee = self.callees[0].clone();
        let (float, index, name) = (self.float(), self.index(), self.fresh());
        self.line(&format!(
            "{name}:2 = func.call @{callee}({a}, {b}, {d}, {float}, {index}, %j, %c) : (tensor<8xf32>, tensor<8xf32>, \
             tensor<?xf32>, f32, index, index, i1) -> (tensor<8xf32>, f32)"
        ));
        self.tensors[0].push(format!("{name}#0"));
        self.floats.push(format!("{name}#1"));
    }
}
