//! `test-operations-equality`: whether the first two ops of a module are the same.

use terrace_ir::{BlockRef, Diag, Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::equivalence::equivalent;

use crate::print_structure::all_attrs;

/// The pass.
pub(crate) static TEST_OPERATIONS_EQUALITY: PassDef = PassDef {
    name: "test-operations-equality",
    class: "(anonymous namespace)::TestOperationEqualPass",
    doc: "Test operations equality.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Equality))),
    ..EMPTY_PASS
};

struct Equality;

impl IrPass for Equality {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let module = ir.op(op);
        let ops: Vec<OpRef<'_>> =
            module.regions().filter_map(|region| region.entry()).flat_map(|block| block.ops()).collect();
        let &[first, second] = &ops[..] else {
            return run
                .fail(Diag::error(module.loc(), format!("expected 2 top-level ops, got {}", ops.len())));
        };
        let (a, b, body) = (first.id(), second.id(), first.body_id());
        let strict = first.attr("strict_loc_check").is_some();
        let text = format!("{} with attr {}", first.name_text(), ir.cx().attr_text(all_attrs(first)));
        let placed_alike = !strict || same_places(first, second);
        let same = placed_alike && ir.rewrite(body, |rw| equivalent(rw, a, b));
        run.printed.push_str(&format!("{text} compares {}\n", if same { "equals." } else { "NOT equals!" }));
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// Whether ops, including nested ops and block arguments, have the same locations.
fn same_places(first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let ir = first.ir();
    let mut pending = vec![(first, second)];
    while let Some((a, b)) = pending.pop() {
        if ir.loc_attr(a.loc()) != ir.loc_attr(b.loc()) {
            return false;
        }
        for (x, y) in blocks(a).into_iter().zip(blocks(b)) {
            let alike = |(x, y): (ValueRef<'_>, ValueRef<'_>)| ir.loc_attr(x.loc()) == ir.loc_attr(y.loc());
            if !x.args().zip(y.args()).all(alike) {
                return false;
            }
            pending.extend(x.ops().zip(y.ops()));
        }
    }
    true
}

fn blocks(op: OpRef<'_>) -> Vec<BlockRef<'_>> {
    op.regions().flat_map(|region| region.blocks()).collect()
}
