//! Functions with loops over the parts of a block, each as large as the tiles.
//!
//! The size of parts depends on the vector length. Elements outside of the block and inactive lanes are masked by
//! predicates; addresses are clamped to those of active lanes.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{InlineAsmOp, OrOp};
use terrace_dialects_llvm::types::{ArrayType, PointerType};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, InsertPoint, Loc, Op, Region, Rewriter, Type, Value};

use super::accumulation::arrangement;
use super::linear::{INSIDE, Slice, elements_of, index_dim};
use super::masks::Bound;
use super::sme::Vectors;
use crate::analysis::Shapes;
use crate::constructs::Broadcast;
use crate::dialect::{ExpressionOp, IndexOp};
use crate::parallel_loops::build::Build;

/// A value that is captured by the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Capture {
    /// A scalar.
    Scalar(Value),
    /// The address of a buffer with the value, its elements in order.
    Spilled(Value),
    /// The address of a buffer for the accumulator, in flat order.
    Accumulator,
}

/// The function's blocks, in a detached region, and its captures.
pub(super) struct Kernel {
    /// The region.
    pub region: Region,
    /// The captures, in the order of the parameters.
    pub captures: Vec<Capture>,
}

/// A part of the block.
pub(super) struct Part {
    /// The first row and the first column.
    pub at: [Value; 2],
    /// The first row or column of each row or column of tiles.
    pub starts: [Vec<Value>; 2],
    /// For each of them, a bit that is set if it is active.
    pub active: [Vec<Value>; 2],
}

/// The parameters of a function to create.
#[derive(Clone, Copy)]
pub(super) struct Work<'k> {
    /// The location of the loop.
    pub loc: Loc,
    /// The dimensions of rows and columns, and their sizes.
    pub dims: [(usize, u32); 2],
    /// The mask, as bounds of rows and columns.
    pub bounds: &'k [Bound],
    /// The type of an element.
    pub element: Type,
    /// The size of an element.
    pub bytes: i64,
    /// The length of vectors in bits, if it is known.
    pub bits: Option<i64>,
}

/// The builder of a function.
pub(super) struct Writer<'k, 'r> {
    pub rw: &'k mut Rewriter<'r>,
    pub shapes: &'k Shapes,
    pub work: Work<'k>,
    pub loc: Loc,
    /// The number of elements of a tile's rows and columns.
    pub length: Value,
    /// The number of active rows and columns.
    pub counts: [Value; 2],
    /// The rows and columns of the arrangement of tiles.
    pub tiles: [i64; 2],
    pub zero: Value,
    region: Region,
    entry: Block,
    captures: Vec<Capture>,
    pub map: IrMapping,
    pub known: FxHashSet<Value>,
    pub memory: FxHashMap<Value, Value>,
}

/// A buffer of finished parts whose stores are deferred.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    /// A bit that is set if stores are deferred.
    pub condition: Value,
    /// The address of the buffer.
    pub memory: Value,
}

impl<'k, 'r> Writer<'k, 'r> {
    /// Begins a function.
    pub(super) fn new(rw: &'k mut Rewriter<'r>, shapes: &'k Shapes, work: Work<'k>) -> Self {
        let region = rw.new_region();
        let entry = rw.create_block(region, &[]);
        rw.set_insertion_point(InsertPoint::End(entry));
        let loc = work.loc;
        let zero = Build { rw: &mut *rw, loc }.integer(0, Type::I64);
        let [(_, rows), (_, columns)] = work.dims;
        let mut writer = Self {
            rw,
            shapes,
            work,
            loc,
            length: zero,
            counts: [zero; 2],
            tiles: arrangement(work.bytes, rows, columns),
            zero,
            region,
            entry,
            captures: Vec::new(),
            map: IrMapping::new(),
            known: FxHashSet::default(),
            memory: FxHashMap::default(),
        };
        writer.counts = [writer.count(0), writer.count(1)];
        writer
    }

