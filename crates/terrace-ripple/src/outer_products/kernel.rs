//! Writes the function that accumulates outer products in tiles.
//!
//! It goes over the block in parts of as many rows and columns as the tiles have, whose number depends on the length of
//! vectors, and carries out the loop for each part. What lies outside of the block, or of the elements that are executed,
//! is masked by predicates; addresses are those of elements that are executed.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::*;
use terrace_dialects_llvm::types::{ArrayType, PointerType, vector_type};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, InsertPoint, Loc, Op, Region, Rewriter, Type, Value};

use super::factors::Factor;
use super::linear::{INSIDE, Slice, index_dim};
use super::recognize::{Destination, OuterProduct};
use super::sme::Vectors;
use super::target::Accumulation;
use crate::analysis::Shapes;
use crate::dialect::ExpressionOp;
use crate::intrinsics::RippleCall;
use crate::parallel_loops::build::Build;
use crate::prepare::ripple_call_of;

/// What is passed to the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Capture {
    /// A scalar.
    Scalar(Value),
    /// The address of memory in which a value is, one element after the other.
    Spilled(Value),
    /// The address of memory for the accumulator, in flat order.
    Accumulator,
}

/// The function's blocks, in a region that nothing owns, and what is passed to it.
pub(super) struct Kernel {
    /// The region.
    pub region: Region,
    /// What the parameters are.
    pub captures: Vec<Capture>,
}

/// A part of the block.
struct Part {
    /// The first row and the first column.
    at: [Value; 2],
    /// For each tile's rows and columns, their first ones.
    starts: [Vec<Value>; 2],
    /// Which of them are executed.
    active: [Vec<Value>; 2],
}

/// Writes the function.
pub(super) struct Writer<'k, 'r> {
    pub rw: &'k mut Rewriter<'r>,
    pub shapes: &'k Shapes,
    pub product: &'k OuterProduct,
    pub loc: Loc,
    region: Region,
    entry: Block,
    captures: Vec<Capture>,
    map: IrMapping,
    known: FxHashSet<Value>,
    memory: FxHashMap<Value, Value>,
    /// The number of elements of a tile's rows and columns.
    length: Value,
    /// How many there are of each, as far as they are executed.
    counts: [Value; 2],
    /// How many rows and columns of tiles there are.
    tiles: [i64; 2],
    zero: Value,
}

/// Writes the function for a loop; `bits` is the length of vectors, if it is known.
pub(super) fn write(
    rw: &mut Rewriter<'_>,
    shapes: &Shapes,
    product: &OuterProduct,
    bits: Option<i64>,
) -> Kernel {
    let region = rw.new_region();
    let entry = rw.create_block(region, &[]);
    rw.set_insertion_point(InsertPoint::End(entry));
    let loc = product.loc;
    let mut build = Build { rw: &mut *rw, loc };
    let zero = build.integer(0, Type::I64);
    let [(_, rows), (_, columns)] = product.dims;
    let mut writer = Writer {
        rw,
        shapes,
        product,
        loc,
        region,
        entry,
        captures: Vec::new(),
        map: IrMapping::new(),
        known: FxHashSet::default(),
        memory: FxHashMap::default(),
        length: zero,
        counts: [zero; 2],
        tiles: product.accumulation.arrangement(rows, columns),
        zero,
    };
    writer.function(bits);
    Kernel { region, captures: writer.captures }
}

