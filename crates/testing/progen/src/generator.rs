//! The text so far, the scope, and the choice of values.

use crate::Supported;
use crate::numbers::Numbers;
use crate::program_kind::ProgramKind;
use crate::types::{Affine, Elem, Shape, Ty, Value};

/// The maximum execution count of a program point.
const MAX_WEIGHT: u64 = 48;
/// About how many ops a function may execute.
const MAX_COST: u64 = 700;
/// The maximum nesting of regions.
const MAX_DEPTH: usize = 4;

/// A statement: whether it was made.
pub type Statement = fn(&mut Gen<'_>) -> bool;

/// A function that may be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name, without `@`.
    pub name: String,
    /// The types of its arguments.
    pub inputs: Vec<Ty>,
    /// The types of its results.
    pub outputs: Vec<Ty>,
    /// About how many ops it executes.
    pub cost: u64,
    /// Whether the memrefs it returns are for the caller to free.
    pub gives: bool,
}

/// An open scope: a region, or a stretch of blocks.
#[derive(Default, Debug)]
pub struct Frame {
    /// The number of values in scope at its start.
    values: usize,
    /// The values freed at its end.
    pub to_free: Vec<Value>,
    /// Whether it is a region.
    region: bool,
}

/// A program under construction.
pub struct Gen<'a> {
    /// Numbers from the seed.
    pub n: Numbers,
    /// The kind of the program.
    pub kind: &'a ProgramKind,
    /// The supported ops.
    pub supported: Supported<'a>,
    /// The text of the function.
    pub out: String,
    /// The text of globals.
    pub globals: String,
    /// The number of globals.
    pub num_globals: usize,
    next: usize,
    next_block: usize,
    next_base: usize,
    /// The values in scope.
    pub values: Vec<Value>,
    /// The open scopes.
    pub frames: Vec<Frame>,
    /// The maximum execution count of the current point.
    pub weight: u64,
    /// About how many ops the function executes.
    pub cost: u64,
    /// The number of statements that may still be added to the function.
    pub fuel: usize,
    /// Functions that may be called.
    pub callees: Vec<Callee>,
    /// Whether ops may be followed by other blocks here.
    pub blocks: bool,
    /// Whether the function may be left here.
    pub may_return: bool,
    /// Whether memory may be changed here.
    pub may_write: bool,
    /// Buffers that are not to be touched here.
    pub hidden: Vec<usize>,
    /// The types of the function's results.
    pub outputs: Vec<Ty>,
}

