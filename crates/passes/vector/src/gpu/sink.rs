//! `gpu-launch-sink-index-computations`: constants, extents, comparisons and selections are computed in launches that use
//! them, so that kernels need no arguments for them.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::arith::{CmpIOp, SelectOp};
use terrace_dialects_gpu::gpu::launch::LaunchOp;
use terrace_dialects_mem::memref::DimOp;
use terrace_ir::fold::constant_value;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use super::{captured_values, launches};

/// The pass.
pub static GPU_LAUNCH_SINK_INDEX_COMPUTATIONS: PassDef = PassDef {
    name: "gpu-launch-sink-index-computations",
    class: "GpuLaunchSinkIndexComputationsPass",
    doc: "Sink index computations into gpu.launch body",
    make: |_| Ok(Pass::Body(Box::new(Sink))),
    ..EMPTY_PASS
};

struct Sink;

impl BodyPass for Sink {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for launch in launches(rw) {
            sink_operations(rw, launch, &is_index_computation);
        }
        Ok(())
    }
}

/// Whether an op without effects is likely to compute an index.
pub fn is_index_computation(op: OpRef<'_>) -> bool {
    let is_constant = op.num_results() == 1 && constant_value(op.single_result()).is_some();
    is_constant || op.isa::<DimOp>() || op.isa::<SelectOp>() || op.isa::<CmpIOp>()
}

/// The ops that are sunk into a launch.
struct Sinking<'a> {
    captured: FxHashSet<Value>,
    is_beneficial: &'a dyn Fn(OpRef<'_>) -> bool,
    /// The ops that are looked at, or were.
    visited: FxHashSet<Op>,
    /// Whether each op that was looked at can be sunk.
    known: FxHashMap<Op, bool>,
    /// The ops to sink, in the order of their uses.
    order: Vec<Op>,
}

impl Sinking<'_> {
    /// Decides about an op, and what it needs: each operand must be captured anyway, or computed by an op that is sunk.
    fn visit(&mut self, rw: &Rewriter<'_>, root: Op) {
        self.visited.insert(root);
        let mut stack = vec![(root, 0)];
        while let Some((op, at)) = stack.pop() {
            let view = rw.op(op);
            if self.known.contains_key(&op) {
                continue;
            }
            if at == 0 && !(self.is_beneficial)(view) {
                self.known.insert(op, false);
                continue;
            }
            let Some(operand) = view.operands().nth(at) else {
                self.known.insert(op, true);
                self.order.push(op);
                continue;
            };
            let def = operand.defining_op().map(|def| def.id());
            match def.map(|def| (def, self.known.get(&def).copied())) {
                Some((def, None)) if self.visited.insert(def) => {
                    stack.push((op, at));
                    stack.push((def, 0));
                }
                Some((_, Some(true))) => stack.push((op, at + 1)),
                _ if self.captured.contains(&operand.id()) => stack.push((op, at + 1)),
                _ => {
                    self.known.insert(op, false);
                }
            }
        }
    }
}

/// Copies ops whose results a launch uses to the start of its body, if that adds no captured value, and uses the copies there.
pub fn sink_operations(rw: &mut Rewriter<'_>, launch: Op, is_beneficial: &dyn Fn(OpRef<'_>) -> bool) {
    let view = rw.op(launch);
    let Some(entry) = LaunchOp::view_of(view).body().entry().map(|entry| entry.id()) else { return };
    let captured = captured_values(view);
    let mut sinking = Sinking {
        captured: captured.iter().copied().collect(),
        is_beneficial,
        visited: FxHashSet::default(),
        known: FxHashMap::default(),
        order: Vec::new(),
    };
    for &value in &captured {
        if let Some(def) = rw.value(value).defining_op().map(|def| def.id()) {
            sinking.visit(rw, def);
        }
    }
    rw.set_insertion_point_to_start(entry);
    let mut map = IrMapping::new();
    for op in sinking.order {
        let Some(copy) = rw.clone_op(op, &mut map) else { continue };
        let pairs: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(copy)).collect();
        for (old, new) in pairs {
            rw.replace_uses_with_if(old, new, |body, user, _| {
                let parent = |op: &Op| body.region_parent(body.region_of(body.block_of(*op)?)?);
                user != launch && std::iter::successors(Some(user), parent).any(|op| op == launch)
            });
        }
    }
}
