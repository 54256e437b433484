//! Functions without a body that print, as the runner utilities of upstream have them.

use terrace_ir::OpRef;
use terrace_support::apfloat::FloatKind;

use super::elementwise::float;
use super::memref::unranked;
use super::tensor::array;
use crate::fault::{Fault, Outcome};
use crate::layout::{Element, Scalar};
use crate::lower::{Interpret, Lowered, Lowering};
use crate::memref::Descriptor;
use crate::program::Env;
use crate::view::View;

/// The lowerings of calls of the printing functions.
pub static FUNCTIONS: &[(&str, &dyn Interpret)] = &[
    ("printI64", &Number(true)),
    ("printU64", &Number(false)),
    ("printF32", &Number(true)),
    ("printF64", &Number(true)),
    ("printNewline", &Text("\n")),
    ("printComma", &Text(", ")),
    ("printOpen", &Text("( ")),
    ("printClose", &Text(" )")),
    ("printMemrefF32", &Buffer::of(Scalar::Float(FloatKind::F32))),
    ("printMemrefF64", &Buffer::of(Scalar::Float(FloatKind::F64))),
    ("printMemrefF16", &Buffer::of(Scalar::Float(FloatKind::F16))),
    ("printMemrefBF16", &Buffer::of(Scalar::Float(FloatKind::BF16))),
    ("printMemrefI8", &Buffer::of(Scalar::Int(8))),
    ("printMemrefI16", &Buffer::of(Scalar::Int(16))),
    ("printMemrefI32", &Buffer::of(Scalar::Int(32))),
    ("printMemrefI64", &Buffer::of(Scalar::Int(64))),
    ("printMemrefInd", &Buffer { signed: false, ..Buffer::of(Scalar::Int(64)) }),
    ("printMemrefC32", &Buffer::of(Scalar::Float(FloatKind::F32)).complex()),
    ("printMemrefC64", &Buffer::of(Scalar::Float(FloatKind::F64)).complex()),
    ("printMemrefShapeF32", &Buffer::of(Scalar::Float(FloatKind::F32)).shape()),
    ("printMemrefShapeF64", &Buffer::of(Scalar::Float(FloatKind::F64)).shape()),
    ("printMemrefShapeF16", &Buffer::of(Scalar::Float(FloatKind::F16)).shape()),
    ("printMemrefShapeBF16", &Buffer::of(Scalar::Float(FloatKind::BF16)).shape()),
    ("printMemrefShapeI8", &Buffer::of(Scalar::Int(8)).shape()),
    ("printMemrefShapeI16", &Buffer::of(Scalar::Int(16)).shape()),
    ("printMemrefShapeI32", &Buffer::of(Scalar::Int(32)).shape()),
    ("printMemrefShapeI64", &Buffer::of(Scalar::Int(64)).shape()),
    ("printMemrefShapeInd", &Buffer::of(Scalar::Int(64)).shape()),
    ("printMemrefShapeC32", &Buffer::of(Scalar::Float(FloatKind::F32)).complex().shape()),
    ("printMemrefShapeC64", &Buffer::of(Scalar::Float(FloatKind::F64)).complex().shape()),
];

/// Writes text to the output; a closed pipe is not an error.
pub(super) fn write(env: &mut Env<'_>, text: &str) {
    let _ = env.out.write_all(text.as_bytes());
}

/// Prints a text.
struct Text(&'static str);

impl Interpret for Text {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let text = self.0;
        lw.native(op, true, move |env| {
            write(env, text);
            Ok(())
        })
    }
}

/// Prints a number, signed or not.
struct Number(bool);

impl Interpret for Number {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let signed = self.0;
        let value = op.operands().next().ok_or("a number to print is expected")?;
        let (scalar, slot) = (lw.element(value.ty())?.scalar, lw.slot(value)?);
        lw.native(op, true, move |env| {
            let bits = env.slots[slot as usize];
            let text = match (scalar, signed) {
                (Scalar::Int(_), false) => bits.to_string(),
                _ => number(scalar, &[bits]),
            };
            write(env, &text);
            Ok(())
        })
    }
}

/// A number as C++ streams show it.
pub(super) fn number(scalar: Scalar, slots: &[u64]) -> String {
    match scalar {
        Scalar::Int(width) => crate::int_ops::signed(slots[0], width.clamp(1, 64) as u8).to_string(),
        Scalar::Float(kind) => general(float(kind, slots).to_f64()),
    }
}

