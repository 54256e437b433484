//! Blocks that are loaded, transposed and stored: rows are loaded to tiles, and columns are stored from them.
//!
//! Either the loads are contiguous along one dimension and the stores along the other one, or both are contiguous along
//! one dimension and a shuffle transposes.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{AndOp, CallOp, LoadOp, OrOp, ReturnOp, StoreOp};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Loc, Op, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_target::aarch64::access_slice;

use super::linear::{Slice, is_plain};
use super::masks::{Bound, bounds};
use super::recognize::Function;
use super::writer::{Kernel, Waiting, Work, Writer};
use crate::analysis::Shapes;
use crate::constructs::Shuffle;
use crate::dialect::{ExpressionOp, is_ripple};

/// A block that is loaded, transposed and stored.
#[derive(Debug)]
pub(super) struct Transpose {
    /// The location of the transposition.
    pub loc: Loc,
    /// The store.
    pub store: Op,
    /// The ops that are dead without the store, users first.
    pub gone: Vec<Op>,
    /// The dimensions of loaded rows and columns, and their sizes.
    dims: [(usize, u32); 2],
    /// The mask, as bounds of rows and columns.
    bounds: Vec<Bound>,
    /// The type of an element, and its size.
    element: (Type, i64),
    /// The address of the load, and its slice.
    from: (Value, Slice),
    /// The address of the store, and its slice.
    to: (Value, Slice),
    /// Whether a shuffle transposes.
    is_shuffled: bool,
}

impl<'a> Function<'a> {
    /// Finds the blocks that are transposed.
    pub(super) fn transposes(&self) -> Vec<Transpose> {
        let ops = self.op.region(0).blocks().flat_map(|block| block.ops());
        ops.filter(|op| op.isa::<StoreOp>()).filter_map(|op| self.transpose(op)).collect()
    }

    fn transpose(&self, op: OpRef<'a>) -> Option<Transpose> {
        let store = op.cast::<StoreOp>()?;
        if store.volatile_() || store.ordering() != terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic {
            return None;
        }
        let mut gone = Vec::new();
        let mut value = self.unmarked(store.value(), &mut gone)?;
        let shuffle = value.defining_op().and_then(|op| Some((op, Shuffle::of(op)?)));
        if let Some((op, Shuffle { first, second, .. })) = shuffle {
            gone.push(op.id());
            let is_only = value.uses().count() == 1 && second.is_none_or(|second| second.id() == first.id());
            if !is_only || first.uses().any(|(user, _)| user.id() != op.id()) {
                return None;
            }
            value = match first.defining_op()?.isa::<ExpressionOp>() {
                true => self.unmarked(first, &mut gone)?,
                false => first,
            };
        }
        let load_op = value.defining_op()?;
        let load = load_op.cast::<LoadOp>().filter(|&load| is_plain(load))?;
        if shuffle.is_none() && value.uses().count() != 1 {
            return None;
        }
        gone.push(load_op.id());
        let (from, to) = (load.addr(), store.addr());
        let shape = self.shapes.of(value.id());
        let mut all = shape.dims();
        let (Some(first), Some(second), None) = (all.next(), all.next(), all.next()) else { return None };
        let is_whole = self.shapes.of(from.id()) == shape && self.shapes.of(to.id()) == shape;
        let least = self.target.least_transposed()?;
        if !is_whole || [first, second].iter().any(|&dim| shape.size(dim) < least) {
            return None;
        }
        let element = self.element(value)?;
        let none = FxHashSet::default();
        let elements = self.elements(&none, &none);
        let follows = |address: ValueRef<'a>, dim: usize| {
            elements.growth(address, dim).is_some_and(|growth| growth.step == element.1)
        };
        let [row, column] = match shuffle {
            Some((op, _)) => {
                let size = shape.size(first);
                let indices = self.shapes.shuffles.get(&op.id())?;
                let is_transposed = size == shape.size(second)
                    && indices.iter().zip(0..).all(|(&index, at)| index == at % size * size + at / size);
                let is_along = follows(from, first) && follows(to, first);
                (is_transposed && is_along).then_some([second, first])?
            }
            None if follows(from, first) && follows(to, second) => [second, first],
            None if follows(from, second) && follows(to, first) => [first, second],
            None => return None,
        };
        let dims = [(row, shape.size(row)), (column, shape.size(column))];
        self.is_undisturbed(load_op, op).then_some(())?;
        let slices = [elements.slice(from)?, elements.slice(to)?];
        if slices.iter().any(|slice| slice.loads || !slice.spilled.is_empty()) {
            return None;
        }
        let block = op.block()?.id();
        let bounds = bounds(self, block, self.tree.immediate_dominator(block), dims).ok()?;
        let [from_slice, to_slice] = slices;
        Some(Transpose {
            loc: op.loc(),
            store: op.id(),
            gone,
            dims,
            bounds,
            element,
            from: (from.id(), from_slice),
            to: (to.id(), to_slice),
            is_shuffled: shuffle.is_some(),
        })
    }

    /// The source of marks, if they are its only uses.
    fn unmarked(&self, value: ValueRef<'a>, gone: &mut Vec<Op>) -> Option<ValueRef<'a>> {
        let Some(mark) = value.defining_op().and_then(|op| op.cast::<ExpressionOp>()) else {
            return Some(value);
        };
        gone.push(mark.0.id());
        let operand = mark.value();
        (value.uses().count() == 1 && operand.uses().count() == 1).then_some(operand)
    }

    /// The element type of tile rows, and its size.
    fn element(&self, value: ValueRef<'_>) -> Option<(Type, i64)> {
        let (cx, ty) = (value.cx(), value.ty());
        let size = crate::addresses::stride(cx, &self.layout, ty)?;
        let is_number =
            ty.is_float(cx) || ty.is_integer(cx) && ty.bit_width(cx).map(i64::from) == Some(8 * size);
        (is_number && matches!(size, 1 | 2 | 4 | 8)).then_some((ty, size))
    }

    /// Whether memory is not written between a load and a store of one basic block.
    fn is_undisturbed(&self, load: OpRef<'a>, store: OpRef<'a>) -> bool {
        let block: Option<Block> = load.block().map(|block| block.id());
        if block != store.block().map(|block| block.id()) {
            return false;
        }
        let mut at = load.next();
        while let Some(op) = at {
            if op.id() == store.id() {
                return true;
            }
            // The ops that name the function of a shuffle have been evaluated.
            let names_function = op.isa::<CallOp>()
                && op.results().all(|result| {
                    let mut users = result.uses().map(|(user, _)| user);
                    users.all(|user| Shuffle::of(user).is_some())
                })
                && op.num_results() == 1
                && !op.single_result().is_unused();
            let is_silent = op.has_trait(TraitSet::Pure)
                || names_function
                || op.isa::<LoadOp>()
                || op.isa::<ExpressionOp>()
                || is_ripple(op)
                || op.has_trait(TraitSet::DebugInfo);
            if !is_silent {
                return false;
            }
            at = op.next();
        }
        false
    }
}

