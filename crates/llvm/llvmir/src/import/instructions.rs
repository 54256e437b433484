//! Instructions but calls and accesses to memory.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Loc, Op, Rewriter, Type, Value as IrValue};
use terrace_llvm_ir::model::{BlockId, ConstId, Flags, Inst, InstKind, NodeId, Opcode, Value};

use super::body::Shape;
use super::records::Delayed;
use super::{Importer, Result};
use crate::kept::INSTRUCTION;
use crate::opcodes::{fastmath, fcmp_predicate, no_wrap, of_opcode};

impl<'m> Importer<'m> {
    /// The location of an instruction.
    pub(super) fn inst_loc(&mut self, shape: &Shape<'_>, inst: &Inst) -> Loc {
        self.location_node(shape, inst).map_or(Loc::UNKNOWN, |node| self.location(node))
    }

    /// The node of the location of an instruction.
    pub(super) fn location_node(&self, shape: &Shape<'_>, inst: &Inst) -> Option<NodeId> {
        let attached =
            &shape.body.attachments[inst.attachments.start as usize..inst.attachments.end as usize];
        attached.iter().find(|(kind, _)| self.module.bytes(*kind) == b"dbg").map(|&(_, node)| node)
    }

    /// Creates the ops of an instruction.
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
                    let argument = rw.add_argument(block, self.ty(inst.ty), loc);
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
                Some(self.gep(rw, shape, inst, self.ty(*element), loc)?)
            }
            kind if kind.is_without_op() => {
                let text = self.source(&inst.span);
                return self.error(self.loc_or_place(loc, inst), format!("unhandled instruction:   {text}"));
            }
            _ => {
                let operands = shape.operands(inst);
                let values = self.values(rw, operands)?;
                self.keep_inst_flags(inst);
                self.keep_instruction(inst, operands);
                Some(self.plain_op(rw, shape, inst, &values, loc)?)
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

    /// Records that an instruction has only constant operands: the export would fold it otherwise.
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

    /// Creates an op whose operands are those of the instruction.
    fn plain_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        values: &[IrValue],
        loc: Loc,
    ) -> Result<Op> {
        let (cx, ty) = (self.cx, inst.ty);
        let op: Op = match (&inst.kind, values) {
            (InstKind::Simple(opcode), _) => {
                let value = self.simple_op(rw, *opcode, values, self.ty(ty), inst.flags, loc);
                return match value.and_then(|value| rw.value(value).defining_op().map(|op| op.id())) {
                    Some(op) => Ok(op),
                    None => self.unhandled(inst, loc),
                };
            }
            (InstKind::ICmp(predicate), &[lhs, rhs]) => {
                let predicate = ICmpPredicate::from_keyword(&self.lossy(*predicate));
                let predicate = predicate.expect("the parser knows predicates");
                rw.build(ICmpOp::of(lhs, rhs).loc(loc).predicate(predicate).res(self.ty(ty))).into()
            }
            (InstKind::FCmp(predicate), &[lhs, rhs]) => {
                let predicate = fcmp_predicate(&self.lossy(*predicate));
                let predicate = predicate.expect("the parser knows predicates");
                let op = FCmpOp::of(lhs, rhs).loc(loc).predicate(predicate);
                rw.build(op.fastmath_flags(fastmath(inst.flags)).res(self.ty(ty))).into()
            }
            (InstKind::Select, &[condition, holds, fails]) => {
                let op = SelectOp::of(condition, holds, fails).loc(loc);
                rw.build(op.fastmath_flags(fastmath(inst.flags)).res(self.ty(ty))).into()
            }
            (InstKind::Freeze, &[value]) => rw.build(FreezeOp::of(value).loc(loc).res(self.ty(ty))).into(),
            (InstKind::VaArg, &[list]) => rw.build(VaArgOp::of(list).loc(loc).res(self.ty(ty))).into(),
            (InstKind::ExtractElement, &[vector, position]) => {
                rw.build(ExtractElementOp::of(vector, position).loc(loc).res(self.ty(ty))).into()
            }
            (InstKind::InsertElement, &[vector, value, position]) => {
                let op = InsertElementOp::of(vector, value, position).loc(loc);
                rw.build(op.res(self.ty(ty))).into()
            }
            (InstKind::ShuffleVector(mask), &[v1, v2]) => rw
                .build(ShuffleVectorOp::of(v1, v2).loc(loc).mask_attr(cx.i32_array(mask)).res(self.ty(ty)))
                .into(),
            (InstKind::ExtractValue(indices), &[container]) => {
                let position: Vec<i64> = indices.iter().map(|&index| i64::from(index)).collect();
                let op = ExtractValueOp::of(container).loc(loc);
                rw.build(op.position_attr(cx.i64_array(&position)).res(self.ty(ty))).into()
            }
            (InstKind::InsertValue(indices), &[container, value]) => {
                let position: Vec<i64> = indices.iter().map(|&index| i64::from(index)).collect();
                let op = InsertValueOp::of(container, value).loc(loc);
                rw.build(op.position_attr(cx.i64_array(&position)).res(self.ty(ty))).into()
            }
            (InstKind::Ret, &[]) => rw.build(ReturnOp::of().loc(loc)).into(),
            (InstKind::Ret, &[value]) => rw.build(ReturnOp::of().loc(loc).arg(value)).into(),
            (InstKind::Resume, &[value]) => rw.build(ResumeOp::of(value).loc(loc)).into(),
            (InstKind::Unreachable, _) => rw.build(UnreachableOp::of().loc(loc)).into(),
            (InstKind::LandingPad(_), clauses) => rw
                .build(
                    LandingpadOp::of(clauses)
                        .loc(loc)
                        .cleanup(inst.flags.contains(Flags::CLEANUP))
                        .res(self.ty(ty)),
                )
                .into(),
            _ => match self.memory_op(rw, (shape, inst), values, loc) {
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

    /// Creates an op on one or two operands; `None` where it has no equal.
    pub(super) fn simple_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        opcode: Opcode,
        values: &[IrValue],
        ty: Type,
        flags: Flags,
        loc: Loc,
    ) -> Option<IrValue> {
        let opcode = match opcode {
            // The address alone is less than the pointer as an integer, but for provenance.
            Opcode::PtrToAddr if self.keeps() => Opcode::PtrToInt,
            other => other,
        };
        let entry = of_opcode(opcode)?;
        Some((entry.create)(rw, values, flags, ty, loc))
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
        let made = self.gep_op(rw, self.ty(inst.ty), element, base, indices, no_wrap(inst.flags), loc);
        match rw.value(made).defining_op().map(|op| op.id()) {
            Some(op) => Ok(op),
            None => self.unhandled(inst, loc),
        }
    }

    /// The integer that a constant is, or has in all of its elements.
    pub(super) fn small_int(&self, id: ConstId) -> Option<i32> {
        use terrace_llvm_ir::model::ConstKind;
        let constant = self.module.constants.get(id);
        match &constant.kind {
            ConstKind::Int(value) => i32::try_from(value.to_i64()?).ok(),
            ConstKind::Zero if self.module.types.as_vector(constant.ty).is_some() => Some(0),
            ConstKind::Numbers(bytes) => {
                let (element, count, _) = self.module.types.as_vector(constant.ty)?;
                let size = bytes.len() / (count as usize).max(1);
                let first = bytes.get(..size)?;
                let width = self.module.types.int_width(element)?;
                let number = terrace_support::apint::ApInt::from_le_bytes(width, first);
                let all = bytes.chunks_exact(size).all(|part| part == first);
                i32::try_from(number.to_i64()?).ok().filter(|_| all)
            }
            _ => None,
        }
    }

    /// Creates the computation of an address. Indices of structures are numbers of the op, all others are operands.
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
                    None => at.and_then(|ty| match ty.dyn_cast::<ArrayType>(cx) {
                        Some(array) => Some(array.element_type(cx)),
                        None => ty.element_type(cx),
                    }),
                };
            }
        }
        rw.build_value(
            GEPOp::of(base, &values)
                .loc(loc)
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
                    ([(dest, values)], _) => Ok(rw.build(BrOp::of(values).loc(loc).dest(*dest)).into()),
                    ([(holds, with), (fails, without)], &[condition]) => {
                        let condition = self.value(rw, condition)?;
                        Ok(rw
                            .build(
                                CondBrOp::of(condition)
                                    .loc(loc)
                                    .true_dest_operands(with)
                                    .false_dest_operands(without)
                                    .true_dest(*holds)
                                    .false_dest(*fails),
                            )
                            .into())
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
                Ok(rw
                    .build(
                        SwitchOp::of(condition)
                            .loc(loc)
                            .default_operands(&default_values)
                            .case_operands(&groups)
                            .case_values_attr(values)
                            .default_destination(default)
                            .case_destinations(&blocks),
                    )
                    .into())
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
                Ok(rw
                    .build(IndirectBrOp::of(address).loc(loc).succ_operands(&groups).successors(&blocks))
                    .into())
            }
            _ => self.unhandled(inst, loc),
        }
    }
}
