//! The passes.

use std::path::PathBuf;

use crate::diagnostics::in_program;
use crate::libraries::load::load;
use crate::vectorize::Options;
use terrace_ir::diag::Severity;
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &crate::lift::CONVERT_LLVM_TO_RIPPLE,
    &crate::parallel_loops::expand::RIPPLE_EXPAND_PARALLEL,
    &RIPPLE_PREPARE,
    &crate::parallel_loops::fit::RIPPLE_FIT_BLOCKS,
    &crate::parallel_loops::RIPPLE_LOWER_PARALLEL,
    &crate::outer_products::RIPPLE_OUTER_PRODUCTS,
    &RIPPLE_VECTORIZE,
    &crate::select::RIPPLE_SELECT_INSTRUCTIONS,
];

/// Marks what expressions choose, inlines and promotes locals.
pub static RIPPLE_PREPARE: PassDef = PassDef {
    name: "ripple-prepare",
    class: "RipplePrepare",
    doc: "Lift calls of Ripple's intrinsics to ops, mark selections in functions that use Ripple, inline small functions and promote locals",
    anchor: Some("builtin.module"),
    options: PrepareOptions::DEFS,
    make: |read| Ok(Pass::Ir(Box::new(PrepareOptions::from(read)))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct PrepareOptions {
        /// Keep what debuggers are told of variables, at the expense of optimizations
        watch("watch-variables"): bool = "false",
    }
}

impl IrPass for PrepareOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        crate::prepare::prepare(ir, op, self.watch).map_err(|errors| report_in_program(ir, run, errors))
    }
}

/// Renders functions that use Ripple as vector code.
pub static RIPPLE_VECTORIZE: PassDef = PassDef {
    name: "ripple-vectorize",
    class: "RippleVectorize",
    doc: "Vectorize functions that use Ripple",
    anchor: Some("builtin.module"),
    options: VectorizeOptions::DEFS,
    make: |read| {
        let options = VectorizeOptions::from(read);
        Ok(Pass::Ir(Box::new(options)))
    },
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct VectorizeOptions {
        /// Report accesses that became gathers or scatters, and operations executed element by element
        remarks("remarks"): bool = "false",
        /// Report the lowering of each access, and the reason
        explain("explain"): bool = "false",
        /// Warn about scalars that are assigned under a condition with more dimensions
        warnings("warnings"): bool = "true",
        /// Treat warnings as errors
        warnings_are_errors("warnings-are-errors"): bool = "false",
        /// Lower math functions to vector functions that are added to the module
        math("math"): bool = "true",
        /// Vector function library files: LLVM IR, or MLIR in the dialect llvm
        library("library"): Vec<String> = "",
    }
}

impl IrPass for VectorizeOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let errors = crate::lift::errors_about_calls(ir, op);
        if !errors.is_empty() {
            return Err(report_in_program(ir, run, errors));
        }
        let paths: Vec<PathBuf> = self.library.iter().map(|path| run.manager.cwd.join(path)).collect();
        let (library, warnings) = load(&paths, ir.op(op), &std::sync::Arc::clone(ir.cx()));
        let mut failed = false;
        let mut report = |run: &mut PassRun<'_>, mut notice: Box<Diag>| {
            if self.warnings_are_errors && notice.severity == Severity::Warning {
                notice.severity = Severity::Error;
                failed = true;
            }
            run.report(notice);
        };
        warnings.into_iter().filter(|_| self.warnings).for_each(|warning| report(run, warning));
        let options = Options { math: self.math, library, explain: self.explain };
        match crate::vectorize::vectorize(ir, op, &options) {
            Ok(notices) => {
                let is_wanted = |notice: &Diag| match notice.severity {
                    Severity::Remark => self.remarks || self.explain,
                    _ => self.warnings,
                };
                for mut notice in notices.into_iter().filter(|notice| is_wanted(notice)) {
                    notice.loc = in_program(ir, notice.loc);
                    report(run, notice);
                }
                if failed { Err(Failed) } else { Ok(()) }
            }
            Err(errors) => Err(report_in_program(ir, run, errors)),
        }
    }
}

/// Reports errors where they are in the program.
fn report_in_program(ir: &Ir, run: &mut PassRun<'_>, errors: Vec<Box<Diag>>) -> Failed {
    for mut error in errors {
        error.loc = in_program(ir, error.loc);
        run.report(error);
    }
    Failed
}
