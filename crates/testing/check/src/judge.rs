//! One program and one subject.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::SourceMap;
use terrace_dialects_test::TEST;
use terrace_interp::float_ops::Zeros;
use terrace_ir::def::DialectDef;
use terrace_ir::effects::would_be_trivially_dead;
use terrace_ir::extension::DialectExtension;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::rewriter::IrListener;
use terrace_ir::rule_counts::RuleCounts;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Diag, Ir, OpHandle, OpRef, Type};
use terrace_pass::pipeline::PassNode;
use terrace_pass::{Instrument, Manager, ManagerOptions, OpPipeline, Registry};

use crate::copies::{Copies, copy_returned};
use crate::execute::{Ran, run, run_with};
use crate::mirror::Mirror;
use crate::own_ops;
use crate::subjects::Subject;

/// The maximum number of instructions that a generated program executes.
const STEPS: u64 = 1_000_000;
/// The fault of reads of memory that was not written.
const UNWRITTEN: &str = "read of memory that was not written";

/// A problem with the result of a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// The pass panics.
    Panic,
    /// The pass fails, or leaves invalid IR.
    Failure,
    /// The printed output depends on threads, or differs between runs.
    Threads,
    /// The pass makes a change without notifying the listener.
    Unheard,
    /// The program returns other results.
    Different,
    /// The program has undefined behavior.
    Undefined,
    /// The program does not free what it allocates.
    Leak,
    /// A tensor is left where all was to become buffers.
    Leftover,
}

/// The verdict on a pass applied to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The program is unchanged.
    Same,
    /// The program changed and has the same results.
    Changed,
    /// The pass does not take it.
    Refused,
    /// The changed program cannot be run, for this reason.
    Unrunnable(String),
    /// A known problem.
    Known,
    /// An unknown problem.
    Wrong(Problem, String),
}

/// The verdict on a program before any pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A usable program.
    Good(Program),
    /// A program with an unsupported op.
    Unsupported(String),
    /// The generator or the interpreter has a defect.
    Bad(String),
}

/// A program, and its behavior.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The generated text.
    pub text: String,
    cx: Shared,
    printed: String,
    results: String,
    steps: u64,
    /// Whether it does not free what it allocates.
    leaks: bool,
}

impl Program {
    /// Its results as text.
    pub fn results(&self) -> &str {
        &self.results
    }

    /// The program as it is printed.
    pub(crate) fn printed(&self) -> &str {
        &self.printed
    }

    /// Returns the program that a pass turned this one into: it must have the same results, and may be left with leaks.
    pub(crate) fn after(&self, printed: String, leaks: bool) -> Program {
        let (cx, results) = (self.cx.clone(), self.results.clone());
        let leaks = self.leaks || leaks;
        Program { text: printed.clone(), cx, printed, results, steps: self.steps, leaks }
    }
}

/// A context; all are equivalent.
#[derive(Clone)]
struct Shared(Arc<Context>);

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

impl PartialEq for Shared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Shared {}

/// A test bench for passes.
pub struct Bench {
    dialects: Vec<&'static DialectDef>,
    extensions: Vec<&'static DialectExtension>,
    registry: Registry,
    /// The names of ops that the interpreter runs, except for those that it runs by an interface.
    supported: FxHashSet<&'static str>,
    /// Counts of the rules applied to the programs.
    counts: Arc<RuleCounts>,
    /// Whether mlir-opt is followed where it is wrong: to see whether that is found.
    pub match_upstream: bool,
}

impl Default for Bench {
    fn default() -> Self {
        let users = terrace::passes::registry();
        let passes = users.passes().into_iter().chain(terrace_test_passes::PASSES.iter().copied());
        Self::new(Registry::new(passes, users.pipelines()))
    }
}

/// The instrumentation that records whether a pass modified the IR, and its first error.
#[derive(Default)]
struct Watch {
    error: Option<String>,
    /// The listener that mirrors the changes of the IR.
    mirror: Option<Arc<Mirror>>,
    parallel: bool,
    /// The first pass with a change that the mirror was not notified of.
    unheard: Option<String>,
}

impl Instrument for Watch {
    fn diag(&mut self, _ir: &Ir, diag: &Diag) {
        if diag.severity == terrace_ir::diag::Severity::Error {
            self.error.get_or_insert_with(|| diag.message.clone());
        }
    }

