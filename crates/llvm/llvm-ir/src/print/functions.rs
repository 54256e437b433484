//! Functions, their blocks and records.

use super::Printer;
use crate::conventions;
use crate::model::{BlockId, Body, Function, GlobalId, LocalId, Record, UseListOf, UseListOrder, Value};
use crate::names::{write_identifier, write_label};
use crate::numbering::LocalNumbers;

/// The column in which the predecessors of a block are named.
const PREDECESSOR_COLUMN: usize = 50;

impl<'m> Printer<'m> {
    /// Writes a function with its body.
    pub(super) fn function(&mut self, id: GlobalId, function: &'m Function) {
        let module = self.module;
        let global = module.global(id);
        let Some(ty) = module.types.as_function(function.ty) else { return };
        self.attributes_comment(&global.attributes);
        match &function.body {
            None => {
                self.text("declare");
                self.attachments(&global.attachments, " ");
                self.text(" ");
            }
            Some(body) => {
                self.locals = LocalNumbers::of(body, ty.params.len());
                self.text("define ");
            }
        }
        self.linkage(global);
        self.text(&conventions::text(u64::from(function.convention)));
        if !function.result.is_empty() {
            self.parameter_attributes(&function.result);
            self.text(" ");
        }
        self.ty(ty.result);
        self.text(" ");
        self.global_name(id);
        self.text("(");
        let body = function.body.as_ref();
        self.list(ty.params.iter().enumerate(), |printer, (index, &param)| {
            printer.ty(param);
            if let Some(set) = function.arguments.get(index).filter(|set| !set.is_empty()) {
                printer.text(" ");
                printer.parameter_attributes(set);
            }
            if let Some(body) = body {
                printer.text(" ");
                printer.local(body, LocalId(index as u32));
            }
        });
        if ty.variadic {
            self.text(if ty.params.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        if !global.unnamed_addr.is_empty() {
            self.text(" ");
            self.text(global.unnamed_addr);
        }
        if global.space != 0 {
            self.text(" ");
            self.address_space(global.space);
        }
        self.groups_of(&global.attributes);
        self.section(global, " ");
        self.properties(global, " ");
        self.comdat_of(global, " ");
        if let Some(align) = global.align {
            self.text(" align ");
            self.number(align);
        }
        if let Some(align) = function.preferred_align {
            self.text(" prefalign(");
            self.number(align);
            self.text(")");
        }
        if let Some(collector) = function.gc {
            self.text(" gc ");
            self.quoted(collector);
        }
        let data = [("prefix", function.prefix), ("prologue", function.prologue)];
        for (keyword, constant) in data.into_iter().chain([("personality", function.personality)]) {
            if let Some(constant) = constant {
                self.text(" ");
                self.text(keyword);
                self.text(" ");
                self.typed_constant(constant);
            }
        }
        let Some(body) = body else { return self.text("\n") };
        self.attachments(&global.attachments, " ");
        self.text(" {");
        self.body(body);
        self.text("}\n");
    }

    fn body(&mut self, body: &'m Body) {
        self.body = Some(body);
        let predecessors = predecessors(body);
        for (index, &id) in body.order.iter().enumerate() {
            let block = body.block(id);
            self.text("\n");
            let start = self.out.len();
            match block.name {
                Some(name) => write_label(&mut self.out, self.module.bytes(name)),
                None if index > 0 => {
                    let number = self.locals.block(id);
                    self.number(u64::from(number));
                    self.text(":");
                }
                None => {}
            }
            if index > 0 {
                // Columns are those of bytes.
                let written = self.out.len() - start;
                let blanks = PREDECESSOR_COLUMN.saturating_sub(written).max(1);
                self.out.extend(std::iter::repeat_n(' ', blanks));
                let known = block.predecessors.as_deref();
                match known.unwrap_or(&predecessors[id.0 as usize]) {
                    [] => self.text("; No predecessors!"),
                    list => {
                        self.text("; preds = ");
                        self.list(list, |printer, &from| printer.block_name(body, from));
                    }
                }
                self.text("\n");
            } else if block.name.is_some() {
                self.text("\n");
            }
            for inst in body.insts_of(id) {
                for record in body.records_of(inst) {
                    self.record(record);
                }
                self.instruction(body, inst);
                self.text("\n");
            }
        }
        self.use_lists("  ", &body.use_lists);
        self.body = None;
    }

    fn record(&mut self, record: &Record) {
        self.text("    #dbg_");
        self.word(record.kind);
        self.text("(");
        self.list(&record.operands, |printer, &operand| printer.metadata(operand));
        self.text(")\n");
    }

    /// Writes the name of a value after its sigil.
    pub(super) fn local(&mut self, body: &Body, local: LocalId) {
        match body.local_name(local) {
            Some(name) => write_identifier(&mut self.out, '%', self.module.bytes(name)),
            None => {
                self.out.push('%');
                let number = self.locals.local(local);
                self.number(u64::from(number));
            }
        }
    }

    /// Writes a value of the function that is written after its type.
    pub(super) fn typed_local(&mut self, local: LocalId) {
        let Some(body) = self.body else { return self.text("poison") };
        self.ty(body.locals[local.0 as usize]);
        self.text(" ");
        self.local(body, local);
    }

    /// Writes the name of a block after its sigil.
    pub(super) fn block_name(&mut self, body: &Body, block: BlockId) {
        match body.block(block).name {
            Some(name) => write_identifier(&mut self.out, '%', self.module.bytes(name)),
            None => {
                self.out.push('%');
                let number = self.locals.block(block);
                self.number(u64::from(number));
            }
        }
    }

    /// Writes orders of uses, each after some blanks.
    pub(super) fn use_lists(&mut self, blanks: &str, orders: &[UseListOrder]) {
        if !orders.is_empty() {
            self.text("\n; uselistorder directives\n");
        }
        for order in orders {
            self.text(blanks);
            self.text("uselistorder");
            match order.of {
                UseListOf::Value(ty, value) => {
                    self.text(" ");
                    self.ty(ty);
                    self.text(" ");
                    match value {
                        Value::Const(constant) => self.constant(constant),
                        Value::Local(local) => {
                            if let Some(body) = self.body {
                                self.local(body, local);
                            }
                        }
                        Value::Metadata(metadata) => self.metadata(metadata),
                    }
                }
                UseListOf::Block(block) => {
                    self.text(" label ");
                    if let Some(body) = self.body {
                        self.block_name(body, block);
                    }
                }
                UseListOf::BlockOf(function, number) => {
                    self.text("_bb ");
                    self.global_name(function);
                    self.text(", ");
                    self.block_of(function, number);
                }
            }
            self.text(", { ");
            self.list(&*order.indexes, |printer, &index| printer.number(u64::from(index)));
            self.text(" }\n");
        }
    }
}

/// The predecessors of each block, once for each edge, the last in the text first.
fn predecessors(body: &Body) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for &block in body.order.iter().rev() {
        let last = body.insts_of(block).last();
        for to in last.into_iter().flat_map(|inst| inst.kind.successors()) {
            predecessors[to.0 as usize].push(block);
        }
    }
    predecessors
}
