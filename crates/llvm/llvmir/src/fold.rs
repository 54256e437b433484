//! Folds instructions of constants, as LLVM does while it builds them.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate};
use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, address_space};
use terrace_dialects_llvm::*;
use terrace_ir::{Context, OpRef, Type, TypeData};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use crate::constants::{Const, ConstKind, GepFlags, element_count};
use crate::fold_scalars::{
    self, NEAREST, cast_of_undefined, compare_floats, compare_ints, is_expression, is_poison, is_undefined,
    select,
};
use crate::layout::Layout;

/// The most elements of a vector that are folded one by one.
const MOST_LANES: u64 = 256;

/// The ops that cast numbers and addresses.
const CASTS: [&str; 13] = [
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
];

/// The ops on two numbers of one type.
const BINARY_OPS: [&str; 18] = [
    "add", "sub", "mul", "sdiv", "udiv", "srem", "urem", "and", "or", "xor", "shl", "lshr", "ashr", "fadd",
    "fsub", "fmul", "fdiv", "frem",
];

/// The context of constant folding in a module.
pub(crate) struct Folder<'a> {
    /// The context.
    pub(crate) cx: &'a Context,
    /// Sizes of types.
    pub(crate) layout: &'a Layout,
    /// The bytes that there are for sure after the address of a symbol.
    pub(crate) sizes: &'a FxHashMap<std::rc::Rc<str>, u64>,
    /// Whether addresses in globals keep the types that they are written with.
    pub(crate) keeps_addresses: bool,
}

