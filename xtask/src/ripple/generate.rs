//! Generates programs of Ripple.

mod indices;

use super::forms::{CALLEES, Cleanup, ENDS, Forms, TARGETS};
use super::libraries::{self, LIBRARIES};
use super::program::{
    ARRAYS, Affine, Bin, Cmp, DIMS, Expr, FUNCTION_COUNT, Kernel, LAST, LENGTH, LENGTH_FUNCTION, Red,
    SHUFFLES, Shape, SliceIndex, Stmt, Ty, Var, join, within,
};
use super::random::Random;
use super::sizes::{MOST_GRANULES, Size};
use super::types::{any_type, array_types, block_of_constants};

/// The number of scalars that are assigned under conditions with a shape.
const FLAGS: usize = 3;
/// The array of `int32_t`.
const INDICES: usize = ARRAYS - 1;

/// The counter of a loop over an array or a part of it: its variable, its first and its last value, and the
/// dimension whose index is added to it.
#[derive(Clone, Copy)]
struct Counter {
    var: usize,
    low: i64,
    high: i64,
    dim: Option<usize>,
}

struct Generator {
    random: Random,
    kernel: Kernel,
    /// The variables that may be read.
    visible: Vec<usize>,
    /// The flags that are not assigned yet.
    flags: Vec<usize>,
    depth: usize,
    has_returned: bool,
    may_return: bool,
    /// The counters of the loops around a statement.
    counters: Vec<Counter>,
}

/// The context of a statement.
#[derive(Clone, Copy)]
struct Context {
    mask: Shape,
    in_loop: bool,
    /// Whether nothing but scalar conditions are between here and an annotated loop.
    leaves_parallel: bool,
    /// Whether a statement is in an annotated loop that elements go on in, and in no loop in it.
    continues: bool,
    /// Whether a statement is in a scope, and in no loop in it.
    jumps: bool,
    /// Whether a statement is in a loop that elements leave at different times: those that stay change no scalar that others assign.
    in_masked_loop: bool,
    in_parallel: [bool; DIMS],
    is_top: bool,
}

/// Generates a kernel with a block of constant sizes.
pub(super) fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let block = block_of_constants(&mut random);
    let arrays = array_types(&mut random);
    generate(random, block.map(Size::fixed), arrays, true)
}

/// Generates a kernel with a block whose sizes depend on the length of vectors.
pub(super) fn scalable(random: Random, sizes: [Size; DIMS], arrays: Vec<Ty>, may_return: bool) -> Kernel {
    generate(random, sizes, arrays, may_return)
}

fn generate(mut random: Random, sizes: [Size; DIMS], arrays: Vec<Ty>, may_return: bool) -> Kernel {
    // Indices that are in bounds in the largest blocks are so in smaller ones.
    let granules = if sizes.iter().any(|size| size.is_scalable()) { MOST_GRANULES } else { 1 };
    let block = sizes.map(|size| size.at(granules));
    let mut vars = Vec::new();
    for _ in 0..4 {
        let shape = std::array::from_fn(|dim| if random.chance(70) { block[dim] } else { 1 });
        vars.push(Var {
            ty: any_type(&mut random),
            shape,
            init: random.below(20) as i64 - 5,
            is_counter: false,
            is_flag: false,
        });
    }
    vars.push(Var { ty: Ty::I32, shape: block, init: 1, is_counter: false, is_flag: false });
    let visible = (0..vars.len()).collect();
    for _ in 0..FLAGS {
        vars.push(Var { ty: Ty::I32, shape: [1; DIMS], init: 3, is_counter: false, is_flag: true });
    }
    let flags = (vars.len() - FLAGS..vars.len()).collect();
    let mut generator = Generator {
        random,
        kernel: Kernel {
            sizes,
            granules,
            block,
            arrays,
            vars,
            body: Vec::new(),
            is_grouped: false,
            forms: Forms::default(),
        },
        visible,
        flags,
        depth: 0,
        has_returned: false,
        may_return,
        counters: Vec::new(),
    };
    let context = Context {
        mask: [1; DIMS],
        in_loop: false,
        leaves_parallel: false,
        continues: false,
        jumps: false,
        in_masked_loop: false,
        in_parallel: [false; DIMS],
        is_top: true,
    };
    let count = 3 + generator.random.below(4);
    let mut body = generator.block(count, context);
    for array in 0..ARRAYS {
        let value = generator.value(generator.kernel.arrays[array], 1, context);
        body.push(generator.store(array, value, context));
    }
    let vars = generator.kernel.vars.iter().enumerate();
    for (at, (var, _)) in vars.filter(|(_, var)| var.is_flag).enumerate() {
        let index = Affine {
            start: (LENGTH - 1 - at) as i64,
            factors: [0; DIMS],
            ty: Ty::Int { bits: 64, signed: true },
            has_unknown: false,
            bounds: None,
            counter: None,
        };
        body.push(Stmt::StoreAt(INDICES, index, Expr::Var(var)));
    }
    generator.kernel.body = body;
    generator.kernel.is_grouped = generator.random.chance(40);
    generator.kernel.forms = Forms {
        has_locals: generator.random.chance(50),
        end: generator.random.below(ENDS),
        has_jumps: generator.random.chance(20),
        target: generator.random.below(TARGETS),
        callee: generator.random.below(CALLEES),
    };
    generator.kernel
}