    /// Computes the number of elements of a tile's rows and columns.
    pub(super) fn use_tiles(&mut self) {
        let bytes = self.work.bytes;
        self.length = match self.work.bits {
            Some(bits) => self.number(bits / 8 / bytes),
            None => {
                let scale = self.build().call("llvm.vscale.i64", &[], Type::I64);
                self.times(scale, 16 / bytes)
            }
        };
    }

    /// A slice number that is opaque to LLVM, which encodes constants wrongly
    /// ([`terrace_target::Quirk::ConstantSlice`]).
    fn slice_number(&mut self, number: Value) -> Value {
        let number = self.build().resize(number, Type::I32, false);
        let (cx, loc) = (self.rw.cx(), self.loc);
        let unknown = InlineAsmOp::of(&[number])
            .loc(loc)
            .asm_string_attr(cx.string_attr(""))
            .constraints_attr(cx.string_attr("=r,0"))
            .res(Type::I32);
        self.rw.build_value(unknown)
    }

    /// The function.
    pub(super) fn finished(self) -> Kernel {
        Kernel { region: self.region, captures: self.captures }
    }

    /// The number of rows and of columns of all tiles together.
    pub(super) fn steps(&mut self) -> [Value; 2] {
        [self.times(self.length, self.tiles[0]), self.times(self.length, self.tiles[1])]
    }

    /// The buffer of finished parts, if several parts have to be loaded before the first is stored.
    pub(super) fn waiting(&mut self, limits: [Value; 2]) -> Option<Waiting> {
        let size = |place: usize| i64::from(self.work.dims[place].1);
        let fits = self.work.bits.is_some_and(|bits| {
            (0..2).all(|place| self.tiles[place] * bits / 8 / self.work.bytes >= size(place))
        });
        if fits { None } else { Some(self.waiting_always(limits)) }
    }

    /// The buffer of finished parts, regardless of their number.
    pub(super) fn waiting_always(&mut self, limits: [Value; 2]) -> Waiting {
        let [(_, rows), (_, columns)] = self.work.dims;
        let elements = u64::from(rows) * u64::from(columns);
        let steps = self.steps();
        let mut build = self.build();
        let rows = build.compare(ICmpPredicate::Ult, steps[0], limits[0]);
        let columns = build.compare(ICmpPredicate::Ult, steps[1], limits[1]);
        let both = OrOp::of(rows, columns).loc(build.loc);
        let condition = build.rw.build_value(both);
        let ty = ArrayType::get(self.rw.cx(), self.work.element, elements).into();
        let memory = self.at_entry(|writer| writer.build().slot(ty));
        Waiting { condition, memory }
    }

    /// Stores the buffered rows in order.
    pub(super) fn copy_out(
        &mut self,
        waiting: Waiting,
        [rows, columns]: [Value; 2],
        width: u32,
        mut destination: impl FnMut(&mut Self, Value, Value) -> Value,
    ) {
        let (zero, one, length) = (self.zero, self.number(1), self.length);
        let (element, bytes) = (self.work.element, self.work.bytes);
        self.guarded(waiting.condition, |writer| {
            writer.counted(zero, rows, one, |writer, row| {
                writer.counted(zero, columns, length, |writer, column| {
                    let predicate = writer.vectors().while_less(column, columns);
                    let from = writer.flat_address(waiting.memory, width, row, column);
                    let value = writer.vectors().load(from, predicate, element, bytes);
                    let to = destination(writer, row, column);
                    writer.vectors().store(value, to, predicate);
                });
            });
        });
    }

    pub(super) fn build(&mut self) -> Build<'_, 'r> {
        Build { rw: self.rw, loc: self.loc }
    }

    pub(super) fn vectors(&mut self) -> Vectors<'_, 'r> {
        Vectors { build: Build { rw: self.rw, loc: self.loc }, lanes: 16 / self.work.bytes }
    }

