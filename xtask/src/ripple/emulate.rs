//! What a kernel computes: each element by itself, one op after the other.

use super::program::{Affine, Bin, Cmp, DIMS, Expr, Kernel, LENGTH, Red, SHUFFLES, Shape, Stmt, Ty, join};

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

    /// The mask for values of a shape: what it lacks is or-ed, what the mask lacks repeated.
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
        let shape = join(self.shape, condition.shape);
        let bits = (0..elements(shape))
            .map(|flat| {
                let at = coordinates(shape, flat);
                self.bits[place(self.shape, at)] && (condition.at(shape, flat) != 0) == wanted
            })
            .collect();
        Self { shape, bits }
    }

    /// The elements of this mask that are not in another one.
    fn without(&self, other: &Self) -> Self {
        let shape = join(self.shape, other.shape);
        let bits = (0..elements(shape))
            .map(|flat| {
                let at = coordinates(shape, flat);
                self.bits[place(self.shape, at)] && !other.bits[place(other.shape, at)]
            })
            .collect();
        Self { shape, bits }
    }

    fn or(&self, other: &Self) -> Self {
        let shape = join(self.shape, other.shape);
        let bits = (0..elements(shape))
            .map(|flat| {
                let at = coordinates(shape, flat);
                self.bits[place(self.shape, at)] || other.bits[place(other.shape, at)]
            })
            .collect();
        Self { shape, bits }
    }

    fn any(&self) -> bool {
        self.bits.contains(&true)
    }
}

/// Where elements go on: what is subtracted from the masks of the statements that follow.
struct Gone {
    returned: Mask,
    broken: Mask,
    continued: Mask,
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

fn cut(bits: u64, ty: Ty) -> u64 {
    match ty {
        Ty::Int { bits: width, .. } if width < 64 => bits & ((1 << width) - 1),
        Ty::F32 => bits & 0xFFFF_FFFF,
        Ty::F16 | Ty::BF16 => bits & 0xFFFF,
        _ => bits,
    }
}

/// The number that bits of a floating-point type are.
pub(super) fn float_of(bits: u64, ty: Ty) -> f64 {
    match ty {
        Ty::F64 => f64::from_bits(bits),
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        Ty::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => {
            let (exponent, fraction) = (bits >> 10 & 31, (bits & 1023) as f64);
            let size = match exponent {
                0 => fraction / 16_777_216.0,
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1024.0 + fraction) / 1024.0 * 2f64.powi(exponent as i32 - 15),
            };
            if bits >> 15 & 1 == 1 { -size } else { size }
        }
    }
}

/// The bits of a number that is rounded to a floating-point type, once, to nearest and to even.
fn float_bits(value: f64, ty: Ty) -> u64 {
    let (digits, least, bias) = match ty {
        Ty::F64 => return value.to_bits(),
        Ty::F32 => return u64::from((value as f32).to_bits()),
        Ty::BF16 => (7, -126, 127),
        _ => (10, -14, 15),
    };
    let sign = (value.to_bits() >> 63) << 15;
    let top = (2 * bias + 1) << digits;
    if value.is_nan() {
        return top | 1 << (digits - 1);
    }
    let size = value.abs();
    let exponent = if size == 0.0 { least } else { (size.to_bits() >> 52) as i32 - 1023 }.max(least);
    if exponent > bias as i32 {
        return sign | top;
    }
    // In units of the last place, a whole number after rounding; one that is too large for the exponent goes over into the next.
    let units = (size * 2f64.powi(digits - exponent)).round_ties_even() as u64;
    sign | ((((exponent - least) as u64) << digits) + units)
}

fn signed(bits: u64, ty: Ty) -> i64 {
    match ty {
        Ty::Int { bits: width, signed: true } => ((bits << (64 - width)) as i64) >> (64 - width),
        _ => bits as i64,
    }
}

/// Returns the arrays after a kernel has run.
pub(super) fn run(kernel: &Kernel) -> Vec<Vec<u64>> {
    let arrays = kernel.arrays.iter().enumerate().map(|(at, &ty)| initial(at, ty)).collect();
    let vars = kernel
        .vars
        .iter()
        .map(|var| Val { shape: var.shape, data: vec![constant(var.ty, var.init); elements(var.shape)] })
        .collect();
    let mut machine = Machine { kernel, arrays, vars };
    let one = [1; DIMS];
    let mut gone = Gone { returned: none(), broken: none(), continued: none() };
    machine.block(&kernel.body, &Mask::all(one), &mut gone);
    machine.arrays
}

