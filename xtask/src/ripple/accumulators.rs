//! Generated programs that accumulate outer products, and their results.
//!
//! Numbers are small, so that products and sums are exact in every format, for any order of additions.

use std::fmt::Write;

use super::emulate::initial_of;
use super::numbers::float_of;
use super::program::Ty;
use super::random::Random;

/// The types of factors and of the accumulator.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Format {
    /// Both in one format.
    Plain(Ty),
    /// Extended before the multiplication.
    Extended(Ty, Ty),
    /// Two formats, both extended.
    Mixed([Ty; 2], Ty),
}

/// The form of several products that are added at once.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sum {
    /// One statement.
    Together,
    /// One statement for each.
    Apart,
    /// A loop.
    Loop,
}

/// The form of the program.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    /// Loops over rows and columns are annotated.
    Annotated,
    /// One block, under a condition.
    Block,
    /// By the names of a library.
    Library,
}

/// A program that computes `c = start + a * b`, and more products if it has several accumulators.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorProgram {
    format: Format,
    form: Form,
    /// Columns and rows of the block.
    block: [usize; 2],
    /// Columns and rows of the result, and the number of products.
    columns: usize,
    rows: usize,
    depth: usize,
    /// The number of products that are added at once (in the library's form, four of bytes), and their form.
    parts: usize,
    sum: Sum,
    /// Whether the factors of such products are next to each other in memory.
    is_interleaved: bool,
    /// Whether the result is added to.
    is_loaded: bool,
    /// Whether a second accumulator is subtracted from, of the same rows and other columns.
    has_second: bool,
    /// Whether a condition leaves out products.
    skips: bool,
    /// Whether a row is added to each row (in the library's form).
    adds_row: bool,
}

const I8: Ty = Ty::Int { bits: 8, signed: true };
const U8: Ty = Ty::Int { bits: 8, signed: false };
const U32: Ty = Ty::Int { bits: 32, signed: false };
const I16: Ty = Ty::Int { bits: 16, signed: true };
const I64: Ty = Ty::Int { bits: 64, signed: true };

/// Generates a program.
pub(super) fn program(seed: u64) -> AccumulatorProgram {
    let mut random = Random::new(seed);
    let form = random.pick(&[Form::Annotated, Form::Annotated, Form::Annotated, Form::Block, Form::Library]);
    let format = match form {
        Form::Library => random.pick(&[Format::Plain(Ty::F32), Format::Extended(I8, Ty::I32)]),
        _ => random.pick(&[
            Format::Plain(Ty::F32),
            Format::Plain(Ty::F32),
            Format::Plain(Ty::F64),
            Format::Plain(U32),
            Format::Extended(I8, Ty::I32),
            Format::Extended(U8, Ty::I32),
            Format::Extended(I16, I64),
            Format::Extended(Ty::F16, Ty::F32),
            Format::Extended(Ty::BF16, Ty::F32),
            Format::Mixed([I8, U8], Ty::I32),
            Format::Mixed([U8, I8], Ty::I32),
        ]),
    };
    let is_plain = matches!(format, Format::Plain(_));
    let parts = match form {
        _ if is_plain => 1,
        Form::Library => 4,
        _ if random.chance(40) => 1,
        _ => random.pick(&[2, 3, 4, 4, 4, 5]),
    };
    let block = [random.pick(&[4, 8, 16, 16, 32]), random.pick(&[4, 8, 16, 16, 32])];
    let block = if form == Form::Library { [16, random.pick(&[8, 16])] } else { block };
    let (columns, rows) = match form {
        Form::Library => (block[0], block[1]),
        Form::Block => (block[0] - random.below(4), block[1] - random.below(4)),
        Form::Annotated => (1 + random.below(40), 1 + random.below(40)),
    };
    AccumulatorProgram {
        format,
        form,
        block,
        columns,
        rows,
        depth: random.below(7),
        parts,
        sum: random.pick(&[Sum::Together, Sum::Apart, Sum::Loop]),
        is_interleaved: form == Form::Library || random.chance(70),
        // A signed sum that overflows is undefined.
        is_loaded: form != Form::Library
            && random.chance(30)
            && !matches!(format, Format::Extended(_, Ty::I32) | Format::Mixed(..)),
        has_second: form == Form::Annotated && random.chance(30),
        skips: form != Form::Library && random.chance(20),
        adds_row: format == Format::Plain(Ty::F32) && form == Form::Library && random.chance(40),
    }
}

