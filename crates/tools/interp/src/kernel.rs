//! Loops over elements, many iterations at once.
//!
//! An op of linalg is a loop nest around straight-line code. Iterations run in strips along one of its parallel loops, each
//! instruction for a whole strip: a [column](columns::Column) for each register. Results are bit-identical to those of a
//! sequential execution. A reduction to one number, which has no parallel loop, computes in columns what does not depend on
//! that number, and the rest in order.
//!
//! A kernel executes an op entirely or not at all: on an index out of bounds, uninitialized memory, overlapping operands or
//! an instruction without a value it changes nothing, and the loops after it report the error.

pub mod columns;
mod run;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::columns::{Column, ColumnKind, ColumnStep, MulAdd};
use self::run::Run;
use crate::heap::Saved;
use crate::inst::{Inst, Reg};
use crate::layout::{Element, Scalar};
use crate::object::{Object, VALUE};
use crate::program::{Env, Native};
use crate::view::View;

/// One index of an access: a constant, and how often each loop's variable is added.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The constant.
    pub constant: i64,
    /// The factor of each loop.
    pub factors: Vec<i64>,
}

/// The location of a kernel operand's elements.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// After a memref of this rank in slots.
    Memory(Reg, u32),
    /// In an object register.
    Object(Reg),
}

/// An operand of a kernel.
#[derive(Debug)]
pub struct Operand {
    /// The location of its elements.
    pub source: Source,
    /// The elements, each held in one slot.
    pub element: Element,
    /// The index of an iteration's element, as an expression per dimension.
    pub indices: Vec<Linear>,
    /// The slot in which the code expects it; `None` if it does not read it.
    pub read: Option<Reg>,
    /// The slot in which the code leaves a new value, for what is written.
    pub written: Option<Reg>,
}

/// The components of a kernel.
pub struct KernelParts {
    /// The operands.
    pub operands: Vec<Operand>,
    /// The slots of the extents of the loops, and whether their iterations are independent.
    pub loops: Vec<(Reg, bool)>,
    /// The slots in which the code expects the loops' variables.
    pub variables: Vec<Reg>,
    /// The code of an iteration: no jumps, no accesses to memory.
    pub code: Vec<Inst>,
    /// The native functions of the code, by their number less `first_native`.
    pub natives: Vec<Native>,
    /// The number of the first of them.
    pub first_native: u32,
}

/// One thing that is done for a strip.
enum Action {
    ColumnStep(ColumnStep),
    MulAdd(MulAdd),
    /// A native function: the slots it reads and writes, with their columns.
    Native(usize, Vec<(Reg, usize)>, Vec<(Reg, usize)>),
}

impl Action {
    /// The columns it reads, some of them twice.
    fn reads(&self) -> SmallVec<[usize; 4]> {
        match self {
            Action::ColumnStep(step) => step.args[..].into(),
            Action::MulAdd(step) => [step.factors[0], step.factors[1], step.other][..].into(),
            Action::Native(_, uses, _) => uses.iter().map(|&(_, column)| column).collect(),
        }
    }

    /// The columns it writes.
    fn writes(&self) -> SmallVec<[usize; 4]> {
        match self {
            Action::ColumnStep(step) => [step.d][..].into(),
            Action::MulAdd(step) => [step.d][..].into(),
            Action::Native(_, _, defs) => defs.iter().map(|&(_, column)| column).collect(),
        }
    }
}

/// An op that loops over elements, compiled.
pub struct Kernel {
    operands: Vec<Operand>,
    loops: Vec<(Reg, bool)>,
    kinds: Vec<ColumnKind>,
    /// Columns of what the code uses from around it, with their slots.
    uniforms: Vec<(Reg, usize)>,
    /// For each loop, the column of its variable, where it is used.
    variables: Vec<Option<usize>>,
    actions: Vec<Action>,
    natives: Vec<Native>,
    /// For each action, whether it depends on what is reduced.
    late: Vec<bool>,
    /// The columns of each operand: the one that is read, and the one that is written.
    columns: Vec<(Option<usize>, Option<usize>)>,
    /// Whether an action may find that there is no value.
    faulty: bool,
}