impl Generator {
    fn block(&mut self, count: usize, context: Context) -> Vec<Stmt> {
        (0..count).filter_map(|_| self.statement(context)).collect()
    }

    fn statement(&mut self, context: Context) -> Option<Stmt> {
        let deep = self.depth >= 3;
        Some(match self.random.below(100) {
            0..=37 => self.assign(context)?,
            50 if context.jumps => Stmt::Jump(self.condition(context)),
            49..=54 if !deep => self.scope(context),
            40..=54 => {
                let array = self.random.below(ARRAYS);
                let value = self.value(self.kernel.arrays[array], 2, context);
                self.store(array, value, context)
            }
            55..=72 if !deep => {
                let condition = self.condition(context);
                let inner = Context {
                    mask: join(context.mask, self.kernel.shape(&condition)),
                    is_top: false,
                    leaves_parallel: context.leaves_parallel && self.kernel.shape(&condition) == [1; DIMS],
                    ..context
                };
                self.depth += 1;
                let (first, second) = (1 + self.random.below(2), self.random.below(3));
                let (mut yes, no) = (self.block(first, inner), self.block(second, inner));
                if self.random.chance(10) {
                    yes.extend(self.exchange(inner));
                }
                self.depth -= 1;
                Stmt::If(condition, yes, no)
            }
            73..=80 if !deep => {
                let var = self.counter(Ty::I32, [1; DIMS]);
                let inner = Context {
                    is_top: false,
                    in_loop: false,
                    leaves_parallel: false,
                    continues: false,
                    jumps: false,
                    ..context
                };
                let body = self.inside(var, 2, inner);
                Stmt::For(var, 1 + self.random.below(4) as i64, body)
            }
            81..=85 if context.leaves_parallel => {
                let condition = self.condition(context);
                if condition.is_constant() {
                    // A loop that always ends in its first iteration is none.
                    return None;
                }
                Stmt::Break(self.fit(Expr::Cast(Ty::I32, Box::new(condition)), [1; DIMS]))
            }
            81..=89 if !deep => {
                let shape = join(context.mask, self.kernel.block);
                let var = self.counter(Ty::I32, shape);
                // It is evaluated while other elements have left the loop.
                let condition = self.condition(Context { is_top: false, ..context });
                let inner = Context {
                    mask: shape,
                    in_loop: true,
                    in_masked_loop: true,
                    leaves_parallel: false,
                    continues: false,
                    jumps: false,
                    is_top: false,
                    ..context
                };
                let mut body = self.inside(var, 3, inner);
                if self.random.chance(25)
                    && let Some(flag) = self.flags.pop()
                {
                    let value = Expr::Const(Ty::I32, flag as i64 + 20);
                    let leave = Stmt::Leave(flag, value, self.condition(inner));
                    body.insert(self.random.below(body.len() + 1), leave);
                }
                Stmt::While(var, 1 + self.random.below(6) as i64, condition, body)
            }
            38..=39 | 94 if !self.flags.is_empty() && !context.is_top && !context.in_masked_loop => {
                let flag = self.flags.pop().unwrap_or_default();
                Stmt::Assign(flag, Expr::Const(Ty::I32, flag as i64 + 20))
            }
            90..=91 if context.in_loop && !self.flags.is_empty() => {
                let flag = self.flags.pop().unwrap_or_default();
                Stmt::Leave(flag, Expr::Const(Ty::I32, flag as i64 + 20), self.condition(context))
            }
            90..=92 if context.in_loop => Stmt::Break(self.condition(context)),
            90..=93 if context.continues => Stmt::Continue(self.condition(context)),
            93 if context.in_loop => Stmt::Continue(self.condition(context)),
            95 if context.is_top && self.may_return => {
                // The values of inactive elements are unspecified: there are no shuffles from here on.
                self.has_returned = true;
                Stmt::Return(self.condition(context))
            }
            86..=89 if !deep && self.random.chance(50) => self.strip(context)?,
            94..=99 if !deep => self.parallel(context)?,
            _ => self.assign(context)?,
        })
    }

