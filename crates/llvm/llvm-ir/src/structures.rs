//! The named structures that a module uses, in LLVM's order.

use rustc_hash::FxHashSet;

use crate::constants::{ConstKind, ExpressionCode};
use crate::model::{
    AttributeSet, AttributeValue, Body, Call, Callee, ConstId, Function, GlobalKind, InstKind, Metadata,
    Module, NodeId, NodeKind, Value,
};
use crate::types::{Type, TypeKind};

/// The named structures of a module, in the order in which LLVM finds them, which is that of their definitions.
pub fn used_structures(module: &Module) -> Vec<Type> {
    if module.types.named().is_empty() {
        return Vec::new();
    }
    let mut finder = Finder {
        module,
        types: vec![false; module.types.len()],
        constants: vec![false; module.constants.count()],
        nodes: FxHashSet::default(),
        found: Vec::new(),
    };
    finder.module();
    finder.found
}

struct Finder<'m> {
    module: &'m Module,
    /// The types and constants that were met, by their handles.
    types: Vec<bool>,
    constants: Vec<bool>,
    nodes: FxHashSet<NodeId>,
    found: Vec<Type>,
}

impl<'m> Finder<'m> {
    fn module(&mut self) {
        let module = self.module;
        for &id in &module.order {
            if let GlobalKind::Variable { ty, initializer, .. } = module.global(id).kind {
                self.ty(ty);
                initializer.into_iter().for_each(|initializer| self.constant(initializer));
            }
        }
        for &id in &module.order {
            match module.global(id).kind {
                GlobalKind::Alias { ty, target } => {
                    self.ty(ty);
                    self.constant(target);
                }
                GlobalKind::IFunc { ty, .. } => self.ty(ty),
                _ => {}
            }
        }
        for &id in &module.order {
            let global = module.global(id);
            if let GlobalKind::Function(function) = &global.kind {
                self.function(function, &global.attributes);
            }
        }
        for &node in module.named.iter().flat_map(|(_, nodes)| nodes) {
            self.node(node);
        }
    }

    fn function(&mut self, function: &'m Function, attributes: &AttributeSet) {
        self.ty(function.ty);
        self.attributes(&function.result);
        function.arguments.iter().for_each(|set| self.attributes(set));
        self.attributes(attributes);
        for constant in [function.personality, function.prefix, function.prologue].into_iter().flatten() {
            self.constant(constant);
        }
        if let Some(body) = &function.body {
            self.body(body);
        }
    }

    fn body(&mut self, body: &'m Body) {
        for inst in body.order.iter().flat_map(|&block| body.insts_of(block)) {
            self.ty(inst.ty);
            for &operand in body.operands_of(inst) {
                self.value(operand);
            }
            match &inst.kind {
                InstKind::Gep(ty) | InstKind::Alloca { ty, .. } => self.ty(*ty),
                InstKind::Call(call) | InstKind::Invoke(call, ..) | InstKind::CallBr(call, _) => {
                    self.call(call);
                }
                _ => {}
            }
            for &(kind, node) in body.attachments_of(inst) {
                if self.module.bytes(kind) != b"dbg" {
                    self.node(node);
                }
            }
            for operand in body.records_of(inst).iter().flat_map(|record| &record.operands) {
                if let Metadata::Const(constant) = *operand {
                    self.constant(constant);
                }
            }
        }
    }

    fn call(&mut self, call: &Call) {
        if let Callee::Value(callee) = call.callee {
            self.value(callee);
        }
        // A function type is written where there are more arguments than parameters.
        self.ty(call.function);
        self.attributes(&call.result);
        call.arguments.iter().for_each(|set| self.attributes(set));
        self.attributes(&call.attributes);
    }

    fn attributes(&mut self, set: &AttributeSet) {
        let module = self.module;
        let of_groups = set.groups.iter().filter_map(|group| module.groups.get(group)).flatten();
        for attribute in of_groups.chain(&set.items) {
            if let AttributeValue::Type(ty) = attribute.value {
                self.ty(ty);
            }
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Const(constant) => self.constant(constant),
            Value::Metadata(Metadata::Const(constant)) => self.constant(constant),
            Value::Metadata(Metadata::Node(node)) => self.node(node),
            Value::Metadata(_) | Value::Local(_) => {}
        }
    }

    /// Finds structures in a node and, transitively, its operands.
    fn node(&mut self, node: NodeId) {
        let module = self.module;
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if !self.nodes.insert(node) {
                continue;
            }
            let before = pending.len();
            let mut operand = |finder: &mut Self, metadata: &Metadata| match *metadata {
                Metadata::Node(node) => pending.push(node),
                Metadata::Const(constant) => finder.constant(constant),
                _ => {}
            };
            match &module.node(node).kind {
                NodeKind::Tuple(operands) | NodeKind::Arguments(operands) => {
                    operands.iter().for_each(|metadata| operand(self, metadata));
                }
                NodeKind::Special(special) => {
                    let fields = special.fields.iter().flat_map(|(_, field)| field.metadata());
                    fields.for_each(|metadata| operand(self, metadata));
                }
                NodeKind::Undefined | NodeKind::Expression(_) => {}
            }
            pending[before..].reverse();
        }
    }

    fn constant(&mut self, id: ConstId) {
        let module = self.module;
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut self.constants[id.0 as usize], true) {
                continue;
            }
            self.ty(module.type_of(id));
            let parts: &[ConstId] = match module.kind(id) {
                ConstKind::Elements(parts) | ConstKind::PtrAuth(parts) => parts,
                ConstKind::Splat(element) => std::slice::from_ref(element),
                ConstKind::Expression(expression) => {
                    if let ExpressionCode::Gep(element, _) = expression.opcode {
                        self.ty(element);
                    }
                    &expression.operands
                }
                _ => &[],
            };
            pending.extend(parts.iter().rev());
        }
    }

    fn ty(&mut self, ty: Type) {
        let types = &self.module.types;
        if std::mem::replace(&mut self.types[ty.index()], true) {
            return;
        }
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            let inner: Vec<Type> = match types.kind(ty) {
                TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => vec![*element],
                TypeKind::Function(function) => {
                    std::iter::once(function.result).chain(function.params.iter().copied()).collect()
                }
                TypeKind::Target { types, .. } => types.to_vec(),
                TypeKind::Structure(structure) => structure.elements.to_vec(),
                TypeKind::Named(_) => {
                    self.found.push(ty);
                    types.structure(ty).map_or(Vec::new(), |structure| structure.elements.to_vec())
                }
                _ => continue,
            };
            for ty in inner.into_iter().rev() {
                if !std::mem::replace(&mut self.types[ty.index()], true) {
                    pending.push(ty);
                }
            }
        }
    }
}
