//! A pass with options and statistics.

use terrace::prelude::*;

pass_options! {
    /// The ops to count, and what is reported of them.
    pub struct CountOptions {
        /// The name of the ops to count.
        name("name"): String = "my.set",
        /// Whether to report each.
        remark("remark"): bool = "false",
    }
}

/// Counts the ops of one name.
pub static COUNT_OPS: PassDef = PassDef {
    name: "my-count",
    class: "MyCountPass",
    doc: "Count the ops of one name",
    options: CountOptions::DEFS,
    statistics: &[("num-ops", "Number of ops that were found")],
    make: |options| Ok(Pass::Body(Box::new(CountOps { options: options.into() }))),
    ..EMPTY_PASS
};

struct CountOps {
    options: CountOptions,
}

impl BodyPass for CountOps {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in rw.body().live_ops().map(|op| rw.op(op)) {
            if op.name_text() != self.options.name {
                continue;
            }
            run.count(0, 1);
            if self.options.remark {
                run.report(Diag::remark(op.loc(), "found"));
            }
        }
        Ok(())
    }
}
