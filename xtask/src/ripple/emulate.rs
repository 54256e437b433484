//! An emulation of kernels: element by element, one op after the other.

use super::forms::Cleanup;
use super::libraries;
use super::numbers::{binary, called, cast, combine, compare, constant, cut, float_bits, neutral, signed};
use super::program::{
    Affine, CLEANUPS, DIMS, Expr, Kernel, LAST, LENGTH, SHUFFLES, Shape, SliceIndex, Stmt, Ty, join,
};

/// A value: the bits of each element of a shape.
#[derive(Clone)]
struct Val {
    shape: Shape,
    data: Vec<u64>,
}

fn elements(shape: Shape) -> usize {
    shape.iter().product()
}

fn place(shape: Shape, at: [usize; DIMS]) -> usize {
    let mut flat = 0;
    let mut stride = 1;
    for dim in 0..DIMS {
        if shape[dim] > 1 {
            flat += stride * at[dim];
            stride *= shape[dim];
        }
    }
    flat
}

fn coordinates(shape: Shape, mut flat: usize) -> [usize; DIMS] {
    shape.map(|size| {
        let at = flat % size;
        flat /= size;
        at
    })
}

impl Val {
    fn at(&self, shape: Shape, flat: usize) -> u64 {
        self.data[place(self.shape, coordinates(shape, flat))]
    }
}

/// A mask: a bit for each element of a shape.
#[derive(Clone)]
struct Mask {
    shape: Shape,
    bits: Vec<bool>,
}

impl Mask {
    fn all(shape: Shape) -> Self {
        Self { shape, bits: vec![true; elements(shape)] }
    }

    /// The mask for values of a shape: dimensions that the shape lacks are or-ed, those that the mask lacks
    /// are broadcast.
    fn for_shape(&self, shape: Shape) -> Vec<bool> {
        let mut bits = vec![false; elements(shape)];
        let whole = join(shape, self.shape);
        for flat in 0..elements(whole) {
            let at = coordinates(whole, flat);
            if self.bits[place(self.shape, at)] {
                bits[place(shape, at)] = true;
            }
        }
        bits
    }

    fn and(&self, condition: &Val, wanted: bool) -> Self {
        self.with(condition.shape, |bit, shape, flat| bit && (condition.at(shape, flat) != 0) == wanted)
    }

    /// The elements of this mask that are not in another one.
    fn without(&self, other: &Self) -> Self {
        self.with(other.shape, |bit, shape, flat| bit && !other.at(shape, flat))
    }

    fn or(&self, other: &Self) -> Self {
        self.with(other.shape, |bit, shape, flat| bit || other.at(shape, flat))
    }

    fn at(&self, shape: Shape, flat: usize) -> bool {
        self.bits[place(self.shape, coordinates(shape, flat))]
    }

    /// A mask of this shape joined with another one: a function of a bit, and an index in that shape.
    fn with(&self, other: Shape, bit: impl Fn(bool, Shape, usize) -> bool) -> Self {
        let shape = join(self.shape, other);
        let bits = (0..elements(shape)).map(|flat| bit(self.at(shape, flat), shape, flat)).collect();
        Self { shape, bits }
    }

    fn any(&self) -> bool {
        self.bits.contains(&true)
    }
}

/// The elements that are removed from the masks of the following statements, by kind of exit.
struct Gone {
    returned: Mask,
    broken: Mask,
    continued: Mask,
    jumped: Mask,
}

fn none() -> Mask {
    Mask { shape: [1; DIMS], bits: vec![false] }
}

struct Machine<'k> {
    kernel: &'k Kernel,
    arrays: Vec<Vec<u64>>,
    vars: Vec<Val>,
}

/// The contents of an array before a kernel runs.
pub(super) fn initial(array: usize, ty: Ty) -> Vec<u64> {
    initial_of(array, ty, LENGTH)
}

/// The contents of an array of a length before a program runs.
pub(super) fn initial_of(array: usize, ty: Ty, length: usize) -> Vec<u64> {
    (0..length)
        .map(|at| {
            let number = (at as u64).wrapping_mul(2_654_435_761).wrapping_add(array as u64 * 40_503) >> 7;
            match ty {
                Ty::Int { .. } | Ty::Bool => cut(number, ty),
                _ => float_bits((number % 97) as f64 - 40.0, ty),
            }
        })
        .collect()
}

/// The contents of arrays of a kernel before it runs.
pub(super) fn initial_arrays(kernel: &Kernel) -> Vec<Vec<u64>> {
    kernel.arrays.iter().enumerate().map(|(at, &ty)| initial(at, ty)).collect()
}