/// An operand in one run: the number of an element is `base` and the sum of each loop's variable and stride.
struct OperandAccess {
    base: i64,
    strides: Vec<i64>,
    /// The least and the greatest number.
    range: (i64, i64),
    size: usize,
    /// Whether all that may be read is known to have been written.
    known: bool,
}

/// A loop in one run.
#[derive(Clone, Copy)]
struct Loop {
    extent: i64,
    parallel: bool,
    /// The index of the kernel's loop; one loop may represent several.
    number: usize,
}

impl Kernel {
    /// A kernel, if the code is of the kind that kernels can run.
    pub fn new(parts: KernelParts) -> Option<Kernel> {
        let KernelParts { operands, loops, variables, code, natives, first_native } = parts;
        let mut kernel = Kernel {
            columns: vec![(None, None); operands.len()],
            variables: vec![None; loops.len()],
            operands,
            loops,
            kinds: Vec::new(),
            uniforms: Vec::new(),
            actions: Vec::new(),
            late: Vec::new(),
            faulty: !natives.is_empty(),
            natives,
        };
        // The column that each slot is in at this point of the code.
        let mut now: FxHashMap<Reg, usize> = FxHashMap::default();
        for (i, operand) in kernel.operands.iter().enumerate() {
            if operand.element.slots() != 1 {
                return None;
            }
            let kind = match operand.element.scalar {
                Scalar::Float(kind) => ColumnKind::of_float(kind),
                Scalar::Int(_) => ColumnKind::Bits,
            };
            // A destination has a column even where the code does not look at it.
            if operand.read.is_some() || operand.written.is_some() {
                kernel.kinds.push(kind);
                kernel.columns[i].0 = Some(kernel.kinds.len() - 1);
            }
            if let Some(reg) = operand.read {
                now.insert(reg, kernel.kinds.len() - 1);
            }
        }
        for (i, &reg) in variables.iter().enumerate() {
            kernel.kinds.push(ColumnKind::Bits);
            kernel.variables[i] = Some(kernel.kinds.len() - 1);
            now.insert(reg, kernel.kinds.len() - 1);
        }
        for inst in code {
            kernel.append(inst, first_native, &mut now)?;
        }
        for (i, operand) in kernel.operands.iter().enumerate() {
            if let Some(reg) = operand.written {
                let column = *now.entry(reg).or_insert_with(|| {
                    kernel.kinds.push(ColumnKind::Bits);
                    kernel.uniforms.push((reg, kernel.kinds.len() - 1));
                    kernel.kinds.len() - 1
                });
                kernel.columns[i].1 = Some(column);
            }
        }
        if kernel.loops.iter().any(|&(_, parallel)| parallel) {
            kernel.fuse();
        }
        kernel.find_what_is_late();
        let used = |column: usize| kernel.uses(column) > 0;
        let variables = kernel.variables.iter().map(|v| v.filter(|&column| used(column))).collect();
        kernel.variables = variables;
        Some(kernel)
    }

    /// The column of a slot that the code reads; a slot that it does not define is one of what is around it.
    fn column(&mut self, reg: Reg, kind: ColumnKind, now: &mut FxHashMap<Reg, usize>) -> usize {
        *now.entry(reg).or_insert_with(|| {
            self.kinds.push(kind);
            self.uniforms.push((reg, self.kinds.len() - 1));
            self.kinds.len() - 1
        })
    }

