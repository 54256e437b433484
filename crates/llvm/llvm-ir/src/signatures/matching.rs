//! Compares signatures with types.

use super::{Descriptor, TypeClass};
use crate::types::{Type, TypeKind, Types};

/// The components of a vector type: the number of elements, whether it is scalable, and the element type.
fn vector_of(types: &Types, ty: Type) -> Option<(u32, bool, Type)> {
    types.as_vector(ty).map(|(element, count, scalable)| (count, scalable, element))
}

fn is_integer(types: &Types, ty: Type) -> bool {
    types.int_width(ty).is_some()
}

/// A number of `bits`, an integer or as a floating-point number is.
fn resized(types: &mut Types, ty: Type, bits: u32) -> Option<Type> {
    if is_integer(types, ty) {
        return Some(types.int(bits));
    }
    Some(match bits {
        16 => Type::HALF,
        32 => Type::FLOAT,
        64 => Type::DOUBLE,
        128 => Type::FP128,
        _ => return None,
    })
}

/// A type whose elements are twice as wide, or half as wide.
fn scaled(types: &mut Types, ty: Type, doubles: bool) -> Option<Type> {
    let scalar = types.scalar(ty);
    let bits = types.number_width(scalar)?;
    let is_vector = vector_of(types, ty).is_some();
    // Single numbers are integers.
    if !is_vector && !is_integer(types, ty) || !doubles && bits % 2 != 0 {
        return None;
    }
    let scalar = resized(types, scalar, if doubles { bits.checked_mul(2)? } else { bits / 2 })?;
    Some(match vector_of(types, ty) {
        Some((count, scalable, _)) => types.vector(scalar, count, scalable),
        None => scalar,
    })
}

/// The type that a part of a signature other than an overloaded type itself is, given the overloaded types; for one that
/// others follow, with the element that follows. `None` if they are none that it can be computed from.
fn derived(types: &mut Types, part: &Descriptor, overloads: &[Type]) -> Option<Type> {
    let of = |number: usize| overloads.get(number).copied();
    match *part {
        Descriptor::Extended(number) => scaled(types, of(number)?, true),
        Descriptor::Truncated(number) => scaled(types, of(number)?, false),
        Descriptor::OneNth { number, divisor } => {
            let (count, scalable, element) = vector_of(types, of(number)?)?;
            (count >= divisor).then(|| types.vector(element, count / divisor, scalable))
        }
        Descriptor::Element(number) => vector_of(types, of(number)?).map(|(_, _, element)| element),
        Descriptor::Subdivided { number, parts } => {
            let (count, scalable, element) = vector_of(types, of(number)?)?;
            let bits = types.number_width(element)?;
            let narrow = resized(types, element, bits / parts)?;
            Some(types.vector(narrow, count.checked_mul(parts)?, scalable))
        }
        Descriptor::Integers(number) => {
            let (count, scalable, element) = vector_of(types, of(number)?)?;
            let integer = types.number_width(element)?;
            let integer = types.int(integer);
            Some(types.vector(integer, count, scalable))
        }
        _ => None,
    }
}