/// Returns arrays after a kernel has run on them.
pub(super) fn run(kernel: &Kernel, arrays: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let vars = kernel
        .vars
        .iter()
        .map(|var| Val { shape: var.shape, data: vec![constant(var.ty, var.init); elements(var.shape)] })
        .collect();
    let mut machine = Machine { kernel, arrays, vars };
    let one = [1; DIMS];
    let mut gone = Gone { returned: none(), broken: none(), continued: none(), jumped: none() };
    machine.block(&kernel.body, &Mask::all(one), &mut gone);
    machine.arrays
}

impl Machine<'_> {
    fn block(&mut self, body: &[Stmt], mask: &Mask, gone: &mut Gone) {
        for statement in body {
            let mask = mask
                .without(&gone.returned)
                .without(&gone.broken)
                .without(&gone.continued)
                .without(&gone.jumped);
            if mask.any() {
                self.statement(statement, &mask, gone);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt, mask: &Mask, gone: &mut Gone) {
        match statement {
            Stmt::Assign(var, value) => {
                let value = self.eval(value, mask);
                self.assign(*var, &value, mask);
            }
            Stmt::Store(array, index, value) => {
                let (index, value) = (self.eval(index, mask), self.eval(value, mask));
                self.store(*array, &index, &value, mask);
            }
            Stmt::StoreAt(array, index, value) => {
                let (index, value) = (self.affine(index), self.eval(value, mask));
                self.store(*array, &index, &value, mask);
            }
            Stmt::If(condition, yes, no) => {
                let condition = self.eval(condition, mask);
                let (first, second) = (mask.and(&condition, true), mask.and(&condition, false));
                self.block(yes, &first, gone);
                self.block(no, &second, gone);
            }
            Stmt::For(var, count, body) => {
                for number in 0..*count {
                    self.vars[*var].data = vec![number as u64];
                    self.block(body, mask, gone);
                }
            }
            Stmt::While(var, bound, condition, body) => {
                self.repeat(*var, *bound, condition, body, mask, gone)
            }
            Stmt::Break(condition) => {
                let condition = self.eval(condition, mask);
                gone.broken = gone.broken.or(&mask.and(&condition, true));
            }
            Stmt::Continue(condition) => {
                let condition = self.eval(condition, mask);
                gone.continued = gone.continued.or(&mask.and(&condition, true));
            }
            Stmt::Leave(flag, value, condition) => {
                let condition = self.eval(condition, mask);
                let leaving = mask.and(&condition, true);
                if leaving.any() {
                    let value = self.eval(value, &leaving);
                    self.assign(*flag, &value, &leaving);
                }
                gone.broken = gone.broken.or(&leaving);
            }
            Stmt::Jump(condition) => {
                let condition = self.eval(condition, mask);
                gone.jumped = gone.jumped.or(&mask.and(&condition, true));
            }
            Stmt::Scope(cleanup, body, rest) => {
                let jumped = std::mem::replace(&mut gone.jumped, none());
                self.block(body, mask, gone);
                if let Some(cleanup) = cleanup {
                    self.clean_up(*cleanup, mask);
                }
                self.block(rest, mask, gone);
                gone.jumped = jumped;
            }
            Stmt::Return(condition) => {
                let condition = self.eval(condition, mask);
                gone.returned = gone.returned.or(&mask.and(&condition, true));
            }
            Stmt::Parallel(var, dims, start, end, step, body) => {
                let block = self.kernel.block;
                let distance = (end - start) * step.signum();
                let total = if distance > 0 { (distance - 1) / step.abs() + 1 } else { 0 };
                let size: usize = dims.iter().map(|&dim| block[dim]).product();
                let shape = self.kernel.vars[*var].shape;
                let linear: Vec<i64> = (0..elements(shape))
                    .map(|flat| {
                        let at = coordinates(shape, flat);
                        let (mut linear, mut factor) = (0, 1);
                        for &dim in dims {
                            linear += factor * at[dim] as i64;
                            factor *= block[dim] as i64;
                        }
                        linear
                    })
                    .collect();
                let mut chunk = 0;
                let broken = std::mem::replace(&mut gone.broken, none());
                let continued = std::mem::replace(&mut gone.continued, none());
                while chunk * (size as i64) < total && !gone.broken.any() {
                    let first = chunk * size as i64;
                    let ty = self.kernel.vars[*var].ty;
                    self.vars[*var].data =
                        linear.iter().map(|at| cut((start + (first + at) * step) as u64, ty)).collect();
                    let active =
                        Val { shape, data: linear.iter().map(|at| u64::from(first + at < total)).collect() };
                    self.block(body, &mask.and(&active, true), gone);
                    gone.continued = none();
                    chunk += 1;
                }
                gone.continued = continued;
                gone.broken = broken;
            }
            Stmt::Strip(var, dim, start, end, body) => {
                let size = self.kernel.block[*dim];
                let shape = std::array::from_fn(|at| if at == *dim { size } else { 1 });
                for first in (*start..*end).step_by(size) {
                    self.vars[*var].data = vec![first as u64];
                    let active = (0..size as i64).map(|at| u64::from(first + at < *end)).collect();
                    self.block(body, &mask.and(&Val { shape, data: active }, true), gone);
                }
            }
        }
    }

    fn repeat(
        &mut self,
        var: usize,
        bound: i64,
        condition: &Expr,
        body: &[Stmt],
        mask: &Mask,
        gone: &mut Gone,
    ) {
        let shape = self.kernel.vars[var].shape;
        self.vars[var].data = vec![0; elements(shape)];
        let mut live = mask.clone();
        let before =
            (std::mem::replace(&mut gone.broken, none()), std::mem::replace(&mut gone.continued, none()));
        loop {
            let counter = Val {
                shape,
                data: self.vars[var].data.iter().map(|&number| u64::from((number as i64) < bound)).collect(),
            };
            live = live.and(&counter, true);
            let condition = self.eval(condition, &live);
            live = live.and(&condition, true);
            if !live.any() {
                break;
            }
            self.block(body, &live, gone);
            live = live.without(&gone.broken).without(&gone.returned);
            gone.continued = none();
            let active = live.for_shape(shape);
            for (number, active) in self.vars[var].data.iter_mut().zip(active) {
                *number += u64::from(active);
            }
        }
        (gone.broken, gone.continued) = before;
    }

    fn assign(&mut self, var: usize, value: &Val, mask: &Mask) {
        let shape = self.kernel.vars[var].shape;
        let active = mask.for_shape(shape);
        for (flat, active) in active.into_iter().enumerate() {
            if active {
                self.vars[var].data[flat] = value.at(shape, flat);
            }
        }
    }

    fn store(&mut self, array: usize, index: &Val, value: &Val, mask: &Mask) {
        let active = mask.for_shape(index.shape);
        for (flat, active) in active.into_iter().enumerate() {
            if active {
                self.arrays[array][index.data[flat] as usize & (LENGTH - 1)] = value.at(index.shape, flat);
            }
        }
    }

    /// Runs the destructors of a local of each element of a mask.
    fn clean_up(&mut self, cleanup: Cleanup, mask: &Mask) {
        let shape = self.kernel.block;
        for (flat, active) in mask.for_shape(shape).into_iter().enumerate() {
            if active {
                let at = coordinates(shape, flat);
                let place = (0..DIMS).map(|dim| at[dim] * cleanup.factors[dim]).sum::<usize>();
                let number = &mut self.arrays[CLEANUPS][place];
                let sum = (*number as u32).wrapping_mul(Cleanup::FACTOR).wrapping_add(cleanup.value as u32);
                *number = u64::from(sum.wrapping_add(self.vars[LAST].at(shape, flat) as u32));
            }
        }
    }

    fn affine(&self, index: &Affine) -> Val {
        let Affine { start, factors, bounds, .. } = index;
        let shape = self.kernel.shape_of_index(index);
        let counter = |flat| {
            index.counter.map_or(0, |(var, factor)| {
                factor.wrapping_mul(signed(self.vars[var].at(shape, flat), self.kernel.vars[var].ty))
            })
        };
        let data = (0..elements(shape))
            .map(|flat| {
                let at = coordinates(shape, flat);
                let sum = (0..DIMS).map(|dim| factors[dim] * at[dim] as i64).sum::<i64>();
                let sum = start.wrapping_add(sum).wrapping_add(counter(flat));
                bounds.map_or(sum, |(low, high)| sum.clamp(low, high)) as u64
            })
            .collect();
        Val { shape, data }
    }

    fn eval(&self, expr: &Expr, mask: &Mask) -> Val {
        let shape = self.kernel.shape(expr);
        let ty = self.kernel.ty(expr);
        let map = |data: Vec<u64>| Val { shape, data };
        match expr {
            Expr::Const(ty, number) => map(vec![constant(*ty, *number)]),
            Expr::Var(var) => self.vars[*var].clone(),
            Expr::Id(ty, dim) => map((0..self.kernel.block[*dim]).map(|at| cut(at as u64, *ty)).collect()),
            Expr::Size(ty, dim) => map(vec![cut(self.kernel.block[*dim] as u64, *ty)]),
            Expr::Load(array, index) => {
                let index = self.eval(index, mask);
                map(index.data.iter().map(|&at| self.arrays[*array][at as usize & (LENGTH - 1)]).collect())
            }
            Expr::LoadAt(array, index) => {
                let index = self.affine(index);
                map(index.data.iter().map(|&at| self.arrays[*array][at as usize & (LENGTH - 1)]).collect())
            }
            Expr::Bin(kind, a, b) => {
                let (a, b) = (self.eval(a, mask), self.eval(b, mask));
                map((0..elements(shape))
                    .map(|flat| binary(*kind, a.at(shape, flat), b.at(shape, flat), ty))
                    .collect())
            }
            Expr::Cmp(kind, a, b) => {
                let ty = self.kernel.ty(a);
                let (a, b) = (self.eval(a, mask), self.eval(b, mask));
                map((0..elements(shape))
                    .map(|flat| u64::from(compare(*kind, a.at(shape, flat), b.at(shape, flat), ty)))
                    .collect())
            }
            Expr::Both(a, b) => {
                let a = self.eval(a, mask);
                let b = self.eval(b, &mask.and(&a, true));
                map((0..elements(shape)).map(|flat| a.at(shape, flat) & b.at(shape, flat)).collect())
            }
            Expr::Either(a, b) => {
                let a = self.eval(a, mask);
                let b = self.eval(b, &mask.and(&a, false));
                map((0..elements(shape)).map(|flat| a.at(shape, flat) | b.at(shape, flat)).collect())
            }
            Expr::Choose(a, b, c) => {
                let a = self.eval(a, mask);
                let (first, second) = (mask.and(&a, true), mask.and(&a, false));
                let (b, c) = (self.eval(b, &first), self.eval(c, &second));
                map((0..elements(shape))
                    .map(|flat| if a.at(shape, flat) != 0 { b.at(shape, flat) } else { c.at(shape, flat) })
                    .collect())
            }
            Expr::Cast(to, a) => {
                let from = self.kernel.ty(a);
                map(self.eval(a, mask).data.iter().map(|&bits| cast(bits, from, *to)).collect())
            }
            Expr::Reduce(kind, _, a) => {
                let value = self.eval(a, mask);
                let active = mask.for_shape(value.shape);
                let mut data: Vec<Option<u64>> = vec![None; elements(shape)];
                for (flat, active) in active.into_iter().enumerate() {
                    if active {
                        let place = place(shape, coordinates(value.shape, flat));
                        data[place] = Some(match data[place] {
                            None => value.data[flat],
                            Some(other) => combine(*kind, other, value.data[flat], ty),
                        });
                    }
                }
                map(data.into_iter().map(|value| value.unwrap_or_else(|| neutral(*kind, ty))).collect())
            }
            Expr::Shuffle(function, a) => {
                let value = self.eval(a, mask);
                let n = value.data.len();
                map((0..n).map(|k| value.data[(SHUFFLES[*function].index)(k, n)]).collect())
            }
            Expr::Slice(dim, index, a) => {
                let value = self.eval(a, mask);
                let index = match *index {
                    SliceIndex::At(index) => index,
                    SliceIndex::BeforeLast(places) => self.kernel.block[*dim] - 1 - places,
                };
                map((0..elements(shape))
                    .map(|flat| {
                        let mut at = coordinates(shape, flat);
                        at[*dim] = index;
                        value.data[place(value.shape, at)]
                    })
                    .collect())
            }
            Expr::Library(function, _, a, b) => {
                let (a, b) = (self.eval(a, mask), self.eval(b, mask));
                let function = &libraries::FUNCTIONS[*function];
                map((0..elements(shape))
                    .map(|flat| function.of(a.at(shape, flat), b.at(shape, flat)))
                    .collect())
            }
            Expr::Call(function, a, b) => {
                let (a, b) = (self.eval(a, mask), self.eval(b, mask));
                map((0..elements(shape))
                    .map(|flat| {
                        let (a, b) = (a.at(shape, flat) as i32, b.at(shape, flat) as i32);
                        cut(called(*function, a, b, self.kernel.granules) as u64, ty)
                    })
                    .collect())
            }
        }
    }
}
