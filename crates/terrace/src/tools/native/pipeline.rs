//! The passes that lower a program to the dialect llvm.

use terrace_ir::{Ir, OpRef};
use terrace_opt::chunk::Session;
use terrace_opt::cl::{Outcome, parse_opt};
use terrace_opt::passes::{self, PassFlags, Reports};
use terrace_opt::report::Reporter;

/// What turns tensors into buffers, where there are tensors.
pub const BUFFERIZE: &[&str] = &[
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
    "--buffer-deallocation-pipeline=unstructured-control-flow",
    "--convert-bufferization-to-memref",
];

/// What lowers buffers, loops and arithmetic.
pub const LOWER: &[&str] = &[
    "--arith-expand",
    "--convert-vector-to-scf",
    "--convert-linalg-to-loops",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The passes as flags of `terrace opt`.
pub fn text(has_tensors: bool) -> String {
    let first = if has_tensors { BUFFERIZE } else { &[] };
    let quoted = |flag: &&str| if flag.contains(' ') { format!("'{flag}'") } else { (*flag).to_string() };
    first.iter().chain(LOWER).map(quoted).collect::<Vec<_>>().join(" ")
}

/// Whether a program has tensors.
pub fn has_tensors(ir: &Ir) -> bool {
    let is_tensor = |op: OpRef<'_>| {
        let results = op.results().map(|result| result.ty());
        let args = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.arg_types());
        results.chain(args).any(|ty| ty.is_tensor(op.cx()))
    };
    let mut pending: Vec<OpRef<'_>> = ir.root().into_iter().collect();
    while let Some(op) = pending.pop() {
        if is_tensor(op) {
            return true;
        }
        pending.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
    }
    false
}

/// Turns tensors into buffers; false if that failed, which was reported.
pub fn bufferize(session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    !has_tensors(ir) || run(BUFFERIZE, session, ir, reporter)
}

/// Lowers a program without tensors; false if that failed, which was reported.
pub fn lower(session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    run(LOWER, session, ir, reporter)
}

fn run(flags: &[&str], session: &Session<'_>, ir: &mut Ir, reporter: &mut Reporter<'_>) -> bool {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_string()).collect();
    let Outcome::Run { config, passes, .. } =
        parse_opt("terrace", &args, &PassFlags(&session.setup.registry), "", "")
    else {
        reporter.error("the passes that lower a program are not all there");
        return false;
    };
    let session = Session { config: &config, passes: &passes, ..*session };
    let mut reports = Reports::new(&config.pass_manager, true, false);
    passes::run(&session, ir, std::iter::empty(), reporter, &mut reports)
}