    /// Reads the array that is stored to right after.
    fn exchange(&mut self, context: Context) -> [Stmt; 2] {
        let index = self.own_places();
        let value = self.value(Ty::I32, 1, context);
        [Stmt::Assign(LAST, Expr::LoadAt(INDICES, index)), Stmt::StoreAt(INDICES, index, value)]
    }

    /// A scope with locals, whose end elements may jump past.
    fn scope(&mut self, context: Context) -> Stmt {
        let block = self.kernel.block;
        let cleanup = self.random.chance(70).then(|| Cleanup {
            value: self.random.below(100) as i64,
            factors: [1, block[0], block[0] * block[1]],
        });
        // Elements that have jumped are not there where others would leave a loop together.
        let rest = Context { is_top: false, leaves_parallel: false, ..context };
        let inner = Context { jumps: true, ..rest };
        self.depth += 1;
        let (first, second) = (1 + self.random.below(3), self.random.below(3));
        let mut body = self.block(first, inner);
        if self.random.chance(40) {
            let jump = Stmt::Jump(self.condition(inner));
            body.insert(self.random.below(body.len() + 1), jump);
        }
        let rest = self.block(second, rest);
        self.depth -= 1;
        Stmt::Scope(cleanup, body, rest)
    }

    fn counter(&mut self, ty: Ty, shape: Shape) -> usize {
        self.kernel.vars.push(Var { ty, shape, init: 0, is_counter: true, is_flag: false });
        self.kernel.vars.len() - 1
    }

    fn inside(&mut self, var: usize, count: usize, context: Context) -> Vec<Stmt> {
        self.visible.push(var);
        self.depth += 1;
        let count = 1 + self.random.below(count);
        let body = self.block(count, context);
        self.depth -= 1;
        self.visible.pop();
        body
    }

