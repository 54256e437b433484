//! Numbering of unnamed entities, in LLVM's order.

use rustc_hash::FxHashMap;

use crate::model::{
    BlockId, Body, Function, GlobalId, GlobalKind, InstKind, LocalId, Metadata, Module, NodeId, NodeKind,
    Value,
};

/// The numbers of globals without names.
pub fn global_numbers(module: &Module) -> FxHashMap<GlobalId, u32> {
    let nameless = module.order.iter().filter(|id| module.global(**id).name.is_none());
    nameless.zip(0..).map(|(&id, number)| (id, number)).collect()
}

/// The numbers of the values and blocks of a function that have no names.
#[derive(Default, Clone)]
pub struct LocalNumbers {
    locals: Vec<u32>,
    blocks: Vec<u32>,
}

impl LocalNumbers {
    /// Counts arguments first, then each block and the results of its instructions.
    pub fn of(body: &Body, params: usize) -> Self {
        let mut numbers = Self { locals: vec![0; body.locals.len()], blocks: vec![0; body.blocks.len()] };
        let mut next = 0..;
        let mut count = || next.next().unwrap_or(u32::MAX);
        for index in 0..params {
            if body.local_name(LocalId(index as u32)).is_none() {
                numbers.locals[index] = count();
            }
        }
        for &block in &body.order {
            if body.block(block).name.is_none() {
                numbers.blocks[block.0 as usize] = count();
            }
            for inst in body.insts_of(block) {
                if let Some(result) = inst.result
                    && body.local_name(result).is_none()
                {
                    numbers.locals[result.0 as usize] = count();
                }
            }
        }
        numbers
    }

    /// The number of a value without a name.
    pub fn local(&self, local: LocalId) -> u32 {
        self.locals[local.0 as usize]
    }

    /// The number of a block without a name.
    pub fn block(&self, block: BlockId) -> u32 {
        self.blocks[block.0 as usize]
    }
}

/// The fields of nodes that LLVM does not have in the order of the text, in LLVM's order.
const FIELD_ORDER: &[(&[u8], &[&str])] = &[
    (b"DICommonBlock", &["scope", "declaration", "file"]),
    (b"DICompileUnit", &["file", "enums", "retainedTypes", "globals", "imports", "macros"]),
    (
        b"DICompositeType",
        &[
            "file",
            "scope",
            "size",
            "offset",
            "baseType",
            "elements",
            "vtableHolder",
            "templateParams",
            "discriminator",
            "dataLocation",
            "associated",
            "allocated",
            "rank",
            "annotations",
            "specification",
            "bitStride",
        ],
    ),
    (b"DIDerivedType", &["file", "scope", "size", "offset", "baseType", "extraData", "annotations"]),
    (b"DIGlobalVariable", &["scope", "file", "type", "declaration", "templateParams", "annotations"]),
    (b"DIImportedEntity", &["scope", "entity", "file", "elements"]),
    (b"DILexicalBlock", &["file", "scope"]),
    (b"DILexicalBlockFile", &["file", "scope"]),
    (b"DIModule", &["file", "scope"]),
    (
        b"DISubprogram",
        &[
            "file",
            "scope",
            "type",
            "unit",
            "declaration",
            "retainedNodes",
            "containingType",
            "templateParams",
            "thrownTypes",
            "annotations",
        ],
    ),
    (b"DISubrangeType", &["file", "scope", "size", "baseType", "lowerBound", "upperBound", "stride", "bias"]),
];

/// The nodes that a node refers to, in the order of LLVM's operands.
pub fn references(module: &Module, node: NodeId) -> Vec<NodeId> {
    let of = |metadata: &Metadata| match *metadata {
        Metadata::Node(node) => Some(node),
        _ => None,
    };
    match &module.node(node).kind {
        NodeKind::Tuple(operands) | NodeKind::Arguments(operands) => operands.iter().filter_map(of).collect(),
        NodeKind::Special(special) => {
            let order = FIELD_ORDER.iter().find(|(name, _)| *name == module.bytes(special.name));
            let place = |name| {
                let order = order.map_or(&[][..], |(_, order)| order);
                order.iter().position(|known| known.as_bytes() == module.bytes(name)).unwrap_or(order.len())
            };
            let mut fields: Vec<(usize, NodeId)> = Vec::new();
            for (name, field) in &special.fields {
                let place = place(*name);
                fields.extend(field.metadata().iter().filter_map(of).map(|node| (place, node)));
            }
            fields.sort_by_key(|(place, _)| *place);
            fields.into_iter().map(|(_, node)| node).collect()
        }
        NodeKind::Undefined | NodeKind::Expression(_) => Vec::new(),
    }
}

/// The numbers of nodes.
pub struct NodeNumbers {
    numbers: Vec<Option<u32>>,
    order: Vec<NodeId>,
}

impl NodeNumbers {
    /// Numbers nothing.
    pub fn new(module: &Module) -> Self {
        Self { numbers: vec![None; module.nodes.len()], order: Vec::new() }
    }

    /// Numbers the nodes of a whole module: those of variables first, then those of lists with names, then those of functions.
    pub fn of(module: &Module) -> Self {
        let mut numbers = Self::new(module);
        let mut functions = Vec::new();
        for &id in &module.order {
            let global = module.global(id);
            match &global.kind {
                GlobalKind::Function(function) => functions.push((global, function)),
                _ => global.attachments.iter().for_each(|&(_, node)| numbers.add(module, node)),
            }
        }
        for (_, nodes) in &module.named {
            nodes.iter().for_each(|&node| numbers.add(module, node));
        }
        for (global, function) in functions {
            global.attachments.iter().for_each(|&(_, node)| numbers.add(module, node));
            numbers.add_function(module, function);
        }
        numbers
    }

    fn add_function(&mut self, module: &Module, function: &Function) {
        function.attached.iter().for_each(|&node| self.add(module, node));
        let Some(body) = &function.body else { return };
        for inst in body.order.iter().flat_map(|&block| body.insts_of(block)) {
            for record in body.records_of(inst) {
                // Values and expressions are written in their places.
                for operand in &record.operands {
                    self.add_metadata(module, *operand);
                }
            }
            if matches!(inst.kind, InstKind::Call(_)) {
                for operand in body.operands_of(inst) {
                    if let Value::Metadata(metadata) = *operand {
                        self.add_metadata(module, metadata);
                    }
                }
            }
            for &(_, node) in body.attachments_of(inst) {
                self.add(module, node);
            }
        }
    }

    fn add_metadata(&mut self, module: &Module, metadata: Metadata) {
        if let Metadata::Node(node) = metadata {
            self.add(module, node);
        }
    }

    /// Numbers a node and, transitively, its operands, unless they have numbers.
    pub fn add(&mut self, module: &Module, node: NodeId) {
        let mut pending = vec![node];
        while let Some(next) = pending.pop() {
            let place = &mut self.numbers[next.0 as usize];
            if place.is_some() || module.node(next).is_inline() {
                continue;
            }
            *place = Some(self.order.len() as u32);
            self.order.push(next);
            pending.extend(references(module, next).into_iter().rev());
        }
    }

    /// The number of a node; `None` for one that is printed inline, or not at all.
    pub fn get(&self, node: NodeId) -> Option<u32> {
        self.numbers.get(node.0 as usize).copied().flatten()
    }

    /// The nodes in the order of their numbers.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }
}