    fn append(&mut self, inst: Inst, first_native: u32, now: &mut FxHashMap<Reg, usize>) -> Option<()> {
        let (d, args, wanted, result) = match inst {
            Inst::Copy { d, a } => {
                let column = self.column(a, ColumnKind::Bits, now);
                now.insert(d, column);
                return Some(());
            }
            Inst::Native { index } => {
                let number = index.checked_sub(first_native)? as usize;
                let native = self.natives.get(number)?;
                if !native.object_uses.is_empty() || !native.object_defs.is_empty() {
                    return None;
                }
                let (uses, defs) = (native.uses.clone(), native.defs.clone());
                let uses =
                    uses.into_iter().map(|reg| (reg, self.column(reg, ColumnKind::Bits, now))).collect();
                let define = |reg: Reg| {
                    self.kinds.push(ColumnKind::Bits);
                    now.insert(reg, self.kinds.len() - 1);
                    (reg, self.kinds.len() - 1)
                };
                let defs = defs.into_iter().map(define).collect();
                self.actions.push(Action::Native(number, uses, defs));
                return Some(());
            }
            Inst::Add { d, a, b, .. }
            | Inst::Sub { d, a, b, .. }
            | Inst::Mul { d, a, b, .. }
            | Inst::And { d, a, b }
            | Inst::Or { d, a, b }
            | Inst::Xor { d, a, b }
            | Inst::Compare { d, a, b, .. } => (d, [a, b, b], ColumnKind::Bits, ColumnKind::Bits),
            Inst::Int { d, a, b, .. } => {
                self.faulty = true;
                (d, [a, b, b], ColumnKind::Bits, ColumnKind::Bits)
            }
            Inst::SignExtend { d, a, .. } | Inst::Truncate { d, a, .. } => {
                (d, [a, a, a], ColumnKind::Bits, ColumnKind::Bits)
            }
            Inst::AddF32 { d, a, b } | Inst::SubF32 { d, a, b } | Inst::MulF32 { d, a, b } => {
                (d, [a, b, b], ColumnKind::F32, ColumnKind::F32)
            }
            Inst::AddF64 { d, a, b } | Inst::SubF64 { d, a, b } | Inst::MulF64 { d, a, b } => {
                (d, [a, b, b], ColumnKind::F64, ColumnKind::F64)
            }
            Inst::Float { kind, d, a, b, .. } => {
                (d, [a, b, b], ColumnKind::of_float(kind), ColumnKind::of_float(kind))
            }
            Inst::CompareFloat { kind, d, a, b, .. } => {
                (d, [a, b, b], ColumnKind::of_float(kind), ColumnKind::Bits)
            }
            Inst::Select { d, a, b } => {
                let known = [a, b].map(|reg| now.get(&reg).map(|&column| self.kinds[column]));
                let kind = known[0].or(known[1]).unwrap_or(ColumnKind::Bits);
                let condition = self.column(d, ColumnKind::Bits, now);
                let chosen = [a, b].map(|reg| self.column(reg, kind, now));
                self.kinds.push(kind);
                let result = self.kinds.len() - 1;
                now.insert(d, result);
                let args = [condition, chosen[0], chosen[1]];
                self.actions.push(Action::ColumnStep(ColumnStep { inst, d: result, args }));
                return Some(());
            }
            _ => return None,
        };
        let args = args.map(|reg| self.column(reg, wanted, now));
        self.kinds.push(result);
        now.insert(d, self.kinds.len() - 1);
        self.actions.push(Action::ColumnStep(ColumnStep { inst, d: self.kinds.len() - 1, args }));
        Some(())
    }

    /// Returns the number of actions and destinations that read a column.
    fn uses(&self, column: usize) -> usize {
        let reads = |action: &&Action| action.reads().contains(&column);
        let given = self.columns.iter().filter(|columns| columns.1 == Some(column)).count();
        self.actions.iter().filter(reads).count() + given
    }

    /// Fuses a product with its only user to one action, if that is an addition.
    fn fuse(&mut self) {
        for i in 1..self.actions.len() {
            let (Action::ColumnStep(mul), Action::ColumnStep(add)) = (&self.actions[i - 1], &self.actions[i])
            else {
                continue;
            };
            let kind = match (mul.inst, add.inst) {
                (Inst::MulF32 { .. }, Inst::AddF32 { .. }) => ColumnKind::F32,
                (Inst::MulF64 { .. }, Inst::AddF64 { .. }) => ColumnKind::F64,
                _ => continue,
            };
            let factors = [mul.args[0], mul.args[1]];
            let Some((place, other)) = accumulates(add, mul.d) else { continue };
            let fits = |&column: &usize| self.kinds[column] == kind;
            if self.uses(mul.d) != 1 || !factors.iter().chain([&other, &add.d]).all(fits) {
                continue;
            }
            let d = add.d;
            self.actions[i] = Action::MulAdd(MulAdd { factors, other, product_first: place == 0, d });
            // The remaining product writes to an unused column.
            self.actions[i - 1] = Action::Native(usize::MAX, Vec::new(), Vec::new());
        }
        self.actions.retain(|action| !matches!(action, Action::Native(usize::MAX, ..)));
    }