    fn parallel(&mut self, context: Context) -> Option<Stmt> {
        let free: Vec<usize> =
            (0..DIMS).filter(|&dim| self.kernel.block[dim] > 1 && !context.in_parallel[dim]).collect();
        if free.is_empty() {
            return None;
        }
        let mut dims = vec![self.random.pick(&free)];
        if let Some(&other) = free.iter().find(|&&dim| dim != dims[0])
            && self.random.chance(30)
        {
            dims.push(other);
        }
        let shape = std::array::from_fn(|dim| if dims.contains(&dim) { self.kernel.block[dim] } else { 1 });
        let ty = Ty::Int { bits: self.random.pick(&[8, 16, 32, 32, 64]), signed: self.random.chance(60) };
        let var = self.counter(ty, shape);
        let continues = self.random.chance(50);
        let mut inner = Context {
            mask: join(context.mask, shape),
            in_loop: false,
            leaves_parallel: !continues,
            continues,
            jumps: false,
            is_top: false,
            ..context
        };
        dims.iter().for_each(|&dim| inner.in_parallel[dim] = true);
        let step = 1 + self.random.below(3) as i64;
        let length = self.random.below(60) as i64;
        let (low, high) = match ty {
            Ty::Int { bits: 64, signed: true } => (-(1 << 40), 1 << 40),
            Ty::Int { bits: 64, .. } => (0, 1 << 40),
            Ty::Int { bits, signed: true } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Ty::Int { bits, .. } => (0, (1i64 << bits) - 1),
            _ => (0, 0),
        };
        // Also where the counter's type begins and ends. Elements after the bound wrap; the sequential counter does not.
        let first = match self.random.below(6) {
            0 => low + 4,
            1 => high - 4 - length,
            _ => 4 + self.random.below(5) as i64,
        };
        let (start, end, step) = match self.random.chance(25) {
            true => (first + length, first, -step),
            false => (first, first + length, step),
        };
        // Also past the end, where a counter wraps around.
        if matches!(ty, Ty::Int { bits: 8 | 16, .. } | Ty::Int { bits: 32, signed: false })
            && self.random.chance(20)
        {
            let start = if step > 0 {
                high - self.random.below(20) as i64
            } else {
                low + self.random.below(20) as i64
            };
            let end = start + step * self.random.below(60) as i64;
            let body = self.inside(var, 3, inner);
            return Some(Stmt::Parallel(var, dims, start, end, step, body));
        }
        let body = self.counting(Counter { var, low: first, high: first + length, dim: None }, inner);
        Some(Stmt::Parallel(var, dims, start, end, step, body))
    }

    /// A loop over blocks of a dimension, written without an annotation.
    fn strip(&mut self, context: Context) -> Option<Stmt> {
        let is_free = |&dim: &usize| self.kernel.block[dim] > 1 && !context.in_parallel[dim];
        let free: Vec<usize> = (0..DIMS).filter(is_free).collect();
        if free.is_empty() {
            return None;
        }
        let dim = self.random.pick(&free);
        let var = self.counter(Ty::Int { bits: 64, signed: true }, [1; DIMS]);
        let (start, length) = (self.random.below(9) as i64, self.random.below(60) as i64);
        let shape = std::array::from_fn(|at| if at == dim { self.kernel.block[dim] } else { 1 });
        let mut inner = Context {
            mask: join(context.mask, shape),
            in_loop: false,
            leaves_parallel: false,
            continues: false,
            jumps: false,
            is_top: false,
            ..context
        };
        inner.in_parallel[dim] = true;
        let body = self.counting(Counter { var, low: start, high: start + length, dim: Some(dim) }, inner);
        Some(Stmt::Strip(var, dim, start, start + length, body))
    }

    /// The body of a loop whose counter may be part of indices.
    fn counting(&mut self, counter: Counter, context: Context) -> Vec<Stmt> {
        self.counters.push(counter);
        let mut body = self.inside(counter.var, 3, context);
        if context.continues && self.random.chance(50) {
            let statement = Stmt::Continue(self.condition(context));
            body.insert(self.random.below(body.len() + 1), statement);
        }
        self.counters.pop();
        body
    }

