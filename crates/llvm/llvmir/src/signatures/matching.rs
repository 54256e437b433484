//! Compares signatures with types.

use terrace_dialects_llvm::types::{PpcFp128Type, StructRef, StructType, address_space, vector_type};
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use super::{Descriptor, Kind, signless};

/// A vector type taken apart: how many elements, whether that is multiplied by the run-time scale, and their type.
fn vector_of(cx: &Context, ty: Type) -> Option<(i64, bool, Type)> {
    match ty.data(cx) {
        TypeData::Vector { shape, scalable, element } => {
            Some((shape.first().copied().unwrap_or(1), scalable.first() == Some(&true), *element))
        }
        _ => None,
    }
}

fn scalar_of(cx: &Context, ty: Type) -> Type {
    vector_of(cx, ty).map_or(ty, |(_, _, element)| element)
}

fn is_integer(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Integer { .. })
}

fn is_float(cx: &Context, ty: Type) -> bool {
    ty.float_kind(cx).is_some() || ty.isa::<PpcFp128Type>(cx)
}

/// The bits of a number; `None` for another type.
fn width(cx: &Context, ty: Type) -> Option<u32> {
    if ty.isa::<PpcFp128Type>(cx) {
        return Some(128);
    }
    (is_integer(cx, ty) || is_float(cx, ty)).then(|| ty.bit_width(cx)).flatten()
}

/// A number of `bits`, an integer or as a floating-point number is.
fn resized(cx: &Context, ty: Type, bits: u32) -> Option<Type> {
    if is_integer(cx, ty) {
        return Some(signless(cx, bits));
    }
    let kind = match bits {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        128 => FloatKind::F128,
        _ => return None,
    };
    Some(cx.ty(TypeData::Float(kind)))
}

/// A type whose elements are twice as wide, or half as wide.
fn scaled(cx: &Context, ty: Type, doubles: bool) -> Option<Type> {
    let scalar = scalar_of(cx, ty);
    let bits = width(cx, scalar)?;
    let is_vector = vector_of(cx, ty).is_some();
    // Single numbers are integers.
    if !is_vector && !is_integer(cx, ty) || !doubles && bits % 2 != 0 {
        return None;
    }
    let scalar = resized(cx, scalar, if doubles { bits.checked_mul(2)? } else { bits / 2 })?;
    Some(match vector_of(cx, ty) {
        Some((count, scalable, _)) => vector_type(cx, scalar, count, scalable),
        None => scalar,
    })
}

/// The type that a part of a signature other than an overloaded type itself is, given the overloaded types; for one that
/// others follow, with the element that follows. `None` if they are none that it can be computed from.
fn derived(cx: &Context, part: &Descriptor, overloads: &[Type]) -> Option<Type> {
    let of = |number: usize| overloads.get(number).copied();
    match *part {
        Descriptor::Extended(number) => scaled(cx, of(number)?, true),
        Descriptor::Truncated(number) => scaled(cx, of(number)?, false),
        Descriptor::OneNth { number, divisor } => {
            let (count, scalable, element) = vector_of(cx, of(number)?)?;
            (count >= divisor).then(|| vector_type(cx, element, count / divisor, scalable))
        }
        Descriptor::Element(number) => vector_of(cx, of(number)?).map(|(_, _, element)| element),
        Descriptor::Subdivided { number, parts } => {
            let (count, scalable, element) = vector_of(cx, of(number)?)?;
            let bits = width(cx, element)?;
            let narrow = resized(cx, element, bits / u32::try_from(parts).ok()?)?;
            Some(vector_type(cx, narrow, count.checked_mul(parts)?, scalable))
        }
        Descriptor::Integers(number) => {
            let (count, scalable, element) = vector_of(cx, of(number)?)?;
            Some(vector_type(cx, signless(cx, width(cx, element)?), count, scalable))
        }
        _ => None,
    }
}

