//! Generated programs whose iterations read and write memory under conditions, and their results.
//!
//! An iteration writes elements of its own: of an array that is written, element `width * i + part`. It reads any
//! element of the others. So the order of iterations does not matter, and they are emulated one after the other. An
//! array has several names, some of which are `restrict`.

use std::fmt::Write;

use super::emulate::initial;
use super::numbers::{binary, cut, signed};
use super::program::{Bin, LENGTH, Ty};
use super::random::Random;

/// The number of arrays. The last one has an element for each flag.
const ARRAYS: usize = 6;
/// The variables of an iteration.
const LOCALS: usize = 4;

/// The element of an array.
#[derive(Clone, Debug)]
enum Index {
    /// One of the elements of this iteration.
    Own(usize),
    /// The element that is so many after that of the iteration.
    After(usize),
    /// The same element in all iterations.
    Fixed(usize),
    /// The element that an element of another array chooses.
    Chosen(usize),
}

/// The form in which a program names an element.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Spelling {
    Subscript,
    Sum,
    /// By another pointer to the array.
    Alias,
    /// By a pointer of the iteration. An element of its own has one.
    Pointer,
}

#[derive(Clone, Debug)]
struct Place {
    array: usize,
    index: Index,
    spelling: Spelling,
}

/// An expression of type `int32_t`.
#[derive(Clone, Debug)]
enum Term {
    Number(i64),
    Counter,
    Local(usize),
    Read(Place),
    Op(Bin, Box<Term>, Box<Term>),
}

#[derive(Clone, Debug)]
enum Condition {
    Odd(Term),
    Less(Term, Term),
    /// The iterations from a number.
    From(i64),
    /// The iterations of which four choose one.
    Fourth(i64),
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
}

#[derive(Clone, Debug)]
enum Stmt {
    /// Sets a variable to the sum of a term and the counter. So each iteration has a value of its own: one that is the
    /// same for all would be set for all under a condition that holds for any.
    Set(usize, Term),
    Store(Place, Term),
    /// An element that all iterations write alike.
    Flag(usize),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    Repeat(i64, Vec<Stmt>),
}

/// An array, and what of it an iteration owns.
#[derive(Clone, Debug)]
struct Array {
    ty: Ty,
    /// The number of elements that an iteration may write; 0 if none is written.
    width: usize,
    is_restrict: bool,
    /// The element to which its other name points.
    alias: usize,
}

/// A program whose iterations read and write memory.
#[derive(Clone, Debug)]
pub(super) struct MemoryProgram {
    arrays: Vec<Array>,
    block: usize,
    is_annotated: bool,
    start: i64,
    end: i64,
    /// Whether the end is known when the program is compiled.
    is_end_known: bool,
    body: Vec<Stmt>,
}

struct Generator {
    random: Random,
    arrays: Vec<Array>,
    end: i64,
}

impl Generator {
    fn place(&mut self, is_written: bool) -> Place {
        let arrays: Vec<usize> =
            (0..ARRAYS - 1).filter(|&at| !is_written || self.arrays[at].width > 0).collect();
        let array = self.random.pick(&arrays);
        let Array { width, .. } = self.arrays[array];
        let index = match self.random.below(6) {
            _ if width > 0 => Index::Own(self.random.below(width)),
            0 => Index::Fixed(self.random.below(LENGTH)),
            1 => match (0..ARRAYS - 1).find(|&at| at != array && self.arrays[at].width == 0) {
                Some(chooser) => Index::Chosen(chooser),
                None => Index::After(0),
            },
            _ => Index::After(self.random.below(LENGTH - self.end as usize).min(self.random.below(6))),
        };
        let spelling =
            self.random.pick(&[Spelling::Subscript, Spelling::Sum, Spelling::Alias, Spelling::Pointer]);
        let spelling = match (spelling, &index) {
            (Spelling::Pointer, Index::Own(_)) => spelling,
            (Spelling::Pointer, _) => Spelling::Subscript,
            _ => spelling,
        };
        Place { array, index, spelling }
    }

    fn term(&mut self, depth: usize) -> Term {
        if depth == 0 || self.random.chance(30) {
            return match self.random.below(8) {
                0 => Term::Number(self.random.below(100) as i64 - 30),
                1 => Term::Counter,
                2 | 3 => Term::Local(self.random.below(LOCALS)),
                _ => Term::Read(self.place(false)),
            };
        }
        let kind = self.random.pick(&[Bin::Add, Bin::Add, Bin::Sub, Bin::Mul, Bin::And, Bin::Or, Bin::Xor]);
        Term::Op(kind, Box::new(self.term(depth - 1)), Box::new(self.term(depth - 1)))
    }