    fn after(&mut self, ir: &Ir, pass: &PassNode, _op: OpHandle, _failed: bool, _changed: bool) {
        if self.unheard.is_none()
            && let Some(found) = self.mirror.as_ref().and_then(|mirror| mirror.difference(ir))
        {
            self.unheard = Some(format!("{}: {found}", pass.def.name));
        }
    }

    fn in_sequence(&self) -> bool {
        self.mirror.is_some() && !self.parallel
    }
}

impl Bench {
    /// A bench with these passes.
    pub fn new(registry: Registry) -> Self {
        let mut supported = FxHashSet::default();
        let own = std::iter::once(&own_ops::EXTENSION);
        let extensions =
            terrace_interp::EXTENSIONS.iter().chain(terrace_interp_tosa::EXTENSIONS).copied().chain(own);
        for models in extensions.flat_map(|extension| extension.interfaces) {
            models.for_each_name(&mut |op| {
                supported.insert(op);
            });
        }
        Self {
            dialects: [terrace::dialects::all(), vec![&TEST]].concat(),
            extensions: [terrace::dialects::extensions(), vec![&own_ops::EXTENSION]].concat(),
            registry,
            supported,
            counts: Arc::default(),
            match_upstream: false,
        }
    }

    /// The dialects.
    pub fn dialects(&self) -> &[&'static DialectDef] {
        &self.dialects
    }

    /// The extensions of the dialects.
    pub fn extensions(&self) -> &[&'static DialectExtension] {
        &self.extensions
    }

    /// A context with the dialects and extensions.
    pub fn new_context(&self) -> Context {
        let cx = Context::with_extensions(&self.dialects, &self.extensions);
        cx.set_match_upstream(self.match_upstream);
        cx
    }

    /// Runs passes on a program in a context; the error is the first one reported.
    pub(crate) fn transformed(&self, text: &str, cx: &Arc<Context>, flags: &str) -> Result<Ir, String> {
        self.transform(text, cx, &Subject::of(flags), false, false).map_err(|(_, message)| message)
    }

    /// Whether an op of this name can be run.
    pub fn supports(&self, op: &str) -> bool {
        self.supported.contains(op)
    }

    /// Whether any op of a dialect can be run.
    pub fn supports_dialect(&self, dialect: &str) -> bool {
        self.supported.iter().any(|op| op.split_once('.').is_some_and(|(of, _)| of == dialect))
    }

