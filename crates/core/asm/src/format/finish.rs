//! The end of an op that is read by its format: types that were left out are computed, operands are resolved, results inferred.

use terrace_ir::asm::{Operand, PResult, ParseState, Slots};
use terrace_ir::context::OpInfo;
use terrace_ir::def::{Arity, OpTable};
use terrace_ir::infer::InferInput;
use terrace_ir::{Attr, TraitSet, Type, Value};

use super::{Program, Slot, TypeSource};
use crate::parser::{Hooks, Parser};

impl<'a> Parser<'a> {
    pub(super) fn finish_format(
        &mut self,
        program: &Program,
        info: &'a OpInfo,
        def: &'a OpTable<'a>,
        state: &mut ParseState,
    ) -> PResult<()> {
        for slot in 0..state.slots.regions.len() {
            if state.slots.regions[slot].is_empty() && !def.regions[slot].variadic {
                // A region that is not written is empty.
                let region = self.new_region();
                state.slots.regions[slot].push(region);
            }
            state.regions.extend_from_slice(&state.slots.regions[slot]);
        }
        let ParseState { slots, .. } = state;
        for successors in &slots.successors {
            state.successors.extend_from_slice(successors);
        }
        let traits = info.traits;
        if traits.has(TraitSet::AttrSizedOperandSegments) {
            let sizes: Vec<i32> = state.slots.operands.iter().map(|o| o.len() as i32).collect();
            state.set_prop(self.cx, "operandSegmentSizes", self.cx.i32_array(&sizes));
        }
        if program.transforms {
            self.check_sources(program, def, &state.slots)?;
        }
        self.resolve_operands(program, def, state)?;
        self.result_types(program, def, state)?;
        for (slot, value) in state.slots.overrides.drain(..) {
            state.props[slot] = value;
        }
        if traits.has(TraitSet::AttrSizedResultSegments) {
            let sizes: Vec<i32> = state.slots.result_types.iter().map(|t| t.len() as i32).collect();
            state.set_prop(self.cx, "resultSegmentSizes", self.cx.i32_array(&sizes));
        }
        Ok(())
    }

    /// Types that others are computed from must be those of their slot already, or the rule may not apply.
    pub(super) fn check_sources(
        &mut self,
        program: &Program,
        def: &'a OpTable<'a>,
        slots: &Slots,
    ) -> PResult<()> {
        for source in program.operand_types.iter().chain(&program.result_types) {
            let TypeSource::Transform(_, from) = source else { continue };
            let (name, constraint, types) = match *from {
                Slot::Operand(i) => {
                    (def.operands[i].name, def.operands[i].constraint, &slots.operand_types[i])
                }
                Slot::Result(i) => (def.results[i].name, def.results[i].constraint, &slots.result_types[i]),
                Slot::Prop(_) => continue,
            };
            if let Some(&ty) = types.iter().find(|&&ty| !(constraint.pred)(self.cx, ty)) {
                let (summary, text) = (constraint.summary, self.cx.type_text(ty));
                let at = self.open.last().map_or(self.tok.start, |o| o.name_pos);
                return Err(self.op_error(at, format!("'{name}' must be {summary}, but got '{text}'")));
            }
        }
        Ok(())
    }

    /// The type a slot's values share, where one was written or follows.
    pub(super) fn slot_type(
        &self,
        slot: Slot,
        program: &Program,
        slots: &Slots,
        props: &[Attr],
        depth: u32,
    ) -> Option<Type> {
        let source = match slot {
            Slot::Operand(i) => {
                if let Some(&ty) = slots.operand_types[i].first() {
                    return Some(ty);
                }
                program.operand_types[i]
            }
            Slot::Result(i) => {
                if let Some(&ty) = slots.result_types[i].first() {
                    return Some(ty);
                }
                program.result_types[i]
            }
            Slot::Prop(i) => return props[i].opt().and_then(|a| a.ty(self.cx)),
        };
        if depth > 4 {
            return None;
        }
        match source {
            TypeSource::Build(build) => Some(build(self.cx)),
            TypeSource::Same(from) => self.slot_type(from, program, slots, props, depth + 1),
            TypeSource::Transform(rule, from) => {
                (rule.transform)(self.cx, self.slot_type(from, program, slots, props, depth + 1)?)
            }
            _ => None,
        }
    }

    /// Checks that there are as many types as operands.
    pub(super) fn check_counts(&mut self, operands: &[Operand], types: usize) -> PResult<()> {
        let count = operands.len();
        if count == types {
            return Ok(());
        }
        let here = self.open.last().map_or(self.tok.start, |o| o.name_pos);
        let at = operands.first().map_or(here, |o| o.name.0);
        let message = count_mismatch(count, types);
        Err(self.op_error(at, message))
    }

