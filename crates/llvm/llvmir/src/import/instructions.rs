//! Instructions but calls and accesses to memory.

use terrace_dialects_llvm::attrs::FastmathFlagsAttr;
use terrace_dialects_llvm::enums::{
    FCmpPredicate, FastmathFlags, GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags,
};
use terrace_dialects_llvm::types::StructRef;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Loc, Op, OpKind, Rewriter, Type, TypeData, Value as IrValue};

use super::body::Shape;
use super::records::Delayed;
use super::{Importer, Result};
use crate::constants::element_type;
use crate::kept::INSTRUCTION;
use crate::read::model::{BlockId, ConstId, Flags, Inst, InstKind, NodeId, Opcode, Value};

/// The index of a `getelementptr` that its dynamic indices stand for.
const DYNAMIC_INDEX: i32 = i32::MIN;

/// The fast-math flags of an instruction.
pub(super) fn fastmath(flags: Flags) -> FastmathFlags {
    let bits = flags.fastmath();
    // Reassociation is the lowest bit in LLVM, and the highest here.
    let bits = bits >> 1 | (bits & 1) << 6;
    FastmathFlags::from_int(u64::from(bits)).unwrap_or(FastmathFlags::NONE)
}

fn overflow(flags: Flags) -> IntegerOverflowFlags {
    let bit = |flag, bit: u64| if flags.contains(flag) { bit } else { 0 };
    IntegerOverflowFlags::from_int(bit(Flags::NSW, 1) | bit(Flags::NUW, 2))
        .unwrap_or(IntegerOverflowFlags::NONE)
}

/// The no-wrap guarantees of an address computation.
pub(super) fn no_wrap(flags: Flags) -> GEPNoWrapFlags {
    let bit = |flag, bits: u64| if flags.contains(flag) { bits } else { 0 };
    let bits = bit(Flags::INBOUNDS, 3) | bit(Flags::NUSW, 2) | bit(Flags::NUW, 4);
    GEPNoWrapFlags::from_int(bits).unwrap_or(GEPNoWrapFlags::NONE)
}

impl<'m> Importer<'m> {
    /// The location of an instruction.
    pub(super) fn inst_loc(&mut self, shape: &Shape<'_>, inst: &Inst) -> Loc {
        self.location_node(shape, inst).map_or(Loc::UNKNOWN, |node| self.location(node))
    }

    /// The node of the location of an instruction.
    pub(super) fn location_node(&self, shape: &Shape<'_>, inst: &Inst) -> Option<NodeId> {
        let attached =
            &shape.body.attachments[inst.attachments.start as usize..inst.attachments.end as usize];
        attached.iter().find(|(kind, _)| kind.bytes(self.cx) == b"dbg").map(|&(_, node)| node)
    }

    /// Makes the ops of an instruction.
    pub(super) fn instruction(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        block: BlockId,
        inst: &Inst,
        records: &mut Vec<Delayed<'m>>,
    ) -> Result {
        self.at = inst.span.start as usize;
        let loc = self.inst_loc(shape, inst);
        let op = match &inst.kind {
            InstKind::Phi(_) => {
                if let (Some(block), Some(result)) = (self.function.blocks[block.0 as usize], inst.result) {
                    let argument = rw.add_argument(block, inst.ty, loc);
                    self.function.locals[result.0 as usize] = Some(argument);
                }
                return Ok(());
            }
            InstKind::Call(call) => self.call(rw, shape, inst, call, loc, records)?,
            InstKind::Invoke(call, normal, unwind) => {
                Some(self.invoke(rw, shape, block, inst, call, (*normal, *unwind), loc)?)
            }
            InstKind::Br(_) | InstKind::Switch(_) | InstKind::IndirectBr(_) => {
                Some(self.branch(rw, shape, block, inst, loc)?)
            }
            InstKind::Gep(element) => {
                self.keep_instruction(inst, shape.operands(inst));
                Some(self.gep(rw, shape, inst, *element, loc)?)
            }
            InstKind::Other(..) => {
                let text = self.source(&inst.span);
                return self.error(self.loc_or_place(loc, inst), format!("unhandled instruction:   {text}"));
            }
            _ => {
                let operands = shape.operands(inst);
                let values = self.values(rw, operands)?;
                self.keep_inst_flags(inst);
                self.keep_instruction(inst, operands);
                Some(self.plain_op(rw, inst, &values, loc)?)
            }
        };
        let Some(op) = op else {
            self.take_kept();
            if self.options.emit_expensive_warnings && !records.iter().any(|record| record.span == inst.span)
            {
                let text = self.source(&inst.span);
                self.warn(loc, format!("dropped instruction: {text}"));
            }
            return Ok(());
        };
        if let Some(result) = inst.result {
            self.function.locals[result.0 as usize] = rw.body().results(op).next();
        }
        self.attachments(rw, shape, inst, op)?;
        self.keep_location(self.location_node(shape, inst), loc);
        self.set_kept(rw, op);
        Ok(())
    }

