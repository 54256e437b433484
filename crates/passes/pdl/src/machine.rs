//! Runs programs: finds matches, and rewrites them.

use terrace_dialects_pdl::groups::{operand_group, result_group};
use terrace_dialects_pdl::native::{Payload, PdlValue};
use terrace_ir::infer::{InferInput, infer_result_types};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{
    Attr, Context, Diag, Loc, Op, OpHandle, OpSpec, Rewriter, Type, Value, ValueHandle, ValueRef,
};

use crate::program::{Check, CreateOp, Function, Get, Inst, Pc, Program, Reg, Switch};

/// The registers; `None` for an entity that does not exist.
type Registers = Vec<Option<PdlValue>>;

/// A match: the function that rewrites it, and its arguments.
pub(crate) struct Match {
    pub(crate) rewriter: usize,
    inputs: Registers,
}

/// A loop in progress: the rest of its range, in reverse order.
struct Loop {
    rest: Vec<PdlValue>,
    variable: Reg,
    body: Pc,
    next: Pc,
}

fn registers(function: &Function, args: impl IntoIterator<Item = Option<PdlValue>>) -> Registers {
    let mut registers = vec![None; function.registers];
    for (&reg, value) in function.args.iter().zip(args) {
        registers[reg as usize] = value;
    }
    registers
}

impl Program {
    /// Returns the matches of patterns with this benefit on an op, in the order in which they are found.
    /// Native constraints report to `report`.
    pub(crate) fn matches(
        &self,
        payload: Payload<'_>,
        root: OpHandle,
        benefit: u16,
        report: &mut dyn FnMut(Box<Diag>),
    ) -> Vec<Match> {
        let function = &self.matcher;
        let mut machine = Matching {
            payload,
            registers: registers(function, [Some(PdlValue::Op(root))]),
            loops: Vec::new(),
            found: Vec::new(),
            benefit,
            report,
        };
        let mut at = 0;
        while let Some(inst) = function.insts.get(at) {
            match machine.step(inst, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        machine.found
    }
}

struct Matching<'a> {
    payload: Payload<'a>,
    registers: Registers,
    loops: Vec<Loop>,
    found: Vec<Match>,
    benefit: u16,
    report: &'a mut dyn FnMut(Box<Diag>),
}

impl Matching<'_> {
    fn step(&mut self, inst: &Inst, at: Pc) -> Option<Pc> {
        match inst {
            Inst::Check { check, success, failure } => {
                Some(if self.holds(check) { *success } else { *failure })
            }
            Inst::Switch { reg, switch, default } => Some(self.switch(*reg, switch).unwrap_or(*default)),
            Inst::Get(get, result) => {
                self.registers[*result as usize] = evaluate(self.payload, &self.registers, get);
                Some(at + 1)
            }
            Inst::Branch(to) => Some(*to),
            Inst::ForEach { range, variable, body, next } => {
                let mut rest = elements(&self.registers[*range as usize]);
                rest.reverse();
                match rest.pop() {
                    Some(first) => {
                        self.registers[*variable as usize] = Some(first);
                        self.loops.push(Loop { rest, variable: *variable, body: *body, next: *next });
                        Some(*body)
                    }
                    None => Some(*next),
                }
            }
            Inst::Continue => {
                let innermost = self.loops.last_mut()?;
                match innermost.rest.pop() {
                    Some(element) => {
                        self.registers[innermost.variable as usize] = Some(element);
                        Some(innermost.body)
                    }
                    None => self.loops.pop().map(|innermost| innermost.next),
                }
            }
            Inst::Record { rewriter, inputs, benefit, next } => {
                if *benefit == self.benefit {
                    let inputs = inputs.iter().map(|&reg| self.registers[reg as usize].clone()).collect();
                    self.found.push(Match { rewriter: *rewriter, inputs });
                }
                Some(*next)
            }
            // A matcher changes nothing.
            _ => None,
        }
    }