    /// Marks the actions that depend on what the destinations hold.
    fn find_what_is_late(&mut self) {
        let mut late = vec![false; self.kinds.len()];
        for (operand, columns) in self.operands.iter().zip(&self.columns) {
            if let (Some(_), (Some(column), _)) = (operand.written, columns) {
                late[*column] = true;
            }
        }
        for action in &self.actions {
            let is_late = action.reads().iter().any(|&column| late[column]);
            action.writes().iter().for_each(|&column| late[column] = is_late);
            self.late.push(is_late);
        }
    }

    /// Executes the whole op, in at most `budget` steps. Returns the number of steps, or `None` with nothing done.
    pub fn run(&self, env: &mut Env<'_>, budget: u64) -> Option<u64> {
        let mut loops: Vec<Loop> = Vec::new();
        let mut iterations = 1u64;
        for (number, &(reg, parallel)) in self.loops.iter().enumerate() {
            let extent = i64::try_from(env.slots[reg as usize]).ok()?;
            iterations = iterations.checked_mul(extent as u64)?;
            loops.push(Loop { extent, parallel, number });
        }
        let steps = iterations.checked_mul(self.actions.len() as u64 + self.operands.len() as u64)?;
        if iterations < LEAST_ITERATIONS || steps > budget {
            return None;
        }
        let mut accesses =
            self.operands.iter().map(|o| self.access(o, &loops, env)).collect::<Option<Vec<_>>>()?;
        self.check_overlaps(&loops, &accesses, env)?;
        merge(&mut loops, &mut accesses, &self.variables);
        if env.heap.is_watched() {
            self.watch(&loops, &accesses, env)?;
        }

        let saved = if self.faulty || accesses.iter().any(|access| !access.known) {
            Some(self.save(&accesses, env)?)
        } else {
            None
        };
        let mut columns: Vec<Column> = self.kinds.iter().map(|&kind| Column::new(kind)).collect();
        for &(reg, column) in &self.uniforms {
            columns[column].fill(env.slots[reg as usize]);
        }
        if Run::new(self, &loops, &accesses, columns, env).all().is_none() {
            self.restore(saved?, env);
            return None;
        }
        for operand in self.operands.iter().filter(|operand| operand.written.is_some()) {
            if let Source::Object(reg) = operand.source
                && let Some(array) = env.objects[reg as usize].as_mut()
                && array.marks.as_ref().is_some_and(|marks| marks.iter().all(|&mark| mark == VALUE))
            {
                Rc::make_mut(array).marks = None;
            }
        }
        Some(steps)
    }

