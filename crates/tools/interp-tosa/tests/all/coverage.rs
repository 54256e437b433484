//! Ops are run, or there is a reason why not.

use terrace_interp::lower::Interpret;
use terrace_interp_tosa::*;
use terrace_ir::Context;

/// Ops that are not run, and why.
const NOT_RUN: &[(&str, &str)] = &[("tosa.variable", "it is there before anything is run")];

#[test]
fn every_op_is_run_or_has_a_reason_not_to() {
    let cx = Context::with_extensions(terrace_dialects_tosa::DIALECTS, EXTENSIONS);
    let without: Vec<&str> = terrace_dialects_tosa::TOSA
        .ops
        .iter()
        .filter(|op| {
            let name = cx.registered_op(op.name).expect("its dialect is known");
            cx.op_info(name).interface::<dyn Interpret>().is_none()
        })
        .map(|op| op.name)
        .collect();
    let excused: Vec<&str> = NOT_RUN.iter().map(|(name, _)| *name).collect();
    assert_eq!(without, excused);
}