/// The state of matching a call against a signature.
struct Matcher<'a, 'd> {
    types: &'a mut Types,
    overloads: Vec<Type>,
    /// Types that depend on overloaded ones which come later, with the parts of the signature from theirs on.
    deferred: Vec<(Type, &'d [Descriptor])>,
}

impl<'d> Matcher<'_, 'd> {
    /// Whether a type, `None` for none, matches the next one of a signature, which is consumed.
    fn matches(&mut self, ty: Option<Type>, rest: &mut &'d [Descriptor], is_deferred: bool) -> bool {
        let before = *rest;
        let Some((part, after)) = rest.split_first() else { return false };
        *rest = after;
        let types = &*self.types;
        let Some(ty) = ty else { return matches!(part, Descriptor::Void) };
        let is_known = |matcher: &Self, number: usize| number < matcher.overloads.len();
        match *part {
            Descriptor::Void | Descriptor::VarArg => false,
            Descriptor::Fixed(expected) => ty == expected,
            Descriptor::Vector { count, scalable } => match vector_of(types, ty) {
                Some((found, scales, element)) if (found, scales) == (count, scalable) => {
                    self.matches(Some(element), rest, is_deferred)
                }
                _ => false,
            },
            Descriptor::Struct(count) => {
                let elements = match types.kind(ty) {
                    TypeKind::Structure(of) if !of.packed && of.elements.len() == count => {
                        of.elements.clone()
                    }
                    _ => return false,
                };
                elements.iter().all(|&element| self.matches(Some(element), rest, is_deferred))
            }
            Descriptor::Argument { number, kind } => {
                if let Some(&known) = self.overloads.get(number) {
                    return ty == known;
                }
                if number > self.overloads.len() || kind == TypeClass::Match {
                    return self.defer(ty, before, is_deferred);
                }
                self.overloads.push(ty);
                match kind {
                    TypeClass::Any | TypeClass::Match => true,
                    TypeClass::Integer => is_integer(types, types.scalar(ty)),
                    TypeClass::Float => types.is_float(types.scalar(ty)),
                    TypeClass::Vector => vector_of(types, ty).is_some(),
                    TypeClass::Pointer => types.pointer_space(ty).is_some(),
                }
            }
            Descriptor::SameWidth(number) => {
                if !is_known(self, number) {
                    skip(rest);
                    return self.defer(ty, before, is_deferred);
                }
                let (whole, own) = (vector_of(types, self.overloads[number]), vector_of(types, ty));
                match (whole, own) {
                    (Some((count, scalable, _)), Some((found, scales, element))) => {
                        (count, scalable) == (found, scales) && self.matches(Some(element), rest, is_deferred)
                    }
                    (None, None) => self.matches(Some(ty), rest, is_deferred),
                    _ => false,
                }
            }
            Descriptor::Pointers { reference, .. } => {
                if !is_known(self, reference) {
                    if is_deferred {
                        return false;
                    }
                    self.overloads.push(ty);
                    return self.defer(ty, before, is_deferred);
                }
                if !is_deferred {
                    self.overloads.push(ty);
                }
                match (vector_of(types, self.overloads[reference]), vector_of(types, ty)) {
                    (Some((count, scalable, _)), Some((found, scales, element))) => {
                        (count, scalable) == (found, scales) && types.pointer_space(element).is_some()
                    }
                    _ => false,
                }
            }
            Descriptor::Extended(number)
            | Descriptor::Truncated(number)
            | Descriptor::OneNth { number, .. }
            | Descriptor::Element(number)
            | Descriptor::Subdivided { number, .. }
            | Descriptor::Integers(number) => match is_known(self, number) {
                true => derived(self.types, part, &self.overloads) == Some(ty),
                false => self.defer(ty, before, is_deferred),
            },
        }
    }

    /// Leaves a comparison for later; false where it is later.
    fn defer(&mut self, ty: Type, from: &'d [Descriptor], is_deferred: bool) -> bool {
        if !is_deferred {
            self.deferred.push((ty, from));
        }
        !is_deferred
    }
}

/// Consumes a type of a signature.
fn skip(rest: &mut &[Descriptor]) {
    let mut left = 1;
    while left > 0 {
        let Some((part, after)) = rest.split_first() else { return };
        *rest = after;
        left += match part {
            Descriptor::Vector { .. } | Descriptor::SameWidth(_) => 1,
            Descriptor::Struct(count) => *count,
            _ => 0,
        };
        left -= 1;
    }
}

/// The types that a signature is overloaded on, where a call has arguments and a result of these types; `None` if the
/// signature does not have them.
pub(super) fn overloads(
    types: &mut Types,
    signature: &[Descriptor],
    arguments: &[Type],
    result: Option<Type>,
) -> Option<Vec<Type>> {
    let mut matcher = Matcher { types, overloads: Vec::new(), deferred: Vec::new() };
    let mut rest = signature;
    let all = std::iter::once(result).chain(arguments.iter().copied().map(Some));
    for ty in all {
        if !matcher.matches(ty, &mut rest, false) {
            return None;
        }
    }
    for (ty, mut from) in std::mem::take(&mut matcher.deferred) {
        if !matcher.matches(Some(ty), &mut from, true) {
            return None;
        }
    }
    Some(matcher.overloads)
}

/// The type that comes next in a signature, which is taken away, given the overloaded types: `Some(None)` for none.
/// `None` if they are too few, or none that it can be computed from.
pub(super) fn expected(
    types: &mut Types,
    rest: &mut &[Descriptor],
    overloads: &[Type],
) -> Option<Option<Type>> {
    let (part, after) = rest.split_first()?;
    *rest = after;
    Some(Some(match *part {
        Descriptor::Void => return Some(None),
        Descriptor::VarArg => return None,
        Descriptor::Fixed(ty) => ty,
        Descriptor::Vector { count, scalable } => {
            let element = expected(types, rest, overloads)??;
            types.vector(element, count, scalable)
        }
        Descriptor::Struct(count) => {
            let elements = (0..count).map(|_| expected(types, rest, overloads).flatten());
            let elements = elements.collect::<Option<Vec<Type>>>()?;
            types.literal(elements, false)
        }
        Descriptor::Argument { number, .. } => *overloads.get(number)?,
        Descriptor::SameWidth(number) => {
            let element = expected(types, rest, overloads)??;
            match vector_of(types, *overloads.get(number)?) {
                Some((count, scalable, _)) => types.vector(element, count, scalable),
                None => element,
            }
        }
        Descriptor::Pointers { number, .. } => *overloads.get(number)?,
        _ => derived(types, part, overloads)?,
    }))
}
