//! `ripple-fit-blocks`: exchanges blocks of annotated loops with independent iterations for ones that fill registers.
//!
//! Entry: the dialect llvm with ops of ripple, locals promoted, annotated loops marked. Exit: the same; some marks name
//! another block.
//!
//! The elements of a block carry out each op together, and blocks follow each other. Where no iteration reads what another
//! one writes, and nothing is computed across elements, that order cannot be seen, and neither can the size of the block. A
//! size that leaves registers in part unused, or needs more of them than there are, is exchanged for another one.
//! [`independence`](super::independence) is the proof.

use rustc_hash::FxHashSet;
use terrace_analysis::loops::LoopInfo;
use terrace_dialects_llvm::ops::{GlobalOp, parent_module};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Attr, Block, Diag, Ir, Loc, Op, OpHandle, OpRef, Rewriter, Str, Type, Value, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_target::target_of;

use super::FITTED;
use super::build::Build;
use super::form;
use super::independence::{Accesses, Known, has_scalar_control, independent_accesses};
use super::marks::{AnnotatedLoop, annotated_loops, number};
use super::totals::Total;
use super::wide_integers::{WideWork, wide_work};
use crate::diagnostics::{Tag, in_program, remark};
use crate::dialect::{LoopMarkOp, SetShapeOp, WatchOp};
use crate::functions::{addressed, callee, functions_of_ripple, ops_of};
use crate::vectorize::Objects;
use crate::vectors::scalar_width;

/// A block may fill so many registers with its narrowest elements, and its widest ones as many more times.
const MOST_REGISTERS: i64 = 4;

/// A block that does not, and fills one register at least, is exchanged for one that fills so many.
const FEWER_REGISTERS: i64 = 2;

/// The largest block of a loop whose variables debuggers show.
const MOST_WATCHED: i64 = 1024;

/// The property with the flags of an addition.
const OVERFLOW: &str = "overflowFlags";

/// Exchanges blocks of annotated loops with independent iterations for ones that fill registers.
pub(crate) static RIPPLE_FIT_BLOCKS: PassDef = PassDef {
    name: "ripple-fit-blocks",
    class: "RippleFitBlocks",
    doc: "Exchange blocks of annotated loops with independent iterations for ones that fill registers",
    anchor: Some("builtin.module"),
    options: FitOptions::DEFS,
    make: |read| Ok(Pass::Ir(Box::new(FitOptions::from(read)))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct FitOptions {
        /// Report loops whose blocks have another size than the program says
        remarks("remarks"): bool = "false",
    }
}

impl IrPass for FitOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let functions = functions_of_ripple(ir, op);
        // What others pass to a function may have a shape.
        let called: FxHashSet<OpHandle> = functions
            .iter()
            .flat_map(|&function| ops_of(ir.op(function)))
            .filter_map(|call| callee(ir, call).map(|function| function.handle()))
            .collect();
        for function in functions.into_iter().filter(|function| !called.contains(function)) {
            for mut notice in fit_blocks(ir, function) {
                if self.remarks {
                    notice.loc = in_program(ir, notice.loc);
                    run.report(notice);
                }
            }
        }
        Ok(())
    }
}

