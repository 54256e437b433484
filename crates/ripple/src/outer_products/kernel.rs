//! The function that accumulates outer products in tiles: it executes the loop once for each part of the block.

use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::*;
use terrace_dialects_llvm::types::{ArrayType, vector_type};
use terrace_ir::{Op, Rewriter, TraitSet, Type, Value};
use terrace_target::aarch64::access_slice;

use super::factors::Factor;
use super::groups::Group;
use super::linear::INSIDE;
use super::recognize::{Destination, OuterProduct};
use super::writer::{Capture, Kernel, Part, Waiting, Work, Writer};
use crate::analysis::Shapes;
use crate::dialect::{ExpressionOp, is_ripple};

/// Writes the function for a loop; `bits` is the length of vectors, if it is known.
pub(super) fn write(
    rw: &mut Rewriter<'_>,
    shapes: &Shapes,
    product: &OuterProduct,
    bits: Option<i64>,
) -> Kernel {
    let work = Work {
        loc: product.loc,
        dims: product.dims,
        bounds: &product.bounds,
        element: product.accumulation.element(rw.cx()),
        bytes: product.accumulation.bytes(),
        bits,
    };
    let mut writer = Writer::new(rw, shapes, work);
    writer.use_tiles();
    writer.outer_product(product);
    writer.finished()
}

impl Writer<'_, '_> {
    fn outer_product(&mut self, product: &OuterProduct) {
        let destination = product.destination.as_ref();
        let (zero, counts, steps) = (self.zero, self.counts, self.steps());
        let waiting = destination.and_then(|_| self.waiting(counts));
        self.counted(zero, counts[0], steps[0], |writer, row| {
            writer.counted(zero, counts[1], steps[1], |writer, column| {
                let part = writer.part([row, column]);
                writer.begin(product, &part);
                writer.accumulate(product, &part);
                writer.finish(product, &part, waiting);
            });
        });
        if let (Some(waiting), Some(to)) = (waiting, destination) {
            self.copy_out(waiting, counts, self.work.dims[1].1, |writer, row, column| {
                writer.destination_of(to, row, column)
            });
        }
        let ret = ReturnOp::of().loc(self.loc);
        self.rw.build(ret);
    }

    /// Initializes tiles with the initial value of the accumulator.
    fn begin(&mut self, product: &OuterProduct, part: &Part) {
        if is_zero(self.rw, product.initial) {
            self.vectors().zero_tiles();
            return;
        }
        let width = self.work.dims[1].1;
        let memory = match product.initial_address {
            Some(_) => None,
            None => Some(self.accumulator(product)),
        };
        self.rows(part, |writer, place, row, slice, predicates| {
            let address = match (&product.initial_address, memory) {
                (Some((address, computed)), _) => {
                    let [(rows, _), (columns, _)] = writer.work.dims;
                    writer.element(computed, *address, &[(rows, row), (columns, part.at[1])])
                }
                (None, Some(memory)) => writer.flat_address(memory, width, row, part.at[1]),
                (None, None) => writer.zero,
            };
            writer.access_rows(false, [slice, address], place, predicates);
        });
    }

    /// Loads or stores one row of each tile that is in a given row of tiles, from a slice number and an address on.
    pub(super) fn access_rows(
        &mut self,
        is_store: bool,
        [slice, address]: [Value; 2],
        place: usize,
        predicates: &[Value],
    ) {
        let intrinsic = access_slice(is_store, self.work.bytes, true);
        for (column, &predicate) in predicates.iter().enumerate() {
            let address = self.next_columns(address, column);
            let tile = self.tile(place, column);
            self.vectors().access_slice(&intrinsic, tile, slice, predicate, address);
        }
    }

    pub(super) fn accumulator(&mut self, product: &OuterProduct) -> Value {
        let (marker, ty) = (product.initial, self.pointer_type());
        if let Some(&memory) = self.memory.get(&marker) {
            return memory;
        }
        let memory = self.parameter(Capture::Accumulator, ty);
        self.memory.insert(marker, memory);
        memory
    }

