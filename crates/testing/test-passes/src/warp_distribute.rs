//! `test-vector-warp-distribute`: distributes what one lane of a warp computes, or lowers it to a branch.

use std::sync::Arc;

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_gpu::gpu::memory::BarrierOp;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_mem::layout::MemRef;
use terrace_dialects_mem::memref::{GetGlobalOp, GlobalOp};
use terrace_dialects_vector::types::as_vector;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Ir, Op, OpHandle, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_vector::gpu::warp::to_scf::{WarpMemory, add_warp_to_scf_if};
use terrace_passes_vector::gpu::warp::uniform::move_scalar_uniform_code;
use terrace_passes_vector::gpu::warp::{
    DISTRIBUTE_REDUCTION, add_distribute_transfer_write, add_warp_distribution, all_dims,
};
use terrace_rewrite::across::apply_greedily_below;
use terrace_rewrite::walk::body_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet};

pass_options! {
    /// The options of the pass.
    struct WarpOptions {
        /// Test distribution of transfer write
        distribute_write("distribute-transfer-write"): bool = "false",
        /// Test hoist uniform
        hoist_uniform("hoist-uniform"): bool = "false",
        /// Maximum number of transfer write elements to distribute
        max_elements("max-transfer-write-elements"): u32 = "1",
        /// Test distribution propagation
        propagate("propagate-distribution"): bool = "false",
        /// Lower vector.warp_execute_on_lane0 to scf.if op
        to_scf("rewrite-warp-ops-to-scf-if"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_VECTOR_WARP_DISTRIBUTE: PassDef = PassDef {
    name: "test-vector-warp-distribute",
    class: "(anonymous namespace)::TestVectorDistribution",
    doc: "Test vector warp distribute transformation and lowering patterns",
    options: WarpOptions::DEFS,
    anchor: Some("func.func"),
    make: |options| Ok(Pass::Ir(Box::new(Distribute { options: WarpOptions::from(options) }))),
    ..EMPTY_PASS
};

struct Distribute {
    options: WarpOptions,
}

impl IrPass for Distribute {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (options, cx) = (&self.options, Arc::clone(ir.cx()));
        if let Some(body) = ir.op(op).inner_body().filter(|_| options.hoist_uniform) {
            ir.rewrite(body, |rw| {
                for op in body_post_order(rw.body()) {
                    if rw.op(op).isa::<WarpExecuteOnLane0Op>() {
                        move_scalar_uniform_code(rw, WarpExecuteOnLane0Op::assume(op));
                    }
                }
            });
        }
        let mut set = PatternSet::new();
        if options.propagate {
            add_warp_distribution(&mut set, &cx, &all_dims(), 0);
            set.add_all(&cx, DISTRIBUTE_REDUCTION);
        }
        if options.distribute_write {
            let max_elements = if options.propagate { 2 } else { options.max_elements };
            add_distribute_transfer_write(&mut set, &cx, &all_dims(), u64::from(max_elements), 2);
        }
        if options.propagate || options.distribute_write {
            apply_greedily_below(ir, op, &set, &GreedyOptions::bottom_up(), run)?;
        }
        if options.to_scf {
            let mut set = PatternSet::new();
            set.set_across_bodies();
            let memory = WarpMemory { allocate: Arc::new(shared_global), synchronize: Arc::new(wait) };
            add_warp_to_scf_if(&mut set, &cx, &memory);
            apply_greedily_below(ir, op, &set, &GreedyOptions::bottom_up(), run)?;
        }
        Ok(())
    }
}

fn wait(rw: &mut Rewriter<'_>, warp: Op) {
    let loc = rw.op(warp).loc();
    rw.build(BarrierOp::of().loc(loc));
}

/// A global in the memory of a block that all lanes access.
fn shared_global(rw: &mut Rewriter<'_>, warp: Op, ty: Type) -> Option<Value> {
    let (cx, view) = (rw.cx(), rw.op(warp));
    let (loc, module) = (view.loc(), view.ancestors().find(|op| op.isa::<ModuleOp>())?.handle());
    let vector = as_vector(cx, ty);
    let (shape, element) = vector.map_or((&[1][..], ty), |vector| (vector.shape, vector.element));
    let space = Some(cx.int_attr(Type::I64, 3));
    let ty = MemRef { shape, element, layout: None, space }.ty(cx);
    let extents: Vec<String> = shape.iter().map(i64::to_string).collect();
    let base = format!("__shared_{}x{}", extents.join("x"), cx.type_text(element));
    let name = rw.with_ir(|ir| {
        let block = ir.op(module).single_region().entry()?;
        let first = block.first()?.id();
        let global = SymbolTable::new(ir.op(module)).insert(
            ir,
            &base,
            Some(terrace_ir::InsertPoint::Before(first)),
            |rw, name| {
                let global = GlobalOp::of().loc(loc).sym_name_attr(name);
                let global = global.sym_visibility_attr(rw.cx().string_attr("private"));
                rw.build(global.type_attr(rw.cx().type_attr(ty))).into()
            },
        )?;
        // Upstream names the first global of the type.
        if ir.cx().matches_upstream() { Some(ir.cx().str(&base)) } else { ir.op(global).symbol_name() }
    })?;
    let name = cx.flat_symbol_ref(name);
    Some(rw.build_value(GetGlobalOp::of().name_attr(name).result(ty).loc(loc)))
}
