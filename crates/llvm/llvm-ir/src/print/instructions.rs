//! Instructions.

use super::Printer;
use crate::conventions;
use crate::model::{Assembly, BlockId, Body, Call, Callee, Flags, Inst, InstKind, Ordering, Value};
use crate::names::write_quoted;
use crate::strings::Str;

impl<'m> Printer<'m> {
    /// Writes an instruction without the line break after it.
    pub(super) fn instruction(&mut self, body: &'m Body, inst: &'m Inst) {
        self.text("  ");
        if let Some(result) = inst.result {
            self.local(body, result);
            self.text(" = ");
        }
        self.inst_kind(body, inst);
        self.attachments(body.attachments_of(inst), ", ");
    }

    /// Writes a value without its type.
    fn value(&mut self, body: &Body, value: Value) {
        match value {
            Value::Local(local) => self.local(body, local),
            Value::Const(constant) => self.constant(constant),
            Value::Metadata(metadata) => self.metadata(metadata),
        }
    }

    fn typed(&mut self, body: &Body, value: Value) {
        self.ty(self.module.value_type(body, value));
        self.text(" ");
        self.value(body, value);
    }

    fn typed_list(&mut self, body: &Body, values: &[Value]) {
        self.list(values, |printer, &value| printer.typed(body, value));
    }

    fn label(&mut self, body: &Body, block: BlockId) {
        self.text("label ");
        self.block_name(body, block);
    }

    fn labels(&mut self, body: &Body, blocks: &[BlockId]) {
        self.list(blocks, |printer, &block| printer.label(body, block));
    }

    /// Writes the first value after its type, and another one without.
    fn pair(&mut self, body: &Body, values: &[Value]) {
        self.text(" ");
        if let Some((&first, rest)) = values.split_first() {
            self.typed(body, first);
            for &value in rest {
                self.text(", ");
                self.value(body, value);
            }
        }
    }

    /// Writes a keyword, a space, and all operands with their types.
    fn plain(&mut self, body: &Body, keyword: &str, flags: Flags, operands: &[Value]) {
        self.text(keyword);
        self.flags(flags);
        self.text(" ");
        self.typed_list(body, operands);
    }

    fn indices(&mut self, indices: &[u32]) {
        for &index in indices {
            self.text(", ");
            self.number(u64::from(index));
        }
    }