    /// The passes.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Reads a program and verifies it.
    ///
    /// # Errors
    ///
    /// The first error.
    pub fn parse(&self, text: &str, cx: &Arc<Context>) -> Result<Ir, String> {
        let mut sources = SourceMap::new();
        let buffer = sources.add("-", text.to_owned()).map_err(|error| error.to_string())?;
        let output = parse_source(cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let message = output.diags.first().map_or(String::new(), |diag| diag.message.clone());
        let ir = output.ir.ok_or(message)?;
        let root = ir.root().ok_or("nothing")?;
        match verify(root, VerifyOptions::default().parallel(false)) {
            Ok(()) => Ok(ir),
            Err(errors) => Err(errors.first().map_or(String::new(), |diag| diag.message.clone())),
        }
    }

    /// Returns the printed result of running passes on a program.
    ///
    /// # Errors
    ///
    /// The first error that the passes report.
    pub fn printed(&self, text: &str, flags: &str) -> Result<String, String> {
        let cx = Arc::new(self.new_context());
        let ir =
            self.transform(text, &cx, &Subject::of(flags), false, false).map_err(|(_, message)| message)?;
        Ok(print(&ir))
    }

    /// The rules that applied to the programs so far.
    pub fn counts(&self) -> &RuleCounts {
        &self.counts
    }

    /// Parses a program and runs it unchanged; with `leaks`, it need not free its allocations.
    pub fn start(&self, text: &str, leaks: bool) -> Start {
        self.start_counted(text, leaks, self.counts.clone())
    }

    /// The same; the rules that apply to the program are counted in `counts`.
    pub(crate) fn start_counted(&self, text: &str, leaks: bool, counts: Arc<RuleCounts>) -> Start {
        let cx = Arc::new(self.new_context());
        cx.count_rules(counts);
        let ir = match self.parse(text, &cx) {
            Ok(ir) => ir,
            Err(message) => return Start::Bad(format!("not valid: {message}")),
        };
        match run(&ir, STEPS) {
            Ran::Leak(..) if !leaks => Start::Bad("memory is not freed".to_owned()),
            Ran::Results(results, steps) | Ran::Leak(results, steps) => {
                let (text, printed) = (text.to_owned(), print(&ir));
                Start::Good(Program { text, cx: Shared(cx), printed, results, steps, leaks })
            }
            Ran::Undefined(message) => Start::Bad(message),
            Ran::Unsupported(message) => Start::Unsupported(message),
        }
    }

    /// Returns the program after a subject; an error is the problem.
    fn transform(
        &self,
        text: &str,
        cx: &Arc<Context>,
        subject: &Subject,
        parallel: bool,
        listen: bool,
    ) -> Result<Ir, (Problem, String)> {
        let work = || {
            let mut ir = self.parse(text, cx).map_err(|message| (Problem::Failure, message))?;
            let mut pipeline = OpPipeline::new(Some("builtin.module"));
            pipeline.implicit_nesting = true;
            for (name, options) in subject.passes() {
                let added = if name == "pass-pipeline" {
                    OpPipeline::parse(options, &self.registry)
                        .map(|parsed| pipeline.nodes.extend(parsed.nodes))
                } else {
                    pipeline.add_named(&self.registry, name, options)
                };
                added.map_err(|error| (Problem::Failure, error.message()))?;
            }
            let manager = Manager {
                registry: &self.registry,
                options: ManagerOptions::default().parallel(parallel),
                print: PrintOptions::default(),
                cwd: Path::new(""),
            };
            let root = ir.root().map(|root| root.handle()).ok_or((Problem::Failure, String::new()))?;
            let mirror = listen.then(|| Arc::new(Mirror::default()));
            ir.set_listener(mirror.clone().map(|mirror| mirror as Arc<dyn IrListener>));
            let mut watch = Watch { mirror, parallel, ..Watch::default() };
            let result = manager.run(&mut ir, &pipeline, root, &mut watch);
            result.map_err(|_| (Problem::Failure, watch.error.take().unwrap_or_default()))?;
            let unheard = watch.unheard.or_else(|| watch.mirror?.difference(&ir));
            ir.set_listener(None);
            unheard.map_or(Ok(ir), |unheard| Err((Problem::Unheard, unheard)))
        };
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => result,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                Err((Problem::Panic, text.unwrap_or_default()))
            }
        }
    }

    /// Returns the results of a program whose functions return copies.
    fn results_with(&self, program: &Program, copies: Copies, steps: u64) -> Option<String> {
        let mut ir = self.parse(&program.text, &program.cx.0).ok()?;
        copy_returned(&mut ir, copies);
        results(&ir, steps, Zeros::Ordered)
    }

    /// Whether results that differ are those of one program with different zeros, where `maxnumf` and `minnumf` may return
    /// either.
    fn allows(&self, program: &Program, subject: &Subject, after: &Ir, steps: u64) -> bool {
        let chooses = |text: &str| ["maxnumf", "minnumf"].iter().any(|name| text.contains(name));
        if !chooses(&program.text) {
            return false;
        }
        let Ok(mut before) = self.parse(&program.text, &program.cx.0) else { return false };
        if let Some(copies) = subject.copies {
            copy_returned(&mut before, copies);
        }
        let of =
            |ir: &Ir| Zeros::ALL.iter().filter_map(|&zeros| results(ir, steps, zeros)).collect::<Vec<_>>();
        let (before, after) = (of(&before), of(after));
        before.iter().any(|one| after.iter().any(|other| alike(one, other)))
    }

    /// Applies a subject to a program; with `again`, checks that the output is the same in a second run on several
    /// threads.
    pub fn judge(&self, program: &Program, subject: &Subject, again: bool) -> Verdict {
        match self.output(program, subject, again) {
            Err(verdict) => verdict,
            Ok((_, printed)) if printed == program.printed => Verdict::Same,
            Ok((ir, _)) => self.behavior(program, subject, &ir),
        }
    }

    /// Applies a subject as [`Self::judge`] does, without running the program; returns the IR, also printed.
    ///
    /// # Errors
    ///
    /// The verdict if the subject does not return valid IR.
    pub(crate) fn output(
        &self,
        program: &Program,
        subject: &Subject,
        again: bool,
    ) -> Result<(Ir, String), Verdict> {
        self.checked_output(program, subject, again).map_err(|verdict| subject.excused(verdict))
    }

    fn checked_output(
        &self,
        program: &Program,
        subject: &Subject,
        again: bool,
    ) -> Result<(Ir, String), Verdict> {
        let ir = match self.transform(&program.text, &program.cx.0, subject, false, again) {
            Ok(ir) => ir,
            Err((problem, message)) => {
                let says =
                    |text: &&str| if text.is_empty() { message.is_empty() } else { message.contains(text) };
                let known = subject.refusals.iter().any(says);
                let refused = problem == Problem::Failure && known;
                return Err(if refused { Verdict::Refused } else { Verdict::Wrong(problem, message) });
            }
        };
        if let Some(op) = subject.bufferizes.then(|| tensor_left(&ir)).flatten() {
            return Err(Verdict::Wrong(Problem::Leftover, format!("'{op}' has a tensor")));
        }
        let printed = print(&ir);
        match again.then(|| self.transform(&program.text, &program.cx.0, subject, true, again)) {
            None => Ok((ir, printed)),
            Some(Ok(again)) if print(&again) == printed => Ok((ir, printed)),
            Some(Ok(_)) => {
                Err(Verdict::Wrong(Problem::Threads, "other output on several threads".to_owned()))
            }
            Some(Err((problem, message))) => Err(Verdict::Wrong(problem, message)),
        }
    }

    /// Runs a program after a subject and compares it with the program before.
    pub(crate) fn behavior(&self, program: &Program, subject: &Subject, ir: &Ir) -> Verdict {
        subject.excused(self.compared(program, subject, ir))
    }

    fn compared(&self, program: &Program, subject: &Subject, ir: &Ir) -> Verdict {
        let steps = 1000 * program.steps + STEPS;
        let expected = subject.copies.and_then(|copies| self.results_with(program, copies, steps));
        let expected = expected.as_ref().unwrap_or(&program.results);
        let mut ran = run(ir, steps);
        // Reading memory that was not written is no problem until it is used.
        if subject.reads_unwritten && matches!(&ran, Ran::Undefined(message) if message == UNWRITTEN) {
            ran = run_with(ir, steps, Zeros::Ordered, false);
        }
        match ran {
            Ran::Leak(..) if !(subject.leaks || program.leaks && !subject.frees) => {
                Verdict::Wrong(Problem::Leak, "memory is not freed".to_owned())
            }
            Ran::Results(found, _) | Ran::Leak(found, _)
                if !alike(expected, &found)
                    && !is_rounded(program, subject, expected, &found)
                    && !differs_in_zeros(program, expected, &found)
                    && !self.allows(program, subject, ir, steps) =>
            {
                Verdict::Wrong(Problem::Different, difference(expected, &found))
            }
            Ran::Results(..) | Ran::Leak(..) => Verdict::Changed,
            Ran::Undefined(message) => Verdict::Wrong(Problem::Undefined, message),
            Ran::Unsupported(message) => Verdict::Unrunnable(message),
        }
    }
}

