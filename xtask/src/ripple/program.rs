//! Programs of Ripple: what they are made of, their generation, and their text in C.

use std::fmt::Write;

/// The number of dimensions of generated blocks.
pub(super) const DIMS: usize = 3;
/// The number of elements of an array.
pub(super) const LENGTH: usize = 256;

/// Sizes in each dimension; 1 where there is one element.
pub(super) type Shape = [usize; DIMS];

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Int { bits: u32, signed: bool },
    F32,
    F64,
    Bool,
}

impl Ty {
    pub(super) const I32: Self = Self::Int { bits: 32, signed: true };

    pub(super) fn c(self) -> String {
        match self {
            Self::Int { bits, signed: true } => format!("int{bits}_t"),
            Self::Int { bits, signed: false } => format!("uint{bits}_t"),
            Self::F32 => "float".to_owned(),
            Self::F64 => "double".to_owned(),
            Self::Bool => "int".to_owned(),
        }
    }

    pub(super) fn is_int(self) -> bool {
        matches!(self, Self::Int { .. })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bin {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Div,
    Rem,
    AddSat,
    SubSat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cmp {
    Lt,
    Le,
    Eq,
    Ne,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Red {
    Add,
    Max,
    Min,
    Xor,
    Or,
    And,
}

/// The index functions of shuffles.
pub(super) const SHUFFLES: [(&str, &str); 3] =
    [("rotate3", "(k + 3) % n"), ("reverse", "n - 1 - k"), ("swap", "(k ^ 1) < n ? (k ^ 1) : k")];

/// Functions that are called, of two numbers, in C.
pub(super) const FUNCTIONS: &str = "\
#define BOTH(a, b) b = (int32_t)((uint32_t)b + (uint32_t)a * 0u); a = (int32_t)((uint32_t)a + (uint32_t)b * 0u);
static int32_t f0(int32_t a, int32_t b) { BOTH(a, b) if (a > b) return a - b; if ((a & 3) == 1) return b; return a ^ b; }
static int32_t f1(int32_t a, int32_t b) { BOTH(a, b) a &= 255; b &= 255; while (b != 0) { int32_t t = a % b; a = b; b = t; } return a; }
static int32_t f2(int32_t a, int32_t b) { BOTH(a, b) int32_t s = a * 0; for (int i = 0; i < 5; ++i) { if (((b >> i) & 1) == 0) continue; if (s > 100) break; s += (a & 31) + i; } return s; }
static int32_t f3(int32_t a, int32_t b) { BOTH(a, b) switch (a & 7) { case 0: return b; case 1: b += 3; case 2: b ^= 5; break; case 3: case 4: return -7; default: b = b * 2 + 1; } return b + 1; }
static int32_t f4(int32_t a, int32_t b) { BOTH(a, b) int32_t n = a & 63, s = b * 0; if (b & 1) goto in; again: s += 2; if (s > 40) goto out; in: n = (n & 1) ? (3 * n + 1) & 127 : n / 2; s += 1; if (n > 1) goto again; out: return s; }
";

/// The number of functions that are called.
pub(super) const FUNCTION_COUNT: usize = 5;

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Const(Ty, i64),
    Var(usize),
    /// The index in a dimension, in a type.
    Id(Ty, usize),
    /// An element of an array, at an index that is kept in range.
    Load(usize, Box<Expr>),
    /// An element of an array at `start + sum of factors times indices`.
    LoadAt(usize, i64, [i64; DIMS]),
    Bin(Bin, Box<Expr>, Box<Expr>),
    Cmp(Cmp, Box<Expr>, Box<Expr>),
    Both(Box<Expr>, Box<Expr>),
    Either(Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Ty, Box<Expr>),
    Reduce(Red, u32, Box<Expr>),
    Shuffle(usize, Box<Expr>),
    Slice(usize, usize, Box<Expr>),
    Call(usize, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub(super) enum Stmt {
    Assign(usize, Expr),
    Store(usize, Expr, Expr),
    StoreAt(usize, i64, [i64; DIMS], Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A scalar loop: variable, number of iterations.
    For(usize, i64, Vec<Stmt>),
    /// A loop that elements leave at different times: counter, bound, condition.
    While(usize, i64, Expr, Vec<Stmt>),
    Break(Expr),
    Continue(Expr),
    Return(Expr),
    /// An annotated loop: variable, dimensions, first value, bound, step.
    Parallel(usize, Vec<usize>, i64, i64, i64, Vec<Stmt>),
}

#[derive(Clone)]
pub(super) struct Var {
    pub(super) ty: Ty,
    pub(super) shape: Shape,
    pub(super) init: i64,
    /// A variable of a loop, which is declared there.
    pub(super) is_counter: bool,
}

#[derive(Clone)]
pub(super) struct Kernel {
    pub(super) block: Shape,
    pub(super) arrays: Vec<Ty>,
    pub(super) vars: Vec<Var>,
    pub(super) body: Vec<Stmt>,
}

pub(super) fn join(a: Shape, b: Shape) -> Shape {
    std::array::from_fn(|dim| a[dim].max(b[dim]))
}

pub(super) fn within(a: Shape, b: Shape) -> bool {
    (0..DIMS).all(|dim| a[dim] == 1 || a[dim] == b[dim])
}

impl Kernel {
    pub(super) fn ty(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Const(ty, _) | Expr::Id(ty, _) | Expr::Cast(ty, _) => *ty,
            Expr::Var(var) => self.vars[*var].ty,
            Expr::Load(array, _) | Expr::LoadAt(array, ..) => self.arrays[*array],
            Expr::Bin(_, a, _)
            | Expr::Reduce(_, _, a)
            | Expr::Shuffle(_, a)
            | Expr::Slice(_, _, a)
            | Expr::Choose(_, a, _) => self.ty(a),
            Expr::Cmp(..) | Expr::Both(..) | Expr::Either(..) => Ty::Bool,
            Expr::Call(..) => Ty::I32,
        }
    }

    pub(super) fn shape(&self, expr: &Expr) -> Shape {
        match expr {
            Expr::Const(..) => [1; DIMS],
            Expr::Var(var) => self.vars[*var].shape,
            Expr::Id(_, dim) => std::array::from_fn(|at| if at == *dim { self.block[at] } else { 1 }),
            Expr::Load(_, a) | Expr::Cast(_, a) | Expr::Shuffle(_, a) => self.shape(a),
            Expr::LoadAt(_, _, factors) => self.spread(factors),
            Expr::Bin(_, a, b)
            | Expr::Cmp(_, a, b)
            | Expr::Both(a, b)
            | Expr::Either(a, b)
            | Expr::Call(_, a, b) => join(self.shape(a), self.shape(b)),
            Expr::Choose(a, b, c) => join(join(self.shape(a), self.shape(b)), self.shape(c)),
            Expr::Reduce(_, dims, a) => {
                let shape = self.shape(a);
                std::array::from_fn(|dim| if dims >> dim & 1 == 1 { 1 } else { shape[dim] })
            }
            Expr::Slice(dim, _, a) => {
                let shape = self.shape(a);
                std::array::from_fn(|at| if at == *dim { 1 } else { shape[at] })
            }
        }
    }

    pub(super) fn spread(&self, factors: &[i64; DIMS]) -> Shape {
        std::array::from_fn(|dim| if factors[dim] != 0 { self.block[dim] } else { 1 })
    }
}

/// A generator of numbers (xorshift).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1);
        (0..4).for_each(|_| {
            random.next();
        });
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end.max(1)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

struct Generator {
    random: Random,
    kernel: Kernel,
    /// The variables that may be read.
    visible: Vec<usize>,
    depth: usize,
}

/// Where a statement is.
#[derive(Clone, Copy)]
struct Context {
    mask: Shape,
    in_loop: bool,
    in_parallel: [bool; DIMS],
    is_top: bool,
}

/// Generates a kernel.
pub(super) fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let dims = 1 + random.below(DIMS);
    let mut block = [1; DIMS];
    for size in block.iter_mut().take(dims) {
        *size = random.pick(if dims == 1 { &[3, 4, 5, 8, 16, 32] } else { &[2, 3, 4, 5, 8] });
    }
    let ints = [8, 16, 32, 64];
    let ty = |random: &mut Random| match random.below(10) {
        0 => Ty::F32,
        1 => Ty::F64,
        _ => Ty::Int { bits: random.pick(&ints), signed: random.chance(60) },
    };
    let mut arrays: Vec<Ty> = (0..3).map(|_| ty(&mut random)).collect();
    arrays.push(Ty::I32);
    let mut vars = Vec::new();
    for _ in 0..4 {
        let shape = std::array::from_fn(|dim| if random.chance(70) { block[dim] } else { 1 });
        vars.push(Var { ty: ty(&mut random), shape, init: random.below(20) as i64 - 5, is_counter: false });
    }
    vars.push(Var { ty: Ty::I32, shape: block, init: 1, is_counter: false });
    let visible = (0..vars.len()).collect();
    let mut generator =
        Generator { random, kernel: Kernel { block, arrays, vars, body: Vec::new() }, visible, depth: 0 };
    let context = Context { mask: [1; DIMS], in_loop: false, in_parallel: [false; DIMS], is_top: true };
    let count = 3 + generator.random.below(4);
    let mut body = generator.block(count, context);
    for array in 0..generator.kernel.arrays.len() {
        let value = generator.value(generator.kernel.arrays[array], 1, context);
        body.push(generator.store(array, value, context));
    }
    generator.kernel.body = body;
    generator.kernel
}

impl Generator {
    fn block(&mut self, count: usize, context: Context) -> Vec<Stmt> {
        (0..count).filter_map(|_| self.statement(context)).collect()
    }

    fn statement(&mut self, context: Context) -> Option<Stmt> {
        let deep = self.depth >= 3;
        Some(match self.random.below(100) {
            0..=39 => self.assign(context)?,
            40..=54 => {
                let array = self.random.below(self.kernel.arrays.len());
                let value = self.value(self.kernel.arrays[array], 2, context);
                self.store(array, value, context)
            }
            55..=72 if !deep => {
                let condition = self.condition(context);
                let inner = Context {
                    mask: join(context.mask, self.kernel.shape(&condition)),
                    is_top: false,
                    ..context
                };
                self.depth += 1;
                let (first, second) = (1 + self.random.below(2), self.random.below(3));
                let (yes, no) = (self.block(first, inner), self.block(second, inner));
                self.depth -= 1;
                Stmt::If(condition, yes, no)
            }
            73..=80 if !deep => {
                let var = self.counter(Ty::I32, [1; DIMS]);
                let inner = Context { is_top: false, in_loop: false, ..context };
                let body = self.inside(var, 2, inner);
                Stmt::For(var, 1 + self.random.below(4) as i64, body)
            }
            81..=89 if !deep => {
                let shape = join(context.mask, self.kernel.block);
                let var = self.counter(Ty::I32, shape);
                let condition = self.condition(context);
                let inner = Context { mask: shape, in_loop: true, is_top: false, ..context };
                let body = self.inside(var, 3, inner);
                Stmt::While(var, 1 + self.random.below(6) as i64, condition, body)
            }
            90..=92 if context.in_loop => Stmt::Break(self.condition(context)),
            93..=94 if context.in_loop => Stmt::Continue(self.condition(context)),
            95 if context.is_top => Stmt::Return(self.condition(context)),
            96..=99 if !deep => self.parallel(context)?,
            _ => self.assign(context)?,
        })
    }

    fn counter(&mut self, ty: Ty, shape: Shape) -> usize {
        self.kernel.vars.push(Var { ty, shape, init: 0, is_counter: true });
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
        let var = self.counter(Ty::I32, shape);
        let mut inner = Context { mask: join(context.mask, shape), in_loop: false, is_top: false, ..context };
        dims.iter().for_each(|&dim| inner.in_parallel[dim] = true);
        let body = self.inside(var, 3, inner);
        let (start, step) = (self.random.below(5) as i64, 1 + self.random.below(3) as i64);
        let end = start + self.random.below(60) as i64;
        Some(Stmt::Parallel(var, dims, start, end, step, body))
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
            let (start, factors) = self.affine(true);
            let shape = self.kernel.spread(&factors);
            return Stmt::StoreAt(array, start, factors, self.fit(value, shape));
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

    /// A start and factors of indices that stay within an array.
    fn affine(&mut self, is_store: bool) -> (i64, [i64; DIMS]) {
        let block = self.kernel.block;
        let mut factors = [0; DIMS];
        let mut step = 1;
        for dim in 0..DIMS {
            if block[dim] == 1 || (!is_store || dim > 0) && self.random.chance(15) {
                continue;
            }
            factors[dim] = match self.random.below(10) {
                0..=6 => step,
                7 => step + 3,
                8 => 2,
                _ => -step,
            };
            step *= block[dim] as i64;
        }
        let low: i64 = (0..DIMS).map(|dim| (factors[dim] * (block[dim] as i64 - 1)).min(0)).sum();
        let high: i64 = (0..DIMS).map(|dim| (factors[dim] * (block[dim] as i64 - 1)).max(0)).sum();
        if high - low >= LENGTH as i64 {
            return (0, std::array::from_fn(|dim| i64::from(dim == 0 && block[0] > 1)));
        }
        let room = LENGTH as i64 - (high - low);
        (self.random.below(room.min(40) as usize) as i64 - low, factors)
    }

    fn condition(&mut self, context: Context) -> Expr {
        let ty = Ty::Int { bits: 32, signed: true };
        let kind = self.random.pick(&[Cmp::Lt, Cmp::Le, Cmp::Eq, Cmp::Ne]);
        let (a, b) = (self.value(ty, 1, context), self.value(ty, 1, context));
        let small = |value: Expr| Expr::Bin(Bin::And, Box::new(value), Box::new(Expr::Const(Ty::I32, 7)));
        let first = Expr::Cmp(kind, Box::new(small(a)), Box::new(small(b)));
        match self.random.below(6) {
            0 => {
                let second = Expr::Cmp(
                    Cmp::Lt,
                    Box::new(self.value(ty, 1, context)),
                    Box::new(self.value(ty, 1, context)),
                );
                Expr::Both(Box::new(first), Box::new(second))
            }
            1 => {
                let second = Expr::Cmp(
                    Cmp::Ne,
                    Box::new(self.value(ty, 1, context)),
                    Box::new(self.value(ty, 1, context)),
                );
                Expr::Either(Box::new(first), Box::new(second))
            }
            _ => first,
        }
    }

    /// A value of a type.
    fn value(&mut self, ty: Ty, depth: usize, context: Context) -> Expr {
        let value = self.any_value(ty, depth, context);
        if self.kernel.ty(&value) == ty {
            return value;
        }
        let from = self.kernel.ty(&value);
        if ty.is_int() && !from.is_int() {
            // Conversions of what does not fit are undefined.
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
        let is_open = context.mask == [1; DIMS] && context.is_top;
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
                let (start, factors) = self.affine(false);
                Expr::LoadAt(self.random.below(self.kernel.arrays.len()), start, factors)
            }
            10..=11 => {
                let index = self.value(Ty::I32, depth - 1, context);
                Expr::Load(self.random.below(self.kernel.arrays.len()), Box::new(index))
            }
            12..=13 => {
                let condition = self.condition(context);
                let (a, b) = (self.value(ty, depth - 1, context), self.value(ty, depth - 1, context));
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
                Expr::Slice(dim, self.random.below(shape[dim]), Box::new(value))
            }
            18..=19 if is_int => {
                let (a, b) =
                    (self.value(Ty::I32, depth - 1, context), self.value(Ty::I32, depth - 1, context));
                Expr::Call(self.random.below(FUNCTION_COUNT), Box::new(a), Box::new(b))
            }
            _ => self.any_value(ty, depth - 1, context),
        }
    }
}

impl Kernel {
    /// The kernel as a function in C.
    pub(super) fn text(&self, name: &str) -> String {
        let mut out = String::new();
        let params: Vec<String> =
            self.arrays.iter().enumerate().map(|(at, ty)| format!("{} *A{at}", ty.c())).collect();
        let _ = writeln!(out, "void {name}({}) {{", params.join(", "));
        let _ = writeln!(
            out,
            "  ripple_block_t B = ripple_set_block_shape(0, {}, {}, {});",
            self.block[0], self.block[1], self.block[2]
        );
        out.push_str("  size_t id0 = ripple_id(B, 0), id1 = ripple_id(B, 1), id2 = ripple_id(B, 2);\n  (void)id0; (void)id1; (void)id2;\n");
        for (at, var) in self.vars.iter().enumerate().filter(|(_, var)| !var.is_counter) {
            let dims: u32 = (0..DIMS).filter(|&dim| var.shape[dim] > 1).map(|dim| 1 << dim).sum();
            let _ =
                writeln!(out, "  {0} v{at} = ripple_broadcast(B, {dims}, ({0}){1});", var.ty.c(), var.init);
        }
        self.statements(&self.body, 1, &mut out);
        out.push_str("}\n");
        out
    }

    fn statements(&self, body: &[Stmt], depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        for statement in body {
            match statement {
                Stmt::Assign(var, value) => {
                    // What is not broadcast has the shape of the value until the next assignment.
                    let (shape, ty) = (self.vars[*var].shape, self.vars[*var].ty.c());
                    let dims: u32 = (0..DIMS).filter(|&dim| shape[dim] > 1).map(|dim| 1 << dim).sum();
                    let text = self.expr(value);
                    let _ = match self.shape(value) == shape {
                        true => writeln!(out, "{pad}v{var} = {text};"),
                        false => writeln!(out, "{pad}v{var} = ripple_broadcast(B, {dims}, ({ty})({text}));"),
                    };
                }
                Stmt::Store(array, index, value) => {
                    let _ = writeln!(
                        out,
                        "{pad}A{array}[({}) & {}] = {};",
                        self.expr(index),
                        LENGTH - 1,
                        self.expr(value)
                    );
                }
                Stmt::StoreAt(array, start, factors, value) => {
                    let _ = writeln!(
                        out,
                        "{pad}A{array}[{}] = {};",
                        affine_text(*start, factors),
                        self.expr(value)
                    );
                }
                Stmt::If(condition, yes, no) => {
                    let _ = writeln!(out, "{pad}if ({}) {{", self.expr(condition));
                    self.statements(yes, depth + 1, out);
                    if !no.is_empty() {
                        let _ = writeln!(out, "{pad}}} else {{");
                        self.statements(no, depth + 1, out);
                    }
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::For(var, count, body) => {
                    let _ = writeln!(out, "{pad}for (int32_t v{var} = 0; v{var} < {count}; ++v{var}) {{");
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::While(var, bound, condition, body) => {
                    let shape = self.vars[*var].shape;
                    let dims: u32 = (0..DIMS).filter(|&dim| shape[dim] > 1).map(|dim| 1 << dim).sum();
                    let condition = self.expr(condition);
                    let _ = writeln!(
                        out,
                        "{pad}for (int32_t v{var} = ripple_broadcast(B, {dims}, (int32_t)0); v{var} < {bound} && {condition}; v{var} = v{var} + 1) {{"
                    );
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::Break(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) break;", self.expr(condition));
                }
                Stmt::Continue(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) continue;", self.expr(condition));
                }
                Stmt::Return(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) return;", self.expr(condition));
                }
                Stmt::Parallel(var, dims, start, end, step, body) => {
                    let dims: Vec<String> = dims.iter().map(usize::to_string).collect();
                    let _ = writeln!(out, "{pad}ripple_parallel(B, {});", dims.join(", "));
                    let _ = writeln!(
                        out,
                        "{pad}for (int32_t v{var} = {start}; v{var} < {end}; v{var} += {step}) {{"
                    );
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
            }
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(ty, number) => format!("({}){number}", ty.c()),
            Expr::Var(var) => format!("v{var}"),
            Expr::Id(ty, dim) => format!("({})id{dim}", ty.c()),
            Expr::Load(array, index) => format!("A{array}[({}) & {}]", self.expr(index), LENGTH - 1),
            Expr::LoadAt(array, start, factors) => format!("A{array}[{}]", affine_text(*start, factors)),
            Expr::Bin(kind, a, b) => self.binary(*kind, a, b),
            Expr::Cmp(kind, a, b) => {
                let op = match kind {
                    Cmp::Lt => "<",
                    Cmp::Le => "<=",
                    Cmp::Eq => "==",
                    Cmp::Ne => "!=",
                };
                format!("({} {op} {})", self.expr(a), self.expr(b))
            }
            Expr::Both(a, b) => format!("({} && {})", self.expr(a), self.expr(b)),
            Expr::Either(a, b) => format!("({} || {})", self.expr(a), self.expr(b)),
            Expr::Choose(a, b, c) => format!("(({}) ? {} : {})", self.expr(a), self.expr(b), self.expr(c)),
            Expr::Cast(ty, a) => format!("({})({})", ty.c(), self.expr(a)),
            Expr::Reduce(kind, dims, a) => {
                let op = match kind {
                    Red::Add => "add",
                    Red::Max => "max",
                    Red::Min => "min",
                    Red::Xor => "xor",
                    Red::Or => "or",
                    Red::And => "and",
                };
                format!("ripple_reduce{op}({dims}, ({})({}))", self.ty(a).c(), self.expr(a))
            }
            Expr::Shuffle(function, a) => {
                format!("ripple_shuffle(({})({}), {})", self.ty(a).c(), self.expr(a), SHUFFLES[*function].0)
            }
            Expr::Slice(dim, index, a) => {
                let indices: Vec<String> = (0..=*dim)
                    .map(|at| if at == *dim { index.to_string() } else { "-1".to_owned() })
                    .collect();
                format!("ripple_slice(({})({}), {})", self.ty(a).c(), self.expr(a), indices.join(", "))
            }
            Expr::Call(function, a, b) => format!("f{function}({}, {})", self.expr(a), self.expr(b)),
        }
    }

    fn binary(&self, kind: Bin, a: &Expr, b: &Expr) -> String {
        let ty = self.ty(a);
        let (name, a, b) = (ty.c(), self.expr(a), self.expr(b));
        let Ty::Int { bits, .. } = ty else {
            let op = match kind {
                Bin::Add => "+",
                Bin::Sub => "-",
                _ => "*",
            };
            return format!("({name})(({a}) {op} ({b}))");
        };
        let wide = if bits == 64 { "uint64_t" } else { "uint32_t" };
        let op = match kind {
            Bin::Add => "+",
            Bin::Sub => "-",
            Bin::Mul => "*",
            Bin::And => "&",
            Bin::Or => "|",
            Bin::Xor => "^",
            Bin::Shl => return format!("({name})(({wide})({a}) << (({b}) & {}))", bits - 1),
            Bin::Shr => return format!("({name})(({name})({a}) >> (({b}) & {}))", bits - 1),
            Bin::Div => return format!("({name})(({name})({a}) / ({name})((({b}) & 15) | 1))"),
            Bin::Rem => return format!("({name})(({name})({a}) % ({name})((({b}) & 15) | 1))"),
            Bin::AddSat => return format!("ripple_add_sat(({name})({a}), ({name})({b}))"),
            Bin::SubSat => return format!("ripple_sub_sat(({name})({a}), ({name})({b}))"),
        };
        format!("({name})(({wide})({a}) {op} ({wide})({b}))")
    }
}

fn affine_text(start: i64, factors: &[i64; DIMS]) -> String {
    let mut text = start.to_string();
    for (dim, factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != 0) {
        let _ = write!(text, " + {factor} * (int64_t)id{dim}");
    }
    text
}
