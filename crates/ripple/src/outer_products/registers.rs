//! The function that accumulates outer products in registers: the block is split into parts that fit the registers, and
//! the loop is executed once for each part.

use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::*;
use terrace_dialects_llvm::types::ArrayType;
use terrace_ir::{Op, Rewriter, TraitSet, Type, Value};

use super::kernel::is_zero;
use super::linear::{INSIDE, Slice, elements_of, index_dim};
use super::recognize::OuterProduct;
use super::writer::{Kernel, Work, Writer};
use crate::analysis::Shapes;
use crate::constructs::Broadcast;
use crate::dialect::{ExpressionOp, GetSizeOp, SetShapeOp};

/// A part of the block: its first row and column, and the lane indices in it.
#[derive(Clone, Copy)]
struct Part {
    first: [Value; 2],
    index: [Value; 2],
}

/// Creates the function for a loop, with parts of `rows` by `columns` lanes.
pub(super) fn write_parts(
    rw: &mut Rewriter<'_>,
    shapes: &Shapes,
    product: &OuterProduct,
    sizes: [u32; 2],
) -> Kernel {
    let work = Work {
        loc: product.loc,
        dims: product.dims,
        bounds: &product.bounds,
        element: product.accumulation.element(rw.cx()),
        bytes: product.accumulation.bytes(),
        bits: None,
    };
    let mut writer = Writer::new(rw, shapes, work);
    writer.parts(product, sizes);
    writer.finished()
}

impl Writer<'_, '_> {
    fn parts(&mut self, product: &OuterProduct, sizes: [u32; 2]) {
        let index = self.small_block(sizes);
        let steps = sizes.map(|size| self.number(size.into()));
        // Finished parts are buffered, since other parts are still to be loaded and rows are stored in order.
        let waiting = product.destination.as_ref().map(|to| {
            let elements = product.dims.iter().map(|&(_, size)| u64::from(size)).product();
            let ty = ArrayType::get(self.rw.cx(), self.work.element, elements).into();
            (to, self.at_entry(|writer| writer.build().slot(ty)))
        });
        let memory = waiting.map(|(_, memory)| memory);
        self.for_parts(index, steps, |writer, part| writer.part_of_loop(product, part, memory));
        if let Some((to, memory)) = waiting {
            // Row by row, in the order of the original stores, and in the pieces that were stored
            // ([`terrace_target::Quirk::PiecesCombinedEarly`]).
            let element = self.work.element;
            let pieces = [1, sizes[1]];
            let index = self.small_block(pieces);
            let steps = pieces.map(|size| self.number(size.into()));
            self.for_parts(index, steps, |writer, part| {
                let from = writer.flat(memory, part);
                let value = writer.build().load(from, element);
                writer.computed_before(&to.slice, part);
                let address = writer.value(to.address);
                writer.build().store(value, address);
            });
        }
        let ret = ReturnOp::of().loc(self.loc);
        self.rw.build(ret);
    }

    /// Creates the loops over the parts, with masks for partial ones.
    fn for_parts(&mut self, index: [Value; 2], steps: [Value; 2], work: impl Fn(&mut Self, Part)) {
        let (zero, counts) = (self.zero, self.counts);
        self.counted(zero, counts[0], steps[0], |writer, row| {
            writer.counted(zero, counts[1], steps[1], |writer, column| {
                let part = Part { first: [row, column], index };
                if writer.work.bounds.is_empty() {
                    work(writer, part);
                    return;
                }
                let ends = [writer.sum(row, steps[0]), writer.sum(column, steps[1])];
                let mut build = writer.build();
                let rows = build.compare(ICmpPredicate::Ule, ends[0], counts[0]);
                let columns = build.compare(ICmpPredicate::Ule, ends[1], counts[1]);
                let both = AndOp::of(rows, columns).loc(build.loc);
                let is_full = build.rw.build_value(both);
                let (full, partial, done) = (writer.block(&[]), writer.block(&[]), writer.block(&[]));
                writer.build().branch_if(is_full, (full, &[]), (partial, &[]));
                writer.enter(full);
                work(writer, part);
                writer.build().branch(done, &[]);
                writer.enter(partial);
                let executed = [0, 1].map(|place| {
                    let at = writer.place(part, place);
                    writer.build().compare(ICmpPredicate::Ult, at, counts[place])
                });
                writer.guarded(executed[0], |writer| {
                    writer.guarded(executed[1], |writer| work(writer, part));
                });
                writer.build().branch(done, &[]);
                writer.enter(done);
            });
        });
    }

    /// The addresses of the lanes of a part in a buffer in flat order.
    fn flat(&mut self, memory: Value, part: Part) -> Value {
        let (row, column) = (self.place(part, 0), self.place(part, 1));
        self.flat_address(memory, self.work.dims[1].1, row, column)
    }

