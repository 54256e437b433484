//! Runs a program in this process.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_interp::float_ops::Zeros;
use terrace_interp::layout::{Element, Scalar};
use terrace_interp::object::Array;
use terrace_interp::ops::elementwise::{float, set_float};
use terrace_interp::{Limits, Machine, Value, text};
use terrace_ir::{Ir, Loc, OpRef};
use terrace_support::apfloat::ApFloat;

/// The bits of `index`.
const INDEX_BITS: u32 = 64;
/// The memory limit of a program, in bytes.
const MEMORY: u64 = 64 << 20;
/// The maximum depth of calls.
const DEPTH: usize = 1000;

/// The outcome of running a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// The program ended; its results, one a line, and the number of executed instructions.
    Results(String, u64),
    /// The program ended with these results and leaked memory.
    Leak(String, u64),
    /// The program has undefined behavior.
    Undefined(String),
    /// The program has unsupported ops.
    Unsupported(String),
}

/// Runs the function `main` of the module or of a nested one, for at most `steps` instructions. Without one,
/// the module's body is run.
pub fn run(ir: &Ir, steps: u64) -> Ran {
    run_with(ir, steps, Zeros::Ordered, true)
}

/// The same, for which zeros `maxnumf` and `minnumf` return where either is allowed, and for whether memory must be written
/// before it is read; otherwise it is zero.
pub fn run_with(ir: &Ir, steps: u64, zeros: Zeros, checked: bool) -> Ran {
    let Some(entry) = find_main(ir).or_else(|| ir.root()) else {
        return Ran::Undefined("there is nothing to run".to_owned());
    };
    let program = terrace_interp::compile_with_zeros(entry, INDEX_BITS, zeros);
    let limits = Limits { steps, depth: DEPTH, memory: Some(MEMORY), checked, ..Limits::default() };
    let mut printed = Vec::new();
    let mut machine = Machine::new(&program, limits, &mut printed);
    let result = machine.call(ir.cx(), &[]);
    let (executed, leaks) = (machine.steps, machine.heap.leaks().next().is_some());
    drop(machine);
    match result {
        Ok(given) => {
            // The sign of a NaN is unspecified.
            let mut results = String::from_utf8_lossy(&printed).replace("-nan", "nan");
            for (&ty, mut value) in program.functions[0].outputs.iter().zip(given.results) {
                settle(&mut value);
                results.push_str(&text::value(ir.cx(), ty, &value));
            }
            if leaks { Ran::Leak(results, executed) } else { Ran::Results(results, executed) }
        }
        Err(diag) if diag.message.contains("supported") => Ran::Unsupported(diag.message.clone()),
        Err(diag) => Ran::Undefined(diag.message.clone()),
    }
}

/// Runs the function `main`, for at most `steps` instructions; returns the locations at which each allocation on the
/// heap was allocated and freed. `None` if the program does not end, or cannot be run.
pub fn lifetimes(ir: &Ir, steps: u64) -> Option<Vec<(Loc, Option<Loc>)>> {
    let program = terrace_interp::compile(find_main(ir)?, INDEX_BITS);
    let limits = Limits { steps, depth: DEPTH, memory: Some(MEMORY), ..Limits::default() };
    let mut printed = Vec::new();
    let mut machine = Machine::new(&program, limits, &mut printed);
    machine.call(ir.cx(), &[]).ok()?;
    Some(machine.heap.lifetimes().collect())
}

/// The function `main` of a module, or of one in it.
pub(crate) fn find_main(ir: &Ir) -> Option<OpRef<'_>> {
    find_main_in(ir.root()?)
}

fn find_main_in(module: OpRef<'_>) -> Option<OpRef<'_>> {
    let is_it = |op: &OpRef<'_>| {
        op.symbol_name().is_some_and(|found| found.text(op.cx()) == "main")
            && op.num_regions() == 1
            && !op.single_region().is_empty()
    };
    let ops = || module.single_region().blocks().flat_map(|block| block.ops());
    ops().find(is_it).or_else(|| ops().filter(|op| op.isa::<ModuleOp>()).find_map(find_main_in))
}

/// Canonicalizes NaNs.
pub(crate) fn settle(value: &mut Value) {
    match value {
        Value::Number(element, slots) => settle_element(*element, slots),
        Value::Array(array) => settle_array(array),
        Value::Opaque => {}
    }
}

fn settle_element(element: Element, slots: &mut [u64]) {
    let Scalar::Float(kind) = element.scalar else { return };
    for part in slots.chunks_mut(element.scalar.slots() as usize) {
        if float(kind, part).is_nan() {
            set_float(ApFloat::nan(kind, false), part);
        }
    }
}

fn settle_array(array: &mut Array) {
    let element = array.element;
    if !matches!(element.scalar, Scalar::Float(_)) {
        return;
    }
    let mut slots = vec![0; element.slots() as usize];
    for bytes in array.bytes.chunks_exact_mut(element.bytes()) {
        element.read(bytes, &mut slots);
        settle_element(element, &mut slots);
        element.write(&slots, bytes);
    }
}
