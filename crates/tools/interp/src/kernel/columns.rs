//! Many iterations at once: a register is a column with a lane for each of them.

use terrace_dialects_core::arith::CmpFPredicate;
use terrace_support::apfloat::FloatKind;

use crate::float_ops::{FloatOp, as_f32, binary, compare as compare_floats, of_f32};
use crate::inst::Inst;
use crate::int_ops::{NoValue, compare, mask, narrow, signed};

/// The lanes of a column.
pub const LANES: usize = 256;

/// The values of a register in consecutive iterations.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Floats of 32 bits.
    F32(Vec<f32>),
    /// Floats of 64 bits.
    F64(Vec<f64>),
    /// Any other value, in the representation of a slot.
    Bits(Vec<u64>),
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Those of `Column`.
pub enum ColumnKind {
    F32,
    F64,
    Bits,
}

impl ColumnKind {
    /// The column that holds floats of a kind best.
    pub fn of_float(kind: FloatKind) -> ColumnKind {
        match kind {
            FloatKind::F32 => ColumnKind::F32,
            FloatKind::F64 => ColumnKind::F64,
            _ => ColumnKind::Bits,
        }
    }
}

/// An operation on columns: `inst` defines it, whose own registers are ignored.
#[derive(Clone, Copy, Debug)]
pub struct ColumnStep {
    /// The instruction.
    pub inst: Inst,
    /// The column that is written, which is none of those that are read.
    pub d: usize,
    /// The columns that are read: operands, or the condition and what is chosen from.
    pub args: [usize; 3],
}

/// A strided sequence of elements: the index of the first one, and the stride.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The first element.
    pub at: i64,
    /// The distance between consecutive elements.
    pub stride: i64,
    /// The number of elements.
    pub n: usize,
}

impl Walk {
    /// The places of the elements, in order.
    pub fn each(self) -> impl Iterator<Item = usize> {
        (0..self.n as i64).map(move |i| (self.at + i * self.stride) as usize)
    }
}

fn element<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at * N..(at + 1) * N).and_then(|part| part.try_into().ok()).unwrap_or([0; N])
}

/// Reads elements of `N` bytes.
fn load<const N: usize, T: Copy>(bytes: &[u8], walk: Walk, lanes: &mut [T], of: impl Fn([u8; N]) -> T) {
    let Walk { at, stride, n } = walk;
    match stride {
        0 => lanes[..n].fill(of(element(bytes, at as usize))),
        1 => {
            let (parts, _) = bytes[at as usize * N..(at as usize + n) * N].as_chunks::<N>();
            lanes[..n].iter_mut().zip(parts).for_each(|(lane, part)| *lane = of(*part));
        }
        _ => lanes.iter_mut().zip(walk.each()).for_each(|(lane, at)| *lane = of(element(bytes, at))),
    }
}

/// Writes elements of `N` bytes.
fn store<const N: usize, T: Copy>(bytes: &mut [u8], walk: Walk, lanes: &[T], of: impl Fn(T) -> [u8; N]) {
    let Walk { at, stride, n } = walk;
    if stride == 1 {
        let (parts, _) = bytes[at as usize * N..(at as usize + n) * N].as_chunks_mut::<N>();
        parts.iter_mut().zip(lanes).for_each(|(part, &lane)| *part = of(lane));
        return;
    }
    for (at, &lane) in walk.each().zip(lanes) {
        bytes[at * N..(at + 1) * N].copy_from_slice(&of(lane));
    }
}

/// Sets each lane from two columns.
#[inline(always)]
fn zip<T: Copy, U: Copy, R>(out: &mut [R], a: &[T], b: &[U], f: impl Fn(T, U) -> R) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = f(a, b);
    }
}

impl Column {
    /// A column of a kind.
    pub fn new(kind: ColumnKind) -> Column {
        match kind {
            ColumnKind::F32 => Column::F32(vec![0.0; LANES]),
            ColumnKind::F64 => Column::F64(vec![0.0; LANES]),
            ColumnKind::Bits => Column::Bits(vec![0; LANES]),
        }
    }

    /// The slot that a lane is.
    #[inline]
    pub fn get(&self, lane: usize) -> u64 {
        match self {
            Column::F32(lanes) => of_f32(lanes[lane]),
            Column::F64(lanes) => lanes[lane].to_bits(),
            Column::Bits(lanes) => lanes[lane],
        }
    }

    /// Sets a lane to what a slot holds.
    #[inline]
    pub fn set(&mut self, lane: usize, bits: u64) {
        match self {
            Column::F32(lanes) => lanes[lane] = as_f32(bits),
            Column::F64(lanes) => lanes[lane] = f64::from_bits(bits),
            Column::Bits(lanes) => lanes[lane] = bits,
        }
    }