    /// Returns the access to an operand in this run; `None` if an element would be out of bounds.
    fn access(&self, operand: &Operand, loops: &[Loop], env: &Env<'_>) -> Option<OperandAccess> {
        let rank = operand.indices.len();
        let (sizes, strides, base): (Vec<u64>, Vec<i64>, i64) = match operand.source {
            Source::Memory(reg, memref_rank) => {
                let first = reg as usize;
                if memref_rank as usize != rank {
                    return None;
                }
                let sizes = env.slots[first + 2..first + 2 + rank].to_vec();
                let strides = &env.slots[first + 2 + rank..first + 2 + 2 * rank];
                (sizes, strides.iter().map(|&s| s as i64).collect(), env.slots[first + 1] as i64)
            }
            Source::Object(reg) => {
                let shape = &env.objects[reg as usize].as_ref()?.shape;
                if shape.len() != rank {
                    return None;
                }
                let strides = crate::memref::row_major(shape);
                (shape.clone(), strides.iter().map(|&s| s as i64).collect(), 0)
            }
        };
        let mut access =
            OperandAccess { base, strides: vec![0; loops.len()], range: (0, 0), size: 0, known: true };
        for ((index, &size), &stride) in operand.indices.iter().zip(&sizes).zip(&strides) {
            let (mut least, mut greatest) = (index.constant, index.constant);
            access.base = access.base.checked_add(index.constant.checked_mul(stride)?)?;
            for (i, (&factor, l)) in index.factors.iter().zip(loops).enumerate() {
                let reach = factor.checked_mul(l.extent - 1)?;
                if reach < 0 {
                    least = least.checked_add(reach)?
                } else {
                    greatest = greatest.checked_add(reach)?
                }
                access.strides[i] = access.strides[i].checked_add(factor.checked_mul(stride)?)?;
            }
            if least < 0 || greatest as u64 >= size {
                return None;
            }
        }
        access.range = (access.base, access.base);
        for (&stride, l) in access.strides.iter().zip(loops) {
            let reach = stride.checked_mul(l.extent - 1)?;
            if reach < 0 {
                access.range.0 += reach
            } else {
                access.range.1 = access.range.1.checked_add(reach)?
            }
        }
        access.size = operand.element.bytes();
        let (from, to) = (usize::try_from(access.range.0).ok()?, access.range.1 as usize + 1);
        let (from, to) = (from.checked_mul(access.size)?, to.checked_mul(access.size)?);
        access.known = match operand.source {
            Source::Memory(reg, _) => {
                let allocation = env.heap.allocation(env.slots[reg as usize]).ok()?;
                if to > allocation.len() || operand.written.is_some() && allocation.constant {
                    return None;
                }
                operand.read.is_none() || allocation.is_written(from, to - from)
            }
            Source::Object(reg) => {
                let array = env.objects[reg as usize].as_ref()?;
                if to > array.bytes.len() {
                    return None;
                }
                operand.read.is_none() || array.marks.is_none()
            }
        };
        Some(access)
    }

    /// Records the memory accesses among parallel iterations; `None` if those access the same memory.
    fn watch(&self, loops: &[Loop], accesses: &[OperandAccess], env: &mut Env<'_>) -> Option<()> {
        use crate::races::ElementAccess::{Read, Write};
        for (operand, access) in self.operands.iter().zip(accesses) {
            let Source::Memory(reg, _) = operand.source else { continue };
            // Loops that do not move the operand access the same elements again.
            let moving = || access.strides.iter().zip(loops).filter(|(stride, _)| **stride != 0);
            let elements = View {
                offset: access.base as u64,
                sizes: moving().map(|(_, l)| l.extent as u64).collect(),
                strides: moving().map(|(&stride, _)| stride as u64).collect(),
            };
            let handle = env.slots[reg as usize];
            for element in elements.places() {
                let at = (element * access.size) as u64;
                if operand.read.is_some() {
                    env.heap.watch(handle, at, access.size, Read).ok()?;
                }
                if operand.written.is_some() {
                    env.heap.watch(handle, at, access.size, Write).ok()?;
                }
            }
        }
        Some(())
    }