    /// Declares the block of a part; returns the row and column indices.
    fn small_block(&mut self, sizes: [u32; 2]) -> [Value; 2] {
        let dims = [self.work.dims[0].0, self.work.dims[1].0];
        let mut sizes_of = Vec::new();
        for dim in 0..=dims[0].max(dims[1]) {
            let place = dims.iter().position(|&of| of == dim);
            sizes_of.push(self.number(place.map_or(1, |place| sizes[place].into())));
        }
        let ty = self.pointer_type();
        let loc = self.build().loc;
        let block = SetShapeOp::of(self.zero, &sizes_of).loc(loc).block(ty);
        let block = self.rw.build_value(block);
        dims.map(|dim| self.build().index(block, dim, Type::I64))
    }

    /// The row or column of a lane in the whole block.
    fn place(&mut self, part: Part, place: usize) -> Value {
        let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
        self.build().add(part.first[place], part.index[place], both)
    }

    /// Copies an op for the lanes of a part.
    fn copy_for(&mut self, op: Op, part: Part) {
        let view = self.rw.op(op);
        let place_of = |op: terrace_ir::OpRef<'_>| {
            let dim = index_dim(op, self.shapes)?;
            self.work.dims.iter().position(|&(of, _)| of == dim)
        };
        let result = view.results().next().map(|result| (result.id(), result.ty()));
        if let (Some(place), Some((result, ty))) = (place_of(view), result) {
            let value = self.place(part, place);
            let value = self.build().resize(value, ty, false);
            self.set(result, value);
            return;
        }
        // The first index and the index in the part are added last, so that addresses are recognized as contiguous.
        let truncated = view.cast::<TruncOp>().and_then(|op| place_of(op.arg().defining_op()?));
        if let (Some(place), Some((result, ty))) = (truncated, result) {
            let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
            let mut build = self.build();
            let first = build.resize_with(part.first[place], ty, false, both);
            let index = build.resize_with(part.index[place], ty, false, both);
            let value = build.add(first, index, both);
            self.set(result, value);
            return;
        }
        let is_marked = view.isa::<ExpressionOp>() || Broadcast::of(view).is_some();
        let operand = elements_of(view).next().map(|operand| operand.id());
        if let (true, Some(operand), Some((result, _))) = (is_marked, operand, result) {
            let value = self.value(operand);
            self.set(result, value);
            return;
        }
        self.copy(op);
    }

    /// Copies the slices of the values that are computed before the loop, for the lanes of a part.
    fn computed_before(&mut self, slice: &Slice, part: Part) {
        for &spilled in &slice.spilled {
            let memory = self.spilled(spilled);
            let shape = self.shapes.of(spilled);
            let place = usize::from(shape.size(self.work.dims[0].0) == 1);
            let index = self.place(part, place);
            let ty = self.rw.body().value_type(spilled);
            let mut build = self.build();
            let address = build.offset(memory, ty, index, INSIDE);
            let value = build.load(address, ty);
            self.set(spilled, value);
        }
        for &op in &slice.ops {
            self.copy_for(op, part);
        }
    }

    /// Creates the loop for a part, and the store of the part to the buffer if there is one.
    fn part_of_loop(&mut self, product: &OuterProduct, part: Part, waiting: Option<Value>) {
        for slice in &product.outside {
            self.computed_before(slice, part);
        }
        let element = self.work.element;
        if !is_zero(self.rw, product.initial) {
            let address = match &product.initial_address {
                Some((address, slice)) => {
                    self.computed_before(slice, part);
                    self.value(*address)
                }
                None => {
                    let memory = self.accumulator(product);
                    self.flat(memory, part)
                }
            };
            let value = self.build().load(address, element);
            self.set(product.initial, value);
        }
        self.copy_loop(product, true, |writer, op| writer.op_for(product, op, part));
        let last = self.value(product.last);
        let address = match (&product.destination, waiting) {
            (Some(_), Some(memory)) => self.flat(memory, part),
            (Some(to), None) => {
                self.computed_before(&to.slice, part);
                self.value(to.address)
            }
            (None, _) => {
                let memory = self.accumulator(product);
                self.flat(memory, part)
            }
        };
        self.build().store(last, address);
    }

    fn op_for(&mut self, product: &OuterProduct, op: Op, part: Part) {
        if self.copy_branch(product, op, true) {
            return;
        }
        let view = self.rw.op(op);
        let declares = view.isa::<SetShapeOp>() || view.isa::<GetSizeOp>();
        if declares || view.isa::<AssumeOp>() || view.has_trait(TraitSet::DebugInfo) {
            return;
        }
        self.copy_for(op, part);
    }
}