    pub(super) fn enter(&mut self, block: Block) {
        self.rw.set_insertion_point(InsertPoint::End(block));
    }

    pub(super) fn block(&mut self, args: &[Type]) -> Block {
        let args: Vec<(Type, Loc)> = args.iter().map(|&ty| (ty, self.loc)).collect();
        self.rw.create_block(self.region, &args)
    }

    pub(super) fn number(&mut self, number: i64) -> Value {
        self.build().integer(number, Type::I64)
    }

    pub(super) fn sum(&mut self, a: Value, b: Value) -> Value {
        self.build().add(a, b, IntegerOverflowFlags::NUW)
    }

    pub(super) fn times(&mut self, a: Value, factor: i64) -> Value {
        match factor {
            1 => a,
            _ => {
                let factor = self.number(factor);
                self.build().mul(a, factor, IntegerOverflowFlags::NUW)
            }
        }
    }

    pub(super) fn least(&mut self, a: Value, b: Value) -> Value {
        let mut build = self.build();
        let is_less = build.compare(ICmpPredicate::Ult, a, b);
        build.select(is_less, a, b)
    }

    /// Creates a loop over the numbers below a limit.
    pub(super) fn counted(
        &mut self,
        from: Value,
        limit: Value,
        step: Value,
        work: impl FnOnce(&mut Self, Value),
    ) {
        let header = self.block(&[Type::I64]);
        let (inner, after) = (self.block(&[]), self.block(&[]));
        self.build().branch(header, &[from]);
        self.enter(header);
        let at = self.rw.body().arg(header, 0);
        let mut build = self.build();
        let goes_on = build.compare(ICmpPredicate::Ult, at, limit);
        build.branch_if(goes_on, (inner, &[]), (after, &[]));
        self.enter(inner);
        work(self, at);
        let next = self.sum(at, step);
        self.build().branch(header, &[next]);
        self.enter(after);
    }

    /// Creates ops that are executed under a condition.
    pub(super) fn guarded(&mut self, condition: Value, work: impl FnOnce(&mut Self)) {
        let (inner, after) = (self.block(&[]), self.block(&[]));
        self.build().branch_if(condition, (inner, &[]), (after, &[]));
        self.enter(inner);
        work(self);
        self.build().branch(after, &[]);
        self.enter(after);
    }