    pub(super) fn resolve_operands(
        &mut self,
        program: &Program,
        def: &'a OpTable<'a>,
        state: &mut ParseState,
    ) -> PResult<()> {
        let ParseState { operands: values, props, slots, .. } = state;
        if program.types_apart {
            let count: usize = slots.operands.iter().map(|operands| operands.len()).sum();
            let types: usize = slots.operand_types.iter().map(|types| types.len()).sum();
            if count != types {
                let at = self.open.last().map_or(self.tok.start, |o| o.name_pos);
                return Err(self.op_error(at, count_mismatch(count, types)));
            }
        }
        for (i, operands) in slots.operands.iter().enumerate() {
            if let TypeSource::Written = program.operand_types[i] {
                let types = &slots.operand_types[i];
                self.check_counts(operands, types.len())?;
                for (&operand, &ty) in operands.iter().zip(types) {
                    let value = self.resolve(operand, ty)?;
                    values.push(value);
                }
                continue;
            }
            if let TypeSource::Transform(rule, from) = &program.operand_types[i]
                && let Some(count) = rule.count
                && let Some(ty) = self.slot_type(*from, program, slots, props, 0)
            {
                self.check_counts(operands, count(self.cx, ty))?;
            }
            if operands.is_empty() {
                continue;
            }
            // All values of a slot have one type, unless its source is a list as long as they are.
            if let TypeSource::Same(Slot::Operand(from)) = program.operand_types[i]
                && slots.operand_types[from].len() == operands.len()
            {
                for (&operand, &ty) in operands.iter().zip(&slots.operand_types[from]) {
                    let value = self.resolve(operand, ty)?;
                    values.push(value);
                }
                continue;
            }
            let Some(ty) = self.slot_type(Slot::Operand(i), program, slots, props, 0) else {
                let at = operands[0].name.0;
                let name = def.operands[i].name;
                return Err(self.op_error(at, format!("type of operand '{name}' cannot be inferred")));
            };
            for &operand in operands {
                let value: Value = self.resolve(operand, ty)?;
                values.push(value);
            }
        }
        Ok(())
    }

    pub(super) fn result_types(
        &mut self,
        program: &Program,
        def: &'a OpTable<'a>,
        state: &mut ParseState,
    ) -> PResult<()> {
        if program.infers {
            return self.infer_results(def, state);
        }
        let ParseState { results, props, slots, .. } = state;
        for i in 0..def.results.len() {
            if let TypeSource::Written = program.result_types[i] {
                results.extend_from_slice(&slots.result_types[i]);
                continue;
            }
            if def.results[i].arity != Arity::One {
                if let TypeSource::Same(Slot::Operand(from)) = program.result_types[i] {
                    let types = slots.operand_types[from].clone();
                    results.extend_from_slice(&types);
                    slots.result_types[i] = types.into_iter().collect();
                }
                continue;
            }
            match self.slot_type(Slot::Result(i), program, slots, props, 0) {
                Some(ty) => {
                    slots.result_types[i].push(ty);
                    results.push(ty);
                }
                None => {
                    let at = self.open.last().map_or(self.tok.start, |o| o.name_pos);
                    let name = def.results[i].name;
                    return Err(self.op_error(at, format!("type of result '{name}' cannot be inferred")));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn infer_results(&mut self, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        let Some(infer) = def.infer else { return Ok(()) };
        let operands: Vec<Type> = state.operands.iter().map(|&v| self.frame.body.value_type(v)).collect();
        let mut props = state.props.to_vec();
        let info = self.cx.op_info(state.name);
        for (prop, default) in props.iter_mut().zip(&info.prop_defaults) {
            if prop.is_null() {
                *prop = *default;
            }
        }
        let yields: Vec<Vec<Type>> = {
            use terrace_ir::asm::OpParser;
            let hooks = Hooks { parser: self, params_of: None };
            state.regions.iter().map(|&r| hooks.region_signature(state, r).1.unwrap_or_default()).collect()
        };
        let input = InferInput { cx: self.cx, def, operands: &operands, props: &props, yields: &yields };
        match infer(&input) {
            Ok(types) => {
                state.results.extend(types);
                Ok(())
            }
            Err(message) => {
                let name = info.name.text(self.cx);
                let mut diag = terrace_ir::Diag::error(state.loc, message);
                if diag.message.is_empty() {
                    diag.message = format!("'{name}' op failed to infer returned types");
                }
                Err(self.diag(diag))
            }
        }
    }
}

fn count_mismatch(operands: usize, types: usize) -> String {
    format!("number of operands and types do not match: got {operands} operands and {types} types")
}
