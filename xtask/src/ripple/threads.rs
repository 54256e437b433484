//! Generated programs that distribute loops over threads, and their results.
//!
//! The values that an iteration writes depend on its number and on read-only arrays, so that the executing
//! thread does not matter; sums over all iterations, one per thread, verify that each was executed once.

use std::fmt::Write;

use super::emulate::initial;
use super::numbers::binary;
use super::program::{Bin, LENGTH, Ty};
use super::random::Random;

/// The rows and columns of what loops in each other write.
const SIDE: i64 = 16;

/// An expression of the counters.
#[derive(Clone, Debug)]
enum Term {
    Counter(usize),
    Number(i64),
    /// An element of an array that is only read, at the flat index or at its mirror image.
    Read(usize, bool),
    Op(Bin, Box<Term>, Box<Term>),
}

/// The distribution of a loop over threads: dimensions of the block of threads, the iterations of a chunk, 0 for one
/// for each thread, and whether chunks go to those that are free.
#[derive(Clone, Debug)]
struct Schedule {
    dims: Vec<usize>,
    chunk: i64,
    is_dynamic: bool,
}

#[derive(Clone, Debug)]
struct Loop {
    schedule: Schedule,
    /// The schedule of a loop in it, if there is one.
    inner: Option<Option<Schedule>>,
    /// The size of the vector over which the innermost loop is distributed, too.
    vector: Option<usize>,
    start: i64,
    end: i64,
    step: i64,
    value: Term,
    /// The condition; values are written only where it is odd.
    condition: Option<Term>,
    /// Whether the values are added up, too.
    adds: bool,
}

/// A program whose threads execute loops.
#[derive(Clone, Debug)]
pub(super) struct ThreadProgram {
    sizes: Vec<usize>,
    /// Whether the size of the last dimension is found when the program runs.
    finds_size: bool,
    calls: usize,
    loops: Vec<Loop>,
}

/// The arrays: one is written, two are read, the last one has sums.
pub(super) const ARRAYS: usize = 4;

fn term(random: &mut Random, depth: usize, counters: usize) -> Term {
    if depth == 0 || random.chance(20) {
        return match random.below(4) {
            0 => Term::Number(random.below(200) as i64 - 50),
            1 => Term::Read(1 + random.below(2), random.chance(40)),
            _ => Term::Counter(random.below(counters)),
        };
    }
    let kind = random.pick(&[Bin::Add, Bin::Sub, Bin::Mul, Bin::And, Bin::Or, Bin::Xor, Bin::Shr]);
    let (a, b) = (term(random, depth - 1, counters), term(random, depth - 1, counters));
    Term::Op(kind, Box::new(a), Box::new(b))
}

fn schedule(random: &mut Random, dims: Vec<usize>, may_be_dynamic: bool) -> Schedule {
    let chunk = random.pick(&[0, 1, 2, 3, 5, 8, 13, 64]);
    Schedule { is_dynamic: may_be_dynamic && dims == [0] && random.chance(40), dims, chunk }
}

/// Generates a program.
pub(super) fn program(seed: u64) -> ThreadProgram {
    let mut random = Random::new(seed);
    let sizes: Vec<usize> = match random.below(3) {
        0 => vec![1 + random.below(5)],
        1 => vec![2, 1 + random.below(3)],
        _ => vec![1 + random.below(3), 2],
    };
    let is_flat = sizes.len() == 1;
    let loops = (0..1 + random.below(3))
        .map(|_| {
            let is_nested = random.chance(40);
            let dims = match (is_flat, is_nested, random.below(3)) {
                (true, ..) | (_, _, 0) => vec![0],
                (_, true, _) => vec![1],
                (_, false, 1) => vec![0, 1],
                _ => vec![1, 0],
            };
            let other = 1 - dims[0];
            let inner = is_nested
                .then(|| (!is_flat && random.chance(60)).then(|| schedule(&mut random, vec![other], false)));
            let covers = dims.len() + usize::from(matches!(inner, Some(Some(_)))) == sizes.len();
            let (low, step) = (random.below(9) as i64, 1 + random.below(3) as i64);
            let (start, end, step) = match inner {
                Some(_) => (0, SIDE, 1),
                None if random.chance(30) => (LENGTH as i64 - 1 - low, low, -step),
                None => (low, LENGTH as i64 - random.below(120) as i64, step),
            };
            let counters = 1 + usize::from(inner.is_some());
            Loop {
                schedule: schedule(&mut random, dims, true),
                inner,
                vector: random.chance(70).then(|| random.pick(&[3, 4, 8, 16])),
                start,
                end,
                step,
                value: term(&mut random, 3, counters),
                condition: random.chance(40).then(|| term(&mut random, 2, counters)),
                adds: covers && random.chance(60),
            }
        })
        .collect();
    ThreadProgram { finds_size: random.chance(40), calls: 1 + random.below(3), sizes, loops }
}

