//! `mlprogram-pipeline-globals`: forwards what is stored in a global to its loads, and erases stores that another one hides.
//!
//! Within a block, what a call or another op may read or write ends what is known. Calls of functions without a body, and
//! ops whose effects are unknown, may read and write every global; to upstream, they touch none.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_shape::ml_program::global::{GlobalLoadOp, GlobalStoreOp};
use terrace_dialects_shape::ml_program::token::{GlobalLoadGraphOp, GlobalStoreGraphOp};
use terrace_ir::effects::own_effects;
use terrace_ir::interfaces::{CallLike, Callable, Callee};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, Block, BodyId, Ir, Op, OpHandle, OpKind, OpRef, Rewriter, Value, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::walk;

/// The pass.
pub static MLPROGRAM_PIPELINE_GLOBALS: PassDef = PassDef {
    name: "mlprogram-pipeline-globals",
    class: "MLProgramPipelineGlobalsPass",
    doc: "Forward stores to globals, and erase those that others hide",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(Pipeline))),
    ..EMPTY_PASS
};

/// The passes.
pub static PASSES: &[&PassDef] = &[&MLPROGRAM_PIPELINE_GLOBALS];

struct Pipeline;

/// The globals that something may read and write.
#[derive(Clone, Default)]
struct Touched {
    loads: FxHashSet<Attr>,
    stores: FxHashSet<Attr>,
    /// Any global may be read and written.
    all: bool,
}

impl Touched {
    fn add(&mut self, other: &Touched) {
        self.loads.extend(&other.loads);
        self.stores.extend(&other.stores);
        self.all |= other.all;
    }
}

/// The globals that calls of each symbol touch.
type Callees = FxHashMap<Attr, Touched>;

impl IrPass for Pipeline {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(callees) = callees(ir.op(op)) else { return Ok(()) };
        let functions = ir.op(op).regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        let bodies: Vec<BodyId> = functions.filter_map(OpRef::inner_body).collect();
        for body in bodies {
            let content = ir.body(body);
            let inner = content.live_ops().flat_map(|op| content.regions(op));
            let regions = content.top_regions().iter().copied().chain(inner);
            let blocks: Vec<Block> = regions.flat_map(|region| content.blocks_of(region)).collect();
            ir.rewrite(body, |rw| blocks.into_iter().for_each(|block| pipeline_block(rw, block, &callees)));
        }
        Ok(())
    }
}

/// Returns what calls of each symbol touch, the calls in the callees included; `None` if a callee is a value.
fn callees(module: OpRef<'_>) -> Option<Callees> {
    let tables = SymbolTables::new();
    let (mut functions, mut is_known) = (FxHashMap::default(), true);
    walk(module, |op| match op.interface::<dyn CallLike>().map(|call| call.callee(op)) {
        None => {}
        Some(Some(Callee::Symbol(symbol))) => {
            functions.entry(symbol).or_insert_with(|| tables.lookup_nearest(op, symbol));
        }
        Some(_) => is_known = false,
    });
    let own: FxHashMap<Attr, (Touched, Vec<Attr>)> =
        functions.iter().map(|(&symbol, function)| (symbol, touched_by(*function, module))).collect();
    let all = |symbol: Attr| {
        let (mut work, mut touched) = (vec![symbol], Touched::default());
        let mut at = 0;
        while let Some(symbol) = work.get(at).copied() {
            at += 1;
            let Some((own, calls)) = own.get(&symbol) else { continue };
            touched.add(own);
            let new: Vec<Attr> = calls.iter().copied().filter(|call| !work.contains(call)).collect();
            work.extend(new);
        }
        touched
    };
    is_known.then(|| own.keys().map(|&symbol| (symbol, all(symbol))).collect())
}

/// Returns the globals that a function touches itself, and whom it calls.
fn touched_by(function: Option<OpRef<'_>>, module: OpRef<'_>) -> (Touched, Vec<Attr>) {
    let (mut touched, mut calls) = (Touched::default(), Vec::new());
    let has_body = |op: &OpRef<'_>| {
        op.interface::<dyn Callable>().is_some_and(|op_kind| op_kind.callable_region(*op).is_some())
    };
    let Some(function) = function.filter(has_body) else {
        touched.all = !module.cx().matches_upstream();
        return (touched, calls);
    };
    walk(function, |op| {
        if op.id() != function.id() || op.body_id() != function.body_id() {
            add_touched(op, &mut touched, &mut calls);
        }
    });
    (touched, calls)
}

/// Adds what an op touches, without those in its regions.
fn add_touched(op: OpRef<'_>, touched: &mut Touched, calls: &mut Vec<Attr>) {
    op_match!(op, {
        GlobalLoadOp(load) => _ = touched.loads.insert(load.global_attr()),
        GlobalStoreOp(store) => _ = touched.stores.insert(store.global_attr()),
        _ => match op.interface::<dyn CallLike>().map(|call| call.callee(op)) {
            Some(Some(Callee::Symbol(symbol))) if !calls.contains(&symbol) => calls.push(symbol),
            Some(Some(Callee::Symbol(_))) => {}
            Some(_) => touched.all = true,
            None => {
                let is_graph = op.isa::<GlobalLoadGraphOp>() || op.isa::<GlobalStoreGraphOp>();
                let is_unknown = is_graph || own_effects(op).is_none() && op.num_regions() == 0;
                touched.all |= is_unknown && !op.cx().matches_upstream();
            }
        },
    });
}

/// The knowledge at a place in a block.
#[derive(Default)]
struct Known {
    values: FxHashMap<Attr, Value>,
    /// Stores that nothing has read.
    stores: FxHashMap<Attr, Op>,
}

impl Known {
    fn forget(&mut self, touched: &Touched) {
        if touched.all {
            *self = Self::default();
            return;
        }
        self.stores.retain(|global, _| !touched.loads.contains(global) && !touched.stores.contains(global));
        self.values.retain(|global, _| !touched.stores.contains(global));
    }
}

fn pipeline_block(rw: &mut Rewriter<'_>, block: Block, callees: &Callees) {
    let mut known = Known::default();
    let ops: Vec<Op> = rw.block(block).ops().map(|op| op.id()).collect();
    for op in ops {
        let view = rw.op(op);
        op_match!(view, {
            GlobalLoadOp(load) => {
                let (global, result) = (load.global_attr(), load.result().id());
                match known.values.get(&global) {
                    Some(&value) if rw.body().value_type(value) == rw.body().value_type(result) => {
                        rw.replace_op(op, &[value]);
                    }
                    _ => {
                        known.values.insert(global, result);
                        known.stores.remove(&global);
                    }
                }
            }
            GlobalStoreOp(store) => {
                let (global, value) = (store.global_attr(), store.value().id());
                if let Some(hidden) = known.stores.insert(global, op) {
                    rw.erase_op(hidden);
                }
                known.values.insert(global, value);
            }
            _ => known.forget(&touched_within(view, callees)),
        });
    }
}

/// Returns the globals that an op touches, with the ops in its regions and all that they call.
fn touched_within(op: OpRef<'_>, callees: &Callees) -> Touched {
    let (mut touched, mut calls) = (Touched::default(), Vec::new());
    walk(op, |inner| add_touched(inner, &mut touched, &mut calls));
    for symbol in calls {
        match callees.get(&symbol) {
            Some(callee) => touched.add(callee),
            None => touched.all = true,
        }
    }
    touched
}