/// The results of a program; `None` if it has undefined behavior.
fn results(ir: &Ir, steps: u64, zeros: Zeros) -> Option<String> {
    match run_with(ir, steps, zeros, true) {
        Ran::Results(results, _) | Ran::Leak(results, _) => Some(results),
        Ran::Undefined(_) | Ran::Unsupported(_) => None,
    }
}

/// Whether an op has no effect and its results have no users but such ops, or it is in an op like that.
fn is_dead(op: OpRef<'_>) -> bool {
    let is_unseen = || op.results().all(|result| result.uses().all(|(user, _)| is_dead(user)));
    would_be_trivially_dead(op) && is_unseen() || op.parent_op().is_some_and(is_dead)
}

/// The name of an op with a tensor among its operands, results, block arguments or in its signature. Ops that are dead may
/// have some, as they may for mlir-opt.
fn tensor_left(ir: &Ir) -> Option<String> {
    let is_tensor = |ty: Type| ty.is_tensor(ir.cx());
    let has_tensor = |op: OpRef<'_>| {
        let function = op.interface::<dyn FunctionOp>();
        let signature = function
            .map_or(Vec::new(), |function| [function.argument_types(op), function.result_types(op)].concat());
        let mut arguments = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.args());
        signature.into_iter().any(is_tensor)
            || op.operands().chain(op.results()).any(|value| is_tensor(value.ty()))
            || arguments.any(|argument| is_tensor(argument.ty()))
    };
    ir.root()?.nested_ops().find(|&op| has_tensor(op) && !is_dead(op)).map(|op| op.name_text().to_owned())
}