impl AccumulatorProgram {
    /// The formats of the factors: that of rows, and that of columns.
    fn factors(&self) -> [Ty; 2] {
        match self.format {
            Format::Plain(ty) | Format::Extended(ty, _) => [ty; 2],
            Format::Mixed(types, _) => types,
        }
    }

    fn sum(&self) -> Ty {
        match self.format {
            Format::Plain(ty) | Format::Extended(_, ty) | Format::Mixed(_, ty) => ty,
        }
    }

    /// The place of a factor, as a term in C: that of a row or column out of `count`.
    fn place(&self, depth: &str, count: usize, at: &str, part: &str) -> String {
        let parts = self.parts;
        match (parts, self.is_interleaved) {
            (1, _) => format!("({depth}) * {count} + {at}"),
            (_, true) => format!("(({depth}) * {count} + {at}) * {parts} + {part}"),
            (_, false) => format!("(({depth}) * {parts} + {part}) * {count} + {at}"),
        }
    }

    /// The statements that add the products of some depths to a variable.
    fn products(&self, variable: &str, depth: &str, out: &mut String) {
        let sum = self.sum().c();
        let cast = if matches!(self.format, Format::Plain(_)) { String::new() } else { format!("({sum})") };
        let product = |part: &str| {
            let row = self.place("p", self.rows, "i", part);
            let column = self.place(depth, self.columns, "j", part);
            format!("{cast}A0[{row}] * {cast}A1[{column}]")
        };
        let all: Vec<String> = (0..self.parts).map(|part| product(&part.to_string())).collect();
        match self.sum {
            Sum::Loop if self.parts > 1 => {
                let _ = writeln!(
                    out,
                    "        for (int q = 0; q < {}; ++q)\n          {variable} += {};",
                    self.parts,
                    product("q")
                );
            }
            Sum::Together => {
                let _ = writeln!(out, "        {variable} += {};", all.join(" + "));
            }
            _ => all.iter().for_each(|product| {
                let _ = writeln!(out, "        {variable} += {product};");
            }),
        }
    }

    /// The arrays: the first factors by columns, the second ones by rows, the result, and that of the second accumulator.
    pub(super) fn arrays(&self) -> Vec<(Ty, usize)> {
        let (parts, [row, column]) = (self.parts, self.factors());
        vec![
            (row, (self.depth * self.rows * parts).max(1)),
            (column, ((self.depth + 1) * self.columns * parts).max(1)),
            (self.sum(), self.rows * self.columns),
            (self.sum(), self.rows * self.columns),
        ]
    }

    /// The program as a function in C.
    pub(super) fn text(&self, name: &str) -> String {
        let Self { block, columns, rows, depth, .. } = self;
        let params: Vec<String> =
            self.arrays().iter().enumerate().map(|(at, (ty, _))| format!("{} *A{at}", ty.c())).collect();
        let mut out = format!("void {name}({}) {{\n", params.join(", "));
        let _ = writeln!(out, "  ripple_block_t B = ripple_set_block_shape(0, {}, {});", block[0], block[1]);
        if self.form == Form::Library {
            self.library_text(&mut out);
            return out;
        }
        let (sum, start) =
            (self.sum().c(), if self.is_loaded { format!("A2[i * {columns} + j]") } else { "0".to_owned() });
        match self.form {
            Form::Annotated => {
                let _ = writeln!(
                    out,
                    "  ripple_parallel(B, 1);\n  for (int i = 0; i < {rows}; ++i) {{\n    ripple_parallel(B, 0);\n    for (int j = 0; j < {columns}; ++j) {{"
                );
            }
            _ => {
                let _ = writeln!(
                    out,
                    "  size_t i = ripple_id(B, 1), j = ripple_id(B, 0);\n  {{\n    if (i < {rows} && j < {columns}) {{"
                );
            }
        }
        let _ = writeln!(out, "      {sum} s = {start};");
        if self.has_second {
            let _ = writeln!(out, "      {sum} t = 3;");
        }
        let _ = writeln!(out, "      for (int p = 0; p < {depth}; ++p) {{");
        if self.skips {
            let _ = writeln!(out, "        if ((p + unknown) % 3 == 1) continue;");
        }
        self.products("s", "p", &mut out);
        if self.has_second {
            self.products("t", "p + 1", &mut out);
        }
        let _ = writeln!(out, "      }}\n      A2[i * {columns} + j] = s;");
        if self.has_second {
            let _ = writeln!(out, "      A3[i * {columns} + j] = t;");
        }
        out.push_str("    }\n  }\n}\n");
        out
    }