impl Term {
    fn text(&self, at: &str) -> String {
        match self {
            Self::Counter(0) => "i".to_owned(),
            Self::Counter(_) => "j".to_owned(),
            Self::Number(number) => format!("({number})"),
            Self::Read(array, false) => format!("A{array}[{at}]"),
            Self::Read(array, true) => format!("A{array}[{} - ({at})]", LENGTH - 1),
            Self::Op(kind, a, b) => {
                let (a, b) = (a.text(at), b.text(at));
                match kind.operator() {
                    Some(operator) => format!("(int32_t)((uint32_t)({a}) {operator} (uint32_t)({b}))"),
                    None => format!("((int32_t)({a}) >> (({b}) & 31))"),
                }
            }
        }
    }

    fn value(&self, counters: [i64; 2], at: usize, arrays: &[Vec<u64>]) -> u64 {
        match self {
            Self::Counter(which) => counters[*which] as u32 as u64,
            Self::Number(number) => *number as u32 as u64,
            Self::Read(array, false) => arrays[*array][at],
            Self::Read(array, true) => arrays[*array][LENGTH - 1 - at],
            Self::Op(kind, a, b) => {
                binary(*kind, a.value(counters, at, arrays), b.value(counters, at, arrays), Ty::I32)
            }
        }
    }
}

impl Schedule {
    fn text(&self) -> String {
        let dims: Vec<String> = self.dims.iter().map(usize::to_string).collect();
        let dynamic = if self.is_dynamic { "_dyn" } else { "" };
        format!("ripple_thd_parallel{dynamic}(T, {}, RIPPLE_THD_PAR_DFT, {});", self.chunk, dims.join(", "))
    }
}

impl Loop {
    fn text(&self, number: usize, out: &mut String) {
        let at = if self.inner.is_some() { format!("i * {SIDE} + j") } else { "i".to_owned() };
        let vector = self.vector.map(|_| format!("ripple_parallel(B{number}, 0);")).unwrap_or_default();
        if let Some(size) = self.vector {
            let _ = writeln!(out, "  ripple_block_t B{number} = ripple_set_block_shape(0, {size});");
        }
        let zero =
            self.vector.map_or("0".to_owned(), |_| format!("ripple_broadcast(B{number}, 1, (int32_t)0)"));
        let _ = writeln!(out, "  {{\n    int32_t i, s = {zero};\n    {}", self.schedule.text());
        if self.inner.is_none() {
            let _ = writeln!(out, "    {vector}");
        }
        let (less, step) = (if self.step < 0 { ">" } else { "<" }, self.step);
        let _ = writeln!(out, "    for (i = {}; i {less} {}; i += {step}) {{", self.start, self.end);
        if let Some(inner) = &self.inner {
            let threads = inner.as_ref().map(Schedule::text).unwrap_or_default();
            let _ = writeln!(out, "      {threads} {vector}\n      for (int32_t j = 0; j < {SIDE}; ++j) {{");
        }
        if let Some(condition) = &self.condition {
            let _ = writeln!(out, "      if ({} & 1)", condition.text(&at));
        }
        let _ = writeln!(out, "      A0[{at}] = {};", self.value.text(&at));
        if self.adds {
            let _ = writeln!(out, "      s = (int32_t)((uint32_t)s + (uint32_t){});", self.value.text(&at));
        }
        if self.inner.is_some() {
            out.push_str("      }\n");
        }
        out.push_str("    }\n");
        if self.adds {
            let sum = if self.vector.is_some() { "ripple_reduceadd(1, s)" } else { "s" };
            let _ = writeln!(out, "    __atomic_fetch_add(&A3[{number}], {sum}, __ATOMIC_RELAXED);");
        }
        let _ = writeln!(out, "    A3[{}] = i;\n  }}\n  ripple_thd_barrier(T, -1);", 100 + number);
    }
}

