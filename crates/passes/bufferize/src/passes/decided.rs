//! Bufferization by decisions of one's own, without the analysis.

use std::rc::Rc;

use terrace_ir::{Diag, Ir, OpHandle};

use super::bodies::{Env, bufferize};
use crate::bodies::bodies_of;
use crate::functions::Functions;
use crate::globals::Globals;
use crate::options::BufferizationOptions;
use crate::state::{Decisions, State};
use crate::tensor_copy_insertion::insert_tensor_copies;

/// Bufferizes each body of an op separately by the given `decisions`: operands that are out of place are copied.
/// Functions keep their signatures. Returns the number of allocations.
///
/// The decisions are not checked: if they overwrite a value before it is read, the program is miscompiled.
///
/// # Errors
///
/// The first op that cannot be bufferized. Other bodies may have changed.
pub fn bufferize_by_decisions(
    ir: &mut Ir,
    op: OpHandle,
    options: &BufferizationOptions,
    decisions: &Rc<dyn Decisions>,
) -> Result<u64, Box<Diag>> {
    let (functions, bodies) = (Functions::default(), bodies_of(ir.op(op)));
    for &body in &bodies {
        let state = State::new(options, &functions, decisions.clone());
        ir.rewrite(body, |rw| insert_tensor_copies(rw, &state))?;
    }
    let mut globals = Globals::default();
    for &body in &bodies {
        globals.collect(ir, body, options);
    }
    let env = Env { options, parallel: false, provenance: None };
    let given = vec![((), options); bodies.len()];
    let allocations = bufferize(ir, &bodies, env, &functions, &globals, given, |_, _, ()| Ok(()))?;
    globals.make(ir);
    Ok(allocations)
}