impl Machine<'_> {
    fn block(&mut self, body: &[Stmt], mask: &Mask, gone: &mut Gone) {
        for statement in body {
            let mask = mask.without(&gone.returned).without(&gone.broken).without(&gone.continued);
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
                while chunk * (size as i64) < total && !gone.broken.any() {
                    let first = chunk * size as i64;
                    let ty = self.kernel.vars[*var].ty;
                    self.vars[*var].data =
                        linear.iter().map(|at| cut((start + (first + at) * step) as u64, ty)).collect();
                    let active =
                        Val { shape, data: linear.iter().map(|at| u64::from(first + at < total)).collect() };
                    self.block(body, &mask.and(&active, true), gone);
                    chunk += 1;
                }
                gone.broken = broken;
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

    fn affine(&self, index: &Affine) -> Val {
        let Affine { start, factors, bounds, .. } = index;
        let shape = self.kernel.spread(factors);
        let data = (0..elements(shape))
            .map(|flat| {
                let at = coordinates(shape, flat);
                let sum = start + (0..DIMS).map(|dim| factors[dim] * at[dim] as i64).sum::<i64>();
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
                let index = |k: usize| match SHUFFLES[*function].0 {
                    "rotate3" => (k + 3) % n,
                    "reverse" => n - 1 - k,
                    _ => {
                        if (k ^ 1) < n {
                            k ^ 1
                        } else {
                            k
                        }
                    }
                };
                map((0..n).map(|k| value.data[index(k)]).collect())
            }
            Expr::Slice(dim, index, a) => {
                let value = self.eval(a, mask);
                map((0..elements(shape))
                    .map(|flat| {
                        let mut at = coordinates(shape, flat);
                        at[*dim] = *index;
                        value.data[place(value.shape, at)]
                    })
                    .collect())
            }
            Expr::Call(function, a, b) => {
                let (a, b) = (self.eval(a, mask), self.eval(b, mask));
                map((0..elements(shape))
                    .map(|flat| {
                        cut(called(*function, a.at(shape, flat) as i32, b.at(shape, flat) as i32) as u64, ty)
                    })
                    .collect())
            }
        }
    }
}

fn constant(ty: Ty, number: i64) -> u64 {
    match ty {
        Ty::Int { .. } | Ty::Bool => cut(number as u64, ty),
        _ => float_bits(number as f64, ty),
    }
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

pub(super) fn binary(kind: Bin, a: u64, b: u64, ty: Ty) -> u64 {
    match ty {
        Ty::F32 => {
            let (a, b) = (f32_of(a), f32_of(b));
            let value = match kind {
                Bin::Add => a + b,
                Bin::Sub => a - b,
                _ => a * b,
            };
            u64::from(value.to_bits())
        }
        // Sums and products of numbers of 16 bits are exact in double precision.
        Ty::F64 | Ty::F16 | Ty::BF16 => {
            let (a, b) = (float_of(a, ty), float_of(b, ty));
            let value = match kind {
                Bin::Add => a + b,
                Bin::Sub => a - b,
                _ => a * b,
            };
            float_bits(value, ty)
        }
        Ty::Int { bits, signed: is_signed } => {
            let amount = b & u64::from(bits - 1);
            let (x, y) = (i128::from(signed(a, ty)), i128::from(signed(b, ty)));
            let (x, y) = if is_signed { (x, y) } else { (i128::from(a), i128::from(b)) };
            let divisor = ((y & 15) | 1).max(1);
            let saturated = |value: i128| {
                let (low, high) = if is_signed {
                    (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
                } else {
                    (0, (1i128 << bits) - 1)
                };
                value.clamp(low, high) as u64
            };
            let value = match kind {
                Bin::Add => a.wrapping_add(b),
                Bin::Sub => a.wrapping_sub(b),
                Bin::Mul => a.wrapping_mul(b),
                Bin::And => a & b,
                Bin::Or => a | b,
                Bin::Xor => a ^ b,
                Bin::Shl => a << amount,
                Bin::Shr => (x >> amount) as u64,
                Bin::Div => (x / divisor) as u64,
                Bin::Rem => (x % divisor) as u64,
                Bin::AddSat => saturated(x + y),
                Bin::SubSat => saturated(x - y),
            };
            cut(value, ty)
        }
        Ty::Bool => 0,
    }
}

fn compare(kind: Cmp, a: u64, b: u64, ty: Ty) -> bool {
    match ty {
        Ty::Int { signed: true, .. } => order(kind, signed(a, ty), signed(b, ty)),
        Ty::Int { .. } | Ty::Bool => order(kind, a, b),
        _ => order(kind, float_of(a, ty), float_of(b, ty)),
    }
}

fn order<T: PartialOrd>(kind: Cmp, a: T, b: T) -> bool {
    match kind {
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
    }
}

fn cast(bits: u64, from: Ty, to: Ty) -> u64 {
    match (from, to) {
        (Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64, Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64) => {
            if from == to {
                bits
            } else {
                float_bits(float_of(bits, from), to)
            }
        }
        // What is converted has at most six bits.
        (Ty::Int { .. }, Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64) => float_bits(signed(bits, from) as f64, to),
        _ => cut(signed(bits, from) as u64, to),
    }
}

fn combine(kind: Red, a: u64, b: u64, ty: Ty) -> u64 {
    match ty {
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 => {
            let (x, y) = (float_of(a, ty), float_of(b, ty));
            let takes_first = match kind {
                Red::Max => y.is_nan() || x >= y,
                _ => y.is_nan() || x <= y,
            };
            if takes_first { a } else { b }
        }
        _ => {
            let less = compare(Cmp::Lt, a, b, ty);
            match kind {
                Red::Add => cut(a.wrapping_add(b), ty),
                Red::Max => {
                    if less {
                        b
                    } else {
                        a
                    }
                }
                Red::Min => {
                    if less {
                        a
                    } else {
                        b
                    }
                }
                Red::Xor => a ^ b,
                Red::Or => a | b,
                Red::And => a & b,
            }
        }
    }
}

fn neutral(kind: Red, ty: Ty) -> u64 {
    match ty {
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 => float_bits(f64::NAN, ty),
        Ty::Int { bits, signed: is_signed } => {
            let ones = cut(u64::MAX, ty);
            let top = 1u64 << (bits - 1);
            match kind {
                Red::Add | Red::Xor | Red::Or => 0,
                Red::And => ones,
                Red::Max => {
                    if is_signed {
                        top
                    } else {
                        0
                    }
                }
                Red::Min => {
                    if is_signed {
                        top - 1
                    } else {
                        ones
                    }
                }
            }
        }
        Ty::Bool => 0,
    }
}

/// The functions of [`super::program::FUNCTIONS`].
fn called(function: usize, a: i32, b: i32) -> i32 {
    match function {
        0 => {
            if a > b {
                return a.wrapping_sub(b);
            }
            if a & 3 == 1 { b } else { a ^ b }
        }
        1 => {
            let (mut a, mut b) = (a & 255, b & 255);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        }
        2 => {
            let mut sum = 0;
            for i in 0..5 {
                if (b >> i) & 1 == 0 {
                    continue;
                }
                if sum > 100 {
                    break;
                }
                sum += (a & 31) + i;
            }
            sum
        }
        3 => {
            let b = match a & 7 {
                0 => return b,
                1 => b.wrapping_add(3) ^ 5,
                2 => b ^ 5,
                3 | 4 => return -7,
                _ => b.wrapping_mul(2).wrapping_add(1),
            };
            b.wrapping_add(1)
        }
        _ => {
            let (mut n, mut sum) = (a & 63, 0);
            let mut skips = b & 1 != 0;
            loop {
                if !skips {
                    sum += 2;
                    if sum > 40 {
                        return sum;
                    }
                }
                skips = false;
                n = if n & 1 != 0 { (3 * n + 1) & 127 } else { n / 2 };
                sum += 1;
                if n <= 1 {
                    return sum;
                }
            }
        }
    }
}
