//! The passes that lower a program to the dialect llvm.

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::memref::{DeallocOp, ReallocOp};
use terrace_ir::{Ir, OpRef};
use terrace_opt::chunk::Session;
use terrace_opt::cl::{OptConfig, ParseOutcome, PassFlag, parse_opt};
use terrace_opt::passes::{self, PassFlags, Reports};
use terrace_opt::report::Reporter;
use terrace_transform::ops::verify::WITH_NAMED_SEQUENCE;

/// The passes that lower ops of tosa, for programs with such.
pub const LOWER_TOSA: &[&str] = &["--pass-pipeline=builtin.module(\
      tosa-to-mlprogram,func.func(tosa-optional-decompositions),tosa-to-scf,\
      func.func(tosa-to-linalg-named,tosa-to-linalg),tosa-to-tensor,tosa-to-arith{include-apply-rescale=true},\
      canonicalize)"];

/// The passes that bufferize tensors, for programs with tensors.
pub const BUFFERIZE: &[&str] = &[
    "--convert-shape-constraints",
    // Propagates constraints to their dependents.
    "--canonicalize",
    "--convert-shape-to-std",
    "--convert-elementwise-to-linalg",
    "--linalg-decompose-aggregates",
    "--lower-vector-mask",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
];

/// The passes that deallocate the buffers of a program without deallocations.
pub const FREE: &[&str] =
    &["--buffer-deallocation-pipeline=unstructured-control-flow", "--convert-bufferization-to-memref"];

