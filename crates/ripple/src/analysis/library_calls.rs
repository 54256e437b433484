//! Calls that functions of libraries serve.

use terrace_ir::{OpRef, Type};

use super::{Argument, CallPlan, FunctionAnalysis};
use crate::libraries::libm_name;
use crate::shape::Shape;

impl<'a> FunctionAnalysis<'a, '_> {
    /// The shape of what a call returns that a function of a library serves.
    pub(super) fn library_call(
        &mut self,
        op: OpRef<'a>,
        name: &str,
        arguments: &[Argument],
    ) -> Option<Shape> {
        let types = op.operands().map(|operand| operand.ty());
        let arguments: Vec<(Type, Argument)> = types.zip(arguments.iter().copied()).collect();
        let result = op.results().next().map(|result| result.ty());
        let candidates = self.outer.library.candidates(name, &arguments, result)?;
        let shape = candidates.shape;
        self.shapes.calls.insert(op.id(), CallPlan::Library(candidates));
        Some(shape)
    }

    /// The same for what an intrinsic computes that libm has a name for.
    pub(super) fn library_intrinsic(&mut self, op: OpRef<'a>) -> Option<Shape> {
        if self.outer.library.is_empty() {
            return None;
        }
        let name = libm_name(op)?;
        let arguments: Vec<Argument> =
            op.operands().map(|operand| Argument::Value(self.of(operand))).collect();
        let shape = self.library_call(op, &name, &arguments);
        if shape.is_none() {
            self.shapes.calls.remove(&op.id());
        }
        shape
    }
}