    fn condition(&mut self, depth: usize) -> Condition {
        match self.random.below(if depth > 0 { 10 } else { 8 }) {
            0 | 1 => Condition::From(self.random.below(self.end as usize + 8) as i64),
            2 => Condition::Fourth(self.random.below(4) as i64),
            3 | 4 => Condition::Odd(self.term(1)),
            8 => Condition::Both(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1))),
            9 => Condition::Either(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1))),
            _ => Condition::Less(self.term(1), self.term(1)),
        }
    }

    fn statements(&mut self, depth: usize, most: usize) -> Vec<Stmt> {
        (0..1 + self.random.below(most)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        match self.random.below(if depth > 0 { 12 } else { 8 }) {
            0..=2 => Stmt::Set(self.random.below(LOCALS), self.term(2)),
            7 => Stmt::Flag(self.random.below(4)),
            8..=10 => {
                let condition = self.condition(1);
                let yes = self.statements(depth - 1, 4);
                let no = if self.random.chance(40) { self.statements(depth - 1, 3) } else { Vec::new() };
                Stmt::If(condition, yes, no)
            }
            11 => Stmt::Repeat(2, self.statements(depth - 1, 3)),
            _ => Stmt::Store(self.place(true), self.term(2)),
        }
    }
}

/// Generates a program.
pub(super) fn program(seed: u64) -> MemoryProgram {
    let mut random = Random::new(seed);
    let (is_narrow, is_restrict) = (random.chance(20), random.chance(70));
    let mut arrays: Vec<Array> = (0..ARRAYS)
        .map(|_| Array {
            ty: match random.below(4) {
                0 => Ty::Int { bits: random.pick(&[8, 16, 64]), signed: random.chance(50) },
                _ if is_narrow => Ty::Int { bits: random.pick(&[8, 16]), signed: random.chance(50) },
                _ => Ty::I32,
            },
            width: random.pick(&[0, 0, 1, 1, 1, 2, 3]),
            is_restrict: is_restrict && random.chance(85),
            alias: random.below(3),
        })
        .collect();
    // Some array is written, and the last one, which has flags, is read nowhere.
    arrays[0].width = arrays[0].width.max(1);
    arrays[ARRAYS - 1] = Array { ty: Ty::I32, width: 0, is_restrict, alias: 0 };
    let widest = arrays.iter().map(|array| array.width).max().unwrap_or(1).max(1);
    let start = random.pick(&[0, 0, 0, 1, 5]);
    let end = start + 1 + random.below(LENGTH / widest - start as usize) as i64;
    let (block, is_annotated, is_end_known) =
        (random.pick(&[3, 4, 5, 8, 8, 12, 16, 16, 24, 32, 64]), random.chance(70), random.chance(50));
    let mut generator = Generator { random, arrays, end };
    let body = generator.statements(3, 6);
    MemoryProgram { arrays: generator.arrays, block, is_annotated, start, end, is_end_known, body }
}

impl MemoryProgram {
    /// The types of the arrays that it gets, and their lengths.
    pub(super) fn arrays(&self) -> Vec<(Ty, usize)> {
        self.arrays.iter().map(|array| (array.ty, LENGTH)).collect()
    }

    fn own_index(&self, array: usize, part: usize) -> String {
        match (self.arrays[array].width, part) {
            (1, _) => "i".to_owned(),
            (width, 0) => format!("{width} * i"),
            (width, _) => format!("{width} * i + {part}"),
        }
    }

    fn place_text(&self, Place { array, index, spelling }: &Place) -> String {
        let at = match index {
            Index::Own(part) => self.own_index(*array, *part),
            Index::After(0) => "i".to_owned(),
            Index::After(by) => format!("i + {by}"),
            Index::Fixed(at) => at.to_string(),
            Index::Chosen(from) => format!("(A{from}[i] & {})", LENGTH - 1),
        };
        match (spelling, index) {
            (Spelling::Subscript, _) => format!("A{array}[{at}]"),
            (Spelling::Sum, _) => format!("*(A{array} + {at})"),
            (Spelling::Alias, _) => format!("P{array}[{at} - {}]", self.arrays[*array].alias),
            (Spelling::Pointer, Index::Own(part)) => format!("*Q{array}_{part}"),
            (Spelling::Pointer, _) => format!("A{array}[{at}]"),
        }
    }