    fn holds(&mut self, check: &Check) -> bool {
        let reg = |reg: &Reg| self.registers[*reg as usize].as_ref();
        match check {
            Check::Constraint { call, args, results, is_negated } => {
                let args: Option<Vec<PdlValue>> = args.iter().map(|arg| reg(arg).cloned()).collect();
                let Some(args) = args else { return false };
                let mut found = Vec::new();
                let holds = call(self.payload, &args, &mut found, self.report) != *is_negated;
                for (i, &result) in results.iter().enumerate() {
                    self.registers[result as usize] = found.get(i).cloned();
                }
                holds && found.len() >= results.len()
            }
            Check::Equal(left, right) => reg(left) == reg(right),
            Check::Attr(at, attr) => reg(at) == Some(&PdlValue::Attr(*attr)),
            Check::Type(at, ty) => reg(at) == Some(&PdlValue::Type(*ty)),
            Check::Types(at, types) => matches!(reg(at), Some(PdlValue::Types(found)) if found == types),
            Check::NotNull(at) => reg(at).is_some(),
            Check::Name(at, name) => match reg(at) {
                Some(PdlValue::Op(op)) => self.payload.op(*op).name() == *name,
                _ => false,
            },
            Check::Count { op, results, at_least, count } => match self.count(*op, *results) {
                Some(found) if *at_least => found >= *count,
                found => found == Some(*count),
            },
        }
    }

    fn count(&self, op: Reg, results: bool) -> Option<i64> {
        let Some(PdlValue::Op(op)) = &self.registers[op as usize] else { return None };
        let op = self.payload.op(*op);
        Some(if results { op.num_results() } else { op.num_operands() } as i64)
    }

    fn switch(&self, reg: Reg, switch: &Switch) -> Option<Pc> {
        let found = self.registers[reg as usize].as_ref()?;
        match (switch, found) {
            (Switch::Attr(cases), PdlValue::Attr(attr)) => cases.get(attr).copied(),
            (Switch::Count { results, cases }, _) => cases.get(&self.count(reg, *results)?).copied(),
            (Switch::Name(cases), PdlValue::Op(op)) => cases.get(&self.payload.op(*op).name()).copied(),
            (Switch::Type(cases), PdlValue::Type(ty)) => cases.get(ty).copied(),
            (Switch::Types(cases), PdlValue::Types(types)) => cases.get(types).copied(),
            _ => None,
        }
    }
}

/// The elements of a range.
fn elements(range: &Option<PdlValue>) -> Vec<PdlValue> {
    match range {
        Some(PdlValue::Ops(ops)) => ops.iter().map(|op| PdlValue::Op(*op)).collect(),
        Some(PdlValue::Types(types)) => types.iter().map(|ty| PdlValue::Type(*ty)).collect(),
        Some(PdlValue::Values(values)) => values.iter().map(|value| PdlValue::Value(*value)).collect(),
        _ => Vec::new(),
    }
}

/// Evaluates the source of an entity; `None` if it does not exist.
fn evaluate(payload: Payload<'_>, registers: &Registers, get: &Get) -> Option<PdlValue> {
    let reg = |reg: Reg| registers[reg as usize].as_ref();
    let op = |at: Reg| if let Some(PdlValue::Op(op)) = reg(at) { Some(payload.op(*op)) } else { None };
    Some(match get {
        Get::Attr(attr) => PdlValue::Attr(*attr),
        Get::Type(ty) => PdlValue::Type(*ty),
        Get::Types(types) => PdlValue::Types(types.clone()),
        Get::Range { args, of_types: true } => {
            let mut types = Vec::new();
            for &arg in args {
                match reg(arg)? {
                    PdlValue::Type(ty) => types.push(*ty),
                    PdlValue::Types(more) => types.extend(more),
                    _ => return None,
                }
            }
            PdlValue::Types(types)
        }
        Get::Range { args, of_types: false } => PdlValue::Values(all_values(registers, args)?),
        Get::Extract(range, index) => elements(&registers[*range as usize]).into_iter().nth(*index)?,
        Get::AttrOf(at, name) => PdlValue::Attr(op(*at)?.attr(name.text(payload.cx()))?),
        Get::AttrType(at) => match reg(*at)? {
            PdlValue::Attr(attr) => PdlValue::Type(attr.ty(payload.cx()).unwrap_or(Type::NONE)),
            _ => return None,
        },
        Get::DefiningOp(at) => {
            let value = match reg(*at)? {
                PdlValue::Value(value) => *value,
                PdlValue::Values(values) => *values.first()?,
                _ => return None,
            };
            PdlValue::Op(payload.value(value).defining_op()?.handle())
        }
        Get::Operand(at, index) => PdlValue::Value(op(*at)?.operands().nth(*index)?.handle()),
        Get::Result(at, index) => PdlValue::Value(op(*at)?.results().nth(*index)?.handle()),
        Get::Group { op: at, results, index, is_range } => {
            let op = op(*at)?;
            let group = match (results, index) {
                (true, index) => result_group(op, *index)?,
                (false, None) => op.operands().map(ValueRef::handle).collect(),
                (false, Some(index)) => operand_group(op, usize::try_from(*index).ok()?)?,
            };
            match (is_range, group.as_slice()) {
                (true, _) => PdlValue::Values(group),
                (false, &[value]) => PdlValue::Value(value),
                (false, _) => return None,
            }
        }
        Get::Users(at) => {
            let values = match reg(*at)? {
                PdlValue::Value(value) => vec![*value],
                PdlValue::Values(values) => values.clone(),
                _ => return None,
            };
            let users =
                values.iter().flat_map(|&value| payload.value(value).uses().map(|(user, _)| user.handle()));
            PdlValue::Ops(users.collect())
        }
        Get::ValueType(at) => match reg(*at)? {
            PdlValue::Value(value) => PdlValue::Type(payload.value(*value).ty()),
            PdlValue::Values(values) => {
                PdlValue::Types(values.iter().map(|&value| payload.value(value).ty()).collect())
            }
            _ => return None,
        },
    })
}