/// A loop, and the size that its block is to have.
struct Fit {
    marks: Vec<Op>,
    totals: Vec<Total>,
    /// The op that makes the block, its operands, and the dimension.
    shape: Op,
    kind: Value,
    sizes: Vec<Value>,
    dim: usize,
    from: i64,
    to: i64,
    /// Why one iteration is carried out at a time, and the flag for the instructions that are lacking.
    lacking: Option<(WideWork, &'static str)>,
    loc: Loc,
}

/// Fits the blocks of a function's loops to registers; returns remarks about those that have another size now.
pub(crate) fn fit_blocks(ir: &mut Ir, function: OpHandle) -> Vec<Box<Diag>> {
    let Some(body) = ir.op(function).inner_body() else { return Vec::new() };
    let target = target_of(ir.op(function));
    let register = target.register_bytes() as i64;
    let known = Known {
        layout: DataLayout::of(ir.op(function)),
        objects: Objects::of(ir, function),
        globals: globals(ir, function),
    };
    let mut remarks = Vec::new();
    ir.rewrite(body, |rw| {
        // Errors are those of the pass that distributes the loops.
        let (loops, errors) = annotated_loops(rw);
        if !errors.is_empty() {
            return;
        }
        let headers: FxHashSet<Block> = loops.iter().map(|annotated| annotated.header).collect();
        let Some(region) = loops.first().map(|annotated| annotated.region) else { return };
        if !has_scalar_control(rw, region, &headers) {
            return;
        }
        unwatch_large_blocks(rw, &loops);
        let fits: Vec<Fit> = loops
            .iter()
            .filter(|annotated| annotated.height == 0 && annotated.region == region)
            .filter(|annotated| !is_nested(rw, annotated, &headers))
            .filter_map(|annotated| {
                let (shape, dim, from) = block_of_loop(rw, annotated)?;
                let (kind, sizes) = (shape.peid().id(), shape.sizes().map(|size| size.id()).collect());
                let shape = shape.0.id();
                let info = rw.body().analysis::<LoopInfo>(annotated.region);
                let form = form::recognize(rw, &info, annotated).ok()?;
                if info.loop_of(annotated.header).is_none_or(|id| !info.get(id).children.is_empty()) {
                    return None;
                }
                let accesses = independent_accesses(rw, annotated, &form, &headers, &known)?;
                let lacking = target.flag_for_wide_integers(true).and_then(|_| {
                    let work = wide_work(rw, annotated.header, &form.blocks, &accesses.totals)?;
                    Some((work, target.flag_for_wide_integers(work == WideWork::Orders)?))
                });
                let to = match lacking {
                    Some(_) => (from > 1).then_some(1)?,
                    None => {
                        fitting_size(from, widths(rw, &accesses)?, register, !accesses.totals.is_empty())?
                    }
                };
                let (marks, totals) = (annotated.marks.clone(), accesses.totals);
                Some(Fit { marks, totals, shape, kind, sizes, dim, from, to, lacking, loc: annotated.loc })
            })
            .collect();
        remarks = fits.iter().map(|fit| exchange(rw, fit)).collect();
    });
    remarks
}

/// The names of the globals whose addresses a function takes: objects of their own.
fn globals(ir: &Ir, function: OpHandle) -> FxHashSet<Str> {
    let tables = ir.symbol_tables();
    let is_object = |op: OpRef<'_>, name: Str| {
        let found = parent_module(op).and_then(|module| tables.lookup(module, name));
        found.is_some_and(|found| found.isa::<GlobalOp>())
    };
    ops_of(ir.op(function)).filter_map(|op| addressed(op).filter(|&name| is_object(op, name))).collect()
}

/// Erases the watches of the variables of loops with blocks that no debugger shows. LLVM takes a time that grows with the square of
/// a vector's length to select what such a variable is computed by.
fn unwatch_large_blocks(rw: &mut Rewriter<'_>, loops: &[AnnotatedLoop]) {
    let mut variables: FxHashSet<Attr> = FxHashSet::default();
    let variable = |rw: &Rewriter<'_>, op: Op| rw.op(op).cast::<WatchOp>().map(|watch| watch.variable_attr());
    for annotated in loops {
        if block_of_loop(rw, annotated).is_none_or(|(.., size)| size <= MOST_WATCHED) {
            continue;
        }
        let info = rw.body().analysis::<LoopInfo>(annotated.region);
        let Some(id) = info.loop_of(annotated.header) else { continue };
        let ops = info.blocks(id).into_iter().flat_map(|block| rw.body().ops_of(block));
        variables.extend(ops.filter_map(|op| variable(rw, op)));
    }
    let is_erased = |op: &Op| variable(rw, *op).is_some_and(|variable| variables.contains(&variable));
    let watches: Vec<Op> = match variables.is_empty() {
        true => Vec::new(),
        false => rw.body().live_ops().filter(is_erased).collect(),
    };
    watches.into_iter().for_each(|op| rw.erase_op(op));
}

/// Whether another annotated loop is around one.
fn is_nested(rw: &Rewriter<'_>, annotated: &AnnotatedLoop, headers: &FxHashSet<Block>) -> bool {
    let info = rw.body().analysis::<LoopInfo>(annotated.region);
    let mut at = info.loop_of(annotated.header).and_then(|id| info.get(id).parent);
    while let Some(id) = at {
        if headers.contains(&info.get(id).header) {
            return true;
        }
        at = info.get(id).parent;
    }
    false
}

