//! `test-written-to`: the stores, calls and branches that the value of a tagged op reaches.

use std::fmt::Write;

use terrace_analysis::{DataFlowConfig, DataFlowSolver, Lattice, OperandLattices, SparseBackwardAnalysis};
use terrace_dialects_mem::memref::access::StoreOp;
use terrace_ir::{Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

pass_options! {
    /// Options of the tests of write dataflow.
    pub(crate) struct FlowOptions {
        /// perform interprocedural analysis
        interprocedural("interprocedural"): bool = "true",
        /// assume external functions have write effect on all arguments
        assume_func_writes("assume-func-writes"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_WRITTEN_TO: PassDef = PassDef {
    name: "test-written-to",
    class: "(anonymous namespace)::TestWrittenToPass",
    options: FlowOptions::DEFS,
    make: |options| {
        let options = FlowOptions::from(options);
        let (interprocedural, assume_writes) = (options.interprocedural, options.assume_func_writes);
        Ok(Pass::Ir(Box::new(TestWrittenTo { interprocedural, assume_writes })))
    },
    ..EMPTY_PASS
};

struct TestWrittenTo {
    interprocedural: bool,
    assume_writes: bool,
}

struct WrittenTo {
    assume_writes: bool,
}

/// Names of the values' destinations, in the order of their discovery.
#[derive(Clone, PartialEq, Default)]
struct Writes(Vec<String>);

impl Lattice for Writes {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        for name in &other.0 {
            if !self.0.contains(name) {
                self.0.push(name.clone());
            }
        }
        self.0.len() != before
    }
}

fn one(name: String) -> Writes {
    Writes(vec![name])
}

fn tag_name(op: OpRef<'_>) -> Option<String> {
    op.attr("tag_name").and_then(|name| name.as_str(op.cx())).map(str::to_owned)
}

impl SparseBackwardAnalysis for WrittenTo {
    type Lattice = Writes;

    fn exit_state(&self) -> Writes {
        Writes::default()
    }

    fn transfer(&self, op: OpRef<'_>, results: &[Writes]) -> OperandLattices<Writes> {
        if op.isa::<StoreOp>() {
            let mut each = vec![Writes::default(); op.num_operands()];
            each[0] = one(tag_name(op).unwrap_or_default());
            return OperandLattices::Each(each);
        }
        let mut all = Writes::default();
        results.iter().for_each(|result| {
            all.join(result);
        });
        OperandLattices::All(all)
    }

    fn deciding_operand(
        &self,
        _op: OpRef<'_>,
        index: usize,
        _owner: OpRef<'_>,
        _results: &[Writes],
    ) -> Writes {
        one(format!("brancharg{index}"))
    }

    fn argument(&self, _op: OpRef<'_>, _results: &[Writes]) -> Writes {
        Writes::default()
    }

    fn call_operand(&self, _call: OpRef<'_>, index: usize) -> Writes {
        one(format!("callarg{index}"))
    }

    fn external_call_operand(&self, call: OpRef<'_>, index: usize) -> Writes {
        match self.assume_writes {
            true => one(tag_name(call).unwrap_or_else(|| call.name_text().to_owned())),
            false => self.call_operand(call, index),
        }
    }
}

impl IrPass for TestWrittenTo {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let config = DataFlowConfig::default().interprocedural(self.interprocedural);
        let mut solver = DataFlowSolver::with_config(ir.op(op), config);
        solver.load_baseline().load_sparse_backward(WrittenTo { assume_writes: self.assume_writes });
        solver.run();
        let list = |value: ValueRef<'_>| {
            let mut names: Vec<&str> =
                solver.value_state::<Writes>(value).0.iter().map(String::as_str).collect();
            names.sort_unstable();
            format!("[{}]", names.join(" "))
        };
        for handle in post_order(ir, op) {
            let op = ir.op(handle);
            let Some(tag) = op.attr("tag").and_then(|tag| tag.as_str(ir.cx())) else { continue };
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(run.printed, "test_tag: {tag}:");
            for (index, operand) in op.operands().enumerate() {
                let _ = writeln!(run.printed, " operand #{index}: {}", list(operand));
            }
            for (index, result) in op.results().enumerate() {
                let _ = writeln!(run.printed, " result #{index}: {}", list(result));
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