/// A float as `%g` of C shows it.
pub fn general(value: f64) -> String {
    const DIGITS: i32 = 6;
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        return format!("{sign}{}", if value.is_nan() { "nan" } else { "inf" });
    }
    let scientific = format!("{:.*e}", DIGITS as usize - 1, value);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().expect("an exponent is written as an integer");
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..DIGITS).contains(&exponent) {
        return trim(&format!("{:.*}", (DIGITS - 1 - exponent) as usize, value));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
}

/// Prints a buffer, with its sizes and strides.
#[derive(Clone, Copy)]
struct Buffer {
    element: Element,
    /// Whether integers are signed.
    signed: bool,
    /// Whether its elements are not printed.
    shape_only: bool,
}

impl Buffer {
    const fn of(scalar: Scalar) -> Self {
        Self { element: Element { scalar, parts: 1 }, signed: true, shape_only: false }
    }

    const fn complex(self) -> Self {
        Self { element: Element { scalar: self.element.scalar, parts: 2 }, ..self }
    }

    const fn shape(self) -> Self {
        Self { shape_only: true, ..self }
    }

    /// An element as C++ streams show it.
    fn text(self, slots: &[u64]) -> String {
        let scalar = self.element.scalar;
        match (scalar, self.element.parts) {
            (Scalar::Int(_), _) if !self.signed => slots[0].to_string(),
            (_, 1) => number(scalar, slots),
            _ => {
                let (re, im) = slots.split_at(scalar.slots() as usize);
                format!("({},{})", number(scalar, re), number(scalar, im))
            }
        }
    }
}

impl Interpret for Buffer {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (kind, element) = (*self, self.element);
        let operand = op.operands().next().ok_or("a memref to print is expected")?;
        let (reg, is_tensor) = (lw.object(operand)?, operand.ty().is_tensor(lw.cx));
        lw.native(op, true, move |env| {
            // A tensor is where a buffer of it would be.
            let (handle, view) = if is_tensor {
                (None, View::whole(&array(env.objects, reg)?.shape))
            } else {
                let numbers = unranked(env, reg)?;
                let buffer = Descriptor::of(&numbers, numbers.len().saturating_sub(2) / 2);
                let (sizes, strides) = (buffer.sizes.to_vec(), buffer.strides.to_vec());
                (Some(buffer.handle), View { offset: buffer.offset, sizes, strides })
            };
            let rank = view.sizes.len();
            let mut text = format!(
                "Unranked Memref base@ = {:#x} rank = {rank} offset = {} sizes = {:?} strides = {:?}",
                handle.map_or(0, |handle| (handle + 1) << 12),
                view.offset,
                view.sizes,
                view.strides
            );
            if kind.shape_only {
                text.push('\n');
                write(env, &text);
                return Ok(());
            }
            text.push_str(if rank == 0 { " data = \n[" } else { " data = \n" });
            let mut show = |at: u64, text: &mut String| {
                let mut slots = [0; 2];
                let slots = &mut slots[..element.parts as usize];
                match handle {
                    Some(handle) => {
                        let size = element.bytes();
                        let bytes = env.heap.read(handle, at.wrapping_mul(size as u64), size)?;
                        element.read(bytes, slots);
                    }
                    None => array(env.objects, reg)?.read(at as usize, slots)?,
                }
                text.push_str(&kind.text(slots));
                Ok(())
            };
            data(&view, 0, view.offset, &mut show, &mut text)?;
            text.push_str(if rank == 0 { "]\n" } else { "\n" });
            write(env, &text);
            Ok(())
        })
    }
}

/// Prints the elements of a view from a dimension on.
fn data(
    view: &View,
    dimension: usize,
    at: u64,
    show: &mut impl FnMut(u64, &mut String) -> Outcome,
    out: &mut String,
) -> Outcome {
    let rank = view.sizes.len();
    if dimension == rank {
        return show(at, out);
    }
    if dimension > MAX_RANK {
        return Err(Fault::new("a memref with too many dimensions to print"));
    }
    out.push('[');
    for i in 0..view.sizes[dimension] {
        if i > 0 {
            out.push_str(", ");
            if dimension + 1 < rank {
                out.push('\n');
            }
            (0..=dimension).for_each(|_| out.push(' '));
        }
        let at = at.wrapping_add(i.wrapping_mul(view.strides[dimension]));
        data(view, dimension + 1, at, show, out)?;
    }
    out.push(']');
    Ok(())
}

/// The most dimensions of a memref that is printed.
const MAX_RANK: usize = 64;