/// Creates the function that transposes a block.
pub(super) fn write_transpose(
    rw: &mut Rewriter<'_>,
    shapes: &Shapes,
    transpose: &Transpose,
    bits: Option<i64>,
) -> Kernel {
    let (element, bytes) = transpose.element;
    let work =
        Work { loc: transpose.loc, dims: transpose.dims, bounds: &transpose.bounds, element, bytes, bits };
    let mut writer = Writer::new(rw, shapes, work);
    writer.use_tiles();
    writer.transpose(transpose);
    writer.finished()
}

impl Writer<'_, '_> {
    fn transpose(&mut self, transpose: &Transpose) {
        let [(_, rows), (_, columns)] = transpose.dims;
        let (zero, counts, steps) = (self.zero, self.counts, self.steps());
        // Elements that a shuffle takes from inactive lanes are zero, and may be stored.
        let limits = match transpose.is_shuffled && !transpose.bounds.is_empty() {
            true => [self.number(rows.into()), self.number(columns.into())],
            false => counts,
        };
        let (outputs, width) = match transpose.is_shuffled {
            true => (counts, columns),
            false => ([counts[1], counts[0]], rows),
        };
        let apart = self.rows_apart(transpose, outputs);
        let waiting = self.waiting_for_order(limits, apart);
        self.counted(zero, limits[0], steps[0], |writer, row| {
            writer.counted(zero, limits[1], steps[1], |writer, column| {
                writer.transpose_part(transpose, [row, column], outputs, width, Some(waiting));
            });
        });
        let build = self.build();
        let in_any_order = AndOp::of(waiting.condition, apart).loc(build.loc);
        let condition = build.rw.build_value(in_any_order);
        self.copy_out(Waiting { condition, ..waiting }, outputs, width, |writer, row, column| {
            writer.output(transpose, row, column)
        });
        self.copy_in_order(transpose, waiting, apart, outputs, width);
        let ret = ReturnOp::of().loc(self.loc);
        self.rw.build(ret);
    }