    /// Creates ops at the start of the entry block.
    pub(super) fn at_entry<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.rw.insertion_point();
        let point = InsertPoint::start(self.rw.body(), self.entry);
        self.rw.set_insertion_point(point);
        let result = work(self);
        if let Some(before) = before {
            self.rw.set_insertion_point(before);
        }
        result
    }

    pub(super) fn parameter(&mut self, capture: Capture, ty: Type) -> Value {
        self.captures.push(capture);
        self.rw.add_argument(self.entry, ty, self.loc)
    }

    pub(super) fn pointer_type(&self) -> Type {
        PointerType::get(self.rw.cx(), 0).into()
    }

    /// The value that an original value is mapped to: a copy, or a parameter.
    pub(super) fn value(&mut self, value: Value) -> Value {
        if self.known.contains(&value) {
            return self.map.value(value);
        }
        let view = self.rw.value(value);
        let ty = view.ty();
        let constant = view
            .defining_op()
            .filter(|op| op.num_operands() == 0 && op.has_trait(TraitSet::Pure))
            .map(|op| op.id());
        let new = match constant {
            Some(op) => self.at_entry(|writer| {
                let copy = writer.rw.clone_op(op, &mut IrMapping::new());
                let copy = copy.expect("a constant holds no isolated ops");
                writer.rw.body().single_result(copy)
            }),
            None => self.parameter(Capture::Scalar(value), ty),
        };
        self.set(value, new);
        new
    }

    pub(super) fn set(&mut self, from: Value, to: Value) {
        self.known.insert(from);
        self.map.map(from, to);
    }

    /// The buffer of a captured value.
    pub(super) fn spilled(&mut self, value: Value) -> Value {
        if let Some(&memory) = self.memory.get(&value) {
            return memory;
        }
        let ty = self.pointer_type();
        let memory = self.parameter(Capture::Spilled(value), ty);
        self.memory.insert(value, memory);
        memory
    }

    /// Copies an op.
    pub(super) fn copy(&mut self, op: Op) -> Op {
        let operands: Vec<Value> = self.rw.body().operands(op).collect();
        for operand in operands {
            self.value(operand);
        }
        let copy =
            self.rw.clone_op(op, &mut self.map).expect("an op of the dialect llvm holds no isolated ops");
        self.known.extend(self.rw.body().results(op));
        copy
    }

    /// The value of the lane with these indices.
    pub(super) fn element(&mut self, slice: &Slice, value: Value, at: &[(usize, Value)]) -> Value {
        for &spilled in &slice.spilled {
            let memory = self.spilled(spilled);
            let dim = self.shapes.of(spilled).dims().next();
            let index = at.iter().find(|&&(of, _)| Some(of) == dim).map_or(self.zero, |&(_, index)| index);
            let ty = self.rw.body().value_type(spilled);
            let mut build = self.build();
            let address = build.offset(memory, ty, index, INSIDE);
            let loaded = build.load(address, ty);
            self.set(spilled, loaded);
        }
        for &op in &slice.ops {
            let view = self.rw.op(op);
            if view.isa::<IndexOp>() {
                let dim = index_dim(view, self.shapes);
                let (result, ty) = (view.single_result().id(), view.single_result().ty());
                let index =
                    at.iter().find(|&&(of, _)| Some(of) == dim).map_or(self.zero, |&(_, index)| index);
                let index = self.build().resize(index, ty, false);
                self.set(result, index);
                continue;
            }
            if Broadcast::of(view).is_some() || view.isa::<ExpressionOp>() {
                let operand = elements_of(view).next().map(|operand| operand.id());
                let result = view.single_result().id();
                if let Some(operand) = operand {
                    let new = self.value(operand);
                    self.set(result, new);
                }
                continue;
            }
            self.copy(op);
        }
        self.value(value)
    }

    /// A row of a tile if it is active, the first one otherwise; rows of the first tiles are active.
    pub(super) fn row_in(&mut self, row: Value, count: Value, tile: usize) -> Value {
        if tile == 0 { row } else { self.executed(row, count) }
    }

    /// A row or a column if it is active, the first one otherwise.
    pub(super) fn executed(&mut self, row: Value, count: Value) -> Value {
        let zero = self.zero;
        let mut build = self.build();
        let is_there = build.compare(ICmpPredicate::Ult, row, count);
        build.select(is_there, row, zero)
    }

    /// The address in the buffer of finished parts if stores are deferred, another one otherwise.
    pub(super) fn waiting_or(
        &mut self,
        waiting: Option<Waiting>,
        flat: Option<Value>,
        address: Value,
    ) -> Value {
        match (waiting, flat) {
            (Some(waiting), Some(flat)) => self.build().select(waiting.condition, flat, address),
            _ => address,
        }
    }

    /// The number of active rows or columns.
    pub(super) fn count(&mut self, place: usize) -> Value {
        let (dim, size) = self.work.dims[place];
        let mut count = self.number(size.into());
        let bounds = self.work.bounds;
        for bound in bounds {
            if bound.dim != dim {
                continue;
            }
            let first = self.element(&bound.slice, bound.value, &[(dim, self.zero)]);
            let limit = self.value(bound.limit);
            let predicate = match (bound.signed, bound.inclusive) {
                (true, false) => ICmpPredicate::Slt,
                (true, true) => ICmpPredicate::Sle,
                (false, false) => ICmpPredicate::Ult,
                (false, true) => ICmpPredicate::Ule,
            };
            let mut build = self.build();
            let any = build.compare(predicate, first, limit);
            let left = build.sub(limit, first, IntegerOverflowFlags::NONE);
            let mut left = build.resize(left, Type::I64, false);
            if bound.inclusive {
                // Less than the maximum, so that adding one does not overflow.
                let last = self.number(i64::from(size) - 1);
                left = self.least(left, last);
                let one = self.number(1);
                left = self.sum(left, one);
            }
            left = self.least(left, count);
            let zero = self.zero;
            count = self.build().select(any, left, zero);
        }
        count
    }

    pub(super) fn part(&mut self, at: [Value; 2]) -> Part {
        let mut starts = [Vec::new(), Vec::new()];
        let mut active = [Vec::new(), Vec::new()];
        for place in 0..2 {
            for tile in 0..self.tiles[place] {
                let start = match tile {
                    0 => at[place],
                    _ => {
                        let offset = self.times(self.length, tile);
                        self.sum(at[place], offset)
                    }
                };
                let count = self.counts[place];
                starts[place].push(start);
                active[place].push(self.vectors().while_less(start, count));
            }
        }
        Part { at, starts, active }
    }

    pub(super) fn tile(&self, row: usize, column: usize) -> i64 {
        row as i64 * self.tiles[1] + column as i64
    }

    /// Creates a loop over the rows of all tiles, with the slice number and the predicate of each tile.
    pub(super) fn rows(&mut self, part: &Part, work: impl FnMut(&mut Self, usize, Value, Value, &[Value])) {
        let count = self.counts[0];
        self.slices(count, [&part.starts[0], &part.active[0], &part.active[1]], work);
    }

    /// Creates loops over the rows or columns of all tiles up to a limit: the first one of each tile, whether it is
    /// active, and the predicate of the other dimension.
    pub(super) fn slices(
        &mut self,
        limit: Value,
        [starts, active, across]: [&[Value]; 3],
        mut work: impl FnMut(&mut Self, usize, Value, Value, &[Value]),
    ) {
        let across: Vec<Value> = across.iter().map(|&active| self.vectors().bytes_of(active)).collect();
        let (zero, one) = (self.zero, self.number(1));
        // Tile by tile, in the order of the original stores.
        for (place, &start) in starts.iter().enumerate() {
            let mut build = self.build();
            let any = build.compare(ICmpPredicate::Ult, start, limit);
            let left = build.sub(limit, start, IntegerOverflowFlags::NONE);
            let left = build.select(any, left, zero);
            let end = self.least(left, self.length);
            self.counted(zero, end, one, |writer, number| {
                let slice = writer.slice_number(number);
                let row = writer.sum(start, number);
                let predicates: Vec<Value> = across
                    .iter()
                    .map(|&across| writer.vectors().pick(across, active[place], slice))
                    .collect();
                work(writer, place, row, slice, &predicates);
            });
        }
    }

    /// The address of a lane in a buffer in flat order.
    pub(super) fn flat_address(&mut self, memory: Value, width: u32, row: Value, column: Value) -> Value {
        let before = self.times(row, width.into());
        let index = self.sum(before, column);
        let ty = self.work.element;
        self.build().offset(memory, ty, index, GEPNoWrapFlags::NONE)
    }

    /// The address a number of tiles after a base.
    pub(super) fn next_columns(&mut self, address: Value, tiles: usize) -> Value {
        if tiles == 0 {
            return address;
        }
        let ty = self.work.element;
        let offset = self.times(self.length, tiles as i64);
        self.build().offset(address, ty, offset, GEPNoWrapFlags::NONE)
    }

    /// The address of the first element of a later tile.
    pub(super) fn elements_after(&mut self, address: Value, element: Type, tile: usize) -> Value {
        if tile == 0 {
            return address;
        }
        let offset = self.times(self.length, tile as i64);
        self.build().offset(address, element, offset, GEPNoWrapFlags::NONE)
    }
}
