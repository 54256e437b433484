//! Allocation of tiles to values.
//!
//! Values whose live ranges do not overlap share a tile where that saves a copy: results with operands, arguments of
//! blocks with what branches pass. Then ranges get tiles in the order of their starts (linear scan, after Mössenböck and
//! Pfeiffer, "Linear Scan Register Allocation in the Context of SSA Form and Register Constraints", 2002), with the holes
//! of ranges used by others; where no tile is left, a range is spilled: its number is that of a tile in memory.
//!
//! The map: [`prepare`] splits edges and inserts copies at them, [`ranges`] computes live ranges, [`allocate`] assigns
//! tiles, and [`assign`] writes these down and removes copies.

mod allocate;
mod assign;
mod prepare;
mod ranges;

use terrace_analysis::block_liveness::BlockLiveness;
use terrace_asm::{PrintOptions, print_op};
use terrace_dialects_core::func::FuncOp;
use terrace_ir::{Ir, OpHandle, OpKind, Rewriter, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use assign::Conflict;
use ranges::Ranges;

pass_options! {
    /// The options of the pass.
    struct AllocationOptions {
        /// Dump the live ranges of SME tiles (for debugging)
        dump("dump-tile-live-ranges"): bool = "false",
        /// Only preprocess IR so it is ready for tile allocation (but do not allocate any tiles)
        preprocess_only("preprocess-only"): bool = "false",
    }
}

/// Allocates tiles, and does nothing else.
pub static TEST_ARM_SME_TILE_ALLOCATION: PassDef = PassDef {
    name: "test-arm-sme-tile-allocation",
    class: "TestTileAllocation",
    doc: "Tests SME 'virtual tile' allocation",
    anchor: Some(FuncOp::DEF.name),
    options: AllocationOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(TestTileAllocation { options: options.into() }))),
    ..EMPTY_PASS
};

struct TestTileAllocation {
    options: AllocationOptions,
}

impl IrPass for TestTileAllocation {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.options.preprocess_only {
            if let Some(body) = ir.op(op).inner_body() {
                ir.rewrite(body, prepare::prepare);
            }
            return Ok(());
        }
        allocate_tiles(ir, op, self.options.dump, run)
    }
}

/// Allocates tiles in a function whose control flow consists of branches; shows the live ranges if `dump` is set.
///
/// # Errors
///
/// A value would have to be moved from tile to tile.
pub fn allocate_tiles(ir: &mut Ir, op: OpHandle, dump: bool, run: &mut PassRun<'_>) -> Result<(), Failed> {
    let Some(body) = ir.op(op).inner_body() else { return Ok(()) };
    let text = &mut run.text;
    let Err(conflict) = ir.rewrite(body, |rw| allocate_in(rw, dump.then_some(text))) else { return Ok(()) };
    let error = match conflict.operand.map(|operand| ValueRef::in_body(ir, ir.body(body), body, operand)) {
        None => conflict.error,
        Some(operand) => {
            let text = match operand.defining_op() {
                Some(op) => print_op(op, &PrintOptions::default().local_scope(true)),
                None => format!(
                    "<block argument> of type '{}' at index: {}",
                    ir.cx().type_text(operand.ty()),
                    operand.index()
                ),
            };
            conflict.error.note(operand.loc(), format!("tile operand is: {text}"))
        }
    };
    run.fail(error)
}

fn allocate_in(rw: &mut Rewriter<'_>, dump: Option<&mut String>) -> Result<(), Conflict> {
    prepare::prepare(rw);
    let liveness = BlockLiveness::of_body(rw.body());
    let mut ranges = Ranges::gather(rw, &liveness);
    if ranges.is_empty() {
        return Ok(());
    }
    let shown = dump.is_some().then(|| ranges.show(rw, &ranges.by_start()));
    ranges.coalesce(rw);
    let order = ranges.by_start();
    if let (Some(dump), Some(initial)) = (dump, shown) {
        *dump += "\n========== Initial Live Ranges:\n";
        *dump += &initial;
        *dump += "\n========== Coalesced Live Ranges:\n";
        *dump += &ranges.show(rw, &order);
    }
    let tiles = allocate::allocate(&ranges, &order, rw);
    assign::assign(rw, &ranges, &order, &tiles)?;
    assign::erase_dead_tile_ops(rw);
    Ok(())
}