    /// Keeps that an instruction computes with constants alone, which is folded where nothing says so.
    fn keep_instruction(&mut self, inst: &Inst, operands: &[Value]) {
        let may_fold = matches!(
            inst.kind,
            InstKind::Simple(_)
                | InstKind::ICmp(_)
                | InstKind::FCmp(_)
                | InstKind::Select
                | InstKind::ExtractElement
                | InstKind::InsertElement
                | InstKind::ShuffleVector(_)
                | InstKind::ExtractValue(_)
                | InstKind::InsertValue(_)
                | InstKind::Gep(_)
        );
        if may_fold && operands.iter().all(|operand| matches!(operand, Value::Const(_))) {
            self.keep(INSTRUCTION, Attr::UNIT);
        }
    }

    /// Keeps the flags of an instruction that its op has no place for.
    fn keep_inst_flags(&mut self, inst: &Inst) {
        let fast = inst.flags.fastmath() != 0;
        match inst.kind {
            InstKind::ICmp(_) if inst.flags.contains(Flags::SAMESIGN) => self.keep_flags(&["samesign"]),
            InstKind::Alloca { .. } if inst.flags.contains(Flags::SWIFTERROR) => {
                self.keep_flags(&["swifterror"]);
            }
            InstKind::Simple(opcode) if fast && opcode.is_cast() => {
                self.keep_flags(&inst.flags.fastmath_words());
            }
            InstKind::Simple(Opcode::PtrToAddr) => self.keep_text("opcode", "ptrtoaddr"),
            _ => {}
        }
    }

    /// A location, or the place of an instruction in the text if it has none.
    pub(super) fn loc_or_place(&self, loc: Loc, inst: &Inst) -> Loc {
        if loc == Loc::UNKNOWN { self.place(inst.span.start as usize) } else { loc }
    }

    /// Makes an op whose operands are those of the instruction.
    fn plain_op(&mut self, rw: &mut Rewriter<'_>, inst: &Inst, values: &[IrValue], loc: Loc) -> Result<Op> {
        let (cx, ty) = (self.cx, inst.ty);
        let op = match (&inst.kind, values) {
            (InstKind::Simple(opcode), _) => {
                let value = self.simple_op(rw, *opcode, values, ty, inst.flags, loc);
                return match value.and_then(|value| rw.value(value).defining_op().map(|op| op.id())) {
                    Some(op) => Ok(op),
                    None => self.unhandled(inst, loc),
                };
            }
            (InstKind::ICmp(predicate), &[lhs, rhs]) => {
                let predicate = std::str::from_utf8(predicate.bytes(cx)).unwrap_or_default();
                let predicate = ICmpPredicate::from_keyword(predicate).unwrap_or_default();
                rw.build(ICmpOp::builder(cx, loc).predicate(predicate).lhs(lhs).rhs(rhs).res(ty))
            }
            (InstKind::FCmp(predicate), &[lhs, rhs]) => {
                let predicate = match predicate.bytes(cx) {
                    b"true" => "_true",
                    b"false" => "_false",
                    other => std::str::from_utf8(other).unwrap_or_default(),
                };
                let predicate = FCmpPredicate::from_keyword(predicate).unwrap_or_default();
                let op = FCmpOp::builder(cx, loc).predicate(predicate).lhs(lhs).rhs(rhs);
                rw.build(op.fastmath_flags(fastmath(inst.flags)).res(ty))
            }
            (InstKind::Select, &[condition, holds, fails]) => {
                let op = SelectOp::builder(cx, loc).condition(condition).true_value(holds).false_value(fails);
                rw.build(op.fastmath_flags(fastmath(inst.flags)).res(ty))
            }
            (InstKind::Freeze, &[value]) => rw.build(FreezeOp::builder(cx, loc).val(value).res(ty)),
            (InstKind::VaArg, &[list]) => rw.build(VaArgOp::builder(cx, loc).arg(list).res(ty)),
            (InstKind::ExtractElement, &[vector, position]) => {
                rw.build(ExtractElementOp::builder(cx, loc).vector(vector).position(position).res(ty))
            }
            (InstKind::InsertElement, &[vector, value, position]) => {
                let op = InsertElementOp::builder(cx, loc).vector(vector).value(value).position(position);
                rw.build(op.res(ty))
            }
            (InstKind::ShuffleVector(mask), &[v1, v2]) => rw
                .build(ShuffleVectorOp::builder(cx, loc).v1(v1).v2(v2).mask_attr(cx.i32_array(mask)).res(ty)),
            (InstKind::ExtractValue(indices), &[container]) => {
                let position: Vec<i64> = indices.iter().map(|&index| i64::from(index)).collect();
                let op = ExtractValueOp::builder(cx, loc).container(container);
                rw.build(op.position_attr(cx.i64_array(&position)).res(ty))
            }
            (InstKind::InsertValue(indices), &[container, value]) => {
                let position: Vec<i64> = indices.iter().map(|&index| i64::from(index)).collect();
                let op = InsertValueOp::builder(cx, loc).container(container).value(value);
                rw.build(op.position_attr(cx.i64_array(&position)).res(ty))
            }
            (InstKind::Ret, &[]) => rw.build(ReturnOp::builder(cx, loc)),
            (InstKind::Ret, &[value]) => rw.build(ReturnOp::builder(cx, loc).arg(value)),
            (InstKind::Resume, &[value]) => rw.build(ResumeOp::builder(cx, loc).value(value)),
            (InstKind::Unreachable, _) => rw.build(UnreachableOp::builder(cx, loc)),
            (InstKind::LandingPad(_), clauses) => rw.build(
                LandingpadOp::builder(cx, loc)
                    .cleanup(inst.flags.contains(Flags::CLEANUP))
                    .operands(clauses)
                    .res(ty),
            ),
            _ => match self.memory_op(rw, inst, values, loc) {
                Some(op) => op,
                None => return self.unhandled(inst, loc),
            },
        };
        Ok(op)
    }

