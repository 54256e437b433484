//! The representation of generated programs of Ripple.

use super::forms::{Cleanup, Forms};
use super::libraries;
use super::sizes::Size;

/// The number of dimensions of generated blocks.
pub(super) const DIMS: usize = 3;
/// The number of elements of an array.
pub(super) const LENGTH: usize = 256;

/// The number of arrays that statements access; the last one is of `int32_t`.
pub(super) const ARRAYS: usize = 4;
/// The array that destructors write.
pub(super) const CLEANUPS: usize = ARRAYS;
/// The variable that destructors read, which has the shape of the block.
pub(super) const LAST: usize = 4;

/// Sizes in each dimension; 1 where there is one element.
pub(super) type Shape = [usize; DIMS];

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Int { bits: u32, signed: bool },
    F16,
    BF16,
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
            Self::F16 => "_Float16".to_owned(),
            Self::BF16 => "__bf16".to_owned(),
            Self::F32 => "float".to_owned(),
            Self::F64 => "double".to_owned(),
            Self::Bool => "int".to_owned(),
        }
    }

    /// The number of bytes of a value.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Int { bits, .. } => bits as usize / 8,
            Self::F16 | Self::BF16 => 2,
            Self::F32 | Self::Bool => 4,
            Self::F64 => 8,
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

impl Bin {
    /// The operator of C that has the same lower bits for any sign, if there is one.
    pub(super) fn operator(self) -> Option<&'static str> {
        Some(match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            _ => return None,
        })
    }
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

/// A shuffle.
pub(super) struct Shuffle {
    /// The function that is called with a value, and its other argument.
    pub(super) call: (&'static str, &'static str),
    /// The expression that an index function of the program returns.
    pub(super) body: Option<&'static str>,
    /// The index of what becomes element `k` of `n`.
    pub(super) index: fn(usize, usize) -> usize,
}

impl Shuffle {
    const fn by(name: &'static str, body: &'static str, index: fn(usize, usize) -> usize) -> Self {
        Self { call: ("ripple_shuffle", name), body: Some(body), index }
    }

    const fn of_header(name: &'static str, distance: &'static str, index: fn(usize, usize) -> usize) -> Self {
        Self { call: (name, distance), body: None, index }
    }
}

/// The shuffles of generated programs.
pub(super) const SHUFFLES: [Shuffle; 8] = [
    Shuffle::by("rotate3", "(k + 3) % n", |k, n| (k + 3) % n),
    Shuffle::by("reverse", "n - 1 - k", |k, n| n - 1 - k),
    Shuffle::by("swap", "(k ^ 1) < n ? (k ^ 1) : k", |k, n| if k ^ 1 < n { k ^ 1 } else { k }),
    Shuffle::by("halves", "(k + n / 2) % n", |k, n| (k + n / 2) % n),
    Shuffle::by(
        "zip",
        "k % 2 ? n / 2 + k / 2 : k / 2",
        |k, n| if k % 2 == 1 { n / 2 + k / 2 } else { k / 2 },
    ),
    Shuffle::of_header("ripple_shfl_up", "3", |k, _| if k >= 3 { k - 3 } else { k }),
    Shuffle::of_header("ripple_shfl_down", "5", |k, n| if 5 < n - k { k + 5 } else { k }),
    Shuffle::of_header("ripple_shfl_xor", "4", |k, n| if k ^ 4 < n { k ^ 4 } else { k }),
];

/// The beginning of functions that are called.
pub(super) const BOTH: &str = "#define BOTH(a, b) b = (int32_t)((uint32_t)b + (uint32_t)a * 0u); a = (int32_t)((uint32_t)a + (uint32_t)b * 0u);\n";