impl ThreadProgram {
    /// The program as functions in C, of which the last one has the name.
    pub(super) fn text(&self, name: &str) -> String {
        let mut out = format!("static ripple_thd_runtime_t *R{name};\nstatic int32_t *P{name}[{ARRAYS}];\n");
        let _ = writeln!(out, "static void *threads_{name}(void *unused) {{\n  (void)unused;");
        for at in 0..ARRAYS {
            let _ = writeln!(out, "  int32_t *A{at} = P{name}[{at}];");
        }
        let last = self.sizes.len() - 1;
        let sizes: Vec<String> = (self.sizes.iter().enumerate())
            .map(|(dim, size)| match dim == last && self.finds_size {
                true => "RIPPLE_THD_DYNAMIC".to_owned(),
                false => size.to_string(),
            })
            .collect();
        let _ = writeln!(
            out,
            "  ripple_thd_block_t T = ripple_thd_set_block_shape(R{name}, 0, {}, {});",
            self.sizes.len(),
            sizes.join(", ")
        );
        for (number, repeated) in self.loops.iter().enumerate() {
            repeated.text(number, &mut out);
        }
        out.push_str("  return NULL;\n}\n");
        let params: Vec<String> = (0..ARRAYS).map(|at| format!("int32_t *A{at}")).collect();
        let _ = writeln!(out, "void {name}({}) {{", params.join(", "));
        for at in 0..ARRAYS {
            let _ = writeln!(out, "  P{name}[{at}] = A{at};");
        }
        let threads: usize = self.sizes.iter().product();
        let _ = writeln!(
            out,
            "  R{name} = ripple_thd_runtime_init({threads});\n  ripple_thd_block_t all = ripple_thd_init(0, R{name}, 1, RIPPLE_THD_DFT, 2);"
        );
        for _ in 0..self.calls {
            let _ = writeln!(out, "  ripple_thd_call(all, threads_{name}, NULL);");
        }
        let _ = writeln!(out, "  ripple_thd_runtime_exit(R{name});\n}}");
        out
    }

    /// Returns the arrays after the program has run.
    pub(super) fn run(&self) -> Vec<Vec<u64>> {
        let mut arrays: Vec<Vec<u64>> = (0..ARRAYS).map(|at| initial(at, Ty::I32)).collect();
        for _ in 0..self.calls {
            for (number, repeated) in self.loops.iter().enumerate() {
                let mut sum = 0;
                let mut i = repeated.start;
                while (i < repeated.end) == (repeated.step > 0) && i != repeated.end {
                    let columns = if repeated.inner.is_some() { SIDE } else { 1 };
                    for j in 0..columns {
                        let at = (i * columns + j) as usize;
                        let value = repeated.value.value([i, j], at, &arrays);
                        let condition = repeated.condition.as_ref();
                        if condition.is_none_or(|term| term.value([i, j], at, &arrays) & 1 == 1) {
                            arrays[0][at] = value;
                        }
                        sum = binary(Bin::Add, sum, value, Ty::I32);
                    }
                    i += repeated.step;
                }
                if repeated.adds {
                    arrays[3][number] = binary(Bin::Add, arrays[3][number], sum, Ty::I32);
                }
                arrays[3][100 + number] = i as u32 as u64;
            }
        }
        arrays
    }
}
