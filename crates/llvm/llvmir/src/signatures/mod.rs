//! The signatures of LLVM's intrinsics: which there are, what they are overloaded on, and whether a call fits.
//!
//! `table` looks names up in what `cargo xtask intrinsics-table` writes from LLVM's definitions, `matching` compares a
//! signature with the types of a call, as `llvm::Intrinsic::matchIntrinsicSignature` does.

mod matching;
mod table;

use terrace_dialects_llvm::types::{
    MetadataType, PointerType, PpcFp128Type, StructType, TargetExtType, TokenType, X86AmxType, vector_type,
};
use terrace_ir::{Context, Signedness, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use crate::types::mangled;

/// An intrinsic that is called with some types.
pub(crate) struct Called {
    /// Its name, with the types that it is overloaded on.
    pub(crate) name: String,
    /// Its name without those.
    pub(crate) base: String,
    /// The number of parameters before the variadic ones; `None` if it is not variadic.
    pub(crate) fixed: Option<usize>,
}

/// The mismatch between a call and the signature of an intrinsic.
pub(crate) enum Mismatch {
    /// There is no such intrinsic.
    Unknown,
    /// The types are none that the intrinsic is overloaded on.
    Overload,
    /// It returns another type; `None` for none.
    Result(Option<Type>),
    /// It takes so many arguments.
    Count(usize),
    /// It takes so many arguments at least.
    VariadicCount(usize),
    /// The argument of this number has another type.
    Argument(usize, Type),
}

/// The intrinsic that a call with arguments and a result of these types calls.
///
/// # Errors
///
/// Why it calls none, or does not fit.
pub(crate) fn resolve(
    cx: &Context,
    name: &str,
    arguments: &[Type],
    result: Option<Type>,
) -> Result<Called, Mismatch> {
    let found = table::find(name).ok_or(Mismatch::Unknown)?;
    let descriptors = decode(cx, found.signature);
    let overloads = match found.is_overloaded {
        true => matching::overloads(cx, &descriptors, arguments, result).ok_or(Mismatch::Overload)?,
        false => Vec::new(),
    };
    let mut rest = &descriptors[..];
    let expected = matching::expected(cx, &mut rest, &overloads).ok_or(Mismatch::Overload)?;
    if expected != result {
        return Err(Mismatch::Result(expected));
    }
    let mut parameters = Vec::new();
    let mut is_variadic = false;
    while let Some(first) = rest.first() {
        if matches!(first, Descriptor::VarArg) {
            is_variadic = true;
            break;
        }
        parameters.push(matching::expected(cx, &mut rest, &overloads).flatten().ok_or(Mismatch::Overload)?);
    }
    match is_variadic {
        false if arguments.len() != parameters.len() => return Err(Mismatch::Count(parameters.len())),
        true if arguments.len() < parameters.len() => return Err(Mismatch::VariadicCount(parameters.len())),
        _ => {}
    }
    let differs = arguments.iter().zip(&parameters).position(|(given, expected)| given != expected);
    if let Some(at) = differs {
        return Err(Mismatch::Argument(at, parameters[at]));
    }
    let base = format!("llvm.{}", found.name);
    let mut name = base.clone();
    for &overload in &overloads {
        name.push('.');
        name.push_str(&mangled(cx, overload));
    }
    Ok(Called { name, base, fixed: is_variadic.then_some(parameters.len()) })
}

/// The kinds of types that an overloaded parameter accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Integer,
    Float,
    Vector,
    Pointer,
    /// The type of another parameter.
    Match,
}

/// A part of a signature. Parts of vectors and structures follow them; numbers are those of overloaded types.
enum Descriptor {
    Void,
    VarArg,
    Fixed(Type),
    Vector {
        count: i64,
        scalable: bool,
    },
    Struct(usize),
    Argument {
        number: usize,
        kind: Kind,
    },
    /// Elements of twice the width.
    Extended(usize),
    /// Elements of half the width.
    Truncated(usize),
    /// A vector of a part of the elements.
    OneNth {
        number: usize,
        divisor: i64,
    },
    /// A vector of as many elements as another one has, of a type that follows; that type if the other one is no vector.
    SameWidth(usize),
    /// A vector of pointers, one for each element.
    Pointers {
        number: usize,
        reference: usize,
    },
    Element(usize),
    /// A vector of more elements, each a part of one of another vector.
    Subdivided {
        number: usize,
        parts: i64,
    },
    /// A vector of integers of the width of the elements.
    Integers(usize),
}

