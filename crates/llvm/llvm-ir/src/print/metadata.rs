//! Nodes of metadata, and what refers to them.

use terrace_support::apint::push_u64;

use super::Printer;
use crate::model::{ExpressionItem, Field, Metadata, NodeId, NodeKind};
use crate::names::{write_metadata_name, write_quoted};
use crate::strings::Str;

impl Printer<'_> {
    /// Writes a node where something refers to it: its number, or itself if it is written in its places.
    pub(super) fn node_reference(&mut self, node: NodeId) {
        match self.nodes.get(node) {
            Some(number) => {
                self.out.push('!');
                push_u64(&mut self.out, u64::from(number));
            }
            None => self.node(node),
        }
    }

    /// Writes the definitions of all nodes that have numbers.
    pub(super) fn node_definitions(&mut self) {
        let order = self.nodes.order().to_vec();
        for (number, &node) in order.iter().enumerate() {
            self.text(if number == 0 { "\n!" } else { "!" });
            self.number(number as u64);
            self.text(" = ");
            self.node(node);
            self.text("\n");
        }
    }

    fn node(&mut self, node: NodeId) {
        let data = self.module.node(node);
        self.text(if data.distinct { "distinct " } else { "" });
        match &data.kind {
            NodeKind::Undefined => self.text("!{}"),
            NodeKind::Tuple(operands) => {
                self.text("!{");
                self.list(operands, |printer, &operand| printer.metadata(operand));
                self.text("}");
            }
            NodeKind::Arguments(operands) => {
                self.text("!DIArgList(");
                self.list(operands, |printer, &operand| printer.metadata(operand));
                self.text(")");
            }
            NodeKind::Expression(items) => {
                self.text("!DIExpression(");
                self.list(items, |printer, item| match *item {
                    ExpressionItem::Word(word) => printer.word(word),
                    ExpressionItem::Number(number) => printer.number(number),
                });
                self.text(")");
            }
            NodeKind::Special(special) => {
                write_metadata_name(&mut self.out, self.module.bytes(special.name));
                self.text("(");
                self.list(&special.fields, |printer, (name, field)| {
                    printer.word(*name);
                    printer.text(": ");
                    printer.field(field);
                });
                self.text(")");
            }
        }
    }

    fn field(&mut self, field: &Field) {
        match field {
            Field::Metadata(metadata) => self.metadata(*metadata),
            Field::Text(text) => self.quoted(*text),
            Field::Number(number) => self.text(&number.to_string()),
            Field::Bool(value) => self.text(if *value { "true" } else { "false" }),
            Field::Words(words) => {
                for (index, &word) in words.iter().enumerate() {
                    self.text(if index > 0 { " | " } else { "" });
                    self.word(word);
                }
            }
            Field::List(items) => {
                self.text("{");
                self.list(items, |printer, &item| printer.metadata(item));
                self.text("}");
            }
        }
    }

    /// Writes metadata where a node, a record or a call refers to it.
    pub(super) fn metadata(&mut self, metadata: Metadata) {
        match metadata {
            Metadata::Null => self.text("null"),
            Metadata::Node(node) => self.node_reference(node),
            Metadata::Text(text) => {
                self.out.push('!');
                write_quoted(&mut self.out, self.module.bytes(text));
            }
            Metadata::Const(constant) => self.typed_constant(constant),
            Metadata::Local(local) => self.typed_local(local),
        }
    }

    /// Writes attachments, each after a separator.
    pub(super) fn attachments(&mut self, attachments: &[(Str, NodeId)], separator: &str) {
        for &(kind, node) in attachments {
            self.text(separator);
            write_metadata_name(&mut self.out, self.module.bytes(kind));
            self.text(" ");
            self.node_reference(node);
        }
    }
}