    fn inst_kind(&mut self, body: &'m Body, inst: &'m Inst) {
        let operands = body.operands_of(inst);
        let flags = inst.flags;
        match &inst.kind {
            InstKind::Simple(opcode) => {
                self.text(opcode.keyword());
                self.flags(flags);
                self.pair(body, operands);
                if opcode.is_cast() {
                    self.text(" to ");
                    self.ty(inst.ty);
                }
            }
            InstKind::ICmp(predicate) => self.compare(body, "icmp", flags, *predicate, operands),
            InstKind::FCmp(predicate) => self.compare(body, "fcmp", flags, *predicate, operands),
            InstKind::Select => self.plain(body, "select", flags, operands),
            InstKind::Freeze => self.plain(body, "freeze", flags, operands),
            InstKind::VaArg => {
                self.plain(body, "va_arg", flags, operands);
                self.text(", ");
                self.ty(inst.ty);
            }
            InstKind::ExtractElement => self.plain(body, "extractelement", flags, operands),
            InstKind::InsertElement => self.plain(body, "insertelement", flags, operands),
            InstKind::ShuffleVector(mask) => {
                self.plain(body, "shufflevector", flags, operands);
                self.shuffle_mask(inst.ty, mask);
            }
            InstKind::ExtractValue(indices) => {
                self.plain(body, "extractvalue", flags, operands);
                self.indices(indices);
            }
            InstKind::InsertValue(indices) => {
                self.plain(body, "insertvalue", flags, operands);
                self.indices(indices);
            }
            InstKind::Gep(element) => {
                self.text("getelementptr");
                self.flags(flags);
                self.text(" ");
                self.ty(*element);
                self.text(", ");
                self.typed_list(body, operands);
            }
            InstKind::Ret => {
                self.text("ret ");
                match operands {
                    [] => self.text("void"),
                    _ => self.typed_list(body, operands),
                }
            }
            InstKind::Br(targets) => {
                self.text("br ");
                if let Some(&condition) = operands.first() {
                    self.typed(body, condition);
                    self.text(", ");
                }
                self.labels(body, targets);
            }
            InstKind::Switch(targets) => self.switch(body, operands, targets),
            InstKind::IndirectBr(targets) => {
                self.plain(body, "indirectbr", flags, operands);
                self.text(", [");
                self.labels(body, targets);
                self.text("]");
            }
            InstKind::Resume => self.plain(body, "resume", flags, operands),
            InstKind::Unreachable => self.text("unreachable"),
            InstKind::Phi(blocks) => self.phi(body, inst, operands, blocks),
            InstKind::LandingPad(filters) => self.landing_pad(body, inst, operands, filters),
            InstKind::Call(call) => {
                self.spaced(call.tail);
                self.text("call");
                self.flags(flags);
                self.call(body, call, operands);
            }
            InstKind::Invoke(call, normal, unwind) => {
                self.text("invoke");
                self.flags(flags);
                self.call(body, call, operands);
                self.text("\n          to ");
                self.label(body, *normal);
                self.text(" unwind ");
                self.label(body, *unwind);
            }
            InstKind::CallBr(call, targets) => {
                self.text("callbr");
                self.call(body, call, operands);
                let Some((&first, rest)) = targets.split_first() else { return };
                self.text("\n          to ");
                self.label(body, first);
                self.text(" [");
                self.labels(body, rest);
                self.text("]");
            }
            InstKind::CleanupRet(_)
            | InstKind::CatchRet(_)
            | InstKind::CatchSwitch(..)
            | InstKind::CatchPad
            | InstKind::CleanupPad => self.funclet(body, inst, operands),
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence(_)
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. } => self.memory(body, inst, operands),
        }
    }

    fn compare(&mut self, body: &Body, keyword: &str, flags: Flags, predicate: Str, operands: &[Value]) {
        self.text(keyword);
        self.flags(flags);
        self.text(" ");
        self.word(predicate);
        self.pair(body, operands);
    }

    fn switch(&mut self, body: &Body, operands: &[Value], targets: &[BlockId]) {
        let (Some((&value, cases)), Some((&default, targets))) =
            (operands.split_first(), targets.split_first())
        else {
            return;
        };
        self.text("switch ");
        self.typed(body, value);
        self.text(", ");
        self.label(body, default);
        self.text(" [\n");
        for (&case, &target) in cases.iter().zip(targets) {
            self.text("    ");
            self.typed(body, case);
            self.text(", ");
            self.label(body, target);
            self.text("\n");
        }
        self.text("  ]");
    }

    fn phi(&mut self, body: &Body, inst: &Inst, operands: &[Value], blocks: &[BlockId]) {
        self.text("phi");
        self.flags(inst.flags);
        self.text(" ");
        self.ty(inst.ty);
        self.text(" ");
        self.list(operands.iter().zip(blocks), |printer, (&value, &block)| {
            printer.text("[ ");
            printer.value(body, value);
            printer.text(", ");
            printer.block_name(body, block);
            printer.text(" ]");
        });
    }

    fn landing_pad(&mut self, body: &Body, inst: &Inst, clauses: &[Value], filters: &[bool]) {
        self.text("landingpad ");
        self.ty(inst.ty);
        if inst.flags.contains(Flags::CLEANUP) {
            self.text("\n          cleanup");
        }
        for (&clause, &is_filter) in clauses.iter().zip(filters) {
            self.text(if is_filter { "\n          filter " } else { "\n          catch " });
            self.typed(body, clause);
        }
    }

    fn funclet(&mut self, body: &Body, inst: &Inst, operands: &[Value]) {
        let Some((&token, arguments)) = operands.split_first() else { return };
        let keyword = match inst.kind {
            InstKind::CleanupRet(_) => "cleanupret from ",
            InstKind::CatchRet(_) => "catchret from ",
            InstKind::CatchSwitch(..) => "catchswitch within ",
            InstKind::CatchPad => "catchpad within ",
            _ => "cleanuppad within ",
        };
        self.text(keyword);
        self.value(body, token);
        match &inst.kind {
            InstKind::CleanupRet(unwind) => self.unwind(body, *unwind),
            InstKind::CatchRet(to) => {
                self.text(" to ");
                self.label(body, *to);
            }
            InstKind::CatchSwitch(handlers, unwind) => {
                self.text(" [");
                self.labels(body, handlers);
                self.text("]");
                self.unwind(body, *unwind);
            }
            _ => {
                self.text(" [");
                self.typed_list(body, arguments);
                self.text("]");
            }
        }
    }

    fn unwind(&mut self, body: &Body, block: Option<BlockId>) {
        self.text(" unwind ");
        match block {
            Some(block) => self.label(body, block),
            None => self.text("to caller"),
        }
    }

    /// Writes the parts of a call after its keyword.
    fn call(&mut self, body: &Body, call: &Call, operands: &[Value]) {
        let module = self.module;
        self.text(" ");
        self.text(&conventions::text(u64::from(call.convention)));
        if !call.result.is_empty() {
            self.parameter_attributes(&call.result);
            self.text(" ");
        }
        if let Callee::Value(callee) = call.callee
            && let Some(space @ 1..) = module.types.pointer_space(self.module.value_type(body, callee))
        {
            self.address_space(space);
            self.text(" ");
        }
        match module.types.as_function(call.function) {
            Some(function) if !function.variadic => self.ty(function.result),
            _ => self.ty(call.function),
        }
        self.text(" ");
        match call.callee {
            Callee::Value(callee) => self.value(body, callee),
            Callee::Assembly(assembly) => self.assembly(assembly),
        }
        let bundled: usize = call.bundles.iter().map(|(_, count)| *count as usize).sum();
        let (arguments, mut rest) = operands.split_at(operands.len() - bundled);
        self.text("(");
        self.list(arguments.iter().enumerate(), |printer, (index, &argument)| {
            printer.ty(printer.module.value_type(body, argument));
            printer.text(" ");
            if let Some(set) = call.arguments.get(index).filter(|set| !set.is_empty()) {
                printer.parameter_attributes(set);
                printer.text(" ");
            }
            printer.value(body, argument);
        });
        if call.forwards {
            self.text(if arguments.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        self.groups_of(&call.attributes);
        if call.bundles.is_empty() {
            return;
        }
        self.text(" [ ");
        self.list(&call.bundles, |printer, &(name, count)| {
            let (operands, after) = rest.split_at(count as usize);
            rest = after;
            printer.quoted(name);
            printer.text("(");
            printer.typed_list(body, operands);
            printer.text(")");
        });
        self.text(" ]");
    }

    fn assembly(&mut self, assembly: Assembly) {
        self.text("asm ");
        for (holds, word) in [
            (assembly.side_effects, "sideeffect "),
            (assembly.align_stack, "alignstack "),
            (assembly.intel, "inteldialect "),
            (assembly.unwind, "unwind "),
        ] {
            self.text(if holds { word } else { "" });
        }
        self.quoted(assembly.text);
        self.text(", ");
        self.quoted(assembly.constraints);
    }

    fn ordering(&mut self, ordering: Ordering) {
        let Some(order) = ordering.order else { return };
        if let Some(scope) = ordering.scope {
            self.text(" syncscope(");
            write_quoted(&mut self.out, self.module.bytes(scope));
            self.text(")");
        }
        self.text(" ");
        self.text(order);
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            self.text(", align ");
            self.number(align);
        }
    }

    fn memory(&mut self, body: &Body, inst: &Inst, operands: &[Value]) {
        let has = |flag| inst.flags.contains(flag);
        let volatile = if has(Flags::VOLATILE) { "volatile " } else { "" };
        let atomic = if has(Flags::ATOMIC) { "atomic " } else { "" };
        match &inst.kind {
            InstKind::Alloca { ty, align } => {
                self.text("alloca ");
                self.text(if has(Flags::INALLOCA) { "inalloca " } else { "" });
                self.text(if has(Flags::SWIFTERROR) { "swifterror " } else { "" });
                self.ty(*ty);
                if let [count] = *operands
                    && !self.is_one(count)
                {
                    self.text(", ");
                    self.typed(body, count);
                }
                self.align(*align);
                if let Some(space @ 1..) = self.module.types.pointer_space(inst.ty) {
                    self.text(", ");
                    self.address_space(space);
                }
            }
            InstKind::Load { align, ordering } => {
                self.text("load ");
                self.text(atomic);
                self.text(volatile);
                self.ty(inst.ty);
                self.text(", ");
                self.typed_list(body, operands);
                self.ordering(*ordering);
                self.align(*align);
            }
            InstKind::Store { align, ordering } => {
                self.text("store ");
                self.text(atomic);
                self.text(volatile);
                self.typed_list(body, operands);
                self.ordering(*ordering);
                self.align(*align);
            }
            InstKind::Fence(ordering) => {
                self.text("fence");
                self.ordering(*ordering);
            }
            InstKind::CmpXchg { success, failure, align } => {
                self.text("cmpxchg ");
                self.text(if has(Flags::WEAK) { "weak " } else { "" });
                self.text(volatile);
                self.typed_list(body, operands);
                self.ordering(*success);
                self.text(" ");
                self.text(failure);
                self.align(*align);
            }
            InstKind::AtomicRmw { op, ordering, align } => {
                self.text("atomicrmw ");
                self.text(volatile);
                self.word(*op);
                self.text(" ");
                self.typed_list(body, operands);
                self.ordering(*ordering);
                self.align(*align);
            }
            _ => {}
        }
    }

    /// Whether a number of variables is one, as 32 bits, which is not written.
    fn is_one(&self, count: Value) -> bool {
        match count {
            Value::Const(count) => {
                self.module.constants.as_int(count).is_some_and(|count| count.is_one() && count.width() == 32)
            }
            _ => false,
        }
    }
}