    fn term_text(&self, term: &Term) -> String {
        match term {
            Term::Number(number) => format!("({number})"),
            Term::Counter => "(int32_t)i".to_owned(),
            Term::Local(local) => format!("v{local}"),
            Term::Read(place) => format!("(int32_t){}", self.place_text(place)),
            Term::Op(kind, a, b) => {
                let operator = kind.operator().unwrap_or("+");
                let (a, b) = (self.term_text(a), self.term_text(b));
                format!("(int32_t)((uint32_t)({a}) {operator} (uint32_t)({b}))")
            }
        }
    }

    fn condition_text(&self, condition: &Condition) -> String {
        match condition {
            Condition::Odd(term) => format!("({} & 1)", self.term_text(term)),
            Condition::Less(a, b) => format!("({} < {})", self.term_text(a), self.term_text(b)),
            Condition::From(number) => format!("(i >= {number})"),
            Condition::Fourth(number) => format!("(i % 4 == {number})"),
            Condition::Both(a, b) => format!("({} && {})", self.condition_text(a), self.condition_text(b)),
            Condition::Either(a, b) => format!("({} || {})", self.condition_text(a), self.condition_text(b)),
        }
    }

    fn statements_text(&self, body: &[Stmt], depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        for statement in body {
            let _ = match statement {
                Stmt::Set(local, term) => writeln!(
                    out,
                    "{indent}v{local} = (int32_t)((uint32_t)({}) + (uint32_t)i);",
                    self.term_text(term)
                ),
                Stmt::Store(place, term) => {
                    writeln!(out, "{indent}{} = {};", self.place_text(place), self.term_text(term))
                }
                Stmt::Flag(at) => writeln!(out, "{indent}A{}[{at}] = {};", ARRAYS - 1, 7 + at),
                Stmt::If(condition, yes, no) => {
                    let _ = writeln!(out, "{indent}if ({}) {{", self.condition_text(condition));
                    self.statements_text(yes, depth + 1, out);
                    if !no.is_empty() {
                        let _ = writeln!(out, "{indent}}} else {{");
                        self.statements_text(no, depth + 1, out);
                    }
                    writeln!(out, "{indent}}}")
                }
                Stmt::Repeat(count, body) => {
                    let _ =
                        writeln!(out, "{indent}for (int r{depth} = 0; r{depth} < {count}; ++r{depth}) {{");
                    self.statements_text(body, depth + 1, out);
                    writeln!(out, "{indent}}}")
                }
            };
        }
    }

    /// The program as a function in C.
    pub(super) fn text(&self, name: &str) -> String {
        let parameters: Vec<String> = (self.arrays.iter().enumerate())
            .map(|(at, array)| {
                format!("{} *{}A{at}", array.ty.c(), if array.is_restrict { "__restrict " } else { "" })
            })
            .collect();
        let mut body = String::new();
        self.statements_text(&self.body, 3, &mut body);
        let mut out = format!("void {name}({}) {{\n", parameters.join(", "));
        let _ = writeln!(out, "  ripple_block_t B = ripple_set_block_shape(0, {});", self.block);
        for (at, Array { ty, alias, .. }) in self.arrays.iter().enumerate() {
            if body.contains(&format!("P{at}[")) {
                let _ = writeln!(out, "  {} *P{at} = A{at} + {alias};", ty.c());
            }
        }
        let end = format!("{}{}", self.end, if self.is_end_known { "" } else { " + (int32_t)unknown" });
        let start = self.start;
        let _ = match self.is_annotated {
            true => {
                writeln!(
                    out,
                    "  ripple_parallel(B, 0);\n  for (int32_t i = {start}; i < {end}; ++i) {{\n    {{"
                )
            }
            false => writeln!(
                out,
                "  for (int32_t first = {start}; first < {end}; first += {}) {{\n    int32_t i = first + (int32_t)ripple_id(B, 0);\n    if (i < {end}) {{",
                self.block
            ),
        };
        for local in 0..LOCALS {
            let _ = writeln!(out, "      int32_t v{local} = (int32_t)i + {local};");
        }
        for (at, Array { ty, width, .. }) in self.arrays.iter().enumerate() {
            for part in (0..*width).filter(|part| body.contains(&format!("*Q{at}_{part}"))) {
                let _ =
                    writeln!(out, "      {} *Q{at}_{part} = &A{at}[{}];", ty.c(), self.own_index(at, part));
            }
        }
        let _ = write!(out, "{body}    }}\n  }}\n}}\n");
        out
    }