    /// Sets all lanes to what a slot holds.
    pub fn fill(&mut self, bits: u64) {
        match self {
            Column::F32(lanes) => lanes.fill(as_f32(bits)),
            Column::F64(lanes) => lanes.fill(f64::from_bits(bits)),
            Column::Bits(lanes) => lanes.fill(bits),
        }
    }

    /// Sets the lanes to numbers that follow each other.
    pub fn count(&mut self, from: u64) {
        (0..LANES).for_each(|lane| self.set(lane, from + lane as u64));
    }

    /// Copies the first `n` lanes of another column.
    pub fn copy(&mut self, from: &Column, n: usize) {
        match (self, from) {
            (Column::F32(to), Column::F32(from)) => to[..n].copy_from_slice(&from[..n]),
            (Column::F64(to), Column::F64(from)) => to[..n].copy_from_slice(&from[..n]),
            (Column::Bits(to), Column::Bits(from)) => to[..n].copy_from_slice(&from[..n]),
            (to, from) => (0..n).for_each(|lane| to.set(lane, from.get(lane))),
        }
    }

    /// Reads elements of `size` bytes.
    pub fn load(&mut self, bytes: &[u8], size: usize, walk: Walk) {
        match (self, size) {
            (Column::F32(lanes), 4) => load(bytes, walk, lanes, f32::from_le_bytes),
            (Column::F64(lanes), 8) => load(bytes, walk, lanes, f64::from_le_bytes),
            (Column::Bits(lanes), 1) => load(bytes, walk, lanes, |[byte]| u64::from(byte)),
            (Column::Bits(lanes), 2) => load(bytes, walk, lanes, |b| u64::from(u16::from_le_bytes(b))),
            (Column::Bits(lanes), 4) => load(bytes, walk, lanes, |b| u64::from(u32::from_le_bytes(b))),
            (Column::Bits(lanes), _) => load(bytes, walk, lanes, u64::from_le_bytes),
            (column, _) => walk.each().enumerate().for_each(|(lane, at)| {
                let mut word = [0; 8];
                word[..size].copy_from_slice(&bytes[at * size..(at + 1) * size]);
                column.set(lane, u64::from_le_bytes(word));
            }),
        }
    }

    /// Writes elements of `size` bytes.
    pub fn store(&self, bytes: &mut [u8], size: usize, walk: Walk) {
        match (self, size) {
            (Column::F32(lanes), 4) => store(bytes, walk, lanes, f32::to_le_bytes),
            (Column::F64(lanes), 8) => store(bytes, walk, lanes, f64::to_le_bytes),
            (Column::Bits(lanes), 1) => store(bytes, walk, lanes, |bits| [bits as u8]),
            (Column::Bits(lanes), 2) => store(bytes, walk, lanes, |bits| (bits as u16).to_le_bytes()),
            (Column::Bits(lanes), 4) => store(bytes, walk, lanes, |bits| (bits as u32).to_le_bytes()),
            (Column::Bits(lanes), _) => store(bytes, walk, lanes, u64::to_le_bytes),
            (column, _) => walk.each().enumerate().for_each(|(lane, at)| {
                let word = column.get(lane).to_le_bytes();
                bytes[at * size..(at + 1) * size].copy_from_slice(&word[..size]);
            }),
        }
    }
}

/// The greater or the lesser of floats, and whether none of them was NaN: zeros are ordered by their sign.
macro_rules! extreme {
    ($out:expr, $a:expr, $b:expr, $wins:tt, $tie:tt, $float:ty) => {{
        let mut fine = true;
        for ((out, &a), &b) in $out.iter_mut().zip($a).zip($b) {
            fine &= a == a && b == b;
            let tie = <$float>::from_bits(a.to_bits() $tie b.to_bits());
            *out = if a $wins b { a } else if a == b { tie } else { b };
        }
        fine
    }};
}

/// Executes a step on the first `n` lanes.
///
/// The result is that of the same instruction in each lane.
///
/// # Errors
///
/// If a lane has no result; the error is that lane's.
pub fn carry_out(step: &ColumnStep, columns: &mut [Column], n: usize) -> Result<(), NoValue> {
    let mut out = std::mem::replace(&mut columns[step.d], Column::Bits(Vec::new()));
    let [a, b, c] = step.args.map(|arg| &columns[arg]);
    let done = quick(&step.inst, &mut out, a, b, c, n);
    let result = if done {
        Ok(())
    } else {
        (0..n).try_for_each(|i| {
            out.set(i, scalar(&step.inst, a.get(i), b.get(i), c.get(i))?);
            Ok(())
        })
    };
    columns[step.d] = out;
    result
}