/// The integer type of a width.
fn signless(cx: &Context, width: u32) -> Type {
    cx.ty(TypeData::Integer { width, signedness: Signedness::Signless })
}

/// The parts of a signature that the table has.
fn decode(cx: &Context, codes: &[u8]) -> Vec<Descriptor> {
    let float = |kind| Descriptor::Fixed(cx.ty(TypeData::Float(kind)));
    let int = |width| Descriptor::Fixed(signless(cx, width));
    let pointer = |space: u32| Descriptor::Fixed(PointerType::get(cx, space).into());
    let (mut out, mut scalable) = (Vec::with_capacity(codes.len()), false);
    let mut codes = codes.iter().copied();
    while let Some(code) = codes.next() {
        let mut operand = || usize::from(codes.next().unwrap_or(0));
        let vector = |count| Descriptor::Vector { count, scalable };
        let part = match code {
            0 => Descriptor::Void,
            1 => int(1),
            2 => int(8),
            3 => int(16),
            4 => int(32),
            5 => int(64),
            6 => float(FloatKind::F16),
            7 => float(FloatKind::F32),
            8 => float(FloatKind::F64),
            9 => vector(2),
            10 => vector(4),
            11 => vector(8),
            12 => vector(16),
            13 => vector(32),
            14 => pointer(0),
            15 => {
                let info = operand();
                let kind = match info & 7 {
                    1 => Kind::Integer,
                    2 => Kind::Float,
                    3 => Kind::Vector,
                    4 => Kind::Pointer,
                    7 => Kind::Match,
                    _ => Kind::Any,
                };
                Descriptor::Argument { number: info >> 3, kind }
            }
            16 => vector(64),
            17 => Descriptor::Fixed(vector_type(cx, signless(cx, 64), 1, false)),
            18 => Descriptor::Fixed(TokenType::get(cx).into()),
            19 => Descriptor::Fixed(MetadataType::get(cx).into()),
            20 => Descriptor::Fixed(StructType::get(cx, Vec::new(), false).into()),
            21 => Descriptor::Struct(operand() + 2),
            22 => Descriptor::Extended(operand() >> 3),
            23 => Descriptor::Truncated(operand() >> 3),
            24 => pointer(operand() as u32),
            25 => vector(1),
            26 => Descriptor::VarArg,
            27 => {
                let number = operand();
                Descriptor::OneNth { number, divisor: operand().max(1) as i64 }
            }
            28 => Descriptor::SameWidth(operand() >> 3),
            29 => {
                let number = operand();
                Descriptor::Pointers { number, reference: operand() }
            }
            30 => int(128),
            31 => vector(512),
            32 => vector(1024),
            33 => float(FloatKind::F128),
            34 => Descriptor::Element(operand() >> 3),
            35 => {
                scalable = true;
                continue;
            }
            36 => Descriptor::Subdivided { number: operand() >> 3, parts: 2 },
            37 => Descriptor::Subdivided { number: operand() >> 3, parts: 4 },
            38 => Descriptor::Integers(operand() >> 3),
            39 => vector(128),
            40 => float(FloatKind::BF16),
            41 => vector(256),
            42 => Descriptor::Fixed(X86AmxType::get(cx).into()),
            43 => Descriptor::Fixed(PpcFp128Type::get(cx).into()),
            44 => vector(3),
            45 => pointer(10),
            46 => pointer(20),
            47 => int(2),
            48 => int(4),
            49 => Descriptor::Fixed(TargetExtType::get(cx, "aarch64.svcount", Vec::new(), Vec::new()).into()),
            50 => vector(6),
            51 => vector(10),
            52 => vector(2048),
            _ => vector(4096),
        };
        out.push(part);
        scalable = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::table::find;

    #[test]
    fn names_end_where_types_begin() {
        for name in ["llvm.abs", "llvm.abs.i32", "llvm.x86.sse41.round.ss", "llvm.zext", "llvm.ssa.copy"] {
            assert_eq!(find(name).is_some(), name != "llvm.zext", "{name}");
        }
        assert!(find("llvm.x86.sse41.round.ss.v4f32").is_none(), "this one is not overloaded");
        assert!(find("llvm.absolute").is_none());
        assert!(find("llvm.memmove.p0.p0.i64").is_some_and(|found| found.name == "memmove"));
        assert!(find("llvm.memmove.element.unordered.atomicx").is_none());
        assert!(find("abs").is_none());
        assert!(find("llvm.").is_none());
    }
}