    /// Stores tiles to the destination of the accumulator.
    fn finish(&mut self, product: &OuterProduct, part: &Part, waiting: Option<Waiting>) {
        let destination = product.destination.as_ref();
        let memory = match destination {
            None => Some(self.accumulator(product)),
            Some(_) => waiting.map(|waiting| waiting.memory),
        };
        let width = self.work.dims[1].1;
        self.rows(part, |writer, place, row, slice, predicates| {
            let flat = memory.map(|memory| writer.flat_address(memory, width, row, part.at[1]));
            let address = match destination {
                Some(to) => {
                    let address = writer.destination_of(to, row, part.at[1]);
                    writer.waiting_or(waiting, flat, address)
                }
                None => flat.unwrap_or(writer.zero),
            };
            writer.access_rows(true, [slice, address], place, predicates);
        });
    }

    fn destination_of(&mut self, to: &Destination, row: Value, column: Value) -> Value {
        let [(rows, _), (columns, _)] = self.work.dims;
        self.element(&to.slice, to.address, &[(rows, row), (columns, column)])
    }

    /// Copies the loop.
    fn accumulate(&mut self, product: &OuterProduct, part: &Part) {
        self.copy_loop(product, false, |writer, op| writer.op(product, op, part));
    }

    fn op(&mut self, product: &OuterProduct, op: Op, part: &Part) {
        if product.updates.contains_key(&op) {
            self.update(product, op, part);
            return;
        }
        if self.copy_branch(product, op, false) {
            return;
        }
        let view = self.rw.op(op);
        let is_left_out = is_ripple(view)
            || view.isa::<AssumeOp>()
            || view.has_trait(TraitSet::DebugInfo)
            || view.results().any(|result| !self.shapes.of(result.id()).is_scalar());
        if is_left_out {
            return;
        }
        if let Some(mark) = view.cast::<ExpressionOp>() {
            let (operand, result) = (mark.value().id(), view.single_result().id());
            let new = self.value(operand);
            self.set(result, new);
            return;
        }
        self.copy(op);
    }

    fn update(&mut self, product: &OuterProduct, op: Op, part: &Part) {
        // Other updates are executed with the last one of their group.
        let Some(group) = product.groups.get(&op) else { return };
        let [rows, columns] = [0, 1].map(|place| self.factors(product, group, place, part));
        for (row, &a) in rows.iter().enumerate() {
            for (column, &b) in columns.iter().enumerate() {
                let tile = self.tile(row, column);
                let predicates = [part.active[0][row], part.active[1][column]];
                self.vectors().add_outer_product(product.accumulation, tile, predicates, [a, b]);
            }
        }
    }

    /// The factors of some updates for the rows or columns of all tiles.
    fn factors(&mut self, product: &OuterProduct, group: &Group, place: usize, part: &Part) -> Vec<Value> {
        let accumulation = product.accumulation;
        if let Some(together) = &group.together[place] {
            let all = self.vector(together, place, part);
            return all.into_iter().map(|value| self.vectors().narrow(value, accumulation)).collect();
        }
        let each: Vec<Vec<Value>> = group
            .updates
            .iter()
            .map(|op| {
                let update = &product.updates[op];
                self.vector(if place == 0 { &update.row } else { &update.column }, place, part)
            })
            .collect();
        (0..self.tiles[place] as usize)
            .map(|tile| {
                let values: Vec<Value> = each.iter().map(|all| all[tile]).collect();
                self.vectors().combine(&values, accumulation)
            })
            .collect()
    }

    fn vector(&mut self, factor: &Factor, place: usize, part: &Part) -> Vec<Value> {
        let (dim, size) = self.work.dims[place];
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
                let ty = vector_type(self.rw.cx(), *element, 16 / self.work.bytes, true);
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

    /// The elements for all tiles, from contiguous memory.
    fn consecutive(&mut self, memory: Value, element: Type, place: usize, part: &Part) -> Vec<Value> {
        let first = self.build().offset(memory, element, part.at[place], INSIDE);
        (0..self.tiles[place] as usize)
            .map(|tile| {
                let address = self.elements_after(first, element, tile);
                self.vectors().load(address, part.active[place][tile], element, 1)
            })
            .collect()
    }
}

/// Whether a value is a constant of zero bits only.
pub(super) fn is_zero(rw: &Rewriter<'_>, value: Value) -> bool {
    let Some(op) = rw.value(value).defining_op() else { return false };
    if op.isa::<ZeroOp>() {
        return true;
    }
    let Some(constant) = op.cast::<ConstantOp>() else { return false };
    let attr = constant.value_attr();
    match attr.as_float(op.cx()) {
        Some(number) => number.is_zero() && !number.is_negative(),
        None => crate::evaluate::integer_of_constant(op) == Some(0),
    }
}