/// Executes a step that has a vectorized loop; returns false if it has none.
#[inline]
fn quick(inst: &Inst, out: &mut Column, a: &Column, b: &Column, c: &Column, n: usize) -> bool {
    use Column::{Bits, F32, F64};
    match (out, a, b) {
        (F32(out), F32(a), F32(b)) => {
            let (out, a, b) = (&mut out[..n], &a[..n], &b[..n]);
            match inst {
                Inst::AddF32 { .. } => zip(out, a, b, |a, b| a + b),
                Inst::SubF32 { .. } => zip(out, a, b, |a, b| a - b),
                Inst::MulF32 { .. } => zip(out, a, b, |a, b| a * b),
                Inst::Float { op: FloatOp::Div, .. } => zip(out, a, b, |a, b| a / b),
                Inst::Float { op: FloatOp::Maximum, .. } => return extreme!(out, a, b, >, &, f32),
                Inst::Float { op: FloatOp::Minimum, .. } => return extreme!(out, a, b, <, |, f32),
                _ => return false,
            }
        }
        (F64(out), F64(a), F64(b)) => {
            let (out, a, b) = (&mut out[..n], &a[..n], &b[..n]);
            match inst {
                Inst::AddF64 { .. } => zip(out, a, b, |a, b| a + b),
                Inst::SubF64 { .. } => zip(out, a, b, |a, b| a - b),
                Inst::MulF64 { .. } => zip(out, a, b, |a, b| a * b),
                Inst::Float { op: FloatOp::Div, .. } => zip(out, a, b, |a, b| a / b),
                Inst::Float { op: FloatOp::Maximum, .. } => return extreme!(out, a, b, >, &, f64),
                Inst::Float { op: FloatOp::Minimum, .. } => return extreme!(out, a, b, <, |, f64),
                _ => return false,
            }
        }
        (Bits(out), Bits(a), Bits(b)) => {
            let (out, a, b) = (&mut out[..n], &a[..n], &b[..n]);
            match (inst, c) {
                (Inst::Add { w, .. }, _) => zip(out, a, b, |a, b| a.wrapping_add(b) & mask(*w)),
                (Inst::Sub { w, .. }, _) => zip(out, a, b, |a, b| a.wrapping_sub(b) & mask(*w)),
                (Inst::Mul { w, .. }, _) => zip(out, a, b, |a, b| a.wrapping_mul(b) & mask(*w)),
                (Inst::And { .. }, _) => zip(out, a, b, |a, b| a & b),
                (Inst::Or { .. }, _) => zip(out, a, b, |a, b| a | b),
                (Inst::Xor { .. }, _) => zip(out, a, b, |a, b| a ^ b),
                (Inst::SignExtend { w, to, .. }, _) => {
                    zip(out, a, b, |a, _| signed(a, *w) as u64 & mask(*to))
                }
                (Inst::Truncate { w, .. }, _) => zip(out, a, b, |a, _| a & mask(*w)),
                (Inst::Select { .. }, Bits(c)) => {
                    out.iter_mut().zip(a).zip(b).zip(c).for_each(|(((out, &a), &b), &c)| {
                        *out = if a != 0 { b } else { c };
                    });
                }
                _ => return false,
            }
        }
        (Bits(out), F32(a), F32(b)) => return compare_lanes(inst, &mut out[..n], a, b),
        (Bits(out), F64(a), F64(b)) => return compare_lanes(inst, &mut out[..n], a, b),
        (F32(out), Bits(a), F32(b)) => {
            let (Inst::Select { .. }, F32(c)) = (inst, c) else { return false };
            let lanes = out[..n].iter_mut().zip(a).zip(b).zip(c);
            lanes.for_each(|(((out, &a), &b), &c)| *out = if a != 0 { b } else { c });
        }
        (F64(out), Bits(a), F64(b)) => {
            let (Inst::Select { .. }, F64(c)) = (inst, c) else { return false };
            let lanes = out[..n].iter_mut().zip(a).zip(b).zip(c);
            lanes.for_each(|(((out, &a), &b), &c)| *out = if a != 0 { b } else { c });
        }
        _ => return false,
    }
    true
}

/// Compares lanes by the predicates that are used most; whether the instruction is such a one.
fn compare_lanes<T: Copy + PartialOrd>(inst: &Inst, out: &mut [u64], a: &[T], b: &[T]) -> bool {
    let Inst::CompareFloat { predicate, .. } = inst else { return false };
    match predicate {
        CmpFPredicate::Oeq => zip(out, a, b, |a, b| u64::from(a == b)),
        CmpFPredicate::Ogt => zip(out, a, b, |a, b| u64::from(a > b)),
        CmpFPredicate::Oge => zip(out, a, b, |a, b| u64::from(a >= b)),
        CmpFPredicate::Olt => zip(out, a, b, |a, b| u64::from(a < b)),
        CmpFPredicate::Ole => zip(out, a, b, |a, b| u64::from(a <= b)),
        CmpFPredicate::Ugt => {
            zip(out, a, b, |a, b| u64::from(!matches!(a.partial_cmp(&b), Some(order) if order.is_le())))
        }
        CmpFPredicate::Ult => {
            zip(out, a, b, |a, b| u64::from(!matches!(a.partial_cmp(&b), Some(order) if order.is_ge())))
        }
        _ => return false,
    }
    true
}

