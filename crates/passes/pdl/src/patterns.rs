//! Patterns as data, in a set with patterns in Rust.

use std::sync::{Arc, Mutex, PoisonError};

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_pdl::native::Payload;
use terrace_dialects_pdl::pattern::PatternOp;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Diag, InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, View};
use terrace_rewrite::PatternSet;

use crate::pass::convert;
use crate::program::Program;

/// The default name of these patterns.
const NAME: &str = "pdl";

/// The patterns of a module, compiled.
pub struct PdlPatterns {
    program: Program,
    /// Errors reported during pattern application.
    errors: Mutex<Vec<Box<Diag>>>,
}

impl PdlPatterns {
    /// Compiles a module of patterns of the dialect pdl, or one that was converted to pdl_interp already. Native functions are
    /// those that dialects of the context and their extensions have:
    /// [`NativeFunctions`](terrace_dialects_pdl::native::NativeFunctions).
    ///
    /// # Errors
    ///
    /// If a pattern uses what it does not determine, or calls a function that does not exist.
    pub fn compile(ir: &mut Ir, module: OpHandle) -> Result<Arc<Self>, Box<Diag>> {
        let block = ir.op(module).regions().next().and_then(|region| region.entry());
        if block.is_some_and(|block| block.ops().any(|op| op.isa::<PatternOp>())) {
            convert(ir, module)?;
        }
        let program = Program::of_module(ir.op(module), true)?;
        Ok(Arc::new(Self { program, errors: Mutex::default() }))
    }

    /// Adds the patterns to a set. Among patterns of one benefit, those in Rust for ops of one name are tried first.
    pub fn add_to(self: &Arc<Self>, set: &mut PatternSet, cx: &Context) {
        for &benefit in &self.program.benefits {
            let patterns = Arc::clone(self);
            let action = move |rw: &mut Rewriter<'_>, op: Op| patterns.apply(rw, op, benefit);
            set.add_action(cx, NAME, Root::Any, benefit, Box::new(action));
        }
    }

    /// Takes the errors of pattern application: rewrites that would have created invalid IR.
    pub fn take_errors(&self) -> Vec<Box<Diag>> {
        std::mem::take(&mut self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn apply(&self, rw: &mut Rewriter<'_>, op: Op, benefit: u16) -> Option<()> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        if !errors.is_empty() {
            return None;
        }
        drop(errors);
        let root = rw.handle(op);
        let first =
            self.program.matches(Payload::of_rewriter(rw), root, benefit, &mut |_| ()).into_iter().next()?;
        if let Err(error) = self.program.rewrite(rw, first, op) {
            errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
            errors.push(error);
        }
        Some(())
    }
}

/// The matching part of one pattern, compiled.
pub struct PdlMatcher {
    program: Program,
}

impl PdlMatcher {
    /// Compiles what a pattern matches; its rewrite is not looked at.
    ///
    /// # Errors
    ///
    /// If the pattern uses what it does not determine, or calls a constraint that does not exist.
    pub fn compile(cx: &Arc<Context>, pattern: View<'_, PatternOp>) -> Result<Self, Box<Diag>> {
        let mut ir = ModuleOp::create_ir(cx);
        ir.sources = Arc::clone(&pattern.0.ir().sources);
        let module = ir.root().map(OpRef::handle);
        let block = ir.root().and_then(|root| root.regions().next()?.entry());
        let place = block.map(|block| (block.body_id(), InsertPoint::End(block.id())));
        let (Some(module), Some(place)) = (module, place) else {
            return Err(Diag::error(pattern.0.loc(), "the pattern has no module"));
        };
        ir.clone_op_from(pattern.0.ir(), pattern.0.handle(), place);
        convert(&mut ir, module)?;
        Ok(Self { program: Program::of_module(ir.op(module), false)? })
    }

    /// Returns whether the pattern matches with `candidate` as its root. Native constraints report to `report`.
    pub fn matches(&self, candidate: OpRef<'_>, report: &mut dyn FnMut(Box<Diag>)) -> bool {
        let payload = Payload::of_ir(candidate.ir());
        let mut benefits = self.program.benefits.iter();
        benefits
            .any(|&benefit| !self.program.matches(payload, candidate.handle(), benefit, report).is_empty())
    }
}
