//! Nodes, constants and instructions as messages show them.

use std::fmt::Write;
use std::ops::Range;

use rustc_hash::FxHashMap;
use terrace_llvm_ir::model::{ConstId, GlobalKind, Metadata, NodeId, NodeKind};
use terrace_llvm_ir::names::write_escaped;
use terrace_llvm_ir::print::Printer;

use super::Importer;

impl<'m> Importer<'m> {
    /// A part of the text.
    pub(super) fn source(&self, span: &Range<u32>) -> String {
        let part = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(part).into_owned()
    }

    /// The line of the text that something is in.
    pub(super) fn line(&self, offset: usize) -> String {
        let text = self.text;
        let offset = offset.min(text.len());
        let start = text[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = text[offset..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| offset + at);
        String::from_utf8_lossy(&text[start..end]).into_owned()
    }

    /// A constant with its type.
    pub(super) fn constant_text(&self, id: ConstId) -> String {
        let mut printer = Printer::new(self.module);
        printer.typed_constant(id);
        printer.finish()
    }

    /// The definition of a node, with its number.
    pub(super) fn node_text(&self, node: NodeId) -> String {
        self.metadata_text(Metadata::Node(node))
    }

    /// Metadata; a node as its definition, with its number.
    pub(super) fn metadata_text(&self, metadata: Metadata) -> String {
        let numbers = self.node_numbers();
        let mut out = String::new();
        let Metadata::Node(node) = metadata else {
            self.write_operand(&mut out, metadata, &numbers);
            return out;
        };
        let _ = write!(out, "!{} = ", numbers.get(&node).copied().unwrap_or(0));
        if self.module.node(node).distinct || self.is_cyclic(node) {
            out.push_str("distinct ");
        }
        match &self.module.node(node).kind {
            NodeKind::Tuple(operands) => {
                out.push_str("!{");
                for (index, &operand) in operands.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.write_operand(&mut out, operand, &numbers);
                }
                out.push('}');
            }
            NodeKind::Special(special) => {
                let _ = write!(out, "!{}(...)", String::from_utf8_lossy(self.module.bytes(special.name)));
            }
            _ => out.push_str("!{}"),
        }
        out
    }

    /// Whether a node is an operand of itself, which only distinct ones can be.
    fn is_cyclic(&self, node: NodeId) -> bool {
        self.module.tuple(node).is_some_and(|operands| operands.contains(&Metadata::Node(node)))
    }

    fn write_operand(&self, out: &mut String, metadata: Metadata, numbers: &FxHashMap<NodeId, usize>) {
        match metadata {
            Metadata::Null => out.push_str("null"),
            Metadata::Text(text) => {
                out.push_str("!\"");
                write_escaped(out, self.module.bytes(text));
                out.push('"');
            }
            Metadata::Const(constant) => out.push_str(&self.constant_text(constant)),
            Metadata::Local(_) => out.push_str("<value>"),
            Metadata::Node(node) => {
                let _ = write!(out, "!{}", numbers.get(&node).copied().unwrap_or(0));
            }
        }
    }

    /// The numbers that LLVM would write nodes with: named ones first, then those of functions, each before its operands.
    fn node_numbers(&self) -> FxHashMap<NodeId, usize> {
        let module = self.module;
        let mut numbers = FxHashMap::default();
        let mut add = |root: NodeId| {
            let mut pending = vec![root];
            while let Some(node) = pending.pop() {
                let next = numbers.len();
                if *numbers.entry(node).or_insert(next) != next {
                    continue;
                }
                let operands = module.operands(node);
                pending.extend(operands.iter().rev().filter_map(|operand| match operand {
                    Metadata::Node(node) => Some(*node),
                    _ => None,
                }));
            }
        };
        module.named.iter().flat_map(|(_, nodes)| nodes).for_each(|&node| add(node));
        for &id in &module.order {
            let global = module.global(id);
            global.attachments.iter().for_each(|&(_, node)| add(node));
            if let GlobalKind::Function(function) = &global.kind {
                function.attached.iter().for_each(|&node| add(node));
            }
        }
        numbers
    }
}
