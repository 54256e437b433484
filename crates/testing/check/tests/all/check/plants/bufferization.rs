//! Bufferization that analyzes the bodies of functions alone.

use terrace_bufferize::annotate::Annotations;
use terrace_bufferize::bodies::bodies_of;
use terrace_bufferize::functions::Functions;
use terrace_bufferize::globals::Globals;
use terrace_bufferize::options::BufferizationOptions;
use terrace_bufferize::passes::bodies::{Counted, Env, analyze_and_work, bufferize};
use terrace_bufferize::state::State;
use terrace_bufferize::tensor_copy_insertion::insert_tensor_copies;
use terrace_dialects_core::func::FuncOp;
use terrace_ir::{BodyId, Diag, Ir, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// Bufferizes ops outside of any `func.func` as if they had been analyzed.
pub(crate) static ANALYZES_FUNCTIONS_ALONE: PassDef = PassDef {
    name: "plant-bufferize-unanalyzed",
    class: "Plant",
    doc: "A bug.",
    make: |_| Ok(Pass::Ir(Box::new(AnalyzesFunctionsAlone))),
    ..EMPTY_PASS
};

struct AnalyzesFunctionsAlone;

impl IrPass for AnalyzesFunctionsAlone {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        run_on(ir, op).or_else(|diag| run.fail(diag))
    }
}

fn run_on(ir: &mut Ir, op: OpHandle) -> Result<(), Box<Diag>> {
    let options = BufferizationOptions::of_context(ir.cx()).allow_unknown_ops(true);
    let (env, functions) =
        (Env { options: &options, parallel: false, provenance: None }, Functions::default());
    let all = bodies_of(ir.op(op));
    let is_function = |id: &BodyId| ir.body(*id).parent().is_some_and(|parent| ir.op(parent).isa::<FuncOp>());
    let analyzed: Vec<BodyId> = all.iter().copied().filter(is_function).collect();
    let nothing = |_: OpRef<'_>,
                   _: &State<'_>,
                   _: &terrace_bufferize::analysis::Analysis<'_, '_, '_>,
                   _: &mut Annotations| Ok(());
    let mut counted = Counted::default();
    analyze_and_work(ir, &analyzed, env, &functions, &mut counted, &nothing, &insert_tensor_copies)?;
    let mut globals = Globals::default();
    for &body in &all {
        globals.collect(ir, body, &options);
    }
    let given = vec![((), &options); all.len()];
    bufferize(ir, &all, env, &functions, &globals, given, |_, _, ()| Ok(()))?;
    globals.make(ir);
    Ok(())
}