/// Functions that are called, of two numbers, in C, with names and attributes that are to be filled in.
pub(super) const FUNCTIONS: &str = "\
ATTRIBUTES static int32_t f0FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) if (a > b) return a - b; if ((a & 3) == 1) return b; return a ^ b; }
ATTRIBUTES static int32_t f1FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) a &= 255; b &= 255; while (b != 0) { int32_t t = a % b; a = b; b = t; } return a; }
ATTRIBUTES static int32_t f2FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) int32_t s = a * 0; for (int i = 0; i < 5; ++i) { if (((b >> i) & 1) == 0) continue; if (s > 100) break; s += (a & 31) + i; } return s; }
ATTRIBUTES static int32_t f3FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) switch (a & 7) { case 0: return b; case 1: b += 3; case 2: b ^= 5; break; case 3: case 4: return -7; default: b = b * 2 + 1; } return b + 1; }
ATTRIBUTES static int32_t f4FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) int32_t n = a & 63, s = b * 0; if (b & 1) goto in; again: s += 2; if (s > 40) goto out; in: n = (n & 1) ? (3 * n + 1) & 127 : n / 2; s += 1; if (n > 1) goto again; out: return s; }
ATTRIBUTES static int32_t f5FORM(int32_t a, int32_t b) THROWS{ BOTH(a, b) uint32_t count = (uint32_t)svcntw(); if (b & 1) return (int32_t)((uint32_t)a * count); return (int32_t)((uint32_t)b + (uint32_t)ripple_scalable(2) - 1u); }
";

/// Functions that keep an index within bounds.
pub(super) const CLAMPS: &str = "\
static int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t clamp32(int32_t i, int32_t low, int32_t high) { if (i < low) return low; return min32(i, high); }
static int64_t clamp64(int64_t i, int64_t low, int64_t high) { return i < low ? low : i > high ? high : i; }
";

/// The number of functions that are called.
pub(super) const FUNCTION_COUNT: usize = 5;
/// The function whose results depend on the length of vectors.
pub(super) const LENGTH_FUNCTION: usize = 5;

/// An index `start + sum of factors times indices and a counter`, which is computed in a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) start: i64,
    pub(super) factors: [i64; DIMS],
    /// The type in which it is computed. An index of 8 bits wraps where an array ends.
    pub(super) ty: Ty,
    /// Whether a number is added to it that is not known before the program runs: 0.
    pub(super) has_unknown: bool,
    /// The least and the largest index that it is kept within.
    pub(super) bounds: Option<(i64, i64)>,
    /// The counter of a loop that is part of it, and its factor.
    pub(super) counter: Option<(usize, i64)>,
}

