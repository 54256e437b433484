//! `ripple-expand-parallel`: expands annotated loops that are ops, [`ParallelOp`], to scf loops over blocks of
//! iterations.
//!
//! Entry: `ripple.parallel` in any IR. Exit: no `ripple.parallel`; loops of scf and ops of arith.
//!
//! The expansion is that of [`super`]: the number of iterations, a loop over full blocks, and the remainder under a
//! mask or one by one. Induction variables are computed with 64 bits, in which narrower ones do not wrap.

use terrace_dialects_core::arith::{
    AddIOp, CmpIOp, CmpIPredicate, ConstantOp, DivUIOp, ExtSIOp, IntegerOverflowFlags, MulIOp, SelectOp,
    SubIOp, TruncIOp,
};
use terrace_dialects_core::scf::build::{for_loop, if_else};
use terrace_ir::build::OperationState;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Signedness, Type, Value, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::dialect::{GetSizeOp, IndexOp, ParallelIdxOp, ParallelOp, YieldOp};

/// Turns annotated loops that are ops into loops over blocks.
pub static RIPPLE_EXPAND_PARALLEL: PassDef = PassDef {
    name: "ripple-expand-parallel",
    class: "RippleExpandParallel",
    doc: "Expand `ripple.parallel` to scf loops over blocks of iterations, with a masked remainder",
    make: |_| Ok(Pass::Body(Box::new(ExpandParallel))),
    ..EMPTY_PASS
};

struct ExpandParallel;

impl BodyPass for ExpandParallel {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        // Inner loops first: the bodies of outer ones are copied.
        let mut loops: Vec<Op> = terrace_rewrite::walk::body_pre_order(rw.body());
        loops.retain(|&op| rw.op(op).isa::<ParallelOp>());
        for op in loops.into_iter().rev() {
            expand(rw, op).ok_or(Failed)?;
        }
        Ok(())
    }
}

/// A loop that is being expanded.
struct Expansion {
    op: Op,
    loc: Loc,
    block: Value,
    dims: Vec<i64>,
    /// The type of the counter, and the one that it is computed with.
    types: [Type; 2],
    lower: Value,
    step: Value,
}

impl Expansion {
    fn binary<K: OpKind>(&self, rw: &mut Rewriter<'_>, a: Value, b: Value) -> Value {
        rw.build_value(OperationState::binary::<K>(a, b).with_results(&[self.types[1]]).with_loc(self.loc))
    }

    fn number(&self, rw: &mut Rewriter<'_>, number: i64) -> Value {
        self.constant(rw, number, self.types[1])
    }

    fn constant(&self, rw: &mut Rewriter<'_>, number: i64, ty: Type) -> Value {
        let value = rw.cx().int_attr(ty, number);
        rw.build_value(ConstantOp::of().value_attr(value).result(ty).loc(self.loc))
    }

    fn compare(&self, rw: &mut Rewriter<'_>, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        let cx = rw.cx();
        let bit = cx.integer(1, Signedness::Signless);
        rw.build_value(CmpIOp::of(a, b).loc(self.loc).predicate(predicate).result(bit))
    }

    /// The size of the block in a dimension, or the index in it.
    fn query<K: OpKind>(&self, rw: &mut Rewriter<'_>, dim: i64) -> Value {
        let i32_type = rw.cx().integer(32, Signedness::Signless);
        let dim = self.constant(rw, dim, i32_type);
        rw.build_value(
            OperationState::binary::<K>(self.block, dim).with_results(&[self.types[1]]).with_loc(self.loc),
        )
    }

    /// The counter of an iteration, which is so many steps after the first one.
    fn counter(&self, rw: &mut Rewriter<'_>, iteration: Value) -> Value {
        let distance = self.binary::<MulIOp>(rw, iteration, self.step);
        let counter = self.binary::<AddIOp>(rw, self.lower, distance);
        let [ty, wide] = self.types;
        if ty == wide {
            return counter;
        }
        // Of iterations that are carried out.
        let truncated = TruncIOp::of(counter).loc(self.loc);
        rw.build_value(truncated.overflow_flags(IntegerOverflowFlags::NSW).out(ty))
    }

    /// Copies the body for an iteration of a chunk; returns what it passes on.
    fn copy(
        &self,
        rw: &mut Rewriter<'_>,
        counter: Value,
        chunk: Value,
        carried: &[Value],
    ) -> Option<Vec<Value>> {
        let entry = rw.op(self.op).cast::<ParallelOp>().map(|view| view.region())?.entry()?.id();
        let mut map = IrMapping::new();
        let args: Vec<Value> = rw.body().args(entry).collect();
        for (arg, value) in args.into_iter().zip([counter].into_iter().chain(carried.iter().copied())) {
            map.map(arg, value);
        }
        let ops: Vec<Op> = rw.body().ops_of(entry).collect();
        let mut passed = Vec::new();
        for op in ops {
            let view = rw.op(op);
            if view.isa::<YieldOp>() {
                passed = view.operands().map(|value| map.value(value.id())).collect();
                continue;
            }
            if let Some(asked) = view.cast::<ParallelIdxOp>().filter(|asked| self.is_asked_by(*asked)) {
                let result = asked.result();
                let (result, ty) = (result.id(), result.ty());
                let number = self.converted(rw, chunk, ty);
                map.map(result, number);
                continue;
            }
            let copied = rw.clone_op(op, &mut map)?;
            self.number_chunks(rw, copied, chunk)?;
        }
        Some(passed)
    }