    /// A bit that is set if each stored row begins after the end of the previous one.
    fn rows_apart(&mut self, transpose: &Transpose, [rows, columns]: [Value; 2]) -> Value {
        let slot = self.at_entry(|writer| writer.build().slot(Type::I64));
        let (zero, one) = (self.zero, self.number(1));
        self.build().store(one, slot);
        let length = self.times(columns, self.work.bytes);
        self.counted(one, rows, one, |writer, row| {
            let before = writer.build().sub(row, one, IntegerOverflowFlags::NUW);
            let ends = [before, row].map(|row| {
                let address = writer.output(transpose, row, zero);
                writer.build().address_number(address, Type::I64)
            });
            let mut build = writer.build();
            let end = build.add(ends[0], length, IntegerOverflowFlags::NONE);
            let is_apart = build.compare(ICmpPredicate::Ule, end, ends[1]);
            let known = build.load(slot, Type::I64);
            let known = build.select(is_apart, known, zero);
            build.store(known, slot);
        });
        let mut build = self.build();
        let known = build.load(slot, Type::I64);
        build.compare(ICmpPredicate::Ne, known, zero)
    }

    /// The buffer of finished parts, if there are several parts and rows overlap.
    fn waiting_for_order(&mut self, limits: [Value; 2], apart: Value) -> Waiting {
        let waiting = self.waiting_always(limits);
        let mut build = self.build();
        let one = build.integer(1, Type::I1);
        let no = build.integer(0, Type::I1);
        let overlap = build.select(apart, no, one);
        let either = OrOp::of(waiting.condition, overlap).loc(build.loc);
        let condition = build.rw.build_value(either);
        Waiting { condition, ..waiting }
    }

    /// Stores the buffered parts element by element, in order, if rows overlap.
    fn copy_in_order(
        &mut self,
        transpose: &Transpose,
        waiting: Waiting,
        apart: Value,
        outputs: [Value; 2],
        width: u32,
    ) {
        let mut build = self.build();
        let (yes, no) = (build.integer(1, Type::I1), build.integer(0, Type::I1));
        let overlap = build.select(apart, no, yes);
        let (zero, one, element) = (self.zero, self.number(1), self.work.element);
        // If a shuffle transposes, the outer dimension of the block is that of stored rows.
        let [(rows, _), (columns, _)] = transpose.dims;
        let is_outer = transpose.is_shuffled || columns > rows;
        let limits = if is_outer { outputs } else { [outputs[1], outputs[0]] };
        self.guarded(overlap, |writer| {
            writer.counted(zero, limits[0], one, |writer, outer| {
                writer.counted(zero, limits[1], one, |writer, inner| {
                    let (row, column) = if is_outer { (outer, inner) } else { (inner, outer) };
                    let from = writer.flat_address(waiting.memory, width, row, column);
                    let value = writer.build().load(from, element);
                    let to = writer.output(transpose, row, column);
                    writer.build().store(value, to);
                });
            });
        });
    }

    /// The address that an element is stored to.
    fn output(&mut self, transpose: &Transpose, row: Value, column: Value) -> Value {
        let [(rows, _), (columns, _)] = transpose.dims;
        let (address, slice) = &transpose.to;
        match transpose.is_shuffled {
            true => self.element(slice, *address, &[(rows, row), (columns, column)]),
            false => self.element(slice, *address, &[(columns, row), (rows, column)]),
        }
    }

    fn transpose_part(
        &mut self,
        transpose: &Transpose,
        at: [Value; 2],
        outputs: [Value; 2],
        width: u32,
        waiting: Option<Waiting>,
    ) {
        let part = self.part(at);
        let bytes = self.work.bytes;
        let [(rows, _), (columns, _)] = transpose.dims;
        let counts = self.counts;
        if transpose.is_shuffled && !transpose.bounds.is_empty() {
            self.vectors().zero_tiles();
        }
        let (address, slice_of) = &transpose.from;
        self.rows(&part, |writer, place, row, slice, predicates| {
            let row = writer.row_in(row, counts[0], place);
            let first = writer.executed(at[1], counts[1]);
            let address = writer.element(slice_of, *address, &[(rows, row), (columns, first)]);
            writer.access_rows(false, [slice, address], place, predicates);
        });
        // Columns are the rows of the stored block.
        let active: Vec<Value> =
            part.starts[1].iter().map(|&start| self.vectors().while_less(start, outputs[0])).collect();
        let across: Vec<Value> =
            part.starts[0].iter().map(|&start| self.vectors().while_less(start, outputs[1])).collect();
        self.slices(outputs[0], [&part.starts[1], &active, &across], |writer, place, row, slice, all| {
            let flat = waiting.map(|waiting| writer.flat_address(waiting.memory, width, row, at[0]));
            let row = writer.row_in(row, outputs[0], place);
            let first = writer.executed(at[0], outputs[1]);
            let address = writer.output(transpose, row, first);
            let address = writer.waiting_or(waiting, flat, address);
            for (column, &predicate) in all.iter().enumerate() {
                let address = writer.next_columns(address, column);
                let tile = writer.tile(column, place);
                writer.vectors().access_slice(
                    &access_slice(true, bytes, false),
                    tile,
                    slice,
                    predicate,
                    address,
                );
            }
        });
    }
}