/// The index of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) enum SliceIndex {
    At(usize),
    /// A distance before the last element.
    BeforeLast(usize),
}

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Const(Ty, i64),
    Var(usize),
    /// The index in a dimension, in a type.
    Id(Ty, usize),
    /// The size of the block in a dimension, in a type.
    Size(Ty, usize),
    /// An element of an array, at an index that is kept in range.
    Load(usize, Box<Expr>),
    /// An element of an array at a sum of indices.
    LoadAt(usize, Affine),
    Bin(Bin, Box<Expr>, Box<Expr>),
    Cmp(Cmp, Box<Expr>, Box<Expr>),
    Both(Box<Expr>, Box<Expr>),
    Either(Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Ty, Box<Expr>),
    Reduce(Red, u32, Box<Expr>),
    Shuffle(usize, Box<Expr>),
    /// The elements with an index in a dimension, from the start or from the end.
    Slice(usize, SliceIndex, Box<Expr>),
    Call(usize, Box<Expr>, Box<Expr>),
    /// A function of a library.
    Library(usize, usize, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The operands of the expression.
    pub(super) fn children(&self) -> Vec<&Self> {
        match self {
            Self::Const(..) | Self::Var(_) | Self::Id(..) | Self::Size(..) | Self::LoadAt(..) => Vec::new(),
            Self::Load(_, a)
            | Self::Cast(_, a)
            | Self::Reduce(_, _, a)
            | Self::Shuffle(_, a)
            | Self::Slice(_, _, a) => vec![a],
            Self::Bin(_, a, b)
            | Self::Cmp(_, a, b)
            | Self::Both(a, b)
            | Self::Either(a, b)
            | Self::Call(_, a, b)
            | Self::Library(_, _, a, b) => vec![a, b],
            Self::Choose(a, b, c) => vec![a, b, c],
        }
    }

    /// Whether there are only constants and operators in it, so that clang folds it.
    pub(super) fn is_constant(&self) -> bool {
        match self {
            Self::Const(..) => true,
            Self::Bin(..)
            | Self::Cmp(..)
            | Self::Both(..)
            | Self::Either(..)
            | Self::Choose(..)
            | Self::Cast(..) => self.children().iter().all(|child| child.is_constant()),
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Stmt {
    Assign(usize, Expr),
    Store(usize, Expr, Expr),
    StoreAt(usize, Affine, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A scalar loop: variable, number of iterations.
    For(usize, i64, Vec<Stmt>),
    /// A loop that elements leave at different times: counter, bound, condition.
    While(usize, i64, Expr, Vec<Stmt>),
    /// Leaves a loop: elements for which the condition holds, or all that are in an annotated one.
    Break(Expr),
    Continue(Expr),
    Return(Expr),
    /// Assigns a value to a flag, and leaves a loop, for elements for which the condition holds.
    Leave(usize, Expr, Expr),
    /// An annotated loop: variable, dimensions, first value, bound, step, which is negative in loops that count downwards.
    Parallel(usize, Vec<usize>, i64, i64, i64, Vec<Stmt>),
    /// A scalar loop over blocks of a dimension, whose last one is cut off by a condition: variable, dimension, first value, bound.
    Strip(usize, usize, i64, i64, Vec<Stmt>),
    /// A scope with what its end does, and what follows it.
    Scope(Option<Cleanup>, Vec<Stmt>, Vec<Stmt>),
    /// Jumps past the scope around it and what follows that: elements for which the condition holds.
    Jump(Expr),
}

#[derive(Clone)]
pub(super) struct Var {
    pub(super) ty: Ty,
    pub(super) shape: Shape,
    pub(super) init: i64,
    /// A variable of a loop, which is declared there.
    pub(super) is_counter: bool,
    /// A scalar that is assigned in one place, under any condition, and read at the end.
    pub(super) is_flag: bool,
}

#[derive(Clone)]
pub(super) struct Kernel {
    /// The sizes of the block.
    pub(super) sizes: [Size; DIMS],
    /// The length of vectors, in units of 128 bits.
    pub(super) granules: usize,
    /// The sizes of the block for that length of vectors.
    pub(super) block: Shape,
    pub(super) arrays: Vec<Ty>,
    pub(super) vars: Vec<Var>,
    pub(super) body: Vec<Stmt>,
    /// Whether variables are members of a structure, which is copied back and forth.
    pub(super) is_grouped: bool,
    /// The forms in which it is written.
    pub(super) forms: Forms,
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
            Expr::Const(ty, _) | Expr::Id(ty, _) | Expr::Size(ty, _) | Expr::Cast(ty, _) => *ty,
            Expr::Var(var) => self.vars[*var].ty,
            Expr::Load(array, _) | Expr::LoadAt(array, ..) => self.arrays[*array],
            Expr::Bin(_, a, _)
            | Expr::Reduce(_, _, a)
            | Expr::Shuffle(_, a)
            | Expr::Slice(_, _, a)
            | Expr::Choose(_, a, _) => self.ty(a),
            Expr::Cmp(..) | Expr::Both(..) | Expr::Either(..) => Ty::Bool,
            Expr::Call(..) => Ty::I32,
            Expr::Library(function, ..) => libraries::FUNCTIONS[*function].ty,
        }
    }

    pub(super) fn shape(&self, expr: &Expr) -> Shape {
        match expr {
            Expr::Const(..) | Expr::Size(..) => [1; DIMS],
            Expr::Var(var) => self.vars[*var].shape,
            Expr::Id(_, dim) => std::array::from_fn(|at| if at == *dim { self.block[at] } else { 1 }),
            Expr::Load(_, a) | Expr::Cast(_, a) | Expr::Shuffle(_, a) => self.shape(a),
            Expr::LoadAt(_, index) => self.shape_of_index(index),
            Expr::Bin(_, a, b)
            | Expr::Cmp(_, a, b)
            | Expr::Both(a, b)
            | Expr::Either(a, b)
            | Expr::Call(_, a, b)
            | Expr::Library(_, _, a, b) => join(self.shape(a), self.shape(b)),
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

    /// The kernel for another length of vectors: blocks, and variables with their sizes.
    pub(super) fn at(&self, granules: usize) -> Self {
        let block = self.sizes.map(|size| size.at(granules));
        let mut kernel = Self { granules, block, ..self.clone() };
        for var in &mut kernel.vars {
            var.shape =
                std::array::from_fn(|dim| if var.shape[dim] == self.block[dim] { block[dim] } else { 1 });
        }
        kernel
    }

    /// The shape of an index.
    pub(super) fn shape_of_index(&self, index: &Affine) -> Shape {
        let counter = index.counter.map_or([1; DIMS], |(var, _)| self.vars[var].shape);
        join(self.spread(&index.factors), counter)
    }

    fn spread(&self, factors: &[i64; DIMS]) -> Shape {
        std::array::from_fn(|dim| if factors[dim] != 0 { self.block[dim] } else { 1 })
    }
}