    /// Replaces the ops in the regions of an op that ask for the number of this loop's chunk.
    fn number_chunks(&self, rw: &mut Rewriter<'_>, root: Op, chunk: Value) -> Option<()> {
        let point = rw.insertion_point()?;
        let mut pending = vec![root];
        while let Some(op) = pending.pop() {
            let view = rw.op(op);
            pending.extend(
                view.regions()
                    .flat_map(|region| region.blocks())
                    .flat_map(|block| block.ops().map(|op| op.id()).collect::<Vec<_>>()),
            );
            let Some(asked) = view.cast::<ParallelIdxOp>().filter(|asked| self.is_asked_by(*asked)) else {
                continue;
            };
            let ty = asked.result().ty();
            rw.set_insertion_point_before(op);
            let number = self.converted(rw, chunk, ty);
            rw.replace_op(op, &[number]);
        }
        rw.set_insertion_point(point);
        Some(())
    }

    fn is_asked_by(&self, asked: View<'_, ParallelIdxOp>) -> bool {
        let dims = asked.dims().map(|dim| {
            let op = dim.defining_op()?;
            op.inherent_attr("value")?.as_i64(op.cx())
        });
        asked.block().id() == self.block && dims.eq(self.dims.iter().map(|&dim| Some(dim)))
    }

    /// A number that is not negative, in another type.
    fn converted(&self, rw: &mut Rewriter<'_>, value: Value, ty: Type) -> Value {
        use terrace_dialects_core::arith::IndexCastOp;
        let from = rw.body().value_type(value);
        match () {
            () if from == ty => value,
            () if from == Type::INDEX || ty == Type::INDEX => {
                rw.build_value(IndexCastOp::of(value).out(ty).loc(self.loc))
            }
            () if from.bit_width(rw.cx()) > ty.bit_width(rw.cx()) => {
                rw.build_value(TruncIOp::of(value).out(ty).loc(self.loc))
            }
            () => rw.build_value(ExtSIOp::of(value).out(ty).loc(self.loc)),
        }
    }
}

fn expand(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    rw.set_insertion_point_before(op);
    let cx = rw.cx();
    let view = rw.op(op).cast::<ParallelOp>()?;
    let loc = view.0.loc();
    let ty = view.lower_bound().ty();
    let wide = match ty.bit_width(cx) {
        Some(width) if width < 64 => cx.integer(64, Signedness::Signless),
        _ => ty,
    };
    let controls = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
    let (has_remainder, is_peeled) = (!view.no_remainder(), view.block_independent());
    let (block, dims) = (view.block().id(), view.dims().iter().collect::<Vec<i64>>());
    let inits: Vec<Value> = view.init_args().map(|value| value.id()).collect();
    let [lower, upper, step] = match ty == wide {
        true => controls,
        false => controls.map(|value| rw.build_value(ExtSIOp::of(value).out(wide).loc(loc))),
    };
    let this = Expansion { op, loc, block, dims, types: [ty, wide], lower, step };

    // The number of iterations: the difference has no sign.
    let (zero, one) = (this.number(rw, 0), this.number(rw, 1));
    let distance = this.binary::<SubIOp>(rw, upper, lower);
    let last = this.binary::<SubIOp>(rw, distance, one);
    let steps = this.binary::<DivUIOp>(rw, last, step);
    let count = this.binary::<AddIOp>(rw, steps, one);
    let any = this.compare(rw, CmpIPredicate::Slt, lower, upper);
    let count = rw.build_value(SelectOp::of(any, count, zero).result(wide).loc(loc));

    // The elements in the dimensions, and the number of one among them.
    let (mut elements, mut element) = (one, zero);
    for &dim in &this.dims {
        let index = this.query::<IndexOp>(rw, dim);
        let offset = this.binary::<MulIOp>(rw, index, elements);
        element = this.binary::<AddIOp>(rw, element, offset);
        let size = this.query::<GetSizeOp>(rw, dim);
        elements = this.binary::<MulIOp>(rw, elements, size);
    }

    let chunks = this.binary::<DivUIOp>(rw, count, elements);
    let full = for_loop(rw, [zero, chunks, one], &inits, loc, |rw, chunk, carried| {
        let before = this.binary::<MulIOp>(rw, chunk, elements);
        let iteration = this.binary::<AddIOp>(rw, before, element);
        let counter = this.counter(rw, iteration);
        this.copy(rw, counter, chunk, carried)
    })?;
    let mut results: Vec<Value> = rw.body().results(full).collect();
    if has_remainder {
        let done = this.binary::<MulIOp>(rw, chunks, elements);
        let rest = if is_peeled {
            for_loop(rw, [done, count, one], &results, loc, |rw, iteration, carried| {
                let counter = this.counter(rw, iteration);
                this.copy(rw, counter, chunks, carried)
            })?
        } else {
            let left = this.binary::<SubIOp>(rw, count, done);
            let any = this.compare(rw, CmpIPredicate::Ne, left, zero);
            let carried = results.clone();
            let kept = carried.clone();
            if_else(
                rw,
                any,
                loc,
                |rw| {
                    let is_active = this.compare(rw, CmpIPredicate::Ult, element, left);
                    let kept = carried.clone();
                    let masked = if_else(
                        rw,
                        is_active,
                        loc,
                        |rw| {
                            let iteration = this.binary::<AddIOp>(rw, done, element);
                            let counter = this.counter(rw, iteration);
                            this.copy(rw, counter, chunks, &carried)
                        },
                        |_| Some(kept),
                    )?;
                    Some(rw.body().results(masked).collect())
                },
                |_| Some(kept),
            )?
        };
        results = rw.body().results(rest).collect();
    }
    rw.replace_op(op, &results);
    Some(())
}
