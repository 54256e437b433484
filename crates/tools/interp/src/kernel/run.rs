//! A kernel that runs: strips of iterations, one after the other.

use std::rc::Rc;

use smallvec::SmallVec;

use super::columns::{Column, LANES, Walk, carry_out, multiply_add, scalar};
use super::{Action, Kernel, Loop, OperandAccess, Source, accumulates};
use crate::inst::Inst;
use crate::object::{Array, VALUE};
use crate::program::Env;

/// A kernel that runs.
pub(super) struct Run<'a, 'e> {
    kernel: &'a Kernel,
    loops: &'a [Loop],
    accesses: &'a [OperandAccess],
    columns: Vec<Column>,
    /// The columns of which only the first lane is there, since all hold the same.
    same: Vec<bool>,
    env: &'a mut Env<'e>,
}

impl<'a, 'e> Run<'a, 'e> {
    pub(super) fn new(
        kernel: &'a Kernel,
        loops: &'a [Loop],
        accesses: &'a [OperandAccess],
        columns: Vec<Column>,
        env: &'a mut Env<'e>,
    ) -> Self {
        let same = vec![false; columns.len()];
        Self { kernel, loops, accesses, columns, same, env }
    }

    /// Executes all iterations; `None` if one of them fails.
    pub(super) fn all(&mut self) -> Option<()> {
        let numbers = |wanted: bool| {
            let loops = self.loops.iter().enumerate();
            loops.filter(move |(_, l)| l.parallel == wanted).map(|(i, _)| i).collect::<Vec<_>>()
        };
        let (mut parallel, reductions) = (numbers(true), numbers(false));
        let mut index = vec![0; self.loops.len()];
        // The loop whose iterations are lanes: the one with the cheapest accesses.
        let Some(&strip) = parallel.iter().min_by_key(|&&l| self.cost(l)) else {
            return self.reduce(&reductions, &mut index);
        };
        parallel.retain(|&l| l != strip);
        loop {
            let extent = self.loops[strip].extent;
            index[strip] = 0;
            while index[strip] < extent {
                let n = (extent - index[strip]).min(LANES as i64) as usize;
                self.strip(strip, n, &reductions, &mut index)?;
                index[strip] += n as i64;
            }
            if !self.next(&parallel, &mut index) {
                return Some(());
            }
        }
    }

    /// Returns the estimated cost of an element if this loop is vectorized, without a unit.
    fn cost(&self, l: usize) -> u64 {
        let access = |access: &OperandAccess| match access.strides[l] {
            0 => 1,
            1 => 2,
            _ => 8,
        };
        let lanes: u64 = self.accesses.iter().map(access).sum();
        lanes * 10 + 2000 / (self.loops[l].extent as u64).clamp(1, LANES as u64)
    }

    /// Advances to the next iteration of some loops, the last of which is the innermost; returns false at their end.
    fn next(&self, numbers: &[usize], index: &mut [i64]) -> bool {
        for &l in numbers.iter().rev() {
            index[l] += 1;
            if index[l] < self.loops[l].extent {
                return true;
            }
            index[l] = 0;
        }
        false
    }

    /// Returns the walk of an operand along a loop, from `index`.
    fn walk(&self, operand: usize, along: usize, n: usize, index: &[i64]) -> Walk {
        let access = &self.accesses[operand];
        let at = access.strides.iter().zip(index).fold(access.base, |at, (stride, i)| at + stride * i);
        Walk { at, stride: access.strides[along], n }
    }

    /// Reads an operand into its column.
    fn load(&mut self, operand: usize, mut walk: Walk) -> Option<()> {
        let Some(column) = self.kernel.columns[operand].0 else { return Some(()) };
        self.same[column] = walk.stride == 0;
        if walk.stride == 0 {
            walk.n = 1;
        }
        let (size, known) = (self.accesses[operand].size, self.accesses[operand].known);
        let to = &mut self.columns[column];
        match self.kernel.operands[operand].source {
            Source::Memory(reg, _) => {
                let allocation = self.env.heap.allocation(self.env.slots[reg as usize]).ok()?;
                let at = |i: usize| (walk.at + i as i64 * walk.stride) as usize * size;
                if !known && !(0..walk.n).all(|i| allocation.is_written(at(i), size)) {
                    return None;
                }
                to.load(allocation.contents(), size, walk);
            }
            Source::Object(reg) => {
                let array = self.env.objects[reg as usize].as_ref()?;
                let at = |i: usize| (walk.at + i as i64 * walk.stride) as usize;
                if !known && !(0..walk.n).all(|i| array.check_written(at(i)).is_ok()) {
                    return None;
                }
                to.load(&array.bytes, size, walk);
            }
        }
        Some(())
    }

