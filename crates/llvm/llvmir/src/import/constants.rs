//! Constants: as attributes where they can be, else computed by ops.

use terrace_dialects_llvm::attrs::{BlockAddressAttr, BlockTagAttr};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_dialects_llvm::*;
use terrace_ir::elements::dense_attr;
use terrace_ir::{Attr, AttrData, Loc, RankedTensorType, Rewriter, Type, TypeData, Value, VectorType};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::{Importer, Result};
use crate::opcodes::no_wrap;
use terrace_llvm_ir::constants::zero_kind;
use terrace_llvm_ir::model::{Const, ConstId, ConstKind, Expression, ExpressionCode};

impl<'m> Importer<'m> {
    fn get(&self, id: ConstId) -> &'m Const {
        self.module.constants.get(id)
    }

    /// A number as an attribute.
    pub(super) fn scalar_attr(&self, id: ConstId) -> Option<Attr> {
        let constant = self.get(id);
        match &constant.kind {
            ConstKind::Int(value) => {
                Some(self.cx.attr(AttrData::Integer { ty: self.ty(constant.ty), value: value.clone() }))
            }
            ConstKind::Float(bits) => {
                let kind = self.module.types.float_kind(constant.ty)?;
                Some(self.cx.float_attr(self.ty(constant.ty), ApFloat::from_bits(kind, *bits)))
            }
            _ => None,
        }
    }

    /// The tensor or vector of numbers that an array or a vector is as an attribute.
    fn shaped_type(&self, ty: Type) -> Option<Type> {
        let (mut shape, mut at) = (Vec::new(), ty);
        while let Some(array) = at.dyn_cast::<ArrayType>(self.cx) {
            shape.push(i64::try_from(array.num_elements(self.cx)).ok()?);
            at = array.element_type(self.cx);
        }
        let is_number = |ty: Type| ty.is_integer(self.cx) || ty.is_float(self.cx);
        if let TypeData::Vector { shape: last, scalable, element } = at.data(self.cx) {
            if scalable.contains(&true) || !is_number(*element) {
                return None;
            }
            shape.extend_from_slice(last);
            let scalable = vec![false; shape.len()];
            return Some(VectorType::get_scalable(self.cx, &shape, &scalable, *element));
        }
        if shape.is_empty() || !is_number(at) {
            return None;
        }
        Some(RankedTensorType::get(self.cx, &shape, at))
    }

    /// A constant as an attribute; `None` if ops must compute it.
    pub(super) fn constant_attr(&self, id: ConstId) -> Option<Attr> {
        let (cx, constant) = (self.cx, self.get(id));
        match &constant.kind {
            ConstKind::Int(_) | ConstKind::Float(_) => self.scalar_attr(id),
            ConstKind::Numbers(bytes) => {
                let element = self.module.types.as_array(constant.ty);
                if element.is_some_and(|(element, _)| element == terrace_llvm_ir::Type::I8) {
                    return Some(cx.str_attr(cx.str_from_bytes(bytes)));
                }
                let ty = self.shaped_type(self.ty(constant.ty))?;
                let count = self.module.types.element_count(constant.ty)?;
                let size = bytes.len() / usize::try_from(count).ok()?.max(1);
                Some(dense_attr(cx, ty, bytes.to_vec(), size))
            }
            ConstKind::Zero => {
                let ty = self.shaped_type(self.ty(constant.ty))?;
                let element = ty.element_type(cx)?;
                let size = element.bit_width(cx)?.div_ceil(8) as usize;
                Some(dense_attr(cx, ty, vec![0; size], size))
            }
            ConstKind::Elements(_) => {
                let ty = self.shaped_type(self.ty(constant.ty))?;
                let element = ty.element_type(cx)?;
                let mut bytes = Vec::new();
                self.flatten(id, element, &mut bytes)?;
                Some(dense_attr(cx, ty, bytes, element.bit_width(cx)?.div_ceil(8) as usize))
            }
            _ => None,
        }
    }

    /// Appends the numbers of nested arrays and vectors as dense attributes store them.
    fn flatten(&self, id: ConstId, element: Type, out: &mut Vec<u8>) -> Option<()> {
        let (cx, constant) = (self.cx, self.get(id));
        if StructRef::of(cx, self.ty(constant.ty)).is_some() {
            return None;
        }
        let size = element.bit_width(cx)?.div_ceil(8) as usize;
        let mut number = |bits: &ApInt| {
            let start = out.len();
            bits.to_le_bytes(out);
            out.resize(start + size, 0);
        };
        match &constant.kind {
            ConstKind::Int(value) => number(value),
            ConstKind::Float(bits) => number(&ApInt::from_u128(element.bit_width(cx)?, *bits)),
            ConstKind::Numbers(bytes) => out.extend_from_slice(bytes),
            ConstKind::Elements(elements) => {
                for &part in elements {
                    self.flatten(part, element, out)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The value that a constant is in the function; made at its start if it is not there yet.
    pub(super) fn constant(&mut self, rw: &mut Rewriter<'_>, id: ConstId) -> Result<Value> {
        if let Some(&value) = self.function.constants.get(&id) {
            return Ok(value);
        }
        let kept = rw.insertion_point();
        match (self.function.last_constant, self.function.constant_block) {
            (Some(op), _) => rw.set_insertion_point_after(op),
            (None, Some(block)) => rw.set_insertion_point_to_start(block),
            (None, None) => return self.error(Loc::UNKNOWN, "unhandled constant outside of a function"),
        }
        for id in self.constants_before(id) {
            let value = self.constant_op(rw, id)?;
            self.function.constants.insert(id, value);
        }
        let value = self.function.constants[&id];
        self.function.last_constant = rw.value(value).defining_op().map(|op| op.id());
        if let Some(point) = kept {
            rw.set_insertion_point(point);
        }
        Ok(value)
    }

    /// The operands of a constant and the constant itself, in topological order.
    fn constants_before(&mut self, id: ConstId) -> Vec<ConstId> {
        let mut ordered = Vec::new();
        let mut done = rustc_hash::FxHashSet::default();
        let mut open = rustc_hash::FxHashSet::default();
        let mut pending = vec![(id, self.parts(id))];
        open.insert(id);
        while let Some((current, parts)) = pending.last_mut() {
            match parts.pop() {
                Some(part) => {
                    let known = self.function.constants.contains_key(&part);
                    if !known && !done.contains(&part) && open.insert(part) {
                        let parts = self.parts(part);
                        pending.push((part, parts));
                    }
                }
                None => {
                    let current = *current;
                    done.insert(current);
                    ordered.push(current);
                    pending.pop();
                }
            }
        }
        ordered
    }

    /// The parts that ops compute a constant from.
    fn parts(&self, id: ConstId) -> Vec<ConstId> {
        match &self.get(id).kind {
            ConstKind::Elements(elements) => elements.to_vec(),
            ConstKind::Expression(expression) => expression.operands.to_vec(),
            ConstKind::PtrAuth(parts) => parts.to_vec(),
            ConstKind::Splat(element) => vec![*element],
            ConstKind::DsoLocalEquivalent(global) | ConstKind::NoCfi(global) => {
                let address = Const { ty: self.get(id).ty, kind: ConstKind::Global(*global) };
                self.module.constants.find(&address).into_iter().collect()
            }
            ConstKind::Zero => self.zero_parts(self.get(id).ty),
            _ => Vec::new(),
        }
    }

    /// The distinct element zeros of a zero aggregate.
    fn zero_parts(&self, ty: terrace_llvm_ir::Type) -> Vec<ConstId> {
        let types = &self.module.types;
        let elements = match types.structure(ty) {
            Some(structure) => structure.elements.to_vec(),
            None => types.element_type(ty, 0).into_iter().collect(),
        };
        let zero = |ty| {
            let kind = zero_kind(types, ty)?;
            self.module.constants.find(&Const { ty, kind })
        };
        elements.into_iter().filter_map(zero).collect()
    }

    fn constant_op(&mut self, rw: &mut Rewriter<'_>, id: ConstId) -> Result<Value> {
        let (cx, loc, constant) = (self.cx, Loc::UNKNOWN, self.get(id));
        let ty = constant.ty;
        if let Some(attr) = self.constant_attr(id) {
            return Ok(rw.build_value(ConstantOp::of().loc(loc).value_attr(attr).res(self.ty(ty))));
        }
        Ok(match &constant.kind {
            ConstKind::Null | ConstKind::Zero => rw.build_value(ZeroOp::of().loc(loc).res(self.ty(ty))),
            ConstKind::None => rw.build_value(NoneTokenOp::of().loc(loc).res(self.ty(ty))),
            ConstKind::Poison => rw.build_value(PoisonOp::of().loc(loc).res(self.ty(ty))),
            ConstKind::Undef => rw.build_value(UndefOp::of().loc(loc).res(self.ty(ty))),
            ConstKind::Global(global) => {
                let name = cx.flat_symbol_ref(self.symbol_of(*global));
                rw.build_value(AddressOfOp::of().loc(loc).global_name_attr(name).res(self.ty(ty)))
            }
            ConstKind::DsoLocalEquivalent(global) => {
                let name = cx.flat_symbol_ref(self.symbol_of(*global));
                rw.build_value(DSOLocalEquivalentOp::of().loc(loc).function_name_attr(name).res(self.ty(ty)))
            }
            ConstKind::BlockAddress(function, number) => {
                let block =
                    self.module.addresses.get(function).and_then(|blocks| blocks.get(*number as usize));
                let tag = BlockTagAttr::get(cx, block.map_or(0, |block| block.0));
                let name = cx.flat_symbol_ref(self.symbol_of(*function));
                let address = BlockAddressAttr::get(cx, name, tag);
                rw.build_value(
                    BlockAddressOp::of().loc(loc).block_addr_attr(Attr::from(address)).res(self.ty(ty)),
                )
            }
            ConstKind::Expression(expression) => self.expression_op(rw, self.ty(ty), expression)?,
            ConstKind::Elements(elements) => self.aggregate_op(rw, self.ty(ty), elements),
            ConstKind::Splat(element) => self.splat_op(rw, self.ty(ty), *element),
            ConstKind::PtrAuth(_) => {
                return self.unhandled_constant(id, " since ptrauth(...) is unsupported");
            }
            ConstKind::NoCfi(_) => return self.unhandled_constant(id, " since no_cfi is unsupported"),
            _ => return self.unhandled_constant(id, ""),
        })
    }

    fn unhandled_constant(&mut self, id: ConstId, why: &str) -> Result<Value> {
        let text = self.constant_text(id);
        self.error(Loc::UNKNOWN, format!("unhandled constant: {text}{why}"))
    }

    fn part(&self, id: ConstId) -> Value {
        self.function.constants[&id]
    }

    fn aggregate_op(&mut self, rw: &mut Rewriter<'_>, ty: Type, elements: &[ConstId]) -> Value {
        let (cx, loc) = (self.cx, Loc::UNKNOWN);
        let is_vector = ty.is_vector(cx);
        let mut whole = rw.build_value(UndefOp::of().loc(loc).res(ty));
        for (index, &element) in elements.iter().enumerate() {
            let value = self.part(element);
            whole = if is_vector {
                let number = cx.int_attr(Type::I32, index as i64);
                let position = rw.build_value(ConstantOp::of().loc(loc).value_attr(number).res(Type::I32));
                let insert = InsertElementOp::of(whole, value, position).loc(loc);
                rw.build_value(insert.res(ty))
            } else {
                let insert = InsertValueOp::of(whole, value).loc(loc);
                rw.build_value(insert.position_attr(cx.i64_array(&[index as i64])).res(ty))
            };
        }
        whole
    }

    /// The same element everywhere in a scalable vector: it is inserted first, then spread.
    fn splat_op(&mut self, rw: &mut Rewriter<'_>, ty: Type, element: ConstId) -> Value {
        let (cx, loc) = (self.cx, Loc::UNKNOWN);
        if let Some(attr) = self.scalar_attr(element)
            && let Some(attr) = self.splat_attr(ty, attr)
        {
            return rw.build_value(ConstantOp::of().loc(loc).value_attr(attr).res(ty));
        }
        let poison = rw.build_value(PoisonOp::of().loc(loc).res(ty));
        let zero = cx.int_attr(Type::I64, 0);
        let zero = rw.build_value(ConstantOp::of().loc(loc).value_attr(zero).res(Type::I64));
        let value = self.part(element);
        let insert = InsertElementOp::of(poison, value, zero).loc(loc).res(ty);
        let first = rw.build_value(insert);
        let count = match ty.data(cx) {
            TypeData::Vector { shape, .. } => shape.first().copied().unwrap_or(1) as usize,
            _ => 1,
        };
        let mask = cx.i32_array(&vec![0; count]);
        rw.build_value(ShuffleVectorOp::of(first, poison).loc(loc).mask_attr(mask).res(ty))
    }

    fn splat_attr(&self, ty: Type, element: Attr) -> Option<Attr> {
        let mut bytes = Vec::new();
        let width = ty.element_type(self.cx)?.bit_width(self.cx)?;
        match (element.as_integer(self.cx), element.as_float(self.cx)) {
            (Some((value, _)), _) => value.to_le_bytes(&mut bytes),
            (_, Some(value)) => ApInt::from_u128(width, value.bits()).to_le_bytes(&mut bytes),
            _ => return None,
        }
        let size = width.div_ceil(8) as usize;
        bytes.resize(size, 0);
        Some(dense_attr(self.cx, ty, bytes, size))
    }

    fn expression_op(&mut self, rw: &mut Rewriter<'_>, ty: Type, expression: &Expression) -> Result<Value> {
        let (cx, loc) = (self.cx, Loc::UNKNOWN);
        let values: Vec<Value> = expression.operands.iter().map(|&operand| self.part(operand)).collect();
        Ok(match &expression.opcode {
            ExpressionCode::Binary(opcode) | ExpressionCode::Cast(opcode) => {
                let made = self.simple_op(rw, *opcode, &values, ty, expression.flags, loc);
                match made {
                    Some(value) => value,
                    None => {
                        let message = format!("unhandled instruction: {}", opcode.keyword());
                        return self.error(loc, message);
                    }
                }
            }
            ExpressionCode::Gep(element, in_range) => {
                let known = expression.operands.iter().map(|&operand| self.small_int(operand));
                let indices: Vec<(Value, Option<i32>)> = values.iter().copied().zip(known).skip(1).collect();
                let flags = no_wrap(expression.flags);
                let address = self.gep_op(rw, ty, self.ty(*element), values[0], &indices, flags, loc);
                let in_range = in_range.filter(|_| self.keeps());
                if let (Some(range), Some(op)) =
                    (in_range.as_ref(), rw.value(address).defining_op().map(|op| op.id()))
                {
                    let kept = cx.dict(vec![(cx.str("inrange"), cx.str_attr(self.str(*range)))]);
                    rw.set_attr(op, crate::kept::KEPT, kept);
                }
                address
            }
            ExpressionCode::ExtractElement => {
                rw.build_value(ExtractElementOp::of(values[0], values[1]).loc(loc).res(ty))
            }
            ExpressionCode::InsertElement => {
                let position = values.get(2).copied().unwrap_or(values[1]);
                rw.build_value(InsertElementOp::of(values[0], values[1], position).res(ty).loc(loc))
            }
            ExpressionCode::ShuffleVector(mask) => rw.build_value(
                ShuffleVectorOp::of(values[0], values[1]).loc(loc).mask_attr(cx.i32_array(mask)).res(ty),
            ),
        })
    }
}
