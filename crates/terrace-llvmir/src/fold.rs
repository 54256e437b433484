//! Folds instructions of constants, as LLVM does while it builds them.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::{FCmpPredicate, GEPNoWrapFlags, ICmpPredicate};
use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, address_space};
use terrace_dialects_llvm::*;
use terrace_ir::{Context, OpRef, Type, TypeData};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use crate::constants::{Const, ConstKind, GepFlags, element_count};
use crate::layout::Layout;

/// The most elements of a vector that are folded one by one.
const MOST_LANES: u64 = 256;

const NEAREST: Rounding = Rounding::NearestEven;

/// What folding needs to know of a module.
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
                self.lanes(ty, lhs, rhs, |lhs, rhs| self.compare_ints(predicate, lhs, rhs))
            }
            ("fcmp", [lhs, rhs]) => {
                let predicate = op.cast::<FCmpOp>()?.predicate();
                self.lanes(ty, lhs, rhs, |lhs, rhs| compare_floats(predicate, lhs, rhs))
            }
            ("select", [condition, yes, no]) => {
                let condition = condition.as_int(self.cx)?;
                Some(if condition.is_zero() { no.clone() } else { yes.clone() })
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
                let index = usize::try_from(position.as_int(self.cx)?.to_u64()?).ok()?;
                vector.with_element(self.cx, index, value.clone())
            }
            ("extractelement", [vector, position]) => {
                let index = usize::try_from(position.as_int(self.cx)?.to_u64()?).ok()?;
                vector.element(self.cx, index)
            }
            ("shufflevector", [first, second]) => {
                self.shuffle(op.cast::<ShuffleVectorOp>()?, ty, first, second)
            }
            ("fneg", [value]) => self.map(ty, value, |value| match &value.kind {
                ConstKind::Float(number) => Some(ConstKind::Float(number.neg())),
                _ => None,
            }),
            (name, [value]) => self.cast(name, ty, value),
            (name, [lhs, rhs]) => self.binary(name, ty, lhs, rhs),
            _ => None,
        }
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
        f: impl Fn(&Const, &Const) -> Option<ConstKind>,
    ) -> Option<Const> {
        let Some(element) = vector_element(self.cx, ty) else {
            return Some(Const::new(ty, f(lhs, rhs)?));
        };
        let count = element_count(self.cx, ty).filter(|&count| count <= MOST_LANES)?;
        let elements = (0..count as usize)
            .map(|index| {
                let (lhs, rhs) = (lhs.element(self.cx, index)?, rhs.element(self.cx, index)?);
                Some(Const::new(element, f(&lhs, &rhs)?))
            })
            .collect::<Option<_>>()?;
        Some(Const::elements(self.cx, ty, elements))
    }

    fn binary(&self, name: &str, ty: Type, lhs: &Const, rhs: &Const) -> Option<Const> {
        let folded = self.lanes(ty, lhs, rhs, |lhs, rhs| match (&lhs.kind, &rhs.kind) {
            (ConstKind::Float(lhs), ConstKind::Float(rhs)) => {
                float_binary(name, *lhs, *rhs).map(ConstKind::Float)
            }
            _ => int_binary(name, &lhs.as_int(self.cx)?, &rhs.as_int(self.cx)?),
        });
        if folded.is_some() || vector_element(self.cx, ty).is_some() || !ty.is_integer(self.cx) {
            return folded;
        }
        let name = match name {
            "add" => "add",
            "sub" => "sub",
            "xor" => "xor",
            _ => return None,
        };
        if rhs.is_zero() {
            return Some(lhs.clone());
        }
        if lhs.is_zero() && name != "sub" {
            return Some(rhs.clone());
        }
        (is_expression(lhs) || is_expression(rhs))
            .then(|| Const::new(ty, ConstKind::Binary(name, lhs.clone(), rhs.clone())))
    }

    fn compare_ints(&self, predicate: ICmpPredicate, lhs: &Const, rhs: &Const) -> Option<ConstKind> {
        let (lhs, rhs) = (self.as_bits(lhs)?, self.as_bits(rhs)?);
        let holds = match predicate {
            ICmpPredicate::Eq => lhs == rhs,
            ICmpPredicate::Ne => lhs != rhs,
            ICmpPredicate::Slt => lhs.slt(&rhs),
            ICmpPredicate::Sle => lhs.sle(&rhs),
            ICmpPredicate::Sgt => rhs.slt(&lhs),
            ICmpPredicate::Sge => rhs.sle(&lhs),
            ICmpPredicate::Ult => lhs.ult(&rhs),
            ICmpPredicate::Ule => lhs.ule(&rhs),
            ICmpPredicate::Ugt => rhs.ult(&lhs),
            ICmpPredicate::Uge => rhs.ule(&lhs),
        };
        Some(ConstKind::Int(ApInt::new(1, u64::from(holds))))
    }

    /// An integer, or the null pointer as one.
    fn as_bits(&self, constant: &Const) -> Option<ApInt> {
        let is_null = matches!(constant.kind, ConstKind::Zero) && constant.ty.isa::<PointerType>(self.cx);
        if is_null { Some(ApInt::zero(64)) } else { constant.as_int(self.cx) }
    }

    fn cast(&self, name: &str, ty: Type, value: &Const) -> Option<Const> {
        match name {
            "ptrtoint" => return self.pointer_to_int(ty, value),
            "inttoptr" => return self.int_to_pointer(ty, value),
            "bitcast" if ty == value.ty => return Some(value.clone()),
            "bitcast" if value.is_zero() && !ty.isa::<PointerType>(self.cx) => return Some(Const::zero(ty)),
            "trunc" if is_expression(value) && ty.is_integer(self.cx) => {
                return Some(Const::new(ty, ConstKind::Cast("trunc", value.clone())));
            }
            "addrspacecast" if is_expression(value) => {
                return Some(Const::new(ty, ConstKind::Cast("addrspacecast", value.clone())));
            }
            _ => {}
        }
        let element = vector_element(self.cx, ty).unwrap_or(ty);
        let same_shape = element_count(self.cx, ty) == element_count(self.cx, value.ty);
        if !same_shape || vector_element(self.cx, ty).is_some() != vector_element(self.cx, value.ty).is_some()
        {
            return None;
        }
        self.map(ty, value, |value| {
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
        if self.keeps_addresses && is_expression(base) {
            return self.written_gep(op, base, values);
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
    fn written_gep(&self, op: GEPOpView<'_>, base: &Const, values: &[Const]) -> Option<Const> {
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
        if indices.iter().all(|index| index.is_zero()) {
            return Some(base.clone());
        }
        let flags = gep_flags(op);
        let (element, base) = (op.elem_type(), base.clone());
        let address = ConstKind::Address { element, base: base.clone(), indices, flags };
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

/// What the computation of an address may rely on.
fn gep_flags(op: GEPOpView<'_>) -> GepFlags {
    let written = op.no_wrap_flags();
    GepFlags {
        inbounds: written.contains(GEPNoWrapFlags::INBOUNDS_FLAG),
        nusw: written.contains(GEPNoWrapFlags::NUSW),
        nuw: written.contains(GEPNoWrapFlags::NUW),
    }
}

/// The type of the elements of a vector.
fn vector_element(cx: &Context, ty: Type) -> Option<Type> {
    if ty.is_vector(cx) { ty.element_type(cx) } else { None }
}

/// Whether a constant is an address or computed from one.
fn is_expression(constant: &Const) -> bool {
    matches!(
        constant.kind,
        ConstKind::Symbol(_)
            | ConstKind::Text(_)
            | ConstKind::Offset { .. }
            | ConstKind::Address { .. }
            | ConstKind::Cast(..)
            | ConstKind::Binary(..)
    )
}

fn int_binary(name: &str, lhs: &ApInt, rhs: &ApInt) -> Option<ConstKind> {
    let width = lhs.width();
    let shift = || rhs.to_u64().filter(|&amount| amount < u64::from(width)).map(|amount| amount as u32);
    let or_poison = |value: Option<ApInt>| value.map_or(ConstKind::Poison, ConstKind::Int);
    Some(match name {
        "add" => ConstKind::Int(lhs.add(rhs)),
        "sub" => ConstKind::Int(lhs.sub(rhs)),
        "mul" => ConstKind::Int(lhs.mul(rhs)),
        "and" => ConstKind::Int(lhs.and(rhs)),
        "or" => ConstKind::Int(lhs.or(rhs)),
        "xor" => ConstKind::Int(lhs.xor(rhs)),
        "shl" => or_poison(shift().map(|amount| lhs.shl_by(amount))),
        "lshr" => or_poison(shift().map(|amount| lhs.lshr_by(amount))),
        "ashr" => or_poison(shift().map(|amount| lhs.ashr_by(amount))),
        "udiv" => or_poison(lhs.udiv(rhs)),
        "urem" => or_poison(lhs.urem(rhs)),
        "sdiv" | "srem" if lhs.is_signed_min() && rhs.is_all_ones() => ConstKind::Poison,
        "sdiv" => or_poison(lhs.sdiv(rhs)),
        "srem" => or_poison(lhs.srem(rhs)),
        _ => return None,
    })
}

fn float_binary(name: &str, lhs: ApFloat, rhs: ApFloat) -> Option<ApFloat> {
    Some(match name {
        "fadd" => lhs.add(rhs, NEAREST).0,
        "fsub" => lhs.sub(rhs, NEAREST).0,
        "fmul" => lhs.mul(rhs, NEAREST).0,
        "fdiv" => lhs.div(rhs, NEAREST).0,
        "frem" => lhs.rem(rhs).0,
        _ => return None,
    })
}

fn compare_floats(predicate: FCmpPredicate, lhs: &Const, rhs: &Const) -> Option<ConstKind> {
    let (ConstKind::Float(lhs), ConstKind::Float(rhs)) = (&lhs.kind, &rhs.kind) else { return None };
    // The bits of a predicate: equal, greater, less, unordered.
    let outcome = match lhs.compare(*rhs) {
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
        None => 8,
    };
    Some(ConstKind::Int(ApInt::new(1, u64::from(predicate as u64 & outcome != 0))))
}