    pub(super) fn unhandled<T>(&mut self, inst: &Inst, loc: Loc) -> Result<T> {
        let text = self.source(&inst.span);
        self.error(self.loc_or_place(loc, inst), format!("unhandled instruction:   {text}"))
    }

    /// Makes an op on one or two operands; `None` where it has no equal.
    pub(super) fn simple_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        opcode: Opcode,
        values: &[IrValue],
        ty: Type,
        flags: Flags,
        loc: Loc,
    ) -> Option<IrValue> {
        let cx = self.cx;
        fn flag(holds: bool) -> [Option<Attr>; 1] {
            [holds.then_some(Attr::UNIT)]
        }
        let wrap = || {
            let flags = overflow(flags);
            [(flags != IntegerOverflowFlags::NONE).then(|| enum_attr(cx, flags))]
        };
        let fast = || {
            let flags = fastmath(flags);
            [(flags != FastmathFlags::NONE).then(|| Attr::from(FastmathFlagsAttr::get(cx, flags)))]
        };
        let (exact, disjoint) = (flags.contains(Flags::EXACT), flags.contains(Flags::DISJOINT));
        let non_negative = flags.contains(Flags::NNEG);
        fn make<K: OpKind>(
            rw: &mut Rewriter<'_>,
            values: &[IrValue],
            props: &[Option<Attr>],
            ty: Type,
            loc: Loc,
        ) -> Option<IrValue> {
            Some(rw.create_value::<K>(values, props, ty, loc))
        }
        match opcode {
            Opcode::Add => make::<AddOp>(rw, values, &wrap(), ty, loc),
            Opcode::Sub => make::<SubOp>(rw, values, &wrap(), ty, loc),
            Opcode::Mul => make::<MulOp>(rw, values, &wrap(), ty, loc),
            Opcode::Shl => make::<ShlOp>(rw, values, &wrap(), ty, loc),
            Opcode::Trunc => make::<TruncOp>(rw, values, &wrap(), ty, loc),
            Opcode::UDiv => make::<UDivOp>(rw, values, &flag(exact), ty, loc),
            Opcode::SDiv => make::<SDivOp>(rw, values, &flag(exact), ty, loc),
            Opcode::LShr => make::<LShrOp>(rw, values, &flag(exact), ty, loc),
            Opcode::AShr => make::<AShrOp>(rw, values, &flag(exact), ty, loc),
            Opcode::Or => make::<OrOp>(rw, values, &flag(disjoint), ty, loc),
            Opcode::ZExt => make::<ZExtOp>(rw, values, &flag(non_negative), ty, loc),
            Opcode::UIToFP => make::<UIToFPOp>(rw, values, &flag(non_negative), ty, loc),
            Opcode::URem => make::<URemOp>(rw, values, &[], ty, loc),
            Opcode::SRem => make::<SRemOp>(rw, values, &[], ty, loc),
            Opcode::And => make::<AndOp>(rw, values, &[], ty, loc),
            Opcode::Xor => make::<XOrOp>(rw, values, &[], ty, loc),
            Opcode::FAdd => make::<FAddOp>(rw, values, &fast(), ty, loc),
            Opcode::FSub => make::<FSubOp>(rw, values, &fast(), ty, loc),
            Opcode::FMul => make::<FMulOp>(rw, values, &fast(), ty, loc),
            Opcode::FDiv => make::<FDivOp>(rw, values, &fast(), ty, loc),
            Opcode::FRem => make::<FRemOp>(rw, values, &fast(), ty, loc),
            Opcode::FNeg => make::<FNegOp>(rw, values, &fast(), ty, loc),
            Opcode::SExt => make::<SExtOp>(rw, values, &[], ty, loc),
            Opcode::FPTrunc => make::<FPTruncOp>(rw, values, &[], ty, loc),
            Opcode::FPExt => make::<FPExtOp>(rw, values, &[], ty, loc),
            Opcode::FPToUI => make::<FPToUIOp>(rw, values, &[], ty, loc),
            Opcode::FPToSI => make::<FPToSIOp>(rw, values, &[], ty, loc),
            Opcode::SIToFP => make::<SIToFPOp>(rw, values, &[], ty, loc),
            Opcode::PtrToInt => make::<PtrToIntOp>(rw, values, &[], ty, loc),
            Opcode::IntToPtr => make::<IntToPtrOp>(rw, values, &[], ty, loc),
            Opcode::BitCast => make::<BitcastOp>(rw, values, &[], ty, loc),
            Opcode::AddrSpaceCast => make::<AddrSpaceCastOp>(rw, values, &[], ty, loc),
            // The address alone is less than the pointer as an integer, but for provenance.
            Opcode::PtrToAddr if self.keeps() => make::<PtrToIntOp>(rw, values, &[], ty, loc),
            Opcode::PtrToAddr => None,
        }
    }

    fn gep(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        element: Type,
        loc: Loc,
    ) -> Result<Op> {
        let operands = shape.operands(inst);
        let mut values = Vec::with_capacity(operands.len());
        for &operand in operands {
            let known = match operand {
                Value::Const(constant) => self.small_int(constant),
                _ => None,
            };
            values.push((self.value(rw, operand)?, known));
        }
        let Some((&(base, _), indices)) = values.split_first() else { return self.unhandled(inst, loc) };
        let made = self.gep_op(rw, inst.ty, element, base, indices, no_wrap(inst.flags), loc);
        match rw.value(made).defining_op().map(|op| op.id()) {
            Some(op) => Ok(op),
            None => self.unhandled(inst, loc),
        }
    }

    /// The integer that a constant is, or has in all of its elements.
    pub(super) fn small_int(&self, id: ConstId) -> Option<i32> {
        use crate::read::model::ConstKind;
        let constant = self.module.constants.get(id);
        match &constant.kind {
            ConstKind::Int(value) => i32::try_from(value.to_i64()?).ok(),
            ConstKind::Zero if constant.ty.is_vector(self.cx) => Some(0),
            ConstKind::Numbers(bytes) => {
                let TypeData::Vector { shape, element, .. } = constant.ty.data(self.cx) else { return None };
                let size = bytes.len() / usize::try_from(*shape.first()?).ok()?.max(1);
                let first = bytes.get(..size)?;
                let width = element.bit_width(self.cx)?;
                let number = terrace_support::apint::ApInt::from_le_bytes(width, first);
                let all = bytes.chunks_exact(size).all(|part| part == first);
                i32::try_from(number.to_i64()?).ok().filter(|_| all)
            }
            _ => None,
        }
    }

    /// Makes the computation of an address. Indices of structures are numbers of the op, all others are operands.
    #[allow(clippy::too_many_arguments, reason = "these are the op's")]
    pub(super) fn gep_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        ty: Type,
        element: Type,
        base: IrValue,
        indices: &[(IrValue, Option<i32>)],
        flags: GEPNoWrapFlags,
        loc: Loc,
    ) -> IrValue {
        let cx = self.cx;
        let (mut constants, mut values, mut at) = (Vec::new(), Vec::new(), Some(element));
        for (place, &(value, known)) in indices.iter().enumerate() {
            let structure = at.filter(|_| place > 0).and_then(|ty| StructRef::of(cx, ty));
            let mut member = None;
            match (structure.is_some(), known) {
                (true, Some(number)) => {
                    constants.push(number);
                    member = usize::try_from(number).ok();
                }
                _ => {
                    constants.push(DYNAMIC_INDEX);
                    values.push(value);
                }
            }
            if place > 0 {
                at = match structure {
                    Some(structure) => member.and_then(|member| structure.element(member)),
                    None => at.and_then(|ty| element_type(cx, ty, 0).or_else(|| ty.element_type(cx))),
                };
            }
        }
        rw.build_value(
            GEPOp::builder(cx, loc)
                .base(base)
                .dynamic_indices(&values)
                .raw_constant_indices_attr(cx.i32_array(&constants))
                .elem_type(element)
                .no_wrap_flags_attr((flags != GEPNoWrapFlags::NONE).then(|| enum_attr(cx, flags)))
                .res(ty),
        )
    }

    fn branch(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        block: BlockId,
        inst: &Inst,
        loc: Loc,
    ) -> Result<Op> {
        let (cx, operands) = (self.cx, shape.operands(inst));
        match &inst.kind {
            InstKind::Br(targets) => {
                let mut passed = Vec::new();
                for &target in targets {
                    passed.push((self.target(target)?, self.branch_values(rw, shape, block, target)?));
                }
                match (&passed[..], operands) {
                    ([(dest, values)], _) => {
                        Ok(rw.build(BrOp::builder(cx, loc).dest_operands(values).dest(*dest)))
                    }
                    ([(holds, with), (fails, without)], &[condition]) => {
                        let condition = self.value(rw, condition)?;
                        Ok(rw.build(
                            CondBrOp::builder(cx, loc)
                                .condition(condition)
                                .true_dest_operands(with)
                                .false_dest_operands(without)
                                .true_dest(*holds)
                                .false_dest(*fails),
                        ))
                    }
                    _ => self.unhandled(inst, loc),
                }
            }
            InstKind::Switch(targets) => {
                let (Some((&condition, cases)), Some((&default, targets))) =
                    (operands.split_first(), targets.split_first())
                else {
                    return self.unhandled(inst, loc);
                };
                let condition = self.value(rw, condition)?;
                let default_values = self.branch_values(rw, shape, block, default)?;
                let (mut blocks, mut groups) = (Vec::new(), Vec::new());
                for &target in targets {
                    groups.push(self.branch_values(rw, shape, block, target)?);
                    blocks.push(self.target(target)?);
                }
                let numbers: Vec<_> = cases
                    .iter()
                    .filter_map(|case| match case {
                        Value::Const(constant) => self.module.constants.as_int(*constant).cloned(),
                        _ => None,
                    })
                    .collect();
                let groups: Vec<&[IrValue]> = groups.iter().map(|group| &group[..]).collect();
                let element = rw.body().value_type(condition);
                let ty = types::vector_type(cx, element, numbers.len() as i64, false);
                let values = match numbers.is_empty() {
                    true => None,
                    false => terrace_ir::elements::int_elements(cx, ty, &numbers),
                };
                let default = self.target(default)?;
                Ok(rw.build(
                    SwitchOp::builder(cx, loc)
                        .value(condition)
                        .default_operands(&default_values)
                        .case_operands(&groups)
                        .case_values_attr(values)
                        .default_destination(default)
                        .case_destinations(&blocks),
                ))
            }
            InstKind::IndirectBr(targets) => {
                let Some(&address) = operands.first() else { return self.unhandled(inst, loc) };
                let address = self.value(rw, address)?;
                let (mut blocks, mut groups) = (Vec::new(), Vec::new());
                for &target in targets {
                    groups.push(self.branch_values(rw, shape, block, target)?);
                    blocks.push(self.target(target)?);
                }
                let groups: Vec<&[IrValue]> = groups.iter().map(|group| &group[..]).collect();
                Ok(rw.build(
                    IndirectBrOp::builder(cx, loc).addr(address).succ_operands(&groups).successors(&blocks),
                ))
            }
            _ => self.unhandled(inst, loc),
        }
    }
}