/// A product to which something is added, each rounded: the columns of what is multiplied and added, and whether the
/// product is the first of the two that are added.
#[derive(Clone, Copy, Debug)]
pub struct MulAdd {
    /// The factors.
    pub factors: [usize; 2],
    /// The addend.
    pub other: usize,
    /// Whether the product is the first operand of the addition.
    pub product_first: bool,
    /// The column that is written.
    pub d: usize,
}

/// Executes a multiply-add on the first `n` lanes of columns of one float kind; a factor for which `same` is set is
/// uniform, the value of its first lane.
pub fn multiply_add(step: &MulAdd, same: [bool; 2], columns: &mut [Column], n: usize) {
    let mut out = std::mem::replace(&mut columns[step.d], Column::Bits(Vec::new()));
    let [a, b] = step.factors.map(|factor| &columns[factor]);
    match (&mut out, a, b, &columns[step.other]) {
        (Column::F32(out), Column::F32(a), Column::F32(b), Column::F32(c)) => {
            multiply_add_lanes(&mut out[..n], a, b, c, same, step.product_first);
        }
        (Column::F64(out), Column::F64(a), Column::F64(b), Column::F64(c)) => {
            multiply_add_lanes(&mut out[..n], a, b, c, same, step.product_first);
        }
        _ => debug_assert!(false, "columns of other kinds are not multiplied and added"),
    }
    columns[step.d] = out;
}

fn multiply_add_lanes<T>(out: &mut [T], a: &[T], b: &[T], c: &[T], same: [bool; 2], product_first: bool)
where
    T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T>,
{
    let lanes = out.iter_mut().zip(c);
    match (same, product_first) {
        ([true, true], _) => {
            let product = a[0] * b[0];
            lanes.for_each(|(out, &c)| *out = if product_first { product + c } else { c + product });
        }
        ([true, _], true) => lanes.zip(b).for_each(|((out, &c), &b)| *out = a[0] * b + c),
        ([true, _], false) => lanes.zip(b).for_each(|((out, &c), &b)| *out = c + a[0] * b),
        ([_, true], true) => lanes.zip(a).for_each(|((out, &c), &a)| *out = a * b[0] + c),
        ([_, true], false) => lanes.zip(a).for_each(|((out, &c), &a)| *out = c + a * b[0]),
        (_, true) => lanes.zip(a).zip(b).for_each(|(((out, &c), &a), &b)| *out = a * b + c),
        (_, false) => lanes.zip(a).zip(b).for_each(|(((out, &c), &a), &b)| *out = c + a * b),
    }
}

/// Returns the result of an instruction without side effects; `a` is the condition of a select between `b` and `c`.
///
/// # Errors
///
/// If it returns no value.
#[inline]
pub fn scalar(inst: &Inst, a: u64, b: u64, c: u64) -> Result<u64, NoValue> {
    Ok(match *inst {
        Inst::Add { w, .. } => a.wrapping_add(b) & mask(w),
        Inst::Sub { w, .. } => a.wrapping_sub(b) & mask(w),
        Inst::Mul { w, .. } => a.wrapping_mul(b) & mask(w),
        Inst::And { .. } => a & b,
        Inst::Or { .. } => a | b,
        Inst::Xor { .. } => a ^ b,
        Inst::Int { op, w, flags, .. } => narrow(op, a, b, w, flags)?,
        Inst::Compare { predicate, w, .. } => u64::from(compare(predicate, a, b, w)),
        Inst::SignExtend { w, to, .. } => signed(a, w) as u64 & mask(to),
        Inst::Truncate { w, .. } => a & mask(w),
        Inst::AddF32 { .. } => of_f32(as_f32(a) + as_f32(b)),
        Inst::SubF32 { .. } => of_f32(as_f32(a) - as_f32(b)),
        Inst::MulF32 { .. } => of_f32(as_f32(a) * as_f32(b)),
        Inst::AddF64 { .. } => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        Inst::SubF64 { .. } => (f64::from_bits(a) - f64::from_bits(b)).to_bits(),
        Inst::MulF64 { .. } => (f64::from_bits(a) * f64::from_bits(b)).to_bits(),
        Inst::Float { op, kind, .. } => binary(op, kind, a, b),
        Inst::CompareFloat { predicate, kind, .. } => u64::from(compare_floats(predicate, kind, a, b)),
        Inst::Select { .. } => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        _ => return Err(NoValue::Undefined("no instruction of a kernel")),
    })
}