/// All values in registers, with ranges flattened.
fn all_values(registers: &Registers, args: &[Reg]) -> Option<Vec<ValueHandle>> {
    let mut values = Vec::new();
    for &arg in args {
        match registers[arg as usize].as_ref()? {
            PdlValue::Value(value) => values.push(*value),
            PdlValue::Values(more) => values.extend(more),
            _ => return None,
        }
    }
    Some(values)
}

impl Program {
    /// Rewrites a match.
    ///
    /// # Errors
    ///
    /// If the rewrite would create invalid IR; the changes up to that point stay.
    pub(crate) fn rewrite(&self, rw: &mut Rewriter<'_>, found: Match, root: Op) -> Result<(), Box<Diag>> {
        let Some(function) = self.rewriters.get(found.rewriter) else { return Ok(()) };
        let loc = rw.op(root).loc();
        rw.set_insertion_point_before(root);
        let mut rewriting = Rewriting { rw, registers: registers(function, found.inputs), loc };
        for inst in &function.insts {
            rewriting.step(inst)?;
        }
        Ok(())
    }
}

struct Rewriting<'w, 'r> {
    rw: &'w mut Rewriter<'r>,
    registers: Registers,
    loc: Loc,
}

impl Rewriting<'_, '_> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Box<Diag>> {
        Err(Diag::error(self.loc, message))
    }

    fn step(&mut self, inst: &Inst) -> Result<(), Box<Diag>> {
        match inst {
            Inst::Get(get, result) => {
                let value = evaluate(Payload::of_rewriter(self.rw), &self.registers, get);
                self.registers[*result as usize] = value;
                Ok(())
            }
            Inst::NativeRewrite { call, args, results } => {
                let args: Option<Vec<PdlValue>> =
                    args.iter().map(|&arg| self.registers[arg as usize].clone()).collect();
                let mut found = Vec::new();
                let done = args.and_then(|args| call(self.rw, &args, &mut found));
                if done.is_none() || found.len() < results.len() {
                    return self.fail("a native rewrite of a pattern failed");
                }
                for (&result, value) in results.iter().zip(found) {
                    self.registers[result as usize] = Some(value);
                }
                Ok(())
            }
            Inst::CreateOp(create) => self.create(create),
            Inst::Erase(op) => {
                let op = self.live_op(*op)?;
                if self.rw.op(op).results().any(|result| !result.is_unused()) {
                    return self.fail("a pattern erases an op whose results are used");
                }
                self.rw.erase_op(op);
                Ok(())
            }
            Inst::Replace(op, values) => {
                let op = self.live_op(*op)?;
                let values = self.values(values)?;
                let types = values.iter().map(|&value| self.rw.value(value).ty());
                if !self.rw.op(op).results().map(|result| result.ty()).eq(types) {
                    return self.fail("a pattern replaces an op with values of other types");
                }
                self.rw.replace_op(op, &values);
                Ok(())
            }
            // A function that rewrites has one block.
            _ => Ok(()),
        }
    }

    /// The op in a register, which must be in the body and not be erased.
    fn live_op(&self, reg: Reg) -> Result<Op, Box<Diag>> {
        match &self.registers[reg as usize] {
            Some(PdlValue::Op(op)) if op.body == self.rw.body_id() && !self.rw.body().is_erased(op.op) => {
                match self.rw.holds_isolated(op.op) {
                    // Their bodies are not those of the rewriter.
                    true => self.fail("a pattern changes an op that holds isolated ops"),
                    false => Ok(op.op),
                }
            }
            _ => self.fail("a pattern changes an op that does not exist"),
        }
    }

    fn values(&self, regs: &[Reg]) -> Result<Vec<Value>, Box<Diag>> {
        let Some(handles) = all_values(&self.registers, regs) else {
            return self.fail("a pattern uses a value that does not exist");
        };
        for handle in &handles {
            let owner = Payload::of_rewriter(self.rw).value(*handle).defining_op().map(|op| op.id());
            if handle.body != self.rw.body_id() || owner.is_some_and(|op| self.rw.body().is_erased(op)) {
                return self.fail("a pattern uses a value that does not exist");
            }
        }
        Ok(handles.into_iter().map(|handle| handle.value).collect())
    }

    fn create(&mut self, create: &CreateOp) -> Result<(), Box<Diag>> {
        let operands = self.values(&create.operands)?;
        let mut attrs = Vec::new();
        for &(name, reg) in &create.attrs {
            match &self.registers[reg as usize] {
                Some(PdlValue::Attr(attr)) => attrs.push((name, *attr)),
                _ => return self.fail("a pattern uses an attribute that does not exist"),
            }
        }
        let types = match &create.types {
            Some(regs) => Some(self.types(regs)?),
            None => None,
        };
        let cx: &Context = self.rw.cx();
        let info = cx.op_info(create.name);
        let mut props = info.prop_defaults.to_vec();
        let mut discardable = Vec::new();
        for (name, attr) in attrs {
            match info.prop_names.iter().position(|&prop| prop == name) {
                Some(slot) => props[slot] = attr,
                None => discardable.push((name, attr)),
            }
        }
        let operand_types: Vec<Type> = operands.iter().map(|&value| self.rw.value(value).ty()).collect();
        let types = match types {
            Some(types) => types,
            None => self.infer(create, &operand_types, &props)?,
        };
        let spec = OpSpec {
            name: create.name,
            operands: &operands,
            results: &types,
            props: &props,
            attrs: if discardable.is_empty() { Attr::EMPTY_DICT } else { cx.dict(discardable) },
            successors: &[],
            loc: self.loc,
        };
        let op = self.rw.create_op(&spec);
        // Folds and patterns rely on what the verifier checks.
        if let Err(mut errors) = verify(self.rw.op(op), VerifyOptions::default().parallel(false)) {
            self.rw.erase_op(op);
            let first = (!errors.is_empty()).then(|| errors.swap_remove(0));
            return Err(
                first.unwrap_or_else(|| Diag::error(self.loc, "a pattern creates an op that is not valid"))
            );
        }
        let handle = self.rw.handle(op);
        self.registers[create.result as usize] = Some(PdlValue::Op(handle));
        Ok(())
    }

    fn types(&self, regs: &[Reg]) -> Result<Vec<Type>, Box<Diag>> {
        let mut types = Vec::new();
        for &reg in regs {
            match &self.registers[reg as usize] {
                Some(PdlValue::Type(ty)) => types.push(*ty),
                Some(PdlValue::Types(more)) => types.extend(more),
                _ => return self.fail("a pattern uses a type that does not exist"),
            }
        }
        Ok(types)
    }

    fn infer(&self, create: &CreateOp, operands: &[Type], props: &[Attr]) -> Result<Vec<Type>, Box<Diag>> {
        let cx = self.rw.cx();
        let Some(def) = cx.op_info(create.name).def() else {
            return self.fail("the result types of an op that a pattern creates are not inferred");
        };
        let input = InferInput { cx, def, operands, props, yields: &[] };
        infer_result_types(&input).or_else(|message| self.fail(message))
    }
}
