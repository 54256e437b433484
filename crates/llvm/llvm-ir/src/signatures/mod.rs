//! The signatures of LLVM's intrinsics: names, overloaded types, and matching of calls.
//!
//! `table` looks names up in the table that `cargo xtask intrinsics-table` generates from LLVM's definitions,
//! `matching` compares a signature with the types of a call, as `llvm::Intrinsic::matchIntrinsicSignature`
//! does.

mod matching;
mod table;

use crate::model::Module;
use crate::types::{Type, TypeKind};

/// An intrinsic that is called with some types.
pub struct Called {
    /// Its name, with the types that it is overloaded on.
    pub name: String,
    /// Its name without those.
    pub base: String,
    /// The number of parameters before the variadic ones; `None` if it is not variadic.
    pub fixed: Option<usize>,
}

/// The mismatch between a call and the signature of an intrinsic.
pub enum Mismatch {
    /// There is no such intrinsic.
    Unknown,
    /// The types are none that the intrinsic is overloaded on.
    Overload,
    /// It returns another type.
    Result(Type),
    /// The exact number of arguments.
    Count(usize),
    /// The least number of arguments of a variadic signature.
    VariadicCount(usize),
    /// The argument of this number has another type.
    Argument(usize, Type),
}

/// The intrinsic that a call with arguments and a result of these types calls.
///
/// # Errors
///
/// Why it calls none, or does not fit.
pub fn resolve(
    module: &mut Module,
    name: &str,
    arguments: &[Type],
    result: Type,
) -> Result<Called, Mismatch> {
    let result = (result != Type::VOID).then_some(result);
    let found = table::find(name).ok_or(Mismatch::Unknown)?;
    let descriptors = decode(module, found.signature);
    let overloads = match found.is_overloaded {
        true => matching::overloads(&mut module.types, &descriptors, arguments, result)
            .ok_or(Mismatch::Overload)?,
        false => Vec::new(),
    };
    let mut rest = &descriptors[..];
    let expected = matching::expected(&mut module.types, &mut rest, &overloads).ok_or(Mismatch::Overload)?;
    if expected != result {
        return Err(Mismatch::Result(expected.unwrap_or(Type::VOID)));
    }
    let mut parameters = Vec::new();
    let mut is_variadic = false;
    while let Some(first) = rest.first() {
        if matches!(first, Descriptor::VarArg) {
            is_variadic = true;
            break;
        }
        parameters.push(
            matching::expected(&mut module.types, &mut rest, &overloads)
                .flatten()
                .ok_or(Mismatch::Overload)?,
        );
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
        module.types.write_mangled(&module.strings, &mut name, overload);
    }
    Ok(Called { name, base, fixed: is_variadic.then_some(parameters.len()) })
}

/// The kinds of types that an overloaded parameter accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeClass {
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
        count: u32,
        scalable: bool,
    },
    Struct(usize),
    Argument {
        number: usize,
        kind: TypeClass,
    },
    /// Elements of twice the width.
    Extended(usize),
    /// Elements of half the width.
    Truncated(usize),
    /// A vector of a part of the elements.
    OneNth {
        number: usize,
        divisor: u32,
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
        parts: u32,
    },
    /// A vector of integers of the width of the elements.
    Integers(usize),
}

/// The parts of a signature that the table has.
fn decode(module: &mut Module, codes: &[u8]) -> Vec<Descriptor> {
    let fixed = Descriptor::Fixed;
    let name = module.str("aarch64.svcount");
    let types = &mut module.types;
    let svcount = types.get(TypeKind::Target { name, types: Box::default(), numbers: Box::default() });
    let (mut out, mut scalable) = (Vec::with_capacity(codes.len()), false);
    let mut codes = codes.iter().copied();
    while let Some(code) = codes.next() {
        let mut operand = || usize::from(codes.next().expect("the table has the operand of the code"));
        let vector = |count| Descriptor::Vector { count, scalable };
        let part = match code {
            0 => Descriptor::Void,
            1 => fixed(Type::I1),
            2 => fixed(Type::I8),
            3 => fixed(Type::I16),
            4 => fixed(Type::I32),
            5 => fixed(Type::I64),
            6 => fixed(Type::HALF),
            7 => fixed(Type::FLOAT),
            8 => fixed(Type::DOUBLE),
            9 => vector(2),
            10 => vector(4),
            11 => vector(8),
            12 => vector(16),
            13 => vector(32),
            14 => fixed(Type::PTR),
            15 => {
                let info = operand();
                let kind = match info & 7 {
                    1 => TypeClass::Integer,
                    2 => TypeClass::Float,
                    3 => TypeClass::Vector,
                    4 => TypeClass::Pointer,
                    7 => TypeClass::Match,
                    _ => TypeClass::Any,
                };
                Descriptor::Argument { number: info >> 3, kind }
            }
            16 => vector(64),
            17 => fixed(types.vector(Type::I64, 1, false)),
            18 => fixed(Type::TOKEN),
            19 => fixed(Type::METADATA),
            20 => fixed(types.literal([], false)),
            21 => Descriptor::Struct(operand() + 2),
            22 => Descriptor::Extended(operand() >> 3),
            23 => Descriptor::Truncated(operand() >> 3),
            24 => fixed(types.pointer(operand() as u32)),
            25 => vector(1),
            26 => Descriptor::VarArg,
            27 => {
                let number = operand();
                Descriptor::OneNth { number, divisor: operand().max(1) as u32 }
            }
            28 => Descriptor::SameWidth(operand() >> 3),
            29 => {
                let number = operand();
                Descriptor::Pointers { number, reference: operand() }
            }
            30 => fixed(types.int(128)),
            31 => vector(512),
            32 => vector(1024),
            33 => fixed(Type::FP128),
            34 => Descriptor::Element(operand() >> 3),
            35 => {
                scalable = true;
                continue;
            }
            36 => Descriptor::Subdivided { number: operand() >> 3, parts: 2 },
            37 => Descriptor::Subdivided { number: operand() >> 3, parts: 4 },
            38 => Descriptor::Integers(operand() >> 3),
            39 => vector(128),
            40 => fixed(Type::BFLOAT),
            41 => vector(256),
            42 => fixed(Type::X86_AMX),
            43 => fixed(Type::PPC_FP128),
            44 => vector(3),
            45 => fixed(types.pointer(10)),
            46 => fixed(types.pointer(20)),
            47 => fixed(types.int(2)),
            48 => fixed(types.int(4)),
            49 => fixed(svcount),
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