/// The state of matching a call against a signature.
struct Matcher<'a, 'd> {
    cx: &'a Context,
    overloads: Vec<Type>,
    /// Types that depend on overloaded ones which come later, with the parts of the signature from theirs on.
    deferred: Vec<(Type, &'d [Descriptor])>,
}

impl<'d> Matcher<'_, 'd> {
    /// Whether a type, `None` for none, is what comes next in a signature, which is taken away.
    fn matches(&mut self, ty: Option<Type>, rest: &mut &'d [Descriptor], is_deferred: bool) -> bool {
        let before = *rest;
        let Some((part, after)) = rest.split_first() else { return false };
        *rest = after;
        let cx = self.cx;
        let Some(ty) = ty else { return matches!(part, Descriptor::Void) };
        let is_known = |matcher: &Self, number: usize| number < matcher.overloads.len();
        match *part {
            Descriptor::Void | Descriptor::VarArg => false,
            Descriptor::Fixed(expected) => ty == expected,
            Descriptor::Vector { count, scalable } => match vector_of(cx, ty) {
                Some((found, scales, element)) if (found, scales) == (count, scalable) => {
                    self.matches(Some(element), rest, is_deferred)
                }
                _ => false,
            },
            Descriptor::Struct(count) => {
                let literal =
                    StructRef::of(cx, ty).filter(|of| of.name.is_none() && !of.is_packed && !of.is_opaque);
                let Some(structure) = literal.filter(|of| of.len() == count) else { return false };
                structure.elements().all(|element| self.matches(Some(element), rest, is_deferred))
            }
            Descriptor::Argument { number, kind } => {
                if let Some(&known) = self.overloads.get(number) {
                    return ty == known;
                }
                if number > self.overloads.len() || kind == Kind::Match {
                    return self.defer(ty, before, is_deferred);
                }
                self.overloads.push(ty);
                match kind {
                    Kind::Any | Kind::Match => true,
                    Kind::Integer => is_integer(cx, scalar_of(cx, ty)),
                    Kind::Float => is_float(cx, scalar_of(cx, ty)),
                    Kind::Vector => vector_of(cx, ty).is_some(),
                    Kind::Pointer => address_space(cx, ty).is_some(),
                }
            }
            Descriptor::SameWidth(number) => {
                if !is_known(self, number) {
                    skip(rest);
                    return self.defer(ty, before, is_deferred);
                }
                let (whole, own) = (vector_of(cx, self.overloads[number]), vector_of(cx, ty));
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
                match (vector_of(cx, self.overloads[reference]), vector_of(cx, ty)) {
                    (Some((count, scalable, _)), Some((found, scales, element))) => {
                        (count, scalable) == (found, scales) && address_space(cx, element).is_some()
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
                true => derived(cx, part, &self.overloads) == Some(ty),
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

/// Takes away a type of a signature.
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
    cx: &Context,
    signature: &[Descriptor],
    arguments: &[Type],
    result: Option<Type>,
) -> Option<Vec<Type>> {
    let mut matcher = Matcher { cx, overloads: Vec::new(), deferred: Vec::new() };
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
pub(super) fn expected(cx: &Context, rest: &mut &[Descriptor], overloads: &[Type]) -> Option<Option<Type>> {
    let (part, after) = rest.split_first()?;
    *rest = after;
    Some(Some(match *part {
        Descriptor::Void => return Some(None),
        Descriptor::VarArg => return None,
        Descriptor::Fixed(ty) => ty,
        Descriptor::Vector { count, scalable } => {
            vector_type(cx, expected(cx, rest, overloads)??, count, scalable)
        }
        Descriptor::Struct(count) => {
            let elements = (0..count).map(|_| expected(cx, rest, overloads).flatten());
            StructType::get(cx, elements.collect::<Option<_>>()?, false).into()
        }
        Descriptor::Argument { number, .. } => *overloads.get(number)?,
        Descriptor::SameWidth(number) => {
            let element = expected(cx, rest, overloads)??;
            match vector_of(cx, *overloads.get(number)?) {
                Some((count, scalable, _)) => vector_type(cx, element, count, scalable),
                None => element,
            }
        }
        Descriptor::Pointers { number, .. } => *overloads.get(number)?,
        _ => derived(cx, part, overloads)?,
    }))
}