impl<'a> Gen<'a> {
    /// An empty program.
    pub fn new(kind: &'a ProgramKind, seed: u64, supported: Supported<'a>) -> Self {
        Self {
            n: Numbers::new(seed ^ (kind.name.len() as u64) << 56),
            kind,
            supported,
            out: String::new(),
            globals: String::new(),
            num_globals: 0,
            next: 0,
            next_block: 0,
            next_base: 0,
            values: Vec::new(),
            frames: Vec::new(),
            weight: 1,
            cost: 0,
            fuel: 0,
            callees: Vec::new(),
            blocks: false,
            may_return: false,
            may_write: true,
            hidden: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Whether all of these ops can be run.
    pub fn has(&self, ops: &[&str]) -> bool {
        ops.iter().all(|op| (self.supported)(op))
    }

    /// Appends a line.
    pub fn line(&mut self, text: impl AsRef<str>) {
        let depth = self.frames.len().min(12);
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(text.as_ref());
        self.out.push('\n');
        self.cost += self.weight;
    }

    /// A name for a value.
    pub fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// A name for a block.
    pub fn block(&mut self) -> String {
        self.next_block += 1;
        format!("^bb{}", self.next_block)
    }

    /// A number for a buffer.
    pub fn base(&mut self) -> usize {
        self.next_base += 1;
        self.next_base
    }

    /// A new value that is not in scope yet.
    pub fn fresh(&mut self, ty: Ty) -> Value {
        let affine = match ty {
            Ty::INDEX if self.depth() == 0 => Affine::Symbol,
            _ => Affine::No,
        };
        let (name, home) = (self.name(), self.depth());
        Value { name, ty, range: None, affine, base: 0, home, constant: false }
    }

    /// Appends an op with one result and brings that into scope.
    pub fn def(&mut self, ty: Ty, op: impl AsRef<str>) -> Value {
        let value = self.fresh(ty);
        self.line(format!("{value} = {}", op.as_ref()));
        self.values.push(value.clone());
        value
    }

    /// Appends an op with one result that is in a range.
    pub fn def_in(&mut self, ty: Ty, range: (i64, i64), op: impl AsRef<str>) -> Value {
        let value = self.def(ty, op);
        self.known(value, |value| value.range = Some(range))
    }

    /// Notes something about a value.
    pub fn known(&mut self, mut value: Value, change: impl FnOnce(&mut Value)) -> Value {
        change(&mut value);
        if let Some(found) = self.values.iter_mut().rev().find(|found| found.name == value.name) {
            *found = value.clone();
        }
        value
    }

    /// The number of open regions nested in the function's.
    pub fn depth(&self) -> usize {
        self.frames.iter().filter(|frame| frame.region).count().saturating_sub(1)
    }

    /// Whether more regions may be opened here.
    pub fn may_nest(&self) -> bool {
        self.frames.len() < MAX_DEPTH + 2 && self.depth() < MAX_DEPTH && self.fuel > 1
    }

    /// Returns the maximum trip count of a loop at the current point.
    pub fn most_repeats(&self) -> i64 {
        if self.cost > MAX_COST { 1 } else { (MAX_WEIGHT / self.weight).min(5) as i64 }
    }

    /// Whether `ops` more ops may be executed here.
    pub fn affords(&self, ops: u64) -> bool {
        self.cost + ops * self.weight < MAX_COST
    }

    /// Opens a region or a stretch of blocks.
    pub fn open(&mut self, region: bool) {
        self.frames.push(Frame { values: self.values.len(), to_free: Vec::new(), region });
    }

    /// Frees the allocations of the innermost open frame.
    pub fn free(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let mut list = std::mem::take(&mut frame.to_free);
        self.n.shuffle(&mut list);
        for value in list {
            self.line(format!("memref.dealloc {value} : {}", value.ty));
        }
    }

    /// Closes the frame, whose buffers have been freed.
    pub fn close(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.values.truncate(frame.values);
        }
    }

    /// Generates at most `most` statements.
    pub fn statements(&mut self, most: usize) {
        let most = self.n.below(most + 1);
        for _ in 0..most {
            self.statement();
        }
    }

    /// A statement, unless there may be no more.
    pub fn statement(&mut self) {
        if self.fuel == 0 || self.cost > 2 * MAX_COST {
            return;
        }
        self.fuel -= 1;
        for _ in 0..4 {
            self.n.begin_statement();
            let at = self.n.weighted(self.kind.statements.iter().map(|(often, _)| *often));
            if self.kind.statements.get(at).is_some_and(|(_, statement)| statement(self)) {
                return;
            }
        }
    }

    /// One of the values in scope for which `test` is true; later ones more often.
    pub fn find(&mut self, test: impl Fn(&Value) -> bool) -> Option<Value> {
        // Buffers that may alias a hidden one are hidden too.
        let hidden = &self.hidden;
        let is_hidden = |v: &Value| {
            matches!(v.ty, Ty::Memref(..)) && !hidden.is_empty() && (v.base == 0 || hidden.contains(&v.base))
        };
        let found: Vec<usize> = (0..self.values.len())
            .filter(|&i| test(&self.values[i]) && !is_hidden(&self.values[i]))
            .collect();
        if found.is_empty() {
            return None;
        }
        let last = found.len() - 1;
        let at = if self.n.percent(50) {
            last - self.n.below(4.min(found.len()))
        } else {
            self.n.below(found.len())
        };
        Some(self.values[found[at]].clone())
    }

    /// An integer or float as a constant.
    pub fn constant(&mut self, elem: Elem) -> Value {
        let text = self.literal(elem);
        let range = text.parse::<i64>().ok().filter(|_| elem == Elem::Index).map(|n| (n, n));
        let value = self.def(Ty::Scalar(elem), format!("arith.constant {text}{}", suffix(elem)));
        self.known(value, |value| value.range = range)
    }

    /// The text of a number.
    pub fn literal(&mut self, elem: Elem) -> String {
        match elem {
            Elem::Int(1) => (*self.n.pick(&["true", "false"])).to_owned(),
            Elem::Int(width) => {
                let bits = width.min(64);
                let max = (1i128 << (bits - 1)) - 1;
                let number = match self.n.below(10) {
                    0 => 0,
                    1 => 1,
                    2 => -1,
                    3 => max,
                    4 => -max - 1,
                    5 => 1i128 << self.n.below(bits as usize - 1),
                    6 => i128::from(self.n.draw() as i64),
                    _ => i128::from(self.n.within(-9, 20)),
                };
                number.clamp(-max - 1, max).to_string()
            }
            Elem::Index => match self.n.below(8) {
                0 => self.n.within(-3, -1).to_string(),
                1 => (self.n.draw() as i64).to_string(),
                _ => self.n.within(0, 6).to_string(),
            },
            _ => match self.n.below(12) {
                0 => "0.0".to_owned(),
                1 => "-0.0".to_owned(),
                2 => "1.0".to_owned(),
                3 => "-1.0".to_owned(),
                4 => "1.0e4".to_owned(),
                _ => format!("{}.{}", self.n.within(-20, 20), self.n.pick(&["0", "5", "25", "75", "125"])),
            },
        }
    }

    /// A constant that is this number.
    pub fn number(&mut self, elem: Elem, number: i64) -> Value {
        let known = |v: &Value| v.ty == Ty::Scalar(elem) && v.range == Some((number, number));
        if let Some(value) = self.find(known).filter(|_| self.n.percent(60)) {
            return value;
        }
        let text = if elem == Elem::Int(1) { (number != 0).to_string() } else { number.to_string() };
        let value = self.def(Ty::Scalar(elem), format!("arith.constant {text}{}", suffix(elem)));
        self.known(value, |value| value.range = Some((number, number)))
    }

    /// An index with this value, which passes may not know.
    pub fn index(&mut self, number: i64) -> Value {
        if (0..16).contains(&number) && self.n.percent(30) {
            return self.opaque_index(number);
        }
        self.number(Elem::Index, number)
    }

    /// An index with this value, from 0 to 15, that passes do not know.
    pub fn opaque_index(&mut self, number: i64) -> Value {
        let at = self.number(Elem::Index, number);
        let table = self.def(TABLE, "memref.get_global @numbers : memref<16xindex>");
        self.known(table.clone(), |table| table.constant = true);
        self.def_in(Ty::INDEX, (number, number), format!("memref.load {table}[{at}] : memref<16xindex>"))
    }

    /// An index from 0 up to below `bound`.
    pub fn index_below(&mut self, bound: i64) -> Value {
        let fits =
            |v: &Value| v.ty == Ty::INDEX && v.range.is_some_and(|(low, high)| low >= 0 && high < bound);
        if self.n.percent(60)
            && let Some(value) = self.find(fits)
        {
            return value;
        }
        if self.n.percent(40)
            && let Some(value) = self.find(|v| v.ty == Ty::INDEX)
        {
            let by = self.number(Elem::Index, bound);
            return self.def_in(Ty::INDEX, (0, bound - 1), format!("arith.remui {value}, {by} : index"));
        }
        let number = self.n.within(0, bound - 1);
        self.index(number)
    }

    /// A scalar.
    pub fn scalar(&mut self, elem: Elem) -> Value {
        if self.n.percent(80)
            && let Some(value) = self.find(|value| value.ty == Ty::Scalar(elem))
        {
            return value;
        }
        if self.n.percent(50)
            && let Some(value) = self.converted(elem)
        {
            return value;
        }
        if self.n.percent(40)
            && let Some(value) = self.opaque(elem)
        {
            return value;
        }
        self.constant(elem)
    }

    /// A scalar that is converted from one of another type.
    fn converted(&mut self, elem: Elem) -> Option<Value> {
        match elem {
            Elem::Int(width) => {
                let from = self.find(|v| matches!(v.ty, Ty::Scalar(Elem::Int(w)) if w != width))?;
                let Elem::Int(other) = from.ty.elem() else { return None };
                let op = match other < width {
                    true if self.n.percent(50) => "arith.extsi",
                    true => "arith.extui",
                    false => "arith.trunci",
                };
                Some(self.def(Ty::int(width), format!("{op} {from} : {} to i{width}", from.ty)))
            }
            Elem::Index => {
                let from = self.find(|v| matches!(v.ty, Ty::Scalar(Elem::Int(w)) if w <= 64))?;
                let op = *self.n.pick(&["arith.index_cast", "arith.index_castui"]);
                Some(self.def(Ty::INDEX, format!("{op} {from} : {} to index", from.ty)))
            }
            _ => {
                let from = self.find(|v| matches!(v.ty, Ty::Scalar(Elem::Int(w)) if w <= 64))?;
                let op = *self.n.pick(&["arith.sitofp", "arith.uitofp"]);
                Some(self.def(Ty::Scalar(elem), format!("{op} {from} : {} to {elem}", from.ty)))
            }
        }
    }

    /// A scalar that passes know nothing of.
    pub fn opaque(&mut self, elem: Elem) -> Option<Value> {
        let global = match elem {
            Elem::Int(32) => "@in32",
            Elem::Int(64) => "@in64",
            Elem::Int(8) => "@in8",
            Elem::F32 => "@inf32",
            Elem::F64 => "@inf64",
            _ => return None,
        };
        let at = self.n.within(0, 7);
        let at = self.number(Elem::Index, at);
        let ty = Ty::Memref(Shape::fixed(&[8]), elem, None);
        let table = self.def(ty.clone(), format!("memref.get_global {global} : {ty}"));
        let value = self.def(Ty::Scalar(elem), format!("memref.load {table}[{at}] : {ty}"));
        self.values.retain(|value| value.name != table.name);
        Some(value)
    }

    /// A value of a type of floats that is no NaN, for bits that are looked at: the sign of a computed NaN is not defined.
    pub fn not_nan(&mut self, elem: Elem) -> Value {
        let value = self.scalar(elem);
        let zero = self.def(Ty::Scalar(elem), format!("arith.constant 0.0 : {elem}"));
        let nan = self.def(Ty::FLAG, format!("arith.cmpf uno, {value}, {value} : {elem}"));
        self.def(Ty::Scalar(elem), format!("arith.select {nan}, {zero}, {value} : {elem}"))
    }

    /// A value of any type; `None` if one cannot be made.
    pub fn value(&mut self, ty: &Ty) -> Option<Value> {
        match ty {
            Ty::Scalar(elem) => Some(self.scalar(*elem)),
            Ty::Tensor(..) => Some(crate::tensors::tensor(self, ty)),
            Ty::Vector(..) => Some(crate::vectors::vector(self, ty)),
            Ty::Memref(..) => {
                let depth = self.depth();
                self.find(|value| value.ty == *ty && !value.constant && value.home <= depth)
            }
            Ty::Other(_) => self.find(|value| value.ty == *ty),
        }
    }

    /// The width of an integer.
    pub fn width(&mut self) -> u32 {
        let usual = [32, 32, 32, 64, 64, 8, 16, 1];
        if self.n.percent(8) { *self.n.pick(&[5, 24, 33, 128]) } else { *self.n.pick(&usual) }
    }

    /// Returns a random element type.
    pub fn elem(&mut self) -> Elem {
        *self.n.pick(&[
            Elem::Int(32),
            Elem::Int(32),
            Elem::Int(64),
            Elem::F32,
            Elem::F64,
            Elem::Int(8),
            Elem::Index,
        ])
    }

    /// Types of values that go around or out of a region.
    pub fn carried(&mut self, most: usize) -> Vec<Ty> {
        let count = self.n.below(most + 1);
        (0..count)
            .map(|_| {
                match self
                    .find(|v| !v.constant && matches!(v.ty, Ty::Scalar(_) | Ty::Tensor(..) | Ty::Vector(..)))
                {
                    Some(value) if self.n.percent(70) => value.ty,
                    _ => Ty::Scalar(self.elem()),
                }
            })
            .collect()
    }

    /// Values of these types.
    pub fn values_of(&mut self, types: &[Ty]) -> Vec<Value> {
        types
            .iter()
            .map(|ty| match self.value(ty) {
                Some(value) => value,
                // Only memrefs may be unavailable, and callers check that.
                None => unreachable!("no value of type {ty}"),
            })
            .collect()
    }
}

/// The type of the table of small numbers.
pub const TABLE: Ty = Ty::Other("memref<16xindex>");

/// Returns the type suffix of a constant.
pub fn suffix(elem: Elem) -> String {
    if elem == Elem::Int(1) { String::new() } else { format!(" : {elem}") }
}