impl Folder<'_> {
    /// The constant that an op of constants is; `None` if it becomes an instruction.
    pub(crate) fn fold(&self, op: OpRef<'_>, operands: &[Const]) -> Option<Const> {
        let ty = op.results().next()?.ty();
        match (op.name_text().strip_prefix("llvm.")?, operands) {
            ("getelementptr", [base, indices @ ..]) => self.fold_gep(op.cast::<GEPOp>()?, base, indices),
            ("icmp", [lhs, rhs]) => {
                let predicate = op.cast::<ICmpOp>()?.predicate();
                let compare = |lhs: &Const, rhs: &Const| compare_ints(self.cx, predicate, lhs, rhs);
                // Vectors that are undefined or zero are compared as a whole, if that tells.
                let is_zero = rhs.is_zero() && matches!(predicate, ICmpPredicate::Uge | ICmpPredicate::Ult);
                if vector_element(self.cx, ty).is_some()
                    && (is_undefined(lhs) || is_undefined(rhs) || is_zero)
                {
                    return compare(lhs, rhs).map(|outcome| spread(ty, outcome));
                }
                self.lanes(ty, lhs, rhs, compare)
            }
            ("fcmp", [lhs, rhs]) => {
                let predicate = op.cast::<FCmpOp>()?.predicate();
                let compare = |lhs: &Const, rhs: &Const| compare_floats(predicate, lhs, rhs);
                if vector_element(self.cx, ty).is_some() && (is_undefined(lhs) || is_undefined(rhs)) {
                    self.lanes(ty, lhs, rhs, compare)?;
                    return compare(lhs, rhs).map(|outcome| spread(ty, outcome));
                }
                self.lanes(ty, lhs, rhs, compare)
            }
            ("select", [condition, yes, no]) => {
                if vector_element(self.cx, condition.ty).is_none() || is_undefined(condition) {
                    return select(&condition.as_number(self.cx), yes, no);
                }
                let count = element_count(self.cx, ty).filter(|&count| count <= MOST_LANES)?;
                let lane = |index| {
                    let condition = condition.element(self.cx, index)?.as_number(self.cx);
                    select(&condition, &yes.element(self.cx, index)?, &no.element(self.cx, index)?)
                };
                let elements = (0..count as usize).map(lane).collect::<Option<_>>()?;
                Some(Const::elements(self.cx, ty, elements))
            }
            ("insertvalue", [container, value]) => {
                let position = op.cast::<InsertValueOp>()?.position();
                self.insert(container, &position.iter().collect::<Vec<_>>(), value)
            }
            ("extractvalue", [container]) => {
                let position = op.cast::<ExtractValueOp>()?.position();
                position.iter().try_fold(container.clone(), |constant, index| {
                    constant.element(self.cx, usize::try_from(index).ok()?)
                })
            }
            ("insertelement", [vector, value, position]) => {
                if vector.is_zero() && value.is_zero() && !is_undefined(position) {
                    return Some(vector.clone());
                }
                match self.position(position, vector)? {
                    None => Some(Const::new(ty, ConstKind::Poison)),
                    Some(index) => vector.with_element(self.cx, index, value.clone()),
                }
            }
            ("extractelement", [vector, position]) => {
                if is_undefined(vector) && !is_undefined(position) {
                    return Some(Const::new(
                        ty,
                        if is_poison(vector) { ConstKind::Poison } else { ConstKind::Undef },
                    ));
                }
                match self.position(position, vector)? {
                    None => Some(Const::new(ty, ConstKind::Poison)),
                    Some(index) => vector.element(self.cx, index),
                }
            }
            ("shufflevector", [first, second]) => {
                self.shuffle(op.cast::<ShuffleVectorOp>()?, ty, first, second)
            }
            ("fneg", [value]) => self.map(ty, value, |value| match &value.kind {
                ConstKind::Float(number) => Some(ConstKind::Float(number.neg())),
                ConstKind::Undef => Some(ConstKind::Undef),
                ConstKind::Poison => Some(ConstKind::Poison),
                _ => None,
            }),
            (name, [value]) if CASTS.contains(&name) => self.cast(name, ty, value),
            (name, [lhs, rhs]) if BINARY_OPS.contains(&name) => self.binary(name, ty, lhs, rhs),
            _ => None,
        }
    }

    /// The element that a position is; the inner `None` if the position is undefined or not in the vector.
    fn position(&self, position: &Const, vector: &Const) -> Option<Option<usize>> {
        if is_undefined(position) {
            return Some(None);
        }
        let position = position.as_int(self.cx)?.to_u64();
        let count = element_count(self.cx, vector.ty)?;
        Some(
            position.filter(|&position| position < count).and_then(|position| usize::try_from(position).ok()),
        )
    }

    fn insert(&self, container: &Const, position: &[i64], value: &Const) -> Option<Const> {
        let [index, rest @ ..] = position else { return Some(value.clone()) };
        let index = usize::try_from(*index).ok()?;
        let element = self.insert(&container.element(self.cx, index)?, rest, value)?;
        container.with_element(self.cx, index, element)
    }

    fn shuffle(&self, op: ShuffleVectorOpView<'_>, ty: Type, first: &Const, second: &Const) -> Option<Const> {
        let count = usize::try_from(element_count(self.cx, first.ty)?).ok()?;
        let element = ty.element_type(self.cx)?;
        let mut elements = Vec::new();
        for index in op.mask().iter() {
            elements.push(match usize::try_from(index) {
                Err(_) => Const::new(element, ConstKind::Poison),
                Ok(index) if index < count => first.element(self.cx, index)?,
                Ok(index) => second.element(self.cx, index - count)?,
            });
        }
        Some(Const::elements(self.cx, ty, elements))
    }

    /// Applies a function to a scalar, or to each element of a vector.
    fn map(&self, ty: Type, value: &Const, f: impl Fn(&Const) -> Option<ConstKind>) -> Option<Const> {
        let f = |value: &Const| f(&value.as_number(self.cx));
        let Some(element) = vector_element(self.cx, ty) else { return Some(Const::new(ty, f(value)?)) };
        let count = element_count(self.cx, ty).filter(|&count| count <= MOST_LANES)?;
        let elements = (0..count as usize)
            .map(|index| Some(Const::new(element, f(&value.element(self.cx, index)?)?)))
            .collect::<Option<_>>()?;
        Some(Const::elements(self.cx, ty, elements))
    }

    /// Applies a function to two scalars, or to each two elements of vectors.
    fn lanes(
        &self,
        ty: Type,
        lhs: &Const,
        rhs: &Const,
        f: impl Fn(&Const, &Const) -> Option<Const>,
    ) -> Option<Const> {
        let f = |lhs: &Const, rhs: &Const| f(&lhs.as_number(self.cx), &rhs.as_number(self.cx));
        if vector_element(self.cx, ty).is_none() {
            return f(lhs, rhs);
        }
        let count = element_count(self.cx, ty).filter(|&count| count <= MOST_LANES)?;
        let elements = (0..count as usize)
            .map(|index| {
                let (lhs, rhs) = (lhs.element(self.cx, index)?, rhs.element(self.cx, index)?);
                f(&lhs, &rhs)
            })
            .collect::<Option<_>>()?;
        Some(Const::elements(self.cx, ty, elements))
    }

    fn binary(&self, name: &str, ty: Type, lhs: &Const, rhs: &Const) -> Option<Const> {
        self.lanes(ty, lhs, rhs, |lhs, rhs| fold_scalars::binary(self.cx, name, lhs, rhs))
    }

    fn cast(&self, name: &str, ty: Type, value: &Const) -> Option<Const> {
        if let Some(folded) = cast_of_undefined(name, ty, value) {
            return Some(folded);
        }
        match name {
            "ptrtoint" => return self.pointer_to_int(ty, value),
            "inttoptr" => return self.int_to_pointer(ty, value),
            "bitcast" if ty == value.ty => return Some(value.clone()),
            "trunc" if is_expression(value) && ty.is_integer(self.cx) => {
                return Some(Const::new(ty, ConstKind::Cast("trunc", value.clone())));
            }
            "addrspacecast" if is_expression(value) => {
                return Some(Const::new(ty, ConstKind::Cast("addrspacecast", value.clone())));
            }
            _ => {}
        }
        if name == "bitcast"
            && element_count(self.cx, ty) != element_count(self.cx, value.ty)
            && let Some(folded) = self.cast_bits(ty, value)
        {
            return Some(folded);
        }
        let element = vector_element(self.cx, ty).unwrap_or(ty);
        let same_shape = element_count(self.cx, ty) == element_count(self.cx, value.ty);
        if !same_shape || vector_element(self.cx, ty).is_some() != vector_element(self.cx, value.ty).is_some()
        {
            return None;
        }
        self.map(ty, value, |value| {
            if let Some(folded) = cast_of_undefined(name, element, value) {
                return Some(match folded.kind {
                    ConstKind::Poison => ConstKind::Poison,
                    ConstKind::Undef => ConstKind::Undef,
                    _ => ConstKind::Zero,
                });
            }
            let width = element.bit_width(self.cx)?;
            match (&value.kind, element.float_kind(self.cx)) {
                (ConstKind::Float(number), Some(kind)) => {
                    let converted = match name {
                        "fpext" | "fptrunc" => number.convert(kind, NEAREST).0,
                        "bitcast" => ApFloat::from_bits(kind, number.bits()),
                        _ => return None,
                    };
                    Some(ConstKind::Float(converted))
                }
                (ConstKind::Float(number), None) => match name {
                    "bitcast" => Some(ConstKind::Int(ApInt::from_u128(width, number.bits()))),
                    "fptosi" | "fptoui" => {
                        let (int, status) = number.to_int(width, name == "fptosi", Rounding::TowardZero);
                        let is_invalid = status.contains(terrace_support::apfloat::Status::INVALID);
                        Some(if is_invalid { ConstKind::Poison } else { ConstKind::Int(int) })
                    }
                    _ => None,
                },
                (_, kind) => {
                    let number = value.as_int(self.cx)?;
                    match (name, kind) {
                        ("trunc", None) => Some(ConstKind::Int(number.trunc(width))),
                        ("zext", None) => Some(ConstKind::Int(number.zext_or_trunc(width))),
                        ("sext", None) => Some(ConstKind::Int(number.sext(width))),
                        ("bitcast", Some(kind)) => {
                            Some(ConstKind::Float(ApFloat::from_bits(kind, number.low_u128())))
                        }
                        ("sitofp" | "uitofp", Some(kind)) => {
                            let (float, _) = ApFloat::from_int(kind, &number, name == "sitofp", NEAREST);
                            Some(ConstKind::Float(float))
                        }
                        _ => None,
                    }
                }
            }
        })
    }

    /// The numbers of a scalar or a vector as those of another shape; `None` if an element is an address. The bits of an undefined
    /// element are zero in a wider one.
    fn cast_bits(&self, ty: Type, value: &Const) -> Option<Const> {
        let lanes = |ty: Type| match vector_element(self.cx, ty) {
            Some(element) => Some((element, usize::try_from(element_count(self.cx, ty)?).ok()?)),
            None => Some((ty, 1)),
        };
        let ((from, from_count), (to, to_count)) = (lanes(value.ty)?, lanes(ty)?);
        let (from_width, to_width) = (from.bit_width(self.cx)?, to.bit_width(self.cx)?);
        let total = u64::from(to_width) * to_count as u64;
        if total != u64::from(from_width) * from_count as u64 || total > u64::from(u16::MAX) {
            return None;
        }
        let total = total as u32;
        let mut bits = ApInt::zero(total);
        let mut undefined = vec![false; from_count];
        for index in (0..from_count).rev() {
            let lane = if vector_element(self.cx, value.ty).is_some() {
                value.element(self.cx, index)?
            } else {
                value.clone()
            };
            let number = match &lane.as_number(self.cx).kind {
                ConstKind::Int(number) => number.zext_or_trunc(total),
                ConstKind::Float(number) => ApInt::from_u128(from_width, number.bits()).zext_or_trunc(total),
                ConstKind::Undef | ConstKind::Poison => {
                    undefined[index] = true;
                    ApInt::zero(total)
                }
                _ => return None,
            };
            bits = if from_width < total { bits.shl_by(from_width).or(&number) } else { number };
        }
        let lane = |index: usize| {
            if from_count < to_count && undefined[index * from_count / to_count] {
                return Const::new(to, ConstKind::Undef);
            }
            let number = bits.lshr_by(to_width * index as u32).zext_or_trunc(to_width);
            let kind = match to.float_kind(self.cx) {
                Some(kind) => ConstKind::Float(ApFloat::from_bits(kind, number.low_u128())),
                None => ConstKind::Int(number),
            };
            Const::new(to, kind)
        };
        match vector_element(self.cx, ty) {
            Some(_) => Some(Const::elements(self.cx, ty, (0..to_count).map(lane).collect())),
            None => Some(lane(0)),
        }
    }

    fn pointer_to_int(&self, ty: Type, value: &Const) -> Option<Const> {
        let width = ty.bit_width(self.cx).filter(|_| ty.is_integer(self.cx))?;
        match &value.kind {
            ConstKind::Zero => Some(Const::zero(ty)),
            ConstKind::Cast("inttoptr", number) => {
                let number = number.as_int(self.cx)?;
                Some(Const::int(ty, number.zext_or_trunc(width)))
            }
            _ if is_expression(value) => Some(Const::new(ty, ConstKind::Cast("ptrtoint", value.clone()))),
            _ => None,
        }
    }

    fn int_to_pointer(&self, ty: Type, value: &Const) -> Option<Const> {
        if !ty.isa::<PointerType>(self.cx) {
            return None;
        }
        match &value.kind {
            _ if value.is_zero() => Some(Const::zero(ty)),
            ConstKind::Cast("ptrtoint", pointer)
                if pointer.ty == ty
                    && value.ty.bit_width(self.cx) == Some(self.layout.size_in_bits(self.cx, ty) as u32) =>
            {
                Some(pointer.clone())
            }
            ConstKind::Int(_) => Some(Const::new(ty, ConstKind::Cast("inttoptr", value.clone()))),
            _ if is_expression(value) => Some(Const::new(ty, ConstKind::Cast("inttoptr", value.clone()))),
            _ => None,
        }
    }

    fn fold_gep(&self, op: GEPOpView<'_>, base: &Const, values: &[Const]) -> Option<Const> {
        let cx = self.cx;
        let in_range = in_range(op);
        if (self.keeps_addresses || in_range.is_some()) && is_expression(base) {
            return self.written_gep(op, base, values, in_range);
        }
        let space = address_space(cx, base.ty)?;
        let mut bytes = 0i64;
        let mut ty = op.elem_type();
        let mut values = values.iter();
        for (place, index) in op.indices().enumerate() {
            let index = match index {
                GepIndexRef::Constant(number) => i64::from(number),
                GepIndexRef::Value(_) => values.next()?.as_int(cx)?.to_i64()?,
            };
            if place == 0 {
                bytes = bytes.wrapping_add(index.wrapping_mul(self.stride(ty)?));
            } else if let Some(structure) = StructRef::of(cx, ty) {
                let element = usize::try_from(index).ok()?;
                bytes = bytes.wrapping_add_unsigned(self.layout.element_offset(cx, structure, element));
                ty = structure.element(element)?;
            } else {
                ty = match ty.dyn_cast::<ArrayType>(cx) {
                    Some(array) => array.element_type(cx),
                    None => vector_element(cx, ty)?,
                };
                bytes = bytes.wrapping_add(index.wrapping_mul(self.stride(ty)?));
            }
        }
        Some(self.offset(base, space, bytes, gep_flags(op)))
    }

    /// The address as the op says it, in the types of its indices.
    fn written_gep(
        &self,
        op: GEPOpView<'_>,
        base: &Const,
        values: &[Const],
        in_range: Option<Box<str>>,
    ) -> Option<Const> {
        let (mut indices, mut values) = (Vec::new(), values.iter());
        for index in op.indices() {
            indices.push(match index {
                GepIndexRef::Constant(number) => {
                    Const::int(Type::I32, ApInt::from_i64(32, i64::from(number)))
                }
                // Vectors of addresses are computed by instructions.
                GepIndexRef::Value(_) => {
                    values.next().filter(|index| index.as_int(self.cx).is_some())?.clone()
                }
            });
        }
        if in_range.is_none() && indices.iter().all(|index| index.is_zero()) {
            return Some(base.clone());
        }
        let flags = gep_flags(op);
        let (element, base) = (op.elem_type(), base.clone());
        let address = ConstKind::Address { element, base: base.clone(), indices, flags, in_range };
        Some(Const::new(base.ty, address))
    }

    /// The bytes between elements of a type; `None` if that is not known.
    fn stride(&self, ty: Type) -> Option<i64> {
        let is_scalable =
            matches!(ty.data(self.cx), TypeData::Vector { scalable, .. } if scalable.contains(&true));
        if is_scalable { None } else { i64::try_from(self.layout.alloc_size(self.cx, ty)).ok() }
    }

    /// The address so many bytes after one.
    fn offset(&self, base: &Const, space: u32, bytes: i64, flags: GepFlags) -> Const {
        let width = self.layout.index_bits(space);
        let (base, bytes, flags) = match &base.kind {
            ConstKind::Offset { base, bytes: before, flags: of_base, .. } => {
                let flags = GepFlags {
                    inbounds: flags.inbounds && of_base.inbounds,
                    nusw: flags.nusw && of_base.nusw,
                    nuw: flags.nuw && of_base.nuw,
                };
                (base, before.wrapping_add(bytes), flags)
            }
            _ => (base, bytes, flags),
        };
        if bytes == 0 {
            return base.clone();
        }
        let number = match &base.kind {
            ConstKind::Zero => Some(0),
            ConstKind::Cast("inttoptr", number) => number.as_int(self.cx).and_then(|int| int.to_i64()),
            _ => None,
        };
        if let Some(number) = number {
            let ty = self.cx.integer(width, terrace_ir::Signedness::Signless);
            let value = Const::int(ty, ApInt::from_i64(width, number.wrapping_add(bytes)));
            return Const::new(base.ty, ConstKind::Cast("inttoptr", value));
        }
        let known = match &base.kind {
            ConstKind::Symbol(name) => self.sizes.get(name).copied().unwrap_or(0),
            _ => 0,
        };
        let flags = match u64::try_from(bytes) {
            Ok(bytes) if bytes <= known => GepFlags { inbounds: true, nusw: true, nuw: true },
            _ => flags,
        };
        Const::new(base.ty, ConstKind::Offset { base: base.clone(), bytes, width, flags })
    }
}

