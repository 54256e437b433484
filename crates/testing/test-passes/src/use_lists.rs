//! `test-verify-uselistorder`: the order of the uses of each value, shuffled, is that of a copy that went through bytecode.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_asm::ParseOptions;
use terrace_bytecode::{BytecodeReaderConfig, BytecodeWriterConfig, read_bytecode, write_bytecode};
use terrace_ir::{BodyId, Diag, Ir, OpHandle, OpRef, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

pass_options! {
    /// The options of the pass.
    struct UseListOptions {
        /// Specify an input random seed
        rng_seed("rng-seed"): u32 = "1",
    }
}

/// The pass.
pub(crate) static TEST_VERIFY_USELISTORDER: PassDef = PassDef {
    name: "test-verify-uselistorder",
    class: "(anonymous namespace)::TestPreserveUseListOrders",
    doc: "Verify that roundtripping the IR to bytecode preserves the order of the uselists",
    anchor: Some("builtin.module"),
    options: UseListOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(UseListOptions::from(options)))),
    ..EMPTY_PASS
};

impl IrPass for UseListOptions {
    fn run(&self, ir: &mut Ir, module: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut random = Random(u64::from(self.rng_seed) + 1);
        for value in shared_values(ir.op(module)) {
            shuffle_uses(ir, value, &mut random);
        }
        let loc = ir.op(module).loc();
        let mut bytes = Vec::new();
        let written = write_bytecode(ir, ir.op(module), &BytecodeWriterConfig::default(), &mut bytes);
        if let Err(error) = written {
            return run.fail(Diag::error(loc, format!("failed to write bytecode: {error}")));
        }
        let (options, config) = (ParseOptions::default(), BytecodeReaderConfig::default());
        let cx = Arc::clone(ir.cx());
        let read = read_bytecode(&cx, &ir.sources, &bytes.into(), "<bytecode>", options, &config);
        let Some(copy) = read.ir else {
            read.diags.into_iter().for_each(|diag| run.report(diag));
            return Err(Failed);
        };
        let Some(root) = copy.root() else { return Err(Failed) };
        let (before, after) = (orders(ir, ir.op(module)), orders(&copy, root));
        match before.iter().zip(&after).find(|(before, after)| before.1 != after.1) {
            None if before.len() == after.len() => Ok(()),
            found => {
                let op = found.map_or(module, |(before, _)| before.0);
                run.fail(Diag::error(ir.op(op).loc(), "use-list order is not that before the roundtrip"))
            }
        }
    }
}

/// Numbers that look random: Marsaglia's xorshift.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// The values that an op defines: its results, and the arguments of the blocks in it.
fn values_of(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    let blocks = op.regions().flat_map(|region| region.blocks());
    op.results().chain(blocks.flat_map(|block| block.args())).collect()
}

/// The values of a module with several uses.
fn shared_values(module: OpRef<'_>) -> Vec<(BodyId, Value)> {
    let ops = std::iter::once(module).chain(module.nested_ops());
    let shared = ops.flat_map(values_of).filter(|value| value.uses().nth(1).is_some());
    shared.map(|value| (value.body_id(), value.id())).collect()
}

/// An operand that is set becomes the first use of its value.
fn shuffle_uses(ir: &mut Ir, (body, value): (BodyId, Value), random: &mut Random) {
    ir.rewrite(body, |rw| {
        let mut uses: Vec<_> = rw.value(value).uses().map(|(user, index)| (user.id(), index)).collect();
        for last in (1..uses.len()).rev() {
            uses.swap(last, random.below(last + 1));
        }
        uses.into_iter().for_each(|(user, index)| rw.set_operand(user, index, value));
    });
}

/// The uses of each value, by the number of the user in the module, with the op that defines the value.
fn orders(ir: &Ir, module: OpRef<'_>) -> Vec<(OpHandle, Vec<(usize, usize)>)> {
    let ops = post_order(ir, module.handle());
    let numbers: FxHashMap<OpHandle, usize> = ops.iter().copied().zip(0..).collect();
    let values = ops.iter().flat_map(|&op| values_of(ir.op(op)).into_iter().map(move |value| (op, value)));
    let place = |(user, index): (OpRef<'_>, usize)| Some((*numbers.get(&user.handle())?, index));
    values.map(|(op, value)| (op, value.uses().filter_map(place).collect())).collect()
}