/// The passes that lower buffers, loops and arithmetic.
pub const LOWER: &[&str] = &[
    "--convert-bufferization-to-memref",
    "--arith-expand",
    "--memref-expand",
    "--expand-realloc",
    "--lower-vector-mask",
    "--lower-vector-multi-reduction",
    "--convert-vector-to-scf",
    "--convert-linalg-to-loops",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-complex-to-standard",
    // Masks of more than 2^32 elements are not cut.
    "--convert-vector-to-llvm=force-32bit-vector-indices=0",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The passes for a program with tensors that frees nothing itself, as flags of `terrace opt`.
pub fn text() -> String {
    let quoted = |flag: &&str| if flag.contains(' ') { format!("'{flag}'") } else { (*flag).to_string() };
    [BUFFERIZE, FREE, LOWER].into_iter().flatten().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Whether a program has an op for which something holds.
fn any(ir: &Ir, holds: impl Fn(OpRef<'_>) -> bool) -> bool {
    let mut pending: Vec<OpRef<'_>> = ir.root().into_iter().collect();
    while let Some(op) = pending.pop() {
        if holds(op) {
            return true;
        }
        pending.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
    }
    false
}

/// Whether a program has tensors, or computes shapes.
fn has_tensors(ir: &Ir) -> bool {
    any(ir, |op| {
        if op.def().is_some_and(|def| def.name.starts_with("shape.")) {
            return true;
        }
        let results = op.results().map(|result| result.ty());
        let args = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.arg_types());
        results.chain(args).any(|ty| ty.is_tensor(op.cx()))
    })
}

/// The dialects of scripts that run on a program at compile time.
const OF_SCRIPTS: [&str; 4] = ["irdl", "pdl", "pdl_interp", "transform"];

fn ops_of(module: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}

/// Erases the scripts and patterns of a program, which are not executed, and the modules that contain nothing
/// else.
fn erase_scripts(ir: &mut Ir) {
    let Some(root) = ir.root() else { return };
    let cx = root.cx();
    let is_script = |op: OpRef<'_>| OF_SCRIPTS.contains(&op.info().dialect_name().text(cx));
    let holds_scripts =
        |module: OpRef<'_>| module.attr(WITH_NAMED_SEQUENCE).is_some() || ops_of(module).any(is_script);
    // Outer modules come before those in them.
    let (mut modules, mut scripts, mut next) = (vec![(root.handle(), holds_scripts(root))], Vec::new(), 0);
    while let Some(&(module, _)) = modules.get(next) {
        next += 1;
        for op in ops_of(ir.op(module)) {
            if is_script(op) {
                scripts.push(op.handle());
            } else if op.isa::<ModuleOp>() {
                modules.push((op.handle(), holds_scripts(op)));
            }
        }
    }
    scripts.into_iter().for_each(|script| ir.erase_op(script));
    let declares = |op: OpRef<'_>| op.isa::<FuncOp>() && op.regions().all(|region| region.is_empty());
    for &(module, held_scripts) in modules[1..].iter().rev() {
        if held_scripts && ops_of(ir.op(module)).all(declares) {
            ir.erase_op(module);
        }
    }
}

/// Lowers ops of tosa, turns tensors into buffers, and frees them unless the program frees buffers itself; false if that failed, which was
/// reported.
pub fn bufferize(session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    erase_scripts(ir);
    if !has_tensors(ir) {
        return true;
    }
    if !lower_tosa(session, ir, reporter) {
        return false;
    }
    let frees = any(ir, |op| op.isa::<DeallocOp>() || op.isa::<ReallocOp>());
    run(BUFFERIZE, session, ir, reporter) && (frees || run(FREE, session, ir, reporter))
}

/// Lowers the ops of tosa, if there are any; false if that failed, which was reported.
pub fn lower_tosa(session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    let is_tosa = |op: OpRef<'_>| op.def().is_some_and(|def| def.name.starts_with("tosa."));
    !any(ir, is_tosa) || run(LOWER_TOSA, session, ir, reporter)
}

/// Lowers a program without tensors; false if that failed, which was reported.
pub fn lower(session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    run(LOWER, session, ir, reporter)
}

/// Lowers a program without tensors with another program that is like mlir-opt.
///
/// # Errors
///
/// If the program cannot be run or fails, or its output cannot be read; with its message.
pub fn lower_with(program: &str, ir: &mut Ir) -> Result<(), String> {
    let scratch = crate::process::Scratch::new()?;
    let input = scratch.write("program.mlir", terrace_opt::steps::print(ir))?;
    let output = scratch.file("lowered.mlir");
    let mut command = std::process::Command::new(program);
    command.args(LOWER).arg(input).arg("-o").arg(&output);
    super::toolchain::run(&mut command)?;
    let text = std::fs::read(&output).map_err(|error| format!("'{program}' wrote nothing: {error}"))?;
    let cx = std::sync::Arc::clone(ir.cx());
    *ir = terrace_opt::steps::read(&cx, &text)
        .map_err(|errors| format!("what '{program}' wrote cannot be read:\n{errors}"))?;
    Ok(())
}

fn run(flags: &[&str], session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    let Some((config, _)) = parsed(flags, session, reporter) else { return false };
    run_in(&Session { config: &config, ..*session }, flags, ir, reporter)
}

/// Runs the passes of flags with the options of a session, in place of its passes; false if that failed, which was
/// reported.
pub fn run_in(session: &Session<'_>, flags: &[&str], ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    let Some((_, passes)) = parsed(flags, session, reporter) else { return false };
    let session = Session { passes: &passes, ..*session };
    let mut reports = Reports::new(session.config);
    let passed = passes::run(&session, ir, std::iter::empty(), reporter, &mut reports);
    reporter.say(&reports.finish(&session.config.pass_manager));
    passed
}

/// The options and passes of flags; `None` if a pass is not registered, which was reported.
fn parsed(
    flags: &[&str],
    session: &Session<'_>,
    reporter: &mut Reporter<'_>,
) -> Option<(OptConfig, Vec<PassFlag>)> {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_string()).collect();
    match parse_opt("terrace", &args, &PassFlags(&session.setup.registry), "", "") {
        ParseOutcome::Run { config, passes, .. } => Some((config, passes)),
        ParseOutcome::Exit { .. } => {
            reporter.error("the passes that lower a program are not all there");
            None
        }
    }
}