/// The bounds of the part of its object that an address stays in, which an import keeps.
fn in_range(op: GEPOpView<'_>) -> Option<Box<str>> {
    let cx = op.0.cx();
    let kept = op.0.discardable_attr(crate::kept::KEPT)?;
    kept.dict_get(cx, cx.find_str("inrange")?)?.as_str(cx).map(Into::into)
}

/// The no-wrap guarantees of an address computation.
fn gep_flags(op: GEPOpView<'_>) -> GepFlags {
    let written = op.no_wrap_flags();
    GepFlags {
        inbounds: written.contains(GEPNoWrapFlags::INBOUNDS_FLAG),
        nusw: written.contains(GEPNoWrapFlags::NUSW),
        nuw: written.contains(GEPNoWrapFlags::NUW),
    }
}

/// A constant in each element of a vector.
fn spread(ty: Type, element: Const) -> Const {
    let kind = match &element.kind {
        ConstKind::Undef => ConstKind::Undef,
        ConstKind::Poison => ConstKind::Poison,
        _ if element.is_zero() => ConstKind::Zero,
        _ => ConstKind::Splat(element),
    };
    Const::new(ty, kind)
}

/// The type of the elements of a vector.
fn vector_element(cx: &Context, ty: Type) -> Option<Type> {
    if ty.is_vector(cx) { ty.element_type(cx) } else { None }
}