    fn library_text(&self, out: &mut String) {
        let Self { columns, rows, depth, .. } = self;
        let parts = self.parts;
        let is_float = self.sum() == Ty::F32;
        let (sum, factor) = if is_float { ("f32", "f32") } else { ("i32", "i8") };
        let (column_size, row_size) = (rows * parts, columns * parts);
        let _ = writeln!(
            out,
            "  ripple_block_t down = ripple_set_block_shape(0, {column_size}), across = ripple_set_block_shape(0, {row_size});"
        );
        let _ = writeln!(out, "  ripple_block_t row = ripple_set_block_shape(0, {columns});");
        let _ = writeln!(
            out,
            "  size_t d = ripple_id(down, 0), e = ripple_id(across, 0), v = ripple_id(row, 0);\n  zeroAccumulator_{sum}(B);"
        );
        if self.adds_row {
            let _ = writeln!(out, "  addHorizToAccumulator_{sum}(A3[v]);");
        }
        let _ = writeln!(
            out,
            "  for (size_t p = 0; p < {depth}; ++p)\n    outerProductAccumulate_{factor}(A0[p * {column_size} + d], A1[p * {row_size} + e]);"
        );
        let _ = writeln!(
            out,
            "  for (uint32_t i = 0; i < {rows}; ++i)\n    A2[i * {columns} + v] = getAccumHorizSlice_{sum}(B, i);\n}}"
        );
    }

    /// Returns the arrays after the program has run.
    pub(super) fn run(&self) -> Vec<Vec<u64>> {
        let types = self.arrays();
        let mut arrays: Vec<Vec<u64>> =
            types.iter().enumerate().map(|(at, &(ty, length))| initial_of(at, ty, length)).collect();
        let ([row_factor, column_factor], sum, parts) = (self.factors(), self.sum(), self.parts);
        let number = |bits: u64, ty: Ty| match ty {
            Ty::Int { bits: width, signed } => {
                let shift = 64 - width;
                if signed { i128::from(((bits << shift) as i64) >> shift) } else { i128::from(bits) }
            }
            // Numbers are whole.
            _ => float_of(bits, ty) as i128,
        };
        let bits = |value: i128| match sum {
            Ty::Int { bits: 64, .. } => value as u64,
            Ty::Int { .. } => value as u32 as u64,
            Ty::F64 => (value as f64).to_bits(),
            _ => u64::from((value as f32).to_bits()),
        };
        let whole = arrays.clone();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = row * self.columns + column;
                let product = |p: usize, q: usize| -> i128 {
                    (0..parts)
                        .map(|part| {
                            let place = |depth: usize, count: usize, at: usize| match self.is_interleaved {
                                true => (depth * count + at) * parts + part,
                                false => (depth * parts + part) * count + at,
                            };
                            let a = whole[0][place(p, self.rows, row)];
                            let b = whole[1][place(q, self.columns, column)];
                            number(a, row_factor) * number(b, column_factor)
                        })
                        .sum()
                };
                let used = (0..self.depth).filter(|p| !self.skips || p % 3 != 1);
                let start = match () {
                    () if self.is_loaded => number(whole[2][at], sum),
                    () if self.adds_row => number(whole[3][column], sum),
                    () => 0,
                };
                arrays[2][at] = bits(start + used.clone().map(|p| product(p, p)).sum::<i128>());
                if self.has_second {
                    arrays[3][at] = bits(3 + used.map(|p| product(p, p + 1)).sum::<i128>());
                }
            }
        }
        arrays
    }
}
