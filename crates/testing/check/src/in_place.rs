//! An exhaustive search of in-place choices: the least number of copied bytes, compared with that of One-Shot
//! Analysis.
//!
//! A program is one function on small tensors, with blocks and branches or regions of `scf`. It is run on
//! tensors first. Then each choice is bufferized and run with the same inputs; those with the same results
//! are valid.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_bufferize::options::BufferizationOptions;
pub use terrace_bufferize::options::Heuristic;
use terrace_bufferize::passes::bodies::Env;
use terrace_bufferize::passes::module::run_one_shot_module_bufferize;
use terrace_interp::{Limits, Machine, Value, text};
use terrace_ir::Ir;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_progen::numbers::Numbers;

use crate::execute::find_main;
use crate::judge::Bench;

const WHOLE: &str = "tensor<4xi64>";
const HALF: &str = "tensor<2xi64>";

/// The inputs: a flag, a number of iterations, and two tensors.
const INPUTS: [[&str; 4]; 6] = [
    ["true", "0", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
    ["false", "0", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
    ["true", "1", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
    ["false", "1", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
    ["true", "3", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
    ["false", "3", "[1, 2, 3, 4]", "[50, 60, 70, 80]"],
];

struct Gen {
    n: Numbers,
    text: String,
    /// Tensors of four elements.
    whole: Vec<String>,
    halves: Vec<String>,
    numbers: Vec<String>,
    next: usize,
}

impl Gen {
    fn line(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  {text}");
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// One of them, mostly a late one.
    fn recent(n: &mut Numbers, list: &[String]) -> String {
        let late = n.percent(60);
        list[if late { list.len() - 1 } else { n.below(list.len()) }].clone()
    }

    fn tensor(&mut self) -> String {
        Self::recent(&mut self.n, &self.whole)
    }

    /// A number that no other write has, so that no value is overwritten by an equal one.
    fn number(&mut self) -> String {
        let (constant, sum) = (self.name(), self.name());
        let (before, value) = (Self::recent(&mut self.n, &self.numbers), 1000 * self.next + 17);
        self.line(&format!("{constant} = arith.constant {value} : i64"));
        self.line(&format!("{sum} = arith.addi {before}, {constant} : i64"));
        sum
    }

    fn statement(&mut self, depth: usize) {
        let t = self.tensor();
        let kinds = if depth < 2 { 12 } else { 9 };
        match self.n.below(kinds) {
            0..=2 => {
                let (name, value) = (self.name(), self.number());
                self.line(&format!("{name} = tensor.insert {value} into {t}[%c1] : {WHOLE}"));
                self.whole.push(name);
            }
            3 | 4 => {
                let (name, sum, before) = (self.name(), self.name(), self.number());
                self.line(&format!("{name} = tensor.extract {t}[%c1] : {WHOLE}"));
                self.line(&format!("{sum} = arith.addi {name}, {before} : i64"));
                self.numbers.push(sum);
            }
            5 => {
                let (name, value) = (self.name(), self.number());
                self.line(&format!("{name} = linalg.fill ins({value} : i64) outs({t} : {WHOLE}) -> {WHOLE}"));
                self.whole.push(name);
            }
            6 => {
                let (name, from) = (self.name(), self.n.below(2));
                self.line(&format!("{name} = tensor.extract_slice {t}[{from}] [2] [1] : {WHOLE} to {HALF}"));
                self.halves.push(name.clone());
                if self.n.percent(60) {
                    let (changed, value) = (self.name(), self.number());
                    let at = if from == 0 { "%c1" } else { "%c0" };
                    self.line(&format!("{changed} = tensor.insert {value} into {name}[{at}] : {HALF}"));
                    self.halves.push(changed.clone());
                    let (back, to) = (self.name(), if self.n.percent(60) { from } else { self.n.below(2) });
                    let into = if self.n.percent(70) { t } else { self.tensor() };
                    self.line(&format!(
                        "{back} = tensor.insert_slice {changed} into {into}[{to}] [2] [1] : {HALF} into {WHOLE}"
                    ));
                    self.whole.push(back);
                }
            }
            7 | 8 => {
                let (name, other) = (self.name(), self.tensor());
                let (op, reads) = if self.n.percent(50) { ("map", "%out") } else { ("map", "%in") };
                self.line(&format!(
                    "{name} = linalg.{op} ins({other} : {WHOLE}) outs({t} : {WHOLE}) (%in: i64, %out: i64) {{ %s = \
                     arith.addi %in, {reads} : i64 linalg.yield %s : i64 }}"
                ));
                self.whole.push(name);
            }
            9 => {
                let name = self.name();
                self.line(&format!("{name} = scf.if %flag -> ({WHOLE}) {{"));
                self.nested(depth, None);
                self.line("} else {");
                self.nested(depth, None);
                self.line("}");
                self.whole.push(name);
            }
            _ => {
                let (name, arg, index) = (self.name(), self.name(), self.name());
                self.line(&format!(
                    "{name} = scf.for {index} = %c0 to %count step %c1 iter_args({arg} = {t}) -> ({WHOLE}) {{"
                ));
                self.nested(depth, Some(arg));
                self.line("}");
                self.whole.push(name);
            }
        }
    }

    /// A region that yields a tensor.
    fn nested(&mut self, depth: usize, arg: Option<String>) {
        let kept = (self.whole.len(), self.halves.len(), self.numbers.len());
        self.whole.extend(arg);
        for _ in 0..self.n.below(3) {
            self.statement(depth + 1);
        }
        let last = self.tensor();
        self.line(&format!("scf.yield {last} : {WHOLE}"));
        self.forget(kept);
    }

    fn forget(&mut self, kept: (usize, usize, usize)) {
        self.whole.truncate(kept.0);
        self.halves.truncate(kept.1);
        self.numbers.truncate(kept.2);
    }

    fn some(&mut self, most: usize, depth: usize) {
        for _ in 0..1 + self.n.below(most) {
            self.statement(depth);
        }
    }

    /// A loop that branches make.
    fn circle(&mut self) {
        let (before, two) = (self.tensor(), self.n.percent(40));
        let other = self.tensor();
        let more =
            |first: &str, other: &str| if two { format!("{first}, {other}") } else { first.to_owned() };
        let types = more(WHOLE, WHOLE);
        let given = more(&before, &other);
        self.line(&format!("cf.br ^head(%c0, {given} : index, {types})"));
        let args = more(&format!("%x: {WHOLE}"), &format!("%y: {WHOLE}"));
        self.text.push_str(&format!("^head(%k: index, {args}):\n"));
        self.whole.push("%x".to_owned());
        if two {
            self.whole.push("%y".to_owned());
        }
        if self.n.percent(40) {
            self.statement(2);
        }
        self.line("%more = arith.cmpi ult, %k, %count : index");
        self.line("cf.cond_br %more, ^body, ^done");
        self.text.push_str("^body:\n");
        let kept = (self.whole.len(), self.halves.len(), self.numbers.len());
        self.some(3, 1);
        self.line("%next = arith.addi %k, %c1 : index");
        let (one, other) = (self.tensor(), self.tensor());
        let given = more(&one, &other);
        self.line(&format!("cf.br ^head(%next, {given} : index, {types})"));
        self.text.push_str("^done:\n");
        self.forget(kept);
    }

    /// Two branches that join.
    fn diamond(&mut self) {
        self.line("cf.cond_br %flag, ^left, ^right");
        for block in ["left", "right"] {
            self.text.push_str(&format!("^{block}:\n"));
            let kept = (self.whole.len(), self.halves.len(), self.numbers.len());
            if self.n.percent(75) {
                self.some(2, 1);
            }
            let given = self.tensor();
            self.line(&format!("cf.br ^join({given} : {WHOLE})"));
            self.forget(kept);
        }
        self.text.push_str(&format!("^join(%x: {WHOLE}):\n"));
        self.whole.push("%x".to_owned());
    }
}

/// Removes dead ops: their overwritten operands do not matter, whatever the rules require. `None` if one of them is a
/// loop or a branch.
fn without_dead_ops(text: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    loop {
        let mut uses: FxHashMap<&str, usize> = FxHashMap::default();
        let names = lines.iter().flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '%'));
        names.filter(|name| name.starts_with("%v")).for_each(|name| *uses.entry(name).or_default() += 1);
        let is_dead = |line: &&str| {
            let defined = line.trim_start().split_once(" = ").map(|(name, _)| name);
            defined.is_some_and(|name| uses.get(name) == Some(&1))
        };
        let (dead, live): (Vec<&str>, Vec<&str>) = lines.iter().copied().partition(|line| is_dead(line));
        if dead.iter().any(|line| line.contains("= scf.")) {
            return None;
        }
        if dead.is_empty() {
            return Some(live.iter().map(|line| format!("{line}\n")).collect());
        }
        lines = live;
    }
}

/// The program of a seed, in which all results may be observable, and every access is to the second element,
/// so that all reads and writes conflict.
pub fn program(seed: u64) -> String {
    let attempts = (0..).map(|attempt: u64| attempt_at(seed.wrapping_add(attempt << 40)));
    attempts.filter_map(|text| without_dead_ops(&text)).next().expect("there are endless attempts")
}

fn attempt_at(seed: u64) -> String {
    let mut g = Gen {
        n: Numbers::new(seed),
        text: String::new(),
        whole: vec!["%t".to_owned(), "%u".to_owned()],
        halves: Vec::new(),
        numbers: vec!["%c7".to_owned()],
        next: 0,
    };
    g.some(2, 0);
    match g.n.below(4) {
        0 | 1 => g.circle(),
        2 => g.diamond(),
        _ => {}
    }
    g.some(2, 1);
    let (one, number) = (g.tensor(), g.number());
    let both = g.n.percent(40).then(|| g.tensor());
    let (values, types) = match &both {
        Some(other) => (format!("{one}, {other}, {number}"), format!("{WHOLE}, {WHOLE}, i64")),
        None => (format!("{one}, {number}"), format!("{WHOLE}, i64")),
    };
    format!(
        "func.func @main(%flag: i1, %count: index, %t: {WHOLE}, %u: {WHOLE}) -> ({types}) {{\n  %c0 = arith.constant 0 : \
         index\n  %c1 = arith.constant 1 : index\n  %c7 = arith.constant 7 : i64\n{}  \
         return {values} : {types}\n}}\n",
        g.text
    )
}

/// The outcome of one bufferization of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferizationOutcome {
    /// The results are right; the number of bytes copied with all inputs.
    Right(u64),
    /// The results are wrong.
    Wrong,
    /// It is refused, or cannot be run.
    Refused,
}

/// A program with its results.
pub struct Trial<'b> {
    bench: &'b Bench,
    text: String,
    expected: Vec<String>,
}

impl<'b> Trial<'b> {
    /// Runs a program on tensors.
    ///
    /// # Errors
    ///
    /// Why it cannot be run.
    pub fn new(bench: &'b Bench, text: String) -> Result<Self, String> {
        let ir = bench.parse(&text, &Arc::new(bench.new_context()))?;
        let expected = run(&ir).ok_or("it cannot be run")?.0;
        Ok(Self { bench, text, expected })
    }

    /// The program.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Bufferizes with the decisions of the analysis; returns how many choices there are, too.
    pub fn bufferized(&self, strict_analysis: bool, heuristic: Heuristic) -> (BufferizationOutcome, u64) {
        self.bufferized_with(
            &BufferizationOptions::default_for_functions()
                .strict_analysis(strict_analysis)
                .heuristic(heuristic),
        )
    }

    fn bufferized_with(&self, options: &BufferizationOptions) -> (BufferizationOutcome, u64) {
        let cx = Arc::new(self.bench.new_context());
        let Ok(mut ir) = self.bench.parse(&self.text, &cx) else { return (BufferizationOutcome::Refused, 0) };
        let Some(root) = ir.root().map(|root| root.handle()) else {
            return (BufferizationOutcome::Refused, 0);
        };
        let options = options.clone().allow_return_allocs_from_loops(true);
        let env = Env { options: &options, parallel: false, provenance: None };
        let Ok(counted) = run_one_shot_module_bufferize(&mut ir, root, env) else {
            return (BufferizationOutcome::Refused, 0);
        };
        let count = counted.statistics.choices;
        let valid = ir.root().is_some_and(|root| verify(root, VerifyOptions::default()).is_ok());
        let outcome = match run(&ir).filter(|_| valid) {
            Some((results, copied)) if results == self.expected => BufferizationOutcome::Right(copied),
            Some(_) => BufferizationOutcome::Wrong,
            None => BufferizationOutcome::Wrong,
        };
        (outcome, count)
    }

    /// The fewest bytes that a choice copies which is right, of all choices.
    pub fn least(&self, count: u64) -> Option<u64> {
        let all = (0..1u64 << count).map(|bits| (0..count).map(|i| bits >> i & 1 == 0).collect::<Vec<_>>());
        let copied = |choices| {
            let options = BufferizationOptions::default_for_functions().choices(Some(choices));
            match self.bufferized_with(&options).0 {
                BufferizationOutcome::Right(copied) => Some(copied),
                _ => None,
            }
        };
        all.filter_map(copied).min()
    }
}

/// The results for all inputs, and how many bytes are copied in all.
fn run(ir: &Ir) -> Option<(Vec<String>, u64)> {
    let entry = find_main(ir)?;
    let program = terrace_interp::compile(entry, 64);
    let function = &program.functions[0];
    let (mut all, mut copied) = (Vec::new(), 0);
    for input in INPUTS {
        let values = function.inputs.iter().zip(input);
        let values = values.map(|(&ty, value)| text::parse(ir.cx(), ty, 64, value).ok());
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        let mut printed = Vec::new();
        let limits = Limits { steps: 100_000, memory: Some(16 << 20), ..Limits::default() };
        let mut machine = Machine::new(&program, limits, &mut printed);
        let given = machine.call(ir.cx(), &values).ok()?;
        copied += machine.heap.copied;
        for (&ty, value) in function.outputs.iter().zip(given.results) {
            let text = text::value(ir.cx(), ty, &value);
            // Tensors have become buffers.
            all.push(text.split_once(" : ").map_or(&*text, |(value, _)| value).to_owned());
        }
    }
    Some((all, copied))
}