    /// Writes a column to a destination.
    fn store(&mut self, operand: usize, column: usize, walk: Walk) -> Option<()> {
        let size = self.accesses[operand].size;
        match self.kernel.operands[operand].source {
            Source::Memory(reg, _) => {
                let allocation = self.env.heap.allocation_mut(self.env.slots[reg as usize])?;
                self.columns[column].store(allocation.contents_mut(), size, walk);
                match walk.stride {
                    1 => allocation.mark_written(walk.at as usize * size, walk.n * size),
                    _ => (0..walk.n as i64).for_each(|i| {
                        allocation.mark_written((walk.at + i * walk.stride) as usize * size, size);
                    }),
                }
            }
            Source::Object(reg) => {
                let array: &mut Array = Rc::make_mut(self.env.objects[reg as usize].as_mut()?);
                self.columns[column].store(&mut array.bytes, size, walk);
                if let Some(marks) = &mut array.marks {
                    (0..walk.n as i64).for_each(|i| marks[(walk.at + i * walk.stride) as usize] = VALUE);
                }
            }
        }
        Some(())
    }

    /// Sets the columns of the loops' variables; `along` is the loop whose iterations are lanes.
    fn count(&mut self, along: usize, index: &[i64]) {
        for (l, &at) in self.loops.iter().zip(index) {
            if let Some(column) = self.kernel.variables[l.number] {
                match l.number == self.loops[along].number {
                    true => self.columns[column].count(at as u64),
                    false => self.columns[column].fill(at as u64),
                }
            }
        }
    }

    /// Ensures that all lanes of a column are present.
    fn complete(&mut self, column: usize) {
        if std::mem::take(&mut self.same[column]) {
            let bits = self.columns[column].get(0);
            self.columns[column].fill(bits);
        }
    }

    /// Executes an action on the first `n` lanes.
    fn act(&mut self, action: &Action, n: usize) -> Option<()> {
        if let Action::MulAdd(step) = action {
            self.complete(step.other);
            multiply_add(step, step.factors.map(|column| self.same[column]), &mut self.columns, n);
            return Some(());
        }
        action.reads().iter().for_each(|&column| self.complete(column));
        match action {
            Action::MulAdd(_) => None,
            Action::ColumnStep(step) => carry_out(step, &mut self.columns, n).ok(),
            Action::Native(number, uses, defs) => {
                for lane in 0..n {
                    for &(reg, column) in uses {
                        self.env.slots[reg as usize] = self.columns[column].get(lane);
                    }
                    (self.kernel.natives[*number].run)(self.env).ok()?;
                    for &(reg, column) in defs {
                        self.columns[column].set(lane, self.env.slots[reg as usize]);
                    }
                }
                Some(())
            }
        }
    }

    /// Executes the iterations of a strip of `n` lanes.
    fn strip(&mut self, along: usize, n: usize, reductions: &[usize], index: &mut [i64]) -> Option<()> {
        let kernel = self.kernel;
        let moves = |access: &OperandAccess| reductions.iter().any(|&l| access.strides[l] != 0);
        let (mut every_time, mut once) = (Vec::new(), Vec::new());
        for (i, access) in self.accesses.iter().enumerate() {
            if kernel.operands[i].read.is_some() {
                if moves(access) { &mut every_time } else { &mut once }.push(i);
            }
        }
        for &operand in &once {
            self.load(operand, self.walk(operand, along, n, index))?;
        }
        let counts = kernel.variables.iter().any(Option::is_some);
        loop {
            for &operand in &every_time {
                self.load(operand, self.walk(operand, along, n, index))?;
            }
            if counts {
                self.count(along, index);
            }
            for action in &kernel.actions {
                self.act(action, n)?;
            }
            self.take_results(n);
            if !self.next(reductions, index) {
                break;
            }
        }
        for (i, operand) in kernel.operands.iter().enumerate() {
            if let (Some(_), (Some(column), _)) = (operand.written, kernel.columns[i]) {
                self.store(i, column, self.walk(i, along, n, index))?;
            }
        }
        Some(())
    }

    /// Passes the results of an iteration to the next one.
    fn take_results(&mut self, n: usize) {
        let kernel = self.kernel;
        let pairs = kernel.columns.iter().filter_map(|&(read, written)| Some((read?, written?)));
        if let [pair] = pairs.clone().collect::<SmallVec<[_; 2]>>()[..]
            && self.kernel.kinds[pair.0] == self.kernel.kinds[pair.1]
            && kernel.actions.iter().any(|action| action.writes().contains(&pair.1))
        {
            // A written column is recomputed in each strip, so it may be moved.
            self.same[pair.0] = false;
            return self.columns.swap(pair.0, pair.1);
        }
        // All at once, since a result may be what another destination held.
        let pairs: SmallVec<[(usize, usize); 2]> = pairs.collect();
        pairs.iter().for_each(|&(_, written)| self.complete(written));
        let news: Vec<(usize, Column)> =
            pairs.iter().map(|&(read, written)| (read, self.columns[written].clone())).collect();
        for (read, column) in news {
            self.same[read] = false;
            self.columns[read].copy(&column, n);
        }
    }

