//! The op that a transform interpreter takes for the replacement of another one.

use terrace_ir::{Diag, Ir, OpHandle, OpRef, Value};
use terrace_pass::{Failed, IrPass, PassRun};
use terrace_rewrite::walk::post_order;
use terrace_transform::find_replacement_op;

/// Reports the replacement of the op with the attribute `replaced` by the values that attributes name: the result
/// whose number `replacement_0` is replaces the first one.
pub(crate) struct TrackReplacement;

impl IrPass for TrackReplacement {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ops = post_order(ir, root);
        let mut marked = ops.iter().map(|&op| ir.op(op)).filter(|op| op.attr("replaced").is_some());
        let Some(replaced) = marked.next() else {
            return run.fail(Diag::error(ir.op(root).loc(), "could not find 'replaced' op"));
        };
        if let Some(other) = marked.next() {
            let error = Diag::error(other.loc(), "only one 'replaced' op is allowed per test case");
            return run.fail(error.note(replaced.loc(), "other 'replaced' op"));
        }
        let values: Vec<Option<Value>> = (0..replaced.num_results())
            .map(|number| {
                let name = format!("replacement_{number}");
                let by_attr = |op: OpRef<'_>| {
                    let at = usize::try_from(op.attr(&name)?.as_i64(ir.cx())?).ok()?;
                    Some(op.results().nth(at)?.id())
                };
                ops.iter().find_map(|&op| by_attr(ir.op(op)))
            })
            .collect();
        let Some(values) = values.into_iter().collect::<Option<Vec<Value>>>() else {
            return run.fail(Diag::error(replaced.loc(), "insufficient replacement values"));
        };
        match find_replacement_op(ir, replaced.loc(), replaced.handle(), &values) {
            Ok(found) => {
                run.report(Diag::remark(ir.op(found).loc(), "replacement found"));
                Ok(())
            }
            Err(_) => run.fail(Diag::error(replaced.loc(), "listener could not find replacement op")),
        }
    }

    fn only_reads(&self) -> bool {
        true
    }
}
