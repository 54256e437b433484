//! Errors about ops of a function.

use terrace_ir::{Diag, OpRef};

use super::FunctionAnalysis;
use crate::diagnostics::{Tag, error, place_in_source};
use crate::functions::name_of;
use crate::shape::{Mismatch, Shape};

impl FunctionAnalysis<'_, '_> {
    /// Reports an error about an op, in the last run.
    pub(crate) fn report(&mut self, tag: Tag, op: OpRef<'_>, message: impl std::fmt::Display) {
        if self.reports {
            let diag = self.error(tag, op, message);
            self.found.errors.push(diag);
        }
    }

    /// An error about an op of the function.
    fn error(&self, tag: Tag, op: OpRef<'_>, message: impl std::fmt::Display) -> Box<Diag> {
        let mut diag = error(tag, op.loc(), message);
        if !self.is_root {
            let name = name_of(self.function);
            diag.notes.push((self.function.loc(), format!("in a specialization of '{name}'")));
        }
        diag
    }

    /// Reports that two shapes do not fit.
    pub(super) fn report_mismatch(
        &mut self,
        op: OpRef<'_>,
        mismatch: Mismatch,
        message: impl std::fmt::Display,
    ) {
        if self.reports {
            let diag = self.error(Tag::ShapeMismatch, op, message);
            let place = place_in_source(self.outer.ir, op.loc());
            self.found.add_mismatch((mismatch.dim, mismatch.sizes), place, diag);
        }
    }

    /// The join of shapes; where they do not fit, an error about `op`.
    pub(crate) fn join(&mut self, op: OpRef<'_>, shapes: impl IntoIterator<Item = Shape>) -> Shape {
        let mut joined = Shape::SCALAR;
        for shape in shapes {
            match joined.join(shape) {
                Ok(both) => joined = both,
                Err(mismatch) => self.report_mismatch(
                    op,
                    mismatch,
                    format_args!(
                        "cannot apply the broadcast rule to shapes {joined} and {shape}: dimension {} has size {} in one and {} in the other; \
                         use one block, or slices of that size",
                        mismatch.dim, mismatch.sizes[0], mismatch.sizes[1]
                    ),
                ),
            }
        }
        joined
    }
}
