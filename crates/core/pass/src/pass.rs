//! Passes, and the context that a running pass uses.

use terrace_ir::def::op_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::defines_symbol;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Context, Diag, Ir, OpHandle, OpName, OpRef, Rewriter, Str};

use crate::instrument::{Collect, Instrument};
use crate::manager::Manager;
use crate::options::{OptionDef, PassOptions};
use crate::pipeline::OpPipeline;

/// The failure of a pass; the diagnostics describe the cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// The context of a pass run, with its output.
pub struct PassRun<'a> {
    /// Errors, warnings and remarks, in order. An error alone does not make the pass fail.
    pub diags: Vec<Box<Diag>>,
    /// Text for the error stream.
    pub text: String,
    /// Text for the output, before the IR.
    pub printed: String,
    /// The counts, by the index of the statistic in the definition.
    pub counts: Vec<u64>,
    /// Whether work may be spread over threads.
    pub parallel: bool,
    /// Other passes and pipelines, for a pass that runs them.
    pub manager: &'a Manager<'a>,
    /// The op that the pass works on, and the observer of the passes that it runs; `None` in a pass on bodies.
    pub(crate) dynamic: Option<(OpHandle, &'a mut (dyn Instrument + 'a))>,
}

impl<'a> PassRun<'a> {
    /// A run in which nothing is reported yet.
    pub fn new(manager: &'a Manager<'a>) -> Self {
        PassRun {
            diags: Vec::new(),
            text: String::new(),
            printed: String::new(),
            counts: Vec::new(),
            parallel: manager.options.parallel,
            manager,
            dynamic: None,
        }
    }

    /// Runs a pipeline on the op that the pass works on, or on one nested in it. Its passes are observed as all others are: their IR
    /// is printed, their time is measured.
    ///
    /// # Errors
    ///
    /// If a pass fails, or the op is another one: it was reported.
    pub fn run_pipeline(&mut self, ir: &mut Ir, pipeline: &OpPipeline, op: OpHandle) -> Result<(), Failed> {
        let manager = self.manager;
        let Some((root, watch)) = &mut self.dynamic else {
            return manager.run(ir, pipeline, op, &mut Collect(&mut self.diags));
        };
        let mut outer = Some(ir.op(op));
        while let Some(at) = outer.filter(|at| at.handle() != *root) {
            outer = at.parent_op();
        }
        if outer.is_none() {
            let message = "Trying to schedule a dynamic pipeline on an operation that isn't nested under the current \
                           operation the pass is processing";
            let diag = op_error(ir.op(op), message);
            return self.fail(diag);
        }
        // What the pass has said so far comes before what its passes say.
        self.diags.drain(..).for_each(|diag| watch.diag(ir, &diag));
        watch.say(&std::mem::take(&mut self.text));
        watch.print(&std::mem::take(&mut self.printed));
        manager.run(ir, pipeline, op, &mut **watch)
    }

    /// Reports a diagnostic and its attachments.
    pub fn report(&mut self, mut diag: Box<Diag>) {
        while let Some(next) = diag.next.take() {
            self.diags.push(std::mem::replace(&mut diag, next));
        }
        self.diags.push(diag);
    }

    /// Reports something and fails.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn fail(&mut self, diag: Box<Diag>) -> Result<(), Failed> {
        self.report(diag);
        Err(Failed)
    }

    /// Adds to a statistic.
    pub fn count(&mut self, statistic: usize, by: u64) {
        if self.counts.len() <= statistic {
            self.counts.resize(statistic + 1, 0);
        }
        self.counts[statistic] += by;
    }
}

/// A pass on the bodies of isolated ops, each separately and several in parallel: first the body of its op,
/// then those of the nested isolated ops.
pub trait BodyPass: Send + Sync {
    /// Runs on one body. IR outside may be read, except for bodies that are processed concurrently.
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed>;
}

/// A pass on an op with all nested IR.
pub trait IrPass: Send + Sync {
    /// Works on one op.
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed>;

    /// Whether the pass never changes the IR, so that it need not be verified again.
    fn only_reads(&self) -> bool {
        false
    }
}

/// A pass with its options.
pub enum Pass {
    /// A pass on one body at a time.
    Body(Box<dyn BodyPass>),
    /// A pass on the whole op.
    Ir(Box<dyn IrPass>),
}

/// A requirement on the ops that a pass runs on, such as an interface.
#[derive(Clone, Copy)]
pub struct Requirement {
    /// Whether ops of a name can be like that.
    pub name: fn(&Context, OpName) -> bool,
    /// Whether an op is.
    pub op: fn(OpRef<'_>) -> bool,
}

/// A function.
pub const FUNCTION: Requirement = Requirement {
    name: |cx, name| cx.op_info(name).interface::<dyn FunctionOp>().is_some(),
    op: |op| op.interface::<dyn FunctionOp>().is_some(),
};

/// An op that defines a symbol.
pub const SYMBOL: Requirement = Requirement {
    name: |cx, name| {
        let info = cx.op_info(name);
        info.traits.has(TraitSet::Symbol) || info.prop_names.contains(&Str::SYM_NAME)
    },
    op: defines_symbol,
};

impl PassDef {
    /// Whether the pass can run on ops of a name.
    pub fn fits_name(&self, cx: &Context, name: OpName) -> bool {
        self.anchor.is_none_or(|anchor| cx.op_name(anchor) == name)
            && self.requires.is_none_or(|requires| (requires.name)(cx, name))
    }

    /// Whether the pass can run on an op.
    pub fn fits(&self, op: OpRef<'_>) -> bool {
        self.anchor.is_none_or(|anchor| anchor == op.name_text())
            && self.requires.is_none_or(|requires| (requires.op)(op))
    }
}

/// The definition of a registered pass.
pub struct PassDef {
    /// The name in pipelines and on the command line.
    pub name: &'static str,
    /// The name of its class, which reports show.
    pub class: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// The op it runs on; any isolated op where there is none.
    pub anchor: Option<&'static str>,
    /// A further requirement on the ops.
    pub requires: Option<Requirement>,
    /// The options.
    pub options: &'static [OptionDef],
    /// The statistics: names and descriptions.
    pub statistics: &'static [(&'static str, &'static str)],
    /// The names of the analyses that it asks for, which reports of times show even where nothing was to be computed.
    pub analyses: &'static [&'static str],
    /// Creates the pass. An error describes invalid options.
    pub make: fn(&PassOptions) -> Result<Pass, String>,
}

/// A definition to fill in with struct update syntax.
pub const EMPTY_PASS: PassDef = PassDef {
    name: "",
    class: "",
    doc: "",
    anchor: None,
    requires: None,
    options: &[],
    statistics: &[],
    analyses: &[],
    make: |_| Err("a pass without implementation".to_owned()),
};