    /// Executes a reduction to one element: the actions that depend on it lane by lane, the others at once.
    fn reduce(&mut self, reductions: &[usize], index: &mut [i64]) -> Option<()> {
        let kernel = self.kernel;
        let (&along, around) = reductions.split_last()?;
        for (i, operand) in kernel.operands.iter().enumerate() {
            if operand.written.is_some() && operand.read.is_some() {
                self.load(i, self.walk(i, along, 1, index))?;
                kernel.columns[i].0.into_iter().for_each(|column| self.complete(column));
            }
        }
        let actions = || kernel.actions.iter().zip(&kernel.late);
        let late: Vec<&Action> = actions().filter(|(_, late)| **late).map(|(action, _)| action).collect();
        let pairs: Vec<(usize, usize)> =
            kernel.columns.iter().filter_map(|&(read, written)| Some((read?, written?))).collect();
        loop {
            index[along] = 0;
            while index[along] < self.loops[along].extent {
                let n = (self.loops[along].extent - index[along]).min(LANES as i64) as usize;
                for (i, operand) in kernel.operands.iter().enumerate() {
                    if operand.written.is_none() {
                        self.load(i, self.walk(i, along, n, index))?;
                        kernel.columns[i].0.into_iter().for_each(|column| self.complete(column));
                    }
                }
                self.count(along, index);
                for (action, _) in actions().filter(|(_, late)| !**late) {
                    self.act(action, n)?;
                }
                self.fold(&late, &pairs, n)?;
                index[along] += n as i64;
            }
            index[along] = 0;
            if !self.next(around, index) {
                break;
            }
        }
        for (i, operand) in kernel.operands.iter().enumerate() {
            if let (Some(_), (Some(column), _)) = (operand.written, kernel.columns[i]) {
                self.store(i, column, self.walk(i, along, 1, index))?;
            }
        }
        Some(())
    }

    /// Executes the actions that depend on the destinations, which are in lane 0 of their columns, for each lane in
    /// order.
    fn fold(&mut self, late: &[&Action], pairs: &[(usize, usize)], n: usize) -> Option<()> {
        if let ([Action::ColumnStep(step)], &[(held, made)]) = (late, pairs)
            && step.d == made
            && let Some((place, other)) = accumulates(step, held)
        {
            let mut held_bits = self.columns[held].get(0);
            match (&step.inst, &self.columns[other]) {
                (Inst::AddF32 { .. }, Column::F32(lanes)) => {
                    let start = crate::float_ops::as_f32(held_bits);
                    held_bits = crate::float_ops::of_f32(lanes[..n].iter().fold(start, |sum, x| sum + x));
                }
                (Inst::AddF64 { .. }, Column::F64(lanes)) => {
                    let start = f64::from_bits(held_bits);
                    let sum = lanes[..n].iter().fold(start, |sum, x| sum + x);
                    held_bits = sum.to_bits();
                }
                (inst, lanes) => {
                    for lane in 0..n {
                        let other = lanes.get(lane);
                        let (a, b) = if place == 0 { (held_bits, other) } else { (other, held_bits) };
                        held_bits = scalar(inst, a, b, b).ok()?;
                    }
                }
            }
            self.columns[held].set(0, held_bits);
            return Some(());
        }
        // The columns that stay where they are while the lanes of the others are moved to the front.
        let mut moved: Vec<usize> = Vec::new();
        let mut made: Vec<usize> = pairs.iter().map(|&(held, _)| held).collect();
        for action in late {
            moved.extend(action.reads());
            made.extend(action.writes());
        }
        moved.extend(pairs.iter().map(|&(_, made)| made));
        moved.sort_unstable();
        moved.dedup();
        moved.retain(|column| !made.contains(column));
        let kept: Vec<u64> = moved.iter().map(|&column| self.columns[column].get(0)).collect();
        for lane in 0..n {
            for &column in &moved {
                let bits = self.columns[column].get(lane);
                self.columns[column].set(0, bits);
            }
            for action in late {
                self.act(action, 1)?;
            }
            let news: Vec<u64> = pairs.iter().map(|&(_, made)| self.columns[made].get(0)).collect();
            for (&(held, _), bits) in pairs.iter().zip(news) {
                self.columns[held].set(0, bits);
            }
        }
        // Invariant columns were not modified by this; the moved lanes are restored.
        for (&column, bits) in moved.iter().zip(kept) {
            if self.kernel.uniforms.iter().any(|&(_, uniform)| uniform == column) {
                self.columns[column].set(0, bits);
            }
        }
        Some(())
    }
}