    /// Returns the arrays after the program has run.
    pub(super) fn run(&self) -> Vec<Vec<u64>> {
        let arrays = self.arrays.iter().enumerate().map(|(at, array)| initial(at, array.ty)).collect();
        let mut machine = Machine { program: self, arrays, locals: [0; LOCALS], i: 0 };
        for i in self.start..self.end {
            machine.i = i;
            machine.locals = std::array::from_fn(|local| cut((i + local as i64) as u64, Ty::I32));
            machine.run(&self.body);
        }
        machine.arrays
    }

    /// Programs that are smaller by one statement, or by one of an `if` and its branches.
    pub(super) fn smaller(&self) -> Vec<Self> {
        smaller_bodies(&self.body).into_iter().map(|body| Self { body, ..self.clone() }).collect()
    }
}

fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let with = |other: &[Stmt]| -> Vec<Stmt> {
            body[..at].iter().chain(other).chain(&body[at + 1..]).cloned().collect()
        };
        all.push(with(&[]));
        match statement {
            Stmt::If(condition, yes, no) => {
                all.push(with(yes));
                all.push(with(no));
                let inner = |yes: Vec<Stmt>, no: Vec<Stmt>| with(&[Stmt::If(condition.clone(), yes, no)]);
                all.extend(smaller_bodies(yes).into_iter().map(|yes| inner(yes, no.clone())));
                all.extend(smaller_bodies(no).into_iter().map(|no| inner(yes.clone(), no)));
            }
            Stmt::Repeat(count, inner) => {
                all.push(with(inner));
                all.extend(
                    smaller_bodies(inner).into_iter().map(|inner| with(&[Stmt::Repeat(*count, inner)])),
                );
            }
            Stmt::Set(..) | Stmt::Store(..) | Stmt::Flag(_) => {}
        }
    }
    all
}

/// The state of a program in an iteration.
struct Machine<'p> {
    program: &'p MemoryProgram,
    arrays: Vec<Vec<u64>>,
    locals: [u64; LOCALS],
    i: i64,
}

impl Machine<'_> {
    fn at(&self, place: &Place) -> usize {
        let i = self.i as usize;
        match place.index {
            Index::Own(part) => i * self.program.arrays[place.array].width + part,
            Index::After(by) => i + by,
            Index::Fixed(at) => at,
            Index::Chosen(from) => self.arrays[from][i] as usize & (LENGTH - 1),
        }
    }

    /// The bits of a number of type `int32_t`.
    fn term(&self, term: &Term) -> u64 {
        match term {
            Term::Number(number) => cut(*number as u64, Ty::I32),
            Term::Counter => cut(self.i as u64, Ty::I32),
            Term::Local(local) => self.locals[*local],
            Term::Read(place) => {
                let ty = self.program.arrays[place.array].ty;
                cut(signed(self.arrays[place.array][self.at(place)], ty) as u64, Ty::I32)
            }
            Term::Op(kind, a, b) => binary(*kind, self.term(a), self.term(b), Ty::I32),
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Odd(term) => self.term(term) & 1 == 1,
            Condition::Less(a, b) => signed(self.term(a), Ty::I32) < signed(self.term(b), Ty::I32),
            Condition::From(number) => self.i >= *number,
            Condition::Fourth(number) => self.i % 4 == *number,
            Condition::Both(a, b) => self.holds(a) && self.holds(b),
            Condition::Either(a, b) => self.holds(a) || self.holds(b),
        }
    }

    fn run(&mut self, body: &[Stmt]) {
        for statement in body {
            match statement {
                Stmt::Set(local, term) => {
                    self.locals[*local] =
                        binary(Bin::Add, self.term(term), cut(self.i as u64, Ty::I32), Ty::I32);
                }
                Stmt::Store(place, term) => {
                    let (at, ty) = (self.at(place), self.program.arrays[place.array].ty);
                    let value = signed(self.term(term), Ty::I32) as u64;
                    self.arrays[place.array][at] = cut(value, ty);
                }
                Stmt::Flag(at) => self.arrays[ARRAYS - 1][*at] = 7 + *at as u64,
                Stmt::If(condition, yes, no) => {
                    let branch = if self.holds(condition) { yes } else { no };
                    self.run(branch);
                }
                Stmt::Repeat(count, body) => (0..*count).for_each(|_| self.run(body)),
            }
        }
    }
}
