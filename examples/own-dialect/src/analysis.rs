//! Bufferization by decisions of one's own, in the place of One-Shot Analysis.

use std::rc::Rc;

use terrace::bufferize::interface::Operand;
use terrace::bufferize::options::BufferizationOptions;
use terrace::bufferize::passes::bodies::Env;
use terrace::bufferize::passes::decided::bufferize_by_decisions;
use terrace::bufferize::passes::module::run_one_shot_module_bufferize;
use terrace::bufferize::state::{AlwaysCopyAnalysis, Decisions, State};
use terrace::prelude::*;

/// Decides that nothing is written in place but by ops that promise with `my.no_conflict` that they may.
pub struct PromisedInPlace;

impl Decisions for PromisedInPlace {
    fn is_in_place(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        operand.op.discardable_attr("my.no_conflict").is_some() || !state.bufferizes_to_memory_write(operand)
    }
}

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Analysis {
    /// One-Shot Analysis, of the whole module with the signatures of its functions.
    OneShot,
    /// [`PromisedInPlace`].
    Promised,
    /// Nobody: every buffer is copied before it is written.
    AlwaysCopy,
}

/// Bufferizes a module.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn bufferize(ir: &mut Ir, analysis: Analysis) -> CheckResult {
    let Some(module) = ir.root().map(|root| root.handle()) else { return Ok(()) };
    let decisions: Rc<dyn Decisions> = match analysis {
        Analysis::OneShot => {
            let options = BufferizationOptions::default_for_functions();
            let env = Env { options: &options, parallel: false, provenance: None };
            return run_one_shot_module_bufferize(ir, module, env).map(|_| ());
        }
        Analysis::Promised => Rc::new(PromisedInPlace),
        Analysis::AlwaysCopy => Rc::new(AlwaysCopyAnalysis),
    };
    bufferize_by_decisions(ir, module, &BufferizationOptions::default(), &decisions).map(|_| ())
}
