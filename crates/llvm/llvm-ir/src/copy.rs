//! Parts of one module that are copied into another one.

use rustc_hash::FxHashMap;

use crate::constants::{Const, ConstKind, Expression, ExpressionCode};
use crate::model::{
    Attribute, AttributeValue, ConstId, ExpressionItem, Field, GlobalId, Metadata, Module, NodeId, NodeKind,
    Special,
};
use crate::strings::Str;
use crate::types::{FunctionType, Structure, Type, TypeKind};

/// Copies parts of a module, each once.
#[derive(Default)]
pub struct Copier {
    types: FxHashMap<Type, Type>,
    constants: FxHashMap<ConstId, ConstId>,
    nodes: FxHashMap<NodeId, NodeId>,
    /// Nodes that are to be defined, with the nodes that they are copies of.
    pending: Vec<(NodeId, NodeId)>,
}

/// The global of the other module for one of the module that is copied; `None` for the null pointer.
pub type Globals<'g> = dyn FnMut(&mut Module, GlobalId) -> Option<GlobalId> + 'g;

impl Copier {
    /// The copy of a node that was copied.
    pub fn copied(&self, node: NodeId) -> Option<NodeId> {
        self.nodes.get(&node).copied()
    }

    /// The nodes that were copied, in no order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, NodeId)> {
        self.nodes.iter().map(|(&from, &to)| (from, to))
    }

    /// Copies a string.
    pub fn str(&self, from: &Module, to: &mut Module, text: Str) -> Str {
        to.strings.intern(from.bytes(text))
    }

    /// Copies a type; a named structure is the one of its name.
    pub fn ty(&mut self, from: &Module, to: &mut Module, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let kind = match from.types.kind(ty).clone() {
            TypeKind::Vector { element, count, scalable } => {
                TypeKind::Vector { element: self.ty(from, to, element), count, scalable }
            }
            TypeKind::Array { element, count } => {
                TypeKind::Array { element: self.ty(from, to, element), count }
            }
            TypeKind::Function(function) => TypeKind::Function(FunctionType {
                result: self.ty(from, to, function.result),
                params: self.list(from, to, &function.params),
                variadic: function.variadic,
            }),
            TypeKind::Structure(structure) => TypeKind::Structure(Structure {
                elements: self.list(from, to, &structure.elements),
                packed: structure.packed,
            }),
            TypeKind::Named(number) => {
                let named = from.types.named()[number as usize].clone();
                let name = named.name.map(|name| self.str(from, to, name));
                if let Some(known) = name.and_then(|name| to.types.find_named(name)) {
                    self.types.insert(ty, known);
                    return known;
                }
                let new = to.types.new_named(name, 0);
                self.types.insert(ty, new);
                if let Some(body) = named.body {
                    let elements = self.list(from, to, &body.elements);
                    to.types.set_body(new, Structure { elements, packed: body.packed });
                }
                return new;
            }
            TypeKind::Target { name, types, numbers } => TypeKind::Target {
                name: self.str(from, to, name),
                types: self.list(from, to, &types),
                numbers,
            },
            simple => simple,
        };
        let new = to.types.get(kind);
        self.types.insert(ty, new);
        new
    }

    fn list(&mut self, from: &Module, to: &mut Module, types: &[Type]) -> Box<[Type]> {
        types.iter().map(|&ty| self.ty(from, to, ty)).collect()
    }

    /// Copies a constant. A global that the other module does not have becomes the null pointer, and the address of a block is
    /// poison.
    pub fn constant(
        &mut self,
        from: &Module,
        to: &mut Module,
        id: ConstId,
        globals: &mut Globals<'_>,
    ) -> ConstId {
        if let Some(&known) = self.constants.get(&id) {
            return known;
        }
        let Const { ty, kind } = from.constants.get(id).clone();
        let ty = self.ty(from, to, ty);
        let kind = match kind {
            ConstKind::Elements(parts) => ConstKind::Elements(
                parts.iter().map(|&part| self.constant(from, to, part, globals)).collect(),
            ),
            ConstKind::PtrAuth(parts) => {
                ConstKind::PtrAuth(parts.iter().map(|&part| self.constant(from, to, part, globals)).collect())
            }
            ConstKind::Splat(element) => ConstKind::Splat(self.constant(from, to, element, globals)),
            ConstKind::Global(global) => globals(to, global).map_or(ConstKind::Null, ConstKind::Global),
            ConstKind::DsoLocalEquivalent(global) => {
                globals(to, global).map_or(ConstKind::Null, ConstKind::DsoLocalEquivalent)
            }
            ConstKind::NoCfi(global) => globals(to, global).map_or(ConstKind::Null, ConstKind::NoCfi),
            ConstKind::BlockAddress(..) => ConstKind::Poison,
            ConstKind::Expression(expression) => {
                let Expression { opcode, operands, flags } = expression;
                let operands = operands.iter().map(|&part| self.constant(from, to, part, globals)).collect();
                let opcode = match opcode {
                    ExpressionCode::Gep(element, range) => ExpressionCode::Gep(
                        self.ty(from, to, element),
                        range.map(|range| self.str(from, to, range)),
                    ),
                    other => other,
                };
                ConstKind::Expression(Expression { opcode, operands, flags })
            }
            simple => simple,
        };
        let new = to.constant(ty, kind);
        self.constants.insert(id, new);
        new
    }

    /// Copies an attribute.
    pub fn attribute(&mut self, from: &Module, to: &mut Module, attribute: &Attribute) -> Attribute {
        let value = match &attribute.value {
            AttributeValue::Type(ty) => AttributeValue::Type(self.ty(from, to, *ty)),
            AttributeValue::Text(text) => AttributeValue::Text(self.str(from, to, *text)),
            AttributeValue::Words(words) => AttributeValue::Words(self.str(from, to, *words)),
            simple => simple.clone(),
        };
        Attribute { name: self.str(from, to, attribute.name), value }
    }

    /// Copies a node and, transitively, its operands.
    pub fn node(
        &mut self,
        from: &Module,
        to: &mut Module,
        node: NodeId,
        globals: &mut Globals<'_>,
    ) -> NodeId {
        let copy = self.reserve(from, to, node, globals);
        while let Some((node, copy)) = self.pending.pop() {
            let kind = self.kind(from, to, &from.node(node).kind, globals);
            to.define_node(copy, from.node(node).distinct, kind);
        }
        copy
    }

    /// The copy of a node, which is defined later unless it refers to no other node.
    fn reserve(&mut self, from: &Module, to: &mut Module, node: NodeId, globals: &mut Globals<'_>) -> NodeId {
        if let Some(&known) = self.nodes.get(&node) {
            return known;
        }
        let data = from.node(node);
        let stands_alone = match &data.kind {
            NodeKind::Tuple(operands) | NodeKind::Arguments(operands) => {
                !operands.iter().any(|operand| matches!(operand, Metadata::Node(_)))
            }
            NodeKind::Expression(_) => true,
            NodeKind::Undefined | NodeKind::Special(_) => false,
        };
        let copy = if stands_alone && !data.distinct {
            let kind = self.kind(from, to, &data.kind, globals);
            to.unique_node(kind)
        } else {
            let copy = to.add_node(data.distinct, NodeKind::Undefined);
            self.pending.push((node, copy));
            copy
        };
        self.nodes.insert(node, copy);
        copy
    }

    fn kind(
        &mut self,
        from: &Module,
        to: &mut Module,
        kind: &NodeKind,
        globals: &mut Globals<'_>,
    ) -> NodeKind {
        match kind {
            NodeKind::Undefined => NodeKind::Undefined,
            NodeKind::Tuple(operands) => NodeKind::Tuple(self.operands(from, to, operands, globals)),
            NodeKind::Arguments(operands) => NodeKind::Arguments(self.operands(from, to, operands, globals)),
            NodeKind::Expression(items) => NodeKind::Expression(
                items
                    .iter()
                    .map(|item| match *item {
                        ExpressionItem::Word(word) => ExpressionItem::Word(self.str(from, to, word)),
                        number => number,
                    })
                    .collect(),
            ),
            NodeKind::Special(special) => {
                let fields = special.fields.iter();
                let fields = fields
                    .map(|(name, field)| (self.str(from, to, *name), self.field(from, to, field, globals)));
                let fields = fields.collect();
                NodeKind::Special(Special { name: self.str(from, to, special.name), fields })
            }
        }
    }

    fn field(&mut self, from: &Module, to: &mut Module, field: &Field, globals: &mut Globals<'_>) -> Field {
        match field {
            Field::Metadata(metadata) => Field::Metadata(self.operand(from, to, *metadata, globals)),
            Field::Text(text) => Field::Text(self.str(from, to, *text)),
            Field::Words(words) => Field::Words(words.iter().map(|&word| self.str(from, to, word)).collect()),
            Field::List(items) => Field::List(self.operands(from, to, items, globals)),
            simple => simple.clone(),
        }
    }

    fn operands(
        &mut self,
        from: &Module,
        to: &mut Module,
        operands: &[Metadata],
        globals: &mut Globals<'_>,
    ) -> Box<[Metadata]> {
        operands.iter().map(|&operand| self.operand(from, to, operand, globals)).collect()
    }

    /// Metadata that refer to nodes which may be defined later. Values of functions become `null`.
    fn operand(
        &mut self,
        from: &Module,
        to: &mut Module,
        metadata: Metadata,
        globals: &mut Globals<'_>,
    ) -> Metadata {
        match metadata {
            Metadata::Null | Metadata::Local(_) => Metadata::Null,
            Metadata::Node(node) => Metadata::Node(self.reserve(from, to, node, globals)),
            Metadata::Text(text) => Metadata::Text(self.str(from, to, text)),
            Metadata::Const(constant) => Metadata::Const(self.constant(from, to, constant, globals)),
        }
    }

    /// Copies metadata and, transitively, its operands.
    pub fn metadata(
        &mut self,
        from: &Module,
        to: &mut Module,
        metadata: Metadata,
        globals: &mut Globals<'_>,
    ) -> Metadata {
        match metadata {
            Metadata::Node(node) => Metadata::Node(self.node(from, to, node, globals)),
            other => self.operand(from, to, other, globals),
        }
    }
}