    fn assign(&mut self, context: Context) -> Option<Stmt> {
        let fitting: Vec<usize> = self
            .visible
            .iter()
            .copied()
            .filter(|&var| {
                !self.kernel.vars[var].is_counter && within(context.mask, self.kernel.vars[var].shape)
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let var = self.random.pick(&fitting);
        let value = self.value(self.kernel.vars[var].ty, 3, context);
        Some(Stmt::Assign(var, self.fit(value, self.kernel.vars[var].shape)))
    }

    /// The value without the dimensions that a shape lacks.
    fn fit(&mut self, value: Expr, shape: Shape) -> Expr {
        let has = self.kernel.shape(&value);
        let extra: u32 = (0..DIMS).filter(|&dim| has[dim] > 1 && shape[dim] == 1).map(|dim| 1 << dim).sum();
        if extra == 0 {
            return value;
        }
        let ty = self.kernel.ty(&value);
        if ty.is_int() {
            let kind = self.random.pick(&[Red::Add, Red::Max, Red::Min, Red::Xor, Red::Or, Red::And]);
            return Expr::Reduce(kind, extra, Box::new(value));
        }
        Expr::Reduce(self.random.pick(&[Red::Max, Red::Min]), extra, Box::new(value))
    }

    fn store(&mut self, array: usize, value: Expr, _context: Context) -> Stmt {
        if self.random.chance(60) {
            let index = self.affine(true);
            let shape = self.kernel.shape_of_index(&index);
            return Stmt::StoreAt(array, index, self.fit(value, shape));
        }
        let mut index = Expr::Bin(
            Bin::Mul,
            Box::new(Expr::Id(Ty::I32, 0)),
            Box::new(Expr::Const(Ty::I32, 1 + self.random.below(5) as i64)),
        );
        if self.random.chance(50) {
            index = Expr::Bin(
                Bin::Add,
                Box::new(index),
                Box::new(Expr::Load(3, Box::new(Expr::Id(Ty::I32, self.random.below(DIMS))))),
            );
        }
        let shape = self.kernel.shape(&index);
        let value = self.fit(value, shape);
        Stmt::Store(array, index, value)
    }

    fn condition(&mut self, context: Context) -> Expr {
        let ty = Ty::Int { bits: 32, signed: true };
        let kind = self.random.pick(&[Cmp::Lt, Cmp::Le, Cmp::Eq, Cmp::Ne]);
        let (a, b) = (self.value(ty, 1, context), self.value(ty, 1, context));
        let small = |value: Expr| Expr::Bin(Bin::And, Box::new(value), Box::new(Expr::Const(Ty::I32, 7)));
        let first = Expr::Cmp(kind, Box::new(small(a)), Box::new(small(b)));
        let kind = self.random.below(6);
        let first = if kind <= 1 { self.evaluated(first) } else { first };
        let context = Context { is_top: false, ..context };
        match kind {
            0 => {
                let second = Expr::Cmp(
                    Cmp::Lt,
                    Box::new(self.value(ty, 1, context)),
                    Box::new(self.value(ty, 1, context)),
                );
                Expr::Both(Box::new(first), Box::new(self.evaluated(second)))
            }
            1 => {
                let second = Expr::Cmp(
                    Cmp::Ne,
                    Box::new(self.value(ty, 1, context)),
                    Box::new(self.value(ty, 1, context)),
                );
                Expr::Either(Box::new(first), Box::new(self.evaluated(second)))
            }
            _ => first,
        }
    }

    /// A condition that is evaluated when the program runs. One of constants is folded by clang, and with it the operand of `&&`, `||` or `?:`
    /// that it does not choose: its shape is lost before shapes are inferred.
    fn evaluated(&mut self, condition: Expr) -> Expr {
        if !condition.is_constant() {
            return condition;
        }
        let index = Expr::Id(Ty::I32, self.random.below(DIMS));
        let limit = Expr::Const(Ty::I32, self.random.below(4) as i64);
        Expr::Cmp(Cmp::Lt, Box::new(index), Box::new(limit))
    }

    /// A value of a type.
    fn value(&mut self, ty: Ty, depth: usize, context: Context) -> Expr {
        let value = self.any_value(ty, depth, context);
        if self.kernel.ty(&value) == ty {
            return value;
        }
        let from = self.kernel.ty(&value);
        if ty.is_int() && !from.is_int() {
            // Conversions of values out of range are undefined.
            return Expr::Const(ty, self.random.below(50) as i64);
        }
        if !ty.is_int() && from.is_int() {
            let small = Expr::Bin(Bin::And, Box::new(value), Box::new(Expr::Const(from, 63)));
            return Expr::Cast(ty, Box::new(small));
        }
        Expr::Cast(ty, Box::new(value))
    }

    fn any_value(&mut self, ty: Ty, depth: usize, context: Context) -> Expr {
        let is_int = ty.is_int();
        let is_open = context.mask == [1; DIMS] && context.is_top && !self.has_returned;
        let is_scalable = self.kernel.sizes.iter().any(|size| size.is_scalable());
        if is_int && is_scalable && self.random.chance(8) {
            return Expr::Size(ty, self.random.below(DIMS));
        }
        if depth == 0 {
            return match self.random.below(4) {
                0 => Expr::Const(ty, self.random.below(100) as i64 - if is_int { 20 } else { 0 }),
                1 if is_int => Expr::Id(ty, self.random.below(DIMS)),
                _ => {
                    let var = self.random.pick(&self.visible.clone());
                    Expr::Var(var)
                }
            };
        }
        match self.random.below(20) {
            0..=6 if is_int => {
                let kind = self.random.pick(&[
                    Bin::Add,
                    Bin::Add,
                    Bin::Sub,
                    Bin::Mul,
                    Bin::And,
                    Bin::Or,
                    Bin::Xor,
                    Bin::Shl,
                    Bin::Shr,
                    Bin::Div,
                    Bin::Rem,
                    Bin::AddSat,
                    Bin::SubSat,
                ]);
                let (a, b) = (self.value(ty, depth - 1, context), self.value(ty, depth - 1, context));
                Expr::Bin(kind, Box::new(a), Box::new(b))
            }
            0..=6 => {
                let kind = self.random.pick(&[Bin::Add, Bin::Sub, Bin::Mul]);
                let (a, b) = (self.value(ty, depth - 1, context), self.value(ty, depth - 1, context));
                Expr::Bin(kind, Box::new(a), Box::new(b))
            }
            7..=9 => {
                let index = self.affine(false);
                Expr::LoadAt(self.random.below(ARRAYS), index)
            }
            10..=11 => {
                let index = self.value(Ty::I32, depth - 1, context);
                Expr::Load(self.random.below(ARRAYS), Box::new(index))
            }
            12..=13 => {
                let condition = self.condition(context);
                let condition = self.evaluated(condition);
                let arm = Context { is_top: false, ..context };
                let (a, b) = (self.value(ty, depth - 1, arm), self.value(ty, depth - 1, arm));
                Expr::Choose(Box::new(condition), Box::new(a), Box::new(b))
            }
            14 if is_int => {
                let value = self.value(ty, depth - 1, context);
                let dims = 1 + self.random.below(7) as u32;
                let kind = self.random.pick(&[Red::Add, Red::Max, Red::Min, Red::Xor, Red::Or, Red::And]);
                Expr::Reduce(kind, dims, Box::new(value))
            }
            15..=16 if is_open && is_int => {
                let value = self.value(ty, depth - 1, context);
                Expr::Shuffle(self.random.below(SHUFFLES.len()), Box::new(value))
            }
            17 if is_open => {
                let value = self.value(ty, depth - 1, context);
                let shape = self.kernel.shape(&value);
                let dim = self.random.below(DIMS);
                // It is the index of an element in the smallest blocks, too.
                let least = if shape[dim] > 1 { self.kernel.sizes[dim].at(1) } else { 1 };
                let place = self.random.below(least);
                let is_counted_back =
                    shape[dim] > 1 && self.kernel.sizes[dim].is_scalable() && self.random.chance(50);
                let place =
                    if is_counted_back { SliceIndex::BeforeLast(place) } else { SliceIndex::At(place) };
                Expr::Slice(dim, place, Box::new(value))
            }
            18 if self.random.chance(60) => {
                let function = self.random.below(libraries::FUNCTIONS.len());
                let of = libraries::FUNCTIONS[function].ty;
                let (a, b) = (self.value(of, depth - 1, context), self.value(of, depth - 1, context));
                Expr::Library(function, self.random.below(LIBRARIES), Box::new(a), Box::new(b))
            }
            18..=19 if is_int => {
                let (a, b) =
                    (self.value(Ty::I32, depth - 1, context), self.value(Ty::I32, depth - 1, context));
                let function = match is_scalable && self.random.chance(40) {
                    true => LENGTH_FUNCTION,
                    false => self.random.below(FUNCTION_COUNT),
                };
                Expr::Call(function, Box::new(a), Box::new(b))
            }
            _ => self.any_value(ty, depth - 1, context),
        }
    }
}