    /// `None` if iterations or operands overlap in a way that the order of execution affects.
    fn check_overlaps(&self, loops: &[Loop], accesses: &[OperandAccess], env: &Env<'_>) -> Option<()> {
        let allocation = |operand: &Operand| match operand.source {
            Source::Memory(reg, _) => Some(env.slots[reg as usize]),
            Source::Object(_) => None,
        };
        let reduces = loops.iter().any(|l| !l.parallel && l.extent > 1);
        for (i, (operand, access)) in self.operands.iter().zip(accesses).enumerate() {
            if operand.written.is_none() {
                continue;
            }
            // Each parallel iteration writes distinct elements, and each reduction stays at its element.
            let mut ways: Vec<(u64, i64)> = Vec::new();
            for (&stride, l) in access.strides.iter().zip(loops).filter(|(_, l)| l.extent > 1) {
                match l.parallel {
                    true => ways.push((stride.unsigned_abs(), l.extent)),
                    false if stride != 0 => return None,
                    false => {}
                }
            }
            ways.sort_unstable();
            let mut reach = 0u64;
            for (stride, extent) in ways {
                if stride <= reach {
                    return None;
                }
                reach = reach.checked_add(stride.checked_mul(extent as u64 - 1)?)?;
            }
            let Some(handle) = allocation(operand) else { continue };
            for (j, (other, there)) in self.operands.iter().zip(accesses).enumerate() {
                let apart = access.range.1 < there.range.0 || there.range.1 < access.range.0;
                let unused = other.read.is_none() && other.written.is_none();
                if i == j || unused || allocation(other) != Some(handle) || apart && access.size == there.size
                {
                    continue;
                }
                let same = access.base == there.base && access.strides == there.strides;
                if !same || access.size != there.size || other.written.is_some() || reduces {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Saves the contents of the destinations.
    fn save(&self, accesses: &[OperandAccess], env: &Env<'_>) -> Option<Vec<Kept>> {
        let written = self.operands.iter().zip(accesses).filter(|(operand, _)| operand.written.is_some());
        let keep = |(operand, access): (&Operand, &OperandAccess)| {
            Some(match operand.source {
                Source::Object(reg) => Kept::Object(reg, env.objects[reg as usize].clone()),
                Source::Memory(reg, _) => {
                    let handle = env.slots[reg as usize];
                    let (from, to) = (access.range.0 as usize, access.range.1 as usize + 1);
                    let saved = env.heap.save(handle, from * access.size, (to - from) * access.size).ok()?;
                    Kept::Memory(handle, saved)
                }
            })
        };
        written.map(keep).collect()
    }

    fn restore(&self, kept: Vec<Kept>, env: &mut Env<'_>) {
        for kept in kept {
            match kept {
                Kept::Object(reg, object) => env.objects[reg as usize] = object,
                Kept::Memory(handle, saved) => env.heap.restore(handle, saved),
            }
        }
    }
}

/// The saved contents of a destination.
enum Kept {
    Object(Reg, Object),
    Memory(u64, Saved),
}

/// Fewer iterations are not worth the preparations.
const LEAST_ITERATIONS: u64 = 32;

/// Merges consecutive loops of the same kind if the accesses of all operands are contiguous across both.
fn merge(loops: &mut Vec<Loop>, accesses: &mut [OperandAccess], variables: &[Option<usize>]) {
    let mut i = 1;
    while i < loops.len() {
        let (outer, inner) = (loops[i - 1], loops[i]);
        let fits = |access: &OperandAccess| {
            inner.extent.checked_mul(access.strides[i]) == Some(access.strides[i - 1])
        };
        let unseen = |l: Loop| variables[l.number].is_none();
        let one = outer.extent == 1 || inner.extent == 1;
        let kept = if inner.extent == 1 { i - 1 } else { i };
        if unseen(outer)
            && unseen(inner)
            && outer.parallel == inner.parallel
            && (one || accesses.iter().all(fits))
        {
            // The strides of the loop that has iterations stay; of two that fit, those of the inner one.
            loops[kept].extent = outer.extent * inner.extent;
            let gone = if kept == i { i - 1 } else { i };
            loops.remove(gone);
            accesses.iter_mut().for_each(|access| {
                access.strides.remove(gone);
            });
        } else {
            i += 1;
        }
    }
}

/// Returns the position of a column among a binary step's operands, and the column of the other operand; `None` if it
/// is not one of two different operands.
fn accumulates(step: &ColumnStep, held: usize) -> Option<(usize, usize)> {
    if matches!(step.inst, Inst::Select { .. }) {
        return None;
    }
    match step.args {
        [a, b, _] if a == held && b != held => Some((0, b)),
        [a, b, _] if b == held && a != held => Some((1, a)),
        _ => None,
    }
}