/// Whether results are the same, each in its line. Tensors may have become buffers.
fn alike(before: &str, after: &str) -> bool {
    before.lines().count() == after.lines().count()
        && before.lines().zip(after.lines()).all(|(one, two)| same_result(one, two))
}

fn same_result(before: &str, after: &str) -> bool {
    match (before.split_once(" : tensor<"), after.split_once(" : memref<")) {
        (Some((one, _)), Some((two, _))) => one == two,
        _ => before == after || is_in_halves(before, after),
    }
}

/// Whether results of a program of tosa differ in the signs of zeros alone, which its specification does not compare.
fn differs_in_zeros(program: &Program, before: &str, after: &str) -> bool {
    const ZERO: &str = "0.000000e+00";
    let unsigned = |text: &str| text.replace(&format!("-{ZERO}"), ZERO);
    program.text.contains("tosa.") && alike(&unsigned(before), &unsigned(after))
}

/// Whether results differ by roundings alone: the logarithm and the exponential function of a complex number are lowered to
/// several ops, each of which rounds.
fn is_rounded(program: &Program, subject: &Subject, before: &str, after: &str) -> bool {
    let is_lowered = subject.passes().any(|(name, _)| name == "convert-complex-to-standard");
    let rounds = |name: &&str| program.text.contains(*name);
    let pairs = || before.lines().zip(after.lines());
    let precision =
        if program.text.contains("complex<f32>") { f64::from(f32::EPSILON) } else { f64::EPSILON };
    is_lowered
        && ["complex.log", "complex.exp"].iter().any(rounds)
        && before.lines().count() == after.lines().count()
        && pairs().all(|(one, two)| same_result(one, two) || is_near(one, two, precision))
}

/// Whether two numbers of one floating-point type are within four units of a precision, of the greater one or of one.
fn is_near(one: &str, two: &str, precision: f64) -> bool {
    let parse = |text: &str| {
        let (number, ty) = text.split_once(" : ").filter(|(_, ty)| matches!(*ty, "f32" | "f64"))?;
        let bits = number.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
        let number = match bits.transpose().ok()? {
            Some(bits) if ty == "f32" => f64::from(f32::from_bits(u32::try_from(bits).ok()?)),
            Some(bits) => f64::from_bits(bits),
            None => number.parse::<f64>().ok()?,
        };
        Some((number, ty.to_owned()))
    };
    parse(one).zip(parse(two)).is_some_and(|((one, ty), (two, other))| {
        ty == other && (one - two).abs() <= 4.0 * precision * one.abs().max(two.abs()).max(1.0)
    })
}

/// Whether a number of 128 bits is a vector of its two halves, the lower one first, as after `arith-emulate-wide-int`.
fn is_in_halves(before: &str, after: &str) -> bool {
    let number = before.strip_suffix(" : i128").and_then(|text| text.parse::<i128>().ok());
    let halves = after.strip_prefix('[').and_then(|text| text.strip_suffix("] : vector<2xi64>"));
    let halves = halves.and_then(|text| text.split_once(", "));
    let halves = halves.and_then(|(low, high)| low.parse::<i64>().ok().zip(high.parse::<i64>().ok()));
    let joined = halves.map(|(low, high)| i128::from(high) << 64 | i128::from(low.cast_unsigned()));
    number.is_some() && number == joined
}

/// The first line that differs.
fn difference(before: &str, after: &str) -> String {
    let pairs = before.lines().zip(after.lines());
    let found = pairs.enumerate().find(|(_, (one, two))| !same_result(one, two));
    match found {
        Some((i, (one, two))) => format!("result {i} was '{one}' and is '{two}'"),
        None => "another number of results".to_owned(),
    }
}

pub(crate) fn print(ir: &Ir) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = print_ir(ir, &PrintOptions::default(), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
