//! Names of library functions, which encode the function that each replaces and the shapes of its parameters.
//!
//! `ripple_` [attributes `_`] [signature `_`] *name*: attributes are `ew`, `pure` and `mask`, in any order; a signature
//! is `uniform_<t>`, or an optional `ret_<t>` and either `arg<k>_<t>` for some parameters or `<t>` for tensors in their
//! order.

use terrace_ir::{Context, Signedness, Type};
use terrace_support::apfloat::FloatKind;

use crate::shape::{MAX_DIMS, Shape};

/// The prefix of the names of library functions.
const PREFIX: &str = "ripple_";

/// A tensor that a name declares: `t4x2f32` has 4 elements in dimension 0 and 2 in dimension 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// Its shape.
    pub shape: Shape,
    /// The type of its elements.
    pub element: ElementType,
}

/// The type of the elements of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementType {
    /// Floating-point numbers of a format.
    Float(FloatKind),
    /// Integers of a width, with or without sign.
    Integer(u32),
}

impl ElementType {
    /// The type in a context.
    pub fn ty(self, cx: &Context) -> Type {
        match self {
            Self::Float(kind) => cx.float(kind),
            Self::Integer(width) => cx.integer(width, Signedness::Signless),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "f16" => Self::Float(FloatKind::F16),
            "bf16" => Self::Float(FloatKind::BF16),
            "f32" => Self::Float(FloatKind::F32),
            "f64" => Self::Float(FloatKind::F64),
            "i1" => Self::Integer(1),
            "i8" | "u8" => Self::Integer(8),
            "i16" | "u16" => Self::Integer(16),
            "i32" | "u32" => Self::Integer(32),
            "i64" | "u64" => Self::Integer(64),
            _ => return None,
        })
    }
}

/// The tensors of a signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Signature {
    /// Tensors are vectors, of one dimension.
    #[default]
    Inferred,
    /// All tensors, and the result, are of one shape.
    Uniform(Tensor),
    /// The result, and parameters by their numbers.
    Numbered(Option<Tensor>, Vec<(usize, Tensor)>),
    /// The result, and the tensors among the parameters in their order.
    InOrder(Option<Tensor>, Vec<Tensor>),
}

/// A name that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LibraryName {
    /// Whether the function is elementwise: values of any shape can be passed in parts.
    pub elementwise: bool,
    /// Whether it is free of memory effects.
    pub pure: bool,
    /// Whether the last parameter is a mask.
    pub masked: bool,
    /// The tensors.
    pub signature: Signature,
    /// The function whose calls it serves.
    pub scalar: String,
}

/// Reads a name; `None` if it does not begin as names of libraries do.
///
/// # Errors
///
/// If the rest of the name is invalid.
pub fn library_name(text: &str) -> Option<Result<LibraryName, String>> {
    text.strip_prefix(PREFIX).map(read)
}

/// Consumes the first word of a name.
fn word<'t>(rest: &mut &'t str) -> &'t str {
    let (word, after) = rest.split_once('_').unwrap_or((rest, ""));
    *rest = after;
    word
}

fn read(text: &str) -> Result<LibraryName, String> {
    let mut name = LibraryName::default();
    let mut rest = text;
    loop {
        let mut after = rest;
        let attribute = match word(&mut after) {
            "ew" => &mut name.elementwise,
            "pure" => &mut name.pure,
            "mask" => &mut name.masked,
            _ => break,
        };
        if std::mem::replace(attribute, true) {
            return Err(format!("attribute '{}' is repeated", rest.split('_').next().unwrap_or_default()));
        }
        rest = after;
    }
    name.signature = signature(&mut rest)?;
    if rest.is_empty() {
        return Err("the name of a function is missing".to_owned());
    }
    rest.clone_into(&mut name.scalar);
    Ok(name)
}

/// Consumes a signature, if one is next.
fn signature(rest: &mut &str) -> Result<Signature, String> {
    let mut after = *rest;
    let first = word(&mut after);
    if first == "uniform"
        && let Some(tensor) = tensor(&mut after)?
    {
        *rest = after;
        return Ok(Signature::Uniform(tensor));
    }
    let mut after = *rest;
    let mut result = None;
    if word(&mut after) == "ret"
        && let Some(tensor) = tensor(&mut after)?
    {
        result = Some(tensor);
        *rest = after;
    }
    let mut numbered = Vec::new();
    loop {
        let mut after = *rest;
        let number = word(&mut after).strip_prefix("arg").and_then(|number| number.parse::<usize>().ok());
        let Some(number) = number else { break };
        let Some(tensor) = tensor(&mut after)? else { break };
        if numbered.iter().any(|&(other, _)| other == number) {
            return Err(format!("parameter {number} is declared twice"));
        }
        numbered.push((number, tensor));
        *rest = after;
    }
    let mut in_order = Vec::new();
    while let Some(tensor) = tensor(rest)? {
        in_order.push(tensor);
    }
    match (numbered.is_empty(), in_order.is_empty()) {
        (false, false) => Err("tensors with and without the number of a parameter are mixed".to_owned()),
        (false, true) => Ok(Signature::Numbered(result, numbered)),
        (true, false) => Ok(Signature::InOrder(result, in_order)),
        (true, true) if result.is_some() => Ok(Signature::Numbered(result, Vec::new())),
        (true, true) => Ok(Signature::Inferred),
    }
}

/// Consumes a tensor, if one is next: a word that begins with `t` and a digit.
fn tensor(rest: &mut &str) -> Result<Option<Tensor>, String> {
    let mut after = *rest;
    let text = word(&mut after);
    let Some(sizes) = text.strip_prefix('t').filter(|sizes| sizes.starts_with(|c: char| c.is_ascii_digit()))
    else {
        return Ok(None);
    };
    let wrong = || format!("'{text}' is not a tensor");
    let mut shape = Shape::SCALAR;
    let mut tail = sizes;
    for dim in 0.. {
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let size: u32 = tail[..digits].parse().map_err(|_| wrong())?;
        if dim >= MAX_DIMS || size == 0 || size > 1 << 20 {
            return Err(wrong());
        }
        shape = shape.with(dim, size);
        tail = &tail[digits..];
        match tail.strip_prefix('x') {
            Some(more) => tail = more,
            None => break,
        }
    }
    let element = ElementType::parse(tail).ok_or_else(wrong)?;
    let count = shape.dims().map(|dim| u64::from(shape.size(dim))).try_fold(1_u64, u64::checked_mul);
    if count.is_none_or(|count| count > 1 << 20) {
        return Err(wrong());
    }
    *rest = after;
    Ok(Some(Tensor { shape, element }))
}