impl<'r> Writer<'_, 'r> {
    pub(super) fn build(&mut self) -> Build<'_, 'r> {
        Build { rw: self.rw, loc: self.loc }
    }

    pub(super) fn vectors(&mut self) -> Vectors<'_, 'r> {
        Vectors { build: Build { rw: self.rw, loc: self.loc }, lanes: self.product.accumulation.lanes() }
    }

    fn enter(&mut self, block: Block) {
        self.rw.set_insertion_point(InsertPoint::End(block));
    }

    fn block(&mut self, args: &[Type]) -> Block {
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

    fn least(&mut self, a: Value, b: Value) -> Value {
        let mut build = self.build();
        let is_less = build.compare(ICmpPredicate::Ult, a, b);
        build.select(is_less, a, b)
    }

    /// A loop over numbers below a limit.
    fn counted(&mut self, from: Value, limit: Value, step: Value, work: impl FnOnce(&mut Self, Value)) {
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

    /// What is executed under a condition.
    fn guarded(&mut self, condition: Value, work: impl FnOnce(&mut Self)) {
        let (inner, after) = (self.block(&[]), self.block(&[]));
        self.build().branch_if(condition, (inner, &[]), (after, &[]));
        self.enter(inner);
        work(self);
        self.build().branch(after, &[]);
        self.enter(after);
    }

    /// Something at the beginning of the function.
    fn at_entry<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.rw.insertion_point();
        let point = InsertPoint::start(self.rw.body(), self.entry);
        self.rw.set_insertion_point(point);
        let result = work(self);
        if let Some(before) = before {
            self.rw.set_insertion_point(before);
        }
        result
    }

    fn parameter(&mut self, capture: Capture, ty: Type) -> Value {
        self.captures.push(capture);
        self.rw.add_argument(self.entry, ty, self.loc)
    }

    fn pointer_type(&self) -> Type {
        PointerType::get(self.rw.cx(), 0).into()
    }

    /// What a value of the original is: a copy, or a parameter.
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

    fn set(&mut self, from: Value, to: Value) {
        self.known.insert(from);
        self.map.map(from, to);
    }

    /// The memory in which a value of the original is.
    fn spilled(&mut self, value: Value) -> Value {
        if let Some(&memory) = self.memory.get(&value) {
            return memory;
        }
        let ty = self.pointer_type();
        let memory = self.parameter(Capture::Spilled(value), ty);
        self.memory.insert(value, memory);
        memory
    }

    /// Copies an op.
    fn copy(&mut self, op: Op) -> Op {
        let operands: Vec<Value> = self.rw.body().operands(op).collect();
        for operand in operands {
            self.value(operand);
        }
        let copy =
            self.rw.clone_op(op, &mut self.map).expect("an op of the dialect llvm holds no isolated ops");
        self.known.extend(self.rw.body().results(op));
        copy
    }

    /// A value of the element with these indices.
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
            let call = ripple_call_of(view);
            if call == Some(RippleCall::Index) {
                let dim = index_dim(view, self.shapes);
                let (result, ty) = (view.result(0).id(), view.result(0).ty());
                let index =
                    at.iter().find(|&&(of, _)| Some(of) == dim).map_or(self.zero, |&(_, index)| index);
                let index = self.build().resize(index, ty, false);
                self.set(result, index);
                continue;
            }
            if call == Some(RippleCall::Broadcast) || view.isa::<ExpressionOp>() {
                let operand = super::linear::elements_of(view).next().map(|operand| operand.id());
                let result = view.result(0).id();
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

    fn function(&mut self, bits: Option<i64>) {
        let accumulation = self.product.accumulation;
        self.length = match bits {
            Some(bits) => self.number(bits / 8 / accumulation.bytes()),
            None => {
                let scale = self.build().call("llvm.vscale.i64", &[], Type::I64);
                self.times(scale, accumulation.lanes())
            }
        };
        self.counts = [self.count(0), self.count(1)];
        let steps = [self.times(self.length, self.tiles[0]), self.times(self.length, self.tiles[1])];
        let destination = self.product.destination.clone();
        let size = |place: usize| i64::from(self.product.dims[place].1);
        let fits = bits.is_some_and(|bits| {
            (0..2).all(|place| self.tiles[place] * bits / 8 / accumulation.bytes() >= size(place))
        });
        // Where parts are written while others are still to be read, they wait in memory of the function.
        let waits = destination.as_ref().filter(|to| !to.is_distinct && !fits).map(|_| {
            let count = self.counts[0];
            self.build().compare(ICmpPredicate::Ult, steps[0], count)
        });
        let waits = waits.map(|rows| {
            let (step, count) = (steps[1], self.counts[1]);
            let mut build = self.build();
            let columns = build.compare(ICmpPredicate::Ult, step, count);
            let both = OrOp::builder(build.cx(), build.loc).lhs(rows).rhs(columns);
            let both = build.rw.build_value(both);
            let elements = (size(0) * size(1)) as u64;
            let ty = ArrayType::get(build.cx(), accumulation.element(build.cx()), elements).into();
            (both, self.at_entry(|writer| writer.build().slot(ty)))
        });
        let (zero, counts) = (self.zero, self.counts);
        self.counted(zero, counts[0], steps[0], |writer, row| {
            writer.counted(zero, counts[1], steps[1], |writer, column| {
                let part = writer.part([row, column]);
                writer.begin(&part);
                writer.accumulate(&part);
                writer.finish(&part, destination.as_ref(), waits);
            });
        });
        if let (Some((waits, memory)), Some(to)) = (waits, &destination) {
            self.guarded(waits, |writer| writer.copy_out(memory, to));
        }
        let ret = ReturnOp::builder(self.rw.cx(), self.loc);
        self.rw.build(ret);
    }

    /// How many rows or columns are executed.
    fn count(&mut self, place: usize) -> Value {
        let (dim, size) = self.product.dims[place];
        let mut count = self.number(size.into());
        for bound in &self.product.bounds {
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
                // Less than all numbers there are, so that one more does not overflow.
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

    fn part(&mut self, at: [Value; 2]) -> Part {
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

    fn tile(&self, row: usize, column: usize) -> i64 {
        row as i64 * self.tiles[1] + column as i64
    }

    /// Goes over the rows of all tiles, with the number of the slice and the predicate of each tile.
    fn rows(&mut self, part: &Part, mut work: impl FnMut(&mut Self, usize, Value, Value, &[Value])) {
        let left = {
            let (count, at) = (self.counts[0], part.at[0]);
            self.build().sub(count, at, IntegerOverflowFlags::NUW)
        };
        let limit = self.least(left, self.length);
        let columns: Vec<Value> =
            part.active[1].iter().map(|&active| self.vectors().to_bytes(active)).collect();
        let (zero, one) = (self.zero, self.number(1));
        self.counted(zero, limit, one, |writer, number| {
            let slice = writer.build().resize(number, Type::I32, false);
            for (place, &start) in part.starts[0].iter().enumerate() {
                let row = writer.sum(start, number);
                let predicates: Vec<Value> = columns
                    .iter()
                    .map(|&column| writer.vectors().pick(column, part.active[0][place], slice))
                    .collect();
                work(writer, place, row, slice, &predicates);
            }
        });
    }

    /// Gives tiles the values that the accumulator begins with.
    fn begin(&mut self, part: &Part) {
        if is_zero(self.rw, self.product.initial) {
            self.vectors().zero_tiles();
            return;
        }
        let memory = self.accumulator();
        let letter = self.product.accumulation.letter();
        self.rows(part, |writer, place, row, slice, predicates| {
            let address = writer.flat_address(memory, row, part.at[1]);
            for (column, &predicate) in predicates.iter().enumerate() {
                let address = writer.next_columns(address, column);
                let tile = writer.tile(place, column);
                writer.vectors().access_row(&format!("ld1{letter}.horiz"), tile, slice, predicate, address);
            }
        });
    }

    fn accumulator(&mut self) -> Value {
        let (marker, ty) = (self.product.initial, self.pointer_type());
        if let Some(&memory) = self.memory.get(&marker) {
            return memory;
        }
        let memory = self.parameter(Capture::Accumulator, ty);
        self.memory.insert(marker, memory);
        memory
    }

    /// The address of an element in memory in flat order.
    fn flat_address(&mut self, memory: Value, row: Value, column: Value) -> Value {
        let before = self.times(row, self.product.dims[1].1.into());
        let index = self.sum(before, column);
        let ty = self.product.accumulation.element(self.rw.cx());
        self.build().offset(memory, ty, index, terrace_dialects_llvm::enums::GEPNoWrapFlags::NONE)
    }

    /// The address a number of tiles after another one.
    fn next_columns(&mut self, address: Value, tiles: usize) -> Value {
        if tiles == 0 {
            return address;
        }
        let ty = self.product.accumulation.element(self.rw.cx());
        let offset = self.times(self.length, tiles as i64);
        self.build().offset(address, ty, offset, terrace_dialects_llvm::enums::GEPNoWrapFlags::NONE)
    }

    /// Writes tiles to where the accumulator goes.
    fn finish(&mut self, part: &Part, destination: Option<&Destination>, waits: Option<(Value, Value)>) {
        let memory = match (destination, waits) {
            (None, _) => Some(self.accumulator()),
            (Some(_), waits) => waits.map(|(_, memory)| memory),
        };
        let letter = self.product.accumulation.letter();
        let (zero, count) = (self.zero, self.counts[0]);
        self.rows(part, |writer, place, row, slice, predicates| {
            let flat = memory.map(|memory| writer.flat_address(memory, row, part.at[1]));
            let address = match destination {
                Some(to) => {
                    let row = match place {
                        0 => row,
                        _ => {
                            let mut build = writer.build();
                            let is_there = build.compare(ICmpPredicate::Ult, row, count);
                            build.select(is_there, row, zero)
                        }
                    };
                    let address = writer.destination_of(to, row, part.at[1]);
                    match (waits, flat) {
                        (Some((waits, _)), Some(flat)) => writer.build().select(waits, flat, address),
                        _ => address,
                    }
                }
                None => flat.unwrap_or(zero),
            };
            for (column, &predicate) in predicates.iter().enumerate() {
                let address = writer.next_columns(address, column);
                let tile = writer.tile(place, column);
                writer.vectors().access_row(&format!("st1{letter}.horiz"), tile, slice, predicate, address);
            }
        });
    }

    fn destination_of(&mut self, to: &Destination, row: Value, column: Value) -> Value {
        let [(rows, _), (columns, _)] = self.product.dims;
        self.element(&to.slice, to.address, &[(rows, row), (columns, column)])
    }

    /// Writes what waited in memory.
    fn copy_out(&mut self, memory: Value, to: &Destination) {
        let (zero, one, length, counts) = (self.zero, self.number(1), self.length, self.counts);
        let element = self.product.accumulation.element(self.rw.cx());
        let alignment = self.product.accumulation.bytes();
        self.counted(zero, counts[0], one, |writer, row| {
            writer.counted(zero, counts[1], length, |writer, column| {
                let predicate = writer.vectors().while_less(column, counts[1]);
                let from = writer.flat_address(memory, row, column);
                let value = writer.vectors().load(from, predicate, element, alignment);
                let to = writer.destination_of(to, row, column);
                writer.vectors().store(value, to, predicate);
            });
        });
    }

    /// Copies the loop.
    fn accumulate(&mut self, part: &Part) {
        let product = self.product;
        let mut blocks = Vec::new();
        for &block in &product.blocks {
            let args: Vec<(Value, Type)> = self.passed_args(block);
            let types: Vec<Type> = args.iter().map(|&(_, ty)| ty).collect();
            let copy = self.block(&types);
            let new: Vec<Value> = self.rw.body().args(copy).collect();
            args.iter().zip(new).for_each(|(&(from, _), to)| self.set(from, to));
            blocks.push(copy);
        }
        let done = self.block(&[]);
        let target = |block: Block| match product.blocks.iter().position(|&other| other == block) {
            Some(at) => blocks[at],
            None => done,
        };
        let (entry, index) = product.entry;
        let operands = self.passed_values(entry, index);
        self.build().branch(blocks[0], &operands);
        for (&block, &copy) in product.blocks.iter().zip(&blocks) {
            self.enter(copy);
            let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
            for op in ops {
                self.op(op, part, &target);
            }
        }
        self.enter(done);
    }

    /// The arguments of a block that are scalars.
    fn passed_args(&self, block: Block) -> Vec<(Value, Type)> {
        let body = self.rw.body();
        body.args(block)
            .filter(|arg| !self.product.state_args.contains(arg))
            .map(|arg| (arg, body.value_type(arg)))
            .collect()
    }

    /// What a branch passes for them.
    fn passed_values(&mut self, branch: Op, index: usize) -> Vec<Value> {
        let view = self.rw.op(branch);
        let target = view.successors().nth(index).map(|block| block.id());
        let Some(target) = target.filter(|target| self.product.blocks.contains(target)) else {
            return Vec::new();
        };
        let operands = view.interface::<dyn BranchOp>().map(|op| op.successor_operands(view, index));
        let values: Vec<Value> = self
            .rw
            .body()
            .args(target)
            .enumerate()
            .filter(|(_, arg)| !self.product.state_args.contains(arg))
            .filter_map(|(place, _)| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .collect();
        values.into_iter().map(|value| self.value(value)).collect()
    }

    fn op(&mut self, op: Op, part: &Part, target: &dyn Fn(Block) -> Block) {
        if self.product.updates.contains_key(&op) {
            self.update(op, part);
            return;
        }
        let view = self.rw.op(op);
        if view.isa::<BrOp>() {
            let dest = view.successors().next().map(|block| block.id());
            let operands = self.passed_values(op, 0);
            if let Some(dest) = dest {
                self.build().branch(target(dest), &operands);
            }
            return;
        }
        if let Some(branch) = view.cast::<CondBrOp>() {
            let (condition, yes, no) =
                (branch.condition().id(), branch.true_dest().id(), branch.false_dest().id());
            let (to_yes, to_no) = (self.passed_values(op, 0), self.passed_values(op, 1));
            let condition = self.value(condition);
            self.build().branch_if(condition, (target(yes), &to_yes), (target(no), &to_no));
            return;
        }
        let is_left_out = ripple_call_of(view).is_some()
            || view.isa::<AssumeOp>()
            || view.name_text().starts_with("llvm.intr.dbg.")
            || view.results().any(|result| !self.shapes.of(result.id()).is_scalar());
        if is_left_out {
            return;
        }
        if view.isa::<ExpressionOp>() {
            let (operand, result) = (view.operands().next().map(|value| value.id()), view.result(0).id());
            if let Some(operand) = operand {
                let new = self.value(operand);
                self.set(result, new);
            }
            return;
        }
        self.copy(op);
    }

    fn update(&mut self, op: Op, part: &Part) {
        let product = self.product;
        let update = &product.updates[&op];
        let [rows, columns] =
            [(&update.row, 0), (&update.column, 1)].map(|(factor, place)| self.factor(factor, place, part));
        for (row, &a) in rows.iter().enumerate() {
            for (column, &b) in columns.iter().enumerate() {
                let tile = self.tile(row, column);
                let predicates = [part.active[0][row], part.active[1][column]];
                self.vectors().add_outer_product(product.accumulation, tile, predicates, [a, b]);
            }
        }
    }

    /// A factor for the rows or columns of all tiles.
    fn factor(&mut self, factor: &Factor, place: usize, part: &Part) -> Vec<Value> {
        let accumulation = self.product.accumulation;
        match accumulation {
            Accumulation::F32 | Accumulation::F64 => self.vector(factor, place, part),
            Accumulation::I8 { .. } | Accumulation::I16 { .. } => {
                let all = self.vector(factor, place, part);
                all.into_iter().map(|value| self.vectors().narrow(value, accumulation)).collect()
            }
        }
    }

    fn vector(&mut self, factor: &Factor, place: usize, part: &Part) -> Vec<Value> {
        let (dim, size) = self.product.dims[place];
        let tiles = self.tiles[place];
        match factor {
            Factor::Splat(value) => {
                let value = self.value(*value);
                let splat = self.vectors().splat(value);
                vec![splat; tiles as usize]
            }
            Factor::Load { address, slice, element, alignment } => {
                let first = self.element(slice, *address, &[(dim, part.at[place])]);
                (0..tiles as usize)
                    .map(|tile| {
                        let address = self.elements_after(first, *element, tile);
                        self.vectors().load(address, part.active[place][tile], *element, *alignment)
                    })
                    .collect()
            }
            Factor::Kept { value, element } => {
                let memory = self.spilled(*value);
                self.consecutive(memory, *element, place, part)
            }
            Factor::Single { value, slice, element } => {
                let ty = ArrayType::get(self.rw.cx(), *element, size.into()).into();
                let memory = self.at_entry(|writer| writer.build().slot(ty));
                let (count, one) = (self.counts[place], self.number(1));
                let step = self.times(self.length, tiles);
                let end = self.sum(part.at[place], step);
                let end = self.least(end, count);
                self.counted(part.at[place], end, one, |writer, at| {
                    let value = writer.element(slice, *value, &[(dim, at)]);
                    let mut build = writer.build();
                    let address = build.offset(memory, *element, at, INSIDE);
                    build.store(value, address);
                });
                self.consecutive(memory, *element, place, part)
            }
            Factor::Elementwise { op, operands, element } => {
                let operands: Vec<Vec<Value>> =
                    operands.iter().map(|operand| self.vector(operand, place, part)).collect();
                let ty = vector_type(self.rw.cx(), *element, self.product.accumulation.lanes(), true);
                (0..tiles as usize)
                    .map(|tile| {
                        let operands: Vec<Value> = operands.iter().map(|all| all[tile]).collect();
                        let view = self.rw.op(*op);
                        let (name, props, attrs) = (view.name(), view.props().to_vec(), view.attrs());
                        let made = self.rw.create_op(&terrace_ir::OpSpec {
                            name,
                            operands: &operands,
                            results: &[ty],
                            props: &props,
                            attrs,
                            successors: &[],
                            loc: self.loc,
                        });
                        self.rw.body().single_result(made)
                    })
                    .collect()
            }
        }
    }

    /// The elements of all tiles, from memory in which they follow each other.
    fn consecutive(&mut self, memory: Value, element: Type, place: usize, part: &Part) -> Vec<Value> {
        let first = self.build().offset(memory, element, part.at[place], INSIDE);
        (0..self.tiles[place] as usize)
            .map(|tile| {
                let address = self.elements_after(first, element, tile);
                self.vectors().load(address, part.active[place][tile], element, 1)
            })
            .collect()
    }

    /// The address of the first element of a later tile.
    fn elements_after(&mut self, address: Value, element: Type, tile: usize) -> Value {
        if tile == 0 {
            return address;
        }
        let offset = self.times(self.length, tile as i64);
        self.build().offset(address, element, offset, terrace_dialects_llvm::enums::GEPNoWrapFlags::NONE)
    }
}

/// Whether a value is a zero whose bits are all zero.
pub(super) fn is_zero(rw: &Rewriter<'_>, value: Value) -> bool {
    let Some(op) = rw.value(value).defining_op() else { return false };
    if op.isa::<ZeroOp>() {
        return true;
    }
    let Some(constant) = op.cast::<ConstantOp>() else { return false };
    let attr = ConstantOpView::value_attr(constant);
    match attr.as_float(op.cx()) {
        Some(number) => number.is_zero() && !number.is_negative(),
        None => crate::evaluate::integer_of_constant(op) == Some(0),
    }
}