/// The op that makes the block of a loop over its only dimension, the dimension, and the size.
fn block_of_loop<'a>(
    rw: &'a Rewriter<'_>,
    annotated: &AnnotatedLoop,
) -> Option<(View<'a, SetShapeOp>, usize, i64)> {
    let shape = rw.value(annotated.block).defined_by::<SetShapeOp>()?;
    let sizes = shape.sizes().map(number).collect::<Option<Vec<i64>>>()?;
    let &[dim] = annotated.dims.as_slice() else { return None };
    let size = *sizes.get(dim)?;
    let is_only = sizes.iter().enumerate().all(|(other, &size)| other == dim || size == 1);
    (is_only && size > 0).then_some((shape, dim, size))
}

/// The bytes of the narrowest and of the widest elements that are read and written.
fn widths(rw: &Rewriter<'_>, accesses: &Accesses) -> Option<[i64; 2]> {
    let cx = rw.cx();
    let bytes = |ty: Type| match ty.dyn_cast::<PointerType>(cx) {
        Some(_) => Some(8),
        None if ty.is_signless_integer(cx) || ty.is_float(cx) => {
            Some(i64::from(scalar_width(cx, ty).div_ceil(8)))
        }
        None => None,
    };
    let widths = accesses.types.iter().map(|&ty| bytes(ty)).collect::<Option<Vec<i64>>>()?;
    Some([*widths.iter().min()?, *widths.iter().max()?])
}

/// The size of a block that fills registers, if that is another one, for a loop that adds up or does not.
fn fitting_size(size: i64, [narrow, wide]: [i64; 2], register: i64, adds_up: bool) -> Option<i64> {
    let unit = (register / narrow).min(MOST_REGISTERS * register / wide);
    if unit < 2 || !unit.unsigned_abs().is_power_of_two() {
        return None;
    }
    // LLVM splits vectors of other numbers of registers than powers of two badly.
    let is_whole = size % unit == 0 && size / unit <= MOST_REGISTERS && (size / unit).count_ones() == 1;
    let fitting = match () {
        // Each register is an accumulator, which waits for itself; wide elements wait for memory.
        () if adds_up && narrow < 4 => MOST_REGISTERS * unit,
        () if adds_up && size < FEWER_REGISTERS * unit => FEWER_REGISTERS * unit,
        () if is_whole => size,
        () if size < unit => unit,
        () => FEWER_REGISTERS * unit,
    };
    (fitting != size).then_some(fitting)
}

/// Exchanges the block of a loop for one of another size.
fn exchange(rw: &mut Rewriter<'_>, fit: &Fit) -> Box<Diag> {
    let loc = rw.op(fit.shape).loc();
    let ty = rw.op(fit.shape).single_result().ty();
    let mut sizes = fit.sizes.clone();
    rw.set_insertion_point_before(fit.shape);
    let size_ty = rw.body().value_type(sizes[fit.dim]);
    sizes[fit.dim] = Build { rw, loc }.integer(fit.to, size_ty);
    let shape = rw.build(SetShapeOp::of(fit.kind, &sizes).loc(loc).block(ty));
    let block = rw.body().single_result(shape);
    if fit.lacking.is_some() {
        rw.set_attr(shape, FITTED, Attr::UNIT);
    }
    for &mark in &fit.marks {
        rw.set_operand(mark, 0, block);
        // What fills a block need not fill a larger one.
        if fit.from % fit.to != 0 && rw.op(mark).cast::<LoopMarkOp>().is_some_and(|mark| mark.no_remainder())
        {
            rw.set_attr(mark, "no_remainder", Attr::NULL);
        }
    }
    for total in &fit.totals {
        if let Some(broadcast) = total.broadcast {
            rw.set_operand(broadcast, 0, block);
        }
        // Other elements are added up, whose sum may overflow.
        for &op in &total.combining {
            if rw.op(op).inherent_attr(OVERFLOW).is_some() {
                rw.set_attr(op, OVERFLOW, Attr::NULL);
            }
        }
    }
    let message = match fit.lacking {
        Some((WideWork::Orders, flag)) => format!(
            "the iterations of the loop are independent: one at a time is carried out, not {}, since the target has no \
             instructions that compare vectors of 64-bit integers; '{flag}' enables them",
            fit.from
        ),
        Some((WideWork::Computes, flag)) => format!(
            "the iterations of the loop are independent: one at a time is carried out, not {}, since the target has few \
             instructions for vectors of 64-bit integers; '{flag}' enables more",
            fit.from
        ),
        None => format!(
            "the iterations of the loop are independent: {} at a time are carried out, not {}, to fill registers",
            fit.to, fit.from
        ),
    };
    remark(Tag::BlockSize, fit.loc, message)
}
